//! The words that every game shares: what a choice is for, what happened, how a piece fares. A client that knows these few lists
//! knows all games; each list is closed, so that a new word is added here, for all of them, or not at all.

use crate::vocabulary::vocabulary;
use serde::Serialize;

vocabulary! {
    /// What a choice is for. The same role has the same gesture in every game.
    Role {
        /// Move a piece or a stack.
        March = "march",
        /// Bring a piece onto the map.
        Enter = "enter",
        /// Take a piece off the map.
        Leave = "leave",
        /// Put a piece or marker down in a set-up.
        Place = "place",
        /// Take a set-up that is ready, or have the rest placed.
        SetUp = "set-up",
        /// Begin a battle against an enemy.
        Engage = "engage",
        /// Add an attacker to the battle at hand.
        Join = "join",
        /// Add a defender to the battle at hand.
        Widen = "widen",
        /// Let the battle be decided.
        Fight = "fight",
        /// Fire with guns from afar, or lay one more gun.
        Fire = "fire",
        /// Bear a loss.
        Lose = "lose",
        /// Go back.
        Retreat = "retreat",
        /// Follow up a victory.
        Advance = "advance",
        /// Do without what one may do.
        Stay = "stay",
        /// End a phase or a step.
        Finish = "finish",
        /// Choose or place what commands: a chit, a formation.
        Activate = "activate",
        /// Do without an activation.
        Pass = "pass",
        /// Say who takes part.
        Include = "include",
        /// Say who does not.
        Exclude = "exclude",
        /// Exchange counters: break down, form, change the face of a battery.
        Form = "form",
        /// Turn a piece face up.
        Reveal = "reveal",
        /// Turn a piece face down.
        Hide = "hide",
        /// Bring a piece back into order.
        Rally = "rally",
        /// Make works, bridges, forts.
        Build = "build",
        /// Unmake them.
        Destroy = "destroy",
        /// Play an event.
        Play = "play",
        /// Put a point on a die, name what a die does.
        Allot = "allot",
        /// Any other answer to a question.
        Answer = "answer",
    }
}

vocabulary! {
    /// What kind of thing happened.
    EventKind {
        /// A turn begins.
        Turn = "turn",
        /// A phase begins or ends.
        Phase = "phase",
        /// Something is put down in a set-up.
        Place = "place",
        /// Somebody marches; the hexes are the way.
        March = "march",
        /// Somebody comes onto the map.
        Enter = "enter",
        /// Somebody leaves it.
        Leave = "leave",
        /// Face-down counters are turned up, or down.
        Reveal = "reveal",
        /// A battle begins: the pieces are in it, the hexes are attacked.
        Battle = "battle",
        /// Guns fire from afar.
        Fire = "fire",
        /// Dice are thrown.
        Roll = "roll",
        /// What came of a battle.
        Result = "result",
        /// A piece or a step of it is lost.
        Loss = "loss",
        /// Somebody goes back.
        Retreat = "retreat",
        /// Somebody follows up.
        Advance = "advance",
        /// A piece is worse or better off: disrupted, out of supply, ineffective.
        Condition = "condition",
        /// Somebody recovers.
        Rally = "rally",
        /// Rain, or none.
        Weather = "weather",
        /// A chit is chosen, drawn, placed or done.
        Chit = "chit",
        /// An event card.
        Card = "card",
        /// Forts, breastworks, abatis.
        Works = "works",
        /// Bridges, pontoons, boats.
        Bridge = "bridge",
        /// Counters are exchanged for others.
        Exchange = "exchange",
        /// A place changes hands.
        Control = "control",
        /// Points are won or lost.
        Score = "score",
        /// The last decision is taken back.
        Rewind = "rewind",
        /// A side gives up.
        Resign = "resign",
        /// The game ends.
        End = "end",
    }
}

vocabulary! {
    /// How a piece fares, as a mark on its counter.
    Condition {
        /// It has moved.
        Moved = "moved",
        /// It may not move on.
        Halted = "halted",
        /// It has attacked.
        Attacked = "attacked",
        /// It was attacked.
        WasAttacked = "was attacked",
        /// It has fired.
        Fired = "fired",
        /// It was fired at.
        Bombarded = "bombarded",
        /// It belongs to a battle that is yet to be fought.
        InBattle = "in battle",
        /// Its battle is over.
        Fought = "fought",
        /// It must go back.
        MustRetreat = "must retreat",
        /// It has gone back.
        Retreated = "retreated",
        /// It was displaced, or has gone back.
        Shaken = "displaced or retreated",
        /// It may advance.
        MayAdvance = "may advance",
        /// It has advanced.
        Advanced = "advanced",
        /// It cannot attack for now.
        Ineffective = "ineffective",
        /// It cannot move by itself.
        Immobile = "immobile",
        /// It is held back until something releases it.
        Frozen = "frozen",
        /// It is outside the reach of its leaders.
        Stopped = "stop",
        /// It is part of the activation at hand.
        Active = "active",
        /// It has been activated.
        Activated = "activated",
        /// It has done something in this activation.
        Stirred = "stirred",
        /// It has built something.
        Built = "built",
        /// It has sent out skirmishers.
        Screened = "screened",
        /// It is on a forced march.
        ForceMarched = "force-marched",
        /// It has come from a forced march.
        Tired = "tired",
        /// It has lost a step.
        Reduced = "reduced",
        /// Its order is lost.
        Disorganized = "disorganized",
        /// Its spirit is lost.
        Demoralized = "demoralized",
        /// Its supply is cut.
        OutOfSupply = "out-of-supply",
        /// Disrupted for this turn.
        Disrupted1 = "disrupted 1",
        /// Disrupted for two turns.
        Disrupted2 = "disrupted 2",
        /// Disrupted for three turns.
        Disrupted3 = "disrupted 3",
        /// It lies upside down until it recovers.
        Inverted = "inverted",
        /// The enemy does not see what it is.
        FaceDown = "face down",
        /// A bridge that lies.
        Emplaced = "emplaced",
        /// A battery in battle order.
        Unlimbered = "battle piece",
    }
}

vocabulary! {
    /// What a counter is.
    PieceKind {
        /// Foot.
        Infantry = "infantry",
        /// Horse.
        Cavalry = "cavalry",
        /// Guns.
        Artillery = "artillery",
        /// Guns that ride with the cavalry.
        HorseArtillery = "horse-artillery",
        /// A staff.
        Headquarters = "headquarters",
        /// A man.
        Leader = "leader",
        /// Several units in one counter.
        Brigade = "brigade",
        /// Skirmishers.
        Skirmisher = "skirmisher",
        /// Boats.
        Boat = "boat",
        /// A bridge on its wagons, or laid.
        Bridge = "bridge",
        /// Nothing at all, but the enemy does not know.
        Dummy = "dummy",
        /// Whatever lies face down.
        Hidden = "hidden",
    }
}

vocabulary! {
    /// Where a piece is that is not on the map.
    Off {
        /// To be placed in the set-up.
        Unplaced = "to be set up",
        /// On its way.
        Reinforcements = "reinforcements",
        /// Lost.
        Eliminated = "eliminated",
        /// Off the map by its own march.
        Exited = "left the map",
        /// It may be rallied.
        RallyBox = "rally box",
        /// In a box beside the map.
        Boxed = "box",
        /// Away on a raid.
        Raid = "raid",
        /// In hand, to be used when wanted.
        Available = "available",
        /// Out of the game, and no loss.
        Removed = "removed",
        /// Not used.
        Aside = "set aside",
    }
}

vocabulary! {
    /// What a marker is.
    MarkerKind {
        /// Who holds a place.
        Control = "control",
        /// A place that decides the game.
        Objective = "objective",
        /// A fort.
        Fort = "fort",
        /// Works of logs and earth.
        Breastworks = "breastworks",
        /// Felled trees.
        Abatis = "abatis",
        /// A bridge, from hex to hex.
        Bridge = "bridge",
        /// Where a commander is.
        Chit = "chit",
        /// A part that acts on its own.
        Detachment = "detachment",
    }
}

vocabulary! {
    /// What shaded hexes mean.
    OverlayKind {
        /// A zone of control.
        Zone = "zone",
        /// Who must attack or be attacked.
        Duty = "duty",
        /// The reach of a commander.
        Command = "command",
        /// Where supply comes.
        Supply = "supply",
        /// What is seen from there.
        Recon = "recon",
    }
}

vocabulary! {
    /// For whom a result is good.
    Favours {
        /// The attacker.
        Attacker = "attacker",
        /// The defender.
        Defender = "defender",
        /// Neither.
        Neither = "neither",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_as_they_are_named() {
        for condition in Condition::ALL {
            assert_eq!(serde_json::json!(condition), condition.word());
            assert_eq!(Condition::named(condition.word()), Some(*condition), "no word stands for two conditions");
        }
        assert_eq!(EventKind::named("never"), None);
    }
}

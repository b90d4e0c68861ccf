//! Decisions, the things that can act, and what happened. All are small values; in files they stand by their names.

use crate::ids::{Chit, EventId, Hex, Path, Piece, Pieces};
use crate::state::{TerrainEffect, WorksEffect};
use engine::Side;
use serde::{Deserialize, Serialize};

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// A chit into a box of the strategic map.
    Assign {
        /// Which.
        chit: Chit,
        /// The id of the box is its place in the list of `table give-us-victories boxes`.
        #[serde(rename = "box")]
        into: BoxId,
    },
    /// A unit is set up or arrives.
    Place {
        /// Which.
        piece: Piece,
        /// Where.
        hex: Hex,
    },
    /// All units of the side as the scenario proposes.
    Preset,
    /// The rest of the side's units are placed for it.
    PlaceRest,
    /// A dummy onto a stack.
    PlaceDummy {
        /// Where.
        hex: Hex,
    },
    /// A dummy is taken away.
    DropDummy {
        /// Where.
        hex: Hex,
    },
    /// A formation into the cup.
    Choose {
        /// Which.
        chit: Chit,
    },
    /// A formation into the box of a high commander.
    Group {
        /// Which.
        chit: Chit,
        /// Whose box.
        under: Chit,
    },
    /// The chit comes into play here.
    Activate {
        /// Where it lies.
        hex: Hex,
    },
    /// The chit is not used.
    Pass,
    /// The chit is given up for an event.
    Forgo,
    /// The formation of Good General.
    Name {
        /// Which.
        chit: Chit,
    },
    /// A unit goes along.
    Take {
        /// Which.
        piece: Piece,
    },
    /// Stuart's cavalry goes along in place of an independent unit.
    Exchange {
        /// The cavalry.
        piece: Piece,
        /// Who stays behind.
        #[serde(rename = "for")]
        instead: Piece,
    },
    /// A unit stays out of the activation.
    Exclude {
        /// Which.
        piece: Piece,
    },
    /// The Detachment marker.
    Detach {
        /// Where.
        hex: Hex,
    },
    /// The formation marches twice as far.
    ForceMarch,
    /// A unit or stack marches.
    March {
        /// Who.
        pieces: Pieces,
        /// The way.
        path: Path,
    },
    /// A unit or stack leaves the map.
    Exit {
        /// Who.
        pieces: Pieces,
    },
    /// A brigade sends out a skirmisher.
    Skirmish {
        /// The brigade.
        piece: Piece,
        /// Where the skirmisher stands.
        hex: Hex,
    },
    /// A brigade builds a pontoon.
    Build {
        /// The brigade.
        piece: Piece,
        /// The hex beyond the river.
        to: Hex,
    },
    /// A pontoon is taken up.
    Dismantle {
        /// One end.
        from: Hex,
        /// The other.
        to: Hex,
    },
    /// A brigade seizes a pontoon.
    Seize {
        /// The brigade.
        piece: Piece,
        /// The hex beyond the river.
        to: Hex,
    },
    /// A brigade destroys a pontoon.
    Destroy {
        /// The brigade.
        piece: Piece,
        /// The hex beyond the river.
        to: Hex,
    },
    /// A stack breaks contact.
    Break {
        /// Which.
        hex: Hex,
    },
    /// Units of the stack that breaks contact go.
    Withdraw {
        /// Who.
        pieces: Pieces,
        /// The way.
        path: Path,
    },
    /// A unit goes back.
    Retreat {
        /// Which.
        piece: Piece,
        /// The way.
        path: Path,
    },
    /// A unit too many goes to the next hex.
    Displace {
        /// Which.
        piece: Piece,
        /// Where.
        hex: Hex,
    },
    /// A unit bears it: a step, disorganization, elimination.
    Suffer {
        /// Which.
        piece: Piece,
    },
    /// A battery is laid on a hex.
    Fire {
        /// The battery.
        gun: Piece,
        /// The hex.
        target: Hex,
    },
    /// The guns open up.
    OpenFire,
    /// Which type in the hex is the target.
    Target {
        /// The guns, not the foot and horse.
        guns: bool,
    },
    /// Breastworks.
    Entrench {
        /// Where.
        hex: Hex,
    },
    /// A unit joins the attack on a hex.
    Attack {
        /// Which.
        piece: Piece,
        /// The hex.
        target: Hex,
    },
    /// A whole stack joins the attack on a hex.
    Storm {
        /// The stack.
        from: Hex,
        /// The hex.
        target: Hex,
    },
    /// The attack takes in another hex.
    Widen {
        /// Which.
        hex: Hex,
    },
    /// The combat begins.
    Fight,
    /// The defender's skirmisher.
    Screen {
        /// Where.
        hex: Hex,
    },
    /// What the works do.
    Works {
        /// Which effect.
        effect: WorksEffect,
    },
    /// Which terrain counts.
    Terrain {
        /// Of which hex.
        hex: Hex,
        /// Which effect.
        effect: TerrainEffect,
    },
    /// A bonus point onto a die.
    Point {
        /// An enemy die, one less, instead of an own one, one more.
        enemy: bool,
        /// Which die, from 0.
        die: u8,
    },
    /// The attacker's die that the creek spoils.
    CreekDie {
        /// Which, from 0.
        die: u8,
    },
    /// The own die that the forced march spoils.
    TiredDie {
        /// Which, from 0.
        die: u8,
    },
    /// A six names the unit.
    Mark {
        /// Which.
        piece: Piece,
    },
    /// A six forces the retreat.
    ForceRetreat,
    /// A six cancels the forced retreat.
    CancelRetreat,
    /// The defender goes back to save a step.
    GiveGround,
    /// A unit follows into the hex.
    Advance {
        /// Which.
        piece: Piece,
        /// Where.
        hex: Hex,
    },
    /// The pontoon behind the retreat is taken up.
    BreakBridge,
    /// An event.
    Play {
        /// Which.
        event: EventId,
        /// Where its chit lies, if it lies anywhere.
        #[serde(default = "no_hex", skip_serializing_if = "is_no_hex")]
        hex: Hex,
        /// The unit that comes back, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<Piece>,
        /// The corps that is freed; none for the cavalry of turn 11.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chit: Option<Chit>,
    },
    /// A unit falls back in a general retreat.
    FallBack {
        /// Which.
        piece: Piece,
        /// The way.
        path: Path,
    },
    /// A unit recovers its step.
    Recover {
        /// Which.
        piece: Piece,
    },
    /// Enough of this.
    Done,
}

fn no_hex() -> Hex {
    Hex::NONE
}

fn is_no_hex(hex: &Hex) -> bool {
    *hex == Hex::NONE
}

impl Action {
    /// An event without anything further.
    pub fn play(event: EventId) -> Action {
        Action::Play { event, hex: Hex::NONE, piece: None, chit: None }
    }

    /// An event whose chit lies in a hex.
    pub fn play_at(event: EventId, hex: Hex) -> Action {
        Action::Play { event, hex, piece: None, chit: None }
    }
}

/// A box of the strategic map, by its place in the tables; written by its id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoxId(pub u8);

impl Serialize for BoxId {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&crate::counters::boxes()[usize::from(self.0)].id)
    }
}

impl<'de> Deserialize<'de> for BoxId {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<BoxId, D::Error> {
        let id = String::deserialize(d)?;
        let found = crate::counters::boxes().iter().position(|b| b.id == id);
        found.map(|i| BoxId(i as u8)).ok_or_else(|| serde::de::Error::custom(format!("no box {id:?}")))
    }
}

/// A thing that can act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A unit.
    Piece(Piece),
    /// A stack, or a hex.
    Stack(Hex),
    /// A chit.
    Chit(Chit),
    /// An event in hand.
    Event(EventId),
    /// The dice of the combat.
    Dice,
    /// The buttons beside the map.
    Button,
}

/// Something that happened. `seen`: whether the enemy sees which pieces they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Event {
    TurnBegan { turn: u8 },
    Rain { die: u8, rain: bool },
    Assigned { side: Side },
    Revealed { chit: Chit, into: BoxId },
    Placed { piece: Piece, hex: Hex, seen: bool },
    SetUpDone { side: Side },
    ArrivalDie { die: u8, came: bool },
    Brigades { piece: Piece, die: u8, came: bool },
    DummiesDone { side: Side },
    Chosen { side: Side },
    CupFilled { count: u8 },
    Drawn { chit: Chit },
    Passed { chit: Chit },
    Forgone { chit: Chit },
    CardDrawn { side: Side, event: EventId },
    Activated { chit: Chit, hex: Hex },
    BoxOpened { chit: Chit, formation: Chit },
    Taken { piece: Piece, seen: bool },
    Excluded { piece: Piece },
    Detached { side: Side, hex: Hex },
    ForcedMarch { side: Side },
    Marched { pieces: Pieces, from: Hex, to: Hex, seen: bool, contact: bool },
    Exited { pieces: Pieces, from: Hex },
    Skirmisher { side: Side, hex: Hex },
    BuildDie { die: u8 },
    Built { side: Side, from: Hex, to: Hex },
    BuildFailed { side: Side, from: Hex, to: Hex },
    DismantleDie { die: u8 },
    Dismantled { from: Hex, to: Hex },
    DismantleFailed { from: Hex, to: Hex },
    Seized { side: Side, from: Hex, to: Hex },
    Destroyed { side: Side, from: Hex, to: Hex },
    BrokeContact { side: Side, hex: Hex },
    Stood { side: Side },
    Withdrew { pieces: Pieces, from: Hex, to: Hex, seen: bool },
    Retreated { piece: Piece, from: Hex, to: Hex, seen: bool },
    Displaced { piece: Piece, from: Hex, to: Hex, seen: bool },
    Attrition { die: u8 },
    Disorganized { piece: Piece, hex: Hex, seen: bool },
    Demoralized { piece: Piece, hex: Hex, seen: bool },
    StepLost { piece: Piece, hex: Hex, seen: bool },
    Eliminated { piece: Piece },
    WorksBuilt { side: Side, hex: Hex },
    WorksGone { hex: Hex },
    Bombarded { target: Hex, factor: u8 },
    Types { target: Hex, guns: bool, foot: bool },
    TargetType { guns: bool },
    ShellDie { die: u8, modified: i8, result: crate::counters::Shelling },
    CombatBegan { attackers: Pieces, target: Hex, more: u8 },
    Pools { attack: u8, defence: u8, ratio: (u8, u8) },
    WorksChosen { effect: WorksEffect },
    TerrainChosen { hex: Hex, effect: TerrainEffect },
    Bonus { side: Side, enemy: bool, die: u8 },
    AttackRolled { dice: [u8; 6], marks: [i8; 6], count: u8, hits: u8 },
    DefenceRolled { dice: [u8; 6], marks: [i8; 6], count: u8, hits: u8 },
    Marked { piece: Piece },
    RetreatForced,
    RetreatCancelled,
    GaveGround,
    Advanced { piece: Piece, to: Hex },
    ActivationEnded { chit: Chit },
    Played { side: Side, event: EventId, hex: Hex },
    PlayedInSecret { side: Side, event: EventId },
    Jackson { die: u8, lost: bool },
    FellBack { piece: Piece, to: Hex, seen: bool },
    Released { formation: Option<Chit> },
    NightFell,
    SkirmisherGone { side: Side },
    OutOfSupply { piece: Piece, seen: bool },
    Recovered { piece: Piece, seen: bool },
    Rallied { piece: Piece, seen: bool },
    Returned { piece: Piece, hex: Hex },
    GameOver { winner: Option<Side> },
}

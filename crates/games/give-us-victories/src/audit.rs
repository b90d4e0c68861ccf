//! What may never be, in play or in a position that is loaded; and the hash of a whole position.

use crate::GiveUsVictories;
use crate::counters::{PIECES, counters};
use crate::ids::{Hex, Piece, Pieces};
use crate::position::{rest_of, states_of};
use crate::state::{FightStage, Lies, ShellStage, State, Step};
use engine::mix::Mixer;
use engine::{Actor, BadField, Side};

/// Looks for anything that may never be.
pub(crate) fn audit(game: &GiveUsVictories, s: &State) -> Result<(), String> {
    if !s.agrees() {
        return Err("the hexes held differ from where the pieces are".into());
    }
    if !game.command_stands(s) {
        return Err("what the chit commands is not what is known of it".into());
    }
    if !game.berths_stand(s) {
        return Err("the known way to finish the set-up is none".into());
    }
    for p in Piece::all() {
        let hex = s.hex(p);
        if hex.is_some() && !game.area.has(hex) {
            return Err(format!("{p:?} is outside the play area"));
        }
        if hex != Hex::ASIDE && !game.takes_part(p) {
            return Err(format!("{p:?} has no part in this game"));
        }
        if hex == Hex::UNSEEN {
            return Err(format!("{p:?} is unseen in a full position"));
        }
        if !hex.is_some() && (s.disorganized.has(p) || s.demoralized.has(p) || s.starved.has(p) || s.active.has(p)) {
            return Err(format!("{p:?} is off the map and carries markers"));
        }
        if s.disorganized.has(p) && s.demoralized.has(p) {
            return Err(format!("{p:?} is disorganized and demoralized"));
        }
        if s.reduced.has(p) && counters().get(p).cp[1] == 0 {
            return Err(format!("{p:?} has one step and is reduced"));
        }
    }
    for hex in game.area.iter().filter(|h| Side::BOTH.iter().any(|side| s.holds(*side, *h))) {
        let here = s.stack(hex);
        if here.within(&counters().dummies) {
            return Err(format!("dummies alone in {hex:?}"));
        }
    }
    if s.at.len() != PIECES {
        return Err("counters were lost".into());
    }
    if s.spent.iter().zip(Side::BOTH).any(|(n, side)| *n > game.points(s.turn, side)) {
        return Err("more points were spent than there are".into());
    }
    game.proof(s).map_err(|e| e.to_string())?;
    // Somebody is always asked, and has something to say.
    if let Some(side) = game.who(s).side() {
        let mut subjects = Vec::new();
        game.list_subjects(s, side, &mut subjects);
        if subjects.is_empty() {
            return Err(format!("nothing can act in {:?}", s.agenda.top()));
        }
    }
    if let Actor::Chance(chance) = game.who(s) {
        let empty = match chance.lot {
            engine::Lot::Dice { count, .. } => count == 0,
            engine::Lot::Draw { from, count } => from == 0 || count == 0,
        };
        if empty {
            return Err(format!("an empty question to Chance in {:?}", s.agenda.top()));
        }
    }
    Ok(())
}

/// A hash of the whole position.
pub fn hash(s: &State) -> u64 {
    let mut m = Mixer::default();
    m.add(u64::from(s.turn)).add(u64::from(s.phase)).add(u64::from(s.rain));
    s.at.iter().for_each(|h| {
        m.add(u64::from(h.0));
    });
    for (_, set) in states_of(s) {
        set.0.iter().for_each(|w| {
            m.add(*w);
        });
    }
    s.breastworks.words().iter().for_each(|w| {
        m.add(*w);
    });
    // Everything else by its writing, which is the same on any machine.
    let rest = serde_json::to_string(&rest_of(s)).expect("a position can be written");
    m.add(engine::mix::hash_text(&rest));
    m.finish()
}

impl GiveUsVictories {
    /// What no position may be, with the field that says so.
    pub(crate) fn proof(&self, s: &State) -> Result<(), BadField> {
        let units = |what: String| BadField::new("units", what);
        for hex in self.area.iter() {
            if s.holds(Side::Union, hex) && s.holds(Side::Confederate, hex) {
                return Err(units(format!("both sides stand in {hex:?}")));
            }
        }
        // A stack may be too large only while it is on the move, or waits to be displaced; real units count.
        let loose = matches!(
            s.agenda.as_slice().first(),
            Some(Step::Muster | Step::Movement | Step::Displace | Step::AttritionDie | Step::Attrition)
        ) || s.act.is_none();
        if !loose && s.agenda.as_slice().iter().any(|x| matches!(x, Step::Bombardment | Step::Combat)) {
            for side in Side::BOTH {
                if let Some(hex) = s.held[side.index()].iter().find(|h| self.overfull(s, side, *h)) {
                    return Err(units(format!("more than 4 units or 16 combat points in {hex:?} (GUV-5.2, GUV-5.3)")));
                }
            }
        }
        if s.act.is_none() && !matches!(s.agenda.top(), Step::Deploy(_) | Step::Boxes | Step::Over) {
            // Between activations only a recovery can have filled a hex beyond 16 points.
            for side in Side::BOTH {
                if let Some(hex) = s.held[side.index()].iter().find(|h| self.load(s, side, *h).0 > 4) {
                    return Err(units(format!("more than 4 units in {hex:?} (GUV-5.2)")));
                }
            }
        }
        for hex in s.breastworks.iter() {
            // Skirmishers may be the last to go while a stack breaks contact.
            let leaving = s.withdrawal.is_some_and(|w| w.from == hex);
            if !leaving && self.solid(&s.stack(hex)).is_empty() {
                return Err(BadField::new("breastworks", format!("nobody stands in the breastworks of {hex:?} (GUV-14.29)")));
            }
        }
        for (i, pontoon) in s.pontoons.iter().enumerate() {
            if let Lies::Over(a, b) = pontoon.lies {
                let g = crate::ground::ground();
                let wet = g.direction(a, b).is_some_and(|d| g.side(a, d) & (crate::ground::MAJOR | crate::ground::MINOR) != 0);
                if !wet {
                    return Err(BadField::new(format!("pontoons[{i}]"), format!("no river runs between {a:?} and {b:?}")));
                }
            }
        }
        for (i, b) in s.assigned.iter().enumerate() {
            if *b != 255 && usize::from(*b) >= crate::counters::boxes().len() {
                return Err(BadField::new(format!("assigned[{i}]"), "a box of the strategic map, or 255"));
            }
        }
        self.numbers_stand(s)?;
        self.agenda_stands(s).map_err(|e| BadField::new("agenda", e))
    }

    /// Whether every number is one that play could have brought about.
    pub(crate) fn numbers_stand(&self, s: &State) -> Result<(), BadField> {
        let last = self.scenario.turns[1];
        let within = |field: &str, ok: bool, what: &str| if ok { Ok(()) } else { Err(BadField::new(field, what.to_string())) };
        within("used", s.used.iter().all(|t| *t <= last), "turns up to the last one")?;
        within(
            "spent",
            s.spent.iter().zip(Side::BOTH).all(|(n, side)| *n <= self.points(s.turn, side)),
            "no more than the points of the turn",
        )?;
        within("plays", s.plays.iter().all(|n| *n <= 2), "two events per turn at most")?;
        within("released", s.released <= 2, "0, 1 or 2")?;
        let waits = s.due.iter().all(|p| s.hex(p) == Hex::WAITING);
        within("due", waits, "units that wait to come onto the map")?;
        within(
            "act",
            s.act.is_none_or(|a| a.taken <= 3 && (!a.hex.is_some() || self.area.has(a.hex))),
            "a chit on the map with three units at most",
        )?;
        within("march", s.march.is_none_or(|m| m.spent <= 80), "half points up to 80")?;
        let left = s.stragglers.pieces();
        within("stragglers", left.iter().all(|p| s.stragglers.spent(p) <= 80), "half points up to 80")?;
        let own = s.act.map_or(Pieces::NONE, |a| counters().of[a.side.index()]);
        let on_the_way = left.within(&own.and(&s.moved)) && left.iter().all(|p| s.hex(p).is_some());
        within("stragglers", on_the_way, "units of the active side that have moved")?;
        if let Some(b) = &s.battle {
            let marks = b.marks.iter().flatten().all(|m| (-20..=20).contains(m));
            let pools = b.base.iter().chain(&b.extra).all(|n| (-10..=100).contains(n));
            let small = b.points.iter().chain(&b.cheers).chain(&b.owed).chain(&b.taken).chain(&b.sixes).all(|n| *n <= 40);
            within("battle", marks && pools && small, "numbers that dice and counters can make")?;
            for (named, fighters) in [(b.marked[0], b.attackers), (b.marked[1], b.defenders)] {
                let fit = |p: Piece| fighters.has(p) && named.count(p) <= usize::from(s.steps(p));
                within("battle.marked", named.iter().all(fit), "units of the combat, no more often than they have steps")?;
            }
            let hexes = b.targets.as_slice().iter().all(|h| self.area.has(*h));
            within("battle.targets", hexes, "hexes of the playing area")?;
            let near = |p: Piece| b.targets.as_slice().iter().any(|h| crate::ground::ground().distance(s.hex(p), *h) <= 1);
            let close = b.attackers.iter().all(|p| s.hex(p).is_some() && near(p));
            within("battle.attackers", close, "units next to the hexes they attack")?;
        }
        if let Some(b) = &s.barrage {
            within("barrage", b.guns.iter().all(|p| s.hex(p).is_some()) && self.area.has(b.target), "guns and a target on the map")?;
        }
        if let Some(f) = &s.fallback {
            within("fallback", f.rest.iter().all(|p| s.hex(p).is_some()), "units on the map")?;
        }
        if let Some(w) = &s.withdrawal {
            let one_side = w.rest.or(&w.gone);
            let sides = Side::BOTH.iter().any(|side| one_side.within(&counters().of[side.index()]));
            within("withdrawal", sides && self.area.has(w.from), "units of one side in a hex of the map")?;
        }
        if let Some(c) = &s.contact {
            within("contact", self.area.has(c.hex) && c.open < 64, "a hex of the map and six directions")?;
        }
        Ok(())
    }

    /// Whether everything the agenda speaks of is there.
    pub(crate) fn agenda_stands(&self, s: &State) -> Result<(), String> {
        for step in s.agenda.as_slice() {
            let need_act = matches!(
                step,
                Step::Drawn
                    | Step::Muster
                    | Step::Movement
                    | Step::AttritionDie
                    | Step::Attrition
                    | Step::Displace
                    | Step::Bombardment
                    | Step::Combat
                    | Step::Rest
                    | Step::Shell
                    | Step::Fight
                    | Step::JacksonDie
            );
            if need_act && s.act.is_none() {
                return Err(format!("{step:?} needs a chit in play"));
            }
            match step {
                Step::Shell if s.barrage.is_none_or(|b| b.stage == ShellStage::Aim) => return Err("no bombardment is under way".into()),
                Step::Fight if s.battle.is_none_or(|b| b.stage == FightStage::Draft || b.targets.is_empty()) => {
                    return Err("no combat is under way".into());
                }
                Step::Approach if s.contact.is_none() => return Err("nobody came near".into()),
                Step::Withdraw if s.withdrawal.is_none() => return Err("nobody breaks contact".into()),
                Step::FallBack if s.fallback.is_none() => return Err("there is no general retreat".into()),
                Step::Over if s.ended.is_none() => return Err("the game is not over".into()),
                Step::BuildDie(k) | Step::DismantleDie(k) | Step::Behind(k) | Step::BehindDie(k) => {
                    let pontoon = s.pontoons.get(usize::from(*k)).ok_or("there is no such pontoon")?;
                    if !matches!(pontoon.lies, Lies::Over(..)) {
                        return Err("that pontoon does not lie over a river".into());
                    }
                }
                Step::FallBackDie(p) if !s.hex(*p).is_some() => return Err("that unit is not on the map".into()),
                Step::Hands(side) | Step::DrawCard(side) if s.deck[side.index()].is_empty() => {
                    return Err("the cup of events is empty".into());
                }
                Step::Deploy(n) if *n > 1 => return Err("there are two sides to set up".into()),
                _ => {}
            }
        }
        if let Some(act) = &s.act {
            let placed = s.agenda.as_slice().iter().any(|x| {
                matches!(
                    x,
                    Step::Muster
                        | Step::Movement
                        | Step::AttritionDie
                        | Step::Attrition
                        | Step::Displace
                        | Step::Bombardment
                        | Step::Combat
                )
            });
            if placed && !act.hex.is_some() {
                return Err("the chit in play lies nowhere".into());
            }
            let own = &counters().of[act.side.index()];
            if !s.active.within(own) {
                return Err("units of the other side are active".into());
            }
        }
        if let Some(march) = &s.march {
            let together = march.pieces.first().map(|p| s.hex(p));
            if together.is_none_or(|h| !h.is_some()) || march.pieces.iter().any(|p| Some(s.hex(p)) != together) {
                return Err("those who march stand apart".into());
            }
        }
        if let Some(battle) = &s.battle {
            let on_map = battle.attackers.or(&battle.defenders).iter().all(|p| s.hex(p).is_some());
            if !on_map || s.act.is_none() {
                return Err("somebody in the combat is not on the map".into());
            }
            if battle.stage == FightStage::Draft && battle.attackers.is_empty() {
                return Err("nobody attacks".into());
            }
            if !(1..=6).contains(&battle.limit) || !(1..=6).contains(&battle.cap) {
                return Err("a side rolls one to six dice".into());
            }
        }
        if let Some(barrage) = &s.barrage
            && (barrage.guns.is_empty() || !barrage.target.is_some() || s.act.is_none() || barrage.result > 3)
        {
            return Err("the bombardment has no guns or no target".into());
        }
        if let Some(contact) = &s.contact
            && !contact.hex.is_some()
        {
            return Err("nobody came near".into());
        }
        if let Some(w) = &s.withdrawal
            && (!w.from.is_some() || w.rest.iter().any(|p| s.hex(p) != w.from))
        {
            return Err("the stack that breaks contact stands elsewhere".into());
        }
        Ok(())
    }
}

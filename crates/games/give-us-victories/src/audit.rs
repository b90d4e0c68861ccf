//! What may never be, in play or in a position that is loaded; and the hash of a whole position.

use crate::GiveUsVictories;
use crate::counters::{PIECES, counters};
use crate::ids::{Hex, Piece, Pieces};
use crate::position::{rest_text, states_of};
use crate::state::{FightStage, Lies, ShellStage, State, Step};
use engine::mix::Mixer;
use engine::{Actor, BadField, Rules, Side};

/// Looks for anything that may never be.
pub(crate) fn audit(game: &GiveUsVictories, state: &State) -> Result<(), String> {
    if !state.agrees() {
        return Err("the hexes held differ from where the pieces are".into());
    }
    if !game.command_stands(state) {
        return Err("what the chit commands is not what is known of it".into());
    }
    if !game.berths_stand(state) {
        return Err("the known way to finish the set-up is none".into());
    }
    for p in Piece::all() {
        let hex = state.hex(p);
        if hex.is_some() && !game.area.has(hex) {
            return Err(format!("{p:?} is outside the play area"));
        }
        if hex != Hex::ASIDE && !game.takes_part(p) {
            return Err(format!("{p:?} has no part in this game"));
        }
        if hex == Hex::UNSEEN {
            return Err(format!("{p:?} is unseen in a full position"));
        }
        if !hex.is_some() && (state.disorganized.has(p) || state.demoralized.has(p) || state.starved.has(p) || state.active.has(p)) {
            return Err(format!("{p:?} is off the map and carries markers"));
        }
        if state.disorganized.has(p) && state.demoralized.has(p) {
            return Err(format!("{p:?} is disorganized and demoralized"));
        }
        if state.reduced.has(p) && counters().get(p).cp[1] == 0 {
            return Err(format!("{p:?} has one step and is reduced"));
        }
    }
    for hex in game.area.iter().filter(|h| Side::BOTH.iter().any(|side| state.holds(*side, *h))) {
        let here = state.stack(hex);
        if here.within(&counters().dummies) {
            return Err(format!("dummies alone in {hex:?}"));
        }
    }
    if state.at.len() != PIECES {
        return Err("counters were lost".into());
    }
    if state.spent.iter().zip(Side::BOTH).any(|(n, side)| *n > game.points(state.turn, side)) {
        return Err("more points were spent than there are".into());
    }
    game.proof(state).map_err(|e| e.to_string())?;
    // Somebody is always asked, and has something to say.
    if let Some(side) = game.actor(state).side() {
        let mut subjects = Vec::new();
        game.subjects(state, side, &mut subjects);
        if subjects.is_empty() {
            return Err(format!("nothing can act in {:?}", state.agenda.top()));
        }
    }
    if let Actor::Chance(chance) = game.actor(state) {
        let empty = match chance.draw {
            engine::Draw::Dice { count, .. } => count == 0,
            engine::Draw::Cup { from, count } => from == 0 || count == 0,
        };
        if empty {
            return Err(format!("an empty question to Chance in {:?}", state.agenda.top()));
        }
    }
    Ok(())
}

/// A hash of the whole position.
pub fn hash(state: &State) -> u64 {
    let mut m = Mixer::default();
    m.add(u64::from(state.turn)).add(u64::from(state.phase)).add(u64::from(state.rain));
    state.at.iter().for_each(|h| {
        m.add(u64::from(h.0));
    });
    for (_, set) in states_of(state) {
        set.words().iter().for_each(|w| {
            m.add(*w);
        });
    }
    state.breastworks.words().iter().for_each(|w| {
        m.add(*w);
    });
    // Everything else by its writing, which is the same on any machine.
    let rest = rest_text(state);
    m.add(engine::mix::hash_text(&rest));
    m.finish()
}

impl GiveUsVictories {
    /// What no position may be, with the field that says so.
    pub(crate) fn proof(&self, state: &State) -> Result<(), BadField> {
        let units = |what: String| BadField::new("units", what);
        for hex in self.area.iter() {
            if state.holds(Side::Union, hex) && state.holds(Side::Confederate, hex) {
                return Err(units(format!("both sides stand in {hex:?}")));
            }
        }
        // A stack may be too large only while it is on the move, or waits to be displaced; real units count.
        let loose = matches!(
            state.agenda.as_slice().first(),
            Some(Step::Muster | Step::Movement | Step::Displace | Step::AttritionDie | Step::Attrition)
        ) || state.act.is_none();
        if !loose && state.agenda.as_slice().iter().any(|x| matches!(x, Step::Bombardment | Step::Combat)) {
            for side in Side::BOTH {
                if let Some(hex) = state.held[side.index()].iter().find(|h| self.overfull(state, side, *h)) {
                    return Err(units(format!("more than 4 units or 16 combat points in {hex:?} (GUV-5.2, GUV-5.3)")));
                }
            }
        }
        if state.act.is_none() && !matches!(state.agenda.top(), Step::Deploy(_) | Step::Boxes | Step::Over) {
            // Between activations only a recovery can have filled a hex beyond 16 points.
            for side in Side::BOTH {
                if let Some(hex) = state.held[side.index()].iter().find(|h| self.load(state, side, *h).0 > 4) {
                    return Err(units(format!("more than 4 units in {hex:?} (GUV-5.2)")));
                }
            }
        }
        for hex in state.breastworks.iter() {
            // Skirmishers may be the last to go while a stack breaks contact.
            let leaving = state.withdrawal.is_some_and(|w| w.from == hex);
            if !leaving && self.solid(&state.stack(hex)).is_empty() {
                return Err(BadField::new("breastworks", format!("nobody stands in the breastworks of {hex:?} (GUV-14.29)")));
            }
        }
        for (i, pontoon) in state.pontoons.iter().enumerate() {
            if let Lies::Over(a, b) = pontoon.lies {
                let g = crate::ground::ground();
                let wet = g.direction(a, b).is_some_and(|d| g.side(a, d) & (crate::ground::MAJOR | crate::ground::MINOR) != 0);
                if !wet {
                    return Err(BadField::new(format!("pontoons[{i}]"), format!("no river runs between {a:?} and {b:?}")));
                }
            }
        }
        for (i, b) in state.assigned.iter().enumerate() {
            if *b != 255 && usize::from(*b) >= crate::counters::boxes().len() {
                return Err(BadField::new(format!("assigned[{i}]"), "a box of the strategic map, or 255"));
            }
        }
        // GUV-8.8: units become active with their chit on the map.
        let placed = state.act.filter(|_| state.agenda.as_slice().first() != Some(&Step::Drawn));
        let may_act = placed.map_or(Pieces::NONE, |a| counters().of[a.side.index()]);
        if let Some(p) = state.active.minus(&may_act).first() {
            return Err(units(format!("{p:?} is active, and no chit of its side is in play")));
        }
        self.numbers_stand(state)?;
        self.agenda_stands(state).map_err(|e| BadField::new("agenda", e))
    }

    /// Whether every number is one that play could have brought about.
    pub(crate) fn numbers_stand(&self, state: &State) -> Result<(), BadField> {
        let last = self.scenario.turns[1];
        let within = |field: &str, ok: bool, what: &str| if ok { Ok(()) } else { Err(BadField::new(field, what.to_string())) };
        within("used", state.used.iter().all(|t| *t <= last), "turns up to the last one")?;
        within(
            "spent",
            state.spent.iter().zip(Side::BOTH).all(|(n, side)| *n <= self.points(state.turn, side)),
            "no more than the points of the turn",
        )?;
        within("plays", state.plays.iter().all(|n| *n <= 2), "two events per turn at most")?;
        within("released", state.released <= 2, "0, 1 or 2")?;
        let waits = state.due.iter().all(|p| state.hex(p) == Hex::WAITING);
        within("due", waits, "units that wait to come onto the map")?;
        within(
            "act",
            state.act.is_none_or(|a| a.taken <= 3 && (!a.hex.is_some() || self.area.has(a.hex))),
            "a chit on the map with three units at most",
        )?;
        within("march", state.march.is_none_or(|m| m.spent <= 80), "half points up to 80")?;
        let left = state.stragglers.pieces();
        within("stragglers", left.iter().all(|p| state.stragglers.spent(p) <= 80), "half points up to 80")?;
        let own = state.act.map_or(Pieces::NONE, |a| counters().of[a.side.index()]);
        let on_the_way = left.within(&own.and(&state.moved)) && left.iter().all(|p| state.hex(p).is_some());
        within("stragglers", on_the_way, "units of the active side that have moved")?;
        if let Some(b) = &state.battle {
            let marks = b.marks.iter().flatten().all(|m| (-20..=20).contains(m));
            let pools = b.base.iter().chain(&b.extra).all(|n| (-10..=100).contains(n));
            let small = b.points.iter().chain(&b.cheers).chain(&b.owed).chain(&b.taken).chain(&b.sixes).all(|n| *n <= 40);
            within("battle", marks && pools && small, "numbers that dice and counters can make")?;
            for (named, fighters) in [(b.marked[0], b.attackers), (b.marked[1], b.defenders)] {
                let fit = |p: Piece| fighters.has(p) && named.count(p) <= usize::from(state.steps(p));
                within("battle.marked", named.iter().all(fit), "units of the combat, no more often than they have steps")?;
            }
            let hexes = b.targets.as_slice().iter().all(|h| self.area.has(*h));
            within("battle.targets", hexes, "hexes of the playing area")?;
            let near = |p: Piece| b.targets.as_slice().iter().any(|h| crate::ground::ground().distance(state.hex(p), *h) <= 1);
            let close = b.attackers.iter().all(|p| state.hex(p).is_some() && near(p));
            within("battle.attackers", close, "units next to the hexes they attack")?;
        }
        if let Some(b) = &state.barrage {
            within("barrage", b.guns.iter().all(|p| state.hex(p).is_some()) && self.area.has(b.target), "guns and a target on the map")?;
        }
        if let Some(f) = &state.fallback {
            within("fallback", f.rest.iter().all(|p| state.hex(p).is_some()), "units on the map")?;
        }
        if let Some(w) = &state.withdrawal {
            let one_side = w.rest.or(&w.gone);
            let sides = Side::BOTH.iter().any(|side| one_side.within(&counters().of[side.index()]));
            within("withdrawal", sides && self.area.has(w.from), "units of one side in a hex of the map")?;
        }
        if let Some(c) = &state.contact {
            within("contact", self.area.has(c.hex) && c.open < 64, "a hex of the map and six directions")?;
        }
        Ok(())
    }

    /// Whether everything the agenda speaks of is there.
    pub(crate) fn agenda_stands(&self, state: &State) -> Result<(), String> {
        for (at, step) in state.agenda.as_slice().iter().enumerate() {
            if step.interrupts() != (at > 0) {
                let where_it_stands = if at > 0 { "interrupts nothing" } else { "has nothing to interrupt" };
                return Err(format!("{step:?} {where_it_stands}"));
            }
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
            if need_act && state.act.is_none() {
                return Err(format!("{step:?} needs a chit in play"));
            }
            match step {
                Step::Shell | Step::Fight if state.agenda.as_slice()[..at].contains(step) => {
                    return Err(format!("{step:?} is under way twice"));
                }
                Step::Shell if state.barrage.is_none_or(|b| b.stage == ShellStage::Aim) => return Err("no bombardment is under way".into()),
                Step::Fight if state.battle.is_none_or(|b| b.stage == FightStage::Draft || b.targets.is_empty()) => {
                    return Err("no combat is under way".into());
                }
                Step::Approach if state.contact.is_none() => return Err("nobody came near".into()),
                Step::Withdraw if state.withdrawal.is_none() => return Err("nobody breaks contact".into()),
                Step::FallBack if state.fallback.is_none() => return Err("there is no general retreat".into()),
                Step::Over if state.ended.is_none() => return Err("the game is not over".into()),
                Step::BuildDie(k) | Step::DismantleDie(k) | Step::Behind(k) | Step::BehindDie(k) => {
                    let pontoon = state.pontoons.get(usize::from(*k)).ok_or("there is no such pontoon")?;
                    if !matches!(pontoon.lies, Lies::Over(..)) {
                        return Err("that pontoon does not lie over a river".into());
                    }
                }
                Step::FallBackDie(p) if !state.hex(*p).is_some() => return Err("that unit is not on the map".into()),
                Step::Hands(side) | Step::DrawCard(side) if state.deck[side.index()].is_empty() => {
                    return Err("the cup of events is empty".into());
                }
                Step::Deploy(n) if *n > 1 => return Err("there are two sides to set up".into()),
                _ => {}
            }
        }
        let shells = state.agenda.as_slice().contains(&Step::Shell);
        if state.barrage.is_some_and(|b| b.stage != ShellStage::Aim) && !shells {
            return Err("a bombardment that is under way is on no agenda".into());
        }
        if let Some(act) = &state.act {
            let placed = state.agenda.as_slice().iter().any(|x| {
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
        }
        if let Some(march) = &state.march {
            let together = march.pieces.first().map(|p| state.hex(p));
            if together.is_none_or(|h| !h.is_some()) || march.pieces.iter().any(|p| Some(state.hex(p)) != together) {
                return Err("those who march stand apart".into());
            }
        }
        if let Some(battle) = &state.battle {
            let on_map = battle.attackers.or(&battle.defenders).iter().all(|p| state.hex(p).is_some());
            if !on_map || state.act.is_none() {
                return Err("somebody in the combat is not on the map".into());
            }
            if battle.stage == FightStage::Draft && battle.attackers.is_empty() {
                return Err("nobody attacks".into());
            }
            if !(1..=6).contains(&battle.limit) || !(1..=6).contains(&battle.cap) {
                return Err("a side rolls one to six dice".into());
            }
        }
        if let Some(barrage) = &state.barrage
            && (barrage.guns.is_empty() || !barrage.target.is_some() || state.act.is_none() || barrage.result > 3)
        {
            return Err("the bombardment has no guns or no target".into());
        }
        if let Some(contact) = &state.contact
            && !contact.hex.is_some()
        {
            return Err("nobody came near".into());
        }
        if let Some(w) = &state.withdrawal
            && (!w.from.is_some() || w.rest.iter().any(|p| state.hex(p) != w.from))
        {
            return Err("the stack that breaks contact stands elsewhere".into());
        }
        Ok(())
    }
}

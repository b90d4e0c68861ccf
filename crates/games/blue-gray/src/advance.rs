//! Advance after combat (BG-7.75, BG-7.76).

use crate::BlueGray;
use crate::action::Event;
use crate::cells::Cell;
use crate::chart::CombatResult;
use crate::state::{State, Step};
use crate::units::UnitId;
use engine::{Illegal, Side, Sink};

impl BlueGray {
    /// The side that won the battle: the attacker unless he was thrown back or destroyed.
    pub(crate) fn victor(&self, state: &State) -> Side {
        match state.battle.result {
            Some(CombatResult::Ar | CombatResult::Ae) => state.side.enemy(),
            _ => state.side,
        }
    }

    /// Every advance: one unit of the victor that took part, into one hex that the battle emptied (BG-7.75a, BG-7.76, R-11). It
    /// ignores enemy zones (BG-7.75b), unless the unit is ineffective. Bombarding guns and guns without horses
    /// stay.
    pub(crate) fn each_advance(&self, state: &State, mut each: impl FnMut(UnitId, Cell)) {
        let (battle, victor) = (&state.battle, self.victor(state));
        let (took_part, vacated) = if victor == state.side { (battle.attackers, battle.targets) } else { (battle.defenders, battle.from) };
        let empty = |c: &Cell| state.count(*c) == 0;
        if !vacated.as_slice().iter().any(empty) {
            return;
        }
        let ready = took_part.and(state.on_map).without(self.immobile).without(state.advanced).without(state.shaken);
        for unit in ready.iter() {
            for to in vacated.as_slice().iter().filter(|c| empty(c)) {
                let wary = state.ineffective.has(unit) && self.in_enemy_zone(state, victor, *to);
                let closed = !self.title.more.restrictions.is_empty() && self.why_closed(state, unit, *to).is_some();
                if !closed && self.ground_in(state).may_strike(state.place(unit), *to) && !wary {
                    each(unit, *to);
                }
            }
        }
    }

    /// The victor may advance, at once (BG-7.75c), if anybody can.
    pub(crate) fn begin_advance<K: Sink<Event>>(&self, state: &mut State, _sink: &mut K) {
        self.mark_zones(state);
        let mut any = false;
        self.each_advance(state, |_, _| any = true);
        if any {
            state.step = Step::Advance;
        } else {
            self.end_battle(state);
        }
    }

    /// Whether a unit may advance so.
    pub(crate) fn may_advance(&self, state: &State, unit: UnitId, to: Cell) -> Result<(), Illegal> {
        let mut found = false;
        self.each_advance(state, |u, t| found |= u == unit && t == to);
        if found {
            return Ok(());
        }
        let battle = &state.battle;
        let took_part = if self.victor(state) == state.side { battle.attackers } else { battle.defenders };
        Err(if !took_part.and(state.on_map).has(unit) {
            Illegal::new(
                "BG-7.75a",
                "This unit did not take part in the battle from an adjacent hex, or did not win it.",
                "Advance a unit that did, or stay.",
            )
        } else if self.immobile.has(unit) {
            Illegal::new(self.title.rules.immobile_advance, "Guns without horses never advance.", "Let them stay.")
        } else if let Some(rule) = self.why_closed(state, unit, to) {
            Illegal::new(rule, "The title closes that hex to this unit.", "Let it stay.")
        } else if self.ground.direction(state.place(unit), to).is_none() {
            Illegal::new("BG-7.75e", "That hex is not next to the unit.", "Choose the emptied hex next to it, or stay.")
        } else if state.ineffective.has(unit) && self.in_enemy_zone(state, self.victor(state), to) {
            Illegal::new(
                "BG-11.2b",
                "An ineffective unit may not advance into an enemy zone of control.",
                "It stays, or enters a free hex.",
            )
        } else {
            Illegal::new("BG-7.75a", "This battle did not empty that hex.", "Choose a hex that it did, or stay.")
        })
    }

    /// A unit advances; it is out of the phase (BG-7.75f), but its zone works at once (BG-7.75g).
    pub fn advance<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, to: Cell, sink: &mut K) {
        let (side, from) = (self.side_of(unit), state.place(unit));
        sink.tell(|| Event::Advanced(unit, from, to));
        self.put(state, unit, to);
        state.advanced.insert(unit);
        state.contact.remove(unit);
        self.take(state, side, to, sink);
        self.end_battle(state);
    }
}

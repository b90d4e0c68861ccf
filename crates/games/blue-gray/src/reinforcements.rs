//! Reinforcements: who may come on, where, and what happens to those who cannot.

use crate::BlueGray;
use crate::action::Event;
use crate::cells::{Cell, CellSet};
use crate::reach::Ends;
use crate::state::State;
use crate::title::{EntryPolicy, Reinforcement};
use crate::units::{UnitId, UnitSet};
use engine::{Illegal, Sink};

impl BlueGray {
    /// The group with which a unit comes on.
    pub(crate) fn arrival(&self, unit: UnitId) -> Option<&Reinforcement> {
        self.title.reinforcements.iter().find(|r| r.units.has(unit))
    }

    /// The place of a hex among all entry hexes of the title.
    fn entry_place(&self, at: Cell) -> Option<usize> {
        self.title.entries.iter().position(|c| *c == at)
    }

    /// The units of the phasing side that are due.
    #[inline]
    pub(crate) fn due(&self, state: &State) -> UnitSet {
        let mut due = UnitSet::EMPTY;
        let on_time = |r: &&Reinforcement| r.turn <= state.turn && state.turn <= r.through && r.after.is_none_or(|e| state.has_happened(e));
        for arrival in self.title.reinforcements.iter().filter(|r| r.side == state.side).filter(on_time) {
            if arrival.policy != EntryPolicy::ThatTurnOrLost || arrival.turn == state.turn {
                due = due.or(arrival.units);
            }
        }
        if due.is_empty() { due } else { due.iter().filter(|u| state.place(*u) == Cell::WAITING).collect() }
    }

    /// Those of them who must come on if they can: their player may keep the others back.
    #[inline]
    pub(crate) fn obliged(&self, state: &State) -> UnitSet {
        self.obliged_of(self.due(state))
    }

    /// The same of units that are due.
    #[inline]
    pub(crate) fn obliged_of(&self, due: UnitSet) -> UnitSet {
        let free = |u: &UnitId| self.arrival(*u).is_none_or(|r| r.policy != EntryPolicy::AtWill);
        if due.is_empty() { due } else { due.iter().filter(free).collect() }
    }

    /// Whether a whole group comes on by one hex, and has chosen another.
    fn chose_another(&self, state: &State, arrival: &Reinforcement, at: Cell) -> bool {
        let chosen = arrival.one_entry.map_or(0, |slot| state.chosen[usize::from(slot)]);
        chosen != 0 && arrival.entry.get(usize::from(chosen) - 1) != Some(&at)
    }

    /// Whether a unit may come on at all now.
    pub(crate) fn may_arrive(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        if state.place(unit) != Cell::WAITING || !self.army[state.side.index()].has(unit) {
            return Err(Illegal::new(
                self.title.rules.arrival,
                "This unit does not wait to come on for the phasing player.",
                "Bring on one that does.",
            ));
        }
        if !self.due(state).has(unit) {
            return Err(Illegal::new(self.title.rules.arrival, "This unit is not due.", "Bring it on in the turn in which it is due."));
        }
        if matches!(self.quota_now(state), (0, outside) if !outside.has(unit)) {
            return Err(Illegal::new(
                self.title.rules.quota,
                "This side has moved all the units it may move in this phase.",
                "End the phase; the others come on or move in a later turn.",
            ));
        }
        Ok(())
    }

    /// Whether an entry hex is open to a unit: not held by the enemy nor in his zone, and with room.
    /// Returns the points left after paying for it.
    pub(crate) fn may_enter_at(&self, state: &State, unit: UnitId, at: Cell) -> Result<u8, Illegal> {
        let arrival = self.arrival(unit).ok_or(Illegal::new(
            self.title.rules.arrival,
            "This unit is no reinforcement.",
            "Choose a unit that waits to come on.",
        ))?;
        let Some(place) = self.entry_place(at).filter(|_| arrival.entry.contains(&at)) else {
            return Err(Illegal::new(
                self.title.rules.entry_hex,
                "That is not one of its entry hexes.",
                "Choose one of those that the title names.",
            ));
        };
        if self.chose_another(state, arrival, at) {
            return Err(Illegal::new(
                self.title.rules.entry_hex,
                "Others of this group came on elsewhere, and all come on by the same hex.",
                "Bring it on where they did.",
            ));
        }
        if self.hampered(state).has(unit)
            && let Some(rule) = self.why_closed(state, unit, at)
        {
            return Err(Illegal::new(rule, "The title closes that hex to this unit.", "Bring it on elsewhere, or later."));
        }
        let (side, enemy) = (state.side, state.side.enemy().index());
        let column = arrival.policy == EntryPolicy::Column;
        if state.occupied[enemy].has(at) || self.in_enemy_zone(state, side, at) && !column {
            return Err(Illegal::new(self.title.rules.entry_closed, "The enemy holds or controls the entry hex.", "Choose another one."));
        }
        if state.count(at) >= usize::from(self.chart.limits.stacking) {
            return Err(Illegal::new(self.title.rules.entry_full, "The entry hex is full.", "Move a unit out, or choose another one."));
        }
        let times = if column { state.entered[place] + 1 } else { 1 };
        let cost = self.ground.entry_cost[at.index()].saturating_mul(times);
        self.points_of(state, unit).checked_sub(cost).ok_or(Illegal::new(
            self.title.rules.entry_cost,
            "The entry hex costs more points than the unit has.",
            "It comes on elsewhere, or later.",
        ))
    }

    /// Every way a reinforcement can come on: the entry hex and where the march ends, each end once.
    pub(crate) fn each_entry(&self, state: &State, unit: UnitId, mut each: impl FnMut(Cell, Cell, u16)) {
        let Some(arrival) = self.arrival(unit) else {
            return;
        };
        let mut seen = CellSet::EMPTY;
        for (i, at) in arrival.entry.iter().copied().enumerate() {
            let Ok(points) = self.may_enter_at(state, unit, at) else {
                continue;
            };
            self.each_end_from(state, unit, at, points, |to, taking| {
                let before = if taking == 0 { seen.has(to) } else { self.enters_by(state, unit, &arrival.entry[..i], to, taking) };
                if !before {
                    each(at, to, taking);
                }
                if taking == 0 {
                    seen.insert(to);
                }
            });
        }
    }

    /// Whether a reinforcement can come on at one of these hexes and end there, taking exactly that on the way.
    #[cold]
    fn enters_by(&self, state: &State, unit: UnitId, entries: &[Cell], to: Cell, taking: u16) -> bool {
        entries.iter().any(|at| {
            let mut found = false;
            if let Ok(points) = self.may_enter_at(state, unit, *at) {
                self.each_end_from(state, unit, *at, points, |t, k| found |= t == to && k == taking);
            }
            found
        })
    }

    /// Every end of a march that begins in an entry hex, the hex itself included.
    fn each_end_from(&self, state: &State, unit: UnitId, at: Cell, points: u8, mut each: impl FnMut(Cell, u16)) {
        let obstacles = self.obstacles(state, unit);
        let crowd = self.crowd(state);
        let doubtful = self.doubtful(state, unit, &crowd);
        let may_stop = |doubtful: &Ends| self.makes_room(state, &crowd, unit, doubtful);
        if self.may_stop(state, &crowd, unit, at) {
            each(at, 0);
        }
        if !self.in_enemy_zone(state, state.side, at) {
            self.each_route(state, at, points, &obstacles, doubtful, may_stop, |ends, taking| {
                ends.each(|to| {
                    if to != at || taking != 0 {
                        each(to, taking);
                    }
                });
            });
        }
    }

    /// Whether a reinforcement can come on.
    pub(crate) fn can_enter(&self, state: &State, unit: UnitId) -> bool {
        if self.may_arrive(state, unit).is_err() {
            return false;
        }
        let crowd = self.crowd(state);
        let entries = self.arrival(unit).map_or(&[][..], |r| &r.entry);
        if entries.iter().any(|at| self.may_enter_at(state, unit, *at).is_ok() && self.may_stop(state, &crowd, unit, *at)) {
            return true;
        }
        let mut found = false;
        self.each_entry(state, unit, |_, _, _| found = true);
        found
    }

    /// Whether a reinforcement may come on at a hex and march to another.
    pub(crate) fn may_enter(&self, state: &State, unit: UnitId, at: Cell, to: Cell, taking: u16) -> Result<(), Illegal> {
        self.may_arrive(state, unit)?;
        let points = self.may_enter_at(state, unit, at)?;
        let mut found = false;
        self.each_end_from(state, unit, at, points, |t, k| found |= t == to && k == taking);
        if found {
            Ok(())
        } else {
            Err(Illegal::new(
                "BG-5.15",
                "The hex is too far for the points left after coming on.",
                "Choose a nearer one, or another entry hex.",
            ))
        }
    }

    /// A reinforcement comes on and marches.
    pub(crate) fn enter<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, at: Cell, to: Cell, taking: u16, sink: &mut K) {
        if let Some(place) = self.entry_place(at) {
            state.entered[place] = state.entered[place].saturating_add(1);
        }
        if let Some((slot, arrival)) = self.arrival(unit).and_then(|r| r.one_entry.map(|slot| (slot, r))) {
            state.chosen[usize::from(slot)] = arrival.entry.iter().position(|c| *c == at).map_or(0, |i| i as u8 + 1);
        }
        let side = state.side;
        self.take(state, side, at, sink);
        self.march(state, unit, to, taking, sink);
    }

    /// Those who had to come on in this turn and could not are lost.
    pub(crate) fn lose_latecomers<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        for arrival in &self.title.reinforcements {
            if arrival.side == state.side && arrival.turn == state.turn && arrival.policy == EntryPolicy::ThatTurnOrLost {
                for unit in arrival.units.iter() {
                    if state.place(unit) == Cell::WAITING {
                        self.eliminate(state, unit, self.title.rules.entry_missed, sink);
                    }
                }
            }
        }
    }
}

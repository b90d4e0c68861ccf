//! Reinforcements (CH-15): who may come on, where, and what happens to those who cannot.

use crate::action::Event;
use crate::field::Cell;
use crate::rules::BlueGray;
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

    /// The units of the phasing side that are due (CH-15.21).
    #[inline]
    pub(crate) fn due(&self, state: &State) -> UnitSet {
        let mut due = UnitSet::EMPTY;
        for arrival in self.title.reinforcements.iter().filter(|r| r.side == state.side && r.turn <= state.turn) {
            if arrival.policy != EntryPolicy::ThatTurnOrLost || arrival.turn == state.turn {
                due = due.or(arrival.units);
            }
        }
        if due.is_empty() { due } else { due.iter().filter(|u| state.place(*u) == Cell::WAITING).collect() }
    }

    /// Whether a unit may come on at all now.
    pub(crate) fn may_arrive(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        if state.place(unit) != Cell::WAITING || !self.army[state.side.index()].has(unit) {
            return Err(Illegal::new("CH-15.0-G", "this unit is not waiting to come on for the phasing player"));
        }
        if !self.due(state).has(unit) {
            return Err(Illegal::new("CH-15.0-G", "this unit comes on in another turn"));
        }
        if self.quota_left(state) == 0 && !self.outside_quota(state).has(unit) {
            return Err(Illegal::new("CH-17.11a", "this side has moved all the units it may move in this phase"));
        }
        Ok(())
    }

    /// Whether an entry hex is open to a unit: not held by the enemy nor in his zone (CH-15.12a), and with room (CH-15.15).
    /// Answers the points left after paying for it (CH-15.13).
    pub(crate) fn may_enter_at(&self, state: &State, unit: UnitId, at: Cell) -> Result<u8, Illegal> {
        let arrival = self.arrival(unit).ok_or(Illegal::new("CH-15.0-G", "this unit is no reinforcement"))?;
        let Some(place) = self.entry_place(at).filter(|_| arrival.entry.contains(&at)) else {
            return Err(Illegal::new("CH-15.21", "that is not one of its entry hexes"));
        };
        let (side, enemy) = (state.side, state.side.enemy().index());
        let column = arrival.policy == EntryPolicy::Column;
        if state.occupied[enemy].has(at) || self.in_enemy_zone(state, side, at) && !column {
            return Err(Illegal::new("CH-15.12a", "the entry hex is held or controlled by the enemy"));
        }
        if state.count(at) >= usize::from(self.chart.limits.stacking) {
            return Err(Illegal::new("CH-15.15", "the entry hex is full"));
        }
        let times = if column { state.entered[place] + 1 } else { 1 };
        let cost = self.ground.entry_cost[at.index()].saturating_mul(times);
        self.chart.limits.movement.checked_sub(cost).ok_or(Illegal::new("CH-15.13", "the entry hex costs more points than the unit has"))
    }

    /// Every way a reinforcement can come on: the entry hex and where the march ends, each end once (CH-15.11, CH-15.14).
    pub(crate) fn each_entry(&self, state: &State, unit: UnitId, mut each: impl FnMut(Cell, Cell, u16)) {
        let Some(arrival) = self.arrival(unit) else {
            return;
        };
        let mut seen: Vec<(Cell, u16)> = Vec::new();
        for at in arrival.entry.iter().copied() {
            if let Ok(points) = self.may_enter_at(state, unit, at) {
                self.each_end_from(state, unit, at, points, |to, taking| {
                    if !seen.contains(&(to, taking)) {
                        seen.push((to, taking));
                        each(at, to, taking);
                    }
                });
            }
        }
    }

    /// Every end of a march that begins in an entry hex, the hex itself included.
    fn each_end_from(&self, state: &State, unit: UnitId, at: Cell, points: u8, mut each: impl FnMut(Cell, u16)) {
        let obstacles = self.obstacles(state, unit);
        let crowd = self.crowd(state);
        let doubtful = self.doubtful(state, unit, &crowd);
        if self.may_stop(state, &crowd, unit, at) {
            each(at, 0);
        }
        if !self.in_enemy_zone(state, state.side, at) {
            self.each_route(
                at,
                points,
                &obstacles,
                &doubtful,
                |to| self.may_stop(state, &crowd, unit, to),
                |to, taking| {
                    if to != at || taking != 0 {
                        each(to, taking);
                    }
                },
            );
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
            Err(Illegal::new("BG-5.15", "the reinforcement cannot march to that hex with the points left after coming on"))
        }
    }

    /// A reinforcement comes on and marches.
    pub(crate) fn enter<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, at: Cell, to: Cell, taking: u16, sink: &mut K) {
        if let Some(place) = self.entry_place(at) {
            state.entered[place] = state.entered[place].saturating_add(1);
        }
        let side = state.side;
        self.take(state, side, at, sink);
        self.march(state, unit, to, taking, sink);
    }

    /// Those who had to come on in this turn and could not are lost (CH-15.12b).
    pub(crate) fn lose_latecomers<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        for arrival in &self.title.reinforcements {
            if arrival.side == state.side && arrival.turn == state.turn && arrival.policy == EntryPolicy::ThatTurnOrLost {
                for unit in arrival.units.iter().filter(|u| state.place(*u) == Cell::WAITING).collect::<Vec<_>>() {
                    self.eliminate(state, unit, "CH-15.12b", sink);
                }
            }
        }
    }
}

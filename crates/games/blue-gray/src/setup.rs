//! Setting up (BG-3), by chart or by choice.

use crate::BlueGray;
use crate::action::{Action, Event};
use crate::cells::Cell;
use crate::state::{State, Step};
use crate::title::Deployment;
use crate::units::{UnitId, UnitSet};
use engine::{Illegal, Side, Sink};

impl BlueGray {
    /// The position at the start: every unit on its charted hex, the others waiting (BG-3.0a), the marker on turn 1 and the
    /// first player of the title to move (BG-3.0c). Players might swap the names of equal units (BG-3.0b); the chart's
    /// names serve as well. Where a title lets players set up, they are asked first.
    pub(crate) fn set_up(&self) -> State {
        let mut state = State::empty(self.title.first);
        let deployed = self.title.more.deployed();
        for unit in 0..self.title.units.len() as u8 {
            let off = if deployed.has(unit) { Cell::UNPLACED } else { Cell::WAITING };
            self.put(&mut state, unit, self.unit(unit).start.unwrap_or(off));
        }
        for (i, control) in self.title.controls.iter().enumerate() {
            state.hold(i, control.holder);
            // what a side holds from the start it does not take for the first time later.
            if let Some(side) = control.holder {
                state.first_taken[side.index()] |= 1 << i;
            }
        }
        state.gone = self.gone(0);
        state.works = self.title.more.works.as_ref().map_or(state.works, |w| w.given);
        self.go_on_setting_up(&mut state, &mut ());
        state
    }

    /// The units of a side that are still to be set up.
    pub(crate) fn unplaced(&self, state: &State, side: Side) -> UnitSet {
        let deployed = self.title.more.deployed().and(self.army[side.index()]);
        deployed.iter().filter(|u| state.place(*u) == Cell::UNPLACED).collect()
    }

    /// Whoever has units left to set up does so, the one whom the title names first; then the first turn begins.
    fn go_on_setting_up<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let first = self.title.deploys;
        match [first, first.enemy()].into_iter().find(|side| !self.unplaced(state, *side).is_empty()) {
            Some(side) => {
                (state.step, state.side) = (Step::SetUp, side);
                self.mark_zones(state);
            }
            None => self.begin_turn(state, 1, sink),
        }
    }

    fn deployment(&self, unit: UnitId) -> Option<&Deployment> {
        self.title.more.deployments.iter().find(|d| d.units.has(unit))
    }

    /// The hexes in which a unit can be set up; there is room for all, whatever others choose.
    pub(crate) fn each_place(&self, state: &State, unit: UnitId, each: impl FnMut(Cell)) {
        let room = |c: &Cell| state.count(*c) < usize::from(self.chart.limits.stacking);
        let Some(deployment) = self.deployment(unit) else { return };
        deployment.cells.and(&self.ground.stand).iter().filter(room).for_each(each);
    }

    /// Whether a unit may be set up in a hex.
    pub(crate) fn may_place(&self, state: &State, unit: UnitId, to: Cell) -> Result<(), Illegal> {
        let Some(deployment) = self.deployment(unit).filter(|_| self.unplaced(state, state.side).has(unit)) else {
            return Err(Illegal::new("BG-3.0a", "This unit is not to be set up now.", "Set up one of those that wait beside the map."));
        };
        let mut found = false;
        self.each_place(state, unit, |c| found |= c == to);
        if found {
            Ok(())
        } else if deployment.cells.has(to) {
            Err(Illegal::new("BG-5.32", "The hex is full.", "Choose another one: two units at most may stay in a hex."))
        } else {
            Err(Illegal::new(deployment.rule, "The unit is not set up there.", "Choose one of the hexes lit."))
        }
    }

    /// A unit is put down.
    pub(crate) fn place_unit<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, to: Cell, sink: &mut K) {
        let side = state.side;
        sink.tell(|| Event::Placed(unit, to));
        self.put(state, unit, to);
        // Whoever begins in a hex holds it; he has not taken it.
        if let Some(place) = self.followed_hex(to) {
            state.hold(place, Some(side));
            state.first_taken[side.index()] |= 1 << place;
        }
        self.go_on_setting_up(state, sink);
    }

    /// Where a unit can be set up, as decisions.
    pub(crate) fn place_options(&self, state: &State, unit: UnitId, out: &mut Vec<Action>) {
        self.each_place(state, unit, |to| out.push(Action::Place { unit, to }));
    }
}

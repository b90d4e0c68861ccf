//! Setting up (BG-3).

use crate::BlueGray;
use crate::cells::Cell;
use crate::state::State;

impl BlueGray {
    /// The position at the start: every unit on its charted hex, the others waiting (BG-3.0a), the marker on turn 1 and the
    /// first player of the title to move (BG-3.0c). Players might swap the names of equal units (BG-3.0b); the chart's
    /// names serve as well.
    pub(crate) fn set_up(&self) -> State {
        let mut state = State::empty(self.title.first);
        for unit in 0..self.title.units.len() as u8 {
            self.put(&mut state, unit, self.unit(unit).start.unwrap_or(Cell::WAITING));
        }
        for (i, control) in self.title.controls.iter().enumerate() {
            state.hold(i, control.holder);
            // what a side holds from the start it does not take for the first time later.
            if let Some(side) = control.holder {
                state.first_taken[side.index()] |= 1 << i;
            }
        }
        self.begin_turn(&mut state, 1, &mut ());
        state
    }
}

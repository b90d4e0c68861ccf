//! Zones of control (BG-6): which hexes a side controls. How they stop a march is in `movement`, how they bar a retreat in
//! `retreat`; where they reach over the ground is worked out in `ground`.

use crate::BlueGray;
use crate::cells::{Cell, CellSet};
use crate::state::State;
use engine::Side;

impl BlueGray {
    /// The hexes that a side controls (BG-6.1): all units do, whatever their type, effective or not (BG-11.2c), and whoever stands
    /// in the hex.
    pub(crate) fn zone_of(&self, state: &State, side: Side) -> CellSet {
        if self.zoneless.is_empty() {
            return self.ground_in(state).zone(&state.occupied[side.index()]);
        }
        let exerting = state.on_map.and(self.army[side.index()]).without(self.zoneless);
        self.ground_in(state).zone(&exerting.iter().map(|u| state.place(u)).collect())
    }

    /// Brings both zones up to date.
    pub(crate) fn mark_zones(&self, state: &mut State) {
        state.zone = Side::BOTH.map(|s| self.zone_of(state, s));
    }

    /// Whether a hex is controlled by the enemy of a side.
    #[inline]
    pub fn in_enemy_zone(&self, state: &State, side: Side, cell: Cell) -> bool {
        state.zone[side.enemy().index()].has(cell)
    }
}

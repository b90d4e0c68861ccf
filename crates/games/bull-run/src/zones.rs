//! Zones of control (BR-5.8).

use crate::BullRun;
use crate::ground::Hexes;
use crate::state::State;
use board::HexId;
use contact::Set;
use engine::Side;

impl BullRun {
    /// The units of a side whose zone of control covers a hex: their own hex and the six around it, whatever the terrain
    /// (BR-5.8). Leaders have none (BR-12.2).
    #[inline]
    pub(crate) fn controllers(&self, state: &State, side: Side, hex: HexId) -> Set {
        self.ground.neighbours(hex).fold(state.units(side, hex), |set, h| set | state.units(side, h))
    }

    /// Whether some unit of a side controls a hex.
    #[inline]
    pub(crate) fn controlled(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.zones(side).has(hex)
    }

    /// All hexes in the zones of a side.
    pub fn zones(&self, state: &State, side: Side) -> Hexes {
        *state.zones(side)
    }

    /// The units of the enemy in the hexes around: those a unit there can attack.
    #[inline]
    pub fn adjacent_enemies(&self, state: &State, side: Side, hex: HexId) -> Set {
        self.ground.neighbours(hex).fold(0, |set, h| set | state.units(side.enemy(), h))
    }
}

//! Stacking (BR-5.4): how much a hex holds, and where brigade pieces may not be.

use crate::BullRun;
use crate::counters::PieceId;
use crate::ground::flag;
use crate::state::State;
use board::HexId;

impl BullRun {
    /// How many defence points a hex can hold: 12 (BR-5.4), 8 in a ford (BR-5.52b).
    #[inline]
    pub(crate) fn stack_limit(&self, hex: HexId) -> u8 {
        let limits = &self.tables.limits;
        if self.ground.ford(hex).is_some() { limits.ford_stack } else { limits.stack }
    }

    /// Whether a piece can stop there without overstacking; leaders always can.
    #[inline]
    pub fn fits(&self, state: &State, piece: PieceId, hex: HexId) -> bool {
        let points = self.counters.defence(piece);
        let already = if state.hex(piece) == Some(hex) { points } else { 0 };
        points == 0 || state.points(hex) - already + points <= self.stack_limit(hex)
    }

    /// Whether a brigade piece may not be there: ford, bridge or abatis (BR-8.52, BR-5.51, BR-5.52a, BR-11.53).
    #[inline]
    pub(crate) fn bars_brigades(&self, state: &State, hex: HexId) -> bool {
        self.ground.flags(state.standing(), hex) & (flag::FORD | flag::BRIDGE) != 0 || state.has_abatis(hex)
    }
}

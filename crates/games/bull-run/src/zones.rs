//! Stacking and zones of control (BR-5.4, BR-5.8).

use crate::BullRun;
use crate::counters::PieceId;
use crate::ground::{Hexes, flag};
use crate::state::State;
use board::HexId;
use contact::clusters::Set;
use engine::Side;

impl BullRun {
    /// The units of a side whose zone of control covers a hex: their own hex and the six around it, whatever the terrain
    /// (BR-5.8). Leaders have none (BR-12.2).
    #[inline]
    pub(crate) fn controllers(&self, s: &State, side: Side, hex: HexId) -> Set {
        self.ground.neighbours(hex).fold(s.units(side, hex), |set, h| set | s.units(side, h))
    }

    /// Whether some unit of a side controls a hex.
    #[inline]
    pub(crate) fn controlled(&self, s: &State, side: Side, hex: HexId) -> bool {
        s.zones(side).has(hex)
    }

    /// All hexes in the zones of a side.
    pub fn zones(&self, s: &State, side: Side) -> Hexes {
        *s.zones(side)
    }

    /// The units of the enemy in the hexes around: those a unit there can attack.
    #[inline]
    pub fn adjacent_enemies(&self, s: &State, side: Side, hex: HexId) -> Set {
        self.ground.neighbours(hex).fold(0, |set, h| set | s.units(side.enemy(), h))
    }

    /// How many defence points a hex can hold: 12 (BR-5.4), 8 in a ford (BR-5.52b).
    #[inline]
    pub(crate) fn stack_limit(&self, hex: HexId) -> u8 {
        let limits = &self.tables.limits;
        if self.ground.ford(hex).is_some() { limits.ford_stack } else { limits.stack }
    }

    /// Whether a piece can stop there without overstacking; leaders always can.
    #[inline]
    pub fn fits(&self, s: &State, piece: PieceId, hex: HexId) -> bool {
        let points = self.roster.defence(piece);
        let already = if s.hex(piece) == Some(hex) { points } else { 0 };
        points == 0 || s.points(hex) - already + points <= self.stack_limit(hex)
    }

    /// Whether a brigade piece may not be there: ford, bridge or abatis (BR-8.52, BR-5.51, BR-5.52a, BR-11.53).
    #[inline]
    pub(crate) fn bars_brigades(&self, s: &State, hex: HexId) -> bool {
        self.ground.flags(s.standing(), hex) & (flag::FORD | flag::BRIDGE) != 0 || s.has_abatis(hex)
    }
}

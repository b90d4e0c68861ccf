//! Zones of control (VI).
//!
//! Legality is asked of what the acting side sees: with inverted counters every face-down counter is taken for a fighting unit
//! (Optional III), so that no refusal and no reach tells which one is a lone headquarters.

use board::HexId;
use engine::Side;

use crate::Chancellorsville1974;
use crate::counters::{Kind, PieceId, Set};
use crate::ground::{CITY, WOODS};
use crate::state::{CLOSE, EQUIPMENT, GRAY_FIGHTS, GRAY_HQ, SEEN, State, UNION_FIGHTS, UNION_HQ};

/// The flag of a fighting unit of that side.
const TRUE: [u16; 2] = [UNION_FIGHTS, GRAY_FIGHTS];
const HEADQUARTERS: [u16; 2] = [UNION_HQ, GRAY_HQ];

impl Chancellorsville1974 {
    /// C74-VI.E.0: woods, cities and forts, into which no zone of control reaches.
    #[inline]
    pub fn sheltered(&self, state: &State, hex: HexId) -> bool {
        self.ground.is(hex, WOODS | CITY) || state.is_fort(hex)
    }

    /// Whether the enemy of `side` must take it that a fighting unit of `side` stands there.
    #[inline]
    pub fn fights_at(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.flags(hex) & SEEN[side.index()] != 0
    }

    /// Whether a fighting unit of that side stands beside the hex, as far as its enemy sees.
    #[inline]
    pub fn beside(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.is_beside(side, hex)
    }

    /// The same in truth.
    #[inline]
    pub(crate) fn truly_beside(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.ground.neighbours(hex).any(|n| state.flags(n) & TRUE[side.index()] != 0)
    }

    /// Whether a combat unit or headquarters of that side stands beside the hex (C74-IV.I.3).
    #[inline]
    pub(crate) fn anyone_beside(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.flags(hex) & CLOSE[side.index()] != 0
    }

    /// C74-VI.A.1, C74-VI.E.1, C74-VI.E.2, C74-QA-9, C74-QA-10: whether the hex is in the zone of control of that side: beside one of its
    /// fighting units, disrupted or not, and no shelter; or occupied by it, be it by a lone headquarters (C74-VI.F.0).
    /// Bridges and boats control nothing.
    #[inline]
    pub fn controls(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.flags(hex) & (SEEN[side.index()] | HEADQUARTERS[side.index()]) != 0
            || !self.sheltered(state, hex) && self.beside(state, side, hex)
    }

    /// C74-VI.F.0: a headquarters without a fighting unit of its side in the hex.
    #[inline]
    pub(crate) fn is_lone_hq(&self, state: &State, piece: PieceId) -> bool {
        self.data.kind[piece.index()] == Kind::Headquarters && state.on_map(piece) && {
            let hex = state.hex[piece.index()];
            state.flags(hex) & TRUE[piece.side().index()] == 0
        }
    }

    /// The lone headquarters of that side in the hex, face down or up.
    pub(crate) fn lone_hqs_at(&self, state: &State, side: Side, hex: HexId) -> Set {
        if state.flags(hex) & TRUE[side.index()] != 0 {
            return 0;
        }
        state.at(hex) & self.data.side(side) & self.data.kind_set(Kind::Headquarters)
    }

    /// Whether only bridges and boats, with or without headquarters, of that side are seen in the hex.
    pub(crate) fn only_equipment(&self, state: &State, side: Side, hex: HexId) -> bool {
        side == Side::Union && state.flags(hex) & (EQUIPMENT | UNION_FIGHTS) == EQUIPMENT
    }
}

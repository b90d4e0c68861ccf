//! Zones of control (VI) and stacking (V).
//!
//! Legality is asked of what the acting side sees: with inverted counters every face-down counter is taken for a fighting unit
//! (Optional III), so that no refusal and no reach tells which one is a lone headquarters.

use board::HexId;
use engine::{Illegal, Side};

use crate::Chancellorsville1974;
use crate::counters::{Kind, PieceId, Set, each};
use crate::ground::{CITY, WOODS};
use crate::state::{EQUIPMENT, GRAY_FIGHTS, GRAY_HQ, SEEN, State, UNION_FIGHTS, UNION_HQ};

/// The flag of a fighting unit of that side.
const TRUE: [u8; 2] = [UNION_FIGHTS, GRAY_FIGHTS];
const HEADQUARTERS: [u8; 2] = [UNION_HQ, GRAY_HQ];

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
        let flags = SEEN[side.index()] | HEADQUARTERS[side.index()];
        self.ground.neighbours(hex).any(|n| state.flags(n) & flags != 0)
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

    /// Whether these pieces find room in the hex, together with what stands there.
    ///
    /// C74-V.A, C74-IV.F.1, C74-IV.F.2: at all times, for those who pass through too. C74-VI.C: in an enemy zone as anywhere. C74-V.B.1, C74-V.B.2, C74-V.B.3: two Union units or 22 Confederate points, headquarters free.
    /// C74-V.C.1, C74-V.C.2, C74-TEC-8.a: one unit on a river hex.
    pub fn room(&self, state: &State, side: Side, hex: HexId, adding: Set) -> Result<(), Illegal> {
        let here = state.at(hex) | adding;
        if self.ground.river(hex) {
            return if self.river_load(state, hex, here) > 1 {
                Err(Illegal::new("C74-V.C.1", "only one unit, headquarters included, may be in a river hex"))
            } else {
                Ok(())
            };
        }
        self.stacks(side, here & self.data.side(side))
    }

    /// Whether these pieces of one side may stand together in a land hex.
    pub fn stacks(&self, side: Side, pieces: Set) -> Result<(), Illegal> {
        let counted = pieces & !self.data.kind_set(Kind::Headquarters);
        match side {
            Side::Union if counted.count_ones() > u32::from(self.data.limits.union_units) => {
                Err(Illegal::new("C74-V.B.1", "two Union units fill a hex, and a full hex can be neither entered nor passed (IV.F)"))
            }
            Side::Confederate if self.data.total(counted) > u32::from(self.data.limits.confederate_strength) => Err(Illegal::new(
                "C74-V.B.2",
                "22 Confederate strength points fill a hex, and a full hex can be neither entered nor passed (IV.F)",
            )),
            _ => Ok(()),
        }
    }

    /// C74-V.C.2: how many of these pieces count in a river hex: an emplaced bridge does not, nor do boats with a passenger; what travels
    /// over a bridge does.
    pub(crate) fn river_load(&self, state: &State, hex: HexId, pieces: Set) -> u32 {
        let kit = pieces & self.data.equipment();
        let mut load = (pieces & !kit).count_ones();
        if kit != 0 {
            let bridge = state.bridge_at(hex);
            // One boat for the passenger; a second one counts.
            let mut passengers = (pieces & self.data.union & self.boarders()).count_ones();
            for piece in each(kit) {
                let emplaced = bridge.is_some_and(|b| self.data.bridge(b) == piece);
                let conveys = self.data.kind[piece.index()] == Kind::Boat && bridge.is_none() && passengers > 0;
                passengers -= u32::from(conveys);
                load += u32::from(!emplaced && !conveys);
            }
        }
        load
    }

    /// C74-IV.J.0: those who may use assault boats.
    #[inline]
    pub(crate) fn boarders(&self) -> Set {
        self.data.kind_set(Kind::Infantry) | self.data.kind_set(Kind::Headquarters)
    }

    /// Whether only bridges and boats, with or without headquarters, of that side are seen in the hex.
    pub(crate) fn only_equipment(&self, state: &State, side: Side, hex: HexId) -> bool {
        side == Side::Union && state.flags(hex) & (EQUIPMENT | UNION_FIGHTS) == EQUIPMENT
    }
}

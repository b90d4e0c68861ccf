//! Stacking (V): who finds room where.

use board::HexId;
use engine::{Illegal, Side};

use crate::Chancellorsville1974;
use crate::counters::{Kind, Set, each};
use crate::state::State;

impl Chancellorsville1974 {
    /// Whether these pieces find room in the hex, together with what stands there.
    ///
    /// C74-V.A, C74-IV.F.1, C74-IV.F.2: at all times, for those who pass through too. C74-VI.C: in an enemy zone as anywhere. C74-V.B.1, C74-V.B.2, C74-V.B.3: two Union units or 22 Confederate points, headquarters free.
    /// C74-V.C.1, C74-V.C.2, C74-TEC-8.a: one unit on a river hex.
    pub fn room(&self, state: &State, side: Side, hex: HexId, adding: Set) -> Result<(), Illegal> {
        let here = state.at(hex) | adding;
        if self.ground.river(hex) {
            return if self.river_load(state, hex, here) > 1 {
                Err(Illegal::new(
                    "C74-V.C.1",
                    "Only one unit, headquarters included, may be in a river hex.",
                    "Move the other one on first, or choose another hex.",
                ))
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
            Side::Union if counted.count_ones() > u32::from(self.data.limits.union_units) => Err(Illegal::new(
                "C74-V.B.1",
                "Two Union units fill a hex, and a full hex can be neither entered nor passed (IV.F).",
                "Move one out first, or go round.",
            )),
            Side::Confederate if self.data.total(counted) > u32::from(self.data.limits.confederate_strength) => Err(Illegal::new(
                "C74-V.B.2",
                "22 Confederate strength points fill a hex, and a full hex can be neither entered nor passed (IV.F).",
                "Move some out first, or go round.",
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
}

//! Victory (X): strength against strength at the end of the last turn.

use board::HexId;
use engine::{Side, Sink, Verdict};

use crate::Chancellorsville1974;
use crate::action::Event;
use crate::counters::{Kind, PieceId, each};
use crate::ground::{Bank, Hexes, WATER};
use crate::state::State;

/// C74-X.C.1: what a Confederate point north of the rivers counts.
const NORTH: u32 = 2;

impl Chancellorsville1974 {
    /// What each side counts: C74-X.A.2, C74-X.C.1, C74-X.C.2.
    pub(crate) fn count(&self, state: &State) -> (u32, u32) {
        let on_map = |side: Side| each(self.data.side(side) & self.data.fights).filter(|p| state.on_map(*p));
        let union = on_map(Side::Union).map(|p| u32::from(self.data.strength[p.index()])).sum();
        let lines = [false, true].map(|swims| self.lines_south(state, swims));
        let gray = on_map(Side::Confederate).map(|p| u32::from(self.data.strength[p.index()]) * self.counts(state, p, &lines)).sum();
        (union, gray)
    }

    /// How often a Confederate unit's strength counts.
    fn counts(&self, state: &State, piece: PieceId, lines: &[Hexes; 2]) -> u32 {
        let hex = state.hex[piece.index()];
        match self.ground.bank[hex.index()] {
            // the fork lies north of the line.
            Bank::North | Bank::Between => NORTH,
            Bank::South | Bank::None => {
                let swims = self.data.kind[piece.index()] == Kind::Cavalry;
                let line = &lines[usize::from(swims)];
                let free = |next: HexId| line.has(next) && self.could_pass(hex, next, swims);
                let open = self.ground.south_edge.has(hex) || self.ground.neighbours(hex).any(free);
                u32::from(open)
            }
        }
    }

    /// C74-X.A.2, R-45: the hexes from which a free path leads to the south edge, for those who swim and for those who must ford.
    fn lines_south(&self, state: &State, swims: bool) -> Hexes {
        let open =
            |hex: HexId| !self.ground.is(hex, WATER) && state.at(hex) & self.data.union == 0 && !self.controls(state, Side::Union, hex);
        let mut line: Vec<HexId> = self.ground.south_edge.iter().filter(|h| open(*h)).collect();
        let mut reached: Hexes = line.iter().copied().collect();
        while let Some(at) = line.pop() {
            for next in self.ground.neighbours(at) {
                if !reached.has(next) && open(next) && self.could_pass(next, at, swims) {
                    reached.add(next);
                    line.push(next);
                }
            }
        }
        reached
    }

    /// whether a unit of that kind could go from one hex to its neighbour, as far as the rivers are concerned.
    fn could_pass(&self, from: HexId, to: HexId, swims: bool) -> bool {
        match (self.ground.river(from), self.ground.river(to)) {
            (false, false) => true,
            (true, true) => swims && self.ground.along_river(from, to),
            (true, false) => swims || self.ground.ford[from.index()].contains(&to),
            (false, true) => swims || self.ground.ford[to.index()].contains(&from),
        }
    }

    /// C74-X.A.1, C74-X.B.
    pub(crate) fn judge<K: Sink<Event>>(&self, state: &State, sink: &mut K) -> Verdict {
        let (union, gray) = self.count(state);
        sink.tell(|| Event::Count(union, gray));
        let winner = if union >= self.data.limits.victory_ratio * gray { Side::Union } else { Side::Confederate };
        Verdict { winner: Some(winner), level: 0 }
    }
}

//! Victory (X): strength against strength at the end of the last turn.

use board::HexId;
use engine::{Side, Sink, Verdict};

use crate::Chancellorsville1974;
use crate::action::Event;
use crate::counters::{Kind, PieceId, each};
use crate::ground::{Bank, HEXES, Hexes, WATER};
use crate::state::{CROWD, State};
use engine::Few;

/// C74-X.C.1: what a Confederate point north of the rivers counts.
const NORTH: u32 = 2;

/// What is known of the ways south.
#[derive(Default)]
struct Lines {
    free: Hexes,
    shut: Hexes,
}

impl Chancellorsville1974 {
    /// What each side counts: C74-X.A.2, C74-X.C.1, C74-X.C.2.
    pub fn count(&self, state: &State) -> (u32, u32) {
        let on_map = |side: Side| each(self.data.side(side) & self.data.fights).filter(|p| state.on_map(*p));
        let union = on_map(Side::Union).map(|p| u32::from(self.data.strength[p.index()])).sum();
        let mut lines = [Lines::default(), Lines::default()];
        let gray = on_map(Side::Confederate).map(|p| u32::from(self.data.strength[p.index()]) * self.counts(state, p, &mut lines)).sum();
        (union, gray)
    }

    /// How often a Confederate unit's strength counts.
    fn counts(&self, state: &State, piece: PieceId, lines: &mut [Lines; 2]) -> u32 {
        let hex = state.hex[piece.index()];
        match self.ground.bank[hex.index()] {
            // the fork lies north of the line.
            Bank::North | Bank::Between => NORTH,
            Bank::South | Bank::None => {
                let swims = self.data.kind[piece.index()] == Kind::Cavalry;
                let lines = &mut lines[usize::from(swims)];
                // The bridge that it stands on bears it to both ends (C74-IV.J.4.d.1).
                let span = state.bridge_at(hex).map(|b| state.span[b]);
                let passes = |next: HexId| self.could_pass(hex, next, swims) || span.is_some_and(|s| s.contains(&next));
                let free = |next: HexId| passes(next) && self.leads_south(state, next, swims, lines);
                let open = self.ground.south_edge.has(hex) || self.ground.neighbours(hex).any(free);
                u32::from(open)
            }
        }
    }

    /// C74-X.A.2, R-45: whether a free path leads from a hex to the south edge, for those who swim or for those who must ford. Of all that
    /// is seen on the way the same holds.
    fn leads_south(&self, state: &State, from: HexId, swims: bool, lines: &mut Lines) -> bool {
        let open = |hex: HexId| !self.ground.is(hex, WATER) && !self.is_closed_to_gray(state, hex);
        if !open(from) || lines.shut.has(from) {
            return false;
        }
        if lines.free.has(from) {
            return true;
        }
        let mut line: Few<HexId, HEXES> = Few::new(from);
        let mut seen = Hexes::default();
        seen.insert(from);
        line.push(from);
        let mut found = false;
        while let Some(at) = line.last().copied() {
            line.pop();
            if self.ground.south_edge.has(at) || lines.free.has(at) {
                found = true;
                break;
            }
            // What lies farther south is looked at first.
            let south = self.ground.to_south[at.index()];
            for nearer in [false, true] {
                for next in self.ground.neighbours(at) {
                    let apt = (self.ground.to_south[next.index()] < south) == nearer;
                    if apt && !seen.has(next) && open(next) && self.could_pass(at, next, swims) {
                        seen.insert(next);
                        line.push(next);
                    }
                }
            }
        }
        if found {
            lines.free.join(&seen);
        } else {
            lines.shut.join(&seen);
        }
        found
    }

    /// Whether anything of the Union's is in a hex, or it is in a Union zone of control.
    #[inline]
    fn is_closed_to_gray(&self, state: &State, hex: HexId) -> bool {
        state.flags(hex) & CROWD[Side::Union.index()] != 0 || self.beside(state, Side::Union, hex) && !self.sheltered(state, hex)
    }

    /// whether a unit of that kind could go from one hex to its neighbour, as far as the rivers are concerned.
    #[inline]
    fn could_pass(&self, from: HexId, to: HexId, swims: bool) -> bool {
        match (self.ground.river(from), self.ground.river(to)) {
            (false, false) => true,
            (true, true) => swims && self.ground.along_river(from, to),
            (true, false) => swims || self.ground.ford[from.index()].contains(&to),
            (false, true) => swims || self.ground.ford[to.index()].contains(&from),
        }
    }

    /// C74-X.A.1, C74-X.B.
    pub fn judge<K: Sink<Event>>(&self, state: &State, sink: &mut K) -> Verdict {
        let (union, gray) = self.count(state);
        sink.tell(|| Event::Count(union, gray));
        let winner = if union >= self.data.limits.victory_ratio * gray { Side::Union } else { Side::Confederate };
        Verdict { winner: Some(winner), level: 0 }
    }
}

//! Long range fire (BR-9): range, line of sight, who may fire at whom.

use crate::BullRun;
use crate::ground::flag;
use crate::state::State;
use board::HexId;
use engine::Side;

impl BullRun {
    /// Whether a battery in one hex can fire at long range into another: range three (BR-9.2) and a clear line (BR-9.3).
    pub(crate) fn in_sight(&self, s: &State, from: HexId, to: HexId) -> bool {
        let distance = self.ground.distance(from, to);
        (2..=self.tables.limits.range).contains(&distance) && self.line_of_sight(s, from, to)
    }

    /// A straight line from centre to centre (BR-9.3). Written as steps in two neighbouring directions a and b: to a hex at
    /// distance two it goes aa, or runs along the side between two hexes, of which the attacker picks one (ab or ba); at
    /// distance three it goes aaa, aba or bab and never along a side.
    pub(crate) fn line_of_sight(&self, s: &State, from: HexId, to: HexId) -> bool {
        let grid = &self.ground.board.grid;
        let ((ax, ay), (bx, by)) = (grid.centre(from), grid.centre(to));
        let Some((a, b, along_a, along_b)) = bearings(bx - ax, by - ay) else { return true };
        match (along_a, along_b) {
            (n, 0) => self.clear(s, from, &[a, a, a][..n]),
            (0, n) => self.clear(s, from, &[b, b, b][..n]),
            (1, 1) => self.clear(s, from, &[a, b]) || self.clear(s, from, &[b, a]),
            (2, 1) => self.clear(s, from, &[a, b, a]),
            (1, 2) => self.clear(s, from, &[b, a, b]),
            _ => false,
        }
    }

    /// Whether a line through these hexes is clear.
    ///
    /// BR-9.32: it is if it crosses a crest whose hilltop holds the battery or the target. Otherwise BR-9.31: a crest blocks,
    /// woods block (BR-MAP-4), and so does a combat unit of either side, unless it stands in a stream, ford or bridge hex
    /// (BR-TEC-3). The two ends never block.
    fn clear(&self, s: &State, from: HexId, way: &[usize]) -> bool {
        let mut hexes = [from; 4];
        for (n, d) in way.iter().enumerate() {
            hexes[n + 1] = self.ground.neighbour(hexes[n], *d);
            if !hexes[n + 1].is_some() {
                // Over the map's edge, where nothing is known to block: R-40.
                return true;
            }
        }
        let ends = [from, hexes[way.len()]];
        let sides = || hexes[..=way.len()].windows(2);
        if sides().any(|p| self.ground.crest(p[0], p[1]) && ends.contains(&p[0]) || self.ground.crest(p[1], p[0]) && ends.contains(&p[1])) {
            return true;
        }
        if sides().any(|p| self.ground.crest(p[0], p[1]) || self.ground.crest(p[1], p[0])) {
            return false;
        }
        hexes[1..way.len()].iter().all(|hex| {
            let flags = self.ground.flags(s.standing(), *hex);
            let open = flags & (flag::FORD | flag::BRIDGE | flag::STREAM | flag::RIVER) != 0;
            flags & flag::WOODS == 0 && (open || Side::BOTH.into_iter().all(|side| s.units(side, *hex) == 0))
        })
    }
}

/// Two neighbouring directions and how many steps of each lead by that offset; `None` for no offset.
fn bearings(dx: i32, dy: i32) -> Option<(usize, usize, usize, usize)> {
    // The six directions clockwise from north, as differences of centres.
    const STEPS: [(i32, i32); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
    for (a, (ax, ay)) in STEPS.into_iter().enumerate() {
        let b = (a + 1) % 6;
        let (bx, by) = STEPS[b];
        let determinant = ax * by - bx * ay;
        let (n, m) = ((dx * by - bx * dy), (ax * dy - dx * ay));
        if n % determinant == 0 && m % determinant == 0 {
            let (n, m) = (n / determinant, m / determinant);
            if n > 0 && m >= 0 {
                return Some((a, b, n as usize, m as usize));
            }
        }
    }
    None
}

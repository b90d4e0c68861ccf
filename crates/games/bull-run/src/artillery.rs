//! Long range fire (BR-9): range, line of sight, who may fire at whom.

use crate::BullRun;
use crate::ground::flag;
use crate::state::State;
use board::{HexId, Stretch};
use engine::Side;

/// The most hexes on a line within range, both ends included.
const LINE: usize = 4;

impl BullRun {
    /// Whether a battery in one hex can fire at long range into another: range three (BR-9.2) and a clear line (BR-9.3).
    pub fn in_sight(&self, state: &State, from: HexId, to: HexId) -> bool {
        let distance = self.ground.distance(from, to);
        (2..=self.tables.limits.range).contains(&distance) && self.line_of_sight(state, from, to)
    }

    /// A straight line from centre to centre. Where it runs along the side between two hexes, which within range happens only
    /// at distance two, the attacker picks which of them counts (BR-9.3, R-38).
    pub(crate) fn line_of_sight(&self, state: &State, from: HexId, to: HexId) -> bool {
        let line = |pick_left: bool| {
            let mut hexes = [from; LINE];
            let mut count = 1;
            for stretch in self.ground.board.grid.trace(from, to).take(LINE - 1) {
                hexes[count] = match stretch {
                    Stretch::Through { hex, .. } => hex,
                    Stretch::Along { left, right } => {
                        if pick_left {
                            left
                        } else {
                            right
                        }
                    }
                };
                count += 1;
            }
            self.clear(state, &hexes[..count])
        };
        line(true) || line(false)
    }

    /// Whether a line through these hexes is clear.
    ///
    /// BR-9.32: it is if it crosses a crest whose hilltop holds the battery or the target. Otherwise BR-9.31: a crest blocks,
    /// woods block (BR-MAP-4), and so does a combat unit of either side, unless it stands in a stream, ford or bridge hex
    /// (BR-TEC-3). The two ends never block. R-40: off the map nothing does.
    fn clear(&self, state: &State, line: &[HexId]) -> bool {
        let [from, between @ .., to] = line else { return true };
        let crest = |upper: HexId, lower: HexId| upper.is_some() && lower.is_some() && self.ground.crest(upper, lower);
        let sides = || line.windows(2).map(|pair| (pair[0], pair[1]));
        let seen_over = |upper: HexId, lower: HexId| crest(upper, lower) && (upper == *from || upper == *to);
        if sides().any(|(a, b)| seen_over(a, b) || seen_over(b, a)) {
            return true;
        }
        if sides().any(|(a, b)| crest(a, b) || crest(b, a)) {
            return false;
        }
        between.iter().filter(|h| h.is_some()).all(|hex| {
            let flags = self.ground.flags(state.standing(), *hex);
            let open = flags & (flag::FORD | flag::BRIDGE | flag::STREAM | flag::RIVER) != 0;
            flags & flag::WOODS == 0 && (open || Side::BOTH.into_iter().all(|side| state.units(side, *hex) == 0))
        })
    }
}

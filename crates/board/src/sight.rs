//! The straight line between the centres of two hexes, and what it crosses. Exact: no rounding, no tie-breaking by luck.
//!
//! ```text
//!      __            Through: the line passes the inside of a hex; it came in by a side, or exactly at a corner.
//!   __/  \__         Along:   the line runs on the side between two hexes, from one end to the other.
//!  /A \__/B \
//!  \__/  \__/        From A to B here the line runs along one hexside, then is at B: neither hex beside it is entered.
//!     \__/           A hex that the line touches only at a corner is not crossed and does not appear.
//! ```

use crate::{Direction, Grid, HexId};

/// How the line comes into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ingress {
    /// Through this side of the hex.
    Side(Direction),
    /// Exactly at the corner that is the clockwise end of this side of the hex.
    Corner(Direction),
}

/// One stretch of the line. A hex is [`HexId::NONE`] where the line leaves the board or passes over a missing hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stretch {
    /// Through the inside of a hex.
    Through {
        /// The hex.
        hex: HexId,
        /// How the line comes in.
        by: Ingress,
    },
    /// Along the whole side between two hexes.
    Along {
        /// The hex on the left hand of one who looks along the line.
        left: HexId,
        /// The hex on the right hand.
        right: HexId,
    },
}

/// The stretches of a line in order: all after the first hex, up to and including the last. See [`Grid::trace`].
#[derive(Clone, Debug)]
pub struct Trace<'a> {
    grid: &'a Grid,
    /// The centre of the first hex, in the measure of [`Grid::centre`]; all else is counted from there.
    origin: (i32, i32),
    /// The centre of the last hex.
    goal: (i32, i32),
    at: At,
}

#[derive(Clone, Copy, Debug)]
enum At {
    /// Inside the hex with this centre.
    Hex((i32, i32)),
    /// On the side that starts at this corner of the hex with this centre and leads away from it.
    Side((i32, i32), Direction),
}

/// From a centre to the centre of the neighbour in each direction.
const NEIGHBOURS: [(i32, i32); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];

/// From a centre to the corner at the clockwise end of each side, in thirds. As a corner is the point where three hexes meet,
/// this is also the sum of two neighbouring vectors of [`NEIGHBOURS`]: the way, in wholes, to the hex beyond the side that
/// leads away from that corner.
pub(crate) const CORNERS: [(i32, i32); 6] = [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)];

impl Trace<'_> {
    /// On which hand of the line a point lies: negative left, positive right, zero on it. The point is counted in thirds.
    fn hand(&self, (x, y): (i32, i32)) -> i32 {
        self.goal.0 * y - self.goal.1 * x
    }

    fn hex(&self, (x, y): (i32, i32)) -> HexId {
        self.grid.centred_at(self.origin.0 + x, self.origin.1 + y)
    }

    /// The stretch that begins where the line leaves the hex with this centre, and where the line is then.
    ///
    /// Going round a hex clockwise one walks with the line on its left hand and against it on its right: the line leaves
    /// where left turns to right.
    fn leave(&self, (x, y): (i32, i32)) -> Option<(Stretch, At)> {
        let corner = |d: Direction| self.hand((3 * x + CORNERS[d.index()].0, 3 * y + CORNERS[d.index()].1));
        let towards = |d: Direction| (x + NEIGHBOURS[d.index()].0, y + NEIGHBOURS[d.index()].1);
        let through = |centre, by| (Stretch::Through { hex: self.hex(centre), by }, At::Hex(centre));
        for direction in Direction::ALL {
            let (before, end) = (corner(direction.counterclockwise()), corner(direction));
            if before >= 0 || end < 0 {
                continue;
            }
            if end > 0 {
                return Some(through(towards(direction), Ingress::Side(direction.opposite())));
            }
            // Exactly at a corner, between two hexes. The side that parts them leads straight away from this hex.
            let (left, right) = (direction, direction.clockwise());
            return Some(match self.hand(CORNERS[direction.index()]) {
                0 => {
                    let beside = Stretch::Along { left: self.hex(towards(left)), right: self.hex(towards(right)) };
                    (beside, At::Side((x, y), direction))
                }
                side if side > 0 => through(towards(left), Ingress::Corner(right.clockwise())),
                _ => through(towards(right), Ingress::Corner(left.opposite().clockwise())),
            });
        }
        None
    }
}

impl Iterator for Trace<'_> {
    type Item = Stretch;

    fn next(&mut self) -> Option<Stretch> {
        let (stretch, at) = match self.at {
            At::Hex(centre) if centre == self.goal => return None,
            At::Hex(centre) => self.leave(centre)?,
            At::Side((x, y), corner) => {
                let beyond = (x + CORNERS[corner.index()].0, y + CORNERS[corner.index()].1);
                (Stretch::Through { hex: self.hex(beyond), by: Ingress::Corner(corner.opposite()) }, At::Hex(beyond))
            }
        };
        self.at = at;
        Some(stretch)
    }
}

impl Grid {
    /// The straight line from the centre of one hex to the centre of another: every stretch of it after the first hex, up to
    /// and including the last. Nothing is allocated. Both hexes must be of this grid.
    pub fn trace(&self, from: HexId, to: HexId) -> Trace<'_> {
        let (origin, end) = (self.centre(from), self.centre(to));
        Trace { grid: self, origin, goal: (end.0 - origin.0, end.1 - origin.1), at: At::Hex((0, 0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lower, Numbering};

    /// A fraction in lowest terms, with a positive denominator.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Ratio(i64, i64);

    impl Ratio {
        fn new(n: i64, d: i64) -> Ratio {
            let (mut a, mut b) = (n.abs(), d.abs());
            while b > 0 {
                (a, b) = (b, a % b);
            }
            Ratio(n / a * d.signum(), d.abs() / a)
        }
    }

    impl PartialOrd for Ratio {
        fn partial_cmp(&self, other: &Ratio) -> Option<std::cmp::Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Ratio {
        fn cmp(&self, other: &Ratio) -> std::cmp::Ordering {
            (self.0 * other.1).cmp(&(other.0 * self.1))
        }
    }

    /// What the segment from `a` to `b` does to the hex with centre `c`: the part of it (0 to 1) that lies in the closed hex,
    /// and whether that part is inside rather than on the border. The hex is the points with |y| <= 1, |3x + y| <= 2 and
    /// |3x - y| <= 2 round its centre: the segment is cut by each half-plane in turn.
    fn cut(a: (i64, i64), b: (i64, i64), c: (i64, i64)) -> Option<(Ratio, Ratio, bool)> {
        let (mut from, mut to) = (Ratio(0, 1), Ratio(1, 1));
        let mut inside = true;
        let (ax, ay, bx, by) = (a.0 - c.0, a.1 - c.1, b.0 - c.0, b.1 - c.1);
        for (p, q, limit) in [(0, 1, 1), (0, -1, 1), (3, 1, 2), (-3, -1, 2), (3, -1, 2), (-3, 1, 2)] {
            let (at_a, at_b) = (p * ax + q * ay, p * bx + q * by);
            let slope = at_b - at_a;
            match slope {
                0 if at_a > limit => return None,
                0 => inside &= at_a < limit,
                _ => {
                    let t = Ratio::new(limit - at_a, slope);
                    if slope > 0 { to = to.min(t) } else { from = from.max(t) }
                }
            }
        }
        (from <= to).then_some((from, to, inside))
    }

    /// The same line found the slow way: every hex of the grid is cut, the parts are put in order.
    fn slow(grid: &Grid, from: HexId, to: HexId) -> Vec<Vec<HexId>> {
        let wide = |h| (i64::from(grid.centre(h).0), i64::from(grid.centre(h).1));
        let mut parts: Vec<(Ratio, Ratio, Vec<HexId>)> = Vec::new();
        for hex in grid.hexes().filter(|h| *h != from) {
            if let Some((start, end, inside)) = cut(wide(from), wide(to), wide(hex))
                && start < end
            {
                let beside = (!inside).then(|| parts.iter_mut().find(|p| (p.0, p.1) == (start, end))).flatten();
                match beside {
                    Some(part) => part.2.push(hex),
                    None => parts.push((start, end, vec![hex])),
                }
            }
        }
        parts.sort_by_key(|part| part.0);
        parts.into_iter().map(|part| part.2).collect()
    }

    fn hexes(stretch: Stretch) -> Vec<HexId> {
        let mut hexes = match stretch {
            Stretch::Through { hex, .. } => vec![hex],
            Stretch::Along { left, right } => vec![left, right],
        };
        hexes.sort();
        hexes
    }

    fn grids() -> [Grid; 2] {
        [Lower::Even, Lower::Odd].map(|lower| Grid::new(22, 22, lower, Numbering::ColumnRow, |_, _| false))
    }

    #[test]
    fn every_line_of_up_to_eight_hexes_is_the_one_found_by_cutting_every_hex() {
        for grid in grids() {
            for start in [grid.at(10, 10).unwrap(), grid.at(11, 10).unwrap()] {
                for goal in grid.hexes().filter(|h| grid.distance(start, *h) <= 8) {
                    let quick: Vec<_> = grid.trace(start, goal).map(hexes).collect();
                    assert_eq!(quick, slow(&grid, start, goal), "{} to {}", grid.name(start), grid.name(goal));
                }
            }
        }
    }

    #[test]
    fn a_line_comes_in_where_it_went_out() {
        for grid in grids() {
            let start = grid.at(10, 10).unwrap();
            for goal in grid.hexes().filter(|h| grid.distance(start, *h) <= 8) {
                let (a, b) = (grid.centre(start), grid.centre(goal));
                // On which hand of the line a point lies, the point in thirds.
                let hand = |(x, y): (i32, i32)| ((b.0 - a.0) * (y - 3 * a.1) - (b.1 - a.1) * (x - 3 * a.0)).signum();
                let centre = |h| (3 * grid.centre(h).0, 3 * grid.centre(h).1);
                let mut behind = vec![start];
                for stretch in grid.trace(start, goal) {
                    match stretch {
                        Stretch::Through { hex, by: Ingress::Side(side) } => {
                            assert_eq!(vec![grid.neighbour(hex, side)], behind);
                            assert_eq!(hand(grid.corner(hex, side)) * hand(grid.corner(hex, side.counterclockwise())), -1);
                        }
                        Stretch::Through { hex, by: Ingress::Corner(corner) } => {
                            let around = [grid.neighbour(hex, corner), grid.neighbour(hex, corner.clockwise())];
                            assert!(behind.iter().all(|h| around.contains(h)), "{stretch:?} after {behind:?}");
                            assert_eq!(hand(grid.corner(hex, corner)), 0);
                        }
                        Stretch::Along { left, right } => {
                            assert!(grid.direction(left, right).is_some() && behind.iter().all(|h| grid.distance(*h, left) == 1));
                            assert_eq!((hand(centre(left)), hand(centre(right))), (-1, 1));
                        }
                    }
                    behind = hexes(stretch);
                }
                assert_eq!(behind, [goal]);
            }
        }
    }

    #[test]
    fn a_line_read_backwards_crosses_the_same_hexes() {
        for grid in grids() {
            let start = grid.at(10, 10).unwrap();
            for goal in grid.hexes() {
                let mut there: Vec<_> = std::iter::once(vec![start]).chain(grid.trace(start, goal).map(hexes)).collect();
                let back: Vec<_> = std::iter::once(vec![goal]).chain(grid.trace(goal, start).map(hexes)).collect();
                there.reverse();
                assert_eq!(there, back);
            }
        }
    }

    #[test]
    fn a_line_may_run_along_the_edge_of_the_map() {
        let grid = Grid::new(3, 1, Lower::Odd, Numbering::ColumnRow, |_, _| false);
        let [left, below, right] = [0, 1, 2].map(|column| grid.at(column, 0).unwrap());
        let line: Vec<_> = grid.trace(left, right).collect();
        let expected =
            [Stretch::Along { left: HexId::NONE, right: below }, Stretch::Through { hex: right, by: Ingress::Corner(Direction::SW) }];
        assert_eq!(line, expected);
    }

    #[test]
    fn a_line_to_the_same_hex_has_no_stretches() {
        let grid = &grids()[0];
        assert_eq!(grid.trace(HexId(5), HexId(5)).count(), 0);
    }

    #[test]
    fn neighbours_see_each_other_through_their_common_side() {
        for grid in grids() {
            let hex = grid.at(7, 7).unwrap();
            for direction in Direction::ALL {
                let to = grid.neighbour(hex, direction);
                let line: Vec<_> = grid.trace(hex, to).collect();
                assert_eq!(line, [Stretch::Through { hex: to, by: Ingress::Side(direction.opposite()) }]);
            }
        }
    }
}

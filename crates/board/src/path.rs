//! The cheapest ways over the board: where a piece can go, what it costs, and by which path.
//!
//! The search knows no rules. A game says what can be done from where a piece stands ([`Onward::go`], [`Onward::halt`]); the
//! search finds the cheapest way to everything within the allowance. A piece stands in a hex *in a mode*, a small number that
//! means something to the game only: on the road or off it, embarked, in column.

use crate::{Grid, HexId, Points};

/// Where a piece stands, and how.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Footing {
    /// The hex.
    pub hex: HexId,
    /// The mode, from 0.
    pub mode: u8,
}

impl Footing {
    /// In that hex, in mode 0.
    pub fn at(hex: HexId) -> Footing {
        Footing { hex, mode: 0 }
    }
}

/// A search for the cheapest ways, and its result. Keep one and use it again: after the first searches it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Search {
    modes: usize,
    /// The number of this search, from 1: a way found by an earlier one does not count.
    run: u32,
    ways: Vec<Way>,
    /// The ways still to be followed, by what they cost in sixths: costs are small whole numbers, so no heap is needed.
    open: Vec<Vec<u32>>,
    settled: Vec<u32>,
}

/// The best way so far to a footing. A piece that must halt there is another case than one that may go on, even if it came
/// cheaper, so every footing has two ways: index `2 * (hex * modes + mode)`, and one more if halted.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    run: u32,
    spent: Points,
    from: u32,
}

/// No way leads here: the search started here.
const START: u32 = u32::MAX;

/// Where the game says what can be done next.
#[derive(Debug)]
pub struct Onward<'a> {
    search: &'a mut Search,
    from: u32,
    spent: Points,
    allowance: Points,
}

impl Onward<'_> {
    /// What the piece has spent to stand here.
    pub fn spent(&self) -> Points {
        self.spent
    }

    /// What it has left.
    pub fn left(&self) -> Points {
        self.allowance.pay(self.spent).unwrap_or_default()
    }

    /// The piece can go there at this cost, and on from there. What the allowance does not pay for is passed over, and so is a
    /// cost of [`Points::MAX`], and [`HexId::NONE`].
    #[inline]
    pub fn go(&mut self, to: Footing, cost: Points) {
        self.offer(to, cost, false);
    }

    /// The piece can go there at this cost, but must halt there.
    #[inline]
    pub fn halt(&mut self, to: Footing, cost: Points) {
        self.offer(to, cost, true);
    }

    fn offer(&mut self, to: Footing, cost: Points, halted: bool) {
        let spent = self.spent + cost;
        if to.hex.is_some() && spent <= self.allowance && spent < Points::MAX {
            let way = self.search.index(to, halted);
            self.search.improve(way, spent, self.from);
        }
    }
}

impl Search {
    /// A search that has found nothing yet.
    pub fn new() -> Search {
        Search::default()
    }

    /// Finds the cheapest way to every footing within the allowance, from all of `starts`. `onward` is asked once for each
    /// footing where a piece need not halt, in order of cost.
    ///
    /// Modes go from 0 to `modes - 1`. Costs may be zero. A start may be given with points already spent.
    pub fn run(
        &mut self,
        grid: &Grid,
        modes: u8,
        starts: impl IntoIterator<Item = (Footing, Points)>,
        allowance: Points,
        mut onward: impl FnMut(Footing, &mut Onward<'_>),
    ) {
        self.clear(grid, modes);
        for (start, spent) in starts.into_iter().filter(|(_, spent)| *spent <= allowance) {
            let way = self.index(start, false);
            self.improve(way, spent, START);
        }
        let mut sixths = 0;
        while sixths < self.open.len() {
            let Some(way) = self.open[sixths].pop() else {
                sixths += 1;
                continue;
            };
            let spent = self.ways[way as usize].spent;
            if usize::from(spent.in_sixths()) < sixths {
                continue;
            }
            self.settled.push(way);
            let (at, halted) = self.footing(way);
            if !halted {
                onward(at, &mut Onward { search: self, from: way, spent, allowance });
            }
        }
    }

    /// The least cost of the hex in any mode; `None` if it was not reached.
    pub fn reaches(&self, hex: HexId) -> Option<Points> {
        (0..self.modes).filter_map(|mode| self.cost(Footing { hex, mode: mode as u8 })).min()
    }

    /// The cost of the cheapest way to that footing.
    pub fn cost(&self, to: Footing) -> Option<Points> {
        self.best(to).map(|way| self.ways[way].spent)
    }

    /// The cost of the cheapest way to that footing which need not end there; `None` if a piece must halt or cannot come there.
    pub fn cost_to_pass(&self, to: Footing) -> Option<Points> {
        self.found(to, false).map(|way| self.ways[way].spent)
    }

    /// Every footing that was reached, with its cost, cheapest first. One that was reached both with and without having to halt
    /// comes twice.
    pub fn reached(&self) -> impl Iterator<Item = (Footing, Points)> + '_ {
        self.settled.iter().map(|way| (self.footing(*way).0, self.ways[*way as usize].spent))
    }

    /// Writes the cheapest path to that footing, both ends included, in place of what `path` held. Answers whether there is one.
    pub fn path(&self, to: Footing, path: &mut Vec<Footing>) -> bool {
        path.clear();
        let Some(mut way) = self.best(to) else { return false };
        loop {
            path.push(self.footing(way as u32).0);
            match self.ways[way].from {
                START => break,
                from => way = from as usize,
            }
        }
        path.reverse();
        true
    }

    fn clear(&mut self, grid: &Grid, modes: u8) {
        self.settled.clear();
        // A search empties them itself, unless a panic in the game cut it short.
        self.open.iter_mut().for_each(Vec::clear);
        self.modes = usize::from(modes.max(1));
        let ways = 2 * self.modes * grid.len();
        if self.ways.len() < ways {
            self.ways.resize(ways, Way::default());
        }
        // Ways that were never found carry run 0. The counter comes round once in four thousand million searches.
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            self.ways.fill(Way::default());
            self.run = 1;
        }
    }

    #[inline]
    fn index(&self, footing: Footing, halted: bool) -> u32 {
        debug_assert!(usize::from(footing.mode) < self.modes, "a mode that was not announced");
        (2 * (footing.hex.index() * self.modes + usize::from(footing.mode)) + usize::from(halted)) as u32
    }

    #[inline]
    fn footing(&self, way: u32) -> (Footing, bool) {
        let footing = way as usize / 2;
        (Footing { hex: HexId((footing / self.modes) as u16), mode: (footing % self.modes) as u8 }, way % 2 == 1)
    }

    /// The way to that footing, if this search found it.
    fn found(&self, to: Footing, halted: bool) -> Option<usize> {
        if usize::from(to.mode) >= self.modes {
            return None;
        }
        let way = self.index(to, halted) as usize;
        (self.ways.get(way)?.run == self.run).then_some(way)
    }

    /// The cheaper of the two ways to a footing; at equal cost the one that can go on.
    fn best(&self, to: Footing) -> Option<usize> {
        [false, true].into_iter().filter_map(|halted| self.found(to, halted)).min_by_key(|way| self.ways[*way].spent)
    }

    #[inline]
    fn improve(&mut self, index: u32, spent: Points, from: u32) {
        let way = &mut self.ways[index as usize];
        if way.run != self.run || spent < way.spent {
            *way = Way { run: self.run, spent, from };
            let sixths = usize::from(spent.in_sixths());
            if self.open.len() <= sixths {
                self.open.resize_with(sixths + 1, Vec::new);
            }
            self.open[sixths].push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HexSet, Lower, Numbering};

    fn grid() -> Grid {
        Grid::new(12, 9, Lower::Odd, Numbering::ColumnRow, |_, _| false)
    }

    /// All neighbours at the same cost, mode 0.
    fn open_country(grid: &Grid, cost: Points) -> impl FnMut(Footing, &mut Onward<'_>) + '_ {
        move |at, onward| grid.neighbours(at.hex).iter().for_each(|n| onward.go(Footing::at(*n), cost))
    }

    fn names(grid: &Grid, path: &[Footing]) -> Vec<String> {
        path.iter().map(|f| grid.name(f.hex)).collect()
    }

    #[test]
    fn in_open_country_cost_is_distance() {
        let grid = grid();
        let start = grid.parse("0505").unwrap();
        let mut search = Search::new();
        search.run(&grid, 1, [(Footing::at(start), Points::ZERO)], Points::whole(3), open_country(&grid, Points::whole(1)));
        for hex in grid.hexes() {
            let distance = grid.distance(start, hex);
            assert_eq!(search.reaches(hex), (distance <= 3).then(|| Points::whole(u16::from(distance))));
        }
        assert_eq!(search.reached().count(), HexSet::within(&grid, start, 3).len());
    }

    #[test]
    fn thirds_of_a_point_are_spent_to_the_last() {
        let grid = grid();
        let start = grid.parse("0101").unwrap();
        let mut search = Search::new();
        search.run(&grid, 1, [(Footing::at(start), Points::ZERO)], Points::whole(2), open_country(&grid, Points::thirds(1)));
        assert_eq!(search.reaches(grid.parse("0107").unwrap()), Some(Points::whole(2)));
        assert_eq!(search.reaches(grid.parse("0108").unwrap()), None);
    }

    #[test]
    fn a_piece_halts_where_it_must_but_the_way_round_goes_on() {
        let grid = Grid::new(1, 4, Lower::Odd, Numbering::ColumnRow, |_, _| false);
        let [a, b, c, d] = ["0101", "0102", "0103", "0104"].map(|name| Footing::at(grid.parse(name).unwrap()));
        let mut search = Search::new();
        // B is entered for 1 with a halt, or for 3 without; only the dear way leads to C and, halted, to D.
        search.run(&grid, 1, [(a, Points::ZERO)], Points::whole(9), |at, onward| match at {
            at if at == a => {
                onward.halt(b, Points::whole(1));
                onward.go(b, Points::whole(3));
            }
            at if at == b => onward.go(c, Points::whole(1)),
            _ => onward.halt(d, Points::whole(1)),
        });
        assert_eq!((search.cost(b), search.cost_to_pass(b)), (Some(Points::whole(1)), Some(Points::whole(3))));
        assert_eq!((search.cost(d), search.cost_to_pass(d)), (Some(Points::whole(5)), None));
        let mut path = Vec::new();
        assert!(search.path(d, &mut path));
        assert_eq!(path, [a, b, c, d]);
    }

    #[test]
    fn modes_are_different_places_to_stand() {
        let grid = grid();
        let start = grid.parse("0101").unwrap();
        // By road (mode 1) down the first column at half a point; one whole point to step onto the road.
        let mut search = Search::new();
        search.run(&grid, 2, [(Footing::at(start), Points::ZERO)], Points::whole(4), |at, onward| {
            let south = grid.neighbour(at.hex, crate::Direction::S);
            match at.mode {
                0 => {
                    onward.go(Footing { hex: at.hex, mode: 1 }, Points::whole(1));
                    onward.go(Footing { hex: south, mode: 0 }, Points::whole(1));
                }
                _ => onward.go(Footing { hex: south, mode: 1 }, Points::halves(1)),
            }
        });
        let goal = grid.parse("0107").unwrap();
        assert_eq!(search.cost(Footing { hex: goal, mode: 1 }), Some(Points::whole(4)));
        assert_eq!(search.cost(Footing { hex: goal, mode: 0 }), None);
        let mut path = Vec::new();
        assert!(search.path(Footing { hex: goal, mode: 1 }, &mut path));
        assert_eq!(names(&grid, &path)[..3], ["0101", "0101", "0102"]);
        assert!(!search.path(Footing { hex: goal, mode: 0 }, &mut path) && path.is_empty());
    }

    #[test]
    fn a_search_forgets_the_one_before() {
        let grid = grid();
        let [a, b] = ["0101", "1209"].map(|name| grid.parse(name).unwrap());
        let mut search = Search::new();
        assert_eq!((search.reaches(a), search.cost(Footing::at(a))), (None, None));
        search.run(&grid, 3, [(Footing::at(a), Points::ZERO)], Points::MAX, open_country(&grid, Points::whole(1)));
        assert!(search.reaches(b).is_some());
        search.run(&grid, 1, [(Footing::at(b), Points::ZERO)], Points::ZERO, open_country(&grid, Points::whole(1)));
        assert_eq!((search.reaches(a), search.reaches(b)), (None, Some(Points::ZERO)));
    }

    #[test]
    fn several_starts_share_one_search() {
        let grid = grid();
        let starts = ["0101", "1209"].map(|name| grid.parse(name).unwrap());
        let mut search = Search::new();
        search.run(&grid, 1, starts.map(|s| (Footing::at(s), Points::ZERO)), Points::MAX, open_country(&grid, Points::whole(1)));
        for hex in grid.hexes() {
            let nearest = starts.iter().map(|s| grid.distance(*s, hex)).min().unwrap();
            assert_eq!(search.reaches(hex), Some(Points::whole(u16::from(nearest))));
        }
    }
}

//! Where a piece can get (BR-5.3, BR-5.8): the cheapest way to every hex, found in order of cost.

use crate::BullRun;
use crate::action::Path;
use crate::counters::PieceId;
use crate::ground::{Gait, Ground, HEXES, Hexes, Patch};
use crate::movement::Hazards;
use crate::state::State;
use board::HexId;
use contact::{Set, each};

/// No piece reaches more hexes than this, or comes to hexes more often; a test asks everywhere on the board.
const MOST: usize = 384;

/// The hexes that a piece can reach, and the cheapest way to each.
struct Reach {
    hexes: [HexId; MOST],
    paths: [Path; MOST],
    count: usize,
}

/// The place in the list of the hex before, and the direction from there. Place 0 is the start.
fn link(before: usize, direction: usize) -> u16 {
    (before << 3 | direction) as u16
}

impl Reach {
    /// The hexes reached, nearest first, the start not among them.
    fn hexes(&self) -> &[HexId] {
        self.hexes.get(1..self.count).unwrap_or_default()
    }

    /// The cheapest way to each of them.
    fn paths(&self) -> &[Path] {
        self.paths.get(1..self.count).unwrap_or_default()
    }
}

/// A bucket of hexes for each cost in sixths: how each was reached, and the next one of its bucket.
struct Buckets {
    first: [u16; Buckets::COSTS],
    entries: [(u16, u16); 2 * MOST],
    used: u16,
}

impl Buckets {
    /// No piece has more than six movement points.
    const COSTS: usize = 37;
    const NONE: u16 = u16::MAX;

    fn new() -> Buckets {
        Buckets { first: [Buckets::NONE; Buckets::COSTS], entries: [(0, 0); 2 * MOST], used: 0 }
    }

    #[inline]
    fn push(&mut self, cost: u8, link: u16) {
        let first = &mut self.first[usize::from(cost)];
        self.entries[usize::from(self.used)] = (link, *first);
        *first = self.used;
        self.used += 1;
    }

    #[inline]
    fn pop(&mut self, cost: u8) -> Option<u16> {
        let first = &mut self.first[usize::from(cost)];
        let (link, next) = *self.entries.get(usize::from(*first))?;
        *first = next;
        Some(link)
    }
}

/// Where a march begins, what is spent and what may be spent, in sixths.
#[derive(Clone, Copy)]
struct Departure {
    start: HexId,
    spent: u8,
    allowance: u8,
    /// Directions in which the first step may not go, one bit each.
    closed: u8,
}

/// Finds all hexes within an allowance in order of cost, from costs in sixths by hex, gait and direction. The hexes `shut` are
/// never entered; `stops` says where a march ends; `toll` makes the cost of a step from what the ground says, or
/// [`BARRED`](crate::ground::BARRED).
#[inline]
fn spread(
    ground: &Ground,
    (standing, gait): (bool, Gait),
    Departure { start, spent, allowance, closed }: Departure,
    shut: impl Iterator<Item = HexId>,
    stops: impl Fn(HexId) -> bool,
    toll: impl Fn(HexId, HexId, u8) -> u8,
) -> Reach {
    const FAR: u8 = u8::MAX;
    let costs = ground.costs_of(standing);
    let mut reach = Reach { hexes: [start; MOST], paths: [Path::EMPTY; MOST], count: 0 };
    let mut least = [FAR; HEXES];
    let mut queue = Buckets::new();
    // Nothing is cheaper than what costs nothing.
    shut.for_each(|hex| least[hex.index()] = 0);
    least[start.index()] = spent;
    if spent <= allowance {
        queue.push(spent, 0);
    }
    for cost in spent..=allowance {
        let left = allowance - cost;
        while let Some(last_step) = queue.pop(cost) {
            let here = reach.count;
            let mut closed = closed;
            if here > 0 {
                let (before, direction) = (usize::from(last_step >> 3), usize::from(last_step & 7));
                let from = ground.neighbour(reach.hexes[before], direction);
                if least[from.index()] != cost {
                    continue;
                }
                reach.hexes[here] = from;
                reach.paths[here] = reach.paths[before].then_index(direction);
                closed = 0;
            }
            reach.count += 1;
            let from = reach.hexes[here];
            if here > 0 && stops(from) {
                continue;
            }
            let around = ground.board.grid.neighbours(from);
            for (d, printed) in costs[from.index()][gait as usize].into_iter().enumerate() {
                if printed > left || closed >> d & 1 == 1 {
                    continue;
                }
                let to = around[d];
                let step = toll(from, to, printed);
                if step > left || least[to.index()] <= cost + step {
                    continue;
                }
                least[to.index()] = cost + step;
                queue.push(cost + step, link(here, d));
            }
        }
    }
    reach
}

/// Where a march of some allowance leads over ground with nobody on it, worked out once for each start.
pub(crate) struct Span {
    hexes: Box<[HexId]>,
    paths: Box<[Path]>,
    /// The hexes through which some of the ways lead on, the start among them.
    through: Patch,
    /// The hexes reached where abatis can stand, the start among them, by their numbers.
    fenced: Set,
    /// The fords among those reached, one bit each.
    fords: u16,
}

impl Span {
    pub(crate) fn survey(ground: &Ground, standing: bool, gait: Gait, start: HexId, allowance: u8) -> Span {
        let departure = Departure { start, spent: 0, allowance, closed: 0 };
        let reach = spread(ground, (standing, gait), departure, std::iter::empty(), |_| false, |_, _, printed| printed);
        let (mut through, mut fords) = (Hexes::new(), 0);
        through.insert(start);
        for (hex, path) in reach.hexes().iter().zip(reach.paths()) {
            path.indices().take(path.len() - 1).fold(start, |at, d| {
                let to = ground.neighbour(at, d);
                through.insert(to);
                to
            });
            fords |= ground.ford(*hex).map_or(0, |ford| 1 << ford);
        }
        let fenced = reach.hexes().iter().chain([&start]).filter_map(|h| ground.abatis(*h)).fold(0, |set, n| set | 1 << n);
        Span { hexes: reach.hexes().into(), paths: reach.paths().into(), through: Patch::of(&through), fenced, fords }
    }

    /// Whether fords are on the way.
    pub(crate) fn crosses_fords(&self) -> bool {
        self.fords != 0
    }

    /// Whether an abatis stands in a hex within reach: elsewhere it changes the cost of no step.
    fn meets_abatis(&self, ground: &Ground, state: &State) -> bool {
        self.fenced != 0 && state.abatis.iter().filter_map(|h| ground.abatis(*h)).any(|n| self.fenced >> n & 1 == 1)
    }
}

impl BullRun {
    /// Where that piece could get if nobody were about.
    fn span_of(&self, state: &State, piece: PieceId, start: HexId) -> &Span {
        self.ground.span(state.standing(), self.gait(piece), state.factors(piece).movement, start)
    }

    /// Where a piece can get from a hex with so much spent. Whether it can stop there is not judged here.
    fn flood(&self, state: &State, piece: PieceId, span: &Span, (start, spent): (HexId, u8), hazards: &Hazards) -> Reach {
        let points = self.counters.defence(piece);
        let gait = self.gait(piece);
        let departure =
            Departure { start, spent, allowance: self.allowance(state, piece), closed: self.closed_steps(state, piece, start, hazards) };
        let shut = each(Set::from(span.fords)).map(|n| self.ground.fords[n]).filter(|h| points > 0 && self.ford_is_full(state, *h, points));
        let stops = |hex: HexId| hazards.zones.has(hex) || hazards.unseen.has(hex);
        let how = (state.standing(), gait);
        if span.meets_abatis(self.ground, state) {
            spread(self.ground, how, departure, shut, stops, |from, to, printed| match self.ground.may_be_fenced(from) {
                true => self.fenced_cost(state, gait, from, to, printed),
                false => printed,
            })
        } else {
            spread(self.ground, how, departure, shut, stops, |_, _, printed| printed)
        }
    }

    /// The directions in which a unit that holds the start also holds the next hex, one bit each (BR-5.82).
    fn closed_steps(&self, state: &State, piece: PieceId, start: HexId, hazards: &Hazards) -> u8 {
        if !hazards.zones.has(start) {
            return 0;
        }
        let enemy = piece.side().enemy();
        let held = self.controllers(state, enemy, start);
        let around = self.ground.board.grid.neighbours(start).iter().enumerate();
        around.filter(|(_, to)| to.is_some() && held & self.controllers(state, enemy, **to) != 0).fold(0, |mask, (d, _)| mask | 1 << d)
    }

    /// Whether so many points more may not enter a ford in this player-turn (BR-5.52c).
    #[inline]
    pub(crate) fn ford_is_full(&self, state: &State, hex: HexId, points: u8) -> bool {
        self.ground.ford(hex).is_some_and(|number| state.ford[number] + points > self.tables.limits.ford_entry)
    }

    /// Shows every hex that a piece reaches from a hex with so much spent, with a way there, nearest first, as long as more are wanted. Whether it
    /// can stop there is not judged here.
    #[inline]
    pub fn each_way(
        &self,
        state: &State,
        piece: PieceId,
        start: HexId,
        spent: u8,
        hazards: &Hazards,
        mut more: impl FnMut(HexId, Path) -> bool,
    ) {
        let span = self.span_of(state, piece, start);
        let reach;
        let (hexes, paths) = if spent == 0 && self.nothing_on_the_way(state, piece, span, hazards) {
            (&*span.hexes, &*span.paths)
        } else {
            reach = self.flood(state, piece, span, (start, spent), hazards);
            (reach.hexes(), reach.paths())
        };
        for (hex, path) in hexes.iter().zip(paths) {
            if !more(*hex, *path) {
                return;
            }
        }
    }

    /// Whether everything is as it would be on empty ground: no zone or face-down enemy where a way leads on, no abatis, and
    /// fords that let the piece in.
    fn nothing_on_the_way(&self, state: &State, piece: PieceId, span: &Span, hazards: &Hazards) -> bool {
        let points = self.counters.defence(piece);
        !span.through.meets(&hazards.zones)
            && !span.through.meets(&hazards.unseen)
            && (points == 0 || each(Set::from(span.fords)).all(|n| state.ford[n] + points <= self.tables.limits.ford_entry))
            && !span.meets_abatis(self.ground, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::flag;
    use engine::{Handbook, Rules};

    /// The widest reach of any piece from any hex of an empty board leaves room in the lists.
    #[test]
    fn no_piece_reaches_more_hexes_than_the_lists_hold() {
        let game = BullRun::open(&BullRun::catalogue().complete(None, &Default::default()).unwrap()).unwrap();
        let mut state = game.start();
        state.trestle = crate::state::Trestle::Standing;
        let hazards = Hazards { zones: Hexes::new(), unseen: Hexes::new() };
        let pieces = ["mcdowell", "palmer", "sherman", "13-ny", "d-5-us", "sherman-brigade"].map(|id| game.counters.find(id).unwrap());
        let mut most = 0;
        for piece in pieces {
            for hex in game.ground.board.grid.hexes().filter(|h| game.ground.flags(true, *h) & flag::RIVER == 0) {
                let span = game.span_of(&state, piece, hex);
                let reach = game.flood(&state, piece, span, (hex, 0), &hazards);
                assert_eq!((reach.hexes(), reach.paths()), (&*span.hexes, &*span.paths), "nobody is about");
                most = most.max(reach.count);
            }
        }
        assert!((100..MOST).contains(&most), "{most}");
    }
}

//! Where a piece can get (BR-5.3, BR-5.8): the cheapest way to every hex, found in order of cost.

use crate::BullRun;
use crate::action::Path;
use crate::counters::PieceId;
use crate::ground::{BARRED, Gait, Ground, HEXES, Hexes};
use crate::movement::Hazards;
use crate::state::State;
use board::HexId;
use contact::clusters::{Set, each};

/// No piece reaches more hexes than this, or comes to hexes more often; a test asks everywhere on the board.
const MOST: usize = 384;

/// The hexes that a piece can reach, and the cheapest way to each.
pub struct Reach {
    hexes: [HexId; MOST],
    /// The last step to each hex and the place in the list of the hex before it; see [`link`].
    links: [u16; MOST],
    count: usize,
}

/// The place in the list of the hex before, and the direction from there. Place 0 is the start.
fn link(before: usize, direction: usize) -> u16 {
    (before << 3 | direction) as u16
}

impl Reach {
    /// The hexes reached, nearest first, the start not among them.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[1..self.count]
    }

    /// The hexes reached with the cheapest way to each.
    pub(crate) fn ways(&self) -> impl Iterator<Item = (HexId, Path)> + '_ {
        (1..self.count).map(|n| (self.hexes[n], self.way(n)))
    }

    /// The cheapest way there.
    pub fn path(&self, to: HexId) -> Path {
        self.hexes().iter().position(|h| *h == to).map_or(Path::EMPTY, |n| self.way(n + 1))
    }

    fn way(&self, mut n: usize) -> Path {
        let mut path = Path::EMPTY;
        while n > 0 {
            path = path.after(usize::from(self.links[n] & 7));
            n = usize::from(self.links[n] >> 3);
        }
        path
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

/// Finds all hexes within an allowance in order of cost, from costs in sixths by hex, gait and direction. `stops` says where a
/// march ends; `step` gives the cost of a step from what the ground says, or [`BARRED`], and knows whether it is the first one.
#[inline]
fn spread(
    ground: &Ground,
    (standing, gait): (bool, Gait),
    (start, spent, allowance): (HexId, u8, u8),
    stops: impl Fn(HexId) -> bool,
    step: impl Fn(bool, HexId, HexId, u8) -> u8,
) -> Reach {
    const FAR: u8 = u8::MAX;
    let costs = ground.costs_of(standing);
    let mut reach = Reach { hexes: [start; MOST], links: [0; MOST], count: 0 };
    let mut least = [FAR; HEXES];
    let mut queue = Buckets::new();
    least[start.index()] = spent;
    if spent <= allowance {
        queue.push(spent, 0);
    }
    for cost in spent..=allowance {
        while let Some(last_step) = queue.pop(cost) {
            let from = match reach.count {
                0 => start,
                _ => ground.neighbour(reach.hexes[usize::from(last_step >> 3)], usize::from(last_step & 7)),
            };
            if least[from.index()] != cost {
                continue;
            }
            let here = reach.count;
            reach.hexes[here] = from;
            reach.links[here] = last_step;
            reach.count += 1;
            if here > 0 && stops(from) {
                continue;
            }
            let around = ground.board.grid.neighbours(from);
            for (d, printed) in costs[from.index()][gait as usize].into_iter().enumerate() {
                if printed == BARRED || cost + printed > allowance {
                    continue;
                }
                let to = around[d];
                let step = step(here == 0, from, to, printed);
                if step == BARRED || cost + step > allowance || least[to.index()] <= cost + step {
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
    ways: Box<[(HexId, Path)]>,
    /// The hexes through which some of the ways lead on, the start among them: words of a set, from that word on.
    first: usize,
    through: Box<[u64]>,
    /// Whether abatis can stand on the way.
    fenced: bool,
    /// The fords among those reached, one bit each.
    fords: u16,
}

impl Span {
    pub(crate) fn survey(ground: &Ground, standing: bool, gait: Gait, start: HexId, allowance: u8) -> Span {
        let reach = spread(ground, (standing, gait), (start, 0, allowance), |_| false, |_, _, _, printed| printed);
        let (mut through, mut fords) = (Hexes::new(), 0);
        through.add(start);
        for n in 1..reach.count {
            through.add(reach.hexes[usize::from(reach.links[n] >> 3)]);
            fords |= ground.ford(reach.hexes[n]).map_or(0, |ford| 1 << ford);
        }
        let fenced = ground.may_be_fenced(start) || reach.hexes().iter().any(|h| ground.may_be_fenced(*h));
        let (first, words) = through.words();
        Span { ways: reach.ways().collect(), first, through: words.into(), fenced, fords }
    }

    /// Whether fords are on the way.
    pub(crate) fn crosses_fords(&self) -> bool {
        self.fords != 0
    }
}

impl BullRun {
    /// Where a piece can get from a hex with so much spent. Whether it can stop there is not judged here.
    pub fn reach(&self, state: &State, piece: PieceId, start: HexId, spent: u8, hazards: &Hazards) -> Reach {
        let enemy = piece.side().enemy();
        let points = self.roster.defence(piece);
        let gait = self.gait(piece);
        let held = if hazards.zones.has(start) { self.controllers(state, enemy, start) } else { 0 };
        let step = |first: bool, from: HexId, to: HexId, printed: u8| {
            if first && held != 0 && held & self.controllers(state, enemy, to) != 0 || points > 0 && self.ford_is_full(state, to, points) {
                return BARRED;
            }
            self.fenced_cost(state, gait, from, to, printed)
        };
        let stops = |hex: HexId| hazards.zones.has(hex) || hazards.unseen.has(hex);
        spread(self.ground, (state.standing(), gait), (start, spent, self.allowance(state, piece)), stops, step)
    }

    /// Whether so many points more may not enter a ford in this player-turn (BR-5.52c).
    #[inline]
    pub(crate) fn ford_is_full(&self, state: &State, hex: HexId, points: u8) -> bool {
        self.ground.ford(hex).is_some_and(|number| state.ford[number] + points > self.tables.limits.ford_entry)
    }

    /// Shows every hex that a piece reaches with a way there, as [`BullRun::reach`] has it, as long as more are wanted.
    pub(crate) fn each_way(
        &self,
        state: &State,
        piece: PieceId,
        start: HexId,
        spent: u8,
        hazards: &Hazards,
        mut more: impl FnMut(HexId, Path) -> bool,
    ) {
        let span = self.ground.span(state.standing(), self.gait(piece), state.factors(piece).movement, start);
        if spent == 0 && self.nothing_on_the_way(state, piece, span, hazards) {
            for (hex, path) in &span.ways {
                if !more(*hex, *path) {
                    return;
                }
            }
            return;
        }
        let reach = self.reach(state, piece, start, spent, hazards);
        for (hex, path) in reach.ways() {
            if !more(hex, path) {
                return;
            }
        }
    }

    /// Whether everything is as it would be on empty ground: no zone or face-down enemy where a way leads on, no abatis, and
    /// fords that let the piece in.
    fn nothing_on_the_way(&self, state: &State, piece: PieceId, span: &Span, hazards: &Hazards) -> bool {
        let points = self.roster.defence(piece);
        !hazards.zones.meets(span.first, &span.through)
            && !hazards.unseen.meets(span.first, &span.through)
            && !span.fenced
            && (points == 0 || each(Set::from(span.fords)).all(|n| state.ford[n] + points <= self.tables.limits.ford_entry))
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
        let pieces = ["mcdowell", "palmer", "sherman", "13-ny", "d-5-us", "sherman-brigade"].map(|id| game.roster.find(id).unwrap());
        let mut most = 0;
        for piece in pieces {
            for hex in game.ground.board.grid.hexes().filter(|h| game.ground.flags(true, *h) & flag::RIVER == 0) {
                most = most.max(game.reach(&state, piece, hex, 0, &hazards).count);
            }
        }
        assert!((100..MOST).contains(&most), "{most}");
    }
}

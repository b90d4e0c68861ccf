//! Everything that a march can reach, which is what is listed of it.
//!
//! Hexes are numbered down the columns, and a march of eight points stays within eight columns of its start: what is known of the hexes
//! on the way lies in short arrays on the stack.

use board::{Direction, HexId, Steps};

use crate::Chancellorsville1974;
use crate::action::{Action, LONGEST, Path};
use crate::counters::{Data, Set};
use crate::ground::{Hexes, ROAD, ground};
use crate::movement::{Ease, Group, Stop};
use crate::state::State;
use engine::Few;

/// The most points a unit has; the data is checked against it.
pub(crate) const MOST_POINTS: usize = 8;
/// Places for all hexes within eight steps and those beside them, by how far their numbers lie from that of the first hex.
const BELT: usize = 1024;
const MIDDLE: u16 = (BELT / 2) as u16;
/// The most hexes within eight steps, the first one left out.
const WITHIN: usize = 3 * MOST_POINTS * (MOST_POINTS + 1);
/// The most road hexes within sixteen steps by road of any hex; the board has 155.
const BY_ROAD: usize = 192;
/// No way into this hex is known.
const UNSEEN: u8 = u8::MAX;

/// What is known of the hexes around the start of a march.
pub(crate) struct Belt {
    base: u16,
    /// The cheapest way into a hex that need not stop there: a stream stops off the road and not along it. Beyond reach at first.
    go: [u8; BELT],
    /// The cheapest way into a hex, and its place in the list.
    best: [(u8, u8); BELT],
}

impl Belt {
    pub(crate) fn around(from: HexId, allowance: u8) -> Belt {
        let mut belt = Belt { base: from.0.wrapping_sub(MIDDLE), go: [allowance + 1; BELT], best: [(UNSEEN, 0); BELT] };
        let at = belt.index(from);
        (belt.best[at].0, belt.go[at]) = (0, 0);
        belt
    }

    #[inline]
    fn index(&self, hex: HexId) -> usize {
        usize::from(hex.0.wrapping_sub(self.base)) % BELT
    }

    /// Whether a march without bonus reaches the hex.
    fn reaches(&self, hex: HexId) -> bool {
        usize::from(hex.0.wrapping_sub(self.base)) < BELT && self.best[self.index(hex)].0 != UNSEEN
    }
}

/// A way of at most eight steps as [`Steps`] pack them, and above them their number and whether all that lies around its end is worth
/// a look: the search keeps hundreds of them, so all of it is in one word.
#[derive(Clone, Copy)]
pub(crate) struct Way(u32);

impl Way {
    const NUMBER: u32 = 24;
    const BENT: u32 = 1 << 31;

    #[inline]
    fn len(self) -> u32 {
        self.0 >> Way::NUMBER & 15
    }

    #[inline]
    fn then(self, direction: usize) -> Way {
        Way(((self.0 & !Way::BENT) + (1 << Way::NUMBER)) | ((direction as u32) << (3 * self.len())))
    }

    #[inline]
    fn bent(self) -> Way {
        Way(self.0 | Way::BENT)
    }

    /// Where it is worth looking from its end, roads and rivers aside.
    #[inline]
    fn ahead(self) -> Directions {
        match self.0 & Way::BENT {
            0 => AHEAD[(self.0 >> (3 * (self.len() - 1)) & 7) as usize % 6],
            _ => ALL_AROUND,
        }
    }

    /// The direction of its last step.
    #[inline]
    pub(crate) fn last(self) -> Direction {
        Direction::from_index((self.0 >> (3 * (self.len() - 1)) & 7) as usize)
    }

    #[inline]
    pub(crate) fn path(self, from: HexId) -> Path {
        Path::along(from, Steps::<u32>::packed(self.0 & 0xff_ffff, self.len()).longer())
    }
}

/// Directions, one bit each.
type Directions = u8;

/// The three directions ahead of who came in each direction.
const AHEAD: [Directions; 6] = [0b10_0011, 0b00_0111, 0b00_1110, 0b01_1100, 0b11_1000, 0b11_0001];
const ALL_AROUND: Directions = 0b11_1111;

/// A hex from which a march may go on.
#[derive(Clone, Copy)]
struct Open {
    way: Way,
    hex: HexId,
    next: u16,
}

/// The hexes from which a march may go on, by what it has cost to come there, in the order in which they were found.
struct Queue {
    open: Few<Open, { 2 * WITHIN }>,
    first: [u16; MOST_POINTS + 1],
    last: [u16; MOST_POINTS + 1],
}

impl Queue {
    const END: u16 = u16::MAX;

    fn new() -> Queue {
        let ends = [Queue::END; MOST_POINTS + 1];
        Queue { open: Few::new(Open { way: Way(0), hex: HexId(0), next: Queue::END }), first: ends, last: ends }
    }

    #[inline]
    fn push(&mut self, cost: u8, hex: HexId, way: Way) {
        let number = self.open.len() as u16;
        self.open.push(Open { way, hex, next: Queue::END });
        let cost = usize::from(cost);
        match std::mem::replace(&mut self.last[cost], number) {
            Queue::END => self.first[cost] = number,
            before => self.open[usize::from(before)].next = number,
        }
    }
}

/// What is found, in order.
pub(crate) trait Ways {
    fn count(&self) -> usize;
    /// A hex that was not reached before.
    fn add(&mut self, hex: HexId, way: Way);
    /// A cheaper way into the hex of that place.
    fn improve(&mut self, place: usize, way: Way);
}

/// The marches of these pieces, as actions.
struct Marches<'a> {
    pieces: Set,
    from: HexId,
    start: usize,
    out: &'a mut Vec<Action>,
}

impl Ways for Marches<'_> {
    #[inline]
    fn count(&self) -> usize {
        self.out.len() - self.start
    }

    #[inline]
    fn add(&mut self, _: HexId, way: Way) {
        self.out.push(Action::March(self.pieces, way.path(self.from)));
    }

    #[inline]
    fn improve(&mut self, place: usize, way: Way) {
        self.out[self.start + place] = Action::March(self.pieces, way.path(self.from));
    }
}

/// Who sets out on a march, as far as the search for ways must know.
pub(crate) struct Start {
    pub from: HexId,
    pub spent: u8,
    pub allowance: u8,
    /// The first step is bound to more than the ground: an enemy zone is left, or a road is kept to.
    pub bound: bool,
    /// Bridges and boats keep to the road at every step.
    pub hauled: bool,
}

/// Finds every hex that can be reached without the road bonus. `enter` says of a step that can be paid for whether it is open, and then
/// whether the march must stop there.
#[inline]
pub(crate) fn search(
    data: &Data,
    start: &Start,
    belt: &mut Belt,
    mut enter: impl FnMut(HexId, usize, HexId, Ease) -> Option<bool>,
    ways: &mut impl Ways,
) {
    let &Start { from, spent, allowance, .. } = start;
    let mut queue = Queue::new();
    queue.push(spent.min(allowance), from, Way(0).bent());
    // Every hex costs at least one point: who has none left goes nowhere.
    for cost in spent..allowance {
        let mut next = queue.first[usize::from(cost)];
        while next != Queue::END {
            let Open { way, hex: at, next: after } = queue.open[usize::from(next)];
            next = after;
            if at != from && belt.go[belt.index(at)] < cost {
                continue;
            }
            let steps = &data.steps[at.index()];
            // What lies beside both of two hexes on the way is reached from the first for less, unless a road or a ford leads there
            // from the second, or something in the first forbids the step: a river, an enemy zone, a road to be kept to.
            let mut look = way.ahead() | steps.always;
            while look != 0 {
                let i = look.trailing_zeros() as usize % 6;
                look &= look - 1;
                let (to, ease) = (steps.to[i], steps.ease[i]);
                let total = cost + ease.price();
                let here = belt.index(to);
                // What is closed, or too dear, is never cheaper.
                if belt.go[here] <= total {
                    continue;
                }
                let Some(stops) = enter(at, i, to, ease) else { continue };
                let on = way.then(i);
                let (best, place) = belt.best[here];
                if best == UNSEEN {
                    belt.best[here] = (total, ways.count() as u8);
                    ways.add(to, on);
                } else if total < best {
                    belt.best[here].0 = total;
                    ways.improve(usize::from(place), on);
                }
                if !stops {
                    belt.go[here] = total;
                    if total < allowance {
                        let bent = ease.wet() || start.hauled || start.bound && at == from;
                        queue.push(total, to, if bent { on.bent() } else { on });
                    }
                }
            }
        }
    }
}

impl Chancellorsville1974 {
    /// Every hex these pieces can reach, each once with its cheapest way; then those that only the road bonus reaches.
    pub fn reach(&self, state: &State, group: &Group, from: HexId, spent: u8, mut found: impl FnMut(HexId, &dyn Fn() -> Path)) {
        let mut marches = Vec::with_capacity(WITHIN + BY_ROAD);
        self.spread(state, group, from, spent, &mut marches);
        for march in marches {
            let Action::March(_, path) = march else { unreachable!("marches are found") };
            found(path.end(ground().grid()), &|| path);
        }
    }

    /// The marches of these pieces.
    pub(crate) fn list_marches(&self, state: &State, pieces: Set, from: HexId, spent: u8, out: &mut Vec<Action>) {
        self.spread(state, &self.group(state, pieces), from, spent, out);
    }

    /// Finds every hex that can be reached.
    fn spread(&self, state: &State, group: &Group, from: HexId, spent: u8, out: &mut Vec<Action>) {
        if group.disrupted {
            for direction in Direction::ALL {
                if self.stride(state, group, from, direction).is_ok() {
                    out.push(Action::March(group.pieces, Path::at(from).then(direction)));
                }
            }
            return;
        }
        let by_road = spent == 0 && self.ground.is(from, ROAD) && self.bonus_allowed(state, group.side);
        if spent == 0 && self.look_up(state, group, from, out) {
            if by_road && !self.look_up_roads(state, group, from, out) {
                let within = self.within_reach(group, from);
                self.spread_by_road(state, group, from, |hex| within.has(hex), out);
            }
            return;
        }
        let mut belt = Belt::around(from, group.allowance);
        self.spread_over_land(state, group, from, spent, &mut belt, out);
        if by_road {
            self.spread_by_road(state, group, from, |hex| belt.reaches(hex), out);
        }
    }

    /// The hexes that are reached without the road bonus.
    fn spread_over_land(&self, state: &State, group: &Group, from: HexId, spent: u8, belt: &mut Belt, out: &mut Vec<Action>) {
        let bound = group.equipment || self.controls(state, group.side.enemy(), from);
        let start = Start { from, spent, allowance: group.allowance, bound, hauled: group.equipment };
        let enter = |at, i, to, ease: Ease| {
            if !ease.wet() && group.equipment && !self.ground.road(at, Direction::from_index(i)) {
                None
            } else if !ease.wet() && self.is_open(state, group, to) {
                Some(ease.stops())
            } else if ease.deep() && !group.swims && !state.holds_equipment(to) {
                None
            } else {
                self.stride(state, group, at, Direction::from_index(i)).ok().map(|stride| stride.stop != Stop::No)
            }
        };
        search(self.data, &start, belt, enter, &mut Marches { pieces: group.pieces, from, start: out.len(), out });
    }

    /// The hexes that only the road bonus reaches.
    fn spread_by_road(&self, state: &State, group: &Group, from: HexId, reached: impl Fn(HexId) -> bool, out: &mut Vec<Action>) {
        let enemy = group.side.enemy();
        let enter = |at: HexId, direction: Direction, to| {
            if self.anyone_beside(state, enemy, to) {
                return None;
            }
            if !self.data.steps[at.index()].ease[direction.index()].wet() && self.is_open(state, group, to) {
                return Some(true);
            }
            self.stride(state, group, at, direction).ok().map(|stride| stride.stop == Stop::No && !stride.bridge)
        };
        search_roads(self.data, from, group.allowance, enter, |stage| {
            if !reached(stage.hex) {
                out.push(Action::March(group.pieces, stage.path(from)));
            }
        });
    }
}

/// Finds every hex that can be reached by road at twice the allowance. `enter` says of a step whether it is open, and then whether the
/// march may go on from there.
pub(crate) fn search_roads(
    data: &Data,
    from: HexId,
    allowance: u8,
    mut enter: impl FnMut(HexId, Direction, HexId) -> Option<bool>,
    mut found: impl FnMut(Stage),
) {
    let farthest = usize::from(2 * allowance / data.costs.road).min(LONGEST);
    let start = Stage { way: Steps::EMPTY, hex: from, notes: 0 };
    let mut line: Few<Stage, BY_ROAD> = Few::new(start);
    let mut seen = Hexes::default();
    line.push(start);
    seen.insert(from);
    let mut i = 0;
    while let Some(at) = line.get(i).copied().filter(|at| at.way.len() < farthest) {
        let mut look = ground().roads[at.hex.index()];
        while look != 0 {
            let direction = Direction::from_index(look.trailing_zeros() as usize);
            look &= look - 1;
            let to = ground().grid().neighbour(at.hex, direction);
            if seen.has(to) {
                continue;
            }
            let Some(goes_on) = enter(at.hex, direction, to) else { continue };
            let next = at.then(direction, to);
            found(next);
            if goes_on {
                seen.insert(to);
                line.push(next);
            }
        }
        i += 1;
    }
}

/// A hex on the way by road, and the steps to it.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    way: Steps<u64>,
    pub hex: HexId,
    /// What a timetable notes of it.
    pub notes: u8,
}

impl Stage {
    #[inline]
    fn then(self, direction: Direction, hex: HexId) -> Stage {
        Stage { way: self.way.then(direction), hex, notes: 0 }
    }

    /// The same with notes.
    pub(crate) fn noted(self, notes: u8) -> Stage {
        Stage { notes, ..self }
    }

    /// The direction of the last step.
    #[inline]
    pub(crate) fn last(self) -> Direction {
        self.way.last().expect("a step was taken")
    }

    #[inline]
    pub(crate) fn path(self, from: HexId) -> Path {
        Path::along(from, self.way)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use engine::player::RandomPlayer;
    use engine::{Actor, Chair, Dice, Handbook, Player, Rules};

    use super::*;
    use crate::counters::{PieceId, each};
    use crate::state::{Fate, Step};

    /// What a march without bonus costs to each hex, found without any short cut: all steps from all hexes, until nothing gets cheaper.
    fn plainly(game: &Chancellorsville1974, state: &State, group: &Group, from: HexId) -> BTreeMap<HexId, u8> {
        let (mut best, mut go) = (BTreeMap::new(), BTreeMap::from([(from, 0u8)]));
        loop {
            let mut cheaper = false;
            for (at, cost) in go.clone() {
                for direction in Direction::ALL {
                    let Ok(stride) = game.stride(state, group, at, direction) else { continue };
                    let (to, total) = (ground().grid().neighbour(at, direction), cost + stride.cost);
                    if total > group.allowance || to == from {
                        continue;
                    }
                    let known = best.entry(to).or_insert(u8::MAX);
                    *known = total.min(*known);
                    if stride.stop == Stop::No && go.get(&to).is_none_or(|c| total < *c) {
                        go.insert(to, total);
                        cheaper = true;
                    }
                }
            }
            if !cheaper {
                return best;
            }
        }
    }

    /// Plays random games to their end, without options and with some, and shows every so many decisions of a Movement Phase: the game, the
    /// position, the counters of the side that is asked, and each of them that is not disrupted, with its hex.
    fn on_the_march(every: usize, mut look: impl FnMut(&Chancellorsville1974, &State, Set, PieceId, HexId)) {
        for (seed, options) in [(7, &[][..]), (8, &["inverted-counters", "stonemans-raid"][..])] {
            let on = options.iter().map(|o| (o.to_string(), "on".to_string())).collect();
            let game = Chancellorsville1974::open(&Chancellorsville1974::catalogue().complete(None, &on).unwrap()).unwrap();
            let mut state = game.start();
            let (mut dice, mut player) = (Dice::new(seed), RandomPlayer::<Chancellorsville1974>::new(seed));
            let mut decisions = 0;
            loop {
                match game.actor(&state) {
                    Actor::Over(_) => break,
                    Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                    asked => {
                        let side = asked.side().unwrap();
                        decisions += 1;
                        let looks = decisions % every == 0 && state.agenda.top() == Step::Movement;
                        let own = if looks { game.data.side(side) & state.with_fate(Fate::Map) } else { 0 };
                        for piece in each(own).filter(|p| !state.disrupted(*p)) {
                            look(&game, &state, own, piece, state.hex[piece.index()]);
                        }
                        let action = player.choose(&Chair::new(&game, &state, side));
                        game.apply_unchecked(&mut state, side, action, &mut ());
                    }
                }
            }
        }
    }

    #[test]
    fn everything_within_reach_is_found_at_its_price() {
        let mut compared = 0;
        on_the_march(29, |game, state, _, piece, from| {
            let group = game.group(state, piece.bit());
            let mut found = BTreeMap::new();
            game.reach(state, &group, from, 0, |hex, way| {
                let walk = game.walk(state, &group, way(), 0).unwrap();
                if !walk.bonus {
                    found.insert(hex, walk.spent);
                }
            });
            assert_eq!(found, plainly(game, state, &group, from), "{piece:?} from {}", ground().name(from));
            compared += 1;
        });
        assert!(compared > 400, "{compared}");
    }

    /// The marches of a group, and how many of them were looked up: none, those over land, or all.
    fn looked_up(game: &Chancellorsville1974, state: &State, group: &Group, from: HexId, out: &mut Vec<Action>) -> usize {
        let over_land = game.look_up(state, group, from, out);
        let by_road = ground().is(from, ROAD) && game.bonus_allowed(state, group.side);
        usize::from(over_land) + usize::from(over_land && by_road && game.look_up_roads(state, group, from, out))
    }

    #[test]
    fn what_is_looked_up_is_what_a_search_finds() {
        let mut compared = [0; 3];
        on_the_march(11, |game, state, own, piece, from| {
            for pieces in [piece.bit(), state.at(from) & own] {
                let group = game.group(state, pieces);
                if group.disrupted {
                    continue;
                }
                let mut belt = Belt::around(from, group.allowance);
                let (mut found, mut looked) = (Vec::new(), Vec::new());
                let how = looked_up(game, state, &group, from, &mut looked);
                game.spread_over_land(state, &group, from, 0, &mut belt, &mut found);
                if how == 2 {
                    game.spread_by_road(state, &group, from, |hex| belt.reaches(hex), &mut found);
                }
                assert!(how == 0 || looked == found, "{piece:?} from {}", ground().name(from));
                compared[how] += 1;
            }
        });
        assert!(compared.iter().all(|n| *n > 100), "{compared:?}");
    }

    #[test]
    fn no_march_by_road_sees_more_hexes_than_there_is_room_for() {
        for from in ground().grid().hexes() {
            let mut line = vec![(from, 0)];
            let mut i = 0;
            while let Some((at, steps)) = line.get(i).copied() {
                i += 1;
                for direction in Direction::ALL.into_iter().filter(|d| steps < 2 * MOST_POINTS && ground().road(at, *d)) {
                    let to = ground().grid().neighbour(at, direction);
                    if line.iter().all(|(hex, _)| *hex != to) {
                        line.push((to, steps + 1));
                    }
                }
            }
            assert!(line.len() <= BY_ROAD, "{} road hexes around {}", line.len(), ground().name(from));
        }
    }
}

//! Everything that a march can reach, which is what is listed of it.
//!
//! Hexes are numbered down the columns, and a march of eight points stays within eight columns of its start: what is known of the hexes
//! on the way lies in short arrays on the stack.

use board::{Direction, HexId};

use crate::Chancellorsville1974;
use crate::action::{Action, LONGEST, Path};
use crate::counters::Set;
use crate::ground::{Hexes, ROAD};
use crate::movement::{Group, Stop};
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
struct Belt {
    base: u16,
    /// The cheapest way into a hex that need not stop there: a stream stops off the road and not along it. Beyond reach at first.
    go: [u8; BELT],
    /// The cheapest way into a hex, and its place in the list.
    best: [(u8, u8); BELT],
}

impl Belt {
    fn around(from: HexId, allowance: u8) -> Belt {
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

/// A way of at most eight steps, three bits each; their number; and whether all that lies around its end is worth a look.
#[derive(Clone, Copy)]
struct Way(u32);

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

    #[inline]
    fn path(self, from: HexId) -> Path {
        Path::packed(from, self.len() as u8, u64::from(self.0 & 0xff_ffff))
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
trait Ways {
    fn count(&self) -> usize;
    /// A hex that was not reached before.
    fn add(&mut self, hex: HexId, path: Path);
    /// A cheaper way into the hex of that place.
    fn improve(&mut self, place: usize, path: Path);
}

/// The marches of these pieces, as actions.
struct Marches<'a> {
    pieces: Set,
    start: usize,
    out: &'a mut Vec<Action>,
}

impl Ways for Marches<'_> {
    #[inline]
    fn count(&self) -> usize {
        self.out.len() - self.start
    }

    #[inline]
    fn add(&mut self, _: HexId, path: Path) {
        self.out.push(Action::March(self.pieces, path));
    }

    #[inline]
    fn improve(&mut self, place: usize, path: Path) {
        self.out[self.start + place] = Action::March(self.pieces, path);
    }
}

impl<const N: usize> Ways for Few<(HexId, Path), N> {
    fn count(&self) -> usize {
        self.len()
    }

    fn add(&mut self, hex: HexId, path: Path) {
        self.push((hex, path));
    }

    fn improve(&mut self, place: usize, path: Path) {
        self[place].1 = path;
    }
}

impl Chancellorsville1974 {
    /// Every hex these pieces can reach, each once with its cheapest way; then those that only the road bonus reaches.
    pub fn reach(&self, state: &State, group: &Group, from: HexId, spent: u8, mut found: impl FnMut(HexId, &dyn Fn() -> Path)) {
        let mut ways: Few<(HexId, Path), { WITHIN + BY_ROAD }> = Few::new((from, Path::at(from)));
        self.spread(state, group, from, spent, &mut ways);
        ways.iter().for_each(|(hex, path)| found(*hex, &|| *path));
    }

    /// The marches of these pieces.
    pub(crate) fn list_marches(&self, state: &State, pieces: Set, from: HexId, spent: u8, out: &mut Vec<Action>) {
        let group = self.group(state, pieces);
        let start = out.len();
        self.spread(state, &group, from, spent, &mut Marches { pieces, start, out });
    }

    /// Finds every hex that can be reached.
    fn spread(&self, state: &State, group: &Group, from: HexId, spent: u8, ways: &mut impl Ways) {
        if group.disrupted {
            for direction in Direction::ALL {
                if self.stride(state, group, from, direction).is_ok() {
                    ways.add(self.ground.grid().neighbour(from, direction), Path::at(from).then(direction));
                }
            }
            return;
        }
        let mut belt = Belt::around(from, group.allowance);
        let mut queue = Queue::new();
        queue.push(spent.min(group.allowance), from, Way(0).bent());
        // What lies beside both of two hexes on the way is reached from the first for less, unless a road or a ford leads there from the
        // second, or something in the first forbids the step: a river, an enemy zone, a road to be kept to.
        let bound = group.equipment || self.controls(state, group.side.enemy(), from);
        // Every hex costs at least one point: who has none left goes nowhere.
        for cost in spent..group.allowance {
            let mut next = queue.first[usize::from(cost)];
            while next != Queue::END {
                let Open { way, hex: at, next: after } = queue.open[usize::from(next)];
                next = after;
                if at != from && belt.go[belt.index(at)] < cost {
                    continue;
                }
                let steps = &self.data.steps[at.index()];
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
                    let stops = if !ease.wet() && self.is_open(state, group, to) {
                        ease.stops()
                    } else if ease.deep() && !group.swims && !state.holds_equipment(to) {
                        continue;
                    } else {
                        match self.stride(state, group, at, Direction::from_index(i)) {
                            Ok(stride) => stride.stop != Stop::No,
                            Err(_) => continue,
                        }
                    };
                    let on = way.then(i);
                    let (best, place) = belt.best[here];
                    if best == UNSEEN {
                        belt.best[here] = (total, ways.count() as u8);
                        ways.add(to, on.path(from));
                    } else if total < best {
                        belt.best[here].0 = total;
                        ways.improve(usize::from(place), on.path(from));
                    }
                    if !stops {
                        belt.go[here] = total;
                        if total < group.allowance {
                            let bent = ease.wet() || bound && (at == from || group.equipment);
                            queue.push(total, to, if bent { on.bent() } else { on });
                        }
                    }
                }
            }
        }
        if spent == 0 && self.ground.is(from, ROAD) && self.bonus_allowed(state, group.side) {
            self.spread_by_road(state, group, from, &belt, ways);
        }
    }

    /// The hexes that only the road bonus reaches.
    fn spread_by_road(&self, state: &State, group: &Group, from: HexId, belt: &Belt, ways: &mut impl Ways) {
        let enemy = group.side.enemy();
        let farthest = usize::from(2 * group.allowance / self.data.costs.road).min(LONGEST);
        let start = Milestone { hex: from, before: 0, direction: 0, steps: 0 };
        let mut line: Few<Milestone, BY_ROAD> = Few::new(start);
        let mut seen = Hexes::default();
        line.push(start);
        seen.add(from);
        let mut i = 0;
        while let Some(at) = line.get(i).copied() {
            if usize::from(at.steps) >= farthest {
                break;
            }
            let mut look = self.ground.roads[at.hex.index()];
            while look != 0 {
                let direction = Direction::from_index(look.trailing_zeros() as usize);
                look &= look - 1;
                let to = self.ground.grid().neighbour(at.hex, direction);
                if seen.has(to) || self.anyone_beside(state, enemy, to) {
                    continue;
                }
                let Ok(stride) = self.stride(state, group, at.hex, direction) else { continue };
                let next = Milestone { hex: to, before: i as u8, direction: direction.index() as u8, steps: at.steps + 1 };
                if !belt.reaches(to) {
                    ways.add(to, next.path(from, &line));
                }
                if stride.stop == Stop::No && !stride.bridge {
                    seen.add(to);
                    line.push(next);
                }
            }
            i += 1;
        }
    }
}

/// A hex on the way by road: the one before it, by its place in the line, and the step from there.
#[derive(Clone, Copy)]
struct Milestone {
    hex: HexId,
    before: u8,
    direction: u8,
    steps: u8,
}

impl Milestone {
    /// The way to it, found by going back.
    fn path(self, from: HexId, line: &[Milestone]) -> Path {
        let (mut steps, mut at) = (0, self);
        for i in (0..self.steps).rev() {
            steps |= u64::from(at.direction) << (3 * i);
            at = line[usize::from(at.before)];
        }
        Path::packed(from, self.steps, steps)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use engine::player::RandomPlayer;
    use engine::{Actor, Chair, Dice, Handbook, Player, Rules};

    use super::*;
    use crate::counters::each;
    use crate::ground::ground;
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

    #[test]
    fn everything_within_reach_is_found_at_its_price() {
        for options in [&[][..], &["inverted-counters", "stonemans-raid"][..]] {
            let on = options.iter().map(|o| (o.to_string(), "on".to_string())).collect();
            let game = Chancellorsville1974::open(&Chancellorsville1974::catalogue().complete(None, &on).unwrap()).unwrap();
            let mut state = game.start();
            let (mut dice, mut player) = (Dice::new(7), RandomPlayer::<Chancellorsville1974>::new(7));
            let (mut decisions, mut compared) = (0, 0);
            loop {
                match game.actor(&state) {
                    Actor::Over(_) => break,
                    Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut ()),
                    asked => {
                        let side = asked.side().unwrap();
                        decisions += 1;
                        let looks = decisions % 29 == 0 && state.agenda.top() == Step::Movement;
                        let own = if looks { game.data.side(side) & state.with_fate(Fate::Map) } else { 0 };
                        for piece in each(own).filter(|p| !state.disrupted(*p)) {
                            let (group, from) = (game.group(&state, piece.bit()), state.hex[piece.index()]);
                            let plain = plainly(&game, &state, &group, from);
                            let mut found = BTreeMap::new();
                            game.reach(&state, &group, from, 0, |hex, way| {
                                let walk = game.walk(&state, &group, way(), 0).unwrap();
                                if !walk.bonus {
                                    found.insert(hex, walk.spent);
                                }
                            });
                            assert_eq!(found, plain, "{piece:?} from {}", ground().name(from));
                            compared += 1;
                        }
                        let action = player.choose(&Chair::new(&game, &state, side));
                        game.apply_unchecked(&mut state, side, action, &mut ());
                    }
                }
            }
            assert!(compared > 200, "{compared}");
        }
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

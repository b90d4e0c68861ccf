//! How far a counter or a stack gets, and what of it is listed: the search for all hexes in reach.

use crate::action::{Action, LONGEST, Path, Subject, Way};
use crate::counters::{Kind, Piece, Set, first, pieces};
use crate::movement::{Gait, SLOW_RATE};
use crate::tracks::{self, Ahead, Track};
use crate::{Chancellorsville1961, State};
use board::{Direction, HexId};
use engine::Side;

/// The most hexes within eight steps of a hex.
const MOST_REACHED: usize = 3 * LONGEST * (LONGEST + 1) + 1;
/// A window of the map around the start of a march: so many cells in a row, and rows.
const WINDOW: usize = 2 * LONGEST + 1;
/// From a cell of the window to its neighbours, in the order of [`Direction::ALL`], modulo 2^16.
const STEPS: [u16; 6] = {
    let row = WINDOW as u16;
    [u16::MAX, row, row + 1, 1, 0u16.wrapping_sub(row), 0u16.wrapping_sub(row + 1)]
};

/// How far a mover gets: the hexes in reach, the start first, and how far it could still go from each.
pub struct Reach {
    start: HexId,
    /// How far it could still go from each cell of the window; -1 where it has not been.
    left: [i8; WINDOW * WINDOW],
    hexes: [HexId; MOST_REACHED],
    /// The way to each of them, but for its first hex.
    ways: [Way; MOST_REACHED],
    /// The cell of each in the window.
    cells: [u16; MOST_REACHED],
    len: usize,
}

impl Reach {
    /// Nothing but the start.
    pub(crate) fn new(start: HexId) -> Reach {
        let mut reach = Reach {
            start,
            left: [-1; WINDOW * WINDOW],
            hexes: [HexId(0); MOST_REACHED],
            ways: [Way::EMPTY; MOST_REACHED],
            cells: [0; MOST_REACHED],
            len: 1,
        };
        reach.hexes[0] = start;
        reach.cells[0] = (WINDOW * WINDOW / 2) as u16;
        reach
    }

    fn left(&self, cell: u16) -> i8 {
        self.left[usize::from(cell)]
    }

    /// Notes a hex that was not reached before.
    fn add(&mut self, hex: HexId, cell: u16, way: Way, left: i8) {
        self.left[usize::from(cell)] = left;
        self.hexes[self.len] = hex;
        self.ways[self.len] = way;
        self.cells[self.len] = cell;
        self.len += 1;
    }

    /// Notes a better way to a hex; returns its place in the lists.
    fn improve(&mut self, cell: u16, way: Way, left: i8) -> usize {
        let place = self.cells[..self.len].iter().position(|c| *c == cell).expect("it was reached before");
        self.left[usize::from(cell)] = left;
        self.ways[place] = way;
        place
    }

    /// Notes hexes that are known to be in reach; returns the place of the first from which to look further.
    fn follow(&mut self, known: &[Track], left: i8) -> usize {
        for track in known {
            let left = if track.stops() { 0 } else { left - track.way.len() as i8 };
            self.add(track.hex, track.cell(), track.way, left);
        }
        known.last().map_or(0, |last| 1 + known.partition_point(|track| track.way.len() < last.way.len()))
    }

    /// The hexes reached, the start not among them, as tracks that others may follow.
    pub(crate) fn tracks(&self) -> impl Iterator<Item = Track> {
        (1..self.len).map(|i| Track::new(self.ways[i], self.hexes[i], self.cells[i], self.left(self.cells[i]) == 0))
    }

    /// The hexes reached, the start not among them, each with the way there.
    pub fn found(&self) -> impl Iterator<Item = (HexId, Path)> {
        let ways = self.ways[1..self.len].iter().map(|way| Path::along(self.start, *way));
        self.hexes[1..self.len].iter().copied().zip(ways)
    }
}

/// Who looks for ways.
struct Movers {
    group: Set,
    enemy: Side,
    /// The enemy's units.
    foes: Set,
    /// Units: no boat or bridge.
    on_foot: bool,
    /// Units that do not swim, or not together.
    wades: bool,
    gait: Gait,
    /// Units that may enter any enemy zone: no artillery, no headquarters alone.
    bold: bool,
}

impl Chancellorsville1961 {
    /// C61-ROUT-2: every counter but a fort may move each Turn.
    pub(crate) fn list_movers(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        let book = self.book;
        let own = state.own(book, by) & state.on_map();
        for piece in pieces(own & book.units()) {
            let marches = self.is_free_to_go(state, by, piece) || state.halted & piece.bit() == 0 && self.can_move(state, by, piece);
            if marches || book.is(piece, book.breakable) && self.can_substitute(state, piece) {
                out.push(Subject::Piece(piece));
            }
        }
        for train in pieces(own & book.trains()) {
            if self.can_haul(state, by, train) {
                out.push(Subject::Piece(train));
            }
        }
        if by == Side::Confederate {
            out.extend(pieces(self.formable(state)).map(Subject::Piece));
        }
        self.list_stacks(state, by, out);
        out.push(Subject::Done);
    }

    /// Stacks that can march as a whole to some neighbouring hex.
    fn list_stacks(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        let book = self.book;
        for piece in pieces(book.units() & book.of[by.index()] & state.on_map() & !state.halted) {
            if state.is_alone(piece) {
                continue;
            }
            let hex = state.hex(piece);
            let stack = state.stack(hex) & book.units();
            // Each stack once, for its first counter.
            if stack.count_ones() < 2 || stack & (piece.bit() - 1) != 0 {
                continue;
            }
            if let Some(group) = self.marching_stack(state, by, hex)
                && self.can_march(state, by, group, hex)
            {
                out.push(Subject::Stack(hex));
            }
        }
    }

    /// Where a counter, or a stack that has not moved yet, can go, with the best path to each hex: a unit along tracks known beforehand
    /// as far as they serve.
    pub fn reach(&self, state: &State, by: Side, group: Set, laying: bool) -> Reach {
        let hex = state.hex(first(group).expect("somebody moves"));
        let unit = group.count_ones() == 1 && group & self.book.units() != 0;
        let Some(tracks) = unit.then(|| self.tracks(state, by, group, hex)).flatten() else {
            return self.search(state, by, group, laying);
        };
        let mut reach = Reach::new(hex);
        let stopped = tracks.all.iter().find(|track| self.is_in_the_way(state, by.enemy(), true, track.hex));
        match stopped {
            Some(track) => {
                let known = tracks.shorter(self.sure_steps(hex, track));
                self.explore(state, by, group, laying, &tracks.all[..known], &mut reach);
            }
            None => {
                reach.follow(tracks.all, LONGEST as i8);
            }
        }
        reach
    }

    /// The same without a look at what is known.
    pub(crate) fn search(&self, state: &State, by: Side, group: Set, laying: bool) -> Reach {
        let mut reach = Reach::new(state.hex(first(group).expect("somebody moves")));
        self.explore(state, by, group, laying, &[], &mut reach);
        reach
    }

    /// Looks for all hexes that a group can reach; those up to some distance may be known.
    fn explore(&self, state: &State, by: Side, group: Set, laying: bool, known: &[Track], reach: &mut Reach) {
        let (book, ground) = (self.book, &self.book.ground);
        let lead = first(group).expect("somebody moves");
        let start = reach.start;
        let pace = self.pace(state, lead);
        let factor = pieces(group).map(|p| book.movement[p.index()]).min().unwrap_or(0);
        let cap = if pace.slowed { SLOW_RATE } else { factor };
        if pace.halted || pace.spent >= cap {
            return;
        }
        let movers = Movers {
            group,
            enemy: by.enemy(),
            foes: book.units() & book.of[by.enemy().index()],
            on_foot: group & book.trains() == 0,
            wades: group & book.trains() == 0 && !(group.count_ones() == 1 && book.kind[lead.index()].swims()),
            gait: Gait { escorted: group & book.fighters() != 0, single: group.count_ones() == 1, laying },
            bold: group & book.fighters() != 0 && group & book.guns == 0,
        };
        // Only from inside slow ground does a longer way sometimes lead further than a shorter one.
        let inside = pace.slowed || ground.slow(start);
        reach.left[usize::from(reach.cells[0])] = (cap - pace.spent) as i8;
        // Hexes reached again by a better way are looked at again after the others.
        let (mut again, mut waiting) = ([0u8; MOST_REACHED], 0);
        let mut place = reach.follow(known, (cap - pace.spent) as i8);
        let mut done = place + 1;
        loop {
            let (from, cell, way) = (reach.hexes[place], reach.cells[place], reach.ways[place]);
            let left = reach.left(cell);
            if left > 0 {
                let slowed = if from == start { pace.slowed } else { ground.slow(from) };
                let fresh_inside = from == start && pace.spent == 0 && ground.slow(start);
                let onward = way.last().filter(|_| !inside && !ground.waterside(from));
                for direction in headings(onward) {
                    let cell = cell.wrapping_add(STEPS[direction.index()]);
                    let known = reach.left(cell);
                    if left - 1 <= known {
                        continue;
                    }
                    let to = ground.step(from, *direction);
                    let Some(halts) = self.way_on(state, &movers, from, to) else {
                        continue;
                    };
                    let next = match (halts, ground.slow(to)) {
                        (true, _) => 0,
                        (false, false) => left - 1,
                        (false, true) if slowed => left - 1,
                        (false, true) if fresh_inside => SLOW_RATE as i8 - 1,
                        (false, true) => 0,
                    };
                    if known < 0 {
                        reach.add(to, cell, way.then(*direction), next);
                    } else if next > known {
                        let better = reach.improve(cell, way.then(*direction), next);
                        if waiting < MOST_REACHED {
                            again[waiting] = better as u8;
                            waiting += 1;
                        }
                    }
                }
            }
            if done < reach.len {
                place = done;
                done += 1;
            } else if waiting > 0 {
                waiting -= 1;
                place = usize::from(again[waiting]);
            } else {
                return;
            }
        }
    }

    /// Whether movers may take a step, and whether they must stop there: the plain cases at once, the others as the rules have them.
    #[inline]
    fn way_on(&self, state: &State, movers: &Movers, from: HexId, to: HexId) -> Option<bool> {
        let (book, ground) = (self.book, &self.book.ground);
        let empty = state.is_empty(to);
        if movers.on_foot && ground.is_dry(to) && ground.is_dry(from) {
            if !empty && state.stack(to) & movers.foes != 0 {
                return None; // C61-ATT-4, C61-FORT-2
            }
            // C61-OCC-1, C61-ATT-3, C61-STR-1: friends hinder nobody, and nothing but a zone or a stream can stop them there.
            match state.control(movers.enemy, to) {
                0 => return Some(ground.stream(to)),
                _ if movers.bold => return Some(true),
                _ => {}
            }
        } else if ground.closed(to) || movers.wades && ground.river(to) && (!movers.gait.single || empty && !ground.ford(to)) {
            return None; // C61-RIV-1, C61-SWIM-2
        }
        let own = book.fighters() & book.of[movers.enemy.enemy().index()];
        let escorted = movers.gait.escorted || !empty && state.stack(to) & own != 0;
        self.group_step(state, movers.group, from, to, Gait { escorted, ..movers.gait })
    }

    /// Whether all of a group may take a step, and whether any of them must stop there.
    fn group_step(&self, state: &State, group: Set, from: HexId, to: HexId, gait: Gait) -> Option<bool> {
        let mut halts = false;
        for piece in pieces(group) {
            halts |= self.may_step(state, piece, from, to, gait).ok()?;
        }
        Some(halts)
    }

    /// Whether a hex beside that one is plainly open to units of a side: land, empty, and in no enemy zone.
    #[inline]
    fn has_open_ground(&self, state: &State, by: Side, hex: HexId) -> bool {
        let ground = &self.book.ground;
        ground.is_dry(hex) && ground.around(hex).iter().any(|to| ground.is_dry(*to) && state.is_clear_of(by.enemy(), *to))
    }

    /// Whether nothing holds a unit: it has movement left, is in no enemy zone, and has open ground beside it.
    #[inline]
    pub(crate) fn is_free_to_go(&self, state: &State, by: Side, unit: Piece) -> bool {
        let hex = state.hex(unit);
        let spent = state.spent[unit.index()];
        spent < self.book.movement[unit.index()]
            && (state.halted | state.slowed) & unit.bit() == 0
            && state.control(by.enemy(), hex) == 0
            && self.has_open_ground(state, by, hex)
    }

    /// Whether a counter can take any step at all.
    pub(crate) fn can_move(&self, state: &State, by: Side, piece: Piece) -> bool {
        let (book, ground) = (self.book, &self.book.ground);
        let pace = self.pace(state, piece);
        let from = state.hex(piece);
        if pace.halted || self.stride(pace, book.movement[piece.index()], from, from, false).is_err() {
            return false;
        }
        if self.may_leave_staffs(state, by, piece.bit(), from).is_err() {
            return false;
        }
        let train = book.is(piece, book.trains());
        if !train && self.has_open_ground(state, by, from) {
            return true;
        }
        // A hex that is open but full may still be passed: only the search knows.
        let mut search = false;
        for to in ground.around(from) {
            let escorted = book.is(piece, book.fighters()) || state.stack(*to) & book.fighters() & book.of[by.index()] != 0;
            if self.may_step(state, piece, from, *to, Gait { escorted, single: true, laying: false }).is_ok() {
                if train || self.fits(state, by, *to, piece.bit()).is_ok() {
                    return true;
                }
                search = true;
            }
        }
        search && self.reach(state, by, piece.bit(), false).found().any(|(h, _)| self.fits(state, by, h, piece.bit()).is_ok())
    }

    /// Whether a stack that can march together can take any step.
    pub(crate) fn can_march(&self, state: &State, by: Side, group: Set, hex: HexId) -> bool {
        self.has_open_ground(state, by, hex)
            || Direction::ALL.into_iter().any(|d| self.may_march(state, by, group, Path::at(hex).then(d)).is_ok())
    }

    /// The stack that can march together from a hex (C61-STK-6): its units, if there are two or more and none has moved.
    pub fn marching_stack(&self, state: &State, by: Side, hex: HexId) -> Option<Set> {
        let book = self.book;
        if book.ground.river(hex) {
            return None;
        }
        let stack = state.stack(hex) & book.units() & book.of[by.index()];
        let fresh = stack.count_ones() >= 2 && pieces(stack).all(|p| state.spent[p.index()] == 0) && stack & state.halted == 0;
        fresh.then_some(stack)
    }

    /// The marches of a counter or stack: one for each hex where it may end.
    pub fn list_marches(&self, state: &State, by: Side, group: Set, out: &mut Vec<Action>) {
        let book = self.book;
        let lead = first(group).expect("somebody moves");
        let hex = state.hex(lead);
        if group & book.units() != 0 {
            if self.may_leave_staffs(state, by, group, hex).is_ok() {
                self.list_unit_ways(state, by, group, hex, out);
            }
            return;
        }
        self.list_ways(state, by, group, hex, &[], out);
        if book.kind[lead.index()] == Kind::Bridge {
            self.list_bridges(state, by, lead, out);
        }
        if book.kind[lead.index()] == Kind::Boat && self.may_drift(state, by, lead).is_ok() {
            out.push(Action::Drift(lead));
        }
    }

    /// The marches of a unit or stack: along tracks known beforehand as far as they serve, the others as the search finds them.
    pub(crate) fn list_unit_ways(&self, state: &State, by: Side, group: Set, hex: HexId, out: &mut Vec<Action>) {
        let Some(tracks) = self.tracks(state, by, group, hex) else {
            return self.list_ways(state, by, group, hex, &[], out);
        };
        let known = self.list_tracks(state, by, group, hex, tracks, out);
        if known < tracks.all.len() {
            self.list_ways(state, by, group, hex, &tracks.all[..known], out);
        }
    }

    /// The tracks of an empty map that a unit or stack follows from a hex as long as nobody is in its way, if there are any.
    fn tracks(&self, state: &State, by: Side, group: Set, hex: HexId) -> Option<Ahead> {
        let (book, ground) = (self.book, &self.book.ground);
        let single = group.count_ones() == 1;
        let factor = pieces(group).map(|p| book.movement[p.index()]).min().unwrap_or(0);
        let spent = pieces(group).map(|p| state.spent[p.index()]).max().unwrap_or(0);
        // A stack that has moved, and whoever moves on through slow ground, must search.
        let moves_on = spent > 0 && (!single || ground.slow(hex));
        if moves_on || (state.halted | state.slowed) & group != 0 || !ground.is_dry(hex) || state.control(by.enemy(), hex) != 0 {
            return None;
        }
        let left = factor.saturating_sub(spent);
        let swims = single && first(group).is_some_and(|p| book.kind[p.index()].swims());
        // Boats and bridges in the river make ways of their own.
        let afloat = |p: Piece| ground.river(state.hex(p)) && ground.distance(hex, state.hex(p)) <= left;
        if single && pieces(book.trains() & state.on_map()).any(afloat) {
            return None;
        }
        // From outside slow ground the ways of a slower unit are the short ones of a faster.
        let kind = if ground.slow(hex) { factor } else { LONGEST as u8 };
        Some(tracks::from(kind, swims, hex)?.within(left))
    }

    /// Lists the marches along tracks, up to the distance at which somebody may be in the way; returns how many tracks are shorter than
    /// that, all of them if nobody is. From inside slow ground all of them hold, or none.
    fn list_tracks(&self, state: &State, by: Side, group: Set, hex: HexId, tracks: Ahead, out: &mut Vec<Action>) -> usize {
        let (ground, enemy) = (&self.book.ground, by.enemy());
        let single = group.count_ones() == 1;
        let before = out.len();
        for track @ Track { way, hex: to, .. } in tracks.all {
            if self.is_in_the_way(state, enemy, single, *to) {
                let sure = self.sure_steps(hex, track);
                let shorter = |action: &Action| matches!(action, Action::March(_, path) if path.len() < sure);
                out.truncate(before + out[before..].partition_point(shorter));
                return tracks.shorter(sure);
            }
            // C61-SWIM-2: no stack enters the river.
            let dry = ground.is_dry(*to);
            if if state.is_empty(*to) { single || dry } else { dry && self.fits(state, by, *to, group).is_ok() } {
                out.push(Action::March(group, Path::along(hex, *way)));
            }
        }
        tracks.all.len()
    }

    /// Whether what stands in or about a hex may bar a way that is open on an empty map: an enemy zone, or somebody in a river hex.
    #[inline]
    fn is_in_the_way(&self, state: &State, enemy: Side, single: bool, hex: HexId) -> bool {
        state.control(enemy, hex) != 0 || single && !state.is_empty(hex) && !self.book.ground.is_dry(hex)
    }

    /// How many steps are sure from a hex if a track meets somebody: from inside slow ground all tracks hold, or none.
    #[inline]
    fn sure_steps(&self, hex: HexId, met: &Track) -> usize {
        if self.book.ground.slow(hex) { 0 } else { met.way.len() }
    }

    /// The marches of a counter or stack as the search finds them, beyond those along known tracks.
    pub(crate) fn list_ways(&self, state: &State, by: Side, group: Set, hex: HexId, known: &[Track], out: &mut Vec<Action>) {
        let mut reach = Reach::new(hex);
        self.explore(state, by, group, false, known, &mut reach);
        out.reserve(reach.len);
        let unit = group & self.book.units() != 0;
        for (to, path) in reach.found().skip(known.len()) {
            if state.is_empty(to) || !unit || self.fits(state, by, to, group).is_ok() {
                out.push(Action::March(group, path));
            }
        }
    }

    /// Lists the ways to lay a bridge this Turn: one for each river hex and hex that it can point to.
    fn list_bridges(&self, state: &State, by: Side, bridge: Piece, out: &mut Vec<Action>) {
        let ground = &self.book.ground;
        let before = out.len();
        let end = |path: Path| path.end(&ground.board.grid);
        self.each_bridge(state, by, bridge, |path, far| {
            let same = |a: &Action| matches!(*a, Action::Lay(_, p, f) if f == far && end(p) == end(path));
            if !out[before..].iter().any(same) {
                out.push(Action::Lay(bridge, path, far));
            }
        });
    }

    /// The ways to lay a bridge this Turn, some of them twice.
    fn each_bridge(&self, state: &State, by: Side, bridge: Piece, mut each: impl FnMut(Path, HexId)) {
        let ground = &self.book.ground;
        if !self.near_far_shore(state, by, bridge) {
            return;
        }
        let mut list = |river: HexId, path: Path| {
            for far in ground.around(river) {
                if self.may_lay(state, by, bridge, path, *far).is_ok() {
                    each(path, *far);
                }
            }
        };
        let reach = self.reach(state, by, bridge.bit(), true);
        reach.found().filter(|(h, _)| ground.river(*h)).for_each(|(river, path)| list(river, path));
        let here = state.hex(bridge);
        if ground.river(here) {
            // Taken up on either bank it may be laid again from there, in the same hex too.
            for (up, down) in Direction::ALL.into_iter().flat_map(|up| Direction::ALL.map(|down| (up, down))) {
                let river = ground.step(ground.step(here, up), down);
                if ground.river(river) {
                    list(river, Path::at(here).then(up).then(down));
                }
            }
        }
    }

    /// Whether a bridge could be laid anywhere near: some unit of its side stands on another shore within its march.
    fn near_far_shore(&self, state: &State, by: Side, bridge: Piece) -> bool {
        let (book, ground) = (self.book, &self.book.ground);
        let here = state.hex(bridge);
        let range = book.movement[bridge.index()] + 1;
        pieces(book.units() & book.of[by.index()] & state.on_map()).any(|p| {
            let hex = state.hex(p);
            ground.shore(hex) && ground.distance(here, hex) <= range
        })
    }

    /// Whether a boat or bridge can do anything.
    pub(crate) fn can_haul(&self, state: &State, by: Side, train: Piece) -> bool {
        if self.can_move(state, by, train) || self.may_drift(state, by, train).is_ok() {
            return true;
        }
        if self.book.is(train, self.book.bridges) && state.halted & train.bit() == 0 && self.near_far_shore(state, by, train) {
            let mut any = false;
            self.each_bridge(state, by, train, |_, _| any = true);
            return any;
        }
        false
    }
}

/// The directions worth trying from a hex that was entered in that direction: away from the sea of hexes behind it, which were all within
/// reach of the hex before. All of them where that is not sure.
fn headings(entered: Option<Direction>) -> &'static [Direction] {
    const ONWARD: [[Direction; 3]; 6] = onward();
    match entered {
        Some(direction) => &ONWARD[direction.index()],
        None => &Direction::ALL,
    }
}

/// For each direction itself and the two beside it, in the order of [`Direction::ALL`].
const fn onward() -> [[Direction; 3]; 6] {
    let mut all = [[Direction::ALL[0]; 3]; 6];
    let mut entered = 0;
    while entered < 6 {
        let (mut found, mut direction) = (0, 0);
        while direction < 6 {
            let turn = (direction + 6 - entered) % 6;
            if turn <= 1 || turn == 5 {
                all[entered][found] = Direction::ALL[direction];
                found += 1;
            }
            direction += 1;
        }
        entered += 1;
    }
    all
}

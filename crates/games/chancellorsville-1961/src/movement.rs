//! Movement: one hex is one movement unit (C61-MOV-1), slow ground and streams stop (C61-WHM, C61-STR), enemy zones stop
//! (C61-ATT-3).

use crate::action::{Action, Event, Path};
use crate::counters::{Kind, PIECES, Piece, Set, first, pieces};
use crate::ground::{HEXES, OFF};
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use board::{Direction, HexId};
use engine::{Illegal, Side, Sink};

/// C61-WHM-2: hexes per Turn through woods, hills and marsh.
pub const SLOW_RATE: u8 = 2;

/// What a counter has done of its march.
#[derive(Clone, Copy)]
struct Pace {
    spent: u8,
    slowed: bool,
    halted: bool,
}

/// In what company a counter takes a step.
#[derive(Clone, Copy)]
struct Gait {
    /// Combat units go with it or stand where it goes.
    escorted: bool,
    /// It goes by itself.
    single: bool,
    /// It is a bridge on its way to be laid.
    laying: bool,
}

/// The most hexes within eight steps of a hex.
const MOST_REACHED: usize = 3 * Path::LONGEST * (Path::LONGEST + 1) + 1;

/// How far a mover gets: the hexes in reach, the start first, how far it could still go from each, and the way there.
pub struct Reach {
    /// The place of each hex in the lists, from 1.
    slot: [u8; HEXES + 1],
    hexes: [HexId; MOST_REACHED],
    left: [i8; MOST_REACHED],
    paths: [Path; MOST_REACHED],
    len: usize,
}

impl Reach {
    fn new(start: HexId) -> Reach {
        let paths = [Path::from(start); MOST_REACHED];
        Reach { slot: [0; HEXES + 1], hexes: [OFF; MOST_REACHED], left: [-1; MOST_REACHED], paths, len: 0 }
    }

    fn left(&self, hex: HexId) -> i8 {
        match self.slot[hex.index()] {
            0 => -1,
            slot => self.left[usize::from(slot) - 1],
        }
    }

    /// Notes a better way to a hex; answers its place in the lists if it was known before.
    fn note(&mut self, hex: HexId, left: i8, path: Path) -> Option<usize> {
        let slot = usize::from(self.slot[hex.index()]);
        let (place, known) = if slot == 0 { (self.len, None) } else { (slot - 1, Some(slot - 1)) };
        if slot == 0 {
            self.slot[hex.index()] = (self.len + 1) as u8;
            self.hexes[self.len] = hex;
            self.len += 1;
        }
        self.left[place] = left;
        self.paths[place] = path;
        known
    }

    /// The hexes reached, the start not among them, each with the way there.
    pub fn found(&self) -> impl Iterator<Item = (HexId, Path)> {
        (1..self.len).map(|i| (self.hexes[i], self.paths[i]))
    }
}

impl Chancellorsville1961 {
    /// C61-TURN-3, C61-TURN-4, C61-ROUT-1: only the mover moves, and only in his movement portion.
    pub(crate) fn may_move_now(&self, state: &State, by: Side) -> Result<(), Illegal> {
        match state.step {
            Step::Move if state.mover == by => Ok(()),
            Step::Move => Err(Illegal::new("C61-TURN-4", "it is the enemy's Turn: only he moves")),
            Step::Divide => Err(Illegal::new("C61-TURN-3", "all movement is over before battles are fought")),
            Step::Choose | Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => {
                Err(Illegal::new("C61-ROUT-1", "nobody moves after combat in the same Turn, but for retreats and won hills and forts"))
            }
            _ => Err(Illegal::new("C61-TURN-1", "the armies are not set up yet, or the game is over")),
        }
    }

    fn pace(&self, state: &State, piece: Piece) -> Pace {
        Pace { spent: state.spent[piece.index()], slowed: state.slowed >> piece.0 & 1 == 1, halted: state.halted >> piece.0 & 1 == 1 }
    }

    /// Whether a counter may take one step, whatever it has done before, and whether it must stop there.
    fn may_step(&self, state: &State, piece: Piece, from: HexId, to: HexId, gait: Gait) -> Result<bool, Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        if ground.closed(to) {
            return Err(match to == OFF {
                true => Illegal::new("C61-MOV-1", "nobody moves off the board"),
                false => Illegal::new("C61-RIV-1", "the Potomac cannot be entered"),
            });
        }
        let side = state.owner(book, piece);
        let enemy = side.enemy();
        if !state.is_empty(to) && state.stack(to) & book.units() & book.of[enemy.index()] != 0 {
            return Err(match state.is_fort(to) {
                true => Illegal::new("C61-FORT-2", "a fort that the enemy holds is taken only by combat"),
                false => Illegal::new("C61-ATT-4", "an enemy stands there"),
            });
        }
        let mut halts = false;
        if book.is(piece, book.trains()) {
            halts |= self.may_haul(state, piece, from, to, gait.laying)?;
        } else {
            if ground.river(from) {
                self.may_leave_river(state, piece, from, to)?;
            }
            if ground.river(to) {
                if !gait.single {
                    return Err(Illegal::new("C61-SWIM-2", "only one unit at a time may be in a river hex: send them one by one"));
                }
                halts |= self.may_enter_river(state, piece, from, to)?;
            }
        }
        if state.control(enemy, to) > 0 {
            self.may_enter_zone(state, piece, to, gait.escorted)?;
            halts = true; // C61-ATT-3, C61-RF-3: it stops in the first hex that an enemy controls.
        }
        // C61-STR-1: a stream hex without road or railroad (C61-STR-2).
        Ok(halts || ground.stream(to))
    }

    /// Whether a counter may enter a hex that the enemy controls (C61-ATT-2: as many as like may): a headquarters only in company, artillery only where
    /// it may fight every enemy next to it (C61-SZ-note, R-11).
    fn may_enter_zone(&self, state: &State, piece: Piece, to: HexId, escorted: bool) -> Result<(), Illegal> {
        let book = self.book;
        if book.is(piece, book.staffs) && !escorted {
            return Err(Illegal::new("C61-ATT-3", "a headquarters alone may not enter an enemy zone: it could not fight there"));
        }
        if let Some(gun) = book.gun(piece) {
            let enemies = book.units() & book.of[book.side(piece).enemy().index()];
            let adjacent = book.ground.around(to).iter().fold(0, |set, h| set | self.named(state.stack(*h) & enemies));
            if adjacent & !state.rights[gun] != 0 {
                return Err(Illegal::new(
                    "C61-SZ-note",
                    "artillery goes next to an enemy only after it has fought him at two hexes and he has stayed in range",
                ));
            }
        }
        Ok(())
    }

    /// Why a counter that had to stop in that hex goes no further this Turn (C61-MOV-6): the rule that stopped it.
    fn stopped(&self, state: &State, piece: Piece, hex: HexId) -> Illegal {
        let (book, ground) = (self.book, &self.book.ground);
        let bridge = state.span(book, hex);
        if ground.river(hex) && book.is(piece, book.trains()) {
            return match book.is(piece, book.boats) {
                true => Illegal::new("C61-BOAT-3", "a boat that has entered the river or drifted goes no further this Turn"),
                false if ground.ford(hex) && bridge.is_none() => Illegal::new("C61-FORD-1", "whoever enters a ford stops there this Turn"),
                false => Illegal::new("C61-PB-3", "a bridge that was laid this Turn stays where it is"),
            };
        }
        if state.control(state.owner(book, piece).enemy(), hex) > 0 {
            return Illegal::new("C61-ATT-3", "a unit stops in the first hex that an enemy controls");
        }
        if ground.river(hex) && bridge.is_none() {
            return match state.stack(hex) & book.boats != 0 {
                true => Illegal::new("C61-BOAT-2", "a passenger goes ashore in the Turn after he came aboard or drifted"),
                false if ground.ford(hex) => Illegal::new("C61-FORD-1", "whoever enters a ford stops there this Turn"),
                false => Illegal::new("C61-SWIM-1", "whoever swims stops in the river hex this Turn"),
            };
        }
        if ground.stream(hex) {
            return Illegal::new("C61-STR-1", "a unit that enters a stream hex without a road or railroad stops there");
        }
        if ground.slow(hex) {
            return Illegal::new("C61-WHM-1", "a unit that comes from outside stops in the first hex of woods, hill or marsh");
        }
        Illegal::new("C61-MOV-6", "it had to stop and cannot move on this Turn")
    }

    /// C61-MOV-1, C61-STK-5, C61-WHM: what a step makes of the march of a counter that need not stop. `factor` is that of the slowest of
    /// those who go together.
    fn stride(&self, pace: Pace, factor: u8, from: HexId, to: HexId, halts: bool) -> Result<Pace, Illegal> {
        let ground = &self.book.ground;
        if pace.slowed && pace.spent >= SLOW_RATE {
            return Err(Illegal::new("C61-WHM-2", "through woods, hills and marsh it goes two hexes a Turn"));
        }
        if pace.spent >= factor {
            return Err(Illegal::new("C61-MOV-1", "it has no movement left; units that go together have what the slowest has left"));
        }
        // C61-WHM-3: a first step out of the woods leaves the full factor.
        let mut next = Pace { spent: pace.spent + 1, ..pace };
        if ground.slow(to) && !pace.slowed {
            if pace.spent == 0 && ground.slow(from) {
                next.slowed = true; // it begins inside and goes on inside.
            } else {
                next.halted = true; // C61-WHM-1: the first such hex from outside.
            }
        }
        next.halted |= halts;
        Ok(next)
    }

    /// Walks a group along a path: where it ends, and the hex before it. C61-OCC-1: friends on the way are no hindrance on
    /// land; only where the march ends must there be room.
    pub(crate) fn walk(&self, state: &State, by: Side, group: Set, path: Path, laying: bool) -> Result<(HexId, HexId), Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        self.may_move_now(state, by)?;
        if group == 0 || pieces(group).any(|p| state.hex(p) == OFF || state.hex(p) != path.start()) {
            return Err(Illegal::new("C61-MOV-4", "a march names units that stand in its first hex"));
        }
        if group & !state.own(book, by) != 0 {
            return Err(Illegal::new("C61-TURN-4", "these are not your units"));
        }
        if path.is_empty() {
            return Err(Illegal::new("C61-MOV-1", "a march has at least one hex"));
        }
        let single = group.count_ones() == 1;
        if !single && group & book.trains() != 0 {
            return Err(Illegal::new("C61-BOAT-3", "boats and bridges march by themselves"));
        }
        let factor = pieces(group).map(|p| book.movement[p.index()]).min().unwrap_or(0);
        // C61-STK-5: hexes moved before joining count for the whole.
        let spent = pieces(group).map(|p| state.spent[p.index()]).max().unwrap_or(0);
        if usize::from(spent) + path.len() > usize::from(factor) && !single {
            return Err(Illegal::new("C61-STK-5", "units that go together go no further than the slowest could"));
        }
        let (mut from, mut before) = (path.start(), path.start());
        let mut paces = [Pace { spent: 0, slowed: false, halted: false }; PIECES];
        pieces(group).for_each(|p| paces[p.index()] = self.pace(state, p));
        for direction in path.directions() {
            let to = ground.step(from, direction);
            let escorted = group & book.fighters() != 0 || state.stack(to) & book.fighters() & book.of[by.index()] != 0;
            for piece in pieces(group) {
                let pace = paces[piece.index()];
                if pace.halted {
                    return Err(self.stopped(state, piece, from));
                }
                // A step without movement left is refused for that reason first.
                self.stride(pace, factor, from, to, false)?;
                let halts = self.may_step(state, piece, from, to, Gait { escorted, single, laying })?;
                paces[piece.index()] = self.stride(pace, factor, from, to, halts)?;
            }
            (before, from) = (from, to);
        }
        self.may_leave_staffs(state, by, group, path.start())?;
        if group & book.units() != 0 {
            self.fits(state, by, from, group & book.units())?;
        }
        Ok((from, before))
    }

    /// a headquarters that came into an enemy zone in company is not left alone there in the same Turn.
    fn may_leave_staffs(&self, state: &State, by: Side, group: Set, hex: HexId) -> Result<(), Illegal> {
        let book = self.book;
        if state.control(by.enemy(), hex) == 0 {
            return Ok(());
        }
        let left = state.stack(hex) & book.of[by.index()] & !group;
        let came = pieces(left & book.staffs).any(|p| state.spent[p.index()] > 0);
        if came && left & book.fighters() == 0 {
            return Err(Illegal::new("C61-ATT-3", "that would leave a headquarters alone in the enemy zone it has just entered"));
        }
        Ok(())
    }

    /// Whether a group may march that way.
    pub fn may_march(&self, state: &State, by: Side, group: Set, path: Path) -> Result<(), Illegal> {
        self.walk(state, by, group, path, false).map(drop)
    }

    /// Marches a group.
    pub fn march(&self, state: &mut State, by: Side, group: Set, path: Path) {
        let (book, ground) = (self.book, &self.book.ground);
        let single = group.count_ones() == 1;
        let factor = pieces(group).map(|p| book.movement[p.index()]).min().unwrap_or(0);
        for piece in pieces(group) {
            let mut pace = self.pace(state, piece);
            let mut from = path.start();
            for direction in path.directions() {
                let to = ground.step(from, direction);
                let halts = self.may_step(state, piece, from, to, Gait { escorted: true, single, laying: true }).unwrap_or(true);
                pace = self.stride(pace, factor, from, to, halts).unwrap_or(Pace { halted: true, ..pace });
                self.wander(state, piece, to);
                from = to;
            }
            if let Some(n) = book.bridge(piece) {
                state.spans[n] = (OFF, OFF);
            }
            state.lift(book, piece);
            state.put(book, piece, from);
            state.spent[piece.index()] = pace.spent;
            set_bit(&mut state.halted, piece, pace.halted);
            set_bit(&mut state.slowed, piece, pace.slowed);
            state.swapped &= !piece.bit();
        }
        debug_assert!(by == state.mover);
    }

    /// C61-SZ-note, R-11: the right to fight at one hex ends when the two are more than two hexes apart.
    pub(crate) fn wander(&self, state: &mut State, piece: Piece, to: HexId) {
        let (book, ground) = (self.book, &self.book.ground);
        if let Some(gun) = book.gun(piece) {
            for enemy in pieces(state.rights[gun]) {
                if ground.distance(to, state.hex(enemy)) > 2 {
                    state.rights[gun] &= !enemy.bit();
                }
            }
        }
        let enemies = book.of[book.side(piece).enemy().index()];
        for (number, gun) in book.gun_list.iter().enumerate() {
            if state.rights[number] & piece.bit() != 0 && book.is(*gun, enemies) && ground.distance(to, state.hex(*gun)) > 2 {
                state.rights[number] &= !piece.bit();
            }
        }
    }

    /// Drops every right of and against a counter that leaves the map.
    pub(crate) fn forget(&self, state: &mut State, piece: Piece) {
        if let Some(gun) = self.book.gun(piece) {
            state.rights[gun] = 0;
        }
        state.rights.iter_mut().for_each(|set| *set &= !piece.bit());
    }

    /// Lays a bridge (C61-PB-1, C61-PB-2).
    pub(crate) fn lay<K: Sink<Event>>(&self, state: &mut State, by: Side, bridge: Piece, path: Path, far: HexId, sink: &mut K) {
        let mut near = path.start();
        let last = path.len() - 1;
        for direction in path.directions().take(last) {
            near = self.book.ground.step(near, direction);
        }
        self.march(state, by, bridge.bit(), path);
        let n = self.book.bridge(bridge).expect("it is a bridge");
        state.spans[n] = (near, far);
        state.unfinished |= 1 << n;
        state.halted |= bridge.bit();
        sink.tell(|| Event::Laid(bridge, path, far));
    }

    /// Drifts a boat (C61-BOAT-5).
    pub(crate) fn drift<K: Sink<Event>>(&self, state: &mut State, boat: Piece, sink: &mut K) {
        let Ok((passenger, to)) = self.may_drift(state, Side::Union, boat) else {
            return;
        };
        for piece in [boat, passenger] {
            self.wander(state, piece, to);
            state.lift(self.book, piece);
            state.put(self.book, piece, to);
            state.spent[piece.index()] = 1;
            state.halted |= piece.bit();
            state.swapped &= !piece.bit();
        }
        sink.tell(|| Event::Drifted(boat, to));
    }

    /// Where a counter, or a stack that has not moved yet, can go, with the best path to each hex.
    pub fn reach(&self, state: &State, by: Side, group: Set, laying: bool) -> Reach {
        let (book, ground) = (self.book, &self.book.ground);
        let lead = first(group).expect("somebody moves");
        let start = state.hex(lead);
        let mut reach = Reach::new(start);
        let pace = self.pace(state, lead);
        let factor = pieces(group).map(|p| book.movement[p.index()]).min().unwrap_or(0);
        let cap = if pace.slowed { SLOW_RATE } else { factor };
        if pace.halted || pace.spent >= cap {
            return reach;
        }
        let single = group.count_ones() == 1;
        let company = group & book.fighters() != 0;
        reach.note(start, (cap - pace.spent) as i8, Path::from(start));
        // Hexes reached again by a better way are looked at again after the others.
        let mut again: Vec<usize> = Vec::new();
        let (mut done, mut place) = (1, 0);
        loop {
            let (from, left, path) = (reach.hexes[place], reach.left[place], reach.paths[place]);
            if left > 0 {
                let slowed = if from == start { pace.slowed } else { ground.slow(from) };
                let fresh_inside = from == start && pace.spent == 0 && ground.slow(start);
                for direction in Direction::ALL {
                    let to = ground.step(from, direction);
                    if left - 1 <= reach.left(to) || ground.closed(to) {
                        continue;
                    }
                    let escorted = company || !state.is_empty(to) && state.stack(to) & book.fighters() & book.of[by.index()] != 0;
                    let mut halts = false;
                    let open = pieces(group).all(|p| match self.may_step(state, p, from, to, Gait { escorted, single, laying }) {
                        Ok(stop) => {
                            halts |= stop;
                            true
                        }
                        Err(_) => false,
                    });
                    if !open {
                        continue;
                    }
                    let next = match (halts, ground.slow(to)) {
                        (true, _) => 0,
                        (false, false) => left - 1,
                        (false, true) if slowed => left - 1,
                        (false, true) if fresh_inside => SLOW_RATE as i8 - 1,
                        (false, true) => 0,
                    };
                    if next > reach.left(to) {
                        again.extend(reach.note(to, next, path.then(direction)));
                    }
                }
            }
            if done < reach.len {
                place = done;
                done += 1;
            } else if let Some(better) = again.pop() {
                place = better;
            } else {
                return reach;
            }
        }
    }

    /// Whether a counter can take any step at all.
    pub(crate) fn can_move(&self, state: &State, by: Side, piece: Piece) -> bool {
        let (book, ground) = (self.book, &self.book.ground);
        let pace = self.pace(state, piece);
        let from = state.hex(piece);
        if pace.halted || self.stride(pace, book.movement[piece.index()], from, from, false).is_err() {
            return false;
        }
        // A hex that is open but full may still be passed: only the search knows.
        let mut search = false;
        for to in ground.around(from) {
            let escorted = book.is(piece, book.fighters()) || state.stack(*to) & book.fighters() & book.of[by.index()] != 0;
            if self.may_step(state, piece, from, *to, Gait { escorted, single: true, laying: false }).is_ok() {
                if self.may_leave_staffs(state, by, piece.bit(), from).is_err() {
                    return false;
                }
                if book.is(piece, book.trains()) || self.fits(state, by, *to, piece.bit()).is_ok() {
                    return true;
                }
                search = true;
            }
        }
        search && self.reach(state, by, piece.bit(), false).found().any(|(h, _)| self.fits(state, by, h, piece.bit()).is_ok())
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
        if group & book.units() != 0 && self.may_leave_staffs(state, by, group, hex).is_err() {
            return;
        }
        let reach = self.reach(state, by, group, false);
        for (to, path) in reach.found() {
            if group & book.units() == 0 || state.is_empty(to) || self.fits(state, by, to, group).is_ok() {
                out.push(Action::March(group, path));
            }
        }
        if book.kind[lead.index()] == Kind::Bridge {
            self.list_bridges(state, by, lead, out);
        }
        if book.kind[lead.index()] == Kind::Boat && self.may_drift(state, by, lead).is_ok() {
            out.push(Action::Drift(lead));
        }
    }

    /// The ways to lay a bridge this Turn.
    fn list_bridges(&self, state: &State, by: Side, bridge: Piece, out: &mut Vec<Action>) {
        let ground = &self.book.ground;
        if !self.near_far_shore(state, by, bridge) {
            return;
        }
        let mut listed = Vec::new();
        let mut list = |river: HexId, path: Path| {
            for far in ground.around(river) {
                if !listed.contains(&(river, *far)) && self.may_lay(state, by, bridge, path, *far).is_ok() {
                    listed.push((river, *far));
                    out.push(Action::Lay(bridge, path, *far));
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
                    list(river, Path::from(here).then(up).then(down));
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
            let mut out = Vec::new();
            self.list_bridges(state, by, train, &mut out);
            return !out.is_empty();
        }
        false
    }
}

fn set_bit(set: &mut Set, piece: Piece, on: bool) {
    if on {
        *set |= piece.bit();
    } else {
        *set &= !piece.bit();
    }
}

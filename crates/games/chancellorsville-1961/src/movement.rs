//! Movement: one hex is one movement unit (C61-MOV-1), slow ground and streams stop (C61-WHM, C61-STR), enemy zones stop
//! (C61-ATT-3).

use crate::action::{Action, Event, Path, Way};
use crate::counters::{Kind, PIECES, Piece, Set, first, pieces};
use crate::ground::OFF;
use crate::state::Step;
use crate::tracks::{self, Track};
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
/// A window of the map around the start of a march: so many cells in a row, and rows.
const WINDOW: usize = 2 * Path::LONGEST + 1;
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
            ways: [Way::NOWHERE; MOST_REACHED],
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

    /// The hexes reached, the start not among them, each with the way there.
    pub fn found(&self) -> impl Iterator<Item = (HexId, Path)> {
        let ways = self.ways[1..self.len].iter().map(|way| way.from(self.start));
        self.hexes[1..self.len].iter().copied().zip(ways)
    }
}

/// Who looks for ways.
struct Movers {
    group: Set,
    enemy: Side,
    /// Units: no boat or bridge.
    on_foot: bool,
    /// Units that do not swim, or not together.
    wades: bool,
    gait: Gait,
    /// Units that may enter any enemy zone: no artillery, no headquarters alone.
    bold: bool,
}

impl Chancellorsville1961 {
    /// C61-TURN-3, C61-TURN-4, C61-ROUT-1: only the mover moves, and only in his movement portion.
    pub(crate) fn may_move_now(&self, state: &State, by: Side) -> Result<(), Illegal> {
        match state.step {
            Step::Move if state.mover == by => Ok(()),
            Step::Move => Err(Illegal::new("C61-TURN-4", "It is the enemy's Turn: only he moves.")),
            Step::Divide => Err(Illegal::new("C61-TURN-3", "All movement is over before battles are fought.")),
            Step::Choose | Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => {
                Err(Illegal::new("C61-ROUT-1", "Nobody moves after combat in the same Turn, but for retreats and won hills and forts."))
            }
            _ => Err(Illegal::new("C61-TURN-1", "The armies are not set up yet, or the game is over.")),
        }
    }

    fn pace(&self, state: &State, piece: Piece) -> Pace {
        Pace { spent: state.spent[piece.index()], slowed: state.slowed >> piece.0 & 1 == 1, halted: state.halted >> piece.0 & 1 == 1 }
    }

    /// Whether a counter may take one step, whatever it has done before, and whether it must stop there.
    fn may_step(&self, state: &State, piece: Piece, from: HexId, to: HexId, gait: Gait) -> Result<bool, Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        let train = book.is(piece, book.trains());
        let side = state.owner(book, piece);
        let enemy = side.enemy();
        if !train && ground.is_dry(from) && ground.is_dry(to) && state.is_clear_of(enemy, to) {
            return Ok(ground.stream(to)); // The plain case, met most often.
        }
        if ground.closed(to) {
            return Err(match to == OFF {
                true => Illegal::new("C61-MOV-1", "Nobody moves off the board."),
                false => Illegal::new("C61-RIV-1", "The Potomac cannot be entered."),
            });
        }
        if !state.is_empty(to) && state.stack(to) & book.units() & book.of[enemy.index()] != 0 {
            return Err(match state.is_fort(to) {
                true => Illegal::new("C61-FORT-2", "A fort that the enemy holds is taken only by combat."),
                false => Illegal::new("C61-ATT-4", "An enemy stands there. Stop next to him and attack."),
            });
        }
        let mut halts = false;
        if train {
            halts |= self.may_haul(state, piece, from, to, gait.laying)?;
        } else {
            if ground.river(from) {
                self.may_leave_river(state, piece, from, to)?;
            }
            if ground.river(to) {
                if !gait.single {
                    return Err(Illegal::new("C61-SWIM-2", "Only one unit at a time may be in a river hex: send them one by one."));
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
            return Err(Illegal::new("C61-ATT-3", "A headquarters alone may not enter an enemy zone: it could not fight there."));
        }
        if let Some(gun) = book.gun(piece) {
            let enemies = book.units() & book.of[book.side(piece).enemy().index()];
            let adjacent = book.ground.around(to).iter().fold(0, |set, h| set | self.named(state.stack(*h) & enemies));
            if adjacent & !state.rights[gun] != 0 {
                return Err(Illegal::new(
                    "C61-SZ-note",
                    "Artillery goes next to an enemy only after it has fought him at two hexes and he has stayed in range.",
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
                true => Illegal::new("C61-BOAT-3", "A boat that has entered the river or drifted goes no further this Turn."),
                false if ground.ford(hex) && bridge.is_none() => {
                    Illegal::new("C61-FORD-1", "Whoever enters a ford stops there this Turn. He leaves it in his next Turn.")
                }
                false => Illegal::new("C61-PB-3", "A bridge that was laid this Turn stays where it is."),
            };
        }
        if state.control(state.owner(book, piece).enemy(), hex) > 0 {
            return Illegal::new(
                "C61-ATT-3",
                "A unit stops in the first hex that an enemy controls. It fights there, or moves away in its next Turn.",
            );
        }
        if ground.river(hex) && bridge.is_none() {
            return match state.stack(hex) & book.boats != 0 {
                true => Illegal::new("C61-BOAT-2", "A passenger goes ashore in the Turn after he came aboard or drifted."),
                false if ground.ford(hex) => {
                    Illegal::new("C61-FORD-1", "Whoever enters a ford stops there this Turn. He leaves it in his next Turn.")
                }
                false => Illegal::new("C61-SWIM-1", "Whoever swims stops in the river hex this Turn. He goes ashore in his next Turn."),
            };
        }
        if ground.stream(hex) {
            return Illegal::new(
                "C61-STR-1",
                "A unit that enters a stream hex without a road or railroad stops there. It moves on in its next Turn.",
            );
        }
        if ground.slow(hex) {
            return Illegal::new(
                "C61-WHM-1",
                "A unit that comes from outside stops in the first hex of woods, hill or marsh. It moves on in its next Turn.",
            );
        }
        Illegal::new("C61-MOV-6", "It had to stop and cannot move on this Turn.")
    }

    /// C61-MOV-1, C61-STK-5, C61-WHM: what a step makes of the march of a counter that need not stop. `factor` is that of the slowest of
    /// those who go together.
    fn stride(&self, pace: Pace, factor: u8, from: HexId, to: HexId, halts: bool) -> Result<Pace, Illegal> {
        let ground = &self.book.ground;
        if pace.slowed && pace.spent >= SLOW_RATE {
            return Err(Illegal::new("C61-WHM-2", "Through woods, hills and marsh it goes two hexes a Turn."));
        }
        if pace.spent >= factor {
            return Err(Illegal::new("C61-MOV-1", "It has no movement left; units that go together have what the slowest has left."));
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
            return Err(Illegal::new("C61-MOV-4", "A march names units that stand in its first hex."));
        }
        if group & !state.own(book, by) != 0 {
            return Err(Illegal::new("C61-TURN-4", "These are not your units. March your own."));
        }
        if path.is_empty() {
            return Err(Illegal::new("C61-MOV-1", "A march has at least one hex."));
        }
        let single = group.count_ones() == 1;
        if !single && group & book.trains() != 0 {
            return Err(Illegal::new("C61-BOAT-3", "Boats and bridges march by themselves."));
        }
        let factor = pieces(group).map(|p| book.movement[p.index()]).min().unwrap_or(0);
        // C61-STK-5: hexes moved before joining count for the whole.
        let spent = pieces(group).map(|p| state.spent[p.index()]).max().unwrap_or(0);
        if usize::from(spent) + path.len() > usize::from(factor) && !single {
            return Err(Illegal::new("C61-STK-5", "Units that go together go no further than the slowest could."));
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
            return Err(Illegal::new("C61-ATT-3", "That would leave a headquarters alone in the enemy zone it has just entered."));
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
            let watched = self.is_watched(state, piece);
            for direction in path.directions() {
                let to = ground.step(from, direction);
                let halts = self.may_step(state, piece, from, to, Gait { escorted: true, single, laying: true }).unwrap_or(true);
                pace = self.stride(pace, factor, from, to, halts).unwrap_or(Pace { halted: true, ..pace });
                if watched {
                    self.wander(state, piece, to);
                }
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

    /// Whether a counter is in contact with artillery, or artillery with anybody.
    fn is_watched(&self, state: &State, piece: Piece) -> bool {
        self.book.gun(piece).is_some_and(|gun| state.rights[gun] != 0) || state.rights.iter().any(|set| set & piece.bit() != 0)
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
        let mut reach = Reach::new(state.hex(first(group).expect("somebody moves")));
        self.explore(state, by, group, laying, &mut reach);
        reach
    }

    /// Looks for all hexes that a group can reach.
    fn explore(&self, state: &State, by: Side, group: Set, laying: bool, reach: &mut Reach) {
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
        let (mut done, mut place) = (1, 0);
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
        if movers.on_foot && empty && ground.is_dry(to) && ground.is_dry(from) {
            // C61-ATT-3, C61-STR-1: nothing but a zone or a stream can stop them there.
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
            || Direction::ALL.into_iter().any(|d| self.may_march(state, by, group, Path::from(hex).then(d)).is_ok())
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
        if group & book.units() != 0 && self.list_tracks(state, by, group, hex, out) {
            return;
        }
        self.list_ways(state, by, group, hex, out);
        if book.kind[lead.index()] == Kind::Bridge {
            self.list_bridges(state, by, lead, out);
        }
        if book.kind[lead.index()] == Kind::Boat && self.may_drift(state, by, lead).is_ok() {
            out.push(Action::Drift(lead));
        }
    }

    /// The marches of units that have not moved, if all their ways are those of an empty map; lists nothing otherwise.
    pub(crate) fn list_tracks(&self, state: &State, by: Side, group: Set, hex: HexId, out: &mut Vec<Action>) -> bool {
        let (book, ground) = (self.book, &self.book.ground);
        let moved = (state.halted | state.slowed) & group != 0 || pieces(group).any(|p| state.spent[p.index()] != 0);
        if moved || !ground.is_dry(hex) || state.control(by.enemy(), hex) != 0 {
            return false;
        }
        let single = group.count_ones() == 1;
        let factor = pieces(group).map(|p| book.movement[p.index()]).min().unwrap_or(0);
        let swims = single && first(group).is_some_and(|p| book.kind[p.index()].swims());
        // Boats and bridges in the river make ways of their own.
        let afloat = |p: Piece| ground.river(state.hex(p)) && ground.distance(hex, state.hex(p)) <= factor;
        if single && pieces(book.trains() & state.on_map()).any(afloat) {
            return false;
        }
        let Some(tracks) = tracks::from(factor, swims, hex) else {
            return false;
        };
        let before = out.len();
        out.reserve(tracks.len());
        for Track { way, hex: to } in tracks {
            let open = if state.is_clear_of(by.enemy(), *to) {
                single || ground.is_dry(*to) // C61-SWIM-2: no stack enters the river.
            } else if state.control(by.enemy(), *to) == 0 && ground.is_dry(*to) {
                self.fits(state, by, *to, group).is_ok()
            } else if state.control(by.enemy(), *to) == 0 && !single {
                false
            } else {
                out.truncate(before);
                return false;
            };
            if open {
                out.push(Action::March(group, way.from(hex)));
            }
        }
        true
    }

    /// The marches of a counter or stack as the search finds them.
    pub(crate) fn list_ways(&self, state: &State, by: Side, group: Set, hex: HexId, out: &mut Vec<Action>) {
        let mut reach = Reach::new(hex);
        self.explore(state, by, group, false, &mut reach);
        out.reserve(reach.len);
        let unit = group & self.book.units() != 0;
        for (to, path) in reach.found() {
            if state.is_empty(to) || !unit || self.fits(state, by, to, group).is_ok() {
                out.push(Action::March(group, path));
            }
        }
    }

    /// Lists the ways to lay a bridge this Turn: one for each river hex and hex that it can point to.
    fn list_bridges(&self, state: &State, by: Side, bridge: Piece, out: &mut Vec<Action>) {
        let ground = &self.book.ground;
        let before = out.len();
        let end = |path: Path| path.directions().fold(path.start(), |hex, d| ground.step(hex, d));
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

fn set_bit(set: &mut Set, piece: Piece, on: bool) {
    if on {
        *set |= piece.bit();
    } else {
        *set &= !piece.bit();
    }
}

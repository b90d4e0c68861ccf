//! Movement: one hex is one movement unit (C61-MOV-1), slow ground and streams stop (C61-WHM, C61-STR), enemy zones stop
//! (C61-ATT-3).

use crate::action::{Event, Path};
use crate::counters::{PIECES, Piece, Set, pieces};
use crate::ground::OFF;
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::{Illegal, Side, Sink};

/// C61-WHM-2: hexes per Turn through woods, hills and marsh.
pub const SLOW_RATE: u8 = 2;

/// What a counter has done of its march.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) spent: u8,
    pub(crate) slowed: bool,
    pub(crate) halted: bool,
}

/// In what company a counter takes a step.
#[derive(Clone, Copy)]
pub(crate) struct Gait {
    /// Combat units go with it or stand where it goes.
    pub(crate) escorted: bool,
    /// It goes by itself.
    pub(crate) single: bool,
    /// It is a bridge on its way to be laid.
    pub(crate) laying: bool,
}

impl Chancellorsville1961 {
    /// C61-TURN-3, C61-TURN-4, C61-ROUT-1: only the mover moves, and only in his movement portion.
    pub(crate) fn may_move_now(&self, state: &State, by: Side) -> Result<(), Illegal> {
        match state.step {
            Step::Move if state.mover == by => Ok(()),
            Step::Move => Err(Illegal::new("C61-TURN-4", "It is the enemy's Turn: only he moves.", "Wait for your own Turn.")),
            Step::Divide => Err(Illegal::new(
                "C61-TURN-3",
                "All movement is over before battles are fought.",
                "Fight the battles; units move again in your next Turn.",
            )),
            Step::Choose | Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => Err(Illegal::new(
                "C61-ROUT-1",
                "Nobody moves after combat in the same Turn, but for retreats and won hills and forts.",
                "End the Turn; units move again in your next one.",
            )),
            _ => Err(Illegal::new(
                "C61-TURN-1",
                "The armies are not set up yet, or the game is over.",
                "Set the armies up first; then the first Turn begins.",
            )),
        }
    }

    pub(crate) fn pace(&self, state: &State, piece: Piece) -> Pace {
        Pace { spent: state.spent[piece.index()], slowed: state.slowed >> piece.0 & 1 == 1, halted: state.halted >> piece.0 & 1 == 1 }
    }

    /// Whether a counter may take one step, whatever it has done before, and whether it must stop there.
    pub(crate) fn may_step(&self, state: &State, piece: Piece, from: HexId, to: HexId, gait: Gait) -> Result<bool, Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        let train = book.is(piece, book.trains());
        let side = state.owner(book, piece);
        let enemy = side.enemy();
        if !train && ground.is_dry(from) && ground.is_dry(to) && state.is_clear_of(enemy, to) {
            return Ok(ground.stream(to)); // The plain case, met most often.
        }
        if ground.closed(to) {
            return Err(match to == OFF {
                true => Illegal::new("C61-MOV-1", "Nobody moves off the board.", "Choose a hex of the board."),
                false => Illegal::new("C61-RIV-1", "The Potomac cannot be entered.", "Stay on the land."),
            });
        }
        if !state.is_empty(to) && state.stack(to) & book.units() & book.of[enemy.index()] != 0 {
            return Err(match state.is_fort(to) {
                true => Illegal::new(
                    "C61-FORT-2",
                    "A fort that the enemy holds is taken only by combat.",
                    "Stop next to it and attack it after movement.",
                ),
                false => Illegal::new("C61-ATT-4", "An enemy stands there.", "Stop next to him and attack after movement."),
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
                    return Err(Illegal::new(
                        "C61-SWIM-2",
                        "Only one unit at a time may be in a river hex: send them one by one.",
                        "Send them one by one.",
                    ));
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
            return Err(Illegal::new(
                "C61-ATT-3",
                "A headquarters alone may not enter an enemy zone: it could not fight there.",
                "Send a combat unit with it, or keep it out of the zone.",
            ));
        }
        if let Some(gun) = book.gun(piece) {
            let enemies = book.units() & book.of[book.side(piece).enemy().index()];
            let adjacent = book.ground.around(to).iter().fold(0, |set, h| set | self.named(state.stack(*h) & enemies));
            if adjacent & !state.rights[gun] != 0 {
                return Err(Illegal::new(
                    "C61-SZ-note",
                    "Artillery goes next to an enemy only after it has fought him at two hexes and he has stayed in range.",
                    "Stop two hexes away and fight him from there.",
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
                true => Illegal::new(
                    "C61-BOAT-3",
                    "A boat that has entered the river or drifted goes no further this Turn.",
                    "Leave it there until your next Turn.",
                ),
                false if ground.ford(hex) && bridge.is_none() => {
                    Illegal::new("C61-FORD-1", "Whoever enters a ford stops there this Turn.", "He leaves it in his next Turn.")
                }
                false => {
                    Illegal::new("C61-PB-3", "A bridge that was laid this Turn stays where it is.", "Leave it there until your next Turn.")
                }
            };
        }
        if state.control(state.owner(book, piece).enemy(), hex) > 0 {
            return Illegal::new(
                "C61-ATT-3",
                "A unit stops in the first hex that an enemy controls.",
                "It fights there after movement, or moves away in your next Turn.",
            );
        }
        if ground.river(hex) && bridge.is_none() {
            return match state.stack(hex) & book.boats != 0 {
                true => Illegal::new(
                    "C61-BOAT-2",
                    "A passenger goes ashore in the Turn after he came aboard or drifted.",
                    "Leave him aboard until your next Turn.",
                ),
                false if ground.ford(hex) => {
                    Illegal::new("C61-FORD-1", "Whoever enters a ford stops there this Turn.", "He leaves it in his next Turn.")
                }
                false => Illegal::new("C61-SWIM-1", "Whoever swims stops in the river hex this Turn.", "He goes ashore in his next Turn."),
            };
        }
        if ground.stream(hex) {
            return Illegal::new(
                "C61-STR-1",
                "A unit that enters a stream hex without a road or railroad stops there.",
                "It moves on in its next Turn.",
            );
        }
        if ground.slow(hex) {
            return Illegal::new(
                "C61-WHM-1",
                "A unit that comes from outside stops in the first hex of woods, hill or marsh.",
                "It moves on in its next Turn.",
            );
        }
        Illegal::new("C61-MOV-6", "It had to stop and cannot move on this Turn.", "Move another unit; this one moves on in your next Turn.")
    }

    /// C61-MOV-1, C61-STK-5, C61-WHM: what a step makes of the march of a counter that need not stop. `factor` is that of the slowest of
    /// those who go together.
    pub(crate) fn stride(&self, pace: Pace, factor: u8, from: HexId, to: HexId, halts: bool) -> Result<Pace, Illegal> {
        let ground = &self.book.ground;
        if pace.slowed && pace.spent >= SLOW_RATE {
            return Err(Illegal::new(
                "C61-WHM-2",
                "Through woods, hills and marsh it goes two hexes a Turn.",
                "End the march there; it goes on in your next Turn.",
            ));
        }
        if pace.spent >= factor {
            return Err(Illegal::new(
                "C61-MOV-1",
                "It has no movement left; units that go together have what the slowest has left.",
                "Choose a nearer hex, or leave the slow ones behind.",
            ));
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
            return Err(Illegal::new(
                "C61-MOV-4",
                "A march names units that stand in its first hex.",
                "Take units that stand together, and begin in their hex.",
            ));
        }
        if group & !state.own(book, by) != 0 {
            return Err(Illegal::new("C61-TURN-4", "These are not your units.", "March your own."));
        }
        if path.is_empty() {
            return Err(Illegal::new("C61-MOV-1", "A march has at least one hex.", "Choose another hex."));
        }
        let single = group.count_ones() == 1;
        if !single && group & book.trains() != 0 {
            return Err(Illegal::new(
                "C61-BOAT-3",
                "Boats and bridges march by themselves.",
                "March them one by one, without other units.",
            ));
        }
        let factor = pieces(group).map(|p| book.movement[p.index()]).min().unwrap_or(0);
        // C61-STK-5: hexes moved before joining count for the whole.
        let spent = pieces(group).map(|p| state.spent[p.index()]).max().unwrap_or(0);
        if usize::from(spent) + path.len() > usize::from(factor) && !single {
            return Err(Illegal::new(
                "C61-STK-5",
                "Units that go together go no further than the slowest could.",
                "Choose a nearer hex, or leave the slowest behind.",
            ));
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
        self.fits(state, by, from, group & book.units())?;
        Ok((from, before))
    }

    /// a headquarters that came into an enemy zone in company is not left alone there in the same Turn.
    pub(crate) fn may_leave_staffs(&self, state: &State, by: Side, group: Set, hex: HexId) -> Result<(), Illegal> {
        let book = self.book;
        if state.control(by.enemy(), hex) == 0 {
            return Ok(());
        }
        let left = state.stack(hex) & book.of[by.index()] & !group;
        let came = pieces(left & book.staffs).any(|p| state.spent[p.index()] > 0);
        if came && left & book.fighters() == 0 {
            return Err(Illegal::new(
                "C61-ATT-3",
                "That would leave a headquarters alone in the enemy zone it has just entered.",
                "Leave a combat unit with it, or take the headquarters along.",
            ));
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
}

fn set_bit(set: &mut Set, piece: Piece, on: bool) {
    if on {
        *set |= piece.bit();
    } else {
        *set &= !piece.bit();
    }
}

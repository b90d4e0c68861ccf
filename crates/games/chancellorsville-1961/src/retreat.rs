//! Back 2, and the occupation of won hills and forts. The winner lays the way (C61-ATT-5): he moves the loser's pieces.

use crate::action::{Action, Event, Path, Subject};
use crate::counters::{Piece, first, pieces};
use crate::ground::OFF;
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use board::{Direction, HexId};
use engine::{Illegal, Side, Sink};

/// C61-CRT-back2: how far losers go.
pub const BACK: usize = 2;

impl Chancellorsville1961 {
    /// Whether a loser may be led through a hex: not into a river or the Potomac, off the board, onto an enemy or into an
    /// enemy zone (C61-ATT-6, R-2); C61-RF-2: zones may close a ring. R-4: slow ground and streams do not hinder.
    fn is_open(&self, state: &State, unit: Piece, hex: HexId) -> bool {
        let (book, ground) = (self.book, &self.book.ground);
        let enemy = book.side(unit).enemy();
        !ground.closed(hex) && !ground.river(hex) && state.control(enemy, hex) == 0 && state.stack(hex) & state.own(book, enemy) == 0
    }

    /// Whether a retreat that way is safe.
    fn is_safe(&self, state: &State, unit: Piece, path: Path) -> bool {
        let (book, ground) = (self.book, &self.book.ground);
        let start = state.hex(unit);
        if path.start() != start || path.len() != BACK {
            return false;
        }
        let mut hex = start;
        for direction in path.directions() {
            let to = ground.step(hex, direction);
            // from a river hex it goes ashore as its way of crossing allows.
            if ground.river(hex) && self.may_leave_river(state, unit, hex, to).is_err() || !self.is_open(state, unit, to) {
                return false;
            }
            hex = to;
        }
        // a hex that is full does not serve.
        ground.distance(start, hex) as usize == BACK && self.fits(state, book.side(unit), hex, unit.bit()).is_ok()
    }

    /// The safe ways of a loser, one for each hex at the end.
    pub(crate) fn ways_back(&self, state: &State, unit: Piece, mut each: impl FnMut(Path)) {
        let ground = &self.book.ground;
        let start = state.hex(unit);
        let mut seen = [OFF; 12];
        let mut count = 0;
        for a in Direction::ALL {
            if !self.is_open(state, unit, ground.step(start, a)) {
                continue;
            }
            for b in Direction::ALL {
                let path = Path::at(start).then(a).then(b);
                let end = ground.step(ground.step(start, a), b);
                if !seen[..count].contains(&end) && self.is_safe(state, unit, path) {
                    seen[count] = end;
                    count += 1;
                    each(path);
                }
            }
        }
    }

    fn has_way_back(&self, state: &State, unit: Piece) -> bool {
        let mut any = false;
        self.ways_back(state, unit, |_| any = true);
        any
    }

    /// Whether the winner may lead a loser that way; an empty path means that it is eliminated (C61-ATT-6), which he may not
    /// choose while a safe way is open (C61-ATT-7).
    pub(crate) fn may_retreat(&self, state: &State, by: Side, unit: Piece, path: Path) -> Result<(), Illegal> {
        if state.step != Step::Retreat || state.losers & unit.bit() == 0 {
            return Err(Illegal::new("C61-CRT-back2", "Only the losers of the battle at hand go back.", "Choose one of them."));
        }
        if state.chooser != by {
            return Err(Illegal::new("C61-ATT-5", "The winner lays the way of retreat.", "Wait until he has led the losers back."));
        }
        if path.is_empty() {
            return match self.has_way_back(state, unit) {
                true => Err(Illegal::new("C61-ATT-7", "A safe way is open: the loser is not eliminated.", "Lay the safe way.")),
                false => Ok(()),
            };
        }
        if self.is_safe(state, unit, path) {
            return Ok(());
        }
        Err(Illegal::new(
            "C61-ATT-6",
            "A retreat is two hexes away, clear of rivers, the edge, enemies, their zones and full hexes.",
            "Lay a way of two such hexes.",
        ))
    }

    /// Leads a loser back.
    pub fn retreat<K: Sink<Event>>(&self, state: &mut State, unit: Piece, path: Path, sink: &mut K) {
        state.losers &= !unit.bit();
        if path.is_empty() {
            self.eliminate(state, unit.bit(), sink);
        } else {
            let mut hex = path.start();
            for direction in path.directions() {
                hex = self.book.ground.step(hex, direction);
                self.wander(state, unit, hex);
            }
            state.lift(self.book, unit);
            state.put(self.book, unit, hex);
            sink.tell(|| Event::Retreated(unit, path));
        }
        self.after_result(state, sink);
    }

    /// The last loser without a way goes without a question (C61-RF-1). Returns whether no loser is left.
    pub(crate) fn settle_last_loser<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) -> bool {
        state.losers &= state.on_map();
        if state.losers.count_ones() == 1
            && let Some(last) = first(state.losers)
            && !self.has_way_back(state, last)
        {
            state.losers = 0;
            self.eliminate(state, last.bit(), sink);
        }
        state.losers == 0
    }

    /// Whether a unit of the winner may step onto a won hill or fort: it fought in the battle and stands next to it, the hex
    /// holds no enemy, and there is room (C61-WHM-5, C61-FORT-1, R-26).
    pub(crate) fn may_occupy(&self, state: &State, by: Side, unit: Piece, hex: HexId) -> Result<(), Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        if state.step != Step::Occupy || state.chooser != by {
            return Err(Illegal::new(
                "C61-ROUT-1",
                "After combat the winner may step onto a won hill or fort, nothing else.",
                "Choose such a hex next to the unit, or stay.",
            ));
        }
        if hex == OFF || !state.won.contains(&hex) {
            return Err(Illegal::new(
                "C61-WHM-5",
                "Only a hill or fort from which an enemy was driven in this battle may be occupied.",
                "Choose a hex that was won in this battle, or stay.",
            ));
        }
        let took_part = state.battle[unit.index()] == state.now && book.is(unit, book.fighters() & book.of[by.index()]);
        if !took_part || state.hex(unit) == OFF || ground.distance(state.hex(unit), hex) != 1 {
            return Err(Illegal::new(
                "C61-FORT-1",
                "Only units that fought in the battle and stand next to the hex may occupy it.",
                "Choose a unit of this battle next to the hex, or stay.",
            ));
        }
        if state.stack(hex) & book.units() & book.of[by.enemy().index()] != 0 {
            return Err(Illegal::new("C61-FORT-2", "An enemy still holds it.", "Drive him off in a later battle, or stay."));
        }
        if ground.river(state.hex(unit)) {
            self.may_leave_river(state, unit, state.hex(unit), hex)?;
        }
        self.fits(state, by, hex, unit.bit())
    }

    /// Asks the winner about won ground, if he can take any, or goes on.
    pub(crate) fn occupy_or_go_on<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        state.step = Step::Occupy;
        if !self.anybody_may_occupy(state) {
            self.next_battle(state, sink);
        }
    }

    fn anybody_may_occupy(&self, state: &State) -> bool {
        if state.won[0] == OFF {
            return false;
        }
        let members = state.members(state.now) & state.on_map();
        pieces(members).any(|u| state.won.iter().any(|h| self.may_occupy(state, state.chooser, u, *h).is_ok()))
    }

    /// Steps onto a won hill or fort.
    pub(crate) fn occupy<K: Sink<Event>>(&self, state: &mut State, unit: Piece, hex: HexId, sink: &mut K) {
        self.wander(state, unit, hex);
        state.lift(self.book, unit);
        state.put(self.book, unit, hex);
        sink.tell(|| Event::Occupied(unit, hex));
        // It has taken its hill: it does not go on to another.
        state.battle[unit.index()] = DONE;
        self.occupy_or_go_on(state, sink);
    }

    /// The subjects of retreats and occupations.
    pub(crate) fn list_after(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if state.step == Step::Retreat {
            out.extend(pieces(state.losers).map(Subject::Piece));
            return;
        }
        for unit in pieces(state.members(state.now) & state.on_map()) {
            if state.won.iter().any(|h| self.may_occupy(state, by, unit, *h).is_ok()) {
                out.push(Subject::Piece(unit));
            }
        }
        out.push(Subject::Done);
    }

    /// What a subject of retreats and occupations can do.
    pub(crate) fn list_after_options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        match subject {
            Subject::Piece(unit) if state.step == Step::Retreat => {
                let before = out.len();
                self.ways_back(state, unit, |path| out.push(Action::Retreat(unit, path)));
                if out.len() == before {
                    out.push(Action::Retreat(unit, Path::at(state.hex(unit))));
                }
            }
            Subject::Piece(unit) => {
                let mut won = state.won;
                won.sort_unstable();
                out.extend(won.into_iter().filter(|h| self.may_occupy(state, by, unit, *h).is_ok()).map(|h| Action::Occupy(unit, h)));
            }
            Subject::Done => out.push(Action::Stay),
            _ => {}
        }
    }
}

/// The battle number of a unit that has occupied a hill or fort: it fought, and is done.
pub(crate) const DONE: u8 = 63;

//! Turns and the routine of play: move, divide, fight, the other side; 25 Complete Turns (C61-TURN, C61-ROUT).

use crate::action::{Action, Event, Subject};
use crate::counters::pieces;
use crate::setup::deployer;
use crate::state::{LAST_TURN, Step};
use crate::{Chancellorsville1961, State};
use engine::{Actor, Chance, Illegal, Side, Sink, Verdict};

impl Chancellorsville1961 {
    /// Who is asked. C61-MOV-5: the die has no part in movement.
    pub fn asked(&self, state: &State) -> Actor {
        match state.step {
            Step::Move | Step::Divide | Step::Choose => Actor::Side(state.mover),
            Step::Roll => Actor::Chance(Chance::dice(1, "C61-CBT-5")),
            Step::Exchange | Step::Retreat | Step::Occupy => Actor::Side(state.chooser),
            Step::Over(winner) => Actor::Over(Verdict { winner: Some(winner), level: 1 }),
            step => Actor::Side(deployer(step).expect("a step of the set-up")),
        }
    }

    /// A player's Turn begins with his movement portion (C61-TURN-1, C61-TURN-2).
    pub(crate) fn begin_turn<K: Sink<Event>>(&self, state: &mut State, turn: u8, side: Side, sink: &mut K) {
        state.clear_turn();
        state.turn = turn;
        state.mover = side;
        state.step = Step::Move;
        sink.tell(|| Event::Turn(turn, side));
    }

    /// All movement is over (C61-TURN-3): boats in Confederate zones are destroyed, then contacts are divided into battles.
    pub(crate) fn end_movement<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        if state.mover == Side::Confederate {
            self.destroy_boats(state, sink);
        }
        if !self.begin_division(state) {
            self.end_turn(state, sink);
        }
    }

    /// The end of a player's Turn (C61-TURN-1, C61-WIN-1).
    pub(crate) fn end_turn<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        self.capture_bridges(state, sink);
        if state.mover == Side::Union {
            return self.begin_turn(state, state.turn, Side::Confederate, sink);
        }
        if state.turn >= LAST_TURN {
            let winner = self.final_winner(state);
            state.clear_turn();
            state.step = Step::Over(winner);
            sink.tell(|| Event::Over(winner));
            return;
        }
        self.begin_turn(state, state.turn + 1, Side::Union, sink);
    }

    /// Whether movement may be ended: at any time (C61-MOV-2).
    pub(crate) fn may_end_move(&self, state: &State, by: Side) -> Result<(), Illegal> {
        self.may_move_now(state, by)
    }

    /// C61-TIME-1, R-49: with the clock on, either player may call time; the table keeps the watch.
    pub(crate) fn may_call_time(&self, state: &State) -> Result<(), Illegal> {
        if !self.clock {
            return Err(Illegal::new("C61-TIME-1", "this game is played without the five-minute limit"));
        }
        if state.step != Step::Move {
            return Err(Illegal::new("C61-TIME-1", "the five minutes run during movement"));
        }
        Ok(())
    }

    /// The things that can act.
    pub(crate) fn list_subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        match state.step {
            Step::Move => self.list_movers(state, by, out),
            Step::Divide => self.list_division(state, out),
            Step::Choose | Step::Exchange => self.list_combat(state, by, out),
            Step::Retreat | Step::Occupy => self.list_after(state, by, out),
            Step::Roll | Step::Over(_) => {}
            _ => self.list_set_up(state, out),
        }
    }

    /// What one of them can do.
    pub(crate) fn list_options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        match (state.step, subject) {
            (Step::Move, Subject::Piece(piece)) => {
                if state.hex(piece) != crate::ground::OFF {
                    self.list_marches(state, by, piece.bit(), out);
                }
                self.list_substitutions(state, by, piece, out);
            }
            (Step::Move, Subject::Stack(hex)) => {
                if let Some(stack) = self.marching_stack(state, by, hex) {
                    self.list_marches(state, by, stack, out);
                }
            }
            (Step::Move, Subject::Done) => out.push(Action::EndMove),
            (Step::Divide, _) => self.list_division_options(state, subject, out),
            (Step::Exchange, Subject::Done) => out.push(Action::Paid),
            (Step::Choose | Step::Exchange, Subject::Piece(piece)) => self.list_combat_options(state, by, piece, out),
            (Step::Retreat | Step::Occupy, _) => self.list_after_options(state, by, subject, out),
            (Step::Forts(_) | Step::Withhold | Step::DeployUnion | Step::DeployConfederate | Step::DeployRest, _) => {
                self.list_set_up_options(state, by, subject, out);
            }
            _ => {}
        }
    }

    /// C61-ROUT-2: every counter but a fort may move each Turn.
    fn list_movers(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        let book = self.book;
        let own = state.own(book, by) & state.on_map();
        for piece in pieces(own & book.units()) {
            let marches = state.halted & piece.bit() == 0 && self.can_move(state, by, piece);
            if marches || by == Side::Confederate && self.can_substitute(state, piece) {
                out.push(Subject::Piece(piece));
            }
        }
        for train in pieces(own & book.trains()) {
            if self.can_haul(state, by, train) {
                out.push(Subject::Piece(train));
            }
        }
        if by == Side::Confederate && self.brigade_stacks(state).next().is_some() {
            let boxed = book.divisions.iter().filter(|d| state.boxed & d.counter.bit() != 0);
            out.extend(boxed.filter(|d| self.can_substitute(state, d.counter)).map(|d| Subject::Piece(d.counter)));
        }
        self.list_stacks(state, by, out);
        out.push(Subject::Done);
    }

    /// Stacks that can march as a whole to some neighbouring hex.
    fn list_stacks(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        let book = self.book;
        for piece in pieces(book.units() & book.of[by.index()] & state.on_map()) {
            let hex = state.hex(piece);
            let stack = state.stack(hex) & book.units();
            // Each stack once, for its first counter.
            if stack.count_ones() < 2 || stack & (piece.bit() - 1) != 0 {
                continue;
            }
            if let Some(group) = self.marching_stack(state, by, hex) {
                let mut paths = board::Direction::ALL.into_iter().map(|d| crate::action::Path::from(hex).then(d));
                if paths.any(|path| self.may_march(state, by, group, path).is_ok()) {
                    out.push(Subject::Stack(hex));
                }
            }
        }
    }
}

//! Turns and the routine of play: move, divide, fight, the other side; 25 Complete Turns (C61-TURN, C61-ROUT).

use crate::action::Event;
use crate::state::{LAST_TURN, Step};
use crate::{Chancellorsville1961, State};
use engine::{Illegal, Side, Sink};

impl Chancellorsville1961 {
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
            return Err(Illegal::new("C61-TIME-1", "This game is played without the five-minute limit.", "Take the time you need."));
        }
        if state.step != Step::Move {
            return Err(Illegal::new("C61-TIME-1", "The five minutes run during movement.", "Call time while units move."));
        }
        Ok(())
    }
}

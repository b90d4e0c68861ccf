//! The sequence of play (BG-4), night (BG-10) and the end.

use crate::BlueGray;
use crate::action::Event;
use crate::state::{Battle, State, Step};
use crate::units::{NOBODY, UnitSet};
use engine::{Illegal, Side, Sink};

impl BlueGray {
    /// The side that is asked: the phasing player, but the loser retreats his own units and the victor advances.
    pub fn asked(&self, state: &State) -> Side {
        match state.step {
            Step::Retreat if state.pushed != NOBODY => self.side_of(state.pushed),
            Step::Retreat => match state.pending.or(state.willing).iter().next() {
                Some(unit) => self.side_of(unit),
                None => state.side,
            },
            Step::Advance => self.victor(state),
            _ => state.side,
        }
    }

    /// A Game-Turn begins (BG-4.1a).
    pub(crate) fn begin_turn<K: Sink<Event>>(&self, state: &mut State, turn: u8, sink: &mut K) {
        state.turn = turn;
        sink.tell(|| Event::Turn(turn));
        self.begin_movement(state, self.title.first, sink);
    }

    /// A Movement Phase begins (BG-4.1b). A side that does not move at night is passed over.
    pub(crate) fn begin_movement<K: Sink<Event>>(&self, state: &mut State, side: Side, sink: &mut K) {
        state.side = side;
        state.step = Step::Movement;
        state.moved = UnitSet::EMPTY;
        state.entered = [0; 16];
        self.forget_battles(state);
        self.mark_zones(state);
        if self.look_at_events(state, 0, sink) {
            self.open_movement(state, sink);
        }
    }

    /// The Movement Phase goes on once the events of the title have been looked at.
    pub(crate) fn open_movement<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let side = state.side;
        state.step = Step::Movement;
        if self.is_night(state) && !self.title.night[side.index()].moves {
            self.end_movement(state, sink);
        } else {
            sink.tell(|| Event::Phase(side, "movement"));
            self.judge_supply(state, sink);
        }
    }

    /// Whether the Movement Phase may end: nobody too many in a hex (BG-5.32), and no reinforcement left outside that could
    /// come on. To move nobody at all is legal (BG-5.0-G).
    pub(crate) fn may_end_movement(&self, state: &State) -> Result<(), Illegal> {
        if state.overfull > 0 {
            return Err(Illegal::new("BG-5.32", "A hex still holds more than two units.", "Move one of them out first."));
        }
        if self.obliged(state).iter().any(|u| self.can_enter(state, u)) {
            return Err(Illegal::new(self.title.rules.arrival, "A reinforcement can still come on in this turn.", "Bring it on first."));
        }
        Ok(())
    }

    /// The Movement Phase ends for good (BG-5.14). At night nobody fights (BG-10.1).
    pub(crate) fn end_movement<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        self.lose_latecomers(state, sink);
        if self.is_night(state) {
            self.next_player(state, sink);
        } else {
            self.begin_combat(state, sink);
        }
    }

    /// A Combat Phase begins (BG-4.1c).
    fn begin_combat<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let side = state.side;
        self.mark_zones(state);
        state.step = Step::Battles;
        self.forget_battles(state);
        state.contact = self.contacts(state);
        let mine = state.ineffective.and(self.army[side.index()]).and(state.on_map);
        // Who is touched only later, by an advance, need not fall back (BG-11.32).
        state.wavering = mine.iter().filter(|u| self.in_enemy_zone(state, side, state.place(*u))).collect();
        sink.tell(|| Event::Phase(side, "combat"));
    }

    /// Who attacked, was attacked, advanced or retreated matters for one phase only.
    fn forget_battles(&self, state: &mut State) {
        state.battle = Battle::NONE;
        (state.fought, state.shelled, state.struck) = (UnitSet::EMPTY, UnitSet::EMPTY, UnitSet::EMPTY);
        (state.advanced, state.shaken) = (UnitSet::EMPTY, UnitSet::EMPTY);
    }

    /// The Combat Phase ends; ineffective units in contact fall back first (BG-11.31a).
    pub(crate) fn end_combat<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let side = state.side;
        let left = state.wavering.and(state.on_map).iter().filter(|u| self.in_enemy_zone(state, side, state.place(*u))).collect();
        (state.wavering, state.contact) = (UnitSet::EMPTY, UnitSet::EMPTY);
        state.pending = left;
        state.step = Step::FallBack;
        self.go_on_retreating(state, sink);
    }

    /// The other player's turn, or the end of the Game-Turn.
    pub(crate) fn next_player<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        if state.side == self.title.first {
            self.begin_movement(state, self.title.first.enemy(), sink);
        } else {
            self.interphase(state, sink);
        }
    }

    /// The Interphase: the marker moves on (BG-4.1d); after the last turn victory is worked out (BG-4.0).
    /// At the end of a night turn all units regain their effectiveness (BG-11.4).
    fn interphase<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        if self.is_night(state) && !state.ineffective.is_empty() {
            state.ineffective = UnitSet::EMPTY;
            sink.tell(|| Event::Recovered);
        }
        if usize::from(state.turn) == self.title.turns.len() {
            self.finish(state, sink);
        } else {
            self.begin_turn(state, state.turn + 1, sink);
        }
    }

    /// The game ends: what counts at the end is counted.
    pub(crate) fn finish<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        self.final_scores(state, sink);
        state.step = Step::Over;
    }
}

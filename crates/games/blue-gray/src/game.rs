//! The traits of a game for Blue & Gray: each question goes to its chapter. Nothing is hidden in this game, so what a seat sees is the state.

use crate::action::{Action, Event, Subject};
use crate::rules::BlueGray;
use crate::state::{State, Step};
use engine::{Actor, BadField, Class, Described, Illegal, Notation, Open, Roll, Rules, Seat, Side, Sink, Told, Verdict, View, Words};
use serde_json::Value;

impl Rules for BlueGray {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        self.set_up()
    }

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        self.actor_now(state)
    }

    #[inline]
    fn subjects(&self, state: &State, _by: Side, out: &mut Vec<Subject>) {
        self.list_subjects(state, out);
    }

    #[inline]
    fn options(&self, state: &State, _by: Side, subject: Subject, out: &mut Vec<Action>) {
        self.list_options(state, subject, out);
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        self.may(state, by, action)
    }

    #[inline]
    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, _by: Side, action: Action, sink: &mut K) {
        self.act(state, action, sink);
    }

    #[inline]
    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        self.resolve(state, roll.first(), sink);
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        self.result_classes(state, out);
    }

    #[inline]
    fn phase(&self, state: &State) -> u32 {
        let part = match state.step {
            Step::Movement => 0,
            Step::Over => 2,
            _ => 1,
        };
        u32::from(state.turn) << 8 | (state.side.index() as u32) << 4 | part
    }

    fn hash(&self, state: &State) -> u64 {
        self.hash_of(state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        self.look_over(state)
    }
}

impl Open for BlueGray {}

impl Words for BlueGray {
    fn prompt(&self, sight: &State) -> String {
        self.prompt_words(sight)
    }

    fn describe_subject(&self, sight: &State, subject: Subject) -> Described {
        self.subject_words(sight, subject)
    }

    fn describe(&self, sight: &State, action: Action) -> Described {
        self.action_words(sight, action)
    }

    fn tell(&self, event: &Event, _seat: Seat) -> Option<Told> {
        Some(self.event_words(event))
    }

    fn fire_from(&self, _sight: &State, hex: &str) -> Result<Option<Vec<String>>, BadField> {
        let from = self.cell_named(hex).ok_or_else(|| BadField::new("hex", format!("no hex {hex:?} on this board")))?;
        Ok(Some(self.ground.lines(from).iter().map(|l| self.hex_name(l.to)).collect()))
    }

    fn view(&self, sight: &State) -> View {
        self.whole_view(sight)
    }

    fn verdict_words(&self, state: &State, _verdict: Verdict) -> String {
        self.outcome_words(state)
    }
}

impl Notation for BlueGray {
    fn write_action(&self, action: Action) -> Value {
        self.action_value(action)
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        self.action_from(value)
    }

    fn write_subject(&self, subject: Subject) -> Value {
        self.subject_value(subject)
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        self.subject_from(value)
    }

    fn write_position(&self, state: &State) -> Value {
        self.position_value(state)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        self.position_from(value)
    }
}

//! Chancellorsville (1961): Hooker against Lee on the Rappahannock.
//!
//! The rulebook's chapters and where they are:
//!
//! | chapter | module |
//! | --- | --- |
//! | unit symbols, order of battle, RULE D | [`counters`] |
//! | the map | [`ground`] |
//! | brigade substitute counters | `substitutes` |
//! | turns, routine of play, time limit | `sequence` |
//! | movement, streams, woods-hills-marsh | `movement` |
//! | river crossing | `rivers` |
//! | more than one unit per hex | [`stacking`] |
//! | zones of control, secondary zone combat | [`contacts`] |
//! | multiple unit attack | `division` |
//! | combat, defence, Combat Results Table | [`combat`] |
//! | retreat, hills and forts after combat | `retreat` |
//! | prepare for play | `setup` |
//! | how to win | [`victory`] |
//!
//! Beside them: [`state`] (the position), [`action`] (what can be done and what happened), `notation` and `position` (how both
//! are written), `words` and `handbook` (what people read). `RULINGS.md` lists the rulings (R-n).

pub mod action;
mod audit;
pub mod combat;
pub mod contacts;
pub mod counters;
mod division;
pub mod ground;
mod handbook;
mod movement;
mod notation;
mod position;
mod retreat;
mod rivers;
mod sequence;
mod setup;
pub mod stacking;
pub mod state;
mod substitutes;
pub mod victory;
mod words;

pub use action::{Action, Event, Manner, Path, Subject};
pub use combat::Clash;
pub use counters::{Book, Kind, Outcome, Piece, Set};
pub use state::{State, Step};

use engine::{
    Actor, BadField, Class, Described, Illegal, Notation, Open, Roll, Rules, Seat, SetUp, Side, Sink, Told, Verdict, View, Words,
};
use serde_json::Value;

/// The game with its options chosen.
#[derive(Clone)]
pub struct Chancellorsville1961 {
    /// What is printed: counters, charts, the board.
    pub book: &'static Book,
    pub(crate) chosen: SetUp,
    /// C61-TIME-1: whether the players move by the clock.
    pub(crate) clock: bool,
}

impl Chancellorsville1961 {
    /// The data of the game.
    pub fn book(&self) -> &'static Book {
        self.book
    }

    /// The battle of that number as it would be fought now; numbers begin with 1.
    pub fn battle_at(&self, state: &State, number: u8) -> Clash {
        self.battle(state, number)
    }
}

impl Rules for Chancellorsville1961 {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        self.opening()
    }

    fn actor(&self, state: &State) -> Actor {
        self.asked(state)
    }

    fn subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if self.asked(state).asks(by) {
            self.list_subjects(state, by, out);
        }
    }

    fn options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if self.asked(state).asks(by) {
            self.list_options(state, by, subject, out);
        }
    }

    fn asides(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        if by != state.mover && self.may_call_time(state).is_ok() {
            out.push(Action::Time);
        }
        if by == Side::Confederate {
            self.list_breakdowns(state, out);
        }
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        if matches!(state.step, Step::Over(_)) {
            return Err(Illegal::new("C61-WIN-1", "the game is over"));
        }
        match action {
            Action::Fort(hex) => self.may_build(state, by, hex),
            Action::Withhold(pair) => self.may_withhold(state, by, pair),
            Action::Place(piece, hex) => self.may_place(state, by, piece, hex),
            Action::Preset(preset) => self.may_preset(state, by, preset),
            Action::Break(division, brigades) => self.may_break(state, by, division, brigades),
            Action::Form(division, brigades) => self.may_form(state, by, division, brigades),
            Action::March(group, path) => self.may_march(state, by, group, path),
            Action::Lay(bridge, path, far) => self.may_lay(state, by, bridge, path, far),
            Action::Drift(boat) => self.may_move_now(state, by).and_then(|()| self.may_drift(state, by, boat).map(drop)),
            Action::EndMove => self.may_end_move(state, by),
            Action::Time => self.may_call_time(state),
            Action::Attack(..) | Action::Join(_) | Action::Include(_) | Action::DivideRest | Action::Commit => {
                self.may_divide(state, by, action)
            }
            Action::Fight(enemy) => self.may_fight(state, by, enemy),
            Action::Lose(piece) => self.may_lose(state, by, piece),
            Action::Paid => self.may_call_paid(state, by),
            Action::Retreat(piece, path) => self.may_retreat(state, by, piece, path),
            Action::Occupy(piece, hex) => self.may_occupy(state, by, piece, hex),
            Action::Stay if state.step == Step::Occupy && state.chooser == by => Ok(()),
            Action::Stay => Err(Illegal::new("C61-WHM-5", "there is no won ground to leave")),
        }
    }

    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
        match action {
            Action::Fort(hex) => self.build(state, by, hex, sink),
            Action::Withhold(pair) => self.withhold(state, pair, sink),
            Action::Place(piece, hex) => self.place(state, piece, hex, sink),
            Action::Preset(preset) => self.preset(state, by, preset, sink),
            Action::Break(division, brigades) => self.break_down(state, division, brigades, sink),
            Action::Form(division, brigades) => self.form_up(state, division, brigades, sink),
            Action::March(group, path) => {
                self.march(state, by, group, path);
                sink.tell(|| Event::Marched(group, path));
            }
            Action::Lay(bridge, path, far) => self.lay(state, by, bridge, path, far, sink),
            Action::Drift(boat) => self.drift(state, boat, sink),
            Action::EndMove => self.end_movement(state, sink),
            Action::Time => {
                sink.tell(|| Event::Time(by));
                self.end_movement(state, sink);
            }
            Action::Attack(..) | Action::Join(_) | Action::Include(_) | Action::DivideRest | Action::Commit => {
                self.divide(state, action, sink);
            }
            Action::Fight(enemy) => self.fight(state, enemy, sink),
            Action::Lose(piece) => self.lose(state, piece, sink),
            Action::Paid => self.close_exchange(state, sink),
            Action::Retreat(piece, path) => self.retreat(state, piece, path, sink),
            Action::Occupy(piece, hex) => self.occupy(state, piece, hex, sink),
            Action::Stay => self.next_battle(state, sink),
        }
    }

    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        self.rolled(state, roll, sink);
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        let column = self.battle(state, state.now).column();
        Class::of_die(|face| self.outcome(column, face), out);
    }

    fn phase(&self, state: &State) -> u32 {
        let part = match state.step {
            Step::Forts(side) => side as u32,
            Step::Withhold | Step::DeployUnion => 2,
            Step::DeployConfederate => 3,
            Step::DeployRest => 4,
            Step::Move => 5,
            Step::Divide => 6,
            Step::Choose | Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => 7,
            Step::Over(_) => 8,
        };
        u32::from(state.turn) * 32 + state.mover as u32 * 16 + part
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        self.examine(state).map_err(|e| e.to_string())
    }
}

impl Open for Chancellorsville1961 {}

impl Words for Chancellorsville1961 {
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

    fn view(&self, sight: &State) -> View {
        self.whole_view(sight)
    }

    fn verdict_words(&self, state: &State, verdict: Verdict) -> String {
        self.ending_words(state, verdict)
    }
}

impl Notation for Chancellorsville1961 {
    fn write_action(&self, action: Action) -> Value {
        self.action_json(action)
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        self.action_from(value)
    }

    fn write_subject(&self, subject: Subject) -> Value {
        self.subject_json(subject)
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        self.subject_from(value)
    }

    fn write_position(&self, state: &State) -> Value {
        self.position_json(state)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        self.position_from(value)
    }
}

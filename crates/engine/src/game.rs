//! The one interface that every ruleset implements.

use crate::trial::Feat;
use crate::{Actor, BadField, Class, Described, Dice, Handbook, Illegal, Roll, Seat, Side, Told, Verdict, View};
use serde_json::Value;
use std::any::TypeId;
use std::fmt::Debug;
use std::hash::Hash;

/// Where events go. A search passes `()`, and no event is ever made.
pub trait Sink<E> {
    /// Tells an event, if anybody listens.
    fn tell(&mut self, event: impl FnOnce() -> E);
}

impl<E> Sink<E> for () {
    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> Sink<E> for Vec<E> {
    #[inline]
    fn tell(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}

/// A ruleset with its board, scenario and options chosen. It is immutable; all that changes is in the `State`.
///
/// Rules are pure: state in, state out. They ask for dice and never roll.
pub trait Game: Handbook + Send + Sync + Sized + 'static {
    /// A position, complete, in the middle of anything: a few KB, no heap graph.
    type State: Clone + Send + Sync;
    /// One small decision.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// A thing that can act now: a piece, a battle, a button.
    type Subject: Copy + Eq + Hash + Debug + Send + Sync;
    /// Something that happened.
    type Event: Clone + Debug + Send + Sync;
    /// What one seat may know of a state. In a game without secrets it is the state.
    type Sight: Clone + Send + Sync;

    /// The position at the start.
    fn start(&self) -> Self::State;

    /// Who is asked.
    fn actor(&self, state: &Self::State) -> Actor;

    /// The things that can act now for a side that is asked; never empty.
    fn subjects(&self, state: &Self::State, by: Side, out: &mut Vec<Self::Subject>);

    /// What one of them can do; never empty for a listed subject. One option for each different consequence.
    fn options(&self, state: &Self::State, by: Side, subject: Self::Subject, out: &mut Vec<Self::Action>);

    /// Rights that a side has between any two decisions, whoever is asked.
    fn asides(&self, _state: &Self::State, _by: Side, _out: &mut Vec<Self::Action>) {}

    /// Whether that side may do this now; if not, which rule says so. Accepts more than [`Game::options`] lists.
    fn check(&self, state: &Self::State, by: Side, action: Self::Action) -> Result<(), Illegal>;

    /// Does an action that [`Game::check`] allows or [`Game::options`] listed. Anything else is a bug of the caller.
    fn play<K: Sink<Self::Event>>(&self, state: &mut Self::State, by: Side, action: Self::Action, sink: &mut K);

    /// Answers the question to Chance with an answer that fits it.
    fn settle<K: Sink<Self::Event>>(&self, state: &mut Self::State, roll: &Roll, sink: &mut K);

    /// The one door: an illegal action changes nothing.
    fn apply<K: Sink<Self::Event>>(&self, state: &mut Self::State, by: Side, action: Self::Action, sink: &mut K) -> Result<(), Illegal> {
        self.check(state, by, action)?;
        self.play(state, by, action, sink);
        Ok(())
    }

    /// The distinct consequences of the question to Chance, with exact weights and one sample answer each, so that a search
    /// tries three combat results instead of six faces.
    fn classes(&self, state: &Self::State, out: &mut Vec<Class>);

    /// A number that changes when a new player phase begins: hosts keep a position there.
    fn phase(&self, state: &Self::State) -> u32;

    /// A hash of the whole position, the same on any machine.
    fn hash(&self, state: &Self::State) -> u64;

    /// Looks for anything that may never be: broken stacking, enemies together, lost counters, caches that differ from the truth.
    fn audit(&self, state: &Self::State) -> Result<(), String>;

    /// What a seat may know.
    fn sight(&self, state: &Self::State, seat: Seat) -> Self::Sight;

    /// Whether it hides anything from a side, with these options. Without secrets what a seat may know is the state itself.
    fn secrets(&self) -> bool {
        TypeId::of::<Self::Sight>() != TypeId::of::<Self::State>()
    }

    /// A full position that fits what a seat knows.
    fn sample(&self, sight: &Self::Sight, dice: &mut Dice) -> Self::State;

    /// Whether an event lets somebody see what was hidden: undo stops there.
    fn reveals(&self, _event: &Self::Event) -> bool {
        false
    }

    /// Pieces of work of its own that are worth timing, for `longroll bench`.
    fn feats(&self) -> Vec<Feat<'_, Self>> {
        Vec::new()
    }

    /// Who is asked for what, in words.
    fn prompt(&self, sight: &Self::Sight) -> String;

    /// What a person sees of a subject.
    fn describe_subject(&self, sight: &Self::Sight, subject: Self::Subject) -> Described;

    /// What a person sees of an action: a label, a target to light up, a cost or odds note.
    fn describe(&self, sight: &Self::Sight, action: Self::Action) -> Described;

    /// An event in words, as far as the seat may know it.
    fn tell(&self, event: &Self::Event, seat: Seat) -> Option<Told>;

    /// The whole view, as data for a client.
    fn view(&self, sight: &Self::Sight) -> View;

    /// The hexes that guns in a hex could fire into, by name; nothing in a game without lines of fire.
    fn fire_from(&self, _sight: &Self::Sight, _hex: &str) -> Result<Option<Vec<String>>, BadField> {
        Ok(None)
    }

    /// How it ended, in words.
    fn verdict_words(&self, state: &Self::State, verdict: Verdict) -> String;

    /// An action as written in files: stable names of pieces and hexes, never numbers of ours.
    fn write_action(&self, action: Self::Action) -> Value;

    /// The action of that writing.
    fn read_action(&self, value: &Value) -> Result<Self::Action, BadField>;

    /// A subject as written in files.
    fn write_subject(&self, subject: Self::Subject) -> Value;

    /// The subject of that writing.
    fn read_subject(&self, value: &Value) -> Result<Self::Subject, BadField>;

    /// A position as written in files, complete.
    fn write_position(&self, state: &Self::State) -> Value;

    /// The position of that writing; hand-written ones begin at the start of a phase and may leave pieces out.
    fn read_position(&self, value: &Value) -> Result<Self::State, BadField>;
}

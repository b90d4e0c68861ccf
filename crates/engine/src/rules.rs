//! The rules of a game: who is asked, what may be done, what comes of it.

use crate::{Actor, Class, Illegal, Roll, Side};
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
pub trait Rules: Send + Sync + Sized + 'static {
    /// A position, complete, in the middle of anything: a few KB, no heap graph.
    type State: Clone + Send + Sync;
    /// One small decision.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// A thing that can act now: a piece, a battle, a button.
    type Subject: Copy + Eq + Hash + Debug + Send + Sync;
    /// Something that happened.
    type Event: Clone + Debug + Send + Sync;

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

    /// Whether that side may do this now; if not, which rule says so. Accepts more than [`Rules::options`] lists.
    fn check(&self, state: &Self::State, by: Side, action: Self::Action) -> Result<(), Illegal>;

    /// The one door: an illegal action changes nothing.
    fn apply<K: Sink<Self::Event>>(&self, state: &mut Self::State, by: Side, action: Self::Action, sink: &mut K) -> Result<(), Illegal> {
        self.check(state, by, action)?;
        self.apply_unchecked(state, by, action, sink);
        Ok(())
    }

    /// Does an action that [`Rules::check`] allows or [`Rules::options`] listed. Anything else is a bug of the caller.
    fn apply_unchecked<K: Sink<Self::Event>>(&self, state: &mut Self::State, by: Side, action: Self::Action, sink: &mut K);

    /// Settles the question to Chance by a roll that fits it.
    fn settle<K: Sink<Self::Event>>(&self, state: &mut Self::State, roll: &Roll, sink: &mut K);

    /// The distinct consequences of the question to Chance, with exact weights and one sample roll each, so that a search
    /// tries three combat results instead of six faces.
    fn classes(&self, state: &Self::State, out: &mut Vec<Class>);

    /// A number that changes when a new player phase begins: hosts keep a position there.
    fn phase(&self, state: &Self::State) -> u32;

    /// The number of the engagement under way within a phase, from its first order to its end: a puzzle that begins in one ends with it. Nothing in
    /// games whose phases are short enough to be thought through.
    fn engagement(&self, _: &Self::State) -> Option<u32> {
        None
    }

    /// A hash of the whole position, the same on any machine.
    fn hash(&self, state: &Self::State) -> u64;

    /// Looks for anything that may never be: broken stacking, enemies together, lost counters, caches that differ from the truth.
    fn audit(&self, state: &Self::State) -> Result<(), String>;
}

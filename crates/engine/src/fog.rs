//! What a seat may know.

use crate::{Dice, Rules, Seat, Side};

/// What is hidden from whom. A game without secrets is [`Open`], and has this for nothing.
pub trait Fog: Rules {
    /// What one seat may know of a state.
    type Knowledge: Clone + Send + Sync;

    /// What a seat may know.
    fn knowledge(&self, state: &Self::State, seat: Seat) -> Self::Knowledge;

    /// The state itself, if that is just what a seat may know of it: whoever asks often need not copy it then.
    fn unveiled<'s>(&self, _state: &'s Self::State, _seat: Seat) -> Option<&'s Self::State> {
        None
    }

    /// Whether it hides anything from a side, with these options.
    fn secrets(&self) -> bool {
        true
    }

    /// Whether every seat, an onlooker's too, is shown the very same.
    fn all_see_the_same(&self) -> bool {
        false
    }

    /// A full position that fits what a seat knows.
    fn sample(&self, known: &Self::Knowledge, dice: &mut Dice) -> Self::State;

    /// What a seat knows of a side's secrets, one word for each fact: that this piece is seen, that so many counters lie here, that
    /// nothing is hidden there. Undo stops where a decision adds a word, so the word of a fact stays the same as long as nothing
    /// more is known, and what is public anyway has none.
    fn facts(&self, known: &Self::Knowledge, about: Side, out: &mut Vec<u64>);
}

/// A game in which both sides see everything: what a seat may know is the state itself.
pub trait Open: Rules {}

impl<G: Open> Fog for G {
    type Knowledge = G::State;

    fn knowledge(&self, state: &G::State, _seat: Seat) -> G::State {
        state.clone()
    }

    fn unveiled<'s>(&self, state: &'s G::State, _seat: Seat) -> Option<&'s G::State> {
        Some(state)
    }

    fn secrets(&self) -> bool {
        false
    }

    fn all_see_the_same(&self) -> bool {
        true
    }

    fn sample(&self, known: &G::State, _dice: &mut Dice) -> G::State {
        known.clone()
    }

    fn facts(&self, _known: &G::State, _about: Side, _out: &mut Vec<u64>) {}
}

//! What a seat may know.

use crate::{Dice, Rules, Seat};

/// What is hidden from whom. A game without secrets is [`Open`], and has this for nothing.
pub trait Fog: Rules {
    /// What one seat may know of a state.
    type Sight: Clone + Send + Sync;

    /// What a seat may know.
    fn sight(&self, state: &Self::State, seat: Seat) -> Self::Sight;

    /// Whether it hides anything from a side, with these options.
    fn secrets(&self) -> bool {
        true
    }

    /// A full position that fits what a seat knows.
    fn sample(&self, sight: &Self::Sight, dice: &mut Dice) -> Self::State;

    /// Whether an event lets somebody see what was hidden: undo stops there.
    fn reveals(&self, _event: &Self::Event) -> bool {
        false
    }
}

/// A game in which both sides see everything: what a seat may know is the state itself.
pub trait Open: Rules {}

impl<G: Open> Fog for G {
    type Sight = G::State;

    fn sight(&self, state: &G::State, _seat: Seat) -> G::State {
        state.clone()
    }

    fn secrets(&self) -> bool {
        false
    }

    fn sample(&self, sight: &G::State, _dice: &mut Dice) -> G::State {
        sight.clone()
    }
}

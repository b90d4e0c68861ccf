//! Every action and every die, in order. The journal only grows: taking back is an entry too.

use crate::{Roll, Side};
use serde_json::{Value, json};

/// One line of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry<A> {
    /// A side's decision.
    Act(Side, A),
    /// An answer of the dice.
    Roll(Roll),
    /// Back to the position before the live entry of that number.
    Rewind(usize),
    /// A side gave up.
    Resign(Side),
}

impl<A: Copy> Entry<A> {
    /// As written in a save.
    pub fn write(&self, action: impl Fn(A) -> Value) -> Value {
        match self {
            Entry::Act(side, a) => json!({ "by": side.id(), "action": action(*a) }),
            Entry::Roll(roll) => json!({ "roll": roll.values() }),
            Entry::Rewind(to) => json!({ "rewind": to }),
            Entry::Resign(side) => json!({ "resign": side.id() }),
        }
    }
}

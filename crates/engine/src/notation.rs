//! Actions, subjects and positions as they stand in files.

use crate::{BadField, Rules};
use serde_json::Value;

/// How a game is written down: stable names of pieces and hexes, never numbers of ours.
pub trait Notation: Rules {
    /// An action as written in files.
    fn write_action(&self, action: Self::Action) -> Value;

    /// The action of that writing.
    fn read_action(&self, value: &Value) -> Result<Self::Action, BadField>;

    /// A subject as written in files.
    fn write_subject(&self, subject: Self::Subject) -> Value;

    /// The subject of that writing.
    fn read_subject(&self, value: &Value) -> Result<Self::Subject, BadField>;
}

/// How positions of a game stand in files.
pub trait Positions: Rules {
    /// A position as written in files, complete.
    fn write_position(&self, state: &Self::State) -> Value;

    /// The position of that writing; hand-written ones begin at the start of a phase and may leave pieces out.
    fn read_position(&self, value: &Value) -> Result<Self::State, BadField>;
}

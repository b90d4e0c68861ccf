//! All that a host needs of a game.

use crate::{Fog, Handbook, Notation, Rules, Words};

/// A game that can be put on the shelf: its rules, what it hides, how it speaks, how it is written down, what people look up.
/// Whatever has all five is one.
pub trait Game: Rules + Fog + Words + Notation + Handbook {}

impl<G: Rules + Fog + Words + Notation + Handbook> Game for G {}

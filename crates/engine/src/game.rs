//! All that a host needs of a game.

use crate::{Fog, Handbook, Notation, Positions, Rules, Words};

/// A game that can be put on the shelf: its rules, what it hides, how it speaks, how its decisions and its positions are written down, what people look up.
/// Whatever has all six is one.
pub trait Game: Rules + Fog + Words + Notation + Positions + Handbook {}

impl<G: Rules + Fog + Words + Notation + Positions + Handbook> Game for G {}

//! Facts that only some game uses, kept with the thing they are about.

use serde::Deserialize;

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Fact {
    /// Yes or no.
    Flag(bool),
    /// A whole number: points, a turn, a limit.
    Number(i64),
    /// Words: a rule number, a side, a group of pieces.
    Text(String),
}

/// The facts of one place, zone, entry or crossing, by name.
///
/// The board does not know what they mean; a game asks for those it uses when it starts, and not while it plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts(pub(crate) Vec<(String, Fact)>);

impl Facts {
    /// The fact of that name.
    pub fn get(&self, name: &str) -> Option<&Fact> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, fact)| fact)
    }

    /// The number of that name.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Fact::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The words of that name.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Fact::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether that fact is there and true.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Some(&Fact::Flag(true))
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Fact)> {
        self.0.iter().map(|(name, fact)| (name.as_str(), fact))
    }
}

//! Refusals. They are data, cheap to make in a search; words are for whoever asks.

use serde_json::{Map, Value};
use std::fmt;

/// What every position may say, whichever the game.
const EVERY_POSITION: [&str; 8] = ["game", "scenario", "options", "journal", "turn", "phase", "active", "units"];

/// Why an action may not be done: the rule that forbids it, and what the rule says here in a few words of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The id of the rule.
    pub rule: &'static str,
    /// What it forbids, as a sentence for a player.
    pub because: &'static str,
}

impl Illegal {
    /// A refusal under that rule.
    #[inline]
    pub const fn new(rule: &'static str, because: &'static str) -> Illegal {
        Illegal { rule, because }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.because, self.rule)
    }
}

impl std::error::Error for Illegal {}

/// Something in a file or message that makes no sense: where it stands, what is wrong, what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadField {
    /// The path to the field: `units[3].hex`.
    pub field: String,
    /// What is wrong and what would be right.
    pub because: String,
}

impl BadField {
    /// A fault at a field.
    pub fn new(field: impl Into<String>, because: impl Into<String>) -> BadField {
        BadField { field: field.into(), because: because.into() }
    }

    /// The same fault seen from one level up.
    pub fn within(mut self, outer: &str) -> BadField {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{outer}{dot}{}", self.field);
        self
    }

    /// Refuses an object with a field that nobody reads: a misspelt one must not pass for one left out.
    pub fn unless_known(map: &Map<String, Value>, known: &[&str]) -> Result<(), BadField> {
        match map.keys().find(|k| !known.contains(&k.as_str())) {
            None => Ok(()),
            Some(key) => Err(BadField::new(key, format!("this field is not known here; known are {}", known.join(", ")))),
        }
    }

    /// The same for a position, which may have these besides what every position has.
    pub fn unless_position(map: &Map<String, Value>, own: &[&str]) -> Result<(), BadField> {
        BadField::unless_known(map, &[&EVERY_POSITION, own].concat())
    }

    /// The same for what was read from an object: it may have the fields that it is written with, and these.
    pub fn unless_written(given: &Value, written: &Value, besides: &[&str]) -> Result<(), BadField> {
        match (given, written) {
            (Value::Object(given), Value::Object(written)) => {
                BadField::unless_known(given, &written.keys().map(String::as_str).chain(besides.iter().copied()).collect::<Vec<_>>())
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for BadField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() { f.write_str(&self.because) } else { write!(f, "{}: {}", self.field, self.because) }
    }
}

impl std::error::Error for BadField {}

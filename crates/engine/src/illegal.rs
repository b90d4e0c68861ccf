//! Refusals. They are data, cheap to make in a search; words are for whoever asks.

use crate::Reading;
use serde_json::Value;
use std::fmt;

/// Why an action may not be done: the rule that forbids it, what the rule says here in a few words of ours, and what would be right.
/// No refusal leaves a player without a way to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The id of the rule.
    pub rule: &'static str,
    /// What it forbids, as a sentence for a player.
    pub because: &'static str,
    /// What he could do instead, or when he could do this: another sentence.
    pub instead: &'static str,
}

impl Illegal {
    /// A refusal under that rule, and what would be right.
    #[inline]
    pub const fn new(rule: &'static str, because: &'static str, instead: &'static str) -> Illegal {
        Illegal { rule, because, instead }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.because, self.instead, self.rule)
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

    /// Refuses what was read from an object with other fields than it is written with, and these: a misspelt one must not pass for
    /// one left out.
    pub fn unless_written(given: &Value, written: &Value, besides: &[&str]) -> Result<(), BadField> {
        match written {
            Value::Object(written) if given.is_object() => {
                Reading::of(given).only(&written.keys().map(String::as_str).chain(besides.iter().copied()).collect::<Vec<_>>())
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

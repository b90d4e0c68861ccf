//! Proof-reading: a text file that a person wrote is read to its end, and every mistake in it is told with its line and with
//! what would be right.
//!
//! ```
//! use proof::Proof;
//!
//! let proof = Proof::new("army.toml", "name = \"I Corps\"\nstrenght = 4\nside = \"gray\"\n");
//! proof.read(|army| {
//!     army.text("name", "\"II Corps\"");
//!     army.number("strength", 1..=99);
//!     army.one_of("side", &[("union", 0), ("confederate", 1)]);
//! });
//! let said: Vec<String> = proof.into_faults().iter().map(ToString::to_string).collect();
//! assert_eq!(said, [
//!     "army.toml, line 1: strength is missing. Write strength = a whole number from 1 to 99.",
//!     "army.toml, line 2: strenght is not known here. Did you mean strength?",
//!     "army.toml, line 3: side cannot be \"gray\". It is one of union and confederate.",
//! ]);
//! ```

mod entry;

pub use entry::{Entry, Word};

use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::fmt;
use toml::de::DeTable;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Gravity {
    /// The file cannot be used.
    Mistake,
    /// It can be used, but hardly as it was meant.
    Warning,
}

/// Something that is wrong in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// How bad it is.
    pub gravity: Gravity,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub right: String,
    /// The hexes it is about, if it can be shown on a map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
}

impl Fault {
    /// A mistake.
    pub fn mistake(file: &str, line: usize, what: impl Into<String>, right: impl Into<String>) -> Fault {
        Fault { file: file.into(), line, gravity: Gravity::Mistake, what: what.into(), right: right.into(), hexes: Vec::new() }
    }

    /// A warning.
    pub fn warning(file: &str, line: usize, what: impl Into<String>, right: impl Into<String>) -> Fault {
        Fault { gravity: Gravity::Warning, ..Fault::mistake(file, line, what, right) }
    }

    /// The same about these hexes.
    pub fn at(mut self, hexes: impl IntoIterator<Item = String>) -> Fault {
        self.hexes.extend(hexes);
        self
    }

    /// Whether the file cannot be used because of it.
    pub fn is_mistake(&self) -> bool {
        self.gravity == Gravity::Mistake
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let warning = if self.is_mistake() { "" } else { "warning: " };
        write!(f, "{}, line {}: {warning}{}", self.file, self.line, self.what)?;
        if self.right.is_empty() { Ok(()) } else { write!(f, " {}", self.right) }
    }
}

/// A file while it is read.
pub struct Proof<'t> {
    file: String,
    text: &'t str,
    faults: RefCell<Vec<Fault>>,
}

impl<'t> Proof<'t> {
    /// A file of that name with this text.
    pub fn new(file: &str, text: &'t str) -> Proof<'t> {
        Proof { file: file.into(), text, faults: RefCell::default() }
    }

    /// Reads it: whatever is not asked for is a mistake too. Where the text is no TOML at all, what can be made out is read on.
    pub fn read<R>(&self, read: impl FnOnce(&Entry<'_, 't>) -> R) -> R {
        let (root, errors) = DeTable::parse_recoverable(self.text);
        for error in &errors {
            let at = error.span().map_or(0, |span| span.start);
            self.mistake(
                at,
                capital(error.message().trim()),
                "Look for a quote, bracket or equals sign that is missing on this line or the one before.",
            );
        }
        let entry = Entry::root(self, root.get_ref());
        if !errors.is_empty() {
            // What the broken line was meant to say is unknown: nobody is told that it is missing.
            entry.silence();
        }
        read(&entry)
    }

    /// The line of a place in the text, from 1.
    pub fn line(&self, at: usize) -> usize {
        line(self.text, at)
    }

    /// Something is wrong at that place.
    pub fn mistake(&self, at: usize, what: impl Into<String>, right: impl Into<String>) {
        self.add(Fault::mistake(&self.file, self.line(at), what, right));
    }

    /// Something at that place is hardly meant.
    pub fn warning(&self, at: usize, what: impl Into<String>, right: impl Into<String>) {
        self.add(Fault::warning(&self.file, self.line(at), what, right));
    }

    /// Adds what somebody else found.
    pub fn add(&self, fault: Fault) {
        let mut faults = self.faults.borrow_mut();
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }

    /// Whether nothing was wrong until now; warnings do not count.
    pub fn is_sound(&self) -> bool {
        !self.faults.borrow().iter().any(Fault::is_mistake)
    }

    /// Everything that is wrong, by line.
    pub fn into_faults(self) -> Vec<Fault> {
        let mut faults = self.faults.into_inner();
        faults.sort_by_key(|fault| fault.line);
        faults
    }
}

/// A text in a section of a file, such as `board` in `[title]`, if it can be made out; whatever is wrong with the rest.
pub fn glance(text: &str, section: &str, key: &str) -> Option<String> {
    let table = DeTable::parse_recoverable(text).0.into_inner();
    table.get(section)?.get_ref().get(key)?.get_ref().as_str().map(str::to_string)
}

/// The line of a place in a text, from 1.
pub fn line(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|b| *b == b'\n').count()
}

/// `a, b and c`.
pub fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    match words.as_slice() {
        [] => "nothing".to_string(),
        [one] => (*one).to_string(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The word that somebody may have meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const NEAR: f64 = 0.6;
    let likeness = |k: &str| strsim::normalized_damerau_levenshtein(&k.to_lowercase(), &word.to_lowercase());
    let best = known.into_iter().map(|k| (likeness(k), k)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness >= NEAR).map(|(_, k)| k)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let text = first + letters.as_str();
    if text.ends_with('.') { text } else { text + "." }
}

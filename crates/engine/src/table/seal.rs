//! Seals: every part of a save has a hash of its own, so that an edit is noticed and its place is named.
//!
//! Under `seals` in the journal stands one word for each field of the save, and for `options`, `journal.entries` and
//! `journal.positions` a run of words: each covers its item and all before it, so the first one that does not fit names the item.
//! Seals guard against slips and idle hands. Who wants to forge a save can compute them too.

use crate::BadField;
use crate::mix::{Mixer, hash_text};
use serde_json::{Map, Value, json};

/// The name of the seals in the journal.
const SEALS: &str = "seals";
/// The digits of a word in a run.
const DIGITS: usize = 8;
const CHANGED: &str = "this is not what was saved here: it was changed, put in or left out";

/// Writes the seals of a save.
pub(super) fn seal(document: &mut Map<String, Value>) {
    let seals: Map<String, Value> = parts(document).into_iter().map(|(place, part)| (place, json!(part.seal()))).collect();
    if let Some(Value::Object(journal)) = document.get_mut("journal") {
        journal.insert(SEALS.into(), Value::Object(seals));
    }
}

/// Refuses a save of which a part does not fit its seal.
pub(super) fn verify(document: &Value) -> Result<(), BadField> {
    let missing = || BadField::new("journal.seals", "the seals of the save are missing");
    let document = document.as_object().ok_or_else(missing)?;
    let seals = document.get("journal").and_then(|j| j.get(SEALS)).and_then(Value::as_object).ok_or_else(missing)?;
    let parts = parts(document);
    for (place, part) in &parts {
        let sealed = seals.get(place).and_then(Value::as_str).ok_or_else(|| BadField::new(place.as_str(), CHANGED))?;
        if let Some(item) = part.broken(sealed) {
            return Err(BadField::new(format!("{place}{item}"), CHANGED));
        }
    }
    match seals.keys().find(|place| !parts.iter().any(|(p, _)| p == *place)) {
        Some(lost) => Err(BadField::new(lost.as_str(), "this part of the save is missing")),
        None => Ok(()),
    }
}

/// What one seal covers.
enum Part<'a> {
    /// A field.
    Whole(&'a Value),
    /// A list, or a map of options, item by item with the name that a refusal gives each.
    Run(Vec<(String, u64)>),
}

impl Part<'_> {
    fn seal(&self) -> String {
        match self {
            Part::Whole(value) => format!("{:016x}", digest(value)),
            Part::Run(items) => run(items).collect(),
        }
    }

    /// The first item that does not fit, or nothing if all is well.
    fn broken(&self, sealed: &str) -> Option<String> {
        let Part::Run(items) = self else {
            return (self.seal() != sealed).then(String::new);
        };
        let mut left = sealed;
        for ((name, _), word) in items.iter().zip(run(items)) {
            left = match left.strip_prefix(word.as_str()) {
                Some(left) => left,
                None => return Some(name.clone()),
            };
        }
        // What is left was sealed and is not here any more.
        (!left.is_empty()).then(String::new)
    }
}

/// The words of a run.
fn run(items: &[(String, u64)]) -> impl Iterator<Item = String> + '_ {
    let mut mixer = Mixer::default();
    items.iter().map(move |(_, word)| format!("{:0DIGITS$x}", mixer.add(*word).finish() >> 32))
}

/// The parts of a save, by the names that refusals give them.
fn parts(document: &Map<String, Value>) -> Vec<(String, Part<'_>)> {
    let list = |value: &Value| -> Option<Vec<(String, u64)>> {
        Some(value.as_array()?.iter().enumerate().map(|(i, item)| (format!("[{i}]"), digest(item))).collect())
    };
    let options = |value: &Value| -> Option<Vec<(String, u64)>> {
        let mut items: Vec<(&String, &Value)> = value.as_object()?.iter().collect();
        items.sort_unstable_by_key(|(id, _)| *id);
        Some(items.into_iter().map(|(id, value)| (format!(".{id}"), hash_text(id) ^ digest(value))).collect())
    };
    let mut parts = Vec::new();
    for (name, value) in document {
        match (name.as_str(), value) {
            ("journal", Value::Object(journal)) => {
                for (name, value) in journal.iter().filter(|(name, _)| *name != SEALS) {
                    let items = if ["entries", "positions"].contains(&name.as_str()) { list(value) } else { None };
                    parts.push((format!("journal.{name}"), items.map_or(Part::Whole(value), Part::Run)));
                }
            }
            ("options", _) => parts.push((name.clone(), options(value).map_or(Part::Whole(value), Part::Run))),
            _ => parts.push((name.clone(), Part::Whole(value))),
        }
    }
    parts
}

/// The hash of a value, whatever the order of its fields and the way its numbers are written.
fn digest(value: &Value) -> u64 {
    let mut mixer = Mixer::default();
    match value {
        Value::Null => mixer.add(0),
        Value::Bool(yes) => mixer.add(1).add(u64::from(*yes)),
        Value::Number(n) => match (n.as_i64(), n.as_u64(), n.as_f64()) {
            (Some(n), ..) => mixer.add(2).add(n.cast_unsigned()),
            (None, Some(n), _) => mixer.add(2).add(n),
            (.., Some(x)) if x == x.trunc() && x.abs() < 9e15 => mixer.add(2).add((x as i64).cast_unsigned()),
            (.., x) => mixer.add(3).add(x.unwrap_or_default().to_bits()),
        },
        Value::String(text) => mixer.add(4).add(hash_text(text)),
        Value::Array(items) => items.iter().fold(mixer.add(5), |mixer, item| mixer.add(digest(item))),
        Value::Object(map) => {
            let mut fields: Vec<(&String, &Value)> = map.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            fields.into_iter().fold(mixer.add(6), |mixer, (name, value)| mixer.add(hash_text(name)).add(digest(value)))
        }
    }
    .finish()
}

//! A table's journal on disk. Its entries are those of a save ([`Table::entries`]), and two things of the server's own:
//!
//! | field | meaning |
//! | --- | --- |
//! | `{cut, fingerprint}` | the entries from that number on stand no more; the rules are those of that fingerprint from here on |
//! | `hash` | in the last entry of every write: the position it leads to, so that changed rules cannot lead elsewhere unnoticed |

use crate::tokens;
use engine::Seat;
use engine::table::{Refusal, Table};
use serde_json::{Value, json};

/// Throws whatever dice are asked for, with the system's randomness.
pub fn throw(table: &mut dyn Table) -> Result<(), Refusal> {
    loop {
        let actor = table.actor(Seat::Referee);
        if actor["actor"] != "chance" {
            return Ok(());
        }
        let small = |name: &str| actor["chance"][name].as_u64().and_then(|n| u8::try_from(n).ok());
        let values = match (small("dice"), small("sides"), small("draw"), small("from")) {
            (Some(count), Some(sides), ..) => tokens::dice(count, sides),
            (.., Some(count), Some(from)) => tokens::draw(from, count),
            _ => return Err(Refusal::because("the dice are asked for something unknown")),
        };
        table.roll(Seat::Referee, Some(&values))?;
    }
}

/// Writes under the last entry where it leads.
pub fn seal(entries: &mut [Value], table: &dyn Table) {
    if let Some(last) = entries.last_mut() {
        last["hash"] = json!(hash(table));
    }
}

fn hash(table: &dyn Table) -> String {
    format!("{:016x}", table.hash())
}

/// Whether a table stands where an entry says it leads; nothing if the entry says nothing.
pub fn agrees(table: &dyn Table, entry: &Value) -> Option<bool> {
    entry["hash"].as_str().map(|written| written == hash(table))
}

/// The numbers of the entries to follow: all but those behind a cut.
pub fn in_force(entries: &[Value]) -> Vec<usize> {
    let mut numbers: Vec<usize> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        match entry.get("cut").and_then(Value::as_u64) {
            Some(from) => numbers.retain(|n| (*n as u64) < from),
            None => numbers.push(number),
        }
    }
    numbers
}

/// Does what an entry says.
pub fn follow(table: &mut dyn Table, entry: &Value) -> Result<(), Refusal> {
    let mut entry = entry.clone();
    if let Some(fields) = entry.as_object_mut() {
        fields.remove("hash");
    }
    table.follow(&entry)
}

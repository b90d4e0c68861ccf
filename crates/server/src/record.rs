//! A table's journal on disk: its entries, and how they are followed again.
//!
//! | entry | meaning |
//! | --- | --- |
//! | `{by, action}` | a decision of a side |
//! | `{roll}` | what the dice showed |
//! | `{undo}` | a side took its last decision back |
//! | `{resign}` | a side gave up |
//! | `{cut, fingerprint}` | the entries from that number on stand no more; the rules are those of that fingerprint from here on |
//!
//! The last entry of every write carries the `hash` of the position it leads to, so that changed rules cannot lead elsewhere unnoticed.

use crate::tokens;
use engine::table::{Refusal, Table};
use engine::{Seat, Side};
use serde_json::{Value, json};

/// Throws whatever dice are asked for, with the system's randomness. Answers the entries.
pub fn throw(table: &mut dyn Table) -> Result<Vec<Value>, Refusal> {
    let mut entries = Vec::new();
    loop {
        let actor = table.actor(Seat::Referee);
        if actor["actor"] != "chance" {
            return Ok(entries);
        }
        let small = |name: &str| actor["chance"][name].as_u64().and_then(|n| u8::try_from(n).ok());
        let values = match (small("dice"), small("sides"), small("draw"), small("from")) {
            (Some(count), Some(sides), ..) => tokens::dice(count, sides),
            (.., Some(count), Some(from)) => tokens::draw(from, count),
            _ => return Err(Refusal::because("the dice are asked for something unknown")),
        };
        table.roll(Seat::Referee, Some(&values))?;
        entries.push(json!({ "roll": values }));
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
    let side = |name: &str| entry[name].as_str().and_then(Side::from_id);
    if let (Some(by), Some(action)) = (side("by"), entry.get("action")) {
        return table.apply(by.into(), action).map(drop);
    }
    if let Some(values) = entry["roll"].as_array() {
        let values: Vec<u8> = values.iter().filter_map(|v| v.as_u64().and_then(|n| u8::try_from(n).ok())).collect();
        return table.roll(Seat::Referee, Some(&values)).map(drop);
    }
    if let Some(by) = side("undo") {
        return table.undo(by.into());
    }
    match side("resign") {
        Some(by) => table.resign(by),
        None => Err(Refusal::because("an entry that makes no sense")),
    }
}

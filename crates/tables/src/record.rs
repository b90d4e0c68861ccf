//! A table's journal as it is kept. Its entries are those of a save ([`Table::entries`]), and some things of the table's own:
//!
//! | field | meaning |
//! | --- | --- |
//! | `{cut, fingerprint}` | the entries from that number on stand no more; the rules are those of that fingerprint from here on |
//! | `dealt` | `true` in a decision that was taken for a person: the standard set-up |
//! | `time` | in the last entry of every write, at tables whose onlookers see the game later: when that was, in milliseconds since 1970 |
//! | `hash` | in the last entry of every write: the position it leads to, so that changed rules cannot lead elsewhere unnoticed |

use crate::gallery::WRITTEN;
use crate::tokens;
use engine::Seat;
use engine::contract::{Asks, Thrown};
use engine::table::{Refusal, Table};
use serde_json::{Value, json};

/// The journal of a table from that entry on, with a mark on what was decided for a person.
pub fn written(table: &dyn Table, since: usize, dealt: &[usize]) -> Vec<Value> {
    let mut entries = table.entries(since);
    for number in dealt.iter().filter(|n| **n >= since) {
        entries[number - since]["dealt"] = json!(true);
    }
    entries
}

/// Throws whatever dice are asked for, with the system's randomness.
pub fn throw(table: &mut dyn Table) -> Result<(), Refusal> {
    loop {
        let asked = table.actor(Seat::Referee);
        if asked.actor != Asks::Chance {
            return Ok(());
        }
        let values = match asked.chance {
            Some(Thrown::Dice { dice, sides, .. }) => tokens::dice(dice, sides),
            Some(Thrown::Draw { draw, from, .. }) => tokens::draw(from, draw),
            None => return Err(Refusal::because("the dice are asked for something unknown")),
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

/// Whether an entry is a decision that was taken for a person.
pub fn is_dealt(entry: &Value) -> bool {
    entry["dealt"] == true
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
        fields.remove("dealt");
        fields.remove(WRITTEN);
    }
    table.follow(&entry)
}

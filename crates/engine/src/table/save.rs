//! Saves: a position with the journal that leads to it, written and read.

use super::seal::{seal, verify};
use super::{Seated, Table};
use crate::journal::Entry;
use crate::{BadField, Dice, Game, Side};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The format of saves that this program writes: every part is sealed.
pub const SAVE_FORMAT: &str = "longroll-save-2";
/// The format before, without seals. It is still read.
pub const EARLIER_FORMAT: &str = "longroll-save-1";

impl<G: Game> Seated<G> {
    /// The position with its game, scenario and options.
    fn document(&self, state: &G::State) -> Map<String, Value> {
        let setup = self.game.setup();
        let mut document = Map::new();
        document.insert("game".into(), json!(G::catalogue().game));
        document.insert("scenario".into(), json!(setup.scenario));
        document.insert("options".into(), json!(setup.options));
        // Whoever opens it elsewhere learns which title it needs, and whose it is.
        let edition = G::catalogue().scenario(&setup.scenario).and_then(|s| s.edition.as_ref());
        if let Some(edition) = edition.filter(|e| e.brought) {
            document.insert("edition".into(), json!(edition));
        }
        if let Value::Object(position) = self.game.write_position(state) {
            document.extend(position);
        }
        document
    }

    /// Takes a save or a hand-written position.
    pub fn load(game: G, document: &Value) -> Result<(Seated<G>, Option<String>), BadField> {
        Seated::read(Arc::new(game), document)
    }

    /// The same under rules that other tables have too.
    pub(super) fn read(game: Arc<G>, document: &Value) -> Result<(Seated<G>, Option<String>), BadField> {
        let Some(journal) = document.get("journal") else {
            let position = game.read_position(document)?;
            return Ok((Seated::from(game, position, Dice::new(0)), None));
        };
        let save = Save::read(journal)?;
        if save.sealed {
            verify(document)?;
        }
        if save.fingerprint != format!("{:016x}", game.fingerprint()) {
            return Seated::go_on(game, document, &save);
        }
        let position = game.read_position(document)?;
        let opening = game.read_position(save.opening).map_err(|e| e.within("journal.opening"))?;
        let mut table = Seated::from(game, opening, Dice::resume(save.seed, save.drawn));
        for (i, entry) in save.entries.iter().enumerate() {
            table.follow_entry(entry).map_err(|e| e.within(&format!("journal.entries[{i}]")))?;
        }
        let hash = format!("{:016x}", table.game.hash(&table.state));
        if hash != save.hash {
            return Err(BadField::new("journal.hash", format!("the journal leads to {hash}, not to {}: it was changed or cut", save.hash)));
        }
        if hash != format!("{:016x}", table.game.hash(&position)) {
            return Err(BadField::new(
                "journal",
                "the journal leads to another position than the one above it: one of the two was changed",
            ));
        }
        let positions = table.write_positions();
        if let Some(i) = (0..positions.len().max(save.positions.len())).find(|i| positions.get(*i) != save.positions.get(*i)) {
            let because = "the journal leads to another position here, or to none: it was changed or cut";
            return Err(BadField::new(format!("journal.positions[{i}]"), because));
        }
        Ok((table, None))
    }

    /// Takes a save of other rules or data: from its position if that still makes sense, or else from the latest kept one
    /// that does. What came before cannot be taken back.
    fn go_on(game: Arc<G>, document: &Value, save: &Save<'_>) -> Result<(Seated<G>, Option<String>), BadField> {
        const CHANGED: &str = "rules or data have changed since this save";
        let sound = |value: &Value| -> Result<G::State, BadField> {
            let state = game.read_position(value)?;
            game.audit(&state).map_err(|fault| BadField::new("", fault))?;
            Ok(state)
        };
        let kept = save.positions.iter().rev().filter_map(|p| p.get("position")).chain([save.opening]);
        let (position, remark) = match sound(document) {
            Ok(position) => (position, format!("{CHANGED}: play goes on from its position, without the earlier journal")),
            Err(bad) => {
                let position = kept.into_iter().find_map(|p| sound(p).ok()).ok_or_else(|| bad.clone())?;
                (position, format!("{CHANGED}, and its position no longer stands ({bad}): play goes on from the start of an earlier phase"))
            }
        };
        let mut table = Seated::from(game, position, Dice::resume(save.seed, save.drawn));
        if let Some(entry) = save.entries.last().filter(|e| e.get("resign").is_some()) {
            table.follow_entry(entry)?;
        }
        Ok((table, Some(remark)))
    }

    /// The journal from the entry of that number on, as it is written in saves.
    pub(super) fn write_entries(&self, since: usize) -> Vec<Value> {
        // The numbers of the entries in force before each one.
        let mut live: Vec<usize> = Vec::new();
        let mut written = Vec::new();
        for (number, entry) in self.journal.iter().enumerate() {
            if number >= since {
                let last = live.last().map(|n| &self.journal[*n]);
                written.push(match (entry, last) {
                    (Entry::Rewind(to), Some(Entry::Act(side, _))) if *to + 1 == live.len() => json!({ "undo": side.id() }),
                    _ => entry.write(|a| self.game.write_action(a)),
                });
            }
            match entry {
                Entry::Act(..) | Entry::Roll(_) => live.push(number),
                Entry::Rewind(to) => live.truncate(*to),
                Entry::Resign(_) => {}
            }
        }
        written
    }

    /// Does what an entry of a saved journal says.
    pub(super) fn follow_entry(&mut self, entry: &Value) -> Result<(), BadField> {
        let side = |value: &Value| {
            let side = value.as_str().and_then(Side::from_id);
            side.ok_or_else(|| BadField::new("", format!("a side is union or confederate, not {value}")))
        };
        let fields: Vec<(&str, &Value)> = entry.as_object().into_iter().flatten().map(|(k, v)| (k.as_str(), v)).collect();
        match fields.as_slice() {
            [("by", by), ("action", action)] | [("action", action), ("by", by)] => {
                let by = side(by).map_err(|e| e.within("by"))?;
                let action = self.game.read_action(action).map_err(|e| e.within("action"))?;
                let entitled = self.doing(by.into(), action).map_err(|e| BadField::new("by", e.because))?;
                self.act(entitled, action).map(drop).map_err(|e| BadField::new("action", e.to_string()))
            }
            [("roll", roll)] => {
                let values: Vec<u8> = serde_json::from_value((*roll).clone()).map_err(|e| BadField::new("roll", e.to_string()))?;
                self.answer(Some(&values)).map(drop).map_err(|e| BadField::new("roll", e.because))
            }
            // What may be taken back was decided at the table, under the rules of its day; a die never was.
            [("undo", by)] => {
                let by = side(by).map_err(|e| e.within("undo"))?;
                self.going_on().map_err(|e| BadField::new("undo", e.because))?;
                match self.live.last().map(|live| &live.entry) {
                    Some(Entry::Act(last, _)) if *last == by => {
                        self.take_back(self.live.len() - 1);
                        Ok(())
                    }
                    _ => Err(BadField::new("undo", format!("the last thing done was no decision of the {by} side"))),
                }
            }
            // As it was written before `undo`: back to the position before the live entry of that number.
            [("rewind", to)] => {
                let bad = |because: String| Err(BadField::new("rewind", because));
                self.going_on().map_err(|e| BadField::new("rewind", e.because))?;
                let Some(to) = to.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < self.live.len()) else {
                    return bad(format!("there are {} decisions and dice to go back over, not {to}", self.live.len()));
                };
                if self.live[to..].iter().any(|live| matches!(live.entry, Entry::Roll(_))) {
                    return bad("a die cannot be taken back".into());
                }
                self.take_back(to);
                Ok(())
            }
            [("resign", by)] => {
                let by = side(by).map_err(|e| e.within("resign"))?;
                self.resign(by).map_err(|e| BadField::new("resign", e.because))
            }
            _ => Err(BadField::new("", "an entry has an action and by whom, or a roll, or an undo, or a resign, and nothing else")),
        }
    }

    /// The kept positions as they stand in a save, without the opening.
    pub(super) fn write_positions(&self) -> Vec<Value> {
        self.write_positions_to(self.live.len())
    }

    pub(super) fn write_positions_to(&self, step: usize) -> Vec<Value> {
        let kept = self.positions.iter().skip(1).filter(|(at, _)| *at <= step);
        kept.map(|(at, s)| json!({ "after": at, "position": self.game.write_position(s) })).collect()
    }

    /// A save: a position, the entries that lead to it, and the positions on the way.
    pub(super) fn write_save(&self, state: &G::State, entries: Vec<Value>, positions: Vec<Value>) -> Value {
        let mut document = self.document(state);
        let journal = json!({
            "format": SAVE_FORMAT,
            "fingerprint": self.fingerprint(),
            "opening": self.game.write_position(&self.opening),
            "entries": entries,
            "positions": positions,
            "dice": { "seed": word(self.dice.seed()), "drawn": word(self.dice.drawn()) },
            "hash": format!("{:016x}", self.game.hash(state)),
        });
        document.insert("journal".into(), journal);
        seal(&mut document);
        Value::Object(document)
    }
}

/// What stands under `journal` in a save.
struct Save<'a> {
    /// Whether its parts are to be held against their seals.
    sealed: bool,
    fingerprint: &'a str,
    opening: &'a Value,
    entries: &'a [Value],
    positions: &'a [Value],
    seed: u64,
    drawn: u64,
    hash: &'a str,
}

impl<'a> Save<'a> {
    fn read(journal: &'a Value) -> Result<Save<'a>, BadField> {
        let bad = |field: &str, what: &str| BadField::new(format!("journal.{field}"), what.to_string());
        let text = |field: &str| journal.get(field).and_then(Value::as_str).ok_or_else(|| bad(field, "a text is missing here"));
        let number = |field: &str| {
            let word = journal.get("dice").and_then(|d| d.get(field)).and_then(Value::as_str);
            word.and_then(|w| u64::from_str_radix(w, 16).ok())
                .ok_or_else(|| bad(&format!("dice.{field}"), "a hexadecimal number is missing here"))
        };
        let list = |field: &str| journal.get(field).and_then(Value::as_array).ok_or_else(|| bad(field, "a list is missing here"));
        let format = text("format")?;
        if ![SAVE_FORMAT, EARLIER_FORMAT].contains(&format) {
            return Err(bad("format", &format!("this program reads {SAVE_FORMAT} and {EARLIER_FORMAT}, not {format}")));
        }
        Ok(Save {
            sealed: format == SAVE_FORMAT || journal.get("seals").is_some(),
            fingerprint: text("fingerprint")?,
            opening: journal.get("opening").ok_or_else(|| bad("opening", "the opening position is missing"))?,
            entries: list("entries")?,
            positions: list("positions")?,
            seed: number("seed")?,
            drawn: number("drawn")?,
            hash: text("hash")?,
        })
    }
}

/// A word as it stands in a save: JSON numbers lose the last bits of 64.
fn word(n: u64) -> String {
    format!("{n:x}")
}

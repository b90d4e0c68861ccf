//! What stands in files, read field by field. Every fault says where it is: `units[3].hex`.

use crate::{BadField, Side};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// What every position may say, whichever the game.
const EVERY_POSITION: [&str; 9] = ["game", "scenario", "edition", "options", "journal", "turn", "phase", "active", "units"];

/// As much of a text as a fault repeats.
const SHOWN: usize = 40;

/// A place in a file: what stands there, if anything, and the path that leads to it. `null` is the same as nothing.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    value: Option<&'a Value>,
    path: String,
}

impl<'a> Reading<'a> {
    /// The whole of a file or message.
    pub fn of(value: &'a Value) -> Reading<'a> {
        Reading { value: Some(value), path: String::new() }
    }

    /// The whole of a position, which may have these fields besides what every position has.
    pub fn position(value: &'a Value, own: &[&str]) -> Result<Reading<'a>, BadField> {
        let position = Reading::of(value);
        position.only(&[&EVERY_POSITION, own].concat())?;
        Ok(position)
    }

    /// A field of an object.
    pub fn field(&self, name: &str) -> Reading<'a> {
        let path = if self.path.is_empty() { name.to_string() } else { format!("{}.{name}", self.path) };
        Reading { value: self.value.and_then(|value| value.get(name)), path }
    }

    /// What stands here.
    pub fn value(&self) -> Option<&'a Value> {
        self.value
    }

    /// Whether anything stands here.
    pub fn is_there(&self) -> bool {
        self.value.is_some_and(|value| !value.is_null())
    }

    /// The same, if anything stands here.
    pub fn given(&self) -> Option<Reading<'a>> {
        self.is_there().then(|| self.clone())
    }

    /// Something is wrong here.
    pub fn fault(&self, because: impl Into<String>) -> BadField {
        BadField::new(self.path.clone(), because)
    }

    fn wanted<T>(&self, read: Option<T>, what: impl Display) -> Result<T, BadField> {
        read.ok_or_else(|| self.fault(if self.is_there() { format!("{what} is wanted") } else { format!("{what} is missing here") }))
    }

    /// An object.
    pub fn object(&self) -> Result<&'a Map<String, Value>, BadField> {
        self.wanted(self.value.and_then(Value::as_object), "an object")
    }

    /// Refuses what is no object, and a field that nobody reads: a misspelt one must not pass for one left out.
    pub fn only(&self, known: &[&str]) -> Result<(), BadField> {
        match self.object()?.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(self.field(key).fault(format!("this field is not known here; known are {}", known.join(", ")))),
        }
    }

    /// The fields of an object whose names are data; none if nothing stands here.
    pub fn entries(&self) -> Result<Vec<(&'a str, Reading<'a>)>, BadField> {
        if !self.is_there() {
            return Ok(Vec::new());
        }
        Ok(self.object()?.keys().map(|name| (name.as_str(), self.field(name))).collect())
    }

    /// The items of a list.
    pub fn list(&self) -> Result<Vec<Reading<'a>>, BadField> {
        let list = self.wanted(self.value.and_then(Value::as_array), "a list")?;
        Ok(list.iter().enumerate().map(|(i, item)| Reading { value: Some(item), path: format!("{}[{i}]", self.path) }).collect())
    }

    /// The items of a list; none if nothing stands here.
    pub fn list_or_nothing(&self) -> Result<Vec<Reading<'a>>, BadField> {
        if self.is_there() { self.list() } else { Ok(Vec::new()) }
    }

    /// A text.
    pub fn text(&self) -> Result<&'a str, BadField> {
        self.wanted(self.value.and_then(Value::as_str), "a text")
    }

    /// A text that names something; whoever looks for it says why it is not found.
    pub fn named<T, E: Display>(&self, find: impl FnOnce(&'a str) -> Result<T, E>) -> Result<T, BadField> {
        find(self.text()?).map_err(|because| self.fault(because.to_string()))
    }

    /// One of these words, for what it means.
    pub fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, BadField> {
        let text = self.text()?;
        words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let short: String = text.chars().take(SHOWN).collect();
            self.fault(format!("{short:?} is not one of {}", known.join(", ")))
        })
    }

    /// A whole number.
    pub fn number<N: TryFrom<u64>>(&self, range: RangeInclusive<u64>) -> Result<N, BadField> {
        let number = self.value.and_then(Value::as_u64).filter(|n| range.contains(n)).and_then(|n| N::try_from(n).ok());
        self.wanted(number, format_args!("a whole number from {} to {}", range.start(), range.end()))
    }

    /// A whole number; zero if nothing stands here.
    pub fn number_or_zero<N: TryFrom<u64> + Default>(&self, most: u64) -> Result<N, BadField> {
        if self.is_there() { self.number(0..=most) } else { Ok(N::default()) }
    }

    /// True or false; false if nothing stands here.
    pub fn flag(&self) -> Result<bool, BadField> {
        if self.is_there() { self.wanted(self.value.and_then(Value::as_bool), "true or false") } else { Ok(false) }
    }

    /// A side.
    pub fn side(&self) -> Result<Side, BadField> {
        self.wanted(self.value.and_then(Value::as_str).and_then(Side::from_id), "a side, union or confederate,")
    }

    /// Whatever can be read by itself.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, BadField> {
        let value = self.value.unwrap_or(&Value::Null);
        T::deserialize(value).map_err(|because| self.fault(because.to_string()))
    }

    /// The pieces that a position lists, none if it has no list, each once and with these fields; `find` knows them by their ids.
    pub fn units<P: PartialEq + Copy, E: Display>(
        &self,
        fields: &[&str],
        find: impl Fn(&'a str) -> Result<P, E>,
    ) -> Result<Vec<(P, Reading<'a>)>, BadField> {
        let mut units: Vec<(P, Reading<'a>)> = Vec::new();
        for unit in self.field("units").list_or_nothing()? {
            unit.only(fields)?;
            let id = unit.field("id");
            let piece = id.named(&find)?;
            if units.iter().any(|(other, _)| *other == piece) {
                return Err(id.fault(format!("{} is listed twice", id.text()?)));
            }
            units.push((piece, unit));
        }
        Ok(units)
    }
}

/// What every position says first: the turn, the phase and whose it is.
pub struct Header<'a> {
    /// The turn, if it is said.
    pub turn: Option<u8>,
    /// The phase, which every game calls by names of its own.
    pub phase: Reading<'a>,
    /// The side whose phase it is, if it is said.
    pub active: Option<Side>,
}

impl<'a> Header<'a> {
    /// Reads it from a position of a game that has these turns. Nobody may be active; a turn and a phase are said or left out.
    pub fn read(position: &Reading<'a>, turns: RangeInclusive<u8>) -> Result<Header<'a>, BadField> {
        let turns = u64::from(*turns.start())..=u64::from(*turns.end());
        let (turn, phase) = (position.field("turn"), position.field("phase"));
        if phase.value().is_some_and(Value::is_null) {
            return Err(phase.fault("the name of a phase is wanted"));
        }
        Ok(Header {
            turn: turn.value().map(|_| turn.number(turns)).transpose()?,
            phase,
            active: position.field("active").given().map(|side| side.side()).transpose()?,
        })
    }

    /// A position that begins with it and goes on with the fields of an object.
    pub fn write(turn: u8, phase: &str, active: Option<Side>, rest: Value) -> Value {
        let mut position = json!({ "turn": turn, "phase": phase, "active": active.map(Side::id) });
        if let (Value::Object(position), Value::Object(rest)) = (&mut position, rest) {
            position.extend(rest);
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(fault: BadField) -> String {
        fault.to_string()
    }

    #[test]
    fn a_fault_names_the_path_to_its_field() {
        let value = json!({ "turn": 3, "battle": { "hexes": ["0101", 7] }, "side": null });
        let file = Reading::of(&value);
        let hexes = file.field("battle").field("hexes").list().unwrap();
        assert_eq!(hexes[0].text(), Ok("0101"));
        assert_eq!(at(hexes[1].text().unwrap_err()), "battle.hexes[1]: a text is wanted");
        assert_eq!(at(file.field("side").side().unwrap_err()), "side: a side, union or confederate, is missing here");
        assert_eq!(at(file.field("turn").number::<u8>(4..=9).unwrap_err()), "turn: a whole number from 4 to 9 is wanted");
        assert_eq!(at(file.only(&["turn", "side"]).unwrap_err()), "battle: this field is not known here; known are turn, side");
        assert_eq!(at(hexes[0].word(&[("a", 1), ("b", 2)]).unwrap_err()), "battle.hexes[0]: \"0101\" is not one of a, b");
        assert_eq!(at(Reading::of(&json!([])).object().unwrap_err()), "an object is wanted");
    }

    #[test]
    fn what_is_left_out_is_nothing() {
        let value = json!({ "there": false, "none": null });
        let file = Reading::of(&value);
        assert_eq!((file.field("none").flag(), file.field("there").flag()), (Ok(false), Ok(false)));
        assert!(file.field("none").given().is_none() && file.field("there").is_there());
        assert_eq!(file.field("none").number_or_zero::<u8>(3), Ok(0));
        assert!(file.field("none").list().is_err() && file.field("none").list_or_nothing().unwrap().is_empty());
        assert!(file.field("there").list_or_nothing().is_err());
    }

    #[test]
    fn units_are_known_and_listed_once() {
        let find = |id: &str| id.parse::<u8>().map_err(|_| format!("no unit {id:?}"));
        let read = |units: Value| {
            let value = json!({ "units": units });
            Reading::of(&value).units(&["id", "hex"], find).map(|units| units.len())
        };
        assert_eq!(read(json!([{ "id": "1" }, { "id": "2", "hex": "0101" }])), Ok(2));
        assert_eq!(at(read(json!([{ "id": "1" }, { "id": "1" }])).unwrap_err()), "units[1].id: 1 is listed twice");
        assert_eq!(at(read(json!([{ "id": "x" }])).unwrap_err()), "units[0].id: no unit \"x\"");
        assert_eq!(at(read(json!([{ "id": "1", "hx": 1 }])).unwrap_err()), "units[0].hx: this field is not known here; known are id, hex");
    }

    #[test]
    fn a_header_is_read_as_it_is_written() {
        let value = Header::write(3, "movement", Some(Side::Confederate), json!({ "own": 1 }));
        let position = Reading::position(&value, &["own"]).unwrap();
        let header = Header::read(&position, 1..=9).unwrap();
        assert_eq!((header.turn, header.phase.text(), header.active), (Some(3), Ok("movement"), Some(Side::Confederate)));
        assert_eq!(at(Header::read(&position, 4..=9).err().unwrap()), "turn: a whole number from 4 to 9 is wanted");
        assert!(Reading::position(&json!({ "unit": [] }), &["own"]).is_err());
        let refused = |value: Value| Reading::position(&value, &[]).and_then(|position| Header::read(&position, 1..=9).map(drop)).is_err();
        assert!(refused(json!({ "turn": null })) && refused(json!({ "phase": null })));
        assert!(!refused(json!({ "active": null })) && !refused(json!({})));
    }
}

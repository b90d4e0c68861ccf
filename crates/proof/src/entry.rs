//! A table of a file: its fields are asked for one by one, and what nobody asked for is told in the end.

use crate::{Proof, list, nearest};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A word of a file and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Where it begins in the text.
    pub at: usize,
}

/// A table of a file.
pub struct Entry<'p, 't> {
    proof: &'p Proof<'t>,
    table: Cow<'p, DeTable<'t>>,
    /// Where it stands.
    pub at: usize,
    /// What it is called in mistakes: `strength of unit "A"`; nothing at the top of the file.
    of: RefCell<String>,
    asked: RefCell<Vec<String>>,
    /// Whether nothing more is said about it.
    silent: Cell<bool>,
}

impl<'p, 't> Entry<'p, 't> {
    pub(crate) fn root(proof: &'p Proof<'t>, table: &DeTable<'t>) -> Entry<'p, 't> {
        Entry::new(proof, table, 0, String::new())
    }

    fn new(proof: &'p Proof<'t>, table: &DeTable<'t>, at: usize, of: String) -> Entry<'p, 't> {
        Entry { proof, table: Cow::Owned(table.clone()), at, of: RefCell::new(of), asked: RefCell::default(), silent: Cell::new(false) }
    }

    /// Says no more that something is missing here or not known.
    pub(crate) fn silence(&self) {
        self.silent.set(true);
    }

    /// What it is called from now on.
    pub fn call(&self, name: impl Into<String>) {
        *self.of.borrow_mut() = name.into();
    }

    /// `strength of unit "A"`.
    fn name(&self, key: &str) -> String {
        let of = self.of.borrow();
        if of.is_empty() { key.to_string() } else { format!("{key} of {of}") }
    }

    fn find(&self, key: &str) -> Option<&Spanned<DeValue<'t>>> {
        let mut asked = self.asked.borrow_mut();
        if !asked.iter().any(|known| known == key) {
            asked.push(key.to_string());
        }
        self.table.iter().find(|(k, _)| k.get_ref() == key).map(|(_, value)| value)
    }

    /// Where a field stands; the entry itself if it has none.
    pub fn place(&self, key: &str) -> usize {
        self.find(key).map_or(self.at, |value| value.span().start)
    }

    /// Whether it has such a field.
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// The names of its fields and where they stand, all of which are known then.
    pub fn keys(&self) -> Vec<Word> {
        let mut keys: Vec<Word> = self.table.keys().map(|k| Word { text: k.get_ref().to_string(), at: k.span().start }).collect();
        keys.sort_by_key(|key| key.at);
        self.asked.borrow_mut().extend(keys.iter().map(|key| key.text.clone()));
        keys
    }

    /// Something is wrong with a field.
    pub fn mistake(&self, key: &str, what: impl Into<String>, right: impl Into<String>) {
        self.proof.mistake(self.place(key), what, right);
    }

    /// A field is hardly meant so.
    pub fn warning(&self, key: &str, what: impl Into<String>, right: impl Into<String>) {
        self.proof.warning(self.place(key), what, right);
    }

    fn missing(&self, key: &str, wanted: &str) {
        if !self.silent.get() {
            self.proof.mistake(self.at, format!("{} is missing.", self.name(key)), format!("Write {key} = {wanted}."));
        }
    }

    fn odd(&self, key: &str, value: &Spanned<DeValue<'t>>, wanted: &str) {
        let what = format!("{} is {}.", self.name(key), kind(value.get_ref()));
        self.proof.mistake(value.span().start, what, format!("Write {key} = {wanted}."));
    }

    /// A text, if there is one.
    pub fn maybe(&self, key: &str) -> Option<Word> {
        let value = self.find(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(Word { text: text.to_string(), at: value.span().start }),
            _ => {
                self.odd(key, value, "a text in quotes");
                None
            }
        }
    }

    /// A text that must be there and is not empty; `example` shows one.
    pub fn text(&self, key: &str, example: &str) -> Option<Word> {
        if !self.has(key) {
            self.missing(key, example);
            return None;
        }
        let word = self.maybe(key)?;
        if word.text.trim().is_empty() {
            self.proof.mistake(word.at, format!("{} is empty.", self.name(key)), format!("Write {key} = {example}."));
            return None;
        }
        Some(word)
    }

    /// A whole number that must be there.
    pub fn number(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        if !self.has(key) {
            self.missing(key, &format!("a whole number from {} to {}", range.start(), range.end()));
            return None;
        }
        self.maybe_number(key, range)
    }

    /// A whole number, if there is one.
    pub fn maybe_number(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let value = self.find(key)?;
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        let DeValue::Integer(number) = value.get_ref() else {
            self.odd(key, value, &wanted);
            return None;
        };
        let read = i64::from_str_radix(number.as_str(), number.radix()).ok().filter(|n| range.contains(n));
        if read.is_none() {
            let what = format!("{} cannot be {}.", self.name(key), number.as_str());
            self.proof.mistake(value.span().start, what, format!("It is {wanted}."));
        }
        read
    }

    /// Whether something is so; not, if nothing is said.
    pub fn flag(&self, key: &str) -> bool {
        self.maybe_flag(key).unwrap_or(false)
    }

    /// Whether something is so, if anything is said.
    pub fn maybe_flag(&self, key: &str) -> Option<bool> {
        let value = self.find(key)?;
        match value.get_ref() {
            DeValue::Boolean(so) => Some(*so),
            _ => {
                self.odd(key, value, "true or false");
                None
            }
        }
    }

    /// One of these words, which must be there.
    pub fn one_of<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<T> {
        if !self.has(key) {
            self.missing(key, &format!("one of {}, in quotes", list(words.iter().map(|(w, _)| *w))));
            return None;
        }
        self.maybe_one_of(key, words)
    }

    /// One of these words, if there is any.
    pub fn maybe_one_of<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let word = self.maybe(key)?;
        self.among(key, &word, words)
    }

    fn among<T: Copy>(&self, key: &str, word: &Word, words: &[(&str, T)]) -> Option<T> {
        let found = words.iter().find(|(w, _)| *w == word.text).map(|(_, t)| *t);
        if found.is_none() {
            let what = format!("{} cannot be {:?}.", self.name(key), word.text);
            let right = match nearest(&word.text, words.iter().map(|(w, _)| *w)) {
                Some(near) => format!("Did you mean {near}?"),
                None => format!("It is one of {}.", list(words.iter().map(|(w, _)| *w))),
            };
            self.proof.mistake(word.at, what, right);
        }
        found
    }

    /// A list of texts; none if there is no such field.
    pub fn texts(&self, key: &str) -> Vec<Word> {
        let Some(value) = self.find(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            self.odd(key, value, "a list of texts, such as [\"0101\", \"0102\"]");
            return Vec::new();
        };
        let mut words = Vec::new();
        for item in items.iter() {
            match item.get_ref() {
                DeValue::String(text) => words.push(Word { text: text.to_string(), at: item.span().start }),
                other => {
                    let what = format!("A value in {} is {}.", self.name(key), kind(other));
                    self.proof.mistake(item.span().start, what, "Write each in quotes.");
                }
            }
        }
        words
    }

    /// A list of whole numbers; none if there is no such field.
    pub fn numbers(&self, key: &str, range: RangeInclusive<i64>) -> Vec<i64> {
        let Some(value) = self.find(key) else { return Vec::new() };
        let wanted = format!("whole numbers from {} to {}", range.start(), range.end());
        let DeValue::Array(items) = value.get_ref() else {
            self.odd(key, value, &format!("a list of {wanted}"));
            return Vec::new();
        };
        let mut numbers = Vec::new();
        for item in items.iter() {
            let read = match item.get_ref() {
                DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok().filter(|n| range.contains(n)),
                _ => None,
            };
            match read {
                Some(n) => numbers.push(n),
                None => self.proof.mistake(
                    item.span().start,
                    format!("A value in {} cannot be used.", self.name(key)),
                    format!("They are {wanted}."),
                ),
            }
        }
        numbers
    }

    /// A list of these words; none if there is no such field.
    pub fn several<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Vec<T> {
        self.texts(key).iter().filter_map(|word| self.among(key, word, words)).collect()
    }

    /// A table in it, if there is one; `of` is what it is called.
    pub fn entry(&self, key: &str, of: &str) -> Option<Entry<'p, 't>> {
        let value = self.find(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(self.child(table, value.span().start, of.to_string())),
            _ => {
                self.odd(key, value, "{ ... }");
                None
            }
        }
    }

    /// The tables of a list in it, such as all `[[unit]]`; each is called `of` and its number until it says otherwise.
    pub fn entries(&self, key: &str, of: &str) -> Vec<Entry<'p, 't>> {
        let Some(value) = self.find(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            let what = format!("{} is {}.", self.name(key), kind(value.get_ref()));
            self.proof.mistake(value.span().start, what, format!("Begin each one with [[{key}]], in two brackets."));
            return Vec::new();
        };
        let mut entries = Vec::new();
        for (item, number) in items.iter().zip(1..) {
            match item.get_ref() {
                DeValue::Table(table) => entries.push(self.child(table, item.span().start, format!("{of} {number}"))),
                other => {
                    let what = format!("A value in {} is {}.", self.name(key), kind(other));
                    self.proof.mistake(item.span().start, what, format!("Begin each one with [[{key}]]."));
                }
            }
        }
        entries
    }

    fn child(&self, table: &DeTable<'t>, at: usize, of: String) -> Entry<'p, 't> {
        let child = Entry::new(self.proof, table, at, of);
        child.silent.set(self.silent.get());
        child
    }

    /// The file that it is part of.
    pub fn proof(&self) -> &'p Proof<'t> {
        self.proof
    }
}

impl Drop for Entry<'_, '_> {
    /// What nobody asked for is not known.
    fn drop(&mut self) {
        if self.silent.get() {
            return;
        }
        let asked = self.asked.borrow();
        for key in self.table.keys().filter(|key| !asked.iter().any(|known| *known == **key.get_ref())) {
            let right = match nearest(key.get_ref(), asked.iter().map(String::as_str)) {
                Some(near) => format!("Did you mean {near}?"),
                None => format!("What is known: {}.", list(asked.iter().map(String::as_str))),
            };
            let what = format!("{} is not known here.", self.name(key.get_ref()));
            self.proof.mistake(key.span().start, what, right);
        }
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

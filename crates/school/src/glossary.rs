//! The words of the hobby, in our own: what a zone of control is, what a soak-off is for.
//!
//! Those that mean the same everywhere stand in `crates/school/data/glossary.toml`, a game's own in
//! `crates/games/<game>/data/glossary.toml`; where both have a word, the game's holds.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Game and text of every game's own words.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/glossaries.rs"));

static COMMON: LazyLock<Vec<Entry>> = LazyLock::new(|| read("the school", include_str!("../data/glossary.toml")));

static OWN: LazyLock<Vec<(&str, Vec<Entry>)>> = LazyLock::new(|| FILES.iter().map(|(game, text)| (*game, read(game, text))).collect());

/// A word and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "GlossaryEntry"))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The word, as it stands in a sentence.
    pub word: String,
    /// What else it is called, plurals included.
    #[serde(default)]
    pub forms: Vec<String>,
    /// What it means, in a few sentences.
    pub means: String,
    /// The rules that say it exactly.
    #[serde(default)]
    pub rules: Vec<String>,
}

#[derive(Deserialize)]
struct Written {
    word: Vec<Entry>,
}

fn read(whose: &str, text: &str) -> Vec<Entry> {
    let written: Written = engine::data::read(text).unwrap_or_else(|fault| panic!("the glossary of {whose}: {fault}"));
    written.word
}

/// The words of a game, in the order of the alphabet.
pub fn glossary(game: &str) -> Vec<&'static Entry> {
    let own = OWN.iter().filter(|(id, _)| *id == game).flat_map(|(_, entries)| entries);
    let mut words: Vec<&Entry> = own.collect();
    let common = COMMON.iter().filter(|entry| words.iter().all(|own| own.word != entry.word)).collect::<Vec<_>>();
    words.extend(common);
    words.sort_by_key(|entry| entry.word.to_lowercase());
    words
}

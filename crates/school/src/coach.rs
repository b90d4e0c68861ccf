//! The coach of a first game: at the normal table he says what is asked, what matters, and one thing that could be done now.
//!
//! His words are data, `crates/games/<game>/data/coach.toml`, one entry for each kind of decision: what a choice is for (its role),
//! and where that means something else in some phase, the phase as the view names it.
//!
//! ```toml
//! [[word]]
//! role = "march"
//! phase = "movement"                      # only then; without it in every phase
//! title = "Marching"
//! asks = "Who marches, and where to?"
//! matters = "Every hex costs points ..."
//! rules = ["BG-5.0"]
//! ```
//!
//! The example is what a quick computer player would do in the seat, so it is legal by its making, and the words are chosen by it: they
//! never speak of what cannot be done.

use engine::Seat;
use engine::contract::Advised;
use engine::table::{Refusal, Table};
use engine::words::Role;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Game and text of every coach.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/coaches.rs"));

static WORDS: LazyLock<Vec<(&str, Vec<Word>)>> = LazyLock::new(|| {
    let read = |text: &str| engine::data::read::<Written>(text).map(|written| written.word);
    FILES.iter().map(|(game, text)| (*game, read(text).unwrap_or_else(|fault| panic!("the coach of {game}: {fault}")))).collect()
});

/// Who shows what could be done: quick, and no fool.
const EXAMPLES: &str = "greedy";

/// What the coach says of a kind of decision.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// What the choice is for.
    #[serde(deserialize_with = "role")]
    pub role: Role,
    /// The phase in which it holds, as the view names it; without it in all others.
    pub phase: Option<String>,
    /// The kind of decision for people.
    pub title: String,
    /// What is asked.
    pub asks: String,
    /// What matters.
    pub matters: String,
    /// The rules that say it exactly.
    pub rules: Vec<String>,
}

fn role<'de, D: Deserializer<'de>>(reader: D) -> Result<Role, D::Error> {
    let word = String::deserialize(reader)?;
    Role::named(&word).ok_or_else(|| serde::de::Error::custom(format!("there is no role {word:?}")))
}

#[derive(Deserialize)]
struct Written {
    word: Vec<Word>,
}

/// What the coach says to a seat that is asked now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "CoachRemark", optional_fields))]
pub struct Remark {
    /// The kind of decision: who has heard of it once need not hear it again.
    pub kind: String,
    /// The same for people.
    pub title: String,
    /// What is asked.
    pub asks: String,
    /// What matters.
    pub matters: String,
    /// The rules that say it exactly.
    pub rules: Vec<String>,
    /// One thing that could be done now.
    pub example: Advised,
    /// What a computer would mean by it, if it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// What the coach of a game has to say, all of it.
pub fn words(game: &str) -> &'static [Word] {
    WORDS.iter().find(|(id, _)| *id == game).map_or(&[], |(_, words)| words)
}

/// What he says of a kind of decision.
pub fn word(game: &str, phase: &str, role: Role) -> Option<&'static Word> {
    let of_role = || words(game).iter().filter(|word| word.role == role);
    of_role().find(|word| word.phase.as_deref() == Some(phase)).or_else(|| of_role().find(|word| word.phase.is_none()))
}

/// The names in an action: pieces, hexes, words.
fn names(action: &Value, into: &mut BTreeSet<String>) {
    match action {
        Value::String(name) => drop(into.insert(name.clone())),
        Value::Array(list) => list.iter().for_each(|one| names(one, into)),
        Value::Object(fields) => fields.values().for_each(|one| names(one, into)),
        _ => {}
    }
}

/// The choice nearest to an action that is legal but not listed, such as the march of a stack: the one that names most of the same things
/// and least of others.
fn nearest(table: &dyn Table, seat: Seat, action: &Value) -> Option<Advised> {
    let named = |action: &Value| {
        let mut all = BTreeSet::new();
        names(action, &mut all);
        all
    };
    let wanted = named(action);
    let likeness = |listed: &Value| {
        let other = named(listed);
        let kind = action.as_object().map(|a| a.keys().next()) == listed.as_object().map(|l| l.keys().next());
        (kind, 1_000 * wanted.intersection(&other).count() / wanted.union(&other).count().max(1))
    };
    let listed = table.legal(seat, None).ok()?;
    Advised::of(table, seat, listed.iter().max_by_key(|listed| likeness(listed))?)
}

/// What he says to a seat now; nothing if it is not asked, or if there is nothing to be said.
pub fn remark(table: &dyn Table, seat: Seat) -> Result<Option<Remark>, Refusal> {
    let Ok(moment) = table.moment(seat) else { return Ok(None) };
    let mut mind = table.hire(EXAMPLES, table.length() as u64)?;
    let action = mind.decide(&moment)?;
    let Some(example) = Advised::of(table, seat, &action).or_else(|| nearest(table, seat, &action)) else { return Ok(None) };
    let (phase, role) = (table.view(seat).phase, example.choice.shown.role);
    Ok(word(&table.catalogue().game, &phase, role).map(|word| Remark {
        kind: word.phase.as_deref().map_or(role.word().to_string(), |phase| format!("{phase}/{}", role.word())),
        title: word.title.clone(),
        asks: word.asks.clone(),
        matters: word.matters.clone(),
        rules: word.rules.clone(),
        because: mind.estimate().map(|estimate| estimate.intent.clone()),
        example,
    }))
}

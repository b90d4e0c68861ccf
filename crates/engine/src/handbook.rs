//! What people look up: scenarios, options, tables, the order of battle, odds, the text of a rule.

use crate::trial::Benchmark;
use crate::{BadField, Rules, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scenario of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScenarioTitle {
    /// As written on the command line.
    pub id: String,
    /// For people.
    pub title: String,
    /// A sentence about it.
    #[serde(default)]
    pub summary: String,
}

/// A rule or variant that players switch on or off, or choose among.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OptionRule {
    /// As written on the command line.
    pub id: String,
    /// For people.
    pub title: String,
    /// What it does.
    #[serde(default)]
    pub text: String,
    /// The value without a choice.
    pub default: String,
    /// The values it may take: `off`, `on`, or names.
    pub values: Vec<String>,
}

/// A game on the shelf.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Catalogue {
    /// As written on the command line.
    pub game: String,
    /// For people.
    pub title: String,
    /// The year it was published.
    #[serde(default)]
    pub year: u16,
    /// A sentence about it.
    #[serde(default)]
    pub summary: String,
    /// Its scenarios, the first one the default.
    pub scenarios: Vec<ScenarioTitle>,
    /// Its options.
    pub options: Vec<OptionRule>,
}

/// What players agree on before play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// The scenario, complete after [`Catalogue::complete`].
    pub scenario: String,
    /// Every option and its value, complete after [`Catalogue::complete`].
    pub options: BTreeMap<String, String>,
}

impl SetUp {
    /// Whether an on/off option is on.
    pub fn is_on(&self, option: &str) -> bool {
        self.options.get(option).is_some_and(|v| v == "on")
    }
}

impl Catalogue {
    /// Fills in what was left open; refuses unknown scenarios, options and values.
    pub fn complete(&self, scenario: Option<&str>, chosen: &BTreeMap<String, String>) -> Result<SetUp, BadField> {
        let scenario = match scenario {
            None => &self.scenarios[0],
            Some(id) => self.scenarios.iter().find(|s| s.id == id).ok_or_else(|| {
                BadField::new(
                    "scenario",
                    format!("{} has no scenario {id:?}; it has {}", self.title, list(self.scenarios.iter().map(|s| &s.id))),
                )
            })?,
        };
        let mut options: BTreeMap<String, String> = self.options.iter().map(|o| (o.id.clone(), o.default.clone())).collect();
        for (id, value) in chosen {
            let Some(option) = self.options.iter().find(|o| &o.id == id) else {
                let known = list(self.options.iter().map(|o| &o.id));
                return Err(BadField::new(format!("options.{id}"), format!("{} has no such option; it has {known}", self.title)));
            };
            if !option.values.contains(value) {
                return Err(BadField::new(format!("options.{id}"), format!("{value:?} is not one of {}", list(&option.values))));
            }
            options.insert(id.clone(), value.clone());
        }
        Ok(SetUp { scenario: scenario.id.clone(), options })
    }
}

/// `a, b and c`, or `none`.
pub fn list<'a>(items: impl IntoIterator<Item = &'a String>) -> String {
    let items: Vec<&str> = items.into_iter().map(String::as_str).collect();
    match items.as_slice() {
        [] => "none".to_string(),
        [one] => (*one).to_string(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A rule: id, text of ours, and where the code keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleText {
    /// The id.
    pub id: String,
    /// What it says, in our words.
    pub text: String,
    /// Whether players may leave it out.
    #[serde(default)]
    pub optional: bool,
    /// Whether it only describes components.
    #[serde(default)]
    pub info: bool,
    /// `file: function` of each citation in the code; or a type, a constant, a macro.
    #[serde(default)]
    pub enforced: Vec<String>,
    /// The tests that carry its name.
    #[serde(default)]
    pub tests: Vec<String>,
}

/// A table of a game, for people and programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chart {
    /// As written on the command line.
    pub id: String,
    /// For people.
    pub title: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The heads of the rows.
    pub rows: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Vec<String>>,
}

/// A counter of the order of battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CounterEntry {
    /// The id.
    pub id: String,
    /// Whose.
    pub side: Side,
    /// The formation it belongs to.
    pub formation: String,
    /// What stands on it, or who commanded.
    pub name: String,
    /// `infantry`, ...
    #[serde(rename = "type")]
    pub kind: String,
    /// The strengths by name.
    pub strengths: BTreeMap<String, u16>,
    /// The movement allowance.
    pub movement: u16,
    /// The hex or zone at the start.
    pub start: Option<String>,
    /// The turn and place of entry.
    pub entry: Option<String>,
}

/// A modifier of an attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Modifier {
    /// The rule.
    pub rule: String,
    /// What it is.
    pub what: String,
    /// What it does.
    pub effect: String,
}

/// One possible result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Chanced {
    /// The result.
    pub result: String,
    /// Its probability.
    pub probability: f64,
}

/// The result distribution of an attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OddsReport {
    /// The column used.
    pub column: String,
    /// All that changed it.
    pub modifiers: Vec<Modifier>,
    /// What may come of it.
    pub results: Vec<Chanced>,
}

/// An attack to be worked out, as asked on the command line: strengths and words the game understands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OddsQuestion {
    /// The attackers' strengths.
    pub attack: Vec<u16>,
    /// The defenders' strengths.
    pub defend: Vec<u16>,
    /// Terrain and circumstances: `rough`, `redoubt`, `bombard`, ...
    pub with: Vec<String>,
    /// An announced lower column.
    pub column: Option<String>,
}

/// The reference shelf of a game.
pub trait Handbook: Sized {
    /// The game on the shelf.
    fn catalogue() -> &'static Catalogue;

    /// The game with its scenario and options chosen; `setup` is complete.
    fn open(setup: &SetUp) -> Result<Self, BadField>;

    /// What was chosen.
    fn setup(&self) -> &SetUp;

    /// A fingerprint of rules and data: a save under another one goes on from its last position.
    fn fingerprint(&self) -> u64;

    /// Every rule.
    fn rules() -> &'static [RuleText];

    /// Every table.
    fn charts(&self) -> Vec<Chart>;

    /// Every counter.
    fn order_of_battle(&self) -> Vec<CounterEntry>;

    /// What may come of an attack.
    fn odds(&self, question: &OddsQuestion) -> Result<OddsReport, BadField>;

    /// Pieces of work of its own that are worth timing, for `longroll bench`.
    fn benchmarks(&self) -> Vec<Benchmark<'_, Self>>
    where
        Self: Rules,
    {
        Vec::new()
    }
}

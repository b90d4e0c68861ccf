//! What people look up: scenarios, options, tables, the order of battle, odds, the text of a rule.

use crate::trial::Benchmark;
use crate::words::Piece;
use crate::{BadField, Rules, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who made a title that players can bring along, and which one it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Edition {
    /// Who made it.
    #[serde(default)]
    pub author: String,
    /// Under which licence it may be passed on.
    #[serde(default)]
    pub licence: String,
    /// Its version.
    pub version: String,
    /// A fingerprint of all its texts.
    pub fingerprint: String,
    /// Whether somebody brought it along; otherwise it comes with the program.
    #[serde(default)]
    pub brought: bool,
}

/// A scenario of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScenarioTitle {
    /// As written on the command line.
    pub id: String,
    /// For people.
    pub title: String,
    /// A sentence about it.
    #[serde(default)]
    pub summary: String,
    /// Who made it, if it is a title of a system of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<Edition>,
}

/// A rule or variant that players switch on or off, or choose among.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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

/// A place that decides a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Objective {
    /// What it is, and what it is worth.
    pub label: String,
    /// Where.
    pub hexes: Vec<String>,
}

/// A way that somebody went in history, for the small map beside the story.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct HistoricMarch {
    /// Whose.
    pub side: Side,
    /// Who, and when.
    pub label: String,
    /// From where to where.
    pub hexes: Vec<String>,
}

/// What an old hand would tell each side before the first move.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Hints {
    /// To the Union.
    pub union: Vec<String>,
    /// To the Confederacy.
    pub confederate: Vec<String>,
}

/// A turn of the calendar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TurnMark {
    /// Its number.
    pub turn: u8,
    /// Its date and hour.
    pub label: String,
    /// Whether it is night.
    pub night: bool,
}

/// What somebody must know who sits down to a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Briefing {
    /// Which scenario.
    pub scenario: String,
    /// Where and when, and what it is about.
    pub story: String,
    /// What the Union must do.
    pub union: String,
    /// What the Confederacy must do.
    pub confederate: String,
    /// How long a game takes.
    pub length: String,
    /// How much there is to learn, 1 to 5.
    pub complexity: u8,
    /// How well it plays against oneself or a computer, 1 to 5.
    pub solitaire: u8,
    /// The side for somebody who plays it for the first time.
    pub beginner: Side,
    /// The places that decide it.
    #[serde(default)]
    pub objectives: Vec<Objective>,
    /// Its turns.
    #[serde(default)]
    pub turns: Vec<TurnMark>,
    /// What happened there, in paragraphs.
    #[serde(default)]
    pub history: Vec<String>,
    /// How the armies went.
    #[serde(default)]
    pub marches: Vec<HistoricMarch>,
    /// What to keep in mind.
    #[serde(default)]
    pub hints: Hints,
}

/// A game on the shelf.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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
    /// The scenario of that id. A title that was brought along is called `id@version`; the id alone means its newest version.
    pub fn scenario(&self, id: &str) -> Option<&ScenarioTitle> {
        let version = |s: &ScenarioTitle| -> Vec<(u64, String)> {
            let text = s.edition.as_ref().map_or("", |e| e.version.as_str());
            text.split(['.', '-']).map(|part| (part.parse().unwrap_or(0), part.to_string())).collect()
        };
        let exact = self.scenarios.iter().find(|s| s.id == id);
        let of_title = |s: &&ScenarioTitle| s.id.split_once('@').is_some_and(|(title, _)| title == id);
        exact.or_else(|| self.scenarios.iter().filter(of_title).max_by_key(|s| version(s)))
    }

    /// What is said about a scenario that is not there: a title in another version is named.
    fn no_scenario(&self, id: &str) -> String {
        let title = id.split_once('@').map(|(title, _)| title);
        let others = self.scenarios.iter().filter(|s| title.is_some() && s.id.split('@').next() == title).map(|s| &s.id);
        let others: Vec<&String> = others.collect();
        match title {
            Some(_) if !others.is_empty() => {
                format!("the title {id} is not on this shelf, but {} is: bring the right version along", list(others))
            }
            Some(_) => format!("the title {id} is not on this shelf: bring it along, with --titles or by importing its file"),
            None => format!("{} has no scenario {id:?}; it has {}", self.title, list(self.scenarios.iter().map(|s| &s.id))),
        }
    }

    /// Fills in what was left open; refuses unknown scenarios, options and values.
    pub fn complete(&self, scenario: Option<&str>, chosen: &BTreeMap<String, String>) -> Result<SetUp, BadField> {
        let scenario = match scenario {
            None => &self.scenarios[0],
            Some(id) => self.scenario(id).ok_or_else(|| BadField::new("scenario", self.no_scenario(id)))?,
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

/// `1 point`, `3 points`, `2½ points`.
pub fn plural(n: impl ToString, one: &str, many: &str) -> String {
    let n = n.to_string();
    format!("{n} {}", if n == "1" { one } else { many })
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
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RuleText {
    /// The id.
    pub id: String,
    /// What it says, in our words.
    pub text: String,
    /// The title of the chapter that begins with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub chapter: Option<String>,
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
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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

/// A formation as counters show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Formation {
    /// Its name, as pieces write it.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Two or three letters that stand for it.
    pub badge: String,
    /// Its colour, a number within its side: the same in every view of the game.
    pub colour: usize,
}

/// The formations of these pieces, as they come: an opening seen by the referee names them all. Those of one division or corps
/// (`Keyes, Division 1`) share its colour.
pub fn formations(pieces: &[Piece]) -> Vec<Formation> {
    let mut list: Vec<Formation> = Vec::new();
    let mut above: Vec<(Side, &str)> = Vec::new();
    for piece in pieces.iter().filter(|p| !p.formation.is_empty()) {
        if list.iter().any(|f| f.side == piece.side && f.name == piece.formation) {
            continue;
        }
        let parent = piece.formation.rsplit(',').next().map_or("", |name| name.split('(').next().unwrap_or(name).trim());
        if !above.contains(&(piece.side, parent)) {
            above.push((piece.side, parent));
        }
        let colour = above.iter().filter(|(side, _)| *side == piece.side).position(|(_, name)| *name == parent).unwrap_or(0);
        list.push(Formation { name: piece.formation.clone(), side: piece.side, badge: badge(&piece.formation), colour });
    }
    list
}

/// Words that say nothing of which formation it is.
const FILLERS: [&str; 8] = ["corps", "division", "div", "brigade", "army", "of", "the", "s"];
const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// A name in a few letters: `XV Corps` is XV, `McLaws's division` McL, `Artillery Reserve` AR, `Second Corps` 2.
fn badge(name: &str) -> String {
    let own = name.split([',', '(']).next().unwrap_or(name);
    let words = own.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty() && !FILLERS.contains(&w.to_lowercase().as_str()));
    let words: Vec<&str> = words.collect();
    let numbered = |w: &&&str| w.chars().all(|c| "IVXL".contains(c)) || w.chars().all(|c| c.is_ascii_digit());
    if let Some(number) = words.iter().find(numbered) {
        return number.chars().take(4).collect();
    }
    if let Some(at) = words.iter().find_map(|w| ORDINALS.iter().position(|o| *o == w.to_lowercase())) {
        return (at + 1).to_string();
    }
    let long: Vec<&&str> = words.iter().filter(|w| w.chars().count() > 1).collect();
    match long.as_slice() {
        [one] => one.chars().take(3).collect(),
        [] if words.is_empty() => name.chars().take(1).flat_map(char::to_uppercase).collect(),
        [] => words.iter().filter_map(|w| w.chars().next()).take(3).collect(),
        many => many.iter().filter_map(|w| w.chars().next()).take(3).collect(),
    }
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

    /// A number that is another when the same choice may come to another game than before: titles can be changed while the program runs.
    fn state_of_shelf() -> u64 {
        0
    }

    /// What was chosen.
    fn setup(&self) -> &SetUp;

    /// A fingerprint of rules and data: a save under another one goes on from its last position.
    fn fingerprint(&self) -> u64;

    /// Every rule.
    fn rules() -> &'static [RuleText];

    /// The rules of a scenario: all of the game, unless scenarios have rules of their own.
    fn rules_of(_scenario: &str) -> Vec<RuleText> {
        Self::rules().to_vec()
    }

    /// What somebody must know who sits down to it.
    fn briefing(&self) -> Briefing;

    /// Every table.
    fn charts(&self) -> Vec<Chart>;

    /// Every counter.
    fn order_of_battle(&self) -> Vec<CounterEntry>;

    /// What the numbers on a fighting unit mean, from left to right.
    fn numbers() -> &'static [&'static str] {
        &["strength", "movement"]
    }

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

#[cfg(test)]
mod tests {
    use super::badge;

    #[test]
    fn formations_have_badges_that_players_would_write() {
        let cases = [
            ("XV Corps", "XV"),
            ("I Corps (Reynolds)", "I"),
            ("First Corps", "1"),
            ("McLaws's division", "McL"),
            ("Keyes, Division 1", "Key"),
            ("Division 2", "2"),
            ("A. P. Hill's division", "Hil"),
            ("Artillery Reserve", "AR"),
            ("Army of Northern Virginia", "NV"),
            ("Cavalry Corps", "Cav"),
            ("army", "A"),
        ];
        for (name, letters) in cases {
            assert_eq!(badge(name), letters, "{name}");
        }
    }
}

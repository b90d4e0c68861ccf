//! A lesson as it is written: `crates/games/<game>/data/lessons/<number>-<id>.toml`.
//!
//! ```toml
//! title = "March and zones"
//! teaches = "What a march costs, and what stops it."
//! minutes = 4
//! side = "union"                          # the pupil's
//! scenario = "chattanooga"                # the first of the game without it
//! after = "You can march now."
//!
//! [position]                              # as a save writes it; the game's own opening without it
//! turn = 1
//! phase = "movement"
//! active = "union"
//! units = [{ id = "1/2/XV", hex = "1909" }]
//!
//! [[step]]                                # a page: something is said and shown
//! say = "Every hex costs points (BG-5.0)."
//! hexes = ["1908"]
//! pieces = ["1/2/XV"]
//!
//! [[step]]                                # and something is asked
//! say = "Go there."
//! task = "March 1/2/XV to 1908."
//! ask = [{ move = "1/2/XV", to = "1908" }]        # one of these; `each`: all of these, in any order
//! odds = "2-1"                            # the column of the battle at hand then; a test holds the text to it
//! otherwise = "That is legal, but we want 1908."  # the answer to whatever else is legal
//! wrong = [                               # mistakes worth a word of their own; with a rule, it is the rules that refuse
//!   { do = { move = "1/2/XV", to = "2008" }, rule = "BG-5.12", because = "There stands the enemy." },
//! ]
//! then = [{ roll = [4] }, { by = "confederate", do = { retreat = "Liddell", to = "2108" } }]
//!
//! [[step]]                                # the fight at the end
//! task = "Take 2008 before the turn is over."
//! fight = { take = ["2008"], phases = 4, lost = "The hill is still theirs.", way = [{ attack = "2008" }] }
//! # besides `take`: `clear` and `hold` hexes, `destroy` so many, `lose` at most, `keep` pieces, have pieces `back` on the map, a `state`
//! # that pieces must be in; `own` ends it with the pupil's turn. fight.rs explains each.
//! ```

use crate::fight::Fight;
use crate::pattern::Pattern;
use engine::table::Kind;
use engine::{BadField, Side};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Game, name and text of every lesson.
static FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let read = |(game, name, text): &(&str, &str, &str)| Lesson::read(game, name, text);
    FILES.iter().map(read).collect::<Result<_, _>>().unwrap_or_else(|fault| panic!("{fault}"))
});

/// Every lesson of every game, in their order.
pub fn lessons() -> &'static [Lesson] {
    &LESSONS
}

/// The lessons of a game, in their order.
pub fn of_game(game: &str) -> impl Iterator<Item = &'static Lesson> {
    lessons().iter().filter(move |lesson| lesson.game == game)
}

/// The lesson of that name.
pub fn lesson(game: &str, id: &str) -> Option<&'static Lesson> {
    of_game(game).find(|lesson| lesson.id == id)
}

/// A lesson as it is written.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The game.
    pub game: String,
    /// Its name within the game.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What is taught, in a sentence.
    pub teaches: String,
    /// How long it takes.
    pub minutes: u8,
    /// The pupil's side.
    pub side: Side,
    /// The scenario; the first of the game without it.
    pub scenario: Option<String>,
    /// Options of the game.
    pub options: BTreeMap<String, String>,
    /// The position it begins with; the opening of the game without it.
    pub position: Option<Map<String, Value>>,
    /// What is said, asked and done, one after the other.
    pub scenes: Vec<Scene>,
}

/// What is said up to the next thing that is asked, and that.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// What is done before it: dice and decisions of the script.
    pub lead: Vec<Scripted>,
    /// What is said and shown.
    pub pages: Vec<Written>,
    /// What shall be done, in a line.
    pub task: Option<String>,
    /// What is asked.
    pub asked: Asked,
    /// The answer to whatever is legal and not asked.
    pub otherwise: Option<String>,
    /// Mistakes worth a word of their own.
    pub wrong: Vec<Mistake>,
    /// The column of the battle at hand, as the text has it.
    pub odds: Option<String>,
}

/// What is asked of the pupil.
#[derive(Clone, Debug, Default)]
pub enum Asked {
    /// Nothing: the lesson is over.
    #[default]
    Nothing,
    /// One of these actions.
    OneOf(Vec<Pattern>),
    /// All of these, in any order.
    Each(Vec<Pattern>),
    /// A fight of his own.
    Fight(Box<Fight>),
}

/// A page as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// What is said.
    pub text: String,
    /// The hexes that are shown.
    pub hexes: Vec<String>,
    /// The pieces that are shown.
    pub pieces: Vec<String>,
}

/// A mistake and its answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// What is done.
    #[serde(rename = "do")]
    pub action: Pattern,
    /// The rule that forbids it; none where it is legal and only unwise.
    #[serde(default)]
    pub rule: Option<String>,
    /// Why it is a mistake.
    pub because: String,
}

/// Something that the script does: a throw of the dice, or a decision of a side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scripted {
    /// What the dice show.
    #[serde(default)]
    pub roll: Option<Vec<u8>>,
    /// Whose decision; the pupil's side without it.
    #[serde(default)]
    pub by: Option<Side>,
    /// The decision.
    #[serde(default, rename = "do")]
    pub action: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    teaches: String,
    minutes: u8,
    side: Side,
    #[serde(default)]
    scenario: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    position: Option<Map<String, Value>>,
    #[serde(default)]
    before: Vec<Scripted>,
    step: Vec<Step>,
    after: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    #[serde(default)]
    say: String,
    #[serde(default)]
    hexes: Vec<String>,
    #[serde(default)]
    pieces: Vec<String>,
    #[serde(default)]
    task: Option<String>,
    #[serde(default)]
    ask: Vec<Pattern>,
    #[serde(default)]
    each: Vec<Pattern>,
    #[serde(default)]
    fight: Option<Fight>,
    #[serde(default)]
    otherwise: Option<String>,
    #[serde(default)]
    wrong: Vec<Mistake>,
    #[serde(default)]
    odds: Option<String>,
    #[serde(default)]
    then: Vec<Scripted>,
}

impl Lesson {
    /// Reads a lesson; `name` is that of its file, a number and its id.
    pub fn read(game: &str, name: &str, text: &str) -> Result<Lesson, BadField> {
        let place = format!("{game}/data/lessons/{name}.toml");
        let bad = |because: String| BadField::new(&place, because);
        let file: File = engine::data::read(text).map_err(|e| bad(e.to_string()))?;
        let (number, id) = name.split_once('-').ok_or_else(|| bad("its name is a number, a line and an id: 02-march".into()))?;
        number.parse::<u8>().map_err(|_| bad("its name begins with its number".into()))?;
        Ok(Lesson {
            game: game.into(),
            id: id.into(),
            title: file.title,
            teaches: file.teaches,
            minutes: file.minutes,
            side: file.side,
            scenario: file.scenario,
            options: file.options,
            position: file.position,
            scenes: scenes(file.before, file.step, file.after).map_err(bad)?,
        })
    }

    /// The position that a table of it is loaded with, as a save: the game's own opening without one.
    pub fn opening(&self) -> Option<Value> {
        let mut document = self.position.clone()?;
        document.insert("game".into(), json!(self.game));
        document.insert("options".into(), json!(self.options));
        if let Some(scenario) = &self.scenario {
            document.insert("scenario".into(), json!(scenario));
        }
        Some(Value::Object(document))
    }

    /// A table of it, with dice of that seed for the fight.
    pub fn open(&self, kind: &dyn Kind, seed: u64) -> Result<Box<dyn engine::table::Table>, BadField> {
        let setup = kind.catalogue().complete(self.scenario.as_deref(), &self.options)?;
        match self.opening() {
            None => kind.open(&setup, seed),
            Some(document) => {
                let (mut table, _) = kind.load(&setup, &document)?;
                table.reseed(seed);
                Ok(table)
            }
        }
    }

    /// The fight at its end, if it has one.
    pub fn fight(&self) -> Option<&Fight> {
        self.scenes.iter().find_map(|scene| match &scene.asked {
            Asked::Fight(fight) => Some(fight.as_ref()),
            _ => None,
        })
    }

    /// The lesson after it, of the same game.
    pub fn next(&self) -> Option<&'static Lesson> {
        of_game(&self.game).skip_while(|lesson| lesson.id != self.id).nth(1)
    }
}

/// Steps as scenes: pages that only say something belong to what is asked after them; what the script does after a deed comes
/// before the next.
fn scenes(before: Vec<Scripted>, steps: Vec<Step>, after: String) -> Result<Vec<Scene>, String> {
    let mut scenes: Vec<Scene> = Vec::new();
    let mut scene = Scene { lead: before, ..Scene::default() };
    for (number, step) in (1..).zip(steps) {
        if !step.say.is_empty() {
            scene.pages.push(Written { text: step.say, hexes: step.hexes, pieces: step.pieces });
        }
        scene.asked = match (step.ask.is_empty(), step.each.is_empty(), step.fight) {
            (true, true, None) => {
                if step.task.is_some() || !step.then.is_empty() || !step.wrong.is_empty() {
                    return Err(format!("step {number} asks for nothing, so it has no task, no mistakes and nothing after it"));
                }
                continue;
            }
            (false, true, None) => Asked::OneOf(step.ask),
            (true, false, None) => Asked::Each(step.each),
            (true, true, Some(fight)) => Asked::Fight(Box::new(fight)),
            _ => return Err(format!("step {number} asks for one thing: ask, each or fight")),
        };
        if step.task.is_none() {
            return Err(format!("step {number} asks for something: its task says so in a line"));
        }
        scene = Scene { task: step.task, otherwise: step.otherwise, wrong: step.wrong, odds: step.odds, ..scene };
        scenes.push(std::mem::replace(&mut scene, Scene { lead: step.then, ..Scene::default() }));
    }
    scene.pages.push(Written { text: after, ..Written::default() });
    scenes.push(scene);
    let fights = scenes.iter().filter(|s| matches!(s.asked, Asked::Fight(_))).count();
    let last = scenes.len().checked_sub(2).is_some_and(|i| matches!(scenes[i].asked, Asked::Fight(_)));
    if fights > 1 || fights == 1 && !last {
        return Err("a lesson has one fight at most, and it is the last thing that is asked".into());
    }
    Ok(scenes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "title = \"A\"\nteaches = \"B\"\nminutes = 1\nside = \"union\"\nafter = \"Done.\"\n";

    fn read(steps: &str) -> Result<Lesson, BadField> {
        Lesson::read("game", "01-one", &format!("{HEAD}{steps}"))
    }

    #[test]
    fn pages_belong_to_what_is_asked_after_them() {
        let lesson = read(
            "[[step]]\nsay = \"one\"\n[[step]]\nsay = \"two\"\ntask = \"t\"\nask = [{ end = \"x\" }]\nthen = [{ roll = [1] }]\n[[step]]\nsay = \"three\"\n",
        )
        .unwrap();
        let pages: Vec<Vec<&str>> = lesson.scenes.iter().map(|s| s.pages.iter().map(|p| p.text.as_str()).collect()).collect();
        assert_eq!(pages, [vec!["one", "two"], vec!["three", "Done."]]);
        assert_eq!(lesson.scenes[1].lead.len(), 1, "what follows a deed comes before the next scene");
    }

    #[test]
    fn a_step_that_asks_says_what_and_asks_one_thing() {
        let fault = |steps: &str| read(steps).unwrap_err().because;
        assert!(fault("[[step]]\nsay = \"x\"\nask = [{ end = \"x\" }]\n").contains("its task says so"));
        assert!(fault("[[step]]\ntask = \"t\"\nask = [{ a = 1 }]\neach = [{ b = 1 }]\n").contains("one thing"));
        assert!(fault("[[step]]\nsay = \"x\"\nthen = [{ roll = [1] }]\n").contains("asks for nothing"));
        let fight = "[[step]]\ntask = \"t\"\nfight = { take = [\"0101\"], phases = 1, lost = \"x\", way = [] }\n";
        assert!(fault(&format!("{fight}[[step]]\ntask = \"t\"\nask = [{{ a = 1 }}]\n")).contains("last thing"));
    }
}

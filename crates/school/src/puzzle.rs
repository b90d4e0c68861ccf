//! Puzzles to be played: the task in words, how somebody fares, and what would have been best.
//!
//! A puzzle is a position from play and ends with its phase. The enemy answers as well as can be; dice fall as they will. Each decision is
//! weighed by itself: what it gives away of the chance to win, by the exact solution, whatever the dice then say. What is left of the
//! stake (what the best orders gain over random ones) is the share that somebody found. As in a lesson all of it follows from the table's
//! journal.

use crate::course::{Page, Phase, Stand, in_force};
use crate::rating::{Rating, SOLVED, after};
use engine::contract::{Advised, Choice};
use engine::mix::{hash_text, mix};
use engine::player::EXAMINER;
use engine::puzzle::{Puzzle, Theme};
use engine::table::{Kind, Refusal, Table};
use engine::words::Target;
use engine::{BadField, Seat};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// A puzzle in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleCard {
    /// Its name within the game.
    pub puzzle: String,
    /// Its name for people.
    pub title: String,
    /// What it is about.
    pub theme: Theme,
    /// The side to move.
    pub side: engine::Side,
    /// The scenario for people.
    pub scenario: String,
    /// How hard it is.
    pub rating: u16,
}

/// The puzzles of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleBook {
    /// The game.
    pub game: String,
    /// The game for people.
    pub title: String,
    /// The themes that it has, with their names for people.
    pub themes: Vec<(Theme, String)>,
    /// The puzzles, by theme, the easiest first.
    pub puzzles: Vec<PuzzleCard>,
}

/// Every puzzle, and which one is that of the day.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleShelf {
    /// The games that have any.
    pub books: Vec<PuzzleBook>,
    /// Game and puzzle of each day in turn: that of a day is the one whose number is the days since 1970, modulo the length.
    pub days: Vec<(String, String)>,
}

/// What an attempt did to the ratings.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Rated {
    /// The player's rating, before and after.
    pub you: [Rating; 2],
    /// The puzzle's.
    pub puzzle: [Rating; 2],
}

/// How an attempt at a puzzle stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "PuzzleStand", optional_fields))]
pub struct Attempt {
    /// How hard it is.
    pub rating: u16,
    /// Of what was at stake, the share that is found; once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// The chance to win with the best orders, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<f64>,
    /// What the ratings come to, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<Rated>,
}

/// The puzzles of a game, by theme, the easiest first. A game whose file cannot be read has none.
pub fn puzzles(kind: &dyn Kind) -> &'static [Puzzle] {
    static READ: Mutex<Option<HashMap<String, &'static [Puzzle]>>> = Mutex::new(None);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.get_or_insert_default().entry(kind.catalogue().game.clone()).or_insert_with(|| {
        let mut puzzles = engine::puzzle::read(kind.puzzles()).unwrap_or_default();
        puzzles.sort_by_key(|p| (place(p.theme), p.rating, p.id.clone()));
        Vec::leak(puzzles)
    })
}

/// Where a theme stands among the others.
fn place(theme: Theme) -> usize {
    Theme::ALL.iter().position(|t| *t == theme).unwrap_or_default()
}

/// The puzzle of that name.
pub fn puzzle(kind: &dyn Kind, id: &str) -> Option<&'static Puzzle> {
    puzzles(kind).iter().find(|p| p.id == id)
}

/// What people call a puzzle: its theme, and its place among those of the theme.
pub fn title(kind: &dyn Kind, puzzle: &Puzzle) -> String {
    let same = puzzles(kind).iter().filter(|p| p.theme == puzzle.theme);
    let number = same.take_while(|p| p.id != puzzle.id).count() + 1;
    format!("{} {number}", puzzle.theme.title())
}

fn card(kind: &dyn Kind, puzzle: &Puzzle) -> PuzzleCard {
    let scenario = kind.catalogue().scenarios.iter().find(|s| s.id == puzzle.scenario).map_or("", |s| s.title.as_str());
    PuzzleCard {
        puzzle: puzzle.id.clone(),
        title: title(kind, puzzle),
        theme: puzzle.theme,
        side: puzzle.side,
        scenario: scenario.into(),
        rating: puzzle.rating,
    }
}

/// The puzzles of a game in a list.
pub fn book(kind: &dyn Kind) -> PuzzleBook {
    let puzzles = puzzles(kind);
    let themes = Theme::ALL.iter().filter(|theme| puzzles.iter().any(|p| p.theme == **theme));
    PuzzleBook {
        game: kind.catalogue().game.clone(),
        title: kind.catalogue().title.clone(),
        themes: themes.map(|theme| (*theme, theme.title().to_string())).collect(),
        puzzles: puzzles.iter().map(|puzzle| card(kind, puzzle)).collect(),
    }
}

/// Every puzzle of these games.
pub fn shelf(kinds: &[&'static dyn Kind]) -> PuzzleShelf {
    let books: Vec<PuzzleBook> = kinds.iter().map(|kind| book(*kind)).filter(|book| !book.puzzles.is_empty()).collect();
    let name = |book: &PuzzleBook, card: &PuzzleCard| (book.game.clone(), card.puzzle.clone());
    let mut days: Vec<(String, String)> = books.iter().flat_map(|b| b.puzzles.iter().map(|card| name(b, card))).collect();
    // An order that nobody can guess from the lists, and that is the same everywhere.
    days.sort_by_key(|(game, puzzle)| mix(hash_text(&format!("{game}/{puzzle}"))));
    PuzzleShelf { books, days }
}

/// The position that a table of a puzzle is loaded with, as a save.
pub fn opening(kind: &dyn Kind, puzzle: &Puzzle) -> Value {
    let mut document = puzzle.position.clone();
    document["game"] = json!(kind.catalogue().game);
    document["scenario"] = json!(puzzle.scenario);
    document["options"] = json!(puzzle.options);
    document
}

/// A table of a puzzle, with dice of that seed.
pub fn open(kind: &dyn Kind, puzzle: &Puzzle, seed: u64) -> Result<Box<dyn Table>, BadField> {
    let (mut table, _) = kind.load(&puzzle.setup(), &opening(kind, puzzle))?;
    table.reseed(seed);
    Ok(table)
}

/// Whether the phase of a puzzle is over, or the engagement that it began in.
pub fn over(table: &dyn Table) -> bool {
    table.phases() > 1 || !table.engaged() || table.outcome().is_some()
}

/// A decision of the solver's, weighed.
struct Weighed {
    /// What was done, in words.
    did: String,
    /// The chance with it.
    worth: f64,
    /// The best that could have been done.
    best: Option<Choice>,
    /// The chance with that.
    best_worth: f64,
}

impl Weighed {
    fn lost(&self) -> f64 {
        (self.best_worth - self.worth).max(0.0)
    }
}

/// The decisions that were made at a table of a puzzle, weighed one by one.
fn weigh(kind: &dyn Kind, puzzle: &Puzzle, table: &dyn Table) -> Result<Vec<Weighed>, Refusal> {
    let seat = Seat::from(puzzle.side);
    let mut copy = open(kind, puzzle, 0)?;
    let mut examiner = copy.hire(EXAMINER, 0)?;
    let journal = table.entries(0);
    let mut weighed = Vec::new();
    for number in in_force(&journal) {
        let entry = &journal[number];
        if entry["by"] == puzzle.side.id() {
            let moment = copy.moment(seat)?;
            let best = examiner.decide(&moment)?;
            let known = examiner.estimate().map(|e| e.chance).zip(examiner.worth(&moment, &entry["action"]));
            // What was too much to try out counts as well done.
            let (best_worth, worth) = known.unwrap_or_default();
            let best = Advised::of(copy.as_ref(), seat, &best).map(|advised| advised.choice);
            let since = copy.length();
            copy.follow(entry)?;
            let told: Vec<String> = copy.log(seat, since).into_iter().flat_map(|l| l.told).map(|t| t.text).collect();
            weighed.push(Weighed { did: told.join(" "), worth, best, best_worth });
        } else {
            copy.follow(entry)?;
        }
    }
    Ok(weighed)
}

/// The best that can be done now.
fn answer(puzzle: &Puzzle, table: &dyn Table) -> Option<Choice> {
    let seat = Seat::from(puzzle.side);
    let best = table.hire(EXAMINER, 0).ok()?.decide(&table.moment(seat).ok()?).ok()?;
    Advised::of(table, seat, &best).map(|advised| advised.choice)
}

/// A chance in hundredths, as people read it.
fn percent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// Less than that is not worth a word.
const WORD: f64 = 0.001;

/// The hexes that a choice is about.
fn hexes(choice: &Choice) -> Vec<String> {
    match (&choice.shown.target, choice.shown.path.last()) {
        (_, Some(end)) => vec![end.clone()],
        (Target::Hex(hex), None) => vec![hex.clone()],
        _ => Vec::new(),
    }
}

/// What is said of a puzzle that is over: how it went, and where more was to be had.
fn verdict(puzzle: &Puzzle, weighed: &[Weighed], share: f64) -> Vec<Page> {
    let lost: f64 = weighed.iter().map(Weighed::lost).sum();
    let head = if lost < WORD {
        format!("Exactly right: nobody can do better. {} to win at the end of the phase", percent(puzzle.best))
    } else if share >= SOLVED {
        format!("Solved: {:.0} % of what was at stake. You gave away {} of {}", 100.0 * share, percent(lost), percent(puzzle.best))
    } else {
        format!(
            "{:.0} % of what was at stake. The best orders have {}, yours {}",
            100.0 * share,
            percent(puzzle.best),
            percent(puzzle.best - lost)
        )
    };
    let text = format!(
        "{head}; orders given at random have {} on average. The dice do not count: each decision is weighed by itself.",
        percent(puzzle.random)
    );
    let first = Page { text, hexes: Vec::new(), pieces: Vec::new() };
    let slips = weighed.iter().filter(|w| w.lost() >= WORD).map(|w| {
        let better = w.best.as_ref().map_or("something else".to_string(), |choice| choice.shown.label.clone());
        let text = format!("{} That is worth {}. Better, with {}: {better}.", w.did, percent(w.worth), percent(w.best_worth));
        Page { text, hexes: w.best.as_ref().map(hexes).unwrap_or_default(), pieces: Vec::new() }
    });
    std::iter::once(first).chain(slips).collect()
}

/// What is said before it begins.
fn task(kind: &dyn Kind, puzzle: &Puzzle, table: &dyn Table) -> Page {
    let view = table.view(puzzle.side.into());
    let scenario = kind.catalogue().scenarios.iter().find(|s| s.id == puzzle.scenario).map_or("", |s| s.title.as_str());
    let moment: Vec<String> =
        [scenario.to_string(), view.turn_label, format!("{} phase", view.phase)].into_iter().filter(|w| !w.is_empty()).collect();
    let text = format!(
        "{}. You are the {}. What counts is your chance to win when this phase is over; the enemy answers as well as he can.",
        moment.join(", "),
        puzzle.side
    );
    Page { text, hexes: Vec::new(), pieces: Vec::new() }
}

/// Ratings of whoever tries a puzzle, and of the puzzle, as they were before.
pub type Before = (Rating, Rating);

/// How an attempt stands, for a person.
pub fn stand(kind: &dyn Kind, puzzle: &Puzzle, table: &dyn Table, before: Before) -> Stand {
    let mut stand = Stand {
        game: kind.catalogue().game.clone(),
        lesson: puzzle.id.clone(),
        title: title(kind, puzzle),
        phase: Phase::Ask,
        scene: 1,
        scenes: 1,
        pages: vec![task(kind, puzzle, table)],
        task: Some(puzzle.theme.task().into()),
        left: 1,
        answer: None,
        next: None,
        puzzle: Some(Attempt { rating: puzzle.rating, share: None, best: None, rated: None }),
    };
    if !over(table) {
        stand.answer = answer(puzzle, table);
        return stand;
    }
    let weighed = weigh(kind, puzzle, table).unwrap_or_default();
    let share = puzzle.share(weighed.iter().map(Weighed::lost).sum());
    let (you, it) = before;
    let now = after(you, it, share);
    let rated = Rated { you: [you, now.0], puzzle: [it, now.1] };
    Stand {
        phase: if share >= SOLVED { Phase::Done } else { Phase::Lost },
        pages: verdict(puzzle, &weighed, share),
        task: None,
        left: 0,
        puzzle: Some(Attempt { rating: puzzle.rating, share: Some(share), best: Some(puzzle.best), rated: Some(rated) }),
        ..stand
    }
}

/// A puzzle at a table of its own, without a house.
pub struct Exam {
    kind: &'static dyn Kind,
    puzzle: &'static Puzzle,
    before: Before,
    /// Its table.
    pub table: Box<dyn Table>,
}

impl Exam {
    /// Begins it, with the ratings as they were and dice of that seed.
    pub fn begin(kind: &'static dyn Kind, puzzle: &'static Puzzle, before: Before, seed: u64) -> Result<Exam, Refusal> {
        Ok(Exam { kind, puzzle, before, table: open(kind, puzzle, seed)? })
    }

    /// The seat of whoever solves it.
    pub fn seat(&self) -> Seat {
        self.puzzle.side.into()
    }

    /// How it stands.
    pub fn stand(&self) -> Stand {
        stand(self.kind, self.puzzle, self.table.as_ref(), self.before)
    }

    /// Does something; dice and the enemy follow.
    pub fn act(&mut self, action: &Value) -> Result<(), Refusal> {
        if over(self.table.as_ref()) {
            return Err(Refusal::because("This puzzle is over."));
        }
        self.table.apply(self.seat(), action)?;
        let enemy = Seat::from(self.puzzle.side.enemy());
        while !over(self.table.as_ref()) {
            if self.table.actor(Seat::Referee).actor == engine::contract::Asks::Chance {
                self.table.roll(Seat::Referee, None)?;
            } else if let Ok(moment) = self.table.moment(enemy) {
                let answer = self.table.hire(EXAMINER, 0)?.decide(&moment)?;
                self.table.apply(enemy, &answer)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Takes back the last decision.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        if over(self.table.as_ref()) {
            return Err(Refusal::because("This puzzle is over: nothing is taken back."));
        }
        self.table.undo(self.seat())
    }
}

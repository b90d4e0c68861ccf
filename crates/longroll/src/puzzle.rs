//! `longroll puzzle`: puzzles in the terminal.

use crate::page::{BOLD, Columns, DIM, styled};
use crate::pupil::Pupil;
use crate::serve::data_folder;
use crate::shelf::{SHELF, game, unknown};
use crate::{Page, Stop};
use engine::puzzle::{Puzzle, Theme};
use engine::table::Kind;
use school::puzzle::{Exam, PuzzleCard, book, puzzle, puzzles, shelf};
use school::rating::{Rating, SOLVED};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "\
Examples:
  longroll puzzle                       how many there are, and your rating
  longroll puzzle today                 the puzzle of the day
  longroll puzzle blue-gray             the puzzles of a game, by theme and difficulty
  longroll puzzle blue-gray next        one that fits your rating
  longroll puzzle blue-gray 3f2a1       that one; ? tells how to answer

You decide to the end of the phase; the enemy answers as well as he can, and each decision is weighed by the exact solution. Your rating
and those of the puzzles you tried are kept in your data folder.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game, or today
    game: Option<String>,
    /// The puzzle, or next
    puzzle: Option<String>,
    /// Only those about this: attack, guns, march, retreat, losses, pursuit, command or choice
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Option<Theme>,
    /// The dice
    #[arg(long, value_name = "K")]
    seed: Option<u64>,
    /// Where ratings are kept instead of your data folder
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

fn theme(word: &str) -> Result<Theme, String> {
    let words: Vec<&str> = Theme::ALL.iter().map(|theme| theme.word()).collect();
    Theme::named(word).ok_or_else(|| format!("a theme is one of {}", words.join(", ")))
}

/// What is remembered of somebody.
#[derive(Default, Serialize, Deserialize)]
struct Memory {
    /// His rating.
    #[serde(default)]
    you: Rating,
    /// The puzzles that he tried, by game and name: the share he found the first time, and what that made of their ratings.
    #[serde(default)]
    tried: BTreeMap<String, Tried>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Tried {
    share: f64,
    rating: Rating,
}

impl Memory {
    fn read(file: &Path) -> Result<Memory, Stop> {
        match std::fs::read_to_string(file) {
            Ok(text) => serde_json::from_str(&text).map_err(|e| Stop::bad_input(format!("{}: {e}", file.display()))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Memory::default()),
            Err(e) => Err(Stop::bad_input(format!("{}: {e}", file.display()))),
        }
    }

    fn write(&self, file: &Path) -> Result<(), Stop> {
        let fault = |e: io::Error| Stop::bad_input(format!("{}: {e}", file.display()));
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(fault)?;
        }
        std::fs::write(file, serde_json::to_string_pretty(self).expect("it is plain data")).map_err(fault)
    }

    fn tried(&self, kind: &dyn Kind, id: &str) -> Option<&Tried> {
        self.tried.get(&name(kind, id))
    }
}

fn name(kind: &dyn Kind, id: &str) -> String {
    format!("{}/{id}", kind.catalogue().game)
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let file = match &args.book {
        Some(file) => file.clone(),
        None => data_folder().ok_or_else(|| Stop::bad_input("no data folder is known here: say --book FILE"))?.join("puzzles.json"),
    };
    let memory = Memory::read(&file)?;
    match (args.game.as_deref(), args.puzzle.as_deref()) {
        (None, _) => Ok(overview(&memory)),
        (Some("today"), _) => {
            let (kind, puzzle) = of_today().ok_or_else(|| Stop::bad_input("there are no puzzles"))?;
            solve(args, kind, puzzle, memory, &file)
        }
        (Some(id), None) => Ok(index(args, game(id)?, &memory)),
        (Some(id), Some("next")) => {
            let kind = game(id)?;
            let next = fitting(args, kind, &memory).ok_or_else(|| Stop::bad_input("you have solved all of them"))?;
            solve(args, kind, next, memory, &file)
        }
        (Some(id), Some(wanted)) => {
            let kind = game(id)?;
            let known: Vec<String> = puzzles(kind).iter().map(|p| p.id.clone()).collect();
            let puzzle = puzzle(kind, wanted).ok_or_else(|| unknown(&format!("puzzle of {id}"), wanted, &known))?;
            solve(args, kind, puzzle, memory, &file)
        }
    }
}

/// The puzzle of the day.
fn of_today() -> Option<(&'static dyn Kind, &'static Puzzle)> {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs() / 86_400;
    let all = shelf(SHELF).days;
    let (id, name) = all.get(days as usize % all.len().max(1))?;
    let kind = game(id).ok()?;
    Some((kind, puzzle(kind, name)?))
}

/// The puzzle that fits somebody best: not solved yet, as hard as he is good.
fn fitting(args: &Args, kind: &'static dyn Kind, memory: &Memory) -> Option<&'static Puzzle> {
    let open = puzzles(kind).iter().filter(|p| args.theme.is_none_or(|theme| p.theme == theme));
    let open = open.filter(|p| memory.tried(kind, &p.id).is_none_or(|tried| tried.share < SOLVED));
    open.min_by_key(|p| (memory.tried(kind, &p.id).is_some(), (f64::from(p.rating) - memory.you.rating).abs() as u64))
}

fn rated(rating: Rating) -> String {
    format!("{:.0} ± {:.0}", rating.rating, 2.0 * rating.deviation)
}

/// How many there are of each game.
fn overview(memory: &Memory) -> Page {
    let mut rows = Columns::under(&["game", "puzzles", "solved", "themes"]).numbers([1, 2]);
    let mut list = Vec::new();
    for kind in SHELF {
        let book = book(*kind);
        let solved = book.puzzles.iter().filter(|p| memory.tried(*kind, &p.puzzle).is_some_and(|t| t.share >= SOLVED)).count();
        let themes: Vec<String> = book.themes.iter().map(|(_, title)| title.to_lowercase()).collect();
        rows.row([book.game.clone(), book.puzzles.len().to_string(), solved.to_string(), themes.join(", ")]);
        list.push(json!({ "game": book.game, "puzzles": book.puzzles.len(), "solved": solved }));
    }
    let today = of_today().map(|(kind, puzzle)| json!({ "game": kind.catalogue().game, "puzzle": puzzle.id }));
    let text = format!("{}  {}\n{}", styled(BOLD, "Your rating"), rated(memory.you), rows.print(2));
    Page::new(text, json!({ "you": memory.you, "games": list, "today": today }))
}

/// The puzzles of a game.
fn index(args: &Args, kind: &dyn Kind, memory: &Memory) -> Page {
    let book = book(kind);
    let wanted: Vec<&PuzzleCard> = book.puzzles.iter().filter(|p| args.theme.is_none_or(|theme| p.theme == theme)).collect();
    let mut text = String::new();
    for (theme, title) in &book.themes {
        let mut rows = Columns::default().numbers([2]);
        for card in wanted.iter().filter(|card| card.theme == *theme) {
            let tried = memory.tried(kind, &card.puzzle);
            let share = tried.map_or(String::new(), |t| format!("{:.0} %", 100.0 * t.share));
            let rating = tried.map_or(f64::from(card.rating), |t| t.rating.rating);
            rows.row([
                card.puzzle.clone(),
                card.title.clone(),
                format!("{rating:.0}"),
                card.side.to_string(),
                card.scenario.clone(),
                share,
            ]);
        }
        if wanted.iter().any(|card| card.theme == *theme) {
            let _ = writeln!(text, "{}\n{}", styled(BOLD, title), rows.print(2));
        }
    }
    let list: Vec<_> = wanted.iter().map(|card| json!({ "card": card, "tried": memory.tried(kind, &card.puzzle) })).collect();
    Page::new(text, json!({ "game": book.game, "you": memory.you, "puzzles": list }))
}

/// Sets somebody down to a puzzle. Only his first attempt counts, and only if he was not shown what is best.
fn solve(args: &Args, kind: &'static dyn Kind, puzzle: &'static Puzzle, mut memory: Memory, file: &Path) -> Result<Page, Stop> {
    let before = (memory.you, Rating::of_puzzle(puzzle.rating));
    let seed = args.seed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_secs()));
    let exam = Exam::begin(kind, puzzle, before, seed).map_err(|fault| Stop::bad_input(fault.to_string()))?;
    let heading = format!("{}, puzzle {}, rated {}; ? for help", kind.catalogue().title, puzzle.id, puzzle.rating);
    let mut pupil = Pupil::new(Box::new(exam), anstream::stdout());
    let stand = pupil.sit(&heading, io::stdin().lock()).map_err(|error| Stop::bad_input(format!("the puzzle broke off: {error}")))?;
    let attempt = stand.puzzle.as_ref();
    let (share, rating) = (attempt.and_then(|a| a.share), attempt.and_then(|a| a.rated));
    let counts = !pupil.shown && memory.tried(kind, &puzzle.id).is_none();
    let mut text = String::new();
    if let (Some(share), Some(rating)) = (share, rating.filter(|_| counts)) {
        memory.you = rating.you[1];
        memory.tried.insert(name(kind, &puzzle.id), Tried { share, rating: rating.puzzle[1] });
        memory.write(file)?;
        text = format!("Your rating: {}, before: {}.", rated(rating.you[1]), rated(rating.you[0]));
    } else if share.is_some() {
        text = styled(DIM, "Ratings stay: only a first attempt on one's own counts.");
    }
    let report = json!({
        "game": kind.catalogue().game, "puzzle": puzzle.id, "share": share, "best": puzzle.best, "random": puzzle.random,
        "rated": rating.filter(|_| counts),
    });
    Ok(Page::new(text, report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use school::course::Phase;

    /// The best of a puzzle, step by step as it is shown, is all of what was at stake.
    #[test]
    fn a_puzzle_is_solved_by_doing_what_is_best() {
        let kind = game("blue-gray").expect("it is on the shelf");
        let first = puzzles(kind).first().expect("there are puzzles");
        let exam = Exam::begin(kind, first, (Rating::default(), Rating::of_puzzle(first.rating)), 1).expect("it begins");
        let mut pupil = Pupil::new(Box::new(exam), Vec::new());
        let stand = pupil.sit("", "do\n".repeat(60).as_bytes()).expect("nothing breaks");
        assert_eq!(stand.phase, Phase::Done, "{}", pupil.said());
        assert!(stand.puzzle.and_then(|p| p.share).is_some_and(|share| share > 0.99), "{}", pupil.said());
        assert!(pupil.shown && pupil.said().contains("nobody can do better"), "{}", pupil.said());
    }

    #[test]
    fn the_next_puzzle_is_as_hard_as_one_is_good_and_not_solved() {
        let kind = game("blue-gray").expect("it is on the shelf");
        let args = Args { game: None, puzzle: None, theme: None, seed: None, book: None };
        let mut memory = Memory::default();
        let first = fitting(&args, kind, &memory).expect("there is one");
        let near = puzzles(kind).iter().map(|p| (f64::from(p.rating) - 1_500.0).abs()).fold(f64::INFINITY, f64::min);
        assert!((f64::from(first.rating) - 1_500.0).abs() < near + 1.0);
        memory.tried.insert(name(kind, &first.id), Tried { share: 1.0, rating: Rating::default() });
        assert_ne!(fitting(&args, kind, &memory).expect("another").id, first.id);
    }
}

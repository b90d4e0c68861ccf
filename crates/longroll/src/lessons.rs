//! `longroll lessons`: the school in the terminal.

use crate::page::{BOLD, Columns, styled};
use crate::pupil::Pupil;
use crate::shelf::{SHELF, game, unknown};
use crate::{Page, Stop};
use school::course::Phase;
use school::{Class, lesson, of_game};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io;

const EXAMPLES: &str = "\
Examples:
  longroll lessons                      every course
  longroll lessons blue-gray            the lessons of a game
  longroll lessons blue-gray march      take a lesson here; ? tells how to answer";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    game: Option<String>,
    /// The lesson to take
    lesson: Option<String>,
    /// The dice of the fight at the end of a lesson
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    match (&args.game, &args.lesson) {
        (None, _) => Ok(courses(SHELF.iter().map(|kind| kind.catalogue().game.as_str()))),
        (Some(id), None) => Ok(courses([game(id)?.catalogue().game.as_str()].into_iter())),
        (Some(id), Some(name)) => {
            let kind = game(id)?;
            let known: Vec<String> = of_game(id).map(|lesson| lesson.id.clone()).collect();
            let lesson = lesson(id, name).ok_or_else(|| unknown(&format!("lesson of {id}"), name, &known))?;
            let class = Class::begin(lesson, kind, args.seed).map_err(|fault| Stop::bad_input(fault.to_string()))?;
            let heading = format!("{} minutes; ? for help", lesson.minutes);
            let mut pupil = Pupil::new(Box::new(class), anstream::stdout());
            let stand =
                pupil.sit(&heading, io::stdin().lock()).map_err(|error| Stop::bad_input(format!("the lesson broke off: {error}")))?;
            Ok(Page::new("", json!({ "game": id, "lesson": name, "done": stand.phase == Phase::Done })))
        }
    }
}

/// The lessons of these games.
fn courses<'a>(games: impl Iterator<Item = &'a str>) -> Page {
    let mut text = String::new();
    let mut list: Vec<Value> = Vec::new();
    for id in games {
        let title = SHELF.iter().find(|kind| kind.catalogue().game == id).map_or(id, |kind| kind.catalogue().title.as_str());
        let _ = writeln!(text, "{}  {title}", styled(BOLD, id));
        let mut rows = Columns::default();
        for lesson in of_game(id) {
            let minutes = format!("{} min", lesson.minutes);
            rows.row([lesson.id.as_str(), &minutes, &format!("{}. {}", lesson.title, lesson.teaches)]);
            list.push(
                json!({ "game": id, "lesson": lesson.id, "title": lesson.title, "teaches": lesson.teaches, "minutes": lesson.minutes }),
            );
        }
        let _ = writeln!(text, "{}", rows.print(2));
    }
    Page::new(text, list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(lines: &str) -> (bool, String) {
        let lesson = lesson("blue-gray", "map").expect("there is such a lesson");
        let class = Class::begin(lesson, game("blue-gray").expect("it is on the shelf"), 1).expect("it begins");
        let mut pupil = Pupil::new(Box::new(class), Vec::new());
        let done = pupil.sit("", lines.as_bytes()).expect("nothing breaks").phase == Phase::Done;
        (done, pupil.said())
    }

    #[test]
    fn a_lesson_is_taken_by_pieces_and_hexes() {
        let (done, text) = take("1/2/XV 1507\n2/2/XV 1508\n3/2/XVII 1410\n");
        assert!(done, "{text}");
        assert!(text.contains("March 1/2/XV to 1507"), "{text}");
    }

    #[test]
    fn a_mistake_is_answered_and_nothing_is_done() {
        let (done, text) = take("1/2/XV 1811\nundo\nnonsense\nlist\nshow\n");
        assert!(!done);
        assert!(text.contains("There stands Liddell") && text.contains("BG-5.12"), "{text}");
        assert!(text.contains("Nothing can be done at \"nonsense\""), "{text}");
    }

    #[test]
    fn what_is_asked_can_be_had_done_but_not_the_fight() {
        let (done, text) = take("do\ndo\ndo\nquit\n");
        assert!(!done);
        assert!(text.contains("Here you are on your own."), "{text}");
    }
}

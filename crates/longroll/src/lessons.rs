//! `longroll lessons`: the school in the terminal.

use crate::page::{BOLD, Columns, DIM, side_style, styled, width, wrap};
use crate::shelf::{SHELF, game, unknown};
use crate::{Page, Stop};
use engine::contract::Choice;
use engine::words::Off;
use school::course::{Phase, Stand};
use school::{Class, Lesson, lesson, of_game};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

const EXAMPLES: &str = "\
Examples:
  longroll lessons                      every course
  longroll lessons blue-gray            the lessons of a game
  longroll lessons blue-gray march      take a lesson here; ? tells how to answer";

const HELP: &str = "\
  1/2/XV 1507   take that piece and point at that hex; several pieces stand before the hex
  list          what can be done; a number chooses
  map           who stands where
  show          what is asked for
  do            have it done
  undo          take back
  again         say it once more
  quit          leave the lesson
";

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
            let mut desk = Pupil { class, listed: Vec::new(), out: anstream::stdout() };
            let done = desk.sit(io::stdin().lock()).map_err(|error| Stop::bad_input(format!("the lesson broke off: {error}")))?;
            Ok(Page::new("", json!({ "game": id, "lesson": name, "done": done })))
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

/// A pupil at his desk.
struct Pupil<W: Write> {
    class: Class,
    /// What the last list named, by its numbers.
    listed: Vec<Choice>,
    out: W,
}

impl<W: Write> Pupil<W> {
    /// Takes the lesson; returns whether it was done.
    fn sit(&mut self, input: impl BufRead) -> io::Result<bool> {
        let Lesson { title, minutes, .. } = self.class.lesson;
        writeln!(self.out, "{}  {}", styled(BOLD, title), styled(DIM, &format!("{minutes} minutes; ? for help")))?;
        self.map()?;
        let mut told = 0;
        self.speak(&mut told)?;
        for line in input.lines() {
            if self.over() {
                break;
            }
            let line = line?;
            if matches!(line.trim(), "quit" | "q") {
                break;
            }
            self.hear(line.trim())?;
            self.speak(&mut told)?;
        }
        Ok(self.class.done())
    }

    fn over(&self) -> bool {
        matches!(self.class.stand().phase, Phase::Done | Phase::Lost)
    }

    /// What has happened since, and what the lesson says to it, if it has gone on.
    fn speak(&mut self, told: &mut usize) -> io::Result<()> {
        let length = self.class.table.length();
        if *told == length && length > 0 {
            return self.ask();
        }
        for entry in self.class.table.log(self.class.seat(), *told) {
            for event in entry.told {
                writeln!(self.out, "  {}", styled(DIM, &event.text))?;
            }
        }
        *told = length;
        self.say()
    }

    /// The pages of the scene.
    fn say(&mut self) -> io::Result<()> {
        let Stand { pages, scene, scenes, .. } = self.class.stand();
        writeln!(self.out, "\n{}", styled(DIM, &format!("{scene} of {scenes}")))?;
        for page in pages {
            writeln!(self.out, "{}", wrap(&page.text, width(), 0))?;
        }
        self.ask()
    }

    fn ask(&mut self) -> io::Result<()> {
        if let Some(task) = self.class.stand().task {
            write!(self.out, "{}\n> ", styled(BOLD, &wrap(&task, width(), 0)))?;
        }
        self.out.flush()
    }

    /// Answers one line.
    fn hear(&mut self, line: &str) -> io::Result<()> {
        match line {
            "" | "again" => self.say(),
            "?" | "help" => write!(self.out, "{HELP}"),
            "map" => self.map(),
            "list" => self.list(),
            "show" => match self.class.stand().answer {
                Some(answer) => writeln!(self.out, "  {}", answer.shown.label),
                None => writeln!(self.out, "  Here you are on your own."),
            },
            "do" => match self.class.stand().answer {
                Some(answer) => self.act(&answer.action),
                None => writeln!(self.out, "  Here you are on your own."),
            },
            "undo" => match self.class.undo() {
                Ok(()) => writeln!(self.out, "  Taken back."),
                Err(refusal) => writeln!(self.out, "  {refusal}"),
            },
            number if number.parse::<usize>().is_ok_and(|n| (1..=self.listed.len()).contains(&n)) => {
                let choice = self.listed[number.parse::<usize>().unwrap_or(1) - 1].clone();
                self.act(&choice.action)
            }
            words => self.point(words),
        }
    }

    /// Pieces, and the hex that is pointed at.
    fn point(&mut self, words: &str) -> io::Result<()> {
        let mut pieces: Vec<String> = words.split_whitespace().map(str::to_string).collect();
        let to = pieces.pop();
        if pieces.is_empty() {
            return self.only_hex(to.as_deref().unwrap_or_default());
        }
        match self.class.table.meant(self.class.seat(), &pieces, &[], to.as_deref()) {
            Err(refusal) => writeln!(self.out, "  {refusal}"),
            Ok(meant) => match (meant.choice, meant.refusal) {
                (Some(choice), _) => self.act(&choice.action),
                (None, Some(refusal)) => {
                    let refusal = self.class.lesson.explained(self.class.table.as_ref(), &pieces, to.as_deref(), refusal);
                    writeln!(self.out, "  {}", wrap(&refusal.to_string(), width().saturating_sub(2), 2))
                }
                (None, None) => writeln!(self.out, "  That means nothing here."),
            },
        }
    }

    /// A hex or a piece alone: what can be done there, done if it is one thing.
    fn only_hex(&mut self, name: &str) -> io::Result<()> {
        let choices = self.class.table.choices(self.class.seat(), None).unwrap_or_default();
        let about = |choice: &Choice| json!(choice.shown.target)["at"] == name;
        let there: Vec<Choice> = choices.into_iter().filter(about).collect();
        match there.as_slice() {
            [] => writeln!(self.out, "  Nothing can be done at {name:?} now. ? tells how to answer."),
            [one] => {
                let action = one.action.clone();
                self.act(&action)
            }
            _ => {
                self.listed = there;
                self.print_list()
            }
        }
    }

    fn list(&mut self) -> io::Result<()> {
        self.listed = self.class.table.choices(self.class.seat(), None).unwrap_or_default();
        self.print_list()
    }

    fn print_list(&mut self) -> io::Result<()> {
        let mut rows = Columns::default().numbers([0]);
        for (number, choice) in (1..).zip(&self.listed) {
            rows.row([format!("{number}"), choice.shown.label.clone(), choice.shown.note.clone().unwrap_or_default()]);
        }
        write!(self.out, "{}", rows.print(2))
    }

    fn act(&mut self, action: &Value) -> io::Result<()> {
        self.listed.clear();
        match self.class.act(action) {
            Ok(()) => Ok(()),
            Err(refusal) => writeln!(self.out, "  {}", wrap(&refusal.to_string(), width().saturating_sub(2), 2)),
        }
    }

    /// Who stands where.
    fn map(&mut self) -> io::Result<()> {
        let view = self.class.table.view(self.class.seat());
        let mut rows = Columns::default();
        for piece in view.pieces {
            let place = match (&piece.hex, piece.off) {
                (Some(hex), _) => hex.clone(),
                (None, Some(off)) if !matches!(off, Off::Aside) => off.word().to_string(),
                _ => continue,
            };
            rows.styled(side_style(piece.side), [place, piece.id, piece.strengths]);
        }
        write!(self.out, "{}", rows.print(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(lines: &str) -> (bool, String) {
        let lesson = lesson("blue-gray", "map").expect("there is such a lesson");
        let class = Class::begin(lesson, game("blue-gray").expect("it is on the shelf"), 1).expect("it begins");
        let mut desk = Pupil { class, listed: Vec::new(), out: Vec::new() };
        let done = desk.sit(lines.as_bytes()).expect("nothing breaks");
        let text = String::from_utf8(desk.out).expect("it is text");
        (done, anstream::adapter::strip_str(&text).to_string())
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

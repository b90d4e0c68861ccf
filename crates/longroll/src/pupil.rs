//! A pupil in the terminal: a lesson or a puzzle in the terminal, line by line.

use crate::page::{BOLD, Columns, DIM, side_style, styled, width, wrap};
use engine::Seat;
use engine::contract::Choice;
use engine::table::{Refusal, Table};
use engine::words::Off;
use school::Class;
use school::course::{Phase, Stand};
use school::puzzle::Exam;
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};

const HELP: &str = "\
  1/2/XV 1507   take that piece and point at that hex; several pieces stand before the hex
  list          what can be done; a number chooses
  map           who stands where
  show          what is asked for
  do            have it done
  undo          take back
  again         say it once more
  quit          leave it
";

/// What is done at a desk: a lesson or a puzzle, at a table of its own.
pub trait Exercise {
    /// Its table.
    fn table(&self) -> &dyn Table;
    /// The seat of whoever does it.
    fn seat(&self) -> Seat;
    /// How it stands.
    fn stand(&self) -> Stand;
    /// Does something.
    fn act(&mut self, action: &Value) -> Result<(), Refusal>;
    /// Takes back.
    fn undo(&mut self) -> Result<(), Refusal>;
    /// A refusal in its own words.
    fn explained(&self, _pieces: &[String], _to: Option<&str>, refusal: Refusal) -> Refusal {
        refusal
    }
}

impl Exercise for Class {
    fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    fn seat(&self) -> Seat {
        Class::seat(self)
    }

    fn stand(&self) -> Stand {
        Class::stand(self)
    }

    fn act(&mut self, action: &Value) -> Result<(), Refusal> {
        Class::act(self, action)
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        Class::undo(self)
    }

    fn explained(&self, pieces: &[String], to: Option<&str>, refusal: Refusal) -> Refusal {
        self.lesson.explained(self.table.as_ref(), pieces, to, refusal)
    }
}

impl Exercise for Exam {
    fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    fn seat(&self) -> Seat {
        Exam::seat(self)
    }

    fn stand(&self) -> Stand {
        Exam::stand(self)
    }

    fn act(&mut self, action: &Value) -> Result<(), Refusal> {
        Exam::act(self, action)
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        Exam::undo(self)
    }
}

/// A pupil at his desk.
pub struct Pupil<W: Write> {
    class: Box<dyn Exercise>,
    /// What the last list named, by its numbers.
    listed: Vec<Choice>,
    /// Whether he had himself shown what is best.
    pub shown: bool,
    out: W,
}

impl<W: Write> Pupil<W> {
    /// He sits down.
    pub fn new(class: Box<dyn Exercise>, out: W) -> Pupil<W> {
        Pupil { class, listed: Vec::new(), shown: false, out }
    }

    /// Does the exercise, line by line; answers how it stands in the end.
    pub fn sit(&mut self, heading: &str, input: impl BufRead) -> io::Result<Stand> {
        writeln!(self.out, "{}  {}", styled(BOLD, &self.class.stand().title), styled(DIM, heading))?;
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
        Ok(self.class.stand())
    }

    fn over(&self) -> bool {
        matches!(self.class.stand().phase, Phase::Done | Phase::Lost)
    }

    /// What has happened since, and what the lesson says to it, if it has gone on.
    fn speak(&mut self, told: &mut usize) -> io::Result<()> {
        let length = self.class.table().length();
        if *told == length && length > 0 {
            return self.ask();
        }
        for entry in self.class.table().log(self.class.seat(), *told) {
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
                Some(answer) => {
                    self.shown = true;
                    writeln!(self.out, "  {}", answer.shown.label)
                }
                None => writeln!(self.out, "  Here you are on your own."),
            },
            "do" => match self.class.stand().answer {
                Some(answer) => {
                    self.shown = true;
                    self.act(&answer.action)
                }
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
        match self.class.table().meant(self.class.seat(), &pieces, &[], to.as_deref()) {
            Err(refusal) => writeln!(self.out, "  {refusal}"),
            Ok(meant) => match (meant.choice, meant.refusal) {
                (Some(choice), _) => self.act(&choice.action),
                (None, Some(refusal)) => {
                    let refusal = self.class.explained(&pieces, to.as_deref(), refusal);
                    writeln!(self.out, "  {}", wrap(&refusal.to_string(), width().saturating_sub(2), 2))
                }
                (None, None) => writeln!(self.out, "  That means nothing here."),
            },
        }
    }

    /// A hex or a piece alone: what can be done there, done if it is one thing.
    fn only_hex(&mut self, name: &str) -> io::Result<()> {
        let choices = self.class.table().choices(self.class.seat(), None).unwrap_or_default();
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
        self.listed = self.class.table().choices(self.class.seat(), None).unwrap_or_default();
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
        let view = self.class.table().view(self.class.seat());
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
impl Pupil<Vec<u8>> {
    /// All that was said, without colours.
    pub fn said(&self) -> String {
        let text = String::from_utf8(self.out.clone()).expect("it is text");
        anstream::adapter::strip_str(&text).to_string()
    }
}

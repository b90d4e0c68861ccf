//! A lesson or a puzzle at a table: the script goes first, the pupil does what is asked, and everybody is told how it stands.

use crate::card::{Card, Keys, Lessoned, Placing, Puzzled, Sitter};
use crate::house::Plan;
use crate::rooms::{Inner, Room, field};
use crate::tokens;
use engine::Side;
use engine::contract::Op;
use engine::player::EXAMINER;
use engine::puzzle::Puzzle;
use engine::table::{Kind, Refusal, Table};
use school::puzzle::{self, Before};
use school::rating::Rating;
use school::{Lesson, Stand};
use serde_json::{Map, Value, json};

/// A table for a lesson: `{game, lesson, fight?}`; with `fight` it begins with what has to be won at the end.
pub(crate) fn plan(kind: impl Fn(&str) -> Option<&'static dyn Kind>, request: &Value) -> Result<Plan, Refusal> {
    let word = |name: &str| request[name].as_str().unwrap_or("");
    let kind = kind(word("game")).ok_or_else(|| field("lesson.game", "no such game is on the shelf"))?;
    let lesson = school::lesson(word("game"), word("lesson")).ok_or_else(|| field("lesson.lesson", "there is no such lesson"))?;
    let setup = kind.catalogue().complete(lesson.scenario.as_deref(), &lesson.options)?;
    let level = lesson.fight().map_or("captain", |fight| fight.level.as_str());
    let sitter = |side: Side| if side == lesson.side { Sitter::Me } else { Sitter::Computer { level: level.into() } };
    let seats = [sitter(Side::Union), sitter(Side::Confederate)];
    let card = Card {
        id: tokens::name(),
        game: lesson.game.clone(),
        scenario: setup.scenario,
        options: setup.options,
        keys: Keys::new(&seats),
        seats,
        set_up: Placing::Own,
        created: 0,
        fingerprint: None,
        lesson: Some(Lessoned { id: lesson.id.clone(), fight: request["fight"] == true && lesson.fight().is_some() }),
        puzzle: None,
        delay: 0,
    };
    Ok(Plan { kind, card, opening: lesson.opening() })
}

/// A table for a puzzle: `{game, puzzle, you?, it?}`, with the ratings of whoever tries it and of the puzzle, if they are known.
pub(crate) fn plan_puzzle(kind: impl Fn(&str) -> Option<&'static dyn Kind>, request: &Value) -> Result<Plan, Refusal> {
    let word = |name: &str| request[name].as_str().unwrap_or("");
    let kind = kind(word("game")).ok_or_else(|| field("puzzle.game", "no such game is on the shelf"))?;
    let puzzle = puzzle::puzzle(kind, word("puzzle")).ok_or_else(|| field("puzzle.puzzle", "there is no such puzzle"))?;
    let rating = |name: &str, usual: Rating| match request.get(name).filter(|value| !value.is_null()) {
        None => Ok(usual),
        Some(value) => serde_json::from_value(value.clone())
            .map(Rating::sound)
            .map_err(|_| field(&format!("puzzle.{name}"), "a rating has a rating, a deviation and a volatility")),
    };
    let puzzled =
        Puzzled { id: puzzle.id.clone(), you: rating("you", Rating::default())?, it: rating("it", Rating::of_puzzle(puzzle.rating))? };
    let sitter = |side: Side| if side == puzzle.side { Sitter::Me } else { Sitter::Computer { level: EXAMINER.into() } };
    let seats = [sitter(Side::Union), sitter(Side::Confederate)];
    let card = Card {
        id: tokens::name(),
        game: kind.catalogue().game.clone(),
        scenario: puzzle.scenario.clone(),
        options: puzzle.options.clone(),
        keys: Keys::new(&seats),
        seats,
        set_up: Placing::Own,
        created: 0,
        fingerprint: None,
        lesson: None,
        puzzle: Some(puzzled),
        delay: 0,
    };
    Ok(Plan { kind, card, opening: Some(puzzle::opening(kind, puzzle)) })
}

impl Room {
    /// The lesson of this table, if it is one.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        school::lesson(&self.card.game, &self.card.lesson.as_ref()?.id)
    }

    /// The puzzle of this table, if it is one, with the ratings before it.
    pub fn puzzle(&self) -> Option<(&'static Puzzle, Before)> {
        let Puzzled { id, you, it } = self.card.puzzle.as_ref()?;
        Some((puzzle::puzzle(self.kind, id)?, (*you, *it)))
    }

    /// How the lesson or puzzle stands, if this is one.
    pub(crate) fn stand(&self, table: &dyn Table) -> Option<Stand> {
        if let Some((puzzle, before)) = self.puzzle() {
            return Some(puzzle::stand(self.kind, puzzle, table, before));
        }
        Some(self.lesson()?.stand(table))
    }

    /// Does what the lesson's script has to do. Answers whether dice and computers wait for the pupil.
    pub(crate) fn follow_script(&self, game: &mut Inner) -> Result<bool, Refusal> {
        let Some(lesson) = self.lesson() else { return Ok(self.solved(game.table.as_ref())) };
        if self.card.lesson.as_ref().is_some_and(|l| l.fight) && game.table.length() == 0 {
            lesson.skip_to_fight(game.table.as_mut())?;
        }
        lesson.go_on(game.table.as_mut())?;
        Ok(!lesson.fights(game.table.as_ref()))
    }

    /// Whether this is a puzzle that is over.
    fn solved(&self, table: &dyn Table) -> bool {
        self.card.puzzle.is_some() && puzzle::over(table)
    }

    /// Whether the computers of a lesson or puzzle have to wait: the script decides for them, or it is over.
    pub(crate) fn scripted(&self, table: &dyn Table) -> bool {
        self.solved(table) || self.lesson().is_some_and(|lesson| !lesson.fights(table))
    }

    /// Whether the lesson lets the pupil do this.
    pub(crate) fn taught(&self, table: &dyn Table, op: Op, request: &Map<String, Value>) -> Result<(), Refusal> {
        if self.card.puzzle.is_some() {
            return match op {
                Op::Apply | Op::Undo | Op::Redo if self.solved(table) => Err(Refusal::because("This puzzle is over.")),
                Op::Resign => Err(Refusal::because("Nobody gives up a puzzle: leave it, or begin it again.")),
                _ => Ok(()),
            };
        }
        let Some(lesson) = self.lesson() else { return Ok(()) };
        match op {
            Op::Apply => lesson.permits(table, request.get("action").unwrap_or(&Value::Null)),
            Op::Undo => lesson.may_undo(table),
            Op::Resign => Err(Refusal::because("Nobody gives up a lesson: leave it, or begin it again.")),
            _ => Ok(()),
        }
    }

    /// What somebody meant, with the lesson's word for why it cannot be.
    pub(crate) fn explained(&self, table: &dyn Table, request: &Map<String, Value>, mut answer: Map<String, Value>) -> Map<String, Value> {
        let refusal = answer.get("refusal").and_then(|r| {
            let text = |name: &str| r.get(name).and_then(Value::as_str).map(str::to_string);
            Some(Refusal { rule: text("rule"), field: text("field"), because: text("because")? })
        });
        if let (Some(lesson), Some(refusal)) = (self.lesson(), refusal) {
            let names = |name: &str| request.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
            let pieces: Vec<String> = names("pieces").map(str::to_string).collect();
            let to = request.get("to").and_then(Value::as_str);
            answer.insert("refusal".into(), json!(lesson.explained(table, &pieces, to, refusal)));
        }
        answer
    }
}

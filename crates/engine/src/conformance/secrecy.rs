//! Undo is no spyglass: what a side may take back has shown it nothing of the enemy.
//!
//! The proof is by other worlds. Before a decision the side is shown certain things; any full position that shows it the same could be
//! the true one. The same decision is made there too, and everything that the side is shown afterwards is compared: where two
//! such worlds look different, the decision has taught which of them is not the true one, and undo must refuse.

use super::walk::kind;
use super::{Kit, patience};
use crate::mix::hash_text;
use crate::player::RandomPlayer;
use crate::table::{Seated, Table};
use crate::{Actor, Chair, Dice, Game, LogEntry, Player, Seat, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How thoroughly [`undo_never_teaches`] looks.
#[derive(Clone, Copy, Debug)]
pub struct Secrecy {
    /// For the dice, the players and the other worlds.
    pub seed: u64,
    /// How many decisions of the game are made.
    pub decisions: usize,
    /// How many other worlds are tried at each decision that could be taken back.
    pub worlds: usize,
}

impl<G: Game> Kit<G> {
    /// Undo teaches nothing, from every beginning with secrets.
    pub fn undo_never_teaches(&self) {
        let (mut secret, mut compared) = (false, 0);
        for begin in self.beginnings().into_iter().filter(|begin| begin.game.secrets()) {
            let how = Secrecy { seed: hash_text(&begin.name), decisions: self.decisions * patience(), worlds: 2 };
            secret = true;
            compared += undo_never_teaches(begin.game, begin.state, how);
        }
        assert!(compared > 0 || !secret, "no other world was ever compared");
    }
}

/// How many decisions are kept to ask about again: their refusals are shown too.
const ASKED: usize = 24;

/// So many decisions of a kind are looked at one by one, then one in so many.
const OFTEN: usize = 12;

/// The longest list of options that is compared with its labels.
const LABELLED: usize = 64;

/// How many broken promises are told at once.
const ENOUGH: usize = 8;

/// Plays at random. For every decision that undo would take back, no view, event, prompt, refusal or option list that its side is
/// shown afterwards tells a fact about the enemy that it could not know before. Returns how many other worlds were compared, so that
/// a caller notices if there were none.
pub fn undo_never_teaches<G: Game>(game: G, opening: G::State, how: Secrecy) -> usize {
    let mut table = Seated::new(game, opening, Dice::new(how.seed));
    let mut player = RandomPlayer::<G>::new(how.seed);
    let mut dice = Dice::new(how.seed ^ 0x5ec);
    let mut asked: [Vec<Value>; 2] = Default::default();
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let (mut decisions, mut compared, mut lessons) = (0, 0, Vec::new());
    while decisions < how.decisions && lessons.len() < ENOUGH {
        let side = match table.game().actor(table.state()) {
            Actor::Over(_) => break,
            Actor::Chance(_) => {
                table.answer(None).expect("the table's own dice fit");
                continue;
            }
            // Of two sealed choices now the one and now the other comes first.
            actor => Side::BOTH.into_iter().filter(|s| actor.asks(*s)).nth(decisions % 2).or(actor.side()).expect("a side is asked"),
        };
        decisions += 1;
        let asides = Side::BOTH.map(|s| player.aside(&Chair::new(table.game(), table.state(), s)).map(|action| (s, action)));
        let (by, action) =
            asides.into_iter().flatten().next().unwrap_or_else(|| (side, player.choose(&Chair::new(table.game(), table.state(), side))));
        let (seat, before, written) = (Seat::from(by), table.state().clone(), table.game().write_action(action));
        table.act(by, action).unwrap_or_else(|illegal| panic!("{written} was listed and is refused: {illegal}"));
        let met = met.entry(kind::<G>(&action)).or_default();
        *met += 1;
        if table.may_undo(seat).is_ok() && (*met <= OFTEN || met.is_multiple_of(OFTEN)) {
            let questions = &asked[by.index()];
            let truth = Shown::by(table.twin(before.clone()), seat, &written, questions);
            let known = table.game().knowledge(&before, seat);
            for _ in 0..how.worlds {
                let world = Shown::by(table.twin(table.game().sample(&known, &mut dice)), seat, &written, questions);
                if world.before == truth.before {
                    compared += 1;
                    if let Some(difference) = truth.difference(&world) {
                        lessons.push(format!("the {by} side may take back {written}, and has learned from it:\n{difference}"));
                        break;
                    }
                }
            }
        }
        let questions = &mut asked[by.index()];
        if questions.len() == ASKED {
            questions.remove(dice.below(ASKED));
        }
        questions.push(written);
    }
    assert!(lessons.is_empty(), "{}", lessons.join("\n\n"));
    compared
}

/// All that a seat is shown around a decision.
struct Shown {
    before: Value,
    told: Result<Vec<LogEntry>, String>,
    after: Value,
}

impl Shown {
    fn by<G: Game>(mut table: Seated<G>, seat: Seat, action: &Value, questions: &[Value]) -> Shown {
        let before = everything(&table, seat, questions);
        let told = table.apply(seat, action).map_err(|refusal| refusal.to_string());
        Shown { before, told, after: everything(&table, seat, questions) }
    }

    /// Where a seat is shown something else in another world, after the same decision.
    fn difference(&self, other: &Shown) -> Option<String> {
        if self.told != other.told {
            return Some(format!("told {:?}\nelsewhere {:?}", self.told, other.told));
        }
        first_difference(&self.after, &other.after, "")
    }
}

/// What a seat may ask a table for, all of it; labels of long lists are left out.
fn everything<G: Game>(table: &Seated<G>, seat: Seat, questions: &[Value]) -> Value {
    let legal = table.legal(seat, None).map_err(|r| r.to_string());
    let labelled = legal.as_ref().is_ok_and(|actions| actions.len() <= LABELLED).then(|| table.choices(seat, None).ok());
    let battles: Option<Vec<_>> =
        labelled.iter().flatten().next().map(|choices| choices.iter().map(|c| table.preview(seat, &c.action).ok()).collect());
    json!({
        "actor": table.actor(seat),
        "battles": battles,
        "view": table.view(seat),
        "subjects": table.subjects(seat).map_err(|r| r.to_string()),
        "legal": legal,
        "labels": labelled,
        "asides": table.out_of_turn(seat),
        "undo": table.may_undo(seat).map_err(|r| r.to_string()),
        "why": questions.iter().map(|q| table.why(seat, q).map_err(|r| r.to_string())).collect::<Vec<_>>(),
    })
}

/// Where two values differ first, in words.
fn first_difference(a: &Value, b: &Value, path: &str) -> Option<String> {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
            x.iter().find_map(|(key, value)| first_difference(value, &y[key], &format!("{path}.{key}")))
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).enumerate().find_map(|(i, (v, w))| first_difference(v, w, &format!("{path}[{i}]")))
        }
        _ if a == b => None,
        _ => Some(format!("{path}: {a}\nelsewhere: {b}")),
    }
}

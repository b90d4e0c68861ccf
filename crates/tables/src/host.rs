//! Whoever runs a house around the tables: it may hold a game up, and hears when something was decided. Clocks, offers and results that
//! people agree on are its business, never that of the rules.

use crate::lock;
use crate::record::{in_force, is_dealt};
use crate::rooms::{Room, in_words};
use engine::contract::Outcome;
use engine::table::Refusal;
use engine::{Seat, Side};
use serde_json::{Value, json};
use std::sync::Arc;

/// Whoever runs a house around the tables.
pub trait Host: Send + Sync {
    /// Why nothing may be decided at a table just now, if so.
    fn hold(&self, table: &str) -> Option<String>;
    /// The computer that stands in for the person of a side, if both have agreed on one.
    fn stands_in(&self, table: &str, side: Side) -> Option<String>;
    /// Whether a game is over by what people have agreed on or claimed, whatever its rules say.
    fn over(&self, table: &str) -> bool;
    /// Something was decided, kept and told at a table.
    fn moved(&self, room: &Arc<Room>);
}

/// How a game stands, for a host.
#[derive(Clone, PartialEq, Debug)]
pub struct Stand {
    /// The sides that are asked now.
    pub asked: Vec<Side>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Turn and phase: as long as they are the same, it is the same player's phase.
    pub phase: String,
    /// The length of the journal.
    pub length: usize,
}

impl Room {
    /// How the game stands, for whoever runs the house.
    pub fn stand_now(&self) -> Result<Stand, Refusal> {
        let inner = self.inner()?;
        let game = inner.as_ref().ok_or_else(|| Refusal::because("this table is gone"))?;
        let view = game.table.view(Seat::Referee);
        let asked = if game.is_closed() { Vec::new() } else { Side::BOTH.into_iter().filter(|side| game.asks(*side)).collect() };
        Ok(Stand { asked, outcome: game.table.outcome(), phase: format!("{}/{}", view.turn, view.phase), length: game.table.length() })
    }

    /// Which sides sit at the table now: somebody is connected there.
    pub fn seated(&self) -> [bool; 2] {
        let ears = lock(&self.ears);
        [Seat::Union, Seat::Confederate].map(|seat| ears.count(seat) > 0)
    }

    /// Whoever sits in that seat is told why he does so no more, and his lines are cut.
    pub fn turn_out(&self, seat: Seat, because: &str) {
        let mut ears = lock(&self.ears);
        ears.tell_some(|one| one == seat, &json!({ "closed": because }));
        ears.drop_all(seat);
    }

    /// Tells those in some seats something that the house has to say.
    pub fn announce(&self, to: impl Fn(Seat) -> bool, message: &Value) {
        lock(&self.ears).tell_some(to, message);
    }

    /// Both players have agreed to take back the last decision of a side, and whatever came of it, dice too: the journal says so, and
    /// play goes on from there.
    pub fn take_back(self: &Arc<Self>, side: Side) -> Result<(), Refusal> {
        {
            let mut inner = self.inner()?;
            let game = inner.as_ref().ok_or_else(|| Refusal::because("this table is gone"))?;
            if game.is_closed() || game.table.outcome().is_some() {
                return Err(Refusal::because("this game is over: nothing is taken back any more"));
            }
            let fingerprint = game.table.fingerprint();
            let entries = self.store().journal(&self.card.id).map_err(|e| in_words(&e))?;
            let from = last_decision(&entries, side).ok_or_else(|| Refusal::because("there is nothing to take back"))?;
            let mut cut = vec![json!({ "cut": from, "fingerprint": fingerprint })];
            self.date(&mut cut);
            let appended = self.store().append(&self.card.id, entries.len(), cut, true);
            // Made anew from what is kept.
            *inner = None;
            appended.map_err(|e| in_words(&e))?;
        }
        self.minds.stop();
        self.minds.dismiss();
        self.show_anew()?;
        self.settle();
        Ok(())
    }
}

/// The number of the last decision of a side that still stands.
fn last_decision(entries: &[Value], side: Side) -> Option<usize> {
    let mut taken_back = 0;
    for number in in_force(entries).into_iter().rev() {
        let entry = &entries[number];
        if entry.get("undo").is_some() {
            taken_back += 1;
        } else if entry.get("action").is_some() && taken_back > 0 {
            taken_back -= 1;
        } else if entry["by"] == side.id() && !is_dealt(entry) {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_decision_is_one_that_still_stands() {
        let act = |by: &str| json!({ "by": by, "action": {} });
        let entries = [
            json!({ "by": "union", "action": {}, "dealt": true }),
            act("union"),
            act("union"),
            json!({ "undo": "union" }),
            json!({ "roll": [3] }),
        ];
        assert_eq!(last_decision(&entries, Side::Union), Some(1));
        assert_eq!(last_decision(&entries, Side::Confederate), None);
        assert_eq!(last_decision(&entries[..1], Side::Union), None, "a set-up that was dealt is nobody's decision");
        let cut: Vec<Value> = entries.iter().cloned().chain([json!({ "cut": 1 }), act("confederate")]).collect();
        assert_eq!(last_decision(&cut, Side::Union), None);
        assert_eq!(last_decision(&cut, Side::Confederate), Some(6));
    }
}

//! The game of a table, in memory: as it began, or read again from its journal.

use super::{Room, gone, guarded, in_words};
use crate::card::Card;
use crate::record::{agrees, follow, in_force, is_dealt, written};
use crate::tokens;
use engine::table::{Kind, Refusal, Table};
use engine::{Seat, SetUp, Side};
use serde_json::Value;

/// A fresh table as its card says.
pub(crate) fn open(kind: &dyn Kind, card: &Card, opening: Option<&Value>) -> Result<(Box<dyn Table>, Option<String>), Refusal> {
    let setup = SetUp { scenario: card.scenario.clone(), options: card.options.clone() };
    match opening {
        Some(save) => Ok(kind.load(&setup, save)?),
        // The dice come from the system; the seed only fills its place in saves.
        None => Ok((kind.open(&setup, tokens::word())?, None)),
    }
}

/// The game of a table, in memory.
pub(crate) struct Inner {
    pub(crate) table: Box<dyn Table>,
    /// Entries of its journal that are kept.
    pub(crate) kept: usize,
    /// Why it can only be looked at, and the entry from which on its journal stands no more.
    pub(crate) closed: Option<(String, usize)>,
    /// The entries of the game's journal that were decided for a person: his standard set-up.
    pub(super) dealt: Vec<usize>,
    /// Whether no more set-up is to come.
    pub(super) set_up: bool,
}

impl Inner {
    /// A game that has just begun.
    pub(crate) fn new(table: Box<dyn Table>) -> Inner {
        Inner { table, kept: 0, closed: None, dealt: Vec::new(), set_up: false }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// Whether a side is asked now, alone or with the other.
    pub(crate) fn asks(&self, side: Side) -> bool {
        let asked = self.table.actor(Seat::Referee);
        asked.actor.side() == Some(side) || asked.awaited.is_some_and(|awaited| awaited.contains(&side))
    }

    /// What the journal has from that entry on, as it is kept.
    pub(crate) fn written(&self, since: usize) -> Vec<Value> {
        written(self.table.as_ref(), since, &self.dealt)
    }

    /// Whether the last thing that happened is a set-up that was dealt: nobody decided it, and nobody takes it back.
    pub(super) fn just_dealt(&self) -> bool {
        self.table.last_in_force().is_some_and(|last| self.dealt.contains(&last))
    }

    /// Does what an entry of the kept journal says.
    pub(crate) fn follow(&mut self, entry: &Value) -> Result<(), Refusal> {
        let number = self.table.length();
        guarded(|| follow(self.table.as_mut(), entry))?;
        if is_dealt(entry) {
            self.dealt.push(number);
        }
        Ok(())
    }
}

impl Room {
    /// The game in progress from its journal. Where that stands no more, because the rules have changed, the table is closed: it
    /// shows the game as far as the journal still stands.
    pub(super) fn resume(&self) -> Result<Inner, Refusal> {
        self.resume_from(&self.store.journal(&self.card.id).map_err(|e| in_words(&e))?)
    }

    /// The game as these entries of its journal lead to it.
    pub(crate) fn resume_from(&self, entries: &[Value]) -> Result<Inner, Refusal> {
        let card = self.store.card(&self.card.id).map_err(|e| in_words(&e))?.ok_or_else(gone)?;
        let opening = self.store.opening(&self.card.id).map_err(|e| in_words(&e))?;
        let fresh = || {
            guarded(|| open(self.kind, &card, opening.as_ref())).map_err(|refusal| {
                Refusal::because(format!("this table was made with other rules or data and can no longer be opened: {refusal}"))
            })
        };
        let in_force = in_force(entries);
        let mut game = Inner { kept: entries.len(), ..Inner::new(fresh()?.0) };
        // How many of the entries in force are known to lead where they led.
        let mut sure = 0;
        let mut fault = None;
        for (i, number) in in_force.iter().enumerate() {
            let entry = &entries[*number];
            if let Err(refusal) = game.follow(entry) {
                fault = Some(refusal.because);
                break;
            }
            match guarded(|| Ok(agrees(game.table.as_ref(), entry)))? {
                Some(true) => sure = i + 1,
                Some(false) => {
                    fault = Some("it leads elsewhere now".to_string());
                    break;
                }
                None => {}
            }
        }
        let Some(fault) = fault else {
            return Ok(game);
        };
        let mut game = Inner { kept: entries.len(), ..Inner::new(fresh()?.0) };
        in_force[..sure].iter().try_for_each(|n| game.follow(&entries[*n]))?;
        let made_under = entries.iter().rev().find_map(|e| e["fingerprint"].as_str()).or(card.fingerprint.as_deref());
        let because = if made_under == Some(game.table.fingerprint().as_str()) {
            format!(
                "The journal of this table stands only up to entry {sure} of {} ({fault}). It can be looked at as far as that.",
                in_force.len()
            )
        } else {
            format!(
                "Rules or data of this game have changed since it was played, and its journal stands only up to entry {sure} of {} ({fault}). \
                 It can be looked at as far as that, and played on from there under the present rules.",
                in_force.len()
            )
        };
        game.closed = Some((because, in_force[sure]));
        Ok(game)
    }
}

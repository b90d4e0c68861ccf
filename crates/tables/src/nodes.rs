//! A table that several nodes serve: of two that write in its journal one wins, and the other reads on.

use crate::card::Keys;
use crate::lock;
use crate::record::agrees;
use crate::rooms::{Room, gone, in_words};
use engine::Seat;
use engine::table::Refusal;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Why entries were not kept.
pub(crate) enum Unwritten {
    /// Somebody else, on another node, has written in the journal meanwhile.
    Overtaken,
    /// Something else, in words.
    Refused(Refusal),
}

impl From<Refusal> for Unwritten {
    fn from(refusal: Refusal) -> Unwritten {
        Unwritten::Refused(refusal)
    }
}

impl From<Unwritten> for Refusal {
    fn from(unwritten: Unwritten) -> Refusal {
        match unwritten {
            Unwritten::Overtaken => Refusal::because("something else was decided at this table at the same moment: look again"),
            Unwritten::Refused(refusal) => refusal,
        }
    }
}

/// Whether somebody in that seat has decided any of these entries.
pub(crate) fn decided(entries: &[Value], seat: Seat) -> bool {
    let Some(side) = seat.side() else { return false };
    entries.iter().any(|entry| ["by", "undo", "resign"].iter().any(|word| entry[*word] == side.id()))
}

impl Room {
    /// Whether less of the journal is known here than its length says, or nothing though somebody looks on.
    pub(crate) fn is_behind(&self, length: usize) -> bool {
        match lock(&self.inner).as_ref() {
            Some(game) => game.kept < length,
            None => self.watched() && self.told.load(Ordering::Relaxed) < length,
        }
    }

    /// Whether somebody in that seat has written in the journal from that entry on.
    pub(crate) fn has_decided(&self, seat: Seat, since: usize) -> bool {
        self.store().journal_since(&self.card.id, since).is_ok_and(|entries| decided(&entries, seat))
    }

    /// Its keys are these, another node says; everybody is told who is still invited.
    pub(crate) fn take_keys(&self, keys: Keys) {
        {
            let mut own = lock(&self.keys);
            if *own == keys {
                return;
            }
            *own = keys;
        }
        self.tell_invited();
    }

    /// Another node has written in the journal: the game here goes on from there, and whoever listens is told.
    pub(crate) fn catch_up(self: &Arc<Self>) -> Result<(), Refusal> {
        {
            let mut inner = lock(&self.inner);
            // What nobody has in memory and nobody looks at is read when somebody asks.
            let Some(game) = inner.as_mut() else {
                drop(inner);
                return if self.watched() { self.show_anew() } else { Ok(()) };
            };
            let fresh = self.store().journal_since(&self.card.id, game.kept).map_err(|e| in_words(&e))?;
            if fresh.is_empty() {
                return Ok(());
            }
            let since = game.table.length();
            let open = !game.is_closed();
            let mut follows = |entry: &Value| {
                entry.get("cut").is_none() && game.follow(entry).is_ok() && agrees(game.table.as_ref(), entry) != Some(false)
            };
            let straight = open && fresh.iter().all(&mut follows);
            if straight {
                game.kept += fresh.len();
                self.tell(game, since);
            } else {
                *inner = None;
            }
        }
        self.minds.stop();
        self.minds.dismiss();
        if !self.in_memory() {
            self.show_anew()?;
        }
        self.settle();
        Ok(())
    }

    /// Reads the game from the store, and shows everybody who listens what is new to them.
    pub(crate) fn show_anew(&self) -> Result<(), Refusal> {
        let inner = self.inner()?;
        let game = inner.as_ref().ok_or_else(gone)?;
        lock(&self.ears).forget();
        let known = self.told.load(Ordering::Relaxed).min(game.table.length());
        self.tell(game, known);
        Ok(())
    }

    /// Something was decided: whoever runs the house hears of it.
    pub(crate) fn moved(self: &Arc<Self>) {
        if let Some(host) = &self.host {
            host.moved(self);
        }
    }
}

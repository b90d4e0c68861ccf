//! The drawer: every table that is in use, in memory, and what is to be kept of what happens.

use crate::message::{Keep, Kept, Said};
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tables::card::Keys;
use tables::store::Unkept;
use tables::{Card, Memory, Store};

/// What is to be said, in order.
#[derive(Clone, Default)]
pub struct Outbox(Arc<Mutex<Vec<Said>>>);

impl Outbox {
    fn list(&self) -> MutexGuard<'_, Vec<Said>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something.
    pub fn say(&self, said: Said) {
        self.list().push(said);
    }

    /// Everything that was said.
    pub fn empty(&self) -> Vec<Said> {
        std::mem::take(&mut *self.list())
    }
}

/// The tables in memory. Whatever changes is said, to be kept.
pub struct Drawer {
    memory: Memory,
    out: Outbox,
}

impl Drawer {
    /// An empty one.
    pub fn new(out: Outbox) -> Drawer {
        Drawer { memory: Memory::default(), out }
    }

    /// Puts a table in that was kept, in the place of what is known of it.
    pub fn restore(&self, kept: Kept) -> Result<(), Unkept> {
        let Kept { card, opening, journal, analysis } = kept;
        if self.memory.card(&card.id)?.is_some() {
            self.memory.delete(&card.id)?;
        }
        self.memory.create(&card, opening.as_ref())?;
        self.memory.append(&card.id, 0, journal, false)?;
        analysis.map_or(Ok(()), |analysis| self.memory.keep_analysis(&card.id, &analysis))
    }

    fn keep(&self, keep: Keep) {
        self.out.say(Said::Keep(keep));
    }
}

impl Store for Drawer {
    fn create(&self, card: &Card, opening: Option<&Value>) -> Result<(), Unkept> {
        self.memory.create(card, opening)?;
        self.keep(Keep::Create { card: Box::new(card.clone()), opening: opening.cloned() });
        Ok(())
    }

    fn card(&self, id: &str) -> Result<Option<Card>, Unkept> {
        self.memory.card(id)
    }

    fn opening(&self, id: &str) -> Result<Option<Value>, Unkept> {
        self.memory.opening(id)
    }

    fn append(&self, table: &str, number: usize, entries: Vec<Value>, person: bool) -> Result<(), Unkept> {
        self.memory.append(table, number, entries.clone(), person)?;
        self.keep(Keep::Append { table: table.into(), number, entries });
        Ok(())
    }

    fn journal(&self, id: &str) -> Result<Vec<Value>, Unkept> {
        self.memory.journal(id)
    }

    fn rekey(&self, id: &str, keys: &Keys) -> Result<(), Unkept> {
        self.memory.rekey(id, keys)?;
        self.keep(Keep::Rekey { table: id.into(), keys: keys.clone() });
        Ok(())
    }

    fn keep_analysis(&self, id: &str, analysis: &Value) -> Result<(), Unkept> {
        self.memory.keep_analysis(id, analysis)?;
        self.keep(Keep::Analysis { table: id.into(), analysis: analysis.clone() });
        Ok(())
    }

    fn analysis(&self, id: &str) -> Result<Option<Value>, Unkept> {
        self.memory.analysis(id)
    }

    fn delete(&self, id: &str) -> Result<(), Unkept> {
        self.memory.delete(id)?;
        self.keep(Keep::Delete { table: id.into() });
        Ok(())
    }
}

//! Where tables and their journals are kept. Journals only grow, and an entry that was acknowledged is kept.

use crate::Card;
use crate::card::Keys;
use crate::lock;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Mutex;

/// Why something could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum Unkept {
    /// Somebody else has written in the journal meanwhile: read on.
    #[error("somebody else has written in the journal meanwhile")]
    Overtaken,
    /// It has a fault, in words.
    #[error("{0}")]
    Fault(String),
}

/// Where tables and their journals are kept.
pub trait Store: Send + Sync {
    /// Keeps a new table, with the save that it begins from, if it does.
    fn create(&self, card: &Card, opening: Option<&Value>) -> Result<(), Unkept>;
    /// A table as it was made.
    fn card(&self, id: &str) -> Result<Option<Card>, Unkept>;
    /// The save that a table began from. It may be long: it is kept apart.
    fn opening(&self, id: &str) -> Result<Option<Value>, Unkept>;
    /// Adds entries to a table's journal, the first of them with that number; they are kept when this returns. If there is one of
    /// that number already, nothing is added: of two writers one wins. `person` says that a person decided: a table where nobody ever
    /// did is empty.
    fn append(&self, table: &str, number: usize, entries: Vec<Value>, person: bool) -> Result<(), Unkept>;
    /// The journal of a table.
    fn journal(&self, id: &str) -> Result<Vec<Value>, Unkept>;
    /// The journal of a table from that entry on.
    fn journal_since(&self, id: &str, number: usize) -> Result<Vec<Value>, Unkept> {
        let mut entries = self.journal(id)?;
        Ok(if number < entries.len() { entries.split_off(number) } else { Vec::new() })
    }
    /// How long the journals of some tables are; those that are gone are left out.
    fn lengths(&self, tables: &[String]) -> Result<Vec<(String, usize)>, Unkept> {
        tables.iter().map(|table| Ok((table.clone(), self.journal(table)?.len()))).collect()
    }
    /// Gives a table other keys.
    fn rekey(&self, id: &str, keys: &Keys) -> Result<(), Unkept>;
    /// Keeps what decided the game of a table, in place of what was kept of it before. It can be worked out again: whoever has no room for it need not.
    fn keep_analysis(&self, _id: &str, _analysis: &Value) -> Result<(), Unkept> {
        Ok(())
    }
    /// What decided the game of a table, if that is kept.
    fn analysis(&self, _id: &str) -> Result<Option<Value>, Unkept> {
        Ok(None)
    }
    /// Forgets a table and everything about it.
    fn delete(&self, id: &str) -> Result<(), Unkept>;
}

/// A table in memory.
struct Kept {
    card: Card,
    opening: Option<Value>,
    journal: Vec<Value>,
    analysis: Option<Value>,
}

fn no_table() -> Unkept {
    Unkept::Fault("there is no such table".into())
}

/// Tables that are kept as long as the program runs.
#[derive(Default)]
pub struct Memory {
    tables: Mutex<HashMap<String, Kept>>,
}

impl Store for Memory {
    fn create(&self, card: &Card, opening: Option<&Value>) -> Result<(), Unkept> {
        let mut tables = lock(&self.tables);
        if tables.contains_key(&card.id) {
            return Err(Unkept::Fault("there is a table of that name".into()));
        }
        tables.insert(card.id.clone(), Kept { card: card.clone(), opening: opening.cloned(), journal: Vec::new(), analysis: None });
        Ok(())
    }

    fn card(&self, id: &str) -> Result<Option<Card>, Unkept> {
        Ok(lock(&self.tables).get(id).map(|kept| kept.card.clone()))
    }

    fn opening(&self, id: &str) -> Result<Option<Value>, Unkept> {
        Ok(lock(&self.tables).get(id).and_then(|kept| kept.opening.clone()))
    }

    fn append(&self, table: &str, number: usize, entries: Vec<Value>, _: bool) -> Result<(), Unkept> {
        let mut tables = lock(&self.tables);
        let journal = &mut tables.get_mut(table).ok_or_else(no_table)?.journal;
        if journal.len() != number {
            return Err(Unkept::Overtaken);
        }
        journal.extend(entries);
        Ok(())
    }

    fn journal(&self, id: &str) -> Result<Vec<Value>, Unkept> {
        Ok(lock(&self.tables).get(id).map(|kept| kept.journal.clone()).unwrap_or_default())
    }

    fn rekey(&self, id: &str, keys: &Keys) -> Result<(), Unkept> {
        lock(&self.tables).get_mut(id).ok_or_else(no_table)?.card.keys = keys.clone();
        Ok(())
    }

    fn keep_analysis(&self, id: &str, analysis: &Value) -> Result<(), Unkept> {
        lock(&self.tables).get_mut(id).ok_or_else(no_table)?.analysis = Some(analysis.clone());
        Ok(())
    }

    fn analysis(&self, id: &str) -> Result<Option<Value>, Unkept> {
        Ok(lock(&self.tables).get(id).and_then(|kept| kept.analysis.clone()))
    }

    fn delete(&self, id: &str) -> Result<(), Unkept> {
        lock(&self.tables).remove(id).map(drop).ok_or_else(no_table)
    }
}

//! Where people's things are kept: small documents with a kind, an id and a version, found again by their tabs. Whoever keeps them
//! (SQLite, PostgreSQL, memory) knows nothing of what stands in them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Why something could not be kept or found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Somebody else has changed one of the documents meanwhile: look again.
    #[error("somebody else was faster")]
    Overtaken,
    /// Another document has that name already: the name of the tab.
    #[error("there is another of that {0}")]
    Taken(String),
    /// The disk, the file or the database has a fault.
    #[error("{0}")]
    Fault(String),
}

/// A document as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its id within its kind.
    pub id: String,
    /// How often it was written: the next writer says which version he has read.
    pub version: u64,
    /// What stands in it, as JSON.
    pub body: String,
}

/// A tab by which a document is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tab {
    /// What it is about: `player`, `name`, `due`.
    pub name: &'static str,
    /// What stands on it.
    pub value: String,
    /// Its place among the others with the same value.
    pub rank: i64,
    /// Whether no other document of the kind may have the same.
    pub once: bool,
}

impl Tab {
    /// A tab that others may have too, in that place among them.
    pub fn new(name: &'static str, value: impl Into<String>, rank: i64) -> Tab {
        Tab { name, value: value.into(), rank, once: false }
    }

    /// A tab that no other document may have.
    pub fn once(name: &'static str, value: impl Into<String>) -> Tab {
        Tab { name, value: value.into(), rank: 0, once: true }
    }
}

/// Which of the documents with a tab are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// From this place on.
    pub from: i64,
    /// Up to this place, included.
    pub to: i64,
    /// So many at most.
    pub most: usize,
    /// The last first.
    pub backwards: bool,
}

impl Span {
    /// The first so many.
    pub fn first(most: usize) -> Span {
        Span { from: i64::MIN, to: i64::MAX, most, backwards: false }
    }

    /// The last so many, the last first.
    pub fn last(most: usize) -> Span {
        Span { backwards: true, ..Span::first(most) }
    }

    /// The first so many up to a place.
    pub fn until(to: i64, most: usize) -> Span {
        Span { to, ..Span::first(most) }
    }
}

/// One change of several that are made together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Writes a document. Its version is that which was read; 0 if there was none.
    Put {
        /// The kind.
        kind: &'static str,
        /// The id.
        id: String,
        /// The version that was read.
        version: u64,
        /// What stands in it.
        body: String,
        /// Its tabs: those that it had before are gone.
        tabs: Vec<Tab>,
    },
    /// Forgets a document.
    Delete {
        /// The kind.
        kind: &'static str,
        /// The id.
        id: String,
        /// The version that was read.
        version: u64,
    },
}

/// Where documents are kept. What was changed is kept when `change` returns.
pub trait Records: Send + Sync {
    /// A document.
    fn record(&self, kind: &str, id: &str) -> Result<Option<Record>, Trouble>;
    /// The documents with a tab, in the order of their places.
    fn find(&self, kind: &str, tab: &str, value: &str, span: Span) -> Result<Vec<Record>, Trouble>;
    /// How many documents have a tab.
    fn tally(&self, kind: &str, tab: &str, value: &str) -> Result<u64, Trouble>;
    /// Makes several changes together, if all documents are still of the versions that were read.
    fn change(&self, changes: Vec<Change>) -> Result<(), Trouble>;
}

#[derive(Clone)]
struct Kept {
    version: u64,
    body: String,
    tabs: Vec<Tab>,
}

/// Documents that are kept as long as the program runs.
#[derive(Default)]
pub struct Memory {
    kept: Mutex<BTreeMap<(String, String), Kept>>,
}

impl Memory {
    fn with(&self, kind: &str, tab: &str, value: &str) -> Vec<(i64, Record)> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let of_kind = kept.iter().filter(|((k, _), _)| k == kind);
        let mut found: Vec<(i64, Record)> = of_kind
            .flat_map(|((_, id), doc)| {
                let rank = doc.tabs.iter().filter(|t| t.name == tab && t.value == value).map(|t| t.rank);
                rank.map(|rank| (rank, Record { id: id.clone(), version: doc.version, body: doc.body.clone() }))
            })
            .collect();
        found.sort_by(|a, b| (a.0, &a.1.id).cmp(&(b.0, &b.1.id)));
        found
    }
}

impl Records for Memory {
    fn record(&self, kind: &str, id: &str) -> Result<Option<Record>, Trouble> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.get(&(kind.to_string(), id.to_string()));
        Ok(found.map(|doc| Record { id: id.to_string(), version: doc.version, body: doc.body.clone() }))
    }

    fn find(&self, kind: &str, tab: &str, value: &str, span: Span) -> Result<Vec<Record>, Trouble> {
        let mut found = self.with(kind, tab, value);
        found.retain(|(rank, _)| (span.from..=span.to).contains(rank));
        if span.backwards {
            found.reverse();
        }
        Ok(found.into_iter().map(|(_, record)| record).take(span.most).collect())
    }

    fn tally(&self, kind: &str, tab: &str, value: &str) -> Result<u64, Trouble> {
        Ok(self.with(kind, tab, value).len() as u64)
    }

    fn change(&self, changes: Vec<Change>) -> Result<(), Trouble> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = kept.clone();
        for change in changes {
            let (Change::Put { kind, id, version, .. } | Change::Delete { kind, id, version }) = &change;
            let place = (kind.to_string(), id.clone());
            if next.get(&place).map_or(0, |doc| doc.version) != *version {
                return Err(Trouble::Overtaken);
            }
            next.remove(&place);
            if let Change::Put { kind, version, body, tabs, .. } = change {
                let taken = |tab: &&Tab| {
                    let same = |other: &Tab| other.once && other.name == tab.name && other.value == tab.value;
                    tab.once && next.iter().any(|((k, _), doc)| k == kind && doc.tabs.iter().any(same))
                };
                if let Some(tab) = tabs.iter().find(taken) {
                    return Err(Trouble::Taken(tab.name.into()));
                }
                next.insert(place, Kept { version: version + 1, body, tabs });
            }
        }
        *kept = next;
        Ok(())
    }
}

//! The SQLite file: tables and their journals. Journals only grow, and an entry that was acknowledged is on disk.
//!
//! One thread owns the file. Entries that arrive together are written in one transaction, so that many tables share the
//! wait for the disk.

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

/// How many appends one transaction takes.
const BATCH: usize = 256;

/// Why something could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file could not be opened, read or written.
    #[error("the file of tables: {0}")]
    File(#[from] rusqlite::Error),
    /// Its folder could not be made.
    #[error("the folder of the file of tables: {0}")]
    Folder(#[from] std::io::Error),
    /// Something in it makes no sense.
    #[error("the file of tables holds something that makes no sense: {0}")]
    Sense(#[from] serde_json::Error),
    /// The thread that owns the file has stopped.
    #[error("the file of tables is closed")]
    Closed,
}

/// Who sits in a side's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Sitter {
    /// Whoever made the table.
    Me,
    /// Somebody else, by link.
    Friend,
    /// A computer player.
    Computer {
        /// Its name among the game's players.
        level: String,
    },
}

/// The keys of the seats. A computer's seat has one too, which nobody is given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Keys {
    /// The Union seat's.
    pub union: String,
    /// The Confederate seat's.
    pub confederate: String,
    /// For looking on.
    pub spectator: String,
}

/// A table as it was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Every option and its value.
    pub options: BTreeMap<String, String>,
    /// The save it began from, if it did.
    pub opening: Option<Value>,
    /// Who sits where: Union, Confederate.
    pub seats: [Sitter; 2],
    /// The keys of the seats.
    pub keys: Keys,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// The fingerprint of the rules and data it was made under.
    #[serde(default)]
    pub fingerprint: Option<String>,
}

type Work = Box<dyn FnOnce(&mut Connection) + Send>;

enum Job {
    Append { table: String, number: usize, entries: Vec<Value>, done: SyncSender<Result<(), StoreError>> },
    Other(Work),
}

/// The file of tables.
pub struct Store {
    jobs: Sender<Job>,
}

impl Store {
    /// Opens the file; makes it and its folder if they are not there.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        let connection = Connection::open(path)?;
        // One server owns the file: a second one is told so instead of mixing two games.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, created INTEGER NOT NULL, card TEXT NOT NULL) WITHOUT ROWID;
             CREATE TABLE IF NOT EXISTS journal (
                 table_id TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (table_id, number)
             ) WITHOUT ROWID;",
        )?;
        let (jobs, received) = channel();
        std::thread::Builder::new().name("store".into()).spawn(move || keep(connection, &received))?;
        Ok(Store { jobs })
    }

    /// Writes entries of a table's journal from that number on; they are on disk when this returns.
    pub fn append(&self, table: &str, number: usize, entries: Vec<Value>) -> Result<(), StoreError> {
        let (done, answer) = sync_channel(1);
        self.jobs.send(Job::Append { table: table.into(), number, entries, done }).map_err(|_| StoreError::Closed)?;
        answer.recv().map_err(|_| StoreError::Closed)?
    }

    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = sync_channel(1);
        let job = Job::Other(Box::new(move |connection| {
            let _ = done.send(work(connection));
        }));
        self.jobs.send(job).map_err(|_| StoreError::Closed)?;
        answer.recv().map_err(|_| StoreError::Closed)?
    }

    /// Keeps a new table.
    pub fn create(&self, card: &Card) -> Result<(), StoreError> {
        let (id, created, card) = (card.id.clone(), card.created, serde_json::to_string(card)?);
        self.ask(move |connection| {
            connection.execute("INSERT INTO tables (id, created, card) VALUES (?1, ?2, ?3)", params![id, created as i64, card])?;
            Ok(())
        })
    }

    /// A table as it was made.
    pub fn card(&self, id: &str) -> Result<Option<Card>, StoreError> {
        let id = id.to_string();
        self.ask(move |connection| {
            let mut row = connection.prepare_cached("SELECT card FROM tables WHERE id = ?1")?;
            let card: Option<String> = row.query_row(params![id], |row| row.get(0)).optional()?;
            Ok(card.map(|card| serde_json::from_str(&card)).transpose()?)
        })
    }

    /// The journal of a table.
    pub fn journal(&self, id: &str) -> Result<Vec<Value>, StoreError> {
        let id = id.to_string();
        self.ask(move |connection| {
            let mut rows = connection.prepare_cached("SELECT entry FROM journal WHERE table_id = ?1 ORDER BY number")?;
            let texts = rows.query_map(params![id], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
            Ok(texts.iter().map(|t| serde_json::from_str(t)).collect::<Result<Vec<Value>, _>>()?)
        })
    }

    /// How many tables there are.
    pub fn count(&self) -> Result<u64, StoreError> {
        self.ask(|connection| Ok(connection.query_row("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0))? as u64))
    }
}

/// The thread that owns the file.
fn keep(mut connection: Connection, jobs: &Receiver<Job>) {
    let mut waiting: Option<Job> = None;
    while let Some(job) = waiting.take().or_else(|| jobs.recv().ok()) {
        match job {
            Job::Other(work) => work(&mut connection),
            append @ Job::Append { .. } => {
                let mut batch = vec![append];
                while batch.len() < BATCH {
                    match jobs.try_recv() {
                        Ok(job @ Job::Append { .. }) => batch.push(job),
                        Ok(job) => {
                            waiting = Some(job);
                            break;
                        }
                        Err(_) => break,
                    }
                }
                write(&mut connection, batch);
            }
        }
    }
}

/// Writes a batch in one transaction; if that fails, each for itself, so that one bad entry harms no other table.
fn write(connection: &mut Connection, batch: Vec<Job>) {
    let all = together(connection, &batch);
    let alone = all.is_err() && batch.len() > 1;
    let mut whole = Some(all);
    for job in batch {
        let result = if alone { together(connection, std::slice::from_ref(&job)) } else { whole.take().unwrap_or(Ok(())) };
        if let Job::Append { done, .. } = job {
            let _ = done.send(result);
        }
    }
}

fn together(connection: &mut Connection, batch: &[Job]) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    {
        let mut insert = transaction.prepare_cached("INSERT INTO journal (table_id, number, entry) VALUES (?1, ?2, ?3)")?;
        for job in batch {
            let Job::Append { table, number, entries, .. } = job else { continue };
            for (i, entry) in entries.iter().enumerate() {
                insert.execute(params![table, (number + i) as i64, entry.to_string()])?;
            }
        }
    }
    Ok(transaction.commit()?)
}

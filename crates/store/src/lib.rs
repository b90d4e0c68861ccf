//! What the house keeps: tables and their journals, and people's records. There are two stores behind one interface ([`Keeper`]):
//! SQLite, one file and nothing to install, and PostgreSQL, for several nodes that serve the same tables.
//!
//! | module | holds |
//! | --- | --- |
//! | [`sqlite`] | the file of tables: one thread owns it |
//! | [`postgres`] | the database: one connection writes journals, a few others do the rest |
//! | [`schema`] | the shape of both, from one place, and how those of earlier builds are brought to it |
//! | [`papers`] | people's records: the same statements for both |
//! | [`pack`] | what is long is compressed |
//! | [`backup`] | a copy of the file while it is in use |
//! | [`carry`] | everything, from one store into the other |
//! | `tls`, `wire` | the line to a database, on which nobody waits for ever |
//!
//! A journal is keyed by table and number: of two writers one wins, and the other is told that he was overtaken and reads on.

pub mod backup;
pub mod carry;
pub mod pack;
pub mod papers;
pub mod postgres;
pub mod schema;
pub mod sqlite;
mod tls;
mod wire;

pub use postgres::Postgres;
pub use sqlite::Store;

use serde_json::Value;
use std::sync::mpsc::SyncSender;
use std::time::{SystemTime, UNIX_EPOCH};
use tables::store::Unkept;

/// How many appends one transaction takes.
const BATCH: usize = 256;
/// How exactly it is known when a table was last used, in seconds: less writing, for a figure that is looked at by the day.
const ABOUT: i64 = 3_600;

/// Why something could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file could not be opened, read or written.
    #[error("the file of tables: {0}")]
    File(#[from] rusqlite::Error),
    /// The database could not be reached, read or written.
    #[error("the database of tables: {}", in_full(.0))]
    Database(#[from] tokio_postgres::Error),
    /// The database has not answered in time.
    #[error("the database of tables does not answer")]
    Silent,
    /// Its address says something of its answers that makes no sense.
    #[error("answer_timeout is a number of seconds from 1, not {0:?}")]
    AnswerTimeout(String),
    /// Its folder could not be made, or its copy not be written.
    #[error("the folder of the file of tables: {0}")]
    Folder(#[from] std::io::Error),
    /// Something in it makes no sense.
    #[error("the file of tables holds something that makes no sense: {0}")]
    Sense(#[from] serde_json::Error),
    /// It was written by a later build.
    #[error("the file of tables was written by a later version of the program (shape {0}, this one knows {known}): use that one", known = schema::SHAPE)]
    Newer(usize),
    /// Another server has it.
    #[error("the file of tables is in use by another server")]
    InUse,
    /// The table is not there, or its journal has an entry of that number already.
    #[error("the table is gone, or somebody else has written in its journal")]
    Overtaken,
    /// A record of that name is there already.
    #[error("another record has this {0}")]
    Taken(String),
    /// The thread that owns the file has stopped.
    #[error("the file of tables is closed")]
    Closed,
}

/// What a database says, with its reasons.
fn in_full(error: &tokio_postgres::Error) -> String {
    use std::error::Error;
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// The time in seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

/// Everything that a house asks of its store.
pub trait Keeper: tables::Store + house::Records {
    /// How many tables there are.
    fn count(&self) -> Result<u64, StoreError>;
    /// How long it is, in bytes.
    fn size(&self) -> Result<u64, StoreError>;
    /// The oldest tables made before that time at which no person has ever decided anything.
    fn empty(&self, before: u64, most: usize) -> Result<Vec<String>, StoreError>;
    /// Tables in whose journal nobody has written since that time, and which are not packed yet.
    fn unused(&self, since: u64, most: usize) -> Result<Vec<String>, StoreError>;
    /// Packs the journal of a table.
    fn archive(&self, id: &str) -> Result<(), StoreError>;
    /// Writes what is under way and closes it. Nothing is kept after that.
    fn close(&self) -> Result<(), StoreError>;
}

/// Entries of a journal that wait to be written, in either store.
struct Append {
    table: String,
    number: usize,
    entries: Vec<Value>,
    person: bool,
    done: Answer,
}

/// Whom to tell how it went.
type Answer = SyncSender<Result<(), StoreError>>;

/// What is wrong is for the log of the house, not for those who sit there.
fn unkept(error: StoreError) -> Unkept {
    if matches!(error, StoreError::Overtaken) {
        return Unkept::Overtaken;
    }
    tracing::error!(%error, "the store of tables");
    Unkept::Fault(error.to_string())
}

/// The same for people's records.
fn trouble(error: StoreError) -> house::records::Trouble {
    use house::records::Trouble;
    match error {
        StoreError::Overtaken => Trouble::Overtaken,
        StoreError::Taken(what) => Trouble::Taken(what),
        error => {
            tracing::error!(%error, "the store of records");
            Trouble::Fault(error.to_string())
        }
    }
}

//! The SQLite file: tables and their journals. Journals only grow, and an entry that was acknowledged is on disk.
//!
//! One thread owns the file. Entries and records that arrive together are written in one transaction, so that many tables share the
//! wait for the disk. What is long lies apart from what is looked up: the saves that tables began from, and the journals of tables
//! that nobody has played at for long, both compressed.

use crate::pack::{pack, unpack};
use crate::{ABOUT, Answer, Append, BATCH, Keeper, StoreError, now, papers, schema, trouble, unkept};
use house::records::{Change, Record, Span, Trouble};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde_json::Value;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::time::Duration;
use tables::Card;
use tables::card::Keys;
use tables::store::Unkept;

/// How long the last write of a server that stops may take.
const LAST_WRITE: Duration = Duration::from_secs(5);

type Work = Box<dyn FnOnce(&mut Connection) + Send>;

/// Records to be changed, all or none.
struct Changes {
    changes: Vec<Change>,
    done: Answer,
}

/// Something that shares a transaction, and with it the wait for the disk, with others.
enum Writing {
    Append(Append),
    Change(Changes),
}

impl Writing {
    fn done(&self, result: Result<(), StoreError>) {
        let (Writing::Append(Append { done, .. }) | Writing::Change(Changes { done, .. })) = self;
        let _ = done.send(result);
    }
}

enum Job {
    Write(Writing),
    Other(Work),
    /// Puts everything into the one file and closes it.
    Close(Answer),
}

/// The file of tables.
pub struct Store {
    jobs: Sender<Job>,
    /// How many tables there are: to count them takes a look at every one, and this store alone makes and deletes them.
    count: Arc<AtomicU64>,
}

/// The file whose lock says that a server has the file of tables: others may read that meanwhile, and copy it.
fn lock_of(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!("{name}.lock"))
}

/// Takes the file for this server alone, for as long as what is returned lives.
fn take(path: &Path) -> Result<File, StoreError> {
    let file = File::options().create(true).truncate(false).write(true).open(lock_of(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

impl Store {
    /// Opens the file; makes it and its folder if they are not there, and brings a file of an earlier build to the present shape.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        // One server owns the file: a second one is told so instead of mixing two games.
        let taken = take(path)?;
        let mut connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        schema::bring_up(&mut connection, path)?;
        let tables = connection.query_row("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0))?;
        let count = Arc::new(AtomicU64::new(tables as u64));
        let (jobs, received) = channel();
        std::thread::Builder::new().name("store".into()).spawn(move || {
            let close = keep(connection, &received);
            // Whoever is told that it is closed may open it again at once. Closing the file would not do: a child process that is
            // just being started holds a copy of it until its own program runs, and with it the lock.
            let _ = taken.unlock();
            if let Some((done, result)) = close {
                let _ = done.send(result);
            }
        })?;
        Ok(Store { jobs, count })
    }

    /// Writes entries of a table's journal from that number on; they are on disk when this returns.
    pub fn append(&self, table: &str, number: usize, entries: Vec<Value>, person: bool) -> Result<(), StoreError> {
        let (done, answer) = sync_channel(1);
        let append = Append { table: table.into(), number, entries, person, done };
        self.jobs.send(Job::Write(Writing::Append(append))).map_err(|_| StoreError::Closed)?;
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

    /// Writes what is under way, puts everything into the one file and closes it. Nothing is kept after that.
    pub fn close(&self) -> Result<(), StoreError> {
        let (done, answer) = sync_channel(1);
        self.jobs.send(Job::Close(done)).map_err(|_| StoreError::Closed)?;
        answer.recv_timeout(LAST_WRITE).map_err(|_| StoreError::Closed)?
    }

    /// Keeps a new table, with the save that it begins from.
    pub fn create(&self, card: &Card, opening: Option<&Value>) -> Result<(), StoreError> {
        let (id, created, card) = (card.id.clone(), card.created as i64, serde_json::to_string(card)?);
        let opening = opening.map(pack).transpose()?;
        let count = Arc::clone(&self.count);
        self.ask(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO tables (id, created, used, card) VALUES (?1, ?2, ?3, ?4)",
                params![id, created, now() as i64, card],
            )?;
            if let Some(save) = opening {
                transaction.execute("INSERT INTO openings (table_id, save) VALUES (?1, ?2)", params![id, save])?;
            }
            transaction.commit()?;
            count.fetch_add(1, Ordering::Relaxed);
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

    /// The save that a table began from.
    pub fn opening(&self, id: &str) -> Result<Option<Value>, StoreError> {
        let id = id.to_string();
        let packed = self.ask(move |connection| {
            let mut row = connection.prepare_cached("SELECT save FROM openings WHERE table_id = ?1")?;
            Ok(row.query_row(params![id], |row| row.get::<_, Vec<u8>>(0)).optional()?)
        })?;
        packed.map(|packed| unpack(&packed)).transpose()
    }

    /// The journal of a table: what of it was packed, and what came after.
    pub fn journal(&self, id: &str) -> Result<Vec<Value>, StoreError> {
        let id = id.to_string();
        let (packed, texts) = self.ask(move |connection| {
            let mut archive = connection.prepare_cached("SELECT entries FROM archive WHERE table_id = ?1")?;
            let packed = archive.query_row(params![id], |row| row.get::<_, Vec<u8>>(0)).optional()?;
            Ok((packed, entries_of(connection, &id)?))
        })?;
        let mut entries: Vec<Value> = packed.map(|packed| unpack(&packed)).transpose()?.unwrap_or_default();
        for text in &texts {
            entries.push(serde_json::from_str(text)?);
        }
        Ok(entries)
    }

    /// Gives a table other keys.
    pub fn rekey(&self, id: &str, keys: &Keys) -> Result<(), StoreError> {
        let (id, keys) = (id.to_string(), serde_json::to_string(keys)?);
        self.ask(move |connection| {
            let changed =
                connection.execute("UPDATE tables SET card = json_set(card, '$.keys', json(?2)) WHERE id = ?1", params![id, keys])?;
            if changed == 1 { Ok(()) } else { Err(StoreError::Overtaken) }
        })
    }

    /// Keeps what decided the game of a table.
    pub fn keep_analysis(&self, id: &str, analysis: &Value) -> Result<(), StoreError> {
        let (id, packed) = (id.to_string(), pack(analysis)?);
        self.ask(move |connection| {
            connection.execute("INSERT OR REPLACE INTO analyses (table_id, analysis) VALUES (?1, ?2)", params![id, packed])?;
            Ok(())
        })
    }

    /// What decided the game of a table, if that is kept.
    pub fn analysis(&self, id: &str) -> Result<Option<Value>, StoreError> {
        let id = id.to_string();
        let packed = self.ask(move |connection| {
            let mut row = connection.prepare_cached("SELECT analysis FROM analyses WHERE table_id = ?1")?;
            Ok(row.query_row(params![id], |row| row.get::<_, Vec<u8>>(0)).optional()?)
        })?;
        packed.map(|packed| unpack(&packed)).transpose()
    }

    /// Forgets a table and everything about it.
    pub fn delete(&self, id: &str) -> Result<(), StoreError> {
        let (id, count) = (id.to_string(), Arc::clone(&self.count));
        self.ask(move |connection| {
            let transaction = connection.transaction()?;
            let deleted = transaction.execute("DELETE FROM tables WHERE id = ?1", params![id])? as u64;
            for statement in [
                "DELETE FROM openings WHERE table_id = ?1",
                "DELETE FROM journal WHERE table_id = ?1",
                "DELETE FROM archive WHERE table_id = ?1",
                "DELETE FROM analyses WHERE table_id = ?1",
            ] {
                transaction.execute(statement, params![id])?;
            }
            transaction.commit()?;
            count.fetch_sub(deleted, Ordering::Relaxed);
            Ok(())
        })
    }

    /// The journal of a table from that entry on.
    pub fn journal_since(&self, id: &str, number: usize) -> Result<Vec<Value>, StoreError> {
        let table = id.to_string();
        let texts = self.ask(move |connection| {
            let mut archive = connection.prepare_cached("SELECT count FROM archive WHERE table_id = ?1")?;
            let packed = archive.query_row(params![table], |row| row.get::<_, i64>(0)).optional()?;
            if packed.is_some_and(|count| count > number as i64) {
                return Ok(None);
            }
            let mut rows = connection.prepare_cached("SELECT entry FROM journal WHERE table_id = ?1 AND number >= ?2 ORDER BY number")?;
            let rows = rows.query_map(params![table, number as i64], |row| row.get::<_, String>(0))?;
            Ok(Some(rows.collect::<Result<Vec<_>, _>>()?))
        })?;
        match texts {
            Some(texts) => Ok(texts.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>()?),
            None => Ok(self.journal(id)?.split_off(number)),
        }
    }

    /// How many tables there are.
    pub fn count(&self) -> Result<u64, StoreError> {
        Ok(self.count.load(Ordering::Relaxed))
    }

    /// How long the file is, in bytes.
    pub fn size(&self) -> Result<u64, StoreError> {
        self.ask(|connection| {
            let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
            Ok(((pragma("page_count")? - pragma("freelist_count")?) * pragma("page_size")?) as u64)
        })
    }

    /// The oldest tables made before that time at which no person has ever decided anything.
    pub fn empty(&self, before: u64, most: usize) -> Result<Vec<String>, StoreError> {
        self.ids("SELECT id FROM tables WHERE begun = 0 AND created < ?1 ORDER BY created LIMIT ?2", before, most)
    }

    /// Tables in whose journal nobody has written since that time, and which are not packed yet.
    pub fn unused(&self, since: u64, most: usize) -> Result<Vec<String>, StoreError> {
        self.ids("SELECT id FROM tables WHERE packed = 0 AND used < ?1 LIMIT ?2", since, most)
    }

    fn ids(&self, query: &'static str, time: u64, most: usize) -> Result<Vec<String>, StoreError> {
        self.ask(move |connection| {
            let mut rows = connection.prepare_cached(query)?;
            Ok(rows.query_map(params![time as i64, most as i64], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    /// Packs the journal of a table.
    pub fn archive(&self, id: &str) -> Result<(), StoreError> {
        let entries = self.journal(id)?;
        let (id, count, packed) = (id.to_string(), entries.len() as i64, pack(&entries)?);
        self.ask(move |connection| {
            let transaction = connection.transaction()?;
            // If somebody has written meanwhile, it waits for the next time.
            let last: Option<i64> =
                transaction.query_row("SELECT max(number) FROM journal WHERE table_id = ?1", params![id], |row| row.get(0))?;
            if last.is_some_and(|last| last >= count) {
                return Ok(());
            }
            if count > 0 {
                transaction
                    .execute("INSERT OR REPLACE INTO archive (table_id, count, entries) VALUES (?1, ?2, ?3)", params![id, count, packed])?;
                transaction.execute("DELETE FROM journal WHERE table_id = ?1", params![id])?;
            }
            transaction.execute("UPDATE tables SET packed = 1 WHERE id = ?1", params![id])?;
            Ok(transaction.commit()?)
        })
    }
}

/// The entries of a journal that are not packed, as they stand in the file.
fn entries_of(connection: &Connection, id: &str) -> Result<Vec<String>, rusqlite::Error> {
    let mut rows = connection.prepare_cached("SELECT entry FROM journal WHERE table_id = ?1 ORDER BY number")?;
    rows.query_map(params![id], |row| row.get::<_, String>(0))?.collect()
}

impl tables::Store for Store {
    fn create(&self, card: &Card, opening: Option<&Value>) -> Result<(), Unkept> {
        Store::create(self, card, opening).map_err(unkept)
    }

    fn card(&self, id: &str) -> Result<Option<Card>, Unkept> {
        Store::card(self, id).map_err(unkept)
    }

    fn opening(&self, id: &str) -> Result<Option<Value>, Unkept> {
        Store::opening(self, id).map_err(unkept)
    }

    fn append(&self, table: &str, number: usize, entries: Vec<Value>, person: bool) -> Result<(), Unkept> {
        Store::append(self, table, number, entries, person).map_err(unkept)
    }

    fn journal(&self, id: &str) -> Result<Vec<Value>, Unkept> {
        Store::journal(self, id).map_err(unkept)
    }

    fn journal_since(&self, id: &str, number: usize) -> Result<Vec<Value>, Unkept> {
        Store::journal_since(self, id, number).map_err(unkept)
    }

    fn rekey(&self, id: &str, keys: &Keys) -> Result<(), Unkept> {
        Store::rekey(self, id, keys).map_err(unkept)
    }

    fn keep_analysis(&self, id: &str, analysis: &Value) -> Result<(), Unkept> {
        Store::keep_analysis(self, id, analysis).map_err(unkept)
    }

    fn analysis(&self, id: &str) -> Result<Option<Value>, Unkept> {
        Store::analysis(self, id).map_err(unkept)
    }

    fn delete(&self, id: &str) -> Result<(), Unkept> {
        Store::delete(self, id).map_err(unkept)
    }
}

/// An entry of that number is there already: somebody else was faster.
fn overtaken(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::ConstraintViolation) => StoreError::Overtaken,
        _ => error.into(),
    }
}

fn record_of(row: &rusqlite::Row<'_>) -> Result<Record, rusqlite::Error> {
    Ok(Record { id: row.get(0)?, version: row.get::<_, i64>(1)? as u64, body: row.get(2)? })
}

/// Makes one change of several.
fn change(transaction: &Transaction<'_>, change: &Change) -> Result<(), StoreError> {
    let (Change::Put { kind, id, .. } | Change::Delete { kind, id, .. }) = change;
    transaction.prepare_cached(papers::BARE)?.execute(params![kind, id])?;
    let changed = match change {
        Change::Put { version: 0, body, .. } => transaction.prepare_cached(papers::INSERT)?.execute(params![kind, id, body])?,
        Change::Put { version, body, .. } => {
            transaction.prepare_cached(papers::UPDATE)?.execute(params![kind, id, body, *version as i64])?
        }
        Change::Delete { version, .. } => transaction.prepare_cached(papers::DELETE)?.execute(params![kind, id, *version as i64])?,
    };
    if changed != 1 {
        return Err(StoreError::Overtaken);
    }
    let Change::Put { tabs, .. } = change else { return Ok(()) };
    for tab in tabs {
        let once = tab.once.then_some(tab.name);
        if transaction.prepare_cached(papers::TAB)?.execute(params![kind, tab.name, tab.value, tab.rank, id, once])? != 1 {
            return Err(StoreError::Taken(tab.name.into()));
        }
    }
    Ok(())
}

impl house::Records for Store {
    fn record(&self, kind: &str, id: &str) -> Result<Option<Record>, Trouble> {
        let (kind, id) = (kind.to_string(), id.to_string());
        let found = self.ask(move |connection| {
            let mut row = connection.prepare_cached(papers::RECORD)?;
            Ok(row.query_row(params![kind, id], record_of).optional()?)
        });
        found.map_err(trouble)
    }

    fn find(&self, kind: &str, tab: &str, value: &str, span: Span) -> Result<Vec<Record>, Trouble> {
        let (kind, tab, value) = (kind.to_string(), tab.to_string(), value.to_string());
        let found = self.ask(move |connection| {
            let mut rows = connection.prepare_cached(papers::finding(span))?;
            let rows = rows.query_map(params![kind, tab, value, span.from, span.to, papers::limit(span)], record_of)?;
            Ok(rows.collect::<Result<_, _>>()?)
        });
        found.map_err(trouble)
    }

    fn tally(&self, kind: &str, tab: &str, value: &str) -> Result<u64, Trouble> {
        let (kind, tab, value) = (kind.to_string(), tab.to_string(), value.to_string());
        let count = self.ask(move |connection| {
            let mut row = connection.prepare_cached(papers::TALLY)?;
            Ok(row.query_row(params![kind, tab, value], |row| row.get::<_, i64>(0))? as u64)
        });
        count.map_err(trouble)
    }

    fn change(&self, changes: Vec<Change>) -> Result<(), Trouble> {
        let (done, answer) = sync_channel(1);
        let sent = self.jobs.send(Job::Write(Writing::Change(Changes { changes, done })));
        let changed = sent.map_err(|_| StoreError::Closed).and_then(|()| answer.recv().unwrap_or(Err(StoreError::Closed)));
        changed.map_err(trouble)
    }
}

impl Keeper for Store {
    fn count(&self) -> Result<u64, StoreError> {
        Store::count(self)
    }

    fn size(&self) -> Result<u64, StoreError> {
        Store::size(self)
    }

    fn empty(&self, before: u64, most: usize) -> Result<Vec<String>, StoreError> {
        Store::empty(self, before, most)
    }

    fn unused(&self, since: u64, most: usize) -> Result<Vec<String>, StoreError> {
        Store::unused(self, since, most)
    }

    fn archive(&self, id: &str) -> Result<(), StoreError> {
        Store::archive(self, id)
    }

    fn close(&self) -> Result<(), StoreError> {
        Store::close(self)
    }
}

/// The thread that owns the file. Returns who wanted it closed, and how that went.
fn keep(mut connection: Connection, jobs: &Receiver<Job>) -> Option<(Answer, Result<(), StoreError>)> {
    let mut waiting: Option<Job> = None;
    while let Some(job) = waiting.take().or_else(|| jobs.recv().ok()) {
        match job {
            Job::Other(work) => work(&mut connection),
            Job::Close(done) => return Some((done, merge(&connection))),
            Job::Write(first) => {
                let (mut batch, mut looked) = (vec![first], 0);
                while batch.len() < BATCH && looked < BATCH {
                    match jobs.try_recv() {
                        Ok(Job::Write(writing)) => batch.push(writing),
                        // Nobody has been told yet that anything of the batch is kept: whoever asks meanwhile asks before it.
                        Ok(Job::Other(work)) => {
                            work(&mut connection);
                            looked += 1;
                        }
                        Ok(close) => {
                            waiting = Some(close);
                            break;
                        }
                        Err(_) => break,
                    }
                }
                write(&mut connection, batch);
            }
        }
    }
    None
}

/// Puts what is in the write-ahead log into the file itself.
fn merge(connection: &Connection) -> Result<(), StoreError> {
    Ok(connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
}

/// Writes a batch in one transaction; if that fails, each for itself, so that one bad entry harms no other.
fn write(connection: &mut Connection, batch: Vec<Writing>) {
    let all = together(connection, &batch);
    let alone = all.is_err() && batch.len() > 1;
    let mut whole = Some(all);
    for writing in batch {
        let result = if alone { together(connection, std::slice::from_ref(&writing)) } else { whole.take().unwrap_or(Ok(())) };
        writing.done(result);
    }
}

fn together(connection: &mut Connection, batch: &[Writing]) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    batch.iter().try_for_each(|writing| match writing {
        Writing::Append(append) => add(&transaction, append),
        Writing::Change(Changes { changes, .. }) => changes.iter().try_for_each(|one| change(&transaction, one)),
    })?;
    Ok(transaction.commit()?)
}

/// Adds to a journal, if the table is still there and nothing of that number lies in the archive.
fn add(transaction: &Transaction<'_>, append: &Append) -> Result<(), StoreError> {
    let Append { table, number, entries, person, .. } = append;
    let mut there = transaction
        .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM archive WHERE table_id = ?1 AND count > ?2) FROM tables WHERE id = ?1")?;
    if there.query_row(params![table, *number as i64], |row| row.get(0)).optional()? != Some(true) {
        return Err(StoreError::Overtaken);
    }
    let mut insert = transaction.prepare_cached("INSERT INTO journal (table_id, number, entry) VALUES (?1, ?2, ?3)")?;
    for (i, entry) in entries.iter().enumerate() {
        insert.execute(params![table, (number + i) as i64, entry.to_string()]).map_err(overtaken)?;
    }
    let mut touch = transaction.prepare_cached(
        "UPDATE tables SET used = ?2, begun = max(begun, ?3), packed = 0 WHERE id = ?1 AND (used < ?2 - ?4 OR begun < ?3 OR packed = 1)",
    )?;
    touch.execute(params![table, now() as i64, person, ABOUT])?;
    Ok(())
}

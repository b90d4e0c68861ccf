//! PostgreSQL: the same tables, journals and records for several nodes. Journal entries are keyed by table and number, so that of two
//! writers one wins; the other is told so and reads on.
//!
//! One thread writes journals, and entries that arrive together share one transaction, as they do in SQLite; a few connections do
//! everything else. A connection that broke, or left a question unanswered, is made anew with the next one. What this waits for it waits for
//! on the calling thread, and never for ever: call it where waiting is allowed.

use crate::pack::{pack, unpack};
use crate::tls::Line;
use crate::wire::{Deal, Parameters, Wire};
use crate::{ABOUT, Answer, Append, BATCH, Keeper, StoreError, now, papers, schema, trouble, unkept};
use house::records::{Change, Record, Span, Trouble};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tables::Card;
use tables::card::Keys;
use tables::store::Unkept;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Row, Statement};

/// How many connections do everything but write journals.
const CONNECTIONS: usize = 8;
/// How long the last write of a server that stops may take.
const LAST_WRITE: Duration = Duration::from_secs(5);
/// How long it counts how many tables there were: to count them takes a look at every one.
const COUNTED: Duration = Duration::from_secs(5);
/// How often the work of a broken connection is begun again with a new one; it had changed nothing.
const AGAIN: usize = 2;

enum Job {
    Append(Append),
    Close(Answer),
}

/// Connections that nobody uses just now, and how many there are in all.
#[derive(Default)]
struct Pool {
    idle: Vec<Wire>,
    made: usize,
}

/// A database of tables.
pub struct Postgres {
    address: String,
    /// How long is waited for a connection that others have.
    patience: Duration,
    jobs: Sender<Job>,
    pool: Mutex<Pool>,
    free: Condvar,
    /// How many tables there were when somebody last counted them.
    counted: Mutex<Option<(Instant, u64)>>,
}

/// The line broke, and nothing was changed by what was to be done.
fn broke(error: &StoreError) -> bool {
    match error {
        StoreError::Database(error) => {
            error.is_closed()
                || error
                    .code()
                    .is_some_and(|code| [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW].contains(code))
        }
        _ => false,
    }
}

/// What is there already was written by somebody faster.
fn overtaken(error: StoreError) -> StoreError {
    match &error {
        StoreError::Database(e) if e.code() == Some(&SqlState::UNIQUE_VIOLATION) => StoreError::Overtaken,
        _ => error,
    }
}

impl Postgres {
    /// Opens a database, `postgres://user@host/name` or `host=/run/postgresql dbname=name`, and brings it to the present shape.
    pub fn open(address: &str) -> Result<Postgres, StoreError> {
        let line = Line::read(address)?;
        if line.in_the_clear() {
            tracing::warn!("the database is on another machine, and the line to it can be read on the way: say sslmode=require");
        }
        schema::bring_up_database(&mut Wire::open(address)?)?;
        let (jobs, received) = channel();
        let named = address.to_string();
        std::thread::Builder::new().name("journals".into()).spawn(move || write_journals(&named, &received))?;
        let (address, patience) = (address.to_string(), line.answers);
        Ok(Postgres { address, patience, jobs, pool: Mutex::default(), free: Condvar::new(), counted: Mutex::default() })
    }

    /// A connection: one that nobody uses, or a new one, or the next that becomes free.
    fn take(&self) -> Result<Wire, StoreError> {
        let since = Instant::now();
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(wire) = pool.idle.pop() {
                if !wire.is_closed() {
                    return Ok(wire);
                }
                pool.made -= 1;
                continue;
            }
            if pool.made < CONNECTIONS {
                pool.made += 1;
                break;
            }
            let left = self.patience.checked_sub(since.elapsed()).ok_or(StoreError::Silent)?;
            pool = self.free.wait_timeout(pool, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(pool);
        Wire::open(&self.address).inspect_err(|_| self.give_back(None))
    }

    fn give_back(&self, wire: Option<Wire>) {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        match wire {
            Some(wire) => pool.idle.push(wire),
            None => pool.made -= 1,
        }
        self.free.notify_one();
    }

    fn ask<T>(&self, work: impl Fn(&mut Wire) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut tries = 0;
        loop {
            let mut wire = self.take()?;
            let result = work(&mut wire);
            let broken = result.as_ref().is_err_and(broke) || wire.is_closed();
            self.give_back((!broken).then_some(wire));
            // Whoever has waited for an answer in vain has waited long enough.
            if broken && result.as_ref().is_err_and(|error| !matches!(error, StoreError::Silent)) && tries < AGAIN {
                tries += 1;
                continue;
            }
            return result;
        }
    }

    fn texts(&self, statement: &str, parameters: Parameters<'_>) -> Result<Vec<String>, StoreError> {
        self.ask(|wire| Ok(wire.query(statement, parameters)?.iter().map(|row| row.get(0)).collect()))
    }

    fn packed(&self, statement: &str, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.ask(|wire| Ok(wire.query(statement, &[&id])?.first().map(|row| row.get(0))))
    }

    fn entries(&self, id: &str, number: usize) -> Result<Vec<Value>, StoreError> {
        let archived: Option<i64> =
            self.ask(|wire| Ok(wire.query("SELECT count FROM archive WHERE table_id = ?1", &[&id])?.first().map(|row| row.get(0))))?;
        let mut entries: Vec<Value> = match archived.filter(|count| *count > number as i64) {
            Some(_) => {
                let packed = self.packed("SELECT entries FROM archive WHERE table_id = ?1", id)?;
                let all: Vec<Value> = packed.map(|packed| unpack(&packed)).transpose()?.unwrap_or_default();
                all.into_iter().skip(number).collect()
            }
            None => Vec::new(),
        };
        let from = (number + entries.len()) as i64;
        for text in self.texts("SELECT entry FROM journal WHERE table_id = ?1 AND number >= ?2 ORDER BY number", &[&id, &from])? {
            entries.push(serde_json::from_str(&text)?);
        }
        Ok(entries)
    }
}

impl Drop for Postgres {
    /// What waits for a database ends on a thread of its own: whoever drops this may be one that must not wait.
    fn drop(&mut self) {
        let pool = std::mem::take(&mut *self.pool.lock().unwrap_or_else(PoisonError::into_inner));
        std::thread::spawn(move || drop(pool));
    }
}

/// The thread that writes journals, until it is told to close.
fn write_journals(address: &str, jobs: &Receiver<Job>) {
    let mut wire = None;
    let mut waiting: Option<Job> = None;
    while let Some(job) = waiting.take().or_else(|| jobs.recv().ok()) {
        match job {
            Job::Close(done) => {
                let _ = done.send(Ok(()));
                return;
            }
            Job::Append(append) => {
                let mut batch = vec![append];
                while batch.len() < BATCH {
                    match jobs.try_recv() {
                        Ok(Job::Append(append)) => batch.push(append),
                        Ok(job) => {
                            waiting = Some(job);
                            break;
                        }
                        Err(_) => break,
                    }
                }
                write(address, &mut wire, batch);
            }
        }
    }
}

/// Writes a batch in one transaction; if that fails, each for itself, so that one that was overtaken harms no other table.
fn write(address: &str, wire: &mut Option<Wire>, batch: Vec<Append>) {
    let all = together(address, wire, &batch);
    let alone = all.is_err() && batch.len() > 1;
    let mut whole = Some(all);
    for append in batch {
        let result = if alone { together(address, wire, std::slice::from_ref(&append)) } else { whole.take().unwrap_or(Ok(())) };
        let _ = append.done.send(result);
    }
}

/// Writes a batch. If the line breaks before the end was announced, nothing was written, and it is tried once more over a new one; after
/// that nobody knows, and nothing is tried again: an entry is never written twice.
fn together(address: &str, wire: &mut Option<Wire>, batch: &[Append]) -> Result<(), StoreError> {
    let mut tries = 0;
    loop {
        if wire.as_ref().is_none_or(Wire::is_closed) {
            *wire = Some(Wire::open(address)?);
        }
        let Some(open) = wire.as_mut() else { return Err(StoreError::Closed) };
        let mut announced = false;
        let written = add(open, batch, &mut announced);
        if !written.as_ref().is_err_and(broke) {
            return written.map_err(overtaken);
        }
        *wire = None;
        tries += 1;
        if announced || tries > AGAIN {
            return written;
        }
    }
}

/// The tables of a batch that are there, with what of their journals lies in the archive; nobody can delete them meanwhile.
const THERE: &str = "SELECT t.id, coalesce((SELECT a.count FROM archive a WHERE a.table_id = t.id), 0) FROM tables t \
     WHERE t.id = ANY(?1) ORDER BY t.id FOR KEY SHARE";
/// How long the journals of some tables are: the last number by the index, or what lies in the archive.
const LENGTHS: &str = "SELECT t.id, greatest(coalesce((SELECT j.number + 1 FROM journal j WHERE j.table_id = t.id ORDER BY j.number DESC LIMIT 1), 0), \
     coalesce((SELECT a.count FROM archive a WHERE a.table_id = t.id), 0)) FROM tables t WHERE t.id = ANY(?1)";
const WRITE: &str = "INSERT INTO journal (table_id, number, entry) SELECT * FROM unnest(?1::text[], ?2::bigint[], ?3::text[])";
const TOUCH: &str = "UPDATE tables SET used = ?3::bigint, begun = greatest(begun, x.person), packed = 0 \
     FROM (SELECT * FROM unnest(?1::text[], ?2::bigint[]) AS y (id, person)) x \
     WHERE tables.id = x.id AND (tables.used < ?3::bigint - ?4::bigint OR tables.begun < x.person OR tables.packed = 1)";

fn add(wire: &mut Wire, batch: &[Append], announced: &mut bool) -> Result<(), StoreError> {
    let [there, write, touch] = [wire.prepare(THERE)?, wire.prepare(WRITE)?, wire.prepare(TOUCH)?];
    let tables: Vec<&str> = batch.iter().map(|append| append.table.as_str()).collect();
    let deal = wire.deal()?;
    let known: HashMap<String, i64> = deal.query(&there, &[&tables])?.iter().map(|row| (row.get(0), row.get(1))).collect();
    let overtaken = |append: &Append| known.get(&append.table).is_none_or(|archived| *archived > append.number as i64);
    if batch.iter().any(overtaken) {
        return Err(StoreError::Overtaken);
    }
    let rows = || batch.iter().flat_map(|append| append.entries.iter().enumerate().map(move |(i, entry)| (append, i, entry)));
    let names: Vec<&str> = rows().map(|(append, _, _)| append.table.as_str()).collect();
    let numbers: Vec<i64> = rows().map(|(append, i, _)| (append.number + i) as i64).collect();
    let texts: Vec<String> = rows().map(|(_, _, entry)| entry.to_string()).collect();
    deal.execute(&write, &[&names, &numbers, &texts])?;
    let persons: Vec<i64> = batch.iter().map(|append| i64::from(append.person)).collect();
    deal.execute(&touch, &[&tables, &persons, &(now() as i64), &ABOUT])?;
    *announced = true;
    deal.commit()
}

impl tables::Store for Postgres {
    fn create(&self, card: &Card, opening: Option<&Value>) -> Result<(), Unkept> {
        let created = || {
            let (text, opening) = (serde_json::to_string(card)?, opening.map(pack).transpose()?);
            self.ask(|wire| {
                let deal = wire.deal()?;
                let insert = "INSERT INTO tables (id, created, used, card) VALUES ($1, $2, $3, $4::text::jsonb)";
                deal.perform(insert, &[&card.id, &(card.created as i64), &(now() as i64), &text])?;
                if let Some(save) = &opening {
                    deal.perform("INSERT INTO openings (table_id, save) VALUES ($1, $2)", &[&card.id, save])?;
                }
                deal.commit()
            })
        };
        created().map_err(unkept)
    }

    fn card(&self, id: &str) -> Result<Option<Card>, Unkept> {
        let card = || {
            let texts = self.texts("SELECT card::text FROM tables WHERE id = ?1", &[&id])?;
            Ok(texts.first().map(|text| serde_json::from_str(text)).transpose()?)
        };
        card().map_err(unkept)
    }

    fn opening(&self, id: &str) -> Result<Option<Value>, Unkept> {
        let opening = || self.packed("SELECT save FROM openings WHERE table_id = ?1", id)?.map(|packed| unpack(&packed)).transpose();
        opening().map_err(unkept)
    }

    fn append(&self, table: &str, number: usize, entries: Vec<Value>, person: bool) -> Result<(), Unkept> {
        let (done, answer) = sync_channel(1);
        let append = Append { table: table.into(), number, entries, person, done };
        let sent = self.jobs.send(Job::Append(append)).map_err(|_| StoreError::Closed);
        sent.and_then(|()| answer.recv().unwrap_or(Err(StoreError::Closed))).map_err(unkept)
    }

    fn journal(&self, id: &str) -> Result<Vec<Value>, Unkept> {
        self.entries(id, 0).map_err(unkept)
    }

    fn journal_since(&self, id: &str, number: usize) -> Result<Vec<Value>, Unkept> {
        self.entries(id, number).map_err(unkept)
    }

    fn lengths(&self, tables: &[String]) -> Result<Vec<(String, usize)>, Unkept> {
        let lengths = || {
            let rows = self.ask(|wire| wire.query(LENGTHS, &[&tables]))?;
            Ok(rows.iter().map(|row| (row.get(0), row.get::<_, i64>(1) as usize)).collect())
        };
        lengths().map_err(unkept)
    }

    fn rekey(&self, id: &str, keys: &Keys) -> Result<(), Unkept> {
        let rekeyed = || {
            let keys = serde_json::to_string(keys)?;
            let update = "UPDATE tables SET card = jsonb_set(card, '{keys}', ?2::text::jsonb) WHERE id = ?1";
            let changed = self.ask(|wire| wire.execute(update, &[&id, &keys]))?;
            if changed == 1 { Ok(()) } else { Err(StoreError::Overtaken) }
        };
        rekeyed().map_err(unkept)
    }

    fn keep_analysis(&self, id: &str, analysis: &Value) -> Result<(), Unkept> {
        let keep = "INSERT INTO analyses (table_id, analysis) VALUES (?1, ?2) \
             ON CONFLICT (table_id) DO UPDATE SET analysis = excluded.analysis";
        let kept = pack(analysis).and_then(|packed| self.ask(|wire| wire.execute(keep, &[&id, &packed])));
        kept.map(drop).map_err(unkept)
    }

    fn analysis(&self, id: &str) -> Result<Option<Value>, Unkept> {
        let kept = || self.packed("SELECT analysis FROM analyses WHERE table_id = ?1", id)?.map(|packed| unpack(&packed)).transpose();
        kept().map_err(unkept)
    }

    fn delete(&self, id: &str) -> Result<(), Unkept> {
        let deleted = self.ask(|wire| {
            let deal = wire.deal()?;
            for statement in [
                "DELETE FROM tables WHERE id = $1",
                "DELETE FROM openings WHERE table_id = $1",
                "DELETE FROM journal WHERE table_id = $1",
                "DELETE FROM archive WHERE table_id = $1",
                "DELETE FROM analyses WHERE table_id = $1",
            ] {
                deal.perform(statement, &[&id])?;
            }
            deal.commit()
        });
        deleted.map_err(unkept)
    }
}

fn record_of(row: &Row) -> Record {
    Record { id: row.get(0), version: row.get::<_, i64>(1) as u64, body: row.get(2) }
}

/// The statements that change records, prepared.
struct Pens {
    bare: Statement,
    insert: Statement,
    update: Statement,
    delete: Statement,
    tab: Statement,
}

fn change(deal: &Deal<'_>, pens: &Pens, change: &Change) -> Result<(), StoreError> {
    let (Change::Put { kind, id, .. } | Change::Delete { kind, id, .. }) = change;
    deal.execute(&pens.bare, &[kind, id])?;
    let changed = match change {
        Change::Put { version: 0, body, .. } => deal.execute(&pens.insert, &[kind, id, body])?,
        Change::Put { version, body, .. } => deal.execute(&pens.update, &[kind, id, body, &(*version as i64)])?,
        Change::Delete { version, .. } => deal.execute(&pens.delete, &[kind, id, &(*version as i64)])?,
    };
    if changed != 1 {
        return Err(StoreError::Overtaken);
    }
    let Change::Put { tabs, .. } = change else { return Ok(()) };
    for tab in tabs {
        let once = tab.once.then_some(tab.name);
        if deal.execute(&pens.tab, &[kind, &tab.name, &tab.value, &tab.rank, id, &once])? != 1 {
            return Err(StoreError::Taken(tab.name.into()));
        }
    }
    Ok(())
}

impl house::Records for Postgres {
    fn record(&self, kind: &str, id: &str) -> Result<Option<Record>, Trouble> {
        self.ask(|wire| Ok(wire.query(papers::RECORD, &[&kind, &id])?.first().map(record_of))).map_err(trouble)
    }

    fn find(&self, kind: &str, tab: &str, value: &str, span: Span) -> Result<Vec<Record>, Trouble> {
        let found = self.ask(|wire| {
            let rows = wire.query(papers::finding(span), &[&kind, &tab, &value, &span.from, &span.to, &papers::limit(span)])?;
            Ok(rows.iter().map(record_of).collect())
        });
        found.map_err(trouble)
    }

    fn tally(&self, kind: &str, tab: &str, value: &str) -> Result<u64, Trouble> {
        let count = self.ask(|wire| Ok(wire.query(papers::TALLY, &[&kind, &tab, &value])?.first().map_or(0, |row| row.get::<_, i64>(0))));
        count.map(|count| count as u64).map_err(trouble)
    }

    fn change(&self, changes: Vec<Change>) -> Result<(), Trouble> {
        let changed = self.ask(|wire| {
            let pens = Pens {
                bare: wire.prepare(papers::BARE)?,
                insert: wire.prepare(papers::INSERT)?,
                update: wire.prepare(papers::UPDATE)?,
                delete: wire.prepare(papers::DELETE)?,
                tab: wire.prepare(papers::TAB)?,
            };
            let deal = wire.deal()?;
            changes.iter().try_for_each(|one| change(&deal, &pens, one))?;
            deal.commit()
        });
        changed.map_err(|error| match error {
            // Two who wait for each other: one of them was told to begin again.
            StoreError::Database(e) if e.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) => Trouble::Overtaken,
            other => trouble(other),
        })
    }
}

impl Keeper for Postgres {
    fn count(&self) -> Result<u64, StoreError> {
        let lately = |known: &Option<(Instant, u64)>| known.filter(|(since, _)| since.elapsed() < COUNTED).map(|(_, count)| count);
        if let Some(count) = lately(&self.counted.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(count);
        }
        let count =
            self.ask(|wire| Ok(wire.query("SELECT count(*) FROM tables", &[])?.first().map_or(0, |row| row.get::<_, i64>(0) as u64)))?;
        *self.counted.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), count));
        Ok(count)
    }

    fn size(&self) -> Result<u64, StoreError> {
        let size = "SELECT pg_database_size(current_database())";
        self.ask(|wire| Ok(wire.query(size, &[])?.first().map_or(0, |row| row.get::<_, i64>(0) as u64)))
    }

    fn empty(&self, before: u64, most: usize) -> Result<Vec<String>, StoreError> {
        let empty = "SELECT id FROM tables WHERE begun = 0 AND created < ?1 ORDER BY created LIMIT ?2";
        self.texts(empty, &[&(before as i64), &(most as i64)])
    }

    fn unused(&self, since: u64, most: usize) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT id FROM tables WHERE packed = 0 AND used < ?1 LIMIT ?2", &[&(since as i64), &(most as i64)])
    }

    fn archive(&self, id: &str) -> Result<(), StoreError> {
        let entries = self.entries(id, 0)?;
        let (count, packed) = (entries.len() as i64, pack(&entries)?);
        self.ask(|wire| {
            let deal = wire.deal()?;
            // Nobody writes in the journal meanwhile; if somebody has, it waits for the next time.
            deal.perform("SELECT 1 FROM tables WHERE id = $1 FOR UPDATE", &[&id])?;
            let last: Option<i64> = deal.first("SELECT max(number) FROM journal WHERE table_id = $1", &[&id])?.and_then(|row| row.get(0));
            if last.is_some_and(|last| last >= count) {
                return Ok(());
            }
            if count > 0 {
                let keep = "INSERT INTO archive (table_id, count, entries) VALUES ($1, $2, $3) \
                     ON CONFLICT (table_id) DO UPDATE SET count = excluded.count, entries = excluded.entries";
                deal.perform(keep, &[&id, &count, &packed])?;
                deal.perform("DELETE FROM journal WHERE table_id = $1", &[&id])?;
            }
            deal.perform("UPDATE tables SET packed = 1 WHERE id = $1", &[&id])?;
            deal.commit()
        })
    }

    fn close(&self) -> Result<(), StoreError> {
        let (done, answer) = sync_channel(1);
        self.jobs.send(Job::Close(done)).map_err(|_| StoreError::Closed)?;
        answer.recv_timeout(LAST_WRITE).map_err(|_| StoreError::Closed)?
    }
}

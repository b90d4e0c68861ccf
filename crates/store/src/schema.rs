//! The shape of the store, by number, for SQLite and PostgreSQL from one place. A file of an earlier shape is copied beside itself and
//! then brought to the present one, all in one transaction: a start that fails in the middle leaves it as it was. A database begins
//! with the second shape; from the third on the statements are the same for both.

use crate::StoreError;
use crate::pack::pack;
use crate::wire::Wire;
use rusqlite::{Connection, Transaction, params};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What brings a file from one shape to the next: statements, and what statements cannot say.
struct Step {
    statements: &'static str,
    then: fn(&Transaction<'_>) -> Result<(), StoreError>,
}

/// What brings a file from each shape to the next. Those that files were ever given stay as they are.
const STEPS: &[Step] = &[
    // 1: files of the builds before had these tables, but no number; and their cards did not say who sets up.
    Step {
        statements: "CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, created INTEGER NOT NULL, card TEXT NOT NULL) WITHOUT ROWID;
     CREATE TABLE IF NOT EXISTS journal (
         table_id TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (table_id, number)
     ) WITHOUT ROWID;
     UPDATE tables SET card = json_set(card, '$.set_up', 'own') WHERE json_extract(card, '$.set_up') IS NULL;",
        then: |_| Ok(()),
    },
    // 2: what is long lies apart from what is looked up, and old journals are packed. `begun`: whether a person has ever decided
    // anything there; `used`: when something was last written in the journal; `packed`: whether all of it lies in the archive.
    Step {
        statements: "ALTER TABLE tables ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE tables ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE tables ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;
     CREATE TABLE openings (table_id TEXT PRIMARY KEY, save BLOB NOT NULL);
     CREATE TABLE archive (table_id TEXT PRIMARY KEY, count INTEGER NOT NULL, entries BLOB NOT NULL);
     CREATE INDEX empty_tables ON tables (created) WHERE begun = 0;
     CREATE INDEX idle_tables ON tables (used) WHERE packed = 0;
     UPDATE tables SET used = unixepoch(), begun = EXISTS (SELECT 1 FROM journal WHERE table_id = id);",
        then: set_openings_apart,
    },
    // 3: people's records.
    Step { statements: RECORDS, then: |_| Ok(()) },
    // 4: what decided a game, packed.
    Step { statements: "CREATE TABLE analyses (table_id TEXT PRIMARY KEY, analysis BLOB NOT NULL);", then: |_| Ok(()) },
];

/// The second shape, as PostgreSQL writes it: a database was never of an earlier one.
const SECOND: &str = "CREATE TABLE tables (
         id TEXT PRIMARY KEY, created BIGINT NOT NULL, card JSONB NOT NULL,
         begun BIGINT NOT NULL DEFAULT 0, used BIGINT NOT NULL DEFAULT 0, packed BIGINT NOT NULL DEFAULT 0
     );
     CREATE TABLE journal (table_id TEXT NOT NULL, number BIGINT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (table_id, number));
     CREATE TABLE openings (table_id TEXT PRIMARY KEY, save BYTEA NOT NULL);
     CREATE TABLE archive (table_id TEXT PRIMARY KEY, count BIGINT NOT NULL, entries BYTEA NOT NULL);
     CREATE INDEX empty_tables ON tables (created) WHERE begun = 0;
     CREATE INDEX idle_tables ON tables (used) WHERE packed = 0;";

/// Documents with versions, and the tabs by which they are found. `once` is the name of a tab that only one document may have.
const RECORDS: &str = "CREATE TABLE records (
         kind TEXT NOT NULL, id TEXT NOT NULL, version BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)
     );
     CREATE TABLE record_tabs (
         kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, place BIGINT NOT NULL, id TEXT NOT NULL, once TEXT,
         PRIMARY KEY (kind, name, value, place, id)
     );
     CREATE INDEX tabs_of_records ON record_tabs (kind, id);
     CREATE UNIQUE INDEX tabs_once ON record_tabs (kind, once, value) WHERE once IS NOT NULL;";

/// What brings a database from each shape to the next, from the second on.
const DATABASE: &[&str] = &[RECORDS, "CREATE TABLE analyses (table_id TEXT PRIMARY KEY, analysis BYTEA NOT NULL);"];
/// The first shape that a database ever had.
const FIRST_OF_DATABASE: usize = 2;
/// A number of our own, so that of several nodes that start together one brings the database up and the others wait.
const ONE_AT_A_TIME: i64 = 0x10f6_0011;

/// The shape of a database, if it has one.
fn shape_of_database(wire: &mut Wire) -> Result<Option<usize>, StoreError> {
    let there = wire.query("SELECT to_regclass('shape') IS NOT NULL", &[])?.first().is_some_and(|row| row.get(0));
    let shape = if there { wire.query("SELECT number FROM shape", &[])? } else { Vec::new() };
    Ok(shape.first().map(|row| row.get::<_, i64>(0) as usize))
}

/// Brings a database to the present shape, all in one transaction, however long that takes.
pub(crate) fn bring_up_database(wire: &mut Wire) -> Result<(), StoreError> {
    if shape_of_database(wire)? == Some(SHAPE) {
        return Ok(());
    }
    wire.take_time()?;
    let deal = wire.deal()?;
    deal.perform("SELECT pg_advisory_xact_lock($1)", &[&ONE_AT_A_TIME])?;
    deal.batch("CREATE TABLE IF NOT EXISTS shape (number BIGINT NOT NULL)")?;
    let shape = deal.first("SELECT number FROM shape", &[])?.map(|row| row.get::<_, i64>(0) as usize);
    if let Some(shape) = shape.filter(|shape| *shape > SHAPE) {
        return Err(StoreError::Newer(shape));
    }
    let shape = match shape {
        Some(shape) => shape,
        None => {
            deal.batch(SECOND)?;
            FIRST_OF_DATABASE
        }
    };
    for statements in &DATABASE[shape - FIRST_OF_DATABASE..] {
        deal.batch(statements)?;
    }
    deal.batch("DELETE FROM shape")?;
    deal.perform("INSERT INTO shape VALUES ($1)", &[&(SHAPE as i64)])?;
    deal.commit()
}

/// The saves that tables began from stood in their cards.
fn set_openings_apart(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let mut with_opening =
        transaction.prepare("SELECT id, json_extract(card, '$.opening') FROM tables WHERE json_type(card, '$.opening') = 'object'")?;
    let mut keep = transaction.prepare("INSERT INTO openings (table_id, save) VALUES (?1, ?2)")?;
    let mut rows = with_opening.query([])?;
    while let Some(row) = rows.next()? {
        let (id, save): (String, String) = (row.get(0)?, row.get(1)?);
        keep.execute(params![id, pack(&serde_json::from_str::<Value>(&save)?)?])?;
    }
    transaction.execute("UPDATE tables SET card = json_remove(card, '$.opening')", [])?;
    Ok(())
}

/// The number of the present shape.
pub const SHAPE: usize = STEPS.len();

/// Brings the file to the present shape.
pub fn bring_up(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let shape = shape_of(connection)?;
    if shape > SHAPE {
        return Err(StoreError::Newer(shape));
    }
    if shape == SHAPE {
        return Ok(());
    }
    if !is_blank(connection)? {
        copy(connection, path, shape)?;
    }
    let transaction = connection.transaction()?;
    run(&transaction, &STEPS[shape..])?;
    Ok(transaction.commit()?)
}

fn run(transaction: &Transaction<'_>, steps: &[Step]) -> Result<(), StoreError> {
    for step in steps {
        transaction.execute_batch(step.statements)?;
        (step.then)(transaction)?;
    }
    Ok(transaction.pragma_update(None, "user_version", SHAPE as i64)?)
}

/// Whether a file is of the present shape; a server brings one of an earlier shape to it.
pub fn is_present(connection: &Connection) -> Result<(), StoreError> {
    match shape_of(connection)? {
        SHAPE => Ok(()),
        newer if newer > SHAPE => Err(StoreError::Newer(newer)),
        _ => Err(std::io::Error::other("the file was written by an earlier version of the program: serve it once, then try again").into()),
    }
}

/// The number of the file's shape: 0 for a new file, and for one of the builds that did not number them.
fn shape_of(connection: &Connection) -> Result<usize, rusqlite::Error> {
    connection
        .pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))
        .map(|shape| usize::try_from(shape).unwrap_or(usize::MAX))
}

/// Whether nothing was ever kept in it.
fn is_blank(connection: &Connection) -> Result<bool, rusqlite::Error> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}

/// Where the copy of a file of that shape lies: beside it.
pub fn copy_of(path: &Path, shape: usize) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!("{name}.shape-{shape}"))
}

/// Copies the file beside itself. The copy gets its name when it is whole.
fn copy(connection: &Connection, path: &Path, shape: usize) -> Result<(), StoreError> {
    let whole = copy_of(path, shape);
    let part = whole.with_extension("part");
    match std::fs::remove_file(&part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    connection.execute("VACUUM INTO ?1", [part.to_string_lossy()])?;
    std::fs::File::open(&part)?.sync_all()?;
    Ok(std::fs::rename(&part, &whole)?)
}

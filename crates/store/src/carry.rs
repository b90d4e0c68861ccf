//! Everything that a house keeps, carried from one store into another: a database into a file, which is its backup, and a file into a database,
//! which restores it, or moves a house that has outgrown its file. Both stores have the same tables with the same columns.

use crate::wire::{Deal, Wire};
use crate::{StoreError, backup, schema};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// How many rows are carried at a time.
const ROWS: i32 = 500;

/// What a column holds.
#[derive(Clone, Copy)]
enum Holds {
    Text,
    /// A text that PostgreSQL keeps as JSON.
    Json,
    Number,
    Bytes,
}

/// Every table, its columns, and what they hold.
const KEPT: &[(&str, &[(&str, Holds)])] = &[
    (
        "tables",
        &[
            ("id", Holds::Text),
            ("created", Holds::Number),
            ("card", Holds::Json),
            ("begun", Holds::Number),
            ("used", Holds::Number),
            ("packed", Holds::Number),
        ],
    ),
    ("openings", &[("table_id", Holds::Text), ("save", Holds::Bytes)]),
    ("journal", &[("table_id", Holds::Text), ("number", Holds::Number), ("entry", Holds::Text)]),
    ("archive", &[("table_id", Holds::Text), ("count", Holds::Number), ("entries", Holds::Bytes)]),
    ("analyses", &[("table_id", Holds::Text), ("analysis", Holds::Bytes)]),
    ("records", &[("kind", Holds::Text), ("id", Holds::Text), ("version", Holds::Number), ("body", Holds::Text)]),
    (
        "record_tabs",
        &[
            ("kind", Holds::Text),
            ("name", Holds::Text),
            ("value", Holds::Text),
            ("place", Holds::Number),
            ("id", Holds::Text),
            ("once", Holds::Text),
        ],
    ),
];

/// What stands in one place, on its way.
enum Cell {
    Text(Option<String>),
    Number(i64),
    Bytes(Vec<u8>),
}

impl rusqlite::ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Cell::Text(Some(text)) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Cell::Text(None) => ToSqlOutput::Borrowed(ValueRef::Null),
            Cell::Number(number) => ToSqlOutput::Borrowed(ValueRef::Integer(*number)),
            Cell::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}

impl Cell {
    fn of_database(row: &Row, i: usize, holds: Holds) -> Result<Cell, StoreError> {
        Ok(match holds {
            Holds::Text | Holds::Json => Cell::Text(row.try_get(i)?),
            Holds::Number => Cell::Number(row.try_get(i)?),
            Holds::Bytes => Cell::Bytes(row.try_get(i)?),
        })
    }

    fn of_file(row: &rusqlite::Row<'_>, i: usize, holds: Holds) -> Result<Cell, rusqlite::Error> {
        Ok(match holds {
            Holds::Text | Holds::Json => Cell::Text(row.get(i)?),
            Holds::Number => Cell::Number(row.get(i)?),
            Holds::Bytes => Cell::Bytes(row.get(i)?),
        })
    }

    fn to_database(&self) -> &(dyn ToSql + Sync) {
        match self {
            Cell::Text(text) => text,
            Cell::Number(number) => number,
            Cell::Bytes(bytes) => bytes,
        }
    }
}

fn names(columns: &[(&str, Holds)]) -> String {
    columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// Copies everything in a database, as it is at one moment, into a file of tables where there is nothing yet. Nodes may go on meanwhile.
/// Answers how many tables there are in the copy, which has its name only when it is whole.
pub fn backup_database(address: &str, to: &Path) -> Result<u64, StoreError> {
    let part = backup::place_for(to)?;
    let mut wire = Wire::open(address)?;
    let from = wire.moment()?;
    let shape: i64 = from.first("SELECT number FROM shape", &[])?.map_or(0, |row| row.get(0));
    if shape as usize != schema::SHAPE {
        return Err(StoreError::Newer(shape as usize));
    }
    let mut copy = Connection::open(&part)?;
    schema::bring_up(&mut copy, &part)?;
    let into = copy.transaction()?;
    for (table, columns) in KEPT {
        let read = |(name, holds): &(&str, Holds)| if matches!(holds, Holds::Json) { format!("{name}::text") } else { name.to_string() };
        let select = from.prepare(&format!("SELECT {} FROM {table}", columns.iter().map(read).collect::<Vec<_>>().join(", ")))?;
        let places: Vec<String> = (1..=columns.len()).map(|i| format!("?{i}")).collect();
        let mut insert = into.prepare(&format!("INSERT INTO {table} ({}) VALUES ({})", names(columns), places.join(", ")))?;
        let portal = from.read(&select)?;
        loop {
            let rows = from.rows(&portal, ROWS)?;
            for row in &rows {
                let cells: Result<Vec<Cell>, _> =
                    columns.iter().enumerate().map(|(i, (_, holds))| Cell::of_database(row, i, *holds)).collect();
                insert.execute(rusqlite::params_from_iter(cells?))?;
            }
            if rows.is_empty() {
                break;
            }
        }
    }
    into.commit()?;
    let count = backup::check(&copy)?;
    drop(copy);
    backup::give_name(&part, to)?;
    Ok(count)
}

/// Puts everything of a file of tables into a database in which there is nothing yet, all of it or nothing. Answers how many tables.
pub fn restore_database(from: &Path, address: &str) -> Result<u64, StoreError> {
    let file = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    schema::is_present(&file)?;
    let count = backup::check(&file)?;
    let mut wire = Wire::open(address)?;
    schema::bring_up_database(&mut wire)?;
    wire.take_time()?;
    let into = wire.deal()?;
    for (table, columns) in KEPT {
        // Nobody else puts anything there meanwhile.
        into.batch(&format!("LOCK TABLE {table} IN EXCLUSIVE MODE"))?;
        if into.first(&format!("SELECT 1 FROM {table} LIMIT 1"), &[])?.is_some() {
            let because = "there is something in this database already: a house is restored into an empty one";
            return Err(std::io::Error::new(std::io::ErrorKind::AlreadyExists, because).into());
        }
        let mut select = file.prepare(&format!("SELECT {} FROM {table}", names(columns)))?;
        let mut rows = select.query([])?;
        let mut waiting: Vec<Cell> = Vec::new();
        while let Some(row) = rows.next()? {
            for (i, (_, holds)) in columns.iter().enumerate() {
                waiting.push(Cell::of_file(row, i, *holds)?);
            }
            if waiting.len() >= ROWS as usize * columns.len() {
                put(&into, table, columns, &waiting)?;
                waiting.clear();
            }
        }
        put(&into, table, columns, &waiting)?;
    }
    into.commit()?;
    Ok(count)
}

/// Puts rows into a table of a database.
fn put(into: &Deal<'_>, table: &str, columns: &[(&str, Holds)], cells: &[Cell]) -> Result<(), StoreError> {
    if cells.is_empty() {
        return Ok(());
    }
    let place = |i: usize, holds: Holds| match holds {
        Holds::Text => format!("${i}::text"),
        Holds::Json => format!("${i}::text::jsonb"),
        Holds::Number => format!("${i}::bigint"),
        Holds::Bytes => format!("${i}::bytea"),
    };
    let row = |n: usize| {
        let places: Vec<String> = columns.iter().enumerate().map(|(i, (_, holds))| place(n * columns.len() + i + 1, *holds)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..cells.len() / columns.len()).map(row).collect();
    let values: Vec<&(dyn ToSql + Sync)> = cells.iter().map(Cell::to_database).collect();
    into.perform(&format!("INSERT INTO {table} ({}) VALUES {}", names(columns), rows.join(", ")), &values)?;
    Ok(())
}

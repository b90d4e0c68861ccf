//! A copy of the file of tables, made while a server uses it.

use crate::StoreError;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pages copied at a time, and how long writers are let in between.
const PAGES: i32 = 1_000;
const PAUSE: Duration = Duration::from_millis(5);

/// Copies a file of tables to a place where there is nothing yet. What it returns is the number of tables in the copy, which has been
/// checked from end to end and has its name only when it is whole.
pub fn backup(from: &Path, to: &Path) -> Result<u64, StoreError> {
    let part = place_for(to)?;
    // Not to be made by opening it.
    let source = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    let count = copy(&source, &part)?;
    give_name(&part, to)?;
    Ok(count)
}

/// Makes a file of tables from a copy of one, where there is nothing yet: the copy is looked over first.
pub fn restore(from: &Path, to: &Path) -> Result<u64, StoreError> {
    let source = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    check(&source)?;
    drop(source);
    backup(from, to)
}

/// Where a copy is written before it has its name.
pub(crate) fn place_for(to: &Path) -> Result<PathBuf, StoreError> {
    if to.exists() {
        return Err(std::io::Error::new(std::io::ErrorKind::AlreadyExists, "there is a file of that name already").into());
    }
    let name = to.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    // What a server that was killed has left there would be read into the copy, as if it were its own.
    if std::fs::metadata(to.with_file_name(format!("{name}-wal"))).is_ok_and(|log| log.len() > 0) {
        let because =
            format!("the write-ahead log of another file is still there: move {name}-wal aside as well, with the file it belongs to");
        return Err(std::io::Error::new(std::io::ErrorKind::AlreadyExists, because).into());
    }
    let part = to.with_file_name(format!("{name}.part"));
    match std::fs::remove_file(&part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(part),
    }
}

/// A copy is whole, and gets its name.
pub(crate) fn give_name(part: &Path, to: &Path) -> Result<(), StoreError> {
    std::fs::File::open(part)?.sync_all()?;
    Ok(std::fs::rename(part, to)?)
}

/// Looks a file of tables over from end to end. Answers how many tables it has.
pub(crate) fn check(file: &Connection) -> Result<u64, StoreError> {
    let sound: String = file.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(std::io::Error::other(format!("the file is not sound: {sound}")).into());
    }
    Ok(file.query_row("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0))? as u64)
}

fn copy(source: &Connection, part: &Path) -> Result<u64, StoreError> {
    // One moment of the file, whatever is written meanwhile.
    source.execute_batch("BEGIN; SELECT count(*) FROM tables;")?;
    let mut copy = Connection::open(part)?;
    Backup::new(source, &mut copy)?.run_to_completion(PAGES, PAUSE, None)?;
    source.execute_batch("COMMIT")?;
    copy.pragma_update(None, "journal_mode", "DELETE")?;
    check(&copy)
}

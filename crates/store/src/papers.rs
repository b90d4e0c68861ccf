//! People's records: documents with versions, and the tabs by which they are found. The statements are the same for both stores;
//! SQLite writes `?1` where PostgreSQL writes `$1`.

use house::records::Span;

/// A document.
pub const RECORD: &str = "SELECT id, version, body FROM records WHERE kind = ?1 AND id = ?2";
/// Those with a tab, the first places first.
const FORWARDS: &str = "SELECT r.id, r.version, r.body FROM record_tabs t JOIN records r ON r.kind = t.kind AND r.id = t.id \
     WHERE t.kind = ?1 AND t.name = ?2 AND t.value = ?3 AND t.place BETWEEN ?4 AND ?5 ORDER BY t.place, t.id LIMIT ?6";
/// The last places first.
const BACKWARDS: &str = "SELECT r.id, r.version, r.body FROM record_tabs t JOIN records r ON r.kind = t.kind AND r.id = t.id \
     WHERE t.kind = ?1 AND t.name = ?2 AND t.value = ?3 AND t.place BETWEEN ?4 AND ?5 ORDER BY t.place DESC, t.id DESC LIMIT ?6";
/// How many have a tab.
pub const TALLY: &str = "SELECT count(*) FROM record_tabs WHERE kind = ?1 AND name = ?2 AND value = ?3";
/// A new one.
pub const INSERT: &str = "INSERT INTO records (kind, id, version, body) VALUES (?1, ?2, 1, ?3) ON CONFLICT DO NOTHING";
/// One that was read in that version.
pub const UPDATE: &str = "UPDATE records SET version = version + 1, body = ?3 WHERE kind = ?1 AND id = ?2 AND version = ?4";
/// One that was read in that version is forgotten.
pub const DELETE: &str = "DELETE FROM records WHERE kind = ?1 AND id = ?2 AND version = ?3";
/// Its tabs are taken off.
pub const BARE: &str = "DELETE FROM record_tabs WHERE kind = ?1 AND id = ?2";
/// A tab is put on; `once` holds the name again where no other document may have it.
pub const TAB: &str = "INSERT INTO record_tabs (kind, name, value, place, id, once) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";

/// The statement that finds a span.
pub fn finding(span: Span) -> &'static str {
    if span.backwards { BACKWARDS } else { FORWARDS }
}

/// A statement as PostgreSQL writes it.
pub fn dollars(statement: &str) -> String {
    statement.replace('?', "$")
}

/// How many at most, as a number of the database.
pub fn limit(span: Span) -> i64 {
    i64::try_from(span.most).unwrap_or(i64::MAX)
}

//! One store like the other: whatever is asked of SQLite is asked of PostgreSQL too.

mod carry;
mod database;
mod same;
mod silence;

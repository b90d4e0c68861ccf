//! `longroll backup`: a copy of the file of tables, also while a server uses it.

use crate::serve::file_of_tables;
use crate::{Page, Stop};
use serde_json::json;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  longroll backup tables-2026-07-03.sqlite                       a copy of the usual file of tables
  longroll backup --db ./tables.sqlite /mnt/backup/today.sqlite  a copy of that one

A server may go on meanwhile. The copy is a file of tables like any other: longroll serve --db COPY opens it. It holds the keys of
all seats: keep it as safe as the file itself.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where the copy goes; there must be nothing yet
    to: PathBuf,
    /// The file that keeps the tables; without it the one in your data folder
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

/// Copies the file of tables.
pub fn run(args: Args) -> Result<Page, Stop> {
    let db = file_of_tables(args.db)?;
    let tables = server::backup::backup(&db, &args.to).map_err(|error| Stop::bad_input(error.to_string()).about(db.display()))?;
    let text = format!("{tables} tables copied to {}", args.to.display());
    Ok(Page::new(text, json!({ "from": db.display().to_string(), "to": args.to.display().to_string(), "tables": tables })))
}

//! `longroll backup` and `longroll restore`: everything that a house keeps, as one file; also while servers use it.

use crate::serve::{file_of_tables, is_database};
use crate::{Page, Stop};
use serde_json::json;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  longroll backup tables-2026-07-03.sqlite                       a copy of the usual file of tables
  longroll backup --db ./tables.sqlite /mnt/backup/today.sqlite  a copy of that one
  longroll backup --db postgres://longroll@db/longroll today.sqlite
                                                                 everything in a database, as the same kind of file

Servers may go on meanwhile. The copy is a file of tables like any other: longroll serve --db COPY opens it, and longroll restore puts
it back. It holds the keys of all seats: keep it as safe as the house itself.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where the copy goes; there must be nothing yet
    to: PathBuf,
    /// The file that keeps the tables, or the address of a database of PostgreSQL; without it the file in your data folder
    #[arg(long, value_name = "FILE|postgres://...")]
    db: Option<String>,
}

/// What a house is kept in.
enum Place {
    File(PathBuf),
    /// Its address may hold a password: it is never shown.
    Database(String),
}

impl Place {
    fn of(said: Option<String>) -> Result<Place, Stop> {
        Ok(match said {
            Some(address) if is_database(&address) => Place::Database(address),
            said => Place::File(file_of_tables(said.map(PathBuf::from))?),
        })
    }

    fn shown(&self) -> String {
        match self {
            Place::File(file) => file.display().to_string(),
            Place::Database(_) => "the database".into(),
        }
    }
}

fn page(tables: u64, from: &str, to: &str) -> Page {
    let text = format!("{tables} tables copied from {from} to {to}");
    Page::new(text, json!({ "from": from, "to": to, "tables": tables }))
}

/// Copies everything into a file.
pub fn run(args: Args) -> Result<Page, Stop> {
    let place = Place::of(args.db)?;
    let copied = match &place {
        Place::File(file) => server::backup::backup(file, &args.to),
        Place::Database(address) => server::store::carry::backup_database(address, &args.to),
    };
    let tables = copied.map_err(|error| Stop::bad_input(error.to_string()).about(place.shown()))?;
    Ok(page(tables, &place.shown(), &args.to.display().to_string()))
}

const RESTORE_EXAMPLES: &str = "\
Examples:
  longroll restore today.sqlite                                  into the usual place, where there is nothing yet
  longroll restore --db ./tables.sqlite today.sqlite             into that file, which is not there yet
  longroll restore --db postgres://longroll@db/longroll today.sqlite
                                                                 into an empty database: also the way from a file to PostgreSQL

Nothing is ever written over: a house that is in the way must be moved aside first, by hand. The copy is looked over from end to end
before anything is done with it.";

/// Arguments of `restore`.
#[derive(clap::Args)]
#[command(after_help = RESTORE_EXAMPLES)]
pub struct RestoreArgs {
    /// The copy
    from: PathBuf,
    /// The file that shall keep the tables, or the address of a database of PostgreSQL; without it the file in your data folder
    #[arg(long, value_name = "FILE|postgres://...")]
    db: Option<String>,
}

/// Puts everything back.
pub fn restore(args: RestoreArgs) -> Result<Page, Stop> {
    let place = Place::of(args.db)?;
    let from: &Path = &args.from;
    let restored = match &place {
        Place::File(file) => {
            if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder).map_err(|error| Stop::bad_input(error.to_string()).about(folder.display()))?;
            }
            server::backup::restore(from, file)
        }
        Place::Database(address) => server::store::carry::restore_database(from, address),
    };
    let tables = restored.map_err(|error| Stop::bad_input(error.to_string()).about(from.display()))?;
    Ok(page(tables, &from.display().to_string(), &place.shown()))
}

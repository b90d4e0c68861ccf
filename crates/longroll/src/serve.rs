//! `longroll serve`, and `longroll` alone: the table in the browser.

use crate::Stop;
use crate::shelf::SHELF;
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const EXAMPLES: &str = "\
Examples:
  longroll                                     the table for this computer, in the browser
  longroll serve --no-open                     the same without opening the browser
  longroll serve --addr 0.0.0.0:1863           a table server for others
  longroll serve --db ./tables.sqlite          with its tables kept in that file";

/// 1863: the year of three of the boards.
const PORT: u16 = 1863;

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)))]
    addr: SocketAddr,
    /// The file that keeps the tables; without it one in your data folder
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Take the client from this folder instead of the program: for those who work on it
    #[arg(long, value_name = "FOLDER", hide = true)]
    web: Option<PathBuf>,
}

impl Default for Args {
    fn default() -> Args {
        Args { addr: SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)), db: None, no_open: false, web: None }
    }
}

/// Serves until it is stopped.
pub fn run(args: Args, json: bool) -> Result<(), Stop> {
    let db = match args.db {
        Some(db) => db,
        None => data_folder().ok_or_else(|| Stop::bad_input("no data folder is known here: say --db FILE"))?.join("tables.sqlite"),
    };
    let (addr, open) = (args.addr, !args.no_open);
    let config = server::Config { addr, db: db.clone(), web: args.web, limits: server::Limits::default() };
    let ready = |addr: SocketAddr| {
        let address = format!("http://{addr}/");
        if json {
            anstream::println!("{}", json!({ "address": address, "db": db.display().to_string() }));
        } else {
            anstream::println!("The table is open at {address}\nIts games are kept in {}. Stop it with Ctrl-C.", db.display());
        }
        if open {
            open_browser(&address);
        }
    };
    server::serve(config, SHELF, ready).map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => Stop::bad_input(format!(
            "{addr} is in use: perhaps the table is open already at http://{addr}/; or say --addr with another port"
        )),
        _ => Stop::bad_input(format!("the table cannot be opened: {error}")),
    })
}

/// Where this person's programs keep their data.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("longroll"))
}

/// Opens the browser if there is one; the address is printed anyway.
fn open_browser(address: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let quiet = Stdio::null;
    let _ = Command::new(program).args(first).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}

//! `longroll serve`, and `longroll` alone: the table in the browser.

use crate::Stop;
use crate::settings::{Settings, Sources};
use crate::shelf::SHELF;
use serde_json::json;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const EXAMPLES: &str = "\
Examples:
  longroll                                     the table for this computer, in the browser
  longroll serve --no-open                     the same without opening the browser
  longroll serve --addr 0.0.0.0:1863           a table server for others
  longroll serve --name house.example --proxy 127.0.0.1
                                               the same behind a proxy that speaks TLS under that name
  longroll serve --db ./tables.sqlite          with its tables kept in that file
  longroll serve --db postgres://longroll@db/longroll
                                               the same in a database of PostgreSQL, which several servers may share
  longroll serve --accounts                    with accounts: challenges, clocks, ratings, tournaments
  longroll serve --closed                      the same for a club: whoever wants an account must be invited
  longroll serve --config house.toml           with its settings from a file; longroll settings lists them";

/// What must be known before strangers are let in.
const PUBLIC: &str = "\
This server is open to others than this computer.
  Whoever reaches it can make tables, and whoever holds a link sits in its seat. --accounts gives people names.
  It speaks no TLS: put a proxy in front of it, or keys can be read on the way. Say --name and --proxy then.
  Each address has limits, requests and connections end in time, and pages of other sites are refused; a flood from
  very many addresses is not kept out. Back up with `longroll backup`.";

/// Arguments.
#[derive(clap::Args, Default)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where to listen; without it 127.0.0.1:1863
    #[arg(long, value_name = "ADDRESS:PORT")]
    addr: Option<SocketAddr>,
    /// The file that keeps the tables, or the address of a database of PostgreSQL; without it a file in your data folder
    #[arg(long, value_name = "FILE|postgres://...")]
    db: Option<String>,
    /// People may have accounts: challenges, clocks, ratings, tournaments
    #[arg(long)]
    accounts: bool,
    /// The same, but only those may have one who are invited
    #[arg(long)]
    closed: bool,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// A name under which the house is known, besides its numbers; may be given several times
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// The address of a proxy of yours that says in X-Forwarded-For whom it speaks for; may be given several times
    #[arg(long = "proxy", value_name = "ADDRESS")]
    proxies: Vec<IpAddr>,
    #[command(flatten)]
    sources: Sources,
    /// A file with the milliseconds by which the clocks of people are ahead of this machine's: for tests
    #[arg(long, value_name = "FILE", hide = true)]
    ahead: Option<PathBuf>,
    /// Take the client from this folder instead of the program: for those who work on it
    #[arg(long, value_name = "FOLDER", hide = true)]
    web: Option<PathBuf>,
}

impl Args {
    fn settings(&self) -> Result<Settings, Stop> {
        let list = |said: &[String]| (!said.is_empty()).then(|| json!(said));
        let proxies: Vec<String> = self.proxies.iter().map(IpAddr::to_string).collect();
        let flags = [
            ("addr", self.addr.map(|addr| json!(addr))),
            ("db", self.db.as_ref().map(|db| json!(db))),
            ("names", list(&self.names)),
            ("proxies", list(&proxies)),
            ("accounts", self.accounts.then_some(json!(true))),
            ("closed", self.closed.then_some(json!(true))),
        ];
        let settings = self.sources.read(&flags)?.settings;
        check(&settings).map(|()| settings)
    }
}

/// Whether settings make sense together.
pub fn check(settings: &Settings) -> Result<(), Stop> {
    settings.telling.check().map_err(Stop::bad_input)?;
    crate::log::check(&settings.log, &settings.log_format)
}

/// Serves until it is stopped.
pub fn run(args: Args, json: bool) -> Result<(), Stop> {
    let settings = args.settings()?;
    crate::log::begin(&settings.log, &settings.log_format)?;
    let (db, kept) = match settings.db.as_str() {
        // What it is called may hold a password: that is nobody's business.
        address if is_database(address) => (server::Kept::Database(address.into()), "a database of PostgreSQL".to_string()),
        said => {
            let file = file_of_tables(Some(said).filter(|said| !said.is_empty()).map(PathBuf::from))?;
            (server::Kept::File(file.clone()), file.display().to_string())
        }
    };
    let people = server::people::Settings {
        accounts: settings.has_accounts(),
        closed: settings.closed,
        address: settings.link(settings.addr),
        telling: settings.telling.clone(),
    };
    let (addr, open) = (settings.addr, !args.no_open);
    let bus = settings.bus.access();
    let Settings { names, proxies, limits, .. } = settings;
    // Those who only visit make no titles here.
    let own = addr.ip().is_loopback() && names.is_empty() && proxies.is_empty() && !people.accounts;
    let workshop = crate::shelf::titles_folder().filter(|_| own);
    let watch = args.ahead.map_or_else(server::Clockwork::default, ahead_by);
    let config =
        server::Config { addr, db, web: args.web, names, proxies, bus, limits, people, watch, workshop, easel: crate::easel::program() };
    let ready = |addr: SocketAddr| {
        if !addr.ip().is_loopback() {
            anstream::eprintln!("{PUBLIC}");
        }
        let address = format!("http://{addr}/");
        if json {
            anstream::println!("{}", json!({ "address": address, "db": kept }));
        } else {
            anstream::println!("The table is open at {address}\nIts games are kept in {kept}. Stop it with Ctrl-C.");
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

/// A time that is ahead of this machine's by what stands in a file.
fn ahead_by(file: PathBuf) -> server::Clockwork {
    let now = server::people::watch();
    let ahead = move || std::fs::read_to_string(&file).ok().and_then(|text| text.trim().parse::<u64>().ok()).unwrap_or(0);
    server::Clockwork(std::sync::Arc::new(move || now() + ahead()))
}

/// Whether what was said is a database and not a file.
pub(crate) fn is_database(said: &str) -> bool {
    ["postgres://", "postgresql://", "host="].iter().any(|start| said.starts_with(start))
}

/// The file that keeps the tables: the one that was said, or the usual one.
pub fn file_of_tables(said: Option<PathBuf>) -> Result<PathBuf, Stop> {
    match said {
        Some(db) => Ok(db),
        None => Ok(data_folder().ok_or_else(|| Stop::bad_input("no data folder is known here: say --db FILE"))?.join("tables.sqlite")),
    }
}

/// Where this person's programs keep their data.
pub(crate) fn data_folder() -> Option<PathBuf> {
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

//! The table in the browser: tables with seats, over HTTP and WebSocket, kept in one SQLite file or in PostgreSQL ([`store`]).
//!
//! The tables themselves are in [`tables`], which knows nothing of a network, a disk or a clock; here is what lends them these. Every
//! decision and die is on disk before anybody hears of it. A game that nobody plays for a while is forgotten and read from disk when
//! somebody asks.
//!
//! | module | holds |
//! | --- | --- |
//! | [`house`] | all tables of a server; idle ones are put away, empty ones deleted |
//! | [`limits`] | what it will bear |
//! | [`address`], [`gate`] | who is calling, and how many of them are in |
//! | [`turns`] | who is served next |
//! | [`lanes`], [`thinking`] | the time that computer players and advice are lent |
//! | [`staff`] | whoever thinks for them on other machines |
//! | [`nodes`] | other nodes of the same house |
//! | [`door`] | connections: nobody stands in it for long, and it closes in time |
//! | [`guard`] | which pages may speak to us |
//! | [`http`], [`reception`] | addresses: the client, games, boards, rules; making tables, inviting, deleting |
//! | [`people`] | accounts, meeting, clocks, tournaments: what is asked of the house around the tables |
//! | [`post`] | the post office: mail, push and webhooks are sent from what waits |
//! | [`exhibits`] | what anybody may look at: the shelf, rules, lessons, boards |
//! | [`easel`] | what is drawn once, by a child process where there is one |
//! | [`site`] | the page without a server, as files |
//! | [`socket`] | the protocol of one seat over WebSocket |
//! | [`workbench`] | the workshop, where there is one: titles of one's own |
//! | [`client`] | the files of the browser client, inside the binary |

pub mod address;
pub mod client;
pub mod door;
pub mod easel;
pub mod exhibits;
pub mod gate;
pub mod guard;
pub mod house;
pub mod http;
pub mod lanes;
pub mod limits;
pub mod nodes;
pub mod people;
pub mod pictures;
pub mod post;
pub mod reception;
pub mod site;
pub mod socket;
pub mod staff;
pub mod thinking;
pub mod turns;
pub mod workbench;

pub use bus;
pub use house::House;
pub use limits::{Limits, Times};
pub use store::{self, Store, backup, pack, schema};
pub use tables;

use ::store::{Keeper, Postgres, StoreError};
use engine::table::{Kind, Refusal};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// The most threads that wait for a table or the disk: enough that writes are grouped, few enough to stay small.
const BLOCKING: usize = 96;
/// Files that are open besides connections.
const OTHER_FILES: u64 = 64;
/// The longest that a refusal may be: whatever it quotes, it sends back no more than this.
const LONGEST_REFUSAL: usize = 400;

/// What keeps the tables.
#[derive(Clone, Debug)]
pub enum Kept {
    /// A file of SQLite; made if it is not there.
    File(PathBuf),
    /// A database of PostgreSQL, by its address.
    Database(String),
}

impl Kept {
    /// Opens it. It must be waited for: not on a thread that passes messages on.
    pub fn open(&self) -> Result<Arc<dyn Keeper>, StoreError> {
        Ok(match self {
            Kept::File(path) => Arc::new(Store::open(path)?),
            Kept::Database(address) => Arc::new(Postgres::open(address)?),
        })
    }
}

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// What keeps the tables.
    pub db: Kept,
    /// The client's files from this folder instead of those in the binary: for those who work on the client.
    pub web: Option<PathBuf>,
    /// The names under which the house is known, besides its numbers.
    pub names: Vec<String>,
    /// Our own proxies, which say whom they speak for.
    pub proxies: Vec<IpAddr>,
    /// The broker over which the nodes and workers of the house speak, if there is one; its house has no name if that is the store's to say.
    pub bus: Option<bus::Access>,
    /// What the server will bear.
    pub limits: Limits,
    /// How it keeps people.
    pub people: people::Settings,
    /// What tells people the time.
    pub watch: Clockwork,
    /// Where whoever sits at this computer makes titles; a house for others has no workshop.
    pub workshop: Option<PathBuf>,
    /// The program that makes drawings when it is called again, and takes their memory with it; without one they are made here.
    pub easel: Option<PathBuf>,
}

/// What tells people the time: that of this machine, or another in tests.
#[derive(Clone)]
pub struct Clockwork(pub people::Watch);

impl Default for Clockwork {
    fn default() -> Clockwork {
        Clockwork(people::watch())
    }
}

impl std::fmt::Debug for Clockwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clockwork")
    }
}

/// Serves until the process is told to stop. Calls `ready` with the address once the door is open.
pub fn serve(config: Config, shelf: &'static [&'static dyn Kind], ready: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    serve_until(config, shelf, told_to_stop(), ready)
}

/// Serves until something comes to pass, whatever the process is told.
pub fn serve_until(
    config: Config,
    shelf: &'static [&'static dyn Kind],
    stop: impl Future<Output = ()>,
    ready: impl FnOnce(SocketAddr),
) -> std::io::Result<()> {
    let Config { addr, db, web, names, proxies, bus, mut limits, people, watch, workshop, easel } = config;
    // The system may allow fewer connections than we would bear.
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
    limits.connections = limits.connections.min(usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX));
    let shared = matches!(db, Kept::Database(_));
    let store = db.open().map_err(std::io::Error::other)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(BLOCKING).build()?;
    let closed = runtime.block_on(async {
        let listener = TcpListener::bind(addr).await?;
        let addr = listener.local_addr()?;
        let house = House::kept(shelf, store, limits).behind(&proxies);
        let bus = match bus {
            Some(access) => Some(nodes::open(&house, access).await?),
            None => None,
        };
        let node = tables::tokens::name();
        let house = match &bus {
            Some(bus) => house.on(bus, &node),
            None => house,
        };
        let house = Arc::new(house.shared(shared).timed(Arc::clone(&watch.0)).with_people(people, watch.0));
        if let Some(folder) = workshop.filter(|_| addr.ip().is_loopback()) {
            let _ = house.bench.set(workshop::bench::Bench::new(folder));
        }
        let app = http::router(Arc::clone(&house), web, guard::Names::new(names, addr.ip()), easel::Easel::new(easel));
        house::sweep(Arc::clone(&house));
        house::show_late(Arc::clone(&house));
        if shared {
            bus.iter().for_each(|bus| nodes::hear(Arc::clone(&house), bus, node.clone()));
            nodes::read_on(Arc::clone(&house), bus);
        }
        // What asks a database waits for it, and may do so only where others take over the rest of the work.
        tokio::task::block_in_place(|| post::open(&house));
        ready(addr);
        door::keep(listener, app, Arc::clone(&house), stop).await;
        // On this thread: those that the others lend may all be busy.
        tokio::task::block_in_place(|| house.close()).map_err(std::io::Error::other)
    });
    // Whatever still thinks is not waited for: all that was acknowledged is on disk.
    runtime.shutdown_background();
    closed
}

/// A refusal that sends no megabytes back to whoever sent them.
fn short(refusal: &Refusal) -> Refusal {
    let clip = |text: &str| match text.char_indices().nth(LONGEST_REFUSAL) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_string(),
    };
    Refusal { rule: refusal.rule.clone(), field: refusal.field.as_deref().map(clip), because: clip(&refusal.because) }
}

/// Cancelled when the process is told to stop. Call it within a runtime of tokio.
pub(crate) fn stop_when_told() -> CancellationToken {
    let stop = CancellationToken::new();
    let raise = stop.clone();
    tokio::spawn(async move {
        told_to_stop().await;
        raise.cancel();
    });
    stop
}

async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut term), Ok(mut int)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt())) else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

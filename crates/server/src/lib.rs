//! The table in the browser: tables with seats, over HTTP and WebSocket, kept in one SQLite file.
//!
//! The tables themselves are in [`tables`], which knows nothing of a network, a disk or a clock; here is what lends them these. Every
//! decision and die is on disk before anybody hears of it. A game that nobody plays for a while is forgotten and read from disk when
//! somebody asks.
//!
//! | module | holds |
//! | --- | --- |
//! | [`store`], [`pack`] | the SQLite file: tables and their journals, append-only; what is long is compressed |
//! | [`schema`] | its shape, and how files of earlier builds are brought to it |
//! | [`backup`] | a copy of the file while it is in use |
//! | [`house`] | all tables of a server; idle ones are put away, empty ones deleted |
//! | [`limits`] | what it will bear |
//! | [`address`], [`gate`] | who is calling, and how many of them are in |
//! | [`turns`] | who is served next |
//! | [`lanes`], [`thinking`] | the time that computer players and advice are lent |
//! | [`door`] | connections: nobody stands in it for long, and it closes in time |
//! | [`guard`] | which pages may speak to us |
//! | [`http`], [`reception`] | addresses: the client, games, boards, rules; making tables, inviting, deleting |
//! | [`exhibits`] | what anybody may look at: the shelf, rules, lessons, boards |
//! | [`site`] | the page without a server, as files |
//! | [`socket`] | the protocol of one seat over WebSocket |
//! | [`workbench`] | the workshop, where there is one: titles of one's own |
//! | [`client`] | the files of the browser client, inside the binary |

pub mod address;
pub mod backup;
pub mod client;
pub mod door;
pub mod exhibits;
pub mod gate;
pub mod guard;
pub mod house;
pub mod http;
pub mod lanes;
pub mod limits;
pub mod pack;
pub mod reception;
pub mod schema;
pub mod site;
pub mod socket;
pub mod store;
pub mod thinking;
pub mod turns;
pub mod workbench;

pub use house::House;
pub use limits::{Limits, Times};
pub use store::Store;
pub use tables;

use engine::table::{Kind, Refusal};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The most threads that wait for a table or the disk: enough that writes are grouped, few enough to stay small.
const BLOCKING: usize = 96;
/// Files that are open besides connections.
const OTHER_FILES: u64 = 64;
/// The longest that a refusal may be: whatever it quotes, it sends back no more than this.
const LONGEST_REFUSAL: usize = 400;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// The file that keeps the tables; made if it is not there.
    pub db: PathBuf,
    /// The client's files from this folder instead of those in the binary: for those who work on the client.
    pub web: Option<PathBuf>,
    /// The names under which the house is known, besides its numbers.
    pub names: Vec<String>,
    /// Our own proxies, which say whom they speak for.
    pub proxies: Vec<IpAddr>,
    /// What the server will bear.
    pub limits: Limits,
    /// Where whoever sits at this computer makes titles; a house for others has no workshop.
    pub workshop: Option<PathBuf>,
}

/// Serves until the process is told to stop. Calls `ready` with the address once the door is open.
pub fn serve(config: Config, shelf: &'static [&'static dyn Kind], ready: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let Config { addr, db, web, names, proxies, mut limits, workshop } = config;
    // The system may allow fewer connections than we would bear.
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
    limits.connections = limits.connections.min(usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(BLOCKING).build()?;
    let closed = runtime.block_on(async {
        let listener = TcpListener::bind(addr).await?;
        let addr = listener.local_addr()?;
        let store = Store::open(&db).map_err(std::io::Error::other)?;
        let house = Arc::new(House::new(shelf, store, limits).behind(&proxies));
        if let Some(folder) = workshop.filter(|_| addr.ip().is_loopback()) {
            let _ = house.bench.set(workshop::bench::Bench::new(folder));
        }
        let app = http::router(Arc::clone(&house), web, guard::Names::new(names, addr.ip()));
        house::sweep(Arc::clone(&house));
        ready(addr);
        door::keep(listener, app, Arc::clone(&house), told_to_stop()).await;
        // On this thread: those that the others lend may all be busy.
        house.close().map_err(std::io::Error::other)
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

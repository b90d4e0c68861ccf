//! The table in the browser: tables with seats, over HTTP and WebSocket, kept in one SQLite file.
//!
//! A [`Room`](rooms::Room) is one table: the game in progress, who sits where, who looks on. Whatever leaves it is cut for a
//! seat, and every decision and die is on disk before anybody hears of it. The rooms stand in a [`House`], which
//! [`serve`] opens to the network. A game that nobody plays for a while is forgotten and read from disk when somebody asks.
//!
//! | module | holds |
//! | --- | --- |
//! | [`store`] | the SQLite file: tables and their journals, append-only |
//! | [`house`] | all tables of a server: new ones, saves, branches; idle ones are put away |
//! | [`rooms`] | a table in play: seats and operations |
//! | [`record`] | the entries of a table's journal, written and followed again |
//! | [`news`] | what everybody at a table is told, cut for each seat |
//! | [`thinking`] | computer players and advice, away from the table |
//! | [`tokens`] | what nobody can guess: names of tables, keys of seats, dice |
//! | [`http`] | addresses: the client, games, boards, rules, new tables |
//! | [`socket`] | the protocol of one seat over WebSocket |
//! | [`client`] | the files of the browser client, inside the binary |

pub mod client;
pub mod house;
pub mod http;
pub mod news;
pub mod record;
pub mod rooms;
pub mod socket;
pub mod store;
pub mod thinking;
pub mod tokens;

pub use house::House;
pub use store::Store;

use axum::serve::ListenerExt;
use engine::table::Kind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// What a server will bear.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Tables kept in all.
    pub tables: u64,
    /// New tables per minute.
    pub new_tables: u32,
    /// Open sockets.
    pub sockets: usize,
    /// Messages of one socket per second, in the long run; for a moment it may be five times as many.
    pub messages: u32,
    /// The longest message of a socket, in bytes.
    pub message: usize,
    /// The longest body of a request, in bytes: a save must fit.
    pub body: usize,
    /// How long a game that nobody plays stays in memory.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 10_000,
            new_tables: 60,
            sockets: 4_096,
            messages: 50,
            message: 64 << 10,
            body: 8 << 20,
            idle: Duration::from_secs(300),
        }
    }
}

/// The most threads that wait for a table or the disk: enough that writes are grouped, few enough to stay small.
const BLOCKING: usize = 96;

/// How to serve.
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// The file that keeps the tables; made if it is not there.
    pub db: PathBuf,
    /// The client's files from this folder instead of those in the binary: for those who work on the client.
    pub web: Option<PathBuf>,
    /// What the server will bear.
    pub limits: Limits,
}

/// Serves until the process is told to stop. Calls `ready` with the address once the door is open.
pub fn serve(config: Config, shelf: &'static [&'static dyn Kind], ready: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(BLOCKING).build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(config.addr).await?;
        let addr = listener.local_addr()?;
        let store = Store::open(&config.db).map_err(std::io::Error::other)?;
        let house = Arc::new(House::new(shelf, store, config.limits));
        let app = http::router(Arc::clone(&house), config.web, addr.ip().is_loopback());
        house::sweep(Arc::clone(&house));
        ready(addr);
        // A message goes out at once: news and answer are two small ones in a row.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        axum::serve(listener, app).with_graceful_shutdown(told_to_stop()).await
    })?;
    // Whatever still thinks is not waited for: all that was acknowledged is on disk.
    runtime.shutdown_background();
    Ok(())
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

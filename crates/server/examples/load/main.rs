//! How fast and how small the table server is: `cargo run --release -p longroll-server --example load`.
//!
//! It starts a server as a process of its own, with a file on disk or a database, talks to it over WebSockets as browsers do, and prints, by part:
//!
//! | part | what |
//! | --- | --- |
//! | `trips` | the round trip of a decision at one table (sent, checked, on disk, answered): median and 99th percentile, for each game |
//! | `memory` | the server with many tables: just made, after they have been idle, and with somebody sitting at each |
//! | `busy` | decisions a second over many tables at once, as fast as it goes; then the 99th percentile at half that rate |
//! | `kept` | a store with very many tables: how long it takes to open, to make one more, and the same as `busy` |
//! | `days` | a simulated day of people who play by the clock: each comes once, finds his table put away, plays and leaves |
//!
//! For everything it tells the time of a processor that the server needs for one decision: on a busy machine that is the figure to trust. Its own
//! share is told too, for it runs on the same cores; that of a PostgreSQL is not.
//!
//! `-- busy kept --tables 1000 --busy 200,2000 --kept 100000 --people 10000 --day 60 --decisions 400 --seconds 8` are the defaults, with all
//! parts; `--db postgres://...` measures on an empty database instead of a file, `--both` on a file and then on a PostgreSQL that it starts itself: with
//! that it prints all figures of the README and of docs/scale.md. `--quick` asks for a tenth of everything, to see
//! that it works.

#[allow(dead_code)]
#[path = "../../../store/tests/it/database.rs"]
mod database;
mod line;
mod node;
mod people;

use database::Database;
use line::{Game, Seat, Table, create};
use node::{Server, processor};
use players::SHELF;
use std::cell::{Cell, RefCell};
use std::error::Error;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::spawn_local;

/// How long a server keeps a game in memory that nobody plays, where that is what is measured; elsewhere as long as in any house.
const IDLE: Duration = Duration::from_secs(2);
/// How many sit down at once.
const AT_ONCE: usize = 16;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What was said on the command line.
pub struct Wanted(Vec<String>);

impl Wanted {
    fn has(&self, word: &str) -> bool {
        self.0.iter().any(|a| a == word)
    }

    fn said(&self, name: &str) -> Option<&String> {
        self.0.iter().position(|a| a == name).and_then(|i| self.0.get(i + 1))
    }

    /// A number, or a tenth of the usual one if it is to be quick.
    fn number(&self, name: &str, without: u64) -> Outcome<u64> {
        let without = if self.has("--quick") { without.div_ceil(10) } else { without };
        Ok(self.said(name).map_or(Ok(without), |n| n.parse())?)
    }

    /// How long is measured; less tells nothing.
    fn seconds(&self) -> Outcome<Duration> {
        Ok(Duration::from_secs(self.number("--seconds", 8)?.max(2)))
    }

    /// Whether a part is to be measured: all are if none is named.
    fn part(&self, name: &str) -> bool {
        const PARTS: [&str; 5] = ["trips", "memory", "busy", "kept", "days"];
        self.has(name) || !PARTS.iter().any(|part| self.has(part))
    }

    fn busy(&self) -> Outcome<Vec<usize>> {
        let usual = if self.has("--quick") { "20,200" } else { "200,2000" };
        let list = self.said("--busy").map_or(usual, String::as_str);
        list.split(',').map(|n| Ok(n.parse()?)).collect()
    }
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, db, idle, speed] = arguments.as_slice()
        && word == "serve"
    {
        return node::serve(db, Duration::from_secs(idle.parse()?), speed.parse()?);
    }
    rlimit::increase_nofile_limit(u64::MAX)?;
    let folder = std::env::temp_dir().join(format!("longroll-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = tokio::task::LocalSet::new().block_on(&runtime, measure_all(&Wanted(arguments), &folder));
    std::fs::remove_dir_all(&folder)?;
    done
}

async fn measure_all(wanted: &Wanted, folder: &Path) -> Outcome<()> {
    if let Some(db) = wanted.said("--db") {
        return measure(wanted, db, &|_| Ok(None)).await;
    }
    let file = folder.join("tables.sqlite").display().to_string();
    println!("SQLite");
    let fill = |tables| {
        let connection = rusqlite::Connection::open(&file)?;
        let fill = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1), \
             c(card, r) AS (SELECT card, row_number() OVER () - 1 FROM (SELECT card FROM tables LIMIT 5)) \
             INSERT INTO tables (id, created, card, begun, used) \
             SELECT printf('kept%08d', i), unixepoch(), json_set(card, '$.id', printf('kept%08d', i)), 1, unixepoch() FROM n JOIN c ON r = i % 5";
        Ok(Some(connection.execute(fill, [tables])? as u64))
    };
    measure(wanted, &file, &fill).await?;
    if !wanted.has("--both") {
        return Ok(());
    }
    let Some(database) = Database::durable() else {
        println!("PostgreSQL: there is none here (Debian: apt install postgresql)");
        return Ok(());
    };
    let address = database.fresh();
    println!("PostgreSQL, on the same machine, every commit on disk");
    let fill = |tables| {
        let name = "'kept' || lpad(i::text, 8, '0')";
        let now = "extract(epoch FROM now())::bigint";
        let fill = format!(
            "INSERT INTO tables (id, created, card, begun, used) SELECT {name}, {now}, jsonb_set(card, '{{id}}', to_jsonb({name})), 1, {now} \
             FROM generate_series(0, {tables} - 1) i JOIN (SELECT card, row_number() OVER () - 1 AS r FROM (SELECT card FROM tables LIMIT 5) x) c \
             ON c.r = i % 5"
        );
        if database.perform(&address, &fill) { Ok(Some(tables)) } else { Err("the tables could not be made".into()) }
    };
    measure(wanted, &address, &fill).await
}

/// Measures the wanted parts on a store; `fill` puts so many tables more into it, and says how many it has put there, if it can.
async fn measure(wanted: &Wanted, db: &str, fill: &dyn Fn(u64) -> Outcome<Option<u64>>) -> Outcome<()> {
    let usual = server::Limits::default().idle;
    if wanted.part("trips") {
        trips(&Server::start(db, usual, 1)?, wanted.number("--decisions", 400)?).await?;
    }
    if wanted.part("busy") {
        for tables in wanted.busy()? {
            busy(&Rc::new(Server::start(db, usual, 1)?), tables, wanted.seconds()?).await?;
        }
    }
    if wanted.part("memory") {
        memory(&Server::start(db, IDLE, 1)?, wanted.number("--tables", 1_000)?).await?;
    }
    if wanted.part("days") {
        people::days(wanted, db).await?;
    }
    if wanted.part("kept")
        && let Some(made) = fill(wanted.number("--kept", 100_000)?)?
    {
        kept(db, made, wanted).await?;
    }
    Ok(())
}

/// Does something that waits for a store, on a thread of its own.
fn apart<T: Send>(work: impl FnOnce() -> Outcome<T> + Send) -> Outcome<T> {
    std::thread::scope(|scope| scope.spawn(work).join()).map_err(|_| "this met a fault")?
}

/// The one at that part of a hundred.
fn at(times: &[Duration], part: usize) -> f64 {
    times.get((times.len() * part / 100).min(times.len().saturating_sub(1))).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}

fn game(i: u64) -> &'static str {
    &SHELF[i as usize % SHELF.len()].catalogue().game
}

async fn trips(server: &Server, decisions: u64) -> Outcome<()> {
    for kind in SHELF {
        let game = &kind.catalogue().game;
        let (mut times, mut seed) = (Vec::new(), 1);
        let mut table = Game::open(server.addr, game, seed).await?;
        let spent = server.processor()?;
        while (times.len() as u64) < decisions {
            match table.decide().await? {
                Some(time) => times.push(time),
                None => {
                    seed += 1;
                    table = Game::open(server.addr, game, seed).await?;
                }
            }
        }
        let cost = (server.processor()? - spent) * 1e3 / times.len() as f64;
        times.sort_unstable();
        println!(
            "{game:<24} round trip of {} decisions: median {:.1} ms, 99th percentile {:.1} ms, each {cost:.2} ms of a processor's time",
            times.len(),
            at(&times, 50),
            at(&times, 99)
        );
    }
    Ok(())
}

/// Waits until games that nobody plays are put away.
async fn rest() {
    tokio::time::sleep(IDLE * 3).await;
}

async fn memory(server: &Server, tables: u64) -> Outcome<()> {
    rest().await;
    let nothing = server.memory()?;
    println!("server with nothing in memory: {nothing:.0} MB");
    let mut made: Vec<Table> = Vec::new();
    for i in 0..tables {
        made.push(create(server.addr, game(i)).await?);
    }
    let each = |now: f64| (now - nothing) * 1024.0 / tables as f64;
    let now = server.memory()?;
    println!("{tables} tables just made: {now:.0} MB, {:.0} KB each", each(now));
    rest().await;
    let idle = server.memory()?;
    println!("{tables} tables, idle: {idle:.0} MB, {:.1} KB each", each(idle));
    let mut seated = Vec::new();
    for table in &made {
        seated.push(Seat::join(server.addr, &table.name, &table.keys[0]).await?);
    }
    println!("{tables} tables, somebody sits at each: {:.0} MB", server.memory()?);
    rest().await;
    let sat = server.memory()?;
    println!(
        "{tables} tables, somebody sits at each and nobody plays: {sat:.0} MB, {:.0} KB for each socket",
        (sat - idle) * 1024.0 / tables as f64
    );
    Ok(())
}

/// What those who play at many tables share.
#[derive(Default)]
struct Play {
    /// Decisions.
    done: Cell<u64>,
    times: RefCell<Vec<Duration>>,
    /// How long each table waits between decisions, about; not at all at first.
    pause: Cell<Duration>,
    over: Cell<bool>,
}

/// Plays at a table, as fast as it goes or at a pace.
async fn play(server: Rc<Server>, mut table: Game, number: u64, play: Rc<Play>) -> Outcome<()> {
    let (mut due, mut seed) = (Instant::now(), number);
    while !play.over.get() {
        let pause = play.pause.get();
        if !pause.is_zero() {
            // Tables do not all decide at the same moment.
            due = due.max(Instant::now().checked_sub(pause).unwrap_or(due)) + pause.mul_f64(0.5 + (table.chance % 1_000) as f64 / 1e3);
            tokio::time::sleep_until(due.into()).await;
        }
        match table.decide().await? {
            Some(time) => {
                play.done.set(play.done.get() + 1);
                play.times.borrow_mut().push(time);
            }
            None => {
                seed += 1;
                table = Game::open(server.addr, game(number), seed).await?;
            }
        }
    }
    Ok(())
}

/// Decisions over many tables: as fast as it goes, and then at half that rate.
async fn busy(server: &Rc<Server>, tables: usize, time: Duration) -> Outcome<()> {
    let shared = Rc::new(Play::default());
    let mut players = Vec::new();
    // They sit down a few at a time; nobody begins before all have.
    for some in (0..tables as u64).collect::<Vec<_>>().chunks(AT_ONCE) {
        let sitting: Vec<_> = some.iter().map(|n| (*n, spawn_local(Game::open(server.addr, game(*n), *n)))).collect();
        for (number, table) in sitting {
            players.push((number, table.await??));
        }
    }
    let players: Vec<_> =
        players.into_iter().map(|(number, table)| spawn_local(play(Rc::clone(server), table, number, Rc::clone(&shared)))).collect();
    let top = measured(server, &shared, tables, "as fast as it goes", time).await?;
    shared.pause.set(Duration::from_secs_f64(tables as f64 / (top / 2.0).max(1.0)));
    measured(server, &shared, tables, "at half that rate", time).await?;
    shared.over.set(true);
    for player in players {
        // Whoever still waits for his next decision need not make it; but his hold on the server ends before the next one opens its store.
        if player.is_finished() {
            player.await??;
        } else {
            player.abort();
            let _ = player.await;
        }
    }
    Ok(())
}

/// Measures for so long, after a quarter of it in which nothing counts. Answers the decisions a second.
async fn measured(server: &Server, play: &Play, tables: usize, told: &str, time: Duration) -> Outcome<f64> {
    tokio::time::sleep(time / 4).await;
    play.times.borrow_mut().clear();
    let (from, spent, own, since) = (play.done.get(), server.processor()?, processor("self")?, Instant::now());
    tokio::time::sleep(time).await;
    let count = (play.done.get() - from) as f64;
    let rate = count / since.elapsed().as_secs_f64();
    let (cost, load) = ((server.processor()? - spent) * 1e3 / count, (processor("self")? - own) * 1e3 / count);
    let mut times = play.times.take();
    times.sort_unstable();
    println!(
        "{tables} tables at once, {told}: {rate:.0} decisions a second, each {cost:.2} ms of a processor's time ({load:.2} ms more for this tool), median \
         {:.1} ms, 99th percentile {:.1} ms",
        at(&times, 50),
        at(&times, 99)
    );
    Ok(rate)
}

/// A store with very many tables, each with the card of another game.
async fn kept(db: &str, made: u64, wanted: &Wanted) -> Outcome<()> {
    let took = apart(|| {
        let since = Instant::now();
        let store = node::kept(db).open()?;
        let took = since.elapsed();
        store.close()?;
        Ok(took)
    })?;
    println!("{made} tables more are kept: open after {:.0} ms", took.as_secs_f64() * 1e3);
    let server = Rc::new(Server::start(db, server::Limits::default().idle, 1)?);
    let mut times = Vec::new();
    for i in 0..200 {
        let since = Instant::now();
        create(server.addr, game(i)).await?;
        times.push(since.elapsed());
    }
    times.sort_unstable();
    let (middle, most) = (at(&times, 50), at(&times, 99));
    println!("one more table: median {middle:.1} ms, 99th percentile {most:.1} ms; memory {:.0} MB", server.memory()?);
    busy(&server, 200, wanted.seconds()?).await
}

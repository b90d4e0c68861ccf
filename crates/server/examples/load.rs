//! How fast and how small the table server is: `cargo run --release -p longroll-server --example load`.
//!
//! It starts a server as a process of its own, with a file on disk or a database, talks to it over WebSockets as browsers do, and prints, by part:
//!
//! | part | what |
//! | --- | --- |
//! | `trips` | the round trip of a decision at one table (sent, checked, on disk, answered): median and 99th percentile, for each game |
//! | `memory` | the server with many tables: just made, after they have been idle, and with somebody sitting at each |
//! | `busy` | decisions a second over many tables at once, each with the question what is legal; then the 99th percentile at half that rate |
//! | `kept` | a store with very many tables: how long it takes to open, to make one more, and the same as `busy` |
//! | `days` | people who play over days: each visit finds its table put away, decides once and leaves |
//!
//! For everything it tells the time of a processor that the server needs for one decision: on a busy machine that is the figure to trust. Its own
//! share is told too, for it runs on the same cores.
//!
//! `-- busy kept --tables 1000 --busy 200,2000 --kept 100000 --people 10000 --visits 4000 --decisions 400 --seconds 10` are the defaults, with all
//! parts; `--db postgres://...` measures on an empty database instead of a file, `--both` on a file and then on a PostgreSQL that it starts itself: with
//! that it prints all figures of the README and of docs/scale.md.

#[allow(dead_code)]
#[path = "../../store/tests/it/database.rs"]
mod database;

use database::Database;
use players::SHELF;
use serde::Deserialize;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long a server keeps a game in memory that nobody plays, where that is what is measured; elsewhere as long as in any house.
const IDLE: Duration = Duration::from_secs(4);
/// A player's thread needs little.
const STACK: usize = 1 << 20;
/// How long everybody plays before anything is measured.
const WARM: Duration = Duration::from_secs(3);

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What was said on the command line.
struct Wanted(Vec<String>);

impl Wanted {
    fn said(&self, name: &str) -> Option<&String> {
        self.0.iter().position(|a| a == name).and_then(|i| self.0.get(i + 1))
    }

    fn number(&self, name: &str, without: u64) -> Outcome<u64> {
        Ok(self.said(name).map_or(Ok(without), |n| n.parse())?)
    }

    /// Whether a part is to be measured: all are if none is named.
    fn part(&self, name: &str) -> bool {
        const PARTS: [&str; 5] = ["trips", "memory", "busy", "kept", "days"];
        let named = |part: &str| self.0.iter().any(|a| a == part);
        named(name) || !PARTS.iter().any(|part| named(part))
    }

    fn busy(&self) -> Outcome<Vec<u64>> {
        let list = self.said("--busy").map_or("200,2000", String::as_str);
        list.split(',').map(|n| Ok(n.parse()?)).collect()
    }
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, db, idle] = arguments.as_slice()
        && word == "serve"
    {
        return serve(db, Duration::from_secs(idle.parse()?));
    }
    rlimit::increase_nofile_limit(u64::MAX)?;
    let folder = std::env::temp_dir().join(format!("longroll-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let wanted = Wanted(arguments);
    let done = measure_all(&wanted, &folder);
    std::fs::remove_dir_all(&folder)?;
    done
}

fn measure_all(wanted: &Wanted, folder: &Path) -> Outcome<()> {
    if let Some(db) = wanted.said("--db") {
        return measure(wanted, db, &|_| Ok(None));
    }
    let file = folder.join("tables.sqlite").display().to_string();
    println!("SQLite");
    measure(wanted, &file, &|tables| {
        let connection = rusqlite::Connection::open(&file)?;
        let fill = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1), \
             c(card, r) AS (SELECT card, row_number() OVER () - 1 FROM (SELECT card FROM tables LIMIT 5)) \
             INSERT INTO tables (id, created, card, begun, used) \
             SELECT printf('kept%08d', i), unixepoch(), json_set(card, '$.id', printf('kept%08d', i)), 1, unixepoch() FROM n JOIN c ON r = i % 5";
        Ok(Some(connection.execute(fill, [tables])? as u64))
    })?;
    if !wanted.0.iter().any(|word| word == "--both") {
        return Ok(());
    }
    let Some(database) = Database::durable() else {
        println!("PostgreSQL: there is none here (Debian: apt install postgresql)");
        return Ok(());
    };
    let address = database.fresh();
    println!("PostgreSQL, on the same machine, every commit on disk");
    measure(wanted, &address, &|tables| {
        let name = "'kept' || lpad(i::text, 8, '0')";
        let now = "extract(epoch FROM now())::bigint";
        let fill = format!(
            "INSERT INTO tables (id, created, card, begun, used) SELECT {name}, {now}, jsonb_set(card::jsonb, '{{id}}', to_jsonb({name}))::text, 1, {now} \
             FROM generate_series(0, {tables} - 1) i JOIN (SELECT card, row_number() OVER () - 1 AS r FROM (SELECT card FROM tables LIMIT 5) x) c \
             ON c.r = i % 5"
        );
        if database.perform(&address, &fill) { Ok(Some(tables)) } else { Err("the tables could not be made".into()) }
    })
}

/// Measures the wanted parts on a store; `fill` puts so many tables more into it, and says how many it has put there, if it can.
fn measure(wanted: &Wanted, db: &str, fill: &dyn Fn(u64) -> Outcome<Option<u64>>) -> Outcome<()> {
    let seconds = wanted.number("--seconds", 10)?;
    let server = Server::start(db, server::Limits::default().idle)?;
    server.wait_until_warm()?;
    if wanted.part("trips") {
        trips(&server, wanted.number("--decisions", 400)?)?;
    }
    if wanted.part("busy") {
        for tables in wanted.busy()? {
            busy(&server, tables, seconds)?;
        }
    }
    drop(server);
    let server = Server::start(db, IDLE)?;
    server.wait_until_warm()?;
    if wanted.part("memory") {
        memory(&server, wanted.number("--tables", 1_000)?)?;
    }
    if wanted.part("days") {
        days(&server, wanted.number("--people", 10_000)?, wanted.number("--visits", 4_000)?)?;
    }
    drop(server);
    if wanted.part("kept")
        && let Some(made) = fill(wanted.number("--kept", 100_000)?)?
    {
        kept(db, made, seconds)?;
    }
    Ok(())
}

/// The one at that part of a hundred.
fn at(times: &[Duration], part: usize) -> f64 {
    times.get((times.len() * part / 100).min(times.len().saturating_sub(1))).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}

fn trips(server: &Server, decisions: u64) -> Outcome<()> {
    for kind in SHELF {
        let game = &kind.catalogue().game;
        let mut times = round_trips(server.addr, game, decisions)?;
        times.sort_unstable();
        println!(
            "{game:<24} round trip of {} decisions: median {:.1} ms, 99th percentile {:.1} ms",
            times.len(),
            at(&times, 50),
            at(&times, 99)
        );
    }
    Ok(())
}

fn game(i: u64) -> &'static str {
    &SHELF[i as usize % SHELF.len()].catalogue().game
}

fn memory(server: &Server, tables: u64) -> Outcome<()> {
    let nothing = server.memory_when_idle()?;
    println!("server with nothing in memory: {nothing:.0} MB");
    let made: Vec<Value> = (0..tables).map(|i| create(server.addr, game(i))).collect::<Outcome<_>>()?;
    let each = |now: f64| (now - nothing) * 1024.0 / tables as f64;
    let now = server.memory()?;
    println!("{tables} tables just made: {now:.0} MB, {:.0} KB each", each(now));
    let idle = server.memory_when_idle()?;
    println!("{tables} tables, idle: {idle:.0} MB, {:.1} KB each", each(idle));
    let seated = made.iter().map(|table| Seat::join(server.addr, table, "union")).collect::<Outcome<Vec<_>>>()?;
    println!("{tables} tables, somebody sits at each: {:.0} MB", server.memory()?);
    let sat = server.memory_when_idle()?;
    println!(
        "{tables} tables, somebody sits at each and nobody plays: {sat:.0} MB, {:.0} KB for each socket",
        (sat - idle) * 1024.0 / tables as f64
    );
    drop(seated);
    Ok(())
}

/// Decisions over many tables: as fast as it goes, and then at half that rate.
fn busy(server: &Server, tables: u64, seconds: u64) -> Outcome<()> {
    let (done, stop, times) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(Vec::new()));
    // How many decisions a second each table may take, in thousandths; none at first.
    let pace = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let (done, stop, times, pace) = (&done, &stop, &times, &pace);
        let play = |i| move || play(server.addr, i, done, stop, pace, times);
        let players: Vec<_> =
            (0..tables).map(|i| Ok(std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, play(i))?)).collect::<Outcome<_>>()?;
        let measured = |told: &str| -> Outcome<f64> {
            std::thread::sleep(WARM);
            times.lock().map_err(|_| "a player fell")?.clear();
            let (from, spent, own, since) = (done.load(Ordering::Relaxed), server.processor()?, processor("self")?, Instant::now());
            std::thread::sleep(Duration::from_secs(seconds));
            let count = (done.load(Ordering::Relaxed) - from) as f64;
            let rate = count / since.elapsed().as_secs_f64();
            let (cost, load) = ((server.processor()? - spent) * 1e3 / count, (processor("self")? - own) * 1e3 / count);
            let mut times = std::mem::take(&mut *times.lock().map_err(|_| "a player fell")?);
            times.sort_unstable();
            println!(
                "{tables} tables at once, {told}: {rate:.0} decisions a second, each {cost:.2} ms of a processor's time ({load:.2} ms more for this \
                 tool), median {:.1} ms, 99th percentile {:.1} ms",
                at(&times, 50),
                at(&times, 99)
            );
            Ok(rate)
        };
        // All have sat down before anything is measured.
        while done.load(Ordering::Relaxed) < tables * 2 {
            std::thread::sleep(Duration::from_millis(100));
            if players.iter().any(std::thread::ScopedJoinHandle::is_finished) {
                break;
            }
        }
        let top = measured("as fast as it goes")?;
        pace.store(((top / 2.0 / tables as f64) * 1e3).max(1.0) as u64, Ordering::Relaxed);
        measured("at half that rate")?;
        stop.store(true, Ordering::Relaxed);
        players.into_iter().try_for_each(|p| p.join().unwrap_or_else(|_| Err("a player fell".into())))
    })
}

/// A store with very many tables, each with the card of another game.
fn kept(db: &str, made: u64, seconds: u64) -> Outcome<()> {
    let since = Instant::now();
    let server = Server::start(db, server::Limits::default().idle)?;
    println!("{made} tables more are kept: open after {:.0} ms", since.elapsed().as_secs_f64() * 1e3);
    server.wait_until_warm()?;
    let mut times = Vec::new();
    for i in 0..200 {
        let since = Instant::now();
        create(server.addr, game(i))?;
        times.push(since.elapsed());
    }
    times.sort_unstable();
    println!(
        "one more table: median {:.1} ms, 99th percentile {:.1} ms; memory {:.0} MB",
        at(&times, 50),
        at(&times, 99),
        server.memory()?
    );
    busy(&server, 200, seconds)
}

/// People who play over days: every visit comes to a table that nobody has used for long, decides once and leaves. A day of so many people who
/// decide twenty times is what the rate is held against.
fn days(server: &Server, people: u64, visits: u64) -> Outcome<()> {
    const A_DAY: f64 = 20.0;
    let games = people / 2;
    let tables: Vec<Value> = (0..games.min(visits)).map(|i| create(server.addr, game(i))).collect::<Outcome<_>>()?;
    std::thread::sleep(IDLE * 3);
    let (spent, since, mut times) = (server.processor()?, Instant::now(), Vec::new());
    let mut chance = 1;
    for n in 0..visits {
        let table = &tables[n as usize * 7_919 % tables.len()];
        let begun = Instant::now();
        let mut seat = Seat::join(server.addr, table, "union")?;
        if !seat.is_asked() {
            seat = Seat::join(server.addr, table, "confederate")?;
        }
        if seat.is_asked() {
            seat.decide(&mut chance)?;
        }
        times.push(begun.elapsed());
    }
    let (rate, cost) = (visits as f64 / since.elapsed().as_secs_f64(), (server.processor()? - spent) * 1e3 / visits as f64);
    times.sort_unstable();
    println!(
        "{visits} visits to {} tables that were put away, one after the other: {rate:.0} a second, each {cost:.2} ms of a processor's time, median \
         {:.1} ms, 99th percentile {:.1} ms; {people} people who decide {A_DAY} times a day need {:.1} % of one processor",
        tables.len(),
        at(&times, 50),
        at(&times, 99),
        people as f64 * A_DAY * cost / 86_400.0 / 10.0
    );
    println!("memory afterwards: {:.0} MB, {:.0} MB when all is put away", server.memory()?, server.memory_when_idle()?);
    Ok(())
}

/// The process that is measured.
fn serve(db: &str, idle: Duration) -> Outcome<()> {
    let limits = server::Limits {
        tables: 1 << 30,
        disk: 1 << 40,
        new_tables: 1 << 20,
        new_tables_each: 1 << 20,
        tables_a_day: 1 << 20,
        connections: 1 << 16,
        connections_each: 1 << 16,
        sockets: 1 << 16,
        sockets_each: 1 << 16,
        requests: 1 << 20,
        visits: 1 << 20,
        at_once: 1 << 10,
        messages: 1 << 20,
        idle,
        ..server::Limits::default()
    };
    let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let kept = if db.starts_with("postgres") || db.starts_with("host=") {
        server::Kept::Database(db.into())
    } else {
        server::Kept::File(PathBuf::from(db))
    };
    let config = server::Config {
        addr,
        db: kept,
        web: None,
        names: Vec::new(),
        proxies: Vec::new(),
        bus: None,
        limits,
        people: Default::default(),
        watch: Default::default(),
        workshop: None,
        easel: None,
    };
    server::serve(config, SHELF, |addr| println!("open {addr}"))?;
    Ok(())
}

/// The time that a process has had on a processor, in seconds.
fn processor(process: &str) -> Outcome<f64> {
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let fields: Vec<&str> = stat.rsplit_once(')').ok_or("no times")?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).ok_or("no times");
    Ok((ticks(11)? + ticks(12)?) / TICKS)
}

struct Server {
    child: Child,
    addr: SocketAddr,
}

impl Server {
    fn start(db: &str, idle: Duration) -> Outcome<Server> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.arg("serve").arg(db).arg(idle.as_secs().to_string()).stdout(Stdio::piped()).spawn()?;
        let lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        let addr = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("open ").and_then(|a| a.parse().ok()));
        Ok(Server { child, addr: addr.ok_or("the server does not open")? })
    }

    /// Resident memory in MB.
    fn memory(&self) -> Outcome<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).ok_or("memory is read from /proc, on Linux")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
    }

    /// The time it has had on a processor, in seconds.
    fn processor(&self) -> Outcome<f64> {
        processor(&self.child.id().to_string())
    }

    /// It draws the boards before anybody asks; that is not what is measured.
    fn wait_until_warm(&self) -> Outcome<()> {
        loop {
            let before = self.processor()?;
            std::thread::sleep(Duration::from_secs(2));
            if self.processor()? - before < 0.05 {
                return Ok(());
            }
        }
    }

    fn memory_when_idle(&self) -> Outcome<f64> {
        std::thread::sleep(IDLE * 3);
        self.memory()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn create(addr: SocketAddr, game: &str) -> Outcome<Value> {
    let body = json!({ "game": game, "seats": { "union": "me", "confederate": "me" } }).to_string();
    let mut stream = TcpStream::connect(addr)?;
    let head = format!("POST /api/tables HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nContent-Type: application/json");
    stream.write_all(format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(serde_json::from_str(answer.split_once("\r\n\r\n").ok_or("no answer")?.1)?)
}

/// What of a message this tool looks at; the rest is passed over, for it costs time on the cores of the server.
#[derive(Deserialize)]
struct Told {
    id: Option<u64>,
    ok: Option<bool>,
    news: Option<News>,
    actions: Option<Vec<Value>>,
    error: Option<Value>,
}

#[derive(Deserialize, Default)]
struct News {
    length: u64,
    subjects: Option<Vec<Able>>,
}

#[derive(Deserialize)]
struct Able {
    subject: Value,
}

/// A seat at a table.
struct Seat {
    socket: WebSocket<TcpStream>,
    news: News,
    next: u64,
}

impl Seat {
    fn join(addr: SocketAddr, table: &Value, seat: &str) -> Outcome<Seat> {
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        let (socket, _) = tungstenite::client(format!("ws://{addr}/ws"), stream).map_err(|e| e.to_string())?;
        let mut joined = Seat { socket, news: News::default(), next: 0 };
        joined.ask(json!({ "op": "join", "table": table["table"], "key": table["keys"][seat], "patches": true }))?;
        Ok(joined)
    }

    fn hear(&mut self) -> Outcome<Told> {
        loop {
            if let Message::Text(text) = self.socket.read()? {
                let mut told: Told = serde_json::from_str(text.as_str())?;
                if let Some(news) = told.news.take() {
                    self.news = news;
                }
                return Ok(told);
            }
        }
    }

    fn ask(&mut self, mut request: Value) -> Outcome<Told> {
        self.next += 1;
        request["id"] = json!(self.next);
        self.socket.send(Message::text(request.to_string()))?;
        loop {
            let answer = self.hear()?;
            if answer.id == Some(self.next) {
                return Ok(answer);
            }
        }
    }

    /// Waits for the news of that length.
    fn catch_up(&mut self, length: u64) -> Outcome<()> {
        while self.news.length < length {
            self.hear()?;
        }
        Ok(())
    }

    fn is_asked(&self) -> bool {
        self.news.subjects.is_some()
    }

    /// Does something, by chance; answers how long the decision took to be acknowledged.
    fn decide(&mut self, chance: &mut u64) -> Outcome<Duration> {
        let mut below = |n: usize| {
            *chance = engine::mix::mix(chance.wrapping_add(engine::mix::GAMMA));
            (*chance % n.max(1) as u64) as usize
        };
        let subjects = self.news.subjects.as_ref().ok_or("nobody is asked")?;
        let subject = subjects.get(below(subjects.len())).ok_or("nothing can act")?.subject.clone();
        let legal = self.ask(json!({ "op": "legal", "subject": subject }))?;
        let mut actions = legal.actions.ok_or_else(|| format!("{:?}", legal.error))?;
        let action = actions.swap_remove(below(actions.len()));
        let start = Instant::now();
        let answer = self.ask(json!({ "op": "apply", "action": action }))?;
        let took = start.elapsed();
        if answer.ok != Some(true) {
            return Err(format!("{:?}", answer.error).into());
        }
        Ok(took)
    }
}

/// A table with both its seats.
struct Game {
    seats: [Seat; 2],
    chance: u64,
}

impl Game {
    fn open(addr: SocketAddr, game: &str, seed: u64) -> Outcome<Game> {
        let table = create(addr, game)?;
        Ok(Game { seats: [Seat::join(addr, &table, "union")?, Seat::join(addr, &table, "confederate")?], chance: seed })
    }

    /// One decision of whoever is asked; nothing when the game is over.
    fn decide(&mut self) -> Outcome<Option<Duration>> {
        let length = self.seats.iter().map(|s| s.news.length).max().unwrap_or(0);
        self.seats.iter_mut().try_for_each(|s| s.catch_up(length))?;
        match self.seats.iter_mut().find(|s| s.is_asked()) {
            Some(seat) => seat.decide(&mut self.chance).map(Some),
            None => Ok(None),
        }
    }
}

fn round_trips(addr: SocketAddr, game: &str, decisions: u64) -> Outcome<Vec<Duration>> {
    let mut times = Vec::new();
    let mut table = Game::open(addr, game, 1)?;
    while (times.len() as u64) < decisions {
        match table.decide()? {
            Some(time) => times.push(time),
            None => table = Game::open(addr, game, times.len() as u64)?,
        }
    }
    Ok(times)
}

/// Plays at a table, as fast as it goes or at a pace.
fn play(addr: SocketAddr, number: u64, done: &AtomicU64, stop: &AtomicBool, pace: &AtomicU64, times: &Mutex<Vec<Duration>>) -> Outcome<()> {
    let mut table = Game::open(addr, game(number), number)?;
    let mut due = Instant::now();
    while !stop.load(Ordering::Relaxed) {
        let thousandths = pace.load(Ordering::Relaxed);
        if thousandths > 0 {
            // Tables do not all decide at the same moment.
            let between = Duration::from_secs_f64(1e3 / thousandths as f64);
            due = due.max(Instant::now().checked_sub(between).unwrap_or(due)) + between.mul_f64(0.5 + (table.chance % 1_000) as f64 / 1e3);
            while Instant::now() < due && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(due.saturating_duration_since(Instant::now()).min(Duration::from_millis(200)));
            }
        }
        match table.decide()? {
            Some(time) => {
                done.fetch_add(1, Ordering::Relaxed);
                times.lock().map_err(|_| "a player fell")?.push(time);
            }
            None => table = Game::open(addr, game(number), number + 1)?,
        }
    }
    Ok(())
}

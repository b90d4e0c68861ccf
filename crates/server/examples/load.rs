//! How fast and how small the table server is: `cargo run --release -p longroll-server --example load`.
//!
//! It starts a server as a process of its own, with a file on disk, talks to it over WebSockets as browsers do, and prints
//!
//! - the round trip of a decision at one table (sent, checked, on disk, answered): median and 99th percentile, for each game;
//! - the memory of the server with many tables: just made, after they have been idle, and with somebody sitting at each;
//! - the decisions per second over many tables at once, each with the question what is legal, and the time of a processor that
//!   the server needs for one: on a busy machine that is the figure to trust.
//!
//! `-- --tables 1000 --busy 200 --decisions 400 --seconds 10` are the defaults.

use players::SHELF;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long the server of this tool keeps a game in memory that nobody plays.
const IDLE: Duration = Duration::from_secs(4);

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, db] = arguments.as_slice()
        && word == "serve"
    {
        return serve(PathBuf::from(db));
    }
    let number = |name: &str, without: u64| {
        let given = arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1));
        given.map_or(Ok(without), |n| n.parse())
    };
    let folder = std::env::temp_dir().join(format!("longroll-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let server = Server::start(&folder)?;
    let done = measure(&server, number("--decisions", 400)?, number("--tables", 1_000)?, number("--busy", 200)?, number("--seconds", 10)?);
    drop(server);
    std::fs::remove_dir_all(&folder)?;
    done
}

fn measure(server: &Server, decisions: u64, tables: u64, busy: u64, seconds: u64) -> Outcome<()> {
    server.wait_until_warm()?;
    for kind in SHELF {
        let game = &kind.catalogue().game;
        let mut times = round_trips(server.addr, game, decisions)?;
        times.sort_unstable();
        let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
        println!("{game:<24} round trip of {} decisions: median {:.1} ms, 99th percentile {:.1} ms", times.len(), at(50), at(99));
    }
    println!("server with nothing in memory: {:.0} MB", server.memory_when_idle()?);
    let game = |i: u64| &SHELF[i as usize % SHELF.len()].catalogue().game;
    let made: Vec<Value> = (0..tables).map(|i| create(server.addr, game(i))).collect::<Outcome<_>>()?;
    println!("{tables} tables just made: {:.0} MB", server.memory()?);
    println!("{tables} tables, idle: {:.0} MB", server.memory_when_idle()?);
    let seated = made.iter().map(|table| Seat::join(server.addr, table, "union")).collect::<Outcome<Vec<_>>>()?;
    println!("{tables} tables, somebody sits at each: {:.0} MB", server.memory()?);
    println!("{tables} tables, somebody sits at each and nobody plays: {:.0} MB", server.memory_when_idle()?);
    drop(seated);
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (done, stop) = (&done, &stop);
        let players: Vec<_> = (0..busy).map(|i| scope.spawn(move || play(server.addr, i, done, stop))).collect();
        std::thread::sleep(Duration::from_secs(3));
        let (from, spent, since) = (done.load(Ordering::Relaxed), server.processor()?, Instant::now());
        std::thread::sleep(Duration::from_secs(seconds));
        let count = (done.load(Ordering::Relaxed) - from) as f64;
        let (rate, cost) = (count / since.elapsed().as_secs_f64(), (server.processor()? - spent) * 1e3 / count);
        println!("{busy} tables at once: {rate:.0} decisions per second, each {cost:.2} ms of a processor's time");
        stop.store(true, Ordering::Relaxed);
        players.into_iter().try_for_each(|p| p.join().unwrap_or_else(|_| Err("a player fell".into())))
    })
}

/// The process that is measured.
fn serve(db: PathBuf) -> Outcome<()> {
    let limits = server::Limits {
        tables: 1 << 20,
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
        idle: IDLE,
        ..server::Limits::default()
    };
    let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let config = server::Config {
        addr,
        db: server::Kept::File(db),
        web: None,
        names: Vec::new(),
        proxies: Vec::new(),
        limits,
        people: Default::default(),
        watch: Default::default(),
        workshop: None,
    };
    server::serve(config, SHELF, |addr| println!("open {addr}"))?;
    Ok(())
}

struct Server {
    child: Child,
    addr: SocketAddr,
}

impl Server {
    fn start(folder: &Path) -> Outcome<Server> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.arg("serve").arg(folder.join("tables.sqlite")).stdout(Stdio::piped()).spawn()?;
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
        const TICKS: f64 = 100.0;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields: Vec<&str> = stat.rsplit_once(')').ok_or("no times")?.1.split_whitespace().collect();
        let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).ok_or("no times");
        Ok((ticks(11)? + ticks(12)?) / TICKS)
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

/// A seat at a table.
struct Seat {
    socket: WebSocket<TcpStream>,
    news: Value,
    next: u64,
}

impl Seat {
    fn join(addr: SocketAddr, table: &Value, seat: &str) -> Outcome<Seat> {
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        let (socket, _) = tungstenite::client(format!("ws://{addr}/ws"), stream).map_err(|e| e.to_string())?;
        let mut joined = Seat { socket, news: Value::Null, next: 0 };
        let hello = joined.ask(json!({ "op": "join", "table": table["table"], "key": table["keys"][seat], "patches": true }))?;
        joined.news = hello["news"].clone();
        Ok(joined)
    }

    fn hear(&mut self) -> Outcome<Value> {
        loop {
            if let Message::Text(text) = self.socket.read()? {
                let value: Value = serde_json::from_str(text.as_str())?;
                if value.get("id").is_none() && value["news"].is_object() {
                    self.news = value["news"].clone();
                }
                return Ok(value);
            }
        }
    }

    fn ask(&mut self, mut request: Value) -> Outcome<Value> {
        self.next += 1;
        request["id"] = json!(self.next);
        self.socket.send(Message::text(request.to_string()))?;
        loop {
            let answer = self.hear()?;
            if answer["id"] == self.next {
                return Ok(answer);
            }
        }
    }

    /// Waits for the news of that length.
    fn catch_up(&mut self, length: u64) -> Outcome<()> {
        while self.news["length"].as_u64() < Some(length) {
            self.hear()?;
        }
        Ok(())
    }

    fn is_asked(&self) -> bool {
        self.news["subjects"].is_array()
    }

    /// Does something, by chance; answers how long the decision took to be acknowledged.
    fn decide(&mut self, chance: &mut u64) -> Outcome<Duration> {
        let mut below = |n: usize| {
            *chance = engine::mix::mix(chance.wrapping_add(engine::mix::GAMMA));
            (*chance % n.max(1) as u64) as usize
        };
        let subjects = self.news["subjects"].as_array().ok_or("nobody is asked")?;
        let subject = subjects[below(subjects.len())]["subject"].clone();
        let legal = self.ask(json!({ "op": "legal", "subject": subject }))?;
        let actions = legal["actions"].as_array().ok_or_else(|| legal.to_string())?;
        let action = actions[below(actions.len())].clone();
        let start = Instant::now();
        let answer = self.ask(json!({ "op": "apply", "action": action }))?;
        let took = start.elapsed();
        if answer["ok"] != true {
            return Err(answer.to_string().into());
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
        let length = self.seats.iter().filter_map(|s| s.news["length"].as_u64()).max().unwrap_or(0);
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

fn play(addr: SocketAddr, number: u64, done: &AtomicU64, stop: &AtomicBool) -> Outcome<()> {
    let kind = SHELF[number as usize % SHELF.len()];
    let mut table = Game::open(addr, &kind.catalogue().game, number)?;
    while !stop.load(Ordering::Relaxed) {
        match table.decide()? {
            Some(_) => drop(done.fetch_add(1, Ordering::Relaxed)),
            None => table = Game::open(addr, &kind.catalogue().game, number + 1)?,
        }
    }
    Ok(())
}

//! Nodes and workers that are killed, a broker and a database that stop and start, lines that stop forwarding: no decision that was acknowledged
//! is lost, none is there twice, and everybody is in step at the end. On PostgreSQL and NATS with two nodes and two workers, and on SQLite with
//! one node; skipped, and said so, where there is no PostgreSQL or no nats-server. `LONGROLL_KILLS=50` kills fifty times.

#![cfg(unix)]

#[path = "../../../bus/tests/bus/broker.rs"]
mod broker;
#[path = "../../../store/tests/it/database.rs"]
mod database;

use broker::{Broker, broker};
use database::{Database, database};
use players::SHELF;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

const NODE: &str = "LONGROLL_TEST_NODE";
const WORKER: &str = "LONGROLL_TEST_WORKER";
/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("longroll-{name}-{:016x}", tables::tokens::word()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn db(&self) -> PathBuf {
        self.0.join("tables.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Sends one request; answers the body.
fn http(addr: SocketAddr, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(addr).unwrap();
    let more = "Connection: close\r\nContent-Type: application/json";
    write!(stream, "{head} HTTP/1.1\r\nHost: {addr}\r\n{more}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").map(|(_, body)| body.to_string()).unwrap_or_default()
}

/// How long a player waits for an answer before he tries another node.
const PATIENCE: Duration = Duration::from_secs(6);
/// How long it may take until everybody is in step again.
const SOON: Duration = Duration::from_secs(90);

/// Not a test of its own: a node that the tests below start as another process, and kill.
#[test]
fn a_node_that_is_killed() {
    let Ok(told) = std::env::var(NODE) else { return };
    let told: Value = serde_json::from_str(&told).unwrap();
    let word = |name: &str| told[name].as_str().unwrap_or("").to_string();
    let db = match word("database").as_str() {
        "" => server::Kept::File(word("file").into()),
        address => server::Kept::Database(address.into()),
    };
    let bus = Some(word("broker")).filter(|servers| !servers.is_empty());
    let bus = bus.map(|servers| bus::Access { servers, house: "storm".into(), ..bus::Access::default() });
    let config = server::Config {
        addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        db,
        web: None,
        names: Vec::new(),
        proxies: Vec::new(),
        bus,
        // Nobody here floods anybody, but all come from one address, and often.
        limits: server::Limits { messages: 100_000, requests: 1_000_000, visits: 1_000_000, ..server::Limits::default() },
        people: Default::default(),
        watch: Default::default(),
        workshop: None,
        easel: None,
    };
    server::serve(config, SHELF, |addr| println!("\nopen {addr}")).unwrap();
}

/// A house with accounts asks its database before it opens, and when it closes.
#[test]
fn a_house_of_people_opens_on_a_database_and_closes() {
    let Some(database) = database() else { return };
    let config = server::Config {
        addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        db: server::Kept::Database(database.fresh().as_str().into()),
        web: None,
        names: Vec::new(),
        proxies: Vec::new(),
        bus: None,
        limits: server::Limits::default(),
        people: server::people::Settings { accounts: true, ..Default::default() },
        watch: Default::default(),
        workshop: None,
        easel: None,
    };
    let mut opened = false;
    server::serve_until(config, SHELF, std::future::ready(()), |_| opened = true).unwrap();
    assert!(opened);
}

/// Not a test of its own: a worker, likewise.
#[test]
fn a_worker_that_is_killed() {
    let Ok(servers) = std::env::var(WORKER) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let access = bus::Access { servers, house: "storm".into(), ..bus::Access::default() };
        let bus = bus::Nats::open(&access).await.unwrap();
        println!("\nopen 127.0.0.1:1");
        server::staff::work(bus, SHELF, &tables::tokens::name(), 1, Default::default()).await;
    });
}

/// A process of ours that ends with the test.
struct Process {
    test: &'static str,
    told: (&'static str, String),
    child: Child,
    addr: SocketAddr,
}

impl Process {
    fn start(test: &'static str, told: (&'static str, String)) -> Process {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture", "--test-threads", "1"])
            .env(told.0, &told.1)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let addr = lines.find_map(|line| line.strip_prefix("open ").map(|a| a.parse().unwrap())).expect("it opens");
        std::thread::spawn(move || lines.for_each(drop));
        Process { test, told, child, addr }
    }

    fn node(told: Value) -> Process {
        Process::start("a_node_that_is_killed", (NODE, told.to_string()))
    }

    fn worker(broker: &str) -> Process {
        Process::start("a_worker_that_is_killed", (WORKER, broker.to_string()))
    }

    /// Kill -9, and another in its place.
    fn kill_and_start_again(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        *self = Process::start(self.test, self.told.clone());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line that can stop forwarding: what goes in stays in it until it is mended, and nobody is told.
#[derive(Clone, Default)]
struct Wire(Arc<AtomicBool>);

/// An end of a line, as brokers and databases have them.
trait Line: Read + Write + Send + 'static {
    fn twin(&self) -> Self;
    fn hang_up(&self);
}

impl Line for TcpStream {
    fn twin(&self) -> TcpStream {
        self.try_clone().unwrap()
    }

    fn hang_up(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

impl Line for UnixStream {
    fn twin(&self) -> UnixStream {
        self.try_clone().unwrap()
    }

    fn hang_up(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

impl Wire {
    fn cut(&self, cut: bool) {
        self.0.store(cut, Ordering::Relaxed);
    }

    /// Carries everything from each end to the other.
    fn join<L: Line>(&self, near: L, far: L) {
        self.pump(near.twin(), far.twin());
        self.pump(far, near);
    }

    /// When one end is gone the other is hung up on, as a real proxy does it: else it would wait for ever for an answer that cannot come.
    fn pump<L: Line>(&self, mut from: L, mut to: L) {
        let wire = self.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 16_384];
            while let Ok(n @ 1..) = from.read(&mut buffer) {
                while wire.0.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(10));
                }
                if to.write_all(&buffer[..n]).is_err() {
                    break;
                }
            }
            from.hang_up();
            to.hang_up();
        });
    }

    /// A line to a broker: its other end.
    fn to_broker(&self, target: SocketAddr) -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let (addr, wire) = (listener.local_addr().unwrap(), self.clone());
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(target) else { continue };
                wire.join(near, far);
            }
        });
        addr
    }

    /// A line to a database, by its address: the address of the other end.
    fn to_database(&self, address: &str, folder: &Folder) -> String {
        let target = address.split_whitespace().find_map(|part| part.strip_prefix("host=")).unwrap().to_string();
        let near = folder.0.join("line");
        std::fs::create_dir_all(&near).unwrap();
        let listener = UnixListener::bind(near.join(".s.PGSQL.5432")).unwrap();
        let (wire, far) = (self.clone(), PathBuf::from(&target).join(".s.PGSQL.5432"));
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = UnixStream::connect(&far) else { continue };
                wire.join(near, far);
            }
        });
        address.replace(&target, &near.display().to_string())
    }
}

/// Where the nodes are just now.
type Nodes = Arc<Mutex<Vec<SocketAddr>>>;

/// What a player has sent, by the length of the journal as he knew it; and what of it was acknowledged.
#[derive(Default, Debug)]
struct Ledger {
    sent: HashMap<u64, Vec<Value>>,
    acknowledged: HashMap<u64, Value>,
}

type Outcome<T> = Result<T, String>;

/// Somebody in a seat who comes back by another node whenever his own is gone.
struct Player {
    nodes: Nodes,
    table: Value,
    seat: &'static str,
    chance: u64,
    socket: Option<WebSocket<TcpStream>>,
    next: u64,
    news: Value,
    ledger: Ledger,
    came: u64,
}

impl Player {
    fn new(nodes: &Nodes, table: &Value, seat: &'static str, chance: u64) -> Player {
        let (nodes, table) = (Arc::clone(nodes), table.clone());
        Player { nodes, table, seat, chance, socket: None, next: 0, news: Value::Null, ledger: Ledger::default(), came: 0 }
    }

    fn below(&mut self, n: usize) -> usize {
        self.chance = engine::mix::mix(self.chance.wrapping_add(engine::mix::GAMMA));
        (self.chance % n.max(1) as u64) as usize
    }

    fn come(&mut self) -> Outcome<()> {
        let addrs = self.nodes.lock().unwrap().clone();
        let addr = addrs[self.below(addrs.len())];
        let stream = TcpStream::connect_timeout(&addr, PATIENCE).map_err(|e| e.to_string())?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(|e| e.to_string())?;
        let (socket, _) = tungstenite::client(format!("ws://{addr}/ws"), stream).map_err(|e| e.to_string())?;
        self.socket = Some(socket);
        self.came += 1;
        let hello = self.ask(json!({ "op": "join", "table": self.table["table"], "key": self.table["keys"][self.seat] }))?;
        if hello["ok"] != true {
            return Err(hello.to_string());
        }
        self.news = hello["news"].clone();
        Ok(())
    }

    fn hear(&mut self) -> Outcome<Value> {
        let socket = self.socket.as_mut().ok_or("no line")?;
        loop {
            if let Message::Text(text) = socket.read().map_err(|e| e.to_string())? {
                let value: Value = serde_json::from_str(text.as_str()).map_err(|e| e.to_string())?;
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
        let socket = self.socket.as_mut().ok_or("no line")?;
        socket.send(Message::text(request.to_string())).map_err(|e| e.to_string())?;
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let answer = self.hear()?;
            if answer["id"] == self.next {
                return Ok(answer);
            }
        }
        Err("no answer".into())
    }

    fn length(&self) -> u64 {
        self.news["length"].as_u64().unwrap_or(0)
    }

    /// One decision if this seat is asked, or the next piece of news if not.
    fn go_on(&mut self) -> Outcome<()> {
        if self.socket.is_none() {
            self.come()?;
        }
        let Some(subjects) = self.news["subjects"].as_array().filter(|s| !s.is_empty()).cloned() else {
            return self.hear().map(drop);
        };
        let at = self.length();
        let subject = subjects[self.below(subjects.len())]["subject"].clone();
        let legal = self.ask(json!({ "op": "legal", "subject": subject }))?;
        let actions = legal["actions"].as_array().cloned().unwrap_or_default();
        // The position has changed meanwhile.
        if actions.is_empty() || self.length() != at {
            return Ok(());
        }
        let action = actions[self.below(actions.len())].clone();
        self.ledger.sent.entry(at).or_default().push(action.clone());
        let answer = self.ask(json!({ "op": "apply", "action": action, "at": at }))?;
        if answer["ok"] == true {
            assert!(self.ledger.acknowledged.insert(at, action).is_none(), "two decisions were acknowledged for one number");
        }
        // What happened is told after the answer, or was told before it.
        let until = Instant::now() + PATIENCE;
        while answer["ok"] == true && self.length() <= at {
            if Instant::now() > until {
                return Err("no news".into());
            }
            self.hear()?;
        }
        Ok(())
    }

    fn play(&mut self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            if self.go_on().is_err() {
                self.socket = None;
                std::thread::sleep(Duration::from_millis(30));
            }
        }
    }

    /// In step with the journal as it is kept: at the line that it has, or a new one.
    fn comes_into_step(&mut self, length: u64) {
        let until = Instant::now() + SOON;
        while self.length() < length {
            assert!(Instant::now() < until, "{} is not in step: {} of {length}", self.seat, self.length());
            let heard = if self.socket.is_none() { self.come() } else { self.hear().map(drop) };
            if heard.is_err() {
                self.socket = None;
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }
}

/// Compares what was acknowledged with what is kept.
fn compare(player: &Player, journal: &[Value]) {
    let Ledger { sent, acknowledged } = &player.ledger;
    for (at, action) in acknowledged {
        let kept = &journal[usize::try_from(*at).unwrap()];
        assert_eq!(kept["by"], player.seat, "entry {at}");
        assert_eq!(kept["action"], *action, "what was acknowledged as entry {at} is lost");
    }
    for (number, entry) in journal.iter().enumerate().filter(|(_, entry)| entry["by"] == player.seat) {
        let sent = sent.get(&(number as u64));
        assert!(sent.is_some_and(|sent| sent.contains(&entry["action"])), "entry {number} was never sent, or is there twice: {entry}");
    }
}

fn hot_seat(addr: SocketAddr, game: &str) -> Value {
    made(addr, &json!({ "game": game, "seats": { "union": "me", "confederate": "me" } }))
}

fn made(addr: SocketAddr, request: &Value) -> Value {
    serde_json::from_str(&http(addr, "POST /api/tables", &request.to_string())).unwrap()
}

fn kills(usual: usize) -> usize {
    std::env::var("LONGROLL_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Plays while `meanwhile` does its worst, then compares: the journals, the players and the positions that the nodes show.
fn weather(nodes: &Nodes, tables: &[(Value, Vec<&'static str>)], keeper: &dyn Fn(&str) -> Vec<Value>, meanwhile: impl FnOnce()) {
    let stop = AtomicBool::new(false);
    let mut seed = 0;
    let mut players: Vec<Player> = Vec::new();
    for (table, seats) in tables {
        for seat in seats {
            seed += 1;
            players.push(Player::new(nodes, table, seat, seed));
        }
    }
    std::thread::scope(|scope| {
        let all: Vec<_> = players.iter_mut().map(|player| scope.spawn(|| player.play(&stop))).collect();
        meanwhile();
        // And a while in fair weather.
        std::thread::sleep(Duration::from_secs(2));
        stop.store(true, Ordering::Relaxed);
        all.into_iter().for_each(|player| player.join().unwrap());
    });
    let mut decisions = 0;
    for player in &mut players {
        // The computer opposite may still go on: as long as it was when somebody looked.
        let journal = keeper(player.table["table"].as_str().unwrap());
        player.comes_into_step(journal.len() as u64);
        compare(player, &journal);
        decisions += player.ledger.acknowledged.len();
    }
    let came: u64 = players.iter().map(|player| player.came).sum();
    eprintln!("{decisions} decisions acknowledged by {} players, who came {came} times", players.len());
    assert!(decisions > 20, "there was something to lose: {decisions}");
    for (table, seats) in tables.iter().filter(|(_, seats)| seats.len() == 2) {
        let addrs = nodes.lock().unwrap().clone();
        let look = |addr: SocketAddr| -> Outcome<Value> {
            let mut player = Player::new(&Arc::new(Mutex::new(vec![addr])), table, seats[0], 1);
            player.come()?;
            Ok(player.ask(json!({ "op": "hash" }))?["hash"].clone())
        };
        // A node that has heard nothing looks for itself after a few seconds.
        let until = Instant::now() + SOON;
        loop {
            let looks: Vec<Outcome<Value>> = addrs.iter().map(|addr| look(*addr)).collect();
            if looks.windows(2).all(|pair| pair[0] == pair[1]) && looks[0].as_ref().is_ok_and(|hash| !hash.is_null()) {
                break;
            }
            assert!(Instant::now() < until, "the nodes show the same: {looks:?}");
            a_while(200);
        }
    }
}

/// Two nodes, two workers, a database and a broker.
struct Town {
    database: Database,
    broker: Broker,
    line: [Wire; 2],
    nodes: Nodes,
    houses: Vec<Process>,
    workers: Vec<Process>,
    address: String,
    _folder: Folder,
}

impl Town {
    fn found(name: &str) -> Option<Town> {
        let (database, broker) = (database()?, broker(&[])?);
        let (address, folder, line) = (database.fresh(), Folder::new(name), [Wire::default(), Wire::default()]);
        // The second node is reached by lines that can be cut.
        let far = format!("nats://{}", line[0].to_broker(broker.addr));
        let far_database = line[1].to_database(&address, &folder);
        let houses = vec![
            Process::node(json!({ "database": address, "broker": broker.url() })),
            Process::node(json!({ "database": far_database, "broker": far })),
        ];
        let workers = vec![Process::worker(&broker.url()), Process::worker(&far)];
        let nodes = Arc::new(Mutex::new(houses.iter().map(|house| house.addr).collect()));
        Some(Town { database, broker, line, nodes, houses, workers, address, _folder: folder })
    }

    fn tables(&self) -> Vec<(Value, Vec<&'static str>)> {
        let addr = self.houses[0].addr;
        let against = json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "computer:captain" } });
        vec![(hot_seat(addr, "blue-gray"), vec!["union", "confederate"]), (made(addr, &against), vec!["union"])]
    }

    /// Kills somebody, and starts another in his place.
    fn kill(&mut self, who: usize) {
        match who % 4 {
            worker @ 0..2 => self.workers[worker].kill_and_start_again(),
            node => {
                self.houses[node - 2].kill_and_start_again();
                self.nodes.lock().unwrap()[node - 2] = self.houses[node - 2].addr;
            }
        }
    }

    fn answers(&self) -> u64 {
        let figure = |addr: SocketAddr| {
            let body = http(addr, "GET /metrics", "");
            let line = body.lines().find_map(|line| line.strip_prefix("longroll_staff_answers ").map(str::to_string));
            line.and_then(|n| n.parse::<u64>().ok()).unwrap_or(0)
        };
        self.houses.iter().map(|house| figure(house.addr)).sum()
    }
}

fn a_while(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}

#[test]
fn two_nodes_two_workers_and_everything_that_can_go_wrong() {
    let Some(mut town) = Town::found("storm") else { return };
    let (nodes, tables) = (Arc::clone(&town.nodes), town.tables());
    let store = store::Postgres::open(&town.address).unwrap();
    let keeper = |table: &str| loop {
        match tables::Store::journal(&store, table) {
            Ok(journal) => return journal,
            Err(_) => a_while(100),
        }
    };
    weather(&nodes, &tables, &keeper, || {
        // Somebody's opponent is thought for by the workers.
        let until = Instant::now() + SOON;
        while town.answers() == 0 {
            assert!(Instant::now() < until, "the staff answers");
            a_while(100);
        }
        let mut chance = 1863_u64;
        for n in 0..kills(4) {
            chance = engine::mix::mix(chance.wrapping_add(1));
            // Everybody has his turn; who is first is left to chance.
            town.kill(n + (chance % 2) as usize * 2);
            a_while(chance % 400);
        }
        town.broker.end();
        a_while(1_500);
        town.broker.begin();
        town.line.iter().for_each(|line| line.cut(true));
        a_while(2_500);
        town.line.iter().for_each(|line| line.cut(false));
        town.database.restart();
        a_while(1_000);
    });
}

#[test]
fn one_node_on_one_file_that_is_killed_again_and_again() {
    let folder = Folder::new("storm-file");
    let mut house = Process::node(json!({ "file": folder.db().display().to_string() }));
    let nodes: Nodes = Arc::new(Mutex::new(vec![house.addr]));
    let tables = vec![(hot_seat(house.addr, "blue-gray"), vec!["union", "confederate"])];
    // The file belongs to the node: it is read when that is gone.
    let copy = |table: &str| {
        let file = folder.db();
        let connection = rusqlite::Connection::open_with_flags(file, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let mut rows = connection.prepare("SELECT entry FROM journal WHERE table_id = ?1 ORDER BY number").unwrap();
        let texts = rows.query_map([table], |row| row.get::<_, String>(0)).unwrap();
        texts.map(|text| serde_json::from_str(&text.unwrap()).unwrap()).collect()
    };
    weather(&nodes, &tables, &copy, || {
        for n in 0..kills(3) {
            a_while(600 + 150 * (n as u64 % 4));
            house.kill_and_start_again();
            *nodes.lock().unwrap() = vec![house.addr];
        }
    });
}

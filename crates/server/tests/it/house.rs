//! A server of our own and clients that talk to it.

use axum::extract::ws::Utf8Bytes;
use engine::table::{Kind, Refusal};
pub use players::SHELF;
use serde_json::{Value, json};
use server::address::Address;
use socket2::{Domain, Socket, Type};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;
use tables::news::Line;
use tokio::sync::mpsc::Sender;
use tungstenite::{Message, WebSocket};

/// A folder that goes away with its test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("longroll-{name}-{}-{:016x}", std::process::id(), tables::tokens::word()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn db(&self) -> PathBuf {
        self.0.join("tables.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn config(db: PathBuf, limits: server::Limits) -> server::Config {
    let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    server::Config {
        addr,
        db: server::Kept::File(db),
        web: None,
        names: Vec::new(),
        proxies: Vec::new(),
        bus: None,
        limits,
        people: Default::default(),
        watch: Default::default(),
        workshop: None,
        easel: None,
    }
}

/// Opens a server in this process; it stays until the tests are done.
pub fn open_config(config: server::Config, shelf: &'static [&'static dyn Kind]) -> SocketAddr {
    let (tell, told) = channel();
    // A signal to this process is for the process: were it for the servers in it, those who run tests would see them hang up.
    std::thread::spawn(move || server::serve_until(config, shelf, std::future::pending(), |addr| tell.send(addr).unwrap()));
    told.recv_timeout(Duration::from_secs(60)).expect("the server opens")
}

pub fn open_with(folder: &Folder, limits: server::Limits) -> SocketAddr {
    open_config(config(folder.db(), limits), SHELF)
}

/// Limits that no honest test meets.
pub fn generous() -> server::Limits {
    server::Limits {
        messages: 100_000,
        new_tables: 100_000,
        new_tables_each: 100_000,
        tables_a_day: 100_000,
        connections_each: 4_096,
        sockets_each: 2_048,
        requests: 1_000_000,
        visits: 1_000_000,
        advice: 10_000,
        advice_each: 10_000,
        minute: Duration::from_secs(3_600),
        ..server::Limits::default()
    }
}

pub fn open(folder: &Folder) -> SocketAddr {
    open_with(folder, generous())
}

/// With these games.
pub fn open_games(folder: &Folder, shelf: &'static [&'static dyn Kind]) -> SocketAddr {
    open_config(config(folder.db(), generous()), shelf)
}

/// Sends one request as written; answers status and body.
pub fn raw(addr: SocketAddr, request: &str) -> (u16, String) {
    read(&bytes(addr, request))
}

/// A connection from one of this computer's own addresses, 127.0.0.1 and so on.
pub fn connect_from(source: u8, addr: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&SocketAddr::from(([127, 0, 0, source], 0)).into()).unwrap();
    socket.connect(&addr.into()).unwrap();
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// Sends one request as written; answers every byte that comes back.
pub fn bytes(addr: SocketAddr, request: &str) -> Vec<u8> {
    bytes_from(1, addr, request)
}

fn bytes_from(source: u8, addr: SocketAddr, request: &str) -> Vec<u8> {
    let mut stream = connect_from(source, addr);
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    answer
}

/// What came back: status and body.
fn read(answer: &[u8]) -> (u16, String) {
    let answer = String::from_utf8_lossy(answer);
    let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_string()).unwrap_or_default())
}

pub fn get(addr: SocketAddr, path: &str) -> (u16, String) {
    raw(addr, &format!("GET {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n"))
}

pub fn post(addr: SocketAddr, path: &str, body: &str) -> (u16, String) {
    post_from(1, addr, path, "", body)
}

/// The same from another address, with more headers.
pub fn post_from(source: u8, addr: SocketAddr, path: &str, more: &str, body: &str) -> (u16, String) {
    let head = format!("POST {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nContent-Type: application/json\r\n{more}");
    read(&bytes_from(source, addr, &format!("{head}Content-Length: {}\r\n\r\n{body}", body.len())))
}

/// Makes a table; whoever is invited to it has come, and his key lies with the others.
pub fn create(addr: SocketAddr, request: &Value) -> Value {
    let mut made = make(addr, request);
    for (side, invitation) in made["invitations"].as_object().unwrap().clone() {
        let key = tables::tokens::key();
        let claim = json!({ "table": made["table"], "invitation": invitation, "key": key });
        let (status, body) = post(addr, "/api/tables/claim", &claim.to_string());
        assert_eq!(status, 200, "{body}");
        made["keys"][side] = json!(key);
    }
    made
}

/// Makes a table; nobody has come yet.
pub fn make(addr: SocketAddr, request: &Value) -> Value {
    make_from(1, addr, request)
}

/// Makes a table from another address.
pub fn make_from(source: u8, addr: SocketAddr, request: &Value) -> Value {
    let (status, body) = post_from(source, addr, "/api/tables", "", &request.to_string());
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
}

/// The address of those who need none.
pub fn here() -> Address {
    Address::of(Ipv4Addr::LOCALHOST.into())
}

/// The same without a door.
pub fn create_in(house: &server::House, request: &Value) -> Result<Value, Refusal> {
    let mut made = house.create(request, here())?;
    for (side, invitation) in made["invitations"].as_object().unwrap().clone() {
        let key = tables::tokens::key();
        house.tables.claim(made["table"].as_str().unwrap(), invitation.as_str().unwrap(), &key)?;
        made["keys"][side] = json!(key);
    }
    Ok(made)
}

/// How many messages may wait for somebody without a door.
pub const BACKLOG: usize = 512;

/// A line without a door.
pub struct Wire(pub Sender<Utf8Bytes>);

impl Line for Wire {
    fn pass(&self, text: &Arc<str>) -> bool {
        self.0.try_send(text.as_ref().into()).is_ok()
    }
}

/// A table for two at one screen.
pub fn hot_seat(addr: SocketAddr, game: &str) -> Value {
    create(addr, &json!({ "game": game, "seats": { "union": "me", "confederate": "me" } }))
}

/// A seat at a table.
pub struct Client {
    socket: WebSocket<TcpStream>,
    next: u64,
    /// Everything that came over the line.
    pub heard: Vec<String>,
    /// The latest news.
    pub news: Value,
    /// The answer to joining.
    pub hello: Value,
}

impl Client {
    pub fn knock(addr: SocketAddr) -> Client {
        Client::knock_from(1, addr)
    }

    /// The same from another address.
    pub fn knock_from(source: u8, addr: SocketAddr) -> Client {
        let stream = connect_from(source, addr);
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{addr}/ws"), stream).expect("a socket");
        Client { socket, next: 1, heard: Vec::new(), news: Value::Null, hello: Value::Null }
    }

    pub fn join(addr: SocketAddr, table: &Value, seat: &str) -> Client {
        Client::join_from(1, addr, table, seat)
    }

    /// The same from another address.
    pub fn join_from(source: u8, addr: SocketAddr, table: &Value, seat: &str) -> Client {
        let mut client = Client::knock_from(source, addr);
        let hello = client.ask(json!({ "op": "join", "table": table["table"], "key": table["keys"][seat] }));
        assert_eq!(hello["ok"], true, "{hello}");
        assert_eq!(hello["seat"], seat);
        client.news = hello["news"].clone();
        client.hello = hello;
        client
    }

    pub fn send(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).unwrap();
    }

    /// Sends a message to a server that may have hung up already.
    pub fn shout(&mut self, text: &str) {
        let _ = self.socket.send(Message::text(text.to_string()));
    }

    /// Sends a message of any kind.
    pub fn send_frame(&mut self, message: Message) {
        self.socket.send(message).unwrap();
    }

    /// The next message.
    pub fn hear(&mut self) -> Value {
        loop {
            match self.socket.read().expect("the line holds") {
                Message::Text(text) => {
                    self.heard.push(text.to_string());
                    let value: Value = serde_json::from_str(text.as_str()).unwrap();
                    if value["news"].is_object() && value.get("id").is_none() {
                        self.news = value["news"].clone();
                    }
                    return value;
                }
                Message::Close(_) => panic!("the server hung up"),
                _ => {}
            }
        }
    }

    /// Asks, and waits for the answer.
    pub fn ask(&mut self, mut request: Value) -> Value {
        let id = self.next;
        self.next += 1;
        request["id"] = json!(id);
        self.send(request.to_string());
        loop {
            let answer = self.hear();
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// Asks; nothing if the server hangs up.
    pub fn try_ask(&mut self, request: Value) -> Option<Value> {
        self.socket.send(Message::text(request.to_string())).ok()?;
        loop {
            match self.socket.read().ok()? {
                Message::Text(text) => return serde_json::from_str(text.as_str()).ok(),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Waits until so many sit or look on in a seat.
    pub fn wait_for_here(&mut self, seat: &str, count: u64) {
        loop {
            if self.hear()["here"][seat] == count {
                return;
            }
        }
    }

    /// Whether the server hangs up before it sends this many messages more.
    pub fn is_hung_up(&mut self, messages: usize) -> bool {
        (0..messages).any(|_| !matches!(self.socket.read(), Ok(Message::Text(_) | Message::Ping(_))))
    }

    /// Waits until the news have come to that length.
    pub fn catch_up(&mut self, length: u64) {
        while self.news["length"].as_u64().unwrap() < length {
            self.hear();
        }
    }

    pub fn actor(&self) -> String {
        self.news["actor"]["actor"].as_str().unwrap().to_string()
    }

    /// Marches and takes it back, so many times.
    pub fn dither(&mut self, times: usize) {
        let march = self.ask(json!({ "op": "legal" }))["actions"][0].clone();
        for _ in 0..times {
            assert_eq!(self.ask(json!({ "op": "apply", "action": march }))["ok"], true);
            assert_eq!(self.ask(json!({ "op": "undo" }))["ok"], true);
        }
    }

    /// Does something legal, the same for the same number.
    pub fn do_something(&mut self, number: u64) -> Value {
        let subjects = self.ask(json!({ "op": "subjects" }))["subjects"].as_array().cloned().unwrap_or_default();
        for shift in 0..subjects.len() as u64 {
            let subject = &subjects[((number + shift) % subjects.len() as u64) as usize]["subject"];
            let legal = self.ask(json!({ "op": "legal", "subject": subject, "describe": true }));
            let choices = legal["choices"].as_array().cloned().unwrap_or_default();
            if !choices.is_empty() {
                let choice = &choices[(number.wrapping_mul(7919) % choices.len() as u64) as usize];
                let answer = self.ask(json!({ "op": "apply", "action": choice["action"] }));
                assert_eq!(answer["ok"], true, "listed is legal: {choice} {answer}");
                return answer;
            }
        }
        panic!("nothing can be done: {}", self.news["actor"]);
    }
}

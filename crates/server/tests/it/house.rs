//! A server of our own and clients that talk to it.

use engine::table::Kind;
pub use players::SHELF;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// A folder that goes away with its test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("longroll-{name}-{}-{:016x}", std::process::id(), server::tokens::word()));
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
    server::Config { addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), db, web: None, limits }
}

/// Opens a server in this process; it stays until the tests are done.
fn open_shelf(folder: &Folder, limits: server::Limits, shelf: &'static [&'static dyn Kind]) -> SocketAddr {
    let (tell, told) = channel();
    let config = config(folder.db(), limits);
    std::thread::spawn(move || server::serve(config, shelf, |addr| tell.send(addr).unwrap()));
    told.recv_timeout(Duration::from_secs(60)).expect("the server opens")
}

pub fn open_with(folder: &Folder, limits: server::Limits) -> SocketAddr {
    open_shelf(folder, limits, SHELF)
}

/// Limits that no honest test meets.
pub fn generous() -> server::Limits {
    server::Limits { messages: 100_000, new_tables: 10_000, ..server::Limits::default() }
}

pub fn open(folder: &Folder) -> SocketAddr {
    open_with(folder, generous())
}

/// With these games.
pub fn open_games(folder: &Folder, shelf: &'static [&'static dyn Kind]) -> SocketAddr {
    open_shelf(folder, generous(), shelf)
}

/// Sends one request as written; answers status and body.
pub fn raw(addr: SocketAddr, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_string()).unwrap_or_default())
}

pub fn get(addr: SocketAddr, path: &str) -> (u16, String) {
    raw(addr, &format!("GET {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n"))
}

pub fn post(addr: SocketAddr, path: &str, body: &str) -> (u16, String) {
    let head = format!("POST {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nContent-Type: application/json");
    raw(addr, &format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()))
}

pub fn create(addr: SocketAddr, request: &Value) -> Value {
    let (status, body) = post(addr, "/api/tables", &request.to_string());
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
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
        let stream = TcpStream::connect(addr).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{addr}/ws"), stream).expect("a socket");
        Client { socket, next: 1, heard: Vec::new(), news: Value::Null, hello: Value::Null }
    }

    pub fn join(addr: SocketAddr, table: &Value, seat: &str) -> Client {
        let mut client = Client::knock(addr);
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

    /// Waits until the news have come to that length.
    pub fn catch_up(&mut self, length: u64) {
        while self.news["length"].as_u64().unwrap() < length {
            self.hear();
        }
    }

    pub fn actor(&self) -> String {
        self.news["actor"]["actor"].as_str().unwrap().to_string()
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

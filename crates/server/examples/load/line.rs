//! A seat at a table, as lightly as it goes: what the tool spends on the cores of the server it takes from it. Messages are skimmed, never parsed.

use crate::Outcome;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Where the value ends that begins there.
fn end_of(text: &[u8], from: usize) -> usize {
    let (mut at, mut depth, mut quoted) = (from, 0usize, false);
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' if quoted => at += 1,
            b'"' => {
                quoted = !quoted;
                if !quoted && depth == 0 {
                    return at + 1;
                }
            }
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            b'}' | b']' => return at + depth,
            b',' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// What stands between the brackets of an object or a list, part by part.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut at = 1;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        if at + 1 >= bytes.len() {
            return None;
        }
        let mut end = end_of(bytes, at);
        if bytes.get(end) == Some(&b':') {
            end = end_of(bytes, end + 1);
        }
        let part = text.get(at..end);
        at = end + 1;
        part
    })
}

/// A field of an object that was written without blanks, as it stands there.
pub fn field<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    parts(object).find_map(|part| part.strip_prefix('"')?.strip_prefix(name)?.strip_prefix("\":"))
}

/// A connection to a table.
struct Line {
    stream: TcpStream,
    heard: Vec<u8>,
    /// How much of it was used.
    used: usize,
}

impl Line {
    async fn open(addr: SocketAddr) -> Outcome<Line> {
        let mut stream = TcpStream::connect(addr).await?;
        stream.set_nodelay(true)?;
        let upgrade =
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
        stream.write_all(format!("GET /ws HTTP/1.1\r\nHost: {addr}\r\n{upgrade}\r\n\r\n").as_bytes()).await?;
        let mut line = Line { stream, heard: Vec::with_capacity(16_384), used: 0 };
        let end = loop {
            if let Some(end) = line.heard.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            line.more().await?;
        };
        line.used = end;
        Ok(line)
    }

    async fn more(&mut self) -> Outcome<()> {
        if self.used > 0 {
            self.heard.drain(..self.used);
            self.used = 0;
        }
        if self.stream.read_buf(&mut self.heard).await? == 0 {
            return Err("the server has hung up".into());
        }
        Ok(())
    }

    async fn need(&mut self, bytes: usize) -> Outcome<()> {
        while self.heard.len() - self.used < bytes {
            self.more().await?;
        }
        Ok(())
    }

    async fn send(&mut self, kind: u8, text: &[u8]) -> Outcome<()> {
        // Whoever calls must mask what he says; nothing says by what.
        let mut frame = vec![0x80 | kind];
        match text.len() {
            short @ 0..126 => frame.push(0x80 | short as u8),
            long => frame.extend([0x80 | 126, (long >> 8) as u8, long as u8]),
        }
        frame.extend([0; 4]);
        frame.extend(text);
        Ok(self.stream.write_all(&frame).await?)
    }

    async fn hear(&mut self) -> Outcome<String> {
        loop {
            self.need(2).await?;
            let [first, second] = [self.heard[self.used], self.heard[self.used + 1]];
            let more = match second & 0x7f {
                126 => 2,
                127 => 8,
                _ => 0,
            };
            self.need(2 + more).await?;
            let head = &self.heard[self.used + 2..self.used + 2 + more];
            let length = match more {
                0 => usize::from(second & 0x7f),
                _ => head.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)),
            };
            self.need(2 + more + length).await?;
            let from = self.used + 2 + more;
            let body = self.heard[from..from + length].to_vec();
            self.used = from + length;
            match first & 0x0f {
                1 => return Ok(String::from_utf8(body)?),
                8 => return Err("the server has said good-bye".into()),
                9 => self.send(10, &body).await?,
                _ => {}
            }
        }
    }
}

/// Whose seat it is, and what he knows.
pub struct Seat {
    line: Line,
    next: u64,
    pub length: u64,
    /// What can act, if he is asked, as it was written.
    subjects: Option<String>,
    /// Decisions that had to be asked for what is legal.
    pub asked: u64,
}

impl Seat {
    pub async fn join(addr: SocketAddr, table: &str, key: &str) -> Outcome<Seat> {
        let mut seat = Seat { line: Line::open(addr).await?, next: 0, length: 0, subjects: None, asked: 0 };
        seat.ask(&format!("\"op\":\"join\",\"table\":\"{table}\",\"key\":\"{key}\",\"patches\":true")).await?;
        Ok(seat)
    }

    /// The next message; news are taken in.
    async fn hear(&mut self) -> Outcome<String> {
        let text = self.line.hear().await?;
        if let Some(news) = field(&text, "news") {
            self.length = field(news, "length").ok_or("news without a length")?.parse()?;
            self.subjects = field(news, "subjects").map(str::to_string);
        }
        Ok(text)
    }

    async fn ask(&mut self, request: &str) -> Outcome<String> {
        self.next += 1;
        self.line.send(1, format!("{{\"id\":{},{request}}}", self.next).as_bytes()).await?;
        let (head, done) = (format!("{{\"id\":{},", self.next), format!("{{\"id\":{},\"ok\":true", self.next));
        loop {
            let text = self.hear().await?;
            if text.starts_with(&done) {
                return Ok(text);
            }
            if text.starts_with(&head) {
                return Err(text.into());
            }
        }
    }

    /// Waits for the news of that length.
    pub async fn catch_up(&mut self, length: u64) -> Outcome<()> {
        while self.length < length {
            self.hear().await?;
        }
        Ok(())
    }

    pub fn is_asked(&self) -> bool {
        self.subjects.is_some()
    }

    /// Does something, by chance, as a browser does: what can be done is asked for unless it came with the news. Answers how long the decision
    /// took to be acknowledged.
    pub async fn decide(&mut self, chance: &mut u64) -> Outcome<Duration> {
        let mut pick = |list: &str| {
            *chance = engine::mix::mix(chance.wrapping_add(engine::mix::GAMMA));
            let count = parts(list).count();
            parts(list).nth((*chance % count.max(1) as u64) as usize).map(str::to_string).ok_or("nothing can be done")
        };
        let able = pick(self.subjects.as_deref().ok_or("nobody is asked")?)?;
        let action = match field(&able, "choices") {
            Some(choices) => field(&pick(choices)?, "action").ok_or("a choice without an action")?.to_string(),
            None => {
                self.asked += 1;
                let subject = field(&able, "subject").ok_or("a subject without a name")?;
                let legal = self.ask(&format!("\"op\":\"legal\",\"subject\":{subject}")).await?;
                pick(field(&legal, "actions").ok_or("nothing is legal")?)?
            }
        };
        let since = Instant::now();
        self.ask(&format!("\"op\":\"apply\",\"action\":{action}")).await?;
        Ok(since.elapsed())
    }
}

/// Sends a request; answers what came back, if it was done.
pub async fn post(addr: SocketAddr, path: &str, who: &str, body: &str) -> Outcome<String> {
    let mut stream = TcpStream::connect(addr).await?;
    let who = if who.is_empty() { String::new() } else { format!("Authorization: Bearer {who}\r\n") };
    let head = format!("POST {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n{who}Content-Type: application/json");
    stream.write_all(format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    if !head.starts_with("HTTP/1.1 200") {
        return Err(format!("{path}: {body}").into());
    }
    Ok(body.to_string())
}

/// A text as it was written, without its quotes.
pub fn plain<'a>(object: &'a str, name: &str) -> Outcome<&'a str> {
    Ok(field(object, name).ok_or_else(|| format!("no {name} in {object}"))?.trim_matches('"'))
}

/// A table that was made, and the keys of its seats.
pub struct Table {
    pub name: String,
    pub keys: [String; 2],
}

/// A table for both sides.
pub async fn create(addr: SocketAddr, game: &str) -> Outcome<Table> {
    let made =
        post(addr, "/api/tables", "", &format!("{{\"game\":\"{game}\",\"seats\":{{\"union\":\"me\",\"confederate\":\"me\"}}}}")).await?;
    let keys = field(&made, "keys").ok_or("no keys")?;
    let [union, confederate] = [plain(keys, "union")?, plain(keys, "confederate")?];
    Ok(Table { name: plain(&made, "table")?.into(), keys: [union.into(), confederate.into()] })
}

/// A table with both its seats.
pub struct Game {
    pub seats: [Seat; 2],
    pub chance: u64,
}

impl Game {
    pub async fn open(addr: SocketAddr, game: &str, seed: u64) -> Outcome<Game> {
        let Table { name, keys: [union, confederate] } = create(addr, game).await?;
        Ok(Game { seats: [Seat::join(addr, &name, &union).await?, Seat::join(addr, &name, &confederate).await?], chance: seed })
    }

    /// One decision of whoever is asked; nothing when the game is over.
    pub async fn decide(&mut self) -> Outcome<Option<Duration>> {
        let length = self.seats.iter().map(|s| s.length).max().unwrap_or(0);
        for seat in &mut self.seats {
            seat.catch_up(length).await?;
        }
        match self.seats.iter_mut().find(|s| s.is_asked()) {
            Some(seat) => Ok(Some(seat.decide(&mut self.chance).await?)),
            None => Ok(None),
        }
    }
}

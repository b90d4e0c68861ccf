//! A bot for a house of Longroll.
//!
//! ```text
//! cargo run -p longroll-bot -- 127.0.0.1:1863 TOKEN
//! ```
//!
//! Make the token in the browser, under *Your account*. The bot looks for a game of Blue & Gray, takes up challenges to it, and plays
//! whatever is legal, by lot, in all its games. Write [`choose`] anew to make it think. It speaks to a house on the same machine or network;
//! for one behind TLS see `bot.py`, which does the same.

use serde_json::{Value, json};
use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::{Message, WebSocket};

type Done<T> = Result<T, Box<dyn Error>>;

/// How often it looks for something to do.
const LOOK: Duration = Duration::from_secs(5);
/// The most decisions at one table before the others have their turn.
const MOST: usize = 200;

/// What is asked of the house: `POST /api/house/NAME` with a token.
struct House {
    address: String,
    token: String,
}

impl House {
    fn ask(&self, name: &str, body: &Value) -> Done<Value> {
        let (address, body) = (&self.address, body.to_string());
        let mut line = TcpStream::connect(address)?;
        line.set_read_timeout(Some(Duration::from_secs(30)))?;
        write!(
            line,
            "POST /api/house/{name} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.token,
            body.len()
        )?;
        let mut answer = String::new();
        line.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("this is no house of Longroll")?;
        let answer: Value = serde_json::from_str(body)?;
        if head.starts_with("HTTP/1.1 200") { Ok(answer) } else { Err(answer["error"]["because"].to_string().into()) }
    }
}

/// A seat at a table: one JSON object a message.
struct Seat {
    line: WebSocket<TcpStream>,
    number: u64,
}

impl Seat {
    fn join(address: &str, table: &Value, key: &Value) -> Done<Seat> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let (line, _) = tungstenite::client(format!("ws://{address}/ws"), stream)?;
        let mut seat = Seat { line, number: 0 };
        seat.ask(json!({ "op": "join", "table": table, "key": key }))?;
        Ok(seat)
    }

    fn ask(&mut self, mut request: Value) -> Done<Value> {
        self.number += 1;
        request["id"] = json!(self.number);
        self.line.send(Message::text(request.to_string()))?;
        loop {
            let message = self.line.read()?;
            let Message::Text(text) = message else { continue };
            let answer: Value = serde_json::from_str(&text)?;
            // What is not an answer is news: what others did, who is here.
            if answer["id"] == request["id"] {
                return if answer["ok"] == true { Ok(answer) } else { Err(answer["error"]["because"].to_string().into()) };
            }
        }
    }
}

/// One of the legal actions: here any, by lot.
fn choose(actions: &[Value]) -> Done<&Value> {
    let mut lot = [0; 8];
    getrandom::fill(&mut lot)?;
    actions.get((u64::from_le_bytes(lot) % actions.len().max(1) as u64) as usize).ok_or_else(|| "nothing is legal".into())
}

/// Decides at a table as long as it is our turn. Answers how often.
fn play(house: &House, table: &Value) -> Done<usize> {
    let own = house.ask("seat", &json!({ "table": table }))?;
    let mut seat = Seat::join(&house.address, table, &own["key"])?;
    for decided in 0..MOST {
        let asked = seat.ask(json!({ "op": "actor" }))?;
        let awaited = asked["awaited"].as_array().is_some_and(|sides| sides.contains(&own["seat"]));
        if asked["actor"] != own["seat"] && !awaited {
            return Ok(decided);
        }
        let legal = seat.ask(json!({ "op": "legal" }))?;
        let action = choose(legal["actions"].as_array().map_or(&[], Vec::as_slice))?;
        seat.ask(json!({ "op": "apply", "action": action }))?;
    }
    Ok(MOST)
}

/// Takes up challenges, looks for a game if it has none, and plays where it is its turn.
fn look(house: &House) -> Done<()> {
    let lobby = house.ask("lobby", &json!({}))?;
    let list = |name: &str| lobby[name].as_array().cloned().unwrap_or_default();
    for challenge in list("to_me") {
        house.ask("accept", &json!({ "id": challenge["id"] }))?;
    }
    let running: Vec<Value> = list("games").into_iter().filter(|game| game["end"].is_null()).collect();
    if running.is_empty() && !list("open").iter().any(|challenge| challenge["own"] == true) {
        let order = json!({ "game": "blue-gray", "set_up": "standard" });
        house.ask("look-for", &json!({ "order": order, "pace": { "kind": "days", "hours": 24, "bank": 24 }, "watch": true }))?;
    }
    for game in running {
        let side = usize::from(game["side"] == "confederate");
        if game["clock"]["asked"][side] == true {
            println!("{}: {} decisions", game["title"], play(house, &game["table"])?);
        }
    }
    Ok(())
}

fn main() -> Done<()> {
    let said: Vec<String> = std::env::args().skip(1).collect();
    let [address, token, rounds @ ..] = said.as_slice() else {
        return Err("say where the house is, and the token: longroll-bot 127.0.0.1:1863 TOKEN [ROUNDS]".into());
    };
    let house = House { address: address.trim_start_matches("http://").trim_end_matches('/').into(), token: token.clone() };
    let mut rounds = rounds.first().map(|n| n.parse::<u64>()).transpose()?;
    while rounds != Some(0) {
        look(&house)?;
        rounds = rounds.map(|n| n - 1);
        if rounds != Some(0) {
            std::thread::sleep(LOOK);
        }
    }
    Ok(())
}

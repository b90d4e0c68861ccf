//! The protocol of one seat over WebSocket: JSON requests and answers, and news in between.
//!
//! The first message is `{"id":1,"op":"join","table":NAME,"key":KEY}`. After it every operation of the protocol is for that seat.
//! Messages without an `id` of the client are `{"news":{...}}` (what happened, the view, what may be done), `{"here":{...}}` (who
//! is connected), `{"thinking":...}` (which computer is at it) and `{"closed":...}` (the table can only be looked at).

use crate::house::House;
use crate::rooms::{BACKLOG, Room, raise};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use engine::Seat;
use engine::table::Refusal;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How long a guest may stand in the door without a word.
const AT_THE_DOOR: Duration = Duration::from_secs(15);
/// How often a silent client is asked whether it still is there.
const KNOCK: Duration = Duration::from_secs(25);
/// Bad messages after which a client is shown out.
const PATIENCE: u32 = 1_000;
const FAULT: &str = "this met a fault of the program, please report it";

/// Messages that may still come, refilled as time passes.
struct Allowance {
    left: f64,
    since: Instant,
    per_second: f64,
}

impl Allowance {
    fn new(per_second: u32) -> Allowance {
        let per_second = f64::from(per_second);
        Allowance { left: per_second * 5.0, since: Instant::now(), per_second }
    }

    fn take(&mut self) -> bool {
        self.left = (self.left + self.since.elapsed().as_secs_f64() * self.per_second).min(self.per_second * 5.0);
        self.since = Instant::now();
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}

/// Counts an open socket for as long as it lives.
struct Counted(Arc<House>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

fn refuse(id: &Value, refusal: &Refusal) -> Utf8Bytes {
    json!({ "id": id, "ok": false, "error": refusal }).to_string().into()
}

fn answer(id: &Value, answered: Result<Map<String, Value>, Refusal>) -> Utf8Bytes {
    match answered {
        Ok(answer) => {
            let head = [("id".to_string(), id.clone()), ("ok".to_string(), Value::Bool(true))];
            Value::Object(head.into_iter().chain(answer).collect()).to_string().into()
        }
        Err(refusal) => refuse(id, &refusal),
    }
}

/// Serves one socket until it closes.
pub async fn serve(house: Arc<House>, socket: WebSocket) {
    let open = house.sockets.fetch_add(1, Ordering::Relaxed);
    let counted = Counted(Arc::clone(&house));
    let (out, queue) = mpsc::channel::<Utf8Bytes>(BACKLOG);
    if open >= house.limits.sockets {
        let _ = out.try_send(refuse(&Value::Null, &Refusal::because("this server is full")));
        drop(out);
        pump(socket, queue, &mut Guest::nobody(house)).await;
        return;
    }
    let mut guest = Guest { allowance: Allowance::new(house.limits.messages), out: Some(out), ..Guest::nobody(house) };
    pump(socket, queue, &mut guest).await;
    if let Some(flag) = &guest.advice {
        raise(flag);
    }
    if let Some(seat) = guest.seat.take() {
        let _ = tokio::task::spawn_blocking(move || seat.room.leave(seat.number)).await;
    }
    drop(counted);
}

struct Taken {
    room: Arc<Room>,
    seat: Seat,
    number: u64,
}

struct Guest {
    house: Arc<House>,
    allowance: Allowance,
    seat: Option<Taken>,
    out: Option<mpsc::Sender<Utf8Bytes>>,
    /// The same line, without keeping it open.
    line: Option<mpsc::WeakSender<Utf8Bytes>>,
    /// Advice that is being thought about: raised, it is given at once.
    advice: Option<Arc<AtomicBool>>,
    bad: u32,
}

impl Guest {
    fn nobody(house: Arc<House>) -> Guest {
        Guest { house, allowance: Allowance::new(1), seat: None, out: None, line: None, advice: None, bad: 0 }
    }
}

/// Reads and writes in turns until either end is done.
async fn pump(mut socket: WebSocket, mut queue: mpsc::Receiver<Utf8Bytes>, guest: &mut Guest) {
    let arrived = Instant::now();
    loop {
        let patience = if guest.seat.is_some() || guest.out.is_none() { KNOCK } else { AT_THE_DOOR.saturating_sub(arrived.elapsed()) };
        tokio::select! {
            text = queue.recv() => match text {
                Some(text) => if socket.send(Message::Text(text)).await.is_err() { return },
                None => return,
            },
            message = tokio::time::timeout(patience, socket.recv()) => {
                let answer = match message {
                    Err(_) if guest.seat.is_none() => return,
                    Err(_) => {
                        if socket.send(Message::Ping(Vec::new().into())).await.is_err() { return }
                        continue;
                    }
                    Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
                    Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
                    Ok(Some(Ok(Message::Binary(_)))) => Some(refuse(&Value::Null, &Refusal::because("a message is a text"))),
                    Ok(Some(Ok(Message::Text(text)))) => guest.hear(text.as_str()).await,
                };
                // Everything goes out in the order in which it came to pass: the answer waits behind earlier news.
                while let Ok(text) = queue.try_recv() {
                    if socket.send(Message::Text(text)).await.is_err() { return }
                }
                if let Some(text) = answer
                    && socket.send(Message::Text(text)).await.is_err()
                {
                    return;
                }
                if guest.bad > PATIENCE { return }
            }
        }
    }
}

impl Guest {
    /// Answers one message.
    async fn hear(&mut self, text: &str) -> Option<Utf8Bytes> {
        let allowed = self.allowance.take();
        if !allowed {
            // Whoever floods waits.
            tokio::time::sleep(Duration::from_millis(200)).await;
            self.bad += 1;
        }
        if text.len() > self.house.limits.message {
            self.bad += 1;
            let because = format!("the message is longer than {} bytes", self.house.limits.message);
            return Some(refuse(&Value::Null, &Refusal::because(because)));
        }
        let request = match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(request)) => request,
            Ok(_) => {
                self.bad += 1;
                return Some(refuse(&Value::Null, &Refusal::because("a request is a JSON object")));
            }
            Err(error) => {
                self.bad += 1;
                return Some(refuse(&Value::Null, &Refusal::because(format!("this is not JSON: {error}"))));
            }
        };
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        if !allowed {
            return Some(refuse(&id, &Refusal::because("too many messages at once")));
        }
        match &self.seat {
            None => self.join(&id, request).await,
            Some(taken) => {
                let (room, seat) = (Arc::clone(&taken.room), taken.seat);
                match request.get("op").and_then(Value::as_str) {
                    Some("go") => self.advise(room, seat, id, request).await,
                    Some("stop") => Some(self.stop(&room, seat, &id)),
                    _ => {
                        let answered = tokio::task::spawn_blocking(move || room.answer(seat, &request)).await;
                        Some(answer(&id, answered.unwrap_or_else(|_| Err(Refusal::because(FAULT)))))
                    }
                }
            }
        }
    }

    /// Lets a computer think, and sends what it says when it is ready.
    async fn advise(&mut self, room: Arc<Room>, seat: Seat, id: Value, request: Map<String, Value>) -> Option<Utf8Bytes> {
        let line = self.line.clone()?;
        if self.advice.as_ref().is_some_and(|flag| Arc::strong_count(flag) > 1) {
            return Some(refuse(&id, &Refusal::because("your last question is still being thought about")));
        }
        let asked = Arc::clone(&room);
        let asked = tokio::task::spawn_blocking(move || asked.ask_advice(seat, &request)).await;
        let advice = match asked.unwrap_or_else(|_| Err(Refusal::because(FAULT))) {
            Ok(advice) => advice,
            Err(refusal) => return Some(refuse(&id, &refusal)),
        };
        let flag = Arc::new(AtomicBool::new(false));
        self.advice = Some(Arc::clone(&flag));
        tokio::spawn(async move {
            let thought = room.advise(advice, flag).await;
            if let Some(line) = line.upgrade() {
                let _ = line.try_send(answer(&id, thought));
            }
        });
        None
    }

    /// "Move now".
    fn stop(&self, room: &Room, seat: Seat, id: &Value) -> Utf8Bytes {
        let advice = self.advice.as_ref().filter(|flag| Arc::strong_count(flag) > 1);
        advice.into_iter().for_each(|flag| raise(flag));
        match room.stop_thinking(seat) {
            Err(refusal) if advice.is_none() => refuse(id, &refusal),
            stopped => answer(id, Ok(Map::from_iter([("stopped".into(), json!(stopped.unwrap_or(false) || advice.is_some()))]))),
        }
    }

    async fn join(&mut self, id: &Value, request: Map<String, Value>) -> Option<Utf8Bytes> {
        let word = |name: &str| request.get(name).and_then(Value::as_str).unwrap_or("").to_string();
        if word("op") != "join" {
            self.bad += 1;
            return Some(refuse(id, &Refusal::because("join a table first")));
        }
        let (table, key, house, out) = (word("table"), word("key"), Arc::clone(&self.house), self.out.clone()?);
        let line = out.downgrade();
        let joined = tokio::task::spawn_blocking(move || {
            let (room, seat) = house.enter(&table, &key).ok_or_else(|| Refusal::because("no such table, or not with this key"))?;
            let number = room.join(seat, &request, out)?;
            Ok(Taken { room, seat, number })
        });
        match joined.await {
            Ok(Ok(taken)) => {
                self.seat = Some(taken);
                self.line = Some(line);
                // Only the room holds the other end now: if it leaves a slow client behind, the socket closes.
                self.out = None;
                None
            }
            Ok(Err(refusal)) => {
                self.bad += PATIENCE / 10;
                Some(refuse(id, &refusal))
            }
            Err(_) => Some(refuse(id, &Refusal::because(FAULT))),
        }
    }
}

//! The protocol of one seat over WebSocket: JSON requests and answers, and news in between.
//!
//! The first message is `{"id":1,"op":"join","table":NAME,"key":KEY}`. After it every operation of the protocol is for that seat.
//! Messages without an `id` of the client are `{"news":{...}}` (what happened, the view, what may be done), `{"here":{...}}` (who
//! is connected), `{"thinking":...}` (which computer is at it), `{"closed":...}` (the table can only be looked at), `{"invited":...}` (whose
//! invitation nobody has claimed) and `{"full":...}` (there is no room in the house).
//!
//! Nobody can make the house wait: what is sent must be taken in time, what waits to be sent is bounded, and whoever does not answer
//! when he is knocked at is gone.

use crate::address::Address;
use crate::gate::Pass;
use crate::house::House;
use crate::lanes::Place;
use crate::{short, thinking};
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use engine::Seat;
use engine::contract::Op;
use engine::protocol::operation;
use engine::table::Refusal;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tables::Room;
use tables::news::Line;
use tables::rooms::guarded;
use tables::thinking::raise;
use tokio::sync::mpsc;

/// How many messages may wait for a slow client before it is left behind; it comes back and asks anew.
pub const BACKLOG: usize = 512;

/// The longest id of a request: it comes back with the answer.
const LONGEST_ID: usize = 64;
/// Bad messages after which a client is shown out.
const PATIENCE: u32 = 1_000;
const FAULT: &str = "this met a fault of the program, please report it";

/// What waits for a client, in bytes, and how much may.
#[derive(Clone)]
struct Backlog {
    bytes: Arc<AtomicUsize>,
    most: usize,
}

impl Backlog {
    /// Whether a message of that length may wait as well. One message may always wait, however long it is.
    fn add(&self, length: usize) -> bool {
        let before = self.bytes.fetch_add(length, Ordering::Relaxed);
        before == 0 || before + length <= self.most
    }

    fn sent(&self, length: usize) {
        self.bytes.fetch_sub(length, Ordering::Relaxed);
    }
}

/// The line to a client, by way of a queue.
struct Wire {
    queue: mpsc::Sender<Utf8Bytes>,
    backlog: Backlog,
}

/// A message that all who are told the same share.
struct Shared(Arc<str>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl Line for Wire {
    fn pass(&self, text: &Arc<str>) -> bool {
        let Ok(message) = Utf8Bytes::try_from(Bytes::from_owner(Shared(Arc::clone(text)))) else { return false };
        self.backlog.add(text.len()) && self.queue.try_send(message).is_ok()
    }
}

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

fn refuse(id: &Value, refusal: &Refusal) -> Utf8Bytes {
    json!({ "id": id, "ok": false, "error": short(refusal) }).to_string().into()
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

/// Serves one socket until it closes, for somebody at that address whose connection has been let in.
pub async fn serve(house: Arc<House>, mut socket: WebSocket, address: Address, connected: Option<Arc<Pass>>) {
    let pass = match house.sockets.admit(address) {
        Ok(pass) => pass,
        Err(full) => {
            let text = json!({ "full": full.in_words() }).to_string();
            let time = house.limits.times.write;
            if send(&mut socket, Message::Text(text.into()), time).await {
                say_goodbye(&mut socket, close_code::AGAIN, time).await;
            }
            return;
        }
    };
    let (out, queue) = mpsc::channel::<Utf8Bytes>(BACKLOG);
    let backlog = Backlog { bytes: Arc::default(), most: house.limits.backlog };
    let allowance = Allowance::new(house.limits.messages);
    let mut guest = Guest { house, address, backlog, allowance, seat: None, out: Some(out), line: None, advice: None, bad: 0 };
    pump(socket, queue, &mut guest).await;
    if let Some(flag) = &guest.advice {
        raise(flag);
    }
    if let Some(seat) = guest.seat.take() {
        let _ = tokio::task::spawn_blocking(move || seat.room.leave(seat.number)).await;
    }
    drop((pass, connected));
}

/// Sends a message. `false` says that it was not taken in time, or that nobody is there.
async fn send(socket: &mut WebSocket, message: Message, time: Duration) -> bool {
    matches!(tokio::time::timeout(time, socket.send(message)).await, Ok(Ok(())))
}

async fn say_goodbye(socket: &mut WebSocket, code: u16, time: Duration) {
    let _ = send(socket, Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::default() })), time).await;
}

struct Taken {
    room: Arc<Room>,
    seat: Seat,
    number: u64,
}

struct Guest {
    house: Arc<House>,
    address: Address,
    backlog: Backlog,
    allowance: Allowance,
    seat: Option<Taken>,
    out: Option<mpsc::Sender<Utf8Bytes>>,
    /// The same line, without keeping it open.
    line: Option<mpsc::WeakSender<Utf8Bytes>>,
    /// Advice that is being thought about: raised, it is given at once.
    advice: Option<Arc<AtomicBool>>,
    bad: u32,
}

/// Reads and writes in turns until either end is done.
async fn pump(mut socket: WebSocket, mut queue: mpsc::Receiver<Utf8Bytes>, guest: &mut Guest) {
    let times = guest.house.limits.times.clone();
    let (backlog, closing) = (guest.backlog.clone(), guest.house.closing.clone());
    let arrived = Instant::now();
    let (mut heard, mut knocked) = (arrived, false);
    loop {
        let patience = match guest.seat {
            None => times.door.saturating_sub(arrived.elapsed()),
            Some(_) if knocked => (times.knock * 2).saturating_sub(heard.elapsed()),
            Some(_) => times.knock.saturating_sub(heard.elapsed()),
        };
        tokio::select! {
            () = closing.cancelled() => return say_goodbye(&mut socket, close_code::AWAY, times.write).await,
            text = queue.recv() => match text {
                Some(text) => {
                    let length = text.len();
                    if !send(&mut socket, Message::Text(text), times.write).await { return }
                    backlog.sent(length);
                }
                None => return,
            },
            message = tokio::time::timeout(patience, socket.recv()) => {
                let answer = match message {
                    Err(_) if guest.seat.is_none() || knocked => return,
                    Err(_) => {
                        knocked = true;
                        if !send(&mut socket, Message::Ping(Bytes::new()), times.write).await { return }
                        continue;
                    }
                    Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
                    Ok(Some(Ok(message))) => {
                        (heard, knocked) = (Instant::now(), false);
                        guest.hear(message).await
                    }
                };
                // Everything goes out in the order in which it came to pass: the answer waits behind earlier news.
                while let Ok(text) = queue.try_recv() {
                    let length = text.len();
                    if !send(&mut socket, Message::Text(text), times.write).await { return }
                    backlog.sent(length);
                }
                if let Some(text) = answer
                    && !send(&mut socket, Message::Text(text), times.write).await
                {
                    return;
                }
                if guest.bad > PATIENCE { return }
            }
        }
    }
}

/// The id of a request, if it is one that can be sent back.
fn id_of(request: &Map<String, Value>) -> Option<Value> {
    match request.get("id") {
        None => Some(Value::Null),
        Some(Value::String(text)) if text.len() > LONGEST_ID => None,
        Some(id @ (Value::Null | Value::Number(_) | Value::String(_))) => Some(id.clone()),
        Some(_) => None,
    }
}

impl Guest {
    /// Answers one message, of whatever kind: they all count.
    async fn hear(&mut self, message: Message) -> Option<Utf8Bytes> {
        let allowed = self.allowance.take();
        if !allowed {
            // Whoever floods waits.
            tokio::time::sleep(Duration::from_millis(200)).await;
            self.bad += 1;
        }
        match message {
            Message::Text(text) => self.read(text.as_str(), allowed).await,
            Message::Binary(_) => {
                self.bad += 1;
                Some(refuse(&Value::Null, &Refusal::because("a message is a text")))
            }
            // The line answers these by itself.
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => None,
        }
    }

    /// Answers one text; one too many is refused.
    async fn read(&mut self, text: &str, allowed: bool) -> Option<Utf8Bytes> {
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
        let Some(id) = id_of(&request) else {
            self.bad += 1;
            return Some(refuse(&Value::Null, &Refusal::because("an id is a number or a short text")));
        };
        if !allowed {
            return Some(refuse(&id, &Refusal::because("too many messages at once")));
        }
        match &self.seat {
            None => self.join(&id, request).await,
            Some(taken) => {
                let (room, seat) = (Arc::clone(&taken.room), taken.seat);
                match operation(&request) {
                    Ok(Op::Go) => self.advise(room, seat, id, request).await,
                    Ok(Op::Stop) => Some(self.stop(&room, seat, &id)),
                    Ok(Op::Analyse) => self.analyse(room, seat, id, request),
                    _ => {
                        let turn = self.house.turns.at_table(self.address, &room.card.id, seat.side().is_none()).await;
                        if let Some(answered) = room.glance(seat, &request) {
                            return Some(answer(&id, answered));
                        }
                        // The turn lasts as long as the work, even if nobody waits for it any more.
                        let answered = tokio::task::spawn_blocking(move || {
                            let _turn = turn;
                            room.answer(seat, &request)
                        });
                        let answered = answered.await;
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
        let place = match self.queue_for_advice(&room, seat) {
            Ok(place) => place,
            Err(because) => return Some(refuse(&id, &Refusal::because(because))),
        };
        let asked = Arc::clone(&room);
        let asked = tokio::task::spawn_blocking(move || asked.ask_advice(seat, &request)).await;
        let advice = match asked.unwrap_or_else(|_| Err(Refusal::because(FAULT))) {
            Ok(advice) => advice,
            Err(refusal) => return Some(refuse(&id, &refusal)),
        };
        let flag = Arc::new(AtomicBool::new(false));
        self.advice = Some(Arc::clone(&flag));
        let (lanes, backlog) = (Arc::clone(&self.house.lanes), self.backlog.clone());
        tokio::spawn(async move {
            let thought = thinking::advise(room, advice, flag, lanes, place).await;
            if let Some(line) = line.upgrade() {
                let text = answer(&id, thought);
                backlog.add(text.len());
                let _ = line.try_send(text);
            }
        });
        None
    }

    /// Lets a slice of an analysis be worked on, and sends how far it is when it is done. Meanwhile other requests are answered.
    fn analyse(&mut self, room: Arc<Room>, seat: Seat, id: Value, request: Map<String, Value>) -> Option<Utf8Bytes> {
        let line = self.line.clone()?;
        let place = match self.house.lanes.queue(self.address) {
            Ok(place) => place,
            Err(because) => return Some(refuse(&id, &Refusal::because(because))),
        };
        let (lanes, backlog) = (Arc::clone(&self.house.lanes), self.backlog.clone());
        tokio::spawn(async move {
            let weighed = tokio::task::spawn_blocking(move || {
                let _held = place;
                guarded(|| thinking::analyse(&room, seat, &request, &lanes))
            });
            let weighed = weighed.await.unwrap_or_else(|_| Err(Refusal::because(FAULT)));
            if let Some(line) = line.upgrade() {
                let text = answer(&id, weighed);
                backlog.add(text.len());
                let _ = line.try_send(text);
            }
        });
        None
    }

    /// A place in the queue for advice, if this person and his address have not had their share of it.
    fn queue_for_advice(&self, room: &Room, seat: Seat) -> Result<Place, &'static str> {
        const ENOUGH: &str = "you have asked for advice so often that others come first: try again in a minute";
        let place = self.house.lanes.queue(self.address)?;
        let allowances = &self.house.allowances;
        allowances.advice.check_key(&(room.card.id.clone(), seat)).map_err(|_| ENOUGH)?;
        allowances.advice_each.check_key(&self.address).map_err(|_| ENOUGH)?;
        Ok(place)
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
        if self.house.allowances.visits.check_key(&self.address).is_err() {
            self.bad += PATIENCE / 10;
            return Some(refuse(id, &Refusal::because("too many visits from your address: try again in a minute")));
        }
        let (table, key, house, queue) = (word("table"), word("key"), Arc::clone(&self.house), self.out.clone()?);
        let (line, backlog, address) = (queue.downgrade(), self.backlog.clone(), self.address);
        let turn = house.turns.at_table(address, table.get(..LONGEST_ID).unwrap_or(&table), false).await;
        let joined = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let (room, seat) = house.enter(&table, &key).ok_or_else(|| Refusal::because("no such table, or not with this key"))?;
            if let Some(because) = house.shut_out(&room.card.id, seat) {
                return Err(Refusal::because(because));
            }
            if seat.side().is_some() {
                house.lanes.think_for(&room.card.id, address);
            }
            let number = room.join(seat, &request, Box::new(Wire { queue, backlog }))?;
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

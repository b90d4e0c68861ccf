//! The tables of a page: lines to their seats, and what else a server would be asked for.

use crate::analyst::Slices;
use crate::computers::Computers;
use crate::drawer::{Drawer, Outbox};
use crate::message::{Errand, Heard, Kept, Said};
use crate::shelf::SHELF;
use engine::Seat;
use engine::contract::Op;
use engine::protocol::operation;
use engine::table::Refusal;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tables::news::Line;
use tables::rooms::{field, guarded};
use tables::{House, Room, Store};

/// The most tables one may ask after at once.
const MOST_MINE: usize = 50;
const NO_FRIENDS: &str = "a friend by link needs a house that both of you can reach, and this page has none: play him at one screen, \
                          with both seats yours";

/// The line to somebody who sits at a table.
struct Wire {
    line: u32,
    out: Outbox,
}

impl Line for Wire {
    fn pass(&self, text: &Arc<str>) -> bool {
        self.out.say(Said::Line { line: self.line, text: text.to_string() });
        true
    }
}

/// Somebody who sits at a table.
pub(crate) struct Guest {
    pub(crate) room: Arc<Room>,
    pub(crate) seat: Seat,
    number: u64,
}

/// The tables of a page.
pub struct Parlour {
    pub(crate) house: House,
    pub(crate) drawer: Arc<Drawer>,
    pub(crate) out: Outbox,
    pub(crate) guests: HashMap<u32, Guest>,
    pub(crate) computers: Computers,
    pub(crate) slices: Slices,
}

impl Default for Parlour {
    fn default() -> Parlour {
        let out = Outbox::default();
        let drawer = Arc::new(Drawer::new(out.clone()));
        let waiting: Arc<Mutex<Vec<Arc<Room>>>> = Arc::default();
        let queue = Arc::clone(&waiting);
        let wake = Arc::new(move |room: &Arc<Room>| {
            queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(Arc::clone(room));
        });
        let house = House::new(SHELF, Arc::clone(&drawer) as Arc<dyn Store>, wake);
        Parlour { house, drawer, out, guests: HashMap::new(), computers: Computers::new(waiting), slices: Slices::default() }
    }
}

/// A refusal as an answer has it.
fn refused(refusal: &Refusal) -> Value {
    json!({ "ok": false, "error": refusal })
}

fn word<'a>(body: &'a Value, name: &str) -> &'a str {
    body[name].as_str().unwrap_or("")
}

impl Parlour {
    /// Hears something, and says what comes of it.
    pub fn hear(&mut self, heard: Heard) -> Vec<Said> {
        match heard {
            Heard::Restore(kept) => self.restore(*kept),
            Heard::Line { line, request } => self.on_line(line, &request),
            Heard::HangUp { line } => self.hang_up(line),
            Heard::Post { post, address, body, at } => {
                let done = guarded(|| self.errand(&address, &body, at));
                let (ok, body) = done.map_or_else(|refusal| (false, refused(&refusal)), |body| (true, body));
                self.out.say(Said::Posted { post, ok, body });
            }
            Heard::Thought(thought) => self.thought(thought),
            Heard::StudyLost => self.study_lost(),
            Heard::Weighed { question, found } => self.weighed(question, found),
            Heard::AnalystLost => self.analyst_lost(),
            Heard::Wake(Errand::Question(question)) => self.tell_thinking(question),
            Heard::Wake(Errand::Table(table)) => self.look_again(&table),
        }
        self.see_to_computers();
        self.out.empty()
    }

    /// Whoever sits there is asked to join again: what he was shown may not be what was kept.
    fn restore(&mut self, kept: Kept) {
        let id = kept.card.id.clone();
        self.house.put_away(|room| room.card.id == id);
        // What is in memory and cannot be replaced was made a moment ago, and is the same.
        let _ = self.drawer.restore(kept);
    }

    /// Answers on a line.
    fn answer(&self, line: u32, id: &Value, answered: Result<Map<String, Value>, Refusal>) {
        let answer = match answered {
            Ok(answer) => {
                let head = [("id".to_string(), id.clone()), ("ok".to_string(), Value::Bool(true))];
                Value::Object(head.into_iter().chain(answer).collect())
            }
            Err(refusal) => json!({ "id": id, "ok": false, "error": refusal }),
        };
        self.out.say(Said::Line { line, text: answer.to_string() });
    }

    fn on_line(&mut self, line: u32, request: &Map<String, Value>) {
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        let Some(Guest { room, seat, .. }) = self.guests.get(&line) else {
            // What it is told when it has joined is the answer.
            if let Err(refusal) = self.join(line, request) {
                self.answer(line, &id, Err(refusal));
            }
            return;
        };
        let (room, seat) = (Arc::clone(room), *seat);
        match operation(request) {
            Ok(Op::Go) => {
                if let Err(refusal) = self.ask_advice(line, &room, seat, request) {
                    self.answer(line, &id, Err(refusal));
                }
            }
            Ok(Op::Analyse) => self.ask_analysis(line, &room, seat, request),
            Ok(Op::Stop) => {
                let stopped = self.stop(line, &room, seat);
                self.answer(line, &id, stopped.map(|stopped| Map::from_iter([("stopped".into(), json!(stopped))])));
            }
            _ => {
                let answered = room.answer(seat, request);
                self.answer(line, &id, answered);
                self.overtake(&room);
            }
        }
    }

    /// Answers what was thought about, if somebody still waits for it.
    pub(crate) fn advised(&self, line: u32, id: &Value, advice: Result<Map<String, Value>, Refusal>) {
        if self.guests.contains_key(&line) {
            self.answer(line, id, advice);
        }
    }

    fn join(&mut self, line: u32, request: &Map<String, Value>) -> Result<(), Refusal> {
        let word = |name: &str| request.get(name).and_then(Value::as_str).unwrap_or("");
        if word("op") != "join" {
            return Err(Refusal::because("join a table first"));
        }
        let entered = self.house.enter(word("table"), word("key"));
        let (room, seat) = entered.ok_or_else(|| Refusal::because("no such table, or not with this key"))?;
        let number = room.join(seat, request, Box::new(Wire { line, out: self.out.clone() }))?;
        self.guests.insert(line, Guest { room, seat, number });
        Ok(())
    }

    fn hang_up(&mut self, line: u32) {
        let Some(Guest { room, number, .. }) = self.guests.remove(&line) else { return };
        room.leave(number);
        if !room.watched() {
            self.abandon(&room);
        }
    }

    /// Does what a server's other addresses do.
    fn errand(&self, address: &str, body: &Value, at: u64) -> Result<Value, Refusal> {
        match address {
            "/api/tables" => {
                if ["union", "confederate"].iter().any(|side| body["seats"][side] == "friend") {
                    return Err(Refusal::because(NO_FRIENDS));
                }
                self.house.make(self.house.plan(body)?, at)
            }
            "/api/tables/delete" => {
                self.house.delete(word(body, "table"), word(body, "owner"))?;
                Ok(json!({ "ok": true }))
            }
            "/api/mine" => {
                let standing = |item: &Value| {
                    let (room, seat) = self.house.enter(word(item, "table"), word(item, "key"))?;
                    Some(room.standing(seat))
                };
                Ok(json!(body.as_array().into_iter().flatten().take(MOST_MINE).filter_map(standing).collect::<Vec<_>>()))
            }
            "/api/charts" => {
                let kind = self.house.kind(word(body, "game")).ok_or_else(|| field("game", "no such game is on the shelf"))?;
                let options = engine::table::read_options(body.get("options"))?;
                let setup = kind.catalogue().complete(body["scenario"].as_str(), &options)?;
                Ok(json!(kind.charts(&setup)?))
            }
            "/api/games" => Ok(tables::shelf::games(SHELF)),
            "/api/rules" => {
                let kind = self.house.kind(word(body, "game")).ok_or_else(|| field("game", "no such game is on the shelf"))?;
                Ok(tables::shelf::rules(kind, body["scenario"].as_str()))
            }
            "/api/tables/claim" | "/api/tables/invite" => Err(Refusal::because(NO_FRIENDS)),
            _ => Err(Refusal::because("there is nothing here")),
        }
    }
}

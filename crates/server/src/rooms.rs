//! A table in play: who sits where, what they may do, and news for everybody.

use crate::news::{Ears, Listener, news, told};
use crate::record::{agrees, follow, in_force, seal, throw};
use crate::store::{Card, Sitter, Store, StoreError};
use crate::thinking::Minds;
use crate::tokens;
use axum::extract::ws::Utf8Bytes;
use engine::protocol::at_table;
use engine::table::{Kind, Refusal, Table};
use engine::{BadField, Seat, SetUp};
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};

/// How many messages may wait for a slow client before it is left behind; it comes back and asks anew.
pub const BACKLOG: usize = 512;

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn in_words(error: &StoreError) -> Refusal {
    Refusal::because(format!("this could not be kept: {error}"))
}

pub(crate) fn field(name: &str, because: impl Into<String>) -> Refusal {
    BadField::new(name, because).into()
}

fn gone() -> Refusal {
    Refusal::because("this table is gone")
}

/// The last net: a panic in the rules becomes a refusal.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Refusal::because("this met a fault of the program, please report it; nothing was changed")))
}

/// A fresh table as its card says.
pub(crate) fn open(kind: &dyn Kind, card: &Card) -> Result<(Box<dyn Table>, Option<String>), Refusal> {
    let setup = SetUp { scenario: card.scenario.clone(), options: card.options.clone() };
    match &card.opening {
        Some(save) => Ok(kind.load(&setup, save)?),
        // The dice come from the system; the seed only fills its place in saves.
        None => Ok((kind.open(&setup, tokens::word())?, None)),
    }
}

/// The game of a table, in memory.
pub(crate) struct Inner {
    pub(crate) table: Box<dyn Table>,
    /// Entries of our journal on disk.
    pub(crate) kept: usize,
    /// Why it can only be looked at, and the entry from which on its journal stands no more.
    closed: Option<(String, usize)>,
}

impl Inner {
    /// A game that has just begun.
    pub(crate) fn new(table: Box<dyn Table>) -> Inner {
        Inner { table, kept: 0, closed: None }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.is_some()
    }
}

/// One table.
pub struct Room {
    pub(crate) kind: &'static dyn Kind,
    /// As it was made, without the save it may have begun from.
    pub card: Card,
    store: Arc<Store>,
    /// The game, or nothing if it must be read from disk.
    inner: Mutex<Option<Inner>>,
    /// Locked after `inner` if both are.
    pub(crate) ears: Mutex<Ears>,
    next_listener: AtomicU64,
    pub(crate) minds: Minds,
    used: Mutex<Instant>,
}

/// What came of a request, and what it adds to the journal.
struct Done {
    answer: Map<String, Value>,
    entries: Vec<Value>,
}

fn into_map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

impl Room {
    pub(crate) fn new(kind: &'static dyn Kind, mut card: Card, store: Arc<Store>, thinkers: Arc<Semaphore>, inner: Option<Inner>) -> Room {
        // A save is long, and needed only to read the table from disk.
        card.opening = None;
        Room {
            kind,
            card,
            store,
            inner: Mutex::new(inner),
            ears: Mutex::default(),
            next_listener: AtomicU64::new(0),
            minds: Minds::new(thinkers),
            used: Mutex::new(Instant::now()),
        }
    }

    /// The seat that a key opens.
    pub fn seat_of(&self, key: &str) -> Option<Seat> {
        let keys = &self.card.keys;
        let seats = [(&keys.union, Seat::Union), (&keys.confederate, Seat::Confederate), (&keys.spectator, Seat::Spectator)];
        seats.into_iter().find(|(k, _)| tokens::same(k, key)).map(|(_, seat)| seat)
    }

    /// Whether only the maker and computers sit here: then the maker may have everything.
    fn alone(&self) -> bool {
        self.card.seats.iter().all(|s| *s != Sitter::Friend)
    }

    /// Whether both sides sit at one screen.
    fn hot_seat(&self) -> bool {
        self.card.seats.iter().all(|s| *s == Sitter::Me)
    }

    /// Whether a seat may begin a new table from any step of this one: what it could learn there it knows already.
    fn may_branch(&self, table: &dyn Table, seat: Seat) -> bool {
        table.outcome().is_some() || !table.secrets() || self.hot_seat() && seat.side().is_some()
    }

    /// How long nobody has asked for anything here.
    pub(crate) fn idle_for(&self) -> Duration {
        lock(&self.used).elapsed()
    }

    /// Whether somebody is connected.
    pub(crate) fn watched(&self) -> bool {
        !lock(&self.ears).is_empty()
    }

    /// Whether the game is in memory.
    pub(crate) fn in_memory(&self) -> bool {
        lock(&self.inner).is_some()
    }

    /// Forgets the game: it is on disk.
    pub(crate) fn put_away(&self) {
        let mut inner = lock(&self.inner);
        *inner = None;
        lock(&self.ears).forget();
        self.minds.dismiss();
    }

    /// The game in progress, read from disk if need be.
    pub(crate) fn inner(&self) -> Result<MutexGuard<'_, Option<Inner>>, Refusal> {
        *lock(&self.used) = Instant::now();
        let mut inner = lock(&self.inner);
        if inner.is_none() {
            *inner = Some(self.resume()?);
        }
        Ok(inner)
    }

    /// The game in progress from its journal. Where that stands no more, because the rules have changed, the table is closed: it
    /// shows the game as far as the journal still stands.
    fn resume(&self) -> Result<Inner, Refusal> {
        let card = self.store.card(&self.card.id).map_err(|e| in_words(&e))?.ok_or_else(gone)?;
        let entries = self.store.journal(&self.card.id).map_err(|e| in_words(&e))?;
        let fresh = || {
            guarded(|| open(self.kind, &card)).map_err(|refusal| {
                Refusal::because(format!("this table was made with other rules or data and can no longer be opened: {refusal}"))
            })
        };
        let in_force = in_force(&entries);
        let (mut table, _) = fresh()?;
        // How many of the entries in force are known to lead where they led.
        let mut sure = 0;
        let mut fault = None;
        for (i, number) in in_force.iter().enumerate() {
            let entry = &entries[*number];
            if let Err(refusal) = guarded(|| follow(table.as_mut(), entry)) {
                fault = Some(refusal.because);
                break;
            }
            match guarded(|| Ok(agrees(table.as_ref(), entry)))? {
                Some(true) => sure = i + 1,
                Some(false) => {
                    fault = Some("it leads elsewhere now".to_string());
                    break;
                }
                None => {}
            }
        }
        let Some(fault) = fault else {
            return Ok(Inner { table, kept: entries.len(), closed: None });
        };
        let (mut table, _) = fresh()?;
        in_force[..sure].iter().try_for_each(|n| guarded(|| follow(table.as_mut(), &entries[*n])))?;
        let made_under = entries.iter().rev().find_map(|e| e["fingerprint"].as_str()).or(card.fingerprint.as_deref());
        let because = if made_under == Some(table.fingerprint().as_str()) {
            format!(
                "The journal of this table stands only up to entry {sure} of {} ({fault}). It can be looked at as far as that.",
                in_force.len()
            )
        } else {
            format!(
                "Rules or data of this game have changed since it was played, and its journal stands only up to entry {sure} of {} ({fault}). \
                 It can be looked at as far as that, and played on from there under the present rules.",
                in_force.len()
            )
        };
        Ok(Inner { table, kept: entries.len(), closed: Some((because, in_force[sure])) })
    }

    /// Says what this table is, for anybody with a key.
    pub fn about(&self) -> Value {
        let catalogue = self.kind.catalogue();
        let scenario = catalogue.scenarios.iter().find(|s| s.id == self.card.scenario).map_or("", |s| s.title.as_str());
        json!({
            "table": self.card.id, "game": self.card.game, "title": catalogue.title, "scenario": self.card.scenario,
            "scenario_title": scenario, "options": self.card.options, "seats": self.card.seats, "players": self.kind.players(),
            "created": self.card.created, "may_save": self.alone(),
        })
    }

    /// How the game stands, in short, for the list of one's tables.
    pub fn standing(&self, seat: Seat) -> Value {
        let mut standing = self.about();
        standing["seat"] = json!(seat);
        let looked = self.inner().and_then(|inner| {
            let Inner { table, closed, .. } = inner.as_ref().ok_or_else(gone)?;
            guarded(|| {
                let view = table.view(seat);
                let closed = closed.as_ref().map(|(because, _)| because);
                Ok(json!({
                    "actor": table.actor(seat)["actor"], "turn": view.turn, "turn_label": view.turn_label, "phase": view.phase,
                    "length": table.length(), "closed": closed, "may_branch": self.may_branch(table.as_ref(), seat),
                }))
            })
        });
        let looked = looked.unwrap_or_else(|refusal| json!({ "closed": refusal.because }));
        into_map(looked).into_iter().filter(|(_, value)| !value.is_null()).for_each(|(name, value)| standing[name] = value);
        standing
    }

    fn news(&self, inner: &Inner, seat: Seat, since: usize) -> Value {
        let mut news = news(inner.table.as_ref(), seat, since);
        news["may_branch"] = json!(self.may_branch(inner.table.as_ref(), seat));
        news
    }

    /// Takes a seat: what it sees now is the first thing that it is told. Answers its number for [`Room::leave`].
    pub fn join(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>, out: mpsc::Sender<Utf8Bytes>) -> Result<u64, Refusal> {
        let number = self.next_listener.fetch_add(1, Ordering::Relaxed);
        let deltas = request.get("deltas") == Some(&Value::Bool(true));
        {
            let inner = self.inner()?;
            let inner = inner.as_ref().ok_or_else(gone)?;
            let news = guarded(|| Ok(self.news(inner, seat, 0)))?;
            let mut about = self.about();
            about["may_branch"] = news["may_branch"].clone();
            if let Some((because, _)) = &inner.closed {
                about["closed"] = json!(because);
            }
            let id = request.get("id").unwrap_or(&Value::Null);
            let mut hello = json!({ "id": id, "ok": true, "seat": seat, "about": about, "news": news });
            let mut ears = lock(&self.ears);
            if let Some(thinking) = self.minds.thinking() {
                hello["thinking"] = thinking;
            }
            let _ = out.try_send(hello.to_string().into());
            ears.add(Listener { number, seat, deltas, out }, &news);
        }
        self.tell_who_is_here();
        self.settle();
        Ok(number)
    }

    /// Leaves.
    pub fn leave(&self, number: u64) {
        lock(&self.ears).remove(number);
        self.tell_who_is_here();
    }

    fn tell_who_is_here(&self) {
        let mut ears = lock(&self.ears);
        let here = ears.here();
        ears.tell_all(&here);
    }

    /// The seat whose eyes a request may use.
    fn eyes(&self, inner: &Inner, op: &str, seat: Seat, request: &Map<String, Value>) -> Result<Seat, Refusal> {
        let Some(wanted) = request.get("as").filter(|a| !a.is_null()) else { return Ok(seat) };
        match wanted.as_str().and_then(Seat::from_id) {
            Some(wanted) if wanted == seat => Ok(seat),
            // After the end nothing is hidden any more.
            Some(wanted) if ["replay", "view", "log"].contains(&op) && inner.table.outcome().is_some() => Ok(wanted),
            _ => Err(field("as", "you sit in one seat only")),
        }
    }

    /// Answers one request of a seat.
    pub fn answer(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        let op = request.get("op").and_then(Value::as_str).ok_or_else(|| field("op", "a request names its operation"))?;
        if op == "roll" && request.get("dice").is_some_and(|d| !d.is_null()) {
            return Err(field("dice", "the server throws the dice"));
        }
        let result = {
            let mut inner = self.inner()?;
            let game = inner.as_mut().ok_or_else(gone)?;
            let seat = self.eyes(game, op, seat, request)?;
            let since = game.table.length();
            let result = match catch_unwind(AssertUnwindSafe(|| self.operate(game, op, seat, request))) {
                Ok(result) => result,
                Err(_) => {
                    // Made anew from what is on disk when somebody asks again.
                    *inner = None;
                    return Err(Refusal::because("this request met a fault of the program, please report it; nothing was changed"));
                }
            };
            match result {
                Ok(mut done) if !done.entries.is_empty() => {
                    let entries = std::mem::take(&mut done.entries);
                    let game = self.keep(&mut inner, entries)?;
                    // Whoever thinks about the old position thinks in vain.
                    self.minds.stop();
                    if ["undo", "redo"].contains(&op) {
                        self.minds.dismiss();
                    }
                    if op == "reopen" {
                        lock(&self.ears).tell_all(&json!({ "closed": null }));
                    }
                    self.tell(game, since);
                    Ok((done, true))
                }
                other => other.map(|done| (done, false)),
            }
        };
        let (done, changed) = result?;
        if changed {
            self.settle();
        }
        Ok(done.answer)
    }

    /// Writes entries to disk. If that fails, the game is forgotten, and made anew from what is on disk.
    pub(crate) fn keep<'a>(&self, inner: &'a mut Option<Inner>, mut entries: Vec<Value>) -> Result<&'a Inner, Refusal> {
        let game = inner.as_mut().ok_or_else(gone)?;
        seal(&mut entries, game.table.as_ref());
        let count = entries.len();
        if let Err(error) = self.store.append(&self.card.id, game.kept, entries) {
            *inner = None;
            return Err(in_words(&error));
        }
        let game = inner.as_mut().ok_or_else(gone)?;
        game.kept += count;
        Ok(game)
    }

    fn operate(&self, game: &mut Inner, op: &str, seat: Seat, request: &Map<String, Value>) -> Result<Done, Refusal> {
        let quiet = |answer: Map<String, Value>| Ok(Done { answer, entries: Vec::new() });
        let changes = ["apply", "undo", "redo", "resign", "roll"].contains(&op);
        if let Some((because, _)) = game.closed.as_ref().filter(|_| changes) {
            return Err(Refusal::because(because));
        }
        let mut request = request.clone();
        request.insert("as".into(), json!(seat));
        let since = game.table.length();
        let table = game.table.as_mut();
        match op {
            "apply" | "undo" | "redo" | "resign" => {}
            "roll" => {
                throw(table)?;
                let entries = table.entries(since);
                if entries.is_empty() {
                    return Err(Refusal::because("no dice are asked for now"));
                }
                let answer = json!({ "events": told(table, seat, since), "next": table.actor(seat) });
                return Ok(Done { answer: into_map(answer), entries });
            }
            "reopen" => {
                if seat.side().is_none() {
                    return Err(Refusal::because("a spectator has no say"));
                }
                let (_, from) = game.closed.take().ok_or_else(|| Refusal::because("this table is open"))?;
                let cut = json!({ "cut": from, "fingerprint": table.fingerprint() });
                return Ok(Done { answer: into_map(table.actor(seat)), entries: vec![cut] });
            }
            // Where nobody else sits, nothing is told to an enemy.
            "save" | "hash" if self.alone() && seat != Seat::Spectator => return quiet(at_table(table, op, Seat::Referee, &request)?),
            "actor" | "subjects" | "legal" | "why" | "sight" | "view" | "log" | "replay" | "save" | "hash" | "outcome" => {
                return quiet(at_table(table, op, seat, &request)?);
            }
            _ => {
                return Err(field(
                    "op",
                    "no such operation; there are actor, subjects, legal, apply, roll, why, sight, view, log, go, stop, undo, redo, replay, resign, save, hash, outcome and reopen",
                ));
            }
        }
        let mut answer = at_table(table, op, seat, &request)?;
        throw(table)?;
        if ["apply", "redo"].contains(&op) {
            answer.insert("events".into(), json!(told(table, seat, since)));
            answer.insert("next".into(), table.actor(seat));
        }
        Ok(Done { answer, entries: table.entries(since) })
    }

    /// The game at a step, for a new table. It holds everything: it goes into the store and to nobody.
    pub fn branch(&self, seat: Seat, step: usize) -> Result<Value, Refusal> {
        let inner = self.inner()?;
        let Inner { table, .. } = inner.as_ref().ok_or_else(gone)?;
        guarded(|| {
            if !self.may_branch(table.as_ref(), seat) {
                return Err(field("branch", "something is hidden in this game: a branch may begin when it is over"));
            }
            table.branch(step)
        })
    }

    /// Looks at the whole game, past all seats: for the host's own tools and tests. No request leads here.
    pub fn look<T>(&self, look: impl FnOnce(&dyn Table) -> T) -> Result<T, Refusal> {
        let inner = self.inner()?;
        let inner = inner.as_ref().ok_or_else(gone)?;
        guarded(|| Ok(look(inner.table.as_ref())))
    }

    /// Tells everybody what happened from that entry on.
    pub(crate) fn tell(&self, inner: &Inner, since: usize) {
        lock(&self.ears).tell(|seat| self.news(inner, seat, since));
    }

    /// Whether a computer is at work here.
    pub(crate) fn busy(&self) -> bool {
        self.minds.running.load(Ordering::Acquire)
    }
}

/// Raises a flag.
pub(crate) fn raise(flag: &AtomicBool) {
    flag.store(true, Ordering::Relaxed);
}

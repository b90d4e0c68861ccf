//! Tables in play: who sits where, what they may do, the computer players, and news for everybody.

use crate::store::{Card, Keys, Sitter, Store, StoreError};
use crate::{Limits, tokens};
use axum::extract::ws::Utf8Bytes;
use engine::protocol::at_table;
use engine::table::{Kind, Refusal, Table, read_options};
use engine::{BadField, Seat, SetUp, Side};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;

/// How many messages may wait for a slow client before it is left behind; it comes back and asks anew.
pub const BACKLOG: usize = 512;
/// How long the computers of a table without people think about each decision, so that people can look on.
const FILM: Duration = Duration::from_millis(120);
/// How long a table that nobody uses stays in memory.
const IDLE: Duration = Duration::from_secs(300);
const SWEEP: Duration = Duration::from_secs(30);
/// The most decisions of computers in a row: no game has a turn as long as this.
const LONGEST_TURN: usize = 100_000;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn in_words(error: &StoreError) -> Refusal {
    Refusal::because(format!("this could not be kept: {error}"))
}

fn field(name: &str, because: impl Into<String>) -> Refusal {
    BadField::new(name, because).into()
}

/// All tables of a server.
pub struct House {
    /// The games.
    pub shelf: &'static [&'static dyn Kind],
    /// What it will bear.
    pub limits: Limits,
    store: Arc<Store>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// New tables that may still be made, and when that was reckoned.
    allowance: Mutex<(f64, Instant)>,
    /// Open sockets.
    pub sockets: AtomicUsize,
}

impl House {
    /// A house with these games, kept there.
    pub fn new(shelf: &'static [&'static dyn Kind], store: Store, limits: Limits) -> House {
        let allowance = Mutex::new((f64::from(limits.new_tables), Instant::now()));
        House { shelf, limits, store: Arc::new(store), rooms: Mutex::default(), allowance, sockets: AtomicUsize::new(0) }
    }

    /// The game of that id.
    pub fn kind(&self, id: &str) -> Option<&'static dyn Kind> {
        self.shelf.iter().copied().find(|k| k.catalogue().game == id)
    }

    fn allow_new(&self) -> Result<(), Refusal> {
        let per_minute = f64::from(self.limits.new_tables);
        let mut allowance = lock(&self.allowance);
        let (left, since) = *allowance;
        let left = (left + since.elapsed().as_secs_f64() * per_minute / 60.0).min(per_minute);
        *allowance = (left, Instant::now());
        if left < 1.0 {
            return Err(Refusal::because("too many new tables at once: try again in a minute"));
        }
        if self.store.count().map_err(|e| in_words(&e))? >= self.limits.tables {
            return Err(Refusal::because("this server keeps no more tables"));
        }
        allowance.0 -= 1.0;
        Ok(())
    }

    /// Makes a table as `request` says: `{game, scenario?, options?, seats: {union, confederate}}` or `{save, seats}`. A seat is
    /// `me`, `friend` or `computer:LEVEL`. Answers its name and the keys that the maker may have.
    pub fn create(&self, request: &Value) -> Result<Value, Refusal> {
        let request = request.as_object().ok_or_else(|| Refusal::because("a JSON object is wanted"))?;
        let save = request.get("save").filter(|s| !s.is_null());
        let source = match save {
            Some(save) => save.as_object().ok_or_else(|| field("save", "a save is a JSON object"))?,
            None => request,
        };
        let game = source.get("game").and_then(Value::as_str).ok_or_else(|| field("game", "the game is missing"))?;
        let kind = self.kind(game).ok_or_else(|| field("game", "no such game is on the shelf"))?;
        let scenario = match source.get("scenario") {
            None | Some(Value::Null) => None,
            Some(Value::String(id)) => Some(id.as_str()),
            Some(_) => return Err(field("scenario", "a text is wanted")),
        };
        let setup = kind.catalogue().complete(scenario, &read_options(source.get("options"))?)?;
        let seat = |side: Side| read_sitter(kind, request.get("seats").and_then(|s| s.get(side.id())), side);
        let seats = [seat(Side::Union)?, seat(Side::Confederate)?];
        self.allow_new()?;
        let card = Card {
            id: tokens::name(),
            game: game.into(),
            scenario: setup.scenario.clone(),
            options: setup.options,
            opening: save.cloned(),
            seats,
            keys: Keys { union: tokens::key(), confederate: tokens::key(), spectator: tokens::key() },
            created: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
        };
        // Loading it once says what is wrong with a save before it is kept.
        let (table, remark) = guarded(|| open(kind, &card)).map_err(|r| if save.is_some() { within_save(r) } else { r })?;
        self.store.create(&card).map_err(|e| in_words(&e))?;
        let mut keys = Map::new();
        for (side, key) in Side::BOTH.into_iter().zip([&card.keys.union, &card.keys.confederate]) {
            if !matches!(card.seats[side.index()], Sitter::Computer { .. }) {
                keys.insert(side.id().into(), json!(key));
            }
        }
        keys.insert("spectator".into(), json!(card.keys.spectator));
        let answer = json!({ "table": card.id, "keys": keys, "seats": card.seats, "remark": remark });
        let room = Arc::new(Room::new(kind, card, Arc::clone(&self.store), Some(Inner { table, kept: 0 })));
        lock(&self.rooms).insert(room.card.id.clone(), Arc::clone(&room));
        room.settle();
        Ok(answer)
    }

    /// The table of that name, from memory or from disk.
    pub fn room(&self, id: &str) -> Option<Arc<Room>> {
        if let Some(room) = lock(&self.rooms).get(id) {
            return Some(Arc::clone(room));
        }
        let (card, _) = self.store.read(id).ok()??;
        let kind = self.kind(&card.game)?;
        let room = Arc::new(Room::new(kind, card, Arc::clone(&self.store), None));
        Some(Arc::clone(lock(&self.rooms).entry(id.to_string()).or_insert(room)))
    }

    /// The table of that name and the seat that a key opens. Whoever has no key learns nothing, not even whether there is such
    /// a table.
    pub fn enter(&self, id: &str, key: &str) -> Option<(Arc<Room>, Seat)> {
        let sound = id.len() <= 32 && key.len() <= 64;
        let room = sound.then(|| self.room(id)).flatten()?;
        let seat = room.seat_of(key)?;
        Some((room, seat))
    }

    /// Puts away the tables that nobody uses.
    fn put_away_idle(&self) {
        lock(&self.rooms).retain(|_, room| {
            let used = lock(&room.used).elapsed() < IDLE || !lock(&room.listeners).is_empty() || room.thinking.load(Ordering::Relaxed);
            used || Arc::strong_count(room) > 1
        });
    }
}

/// Puts away idle tables from time to time.
pub fn sweep(house: Arc<House>) {
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP).await;
            house.put_away_idle();
        }
    });
}

fn within_save(mut refusal: Refusal) -> Refusal {
    refusal.field = Some(refusal.field.map_or("save".into(), |f| format!("save.{f}")));
    refusal
}

fn read_sitter(kind: &dyn Kind, value: Option<&Value>, side: Side) -> Result<Sitter, Refusal> {
    let place = format!("seats.{}", side.id());
    match value.and_then(Value::as_str) {
        Some("me") => Ok(Sitter::Me),
        Some("friend") => Ok(Sitter::Friend),
        Some(other) => match other.strip_prefix("computer:").filter(|level| kind.players().contains(level)) {
            Some(level) => Ok(Sitter::Computer { level: level.into() }),
            None => Err(field(&place, format!("a seat is me, friend or computer: and one of {}", kind.players().join(", ")))),
        },
        None => Err(field(&place, "who sits here? me, friend or computer:LEVEL")),
    }
}

/// The last net: a panic in the rules becomes a refusal.
fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Refusal::because("this met a fault of the program, please report it; nothing was changed")))
}

/// A fresh table as its card says.
fn open(kind: &dyn Kind, card: &Card) -> Result<(Box<dyn Table>, Option<String>), Refusal> {
    let setup = SetUp { scenario: card.scenario.clone(), options: card.options.clone() };
    match &card.opening {
        Some(save) => Ok(kind.load(&setup, save)?),
        // The dice come from the system; the seed only fills its place in saves.
        None => Ok((kind.open(&setup, tokens::word())?, None)),
    }
}

/// Somebody who is told the news.
struct Listener {
    number: u64,
    seat: Seat,
    out: mpsc::Sender<Utf8Bytes>,
}

struct Inner {
    table: Box<dyn Table>,
    /// Entries of our journal on disk.
    kept: usize,
}

/// One table.
pub struct Room {
    kind: &'static dyn Kind,
    /// As it was made.
    pub card: Card,
    store: Arc<Store>,
    /// The game, or nothing if it must be read from disk.
    inner: Mutex<Option<Inner>>,
    listeners: Mutex<Vec<Listener>>,
    next_listener: AtomicU64,
    thinking: AtomicBool,
    used: Mutex<Instant>,
}

impl Room {
    fn new(kind: &'static dyn Kind, card: Card, store: Arc<Store>, inner: Option<Inner>) -> Room {
        Room {
            kind,
            card,
            store,
            inner: Mutex::new(inner),
            listeners: Mutex::default(),
            next_listener: AtomicU64::new(0),
            thinking: AtomicBool::new(false),
            used: Mutex::new(Instant::now()),
        }
    }

    /// The seat that a key opens.
    pub fn seat_of(&self, key: &str) -> Option<Seat> {
        let keys = &self.card.keys;
        let seats = [(&keys.union, Seat::Union), (&keys.confederate, Seat::Confederate), (&keys.spectator, Seat::Spectator)];
        seats.into_iter().find(|(k, _)| tokens::same(k, key)).map(|(_, seat)| seat)
    }

    /// Whether only the maker and computers sit here: then there is nobody to hide anything from.
    fn alone(&self) -> bool {
        self.card.seats.iter().all(|s| *s != Sitter::Friend)
    }

    /// The game in progress, read from disk if need be.
    fn inner(&self) -> Result<MutexGuard<'_, Option<Inner>>, Refusal> {
        *lock(&self.used) = Instant::now();
        let mut inner = lock(&self.inner);
        if inner.is_none() {
            *inner = Some(self.resume()?);
        }
        Ok(inner)
    }

    /// The game in progress from its journal. Where the rules have changed so that an entry no longer stands, play goes on from
    /// before it, and that is written down.
    fn resume(&self) -> Result<Inner, Refusal> {
        let (_, entries) =
            self.store.read(&self.card.id).map_err(|e| in_words(&e))?.ok_or_else(|| Refusal::because("this table is gone"))?;
        let in_force = in_force(&entries);
        let (mut table, _) = guarded(|| open(self.kind, &self.card))?;
        let mut kept = entries.len();
        for (i, number) in in_force.iter().enumerate() {
            if guarded(|| follow(table.as_mut(), &entries[*number])).is_err() {
                let cut = json!({ "cut": number });
                self.store.append(&self.card.id, kept, vec![cut]).map_err(|e| in_words(&e))?;
                kept += 1;
                let (mut again, _) = guarded(|| open(self.kind, &self.card))?;
                in_force[..i].iter().try_for_each(|n| guarded(|| follow(again.as_mut(), &entries[*n])))?;
                table = again;
                break;
            }
        }
        Ok(Inner { table, kept })
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
    pub fn standing(&self, seat: Seat) -> Result<Value, Refusal> {
        let inner = self.inner()?;
        let Some(inner) = inner.as_ref() else { return Err(Refusal::because("this table is gone")) };
        guarded(|| {
            let view = inner.table.view(seat);
            let mut standing = self.about();
            standing["actor"] = inner.table.actor(seat)["actor"].clone();
            standing["turn"] = json!(view.turn);
            standing["turn_label"] = json!(view.turn_label);
            standing["phase"] = json!(view.phase);
            standing["seat"] = json!(seat);
            standing["length"] = json!(inner.table.length());
            Ok(standing)
        })
    }

    /// Takes a seat: what it sees now is the first thing that it is told. Answers its number for [`Room::leave`].
    pub fn join(self: &Arc<Self>, seat: Seat, id: &Value, out: mpsc::Sender<Utf8Bytes>) -> Result<u64, Refusal> {
        let number = self.next_listener.fetch_add(1, Ordering::Relaxed);
        {
            let inner = self.inner()?;
            let Some(Inner { table, .. }) = inner.as_ref() else { return Err(Refusal::because("this table is gone")) };
            let news = guarded(|| Ok(news(table.as_ref(), seat, 0)))?;
            let hello = json!({ "id": id, "ok": true, "seat": seat, "about": self.about(), "news": news });
            let _ = out.try_send(hello.to_string().into());
            lock(&self.listeners).push(Listener { number, seat, out });
        }
        self.tell_who_is_here();
        self.settle();
        Ok(number)
    }

    /// Leaves.
    pub fn leave(&self, number: u64) {
        lock(&self.listeners).retain(|l| l.number != number);
        self.tell_who_is_here();
    }

    fn tell_who_is_here(&self) {
        let mut listeners = lock(&self.listeners);
        let here = |seat: Seat| listeners.iter().filter(|l| l.seat == seat).count();
        let here =
            json!({ "here": { "union": here(Seat::Union), "confederate": here(Seat::Confederate), "spectator": here(Seat::Spectator) } });
        let text: Utf8Bytes = here.to_string().into();
        listeners.retain(|l| l.out.try_send(text.clone()).is_ok());
    }

    /// Answers one request of a seat.
    pub fn answer(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        let op = request.get("op").and_then(Value::as_str).ok_or_else(|| field("op", "a request names its operation"))?;
        if request.get("as").is_some_and(|a| *a != json!(seat)) {
            return Err(field("as", "you sit in one seat only"));
        }
        if op == "roll" && request.get("dice").is_some_and(|d| !d.is_null()) {
            return Err(field("dice", "the server throws the dice"));
        }
        let mut request = request.clone();
        request.insert("as".into(), json!(seat));
        let result = {
            let mut inner = self.inner()?;
            let Some(game) = inner.as_mut() else { return Err(Refusal::because("this table is gone")) };
            let since = game.table.length();
            let result = match catch_unwind(AssertUnwindSafe(|| self.operate(game, op, seat, &request))) {
                Ok(result) => result,
                Err(_) => {
                    // Made anew from what is on disk when somebody asks again.
                    *inner = None;
                    return Err(Refusal::because("this request met a fault of the program, please report it; nothing was changed"));
                }
            };
            match &result {
                Ok(Done { entries, .. }) if !entries.is_empty() => {
                    if let Err(error) = self.store.append(&self.card.id, game.kept, entries.clone()) {
                        *inner = None;
                        return Err(in_words(&error));
                    }
                    game.kept += entries.len();
                    self.tell(game.table.as_ref(), since);
                }
                _ => {}
            }
            result
        };
        let done = result?;
        if !done.entries.is_empty() {
            self.settle();
        }
        Ok(done.answer)
    }

    fn operate(&self, game: &mut Inner, op: &str, seat: Seat, request: &Map<String, Value>) -> Result<Done, Refusal> {
        let table = game.table.as_mut();
        let since = table.length();
        let entry = match op {
            "apply" => json!({ "by": seat, "action": request.get("action") }),
            "undo" => json!({ "undo": seat }),
            "resign" => json!({ "resign": seat }),
            "roll" => {
                let entries = throw(table)?;
                if entries.is_empty() {
                    return Err(Refusal::because("no dice are asked for now"));
                }
                let answer = json!({ "events": told(table, seat, since), "next": table.actor(seat) });
                return Ok(Done { answer: into_map(answer), entries });
            }
            "save" if self.alone() => {
                return Ok(Done { answer: into_map(json!({ "position": table.save() })), entries: Vec::new() });
            }
            "actor" | "subjects" | "legal" | "why" | "view" | "log" | "go" | "save" | "hash" | "outcome" => {
                return Ok(Done { answer: at_table(table, op, seat, request)?, entries: Vec::new() });
            }
            _ => {
                return Err(field(
                    "op",
                    "no such operation; there are actor, subjects, legal, apply, roll, why, view, log, go, undo, resign, save, hash and outcome",
                ));
            }
        };
        let mut answer = at_table(table, op, seat, request)?;
        let mut entries = vec![entry];
        entries.extend(throw(table)?);
        if op == "apply" {
            answer.insert("events".into(), json!(told(table, seat, since)));
            answer.insert("next".into(), table.actor(seat));
        }
        Ok(Done { answer, entries })
    }

    /// Tells everybody what happened from that entry on.
    fn tell(&self, table: &dyn Table, since: usize) {
        let mut cut: Vec<(Seat, Utf8Bytes)> = Vec::new();
        lock(&self.listeners).retain(|listener| {
            let known = cut.iter().find(|(seat, _)| *seat == listener.seat).map(|(_, text)| text.clone());
            let text = known.unwrap_or_else(|| {
                let text: Utf8Bytes = json!({ "news": news(table, listener.seat, since) }).to_string().into();
                cut.push((listener.seat, text.clone()));
                text
            });
            listener.out.try_send(text).is_ok()
        });
    }

    /// Lets the dice and the computers go on if it is their turn.
    fn settle(self: &Arc<Self>) {
        if self.thinking.swap(true, Ordering::AcqRel) {
            return;
        }
        let room = Arc::clone(self);
        let work = move || {
            let watched = room.card.seats.iter().all(|s| matches!(s, Sitter::Computer { .. }));
            for _ in 0..LONGEST_TURN {
                let more = !(watched && lock(&room.listeners).is_empty()) && guarded(|| room.step()).unwrap_or(false);
                if !more {
                    break;
                }
                if watched {
                    std::thread::sleep(FILM);
                }
            }
            room.thinking.store(false, Ordering::Release);
            // Somebody may have asked in between.
            if !watched && room.waits_for_computer() {
                room.settle();
            }
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(work)),
            Err(_) => drop(std::thread::spawn(work)),
        }
    }

    /// Which computer is asked now.
    fn asked(&self, table: &dyn Table) -> Option<(Side, String)> {
        let actor = table.actor(Seat::Referee);
        let asks = |side: Side| {
            let sealed = actor["awaited"].as_array().is_some_and(|a| a.contains(&json!(side)));
            actor["actor"] == json!(side) || sealed
        };
        Side::BOTH.into_iter().filter(|s| asks(*s)).find_map(|side| match &self.card.seats[side.index()] {
            Sitter::Computer { level } => Some((side, level.clone())),
            _ => None,
        })
    }

    fn waits_for_computer(&self) -> bool {
        lock(&self.inner).as_ref().is_some_and(|inner| self.asked(inner.table.as_ref()).is_some())
    }

    /// Does one thing that no person is asked for: a throw left over, or a computer's decision. Says whether there was one.
    fn step(&self) -> Result<bool, Refusal> {
        let mut inner = self.inner()?;
        let Some(game) = inner.as_mut() else { return Ok(false) };
        let since = game.table.length();
        let mut entries = throw(game.table.as_mut())?;
        if entries.is_empty() {
            let Some((side, level)) = self.asked(game.table.as_ref()) else { return Ok(false) };
            let action = game.table.advise(side.into(), &level, tokens::word())?;
            game.table.apply(side.into(), &action)?;
            entries.push(json!({ "by": side, "action": action }));
            entries.extend(throw(game.table.as_mut())?);
        }
        let count = entries.len();
        if let Err(error) = self.store.append(&self.card.id, game.kept, entries) {
            *inner = None;
            return Err(in_words(&error));
        }
        game.kept += count;
        self.tell(game.table.as_ref(), since);
        Ok(true)
    }
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

/// What a seat was told from that entry on.
fn told(table: &dyn Table, seat: Seat, since: usize) -> Vec<Value> {
    table.log(seat, since).into_iter().flat_map(|l| l.told).map(|t| json!(t)).collect()
}

/// What changed from that entry on, as a seat may know it, and what it may do now.
fn news(table: &dyn Table, seat: Seat, since: usize) -> Value {
    let mut news = json!({
        "since": since, "entries": table.log(seat, since), "length": table.length(),
        "actor": table.actor(seat), "view": table.view(seat),
    });
    if news["actor"]["asides"] == true {
        news["asides"] = json!(asides(table, seat));
    }
    if let Ok(subjects) = table.subjects(seat) {
        news["subjects"] = json!(subjects);
    }
    news
}

/// What a seat may do out of turn: whatever is legal and belongs to no subject. It stands last in the list.
fn asides(table: &dyn Table, seat: Seat) -> Vec<Value> {
    let all = table.legal(seat, None, true).unwrap_or_default();
    let of = |subject: &Value| table.legal(seat, Some(&subject["subject"]), false).map_or(0, |l| l.len());
    let in_turn: usize = table.subjects(seat).unwrap_or_default().iter().map(of).sum();
    all.into_iter().skip(in_turn).collect()
}

/// Throws whatever dice are asked for, with the system's randomness. Answers the entries.
fn throw(table: &mut dyn Table) -> Result<Vec<Value>, Refusal> {
    let mut entries = Vec::new();
    loop {
        let actor = table.actor(Seat::Referee);
        if actor["actor"] != "chance" {
            return Ok(entries);
        }
        let small = |name: &str| actor["chance"][name].as_u64().and_then(|n| u8::try_from(n).ok());
        let values = match (small("dice"), small("sides"), small("draw"), small("from")) {
            (Some(count), Some(sides), ..) => tokens::dice(count, sides),
            (.., Some(count), Some(from)) => tokens::draw(from, count),
            _ => return Err(Refusal::because("the dice are asked for something unknown")),
        };
        table.roll(Seat::Referee, Some(&values))?;
        entries.push(json!({ "roll": values }));
    }
}

/// The numbers of the entries to follow: all but those behind a cut.
fn in_force(entries: &[Value]) -> Vec<usize> {
    let mut numbers: Vec<usize> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        match entry.get("cut").and_then(Value::as_u64) {
            Some(from) => numbers.retain(|n| (*n as u64) < from),
            None => numbers.push(number),
        }
    }
    numbers
}

/// Does what an entry of our journal says.
fn follow(table: &mut dyn Table, entry: &Value) -> Result<(), Refusal> {
    let side = |name: &str| entry[name].as_str().and_then(Side::from_id);
    if let (Some(by), Some(action)) = (side("by"), entry.get("action")) {
        return table.apply(by.into(), action).map(drop);
    }
    if let Some(values) = entry["roll"].as_array() {
        let values: Vec<u8> = values.iter().filter_map(|v| v.as_u64().and_then(|n| u8::try_from(n).ok())).collect();
        return table.roll(Seat::Referee, Some(&values)).map(drop);
    }
    if let Some(by) = side("undo") {
        return table.undo(by.into());
    }
    match side("resign") {
        Some(by) => table.resign(by),
        None => Err(Refusal::because("an entry that makes no sense")),
    }
}

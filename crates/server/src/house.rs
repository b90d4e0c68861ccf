//! All tables of a server: making them, finding them, putting away those that nobody uses.

use crate::rooms::{Inner, Room, field, guarded, in_words, lock, open};
use crate::store::{Card, Keys, Sitter, Store};
use crate::{Limits, tokens};
use engine::table::{Kind, Refusal, read_options};
use engine::{Seat, Side};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::Semaphore;

/// The longest time between two looks for tables that nobody uses.
const SWEEP: Duration = Duration::from_secs(30);

/// All tables of a server.
pub struct House {
    /// The games.
    pub shelf: &'static [&'static dyn Kind],
    /// What it will bear.
    pub limits: Limits,
    /// Open sockets.
    pub sockets: AtomicUsize,
    store: Arc<Store>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// New tables that may still be made, and when that was reckoned.
    allowance: Mutex<(f64, Instant)>,
    /// How many may think at once: no more than there are cores, so that nobody's time runs out in a queue.
    thinkers: Arc<Semaphore>,
}

impl House {
    /// A house with these games, kept there.
    pub fn new(shelf: &'static [&'static dyn Kind], store: Store, limits: Limits) -> House {
        let allowance = Mutex::new((f64::from(limits.new_tables), Instant::now()));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        House {
            shelf,
            limits,
            sockets: AtomicUsize::new(0),
            store: Arc::new(store),
            rooms: Mutex::default(),
            allowance,
            thinkers: Arc::new(Semaphore::new(cores)),
        }
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

    /// The save that a branch begins with.
    fn branch(&self, branch: &Value) -> Result<Value, Refusal> {
        let word = |name: &str| branch[name].as_str().unwrap_or("");
        let (room, seat) =
            self.enter(word("table"), word("key")).ok_or_else(|| field("branch", "there is no such table, or not with this key"))?;
        let step = branch["step"].as_u64().and_then(|n| usize::try_from(n).ok());
        room.branch(seat, step.ok_or_else(|| field("branch.step", "a whole number from 0 is wanted"))?)
    }

    /// Makes a table as `request` says: `{game, scenario?, options?, seats: {union, confederate}}`, `{save, seats}` or
    /// `{branch: {table, key, step}, seats}`. A seat is `me`, `friend` or `computer:LEVEL`. Answers its name and the keys that
    /// the maker may have.
    pub fn create(&self, request: &Value) -> Result<Value, Refusal> {
        let request = request.as_object().ok_or_else(|| Refusal::because("a JSON object is wanted"))?;
        let given = |name: &str| request.get(name).filter(|v| !v.is_null());
        let save = match (given("save"), given("branch")) {
            (Some(_), Some(_)) => return Err(field("branch", "a table begins with a save or with a branch, not with both")),
            (Some(save), None) => Some(Cow::Borrowed(save)),
            (None, Some(branch)) => Some(Cow::Owned(self.branch(branch)?)),
            (None, None) => None,
        };
        let source = match &save {
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
        let mut card = Card {
            id: tokens::name(),
            game: game.into(),
            scenario: setup.scenario.clone(),
            options: setup.options,
            opening: save.as_deref().cloned(),
            seats,
            keys: Keys { union: tokens::key(), confederate: tokens::key(), spectator: tokens::key() },
            created: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
            fingerprint: None,
        };
        // Loading it once says what is wrong with a save before it is kept.
        let (table, remark) = guarded(|| open(kind, &card)).map_err(|r| if save.is_some() { within_save(r) } else { r })?;
        card.fingerprint = Some(table.fingerprint());
        self.store.create(&card).map_err(|e| in_words(&e))?;
        let mut keys = Map::new();
        for (side, key) in Side::BOTH.into_iter().zip([&card.keys.union, &card.keys.confederate]) {
            if !matches!(card.seats[side.index()], Sitter::Computer { .. }) {
                keys.insert(side.id().into(), json!(key));
            }
        }
        keys.insert("spectator".into(), json!(card.keys.spectator));
        let answer = json!({ "table": card.id, "keys": keys, "seats": card.seats, "remark": remark });
        let room = self.furnish(kind, card, Some(Inner::new(table)));
        lock(&self.rooms).insert(room.card.id.clone(), Arc::clone(&room));
        room.settle();
        Ok(answer)
    }

    fn furnish(&self, kind: &'static dyn Kind, card: Card, inner: Option<Inner>) -> Arc<Room> {
        Arc::new(Room::new(kind, card, Arc::clone(&self.store), Arc::clone(&self.thinkers), inner))
    }

    /// The table of that name, from memory or from disk.
    pub fn room(&self, id: &str) -> Option<Arc<Room>> {
        if let Some(room) = lock(&self.rooms).get(id) {
            return Some(Arc::clone(room));
        }
        let card = self.store.card(id).ok()??;
        let kind = self.kind(&card.game)?;
        let room = self.furnish(kind, card, None);
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

    /// How many games are in memory now.
    pub fn in_memory(&self) -> usize {
        lock(&self.rooms).values().filter(|room| room.in_memory()).count()
    }

    /// Puts away the tables that nobody uses, and the games of those where people only sit.
    pub fn put_away_idle(&self) {
        let idle = self.limits.idle;
        lock(&self.rooms).retain(|_, room| {
            if room.idle_for() < idle || room.busy() {
                return true;
            }
            room.put_away();
            room.watched() || Arc::strong_count(room) > 1
        });
    }
}

/// Puts away idle tables from time to time.
pub fn sweep(house: Arc<House>) {
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP.min(house.limits.idle / 2)).await;
            let house = Arc::clone(&house);
            let _ = tokio::task::spawn_blocking(move || house.put_away_idle()).await;
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

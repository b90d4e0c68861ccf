//! All tables: making them, finding them, putting away those that nobody uses.

use crate::card::{Card, Keys, Placing, Sitter};
use crate::gallery::{Clock, read_delay};
use crate::host::Host;
use crate::rooms::{Inner, LONGEST_JOURNAL, Room, field, guarded, in_words, open};
use crate::store::Store;
use crate::{lesson, lock, tokens};
use engine::table::{Kind, Refusal, read_options};
use engine::{Seat, Side};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Called when the dice or a computer of a table may have to go on: whoever runs the house lends them the time, with
/// [`Room::next`], [`Question::decide`](crate::thinking::Question::decide) and [`Room::carry_out`].
pub type Wake = Arc<dyn Fn(&Arc<Room>) + Send + Sync>;

/// All tables.
pub struct House {
    /// The games.
    pub shelf: &'static [&'static dyn Kind],
    store: Arc<dyn Store>,
    wake: Wake,
    host: Option<Arc<dyn Host>>,
    clock: Clock,
    /// Whether other nodes change the same tables.
    shared: bool,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

/// A table that can be made: everything about it makes sense.
pub struct Plan {
    pub(crate) kind: &'static dyn Kind,
    /// Without the time when it is made.
    pub(crate) card: Card,
    /// The save that it begins from, if it does.
    pub(crate) opening: Option<Value>,
}

impl Plan {
    /// The name that the table will have.
    pub fn id(&self) -> &str {
        &self.card.id
    }

    /// How many entries must be followed to open it.
    pub fn entries(&self) -> usize {
        self.opening.as_ref().map_or(0, entries_of)
    }
}

/// Whoever has no key learns nothing, not even whether there is such a table.
fn no_such_table() -> Refusal {
    Refusal::because("there is no such table, or not with this key")
}

impl House {
    /// A house with these games, kept there.
    pub fn new(shelf: &'static [&'static dyn Kind], store: Arc<dyn Store>, wake: Wake) -> House {
        House { shelf, store, wake, host: None, clock: Arc::new(|| 0), shared: false, rooms: Mutex::default() }
    }

    /// The same where other nodes change the same tables.
    pub fn shared(self, shared: bool) -> House {
        House { shared, ..self }
    }

    /// The same with somebody who may hold games up, and hears when something was decided.
    pub fn hosted(self, host: Arc<dyn Host>) -> House {
        House { host: Some(host), ..self }
    }

    /// The same where somebody knows what time it is. Where nobody does, onlookers who shall see a game later see it when it is over.
    pub fn timed(self, clock: Clock) -> House {
        House { clock, ..self }
    }

    /// Tells those who see a game later than its players what they may know by now. To be called again and again.
    pub fn show_late(&self) {
        let late: Vec<Arc<Room>> = lock(&self.rooms).values().filter(|room| room.card.delay > 0).map(Arc::clone).collect();
        late.iter().for_each(|room| room.show_late());
    }

    /// The game of that id.
    pub fn kind(&self, id: &str) -> Option<&'static dyn Kind> {
        self.shelf.iter().copied().find(|k| k.catalogue().game == id)
    }

    /// The save that a branch begins with.
    fn branch(&self, branch: &Value) -> Result<Value, Refusal> {
        let word = |name: &str| branch[name].as_str().unwrap_or("");
        let (room, seat) =
            self.enter(word("table"), word("key")).ok_or_else(|| Refusal { field: Some("branch".into()), ..no_such_table() })?;
        let step = branch["step"].as_u64().and_then(|n| usize::try_from(n).ok());
        room.branch(seat, step.ok_or_else(|| field("branch.step", "a whole number from 0 is wanted"))?)
    }

    /// A table as `request` says: `{game, scenario?, options?, seats: {union, confederate}}`, `{save, seats}` or
    /// `{branch: {table, key, step}, seats}`. A seat is `me`, `friend` or `computer:LEVEL`. With `set_up: "standard"` no person
    /// is asked to set up; with `delay: MINUTES` onlookers see it so much later. `{lesson: {game, lesson, fight?}}` is a table for a lesson,
    /// `{puzzle: {game, puzzle, you?, it?}}` one for a puzzle.
    pub fn plan(&self, request: &Value) -> Result<Plan, Refusal> {
        let request = request.as_object().ok_or_else(|| Refusal::because("a JSON object is wanted"))?;
        let given = |name: &str| request.get(name).filter(|v| !v.is_null());
        if let Some(lesson) = given("lesson") {
            return lesson::plan(|id| self.kind(id), lesson);
        }
        if let Some(puzzle) = given("puzzle") {
            return lesson::plan_puzzle(|id| self.kind(id), puzzle);
        }
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
        if save.as_ref().is_some_and(|save| entries_of(save) > LONGEST_JOURNAL) {
            return Err(field("save.journal.entries", format!("a save has at most {LONGEST_JOURNAL} entries")));
        }
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
        let set_up = read_placing(given("set_up"))?;
        let card = Card {
            id: tokens::name(),
            game: game.into(),
            scenario: setup.scenario.clone(),
            options: setup.options,
            keys: Keys::new(&seats),
            seats,
            set_up,
            created: 0,
            fingerprint: None,
            lesson: None,
            puzzle: None,
            delay: read_delay(given("delay"))?,
        };
        Ok(Plan { kind, card, opening: save.map(Cow::into_owned) })
    }

    /// Makes a table at that time, in seconds since 1970. Answers its name, the keys that the maker may have, and the invitations for
    /// his friends.
    pub fn make(&self, plan: Plan, created: u64) -> Result<Value, Refusal> {
        let Plan { kind, card, opening } = plan;
        let mut card = Card { created, ..card };
        // Loading it once says what is wrong with a save before it is kept. It is kept as we would write it ourselves: whatever else
        // stands in it is nobody's business here.
        let within = |r| if opening.is_some() { within_save(r) } else { r };
        let (table, remark) = guarded(|| open(kind, &card, opening.as_ref())).map_err(within)?;
        let opening = match opening {
            Some(_) => Some(guarded(|| Ok(table.save()))?),
            None => None,
        };
        card.fingerprint = Some(table.fingerprint());
        self.store.create(&card, opening.as_ref()).map_err(|e| in_words(&e))?;
        let (mut keys, mut invitations) = (Map::new(), Map::new());
        for side in Side::BOTH {
            match (&card.seats[side.index()], &card.keys.invitations[side.index()]) {
                (Sitter::Me, _) => keys.insert(side.id().into(), json!(card.keys.of(side))),
                (Sitter::Friend, Some(invitation)) => invitations.insert(side.id().into(), json!(invitation)),
                _ => None,
            };
        }
        keys.insert("spectator".into(), json!(card.keys.spectator));
        let answer = json!({
            "table": card.id, "keys": keys, "invitations": invitations, "owner": card.keys.owner, "seats": card.seats, "remark": remark,
        });
        let room = self.furnish(kind, card, Some(Inner::new(table)));
        lock(&self.rooms).insert(room.card.id.clone(), Arc::clone(&room));
        // What fails here is tried again when somebody sits down. Until then the computers wait: he is to see all that they do.
        let _ = room.begin();
        room.moved();
        Ok(answer)
    }

    fn furnish(&self, kind: &'static dyn Kind, card: Card, inner: Option<Inner>) -> Arc<Room> {
        Arc::new(
            Room::new(kind, card, Arc::clone(&self.store), Arc::clone(&self.wake), self.host.clone(), Arc::clone(&self.clock)).with(inner),
        )
    }

    /// The table of that name, from memory or from the store.
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
        let seat = room.seat_of(key).or_else(|| {
            // Somebody may have claimed it by way of another node a moment ago.
            let card = self.shared.then(|| self.store.card(id).ok()).flatten()??;
            room.take_keys(card.keys);
            room.seat_of(key)
        })?;
        Some((room, seat))
    }

    /// The table of that name, if this is the key of whoever made it.
    fn owned(&self, id: &str, owner: &str) -> Result<Arc<Room>, Refusal> {
        let room = (id.len() <= 32).then(|| self.room(id)).flatten();
        room.filter(|room| room.is_owner(owner)).ok_or_else(no_such_table)
    }

    /// Somebody claims an invitation, and brings the key that his seat has from now on: nobody else knows it. Whoever has claimed it may
    /// do so again with the same key, if the answer was lost. Answers the seat.
    pub fn claim(&self, id: &str, invitation: &str, key: &str) -> Result<Seat, Refusal> {
        const VOID: &str = "this invitation was claimed already, or taken back, or there never was one: ask for another";
        if !tokens::is_key(key) {
            return Err(field("key", "a key has 40 hexadecimal digits in small letters"));
        }
        let room = (id.len() <= 32).then(|| self.room(id)).flatten().ok_or_else(|| Refusal::because(VOID))?;
        if let Some(seat) = room.seat_of(key).filter(|seat| seat.side().is_some()) {
            return Ok(seat);
        }
        room.rekey(|keys| {
            let side = keys.invited(invitation).ok_or_else(|| Refusal::because(VOID))?;
            if keys.seat_of(key).is_some() {
                return Err(field("key", "this key opens another seat: bring one of your own"));
            }
            keys.give(side, key);
            Ok(side.into())
        })
    }

    /// Takes back an invitation that nobody has claimed, and answers another. Once a friend sits there his seat is his: whoever could
    /// take it from him could look through his eyes.
    pub fn invite(&self, id: &str, owner: &str, side: Side) -> Result<String, Refusal> {
        let room = self.owned(id, owner)?;
        room.rekey(|keys| match &mut keys.invitations[side.index()] {
            Some(invitation) => {
                *invitation = tokens::key();
                Ok(invitation.clone())
            }
            None => Err(field("seat", "nobody is invited to this seat, or he has taken it already")),
        })
    }

    /// Deletes a table, for whoever made it.
    pub fn delete(&self, id: &str, owner: &str) -> Result<(), Refusal> {
        self.owned(id, owner)?;
        self.remove(id, "Whoever made this table has deleted it.")
    }

    /// Deletes a table; whoever sits there is told why.
    pub fn remove(&self, id: &str, because: &str) -> Result<(), Refusal> {
        self.store.delete(id).map_err(|e| in_words(&e))?;
        let room = lock(&self.rooms).remove(id);
        if let Some(room) = room {
            room.dissolve(because);
        }
        Ok(())
    }

    /// Another node has written in the journal of a table, which is so long now: whoever listens here is told, and its game goes on from
    /// there. Whoever knows as much already does nothing.
    pub fn catch_up(&self, id: &str, length: usize) {
        let room = lock(&self.rooms).get(id).cloned();
        if let Some(room) = room.filter(|room| room.is_behind(length)) {
            let _ = room.catch_up();
        }
    }

    /// All tables that are in memory here read on in their journals: news of other nodes may have been lost.
    pub fn catch_up_all(&self) {
        let rooms: HashMap<String, Arc<Room>> = lock(&self.rooms).iter().map(|(id, room)| (id.clone(), Arc::clone(room))).collect();
        let here: Vec<String> = rooms.iter().filter(|(_, room)| room.in_memory() || room.watched()).map(|(id, _)| id.clone()).collect();
        if here.is_empty() {
            return;
        }
        for (id, length) in self.store.lengths(&here).unwrap_or_default() {
            if let Some(room) = rooms.get(&id).filter(|room| room.is_behind(length)) {
                let _ = room.catch_up();
            }
        }
    }

    /// Another node has given a table other keys.
    pub fn reread_keys(&self, id: &str) {
        let room = lock(&self.rooms).get(id).cloned();
        if let (Some(room), Ok(Some(card))) = (room, self.store.card(id)) {
            room.take_keys(card.keys);
        }
    }

    /// Another node has deleted a table: whoever sits there is told. If it is still kept, somebody was mistaken, and nothing happens.
    pub fn deleted(&self, id: &str) {
        let known = lock(&self.rooms).contains_key(id);
        if !known || !matches!(self.store.card(id), Ok(None)) {
            return;
        }
        if let Some(room) = lock(&self.rooms).remove(id) {
            room.dissolve("This table was deleted.");
        }
    }

    /// Whether somebody sits or looks on at a table.
    pub fn watched(&self, id: &str) -> bool {
        lock(&self.rooms).get(id).is_some_and(|room| room.watched())
    }

    /// How many games are in memory now.
    pub fn in_memory(&self) -> usize {
        lock(&self.rooms).values().filter(|room| room.in_memory()).count()
    }

    /// Puts away those tables of which it is said that nobody uses them; where people only sit, their games.
    pub fn put_away(&self, mut unused: impl FnMut(&Room) -> bool) {
        lock(&self.rooms).retain(|_, room| {
            if !unused(room) || room.attended() {
                return true;
            }
            room.put_away();
            room.watched() || Arc::strong_count(room) > 1
        });
    }
}

/// How long the journal of a save is.
fn entries_of(save: &Value) -> usize {
    save.pointer("/journal/entries").and_then(Value::as_array).map_or(0, Vec::len)
}

fn within_save(mut refusal: Refusal) -> Refusal {
    refusal.field = Some(refusal.field.map_or("save".into(), |f| format!("save.{f}")));
    refusal
}

fn read_placing(value: Option<&Value>) -> Result<Placing, Refusal> {
    match value.map(Value::as_str) {
        None | Some(Some("own")) => Ok(Placing::Own),
        Some(Some("standard")) => Ok(Placing::Standard),
        Some(_) => Err(field("set_up", "a set-up is own or standard")),
    }
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

//! A table in play: who sits where, what they may do, and news for everybody.

use crate::about::About;
use crate::analysis::Desk;
use crate::card::{Card, Keys, Placing, Sitter};
use crate::gallery::{Clock, Gallery};
use crate::host::Host;
use crate::house::Wake;
use crate::lock;
use crate::news::{Ears, Line, Listener, told};
use crate::nodes::{Unwritten, decided};
use crate::record::{agrees, follow, in_force, is_dealt, seal, throw, written};
use crate::standard::{self, Standard};
use crate::store::{Store, Unkept};
use crate::thinking::Minds;
use crate::tokens;
use engine::contract::{News, Op};
use engine::protocol::{at_table, operation};
use engine::table::{Kind, Refusal, Table};
use engine::{BadField, Seat, SetUp, Side};
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// How many entries of the log come with a seat that is taken; the rest is asked for.
pub const FIRST_LOG: usize = 200;
/// The most entries of the log in one answer.
pub const LOG_PAGE: u64 = 500;

/// The most entries that a journal may have before nothing is taken back any more, and the most that a save may bring along. The
/// longest games of ours have a quarter of that.
pub const LONGEST_JOURNAL: usize = 10_000;
/// How often a request is answered over again when other nodes write in the journal at the same moment.
const OVERTAKEN: usize = 8;
/// How many browsers of one person may sit in his seat; the oldest makes room.
pub const MOST_IN_A_SEAT: usize = 8;
/// How many may look on at one table.
pub const MOST_ONLOOKERS: usize = 200;

/// What people are told of a fault of the store: that there is one. What it is, is for the log of the house.
pub(crate) fn in_words(_: &Unkept) -> Refusal {
    Refusal::because("the house could not keep or find this: its disk has a fault. Nothing was changed; try again")
}

/// Something is wrong with a field of a request.
pub fn field(name: &str, because: impl Into<String>) -> Refusal {
    BadField::new(name, because).into()
}

pub(crate) fn gone() -> Refusal {
    Refusal::because("this table is gone")
}

/// The last net: a panic in the rules becomes a refusal.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Refusal::because("this met a fault of the program, please report it; nothing was changed")))
}

/// A fresh table as its card says.
pub(crate) fn open(kind: &dyn Kind, card: &Card, opening: Option<&Value>) -> Result<(Box<dyn Table>, Option<String>), Refusal> {
    let setup = SetUp { scenario: card.scenario.clone(), options: card.options.clone() };
    match opening {
        Some(save) => Ok(kind.load(&setup, save)?),
        // The dice come from the system; the seed only fills its place in saves.
        None => Ok((kind.open(&setup, tokens::word())?, None)),
    }
}

/// The game of a table, in memory.
pub(crate) struct Inner {
    pub(crate) table: Box<dyn Table>,
    /// Entries of its journal that are kept.
    pub(crate) kept: usize,
    /// Why it can only be looked at, and the entry from which on its journal stands no more.
    pub(crate) closed: Option<(String, usize)>,
    /// The entries of the game's journal that were decided for a person: his standard set-up.
    dealt: Vec<usize>,
    /// Whether no more set-up is to come.
    set_up: bool,
}

impl Inner {
    /// A game that has just begun.
    pub(crate) fn new(table: Box<dyn Table>) -> Inner {
        Inner { table, kept: 0, closed: None, dealt: Vec::new(), set_up: false }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// Whether a side is asked now, alone or with the other.
    pub(crate) fn asks(&self, side: Side) -> bool {
        let asked = self.table.actor(Seat::Referee);
        asked.actor.side() == Some(side) || asked.awaited.is_some_and(|awaited| awaited.contains(&side))
    }

    /// What the journal has from that entry on, as it is kept.
    pub(crate) fn written(&self, since: usize) -> Vec<Value> {
        written(self.table.as_ref(), since, &self.dealt)
    }

    /// Whether the last thing that happened is a set-up that was dealt: nobody decided it, and nobody takes it back.
    fn just_dealt(&self) -> bool {
        self.table.last_in_force().is_some_and(|last| self.dealt.contains(&last))
    }

    /// Does what an entry of the kept journal says.
    pub(crate) fn follow(&mut self, entry: &Value) -> Result<(), Refusal> {
        let number = self.table.length();
        guarded(|| follow(self.table.as_mut(), entry))?;
        if is_dealt(entry) {
            self.dealt.push(number);
        }
        Ok(())
    }
}

/// One table.
pub struct Room {
    pub(crate) kind: &'static dyn Kind,
    /// As it was made, without its keys: those may change.
    pub card: Card,
    /// Its keys.
    pub(crate) keys: Mutex<Keys>,
    store: Arc<dyn Store>,
    /// Called when the dice or a computer may have to go on.
    wake: Wake,
    /// Who may hold the game up, and hears when something was decided.
    pub(crate) host: Option<Arc<dyn Host>>,
    /// What time it is.
    pub(crate) clock: Clock,
    /// The game, or nothing if it must be read from the store.
    pub(crate) inner: Mutex<Option<Inner>>,
    /// The game as those see it who see it later. Never locked before `inner`.
    pub(crate) gallery: Mutex<Option<Gallery>>,
    /// Locked after the others if several are.
    pub(crate) ears: Mutex<Ears>,
    next_listener: AtomicU64,
    pub(crate) minds: Minds,
    pub(crate) desk: Desk,
    /// How often somebody has asked for something here.
    uses: AtomicU64,
    /// The length of the journal of which those who listen have been told.
    pub(crate) told: AtomicUsize,
    /// The same for those who see it later.
    pub(crate) told_late: AtomicUsize,
}

/// What came of a request, and what it adds to the journal.
pub(crate) struct Done {
    pub(crate) answer: Map<String, Value>,
    entries: Vec<Value>,
}

fn into_map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

impl Room {
    pub(crate) fn new(
        kind: &'static dyn Kind,
        mut card: Card,
        store: Arc<dyn Store>,
        wake: Wake,
        host: Option<Arc<dyn Host>>,
        clock: Clock,
    ) -> Room {
        let keys = Mutex::new(std::mem::take(&mut card.keys));
        Room {
            kind,
            card,
            keys,
            store,
            wake,
            host,
            clock,
            inner: Mutex::default(),
            gallery: Mutex::default(),
            ears: Mutex::default(),
            next_listener: AtomicU64::new(0),
            minds: Minds::default(),
            desk: Desk::default(),
            uses: AtomicU64::new(0),
            told: AtomicUsize::new(0),
            told_late: AtomicUsize::new(0),
        }
    }

    /// The same with its game in memory, if it is.
    pub(crate) fn with(self, inner: Option<Inner>) -> Room {
        Room { inner: Mutex::new(inner), ..self }
    }

    /// Where it is kept.
    pub(crate) fn store(&self) -> &dyn Store {
        self.store.as_ref()
    }

    /// Scenario and options.
    pub(crate) fn setup(&self) -> SetUp {
        SetUp { scenario: self.card.scenario.clone(), options: self.card.options.clone() }
    }

    /// The seat that a key opens.
    pub fn seat_of(&self, key: &str) -> Option<Seat> {
        lock(&self.keys).seat_of(key)
    }

    /// Whether a key is that of whoever made the table.
    pub fn is_owner(&self, key: &str) -> bool {
        lock(&self.keys).is_owner(key, &self.card.seats)
    }

    /// Changes the keys, in the store first; then everybody is told who is still invited.
    pub(crate) fn rekey<T>(&self, change: impl FnOnce(&mut Keys) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let changed = {
            let mut keys = lock(&self.keys);
            let mut next = keys.clone();
            let changed = change(&mut next)?;
            if next != *keys {
                self.store.rekey(&self.card.id, &next).map_err(|e| in_words(&e))?;
                *keys = next;
            }
            changed
        };
        self.tell_invited();
        Ok(changed)
    }

    /// Tells everybody who is still invited.
    pub(crate) fn tell_invited(&self) {
        lock(&self.ears).tell_all(&json!({ "invited": self.invited() }));
    }

    /// The sides whose invitation nobody has claimed yet.
    pub(crate) fn invited(&self) -> Vec<Side> {
        let keys = lock(&self.keys);
        Side::BOTH.into_iter().filter(|side| keys.invitations[side.index()].is_some()).collect()
    }

    /// Says good-bye to everybody: the table is gone.
    pub(crate) fn dissolve(&self, because: &str) {
        let mut inner = lock(&self.inner);
        *inner = None;
        self.minds.stop();
        self.minds.dismiss();
        let mut ears = lock(&self.ears);
        ears.tell_all(&json!({ "closed": because }));
        ears.clear();
    }

    /// Whether only the maker and computers sit here: then the maker may have everything.
    pub(crate) fn alone(&self) -> bool {
        self.card.seats.iter().all(|s| *s != Sitter::Friend)
    }

    /// Whether both sides sit at one screen.
    pub(crate) fn hot_seat(&self) -> bool {
        self.card.seats.iter().all(|s| *s == Sitter::Me)
    }

    /// Whether a seat may begin a new table from any step of this one: what it could learn there it knows already.
    pub(crate) fn may_branch(&self, table: &dyn Table, seat: Seat) -> bool {
        table.outcome().is_some() || !table.secrets() || self.hot_seat() && seat.side().is_some()
    }

    /// How often somebody has asked for something here: as long as it is the same, nobody has.
    pub fn uses(&self) -> u64 {
        self.uses.load(Ordering::Relaxed)
    }

    /// Whether somebody is connected.
    pub fn watched(&self) -> bool {
        !lock(&self.ears).is_empty()
    }

    /// Whether the game is in memory.
    pub(crate) fn in_memory(&self) -> bool {
        lock(&self.inner).is_some()
    }

    /// Forgets the game: it is in the store.
    pub(crate) fn put_away(&self) {
        let mut inner = lock(&self.inner);
        *inner = None;
        self.close_gallery();
        lock(&self.ears).forget();
        self.minds.dismiss();
    }

    /// The game in progress, read from the store if need be.
    pub(crate) fn inner(&self) -> Result<MutexGuard<'_, Option<Inner>>, Refusal> {
        self.uses.fetch_add(1, Ordering::Relaxed);
        let mut inner = lock(&self.inner);
        if inner.is_none() {
            *inner = Some(self.resume()?);
        }
        Ok(inner)
    }

    /// The game in progress from its journal. Where that stands no more, because the rules have changed, the table is closed: it
    /// shows the game as far as the journal still stands.
    fn resume(&self) -> Result<Inner, Refusal> {
        self.resume_from(&self.store.journal(&self.card.id).map_err(|e| in_words(&e))?)
    }

    /// The game as these entries of its journal lead to it.
    pub(crate) fn resume_from(&self, entries: &[Value]) -> Result<Inner, Refusal> {
        let card = self.store.card(&self.card.id).map_err(|e| in_words(&e))?.ok_or_else(gone)?;
        let opening = self.store.opening(&self.card.id).map_err(|e| in_words(&e))?;
        let fresh = || {
            guarded(|| open(self.kind, &card, opening.as_ref())).map_err(|refusal| {
                Refusal::because(format!("this table was made with other rules or data and can no longer be opened: {refusal}"))
            })
        };
        let in_force = in_force(entries);
        let mut game = Inner { kept: entries.len(), ..Inner::new(fresh()?.0) };
        // How many of the entries in force are known to lead where they led.
        let mut sure = 0;
        let mut fault = None;
        for (i, number) in in_force.iter().enumerate() {
            let entry = &entries[*number];
            if let Err(refusal) = game.follow(entry) {
                fault = Some(refusal.because);
                break;
            }
            match guarded(|| Ok(agrees(game.table.as_ref(), entry)))? {
                Some(true) => sure = i + 1,
                Some(false) => {
                    fault = Some("it leads elsewhere now".to_string());
                    break;
                }
                None => {}
            }
        }
        let Some(fault) = fault else {
            return Ok(game);
        };
        let mut game = Inner { kept: entries.len(), ..Inner::new(fresh()?.0) };
        in_force[..sure].iter().try_for_each(|n| game.follow(&entries[*n]))?;
        let made_under = entries.iter().rev().find_map(|e| e["fingerprint"].as_str()).or(card.fingerprint.as_deref());
        let because = if made_under == Some(game.table.fingerprint().as_str()) {
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
        game.closed = Some((because, in_force[sure]));
        Ok(game)
    }

    /// Whether anybody has decided anything who was meant to: where a person plays, a person. What was dealt is nobody's decision.
    pub(crate) fn touched(&self, game: &Inner) -> bool {
        let counts = |entry: &Value| {
            Side::BOTH
                .into_iter()
                .any(|side| entry["by"] == side.id() && (self.film() || !matches!(self.card.seats[side.index()], Sitter::Computer { .. })))
        };
        game.table.entries(0).iter().enumerate().any(|(number, entry)| counts(entry) && !game.dealt.contains(&number))
    }

    pub(crate) fn news(&self, inner: &Inner, seat: Seat, since: usize) -> News {
        let news = News::of(inner.table.as_ref(), seat, since);
        let may_branch = self.may_branch(inner.table.as_ref(), seat);
        let taught = self.taught(inner.table.as_ref(), Op::Undo, &Map::new()).is_ok();
        News { may_branch, undo: news.undo && !inner.just_dealt() && taught, ..news }
    }

    /// Takes a seat: what it sees now is the first thing that it is told. Answers its number for [`Room::leave`].
    pub fn join(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>, line: Box<dyn Line>) -> Result<u64, Refusal> {
        let number = self.next_listener.fetch_add(1, Ordering::Relaxed);
        let patches = request.get("patches") == Some(&Value::Bool(true));
        let take = |inner: &Inner| {
            self.make_room(seat)?;
            let since = inner.table.length().saturating_sub(FIRST_LOG);
            let news = guarded(|| Ok(self.news(inner, seat, since)))?;
            let closed = inner.closed.as_ref().map(|(because, _)| because.clone());
            let about = About { may_branch: news.may_branch, closed, ..self.about() };
            let id = request.get("id").unwrap_or(&Value::Null);
            let hello = |shown: Value| {
                let mut hello = json!({ "id": id, "ok": true, "seat": seat, "about": about, "news": shown, "handout": self.handout() });
                if let Some(thinking) = self.minds.thinking().filter(|_| !self.late(seat)) {
                    hello["thinking"] = thinking;
                }
                if let Some(stand) = self.stand(inner.table.as_ref()) {
                    hello["lesson"] = json!(stand);
                }
                hello
            };
            lock(&self.ears).add(Listener { number, seat, patches, line }, &news, hello);
            Ok(())
        };
        // The game is in memory while somebody sits or looks on, however late.
        let inner = self.inner()?;
        if self.late(seat) {
            drop(inner);
            self.enter_gallery(take)?;
        } else {
            let inner = inner.as_ref().ok_or_else(gone)?;
            self.told.store(inner.table.length(), Ordering::Relaxed);
            take(inner)?;
        }
        self.tell_who_is_here();
        self.settle();
        Ok(number)
    }

    /// Whoever comes back to his seat finds room in it; onlookers only as long as there is any.
    fn make_room(&self, seat: Seat) -> Result<(), Refusal> {
        let mut ears = lock(&self.ears);
        match seat {
            Seat::Spectator if ears.count(seat) >= MOST_ONLOOKERS => {
                Err(Refusal::because("so many look on at this table that there is no more room: come back later"))
            }
            Seat::Spectator => Ok(()),
            _ => {
                while ears.count(seat) >= MOST_IN_A_SEAT {
                    ears.drop_oldest(seat);
                }
                Ok(())
            }
        }
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
    pub(crate) fn eyes(&self, inner: &Inner, op: Op, seat: Seat, request: &Map<String, Value>) -> Result<Seat, Refusal> {
        let Some(wanted) = request.get("as").filter(|a| !a.is_null()) else { return Ok(seat) };
        match wanted.as_str().and_then(Seat::from_id) {
            Some(wanted) if wanted == seat => Ok(seat),
            // After the end nothing is hidden any more.
            Some(wanted) if matches!(op, Op::Replay | Op::View | Op::Log) && inner.table.outcome().is_some() => Ok(wanted),
            _ => Err(field("as", "you sit in one seat only")),
        }
    }

    /// Answers one request of a seat. Where another node was faster, those who listen here are told what it wrote, and the request is
    /// answered over the new position.
    pub fn answer(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        // Whoever comes from another node may know more than this one.
        if request.get("at").and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok()).is_some_and(|at| self.is_behind(at)) {
            let _ = self.catch_up();
        }
        for _ in 0..OVERTAKEN {
            let known = lock(&self.inner).as_ref().map(|game| game.kept);
            match self.try_answer(seat, request) {
                Err(Unwritten::Overtaken) => {
                    self.show_anew()?;
                    // Whoever sits in this seat has decided meanwhile, by way of another node: he has not decided twice.
                    if known.is_none_or(|known| self.has_decided(seat, known)) {
                        break;
                    }
                }
                answered => return Ok(answered?),
            }
        }
        Err(Unwritten::Overtaken.into())
    }

    fn try_answer(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Unwritten> {
        let op = operation(request)?;
        if op == Op::Analyse {
            return Ok(self.analyse(seat, request)?);
        }
        if self.late(seat) {
            return self.answer_late(op, seat, request);
        }
        if op == Op::Roll && request.get("dice").is_some_and(|d| !d.is_null()) {
            return Err(field("dice", "the table throws its own dice").into());
        }
        let result = {
            let mut inner = self.inner()?;
            let game = inner.as_mut().ok_or_else(gone)?;
            let seat = self.eyes(game, op, seat, request)?;
            let since = game.table.length();
            let result = match catch_unwind(AssertUnwindSafe(|| self.operate(game, op, seat, request))) {
                Ok(result) => result,
                Err(_) => {
                    // Made anew from what is kept when somebody asks again.
                    *inner = None;
                    let fault = "this request met a fault of the program, please report it; nothing was changed";
                    return Err(Refusal::because(fault).into());
                }
            };
            match result {
                Ok(mut done) if !done.entries.is_empty() => {
                    let entries = std::mem::take(&mut done.entries);
                    let game = self.keep(&mut inner, entries, true)?;
                    // Whoever thinks about the old position thinks in vain.
                    self.minds.stop();
                    if matches!(op, Op::Undo | Op::Redo) {
                        self.minds.dismiss();
                    }
                    if op == Op::Reopen {
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
            self.moved();
        }
        Ok(done.answer)
    }

    /// Keeps entries, of which a person has decided something or not. If that fails, the game is forgotten, and made anew from what is
    /// kept.
    pub(crate) fn keep<'a>(&self, inner: &'a mut Option<Inner>, mut entries: Vec<Value>, person: bool) -> Result<&'a Inner, Unwritten> {
        let game = inner.as_mut().ok_or_else(gone)?;
        seal(&mut entries, game.table.as_ref());
        self.date(&mut entries);
        let count = entries.len();
        if let Err(error) = self.store.append(&self.card.id, game.kept, entries, person) {
            *inner = None;
            return Err(match error {
                Unkept::Overtaken => Unwritten::Overtaken,
                fault => Unwritten::Refused(in_words(&fault)),
            });
        }
        let game = inner.as_mut().ok_or_else(gone)?;
        game.kept += count;
        Ok(game)
    }

    pub(crate) fn operate(&self, game: &mut Inner, op: Op, seat: Seat, request: &Map<String, Value>) -> Result<Done, Refusal> {
        let quiet = |answer: Map<String, Value>| Ok(Done { answer, entries: Vec::new() });
        let changes = matches!(op, Op::Apply | Op::Undo | Op::Redo | Op::Resign | Op::Roll);
        if let Some((because, _)) = game.closed.as_ref().filter(|_| changes) {
            return Err(Refusal::because(because));
        }
        if let Some(because) = self.host.as_ref().filter(|_| changes).and_then(|host| host.hold(&self.card.id)) {
            return Err(Refusal::because(because));
        }
        if let Some(at) = request.get("at").filter(|at| changes && !at.is_null()) {
            let at = at.as_u64().and_then(|at| usize::try_from(at).ok()).ok_or_else(|| field("at", "a whole number from 0 is wanted"))?;
            if at < game.table.length() && decided(&game.table.entries(at), seat) {
                return Err(field("at", "you have decided something else at this table meanwhile: look again"));
            }
        }
        self.taught(game.table.as_ref(), op, request)?;
        let mut request = request.clone();
        request.insert("as".into(), json!(seat));
        let since = game.table.length();
        match op {
            Op::Log => {
                let count = request.get("count").unwrap_or(&Value::Null);
                // What is no number at all is refused at the table.
                if count.is_null() || count.as_u64().is_some_and(|count| count > LOG_PAGE) {
                    request.insert("count".into(), json!(LOG_PAGE));
                }
                return quiet(at_table(game.table.as_mut(), op, seat, &request)?);
            }
            Op::Undo if game.just_dealt() => return Err(Refusal::because("the standard set-up was dealt: it cannot be taken back")),
            Op::Undo if since >= LONGEST_JOURNAL => {
                return Err(Refusal::because("so much was taken back in this game that nothing can be any more"));
            }
            Op::Apply | Op::Undo | Op::Redo | Op::Resign => {}
            Op::Roll => {
                self.go_on(game)?;
                let entries = game.written(since);
                if entries.is_empty() {
                    return Err(Refusal::because("no dice are asked for now"));
                }
                let table = game.table.as_ref();
                let answer = json!({ "events": told(table, seat, since), "next": table.actor(seat) });
                return Ok(Done { answer: into_map(answer), entries });
            }
            Op::Reopen => {
                if seat.side().is_none() {
                    return Err(Refusal::because("a spectator has no say"));
                }
                let (_, from) = game.closed.take().ok_or_else(|| Refusal::because("this table is open"))?;
                let cut = json!({ "cut": from, "fingerprint": game.table.fingerprint() });
                return Ok(Done { answer: into_map(json!(game.table.actor(seat))), entries: vec![cut] });
            }
            // Where nobody else sits, nothing is told to an enemy.
            Op::Save | Op::Hash if self.alone() && seat != Seat::Spectator => {
                return quiet(at_table(game.table.as_mut(), op, Seat::Referee, &request)?);
            }
            Op::Coach => {
                let remark = school::coach::remark(game.table.as_ref(), seat)?;
                return quiet(into_map(json!({ "coach": remark })));
            }
            // Thinking takes its time: it is done away from the table.
            Op::Go | Op::Stop => return Err(field("op", "a seat asks for that on its own line")),
            Op::Meant => {
                let answer = at_table(game.table.as_mut(), op, seat, &request)?;
                return quiet(self.explained(game.table.as_ref(), &request, answer));
            }
            _ => return quiet(at_table(game.table.as_mut(), op, seat, &request)?),
        }
        let mut answer = match (op, request.get("action")) {
            // What it comes to is told below, with the dice that were thrown for it.
            (Op::Apply, Some(action)) => {
                game.table.apply(seat, action)?;
                Map::new()
            }
            _ => at_table(game.table.as_mut(), op, seat, &request)?,
        };
        self.go_on(game)?;
        let table = game.table.as_ref();
        if matches!(op, Op::Apply | Op::Redo) {
            answer.insert("events".into(), json!(told(table, seat, since)));
            answer.insert("next".into(), json!(table.actor(seat)));
        }
        Ok(Done { answer, entries: game.written(since) })
    }

    /// Throws the dice and sets up whoever wants that done for him, until somebody has to decide.
    pub(crate) fn go_on(&self, game: &mut Inner) -> Result<(), Refusal> {
        if self.follow_script(game)? {
            return Ok(());
        }
        loop {
            throw(game.table.as_mut())?;
            let Some((side, action)) = self.to_be_dealt(game) else { return Ok(()) };
            let number = game.table.length();
            game.table.apply(side.into(), &action)?;
            game.dealt.push(number);
        }
    }

    /// What the standard set-up asks for now, if a person is to be set up.
    fn to_be_dealt(&self, game: &mut Inner) -> Option<(Side, Value)> {
        if self.card.set_up == Placing::Own || game.set_up || game.is_closed() {
            return None;
        }
        let person = |side: &Side| !matches!(self.card.seats[side.index()], Sitter::Computer { .. });
        for side in Side::BOTH.into_iter().filter(person).filter(|side| game.asks(*side)).collect::<Vec<_>>() {
            match standard::next(game.table.as_ref(), side, &game.dealt) {
                Standard::Do(action) => return Some((side, action)),
                Standard::Ask => {}
                Standard::Over => game.set_up = true,
            }
        }
        None
    }

    /// The first thing at a new table: whatever nobody need be asked for.
    pub(crate) fn begin(&self) -> Result<(), Refusal> {
        let mut inner = self.inner()?;
        let game = inner.as_mut().ok_or_else(gone)?;
        let since = game.table.length();
        let entries = guarded(|| {
            self.go_on(game)?;
            Ok(game.written(since))
        });
        match entries {
            Ok(entries) if entries.is_empty() => Ok(()),
            Ok(entries) => Ok(self.keep(&mut inner, entries, false).map(drop)?),
            Err(refusal) => {
                *inner = None;
                Err(refusal)
            }
        }
    }

    /// The game at a step, for a new table. It holds everything: it goes into the store and to nobody.
    pub fn branch(&self, seat: Seat, step: usize) -> Result<Value, Refusal> {
        let begin = |Inner { table, .. }: &Inner| {
            guarded(|| {
                if !self.may_branch(table.as_ref(), seat) {
                    return Err(field("branch", "something is hidden in this game: a branch may begin when it is over"));
                }
                table.branch(step)
            })
        };
        if self.late(seat) {
            return self.in_gallery(begin);
        }
        begin(self.inner()?.as_ref().ok_or_else(gone)?)
    }

    /// Looks at the whole game, past all seats: for the host's own tools and tests. No request leads here.
    pub fn look<T>(&self, look: impl FnOnce(&dyn Table) -> T) -> Result<T, Refusal> {
        let inner = self.inner()?;
        let inner = inner.as_ref().ok_or_else(gone)?;
        guarded(|| Ok(look(inner.table.as_ref())))
    }

    /// Tells everybody what happened from that entry on.
    pub(crate) fn tell(&self, inner: &Inner, since: usize) {
        self.told.store(inner.table.length(), Ordering::Relaxed);
        let mut ears = lock(&self.ears);
        let all = [Seat::Union, Seat::Confederate, Seat::Spectator];
        let seats = if self.late(Seat::Spectator) { &all[..2] } else { &all };
        ears.tell_to(seats, |seat| self.news(inner, seat, since));
        if let Some(stand) = self.stand(inner.table.as_ref()) {
            ears.tell_all(&json!({ "lesson": stand }));
        }
    }

    /// Lets the dice and the computers go on if it is their turn.
    pub fn settle(self: &Arc<Self>) {
        (self.wake)(self);
    }
}

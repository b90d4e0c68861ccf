//! A table in play: who sits where, what they may do, and news for everybody.

use crate::analysis::Desk;
use crate::card::{Card, Keys, Sitter};
use crate::gallery::{Clock, Gallery};
use crate::host::Host;
use crate::house::Wake;
use crate::lock;
use crate::news::Ears;
use crate::store::{Store, Unkept};
use crate::thinking::Minds;
use engine::table::{Kind, Refusal, Table};
use engine::{BadField, Seat, SetUp};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

mod company;
mod game;
mod requests;

pub(crate) use game::{Inner, open};

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

    /// Lets the dice and the computers go on if it is their turn.
    pub fn settle(self: &Arc<Self>) {
        (self.wake)(self);
    }
}

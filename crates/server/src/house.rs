//! The tables of a server: what it will bear, who lends the computers their time, and which tables are put away.

use crate::address::Address;
use crate::gate::Gate;
use crate::lanes::Lanes;
use crate::nodes::Announced;
use crate::people::host::Manager;
use crate::people::{self, People};
use crate::staff::Staff;
use crate::turns::Turns;
use crate::{Limits, thinking};
use ::house::records::{Change, Trouble};
use bus::Bus;
use engine::Seat;
use engine::table::{Kind, Refusal};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde_json::Value;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use store::{Keeper, StoreError, now};
use tables::Room;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use workshop::bench::Bench;

/// The longest time between two looks for tables that nobody uses.
const SWEEP: Duration = Duration::from_secs(30);
/// How often is looked for what onlookers may know by now who see games later.
const LATE: Duration = Duration::from_secs(1);
/// How many tables one look deletes or packs, so that nobody waits long for the file.
const AT_A_TIME: usize = 50;
/// When there is no room for a new table, those make it that are older than this and that nobody has begun.
const FRESH: Duration = Duration::from_secs(3_600);
/// So many entries of a save are as much work as another table.
const AS_MUCH_AS_A_TABLE: usize = 1_000;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

/// So many in that time: at once, or one after the other.
fn so_many(n: u32, time: Duration) -> Quota {
    let n = number(n);
    Quota::with_period(time / n.get()).unwrap_or(Quota::per_second(n)).allow_burst(n)
}

/// So many of each in that time.
pub(crate) fn of_each<K: Clone + Eq + Hash>(n: u32, time: Duration) -> DefaultKeyedRateLimiter<K> {
    RateLimiter::keyed(so_many(n, time))
}

/// What each may ask for in a time, refilled as it passes.
pub struct Allowances {
    /// Requests of any kind.
    pub requests: DefaultKeyedRateLimiter<Address>,
    /// Joins, claims, and questions about tables.
    pub visits: DefaultKeyedRateLimiter<Address>,
    /// Advice for a person: a seat of a table.
    pub advice: DefaultKeyedRateLimiter<(String, Seat)>,
    /// Advice for an address.
    pub advice_each: DefaultKeyedRateLimiter<Address>,
    new_tables: DefaultDirectRateLimiter,
    new_tables_each: DefaultKeyedRateLimiter<Address>,
    tables_a_day: DefaultKeyedRateLimiter<Address>,
}

impl Allowances {
    fn new(limits: &Limits) -> Allowances {
        let minute = limits.minute;
        Allowances {
            requests: of_each(limits.requests, minute),
            visits: of_each(limits.visits, minute),
            advice: of_each(limits.advice, minute),
            advice_each: of_each(limits.advice_each, minute),
            new_tables: RateLimiter::direct(so_many(limits.new_tables, minute)),
            new_tables_each: of_each(limits.new_tables_each, minute),
            tables_a_day: of_each(limits.tables_a_day, minute * 1_440),
        }
    }

    /// Forgets those who have asked for nothing lately.
    fn tidy(&self) {
        self.requests.retain_recent();
        self.visits.retain_recent();
        self.advice.retain_recent();
        self.advice_each.retain_recent();
        self.new_tables_each.retain_recent();
        self.tables_a_day.retain_recent();
    }
}

/// All tables of a server.
pub struct House {
    /// The tables themselves.
    pub tables: tables::House,
    /// What it will bear.
    pub limits: Limits,
    /// The addresses of our own proxies.
    pub proxies: Vec<IpAddr>,
    /// Open connections.
    pub connections: Gate,
    /// Open sockets.
    pub sockets: Gate,
    /// What each may ask for in a time.
    pub allowances: Allowances,
    /// Who is served next.
    pub turns: Turns,
    /// Who may think.
    pub lanes: Arc<Lanes>,
    /// Those who sit at tables.
    pub guests: TaskTracker,
    /// Raised when the house closes.
    pub closing: CancellationToken,
    /// The workshop, where there is one.
    pub bench: OnceLock<Bench>,
    store: Arc<dyn Keeper>,
    /// The people, if the house has accounts.
    pub people: Option<Arc<People>>,
    manager: Option<Arc<Manager>>,
    /// Whether other nodes write in the same journals.
    shared: bool,
    /// How often each table had been used, and since when it has not been used again.
    unused: Mutex<HashMap<String, (u64, Instant)>>,
}

/// Lends the computers of a table their time when it is their turn.
fn wake(lanes: &Arc<Lanes>) -> tables::house::Wake {
    let lanes = Arc::clone(lanes);
    Arc::new(move |room: &Arc<Room>| thinking::settle(room, &lanes))
}

fn unreadable(error: &StoreError) -> Refusal {
    tracing::error!(%error, "the file of tables");
    Refusal::because("the house cannot keep another table just now: its disk has a fault")
}

impl House {
    /// A house with these games, kept there.
    pub fn new(shelf: &'static [&'static dyn Kind], store: impl Keeper + 'static, limits: Limits) -> House {
        House::kept(shelf, Arc::new(store), limits)
    }

    /// The same where others have the store too.
    pub fn kept(shelf: &'static [&'static dyn Kind], store: Arc<dyn Keeper>, limits: Limits) -> House {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let lanes = Arc::new(Lanes::new(cores));
        House {
            tables: tables::House::new(shelf, Arc::clone(&store) as Arc<dyn tables::Store>, wake(&lanes)),
            proxies: Vec::new(),
            connections: Gate::new(limits.connections, limits.connections_each),
            sockets: Gate::new(limits.sockets, limits.sockets_each),
            allowances: Allowances::new(&limits),
            turns: Turns::new(limits.at_once),
            lanes,
            guests: TaskTracker::new(),
            closing: CancellationToken::new(),
            bench: OnceLock::new(),
            limits,
            store,
            people: None,
            manager: None,
            shared: false,
            unused: Mutex::default(),
        }
    }

    /// The same with a bus to other nodes and to whoever thinks elsewhere; before anything is said about people. Call it within a runtime of
    /// tokio.
    pub fn on(self, bus: &Arc<dyn Bus>, node: &str) -> House {
        let _ = self.lanes.staff.set(Staff::new(Arc::clone(bus)));
        let store = Announced::new(Arc::clone(&self.store), Arc::clone(bus), node);
        House { tables: tables::House::new(self.tables.shelf, Arc::new(store), wake(&self.lanes)), ..self }
    }

    /// The same where other nodes write in the same journals: tables that people look at stay in memory, and read on.
    pub fn shared(self, shared: bool) -> House {
        House { tables: self.tables.shared(shared), shared, ..self }
    }

    /// The same with accounts, if there are to be any.
    pub fn with_people(self, settings: people::Settings, watch: people::Watch) -> House {
        if !settings.accounts {
            return self;
        }
        let people = Arc::new(People::new(Arc::clone(&self.store) as Arc<dyn house::Records>, settings, watch, self.limits.minute));
        let manager = Arc::new(Manager::new(Arc::clone(&people)));
        House {
            tables: self.tables.hosted(Arc::clone(&manager) as Arc<dyn tables::Host>),
            people: Some(people),
            manager: Some(manager),
            ..self
        }
    }

    /// The same with somebody who knows what time it is, for onlookers who see games later.
    pub fn timed(self, watch: people::Watch) -> House {
        House { tables: self.tables.timed(watch), ..self }
    }

    /// A table is of a game of the house: its clocks begin.
    pub(crate) fn adopt(&self, table: &str) {
        if let (Some(manager), Some(room)) = (&self.manager, self.tables.room(table)) {
            manager.adopt(table);
            tables::Host::moved(manager.as_ref(), &room);
        }
    }

    /// The same behind these proxies.
    pub fn behind(self, proxies: &[IpAddr]) -> House {
        House { proxies: proxies.iter().map(IpAddr::to_canonical).collect(), ..self }
    }

    /// The game of that id.
    pub fn kind(&self, id: &str) -> Option<&'static dyn Kind> {
        self.tables.kind(id)
    }

    /// The table of that name and the seat that a key opens.
    pub fn enter(&self, id: &str, key: &str) -> Option<(Arc<Room>, Seat)> {
        self.tables.enter(id, key)
    }

    /// Why somebody with the key of a seat may not sit down there, if so.
    pub(crate) fn shut_out(&self, table: &str, seat: Seat) -> Option<String> {
        self.manager.as_ref()?.shut_out(table, seat.side()?)
    }

    /// Whether one more table may be made for somebody at that address. His own share is asked first: what he is refused takes nothing
    /// from others.
    fn allow_new(&self, address: Address, entries: usize) -> Result<(), Refusal> {
        let Allowances { new_tables, new_tables_each, tables_a_day, .. } = &self.allowances;
        // A long save counts as several tables; however long it is, whoever has asked for nothing yet may load it.
        let work = u32::try_from(1 + entries / AS_MUCH_AS_A_TABLE).unwrap_or(u32::MAX).min(self.limits.new_tables_each);
        if !matches!(new_tables_each.check_key_n(&address, number(work)), Ok(Ok(()))) {
            return Err(Refusal::because("too many new tables at once from your address: try again in a minute"));
        }
        if tables_a_day.check_key(&address).is_err() {
            return Err(Refusal::because("your address has made as many tables as one may in a day: come back tomorrow"));
        }
        if new_tables.check().is_err() {
            return Err(Refusal::because("too many new tables at once: try again in a minute"));
        }
        self.make_room()
    }

    /// Finds room for one more table.
    fn make_room(&self) -> Result<(), Refusal> {
        if self.is_full()? {
            self.clear_out(FRESH);
            if self.is_full()? {
                return Err(Refusal::because("the house keeps as many tables as it can: come back when some are finished"));
            }
        }
        Ok(())
    }

    fn is_full(&self) -> Result<bool, Refusal> {
        let full = || Ok(self.store.count()? >= self.limits.tables || self.store.size()? >= self.limits.disk);
        full().map_err(|error| unreadable(&error))
    }

    /// Makes a table as `request` says ([`tables::House::plan`]), if one more may be made. Answers its name and the keys that the
    /// maker may have.
    pub fn create(&self, request: &Value, address: Address) -> Result<Value, Refusal> {
        let plan = self.tables.plan(request)?;
        self.allow_new(address, plan.entries())?;
        self.lanes.think_for(plan.id(), address);
        self.tables.make(plan, now())
    }

    /// Makes a table that the house itself needs, as for a tournament: nobody's share is asked, only whether there is room.
    pub fn create_own(&self, request: &Value) -> Result<Value, Refusal> {
        let plan = self.tables.plan(request)?;
        self.make_room()?;
        self.tables.make(plan, now())
    }

    /// Deletes tables older than that at which no person has ever decided anything and nobody sits.
    fn clear_out(&self, age: Duration) {
        let empty = self.store.empty(now().saturating_sub(age.as_secs()), AT_A_TIME);
        for id in empty.unwrap_or_default().iter().filter(|id| !self.tables.watched(id)) {
            let _ = self.tables.remove(id, "Nobody has begun this game for so long that its table was given to others.");
        }
    }

    /// Packs the journals of tables that have been left alone for long.
    fn archive(&self) {
        let since = now().saturating_sub(self.limits.archive.as_secs());
        for id in self.store.unused(since, AT_A_TIME).unwrap_or_default() {
            if let Err(error) = self.store.archive(&id) {
                tracing::error!(%error, "a journal could not be packed");
            }
        }
    }

    /// Puts away the tables that nobody uses, and the games of those where people only sit.
    pub fn put_away_idle(&self) {
        let (idle, now) = (self.limits.idle, Instant::now());
        let mut seen = HashMap::new();
        let mut unused = lock(&self.unused);
        self.tables.put_away(|room| {
            if self.shared && room.watched() {
                return false;
            }
            let uses = room.uses();
            let since = unused.get(&room.card.id).filter(|(before, _)| *before == uses).map_or(now, |(_, since)| *since);
            seen.insert(room.card.id.clone(), (uses, since));
            now.duration_since(since) >= idle
        });
        self.lanes.forget(|table| seen.contains_key(table));
        *unused = seen;
    }

    /// The name of this house on a bus: kept with its tables, so that all its nodes have the same and no other house has it.
    pub fn identity(&self) -> Result<String, Trouble> {
        let known = || Ok(self.store.record("house", "identity")?.map(|record| record.body));
        if let Some(name) = known()? {
            return Ok(name);
        }
        let name = tables::tokens::name();
        let change = Change::Put { kind: "house", id: "identity".into(), version: 0, body: name.clone(), tabs: Vec::new() };
        match self.store.change(vec![change]) {
            Ok(()) => Ok(name),
            // Another node was faster.
            Err(Trouble::Overtaken) => known()?.ok_or(Trouble::Overtaken),
            Err(trouble) => Err(trouble),
        }
    }

    /// How much is going on: names, what they mean, and figures. Fails if what keeps the tables does not answer.
    pub fn figures(&self) -> Result<[(&'static str, &'static str, u64); 8], StoreError> {
        let staff = self.lanes.staff.get();
        Ok([
            ("connections", "Open connections.", self.connections.count() as u64),
            ("sockets", "People who sit or look on at tables.", self.sockets.count() as u64),
            ("tables_in_memory", "Games in memory.", self.tables.in_memory() as u64),
            ("tables_kept", "Tables that are kept.", self.store.count()?),
            ("letters_waiting", "Mails, push messages and webhooks that wait to be sent.", self.letters()),
            ("store_bytes", "How long the file of tables is.", self.store.size()?),
            ("staff_hands", "Jobs that workers elsewhere can do at once.", staff.map_or(0, |staff| staff.hands() as u64)),
            ("staff_answers", "Questions that workers elsewhere have answered.", staff.map_or(0, |staff| staff.answered() as u64)),
        ])
    }

    fn letters(&self) -> u64 {
        self.people.as_ref().and_then(|people| house::outbox::waiting(people.records.as_ref()).ok()).unwrap_or(0)
    }

    /// Everything that is done from time to time.
    pub fn tidy(&self) {
        self.put_away_idle();
        self.clear_out(self.limits.empty);
        self.archive();
        self.allowances.tidy();
        if let Some(people) = &self.people {
            people.tidy();
        }
    }

    /// Writes what is under way, and closes the file.
    pub fn close(&self) -> Result<(), StoreError> {
        self.store.close()
    }
}

/// Shows those who look on later what they may know by now, again and again.
pub fn show_late(house: Arc<House>) {
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(LATE).await;
            let house = Arc::clone(&house);
            let _ = tokio::task::spawn_blocking(move || house.tables.show_late()).await;
        }
    });
}

/// Tidies up from time to time.
pub fn sweep(house: Arc<House>) {
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP.min(house.limits.idle / 2)).await;
            let house = Arc::clone(&house);
            let _ = tokio::task::spawn_blocking(move || house.tidy()).await;
        }
    });
}

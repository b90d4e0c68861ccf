//! Who is served next. Requests of one table are worked on one after the other, those of its players before those of onlookers; and of one
//! address a few at once. So a table with a hundred onlookers who all ask for replays takes as much of the house as any other table.

use crate::address::Address;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many names are remembered at least before those that nobody uses are forgotten.
const TIDY: usize = 256;

/// Things by name that live as long as somebody uses them.
pub struct Register<K, T>(Mutex<Shelf<K, T>>);

struct Shelf<K, T> {
    things: HashMap<K, Weak<T>>,
    /// How many there may be before it is tidied up.
    most: usize,
}

impl<K, T> Default for Register<K, T> {
    fn default() -> Register<K, T> {
        Register(Mutex::new(Shelf { things: HashMap::new(), most: TIDY }))
    }
}

impl<K: Eq + Hash, T> Register<K, T> {
    /// The thing of that name, made if nobody has it.
    pub fn get(&self, name: K, make: impl FnOnce() -> T) -> Arc<T> {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Shelf { things, most } = &mut *shelf;
        if let Some(thing) = things.get(&name).and_then(Weak::upgrade) {
            return thing;
        }
        if things.len() >= *most {
            things.retain(|_, thing| thing.strong_count() > 0);
            *most = TIDY.max(things.len() * 2);
        }
        let thing = Arc::new(make());
        things.insert(name, Arc::downgrade(&thing));
        thing
    }
}

/// The queues before one table.
pub struct Desk {
    table: Arc<Semaphore>,
    gallery: Arc<Semaphore>,
}

impl Desk {
    fn new() -> Desk {
        Desk { table: Arc::new(Semaphore::new(1)), gallery: Arc::new(Semaphore::new(1)) }
    }
}

/// The queues before all tables and of all addresses.
pub struct Turns {
    desks: Register<String, Desk>,
    addresses: Register<Address, Semaphore>,
    at_once: usize,
}

/// It is somebody's turn for as long as this lives.
pub struct Turn {
    _permits: [Option<OwnedSemaphorePermit>; 3],
    _desk: Option<Arc<Desk>>,
}

async fn wait(queue: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    Arc::clone(queue).acquire_owned().await.ok()
}

impl Turns {
    /// Queues where so many requests of one address are worked on at once.
    pub fn new(at_once: usize) -> Turns {
        Turns { desks: Register::default(), addresses: Register::default(), at_once: at_once.max(1) }
    }

    fn address(&self, address: Address) -> Arc<Semaphore> {
        self.addresses.get(address, || Semaphore::new(self.at_once))
    }

    /// Waits for one's turn at a table. An onlooker is behind one other onlooker at most when a player comes.
    pub async fn at_table(&self, address: Address, table: &str, onlooker: bool) -> Turn {
        let (own, desk) = (self.address(address), self.desks.get(table.to_string(), Desk::new));
        let first = wait(&own).await;
        let gallery = if onlooker { wait(&desk.gallery).await } else { None };
        let table = wait(&desk.table).await;
        Turn { _permits: [first, gallery, table], _desk: Some(desk) }
    }

    /// Waits for one's turn with something that is of no table, or of several.
    pub async fn at_desk(&self, address: Address) -> Turn {
        let own = self.address(address);
        let first = wait(&own).await;
        Turn { _permits: [first, None, None], _desk: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn address(n: u8) -> Address {
        Address::of([192, 0, 2, n].into())
    }

    /// Whether somebody would be served at once.
    async fn at_once(turn: impl Future<Output = Turn>) -> bool {
        tokio::time::timeout(Duration::from_millis(30), turn).await.is_ok()
    }

    #[tokio::test]
    async fn a_crowd_at_one_table_keeps_nobody_from_another() {
        let turns = Arc::new(Turns::new(4));
        let busy = turns.at_table(address(1), "crowded", true).await;
        for n in 2..50 {
            let turns = Arc::clone(&turns);
            tokio::spawn(async move { drop(turns.at_table(address(n), "crowded", true).await) });
        }
        tokio::task::yield_now().await;
        assert!(at_once(turns.at_table(address(99), "quiet", false)).await);
        // A player of the crowded table is next, whoever waits in the gallery.
        let player = turns.at_table(address(99), "crowded", false);
        tokio::pin!(player);
        assert!(tokio::time::timeout(Duration::from_millis(10), &mut player).await.is_err());
        drop(busy);
        let mine = player.await;
        assert!(!at_once(turns.at_table(address(98), "crowded", true)).await);
        drop(mine);
        assert!(at_once(turns.at_table(address(98), "crowded", true)).await);
    }

    #[tokio::test]
    async fn one_address_has_a_few_requests_worked_on_at_once() {
        let turns = Turns::new(2);
        let held = [turns.at_table(address(1), "a", false).await, turns.at_table(address(1), "b", false).await];
        assert!(!at_once(turns.at_desk(address(1))).await);
        assert!(at_once(turns.at_desk(address(2))).await);
        drop(held);
        assert!(at_once(turns.at_desk(address(1))).await);
    }
}

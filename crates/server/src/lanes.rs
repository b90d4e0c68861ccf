//! Who may think, and when. The opponents of people who play have their own lane, as wide as the machine has cores, and of one address
//! no more in it than leaves room for another. Whatever strangers merely want to know, advice and games between computers, goes by a
//! lane of its own, half as wide, with shares of its own. Analyses of games go by a third lane, in slices, and give way to opponents.

use crate::address::Address;
use crate::staff::Staff;
use crate::turns::Register;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tables::Room;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many may wait for advice.
const MOST_WAITING: usize = 32;
/// How many questions of one address are thought about or wait at once.
const MOST_OF_EACH: usize = 2;

/// How long an analysis gives way to opponents who think, before it looks again.
const GIVING_WAY: Duration = Duration::from_millis(100);

/// The lanes of a house.
pub struct Lanes {
    opponents: Arc<Semaphore>,
    strangers: Arc<Semaphore>,
    /// One analysis at a time, whoever wants it.
    analysts: Arc<Semaphore>,
    /// How many opponents of one address think at once.
    share: usize,
    /// By address, and whether it is for games between computers.
    shares: Register<(Address, bool), Semaphore>,
    /// Questions for advice of each address.
    asked: Register<Address, AtomicUsize>,
    waiting: Arc<AtomicUsize>,
    /// Whoever thinks on other machines, if there is anybody.
    pub staff: OnceLock<Arc<Staff>>,
    /// For whom the computers of a table think: whoever made it, or sat down at it last.
    patrons: Mutex<HashMap<String, Address>>,
}

/// Leave to think, for as long as this lives.
pub struct Leave {
    _permits: [Option<OwnedSemaphorePermit>; 2],
}

/// A place in the queue for advice.
pub struct Place {
    waiting: Arc<AtomicUsize>,
    own: Arc<AtomicUsize>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        self.own.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn wait(lane: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    Arc::clone(lane).acquire_owned().await.ok()
}

impl Lanes {
    /// The lanes of a machine with so many cores.
    pub fn new(cores: usize) -> Lanes {
        Lanes {
            opponents: Arc::new(Semaphore::new(cores)),
            strangers: Arc::new(Semaphore::new((cores / 2).max(1))),
            analysts: Arc::new(Semaphore::new(1)),
            share: (cores / 2).max(1),
            shares: Register::default(),
            asked: Register::default(),
            waiting: Arc::default(),
            staff: OnceLock::new(),
            patrons: Mutex::default(),
        }
    }

    /// The staff, if it could take one more job.
    pub fn staff(&self) -> Option<&Arc<Staff>> {
        self.staff.get().filter(|staff| staff.has_room())
    }

    fn patrons(&self) -> MutexGuard<'_, HashMap<String, Address>> {
        self.patrons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The computers of a table think for somebody at this address from now on.
    pub fn think_for(&self, table: &str, address: Address) {
        self.patrons().insert(table.into(), address);
    }

    /// Forgets for whom the computers of those tables think that are not to be kept in mind.
    pub fn forget(&self, keep: impl Fn(&str) -> bool) {
        self.patrons().retain(|table, _| keep(table));
    }

    /// Waits until a computer at a table may think.
    pub async fn opponent(&self, room: &Room) -> Leave {
        let (patron, film) = (self.patrons().get(&room.card.id).copied(), room.film());
        let share = patron.map(|address| self.shares.get((address, film), || Semaphore::new(self.share)));
        let first = match &share {
            Some(share) => wait(share).await,
            None => None,
        };
        let lane = if film { &self.strangers } else { &self.opponents };
        Leave { _permits: [first, wait(lane).await] }
    }

    /// A place in the queue for advice, if there is one left.
    pub fn queue(&self, address: Address) -> Result<Place, &'static str> {
        let place = Place { waiting: Arc::clone(&self.waiting), own: self.asked.get(address, AtomicUsize::default) };
        let (waiting, own) = (place.waiting.fetch_add(1, Ordering::Relaxed), place.own.fetch_add(1, Ordering::Relaxed));
        if own >= MOST_OF_EACH {
            return Err("questions from your address are still being thought about: wait for their answers");
        }
        if waiting >= MOST_WAITING {
            return Err("too many ask for advice just now: try again in a minute");
        }
        Ok(place)
    }

    /// Waits until advice may be thought about.
    pub async fn advice(&self) -> Leave {
        Leave { _permits: [wait(&self.strangers).await, None] }
    }

    /// Waits until a slice of an analysis may be worked on: one at a time, and while there is room for an opponent to think beside it.
    pub async fn analysis(&self) -> Leave {
        let own = wait(&self.analysts).await;
        while self.opponents.available_permits() == 0 {
            tokio::time::sleep(GIVING_WAY).await;
        }
        Leave { _permits: [own, None] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_for_advice_is_short_and_nobody_fills_it_alone() {
        let lanes = Lanes::new(2);
        let address = |n: u8| Address::of([192, 0, 2, n].into());
        let mut places: Vec<Place> = (0..MOST_OF_EACH).map(|_| lanes.queue(address(0)).ok().unwrap()).collect();
        assert!(lanes.queue(address(0)).is_err(), "one address has its share");
        for n in 1..=((MOST_WAITING / MOST_OF_EACH) as u8 - 1) {
            places.extend((0..MOST_OF_EACH).map(|_| lanes.queue(address(n)).ok().unwrap()));
        }
        assert!(lanes.queue(address(200)).is_err(), "the queue is full");
        drop(places);
        assert!(lanes.queue(address(0)).is_ok());
        assert_eq!(lanes.waiting.load(Ordering::Relaxed), 0);
    }
}

//! How often somebody may try to come in. Whoever tries has a share for his address and one for each name from there, so that a stranger who tries
//! somebody's name takes nothing from him; strangers from many addresses have a share for a name together, so that a password is not guessed
//! by many either. A browser in which somebody has been in before is no stranger: it keeps a mark, and has a share of its own.

use super::{Caller, People};
use crate::address::Address;
use crate::house::of_each;
use governor::DefaultKeyedRateLimiter;
use house::{No, entrance};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Tries a minute of one address, whatever for.
const OF_AN_ADDRESS: u32 = 20;
/// Tries a minute of one address with one name.
const OF_A_NAME_FROM_THERE: u32 = 10;
/// Tries a minute of all strangers with one name.
const OF_A_NAME: u32 = 30;
/// Tries a minute of somebody who is in, or of the browsers that know him.
const ONES_OWN: u32 = 10;
/// How often in a day somebody at one address may register, or try to.
const NEWCOMERS: u32 = 60;
/// How many passwords are looked at at once: each takes as much memory as a hundred tables.
const HASHING: usize = 2;
const ENOUGH: &str = "too many tries: wait a minute";

/// What was tried lately, and what is being tried.
pub struct Tries {
    addresses: DefaultKeyedRateLimiter<Address>,
    from_there: DefaultKeyedRateLimiter<(Address, String)>,
    names: DefaultKeyedRateLimiter<String>,
    own: DefaultKeyedRateLimiter<String>,
    newcomers: DefaultKeyedRateLimiter<Address>,
    hashing: Mutex<usize>,
    free: Condvar,
}

/// One of the places where a password is looked at: it is free again when this goes, whatever became of the work.
struct Hashing<'a>(&'a Tries);

impl Drop for Hashing<'_> {
    fn drop(&mut self) {
        *self.0.hashing.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.free.notify_one();
    }
}

impl Tries {
    /// Nobody has tried anything; `minute` is how long that of the limits lasts.
    pub(super) fn new(minute: Duration) -> Tries {
        Tries {
            addresses: of_each(OF_AN_ADDRESS, minute),
            from_there: of_each(OF_A_NAME_FROM_THERE, minute),
            names: of_each(OF_A_NAME, minute),
            own: of_each(ONES_OWN, minute),
            newcomers: of_each(NEWCOMERS, minute * 1_440),
            hashing: Mutex::new(0),
            free: Condvar::new(),
        }
    }

    /// Forgets those who have not tried lately.
    pub(super) fn tidy(&self) {
        self.addresses.retain_recent();
        self.from_there.retain_recent();
        self.names.retain_recent();
        self.own.retain_recent();
        self.newcomers.retain_recent();
    }

    /// A stranger tries a name. His own share is asked first: what he is refused takes nothing from others.
    fn strange(&self, address: Address, name: String) -> bool {
        self.addresses.check_key(&address).is_ok()
            && self.from_there.check_key(&(address, name.clone())).is_ok()
            && self.names.check_key(&name).is_ok()
    }

    /// A place where a password is looked at.
    fn place(&self) -> Hashing<'_> {
        let mut busy = self.hashing.lock().unwrap_or_else(PoisonError::into_inner);
        while *busy >= HASHING {
            busy = self.free.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
        *busy += 1;
        Hashing(self)
    }
}

impl People {
    /// Does what takes a key or a password, if this address has not tried too often, and few others do so at the same time.
    pub(crate) fn guarded<T>(&self, address: Address, work: impl FnOnce() -> Result<T, No>) -> Result<T, No> {
        self.tries.addresses.check_key(&address).map_err(|_| No::because(ENOUGH))?;
        let _place = self.tries.place();
        work()
    }

    /// The same for somebody who registers: no address fills the house with accounts.
    pub(super) fn guarded_newcomer<T>(&self, address: Address, work: impl FnOnce() -> Result<T, No>) -> Result<T, No> {
        const ENOUGH: &str = "so many have registered from your address today that it is enough: come back tomorrow";
        self.tries.newcomers.check_key(&address).map_err(|_| No::because(ENOUGH))?;
        self.guarded(address, work)
    }

    /// The same for somebody who says that he is the one of that name, and whose browser may know it.
    pub(super) fn guarded_as<T>(&self, caller: &Caller, name: &str, work: impl FnOnce() -> Result<T, No>) -> Result<T, No> {
        let name: String = house::account::folded(name).chars().take(32).collect();
        let allowed = match entrance::marked(self.records(), &name, &caller.marks)? {
            Some(mark) => self.tries.own.check_key(&mark).is_ok(),
            None => self.tries.strange(caller.address, name),
        };
        if !allowed {
            return Err(No::because(ENOUGH));
        }
        let _place = self.tries.place();
        work()
    }

    /// The same for somebody who is in and proves it once more: his tries are his own.
    pub(super) fn guarded_own<T>(&self, account: &house::Account, work: impl FnOnce() -> Result<T, No>) -> Result<T, No> {
        self.tries.own.check_key(&account.id).map_err(|_| No::because(ENOUGH))?;
        let _place = self.tries.place();
        work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_takes_no_tries_from_somebody_else_and_many_have_no_more_than_a_few() {
        let tries = Tries::new(Duration::from_secs(3_600));
        let address = |n: u8| Address::of([192, 0, 2, n].into());
        let tried = |n: u8, times: u32| (0..times).filter(|_| tries.strange(address(n), "grant".into())).count() as u32;
        assert_eq!(tried(1, 100), OF_A_NAME_FROM_THERE, "that is all that one has");
        assert_eq!(tried(2, 5), 5, "and whoever lives elsewhere does not notice");
        // What the first was refused has taken nothing from the share of all.
        assert_eq!((3..90).map(|n| tried(n, 3)).sum::<u32>(), OF_A_NAME - OF_A_NAME_FROM_THERE - 5, "many together guess no faster");
        assert!(tries.strange(address(99), "lee".into()), "another name is another matter");
        let new = |n: u8| (0..200).filter(|_| tries.newcomers.check_key(&address(n)).is_ok()).count() as u32;
        assert_eq!((new(1), new(2)), (NEWCOMERS, NEWCOMERS), "nobody fills the house, nor keeps others from it");
    }
}

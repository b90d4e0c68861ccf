//! A simple opponent.

use crate::Chancellorsville1961;
use crate::action::Action;
use engine::player::RandomPlayer;
use engine::{Chair, Player};

/// A simple opponent.
pub struct Greedy(RandomPlayer<Chancellorsville1961>);

impl Greedy {
    /// A player with its own stream.
    pub fn new(seed: u64) -> Greedy {
        Greedy(RandomPlayer::new(seed))
    }
}

impl Player<Chancellorsville1961> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, Chancellorsville1961>) -> Action {
        self.0.choose(chair)
    }
}

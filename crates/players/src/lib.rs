//! What the computer players of each game know, and the one registry of games.
//!
//! A ruleset knows nobody who plays it. Here stands, for each game, the *script* (a quick player that stands in for both armies
//! while the general imagines the future, and plays on its own as `greedy`), the *lore* (what a position is worth, which orders
//! deserve a thought) and, under `data/`, the tuned weights, set-ups from self-play and puzzles.

use engine::player::RandomPlayer;
use engine::table::{Kind, Shelved};
use engine::{Player, Roster};
use general::Doctrine;
use general::staff::{Headquarters, Staff};

pub mod blue_gray;
pub mod bull_run;
pub mod chancellorsville_1961;
pub mod chancellorsville_1974;
pub mod give_us_victories;

/// Puts games on the shelf, each with its players and its staff.
macro_rules! games {
    ($($lore:ty),* $(,)?) => {
        /// Every game that Longroll plays.
        pub static SHELF: &[&dyn Kind] = &[$(&Shelved::new(roster::<$lore>())),*];

        /// What can be done with the general of each.
        pub static STAFFS: &[&dyn Staff] = &[$(&Headquarters::<$lore>::new()),*];
    };
}

// A new game is one line here.
games![blue_gray::Lore, bull_run::Lore, chancellorsville_1974::Lore, chancellorsville_1961::Lore, give_us_victories::Lore,];

/// A doctrine whose script also plays on its own, quick and without a look ahead.
pub trait Quick: Doctrine {
    /// The script as a player.
    fn quick(seed: u64) -> Box<dyn Player<Self::Game>>;
}

/// The computer players of a game, weakest first.
pub const fn roster<D: Quick>() -> Roster<D::Game> {
    Roster { names: &["random", "greedy", "recruit", "captain", "colonel", "general"], hire: hire::<D> }
}

/// The computer player of a name.
pub fn hire<D: Quick>(name: &str, seed: u64) -> Option<Box<dyn Player<D::Game>>> {
    match name {
        "random" => Some(Box::new(RandomPlayer::new(seed))),
        "greedy" => Some(D::quick(seed)),
        level => general::commander::by_name::<D>(level, seed),
    }
}

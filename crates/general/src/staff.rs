//! The staff behind an erased type, so that a program can tune and examine the general of any game on its shelf.

use crate::calibration::{self, Watched};
use crate::commander::Timing;
use crate::doctrine::Doctrine;
use crate::folly::{self, Count};
use crate::muster::{self, Drill, Muster};
use crate::puzzle::{Attempt, Puzzle};
use crate::selfplay::Rows;
use crate::tune::Campaign;
use crate::{Budget, Weights, puzzle, selfplay, tune};
use engine::mix::mix;
use engine::{BadField, Dice, Handbook, Roster, SetUp, Side};

/// What can be done with a general, whichever the game.
pub trait Staff: Sync {
    /// The id of its game.
    fn game(&self) -> String;
    /// The weights in use.
    fn weights(&self, setup: &SetUp) -> Result<Weights, BadField>;
    /// Weights from self-play.
    fn tune(&self, setup: &SetUp, campaign: &Campaign, heard: &(dyn Fn() + Sync)) -> Result<Weights, String>;
    /// A set-up from self-play.
    fn muster(&self, setup: &SetUp, drill: &Drill, heard: &(dyn Fn(u64) + Sync)) -> Result<Muster, String>;
    /// New puzzles.
    fn make_puzzles(&self, setup: &SetUp, wanted: usize, most: u64, seed: u64, heard: &dyn Fn()) -> Result<Vec<Puzzle>, BadField>;
    /// The puzzles that come with the game, in the form of their file.
    fn puzzles(&self) -> &'static str;
    /// A puzzle with what the exhaustive search says of it now.
    fn prove(&self, puzzle: &Puzzle) -> Result<Puzzle, String>;
    /// What a player makes of a puzzle.
    fn attempt(&self, puzzle: &Puzzle, budget: Budget, seed: u64) -> Result<Attempt, String>;
    /// How many positions a search visits in a second, on that many cores: for whoever wants to see that two are worth two.
    fn nodes(&self, setup: &SetUp, cores: usize, budget: Budget) -> Result<u64, BadField>;
    /// How a general uses its time in the first player turns of a game.
    fn timing(&self, setup: &SetUp, budget: Budget, turns: u32) -> Result<Timing, BadField>;
    /// The follies of a player in a game against another.
    fn follies(&self, setup: &SetUp, player: &str, against: &str, side: Side, seed: u64) -> Result<Count, BadField>;
    /// The positions of a game between players drawn by lot, for whoever learns from them.
    fn selfplay(&self, setup: &SetUp, nodes: u64, number: u64) -> Result<Rows, BadField>;
    /// What the general thought in a game against itself, and how it ended.
    fn watch(&self, setup: &SetUp, nodes: u64, seed: u64) -> Result<Watched, BadField>;
}

/// The staff of a game with a doctrine.
pub struct Headquarters<D: Doctrine>(Roster<D::Game>);

impl<D: Doctrine> Headquarters<D> {
    /// The staff, and whoever can play the game.
    pub const fn new(roster: Roster<D::Game>) -> Headquarters<D> {
        Headquarters(roster)
    }
}

impl<D: Doctrine> Staff for Headquarters<D> {
    fn game(&self) -> String {
        D::Game::catalogue().game.clone()
    }

    fn weights(&self, setup: &SetUp) -> Result<Weights, BadField> {
        Ok(D::weights(&D::Game::open(setup)?).clone())
    }

    fn tune(&self, setup: &SetUp, campaign: &Campaign, heard: &(dyn Fn() + Sync)) -> Result<Weights, String> {
        tune::tune::<D>(&D::Game::open(setup).map_err(|e| e.to_string())?, campaign, heard)
    }

    fn muster(&self, setup: &SetUp, drill: &Drill, heard: &(dyn Fn(u64) + Sync)) -> Result<Muster, String> {
        muster::drill::<D>(&D::Game::open(setup).map_err(|e| e.to_string())?, drill, heard)
    }

    fn make_puzzles(&self, setup: &SetUp, wanted: usize, most: u64, seed: u64, heard: &dyn Fn()) -> Result<Vec<Puzzle>, BadField> {
        Ok(puzzle::make::<D>(&D::Game::open(setup)?, wanted, most, seed, heard))
    }

    fn puzzles(&self) -> &'static str {
        D::PUZZLES
    }

    fn prove(&self, puzzle: &Puzzle) -> Result<Puzzle, String> {
        puzzle::proved::<D>(puzzle)
    }

    fn attempt(&self, puzzle: &Puzzle, budget: Budget, seed: u64) -> Result<Attempt, String> {
        puzzle::attempt::<D>(&D::Game::open(&puzzle.setup()).map_err(|e| e.to_string())?, puzzle, budget, seed)
    }

    fn nodes(&self, setup: &SetUp, cores: usize, budget: Budget) -> Result<u64, BadField> {
        let game = D::Game::open(setup)?;
        Ok(crate::commander::nodes_of_a_phase::<D>(&game, cores, budget))
    }

    fn timing(&self, setup: &SetUp, budget: Budget, turns: u32) -> Result<Timing, BadField> {
        Ok(crate::commander::timing::<D>(&D::Game::open(setup)?, budget, turns, 1))
    }

    fn follies(&self, setup: &SetUp, player: &str, against: &str, side: Side, seed: u64) -> Result<Count, BadField> {
        let seated = |name: &str, seed: u64| self.0.find(name, seed).map_err(|because| BadField::new("player", because));
        let (first, second) = (seated(player, seed.wrapping_mul(2))?, seated(against, seed.wrapping_mul(2) + 1)?);
        let mut players = if side == Side::Union { [first, second] } else { [second, first] };
        Ok(folly::watch::<D>(&D::Game::open(setup)?, &mut players, side, seed))
    }

    fn selfplay(&self, setup: &SetUp, nodes: u64, number: u64) -> Result<Rows, BadField> {
        let game = D::Game::open(setup)?;
        let mut dice = Dice::new(mix(number));
        let mut seated =
            |seed: u64| self.0.find(&selfplay::drawn(nodes, &mut dice), seed).map_err(|because| BadField::new("player", because));
        let mut players = [seated(2 * number)?, seated(2 * number + 1)?];
        Ok(selfplay::rows::<D>(&game, D::weights(&game), &mut players, number))
    }

    fn watch(&self, setup: &SetUp, nodes: u64, seed: u64) -> Result<Watched, BadField> {
        Ok(calibration::watch::<D>(&D::Game::open(setup)?, nodes, seed))
    }
}

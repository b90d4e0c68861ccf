//! Random games by the hash of every position: played here and elsewhere, they must come to the same. Some are played as people play, in
//! words at a table; many more by the rules alone, which is hundreds of times as quick.

use crate::shelf::{PROOFS, SHELF};
use crate::study::kind_of;
use engine::contract::Asks;
use engine::mix::{GAMMA, mix};
use engine::player::RandomPlayer;
use engine::table::Refusal;
use engine::{Actor, BadField, Chair, Dice, Game, Handbook, Player, Seat, SetUp, Side};
use players::Quick;
use std::collections::BTreeMap;

/// Longer than any game that is worth comparing.
const ENOUGH: usize = 5_000;
/// Longer than any real game by far.
const ENDLESS: u64 = 200_000;

/// A game by its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trail {
    /// How many there were: the first, and each that a decision or dice led to.
    pub positions: u64,
    /// The hashes of all of them, in their order, folded into one.
    pub hash: u64,
}

impl Trail {
    fn step(&mut self, hash: u64) {
        self.positions += 1;
        self.hash = mix(self.hash.wrapping_add(GAMMA) ^ hash);
    }
}

/// Plays that many random games from a seed on.
pub(crate) type Proof = fn(setup: &SetUp, first: u64, games: u64) -> Result<Vec<Trail>, BadField>;

/// Plays random games by the rules alone, every decision checked.
pub(crate) fn trails<D: Quick>(setup: &SetUp, first: u64, games: u64) -> Result<Vec<Trail>, BadField> {
    let game = D::Game::open(setup)?;
    Ok((0..games).map(|n| trail(&game, first.wrapping_add(n))).collect())
}

fn trail<G: Game>(game: &G, seed: u64) -> Trail {
    let mut players = [mix(seed), mix(!seed)].map(RandomPlayer::new);
    let mut dice = Dice::new(seed);
    let mut state = game.start();
    let mut trail = Trail::default();
    trail.step(game.hash(&state));
    while trail.positions < ENDLESS {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let mut aside = |side: Side| {
                    Player::<G>::aside(&mut players[side.index()], &Chair::new(game, &state, side)).map(|action| (side, action))
                };
                let (side, action) = Side::BOTH.into_iter().find_map(&mut aside).unwrap_or_else(|| {
                    let side = asked.side().expect("somebody is asked");
                    (side, players[side.index()].choose(&Chair::new(game, &state, side)))
                });
                game.apply(&mut state, side, action, &mut ()).expect("what is listed is accepted");
            }
        }
        trail.step(game.hash(&state));
    }
    trail
}

/// Plays that many random games of a scenario to their end, from a seed on.
pub fn whole_games(game: &str, scenario: &str, first: u64, games: u64) -> Result<Vec<Trail>, Refusal> {
    let setup = kind_of(game)?.catalogue().complete(Some(scenario), &BTreeMap::new())?;
    let proof = SHELF.iter().zip(PROOFS).find(|(kind, _)| kind.catalogue().game == game).map(|(_, proof)| proof);
    let proof = proof.ok_or_else(|| Refusal::because("no such game is on the shelf"))?;
    Ok(proof(&setup, first, games)?)
}

/// Plays a random game of a scenario at a table and folds the hashes of all its positions into one number. `steps` ends it early.
pub fn random_game(game: &str, scenario: &str, seed: u64, steps: usize) -> Result<u64, Refusal> {
    let kind = kind_of(game)?;
    let setup = kind.catalogue().complete(Some(scenario), &BTreeMap::new())?;
    let mut table = kind.open(&setup, seed)?;
    let mut players = [table.hire("random", mix(seed))?, table.hire("random", mix(!seed))?];
    let mut fold = table.hash();
    for _ in 0..steps.min(ENOUGH) {
        let asked = table.actor(Seat::Referee);
        let awaited = || asked.awaited.as_ref().and_then(|awaited| awaited.first().copied());
        if asked.actor == Asks::Chance {
            table.roll(Seat::Referee, None)?;
        } else if let Some(side) = asked.actor.side().or_else(awaited) {
            let moment = table.moment(side.into())?;
            let action = players[side.index()].decide(&moment)?;
            table.apply(side.into(), &action)?;
        } else {
            break;
        }
        fold = mix(fold ^ table.hash());
    }
    Ok(fold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_knows_its_order_and_its_length() {
        let fold = |hashes: &[u64]| {
            let mut trail = Trail::default();
            hashes.iter().for_each(|hash| trail.step(*hash));
            trail
        };
        assert_ne!(fold(&[0, 1, 2]), fold(&[1, 0, 2]));
        assert_ne!(fold(&[0, 0]).hash, fold(&[0]).hash);
        assert_ne!(fold(&[0]).hash, Trail::default().hash);
    }
}

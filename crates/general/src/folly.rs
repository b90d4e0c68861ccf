//! What no sensible player does, counted.
//!
//! A match says who is the stronger, not why. Here every decision of a player is held against a few kinds of folly that can be proved from
//! the position; which they are in a game is the game's own business ([`Doctrine::follies`]). That a unit goes back to where it came from a
//! turn ago is seen in any game.

use crate::{Doctrine, StateOf};
use engine::mix::mix;
use engine::{Actor, Chair, Dice, Fog, Player, Rules, Seat, Side, Words};
use serde::Serialize;
use std::collections::HashMap;

/// A kind of folly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Folly {
    /// Odds announced that are worse than those to be had for nothing.
    Dominated,
    /// A hex that scores is left to an enemy who can come there next.
    Stripped,
    /// A unit stays in a surround although it was free to leave.
    Trapped,
    /// Means that are lost at the end of the turn are left unused although there is a use for them.
    Unspent,
}

impl Folly {
    /// All of them.
    pub const ALL: [Folly; 4] = [Folly::Dominated, Folly::Stripped, Folly::Trapped, Folly::Unspent];

    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Folly::Dominated => "worse odds announced for nothing",
            Folly::Stripped => "scoring hexes left to the enemy",
            Folly::Trapped => "units that stayed in a surround freely",
            Folly::Unspent => "activations thrown away",
        }
    }
}

/// What was counted, for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Games played.
    pub games: u64,
    /// Battles begun: decisions after which dice fall.
    pub battles: u64,
    /// How often each kind, in the order of [`Folly::ALL`].
    pub follies: [u64; Folly::ALL.len()],
    /// Units that stood, at the end of three turns of their own side, in one hex, in another and in the first again.
    pub back_and_forth: u64,
}

impl Count {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Count) -> Count {
        let mut follies = self.follies;
        follies.iter_mut().zip(other.follies).for_each(|(a, b)| *a += b);
        Count {
            games: self.games + other.games,
            battles: self.battles + other.battles,
            follies,
            back_and_forth: self.back_and_forth + other.back_and_forth,
        }
    }
}

/// Where the units of a side stood at the end of its last two turns.
type Marches = HashMap<String, [Option<String>; 2]>;

/// Plays a game and counts the follies of the player of one side.
pub fn watch<D: Doctrine>(game: &D::Game, players: &mut [Box<dyn Player<D::Game>>; 2], side: Side, seed: u64) -> Count {
    let mut count = Count { games: 1, ..Count::default() };
    let mut state = game.start();
    let mut dice = Dice::new(mix(seed));
    let mut began = (game.phase(&state), state.clone());
    let mut marches = Marches::new();
    // The player turn, and whose it is: the first to be asked in it.
    let (mut turn, mut whose) = (D::turn(game, &state), None);
    let mut found = Vec::new();
    loop {
        match game.actor(&state) {
            Actor::Over(_) => return count,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let by = asked.side().expect("somebody is asked");
                whose.get_or_insert(by);
                if game.phase(&state) != began.0 {
                    began = (game.phase(&state), state.clone());
                }
                let action = players[by.index()].choose(&Chair::new(game, &state, by));
                if by == side {
                    found.clear();
                    D::follies(game, &began.1, &state, by, action, &mut found);
                    found.iter().for_each(|f: &Folly| count.follies[*f as usize] += 1);
                    count.battles += u64::from(game.describe(&game.knowledge(&state, by.into()), action).dice);
                }
                game.apply_unchecked(&mut state, by, action, &mut ());
            }
        }
        if D::turn(game, &state) != turn {
            turn = D::turn(game, &state);
            if whose.take() == Some(side) {
                count.back_and_forth += stroll::<D>(game, &state, side, &mut marches);
            }
        }
    }
}

/// Notes where the units stand; how many are back where they stood before their last turn.
fn stroll<D: Doctrine>(game: &D::Game, state: &StateOf<D>, side: Side, marches: &mut Marches) -> u64 {
    let view = game.view(&game.knowledge(state, Seat::from(side)));
    let mut back = 0;
    for piece in view.pieces.into_iter().filter(|p| p.side == side) {
        let [before, last] = marches.entry(piece.id).or_default();
        back += u64::from(piece.hex.is_some() && piece.hex == *before && piece.hex != *last);
        *before = std::mem::replace(last, piece.hex);
    }
    back
}

//! Pieces of work on positions from random games, for a bench to time. No clock is read here.

use crate::player::RandomPlayer;
use crate::{Actor, Chair, Dice, Game, Player, Rules, Side};
use std::hint::black_box;

/// Work on a position; returns how many things it did.
pub type Work<'a, State> = Box<dyn Fn(&State) -> u64 + Send + Sync + 'a>;

/// A named piece of work of a game.
pub struct Benchmark<'a, G: Rules> {
    /// What it does, once per thing: `the reachable set of a unit`.
    pub name: &'static str,
    /// The work.
    pub work: Work<'a, G::State>,
}

/// Pieces of work and the positions to do them on, whichever the game.
pub trait Trial: Send + Sync {
    /// How many bytes a position has.
    fn state_bytes(&self) -> usize;
    /// What can be timed.
    fn benchmarks(&self) -> Vec<&'static str>;
    /// Does one of them on every position; returns how many things were done.
    fn perform(&self, number: usize) -> u64;
}

/// Positions of one game in which a side is asked, and what a random player did there.
pub(crate) struct Sampled<G: Game> {
    game: G,
    positions: Vec<(G::State, Side, G::Action)>,
}

type Once<'a, G> = dyn FnMut(&<G as Rules>::State, Side, <G as Rules>::Action) + 'a;

const OWN: [&str; 6] = [
    "clone a position",
    "hash a position",
    "list everything that can be done",
    "the same for each action listed",
    "check a listed action",
    "clone a position and apply an action",
];

impl<G: Game> Sampled<G> {
    /// As many positions as wanted, evenly from random games.
    pub(crate) fn new(game: G, wanted: usize) -> Sampled<G> {
        const EVERY: u64 = 37;
        let mut positions = Vec::with_capacity(wanted);
        let mut dice = Dice::new(1863);
        let mut player = RandomPlayer::<G>::new(1863);
        let mut state = game.start();
        let mut decisions = 0u64;
        while positions.len() < wanted {
            match game.actor(&state) {
                Actor::Over(_) => state = game.start(),
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().expect("somebody is asked");
                    decisions += 1;
                    let action = player.choose(&Chair::new(&game, &state, side));
                    if decisions.is_multiple_of(EVERY) {
                        positions.push((state.clone(), side, action));
                    }
                    game.apply_unchecked(&mut state, side, action, &mut ());
                }
            }
        }
        Sampled { game, positions }
    }
}

impl<G: Game> Trial for Sampled<G> {
    fn state_bytes(&self) -> usize {
        size_of::<G::State>()
    }

    fn benchmarks(&self) -> Vec<&'static str> {
        OWN.into_iter().chain(self.game.benchmarks().into_iter().map(|f| f.name)).collect()
    }

    fn perform(&self, number: usize) -> u64 {
        let (mut subjects, mut actions) = (Vec::new(), Vec::new());
        let mut list = |state: &G::State, side: Side| {
            subjects.clear();
            actions.clear();
            self.game.subjects(state, side, &mut subjects);
            subjects.iter().for_each(|s| self.game.options(state, side, *s, &mut actions));
            black_box(&actions).len() as u64
        };
        let once = |work: &mut Once<'_, G>| {
            self.positions.iter().for_each(|(state, side, action)| work(state, *side, *action));
            self.positions.len() as u64
        };
        match number {
            0 => once(&mut |state, _, _| drop(black_box(state.clone()))),
            1 => once(&mut |state, _, _| {
                black_box(self.game.hash(state));
            }),
            2 => once(&mut |state, side, _| {
                list(state, side);
            }),
            3 => self.positions.iter().map(|(state, side, _)| list(state, *side)).sum(),
            4 => once(&mut |state, side, action| {
                let _ = black_box(self.game.check(state, side, action));
            }),
            5 => once(&mut |state, side, action| {
                let mut state = state.clone();
                self.game.apply_unchecked(&mut state, side, action, &mut ());
                black_box(&state);
            }),
            own => match self.game.benchmarks().get(own - OWN.len()) {
                Some(benchmark) => self.positions.iter().map(|(state, ..)| black_box((benchmark.work)(state))).sum(),
                None => 0,
            },
        }
    }
}

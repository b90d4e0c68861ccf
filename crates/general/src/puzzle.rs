//! Tactical puzzles: positions from real play whose best orders to the end of the phase are known exactly.
//!
//! The value of a position at the end of the phase is the chance to win by the game's weights. From a puzzle's position every
//! decision and every result of the dice down to there is tried: the side to move takes the best, the enemy what is
//! worst for it, dice are weighed exactly.

use crate::commander::Commander;
use crate::doctrine::{ActionOf, Doctrine, StateOf};
use crate::weights::settled;
use crate::{Budget, Weights};
use engine::mix::mix;
use engine::{Actor, Chair, Class, Dice, Handbook, Player, Positions, Rules, SetUp, Side, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The scenario.
    pub scenario: String,
    /// The options of the game.
    pub options: BTreeMap<String, String>,
    /// Whose decision it is.
    pub side: Side,
    /// The chance to win at the end of the phase with the best orders.
    pub best: f64,
    /// The same if the side plays at random.
    pub random: f64,
    /// How many positions were looked at to know.
    pub nodes: u64,
    /// The position.
    pub position: Value,
}

impl Puzzle {
    /// The set-up of the game it comes from.
    pub fn setup(&self) -> SetUp {
        SetUp { scenario: self.scenario.clone(), options: self.options.clone() }
    }
}

/// What a position is worth with the best orders, and with random ones.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Worth {
    best: f64,
    random: f64,
}

/// An exhaustive search to the end of a phase.
struct Solver<'a, D: Doctrine> {
    game: &'a D::Game,
    weights: &'a Weights,
    side: Side,
    phase: u32,
    known: HashMap<u64, Worth>,
    nodes: u64,
    most: u64,
}

impl<'a, D: Doctrine> Solver<'a, D> {
    fn new(game: &'a D::Game, state: &StateOf<D>, side: Side, most: u64) -> Solver<'a, D> {
        Solver { game, weights: D::weights(game), side, phase: game.phase(state), known: HashMap::new(), nodes: 0, most }
    }

    fn chance(&self, state: &StateOf<D>, verdict: Option<Verdict>) -> f64 {
        let mut terms = vec![0.0; D::TERMS.len()];
        D::terms(self.game, state, &mut terms);
        let union = match verdict {
            None => self.weights.chance(&terms),
            Some(v) => settled(v.winner.map_or(0.5, |w| if w == Side::Union { 1.0 } else { 0.0 }), self.weights.chance(&terms)),
        };
        f64::from(if self.side == Side::Union { union } else { 1.0 - union })
    }

    /// What a position is worth; nothing if that takes too long to find out.
    fn solve(&mut self, state: &StateOf<D>) -> Option<Worth> {
        let actor = self.game.actor(state);
        if let Actor::Over(verdict) = actor {
            let value = self.chance(state, Some(verdict));
            return Some(Worth { best: value, random: value });
        }
        if self.game.phase(state) != self.phase {
            let value = self.chance(state, None);
            return Some(Worth { best: value, random: value });
        }
        let key = self.game.hash(state);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        self.nodes += 1;
        if self.nodes > self.most {
            return None;
        }
        let worth = match actor {
            Actor::Chance(_) => self.weigh(state)?,
            asked => self.decide(state, asked.side()?)?,
        };
        self.known.insert(key, worth);
        Some(worth)
    }

    fn weigh(&mut self, state: &StateOf<D>) -> Option<Worth> {
        let mut classes: Vec<Class> = Vec::new();
        self.game.classes(state, &mut classes);
        let total: f64 = classes.iter().map(|c| f64::from(c.weight)).sum();
        let mut sum = Worth { best: 0.0, random: 0.0 };
        for class in classes {
            let mut next = state.clone();
            self.game.settle(&mut next, &class.sample, &mut ());
            let worth = self.solve(&next)?;
            sum.best += worth.best * f64::from(class.weight) / total;
            sum.random += worth.random * f64::from(class.weight) / total;
        }
        Some(sum)
    }

    fn decide(&mut self, state: &StateOf<D>, by: Side) -> Option<Worth> {
        let mut subjects = Vec::new();
        self.game.subjects(state, by, &mut subjects);
        let mut all: Vec<Worth> = Vec::new();
        let mut random = 0.0;
        for subject in &subjects {
            let mut options = Vec::new();
            self.game.options(state, by, *subject, &mut options);
            for action in &options {
                let mut next = state.clone();
                self.game.apply_unchecked(&mut next, by, *action, &mut ());
                let worth = self.solve(&next)?;
                random += worth.random / options.len() as f64 / subjects.len() as f64;
                all.push(worth);
            }
        }
        if by == self.side {
            let best = all.iter().map(|w| w.best).fold(f64::NEG_INFINITY, f64::max);
            return Some(Worth { best, random });
        }
        all.into_iter().min_by(|a, b| a.best.total_cmp(&b.best))
    }

    /// What the orders of a player are worth, with the enemy's best answers and every result of the dice.
    fn attempt(&mut self, state: &StateOf<D>, player: &Commander<D>) -> Option<f64> {
        match self.game.actor(state) {
            Actor::Over(verdict) => Some(self.chance(state, Some(verdict))),
            _ if self.game.phase(state) != self.phase => Some(self.chance(state, None)),
            Actor::Chance(_) => {
                let mut classes: Vec<Class> = Vec::new();
                self.game.classes(state, &mut classes);
                let total: f64 = classes.iter().map(|c| f64::from(c.weight)).sum();
                let mut sum = 0.0;
                for class in classes {
                    let mut next = state.clone();
                    self.game.settle(&mut next, &class.sample, &mut ());
                    sum += self.attempt(&next, player)? * f64::from(class.weight) / total;
                }
                Some(sum)
            }
            asked => {
                let by = asked.side()?;
                let mut next = state.clone();
                if by == self.side {
                    let mut player = player.clone();
                    let action = player.choose(&Chair::new(self.game, state, by));
                    self.game.apply_unchecked(&mut next, by, action, &mut ());
                    return self.attempt(&next, &player);
                }
                let answers = Chair::new(self.game, state, by).legal();
                let mut worst: Option<(f64, ActionOf<D>)> = None;
                for action in answers {
                    let mut after = state.clone();
                    self.game.apply_unchecked(&mut after, by, action, &mut ());
                    let worth = self.solve(&after)?.best;
                    if worst.is_none_or(|(w, _)| worth < w) {
                        worst = Some((worth, action));
                    }
                }
                self.game.apply_unchecked(&mut next, by, worst?.1, &mut ());
                self.attempt(&next, player)
            }
        }
    }
}

/// A puzzle is worth solving if the best orders gain at least this much over random ones.
const STAKE: f64 = 0.004;
/// And if it is not obvious: at least so many positions.
const EFFORT: u64 = 15;

/// Puzzles from games between scripts: at most one from each phase, `wanted` in all, each solved within `most` nodes.
pub fn make<D: Doctrine>(game: &D::Game, wanted: usize, most: u64, seed: u64, heard: &dyn Fn()) -> Vec<Puzzle> {
    let setup = game.setup();
    let mut puzzles = Vec::new();
    let mut seen: HashSet<u64> = HashSet::new();
    let mut dice = Dice::new(mix(seed));
    for n in 0..wanted as u64 * 8 {
        let mut state = game.start();
        let mut scripts =
            Side::BOTH.map(|s| D::script(game, (mix(seed ^ n) % u64::from(D::MANNERS)) as u8, mix(seed ^ n ^ s.index() as u64)));
        let mut taken = 0;
        let mut phase = None;
        for _ in 0..engine::sim::ENDLESS {
            match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().expect("somebody is asked");
                    // Most positions are passed by: whole games should be represented, not their first turns.
                    if phase != Some(game.phase(&state)) && dice.below(10) == 0 && seen.insert(game.hash(&state)) {
                        let mut solver = Solver::<D>::new(game, &state, side, most);
                        if let Some(worth) = solver.solve(&state)
                            && solver.nodes >= EFFORT
                            && worth.best - worth.random >= STAKE
                        {
                            phase = Some(game.phase(&state));
                            taken += 1;
                            puzzles.push(Puzzle {
                                scenario: setup.scenario.clone(),
                                options: setup.options.clone(),
                                side,
                                best: worth.best,
                                random: worth.random,
                                nodes: solver.nodes,
                                position: game.write_position(&state),
                            });
                            heard();
                        }
                    }
                    if puzzles.len() >= wanted {
                        return puzzles;
                    }
                    if taken >= 3 {
                        break;
                    }
                    let action = scripts[side.index()].choose(&Chair::new(game, &state, side));
                    game.apply_unchecked(&mut state, side, action, &mut ());
                }
            }
        }
    }
    puzzles
}

/// How a player did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Attempt {
    /// The chance that its orders give.
    pub value: f64,
    /// Of what the best orders gain over random ones, the share that it reached.
    pub share: f64,
}

/// Lets a player with that budget try a puzzle. The optimum is worked out anew, with the weights of today.
pub fn attempt<D: Doctrine>(game: &D::Game, puzzle: &Puzzle, budget: Budget, seed: u64) -> Result<Attempt, String> {
    let state = game.read_position(&puzzle.position).map_err(|e| e.to_string())?;
    let mut solver = Solver::<D>::new(game, &state, puzzle.side, puzzle.nodes.saturating_mul(4).max(1_000));
    let worth = solver.solve(&state).ok_or("the puzzle has grown too large to solve")?;
    let player = Commander::short_sighted(budget, seed);
    let value = solver.attempt(&state, &player).ok_or("the attempt left the solved positions")?;
    let stake = worth.best - worth.random;
    Ok(Attempt { value, share: if stake > 1e-9 { (value - worth.random) / stake } else { 1.0 } })
}

/// What the exhaustive search says of a puzzle: the best and the random value.
pub fn solve<D: Doctrine>(game: &D::Game, puzzle: &Puzzle) -> Result<[f64; 2], String> {
    let state = game.read_position(&puzzle.position).map_err(|e| e.to_string())?;
    let worth = Solver::<D>::new(game, &state, puzzle.side, puzzle.nodes.saturating_mul(4).max(1_000)).solve(&state);
    worth.map(|w| [w.best, w.random]).ok_or_else(|| "the puzzle has grown too large to solve".to_string())
}

/// Works out the puzzles of a game again; how many there are, or the first whose answers are not those in its file.
pub fn verify<D: Doctrine>() -> Result<usize, String> {
    let puzzles: Vec<Puzzle> = serde_json::from_str(D::PUZZLES).map_err(|e| e.to_string())?;
    for (n, puzzle) in puzzles.iter().enumerate() {
        let game = D::Game::open(&puzzle.setup()).map_err(|e| format!("puzzle {n}: {e}"))?;
        let [best, random] = solve::<D>(&game, puzzle).map_err(|e| format!("puzzle {n}: {e}"))?;
        if (best - puzzle.best).abs() >= 1e-6 || (random - puzzle.random).abs() >= 1e-6 {
            return Err(format!("puzzle {n}: {best} and {random}, not {} and {}", puzzle.best, puzzle.random));
        }
    }
    Ok(puzzles.len())
}

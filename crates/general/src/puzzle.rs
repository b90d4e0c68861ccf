//! Tactical puzzles: positions from real play whose best orders to the end of the phase are known exactly, or to the end of the
//! engagement if they begin in the middle of one ([`Rules::engagement`]).
//!
//! The value of a position at that end is the chance to win by the game's weights. From a puzzle's position every
//! decision and every result of the dice down to there is tried: the side to move takes the best, the enemy what is
//! worst for it, dice are weighed exactly.

use crate::commander::Commander;
use crate::doctrine::{ActionOf, Doctrine, StateOf};
use crate::judge::Judge;
use crate::weights::settled;
use crate::{Budget, Weights};
use engine::mix::mix;
pub use engine::puzzle::Puzzle;
use engine::puzzle::{self, Theme};
use engine::{Actor, Chair, Class, Dice, Fog, Handbook, Player, Positions, Rules, Side, Verdict, Words};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// What a position is worth with the best orders, and with random ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    best: f64,
    random: f64,
    /// The chance that somebody who picks at random picks nothing but the best.
    flawless: f64,
}

/// Orders that give away no more than that are as good as the best.
const SLIP: f64 = 0.001;

impl Worth {
    /// Of a position in which nothing is decided any more.
    fn settled(value: f64) -> Worth {
        Worth { best: value, random: value, flawless: 1.0 }
    }
}

/// What is known of positions, by their hashes.
pub(crate) type Known = HashMap<u64, Worth>;

/// What a search goes to the end of.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scope {
    phase: u32,
    engagement: Option<u32>,
}

impl Scope {
    /// What is under way in a position.
    fn of<G: Rules>(game: &G, state: &G::State) -> Scope {
        Scope { phase: game.phase(state), engagement: game.engagement(state) }
    }

    /// Whether a position that is reached lies beyond it.
    fn is_past(self, now: Scope) -> bool {
        self.phase != now.phase || self.engagement.is_some() && self.engagement != now.engagement
    }
}

/// An exhaustive search to the end of a phase or an engagement.
pub(crate) struct Solver<'a, D: Doctrine> {
    game: &'a D::Game,
    weights: &'a Weights,
    side: Side,
    scope: Scope,
    known: Known,
    nodes: u64,
    most: u64,
}

impl<'a, D: Doctrine> Solver<'a, D> {
    fn new(game: &'a D::Game, state: &StateOf<D>, side: Side, most: u64) -> Solver<'a, D> {
        Solver::resumed(game, state, side, most, Known::new())
    }

    /// A search that knows something already.
    pub(crate) fn resumed(game: &'a D::Game, state: &StateOf<D>, side: Side, most: u64, known: Known) -> Solver<'a, D> {
        Solver { game, weights: D::weights(game), side, scope: Scope::of(game, state), known, nodes: 0, most }
    }

    /// All that it knows.
    pub(crate) fn into_known(self) -> Known {
        self.known
    }

    /// The rules.
    pub(crate) fn game(&self) -> &'a D::Game {
        self.game
    }

    /// Whether a position lies beyond what it goes to the end of.
    pub(crate) fn is_past(&self, state: &StateOf<D>) -> bool {
        matches!(self.game.actor(state), Actor::Over(_)) || self.scope.is_past(Scope::of(self.game, state))
    }

    /// How many positions it has looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best that a side can do, and what it is worth.
    pub(crate) fn best_action(&mut self, state: &StateOf<D>, by: Side) -> Option<(ActionOf<D>, f64)> {
        let all = self.weigh_all(state, by)?;
        let better = |best: Option<(ActionOf<D>, f64)>, (action, _, worth): (ActionOf<D>, f64, Worth)| match best {
            Some((_, value)) if value >= worth.best => best,
            _ => Some((action, worth.best)),
        };
        all.into_iter().fold(None, better)
    }

    /// What an action of a side is worth to the side that is examined.
    pub(crate) fn worth_of(&mut self, state: &StateOf<D>, by: Side, action: ActionOf<D>) -> Option<f64> {
        self.after(state, by, action).map(|worth| worth.best)
    }

    fn chance(&self, state: &StateOf<D>, verdict: Option<Verdict>) -> f64 {
        let chance = Judge::<D>::new(self.game, self.weights).chance(state);
        let union = match verdict {
            None => chance,
            Some(v) => settled(v.winner.map_or(0.5, |w| if w == Side::Union { 1.0 } else { 0.0 }), chance),
        };
        f64::from(if self.side == Side::Union { union } else { 1.0 - union })
    }

    /// What a position is worth; nothing if that takes too long to find out.
    fn solve(&mut self, state: &StateOf<D>) -> Option<Worth> {
        let actor = self.game.actor(state);
        if let Actor::Over(verdict) = actor {
            let value = self.chance(state, Some(verdict));
            return Some(Worth::settled(value));
        }
        let now = Scope::of(self.game, state);
        if self.scope.is_past(now) {
            let value = self.chance(state, None);
            return Some(Worth::settled(value));
        }
        if self.scope != now {
            // An engagement within a phase: whoever is asked in the middle of it would see no further than its end.
            return None;
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
        let mut sum = Worth { best: 0.0, random: 0.0, flawless: 0.0 };
        for class in classes {
            let mut next = state.clone();
            self.game.settle(&mut next, &class.sample, &mut ());
            let worth = self.solve(&next)?;
            sum.best += worth.best * f64::from(class.weight) / total;
            sum.random += worth.random * f64::from(class.weight) / total;
            sum.flawless += worth.flawless * f64::from(class.weight) / total;
        }
        Some(sum)
    }

    /// Everything that a side can do, how likely somebody who picks at random does it, and what it is worth.
    fn weigh_all(&mut self, state: &StateOf<D>, by: Side) -> Option<Vec<(ActionOf<D>, f64, Worth)>> {
        let mut subjects = Vec::new();
        self.game.subjects(state, by, &mut subjects);
        let mut all = Vec::new();
        for subject in &subjects {
            let mut options = Vec::new();
            self.game.options(state, by, *subject, &mut options);
            for action in &options {
                let likely = 1.0 / options.len() as f64 / subjects.len() as f64;
                all.push((*action, likely, self.after(state, by, *action)?));
            }
        }
        Some(all)
    }

    /// What an action leads to.
    fn after(&mut self, state: &StateOf<D>, by: Side, action: ActionOf<D>) -> Option<Worth> {
        let mut next = state.clone();
        self.game.apply_unchecked(&mut next, by, action, &mut ());
        self.solve(&next)
    }

    fn decide(&mut self, state: &StateOf<D>, by: Side) -> Option<Worth> {
        let all = self.weigh_all(state, by)?;
        if by != self.side {
            return all.into_iter().map(|(_, _, worth)| worth).min_by(|a, b| a.best.total_cmp(&b.best));
        }
        let best = all.iter().map(|(_, _, w)| w.best).fold(f64::NEG_INFINITY, f64::max);
        let random = all.iter().map(|(_, likely, w)| likely * w.random).sum();
        let flawless = all.iter().filter(|(_, _, w)| w.best >= best - SLIP).map(|(_, likely, w)| likely * w.flawless).sum();
        Some(Worth { best, random, flawless })
    }

    /// What the orders of a player are worth, with the enemy's best answers and every result of the dice.
    fn attempt(&mut self, state: &StateOf<D>, player: &Commander<D>) -> Option<f64> {
        match self.game.actor(state) {
            Actor::Over(verdict) => Some(self.chance(state, Some(verdict))),
            _ if self.scope.is_past(Scope::of(self.game, state)) => Some(self.chance(state, None)),
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
const STAKE: f64 = 0.02;
/// And if it is not obvious: at least so many positions.
const EFFORT: u64 = 15;
/// And if somebody who picks at random finds the best no more often than that.
const LUCK: f64 = 0.34;

/// How hard a puzzle is that somebody who picks at random solves that often.
fn rating(flawless: f64) -> u16 {
    let odds = (1.0 - flawless).max(1e-9) / flawless.max(1e-9);
    (800.0 + 400.0 * odds.log10()).clamp(600.0, 2_600.0).round() as u16
}

/// The kind of choice that there is most of in a position.
fn theme<D: Doctrine>(game: &D::Game, state: &StateOf<D>, side: Side) -> Theme {
    let known = game.knowledge(state, side.into());
    let legal = Chair::new(game, state, side).legal();
    let themes: Vec<Theme> = legal.iter().filter_map(|action| Theme::of(game.describe(&known, *action).role)).collect();
    let count = |theme: &Theme| themes.iter().filter(|t| *t == theme).count();
    Theme::ALL.iter().copied().rev().max_by_key(count).unwrap_or(Theme::Choice)
}

/// What a decision costs may differ by this share of the stake from one position that fits a side's sight to another.
const BLUR: f64 = 0.05;

/// A position, and another that a side cannot tell from it: whether it matters which of them is true.
struct Twins<'a, D: Doctrine> {
    truth: Solver<'a, D>,
    other: Solver<'a, D>,
    /// By how much costs may differ.
    blur: f64,
    seen: HashSet<u64>,
}

impl<D: Doctrine> Twins<'_, D> {
    /// Whether every decision along the best orders costs the same in both; nothing if that takes too long to find out.
    fn alike(&mut self, truth: &StateOf<D>, other: &StateOf<D>) -> Option<bool> {
        let game = self.truth.game;
        if self.truth.is_past(truth) || self.other.is_past(other) || !self.seen.insert(game.hash(truth)) {
            return Some(true);
        }
        match (game.actor(truth), game.actor(other)) {
            (Actor::Chance(chance), Actor::Chance(same)) if chance.draw == same.draw => {
                let mut classes: Vec<Class> = Vec::new();
                game.classes(truth, &mut classes);
                for class in classes {
                    let [truth, other] = [truth, other].map(|state| {
                        let mut next = state.clone();
                        game.settle(&mut next, &class.sample, &mut ());
                        next
                    });
                    if !self.alike(&truth, &other)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            (asked, same) if asked.side().is_some() && asked.side() == same.side() => self.decided_alike(truth, other, asked.side()?),
            _ => Some(false),
        }
    }

    fn decided_alike(&mut self, truth: &StateOf<D>, other: &StateOf<D>, by: Side) -> Option<bool> {
        let (game, own) = (self.truth.game, by == self.truth.side);
        let [here, there] = [self.truth.weigh_all(truth, by)?, self.other.weigh_all(other, by)?];
        let first = |best: &(ActionOf<D>, f64), next: &(ActionOf<D>, f64)| if own { next.1 > best.1 } else { next.1 < best.1 };
        let best = |all: &[(ActionOf<D>, f64, Worth)]| {
            let mut all = all.iter().map(|(action, _, worth)| (*action, worth.best));
            let begin = all.next()?;
            Some(all.fold(begin, |best, next| if first(&best, &next) { next } else { best }))
        };
        let ((action, most), (_, most_there)) = (best(&here)?, best(&there)?);
        let find = |action: ActionOf<D>| there.iter().find(|(a, ..)| *a == action).map(|(_, _, worth)| worth.best);
        if own {
            let costs_the_same = |(action, _, worth): &(ActionOf<D>, f64, Worth)| {
                find(*action).is_some_and(|there| ((most - worth.best) - (most_there - there)).abs() <= self.blur)
            };
            if here.len() != there.len() || !here.iter().all(costs_the_same) {
                return Some(false);
            }
        } else if find(action).is_none() {
            // An answer that only one of them allows tells them apart.
            return Some(true);
        }
        let [truth, other] = [truth, other].map(|state| {
            let mut next = state.clone();
            game.apply_unchecked(&mut next, by, action, &mut ());
            next
        });
        self.alike(&truth, &other)
    }
}

/// Whether a side knows all that matters: whatever else might be true that fits what it sees, each of its decisions costs as much. Only then can
/// it find what is best. How likely it is to win may well hang on what is hidden.
fn knows_enough<D: Doctrine>(game: &D::Game, state: &StateOf<D>, side: Side, most: u64, worth: Worth) -> bool {
    let known = game.knowledge(state, side.into());
    (0..4).all(|seed| {
        let other = game.sample(&known, &mut Dice::new(seed));
        let [here, there] = [state, &other].map(|state| Solver::<D>::new(game, state, side, most));
        let mut twins = Twins { truth: here, other: there, blur: BLUR * (worth.best - worth.random), seen: HashSet::new() };
        game.hash(&other) == game.hash(state) || twins.alike(state, &other) == Some(true)
    })
}

/// A position as a puzzle, if it is worth solving and can be solved within so many nodes.
fn puzzle_of<D: Doctrine>(game: &D::Game, state: &StateOf<D>, side: Side, most: u64) -> Option<Puzzle> {
    if Chair::new(game, state, side).legal().len() < 3 {
        return None;
    }
    let mut solver = Solver::<D>::new(game, state, side, most);
    let worth = solver.solve(state)?;
    let worthy = solver.nodes >= EFFORT && worth.best - worth.random >= STAKE && worth.flawless <= LUCK;
    let worthy = worthy && knows_enough::<D>(game, state, side, most, worth);
    let setup = game.setup();
    worthy.then(|| Puzzle {
        id: format!("{:05x}", game.hash(state) & 0xf_ffff),
        scenario: setup.scenario.clone(),
        options: setup.options.clone(),
        side,
        theme: theme::<D>(game, state, side),
        rating: rating(worth.flawless),
        best: worth.best,
        random: worth.random,
        nodes: solver.nodes,
        position: game.write_position(state),
    })
}

/// Puzzles from games between scripts: at most one from each phase and three from a game, `wanted` in all, no more than a third of
/// them about the same kind of choice, each solved within `most` nodes.
pub fn make<D: Doctrine>(game: &D::Game, wanted: usize, most: u64, seed: u64, heard: &dyn Fn()) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut seen: HashSet<u64> = HashSet::new();
    let mut dice = Dice::new(mix(seed));
    for n in 0..wanted as u64 * 40 {
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
                        let found = puzzle_of::<D>(game, &state, side, most);
                        let common = |p: &Puzzle| puzzles.iter().filter(|q| q.theme == p.theme).count() >= wanted.div_ceil(3);
                        // When the first games have given nothing else, anything will do.
                        if let Some(puzzle) = found.filter(|p| n > wanted as u64 * 20 || !common(p)) {
                            phase = Some(game.phase(&state));
                            taken += 1;
                            puzzles.push(puzzle);
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

/// A puzzle with what the exhaustive search says of it now.
pub fn proved<D: Doctrine>(puzzle: &Puzzle) -> Result<Puzzle, String> {
    let game = D::Game::open(&puzzle.setup()).map_err(|e| e.to_string())?;
    let state = game.read_position(&puzzle.position).map_err(|e| e.to_string())?;
    let mut solver = Solver::<D>::new(&game, &state, puzzle.side, puzzle.nodes.saturating_mul(4).max(1_000));
    let worth = solver.solve(&state).ok_or("it has grown too large to solve")?;
    Ok(Puzzle {
        theme: theme::<D>(&game, &state, puzzle.side),
        rating: rating(worth.flawless),
        best: worth.best,
        random: worth.random,
        nodes: solver.nodes,
        ..puzzle.clone()
    })
}

/// Whether a puzzle is what its file says; if not, what is wrong.
pub fn verify<D: Doctrine>(puzzle: &Puzzle) -> Result<(), String> {
    let now = proved::<D>(puzzle).map_err(|fault| format!("puzzle {}: {fault}", puzzle.id))?;
    let same = |a: f64, b: f64| (a - b).abs() < 1e-6;
    if !same(now.best, puzzle.best) || !same(now.random, puzzle.random) {
        return Err(format!("puzzle {}: {} and {}, not {} and {}", puzzle.id, now.best, now.random, puzzle.best, puzzle.random));
    }
    if (now.rating, now.theme) != (puzzle.rating, puzzle.theme) {
        return Err(format!("puzzle {}: {:?} {}, not {:?} {}", puzzle.id, now.theme, now.rating, puzzle.theme, puzzle.rating));
    }
    Ok(())
}

/// The puzzles that come with a game.
pub fn shipped<D: Doctrine>() -> Result<Vec<Puzzle>, String> {
    puzzle::read(D::PUZZLES)
}

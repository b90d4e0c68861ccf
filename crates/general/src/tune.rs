//! Weights from self-play: positions, how the games from there ended, and a logistic regression between the two.
//!
//! Every game begins clumsily ([`crate::selfplay`]); the positions at the beginning of each player turn after that are kept together with
//! the outcome. What the clumsy beginning did is thus visible in the terms, and nothing else favours either side.
//!
//! Outcomes of games between equals are a weak teacher, so the fit starts from the weights in use and leaves them only as far
//! as the evidence carries; no term may turn against the side that it speaks for. In the end the new weights have to beat
//! the old ones over the board, or the old ones stay.

use crate::commander::Commander;
use crate::doctrine::{Doctrine, StateOf};
use crate::selfplay::watch;
use crate::weights::logistic;
use crate::{Budget, Run, Weights};
use engine::mix::mix;
use engine::{Dice, Player, Rules, Side};
use rayon::prelude::*;
use std::sync::Arc;

/// What to play.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// How many games.
    pub games: u64,
    /// The seed of the first.
    pub seed: u64,
    /// The nodes that each side may visit in a phase; with none the scripts play.
    pub nodes: u64,
    /// How many pairs of games the new weights play against the old ones.
    pub trial: u64,
    /// The nodes of each side in these.
    pub trial_nodes: u64,
    /// The command line, for the record.
    pub command: String,
}

/// A position and the Union's result from there.
struct Sample {
    /// Which game it comes from.
    game: u64,
    terms: Vec<f32>,
    result: f32,
}

/// One game in so many is kept aside to see how well the weights fit.
const ASIDE: u64 = 5;
/// How strongly weights are held near those in use: games of evidence for each game played.
const RIDGE: f64 = 0.05;

/// Plays the games and fits the weights. `heard` is called after every game.
pub fn tune<D: Doctrine>(game: &D::Game, campaign: &Campaign, heard: &(dyn Fn() + Sync)) -> Result<Weights, String> {
    let play = |n: u64| {
        let samples = record::<D>(game, campaign, n);
        heard();
        samples
    };
    let samples: Vec<Sample> = (0..campaign.games).into_par_iter().map(play).flatten_iter().collect();
    let (kept, fitted): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|s| s.game % ASIDE == 0);
    if kept.is_empty() || fitted.is_empty() {
        return Err("too few games to learn from".to_string());
    }
    let before = D::weights(game);
    let prior: Vec<f64> = before.values().iter().map(|v| f64::from(*v)).collect();
    let fit = regress(&fitted, &prior, RIDGE * campaign.games as f64);
    let round = |v: &f64| (*v as f32 * 1e3).round() / 1e3;
    let mut run = Run {
        command: campaign.command.clone(),
        games: campaign.games,
        positions: samples.len() as u64,
        loss: [loss(&kept, &prior), loss(&kept, &fit)].map(|l| (l * 1e4).round() / 1e4),
        trial: None,
    };
    let after = before.with(D::TERMS, &fit.iter().map(round).collect::<Vec<f32>>(), run.clone());
    let share = trial::<D>(game, campaign, &after, heard);
    run.trial = share;
    let stay = share.is_some_and(|s| s < 0.5);
    let values = if stay { before.values() } else { after.values() };
    Ok(before.with(D::TERMS, values, run))
}

/// The share of points that new weights take from those in use, in pairs of games with the sides changed and the dice shared.
fn trial<D: Doctrine>(game: &D::Game, campaign: &Campaign, new: &Weights, heard: &(dyn Fn() + Sync)) -> Option<f64> {
    let new = Arc::new(new.clone());
    let one = |n: u64| {
        let points: f64 = Side::BOTH.map(|side| trial_game::<D>(game, campaign, &new, side, n)).into_iter().sum();
        heard();
        points / 2.0
    };
    let sum: f64 = (0..campaign.trial).into_par_iter().map(one).sum();
    (campaign.trial > 0).then(|| (sum / campaign.trial as f64 * 1e3).round() / 1e3)
}

/// What the new weights make of one game with a side.
fn trial_game<D: Doctrine>(game: &D::Game, campaign: &Campaign, new: &Arc<Weights>, side: Side, n: u64) -> f64 {
    let budget = Budget::Nodes(campaign.trial_nodes);
    let mut players = Side::BOTH.map(|s| -> Box<dyn Player<D::Game>> {
        let general = Commander::<D>::new(budget, mix(n ^ 0x7472_6961));
        Box::new(if s == side { general.with_weights(new.clone()) } else { general })
    });
    let mut dice = Dice::new(mix(campaign.seed ^ n ^ 0x6469_6365));
    let played = engine::sim::play_out(game, &mut game.start(), &mut players, &mut dice, engine::sim::Care::None);
    played.verdict.and_then(|v| v.winner).map_or(0.5, |w| if w == side { 1.0 } else { 0.0 })
}

/// One game: the terms of the positions at the beginning of player turns, and its result for all of them.
fn record<D: Doctrine>(game: &D::Game, campaign: &Campaign, n: u64) -> Vec<Sample> {
    let seed = mix(campaign.seed.wrapping_add(n));
    let mut players = Side::BOTH.map(|side| -> Box<dyn Player<D::Game>> {
        let own = mix(seed ^ (1 + side.index() as u64));
        if campaign.nodes == 0 {
            Box::new(D::script(game, (own % u64::from(D::MANNERS)) as u8, own))
        } else {
            Box::new(Commander::<D>::new(Budget::Nodes(campaign.nodes), own))
        }
    });
    let mut terms = Vec::new();
    let mut note = |state: &StateOf<D>| {
        let mut new = vec![0.0; D::TERMS.len()];
        D::terms(game, state, &mut new);
        terms.push(new);
    };
    let Some(end) = watch::<D>(game, &mut players, seed, &mut note) else { return Vec::new() };
    terms.into_iter().map(|terms| Sample { game: n, terms, result: end.result }).collect()
}

/// The terms with the constant, as numbers to calculate with.
fn row(sample: &Sample) -> impl Iterator<Item = f64> + '_ {
    sample.terms.iter().map(|t| f64::from(*t)).chain([1.0])
}

fn chance(sample: &Sample, weights: &[f64]) -> f64 {
    f64::from(logistic(row(sample).zip(weights).map(|(t, w)| t * w).sum::<f64>() as f32)).clamp(1e-6, 1.0 - 1e-6)
}

/// How badly the chances fit the results: the mean logarithmic loss.
fn loss(samples: &[&Sample], weights: &[f64]) -> f64 {
    let one = |s: &&Sample| {
        let (p, r) = (chance(s, weights), f64::from(s.result));
        -(r * p.ln() + (1.0 - r) * (1.0 - p).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

/// Logistic regression by Newton's method, held near a prior. Positions of one game say much the same, so each game counts once.
/// The constant, last, may have either sign; a term may not.
fn regress(samples: &[&Sample], prior: &[f64], ridge: f64) -> Vec<f64> {
    let terms = prior.len();
    let mut per_game = std::collections::HashMap::new();
    samples.iter().for_each(|s| *per_game.entry(s.game).or_insert(0.0) += 1.0);
    let mut weights = prior.to_vec();
    for _ in 0..40 {
        let mut slope = vec![0.0; terms];
        let mut curve = vec![vec![0.0; terms]; terms];
        for sample in samples {
            let (p, t, share): (f64, Vec<f64>, f64) = (chance(sample, &weights), row(sample).collect(), 1.0 / per_game[&sample.game]);
            for i in 0..terms {
                slope[i] += share * (f64::from(sample.result) - p) * t[i];
                for j in 0..terms {
                    curve[i][j] += share * p * (1.0 - p) * t[i] * t[j];
                }
            }
        }
        for i in 0..terms {
            slope[i] -= ridge * (weights[i] - prior[i]);
            curve[i][i] += ridge;
        }
        let step = solve(curve, slope);
        let size = step.iter().map(|s| s.abs()).fold(0.0, f64::max);
        // Far from the summit a whole step may overshoot.
        let pace = (2.0 / size).min(1.0);
        weights.iter_mut().zip(&step).for_each(|(w, s)| *w += pace * s);
        weights[..terms - 1].iter_mut().for_each(|w| *w = w.max(0.0));
        if size < 1e-6 {
            break;
        }
    }
    weights
}

/// The solution of a small system of equations, by elimination with pivots; the ridge keeps it regular.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|i, j| a[*i][column].abs().total_cmp(&a[*j][column].abs())).unwrap_or(column);
        a.swap(column, pivot);
        b.swap(column, pivot);
        for below in column + 1..n {
            let factor = a[below][column] / a[column][column];
            let (above, rest) = a.split_at_mut(below);
            rest[0].iter_mut().zip(&above[column]).for_each(|(x, y)| *x -= factor * y);
            b[below] -= factor * b[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|j| a[row][j] * b[j]).sum();
        b[row] = (b[row] - known) / a[row][row];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let x = solve(vec![vec![0.0, 2.0], vec![4.0, 1.0]], vec![6.0, 11.0]);
        assert!((x[0] - 2.0).abs() < 1e-12 && (x[1] - 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_regression_finds_the_weights_that_made_the_results() {
        let mut dice = Dice::new(7);
        let mut unit = || dice.below(2_000) as f32 / 1_000.0 - 1.0;
        let samples: Vec<Sample> = (0..20_000)
            .map(|game| {
                let terms = vec![unit(), unit()];
                let result = f32::from(u8::from((unit() + 1.0) / 2.0 < logistic(2.0 * terms[0] + terms[1] - 0.5)));
                Sample { game, terms, result }
            })
            .collect();
        let found = regress(&samples.iter().collect::<Vec<_>>(), &[0.0; 3], 1.0);
        for (found, true_one) in found.iter().zip([2.0, 1.0, -0.5]) {
            assert!((found - true_one).abs() < 0.1, "{found} for {true_one}");
        }
        let held = regress(&samples.iter().collect::<Vec<_>>(), &[0.0; 3], 1e9);
        assert!(held.iter().all(|w| w.abs() < 0.01), "a strong prior holds: {held:?}");
    }
}

//! What chances are worth, measured: games of the general against itself, and how often what it held for likely came.
//!
//! A chance is corrected by a logistic curve whose shift and slope change with the turn. The curve only ever rises, so that whatever was
//! better before the correction is better after it. It is used where a chance is told to a person, and in analyses; a search compares
//! plans without it.

use crate::analysis::result;
use crate::judge::Judge;
use crate::weights::{logistic, logit};
use crate::{Budget, Commander, Doctrine};
use engine::mix::mix;
use engine::sim::ENDLESS;
use engine::{Actor, Chair, Dice, Player, Rules, Side};
use serde::{Deserialize, Serialize};

/// A point of a curve: what holds in a player turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knot {
    /// The player turn, counted as the game's doctrine does.
    pub turn: f64,
    /// What the Union has more than was thought, in logits.
    pub shift: f64,
    /// How much surer than was thought one may be; above nothing.
    pub slope: f64,
}

/// What corrects the chances of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The command that measured it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// For the judgement of a position, by turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judgement: Vec<Knot>,
    /// For the chance that the general tells with a plan, by turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<Knot>,
}

impl Calibration {
    /// The Union's chance in a position as it is judged, corrected.
    pub fn judgement(&self, chance: f64, turn: u32) -> f64 {
        corrected(&self.judgement, chance, turn)
    }

    /// The Union's chance as the general tells it, corrected.
    pub fn plan(&self, chance: f64, turn: u32) -> f64 {
        corrected(&self.plans, chance, turn)
    }
}

/// A chance by a curve. What is certain stays certain.
fn corrected(knots: &[Knot], chance: f64, turn: u32) -> f64 {
    if knots.is_empty() || chance <= 0.0 || chance >= 1.0 {
        return chance;
    }
    let (shift, slope) = between(knots, f64::from(turn));
    f64::from(logistic((shift + slope * f64::from(logit(chance as f32))) as f32))
}

/// Shift and slope in a turn: on the line between the knots before and after it.
fn between(knots: &[Knot], turn: f64) -> (f64, f64) {
    let after = knots.iter().position(|k| k.turn >= turn);
    let (a, b) = match after {
        None => (knots[knots.len() - 1], knots[knots.len() - 1]),
        Some(0) => (knots[0], knots[0]),
        Some(n) => (knots[n - 1], knots[n]),
    };
    let part = if b.turn > a.turn { (turn - a.turn) / (b.turn - a.turn) } else { 0.0 };
    (a.shift + (b.shift - a.shift) * part, a.slope + (b.slope - a.slope) * part)
}

/// What was thought of a position, and how its game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The player turn.
    pub turn: u32,
    /// The Union's chance, as it was thought, uncorrected.
    pub thought: f64,
    /// The Union's share of the point.
    pub result: f64,
}

/// What was thought in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watched {
    /// Of positions in which a player turn began, as they were judged.
    pub judgement: Vec<Sample>,
    /// With plans.
    pub plans: Vec<Sample>,
}

/// Plays a game of the general against itself and notes what was thought where its phases began. With no positions to look at the scripts play,
/// each in a manner drawn by lot.
pub fn watch<D: Doctrine>(game: &D::Game, nodes: u64, seed: u64) -> Watched {
    let mut state = game.start();
    let mut dice = Dice::new(mix(seed));
    let mut generals = Side::BOTH.map(|s| Commander::<D>::new(Budget::Nodes(nodes), mix(seed ^ (1 + s.index() as u64))).uncorrected());
    let mut scripts = Side::BOTH.map(|_| D::script(game, dice.below(usize::from(D::MANNERS)) as u8, dice.word()));
    let mut watched = Watched::default();
    let (mut phase, mut turn) = (None, None);
    let mut judge = Judge::<D>::new(game, D::weights(game));
    for _ in 0..ENDLESS {
        match game.actor(&state) {
            Actor::Over(verdict) => {
                let result = result(verdict.winner);
                watched.judgement.iter_mut().chain(&mut watched.plans).for_each(|s| s.result = result);
                return watched;
            }
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let chair = Chair::new(game, &state, side);
                let now = D::turn(game, &state);
                if turn.replace(now) != Some(now) {
                    let thought = f64::from(judge.chance(&state));
                    watched.judgement.push(Sample { turn: now, thought, result: 0.5 });
                }
                let action = if nodes > 0 { generals[side.index()].choose(&chair) } else { scripts[side.index()].choose(&chair) };
                if phase.replace(game.phase(&state)) != Some(game.phase(&state))
                    && let Some(estimate) = generals[side.index()].estimate()
                {
                    let thought = if side == Side::Union { estimate.chance } else { 1.0 - estimate.chance };
                    watched.plans.push(Sample { turn: now, thought, result: 0.5 });
                }
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
    Watched::default()
}

/// Part of a curve of reliability: of all that was thought about so likely, so much came.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// How many positions.
    pub count: usize,
    /// What was thought, on average.
    pub thought: f64,
    /// What the correction makes of it, on average.
    pub corrected: f64,
    /// What came.
    pub happened: f64,
}

/// How far chances can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reliability {
    /// From unlikely to likely.
    pub bins: Vec<Bin>,
    /// How far chances were from what came, on average, squared (Brier's score): as thought, and corrected by what was learnt from the
    /// other half of the games.
    pub brier: [f64; 2],
    /// The same for somebody who only knows how often the Union wins.
    pub ignorant: f64,
    /// What corrects them, from all games.
    pub knots: Vec<Knot>,
}

/// The least that a correction must take from Brier's score in games that it has not seen.
const GAIN: f64 = 0.001;

impl Reliability {
    /// Whether the correction helps where it was not learnt.
    pub fn helps(&self) -> bool {
        self.brier[1] < self.brier[0] - GAIN
    }

    /// The correction, if it helps.
    pub fn correction(&self) -> Vec<Knot> {
        if self.helps() { self.knots.clone() } else { Vec::new() }
    }
}

/// Parts of a curve of reliability.
const BINS: usize = 10;
/// Knots of a curve, spread evenly over the turns in which positions were looked at.
const KNOTS: usize = 4;
/// The correction must be worth so many games of evidence before it moves anything by a logit.
const PRIOR: f64 = 2.0;
/// The least slope: whatever is better stays better.
const FLATTEST: f64 = 0.05;

/// Holds what was thought in each game against how it ended. Games without an end teach nothing.
pub fn reliability(games: &[&[Sample]]) -> Reliability {
    let games: Vec<&[Sample]> = games.iter().copied().filter(|g| !g.is_empty()).collect();
    let half = |odd: usize| fit(&games.iter().copied().skip(odd).step_by(2).collect::<Vec<_>>());
    let (even, odd, knots) = (half(0), half(1), fit(&games));
    let share = games.iter().map(|g| g[0].result).sum::<f64>() / games.len().max(1) as f64;
    let mut brier = [0.0; 2];
    let mut ignorant = 0.0;
    let mut bins = vec![Bin { count: 0, thought: 0.0, corrected: 0.0, happened: 0.0 }; BINS];
    for (n, game) in games.iter().enumerate() {
        let learnt = if n % 2 == 0 { &odd } else { &even };
        let part = 1.0 / (game.len() * games.len()) as f64;
        for sample in *game {
            let off = |chance: f64| (chance - sample.result).powi(2) * part;
            brier[0] += off(sample.thought);
            brier[1] += off(corrected(learnt, sample.thought, sample.turn));
            ignorant += off(share);
            let bin = &mut bins[((sample.thought * BINS as f64) as usize).min(BINS - 1)];
            bin.count += 1;
            bin.thought += sample.thought;
            bin.corrected += corrected(&knots, sample.thought, sample.turn);
            bin.happened += sample.result;
        }
    }
    bins.retain(|b| b.count > 0);
    for bin in &mut bins {
        let n = bin.count as f64;
        *bin = Bin { count: bin.count, thought: bin.thought / n, corrected: bin.corrected / n, happened: bin.happened / n };
    }
    Reliability { bins, brier, ignorant, knots }
}

/// A logistic regression of results on what was thought, with shift and slope on a line from knot to knot. Each game counts once, however long.
fn fit(games: &[&[Sample]]) -> Vec<Knot> {
    let mut turns: Vec<u32> = games.iter().flat_map(|g| g.iter().map(|s| s.turn)).collect();
    if turns.is_empty() {
        return Vec::new();
    }
    turns.sort_unstable();
    let mut knots: Vec<Knot> = (0..KNOTS)
        .map(|k| Knot { turn: f64::from(turns[(turns.len() - 1) * (2 * k + 1) / (2 * KNOTS)]), shift: 0.0, slope: 1.0 })
        .collect();
    knots.dedup_by_key(|k| k.turn.to_bits());
    let n = knots.len();
    // How much of each knot there is in a turn.
    let weights = |turn: f64| -> Vec<f64> {
        let hats: Vec<Knot> = knots.clone();
        (0..n)
            .map(|k| {
                let only: Vec<Knot> = hats.iter().enumerate().map(|(i, h)| Knot { shift: f64::from(u8::from(i == k)), ..*h }).collect();
                between(&only, turn).0
            })
            .collect()
    };
    let rows: Vec<Row> = games
        .iter()
        .flat_map(|game| {
            let part = 1.0 / game.len() as f64;
            game.iter().map(move |s| (s, part))
        })
        .map(|(s, part)| {
            let hats = weights(f64::from(s.turn));
            let x = f64::from(logit(s.thought as f32));
            let row: Vec<f64> = hats.iter().copied().chain(hats.iter().map(|h| h * x)).collect();
            (row, s.result, part)
        })
        .collect();
    let prior: Vec<f64> = vec![0.0; n].into_iter().chain(vec![1.0; n]).collect();
    let beta = newton(&rows, &prior);
    let rounded = |x: f64| (x * 1000.0).round() / 1000.0;
    (0..n).map(|k| Knot { turn: knots[k].turn, shift: rounded(beta[k]), slope: rounded(beta[n + k]).max(FLATTEST) }).collect()
}

/// A row of a regression: what is known, how it ended, and how much that counts.
type Row = (Vec<f64>, f64, f64);

fn told(row: &[f64], beta: &[f64]) -> f64 {
    1.0 / (1.0 + (-row.iter().zip(beta).map(|(x, b)| x * b).sum::<f64>()).exp())
}

/// What a regression has to make small: the logarithmic loss, and how far it is from believing what was thought.
fn loss(rows: &[Row], beta: &[f64], prior: &[f64]) -> f64 {
    let surprise = |(row, result, part): &Row| {
        let p = told(row, beta).clamp(1e-12, 1.0 - 1e-12);
        -part * (result * p.ln() + (1.0 - result) * (1.0 - p).ln())
    };
    let belief: f64 = beta.iter().zip(prior).map(|(b, p)| (b - p).powi(2)).sum();
    rows.iter().map(surprise).sum::<f64>() + PRIOR / 2.0 * belief
}

/// The least loss, by Newton's steps; each is halved until it leads downwards.
fn newton(rows: &[Row], prior: &[f64]) -> Vec<f64> {
    let n = prior.len();
    let mut beta = prior.to_vec();
    let mut now = loss(rows, &beta, prior);
    for _ in 0..60 {
        let mut gradient: Vec<f64> = beta.iter().zip(prior).map(|(b, p)| PRIOR * (p - b)).collect();
        let mut curve: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| if i == j { PRIOR } else { 0.0 }).collect()).collect();
        for (row, result, part) in rows {
            let p = told(row, &beta);
            for ((slope, bend), x) in gradient.iter_mut().zip(&mut curve).zip(row) {
                *slope += part * (result - p) * x;
                bend.iter_mut().zip(row).for_each(|(c, y)| *c += part * p * (1.0 - p) * x * y);
            }
        }
        let Some(step) = solve(curve, gradient) else { break };
        let lengths = (0..30).map(|k| 0.5f64.powi(k));
        let tries = lengths.map(|length| beta.iter().zip(&step).map(|(b, s)| b + length * s).collect::<Vec<f64>>());
        let Some((better, next)) = tries.map(|b| (loss(rows, &b, prior), b)).find(|(l, _)| *l < now) else { break };
        let gained = now - better;
        (now, beta) = (better, next);
        if gained < 1e-9 {
            break;
        }
    }
    beta
}

/// Solves a small set of linear equations; nothing if they hang together.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|x, y| a[*x][i].abs().total_cmp(&a[*y][i].abs()))?;
        if a[pivot][i].abs() < 1e-12 {
            return None;
        }
        a.swap(i, pivot);
        b.swap(i, pivot);
        let (row, part) = (a[i].clone(), b[i]);
        for j in i + 1..n {
            let times = a[j][i] / row[i];
            a[j].iter_mut().zip(&row).for_each(|(x, y)| *x -= times * y);
            b[j] -= times * part;
        }
    }
    for i in (0..n).rev() {
        let known: f64 = a[i][i + 1..].iter().zip(&b[i + 1..]).map(|(x, y)| x * y).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games in which the Union's true chance is another than was thought.
    fn games(truth: fn(f64) -> f64) -> Vec<Vec<Sample>> {
        let mut dice = Dice::new(7);
        let share = |dice: &mut Dice| 0.02 + 0.96 * dice.below(1_000) as f64 / 1_000.0;
        (0..3_000)
            .map(|_| {
                let thought = share(&mut dice);
                let result = if dice.chance(truth(thought)) { 1.0 } else { 0.0 };
                vec![Sample { turn: dice.below(20) as u32, thought, result }]
            })
            .collect()
    }

    fn measured(truth: fn(f64) -> f64) -> Reliability {
        let games = games(truth);
        reliability(&games.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    #[test]
    fn whoever_is_too_sure_is_corrected() {
        let bold = measured(|p| 0.5 + (p - 0.5) * 0.4);
        assert!(bold.brier[1] < bold.brier[0] - 0.01, "{:?}", bold.brier);
        assert!(bold.knots.iter().all(|k| k.slope < 0.8), "{:?}", bold.knots);
        assert!(bold.bins.iter().all(|b| (b.corrected - b.happened).abs() < 0.12), "{:?}", bold.bins);
    }

    #[test]
    fn whoever_sees_nothing_but_defeat_is_brought_round() {
        let gloomy = measured(|p| 0.9 * p.powf(0.15));
        let sad: Vec<Vec<Sample>> = games(|p| 0.9 * p.powf(0.15))
            .into_iter()
            .map(|g| g.into_iter().map(|s| Sample { thought: s.thought.powi(5), ..s }).collect())
            .collect();
        let sad = reliability(&sad.iter().map(Vec::as_slice).collect::<Vec<_>>());
        assert!(sad.brier[1] < sad.ignorant && sad.brier[1] < sad.brier[0] - 0.05, "{:?} {}", sad.brier, sad.ignorant);
        assert!(gloomy.brier[1] <= gloomy.brier[0]);
    }

    #[test]
    fn whoever_is_right_is_left_alone() {
        let right = measured(|p| p);
        assert!((right.brier[1] - right.brier[0]).abs() < 0.004, "{:?}", right.brier);
        assert!(right.knots.iter().all(|k| (k.slope - 1.0).abs() < 0.25 && k.shift.abs() < 0.3), "{:?}", right.knots);
        assert!(right.ignorant > right.brier[0] + 0.05);
    }

    #[test]
    fn a_correction_keeps_the_order_and_what_is_certain() {
        let knots = [Knot { turn: 2.0, shift: -0.5, slope: 0.3 }, Knot { turn: 8.0, shift: 0.5, slope: 2.0 }];
        for turn in 0..12 {
            let chances: Vec<f64> = (0..=50).map(|n| corrected(&knots, f64::from(n) / 50.0, turn)).collect();
            assert!(chances.windows(2).all(|w| w[0] < w[1]), "turn {turn}: {chances:?}");
            assert_eq!((chances[0], chances[50]), (0.0, 1.0));
        }
        assert_eq!(corrected(&[], 0.3, 4), 0.3);
    }
}

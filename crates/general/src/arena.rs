//! Matches: pairs of games with the sides changed and the dice shared, Elo with its doubt, and a rule for stopping early.

use engine::Side;
use engine::sim::{Care, Played};
use engine::table::Arena;
use serde::Serialize;

/// What the first player made of its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// The score of one game for whoever played that side; a game without an end counts as lost for nobody.
    pub fn of(played: &Played, side: Side) -> Score {
        match played.verdict.map(|v| v.winner) {
            Some(Some(winner)) if winner == side => Score { wins: 1, ..Score::default() },
            Some(Some(_)) => Score { losses: 1, ..Score::default() },
            _ => Score { draws: 1, ..Score::default() },
        }
    }

    /// How many games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins and half the draws, of all games.
    pub fn share(self) -> f64 {
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games().max(1) as f64
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Score) -> Score {
        Score { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }
}

/// By how much games were won or lost, where that is a number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Margin {
    games: u64,
    sum: f64,
}

impl Margin {
    /// The mean, if there is one.
    pub fn mean(self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / self.games as f64)
    }
}

/// A match in progress: pairs of games with the sides changed.
#[derive(Clone, Debug, Default)]
pub struct Match {
    /// The first player as the Union, and as the Confederates.
    pub by_side: [Score; 2],
    /// By how much the first player was ahead in what decides the game, as the Union and as the Confederates.
    pub margins: [Margin; 2],
    /// How often a pair brought 0, ½, 1, 1½ or 2 points.
    pub pairs: [u64; 5],
    /// What went wrong in any of the games.
    pub violations: Vec<String>,
}

impl Match {
    /// Plays one pair: the same seed, so the same dice, with the sides changed.
    pub fn pair(arenas: [&dyn Arena; 2], seed: u64, care: Care) -> Match {
        let mut pair = Match::default();
        let mut points = 0;
        for (arena, side) in arenas.into_iter().zip(Side::BOTH) {
            let played = arena.play(seed, care);
            let score = Score::of(&played, side);
            points += 2 * score.wins + score.draws;
            pair.by_side[side.index()] = score;
            let sign = if side == Side::Union { 1.0 } else { -1.0 };
            pair.margins[side.index()] = played.margin.map_or(Margin::default(), |m| Margin { games: 1, sum: sign * m });
            pair.violations.extend(played.violations.into_iter().map(|what| format!("seed {seed}, first player as {}: {what}", side.id())));
        }
        pair.pairs[points as usize] = 1;
        pair
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Match) -> Match {
        for (mine, theirs) in self.by_side.iter_mut().zip(other.by_side) {
            *mine = mine.and(theirs);
        }
        for (mine, theirs) in self.margins.iter_mut().zip(other.margins) {
            *mine = Margin { games: mine.games + theirs.games, sum: mine.sum + theirs.sum };
        }
        for (mine, theirs) in self.pairs.iter_mut().zip(other.pairs) {
            *mine += theirs;
        }
        self.violations.extend(other.violations);
        self
    }

    /// All games together.
    pub fn score(&self) -> Score {
        self.by_side[0].and(self.by_side[1])
    }

    /// The mean of a pair, per game, and the variance of that mean.
    fn moments(&self) -> (f64, f64) {
        let n = self.pairs.iter().sum::<u64>().max(1) as f64;
        let value = |i: usize| i as f64 / 4.0;
        let mean = self.pairs.iter().enumerate().map(|(i, c)| *c as f64 * value(i)).sum::<f64>() / n;
        let variance = self.pairs.iter().enumerate().map(|(i, c)| *c as f64 * (value(i) - mean).powi(2)).sum::<f64>() / n;
        (mean, variance / n)
    }

    /// The share of points with its 95 % interval, from pairs: games of a pair are not independent.
    pub fn interval(&self) -> [f64; 3] {
        let (mean, variance) = self.moments();
        // Where every pair ended alike the interval is that of the rule of three.
        let n = self.pairs.iter().sum::<u64>().max(1) as f64;
        let half = (1.96 * variance.sqrt()).max(if variance == 0.0 { 3.0 / n / 2.0 } else { 0.0 });
        [(mean - half).max(0.0), mean, (mean + half).min(1.0)]
    }

    /// Elo points of the first player over the second, with the ends of the interval.
    pub fn elo(&self) -> [f64; 3] {
        self.interval().map(elo)
    }

    /// The logarithm of how much likelier the result is if the true share is `h1` than if it is `h0` (normal approximation on
    /// pairs).
    pub fn likelihood(&self, h0: f64, h1: f64) -> f64 {
        let n = self.pairs.iter().sum::<u64>() as f64;
        let (mean, variance) = self.moments();
        // Half a pair of doubt on either end, so that a run of equal results does not prove too much.
        let variance = (variance * n).max(0.25 / (n + 2.0));
        n * (h1 - h0) * (2.0 * mean - h0 - h1) / (2.0 * variance)
    }
}

/// Elo points of a share.
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

/// What a sequential test has to say so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// Too early to tell.
    Open,
    /// The first player's share is at least the higher bar.
    Stronger,
    /// It is no more than the lower one.
    Weaker,
}

/// A sequential probability ratio test between two shares of points, with one error in twenty on either side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The share that is not enough.
    pub low: f64,
    /// The share that is.
    pub high: f64,
}

impl Sprt {
    /// What the match says.
    pub fn judge(self, so_far: &Match) -> Proof {
        let bound = (0.95f64 / 0.05).ln();
        let ratio = so_far.likelihood(self.low, self.high);
        if ratio >= bound {
            Proof::Stronger
        } else if ratio <= -bound {
            Proof::Weaker
        } else {
            Proof::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(pairs: [u64; 5]) -> Match {
        Match { pairs, ..Match::default() }
    }

    #[test]
    fn elo_of_known_shares() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(0.64) - 99.95).abs() < 0.1);
        assert!((elo(0.75) - 190.85).abs() < 0.1);
        assert!((elo(0.25) + 190.85).abs() < 0.1);
    }

    #[test]
    fn the_interval_narrows_with_the_games() {
        let [low, mean, high] = result([10, 0, 20, 0, 30]).interval();
        assert!((mean - 2.0 / 3.0).abs() < 1e-9);
        assert!(low < mean && mean < high);
        let [narrow, _, _] = result([100, 0, 200, 0, 300]).interval();
        assert!(narrow > low);
    }

    #[test]
    fn a_test_ends_when_the_games_have_spoken() {
        let bar = Sprt { low: 0.5, high: 0.62 };
        assert_eq!(bar.judge(&result([1, 0, 2, 0, 2])), Proof::Open);
        assert_eq!(bar.judge(&result([5, 0, 30, 0, 65])), Proof::Stronger);
        assert_eq!(bar.judge(&result([40, 0, 30, 0, 30])), Proof::Weaker);
    }
}

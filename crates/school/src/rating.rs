//! How good somebody is at puzzles, and how hard they are: Glicko-2. An attempt is a game between the two.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The number that is shown.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
}

/// Whoever has never tried a puzzle.
impl Default for Rating {
    fn default() -> Rating {
        Glicko2Rating::new().into()
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        Rating { rating: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
    }
}

/// How sure the rating of a puzzle is that nobody has tried: it was worked out, not played.
const WORKED_OUT: f64 = 120.0;
/// A puzzle is solved by whoever finds so much of what is at stake.
pub const SOLVED: f64 = 0.95;
/// And half solved from here on.
const HALF: f64 = 0.5;

impl Rating {
    /// Of a puzzle that nobody has tried.
    pub fn of_puzzle(worked_out: u16) -> Rating {
        Rating { rating: f64::from(worked_out), deviation: WORKED_OUT, ..Rating::default() }
    }

    /// The same within what can be, for what a stranger says of himself.
    pub fn sound(self) -> Rating {
        let within = |number: f64, low: f64, high: f64, usual: f64| if number.is_finite() { number.clamp(low, high) } else { usual };
        let usual = Rating::default();
        Rating {
            rating: within(self.rating, 100.0, 4_000.0, usual.rating),
            deviation: within(self.deviation, 30.0, 350.0, usual.deviation),
            volatility: within(self.volatility, 0.01, 0.2, usual.volatility),
        }
    }

    fn in_play(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

/// What an attempt makes of the ratings of player and puzzle.
pub fn after(you: Rating, puzzle: Rating, share: f64) -> (Rating, Rating) {
    let outcome = match share {
        share if share >= SOLVED => Outcomes::WIN,
        share if share >= HALF => Outcomes::DRAW,
        _ => Outcomes::LOSS,
    };
    let (you, puzzle) = glicko2(&you.in_play(), &puzzle.in_play(), &outcome, &Glicko2Config::new());
    (you.into(), puzzle.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_solves_a_puzzle_gains_what_it_is_worth_and_it_loses() {
        let (you, easy, hard) = (Rating::default(), Rating::of_puzzle(1_000), Rating::of_puzzle(2_000));
        let [after_easy, after_hard] = [easy, hard].map(|puzzle| after(you, puzzle, 1.0));
        assert!(you.rating < after_easy.0.rating && after_easy.0.rating < after_hard.0.rating);
        assert!(after_hard.1.rating < hard.rating);
        assert!(after(you, easy, 0.2).0.rating < you.rating - 100.0, "an easy one that is missed costs much");
        assert!(after(you, easy, 1.0).0.deviation < you.deviation, "one knows more than before");
        let half = after(you, Rating::of_puzzle(1_500), 0.7);
        assert!((half.0.rating - you.rating).abs() < 1.0, "half of an equal puzzle changes nothing");
    }

    #[test]
    fn what_a_stranger_says_of_himself_is_brought_within_reason() {
        let wild = Rating { rating: f64::INFINITY, deviation: -3.0, volatility: f64::NAN }.sound();
        assert_eq!((wild.rating, wild.deviation, wild.volatility), (1_500.0, 30.0, 0.06));
    }
}

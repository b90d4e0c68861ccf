//! How strong people and computers are in each game: Glicko-2. Sides are seldom equal, so what a scenario is known to favour counts: who
//! wins with the better side wins less by it.

use crate::Time;
use crate::desk::{Desk, Document, No, at_desk};
use crate::play::Game;
use crate::records::{Records, Span, Tab};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// The most points of a history that are kept.
const HISTORY: usize = 400;
/// Above this nobody knows yet how strong somebody is.
const PROVISIONAL: f64 = 110.0;

/// How strong somebody is in a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// Whose: an account, or `computer:LEVEL`.
    pub player: String,
    /// What others call him.
    pub name: String,
    /// In which game.
    pub game: String,
    /// The rating.
    pub rating: f64,
    /// How sure it is.
    pub deviation: f64,
    /// How much it moves.
    pub volatility: f64,
    /// Games that counted.
    pub games: u32,
    /// When, and what it was then.
    pub history: Vec<(Time, i32)>,
}

impl Document for Rating {
    const KIND: &'static str = "rating";

    fn id(&self) -> String {
        format!("{}/{}", self.player, self.game)
    }

    fn tabs(&self) -> Vec<Tab> {
        let strength = self.rating.round() as i64;
        let mut tabs = vec![Tab::new("player", &self.player, strength)];
        if self.deviation <= PROVISIONAL {
            tabs.push(Tab::new("game", &self.game, strength));
        }
        tabs
    }
}

impl Rating {
    /// Of somebody who has not played it yet.
    pub fn new(player: &str, name: &str, game: &str) -> Rating {
        let fresh = Glicko2Rating::new();
        let (rating, deviation, volatility) = (fresh.rating, fresh.deviation, fresh.volatility);
        Rating { player: player.into(), name: name.into(), game: game.into(), rating, deviation, volatility, games: 0, history: Vec::new() }
    }

    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn take(&mut self, next: Glicko2Rating, now: Time) {
        (self.rating, self.deviation, self.volatility) = (next.rating, next.deviation, next.volatility);
        self.games += 1;
        self.history.push((now, next.rating.round() as i32));
        if self.history.len() > HISTORY {
            self.history.remove(0);
        }
    }

    /// For people.
    pub fn shown(&self) -> Value {
        json!({
            "player": self.player, "name": self.name, "game": self.game, "rating": self.rating.round() as i32,
            "deviation": self.deviation.round() as i32, "provisional": self.deviation > PROVISIONAL, "games": self.games,
            "history": self.history,
        })
    }
}

/// How a scenario went so far, between all who were rated.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Balance {
    /// Game and scenario.
    pub scenario: String,
    /// Half points of each side: Union, Confederate.
    pub points: [u32; 2],
}

impl Document for Balance {
    const KIND: &'static str = "balance";

    fn id(&self) -> String {
        self.scenario.clone()
    }
}

impl Balance {
    /// By how many points of rating the Union is favoured. As long as few have played it that is little: twenty imagined draws weigh
    /// against what was seen.
    pub fn union_edge(&self) -> f64 {
        let [union, confederate] = self.points.map(|half| f64::from(half) / 2.0 + 10.0);
        (400.0 * (union / confederate).log10()).clamp(-300.0, 300.0)
    }
}

/// Two players after a game: the first had the Union, which is favoured by so much.
pub fn after(union: &Rating, confederate: &Rating, winner: Option<usize>, edge: f64) -> [Glicko2Rating; 2] {
    let config = Glicko2Config::new();
    let outcome = |side: usize| match winner {
        None => Outcomes::DRAW,
        Some(won) if won == side => Outcomes::WIN,
        Some(_) => Outcomes::LOSS,
    };
    let seen = |other: &Rating, edge: f64| Glicko2Rating { rating: other.rating - edge, ..other.glicko() };
    // Whoever has the better side meets, as it were, a weaker player.
    let (first, _) = glicko2(&union.glicko(), &seen(confederate, edge), &outcome(0), &config);
    let (second, _) = glicko2(&confederate.glicko(), &seen(union, -edge), &outcome(1), &config);
    [first, second]
}

/// Counts a game that is over.
pub(crate) fn count(desk: &Desk<'_>, game: &Game, now: Time) -> Result<(), No> {
    let Some(end) = &game.end else { return Ok(()) };
    let [Some(union), Some(confederate)] = [0, 1].map(|side| game.players[side].rated_as()) else { return Ok(()) };
    if union == confederate {
        return Ok(());
    }
    let rating = |player: &str, side: usize| -> Result<Rating, No> {
        let kept = desk.get::<Rating>(&format!("{player}/{}", game.game))?;
        Ok(kept.unwrap_or_else(|| Rating::new(player, &game.players[side].name(), &game.game)))
    };
    let (mut union, mut confederate) = (rating(&union, 0)?, rating(&confederate, 1)?);
    let scenario = format!("{}/{}", game.game, game.scenario);
    let mut balance = desk.get::<Balance>(&scenario)?.unwrap_or(Balance { scenario, points: [0, 0] });
    let [first, second] = after(&union, &confederate, end.winner, balance.union_edge());
    union.take(first, now);
    confederate.take(second, now);
    for side in 0..2 {
        balance.points[side] += match end.winner {
            None => 1,
            Some(won) => 2 * u32::from(won == side),
        };
    }
    desk.put(&union)?;
    desk.put(&confederate)?;
    desk.put(&balance)
}

/// The strongest in a game, of those about whom enough is known.
pub fn strongest(records: &dyn Records, game: &str, most: usize) -> Result<Vec<Rating>, No> {
    at_desk(records, |desk| desk.find("game", game, Span::last(most)))
}

/// The ratings of somebody.
pub fn ratings_of(records: &dyn Records, player: &str) -> Result<Vec<Rating>, No> {
    at_desk(records, |desk| desk.find("player", player, Span::last(100)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_with_the_worse_side_wins_more() {
        let fresh = |name: &str| Rating::new(name, name, "bull-run");
        let (a, b) = (fresh("a"), fresh("b"));
        let [even, lost] = after(&a, &b, Some(0), 0.0);
        let [favoured, _] = after(&a, &b, Some(0), 200.0);
        let [outsider, _] = after(&a, &b, Some(0), -200.0);
        assert!(favoured.rating < even.rating && even.rating < outsider.rating);
        assert!(lost.rating < 1500.0 && even.deviation < a.deviation);
        let [draw, held] = after(&a, &b, None, 200.0);
        assert!(draw.rating < 1500.0 && held.rating > 1500.0, "a draw with the better side is half a loss");
    }

    #[test]
    fn the_balance_of_a_scenario_is_learned_slowly() {
        let of = |union, confederate| Balance { scenario: String::new(), points: [union, confederate] }.union_edge();
        assert_eq!(of(0, 0), 0.0);
        assert!((of(2, 0) - of(0, 2)).abs() < 40.0 * 2.0 && of(2, 0) > 0.0);
        assert!(of(400, 100) > 190.0 && of(4_000_000, 0) == 300.0);
    }
}

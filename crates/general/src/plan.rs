//! Operational plans: what an army is after over many turns, as data.
//!
//! A search looks a turn or two ahead, and an army that decides anew each turn what it wants gets nowhere. A plan names the hexes that
//! matter, how much each of them does, and which formations go there; orders for a phase are searched within it, for whatever brings the
//! plan forward is worth something where a future is judged. In the opening it is drawn by lot, so that games begin differently; later it is
//! the one for which the army stands best. It is kept while it holds up, and changed for a reason that is told.
//!
//! ```toml
//! [[plan]]
//! scenario = "chattanooga"
//! side = "union"
//! name = "Sherman on the right of the ridge"
//! tells = "Sherman takes Tunnel Hill and rolls up Missionary Ridge from the north."
//! until = 0.8                                      # the part of the game in which it may be followed
//! aims = [{ hex = "2207", weight = 2.0, who = ["XV Corps"] }, { hex = "2311", weight = 1.0 }]
//! ```

use crate::doctrine::{Doctrine, StateOf};
use engine::mix::mix;
use engine::{Dice, Handbook, Side};
use serde::Deserialize;
use std::sync::Arc;

/// What an army is after.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The scenario.
    pub scenario: String,
    /// Whose plan it is.
    pub side: Side,
    /// What a staff would call it.
    pub name: String,
    /// What it comes to, in a sentence.
    pub tells: String,
    /// The part of the game from which it may be taken up, from 0 to 1.
    #[serde(default)]
    pub from: f32,
    /// The part of the game after which it is of no use any more.
    #[serde(default = "the_end")]
    pub until: f32,
    /// Whether it is about what the army has already, so that it is never done.
    #[serde(default)]
    pub hold: bool,
    /// Where the army goes and what it holds.
    pub aims: Vec<Aim>,
}

fn the_end() -> f32 {
    1.0
}

/// A hex that matters in a plan.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// The hex, as printed on the map.
    pub hex: String,
    /// How much it matters beside the others.
    pub weight: f32,
    /// The formations that go there; everybody without it.
    #[serde(default)]
    pub who: Vec<String>,
}

/// An aim as a game sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bearing {
    /// The hex, by the game's own number.
    pub hex: u16,
    /// How much it matters.
    pub weight: f32,
    /// Who goes there, one bit for each piece.
    pub who: u128,
}

/// A plan counts as come to its end when so much of it is done.
const DONE: f32 = 0.97;
/// And as failed when the chance to win has sunk by so much since it was taken up.
const SUNK: f64 = 0.18;

/// The plans of a side in the scenario that is played.
pub fn plans<D: Doctrine>(game: &D::Game, side: Side) -> Vec<Plan> {
    #[derive(Deserialize, Default)]
    struct File {
        #[serde(default)]
        plan: Vec<Plan>,
    }
    let file: File = engine::data::read(D::PLANS).expect("the plans are part of the program");
    file.plan.into_iter().filter(|p| p.side == side && p.scenario == game.setup().scenario).collect()
}

/// The hexes of a plan, as the game sees them; the first that it does not know, if there is one.
pub fn bearings<D: Doctrine>(game: &D::Game, plan: &Plan) -> Result<Vec<Bearing>, String> {
    let read = |aim: &Aim| D::bearing(game, plan.side, aim).ok_or_else(|| format!("{}: {aim:?}", plan.name));
    plan.aims.iter().map(read).collect()
}

/// A unit as a plan sees it.
#[derive(Clone, Copy, Debug)]
pub struct Post {
    /// The number of the piece.
    pub piece: u16,
    /// Where it stands.
    pub hex: u16,
    /// How strong it is.
    pub strength: f32,
}

/// How far a side has come with a plan, for games in which a hex is held by whoever stands there: what is held counts in full, the rest by
/// who is how near and how strong. `far` is how many hexes off strength is felt no more.
pub fn progress(bearings: &[Bearing], ours: &[Post], theirs: &[Post], far: f32, away: impl Fn(u16, u16) -> f32) -> f32 {
    let (mut sum, mut all) = (0.0, 0.0);
    for bearing in bearings {
        all += bearing.weight;
        if ours.iter().any(|p| p.hex == bearing.hex) {
            sum += bearing.weight;
            continue;
        }
        let felt = |post: &Post| post.strength * (1.0 - away(post.hex, bearing.hex) / far).max(0.0);
        let who = |post: &&Post| bearing.who >> post.piece.min(127) & 1 == 1;
        let nearest = ours.iter().filter(who).map(|p| away(p.hex, bearing.hex)).fold(f32::MAX, f32::min);
        let (own, enemy): (f32, f32) = (ours.iter().filter(who).map(felt).sum(), theirs.iter().map(felt).sum());
        sum += bearing.weight * (0.45 * (1.0 - nearest / (2.0 * far)).max(0.0) + 0.45 * own / (own + enemy + 3.0));
    }
    sum / f32::max(all, 1e-6)
}

/// A plan that is followed.
#[derive(Clone)]
pub(crate) struct Purpose {
    pub(crate) plan: Arc<Plan>,
    pub(crate) bearings: Arc<Vec<Bearing>>,
    /// Why the one before it was given up, if there was one.
    pub(crate) why: Option<&'static str>,
    /// The chance to win when it was taken up, once that is known.
    pub(crate) chance: Option<f64>,
}

impl Purpose {
    /// What is told of it.
    pub(crate) fn told(&self) -> String {
        let changed = self.why.map_or(String::new(), |why| format!("A new plan, for {why}. "));
        format!("{changed}{}: {}", self.plan.name, self.plan.tells)
    }

    fn done<D: Doctrine>(&self, game: &D::Game, state: &StateOf<D>) -> bool {
        !self.plan.hold && D::lean(game, state, self.plan.side, &self.bearings) >= DONE
    }

    /// Why it cannot be followed any longer, if that is so.
    fn spent<D: Doctrine>(&self, game: &D::Game, state: &StateOf<D>, chance: Option<f64>) -> Option<&'static str> {
        if D::late(game, state) > self.plan.until {
            return Some("there is no time left for the old one");
        }
        if self.done::<D>(game, state) {
            return Some("the old one is done");
        }
        let sunk = self.chance.zip(chance).is_some_and(|(then, now)| now < then - SUNK);
        sunk.then_some("the old one does not come off")
    }
}

/// The plan for the turn that begins: the one in force while it holds up, or another. `chance` is what the last look at the game promised.
pub(crate) fn review<D: Doctrine>(
    game: &D::Game,
    state: &StateOf<D>,
    side: Side,
    old: Option<Purpose>,
    chance: Option<f64>,
    seed: u64,
) -> Option<Purpose> {
    let mut why = None;
    if let Some(old) = &old {
        why = old.spent::<D>(game, state, chance);
        if why.is_none() {
            return Some(Purpose { why: None, ..old.clone() });
        }
    }
    let late = D::late(game, state);
    let open = |p: &Plan| p.from <= late && late <= p.until && old.as_ref().is_none_or(|o| *o.plan != *p);
    let mut all: Vec<Purpose> = Vec::new();
    for plan in plans::<D>(game, side).into_iter().filter(open) {
        let bearings = Arc::new(bearings::<D>(game, &plan).expect("the plans are part of the program"));
        let purpose = Purpose { plan: Arc::new(plan), bearings, why, chance };
        if !purpose.done::<D>(game, state) {
            all.push(purpose);
        }
    }
    if all.is_empty() {
        return None;
    }
    let lot = Dice::new(mix(seed)).below(all.len());
    let lean = |p: &Purpose| D::lean(game, state, side, &p.bearings);
    // Nobody has moved: any of them will do. Later the one for which the army stands best.
    let best = (0..all.len()).max_by(|a, b| lean(&all[*a]).total_cmp(&lean(&all[*b]))).unwrap_or(lot);
    Some(all.swap_remove(if late <= 0.0 { lot } else { best }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_comes_nearer_with_every_march_and_is_done_where_somebody_stands() {
        let bearings = [Bearing { hex: 10, weight: 1.0, who: 0b01 }];
        let away = |a: u16, b: u16| f32::from(a.abs_diff(b));
        let post = |piece, hex| Post { piece, hex, strength: 5.0 };
        let come = |hex| progress(&bearings, &[post(0, hex)], &[post(5, 12)], 8.0, away);
        assert!(come(2) < come(5) && come(5) < come(9) && come(9) < 0.9);
        assert_eq!(come(10), 1.0);
        assert_eq!(progress(&bearings, &[post(1, 9)], &[], 8.0, away), 0.0, "others do not count");
    }
}

//! The search: plans for a whole phase, evolved.
//!
//! It begins with what the script would do, in each of its manners, and with what is left of the last plan. Then it drafts one
//! variation after another (another order here, one left out there, a tail grown anew) and lets it race against the best plan
//! so far, in the same worlds with the same dice: a variation that falls behind is dropped after two or four worlds, one
//! that holds its lead through all of them is the new best plan. The number of worlds grows while the search lasts.

use crate::Paper;
use crate::doctrine::{ActionOf, Doctrine, Order};
use crate::level::Whim;
use crate::world::{Branches, Draft, Limit, Twist, Worlds};
use engine::Game;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// A plan and what became of it, world by world.
#[derive(Clone)]
struct Candidate<A> {
    plan: Vec<Order<A>>,
    /// What is taken off its values.
    cost: f32,
    /// The same at the end of the player turn, before the enemy has answered: cheap, and a first sieve.
    glances: Vec<f32>,
    values: Vec<f32>,
}

impl<A> Candidate<A> {
    fn mean(&self, worlds: usize) -> f32 {
        self.values[..worlds].iter().sum::<f32>() / worlds as f32
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<A> {
    /// The orders for the phase.
    pub plan: Vec<Order<A>>,
    /// The chance to win with it, as far as the general can tell.
    pub chance: f32,
    /// In how many worlds it was tried.
    pub worlds: usize,
    /// How many positions were visited.
    pub nodes: u64,
    /// How many plans were drafted.
    pub drafts: u32,
    /// The best that was seen without the first order of the plan, and the chance with it.
    pub second: Option<(A, f32)>,
}

/// Worlds in which the first plans are compared.
const FEW: usize = 6;
/// After so many drafts without a better plan the plans are compared in twice as many worlds.
const PATIENCE: u32 = 40;
/// The most worlds.
const MANY: usize = 64;
/// Plans to take variations from.
const ELITE: usize = 5;

/// Worlds for a first glance.
const GLANCES: usize = 2;
/// Branches over which the dice and the enemy's answers are spread at a first glance.
const WIDE: Branches = Branches(6);
/// And where nothing but the phase is looked at.
const EXACT: Branches = Branches(64);
/// And in a long look: there are many worlds to roll the dice in.
const NARROW: Branches = Branches(1);
/// A new plan must lead by so many of its own doubts: a phase has dozens of orders, and small gains that are mere luck add up to
/// confusion.
const SURE: f32 = 0.7;
/// No plan made on a whim strays after so many orders.
const LONGEST: usize = 200;
/// How much worse than the best a plan may look at a first glance.
const SLACK: f32 = 0.02;

/// How many plans that did not win are remembered, to tell the second best.
const RIVALS: usize = 400;
/// How much a plan seems worse that was seen in one world only.
const DOUBT: f32 = 0.1;

/// Evolves a plan until the limit is reached. The first of `seeds` is held to be the best to begin with. On a whim there is only what the
/// script would do in that manner, with a few strays.
pub(crate) fn evolve<D: Doctrine>(
    worlds: &mut Worlds<'_, D>,
    seeds: &[Vec<Order<ActionOf<D>>>],
    paper: &mut Paper<D::Game>,
    mut limit: Limit,
    whim: Option<Whim>,
) -> Option<Found<ActionOf<D>>> {
    let hash = BuildHasherDefault::<DefaultHasher>::default();
    let mut seen: HashSet<u64> = HashSet::new();
    let mut race = Race { worlds, depth: FEW, elite: Vec::new(), rivals: Vec::new() };
    let mut drafts = 0;
    // What is left of the last plan, completed, and the script in each of its manners.
    let usual = race.worlds.usual();
    let first = whim.map_or(usual, |w| w.manner);
    let manners = std::iter::once(first).chain((0..D::MANNERS).filter(|m| *m != first));
    let beginnings = seeds.iter().map(|s| (s.as_slice(), usual)).chain(manners.map(|m| (&[] as &[Order<ActionOf<D>>], m)));
    let most = if whim.is_some() { 1 } else { usize::MAX };
    let strays = strays(whim.map_or(0.0, |w| w.wild), paper);
    let mut fallback = None;
    for (parent, manner) in beginnings.take(most) {
        let Some(Draft { plan, breaks, strolls }) = race.worlds.draft(parent, &strays, manner, 0, paper, &mut limit) else { break };
        if drafts == 0 {
            limit.keep_back(breaks);
        }
        drafts += 1;
        if seen.insert(hash.hash_one(&plan)) {
            fallback.get_or_insert_with(|| plan.clone());
            race.enter(plan, strolls, &mut limit);
        }
    }
    let mut idle = 0;
    while whim.is_none() && !limit.over() && !race.elite.is_empty() {
        let parent = race.parent(paper);
        let twists = twists::<D>(parent.len(), paper);
        let world = paper.dice.below(race.depth);
        let Some(Draft { plan, strolls, .. }) = race.worlds.draft(&parent, &twists, usual, world, paper, &mut limit) else { break };
        drafts += 1;
        idle += 1;
        if seen.insert(hash.hash_one(&plan)) && race.enter(plan, strolls, &mut limit) {
            idle = 0;
        }
        if idle >= PATIENCE {
            idle = 0;
            if race.depth >= MANY || !race.deepen(&mut limit) {
                // Nothing left to learn where there is nothing left to choose.
                if race.depth >= MANY && seen.len() == 1 {
                    break;
                }
            }
        }
    }
    let nodes = limit.nodes;
    match race.elite.first().cloned() {
        Some(best) => {
            let chance = race.worlds.chance(best.mean(best.values.len()) + best.cost);
            let second = race.second(&best);
            Some(Found { chance, worlds: best.values.len(), plan: best.plan, nodes, drafts, second })
        }
        None => fallback.map(|plan| Found { plan, chance: 0.5, worlds: 0, nodes, drafts, second: None }),
    }
}

/// Where a draft differs from its parent: mostly in one place.
fn twists<D: Doctrine>(len: usize, paper: &mut Paper<D::Game>) -> Vec<(usize, Twist)> {
    let count = [1, 1, 1, 1, 2, 2, 3, 4][paper.dice.below(8)];
    let one = |paper: &mut Paper<D::Game>| {
        if D::TOGETHER > 0 && paper.dice.below(16) < D::TOGETHER {
            // Early in the phase, while there is nobody yet who has marched elsewhere.
            return (paper.dice.below(len.div_ceil(4).max(1)), Twist::Together);
        }
        let twist = match paper.dice.below(16) {
            0..7 => Twist::Replace,
            7..13 => Twist::Insert,
            13..15 => Twist::Drop,
            _ => Twist::Regrow(paper.dice.below(usize::from(D::MANNERS)) as u8),
        };
        (paper.dice.below(len.max(1)), twist)
    };
    (0..count).map(|_| one(paper)).collect()
}

/// Where a plan made on a whim strays.
fn strays<G: Game>(wild: f64, paper: &mut Paper<G>) -> Vec<(usize, Twist)> {
    (0..LONGEST).filter(|_| paper.dice.chance(wild)).map(|at| (at, Twist::Stray)).collect()
}

/// The plans in the race, the best first.
struct Race<'w, 'a, D: Doctrine> {
    worlds: &'w mut Worlds<'a, D>,
    depth: usize,
    elite: Vec<Candidate<ActionOf<D>>>,
    /// Plans that were tried and did not win.
    rivals: Vec<Candidate<ActionOf<D>>>,
}

impl<D: Doctrine> Race<'_, '_, D> {
    /// The best that was seen without the first order of the best plan: what to do instead, and the chance then.
    fn second(&mut self, best: &Candidate<ActionOf<D>>) -> Option<(ActionOf<D>, f32)> {
        let first = best.plan.first()?.action;
        let rivals = self.rivals.iter().chain(&self.elite).filter(|rival| rival.plan.iter().all(|order| order.action != first));
        let behind = |rival: &Candidate<ActionOf<D>>| {
            let worlds = rival.values.len().min(best.values.len());
            // The more worlds it was seen in, the surer.
            best.mean(worlds) - rival.mean(worlds) + DOUBT / (worlds as f32).sqrt()
        };
        let rival = rivals.filter(|rival| !rival.values.is_empty()).min_by(|a, b| behind(a).total_cmp(&behind(b)))?;
        let other = |order: &&Order<ActionOf<D>>| best.plan.iter().all(|known| known.action != order.action);
        let order = rival.plan.iter().find(other).or(rival.plan.first())?;
        let worlds = rival.values.len().min(best.values.len());
        let value = best.mean(best.values.len()) - (best.mean(worlds) - rival.mean(worlds)).max(0.0);
        Some((order.action, self.worlds.chance(value)))
    }

    /// Remembers a plan that did not win.
    fn outrun(&mut self, plan: Candidate<ActionOf<D>>) {
        if self.rivals.len() < RIVALS && !plan.values.is_empty() {
            self.rivals.push(plan);
        }
    }

    /// Mostly the best plan, sometimes another good one.
    fn parent(&self, paper: &mut Paper<D::Game>) -> Vec<Order<ActionOf<D>>> {
        let i = if paper.dice.below(4) > 0 { 0 } else { paper.dice.below(self.elite.len()) };
        self.elite[i].plan.clone()
    }

    fn extend(&mut self, candidate: &mut Candidate<ActionOf<D>>, to: usize, limit: &mut Limit) -> Option<()> {
        for world in candidate.values.len()..to {
            let horizon = self.worlds.horizon;
            let branches = [EXACT, WIDE, NARROW][horizon.min(2) as usize];
            candidate.values.push(self.worlds.value(&candidate.plan, world, horizon, branches, limit)? - candidate.cost);
        }
        Some(())
    }

    /// A first glance, if the look that follows is longer.
    fn glance(&mut self, candidate: &mut Candidate<ActionOf<D>>, limit: &mut Limit) -> Option<()> {
        if self.worlds.horizon > 1 {
            for world in candidate.glances.len()..GLANCES {
                candidate.glances.push(self.worlds.value(&candidate.plan, world, 1, WIDE, limit)? - candidate.cost);
            }
        }
        Some(())
    }

    /// Lets a plan race against the best; whether it is the new best.
    fn enter(&mut self, plan: Vec<Order<ActionOf<D>>>, strolls: u32, limit: &mut Limit) -> bool {
        let cost = strolls as f32 * self.worlds.weights.stroll;
        let mut new = Candidate { plan, cost, glances: Vec::new(), values: Vec::with_capacity(self.depth) };
        if self.glance(&mut new, limit).is_none() {
            return false;
        }
        if self.elite.is_empty() {
            if self.extend(&mut new, self.depth, limit).is_some() || !new.values.is_empty() {
                self.depth = new.values.len();
                self.elite.push(new);
                return true;
            }
            return false;
        }
        let behind = self.elite[0].glances.iter().sum::<f32>() - new.glances.iter().sum::<f32>();
        if behind > SLACK * GLANCES as f32 {
            return false;
        }
        let mut n = 2.min(self.depth);
        loop {
            if self.extend(&mut new, n, limit).is_none() {
                self.outrun(new);
                return false;
            }
            let best = &self.elite[0].values;
            let mean = new.values.iter().zip(best).map(|(a, b)| a - b).sum::<f32>() / n as f32;
            let spread = new.values.iter().zip(best).map(|(a, b)| (a - b - mean).powi(2)).sum::<f32>() / n as f32;
            let doubt = (spread / n as f32).sqrt();
            if n == self.depth {
                if mean > SURE * doubt {
                    self.elite.insert(0, new);
                    self.elite.truncate(ELITE);
                    return true;
                }
                // Good enough to learn from.
                if mean + doubt > 0.0 && self.elite.len() < ELITE {
                    self.elite.push(new);
                } else {
                    self.outrun(new);
                }
                return false;
            }
            if mean < 0.0 && mean + doubt <= 0.0 {
                self.outrun(new);
                return false;
            }
            n = (n * 2).min(self.depth);
        }
    }

    /// Compares the plans in twice as many worlds; the best may change.
    fn deepen(&mut self, limit: &mut Limit) -> bool {
        let depth = (self.depth * 2).min(MANY);
        let mut elite = std::mem::take(&mut self.elite);
        let complete = elite.iter_mut().map(|c| self.extend(c, depth, limit)).take_while(Option::is_some).count();
        if complete > 0 {
            // Whoever could not be compared any more drops out.
            elite.truncate(complete);
            self.depth = depth;
            elite.sort_by(|a, b| b.mean(depth).total_cmp(&a.mean(depth)));
        } else {
            elite.iter_mut().for_each(|c| c.values.truncate(self.depth));
        }
        self.elite = elite;
        complete > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fable::Fable;

    #[test]
    fn a_plan_strays_in_that_part_of_its_orders() {
        let count = |wild: f64| strays(wild, &mut Paper::<Fable>::new(1)).len();
        assert_eq!([count(0.0), count(1.0)], [0, LONGEST]);
        assert!((40..80).contains(&count(0.3)));
    }
}

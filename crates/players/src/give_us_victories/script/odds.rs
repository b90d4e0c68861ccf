//! What an attack would come to.

use super::Mind;
use super::lay::Goal;
use give_us_victories::counters::{counters, tables};
use give_us_victories::ground::ground;
use give_us_victories::ids::{Hex, Pieces};
use give_us_victories::pools::ratio;
use give_us_victories::state::State;

/// What an attack on a hex that must fall is worth by itself when time has run out.
const LAST_STORM: f32 = 6.0;
/// How much longer odds will do then.
const LONG_ODDS: f32 = 4.0;

/// The chances of 0, 1, 2 ... hits with so many dice, some of them with a bonus point (GUV-14.12).
fn chances(dice: usize, bonus: usize) -> [f32; 7] {
    let mut table = [0.0f32; 7];
    table[0] = 1.0;
    for i in 0..dice.min(6) {
        let p = if i < bonus { 0.5 } else { 1.0 / 3.0 };
        for k in (0..=i).rev() {
            table[k + 1] += table[k] * p;
            table[k] *= 1.0 - p;
        }
    }
    table
}

/// What a stack loses, step by step, as its owner would take it: skirmishers, then the second steps, then units.
#[derive(Clone, Copy, Default)]
pub(super) struct Losses {
    steps: [f32; 24],
    count: usize,
}

impl Losses {
    const SKIRMISHER: f32 = 0.4;

    fn add(&mut self, value: f32) {
        if self.count < self.steps.len() {
            self.steps[self.count] = value;
            self.count += 1;
        }
    }

    pub(super) fn of(&mut self, s: &State, pieces: &Pieces, screen: bool, kill: f32) {
        let c = counters();
        let pieces = pieces.minus(&c.dummies);
        for _ in 0..pieces.and(&c.skirmishers).len() + usize::from(screen) {
            self.add(Losses::SKIRMISHER);
        }
        let units = pieces.minus(&c.skirmishers);
        for p in units.iter().filter(|p| s.steps(*p) > 1) {
            let counter = c.get(p);
            self.add(0.7 + 0.3 * f32::from(counter.cp[0] - counter.cp[1]) + 0.2 * f32::from(counter.elite));
        }
        let whole = self.count;
        for p in units.iter() {
            self.add(kill + 0.6 * f32::from(c.get(p).cp[0]));
        }
        self.steps[whole..self.count].sort_unstable_by(f32::total_cmp);
    }

    /// A stack that nobody has seen: two brigades.
    fn unseen(&mut self, screen: bool, kill: f32) {
        if screen {
            self.add(Losses::SKIRMISHER);
        }
        [1.3, 1.3, kill + 2.0, kill + 2.0].into_iter().for_each(|v| self.add(v));
    }

    /// An attack that is only thought of: fresh brigades.
    fn planned(&mut self, kill: f32) {
        [1.3, 1.3, 1.3, 1.3, kill + 2.0].into_iter().for_each(|v| self.add(v));
    }

    pub(super) fn sum(&self, hits: usize) -> f32 {
        self.steps[..hits.min(self.count)].iter().sum()
    }
}

/// What a combat would come to.
pub(super) struct Exchange {
    pub(super) worth: f32,
}

impl Mind<'_, '_> {
    /// Everybody who could attack a hex now.
    fn assailants(&self, target: Hex) -> Pieces {
        let s = self.s;
        let near: Vec<Hex> = self.game.near[target.index()]
            .iter()
            .copied()
            .filter(|n| n.is_some() && s.holds(self.side, *n) && self.game.foes(s, self.side, *n).any(|t| t == target))
            .collect();
        let all = near.iter().fold(Pieces::NONE, |all, h| all.or(&s.stack_of(self.side, *h)));
        all.iter().filter(|p| self.game.may_attack_at_all(s, *p).is_ok()).collect()
    }

    pub(super) fn assault(&self, target: Hex) -> Option<Exchange> {
        let force = self.assailants(target);
        if self.game.solid(&force).is_empty() {
            return None;
        }
        let mut exchange = self.exchange(f32::from(self.s.sum(&force)), self.game.bonus(self.s, &force), &force, target);
        exchange.worth -= self.burden(&force, target);
        Some(exchange)
    }

    /// Whether those who have attacked could well do it once more.
    pub(super) fn assault_again(&self, target: Hex) -> bool {
        let again = self.s.active.and(&self.s.attacked);
        let near = self.game.near[target.index()].iter().filter(|n| n.is_some());
        let force = near.fold(Pieces::NONE, |all, n| all.or(&self.s.stack_of(self.side, *n).and(&again)));
        let goal = self.storm.hexes.iter().all(|h| !h.is_some()) || self.wanted(target);
        goal && self.exchange(f32::from(self.s.sum(&force)), 0, &force, target).worth > 0.0
    }

    /// GUV-14.3: other enemies that this force would have to take on too, because nobody else can.
    fn burden(&self, force: &Pieces, target: Hex) -> f32 {
        let s = self.s;
        let mut seen: Vec<Hex> = Vec::new();
        for from in self.game.solid(force).iter().map(|p| s.hex(p)).filter(|h| !ground().forest.has(*h)) {
            for foe in self.game.foes(s, self.side, from) {
                let other = foe != target && !seen.contains(&foe) && !s.act().stormed.has(foe) && !self.game.exempt(s, foe);
                if other && self.assailants(foe).within(force) {
                    seen.push(foe);
                }
            }
        }
        let weight = if self.wanted(target) { 0.35 * (1.0 - self.storm.press) } else { 0.35 };
        seen.into_iter().map(|h| self.enemy_points(h) * weight).sum()
    }

    /// What an attack with so many points and bonus points would come to: steps and units of the enemy against own ones, and the
    /// ground. `force` is empty while it is only planned.
    pub(super) fn exchange(&self, points: f32, bonus: u8, force: &Pieces, target: Hex) -> Exchange {
        let s = self.s;
        let g = ground();
        let temper = &self.temper;
        let stack = s.stack(target);
        let here = self.game.solid(&stack);
        let seen = !stack.is_empty();
        let screens = !self.game.night(s) && self.game.available(s, self.side.enemy()).is_some() && stack.len() < 4;
        let screen = if screens && (!seen || !here.and(&counters().infantry).is_empty()) { 1.0 } else { 0.0 };
        let defence = self.enemy_points(target) + screen;
        let (a, d) = ratio(points.round() as u16, defence.round().max(1.0) as u16);
        let (mut mine, mut theirs) = (i16::from(a) + 1, i16::from(d) + 1);
        let t = &tables().terrain;
        let limit = match (g.city.has(target), g.forest.has(target), g.hill.has(target)) {
            (true, _, _) => t.city.limit,
            (_, true, _) => t.forest.limit,
            (_, _, true) => t.hill.limit,
            _ => t.clear.limit,
        };
        let fort = self.game.forts[self.side.enemy().index()][target.index()] != 0;
        let open = g.town.has(target) || self.game.night(s) && !s.breastworks.has(target);
        if fort || g.hill.has(target) {
            theirs += 1;
        }
        if g.city.has(target) {
            mine -= 1;
        }
        let dice = |n: i16| n.clamp(1, i16::from(limit)) as usize;
        let mut suffered = Losses::default();
        if seen {
            suffered.of(s, &stack, screen > 0.0, temper.kill);
        } else {
            suffered.unseen(screen > 0.0, temper.kill);
        }
        let mut own = Losses::default();
        if force.is_empty() {
            own.planned(temper.kill);
        } else {
            own.of(s, force, false, temper.kill);
        }
        let hits = chances(dice(mine), usize::from(bonus));
        let answer = chances(dice(theirs), 0);
        let gain: f32 = (0..hits.len()).map(|h| hits[h] * suffered.sum(h)).sum();
        // Works cost a step, or a die.
        let works = usize::from(fort || !open);
        let cost: f32 = (0..answer.len()).map(|h| answer[h] * own.sum(h + works)).sum();
        let all = suffered.count;
        let empties: f32 = hits.iter().skip(all).sum();
        // Who has taken a loss may go rather than take the next.
        let yields: f32 = hits.iter().take(all).skip(2).sum::<f32>() * 0.3;
        let mut ground = 1.5 / (1.0 + (-self.ground_value(target)).max(0.0) / 8.0);
        let mut aside = 0.0;
        if self.is_goal(target) {
            ground = temper.goal;
        } else if temper.approach > 0.0 {
            // A goal of the enemy's with hexes to storm it from draws all attacks; else the way to it is opened first.
            let enemy = &s.held[self.side.enemy().index()];
            let wanted = |goal: &&Goal| enemy.has(goal.hex);
            let open = |goal: &Goal| self.game.near[goal.hex.index()].iter().filter(|n| n.is_some() && !enemy.has(**n)).count() >= 2;
            if self.goals.iter().filter(wanted).any(open) {
                aside = temper.approach * 0.5;
            } else if self.goals.iter().filter(wanted).any(|goal| g.distance(goal.hex, target) == 1) {
                ground = temper.approach;
            }
        }
        // What falls in a goal is on the way to the goal.
        let gain = if self.is_goal(target) && temper.approach > 0.0 { gain * 2.0 + temper.goal * 0.4 } else { gain };
        let mut worth = gain - cost * temper.caution + (empties + yields) * ground + temper.boldness - aside;
        let press = self.storm.press;
        let wanted = self.wanted(target);
        if wanted {
            worth += press * LAST_STORM;
        }
        // With nothing to lose any odds will do.
        let odds = if wanted { points * (1.0 + LONG_ODDS * press * press) } else { points };
        Exchange { worth: if odds < defence { worth.min(-0.5) } else { worth } }
    }
}

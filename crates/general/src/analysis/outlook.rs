//! The chance of a position: what becomes of it if both sides go on plainly.

use super::result;
use crate::doctrine::{ActionOf, Doctrine, Order, StateOf};
use crate::judge::Judge;
use engine::mix::mix;
use engine::sim::ENDLESS;
use engine::{Actor, Chair, Dice, Draw, Handbook, Player, Roll, Rules, Side};

/// A plan for the player phase under way.
pub(crate) struct Planned<'p, A> {
    pub(crate) side: Side,
    pub(crate) orders: &'p [Order<A>],
}

/// How positions are judged: so many futures, up to a player turn, with the same dice for every position that is asked about.
pub(crate) struct Outlook<'a, D: Doctrine> {
    pub(crate) game: &'a D::Game,
    pub(crate) worlds: usize,
    /// The player turn in which the futures end.
    pub(crate) until: u32,
    pub(crate) seed: u64,
}

/// After so many throws of a future, dice are no longer spread evenly over the futures.
const SPREAD: u64 = 32;
/// The step of the lattice on which the first throws lie.
const STEP: u64 = 75;

impl<'a, D: Doctrine> Outlook<'a, D> {
    /// The outlook of a phase that begins so. All futures of a game turn end together, after both sides have had their player turns, so that
    /// it makes no difference whose turn is looked at.
    pub(crate) fn new(game: &'a D::Game, state: &StateOf<D>, worlds: usize, seed: u64) -> Outlook<'a, D> {
        let ahead = D::horizon(game, state).max(2).next_multiple_of(2);
        Outlook { game, worlds: worlds.max(1), until: (D::turn(game, state) & !1) + ahead, seed }
    }

    /// The Union's chance in a position, or in the mean over some that cannot be told apart.
    pub(crate) fn chance(&self, roots: &[StateOf<D>], plan: Option<&Planned<'_, ActionOf<D>>>) -> f64 {
        if let [only] = roots
            && let Actor::Over(verdict) = self.game.actor(only)
        {
            return result(verdict.winner);
        }
        let values = self.futures(roots, plan);
        values.iter().sum::<f64>() / values.len() as f64
    }

    /// The Union's chance at the end of each future.
    pub(crate) fn futures(&self, roots: &[StateOf<D>], plan: Option<&Planned<'_, ActionOf<D>>>) -> Vec<f64> {
        let mut judge = Judge::new(self.game, D::weights(self.game));
        (0..self.worlds).map(|world| self.future(&roots[world % roots.len()], plan, world as u64, &mut judge)).collect()
    }

    fn future(&self, root: &StateOf<D>, plan: Option<&Planned<'_, ActionOf<D>>>, world: u64, judge: &mut Judge<'_, D>) -> f64 {
        let seed = mix(self.seed ^ world.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let mut scripts = Side::BOTH.map(|side| D::script(self.game, D::usual(self.game, side), seed));
        let mut throws = Throws { dice: Dice::new(seed), world, worlds: self.worlds as u64, shift: self.seed, thrown: 0 };
        let mut state = root.clone();
        let phase = self.game.phase(&state);
        let mut left = plan.map_or(&[][..], |p| p.orders);
        for _ in 0..ENDLESS {
            match self.game.actor(&state) {
                Actor::Over(verdict) => return result(verdict.winner),
                _ if D::turn(self.game, &state) >= self.until => break,
                Actor::Chance(chance) => self.game.settle(&mut state, &throws.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().expect("somebody is asked");
                    let mine = plan.is_some_and(|p| p.side == side) && self.game.phase(&state) == phase;
                    let ordered = if mine { self.follow(&state, side, &mut left) } else { None };
                    let action = ordered.unwrap_or_else(|| scripts[side.index()].choose(&Chair::new(self.game, &state, side)));
                    self.game.apply_unchecked(&mut state, side, action, &mut ());
                }
            }
        }
        judgement(self.game, &state, judge)
    }

    /// The next order that answers the question and can be carried out; those before it are passed over.
    fn follow(&self, state: &StateOf<D>, side: Side, left: &mut &[Order<ActionOf<D>>]) -> Option<ActionOf<D>> {
        let question = D::question(self.game, state);
        let next = left.iter().position(|o| o.question == question && self.game.check(state, side, o.action).is_ok())?;
        let action = left[next].action;
        *left = &left[next + 1..];
        Some(action)
    }
}

/// The Union's chance in a position as the general judges it, and as experience corrects that.
pub(crate) fn judgement<D: Doctrine>(game: &D::Game, state: &StateOf<D>, judge: &mut Judge<'_, D>) -> f64 {
    let calibration = D::weights(game).calibration(&game.setup().scenario);
    calibration.judgement(f64::from(judge.chance(state)), D::turn(game, state))
}

/// The dice of a future. The n-th throws of all futures together are spread evenly over the faces, so that the mean of few futures is near
/// that of all.
struct Throws {
    dice: Dice,
    world: u64,
    worlds: u64,
    shift: u64,
    thrown: u64,
}

impl Throws {
    /// A number from 0 up to, not including, the bound.
    fn below(&mut self, bound: u64) -> u64 {
        let n = self.thrown;
        self.thrown += 1;
        if n >= SPREAD {
            return self.dice.below(bound as usize) as u64;
        }
        let step = (0..n).fold(1, |step, _| step * STEP % self.worlds.max(2));
        let shift = if n == 0 { 0 } else { mix(self.shift ^ n) % self.worlds };
        let place = (self.world * step.max(1) + shift) % self.worlds;
        (place * 2 + 1) * bound / (self.worlds * 2)
    }

    fn answer(&mut self, draw: Draw) -> Roll {
        match draw {
            Draw::Dice { count, sides } => {
                let values: Vec<u8> = (0..count).map(|_| 1 + self.below(u64::from(sides)) as u8).collect();
                Roll::new(&values)
            }
            Draw::Cup { from, count } => {
                let mut cup: Vec<u8> = (0..from).collect();
                let drawn: Vec<u8> = (0..count.min(from)).map(|_| cup.remove(self.below(cup.len() as u64) as usize)).collect();
                Roll::new(&drawn)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_of_all_futures_are_spread_evenly_throw_by_throw() {
        for worlds in [31u64, 127] {
            let mut counts = [[0u64; 6]; 4];
            for world in 0..worlds {
                let mut throws = Throws { dice: Dice::new(world), world, worlds, shift: 9, thrown: 0 };
                for count in &mut counts {
                    count[usize::from(throws.answer(Draw::Dice { count: 1, sides: 6 }).first()) - 1] += 1;
                }
            }
            assert!(counts.iter().flatten().all(|n| n.abs_diff(worlds / 6) <= 1), "{worlds}: {counts:?}");
        }
    }

    #[test]
    fn a_draw_takes_nothing_twice() {
        let mut throws = Throws { dice: Dice::new(1), world: 3, worlds: 7, shift: 1, thrown: 0 };
        let draw = Draw::Cup { from: 5, count: 5 };
        assert_eq!(draw.fault(throws.answer(draw).values()), None);
    }
}

//! The examiner: a player who tries everything to the end of the phase or the engagement and so knows what each order is worth. It sets the tasks of puzzles
//! and judges their solutions; where there is too much to try, or something is hidden, it knows no more than the script.

use crate::doctrine::{ActionOf, Doctrine, StateOf};
use crate::puzzle::{Known, Solver};
use engine::mix::mix;
use engine::player::Estimate;
use engine::{Chair, Dice, Fog, Notation, Player, Rules, Side};

/// The most positions it looks at in a phase. Puzzles need a part of that, but a person may leave the ways that they list.
const MOST: u64 = 40_000;

/// The examiner.
pub struct Examiner<D: Doctrine> {
    seed: u64,
    /// Phase, side, and what is known of the positions in it.
    known: Option<(u32, Side, Known)>,
    estimate: Option<Estimate>,
    game: std::marker::PhantomData<fn() -> D>,
}

impl<D: Doctrine> Examiner<D> {
    /// An examiner; the seed is for what it does not know.
    pub fn new(seed: u64) -> Examiner<D> {
        Examiner { seed: mix(seed), known: None, estimate: None, game: std::marker::PhantomData }
    }

    /// The position, as far as this side knows it.
    fn position(&self, chair: &Chair<'_, D::Game>) -> StateOf<D> {
        chair.game().sample(&chair.knowledge(), &mut Dice::new(self.seed))
    }

    /// Lets the solver work on a position with what is known already.
    fn examine<T>(&mut self, chair: &Chair<'_, D::Game>, look: impl FnOnce(&mut Solver<'_, D>, &StateOf<D>) -> Option<T>) -> Option<T> {
        let (state, phase, side) = (self.position(chair), chair.phase(), chair.side());
        let known = self.known.take().filter(|(p, s, _)| (*p, *s) == (phase, side)).map(|(_, _, known)| known).unwrap_or_default();
        let mut solver = Solver::<D>::resumed(chair.game(), &state, side, MOST, known);
        let seen = look(&mut solver, &state);
        self.known = Some((phase, side, solver.into_known()));
        seen
    }

    /// The best orders from a position on, up to the enemy's answer, the dice or the end, and what they are worth.
    fn best(solver: &mut Solver<'_, D>, state: &StateOf<D>, side: Side) -> Option<(Vec<ActionOf<D>>, f64)> {
        let (mut orders, mut worth) = (Vec::new(), None);
        let mut state = state.clone();
        while solver.game().actor(&state).asks(side) && !solver.is_past(&state) {
            let (action, value) = solver.best_action(&state, side)?;
            worth.get_or_insert(value);
            orders.push(action);
            solver.game().apply_unchecked(&mut state, side, action, &mut ());
        }
        Some((orders, worth?))
    }
}

impl<D: Doctrine> Player<D::Game> for Examiner<D> {
    fn choose(&mut self, chair: &Chair<'_, D::Game>) -> ActionOf<D> {
        let (game, side) = (chair.game(), chair.side());
        self.estimate = None;
        let best = self.examine(chair, |solver, state| {
            let (orders, chance) = Self::best(solver, state, side)?;
            let intent = D::intent(game, &chair.knowledge(), side, &orders);
            let plan = orders.iter().map(|action| game.write_action(*action)).collect();
            Some((orders[0], Estimate { chance, nodes: solver.nodes(), intent, plan, second: None }))
        });
        match best.filter(|(action, _)| chair.check(*action).is_ok()) {
            Some((action, estimate)) => {
                self.estimate = Some(estimate);
                action
            }
            None => D::script(game, D::usual(game, side), self.seed).choose(chair),
        }
    }

    fn estimate(&self) -> Option<&Estimate> {
        self.estimate.as_ref()
    }

    fn worth(&mut self, chair: &Chair<'_, D::Game>, action: ActionOf<D>) -> Option<f64> {
        let side = chair.side();
        self.examine(chair, |solver, state| solver.worth_of(state, side, action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fable::{Fable, Page, Who};

    #[test]
    fn it_knows_what_every_order_is_worth_and_takes_the_best() {
        let page = |who, next, phase, worth| Page { who, next, phase, question: 0, worth };
        let end = |side| page(Who::Over(Some(side)), &[], 1, 0.0);
        let fable = Fable(vec![page(Who::Asked(Side::Union), &[1, 2], 0, 0.0), end(Side::Confederate), end(Side::Union)]);
        let chair = Chair::new(&fable, &0, Side::Union);
        let mut examiner = Examiner::<Fable>::new(1);
        assert_eq!(examiner.choose(&chair), 1);
        let [lost, won] = [0, 1].map(|action| examiner.worth(&chair, action).unwrap());
        assert!(won > lost, "{won} {lost}");
        let estimate = examiner.estimate().unwrap();
        assert_eq!((estimate.chance, estimate.plan.len()), (won, 1));
    }
}

//! Imagined worlds: what becomes of a plan if the script speaks for everybody else.

use crate::doctrine::{ActionOf, Doctrine, Order, StateOf};
use crate::judge::Judge;
use crate::lent::{Watch, halted};
use crate::level::Budget;
use crate::plan::Bearing;
use crate::weights::{logistic, logit, settled};
use crate::{Paper, Weights};
use engine::mix::mix;
use engine::{Actor, Chair, Class, Dice, Draw, Fog, Player, Rules, Side, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// When to stop thinking.
#[derive(Clone)]
pub(crate) struct Limit {
    start: Watch,
    budget: Budget,
    stop: Option<Arc<AtomicBool>>,
    pub(crate) nodes: u64,
}

impl Limit {
    pub(crate) fn new(budget: Budget, stop: Option<Arc<AtomicBool>>) -> Limit {
        Limit { start: Watch::start(), budget, stop, nodes: 0 }
    }

    /// One more position.
    #[inline]
    pub(crate) fn visit(&mut self) {
        self.nodes += 1;
    }

    /// Whether it is time to decide.
    pub(crate) fn over(&self) -> bool {
        let spent = match self.budget {
            Budget::Time(time) => self.start.elapsed() >= time,
            Budget::Nodes(nodes) => self.nodes >= nodes,
        };
        spent || self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) || halted()
    }

    /// Keeps time back for what so many breaks may bring: each is a reason to think again, though not about everything.
    pub(crate) fn keep_back(&mut self, breaks: u32) {
        self.budget = self.budget.share(AGAIN / (AGAIN + f64::from(breaks)));
    }
}

/// A plan for the phase, worked out in one of the worlds.
pub(crate) struct Draft<A> {
    pub(crate) plan: Vec<Order<A>>,
    /// How often the dice or the enemy came between two orders.
    pub(crate) breaks: u32,
    /// How many units it brings back to where they stood a turn ago.
    pub(crate) strolls: u32,
}

/// What a general brings along to a search besides the position.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mindset<'a> {
    /// The plan in force.
    pub(crate) purpose: &'a [Bearing],
    /// The manners in which it expects the enemy, in turn; those of the game if there are none.
    pub(crate) foes: &'a [u8],
    /// Which pieces stood where a turn ago and stand elsewhere now.
    pub(crate) left: &'a [(u16, u16)],
}

/// How a draft differs from its parent at one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Twist {
    /// Something else instead.
    Replace,
    /// Something else first.
    Insert,
    /// The next order is left out.
    Drop,
    /// From here on as the script would, in some manner.
    Regrow(u8),
    /// Several orders first that belong together.
    Together,
    /// Anything at all first. Armies take up their positions without strays.
    Stray,
}

/// The first dice of a future are enumerated, result by result with their exact weights, while there are that many branches to
/// spend; later ones are rolled.
#[derive(Clone, Copy)]
pub(crate) struct Branches(pub(crate) u32);

/// So many breaks need as much time as the plan before them.
const AGAIN: f64 = 3.0;

/// A game that seems won or lost is judged as if it were still as open as this: where every chance is next to certain, all plans
/// look alike.
const OPEN: f32 = 0.8;

/// A draw with more answers than this is rolled, not enumerated.
const ENUMERABLE: u32 = 36;

/// The positions that fit what the general knows, and how far it looks from there.
pub(crate) struct Worlds<'a, D: Doctrine> {
    pub(crate) game: &'a D::Game,
    pub(crate) weights: &'a Weights,
    pub(crate) side: Side,
    roots: Vec<StateOf<D>>,
    seed: u64,
    /// The player phase that is planned.
    phase: u32,
    /// The player turn at the roots.
    turn: u32,
    /// How many player turns an imagined future lasts; with none it ends with the phase.
    pub(crate) horizon: u32,
    /// What is taken off every sum, so that there is always something to win and something to lose.
    shift: f32,
    /// What the plan in force adds to the sum at the roots: no part of the chance to win.
    hope: f32,
    mindset: Mindset<'a>,
    classes: Vec<Class>,
    judge: Judge<'a, D>,
}

/// A future in the making.
struct Future<D: Doctrine> {
    state: StateOf<D>,
    scripts: [D::Script; 2],
    dice: Dice,
    /// How much of the plan is behind.
    done: usize,
}

impl<'a, D: Doctrine> Worlds<'a, D> {
    /// The worlds that fit these roots, which are positions that the side cannot tell apart.
    pub(crate) fn new(
        game: &'a D::Game,
        weights: &'a Weights,
        side: Side,
        roots: Vec<StateOf<D>>,
        horizon: u32,
        seed: u64,
    ) -> Worlds<'a, D> {
        let (phase, turn) = (game.phase(&roots[0]), D::turn(game, &roots[0]));
        let mut judge = Judge::new(game, weights);
        let first = judge.sum(&roots[0]);
        // Where nothing is hidden they are all the same.
        let alike = game.unveiled(&roots[0], side.into()).is_some();
        let others = roots[1..].iter().map(|root| if alike { first } else { judge.sum(root) });
        let sum = std::iter::once(first).chain(others).map(|sum| sum / roots.len() as f32).sum::<f32>();
        // Puzzles that end with the phase are about exact chances.
        let shift = if horizon == 0 { 0.0 } else { sum - sum.clamp(-OPEN, OPEN) };
        let (hope, mindset) = (0.0, Mindset::default());
        Worlds { game, weights, side, roots, seed, phase, turn, horizon, shift, hope, mindset, classes: Vec::new(), judge }
    }

    /// The same for a general who brings something along.
    pub(crate) fn seen_by(mut self, mindset: Mindset<'a>) -> Worlds<'a, D> {
        self.mindset = mindset;
        if self.horizon > 0 {
            self.hope = self.lean(&self.roots[0]);
            self.shift += self.hope;
        }
        self
    }

    /// What the plan in force makes of a position, seen from the Union.
    fn lean(&self, state: &StateOf<D>) -> f32 {
        if self.mindset.purpose.is_empty() || self.weights.plan == 0.0 {
            return 0.0;
        }
        let lean = self.weights.plan * D::lean(self.game, state, self.side, self.mindset.purpose);
        if self.side == Side::Union { lean } else { -lean }
    }

    /// How many units are back where they stood a turn ago.
    fn strolls(&self, state: &StateOf<D>) -> u32 {
        if self.mindset.left.is_empty() || self.weights.stroll == 0.0 {
            return 0;
        }
        let mut stand = Vec::with_capacity(128);
        D::stands(self.game, state, self.side, &mut stand);
        self.mindset.left.iter().filter(|piece| stand.contains(piece)).count() as u32
    }

    /// The chance to win that stands behind the value of a plan.
    pub(crate) fn chance(&self, value: f32) -> f32 {
        let shift = self.shift - self.hope;
        logistic(logit(value) + if self.side == Side::Union { shift } else { -shift })
    }

    /// The manner in which one's own side goes on.
    pub(crate) fn usual(&self) -> u8 {
        D::usual(self.game, self.side)
    }

    fn begin(&self, world: usize, manner: u8) -> Future<D> {
        let seed = mix(self.seed ^ (world as u64).wrapping_mul(0x2545_f491_4f6c_dd1d));
        let foe = match self.mindset.foes {
            [] => D::foe(self.game, world),
            some => some[world % some.len()],
        };
        let manners = if self.side == Side::Union { [manner, foe] } else { [foe, manner] };
        Future {
            state: self.roots[world % self.roots.len()].clone(),
            scripts: Side::BOTH.map(|side| match side == self.side {
                true => D::aide(self.game, manners[side.index()], seed, self.mindset.purpose),
                false => D::script(self.game, manners[side.index()], seed),
            }),
            dice: Dice::new(seed),
            done: 0,
        }
    }

    /// The next order of the plan that answers the question and can be carried out; others are passed over only when there is one.
    fn follow(&self, future: &mut Future<D>, plan: &[Order<ActionOf<D>>]) -> Option<ActionOf<D>> {
        let question = D::question(self.game, &future.state);
        let fits = |o: &Order<ActionOf<D>>| o.question == question && self.game.check(&future.state, self.side, o.action).is_ok();
        let next = plan[future.done.min(plan.len())..].iter().position(fits)?;
        future.done += next + 1;
        Some(plan[future.done - 1].action)
    }

    /// Whether nothing is known to be better, whatever comes.
    fn worthy(&self, future: &Future<D>, action: ActionOf<D>) -> bool {
        !D::dominated(self.game, &future.state, self.side, action)
    }

    fn scripted(&self, future: &mut Future<D>, side: Side) -> ActionOf<D> {
        future.scripts[side.index()].choose(&Chair::new(self.game, &future.state, side))
    }

    /// A plan for the phase: the parent's orders with twists at some decisions, and the script's wherever they are silent. Nothing
    /// if time is up.
    pub(crate) fn draft(
        &self,
        parent: &[Order<ActionOf<D>>],
        twists: &[(usize, Twist)],
        manner: u8,
        world: usize,
        paper: &mut Paper<D::Game>,
        limit: &mut Limit,
    ) -> Option<Draft<ActionOf<D>>> {
        let mut future = self.begin(world, manner);
        let mut plan = Vec::with_capacity(parent.len() + 4);
        let mut parent = parent;
        let (mut breaks, mut broken) = (0, false);
        // Orders that belong together and are still to be given, the next one last.
        let mut group: Vec<ActionOf<D>> = Vec::new();
        while self.game.phase(&future.state) == self.phase {
            limit.visit();
            if limit.over() {
                return None;
            }
            match self.game.actor(&future.state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => {
                    let roll = future.dice.answer(chance.draw);
                    self.game.settle(&mut future.state, &roll, &mut ());
                    broken = true;
                }
                asked if asked.asks(self.side) => {
                    breaks += u32::from(std::mem::take(&mut broken));
                    let mut other = None;
                    while let Some(next) = group.pop() {
                        if self.game.check(&future.state, self.side, next).is_ok() {
                            other = Some(next);
                            break;
                        }
                    }
                    for (_, twist) in twists.iter().filter(|(at, _)| *at == plan.len()) {
                        match twist {
                            Twist::Drop => future.done += 1,
                            Twist::Regrow(manner) => {
                                parent = &[];
                                future.scripts[self.side.index()] = D::aide(self.game, *manner, paper.dice.word(), self.mindset.purpose);
                            }
                            Twist::Together => {
                                group = D::together(self.game, &future.state, self.side, paper);
                                group.reverse();
                                other = group.pop().filter(|a| self.game.check(&future.state, self.side, *a).is_ok()).or(other);
                            }
                            Twist::Stray if D::mustering(self.game, &future.state) => {}
                            Twist::Stray => other = paper.anything(self.game, &future.state, self.side),
                            Twist::Replace | Twist::Insert => {
                                let proposed = D::propose(self.game, &future.state, self.side, paper);
                                other = proposed.filter(|a| self.worthy(&future, *a));
                                future.done += usize::from(*twist == Twist::Replace);
                            }
                        }
                    }
                    let planned = other.or_else(|| self.follow(&mut future, parent)).filter(|a| self.worthy(&future, *a));
                    let action = planned.unwrap_or_else(|| self.scripted(&mut future, self.side));
                    plan.push(Order { question: D::question(self.game, &future.state), action });
                    self.game.apply_unchecked(&mut future.state, self.side, action, &mut ());
                }
                _ => {
                    let enemy = self.side.enemy();
                    let action = self.scripted(&mut future, enemy);
                    self.game.apply_unchecked(&mut future.state, enemy, action, &mut ());
                    broken = true;
                }
            }
        }
        Some(Draft { plan, breaks, strolls: self.strolls(&future.state) })
    }

    /// The chance to win with a plan in one of the worlds, looking that many player turns ahead; nothing if time is up.
    pub(crate) fn value(
        &mut self,
        plan: &[Order<ActionOf<D>>],
        world: usize,
        horizon: u32,
        branches: Branches,
        limit: &mut Limit,
    ) -> Option<f32> {
        let future = self.begin(world, self.usual());
        let until = (horizon > 0).then_some(self.turn + horizon);
        let union = self.unfold(future, plan, until, branches, limit)?;
        Some(if self.side == Side::Union { union } else { 1.0 - union })
    }

    /// The Union's chance at the end of a future, or the mean over what the first dice may bring.
    fn unfold(
        &mut self,
        mut future: Future<D>,
        plan: &[Order<ActionOf<D>>],
        until: Option<u32>,
        mut branches: Branches,
        limit: &mut Limit,
    ) -> Option<f32> {
        loop {
            limit.visit();
            if limit.over() {
                return None;
            }
            let ended = match until {
                Some(turn) => D::turn(self.game, &future.state) >= turn,
                None => self.game.phase(&future.state) != self.phase,
            };
            match self.game.actor(&future.state) {
                Actor::Over(verdict) => return Some(self.settled(&future.state, verdict)),
                _ if ended => return Some(self.judge(&future.state)),
                Actor::Chance(chance) => {
                    if branches.0 > 1 && enumerable(chance.draw) {
                        self.classes.clear();
                        self.game.classes(&future.state, &mut self.classes);
                        if self.classes.len() > 1 && self.classes.len() <= branches.0 as usize {
                            let classes = self.classes.clone();
                            return self.each(future, plan, until, branches, &classes, limit);
                        }
                        if self.classes.len() > 1 {
                            branches = Branches(1);
                        }
                    }
                    let roll = future.dice.answer(chance.draw);
                    self.game.settle(&mut future.state, &roll, &mut ());
                }
                asked => {
                    let side = asked.side().expect("somebody is asked");
                    let own_phase = self.game.phase(&future.state) == self.phase;
                    if side != self.side
                        && own_phase
                        && let Some(answers) = self.answers(&future.state, side, branches)
                    {
                        return self.worst(future, plan, until, branches, &answers, limit);
                    }
                    let planned = side == self.side && own_phase;
                    let order = if planned { self.follow(&mut future, plan) } else { None };
                    let action = order.unwrap_or_else(|| self.scripted(&mut future, side));
                    self.game.apply_unchecked(&mut future.state, side, action, &mut ());
                }
            }
        }
    }

    /// Every result of the dice with its exact weight.
    fn each(
        &mut self,
        future: Future<D>,
        plan: &[Order<ActionOf<D>>],
        until: Option<u32>,
        branches: Branches,
        classes: &[Class],
        limit: &mut Limit,
    ) -> Option<f32> {
        let total: u32 = classes.iter().map(|c| c.weight).sum();
        let mut sum = 0.0;
        for class in classes {
            let mut branch = Future {
                state: future.state.clone(),
                scripts: future.scripts.clone(),
                dice: Dice::new(mix(future.dice.seed() ^ u64::from(class.sample.first())).wrapping_add(future.dice.drawn())),
                done: future.done,
            };
            self.game.settle(&mut branch.state, &class.sample, &mut ());
            let share = Branches((branches.0 * class.weight / total).max(1));
            sum += self.unfold(branch, plan, until, share, limit)? * class.weight as f32;
        }
        Some(sum / total as f32)
    }

    /// All that the enemy can answer, if there are few things.
    fn answers(&self, state: &StateOf<D>, enemy: Side, most: Branches) -> Option<Vec<ActionOf<D>>> {
        if most.0 < 2 {
            return None;
        }
        let (mut subjects, mut answers) = (Vec::new(), Vec::new());
        self.game.subjects(state, enemy, &mut subjects);
        for subject in subjects {
            self.game.options(state, enemy, subject, &mut answers);
            if answers.len() > most.0 as usize {
                return None;
            }
        }
        Some(answers)
    }

    /// The enemy in one's own phase answers with what is worst for it.
    fn worst(
        &mut self,
        future: Future<D>,
        plan: &[Order<ActionOf<D>>],
        until: Option<u32>,
        branches: Branches,
        answers: &[ActionOf<D>],
        limit: &mut Limit,
    ) -> Option<f32> {
        let enemy = self.side.enemy();
        let share = Branches((branches.0 / answers.len().max(1) as u32).max(1));
        let mut worst: Option<f32> = None;
        for answer in answers {
            let mut branch = Future { state: future.state.clone(), scripts: future.scripts.clone(), ..future };
            self.game.apply_unchecked(&mut branch.state, enemy, *answer, &mut ());
            let union = self.unfold(branch, plan, until, share, limit)?;
            worst = Some(worst.map_or(union, |w| if self.side == Side::Union { w.min(union) } else { w.max(union) }));
        }
        worst
    }

    fn judge(&mut self, state: &StateOf<D>) -> f32 {
        // A term that depends on nothing but the plan: added in the end, so that weights stay what they are.
        let sum = self.judge.sum(state) + if self.horizon > 0 { self.lean(state) } else { 0.0 };
        logistic(sum - self.shift)
    }

    fn settled(&mut self, state: &StateOf<D>, verdict: Verdict) -> f32 {
        let result = match verdict.winner {
            Some(Side::Union) => 1.0,
            Some(Side::Confederate) => 0.0,
            None => 0.5,
        };
        settled(result, self.judge(state))
    }
}

fn enumerable(draw: Draw) -> bool {
    match draw {
        Draw::Dice { count, sides } => u32::from(sides).checked_pow(u32::from(count)).is_some_and(|n| n <= ENUMERABLE),
        Draw::Cup { from, count } => count == 1 && u32::from(from) <= ENUMERABLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fable::{FOOLPROOF, Fable, MUSTERING, Page, Who};
    use Who::{Asked, Die, Over};

    const UNION: Who = Asked(Side::Union);
    const ENEMY: Who = Asked(Side::Confederate);

    fn page(who: Who, next: &'static [u8], phase: u32, worth: f32) -> Page {
        Page { who, next, phase, question: 0, worth }
    }

    /// The Union's chance with these answers to the question 0, looking that far ahead.
    fn value(fable: &Fable, plan: &[u8], world: usize, horizon: u32, branches: u32) -> f32 {
        let plan: Vec<Order<u8>> = plan.iter().map(|a| Order { question: 0, action: *a }).collect();
        let mut worlds = Worlds::<Fable>::new(fable, Fable::weights(fable), Side::Union, vec![0], horizon, 1);
        let mut limit = Limit::new(Budget::Nodes(1_000), None);
        worlds.value(&plan, world, horizon, Branches(branches), &mut limit).expect("time enough")
    }

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-5
    }

    #[test]
    fn the_more_may_come_between_the_more_time_is_kept_back() {
        let after = |breaks: u32| {
            let mut limit = Limit::new(Budget::Nodes(1_200), None);
            limit.keep_back(breaks);
            limit.budget
        };
        assert_eq!([after(0), after(3), after(9)], [Budget::Nodes(1_200), Budget::Nodes(600), Budget::Nodes(300)]);
    }

    #[test]
    fn in_ones_own_phase_the_enemy_answers_with_the_worst() {
        let fable = Fable(vec![page(ENEMY, &[1, 2], 0, 0.0), page(UNION, &[0], 1, 2.0), page(UNION, &[0], 1, -2.0)]);
        assert!(near(value(&fable, &[], 0, 1, 6), logistic(-2.0)));
        assert!(near(value(&fable, &[], 0, 1, 1), logistic(2.0)), "with nothing to spend he does as the script does");
    }

    #[test]
    fn the_first_dice_are_weighed_exactly() {
        let fable = Fable(vec![page(Die, &[1, 2, 2, 2, 2, 2], 0, 0.0), page(UNION, &[0], 1, -3.0), page(UNION, &[0], 1, 1.0)]);
        assert!(near(value(&fable, &[], 0, 1, 6), (logistic(-3.0) + 5.0 * logistic(1.0)) / 6.0));
        let rolled = value(&fable, &[], 0, 1, 1);
        assert!(near(rolled, logistic(-3.0)) || near(rolled, logistic(1.0)));
    }

    #[test]
    fn an_order_answers_only_its_own_question() {
        let mut fable = Fable(vec![page(UNION, &[1, 2], 0, 0.0), page(UNION, &[0], 1, -1.0), page(UNION, &[0], 1, 1.0)]);
        assert!(near(value(&fable, &[1], 0, 1, 1), logistic(1.0)));
        fable.0[0].question = 7;
        assert!(near(value(&fable, &[1], 0, 1, 1), logistic(-1.0)), "the script answers instead");
    }

    #[test]
    fn a_stray_is_anything_that_is_allowed_but_where_to_begin() {
        let mut fable = Fable(vec![page(UNION, &[1, 1, 1], 0, 0.0), page(UNION, &[0], 1, 0.0)]);
        let drafted = |fable: &Fable, twists: &[(usize, Twist)]| -> Vec<u8> {
            let worlds = Worlds::<Fable>::new(fable, Fable::weights(fable), Side::Union, vec![0], 1, 1);
            let mut limit = Limit::new(Budget::Nodes(1_000), None);
            let mut draft = |seed| worlds.draft(&[], twists, 0, 0, &mut Paper::new(mix(seed)), &mut limit).expect("time enough");
            let mut orders: Vec<u8> = (0..50).map(|seed| draft(seed).plan[0].action).collect();
            orders.sort_unstable();
            orders.dedup();
            orders
        };
        assert_eq!(drafted(&fable, &[]), [0]);
        assert_eq!(drafted(&fable, &[(0, Twist::Stray)]), [0, 1, 2]);
        fable.0[0].question = MUSTERING;
        assert_eq!(drafted(&fable, &[(0, Twist::Stray)]), [0]);
    }

    #[test]
    fn what_is_known_to_be_worse_is_not_drafted() {
        let mut fable = Fable(vec![page(UNION, &[1, 1], 0, 0.0), page(UNION, &[0], 1, 0.0)]);
        let drafted = |fable: &Fable, question: u32| {
            let worlds = Worlds::<Fable>::new(fable, Fable::weights(fable), Side::Union, vec![0], 1, 1);
            let (parent, mut limit) = ([Order { question, action: 1 }], Limit::new(Budget::Nodes(1_000), None));
            worlds.draft(&parent, &[], 0, 0, &mut Paper::new(1), &mut limit).expect("time enough").plan[0].action
        };
        assert_eq!(drafted(&fable, 0), 1, "an order of the parent");
        fable.0[0].question = FOOLPROOF;
        assert_eq!(drafted(&fable, FOOLPROOF), 0, "the script answers instead");
    }

    #[test]
    fn from_world_to_world_the_enemy_has_another_manner() {
        let fable =
            Fable(vec![page(UNION, &[1], 0, 0.0), page(ENEMY, &[2, 3], 1, 0.0), page(UNION, &[0], 2, 1.0), page(UNION, &[0], 2, -1.0)]);
        assert!(near(value(&fable, &[], 0, 2, 1), logistic(1.0)));
        assert!(near(value(&fable, &[], 1, 2, 1), logistic(-1.0)));
    }

    #[test]
    fn a_game_that_looks_won_is_judged_as_if_open() {
        let fable = Fable(vec![page(UNION, &[1, 2], 0, 6.0), page(UNION, &[0], 1, 6.0), page(UNION, &[0], 1, 5.0)]);
        let worlds = Worlds::<Fable>::new(&fable, Fable::weights(&fable), Side::Union, vec![0], 1, 1);
        let stays = value(&fable, &[0], 0, 1, 1);
        assert!(near(stays, logistic(OPEN)));
        assert!(stays - value(&fable, &[1], 0, 1, 1) > 0.2, "what is lost is felt");
        assert!(near(worlds.chance(stays), logistic(6.0)), "and the chance that it tells is the true one");
    }

    #[test]
    fn a_future_ends_with_the_game_or_with_the_horizon() {
        let fable = Fable(vec![page(UNION, &[1], 0, 0.0), page(ENEMY, &[2], 1, 0.3), page(Over(Some(Side::Confederate)), &[], 2, 0.5)]);
        assert!(near(value(&fable, &[], 0, 1, 1), logistic(0.3)));
        assert!(near(value(&fable, &[], 0, 9, 1), settled(0.0, logistic(0.5))));
    }
}

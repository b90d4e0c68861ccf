//! The player: plans when a phase begins, mends the plan when something happens, and says what it means to do.

use crate::doctrine::{ActionOf, Doctrine, Order, StateOf};
use crate::lent::Watch;
use crate::level::{Called, Whim, Whims};
use crate::muster::{choose, musters, next};
use crate::plan::{Purpose, review};
use crate::search::{Found, evolve};
use crate::weights::LEARNED;
use crate::world::{Limit, Mindset, Worlds};
use crate::{Allowance, Budget, Eyes, Level, Paper, Weights};
use engine::mix::mix;
use engine::player::{Estimate, Second};
use engine::{Actor, Chair, Dice, Fog, Handbook, Notation, Player, Rules, Side};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many fitting positions stand for what the general does not know.
const GUESSES: usize = 16;
/// The part of the time for thinking; the rest is for giving the orders.
const THINKING: f64 = 0.97;

/// A general of one level.
pub struct Commander<D: Doctrine> {
    allowance: Allowance,
    /// Its level, if it is of one: the lower ones have whims.
    level: Option<Level>,
    /// Another horizon than the game's own.
    horizon: Option<u32>,
    /// Its temperament and whatever else its name says of it, until it knows which game it plays.
    called: Option<Arc<Called>>,
    /// How its level sees the game.
    eyes: Eyes,
    /// The plan in force.
    pub(crate) purpose: Option<Purpose>,
    /// The player turn for which the plan was looked at, and where its units stood when it began.
    turn: Option<u32>,
    stood: Vec<(u16, u16)>,
    /// Where units stood when its last turn began and stand no longer.
    pub(crate) left_behind: Vec<(u16, u16)>,
    /// The chance to win when it last thought.
    chance: Option<f64>,
    pub(crate) seed: u64,
    threads: usize,
    /// Which of several aides it is that share a search; they begin from the same and draw other lots.
    pub(crate) island: u64,
    /// Other weights than the game's own.
    weights: Option<Arc<Weights>>,
    stop: Option<Arc<AtomicBool>>,
    /// The rest of the set-up that it follows, while the armies take up their positions.
    muster: Option<Vec<ActionOf<D>>>,
    /// For rights out of turn, which it uses as the script does.
    script: Option<D::Script>,
    phase: Option<u32>,
    /// The orders still to be given, the next one last.
    pub(crate) orders: Vec<Order<ActionOf<D>>>,
    /// Whether something may have happened that the plan did not foresee.
    stale: bool,
    /// What it does in this phase, if it does the first thing that comes to its mind.
    pub(crate) whim: Option<Whim>,
    /// What is left for this phase.
    pub(crate) left: Budget,
    /// How many searches there were.
    pub(crate) searches: u64,
    pub(crate) estimate: Option<Estimate>,
    /// What an aide has found for it, to be taken with the next decision.
    pub(crate) counsel: Option<Found<ActionOf<D>>>,
    /// Whether the chance that it tells is what experience makes of it.
    corrected: bool,
}

impl<D: Doctrine> Clone for Commander<D> {
    fn clone(&self) -> Commander<D> {
        Commander {
            weights: self.weights.clone(),
            stop: self.stop.clone(),
            muster: self.muster.clone(),
            script: self.script.clone(),
            orders: self.orders.clone(),
            estimate: self.estimate.clone(),
            counsel: self.counsel.clone(),
            called: self.called.clone(),
            eyes: self.eyes.clone(),
            purpose: self.purpose.clone(),
            stood: self.stood.clone(),
            left_behind: self.left_behind.clone(),
            ..*self
        }
    }
}

impl<D: Doctrine> Commander<D> {
    /// A general with that much for a phase; equal seeds and equal numbers of nodes make equal choices.
    pub fn new(allowance: impl Into<Allowance>, seed: u64) -> Commander<D> {
        Commander {
            allowance: allowance.into(),
            level: None,
            horizon: None,
            called: None,
            eyes: Eyes::default(),
            purpose: None,
            turn: None,
            stood: Vec::new(),
            left_behind: Vec::new(),
            chance: None,
            seed: mix(seed ^ 0x0047_656e_6572_616c),
            threads: 1,
            island: 1,
            weights: None,
            stop: None,
            muster: None,
            script: None,
            phase: None,
            orders: Vec::new(),
            stale: true,
            whim: None,
            left: Budget::Nodes(0),
            searches: 0,
            estimate: None,
            counsel: None,
            corrected: true,
        }
    }

    /// One that looks to the end of the phase only, for puzzles that end there.
    pub fn short_sighted(budget: Budget, seed: u64) -> Commander<D> {
        Commander { horizon: Some(0), ..Commander::new(budget, seed) }
    }

    /// One that looks so many player turns ahead, whatever the game advises, and judges by other weights than the game's own.
    pub(crate) fn of_one_mind(allowance: Allowance, horizon: u32, weights: Arc<Weights>, seed: u64) -> Commander<D> {
        Commander { horizon: Some(horizon), ..Commander::new(allowance, seed) }.with_weights(weights)
    }

    /// Judges by other weights than the game's own.
    pub(crate) fn with_weights(mut self, weights: Arc<Weights>) -> Commander<D> {
        self.weights = Some(weights);
        self
    }

    /// Tells its chances as it thinks them.
    pub(crate) fn uncorrected(mut self) -> Commander<D> {
        self.corrected = false;
        self
    }

    /// The chance of a plan as it is told to people.
    fn told(&self, chair: &Chair<'_, D::Game>, chance: f32) -> f64 {
        let (game, chance) = (chair.game(), f64::from(chance));
        if !self.corrected || self.weights.is_some() {
            return chance;
        }
        let of_union = |chance: f64| if chair.side() == Side::Union { chance } else { 1.0 - chance };
        // One guess is enough: which turn it is, is never secret.
        let turn = D::turn(game, &game.sample(&chair.knowledge(), &mut Dice::new(0)));
        of_union(D::weights(game).calibration(&game.setup().scenario).plan(of_union(chance), turn))
    }

    /// Searches on that many cores at once.
    pub fn on_cores(mut self, threads: usize) -> Commander<D> {
        self.threads = threads.max(1);
        self
    }

    /// Looks for the best orders from here.
    pub(crate) fn think(&mut self, chair: &Chair<'_, D::Game>, budget: Budget) -> Option<Found<ActionOf<D>>> {
        let (game, side) = (chair.game(), chair.side());
        // The clock runs while it makes up its mind about what it does not see.
        let limit = Limit::new(budget, self.stop.clone());
        self.searches += 1;
        let seed = mix(self.seed.wrapping_add(self.searches));
        let known = chair.knowledge();
        let mut dice = Dice::new(seed);
        let roots: Vec<StateOf<D>> = (0..GUESSES).map(|_| game.sample(&known, &mut dice)).collect();
        let mut rest = self.orders.clone();
        rest.reverse();
        let seeds = if rest.is_empty() || self.whim.is_some() { Vec::new() } else { vec![rest] };
        let horizon = self.horizon.or(self.eyes.horizon).unwrap_or_else(|| D::horizon(game, &roots[0]));
        let weights = self.weights.as_deref().unwrap_or(D::weights(game));
        let mindset = Mindset {
            purpose: self.purpose.as_ref().map_or(&[], |p| p.bearings.as_slice()),
            foes: &self.eyes.foes,
            left: &self.left_behind,
        };
        let island = |n: u64| {
            let mut worlds = Worlds::<D>::new(game, weights, side, roots.clone(), horizon, seed).seen_by(mindset);
            evolve(&mut worlds, &seeds, &mut Paper::new(mix(seed ^ n)).within(mindset.purpose), limit.clone(), self.whim)
        };
        if self.threads == 1 {
            return island(self.island);
        }
        let found: Vec<Found<ActionOf<D>>> = std::thread::scope(|scope| {
            let island = &island;
            let all: Vec<_> = (1..=self.threads as u64).map(|n| scope.spawn(move || island(n))).collect();
            all.into_iter().filter_map(|t| t.join().ok().flatten()).collect()
        });
        let nodes = found.iter().map(|f| f.nodes).sum();
        // Chances that were weighed in more worlds are the more trustworthy.
        let best = found.into_iter().max_by(|a, b| a.chance.total_cmp(&b.chance))?;
        Some(Found { nodes, ..best })
    }

    /// What it would do from here to the end of the phase, as far as it has a plan.
    pub(crate) fn orders(&mut self, chair: &Chair<'_, D::Game>) -> Vec<Order<ActionOf<D>>> {
        let question = Self::question(chair);
        let first = Order { question, action: self.choose(chair) };
        std::iter::once(first).chain(self.orders.iter().rev().copied()).collect()
    }

    /// Whether there is only one thing to do.
    pub(crate) fn forced(chair: &Chair<'_, D::Game>) -> Option<ActionOf<D>> {
        let (mut subjects, mut options) = (Vec::new(), Vec::new());
        chair.subjects(&mut subjects);
        if let [subject] = subjects[..] {
            chair.options(subject, &mut options);
            if let [only] = options[..] {
                return Some(only);
            }
        }
        None
    }

    /// The question that is asked: one guess is enough, for it is never secret.
    fn question(chair: &Chair<'_, D::Game>) -> u32 {
        D::question(chair.game(), &chair.game().sample(&chair.knowledge(), &mut Dice::new(0)))
    }

    /// Whether the enemy, the dice or a new phase come before the next decision of this side.
    fn interrupted(chair: &Chair<'_, D::Game>, action: ActionOf<D>) -> bool {
        let (game, side) = (chair.game(), chair.side());
        // One guess is enough: whose turn it is, is never secret.
        let mut state = game.sample(&chair.knowledge(), &mut Dice::new(0));
        let phase = game.phase(&state);
        if game.check(&state, side, action).is_err() {
            return true;
        }
        game.apply_unchecked(&mut state, side, action, &mut ());
        !game.actor(&state).asks(side) || game.phase(&state) != phase
    }
}

impl<D: Doctrine> Player<D::Game> for Commander<D> {
    fn choose(&mut self, chair: &Chair<'_, D::Game>) -> ActionOf<D> {
        let start = Watch::start();
        let action = self.decide(chair);
        self.left = self.left.less(Budget::Time(start.elapsed()));
        action
    }

    fn aside(&mut self, chair: &Chair<'_, D::Game>) -> Option<ActionOf<D>> {
        self.script(chair).aside(chair)
    }

    fn stop_flag(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Some(flag);
    }

    fn estimate(&self) -> Option<&Estimate> {
        self.estimate.as_ref()
    }

    fn brief(&mut self, chair: &Chair<'_, D::Game>) -> Option<Value> {
        self.tell_aide(chair)
    }

    fn stand_in(&mut self, chair: &Chair<'_, D::Game>, brief: &Value) -> Option<Value> {
        self.think_as_aide(chair, brief)
    }

    fn heed(&mut self, chair: &Chair<'_, D::Game>, found: &Value) -> bool {
        self.hear_aide(chair, found)
    }
}

impl<D: Doctrine> Commander<D> {
    /// Whatever a new phase brings: time to think, perhaps a whim, and no orders yet.
    pub(crate) fn begin_phase(&mut self, chair: &Chair<'_, D::Game>) {
        let phase = chair.phase();
        if self.phase == Some(phase) {
            return;
        }
        self.phase = Some(phase);
        self.orders.clear();
        let weights = D::weights(chair.game());
        self.sit_down(weights);
        self.look_round(chair);
        self.left = self.allowance.at(weights.pace);
        self.whim = self.level.and_then(|level| self.whim(phase, &weights.whims, level));
        self.stale = true;
        self.estimate = None;
        self.counsel = None;
    }

    /// What it may spend on the first search of a phase.
    pub(crate) fn thinking_budget(&self, weights: &Weights) -> Budget {
        self.allowance.at(weights.pace).share(THINKING)
    }

    /// Whether the next decision takes a search: there is a choice, and no set-up or script that answers it.
    pub(crate) fn has_to_think(&self, chair: &Chair<'_, D::Game>) -> bool {
        let mustering = || D::mustering(chair.game(), &chair.game().sample(&chair.knowledge(), &mut Dice::new(0))) && self.whim.is_none();
        self.stale && Self::forced(chair).is_none() && !mustering() && !D::by_heart(chair.game(), &chair.knowledge())
    }

    /// The next order of the plan; a new plan first where something has happened and there is time.
    fn decide(&mut self, chair: &Chair<'_, D::Game>) -> ActionOf<D> {
        self.begin_phase(chair);
        if let Some(only) = Self::forced(chair) {
            if self.orders.last().is_some_and(|o| o.action == only) {
                self.orders.pop();
            }
            return only;
        }
        if let Some(order) = self.muster(chair) {
            return order;
        }
        if D::by_heart(chair.game(), &chair.knowledge()) {
            return self.script(chair).choose(chair);
        }
        let counselled = self.counsel.is_some();
        if self.stale
            && self.left != Budget::Time(Duration::ZERO)
            && let Some(found) = self.counsel.take().or_else(|| self.think(chair, self.left.share(THINKING)))
        {
            self.left = self.left.less(Budget::Nodes(found.nodes));
            if counselled {
                // An aide has spent it.
                self.searches += 1;
                if let Budget::Time(_) = self.left {
                    self.left = self.left.share(1.0 - THINKING);
                }
            }
            let nodes = found.nodes + self.estimate.as_ref().map_or(0, |b| b.nodes);
            let actions: Vec<ActionOf<D>> = found.plan.iter().map(|o| o.action).collect();
            let (intent, chance) = match self.estimate.take() {
                // Too little time left to weigh anything: the last word on the chances stands.
                Some(first) if found.worlds == 0 => (first.intent, first.chance),
                Some(first) => (first.intent, self.told(chair, found.chance)),
                None => (self.intent(chair, &actions), self.told(chair, found.chance)),
            };
            self.chance = Some(chance);
            if let Some(purpose) = &mut self.purpose {
                purpose.chance.get_or_insert(chance);
            }
            let plan = actions.iter().map(|a| chair.game().write_action(*a)).collect();
            let second = found
                .second
                .filter(|(action, _)| chair.check(*action).is_ok())
                .map(|(action, without)| Second { action: chair.game().write_action(action), chance: f64::from(without).min(chance) });
            self.estimate = Some(Estimate { chance, nodes, intent, plan, second });
            self.orders = found.plan;
            self.orders.reverse();
        }
        let question = Self::question(chair);
        while let Some(order) = self.orders.pop() {
            if order.question == question && chair.check(order.action).is_ok() {
                self.stale = Self::interrupted(chair, order.action);
                return order.action;
            }
        }
        self.stale = true;
        self.script(chair).choose(chair)
    }

    /// It knows now which game it plays: what its level sees of it, and what its temperament makes of that.
    pub(crate) fn sit_down(&mut self, weights: &Weights) {
        let Some(called) = self.called.take() else { return };
        self.eyes = self.level.and_then(|level| weights.levels.get(level.name())).cloned().unwrap_or_default();
        let temper = called.temper.as_ref().and_then(|temper| weights.tempers.get(temper));
        let mut own = weights.clone().minding(D::TERMS, &self.eyes.minds);
        own = temper.map_or(own.clone(), |factors| own.minding(D::TERMS, factors));
        own = called.notes.iter().fold(own, |own, (term, weight)| own.noting(D::TERMS, term, *weight));
        if own != *weights {
            self.weights = Some(Arc::new(own));
        }
    }

    /// When a turn of its own begins: who stands elsewhere than a turn ago, and whether the plan still holds up.
    fn look_round(&mut self, chair: &Chair<'_, D::Game>) {
        let (game, side) = (chair.game(), chair.side());
        let weights = self.weights.as_deref().unwrap_or(D::weights(game));
        if weights.plan == 0.0 && weights.stroll == 0.0 {
            return;
        }
        let plans = weights.plan > 0.0 && !self.eyes.aimless;
        // One guess is enough: it is about its own army.
        let state = game.sample(&chair.knowledge(), &mut Dice::new(0));
        let turn = D::turn(game, &state);
        let own = D::phasing(game, &state).is_none_or(|whose| whose == side);
        if self.turn == Some(turn) || !own || D::mustering(game, &state) {
            return;
        }
        self.turn = Some(turn);
        let before = std::mem::take(&mut self.stood);
        D::stands(game, &state, side, &mut self.stood);
        let now = &self.stood;
        self.left_behind = before.into_iter().filter(|(piece, hex)| now.iter().any(|(p, h)| p == piece && h != hex)).collect();
        if plans {
            self.purpose = review::<D>(game, &state, side, self.purpose.take(), self.chance, mix(self.seed ^ u64::from(turn)));
        }
    }

    /// What it means to do: the plan, and what it comes to in this phase.
    fn intent(&self, chair: &Chair<'_, D::Game>, actions: &[ActionOf<D>]) -> String {
        let phase = D::intent(chair.game(), &chair.knowledge(), chair.side(), actions);
        match &self.purpose {
            Some(purpose) => format!("{} {phase}", purpose.told()),
            None => phase,
        }
    }

    /// A manner drawn by lot in a part of the phases.
    fn whim(&self, phase: u32, whims: &Whims, level: Level) -> Option<Whim> {
        let mut dice = Dice::new(mix(self.seed ^ u64::from(phase)));
        let whim = dice.chance(whims.of(level));
        whim.then(|| Whim { manner: dice.below(usize::from(D::MANNERS)) as u8, wild: whims.wild })
    }

    /// The next order of a set-up from self-play, while the armies take up their positions.
    fn muster(&mut self, chair: &Chair<'_, D::Game>) -> Option<ActionOf<D>> {
        let (game, side, seed) = (chair.game(), chair.side(), self.seed);
        let state = game.sample(&chair.knowledge(), &mut Dice::new(0));
        if !D::mustering(game, &state) || self.whim.is_some() {
            return None;
        }
        if self.muster.is_none() {
            let mut limit = Limit::new(self.left.share(THINKING), self.stop.clone());
            let mut dice = Dice::new(seed);
            let roots: Vec<StateOf<D>> = (0..GUESSES).map(|_| game.sample(&chair.knowledge(), &mut dice)).collect();
            let choice = choose::<D>(game, musters::<D>(game, side), &roots, side, seed, &mut limit);
            self.left = self.left.less(Budget::Nodes(limit.nodes));
            self.estimate = choice.as_ref().map(|c| Estimate {
                chance: c.share,
                nodes: limit.nodes,
                intent: D::intent(game, &chair.knowledge(), side, &c.orders),
                plan: c.orders.iter().map(|o| game.write_action(*o)).collect(),
                second: None,
            });
            self.muster = Some(choice.map_or(Vec::new(), |c| c.orders));
        }
        let orders = self.muster.as_mut()?;
        next::<D>(game, &state, side, orders)
    }

    fn script(&mut self, chair: &Chair<'_, D::Game>) -> &mut D::Script {
        let seed = self.seed;
        self.script.get_or_insert_with(|| D::script(chair.game(), D::usual(chair.game(), chair.side()), seed))
    }
}

/// The general of a player's name, if it is one: a level, or a level with a part (`general/10`), or a number of nodes.
pub fn by_name<D: Doctrine>(name: &str, seed: u64) -> Option<Box<dyn Player<D::Game>>> {
    let called = Called::read(name)?;
    let known = |term: &str| D::TERMS.contains(&term) || ["plan", "stroll", LEARNED].contains(&term);
    if !called.notes.iter().all(|(term, _)| known(term)) {
        return None;
    }
    let (level, allowance) = (Level::of_player(&called.rank), Allowance::of_name(&called.rank)?);
    Some(Box::new(Commander::<D> { level, called: Some(Arc::new(called)), ..Commander::new(allowance, seed) }))
}

/// How many positions the first search of a game visits with that budget, on that many cores.
pub fn nodes_of_a_phase<D: Doctrine>(game: &D::Game, cores: usize, budget: Budget) -> u64 {
    let mut state = game.start();
    let mut dice = Dice::new(1863);
    let mut scripts = Side::BOTH.map(|s| D::script(game, 0, s.index() as u64));
    let first = D::turn(game, &state);
    // The third player turn: the armies are on the map, and there is something to think about.
    while !matches!(game.actor(&state), Actor::Over(_)) {
        if let Actor::Chance(chance) = game.actor(&state) {
            game.settle(&mut state, &dice.answer(chance.draw), &mut ());
            continue;
        }
        let side = game.actor(&state).side().expect("somebody is asked");
        let chair = Chair::new(game, &state, side);
        if D::turn(game, &state) >= first + 2 && Commander::<D>::forced(&chair).is_none() {
            return Commander::<D>::new(budget, 1).on_cores(cores).think(&chair, budget).map_or(0, |f| f.nodes);
        }
        let action = scripts[side.index()].choose(&chair);
        game.apply_unchecked(&mut state, side, action, &mut ());
    }
    0
}

/// How a general with that budget used its time in a game against itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// The longest that it thought in one player phase.
    pub longest: Duration,
    /// How many player phases there were.
    pub phases: usize,
    /// How many positions it visited in all.
    pub nodes: u64,
    /// How long it thought in all.
    pub thought: Duration,
}

/// Plays a game against itself by the clock. It is cut off after so many player turns.
pub fn timing<D: Doctrine>(game: &D::Game, budget: Budget, turns: u32, seed: u64) -> Timing {
    let mut state = game.start();
    let mut dice = Dice::new(seed);
    let mut players = Side::BOTH.map(|s| Commander::<D>::new(budget, mix(seed ^ s.index() as u64)));
    let mut spent: HashMap<(u32, usize), (Duration, u64)> = HashMap::new();
    let first = D::turn(game, &state);
    while D::turn(game, &state) < first + turns {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let player = &mut players[side.index()];
                let start = Watch::start();
                let action = player.choose(&Chair::new(game, &state, side));
                let phase = spent.entry((game.phase(&state), side.index())).or_default();
                *phase = (phase.0 + start.elapsed(), player.estimate().map_or(0, |b| b.nodes));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
    Timing {
        longest: spent.values().map(|s| s.0).max().unwrap_or_default(),
        phases: spent.len(),
        nodes: spent.values().map(|s| s.1).sum(),
        thought: spent.values().map(|s| s.0).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fable::{Fable, Page, Who};

    /// A choice between defeat, which the script would take, and victory.
    fn choice() -> Fable {
        let page = |who, next, phase| Page { who, next, phase, question: 0, worth: 0.0 };
        let end = |side| page(Who::Over(Some(side)), &[], 1);
        Fable(vec![page(Who::Asked(Side::Union), &[1, 2], 0), end(Side::Confederate), end(Side::Union)])
    }

    fn chosen(allowance: impl Into<Allowance>) -> (u8, u64) {
        let fable = choice();
        let mut general = Commander::<Fable>::new(allowance, 1);
        let action = general.choose(&Chair::new(&fable, &0, Side::Union));
        (action, general.estimate().map_or(0, |b| b.nodes))
    }

    #[test]
    fn who_has_time_finds_what_the_script_does_not() {
        let (action, nodes) = chosen(Budget::Nodes(500));
        assert_eq!(action, 1);
        assert!(nodes > 0);
    }

    #[test]
    fn who_has_no_time_left_does_not_begin_to_think() {
        assert_eq!(chosen(Budget::Time(Duration::ZERO)), (0, 0));
    }

    #[test]
    fn a_part_of_a_level_goes_by_the_pace_of_the_game() {
        let pace = Fable::weights(&choice()).pace;
        let (_, nodes) = chosen(Allowance::Paced(100.0 / pace));
        assert!((1..=101).contains(&nodes), "{nodes}");
    }

    #[test]
    fn whoever_acts_on_a_whim_does_as_the_script_would_in_some_manner() {
        let fable = choice();
        let chair = Chair::new(&fable, &0, Side::Union);
        let chosen = |name: &str, seed: u64| {
            let mut player = by_name::<Fable>(name, seed).expect("a level");
            let action = player.choose(&chair);
            assert!(player.estimate().is_some_and(|b| b.plan.len() == 1), "{name} has a plan either way");
            action
        };
        let right = |name: &str| (0..100).filter(|seed| chosen(name, *seed) == 1).count();
        assert!((30..70).contains(&right("recruit*10000")), "in one of two manners the script is right");
        assert!((60..90).contains(&right("captain*2500")), "it thinks half of the time");
        assert_eq!(right("colonel*625"), 100);
        assert_eq!(right("nodes:500"), 100, "a number of positions is of no level");
    }
}

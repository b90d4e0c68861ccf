//! One player phase: what its decisions and its dice were worth.

use super::outlook::{Outlook, Planned};
use super::record::{Done, Record, redo};
use super::stopped;
use crate::Budget;
use crate::commander::Commander;
use crate::doctrine::{ActionOf, Doctrine, Order, StateOf};
use engine::analysis::{AnalysedPhase, AnalysedRoll, Effort, Judged, Mark};
use engine::contract::Choice;
use engine::mix::mix;
use engine::{Actor, Chair, Class, Dice, Fog, LogEntry, Notation, Player, Roll, Rules, Seat, Side, Words};
use std::sync::atomic::AtomicBool;

/// How many positions stand for what a side could not know.
const GUESSES: usize = 16;

/// Somebody who is asked in the enemy's phase has less to think about.
const ASIDE: u64 = 4;

/// How exact a chance should be, as a standard error.
const FINE: f64 = 0.01;

/// A roll with more classes than this is not enumerated, but judged by so many of them, evenly spread: dice pools have thousands.
const MOST_CLASSES: usize = 64;

/// The numbers of a phase, without its words.
pub(super) struct Weighed {
    pub(super) before: f64,
    pub(super) after: f64,
    pub(super) decisions: [f64; 2],
    pub(super) hidden: f64,
    pub(super) drift: f64,
    pub(super) rolls: Vec<Rolled>,
}

/// A throw and what it was worth.
pub(super) struct Rolled {
    pub(super) step: usize,
    pub(super) roll: Roll,
    pub(super) expected: f64,
    pub(super) after: f64,
    pub(super) classes: usize,
}

/// One phase of a game, in numbers and words.
pub(super) fn weigh<D: Doctrine>(record: &Record<D>, n: usize, effort: Effort, stop: &AtomicBool) -> Option<AnalysedPhase> {
    let phase = &record.phases[n];
    let weighed = numbers(record, n, effort.worlds, stop)?;
    let mut judged = Vec::new();
    for side in Side::BOTH {
        if let Some(at) = phase.free[side.index()] {
            judged.push(judge(record, n, side, at, effort, stop)?);
        }
    }
    let view = record.game.view(&record.game.knowledge(&phase.state, Seat::Referee));
    let rolls: Vec<AnalysedRoll> = weighed.rolls.iter().map(|rolled| tell(record, n, rolled)).collect();
    Some(AnalysedPhase {
        step: phase.step,
        until: phase.step + phase.done.len(),
        turn: view.turn,
        turn_label: view.turn_label,
        phase: view.phase,
        side: view.active,
        before: weighed.before,
        after: weighed.after,
        decisions: weighed.decisions,
        luck: rolls.iter().map(AnalysedRoll::luck).sum(),
        hidden: weighed.hidden,
        drift: weighed.drift,
        rolls,
        judged,
    })
}

/// The futures in which a phase is judged: its own, so that drift shows from phase to phase. Where they differ much, as towards the end, there are
/// up to four times as many of them.
fn outlook<'a, D: Doctrine>(record: &'a Record<D>, n: usize, state: &StateOf<D>, worlds: usize) -> Outlook<'a, D> {
    let outlook = Outlook::new(&record.game, state, worlds, mix(n as u64 ^ 0x414e_414c_5953_5421));
    let values = outlook.futures(std::slice::from_ref(state), None);
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let spread = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64;
    let wanted = (spread / FINE.powi(2)) as usize;
    let more = if wanted > 2 * worlds {
        4
    } else if wanted > worlds {
        2
    } else {
        1
    };
    Outlook { worlds: if more > 1 { prime(more * worlds) } else { worlds }, ..outlook }
}

/// The first prime from there on.
fn prime(from: usize) -> usize {
    (from.max(2)..).find(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0)).unwrap_or(from)
}

/// The chances along a phase. Every step from `before` to `after` is somebody's, exactly.
pub(super) fn numbers<D: Doctrine>(record: &Record<D>, n: usize, worlds: usize, stop: &AtomicBool) -> Option<Weighed> {
    let (game, phase) = (&record.game, &record.phases[n]);
    let outlook = outlook(record, n, &phase.state, worlds);
    let mut state = phase.state.clone();
    let mut now = outlook.chance(std::slice::from_ref(&state), None);
    let mut weighed = Weighed { before: now, after: now, decisions: [0.0; 2], hidden: 0.0, drift: 0.0, rolls: Vec::new() };
    let mut at = 0;
    while at < phase.done.len() {
        if stopped(stop) {
            return None;
        }
        match phase.done[at] {
            Done::Roll(roll) => {
                let (expected, after, classes) = dice(&outlook, &mut state, roll);
                weighed.drift += expected - now;
                weighed.rolls.push(Rolled { step: phase.step + at, roll, expected, after, classes });
                now = after;
                at += 1;
            }
            Done::Act(side, _) => {
                // All that a side does in a row is one decision.
                let (known, before) = (game.secrets().then(|| guesses(record, &state, side, n, at)), now);
                let mut orders = Vec::new();
                while let Some(Done::Act(by, action)) = phase.done.get(at).copied()
                    && by == side
                {
                    orders.push(Order { question: D::question(game, &state), action });
                    redo::<D>(game, &mut state, Done::Act(by, action));
                    at += 1;
                }
                now = outlook.chance(std::slice::from_ref(&state), None);
                let worth = match known {
                    None => now - before,
                    Some(roots) => {
                        let plan = Planned { side, orders: &orders };
                        outlook.chance(&roots, Some(&plan)) - outlook.chance(&roots, None)
                    }
                };
                weighed.decisions[side.index()] += worth;
                weighed.hidden += now - before - worth;
            }
        }
    }
    weighed.after = now;
    Some(weighed)
}

/// Positions that fit what a side knows; in a game without secrets there is but one.
fn guesses<D: Doctrine>(record: &Record<D>, state: &StateOf<D>, side: Side, n: usize, at: usize) -> Vec<StateOf<D>> {
    let game = &record.game;
    if !game.secrets() {
        return vec![state.clone()];
    }
    let known = game.knowledge(state, side.into());
    let mut dice = Dice::new(mix((n as u64) << 32 ^ at as u64));
    (0..GUESSES).map(|_| game.sample(&known, &mut dice)).collect()
}

/// A throw: the exact mean over what might have come, the chance with what came, and how many things might have come.
fn dice<D: Doctrine>(outlook: &Outlook<'_, D>, state: &mut StateOf<D>, roll: Roll) -> (f64, f64, usize) {
    let game = outlook.game;
    let mut classes: Vec<Class> = Vec::new();
    game.classes(state, &mut classes);
    let came = {
        let mut came = state.clone();
        game.settle(&mut came, &roll, &mut ());
        came
    };
    let hash = game.hash(&came);
    let mut after = None;
    let all = classes.len();
    let (mut sum, mut total) = (0.0, 0.0);
    for class in thinned(classes) {
        let mut next = state.clone();
        game.settle(&mut next, &class.sample, &mut ());
        let chance = outlook.chance(std::slice::from_ref(&next), None);
        if game.hash(&next) == hash {
            after = Some(chance);
        }
        sum += chance * f64::from(class.weight);
        total += f64::from(class.weight);
    }
    *state = came;
    let after = after.unwrap_or_else(|| outlook.chance(std::slice::from_ref(state), None));
    if total > 0.0 { (sum / total, after, all) } else { (after, after, all) }
}

/// At most so many classes, evenly spread by their weights.
fn thinned(classes: Vec<Class>) -> Vec<Class> {
    if classes.len() <= MOST_CLASSES {
        return classes;
    }
    let total: u64 = classes.iter().map(|c| u64::from(c.weight)).sum();
    let (mut sum, mut taken, mut kept) = (0, 0, Vec::new());
    for class in classes {
        sum += u64::from(class.weight);
        let due = sum * MOST_CLASSES as u64 / total;
        if due > taken {
            kept.push(Class { weight: (due - taken) as u32, ..class });
            taken = due;
        }
    }
    kept
}

/// What a side did in a phase against what the general would have done, by what that side knew when it first had a choice.
pub(super) fn judge<D: Doctrine>(record: &Record<D>, n: usize, side: Side, at: usize, effort: Effort, stop: &AtomicBool) -> Option<Judged> {
    let (game, phase) = (&record.game, &record.phases[n]);
    let mut state = phase.state.clone();
    phase.done[..at].iter().for_each(|deed| redo::<D>(game, &mut state, *deed));
    let began = state.clone();
    let mut played = Vec::new();
    for deed in &phase.done[at..] {
        if let Done::Act(by, action) = *deed
            && by == side
        {
            played.push(Order { question: D::question(game, &state), action });
        }
        redo::<D>(game, &mut state, *deed);
    }
    let roots = guesses(record, &began, side, n, at);
    let others = phase.free[side.enemy().index()].is_some_and(|first| first < at);
    let nodes = if others { effort.nodes / ASIDE } else { effort.nodes };
    let (orders, intent) = advice::<D>(game, &roots[0], side, nodes);
    if stopped(stop) {
        return None;
    }
    // Futures in which neither plan was made; how many there are must not depend on what the side could not know either.
    let outlook = outlook(record, n, &roots[0], effort.worlds);
    let outlook = Outlook { seed: mix(outlook.seed), ..outlook };
    let futures = |orders: &[Order<ActionOf<D>>]| outlook.futures(&roots, Some(&Planned { side, orders }));
    let (with, general) = (futures(&played), futures(&orders));
    let own = |union: f64| if side == Side::Union { union } else { 1.0 - union };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (done, best) = (own(mean(&with)), own(mean(&general)));
    let (cost, doubt) = (best - done, doubt(&with, &general));
    let plan = spoken::<D>(game, &roots[0], side, &orders, mix(outlook.seed));
    let mark = Mark::of(cost, doubt);
    Some(Judged { side, step: phase.step + at, played: done, best, cost, doubt, mark, intent, plan })
}

/// The general's orders from a position, and what it says of them.
fn advice<D: Doctrine>(game: &D::Game, state: &StateOf<D>, side: Side, nodes: u64) -> (Vec<Order<ActionOf<D>>>, String) {
    let mut general = Commander::<D>::new(Budget::Nodes(nodes), 0);
    let orders = general.orders(&Chair::new(game, state, side));
    (orders, general.estimate().map_or(String::new(), |estimate| estimate.intent.clone()))
}

/// The standard error of the difference of two plans in the same futures.
fn doubt(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let mean = a.iter().zip(b).map(|(a, b)| a - b).sum::<f64>() / n;
    let spread = a.iter().zip(b).map(|(a, b)| (a - b - mean).powi(2)).sum::<f64>() / n;
    (spread / n).sqrt()
}

/// The orders of a plan as a person sees them, worked out in a position that fits what the side knows.
fn spoken<D: Doctrine>(game: &D::Game, root: &StateOf<D>, side: Side, orders: &[Order<ActionOf<D>>], seed: u64) -> Vec<Choice> {
    let mut state = root.clone();
    let mut dice = Dice::new(seed);
    let mut enemy = D::script(game, D::usual(game, side.enemy()), seed);
    let phase = game.phase(&state);
    let mut left = orders;
    let mut plan = Vec::new();
    while game.phase(&state) == phase && !left.is_empty() {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked if asked.asks(side) => {
                let question = D::question(game, &state);
                let next = left.iter().position(|o| o.question == question && game.check(&state, side, o.action).is_ok());
                let Some(next) = next else { break };
                let action = left[next].action;
                left = &left[next + 1..];
                let shown = game.describe(&game.knowledge(&state, side.into()), action);
                plan.push(Choice { shown, action: game.write_action(action) });
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
            _ => {
                let by = side.enemy();
                let action = enemy.choose(&Chair::new(game, &state, by));
                game.apply_unchecked(&mut state, by, action, &mut ());
            }
        }
    }
    plan
}

/// A throw in words, as it stands in the log.
fn tell<D: Doctrine>(record: &Record<D>, n: usize, rolled: &Rolled) -> AnalysedRoll {
    let (game, phase) = (&record.game, &record.phases[n]);
    let mut state = phase.state.clone();
    phase.done[..rolled.step - phase.step].iter().for_each(|deed| redo::<D>(game, &mut state, *deed));
    let mut events = Vec::new();
    game.settle(&mut state, &rolled.roll, &mut events);
    let told: Vec<LogEntry> = events.iter().filter_map(|event| game.tell(event, Seat::Referee)).collect();
    let text = told.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
    AnalysedRoll {
        step: rolled.step,
        dice: rolled.roll.values().to_vec(),
        expected: rolled.expected,
        after: rolled.after,
        classes: rolled.classes,
        text,
    }
}

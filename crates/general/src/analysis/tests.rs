//! The analysis of fables, whose chances can be worked out by hand.

use super::record::Done;
use super::weigh::{judge, numbers};
use super::{Record, conclude};
use crate::fable::{Fable, Page, Who};
use engine::analysis::{AnalysedPhase, AnalysedRoll, Effort, Mark, Study};
use engine::{Dice, Roll, Side};
use std::sync::atomic::AtomicBool;

const UNION: Who = Who::Asked(Side::Union);
const ENEMY: Who = Who::Asked(Side::Confederate);
static GOING_ON: AtomicBool = AtomicBool::new(false);

fn page(who: Who, next: &'static [u8], phase: u32, worth: f32) -> Page {
    Page { who, next, phase, question: 0, worth }
}

fn effort() -> Effort {
    Effort { nodes: 400, worlds: 61 }
}

fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// The Union may keep what it has or throw it away; a die decides what comes then.
fn blunder() -> Fable {
    Fable(vec![
        page(UNION, &[1, 2], 0, 0.0),
        page(Who::Die, &[3, 3, 3, 4, 4, 4], 0, 0.0),
        page(Who::Die, &[4, 4, 4, 5, 5, 5], 0, 0.0),
        page(ENEMY, &[3], 7, 3.0),
        page(ENEMY, &[4], 7, 0.0),
        page(ENEMY, &[5], 7, -3.0),
    ])
}

#[test]
fn a_planted_blunder_is_found_and_named() {
    let record = Record::<Fable>::of(blunder(), 0, [Done::Act(Side::Union, 1), Done::Roll(Roll::one(1))].into_iter());
    let judged = judge(&record, 0, Side::Union, 0, effort(), &GOING_ON).expect("not stopped");
    let lost = (chance(3.0) + chance(0.0)) / 2.0 - (chance(0.0) + chance(-3.0)) / 2.0;
    assert!((judged.cost - lost).abs() < 0.02, "{} instead of {lost}", judged.cost);
    assert_eq!(judged.mark, Some(Mark::Blunder));
    assert_eq!(judged.plan.len(), 1);
    assert_eq!(judged.plan[0].action, 0, "the general would have kept it");
    let good = Record::<Fable>::of(blunder(), 0, [Done::Act(Side::Union, 0), Done::Roll(Roll::one(1))].into_iter());
    let judged = judge(&good, 0, Side::Union, 0, effort(), &GOING_ON).expect("not stopped");
    assert_eq!((judged.mark, judged.cost), (None, 0.0));
}

#[test]
fn a_roll_is_held_against_the_exact_mean_of_its_classes() {
    let mut luck = 0.0;
    for face in 1..=6 {
        let deeds = [Done::Act(Side::Union, 0), Done::Roll(Roll::one(face))];
        let record = Record::<Fable>::of(blunder(), 0, deeds.into_iter());
        let weighed = numbers(&record, 0, 61, &GOING_ON).expect("not stopped");
        let [roll] = &weighed.rolls[..] else { panic!("one roll") };
        assert!((roll.expected - (chance(3.0) + chance(0.0)) / 2.0).abs() < 1e-6);
        assert_eq!(roll.classes, 2);
        luck += roll.after - roll.expected;
    }
    assert!(luck.abs() < 1e-9, "over all faces luck comes to nothing, not to {luck}");
}

/// A long walk on a good and a bad road; each turn a side chooses between two dice that lead from one to the other.
fn walk(turns: u32) -> Fable {
    let list = |pages: &[u8]| -> &'static [u8] { Box::leak(pages.to_vec().into_boxed_slice()) };
    let mut pages = Vec::new();
    for turn in 0..turns {
        let who = if turn % 2 == 0 { UNION } else { ENEMY };
        let (here, next) = (turn as u8 * 6, turn as u8 * 6 + 6);
        // On the last turn the roads lead to the two ends.
        let [bad, good] = if turn + 1 < turns { [next, next + 3] } else { [next, next + 1] };
        for (road, worth, stay, other) in [(here, -0.7, bad, good), (here + 3, 0.7, good, bad)] {
            pages.push(page(who, list(&[road + 1, road + 2]), turn, worth));
            pages.push(page(Who::Die, list(&[stay, stay, stay, stay, stay, other]), turn, worth));
            pages.push(page(Who::Die, list(&[stay, stay, stay, other, other, other]), turn, worth));
        }
    }
    pages.push(page(Who::Over(Some(Side::Confederate)), &[], turns, 0.0));
    pages.push(page(Who::Over(Some(Side::Union)), &[], turns, 0.0));
    Fable(pages)
}

fn walked(turns: u32, seed: u64) -> Record<Fable> {
    let mut dice = Dice::new(seed);
    let mut deeds = Vec::new();
    for turn in 0..turns {
        let side = if turn % 2 == 0 { Side::Union } else { Side::Confederate };
        deeds.push(Done::Act(side, dice.below(2) as u8));
        deeds.push(Done::Roll(Roll::one(1 + dice.below(6) as u8)));
    }
    Record::of(walk(turns), 0, deeds.into_iter())
}

/// The phases of a record, in numbers alone: a fable has no words.
fn phases(record: &Record<Fable>) -> Vec<AnalysedPhase> {
    let weighed = (0..record.phases()).map(|n| (n, numbers(record, n, 61, &GOING_ON).expect("not stopped")));
    let roll = |r: &super::weigh::Rolled| AnalysedRoll {
        step: r.step,
        dice: r.roll.values().to_vec(),
        expected: r.expected,
        after: r.after,
        classes: r.classes,
        text: String::new(),
    };
    let phase = |(n, w): (usize, super::weigh::Weighed)| {
        let judged = |side: Side| record.phases[n].free[side.index()].map(|at| (side, at));
        let judged = Side::BOTH.into_iter().filter_map(judged);
        let rolls: Vec<AnalysedRoll> = w.rolls.iter().map(roll).collect();
        AnalysedPhase {
            step: record.phases[n].step,
            until: 0,
            turn: n as u8,
            turn_label: String::new(),
            phase: String::new(),
            side: None,
            before: w.before,
            after: w.after,
            decisions: w.decisions,
            luck: rolls.iter().map(AnalysedRoll::luck).sum(),
            hidden: w.hidden,
            drift: w.drift,
            rolls,
            judged: judged.map(|(side, at)| judge(record, n, side, at, effort(), &GOING_ON).expect("not stopped")).collect(),
        }
    };
    weighed.map(phase).collect()
}

#[test]
fn decisions_luck_and_drift_add_up_to_the_change_of_the_chance() {
    for seed in 0..6 {
        let record = walked(12, seed);
        let analysis = conclude::conclude(effort(), phases(&record), record.result, None);
        let [union, confederate] = &analysis.sides;
        let sum = union.decisions - confederate.decisions + analysis.luck + analysis.hidden + analysis.drift;
        assert!((analysis.end - analysis.start - sum).abs() < 1e-9, "{} to {}, not by {sum}", analysis.start, analysis.end);
        assert!(analysis.end == 0.0 || analysis.end == 1.0);
        assert_eq!(analysis.hidden, 0.0, "nothing is hidden in a fable");
        let (lucky, decided) = (analysis.phases.iter().any(|p| p.luck != 0.0), analysis.phases.iter().any(|p| p.decisions != [0.0; 2]));
        assert!(lucky && decided, "seed {seed}: {lucky} {decided}");
        for phase in &analysis.phases {
            assert!(phase.judged.len() == 1, "one side has a choice in each");
        }
        assert_eq!((union.luck, union.phases), (-confederate.luck, 6));
        assert!(union.best.len() <= 3 && union.worst.len() <= 3);
        assert!(union.best.windows(2).all(|m| m[0].worth >= m[1].worth));
    }
}

#[test]
fn equal_efforts_come_to_equal_results() {
    let record = walked(6, 3);
    assert_eq!(phases(&record), phases(&record));
}

#[test]
fn whoever_raises_the_flag_is_heard() {
    let stop = AtomicBool::new(true);
    assert!(numbers(&walked(2, 1), 0, 61, &stop).is_none());
}

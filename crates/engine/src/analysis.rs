//! What decided a game, as data: the chance to win from phase to phase, and what changed it.
//!
//! Chances are the Union's, from 0 to 1. The chance at the end less the chance at the start is the sum of what the decisions were worth, of
//! the luck of the dice, of what was hidden, and of the drift of the estimate itself.

use crate::Side;
use crate::contract::{Choice, Outcome};
use crate::vocabulary::vocabulary;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

vocabulary! {
    /// How much a decision cost.
    Mark {
        /// Enough to be seen.
        Inaccuracy = "inaccuracy",
        /// Enough to be felt.
        Mistake = "mistake",
        /// Enough to decide a game.
        Blunder = "blunder",
    }
}

/// What a decision costs, in chance, to bear each mark.
const COSTS: [(f64, Mark); 3] = [(0.12, Mark::Blunder), (0.06, Mark::Mistake), (0.03, Mark::Inaccuracy)];

/// How many of its own doubts a cost must exceed to be held against anybody.
const SURE: f64 = 2.0;

impl Mark {
    /// The mark of a decision that cost so much, give or take a doubt.
    pub fn of(cost: f64, doubt: f64) -> Option<Mark> {
        let sure = cost > SURE * doubt;
        COSTS.iter().find(|(least, _)| sure && cost >= *least).map(|(_, mark)| *mark)
    }
}

vocabulary! {
    /// What a moment was about.
    MomentKind {
        /// The dice, or a draw.
        Roll = "roll",
        /// What a side did in a phase.
        Decision = "decision",
    }
}

/// A throw or a draw, and what it was worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AnalysedRoll {
    /// The step of the replay before it.
    pub step: usize,
    /// What was thrown or drawn.
    pub dice: Vec<u8>,
    /// The exact mean over all that might have come.
    pub expected: f64,
    /// The chance with what came.
    pub after: f64,
    /// How many different things might have come.
    pub classes: usize,
    /// What happened, in words.
    pub text: String,
}

impl AnalysedRoll {
    /// What it was worth to the Union.
    pub fn luck(&self) -> f64 {
        self.after - self.expected
    }
}

/// What a side did in a phase, held against what the general would have done, by what that side could know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Judged {
    /// Whose decisions.
    pub side: Side,
    /// The step of the replay at which the side first had a choice.
    pub step: usize,
    /// Its own chance with what it did.
    pub played: f64,
    /// Its own chance with what the general would have done.
    pub best: f64,
    /// What it lost by that; below nothing where it found something better.
    pub cost: f64,
    /// How far the cost can be trusted: its standard error.
    pub doubt: f64,
    /// How much it cost, in a word, if anything worth a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// What the general means to do, in a sentence or two.
    pub intent: String,
    /// Its orders.
    pub plan: Vec<Choice>,
}

/// A player phase.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct AnalysedPhase {
    /// The step of the replay at which it begins.
    pub step: usize,
    /// The step at which the next one begins, or the last one of the game.
    pub until: usize,
    /// The turn number.
    pub turn: u8,
    /// The turn in words.
    pub turn_label: String,
    /// The phase in words.
    pub phase: String,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The chance at its start.
    pub before: f64,
    /// The chance at its end, judged as it was at its start.
    pub after: f64,
    /// What the decisions of each side were worth to the Union, the Union's first: against what plain play would have done instead.
    pub decisions: [f64; 2],
    /// What all its dice were worth to the Union.
    pub luck: f64,
    /// What lay hidden made of the decisions: the part of their worth that whoever decided could not know.
    pub hidden: f64,
    /// The drift of the estimate: the same positions, judged again.
    pub drift: f64,
    /// Its dice.
    pub rolls: Vec<AnalysedRoll>,
    /// What each side that had a choice did with it.
    pub judged: Vec<Judged>,
}

/// A moment worth looking at.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct AnalysedMoment {
    /// The step of the replay.
    pub step: usize,
    /// What it was about.
    pub kind: MomentKind,
    /// What it was worth to the side.
    pub worth: f64,
    /// How bad a decision it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The turn in words.
    pub turn_label: String,
    /// What happened, in words.
    pub text: String,
}

/// How a side did.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AnalysedSide {
    /// Which.
    pub side: Side,
    /// In how many phases it had a choice.
    pub phases: usize,
    /// What it lost against the general in such a phase, on average.
    pub error: f64,
    /// What the dice gave it in all.
    pub luck: f64,
    /// What its decisions gained it over plain play, in all.
    pub decisions: f64,
    /// How many inaccuracies, mistakes and blunders.
    pub marks: [usize; 3],
    /// Its best moments, the best first.
    pub best: Vec<AnalysedMoment>,
    /// Its worst moments, the worst first.
    pub worst: Vec<AnalysedMoment>,
}

/// What decided a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Analysis {
    /// How many positions the general might look at for a phase.
    pub nodes: u64,
    /// In how many imagined futures every position was judged.
    pub worlds: usize,
    /// The Union's chance at the start.
    pub start: f64,
    /// The Union's chance at the end: one, none or half if the game is over.
    pub end: f64,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What the dice were worth to the Union, in all.
    pub luck: f64,
    /// What was hidden, likewise.
    pub hidden: f64,
    /// The drift of the estimate, likewise.
    pub drift: f64,
    /// How large the drift of a phase is on average, whichever its sign.
    pub drift_per_phase: f64,
    /// How each side did, the Union first.
    pub sides: [AnalysedSide; 2],
    /// Phase by phase.
    pub phases: Vec<AnalysedPhase>,
}

/// How much an analysis may cost. Equal efforts come to equal results, on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many positions the general may look at in a phase in which a side has a choice.
    pub nodes: u64,
    /// In how many futures every position is judged.
    pub worlds: usize,
}

/// Futures for every position, unless somebody asks for others: a prime, so that the dice of the first throws are spread evenly.
pub const WORLDS: usize = 127;

/// The least that a search is worth having.
const LEAST: u64 = 4_000;

/// The general thinks no longer about a phase than this many seconds on one core, unless somebody asks for more.
const LONGEST: f64 = 0.8;

/// Seconds of thinking on one core in a whole game, unless somebody asks for others.
pub const SECONDS: f64 = 40.0;

impl Effort {
    /// The effort of so many positions in a phase.
    pub fn of_nodes(nodes: u64) -> Effort {
        Effort { nodes, worlds: WORLDS }
    }

    /// About so many seconds of thinking on one core for so many choices, at that pace.
    pub fn of_seconds(seconds: f64, choices: usize, pace: f64) -> Effort {
        let each = (seconds / choices.max(1) as f64).min(LONGEST);
        Effort::of_nodes(((each * pace) as u64).max(LEAST))
    }
}

/// A game to be analysed, whichever it is.
pub trait Study: Send + Sync {
    /// How many player phases it has. They can be weighed in any order and side by side.
    fn phases(&self) -> usize;
    /// In how many of them a side had a choice, each side counted.
    fn choices(&self) -> usize;
    /// How many positions a second the general looks at in this game.
    fn pace(&self) -> f64;
    /// One phase; nothing if the flag was raised meanwhile.
    fn weigh(&self, phase: usize, effort: Effort, stop: &AtomicBool) -> Option<AnalysedPhase>;
    /// What all phases come to.
    fn conclude(&self, effort: Effort, phases: Vec<AnalysedPhase>) -> Analysis;

    /// The effort that is enough for most.
    fn usual_effort(&self) -> Effort {
        Effort::of_seconds(SECONDS, self.choices(), self.pace())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_needs_a_cost_that_stands_out_of_its_doubt() {
        assert_eq!(Mark::of(0.13, 0.01), Some(Mark::Blunder));
        assert_eq!(Mark::of(0.13, 0.07), None);
        assert_eq!(Mark::of(0.07, 0.01), Some(Mark::Mistake));
        assert_eq!(Mark::of(0.03, 0.0), Some(Mark::Inaccuracy));
        assert_eq!(Mark::of(0.01, 0.0), None);
        assert_eq!(Mark::of(-0.2, 0.0), None);
    }
}

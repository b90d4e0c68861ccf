//! What decided a game: the chance to win from phase to phase, and how much of its change was whose doing.
//!
//! A position is judged by what becomes of it if both sides go on plainly, as the script would ([`outlook`]): the mean over many imagined
//! futures up to a turn not far ahead, the same futures for all positions of a phase. From there on everything is a difference of two
//! such chances. A decision is worth the chance after it less the chance before it; a roll the chance after it less the exact mean
//! over its classes. Whatever is left between two phases is the estimate's own drift: the same position, judged again in other futures.
//!
//! Besides, what a side did in a phase is held against what the general would have done: both plans are tried in the same futures of
//! positions that fit what that side could know when it first had a choice, never in the true one if that was hidden.
//!
//! | chapter | holds |
//! | --- | --- |
//! | this one | the [`Study`] of a game: phase by phase, so that whoever runs it may use threads, show progress, or stop |
//! | [`outlook`] | the chance of a position |
//! | [`record`] | the game as it was played |
//! | [`weigh`] | one phase |
//! | [`conclude`] | all of them together |

mod conclude;
mod outlook;
mod record;
#[cfg(test)]
mod tests;
mod weigh;

pub use record::Record;

use crate::Doctrine;
use crate::lent::halted;
use engine::BadField;
use engine::analysis::{AnalysedPhase, Analysis, Effort, Study};
use engine::contract::Outcome;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};

/// The game of a save, to be analysed.
pub fn study<D: Doctrine>(open: &dyn Fn() -> Result<D::Game, BadField>, document: &Value) -> Result<Box<dyn Study>, BadField> {
    Ok(Box::new(Record::<D>::read(open, document)?))
}

impl<D: Doctrine> Study for Record<D> {
    fn phases(&self) -> usize {
        self.phases.len()
    }

    fn choices(&self) -> usize {
        self.phases.iter().map(|phase| phase.free.iter().flatten().count()).sum()
    }

    fn pace(&self) -> f64 {
        D::weights(&self.game).pace
    }

    fn weigh(&self, phase: usize, effort: Effort, stop: &AtomicBool) -> Option<AnalysedPhase> {
        weigh::weigh(self, phase, effort, stop)
    }

    fn conclude(&self, effort: Effort, phases: Vec<AnalysedPhase>) -> Analysis {
        conclude::conclude(effort, phases, self.result, self.outcome.clone())
    }
}

/// Whether somebody wants it to end.
fn stopped(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed) || halted()
}

/// The Union's chance when a game has ended so.
pub(crate) fn result(winner: Option<engine::Side>) -> f64 {
    match winner {
        Some(engine::Side::Union) => 1.0,
        Some(engine::Side::Confederate) => 0.0,
        None => 0.5,
    }
}

/// The Union's chance that an outcome stands for.
fn result_of(outcome: &Outcome) -> f64 {
    result(engine::Side::from_id(outcome.winner.word()))
}

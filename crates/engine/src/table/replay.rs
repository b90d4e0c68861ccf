//! A game from its opening on, step by step: what a seat saw and what it was told.

use super::Refusal;
use super::seated::{Live, Seated};
use crate::journal::Entry;
use crate::{BadField, Game, LogEntry, Side, View};
use serde::Serialize;

/// Where a phase begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct PhaseMark {
    /// The step at which it begins.
    pub step: usize,
    /// The turn number.
    pub turn: u8,
    /// The turn in words.
    pub turn_label: String,
    /// The phase in words.
    pub phase: String,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Side>,
}

/// A game from its opening on, without what was taken back. Step 0 is the opening; every decision and every throw leads to the
/// next step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Timeline {
    /// The number of the last step.
    pub steps: usize,
    /// Where the phases begin.
    pub phases: Vec<PhaseMark>,
    /// For each step but the opening, the entry of the journal that led to it.
    pub entries: Vec<usize>,
}

/// A step as a seat saw it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Frame {
    /// Its number.
    pub step: usize,
    /// The entry of the journal that led to it; none to the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<usize>,
    /// The side that decided; nobody for the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// What happened.
    pub told: Vec<LogEntry>,
    /// What there was to be seen.
    pub view: View,
}

impl<G: Game> Seated<G> {
    /// The position after that many live entries.
    pub(super) fn state_at(&self, step: usize) -> G::State {
        let kept = self.positions.iter().rev().find(|(at, _)| *at <= step);
        let (at, mut state) = kept.cloned().unwrap_or_else(|| (0, self.opening.clone()));
        self.live[at..step].iter().for_each(|live| self.replay(&mut state, live));
        state
    }

    /// Does again what a live entry did.
    pub(super) fn replay(&self, state: &mut G::State, live: &Live<G::Action>) {
        match &live.entry {
            Entry::Act(side, action) => self.game.apply_unchecked(state, *side, *action, &mut ()),
            Entry::Roll(roll) => self.game.settle(state, roll, &mut ()),
            Entry::Rewind(_) | Entry::Resign(_) => {}
        }
    }

    /// Refuses a step that there is not.
    pub(super) fn within(&self, step: usize) -> Result<(), Refusal> {
        if step <= self.live.len() {
            return Ok(());
        }
        Err(BadField::new("step", format!("the steps go from 0 to {}", self.live.len())).into())
    }
}

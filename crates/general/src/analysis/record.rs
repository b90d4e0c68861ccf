//! The game as it was played.

use super::{result, result_of};
use crate::commander::Commander;
use crate::doctrine::{ActionOf, Doctrine, StateOf};
use engine::contract::Outcome;
use engine::journal::Entry;
use engine::table::{Seated, Table};
use engine::{Actor, BadField, Chair, Roll, Rules, Side};
use serde_json::Value;

/// Something that was done.
#[derive(Clone, Copy)]
pub(crate) enum Done<A> {
    /// A decision.
    Act(Side, A),
    /// Dice, or a draw.
    Roll(Roll),
}

/// A player phase: where it begins, and what was done in it.
pub(crate) struct Phase<D: Doctrine> {
    /// The step of the replay.
    pub(crate) step: usize,
    pub(crate) state: StateOf<D>,
    pub(crate) done: Vec<Done<ActionOf<D>>>,
    /// How much was done before each side first had a choice, the Union's first; nothing if it had none.
    pub(crate) free: [Option<usize>; 2],
}

/// A game as it was played, without what was taken back.
pub struct Record<D: Doctrine> {
    pub(crate) game: D::Game,
    pub(crate) phases: Vec<Phase<D>>,
    /// The Union's share of the point, if the game is over.
    pub(crate) result: Option<f64>,
    pub(crate) outcome: Option<Outcome>,
}

impl<D: Doctrine> Record<D> {
    /// The game of a save; nothing can be said of one whose journal cannot be followed.
    pub fn read(open: impl Fn() -> Result<D::Game, BadField>, document: &Value) -> Result<Record<D>, BadField> {
        let (table, remark) = Seated::load(open()?, document)?;
        if let Some(remark) = remark {
            return Err(BadField::new("journal", remark));
        }
        let done = table.in_force().filter_map(|entry| match entry {
            Entry::Act(side, action) => Some(Done::Act(*side, *action)),
            Entry::Roll(roll) => Some(Done::Roll(*roll)),
            Entry::Rewind(_) | Entry::Resign(_) => None,
        });
        let mut record = Record::of(open()?, table.opening().clone(), done);
        if record.phases.is_empty() {
            return Err(BadField::new("journal", "nothing has been done yet: there is nothing to analyse"));
        }
        record.outcome = table.outcome();
        record.result = record.outcome.as_ref().map(result_of);
        Ok(record)
    }

    /// The game that came of these deeds.
    pub(crate) fn of(game: D::Game, opening: StateOf<D>, done: impl Iterator<Item = Done<ActionOf<D>>>) -> Record<D> {
        let mut phases: Vec<Phase<D>> = Vec::new();
        let mut state = opening;
        let mut number = None;
        for (step, deed) in done.enumerate() {
            if number != Some(game.phase(&state)) {
                number = Some(game.phase(&state));
                phases.push(Phase { step, state: state.clone(), done: Vec::new(), free: [None; 2] });
            }
            let phase = phases.last_mut().expect("a phase has begun");
            if let Done::Act(side, _) = deed
                && phase.free[side.index()].is_none()
                && game.actor(&state).asks(side)
                && Commander::<D>::forced(&Chair::new(&game, &state, side)).is_none()
            {
                phase.free[side.index()] = Some(phase.done.len());
            }
            phase.done.push(deed);
            redo::<D>(&game, &mut state, deed);
        }
        let result = match game.actor(&state) {
            Actor::Over(verdict) => Some(result(verdict.winner)),
            _ => None,
        };
        Record { game, phases, result, outcome: None }
    }
}

/// Does it again.
pub(crate) fn redo<D: Doctrine>(game: &D::Game, state: &mut StateOf<D>, deed: Done<ActionOf<D>>) {
    match deed {
        Done::Act(side, action) => game.apply_unchecked(state, side, action, &mut ()),
        Done::Roll(roll) => game.settle(state, &roll, &mut ()),
    }
}

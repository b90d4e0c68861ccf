//! The standard set-up: at a table that wants it, no person is asked to place anything. One of the game's ready set-ups is dealt by
//! the system's randomness, so that whoever knows the program does not know where the enemy stands; a person's side is told its
//! own as if it had chosen it. Computers keep their own set-ups. Everything goes by the roles of choices: no game is named here.

use crate::tokens;
use engine::contract::{Able, Choice};
use engine::table::Table;
use engine::words::Role;
use engine::{Seat, Side};
use serde_json::Value;

/// The most decisions of a standard set-up, of both sides together: no game's set-up has as many steps.
const MOST: usize = 64;

/// What a side that shall be set up has to do now.
#[derive(Debug)]
pub enum Standard {
    /// This is done for it.
    Do(Value),
    /// It is asked for something that is its own business; more of the set-up may come.
    Ask,
    /// The set-up is over: it is asked for something else.
    Over,
}

/// What is to be done for a side that is asked; `dealt` are the entries of the journal that were done for either side.
pub fn next(table: &dyn Table, side: Side, dealt: &[usize]) -> Standard {
    next_of(table, side, dealt, |many| usize::from(tokens::below(many.min(u8::MAX.into()) as u8)))
}

/// Sets both sides up with the first of their ready set-ups: for pictures, which are to be the same every time.
pub fn lay_out(table: &mut dyn Table) {
    let mut dealt = Vec::new();
    for _ in 0..MOST {
        let asked = Side::BOTH.into_iter().find_map(|side| match next_of(table, side, &dealt, |_| 0) {
            Standard::Do(action) => Some((side, action)),
            _ => None,
        });
        let Some((side, action)) = asked else { return };
        dealt.push(table.length());
        if table.apply(side.into(), &action).is_err() {
            return;
        }
    }
}

/// The same, with somebody who says which of so many ready set-ups it is.
fn next_of(table: &dyn Table, side: Side, dealt: &[usize], pick: impl Fn(usize) -> usize) -> Standard {
    let seat = Seat::from(side);
    let Ok(subjects) = table.subjects(seat) else { return Standard::Ask };
    if waits_for_finish(table, seat, dealt)
        && let Some(finish) = of_role(&subjects, Role::Finish).next()
    {
        return Standard::Do(finish.action.clone());
    }
    let ready: Vec<&Choice> = of_role(&subjects, Role::SetUp).collect();
    if !ready.is_empty() && dealt.len() < MOST {
        return Standard::Do(deal(table, side, &ready, dealt, pick).action.clone());
    }
    let places = subjects.iter().any(|s| matches!(s.shown.role, Role::Place | Role::SetUp));
    if places { Standard::Ask } else { Standard::Over }
}

/// The choices of a role among those of the subjects of that role.
fn of_role(subjects: &[Able], role: Role) -> impl Iterator<Item = &Choice> {
    let able = subjects.iter().filter(move |s| s.shown.role == role);
    able.flat_map(|s| s.choices.iter().flatten()).filter(move |c| c.shown.role == role)
}

/// Whether the last thing that happened is a set-up of ours, and its phase goes on: all it can still want is an end.
fn waits_for_finish(table: &dyn Table, seat: Seat, dealt: &[usize]) -> bool {
    if !table.last_in_force().is_some_and(|last| dealt.contains(&last)) {
        return false;
    }
    let timeline = table.timeline(seat);
    timeline.phases.last().is_some_and(|phase| phase.step < timeline.steps)
}

/// The set-up that is taken: the one this side has had in an earlier step, or any. To have the rest placed is no set-up of its own
/// where there are others.
fn deal<'a>(table: &dyn Table, side: Side, ready: &[&'a Choice], dealt: &[usize], pick: impl Fn(usize) -> usize) -> &'a Choice {
    let journal = table.entries(0);
    let before = |choice: &&&Choice| dealt.iter().any(|n| journal[*n]["by"] == side.id() && journal[*n]["action"] == choice.action);
    if let Some(again) = ready.iter().find(before) {
        return again;
    }
    let whole: Vec<&Choice> = ready.iter().copied().filter(|c| !c.shown.places_rest()).collect();
    let among = if whole.is_empty() { ready } else { &whole };
    among[pick(among.len())]
}

//! What is pending: the steps that a turn, a battle or an interruption has yet to take, the one at hand last.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A step that can be pending.
pub trait Pending: Copy + PartialEq {
    /// What is at hand when nothing is pending. It fills the places that are not in use too: what is not pending looks the same in
    /// all positions.
    const IDLE: Self;
}

/// At most `N` pending steps: a stack that lies in the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Agenda<S, const N: usize> {
    len: u8,
    steps: [S; N],
}

impl<S: Pending, const N: usize> Agenda<S, N> {
    /// Deeper than any play goes.
    pub const MOST: usize = N;

    /// Nothing is pending.
    pub const EMPTY: Agenda<S, N> = Agenda { len: 0, steps: [S::IDLE; N] };

    /// These steps, the last of them at hand.
    pub fn of(steps: &[S]) -> Agenda<S, N> {
        let mut agenda = Agenda::EMPTY;
        steps.iter().take(N).for_each(|step| agenda.push(*step));
        agenda
    }

    /// The step at hand.
    #[inline]
    pub fn top(&self) -> S {
        self.last().unwrap_or(S::IDLE)
    }

    /// The step at hand, if anything is pending.
    #[inline]
    pub fn last(&self) -> Option<S> {
        self.as_slice().last().copied()
    }

    /// The step underneath all others.
    #[inline]
    pub fn phase(&self) -> S {
        self.steps[0]
    }

    /// One more step, to be done first.
    #[inline]
    pub fn push(&mut self, step: S) {
        // A full agenda is a fault of the rules: better to stop than to forget a step.
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
    }

    /// The step at hand is done.
    #[inline]
    pub fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
        self.steps[usize::from(self.len)] = S::IDLE;
    }

    /// The step at hand gives way to another.
    #[inline]
    pub fn turn(&mut self, step: S) {
        self.pop();
        self.push(step);
    }

    /// All steps, the one at hand last.
    #[inline]
    pub fn as_slice(&self) -> &[S] {
        &self.steps[..usize::from(self.len)]
    }
}

impl<S: Pending + Serialize, const N: usize> Serialize for Agenda<S, N> {
    fn serialize<Z: Serializer>(&self, s: Z) -> Result<Z::Ok, Z::Error> {
        s.collect_seq(self.as_slice())
    }
}

impl<'de, S: Pending + Deserialize<'de>, const N: usize> Deserialize<'de> for Agenda<S, N> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Agenda<S, N>, D::Error> {
        let steps = Vec::<S>::deserialize(d)?;
        if steps.is_empty() || steps.len() > N {
            return Err(D::Error::custom(format!("an agenda has 1 to {N} steps")));
        }
        Ok(Agenda::of(&steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Pending for u8 {
        const IDLE: u8 = 0;
    }

    #[test]
    fn the_last_step_is_at_hand_and_what_is_done_leaves_no_trace() {
        let mut agenda: Agenda<u8, 3> = Agenda::of(&[4]);
        agenda.push(5);
        agenda.turn(6);
        assert_eq!((agenda.as_slice(), agenda.top(), agenda.phase()), (&[4, 6][..], 6, 4));
        agenda.pop();
        assert_eq!(agenda, Agenda::of(&[4]), "no trace of what was pending");
        agenda.pop();
        agenda.pop();
        assert_eq!((agenda.last(), agenda.top(), agenda == Agenda::EMPTY), (None, 0, true));
    }

    #[test]
    fn files_hold_at_least_one_step_and_no_more_than_there_is_room() {
        let read = |text: &str| serde_json::from_str::<Agenda<u8, 2>>(text).map_err(|e| e.to_string());
        assert_eq!(read("[1,2]"), Ok(Agenda::of(&[1, 2])));
        assert_eq!(serde_json::to_string(&Agenda::<u8, 2>::of(&[1, 2])).unwrap(), "[1,2]");
        assert!(read("[]").is_err_and(|e| e.contains("1 to 2 steps")));
        assert!(read("[1,2,3]").is_err());
    }
}

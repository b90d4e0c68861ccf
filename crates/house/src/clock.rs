//! Clocks: how long each side may think. Live games have a main time and some more for every player phase; games over days have so many
//! hours for each decision, and a bank for those that take longer. Clocks belong to the house: rules know nothing of them.

use crate::Time;
use serde::{Deserialize, Serialize};

const SECOND: Time = 1_000;
const HOUR: Time = 3_600_000;

/// How fast a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Pace {
    /// As long as one likes.
    #[default]
    Free,
    /// In one sitting.
    Live {
        /// For the whole game, in seconds.
        main: u64,
        /// More for every player phase, in seconds.
        increment: u64,
    },
    /// Over days.
    Days {
        /// For each decision, in hours.
        hours: u64,
        /// For those that take longer, in hours in all.
        bank: u64,
    },
}

impl Pace {
    /// Whether it makes sense.
    pub fn sound(self) -> bool {
        match self {
            Pace::Free => true,
            Pace::Live { main, increment } => (60..=6 * 3_600).contains(&main) && increment <= 600,
            Pace::Days { hours, bank } => (1..=14 * 24).contains(&hours) && bank <= 60 * 24,
        }
    }

    /// In words.
    pub fn words(self) -> String {
        let of_hours = |hours: u64| match hours {
            h if h % 24 == 0 && h > 24 => format!("{} days", h / 24),
            24 => "a day".into(),
            h => format!("{h} hours"),
        };
        match self {
            Pace::Free => "no clock".into(),
            Pace::Live { main, increment } => format!("live, {} minutes and {increment} seconds a phase", main / 60),
            Pace::Days { hours, bank: 0 } => format!("{} for each decision", of_hours(hours)),
            Pace::Days { hours, bank } => format!("{} for each decision, {} in the bank", of_hours(hours), of_hours(bank)),
        }
    }
}

/// The clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// What is left: of the main time, or of the bank.
    pub left: [Time; 2],
    /// Which sides think.
    pub asked: [bool; 2],
    /// Since when.
    pub since: Time,
    /// The player phase.
    pub phase: String,
    /// Whether it stands still, by consent.
    #[serde(default)]
    pub stopped: bool,
}

impl Clock {
    /// Before the first decision.
    pub fn new(pace: Pace, now: Time) -> Clock {
        let left = match pace {
            Pace::Free => 0,
            Pace::Live { main, .. } => main * SECOND,
            Pace::Days { bank, .. } => bank * HOUR,
        };
        Clock { left: [left; 2], since: now, ..Clock::default() }
    }

    /// A side has given up so many hundredths of its time for the side that it has.
    pub fn give_up(&mut self, side: usize, percent: u8) {
        self.left[side] = self.left[side] / 100 * (100 - Time::from(percent.min(100)));
    }

    /// How much of what is left a side has used of the time since it was asked, of which it was away for some.
    fn used(&self, pace: Pace, side: usize, now: Time, away: Time) -> Time {
        if !self.asked[side] || self.stopped {
            return 0;
        }
        let elapsed = now.saturating_sub(self.since);
        match pace {
            Pace::Free => 0,
            Pace::Live { .. } => elapsed,
            Pace::Days { hours, .. } => elapsed.saturating_sub(away).saturating_sub(hours * HOUR),
        }
    }

    /// Whether the clock of a side has run out. It is not lost by that: the other may claim it.
    pub fn lapsed(&self, pace: Pace, side: usize, now: Time, away: Time) -> bool {
        pace != Pace::Free && self.asked[side] && self.used(pace, side, now, away) > self.left[side]
    }

    /// When the clock of a side runs out if nothing happens.
    pub fn deadline(&self, pace: Pace, side: usize, away: Time) -> Option<Time> {
        if !self.asked[side] || self.stopped {
            return None;
        }
        match pace {
            Pace::Free => None,
            Pace::Live { .. } => Some(self.since + self.left[side]),
            Pace::Days { hours, .. } => Some(self.since + away + hours * HOUR + self.left[side]),
        }
    }

    /// Somebody has decided something: the time that went by is counted, and other sides may be asked from now on.
    pub fn moved(&mut self, pace: Pace, asked: [bool; 2], phase: &str, now: Time, away: [Time; 2]) {
        let next_phase = self.phase != phase;
        for (side, away) in away.into_iter().enumerate() {
            let used = self.used(pace, side, now, away);
            self.left[side] = self.left[side].saturating_sub(used);
            if let Pace::Live { increment, .. } = pace
                && next_phase
                && self.asked[side]
            {
                self.left[side] += increment * SECOND;
            }
        }
        (self.asked, self.since, self.phase) = (asked, now, phase.into());
    }

    /// Stops, or goes on.
    pub fn stop(&mut self, pace: Pace, stopped: bool, now: Time, away: [Time; 2]) {
        let (asked, phase) = (self.asked, self.phase.clone());
        self.moved(pace, asked, &phase, now, away);
        self.stopped = stopped;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [Time; 2] = [0, 0];

    #[test]
    fn a_live_clock_runs_for_whoever_is_asked_and_gains_with_every_phase() {
        let pace = Pace::Live { main: 600, increment: 30 };
        let mut clock = Clock::new(pace, 0);
        clock.moved(pace, [true, false], "1/movement", 10 * SECOND, NONE);
        assert_eq!(clock.left, [600 * SECOND; 2], "nobody was asked before");
        clock.moved(pace, [true, false], "1/movement", 70 * SECOND, NONE);
        assert_eq!(clock.left[0], 540 * SECOND, "in the same phase nothing is gained");
        clock.moved(pace, [false, true], "1/combat", 80 * SECOND, NONE);
        assert_eq!(clock.left, [560 * SECOND, 600 * SECOND]);
        assert_eq!(clock.deadline(pace, 1, 0), Some(680 * SECOND));
        assert!(!clock.lapsed(pace, 1, 680 * SECOND, 0) && clock.lapsed(pace, 1, 681 * SECOND, 0));
        assert!(!clock.lapsed(pace, 0, 9_999 * SECOND, 0), "it is not his time");
        clock.stop(pace, true, 90 * SECOND, NONE);
        assert!(!clock.lapsed(pace, 1, 9_999 * SECOND, 0) && clock.deadline(pace, 1, 0).is_none());
        clock.stop(pace, false, 5_000 * SECOND, NONE);
        assert_eq!(clock.left[1], 590 * SECOND);
    }

    #[test]
    fn over_days_each_decision_has_its_hours_then_the_bank_and_vacations_do_not_count() {
        let pace = Pace::Days { hours: 48, bank: 24 };
        let mut clock = Clock::new(pace, 0);
        clock.moved(pace, [true, true], "setup", 0, NONE);
        clock.moved(pace, [false, true], "setup", 40 * HOUR, NONE);
        assert_eq!(clock.left, [24 * HOUR; 2], "within the hours");
        clock.moved(pace, [true, false], "1", 40 * HOUR + 58 * HOUR, NONE);
        assert_eq!(clock.left, [24 * HOUR, 14 * HOUR], "ten hours too long");
        let since = clock.since;
        assert_eq!(clock.deadline(pace, 0, 0), Some(since + 72 * HOUR));
        assert!(clock.lapsed(pace, 0, since + 73 * HOUR, 0) && !clock.lapsed(pace, 0, since + 73 * HOUR, 10 * HOUR));
        clock.moved(pace, [true, false], "1", since + 100 * HOUR, [50 * HOUR, 0]);
        assert_eq!(clock.left[0], 22 * HOUR);
        assert!(Pace::Days { hours: 0, bank: 0 } != pace && !Pace::Days { hours: 0, bank: 0 }.sound() && pace.sound());
        assert_eq!(pace.words(), "2 days for each decision, a day in the bank");
    }
}

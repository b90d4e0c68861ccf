//! A lesson at a table of its own: the pupil decides, everything else is done for him.

use crate::course::{Phase, Stand};
use crate::lesson::Lesson;
use engine::contract::Asks;
use engine::table::{Kind, Refusal, Table, Thinker};
use engine::{BadField, Seat};
use serde_json::Value;

/// A lesson in progress.
pub struct Class {
    /// The lesson.
    pub lesson: &'static Lesson,
    /// Its table.
    pub table: Box<dyn Table>,
    opponent: Option<Box<dyn Thinker>>,
    seed: u64,
}

impl Class {
    /// Begins a lesson; the seed is for the fight.
    pub fn begin(lesson: &'static Lesson, kind: &dyn Kind, seed: u64) -> Result<Class, Refusal> {
        let fault = |bad: BadField| Refusal::from(bad);
        let mut class = Class { lesson, table: lesson.open(kind, seed).map_err(fault)?, opponent: None, seed };
        class.go_on()?;
        Ok(class)
    }

    /// The pupil's seat.
    pub fn seat(&self) -> Seat {
        self.lesson.side.into()
    }

    /// How it stands.
    pub fn stand(&self) -> Stand {
        self.lesson.stand(self.table.as_ref())
    }

    /// The pupil does something; the rest follows.
    pub fn act(&mut self, action: &Value) -> Result<(), Refusal> {
        self.lesson.permits(self.table.as_ref(), action)?;
        self.table.apply(self.seat(), action)?;
        self.go_on()
    }

    /// The pupil takes back his last decision.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        self.lesson.may_undo(self.table.as_ref())?;
        self.table.undo(self.seat())
    }

    /// Does whatever is not the pupil's to do, until he is asked or it is over.
    pub fn go_on(&mut self) -> Result<(), Refusal> {
        self.lesson.go_on(self.table.as_mut())?;
        while self.lesson.fights(self.table.as_ref()) {
            let asked = self.table.actor(Seat::Referee);
            let awaits = |seat: Seat| {
                asked.actor.side().map(Seat::from) == Some(seat)
                    || asked.awaited.as_ref().is_some_and(|sides| sides.iter().any(|s| Seat::from(*s) == seat))
            };
            let enemy = Seat::from(self.lesson.side.enemy());
            if asked.actor == Asks::Chance {
                self.table.roll(Seat::Referee, None)?;
            } else if awaits(enemy) {
                self.oppose(enemy)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    fn oppose(&mut self, enemy: Seat) -> Result<(), Refusal> {
        if self.opponent.is_none() {
            // By nodes and not by the clock: the same decisions on any machine, however busy it is.
            let level = self.lesson.fight().map_or("captain", |fight| fight.level.as_str());
            self.opponent = Some(self.table.hire(&format!("{level}/10"), self.seed)?);
        }
        let moment = self.table.moment(enemy)?;
        if let Some(opponent) = &mut self.opponent {
            let action = opponent.decide(&moment)?;
            self.table.apply(enemy, &action)?;
        }
        Ok(())
    }

    /// Whether it is over, and well.
    pub fn done(&self) -> bool {
        self.lesson.phase(self.table.as_ref()) == Phase::Done
    }
}

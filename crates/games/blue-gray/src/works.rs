//! Works of earth and logs: some are there from the start, others are made by units that do not march.

use crate::BlueGray;
use crate::action::Event;
use crate::state::State;
use crate::units::UnitId;
use engine::{Illegal, Sink};

impl BlueGray {
    /// Whether a unit may make works where it stands: instead of a march, out of enemy zones.
    pub(crate) fn may_dig(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        let Some(works) = self.title.more.works.as_ref().filter(|w| w.builders.has(unit)) else {
            let rule = self.title.more.works.as_ref().map_or("BG-1.0", |w| w.rule);
            return Err(Illegal::new(rule, "This unit makes no works.", "Let it march."));
        };
        self.may_march(state, unit)?;
        if self.in_enemy_zone(state, state.side, state.place(unit)) {
            Err(Illegal::new(works.rule, "Nobody makes works in an enemy zone of control.", "Let it fight, or dig elsewhere."))
        } else if state.works.has(state.place(unit)) {
            Err(Illegal::new(works.rule, "There are works in this hex already.", "One is enough for all who stand there."))
        } else if state.overfull > 0 {
            Err(Illegal::new("BG-5.32", "A hex still holds more than two units.", "Move one of them out first."))
        } else {
            Ok(())
        }
    }

    /// A unit makes works; that was its move.
    pub(crate) fn dig<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, sink: &mut K) {
        let cell = state.place(unit);
        state.moved.insert(unit);
        state.works.insert(cell);
        sink.tell(|| Event::Dug(unit, cell));
    }
}

//! Chapter 14, step G: the advance after combat (GUV-14.20, GUV-14.33, GUV-14.63).

use crate::action::{Action, Event};
use crate::counters::counters;
use crate::ground::ground;
use crate::ids::{Hex, Piece};
use crate::state::State;
use crate::{Check, GiveUsVictories};
use engine::{Illegal, Sink};

impl GiveUsVictories {
    /// GUV-14.63: the units that may follow, and where; skirmishers that took part too (GUV-13.11).
    pub(crate) fn may_advance(&self, state: &State, piece: Piece, hex: Hex) -> Check {
        let battle = state.battle();
        let side = state.act().side;
        if !battle.attackers.has(piece) || battle.gone.has(piece) {
            return Err(Illegal::new(
                "GUV-14.63",
                "Only units that took part advance, once.",
                "Choose a unit of this combat that has not advanced, or end the advance.",
            ));
        }
        if !battle.targets.has(hex) || state.holds(side.enemy(), hex) {
            return Err(Illegal::new(
                "GUV-14.20",
                "Units advance only into a hex that the defender has left.",
                "Choose a hex that he has left, or stay.",
            ));
        }
        let d = ground().direction(state.hex(piece), hex);
        if !d.is_some_and(|d| self.passable(state, piece, state.hex(piece), d, false)) {
            return Err(Illegal::new("GUV-14.63", "That hexside cannot be crossed.", "Choose another hex, or stay."));
        }
        if !self.room(state, piece, hex) {
            return Err(Illegal::new("GUV-14.63", "The stacking limits hold in an advance too.", "Let fewer units advance."));
        }
        Ok(())
    }

    pub(crate) fn advances(&self, state: &State, out: &mut Vec<Action>) {
        let battle = state.battle();
        for p in battle.attackers.minus(&battle.gone).iter() {
            for hex in battle.targets.as_slice() {
                if self.may_advance(state, p, *hex).is_ok() {
                    out.push(Action::Advance { piece: p, hex: *hex });
                }
            }
        }
        out.push(Action::Done);
    }

    /// A unit follows; leaving its own breastworks it is not disorganized (GUV-14.33).
    pub(crate) fn advance<K: Sink<Event>>(&self, state: &mut State, piece: Piece, hex: Hex, sink: &mut K) {
        let from = state.hex(piece);
        state.put(piece, hex);
        state.stirred.insert(piece);
        state.battle_mut().gone.insert(piece);
        sink.tell(|| Event::Advanced { piece, to: hex });
        self.lead_dummies(state, counters().get(piece).side, from, hex);
        self.tidy(state, from, sink);
        self.tidy(state, hex, sink);
    }
}

//! Losses (BR-7.7): who pays, with what, and where the lost go.

use crate::BullRun;
use crate::action::{Event, Loss};
use crate::counters::{Kind, PieceId, Rank, pieces};
use crate::state::{Spot, State, Step};
use board::HexId;
use contact::Set;
use engine::{Illegal, Side, Sink};

impl BullRun {
    /// The units of a side that the results of the battle at hand touch: participants beside the enemy (BR-CRT-2).
    /// Batteries at long range suffer no adverse result (BR-9.52, BR-GL-1).
    pub fn involved(&self, state: &State, side: Side) -> Set {
        let members = if side == state.side { state.battle.attackers } else { state.battle.defenders };
        state.on_map(side, members).fold(0, |set, (p, _)| set | p.bit())
    }

    /// What a unit pays of a loss, in half points: its defence as terrain modifies it in this battle (BR-7.71b).
    pub fn worth(&self, state: &State, unit: PieceId) -> u16 {
        let hex = state.hex(unit).expect("a unit in the battle is on the map");
        self.modified_defence(state, unit, hex, unit.side() == state.side)
    }

    /// A unit is eliminated. Infantry within four hexes of its own brigade leader goes to the RALLY box (BR-7.74, BR-14.2,
    /// BR-GL-3); a brigade piece breaks up first (BR-14.21); anything else is gone for good (BR-14.23, BR-OB-1).
    pub(crate) fn eliminate(&self, state: &mut State, unit: PieceId, from: HexId, loss: Loss, sink: &mut impl Sink<Event>) {
        let side = unit.side();
        if self.counters.kind(unit) == Kind::Formed {
            let parts = state.parts(unit) & self.counters.infantry[side.index()];
            self.break_up(state, unit, sink);
            pieces(side, parts).for_each(|p| self.eliminate(state, p, from, loss, sink));
            return;
        }
        let hex = state.hex(unit).expect("a unit that is lost was on the map");
        let leader = self.counters.leader_of[unit.index()];
        let to_box = self.counters.kind(unit) == Kind::Infantry
            && leader != PieceId::NONE
            && self.counters.counter(leader).rank == Some(Rank::Brigade)
            && state.leader_hex(leader).is_some_and(|h| self.ground.distance(h, from) <= self.tables.limits.recon);
        state.put(unit, if to_box { Spot::BOX } else { Spot::LOST });
        if state.retreating_side() == Some(side) {
            state.battle.retreating &= !unit.bit();
        }
        sink.tell(|| Event::Lost { piece: unit, hex: from, loss, to_box });
        self.last_unit_gone(state, side, hex);
    }

    /// Whether that unit may be lost now (BR-7.73).
    pub(crate) fn may_lose(&self, state: &State, by: Side, unit: PieceId, extra: bool) -> Result<(), Illegal> {
        let side = match state.step() {
            Some(Step::Lose { side, .. }) => side,
            Some(Step::LoseOne) => state.side.enemy(),
            _ => return Err(Illegal::new("BR-7.7", "No loss is owed now.", "Do what the prompt asks.")),
        };
        if by != side || unit.side() != side || self.involved(state, side) & unit.bit() == 0 {
            return Err(Illegal::new(
                "BR-7.71f",
                "Only units that are in the battle and beside the enemy can be lost.",
                "Choose one of those.",
            ));
        }
        if extra && matches!(state.step(), Some(Step::LoseOne)) && self.involved(state, side).count_ones() < 2 {
            return Err(Illegal::new(
                "BR-7.72",
                "The last unit of the battle pays for the result itself.",
                "Go on with the result: it takes that unit.",
            ));
        }
        Ok(())
    }

    pub(crate) fn lose(&self, state: &mut State, unit: PieceId, extra: bool, sink: &mut impl Sink<Event>) {
        let paid = self.worth(state, unit);
        let hex = state.hex(unit).expect("checked");
        self.eliminate(state, unit, hex, Loss::Combat, sink);
        if extra {
            return;
        }
        match state.step() {
            Some(Step::Lose { side, owed }) => state.replace(Step::Lose { side, owed: owed.saturating_sub(paid) }),
            _ => state.pop(),
        }
    }
}

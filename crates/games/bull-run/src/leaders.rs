//! Leaders in danger (BR-12): escorts, the leader elimination table.

use crate::BullRun;
use crate::action::{Event, Loss};
use crate::counters::{PieceId, pieces};
use crate::state::{Spot, State, Step};
use board::HexId;
use contact::Set;
use engine::{Side, Sink};

impl BullRun {
    /// Takes away every leader who stands without a friendly unit in an enemy zone (BR-12.3). Those who are to roll on the
    /// leader table, or who may still go with a unit that just left, are not judged yet.
    pub(crate) fn expose(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        Side::BOTH.into_iter().for_each(|side| self.expose_side(state, side, sink));
    }

    /// The same for the leaders of one side.
    pub(crate) fn expose_side(&self, state: &mut State, side: Side, sink: &mut impl Sink<Event>) {
        self.expose_those(state, side, Set::MAX, sink);
    }

    /// The same for those whom the step of a piece from one hex to another can concern: friends it left behind, enemies it came
    /// beside, and itself.
    pub(crate) fn expose_near(&self, state: &mut State, piece: PieceId, from: HexId, to: HexId, sink: &mut impl Sink<Event>) {
        for side in Side::BOTH {
            let near = if side == piece.side() {
                state.here(side, from) | state.here(side, to)
            } else if self.counters.is_unit(piece) {
                self.ground.neighbours(to).fold(state.here(side, to), |set, h| set | state.here(side, h))
            } else {
                0
            };
            if near & self.counters.leaders[side.index()] != 0 {
                self.expose_those(state, side, near, sink);
            }
        }
    }

    fn expose_those(&self, state: &mut State, side: Side, set: Set, sink: &mut impl Sink<Event>) {
        let judged = set & state.placed(side) & self.counters.leaders[side.index()] & !state.rolling[side.index()];
        for leader in pieces(side, judged) {
            let Some(hex) = state.hex(leader) else { continue };
            if !self.controlled(state, side.enemy(), hex) || state.units(side, hex) != 0 {
                continue;
            }
            if matches!(state.step(), Some(Step::Follow { side: whose, from, .. }) if whose == side && from == hex) {
                continue;
            }
            self.lose_leader(state, leader, Loss::Unescorted, sink);
        }
    }

    /// A leader is gone for good (BR-14.23).
    pub(crate) fn lose_leader(&self, state: &mut State, leader: PieceId, loss: Loss, sink: &mut impl Sink<Event>) {
        let Some(hex) = state.hex(leader) else { return };
        state.put(leader, Spot::LOST);
        sink.tell(|| Event::Lost { piece: leader, hex, loss, to_box: false });
    }

    /// Combat eliminated a unit in a hex: if it was the last one, the leaders there roll (BR-12.5).
    pub(crate) fn last_unit_gone(&self, state: &mut State, side: Side, hex: HexId) {
        if state.units(side, hex) == 0 {
            state.rolling[side.index()] |= state.here(side, hex) & self.counters.leaders[side.index()];
        }
    }

    /// The leader whose die is next.
    pub(crate) fn next_to_roll(&self, state: &State) -> Option<PieceId> {
        Side::BOTH.into_iter().find_map(|side| pieces(side, state.rolling[side.index()]).next())
    }

    /// The die of a leader: he falls back two hexes, or he is lost.
    pub(crate) fn leader_die(&self, state: &mut State, die: u8, sink: &mut impl Sink<Event>) {
        let leader = self.next_to_roll(state).expect("a leader is to roll");
        let lost = self.tables.leader_lost[usize::from(die) - 1];
        sink.tell(|| Event::LeaderRoll { leader, die, lost });
        state.rolling[leader.side().index()] &= !leader.bit();
        if lost {
            self.lose_leader(state, leader, Loss::LeaderTable, sink);
        } else {
            state.push(Step::LeaderRetreat { leader });
        }
    }
}

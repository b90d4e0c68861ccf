//! Reinforcements (BR-13): when and where they come, by road or by rail.

use crate::BullRun;
use crate::action::{Event, Loss};
use crate::counters::{Kind, PieceId, pieces};
use crate::scenario::Start;
use crate::state::{Spot, State};
use board::HexId;
use contact::Set;
use engine::{Illegal, Sink};

impl BullRun {
    /// Whether the group of a piece arrives by rail in this very turn.
    pub(crate) fn came_by_rail(&self, state: &State, piece: PieceId) -> bool {
        self.group_of(piece).is_some_and(|g| !self.scenario.groups[g].railroad.is_empty() && self.arrival(state, g) == state.turn)
    }

    pub(crate) fn group_of(&self, piece: PieceId) -> Option<usize> {
        match self.scenario.starts[piece.index()] {
            Start::Group(number) => Some(usize::from(number)),
            _ => None,
        }
    }

    /// The turn in which a group arrives; 0 while that is uncertain (BR-13.1, BR-OPT-1).
    pub(crate) fn arrival(&self, state: &State, group: usize) -> u8 {
        let g = &self.scenario.groups[group];
        if g.rolled && self.options.uncertain_times { state.called[group] } else { g.turn }
    }

    /// Whether a reinforcement may come now: its entry hex and the sixths spent to enter it.
    pub(crate) fn may_enter(&self, state: &State, piece: PieceId) -> Result<(HexId, u8), Illegal> {
        if state.at[piece.index()] != Spot::DUE {
            return Err(Illegal::new("BR-5.1", "This piece is not on the map.", "Choose a piece on the map, or one that is due."));
        }
        let group = self.group_of(piece).expect("only reinforcements are due");
        let arrival = self.arrival(state, group);
        if arrival == 0 || arrival > state.turn {
            return Err(Illegal::new("BR-13.1", "These reinforcements are not due yet.", "Wait for the turn on their card."));
        }
        let g = &self.scenario.groups[group];
        if self.controlled(state, piece.side().enemy(), g.hex) {
            return Err(Illegal::new(
                "BR-13.11",
                "The entry hex is in an enemy zone of control: the reinforcements wait.",
                "Drive the enemy off by an automatic victory, or wait.",
            ));
        }
        // BR-13.3: the road rate for the entry hex.
        let table = &self.tables.movement;
        let battery = self.counters.kind(piece) == Kind::Battery;
        let rate = if g.major { &table.major } else { &table.minor };
        Ok((g.hex, if battery { rate.battery } else { rate.other }))
    }

    /// Whether a piece is to come by rail: on schedule only (BR-13.4).
    pub fn by_rail(&self, state: &State, piece: PieceId) -> Option<&[HexId]> {
        let group = self.group_of(piece)?;
        let line = &self.scenario.groups[group].railroad;
        (state.at[piece.index()] == Spot::DUE && !line.is_empty() && self.arrival(state, group) == state.turn).then_some(line)
    }

    /// Where a piece on the train gets off: the junction, or the last hex before a Union zone (BR-13.41), or before a hex
    /// without room.
    pub(crate) fn rail_stop(&self, state: &State, piece: PieceId, line: &[HexId]) -> Option<HexId> {
        let open = line.iter().take_while(|h| !self.controlled(state, piece.side().enemy(), **h)).count();
        line[..open].iter().rev().copied().find(|h| self.fits(state, piece, *h))
    }

    /// The reinforcements that could come now (BR-13.12: they may not wait).
    pub fn entrants(&self, state: &State) -> Set {
        let mut set = 0;
        for (number, group) in self.scenario.groups.iter().enumerate().filter(|(_, g)| g.side == state.side) {
            if !(1..=state.turn).contains(&self.arrival(state, number)) {
                continue;
            }
            for piece in pieces(state.side, group.pieces) {
                if state.at[piece.index()] == Spot::DUE && self.may_move(state, state.side, piece).is_ok() {
                    set |= piece.bit();
                }
            }
        }
        set
    }

    /// BR-13.12: whoever could have come and did not is lost.
    pub(crate) fn lose_laggards(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        let hazards = self.hazards(state, state.side);
        for piece in pieces(state.side, self.entrants(state)) {
            if self.has_march(state, piece, &hazards) {
                state.put(piece, Spot::LOST);
                let hex = self.scenario.groups[self.group_of(piece).expect("due")].hex;
                sink.tell(|| Event::Lost { piece, hex, loss: Loss::Late, to_box: false });
            }
        }
    }
}

//! Advances after combat (BR-7.9).

use crate::BullRun;
use crate::action::{Action, Event};
use crate::counters::{Kind, PieceId};
use crate::state::{State, Step};
use board::HexId;
use engine::{Illegal, Side, Sink};

impl BullRun {
    /// Whether that attacker may advance into that hex: this battle vacated it (BR-7.9), it is adjacent, and there is room.
    /// Terrain (BR-7.91) and enemy zones (BR-7.92) do not matter.
    pub fn may_advance(&self, state: &State, by: Side, unit: PieceId, hex: HexId) -> Result<(), Illegal> {
        let Some(from) = state.hex(unit).filter(|_| state.step() == Some(Step::Advance) && by == state.side && unit.side() == by) else {
            return Err(Illegal::new(
                "BR-7.9",
                "Only the attacker's units advance, and only right after their battle.",
                "Advance when you have won a battle.",
            ));
        };
        if state.battle.attackers & unit.bit() == 0 || state.advanced & unit.bit() != 0 {
            return Err(Illegal::new(
                "BR-7.9",
                "Only units that took part in the attack from an adjacent hex advance, once.",
                "Choose a unit that did, or let nobody advance.",
            ));
        }
        if !self.vacated(state).any(|h| h == hex) || self.ground.distance(from, hex) != 1 {
            return Err(Illegal::new(
                "BR-7.9",
                "A unit advances into an adjacent hex that its attack emptied of enemy units.",
                "Choose such a hex, or stay.",
            ));
        }
        if self.counters.kind(unit) == Kind::Formed && self.bars_brigades(state, hex) {
            return Err(Illegal::new(
                "BR-8.52",
                "A brigade piece must break up before it enters a ford, a bridge or an abatis.",
                "Break it up first, or stay.",
            ));
        }
        if !self.fits(state, unit, hex) {
            return Err(Illegal::new("BR-7.9", "The unit would overstack the vacated hex.", "Advance a smaller unit, or stay."));
        }
        if let Some(number) = self.ground.ford(hex)
            && state.ford[number] + self.counters.defence(unit) > self.tables.limits.ford_entry
        {
            return Err(Illegal::new(
                "BR-7.91",
                "Only 8 defence points can enter a ford in a player-turn, advances included.",
                "Advance a smaller unit, or stay.",
            ));
        }
        Ok(())
    }

    /// The defending hexes of the battle that hold no enemy unit any more (R-13: a newcomer keeps a hex).
    pub fn vacated<'a>(&self, state: &'a State) -> impl Iterator<Item = HexId> + 'a {
        let enemy = state.side.enemy();
        state.battle.hexes.iter().copied().filter(move |h| h.is_some() && state.units(enemy, *h) == 0)
    }

    pub(crate) fn advances(&self, state: &State, unit: PieceId, out: &mut Vec<Action>) {
        for hex in self.vacated(state) {
            if self.may_advance(state, state.side, unit, hex).is_ok() {
                out.push(Action::Advance { unit, hex });
            }
        }
    }

    pub(crate) fn advance(&self, state: &mut State, unit: PieceId, hex: HexId, sink: &mut impl Sink<Event>) {
        let from = state.hex(unit).expect("checked");
        if let Some(number) = self.ground.ford(hex) {
            state.ford[number] += self.counters.defence(unit);
        }
        state.put(unit, hex);
        state.advanced |= unit.bit();
        sink.tell(|| Event::Advanced { unit, from, hex });
        self.arrived(state, unit, hex, sink);
        self.ask_leaders(state, unit.side(), from, hex);
        self.expose(state, sink);
    }
}

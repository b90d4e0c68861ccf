//! Supply: a line of hexes from a unit to one of its army's sources, judged when its Movement Phase begins.

use crate::BlueGray;
use crate::action::Event;
use crate::cells::CellSet;
use crate::state::State;
use crate::title::{Hungry, Supply};
use crate::units::{UnitId, UnitSet};
use engine::Sink;

impl BlueGray {
    /// Where a unit has its supply from.
    pub(crate) fn supply_of(&self, unit: UnitId) -> Option<&Supply> {
        let side = self.side_of(unit);
        self.title.more.supply.iter().find(|s| s.side == side)
    }

    /// The hexes to which a side's supply comes: over as many hexes as the title says, along which a unit could go, round enemies and
    /// their zones unless a friend stands there.
    pub(crate) fn supplied(&self, state: &State, supply: &Supply) -> CellSet {
        let (own, enemy) = (&state.occupied[supply.side.index()], supply.side.enemy());
        let shut = self.zone_of(state, enemy).without(own).or(&state.occupied[enemy.index()]);
        let ground = self.ground_in(state);
        let mut reached = supply.sources.and(&ground.stand).without(&shut);
        let mut front = reached;
        for _ in 0..supply.length {
            let mut next = ground.zone(&front);
            ground.ferries.iter().filter(|f| front.has(f.from)).for_each(|f| next.insert(f.to));
            front = next.without(&shut).without(&reached);
            if front.is_empty() {
                break;
            }
            reached = reached.or(&front);
        }
        reached
    }

    /// Judges the supply of the phasing side.
    pub(crate) fn judge_supply<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let Some(supply) = self.title.more.supply.iter().find(|s| s.side == state.side) else {
            return;
        };
        let (army, reached) = (self.army[state.side.index()].and(state.on_map).without(self.immobile), self.supplied(state, supply));
        let cut: UnitSet = army.iter().filter(|u| !reached.has(state.place(*u))).collect();
        state.cut_off = state.cut_off.without(self.army[state.side.index()]).or(cut);
        if !cut.is_empty() {
            sink.tell(|| Event::CutOff(cut));
        }
    }

    /// The units that are cut off, and attack so.
    pub(crate) fn hungry(&self, state: &State, so: Hungry) -> UnitSet {
        let of = |s: &Supply| state.cut_off.and(self.army[s.side.index()]);
        self.title.more.supply.iter().filter(|s| s.attack == so).map(of).fold(UnitSet::EMPTY, UnitSet::or)
    }

    /// What units attack with: half, fractions dropped and one at least, if they are cut off where the title says so.
    #[inline]
    pub(crate) fn striking(&self, state: &State, units: UnitSet) -> u32 {
        let all = self.strength(state, units);
        if self.title.more.supply.is_empty() {
            return all;
        }
        let saved = |u: UnitId| {
            let strength = u32::from(self.strength_of(state, u));
            strength - (strength / 2).max(1)
        };
        all - units.and(self.hungry(state, Hungry::Half)).iter().map(saved).sum::<u32>()
    }
}

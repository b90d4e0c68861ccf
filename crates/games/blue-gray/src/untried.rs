//! Untried units: nobody knows their strength, their own player neither, until they fight for the first time. Then it is drawn from what
//! is left in their pool, and stays.

use crate::BlueGray;
use crate::action::Event;
use crate::state::{State, Step};
use crate::title::Pool;
use crate::units::{UnitId, UnitSet};
use engine::{Class, Roll, Sink};

impl BlueGray {
    /// The place of an untried unit among all of them.
    fn place_untried(&self, unit: UnitId) -> usize {
        (self.untried.0 & ((1 << unit) - 1)).count_ones() as usize
    }

    /// The strength of an untried unit: as drawn, or what is expected of it.
    #[cold]
    pub(crate) fn drawn_strength(&self, state: &State, unit: UnitId) -> u8 {
        match state.drawn[self.place_untried(unit)] {
            0 => self.unit(unit).strength,
            drawn => drawn,
        }
    }

    /// Whether nobody knows the strength of a unit.
    pub fn is_unknown(&self, state: &State, unit: UnitId) -> bool {
        self.untried.has(unit) && state.drawn[self.place_untried(unit)] == 0
    }

    /// Sets the strength of an untried unit.
    pub(crate) fn set_drawn(&self, state: &mut State, unit: UnitId, strength: u8) {
        state.drawn[self.place_untried(unit)] = strength;
    }

    /// Those of a battle whom nobody knows.
    pub(crate) fn unknown_in_battle(&self, state: &State) -> UnitSet {
        let all = state.battle.attackers.or(state.battle.guns).or(state.battle.defenders).and(self.untried);
        all.iter().filter(|u| self.is_unknown(state, *u)).collect()
    }

    /// The pool of an untried unit.
    pub(crate) fn pool_of(&self, unit: UnitId) -> Option<&Pool> {
        self.title.more.pools.iter().find(|p| p.units.has(unit))
    }

    /// The unit that draws now, and what is left in its pool, from the least.
    pub(crate) fn draws(&self, state: &State) -> Option<(UnitId, &Pool, Vec<u8>)> {
        let unit = self.unknown_in_battle(state).iter().next()?;
        let pool = self.pool_of(unit)?;
        let mut left = pool.strengths.clone();
        for other in pool.units.iter().filter(|u| !self.is_unknown(state, *u)) {
            let drawn = state.drawn[self.place_untried(other)];
            if let Some(place) = left.iter().position(|s| *s == drawn) {
                left.remove(place);
            }
        }
        Some((unit, pool, left))
    }

    /// The next strength is drawn; when all are known the battle goes on.
    pub(crate) fn draw<K: Sink<Event>>(&self, state: &mut State, chit: u8, sink: &mut K) {
        if let Some((unit, _, left)) = self.draws(state) {
            let strength = left.get(usize::from(chit)).copied().unwrap_or(self.unit(unit).strength);
            self.set_drawn(state, unit, strength);
            sink.tell(|| Event::Drew(unit, strength));
        }
        if self.unknown_in_battle(state).is_empty() {
            self.strike(state, sink);
        } else {
            state.step = Step::Draw;
        }
    }

    /// What can be drawn, by strength.
    pub(crate) fn draw_classes(&self, state: &State, out: &mut Vec<Class>) {
        let left = self.draws(state).map(|(_, _, left)| left).unwrap_or_default();
        for (place, strength) in left.iter().enumerate() {
            if place == 0 || left[place - 1] != *strength {
                let weight = left.iter().filter(|s| *s == strength).count() as u32;
                out.push(Class { weight, sample: Roll::one(place as u8) });
            }
        }
    }
}

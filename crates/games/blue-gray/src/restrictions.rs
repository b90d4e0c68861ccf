//! What a title forbids to some units, somewhere or for a while.

use crate::BlueGray;
use crate::cells::{Cell, CellSet};
use crate::state::State;
use crate::title::{Ban, Hungry, Restriction};
use crate::units::{UnitId, UnitSet};

impl BlueGray {
    /// The restrictions that hold now.
    fn in_force<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Restriction> {
        self.title.more.restrictions.iter().filter(|r| r.when.holds(state.turn, state.happened))
    }

    /// Those of a restriction's units whom it concerns where they stand.
    fn concerned(&self, state: &State, restriction: &Restriction) -> UnitSet {
        if restriction.cells.is_empty() || restriction.ban == Ban::Enter {
            return restriction.units;
        }
        restriction.units.iter().filter(|u| restriction.cells.has(state.place(*u))).collect()
    }

    /// The units to whom something is forbidden now.
    fn banned(&self, state: &State, ban: Ban) -> UnitSet {
        self.in_force(state).filter(|r| r.ban == ban).map(|r| self.concerned(state, r)).fold(UnitSet::EMPTY, UnitSet::or)
    }

    /// Units that may not march now.
    #[inline]
    pub(crate) fn rooted(&self, state: &State) -> UnitSet {
        if self.title.more.restrictions.is_empty() { UnitSet::EMPTY } else { self.banned(state, Ban::Move) }
    }

    /// Units that may not attack now: such as never do, such as are forbidden to, and such as have nothing to fire.
    #[inline]
    pub(crate) fn barred_from_attack(&self, state: &State) -> UnitSet {
        if self.title.more.restrictions.is_empty() && self.title.more.supply.is_empty() {
            return self.passive;
        }
        let hungry = self.hungry(state, Hungry::Not);
        self.passive.or(self.banned(state, Ban::Attack)).or(hungry)
    }

    /// The rule that forbids something to a unit where it stands.
    fn rule_against(&self, state: &State, unit: UnitId, ban: Ban) -> Option<&'static str> {
        self.in_force(state).find(|r| r.ban == ban && self.concerned(state, r).has(unit)).map(|r| r.rule)
    }

    /// The rule by which a unit stands still.
    pub(crate) fn why_rooted(&self, state: &State, unit: UnitId) -> &'static str {
        self.rule_against(state, unit, Ban::Move).unwrap_or(self.title.rules.hold)
    }

    /// The rule by which a unit does not attack.
    pub(crate) fn why_no_attack(&self, state: &State, unit: UnitId) -> &'static str {
        let forbidden = || self.rule_against(state, unit, Ban::Attack);
        let hungry = || self.hungry(state, Hungry::Not).has(unit).then(|| self.supply_of(unit).map(|s| s.rule)).flatten();
        let passive = self.passive.has(unit).then_some(self.title.rules.passive);
        passive.or_else(forbidden).or_else(hungry).unwrap_or(self.title.rules.passive)
    }

    /// The hexes that a unit may not come into, from where it stands.
    #[cold]
    pub(crate) fn closed_to(&self, state: &State, unit: UnitId) -> CellSet {
        let mut closed = CellSet::EMPTY;
        for restriction in self.in_force(state).filter(|r| r.units.has(unit)) {
            match restriction.ban {
                Ban::Enter => closed = closed.or(&restriction.cells),
                Ban::Leave if restriction.cells.has(state.place(unit)) => {
                    closed = closed.or(&self.ground.stand.without(&restriction.cells));
                }
                _ => {}
            }
        }
        closed
    }

    /// The rule that closes a hex to a unit.
    pub(crate) fn why_closed(&self, state: &State, unit: UnitId, cell: Cell) -> Option<&'static str> {
        let closes = |r: &&Restriction| match r.ban {
            Ban::Enter => r.cells.has(cell),
            Ban::Leave => r.cells.has(state.place(unit)) && !r.cells.has(cell),
            _ => false,
        };
        self.in_force(state).filter(|r| r.units.has(unit)).find(closes).map(|r| r.rule)
    }

    /// Units that do not march as all others do: they must be asked one by one where they can go.
    #[inline]
    pub(crate) fn hampered(&self, state: &State) -> UnitSet {
        if self.title.more.restrictions.is_empty() && self.title.more.supply.is_empty() {
            return UnitSet::EMPTY;
        }
        let marches = |r: &&Restriction| matches!(r.ban, Ban::Enter | Ban::Leave | Ban::Beyond(_));
        let hampered = self.in_force(state).filter(marches).map(|r| self.concerned(state, r)).fold(UnitSet::EMPTY, UnitSet::or);
        hampered.or(state.cut_off)
    }

    /// Units that shun enemy zones or are hampered: what lies next door says little about where they can go.
    #[inline]
    pub(crate) fn shy(&self, state: &State) -> UnitSet {
        state.ineffective.or(self.hampered(state))
    }

    /// How many points a unit has.
    #[inline]
    pub(crate) fn points_of(&self, state: &State, unit: UnitId) -> u8 {
        if self.title.more.restrictions.is_empty() && self.title.more.supply.is_empty() {
            return self.chart.limits.movement;
        }
        let slow = |r: &Restriction| match r.ban {
            Ban::Beyond(points) if self.concerned(state, r).has(unit) => points,
            _ => u8::MAX,
        };
        let hungry = if state.cut_off.has(unit) { self.supply_of(unit).map_or(u8::MAX, |s| s.movement) } else { u8::MAX };
        self.in_force(state).map(slow).fold(self.chart.limits.movement.min(hungry), u8::min)
    }
}

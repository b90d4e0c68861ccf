//! Guns at a distance (BG-8): which may fire, and what they can hit.

use crate::BlueGray;
use crate::cells::Cell;
use crate::state::State;
use crate::units::UnitId;
use engine::Illegal;

impl BlueGray {
    /// How far a gun fires.
    pub fn range_of(&self, gun: UnitId) -> u8 {
        self.unit(gun).range.unwrap_or(self.chart.limits.range)
    }

    /// Whether a gun could hit a hex from where it stands.
    #[inline]
    pub fn can_hit(&self, state: &State, gun: UnitId, target: Cell) -> bool {
        let (ground, from) = (self.ground_in(state), state.place(gun));
        if self.ranged.has(gun) { ground.hits_at(self.range_of(gun), from).has(target) } else { ground.can_hit(from, target) }
    }

    /// Whether one of the guns in a hex that may still fire could hit another hex.
    #[inline]
    pub(crate) fn guns_hit(&self, state: &State, from: Cell, target: Cell) -> bool {
        if self.ranged.is_empty() {
            return self.ground_in(state).can_hit(from, target);
        }
        let guns = state.units_in(from).and(self.artillery).without(state.fought);
        guns.iter().any(|g| self.can_hit(state, g, target) && self.may_fire(state, g).is_ok())
    }

    /// Whether a gun may bombard now: it is not in an enemy zone (BG-8.41b), has not attacked, retreated or been displaced
    /// (BG-7.82d), and no gun of its hex has bombarded another target (BG-8.14).
    pub fn may_fire(&self, state: &State, gun: UnitId) -> Result<(), Illegal> {
        let cell = state.place(gun);
        if !self.artillery.has(gun) {
            return Err(Illegal::new("BG-7.15", "Only artillery attacks at a distance.", "Other units attack the hexes next to them."));
        }
        if !self.army[state.side.index()].has(gun) || !cell.on_map() {
            return Err(Illegal::new(
                "BG-8.51",
                "This gun does not belong to the phasing player, or is not on the map.",
                "Bombard with your own guns, in your own Combat Phase.",
            ));
        }
        if state.ineffective.has(gun) {
            return Err(Illegal::new("BG-11.2a", "Ineffective units may not attack.", "They recover after a night."));
        }
        if self.barred_from_attack(state).has(gun) {
            return Err(Illegal::new(
                self.why_no_attack(state, gun),
                "The title lets this unit only defend itself.",
                "Attack with other units.",
            ));
        }
        if state.fought.has(gun) {
            return Err(Illegal::new(
                "BG-7.14",
                "This unit has attacked in this phase.",
                "Attack with other units; it attacks again in its next Combat Phase.",
            ));
        }
        if state.shaken.has(gun) || state.advanced.has(gun) {
            return Err(Illegal::new(
                "BG-7.82d",
                "A gun that was displaced or has retreated may not fire.",
                "It fires again in the next Combat Phase.",
            ));
        }
        self.may_fire_from(state, cell)
    }

    /// The same of a gun of one's own that has not attacked, whichever it is.
    #[inline]
    pub(crate) fn may_fire_from(&self, state: &State, cell: Cell) -> Result<(), Illegal> {
        if self.in_enemy_zone(state, state.side, cell) {
            return Err(Illegal::new(
                "BG-8.41b",
                "A gun in an enemy zone of control may not bombard.",
                "It attacks the enemies next to it.",
            ));
        }
        if !state.units_in(cell).and(state.shelled).is_empty() {
            return Err(Illegal::new(
                "BG-8.14",
                "Another gun of this hex has bombarded.",
                "Fire both at the same hex, in the same battle.",
            ));
        }
        Ok(())
    }
}

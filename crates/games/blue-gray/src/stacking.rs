//! Room in a hex (BG-5.32, R-39).
//!
//! The limit binds at the end of a phase, so a unit may stop as a third in a hex if somebody there can still make room. That
//! is a promise, and promises must be kept: from then on no move is allowed after which the crowded hexes could not be
//! relieved with the moves that are left. Ruling: relief is one unit marching straight to a hex with room.

use crate::BlueGray;
use crate::cells::{Cell, CellSet};
use crate::reach::Ends;
use crate::state::{State, UNITS};
use crate::units::{NOBODY, UnitId, UnitSet};
use engine::Illegal;
use std::cell::OnceCell;

/// The most hexes that can be crowded at once: three units make a crowd.
const MOST: usize = UNITS / 3;

/// A hex with too many units, and how many too many.
type Debt = (Cell, u8);

/// Hexes with too many units.
#[derive(Clone, Copy)]
struct Debts {
    len: usize,
    list: [Debt; MOST],
}

impl Debts {
    const NONE: Debts = Debts { len: 0, list: [(Cell(0), 0); MOST] };

    fn as_slice(&self) -> &[Debt] {
        &self.list[..self.len]
    }

    /// One more or one fewer in a hex that is crowded or becomes so.
    fn change(&mut self, cell: Cell, by: i8) {
        match self.list[..self.len].iter().position(|(c, _)| *c == cell) {
            Some(i) => {
                self.list[i].1 = self.list[i].1.saturating_add_signed(by);
                if self.list[i].1 == 0 {
                    self.len -= 1;
                    self.list[i] = self.list[self.len];
                }
            }
            None if by > 0 && self.len < MOST => {
                self.list[self.len] = (cell, by.unsigned_abs());
                self.len += 1;
            }
            None => {}
        }
    }
}

/// How many units must still leave.
fn total(debts: &[Debt]) -> u32 {
    debts.iter().map(|(_, excess)| u32::from(*excess)).sum()
}

/// Room and crowds of the phasing side at a glance.
pub(crate) struct Crowd {
    hexes: Debts,
    /// How many units must still leave.
    debts: u32,
    /// How many of the quota's moves they need.
    moves: u32,
    /// The fewest hexes with room within a march of a crowded hex.
    nearby: u32,
    /// Hexes that a unit may step into and stay in, unless it is ineffective; worked out when first asked for.
    open: OnceCell<CellSet>,
    /// Units that make room for nobody: they have moved, are immobile or held.
    stay: UnitSet,
    /// Units that the quota does not count, and how many others may still move.
    outside: UnitSet,
    quota_left: u32,
    /// Whether units slip out of enemy zones.
    slips: bool,
}

impl Crowd {
    /// Those of some units that the quota still lets move.
    #[inline]
    pub(crate) fn within_quota(&self, units: UnitSet) -> UnitSet {
        if self.quota_left == 0 { units.and(self.outside) } else { units }
    }

    /// Whether every unit may stop wherever there is room.
    #[inline]
    pub(crate) fn is_easy(&self) -> bool {
        self.debts == 0
    }

    /// Whether the moves that are left are all needed by those who must leave a hex, so that a unit from elsewhere stays where it
    /// is; the quota might still grow.
    pub(crate) fn spares_no_move_for(&self, unit: UnitId, from: Cell) -> bool {
        let crowded = self.hexes.as_slice().iter().any(|(cell, _)| *cell == from);
        !crowded && self.quota_left < self.moves + u32::from(!self.outside.has(unit))
    }

    /// Whether a unit may stop wherever there is room without a closer look.
    #[inline]
    pub(crate) fn is_easy_for(&self, unit: UnitId) -> bool {
        // A unit that stops takes one place and perhaps one move; if every crowded hex has more places beside it than there
        // are debts, whoever leaves first leaves enough for the others.
        self.debts == 0 || self.nearby > self.debts && self.quota_left >= self.debts + u32::from(!self.outside.has(unit))
    }
}

impl BlueGray {
    /// Looks at the room and the crowded hexes of the phasing side.
    #[inline]
    pub(crate) fn crowd(&self, state: &State) -> Crowd {
        let (quota_left, outside) = self.quota_now(state);
        let mut crowd = Crowd {
            hexes: Debts::NONE,
            debts: 0,
            moves: 0,
            nearby: u32::MAX,
            open: OnceCell::new(),
            stay: state.moved.or(self.immobile).or(self.held(state)),
            outside,
            quota_left: u32::from(quota_left),
            slips: self.is_night(state) && self.title.night[state.side.index()].leave_zone,
        };
        if state.overfull > 0 {
            self.count_debts(state, &mut crowd);
        }
        crowd
    }

    /// Hexes that a unit may step into and stay in, unless it is ineffective.
    #[inline]
    pub(crate) fn open_hexes<'a>(&self, state: &State, crowd: &'a Crowd) -> &'a CellSet {
        crowd.open.get_or_init(|| {
            let (side, enemy) = (state.side.index(), state.side.enemy().index());
            let open = self.ground.stand.without(&state.full[side]).without(&state.occupied[enemy]);
            let shut = self.is_night(state) && !self.title.night[side].enter_zone;
            if shut { open.without(&state.zone[enemy]) } else { open }
        })
    }

    /// Finds the crowded hexes and the room around them.
    fn count_debts(&self, state: &State, crowd: &mut Crowd) {
        let limit = usize::from(self.chart.limits.stacking);
        for cell in state.full[state.side.index()].iter() {
            let excess = state.count(cell).saturating_sub(limit) as u32;
            if excess > 0 {
                crowd.hexes.change(cell, excess as i8);
                crowd.debts += excess;
                let leavers = self.leavers(state, crowd, cell, NOBODY);
                crowd.moves += excess.saturating_sub(leavers.and(crowd.outside).len());
                // Ineffective leavers shun enemy zones: the neighbours say little about where they can go.
                let shy = !leavers.and(self.shy(state)).is_empty();
                crowd.nearby =
                    crowd.nearby.min(if shy { 0 } else { self.ground_in(state).doors_into(cell, self.open_hexes(state, crowd)) });
            }
        }
        if crowd.nearby <= crowd.debts {
            // Too few places next door: count all that the leavers can march to.
            let places = |(cell, _): &Debt| self.places_within_march(state, crowd, *cell);
            crowd.nearby = crowd.hexes.as_slice().iter().map(places).min().unwrap_or(0);
        }
    }

    /// How many hexes with room any unit can march to that can still leave a hex.
    #[cold]
    fn places_within_march(&self, state: &State, crowd: &Crowd, cell: Cell) -> u32 {
        let leavers = self.leavers(state, crowd, cell, NOBODY);
        let places = |leaver: UnitId| {
            let reach = self.within_reach(state, cell, self.points_of(state, leaver), &self.obstacles(state, leaver));
            reach.without(&state.full[state.side.index()]).len()
        };
        // Whoever is hampered goes his own way; of the others an ineffective one has the least choice.
        let hampered = leavers.and(self.hampered(state));
        let plain = leavers.and(state.ineffective).iter().chain(leavers.iter()).next();
        hampered.iter().chain(plain).map(places).min().unwrap_or(0)
    }

    /// The units in a hex that can still leave it: not moved, not pinned, not immobile, not held.
    #[inline]
    fn leavers(&self, state: &State, crowd: &Crowd, cell: Cell, mover: UnitId) -> UnitSet {
        if self.in_enemy_zone(state, state.side, cell) && !crowd.slips {
            return UnitSet::EMPTY;
        }
        let leavers = state.units_in(cell).without(crowd.stay);
        if mover == NOBODY { leavers } else { leavers.without(UnitSet::one(mover)) }
    }

    /// The full hexes of a set in which a unit may stop because somebody makes room.
    #[inline]
    pub(crate) fn makes_room(&self, state: &State, crowd: &Crowd, unit: UnitId, full: &Ends) -> Ends {
        let counts = u32::from(!crowd.outside.has(unit));
        if crowd.debts > 0 || crowd.quota_left <= counts {
            return full.filter(|to| self.may_stop(state, crowd, unit, to));
        }
        // A move is left for the one who makes room: he needs an open hex next door, or a closer look.
        let (from, doors) = (state.place(unit), self.ground_in(state).at_the_door(self.open_hexes(state, crowd)));
        full.filter(|to| {
            if to == from {
                return true;
            }
            let leavers = self.leavers(state, crowd, to, unit);
            !leavers.is_empty() && (doors.has(to) && leavers.and(self.shy(state)).is_empty() || self.may_stop(state, crowd, unit, to))
        })
    }

    /// Whether a unit may end its march in a hex: there is room, or room will be made, and every promise can still be kept.
    #[inline]
    pub(crate) fn may_stop(&self, state: &State, crowd: &Crowd, unit: UnitId, to: Cell) -> bool {
        let from = state.place(unit);
        let full = from != to && state.count(to) >= usize::from(self.chart.limits.stacking);
        if crowd.debts == 0 {
            return !full || self.can_relieve(state, crowd, unit, to, &[(to, 1)]);
        }
        let mut debts = crowd.hexes;
        if from != to {
            debts.change(from, -1);
        }
        if full {
            debts.change(to, 1);
        }
        debts.len == 0 || self.can_relieve(state, crowd, unit, to, debts.as_slice())
    }

    /// Why a unit may not end its march in a hex that it reaches: it is full itself, or another is that would not be relieved any more
    ///
    pub(crate) fn why_no_stop(&self, state: &State, unit: UnitId, to: Cell) -> Illegal {
        if to.on_map() && state.place(unit) != to && state.count(to) >= usize::from(self.chart.limits.stacking) {
            return Illegal::new(
                "BG-5.32",
                "The hex is full, and nobody there can still make room.",
                "End the march elsewhere: two units at most may stay in a hex.",
            );
        }
        Illegal::new(
            "BG-5.32",
            "Another hex holds more than two units, and after this march it could not be relieved any more.",
            "First march a unit out of the crowded hex.",
        )
    }

    /// Whether the crowded hexes of a position can be relieved.
    pub(crate) fn can_make_room(&self, state: &State) -> bool {
        let crowd = self.crowd(state);
        crowd.debts == 0 || self.can_relieve(state, &crowd, NOBODY, Cell::ASIDE, crowd.hexes.as_slice())
    }

    /// Whether all debts can be paid after a unit, or nobody, has stopped in a hex.
    fn can_relieve(&self, state: &State, crowd: &Crowd, unit: UnitId, to: Cell, debts: &[Debt]) -> bool {
        let mut left = crowd.quota_left + u32::from(self.quota_won(state, to));
        if unit != NOBODY && !crowd.outside.has(unit) {
            left = left.saturating_sub(1);
        }
        let total = total(debts);
        if crowd.outside.is_empty() && total > left {
            return false;
        }
        let (mut moves, mut roomy) = (0, true);
        for (cell, excess) in debts {
            let leavers = self.leavers(state, crowd, *cell, unit);
            if leavers.len() < u32::from(*excess) {
                return false;
            }
            moves += u32::from(*excess).saturating_sub(leavers.and(crowd.outside).len());
            // Ineffective leavers shun enemy zones: count places only where every leaver could go.
            roomy = roomy && leavers.and(self.shy(state)).is_empty() && self.room_beside(state, crowd, *cell, to) >= total;
        }
        moves <= left && (roomy || self.match_places(state, crowd, unit, to, debts))
    }

    /// How many neighbouring hexes have room for a unit that leaves this one once another has stopped in `taken`.
    #[inline]
    fn room_beside(&self, state: &State, crowd: &Crowd, cell: Cell, taken: Cell) -> u32 {
        let open = self.open_hexes(state, crowd);
        let filled = open.has(taken)
            && state.count(taken) + 1 >= usize::from(self.chart.limits.stacking)
            && self.ground_in(state).is_next_door(cell, taken);
        self.ground_in(state).doors_into(cell, open) - u32::from(filled)
    }

    /// The exact way: every unit that must leave is matched with a place that it can reach.
    #[cold]
    fn match_places(&self, state: &State, crowd: &Crowd, unit: UnitId, to: Cell, debts: &[Debt]) -> bool {
        let limit = usize::from(self.chart.limits.stacking);
        let from = if unit == NOBODY { to } else { state.place(unit) };
        let count = |cell: Cell| state.count(cell) + usize::from(cell == to && to != from) - usize::from(cell == from && to != from);
        // The hexes with room once the unit has stopped.
        let mut room = self.ground.stand.without(&state.full[state.side.index()]);
        if from.on_map() && count(from) < limit {
            room.insert(from);
        }
        if to.on_map() && count(to) >= limit {
            room.remove(to);
        }
        // For each debt, the places that its best leaver can reach.
        let mut places = Places { reach: [CellSet::EMPTY; UNITS], len: 0, at: [Cell::ASIDE; UNITS] };
        for (cell, excess) in debts {
            let leavers = self.leavers(state, crowd, *cell, unit);
            let shy = self.shy(state);
            let order = leavers.without(shy).iter().chain(leavers.and(shy).iter());
            for leaver in order.take(usize::from(*excess)) {
                let obstacles = self.obstacles(state, leaver);
                let mut reach = self.within_reach(state, *cell, self.points_of(state, leaver), &obstacles).and(&room);
                reach.remove(*cell);
                places.reach[places.len] = reach;
                places.len += 1;
            }
        }
        // Enough places for everybody each has, or somebody has none: only the rest needs matching.
        let (leaving, total) = (&places.reach[..places.len], total(debts));
        if leaving.iter().all(|reach| reach.len() >= total) {
            return true;
        }
        if leaving.iter().any(CellSet::is_empty) {
            return false;
        }
        (0..places.len).all(|who| {
            let mut tried = CellSet::EMPTY;
            places.assign(who, &|cell| limit - count(cell), &mut tried)
        })
    }
}

/// Units that must leave, the places that each can reach, and where each goes.
struct Places {
    reach: [CellSet; UNITS],
    len: usize,
    at: [Cell; UNITS],
}

impl Places {
    /// Finds a place for one who must leave, moving others along if need be (augmenting paths).
    fn assign(&mut self, who: usize, room: &dyn Fn(Cell) -> usize, tried: &mut CellSet) -> bool {
        let reach = self.reach[who];
        for place in reach.iter() {
            if tried.has(place) {
                continue;
            }
            tried.insert(place);
            let guests = self.at[..self.len].iter().filter(|at| **at == place).count();
            let moves_on = |places: &mut Places, tried: &mut CellSet| {
                (0..places.len).any(|other| places.at[other] == place && places.assign(other, room, tried))
            };
            if guests < room(place) || moves_on(self, tried) {
                self.at[who] = place;
                return true;
            }
        }
        false
    }
}

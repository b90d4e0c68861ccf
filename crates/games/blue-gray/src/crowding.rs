//! Room in a hex (BG-5.32, R-39).
//!
//! The limit binds at the end of a phase, so a unit may stop as a third in a hex if somebody there can still make room. That
//! is a promise, and promises must be kept: from then on no move is allowed after which the crowded hexes could not be
//! relieved with the moves that are left. Ruling: relief is one unit marching straight to a hex with room.

use crate::field::{Cell, Field};
use crate::rules::BlueGray;
use crate::state::{State, UNITS};
use crate::units::{NOBODY, UnitId, UnitSet};

/// The most hexes that can be crowded at once: three units make a crowd.
const MOST: usize = UNITS / 3;

/// Hexes with too many units, and how many too many.
#[derive(Clone, Copy)]
struct Debts {
    len: usize,
    list: [(Cell, u32); MOST],
}

impl Debts {
    const NONE: Debts = Debts { len: 0, list: [(Cell::ASIDE, 0); MOST] };

    fn as_slice(&self) -> &[(Cell, u32)] {
        &self.list[..self.len]
    }

    /// One more or one fewer in a hex that is crowded or becomes so.
    fn change(&mut self, cell: Cell, by: i32) {
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

/// The crowded hexes at a glance.
pub(crate) struct Crowd {
    hexes: Debts,
    /// How many units must still leave.
    debts: u32,
    /// The fewest hexes with room next to a crowded hex.
    nearby: u32,
    /// How many of the quota's moves they need.
    moves: u32,
}

impl Crowd {
    /// Whether a unit may stop wherever there is room without a closer look.
    #[inline]
    pub(crate) fn is_easy_for(&self, rules: &BlueGray, state: &State, unit: UnitId) -> bool {
        if self.debts == 0 {
            return true;
        }
        // A unit that stops takes one place and perhaps one move; if every crowded hex has more places beside it than there
        // are debts, whoever leaves first leaves enough for the others.
        let costs = u32::from(!rules.outside_quota(state).has(unit));
        self.nearby > self.debts && u32::from(rules.quota_left(state)) >= self.moves + costs
    }
}

impl BlueGray {
    /// Looks at the crowded hexes of the phasing side.
    #[inline]
    pub(crate) fn crowd(&self, state: &State) -> Crowd {
        let mut crowd = Crowd { hexes: Debts::NONE, debts: 0, nearby: u32::MAX, moves: 0 };
        if state.overfull > 0 {
            let limit = usize::from(self.chart.limits.stacking);
            for cell in state.full[state.side.index()].iter() {
                let excess = state.count(cell).saturating_sub(limit) as u32;
                if excess > 0 {
                    crowd.hexes.change(cell, excess as i32);
                    crowd.debts += excess;
                    crowd.moves += excess;
                    // Ineffective leavers shun enemy zones: the neighbours say little about where they can go.
                    let shy = !self.leavers(state, cell, NOBODY).and(state.ineffective).is_empty();
                    crowd.nearby = crowd.nearby.min(if shy { 0 } else { self.room_beside(state, cell, None) });
                }
            }
            if crowd.nearby <= crowd.debts {
                // Too few places next door: count all that the leavers can march to.
                let places = |(cell, _): &(Cell, u32)| self.places_within_march(state, *cell);
                crowd.nearby = crowd.hexes.as_slice().iter().map(places).min().unwrap_or(0);
            }
        }
        crowd
    }

    /// How many hexes with room any unit can march to that can still leave a hex.
    #[cold]
    fn places_within_march(&self, state: &State, cell: Cell) -> u32 {
        let leavers = self.leavers(state, cell, NOBODY);
        let Some(leaver) = leavers.and(state.ineffective).iter().chain(leavers.iter()).next() else {
            return 0;
        };
        let reach = self.within_reach(cell, self.chart.limits.movement, &self.obstacles(state, leaver));
        reach.without(&state.full[state.side.index()]).len()
    }

    /// How many neighbouring hexes have room for a unit that leaves this one; `taken` is about to fill a place.
    #[inline]
    fn room_beside(&self, state: &State, cell: Cell, taken: Option<Cell>) -> u32 {
        let (side, enemy) = (state.side.index(), state.side.enemy().index());
        let limit = usize::from(self.chart.limits.stacking);
        let night = self.is_night(state) && !self.title.night[side].enter_zone;
        let open = |d: &usize| {
            let to = self.ground.around[cell.index()][*d];
            let shut = state.full[side].has(to)
                || state.occupied[enemy].has(to)
                || night && state.zone[enemy].has(to)
                || taken == Some(to) && state.count(to) + 1 >= limit;
            self.ground.cost[cell.index()][*d] > 0 && !shut
        };
        (0..6).filter(open).count() as u32
    }

    /// The units in a hex that can still leave it: not moved, not pinned, not immobile, not held.
    fn leavers(&self, state: &State, cell: Cell, mover: UnitId) -> UnitSet {
        if self.is_pinned(state, cell) {
            return UnitSet::EMPTY;
        }
        let mut stay = state.moved.or(self.immobile).or(self.held(state));
        if mover != NOBODY {
            stay.insert(mover);
        }
        state.units_in(cell).without(stay)
    }

    /// Whether a unit may end its march in a hex: there is room, or room will be made, and every promise can still be kept.
    #[inline]
    pub(crate) fn may_stop(&self, state: &State, crowd: &Crowd, unit: UnitId, to: Cell) -> bool {
        let from = state.place(unit);
        let full = from != to && state.count(to) >= usize::from(self.chart.limits.stacking);
        if crowd.debts == 0 {
            return !full || self.can_relieve(state, unit, to, &[(to, 1)]);
        }
        let mut debts = crowd.hexes;
        if from != to {
            debts.change(from, -1);
        }
        if full {
            debts.change(to, 1);
        }
        debts.len == 0 || self.can_relieve(state, unit, to, debts.as_slice())
    }

    /// Whether the crowded hexes of a position can be relieved.
    pub(crate) fn can_make_room(&self, state: &State) -> bool {
        let crowd = self.crowd(state);
        crowd.debts == 0 || self.can_relieve(state, NOBODY, Cell::ASIDE, crowd.hexes.as_slice())
    }

    /// Whether all debts can be paid after a unit, or nobody, has stopped in a hex.
    fn can_relieve(&self, state: &State, unit: UnitId, to: Cell, debts: &[(Cell, u32)]) -> bool {
        let outside = self.outside_quota(state);
        let mut left = u32::from(self.quota_left(state)) + u32::from(self.quota_won(state, to));
        if unit != NOBODY && !outside.has(unit) {
            left = left.saturating_sub(1);
        }
        let total: u32 = debts.iter().map(|(_, excess)| excess).sum();
        let (mut moves, mut roomy) = (0, true);
        for (cell, excess) in debts {
            let leavers = self.leavers(state, *cell, unit);
            if leavers.len() < *excess {
                return false;
            }
            moves += excess.saturating_sub(leavers.and(outside).len());
            // Ineffective leavers shun enemy zones: count places only where every leaver could go.
            roomy &= leavers.and(state.ineffective).is_empty() && self.room_beside(state, *cell, Some(to)) >= total;
        }
        moves <= left && (roomy || self.match_places(state, unit, to, debts))
    }

    /// The exact answer: every unit that must leave is matched with a place that it can reach.
    #[cold]
    fn match_places(&self, state: &State, unit: UnitId, to: Cell, debts: &[(Cell, u32)]) -> bool {
        let side = state.side.index();
        let limit = usize::from(self.chart.limits.stacking);
        let from = if unit == NOBODY { to } else { state.place(unit) };
        let count = |cell: Cell| state.count(cell) + usize::from(cell == to && to != from) - usize::from(cell == from && to != from);
        // The hexes with room once the unit has stopped.
        let mut room = self.ground.stand.without(&state.full[side]);
        if from.on_map() && count(from) < limit {
            room.insert(from);
        }
        if to.on_map() && count(to) >= limit {
            room.remove(to);
        }
        // Each debt, and the places that its best leaver can reach.
        let total: u32 = debts.iter().map(|(_, excess)| excess).sum();
        let mut leaving: Vec<Field> = Vec::with_capacity(total as usize);
        for (cell, excess) in debts {
            let leavers = self.leavers(state, *cell, unit);
            let steady = leavers.without(state.ineffective);
            let order = steady.iter().chain(leavers.and(state.ineffective).iter());
            for leaver in order.take(*excess as usize) {
                let obstacles = self.obstacles(state, leaver);
                let mut reach = self.within_reach(*cell, self.chart.limits.movement, &obstacles).and(&room);
                reach.remove(*cell);
                leaving.push(reach);
            }
        }
        // Enough places for everybody each has, or somebody has none: only the rest needs matching.
        if leaving.iter().all(|reach| reach.len() >= total) {
            return true;
        }
        if leaving.iter().any(Field::is_empty) {
            return false;
        }
        let roomy: Vec<(Cell, usize)> = room.iter().map(|c| (c, limit - count(c))).collect();
        let mut holders: Vec<Vec<usize>> = vec![Vec::new(); roomy.len()];
        (0..leaving.len()).all(|i| assign(i, &leaving, &roomy, &mut holders, &mut vec![false; roomy.len()]))
    }
}

/// Finds a place for one who must leave, moving others along if need be (augmenting paths).
fn assign(who: usize, leaving: &[Field], roomy: &[(Cell, usize)], holders: &mut Vec<Vec<usize>>, tried: &mut Vec<bool>) -> bool {
    for place in 0..roomy.len() {
        if tried[place] || !leaving[who].has(roomy[place].0) {
            continue;
        }
        tried[place] = true;
        if holders[place].len() < roomy[place].1 {
            holders[place].push(who);
            return true;
        }
        for i in 0..holders[place].len() {
            if assign(holders[place][i], leaving, roomy, holders, tried) {
                holders[place][i] = who;
                return true;
            }
        }
    }
    false
}

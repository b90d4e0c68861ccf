//! Room in a hex (BG-5.32, R-39).
//!
//! The limit binds at the end of a phase, so a unit may stop as a third in a hex if somebody there can still make room. That
//! is a promise, and promises must be kept: from then on no move is allowed after which the crowded hexes could not be
//! relieved with the moves that are left. Ruling: relief is one unit marching straight to a hex with room.

use crate::field::{Cell, Field};
use crate::rules::BlueGray;
use crate::state::State;
use crate::units::{NOBODY, UnitId, UnitSet};

/// The crowded hexes at a glance.
pub(crate) struct Crowd {
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
        let mut crowd = Crowd { debts: 0, nearby: u32::MAX, moves: 0 };
        if state.overfull > 0 {
            for (cell, excess) in self.crowded(state) {
                crowd.debts += excess;
                crowd.moves += excess;
                crowd.nearby = crowd.nearby.min(self.room_beside(state, cell, None));
            }
        }
        crowd
    }

    /// The crowded hexes and how many too many are in each.
    fn crowded<'a>(&'a self, state: &'a State) -> impl Iterator<Item = (Cell, u32)> + 'a {
        let limit = u32::from(self.chart.limits.stacking);
        let full = &state.full[state.side.index()];
        full.iter().map(|c| (c, state.count(c) as u32)).filter(move |(_, n)| *n > limit).map(move |(c, n)| (c, n - limit))
    }

    /// How many neighbouring hexes have room for a unit that leaves this one; `taken` is about to fill a place.
    #[inline]
    fn room_beside(&self, state: &State, cell: Cell, taken: Option<Cell>) -> u32 {
        let (side, enemy) = (state.side.index(), state.side.enemy().index());
        let limit = usize::from(self.chart.limits.stacking);
        let night = self.is_night(state) && !self.title.night[side].enter_zone;
        let open = |d: &usize| {
            let to = self.ground.around[cell.index()][*d];
            self.ground.cost[cell.index()][*d] > 0
                && !state.full[side].has(to)
                && !state.occupied[enemy].has(to)
                && !(night && state.zone[enemy].has(to))
                && !(taken == Some(to) && state.count(to) + 1 >= limit)
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
    pub(crate) fn may_stop(&self, state: &State, unit: UnitId, to: Cell) -> bool {
        let from = state.place(unit);
        let limit = u32::from(self.chart.limits.stacking);
        let mut debts: Vec<(Cell, u32)> = self.crowded(state).collect();
        if from != to {
            debts.iter_mut().filter(|(c, _)| *c == from).for_each(|(_, excess)| *excess -= 1);
            if state.count(to) as u32 >= limit {
                match debts.iter_mut().find(|(c, _)| *c == to) {
                    Some((_, excess)) => *excess += 1,
                    None => debts.push((to, 1)),
                }
            }
            debts.retain(|(_, excess)| *excess > 0);
        }
        debts.is_empty() || self.can_relieve(state, unit, to, &debts)
    }

    /// Whether the crowded hexes of a position can be relieved.
    pub(crate) fn can_make_room(&self, state: &State) -> bool {
        let debts: Vec<(Cell, u32)> = self.crowded(state).collect();
        debts.is_empty() || self.can_relieve(state, NOBODY, Cell::ASIDE, &debts)
    }

    /// Whether all debts can be paid after a unit, or nobody, has stopped in a hex.
    fn can_relieve(&self, state: &State, unit: UnitId, to: Cell, debts: &[(Cell, u32)]) -> bool {
        let outside = self.outside_quota(state);
        let mut left = u32::from(self.quota_left(state));
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
        // Each debt, and the hexes with room that its best leaver can reach.
        let mut leaving: Vec<Field> = Vec::new();
        for (cell, excess) in debts {
            let leavers = self.leavers(state, *cell, unit);
            let steady = leavers.without(state.ineffective);
            let order = steady.iter().chain(leavers.and(state.ineffective).iter());
            for leaver in order.take(*excess as usize) {
                let obstacles = self.obstacles(state, leaver);
                let mut reach = self.within_reach(*cell, self.chart.limits.movement, &obstacles);
                reach.remove(*cell);
                leaving.push(reach);
            }
        }
        let roomy: Vec<(Cell, usize)> = self
            .ground
            .stand
            .iter()
            .filter(|c| !state.full[side].has(*c) || *c == from)
            .map(|c| (c, limit.saturating_sub(count(c))))
            .filter(|(_, r)| *r > 0)
            .collect();
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

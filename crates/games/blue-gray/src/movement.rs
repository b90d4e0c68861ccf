//! Movement (BG-5), with the limits of the title: quotas and control (CH-17), guns without horses (CH-16), ferries (CH-19).

use crate::action::{Action, Event, Path};
use crate::crowding::Crowd;
use crate::field::{Cell, Field};
use crate::ground::NOWHERE;
use crate::reach::{March, Reach};
use crate::rules::BlueGray;
use crate::state::State;
use crate::units::{UnitId, UnitSet};
use engine::{Illegal, Side, Sink};

/// What lies in the way of one march.
pub(crate) struct Obstacles {
    /// Hexes it may not enter.
    barred: Field,
    /// Hexes in which it must stop.
    zone: Field,
    /// Followed hexes of the enemy or of nobody: to pass one is to take it, so the flood halts there and goes on by choice.
    untaken: Field,
}

impl BlueGray {
    /// Whether it is night (BG-10.0).
    #[inline]
    pub(crate) fn is_night(&self, state: &State) -> bool {
        self.title.turns[usize::from(state.turn) - 1].night
    }

    /// How many more units the phasing side may move (CH-17.11a). Control of the bonus hex counts at once (CH-17.14a, R-23) and is
    /// lost with it (CH-17.14b); exempt units do not count for a while (CH-17.12); combat is never limited (CH-17.11b,
    /// CH-17.13), nor is a side without a quota (CH-17.16). A unit counts once its first step is made.
    #[inline]
    pub(crate) fn quota_left(&self, state: &State) -> u8 {
        let Some(quota) = self.title.quota[state.side.index()].as_ref().filter(|_| self.quotas) else {
            return u8::MAX;
        };
        let bonus = quota.holding.is_some_and(|h| state.holder(usize::from(h)) == Some(state.side));
        let allowed = quota.units + if bonus { quota.more } else { 0 };
        let moved = state.moved.without(self.outside_quota(state)).len() as u8;
        allowed.saturating_sub(moved)
    }

    /// How many more moves the quota allows once a unit stands in this hex.
    pub(crate) fn quota_won(&self, state: &State, cell: Cell) -> u8 {
        let Some(quota) = self.title.quota[state.side.index()].as_ref().filter(|_| self.quotas) else {
            return 0;
        };
        let wins = |h: u8| self.title.controls[usize::from(h)].cell == cell && state.holder(usize::from(h)) != Some(state.side);
        if quota.holding.is_some_and(wins) { quota.more } else { 0 }
    }

    /// Units that move without counting (CH-17.12, R-38).
    #[inline]
    pub(crate) fn outside_quota(&self, state: &State) -> UnitSet {
        match &self.title.quota[state.side.index()] {
            Some(quota) if state.turn <= quota.through => quota.exempt,
            _ => UnitSet::EMPTY,
        }
    }

    /// Units that stand still until something frees them.
    pub fn held(&self, state: &State) -> UnitSet {
        let still = |(i, h): (usize, &crate::title::Hold)| {
            let free = state.released >> i & 1 == 1 || h.until.is_some_and(|t| state.turn >= t);
            if free { UnitSet::EMPTY } else { h.units }
        };
        self.title.holds.iter().enumerate().map(still).fold(UnitSet::EMPTY, UnitSet::or)
    }

    /// Whether units in a hex are kept there by an enemy zone (BG-5.13, BG-6.3); at night a title may let them slip away
    /// (CH-17.2a, R-25).
    #[inline]
    pub(crate) fn is_pinned(&self, state: &State, cell: Cell) -> bool {
        self.in_enemy_zone(state, state.side, cell) && !(self.is_night(state) && self.title.night[state.side.index()].leave_zone)
    }

    /// Whether a unit may begin a march.
    pub(crate) fn may_march(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        let side = state.side;
        if !self.army[side.index()].has(unit) {
            return Err(Illegal::new("BG-4.1b", "in a Movement Phase only the units of the phasing player move"));
        }
        match state.place(unit) {
            Cell::WAITING => {
                return Err(Illegal::new("CH-15.0-G", "this unit has not arrived: it comes on at an entry hex in its own turn"));
            }
            cell if !cell.on_map() => return Err(Illegal::new("BG-5.0-P", "this unit is not on the map")),
            _ => {}
        }
        if self.is_night(state) && !self.title.night[side.index()].moves {
            return Err(Illegal::new("CH-17.2b", "this side does not move at night"));
        }
        if self.immobile.has(unit) {
            return Err(Illegal::new("CH-16.11a", "these guns have no horses: they never move"));
        }
        if self.held(state).has(unit) {
            return Err(Illegal::new("BG-1.0", "the title holds this unit where it is for now"));
        }
        if state.moved.has(unit) {
            return Err(Illegal::new("BG-5.17", "this unit has finished its move"));
        }
        if self.is_pinned(state, state.place(unit)) {
            return Err(if self.is_night(state) {
                Illegal::new("BG-10.2b", "a unit in an enemy zone of control may not leave it at night")
            } else {
                Illegal::new("BG-5.13", "a unit that starts in an enemy zone of control may not leave it")
            });
        }
        if self.quota_left(state) == 0 && !self.outside_quota(state).has(unit) {
            return Err(Illegal::new("CH-17.11a", "this side has moved all the units it may move in this phase"));
        }
        Ok(())
    }

    /// Whether a unit is barred from enemy zones: at night (BG-10.2a), and while ineffective (BG-11.2b).
    #[inline]
    pub(crate) fn shuns_zones(&self, state: &State, unit: UnitId) -> bool {
        self.is_night(state) && !self.title.night[state.side.index()].enter_zone || state.ineffective.has(unit)
    }

    /// What lies in a unit's way: enemies (BG-5.12) and their zones, where it stops (BG-6.0-G) at no extra cost (BG-6.2)
    /// however many control the hex (BG-6.5). Friends are passed freely (BG-5.31, BG-5.33), and their zones never hamper
    /// (BG-5.34); they cancel no enemy zone (BG-6.1).
    #[inline]
    pub(crate) fn obstacles(&self, state: &State, unit: UnitId) -> Obstacles {
        let (side, enemy) = (state.side, state.side.enemy().index());
        let zone = state.zone[enemy];
        let barred = if self.shuns_zones(state, unit) { state.occupied[enemy].or(&zone) } else { state.occupied[enemy] };
        let mut untaken = Field::EMPTY;
        for (i, control) in self.title.controls.iter().enumerate() {
            if state.holder(i) != Some(side) {
                untaken.insert(control.cell);
            }
        }
        Obstacles { barred, zone, untaken }
    }

    /// Every end of a march from a hex with so many points: the hex and the followed hexes taken on the way. A march that takes
    /// something may come back to where it began. In the `doubtful` hexes it ends only if `may_stop` there.
    #[inline]
    pub(crate) fn each_route(
        &self,
        from: Cell,
        points: u8,
        obstacles: &Obstacles,
        doubtful: &Field,
        may_stop: impl Fn(Cell) -> bool,
        mut each: impl FnMut(Cell, u16),
    ) {
        let halts = obstacles.zone.or(&obstacles.untaken);
        let march = March { barred: &obstacles.barred, halts: &halts };
        let reach = Reach::flood(&self.ground, from, points, march);
        let mut shut = *doubtful;
        shut.insert(from);
        reach.each_outside(&shut, |to| each(to, 0));
        reach.each_inside(doubtful, |to| {
            if to != from && may_stop(to) {
                each(to, 0);
            }
        });
        if reach.meets(&obstacles.untaken) {
            self.each_taking_route(from, &reach, march, obstacles, |taken, ends| {
                ends.iter().filter(|to| (*to != from && !doubtful.has(*to)) || may_stop(*to)).for_each(|to| each(to, taken));
            });
        }
    }

    /// The marches that go on through followed hexes, by what they take: rare, so written for clarity.
    #[cold]
    fn each_taking_route(&self, from: Cell, first: &Reach, march: March<'_>, obstacles: &Obstacles, mut each: impl FnMut(u16, &Field)) {
        let through = |reach: &Reach, taken: u16| -> Vec<(Cell, u8, u16)> {
            let places = self.title.controls.iter().enumerate();
            places
                .filter(|(i, c)| taken >> i & 1 == 0 && c.cell != from && obstacles.untaken.has(c.cell) && !obstacles.zone.has(c.cell))
                .filter_map(|(i, c)| reach.points_left(c.cell).filter(|p| *p > 0).map(|p| (c.cell, p, taken | 1 << i)))
                .collect()
        };
        let mut ends: Vec<(u16, Field)> = Vec::new();
        let mut waiting = through(first, 0);
        while let Some((cell, points, taken)) = waiting.pop() {
            // What is taken already no longer halts the march.
            let mut halts = *march.halts;
            for (i, control) in self.title.controls.iter().enumerate() {
                if taken >> i & 1 == 1 && !obstacles.zone.has(control.cell) {
                    halts.remove(control.cell);
                }
            }
            let reach = Reach::flood(&self.ground, cell, points, March { barred: march.barred, halts: &halts });
            let mut on = reach.field();
            on.remove(cell);
            match ends.iter_mut().find(|(t, _)| *t == taken) {
                Some((_, field)) => *field = field.or(&on),
                None => ends.push((taken, on)),
            }
            waiting.extend(through(&reach, taken));
        }
        ends.iter().for_each(|(taken, field)| each(*taken, field));
    }

    /// The hexes in which a unit may find no room: full ones (BG-5.32), and any hex while somebody still needs room.
    #[inline]
    pub(crate) fn doubtful(&self, state: &State, unit: UnitId, crowd: &Crowd) -> Field {
        if crowd.is_easy_for(self, state, unit) { state.full[state.side.index()] } else { self.ground.stand }
    }

    /// Every march of a unit on the map.
    #[inline]
    pub(crate) fn each_march(&self, state: &State, unit: UnitId, each: impl FnMut(Cell, u16)) {
        let obstacles = self.obstacles(state, unit);
        let crowd = self.crowd(state);
        let doubtful = self.doubtful(state, unit, &crowd);
        self.each_route(
            state.place(unit),
            self.chart.limits.movement,
            &obstacles,
            &doubtful,
            |to| self.may_stop(state, &crowd, unit, to),
            each,
        );
    }

    /// All hexes a march could come to if room were no matter.
    pub(crate) fn within_reach(&self, from: Cell, points: u8, obstacles: &Obstacles) -> Field {
        Reach::flood(&self.ground, from, points, March { barred: &obstacles.barred, halts: &obstacles.zone }).field()
    }

    /// Whether a unit that may march has anywhere to go.
    #[inline]
    pub(crate) fn has_march(&self, state: &State, unit: UnitId, crowd: &Crowd) -> bool {
        let from = state.place(unit);
        let (side, enemy) = (state.side.index(), state.side.enemy().index());
        if crowd.is_easy_for(self, state, unit) {
            let shuns = self.shuns_zones(state, unit);
            let open = |d: usize| {
                let to = self.ground.around[from.index()][d];
                let shut = state.full[side].has(to) || state.occupied[enemy].has(to) || shuns && state.zone[enemy].has(to);
                self.ground.cost[from.index()][d] > 0 && !shut
            };
            if (0..6).any(open) {
                return true;
            }
            let mut shut = state.full[side];
            shut.insert(from);
            if !self.within_reach(from, self.chart.limits.movement, &self.obstacles(state, unit)).without(&shut).is_empty() {
                return true;
            }
        }
        let mut found = false;
        self.each_march(state, unit, |_, _| found = true);
        found || self.may_leave_from(state, unit).is_some()
    }

    /// The exit hex that a unit can reach with the points to leave, if any.
    fn may_leave_from(&self, state: &State, unit: UnitId) -> Option<Cell> {
        self.exits_of(state, unit).into_iter().next()
    }

    /// The exit hexes that a unit can reach with the points to leave.
    pub(crate) fn exits_of(&self, state: &State, unit: UnitId) -> Vec<Cell> {
        let Some(exit) = &self.title.exits[state.side.index()] else {
            return Vec::new();
        };
        let obstacles = self.obstacles(state, unit);
        let march = March { barred: &obstacles.barred, halts: &obstacles.zone };
        let reach = Reach::flood(&self.ground, state.place(unit), self.chart.limits.movement, march);
        // Leaving the map is a move like others: promises of room must be kept.
        if state.overfull > 0 && !self.may_stop(state, &self.crowd(state), unit, Cell::EXITED) {
            return Vec::new();
        }
        let free = |c: &Cell| *c == state.place(unit) || !obstacles.zone.has(*c);
        exit.cells.iter().filter(|c| free(c) && reach.points_left(*c).is_some_and(|p| p >= exit.cost)).collect()
    }

    /// Whether a unit may march to a hex, taking exactly these followed hexes on the way.
    pub(crate) fn may_move(&self, state: &State, unit: UnitId, to: Cell, taking: u16) -> Result<(), Illegal> {
        self.may_march(state, unit)?;
        let mut found = false;
        self.each_march(state, unit, |t, k| found |= t == to && k == taking);
        if found { Ok(()) } else { Err(self.why_not_there(state, unit, to)) }
    }

    /// Why a march cannot end in a hex.
    fn why_not_there(&self, state: &State, unit: UnitId, to: Cell) -> Illegal {
        let obstacles = self.obstacles(state, unit);
        let from = state.place(unit);
        if let Err(illegal) = self.may_be_in(state, unit, to) {
            return illegal;
        }
        let points = self.chart.limits.movement;
        let reach = self.within_reach(from, points, &obstacles);
        let free = Obstacles { barred: obstacles.barred, zone: Field::EMPTY, untaken: Field::EMPTY };
        if to == from {
            Illegal::new("BG-5.0-P", "a march leads to another hex")
        } else if reach.has(to) && !self.may_stop(state, &self.crowd(state), unit, to) {
            Illegal::new("BG-5.32", "two units at most may stay in a hex, and nobody there can still make room")
        } else if reach.has(to) {
            Illegal::new("CH-17.15", "no march to that hex takes exactly those hexes on the way")
        } else if self.within_reach(from, points, &free).has(to) {
            Illegal::new("BG-6.0-G", "a unit that enters an enemy zone of control must stop there")
        } else {
            Illegal::new("BG-5.15", "the hex is farther than six movement points, or no way leads there")
        }
    }

    /// Whether a unit may be in a hex at all in the course of its march.
    fn may_be_in(&self, state: &State, unit: UnitId, cell: Cell) -> Result<(), Illegal> {
        let enemy = state.side.enemy().index();
        if self.ground.ferry.has(cell) {
            Err(Illegal::new("BG-5.24b", "no unit may end its movement in a ferry hex"))
        } else if !self.ground.stand.has(cell) {
            Err(Illegal::new("BG-5.24a", "river hexes are never entered but at a ferry"))
        } else if state.occupied[enemy].has(cell) {
            Err(Illegal::new("BG-5.12", "an enemy unit is in that hex"))
        } else if state.zone[enemy].has(cell) && state.ineffective.has(unit) {
            Err(Illegal::new("BG-11.2b", "an ineffective unit may not enter an enemy zone of control"))
        } else if state.zone[enemy].has(cell) && self.shuns_zones(state, unit) {
            Err(Illegal::new("BG-10.2a", "no unit enters an enemy zone of control at night"))
        } else {
            Ok(())
        }
    }

    /// Walks a path step by step (BG-5.0-P, BG-5.16): where it ends and what it takes.
    pub(crate) fn walk(&self, state: &State, unit: UnitId, path: Path) -> Result<(Cell, u16), Illegal> {
        self.may_march(state, unit)?;
        if path.start().is_some_and(|start| start != state.place(unit)) {
            return Err(Illegal::new("BG-5.16", "the path begins in a hex where the unit is not"));
        }
        let enemy = state.side.enemy().index();
        let (mut at, mut points, mut taking) = (state.place(unit), self.chart.limits.movement, 0);
        let mut afloat: Option<Cell> = None;
        for (i, d) in path.iter().enumerate() {
            if i > 0 && afloat.is_none() && state.zone[enemy].has(at) {
                return Err(Illegal::new("BG-6.0-G", "a unit that enters an enemy zone of control must stop there"));
            }
            let to = self.ground.around[at.index()][d % 6];
            if to == NOWHERE {
                return Err(Illegal::new("BG-5.16", "the path leaves the map"));
            }
            if let Some(bank) = afloat {
                // BG-5.24d: out by the other bank. The whole crossing was paid on entering the ferry.
                if !self.ground.ferries.iter().any(|f| f.from == bank && f.over == at && f.to == to) {
                    return Err(Illegal::new("BG-5.24d", "a ferry hex is entered by one arrow and left by the other"));
                }
                self.may_be_in(state, unit, to)?;
                afloat = None;
            } else if self.ground.ferry.has(to) {
                let Some(ferry) = self.ground.ferries.iter().find(|f| f.from == at && f.over == to) else {
                    return Err(Illegal::new("BG-5.24d", "a ferry hex is entered and left only along its arrows"));
                };
                points = points
                    .checked_sub(ferry.cost)
                    .ok_or(Illegal::new("BG-5.24c", "the points left do not suffice for the ferry and the far bank"))?;
                afloat = Some(at);
            } else {
                self.may_be_in(state, unit, to)?;
                if self.ground.touches[at.index()] >> d & 1 == 0 {
                    return Err(Illegal::new("BG-5.25a", "a creek is crossed only at a bridge or ford"));
                }
                let cost = self.ground.cost[at.index()][d];
                if cost == 0 || cost > points {
                    return Err(Illegal::new("BG-5.26", "the movement points left do not cover the whole cost of the hex"));
                }
                points -= cost;
            }
            at = to;
            if let Some(place) = self.followed_hex(at).filter(|p| state.holder(*p) != Some(state.side)) {
                taking |= 1 << place;
            }
        }
        if afloat.is_some() {
            return Err(Illegal::new("BG-5.24b", "no unit may end its movement in a ferry hex"));
        }
        if path.is_empty() {
            return Err(Illegal::new("BG-5.0-P", "a march leads to another hex"));
        }
        // Out and back is a move too: that unit makes no room any more.
        if !self.may_stop(state, &self.crowd(state), unit, at) {
            return Err(Illegal::new("BG-5.32", "two units at most may stay in a hex, and nobody there can still make room"));
        }
        if let Some(place) = self.followed_hex(at) {
            taking &= !(1 << place);
        }
        Ok((at, taking))
    }

    /// The place of a hex among the followed ones.
    #[inline]
    pub fn followed_hex(&self, cell: Cell) -> Option<usize> {
        if self.followed.has(cell) { self.title.controls.iter().position(|c| c.cell == cell) } else { None }
    }

    /// A shortest path for a march, for people to see.
    pub(crate) fn path_of(&self, state: &State, unit: UnitId, from: Cell, points: u8, to: Cell, taking: u16) -> Vec<Cell> {
        let obstacles = self.obstacles(state, unit);
        let mut best: Option<(u8, Vec<Cell>)> = None;
        self.search(&obstacles, &mut vec![from], points, to, taking, 0, &mut best);
        best.map_or_else(|| vec![from, to], |(_, path)| path)
    }

    /// Depth-first over all paths: six points make at most a few hundred.
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        obstacles: &Obstacles,
        path: &mut Vec<Cell>,
        points: u8,
        to: Cell,
        taking: u16,
        taken: u16,
        best: &mut Option<(u8, Vec<Cell>)>,
    ) {
        let at = *path.last().expect("a path has a start");
        if at == to && taken == taking && path.len() > 1 && best.as_ref().is_none_or(|(left, _)| points > *left) {
            *best = Some((points, path.clone()));
        }
        if path.len() > 1 && obstacles.zone.has(at) {
            return;
        }
        // Passing through a hex that is not to be taken would take it.
        let mut taken = taken;
        if path.len() > 1 && obstacles.untaken.has(at) {
            let bit = self.followed_hex(at).map_or(0, |p| 1 << p);
            if taking & bit == 0 {
                return;
            }
            taken |= bit;
        }
        for d in 0..6 {
            let (next, cost) = (self.ground.around[at.index()][d], self.ground.cost[at.index()][d]);
            if cost > 0 && cost <= points && !obstacles.barred.has(next) {
                path.push(next);
                self.search(obstacles, path, points - cost, to, taking, taken, best);
                path.pop();
            }
        }
        for ferry in self.ground.ferries.iter().filter(|f| f.from == at && f.cost <= points && !obstacles.barred.has(f.to)) {
            path.extend([ferry.over, ferry.to]);
            self.search(obstacles, path, points - ferry.cost, to, taking, taken, best);
            path.truncate(path.len() - 2);
        }
    }

    /// A unit is or passes in a hex: its side controls it (CH-17.15), and that may score (CH-20.11-2) or free held units.
    pub fn take<K: Sink<Event>>(&self, state: &mut State, side: Side, cell: Cell, sink: &mut K) {
        let Some(place) = self.followed_hex(cell) else {
            return;
        };
        if state.holder(place) == Some(side) {
            return;
        }
        state.hold(place, Some(side));
        sink.tell(|| Event::Took(side, cell));
        self.score_first_control(state, side, place, sink);
        for (i, hold) in self.title.holds.iter().enumerate() {
            let theirs = !hold.units.and(self.army[side.enemy().index()]).is_empty();
            if theirs && hold.enemy_in.has(cell) && state.released >> i & 1 == 0 {
                state.released |= 1 << i;
                sink.tell(|| Event::Released(i as u8));
            }
        }
    }

    /// A unit makes its march.
    pub fn march<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, to: Cell, taking: u16, sink: &mut K) {
        let side = state.side;
        state.moved.insert(unit);
        self.put(state, unit, to);
        if taking != 0 {
            for place in 0..self.title.controls.len() {
                if taking >> place & 1 == 1 {
                    self.take(state, side, self.title.controls[place].cell, sink);
                }
            }
        }
        self.take(state, side, to, sink);
    }

    /// The actions of a unit in the Movement Phase.
    pub(crate) fn march_options(&self, state: &State, unit: UnitId, out: &mut Vec<Action>) {
        if state.place(unit) == Cell::WAITING {
            self.each_entry(state, unit, |at, to, taking| out.push(Action::Enter { unit, at, to, taking }));
            return;
        }
        self.each_march(state, unit, |to, taking| out.push(Action::Move { unit, to, taking }));
        out.extend(self.exits_of(state, unit).into_iter().map(|by| Action::Leave { unit, by }));
    }
}

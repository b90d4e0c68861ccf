//! Movement (BG-5), with the limits of the title: quotas and control, guns without horses, ferries.

use crate::BlueGray;
use crate::action::{Action, Event, Path, Subject};
use crate::cells::{Cell, CellSet};
use crate::ground::NOWHERE;
use crate::reach::{Ends, March, Reach};
use crate::stacking::Crowd;
use crate::state::State;
use crate::title::Quota;
use crate::units::{UnitId, UnitSet};
use engine::{Illegal, Side, Sink};

/// The most hexes within six of one.
const WITHIN_SIX: usize = 127;

/// What lies in the way of one march.
pub(crate) struct Obstacles {
    /// Hexes it may not enter.
    barred: CellSet,
    /// Hexes in which it must stop.
    zone: CellSet,
    /// Followed hexes of the enemy or of nobody, one bit each: to pass one is to take it, so the flood halts there and goes on
    /// by choice.
    untaken: u16,
    /// Where it must stop or choose.
    halts: CellSet,
}

impl BlueGray {
    /// Whether it is night (BG-10.0).
    #[inline]
    pub(crate) fn is_night(&self, state: &State) -> bool {
        self.title.turns[usize::from(state.turn) - 1].night
    }

    /// The quota of the phasing side that holds now; of several of a title one holds at a time.
    #[inline]
    pub(crate) fn quota_of(&self, state: &State) -> Option<&Quota> {
        self.title.quotas.iter().find(|q| q.side == state.side && q.when.holds(state.turn, state.happened))
    }

    /// How many more units the phasing side may move. Control of the bonus hex counts at once and is
    /// lost with it; exempt units do not count for a while; combat is never limited,
    /// nor is a side without a quota. A unit counts once its first step is made.
    #[inline]
    pub(crate) fn quota_left(&self, state: &State) -> u8 {
        self.quota_now(state).0
    }

    /// The same, and the units that move without counting.
    #[inline]
    pub(crate) fn quota_now(&self, state: &State) -> (u8, UnitSet) {
        let Some(quota) = self.quota_of(state) else {
            return (u8::MAX, UnitSet::EMPTY);
        };
        let outside = if state.turn <= quota.through { quota.exempt.or(quota.others) } else { quota.others };
        let bonus = quota.holding.is_some_and(|h| state.holder(usize::from(h)) == Some(state.side));
        let allowed = quota.units + if bonus { quota.more } else { 0 };
        let moved = state.moved.without(outside).len() as u8;
        (allowed.saturating_sub(moved), outside)
    }

    /// How many more moves the quota allows once a unit stands in this hex.
    pub(crate) fn quota_won(&self, state: &State, cell: Cell) -> u8 {
        let Some(quota) = self.quota_of(state) else {
            return 0;
        };
        let wins = |h: u8| self.title.controls[usize::from(h)].cell == cell && state.holder(usize::from(h)) != Some(state.side);
        if quota.holding.is_some_and(wins) { quota.more } else { 0 }
    }

    /// Units that move without counting.
    #[inline]
    pub(crate) fn outside_quota(&self, state: &State) -> UnitSet {
        self.quota_now(state).1
    }

    /// Units that stand still until something frees them.
    pub fn held(&self, state: &State) -> UnitSet {
        let still = |(i, h): (usize, &crate::title::Hold)| {
            let free = state.released >> i & 1 == 1 || h.until.is_some_and(|t| state.turn >= t);
            if free { UnitSet::EMPTY } else { h.units }
        };
        self.title.holds.iter().enumerate().map(still).fold(self.rooted(state), UnitSet::or)
    }

    /// Whether units in a hex are kept there by an enemy zone (BG-5.13, BG-6.3); at night a title may let them slip away
    ///
    #[inline]
    pub(crate) fn is_pinned(&self, state: &State, cell: Cell) -> bool {
        self.in_enemy_zone(state, state.side, cell) && !(self.is_night(state) && self.title.night[state.side.index()].leave_zone)
    }

    /// Whether a unit may begin a march.
    pub(crate) fn may_march(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        let side = state.side;
        if !self.army[side.index()].has(unit) {
            return Err(Illegal::new(
                "BG-4.1b",
                "This unit belongs to the other side.",
                "Move your own units, in your own Movement Phase.",
            ));
        }
        match state.place(unit) {
            Cell::WAITING => {
                return Err(Illegal::new(
                    self.title.rules.arrival,
                    "This unit has not arrived.",
                    "Bring it on at an entry hex in the turn in which it is due.",
                ));
            }
            cell if !cell.on_map() => {
                return Err(Illegal::new("BG-5.0-P", "This unit is not on the map.", "March with a unit on the map."));
            }
            _ => {}
        }
        if self.is_night(state) && !self.title.night[side.index()].moves {
            return Err(Illegal::new(
                self.title.rules.night,
                "This side does not move at night.",
                "End the phase; it moves again in the morning.",
            ));
        }
        if self.immobile.has(unit) {
            return Err(Illegal::new(
                self.title.rules.immobile,
                "These guns have no horses.",
                "Leave them where they are; they fight from there.",
            ));
        }
        if self.held(state).has(unit) {
            return Err(Illegal::new(
                self.why_rooted(state, unit),
                "The title holds this unit where it is.",
                "Move other units; it moves once it is released.",
            ));
        }
        if state.moved.has(unit) {
            return Err(Illegal::new(
                "BG-5.17",
                "This unit has finished its move.",
                "Move another unit; this one moves again in its next Movement Phase.",
            ));
        }
        if self.is_pinned(state, state.place(unit)) {
            return Err(if self.is_night(state) {
                Illegal::new(
                    "BG-10.2b",
                    "A unit in an enemy zone of control may not leave it at night.",
                    "Let it stay; by day it may attack.",
                )
            } else {
                Illegal::new(
                    "BG-5.13",
                    "A unit that starts in an enemy zone of control may not leave it.",
                    "Let it attack in the Combat Phase, or stay.",
                )
            });
        }
        if matches!(self.quota_now(state), (0, outside) if !outside.has(unit)) {
            return Err(Illegal::new(
                self.title.rules.quota,
                "This side has moved all the units it may move in this phase.",
                "End the phase; the others move in a later turn.",
            ));
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
        let mut barred = if self.shuns_zones(state, unit) { state.occupied[enemy].or(&zone) } else { state.occupied[enemy] };
        if !self.title.more.restrictions.is_empty() {
            barred = barred.or(&self.closed_to(state, unit));
        }
        let (mut untaken, mut halts) = (0, zone);
        for (i, control) in self.title.controls.iter().enumerate() {
            if state.holder(i) != Some(side) {
                untaken |= 1 << i;
                halts.insert(control.cell);
            }
        }
        Obstacles { barred, zone, untaken, halts }
    }

    /// Every end of a march from a hex with so many points: sets of hexes, and the followed hexes taken on the way. A march that
    /// takes something may come back to where it began. Of the `doubtful` hexes it ends only in those where it `may_stop`.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn each_route(
        &self,
        state: &State,
        from: Cell,
        points: u8,
        obstacles: &Obstacles,
        doubtful: &CellSet,
        may_stop: impl Fn(&Ends) -> Ends,
        mut each: impl FnMut(&Ends, u16),
    ) {
        let march = March { barred: &obstacles.barred, halts: &obstacles.halts };
        let unhindered = &self.ground_in(state).unhindered[from.index()];
        let free = points == self.chart.limits.movement && !unhindered.meets(march.barred) && !unhindered.meets(march.halts);
        let mut ends = if free { *unhindered } else { Reach::flood(self.ground_in(state), from, points, march).ends() };
        let passes_untaken = !free && self.meets_untaken(&ends, obstacles);
        ends.remove(from);
        each(&ends.without(doubtful), 0);
        let doubted = ends.and(doubtful);
        if !doubted.is_empty() {
            each(&may_stop(&doubted), 0);
        }
        if passes_untaken {
            self.each_taking_route(state, from, points, obstacles, |ends, taken| {
                let mut shut = *doubtful;
                shut.insert(from);
                each(&ends.without(&shut).or(&may_stop(&ends.and(&shut))), taken);
            });
        }
    }

    /// Whether a march comes to a hex that it would take.
    #[inline]
    fn meets_untaken(&self, ends: &Ends, obstacles: &Obstacles) -> bool {
        self.title.controls.iter().enumerate().any(|(i, c)| obstacles.untaken >> i & 1 == 1 && ends.has(c.cell))
    }

    /// The marches that go on through followed hexes, by what they take: rare, so written for clarity. Each set of hexes to take
    /// is looked at once, in whatever order the march takes them.
    #[cold]
    fn each_taking_route(&self, state: &State, from: Cell, points: u8, obstacles: &Obstacles, mut each: impl FnMut(&Ends, u16)) {
        let near = self.within_reach(state, from, points, obstacles);
        let takes = |(i, c): &(usize, &crate::title::Control)| {
            obstacles.untaken >> i & 1 == 1 && c.cell != from && !obstacles.zone.has(c.cell) && near.has(c.cell)
        };
        let choice = self.title.controls.iter().enumerate().filter(takes).fold(0u16, |set, (i, _)| set | 1 << i);
        let mut set = choice;
        while set != 0 {
            let mut ends = CellSet::EMPTY;
            self.go_on_taking(state, (from, points), obstacles, 0, set, &mut ends);
            each(&Ends::around(from, &ends), set);
            set = (set - 1) & choice;
        }
    }

    /// Adds the ends of a march that stands in a hex, has taken some hexes and takes all others of a set before it ends.
    fn go_on_taking(&self, state: &State, (from, points): (Cell, u8), obstacles: &Obstacles, taken: u16, set: u16, ends: &mut CellSet) {
        let controls = || self.title.controls.iter().enumerate();
        // What is taken already no longer halts the march.
        let mut halts = obstacles.halts;
        controls().filter(|(i, c)| taken >> i & 1 == 1 && !obstacles.zone.has(c.cell)).for_each(|(_, c)| halts.remove(c.cell));
        let reach = Reach::flood(self.ground_in(state), from, points, March { barred: &obstacles.barred, halts: &halts });
        if taken == set {
            let mut on = reach.ends();
            on.remove(from);
            *ends = ends.or(&on.field());
            return;
        }
        for (i, control) in controls().filter(|(i, _)| (set & !taken) >> i & 1 == 1) {
            if let Some(left) = reach.points_left(control.cell).filter(|p| *p > 0) {
                self.go_on_taking(state, (control.cell, left), obstacles, taken | 1 << i, set, ends);
            }
        }
    }

    /// The hexes in which a unit may find no room: full ones (BG-5.32), and any hex while somebody still needs room.
    #[inline]
    pub(crate) fn doubtful<'a>(&'a self, state: &'a State, unit: UnitId, crowd: &Crowd) -> &'a CellSet {
        if crowd.is_easy_for(unit) { &state.full[state.side.index()] } else { &self.ground.stand }
    }

    /// Every march of a unit on the map.
    #[inline]
    pub(crate) fn each_march(&self, state: &State, unit: UnitId, each: impl FnMut(&Ends, u16)) {
        let obstacles = self.obstacles(state, unit);
        let crowd = self.crowd(state);
        let doubtful = self.doubtful(state, unit, &crowd);
        let may_stop = |doubtful: &Ends| self.makes_room(state, &crowd, unit, doubtful);
        self.each_route(state, state.place(unit), self.points_of(state, unit), &obstacles, doubtful, may_stop, each);
    }

    /// All hexes a march could come to if room were no matter.
    pub(crate) fn within_reach(&self, state: &State, from: Cell, points: u8, obstacles: &Obstacles) -> CellSet {
        Reach::flood(self.ground_in(state), from, points, March { barred: &obstacles.barred, halts: &obstacles.zone }).ends().field()
    }

    /// Whether a unit that may march has anywhere to go.
    #[inline]
    pub(crate) fn has_march(&self, state: &State, unit: UnitId, crowd: &Crowd) -> bool {
        let (from, points) = (state.place(unit), self.points_of(state, unit));
        if crowd.is_easy_for(unit) {
            let wary = self.hampered(state).has(unit)
                || state.ineffective.has(unit) && self.ground_in(state).opens_into(from, &state.zone[state.side.enemy().index()]);
            if !wary && self.ground_in(state).opens_into(from, self.open_hexes(state, crowd)) {
                return true;
            }
            let mut shut = state.full[state.side.index()];
            shut.insert(from);
            if !self.within_reach(state, from, points, &self.obstacles(state, unit)).without(&shut).is_empty() {
                return true;
            }
        }
        // While somebody needs room every end is looked at; mostly an early one will do.
        let obstacles = self.obstacles(state, unit);
        let march = March { barred: &obstacles.barred, halts: &obstacles.halts };
        let ends = Reach::flood(self.ground_in(state), from, points, march).ends();
        // Only a march that wins more moves is left to a unit that can be spared none.
        if crowd.spares_no_move_for(unit, from) && !ends.any(|to| self.quota_won(state, to) > 0) {
            return false;
        }
        let mut found = ends.any(|to| to != from && self.may_stop(state, crowd, unit, to));
        if !found && self.meets_untaken(&ends, &obstacles) {
            self.each_march(state, unit, |ends, _| found |= !ends.is_empty());
        }
        if !found {
            self.each_exit(state, unit, |_| found = true);
        }
        found
    }

    /// The exit hexes that a unit can reach with the points to leave.
    pub(crate) fn each_exit(&self, state: &State, unit: UnitId, each: impl FnMut(Cell)) {
        let Some(exit) = self.title.exits[state.side.index()].as_ref().filter(|e| e.when.holds(state.turn, state.happened)) else {
            return;
        };
        let obstacles = self.obstacles(state, unit);
        let march = March { barred: &obstacles.barred, halts: &obstacles.zone };
        let reach = Reach::flood(self.ground_in(state), state.place(unit), self.points_of(state, unit), march);
        // Leaving the map is a move like others: promises of room must be kept.
        if state.overfull > 0 && !self.may_stop(state, &self.crowd(state), unit, Cell::EXITED) {
            return;
        }
        let free = |c: &Cell| *c == state.place(unit) || !obstacles.zone.has(*c);
        exit.cells.iter().filter(|c| free(c) && reach.points_left(*c).is_some_and(|p| p >= exit.cost)).for_each(each);
    }

    /// Whether a unit may march to a hex, taking exactly these followed hexes on the way.
    pub(crate) fn may_move(&self, state: &State, unit: UnitId, to: Cell, taking: u16) -> Result<(), Illegal> {
        self.may_march(state, unit)?;
        let mut found = false;
        self.each_march(state, unit, |ends, taken| found |= taken == taking && ends.has(to));
        if found { Ok(()) } else { Err(self.why_not_there(state, unit, to)) }
    }

    /// Why a march cannot end in a hex.
    fn why_not_there(&self, state: &State, unit: UnitId, to: Cell) -> Illegal {
        let obstacles = self.obstacles(state, unit);
        let from = state.place(unit);
        if let Err(illegal) = self.may_be_in(state, unit, to) {
            return illegal;
        }
        let points = self.points_of(state, unit);
        let reach = self.within_reach(state, from, points, &obstacles);
        let free = Obstacles { barred: obstacles.barred, zone: CellSet::EMPTY, untaken: 0, halts: CellSet::EMPTY };
        if to == from {
            Illegal::new("BG-5.0-P", "This march has no step.", "Choose another hex.")
        } else if reach.has(to) && !self.may_stop(state, &self.crowd(state), unit, to) {
            self.why_no_stop(state, unit, to)
        } else if reach.has(to) {
            Illegal::new(
                self.title.rules.control,
                "No march to that hex takes exactly those hexes on the way.",
                "Name the hexes that it passes.",
            )
        } else if self.within_reach(state, from, points, &free).has(to) {
            Illegal::new(
                "BG-6.0-G",
                "A unit that enters an enemy zone of control must stop there.",
                "Stop in the zone and attack in the Combat Phase, or march round it.",
            )
        } else {
            Illegal::new(
                "BG-5.15",
                "The hex is farther than six movement points, or no way leads there.",
                "Choose one of the hexes lit, and go on in the next turn.",
            )
        }
    }

    /// Whether a unit may be in a hex at all in the course of its march.
    fn may_be_in(&self, state: &State, unit: UnitId, cell: Cell) -> Result<(), Illegal> {
        let enemy = state.side.enemy().index();
        if self.ground.ferry.has(cell) {
            Err(Illegal::new("BG-5.24b", "No unit may end its movement in a ferry hex.", "It goes on to the far bank."))
        } else if !self.ground.stand.has(cell) {
            Err(Illegal::new("BG-5.24a", "A river hex is never entered.", "Units cross the river at a ferry."))
        } else if state.occupied[enemy].has(cell) {
            Err(Illegal::new(
                "BG-5.12",
                "An enemy unit is in that hex.",
                "Stop beside him and attack in the Combat Phase, or march round him.",
            ))
        } else if state.zone[enemy].has(cell) && state.ineffective.has(unit) {
            Err(Illegal::new(
                "BG-11.2b",
                "An ineffective unit may not enter an enemy zone of control.",
                "It keeps its distance until after a night.",
            ))
        } else if state.zone[enemy].has(cell) && self.shuns_zones(state, unit) {
            Err(Illegal::new("BG-10.2a", "No unit enters an enemy zone of control at night.", "Stop short of the zone."))
        } else if let Some(rule) = self.why_closed(state, unit, cell) {
            Err(Illegal::new(rule, "The title closes that hex to this unit.", "March elsewhere, or later."))
        } else {
            Ok(())
        }
    }

    /// Walks a path step by step (BG-5.0-P, BG-5.16): where it ends and what it takes.
    pub(crate) fn walk(&self, state: &State, unit: UnitId, path: Path) -> Result<(Cell, u16), Illegal> {
        self.may_march(state, unit)?;
        if path.start().is_some_and(|start| start != state.place(unit)) {
            return Err(Illegal::new("BG-5.16", "The unit is not where the path begins.", "Begin the path in the hex of the unit."));
        }
        let enemy = state.side.enemy().index();
        let (mut at, mut points, mut taking) = (state.place(unit), self.points_of(state, unit), 0);
        let mut afloat: Option<Cell> = None;
        for (i, d) in path.iter().enumerate() {
            if i > 0 && afloat.is_none() && state.zone[enemy].has(at) {
                return Err(Illegal::new(
                    "BG-6.0-G",
                    "A unit that enters an enemy zone of control must stop there.",
                    "Stop in the zone and attack in the Combat Phase, or march round it.",
                ));
            }
            let to = self.ground.around[at.index()][d % 6];
            if to == NOWHERE {
                return Err(Illegal::new("BG-5.16", "The path leaves the map.", "Lay the march over hexes of the map."));
            }
            if let Some(bank) = afloat {
                // BG-5.24d: out by the other bank. The whole crossing was paid on entering the ferry.
                if !self.ground_in(state).ferries.iter().any(|f| f.from == bank && f.over == at && f.to == to) {
                    return Err(Illegal::new(
                        "BG-5.24d",
                        "A ferry hex is not left the way it was entered.",
                        "Leave it by the other arrow.",
                    ));
                }
                self.may_be_in(state, unit, to)?;
                afloat = None;
            } else if self.ground.ferry.has(to) {
                let Some(ferry) = self.ground_in(state).ferries.iter().find(|f| f.from == at && f.over == to) else {
                    return Err(Illegal::new("BG-5.24d", "No arrow leads into the ferry from here.", "Enter it along one of its arrows."));
                };
                points = points.checked_sub(ferry.cost).ok_or(Illegal::new(
                    "BG-5.24c",
                    "The points left do not suffice for the ferry and the far bank.",
                    "Begin the crossing with more points: ferry and bank are paid at once.",
                ))?;
                afloat = Some(at);
            } else {
                self.may_be_in(state, unit, to)?;
                if self.ground_in(state).touches[at.index()] >> d & 1 == 0 {
                    return Err(Illegal::new("BG-5.25a", "A creek lies between.", "Cross at a bridge or ford."));
                }
                let cost = self.ground_in(state).cost[at.index()][d];
                if cost == 0 || cost > points {
                    return Err(Illegal::new(
                        "BG-5.26",
                        "The movement points left do not cover the whole cost of the hex.",
                        "End the march before it, or choose an easier way.",
                    ));
                }
                points -= cost;
            }
            at = to;
            if let Some(place) = self.followed_hex(at).filter(|p| state.holder(*p) != Some(state.side)) {
                taking |= 1 << place;
            }
        }
        if afloat.is_some() {
            return Err(Illegal::new("BG-5.24b", "No unit may end its movement in a ferry hex.", "It goes on to the far bank."));
        }
        if path.is_empty() {
            return Err(Illegal::new("BG-5.0-P", "This march has no step.", "Choose another hex."));
        }
        // Out and back is a move too: that unit makes no room any more.
        if !self.may_stop(state, &self.crowd(state), unit, at) {
            return Err(self.why_no_stop(state, unit, at));
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
        self.search(state, &obstacles, &mut vec![from], points, to, taking, 0, &mut best);
        best.map_or_else(|| vec![from, to], |(_, path)| path)
    }

    /// Depth-first over all paths: six points make at most a few hundred.
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        state: &State,
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
        let bit = self.followed_hex(at).map_or(0, |p| 1 << p) & obstacles.untaken;
        if path.len() > 1 && bit != 0 {
            if taking & bit == 0 {
                return;
            }
            taken |= bit;
        }
        for d in 0..6 {
            let (next, cost) = (self.ground.around[at.index()][d], self.ground_in(state).cost[at.index()][d]);
            if cost > 0 && cost <= points && !obstacles.barred.has(next) {
                path.push(next);
                self.search(state, obstacles, path, points - cost, to, taking, taken, best);
                path.pop();
            }
        }
        for ferry in self.ground_in(state).ferries.iter().filter(|f| f.from == at && f.cost <= points && !obstacles.barred.has(f.to)) {
            path.extend([ferry.over, ferry.to]);
            self.search(state, obstacles, path, points - ferry.cost, to, taking, taken, best);
            path.truncate(path.len() - 2);
        }
    }

    /// A unit is or passes in a hex: its side controls it, and that may score or free held units.
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
        self.each_march(state, unit, |ends, taking| {
            out.reserve(WITHIN_SIX);
            ends.each(|to| out.push(Action::Move { unit, to, taking }));
        });
        self.each_exit(state, unit, |by| out.push(Action::Leave { unit, by }));
        if self.may_dig(state, unit).is_ok() {
            out.push(Action::Dig { unit });
        }
    }

    #[inline]
    pub(crate) fn list_movers(&self, state: &State, out: &mut Vec<Subject>) {
        let side = state.side;
        let crowd = self.crowd(state);
        let mut able = self.army[side.index()].and(state.on_map).without(state.moved).without(self.immobile);
        if !self.title.holds.is_empty() || !self.title.more.restrictions.is_empty() {
            able = able.without(self.held(state));
        }
        able = crowd.within_quota(able);
        // Most units stand where the next hex is open to them; only the others need a closer look.
        let ready = if crowd.is_easy() && self.shy(state).is_empty() {
            self.ground_in(state).at_the_door(self.open_hexes(state, &crowd)).without(&state.zone[side.enemy().index()])
        } else {
            CellSet::EMPTY
        };
        for unit in able.iter() {
            let easy = ready.has(state.place(unit));
            let digs = || self.title.more.works.is_some() && self.may_dig(state, unit).is_ok();
            if easy || !self.is_pinned(state, state.place(unit)) && self.has_march(state, unit, &crowd) || digs() {
                out.push(Subject::Unit(unit));
            }
        }
        let due = self.due(state);
        let obliged = self.obliged_of(due);
        let mut owed = false;
        for unit in due.iter().filter(|u| self.can_enter(state, *u)) {
            owed |= obliged.has(unit);
            out.push(Subject::Unit(unit));
        }
        self.each_word(state, |event| out.push(Subject::Event(event)));
        if !owed && state.overfull == 0 {
            out.push(Subject::Done);
        }
    }

    /// The hexes along a path, the first included.
    pub(crate) fn cells_along(&self, from: Cell, path: Path) -> Vec<Cell> {
        let mut cells = vec![from];
        for d in path.iter() {
            let at = cells[cells.len() - 1];
            cells.push(self.ground.around[at.index()][d % 6]);
        }
        cells
    }
}

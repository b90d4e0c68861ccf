//! The one door: who is asked, what can act, what it can do, whether it may, and that it is done.

use crate::action::{Action, Event, Subject};
use crate::chart::{Column, CombatResult};
use crate::field::Cell;
use crate::rules::BlueGray;
use crate::state::{State, Step, key_of};
use crate::units::{NOBODY, UnitSet};
use engine::mix::Mixer;
use engine::{Actor, Chance, Illegal, Side, Sink};

impl BlueGray {
    /// The side that is asked: the phasing player, but the loser retreats his own units and the victor advances.
    pub fn asked(&self, state: &State) -> Side {
        match state.step {
            Step::Retreat if state.pushed != NOBODY => self.side_of(state.pushed),
            Step::Retreat => match state.pending.or(state.willing).iter().next() {
                Some(unit) => self.side_of(unit),
                None => state.side,
            },
            Step::Advance => self.victor(state),
            _ => state.side,
        }
    }

    /// Who is asked.
    #[inline]
    pub(crate) fn actor_now(&self, state: &State) -> Actor {
        match state.step {
            Step::Roll => Actor::Chance(Chance::dice(1, "BG-7.0-Pb")),
            Step::Over => Actor::Over(self.verdict(state)),
            _ => Actor::Side(self.asked(state)),
        }
    }

    /// What can act.
    #[inline]
    pub(crate) fn list_subjects(&self, state: &State, out: &mut Vec<Subject>) {
        match state.step {
            Step::Movement => self.list_movers(state, out),
            Step::Battles => {
                let duties = self.duties(state);
                self.each_target(state, &duties, |c| out.push(Subject::Target(c)));
                if state.battle.targets.is_empty() {
                    if self.may_end_combat(state, &duties).is_ok() {
                        out.push(Subject::Done);
                    }
                } else {
                    self.each_joiner(state, &duties, |c| out.push(Subject::Hex(c)));
                    self.each_gun(state, &duties, |g| out.push(Subject::Unit(g)));
                    if self.may_fight(state, &duties).is_ok() {
                        out.push(Subject::Battle);
                    }
                }
            }
            Step::Exchange => {
                out.extend(state.battle.attackers.and(state.on_map).iter().map(Subject::Unit));
                if state.battle.owed == 0 {
                    out.push(Subject::Done);
                }
            }
            Step::Retreat | Step::FallBack => out.extend(self.retreaters(state).iter().map(Subject::Unit)),
            Step::Advance => {
                let mut last = NOBODY;
                self.each_advance(state, |u, _| {
                    if u != last {
                        out.push(Subject::Unit(u));
                        last = u;
                    }
                });
                out.push(Subject::Done);
            }
            Step::Roll | Step::Over => {}
        }
    }

    #[inline]
    fn list_movers(&self, state: &State, out: &mut Vec<Subject>) {
        let side = state.side;
        let crowd = self.crowd(state);
        let mut able = self.army[side.index()].and(state.on_map).without(state.moved).without(self.immobile);
        if !self.title.holds.is_empty() {
            able = able.without(self.held(state));
        }
        if self.quota_left(state) == 0 {
            able = able.and(self.outside_quota(state));
        }
        for unit in able.iter() {
            if !self.is_pinned(state, state.place(unit)) && self.has_march(state, unit, &crowd) {
                out.push(Subject::Unit(unit));
            }
        }
        let due = self.due(state);
        let mut owed = false;
        for unit in due.iter().filter(|u| self.can_enter(state, *u)) {
            owed = true;
            out.push(Subject::Unit(unit));
        }
        if !owed && state.overfull == 0 {
            out.push(Subject::Done);
        }
    }

    /// What a subject can do.
    #[inline]
    pub(crate) fn list_options(&self, state: &State, subject: Subject, out: &mut Vec<Action>) {
        match (state.step, subject) {
            (Step::Movement, Subject::Unit(unit)) => self.march_options(state, unit, out),
            (Step::Movement, Subject::Done) => out.push(Action::EndMovement),
            (Step::Battles, Subject::Target(target)) => out.push(Action::Engage { target }),
            (Step::Battles, Subject::Hex(from)) => out.push(Action::Join { from }),
            (Step::Battles, Subject::Unit(gun)) => out.push(Action::Bombard { gun }),
            (Step::Battles, Subject::Battle) => {
                let best = self.column(state, &state.battle).0;
                out.extend((0..=best).rev().map(|c| Action::Fight { column: Column(c) }));
            }
            (Step::Battles, Subject::Done) => out.push(Action::EndCombat),
            (Step::Exchange, Subject::Unit(unit)) => out.push(Action::Lose { unit }),
            (Step::Exchange, Subject::Done) => out.push(Action::Paid),
            (Step::Retreat | Step::FallBack, Subject::Unit(unit)) => self.retreat_options(state, unit, out),
            (Step::Advance, Subject::Unit(unit)) => self.each_advance(state, |u, to| {
                if u == unit {
                    out.push(Action::Advance { unit, to });
                }
            }),
            (Step::Advance, Subject::Done) => out.push(Action::Stay),
            _ => {}
        }
    }

    /// Whether an action may be done now.
    pub fn may(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        match state.step {
            Step::Over => return Err(Illegal::new("BG-4.0", "the game is over")),
            Step::Roll => return Err(Illegal::new("BG-7.9b", "the die is asked for: nothing can be changed now")),
            _ => {}
        }
        if by != self.asked(state) {
            return Err(match state.step {
                Step::Movement => Illegal::new("BG-4.1b", "in a Movement Phase only the phasing player moves"),
                Step::Retreat => Illegal::new("BG-7.71a", "the owner retreats his own units"),
                Step::Advance => Illegal::new("BG-7.75a", "the victor decides about the advance"),
                _ => Illegal::new("BG-4.1c", "in a Combat Phase only the phasing player attacks"),
            });
        }
        let known = |unit: u8| usize::from(unit) < self.title.units.len();
        match (state.step, action) {
            (_, Action::Move { unit, .. } | Action::March { unit, .. } | Action::Enter { unit, .. } | Action::Leave { unit, .. })
            | (
                _,
                Action::Bombard { gun: unit }
                | Action::Lose { unit }
                | Action::Retreat { unit, .. }
                | Action::Stand { unit }
                | Action::Advance { unit, .. },
            ) if !known(unit) => Err(Illegal::new("BG-2.3", "no such unit")),
            (Step::Movement, Action::Move { unit, to, taking }) => self.may_move(state, unit, to, taking),
            (Step::Movement, Action::March { unit, path }) => self.walk(state, unit, path).map(drop),
            (Step::Movement, Action::Enter { unit, at, to, taking }) => self.may_enter(state, unit, at, to, taking),
            (Step::Movement, Action::Leave { unit, by }) => {
                self.may_march(state, unit)?;
                let may = self.exits_of(state, unit).contains(&by);
                if may { Ok(()) } else { Err(Illegal::new("BG-5.16", "the unit cannot leave the map there")) }
            }
            (Step::Movement, Action::EndMovement) => self.may_end_movement(state),
            (Step::Movement, Action::Engage { .. } | Action::Fight { .. } | Action::Join { .. } | Action::Bombard { .. }) => {
                Err(if self.is_night(state) {
                    Illegal::new("BG-10.1", "nobody fights at night")
                } else {
                    Illegal::new("BG-5.14", "nobody fights in a Movement Phase")
                })
            }
            (Step::Battles, Action::Engage { target }) => self.may_engage(state, &self.duties(state), target),
            (Step::Battles, Action::Join { from }) => self.may_join(state, &self.duties(state), from),
            (Step::Battles, Action::Bombard { gun }) => self.may_bombard(state, &self.duties(state), gun),
            (Step::Battles, Action::Fight { column }) => {
                self.may_fight(state, &self.duties(state))?;
                self.may_announce(state, column)
            }
            (Step::Battles, Action::EndCombat) => self.may_end_combat(state, &self.duties(state)),
            (Step::Exchange, Action::Lose { unit }) => self.may_lose(state, unit),
            (Step::Exchange, Action::Paid) => self.is_paid(state),
            (Step::Retreat | Step::FallBack, Action::Retreat { unit, to, push }) => self.may_retreat(state, unit, to, push),
            (Step::Retreat, Action::Stand { unit }) if state.willing.has(unit) => Ok(()),
            (Step::FallBack, Action::Stand { .. }) => Err(Illegal::new("BG-11.31a", "an ineffective unit may not stay in contact")),
            (Step::Retreat, Action::Stand { .. }) if state.battle.result == Some(CombatResult::Ar) => {
                Err(Illegal::new("BG-7.6-Ar", "this unit has no choice: it must retreat"))
            }
            (Step::Retreat, Action::Stand { .. }) => Err(Illegal::new("BG-7.6-Dr", "this unit has no choice: it must retreat")),
            (Step::Advance, Action::Advance { unit, to }) => self.may_advance(state, unit, to),
            (Step::Advance, Action::Stay) => Ok(()),
            (Step::Exchange, _) => Err(Illegal::new("BG-7.6-Ex", "the exchange must be paid first")),
            (Step::Retreat | Step::FallBack, _) => Err(Illegal::new("BG-7.71a", "the retreats come first")),
            (Step::Advance, _) => Err(Illegal::new("BG-7.75c", "the advance is decided before anything else")),
            (_, Action::Move { .. } | Action::March { .. } | Action::Enter { .. } | Action::Leave { .. } | Action::EndMovement) => {
                Err(Illegal::new("BG-5.11", "units move only in their own Movement Phase"))
            }
            _ => Err(Illegal::new("BG-4.1c", "that is not asked for now")),
        }
    }

    /// Does an action.
    #[inline]
    pub(crate) fn act<K: Sink<Event>>(&self, state: &mut State, action: Action, sink: &mut K) {
        match action {
            Action::Move { unit, to, taking } => {
                sink.tell(|| Event::Moved(unit, self.path_of(state, unit, state.place(unit), self.chart.limits.movement, to, taking)));
                self.march(state, unit, to, taking, sink);
            }
            Action::March { unit, path } => {
                if let Ok((to, taking)) = self.walk(state, unit, path) {
                    sink.tell(|| Event::Moved(unit, self.cells_along(state.place(unit), path)));
                    self.march(state, unit, to, taking, sink);
                }
            }
            Action::Enter { unit, at, to, taking } => {
                let points = self.may_enter_at(state, unit, at).unwrap_or(0);
                sink.tell(|| Event::Entered(unit, if at == to { vec![at] } else { self.path_of(state, unit, at, points, to, taking) }));
                self.enter(state, unit, at, to, taking, sink);
            }
            Action::Leave { unit, by } => {
                sink.tell(|| Event::Left(unit, by));
                state.moved.insert(unit);
                let side = state.side;
                self.take(state, side, by, sink);
                self.put(state, unit, Cell::EXITED);
                self.score_exit(state, unit, sink);
            }
            Action::EndMovement => self.end_movement(state, sink),
            Action::Engage { target } => state.battle.targets.push(target),
            Action::Join { from } => state.battle.from.push(from),
            Action::Bombard { gun } => state.battle.guns.insert(gun),
            Action::Fight { column } => self.join_battle(state, column, sink),
            Action::EndCombat => self.end_combat(state, sink),
            Action::Lose { unit } => self.lose(state, unit, sink),
            Action::Paid => self.begin_advance(state, sink),
            Action::Retreat { unit, to, push } => self.retreat(state, unit, to, push, sink),
            Action::Stand { unit } => self.stand(state, unit, sink),
            Action::Advance { unit, to } => self.advance(state, unit, to, sink),
            Action::Stay => self.end_battle(state),
        }
    }

    /// The hexes along a path, the first included.
    pub(crate) fn cells_along(&self, from: Cell, path: crate::action::Path) -> Vec<Cell> {
        let mut cells = vec![from];
        for d in path.iter() {
            let at = cells[cells.len() - 1];
            cells.push(self.ground.around[at.index()][d % 6]);
        }
        cells
    }

    /// A hash of everything in a position; caches are left out, but for the key of the places, which an audit checks.
    pub(crate) fn hash_of(&self, s: &State) -> u64 {
        let mut mixer = Mixer::default();
        mixer.add(s.key);
        mixer.add(
            u64::from(s.turn)
                | (s.side.index() as u64) << 8
                | (s.step as u64) << 16
                | u64::from(s.pushed) << 24
                | u64::from(s.released) << 32,
        );
        let sets = [
            s.moved,
            s.fought,
            s.shelled,
            s.struck,
            s.advanced,
            s.shaken,
            s.contact,
            s.ineffective,
            s.wavering,
            s.pending,
            s.willing,
            s.chain,
        ];
        for UnitSet(set) in sets.into_iter().chain([s.battle.attackers, s.battle.guns, s.battle.defenders]) {
            mixer.add(set as u64).add((set >> 64) as u64);
        }
        for cells in [s.battle.targets, s.battle.from] {
            // In any order: the hexes of a battle are a set.
            mixer.add(cells.as_slice().iter().fold(0, |h, c| h ^ engine::mix::mix(u64::from(c.0) + 1)));
        }
        let result = s.battle.result.map_or(0, |r| 1 + r as u64);
        mixer.add(u64::from(s.battle.column.0) | result << 8 | u64::from(s.battle.owed) << 16);
        mixer.add(u64::from(s.control) | u64::from(s.first_taken[0]) << 32 | u64::from(s.first_taken[1]) << 48);
        mixer.add(u64::from_le_bytes(s.entered[..8].try_into().expect("eight bytes")));
        mixer.add(u64::from_le_bytes(s.entered[8..].try_into().expect("eight bytes")));
        mixer.add(s.points[0] as u64).add(s.points[1] as u64);
        mixer.finish()
    }

    /// Looks for anything that may never be.
    pub(crate) fn look_over(&self, state: &State) -> Result<(), String> {
        let units = self.title.units.len() as u8;
        let mut fresh = State::empty(state.side);
        for unit in 0..units {
            self.put(&mut fresh, unit, state.place(unit));
            let cell = state.place(unit);
            if cell.on_map() && !self.ground.stand.has(cell) {
                return Err(format!("{} stands in {}, where no unit may stand", self.unit(unit).id, self.hex_name(cell)));
            }
            if cell.on_map() && !state.units_in(cell).has(unit) {
                return Err(format!("{} is not in the stack of its hex", self.unit(unit).id));
            }
        }
        if fresh.occupied != state.occupied || fresh.full != state.full || fresh.overfull != state.overfull || fresh.on_map != state.on_map
        {
            return Err("the marks of occupied hexes differ from where the units are".into());
        }
        if fresh.key != state.key {
            return Err("the key differs from the one computed anew".into());
        }
        if !state.occupied[0].and(&state.occupied[1]).is_empty() {
            return Err("enemies stand in one hex".into());
        }
        let enemy = state.side.enemy();
        if state.zone[enemy.index()] != self.zone_of(state, enemy) {
            return Err("the enemy zone differs from the one computed anew".into());
        }
        if state.step != Step::Movement && state.zone[state.side.index()] != self.zone_of(state, state.side) {
            return Err("the zone differs from the one computed anew".into());
        }
        if state.overfull > 0 && state.step != Step::Movement && state.pushed == NOBODY {
            return Err("a hex holds more units than may stay".into());
        }
        for (i, control) in self.title.controls.iter().enumerate() {
            let here = Side::BOTH.into_iter().find(|s| state.occupied[s.index()].has(control.cell));
            if here.is_some() && state.holder(i) != here {
                return Err(format!("{} is held by one side and controlled by the other", self.hex_name(control.cell)));
            }
        }
        if let Some(quota) = self.title.quota[state.side.index()].as_ref().filter(|_| self.quotas) {
            let moved = state.moved.without(self.outside_quota(state)).len();
            if moved > u32::from(quota.units) + u32::from(quota.more) {
                return Err(format!("{moved} units have moved: more than the quota"));
            }
        }
        let gone = (0..units).filter(|u| state.place(*u) == Cell::ELIMINATED);
        let scored: [i16; 2] = gone.fold([0; 2], |mut points, unit| {
            let to = self.side_of(unit).enemy();
            for score in self.title.scores.iter().filter(|s| s.to == to && s.what == crate::title::Deed::EliminatedUnit) {
                points[to.index()] += score.points;
            }
            points
        });
        if state.points.iter().zip(scored).any(|(have, least)| *have < least) {
            return Err("a side has fewer points than its victims are worth".into());
        }
        if state.key ^ (0..units).fold(0, |k, u| k ^ key_of(u, state.place(u)) ^ key_of(u, Cell::ASIDE)) != 0 {
            return Err("the key is not made of the places of the units".into());
        }
        Ok(())
    }
}

//! Retreat (BG-7.7) and displacement (BG-7.8).

use crate::BlueGray;
use crate::action::{Action, Event};
use crate::cells::{Cell, CellSet};
use crate::state::{State, Step};
use crate::units::{NOBODY, UnitId, UnitSet};
use engine::{Illegal, Side, Sink};

impl BlueGray {
    /// These units must retreat one hex each (BG-7.6-Dr, BG-7.6-Ar), these guns may (BG-8.16). A unit that cannot move at all is
    /// lost, and is not asked whether it likes to.
    pub(crate) fn begin_retreat<K: Sink<Event>>(&self, state: &mut State, must: UnitSet, may: UnitSet, sink: &mut K) {
        self.eliminate_all(state, must.and(self.immobile), self.title.rules.immobile_retreat, sink);
        state.pending = must.without(self.immobile);
        state.willing = may.without(self.immobile);
        state.step = Step::Retreat;
        self.go_on_retreating(state, sink);
    }

    /// Settles what needs no decision: those with nowhere to go are lost (BG-7.72b) once nobody else can move; then the battle
    /// goes on to its advance, or the phase to its end.
    pub(crate) fn go_on_retreating<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        if state.pushed != NOBODY {
            return;
        }
        if state.step == Step::FallBack && !state.pending.and(self.immobile).is_empty() {
            let lost = state.pending.and(self.immobile);
            state.pending = state.pending.without(lost);
            self.eliminate_all(state, lost, self.title.rules.immobile_retreat, sink);
        }
        // A gun that would like to retreat but cannot stays.
        state.willing = state.willing.iter().filter(|u| self.can_retreat(state, *u)).collect();
        if !state.willing.is_empty() || state.pending.iter().any(|u| self.can_retreat(state, u)) {
            return;
        }
        let lost = state.pending;
        state.pending = UnitSet::EMPTY;
        self.eliminate_all(state, lost, "BG-7.72b", sink);
        match state.step {
            Step::FallBack => {
                // BG-11.31b: nobody advances after these retreats.
                self.next_player(state, sink);
            }
            _ => self.begin_advance(state, sink),
        }
    }

    /// The hexes that a retreat from a hex may come to: one hex away (BG-7.71b), not across a prohibited side nor into a
    /// prohibited hex, an enemy or his zone (BG-7.72a, R-18), whoever stands there (BG-6.1).
    fn retreat_hexes<'a>(&'a self, state: &'a State, side: Side, from: Cell) -> impl Iterator<Item = Cell> + 'a {
        let enemy = side.enemy().index();
        self.ground_in(state).touched(from).filter(move |c| !state.occupied[enemy].has(*c) && !state.zone[enemy].has(*c))
    }

    /// Whether a hex has room for one more (BG-7.73a).
    fn has_room(&self, state: &State, cell: Cell) -> bool {
        state.count(cell) < usize::from(self.chart.limits.stacking)
    }

    /// The units of a full hex that a retreating unit could push out so that everybody finds a place (BG-7.81c, BG-7.82a).
    /// Guns without horses are never pushed, nobody twice in one chain.
    fn pushable<'a>(&'a self, state: &'a State, mover: UnitId, to: Cell) -> impl Iterator<Item = UnitId> + 'a {
        let chain = state.chain;
        let spared = chain.or(self.immobile).or(UnitSet::one(mover));
        state.stack(to).filter(move |u| !spared.has(*u) && self.finds_place(state, mover, to, chain.or(UnitSet::one(*u))))
    }

    /// Whether a unit pushed out of a hex finds a place, pushing others if it must (BG-7.81b, BG-7.82b). The unit that started
    /// the chain has left its own hex by then. A shortest chain visits no hex twice, so each is tried once.
    fn finds_place(&self, state: &State, first: UnitId, from: Cell, chain: UnitSet) -> bool {
        let side = self.side_of(first);
        let left = state.place(first);
        let spared = chain.or(self.immobile).or(UnitSet::one(first));
        // The hex that the first unit leaves has room unless it was overfull.
        let room = |c: Cell| state.count(c) - usize::from(c == left) < usize::from(self.chart.limits.stacking);
        let (mut seen, mut waiting) = (CellSet::EMPTY, CellSet::EMPTY);
        seen.insert(from);
        waiting.insert(from);
        while let Some(cell) = waiting.first() {
            waiting.remove(cell);
            for next in self.retreat_hexes(state, side, cell) {
                if seen.has(next) {
                    continue;
                }
                if room(next) {
                    return true;
                }
                seen.insert(next);
                if state.stack(next).any(|u| !spared.has(u)) {
                    waiting.insert(next);
                }
            }
        }
        false
    }

    /// Every retreat of a unit: the hexes with room; only if there is none, the full ones and whom it pushes out (BG-7.73b).
    pub(crate) fn each_retreat(&self, state: &State, unit: UnitId, mut each: impl FnMut(Cell, UnitId)) {
        let (side, from) = (self.side_of(unit), state.place(unit));
        let mut open = false;
        for to in self.retreat_hexes(state, side, from).filter(|c| self.has_room(state, *c)) {
            open = true;
            each(to, NOBODY);
        }
        if !open {
            for to in self.retreat_hexes(state, side, from) {
                self.pushable(state, unit, to).for_each(|push| each(to, push));
            }
        }
    }

    /// Whether a unit has a retreat.
    pub fn can_retreat(&self, state: &State, unit: UnitId) -> bool {
        let (side, from) = (self.side_of(unit), state.place(unit));
        self.retreat_hexes(state, side, from).any(|to| self.has_room(state, to))
            || self.retreat_hexes(state, side, from).any(|to| self.pushable(state, unit, to).next().is_some())
    }

    /// Whether a unit may retreat so. Its owner chooses (BG-7.71a), each unit by itself (BG-7.71c).
    pub(crate) fn may_retreat(&self, state: &State, unit: UnitId, to: Cell, push: UnitId) -> Result<(), Illegal> {
        let asked = if state.pushed != NOBODY { state.pushed == unit } else { state.pending.or(state.willing).has(unit) };
        if !asked {
            return Err(Illegal::new("BG-7.71a", "This unit does not have to retreat now.", "Choose one that does."));
        }
        let mut found = false;
        self.each_retreat(state, unit, |t, p| found |= t == to && p == push);
        if found {
            return Ok(());
        }
        let (side, from) = (self.side_of(unit), state.place(unit));
        let enemy = side.enemy().index();
        Err(if self.ground.ferry.has(to) {
            Illegal::new(self.title.rules.ferry_retreat, "No retreat leads into a ferry hex.", "Choose another hex.")
        } else if self.ground.direction(from, to).is_none() {
            Illegal::new("BG-7.71b", "That hex is not next to the unit.", "Choose a hex next to it: a retreat is exactly one hex.")
        } else if !self.ground_in(state).may_touch(from, to) || state.occupied[enemy].has(to) || state.zone[enemy].has(to) {
            Illegal::new(
                "BG-7.72a",
                "No retreat leads into a prohibited hex, over a prohibited side, to an enemy or into his zone of control.",
                "Choose another hex.",
            )
        } else if self.has_room(state, to) {
            Illegal::new("BG-7.81a", "The hex has room.", "Enter it without pushing anybody out.")
        } else if self.retreat_hexes(state, side, from).any(|c| self.has_room(state, c)) {
            Illegal::new("BG-7.73b", "Another hex is open.", "Retreat to the open hex.")
        } else if push == NOBODY && self.can_retreat(state, unit) {
            Illegal::new("BG-7.81a", "The hex is full.", "Say whom the unit pushes out.")
        } else if push != NOBODY && self.immobile.has(push) {
            Illegal::new(self.title.rules.immobile, "Guns without horses cannot be displaced.", "Push out another unit.")
        } else {
            Illegal::new("BG-7.82a", "The displaced unit would not find a place.", "Push out another unit, or choose another hex.")
        })
    }

    /// A unit retreats or is displaced; whoever it pushes out is next.
    pub fn retreat<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, to: Cell, push: UnitId, sink: &mut K) {
        let (side, from) = (self.side_of(unit), state.place(unit));
        let displaced = state.pushed == unit;
        sink.tell(|| if displaced { Event::Displaced(unit, from, to) } else { Event::Retreated(unit, from, to) });
        self.put(state, unit, to);
        state.zone[side.index()] = self.zone_of(state, side);
        // It fights no more in this phase (R-12, BG-7.82d), and its contacts are broken.
        state.shaken.insert(unit);
        state.contact.remove(unit);
        state.shelled.remove(unit);
        state.pending.remove(unit);
        state.willing.remove(unit);
        state.pushed = push;
        if push == NOBODY {
            // In another chain the same unit may be displaced again (BG-7.82c).
            state.chain = UnitSet::EMPTY;
        } else {
            state.chain.insert(push);
        }
        self.take(state, side, to, sink);
        self.go_on_retreating(state, sink);
    }

    /// A gun stays although it might retreat (BG-8.16).
    pub(crate) fn stand<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, sink: &mut K) {
        state.willing.remove(unit);
        self.go_on_retreating(state, sink);
    }

    /// The decisions of the side that retreats.
    pub(crate) fn retreat_options(&self, state: &State, unit: UnitId, out: &mut Vec<Action>) {
        self.each_retreat(state, unit, |to, push| out.push(Action::Retreat { unit, to, push }));
        if state.willing.has(unit) {
            out.push(Action::Stand { unit });
        }
    }

    /// The units that are asked to retreat.
    pub(crate) fn retreaters(&self, state: &State) -> UnitSet {
        if state.pushed != NOBODY {
            return UnitSet::one(state.pushed);
        }
        state.pending.or(state.willing).iter().filter(|u| self.can_retreat(state, *u)).collect()
    }
}

//! Chapter 8: who acts under the chit in play: units that go along, are exchanged, left out or detached.

use crate::action::{Action, Event, Subject};
use crate::counters::{ChitKind, counters};
use crate::ids::{Hex, HexBits, Piece, Pieces};
use crate::state::{State, Step};
use crate::{Check, GiveUsVictories};
use engine::{Illegal, Side, Sink};

/// GUV-8.28: the Independent chit takes up to three units.
const INDEPENDENT_UNITS: u8 = 3;

impl GiveUsVictories {
    /// GUV-8.14, GUV-8.28: a unit goes along.
    pub(crate) fn may_take(&self, state: &State, piece: Piece) -> Check {
        let act = state.act();
        if counters().get(piece).side != act.side {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's.", "Choose a unit of yours."));
        }
        if self.solid(&Pieces::one(piece)).is_empty() || !state.hex(piece).is_some() {
            return Err(Illegal::new("GUV-8.28", "Only a unit on the map can be taken along.", "Choose a unit on the map."));
        }
        match self.kind(act.chit) {
            ChitKind::Independent => {
                if act.taken >= INDEPENDENT_UNITS {
                    return Err(Illegal::new(
                        "GUV-8.28",
                        "The Independent chit takes three units at most.",
                        "Begin the movement with those that are taken.",
                    ));
                }
            }
            ChitKind::Formation => {
                if act.taken >= 1 {
                    return Err(Illegal::new(
                        "GUV-8.14",
                        "A formation takes one independent unit along.",
                        "Begin the movement with the one that is taken.",
                    ));
                }
                if self.turn11.has(piece) {
                    return Err(Illegal::new(
                        "GUV-18.11",
                        "That cavalry answers only the Independent chit or the Detachment marker.",
                        "Take another unit.",
                    ));
                }
                if !self.independents.has(piece) {
                    return Err(Illegal::new(
                        "GUV-8.9",
                        "A commander takes only his own formation and one independent unit.",
                        "Take a unit of his formation, or one independent unit.",
                    ));
                }
            }
            _ => return Err(Illegal::new("GUV-8.22", "All independent units in his radius are active already.", "Begin the movement.")),
        }
        self.fresh(state, piece)?;
        let reach = self.in_command(state);
        if !self.commands(state, &reach, piece) {
            return Err(Illegal::new("GUV-8.1", "That unit is out of command.", "Choose a unit within the radius of the chit."));
        }
        Ok(())
    }

    /// GUV-8.15, R-26: Stuart's cavalry in place of an independent unit.
    pub(crate) fn may_exchange(&self, state: &State, piece: Piece, instead: Piece) -> Check {
        let act = state.act();
        if self.kind(act.chit) != ChitKind::High || act.side != Side::Confederate {
            return Err(Illegal::new(
                "GUV-8.15",
                "Only a Confederate high commander exchanges an independent unit for Stuart's cavalry.",
                "Take along an independent unit instead.",
            ));
        }
        if self.band[piece.index()] != Some(self.named.stuart) || !counters().cavalry.has(piece) {
            return Err(Illegal::new(
                "GUV-8.15",
                "Only cavalry of Stuart's division is exchanged.",
                "Choose a cavalry unit of that division.",
            ));
        }
        if !self.independents.has(instead) || !state.active.has(instead) {
            return Err(Illegal::new(
                "GUV-8.15",
                "There must be an active independent unit that stays behind.",
                "Take an independent unit along first.",
            ));
        }
        self.fresh(state, piece)?;
        let reach = self.in_command(state);
        if !self.commands(state, &reach, piece) {
            return Err(Illegal::new("GUV-8.1", "That unit is out of command.", "Choose a unit within the radius of the chit."));
        }
        Ok(())
    }

    /// a unit is left out before the first action.
    pub(crate) fn may_exclude(&self, state: &State, piece: Piece) -> Check {
        if self.kind(state.act().chit) == ChitKind::Independent {
            return Err(Illegal::new("GUV-8.28", "The Independent chit takes only whom it names.", "Leave a unit out by not naming it."));
        }
        if !state.active.has(piece) {
            return Err(Illegal::new("GUV-8.11", "That unit is not active.", "Choose an active unit."));
        }
        if self.kind(state.act().chit) == ChitKind::Formation && !self.belongs(state, piece) {
            return Err(Illegal::new(
                "GUV-8.14",
                "Whoever was asked to come along is not left out again.",
                "Leave out a unit of the formation, or let it stay where it is.",
            ));
        }
        Ok(())
    }

    /// Whether a unit is of a formation that is activated.
    pub(crate) fn belongs(&self, state: &State, piece: Piece) -> bool {
        state.act().formations.iter().any(|c| self.formation[c.index()].has(piece))
    }

    /// GUV-8.16 to GUV-8.20, GUV-8.31: the Detachment marker.
    pub(crate) fn may_detach(&self, state: &State, hex: Hex) -> Check {
        let act = state.act();
        if !matches!(self.kind(act.chit), ChitKind::Formation | ChitKind::High) {
            return Err(Illegal::new(
                "GUV-8.16",
                "Only a commander uses the Detachment marker.",
                "Use it when a commander has been drawn.",
            ));
        }
        if state.detachment[act.side.index()].is_some() {
            return Err(Illegal::new("GUV-8.16", "The Detachment marker is used once per turn.", "Use it again next turn."));
        }
        let units = self.solid(&state.stack_of(act.side, hex)).minus(&state.active);
        if units.is_empty() {
            return Err(Illegal::new(
                "GUV-8.16",
                "There is nobody to detach in that hex.",
                "Choose a hex with units of yours that are not active.",
            ));
        }
        if !units.iter().any(|p| self.fresh(state, p).is_ok()) {
            let bound = units.iter().any(|p| self.bound(state, p));
            let rule = if bound { "GUV-18.4" } else { "GUV-8.18" };
            return Err(Illegal::new(
                rule,
                "Units that were activated this turn, or are held back, cannot be detached.",
                "Choose another hex.",
            ));
        }
        let reach = self.in_command(state);
        if !units.iter().any(|p| self.fresh(state, p).is_ok() && self.commands(state, &reach, p)) {
            return Err(Illegal::new(
                "GUV-8.16",
                "The Detachment marker is placed within the commander's radius.",
                "Choose a hex within the radius.",
            ));
        }
        Ok(())
    }

    /// Hexes for the Detachment marker.
    pub(crate) fn detachments(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.detachable(state, &state.placed).iter().map(|hex| Action::Detach { hex }));
    }

    /// The hexes where the Detachment marker would bring in one of these.
    pub(crate) fn detachable(&self, state: &State, among: &Pieces) -> HexBits {
        let act = state.act();
        if state.detachment[act.side.index()].is_some() || !matches!(self.kind(act.chit), ChitKind::Formation | ChitKind::High) {
            return HexBits::default();
        }
        let own = self.solid(&self.fresh_units(state)).and(&counters().of[act.side.index()]).and(among);
        let reach = self.in_command(state);
        own.iter().filter(|p| self.commands(state, &reach, *p)).map(|p| state.hex(p)).collect()
    }

    /// GUV-8.20: whether the marker could still bring in one of these units that is able to do something, once it is active.
    pub(crate) fn could_detach(&self, state: &State, near: impl Fn(Piece) -> bool, able: impl Fn(&State, Piece) -> bool) -> bool {
        let act = state.act();
        if state.detachment[act.side.index()].is_some()
            || !matches!(self.kind(act.chit), ChitKind::Formation | ChitKind::High)
            || act.forced
        {
            return false;
        }
        let others = self.solid(&self.fresh_units(state)).and(&counters().of[act.side.index()]);
        let there = self.commanded_of(state, &others.iter().filter(|p| near(*p)).collect());
        if there.is_empty() {
            return false;
        }
        let mut probe = state.clone();
        there.iter().any(|p| {
            probe.active.insert(p);
            let able = able(&probe, p);
            probe.active.remove(p);
            able
        })
    }

    /// The marker is placed: all fresh units under it act with the formation (GUV-8.17) and are spent for the turn (GUV-8.19).
    pub(crate) fn detach<K: Sink<Event>>(&self, state: &mut State, hex: Hex, sink: &mut K) {
        let act = *state.act();
        state.detachment[act.side.index()] = hex;
        let reach = self.in_command(state);
        let units = self.solid(&state.stack_of(act.side, hex)).and(&self.fresh_units(state));
        let units: Pieces = units.iter().filter(|p| self.commands(state, &reach, *p)).collect();
        for p in units.iter() {
            state.active.insert(p);
            if act.forced {
                self.march_along(state, p);
            }
        }
        sink.tell(|| Event::Detached { side: act.side, hex });
    }

    /// What may be settled before the first move.
    pub fn musters(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.takable(state, &state.placed).iter().map(|piece| Action::Take { piece }));
        self.exchangeable(state, &state.placed).iter().for_each(|piece| self.exchanges(state, piece, out));
        out.extend(self.excludable(state).iter().map(|piece| Action::Exclude { piece }));
        self.detachments(state, out);
        self.settlements(state, out);
    }

    /// Whom it may be settled for, in the order of [`GiveUsVictories::musters`]: nobody can be taken and left out at once.
    pub(crate) fn muster_subjects(&self, state: &State, out: &mut Vec<Subject>) {
        let others = [self.takable(state, &state.placed), self.exchangeable(state, &state.placed), self.excludable(state)];
        others.iter().for_each(|pieces| out.extend(pieces.iter().map(Subject::Piece)));
        out.extend(self.detachable(state, &state.placed).iter().map(Subject::Stack));
        out.push(Subject::Button);
    }

    /// What may be settled for one of them before the first move.
    pub(crate) fn musters_of(&self, state: &State, subject: Subject, out: &mut Vec<Action>) {
        match subject {
            Subject::Piece(piece) => {
                let only = Pieces::one(piece);
                if !self.takable(state, &only).is_empty() {
                    out.push(Action::Take { piece });
                }
                if !self.exchangeable(state, &only).is_empty() {
                    self.exchanges(state, piece, out);
                }
                if self.excludable(state).has(piece) {
                    out.push(Action::Exclude { piece });
                }
            }
            Subject::Stack(hex) if self.detachable(state, &state.stack(hex)).has(hex) => out.push(Action::Detach { hex }),
            Subject::Button => self.settlements(state, out),
            _ => {}
        }
    }

    /// What is settled for all at once.
    fn settlements(&self, state: &State, out: &mut Vec<Action>) {
        if self.may_force_march(state).is_ok() {
            out.push(Action::ForceMarch);
        }
        out.push(Action::Done);
    }

    /// Who of these may be taken along (GUV-8.14, GUV-8.28).
    fn takable(&self, state: &State, among: &Pieces) -> Pieces {
        let act = state.act();
        let open = match self.kind(act.chit) {
            ChitKind::Independent if act.taken < INDEPENDENT_UNITS => self.solid(&counters().of[act.side.index()]),
            ChitKind::Formation if act.taken == 0 => self.independents_of(act.side),
            _ => return Pieces::NONE,
        };
        self.commanded_of(state, &open.and(among).and(&self.fresh_units(state)))
    }

    /// Who of these may come in place of an independent unit (GUV-8.15).
    fn exchangeable(&self, state: &State, among: &Pieces) -> Pieces {
        let act = state.act();
        if self.kind(act.chit) != ChitKind::High || act.side != Side::Confederate || state.active.and(&self.independents).is_empty() {
            return Pieces::NONE;
        }
        let cavalry = self.formation[self.named.stuart.index()].and(&counters().cavalry);
        self.commanded_of(state, &cavalry.and(among).and(&self.fresh_units(state)))
    }

    /// A piece in place of each independent unit.
    fn exchanges(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        out.extend(state.active.and(&self.independents).iter().map(|instead| Action::Exchange { piece, instead }));
    }

    /// Who may be left out: [`GiveUsVictories::may_exclude`] for all at once.
    fn excludable(&self, state: &State) -> Pieces {
        let act = state.act();
        match self.kind(act.chit) {
            ChitKind::Independent => Pieces::NONE,
            ChitKind::Formation => state.active.and(&self.formations(act.formations)),
            _ => state.active,
        }
    }

    /// Who of these is within command.
    fn commanded_of(&self, state: &State, pieces: &Pieces) -> Pieces {
        if pieces.is_empty() {
            return Pieces::NONE;
        }
        let reach = self.in_command(state);
        pieces.iter().filter(|p| self.commands(state, &reach, *p)).collect()
    }

    /// A unit is taken along.
    pub(crate) fn take<K: Sink<Event>>(&self, state: &mut State, piece: Piece, sink: &mut K) {
        state.active.insert(piece);
        state.act_mut().taken += 1;
        if state.act().forced {
            self.march_along(state, piece);
        }
        let seen = self.seen(state, piece);
        sink.tell(|| Event::Taken { piece, seen });
    }

    /// A unit is taken along instead of another.
    pub(crate) fn exchange<K: Sink<Event>>(&self, state: &mut State, piece: Piece, instead: Piece, sink: &mut K) {
        state.active.remove(instead);
        state.active.insert(piece);
        if state.act().forced {
            self.march_along(state, piece);
            state.forced.remove(instead);
            state.tired.remove(instead);
        }
        let seen = self.seen(state, piece);
        sink.tell(|| Event::Taken { piece, seen });
    }

    /// A unit stays behind.
    pub(crate) fn exclude<K: Sink<Event>>(&self, state: &mut State, piece: Piece, sink: &mut K) {
        state.active.remove(piece);
        state.tired.remove(piece);
        // The whole formation is on a forced march (GUV-9.26); others are as if they had not been asked.
        if !self.belongs(state, piece) {
            state.forced.remove(piece);
        }
        sink.tell(|| Event::Excluded { piece });
    }

    /// The chit that was drawn is not used.
    pub(crate) fn pass<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let chit = state.act().chit;
        sink.tell(|| Event::Passed { chit });
        self.put_away(state);
        state.act = None;
        state.agenda.turn(Step::Draw);
    }
}

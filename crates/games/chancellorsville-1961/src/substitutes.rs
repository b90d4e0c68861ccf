//! Brigade substitutes: Confederate divisions broken down into brigades and formed again (C61-BSC-1 to C61-BSC-7).
//!
//! divisions are broken down at any time, the Union's Turn included; they are formed in the Confederate Turn, by brigades that have
//! marched together.

use crate::action::{Action, Event, Subject};
use crate::counters::{Division, Kind, Piece, Set, pieces};
use crate::ground::OFF;
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use engine::{Illegal, Side, Sink};

impl Chancellorsville1961 {
    /// C61-BSC-1: the Confederates break down and form divisions.
    fn may_substitute(&self, by: Side, division: Piece) -> Result<(), Illegal> {
        match self.book.division(division) {
            Some(_) if by == Side::Confederate => Ok(()),
            _ => Err(Illegal::new("C61-BSC-1", "Only Confederate divisions have brigade substitutes.", "Choose a Confederate division.")),
        }
    }

    /// Whether a division may be broken down into these brigades (C61-BSC-2, C61-BSC-5, R-32), at any time.
    pub(crate) fn may_break(&self, state: &State, by: Side, division: Piece, brigades: Set) -> Result<(), Illegal> {
        let book = self.book;
        self.may_substitute(by, division)?;
        // C61-BSC-7: at the set-up brigades may be placed instead of their division.
        let being_placed = state.step == Step::DeployConfederate && state.waiting & division.bit() != 0;
        if state.hex(division) == OFF && !being_placed {
            return Err(Illegal::new(
                "C61-BSC-2",
                "That division is not here to be broken down.",
                "Choose a division on the map, or one still to be placed.",
            ));
        }
        if state.hex(division) != OFF && book.ground.river(state.hex(division)) {
            return Err(Illegal::new(
                "C61-SWIM-2",
                "Only one unit may be in a river hex: a division there stays whole.",
                "Bring it ashore first.",
            ));
        }
        if state.swapped & division.bit() != 0 {
            return Err(Illegal::new(
                "C61-BSC-6",
                "A division just formed stays whole until it has moved or a battle has been fought.",
                "Move it first, or wait until a battle has been fought.",
            ));
        }
        self.fit_substitutes(division, brigades)?;
        if brigades & !state.boxed != 0 {
            return Err(Illegal::new(
                "C61-BSC-1",
                "Only brigades that are not on the map and not eliminated can come in.",
                "Choose other brigades.",
            ));
        }
        Ok(())
    }

    /// Whether these brigades make that division: of its arm, exactly its factor (C61-BSC-2).
    fn fit_substitutes(&self, division: Piece, brigades: Set) -> Result<(), Illegal> {
        let book = self.book;
        let arm = |p: Piece| book.kind[p.index()] == book.kind[division.index()];
        if brigades & !(book.substitutes & book.foot) != 0 || pieces(brigades).any(|p| !arm(p)) {
            return Err(Illegal::new(
                "C61-BSC-5",
                "Infantry brigades stand for infantry, cavalry brigades for cavalry.",
                "Choose brigades of its own arm.",
            ));
        }
        if book.strength(brigades) != u16::from(book.combat[division.index()]) {
            return Err(Illegal::new(
                "C61-BSC-2",
                "The factors of the brigades must add up to the division's, no more and no less.",
                "Choose brigades that add up to it.",
            ));
        }
        Ok(())
    }

    /// Whether these brigades may form that division (C61-BSC-6).
    pub(crate) fn may_form(&self, state: &State, by: Side, division: Piece, brigades: Set) -> Result<(), Illegal> {
        self.may_substitute(by, division)?;
        if !matches!(state.step, Step::Move | Step::Choose) || state.mover != by {
            return Err(Illegal::new("C61-BSC-6", "Divisions are formed in your own Turn.", "Wait for your own Turn."));
        }
        if state.boxed & division.bit() == 0 {
            return Err(Illegal::new(
                "C61-BSC-6",
                "Only a division that was broken down can return.",
                "Choose a division whose brigades are on the map.",
            ));
        }
        self.fit_substitutes(division, brigades)?;
        let mut hexes = pieces(brigades).map(|p| state.hex(p));
        let hex = hexes.next().unwrap_or(OFF);
        if hex == OFF || hexes.any(|h| h != hex) {
            return Err(Illegal::new("C61-BSC-6", "The brigades must have come together in one hex.", "Bring them together first."));
        }
        if state.swapped & brigades != 0 {
            return Err(Illegal::new(
                "C61-BSC-6",
                "Brigades just broken out stay so until they have moved or a battle has been fought.",
                "Move them first, or wait until a battle has been fought.",
            ));
        }
        // Battles that are over bind nobody; one still to be fought is fought as it was divided.
        let pending = |p: Piece| Some(state.battle[p.index()]).filter(|b| state.unfought >> b & 1 == 1).unwrap_or(0);
        let mut battles = pieces(brigades).map(pending);
        let battle = battles.next().unwrap_or(0);
        if battles.any(|b| b != battle) {
            return Err(Illegal::new(
                "C61-BSC-6",
                "Brigades of different battles cannot form a division before they have fought.",
                "Fight the battles first.",
            ));
        }
        Ok(())
    }

    /// Breaks a division down (C61-BSC-3: with its headquarters; C61-BSC-4: the brigades go their own ways from here on).
    pub(crate) fn break_down<K: Sink<Event>>(&self, state: &mut State, division: Piece, brigades: Set, sink: &mut K) {
        let book = self.book;
        let entry = book.division(division).expect("checked");
        let hex = state.hex(division);
        state.boxed = state.boxed & !brigades | division.bit();
        // the headquarters comes with the first breakdown and never returns once eliminated.
        let staff = entry.staff.bit() & state.boxed;
        state.boxed &= !staff;
        if hex == OFF {
            state.waiting = state.waiting & !division.bit() | brigades | staff;
        } else {
            for set in state.rights.iter_mut().filter(|set| **set & division.bit() != 0) {
                *set |= brigades;
            }
            self.forget(state, division);
            state.lift(book, division);
            for piece in pieces(brigades | staff) {
                state.put(book, piece, hex);
                state.spent[piece.index()] = state.spent[division.index()];
                state.battle[piece.index()] = if staff & piece.bit() != 0 { 0 } else { state.battle[division.index()] };
            }
            let company = self.company(state, brigades, state.manner);
            let inherit = |set: &mut Set, heirs: Set| {
                if *set & division.bit() != 0 {
                    *set = *set & !division.bit() | heirs;
                }
            };
            inherit(&mut state.halted, brigades | staff);
            inherit(&mut state.slowed, brigades | staff);
            inherit(&mut state.bound, brigades);
            // the headquarters shares the fate of those it has come to.
            inherit(&mut state.losers, brigades | staff & company);
            inherit(&mut state.doomed, brigades | staff & company);
            state.spent[division.index()] = 0;
            state.battle[division.index()] = 0;
            state.swapped |= brigades;
        }
        sink.tell(|| Event::Broke(division, brigades, hex));
    }

    /// Forms a division again.
    pub(crate) fn form_up<K: Sink<Event>>(&self, state: &mut State, division: Piece, brigades: Set, sink: &mut K) {
        let book = self.book;
        let hex = state.hex(pieces(brigades).next().expect("checked"));
        for set in state.rights.iter_mut().filter(|set| brigades & !**set == 0) {
            *set |= division.bit();
        }
        let spent = pieces(brigades).map(|p| state.spent[p.index()]).max().unwrap_or(0);
        let battle = pieces(brigades).map(|p| state.battle[p.index()]).max().unwrap_or(0);
        let (halted, slowed) = (state.halted & brigades != 0, state.slowed & brigades != 0);
        let staff = book.division(division).expect("checked").staff;
        // the division's headquarters leaves with the last of its brigades, if it is with them.
        let gone = if state.hex(staff) == hex { brigades | staff.bit() } else { brigades };
        for piece in pieces(gone) {
            self.forget(state, piece);
            state.lift(book, piece);
            state.spent[piece.index()] = 0;
            state.battle[piece.index()] = 0;
        }
        state.halted &= !gone;
        state.slowed &= !gone;
        state.swapped &= !gone;
        state.boxed = state.boxed & !division.bit() | gone;
        state.put(book, division, hex);
        state.spent[division.index()] = spent;
        state.battle[division.index()] = battle;
        if halted {
            state.halted |= division.bit();
        }
        if slowed {
            state.slowed |= division.bit();
        }
        state.swapped |= division.bit();
        sink.tell(|| Event::Formed(division, brigades, hex));
    }

    /// The brigades that would stand for a division if nobody says otherwise: its own if they are all there, else strong
    /// ones before weak ones and its own before others.
    pub(crate) fn usual_brigades(&self, division: &Division, pool: Set) -> Option<Set> {
        let book = self.book;
        let pool = pool & book.substitutes & book.foot;
        if !self.could_make(division, pool) {
            return None;
        }
        if division.brigades & !pool == 0 {
            return Some(division.brigades);
        }
        let arm = book.kind[division.counter.index()];
        let mut rest = book.combat[division.counter.index()];
        let mut chosen = 0;
        for factor in [2, 1] {
            for wanted in [pool & division.brigades, pool & !division.brigades] {
                for piece in pieces(wanted) {
                    if book.combat[piece.index()] == factor && factor <= rest && book.kind[piece.index()] == arm {
                        chosen |= piece.bit();
                        rest -= factor;
                    }
                }
            }
        }
        (rest == 0).then_some(chosen)
    }

    /// Whether brigades of a pool can add up to a division: no brigade counts more than two.
    #[inline]
    fn could_make(&self, division: &Division, pool: Set) -> bool {
        let book = self.book;
        let arm = if book.kind[division.counter.index()] == Kind::Cavalry { book.cavalry } else { book.foot & !book.cavalry };
        let factor = u32::from(book.combat[division.counter.index()]);
        let (twos, ones) = ((pool & arm & book.strong_brigades).count_ones(), (pool & arm & !book.strong_brigades).count_ones());
        factor - 2 * twos.min(factor / 2) <= ones
    }

    /// The way a division can be broken down or formed, if it can: one way each.
    pub(crate) fn list_substitutions(&self, state: &State, by: Side, piece: Piece, out: &mut Vec<Action>) {
        if by == Side::Confederate {
            self.each_substitution(state, piece, |action| out.push(action));
        }
    }

    fn each_substitution(&self, state: &State, piece: Piece, mut each: impl FnMut(Action)) {
        let by = Side::Confederate;
        let Some(division) = self.book.division(piece) else {
            return;
        };
        if state.hex(piece) != OFF || state.waiting & piece.bit() != 0 {
            if let Some(brigades) = self.usual_brigades(division, state.boxed)
                && self.may_break(state, by, piece, brigades).is_ok()
            {
                each(Action::Break(piece, brigades));
            }
        } else if state.boxed & piece.bit() != 0 && matches!(state.step, Step::Move | Step::Choose) {
            // One way for each hex where enough brigades stand.
            for stack in self.brigade_stacks(state) {
                if let Some(brigades) = self.usual_brigades(division, stack)
                    && self.may_form(state, by, piece, brigades).is_ok()
                {
                    each(Action::Form(piece, brigades));
                }
            }
        }
    }

    /// The divisions that can be broken down out of turn: those on the map that nobody is asked about now.
    pub(crate) fn list_breakdowns(&self, state: &State, out: &mut Vec<Action>) {
        let asked = match state.step {
            Step::Over(_) => return,
            Step::Move | Step::Choose if state.mover == Side::Confederate => return,
            Step::Exchange if state.chooser == Side::Confederate => self.payers(state),
            _ => 0,
        };
        for division in &self.book.divisions {
            if state.hex(division.counter) != OFF && asked & division.counter.bit() == 0 {
                self.list_substitutions(state, Side::Confederate, division.counter, out);
            }
        }
    }

    /// The divisions that brigades can form now.
    pub(crate) fn formable(&self, state: &State) -> Set {
        let mut found = 0;
        let boxed = state.boxed & self.book.breakable;
        for stack in self.brigade_stacks(state) {
            for division in &self.book.divisions {
                let makes = |brigades: Set| self.may_form(state, Side::Confederate, division.counter, brigades).is_ok();
                if boxed & division.counter.bit() != 0
                    && self.could_make(division, stack)
                    && (state.step == Step::Move || self.usual_brigades(division, stack).is_some_and(makes))
                {
                    found |= division.counter.bit();
                }
            }
        }
        found
    }

    /// Brigades that stand together and could be formed: two or more in a hex, none of them just broken out.
    pub(crate) fn brigade_stacks(&self, state: &State) -> impl Iterator<Item = Set> {
        let brigades = self.book.substitutes & self.book.foot & state.on_map() & !state.swapped;
        let mut seen = 0;
        pieces(brigades).filter_map(move |brigade| {
            if seen & brigade.bit() != 0 {
                return None;
            }
            let stack = state.stack(state.hex(brigade)) & brigades;
            seen |= stack;
            (stack.count_ones() >= 2).then_some(stack)
        })
    }

    /// Whether a division can be broken down or formed now.
    pub(crate) fn can_substitute(&self, state: &State, piece: Piece) -> bool {
        let mut any = false;
        self.each_substitution(state, piece, |_| any = true);
        any
    }

    /// Divisions that can be broken down or formed now.
    pub(crate) fn list_substitution_subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if by == Side::Confederate {
            let able = self.book.divisions.iter().filter(|d| self.can_substitute(state, d.counter));
            out.extend(able.map(|d| Subject::Piece(d.counter)));
        }
    }
}

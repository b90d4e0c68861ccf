//! What may never be: broken stacking, enemies together, counters in two places, decisions that nobody could be asked for.
//!
//! The same is asked of every position that is loaded and, in tests, of every position that is played.

use crate::combat::BEST_COLUMN;
use crate::counters::{FORTS, Kind, Piece, pieces};
use crate::ground::{Ground, OFF};
use crate::setup::deployer;
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use engine::{BadField, Side};

/// The steps of the set-up in their order; play comes after them.
pub(crate) fn set_up_step(step: Step) -> u8 {
    match step {
        Step::Forts(Side::Union) => 0,
        Step::Forts(Side::Confederate) => 1,
        Step::Withhold => 2,
        Step::DeployUnion => 3,
        Step::DeployConfederate => 4,
        Step::DeployRest => 5,
        _ => 6,
    }
}

impl Chancellorsville1961 {
    /// Everything that may never be, whatever is being decided.
    pub(crate) fn first_fault(&self, state: &State) -> Result<(), BadField> {
        let (book, ground) = (self.book, &self.book.ground);
        if !state.caches_hold(book) {
            return Err(BadField::new("units", "what is worked out from the position differs from it"));
        }
        if state.on_map() & (state.lost | state.boxed | state.waiting) != 0
            || state.lost & state.boxed | state.lost & state.waiting | state.boxed & state.waiting != 0
        {
            return Err(BadField::new("units", "a counter is in two places"));
        }
        self.audit_substitutes(state)?;
        self.audit_tracks(state)?;
        if deployer(state.step).is_some() {
            self.audit_set_up(state)?;
        }
        for piece in pieces(state.on_map()) {
            let hex = state.hex(piece);
            let bad = |because: &str| Err(BadField::new(format!("units: {}", self.id(piece)), because));
            if let Err(because) = self.may_stand(piece, hex) {
                return bad(because);
            }
            let stack = state.stack(hex);
            let units = stack & book.units();
            if units & book.of[0] != 0 && units & book.of[1] != 0 {
                return bad("enemies stand in one hex");
            }
            if let Some(unit) = crate::counters::first(units) {
                self.together(book.side(unit), units).or_else(|e| bad(e.because))?;
            }
            if ground.river(hex) {
                if units.count_ones() > 1 || (stack & book.trains()).count_ones() > 1 {
                    return bad("only one unit may be in a river hex, with one boat or bridge");
                }
                let afloat = stack & book.boats != 0 && !ground.ford(hex) || state.span(book, hex).is_some();
                if units != 0 && stack & book.trains() != 0 && !afloat {
                    return bad("only one counter may be in a ford hex");
                }
                let boards = book.side(piece) == Side::Union && book.kind[piece.index()].boards();
                if stack & book.boats != 0 && book.is(piece, book.units()) && !boards {
                    return bad("a boat carries Union headquarters, infantry and cavalry only");
                }
                if self.is_stranded(state, piece) && book.kind[piece.index()] != Kind::Infantry {
                    return bad("artillery crosses a river only at fords and on bridges");
                }
                if book.is(piece, book.bridges) && !ground.ford(hex) && state.span(book, hex).is_none() {
                    return bad("a bridge is in the river only when it is laid, or at a ford");
                }
            }
        }
        for (n, (near, _)) in state.spans.iter().enumerate() {
            let bridge = Piece((book.bridges.trailing_zeros() as usize + n) as u8);
            if *near != OFF && (state.hex(bridge) == OFF || !ground.river(state.hex(bridge))) {
                return Err(BadField::new("bridges", "a laid bridge is not in the river"));
            }
        }
        for (n, gun) in book.gun_list.iter().enumerate() {
            let far = |e: Piece| state.hex(e) == OFF || ground.distance(state.hex(*gun), state.hex(e)) > 2;
            if state.rights[n] != 0 && (state.hex(*gun) == OFF || pieces(state.rights[n]).any(far)) {
                return Err(BadField::new("in_contact", "artillery remembers an enemy out of range"));
            }
        }
        Ok(())
    }

    /// C61-PREP-1 to C61-PREP-5: what can be on the map while the armies are set up, and what waits.
    fn audit_set_up(&self, state: &State) -> Result<(), BadField> {
        let book = self.book;
        let bad = |field: &str, because: &str| Err(BadField::new(field, because));
        for side in Side::BOTH {
            if state.forts(side).any(|hex| book.ground.land(hex) != Ground::home(side)) {
                return bad(&format!("forts.{}", side.id()), "each side builds its forts where it sets up");
            }
        }
        if state.step == Step::Forts(Side::Union) && state.forts(Side::Confederate).next().is_some() {
            return bad("forts.confederate", "the Confederates build when the Union has built its forts");
        }
        if state.lost != 0 {
            return bad("eliminated", "nobody is eliminated before the first Turn");
        }
        if state.captured != 0 || state.unfinished != 0 || state.spans.iter().any(|span| span.0 != OFF) {
            return bad("bridges", "bridges are laid and captured after the set-up");
        }
        if state.rights.iter().any(|set| *set != 0) {
            return bad("in_contact", "artillery has fought nobody before the first Turn");
        }
        if state.battles != 0 || state.bound != 0 {
            return bad("battles", "nobody fights before the first Turn");
        }
        for piece in pieces(state.on_map()) {
            let here = |because: &str| Err(BadField::new(format!("units: {}", self.id(piece)), because));
            if self.place_in_set_up(state, piece) > set_up_step(state.step) {
                return here("it is placed in a later step of the set-up");
            }
            if let Err(illegal) = self.may_start_at(state.owner(book, piece), state.hex(piece)) {
                return here(illegal.because);
            }
            if state.spent[piece.index()] != 0 || (state.halted | state.slowed) & piece.bit() != 0 {
                return here("nobody has moved before the first Turn");
            }
        }
        if pieces(state.waiting).any(|p| self.place_in_set_up(state, p) < set_up_step(state.step)) {
            return bad("waiting", "a counter that was to be placed in an earlier step of the set-up is still waiting");
        }
        Ok(())
    }

    /// The step of the set-up in which a counter is placed, as [`set_up_step`] counts them.
    pub(crate) fn place_in_set_up(&self, state: &State, piece: Piece) -> u8 {
        let book = self.book;
        let last = book.trains() | book.pairs[usize::from(state.withheld)].units;
        set_up_step(match book.side(piece) {
            Side::Confederate => Step::DeployConfederate,
            Side::Union if book.is(piece, last) => Step::DeployRest,
            Side::Union => Step::DeployUnion,
        })
    }

    /// Whether the marches listed from ways known beforehand are those that the search finds: one unit of every position.
    fn audit_tracks(&self, state: &State) -> Result<(), BadField> {
        let units = self.book.units() & self.book.of[state.mover.index()] & state.on_map();
        if state.step != Step::Move || units == 0 {
            return Ok(());
        }
        let nth = state.hash() % u64::from(units.count_ones());
        let unit = pieces(units).nth(nth as usize).expect("there are so many");
        let hex = state.hex(unit);
        let (mut known, mut searched) = (Vec::new(), Vec::new());
        self.list_unit_ways(state, state.mover, unit.bit(), hex, &mut known);
        self.list_ways(state, state.mover, unit.bit(), hex, &[], &mut searched);
        if known != searched {
            return Err(BadField::new(format!("units: {}", self.id(unit)), "ways known beforehand differ from those found"));
        }
        Ok(())
    }

    /// C61-BSC-1: substitutes replace, they do not add.
    fn audit_substitutes(&self, state: &State) -> Result<(), BadField> {
        let book = self.book;
        for kind in [Kind::Infantry, Kind::Cavalry] {
            let of_kind = pieces(book.of[1] & book.foot).filter(|p| book.kind[p.index()] == kind).fold(0, |s, p| s | p.bit());
            let printed = book.strength(of_kind & !book.substitutes);
            let used = book.strength(of_kind & (state.on_map() | state.lost | state.waiting));
            if used > printed {
                return Err(BadField::new(
                    "units",
                    format!(
                        "Confederate {} comes to {used} factors, more than {printed}: brigades replace divisions, they do not add",
                        kind.id()
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Whether what is being decided can be decided.
    pub(crate) fn audit_step(&self, state: &State) -> Result<(), BadField> {
        let bad = |field: &str, because: &str| Err(BadField::new(field, because));
        match state.step {
            Step::Forts(side) if state.forts(side).count() >= FORTS[side.index()] => {
                return bad("forts", "all forts of that side are built: the next phase is due");
            }
            Step::DeployUnion | Step::DeployConfederate | Step::DeployRest if self.to_place(state) == 0 => {
                return bad("waiting", "nothing is left to place in this phase");
            }
            Step::Divide => return self.audit_division(state),
            Step::Choose if state.unfought == 0 => return bad("battles", "no battle is left to be fought"),
            Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => return self.audit_battle_at_hand(state),
            _ => {}
        }
        if state.step == Step::Choose || matches!(state.step, Step::Move | Step::Over(_)) || state.turn == 0 {
            let none = state.losers | state.doomed == 0 && state.owed == 0;
            if !none || state.now != 0 {
                return bad("at_hand", "no battle is at hand in this phase");
            }
        }
        if state.step == Step::Move && state.battles != 0 {
            return bad("battles", "battles are divided after movement");
        }
        Ok(())
    }

    fn audit_battle_at_hand(&self, state: &State) -> Result<(), BadField> {
        let book = self.book;
        let bad = |because: &str| Err(BadField::new("at_hand", because));
        if state.now == 0 || state.unfought >> state.now & 1 == 1 {
            return bad("the battle at hand is missing, or marked as still to be fought");
        }
        let members = state.members(state.now) & state.on_map();
        let (attackers, defenders) = (members & book.of[state.mover.index()], members & !book.of[state.mover.index()]);
        match state.step {
            Step::Roll => {
                let column = self.battle(state, state.now).column();
                if attackers == 0 || defenders & book.fighters() == 0 || !(-BEST_COLUMN..=BEST_COLUMN).contains(&column) {
                    return bad("a die is thrown between attackers and defenders at odds of the table");
                }
            }
            Step::Exchange => {
                let paid: u16 = pieces(self.payers(state)).map(|p| self.worth(state, p)).sum();
                if paid == 0 || paid < state.owed || state.doomed & !state.on_map() != 0 {
                    return bad("the side that pays the exchange has units to pay with");
                }
                if attackers == 0 {
                    return bad("an exchange is between attackers and defenders");
                }
            }
            Step::Retreat => {
                let theirs = book.units() & book.of[state.chooser.enemy().index()] & state.on_map();
                if state.losers == 0 || state.losers & !theirs != 0 {
                    return bad("the winner leads units of the other side back");
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a unit is on a river hex in which it could not be by itself: its boat was destroyed under it.
    pub(crate) fn is_stranded(&self, state: &State, piece: Piece) -> bool {
        let (book, ground) = (self.book, &self.book.ground);
        let hex = state.hex(piece);
        let kind = book.kind[piece.index()];
        ground.river(hex)
            && !ground.ford(hex)
            && book.is(piece, book.units())
            && !kind.swims()
            && state.stack(hex) & book.boats == 0
            && state.span(book, hex).is_none()
    }
}

//! Chapter 13: skirmishers; and the dummies of chapter 9.

use crate::action::{Action, Event};
use crate::counters::{Kind, counters};
use crate::ids::{Hex, Piece, Pieces};
use crate::stacking::MOST_UNITS;
use crate::state::{State, Step};
use crate::{Check, GiveUsVictories};
use engine::{Illegal, Side, Sink};

impl GiveUsVictories {
    /// GUV-13.2: a skirmisher in the available box.
    pub fn available(&self, state: &State, side: Side) -> Option<Piece> {
        counters().skirmishers.and(&counters().of[side.index()]).iter().find(|p| state.hex(*p) == Hex::READY)
    }

    /// GUV-13.3, GUV-13.5, GUV-13.6, GUV-13.7, GUV-13.8, GUV-14.65: whether an active brigade may send out a skirmisher. Cavalry may not.
    pub fn may_skirmish(&self, state: &State, piece: Piece, hex: Hex) -> Check {
        let c = counters();
        let side = state.act().side;
        if c.get(piece).side != side {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's.", "Choose a brigade of yours."));
        }
        if c.get(piece).kind != Kind::Infantry || !state.active.has(piece) || !state.hex(piece).is_some() {
            return Err(Illegal::new("GUV-13.3", "Only an active infantry brigade sends out skirmishers.", "Choose such a brigade."));
        }
        if self.night(state) {
            return Err(Illegal::new("GUV-14.65", "No skirmishers are sent out at night.", "Send them out by day."));
        }
        if state.attacked.has(piece) {
            return Err(Illegal::new("GUV-13.3", "Skirmishers are sent out before the attack.", "Send them out in the next activation."));
        }
        if state.screened.has(piece) {
            return Err(Illegal::new("GUV-13.8", "A brigade sends out one skirmisher per activation.", "Choose another brigade."));
        }
        if self.available(state, side).is_none() {
            return Err(Illegal::new("GUV-13.2", "No skirmisher is available.", "Go on without; skirmishers come back at night."));
        }
        let from = state.hex(piece);
        if hex != from {
            let Some(d) = self.near[from.index()].iter().position(|n| *n == hex && n.is_some()) else {
                return Err(Illegal::new(
                    "GUV-13.5",
                    "The skirmisher stands with the brigade or in the next hex.",
                    "Choose one of those hexes.",
                ));
            };
            if state.holds(side.enemy(), hex) || self.in_contact(state, side, hex) {
                return Err(Illegal::new(
                    "GUV-13.5",
                    "Alone it may not stand in contact with the enemy.",
                    "Put it with the brigade, or away from the enemy.",
                ));
            }
            if !self.solid(&state.stack_of(side, hex)).is_empty() {
                return Err(Illegal::new(
                    "GUV-13.5",
                    "In the next hex the skirmisher stands alone.",
                    "Put it with the brigade, or into an empty hex.",
                ));
            }
            //
            if !self.passable(state, piece, from, board::Direction::from_index(d), false) {
                return Err(Illegal::new(
                    "GUV-13.5",
                    "The skirmisher cannot be put over that hexside.",
                    "Put it with the brigade, or into another hex.",
                ));
            }
        }
        if !self.fits(state, side, hex, 1, 1) {
            return Err(Illegal::new("GUV-13.7", "The stack would be too large.", "Put it into another hex."));
        }
        Ok(())
    }

    /// A skirmisher comes onto the map.
    pub(crate) fn skirmish<K: Sink<Event>>(&self, state: &mut State, side: Side, brigade: Piece, hex: Hex, sink: &mut K) {
        let skirmisher = self.available(state, side).expect("checked");
        state.put(skirmisher, hex);
        state.screened.insert(brigade);
        // One that stands with a marching brigade may go on with it.
        for set in [&mut state.moved, &mut state.stirred, &mut state.attacked, &mut state.activated] {
            set.remove(skirmisher);
        }
        sink.tell(|| Event::Skirmisher { side, hex });
        self.tidy(state, hex, sink);
    }

    /// Where a brigade may put one (D18).
    pub(crate) fn skirmish_lines(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        let from = state.hex(piece);
        // Its own hex first: what bars the brigade there, but for room, bars it everywhere.
        let barred = self.may_skirmish(state, piece, from).is_err_and(|e| e.rule != "GUV-13.7");
        if !from.is_some() || barred {
            return;
        }
        for hex in std::iter::once(from).chain(self.near[from.index()]) {
            if hex.is_some() && self.may_skirmish(state, piece, hex).is_ok() {
                out.push(Action::Skirmish { piece, hex });
            }
        }
    }

    /// GUV-13.4, GUV-14.14, R-64: whether the defender may screen that hex of the combat, and which brigade does it.
    pub(crate) fn screener(&self, state: &State, hex: Hex) -> Result<Piece, Illegal> {
        let battle = state.battle();
        let side = state.act().side.enemy();
        if !battle.targets.has(hex) {
            return Err(Illegal::new("GUV-13.4", "That hex is not attacked.", "Choose a hex that is, or go on without."));
        }
        if self.night(state) {
            return Err(Illegal::new("GUV-14.65", "No skirmishers are sent out at night.", "Go on without."));
        }
        if self.available(state, side).is_none() {
            return Err(Illegal::new("GUV-13.2", "No skirmisher is available.", "Go on without; skirmishers come back at night."));
        }
        if !self.fits(state, side, hex, 1, 1) {
            return Err(Illegal::new("GUV-13.7", "The stack would be too large.", "Go on without."));
        }
        let mut brigades = state.stack_of(side, hex).and(&counters().infantry).minus(&state.screened).iter();
        brigades.next().ok_or(Illegal::new("GUV-13.4", "No infantry brigade there can send one out now.", "Go on without."))
    }

    // Dummies (GUV-9.31 to GUV-9.34).

    /// GUV-9.31, GUV-9.32: a dummy onto an own stack, at the start of a turn.
    pub(crate) fn may_place_dummy(&self, state: &State, side: Side, hex: Hex) -> Check {
        if state.agenda.top() != Step::Dummies {
            return Err(Illegal::new(
                "GUV-9.32",
                "Dummies are placed at the start of a turn.",
                "Place them at the start of the next turn.",
            ));
        }
        if self.dummy_in_hand(state, side).is_none() {
            return Err(Illegal::new("GUV-9.31", "No dummy is left.", "Go on without."));
        }
        let here = state.stack_of(side, hex);
        if here.minus(&counters().dummies).is_empty() {
            return Err(Illegal::new("GUV-9.31", "Dummies are used only with real units.", "Choose a hex with a unit of yours."));
        }
        if here.len() >= usize::from(MOST_UNITS) {
            return Err(Illegal::new("GUV-5.2", "Four units are in the hex already.", "Choose another hex."));
        }
        Ok(())
    }

    pub(crate) fn dummy_in_hand(&self, state: &State, side: Side) -> Option<Piece> {
        counters().dummies.and(&counters().of[side.index()]).iter().find(|p| state.hex(*p) == Hex::READY)
    }

    /// GUV-9.32: the owner takes a dummy away whenever he likes.
    pub(crate) fn may_drop_dummy(&self, state: &State, side: Side, hex: Hex) -> Check {
        if self.dummies_at(state, side, hex).is_empty() {
            return Err(Illegal::new("GUV-9.32", "There is no dummy of yours there.", "Choose a hex with one."));
        }
        Ok(())
    }

    fn dummies_at(&self, state: &State, side: Side, hex: Hex) -> Pieces {
        state.stack_of(side, hex).and(&counters().dummies).and(&counters().of[side.index()])
    }

    pub(crate) fn drop_dummy(&self, state: &mut State, side: Side, hex: Hex) {
        if let Some(dummy) = self.dummies_at(state, side, hex).first() {
            state.put(dummy, Hex::READY);
            self.forget(state, dummy);
        }
    }

    /// Where dummies may go.
    pub(crate) fn dummy_places(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let hexes = state.held[side.index()];
        out.extend(hexes.iter().filter(|h| self.may_place_dummy(state, side, *h).is_ok()).map(|hex| Action::PlaceDummy { hex }));
        out.push(Action::Done);
    }
}

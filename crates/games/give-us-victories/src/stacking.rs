//! Chapters 3 and 5: steps, stacks, displacement, and what becomes of a unit: reduced, disorganized, demoralized, lost.

use crate::action::{Action, Event};
use crate::counters::{Kind, counters};
use crate::ids::{Hex, Piece, Pieces};
use crate::state::{State, Step};
use crate::{Check, GiveUsVictories};
use engine::{Illegal, Side, Sink};

/// GUV-5.2: the most counters in a hex.
pub(crate) const MOST_UNITS: u8 = 4;
/// GUV-5.3: the most combat points in a hex.
pub(crate) const MOST_POINTS: u16 = 16;

impl GiveUsVictories {
    /// What a side has in a hex, dummies apart: how many, and their combat points as they are now (GUV-5.2, GUV-5.3). Chits
    /// and markers (GUV-3.8) are no pieces and never count (GUV-5.7); dummies give way to real units.
    pub fn load(&self, state: &State, side: Side, hex: Hex) -> (u8, u16) {
        if !state.holds(side, hex) {
            return (0, 0);
        }
        let real = state.each_in(hex).filter(|p| !counters().dummies.has(*p));
        real.fold((0, 0), |(units, points), p| (units + 1, points + u16::from(state.cp(p))))
    }

    /// Whether so many more would fit.
    pub(crate) fn fits(&self, state: &State, side: Side, hex: Hex, more: u8, points: u16) -> bool {
        let (units, sum) = self.load(state, side, hex);
        units + more <= MOST_UNITS && sum + points <= MOST_POINTS
    }

    /// Whether one more piece would fit.
    pub(crate) fn room(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        self.fits(state, counters().side[piece.index()], hex, 1, u16::from(state.cp(piece)))
    }

    /// Whether a hex of a side holds too much (GUV-5.2, GUV-5.3).
    pub(crate) fn overfull(&self, state: &State, side: Side, hex: Hex) -> bool {
        let (units, sum) = self.load(state, side, hex);
        units > MOST_UNITS || sum > MOST_POINTS
    }

    /// The first hex that holds too much, and whose it is: the active side's first. Asked after the movement only (GUV-5.4).
    pub(crate) fn crowded(&self, state: &State, first: Side) -> Option<(Side, Hex)> {
        [first, first.enemy()].into_iter().find_map(|side| {
            let mut hexes = state.held[side.index()].iter();
            hexes.find(|h| self.overfull(state, side, *h)).map(|h| (side, h))
        })
    }

    /// GUV-5.5: an excess unit goes to the next hex that is not next to an enemy and can hold it.
    pub(crate) fn may_displace(&self, state: &State, piece: Piece, to: Hex) -> Check {
        let from = state.hex(piece);
        let counter = counters().get(piece);
        let Some(d) = self.near[from.index()].iter().position(|n| *n == to && n.is_some()) else {
            return Err(Illegal::new("GUV-5.5", "Excess units go to a hex next to their own.", "Choose a hex next to it."));
        };
        if state.holds(counter.side.enemy(), to) {
            return Err(Illegal::new("GUV-5.1", "Enemy units are in that hex.", "Choose another hex."));
        }
        if self.in_contact(state, counter.side, to) {
            return Err(Illegal::new(
                "GUV-5.5",
                "Excess units may not be displaced next to an enemy.",
                "Choose a hex away from the enemy.",
            ));
        }
        if !self.passable(state, piece, from, board::Direction::from_index(d), false) {
            return Err(Illegal::new("GUV-5.5", "Excess units may not be displaced across that hexside.", "Choose another hex."));
        }
        if !self.room(state, piece, to) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit.", "Choose a hex with room."));
        }
        Ok(())
    }

    /// Whether a hex that these pieces enter could be relieved of whatever is too much, of the newcomers or of others.
    pub(crate) fn has_refuge(&self, state: &State, pieces: &Pieces, hex: Hex) -> bool {
        let mut probe = state.clone();
        pieces.iter().for_each(|p| probe.put(p, hex));
        self.relieved(probe.clone(), state.act().side, hex, u8::MAX) || self.relieved(probe, state.act().side, hex, 0)
    }

    /// Whether the excess of a hex can be displaced, one unit after the other, those with the points nearest to that first.
    fn relieved(&self, mut state: State, side: Side, hex: Hex, points: u8) -> bool {
        while self.overfull(&state, side, hex) {
            let refuge =
                |p: Piece| self.near[hex.index()].iter().copied().find(|n| n.is_some() && self.may_displace(&state, p, *n).is_ok());
            let ways = self.excess(&state, hex).iter().filter_map(|p| refuge(p).map(|to| (p, to)));
            let Some((piece, to)) = ways.min_by_key(|(p, _)| state.cp(*p).abs_diff(points)) else { return false };
            state.put(piece, to);
        }
        true
    }

    /// Whom the owner may displace or give up in a crowded hex: not the dummies; skirmishers only if that helps.
    pub(crate) fn excess(&self, state: &State, hex: Hex) -> Pieces {
        state.stack(hex).minus(&counters().dummies)
    }

    /// D20: the displacements of a crowded hex; if there is none at all, units to give up.
    pub(crate) fn displacements(&self, state: &State, out: &mut Vec<Action>) {
        let Some((_, hex)) = self.crowded(state, state.act().side) else { return };
        let start = out.len();
        for piece in self.excess(state, hex).iter() {
            for to in self.near[hex.index()] {
                if to.is_some() && self.may_displace(state, piece, to).is_ok() {
                    out.push(Action::Displace { piece, hex: to });
                }
            }
        }
        if out.len() == start {
            out.extend(self.excess(state, hex).iter().map(|piece| Action::Suffer { piece }));
        }
    }

    /// GUV-3.1, GUV-3.2: a unit loses a step; the second one, or a unit of one step, is lost.
    pub(crate) fn lose_step<K: Sink<Event>>(&self, state: &mut State, piece: Piece, sink: &mut K) {
        if state.steps(piece) > 1 {
            state.reduced.insert(piece);
            let (hex, seen) = (state.hex(piece), self.seen(state, piece));
            sink.tell(|| Event::StepLost { piece, hex, seen });
        } else {
            self.eliminate(state, piece, sink);
        }
    }

    /// The unit goes to the losses box (GUV-3.11), however it was lost.
    pub(crate) fn eliminate<K: Sink<Event>>(&self, state: &mut State, piece: Piece, sink: &mut K) {
        let hex = state.hex(piece);
        state.put(piece, Hex::LOST);
        self.forget(state, piece);
        sink.tell(|| Event::Eliminated { piece });
        self.tidy(state, hex, sink);
    }

    /// A piece that has left the map carries no markers and takes part in nothing.
    pub(crate) fn forget(&self, state: &mut State, piece: Piece) {
        for set in [&mut state.disorganized, &mut state.demoralized, &mut state.starved, &mut state.active, &mut state.due] {
            set.remove(piece);
        }
        self.drop_out(state, piece);
        if let Some(battle) = &mut state.battle {
            battle.attackers.remove(piece);
            battle.defenders.remove(piece);
            battle.marked.iter_mut().for_each(|list| list.strike(piece));
        }
        if let Some(w) = &mut state.withdrawal {
            w.rest.remove(piece);
        }
        if let Some(f) = &mut state.fallback {
            f.rest.remove(piece);
        }
    }

    /// GUV-12.13, GUV-14.30: in good order to disorganized, disorganized to demoralized. Skirmishers and dummies do not care
    /// (GUV-13.15).
    pub(crate) fn disorder<K: Sink<Event>>(&self, state: &mut State, piece: Piece, sink: &mut K) {
        if matches!(counters().get(piece).kind, Kind::Skirmisher | Kind::Dummy) || state.demoralized.has(piece) {
            return;
        }
        let (hex, seen) = (state.hex(piece), self.seen(state, piece));
        if state.disorganized.has(piece) {
            state.disorganized.remove(piece);
            state.demoralized.insert(piece);
            sink.tell(|| Event::Demoralized { piece, hex, seen });
        } else {
            state.disorganized.insert(piece);
            sink.tell(|| Event::Disorganized { piece, hex, seen });
        }
    }

    /// Units that hold ground: neither skirmishers nor dummies.
    #[inline]
    pub fn solid(&self, pieces: &Pieces) -> Pieces {
        pieces.minus(&counters().skirmishers).minus(&counters().dummies)
    }

    /// GUV-9.33: dummies go with the last of their stack; where there is no room for them they come off.
    pub(crate) fn lead_dummies(&self, state: &mut State, side: Side, from: Hex, to: Hex) {
        let here = state.stack_of(side, from);
        if to.is_some() && here.within(&counters().dummies) {
            here.iter().for_each(|dummy| state.put(dummy, to));
        }
    }

    /// What goes when a hex is left: breastworks without a unit in them (GUV-14.29), dummies without company (GUV-9.31), dummies
    /// that a real unit leaves no room for.
    pub(crate) fn tidy<K: Sink<Event>>(&self, state: &mut State, hex: Hex, sink: &mut K) {
        if !hex.is_some() {
            return;
        }
        let here = state.stack(hex);
        if state.breastworks.has(hex) && self.solid(&here).is_empty() {
            state.breastworks.remove(hex);
            sink.tell(|| Event::WorksGone { hex });
        }
        let dummies = here.and(&counters().dummies);
        if !dummies.is_empty() {
            let real = here.minus(&dummies).len();
            let keep = if real == 0 { 0 } else { usize::from(MOST_UNITS).saturating_sub(real) };
            for dummy in dummies.iter().skip(keep) {
                state.put(dummy, Hex::READY);
                self.forget(state, dummy);
            }
        }
    }

    /// Whether a side has works in a hex: breastworks, a printed fortification (Confederates), a bridgehead (Union).
    pub fn works(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.breastworks.has(hex) && state.holds(side, hex) || self.forts[side.index()][hex.index()] != 0
    }

    /// The step after the displacements: no bombardment at night, no combat without a night attack (GUV-7.1);
    /// guns that moved may fire (GUV-12.4).
    pub(crate) fn displaced(&self, state: &mut State) {
        state.agenda.turn(match (self.night(state), state.act().night_attack) {
            (false, _) => Step::Bombardment,
            (true, true) => Step::Combat,
            (true, false) => Step::Rest,
        });
    }

    /// A unit leaves an overfull hex.
    pub(crate) fn displace<K: Sink<Event>>(&self, state: &mut State, piece: Piece, to: Hex, sink: &mut K) {
        let from = state.hex(piece);
        state.put(piece, to);
        state.stirred.insert(piece);
        let seen = self.seen(state, piece);
        sink.tell(|| Event::Displaced { piece, from, to, seen });
        self.tidy(state, from, sink);
        self.tidy(state, to, sink);
    }
}

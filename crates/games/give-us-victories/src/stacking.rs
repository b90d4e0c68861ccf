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
    pub fn load(&self, s: &State, side: Side, hex: Hex) -> (u8, u16) {
        if !s.holds(side, hex) {
            return (0, 0);
        }
        let real = s.each_in(hex).filter(|p| !counters().dummies.has(*p));
        real.fold((0, 0), |(units, points), p| (units + 1, points + u16::from(s.cp(p))))
    }

    /// Whether so many more would fit.
    pub(crate) fn fits(&self, s: &State, side: Side, hex: Hex, more: u8, points: u16) -> bool {
        let (units, sum) = self.load(s, side, hex);
        units + more <= MOST_UNITS && sum + points <= MOST_POINTS
    }

    /// Whether one more piece would fit.
    pub(crate) fn room(&self, s: &State, piece: Piece, hex: Hex) -> bool {
        self.fits(s, counters().side[piece.index()], hex, 1, u16::from(s.cp(piece)))
    }

    /// Whether a hex of a side holds too much (GUV-5.2, GUV-5.3).
    pub(crate) fn overfull(&self, s: &State, side: Side, hex: Hex) -> bool {
        let (units, sum) = self.load(s, side, hex);
        units > MOST_UNITS || sum > MOST_POINTS
    }

    /// The first hex that holds too much, and whose it is: the active side's first. Asked after the movement only (GUV-5.4).
    pub(crate) fn crowded(&self, s: &State, first: Side) -> Option<(Side, Hex)> {
        [first, first.enemy()].into_iter().find_map(|side| {
            let mut hexes = s.held[side.index()].iter();
            hexes.find(|h| self.overfull(s, side, *h)).map(|h| (side, h))
        })
    }

    /// GUV-5.5: an excess unit goes to the next hex that is not next to an enemy and can hold it.
    pub(crate) fn may_displace(&self, s: &State, piece: Piece, to: Hex) -> Check {
        let from = s.hex(piece);
        let counter = counters().get(piece);
        let Some(d) = self.near[from.index()].iter().position(|n| *n == to && n.is_some()) else {
            return Err(Illegal::new("GUV-5.5", "Excess units go to a hex next to their own."));
        };
        if s.holds(counter.side.enemy(), to) {
            return Err(Illegal::new("GUV-5.1", "Enemy units are in that hex."));
        }
        if self.in_contact(s, counter.side, to) {
            return Err(Illegal::new("GUV-5.5", "Excess units may not be displaced next to an enemy."));
        }
        if !self.passable(s, piece, from, board::Direction::from_index(d), false) {
            return Err(Illegal::new("GUV-5.5", "Excess units may not be displaced across that hexside."));
        }
        if !self.room(s, piece, to) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit."));
        }
        Ok(())
    }

    /// Whether a hex that these pieces enter could be relieved of whatever is too much, of the newcomers or of others.
    pub(crate) fn has_refuge(&self, s: &State, pieces: &Pieces, hex: Hex) -> bool {
        let mut probe = s.clone();
        pieces.iter().for_each(|p| probe.put(p, hex));
        self.relieved(probe.clone(), s.act().side, hex, u8::MAX) || self.relieved(probe, s.act().side, hex, 0)
    }

    /// Whether the excess of a hex can be displaced, one unit after the other, those with the points nearest to that first.
    fn relieved(&self, mut s: State, side: Side, hex: Hex, points: u8) -> bool {
        while self.overfull(&s, side, hex) {
            let refuge = |p: Piece| self.near[hex.index()].iter().copied().find(|n| n.is_some() && self.may_displace(&s, p, *n).is_ok());
            let ways = self.excess(&s, hex).iter().filter_map(|p| refuge(p).map(|to| (p, to)));
            let Some((piece, to)) = ways.min_by_key(|(p, _)| s.cp(*p).abs_diff(points)) else { return false };
            s.put(piece, to);
        }
        true
    }

    /// Whom the owner may displace or give up in a crowded hex: not the dummies; skirmishers only if that helps.
    pub(crate) fn excess(&self, s: &State, hex: Hex) -> Pieces {
        s.stack(hex).minus(&counters().dummies)
    }

    /// D20: the displacements of a crowded hex; if there is none at all, units to give up.
    pub(crate) fn displacements(&self, s: &State, out: &mut Vec<Action>) {
        let Some((_, hex)) = self.crowded(s, s.act().side) else { return };
        let start = out.len();
        for piece in self.excess(s, hex).iter() {
            for to in self.near[hex.index()] {
                if to.is_some() && self.may_displace(s, piece, to).is_ok() {
                    out.push(Action::Displace { piece, hex: to });
                }
            }
        }
        if out.len() == start {
            out.extend(self.excess(s, hex).iter().map(|piece| Action::Suffer { piece }));
        }
    }

    /// GUV-3.1, GUV-3.2: a unit loses a step; the second one, or a unit of one step, is lost.
    pub(crate) fn lose_step<K: Sink<Event>>(&self, s: &mut State, piece: Piece, sink: &mut K) {
        if s.steps(piece) > 1 {
            s.reduced.insert(piece);
            let (hex, seen) = (s.hex(piece), self.seen(s, piece));
            sink.tell(|| Event::StepLost { piece, hex, seen });
        } else {
            self.eliminate(s, piece, sink);
        }
    }

    /// The unit goes to the losses box (GUV-3.11), however it was lost.
    pub(crate) fn eliminate<K: Sink<Event>>(&self, s: &mut State, piece: Piece, sink: &mut K) {
        let hex = s.hex(piece);
        s.put(piece, Hex::LOST);
        self.forget(s, piece);
        sink.tell(|| Event::Eliminated { piece });
        self.tidy(s, hex, sink);
    }

    /// A piece that has left the map carries no markers and takes part in nothing.
    pub(crate) fn forget(&self, s: &mut State, piece: Piece) {
        for set in [&mut s.disorganized, &mut s.demoralized, &mut s.starved, &mut s.active, &mut s.due] {
            set.remove(piece);
        }
        self.drop_out(s, piece);
        if let Some(battle) = &mut s.battle {
            battle.attackers.remove(piece);
            battle.defenders.remove(piece);
            battle.marked.iter_mut().for_each(|roster| roster.strike(piece));
        }
        if let Some(w) = &mut s.withdrawal {
            w.rest.remove(piece);
        }
        if let Some(f) = &mut s.fallback {
            f.rest.remove(piece);
        }
    }

    /// GUV-12.13, GUV-14.30: in good order to disorganized, disorganized to demoralized. Skirmishers and dummies do not care
    /// (GUV-13.15).
    pub(crate) fn disorder<K: Sink<Event>>(&self, s: &mut State, piece: Piece, sink: &mut K) {
        if matches!(counters().get(piece).kind, Kind::Skirmisher | Kind::Dummy) || s.demoralized.has(piece) {
            return;
        }
        let (hex, seen) = (s.hex(piece), self.seen(s, piece));
        if s.disorganized.has(piece) {
            s.disorganized.remove(piece);
            s.demoralized.insert(piece);
            sink.tell(|| Event::Demoralized { piece, hex, seen });
        } else {
            s.disorganized.insert(piece);
            sink.tell(|| Event::Disorganized { piece, hex, seen });
        }
    }

    /// Units that hold ground: neither skirmishers nor dummies.
    #[inline]
    pub fn solid(&self, pieces: &Pieces) -> Pieces {
        pieces.minus(&counters().skirmishers).minus(&counters().dummies)
    }

    /// GUV-9.33: dummies go with the last of their stack; where there is no room for them they come off.
    pub(crate) fn lead_dummies(&self, s: &mut State, side: Side, from: Hex, to: Hex) {
        let here = s.stack_of(side, from);
        if to.is_some() && here.within(&counters().dummies) {
            here.iter().for_each(|dummy| s.put(dummy, to));
        }
    }

    /// What goes when a hex is left: breastworks without a unit in them (GUV-14.29), dummies without company (GUV-9.31), dummies
    /// that a real unit leaves no room for.
    pub(crate) fn tidy<K: Sink<Event>>(&self, s: &mut State, hex: Hex, sink: &mut K) {
        if !hex.is_some() {
            return;
        }
        let here = s.stack(hex);
        if s.breastworks.has(hex) && self.solid(&here).is_empty() {
            s.breastworks.remove(hex);
            sink.tell(|| Event::WorksGone { hex });
        }
        let dummies = here.and(&counters().dummies);
        if !dummies.is_empty() {
            let real = here.minus(&dummies).len();
            let keep = if real == 0 { 0 } else { usize::from(MOST_UNITS).saturating_sub(real) };
            for dummy in dummies.iter().skip(keep) {
                s.put(dummy, Hex::READY);
                self.forget(s, dummy);
            }
        }
    }

    /// Whether a side has works in a hex: breastworks, a printed fortification (Confederates), a bridgehead (Union).
    pub fn works(&self, s: &State, side: Side, hex: Hex) -> bool {
        s.breastworks.has(hex) && s.holds(side, hex) || self.forts[side.index()][hex.index()] != 0
    }

    /// The step after the displacements: no bombardment at night, no combat without a night attack (GUV-7.1);
    /// guns that moved may fire (GUV-12.4).
    pub(crate) fn displaced(&self, s: &mut State) {
        s.agenda.turn(match (self.night(s), s.act().night_attack) {
            (false, _) => Step::Bombardment,
            (true, true) => Step::Combat,
            (true, false) => Step::Rest,
        });
    }
}

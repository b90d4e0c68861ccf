//! Chapter 9, breaking contact: when an enemy comes next to a stack, it may go at once, all of it or none.

use crate::action::{Action, Event};
use crate::counters::counters;
use crate::ground::{BRIDGE, FORD, MAJOR, MINOR, RAPPAHANNOCK, ground};
use crate::ids::{FewHexes, Hex, Path, Piece, Pieces};
use crate::stacking::{MOST_POINTS, MOST_UNITS};
use crate::state::{Bridges, State, Step, Withdrawal};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Few, Illegal, Side, Sink};

/// Who would stand where while a way out is sought.
#[derive(Clone, Copy)]
struct Berth {
    hex: Hex,
    units: u8,
    points: u16,
    infantry: bool,
}

/// The ways of cavalry, two hexes each; all others have fewer.
const MOST_ENDS: usize = 36;

/// Where everybody of a stack might go: with the infantry that has gone, more than enough.
type Berths = Few<Berth, 64>;

impl GiveUsVictories {
    /// Whether a piece that does not pay its way may go over a hexside: a major river only by an own pontoon, in a retreat
    /// (`fords`) by a Rapidan ford in dry weather too, cavalry also by the other fords; Po and Ny in rain by bridge or pontoon.
    pub(crate) fn passable(&self, state: &State, piece: Piece, from: Hex, d: Direction, fords: bool) -> bool {
        let to = self.near[from.index()][d.index()];
        if !to.is_some() {
            return false;
        }
        let side = counters().get(piece).side;
        let bits = ground().side(from, d);
        if bits & MAJOR != 0 {
            let ford = fords && bits & FORD != 0 && !state.rain && (bits & RAPPAHANNOCK == 0 || counters().cavalry.has(piece));
            (ford || state.bridged(side, from, to)) && self.river_limits(state, &Pieces::one(piece), from, to).is_ok()
        } else if bits & MINOR != 0 && state.rain {
            bits & BRIDGE != 0 || state.bridged(side, from, to)
        } else {
            true
        }
    }

    /// Where a unit may go that breaks contact from a hex (GUV-9.11, GUV-9.16, R-19, R-20), room apart: one hex that is not next to
    /// the enemy or already holds friends; cavalry two, never ending next to the enemy.
    fn ways_out(&self, state: &State, piece: Piece, from: Hex, gone: &Pieces, mut out: impl FnMut(Hex, Path)) {
        let side = counters().get(piece).side;
        let enemy = side.enemy();
        for d in Direction::ALL {
            let to = self.near[from.index()][d.index()];
            if !to.is_some() || state.holds(enemy, to) || !self.passable(state, piece, from, d, false) {
                continue;
            }
            if counters().cavalry.has(piece) {
                for e in Direction::ALL {
                    let end = self.near[to.index()][e.index()];
                    if end.is_some()
                        && end != from
                        && !state.holds(enemy, end)
                        && !self.in_contact(state, side, end)
                        && self.passable(state, piece, to, e, false)
                    {
                        out(end, Path::step(d).then(e));
                    }
                }
            } else if !self.in_contact(state, side, to) || !state.stack_of(side, to).minus(gone).is_empty() {
                out(to, Path::step(d));
            }
        }
    }

    /// Whether the enemy must allow for a stack to break contact: what stands there he sees, whether there is room behind he does
    /// not. The window opens on this (GUV-9.10, GUV-9.13), so that opening it tells nothing.
    pub(crate) fn might_break(&self, state: &State, side: Side, hex: Hex) -> bool {
        let here = state.stack_of(side, hex);
        let units = self.solid(&here);
        // GUV-13.10: skirmishers go only with an infantry brigade.
        let screened = !here.and(&counters().skirmishers).is_empty() && units.and(&counters().infantry).is_empty();
        !units.is_empty()
            && !screened
            && units.iter().all(|p| {
                let mut any = false;
                self.ways_out(state, p, hex, &Pieces::NONE, |_, _| any = true);
                any
            })
    }

    /// GUV-9.12: whether everybody who is left can go, with room for all (R-18: skirmishers with infantry).
    fn can_clear(&self, state: &State, w: &Withdrawal) -> bool {
        let c = counters();
        let mut berths: Berths = Few::new(Berth { hex: Hex::NONE, units: 0, points: 0, infantry: false });
        for p in w.gone.iter().filter(|p| c.infantry.has(*p)) {
            if !berths.iter().any(|b| b.hex == state.hex(p)) {
                berths.offer(Berth { hex: state.hex(p), units: 0, points: 0, infantry: true });
            }
        }
        self.seat(state, w, &self.solid(&w.rest), &mut berths)
    }

    fn seat(&self, state: &State, w: &Withdrawal, units: &Pieces, berths: &mut Berths) -> bool {
        let c = counters();
        let Some(piece) = units.first() else {
            let skirmishers = w.rest.and(&c.skirmishers);
            if skirmishers.is_empty() {
                return true;
            }
            let side = c.get(skirmishers.first().expect("one at least")).side;
            let places: u16 = berths
                .iter()
                .filter(|b| b.infantry)
                .map(|b| {
                    let (n, sum) = self.load(state, side, b.hex);
                    u16::from(MOST_UNITS.saturating_sub(n + b.units)).min(MOST_POINTS.saturating_sub(sum + b.points))
                })
                .sum();
            return usize::from(places) >= skirmishers.len();
        };
        let others = units.minus(&Pieces::one(piece));
        let side = c.side[piece.index()];
        let points = u16::from(state.cp(piece));
        let mut ends: FewHexes<MOST_ENDS> = FewHexes::default();
        self.ways_out(state, piece, w.from, &w.gone, |end, _| ends.push(end));
        for end in ends.as_slice().iter().copied() {
            let i = berths.iter().position(|b| b.hex == end).unwrap_or_else(|| {
                berths.offer(Berth { hex: end, units: 0, points: 0, infantry: false });
                berths.len() - 1
            });
            let before = berths[i];
            if !self.fits(state, side, end, before.units + 1, before.points + points) {
                continue;
            }
            berths[i] = Berth {
                units: before.units + 1,
                points: before.points + points,
                infantry: before.infantry || c.infantry.has(piece),
                ..before
            };
            if self.seat(state, w, &others, berths) {
                return true;
            }
            berths[i] = before;
        }
        false
    }

    /// GUV-9.10 to GUV-9.14, GUV-9.17: whether the stack may break contact now.
    pub(crate) fn may_break(&self, state: &State, hex: Hex) -> Check {
        let contact = state.contact.as_ref().expect("the enemy came near");
        let Some(d) = self.near[contact.hex.index()].iter().position(|n| *n == hex && n.is_some()) else {
            return Err(Illegal::new(
                "GUV-9.10",
                "Only a stack next to the hex just entered may break contact.",
                "Choose such a stack, or let the march go on.",
            ));
        };
        if contact.open >> d & 1 == 0 {
            return Err(Illegal::new("GUV-9.13", "That stack has no chance to break contact now.", "Let the march go on."));
        }
        let w = self.withdrawal_from(state, contact.side, hex);
        if self.solid(&w.rest).is_empty() || !self.can_clear(state, &w) {
            return Err(Illegal::new("GUV-9.12", "All units of the hex must be able to go, or none goes.", "Let the stack stay."));
        }
        Ok(())
    }

    fn withdrawal_from(&self, state: &State, side: Side, hex: Hex) -> Withdrawal {
        let works = !self.night(state) && self.works(state, side, hex) && self.in_contact(state, side, hex);
        Withdrawal { from: hex, rest: state.stack_of(side, hex), gone: Pieces::NONE, works, crossed: Bridges::default() }
    }

    /// The stacks that may go (D15).
    pub(crate) fn breaks(&self, state: &State, out: &mut Vec<Action>) {
        let contact = state.contact.as_ref().expect("the enemy came near");
        for d in Direction::ALL {
            let hex = self.near[contact.hex.index()][d.index()];
            if contact.open >> d.index() & 1 == 1 && self.may_break(state, hex).is_ok() {
                out.push(Action::Break { hex });
            }
        }
        out.push(Action::Done);
    }

    /// A stack begins to break contact; it pays no points and may do so as often as it likes (GUV-9.14).
    pub(crate) fn break_contact<K: Sink<Event>>(&self, state: &mut State, hex: Hex, sink: &mut K) {
        let side = state.contact.as_ref().expect("the enemy came near").side;
        state.withdrawal = Some(self.withdrawal_from(state, side, hex));
        state.agenda.push(Step::Withdraw);
        sink.tell(|| Event::BrokeContact { side, hex });
    }

    /// D16: whether these units of the stack may go that way, so that the others still can.
    pub(crate) fn may_withdraw(&self, state: &State, pieces: &Pieces, path: Path) -> Check {
        let c = counters();
        let w = state.withdrawal.as_ref().expect("a stack breaks contact");
        if pieces.is_empty() || !pieces.within(&w.rest) {
            return Err(Illegal::new("GUV-9.12", "Those units are not in the hex that is left.", "Choose units of that hex."));
        }
        let units = self.solid(pieces);
        let along = pieces.minus(&units);
        let Some(end) = path.iter().try_fold(w.from, |hex, d| {
            let next = self.near[hex.index()][d.index()];
            next.is_some().then_some(next)
        }) else {
            return Err(Illegal::new("GUV-14.54", "That is off the map.", "Choose a hex of the map."));
        };
        for p in units.iter() {
            let mut open = false;
            self.ways_out(state, p, w.from, &w.gone, |_, way| open |= way == path);
            if !open {
                return Err(if c.cavalry.has(p) {
                    Illegal::new(
                        "GUV-9.16",
                        "Cavalry breaks contact with two hexes and does not end next to the enemy.",
                        "Choose such a hex.",
                    )
                } else {
                    Illegal::new(
                        "GUV-9.11",
                        "Units break contact by one hex, not next to an enemy unless friends are there.",
                        "Choose such a hex.",
                    )
                });
            }
        }
        let led = |p: Piece| {
            let guide = if c.skirmishers.has(p) { units.and(&c.infantry) } else { units };
            let gone = if c.skirmishers.has(p) { w.gone.and(&c.infantry) } else { w.gone };
            !guide.is_empty() || gone.iter().any(|g| state.hex(g) == end)
        };
        if !along.iter().all(led) {
            return Err(Illegal::new(
                "GUV-13.10",
                "Skirmishers go only where an infantry brigade of their stack goes.",
                "Take a brigade along the same way.",
            ));
        }
        let real = pieces.minus(&c.dummies);
        if !self.fits(state, c.get(pieces.first().expect("not empty")).side, end, real.len() as u8, state.sum(&real)) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold them.", "Choose a hex with room."));
        }
        if pieces == &w.rest {
            return Ok(());
        }
        let mut after = state.clone();
        let mut then = *w;
        for p in pieces.iter() {
            after.put(p, end);
            then.rest.remove(p);
            then.gone.insert(p);
        }
        if !self.can_clear(&after, &then) {
            return Err(Illegal::new("GUV-9.12", "Then the rest of the stack could not go.", "Choose another hex."));
        }
        Ok(())
    }

    /// The ways of the stack that breaks contact: all together, or one by one.
    pub(crate) fn withdrawals(&self, state: &State, out: &mut Vec<Action>) {
        let c = counters();
        let w = state.withdrawal.as_ref().expect("a stack breaks contact");
        let units = self.solid(&w.rest);
        let mut ways: Few<Path, MOST_ENDS> = Few::new(Path::EMPTY);
        let mut offer = |pieces: Pieces, ways: &[Path]| {
            for path in ways {
                if self.may_withdraw(state, &pieces, *path).is_ok() {
                    let action = Action::Withdraw { pieces, path: *path };
                    if !out.contains(&action) {
                        out.push(action);
                    }
                }
            }
        };
        if let Some(first) = units.first() {
            self.ways_out(state, first, w.from, &w.gone, |_, way| ways.offer(way));
            offer(w.rest, &ways);
            for p in units.iter() {
                ways.clear();
                self.ways_out(state, p, w.from, &w.gone, |_, way| ways.offer(way));
                offer(Pieces::one(p), &ways);
            }
        } else {
            let steps = Direction::ALL.map(Path::step);
            let rest = w.rest.minus(&c.dummies);
            if let Some(p) = rest.first() {
                offer(Pieces::one(p), &steps);
            }
        }
    }

    /// Some of the stack go.
    pub(crate) fn withdraw<K: Sink<Event>>(&self, state: &mut State, pieces: Pieces, path: Path, sink: &mut K) {
        let mut w = state.withdrawal.expect("a stack breaks contact");
        let side = counters().get(pieces.first().expect("somebody goes")).side;
        let end = self.end_of(w.from, path);
        w.crossed = w.crossed.or(self.crossed(state, side, w.from, path));
        for p in pieces.iter() {
            state.put(p, end);
            state.stirred.insert(p);
            w.rest.remove(p);
            w.gone.insert(p);
        }
        let seen = self.in_contact(state, side, end);
        sink.tell(|| Event::Withdrew { pieces, from: w.from, to: end, seen });
        self.tidy(state, end, sink);
        state.withdrawal = Some(w);
        if w.rest.minus(&counters().dummies).is_empty() {
            self.end_withdrawal(state, sink);
        }
    }

    /// The hex is empty: works left next to the enemy disorganize everybody (GUV-14.31, R-22); a pontoon behind them may be taken up
    /// (GUV-11.12); then the next stack may choose.
    fn end_withdrawal<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let w = state.withdrawal.take().expect("a stack breaks contact");
        w.rest.iter().for_each(|dummy| state.put(dummy, Hex::READY));
        if w.works {
            w.gone.iter().for_each(|p| self.disorder(state, p, sink));
        }
        self.tidy(state, w.from, sink);
        state.agenda.pop();
        if let Some(contact) = &mut state.contact
            && let Some(d) = self.near[contact.hex.index()].iter().position(|n| *n == w.from)
        {
            contact.open &= !(1 << d);
        }
        self.offer_to_take_up(state, w.crossed);
    }
}

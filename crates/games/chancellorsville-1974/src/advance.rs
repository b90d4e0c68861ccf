//! Advance after combat (VII.A.9): into doubling terrain that was won, and into forts emptied by fire.

use board::HexId;
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::Event;
use crate::counters::{PieceId, Set, each};
use crate::state::{State, Step};

impl Chancellorsville1974 {
    /// C74-VII.A.9.b, R-14: a fort that offensive fire has emptied is remembered.
    pub(crate) fn note_emptied(&self, state: &mut State, hex: HexId) {
        let held = state.at(hex) & self.data.side(state.phasing.enemy()) != 0;
        if state.agenda.phase() == Step::OffensiveFire && state.is_fort(hex) && !held {
            state.emptied.insert(hex);
        }
    }

    /// After the retreats: vacated doubling terrain opens an advance, a fort emptied by offensive fire is remembered.
    pub(crate) fn aftermath(&self, state: &mut State, fire: bool) {
        let battle = *state.battle();
        state.battles[usize::from(state.current)].done = true;
        let enemy = self.data.side(if battle.attackers & self.data.union != 0 { Side::Confederate } else { Side::Union });
        let mut vacated = battle.targets;
        for (i, hex) in battle.targets.iter().enumerate() {
            if state.at(hex) & enemy != 0 || state.doubled >> i & 1 == 0 {
                vacated = vacated.without(hex);
            }
        }
        state.doubled = 0;
        if fire {
            vacated.iter().for_each(|hex| self.note_emptied(state, hex));
            state.agenda.pop();
            return;
        }
        state.vacated = vacated;
        state.advancing = each(battle.attackers).filter(|p| state.on_map(*p)).fold(0, |set, p| set | p.bit());
        state.agenda.turn(Step::Advance);
    }

    /// Whether a unit may advance there: C74-VII.A.9.a, C74-QA-8, or C74-VII.A.9.b.
    pub(crate) fn may_advance(&self, state: &State, by: Side, piece: PieceId, hex: HexId) -> Result<(), Illegal> {
        let open = match state.agenda.top() {
            Step::Advance => state.advancing & piece.bit() != 0 && state.vacated.has(hex),
            Step::Occupy => {
                let idle = self.data.fights & !state.attacked & !state.inverted & piece.bit() != 0;
                if !idle || state.disrupted(piece) {
                    return Err(Illegal::new(
                        "C74-VII.A.9.b",
                        "Only units that attacked nobody advance into a fort emptied by fire.",
                        "Advance a unit beside the fort that attacked nobody, or leave the fort empty.",
                    ));
                }
                hex.is_some() && state.emptied.has(hex)
            }
            _ => false,
        };
        if !open || piece.side() != by || !state.on_map(piece) {
            return Err(Illegal::new(
                "C74-VII.A.9.a",
                "Only attackers advance, into doubling terrain or a fort that they won.",
                "Advance a unit that fought this battle into such a hex, or let nobody advance.",
            ));
        }
        let from = state.hex[piece.index()];
        if !self.ground.adjacent(from, hex) {
            return Err(Illegal::new(
                "C74-VII.A.9.a",
                "An advance goes into an adjacent hex.",
                "Choose a hex next to the unit, or let it stay.",
            ));
        }
        if state.at(hex) & self.data.side(by.enemy()) != 0 {
            return Err(Illegal::new(
                "C74-IV.G",
                "A hex with enemy units may not be entered.",
                "Advance into a hex that the enemy has left, or stay.",
            ));
        }
        if self.ground.river(from) && self.may_leave_river(state, &self.group(state, piece.bit()), from, hex).is_err() {
            return Err(Illegal::new(
                "C74-QA-8",
                "A unit leaves a ford or bridge only by its approach hexes, in an advance too.",
                "Advance to an approach hex, or let another unit advance.",
            ));
        }
        self.room(state, by, hex, piece.bit())
    }

    /// The hexes into which a piece could advance.
    pub fn advances(&self, state: &State, piece: PieceId, out: &mut impl Extend<HexId>) {
        let open = |h: &HexId| self.may_advance(state, state.phasing, piece, *h).is_ok();
        match state.agenda.top() {
            Step::Advance => out.extend(state.vacated.iter().filter(open)),
            Step::Occupy => out.extend(state.emptied.iter().filter(open)),
            _ => {}
        }
    }

    /// Everybody who could advance.
    pub fn advancers(&self, state: &State) -> Set {
        let (step, by) = (state.agenda.top(), state.phasing);
        let pool = match step {
            Step::Advance => state.advancing,
            Step::Occupy if !state.emptied.is_empty() => self.data.side(by) & self.data.fights & !state.attacked,
            _ => 0,
        };
        let open = |p: PieceId, h: HexId| self.may_advance(state, by, p, h).is_ok();
        let could = |p: &PieceId| match step {
            Step::Advance => state.vacated.iter().any(|h| open(*p, h)),
            _ => state.emptied.iter().any(|h| open(*p, h)),
        };
        each(pool).filter(|p| state.on_map(*p) && could(p)).fold(0, |set, p| set | p.bit())
    }

    pub(crate) fn advance<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, hex: HexId, sink: &mut K) {
        state.put(piece, hex);
        state.advancing &= !piece.bit();
        // Who advanced stays out of further advances in this phase.
        state.attacked |= piece.bit();
        let down = state.face_down & piece.bit() != 0;
        sink.tell(|| Event::Advanced(piece, hex, down));
        self.show_on_contact(state, piece.bit(), hex, sink);
    }
}

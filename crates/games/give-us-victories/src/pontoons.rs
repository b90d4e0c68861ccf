//! Chapter 11: building, taking up, seizing and destroying pontoons. What rivers do to movement stands in `movement`.

use crate::action::{Action, Event};
use crate::counters::{counters, tables};
use crate::ground::{BRIDGE, FORD, MAJOR, MINOR, SITE, ground};
use crate::ids::{Hex, Path, Piece, Pieces};
use crate::state::{Bridges, Lies, State, Step};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Illegal, Side, Sink};

/// GUV-11.6, GUV-11.11, GUV-11.12: the least die under the enemy's eyes.
pub(crate) const UNDER_FIRE: u8 = 4;

impl GiveUsVictories {
    /// an enemy in or next to either end, over the river too.
    pub fn watched(&self, state: &State, side: Side, from: Hex, to: Hex) -> bool {
        let enemy = side.enemy();
        [from, to].into_iter().filter(|end| end.is_some()).any(|end| state.holds(enemy, end) || self.in_contact(state, side, end))
    }

    /// The pontoon a side could build now: the Confederate one only after its event (GUV-11.1, GUV-17.14).
    fn in_hand(&self, state: &State, side: Side) -> Option<usize> {
        if side == Side::Confederate && !state.csa_bridge {
            return None;
        }
        state.pontoons.iter().position(|p| p.owner == side && p.lies == Lies::InHand)
    }

    /// GUV-11.4, GUV-11.8: who may build, and where; by night too (GUV-7.3).
    pub(crate) fn may_build(&self, state: &State, piece: Piece, to: Hex) -> Check {
        let c = counters();
        let side = state.act().side;
        if c.get(piece).side != side {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's.", "Choose a brigade of yours."));
        }
        let from = state.hex(piece);
        if !c.infantry.has(piece) || !state.active.has(piece) || !from.is_some() {
            return Err(Illegal::new("GUV-11.4", "Only an active infantry brigade builds pontoons.", "Choose such a brigade."));
        }
        if state.built.has(piece) {
            return Err(Illegal::new("GUV-11.8", "A brigade tries once per turn.", "Let another brigade try, or try again next turn."));
        }
        if state.moved.has(piece) || state.stirred.has(piece) {
            return Err(Illegal::new(
                "GUV-11.4",
                "A brigade that has moved this turn cannot build.",
                "Choose a brigade that has not moved.",
            ));
        }
        let Some(d) = self.near[from.index()].iter().position(|n| *n == to && n.is_some()) else {
            return Err(Illegal::new("GUV-11.4", "The brigade must stand at the crossing.", "Move it there now, and build next turn."));
        };
        let bits = ground().side(from, Direction::from_index(d));
        if bits & MAJOR != 0 {
            if bits & (FORD | SITE) == 0 {
                return Err(Illegal::new(
                    "GUV-11.4",
                    "Over a major river pontoons are built at fords and pontoon sites only.",
                    "Choose such a hexside.",
                ));
            }
        } else if bits & MINOR == 0 {
            return Err(Illegal::new("GUV-11.4", "There is no river to bridge.", "Choose a hexside with a river."));
        } else if bits & BRIDGE != 0 {
            return Err(Illegal::new("GUV-11.17", "A bridge stands there already.", "Cross by the bridge."));
        }
        if state.pontoon(from, to).is_some() {
            return Err(Illegal::new("GUV-11.5", "A pontoon lies there already.", "Cross by it."));
        }
        if self.in_hand(state, side).is_none() {
            return Err(Illegal::new("GUV-11.1", "There is no pontoon to build with.", "Take one up elsewhere first."));
        }
        Ok(())
    }

    /// GUV-11.6, GUV-11.7, GUV-11.9: the attempt; the brigade is bound for the turn either way.
    pub(crate) fn build<K: Sink<Event>>(&self, state: &mut State, piece: Piece, to: Hex, sink: &mut K) {
        let side = state.act().side;
        let from = state.hex(piece);
        state.built.insert(piece);
        let k = self.in_hand(state, side).expect("checked");
        self.halt(state);
        if self.watched(state, side, from, to) {
            state.pontoons[k].lies = Lies::Over(from, to);
            state.agenda.push(Step::BuildDie(k as u8));
        } else {
            state.pontoons[k].lies = Lies::Over(from, to);
            sink.tell(|| Event::Built { side, from, to });
        }
    }

    /// The die of a build: on a failure the attempt is lost, the pontoon stays in hand.
    pub(crate) fn build_die<K: Sink<Event>>(&self, state: &mut State, k: u8, die: u8, sink: &mut K) {
        state.agenda.pop();
        let pontoon = state.pontoons[usize::from(k)];
        let Lies::Over(from, to) = pontoon.lies else { return };
        sink.tell(|| Event::BuildDie { die });
        if die >= UNDER_FIRE {
            sink.tell(|| Event::Built { side: pontoon.owner, from, to });
        } else {
            state.pontoons[usize::from(k)].lies = Lies::InHand;
            sink.tell(|| Event::BuildFailed { side: pontoon.owner, from, to });
        }
    }

    /// GUV-11.10, GUV-11.13: the Union takes up a pontoon of its own in its activation; the Confederates never do.
    pub(crate) fn may_dismantle(&self, state: &State, from: Hex, to: Hex) -> Check {
        let side = state.act().side;
        if side == Side::Confederate {
            return Err(Illegal::new("GUV-11.13", "The Confederates do not take up pontoons.", "Leave it where it lies."));
        }
        let Some(k) = state.pontoon(from, to).filter(|k| state.pontoons[*k].owner == side) else {
            return Err(Illegal::new("GUV-11.10", "There is no own pontoon there.", "Choose a pontoon of yours."));
        };
        if state.act().tried >> k & 1 == 1 {
            return Err(Illegal::new("GUV-11.11", "It was tried in this activation already.", "Try again in another activation."));
        }
        Ok(())
    }

    /// A pontoon is taken up, with a die if the enemy is next to it (GUV-11.11).
    pub(crate) fn dismantle<K: Sink<Event>>(&self, state: &mut State, from: Hex, to: Hex, sink: &mut K) {
        let k = state.pontoon(from, to).expect("checked");
        state.act_mut().tried |= 1 << k;
        self.halt(state);
        if self.watched(state, Side::Union, from, to) {
            state.agenda.push(Step::DismantleDie(k as u8));
        } else {
            self.pack(state, k, sink);
        }
    }

    fn pack<K: Sink<Event>>(&self, state: &mut State, k: usize, sink: &mut K) {
        if let Lies::Over(from, to) = state.pontoons[k].lies {
            state.pontoons[k].lies = Lies::Packed;
            sink.tell(|| Event::Dismantled { from, to });
        }
    }

    /// The die for taking up a pontoon, in an activation or behind a retreat.
    pub(crate) fn dismantle_die<K: Sink<Event>>(&self, state: &mut State, k: u8, die: u8, sink: &mut K) {
        state.agenda.pop();
        sink.tell(|| Event::DismantleDie { die });
        if die >= UNDER_FIRE {
            self.pack(state, usize::from(k), sink);
        } else if let Lies::Over(from, to) = state.pontoons[usize::from(k)].lies {
            sink.tell(|| Event::DismantleFailed { from, to });
        }
    }

    /// GUV-11.12: the Union is asked about each pontoon of its own that a retreat or a break of contact went over.
    pub(crate) fn offer_to_take_up(&self, state: &mut State, crossed: Bridges) -> bool {
        crossed.iter().for_each(|k| state.agenda.push(Step::Behind(k as u8)));
        crossed != Bridges::default()
    }

    /// The Union pontoon that a way leads over, if its piece goes by one (GUV-11.12).
    pub(crate) fn crossed(&self, state: &State, side: Side, from: Hex, path: Path) -> Bridges {
        let mut crossed = Bridges::default();
        let mut hex = from;
        for d in path.iter() {
            let next = self.near[hex.index()][d.index()];
            if side == Side::Union && state.bridged(side, hex, next) {
                state.pontoon(hex, next).into_iter().for_each(|k| crossed.insert(k));
            }
            hex = next;
        }
        crossed
    }

    /// GUV-11.14 to GUV-11.16: an infantry brigade at the end of an enemy pontoon with no enemy near seizes or destroys it for 2 points.
    pub(crate) fn may_seize(&self, state: &State, piece: Piece, to: Hex) -> Check {
        let side = state.act().side;
        let from = self.may_move(state, &Pieces::one(piece))?;
        if !counters().infantry.has(piece) {
            return Err(Illegal::new("GUV-11.14", "Only infantry seizes or destroys pontoons.", "Bring an infantry unit to it."));
        }
        if state.pontoon(from, to).is_none_or(|k| state.pontoons[k].owner == side) {
            return Err(Illegal::new(
                "GUV-11.14",
                "There is no enemy pontoon at that hexside; bridges of the map stand for good.",
                "Choose an enemy pontoon beside the unit.",
            ));
        }
        if self.watched(state, side, from, to) {
            return Err(Illegal::new("GUV-11.14", "An enemy unit is next to the pontoon.", "Drive it off first."));
        }
        let purse = self.purse(state, &Pieces::one(piece));
        let road = purse.road;
        purse.pay(tables().cost.seize, road).map(drop).ok_or(Illegal::new(
            "GUV-11.14",
            "It costs 2 movement points.",
            "Do it with a unit that has 2 points left.",
        ))
    }

    /// The pontoon changes hands (GUV-11.15), so that its captors cross by it (GUV-11.18), or is gone for good.
    pub(crate) fn seize<K: Sink<Event>>(&self, state: &mut State, piece: Piece, to: Hex, destroy: bool, sink: &mut K) {
        let side = state.act().side;
        let from = state.hex(piece);
        let purse = self.purse(state, &Pieces::one(piece));
        self.set_out(state, Pieces::one(piece), purse.spent + tables().cost.seize, purse.road);
        state.moved.insert(piece);
        let k = state.pontoon(from, to).expect("checked");
        if destroy {
            state.pontoons[k].lies = Lies::Destroyed;
            sink.tell(|| Event::Destroyed { side, from, to });
        } else {
            state.pontoons[k].owner = side;
            sink.tell(|| Event::Seized { side, from, to });
        }
    }

    /// What a brigade can do about pontoons (D19).
    pub fn pontoon_work(&self, state: &State, piece: Piece, out: &mut Vec<Action>) {
        let from = state.hex(piece);
        if !from.is_some() || !counters().infantry.has(piece) {
            return;
        }
        for d in Direction::ALL {
            let to = self.near[from.index()][d.index()];
            if !to.is_some() || ground().side(from, d) & (MAJOR | MINOR) == 0 {
                continue;
            }
            if self.may_build(state, piece, to).is_ok() {
                out.push(Action::Build { piece, to });
            }
            if self.may_seize(state, piece, to).is_ok() {
                out.push(Action::Seize { piece, to });
                out.push(Action::Destroy { piece, to });
            }
        }
    }

    /// Pontoons that may be taken up.
    pub(crate) fn dismantlings(&self, state: &State, out: &mut Vec<Action>) {
        for pontoon in &state.pontoons {
            if let Lies::Over(from, to) = pontoon.lies
                && self.may_dismantle(state, from, to).is_ok()
            {
                out.push(Action::Dismantle { from, to });
            }
        }
    }
}

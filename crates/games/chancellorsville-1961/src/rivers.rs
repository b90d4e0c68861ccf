//! River crossing: swimming, fords, assault boats, pontoon bridges (table T-2 of the rulebook).
//!
//! "per Turn" on a river, ford or boat hex is read as "at a time".

use crate::action::{Event, Path};
use crate::counters::{Piece, pieces};
use crate::ground::{Land, OFF};
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::{Illegal, Side, Sink};

impl Chancellorsville1961 {
    /// Whether a unit may step into a river hex, and whether it must stop there (C61-RIV-1).
    pub(crate) fn may_enter_river(&self, state: &State, unit: Piece, from: HexId, to: HexId) -> Result<bool, Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        let side = book.side(unit);
        let kind = book.kind[unit.index()];
        if let Some(bridge) = state.span(book, to) {
            self.may_step_on_bridge(state, unit, bridge, from, to)?;
            return Ok(false); // C61-PB-4: over a bridge nobody stops.
        }
        // A unit may come back to the hex it left: it is not in its own way.
        let there = state.stack(to) & !unit.bit();
        if there != 0 {
            if ground.ford(to) {
                return Err(Illegal::new(
                    "C61-FORD-3",
                    "Only one counter may be in a ford hex.",
                    "Wait until it is free, or cross elsewhere.",
                ));
            }
            if there & book.boats == 0 {
                return Err(Illegal::new(
                    "C61-SWIM-2",
                    "Only one unit may be in a river hex; nobody passes through it there.",
                    "Wait until it is free, or cross elsewhere.",
                ));
            }
            if side == Side::Confederate {
                return Err(Illegal::new(
                    "C61-RIV-2",
                    "Confederates cannot use boats.",
                    "Cross at a ford or on a captured bridge, or swim with cavalry.",
                ));
            }
            if !kind.boards() {
                return Err(Illegal::new(
                    "C61-BOAT-6",
                    "Only headquarters, infantry and cavalry go by boat.",
                    "Take the others over a ford or a bridge.",
                ));
            }
            if there & book.units() != 0 {
                return Err(Illegal::new("C61-BOAT-6", "A boat carries one unit.", "Wait for the next Turn, or take another boat."));
            }
            if ground.river(from) && !kind.swims() {
                return Err(Illegal::new(
                    "C61-BOAT-1",
                    "The passenger steps into the boat from the shore.",
                    "Go ashore first, and step in from there.",
                ));
            }
            return Ok(true);
        }
        if ground.ford(to) && (kind.swims() || !ground.river(from)) {
            return Ok(true); // C61-FORD-1: anybody may enter a ford from the bank, and stops.
        }
        if kind.swims() {
            return Ok(true); // C61-SWIM-1
        }
        Err(Illegal::new(
            "C61-RIV-1",
            "Infantry and artillery cross a river only at fords, by boat or on a bridge.",
            "March to one of those.",
        ))
    }

    /// C61-PB-3, C61-PB-5, C61-PB-6, R-44. C61-RF-4: the last of many may end on it.
    fn may_step_on_bridge(&self, state: &State, unit: Piece, bridge: Piece, from: HexId, to: HexId) -> Result<(), Illegal> {
        let book = self.book;
        let n = book.bridge(bridge).expect("it is a bridge");
        if state.owner(book, bridge) != book.side(unit) {
            return Err(Illegal::new(
                "C61-PB-8",
                "That bridge is the enemy's until it is captured.",
                "Have a unit next to it when your Turn ends, and it is yours; or cross elsewhere.",
            ));
        }
        if state.unfinished >> n & 1 == 1 {
            return Err(Illegal::new(
                "C61-PB-3",
                "Nobody may step on a bridge in the Turn it is built.",
                "Wait beside it; it bears from your next Turn on.",
            ));
        }
        if state.stack(to) & book.units() & !unit.bit() != 0 {
            return Err(Illegal::new("C61-PB-6", "Only one unit may be on a bridge.", "Wait until it is free."));
        }
        if !self.is_end(state, n, from) {
            return Err(Illegal::new(
                "C61-PB-5",
                "A bridge is entered from its own shore or from the hex it points to.",
                "March to one of those hexes first.",
            ));
        }
        Ok(())
    }

    /// Whether a land hex is at an end of a laid bridge: the hex it points to, or one of the near shore.
    pub(crate) fn is_end(&self, state: &State, n: usize, hex: HexId) -> bool {
        let ground = &self.book.ground;
        let (near, far) = state.spans[n];
        hex == far || ground.land(hex) == ground.land(near) && ground.land(hex) != Land::None
    }

    /// Whether a unit may leave its river hex towards the next hex: from a bridge only at its ends (C61-PB-5), otherwise to
    /// any bank (C61-SWIM-1, C61-FORD-1, C61-BOAT-2, R-21).
    pub(crate) fn may_leave_river(&self, state: &State, unit: Piece, from: HexId, to: HexId) -> Result<(), Illegal> {
        let book = self.book;
        if let Some(bridge) = state.span(book, from) {
            let n = book.bridge(bridge).expect("it is a bridge");
            if state.owner(book, bridge) == book.side(unit) && !self.is_end(state, n, to) {
                return Err(Illegal::new(
                    "C61-PB-5",
                    "A unit leaves a bridge only at the hex it points to, or back to the near shore.",
                    "Choose one of those hexes.",
                ));
            }
        }
        Ok(())
    }

    /// Whether a boat or bridge counter may take a step, and whether it must stop: roads on land (C61-BOAT-3, C61-PB-7), the
    /// river only from a road hex, and out of it only into one (C61-BOAT-4).
    pub(crate) fn may_haul(&self, state: &State, train: Piece, from: HexId, to: HexId, laying: bool) -> Result<bool, Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        let bridge = book.is(train, book.bridges);
        if ground.river(from) && state.stack(from) & book.units() != 0 {
            return Err(match bridge {
                true => Illegal::new("C61-PB-6", "A bridge cannot be taken up while a unit is on it.", "Move the unit off first."),
                false => Illegal::new("C61-BOAT-8", "The passenger goes ashore before the boat does.", "Put the passenger ashore first."),
            });
        }
        if ground.river(to) {
            if !ground.road(from) || ground.river(from) {
                return Err(match bridge {
                    true => Illegal::new(
                        "C61-PB-7",
                        "A bridge enters the river only from a road hex.",
                        "Bring it to a road hex at the river first.",
                    ),
                    false => Illegal::new(
                        "C61-BOAT-3",
                        "A boat enters the river only from a road hex.",
                        "Bring it to a road hex at the river first.",
                    ),
                });
            }
            if state.stack(to) & !train.bit() != 0 {
                return Err(match ground.ford(to) {
                    true => Illegal::new(
                        "C61-FORD-3",
                        "Only one counter may be in a ford hex.",
                        "Wait until it is free, or choose another hex.",
                    ),
                    false => Illegal::new(
                        "C61-SWIM-2",
                        "Only one counter may be in a river hex.",
                        "Wait until it is free, or choose another hex.",
                    ),
                });
            }
            // C61-FORD-2: at a ford a bridge counter crosses like any other; elsewhere it is in the river only when laid.
            if bridge && !laying && !ground.ford(to) {
                return Err(Illegal::new(
                    "C61-PB-1",
                    "A bridge goes into the river only to be laid towards a hex with a unit of yours.",
                    "Bring a unit of yours to the far shore first, or keep the bridge on the road.",
                ));
            }
            return Ok(true);
        }
        if !ground.road(to) {
            return Err(match (bridge, ground.river(from)) {
                (true, _) => Illegal::new("C61-PB-7", "A bridge keeps to road hexes.", "Follow a road."),
                (false, true) => Illegal::new(
                    "C61-BOAT-4",
                    "A boat leaves the river only at a road hex.",
                    "Drift on, or choose a road hex on the shore.",
                ),
                (false, false) => Illegal::new("C61-BOAT-3", "Boats keep to road hexes.", "Follow a road."),
            });
        }
        Ok(false)
    }

    /// Whether a bridge laid in that river hex, coming from that shore, may point to that hex (C61-PB-1, R-24).
    pub(crate) fn may_span(&self, state: &State, by: Side, near: HexId, river: HexId, far: HexId) -> Result<(), Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        if !ground.around(river).contains(&far) || far == OFF || ground.land(far) == Land::None || ground.land(far) == ground.land(near) {
            return Err(Illegal::new(
                "C61-PB-5",
                "A bridge points to a hex of the opposite shore next to its river hex.",
                "Choose such a hex.",
            ));
        }
        if state.stack(far) & book.units() & book.of[by.index()] == 0 {
            return Err(Illegal::new(
                "C61-PB-1",
                "A combat or headquarters unit of yours must stand where the bridge shall lead.",
                "Bring a unit there first, or point the bridge elsewhere.",
            ));
        }
        Ok(())
    }

    /// Whether a bridge may march this way and be laid at the end of it.
    pub(crate) fn may_lay(&self, state: &State, by: Side, bridge: Piece, path: Path, far: HexId) -> Result<(), Illegal> {
        if !self.book.is(bridge, self.book.bridges) {
            return Err(Illegal::new("C61-PB-1", "Only a pontoon bridge can be laid.", "Choose a pontoon bridge."));
        }
        let (river, near) = self.walk(state, by, bridge.bit(), path, true)?;
        if !self.book.ground.river(river) {
            return Err(Illegal::new("C61-PB-7", "A bridge is laid in a river hex.", "Lead it into a river hex."));
        }
        self.may_span(state, by, near, river, far)
    }

    /// Whether a boat may drift with its passenger (C61-BOAT-5); where to.
    pub(crate) fn may_drift(&self, state: &State, by: Side, boat: Piece) -> Result<(Piece, HexId), Illegal> {
        let (book, ground) = (self.book, &self.book.ground);
        let hex = state.hex(boat);
        if !book.is(boat, book.boats) || by != Side::Union || hex == OFF || !ground.river(hex) {
            return Err(Illegal::new("C61-BOAT-5", "Only a boat on the river drifts.", "Bring the boat into the river first."));
        }
        let Some(passenger) = pieces(state.stack(hex) & book.units()).next() else {
            return Err(Illegal::new("C61-BOAT-5", "A boat drifts only with a passenger.", "Put a unit aboard first."));
        };
        let stays = |p: Piece| state.spent[p.index()] == 0 && state.halted & p.bit() == 0;
        if !stays(boat) || !stays(passenger) {
            return Err(Illegal::new(
                "C61-BOAT-5",
                "A boat drifts one hex in a Turn in which neither it nor its passenger has moved.",
                "Let it drift in your next Turn.",
            ));
        }
        let to = ground.downstream(hex);
        if to == OFF {
            return Err(Illegal::new("C61-BOAT-5", "The river leaves the board here.", "Stay there, or go ashore."));
        }
        if ground.ford(to) {
            return Err(Illegal::new(
                "C61-FORD-3",
                "Only one counter may be in a ford hex: boat and passenger cannot drift into it.",
                "Stay there, or go ashore.",
            ));
        }
        if !state.is_empty(to) {
            return Err(Illegal::new("C61-SWIM-2", "The next river hex is taken.", "Wait until it is free, or go ashore."));
        }
        if book.is(passenger, book.staffs) && state.control(by.enemy(), to) > 0 {
            return Err(Illegal::new(
                "C61-ATT-3",
                "A headquarters alone may not enter an enemy zone: it could not fight there.",
                "Stay there, or put it ashore beside a combat unit.",
            ));
        }
        Ok((passenger, to))
    }

    /// C61-BOAT-7, C61-RIV-3, R-22: at the end of a Confederate movement portion boats in a Confederate zone are destroyed.
    pub(crate) fn destroy_boats<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        for boat in pieces(self.book.boats & state.on_map()) {
            let hex = state.hex(boat);
            if self.in_grip(state, Side::Confederate, hex) {
                state.lift(self.book, boat);
                state.lost |= boat.bit();
                state.forget_march(boat);
                sink.tell(|| Event::BoatLost(boat, hex));
            }
        }
    }

    /// C61-PB-8, R-23: at the end of a Turn the mover takes every enemy bridge in his zone that no enemy combat unit guards.
    pub(crate) fn capture_bridges<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let by = state.mover;
        for bridge in pieces(self.book.bridges & state.on_map() & !state.own(self.book, by)) {
            let hex = state.hex(bridge);
            let guarded = state.stack(hex) & self.book.fighters() & self.book.of[by.enemy().index()] != 0;
            if self.in_grip(state, by, hex) && !guarded {
                let n = self.book.bridge(bridge).expect("it is a bridge");
                state.captured ^= 1 << n;
                sink.tell(|| Event::Captured(bridge, hex, by));
            }
        }
    }

    /// Whether a hex lies in a side's zone or under its units.
    fn in_grip(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.control(side, hex) > 0 || state.stack(hex) & self.book.units() & self.book.of[side.index()] != 0
    }
}

//! Crossing the rivers (IV.J, IV.K): fords, swimmers, pontoon bridges and assault boats, and how those are destroyed (VII.D.2).

use board::HexId;
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::{Action, Event, Loss, Path};
use crate::counters::{Kind, PieceId, each};
use crate::ground::{Bank, FORD, ROAD};
use crate::movement::Group;
use crate::state::{State, Step};

impl Chancellorsville1974 {
    /// C74-IV.K.1, C74-IV.K.2, C74-IV.K.3.a, C74-IV.K.3.b: bridges and boats keep to the road, or go over a bridge of the same road, or between a clear
    /// road hex and the river.
    pub(crate) fn may_haul(&self, state: &State, group: &Group, from: HexId, to: HexId, road: bool) -> Result<(), Illegal> {
        if self.ground.river(from) {
            let own = group.single.and_then(|p| self.data.bridge_number(p)).filter(|b| state.span[*b][0].is_some());
            if let Some(bridge) = own {
                let others = state.at(from) & !group.pieces;
                if state.used >> bridge & 1 == 1 || others != 0 {
                    return Err(Illegal::new(
                        "C74-IV.J.4.e.2",
                        "A bridge on which others cross or stand may not move.",
                        "Move the others off the bridge first.",
                    ));
                }
            } else if let Some(bridge) = state.bridge_at(from) {
                return self.same_road(state, bridge);
            } else if state.at(from) & !group.pieces != 0 {
                return Err(Illegal::new(
                    "C74-IV.J.3.c",
                    "Boats with a passenger leave their river hex only by drifting downstream.",
                    "Let them drift, or put the passenger ashore first.",
                ));
            }
            if !self.ground.landing(to) {
                return Err(Illegal::new(
                    "C74-IV.K.3.b",
                    "Bridges and boats leave the river only to a clear road hex.",
                    "Go to a hex of clear ground with a road.",
                ));
            }
            return Ok(());
        }
        if self.ground.river(to) {
            if let Some(bridge) = self.other_bridge(state, group, to)
                && state.span[bridge].contains(&from)
            {
                return self.same_road(state, bridge);
            }
            if !self.ground.landing(from) {
                return Err(Illegal::new(
                    "C74-IV.K.3.a",
                    "Bridges and boats enter the river only from a clear road hex.",
                    "Bring them to a hex of clear ground with a road first.",
                ));
            }
            return Ok(());
        }
        match (road, self.ground.is(from, ROAD) && self.ground.is(to, ROAD)) {
            (true, _) => Ok(()),
            (false, true) => Err(Illegal::new("C74-IV.K.2", "The road does not lead from this hex into that one.", "Follow the road.")),
            (false, false) => Err(Illegal::new("C74-IV.K.1", "On land bridges and boats move only along roads.", "Follow a road.")),
        }
    }

    /// The bridge that lies in a river hex, unless it is the one that moves.
    fn other_bridge(&self, state: &State, group: &Group, hex: HexId) -> Option<usize> {
        state.bridge_at(hex).filter(|b| group.pieces & self.data.bridge(*b).bit() == 0)
    }

    fn same_road(&self, state: &State, bridge: usize) -> Result<(), Illegal> {
        let [near, far] = state.span[bridge];
        if self.ground.roads_through[near.index()] & self.ground.roads_through[far.index()] == 0 {
            return Err(Illegal::new(
                "C74-IV.K.1",
                "Boats and bridges cross only on a bridge that joins two hexes of one road.",
                "Choose a bridge on the road that they follow.",
            ));
        }
        Ok(())
    }

    /// Whether a river hex may be entered from there, and whether on a bridge.
    pub(crate) fn may_enter_river(&self, state: &State, group: &Group, from: HexId, to: HexId) -> Result<bool, Illegal> {
        let Some(piece) = group.single else {
            return Err(Illegal::new(
                "C74-V.C.1",
                "Only one unit, headquarters included, may be in a river hex.",
                "Move the other one on first, or cross elsewhere.",
            ));
        };
        let kind = self.data.kind[piece.index()];
        let means = self.data.crossing[kind as usize];
        if let Some(bridge) = self.other_bridge(state, group, to) {
            if state.laid[bridge] == state.turn {
                return Err(Illegal::new(
                    "C74-IV.J.4.e.1",
                    "Nobody uses or occupies a bridge in the turn in which it was emplaced.",
                    "Wait beside it; it can be used from the next turn on.",
                ));
            }
            if state.disrupted(self.data.bridge(bridge)) {
                return Err(Illegal::new(
                    "C74-CRT-18",
                    "A disrupted bridge cannot be used to cross.",
                    "Wait until it has recovered, or cross elsewhere.",
                ));
            }
            if !state.span[bridge].contains(&from) {
                return Err(Illegal::new(
                    "C74-IV.J.4.d.1",
                    "A bridge is entered and left only through its two approach hexes.",
                    "March to one of the two approach hexes first.",
                ));
            }
            if kind == Kind::Bridge && !means.bridge {
                return Err(Illegal::new("C74-IV.J.4.f", "One bridge to a river hex.", "Choose another river hex."));
            }
            return Ok(true);
        }
        if kind.is_equipment() {
            return Ok(false);
        }
        // C74-IV.J.2.a, C74-TEC-11: by the ford, from one of its approaches.
        if means.ford && self.ground.ford[to.index()].contains(&from) {
            return Ok(false);
        }
        // C74-IV.J.1.a, C74-IV.J.1.b: swimming.
        if means.swim {
            if self.ground.river(from) && !self.ground.along_river(from, to) {
                return Err(Illegal::new(
                    "C74-IV.J.1.b",
                    "A swimmer shifts exactly one hex up or down the river.",
                    "Go ashore, or shift by a single hex.",
                ));
            }
            return Ok(false);
        }
        // C74-IV.J.3.0, C74-VII.D.1.b: into waiting boats.
        let boats = state.at(to) & self.data.kind_set(Kind::Boat);
        if boats != 0 && !self.ground.river(from) {
            if each(boats).any(|b| state.disrupted(b)) {
                return Err(Illegal::new(
                    "C74-CRT-18",
                    "Disrupted boats cannot be used to cross.",
                    "Wait until they have recovered, or cross elsewhere.",
                ));
            }
            return match means.boat {
                true => Ok(false),
                false => Err(Illegal::new(
                    "C74-IV.J.3.0",
                    "Only infantry and headquarters go into assault boats.",
                    "Cross at a ford or on a bridge.",
                )),
            };
        }
        if self.ground.is(to, FORD) {
            return Err(Illegal::new(
                "C74-IV.J.2.a",
                "A ford is entered only from its two approach hexes.",
                "March to one of them first, and enter the ford in the next turn.",
            ));
        }
        Err(Illegal::new("C74-IV.J.0", "This unit cannot swim: it needs a ford, a bridge or boats.", "March to one of those."))
    }

    /// Whether a unit on a river hex may leave it to that hex.
    pub(crate) fn may_leave_river(&self, state: &State, group: &Group, from: HexId, to: HexId) -> Result<(), Illegal> {
        let Some(piece) = group.single else {
            return Err(Illegal::new(
                "C74-V.C.1",
                "Only one unit, headquarters included, may be in a river hex.",
                "Move the other one on first, or wait.",
            ));
        };
        if self.data.bridge_number(piece).is_some_and(|b| state.span[b][0].is_some()) {
            return Ok(());
        }
        if let Some(bridge) = state.bridge_at(from) {
            if state.disrupted(self.data.bridge(bridge)) {
                return Err(Illegal::new("C74-CRT-18", "A disrupted bridge cannot be used to cross.", "Wait until it has recovered."));
            }
            if !state.span[bridge].contains(&to) {
                return Err(Illegal::new(
                    "C74-IV.J.4.d.1",
                    "A bridge is entered and left only through its two approach hexes.",
                    "Go to one of the two approach hexes.",
                ));
            }
            return Ok(());
        }
        let kind = self.data.kind[piece.index()];
        if kind.is_equipment() || self.data.crossing[kind as usize].swim {
            return Ok(());
        }
        // C74-IV.J.3.a: from boats onto any shore.
        let boats = state.at(from) & self.data.kind_set(Kind::Boat);
        if boats != 0 && self.data.crossing[kind as usize].boat && !self.ground.river(to) {
            return Ok(());
        }
        // C74-IV.J.2.b, R-9: either approach hex.
        if self.ground.ford[from.index()].contains(&to) {
            return Ok(());
        }
        Err(Illegal::new("C74-IV.J.2.b", "A ford is left only to one of its two approach hexes.", "Go to one of the two."))
    }

    /// C74-IV.J.4.e.2: bridges on the way count as used this turn.
    pub(crate) fn cross_bridges(&self, state: &mut State, path: Path) {
        for hex in std::iter::once(path.start()).chain(path.hexes(self.ground.grid())).filter(|h| self.ground.river(*h)) {
            if let Some(bridge) = state.bridge_at(hex) {
                state.used |= 1 << bridge;
            }
        }
    }

    /// C74-IV.J.4.a, C74-IV.J.4.b, C74-IV.J.4.c.1, C74-IV.J.4.c.2, C74-IV.J.4.f, C74-III.A.1: whether a bridge may be brought that way and emplaced so.
    pub(crate) fn may_emplace(&self, state: &State, by: Side, bridge: PieceId, path: Path, near: HexId, far: HexId) -> Result<(), Illegal> {
        if self.data.bridge_number(bridge).is_none() || by != Side::Union {
            return Err(Illegal::new(
                "C74-III.B",
                "Only the Union emplaces bridges.",
                "Cross at a ford, or on a bridge that the Union has emplaced.",
            ));
        }
        if !matches!(state.agenda.top(), Step::Movement) {
            return Err(Illegal::new(
                "C74-III.A.1",
                "Bridges are emplaced in the Union Movement Phase.",
                "Wait for the Union Movement Phase.",
            ));
        }
        let site = path.end(self.ground.grid());
        let before = path.hexes(self.ground.grid()).nth(path.len().wrapping_sub(2)).unwrap_or(path.start());
        if !site.is_some() || !before.is_some() || path.is_empty() || !self.ground.river(site) || self.ground.river(before) {
            return Err(Illegal::new(
                "C74-IV.J.4.b",
                "A bridge is emplaced by moving it from an adjacent road hex into the river hex.",
                "Bring the bridge to a road hex beside the river first.",
            ));
        }
        if state.at(site) & self.data.kind_set(Kind::Bridge) & !bridge.bit() != 0 {
            return Err(Illegal::new("C74-IV.J.4.f", "One bridge to a river hex.", "Choose another river hex."));
        }
        self.may_march(state, by, bridge.bit(), path)?;
        if state.disrupted(bridge) {
            return Err(Illegal::new("C74-CRT-18", "A disrupted bridge is of no use.", "Wait until it has recovered."));
        }
        if state.at(site) & !bridge.bit() != 0 {
            return Err(Illegal::new(
                "C74-IV.J.4.e.1",
                "Nobody may be in the river hex where a bridge is emplaced.",
                "Move the unit out of the river hex first.",
            ));
        }
        let shore = |hex: HexId| hex.is_some() && self.ground.adjacent(site, hex) && self.ground.bank[hex.index()] != Bank::None;
        let home = self.ground.bank[before.index()];
        if !shore(near) || !shore(far) || self.ground.bank[near.index()] != home || self.ground.bank[far.index()] == home {
            return Err(Illegal::new(
                "C74-IV.J.4.c.1",
                "The approaches of a bridge are a land hex of the near shore and one of the far shore.",
                "Choose one land hex on each shore, both next to the river hex.",
            ));
        }
        if site == self.ground.kellys_ford && ![near, far].iter().all(|h| self.ground.ford[site.index()].contains(h)) {
            return Err(Illegal::new(
                "C74-IV.J.4.c.1",
                "A bridge at Kelly's Ford has the approach hexes of the ford.",
                "Choose the two approach hexes of the ford.",
            ));
        }
        if state.at(far) & self.data.union & !self.data.equipment() == 0 {
            return Err(Illegal::new(
                "C74-IV.J.4.a",
                "A friendly combat unit must hold the far-shore hex.",
                "Bring a combat unit to that hex first, by ford, boat or swimming.",
            ));
        }
        Ok(())
    }

    pub(crate) fn emplace<K: Sink<Event>>(&self, state: &mut State, by: Side, piece: PieceId, path: Path, span: [HexId; 2], sink: &mut K) {
        self.march(state, by, piece.bit(), path, sink);
        let bridge = self.data.bridge_number(piece).expect("a bridge");
        state.span[bridge] = span;
        state.laid[bridge] = state.turn;
        let ([near, far], site) = (span, path.end(self.ground.grid()));
        sink.tell(|| Event::Emplaced(piece, site, near, far));
    }

    /// The ways to emplace a bridge, of the marches listed for it.
    pub(crate) fn list_emplacements_of(&self, state: &State, bridge: PieceId, marches: std::ops::Range<usize>, out: &mut Vec<Action>) {
        for i in marches {
            let Action::March(_, path) = out[i] else { continue };
            let site = path.end(self.ground.grid());
            if !self.ground.river(site) {
                continue;
            }
            for far in self.ground.neighbours(site) {
                if state.at(far) & self.data.union & !self.data.equipment() == 0 {
                    continue;
                }
                for near in self.ground.neighbours(site) {
                    if self.may_emplace(state, Side::Union, bridge, path, near, far).is_ok() {
                        out.push(Action::Emplace(bridge, path, near, far));
                    }
                }
            }
        }
    }

    /// The ways to emplace a bridge.
    pub fn list_emplacements(&self, state: &State, bridge: PieceId, out: &mut Vec<Action>) {
        let start = out.len();
        self.list_marches(state, bridge.bit(), state.hex[bridge.index()], 0, out);
        let marches = start..out.len();
        self.list_emplacements_of(state, bridge, marches.clone(), out);
        out.drain(marches);
    }

    /// C74-IV.J.3.c, C74-IV.J.3.d: whether boats may drift, and with whom; C74-IV.J.3.b: or they stay as they are.
    pub(crate) fn may_drift(&self, state: &State, by: Side, boats: PieceId) -> Result<PieceId, Illegal> {
        if !matches!(state.agenda.top(), Step::Movement) {
            return Err(Illegal::new("C74-III.A.2", "Nobody moves outside the Movement Phase.", "Drift in your next Movement Phase."));
        }
        let hex = state.hex[boats.index()];
        let afloat = by == Side::Union && self.data.kind[boats.index()] == Kind::Boat && hex.is_some() && self.ground.river(hex);
        let here = if afloat { state.at(hex) & self.data.union & self.boarders() } else { 0 };
        if here == 0 {
            return Err(Illegal::new(
                "C74-IV.J.3.c",
                "Only boats on the river with a passenger drift downstream.",
                "Put a unit into boats that are on the river.",
            ));
        }
        let passenger = PieceId(here.trailing_zeros() as u8);
        if state.moved & (boats.bit() | passenger.bit()) != 0 {
            return Err(Illegal::new("C74-IV.C.2", "A finished move is final: these have moved.", "Let them drift in the next turn."));
        }
        if state.disrupted(boats) || state.disrupted(passenger) {
            return Err(Illegal::new(
                "C74-CRT-17",
                "Disrupted units cross no river in any fashion.",
                "Let them recover first, at the end of their Movement Phase.",
            ));
        }
        let to = self.ground.downstream[hex.index()];
        if !to.is_some() {
            return Err(Illegal::new("C74-IV.J.3.c", "The river leaves the map here.", "Stay, or put the passenger ashore."));
        }
        if state.at(to) != 0 {
            return Err(Illegal::new(
                "C74-IV.J.3.d",
                "Boats do not drift into a river hex with any unit in it.",
                "Wait until that hex is free, or go ashore.",
            ));
        }
        let enemy = by.enemy();
        if self.controls(state, enemy, to) {
            if self.controls(state, enemy, hex) {
                return Err(Illegal::new(
                    "C74-VI.B",
                    "No unit moves directly from one enemy-controlled hex to another.",
                    "Stay, or go ashore out of his reach.",
                ));
            }
            if self.data.kind[passenger.index()] == Kind::Headquarters {
                return Err(Illegal::new(
                    "C74-VI.F.3",
                    "Headquarters enter an enemy zone of control only together with a combat unit.",
                    "Stay, or go ashore where a combat unit stands.",
                ));
            }
        }
        if self.night(state) && self.beside(state, enemy, to) {
            return Err(Illegal::new(
                "C74-VIII.B.1",
                "At night no unit may move next to an enemy combat unit.",
                "Stay, or go ashore out of his reach.",
            ));
        }
        Ok(passenger)
    }

    pub(crate) fn drift<K: Sink<Event>>(&self, state: &mut State, boats: PieceId, passenger: PieceId, sink: &mut K) {
        let to = self.ground.downstream[state.hex[boats.index()].index()];
        state.put(boats, to);
        state.put(passenger, to);
        state.moved |= boats.bit() | passenger.bit();
        state.began = true;
        sink.tell(|| Event::Drifted(boats, passenger, to));
        let group = self.group(state, passenger.bit());
        self.touch(state, &group, to, sink);
    }

    /// C74-VII.D.2: whether a bridge or boats may be destroyed.
    pub fn may_destroy(&self, state: &State, by: Side, piece: PieceId) -> Result<(), Illegal> {
        if state.agenda.top() != Step::Destroy
            || by != state.phasing
            || !self.data.kind[piece.index()].is_equipment()
            || !state.on_map(piece)
        {
            return Err(Illegal::new(
                "C74-VII.D.2",
                "Bridges and boats on the map are destroyed at the end of a Regular Combat Phase.",
                "Wait for the end of the phase.",
            ));
        }
        let own = self.data.side(by) & self.data.fights;
        let wrecker = |hex: HexId| {
            let steady = each(state.at(hex) & own).any(|p| !state.disrupted(p));
            steady && !self.ground.neighbours(hex).any(|n| self.steady_enemy(state, by, n))
        };
        if self.ground.neighbours(state.hex[piece.index()]).any(wrecker) {
            return Ok(());
        }
        Err(Illegal::new(
            "C74-VII.D.2",
            "That takes an undisrupted combat unit beside it which is not beside an undisrupted enemy combat unit.",
            "Choose another bridge or boats, or none.",
        ))
    }

    /// An undisrupted enemy combat unit, as that side sees it; face-down counters are never disrupted.
    fn steady_enemy(&self, state: &State, by: Side, hex: HexId) -> bool {
        let foes = state.at(hex) & self.data.side(by.enemy());
        each(foes & (self.data.fights | state.face_down)).any(|p| !state.disrupted(p))
    }

    /// Destroys it; R-32: who stood on it without ford is lost, unless he can swim.
    pub(crate) fn destroy<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, sink: &mut K) {
        let hex = state.hex[piece.index()];
        self.lose(state, piece, Loss::Destroyed, sink);
        if self.ground.river(hex) && state.bridge_at(hex).is_none() && !self.ground.ford[hex.index()][0].is_some() {
            let kept = self.data.kind_set(Kind::Headquarters) | self.data.kind_set(Kind::Cavalry) | self.data.equipment();
            let boats = state.at(hex) & self.data.kind_set(Kind::Boat) != 0;
            let passengers = if boats { self.data.union & self.data.kind_set(Kind::Infantry) } else { 0 };
            for lost in each(state.at(hex) & !kept & !passengers) {
                self.lose(state, lost, Loss::Drowned, sink);
            }
        }
    }
}

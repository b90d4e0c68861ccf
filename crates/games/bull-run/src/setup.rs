//! Setting up (BR-1): the Confederates first, within the zones of their card; then the Union by march routes. Presets place
//! everything at once.

use crate::BullRun;
use crate::action::{Action, Event};
use crate::counters::{Counters, Kind, PieceId, pieces};
use crate::ground::{Ground, Hexes, flag};
use crate::scenario::{Scenario, Start};
use crate::state::{Phase, Spot, State, Trestle};
use board::HexId;
use contact::Set;
use engine::Few;
use engine::{Illegal, Side, Sink};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// More road hexes than can wait to be looked at while a route is traced.
const EDGE: usize = 256;

/// Where march routes leave room to start, by the base they lead to.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Routes {
    pub centreville: Hexes,
    pub r1: Hexes,
    pub ccc35: Hexes,
}

impl Routes {
    pub(crate) const NONE: Routes = Routes { centreville: Hexes::new(), r1: Hexes::new(), ccc35: Hexes::new() };

    /// All of them; CCC35 is for the 3rd Division (BR-1.33).
    fn all(&self, third: bool) -> Hexes {
        let all = self.centreville.or(&self.r1);
        if third { all.or(&self.ccc35) } else { all }
    }
}

/// A ready set-up of one side. Pieces go to the hex named for them or for their brigade's leader; if it is not legal or full,
/// to the nearest one that is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Preset {
    pub id: String,
    pub title: String,
    pub summary: String,
    pub side: Side,
    #[serde(default)]
    pub trestle: bool,
    #[serde(default)]
    pub abatis: Vec<String>,
    /// Piece or leader of a brigade: hex.
    pub at: BTreeMap<String, String>,
    /// Leaders whose brigades form, where they can.
    #[serde(default)]
    pub form: Vec<String>,
    /// Batteries on their battle piece; a leader's id means all of his.
    #[serde(default)]
    pub battle: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    preset: Vec<Preset>,
}

/// All presets, in the order of the file.
pub(crate) fn presets() -> &'static [Preset] {
    static FILE: LazyLock<File> = LazyLock::new(|| {
        let file: File = engine::data::read(include_str!("../data/setups.toml")).unwrap_or_else(|e| panic!("setups.toml: {e}"));
        BullRun::check_presets(Counters::get(), Ground::get(), &file.preset).unwrap_or_else(|e| panic!("{e}"));
        file
    });
    &FILE.preset
}

impl BullRun {
    /// Whether a march route may lead over a hex: never into a ford (BR-1.31), nor near the enemy (BR-1.32); a destroyed
    /// trestle cuts the railroad.
    fn route_open(&self, state: &State, near: &Hexes, hex: HexId) -> bool {
        !near.has(hex) && self.ground.flags(state.standing(), hex) & (flag::FORD | flag::RIVER | flag::MISSING) == 0
    }

    /// The hexes of march routes to some bases: along roads (BR-1.31), perhaps by the link of R1 and DD1. Also whether all
    /// those bases hang together.
    fn road_net(&self, state: &State, near: &Hexes, goals: &[HexId], linked: bool) -> (Hexes, bool) {
        let ground = self.ground;
        let mut net = Hexes::new();
        let mut parts = 0;
        for goal in goals.iter().copied().filter(|h| self.route_open(state, near, *h)) {
            if net.has(goal) {
                continue;
            }
            parts += 1;
            net.insert(goal);
            let mut edge: Few<HexId, EDGE> = Few::of(HexId::NONE, [goal]);
            while let Some(hex) = edge.pop() {
                let roads = ground.major[hex.index()] | ground.minor[hex.index()];
                let by_road = (0..6).filter(|d| roads >> d & 1 == 1).map(|d| ground.neighbour(hex, d));
                // BR-1.33: the roads of R1 and DD1 meet north of the map.
                let beyond = self.scenario.r1.iter().copied().filter(|h| linked && self.scenario.r1.contains(&hex) && *h != hex);
                for to in by_road.chain(beyond) {
                    if to.is_some() && !net.has(to) && self.route_open(state, near, to) {
                        net.insert(to);
                        edge.push(to);
                    }
                }
            }
        }
        (net, parts == 1)
    }

    /// The hexes where march routes allow a start: on or beside the road, on the Union side (BR-1.3), away from the enemy
    /// (BR-1.32).
    fn route_starts(&self, state: &State, near: &Hexes, net: &Hexes) -> Hexes {
        let mut starts = Hexes::new();
        for hex in net.iter() {
            for start in self.ground.neighbours(hex).chain([hex]) {
                if self.ground.flags(state.standing(), start) & flag::UNION_SIDE != 0 && !near.has(start) {
                    starts.insert(start);
                }
            }
        }
        starts
    }

    /// The routes as the position has to have them: those of the Union while it sets up.
    pub(crate) fn routes_to_keep(&self, state: &State) -> Routes {
        if state.phase == Phase::SetUp && state.side == Side::Union { self.routes(state) } else { Routes::NONE }
    }

    pub(crate) fn routes(&self, state: &State) -> Routes {
        // BR-1.32: five or more hexes from every Confederate leader and unit, face down ones too; markers do not count.
        let rebels = Side::Confederate;
        let mut near = *state.unseen(rebels);
        let mut last = HexId::NONE;
        for (_, hex) in state.on_map(rebels, !state.frozen[rebels.index()]).filter(|(_, h)| std::mem::replace(&mut last, *h) != *h) {
            self.ground.recon(hex).iter().for_each(|h| near.insert(*h));
        }
        // BR-OPT-3: whoever went round by R1 has marched by R1, wherever his route ends.
        let linked = !self.options.exhaustion;
        let Scenario { centreville, r1, ccc35, .. } = &self.scenario;
        let (net, whole) = self.road_net(state, &near, centreville, linked);
        let starts = self.route_starts(state, &near, &net);
        // Bases that hang together have the same routes.
        let others = |goals: &[HexId], link: bool| {
            let mut open = goals.iter().filter(|h| self.route_open(state, &near, **h)).peekable();
            if whole && link == linked && open.peek().is_some() && open.all(|h| net.has(*h)) {
                return starts;
            }
            self.route_starts(state, &near, &self.road_net(state, &near, goals, link).0)
        };
        Routes { centreville: starts, r1: others(r1, true), ccc35: others(ccc35, linked) }
    }

    /// Whose set-up it is.
    fn setting_up(&self, state: &State, by: Side) -> Result<(), Illegal> {
        if state.phase != Phase::SetUp {
            return Err(Illegal::new("BR-1.1", "The armies are set up: play has begun.", "Move the piece in your Movement phase."));
        }
        if by != state.side {
            return Err(Illegal::new("BR-1.2", "The Confederates set up first, then the Union.", "Wait until the prompt names your side."));
        }
        Ok(())
    }

    /// Defence points that pieces bound to a single hex still need there (BR-1.21).
    pub(crate) fn reserved(&self, state: &State, hex: HexId) -> u8 {
        if state.side != Side::Confederate || !self.scenario.single.contains(&hex) {
            return 0;
        }
        let bound = |p: &PieceId| matches!(self.scenario.starts[p.index()], Start::Zone(z) if self.scenario.zones[usize::from(z)].single == Some(hex));
        self.counters.of(state.side).filter(|p| state.at[p.index()] == Spot::CARD && bound(p)).map(|p| self.counters.defence(p)).sum()
    }

    /// Whether a piece waits to be placed.
    fn may_be_placed(&self, state: &State, by: Side, piece: PieceId) -> Result<(), Illegal> {
        self.setting_up(state, by)?;
        if piece.side() != by {
            return Err(Illegal::new("BR-1.1", "Each side sets up its own pieces.", "Choose a piece of yours."));
        }
        match (self.scenario.starts[piece.index()], state.at[piece.index()]) {
            (Start::Group(_), _) => {
                Err(Illegal::new("BR-1.13", "Reinforcements stay on their card until their turn.", "Choose a piece of an AT START area."))
            }
            (Start::Out, _) => Err(Illegal::new("BR-PP-1", "This piece is not set up in this game.", "Choose another piece.")),
            (_, Spot::CARD) => Ok(()),
            _ => Err(Illegal::new("BR-1.1", "This piece is on the map already.", "Choose a piece that is still to be placed.")),
        }
    }

    /// Whether pieces may start on that ground.
    #[inline]
    fn may_start_on(&self, state: &State, hex: HexId) -> Result<(), Illegal> {
        let flags = self.ground.flags(state.standing(), hex);
        if flags & (flag::RIVER | flag::FORD | flag::BRIDGE | flag::MISSING) != 0 || hex == self.ground.trestle {
            return Err(Illegal::new("BR-1.12", "No piece starts on a river, ford or bridge hex.", "Choose a hex beside it."));
        }
        Ok(())
    }

    /// Whether a hex has room for a piece besides those bound to it (BR-1.21).
    #[inline]
    fn may_fill(&self, state: &State, piece: PieceId, hex: HexId) -> Result<(), Illegal> {
        let bound = state.side == Side::Confederate && self.scenario.single.contains(&hex);
        let needed = if bound { self.needed_by_others(state, piece, hex) } else { 0 };
        if state.points(hex) + self.counters.defence(piece) + needed > self.tables.limits.stack {
            return Err(Illegal::new("BR-1.11", "No more than 12 defence points start in a hex.", "Choose another hex."));
        }
        Ok(())
    }

    /// Defence points that other pieces bound to a hex still need there.
    fn needed_by_others(&self, state: &State, piece: PieceId, hex: HexId) -> u8 {
        let zone = match self.scenario.starts[piece.index()] {
            Start::Zone(z) => self.scenario.zones[usize::from(z)].single,
            _ => None,
        };
        self.reserved(state, hex) - if zone == Some(hex) { self.counters.defence(piece) } else { 0 }
    }

    /// Whether a piece may be placed there.
    pub(crate) fn may_place(&self, state: &State, by: Side, piece: PieceId, hex: HexId, via_r1: bool) -> Result<(), Illegal> {
        self.may_be_placed(state, by, piece)?;
        self.may_start_on(state, hex)?;
        match self.scenario.starts[piece.index()] {
            Start::Zone(number) => {
                let zone = &self.scenario.zones[usize::from(number)];
                if via_r1 {
                    return Err(Illegal::new("BR-1.3", "Only Union pieces have march routes.", "Place the piece without a route."));
                }
                if !zone.hexes.has(hex) {
                    return Err(match &zone.name {
                        _ if zone.single.is_some() => {
                            Illegal::new("BR-1.21", "This piece starts in the hex named on its card.", "Choose that hex.")
                        }
                        name if name.starts_with("Behind") => Illegal::new(
                            "BR-1.22",
                            "Behind a ford is within four hexes of it, on the Confederate side of Bull Run.",
                            "Choose a hex in that area.",
                        ),
                        _ => Illegal::new(
                            "BR-1.23",
                            "At a ford or bridge is within three hexes of it, on either side of Bull Run.",
                            "Choose a hex in that area.",
                        ),
                    });
                }
            }
            Start::Route { third } => self.may_start(state, hex, third, via_r1, &state.routes)?,
            Start::Out | Start::Group(_) => {}
        }
        self.may_fill(state, piece, hex)
    }

    pub(crate) fn may_start(&self, state: &State, hex: HexId, third: bool, via_r1: bool, routes: &Routes) -> Result<(), Illegal> {
        if self.ground.flags(state.standing(), hex) & flag::UNION_SIDE == 0 {
            return Err(Illegal::new("BR-1.3", "Union pieces start on the Union side of Bull Run.", "Choose a hex east of Bull Run."));
        }
        if routes.centreville.has(hex) || third && routes.ccc35.has(hex) {
            return match via_r1 && !(self.options.exhaustion && routes.r1.has(hex)) {
                true => Err(Illegal::new(
                    "BR-OPT-3",
                    "Which way a piece marched is said only where it matters and R1 can be reached.",
                    "Place the piece without a route.",
                )),
                false => Ok(()),
            };
        }
        if routes.r1.has(hex) {
            return match via_r1 == self.options.exhaustion {
                true => Ok(()),
                false => Err(Illegal::new(
                    "BR-OPT-3",
                    "From there the march route can lead only to R1.",
                    "Say that it marched by R1, or choose another hex.",
                )),
            };
        }
        let spotted = self.ground.recon(hex).iter().any(|h| state.here(Side::Confederate, *h) != 0);
        Err(if spotted {
            Illegal::new(
                "BR-1.32",
                "A Union piece and its march route stay five or more hexes from all Confederate pieces.",
                "Choose a hex farther away.",
            )
        } else if routes.ccc35.has(hex) {
            Illegal::new(
                "BR-1.33",
                "Only the 3rd Division may trace its march route to CCC35.",
                "Choose a hex on a road to Centreville or R1.",
            )
        } else {
            Illegal::new(
                "BR-1.3",
                "The piece must start on or beside a road that leads back to its base, out of enemy recon range.",
                "Choose such a hex.",
            )
        })
    }

    pub(crate) fn place(&self, state: &mut State, piece: PieceId, hex: HexId, via_r1: bool, sink: &mut impl Sink<Event>) {
        state.put(piece, hex);
        if via_r1 {
            state.via_r1 |= piece.bit();
        }
        let hidden = state.is_frozen(piece);
        if hidden {
            state.overlook(piece.side(), hex);
        }
        sink.tell(|| Event::Placed { piece, hex, hidden });
    }

    /// Every place for a piece, wherever others of its brigade or division are (BR-1.34).
    pub(crate) fn placements(&self, state: &State, piece: PieceId, out: &mut Vec<Action>) {
        if self.may_be_placed(state, piece.side(), piece).is_err() {
            return;
        }
        let (hexes, third) = match self.scenario.starts[piece.index()] {
            Start::Zone(number) => (self.scenario.zones[usize::from(number)].hexes, false),
            Start::Route { third } => (state.routes.all(third), third),
            Start::Out | Start::Group(_) => return,
        };
        // Which way a piece marched matters only to the exhausted (BR-OPT-3).
        let asked = self.options.exhaustion && piece.side() == Side::Union;
        for hex in hexes.iter() {
            if self.may_start_on(state, hex).is_err() || self.may_fill(state, piece, hex).is_err() {
                continue;
            }
            if !asked {
                out.push(Action::Place { piece, hex, via_r1: false });
                continue;
            }
            let ways = [false, true].into_iter().filter(|via_r1| self.may_start(state, hex, third, *via_r1, &state.routes).is_ok());
            out.extend(ways.map(|via_r1| Action::Place { piece, hex, via_r1 }));
        }
    }

    /// BR-PP-4, BR-11.1: the TRESTLE stands or is destroyed for good, while the Confederates set up.
    pub(crate) fn may_set_trestle(&self, state: &State, by: Side) -> Result<(), Illegal> {
        self.setting_up(state, by).map_err(|_| {
            Illegal::new(
                "BR-11.1",
                "The trestle is set up or destroyed during the Confederate set-up, for good.",
                "Play on with the trestle as it is.",
            )
        })?;
        if by != Side::Confederate || state.trestle != Trestle::Undecided {
            return Err(Illegal::new(
                "BR-11.1",
                "The trestle is decided on once, during the Confederate set-up.",
                "Play on with the trestle as it is.",
            ));
        }
        Ok(())
    }

    pub(crate) fn may_set_abatis(&self, state: &State, by: Side, hex: HexId) -> Result<(), Illegal> {
        self.setting_up(state, by).map_err(|_| {
            Illegal::new("BR-11.4", "An abatis is placed at set-up and never moves.", "Go round it, or remove it in a Rally phase.")
        })?;
        if by != Side::Confederate || !state.abatis.iter().take(usize::from(self.scenario.abatis)).any(|h| !h.is_some()) {
            return Err(Illegal::new("BR-11.3", "The Confederates place four abatis.", "Place your units now."));
        }
        if self.ground.flags(state.standing(), hex) & (flag::RIVER | flag::FORD | flag::BRIDGE | flag::MISSING) != 0 {
            return Err(Illegal::new("BR-1.12", "No abatis starts on a river, ford or bridge hex.", "Choose a hex beside it."));
        }
        if !self.scenario.abatis_zone.has(hex) {
            return Err(Illegal::new(
                "BR-11.3",
                "An abatis goes within three hexes of the Stone Bridge or Farm Ford.",
                "Choose a hex in that area.",
            ));
        }
        if state.has_abatis(hex) {
            return Err(Illegal::new("BR-1.24", "Only one abatis goes in a hex.", "Choose another hex."));
        }
        // BR-8.52: a brigade that formed there already keeps the abatis away.
        if state.here(by, hex) & self.counters.formed[by.index()] != 0 {
            return Err(Illegal::new("BR-11.53", "A brigade piece stands there.", "Choose another hex, or break the brigade up first."));
        }
        Ok(())
    }

    pub(crate) fn set_abatis(&self, state: &mut State, hex: HexId) {
        if let Some(free) = state.abatis.iter_mut().find(|h| !h.is_some()) {
            *free = hex;
        }
        state.abatis.sort_by_key(|h| h.0);
    }

    /// BR-OPT-2.1: a dummy replaces its leader and any pieces of his hex.
    pub(crate) fn may_hide(&self, state: &State, by: Side, leader: PieceId, others: Set) -> Result<(), Illegal> {
        const RULE: &str = "BR-OPT-2.1";
        if !self.options.fog_of_war || by != Side::Union || state.phase != Phase::SetUp || state.side != by || leader.side() != by {
            return Err(Illegal::new(RULE, "Dummies are set up by the Union, in the fog of war only.", "Place your pieces as they are."));
        }
        let dummy = self.counters.counter(leader).dummy;
        if dummy == PieceId::NONE || state.at[dummy.index()] != Spot::CARD {
            return Err(Illegal::new(RULE, "That leader has no dummy to put in his place.", "Choose another leader."));
        }
        let Some(hex) = state.hex(leader) else {
            return Err(Illegal::new(RULE, "The leader must be on the map by himself.", "Choose a leader on the map."));
        };
        if others & !(state.here(by, hex) & !leader.bit() & !self.counters.dummies[by.index()]) != 0 {
            return Err(Illegal::new(RULE, "A dummy hides only pieces of its leader's hex.", "Choose pieces of his hex."));
        }
        Ok(())
    }

    pub(crate) fn hide(&self, state: &mut State, leader: PieceId, others: Set, sink: &mut impl Sink<Event>) {
        let side = leader.side();
        let dummy = self.counters.counter(leader).dummy;
        let hex = state.hex(leader).expect("checked");
        let all = others | leader.bit();
        pieces(side, all).for_each(|p| state.put(p, Spot::PART));
        state.hold(dummy, all);
        state.put(dummy, hex);
        state.frozen[side.index()] |= dummy.bit();
        state.overlook(side, hex);
        sink.tell(|| Event::Hidden { dummy, hex });
    }

    /// The dummies listed for a leader: himself alone, all of his brigade that is there, all pieces there.
    pub(crate) fn hidings(&self, state: &State, leader: PieceId, out: &mut Vec<Action>) {
        let Some(hex) = state.hex(leader) else { return };
        let there = state.here(leader.side(), hex) & !leader.bit() & !self.counters.dummies[leader.side().index()];
        for pieces in [0, there & self.counters.brigade[leader.index()], there] {
            let action = Action::Hide { leader, pieces };
            if self.may_hide(state, leader.side(), leader, pieces).is_ok() && !out.contains(&action) {
                out.push(action);
            }
        }
    }

    /// Whether a side has placed all it must (BR-1.1).
    pub(crate) fn may_end_setup(&self, state: &State, by: Side) -> Result<(), Illegal> {
        self.setting_up(state, by)?;
        if self.unplaced(state) != 0 {
            return Err(Illegal::new(
                "BR-1.1",
                "All pieces of the AT START areas must be placed.",
                "Place those that are left, or have them placed.",
            ));
        }
        if by == Side::Confederate {
            if state.trestle == Trestle::Undecided {
                return Err(Illegal::new("BR-1.25", "Decide whether the trestle stands.", "Say whether it stands or is destroyed."));
            }
            if self.abatis_left(state) > 0 {
                return Err(Illegal::new("BR-11.3", "All four abatis must be placed.", "Place those that are left."));
            }
        }
        Ok(())
    }

    pub(crate) fn abatis_left(&self, state: &State) -> usize {
        state.abatis.iter().filter(|h| !h.is_some()).count()
    }

    /// Pieces that must still be placed.
    pub(crate) fn unplaced(&self, state: &State) -> Set {
        pieces(state.side, self.scenario.at_start[state.side.index()] & !state.placed(state.side))
            .filter(|p| state.at[p.index()] == Spot::CARD)
            .fold(0, |set, p| set | p.bit())
    }

    /// Places all that is left as a preset says.
    pub(crate) fn apply_preset(&self, state: &mut State, preset: &Preset, sink: &mut impl Sink<Event>) {
        let side = state.side;
        if side == Side::Confederate {
            if state.trestle == Trestle::Undecided {
                state.trestle = if preset.trestle { Trestle::Standing } else { Trestle::Destroyed };
                sink.tell(|| Event::Trestle { standing: preset.trestle });
            }
            let wanted = preset.abatis.iter().filter_map(|name| self.ground.board.grid.parse(name).ok());
            let spare = self.scenario.abatis_zone.iter();
            for hex in wanted.chain(spare) {
                if self.abatis_left(state) > 0 && self.may_set_abatis(state, side, hex).is_ok() {
                    self.set_abatis(state, hex);
                    sink.tell(|| Event::Abatis { hex });
                }
            }
        }
        // Units before leaders, and pieces bound to one hex first: leaders then find their men.
        let waiting = self.unplaced(state);
        let leaders = self.counters.leaders[side.index()];
        for piece in pieces(side, waiting & !leaders).chain(pieces(side, waiting & leaders)) {
            let counter = self.counters.counter(piece);
            let leader = self.counters.leader_of[piece.index()];
            let chief = (leader != PieceId::NONE).then(|| &self.counters.counter(leader).id);
            let name = preset.at.get(&counter.id).or_else(|| preset.at.get(chief?));
            let wanted = name.and_then(|n| self.ground.board.grid.parse(n).ok());
            let mut best: Option<(u8, HexId, bool)> = None;
            let mut consider = |hex: HexId, state: &State| {
                let far = wanted.map_or(0, |w| self.ground.distance(w, hex));
                if best.is_some_and(|(d, h, _)| (d, h) <= (far, hex)) {
                    return;
                }
                if let Some(via_r1) = [false, true].into_iter().find(|v| self.may_place(state, side, piece, hex, *v).is_ok()) {
                    best = Some((far, hex, via_r1));
                }
            };
            match self.scenario.starts[piece.index()] {
                Start::Zone(number) => self.scenario.zones[usize::from(number)].hexes.iter().for_each(|h| consider(h, state)),
                _ => state.routes.all(true).iter().for_each(|h| consider(h, state)),
            }
            let (_, hex, via_r1) = best.expect("there is room for every piece");
            self.place(state, piece, hex, via_r1, sink);
        }
        for id in &preset.battle {
            let Some(named) = self.counters.find(id) else { continue };
            let all = if self.counters.is_leader(named) { self.counters.brigade[named.index()] } else { named.bit() };
            for battery in pieces(side, all & self.counters.batteries[side.index()]) {
                if state.battle_piece[side.index()] & battery.bit() == 0 && self.may_face(state, side, battery).is_ok() {
                    self.face(state, battery, sink);
                }
            }
        }
        for id in &preset.form {
            let Some(leader) = self.counters.find(id) else { continue };
            if let Some((brigade, parts)) = self.first_forming(state, leader) {
                self.form(state, brigade, parts, sink);
            }
        }
    }

    /// The presets of the side that sets up.
    pub(crate) fn preset(&self, state: &State, number: u8) -> Result<&'static Preset, Illegal> {
        presets()
            .iter()
            .filter(|p| p.side == state.side)
            .nth(usize::from(number))
            .filter(|_| state.phase == Phase::SetUp)
            .ok_or(Illegal::new("BR-1.1", "There is no such set-up.", "Choose one of the set-ups listed."))
    }

    /// Checks the presets against the counters: every name must exist.
    fn check_presets(counters: &Counters, ground: &Ground, list: &[Preset]) -> Result<(), String> {
        for preset in list {
            let names = preset.at.keys().chain(&preset.form).chain(&preset.battle);
            if let Some(bad) = names.into_iter().find(|n| counters.find(n).is_none_or(|p| p.side() != preset.side)) {
                return Err(format!("setups.toml: {}: no piece {bad:?}", preset.id));
            }
            if let Some(bad) = preset.at.values().chain(&preset.abatis).find(|n| ground.board.grid.parse(n).is_err()) {
                return Err(format!("setups.toml: {}: no hex {bad:?}", preset.id));
            }
            if let Some(bad) = preset.form.iter().find(|n| counters.find(n).is_none_or(|p| counters.kind(p) != Kind::Leader)) {
                return Err(format!("setups.toml: {}: {bad:?} leads no brigade", preset.id));
            }
        }
        Ok(())
    }
}

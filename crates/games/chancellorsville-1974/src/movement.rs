//! Movement (IV), the river crossings (IV.J, IV.K), night (VIII) and the first Union moves (IX).

use board::{Direction, HexId};
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::{Action, Event, LONGEST, Path};
use crate::counters::{Costs, Gray, Kind, PieceId, Set, each};
use crate::ground::{Bank, CITY, FORD, HEXES, HILL, RIVER, ROAD, STREAM, SWAMP, VILLAGE, WATER, WOODS};
use crate::state::{Fate, March, State, Step};

/// Pieces that move together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub pieces: Set,
    pub side: Side,
    /// Some have a strength: headquarters with them are accompanied.
    pub fighters: bool,
    pub headquarters: bool,
    pub equipment: bool,
    pub disrupted: bool,
    pub allowance: u8,
    /// The piece, if there is but one: nobody else crosses a river.
    pub single: Option<PieceId>,
    /// They find room together in any empty hex of dry ground.
    pub fits: bool,
}

/// Why a march must stop in the hex it entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Stop {
    No,
    Zone,
    Headquarters,
    River,
    Stream,
}

/// One step of a march.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    pub cost: u8,
    pub stop: Stop,
    pub road: bool,
    /// The hex is entered on a bridge.
    pub bridge: bool,
    /// The water there would stop it, whoever is near.
    pub wet: bool,
}

/// A whole march.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    pub spent: u8,
    pub bonus: bool,
    pub(crate) stop: Stop,
    /// The last step's water would stop it, whoever is near.
    pub wet: bool,
}

impl Chancellorsville1974 {
    /// These counters as a group that marches together.
    pub fn group(&self, state: &State, pieces: Set) -> Group {
        let mut group = Group {
            pieces,
            side: if pieces & self.data.union != 0 { Side::Union } else { Side::Confederate },
            fighters: pieces & self.data.fights != 0,
            headquarters: pieces & self.data.kind_set(Kind::Headquarters) != 0,
            equipment: pieces & self.data.equipment() != 0,
            disrupted: false,
            allowance: u8::MAX,
            single: (pieces.count_ones() == 1).then(|| PieceId(pieces.trailing_zeros() as u8)),
            fits: false,
        };
        group.fits = self.stacks(group.side, pieces).is_ok();
        for piece in each(pieces) {
            group.disrupted |= state.disrupted(piece);
            group.allowance = group.allowance.min(self.allowance(state, piece));
        }
        group
    }

    /// C74-II.B.2; C74-OPT-III.B: face-down counters move 4.
    pub fn allowance(&self, state: &State, piece: PieceId) -> u8 {
        let printed = self.data.movement[piece.index()];
        if state.face_down & piece.bit() != 0 { printed.min(self.data.limits.face_down_allowance) } else { printed }
    }

    /// Whether it is a night turn.
    #[inline]
    pub fn night(&self, state: &State) -> bool {
        self.data.turns[usize::from(state.turn) - 1].night
    }

    /// C74-VIII.C, C74-IX.B: no road bonus at night but for the Union in turns 1 and 2.
    pub fn bonus_allowed(&self, state: &State, side: Side) -> bool {
        let turn = &self.data.turns[usize::from(state.turn) - 1];
        !turn.night || turn.bonus && side == Side::Union
    }

    /// C74-IX.A: no Confederate moves in turns 1 and 2; C74-IX.C: from turn 3 they do.
    pub fn may_move_at_all(&self, state: &State, side: Side) -> Result<(), Illegal> {
        if side == Side::Confederate && self.data.turns[usize::from(state.turn) - 1].gray != Gray::Full {
            return Err(Illegal::new("C74-IX.A", "no Confederate unit moves in the first two turns"));
        }
        Ok(())
    }

    /// What it costs to enter a hex otherwise than by road: C74-TEC-1, C74-TEC-3, C74-TEC-4, C74-TEC-5, C74-TEC-6, C74-TEC-7, C74-TEC-10,
    /// C74-TECN-3, C74-QA-2. R-8: of several kinds the dearest.
    #[inline]
    pub fn cost(&self, hex: HexId) -> u8 {
        self.data.enter[hex.index()]
    }
}

impl Costs {
    /// See [`Chancellorsville1974::cost`].
    pub(crate) fn enter(&self, ground: u16) -> u8 {
        let costs = self;
        if ground & RIVER != 0 {
            return costs.river;
        }
        let mut cost = costs.clear;
        if ground & STREAM != 0 {
            cost = cost.max(costs.stream);
        } else if ground & SWAMP != 0 {
            cost = cost.max(costs.swamp);
        }
        if ground & CITY != 0 {
            cost = cost.max(costs.city);
        }
        if ground & VILLAGE != 0 {
            cost = cost.max(costs.village);
        }
        if ground & WOODS != 0 {
            cost = cost.max(costs.woods);
        }
        if ground & HILL != 0 {
            cost = cost.max(costs.hill);
        }
        cost
    }
}

impl Chancellorsville1974 {
    /// Whether these pieces may step from a hex to its neighbour, what it costs, and whether they must stop there.
    pub(crate) fn stride(&self, state: &State, group: &Group, from: HexId, direction: Direction) -> Result<Stride, Illegal> {
        let to = self.ground.grid().neighbour(from, direction);
        if !to.is_some() {
            return Err(Illegal::new("C74-IV.B", "the path leaves the map"));
        }
        if self.ground.is(to, WATER) {
            return Err(Illegal::new("C74-IV.J.0", "nobody enters the Potomac"));
        }
        let enemy = group.side.enemy();
        // Most steps go from dry ground to an empty hex of it.
        let wet = self.ground.is(to, RIVER) || self.ground.is(from, RIVER);
        let empty = !wet && state.is_empty(to);
        let headquarters = !empty && self.may_share(state, group, to)?;
        if wet && group.disrupted {
            return Err(Illegal::new("C74-CRT-17", "disrupted units cross no river in any fashion"));
        }
        let road = self.ground.road(from, direction);
        if group.equipment {
            self.may_haul(state, group, from, to, road)?;
        }
        if wet && self.ground.river(from) {
            self.may_leave_river(state, group, from, to)?;
        }
        let bridge = wet && self.ground.river(to) && self.may_enter_river(state, group, from, to)?;
        let zone = self.controls(state, enemy, to);
        if zone {
            if group.disrupted {
                return Err(Illegal::new("C74-CRT-13", "disrupted units may not enter an enemy-controlled hex"));
            }
            if self.controls(state, enemy, from) {
                return Err(Illegal::new("C74-VI.B", "no unit moves directly from one enemy-controlled hex to another"));
            }
            if group.headquarters && !group.fighters && !self.friends_fight_at(state, group.side, to) {
                return Err(Illegal::new("C74-VI.F.3", "headquarters enter an enemy zone of control only together with a combat unit"));
            }
        }
        if self.night(state) && self.beside(state, enemy, to) {
            return Err(Illegal::new("C74-VIII.B.1", "at night no unit may move next to an enemy combat unit"));
        }
        if !empty || !group.fits {
            self.room(state, group.side, to, group.pieces)?;
        }
        // C74-TEC-9.a, R-7: only off the road does a stream stop a march.
        let cost = self.price(from, direction, to);
        let water = if self.ground.river(to) && !bridge {
            Stop::River
        } else if self.ground.is(to, STREAM) && !road {
            Stop::Stream
        } else {
            Stop::No
        };
        let stop = if headquarters {
            Stop::Headquarters
        } else if zone {
            Stop::Zone
        } else {
            water
        };
        Ok(Stride { cost, stop, road, bridge, wet: water != Stop::No })
    }

    fn friends_fight_at(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.at(hex) & self.data.side(side) & self.data.fights != 0
    }

    /// C74-IV.G: a hex with enemies is closed, but for lone headquarters (C74-VI.F.0) and emplaced bridges (C74-VII.D.1.a); answers whether
    /// headquarters are there.
    fn may_share(&self, state: &State, group: &Group, to: HexId) -> Result<bool, Illegal> {
        let foes = state.at(to) & self.data.side(group.side.enemy());
        if foes == 0 {
            return Ok(false);
        }
        let headquarters = self.data.kind_set(Kind::Headquarters) & !state.face_down;
        let company = group.fighters || self.friends_fight_at(state, group.side, to);
        if foes & !headquarters == 0 && !self.ground.river(to) && company {
            return Ok(true);
        }
        if let Some(bridge) = state.bridge_at(to)
            && foes == self.data.bridge(bridge).bit()
        {
            return Ok(false);
        }
        if self.ground.river(to) && foes & !self.data.kind_set(Kind::Boat) == 0 {
            return Err(Illegal::new("C74-VII.D.1.b", "Confederates never use assault boats"));
        }
        Err(Illegal::new("C74-IV.G", "a hex with enemy units may not be entered"))
    }

    /// C74-IV.K.1, C74-IV.K.2, C74-IV.K.3.a, C74-IV.K.3.b: bridges and boats keep to the road, or go over a bridge of the same road, or between a clear
    /// road hex and the river.
    fn may_haul(&self, state: &State, group: &Group, from: HexId, to: HexId, road: bool) -> Result<(), Illegal> {
        if self.ground.river(from) {
            let own = group.single.and_then(|p| self.data.bridge_number(p)).filter(|b| state.span[*b][0].is_some());
            if let Some(bridge) = own {
                let others = state.at(from) & !group.pieces;
                if state.used >> bridge & 1 == 1 || others != 0 {
                    return Err(Illegal::new("C74-IV.J.4.e.2", "a bridge on which others cross or stand may not move"));
                }
            } else if let Some(bridge) = state.bridge_at(from) {
                return self.same_road(state, bridge);
            } else if state.at(from) & !group.pieces != 0 {
                return Err(Illegal::new("C74-IV.J.3.c", "boats with a passenger leave their river hex only by drifting downstream"));
            }
            if !self.ground.landing(to) {
                return Err(Illegal::new("C74-IV.K.3.b", "bridges and boats leave the river only to a clear road hex"));
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
                return Err(Illegal::new("C74-IV.K.3.a", "bridges and boats enter the river only from a clear road hex"));
            }
            return Ok(());
        }
        match (road, self.ground.is(from, ROAD) && self.ground.is(to, ROAD)) {
            (true, _) => Ok(()),
            (false, true) => Err(Illegal::new("C74-IV.K.2", "the road does not lead from this hex into that one")),
            (false, false) => Err(Illegal::new("C74-IV.K.1", "on land bridges and boats move only along roads")),
        }
    }

    /// The bridge that lies in a river hex, unless it is the one that moves.
    fn other_bridge(&self, state: &State, group: &Group, hex: HexId) -> Option<usize> {
        state.bridge_at(hex).filter(|b| group.pieces & self.data.bridge(*b).bit() == 0)
    }

    fn same_road(&self, state: &State, bridge: usize) -> Result<(), Illegal> {
        let [near, far] = state.span[bridge];
        if self.ground.roads_through[near.index()] & self.ground.roads_through[far.index()] == 0 {
            return Err(Illegal::new("C74-IV.K.1", "boats and bridges cross only on a bridge that joins two hexes of one road"));
        }
        Ok(())
    }

    /// Whether a river hex may be entered from there, and whether on a bridge.
    fn may_enter_river(&self, state: &State, group: &Group, from: HexId, to: HexId) -> Result<bool, Illegal> {
        let Some(piece) = group.single else {
            return Err(Illegal::new("C74-V.C.1", "only one unit, headquarters included, may be in a river hex"));
        };
        let kind = self.data.kind[piece.index()];
        let means = self.data.crossing[kind as usize];
        if let Some(bridge) = self.other_bridge(state, group, to) {
            if state.laid[bridge] == state.turn {
                return Err(Illegal::new("C74-IV.J.4.e.1", "nobody uses or occupies a bridge in the turn in which it was emplaced"));
            }
            if state.disrupted(self.data.bridge(bridge)) {
                return Err(Illegal::new("C74-CRT-18", "a disrupted bridge cannot be used to cross"));
            }
            if !state.span[bridge].contains(&from) {
                return Err(Illegal::new("C74-IV.J.4.d.1", "a bridge is entered and left only through its two approach hexes"));
            }
            if kind == Kind::Bridge && !means.bridge {
                return Err(Illegal::new("C74-IV.J.4.f", "one bridge to a river hex"));
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
                return Err(Illegal::new("C74-IV.J.1.b", "a swimmer shifts exactly one hex up or down the river"));
            }
            return Ok(false);
        }
        // C74-IV.J.3.0, C74-VII.D.1.b: into waiting boats.
        let boats = state.at(to) & self.data.kind_set(Kind::Boat);
        if boats != 0 && !self.ground.river(from) {
            if each(boats).any(|b| state.disrupted(b)) {
                return Err(Illegal::new("C74-CRT-18", "disrupted boats cannot be used to cross"));
            }
            return match means.boat {
                true => Ok(false),
                false => Err(Illegal::new("C74-IV.J.3.0", "only infantry and headquarters go into assault boats")),
            };
        }
        if self.ground.is(to, FORD) {
            return Err(Illegal::new("C74-IV.J.2.a", "a ford is entered only from its two approach hexes"));
        }
        Err(Illegal::new("C74-IV.J.0", "this unit cannot swim: it needs a ford, a bridge or boats"))
    }

    /// Whether a unit on a river hex may leave it to that hex.
    pub(crate) fn may_leave_river(&self, state: &State, group: &Group, from: HexId, to: HexId) -> Result<(), Illegal> {
        let Some(piece) = group.single else {
            return Err(Illegal::new("C74-V.C.1", "only one unit, headquarters included, may be in a river hex"));
        };
        if self.data.bridge_number(piece).is_some_and(|b| state.span[b][0].is_some()) {
            return Ok(());
        }
        if let Some(bridge) = state.bridge_at(from) {
            if state.disrupted(self.data.bridge(bridge)) {
                return Err(Illegal::new("C74-CRT-18", "a disrupted bridge cannot be used to cross"));
            }
            if !state.span[bridge].contains(&to) {
                return Err(Illegal::new("C74-IV.J.4.d.1", "a bridge is entered and left only through its two approach hexes"));
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
        Err(Illegal::new("C74-IV.J.2.b", "a ford is left only to one of its two approach hexes"))
    }

    /// The whole march, step by step.
    ///
    /// C74-IV.A, C74-IV.C.1, C74-IV.H, C74-TECN-1: every hex is paid for and nothing is lent; C74-VI.A.2, C74-TEC-8.a, C74-TEC-9.a: where it
    /// must stop it stops. C74-IV.I.1 to C74-IV.I.4, C74-QA-1: the road bonus.
    pub fn walk(&self, state: &State, group: &Group, path: Path, spent: u8) -> Result<Walk, Illegal> {
        let mut walk = Walk { spent, bonus: false, stop: Stop::No, wet: false };
        // Why the bonus rate is not open, as far as the path shows.
        let mut no_bonus: Option<Illegal> = None;
        let mut deny = |refusal: Illegal| no_bonus = no_bonus.or(Some(refusal));
        if !self.bonus_allowed(state, group.side) {
            deny(Illegal::new("C74-VIII.C", "there is no road bonus at night"));
        }
        if spent > 0 || !self.ground.is(path.from(), ROAD) {
            deny(Illegal::new("C74-IV.I.1", "the road bonus is for units that start on a road and keep to it"));
        }
        if group.disrupted {
            deny(Illegal::new("C74-CRT-17", "disrupted units move one hex at most, without road bonus"));
        }
        let (mut at, mut on_bridge, mut short) = (path.from(), false, None);
        for (i, direction) in path.directions().enumerate() {
            match walk.stop {
                Stop::No => {}
                Stop::Zone => return Err(Illegal::new("C74-VI.A.2", "a unit that enters an enemy zone of control must stop")),
                Stop::Headquarters => return Err(Illegal::new("C74-VI.F.0", "a unit that enters the hex of a headquarters must stop")),
                Stop::River => return Err(Illegal::new("C74-TEC-8.a", "a unit that enters a river hex must stop, except on a bridge")),
                Stop::Stream => return Err(Illegal::new("C74-TEC-9.a", "a unit that enters a stream hex must stop")),
            }
            if group.disrupted && i > 0 {
                return Err(Illegal::new("C74-CRT-17", "disrupted units move one hex at most, without road bonus"));
            }
            let stride = self.stride(state, group, at, direction)?;
            let left = group.allowance.saturating_sub(walk.spent);
            walk.spent = walk.spent.saturating_add(stride.cost);
            (walk.stop, walk.wet) = (stride.stop, stride.wet);
            at = self.ground.grid().neighbour(at, direction);
            if walk.spent > group.allowance && short.is_none() {
                short = Some(match left {
                    0 => Illegal::new("C74-IV.C.1", "no unit moves farther than its allowance"),
                    _ => Illegal::new("C74-TECN-1", "a hex is entered only with enough points left to pay for it"),
                });
            }
            if !stride.road {
                let last = i + 1 == path.len();
                deny(match last && !self.ground.is(at, ROAD) {
                    true => Illegal::new("C74-IV.I.2", "a march at the bonus rate ends on a road, village or city"),
                    false => Illegal::new("C74-IV.I.1", "the road bonus is for units that start on a road and keep to it"),
                });
            }
            if on_bridge {
                deny(Illegal::new(
                    "C74-IV.I.4",
                    "no river is crossed on a bridge at the bonus rate: it may be entered, and there the march ends",
                ));
            }
            on_bridge = stride.bridge;
            if self.anyone_beside(state, group.side.enemy(), at) {
                deny(Illegal::new("C74-IV.I.3", "at the bonus rate no hex beside an enemy unit or headquarters is entered"));
            }
        }
        if group.disrupted {
            // C74-CRT-17: one hex, whatever it costs.
            return Ok(walk);
        }
        if walk.spent > group.allowance {
            match no_bonus {
                Some(refusal) if walk.spent <= 2 * group.allowance && path.len() > 1 && refusal.rule != "C74-IV.I.1" => {
                    return Err(refusal);
                }
                Some(_) => return Err(short.expect("more was spent than there is")),
                None if walk.spent > 2 * group.allowance => {
                    return Err(Illegal::new("C74-IV.I.1", "by road a unit moves at most twice its allowance"));
                }
                None => walk.bonus = true,
            }
        }
        Ok(walk)
    }

    /// Whether these pieces may march that way now.
    pub(crate) fn may_march(&self, state: &State, by: Side, pieces: Set, path: Path) -> Result<Walk, Illegal> {
        let spent = match state.agenda.top() {
            Step::Movement => 0,
            Step::Marching if pieces == state.march.pieces => state.march.spent,
            Step::Marching => return Err(Illegal::new("C74-IV.B", "first the march at hand is finished")),
            _ => return Err(Illegal::new("C74-III.A.2", "nobody moves outside the Movement Phase")),
        };
        self.may_move_at_all(state, by)?;
        if pieces == 0 || path.is_empty() || path.len() > LONGEST {
            return Err(Illegal::new("C74-IV.B", "a march is pieces of one hex and a path of hexes, each the neighbour of the one before"));
        }
        if pieces & !self.data.side(by) != 0 {
            return Err(Illegal::new("C74-IV.D", "no enemy unit moves in this Movement Phase"));
        }
        if pieces & state.moved != 0 {
            return Err(Illegal::new("C74-IV.C.2", "a finished move is final: this unit has moved"));
        }
        if each(pieces).any(|p| state.hex[p.index()] != path.from()) {
            return Err(Illegal::new("C74-IV.B", "the path does not begin where the pieces stand"));
        }
        self.walk(state, &self.group(state, pieces), path, spent)
    }

    /// Moves them.
    pub fn march<K: Sink<Event>>(&self, state: &mut State, by: Side, pieces: Set, path: Path, sink: &mut K) {
        let group = self.group(state, pieces);
        let spent = if state.agenda.top() == Step::Marching { state.march.spent } else { 0 };
        let walk = self.walk(state, &group, path, spent).expect("checked or listed");
        if state.agenda.top() == Step::Marching {
            state.agenda.pop();
            state.march = March::default();
        }
        let hidden = pieces & state.face_down;
        sink.tell(|| Event::Marched { pieces, hidden, path, spent: walk.spent - spent, bonus: walk.bonus });
        self.cross_bridges(state, path);
        for piece in each(pieces) {
            if let Some(bridge) = self.data.bridge_number(piece) {
                state.take_up(bridge);
            }
            state.put(piece, path.end());
        }
        state.began = true;
        for hex in path.hexes() {
            self.touch(state, &group, hex, sink);
        }
        self.show_on_contact(state, pieces, path.end(), sink);
        // if what stopped the march proves to be a lone headquarters, it goes on.
        let freed = by == Side::Union && walk.stop == Stop::Zone && !self.controls(state, by.enemy(), path.end());
        if freed && !walk.wet && !walk.bonus && walk.spent < group.allowance && !group.disrupted {
            state.march = March { pieces, spent: walk.spent };
            state.agenda.push(Step::Marching);
        } else {
            state.moved |= pieces;
        }
    }

    /// C74-IV.J.4.e.2: bridges on the way count as used this turn.
    fn cross_bridges(&self, state: &mut State, path: Path) {
        for hex in std::iter::once(path.from()).chain(path.hexes()).filter(|h| self.ground.river(*h)) {
            if let Some(bridge) = state.bridge_at(hex) {
                state.used |= 1 << bridge;
            }
        }
    }

    /// C74-VI.F.2, R-22: combat units that enter a hex reach the lone headquarters in it and beside it.
    pub(crate) fn touch<K: Sink<Event>>(&self, state: &mut State, group: &Group, hex: HexId, sink: &mut K) {
        if !group.fighters {
            return;
        }
        for near in self.ground.neighbours(hex).chain([hex]) {
            let lone = self.lone_hqs_at(state, group.side.enemy(), near);
            if lone != 0 {
                self.reveal(state, lone & state.face_down, near, sink);
                state.touched |= lone;
            }
        }
    }

    /// C74-IV.J.4.a, C74-IV.J.4.b, C74-IV.J.4.c.1, C74-IV.J.4.c.2, C74-IV.J.4.f, C74-III.A.1: whether a bridge may be brought that way and emplaced so.
    pub(crate) fn may_emplace(&self, state: &State, by: Side, bridge: PieceId, path: Path, near: HexId, far: HexId) -> Result<(), Illegal> {
        if self.data.bridge_number(bridge).is_none() || by != Side::Union {
            return Err(Illegal::new("C74-III.B", "only the Union emplaces bridges"));
        }
        if !matches!(state.agenda.top(), Step::Movement) {
            return Err(Illegal::new("C74-III.A.1", "bridges are emplaced in the Union Movement Phase"));
        }
        let site = path.end();
        let before = path.hexes().nth(path.len().wrapping_sub(2)).unwrap_or(path.from());
        if !site.is_some() || !before.is_some() || path.is_empty() || !self.ground.river(site) || self.ground.river(before) {
            return Err(Illegal::new("C74-IV.J.4.b", "a bridge is emplaced by moving it from an adjacent road hex into the river hex"));
        }
        if state.at(site) & self.data.kind_set(Kind::Bridge) & !bridge.bit() != 0 {
            return Err(Illegal::new("C74-IV.J.4.f", "one bridge to a river hex"));
        }
        self.may_march(state, by, bridge.bit(), path)?;
        if state.disrupted(bridge) {
            return Err(Illegal::new("C74-CRT-18", "a disrupted bridge is of no use"));
        }
        if state.at(site) & !bridge.bit() != 0 {
            return Err(Illegal::new("C74-IV.J.4.e.1", "nobody may be in the river hex where a bridge is emplaced"));
        }
        let shore = |hex: HexId| hex.is_some() && self.ground.adjacent(site, hex) && self.ground.bank[hex.index()] != Bank::None;
        let home = self.ground.bank[before.index()];
        if !shore(near) || !shore(far) || self.ground.bank[near.index()] != home || self.ground.bank[far.index()] == home {
            return Err(Illegal::new(
                "C74-IV.J.4.c.1",
                "the approaches of a bridge are a land hex of the near shore and one of the far shore",
            ));
        }
        if site == self.ground.kellys_ford && ![near, far].iter().all(|h| self.ground.ford[site.index()].contains(h)) {
            return Err(Illegal::new("C74-IV.J.4.c.1", "a bridge at Kelly's Ford has the approach hexes of the ford"));
        }
        if state.at(far) & self.data.union & !self.data.equipment() == 0 {
            return Err(Illegal::new("C74-IV.J.4.a", "a friendly combat unit must hold the far-shore hex"));
        }
        Ok(())
    }

    /// C74-IV.J.3.c, C74-IV.J.3.d: whether boats may drift, and with whom; C74-IV.J.3.b: or they stay as they are.
    pub(crate) fn may_drift(&self, state: &State, by: Side, boats: PieceId) -> Result<PieceId, Illegal> {
        if !matches!(state.agenda.top(), Step::Movement) {
            return Err(Illegal::new("C74-III.A.2", "nobody moves outside the Movement Phase"));
        }
        let hex = state.hex[boats.index()];
        let afloat = by == Side::Union && self.data.kind[boats.index()] == Kind::Boat && hex.is_some() && self.ground.river(hex);
        let here = if afloat { state.at(hex) & self.data.union & self.boarders() } else { 0 };
        if here == 0 {
            return Err(Illegal::new("C74-IV.J.3.c", "only boats on the river with a passenger drift downstream"));
        }
        let passenger = PieceId(here.trailing_zeros() as u8);
        if state.moved & (boats.bit() | passenger.bit()) != 0 {
            return Err(Illegal::new("C74-IV.C.2", "a finished move is final: these have moved"));
        }
        if state.disrupted(boats) || state.disrupted(passenger) {
            return Err(Illegal::new("C74-CRT-17", "disrupted units cross no river in any fashion"));
        }
        let to = self.ground.downstream[hex.index()];
        if !to.is_some() {
            return Err(Illegal::new("C74-IV.J.3.c", "the river leaves the map here"));
        }
        if state.at(to) != 0 {
            return Err(Illegal::new("C74-IV.J.3.d", "boats do not drift into a river hex with any unit in it"));
        }
        let enemy = by.enemy();
        if self.controls(state, enemy, to) {
            if self.controls(state, enemy, hex) {
                return Err(Illegal::new("C74-VI.B", "no unit moves directly from one enemy-controlled hex to another"));
            }
            if self.data.kind[passenger.index()] == Kind::Headquarters {
                return Err(Illegal::new("C74-VI.F.3", "headquarters enter an enemy zone of control only together with a combat unit"));
            }
        }
        if self.night(state) && self.beside(state, enemy, to) {
            return Err(Illegal::new("C74-VIII.B.1", "at night no unit may move next to an enemy combat unit"));
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

    /// C74-OPT-V.D: whether a returning raider may come on there.
    pub(crate) fn may_come_on(&self, state: &State, by: Side, piece: PieceId, hex: HexId) -> Result<(), Illegal> {
        if !matches!(state.agenda.top(), Step::Movement) || piece.side() != by || state.returning & piece.bit() == 0 {
            return Err(Illegal::new("C74-OPT-V.C", "only returning raiders come on, in the Movement Phase of the turn after their die"));
        }
        if !hex.is_some() || !self.ground.west_edge.has(hex) {
            return Err(Illegal::new("C74-OPT-V.D", "raiders come back on the west edge"));
        }
        // A-14, the Rapidan: all raiders swim (C74-IV.J.1.a), but a bridge is entered by its approaches alone (N-1).
        if state.bridge_at(hex).is_some() {
            return Err(Illegal::new("C74-IV.J.4.d.1", "a bridge is entered and left only through its two approach hexes"));
        }
        if self.controls(state, by.enemy(), hex) || state.at(hex) & self.data.side(by.enemy()) != 0 {
            return Err(Illegal::new("C74-OPT-V.D", "raiders do not come back in an enemy-controlled hex"));
        }
        if self.night(state) && self.beside(state, by.enemy(), hex) {
            return Err(Illegal::new("C74-VIII.B.1", "at night no unit may move next to an enemy combat unit"));
        }
        self.room(state, by, hex, piece.bit())
    }

    pub(crate) fn come_on<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, hex: HexId, sink: &mut K) {
        /// What the first hex costs, whatever its terrain (C74-OPT-V.D).
        const ENTRY_COST: u8 = 1;
        state.put(piece, hex);
        state.returning &= !piece.bit();
        state.began = true;
        sink.tell(|| Event::Entered(piece, hex, false));
        let group = self.group(state, piece.bit());
        self.touch(state, &group, hex, sink);
        if self.ground.river(hex) {
            // C74-TEC-8.a: in the river it stops.
            state.moved |= piece.bit();
            return;
        }
        state.march = March { pieces: piece.bit(), spent: ENTRY_COST };
        state.agenda.push(Step::Marching);
    }

    /// C74-VIII.B.2, C74-VIII.B.3, R-34: whether this unit stands beside the enemy at night and can still move away.
    pub fn must_leave(&self, state: &State, piece: PieceId) -> bool {
        let hex = state.hex[piece.index()];
        hex.is_some()
            && state.moved & piece.bit() == 0
            && !self.data.kind[piece.index()].is_equipment()
            && self.night(state)
            && self.may_move_at_all(state, piece.side()).is_ok()
            && self.beside(state, piece.side().enemy(), hex)
            && self.can_step(state, &self.group(state, piece.bit()), hex, 0)
    }

    /// Whether these pieces can take at least one step.
    pub(crate) fn can_step(&self, state: &State, group: &Group, from: HexId, spent: u8) -> bool {
        Direction::ALL
            .into_iter()
            .any(|d| self.stride(state, group, from, d).is_ok_and(|s| group.disrupted || s.cost.saturating_add(spent) <= group.allowance))
    }

    /// Every hex these pieces can reach, each once with its cheapest way; then those that only the road bonus reaches. The way is worked
    /// out only for those who ask.
    pub fn reach(&self, state: &State, group: &Group, from: HexId, spent: u8, mut found: impl FnMut(HexId, &dyn Fn() -> Path)) {
        if group.disrupted {
            for direction in Direction::ALL {
                if self.stride(state, group, from, direction).is_ok() {
                    found(self.ground.grid().neighbour(from, direction), &|| Path::at(from).then(direction));
                }
            }
            return;
        }
        // The cheapest way into a hex, and the cheapest that need not stop there: a stream stops off the road and not along it.
        let (mut best, mut go) = ([u8::MAX; HEXES], [u8::MAX; HEXES]);
        (best[from.index()], go[from.index()]) = (0, 0);
        // The last step of each; then the hexes in the order in which they were first seen.
        let (mut last, mut came) = ([0u8; HEXES], [0u8; HEXES]);
        let mut seen: Vec<HexId> = Vec::with_capacity(128);
        // Hexes by cost: a short list scanned once for each number of points.
        let mut open: Vec<(u8, HexId)> = Vec::with_capacity(128);
        open.push((spent, from));
        for level in spent..=group.allowance {
            let mut i = 0;
            while i < open.len() {
                let (cost, at) = open[i];
                i += 1;
                if cost != level || at != from && go[at.index()] < cost {
                    continue;
                }
                for direction in Direction::ALL {
                    let to = self.ground.grid().neighbour(at, direction);
                    if !to.is_some() {
                        continue;
                    }
                    let total = cost.saturating_add(self.price(at, direction, to));
                    if total > group.allowance || go[to.index()] <= total {
                        continue;
                    }
                    let Ok(stride) = self.stride(state, group, at, direction) else { continue };
                    if best[to.index()] == u8::MAX {
                        seen.push(to);
                    }
                    if total < best[to.index()] {
                        best[to.index()] = total;
                        last[to.index()] = direction.index() as u8;
                    }
                    if stride.stop == Stop::No {
                        go[to.index()] = total;
                        came[to.index()] = direction.index() as u8;
                        open.push((total, to));
                    }
                }
            }
        }
        for hex in seen {
            let direction = Direction::from_index(usize::from(last[hex.index()]));
            let before = self.ground.grid().neighbour(hex, direction.opposite());
            found(hex, &|| self.way(from, before, &came).then(direction));
        }
        if spent > 0 || !self.ground.is(from, ROAD) || !self.bonus_allowed(state, group.side) {
            return;
        }
        self.reach_by_road(state, group, from, &best, found);
    }

    /// C74-TEC-2: along a road every hex costs one.
    #[inline]
    fn price(&self, from: HexId, direction: Direction, to: HexId) -> u8 {
        if self.ground.road(from, direction) { self.data.costs.road } else { self.cost(to) }
    }

    /// The way back along the marks, turned round.
    fn way(&self, from: HexId, to: HexId, came: &[u8; HEXES]) -> Path {
        let mut back = [0u8; LONGEST];
        let (mut at, mut steps) = (to, 0);
        while at != from && steps < LONGEST {
            back[steps] = came[at.index()];
            at = self.ground.grid().neighbour(at, Direction::from_index(usize::from(back[steps])).opposite());
            steps += 1;
        }
        back[..steps].iter().rev().fold(Path::at(from), |path, d| path.then(Direction::from_index(usize::from(*d))))
    }

    /// The hexes that only the road bonus reaches.
    fn reach_by_road(
        &self,
        state: &State,
        group: &Group,
        from: HexId,
        best: &[u8; HEXES],
        mut found: impl FnMut(HexId, &dyn Fn() -> Path),
    ) {
        let mut line: Vec<(HexId, Path)> = Vec::with_capacity(64);
        line.push((from, Path::at(from)));
        let mut i = 0;
        while i < line.len() {
            let (at, path) = line[i];
            i += 1;
            if path.len() >= usize::from(2 * group.allowance / self.data.costs.road) || path.len() >= LONGEST {
                continue;
            }
            for direction in Direction::ALL {
                if !self.ground.road(at, direction) {
                    continue;
                }
                let to = self.ground.grid().neighbour(at, direction);
                if line.iter().any(|(h, _)| *h == to) || self.anyone_beside(state, group.side.enemy(), to) {
                    continue;
                }
                let Ok(stride) = self.stride(state, group, at, direction) else { continue };
                let way = path.then(direction);
                if best[to.index()] == u8::MAX {
                    found(to, &|| way);
                }
                if stride.stop == Stop::No && !stride.bridge {
                    line.push((to, way));
                }
            }
        }
    }

    /// The marches of these pieces.
    pub(crate) fn list_marches(&self, state: &State, pieces: Set, from: HexId, spent: u8, out: &mut Vec<Action>) {
        let group = self.group(state, pieces);
        self.reach(state, &group, from, spent, |_, way| out.push(Action::March(pieces, way())));
    }

    /// The ways to emplace a bridge.
    pub fn list_emplacements(&self, state: &State, bridge: PieceId, out: &mut Vec<Action>) {
        let from = state.hex[bridge.index()];
        let group = self.group(state, bridge.bit());
        let mut ways: Vec<Path> = Vec::new();
        self.reach(state, &group, from, 0, |end, way| {
            if self.ground.river(end) {
                ways.push(way());
            }
        });
        for path in ways {
            for far in self.ground.neighbours(path.end()) {
                if state.at(far) & self.data.union & !self.data.equipment() == 0 {
                    continue;
                }
                for near in self.ground.neighbours(path.end()) {
                    if self.may_emplace(state, Side::Union, bridge, path, near, far).is_ok() {
                        out.push(Action::Emplace(bridge, path, near, far));
                    }
                }
            }
        }
    }

    /// Whether a fort may be demolished (C74-VII.C.4).
    pub(crate) fn may_demolish(&self, state: &State, by: Side, hex: HexId) -> Result<(), Illegal> {
        if !matches!(state.agenda.top(), Step::Movement) || state.began {
            return Err(Illegal::new("C74-VII.C.4", "forts are demolished at the start of the Movement Phase, before anything moves"));
        }
        if !hex.is_some() || !state.is_fort(hex) || state.at(hex) & self.data.side(by) & self.data.fights == 0 {
            return Err(Illegal::new("C74-VII.C.4", "only a fort that your combat units hold can be demolished"));
        }
        let foes = self.data.side(by.enemy());
        if self.ground.neighbours(hex).any(|n| state.at(n) & foes != 0) {
            return Err(Illegal::new("C74-VII.C.4", "a fort beside enemy units cannot be demolished"));
        }
        Ok(())
    }

    /// What keeps the Movement Phase from ending.
    pub(crate) fn may_end_movement(&self, state: &State) -> Result<(), Illegal> {
        if self.night(state) && self.data.side(state.phasing) & state.with_fate(Fate::Map) != 0 {
            let own = self.data.side(state.phasing) & !state.moved;
            if each(own).any(|p| self.must_leave(state, p)) {
                return Err(Illegal::new("C74-VIII.B.2", "units beside the enemy at night must move away if they can"));
            }
        }
        if each(state.returning & self.data.side(state.phasing)).any(|p| self.can_come_on(state, p)) {
            return Err(Illegal::new("C74-OPT-V.D", "the returning cavalry must come on in this Movement Phase"));
        }
        Ok(())
    }

    pub(crate) fn can_come_on(&self, state: &State, piece: PieceId) -> bool {
        self.ground.west_edge.iter().any(|h| self.may_come_on(state, piece.side(), piece, h).is_ok())
    }
}

//! Movement (IV), night (VIII) and the first Union moves (IX).

use board::{Direction, HexId};
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::{Event, LONGEST, Path};
use crate::counters::{Costs, Gray, Kind, PieceId, Set, each, many};
use crate::ground::{CITY, HILL, RIVER, ROAD, STREAM, SWAMP, VILLAGE, WATER, WOODS};
use crate::state::{CLOSE, CROWD, Fate, March, NEAR, State, Step};

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
    /// A piece that swims, or is hauled through the water.
    pub swims: bool,
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

/// What the board says of a step to a neighbouring hex, whoever stands where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ease(u8);

impl Ease {
    /// Off the map, or into the Potomac: nobody has so many points.
    pub(crate) const CLOSED: Ease = Ease(Ease::PRICE | Ease::WET);
    const PRICE: u8 = 15;
    const WET: u8 = 16;
    const STOPS: u8 = 32;
    const RIVER_AHEAD: u8 = 64;
    const FORD_AHEAD: u8 = 128;

    /// C74-TEC-2: along a road every hex costs one. C74-TEC-9.a, R-7: only off the road does a stream stop a march.
    pub(crate) fn of(costs: &Costs, from: u16, to: u16, road: bool, ford: bool) -> Ease {
        if to & WATER != 0 {
            return Ease::CLOSED;
        }
        let price = if road { costs.road } else { costs.enter(to) };
        let wet = if (from | to) & RIVER != 0 { Ease::WET } else { 0 };
        let stops = if to & STREAM != 0 && !road { Ease::STOPS } else { 0 };
        let river = if to & RIVER != 0 { Ease::RIVER_AHEAD } else { 0 };
        let ford = if ford { Ease::FORD_AHEAD } else { 0 };
        Ease(price | wet | stops | river | ford)
    }

    /// What the hex costs to enter.
    #[inline]
    pub(crate) fn price(self) -> u8 {
        self.0 & Ease::PRICE
    }

    /// A river hex is entered or left.
    #[inline]
    pub(crate) fn wet(self) -> bool {
        self.0 & Ease::WET != 0
    }

    /// A river hex is entered, and not by a ford.
    #[inline]
    pub(crate) fn deep(self) -> bool {
        self.0 & (Ease::RIVER_AHEAD | Ease::FORD_AHEAD) == Ease::RIVER_AHEAD
    }

    /// A stream stops the march there.
    #[inline]
    pub(crate) fn stops(self) -> bool {
        self.0 & Ease::STOPS != 0
    }
}

/// The steps from a hex, clockwise from the top.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub(crate) to: [HexId; 6],
    pub(crate) ease: [Ease; 6],
    /// The directions in which a road leads on or a river hex lies, one bit each.
    pub(crate) always: u8,
    /// The directions in which dry ground lies that anybody can pay for.
    pub(crate) easy: u8,
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
            single: (!many(pieces)).then(|| PieceId(pieces.trailing_zeros() as u8)),
            swims: false,
            fits: false,
        };
        group.swims = group.single.is_some_and(|p| self.data.crossing[self.data.kind[p.index()] as usize].swim);
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
            return Err(Illegal::new(
                "C74-IX.A",
                "No Confederate unit moves in the first two turns.",
                "Break divisions down if you like, and end the phase; the army marches from turn 3.",
            ));
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
        let steps = &self.data.steps[from.index()];
        let (to, ease) = (steps.to[direction.index()], steps.ease[direction.index()]);
        let road = self.ground.road(from, direction);
        if ease != Ease::CLOSED && !ease.wet() && (road || !group.equipment) && self.is_open(state, group, to) {
            let (stop, wet) = if ease.stops() { (Stop::Stream, true) } else { (Stop::No, false) };
            return Ok(Stride { cost: ease.price(), stop, road, bridge: false, wet });
        }
        if !to.is_some() {
            return Err(Illegal::new("C74-IV.B", "The path leaves the map.", "Lay the march over hexes of the map."));
        }
        if self.ground.is(to, WATER) {
            return Err(Illegal::new("C74-IV.J.0", "Nobody enters the Potomac.", "Stay on the land."));
        }
        let enemy = group.side.enemy();
        let wet = self.ground.is(to, RIVER) || self.ground.is(from, RIVER);
        let empty = !wet && state.is_empty(to);
        let headquarters = !empty && self.may_share(state, group, to)?;
        if wet && group.disrupted {
            return Err(Illegal::new(
                "C74-CRT-17",
                "Disrupted units cross no river in any fashion.",
                "Let it recover first, at the end of its Movement Phase.",
            ));
        }
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
                return Err(Illegal::new(
                    "C74-CRT-13",
                    "Disrupted units may not enter an enemy-controlled hex.",
                    "They move one hex, out of reach, or stay.",
                ));
            }
            if self.controls(state, enemy, from) {
                return Err(Illegal::new(
                    "C74-VI.B",
                    "No unit moves directly from one enemy-controlled hex to another.",
                    "Step out of the zone first and enter the other in the next turn, or stay.",
                ));
            }
            if group.headquarters && !group.fighters && !self.friends_fight_at(state, group.side, to) {
                return Err(Illegal::new(
                    "C74-VI.F.3",
                    "Headquarters enter an enemy zone of control only together with a combat unit.",
                    "Move them in one stack, or where one stands already.",
                ));
            }
        }
        if self.night(state) && self.beside(state, enemy, to) {
            return Err(Illegal::new("C74-VIII.B.1", "At night no unit may move next to an enemy combat unit.", "Keep a hex away."));
        }
        if !empty || !group.fits {
            self.room(state, group.side, to, group.pieces)?;
        }
        let cost = ease.price();
        let water = if self.ground.river(to) && !bridge {
            Stop::River
        } else if ease.stops() {
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

    /// Whether no enemy is in a hex of dry ground or beside it, and the pieces find room there: most steps lead into such a hex. Bridges and
    /// boats must come by road.
    #[inline]
    pub(crate) fn is_open(&self, state: &State, group: &Group, to: HexId) -> bool {
        let (side, enemy) = (group.side.index(), group.side.enemy().index());
        let flags = state.flags(to);
        match flags & (CROWD[enemy] | NEAR[enemy] | CROWD[side]) {
            0 => group.fits,
            own if own & !CROWD[side] == 0 => self.stacks(group.side, state.at(to) | group.pieces).is_ok(),
            _ => false,
        }
    }

    fn friends_fight_at(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.at(hex) & self.data.side(side) & self.data.fights != 0
    }

    /// C74-IV.G: a hex with enemies is closed, but for lone headquarters (C74-VI.F.0) and emplaced bridges (C74-VII.D.1.a); returns whether
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
            return Err(Illegal::new(
                "C74-VII.D.1.b",
                "Confederates never use assault boats.",
                "Cross at a ford or on a bridge; cavalry may swim.",
            ));
        }
        Err(Illegal::new(
            "C74-IV.G",
            "A hex with enemy units may not be entered.",
            "Stop beside the enemy and attack in your Regular Combat Phase, or go round.",
        ))
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
            deny(Illegal::new("C74-VIII.C", "There is no road bonus at night.", "March at the ordinary rate, up to the unit's allowance."));
        }
        if spent > 0 || !self.ground.is(path.start(), ROAD) {
            deny(Illegal::new(
                "C74-IV.I.1",
                "The road bonus is for units that start on a road and keep to it.",
                "Begin and stay on the road, or march at the ordinary rate.",
            ));
        }
        if group.disrupted {
            deny(Illegal::new("C74-CRT-17", "Disrupted units move one hex at most, without road bonus.", "End the march one hex away."));
        }
        let (mut at, mut on_bridge, mut short) = (path.start(), false, None);
        for (i, direction) in path.directions().enumerate() {
            match walk.stop {
                Stop::No => {}
                Stop::Zone => {
                    return Err(Illegal::new(
                        "C74-VI.A.2",
                        "A unit that enters an enemy zone of control must stop.",
                        "End the march there, or go round.",
                    ));
                }
                Stop::Headquarters => {
                    return Err(Illegal::new(
                        "C74-VI.F.0",
                        "A unit that enters the hex of a headquarters must stop.",
                        "End the march there, or pass beside it.",
                    ));
                }
                Stop::River => {
                    return Err(Illegal::new(
                        "C74-TEC-8.a",
                        "A unit that enters a river hex must stop, except on a bridge.",
                        "End the march there; the unit goes on in its next Movement Phase.",
                    ));
                }
                Stop::Stream => {
                    return Err(Illegal::new(
                        "C74-TEC-9.a",
                        "A unit that enters a stream hex off the road must stop.",
                        "End the march there, or follow a road across.",
                    ));
                }
            }
            if group.disrupted && i > 0 {
                return Err(Illegal::new(
                    "C74-CRT-17",
                    "Disrupted units move one hex at most, without road bonus.",
                    "End the march one hex away.",
                ));
            }
            let stride = self.stride(state, group, at, direction)?;
            let left = group.allowance.saturating_sub(walk.spent);
            walk.spent = walk.spent.saturating_add(stride.cost);
            (walk.stop, walk.wet) = (stride.stop, stride.wet);
            at = self.ground.grid().neighbour(at, direction);
            if walk.spent > group.allowance && short.is_none() {
                short = Some(match left {
                    0 => Illegal::new(
                        "C74-IV.C.1",
                        "No unit moves farther than its allowance.",
                        "Choose a nearer hex, or march along a road at the bonus rate.",
                    ),
                    _ => Illegal::new(
                        "C74-TECN-1",
                        "A hex is entered only with enough points left to pay for it.",
                        "Stop one hex short, or use a road.",
                    ),
                });
            }
            if !stride.road {
                let last = i + 1 == path.len();
                deny(match last && !self.ground.is(at, ROAD) {
                    true => Illegal::new(
                        "C74-IV.I.2",
                        "A march at the bonus rate ends on a road, village or city.",
                        "End the march on one of them, or march at the ordinary rate.",
                    ),
                    false => Illegal::new(
                        "C74-IV.I.1",
                        "The road bonus is for units that start on a road and keep to it.",
                        "Begin and stay on the road, or march at the ordinary rate.",
                    ),
                });
            }
            if on_bridge {
                deny(Illegal::new(
                    "C74-IV.I.4",
                    "No river is crossed on a bridge at the bonus rate: it may be entered, and there the march ends.",
                    "End the march on the bridge, or cross it at the ordinary rate.",
                ));
            }
            on_bridge = stride.bridge;
            if self.anyone_beside(state, group.side.enemy(), at) {
                deny(Illegal::new(
                    "C74-IV.I.3",
                    "At the bonus rate no hex beside an enemy unit or headquarters is entered.",
                    "End the march before that hex, or march at the ordinary rate.",
                ));
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
                    return Err(Illegal::new(
                        "C74-IV.I.1",
                        "By road a unit moves at most twice its allowance.",
                        "Choose a nearer hex of the road.",
                    ));
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
            Step::Marching => {
                return Err(Illegal::new(
                    "C74-IV.B",
                    "First the march at hand is finished.",
                    "March on with the stack that is under way, or end its march.",
                ));
            }
            _ => {
                return Err(Illegal::new(
                    "C74-III.A.2",
                    "Nobody moves outside the Movement Phase.",
                    "Move it in your next Movement Phase.",
                ));
            }
        };
        self.may_move_at_all(state, by)?;
        if pieces == 0 || path.is_empty() {
            return Err(Illegal::new(
                "C74-IV.B",
                "A march is pieces of one hex and a path of hexes, each the neighbour of the one before.",
                "Take pieces that stand together, and name a way hex by hex.",
            ));
        }
        if pieces & !self.data.side(by) != 0 {
            return Err(Illegal::new("C74-IV.D", "No enemy unit moves in this Movement Phase.", "Move your own units."));
        }
        if pieces & state.moved != 0 {
            return Err(Illegal::new(
                "C74-IV.C.2",
                "A finished move is final: this unit has moved.",
                "Move another one; this one moves again in its next Movement Phase.",
            ));
        }
        if each(pieces).any(|p| state.hex[p.index()] != path.start()) {
            return Err(Illegal::new(
                "C74-IV.B",
                "The path does not begin where the pieces stand.",
                "Begin the path in the hex of the pieces.",
            ));
        }
        if path.len() > LONGEST {
            return Err(Illegal::new(
                "C74-IV.C.1",
                "No unit moves farther than its allowance.",
                "Choose a nearer hex, or march along a road at the bonus rate.",
            ));
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
        let end = path.end(self.ground.grid());
        for piece in each(pieces) {
            if let Some(bridge) = self.data.bridge_number(piece) {
                state.take_up(bridge);
            }
            state.put(piece, end);
        }
        state.began = true;
        for hex in path.hexes(self.ground.grid()) {
            self.touch(state, &group, hex, sink);
        }
        self.show_on_contact(state, pieces, end, sink);
        // if what stopped the march proves to be a lone headquarters, it goes on.
        let freed = by == Side::Union && walk.stop == Stop::Zone && !self.controls(state, by.enemy(), end);
        if freed && !walk.wet && !walk.bonus && walk.spent < group.allowance && !group.disrupted {
            state.march = March { pieces, spent: walk.spent };
            state.agenda.push(Step::Marching);
        } else {
            state.moved |= pieces;
        }
    }

    /// C74-VI.F.2, R-22: combat units that enter a hex reach the lone headquarters in it and beside it.
    pub(crate) fn touch<K: Sink<Event>>(&self, state: &mut State, group: &Group, hex: HexId, sink: &mut K) {
        if !group.fighters {
            return;
        }
        let enemy = group.side.enemy().index();
        if state.flags(hex) & (CLOSE[enemy] | CROWD[enemy]) == 0 {
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

    /// C74-VIII.B.2, C74-VIII.B.3, R-34: whether this unit stands beside the enemy at night and can still move away.
    pub fn must_leave(&self, state: &State, piece: PieceId) -> bool {
        let hex = state.hex[piece.index()];
        hex.is_some()
            && self.beside(state, piece.side().enemy(), hex)
            && state.moved & piece.bit() == 0
            && !self.data.kind[piece.index()].is_equipment()
            && self.night(state)
            && self.may_move_at_all(state, piece.side()).is_ok()
            && self.can_step(state, &self.group(state, piece.bit()), hex, 0)
    }

    /// Whether these pieces can take at least one step.
    pub(crate) fn can_step(&self, state: &State, group: &Group, from: HexId, spent: u8) -> bool {
        let left = group.allowance.saturating_sub(spent);
        let affordable = |ease: Ease| ease != Ease::CLOSED && (group.disrupted || ease.price() <= left);
        let ease = &self.data.steps[from.index()].ease;
        Direction::ALL.into_iter().any(|d| affordable(ease[d.index()]) && self.stride(state, group, from, d).is_ok())
    }

    /// Whether these pieces can take at least one step together; most can go somewhere without looking far.
    #[inline]
    pub(crate) fn can_move(&self, state: &State, side: Side, pieces: Set, from: HexId) -> bool {
        let shut = CROWD[0] | CROWD[1] | NEAR[side.enemy().index()];
        let steps = &self.data.steps[from.index()];
        let hauled = pieces & self.data.equipment() != 0;
        let mut look = if hauled { steps.easy & self.ground.roads[from.index()] } else { steps.easy };
        while look != 0 {
            if state.flags(steps.to[look.trailing_zeros() as usize % 6]) & shut == 0 {
                return true;
            }
            look &= look - 1;
        }
        self.can_step(state, &self.group(state, pieces), from, 0)
    }

    /// Whether a fort may be demolished (C74-VII.C.4).
    pub(crate) fn may_demolish(&self, state: &State, by: Side, hex: HexId) -> Result<(), Illegal> {
        if !matches!(state.agenda.top(), Step::Movement) || state.began {
            return Err(Illegal::new(
                "C74-VII.C.4",
                "Forts are demolished at the start of the Movement Phase, before anything moves.",
                "Demolish it at the start of your next Movement Phase.",
            ));
        }
        if !hex.is_some() || !state.is_fort(hex) || state.at(hex) & self.data.side(by) & self.data.fights == 0 {
            return Err(Illegal::new(
                "C74-VII.C.4",
                "Only a fort that your combat units hold can be demolished.",
                "Move a combat unit into the fort; it can be demolished at the start of your next Movement Phase.",
            ));
        }
        let foes = self.data.side(by.enemy());
        if self.ground.neighbours(hex).any(|n| state.at(n) & foes != 0) {
            return Err(Illegal::new(
                "C74-VII.C.4",
                "A fort beside enemy units cannot be demolished.",
                "Drive the enemy off first, or leave the fort standing.",
            ));
        }
        Ok(())
    }

    /// What keeps the Movement Phase from ending.
    pub(crate) fn may_end_movement(&self, state: &State) -> Result<(), Illegal> {
        if self.night(state) {
            let own = self.data.side(state.phasing) & state.with_fate(Fate::Map) & !state.moved;
            if each(own).any(|p| self.must_leave(state, p)) {
                return Err(Illegal::new(
                    "C74-VIII.B.2",
                    "Units beside the enemy at night must move away if they can.",
                    "Move them first, then end the phase.",
                ));
            }
        }
        if each(state.returning & self.data.side(state.phasing)).any(|p| self.can_come_on(state, p)) {
            return Err(Illegal::new(
                "C74-OPT-V.D",
                "The returning cavalry must come on in this Movement Phase.",
                "Bring it on at the west edge, then end the phase.",
            ));
        }
        Ok(())
    }
}

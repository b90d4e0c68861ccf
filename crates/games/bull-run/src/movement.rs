//! Movement (BR-5): one piece at a time, hex by hex, in sixths of a movement point.

use crate::BullRun;
use crate::action::{Action, Event, Path};
use crate::counters::{Counters, Kind, PieceId, pieces};
use crate::ground::{BARRED, Gait, Hexes, flag};
use crate::state::{Phase, State};
use crate::tables::POINT;
use board::HexId;
use contact::Set;
use engine::{Few, Illegal, Side, Sink};

/// What is in the way of a mover: where it must stop, and why.
#[derive(Clone)]
pub struct Hazards {
    /// Enemy zones (BR-5.81).
    pub zones: Hexes,
    /// Hexes within recon range of face-down enemies (BR-4.84).
    pub unseen: Hexes,
}

const WHOSE: Illegal = Illegal::new("BR-5.1", "Only pieces of the side whose turn it is can move.", "Move your own pieces.");
const SHORT: Illegal = Illegal::new("BR-5.3", "The piece has not enough movement points.", "Choose a nearer hex, or go by road.");
const STACK: Illegal = Illegal::new(
    "BR-5.4",
    "A hex holds 12 defence points; a piece may pass through more but not stop there.",
    "End the march in a hex with room, or move others out first.",
);
const FORD_STACK: Illegal = Illegal::new(
    "BR-5.52b",
    "A ford holds 8 defence points; a piece may pass through more but not stop there.",
    "End the march beyond it, or move others out first.",
);

impl BullRun {
    /// How a piece moves; both pieces of a battery alike (BR-9.11).
    pub fn gait(&self, piece: PieceId) -> Gait {
        match self.counters.kind(piece) {
            Kind::Battery => Gait::Battery,
            Kind::Formed => Gait::Brigade,
            _ => Gait::Other,
        }
    }

    /// What a piece may spend in a turn, in sixths (BR-5.3); nothing is saved from turn to turn (BR-5.33).
    pub fn allowance(&self, state: &State, piece: PieceId) -> u8 {
        state.factors(piece).movement * POINT
    }

    pub(crate) fn hazards(&self, state: &State, side: Side) -> Hazards {
        Hazards { zones: *state.zones(side.enemy()), unseen: *state.unseen(side.enemy()) }
    }

    /// The hexes within recon range of some others.
    pub fn around(&self, hexes: &[HexId]) -> Hexes {
        let mut around = Hexes::new();
        let mut last = HexId::NONE;
        for hex in hexes.iter().copied().filter(|h| std::mem::replace(&mut last, *h) != *h) {
            self.ground.recon(hex).iter().for_each(|h| around.insert(*h));
        }
        around
    }

    /// The cost of one step in sixths, if terrain allows it (BR-5.31).
    pub(crate) fn step_cost(&self, state: &State, piece: PieceId, from: HexId, direction: usize) -> Result<u8, Illegal> {
        let to = self.ground.neighbour(from, direction);
        let gait = self.gait(piece);
        if !to.is_some() {
            return Err(Illegal::new(
                "BR-MAP-1.1",
                "There is no playable hex that way: the piece would be lost.",
                "Stay on hexes that carry coordinates.",
            ));
        }
        let standing = state.standing();
        let there = self.ground.flags(standing, to);
        if there & flag::RIVER != 0 {
            return Err(Illegal::new("BR-5.5", "A river hex can be entered only at a ford or bridge.", "March to one of those."));
        }
        if gait == Gait::Brigade {
            let whole = |rule, because| Err(Illegal::new(rule, because, "Break it up first, or go another way."));
            if there & flag::BRIDGE != 0 {
                return whole("BR-5.51", "A brigade piece must break up before it enters a bridge hex.");
            }
            if there & flag::FORD != 0 {
                return whole("BR-5.52a", "A brigade piece must break up before it enters a ford.");
            }
            if state.has_abatis(to) {
                return whole("BR-11.53", "A brigade piece must break up before it enters an abatis.");
            }
        }
        Ok(self.fenced_cost(state, gait, from, to, self.ground.cost(standing, gait, from, direction)))
    }

    /// What abatis make of the cost of a step, or [`BARRED`] where the step is not possible.
    #[inline]
    pub(crate) fn fenced_cost(&self, state: &State, gait: Gait, from: HexId, to: HexId, cost: u8) -> u8 {
        if cost == BARRED || !self.ground.may_be_fenced(from) {
            return cost;
        }
        let fences = u8::from(state.has_abatis(from)) + u8::from(state.has_abatis(to));
        if fences == 0 {
            return cost;
        }
        if gait == Gait::Brigade && state.has_abatis(to) {
            return BARRED;
        }
        // BR-5.7, BR-11.52: an abatis cancels roads; BR-11.5, BR-11.51: one more to enter it and one more to leave.
        self.ground.off_road(state.standing(), from, to) + fences * self.tables.movement.penalty
    }

    /// The cost of one step in sixths, or [`BARRED`].
    #[inline]
    pub(crate) fn cost_of(&self, state: &State, gait: Gait, from: HexId, direction: usize) -> u8 {
        let cost = self.ground.cost(state.standing(), gait, from, direction);
        self.fenced_cost(state, gait, from, self.ground.neighbour(from, direction), cost)
    }

    /// Whether a piece may move at all now (BR-5.1, BR-5.2), and where it stands with what spent; entrants stand nowhere yet.
    pub fn may_move(&self, state: &State, by: Side, piece: PieceId) -> Result<(HexId, u8), Illegal> {
        if by != state.side || piece.side() != by {
            return Err(WHOSE);
        }
        if state.phase != Phase::Movement {
            return Err(Illegal::new("BR-2.3", "Pieces move in the Movement phase only.", "Move it in your next Movement phase."));
        }
        if self.counters.kind(piece) == Kind::Dummy {
            return Err(Illegal::new("BR-OPT-2.1", "A dummy does not move.", "Turn it up in a Command phase, or leave it."));
        }
        let Some(hex) = state.hex(piece) else {
            return self.may_enter(state, piece);
        };
        if state.is_frozen(piece) {
            return Err(Illegal::new(
                "BR-4.81",
                "A frozen piece cannot be active.",
                "It can move once it is unfrozen: in the 10:30 AM turn, or when an enemy comes within four hexes.",
            ));
        }
        if state.fought & piece.bit() != 0 {
            return Err(Illegal::new(
                "BR-10.6",
                "A unit that made an automatic victory attack does not move again this turn.",
                "Move others; it moves again in your next turn.",
            ));
        }
        if state.mover == piece {
            if self.controlled(state, by.enemy(), hex) {
                return Err(Illegal::new(
                    "BR-5.81",
                    "The piece entered an enemy zone of control: its move is over.",
                    "Move another piece; attack from there in the Combat phase.",
                ));
            }
            return Ok((hex, state.spent));
        }
        if state.moved & piece.bit() != 0 {
            return Err(match self.came_by_rail(state, piece) {
                true => Illegal::new("BR-13.42", "A piece that came by rail does not move on in that turn.", "It moves in your next turn."),
                false => Illegal::new(
                    "BR-5.2",
                    "This piece has finished its move.",
                    "Move another piece; this one moves again in your next turn.",
                ),
            });
        }
        if state.active & piece.bit() == 0 {
            return Err(Illegal::new(
                "BR-4.1",
                "This piece is inactive: it cannot move this turn.",
                "Bring an active leader within command range: it is active from the next Command phase on.",
            ));
        }
        Ok((hex, 0))
    }

    /// Whether a march is legal, step by step: any path will do, not only the cheapest.
    pub(crate) fn may_march(&self, state: &State, by: Side, piece: PieceId, path: Path) -> Result<(), Illegal> {
        let (start, mut spent) = self.may_move(state, by, piece)?;
        self.must_go_on(state, piece)?;
        let entering = state.hex(piece).is_none();
        let enemy = by.enemy();
        if let Some(line) = self.by_rail(state, piece) {
            return match (path.len(), self.rail_stop(state, piece, line)) {
                (0, Some(_)) => Ok(()),
                (0, None) => Err(STACK),
                _ => {
                    Err(Illegal::new("BR-13.42", "Pieces that come by rail go straight to the junction and stop.", "Choose the junction."))
                }
            };
        }
        if path.is_empty() && !entering {
            return Err(Illegal::new("BR-5.2", "A march goes somewhere.", "Choose another hex."));
        }
        let (mut at, allowance) = (start, self.allowance(state, piece));
        if spent > allowance {
            return Err(SHORT);
        }
        let points = self.counters.defence(piece);
        let mut ford = state.ford;
        // BR-2.6: what lies face down neither stops nor bars anybody, so that no refusal tells what it is. The march pauses
        // long before it gets there, when that is turned up.
        let open = !state.frozen[enemy.index()];
        for (n, direction) in path.indices().enumerate() {
            if n > 0 && self.controllers(state, enemy, at) & open != 0 {
                return Err(Illegal::new(
                    "BR-5.81",
                    "A piece must stop when it enters an enemy zone of control.",
                    "End the march there and attack in the Combat phase, or go round.",
                ));
            }
            let cost = self.step_cost(state, piece, at, direction)?;
            if cost == BARRED || spent + cost > allowance {
                return Err(SHORT);
            }
            let to = self.ground.neighbour(at, direction);
            if self.controllers(state, enemy, at) & self.controllers(state, enemy, to) & open != 0 {
                return Err(match state.units(enemy, to) & open != 0 {
                    true => Illegal::new(
                        "BR-5.82H",
                        "A hex with an enemy unit cannot be entered by movement.",
                        "Stop beside it and attack in the Combat phase.",
                    ),
                    false => Illegal::new(
                        "BR-5.82",
                        "A piece cannot go from a unit's zone of control straight into the same unit's zone.",
                        "Step out of the zone first, or stay.",
                    ),
                });
            }
            if let Some(number) = self.ground.ford(to) {
                if ford[number] + points > self.tables.limits.ford_entry {
                    return Err(Illegal::new(
                        "BR-5.52c",
                        "Only 8 defence points can enter a ford in a player-turn.",
                        "Cross elsewhere, or in your next turn.",
                    ));
                }
                ford[number] += points;
            }
            spent += cost;
            at = to;
        }
        if state.here(enemy, at) & !open == 0 && !self.fits(state, piece, at) {
            return Err(if self.ground.ford(at).is_some() { FORD_STACK } else { STACK });
        }
        Ok(())
    }

    /// A piece that was interrupted in a full hex must go on before anything else (BR-5.4).
    pub(crate) fn must_go_on(&self, state: &State, piece: PieceId) -> Result<(), Illegal> {
        if state.mover != PieceId::NONE && state.mover != piece {
            return self.nobody_overstacked(state);
        }
        Ok(())
    }

    /// Whether the moving piece stands where it may stop.
    pub fn nobody_overstacked(&self, state: &State) -> Result<(), Illegal> {
        match state.hex(state.mover) {
            Some(hex) if state.points(hex) > self.stack_limit(hex) => Err(Illegal::new(
                "BR-5.4",
                "The moving piece stands in a full hex: it must move on first.",
                "March on with that piece first.",
            )),
            _ => Ok(()),
        }
    }

    /// Does a march. A reveal interrupts it (BR-4.84); the piece may then go on another way. Returns whether one did.
    pub fn march(&self, state: &mut State, piece: PieceId, path: Path, sink: &mut impl Sink<Event>) -> bool {
        let side = piece.side();
        if let Some(line) = self.by_rail(state, piece) {
            let hex = self.rail_stop(state, piece, line).expect("checked: there is room on the line");
            state.moved |= piece.bit();
            state.active |= piece.bit();
            state.halt();
            sink.tell(|| Event::Railed { piece, hex });
            // BR-13.41: the train passes through every hex of the line up to there.
            let mut interrupted = false;
            for at in line.iter().copied() {
                state.put(piece, at);
                interrupted |= self.arrived(state, piece, at, sink);
                self.expose(state, sink);
                if at == hex {
                    break;
                }
            }
            return interrupted;
        }
        let (start, spent) = self.may_move(state, side, piece).expect("checked");
        let entered = state.hex(piece).is_none();
        state.mover = piece;
        state.spent = spent;
        state.moved |= piece.bit();
        let mut interrupted = false;
        let mut way = Path::EMPTY;
        if entered {
            // BR-4.7, BR-13.13: active in the turn of entry. BR-13.2: one by one, batteries on their mobile piece.
            state.active |= piece.bit();
            state.put(piece, start);
            interrupted = self.arrived(state, piece, start, sink);
            self.expose(state, sink);
        }
        let (mut at, mut left) = (start, start);
        for (n, direction) in path.indices().enumerate() {
            if interrupted {
                break;
            }
            let cost = self.cost_of(state, self.gait(piece), at, direction);
            let to = self.ground.neighbour(at, direction);
            at = to;
            if let Some(number) = self.ground.ford(to) {
                state.ford[number] += self.counters.defence(piece);
            }
            state.spent += cost;
            way = way.then_index(direction);
            // Where nobody is about, nothing happens as it passes.
            if n + 1 < path.len() && !state.unseen(side.enemy()).has(to) && self.deserted(state, side.enemy(), to) {
                continue;
            }
            state.put(piece, to);
            interrupted = self.arrived(state, piece, to, sink);
            if interrupted {
                self.expose(state, sink);
            } else {
                self.expose_near(state, piece, left, to, sink);
            }
            left = to;
            if state.hex(piece).is_none() {
                break;
            }
        }
        sink.tell(|| Event::Marched { piece, from: start, path: way, entered, interrupted });
        if state.hex(piece).is_none() {
            state.halt();
        }
        interrupted
    }

    /// Whether no piece of a side is in a hex or beside it.
    fn deserted(&self, state: &State, side: Side, hex: HexId) -> bool {
        let none = |h: HexId| state.is_empty(h) || state.here(side, h) == 0;
        !state.zones(side).has(hex) && none(hex) && self.ground.neighbours(hex).all(none)
    }

    /// What follows when a piece comes to a hex, however it came: reveals, and contact with enemies who rest (BR-14.32).
    pub(crate) fn arrived(&self, state: &mut State, piece: PieceId, hex: HexId, sink: &mut impl Sink<Event>) -> bool {
        if piece.side() != state.side && self.counters.is_unit(piece) {
            let around = self.ground.neighbours(hex).chain([hex]);
            state.touched |= around.fold(0, |set, h| set | state.here(state.side, h));
        }
        self.recon(state, piece.side(), hex, sink)
    }

    /// The marches listed for a piece: the cheapest way to each hex where it can stop. A leader is not led to his death.
    pub fn marches(&self, state: &State, piece: PieceId, hazards: &Hazards, out: &mut Vec<Action>) {
        self.marches_to(state, piece, hazards, |path| {
            out.push(Action::March { piece, path });
            true
        });
    }

    /// Shows the marches of a piece one by one as long as more are wanted. Returns whether there was any.
    fn marches_to(&self, state: &State, piece: PieceId, hazards: &Hazards, mut more: impl FnMut(Path) -> bool) -> bool {
        let Ok((start, spent)) = self.may_move(state, piece.side(), piece) else { return false };
        if self.must_go_on(state, piece).is_err() {
            return false;
        }
        let entering = state.hex(piece).is_none();
        let mut any = false;
        if entering {
            if let Some(line) = self.by_rail(state, piece) {
                let stops = self.rail_stop(state, piece, line).is_some();
                if stops {
                    more(Path::EMPTY);
                }
                return stops;
            }
            if spent <= self.allowance(state, piece) && self.fits(state, piece, start) {
                any = true;
                if !more(Path::EMPTY) {
                    return true;
                }
            }
            if hazards.unseen.has(start) {
                return any;
            }
        }
        // Whoever was stopped in a full hex has to get out of it, past whatever may stop it again.
        let blind;
        let hazards = if state.mover == piece && self.nobody_overstacked(state).is_err() {
            blind = Hazards { zones: hazards.zones, unseen: Hexes::new() };
            &blind
        } else {
            hazards
        };
        let leader = self.counters.is_leader(piece);
        self.each_way(state, piece, start, spent, hazards, |hex, path| {
            let stays =
                if leader { !self.would_die(state, piece, hex, hazards) } else { state.is_empty(hex) || self.fits(state, piece, hex) };
            any |= stays;
            !stays || more(path)
        });
        any
    }

    /// A leader without escort in an enemy zone (BR-12.3).
    pub fn would_die(&self, state: &State, piece: PieceId, hex: HexId, hazards: &Hazards) -> bool {
        hazards.zones.has(hex) && self.counters.is_leader(piece) && !state.held(piece.side()).has(hex)
    }

    /// Whether a piece has any march to be listed: a quick look around first.
    pub(crate) fn has_march(&self, state: &State, piece: PieceId, hazards: &Hazards) -> bool {
        let Ok((start, spent)) = self.may_move(state, piece.side(), piece) else { return false };
        if self.must_go_on(state, piece).is_err() {
            return false;
        }
        if state.hex(piece).is_none() {
            return self.marches_to(state, piece, hazards, |_| false);
        }
        self.can_march(state, piece, start, spent, hazards)
    }

    /// What a brigade piece would spend on the cheapest step from a hex to an empty one that nobody controls, or [`BARRED`].
    /// Whoever can spend as much can step there and stop: nobody pays more than a brigade piece, which enters neither fords nor
    /// bridges.
    pub(crate) fn easy_step(&self, state: &State, start: HexId, hazards: &Hazards) -> u8 {
        if hazards.zones.has(start) || self.ground.may_be_fenced(start) {
            return BARRED;
        }
        let costs = &self.ground.costs_of(state.standing())[start.index()][Gait::Brigade as usize];
        let mut least = BARRED;
        for (to, cost) in self.ground.board.grid.neighbours(start).iter().zip(costs) {
            if *cost < least && state.is_empty(*to) && !hazards.zones.has(*to) {
                least = *cost;
                // Nothing is cheaper off the road than clear ground.
                if least <= self.tables.movement.clear {
                    break;
                }
            }
        }
        least
    }

    /// Whether a piece that may move from where it is has any march to be listed.
    pub(crate) fn can_march(&self, state: &State, piece: PieceId, start: HexId, spent: u8, hazards: &Hazards) -> bool {
        match self.look_round(state, piece, start, spent, hazards) {
            Some(can) => can,
            None => self.marches_to(state, piece, hazards, |_| false),
        }
    }

    /// Whether a piece on the map can step to a hex beside it and stop there, or cannot step at all; `None` if it could only
    /// pass.
    fn look_round(&self, state: &State, piece: PieceId, start: HexId, spent: u8, hazards: &Hazards) -> Option<bool> {
        let enemy = piece.side().enemy();
        let (allowance, points, gait) = (self.allowance(state, piece), self.counters.defence(piece), self.gait(piece));
        let held = if hazards.zones.has(start) { self.controllers(state, enemy, start) } else { 0 };
        let costs = &self.ground.costs_of(state.standing())[start.index()][gait as usize];
        let around = self.ground.board.grid.neighbours(start);
        let mut affordable = false;
        for (to, printed) in around.iter().copied().zip(costs.iter().copied()) {
            if printed == BARRED || spent + printed > allowance {
                continue;
            }
            let cost = self.fenced_cost(state, gait, start, to, printed);
            if cost == BARRED || spent + cost > allowance {
                continue;
            }
            affordable = true;
            // The first hex around where it can stop settles it.
            if (held == 0 || held & self.controllers(state, enemy, to) == 0)
                && !self.ford_is_full(state, to, points)
                && (state.is_empty(to) || self.fits(state, piece, to))
                && !self.would_die(state, piece, to, hazards)
            {
                return Some(true);
            }
        }
        if affordable { None } else { Some(false) }
    }

    /// The pieces that may begin to move: the one on the march has begun.
    fn ready(&self, state: &State) -> Set {
        let i = state.side.index();
        let begun = if state.mover == PieceId::NONE { 0 } else { state.mover.bit() };
        state.active & !(begun | state.moved | state.fought | state.frozen[i] | self.counters.dummies[i])
    }

    /// Those of them in a hex.
    pub(crate) fn stack_movers(&self, state: &State, hex: HexId) -> Set {
        state.here(state.side, hex) & self.ready(state)
    }

    /// Whether pieces of one hex may all go that way: each by itself (BR-5.2), and all within stacking and ford limits.
    pub(crate) fn may_march_together(&self, state: &State, by: Side, set: Set, path: Path) -> Result<(), Illegal> {
        let mut start = None;
        for piece in pieces(by, set) {
            let hex = state.hex(piece);
            if hex.is_none() || start.is_some_and(|h| h != hex) {
                return Err(Illegal::new("BR-5.2", "Only pieces that stand together move together.", "Take pieces of one hex."));
            }
            start = Some(hex);
            if state.moved & piece.bit() != 0 {
                return Err(Illegal::new(
                    "BR-5.2",
                    "One of these pieces has begun or finished its move.",
                    "Leave it out, and march with the others.",
                ));
            }
            self.may_march(state, by, piece, path)?;
        }
        let Some(Some(start)) = start else {
            return Err(Illegal::new("BR-5.2", "A march needs somebody to go.", "Take at least one piece."));
        };
        let points: u8 = pieces(by, set).map(|p| self.counters.defence(p)).sum();
        let mut at = start;
        let mut ford = state.ford;
        for d in path.indices() {
            at = self.ground.neighbour(at, d);
            if let Some(number) = self.ground.ford(at) {
                ford[number] += points;
                if ford[number] > self.tables.limits.ford_entry {
                    return Err(Illegal::new(
                        "BR-5.52c",
                        "Only 8 defence points can enter a ford in a player-turn.",
                        "Take fewer along, or cross elsewhere.",
                    ));
                }
            }
        }
        let face_down = state.here(by.enemy(), at) & state.frozen[by.enemy().index()] != 0;
        if points > 0 && !face_down && state.points(at) + points > self.stack_limit(at) {
            return Err(if self.ground.ford(at).is_some() { FORD_STACK } else { STACK });
        }
        Ok(())
    }

    /// Moves pieces one after the other, so that no leader stands alone where he need not: into an enemy zone a unit goes
    /// first, out of one it goes last. A reveal stops the rest where they are (BR-4.84).
    pub(crate) fn march_together(&self, state: &mut State, side: Side, set: Set, path: Path, sink: &mut impl Sink<Event>) {
        let units = set & self.counters.units[side.index()];
        let leaders = set & !units;
        let end = pieces(side, set).next().and_then(|p| state.hex(p)).map(|h| path.indices().fold(h, |at, d| self.ground.neighbour(at, d)));
        let first = if end.is_some_and(|h| self.controlled(state, side.enemy(), h)) { units & units.wrapping_neg() } else { 0 };
        for part in [first, leaders, units & !first] {
            for piece in pieces(side, part) {
                // BR-12.3: a leader left alone in an enemy zone by those who went first is gone.
                if state.hex(piece).is_some() && self.march(state, piece, path, sink) {
                    return;
                }
            }
        }
    }

    /// Those of the pieces that have not begun to move who have a march to be listed, besides `known`, of whom that is not asked;
    /// and the hexes whose pieces can all take a step together, in the order of their first pieces.
    pub(crate) fn able_to_march(&self, state: &State, known: Set, hazards: &Hazards) -> (Set, Few<HexId, { Counters::MOST_UNITS }>) {
        let mut able = 0;
        let mut stacks = Few::new(HexId::NONE);
        let ready = self.ready(state);
        let mut left = ready;
        while let Some((_, hex)) = state.on_map(state.side, left).next() {
            let movers = state.here(state.side, hex) & ready;
            left &= !movers;
            let step = self.easy_step(state, hex, hazards);
            let easy = step <= self.counters.slowest * POINT;
            // Nobody is slower, but for batteries on their battle piece.
            let sure = if easy { movers & !state.battle_piece[state.side.index()] } else { 0 };
            able |= sure;
            for mover in pieces(state.side, movers & !(known | sure)) {
                if step <= self.allowance(state, mover) || self.can_march(state, mover, hex, 0, hazards) {
                    able |= mover.bit();
                }
            }
            if movers.count_ones() > 1
                && (sure == movers && state.points(hex) <= self.tables.limits.stack || {
                    let column = self.column(state, movers, hex);
                    (0..6).any(|d| self.may_list_together(state, &column, Path::EMPTY.then_index(d), hazards))
                })
            {
                stacks.push(hex);
            }
        }
        (able, stacks)
    }

    /// The pieces of a hex as they march together.
    fn column(&self, state: &State, movers: Set, start: HexId) -> Column {
        let i = state.side.index();
        let mut column = Column {
            start,
            paces: [u8::MAX; 3],
            points: 0,
            units: (movers & self.counters.units[i]).count_ones(),
            leaders: movers & self.counters.leaders[i] != 0,
        };
        for piece in pieces(state.side, movers) {
            let pace = &mut column.paces[self.gait(piece) as usize];
            *pace = (*pace).min(self.allowance(state, piece));
            column.points += self.counters.defence(piece);
        }
        column
    }

    /// Whether a march together is legal, and no leader is led to his death. The way is one step, or one that some piece of
    /// the column can go by itself: only what differs between the pieces is looked at on later steps.
    fn may_list_together(&self, state: &State, column: &Column, path: Path, hazards: &Hazards) -> bool {
        let enemy = state.side.enemy();
        let start = column.start;
        let mut at = start;
        let mut spent = [0u8; 3];
        let mut ford = state.ford;
        for (n, d) in path.indices().enumerate() {
            let to = self.ground.neighbour(at, d);
            for (gait, pace) in Gait::ALL.into_iter().zip(column.paces).filter(|(_, pace)| *pace != u8::MAX) {
                let cost = self.cost_of(state, gait, at, d);
                if cost == BARRED || spent[gait as usize] + cost > pace {
                    return false;
                }
                spent[gait as usize] += cost;
            }
            if n == 0 && hazards.zones.has(start) {
                let open = !state.frozen[enemy.index()];
                if self.controllers(state, enemy, start) & self.controllers(state, enemy, to) & open != 0 {
                    return false;
                }
            }
            if let Some(number) = self.ground.ford(to) {
                ford[number] += column.points;
                if ford[number] > self.tables.limits.ford_entry {
                    return false;
                }
            }
            at = to;
        }
        self.column_may_stop(state, column, at, hazards)
    }

    /// Whether a column can end its march in a hex: there is room, and its leaders are safe.
    fn column_may_stop(&self, state: &State, column: &Column, at: HexId, hazards: &Hazards) -> bool {
        let enemy = state.side.enemy();
        if column.leaders && hazards.zones.has(at) {
            let escorted = column.units > 0 || state.held(state.side).has(at);
            if !escorted || column.units < 2 && hazards.zones.has(column.start) {
                return false;
            }
        }
        if column.points == 0 {
            return true;
        }
        let room = self.stack_limit(at);
        if state.is_empty(at) {
            return column.points <= room;
        }
        state.here(enemy, at) & state.frozen[enemy.index()] != 0 || state.points(at) + column.points <= room
    }

    /// The marches listed for a whole stack: where the slowest can go and the others can follow.
    pub(crate) fn stack_marches(&self, state: &State, hex: HexId, hazards: &Hazards, out: &mut Vec<Action>) {
        let side = state.side;
        let movers = self.stack_movers(state, hex);
        if movers.count_ones() < 2 {
            return;
        }
        let column = self.column(state, movers, hex);
        let slowest = pieces(side, movers).min_by_key(|p| self.allowance(state, *p)).expect("somebody moves");
        let gait = self.gait(slowest);
        // Where the slowest goes, whoever moves like it goes too; a battery has the better of it on every road.
        let alike = Gait::ALL
            .into_iter()
            .zip(column.paces)
            .all(|(other, pace)| pace == u8::MAX || other == gait || gait == Gait::Other && other == Gait::Battery);
        let dry = !self.ground.span(state.standing(), gait, state.factors(slowest).movement, hex).crosses_fords();
        let mut add = |path: Path| out.push(Action::Together { side, pieces: movers, path });
        self.each_way(state, slowest, hex, 0, hazards, |end, path| {
            let easy = alike && dry;
            if easy && self.column_may_stop(state, &column, end, hazards) || !easy && self.may_list_together(state, &column, path, hazards)
            {
                add(path);
            } else if let Some(d) = self.ground.board.grid.direction(hex, end) {
                let step = Path::step(d);
                if self.may_list_together(state, &column, step, hazards) {
                    add(step);
                }
            }
            true
        });
    }
}

/// Pieces that march together: what the slowest of each gait can spend, and what they weigh.
struct Column {
    start: HexId,
    paces: [u8; 3],
    points: u8,
    units: u32,
    leaders: bool,
}

//! Movement (BR-5) and reinforcements (BR-13): one piece at a time, hex by hex, in sixths of a movement point.

use crate::BullRun;
use crate::action::{Action, Event, Loss, Path};
use crate::counters::{Kind, PieceId, pieces};
use crate::ground::{BARRED, Gait, HEXES, Hexes, flag};
use crate::state::{Phase, Spot, State};
use crate::tables::POINT;
use board::HexId;
use contact::clusters::Set;
use engine::{Illegal, Side, Sink};

/// What is in the way of a mover: where it must stop, and why.
#[derive(Clone)]
pub struct Hazards {
    /// Enemy zones (BR-5.81).
    pub zones: Hexes,
    /// Hexes within recon range of face-down enemies (BR-4.84).
    pub unseen: Hexes,
}

/// Where a piece can get: the cheapest cost of each hex in sixths, and how.
pub struct Reach {
    cost: [u8; HEXES],
    came: [u8; HEXES],
    found: [HexId; HEXES],
    seen: Hexes,
    count: usize,
    start: HexId,
}

impl Reach {
    /// The hexes reached, nearest first, the start not among them.
    pub fn hexes(&self) -> &[HexId] {
        &self.found[..self.count]
    }

    /// The cheapest way there.
    pub fn path(&self, game: &BullRun, to: HexId) -> Path {
        let mut steps = [0u8; Path::MOST];
        let (mut n, mut at) = (0, to);
        while at != self.start && n < Path::MOST {
            let d = self.came[at.index()];
            steps[n] = d;
            n += 1;
            at = game.ground.neighbour(at, usize::from((d + 3) % 6));
        }
        steps[..n].iter().rev().fold(Path::EMPTY, |path, d| path.then(usize::from(*d)))
    }
}

/// A bucket of hexes for each sixth: no step costs less than two of them and no piece has more than thirty-six.
struct Buckets {
    first: [u16; Buckets::COSTS],
    hexes: [(u16, u16); Buckets::ENTRIES],
    used: u16,
}

impl Buckets {
    const COSTS: usize = 48;
    /// Each hex comes in at most once from each of its neighbours, and no piece reaches five hundred hexes.
    const ENTRIES: usize = 3072;
    const NONE: u16 = u16::MAX;

    fn new() -> Buckets {
        Buckets { first: [Buckets::NONE; Buckets::COSTS], hexes: [(0, 0); Buckets::ENTRIES], used: 0 }
    }

    #[inline]
    fn push(&mut self, cost: u8, hex: HexId) {
        if let (Some(first), Some(entry)) = (self.first.get_mut(usize::from(cost)), self.hexes.get_mut(usize::from(self.used))) {
            *entry = (hex.0, *first);
            *first = self.used;
            self.used += 1;
        }
    }

    #[inline]
    fn pop(&mut self, cost: u8) -> Option<HexId> {
        let first = self.first.get_mut(usize::from(cost))?;
        let (hex, next) = *self.hexes.get(usize::from(*first))?;
        *first = next;
        Some(HexId(hex))
    }
}

const WHOSE: Illegal = Illegal::new("BR-5.1", "Only pieces of the side whose turn it is can move.");
const STACK: Illegal = Illegal::new("BR-5.4", "A hex holds 12 defence points; a piece may pass through more but not stop there.");
const FORD_STACK: Illegal = Illegal::new("BR-5.52b", "A ford holds 8 defence points; a piece may pass through more but not stop there.");

impl BullRun {
    /// How a piece moves; both pieces of a battery alike (BR-9.11).
    pub fn gait(&self, piece: PieceId) -> Gait {
        match self.roster.kind(piece) {
            Kind::Battery => Gait::Battery,
            Kind::Formed => Gait::Brigade,
            _ => Gait::Other,
        }
    }

    /// What a piece may spend in a turn, in sixths (BR-5.3); nothing is saved from turn to turn (BR-5.33).
    pub fn allowance(&self, s: &State, piece: PieceId) -> u8 {
        s.factors(piece).movement * POINT
    }

    pub(crate) fn hazards(&self, s: &State, side: Side) -> Hazards {
        Hazards { zones: self.zones(s, side.enemy()), unseen: self.unseen(s, side) }
    }

    /// The hexes within recon range of face-down enemies.
    pub fn unseen(&self, s: &State, side: Side) -> Hexes {
        let enemy = side.enemy();
        let mut unseen = Hexes::new();
        let mut last = HexId::NONE;
        for (_, hex) in s.on_map(enemy, s.frozen[enemy.index()]) {
            if hex != last {
                self.ground.recon(hex).iter().for_each(|h| unseen.add(*h));
                last = hex;
            }
        }
        unseen
    }

    /// The hexes within recon range of some others.
    pub fn around(&self, hexes: &[HexId]) -> Hexes {
        let mut around = Hexes::new();
        let mut last = HexId::NONE;
        for hex in hexes.iter().copied().filter(|h| std::mem::replace(&mut last, *h) != *h) {
            self.ground.recon(hex).iter().for_each(|h| around.add(*h));
        }
        around
    }

    /// The cost of one step in sixths, if terrain allows it (BR-5.31).
    pub(crate) fn step_cost(&self, s: &State, piece: PieceId, from: HexId, direction: usize) -> Result<u8, Illegal> {
        let to = self.ground.neighbour(from, direction);
        let gait = self.gait(piece);
        if !to.is_some() {
            return Err(Illegal::new("BR-MAP-1.1", "There is no playable hex that way: the piece would be lost."));
        }
        let standing = s.standing();
        let there = self.ground.flags(standing, to);
        if there & flag::RIVER != 0 {
            return Err(Illegal::new("BR-5.5", "A river hex can be entered only at a ford or bridge."));
        }
        if gait == Gait::Brigade {
            if there & flag::BRIDGE != 0 {
                return Err(Illegal::new("BR-5.51", "A brigade piece must break up before it enters a bridge hex."));
            }
            if there & flag::FORD != 0 {
                return Err(Illegal::new("BR-5.52a", "A brigade piece must break up before it enters a ford."));
            }
            if s.has_abatis(to) {
                return Err(Illegal::new("BR-11.53", "A brigade piece must break up before it enters an abatis."));
            }
        }
        let fences = u8::from(s.has_abatis(from)) + u8::from(s.has_abatis(to));
        if fences == 0 {
            return Ok(self.ground.cost(standing, gait, from, direction));
        }
        // BR-5.7, BR-11.52: an abatis cancels roads; BR-11.5, BR-11.51: one more to enter it and one more to leave.
        Ok(self.ground.off_road(standing, from, to) + fences * self.tables.movement.penalty)
    }

    /// Whether a piece may move at all now (BR-5.1, BR-5.2), and where it stands with what spent; entrants stand nowhere yet.
    pub fn may_move(&self, s: &State, by: Side, piece: PieceId) -> Result<(HexId, u8), Illegal> {
        if by != s.side || piece.side() != by {
            return Err(WHOSE);
        }
        if s.phase != Phase::Movement {
            return Err(Illegal::new("BR-2.3", "Pieces move in the Movement phase only."));
        }
        if self.roster.kind(piece) == Kind::Dummy {
            return Err(Illegal::new("BR-OPT-2.1", "A dummy does not move."));
        }
        let Some(hex) = s.hex(piece) else {
            return self.may_enter(s, piece);
        };
        if s.is_frozen(piece) {
            return Err(Illegal::new("BR-4.81", "A frozen piece cannot be active."));
        }
        if s.fought & piece.bit() != 0 {
            return Err(Illegal::new("BR-10.6", "A unit that made an automatic victory attack does not move again this turn."));
        }
        if s.mover == piece {
            if self.controlled(s, by.enemy(), hex) {
                return Err(Illegal::new("BR-5.81", "The piece entered an enemy zone of control: its move is over."));
            }
            return Ok((hex, s.spent));
        }
        if s.moved & piece.bit() != 0 {
            return Err(match self.came_by_rail(s, piece) {
                true => Illegal::new("BR-13.42", "A piece that came by rail does not move on in that turn."),
                false => Illegal::new("BR-5.2", "This piece has finished its move."),
            });
        }
        if s.active & piece.bit() == 0 {
            return Err(Illegal::new("BR-4.1", "This piece is inactive: it cannot move this turn."));
        }
        Ok((hex, 0))
    }

    /// Whether the group of a piece arrives by rail in this very turn.
    fn came_by_rail(&self, s: &State, piece: PieceId) -> bool {
        self.group_of(piece).is_some_and(|g| !self.scenario.groups[g].railroad.is_empty() && self.arrival(s, g) == s.turn)
    }

    pub(crate) fn group_of(&self, piece: PieceId) -> Option<usize> {
        self.scenario.groups.iter().position(|g| g.side == piece.side() && g.pieces & piece.bit() != 0)
    }

    /// The turn in which a group arrives; 0 while that is uncertain (BR-13.1, BR-OPT-1).
    pub(crate) fn arrival(&self, s: &State, group: usize) -> u8 {
        let g = &self.scenario.groups[group];
        if g.rolled && self.options.uncertain_times { s.called[group] } else { g.turn }
    }

    /// Whether a reinforcement may come now: its entry hex and the sixths spent to enter it.
    fn may_enter(&self, s: &State, piece: PieceId) -> Result<(HexId, u8), Illegal> {
        if s.at[piece.index()] != Spot::DUE {
            return Err(Illegal::new("BR-5.1", "This piece is not on the map."));
        }
        let group = self.group_of(piece).expect("only reinforcements are due");
        let arrival = self.arrival(s, group);
        if arrival == 0 || arrival > s.turn {
            return Err(Illegal::new("BR-13.1", "These reinforcements are not due yet."));
        }
        let g = &self.scenario.groups[group];
        if self.controlled(s, piece.side().enemy(), g.hex) {
            return Err(Illegal::new("BR-13.11", "The entry hex is in an enemy zone of control: the reinforcements wait."));
        }
        // BR-13.3: the road rate for the entry hex.
        let table = &self.tables.movement;
        let battery = self.roster.kind(piece) == Kind::Battery;
        let major = self.ground.board.road_class("major");
        let rate = if self.ground.board.road_exits(g.hex).any(|(class, _)| Some(class) == major) { &table.major } else { &table.minor };
        Ok((g.hex, if battery { rate.battery } else { rate.other }))
    }

    /// Whether a piece is to come by rail: on schedule only (BR-13.4).
    pub fn by_rail(&self, s: &State, piece: PieceId) -> Option<&[HexId]> {
        let group = self.group_of(piece)?;
        let line = &self.scenario.groups[group].railroad;
        (s.at[piece.index()] == Spot::DUE && !line.is_empty() && self.arrival(s, group) == s.turn).then_some(line)
    }

    /// Where a piece on the train gets off: the junction, or the last hex before a Union zone (BR-13.41), or before a hex
    /// without room.
    fn rail_stop(&self, s: &State, piece: PieceId, line: &[HexId]) -> Option<HexId> {
        let open = line.iter().take_while(|h| !self.controlled(s, piece.side().enemy(), **h)).count();
        line[..open].iter().rev().copied().find(|h| self.fits(s, piece, *h))
    }

    /// Whether a march is legal, step by step: any path will do, not only the cheapest.
    pub(crate) fn may_march(&self, s: &State, by: Side, piece: PieceId, path: Path) -> Result<(), Illegal> {
        let (start, mut spent) = self.may_move(s, by, piece)?;
        self.must_go_on(s, piece)?;
        let entering = s.hex(piece).is_none();
        let enemy = by.enemy();
        if let Some(line) = self.by_rail(s, piece) {
            return match (path.len(), self.rail_stop(s, piece, line)) {
                (0, Some(_)) => Ok(()),
                (0, None) => Err(STACK),
                _ => Err(Illegal::new("BR-13.42", "Pieces that come by rail go straight to the junction and stop.")),
            };
        }
        if path.len() == 0 && !entering {
            return Err(Illegal::new("BR-5.2", "A march goes somewhere."));
        }
        let (mut at, allowance) = (start, self.allowance(s, piece));
        if spent > allowance {
            return Err(Illegal::new("BR-5.3", "The piece has not enough movement points."));
        }
        let points = self.roster.defence(piece);
        let mut ford = s.ford;
        // BR-2.6: what lies face down neither stops nor bars anybody, so that no refusal tells what it is. The march pauses
        // long before it gets there, when that is turned up.
        let open = !s.frozen[enemy.index()];
        for (n, direction) in path.steps().enumerate() {
            if n > 0 && self.controllers(s, enemy, at) & open != 0 {
                return Err(Illegal::new("BR-5.81", "A piece must stop when it enters an enemy zone of control."));
            }
            let cost = self.step_cost(s, piece, at, direction)?;
            if cost == BARRED || spent + cost > allowance {
                return Err(Illegal::new("BR-5.3", "The piece has not enough movement points."));
            }
            let to = self.ground.neighbour(at, direction);
            if self.controllers(s, enemy, at) & self.controllers(s, enemy, to) & open != 0 {
                return Err(match s.units(enemy, to) & open != 0 {
                    true => Illegal::new("BR-5.82H", "A hex with an enemy unit cannot be entered by movement."),
                    false => Illegal::new("BR-5.82", "A piece cannot go from a unit's zone of control straight into the same unit's zone."),
                });
            }
            if let Some(number) = self.ground.ford(to) {
                if ford[number] + points > self.tables.limits.ford_entry {
                    return Err(Illegal::new("BR-5.52c", "Only 8 defence points can enter a ford in a player-turn."));
                }
                ford[number] += points;
            }
            spent += cost;
            at = to;
        }
        if s.here(enemy, at) & !open == 0 && !self.fits(s, piece, at) {
            return Err(if self.ground.ford(at).is_some() { FORD_STACK } else { STACK });
        }
        Ok(())
    }

    /// A piece that was interrupted in a full hex must go on before anything else (BR-5.4).
    pub(crate) fn must_go_on(&self, s: &State, piece: PieceId) -> Result<(), Illegal> {
        if s.mover != PieceId::NONE && s.mover != piece {
            return self.nobody_overstacked(s);
        }
        Ok(())
    }

    /// Whether the moving piece stands where it may stop.
    pub fn nobody_overstacked(&self, s: &State) -> Result<(), Illegal> {
        match s.hex(s.mover) {
            Some(hex) if s.points(hex) > self.stack_limit(hex) => {
                Err(Illegal::new("BR-5.4", "The moving piece stands in a full hex: it must move on first."))
            }
            _ => Ok(()),
        }
    }

    /// Does a march. A reveal interrupts it (BR-4.84); the piece may then go on another way. Answers whether one did.
    pub fn march(&self, s: &mut State, piece: PieceId, path: Path, sink: &mut impl Sink<Event>) -> bool {
        let side = piece.side();
        if let Some(line) = self.by_rail(s, piece) {
            let hex = self.rail_stop(s, piece, line).expect("checked: there is room on the line");
            s.moved |= piece.bit();
            s.active |= piece.bit();
            s.halt();
            sink.tell(|| Event::Railed { piece, hex });
            // BR-13.41: the train passes through every hex of the line up to there.
            let mut interrupted = false;
            for at in line.iter().copied() {
                s.put(piece, at);
                interrupted |= self.arrived(s, piece, at, sink);
                self.expose(s, sink);
                if at == hex {
                    break;
                }
            }
            return interrupted;
        }
        let (start, spent) = self.may_move(s, side, piece).expect("checked");
        let entered = s.hex(piece).is_none();
        s.mover = piece;
        s.spent = spent;
        s.moved |= piece.bit();
        let mut interrupted = false;
        let mut way = Path::EMPTY;
        if entered {
            // BR-4.7, BR-13.13: active in the turn of entry. BR-13.2: one by one, batteries on their mobile piece.
            s.active |= piece.bit();
            s.put(piece, start);
            interrupted = self.arrived(s, piece, start, sink);
            self.expose(s, sink);
        }
        for direction in path.steps() {
            if interrupted {
                break;
            }
            let from = s.hex(piece).expect("the piece is on the map");
            let cost = self.step_cost(s, piece, from, direction).expect("checked");
            let to = self.ground.neighbour(from, direction);
            if let Some(number) = self.ground.ford(to) {
                s.ford[number] += self.roster.defence(piece);
            }
            s.spent += cost;
            s.put(piece, to);
            way = way.then(direction);
            interrupted = self.arrived(s, piece, to, sink);
            self.expose(s, sink);
            if s.hex(piece).is_none() {
                break;
            }
        }
        sink.tell(|| Event::Marched { piece, from: start, path: way, entered, interrupted });
        if s.hex(piece).is_none() {
            s.halt();
        }
        interrupted
    }

    /// What follows when a piece comes to a hex, however it came: reveals, and contact with enemies who rest (BR-14.32).
    pub(crate) fn arrived(&self, s: &mut State, piece: PieceId, hex: HexId, sink: &mut impl Sink<Event>) -> bool {
        if piece.side() != s.side && self.roster.is_unit(piece) {
            let around = self.ground.neighbours(hex).chain([hex]);
            s.touched |= around.fold(0, |set, h| set | s.here(s.side, h));
        }
        self.recon(s, piece.side(), hex, sink)
    }

    /// Where a piece can get from a hex with so much spent. Stops are not judged here.
    pub fn reach(&self, s: &State, piece: PieceId, start: HexId, spent: u8, hazards: &Hazards) -> Reach {
        const FAR: u8 = u8::MAX;
        let side = piece.side();
        let allowance = self.allowance(s, piece);
        let points = self.roster.defence(piece);
        let (standing, gait) = (s.standing(), self.gait(piece));
        let mut reach = Reach { cost: [FAR; HEXES], came: [0; HEXES], found: [HexId::NONE; HEXES], seen: Hexes::new(), count: 0, start };
        reach.cost[start.index()] = spent;
        let held = if hazards.zones.has(start) { self.controllers(s, side.enemy(), start) } else { 0 };
        let fences = s.abatis.iter().any(|h| h.is_some());
        let mut queue = Buckets::new();
        queue.push(spent, start);
        for cost in spent..=allowance {
            while let Some(from) = queue.pop(cost) {
                if reach.cost[from.index()] != cost {
                    continue;
                }
                if from != start {
                    if reach.seen.has(from) {
                        continue;
                    }
                    reach.seen.add(from);
                    reach.found[reach.count] = from;
                    reach.count += 1;
                    if hazards.zones.has(from) || hazards.unseen.has(from) {
                        continue;
                    }
                }
                for d in 0..6 {
                    let to = self.ground.neighbour(from, d);
                    if !to.is_some() {
                        continue;
                    }
                    let step = if fences && (s.has_abatis(from) || s.has_abatis(to)) {
                        self.step_cost(s, piece, from, d).unwrap_or(BARRED)
                    } else {
                        self.ground.cost(standing, gait, from, d)
                    };
                    if step == BARRED || cost + step > allowance || reach.cost[to.index()] <= cost + step {
                        continue;
                    }
                    if from == start && held != 0 && held & self.controllers(s, side.enemy(), to) != 0 {
                        continue;
                    }
                    if points > 0
                        && let Some(number) = self.ground.ford(to)
                        && s.ford[number] + points > self.tables.limits.ford_entry
                    {
                        continue;
                    }
                    reach.cost[to.index()] = cost + step;
                    reach.came[to.index()] = d as u8;
                    queue.push(cost + step, to);
                }
            }
        }
        reach
    }

    /// The marches listed for a piece: the cheapest way to each hex where it can stop. A leader is not led to his death.
    pub fn marches(&self, s: &State, piece: PieceId, hazards: &Hazards, out: &mut Vec<Action>) {
        let side = piece.side();
        let Ok((start, spent)) = self.may_move(s, side, piece) else { return };
        if self.must_go_on(s, piece).is_err() {
            return;
        }
        if let Some(line) = self.by_rail(s, piece) {
            if self.rail_stop(s, piece, line).is_some() {
                out.push(Action::March { piece, path: Path::EMPTY });
            }
            return;
        }
        if s.hex(piece).is_none() && spent <= self.allowance(s, piece) && self.fits(s, piece, start) {
            out.push(Action::March { piece, path: Path::EMPTY });
        }
        if s.hex(piece).is_none() && hazards.unseen.has(start) {
            return;
        }
        // Whoever was stopped in a full hex has to get out of it, past whatever may stop it again.
        let blind;
        let hazards = if s.mover == piece && self.nobody_overstacked(s).is_err() {
            blind = Hazards { zones: hazards.zones, unseen: Hexes::new() };
            &blind
        } else {
            hazards
        };
        let reach = self.reach(s, piece, start, spent, hazards);
        for hex in reach.hexes() {
            if self.fits(s, piece, *hex) && !self.would_die(s, piece, *hex, hazards) {
                out.push(Action::March { piece, path: reach.path(self, *hex) });
            }
        }
    }

    /// A leader without escort in an enemy zone (BR-12.3).
    pub fn would_die(&self, s: &State, piece: PieceId, hex: HexId, hazards: &Hazards) -> bool {
        self.roster.is_leader(piece) && hazards.zones.has(hex) && s.units(piece.side(), hex) == 0
    }

    /// Whether a piece has any march to be listed: a quick look around first.
    pub(crate) fn has_march(&self, s: &State, piece: PieceId, hazards: &Hazards) -> bool {
        let Ok((start, spent)) = self.may_move(s, piece.side(), piece) else { return false };
        if self.must_go_on(s, piece).is_err() {
            return false;
        }
        if s.hex(piece).is_some() {
            let enemy = piece.side().enemy();
            let (allowance, points) = (self.allowance(s, piece), self.roster.defence(piece));
            let held = if hazards.zones.has(start) { self.controllers(s, enemy, start) } else { 0 };
            let mut affordable = false;
            for d in 0..6 {
                let to = self.ground.neighbour(start, d);
                if !to.is_some() || !self.step_cost(s, piece, start, d).is_ok_and(|c| c != BARRED && spent + c <= allowance) {
                    continue;
                }
                affordable = true;
                // The first hex around where it can stop settles it.
                if (held == 0 || held & self.controllers(s, enemy, to) == 0)
                    && self.ground.ford(to).is_none_or(|n| s.ford[n] + points <= self.tables.limits.ford_entry)
                    && self.fits(s, piece, to)
                    && !self.would_die(s, piece, to, hazards)
                {
                    return true;
                }
            }
            if !affordable {
                return false;
            }
        }
        let mut any = Vec::new();
        self.marches(s, piece, hazards, &mut any);
        !any.is_empty()
    }

    /// The pieces of a hex that may begin to move.
    pub(crate) fn stack_movers(&self, s: &State, hex: HexId) -> Set {
        s.here(s.side, hex) & s.active & !s.moved & !s.fought & !s.frozen[s.side.index()] & !self.roster.dummies[s.side.index()]
    }

    /// Whether pieces of one hex may all go that way: each by itself (BR-5.2), and all within stacking and ford limits.
    pub(crate) fn may_march_together(&self, s: &State, by: Side, set: Set, path: Path) -> Result<(), Illegal> {
        let mut start = None;
        for piece in pieces(by, set) {
            let hex = s.hex(piece);
            if hex.is_none() || start.is_some_and(|h| h != hex) {
                return Err(Illegal::new("BR-5.2", "Only pieces that stand together move together."));
            }
            start = Some(hex);
            if s.moved & piece.bit() != 0 {
                return Err(Illegal::new("BR-5.2", "One of these pieces has begun or finished its move."));
            }
            self.may_march(s, by, piece, path)?;
        }
        let Some(Some(start)) = start else {
            return Err(Illegal::new("BR-5.2", "A march needs somebody to go."));
        };
        let points: u8 = pieces(by, set).map(|p| self.roster.defence(p)).sum();
        let mut at = start;
        let mut ford = s.ford;
        for d in path.steps() {
            at = self.ground.neighbour(at, d);
            if let Some(number) = self.ground.ford(at) {
                ford[number] += points;
                if ford[number] > self.tables.limits.ford_entry {
                    return Err(Illegal::new("BR-5.52c", "Only 8 defence points can enter a ford in a player-turn."));
                }
            }
        }
        let face_down = s.here(by.enemy(), at) & s.frozen[by.enemy().index()] != 0;
        if points > 0 && !face_down && s.points(at) + points > self.stack_limit(at) {
            return Err(if self.ground.ford(at).is_some() { FORD_STACK } else { STACK });
        }
        Ok(())
    }

    /// Moves pieces one after the other, so that no leader stands alone where he need not: into an enemy zone a unit goes
    /// first, out of one it goes last. A reveal stops the rest where they are (BR-4.84).
    pub(crate) fn march_together(&self, s: &mut State, side: Side, set: Set, path: Path, sink: &mut impl Sink<Event>) {
        let units = set & self.roster.units[side.index()];
        let leaders = set & !units;
        let end = pieces(side, set).next().and_then(|p| s.hex(p)).map(|h| path.steps().fold(h, |at, d| self.ground.neighbour(at, d)));
        let first = if end.is_some_and(|h| self.controlled(s, side.enemy(), h)) { units & units.wrapping_neg() } else { 0 };
        for part in [first, leaders, units & !first] {
            for piece in pieces(side, part) {
                // BR-12.3: a leader left alone in an enemy zone by those who went first is gone.
                if s.hex(piece).is_some() && self.march(s, piece, path, sink) {
                    return;
                }
            }
        }
    }

    /// The hexes whose pieces can all take a step together.
    pub(crate) fn stacks_to_move(&self, s: &State, hazards: &Hazards) -> Vec<HexId> {
        let mut found = Vec::new();
        let mut seen: Set = 0;
        let ready = s.active & !s.moved & !s.fought;
        for (piece, hex) in s.on_map(s.side, ready) {
            if seen & piece.bit() != 0 {
                continue;
            }
            let movers = self.stack_movers(s, hex);
            seen |= movers | piece.bit();
            if movers.count_ones() > 1 && (0..6).any(|d| self.may_list_together(s, movers, hex, Path::EMPTY.then(d), hazards)) {
                found.push(hex);
            }
        }
        found
    }

    /// Whether a march together is legal, and no leader is led to his death.
    fn may_list_together(&self, s: &State, movers: Set, start: HexId, path: Path, hazards: &Hazards) -> bool {
        let end = path.steps().fold(start, |at, d| if at.is_some() { self.ground.neighbour(at, d) } else { at });
        if !end.is_some() {
            return false;
        }
        let i = s.side.index();
        let units = (movers & self.roster.units[i]).count_ones();
        let leaders = movers & self.roster.leaders[i];
        if leaders != 0 && hazards.zones.has(end) && (units == 0 && s.units(s.side, end) == 0 || units < 2 && hazards.zones.has(start)) {
            return false;
        }
        self.may_march_together(s, s.side, movers, path).is_ok()
    }

    /// The marches listed for a whole stack: where the slowest can go and the others can follow.
    pub(crate) fn stack_marches(&self, s: &State, hex: HexId, hazards: &Hazards, out: &mut Vec<Action>) {
        let side = s.side;
        let movers = self.stack_movers(s, hex);
        if movers.count_ones() < 2 {
            return;
        }
        let slowest = pieces(side, movers).min_by_key(|p| self.allowance(s, *p)).expect("somebody moves");
        let reach = self.reach(s, slowest, hex, 0, hazards);
        for end in reach.hexes() {
            let mut path = reach.path(self, *end);
            if !self.may_list_together(s, movers, hex, path, hazards) {
                let Some(d) = self.ground.board.grid.direction(hex, *end) else { continue };
                path = Path::EMPTY.then(d.index());
                if !self.may_list_together(s, movers, hex, path, hazards) {
                    continue;
                }
            }
            out.push(Action::Together { side, pieces: movers, path });
        }
    }

    /// The reinforcements that could come now (BR-13.12: they may not wait).
    pub fn entrants(&self, s: &State) -> Set {
        let mut set = 0;
        for group in self.scenario.groups.iter().filter(|g| g.side == s.side) {
            for piece in pieces(s.side, group.pieces) {
                if s.at[piece.index()] == Spot::DUE && self.may_move(s, s.side, piece).is_ok() {
                    set |= piece.bit();
                }
            }
        }
        set
    }

    /// BR-13.12: whoever could have come and did not is lost.
    pub(crate) fn lose_laggards(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        let hazards = self.hazards(s, s.side);
        for piece in pieces(s.side, self.entrants(s)) {
            if self.has_march(s, piece, &hazards) {
                s.put(piece, Spot::LOST);
                let hex = self.scenario.groups[self.group_of(piece).expect("due")].hex;
                sink.tell(|| Event::Lost { piece, hex, loss: Loss::Late, to_box: false });
            }
        }
    }
}

//! The greedy player: plans the marches of a phase so that weak enemies are met in strength, and takes the battle with the best
//! expected result. It sees what its side sees and looks no further than the die at hand.
//!
//! It also speaks for both armies while the general imagines the future, so it is made to be quick: ways to the enemy are kept from
//! phase to phase, only units that can do something are looked at, and battles are judged before anybody asks whether they are legal.

use std::cell::RefCell;
use std::sync::Arc;

use board::{Direction, HexId};
use engine::{Actor, Chair, Dice, Player, Rules, Side};

use chancellorsville_1974::Chancellorsville1974;
use chancellorsville_1974::action::{Action, LONGEST, Path, Subject, Targets};
use chancellorsville_1974::counters::{BRIDGES, Kind, LOWEST, Outcome, PIECES, PieceId, Set, each};
use chancellorsville_1974::fog::Sight;
use chancellorsville_1974::ground::{Bank, HEXES, ROAD, WATER};
use chancellorsville_1974::state::{State, Step};

/// The odds beyond which more strength is spent elsewhere.
const ENOUGH: u32 = 6;
/// What the greedy player takes a face-down counter for, in half points.
const UNKNOWN: u32 = 8;
/// What the wait in a river hex is worth in movement points.
const WAIT: u16 = 5;
/// From so many hexes on the enemy is far, and a march simply follows the shortest way.
const FAR: u8 = 4;
/// From so many hexes on he cannot come up in one march.
const SAFE: u8 = 6;

/// How bold a greedy player is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// The odds from which a march to attack is worth it, in halves, Union first.
    pub odds: [u32; 2],
    /// What it costs to rest beside the enemy in woods, city or fort.
    pub contact: i64,
    /// Confederates who do not attack fall back, out of the enemy's reach: an army in being is all that Lee needs.
    pub shy: bool,
}

/// The manners: as ever, bold, cautious, shy.
pub(crate) const MANNERS: [Manner; 4] = [
    Manner { odds: [4, 6], contact: 15, shy: false },
    Manner { odds: [3, 4], contact: 0, shy: false },
    Manner { odds: [6, 8], contact: 40, shy: false },
    Manner { odds: [4, 8], contact: 15, shy: true },
];
/// The one that proposes marches, and the one that proposes retreats.
pub(crate) const BOLD: Manner = MANNERS[1];
pub(crate) const SHY: Manner = MANNERS[3];

/// Looks one decision ahead.
#[derive(Clone, Debug)]
pub struct GreedyPlayer {
    dice: Dice,
    manner: Manner,
    /// The phase for which the orders were made.
    phase: Option<u32>,
    /// The next one last.
    orders: Vec<(PieceId, Path)>,
    /// Pieces that have had their orders in this phase.
    seen: Set,
    fields: Option<Arc<Fields>>,
}

/// What the enemy's positions mean for every hex.
#[derive(Debug)]
pub(crate) struct Fields {
    side: Side,
    /// Enemy hexes and their defence.
    goals: Vec<(HexId, u16)>,
    span: [[HexId; 2]; BRIDGES],
    /// How far it is to the enemy, in movement points, for those who ford and those who swim. For the Union only.
    far: [[u16; HEXES]; 2],
    /// How many hexes it is.
    pub near: [u8; HEXES],
}

/// How many fields are kept.
const KEPT: usize = 64;

thread_local! {
    /// Fields made lately; most phases that are played, or imagined, begin with enemies where they were before.
    static LATELY: RefCell<Vec<Option<Arc<Fields>>>> = RefCell::new(vec![None; KEPT]);
}

impl GreedyPlayer {
    /// A greedy player; the seed breaks ties.
    pub fn new(seed: u64) -> GreedyPlayer {
        GreedyPlayer::in_manner(seed, 0)
    }

    /// One that plays in that manner.
    pub(crate) fn in_manner(seed: u64, manner: u8) -> GreedyPlayer {
        GreedyPlayer {
            dice: Dice::new(seed ^ 0x4752_4545),
            manner: MANNERS[usize::from(manner) % MANNERS.len()],
            phase: None,
            orders: Vec::new(),
            seen: 0,
            fields: None,
        }
    }
}

/// What one side knows, and the rules to judge it by.
pub(crate) struct Eye<'a> {
    pub game: &'a Chancellorsville1974,
    pub sight: &'a Sight,
    pub side: Side,
    pub manner: Manner,
}

/// What is known of the retreats of a piece, two and three hexes: 0 not yet asked, 1 it can, 2 it cannot.
type Retreats = [[u8; 2]; PIECES];

impl Eye<'_> {
    fn state(&self) -> &State {
        &self.sight.state
    }

    /// The defence of a hex, guessed where counters lie face down.
    fn defence(&self, hex: HexId, attackers: Set, fire: bool) -> u32 {
        if self.sight.unknown != 0 {
            let hidden = (self.state().at(hex) & self.sight.unknown).count_ones();
            if hidden > 0 {
                return UNKNOWN * hidden;
            }
        }
        self.game.defence(self.state(), hex, self.side.enemy(), attackers, fire, &mut |_, _, _| {}).0
    }

    /// Points of strength in a set, hidden ones guessed.
    fn worth(&self, set: Set) -> f64 {
        let hidden = (set & self.sight.unknown).count_ones();
        f64::from(2 * self.game.data.total(set & !self.sight.unknown) + UNKNOWN * hidden) / 2.0
    }

    fn enemies(&self, out: &mut Vec<HexId>) {
        out.clear();
        let state = self.state();
        for piece in each(self.game.data.side(self.side.enemy())) {
            let hex = state.hex[piece.index()];
            if hex.is_some() && self.game.fights_at(state, self.side.enemy(), hex) {
                out.push(hex);
            }
        }
        out.sort_unstable();
        out.dedup();
    }

    /// The fields of the phase, made or remembered.
    pub fn fields(&self) -> Arc<Fields> {
        let mut hexes = Vec::with_capacity(64);
        self.enemies(&mut hexes);
        let goals: Vec<(HexId, u16)> = hexes.iter().map(|h| (*h, (self.defence(*h, 0, false) / 2) as u16)).collect();
        let span = self.state().span;
        let key = goals.iter().fold(self.side.index() as u64, |k, (h, d)| {
            (k ^ (u64::from(h.0) << 16 | u64::from(*d))).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        LATELY.with_borrow_mut(|lately| {
            let slot = &mut lately[(key >> 40) as usize % KEPT];
            match slot {
                Some(old) if old.side == self.side && old.span == span && old.goals == goals => old.clone(),
                _ => {
                    let far = match self.side {
                        Side::Union => [false, true].map(|swims| self.far(swims, &goals)),
                        Side::Confederate => [[0; HEXES]; 2],
                    };
                    let fresh = Arc::new(Fields { side: self.side, near: self.near(&hexes), goals, span, far });
                    *slot = Some(fresh.clone());
                    fresh
                }
            }
        })
    }

    /// How many hexes to the nearest enemy.
    fn near(&self, enemies: &[HexId]) -> [u8; HEXES] {
        let mut near = [u8::MAX; HEXES];
        let mut line: Vec<HexId> = Vec::with_capacity(HEXES);
        for hex in enemies {
            near[hex.index()] = 0;
            line.push(*hex);
        }
        let mut i = 0;
        while i < line.len() {
            let at = line[i];
            i += 1;
            for next in self.game.ground.neighbours(at) {
                if near[next.index()] == u8::MAX {
                    near[next.index()] = near[at.index()] + 1;
                    line.push(next);
                }
            }
        }
        near
    }

    /// The way to the enemy from every hex.
    fn far(&self, swims: bool, goals: &[(HexId, u16)]) -> [u16; HEXES] {
        let mut far = [u16::MAX; HEXES];
        // One list for each number of points; no step costs more than WAIT.
        let most = goals.iter().map(|(_, start)| *start).max().unwrap_or(0);
        let mut lists: Vec<Vec<HexId>> = vec![Vec::new(); usize::from(most) + 1 + usize::from(WAIT)];
        for (hex, start) in goals {
            far[hex.index()] = *start;
            lists[usize::from(*start)].push(*hex);
        }
        let mut level = 0;
        while level < lists.len() {
            let mut i = 0;
            while i < lists[level].len() {
                let to = lists[level][i];
                i += 1;
                if usize::from(far[to.index()]) < level {
                    continue;
                }
                for direction in Direction::ALL {
                    let from = self.game.ground.grid().neighbour(to, direction);
                    if !from.is_some() || far[from.index()] <= level as u16 {
                        continue;
                    }
                    let Some(step) = self.step(from, to, direction, swims) else { continue };
                    let total = level as u16 + step;
                    if total < far[from.index()] {
                        far[from.index()] = total;
                        if lists.len() <= usize::from(total) {
                            lists.resize(usize::from(total) + 1, Vec::new());
                        }
                        lists[usize::from(total)].push(from);
                    }
                }
            }
            level += 1;
        }
        far
    }

    /// What a step costs on the way to the enemy; `direction` leads back.
    fn step(&self, from: HexId, to: HexId, direction: Direction, swims: bool) -> Option<u16> {
        let (game, state) = (self.game, self.state());
        if game.ground.is(from, WATER) {
            return None;
        }
        let bridged = |hex: HexId, shore: HexId| state.bridge_at(hex).is_some_and(|b| state.span[b].contains(&shore));
        match (game.ground.river(from), game.ground.river(to)) {
            (false, false) if game.ground.road(from, direction.opposite()) => Some(1),
            (false, false) => Some(u16::from(game.cost(to))),
            (true, true) if swims && game.ground.along_river(from, to) => Some(WAIT),
            (true, true) => None,
            (false, true) if bridged(to, from) => Some(1),
            (false, true) if swims || game.ground.ford[to.index()].contains(&from) => Some(WAIT),
            (true, false) if bridged(from, to) => Some(1),
            (true, false) if swims || game.ground.ford[from.index()].contains(&to) => Some(1),
            _ => None,
        }
    }

    fn swims(&self, piece: PieceId) -> bool {
        matches!(self.game.data.kind[piece.index()], Kind::Cavalry | Kind::Headquarters)
    }

    /// What a battle promises, in points of strength.
    pub fn promise(&self, attackers: Set, targets: &Targets, fire: bool, retreats: &mut Retreats) -> f64 {
        let (game, state) = (self.game, self.state());
        let attack = game.attack(state, attackers, targets, fire, &mut |_, _, _| {});
        let defence: u32 = targets.iter().map(|h| self.defence(h, attackers, fire)).sum();
        let Some(column) = Chancellorsville1974::column(attack, defence) else { return -self.worth(attackers) };
        let foes = targets.iter().fold(0, |set, h| set | state.at(h) & game.data.side(self.side.enemy()));
        let row = &game.data.crt[(column - LOWEST) as usize];
        // Neighbouring faces often bring the same.
        let (mut sum, mut last) = (0.0, None);
        for outcome in row.iter() {
            let value = match last {
                Some((same, value)) if same == *outcome => value,
                _ => self.result(*outcome, attackers, foes, fire, retreats),
            };
            last = Some((*outcome, value));
            sum += value;
        }
        sum / 6.0
    }

    fn result(&self, outcome: Outcome, attackers: Set, foes: Set, fire: bool, retreats: &mut Retreats) -> f64 {
        match outcome {
            Outcome::DefendersOut => self.worth(foes) + 0.5,
            Outcome::DefendersBack(hexes, turns) => self.back(foes, hexes, turns, retreats),
            Outcome::AttackersOut | Outcome::AttackersBack(..) if fire => 0.0,
            Outcome::AttackersOut => -self.worth(attackers),
            Outcome::AttackersBack(hexes, turns) => -self.back(attackers, hexes, turns, retreats),
        }
    }

    /// What is lost, or as good as lost, by a retreat.
    fn back(&self, set: Set, hexes: u8, turns: u8, retreats: &mut Retreats) -> f64 {
        let mut sum = 0.0;
        for piece in each(set) {
            let worth = self.worth(piece.bit()) + 0.5;
            let lost = turns > 0 && self.state().disrupted(piece)
                || self.sight.unknown & piece.bit() == 0 && {
                    let known = &mut retreats[piece.index()][usize::from(hexes > 2)];
                    if *known == 0 {
                        *known = if self.game.can_retreat(self.state(), piece, hexes) { 1 } else { 2 };
                    }
                    *known == 2
                };
            sum += if lost { worth } else { worth * (0.1 + 0.15 * f64::from(turns)) };
        }
        sum
    }

    /// Plans attacks: for each enemy, weakest first, the units that can be brought against it at good odds.
    fn plan(&self, fields: &Fields, orders: &mut Vec<(PieceId, Path)>) {
        let (game, state) = (self.game, self.state());
        if game.night(state) || game.may_move_at_all(state, self.side).is_err() {
            return;
        }
        // Where units can come to stand beside an enemy.
        let mut ends: Vec<(PieceId, Path, HexId)> = Vec::with_capacity(128);
        for piece in each(game.data.side(self.side) & game.data.fights & !state.moved) {
            let from = state.hex[piece.index()];
            // No hex beside an enemy is reached by the road bonus.
            if !from.is_some() || state.disrupted(piece) || fields.near[from.index()] > game.allowance(state, piece) + 1 {
                continue;
            }
            if fields.near[from.index()] == 1 {
                ends.push((piece, Path::at(from), from));
            }
            game.reach(state, &game.group(state, piece.bit()), from, 0, |end, way| {
                if fields.near[end.index()] == 1 {
                    ends.push((piece, way(), end));
                }
            });
        }
        if ends.is_empty() {
            return;
        }
        let mut enemies: Vec<(HexId, u32)> = fields.goals.iter().map(|(h, _)| (*h, self.defence(*h, 0, false).max(1))).collect();
        enemies.sort_by_key(|(h, defence)| (*defence, *h));
        let mut engaged: Set = 0;
        // Where units will stand; their stacks must fit.
        let mut standing: Vec<(HexId, PieceId)> = Vec::new();
        let mut candidates: Vec<(u32, PieceId, usize)> = Vec::new();
        let mut chosen: Vec<usize> = Vec::new();
        for (enemy, defence) in enemies {
            candidates.clear();
            let mut i = 0;
            while i < ends.len() {
                let piece = ends[i].0;
                // Fewest other enemies beside it, then dry ground, then shelter.
                let mut best: Option<((usize, bool, bool, HexId), usize)> = None;
                while i < ends.len() && ends[i].0 == piece {
                    let hex = ends[i].2;
                    if engaged & piece.bit() == 0 && game.ground.adjacent(hex, enemy) {
                        let shelter = game.sheltered(state, hex);
                        let others =
                            || game.ground.neighbours(hex).filter(|n| *n != enemy && game.fights_at(state, self.side.enemy(), *n)).count();
                        let key = (if shelter { 0 } else { others() }, game.ground.river(hex), !shelter, hex);
                        if best.is_none_or(|(top, _)| key < top) {
                            best = Some((key, i));
                        }
                    }
                    i += 1;
                }
                if let Some(((0, wet, ..), at)) = best {
                    let wet = wet && !game.ground.river(enemy);
                    let strength = u32::from(game.data.strength[piece.index()]) * if wet { 1 } else { 2 };
                    candidates.push((strength, piece, at));
                }
            }
            if candidates.is_empty() {
                continue;
            }
            let needed = self.manner.odds[self.side.index()];
            if 2 * candidates.iter().map(|(s, ..)| *s).sum::<u32>() < needed * defence {
                continue;
            }
            candidates.sort_by_key(|(strength, p, _)| (std::cmp::Reverse(*strength), p.0));
            chosen.clear();
            let (mut attack, before) = (0u32, standing.len());
            for (strength, piece, first) in &candidates {
                if attack >= ENOUGH * defence {
                    break;
                }
                let fits = |hex: HexId, standing: &[(HexId, PieceId)]| {
                    let there = standing.iter().filter(|(h, _)| *h == hex).fold(0, |set, (_, p)| set | p.bit());
                    let resting = state.at(hex) & game.data.side(self.side) & !engaged;
                    let all = there | resting | piece.bit();
                    game.stacks(self.side, all).is_ok() && (!game.ground.river(hex) || all == piece.bit())
                };
                let open = |(p, _, h): &(PieceId, Path, HexId)| *p == *piece && game.ground.adjacent(*h, enemy) && !game.ground.river(*h);
                let alternatives = ends.iter().enumerate().filter(|(_, e)| open(e)).map(|(i, _)| i);
                if let Some(at) = std::iter::once(*first).chain(alternatives).find(|i| fits(ends[*i].2, &standing)) {
                    standing.push((ends[at].2, *piece));
                    chosen.push(at);
                    attack += strength;
                }
            }
            if 2 * attack >= needed * defence {
                for at in &chosen {
                    engaged |= ends[*at].0.bit();
                    orders.push((ends[*at].0, ends[*at].1));
                }
            } else {
                standing.truncate(before);
            }
        }
        orders.reverse();
    }

    /// How good it is to end a march there without an attack in mind.
    pub fn rest(&self, piece: PieceId, hex: HexId, fields: &Fields) -> i64 {
        let (game, state) = (self.game, self.state());
        let near = i64::from(fields.near[hex.index()]);
        let kind = game.data.kind[piece.index()];
        let away = || i64::from(game.ground.grid().distance(hex, state.hex[piece.index()]));
        let mut score = match self.side {
            Side::Union => -10 * i64::from(fields.far[usize::from(self.swims(piece))][hex.index()].min(999)),
            Side::Confederate if self.manner.shy => 10 * near.min(i64::from(SAFE)) - 2 * away(),
            // The Confederates hold what they have, near the enemy's way.
            Side::Confederate => {
                let stay = if game.ground.bank[hex.index()] == Bank::South { 6 } else { 2 };
                -stay * away()
            }
        };
        let shelter = game.sheltered(state, hex);
        if near == 1 {
            score -= if shelter { self.manner.contact } else { 400 };
        } else if kind.is_gun() && near == 2 && fields.goals.iter().any(|(e, _)| game.in_range(hex, *e).is_ok()) {
            score += 25;
        }
        if kind == Kind::Headquarters && near < 10 {
            score -= (10 - near) * 30;
        }
        if shelter {
            score += 4;
        }
        if self.side == Side::Confederate && game.ground.river(hex) {
            score -= 60;
        }
        score
    }

    /// Whether a piece without orders could better itself by marching.
    fn restless(&self, piece: PieceId, fields: &Fields) -> bool {
        let (game, state) = (self.game, self.state());
        let hex = state.hex[piece.index()];
        if self.side == Side::Union || !hex.is_some() {
            return true;
        }
        let (near, kind) = (fields.near[hex.index()], game.data.kind[piece.index()]);
        near == 1
            || near < SAFE && self.manner.shy
            || game.ground.river(hex)
            || kind.is_gun() && near <= game.allowance(state, piece) + 2
            || kind == Kind::Headquarters && near < 10
    }

    /// The shortest way to the enemy, as far as it goes in one march.
    fn follow(&self, piece: PieceId, fields: &Fields) -> Option<Path> {
        let (game, state) = (self.game, self.state());
        let from = state.hex[piece.index()];
        let far = &fields.far[usize::from(self.swims(piece))];
        if far[from.index()] == u16::MAX || state.disrupted(piece) {
            return None;
        }
        let allowance = usize::from(game.allowance(state, piece));
        let road = game.ground.is(from, ROAD) && game.bonus_allowed(state, self.side);
        let (mut path, mut at) = (Path::at(from), from);
        while path.len() < (if road { 2 * allowance } else { allowance }).min(LONGEST - 1) {
            let mut best: Option<(u16, bool, Direction, HexId)> = None;
            for direction in Direction::ALL {
                let to = game.ground.grid().neighbour(at, direction);
                if to.is_some() && far[to.index()] < far[at.index()] {
                    let off_road = !game.ground.road(at, direction);
                    if best.is_none_or(|(f, r, ..)| (far[to.index()], off_road) < (f, r)) {
                        best = Some((far[to.index()], off_road, direction, to));
                    }
                }
            }
            let Some((_, _, direction, to)) = best else { break };
            if fields.near[to.index()] < 2 || game.ground.river(to) && !game.ground.river(at) && state.at(to) & !game.data.equipment() != 0
            {
                break;
            }
            path = path.then(direction);
            at = to;
        }
        // The longest part that can be marched.
        let group = game.group(state, piece.bit());
        let mut len = path.len();
        while len > 0 {
            let part = path.directions().take(len).fold(Path::at(from), Path::then);
            if game.walk(state, &group, part, 0).is_ok() {
                return Some(part);
            }
            len -= 1;
        }
        None
    }
}

impl GreedyPlayer {
    fn best<T: Copy>(&mut self, items: &[T], mut value: impl FnMut(T) -> f64) -> Option<(f64, T)> {
        let mut best: Option<(f64, T)> = None;
        for item in items {
            // A hair of chance, so that equal things are not always taken in the same order.
            let score = value(*item) + self.dice.below(1000) as f64 * 1e-6;
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, *item));
            }
        }
        best
    }

    fn prepare(&mut self, eye: &Eye<'_>) -> Arc<Fields> {
        let phase = eye.game.phase(eye.state());
        match &self.fields {
            Some(fields) if self.phase == Some(phase) => fields.clone(),
            _ => {
                let fields = eye.fields();
                self.phase = Some(phase);
                self.orders.clear();
                self.seen = 0;
                eye.plan(&fields, &mut self.orders);
                self.fields = Some(fields.clone());
                fields
            }
        }
    }

    fn movement(&mut self, chair: &Chair<'_, Chancellorsville1974>, eye: &Eye<'_>) -> Action {
        let fields = self.prepare(eye);
        let (game, state) = (eye.game, eye.state());
        while let Some((piece, path)) = self.orders.pop() {
            self.seen |= piece.bit();
            if path.is_empty() || state.moved & piece.bit() != 0 {
                continue;
            }
            let march = Action::March(piece.bit(), path);
            if chair.check(march).is_ok() {
                return march;
            }
            // Another way to the same hex may be open.
            let (from, mut there) = (state.hex[piece.index()], None);
            if from == path.from() {
                let goal = path.end();
                game.reach(state, &game.group(state, piece.bit()), from, 0, |end, way| {
                    if end == goal {
                        there = Some(way());
                    }
                });
            }
            if let Some(other) = there {
                return Action::March(piece.bit(), other);
            }
        }
        if game.may_move_at_all(state, eye.side).is_ok() {
            // Those nearest to the enemy first: they make room for the rest.
            loop {
                let left = game.data.side(eye.side) & !state.moved & !self.seen;
                let next = each(left)
                    .filter(|p| state.on_map(*p) || state.returning & p.bit() != 0)
                    .min_by_key(|p| (state.hex[p.index()].some().map_or(0, |h| fields.near[h.index()]), p.0));
                let Some(piece) = next else { break };
                self.seen |= piece.bit();
                if let Some(action) = self.quiet_move(chair, eye, piece, &fields) {
                    return action;
                }
            }
        }
        if chair.check(Action::Done).is_ok() {
            return Action::Done;
        }
        // Somebody must move yet: out of the enemy's sight at night, or back from the raid.
        let mut subjects = Vec::new();
        chair.subjects(&mut subjects);
        let duty = subjects.iter().find_map(|s| match s {
            Subject::Piece(p) if game.must_leave(state, *p) || !state.on_map(*p) => Some(*p),
            _ => None,
        });
        let mut options = Vec::new();
        chair.options(duty.map_or(subjects[0], Subject::Piece), &mut options);
        let value = |action: Action| match action {
            Action::March(set, path) => eye.rest(PieceId(set.trailing_zeros() as u8), path.end(), &fields) as f64,
            Action::Enter(..) => 0.0,
            _ => -1e6,
        };
        self.best(&options, value).expect("a listed subject can act").1
    }

    /// The best march of a piece that has no order, or nothing if it stays.
    fn quiet_move(&mut self, chair: &Chair<'_, Chancellorsville1974>, eye: &Eye<'_>, piece: PieceId, fields: &Fields) -> Option<Action> {
        let (game, state) = (eye.game, eye.state());
        let kind = game.data.kind[piece.index()];
        let Some(hex) = state.hex[piece.index()].some() else {
            let mut options = Vec::new();
            chair.options(Subject::Piece(piece), &mut options);
            return options.into_iter().find(|a| matches!(a, Action::Enter(..)));
        };
        if kind.is_equipment() {
            if kind == Kind::Boat || game.ground.river(hex) {
                return None;
            }
            let mut options = Vec::new();
            game.list_emplacements(state, piece, &mut options);
            if let Some(emplace) = options.first() {
                return Some(*emplace);
            }
        } else if !eye.restless(piece, fields) {
            return None;
        } else if eye.side == Side::Union
            && fields.near[hex.index()] > FAR
            && let Some(path) = eye.follow(piece, fields)
            && 3 * path.len() >= 2 * usize::from(game.allowance(state, piece))
            && (!game.ground.river(path.end()) || path.len() > 1)
        {
            return Some(Action::March(piece.bit(), path));
        }
        let stay = eye.rest(piece, hex, fields) as f64 + 0.5;
        let mut best: Option<(f64, Path)> = None;
        let dice = &mut self.dice;
        game.reach(state, &game.group(state, piece.bit()), hex, 0, |end, way| {
            if kind.is_equipment() && game.ground.river(end) {
                return;
            }
            let score = eye.rest(piece, end, fields) as f64 + dice.below(1000) as f64 * 1e-6;
            if score > stay && best.is_none_or(|(top, _)| score > top) {
                best = Some((score, way()));
            }
        });
        best.map(|(_, path)| Action::March(piece.bit(), path))
    }

    fn battle(&mut self, chair: &Chair<'_, Chancellorsville1974>, eye: &Eye<'_>, fire: bool) -> Action {
        let mut ideas = Vec::with_capacity(32);
        eye.battles(fire, &mut ideas);
        for (score, _) in &mut ideas {
            *score += self.dice.below(1000) as f64 * 1e-6;
        }
        ideas.sort_by(|a, b| b.0.total_cmp(&a.0));
        let worthwhile = if fire { 0.05 } else { 0.0 };
        let mut ends = None;
        for (score, action) in &ideas {
            if *score <= worthwhile && *ends.get_or_insert_with(|| chair.check(Action::Done).is_ok()) {
                return Action::Done;
            }
            if chair.check(*action).is_ok() {
                return *action;
            }
        }
        if ends.unwrap_or_else(|| chair.check(Action::Done).is_ok()) {
            return Action::Done;
        }
        // Duties that leave little choice: everything is looked at.
        let options: Vec<Action> = chair.legal().into_iter().filter(|a| matches!(a, Action::Fire(..) | Action::Attack(..))).collect();
        let mut retreats = [[0; 2]; PIECES];
        let value = |action: Action| match action {
            Action::Attack(targets, set) => eye.promise(set, &targets, false, &mut retreats),
            _ => 0.0,
        };
        self.best(&options, value).map_or(Action::Done, |(_, action)| action)
    }
}

impl Eye<'_> {
    /// Fires or attacks worth a thought, each with what it promises; whether they are legal is not asked.
    pub fn battles(&self, fire: bool, out: &mut Vec<(f64, Action)>) {
        let (game, state) = (self.game, self.state());
        let mut retreats: Retreats = [[0; 2]; PIECES];
        let mut targets: Vec<HexId> = Vec::with_capacity(16);
        if fire {
            let offensive = state.agenda.top() == Step::OffensiveFire;
            game.fire_targets(state, self.side, &mut targets);
            for target in targets {
                let mut guns = 0;
                for gun in game.guns_on(state, self.side, target) {
                    guns |= gun.bit();
                    // Guns in the open beside the enemy keep their shot for the attack that they owe.
                    let exposed = offensive
                        && each(guns).any(|g| {
                            let at = state.hex[g.index()];
                            !game.sheltered(state, at) && game.beside(state, self.side.enemy(), at)
                        });
                    let promise = if exposed { -1.0 } else { self.promise(guns, &Targets::one(target), true, &mut retreats) };
                    out.push((promise, Action::Fire(target, guns)));
                }
            }
            return;
        }
        game.attackable(state, &mut targets);
        targets.sort_unstable();
        let mut units: Vec<PieceId> = Vec::with_capacity(12);
        for (i, target) in targets.iter().enumerate() {
            units.clear();
            for near in game.ground.neighbours(*target) {
                let here = state.at(near) & game.data.side(self.side);
                units.extend(each(here).filter(|p| game.able(state, self.side, *p).is_ok()));
            }
            units.sort_by_key(|p| (std::cmp::Reverse(game.data.strength[p.index()]), p.0));
            let alone = Targets::one(*target);
            let mut strongest = 0;
            for unit in &units {
                strongest |= unit.bit();
                out.push((self.promise(strongest, &alone, false, &mut retreats), Action::Attack(alone, strongest)));
            }
            for other in &targets[i + 1..] {
                let both = units.iter().filter(|p| game.ground.adjacent(state.hex[p.index()], *other)).fold(0, |set: Set, p| set | p.bit());
                if both != 0 {
                    let pair = Targets::new(&[*target, *other]).expect("two hexes");
                    out.push((self.promise(both, &pair, false, &mut retreats), Action::Attack(pair, both)));
                }
            }
        }
    }

    /// How good it is to retreat to a hex.
    fn refuge(&self, hex: HexId, foes: &[HexId]) -> f64 {
        let gap = foes.iter().map(|e| self.game.ground.grid().distance(*e, hex)).min().unwrap_or(9);
        f64::from(gap.min(4)) + if self.game.sheltered(self.state(), hex) { 0.5 } else { 0.0 }
    }
}

impl Player<Chancellorsville1974> for GreedyPlayer {
    fn choose(&mut self, chair: &Chair<'_, Chancellorsville1974>) -> Action {
        let sight = chair.sight();
        let eye = Eye { game: chair.game(), sight: &sight, side: chair.side(), manner: self.manner };
        debug_assert_eq!(chair.actor(), Actor::Side(chair.side()));
        let (game, state) = (eye.game, eye.state());
        match state.agenda.top() {
            Step::SetUp(side) => {
                let presets: Vec<usize> = game.presets_of(side).collect();
                Action::Preset(presets[self.dice.below(presets.len())] as u8)
            }
            Step::Movement => self.movement(chair, &eye),
            Step::DefensiveFire | Step::OffensiveFire => self.battle(chair, &eye, true),
            Step::Combat => self.battle(chair, &eye, false),
            Step::Retreat => {
                let (mut foes, mut paths) = (Vec::with_capacity(64), Vec::new());
                eye.enemies(&mut foes);
                for piece in each(game.retreating_now(state)) {
                    game.list_retreats(state, piece, &mut paths);
                    if let Some((_, path)) = self.best(&paths, |path| eye.refuge(path.end(), &foes)) {
                        return Action::Retreat(piece, path);
                    }
                }
                chair.legal()[0]
            }
            Step::FallBack(_) => {
                let battle = state.battle();
                let (attack, defence) = game.sums(state, battle.attackers, &battle.targets, false, &mut |_, _, _| {});
                if attack >= 2 * defence { Action::GiveWay } else { Action::Stand }
            }
            Step::Advance | Step::Occupy => {
                let mut hexes = Vec::new();
                for piece in each(game.advancers(state)) {
                    hexes.clear();
                    game.advances(state, piece, &mut hexes);
                    if let Some(hex) = hexes.iter().find(|h| state.at(**h) == 0) {
                        return Action::Advance(piece, *hex);
                    }
                }
                Action::Done
            }
            Step::Destroy => match eye.side {
                Side::Confederate => {
                    let doomed = each(game.data.equipment()).find(|p| game.may_destroy(state, eye.side, *p).is_ok());
                    doomed.map_or(Action::Done, Action::Destroy)
                }
                Side::Union => Action::Done,
            },
            Step::Inverting => match game.invertible(state) {
                0 => Action::Done,
                _ => Action::InvertAll,
            },
            Step::Breaking(..) | Step::Forming(..) => {
                let options = chair.legal();
                options.iter().copied().find(|a| *a == Action::PickOwn).unwrap_or(options[0])
            }
            Step::Marching => {
                let fields = self.prepare(&eye);
                let options = chair.legal();
                let value = |action: Action| match action {
                    Action::March(set, path) => eye.rest(PieceId(set.trailing_zeros() as u8), path.end(), &fields) as f64,
                    _ => {
                        let first = PieceId(state.march.pieces.trailing_zeros() as u8);
                        eye.rest(first, state.hex[first.index()], &fields) as f64
                    }
                };
                self.best(&options, value).expect("a halt is always open").1
            }
            _ => chair.legal()[0],
        }
    }
}

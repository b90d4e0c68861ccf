//! The greedy player: plans the marches of a phase so that weak enemies are met in strength, and takes the battle with the best
//! expected result. It sees what its side sees and looks no further than the die at hand.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use board::{Direction, HexId};
use engine::{Actor, Chair, Dice, Player, Side};

use crate::action::{Action, Path, Subject, Targets};
use crate::counters::{Kind, LOWEST, Outcome, PieceId, Set, each};
use crate::ground::{Bank, HEXES, WATER};
use crate::hidden::Sight;
use crate::movement::Stop;
use crate::state::{State, Step};
use crate::{Chancellorsville1974, Game};

/// An attack is worth marching for from these odds on.
const GOOD_ODDS: u32 = 3;
/// The odds beyond which more strength is spent elsewhere.
const ENOUGH: u32 = 6;
/// What the greedy player takes a face-down counter for, in half points.
const UNKNOWN: u32 = 8;
/// What the wait in a river hex is worth in movement points.
const WAIT: u16 = 5;

/// Looks one decision ahead.
#[derive(Clone, Debug)]
pub struct GreedyPlayer {
    dice: Dice,
    /// The phase for which the orders were made.
    phase: Option<u32>,
    orders: VecDeque<(Set, HexId)>,
    /// Pieces that have had their orders in this phase.
    seen: Set,
    field: Box<Fields>,
}

/// How far it is to the enemy, in movement points, for those who ford and those who swim.
type Fields = [[u16; HEXES]; 2];

impl GreedyPlayer {
    /// A greedy player; the seed breaks ties.
    pub fn new(seed: u64) -> GreedyPlayer {
        GreedyPlayer {
            dice: Dice::new(seed ^ 0x4752_4545),
            phase: None,
            orders: VecDeque::new(),
            seen: 0,
            field: Box::new([[0; HEXES]; 2]),
        }
    }
}

/// What one side knows, and the rules to judge it by.
struct Eye<'a> {
    game: &'a Chancellorsville1974,
    sight: &'a Sight,
    side: Side,
}

impl Eye<'_> {
    fn state(&self) -> &State {
        &self.sight.state
    }

    /// The defence of a hex, guessed where counters lie face down.
    fn defence(&self, hex: HexId, attackers: Set, fire: bool) -> u32 {
        let hidden = (self.state().at(hex) & self.sight.unknown).count_ones();
        if hidden > 0 {
            return UNKNOWN * hidden;
        }
        self.game.defence(self.state(), hex, self.side.enemy(), attackers, fire, &mut |_, _, _| {}).0
    }

    /// Half points of strength in a set, hidden ones guessed.
    fn worth(&self, set: Set) -> f64 {
        let hidden = (set & self.sight.unknown).count_ones();
        f64::from(2 * self.game.data.total(set & !self.sight.unknown) + UNKNOWN * hidden) / 2.0
    }

    fn enemies(&self) -> Vec<HexId> {
        let foes = self.game.data.side(self.side.enemy());
        let mut hexes: Vec<HexId> = each(foes).map(|p| self.state().hex[p.index()]).filter(|h| h.is_some()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|h| self.game.fights_at(self.state(), self.side.enemy(), *h));
        hexes
    }

    /// The way to the enemy from every hex.
    fn field(&self, swims: bool, goals: &[(HexId, u16)]) -> [u16; HEXES] {
        let (game, state) = (self.game, self.state());
        let mut far = [u16::MAX; HEXES];
        let mut heap = BinaryHeap::new();
        for (hex, start) in goals {
            far[hex.index()] = *start;
            heap.push(Reverse((*start, hex.0)));
        }
        while let Some(Reverse((so_far, hex))) = heap.pop() {
            let to = HexId(hex);
            if far[to.index()] < so_far {
                continue;
            }
            for direction in Direction::ALL {
                let from = game.ground.grid().neighbour(to, direction);
                if !from.is_some() || game.ground.is(from, WATER) {
                    continue;
                }
                let (wet_from, wet_to) = (game.ground.river(from), game.ground.river(to));
                let bridged = |hex: HexId, shore: HexId| state.bridge_at(hex).is_some_and(|b| state.span[b].contains(&shore));
                let step = match (wet_from, wet_to) {
                    (false, false) if game.ground.road(from, direction.opposite()) => 1,
                    (false, false) => u16::from(game.cost(to)),
                    (true, true) if swims && game.ground.along_river(from, to) => WAIT,
                    (true, true) => continue,
                    (false, true) if bridged(to, from) => 1,
                    (false, true) if swims || game.ground.ford[to.index()].contains(&from) => WAIT,
                    (true, false) if bridged(from, to) => 1,
                    (true, false) if swims || game.ground.ford[from.index()].contains(&to) => 1,
                    _ => continue,
                };
                let total = so_far.saturating_add(step);
                if total < far[from.index()] {
                    far[from.index()] = total;
                    heap.push(Reverse((total, from.0)));
                }
            }
        }
        far
    }

    /// What a battle promises, in points of strength.
    fn promise(&self, attackers: Set, targets: &Targets, fire: bool) -> f64 {
        let (game, state) = (self.game, self.state());
        let attack = game.attack(state, attackers, targets, fire, &mut |_, _, _| {});
        let defence: u32 = targets.iter().map(|h| self.defence(h, attackers, fire)).sum();
        let Some(column) = Chancellorsville1974::column(attack, defence) else { return -self.worth(attackers) };
        let foes = targets.iter().fold(0, |set, h| set | state.at(h) & game.data.side(self.side.enemy()));
        (1..=6).map(|die| self.result(game.data.crt[(column - LOWEST) as usize][die - 1], attackers, foes, fire)).sum::<f64>() / 6.0
    }

    fn result(&self, outcome: Outcome, attackers: Set, foes: Set, fire: bool) -> f64 {
        let back = |set: Set, hexes: u8, turns: u8| -> f64 {
            each(set)
                .map(|p| {
                    let worth = self.worth(p.bit()) + 0.5;
                    let known = self.sight.unknown & p.bit() == 0;
                    let lost = turns > 0 && self.state().disrupted(p) || known && !self.game.can_retreat(self.state(), p, hexes);
                    if lost { worth } else { worth * (0.1 + 0.15 * f64::from(turns)) }
                })
                .sum()
        };
        match outcome {
            Outcome::DefendersOut => self.worth(foes) + 0.5,
            Outcome::DefendersBack(hexes, turns) => back(foes, hexes, turns),
            Outcome::AttackersOut | Outcome::AttackersBack(..) if fire => 0.0,
            Outcome::AttackersOut => -self.worth(attackers),
            Outcome::AttackersBack(hexes, turns) => -back(attackers, hexes, turns),
        }
    }

    /// Where each unmoved unit can go.
    fn reaches(&self) -> Vec<(PieceId, Vec<(HexId, Stop)>)> {
        let (game, state) = (self.game, self.state());
        let own = game.data.side(self.side) & game.data.fights & !state.moved;
        each(own)
            .filter(|p| state.on_map(*p) && !state.disrupted(*p))
            .map(|p| {
                let from = state.hex[p.index()];
                let mut ends = vec![(from, Stop::No)];
                game.reach(state, &game.group(state, p.bit()), from, 0, |path, stop| ends.push((path.end(), stop)));
                (p, ends)
            })
            .collect()
    }

    /// Plans attacks: for each enemy, weakest first, the units that can be brought against it at good odds.
    fn plan(&self, orders: &mut VecDeque<(Set, HexId)>) {
        let (game, state) = (self.game, self.state());
        if game.night(state) || game.may_move_at_all(state, self.side).is_err() {
            return;
        }
        let reaches = self.reaches();
        let mut enemies: Vec<(HexId, u32)> = self.enemies().into_iter().map(|h| (h, self.defence(h, 0, false).max(1))).collect();
        enemies.sort_by_key(|(h, defence)| (*defence, *h));
        let mut engaged: Set = 0;
        // Where units will stand; their stacks must fit.
        let mut standing: Vec<(HexId, Set)> = Vec::new();
        for (enemy, defence) in enemies {
            let mut chosen: Vec<(PieceId, HexId)> = Vec::new();
            let (mut attack, mut here) = (0u32, standing.clone());
            let mut candidates: Vec<(u32, PieceId, HexId)> = Vec::new();
            for (piece, ends) in &reaches {
                if engaged & piece.bit() != 0 {
                    continue;
                }
                let touching = ends.iter().map(|(h, _)| *h).filter(|h| game.ground.adjacent(*h, enemy));
                // Fewest other enemies beside it, then dry ground, then shelter.
                let crowding = |h: HexId| {
                    let others = game.ground.neighbours(h).filter(|n| *n != enemy && game.fights_at(state, self.side.enemy(), *n)).count();
                    let exposed = if game.sheltered(state, h) { 0 } else { others };
                    (exposed, game.ground.river(h), !game.sheltered(state, h), h)
                };
                if let Some(best) = touching.min_by_key(|h| crowding(*h)) {
                    let wet = game.ground.river(best) && !game.ground.river(enemy);
                    let strength = u32::from(game.data.strength[piece.index()]) * if wet { 1 } else { 2 };
                    if crowding(best).0 == 0 {
                        candidates.push((strength, *piece, best));
                    }
                }
            }
            candidates.sort_by_key(|(strength, p, _)| (Reverse(*strength), p.0));
            for (strength, piece, first) in candidates {
                if attack >= ENOUGH * defence {
                    break;
                }
                let ends = &reaches.iter().find(|(p, _)| *p == piece).expect("it can move").1;
                let fits = |hex: HexId, here: &[(HexId, Set)]| {
                    let there = here.iter().filter(|(h, _)| *h == hex).fold(0, |set, (_, s)| set | s);
                    let resting = state.at(hex) & game.data.side(self.side) & !engaged;
                    game.stacks(self.side, there | resting | piece.bit()).is_ok()
                        && (!game.ground.river(hex) || there | resting | piece.bit() == piece.bit())
                };
                let alternatives = ends.iter().map(|(h, _)| *h).filter(|h| game.ground.adjacent(*h, enemy) && !game.ground.river(*h));
                let spot = std::iter::once(first).chain(alternatives).find(|h| fits(*h, &here));
                if let Some(spot) = spot {
                    here.push((spot, piece.bit()));
                    chosen.push((piece, spot));
                    attack += strength;
                }
            }
            let needed = if self.side == Side::Union { GOOD_ODDS - 1 } else { GOOD_ODDS };
            if attack >= needed * defence && !chosen.is_empty() {
                for (piece, spot) in chosen {
                    engaged |= piece.bit();
                    standing.push((spot, piece.bit()));
                    orders.push_back((piece.bit(), spot));
                }
            }
        }
    }

    /// How good it is to end a march there without an attack in mind.
    fn rest(&self, piece: PieceId, hex: HexId, field: &Fields) -> i64 {
        let (game, state) = (self.game, self.state());
        let swims = matches!(game.data.kind[piece.index()], Kind::Cavalry | Kind::Headquarters);
        let far = i64::from(field[usize::from(swims)][hex.index()].min(999));
        let foe = self.side.enemy();
        let beside = game.beside(state, foe, hex);
        let shelter = game.sheltered(state, hex);
        let gun = game.data.kind[piece.index()].is_gun();
        let mut score = match self.side {
            Side::Union => -far * 10,
            // The Confederates hold what they have, near the enemy's way.
            Side::Confederate if game.ground.bank[hex.index()] == Bank::South => {
                -i64::from(game.ground.grid().distance(hex, state.hex[piece.index()])) * 6
            }
            Side::Confederate => -i64::from(game.ground.grid().distance(hex, state.hex[piece.index()])) * 2,
        };
        if beside {
            score -= if shelter { 15 } else { 400 };
        } else if gun && self.enemies().iter().any(|e| game.in_range(hex, *e).is_ok()) {
            score += 25;
        }
        if game.data.kind[piece.index()] == Kind::Headquarters && far < 12 {
            score -= (12 - far) * 30;
        }
        if shelter || state.is_fort(hex) {
            score += 4;
        }
        if game.ground.river(hex) && self.side == Side::Confederate {
            score -= 60;
        }
        score
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

    fn prepare(&mut self, eye: &Eye<'_>) {
        let state = eye.state();
        let phase = eye.game.phase(state);
        if self.phase == Some(phase) {
            return;
        }
        self.phase = Some(phase);
        self.orders.clear();
        self.seen = 0;
        let goals: Vec<(HexId, u16)> = eye.enemies().into_iter().map(|h| (h, (eye.defence(h, 0, false) / 2) as u16)).collect();
        for (i, swims) in [false, true].into_iter().enumerate() {
            self.field[i] = eye.field(swims, &goals);
        }
        eye.plan(&mut self.orders);
    }

    fn movement(&mut self, chair: &Chair<'_, Chancellorsville1974>, eye: &Eye<'_>) -> Action {
        self.prepare(eye);
        let (game, state) = (eye.game, eye.state());
        while let Some((pieces, to)) = self.orders.pop_front() {
            self.seen |= pieces;
            let from = state.hex[pieces.trailing_zeros() as usize];
            if from == to || !from.is_some() || pieces & state.moved != 0 {
                continue;
            }
            let mut marches = Vec::new();
            game.list_marches(state, pieces, from, 0, &mut marches);
            let there = marches.into_iter().find(|a| matches!(a, Action::March(_, path) if path.end() == to));
            if let Some(march) = there.filter(|a| chair.check(*a).is_ok()) {
                return march;
            }
        }
        // Those nearest to the enemy first: they make room for the rest.
        let mut left: Vec<PieceId> = each(game.data.side(eye.side) & !state.moved & !self.seen)
            .filter(|p| state.on_map(*p) || state.returning & p.bit() != 0)
            .collect();
        left.sort_by_key(|p| {
            let hex = state.hex[p.index()];
            (hex.some().map_or(0, |h| self.field[0][h.index()]), p.0)
        });
        for piece in left {
            self.seen |= piece.bit();
            let mut options = Vec::new();
            chair.options(Subject::Piece(piece), &mut options);
            if let Some(action) = self.quiet_move(eye, piece, &options) {
                return action;
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
        let field = self.field.clone();
        let value = |action: Action| match action {
            Action::March(set, path) => eye.rest(PieceId(set.trailing_zeros() as u8), path.end(), &field) as f64,
            Action::Enter(..) => 0.0,
            _ => -1e6,
        };
        self.best(&options, value).expect("a listed subject can act").1
    }

    /// The best march of a piece that has no order, or nothing if it stays.
    fn quiet_move(&mut self, eye: &Eye<'_>, piece: PieceId, options: &[Action]) -> Option<Action> {
        let (game, state) = (eye.game, eye.state());
        let kind = game.data.kind[piece.index()];
        if let Some(emplace) = options.iter().find(|a| matches!(a, Action::Emplace(..))) {
            return Some(*emplace);
        }
        if kind.is_equipment() {
            let emplaced = game.data.bridge_number(piece).is_some_and(|b| state.span[b][0].is_some());
            if emplaced || kind == Kind::Boat || state.hex[piece.index()].some().is_some_and(|h| game.ground.river(h)) {
                return None;
            }
        }
        let field = self.field.clone();
        let stay = state.hex[piece.index()].some().map_or(i64::MIN, |h| eye.rest(piece, h, &field));
        let marches: Vec<(Action, Path)> = options
            .iter()
            .filter_map(|a| match a {
                Action::March(_, path) if !(kind.is_equipment() && game.ground.river(path.end())) => Some((*a, *path)),
                _ => None,
            })
            .collect();
        if !state.on_map(piece) {
            return options.iter().find(|a| matches!(a, Action::Enter(..))).copied();
        }
        let (score, (action, _)) = self.best(&marches, |(_, path)| eye.rest(piece, path.end(), &field) as f64)?;
        (score > stay as f64 + 0.5).then_some(action)
    }

    fn battle(&mut self, chair: &Chair<'_, Chancellorsville1974>, eye: &Eye<'_>, fire: bool) -> Action {
        let state = eye.state();
        let offensive = state.agenda.top() == Step::OffensiveFire;
        let options: Vec<Action> = chair.legal().into_iter().filter(|a| matches!(a, Action::Fire(..) | Action::Attack(..))).collect();
        let value = |action: Action| match action {
            Action::Fire(hex, guns) => {
                let promise = eye.promise(guns, &Targets::one(hex), true);
                // Guns in the open beside the enemy keep their shot for the attack that they owe.
                let exposed = offensive
                    && each(guns).any(|g| {
                        let at = state.hex[g.index()];
                        !eye.game.sheltered(state, at) && eye.game.beside(state, eye.side.enemy(), at)
                    });
                if exposed { -1.0 } else { promise }
            }
            Action::Attack(targets, set) => eye.promise(set, &targets, false),
            _ => f64::MIN,
        };
        let ends = chair.check(Action::Done).is_ok();
        match self.best(&options, value) {
            Some((score, action)) if score > if fire { 0.05 } else { 0.0 } || !ends => action,
            _ => Action::Done,
        }
    }
}

impl Player<Chancellorsville1974> for GreedyPlayer {
    fn choose(&mut self, chair: &Chair<'_, Chancellorsville1974>) -> Action {
        let sight = chair.sight();
        let eye = Eye { game: chair.game(), sight: &sight, side: chair.side() };
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
                let options = chair.legal();
                let foes = eye.enemies();
                let value = |action: Action| match action {
                    Action::Retreat(_, path) => {
                        let gap = foes.iter().map(|e| game.ground.grid().distance(*e, path.end())).min().unwrap_or(9);
                        f64::from(gap.min(4)) + if game.sheltered(state, path.end()) { 0.5 } else { 0.0 }
                    }
                    _ => f64::MIN,
                };
                self.best(&options, value).expect("somebody can retreat").1
            }
            Step::FallBack(_) => {
                let battle = state.battle();
                let (attack, defence) = game.sums(state, battle.attackers, &battle.targets, false, &mut |_, _, _| {});
                if attack >= 2 * defence { Action::GiveWay } else { Action::Stand }
            }
            Step::Advance | Step::Occupy => {
                let options = chair.legal();
                let value = |action: Action| match action {
                    Action::Advance(_, hex) if state.at(hex) == 0 => 1.0,
                    Action::Done => 0.5,
                    _ => 0.0,
                };
                self.best(&options, value).expect("done is always open").1
            }
            Step::Destroy => match eye.side {
                Side::Confederate => chair.legal().into_iter().find(|a| matches!(a, Action::Destroy(_))).unwrap_or(Action::Done),
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
                let options = chair.legal();
                let field = self.field.clone();
                let value = |action: Action| match action {
                    Action::March(set, path) => eye.rest(PieceId(set.trailing_zeros() as u8), path.end(), &field) as f64,
                    _ => {
                        let first = PieceId(state.march.pieces.trailing_zeros() as u8);
                        eye.rest(first, state.hex[first.index()], &field) as f64
                    }
                };
                self.best(&options, value).expect("a halt is always open").1
            }
            _ => chair.legal()[0],
        }
    }
}

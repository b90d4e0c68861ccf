//! The greedy player: plain sense, one decision at a time, seeing only what its side may see.
//!
//! The Union marches on Manassas and, late in the day, on the stars; the Confederates go for whoever threatens them. Both
//! attack where the odds are good, keep leaders with their men, and take what costs nothing.

use crate::BullRun;
use crate::action::{Action, Subject};
use crate::counters::{Kind, PieceId, Rank, pieces};
use crate::ground::{BARRED, Gait, HEXES};
use crate::sight::Sight;
use crate::state::{Phase, State, Step};
use board::HexId;
use contact::clusters::Set;
use engine::{Chair, Dice, Player, Side};
use std::collections::BinaryHeap;

/// A player with plain sense and no plan.
pub struct Greedy {
    dice: Dice,
    /// The phase for which the notes below hold.
    phase: u32,
    /// Pieces that stay where they are in this phase.
    settled: Set,
    /// How far it is to the objectives, in sixths of movement points.
    way: Vec<u16>,
}

/// Far.
const FAR: u16 = 9_999;
/// From this turn on the Union looks for a star as well.
const LATE: u8 = 17;

impl Greedy {
    /// A greedy player with its own stream for ties.
    pub fn new(seed: u64) -> Greedy {
        Greedy { dice: Dice::new(seed ^ 0x6772_6565_6479), phase: u32::MAX, settled: 0, way: Vec::new() }
    }
}

impl Player<BullRun> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, BullRun>) -> Action {
        let (game, side) = (chair.game(), chair.side());
        let sight = chair.sight();
        let s = &sight.state;
        if let Some(step) = s.step() {
            return self.react(game, &sight, step, &chair.legal(), side);
        }
        match s.phase {
            Phase::SetUp => self.set_up(chair),
            Phase::Command => chair.legal()[0],
            Phase::Movement => self.movement(chair, game, &sight, side),
            Phase::Declaration => self.attack(chair, game, s),
            Phase::Battles => chair.legal()[0],
            Phase::Rally => best(&chair.legal(), |a| match a {
                Action::Rally { unit, .. } => i32::from(s.factors(*unit).attack) * 2 + i32::from(s.factors(*unit).defence) + 1,
                Action::Clear { .. } => 10,
                _ => 0,
            }),
            Phase::Over => Action::Done,
        }
    }
}

/// The action with the highest mark; the first of several.
fn best(actions: &[Action], mark: impl Fn(&Action) -> i32) -> Action {
    let mut best = (i32::MIN, Action::Done);
    for action in actions {
        let mark = mark(action);
        if mark > best.0 {
            best = (mark, *action);
        }
    }
    best.1
}

impl Greedy {
    fn set_up(&mut self, chair: &Chair<'_, BullRun>) -> Action {
        let mut subjects = Vec::new();
        chair.subjects(&mut subjects);
        let mut options = Vec::new();
        if subjects.contains(&Subject::Presets) {
            chair.options(Subject::Presets, &mut options);
            return options[self.dice.below(options.len())];
        }
        Action::Done
    }

    /// What must be settled in a battle.
    fn react(&mut self, game: &BullRun, sight: &Sight, step: Step, legal: &[Action], side: Side) -> Action {
        let s = &sight.state;
        self.survey(game, s, side);
        match step {
            Step::Lose { owed, .. } => best(legal, |a| match a {
                Action::Lose { unit, .. } => {
                    let worth = game.worth(s, *unit);
                    let over = i32::from(worth) - i32::from(owed);
                    // Pay exactly if possible, else with what comes nearest from below; guns and cavalry last.
                    let kind = if game.roster.kind(*unit) == Kind::Infantry { 0 } else { 3 };
                    let fit = if over >= 0 { -2 * over } else { over - 1 };
                    fit * 4 - kind - i32::from(s.factors(*unit).attack)
                }
                Action::Break { brigade } if game.worth(s, *brigade) > owed => 1_000,
                _ => -10_000,
            }),
            Step::LoseOne => best(legal, |a| match a {
                Action::Break { .. } => 1_000,
                Action::Lose { unit, .. } => -i32::from(s.factors(*unit).attack) * 2 - i32::from(s.factors(*unit).defence),
                _ => -10_000,
            }),
            Step::Retreat { .. } | Step::LeaderRetreat { .. } => best(legal, |a| match a {
                Action::Retreat { piece, path } => match game.fate(s, *piece, *path) {
                    Ok(crate::retreat::Fate::Safe { end, .. }) => self.refuge(game, sight, side, end),
                    _ => -5_000,
                },
                Action::Break { .. } => -1_000,
                _ => -10_000,
            }),
            Step::Follow { .. } => best(legal, |a| i32::from(matches!(a, Action::Follow { .. }))),
            Step::Advance => best(legal, |a| match a {
                Action::Advance { unit, hex } => {
                    let from = s.hex(*unit).unwrap_or(*hex);
                    let nearer = i32::from(self.way[from.index()]) - i32::from(self.way[hex.index()]);
                    let room = i32::from(game.ground.ford(*hex).is_none());
                    if side == Side::Union { nearer + room * 2 + i32::from(s.factors(*unit).defence) } else { -1 }
                }
                _ => 0,
            }),
            _ => legal[0],
        }
    }

    /// How good a hex is to fall back to: far from enemies, near friends.
    fn refuge(&self, game: &BullRun, sight: &Sight, side: Side, hex: HexId) -> i32 {
        let s = &sight.state;
        let nearest = s.units_on_map(side.enemy()).map(|(_, h)| i32::from(game.ground.distance(h, hex))).min().unwrap_or(20).min(6);
        let friends = i32::from(s.units(side, hex) != 0);
        nearest * 10 + friends * 5 - i32::from(game.ground.ford(hex).is_some()) * 8
    }

    /// Works out the ways to the objectives when a phase begins.
    fn survey(&mut self, game: &BullRun, s: &State, side: Side) {
        let phase = engine::Game::phase(game, s);
        if phase == self.phase && !self.way.is_empty() {
            return;
        }
        self.phase = phase;
        self.settled = 0;
        let mut goals: Vec<HexId> = Vec::new();
        if side == Side::Union {
            goals.extend(game.ground.bases[Side::Confederate.index()]);
            if s.turn >= LATE {
                goals.extend(&game.ground.stars);
            }
        } else {
            // Whoever stands nearest to what must be held.
            let held: Vec<HexId> = game.ground.bases[Side::Confederate.index()].iter().chain(&game.ground.stars).copied().collect();
            let danger = |h: HexId| held.iter().map(|o| game.ground.distance(*o, h)).min().unwrap_or(0);
            let mut enemies: Vec<HexId> = s.units_on_map(Side::Union).map(|(_, h)| h).collect();
            enemies.sort_by_key(|h| (danger(*h), h.0));
            enemies.dedup();
            goals.extend(enemies.iter().take(4));
            goals.extend(held);
        }
        self.way = distances(game, s, &goals);
    }

    fn movement(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, sight: &Sight, side: Side) -> Action {
        let s = &sight.state;
        self.survey(game, s, side);
        let mut subjects = Vec::new();
        chair.subjects(&mut subjects);
        // Units before leaders, the most advanced first: the road stays free and leaders see where their men went.
        subjects.sort_by_key(|subject| match subject {
            Subject::Piece(p) if p.side() != side => (0, 0),
            Subject::Piece(p) if game.roster.is_leader(*p) => (2, 0),
            Subject::Piece(p) => (1, s.hex(*p).map_or(0, |h| self.way[h.index()])),
            _ => (3, 0),
        });
        let mut options = Vec::new();
        for subject in subjects {
            let Subject::Piece(piece) = subject else { continue };
            options.clear();
            if piece.side() != side {
                chair.options(subject, &mut options);
                if let Some(first) = options.last() {
                    return *first;
                }
                continue;
            }
            if self.settled & piece.bit() != 0 {
                continue;
            }
            chair.options(subject, &mut options);
            match self.best_move(game, sight, piece, &options) {
                Some(action) => {
                    if !matches!(action, Action::March { .. }) {
                        return action;
                    }
                    self.settled |= piece.bit();
                    return action;
                }
                None => self.settled |= piece.bit(),
            }
        }
        match chair.check(Action::Done) {
            Ok(()) => Action::Done,
            Err(_) => chair.legal()[0],
        }
    }

    /// The best thing for a piece to do, if anything is better than staying.
    fn best_move(&self, game: &BullRun, sight: &Sight, piece: PieceId, options: &[Action]) -> Option<Action> {
        let s = &sight.state;
        let side = piece.side();
        let kind = game.roster.kind(piece);
        let near = |hex: HexId| s.units_on_map(side.enemy()).map(|(_, h)| game.ground.distance(h, hex)).min().unwrap_or(99);
        let here = s.hex(piece);
        for action in options {
            match action {
                // On the march a brigade is slow, and fords and bridges are closed to it.
                Action::Break { .. } if here.is_some_and(|h| near(h) > 5) && side == Side::Union => return Some(*action),
                Action::Form { .. } if here.is_some_and(|h| (2..=3).contains(&near(h))) => return Some(*action),
                Action::Face { battery } => {
                    let battle = s.battle_piece[side.index()] & battery.bit() != 0;
                    let close = here.is_some_and(|h| near(h) <= 3);
                    if battle != close {
                        return Some(*action);
                    }
                }
                _ => {}
            }
        }
        let stay = here.map_or(-100_000, |h| self.value(game, sight, piece, h));
        let mut found = (stay, None);
        for action in options {
            let Action::March { path, .. } = action else { continue };
            let start = here.or_else(|| game.group_of(piece).map(|g| game.scenario.groups[g].hex))?;
            let end = path.steps().fold(start, |h, d| game.ground.neighbour(h, d));
            let value = if kind == Kind::Leader { self.leader_value(game, sight, piece, end) } else { self.value(game, sight, piece, end) };
            if value > found.0 {
                found = (value, Some(*action));
            }
        }
        if kind == Kind::Leader && found.1.is_some() && here.is_some_and(|h| self.leader_value(game, sight, piece, h) >= found.0) {
            return None;
        }
        found.1
    }

    /// What it is worth to have a unit in a hex at the end of the move.
    fn value(&self, game: &BullRun, sight: &Sight, piece: PieceId, hex: HexId) -> i32 {
        let s = &sight.state;
        if game.roster.is_leader(piece) {
            return self.leader_value(game, sight, piece, hex);
        }
        let side = piece.side();
        let mut value = -i32::from(self.way[hex.index()].min(FAR / 2)) * 2;
        let beside = game.adjacent_enemies(s, side, hex);
        if beside != 0 {
            value += self.prospect(game, s, piece, hex, beside);
        } else if game.roster.kind(piece) == Kind::Battery {
            let range = s.units_on_map(side.enemy()).map(|(_, h)| game.ground.distance(h, hex)).min().unwrap_or(99);
            value += if (2..=3).contains(&range) { 12 } else { 0 };
        }
        // A base or a star in hand is worth more than anything beside it.
        if side == Side::Union {
            if game.ground.bases[Side::Confederate.index()].contains(&hex) {
                value += 10_000;
            }
            if s.turn >= LATE && game.ground.stars.contains(&hex) {
                value += 3_000;
            }
        } else if game.ground.bases[side.index()].contains(&hex) || game.ground.stars.contains(&hex) {
            // Somebody stays at home.
            let others = s.units(side, hex) & !piece.bit();
            value += if others == 0 { 150 } else { 0 };
        }
        value
    }

    /// How an attack from there would go: what is beside the same enemies already, and who may still come.
    fn prospect(&self, game: &BullRun, s: &State, piece: PieceId, hex: HexId, beside: Set) -> i32 {
        let side = piece.side();
        let enemy = side.enemy();
        let hexes: Vec<HexId> = s.on_map(enemy, beside).map(|(_, h)| h).collect();
        let mut against = piece.bit();
        let mut coming = 0u32;
        for (friend, at) in s.units_on_map(side) {
            if friend == piece || s.fought & friend.bit() != 0 {
                continue;
            }
            let touches = hexes.iter().any(|h| game.ground.distance(*h, at) == 1);
            if touches {
                against |= friend.bit();
            } else if s.active & friend.bit() != 0 && s.moved & friend.bit() == 0 && hexes.iter().any(|h| game.ground.distance(*h, at) <= 3)
            {
                coming += u32::from(s.factors(friend).attack);
            }
        }
        let mut there = s.clone();
        there.put(piece, hex);
        let strengths = game.strengths(&there, side, against, 0, beside);
        let attack = u32::from(strengths.attack) + coming;
        let defence = u32::from(strengths.defence).max(1);
        match attack * 10 / defence {
            80.. => 160,
            40.. => 90,
            30.. => 60,
            20.. => 25,
            15.. => -10,
            _ => -220,
        }
    }

    /// Leaders go where they are needed: with their men, out of danger.
    fn leader_value(&self, game: &BullRun, sight: &Sight, leader: PieceId, hex: HexId) -> i32 {
        let s = &sight.state;
        let side = leader.side();
        let counter = game.roster.counter(leader);
        let escorted = s.units(side, hex) != 0;
        let nearest = s.units_on_map(side.enemy()).map(|(_, h)| i32::from(game.ground.distance(h, hex))).min().unwrap_or(30);
        let mut value = if escorted { 30 } else { 0 };
        if !escorted && nearest <= 6 {
            value -= 200;
        }
        let (mut count, mut sum) = (0, 0);
        let mut with = |at: HexId, weight: i32| {
            let distance = i32::from(game.ground.distance(at, hex));
            count += weight;
            sum += weight * if game.ground.commands(s.standing(), hex, at) { distance } else { distance + 8 };
        };
        match counter.rank {
            Some(Rank::Brigade | Rank::Artillery) => {
                for (unit, at) in s.on_map(side, game.roster.brigade[leader.index()] & game.roster.units[side.index()]) {
                    with(at, 1 + i32::from(s.factors(unit).attack));
                }
            }
            rank => {
                for (other, at) in s.on_map(side, game.roster.leaders[side.index()]) {
                    let mine = rank == Some(Rank::Army) || game.roster.counter(other).division == counter.division;
                    if other != leader && mine {
                        with(at, 1);
                    }
                }
            }
        }
        if count > 0 {
            value -= sum * 4 / count;
        }
        value - i32::from(self.way[hex.index()].min(FAR / 2)) / 40
    }

    /// Stating attacks: the best odds first, everybody who helps joins, guns support, and what is left over bombards.
    fn attack(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, s: &State) -> Action {
        let legal = chair.legal();
        let side = s.side;
        if s.open == 0 {
            let duties = game.duties(s);
            let choice = best(&legal, |a| match a {
                Action::Engage { attacker, defender } => {
                    let gun = s.guns & attacker.bit() != 0;
                    if gun {
                        let strengths = game.strengths(s, side, 0, attacker.bit(), defender.bit());
                        return if strengths.attack * 2 >= strengths.defence { 10 + i32::from(strengths.attack) } else { -5 };
                    }
                    let hex = s.hex(*defender).unwrap_or(HexId::NONE);
                    let helpers = s.on_map(side, duties.0).filter(|(_, h)| game.ground.distance(*h, hex) == 1);
                    let attack: i32 = helpers.map(|(p, _)| i32::from(s.factors(p).attack)).sum();
                    let defence: i32 = pieces(side.enemy(), s.units(side.enemy(), hex)).map(|p| i32::from(game.roster.defence(p))).sum();
                    1_000 + attack * 20 / defence.max(1)
                }
                Action::Done => 0,
                _ => -100,
            });
            return choice;
        }
        let members = s.members(side, s.open);
        let defenders = s.members(side.enemy(), s.open);
        let score = |attackers: Set, defenders: Set| {
            let strengths = game.strengths(s, side, attackers & s.engaged, attackers & s.guns, defenders);
            i32::from(strengths.odds().above_even().clamp(-6, 5)) * 100 + i32::from(strengths.attack.min(60))
        };
        let now = score(members, defenders);
        let can_close = legal.contains(&Action::Close);
        best(&legal, |a| match a {
            Action::Close => 0,
            Action::Join { attacker } => {
                let gain = score(members | attacker.bit(), defenders) - now;
                if gain > 0 { gain } else { -1 }
            }
            Action::Target { defender } => {
                let after = score(members, defenders | defender.bit());
                // More enemies in one good battle, as long as it stays good.
                if after >= 200 || !can_close { after / 10 - 30 } else { -200 }
            }
            _ => -1_000,
        })
    }
}

/// How far every hex is from the nearest goal, as a regiment walks.
fn distances(game: &BullRun, s: &State, goals: &[HexId]) -> Vec<u16> {
    let mut way = vec![FAR; HEXES];
    let mut queue = BinaryHeap::new();
    for goal in goals {
        way[goal.index()] = 0;
        queue.push((std::cmp::Reverse(0u16), goal.0));
    }
    while let Some((std::cmp::Reverse(cost), hex)) = queue.pop() {
        let hex = HexId(hex);
        if way[hex.index()] != cost {
            continue;
        }
        for d in 0..6 {
            let from = game.ground.neighbour(hex, d);
            if !from.is_some() {
                continue;
            }
            // Walked the other way round: from the neighbour into this hex.
            let step = game.ground.cost(s.standing(), Gait::Other, from, (d + 3) % 6);
            if step == BARRED {
                continue;
            }
            let fence = u16::from(s.has_abatis(hex)) * 6 + u16::from(s.has_abatis(from)) * 6;
            let total = cost + u16::from(step) + fence;
            if total < way[from.index()] {
                way[from.index()] = total;
                queue.push((std::cmp::Reverse(total), from.0));
            }
        }
    }
    way
}

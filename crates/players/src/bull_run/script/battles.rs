//! Battles: which to open, who joins, who falls back and who follows.

use super::goals::{CENTREVILLE, GOALS, MANASSAS, goal_hexes, ways};
use super::posts::LATE;
use super::{Greedy, best};
use board::HexId;
use bull_run::BullRun;
use bull_run::action::Action;
use bull_run::counters::{Kind, PieceId, pieces};
use bull_run::retreat::Fate;
use bull_run::state::{State, Step};
use contact::Set;
use engine::{Chair, Side};

/// How far the nearest unit of a side is from a hex, as far as five hexes away.
fn nearest(game: &BullRun, s: &State, side: Side, hex: HexId) -> i32 {
    let units = |h: &&HexId| s.stack(**h).any(|p| p.side() == side && game.counters.is_unit(p));
    game.ground.recon(hex).iter().find(units).map_or(5, |h| i32::from(game.ground.distance(*h, hex)))
}

impl Greedy {
    /// What must be settled in a battle.
    pub(super) fn react(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, s: &State, step: Step, side: Side) -> Action {
        match step {
            Step::Lose { owed, .. } => best(&chair.legal(), |a| match a {
                Action::Lose { unit, .. } => {
                    let worth = game.worth(s, *unit);
                    let over = i32::from(worth) - i32::from(owed);
                    // Pay exactly if possible, else with what comes nearest from below; guns and cavalry last.
                    let kind = if game.counters.kind(*unit) == Kind::Infantry { 0 } else { 3 };
                    let fit = if over >= 0 { -2 * over } else { over - 1 };
                    fit * 4 - kind - i32::from(s.factors(*unit).attack)
                }
                Action::Break { brigade } if game.worth(s, *brigade) > owed => 1_000,
                _ => -10_000,
            }),
            Step::LoseOne => best(&chair.legal(), |a| match a {
                Action::Break { .. } => 1_000,
                Action::Lose { unit, .. } => -i32::from(s.factors(*unit).attack) * 2 - i32::from(s.factors(*unit).defence),
                _ => -10_000,
            }),
            Step::Retreat { side } => match pieces(side, s.battle.retreating).next() {
                Some(piece) => self.fall_back(game, s, piece),
                None => chair.legal()[0],
            },
            Step::LeaderRetreat { leader } => self.fall_back(game, s, leader),
            Step::Follow { side, from, .. } => {
                let leaders = s.here(side, from) & game.counters.leaders[side.index()] & !s.rolling[side.index()];
                pieces(side, leaders).next().map_or(Action::Done, |leader| Action::Follow { leader })
            }
            Step::Advance => self.advance(game, s, side),
            _ => chair.legal()[0],
        }
    }

    /// The best way back: away from enemies, near friends; a brigade that would die breaks up.
    fn fall_back(&self, game: &BullRun, s: &State, piece: PieceId) -> Action {
        let mut found = (i32::MIN, Action::Break { brigade: piece });
        for (path, fate) in game.retreats(s, piece).iter().copied() {
            let mark = match fate {
                Fate::Safe { end, .. } => self.refuge(game, s, piece.side(), end),
                Fate::Fatal { .. } => -5_000,
            };
            if mark > found.0 {
                found = (mark, Action::Retreat { piece, path });
            }
        }
        if found.0 <= -1_000 && game.counters.kind(piece) == Kind::Formed { Action::Break { brigade: piece } } else { found.1 }
    }

    /// How good a hex is to fall back to: far from enemies, near friends.
    fn refuge(&self, game: &BullRun, s: &State, side: Side, hex: HexId) -> i32 {
        let friends = i32::from(s.units(side, hex) != 0);
        nearest(game, s, side.enemy(), hex) * 10 + friends * 5 - i32::from(game.ground.ford(hex).is_some()) * 8
    }

    /// Into what the enemy left, where that leads somewhere.
    fn advance(&self, game: &BullRun, s: &State, side: Side) -> Action {
        let ways = ways(s.standing());
        let mut found = (0, Action::Done);
        for unit in pieces(side, game.involved(s, side)) {
            let Some(from) = s.hex(unit) else { continue };
            for hex in game.vacated(s) {
                if game.ground.distance(from, hex) != 1 || game.may_advance(s, side, unit, hex).is_err() {
                    continue;
                }
                let enemy_base = if side == Side::Union { MANASSAS } else { CENTREVILLE };
                let gain = |goal: usize| i32::from(ways[goal][from.index()]) - i32::from(ways[goal][hex.index()]);
                let mut mark = match side {
                    Side::Union => gain(enemy_base).max(if s.turn >= LATE { (1..4).map(gain).max().unwrap_or(0) } else { 0 }),
                    Side::Confederate => -6,
                };
                if goal_hexes(enemy_base).contains(&hex) || (1..4).any(|g| s.turn >= LATE && goal_hexes(g).contains(&hex)) {
                    mark += 1_000;
                }
                // Nobody leaves what he guards.
                let guarded = |goal: usize| goal_hexes(goal).contains(&from) && s.units(side, from) == unit.bit();
                if (0..GOALS).any(|g| g != enemy_base && guarded(g)) {
                    mark -= 500;
                }
                mark += if game.ground.ford(hex).is_none() { 2 } else { 0 };
                if mark > found.0 {
                    found = (mark, Action::Advance { unit, hex });
                }
            }
        }
        found.1
    }

    /// Stating attacks: the best odds first, everybody who helps joins, guns support, and what is left over bombards.
    pub(super) fn attack(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, s: &State) -> Action {
        if s.open == 0 { self.open_battle(chair, game, s) } else { self.fill_battle(chair, game, s) }
    }

    fn open_battle(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, s: &State) -> Action {
        let (side, enemy) = (s.side, s.side.enemy());
        let (attackers, defenders) = game.duties(s);
        if attackers == 0 && defenders == 0 {
            let guns = pieces(side, s.guns).filter(|g| s.battle_of[g.index()] == 0);
            let mut found = (0, Action::Done);
            for gun in guns {
                let Some(from) = s.hex(gun) else { continue };
                for hex in game.ground.recon(from).iter().filter(|h| s.units(enemy, **h) & !s.forced != 0) {
                    if !game.in_sight(s, from, *hex) {
                        continue;
                    }
                    for defender in pieces(enemy, s.units(enemy, *hex) & !s.forced) {
                        if s.battle_of[defender.index()] != 0 {
                            continue;
                        }
                        let strengths = game.strengths(s, side, 0, gun.bit(), defender.bit());
                        let mark = if strengths.attack * 2 >= strengths.defence { 10 + i32::from(strengths.attack) } else { -5 };
                        let action = Action::Engage { attacker: gun, defender };
                        if mark > found.0 && chair.check(action).is_ok() {
                            found = (mark, action);
                        }
                    }
                }
            }
            return found.1;
        }
        // Defending hexes, the best odds first.
        let mut hexes: Vec<(i32, HexId)> = Vec::new();
        for (_, hex) in s.on_map(enemy, defenders) {
            if hexes.iter().any(|(_, h)| *h == hex) {
                continue;
            }
            let helpers = s.on_map(side, attackers).filter(|(_, h)| game.ground.distance(*h, hex) == 1);
            let attack: i32 = helpers.map(|(p, _)| i32::from(s.factors(p).attack)).sum();
            let defence: i32 = pieces(enemy, s.units(enemy, hex)).map(|p| i32::from(game.counters.defence(p))).sum();
            hexes.push((attack * 20 / defence.max(1), hex));
        }
        hexes.sort_by_key(|(mark, hex)| (-mark, hex.0));
        for (_, hex) in hexes {
            for defender in pieces(enemy, s.units(enemy, hex) & defenders) {
                for (attacker, at) in s.on_map(side, attackers) {
                    let action = Action::Engage { attacker, defender };
                    if game.ground.distance(at, hex) == 1 && chair.check(action).is_ok() {
                        return action;
                    }
                }
            }
        }
        Action::DeclareRest
    }

    fn fill_battle(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, s: &State) -> Action {
        let (side, enemy) = (s.side, s.side.enemy());
        let members = s.members(side, s.open);
        let defenders = s.members(enemy, s.open);
        let score = |attackers: Set, defenders: Set| {
            let strengths = game.strengths(s, side, attackers & s.engaged, attackers & s.guns, defenders);
            i32::from(strengths.odds().above_even().clamp(-6, 5)) * 100 + i32::from(strengths.attack.min(60))
        };
        let now = score(members, defenders);
        let can_close = chair.check(Action::Close).is_ok();
        let mut ideas: Vec<(i32, Action)> = Vec::new();
        let free = |p: &PieceId| s.battle_of[p.index()] == 0;
        let beside = |hex: HexId, set: Set, whose: Side| s.on_map(whose, set).all(|(_, h)| game.ground.distance(h, hex) == 1);
        for (attacker, at) in s.on_map(side, s.engaged | s.guns).filter(|(p, _)| free(p)) {
            let gun = s.guns & attacker.bit() != 0;
            if !gun && (members & s.engaged == 0 || !beside(at, defenders, enemy)) {
                continue;
            }
            if gun && s.on_map(enemy, defenders).any(|(_, h)| !game.in_sight(s, at, h)) {
                continue;
            }
            let gain = score(members | attacker.bit(), defenders) - now;
            if gain > 0 || !can_close {
                ideas.push((gain, Action::Join { attacker }));
            }
        }
        for (defender, at) in s.on_map(enemy, s.forced).filter(|(p, _)| free(p)) {
            if members & s.engaged == 0 || !beside(at, members & s.engaged, side) {
                continue;
            }
            let after = score(members, defenders | defender.bit());
            // More enemies in one good battle, as long as it stays good.
            if after >= 200 || !can_close {
                ideas.push((after / 10 - 30, Action::Target { defender }));
            }
        }
        ideas.sort_by_key(|(mark, _)| -mark);
        for (mark, action) in ideas {
            if can_close && mark <= 0 {
                break;
            }
            if chair.check(action).is_ok() {
                return action;
            }
        }
        if can_close { Action::Close } else { chair.legal()[0] }
    }
}

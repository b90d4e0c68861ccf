//! Marches: who meets whom in strength, and where the others rest.

use super::battles::ENOUGH;
use super::{Eye, Fields};
use board::{Direction, HexId};
use chancellorsville_1974::action::{LONGEST, Path};
use chancellorsville_1974::counters::{Kind, PieceId, Set, each};
use chancellorsville_1974::ground::{Bank, ROAD};
use engine::Side;

/// From so many hexes on the enemy is far, and a march simply follows the shortest way.
pub(super) const FAR: u8 = 4;

/// From so many hexes on he cannot come up in one march.
const SAFE: u8 = 6;

impl Eye<'_> {
    /// Plans attacks: for each enemy, weakest first, the units that can be brought against it at good odds.
    pub(super) fn plan(&self, fields: &Fields, orders: &mut Vec<(PieceId, Path)>) {
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
    pub(super) fn restless(&self, piece: PieceId, fields: &Fields) -> bool {
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
    pub(super) fn follow(&self, piece: PieceId, fields: &Fields) -> Option<Path> {
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

//! Marches: the way to a post, and what a hex near the enemy is worth.

use super::goals::{CENTREVILLE, FAR, MANASSAS, goal_of, ways};
use super::posts::{AWAY, LATE, WATCH};
use super::{Greedy, Seen, best};
use board::HexId;
use bull_run::BullRun;
use bull_run::action::{Action, Path, Subject};
use bull_run::counters::{Kind, PieceId, Rank, pieces};
use bull_run::ground::{BARRED, flag};
use bull_run::movement::Hazards;
use bull_run::state::State;
use contact::Set;
use engine::{Chair, Side};

impl Greedy {
    /// What an order to a unit is worth.
    pub(crate) fn worth(&self, game: &BullRun, s: &State, piece: PieceId, action: Action) -> i32 {
        let here = s.hex(piece);
        match (action, here) {
            (Action::March { path, .. }, Some(start)) => {
                let end = path.indices().fold(start, |h, d| game.ground.neighbour(h, d));
                self.value(game, s, piece, end)
            }
            (_, Some(here)) => self.value(game, s, piece, here) - 20,
            _ => 0,
        }
    }

    pub(super) fn movement(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, seen: Seen<'_>, side: Side) -> Action {
        let s = seen.state;
        self.survey(game, seen, side);
        if game.nobody_overstacked(s).is_err() {
            let mut options = Vec::new();
            chair.options(Subject::Piece(s.mover), &mut options);
            return self.best_of(game, s, s.mover, &options);
        }
        if self.hazards.is_none() {
            self.hazards = Some(Hazards { zones: game.zones(s, side.enemy()), unseen: game.around(seen.face_down) });
        }
        let hazards = self.hazards.take().expect("just made");
        let action = self.next_move(game, s, side, &hazards);
        self.hazards = Some(hazards);
        match action {
            Some(action) => action,
            None => match chair.check(Action::Done) {
                Ok(()) => Action::Done,
                Err(_) => chair.legal()[0],
            },
        }
    }

    fn next_move(&mut self, game: &BullRun, s: &State, side: Side, hazards: &Hazards) -> Option<Action> {
        if std::mem::take(&mut self.contact)
            && let Some((defenders, candidates)) = game.automatic_groups(s, &hazards.zones).next()
        {
            let mut options = Vec::new();
            game.automatic_attacks(s, defenders, candidates, &mut options);
            // There may be another one.
            self.contact = true;
            return options.last().copied();
        }
        while let Some(piece) = self.queue.pop() {
            let kind = game.counters.kind(piece);
            let hex = s.hex(piece);
            let near = hex.map_or(AWAY, |h| self.near[h.index()]);
            match kind {
                Kind::Leader if (2..=4).contains(&near) && s.moved & piece.bit() == 0 => {
                    let mut forms = Vec::new();
                    game.formings(s, piece, &mut forms);
                    if let Some(Action::Form { brigade, parts }) = forms.first().copied() {
                        self.queue.retain(|p| (parts | piece.bit()) & p.bit() == 0);
                        self.post[brigade.number()] = pieces(side, parts).next().map_or(0, |p| self.post[p.number()]);
                        self.holds |= if parts & self.holds != 0 { brigade.bit() } else { 0 };
                        self.queue.push(brigade);
                        return forms.first().copied();
                    }
                }
                Kind::Formed => {
                    let goal = usize::from(self.post[piece.number()]);
                    let far = hex.is_some_and(|h| ways(s.standing())[goal][h.index()] > 30);
                    if near > 5 && far && s.active & piece.bit() != 0 && game.may_break(s, side, piece).is_ok() {
                        let parts = s.parts(piece);
                        self.queue.extend(pieces(side, parts & game.counters.leaders[side.index()]));
                        for part in pieces(side, parts & game.counters.units[side.index()]) {
                            self.post[part.number()] = goal as u8;
                            self.holds |= if self.holds & piece.bit() != 0 { part.bit() } else { 0 };
                            self.queue.push(part);
                        }
                        return Some(Action::Break { brigade: piece });
                    }
                }
                Kind::Battery => {
                    let battle = s.battle_piece[side.index()] & piece.bit() != 0;
                    if hex.is_some() && battle != (near <= 3) && game.may_face(s, side, piece).is_ok() {
                        self.queue.push(piece);
                        return Some(Action::Face { battery: piece });
                    }
                }
                _ => {}
            }
            if let Some(path) = self.march(game, s, piece, hazards) {
                let start = hex.unwrap_or(HexId::NONE);
                let end = if start.is_some() { path.indices().fold(start, |h, d| game.ground.neighbour(h, d)) } else { start };
                self.contact |= end.is_some() && self.near[end.index()] <= 1 && game.counters.is_unit(piece);
                return Some(Action::March { piece, path });
            }
        }
        None
    }

    /// The best march of a piece, if any is better than staying.
    fn march(&self, game: &BullRun, s: &State, piece: PieceId, hazards: &Hazards) -> Option<Path> {
        let (start, spent) = game.may_move(s, piece.side(), piece).ok()?;
        if s.moved & piece.bit() != 0 && s.mover != piece {
            return None;
        }
        let here = s.hex(piece);
        if here.is_none() && (game.by_rail(s, piece).is_some() || hazards.unseen.has(start)) {
            let mut any = Vec::new();
            game.marches(s, piece, hazards, &mut any);
            return any.first().map(|a| if let Action::March { path, .. } = a { *path } else { Path::EMPTY });
        }
        if game.counters.is_leader(piece) {
            return self.lead(game, s, piece, start, spent, hazards);
        }
        if self.near[start.index()] > WATCH && s.abatis.iter().all(|h| !h.is_some() || game.ground.distance(*h, start) > 10) {
            let path = self.walk(game, s, piece, start, spent, hazards);
            // Whoever comes on the map has to.
            return path.or_else(|| (here.is_none() && game.fits(s, piece, start)).then_some(Path::EMPTY));
        }
        let stay = here.map_or(-100_000, |h| self.value(game, s, piece, h));
        let mut found = (stay, None);
        if here.is_none() && game.fits(s, piece, start) {
            found = (self.value(game, s, piece, start) - 50_000, Some(Path::EMPTY));
        }
        game.each_way(s, piece, start, spent, hazards, |hex, path| {
            let value = self.value(game, s, piece, hex);
            if value > found.0 && game.fits(s, piece, hex) {
                found = (value, Some(path));
            }
            true
        });
        found.1
    }

    /// The best of some listed marches.
    fn best_of(&self, game: &BullRun, s: &State, piece: PieceId, options: &[Action]) -> Action {
        best(options, |a| match a {
            Action::March { path, .. } => {
                let start = s.hex(piece).unwrap_or(HexId(0));
                let end = path.indices().fold(start, |h, d| game.ground.neighbour(h, d));
                if game.counters.is_leader(piece) { 0 } else { self.value(game, s, piece, end) }
            }
            _ => -50_000,
        })
    }

    /// Down the way to the post, as far as it goes and there is room.
    fn walk(&self, game: &BullRun, s: &State, piece: PieceId, start: HexId, spent: u8, hazards: &Hazards) -> Option<Path> {
        let way = &ways(s.standing())[usize::from(self.post[piece.number()])];
        let (allowance, gait, points) = (game.allowance(s, piece), game.gait(piece), game.counters.defence(piece));
        let standing = s.standing();
        let (mut at, mut spent, mut path, mut good) = (start, spent, Path::EMPTY, None);
        if way[at.index()] == 0 {
            return None;
        }
        loop {
            let mut step = (way[at.index()], None);
            for d in 0..6 {
                let to = game.ground.neighbour(at, d);
                if !to.is_some() || way[to.index()] >= step.0 {
                    continue;
                }
                let cost = game.ground.cost(standing, gait, at, d);
                let full = game.ground.ford(to).is_some_and(|n| s.ford[n] + points > game.tables.limits.ford_entry);
                if cost != BARRED && spent + cost <= allowance && !full && !hazards.zones.has(to) {
                    step = (way[to.index()], Some((d, to, cost)));
                }
            }
            let Some((d, to, cost)) = step.1 else { break };
            path = path.then_index(d);
            spent += cost;
            at = to;
            if game.fits(s, piece, at) {
                good = Some(path);
            }
            if hazards.unseen.has(at) || way[at.index()] == 0 {
                break;
            }
        }
        good
    }

    /// What it is worth to have a unit in a hex at the end of the move.
    pub(crate) fn value(&self, game: &BullRun, s: &State, piece: PieceId, hex: HexId) -> i32 {
        let side = piece.side();
        let goal = usize::from(self.post[piece.number()]);
        let way = ways(s.standing())[goal][hex.index()].min(FAR / 2);
        let mut value = -i32::from(way) * 2;
        let near = self.near[hex.index()];
        if near <= 1 {
            value += self.prospect(game, s, piece, hex);
        } else if game.counters.kind(piece) == Kind::Battery {
            value += if near <= 3 { 12 } else { 0 };
        }
        let base = if side == Side::Union { MANASSAS } else { CENTREVILLE };
        let Some(place) = goal_of(hex) else { return value };
        // To be in the enemy's base when the own turn ends is to win.
        if place == base {
            return value + 10_000;
        }
        if side == Side::Union && place != CENTREVILLE {
            return value + if s.turn >= LATE { 60 * i32::from(s.turn - LATE + 1) } else { 0 };
        }
        // Somebody stays at home, and many where the enemy is expected.
        let others = s.units(side, hex) & !piece.bit();
        value += match (others == 0, place == goal) {
            (true, true) => 250,
            (true, false) => 150,
            (false, true) => 60,
            (false, false) => 0,
        };
        value
    }

    /// How an attack from there would go: what is beside the same enemies already, and who may still come.
    fn prospect(&self, game: &BullRun, s: &State, piece: PieceId, hex: HexId) -> i32 {
        let side = piece.side();
        let (enemy, standing) = (side.enemy(), s.standing());
        let mut attack = 2 * u32::from(s.factors(piece).attack);
        if game.halved(s, piece, hex, false) {
            attack /= 2;
        }
        let mut defence = 0;
        let mut seen = [HexId::NONE; 36];
        let mut count = 0;
        let mut coming = 0;
        // When the day ends, who stands on a star decides.
        let mut last_chance = false;
        let mut mates = s.units(side, hex) & !piece.bit() & !s.fought;
        for target in game.ground.neighbours(hex) {
            let units = s.units(enemy, target);
            if units == 0 {
                continue;
            }
            last_chance |= s.turn + 2 > game.scenario.last_turn() && matches!(goal_of(target), Some(1..CENTREVILLE));
            let points: u32 = pieces(enemy, units).map(|p| u32::from(game.counters.defence(p))).sum();
            let flags = game.ground.flags(standing, target);
            let factor = match (game.ground.uphill(standing, target, hex), flags & (flag::FORD | flag::BRIDGE) != 0) {
                (true, false) => 4,
                (false, true) => 1,
                _ => 2,
            };
            defence += points * factor;
            for from in game.ground.neighbours(target).filter(|h| *h != hex) {
                if !seen[..count].contains(&from) && count < seen.len() {
                    seen[count] = from;
                    count += 1;
                    mates |= s.units(side, from) & !s.fought & !piece.bit();
                }
            }
            if coming == 0 {
                for near in game.ground.recon(target) {
                    let units = s.stack(*near).filter(|p| p.side() == side && *p != piece && game.counters.is_unit(*p));
                    let ready = |p: &PieceId| s.active & !s.moved & !s.fought & p.bit() != 0;
                    coming += units.filter(ready).map(|p| u32::from(s.factors(p).attack)).sum::<u32>();
                }
            }
        }
        for mate in pieces(side, mates) {
            let points = u32::from(s.factors(mate).attack);
            // Whoever stands there already was counted among those who may come.
            if s.active & !s.moved & mate.bit() != 0 {
                coming = coming.saturating_sub(points);
            }
            attack += 2 * points;
        }
        let ratio = (attack + coming) as f32 * self.temper.boldness * 10.0 / (defence.max(1)) as f32;
        let worth = match ratio as u32 {
            80.. => 160,
            40.. => 90,
            30.. => 60,
            20.. => 25,
            15.. => -10,
            10.. => -120,
            _ => -220,
        };
        if last_chance { worth.max(0) + 120 } else { worth }
    }

    /// Leaders go where they are needed: with their men, who give them escort, and where they reach most of them.
    fn lead(&self, game: &BullRun, s: &State, leader: PieceId, start: HexId, spent: u8, hazards: &Hazards) -> Option<Path> {
        let side = leader.side();
        let counter = game.counters.counter(leader);
        let i = side.index();
        let standing = s.standing();
        let brigade = matches!(counter.rank, Some(Rank::Brigade | Rank::Artillery));
        let men: Set = if brigade {
            game.counters.brigade[leader.index()] & game.counters.units[i]
        } else {
            let mine = |p: &PieceId| counter.rank == Some(Rank::Army) || game.counters.counter(*p).division == counter.division;
            pieces(side, (game.counters.leaders[i] | game.counters.formed[i]) & !leader.bit()).filter(mine).fold(0, |set, p| set | p.bit())
        };
        const MOST: usize = 32;
        let mut places = [(HexId::NONE, 0i32); MOST];
        let mut count = 0;
        for (man, at) in s.on_map(side, men) {
            let weight = if brigade { 1 + i32::from(s.factors(man).attack) } else { 2 };
            match places[..count].iter_mut().find(|(h, _)| *h == at) {
                Some((_, w)) => *w += weight,
                None if count < MOST => {
                    places[count] = (at, weight);
                    count += 1;
                }
                None => {}
            }
        }
        let places = &places[..count];
        let mark = |hex: HexId| {
            let escorted = s.units(side, hex) != 0;
            let danger = i32::from(self.near[hex.index()]);
            if !escorted && danger <= 6 {
                return -1_000;
            }
            let reached: i32 = places.iter().filter(|(at, _)| game.ground.commands(standing, hex, *at)).map(|(_, w)| 4 * w).sum();
            reached + if escorted { 3 } else { 0 } + danger.min(4)
        };
        let mut target = (if s.hex(leader).is_some() { mark(start) } else { -2_000 }, None);
        for (at, _) in places.iter().filter(|(at, _)| *at != start) {
            let mark = mark(*at);
            if mark > target.0 {
                target = (mark, Some(*at));
            }
        }
        let Some(target) = target.1 else {
            return (s.hex(leader).is_none()).then_some(Path::EMPTY);
        };
        let mut found = (i32::from(game.ground.distance(start, target)) * 10, None);
        game.each_way(s, leader, start, spent, hazards, |hex, path| {
            let escorted = s.units(side, hex) != 0;
            let far = i32::from(game.ground.distance(hex, target)) * 10 - if escorted { 5 } else { 0 };
            if far < found.0 && !game.would_die(s, leader, hex, hazards) && (escorted || self.near[hex.index()] > 5) {
                found = (far, Some(path));
            }
            true
        });
        found.1.or_else(|| s.hex(leader).is_none().then_some(Path::EMPTY))
    }
}

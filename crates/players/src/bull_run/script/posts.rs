//! Posts: who goes where when a Movement phase begins.

use super::goals::{CENTREVILLE, GOALS, MANASSAS, TURN, pressure, ways};
use super::{Greedy, Seen};
use board::HexId;
use bull_run::BullRun;
use bull_run::counters::{PieceId, pieces};
use bull_run::ground::{HEXES, Hexes};
use bull_run::state::State;
use contact::Set;
use engine::mix::mix;
use engine::{Rules, Side};
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

/// Up to this many hexes an enemy is worth a look.
pub(super) const WATCH: u8 = 6;

/// Farther than any enemy that matters.
pub(super) const AWAY: u8 = 20;

/// From this turn on the Union looks for a star as well.
pub(super) const LATE: u8 = 12;

/// How far every hex is from the nearest enemy, in hexes, up to [`WATCH`] and a little more.
pub(super) type Distances = Arc<[u8; HEXES]>;

/// How many of them are kept.
const KEPT: usize = 64;

thread_local! {
    /// Those of late: while plans are weighed and moves proposed, the enemy mostly stands as he stood before.
    static LATELY: RefCell<Vec<Option<(Hexes, Distances)>>> = RefCell::new(vec![None; KEPT]);
}

/// No enemy is near anything.
pub(super) static NOBODY: LazyLock<Distances> = LazyLock::new(|| Arc::new([AWAY; HEXES]));

fn distances_to(game: &BullRun, enemies: &Hexes) -> [u8; HEXES] {
    let mut near = [AWAY; HEXES];
    let mut edge: Vec<HexId> = Vec::with_capacity(HEXES);
    for hex in enemies.iter() {
        near[hex.index()] = 0;
        edge.push(hex);
    }
    let mut at = 0;
    while let Some(hex) = edge.get(at).copied() {
        at += 1;
        let far = near[hex.index()] + 1;
        if far > WATCH + 4 {
            break;
        }
        for next in game.ground.neighbours(hex) {
            if near[next.index()] > far {
                near[next.index()] = far;
                edge.push(next);
            }
        }
    }
    near
}

impl Greedy {
    /// Looks over the map for a single question.
    pub(crate) fn look(&mut self, game: &BullRun, seen: Seen<'_>, side: Side) {
        self.measure(game, seen, side.enemy());
        self.assign(game, seen.state, side);
    }

    /// Gives a piece another post.
    pub(crate) fn send(&mut self, piece: PieceId, goal: usize) {
        self.post[piece.number()] = goal as u8;
    }

    /// Looks over the map when a Movement phase begins.
    pub(super) fn survey(&mut self, game: &BullRun, seen: Seen<'_>, side: Side) {
        let s = seen.state;
        let phase = game.phase(s);
        let enemy = side.enemy();
        let face_down = seen.face_down.len();
        if phase == self.phase && face_down == self.face_down && s.fought == self.fought {
            return;
        }
        let fresh = phase != self.phase;
        (self.phase, self.face_down, self.fought, self.hazards) = (phase, face_down, s.fought, None);
        self.measure(game, seen, enemy);
        if !fresh {
            return;
        }
        self.contact = true;
        self.assign(game, s, side);
        self.line_up(game, s, side);
    }

    /// How far every hex is from the enemy.
    fn measure(&mut self, game: &BullRun, seen: Seen<'_>, enemy: Side) {
        let shown = seen.state.units_on_map(enemy).map(|(_, h)| h);
        let enemies: Hexes = shown.chain(seen.face_down.iter().copied()).collect();
        let slot = enemies.words().iter().fold(0, |key, word| mix(key ^ word)) as usize % KEPT;
        self.near = LATELY.with_borrow_mut(|lately| match &lately[slot] {
            Some((same, near)) if *same == enemies => near.clone(),
            _ => {
                let near = Arc::new(distances_to(game, &enemies));
                lately[slot] = Some((enemies, near.clone()));
                near
            }
        });
    }

    /// Gives every own unit its post.
    fn assign(&mut self, game: &BullRun, s: &State, side: Side) {
        let ways = ways(s.standing());
        let (mut own, mut theirs) = ([0f32; GOALS], [0f32; GOALS]);
        let mut soonest = u16::MAX;
        for (unit, hex) in s.units_on_map(side.enemy()) {
            let f = s.factors(unit);
            let weight = if side == Side::Union { f.defence } else { f.attack };
            for goal in 0..GOALS {
                theirs[goal] += f32::from(weight) * pressure(ways[goal][hex.index()]);
            }
            let base = if side == Side::Union { CENTREVILLE } else { MANASSAS };
            soonest = soonest.min(ways[base][hex.index()]);
        }
        let late = (f32::from(s.turn) / f32::from(game.scenario.last_turn())).min(1.0);
        self.holds = 0;
        if side == Side::Confederate {
            let ramp = ((late - 0.3) * 2.0).clamp(0.1, 1.0);
            let want: [f32; GOALS] = std::array::from_fn(|g| match g {
                MANASSAS => 18.0 + 1.6 * theirs[g],
                CENTREVILLE => 0.1,
                _ => self.temper.stars * ramp * (6.0 + 1.8 * theirs[g]),
            });
            // Where most is missing, the nearest comes next.
            let mut missing = want;
            let mut free: Set = s.units_on_map(side).fold(0, |set, (u, _)| set | u.bit());
            self.holds = free;
            while free != 0 {
                let goal = (0..CENTREVILLE).max_by(|a, b| missing[*a].total_cmp(&missing[*b])).unwrap_or(MANASSAS);
                let nearest = s.on_map(side, free).min_by_key(|(_, h)| ways[goal][h.index()]);
                let Some((unit, _)) = nearest else { break };
                let mates = self.mates(game, unit) & free;
                for unit in pieces(side, mates) {
                    missing[goal] -= f32::from(s.factors(unit).defence);
                    self.post[unit.number()] = goal as u8;
                }
                free &= !mates;
            }
            if self.temper.raiding {
                self.send_raiders(s, side, CENTREVILLE, 3);
            }
            return;
        }
        for (unit, hex) in s.units_on_map(side) {
            for goal in 0..GOALS {
                own[goal] += f32::from(s.factors(unit).attack) * pressure(ways[goal][hex.index()]);
            }
        }
        let score: [f32; GOALS] = std::array::from_fn(|g| match g {
            MANASSAS => own[g] - 0.8 * theirs[g] + 8.0,
            CENTREVILLE => f32::NEG_INFINITY,
            _ if s.turn < LATE => f32::NEG_INFINITY,
            _ => self.temper.stars * (own[g] - 0.8 * theirs[g] + 12.0 * (late - 0.5)),
        });
        for (unit, hex) in s.units_on_map(side) {
            let mark = |g: usize| score[g] - f32::from(ways[g][hex.index()] / TURN) * 2.0;
            let goal = (0..CENTREVILLE).max_by(|a, b| mark(*a).total_cmp(&mark(*b))).unwrap_or(MANASSAS);
            self.post[unit.number()] = goal as u8;
        }
        // Somebody covers the base.
        if soonest < 5 * TURN {
            let want = 4.0 + 0.4 * theirs[CENTREVILLE];
            let mut got = 0.0;
            while got < want {
                let free = s.units_on_map(side).filter(|(u, _)| self.holds & u.bit() == 0);
                let Some((unit, _)) = free.min_by_key(|(_, h)| ways[CENTREVILLE][h.index()]) else { break };
                got += f32::from(s.factors(unit).defence);
                self.post[unit.number()] = CENTREVILLE as u8;
                self.holds |= unit.bit();
            }
        }
    }

    /// Who is given a post with a unit: nobody else, or its brigade.
    fn mates(&self, game: &BullRun, unit: PieceId) -> Set {
        if self.temper.together { game.counters.brigade[unit.index()] | unit.bit() } else { unit.bit() }
    }

    /// The nearest few go for a base that nobody seems to guard.
    fn send_raiders(&mut self, s: &State, side: Side, goal: usize, count: usize) {
        let ways = ways(s.standing());
        for _ in 0..count {
            let free = s.units_on_map(side).filter(|(u, _)| self.post[u.number()] != goal as u8);
            if let Some((unit, _)) = free.min_by_key(|(_, h)| ways[goal][h.index()]) {
                self.post[unit.number()] = goal as u8;
                self.holds &= !unit.bit();
            }
        }
    }

    /// Who is thought of when: those who may form first, then reinforcements and units, the most advanced first, then leaders,
    /// who see where their men went.
    fn line_up(&mut self, game: &BullRun, s: &State, side: Side) {
        let ways = ways(s.standing());
        let i = side.index();
        self.queue.clear();
        self.queue.extend(s.on_map(side, game.counters.leaders[i] & s.active).map(|(p, _)| p));
        let first = self.queue.len();
        self.queue.extend(s.on_map(side, game.counters.units[i] & (s.active | game.counters.batteries[i])).map(|(p, _)| p));
        let post = &self.post;
        let way = |p: &PieceId| s.hex(*p).map_or(0, |h| ways[usize::from(post[p.number()])][h.index()]);
        self.queue[first..].sort_by_key(|p| std::cmp::Reverse(way(p)));
        self.queue.extend(pieces(side, game.entrants(s)));
        for (leader, hex) in s.on_map(side, game.counters.leaders[i]) {
            if (2..=4).contains(&self.near[hex.index()]) && s.touched & leader.bit() == 0 {
                self.queue.push(leader);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Temper;
    use super::*;
    use bull_run::state::Phase;
    use engine::{Actor, Chair, Dice, Handbook, Player};

    /// The second Confederate Movement phase of a game between scripts.
    fn on_the_march(game: &BullRun) -> State {
        let (mut state, mut dice) = (game.start(), Dice::new(7));
        let mut scripts = [1, 2].map(|seed| Greedy::with_temper(seed, Temper::MANNERS[0]));
        while (state.turn, state.phase, state.side) != (2, Phase::Movement, Side::Confederate) {
            match game.actor(&state) {
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().expect("nobody has won yet");
                    let action = scripts[side.index()].choose(&Chair::new(game, &state, side));
                    game.apply(&mut state, side, action, &mut ()).expect("a legal choice");
                }
            }
        }
        state
    }

    #[test]
    fn a_brigade_shares_a_post_in_that_manner_only() {
        let game = BullRun::open(&BullRun::catalogue().complete(None, &Default::default()).expect("the defaults")).expect("a game");
        let (state, side) = (on_the_march(&game), Side::Confederate);
        let scattered = |manner: usize| {
            let mut mind = Greedy::with_temper(1, Temper::MANNERS[manner]);
            mind.look(&game, Seen::from(&Chair::new(&game, &state, side), &mut None), side);
            // A formed brigade goes its own way, whoever of its regiments has stayed behind.
            let regiments = game.counters.units[side.index()] & !game.counters.formed[side.index()];
            let units: Set = state.on_map(side, regiments).fold(0, |set, (u, _)| set | u.bit());
            let apart = |unit: &PieceId| {
                let mates = game.counters.brigade[unit.index()] & units;
                pieces(side, mates).any(|mate| mind.post[mate.number()] != mind.post[unit.number()])
            };
            pieces(side, units).filter(apart).count()
        };
        assert!(scattered(0) > 0);
        assert_eq!(scattered(Temper::TOGETHER), 0);
    }
}

//! The greedy player: plain sense, one decision at a time, seeing only what its side may see.
//!
//! When a Movement phase begins every unit gets a post: the Confederates hold Manassas and the stars as they are threatened,
//! the Union covers Centreville as far as it must and goes for what is weakest. Units far from the enemy walk to their
//! posts by the shortest way; those near him look at every hex they reach. Both attack where the odds are good, keep leaders
//! with their men, and take what costs nothing.

use board::HexId;
use bull_run::BullRun;
use bull_run::action::{Action, Path, Subject};
use bull_run::counters::{Kind, PieceId, Rank, pieces};
use bull_run::fog::Sight;
use bull_run::ground::{BARRED, Gait, Ground, HEXES, flag};
use bull_run::movement::Hazards;
use bull_run::retreat::Fate;
use bull_run::state::{Phase, State, Step};
use contact::clusters::Set;
use engine::{Chair, Dice, Player, Rules, Side};
use std::collections::BinaryHeap;
use std::sync::LazyLock;

/// How a player weighs its chances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// What its own strength counts when it looks at odds.
    pub boldness: f32,
    /// Whether some of those who could hold back go for the enemy's base.
    pub raiding: bool,
    /// What a threatened star counts beside Manassas.
    pub stars: f32,
    /// Whether it sets up as it has learnt is best, rather than this way or that.
    pub schooled: bool,
}

impl Temper {
    /// The player's own.
    pub(crate) const PLAIN: Temper = Temper { boldness: 1.0, raiding: false, stars: 1.0, schooled: false };

    /// Those of the general's stand-in.
    pub(crate) const MANNERS: [Temper; 5] = [
        Temper { schooled: true, ..Temper::PLAIN },
        Temper { boldness: 1.35, schooled: true, ..Temper::PLAIN },
        Temper { boldness: 0.75, schooled: true, ..Temper::PLAIN },
        Temper { raiding: true, schooled: true, ..Temper::PLAIN },
        Temper { stars: 2.0, schooled: true, ..Temper::PLAIN },
    ];
}

/// The places that decide the game: Manassas, the three stars, Centreville.
pub(crate) const GOALS: usize = 5;
pub(crate) const MANASSAS: usize = 0;
pub(crate) const CENTREVILLE: usize = 4;

/// A regiment's movement in a turn, in sixths.
pub(crate) const TURN: u16 = 24;
/// Far.
const FAR: u16 = 9_999;
/// Up to this many hexes an enemy is worth a look.
const WATCH: u8 = 6;
/// Farther than any enemy that matters.
const AWAY: u8 = 20;
/// From this turn on the Union looks for a star as well.
const LATE: u8 = 12;

/// The ways to the goals as a regiment walks, in sixths, with and without the trestle.
pub(crate) fn ways(standing: bool) -> &'static [Vec<u16>; GOALS] {
    static WAYS: LazyLock<[[Vec<u16>; GOALS]; 2]> =
        LazyLock::new(|| [false, true].map(|standing| std::array::from_fn(|goal| distances(Ground::get(), standing, goal_hexes(goal)))));
    &WAYS[usize::from(standing)]
}

/// The hexes of a goal.
pub(crate) fn goal_hexes(goal: usize) -> &'static [HexId] {
    let ground = Ground::get();
    match goal {
        MANASSAS => &ground.bases[Side::Confederate.index()],
        CENTREVILLE => &ground.bases[Side::Union.index()],
        star => &ground.stars[star - 1..star],
    }
}

/// The goal of which each hex is part, if of any.
fn goal_of(hex: HexId) -> Option<usize> {
    static PART: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut part = vec![u8::MAX; HEXES];
        (0..GOALS).for_each(|g| goal_hexes(g).iter().for_each(|h| part[h.index()] = g as u8));
        part
    });
    let goal = PART[hex.index()];
    (goal != u8::MAX).then_some(usize::from(goal))
}

/// What a strength so far from a place counts there, by turns of march.
pub(crate) fn pressure(way: u16) -> f32 {
    const BY_TURNS: [f32; 13] = [1.0, 0.95, 0.75, 0.55, 0.4, 0.3, 0.22, 0.16, 0.11, 0.08, 0.05, 0.03, 0.0];
    let turns = usize::from(way / TURN);
    match BY_TURNS.get(turns..turns + 2) {
        Some([near, far]) => near + (far - near) * f32::from(way % TURN) / f32::from(TURN),
        _ => 0.0,
    }
}

/// A player with plain sense and no plan.
#[derive(Clone)]
pub struct Greedy {
    dice: Dice,
    temper: Temper,
    /// The phase for which the notes below hold.
    phase: u32,
    /// Who is still to be thought of in this phase, the next one last.
    queue: Vec<PieceId>,
    /// How far it is to the nearest enemy, in hexes, up to [`WATCH`] and a little more.
    near: Vec<u8>,
    /// The goal of each own piece.
    post: [u8; 128],
    /// Whether that goal is to be held rather than taken.
    holds: Set,
    hazards: Option<Hazards>,
    /// How many enemies lie face down: when one is turned up, much changes.
    face_down: usize,
    /// Who made automatic victories in this phase: then enemies are gone.
    fought: Set,
    /// Somebody came beside an enemy: there may be an automatic victory.
    contact: bool,
}

impl Greedy {
    /// A greedy player with its own stream for ties.
    pub fn new(seed: u64) -> Greedy {
        Greedy::with_temper(seed, Temper::PLAIN)
    }

    pub(crate) fn with_temper(seed: u64, temper: Temper) -> Greedy {
        Greedy {
            dice: Dice::new(seed ^ 0x6772_6565_6479),
            temper,
            phase: u32::MAX,
            queue: Vec::new(),
            near: Vec::new(),
            post: [0; 128],
            holds: 0,
            hazards: None,
            face_down: 0,
            fought: 0,
            contact: true,
        }
    }
}

impl Player<BullRun> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, BullRun>) -> Action {
        let (game, side) = (chair.game(), chair.side());
        let sight = chair.sight();
        let s = &sight.state;
        if let Some(step) = s.step() {
            return self.react(chair, game, s, step, side);
        }
        match s.phase {
            Phase::SetUp => self.set_up(chair),
            Phase::Command => chair.legal()[0],
            Phase::Movement => self.movement(chair, game, &sight, side),
            Phase::Declaration => self.attack(chair, game, s),
            Phase::Battles => (1..=s.battles)
                .find(|b| s.members(side.enemy(), *b) != 0)
                .map_or_else(|| chair.legal()[0], |battle| Action::Resolve { battle }),
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

/// How far the nearest unit of a side is from a hex, as far as five hexes away.
fn nearest(game: &BullRun, s: &State, side: Side, hex: HexId) -> i32 {
    let units = |h: &&HexId| s.stack(**h).any(|p| p.side() == side && game.roster.is_unit(p));
    game.ground.recon(hex).iter().find(units).map_or(5, |h| i32::from(game.ground.distance(*h, hex)))
}

impl Greedy {
    fn set_up(&mut self, chair: &Chair<'_, BullRun>) -> Action {
        if chair.check(Action::Done).is_ok() {
            return Action::Done;
        }
        let mut options = Vec::new();
        chair.options(Subject::Presets, &mut options);
        // Everything to Sudley, and a brigade behind every ford: what has proved itself.
        let n = if self.temper.schooled { [2, 0][chair.side().index()] } else { self.dice.below(options.len()) };
        options[n]
    }

    /// What must be settled in a battle.
    fn react(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, s: &State, step: Step, side: Side) -> Action {
        match step {
            Step::Lose { owed, .. } => best(&chair.legal(), |a| match a {
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
                let leaders = s.here(side, from) & game.roster.leaders[side.index()] & !s.rolling[side.index()];
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
        if found.0 <= -1_000 && game.roster.kind(piece) == Kind::Formed { Action::Break { brigade: piece } } else { found.1 }
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

    /// Looks over the map for a single question.
    pub(crate) fn look(&mut self, game: &BullRun, sight: &Sight, side: Side) {
        self.measure(game, sight, side.enemy());
        self.assign(game, &sight.state, side);
    }

    /// Gives a piece another post.
    pub(crate) fn send(&mut self, piece: PieceId, goal: usize) {
        self.post[piece.number()] = goal as u8;
    }

    /// What an order to a unit is worth.
    pub(crate) fn worth(&self, game: &BullRun, s: &State, piece: PieceId, action: Action) -> i32 {
        let here = s.hex(piece);
        match (action, here) {
            (Action::March { path, .. }, Some(start)) => {
                let end = path.steps().fold(start, |h, d| game.ground.neighbour(h, d));
                self.value(game, s, piece, end)
            }
            (_, Some(here)) => self.value(game, s, piece, here) - 20,
            _ => 0,
        }
    }

    /// Looks over the map when a Movement phase begins.
    fn survey(&mut self, game: &BullRun, sight: &Sight, side: Side) {
        let s = &sight.state;
        let phase = game.phase(s);
        let enemy = side.enemy();
        let face_down = sight.face_down[enemy.index()].len();
        if phase == self.phase && face_down == self.face_down && s.fought == self.fought {
            return;
        }
        let fresh = phase != self.phase;
        (self.phase, self.face_down, self.fought, self.hazards) = (phase, face_down, s.fought, None);
        self.measure(game, sight, enemy);
        if !fresh {
            return;
        }
        self.contact = true;
        self.assign(game, s, side);
        self.line_up(game, s, side);
    }

    /// How far every hex is from the enemy.
    fn measure(&mut self, game: &BullRun, sight: &Sight, enemy: Side) {
        self.near.clear();
        self.near.resize(HEXES, AWAY);
        let mut edge: Vec<HexId> = Vec::with_capacity(HEXES);
        let shown = sight.state.units_on_map(enemy).map(|(_, h)| h);
        for hex in shown.chain(sight.face_down[enemy.index()].iter().copied()) {
            if self.near[hex.index()] != 0 {
                self.near[hex.index()] = 0;
                edge.push(hex);
            }
        }
        let mut at = 0;
        while let Some(hex) = edge.get(at).copied() {
            at += 1;
            let far = self.near[hex.index()] + 1;
            if far > WATCH + 4 {
                break;
            }
            for next in game.ground.neighbours(hex) {
                if self.near[next.index()] > far {
                    self.near[next.index()] = far;
                    edge.push(next);
                }
            }
        }
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
                missing[goal] -= f32::from(s.factors(unit).defence);
                self.post[unit.number()] = goal as u8;
                free &= !unit.bit();
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
        self.queue.extend(s.on_map(side, game.roster.leaders[i] & s.active).map(|(p, _)| p));
        let first = self.queue.len();
        self.queue.extend(s.on_map(side, game.roster.units[i] & (s.active | game.roster.batteries[i])).map(|(p, _)| p));
        let post = &self.post;
        let way = |p: &PieceId| s.hex(*p).map_or(0, |h| ways[usize::from(post[p.number()])][h.index()]);
        self.queue[first..].sort_by_key(|p| std::cmp::Reverse(way(p)));
        self.queue.extend(pieces(side, game.entrants(s)));
        for (leader, hex) in s.on_map(side, game.roster.leaders[i]) {
            if (2..=4).contains(&self.near[hex.index()]) && s.touched & leader.bit() == 0 {
                self.queue.push(leader);
            }
        }
    }

    fn movement(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, sight: &Sight, side: Side) -> Action {
        let s = &sight.state;
        self.survey(game, sight, side);
        if game.nobody_overstacked(s).is_err() {
            let mut options = Vec::new();
            chair.options(Subject::Piece(s.mover), &mut options);
            return self.best_of(game, s, s.mover, &options);
        }
        if self.hazards.is_none() {
            self.hazards =
                Some(Hazards { zones: game.zones(s, side.enemy()), unseen: game.around(&sight.face_down[side.enemy().index()]) });
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
            && let Some((defenders, candidates)) = game.automatic_groups(s, &hazards.zones).first().copied()
        {
            let mut options = Vec::new();
            game.automatic_attacks(s, defenders, candidates, &mut options);
            // There may be another one.
            self.contact = true;
            return options.last().copied();
        }
        while let Some(piece) = self.queue.pop() {
            let kind = game.roster.kind(piece);
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
                        self.queue.extend(pieces(side, parts & game.roster.leaders[side.index()]));
                        for part in pieces(side, parts & game.roster.units[side.index()]) {
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
                let end = if start.is_some() { path.steps().fold(start, |h, d| game.ground.neighbour(h, d)) } else { start };
                self.contact |= end.is_some() && self.near[end.index()] <= 1 && game.roster.is_unit(piece);
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
        if game.roster.is_leader(piece) {
            return self.lead(game, s, piece, start, spent, hazards);
        }
        if self.near[start.index()] > WATCH && s.abatis.iter().all(|h| !h.is_some() || game.ground.distance(*h, start) > 10) {
            let path = self.walk(game, s, piece, start, spent, hazards);
            // Whoever comes on the map has to.
            return path.or_else(|| (here.is_none() && game.fits(s, piece, start)).then_some(Path::EMPTY));
        }
        let reach = game.reach(s, piece, start, spent, hazards);
        let stay = here.map_or(-100_000, |h| self.value(game, s, piece, h));
        let mut found = (stay, None);
        if here.is_none() && game.fits(s, piece, start) {
            found = (self.value(game, s, piece, start) - 50_000, Some(HexId::NONE));
        }
        for hex in reach.hexes() {
            let value = self.value(game, s, piece, *hex);
            if value > found.0 && game.fits(s, piece, *hex) {
                found = (value, Some(*hex));
            }
        }
        found.1.map(|hex| if hex.is_some() { reach.path(hex) } else { Path::EMPTY })
    }

    /// The best of some listed marches.
    fn best_of(&self, game: &BullRun, s: &State, piece: PieceId, options: &[Action]) -> Action {
        best(options, |a| match a {
            Action::March { path, .. } => {
                let start = s.hex(piece).unwrap_or(HexId(0));
                let end = path.steps().fold(start, |h, d| game.ground.neighbour(h, d));
                if game.roster.is_leader(piece) { 0 } else { self.value(game, s, piece, end) }
            }
            _ => -50_000,
        })
    }

    /// Down the way to the post, as far as it goes and there is room.
    fn walk(&self, game: &BullRun, s: &State, piece: PieceId, start: HexId, spent: u8, hazards: &Hazards) -> Option<Path> {
        let way = &ways(s.standing())[usize::from(self.post[piece.number()])];
        let (allowance, gait, points) = (game.allowance(s, piece), game.gait(piece), game.roster.defence(piece));
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
            path = path.then(d);
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
        } else if game.roster.kind(piece) == Kind::Battery {
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
            let points: u32 = pieces(enemy, units).map(|p| u32::from(game.roster.defence(p))).sum();
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
                    let units = s.stack(*near).filter(|p| p.side() == side && *p != piece && game.roster.is_unit(*p));
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
        let counter = game.roster.counter(leader);
        let i = side.index();
        let standing = s.standing();
        let brigade = matches!(counter.rank, Some(Rank::Brigade | Rank::Artillery));
        let men: Set = if brigade {
            game.roster.brigade[leader.index()] & game.roster.units[i]
        } else {
            let mine = |p: &PieceId| counter.rank == Some(Rank::Army) || game.roster.counter(*p).division == counter.division;
            pieces(side, (game.roster.leaders[i] | game.roster.formed[i]) & !leader.bit()).filter(mine).fold(0, |set, p| set | p.bit())
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
        let reach = game.reach(s, leader, start, spent, hazards);
        let mut found = (i32::from(game.ground.distance(start, target)) * 10, None);
        for hex in reach.hexes() {
            let far = i32::from(game.ground.distance(*hex, target)) * 10 - if s.units(side, *hex) != 0 { 5 } else { 0 };
            if far < found.0 && !game.would_die(s, leader, *hex, hazards) && (s.units(side, *hex) != 0 || self.near[hex.index()] > 5) {
                found = (far, Some(*hex));
            }
        }
        match found.1 {
            Some(hex) => Some(reach.path(hex)),
            None => s.hex(leader).is_none().then_some(Path::EMPTY),
        }
    }

    /// Stating attacks: the best odds first, everybody who helps joins, guns support, and what is left over bombards.
    fn attack(&mut self, chair: &Chair<'_, BullRun>, game: &BullRun, s: &State) -> Action {
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
            let defence: i32 = pieces(enemy, s.units(enemy, hex)).map(|p| i32::from(game.roster.defence(p))).sum();
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

/// How far every hex is from the nearest goal, as a regiment walks.
fn distances(ground: &Ground, standing: bool, goals: &[HexId]) -> Vec<u16> {
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
            let from = ground.neighbour(hex, d);
            if !from.is_some() {
                continue;
            }
            // Walked the other way round: from the neighbour into this hex.
            let step = ground.cost(standing, Gait::Other, from, (d + 3) % 6);
            if step == BARRED {
                continue;
            }
            let total = cost + u16::from(step);
            if total < way[from.index()] {
                way[from.index()] = total;
                queue.push((std::cmp::Reverse(total), from.0));
            }
        }
    }
    way
}

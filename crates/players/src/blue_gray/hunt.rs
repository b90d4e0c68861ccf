//! Whom the army can surround this turn: for each enemy hex every way to close it in, by exact enumeration.
//!
//! A unit that must retreat and cannot is lost, so two brigades on opposite sides of a hex make a kill of what would be a push. Marches of
//! one phase do not hinder each other but for room, so what can come to the hexes around an enemy is worked out once, and each choice of
//! hexes is then a matter of a few bits and one look at the odds.

use super::script::{Mind, end_of};
use blue_gray::action::Action;
use blue_gray::cells::{Cell, CellSet};
use blue_gray::state::Battle;
use blue_gray::units::{NOBODY, UnitId, UnitSet};
use engine::Dice;

/// The least that a surround must promise, in victory points.
const WORTH_IT: f32 = 0.35;
/// What a unit is worth that is free for something else.
const IN_HAND: f32 = 0.04;
/// What it costs to touch an enemy who then has to be attacked by somebody.
const SOAK_OFF: f32 = 0.7;
/// From how far a march can reach an enemy's neighbour.
const FAR: u8 = 7;

/// How many blows are thought of before one is tried.
const BLOWS: usize = 6;

/// A march to be made.
type Way = (UnitId, Cell);

/// A surround, and what it promises.
struct Trap {
    worth: f32,
    ways: Vec<Way>,
}

/// A hex beside the enemy.
struct Post {
    cell: Cell,
    /// Who stands there and can attack.
    there: UnitSet,
    /// How many more may come.
    room: usize,
    /// The ways out of the enemy's hex that a unit here shuts, one bit each.
    shuts: u8,
    /// Who can come, the strongest first.
    comers: Vec<UnitId>,
    /// Other enemies whom nobody touches yet and a unit here would.
    strangers: CellSet,
}

/// A look for surrounds.
pub(super) struct Hunt<'a> {
    mind: &'a Mind<'a>,
    /// Who can march, and where to.
    reach: Vec<(UnitId, CellSet)>,
    /// The hexes that the army controls already.
    zone: CellSet,
    /// Enemies who are in contact already.
    touched: CellSet,
}

impl<'a> Hunt<'a> {
    /// A look at the position; `marches` lists what a unit can do.
    pub(super) fn new(mind: &'a Mind<'a>, able: UnitSet, marches: impl Fn(UnitId, &mut Vec<Action>)) -> Hunt<'a> {
        let (game, state, side) = (mind.game, mind.state, mind.side);
        let (own, enemy) = (&state.occupied[side.index()], &state.occupied[side.enemy().index()]);
        let near = |u: &UnitId| {
            let from = state.place(*u);
            !from.on_map() || enemy.iter().any(|e| game.ground.distance(from, e) <= FAR)
        };
        let mut options = Vec::new();
        let ends = |u: UnitId| {
            options.clear();
            marches(u, &mut options);
            (u, options.iter().filter_map(|a| end_of(*a)).collect())
        };
        let movers = able.without(game.artillery).without(state.ineffective);
        let reach = movers.iter().filter(near).map(ends).collect();
        let touched = enemy.iter().filter(|e| game.ground_in(state).struck(*e).any(|c| own.has(c))).collect();
        Hunt { mind, reach, zone: game.ground_in(state).zone(own), touched }
    }

    /// The marches of the best surrounds that do not stand in each other's way, the last one first.
    pub(super) fn traps(&self) -> Vec<Way> {
        let mut ways: Vec<Way> = self.together().into_iter().flat_map(|trap| trap.ways).collect();
        ways.reverse();
        ways
    }

    /// What these promise, in victory points.
    pub(super) fn promise(&self) -> f32 {
        self.together().iter().map(|trap| trap.worth).sum()
    }

    /// The best surrounds that can be made in one phase, the best first.
    fn together(&self) -> Vec<Trap> {
        let enemy = &self.mind.state.occupied[self.mind.side.enemy().index()];
        let mut traps: Vec<Trap> = enemy.iter().filter_map(|target| self.best(target)).collect();
        traps.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let mut used = UnitSet::EMPTY;
        traps.retain(|trap| {
            let units: UnitSet = trap.ways.iter().map(|(unit, _)| *unit).collect();
            let free = used.and(units).is_empty();
            used = if free { used.or(units) } else { used };
            free
        });
        traps
    }

    /// A blow at one of the enemies, put together by lot, the more it promises the likelier; `dear` says what else a hex is worth.
    pub(super) fn blow(&self, dice: &mut Dice, dear: impl Fn(Cell) -> f32) -> Vec<Way> {
        let enemy = &self.mind.state.occupied[self.mind.side.enemy().index()];
        let targets: Vec<Cell> = enemy.iter().collect();
        if targets.is_empty() {
            return Vec::new();
        }
        let mut best: Option<Trap> = None;
        for _ in 0..BLOWS {
            let target = targets[dice.below(targets.len())];
            let exits = self.exits(target);
            let posts = self.posts(target, &exits);
            let open: Vec<usize> = (0..posts.len()).filter(|i| !posts[*i].comers.is_empty()).collect();
            if open.is_empty() {
                continue;
            }
            let choice = 1 + dice.below((1 << open.len()) - 1);
            let chosen: Vec<usize> = (0..open.len()).filter(|i| choice >> i & 1 == 1).map(|i| open[i]).collect();
            let crowd = 1 + dice.below(usize::from(self.mind.game.chart.limits.stacking));
            let Some(ways) = send(&posts, &chosen, crowd) else { continue };
            let luck = dice.below(1000) as f32 / 1000.0;
            let worth = self.worth(target, exits.len(), &posts, &chosen, &ways) + dear(target) + luck;
            if best.as_ref().is_none_or(|b| worth > b.worth) {
                best = Some(Trap { worth, ways });
            }
        }
        best.map_or(Vec::new(), |trap| trap.ways)
    }

    /// The best way to close an enemy in, if it is worth it.
    fn best(&self, target: Cell) -> Option<Trap> {
        let exits = self.exits(target);
        let posts = self.posts(target, &exits);
        let open: Vec<usize> = (0..posts.len()).filter(|i| !posts[*i].comers.is_empty()).collect();
        let mut best: Option<Trap> = None;
        for choice in 1u8..1 << open.len() {
            let chosen: Vec<usize> = (0..open.len()).filter(|i| choice >> i & 1 == 1).map(|i| open[i]).collect();
            for crowd in [1, usize::from(self.mind.game.chart.limits.stacking)] {
                let Some(ways) = send(&posts, &chosen, crowd) else { break };
                let worth = self.worth(target, exits.len(), &posts, &chosen, &ways);
                if worth > best.as_ref().map_or(WORTH_IT, |b| b.worth) {
                    best = Some(Trap { worth, ways });
                }
            }
        }
        best
    }

    /// Where a retreat from a hex could still go.
    fn exits(&self, target: Cell) -> Vec<Cell> {
        let (game, state, side) = (self.mind.game, self.mind.state, self.mind.side);
        game.ground_in(state).touched(target).filter(|c| !state.occupied[side.index()].has(*c) && !self.zone.has(*c)).collect()
    }

    /// The hexes from which an enemy can be attacked.
    fn posts(&self, target: Cell, exits: &[Cell]) -> Vec<Post> {
        let (game, state, side) = (self.mind.game, self.mind.state, self.mind.side);
        let enemy = &state.occupied[side.enemy().index()];
        let mut posts = Vec::with_capacity(6);
        for cell in game.ground_in(state).struck(target).filter(|c| !enemy.has(*c)) {
            let there = state.units_in(cell);
            let room = usize::from(game.chart.limits.stacking).saturating_sub(there.len() as usize);
            let mut comers: Vec<UnitId> =
                if room == 0 { Vec::new() } else { self.reach.iter().filter(|(_, ends)| ends.has(cell)).map(|(u, _)| *u).collect() };
            comers.sort_by_key(|u| std::cmp::Reverse(game.strength_of(state, *u)));
            let shuts = |(i, exit): (usize, &Cell)| u8::from(*exit == cell || game.ground_in(state).may_touch(cell, *exit)) << i;
            let strangers = game.ground_in(state).struck(cell).filter(|e| *e != target && enemy.has(*e) && !self.touched.has(*e)).collect();
            posts.push(Post {
                cell,
                there: there.without(state.ineffective),
                room,
                shuts: exits.iter().enumerate().map(shuts).sum(),
                comers,
                strangers,
            });
        }
        posts
    }

    /// What an attack promises, in victory points, if the chosen hexes are taken so.
    fn worth(&self, target: Cell, exits: usize, posts: &[Post], chosen: &[usize], ways: &[Way]) -> f32 {
        let (mind, state) = (self.mind, self.mind.state);
        let mut battle = Battle::NONE;
        battle.targets.push(target);
        let mut attackers: UnitSet = ways.iter().map(|(u, _)| *u).collect();
        for (i, post) in posts.iter().enumerate() {
            if chosen.contains(&i) || !post.there.is_empty() {
                battle.from.push(post.cell);
                attackers = attackers.or(post.there);
            }
        }
        let shut = chosen.iter().fold(0, |set, i| set | posts[*i].shuts);
        let defenders = state.units_in(target);
        let caught = shut.count_ones() as usize == exits;
        let trapped = if caught { defenders } else { defenders.and(mind.game.immobile) };
        let strength = mind.game.strength(state, attackers.or(mind.guns_on(target, NOBODY)));
        let column = |defence: u32| mind.game.shifted(state, &battle, mind.game.chart.column(strength, defence));
        let defence = mind.game.defence_strength(state, &battle);
        let promise = mind.value_if(trapped, column(defence), attackers, defenders, false);
        let strangers = chosen.iter().fold(CellSet::EMPTY, |set, i| set.or(&posts[*i].strangers));
        promise - SOAK_OFF * strangers.len() as f32 - IN_HAND * ways.len() as f32
    }
}

/// Sends the strongest to each of the chosen hexes, those with the fewest to choose from first, up to `crowd` to a hex; nobody is sent twice,
/// and no hex stays empty.
fn send(posts: &[Post], chosen: &[usize], crowd: usize) -> Option<Vec<Way>> {
    let mut order = chosen.to_vec();
    order.sort_by_key(|i| posts[*i].comers.len());
    let mut sent = UnitSet::EMPTY;
    let mut ways = Vec::with_capacity(6);
    for round in 0..crowd {
        for post in order.iter().map(|i| &posts[*i]).filter(|p| p.room > round) {
            match post.comers.iter().find(|u| !sent.has(**u)) {
                Some(unit) => {
                    sent.insert(*unit);
                    ways.push((*unit, post.cell));
                }
                None if round == 0 => return None,
                None => {}
            }
        }
    }
    Some(ways)
}

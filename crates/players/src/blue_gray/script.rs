//! A computer player that looks one battle ahead: good odds, soak-offs where forced, toward the hexes that score.

use super::hunt::Hunt;
use blue_gray::BlueGray;
use blue_gray::action::{Action, Subject};
use blue_gray::cells::Cell;
use blue_gray::chart::{Column, CombatResult};
use blue_gray::state::{Battle, Cells, State, Step};
use blue_gray::title::{Deed, Exit, Happening, Score};
use blue_gray::units::{NOBODY, UnitId, UnitSet};
use engine::{Chair, Dice, Player, Side};
use general::plan::Bearing;
use std::sync::Arc;

/// So near must the enemy be for anybody to dig.
const SPADES_OUT: u8 = 5;

/// How the script goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Temper {
    /// How much it minds its own losses: one is plain sense.
    caution: f32,
    /// How much the goals draw it.
    zeal: f32,
    /// Whether it looks for enemies to surround, and seeks no other contact.
    hunts: bool,
    /// Whether it leaves alone what the enemy wants and is far from. The first general did not: its army went back and forth in the town.
    sober: bool,
}

impl Temper {
    /// Plain sense.
    pub(crate) const PLAIN: Temper = Temper { caution: 1.0, zeal: 1.0, hunts: false, sober: false };
    const BOLD: Temper = Temper { caution: 0.5, ..Temper::PLAIN };
    const WARY: Temper = Temper { caution: 2.0, ..Temper::PLAIN };
    /// After the enemy's men.
    pub(crate) const HUNTER: Temper = Temper { hunts: true, ..Temper::PLAIN };
    /// Straight for the goals.
    pub(crate) const RUSHER: Temper = Temper { caution: 0.3, zeal: 3.0, hunts: false, sober: false };
    /// The manners that the first general knew.
    pub(crate) const FIRST: [Temper; 3] = [Temper::PLAIN, Temper::BOLD, Temper::WARY];
    /// All manners, of those who know what to leave alone.
    pub(crate) const MANNERS: [Temper; 5] =
        [Temper::PLAIN.sober(), Temper::BOLD.sober(), Temper::WARY.sober(), Temper::HUNTER.sober(), Temper::RUSHER.sober()];

    pub(crate) const fn sober(self) -> Temper {
        Temper { sober: true, ..self }
    }
}

/// Plays by rules of thumb, one decision at a time.
#[derive(Clone)]
pub struct Greedy {
    dice: Dice,
    temper: Temper,
    subjects: Vec<Subject>,
    options: Vec<Action>,
    /// The phase for which `queue` was made.
    phase: (u8, Side),
    /// Units that had something to gain when the phase began, the most last.
    queue: Vec<UnitId>,
    /// Marches that surround somebody, the next one last.
    traps: Vec<(UnitId, Cell)>,
    /// The lie of the land, and the holders of the followed hexes for whom it was drawn.
    survey: Option<(u32, Survey)>,
    /// The plan that it goes by.
    aims: Arc<[Bearing]>,
}

/// What every hex has to do with the enemy and the goals: worked out once, looked up often.
#[derive(Clone)]
pub(crate) struct Survey {
    /// The distance of the nearest enemy.
    near: Box<[u8; 1024]>,
    /// What the goals make of it.
    pull: Box<[f32; 1024]>,
}

/// What a hex closer to a goal is worth, in victory points.
const PER_HEX: f32 = 0.12;
/// From how far a goal is felt.
const FAR: f32 = 18.0;
/// What standing on a hex that scores is worth.
const ON_GOAL: f32 = 3.0;
/// What driving a unit back is worth.
const PUSH: f32 = 0.45;
/// How near an enemy threatens a hex.
const THREAT: u8 = 4;
/// Where there is no enemy, he is that far.
const FAR_OFF: u8 = 30;
/// What is left of a goal that the plan leaves aside.
const ASIDE: f32 = 0.6;
/// The least gain for which a unit marches.
const LEAST_GAIN: f32 = 0.05;

impl Greedy {
    /// A player with its own stream for ties.
    pub fn new(seed: u64) -> Greedy {
        Greedy::with_temper(seed, Temper::PLAIN)
    }

    /// One of that temper.
    pub(crate) fn with_temper(seed: u64, temper: Temper) -> Greedy {
        Greedy {
            dice: Dice::new(seed ^ 0x67_72_65_65),
            temper,
            subjects: Vec::new(),
            options: Vec::new(),
            phase: (0, Side::Union),
            queue: Vec::new(),
            traps: Vec::new(),
            survey: None,
            aims: Arc::new([]),
        }
    }

    /// The same by a plan.
    pub(crate) fn within(mut self, plan: &[Bearing]) -> Greedy {
        self.aims = plan.into();
        self
    }

    /// The best of these by worth; ties by chance.
    fn best(&mut self, actions: &[Action], worth: impl Fn(Action) -> f32) -> Action {
        let mut best = (f32::NEG_INFINITY, actions[0]);
        for action in actions {
            let value = worth(*action) + self.dice.below(1000) as f32 * 1e-6;
            if value > best.0 {
                best = (value, *action);
            }
        }
        best.1
    }
}

impl Player<BlueGray> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, BlueGray>) -> Action {
        let (game, state) = (chair.game(), chair.unveiled().expect("both sides see everything"));
        let aims = Arc::clone(&self.aims);
        let mind = Mind { game, state, side: chair.side(), temper: self.temper, aims: &aims };
        if state.step == Step::Movement {
            return self.march(chair, &mind);
        }
        let actions = chair.legal();
        match state.step {
            Step::Battles => self.battle(&actions, &mind),
            Step::SetUp => {
                let goals = mind.goals(|cell| mind.nearest_enemy(cell));
                self.best(&actions, |a| mind.deployment(a, &goals))
            }
            Step::Exchange => self.best(&actions, |a| mind.payment(a)),
            Step::Retreat | Step::FallBack => {
                let goals = mind.goals(|cell| mind.nearest_enemy(cell));
                self.best(&actions, |a| mind.retreat(a, &goals))
            }
            _ => {
                let goals = mind.goals(|cell| mind.nearest_enemy(cell));
                self.best(&actions, |a| mind.advance(a, &goals))
            }
        }
    }
}

impl Greedy {
    /// Unit by unit, those with the most to gain first; when none gains, the phase ends.
    fn march(&mut self, chair: &Chair<'_, BlueGray>, mind: &Mind<'_>) -> Action {
        if self.phase != (mind.state.turn, mind.state.side) {
            self.survey = None;
        }
        let survey = match self.survey.take() {
            Some((control, survey)) if control == mind.state.control => survey,
            _ => mind.survey(),
        };
        let action = self.march_by(chair, mind, &survey);
        self.survey = Some((mind.state.control, survey));
        action
    }

    fn march_by(&mut self, chair: &Chair<'_, BlueGray>, mind: &Mind<'_>, survey: &Survey) -> Action {
        self.subjects.clear();
        chair.subjects(&mut self.subjects);
        let able: UnitSet = self.subjects.iter().filter_map(|s| if let Subject::Unit(u) = s { Some(*u) } else { None }).collect();
        if self.phase != (mind.state.turn, mind.state.side) {
            self.phase = (mind.state.turn, mind.state.side);
            // A word that can be said is said sooner or later.
            let word = self.subjects.iter().find_map(|s| if let Subject::Event(event) = s { Some(*event) } else { None });
            if let Some(event) = word.filter(|_| self.dice.below(2) == 0) {
                self.phase.0 = 0;
                return Action::Declare { event };
            }
            let mut gains: Vec<(f32, UnitId)> = able.iter().map(|u| (self.best_march(chair, mind, u, survey).0, u)).collect();
            gains.retain(|(gain, _)| *gain > LEAST_GAIN);
            gains.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.queue = gains.into_iter().map(|(_, u)| u).collect();
            if self.temper.hunts {
                let reach = |u: UnitId, out: &mut Vec<Action>| chair.options(Subject::Unit(u), out);
                self.traps = Hunt::new(mind, able, reach).traps();
            }
        }
        while let Some((unit, to)) = self.traps.pop() {
            if able.has(unit)
                && let Some(action) = self.march_to(chair, unit, to)
            {
                return action;
            }
        }
        while let Some(unit) = self.queue.pop() {
            if able.has(unit)
                && let (gain, Some(action)) = self.best_march(chair, mind, unit, survey)
                && gain > LEAST_GAIN
            {
                return action;
            }
        }
        if self.subjects.contains(&Subject::Done) {
            return Action::EndMovement;
        }
        // A crowded hex must be relieved or a reinforcement brought on: whoever gains most, or loses least.
        let best = able.iter().map(|u| self.best_march(chair, mind, u, survey)).max_by(|a, b| a.0.total_cmp(&b.0));
        best.and_then(|(_, action)| action).unwrap_or_else(|| self.any_march(chair))
    }

    /// A march into what this player shuns, where there is no other and somebody must go.
    fn any_march(&mut self, chair: &Chair<'_, BlueGray>) -> Action {
        self.options.clear();
        self.subjects.iter().for_each(|subject| chair.options(*subject, &mut self.options));
        *self.options.first().expect("a phase that cannot end has something left to do")
    }

    /// A march of a unit to a hex.
    fn march_to(&mut self, chair: &Chair<'_, BlueGray>, unit: UnitId, hex: Cell) -> Option<Action> {
        self.options.clear();
        chair.options(Subject::Unit(unit), &mut self.options);
        self.options.iter().copied().find(|a| end_of(*a) == Some(hex))
    }

    /// The march of a unit with the greatest gain.
    fn best_march(&mut self, chair: &Chair<'_, BlueGray>, mind: &Mind<'_>, unit: UnitId, survey: &Survey) -> (f32, Option<Action>) {
        self.options.clear();
        chair.options(Subject::Unit(unit), &mut self.options);
        let from = mind.state.place(unit);
        let stay = if from.on_map() { mind.place(unit, from, survey) } else { -9.0 };
        let mut best = (f32::NEG_INFINITY, None);
        let shunned = |a: Action| self.temper.hunts && end_of(a).is_some_and(|to| mind.state.zone[mind.side.enemy().index()].has(to));
        for action in self.options.iter().filter(|a| !shunned(**a)) {
            let gain = mind.march_worth(unit, *action, survey) - stay + self.dice.below(1000) as f32 * 1e-6;
            if gain > best.0 {
                best = (gain, Some(*action));
            }
        }
        best
    }

    /// The battle that promises most, put together piece by piece.
    fn battle(&mut self, actions: &[Action], mind: &Mind<'_>) -> Action {
        let now =
            if actions.iter().any(|a| matches!(a, Action::Fight { .. })) { mind.prospect(&mind.state.battle) } else { f32::NEG_INFINITY };
        self.best(actions, |action| match action {
            Action::Fight { column } => mind.prospect_at(&mind.state.battle, column),
            Action::Engage { target } if mind.state.battle.targets.is_empty() => mind.opening(target),
            Action::Engage { .. } | Action::Join { .. } | Action::Bombard { .. } => mind.addition(action, now),
            // Attacks that are not forced are made only if they pay.
            Action::EndCombat => 0.0,
            _ => -1.0,
        })
    }
}

/// The hexes that an event asks for.
pub(super) fn hexes_of<'a>(game: &'a BlueGray, event: &'a Happening) -> impl Iterator<Item = Cell> + 'a {
    let held = game.title.controls.iter().enumerate().filter(|(i, _)| event.holding >> i & 1 == 1).map(|(_, c)| c.cell);
    held.chain(event.standing.iter())
}

/// The hexes of all events, and whose they are.
fn event_hexes(game: &BlueGray) -> impl Iterator<Item = (Cell, Side)> + '_ {
    game.title.more.events.iter().flat_map(move |event| hexes_of(game, event).map(|cell| (cell, event.side)))
}

/// Where a march ends.
pub(super) fn end_of(action: Action) -> Option<Cell> {
    match action {
        Action::Move { to, .. } | Action::Enter { to, .. } => Some(to),
        _ => None,
    }
}

/// What a goal makes of a hex so far away.
#[inline]
fn pull(weight: f32, away: u8) -> f32 {
    let on_goal = if away == 0 { weight * (PER_HEX * FAR + ON_GOAL) } else { 0.0 };
    (weight * PER_HEX * (FAR - f32::from(away)).max(0.0)).max(on_goal)
}

/// One look at a position from one side.
pub(crate) struct Mind<'a> {
    pub(crate) game: &'a BlueGray,
    pub(crate) state: &'a State,
    pub(crate) side: Side,
    pub(crate) temper: Temper,
    pub(crate) aims: &'a [Bearing],
}

impl Mind<'_> {
    /// What these units of a side cost it if they are lost. Whoever is not sober takes one for another, even where strength is counted.
    fn price(&self, side: Side, units: UnitSet) -> f32 {
        let points = |deed: Deed| -> f32 {
            self.game.title.scores.iter().filter(|s| s.to == side.enemy() && s.what == deed).map(|s| f32::from(s.points)).sum()
        };
        let by_strength = if self.temper.sober { points(Deed::EliminatedStrength) } else { 0.0 };
        let by_unit = points(Deed::EliminatedUnit).max(if by_strength > 0.0 { 0.0 } else { 1.0 });
        by_unit * units.len() as f32 + by_strength * self.game.strength(self.state, units) as f32
    }

    /// The hexes worth going to or staying in, and how much. What is held needs holding where an enemy is near; the others go
    /// for what is not held yet.
    fn goals(&self, near: impl Fn(Cell) -> u8) -> Vec<(Cell, f32)> {
        let threatened = |cell: Cell| near(cell) <= THREAT;
        let held = |cell: Cell| self.game.followed_hex(cell).is_some_and(|p| self.state.holder(p) == Some(self.side));
        let late = f32::from(self.state.turn) / self.game.title.turns.len() as f32;
        let mut goals = Vec::new();
        let mut add = |cell: Cell, weight: f32| {
            let weight = if !held(cell) {
                weight
            } else if threatened(cell) {
                0.9 * weight
            } else {
                0.1 * weight
            };
            goals.push((cell, weight));
        };
        let idle = |score: &Score| self.temper.sober && score.to != self.side && score.what == Deed::HexInInfantryZoneAtEnd;
        for score in self.game.title.scores.iter().filter(|s| !s.cells.is_empty() && !idle(s)) {
            let weight = if score.what.at_once() { 0.8 } else { 0.6 + 0.4 * late };
            score.cells.iter().for_each(|cell| add(cell, if score.to == self.side { weight } else { 0.7 * weight }));
        }
        for side in Side::BOTH {
            for place in self.game.title.quotas.iter().filter(|q| q.side == side).filter_map(|q| q.holding) {
                add(self.game.title.controls[usize::from(place)].cell, 0.7);
            }
        }
        if let Some(exit) = self.exits() {
            exit.cells.iter().for_each(|cell| add(cell, 0.8));
        }
        for (cell, side) in event_hexes(self.game) {
            add(cell, if side == self.side { 0.8 } else { 0.56 });
        }
        for supply in &self.game.title.more.supply {
            supply.sources.iter().for_each(|cell| add(cell, if supply.side == self.side { 0.2 } else { 0.4 }));
        }
        self.by_plan(&mut goals);
        goals
    }

    /// Where the side leaves the map, if that is worth anything to it.
    fn exits(&self) -> Option<&Exit> {
        self.game.title.exits[self.side.index()].as_ref().filter(|_| self.exit_points(1) > 0)
    }

    /// What leaving the map with so much strength is worth.
    fn exit_points(&self, strength: u8) -> i16 {
        let scores = self.game.title.scores.iter().filter(|s| s.to == self.side);
        let points = |s: &Score| match s.what {
            Deed::ExitedUnit => s.points,
            Deed::ExitedStrength => s.points * i16::from(strength),
            _ => 0,
        };
        scores.map(points).sum()
    }

    /// What the plan is about draws more, everything else less.
    fn by_plan(&self, goals: &mut Vec<(Cell, f32)>) {
        let most = self.aims.iter().map(|a| a.weight).fold(0.0, f32::max);
        if most == 0.0 {
            return;
        }
        let meant = |cell: Cell| self.aims.iter().find(|a| a.hex == cell.0).map(|a| a.weight / most);
        for (cell, weight) in goals.iter_mut() {
            *weight *= meant(*cell).map_or(ASIDE, |share| 0.7 + 0.6 * share);
        }
        for aim in self.aims.iter().filter(|a| !goals.iter().any(|g| g.0.0 == a.hex)).collect::<Vec<_>>() {
            goals.push((Cell(aim.hex), 0.6 * aim.weight / most));
        }
    }

    /// How far the nearest enemy is.
    fn nearest_enemy(&self, cell: Cell) -> u8 {
        let enemies = self.game.army[self.side.enemy().index()].and(self.state.on_map);
        let away = self.game.ground.distances(cell);
        enemies.iter().map(|e| away[self.state.place(e).index()]).min().unwrap_or(FAR_OFF)
    }

    /// What the goals make of a hex.
    fn pull(&self, cell: Cell, goals: &[(Cell, f32)]) -> f32 {
        let away = self.game.ground.distances(cell);
        goals.iter().map(|(goal, weight)| pull(*weight, away[goal.index()])).fold(0.0, f32::max)
    }

    /// What the ground and the goals make of a hex for a unit, apart from fighting.
    fn ground(&self, unit: UnitId, cell: Cell, pull: f32) -> f32 {
        let ground = &self.game.ground;
        let works = self.game.title.more.works.as_ref().filter(|_| self.state.works.has(cell)).map_or(1, |w| w.defence);
        let cover = 0.15 * (f32::from(ground.defence[usize::from(ground.kind[cell.index()])].max(works)) - 1.0);
        let guns = if self.game.artillery.has(unit) { 0.5 } else { 1.0 };
        pull * guns * self.temper.zeal + cover
    }

    /// What a hex is worth to a unit at the end of movement.
    fn place(&self, unit: UnitId, cell: Cell, survey: &Survey) -> f32 {
        let enemy = self.side.enemy().index();
        let mut worth = self.ground(unit, cell, survey.pull[cell.index()]) + self.zone_points(unit, cell);
        let mut touched = Cells::EMPTY;
        self.game.ground_in(self.state).struck(cell).filter(|c| self.state.occupied[enemy].has(*c)).for_each(|c| touched.push(c));
        if !touched.is_empty() {
            worth += self.contact(unit, cell, touched.as_slice());
        } else if self.game.artillery.has(unit) && !self.state.zone[enemy].has(cell) {
            worth += self.battery(unit, cell);
        } else {
            // The closer to the enemy, the more there is to do next turn.
            worth += 0.02 * (8.0 - f32::from(survey.near[cell.index()])).max(0.0);
        }
        worth
    }

    /// Looks over the whole map.
    pub(crate) fn survey(&self) -> Survey {
        let ground = &self.game.ground;
        let mut near = Box::new([FAR_OFF; 1024]);
        for enemy in self.game.army[self.side.enemy().index()].and(self.state.on_map).iter() {
            let away = ground.distances(self.state.place(enemy));
            near.iter_mut().zip(away).for_each(|(n, a)| *n = (*n).min(*a));
        }
        let mut all = Box::new([0f32; 1024]);
        for (goal, weight) in self.goals(|cell| near[cell.index()]) {
            all.iter_mut().zip(ground.distances(goal)).for_each(|(p, a)| *p = p.max(pull(weight, *a)));
        }
        Survey { near, pull: all }
    }

    /// Contact obliges: the best battle that the unit can be part of, less what the others would cost.
    fn contact(&self, unit: UnitId, cell: Cell, touched: &[Cell]) -> f32 {
        let guns_in_line = if self.game.artillery.has(unit) { -0.8 } else { 0.0 };
        let others = |target: Cell| {
            let mut hexes = Cells::EMPTY;
            let own = |c: &Cell| {
                *c != cell
                    && self.state.occupied[self.side.index()].has(*c)
                    && !self.state.units_in(*c).without(UnitSet::one(unit)).is_empty()
            };
            self.game.ground_in(self.state).struck(target).filter(own).for_each(|c| hexes.push(c));
            hexes
        };
        let mut best = f32::NEG_INFINITY;
        let mut alone = Cells::EMPTY;
        for target in touched {
            let help = others(*target);
            if help.is_empty() {
                alone.push(*target);
            }
            let with = self.assault(Some((unit, cell)), help.as_slice(), &[*target]);
            let without = if help.is_empty() { 0.0 } else { self.assault(None, help.as_slice(), &[*target]).max(-1.0) };
            best = best.max(with - without.max(0.0) * 0.5);
        }
        if alone.as_slice().len() > 1 {
            best = best.min(self.assault(Some((unit, cell)), &[], alone.as_slice()));
        }
        best + guns_in_line
    }

    /// The prospect of an attack by a unit in a hex with everybody in the other hexes.
    fn assault(&self, unit: Option<(UnitId, Cell)>, help: &[Cell], targets: &[Cell]) -> f32 {
        let mut battle = Battle::NONE;
        targets.iter().for_each(|t| battle.targets.push(*t));
        let mut attackers = UnitSet::EMPTY;
        if let Some((unit, cell)) = unit {
            battle.from.push(cell);
            attackers.insert(unit);
            // Friends already in the hex fight along.
            attackers = attackers.or(self.state.units_in(cell));
        }
        for cell in help {
            battle.from.push(*cell);
            attackers = attackers.or(self.state.units_in(*cell));
        }
        attackers = attackers.without(self.state.ineffective);
        let mover = unit.map_or(NOBODY, |(u, _)| u);
        let help: UnitSet = self.guns_on(targets[0], mover);
        let defence = self.game.defence_strength(self.state, &battle);
        let column = self.game.chart.column(self.game.strength(self.state, attackers.or(help)), defence);
        let column = self.game.shifted(self.state, &battle, column);
        let defenders = targets.iter().map(|t| self.state.units_in(*t)).fold(UnitSet::EMPTY, UnitSet::or);
        self.value(column, attackers, defenders, false)
    }

    /// Guns behind the line that could help against a hex.
    pub(super) fn guns_on(&self, target: Cell, except: UnitId) -> UnitSet {
        let guns = self.game.artillery.and(self.game.army[self.side.index()]).and(self.state.on_map).without(self.state.ineffective);
        let free = |g: &UnitId| *g != except && !self.game.in_enemy_zone(self.state, self.side, self.state.place(*g));
        guns.iter().filter(free).filter(|g| self.game.can_hit(self.state, *g, target)).take(2).collect()
    }

    /// What guns can do from a hex: bombard at no risk.
    fn battery(&self, unit: UnitId, cell: Cell) -> f32 {
        let enemy = self.side.enemy().index();
        let mut best: f32 = 0.0;
        let far = self.game.range_of(unit);
        let near = |to: Cell| self.state.occupied[enemy].has(to) && self.game.ground.distance(cell, to) <= far;
        for line in self.game.ground_in(self.state).lines(cell).iter().filter(|l| near(l.to)) {
            let defenders = self.state.units_in(line.to);
            let multiple =
                self.game.ground.defence[usize::from(self.game.ground.kind[line.to.index()])].max(if line.water { 2 } else { 1 });
            let column = self.game.chart.column(
                u32::from(self.game.strength_of(self.state, unit)),
                self.game.strength(self.state, defenders) * u32::from(multiple),
            );
            let supports = self.game.ground_in(self.state).struck(line.to).any(|c| self.state.occupied[self.side.index()].has(c));
            best = best.max(0.3 * self.value(column, UnitSet::EMPTY, defenders, true) + if supports { 0.4 } else { 0.15 });
        }
        best
    }

    pub(crate) fn march_worth(&self, unit: UnitId, action: Action, survey: &Survey) -> f32 {
        match action {
            Action::Move { to, taking, .. } | Action::Enter { to, taking, .. } => {
                // A third unit in a hex forces another one out: not worth the trouble.
                let crowding = if self.state.full[self.side.index()].has(to) { -50.0 } else { 0.0 };
                self.place(unit, to, survey) + 0.5 * taking.count_ones() as f32 + crowding
            }
            Action::Leave { .. } => {
                let points = self.exit_points(self.game.strength_of(self.state, unit));
                self.place(unit, self.state.place(unit), survey) + 3.0 * f32::from(points)
            }
            Action::Dig { .. } => {
                let here = self.state.place(unit);
                let near = self.nearest_enemy(here) <= SPADES_OUT;
                self.place(unit, here, survey) + if near { 0.3 } else { 0.0 }
            }
            _ => 0.0,
        }
    }

    /// What scores at the end by the zones of infantry is worth going for when the end is near.
    fn zone_points(&self, unit: UnitId, cell: Cell) -> f32 {
        let left = self.game.title.turns.len() as f32 - f32::from(self.state.turn);
        if left > 4.0 || !self.game.infantry.has(unit) {
            return 0.0;
        }
        let infantry = self.game.infantry.and(self.game.army[self.side.index()]).and(self.state.on_map).without(UnitSet::one(unit));
        let covered = |c: Cell| {
            infantry.iter().any(|u| self.state.place(u) == c || self.game.ground_in(self.state).may_touch(self.state.place(u), c))
        };
        let mut points = 0.0;
        for score in self.game.title.scores.iter().filter(|s| s.to == self.side && s.what == Deed::HexInInfantryZoneAtEnd) {
            let mine = self.game.ground_in(self.state).touched(cell).chain([cell]).filter(|c| score.cells.has(*c) && !covered(*c)).count();
            points += f32::from(score.points) * mine as f32;
        }
        points * (1.0 - left / 5.0)
    }

    /// The expected worth of a battle at a column, in victory points for this side.
    fn value(&self, column: Column, attackers: UnitSet, defenders: UnitSet, guns_only: bool) -> f32 {
        let trapped = defenders.iter().filter(|u| self.game.immobile.has(*u) || !self.game.can_retreat(self.state, *u)).collect();
        self.value_if(trapped, column, attackers, defenders, guns_only)
    }

    /// The same if these of the defenders have nowhere to go.
    pub(super) fn value_if(&self, trapped: UnitSet, column: Column, attackers: UnitSet, defenders: UnitSet, guns_only: bool) -> f32 {
        let kill = |units: UnitSet| self.price(self.side.enemy(), units);
        let (all, caught) = (kill(defenders), kill(trapped));
        let mine = attackers.len() as f32;
        let loss = self.temper.caution * self.price(self.side, attackers);
        let owed = self.game.strength(self.state, defenders);
        let dearest = attackers.iter().map(|u| u32::from(self.game.strength_of(self.state, u))).max().unwrap_or(0);
        let payers = if guns_only || attackers.is_empty() {
            0.0
        } else if dearest >= owed {
            1.0
        } else {
            (mine * 0.6).max(1.0)
        };
        let worth = |result: CombatResult| match result {
            CombatResult::De => all,
            CombatResult::Dr => caught + PUSH * (defenders.len() - trapped.len()) as f32,
            CombatResult::Ex => all - loss * payers / mine.max(1.0),
            CombatResult::Ar if guns_only => 0.0,
            CombatResult::Ar => -0.25 * mine,
            CombatResult::Ae if guns_only => 0.0,
            CombatResult::Ae => -loss,
        };
        (1..=6).map(|die| worth(self.game.chart.result(column, die))).sum::<f32>() / 6.0
    }

    fn prospect_at(&self, battle: &Battle, column: Column) -> f32 {
        let attackers = self.game.attackers(self.state, battle);
        let defenders = battle.targets.as_slice().iter().map(|t| self.state.units_in(*t)).fold(UnitSet::EMPTY, UnitSet::or);
        self.value(column, attackers, defenders, attackers.is_empty())
    }

    /// The best that can be announced with a battle as it stands.
    fn prospect(&self, battle: &Battle) -> f32 {
        let best = self.game.column(self.state, battle);
        (0..=best.0).map(|c| self.prospect_at(battle, Column(c))).fold(f32::NEG_INFINITY, f32::max)
    }

    /// What attacking a hex promises if everybody at hand joins.
    fn opening(&self, target: Cell) -> f32 {
        let mut battle = Battle::NONE;
        battle.targets.push(target);
        let ready = |c: &Cell| !self.game.ready_in(self.state, *c).is_empty() && self.state.occupied[self.side.index()].has(*c);
        self.game.ground_in(self.state).struck(target).filter(ready).for_each(|c| battle.from.push(c));
        let guns = self.guns_on(target, NOBODY);
        battle.guns = guns.iter().filter(|g| self.game.may_fire(self.state, *g).is_ok()).collect();
        if battle.from.is_empty() && battle.guns.is_empty() {
            return -2.0;
        }
        self.prospect(&battle)
    }

    /// What one more hex or gun adds to the battle; a little for the company, as who stays out must attack alone.
    fn addition(&self, action: Action, now: f32) -> f32 {
        let mut battle = self.state.battle;
        let company = match action {
            Action::Engage { target } => {
                battle.targets.push(target);
                -0.3
            }
            Action::Join { from } => {
                battle.from.push(from);
                0.35
            }
            Action::Bombard { gun } => {
                battle.guns.insert(gun);
                -0.02
            }
            _ => return now,
        };
        if battle.from.is_empty() && battle.guns.is_empty() {
            return now.max(-5.0) - 0.01;
        }
        self.prospect(&battle) + company
    }

    /// The cheapest payment, and no more than is owed.
    fn payment(&self, action: Action) -> f32 {
        match action {
            Action::Paid => 1_000.0,
            Action::Lose { unit } => {
                let strength = f32::from(self.game.strength_of(self.state, unit));
                let short = f32::from(self.state.battle.owed) - strength;
                if short <= 0.0 { 100.0 - strength } else { strength }
            }
            _ => 0.0,
        }
    }

    /// Near what is to be held or taken, in cover, one to a hex while there are hexes.
    fn deployment(&self, action: Action, goals: &[(Cell, f32)]) -> f32 {
        match action {
            Action::Place { unit, to } => self.ground(unit, to, self.pull(to, goals)) - 0.3 * self.state.count(to) as f32,
            _ => 0.0,
        }
    }

    /// Toward what needs holding, in cover, without displacing anybody.
    fn retreat(&self, action: Action, goals: &[(Cell, f32)]) -> f32 {
        match action {
            Action::Retreat { unit, to, push } => self.ground(unit, to, self.pull(to, goals)) - if push == NOBODY { 0.0 } else { 0.5 },
            _ => 1.0,
        }
    }

    /// Into hexes that score or that give better ground.
    fn advance(&self, action: Action, goals: &[(Cell, f32)]) -> f32 {
        match action {
            Action::Advance { unit, to } => {
                let here = self.state.place(unit);
                let gain = self.ground(unit, to, self.pull(to, goals)) - self.ground(unit, here, self.pull(here, goals));
                let guns = if self.game.artillery.has(unit) { 0.5 } else { 0.0 };
                gain - guns + 0.1
            }
            _ => 0.0,
        }
    }
}

//! The greedy player: one look ahead, from what its side may see. It knows the goals of each scenario, marches along the cheapest
//! ways to them, attacks where the expected exchange of steps is good, and holds what it needs.

use board::Direction;
use engine::{Chair, Dice, Player, Side};
use give_us_victories::GiveUsVictories;
use give_us_victories::action::Action;
use give_us_victories::combat::{ATTACK, DEFENCE};
use give_us_victories::counters::{ChitKind, counters, tables};
use give_us_victories::ground::{BRIDGE, FORD, HEXES, MAJOR, MINOR, RAPPAHANNOCK, ROAD, SITE, TURNPIKE, ground};
use give_us_victories::ids::{Chit, EventId, Hex, HexBits, Path, Piece, Pieces};
use give_us_victories::pools::ratio;
use give_us_victories::reach::Reach;
use give_us_victories::state::{FightStage, State, Step, TerrainEffect, WorksEffect};
use std::cell::RefCell;
use std::sync::LazyLock;

/// What a stack that is not seen is taken for, in combat points.
const UNSEEN_POINTS: u16 = 7;
/// A river to be bridged counts like this many half points on the way.
const BRIDGING: u16 = 16;
/// An enemy in the way counts like this many half points.
const BLOCKED: u16 = 14;
/// Far away.
const FAR: u16 = 400;
/// No way from a hex to its neighbour.
const CLOSED: u8 = u8::MAX;
/// How far threats are kept for every hex.
const RINGS: usize = 3;
/// What an attack on a hex that must fall is worth by itself when time has run out.
const LAST_STORM: f32 = 6.0;
/// How much longer odds will do then.
const LONG_ODDS: f32 = 4.0;
/// What it is worth to stand next to such a hex, in full strength, with friends on its other side.
const FOOTHOLD: [f32; 3] = [2.5, 3.0, 1.5];
/// How much a hex nearer to prey counts on a hunt.
const SCENT: f32 = 0.6;
/// How many hexes away a point of his makes the prey.
const TOO_STRONG: f32 = 0.1;
/// What it is worth to leave the prey no way out.
const TRAP: f32 = 4.0;
/// The hunt is on while fewer enemy points than this are near what must be held.
const CALM: u16 = 20;
/// What it costs to leave works under the eyes of the enemy: the units can attack no more.
const LEFT_WORKS: f32 = 4.0;
/// A march is worth making from here on.
const WORTH_A_MARCH: f32 = 0.05;

/// A goal: a hex, how far every hex is from it in half points, and how much it matters.
#[derive(Clone, Debug)]
struct Goal {
    hex: Hex,
    away: Vec<u16>,
    weight: f32,
}

/// The hexes up to three away from each hex, nearest first: 6, 12 and 18 of them where the board goes on.
static DISCS: LazyLock<Vec<[Vec<Hex>; RINGS]>> = LazyLock::new(|| {
    let g = ground();
    let hexes = (0..HEXES as u16).map(Hex);
    hexes
        .map(|centre| {
            let mut seen: HexBits = std::iter::once(centre).collect();
            let mut edge = vec![centre];
            std::array::from_fn(|_| {
                let mut ring = Vec::new();
                for n in edge.iter().flat_map(|h| g.near[h.index()]).filter(|n| n.is_some()) {
                    if !seen.has(n) {
                        seen.insert(n);
                        ring.push(n);
                    }
                }
                edge = ring.clone();
                ring
            })
        })
        .collect()
});

/// What one side makes of the map. It is kept from one decision to the next and mended where the enemy has stirred.
struct Lay {
    /// The game and side all this is about.
    of: Option<(String, Side)>,
    temper: Temper,
    /// What the side is after, whoever stands in between.
    goals: Vec<Goal>,
    /// The same, round the enemy as he stood of late: while plans are weighed he often stands so again.
    rounds: Vec<Round>,
    /// The one in use.
    round: usize,
    /// What each step costs infantry on its way to a goal, by hex entered and direction left.
    steps: Vec<[u8; 6]>,
    /// Where the enemy is, and in what strength.
    enemies: Vec<(Hex, u16)>,
    /// His strength in each hex.
    strength: Vec<u16>,
    /// His strength up to one, two, three hexes away from each hex.
    threat: [Vec<u16>; RINGS],
    /// The marches of the activation at hand.
    plan: Plan,
    waiting: Vec<Vec<Hex>>,
    reach: Reach,
    list: Vec<Action>,
}

/// The ways to the goals round the enemy.
struct Round {
    enemy: HexBits,
    goals: Vec<Goal>,
}

/// How many of them are kept.
const ROUNDS: usize = 8;

/// The marches thought of in an activation. What was thought may be out of date: the best is thought over before it is done.
#[derive(Default)]
struct Plan {
    /// The turn and the chit, and where it lies.
    of: Option<(u8, Chit, Hex)>,
    ideas: Vec<Idea>,
    /// Enemy hexes worth a fight, and where the enemy was then.
    strikes: Vec<(Hex, f32)>,
    against: HexBits,
    /// Who has come where he was sent.
    done: Pieces,
    /// Who was sent where.
    sent: Option<(Pieces, Hex)>,
    /// Counts the decisions.
    now: u32,
}

/// The best that the units of a hex can do.
#[derive(Clone, Copy)]
struct Idea {
    hex: Hex,
    value: f32,
    action: Action,
    thought: u32,
}

impl Default for Lay {
    fn default() -> Lay {
        Lay {
            of: None,
            temper: Temper::of("", Side::Union),
            goals: Vec::new(),
            rounds: Vec::new(),
            round: 0,
            steps: Vec::new(),
            enemies: Vec::new(),
            strength: vec![0; HEXES],
            threat: std::array::from_fn(|_| vec![0; HEXES]),
            plan: Plan::default(),
            waiting: Vec::new(),
            reach: Reach::default(),
            list: Vec::new(),
        }
    }
}

impl Lay {
    /// Takes in what a side sees now.
    fn look(&mut self, game: &GiveUsVictories, side: Side, s: &State) {
        if self.of.as_ref().is_none_or(|of| of.0 != game.scenario.id || of.1 != side) {
            *self = Lay { of: Some((game.scenario.id.clone(), side)), steps: steps_of(game, side), ..Lay::default() };
            self.temper = Temper::of(&game.scenario.id, side);
            self.goals = goals(game, side);
            let mut goals = std::mem::take(&mut self.goals);
            goals.iter_mut().for_each(|goal| self.find_ways(game, side, goal, None));
            self.goals = goals;
        }
        let enemy = side.enemy();
        let points = |hex: Hex| {
            let here = s.stack(hex);
            if here.is_empty() { UNSEEN_POINTS } else { s.sum(&here) }
        };
        // Both lists stand in the order of the hexes.
        let before = std::mem::take(&mut self.enemies);
        let mut old = before.iter().copied().peekable();
        for hex in s.held[enemy.index()].iter() {
            while let Some(gone) = old.next_if(|o| o.0 < hex) {
                self.change(gone.0, gone.1, 0);
            }
            let was = old.next_if(|o| o.0 == hex).map_or(0, |o| o.1);
            let now = points(hex);
            if was != now {
                self.change(hex, was, now);
            }
            self.enemies.push((hex, now));
        }
        for gone in old {
            self.change(gone.0, gone.1, 0);
        }
        // While units move, the ways lead round the enemy as he stands now.
        if matches!(s.agenda.top(), Step::Movement | Step::Muster | Step::Drawn) {
            self.go_round(game, side, s);
        }
    }

    /// Finds the ways round the enemy, if he does not stand as he did before.
    fn go_round(&mut self, game: &GiveUsVictories, side: Side, s: &State) {
        let enemy = s.held[side.enemy().index()];
        if let Some(known) = self.rounds.iter().position(|r| r.enemy == enemy) {
            self.round = known;
            return;
        }
        if self.rounds.len() < ROUNDS {
            self.round = self.rounds.len();
            self.rounds.push(Round { enemy, goals: self.goals.clone() });
        } else {
            self.round = (self.round + 1) % ROUNDS;
            self.rounds[self.round].enemy = enemy;
        }
        let mut goals = std::mem::take(&mut self.rounds[self.round].goals);
        goals.iter_mut().for_each(|goal| self.find_ways(game, side, goal, Some(s)));
        self.rounds[self.round].goals = goals;
    }

    fn change(&mut self, hex: Hex, was: u16, now: u16) {
        self.strength[hex.index()] = now;
        let mend = |threat: &mut Vec<u16>, h: Hex| threat[h.index()] = threat[h.index()] + now - was;
        for (reach, threat) in self.threat.iter_mut().enumerate() {
            mend(threat, hex);
            DISCS[hex.index()][..=reach].iter().flatten().for_each(|h| mend(threat, *h));
        }
    }

    /// How far every hex is from a goal for infantry, in half points: whoever stands in between, or round the enemy of a position.
    fn find_ways(&mut self, game: &GiveUsVictories, side: Side, goal: &mut Goal, round: Option<&State>) {
        let g = ground();
        let target = goal.hex;
        let contact = u16::from(tables().cost.contact);
        // What it costs more to be in a hex because of the enemy.
        let mut more = vec![0u16; HEXES];
        if let Some(s) = round {
            let enemy = &s.held[side.enemy().index()];
            let met: HexBits = enemy.iter().flat_map(|hex| game.near[hex.index()]).filter(|n| !g.forest.has(*n)).collect();
            met.iter().for_each(|hex| more[hex.index()] = contact);
            // Through the enemy only as a last thought.
            enemy.iter().for_each(|hex| more[hex.index()] += BLOCKED);
            more[target.index()] = 0;
        }
        let away = &mut goal.away;
        away.clear();
        away.resize(HEXES, FAR);
        let waiting = &mut self.waiting;
        waiting.resize_with(usize::from(FAR) + 1, Vec::new);
        waiting.iter_mut().for_each(Vec::clear);
        let mut begin = |source: Hex| {
            away[source.index()] = 0;
            waiting[0].push(source);
        };
        // West of Salem Church every road over the edge will do.
        if game.scenario.id == "salem-church" && side == Side::Union {
            game.western_exits().iter().for_each(&mut begin);
        } else {
            begin(target);
        }
        for spent in 0..FAR {
            let mut i = 0;
            while let Some(hex) = waiting[usize::from(spent)].get(i).copied() {
                i += 1;
                if away[hex.index()] != spent {
                    continue;
                }
                for (from, step) in game.near[hex.index()].iter().zip(self.steps[hex.index()]) {
                    if step == CLOSED {
                        continue;
                    }
                    let next = spent + u16::from(step) + more[hex.index()];
                    if next < away[from.index()] {
                        away[from.index()] = next;
                        waiting[usize::from(next)].push(*from);
                    }
                }
            }
        }
    }
}

/// A player that takes what looks best now.
pub struct Greedy {
    dice: Dice,
    /// The manner of play: 0 as ever.
    manner: u8,
    lay: Box<RefCell<Lay>>,
}

impl Greedy {
    /// A greedy player; the seed decides between equals.
    pub fn new(seed: u64) -> Greedy {
        Greedy { dice: Dice::new(engine::mix::mix(seed ^ 0x47_52_45_45)), manner: 0, lay: Box::default() }
    }

    /// Begins anew in a manner of play, as a new player would; what it knows of the map is kept.
    pub(crate) fn begin_anew(&mut self, seed: u64, manner: u8) {
        self.dice = Dice::new(engine::mix::mix(seed ^ 0x47_52_45_45));
        self.manner = manner;
        self.lay.get_mut().plan = Plan::default();
    }
}

impl Player<GiveUsVictories> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, GiveUsVictories>) -> Action {
        let (game, side) = (chair.game(), chair.side());
        let sight = chair.sight();
        let s = &sight.state;
        let lay = self.lay.get_mut();
        lay.look(game, side, s);
        let mut plan = std::mem::take(&mut lay.plan);
        let mut reach = std::mem::take(&mut lay.reach);
        let mut list = std::mem::take(&mut lay.list);
        let ways = matches!(s.agenda.top(), Step::Movement | Step::Muster | Step::Drawn);
        let goals = if ways { &lay.rounds[lay.round].goals } else { &lay.goals };
        let full = Mind::full(side, s, goals, lay.temper.held);
        let mut storm = pressing(game, side, s, lay, full);
        storm.hunt |= self.manner == HUNTER && !game.night(s);
        let temper = lay.temper.in_manner(self.manner).pressed(storm.press);
        let mind = Mind { game, side, s, goals, full, temper, storm, lay, chair };
        let action = mind.choose(&mut self.dice, &mut plan, &mut reach, &mut list);
        let lay = self.lay.get_mut();
        (lay.plan, lay.reach, lay.list) = (plan, reach, list);
        // What a side sees is enough to know what it may do; if ever it were not, any legal thing will do.
        [action, Action::Done].into_iter().find(|a| chair.check(*a).is_ok()).unwrap_or_else(|| chair.legal()[0])
    }
}

/// What a side is after.
fn goals(game: &GiveUsVictories, side: Side) -> Vec<Goal> {
    let p = &game.places;
    let g = ground();
    let list: Vec<(Hex, f32)> = match (game.scenario.id.as_str(), side) {
        ("lee-moves", _) => vec![(p.zoan_church, 1.0)],
        ("jacksons-attack", Side::Confederate) => vec![(p.chancellorsville, 1.0)],
        ("jacksons-attack", Side::Union) => vec![(p.chancellorsville, 1.0), (p.fairview, 0.5)],
        ("chancellorsville", Side::Confederate) => vec![(p.fairview, 1.0), (p.chancellorsville, 0.9)],
        ("chancellorsville", Side::Union) => vec![(p.chancellorsville, 1.0), (p.fairview, 0.9)],
        ("salem-church", Side::Union) => vec![(p.zoan_church, 1.0)],
        // Every road to the west is watched, the great ones first.
        ("salem-church", Side::Confederate) => {
            game.western_exits().iter().map(|hex| (hex, if g.road[hex.index()] == 2 { 1.0 } else { 0.8 })).collect()
        }
        (_, Side::Union) => {
            vec![(p.chancellorsville, 1.0), (p.falmouth, 0.6), (p.maryes_heights, 0.7), (p.spotsylvania, 0.6)]
        }
        (_, Side::Confederate) => vec![(p.chancellorsville, 1.0), (p.maryes_heights, 0.9), (p.spotsylvania, 0.4)],
    };
    list.into_iter().map(|(hex, weight)| Goal { hex, away: Vec::new(), weight }).collect()
}

/// What must be done because the game would be lost or drawn as things stand.
fn pressing(game: &GiveUsVictories, side: Side, s: &State, lay: &Lay, full: u8) -> Storm {
    let p = &game.places;
    let none = Storm { hexes: [Hex::NONE; 2], press: 0.0, hunt: false };
    let left = game.scenario.turns[1].saturating_sub(s.turn);
    let press = [1.0, 0.7, 0.4][usize::from(left.min(2))];
    let foes = &s.held[side.enemy().index()];
    let must = |wanted: [Hex; 2]| {
        let hexes = wanted.map(|hex| if hex.is_some() && foes.has(hex) { hex } else { Hex::NONE });
        if hexes == none.hexes { none } else { Storm { hexes, press, hunt: false } }
    };
    match (game.scenario.id.as_str(), side) {
        ("lee-moves", _) => must([p.zoan_church, Hex::NONE]),
        ("chancellorsville", Side::Confederate) => must([p.fairview, p.chancellorsville]),
        ("jacksons-attack", Side::Union) => {
            let [union, confederate] = Side::BOTH.map(|side| game.lost_units(s, side));
            let near = lay.enemies.iter().filter(|e| ground().distance(e.0, p.chancellorsville) <= 4);
            let calm = near.map(|e| e.1).sum::<u16>() < CALM;
            // Nobody is caught by night.
            if confederate > union || game.night(s) { none } else { Storm { press, hunt: full & 1 != 0 || calm, ..none } }
        }
        ("jacksons-attack", Side::Confederate) => must([p.chancellorsville, Hex::NONE]),
        _ => none,
    }
}

/// What each step costs infantry that marches from the neighbour in a direction into a hex, the enemy apart.
fn steps_of(game: &GiveUsVictories, side: Side) -> Vec<[u8; 6]> {
    let g = ground();
    let cost = &tables().cost;
    let step = |hex: Hex, d: Direction| {
        if !game.near[hex.index()][d.index()].is_some() {
            return CLOSED;
        }
        let bits = g.side(hex, d);
        let extra = if bits & MAJOR != 0 {
            match (bits & RAPPAHANNOCK != 0, bits & (FORD | SITE) != 0, side) {
                (_, false, _) | (true, _, Side::Confederate) => return CLOSED,
                (true, true, Side::Union) => BRIDGING as u8,
                (false, true, _) => cost.rapidan_ford,
            }
        } else if bits & MINOR != 0 && bits & BRIDGE == 0 {
            cost.minor_river
        } else {
            0
        };
        extra
            + if bits & TURNPIKE != 0 {
                cost.major_road
            } else if bits & ROAD != 0 {
                cost.minor_road
            } else if g.forest.has(hex) {
                cost.forest
            } else {
                cost.clear
            }
    };
    (0..HEXES as u16).map(|h| Direction::ALL.map(|d| step(Hex(h), d))).collect()
}

/// One decision: what is seen, and what is wanted.
struct Mind<'a, 'b> {
    game: &'a GiveUsVictories,
    side: Side,
    s: &'b State,
    goals: &'b [Goal],
    /// Which goals are well held, one bit each.
    full: u8,
    temper: Temper,
    storm: Storm,
    lay: &'b Lay,
    chair: &'b Chair<'a, GiveUsVictories>,
}

/// What the clock asks for: hexes of the enemy's that must fall, or more of his units, and how much time presses, from 0 to 1.
#[derive(Clone, Copy)]
struct Storm {
    hexes: [Hex; 2],
    press: f32,
    hunt: bool,
}

/// The action that scores best; the first of equals.
fn best(all: &[Action], score: impl Fn(&Action) -> f32) -> Action {
    let mut best = (f32::NEG_INFINITY, all[0]);
    for action in all {
        let value = score(action);
        if value > best.0 {
            best = (value, *action);
        }
    }
    best.1
}

/// How a side goes about a scenario.
#[derive(Clone, Copy)]
struct Temper {
    /// How much half a point of the way counts.
    urgency: f32,
    /// What every attack is worth by itself: who must attack to win, attacks.
    boldness: f32,
    /// How much own losses count against the enemy's.
    caution: f32,
    /// What a unit's end counts besides its points.
    kill: f32,
    /// What it is worth to empty a goal.
    goal: f32,
    /// What it is worth to empty a hex next to a goal.
    approach: f32,
    /// A goal with so many points in it is well held.
    held: f32,
    /// How much a good attack draws a formation into the cup.
    eager: f32,
}

/// How many manners of play there are.
pub(crate) const MANNERS: u8 = 8;

/// The manner that goes for weak enemies instead of ground.
const HUNTER: u8 = 7;

impl Temper {
    /// The same in another manner: bold, cautious, in haste, all for the ground, firm, all into the goals; the last one hunts.
    fn in_manner(self, manner: u8) -> Temper {
        match manner {
            1 => Temper { boldness: self.boldness + 1.5, caution: self.caution * 0.5, eager: self.eager * 2.0, ..self },
            2 => Temper { boldness: self.boldness - 1.0, caution: self.caution * 1.5, urgency: self.urgency * 0.7, ..self },
            3 => Temper { urgency: self.urgency * 2.0, held: self.held * 0.6, ..self },
            4 => Temper { goal: self.goal * 2.0, approach: self.approach + 2.0, boldness: self.boldness + 0.5, ..self },
            5 => Temper { boldness: self.boldness - 4.0, urgency: 0.0, ..self },
            6 => Temper { boldness: self.boldness - 1.0, urgency: self.urgency * 1.5, held: 100.0, ..self },
            HUNTER => Temper { boldness: self.boldness + 0.8, caution: self.caution * 0.7, kill: self.kill + 1.5, ..self },
            _ => self,
        }
    }

    /// Bolder as time runs out.
    fn pressed(self, press: f32) -> Temper {
        Temper { boldness: self.boldness + press * 3.0, caution: self.caution * (1.0 - press * 0.5), ..self }
    }

    fn of(scenario: &str, side: Side) -> Temper {
        let even = Temper { urgency: 0.35, boldness: 0.4, caution: 0.7, kill: 2.0, goal: 6.0, approach: 0.0, held: 9.0, eager: 2.0 };
        match (scenario, side) {
            ("lee-moves", Side::Union) => Temper { urgency: 0.6, boldness: 0.6, caution: 0.7, goal: 9.0, approach: 1.5, ..even },
            ("jacksons-attack", Side::Confederate) => {
                Temper { urgency: 0.6, boldness: 0.8, caution: 0.5, kill: 3.0, goal: 9.0, approach: 1.5, ..even }
            }
            ("jacksons-attack", Side::Union) => Temper { urgency: 0.12, boldness: 1.5, caution: 0.25, kill: 4.0, eager: 4.0, ..even },
            ("chancellorsville", Side::Confederate) => {
                Temper { urgency: 0.6, boldness: 1.5, caution: 0.3, goal: 12.0, approach: 3.0, held: 3.0, eager: 6.0, ..even }
            }
            ("chancellorsville", Side::Union) => Temper { boldness: -0.6, ..even },
            ("salem-church", Side::Union) => Temper { urgency: 1.0, boldness: 0.8, caution: 0.6, ..even },
            ("salem-church", Side::Confederate) => Temper { boldness: -0.6, held: 2.0, ..even },
            _ => even,
        }
    }
}

/// The chances of 0, 1, 2 ... hits with so many dice, some of them with a bonus point (GUV-14.12).
fn chances(dice: usize, bonus: usize) -> [f32; 7] {
    let mut table = [0.0f32; 7];
    table[0] = 1.0;
    for i in 0..dice.min(6) {
        let p = if i < bonus { 0.5 } else { 1.0 / 3.0 };
        for k in (0..=i).rev() {
            table[k + 1] += table[k] * p;
            table[k] *= 1.0 - p;
        }
    }
    table
}

/// What a stack loses, step by step, as its owner would take it: skirmishers, then the second steps, then units.
#[derive(Clone, Copy, Default)]
struct Losses {
    steps: [f32; 24],
    count: usize,
}

impl Losses {
    const SKIRMISHER: f32 = 0.4;

    fn add(&mut self, value: f32) {
        if self.count < self.steps.len() {
            self.steps[self.count] = value;
            self.count += 1;
        }
    }

    fn of(&mut self, s: &State, pieces: &Pieces, screen: bool, kill: f32) {
        let c = counters();
        let pieces = pieces.minus(&c.dummies);
        for _ in 0..pieces.and(&c.skirmishers).len() + usize::from(screen) {
            self.add(Losses::SKIRMISHER);
        }
        let units = pieces.minus(&c.skirmishers);
        for p in units.iter().filter(|p| s.steps(*p) > 1) {
            let counter = c.get(p);
            self.add(0.7 + 0.3 * f32::from(counter.cp[0] - counter.cp[1]) + 0.2 * f32::from(counter.elite));
        }
        let whole = self.count;
        for p in units.iter() {
            self.add(kill + 0.6 * f32::from(c.get(p).cp[0]));
        }
        self.steps[whole..self.count].sort_unstable_by(f32::total_cmp);
    }

    /// A stack that nobody has seen: two brigades.
    fn unseen(&mut self, screen: bool, kill: f32) {
        if screen {
            self.add(Losses::SKIRMISHER);
        }
        [1.3, 1.3, kill + 2.0, kill + 2.0].into_iter().for_each(|v| self.add(v));
    }

    /// An attack that is only thought of: fresh brigades.
    fn planned(&mut self, kill: f32) {
        [1.3, 1.3, 1.3, 1.3, kill + 2.0].into_iter().for_each(|v| self.add(v));
    }

    fn sum(&self, hits: usize) -> f32 {
        self.steps[..hits.min(self.count)].iter().sum()
    }
}

/// What a combat would come to.
struct Exchange {
    worth: f32,
}

impl Mind<'_, '_> {
    /// Which goals have enough units in them.
    fn full(side: Side, s: &State, goals: &[Goal], held: f32) -> u8 {
        let enough = |goal: &Goal| f32::from(s.sum(&s.stack_of(side, goal.hex))) >= held;
        goals.iter().enumerate().fold(0, |bits, (i, goal)| bits | u8::from(enough(goal)) << i)
    }

    fn choose(&self, dice: &mut Dice, plan: &mut Plan, reach: &mut Reach, list: &mut Vec<Action>) -> Action {
        let s = self.s;
        let top = s.agenda.top();
        list.clear();
        if !matches!(top, Step::Deploy(_) | Step::Dummies | Step::Movement | Step::Behind(_) | Step::FallBack) {
            self.game.list(s, self.side, list);
        }
        if let [only] = list.as_slice() {
            return *only;
        }
        let list = &*list;
        match top {
            Step::Deploy(_) => self.first_of(&[Action::Preset]).unwrap_or(Action::PlaceRest),
            Step::Dummies => Action::Done,
            Step::Choose => self.choose_formations(list),
            Step::Drawn => self.answer_chit(list),
            Step::Muster => self.muster(list),
            Step::Movement => self.move_units(plan, reach),
            Step::Bombardment => self.bombard(list),
            Step::Combat => self.attack(list),
            Step::Approach => self.react(list),
            Step::Behind(_) => Action::Done,
            Step::SupplyCards(_) => self.feed(list),
            Step::FallBack => Action::Done,
            Step::Shell => best(list, |a| match a {
                Action::Entrench { .. } => 1.0,
                Action::Suffer { piece } => -self.pain(*piece),
                Action::Target { guns } => f32::from(u8::from(!guns)),
                _ => 0.0,
            }),
            Step::Fight => self.fight(list),
            Step::Attrition | Step::Displace => best(list, |a| match a {
                Action::Suffer { piece } => -self.pain(*piece) - 50.0,
                Action::Displace { piece, hex } => self.ground_value(*hex) - self.pain(*piece),
                _ => 0.0,
            }),
            Step::Withdraw => best(list, |a| match a {
                Action::Withdraw { pieces, path } => {
                    let from = pieces.first().map_or(Hex::NONE, |p| s.hex(p));
                    self.haven(self.end(from, *path)) + pieces.len() as f32 * 0.1
                }
                _ => 0.0,
            }),
            Step::Rout(_) => best(list, |a| match a {
                Action::Retreat { piece, path } => self.haven(self.end(s.hex(*piece), *path)),
                _ => 0.0,
            }),
            Step::Recovery(_) => best(list, |a| match a {
                Action::Recover { piece } => f32::from(counters().get(*piece).cp[0]),
                _ => 0.0,
            }),
            Step::Arrive => best(list, |a| match a {
                Action::Place { hex, .. } => self.ground_value(*hex),
                _ => 0.0,
            }),
            _ => {
                let all = self.chair.legal();
                all[dice.below(all.len())]
            }
        }
    }

    fn first_of(&self, wanted: &[Action]) -> Option<Action> {
        wanted.iter().copied().find(|a| self.chair.check(*a).is_ok())
    }

    fn end(&self, from: Hex, path: Path) -> Hex {
        path.iter().fold(from, |hex, d| if hex.is_some() { self.game.near[hex.index()][d.index()] } else { hex })
    }

    // The ground.

    /// How much a hex is worth to stand in, goals alone: near to the nearest goal that matters.
    fn ground_value(&self, hex: Hex) -> f32 {
        if !hex.is_some() {
            return -1000.0;
        }
        // A goal that is well held draws nobody else, as long as another is open.
        let all = u8::MAX >> (8 - self.goals.len());
        let here = self.goals.iter().enumerate().filter(|(_, goal)| goal.hex == hex).fold(0, |bits, (i, _)| bits | 1 << i);
        let held = self.full & !here;
        let shut = if held == all { 0 } else { held };
        let mut most = -1000.0f32;
        for (i, goal) in self.goals.iter().enumerate() {
            if shut >> i & 1 == 0 {
                most = most.max(-f32::from(goal.away[hex.index()]) / goal.weight - (1.0 - goal.weight) * 6.0);
            }
        }
        most
    }

    /// West of Fredericksburg the Confederates stand in the enemy's way: on the great road, just before his foremost unit.
    fn blocking(&self, hex: Hex) -> f32 {
        if self.game.scenario.id != "salem-church" || self.side != Side::Confederate {
            return 0.0;
        }
        let g = ground();
        // Columns count westward; the edge is in the west.
        let column = |h: Hex| h.0 / 38;
        let Some(front) = self.enemies().min_by_key(|h| column(*h)) else { return 0.0 };
        let ahead = column(hex) < column(front);
        let apart = f32::from(g.distance(hex, front));
        if ahead && g.road[hex.index()] == 2 && apart <= 5.0 { 6.0 - (apart - 2.0).abs() } else { 0.0 }
    }

    /// Whether getting through counts for more than fighting.
    fn running(&self) -> bool {
        self.game.scenario.id == "salem-church" && self.side == Side::Union
    }

    fn is_goal(&self, hex: Hex) -> bool {
        !self.running() && self.goals.iter().any(|g| g.hex == hex)
    }

    fn enemy_points(&self, hex: Hex) -> f32 {
        if hex.is_some() { f32::from(self.lay.strength[hex.index()]) } else { 0.0 }
    }

    fn own_points(&self, hex: Hex) -> f32 {
        f32::from(self.s.sum(&self.s.stack_of(self.side, hex)))
    }

    /// Enemy points within so many hexes.
    fn threat(&self, hex: Hex, within: u8) -> f32 {
        if !hex.is_some() {
            return 0.0;
        }
        if (1..=RINGS).contains(&usize::from(within)) {
            return f32::from(self.lay.threat[usize::from(within) - 1][hex.index()]);
        }
        self.lay.enemies.iter().filter(|e| ground().distance(e.0, hex) <= within).map(|e| f32::from(e.1)).sum()
    }

    fn enemies(&self) -> impl Iterator<Item = Hex> + '_ {
        self.lay.enemies.iter().map(|e| e.0)
    }

    /// A hex to go back to: towards the goals, with friends, away from the enemy, in cover.
    fn haven(&self, hex: Hex) -> f32 {
        let cover = if ground().forest.has(hex) || ground().hill.has(hex) { 2.0 } else { 0.0 };
        self.ground_value(hex) * 0.3 + cover + self.own_points(hex).min(10.0) * 0.3 - self.threat(hex, 1) * 0.6 - self.threat(hex, 2) * 0.1
    }

    /// How much it hurts if a unit bears a loss.
    fn pain(&self, piece: Piece) -> f32 {
        let counter = counters().get(piece);
        if counters().skirmishers.has(piece) {
            0.0
        } else if self.s.steps(piece) > 1 {
            f32::from(counter.cp[0] - counter.cp[1]) + 0.5 * f32::from(counter.elite)
        } else {
            3.0 + 2.0 * f32::from(counter.cp[0])
        }
    }

    // Command.

    fn units_of(&self, chit: Chit) -> Pieces {
        let fresh = |p: &Piece| self.s.hex(*p).is_some() && self.game.fresh(self.s, *p).is_ok();
        self.game.formation[chit.index()].iter().filter(fresh).collect()
    }

    /// How much a formation has to do this turn: points near the enemy or away from its goals.
    fn use_of(&self, chit: Chit) -> f32 {
        let units = self.units_of(chit);
        let mut strike = 0.0f32;
        if !self.game.night(self.s) {
            self.prospects(&units, |_, worth| strike = strike.max(worth));
        }
        let busy: f32 = units
            .iter()
            .map(|p| {
                let hex = self.s.hex(p);
                let near = self.enemies().map(|e| ground().distance(e, hex)).min().unwrap_or(99);
                let fight = match near {
                    0..=2 => 3.0,
                    3..=5 => 2.2,
                    6..=9 => 1.2,
                    _ => 0.6,
                };
                let road = (-self.ground_value(hex)).clamp(0.0, 40.0) / 20.0;
                f32::from(self.s.cp(p)) * (fight + road)
            })
            .sum();
        busy + strike.min(15.0) * self.temper.eager
    }

    fn choose_formations(&self, all: &[Action]) -> Action {
        let game = self.game;
        for event in [EventId::CorpsReleased, EventId::GoodGeneral] {
            if let Some(play) = all.iter().find(|a| matches!(a, Action::Play { event: e, .. } if *e == event)) {
                return *play;
            }
        }
        let mut best = (0.0, Action::Done);
        for action in all {
            let value = match action {
                Action::Choose { chit } => self.use_of(*chit) / f32::from(game.cost(self.s, *chit)),
                Action::Group { chit, under } => {
                    // A group is worth it when the formations stand together.
                    let others = game.high(*under).map_or(Default::default(), |i| self.s.boxes[i]);
                    let close = self.close_to_others(*chit, others.iter(), tables().chit(*under).radius);
                    let alone = self.use_of(*chit) / f32::from(game.cost(self.s, *chit));
                    // One hex is attacked once in an activation: for an assault several chits are better than one.
                    let storming = game.scenario.id == "chancellorsville";
                    if (close && !storming) || self.must_group(*under) { alone * 1.15 } else { 0.0 }
                }
                _ => continue,
            };
            if value > best.0 {
                best = (value, *action);
            }
        }
        if best.1 == Action::Done && !all.contains(&Action::Done) {
            return all[0];
        }
        best.1
    }

    fn must_group(&self, under: Chit) -> bool {
        self.game.scenario.id == "jacksons-attack" && self.game.named.high[2] == under
    }

    fn close_to_others(&self, chit: Chit, others: impl Iterator<Item = Chit>, radius: u8) -> bool {
        let centre = |units: &Pieces| units.iter().max_by_key(|p| self.s.cp(*p)).map(|p| self.s.hex(p));
        let Some(here) = centre(&self.units_of(chit)) else { return false };
        let mut any = false;
        for other in others {
            any = true;
            if centre(&self.units_of(other)).is_none_or(|h| ground().distance(h, here) > radius) {
                return false;
            }
        }
        if any {
            return true;
        }
        // The first of a group: is there another to join it?
        let formations = self.game.chits.iter().filter(|c| *c != chit && tables().chit(*c).side == self.side);
        let formations =
            formations.filter(|c| self.game.kind(*c) == ChitKind::Formation && self.game.may_choose(self.s, self.side, *c).is_ok());
        formations.filter_map(|c| centre(&self.units_of(c))).any(|h| ground().distance(h, here) <= radius)
    }

    fn answer_chit(&self, all: &[Action]) -> Action {
        let game = self.game;
        let s = self.s;
        let act = s.act();
        let reach = |hex: Hex| game.commanded(s, self.side, hex, act.chit);
        let units: Pieces = match game.kind(act.chit) {
            ChitKind::Independent => game.solid(&s.on_map(self.side)),
            _ => act.formations.iter().fold(Pieces::NONE, |all, c| all.or(&game.formation[c.index()])),
        };
        let mut best = (0.0, None);
        for action in all {
            let value = match action {
                // Between stacks the chit reaches more only where command is short.
                Action::Activate { hex } if !s.holds(self.side, *hex) && game.kind(act.chit) != ChitKind::Independent => continue,
                Action::Activate { hex } => {
                    let reach = reach(*hex);
                    let in_command = units.iter().filter(|p| game.commands(s, &reach, *p) && game.fresh(s, *p).is_ok());
                    let mut worths: Vec<f32> = in_command
                        .map(|p| {
                            if self.running() {
                                return 60.0 + self.ground_value(s.hex(p)).max(-60.0);
                            }
                            let near = self.threat(s.hex(p), 5).min(20.0) / 20.0;
                            f32::from(s.cp(p)) * (1.0 + near) + (-self.ground_value(s.hex(p))).clamp(0.0, 40.0) / 20.0
                        })
                        .collect();
                    worths.sort_by(|a, b| b.total_cmp(a));
                    let most = if self.running() || game.kind(act.chit) == ChitKind::Independent { 3 } else { worths.len() };
                    let mut strike = 0.0f32;
                    if self.storm.press > 0.0 && !game.night(s) {
                        let units: Pieces = units.iter().filter(|p| game.commands(s, &reach, *p) && game.fresh(s, *p).is_ok()).collect();
                        self.prospects(&units, |_, worth| strike = strike.max(worth));
                    }
                    worths.iter().take(most).sum::<f32>() + strike + 0.001 - self.threat(*hex, 1) * 0.01
                }
                Action::Name { chit } => self.use_of(*chit),
                _ => continue,
            };
            if value > best.0 {
                best = (value, Some(*action));
            }
        }
        best.1.or_else(|| self.first_of(&[Action::Forgo])).unwrap_or(Action::Pass)
    }

    fn muster(&self, all: &[Action]) -> Action {
        let s = self.s;
        let act = s.act();
        let mut best = (0.0, Action::Done);
        for action in all {
            let value = match action {
                Action::Take { piece } if self.running() => 100.0 + self.ground_value(s.hex(*piece)),
                Action::Take { piece } => 2.0 + f32::from(s.cp(*piece)) + self.threat(s.hex(*piece), 3).min(10.0),
                Action::Play { event: EventId::JacksonAttacks, .. } => 50.0,
                Action::Play { event: EventId::NightAttack, .. } => self.night_targets(),
                Action::Play { event: EventId::UnknownPaths, .. } => 0.5,
                Action::Detach { hex } => {
                    let units = self.game.solid(&s.stack_of(self.side, *hex)).minus(&s.active);
                    let idle: f32 = units.iter().filter(|p| self.game.fresh(s, *p).is_ok()).map(|p| f32::from(s.cp(p))).sum();
                    idle * 0.1 + self.threat(*hex, 3).min(10.0) * 0.1
                }
                Action::ForceMarch => {
                    // Far from everything, and in no danger.
                    let reach = if self.running() { 1 } else { 7 };
                    let free = s.active.iter().filter(|p| self.threat(s.hex(*p), reach) == 0.0 && -self.ground_value(s.hex(*p)) > 14.0);
                    let free = free.count();
                    let enough = if self.running() { free >= 3 } else { free == s.active.len() && free > 0 };
                    if enough && act.side == self.side { 20.0 } else { 0.0 }
                }
                _ => continue,
            };
            if value > best.0 {
                best = (value, *action);
            }
        }
        best.1
    }

    fn night_targets(&self) -> f32 {
        let close = self.s.active.iter().filter(|p| self.threat(self.s.hex(*p), 2) > 0.0).count();
        if close >= 3 { 10.0 } else { 0.0 }
    }

    // Movement.

    /// The best march, thought over: ideas of earlier decisions of the activation stand until they come first.
    fn move_units(&self, plan: &mut Plan, reach: &mut Reach) -> Action {
        let s = self.s;
        let act = s.act();
        let of = Some((s.turn, act.chit, act.hex));
        plan.now += 1;
        let mut fresh = plan.of != of;
        if fresh {
            plan.of = of;
            plan.done = Pieces::NONE;
            plan.sent = None;
            self.think(plan, reach);
        } else if let Some((pieces, to)) = plan.sent.take() {
            plan.done = plan.done.or(&pieces.iter().filter(|p| s.hex(*p) == to).collect());
            if plan.against != s.held[self.side.enemy().index()] {
                self.look_for_strikes(plan);
            }
            // A march that was broken off may go on; who has arrived may leave the map.
            if let Some(hex) = pieces.first().map(|p| s.hex(p)).filter(|h| h.is_some()) {
                self.think_of(hex, plan, reach);
            }
        }
        loop {
            let first = (0..plan.ideas.len()).max_by(|a, b| plan.ideas[*a].value.total_cmp(&plan.ideas[*b].value));
            match first.map(|i| plan.ideas[i]).filter(|idea| idea.value > WORTH_A_MARCH) {
                None if fresh => return Action::Done,
                None => {
                    fresh = true;
                    self.think(plan, reach);
                }
                Some(idea) => {
                    let i = first.expect("there is one");
                    plan.ideas.swap_remove(i);
                    if idea.thought != plan.now {
                        self.think_of(idea.hex, plan, reach);
                        continue;
                    }
                    if let Action::March { pieces, path } = idea.action {
                        plan.sent = Some((pieces, self.end(idea.hex, path)));
                        // Somebody may be left behind in the hex.
                        plan.ideas.push(Idea { value: if s.stack(idea.hex) == pieces { 0.0 } else { idea.value }, ..idea });
                    } else {
                        plan.ideas.push(idea);
                    }
                    return idea.action;
                }
            }
        }
    }

    /// Thinks of everybody in the activation.
    fn think(&self, plan: &mut Plan, reach: &mut Reach) {
        plan.ideas.clear();
        self.look_for_strikes(plan);
        let mut seen: HexBits = HexBits::default();
        for p in self.s.active.iter() {
            let hex = self.s.hex(p);
            if hex.is_some() && !seen.has(hex) {
                seen.insert(hex);
                self.think_of(hex, plan, reach);
            }
        }
        if !self.s.hand[self.side.index()].is_empty() {
            let mut plays = Vec::new();
            self.game.plays(self.s, self.side, &mut plays);
            for action in plays {
                let value = match action {
                    Action::Play { event: EventId::BrigadeRegroup, piece, .. } => piece.map_or(0.0, |p| f32::from(counters().get(p).cp[0])),
                    Action::Play { event: EventId::LastEffort, hex, .. } => {
                        let shaken = self.s.disorganized.or(&self.s.demoralized).and(&counters().of[self.side.index()]);
                        let n = shaken.iter().filter(|p| self.s.hex(*p).is_some() && ground().distance(self.s.hex(*p), hex) <= 1).count();
                        if n >= 2 { n as f32 } else { 0.0 }
                    }
                    _ => continue,
                };
                plan.ideas.push(Idea { hex: Hex::NONE, value, action, thought: plan.now });
            }
        }
    }

    /// Thinks of the units of a hex: what they could best do, all together or one of them.
    fn think_of(&self, hex: Hex, plan: &mut Plan, reach: &mut Reach) {
        if !hex.is_some() {
            return;
        }
        let (s, game, c) = (self.s, self.game, counters());
        let mut best = (0.0, Action::Done);
        let mut offer = |value: f32, action: Action| {
            if value > best.0 {
                best = (value, action);
            }
        };
        let stack = game.marching_stack(s, hex);
        let units = game.solid(&stack);
        let groups = [Some(stack)].into_iter().chain(units.iter().filter(|_| stack.len() > 1).map(|p| Some(Pieces::one(p)))).flatten();
        let mut known: Option<(u8, bool, bool)> = None;
        for pieces in groups.filter(|p| !p.is_empty()) {
            let stays = !pieces.and(&plan.done).is_empty();
            let purse = game.purse(s, &pieces);
            let kind = (purse.allowance, pieces.within(&c.cavalry), pieces.iter().any(|p| game.has_river_limits(p)));
            // Who has as much to spend comes as far.
            if !stays && known != Some(kind) {
                game.spread(s, &pieces, reach);
                known = Some(kind);
            }
            let solid = game.solid(&pieces);
            let here = self.post_value(&solid, &pieces, hex, hex, &plan.strikes);
            let mut first: (f32, Option<give_us_victories::reach::End>) = (WORTH_A_MARCH, None);
            for end in reach.ends.iter().filter(|_| !stays) {
                let value = self.march_value(&solid, &pieces, hex, end.hex, here, &plan.strikes) - f32::from(end.spent) * 0.005;
                if value > first.0 && game.may_stop(s, &pieces, end.hex).is_ok() {
                    first = (value, Some(*end));
                }
            }
            if let Some(end) = first.1 {
                offer(first.0, Action::March { pieces, path: reach.way_to(end) });
            }
            let leaving = pieces.minus(&c.skirmishers);
            let worth = self.exit_value(&leaving);
            if worth > 0.0 && game.may_exit(s, &leaving).is_ok() {
                offer(worth, Action::Exit { pieces: leaving });
            }
        }
        let near = self.threat(hex, 1) > 0.0;
        let free = game.load(s, self.side, hex).0 < 4;
        let mut work = Vec::new();
        for p in s.stack_of(self.side, hex).and(&s.active).and(&c.infantry).iter() {
            if near && free && game.may_skirmish(s, p, hex).is_ok() {
                offer(0.4, Action::Skirmish { piece: p, hex });
            }
            game.pontoon_work(s, p, &mut work);
        }
        for action in work {
            match action {
                Action::Build { piece, to } => offer(self.build_value(piece, to), action),
                Action::Seize { .. } => offer(3.0, action),
                Action::Destroy { .. } => offer(1.0, action),
                _ => {}
            }
        }
        if best.0 > 0.0 {
            plan.ideas.push(Idea { hex, value: best.0, action: best.1, thought: plan.now });
        }
    }

    fn exit_value(&self, pieces: &Pieces) -> f32 {
        if self.game.scenario.id == "salem-church" && !pieces.and(&counters().infantry).is_empty() {
            100.0 * pieces.len() as f32
        } else {
            0.0
        }
    }

    fn build_value(&self, piece: Piece, to: Hex) -> f32 {
        let (here, there) = (self.ground_value(self.s.hex(piece)), self.ground_value(to));
        let friends = self.own_points(self.s.hex(piece));
        if self.game.is_campaign() && there > here && friends >= 4.0 {
            4.0
        } else if self.game.scenario.id == "salem-church" {
            2.0
        } else {
            0.0
        }
    }

    fn look_for_strikes(&self, plan: &mut Plan) {
        plan.against = self.s.held[self.side.enemy().index()];
        plan.strikes = self.strikes();
    }

    /// Enemy hexes worth a fight this activation, and how good it looks: all active points that can come up, against what is there.
    fn strikes(&self) -> Vec<(Hex, f32)> {
        let s = self.s;
        if s.act().forced || self.game.night(s) && !s.act().night_attack {
            return Vec::new();
        }
        let mut list = Vec::new();
        self.prospects(&s.active.minus(&s.built), |hex, worth| list.push((hex, worth)));
        list
    }

    /// The enemy hexes that these units could well attack, as far as they could come.
    fn prospects(&self, units: &Pieces, mut found: impl FnMut(Hex, f32)) {
        const FIGHTERS: usize = 40;
        let s = self.s;
        let mut fighters = [(Hex::NONE, 0.0f32, 0u8); FIGHTERS];
        let mut count = 0;
        for p in units.minus(&s.disorganized).minus(&s.demoralized).iter().filter(|p| s.hex(*p).is_some()).take(FIGHTERS) {
            let gone = s.moved.has(p) && !s.march.is_some_and(|m| m.pieces.has(p));
            let range = if gone { 1 } else { counters().get(p).ma.min(6) };
            fighters[count] = (s.hex(p), f32::from(s.cp(p)), range);
            count += 1;
        }
        for (hex, _) in &self.lay.enemies {
            let mass: f32 = fighters[..count].iter().filter(|f| ground().distance(f.0, *hex) <= f.2).map(|f| f.1).sum();
            if mass > 0.0 {
                let worth = self.exchange(mass.min(24.0), 0, &Pieces::NONE, *hex).worth;
                if worth > 0.0 {
                    found(*hex, worth);
                }
            }
        }
    }

    /// What a march would bring: `here` is what it is worth to stay.
    fn march_value(&self, units: &Pieces, pieces: &Pieces, from: Hex, to: Hex, here: f32, strikes: &[(Hex, f32)]) -> f32 {
        let gain = self.post_value(units, pieces, from, to, strikes) - here;
        // Somebody must stay where a goal is held.
        let mut leave = 0.0;
        if self.is_goal(from) {
            let left = self.game.solid(&self.s.stack_of(self.side, from).minus(pieces));
            if left.len() < 2 {
                leave = 30.0;
            }
        }
        (gain * units.len() as f32).min(gain * 4.0) - leave
    }

    /// How good it is for these units to stand there.
    fn post_value(&self, units: &Pieces, pieces: &Pieces, from: Hex, to: Hex, strikes: &[(Hex, f32)]) -> f32 {
        let s = self.s;
        let g = ground();
        let mut value = if self.storm.hunt { -self.chase(to) * SCENT } else { self.ground_value(to) * self.temper.urgency };
        let guns = units.within(&counters().guns);
        let own = f32::from(s.sum(pieces));
        let friends = if to == from { self.own_points(to) - own } else { self.own_points(to) };
        let total = own + friends;
        let others = s.stack_of(self.side, to).minus(&counters().dummies).minus(pieces);
        let count = others.len() + pieces.minus(&counters().dummies).len();
        if count > 4 || total > 16.0 {
            value -= 30.0;
        }
        if self.is_goal(to) && !self.storm.hunt {
            value += 4.0;
        }
        let mut hostile = 0.0;
        let mut striking = 0.0;
        for n in self.game.near[to.index()].iter().filter(|n| s.holds(self.side.enemy(), **n)) {
            let land = g.direction(to, *n).is_some_and(|d| g.side(to, d) & MAJOR == 0);
            if !land {
                continue;
            }
            hostile += self.enemy_points(*n);
            if let Some((_, worth)) = strikes.iter().find(|x| x.0 == *n) {
                let round = if self.storm.hunt { TRAP * (1.0 - self.escapes(*n, from, to).min(4.0) / 4.0) } else { 0.0 };
                striking = f32::max(striking, worth.min(12.0) + 2.0 + round);
            }
        }
        let shaken = !units.and(&s.disorganized.or(&s.demoralized)).is_empty();
        if hostile > 0.0 {
            if shaken || guns && friends < 2.0 {
                value -= 4.0;
            } else if striking > 0.0 && !s.act().forced {
                value += striking;
            } else if hostile > total * 1.4 && !self.is_goal(to) && !self.running() {
                value -= 2.0 + (hostile / total.max(1.0)).min(4.0);
            }
        } else {
            let near = self.threat(to, 2);
            if near > total * 2.0 && !self.is_goal(to) && !self.running() {
                value -= 1.5;
            }
            if guns && near > 0.0 && near < 40.0 {
                value += 1.5;
            }
        }
        if !shaken && !guns {
            value += self.storming(to, total);
        }
        // Who leaves works under the eyes of the enemy cannot attack.
        if to != from && self.game.works(s, self.side, from) && self.threat(from, 1) > 0.0 {
            value -= LEFT_WORKS;
        }
        value += self.blocking(to);
        if g.forest.has(to) || g.hill.has(to) || self.game.works(s, self.side, to) {
            value += if self.threat(to, 3) > 0.0 { 1.2 } else { 0.1 };
        }
        value
    }

    /// What it is worth to stand next to the hex that must fall, in strength, on two sides of it.
    fn storming(&self, to: Hex, total: f32) -> f32 {
        let [there, strong, both] = FOOTHOLD;
        let mut most = 0.0f32;
        for hex in self.storm.hexes.into_iter().filter(|h| h.is_some()) {
            let Some(d) = ground().direction(hex, to).filter(|d| ground().side(hex, *d) & MAJOR == 0) else { continue };
            let round = if self.backed(hex, d) { both } else { 0.0 };
            most = most.max(there + strong * total.min(16.0) / 16.0 + round);
        }
        most * self.storm.press
    }

    /// How many ways out of a hex the enemy has if somebody goes to one of its neighbours: hexes that nobody stands next to.
    fn escapes(&self, prey: Hex, from: Hex, to: Hex) -> f32 {
        let s = self.s;
        let watched = |hex: Hex| {
            let near = &self.game.near[hex.index()];
            near.contains(&to) || near.iter().any(|n| n.is_some() && *n != from && s.holds(self.side, *n))
        };
        let near = self.game.near[prey.index()].iter();
        let open = near.filter(|n| n.is_some() && **n != to && !s.holds(self.side, **n) && !watched(**n));
        open.count() as f32
    }

    /// Whether friends stand on the other side of a hex.
    fn backed(&self, hex: Hex, d: Direction) -> bool {
        let behind = self.game.near[hex.index()][(d.index() + 3) % 6];
        behind.is_some() && self.s.holds(self.side, behind)
    }

    /// Whether a hex is one of those that must fall.
    fn wanted(&self, hex: Hex) -> bool {
        hex.is_some() && self.storm.hexes.contains(&hex)
    }

    /// How far a hex is from prey: the nearest enemies, weak ones rather than strong ones.
    fn chase(&self, hex: Hex) -> f32 {
        let far = |e: &(Hex, u16)| f32::from(ground().distance(e.0, hex)) + f32::from(e.1) * TOO_STRONG;
        self.lay.enemies.iter().map(far).fold(40.0, f32::min)
    }

    // Fire and steel.

    fn bombard(&self, all: &[Action]) -> Action {
        let s = self.s;
        if let Some(b) = &s.barrage {
            // All guns that reach the hex.
            let more =
                all.iter().find(|a| matches!(a, Action::Fire { target, gun } if *target == b.target && !self.wanted_in_attack(*gun)));
            return more.copied().unwrap_or(Action::OpenFire);
        }
        let mut best = (0.0, Action::Done);
        for action in all {
            let value = match action {
                Action::Fire { gun, target } => {
                    let open = if ground().forest.has(*target) || ground().city.has(*target) { -1.0 } else { 1.0 };
                    let reach = all.iter().filter(|a| matches!(a, Action::Fire { target: t, .. } if t == target)).count();
                    if self.wanted_in_attack(*gun) { 0.0 } else { 1.6 + open + reach as f32 + self.enemy_points(*target) * 0.05 }
                }
                Action::Play { event: EventId::AlexandersArtillery, .. } => 0.0,
                _ => continue,
            };
            if value > best.0 {
                best = (value, *action);
            }
        }
        best.1
    }

    /// Guns that stand next to a hex that will be attacked fight with the infantry.
    fn wanted_in_attack(&self, gun: Piece) -> bool {
        let hex = self.s.hex(gun);
        self.game.foes(self.s, self.side, hex).any(|t| self.assault(t).is_some_and(|x| x.worth > 0.5))
    }

    /// Everybody who could attack a hex now.
    fn assailants(&self, target: Hex) -> Pieces {
        let s = self.s;
        let near: Vec<Hex> = self.game.near[target.index()]
            .iter()
            .copied()
            .filter(|n| n.is_some() && s.holds(self.side, *n) && self.game.foes(s, self.side, *n).any(|t| t == target))
            .collect();
        let all = near.iter().fold(Pieces::NONE, |all, h| all.or(&s.stack_of(self.side, *h)));
        all.iter().filter(|p| self.game.may_attack_at_all(s, *p).is_ok()).collect()
    }

    fn assault(&self, target: Hex) -> Option<Exchange> {
        let force = self.assailants(target);
        if self.game.solid(&force).is_empty() {
            return None;
        }
        let mut exchange = self.exchange(f32::from(self.s.sum(&force)), self.game.bonus(self.s, &force), &force, target);
        exchange.worth -= self.burden(&force, target);
        Some(exchange)
    }

    /// Whether those who have attacked could well do it once more.
    fn assault_again(&self, target: Hex) -> bool {
        let again = self.s.active.and(&self.s.attacked);
        let near = self.game.near[target.index()].iter().filter(|n| n.is_some());
        let force = near.fold(Pieces::NONE, |all, n| all.or(&self.s.stack_of(self.side, *n).and(&again)));
        let goal = self.storm.hexes.iter().all(|h| !h.is_some()) || self.wanted(target);
        goal && self.exchange(f32::from(self.s.sum(&force)), 0, &force, target).worth > 0.0
    }

    /// GUV-14.3: other enemies that this force would have to take on too, because nobody else can.
    fn burden(&self, force: &Pieces, target: Hex) -> f32 {
        let s = self.s;
        let mut seen: Vec<Hex> = Vec::new();
        for from in self.game.solid(force).iter().map(|p| s.hex(p)).filter(|h| !ground().forest.has(*h)) {
            for foe in self.game.foes(s, self.side, from) {
                let other = foe != target && !seen.contains(&foe) && !s.act().stormed.has(foe) && !self.game.exempt(s, foe);
                if other && self.assailants(foe).within(force) {
                    seen.push(foe);
                }
            }
        }
        let weight = if self.wanted(target) { 0.35 * (1.0 - self.storm.press) } else { 0.35 };
        seen.into_iter().map(|h| self.enemy_points(h) * weight).sum()
    }

    /// What an attack with so many points and bonus points would come to: steps and units of the enemy against own ones, and the
    /// ground. `force` is empty while it is only planned.
    fn exchange(&self, points: f32, bonus: u8, force: &Pieces, target: Hex) -> Exchange {
        let s = self.s;
        let g = ground();
        let temper = &self.temper;
        let stack = s.stack(target);
        let here = self.game.solid(&stack);
        let seen = !stack.is_empty();
        let screens = !self.game.night(s) && self.game.available(s, self.side.enemy()).is_some() && stack.len() < 4;
        let screen = if screens && (!seen || !here.and(&counters().infantry).is_empty()) { 1.0 } else { 0.0 };
        let defence = self.enemy_points(target) + screen;
        let (a, d) = ratio(points.round() as u16, defence.round().max(1.0) as u16);
        let (mut mine, mut theirs) = (i16::from(a) + 1, i16::from(d) + 1);
        let t = &tables().terrain;
        let limit = match (g.city.has(target), g.forest.has(target), g.hill.has(target)) {
            (true, _, _) => t.city.limit,
            (_, true, _) => t.forest.limit,
            (_, _, true) => t.hill.limit,
            _ => t.clear.limit,
        };
        let fort = self.game.forts[self.side.enemy().index()][target.index()] != 0;
        let open = g.town.has(target) || self.game.night(s) && !s.breastworks.has(target);
        if fort || g.hill.has(target) {
            theirs += 1;
        }
        if g.city.has(target) {
            mine -= 1;
        }
        let dice = |n: i16| n.clamp(1, i16::from(limit)) as usize;
        let mut suffered = Losses::default();
        if seen {
            suffered.of(s, &stack, screen > 0.0, temper.kill);
        } else {
            suffered.unseen(screen > 0.0, temper.kill);
        }
        let mut own = Losses::default();
        if force.is_empty() {
            own.planned(temper.kill);
        } else {
            own.of(s, force, false, temper.kill);
        }
        let hits = chances(dice(mine), usize::from(bonus));
        let answer = chances(dice(theirs), 0);
        let gain: f32 = (0..hits.len()).map(|h| hits[h] * suffered.sum(h)).sum();
        // Works cost a step, or a die.
        let works = usize::from(fort || !open);
        let cost: f32 = (0..answer.len()).map(|h| answer[h] * own.sum(h + works)).sum();
        let all = suffered.count;
        let empties: f32 = hits.iter().skip(all).sum();
        // Who has taken a loss may go rather than take the next.
        let yields: f32 = hits.iter().take(all).skip(2).sum::<f32>() * 0.3;
        let mut ground = 1.5 / (1.0 + (-self.ground_value(target)).max(0.0) / 8.0);
        let mut aside = 0.0;
        if self.is_goal(target) {
            ground = temper.goal;
        } else if temper.approach > 0.0 {
            // A goal of the enemy's with hexes to storm it from draws all attacks; else the way to it is opened first.
            let enemy = &s.held[self.side.enemy().index()];
            let wanted = |goal: &&Goal| enemy.has(goal.hex);
            let open = |goal: &Goal| self.game.near[goal.hex.index()].iter().filter(|n| n.is_some() && !enemy.has(**n)).count() >= 2;
            if self.goals.iter().filter(wanted).any(open) {
                aside = temper.approach * 0.5;
            } else if self.goals.iter().filter(wanted).any(|goal| g.distance(goal.hex, target) == 1) {
                ground = temper.approach;
            }
        }
        // What falls in a goal is on the way to the goal.
        let gain = if self.is_goal(target) && temper.approach > 0.0 { gain * 2.0 + temper.goal * 0.4 } else { gain };
        let mut worth = gain - cost * temper.caution + (empties + yields) * ground + temper.boldness - aside;
        let press = self.storm.press;
        let wanted = self.wanted(target);
        if wanted {
            worth += press * LAST_STORM;
        }
        // With nothing to lose any odds will do.
        let odds = if wanted { points * (1.0 + LONG_ODDS * press * press) } else { points };
        Exchange { worth: if odds < defence { worth.min(-0.5) } else { worth } }
    }

    fn attack(&self, all: &[Action]) -> Action {
        let s = self.s;
        if let Some(b) = &s.battle {
            let target = b.targets.as_slice()[0];
            let join = all.iter().find(|a| matches!(a, Action::Storm { target: t, .. } if *t == target));
            let join = join.or_else(|| all.iter().find(|a| matches!(a, Action::Attack { target: t, .. } if *t == target)));
            if let Some(join) = join {
                return *join;
            }
            if all.contains(&Action::Fight) {
                return Action::Fight;
            }
            return best(all, |a| match a {
                Action::Widen { hex } => 10.0 - self.enemy_points(*hex),
                _ => 0.0,
            });
        }
        let must = !all.contains(&Action::Done);
        let mut best = (if must { -100.0 } else { 0.0 }, None);
        for action in all {
            let value = match action {
                Action::Storm { target, .. } => self.assault(*target).map_or(-10.0, |x| x.worth + 0.1),
                Action::Attack { target, .. } => self.assault(*target).map_or(-10.0, |x| x.worth),
                Action::Skirmish { piece, hex } => {
                    let near = self.game.foes(s, self.side, *hex).any(|t| self.assault(t).is_some_and(|x| x.worth > 0.0));
                    if *hex == s.hex(*piece) && near && self.game.load(s, self.side, *hex).0 < 4 { 20.0 } else { -1.0 }
                }
                Action::Play { event: EventId::Demons, hex, .. } => {
                    let again = s.active.and(&s.attacked);
                    let n = again.iter().filter(|p| s.hex(*p).is_some() && ground().distance(s.hex(*p), *hex) <= 1).count();
                    let pays = |t: Hex| self.assault_again(t);
                    let foes = again.iter().any(|p| s.hex(p).is_some() && self.game.foes(s, self.side, s.hex(p)).any(pays));
                    if n >= 3 && foes { 0.2 + n as f32 * 0.1 } else { -1.0 }
                }
                _ => continue,
            };
            if value > best.0 {
                best = (value, Some(*action));
            }
        }
        best.1.unwrap_or_else(|| if must { all[0] } else { Action::Done })
    }

    fn react(&self, all: &[Action]) -> Action {
        // Who stands in the way stays there.
        if self.game.scenario.id == "salem-church" && self.side == Side::Confederate {
            return Action::Done;
        }
        for action in all {
            if let Action::Break { hex } = action {
                let own = self.own_points(*hex);
                let coming = self.threat(*hex, 1) + self.threat(*hex, 2) * 0.4;
                let stays = self.is_goal(*hex)
                    || self.game.near[hex.index()].iter().any(|n| self.wanted(*n)) && coming < own * (1.0 + 3.0 * self.storm.press)
                    || self.game.works(self.s, self.side, *hex)
                    || self.game.near[hex.index()].iter().any(|n| self.is_goal(*n)) && coming < own * 3.0;
                if coming > own * 2.2 && !stays {
                    return *action;
                }
            }
        }
        Action::Done
    }

    fn feed(&self, all: &[Action]) -> Action {
        let hungry = self.game.unsupplied(self.s, self.side);
        let count = |hex: Hex| hungry.iter().filter(|p| ground().distance(self.s.hex(*p), hex) <= 4).count();
        best(all, |a| match a {
            Action::Play { event: EventId::SupplyTrain, hex, .. } if count(*hex) >= 3 => count(*hex) as f32,
            Action::Done => 0.5,
            _ => 0.0,
        })
    }

    fn fight(&self, all: &[Action]) -> Action {
        let s = self.s;
        let b = s.battle();
        let objective = b.targets.as_slice().iter().any(|h| self.is_goal(*h));
        match b.stage {
            FightStage::Screen | FightStage::Entrench => best(all, |a| match a {
                Action::Screen { .. } | Action::Entrench { .. } => 1.0,
                _ => 0.0,
            }),
            FightStage::Works => best(all, |a| match a {
                Action::Works { effect: WorksEffect::Fort } => 2.0,
                // A sure step is worth more than a third of a hit, unless the attacker has few dice.
                Action::Works { effect: WorksEffect::Step } => 1.0,
                _ => 0.0,
            }),
            FightStage::Terrain => best(all, |a| match a {
                Action::Terrain { effect: TerrainEffect::City | TerrainEffect::River, .. } => 2.0,
                Action::Terrain { effect: TerrainEffect::Hill, .. } => 1.8,
                Action::Terrain { effect: TerrainEffect::Creek, .. } => 1.0,
                _ => 0.0,
            }),
            FightStage::AttackBonus | FightStage::DefenceBonus => {
                let who = if b.stage == FightStage::AttackBonus { ATTACK } else { DEFENCE };
                best(all, |a| match a {
                    Action::Play { .. } => 10.0,
                    Action::CreekDie { die } => 6.0 + f32::from(b.marks[ATTACK][usize::from(*die)].min(4)),
                    Action::TiredDie { die } => 5.0 - f32::from(b.marks[DEFENCE][usize::from(*die)]),
                    Action::Point { enemy: false, die } if b.marks[who][usize::from(*die)] < 4 => {
                        3.0 - 0.1 * f32::from(b.marks[who][usize::from(*die)])
                    }
                    Action::Point { enemy: true, .. } => 1.0,
                    _ => 0.0,
                })
            }
            FightStage::AttackSixes => best(all, |a| match a {
                Action::Mark { piece } => self.pain(*piece),
                Action::ForceRetreat if objective => 20.0,
                Action::ForceRetreat => 2.5,
                _ => 0.0,
            }),
            FightStage::DefenceSixes => best(all, |a| match a {
                Action::Mark { piece } => self.pain(*piece),
                Action::CancelRetreat if objective => 20.0,
                Action::CancelRetreat => 1.5,
                _ => 0.0,
            }),
            FightStage::DefenceLosses | FightStage::AttackLosses => best(all, |a| match a {
                Action::Suffer { piece } => -self.pain(*piece),
                // Ground is given for a unit's life, not for less.
                Action::GiveGround if objective => -12.0,
                Action::GiveGround => -4.0,
                _ => -50.0,
            }),
            FightStage::Retreat => best(all, |a| match a {
                Action::Retreat { piece, path } => self.haven(self.end(s.hex(*piece), *path)),
                _ => 0.0,
            }),
            FightStage::Advance => best(all, |a| match a {
                Action::Advance { piece, hex } => self.advance_value(*piece, *hex),
                _ => 0.0,
            }),
            _ => best(all, |_| 0.0),
        }
    }

    fn advance_value(&self, piece: Piece, hex: Hex) -> f32 {
        let s = self.s;
        let from = s.hex(piece);
        if self.is_goal(hex) {
            return 20.0 + f32::from(s.cp(piece));
        }
        if self.is_goal(from) && self.game.solid(&s.stack_of(self.side, from)).len() < 3 {
            return -1.0;
        }
        let forward = self.ground_value(hex) - self.ground_value(from);
        let force = self.own_points(hex);
        let danger = self.threat(hex, 1);
        if danger > (force + f32::from(s.cp(piece))) * 2.0 && force == 0.0 { -1.0 } else { 0.5 + forward * 0.3 - force * 0.05 }
    }
}

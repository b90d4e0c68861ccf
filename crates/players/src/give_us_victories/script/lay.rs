//! What one side makes of the map: its goals, the ways to them, the enemy about them.

use super::marches::Plan;
use super::temper::Temper;
use super::ways::{CLOSED, Ways};
use board::Direction;
use engine::Side;
use give_us_victories::GiveUsVictories;
use give_us_victories::action::Action;
use give_us_victories::counters::tables;
use give_us_victories::ground::{BRIDGE, FORD, HEXES, MAJOR, MINOR, RAPPAHANNOCK, ROAD, SITE, TURNPIKE, ground};
use give_us_victories::ids::{Hex, HexBits};
use give_us_victories::reach::Reach;
use give_us_victories::scenarios::Victory;
use give_us_victories::state::{State, Step};
use std::cell::RefCell;
use std::sync::LazyLock;

/// What a stack that is not seen is taken for, in combat points.
const UNSEEN_POINTS: u16 = 7;
/// A river to be bridged counts like this many half points on the way.
const BRIDGING: u16 = 16;
/// An enemy in the way counts like this many half points.
const BLOCKED: u16 = 14;
/// How far threats are kept for every hex.
pub(super) const RINGS: usize = 3;

/// A goal: a hex, how far others are from it in half points, and how much it matters.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) hex: Hex,
    pub(super) ways: RefCell<Ways>,
    pub(super) weight: f32,
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
pub(super) struct Lay {
    /// The game and side all this is about.
    pub(super) of: Option<(String, Side)>,
    pub(super) temper: Temper,
    /// What the side is after, whoever stands in between.
    goals: Vec<Goal>,
    /// The same, round the enemy as he stood of late: while plans are weighed he often stands so again.
    rounds: Vec<Round>,
    /// The one in use.
    round: usize,
    /// What each step costs infantry on its way to a goal, by hex entered and direction left.
    pub(super) steps: Vec<[u8; 6]>,
    /// Where the enemy is, and in what strength.
    pub(super) enemies: Vec<(Hex, u16)>,
    /// His strength in each hex.
    pub(super) strength: Vec<u16>,
    /// His strength up to one, two, three hexes away from each hex.
    pub(super) threat: [Vec<u16>; RINGS],
    /// The marches of the activation at hand.
    pub(super) plan: Plan,
    /// What it costs more to be in a hex if no enemy is in the way: nothing.
    free: Vec<u16>,
    pub(super) reach: Reach,
    pub(super) list: Vec<Action>,
}

/// The ways to the goals round the enemy.
struct Round {
    enemy: HexBits,
    goals: Vec<Goal>,
    /// What it costs more to be in a hex because of him.
    more: Vec<u16>,
}

/// How many of them are kept.
const ROUNDS: usize = 8;

impl Default for Lay {
    fn default() -> Lay {
        Lay {
            of: None,
            temper: Temper::EVEN,
            goals: Vec::new(),
            rounds: Vec::new(),
            round: 0,
            steps: Vec::new(),
            enemies: Vec::new(),
            strength: vec![0; HEXES],
            threat: std::array::from_fn(|_| vec![0; HEXES]),
            plan: Plan::default(),
            free: vec![0; HEXES],
            reach: Reach::default(),
            list: Vec::new(),
        }
    }
}

impl Lay {
    /// Takes in what a side sees now.
    pub(super) fn look(&mut self, game: &GiveUsVictories, side: Side, s: &State) {
        if self.of.as_ref().is_none_or(|of| of.0 != game.scenario.id || of.1 != side) {
            *self = Lay { of: Some((game.scenario.id.clone(), side)), steps: steps_of(game, side), ..Lay::default() };
            self.temper = Temper::of(&game.scenario.victory, side);
            self.goals = goals(game, side);
            self.goals.iter_mut().for_each(|goal| goal.begin(game, side));
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
        if leads_round(s.agenda.top()) {
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
            self.rounds.push(Round { enemy, goals: self.goals.clone(), more: Vec::new() });
        } else {
            self.round = (self.round + 1) % ROUNDS;
        }
        let Round { goals, more, .. } = &mut self.rounds[self.round];
        more.clear();
        more.resize(HEXES, 0);
        let met: HexBits = enemy.iter().flat_map(|hex| game.near[hex.index()]).filter(|n| !ground().forest.has(*n)).collect();
        met.iter().for_each(|hex| more[hex.index()] = u16::from(tables().cost.contact));
        // Through the enemy only as a last thought.
        enemy.iter().for_each(|hex| more[hex.index()] += BLOCKED);
        goals.iter_mut().for_each(|goal| goal.begin(game, side));
        self.rounds[self.round].enemy = enemy;
    }

    /// The goals, with what it costs more to be in a hex on the way there: round the enemy while units move, else as if he were not there.
    pub(super) fn goals_at(&self, step: Step) -> (&[Goal], &[u16]) {
        if leads_round(step) {
            let round = &self.rounds[self.round];
            (&round.goals, &round.more)
        } else {
            (&self.goals, &self.free)
        }
    }

    fn change(&mut self, hex: Hex, was: u16, now: u16) {
        self.strength[hex.index()] = now;
        let mend = |threat: &mut Vec<u16>, h: Hex| threat[h.index()] = threat[h.index()] + now - was;
        for (reach, threat) in self.threat.iter_mut().enumerate() {
            mend(threat, hex);
            DISCS[hex.index()][..=reach].iter().flatten().for_each(|h| mend(threat, *h));
        }
    }
}

/// Whether ways lead round the enemy as he stands now: while units move.
fn leads_round(step: Step) -> bool {
    matches!(step, Step::Movement | Step::Muster | Step::Drawn)
}

impl Goal {
    /// Forgets the ways that are known.
    fn begin(&mut self, game: &GiveUsVictories, side: Side) {
        let ways = self.ways.get_mut();
        // Whoever must break out may do so by every road over the edge.
        if matches!(game.scenario.victory, Victory::BreakOut(_)) && side == Side::Union {
            ways.begin(self.hex, game.western_exits().iter());
        } else {
            ways.begin(self.hex, std::iter::once(self.hex));
        }
    }

    /// What it is worth to be so far from it.
    #[inline]
    pub(super) fn worth(&self, away: u16) -> f32 {
        -f32::from(away) / self.weight - (1.0 - self.weight) * 6.0
    }
}

/// What a side is after.
pub(super) fn goals(game: &GiveUsVictories, side: Side) -> Vec<Goal> {
    let p = &game.places;
    let g = ground();
    // The hexes to be stormed: who comes for them has the first to take first, who holds them the last.
    let storm = |hexes: &mut dyn Iterator<Item = &Hex>| -> Vec<(Hex, f32)> { hexes.copied().zip([1.0, 0.9]).collect() };
    let list: Vec<(Hex, f32)> = match (&game.scenario.victory, side) {
        (Victory::Holder(hex), _) | (Victory::GroundOrKills(_, hex), Side::Confederate) => vec![(*hex, 1.0)],
        (Victory::GroundOrKills(_, hex), Side::Union) => vec![(*hex, 1.0), (p.fairview, 0.5)],
        (Victory::Storm(_, hexes), Side::Confederate) => storm(&mut hexes.iter()),
        (Victory::Storm(_, hexes), Side::Union) => storm(&mut hexes.iter().rev()),
        (Victory::BreakOut(_), Side::Union) => vec![(p.zoan_church, 1.0)],
        // Every road to the west is watched, the great ones first.
        (Victory::BreakOut(_), Side::Confederate) => {
            game.western_exits().iter().map(|hex| (hex, if g.road[hex.index()] == 2 { 1.0 } else { 0.8 })).collect()
        }
        (Victory::Campaign, Side::Union) => {
            vec![(p.chancellorsville, 1.0), (p.falmouth, 0.6), (p.maryes_heights, 0.7), (p.spotsylvania, 0.6)]
        }
        (Victory::Campaign, Side::Confederate) => vec![(p.chancellorsville, 1.0), (p.maryes_heights, 0.9), (p.spotsylvania, 0.4)],
    };
    list.into_iter().map(|(hex, weight)| Goal { hex, ways: RefCell::default(), weight }).collect()
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

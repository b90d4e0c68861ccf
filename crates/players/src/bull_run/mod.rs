//! What Bull Run teaches its general.

mod script;

use board::HexId;
use bull_run::BullRun;
use bull_run::action::{Action, Subject};
use bull_run::counters::{Kind, PieceId};
use bull_run::fog::Knowledge;
use bull_run::state::{Phase, Spot, State};
use engine::{Chair, Player, Rules, Side};
use general::learned::Learned;
use general::plan::{Aim, Bearing, Post, progress};
use general::survey::{sign, survey};
use general::{Doctrine, Paper, Weights};
use script::{CENTREVILLE, GOALS, Greedy, MANASSAS, Seen, TURN, Temper, goal_hexes, pressure, ways};
use std::sync::LazyLock;

/// The tuned weights.
fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        Weights::read(include_str!("../../data/bull-run/general.toml"), Lore::TERMS).expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// Those of the first general.
fn first_weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        Weights::read(include_str!("../../data/bull-run/first.toml"), Lore::TERMS).expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// How far strength is felt in a plan, in hexes.
const FELT: f32 = 12.0;

/// What the general of this game knows.
pub type Lore = Staff<{ Temper::MANNERS.len() }>;

/// A general who knows the first few manners of the script. The first one, who is kept as he was, knew nobody who keeps brigades together.
pub struct Staff<const MANNERS: usize>;

impl<const MANNERS: usize> Doctrine for Staff<MANNERS> {
    type Game = BullRun;
    type Script = Greedy;

    const FOILS: &'static str = include_str!("../../data/bull-run/foils.toml");
    const PLANS: &'static str = include_str!("../../data/bull-run/plans.toml");
    const PUZZLES: &'static str = include_str!("../../data/bull-run/puzzles.json");
    const TERMS: &'static [&'static str] =
        &["manassas", "centreville", "stars", "stars late", "star in hand", "men", "men late", "leaders", "way in", "way out", "command"];
    const MANNERS: u8 = MANNERS as u8;

    fn script(_: &BullRun, manner: u8, seed: u64) -> Greedy {
        Greedy::with_temper(seed, Temper::MANNERS[usize::from(manner)])
    }

    /// The Confederates have many posts to hold: regiment by regiment, they would stand where no leader reaches them.
    fn usual(_: &BullRun, side: Side) -> u8 {
        if side == Side::Confederate && MANNERS > Temper::TOGETHER { Temper::TOGETHER as u8 } else { 0 }
    }

    /// A march along the roads takes some turns before it tells.
    fn horizon(_: &BullRun, _: &State) -> u32 {
        6
    }

    fn turn(_: &BullRun, s: &State) -> u32 {
        u32::from(s.turn) * 2 + u32::from(s.side == Side::Confederate)
    }

    fn terms(game: &BullRun, s: &State, out: &mut [f32]) {
        let ways = ways(s.standing());
        let late = (f32::from(s.turn) / f32::from(game.scenario.last_turn())).min(1.0);
        // Attack and defence about each goal, the farther the less, and who is nearest to it.
        let mut weight = [[0f32; GOALS]; 2];
        let mut first = [[u16::MAX; 2]; 2];
        let mut men = [0f32; 2];
        let mut leaders = [0f32; 2];
        for side in Side::BOTH {
            let i = side.index();
            for piece in game.counters.of(side) {
                let spot = s.at[piece.index()];
                let Some(hex) = spot.hex() else {
                    let points = f32::from(game.counters.defence(piece));
                    let kind = game.counters.kind(piece);
                    men[i] += match spot {
                        Spot::DUE | Spot::HIDDEN if !matches!(kind, Kind::Formed | Kind::Dummy) => points,
                        Spot::BOX => 0.4 * points,
                        _ => 0.0,
                    };
                    continue;
                };
                if !game.counters.is_unit(piece) {
                    leaders[i] += 1.0;
                    continue;
                }
                let f = s.factors(piece);
                let points = (f32::from(f.attack) + f32::from(f.defence)) * 0.5;
                men[i] += points;
                for (sum, way) in weight[i].iter_mut().zip(ways) {
                    *sum += points * pressure(way[hex.index()]);
                }
                for (nearest, goal) in first[i].iter_mut().zip([MANASSAS, CENTREVILLE]) {
                    *nearest = (*nearest).min(ways[goal][hex.index()]);
                }
            }
        }
        let over = |goal: usize| ((weight[0][goal] - weight[1][goal]) / 25.0).clamp(-2.0, 2.0);
        let best_star = (1..CENTREVILLE).map(over).fold(f32::NEG_INFINITY, f32::max);
        let held = (1..CENTREVILLE).any(|g| goal_hexes(g).iter().any(|h| s.units(Side::Union, *h) != 0));
        let strength = (men[0] - men[1]) / 30.0;
        // How soon somebody may stand in the enemy's base: within reach it is felt most.
        let soon = |way: u16| (1.0 - f32::from(way.min(4 * TURN)) / f32::from(4 * TURN)).max(0.0);
        // Whoever has no orders next turn stands idle: the more of the army, the worse.
        let ready = |side: Side| {
            let units = game.counters.units[side.index()];
            let active = game.activated(s, side) & units;
            let points = |set| s.on_map(side, set).map(|(p, _)| f32::from(s.factors(p).attack) + 0.5).sum::<f32>();
            points(active) / points(units & !s.frozen[side.index()]).max(1.0)
        };
        out[10] = ready(Side::Union) - ready(Side::Confederate);
        out[0] = over(MANASSAS);
        out[1] = over(CENTREVILLE);
        out[2] = best_star * (1.0 - late);
        out[3] = best_star * late;
        out[4] = if held { late * late } else { -late * late };
        out[5] = strength;
        out[6] = strength * late;
        out[7] = (leaders[0] - leaders[1]) / 5.0;
        out[8] = soon(first[0][0]) * if garrisoned(game, s, Side::Confederate) { 0.4 } else { 1.0 };
        out[9] = -soon(first[1][1]) * if garrisoned(game, s, Side::Union) { 0.4 } else { 1.0 };
    }

    fn survey(game: &BullRun, s: &State, out: &mut Vec<f32>) {
        let goals: Vec<u16> = (0..GOALS).flat_map(goal_hexes).map(|h| h.0).collect();
        let [union, gray] = Side::BOTH.map(|side| posts(game, s, side));
        let away = |a: u16, b: u16| f32::from(game.ground.distance(HexId(a), HexId(b)));
        survey(Self::late(game, s), sign(s.side), [&union, &gray], &goals, away, out);
    }

    fn learned(game: &BullRun) -> Option<&'static Learned> {
        crate::learned(game)
    }

    fn weights(_: &BullRun) -> &'static Weights {
        if MANNERS > Temper::TOGETHER { weights() } else { first_weights() }
    }

    fn phasing(_: &BullRun, s: &State) -> Option<Side> {
        Some(s.side)
    }

    fn late(game: &BullRun, s: &State) -> f32 {
        (f32::from(s.turn) - 1.0).max(0.0) / f32::from(game.scenario.last_turn())
    }

    fn bearing(game: &BullRun, side: Side, aim: &Aim) -> Option<Bearing> {
        let hex = boards::bull_run().grid.parse(&aim.hex).ok()?;
        let of =
            |code: &String| game.counters.of(side).filter(|p| game.counters.counter(*p).brigade == *code).fold(0, |set, p| set | p.bit());
        let who = aim.who.iter().map(of).fold(0, |a, b| a | b);
        let all = aim.who.is_empty();
        (all || who != 0).then_some(Bearing { hex: hex.0, weight: aim.weight, who: if all { u128::MAX } else { who } })
    }

    fn lean(game: &BullRun, s: &State, side: Side, bearings: &[Bearing]) -> f32 {
        let [ours, theirs] = [side, side.enemy()].map(|side| posts(game, s, side));
        progress(bearings, &ours, &theirs, FELT, |a, b| f32::from(game.ground.distance(HexId(a), HexId(b))))
    }

    fn stands(game: &BullRun, s: &State, side: Side, out: &mut Vec<(u16, u16)>) {
        let units = s.on_map(side, game.counters.units[side.index()]);
        out.extend(units.map(|(p, hex)| (p.index() as u16, hex.0)));
    }

    /// In movement a march that looks well to a unit, the better the likelier; anything elsewhere.
    fn propose(game: &BullRun, s: &State, side: Side, paper: &mut Paper<BullRun>) -> Option<Action> {
        // The script knows how to set up; one look ahead does not.
        if s.phase == Phase::SetUp {
            return None;
        }
        if s.phase != Phase::Movement || s.step().is_some() {
            return paper.anything(game, s, side);
        }
        // Nobody stops a march halfway for the sake of trying something.
        if paper.dice.below(12) == 0 {
            return paper.anything(game, s, side).filter(|a| *a != Action::Done);
        }
        let ready = (game.counters.units[side.index()] | game.counters.leaders[side.index()]) & s.active & !s.moved & !s.fought;
        let n = s.on_map(side, ready).count();
        if n == 0 || game.nobody_overstacked(s).is_err() {
            return None;
        }
        // Those near the enemy are the more interesting.
        let mut piece = PieceId::NONE;
        for _ in 0..3 {
            let pick = paper.dice.below(n);
            let Some((p, hex)) = s.on_map(side, ready).nth(pick) else { break };
            piece = p;
            let near = |h: &HexId| s.units(side.enemy(), *h) != 0;
            if game.counters.is_unit(p) && game.ground.recon(hex).iter().any(near) {
                break;
            }
        }
        if piece == PieceId::NONE || game.counters.is_leader(piece) {
            return None;
        }
        paper.options.clear();
        game.options(s, side, Subject::Piece(piece), &mut paper.options);
        if paper.options.is_empty() {
            return None;
        }
        let heat = [6.0f32, 20.0, 60.0][paper.dice.below(3)];
        let manner = paper.dice.below(MANNERS);
        let seed = paper.dice.word();
        let mut mind = Greedy::with_temper(seed, Temper::MANNERS[manner]);
        mind.look(game, Seen::from(&Chair::new(game, s, side), &mut None), side);
        // Somebody may be needed elsewhere.
        if paper.dice.below(8) == 0 {
            mind.send(piece, paper.dice.below(GOALS));
        }
        let worth: Vec<f32> = paper.options.iter().map(|a| mind.worth(game, s, piece, *a) as f32).collect();
        paper.pick(&worth, heat).map(|i| paper.options[i])
    }

    fn intent(game: &BullRun, known: &Knowledge, side: Side, plan: &[Action]) -> String {
        let s = &known.state;
        if s.step().is_some() {
            return "What the battle asks for.".to_string();
        }
        match s.phase {
            Phase::SetUp => "The army takes its positions.".to_string(),
            Phase::Movement => march_intent(game, s, side, plan),
            Phase::Declaration | Phase::Battles => {
                let battles = plan.iter().filter(|a| matches!(a, Action::Engage { .. } | Action::Resolve { .. })).count();
                match battles {
                    0 => "No attack that is not owed.".to_string(),
                    1 => "One attack is made.".to_string(),
                    n => format!("{n} attacks are made, the best odds first."),
                }
            }
            _ => "The brigades are put in order.".to_string(),
        }
    }
}

impl crate::Quick for Lore {
    type First = Staff<{ Temper::TOGETHER }>;

    fn quick(seed: u64) -> Box<dyn Player<BullRun>> {
        Box::new(Greedy::new(seed))
    }
}

/// The units of a side, as a plan sees them.
fn posts(game: &BullRun, s: &State, side: Side) -> Vec<Post> {
    let units = s.on_map(side, game.counters.units[side.index()]);
    let post = |(p, hex): (PieceId, HexId)| Post { piece: p.index() as u16, hex: hex.0, strength: f32::from(s.factors(p).defence) };
    units.map(post).collect()
}

/// Whether both hexes of a side's base are held.
fn garrisoned(game: &BullRun, s: &State, side: Side) -> bool {
    game.ground.bases[side.index()].iter().all(|h| s.units(side, *h) != 0)
}

/// Where most of the marching goes, and how much of it meets the enemy.
fn march_intent(game: &BullRun, s: &State, side: Side, plan: &[Action]) -> String {
    const NAMES: [&str; GOALS] = ["Manassas", "the western star", "the star behind Mitchell's Ford", "the southern star", "Centreville"];
    let ways = ways(s.standing());
    let mut nearer = [0i32; GOALS];
    let (mut marches, mut contacts) = (0, 0);
    for action in plan {
        let Action::March { piece, path } = action else { continue };
        let Some(from) = s.hex(*piece).filter(|_| game.counters.is_unit(*piece)) else { continue };
        let to = path.indices().fold(from, |h, d| if h.is_some() { game.ground.neighbour(h, d) } else { h });
        if !to.is_some() {
            continue;
        }
        marches += 1;
        contacts += i32::from(game.adjacent_enemies(s, side, to) != 0);
        for (sum, way) in nearer.iter_mut().zip(ways) {
            *sum += i32::from(way[from.index()]) - i32::from(way[to.index()]);
        }
    }
    let goal = (0..GOALS).max_by_key(|g| nearer[*g]).filter(|g| nearer[*g] > 0);
    let march = match (marches, goal) {
        (0, _) => "The army stands where it is".to_string(),
        (n, Some(goal)) => format!("{n} units march, mostly toward {}", NAMES[goal]),
        (n, None) => format!("{n} units change their places"),
    };
    match contacts {
        0 => format!("{march}; no battle is sought."),
        n => format!("{march}; {n} of them come to blows."),
    }
}

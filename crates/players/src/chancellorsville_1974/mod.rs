//! What Chancellorsville (1974) teaches its general.

mod script;

use board::HexId;
use engine::{Chair, Player, Rules, Side};
use general::learned::Learned;
use general::plan::{Aim, Bearing, Post, progress};
use general::survey::{sign, survey};
use general::{Doctrine, Paper, Weights};
use std::sync::LazyLock;

use chancellorsville_1974::Chancellorsville1974;
use chancellorsville_1974::action::{Action, Path};
use chancellorsville_1974::counters::{Kind, PIECES, PieceId, each};
use chancellorsville_1974::fog::Knowledge;
use chancellorsville_1974::ground::{Bank, CITY, HILL, ground};
use chancellorsville_1974::state::{State, Step};
use script::{BOLD, Eye, GreedyPlayer, MANNERS, SHY};

/// The tuned weights.
fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        Weights::read(include_str!("../../data/chancellorsville-1974/general.toml"), Lore::TERMS)
            .expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// Those of the first general.
fn first_weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        let text = include_str!("../../data/chancellorsville-1974/first.toml");
        Weights::read(text, Lore::TERMS).expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// How far the enemy is felt, in hexes.
const NEAR: u8 = 15;
/// From how far units can fall upon a hex together in the next turn.
const STRIKING: u8 = 3;

/// The units of one side in a hex.
#[derive(Clone, Copy)]
struct Stack {
    hex: HexId,
    /// Strength in the hex, and of those who are not disrupted.
    men: f32,
    steady: f32,
    /// Enemies near enough to strike.
    facing: f32,
    /// How many hexes to the nearest enemy.
    near: u8,
}

const NOBODY: Stack = Stack { hex: HexId::NONE, men: 0.0, steady: 0.0, facing: 0.0, near: NEAR };

/// What a learned judgement looks about: Chancellorsville, the crossroads east of it, Salem Church, Fredericksburg and the heights behind it.
const GOAL_HEXES: [&str; 5] = ["R-28", "U-33", "Z-36", "CC-35", "HH-36"];

/// How far strength is felt in a plan, in hexes.
const FELT_BY_PLANS: f32 = 10.0;

/// What the general of this game knows.
pub type Lore = Staff<false>;

/// A general of this game. The first one is kept as he was.
pub struct Staff<const FIRST: bool>;

impl<const FIRST: bool> Doctrine for Staff<FIRST> {
    type Game = Chancellorsville1974;
    type Script = GreedyPlayer;

    const FOILS: &'static str = include_str!("../../data/chancellorsville-1974/foils.toml");
    const PLANS: &'static str = include_str!("../../data/chancellorsville-1974/plans.toml");
    const PUZZLES: &'static str = include_str!("../../data/chancellorsville-1974/puzzles.json");
    const TERMS: &'static [&'static str] =
        &["count", "count late", "men", "shaken", "hemmed", "pressed", "across", "outnumbered", "threatened", "bridges", "fords"];
    const MANNERS: u8 = MANNERS.len() as u8;

    fn script(_: &Chancellorsville1974, manner: u8, seed: u64) -> GreedyPlayer {
        GreedyPlayer::in_manner(seed, manner)
    }

    fn turn(_: &Chancellorsville1974, state: &State) -> u32 {
        match state.agenda.phase() {
            Step::SetUp(side) => u32::from(side == Side::Union),
            _ => u32::from(state.turn) * 2 + state.phasing.index() as u32,
        }
    }

    fn terms(game: &Chancellorsville1974, state: &State, out: &mut [f32]) {
        terms(game, state, game.count(state), out);
    }

    fn survey(game: &Chancellorsville1974, state: &State, out: &mut Vec<f32>) {
        surveyed(game, state, game.count(state), out);
    }

    /// What would be counted now is part of both.
    fn reading(game: &Chancellorsville1974, state: &State, out: &mut [f32], read: &mut Vec<f32>) {
        let counted = game.count(state);
        terms(game, state, counted, out);
        read.extend_from_slice(out);
        surveyed(game, state, counted, read);
    }

    fn learned(game: &Chancellorsville1974) -> Option<&'static Learned> {
        crate::learned(game)
    }

    fn weights(_: &Chancellorsville1974) -> &'static Weights {
        if FIRST { first_weights() } else { weights() }
    }

    fn phasing(_: &Chancellorsville1974, state: &State) -> Option<Side> {
        Some(state.phasing)
    }

    fn late(game: &Chancellorsville1974, state: &State) -> f32 {
        (f32::from(state.turn) - 1.0).max(0.0) / f32::from(game.data.limits.last_turn)
    }

    fn bearing(game: &Chancellorsville1974, side: Side, aim: &Aim) -> Option<Bearing> {
        let hex = game.ground.grid().parse(&aim.hex).ok()?;
        let who = game.data.side(side) & game.data.fights;
        aim.who.is_empty().then_some(Bearing { hex: hex.0, weight: aim.weight, who })
    }

    fn lean(game: &Chancellorsville1974, state: &State, side: Side, bearings: &[Bearing]) -> f32 {
        let [ours, theirs] = [side, side.enemy()].map(|side| units(game, state, side));
        progress(bearings, &ours, &theirs, FELT_BY_PLANS, |a, b| f32::from(game.ground.grid().distance(HexId(a), HexId(b))))
    }

    fn stands(game: &Chancellorsville1974, state: &State, side: Side, out: &mut Vec<(u16, u16)>) {
        out.extend(units(game, state, side).iter().map(|post| (post.piece, post.hex)));
    }

    /// A march that looks well to a unit, or one that brings it beside the enemy; a battle, the more promising the likelier.
    fn propose(game: &Chancellorsville1974, state: &State, side: Side, paper: &mut Paper<Chancellorsville1974>) -> Option<Action> {
        let step = state.agenda.top();
        match step {
            Step::SetUp(side) => {
                let presets = game.presets_of(side).count();
                game.presets_of(side).nth(paper.dice.below(presets)).map(|i| Action::Preset(i as u8))
            }
            Step::Movement if paper.dice.below(10) > 0 => propose_march(game, state, side, paper),
            Step::DefensiveFire | Step::OffensiveFire | Step::Combat if paper.dice.below(6) > 0 => {
                propose_battle(game, state, side, step != Step::Combat, paper)
            }
            _ => paper.anything(game, state, side),
        }
    }

    fn intent(game: &Chancellorsville1974, known: &Knowledge, side: Side, plan: &[Action]) -> String {
        match known.state.agenda.phase() {
            Step::SetUp(_) => "The army takes up its positions.".to_string(),
            Step::Movement => march_intent(game, known, side, plan),
            _ => battle_intent(game, plan),
        }
    }
}

impl crate::Quick for Lore {
    type First = Staff<true>;

    fn quick(seed: u64) -> Box<dyn Player<Chancellorsville1974>> {
        Box::new(GreedyPlayer::new(seed))
    }
}

/// What speaks for the Union, if so much is `counted` for each side.
fn terms(game: &Chancellorsville1974, state: &State, counted: (u32, u32), out: &mut [f32]) {
    let late = (f32::from(state.turn) / f32::from(game.data.limits.last_turn)).min(1.0);
    let (union, gray) = counted;
    let ratio = game.data.limits.victory_ratio as f32;
    let count = ((union as f32 + 1.0) / (ratio * gray as f32 + 1.0)).ln().clamp(-2.0, 2.0);
    let (mut blue, mut red) = ([NOBODY; PIECES], [NOBODY; PIECES]);
    let blue = posts(game, state, Side::Union, &mut blue);
    let red = posts(game, state, Side::Confederate, &mut red);
    for ours in blue.iter_mut() {
        for theirs in red.iter_mut() {
            let gap = game.ground.grid().distance(ours.hex, theirs.hex);
            if gap < NEAR {
                ours.near = ours.near.min(gap);
                theirs.near = theirs.near.min(gap);
                if gap <= STRIKING {
                    ours.facing += theirs.steady;
                    theirs.facing += ours.steady;
                }
            }
        }
    }
    let men = |posts: &[Stack]| posts.iter().map(|p| p.men).sum::<f32>();
    let shaken = |posts: &[Stack]| posts.iter().map(|p| p.men - p.steady).sum::<f32>();
    let (blue_men, red_men) = (men(blue), men(red));
    out[0] = count;
    out[1] = count * late * late;
    out[2] = 2.0 * ((blue_men + 1.0) / (2.0 * red_men + 1.0)).ln().clamp(-1.5, 1.5);
    out[3] = (shaken(red) - shaken(blue)) / 12.0;
    out[4] = (hemmed(game, state, red, Side::Confederate) - hemmed(game, state, blue, Side::Union)) / 12.0;
    out[5] = -blue.iter().map(|p| p.men * f32::from(p.near)).sum::<f32>() / (blue_men + 1.0) / 8.0;
    out[6] = blue.iter().filter(|p| game.ground.bank[p.hex.index()] == Bank::South).map(|p| p.men).sum::<f32>() / 80.0;
    out[7] = red.iter().map(|p| danger(game, state, p)).sum::<f32>() / 25.0;
    out[8] = -blue.iter().map(|p| danger(game, state, p)).sum::<f32>() / 25.0;
    out[9] = state.span.iter().filter(|s| s[0].is_some()).count() as f32 / 3.0;
    out[10] = (way_to_fords(game, red) - way_to_fords(game, blue)) / 8.0 * (1.0 - late).powi(2);
}

/// What a learned judgement reads besides.
fn surveyed(game: &Chancellorsville1974, state: &State, counted: (u32, u32), out: &mut Vec<f32>) {
    static GOALS: LazyLock<[u16; 5]> = LazyLock::new(|| GOAL_HEXES.map(|hex| ground().grid().parse(hex).map_or(0, |h| h.0)));
    let [union, gray] = Side::BOTH.map(|side| units(game, state, side));
    let away = |a: u16, b: u16| f32::from(game.ground.grid().distance(HexId(a), HexId(b)));
    survey(Lore::late(game, state), sign(state.phasing), [&union, &gray], &*GOALS, away, out);
    let (union, gray) = counted;
    out.extend([union as f32 / 20.0, gray as f32 / 20.0]);
}

/// The units of a side, as a plan sees them.
fn units(game: &Chancellorsville1974, state: &State, side: Side) -> Vec<Post> {
    let on_map = each(game.data.side(side) & game.data.fights).filter(|p| state.hex[p.index()].is_some());
    let post =
        |p: PieceId| Post { piece: p.index() as u16, hex: state.hex[p.index()].0, strength: f32::from(game.data.strength[p.index()]) };
    on_map.map(post).collect()
}

/// The hexes with fighting units of a side.
fn posts<'a>(game: &Chancellorsville1974, state: &State, side: Side, room: &'a mut [Stack; PIECES]) -> &'a mut [Stack] {
    let mut n = 0;
    for piece in each(game.data.side(side) & game.data.fights) {
        let hex = state.hex[piece.index()];
        if !hex.is_some() {
            continue;
        }
        let strength = f32::from(game.data.strength[piece.index()]);
        let at = room[..n].iter().position(|p| p.hex == hex).unwrap_or_else(|| {
            room[n] = Stack { hex, ..NOBODY };
            n += 1;
            n - 1
        });
        room[at].men += strength;
        room[at].steady += if state.disrupted(piece) { 0.0 } else { strength };
    }
    &mut room[..n]
}

/// How much of a side could not fall back: the more hexes around it the enemy holds or controls, the more.
fn hemmed(game: &Chancellorsville1974, state: &State, posts: &[Stack], side: Side) -> f32 {
    let beset = posts.iter().filter(|p| p.near <= 2);
    beset
        .map(|p| {
            let around = game.ground.around(p.hex);
            let shut = around.iter().filter(|n| !n.is_some() || game.ground.river(**n) || game.controls(state, side.enemy(), **n)).count();
            p.men * (shut as f32 / 6.0).powi(2)
        })
        .sum()
}

/// How many hexes the men of a side stand from the nearest ford, in the mean: the campaign begins at the fords, and men who wade are
/// easily beaten.
fn way_to_fords(game: &Chancellorsville1974, posts: &[Stack]) -> f32 {
    let (men, way) = posts.iter().fold((1.0, 0.0), |(men, way), p| {
        let hexes = game.ground.to_ford[p.hex.index()].min(NEAR);
        (men + p.men, way + p.men * f32::from(hexes))
    });
    way / men
}

/// What may be lost in a hex if all enemies near it strike.
fn danger(game: &Chancellorsville1974, state: &State, post: &Stack) -> f32 {
    if post.facing == 0.0 {
        return 0.0;
    }
    let doubled = state.is_fort(post.hex) || game.ground.is(post.hex, CITY | HILL);
    let defence = (post.steady * if doubled { 2.0 } else { 1.0 }).max(1.0);
    post.men * ((post.facing / defence - 1.0) / 4.0).clamp(0.0, 1.0)
}

fn propose_march(game: &Chancellorsville1974, state: &State, side: Side, paper: &mut Paper<Chancellorsville1974>) -> Option<Action> {
    let movers = game.data.side(side) & !state.moved & !game.data.kind_set(Kind::Boat);
    let on_map = each(movers).filter(|p| state.on_map(*p)).fold(0, |set, p| set | p.bit());
    if on_map == 0 || game.may_move_at_all(state, side).is_err() {
        return paper.anything(game, state, side);
    }
    let mut veil = None;
    let manner = if side == Side::Confederate && paper.dice.below(3) == 0 { SHY } else { BOLD };
    let eye = Eye::from(&Chair::new(game, state, side), manner, &mut veil);
    let fields = eye.fields();
    let any = |paper: &mut Paper<Chancellorsville1974>| {
        let nth = paper.dice.below(on_map.count_ones() as usize);
        each(on_map).nth(nth).expect("one of them")
    };
    let near = |p: PieceId| fields.near[state.hex[p.index()].index()];
    // Those near the enemy have more to decide.
    let mut piece = any(paper);
    for _ in 0..2 {
        let other = any(paper);
        if near(other) < near(piece) {
            piece = other;
        }
    }
    let hex = state.hex[piece.index()];
    // Sometimes all that stands in the hex goes together.
    let own = state.at(hex) & on_map;
    let together = own.count_ones() > 1 && paper.dice.below(4) == 0;
    let pieces = if together { own } else { piece.bit() };
    let mut ways: Vec<(f32, Path)> = Vec::with_capacity(96);
    let to_battle = game.data.fights & piece.bit() != 0 && !game.night(state) && paper.dice.below(2) == 0;
    game.reach(state, &game.group(state, pieces), hex, 0, |end, way| {
        let worth = match fields.near[end.index()] {
            1 if to_battle => 0.0,
            _ if to_battle => -600.0,
            _ => eye.rest(piece, end, &fields) as f32,
        };
        ways.push((worth, way()));
    });
    let worth: Vec<f32> = ways.iter().map(|(w, _)| *w).collect();
    let heat = [3.0, 12.0, 60.0, 600.0][paper.dice.below(4)];
    paper.pick(&worth, heat).map(|i| Action::March(pieces, ways[i].1)).or_else(|| paper.anything(game, state, side))
}

fn propose_battle(
    game: &Chancellorsville1974,
    state: &State,
    side: Side,
    fire: bool,
    paper: &mut Paper<Chancellorsville1974>,
) -> Option<Action> {
    let mut veil = None;
    let eye = Eye::from(&Chair::new(game, state, side), MANNERS[0], &mut veil);
    let mut ideas = Vec::with_capacity(32);
    eye.battles(fire, &mut ideas);
    ideas.push((0.0, Action::Done));
    let worth: Vec<f32> = ideas.iter().map(|(w, _)| *w as f32).collect();
    let heat = [0.3, 1.0, 4.0][paper.dice.below(3)];
    for _ in 0..4 {
        let idea = ideas[paper.pick(&worth, heat)?].1;
        if game.check(state, side, idea).is_ok() {
            return Some(idea);
        }
    }
    paper.anything(game, state, side)
}

/// Where the army goes and whom it will meet.
fn march_intent(game: &Chancellorsville1974, known: &Knowledge, side: Side, plan: &[Action]) -> String {
    let mut after = known.state.clone();
    let mut moved = 0;
    for action in plan {
        if game.check(&after, side, *action).is_err() || game.phase(&after) != game.phase(&known.state) || *action == Action::Done {
            break;
        }
        moved += usize::from(matches!(action, Action::March(..) | Action::Emplace(..) | Action::Enter(..)));
        game.apply_unchecked(&mut after, side, *action, &mut ());
    }
    let foes = each(game.data.side(side.enemy()) & game.data.fights | known.unseen).map(|p| after.hex[p.index()]).filter(|h| h.is_some());
    let mut beset: Vec<HexId> = foes.filter(|h| game.fights_at(&after, side.enemy(), *h) && game.beside(&after, side, *h)).collect();
    beset.sort_unstable();
    beset.dedup();
    let march = match moved {
        0 => "The army stands where it is".to_string(),
        1 => "One march".to_string(),
        n => format!("{n} marches"),
    };
    let bridges = plan.iter().filter(|a| matches!(a, Action::Emplace(..))).count();
    let bridges = match bridges {
        0 => "",
        1 => " and a bridge",
        _ => " and bridges",
    };
    let names: Vec<String> = beset.iter().take(3).map(|h| game.ground.place(*h)).collect();
    if names.is_empty() {
        format!("{march}{bridges}; no battle is sought.")
    } else {
        format!("{march}{bridges}; the enemy is met at {}.", names.join(", "))
    }
}

/// Which hexes are fired at and attacked.
fn battle_intent(game: &Chancellorsville1974, plan: &[Action]) -> String {
    let hexes: Vec<HexId> = plan
        .iter()
        .filter_map(|a| match a {
            Action::Fire(hex, _) => Some(*hex),
            Action::Attack(targets, _) => Some(targets.first()),
            _ => None,
        })
        .collect();
    let fire = plan.iter().any(|a| matches!(a, Action::Fire(..)));
    let names: Vec<String> = hexes.iter().map(|h| game.ground.place(*h)).collect();
    match (names.split_first(), fire) {
        (None, _) => "Nothing is ventured that is not forced.".to_string(),
        (Some((main, [])), true) => format!("The guns play on {main}."),
        (Some((main, others)), true) => format!("The guns play on {main}, then on {}.", others.join(", ")),
        (Some((main, [])), false) => format!("The attack goes against {main}."),
        (Some((main, others)), false) => format!("The first blow falls on {main}, then on {}.", others.join(", ")),
    }
}

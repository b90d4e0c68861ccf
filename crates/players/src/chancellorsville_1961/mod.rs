//! What Chancellorsville (1961) teaches its general.

mod marches;
mod script;

use board::HexId;
use chancellorsville_1961::action::{Action, Subject};
use chancellorsville_1961::counters::{Piece, Set, first, pieces};
use chancellorsville_1961::ground::Ground;
use chancellorsville_1961::state::{LAST_TURN, Step};
use chancellorsville_1961::victory::CONFEDERATE_LOSS;
use chancellorsville_1961::{Chancellorsville1961, State};
use engine::{Player, Rules, Side};
use general::learned::Learned;
use general::plan::{Aim, Bearing, Post, progress};
use general::survey::{sign, survey};
use general::{Doctrine, Paper, Weights};
use marches::fields;
use script::{Greedy, Temper};
use std::sync::LazyLock;

/// The tuned weights.
fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        let text = include_str!("../../data/chancellorsville-1961/general.toml");
        Weights::read(text, Lore::TERMS).expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// Those of the first general.
fn first_weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        let text = include_str!("../../data/chancellorsville-1961/first.toml");
        Weights::read(text, Lore::TERMS).expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// How far off a force is felt half as much as close by, in hexes of open ground.
const FELT: f32 = 3.0;

/// What a learned judgement looks about: Chancellorsville, the crossroads east of it, Salem Church, Fredericksburg and the heights behind it.
const GOALS: [&str; 5] = ["R-28", "U-33", "Z-36", "CC-35", "HH-36"];

/// How far strength is felt in a plan, in hexes.
const FELT_BY_PLANS: f32 = 10.0;

/// What the general of this game knows.
pub type Lore = Staff<false>;

/// A general of this game. The first one is kept as he was.
pub struct Staff<const FIRST: bool>;

impl<const FIRST: bool> Doctrine for Staff<FIRST> {
    type Game = Chancellorsville1961;
    type Script = Greedy;

    const FOILS: &'static str = include_str!("../../data/chancellorsville-1961/foils.toml");
    const PLANS: &'static str = include_str!("../../data/chancellorsville-1961/plans.toml");
    const PUZZLES: &'static str = include_str!("../../data/chancellorsville-1961/puzzles.json");
    const TERMS: &'static [&'static str] = &["broken", "time", "union left", "crossed", "weight", "ring", "cover"];
    const MANNERS: u8 = Temper::MANNERS.len() as u8;

    fn script(_: &Chancellorsville1961, manner: u8, seed: u64) -> Greedy {
        Greedy::with_temper(seed, Temper::MANNERS[usize::from(manner)])
    }

    fn usual(_: &Chancellorsville1961, side: Side) -> u8 {
        match side {
            Side::Union => Temper::ASSAULT,
            Side::Confederate => 0,
        }
    }

    fn by_heart(_: &Chancellorsville1961, known: &State) -> bool {
        known.turn == 0
    }

    fn turn(_: &Chancellorsville1961, state: &State) -> u32 {
        u32::from(state.turn) * 2 + u32::from(state.mover == Side::Confederate)
    }

    fn terms(game: &Chancellorsville1961, state: &State, out: &mut [f32]) {
        let (book, ground) = (game.book, &game.book.ground);
        let whole = |side: Side| f32::from(book.strength(book.of[side.index()] & !book.substitutes));
        let left = |side: Side| f32::from(game.factors_left(state, side));
        // What must still be broken, from one to nothing.
        let spare = f32::from(CONFEDERATE_LOSS);
        let rest = (left(Side::Confederate) - spare) / (whole(Side::Confederate) - spare);
        let late = (f32::from(state.turn) / f32::from(LAST_TURN)).min(1.0);
        let union = book.fighters() & book.of[Side::Union.index()] & state.on_map();
        let confederates = book.fighters() & book.of[Side::Confederate.index()] & state.on_map();
        let factor = |p: Piece| f32::from(book.combat[p.index()]);
        let crossed: f32 = pieces(union)
            .filter(|p| ground.land(state.hex(*p)) == Ground::home(Side::Confederate) && !ground.river(state.hex(*p)))
            .map(factor)
            .sum();
        let (mut weight, mut ring, mut cover, mut all) = (0.0, 0.0, 0.0, 0.0);
        let stacks = stacks(game, state, confederates);
        let fields = fields(game, state, stacks.iter().map(|(hex, _)| *hex), true);
        for ((hex, stack), field) in stacks.into_iter().zip(fields) {
            let felt: f32 = pieces(union).map(|p| factor(p) / (1.0 + f32::from(field[state.hex(p).index()].max(2) - 2) / FELT)).sum();
            let held = ground.around(hex).iter().filter(|h| ground.closed(**h) || ground.river(**h) || state.control(Side::Union, **h) > 0);
            let multiple = game.multiple(state, hex, false);
            let own = f32::from(book.strength(stack));
            all += own;
            weight += own * (felt / 60.0).min(1.5);
            ring += own * held.count() as f32 / 6.0;
            cover += if multiple > 1 { own } else { 0.0 };
        }
        let all = all.max(1.0);
        out[0] = 1.0 - 2.0 * rest;
        out[1] = -rest * late;
        out[2] = left(Side::Union) / whole(Side::Union);
        out[3] = crossed / whole(Side::Union);
        out[4] = weight / all;
        out[5] = ring / all;
        out[6] = -cover / all;
    }

    fn survey(game: &Chancellorsville1961, state: &State, out: &mut Vec<f32>) {
        let grid = &game.book.ground.board.grid;
        let goals = GOALS.map(|hex| grid.parse(hex).map_or(0, |h| h.0));
        let [union, gray] = Side::BOTH.map(|side| units(game, state, side));
        let away = |a: u16, b: u16| f32::from(game.book.ground.distance(HexId(a), HexId(b)));
        survey(Self::late(game, state), sign(state.mover), [&union, &gray], &goals, away, out);
    }

    fn learned(game: &Chancellorsville1961) -> Option<&'static Learned> {
        crate::learned(game)
    }

    fn weights(_: &Chancellorsville1961) -> &'static Weights {
        if FIRST { first_weights() } else { weights() }
    }

    fn phasing(_: &Chancellorsville1961, state: &State) -> Option<Side> {
        Some(state.mover)
    }

    fn late(_: &Chancellorsville1961, state: &State) -> f32 {
        (f32::from(state.turn) - 1.0).max(0.0) / f32::from(LAST_TURN)
    }

    fn bearing(game: &Chancellorsville1961, side: Side, aim: &Aim) -> Option<Bearing> {
        let hex = game.book.ground.board.grid.parse(&aim.hex).ok()?;
        let own = game.book.fighters() & game.book.of[side.index()];
        let of = |formation: &String| pieces(own).filter(|p| game.book.counter(*p).formation == *formation).fold(0, |set, p| set | p.bit());
        let who = if aim.who.is_empty() { own } else { aim.who.iter().map(of).fold(0, |a, b| a | b) };
        (who != 0).then_some(Bearing { hex: hex.0, weight: aim.weight, who })
    }

    fn lean(game: &Chancellorsville1961, state: &State, side: Side, bearings: &[Bearing]) -> f32 {
        let [ours, theirs] = [side, side.enemy()].map(|side| units(game, state, side));
        progress(bearings, &ours, &theirs, FELT_BY_PLANS, |a, b| f32::from(game.book.ground.distance(HexId(a), HexId(b))))
    }

    fn stands(game: &Chancellorsville1961, state: &State, side: Side, out: &mut Vec<(u16, u16)>) {
        out.extend(units(game, state, side).iter().map(|post| (post.piece, post.hex)));
    }

    /// In movement a march that looks well to a unit, the better the likelier; anything elsewhere.
    fn propose(game: &Chancellorsville1961, state: &State, side: Side, paper: &mut Paper<Chancellorsville1961>) -> Option<Action> {
        if state.step != Step::Move || paper.dice.below(4) == 0 {
            // Nobody stops a march halfway for the sake of trying something.
            return paper.anything(game, state, side).filter(|a| *a != Action::EndMove);
        }
        let own = game.book.fighters() & game.book.of[side.index()] & state.on_map() & !state.halted;
        let n = own.count_ones() as usize;
        if n == 0 {
            return None;
        }
        let piece = pieces(own).nth(paper.dice.below(n))?;
        let subject = match game.marching_stack(state, side, state.hex(piece)) {
            Some(_) if paper.dice.below(3) == 0 => Subject::Stack(state.hex(piece)),
            _ => Subject::Piece(piece),
        };
        paper.options.clear();
        game.options(state, side, subject, &mut paper.options);
        let heat = [0.5f32, 1.5, 4.0][paper.dice.below(3)];
        let worth: Vec<f32> = paper.options.iter().map(|a| march_worth(game, state, side, *a)).collect();
        paper.pick(&worth, heat).map(|i| paper.options[i])
    }

    fn intent(game: &Chancellorsville1961, state: &State, side: Side, plan: &[Action]) -> String {
        match state.step {
            Step::Move => march_intent(game, state, side, plan),
            Step::Divide | Step::Choose => {
                let battles = plan.iter().filter(|a| matches!(a, Action::Attack(..) | Action::Fight(..))).count();
                match battles {
                    0 => "No battle that need not be fought.".to_string(),
                    1 => "One battle is fought.".to_string(),
                    n => format!("{n} battles are fought, the best odds first."),
                }
            }
            Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => "What the battle asks for.".to_string(),
            _ => "The army takes its positions.".to_string(),
        }
    }
}

impl crate::Quick for Lore {
    type First = Staff<true>;

    fn quick(seed: u64) -> Box<dyn Player<Chancellorsville1961>> {
        Box::new(Greedy::new(seed))
    }
}

/// The units of a side, as a plan sees them.
fn units(game: &Chancellorsville1961, state: &State, side: Side) -> Vec<Post> {
    let all = game.book.fighters() & game.book.of[side.index()] & state.on_map();
    let post = |p: Piece| Post { piece: p.index() as u16, hex: state.hex(p).0, strength: f32::from(game.book.combat[p.index()]) };
    pieces(all).map(post).collect()
}

/// The hexes in which these stand, and who stands there.
fn stacks(_: &Chancellorsville1961, state: &State, mut all: Set) -> Vec<(HexId, Set)> {
    let mut stacks = Vec::with_capacity(16);
    while let Some(piece) = first(all) {
        let stack = state.stack(state.hex(piece)) & all;
        stacks.push((state.hex(piece), stack));
        all &= !stack;
    }
    stacks
}

/// What a march promises at first sight: contact where we are the stronger, high ground, company.
fn march_worth(game: &Chancellorsville1961, state: &State, side: Side, action: Action) -> f32 {
    let Action::March(group, path) = action else { return 0.0 };
    let (book, ground) = (game.book, &game.book.ground);
    let end = path.end(&ground.board.grid);
    let (own, enemies) = (book.fighters() & book.of[side.index()], book.fighters() & book.of[side.enemy().index()]);
    let mut ours = f32::from(book.strength(group));
    let mut theirs = 0.0;
    for hex in ground.around(end) {
        let stack = state.stack(*hex);
        ours += f32::from(book.strength(stack & own & !group));
        theirs += f32::from(book.strength(stack & enemies)) * f32::from(game.multiple(state, *hex, false));
    }
    for hex in ground.ring(end) {
        ours += 0.5 * f32::from(book.strength(state.stack(*hex) & own & !group));
    }
    let fight = if theirs > 0.0 { (ours / theirs - 1.5).clamp(-3.0, 3.0) } else { 0.0 };
    let high = if ground.hill(end) || state.is_fort(end) { 1.0 } else { 0.0 };
    let nearest = pieces(enemies & state.on_map()).map(|p| ground.distance(state.hex(p), end)).min().unwrap_or(9);
    let near = f32::from(nearest.min(9)) * if side == Side::Union { -0.3 } else { 0.05 };
    fight + high + near
}

/// How much marches, how much of it over the river, and how much of it meets the enemy.
fn march_intent(game: &Chancellorsville1961, state: &State, side: Side, plan: &[Action]) -> String {
    let (book, ground) = (game.book, &game.book.ground);
    let (mut marches, mut contacts, mut bridges, mut over) = (0, 0, 0, 0);
    for action in plan {
        match *action {
            Action::March(group, path) if group & book.fighters() != 0 => {
                let end = path.end(&ground.board.grid);
                let n = (group & book.fighters()).count_ones();
                marches += n;
                contacts += if state.control(side.enemy(), end) > 0 { n } else { 0 };
                over += if ground.land(end) != ground.land(path.start()) { n } else { 0 };
            }
            Action::Lay(..) => bridges += 1,
            _ => {}
        }
    }
    let march = match (marches, over) {
        (0, _) => "The army stands where it is".to_string(),
        (n, 0) => format!("{n} units march"),
        (n, over) => format!("{n} units march, {over} of them to the river or over it"),
    };
    let laid = if bridges > 0 { format!(", {bridges} bridges are laid") } else { String::new() };
    match contacts {
        0 => format!("{march}{laid}; no battle is sought."),
        n => format!("{march}{laid}; {n} go against the enemy."),
    }
}

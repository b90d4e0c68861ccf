//! What Blue & Gray taught its first general, frozen: judgement, weights and proposals stay as they were, so that later generals can be
//! measured by it. A test keeps its choices.

use super::script::{Greedy, Mind, Temper};
use blue_gray::BlueGray;
use blue_gray::action::{Action, Subject};
use blue_gray::cells::Cell;
use blue_gray::state::{State, Step};
use blue_gray::title::Deed;
use engine::{Rules, Side};
use general::{Doctrine, Paper, Weights};
use std::sync::LazyLock;

/// The tuned weights.
fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        Weights::read(include_str!("../../data/blue-gray/first.toml"), First::TERMS).expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// How far a goal is felt, in hexes.
const NEAR: f32 = 6.0;
/// How far strength is felt.
const FELT: f32 = 8.0;

/// What the first general of this game knew.
pub struct First;

impl Doctrine for First {
    type Game = BlueGray;
    type Script = Greedy;

    const TERMS: &'static [&'static str] = &["points", "points late", "losses", "losses early", "reach", "mass", "guns"];
    const MANNERS: u8 = 3;

    fn script(_: &BlueGray, manner: u8, seed: u64) -> Greedy {
        Greedy::with_temper(seed, Temper::FIRST[usize::from(manner)])
    }

    fn turn(game: &BlueGray, state: &State) -> u32 {
        u32::from(state.turn) * 2 + u32::from(state.side != game.title.first)
    }

    fn terms(game: &BlueGray, state: &State, out: &mut [f32]) {
        let turns = game.title.turns.len() as f32;
        let late = (f32::from(state.turn) / turns).min(1.0);
        let now = game.points_now(state);
        let points = f32::from(now[0] - now[1]) / 10.0;
        let lost = |side: Side| {
            let army = game.army[side.index()];
            let there = |u: u8| state.place(u).on_map() || state.place(u) == Cell::WAITING;
            army.iter().filter(|u| !there(*u)).map(|u| f32::from(game.unit(u).strength)).sum::<f32>()
        };
        let guns = |side: Side| game.artillery.and(game.army[side.index()]).and(state.on_map).len() as f32;
        let men = (lost(Side::Confederate) - lost(Side::Union)) / 20.0;
        out[0] = points;
        out[1] = points * late;
        out[2] = men;
        out[3] = men * (1.0 - late);
        out[4] = nearness(game, state) / 10.0;
        out[5] = mass(game, state);
        out[6] = (guns(Side::Union) - guns(Side::Confederate)) / 5.0;
    }

    fn weights(_: &BlueGray) -> &'static Weights {
        weights()
    }

    /// In movement, a march that looks well to a unit, the better the likelier; anything else where there is less to choose from.
    fn propose(game: &BlueGray, state: &State, side: Side, paper: &mut Paper<BlueGray>) -> Option<Action> {
        if state.step != Step::Movement || paper.dice.below(8) == 0 {
            return paper.anything(game, state, side);
        }
        paper.subjects.clear();
        game.subjects(state, side, &mut paper.subjects);
        let n = paper.subjects.len();
        let Subject::Unit(unit) = paper.subjects[paper.dice.below(n)] else {
            return paper.anything(game, state, side);
        };
        paper.options.clear();
        game.options(state, side, Subject::Unit(unit), &mut paper.options);
        let mind = Mind { game, state, side, temper: Temper::PLAIN, aims: &[] };
        let survey = mind.survey();
        let worth: Vec<f32> = paper.options.iter().map(|a| mind.march_worth(unit, *a, &survey)).collect();
        let heat = [0.1, 0.4, 1.5][paper.dice.below(3)];
        paper.pick(&worth, heat).map(|i| paper.options[i])
    }

    fn intent(game: &BlueGray, state: &State, side: Side, plan: &[Action]) -> String {
        super::intent::intent(game, state, side, plan)
    }
}

/// How much nearer the Union is to what scores than the Confederates are, in points.
fn nearness(game: &BlueGray, state: &State) -> f32 {
    let mut sum = 0.0;
    for score in game.title.scores.iter().filter(|s| !s.cells.is_empty()) {
        for cell in score.cells.iter() {
            let [union, confederate] = Side::BOTH.map(|s| way_to(game, state, s, cell));
            let ahead = ((confederate - union) / NEAR).clamp(-1.0, 1.0);
            let taken = score.what == Deed::FirstControl
                && game.followed_hex(cell).is_some_and(|p| state.first_taken[score.to.index()] >> p & 1 == 1);
            sum += if taken { 0.0 } else { ahead * f32::from(score.points) };
        }
    }
    sum
}

/// How much more of the Union's strength than of the Confederates' is about what scores; half of the army about all of it is one.
fn mass(game: &BlueGray, state: &State) -> f32 {
    let about = |side: Side, cell: Cell| -> f32 {
        let away = game.ground.distances(cell);
        let felt = |u: u8| f32::from(game.unit(u).strength) * (1.0 - f32::from(away[state.place(u).index()]) / FELT).max(0.0);
        game.army[side.index()].and(state.on_map).iter().map(felt).sum()
    };
    let (mut sum, mut points) = (0.0, 0.0);
    for score in game.title.scores.iter() {
        for cell in score.cells.iter() {
            let more = about(Side::Union, cell) - about(Side::Confederate, cell);
            sum += (more / 20.0).clamp(-1.0, 1.0) * f32::from(score.points);
            points += f32::from(score.points);
        }
    }
    sum / f32::max(points, 1.0)
}

/// How far a side's nearest infantry is from a hex.
pub(super) fn way_to(game: &BlueGray, state: &State, side: Side, cell: Cell) -> f32 {
    let men = game.infantry.and(game.army[side.index()]).and(state.on_map);
    men.iter().map(|u| f32::from(game.ground.distance(state.place(u), cell))).fold(20.0, f32::min)
}

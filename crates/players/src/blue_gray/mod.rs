//! What Blue & Gray teaches its general.

mod announce;
mod first;
mod hunt;
mod intent;
mod judge;
mod marches;
mod plans;
mod script;

pub use first::First;

use blue_gray::BlueGray;
use blue_gray::action::Action;
use blue_gray::state::State;
use engine::{Player, Side};
use general::folly::Folly;
use general::learned::Learned;
use general::plan::{Aim, Bearing};
use general::{Allowance, Doctrine, Paper, Weights};
use script::{Greedy, Temper};
use std::sync::LazyLock;

/// The weights in use.
fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        Weights::read(include_str!("../../data/blue-gray/general.toml"), Lore::TERMS).expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// The manners in which the enemy is imagined, from world to world: mostly he hunts, for what stands exposed is lost to nobody else.
const FOES: [u8; 6] = [3, 0, 3, 4, 3, 1];

/// What the general of this game knows.
pub struct Lore;

impl Doctrine for Lore {
    type Game = BlueGray;
    type Script = Greedy;

    const TERMS: &'static [&'static str] = &judge::TERMS;
    const MANNERS: u8 = Temper::MANNERS.len() as u8;
    const PLANS: &'static str = include_str!("../../data/blue-gray/plans.toml");
    const PUZZLES: &'static str = include_str!("../../data/blue-gray/puzzles.json");

    fn script(_: &BlueGray, manner: u8, seed: u64) -> Greedy {
        Greedy::with_temper(seed, Temper::MANNERS[usize::from(manner)])
    }

    fn aide(game: &BlueGray, manner: u8, seed: u64, plan: &[Bearing]) -> Greedy {
        Lore::script(game, manner, seed).within(plan)
    }

    fn foe(_: &BlueGray, world: usize) -> u8 {
        FOES[world % FOES.len()]
    }

    /// One's own turn: the enemy's answer is in the judgement, which knows what stands exposed to him.
    fn horizon(_: &BlueGray, _: &State) -> u32 {
        1
    }

    fn dominated(game: &BlueGray, state: &State, _: Side, action: Action) -> bool {
        announce::dominated(game, state, action)
    }

    fn follies(game: &BlueGray, began: &State, state: &State, side: Side, action: Action, out: &mut Vec<Folly>) {
        announce::follies(game, began, state, side, action, out);
    }

    fn phasing(_: &BlueGray, state: &State) -> Option<Side> {
        Some(state.side)
    }

    fn late(game: &BlueGray, state: &State) -> f32 {
        f32::from(state.turn - 1) / (game.title.turns.len() as f32 - 1.0).max(1.0)
    }

    fn bearing(game: &BlueGray, side: Side, aim: &Aim) -> Option<Bearing> {
        plans::bearing(game, side, aim)
    }

    fn lean(game: &BlueGray, state: &State, side: Side, bearings: &[Bearing]) -> f32 {
        judge::lean(game, state, side, bearings)
    }

    fn stands(game: &BlueGray, state: &State, side: Side, out: &mut Vec<(u16, u16)>) {
        out.extend(game.army[side.index()].and(state.on_map).iter().map(|u| (u16::from(u), state.place(u).0)));
    }

    fn turn(game: &BlueGray, state: &State) -> u32 {
        First::turn(game, state)
    }

    fn terms(game: &BlueGray, state: &State, out: &mut [f32]) {
        judge::terms(game, state, out);
    }

    fn survey(game: &BlueGray, state: &State, out: &mut Vec<f32>) {
        judge::survey(game, state, out);
    }

    fn learned(game: &BlueGray) -> Option<&'static Learned> {
        crate::learned(game)
    }

    fn weights(_: &BlueGray) -> &'static Weights {
        weights()
    }

    fn propose(game: &BlueGray, state: &State, side: Side, paper: &mut Paper<BlueGray>) -> Option<Action> {
        marches::propose(game, state, side, paper)
    }

    const TOGETHER: usize = 4;

    fn together(game: &BlueGray, state: &State, side: Side, paper: &mut Paper<BlueGray>) -> Vec<Action> {
        marches::together(game, state, side, paper)
    }

    fn intent(game: &BlueGray, state: &State, side: Side, plan: &[Action]) -> String {
        intent::intent(game, state, side, plan)
    }
}

impl crate::Quick for Lore {
    type First = First;

    fn quick(seed: u64) -> Box<dyn Player<BlueGray>> {
        Box::new(Greedy::new(seed))
    }

    /// The script hunts and rushes by exact enumeration, at no cost of time.
    fn foil(name: &str, seed: u64) -> Option<Box<dyn Player<BlueGray>>> {
        let called = |foil: &str| Allowance::of_namesake(name, foil).is_some();
        let temper = if called("hunter") {
            Temper::HUNTER
        } else if called("rusher") {
            Temper::RUSHER
        } else {
            return None;
        };
        Some(Box::new(Greedy::with_temper(seed, temper)))
    }
}

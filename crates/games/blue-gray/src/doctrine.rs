//! What Blue & Gray teaches its general.

use crate::action::{Action, Subject};
use crate::field::Cell;
use crate::greedy::{Greedy, Mind};
use crate::rules::BlueGray;
use crate::state::{State, Step};
use crate::title::Deed;
use engine::{Game, Side};
use general::{Desk, Doctrine, Weights};
use std::sync::LazyLock;

/// The tuned weights.
fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        Weights::read(include_str!("../data/general.toml"), BlueGray::TERMS).expect("the weights are part of the program")
    });
    &WEIGHTS
}

/// How far a goal is felt, in hexes.
const NEAR: f32 = 6.0;
/// How far strength is felt.
const FELT: f32 = 8.0;

impl Doctrine for BlueGray {
    type Script = Greedy;

    const TERMS: &'static [&'static str] = &["points", "points late", "losses", "losses early", "reach", "mass", "guns"];
    const MANNERS: u8 = 3;
    const PUZZLES: &'static str = include_str!("../data/puzzles.json");

    fn script(&self, manner: u8, seed: u64) -> Greedy {
        Greedy::with_caution(seed, [1.0, 0.5, 2.0][usize::from(manner)])
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn) * 2 + u32::from(state.side != self.title.first)
    }

    fn terms(&self, state: &State, out: &mut [f32]) {
        let turns = self.title.turns.len() as f32;
        let late = (f32::from(state.turn) / turns).min(1.0);
        let now = self.points_now(state);
        let points = f32::from(now[0] - now[1]) / 10.0;
        let lost = |side: Side| {
            let army = self.army[side.index()];
            let there = |u: u8| state.place(u).on_map() || state.place(u) == Cell::WAITING;
            army.iter().filter(|u| !there(*u)).map(|u| f32::from(self.unit(u).strength)).sum::<f32>()
        };
        let guns = |side: Side| self.artillery.and(self.army[side.index()]).and(state.on_map).len() as f32;
        let men = (lost(Side::Confederate) - lost(Side::Union)) / 20.0;
        out[0] = points;
        out[1] = points * late;
        out[2] = men;
        out[3] = men * (1.0 - late);
        out[4] = self.nearness(state) / 10.0;
        out[5] = self.mass(state);
        out[6] = (guns(Side::Union) - guns(Side::Confederate)) / 5.0;
    }

    fn weights(&self) -> &'static Weights {
        weights()
    }

    /// In movement, a march that looks well to a unit, the better the likelier; anything else where there is less to choose from.
    fn propose(&self, state: &State, side: Side, desk: &mut Desk<BlueGray>) -> Option<Action> {
        if state.step != Step::Movement || desk.dice.below(8) == 0 {
            return desk.anything(self, state, side);
        }
        desk.subjects.clear();
        self.subjects(state, side, &mut desk.subjects);
        let n = desk.subjects.len();
        let Subject::Unit(unit) = desk.subjects[desk.dice.below(n)] else {
            return desk.anything(self, state, side);
        };
        desk.options.clear();
        self.options(state, side, Subject::Unit(unit), &mut desk.options);
        let mind = Mind { game: self, state, side, caution: 1.0 };
        let survey = mind.survey();
        let worth: Vec<f32> = desk.options.iter().map(|a| mind.march_worth(unit, *a, &survey)).collect();
        let heat = [0.1, 0.4, 1.5][desk.dice.below(3)];
        desk.pick(&worth, heat).map(|i| desk.options[i])
    }

    fn intent(&self, state: &State, side: Side, plan: &[Action]) -> String {
        let mut after = state.clone();
        for action in plan {
            if state.step == Step::Movement && self.apply(&mut after, side, *action, &mut ()).is_err() {
                break;
            }
        }
        match state.step {
            Step::Movement => self.march_intent(state, &after, side, plan),
            _ => self.battle_intent(plan),
        }
    }
}

impl BlueGray {
    /// How much nearer the Union is to what scores than the Confederates are, in points.
    fn nearness(&self, state: &State) -> f32 {
        let mut sum = 0.0;
        for score in self.title.scores.iter().filter(|s| !s.cells.is_empty()) {
            for cell in score.cells.iter() {
                let [union, confederate] = Side::BOTH.map(|s| self.way_to(state, s, cell));
                let ahead = ((confederate - union) / NEAR).clamp(-1.0, 1.0);
                let taken = score.what == Deed::FirstControl
                    && self.followed_hex(cell).is_some_and(|p| state.first_taken[score.to.index()] >> p & 1 == 1);
                sum += if taken { 0.0 } else { ahead * f32::from(score.points) };
            }
        }
        sum
    }

    /// How much more of the Union's strength than of the Confederates' is about what scores; half of the army about all of it is one.
    fn mass(&self, state: &State) -> f32 {
        let about = |side: Side, cell: Cell| -> f32 {
            let away = self.ground.distances(cell);
            let felt = |u: u8| f32::from(self.unit(u).strength) * (1.0 - f32::from(away[state.place(u).index()]) / FELT).max(0.0);
            self.army[side.index()].and(state.on_map).iter().map(felt).sum()
        };
        let (mut sum, mut points) = (0.0, 0.0);
        for score in self.title.scores.iter() {
            for cell in score.cells.iter() {
                let more = about(Side::Union, cell) - about(Side::Confederate, cell);
                sum += (more / 20.0).clamp(-1.0, 1.0) * f32::from(score.points);
                points += f32::from(score.points);
            }
        }
        sum / f32::max(points, 1.0)
    }

    /// How far a side's nearest infantry is from a hex.
    fn way_to(&self, state: &State, side: Side, cell: Cell) -> f32 {
        let men = self.infantry.and(self.army[side.index()]).and(state.on_map);
        men.iter().map(|u| f32::from(self.ground.distance(state.place(u), cell))).fold(20.0, f32::min)
    }

    /// Where the army goes and whom it will meet.
    fn march_intent(&self, before: &State, after: &State, side: Side, plan: &[Action]) -> String {
        let moved = plan.iter().filter(|a| matches!(a, Action::Move { .. } | Action::March { .. } | Action::Enter { .. })).count();
        let mut goals: Vec<(f32, Cell)> = Vec::new();
        for score in self.title.scores.iter() {
            for cell in score.cells.iter() {
                let nearer = self.way_to(before, side, cell) - self.way_to(after, side, cell);
                if nearer > 0.0 {
                    goals.push((nearer, cell));
                }
            }
        }
        goals.sort_by(|a, b| b.0.total_cmp(&a.0));
        let enemy = side.enemy().index();
        let struck = |c: &Cell| after.zone[side.index()].has(*c) || self.ground.struck(*c).any(|n| after.occupied[side.index()].has(n));
        let touched: Vec<String> = after.occupied[enemy].iter().filter(struck).map(|c| self.hex_called(c)).take(3).collect();
        let march = match (moved, goals.first()) {
            (0, _) => "The army stands where it is".to_string(),
            (n, Some((_, goal))) => format!("{n} units march, toward {}", self.hex_called(*goal)),
            (n, None) => format!("{n} units march"),
        };
        if touched.is_empty() {
            format!("{march}; no battle is sought.")
        } else {
            format!("{march}; to be attacked: {}.", touched.join(", "))
        }
    }

    /// Which hexes are attacked.
    fn battle_intent(&self, plan: &[Action]) -> String {
        let targets: Vec<String> =
            plan.iter().filter_map(|a| if let Action::Engage { target } = a { Some(self.hex_called(*target)) } else { None }).collect();
        match targets.split_first() {
            None => "No attack that is not forced.".to_string(),
            Some((main, [])) => format!("The attack goes against {main}."),
            Some((main, others)) => format!("The first blow falls on {main}, then on {}.", others.join(", ")),
        }
    }
}

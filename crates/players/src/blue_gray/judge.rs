//! What a position is worth: points that are banked, held or merely stood upon, the dead, and who presses whom.

use super::first::way_to;
use super::hunt::Hunt;
use super::script::{Mind, Temper};
use blue_gray::BlueGray;
use blue_gray::action::Subject;
use blue_gray::cells::Cell;
use blue_gray::state::{State, Step};
use blue_gray::title::Deed;
use engine::{Rules, Side};

/// What it is judged by.
pub(super) const TERMS: [&str; 8] = ["points", "points late", "losses", "losses early", "reach", "pressure", "guns", "exposed"];

/// How far a goal is felt, in hexes.
const NEAR: f32 = 12.0;
/// How far strength is felt.
const FELT: f32 = 8.0;
/// What the hex is worth that lets more units move, in points.
const MORE_MOVES: f32 = 3.0;
/// A hex is held for certain by whoever is so many hexes nearer than the enemy.
const CERTAIN: f32 = 4.0;

/// The terms of a position, seen from the Union.
pub(super) fn terms(game: &BlueGray, state: &State, out: &mut [f32]) {
    let late = (f32::from(state.turn) / game.title.turns.len() as f32).min(1.0);
    let points = points(game, state, late) / 10.0;
    let lost = |side: Side| {
        let army = game.army[side.index()];
        let there = |u: u8| state.place(u).on_map() || state.place(u) == Cell::WAITING;
        army.iter().filter(|u| !there(*u)).map(|u| f32::from(game.unit(u).strength)).sum::<f32>()
    };
    let guns = |side: Side| game.artillery.and(game.army[side.index()]).and(state.on_map).len() as f32;
    let men = (lost(Side::Confederate) - lost(Side::Union)) / 20.0;
    let goals = goals(game, state, late);
    out[0] = points;
    out[1] = points * late;
    out[2] = men;
    out[3] = men * (1.0 - late);
    out[4] = goals.iter().map(|g| g.sign() * g.points * reach(game, state, g)).sum::<f32>() / 10.0;
    let all = goals.iter().map(|g| g.points).sum::<f32>().max(1.0);
    out[5] = goals.iter().map(|g| g.sign() * g.points * pressure(game, state, g)).sum::<f32>() / all;
    out[6] = (guns(Side::Union) - guns(Side::Confederate)) / 5.0;
    out[7] = sign(state.side) * exposed(game, state) / 10.0;
}

/// What a hunter would make of the position whose Movement Phase begins, in points: what stands exposed to him is as good as half lost.
fn exposed(game: &BlueGray, state: &State) -> f32 {
    if state.step != Step::Movement || !state.moved.is_empty() {
        return 0.0;
    }
    let side = state.side;
    let mind = Mind { game, state, side, temper: Temper::HUNTER };
    let mut subjects = Vec::with_capacity(64);
    game.subjects(state, side, &mut subjects);
    let able = subjects.iter().filter_map(|s| if let Subject::Unit(u) = s { Some(*u) } else { None }).collect();
    Hunt::new(&mind, able, |u, out| game.options(state, side, Subject::Unit(u), out)).promise()
}

fn sign(side: Side) -> f32 {
    if side == Side::Union { 1.0 } else { -1.0 }
}

/// The Union's points less the Confederates': what is banked counts in full, a hex that is held as far as it is safe, and one that is only
/// stood upon when the end is near.
fn points(game: &BlueGray, state: &State, late: f32) -> f32 {
    let mut sum = f32::from(state.points[0] - state.points[1]);
    if state.step == Step::Over {
        return sum;
    }
    for score in game.title.scores.iter().filter(|s| !s.what.at_once()) {
        let worth = match score.what {
            Deed::LastControlAtEnd => {
                let held = |c: &Cell| game.followed_hex(*c).is_some_and(|p| state.holder(p) == Some(score.to));
                score.cells.iter().filter(held).map(|c| f32::from(score.points) * safety(game, state, score.to, c)).sum::<f32>()
            }
            _ => f32::from(game.worth(state, score)) * late * late,
        };
        sum += sign(score.to) * worth;
    }
    sum
}

/// How safely a side holds a hex: by whose men are nearer.
fn safety(game: &BlueGray, state: &State, side: Side, cell: Cell) -> f32 {
    let ahead = way_to(game, state, side.enemy(), cell) - way_to(game, state, side, cell);
    (0.5 + 0.5 * ahead / CERTAIN).clamp(0.2, 1.0)
}

/// A hex that a side wants and has not got.
struct Goal {
    cell: Cell,
    to: Side,
    points: f32,
}

impl Goal {
    fn sign(&self) -> f32 {
        sign(self.to)
    }
}

/// What is still to be taken, and by whom: of what a side has it wants no more than to keep it, and that is told by its safety.
fn goals(game: &BlueGray, state: &State, late: f32) -> Vec<Goal> {
    let mut goals = Vec::with_capacity(16);
    for score in game.title.scores.iter() {
        for cell in score.cells.iter() {
            let place = game.followed_hex(cell);
            let has = match score.what {
                Deed::FirstControl => place.is_some_and(|p| state.first_taken[score.to.index()] >> p & 1 == 1),
                Deed::LastControlAtEnd => place.is_some_and(|p| state.holder(p) == Some(score.to)),
                _ => false,
            };
            if !has {
                goals.push(Goal { cell, to: score.to, points: f32::from(score.points) });
            }
        }
    }
    for side in Side::BOTH {
        if let Some(place) = game.title.quota[side.index()].as_ref().and_then(|q| q.holding)
            && state.holder(usize::from(place)) != Some(side)
        {
            let cell = game.title.controls[usize::from(place)].cell;
            goals.push(Goal { cell, to: side, points: MORE_MOVES * (1.0 - late) });
        }
    }
    goals
}

/// How near those are who want a goal.
fn reach(game: &BlueGray, state: &State, goal: &Goal) -> f32 {
    (1.0 - way_to(game, state, goal.to, goal.cell) / NEAR).max(0.0)
}

/// How much more of their strength is about it than of those who defend it: a defence need not be more than strong enough.
fn pressure(game: &BlueGray, state: &State, goal: &Goal) -> f32 {
    let away = game.ground.distances(goal.cell);
    let about = |side: Side| -> f32 {
        let felt = |u: u8| f32::from(game.unit(u).strength) * (1.0 - f32::from(away[state.place(u).index()]) / FELT).max(0.0);
        game.army[side.index()].and(state.on_map).iter().map(felt).sum()
    };
    ((about(goal.to) - about(goal.to.enemy())) / 20.0).clamp(-0.5, 1.0) + 0.5
}

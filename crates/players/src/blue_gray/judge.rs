//! What a position is worth: points that are banked, held or merely stood upon, the dead, and who presses whom.

use super::first::way_to;
use super::hunt::Hunt;
use super::script::{Mind, Temper, end_of, hexes_of};
use blue_gray::BlueGray;
use blue_gray::action::Subject;
use blue_gray::cells::{Cell, CellSet};
use blue_gray::state::{State, Step};
use blue_gray::title::{Deed, Score};
use blue_gray::units::UnitSet;
use engine::{Rules, Side};
use general::plan::{Bearing, Post};
use general::survey::sign;

/// What it is judged by.
pub(super) const TERMS: [&str; 10] =
    ["points", "points late", "losses", "losses early", "reach", "pressure", "guns", "exposed", "exposed late", "open at last"];

/// How far a goal is felt, in hexes.
const NEAR: f32 = 12.0;
/// How far strength is felt.
const FELT: f32 = 8.0;
/// What a source of supply is worth, in points.
const SUPPLY: f32 = 1.0;
/// What a column is worth by which a demoralised army fights worse, in points.
const NERVE: f32 = 2.0;
/// What the hex is worth that lets more units move, in points.
const MORE_MOVES: f32 = 3.0;
/// How many hexes of a town those get who come to its edge.
const TOWN: f32 = 2.0;
/// So little strength is hardly felt at all.
const FEW: f32 = 3.0;
/// A learned judgement looks about so many hexes that score, at most.
const GOALS: usize = 12;
/// A hex is held for certain by whoever is so many hexes nearer than the enemy.
const CERTAIN: f32 = 4.0;

/// The terms of a position, seen from the Union.
pub(super) fn terms(game: &BlueGray, state: &State, out: &mut [f32]) {
    let late = (f32::from(state.turn) / game.title.turns.len() as f32).min(1.0);
    let points = points(game, state, late) / 10.0;
    let lost = |side: Side| {
        let army = game.army[side.index()];
        let there = |u: u8| state.place(u).on_map() || state.place(u) == Cell::WAITING;
        army.iter().filter(|u| !there(*u)).map(|u| f32::from(game.strength_of(state, u))).sum::<f32>()
    };
    let guns = |side: Side| game.artillery.and(game.army[side.index()]).and(state.on_map).len() as f32;
    let men = (lost(Side::Confederate) - lost(Side::Union)) / 20.0;
    let goals = goals(game, state, late);
    out[0] = points;
    out[1] = points * late;
    out[2] = men;
    out[3] = men * (1.0 - late);
    let all = goals.iter().map(|g| g.points).sum::<f32>().max(1.0);
    (out[4], out[5]) = (0.0, 0.0);
    for goal in &goals {
        let held = match goal.has {
            Has::Not => None,
            Has::Held => Some(safety(game, state, goal.to, goal.cell)),
            Has::Banked => Some(1.0),
        };
        let felt = [goal.to, goal.to.enemy()].map(|side| about(game, state, game.army[side.index()], goal.cell));
        // To stand before a goal is worth the less, the less time there is to take it.
        let signed = goal.sign() * goal.points * if held.is_some() { 1.0 } else { 1.0 - late * late };
        // Whoever has a goal is as near and as strong there as can be: to take it must never look worse than to stand before it.
        out[4] += signed * held.unwrap_or_else(|| reach(game, state, goal)) / 10.0;
        out[5] += signed * held.map_or_else(|| ((felt[0] - felt[1]) / 20.0).clamp(-0.5, 1.0) + 0.5, |safe| 1.5 * safe) / all;
    }
    out[6] = (guns(Side::Union) - guns(Side::Confederate)) / 5.0;
    let (exposed, open) = threats(game, state);
    let (exposed, open) = (sign(state.side) * exposed / 10.0, sign(state.side) * open / 10.0);
    out[7] = exposed;
    out[8] = exposed * late;
    out[9] = open;
}

/// What the side can make of the position whose Movement Phase begins, in points: what stands exposed to a hunter, which is as good as half lost, and in
/// the last turn what nobody bars to somebody who only marches.
fn threats(game: &BlueGray, state: &State) -> (f32, f32) {
    if state.step != Step::Movement || !state.moved.is_empty() {
        return (0.0, 0.0);
    }
    let side = state.side;
    let mind = Mind { game, state, side, temper: Temper::HUNTER.sober(), aims: &[] };
    let mut subjects = Vec::with_capacity(64);
    game.subjects(state, side, &mut subjects);
    let able: UnitSet = subjects.iter().filter_map(|s| if let Subject::Unit(u) = s { Some(*u) } else { None }).collect();
    let marches = |u, out: &mut Vec<_>| game.options(state, side, Subject::Unit(u), out);
    let open = if usize::from(state.turn) == game.title.turns.len() {
        let mut options = Vec::new();
        able.and(game.infantry).iter().for_each(|u| marches(u, &mut options));
        open_to(game, state, &options.into_iter().filter_map(end_of).collect())
    } else {
        0.0
    };
    (Hunt::new(&mind, able, marches).promise(), open)
}

/// The points that lie open in the last turn to the side to move, whose marches can end in these hexes: ground that nobody stands on, and what it only has to
/// look at. Nobody can take them back.
fn open_to(game: &BlueGray, state: &State, ends: &CellSet) -> f32 {
    let (side, seen) = (state.side, game.ground_in(state).zone(ends));
    let holds = |c: Cell| game.followed_hex(c).is_some_and(|p| state.holder(p) == Some(side));
    let taken = |c: Cell| game.followed_hex(c).is_some_and(|p| state.first_taken[side.index()] >> p & 1 == 1);
    let worth = |score: &Score| {
        let hexes = match score.what {
            Deed::FirstControl => score.cells.and(ends).iter().filter(|c| !taken(*c)).count(),
            Deed::LastControlAtEnd => score.cells.and(ends).iter().filter(|c| !holds(*c)).count(),
            Deed::HexInInfantryZoneAtEnd => score.cells.and(&seen).len() as usize,
            _ => 0,
        };
        f32::from(score.points) * hexes as f32
    };
    game.title.scores.iter().filter(|s| s.to == side).map(worth).sum()
}

/// The Union's points less the Confederates': what is banked counts in full, a hex that is held as far as it is safe, and one that is only
/// stood upon when the end is near.
fn points(game: &BlueGray, state: &State, late: f32) -> f32 {
    let mut sum = f32::from(state.points[0] - state.points[1]);
    if state.step == Step::Over {
        return sum;
    }
    for level in game.title.more.demoralisation.iter().filter(|l| state.losses[l.side.index()] >= l.lost) {
        sum -= sign(level.side) * NERVE * f32::from(level.attack + level.defence) * (1.0 - late);
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

/// A hex that a side wants.
struct Goal {
    cell: Cell,
    to: Side,
    points: f32,
    has: Has,
}

/// Whether a side has what it wants.
#[derive(Clone, Copy, PartialEq)]
enum Has {
    Not,
    /// For now.
    Held,
    /// For good.
    Banked,
}

impl Goal {
    fn sign(&self) -> f32 {
        sign(self.to)
    }
}

/// What is to be taken or kept, and by whom.
fn goals(game: &BlueGray, state: &State, late: f32) -> Vec<Goal> {
    let mut goals = Vec::with_capacity(16);
    for score in game.title.scores.iter() {
        if score.what == Deed::HexInInfantryZoneAtEnd {
            // Whoever comes to the edge of a town has some of it: the rest is no goal of its own.
            let nearest = score.cells.iter().min_by(|a, b| way_to(game, state, score.to, *a).total_cmp(&way_to(game, state, score.to, *b)));
            goals.extend(nearest.map(|cell| Goal { cell, to: score.to, points: TOWN * f32::from(score.points), has: Has::Not }));
            continue;
        }
        for cell in score.cells.iter() {
            let place = game.followed_hex(cell);
            let has = match score.what {
                Deed::FirstControl if place.is_some_and(|p| state.first_taken[score.to.index()] >> p & 1 == 1) => Has::Banked,
                Deed::LastControlAtEnd if place.is_some_and(|p| state.holder(p) == Some(score.to)) => Has::Held,
                _ => Has::Not,
            };
            goals.push(Goal { cell, to: score.to, points: f32::from(score.points), has });
        }
    }
    for side in Side::BOTH {
        for place in game.title.quotas.iter().filter(|q| q.side == side).filter_map(|q| q.holding) {
            let cell = game.title.controls[usize::from(place)].cell;
            let has = if state.holder(usize::from(place)) == Some(side) { Has::Held } else { Has::Not };
            goals.push(Goal { cell, to: side, points: MORE_MOVES * (1.0 - late), has });
        }
        exclusive_goals(game, state, side, &mut goals);
    }
    goals
}

/// What exclusive rules of a title make worth having: the hexes of events that score, exits that do, and where supply comes from.
fn exclusive_goals(game: &BlueGray, state: &State, side: Side, goals: &mut Vec<Goal>) {
    let held = |cell: Cell| if state.occupied[side.index()].has(cell) { Has::Held } else { Has::Not };
    for score in game.title.scores.iter().filter(|s| s.to == side) {
        let points = f32::from(score.points);
        match (score.what, &game.title.exits[side.index()]) {
            (Deed::Event, _) => {
                let event = score.event.filter(|e| !state.has_happened(*e)).map(|e| &game.title.more.events[usize::from(e)]);
                if let Some(event) = event.filter(|e| e.side == side) {
                    hexes_of(game, event).for_each(|cell| goals.push(Goal { cell, to: side, points, has: held(cell) }));
                }
            }
            (Deed::ExitedUnit | Deed::ExitedStrength, Some(exit)) => {
                let nearest = exit.cells.iter().min_by(|a, b| way_to(game, state, side, *a).total_cmp(&way_to(game, state, side, *b)));
                goals.extend(nearest.map(|cell| Goal { cell, to: side, points: 2.0 * points, has: Has::Not }));
            }
            _ => {}
        }
    }
    for supply in game.title.more.supply.iter().filter(|s| s.side == side) {
        supply.sources.iter().for_each(|cell| goals.push(Goal { cell, to: side, points: SUPPLY, has: held(cell) }));
    }
}

/// How near those are who want a goal.
fn reach(game: &BlueGray, state: &State, goal: &Goal) -> f32 {
    (1.0 - way_to(game, state, goal.to, goal.cell) / NEAR).max(0.0)
}

/// How much strength of these units is about a hex, the farther the less.
fn about(game: &BlueGray, state: &State, units: UnitSet, cell: Cell) -> f32 {
    let away = game.ground.distances(cell);
    let felt = |u: u8| f32::from(game.strength_of(state, u)) * (1.0 - f32::from(away[state.place(u).index()]) / FELT).max(0.0);
    units.and(state.on_map).iter().map(felt).sum()
}

/// What a learned judgement reads besides the terms.
pub(super) fn survey(game: &BlueGray, state: &State, out: &mut Vec<f32>) {
    let late = (f32::from(state.turn) / game.title.turns.len() as f32).min(1.0);
    let mut goals: Vec<u16> = Vec::with_capacity(GOALS);
    let quotas = game.title.quotas.iter().filter_map(|q| q.holding).map(|place| game.title.controls[usize::from(place)].cell);
    for cell in game.title.scores.iter().flat_map(|score| score.cells.iter()).chain(quotas) {
        if goals.len() < GOALS && !goals.contains(&cell.0) {
            goals.push(cell.0);
        }
    }
    let posts = Side::BOTH.map(|side| -> Vec<Post> {
        let units = game.army[side.index()].and(state.on_map).iter();
        units.map(|u| Post { piece: u16::from(u), hex: state.place(u).0, strength: f32::from(game.unit(u).strength) }).collect()
    });
    let away = |a: u16, b: u16| f32::from(game.ground.distance(Cell(a), Cell(b)));
    general::survey::survey(late, sign(state.side), [&posts[0], &posts[1]], &goals, away, out);
    out.extend(state.points.map(|p| f32::from(p) / 10.0));
    // Who is still to come.
    out.extend(Side::BOTH.map(|side| {
        let waiting = game.army[side.index()].iter().filter(|u| state.place(*u) == Cell::WAITING);
        waiting.map(|u| f32::from(game.unit(u).strength)).sum::<f32>() / 10.0
    }));
}

/// How far a side has come with a plan: what it holds counts in full, the rest by who is how near and how strong.
pub(super) fn lean(game: &BlueGray, state: &State, side: Side, bearings: &[Bearing]) -> f32 {
    let (mut sum, mut all) = (0.0, 0.0);
    for bearing in bearings {
        let cell = Cell(bearing.hex);
        let holder = game.followed_hex(cell).and_then(|p| state.holder(p));
        let holds = holder == Some(side) || holder.is_none() && state.occupied[side.index()].has(cell);
        let done = if holds {
            safety(game, state, side, cell)
        } else {
            let who = UnitSet(bearing.who).and(state.on_map);
            let way = who.iter().map(|u| f32::from(game.ground.distance(state.place(u), cell))).fold(20.0, f32::min);
            let (ours, theirs) = (about(game, state, who, cell), about(game, state, game.army[side.enemy().index()], cell));
            0.45 * (1.0 - way / NEAR).max(0.0) + 0.45 * ours / (ours + theirs + FEW)
        };
        sum += bearing.weight * done;
        all += bearing.weight;
    }
    sum / f32::max(all, 1e-6)
}

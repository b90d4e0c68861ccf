//! Which marches deserve a thought: those that look well to a unit, those of a surround that somebody could make, those of the plan.

use super::hunt::Hunt;
use super::script::{Mind, Temper, end_of};
use blue_gray::BlueGray;
use blue_gray::action::{Action, Subject};
use blue_gray::cells::Cell;
use blue_gray::state::{State, Step};
use blue_gray::units::{UnitId, UnitSet};
use engine::{Rules, Side};
use general::Paper;

/// Among how many orders one is drawn from everything that is legal.
const ANYTHING: usize = 10;

/// An order worth trying in place of the script's: in movement a march, the better it looks the likelier; anything else where there is
/// less to choose from.
pub(super) fn propose(game: &BlueGray, state: &State, side: Side, paper: &mut Paper<BlueGray>) -> Option<Action> {
    if state.step != Step::Movement || paper.dice.below(ANYTHING) == 0 {
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
    // The plan draws, but now and then somebody looks up from it.
    let within = paper.dice.below(4) > 0;
    let aims = if within { std::mem::take(&mut paper.plan) } else { Vec::new() };
    let mind = Mind { game, state, side, temper: Temper::MANNERS[0], aims: &aims };
    let survey = mind.survey();
    let worth: Vec<f32> = paper.options.iter().map(|a| mind.march_worth(unit, *a, &survey)).collect();
    if within {
        paper.plan = aims;
    }
    let heat = [0.1, 0.4, 1.5][paper.dice.below(3)];
    paper.pick(&worth, heat).map(|i| paper.options[i])
}

/// The marches of a blow at some enemy; the hexes that score and those of the plan are thought of first.
pub(super) fn together(game: &BlueGray, state: &State, side: Side, paper: &mut Paper<BlueGray>) -> Vec<Action> {
    if state.step != Step::Movement {
        return Vec::new();
    }
    paper.subjects.clear();
    game.subjects(state, side, &mut paper.subjects);
    let able: UnitSet = paper.subjects.iter().filter_map(|s| if let Subject::Unit(u) = s { Some(*u) } else { None }).collect();
    let mind = Mind { game, state, side, temper: Temper::HUNTER, aims: &[] };
    let marches = |unit: UnitId, out: &mut Vec<Action>| game.options(state, side, Subject::Unit(unit), out);
    let scores = |cell: Cell| game.title.scores.iter().any(|s| s.to == side && s.cells.has(cell));
    let planned = |cell: Cell| paper.plan.iter().any(|aim| aim.hex == cell.0);
    let dear = |cell: Cell| f32::from(u8::from(scores(cell))) + f32::from(u8::from(planned(cell)));
    let ways = Hunt::new(&mind, able, marches).blow(&mut paper.dice, dear);
    let mut orders = Vec::with_capacity(ways.len());
    for (unit, to) in ways {
        paper.options.clear();
        game.options(state, side, Subject::Unit(unit), &mut paper.options);
        orders.extend(paper.options.iter().copied().find(|a| end_of(*a) == Some(to)));
    }
    orders
}

//! What the general means to do, in words.

use super::first::way_to;
use blue_gray::BlueGray;
use blue_gray::action::Action;
use blue_gray::cells::Cell;
use blue_gray::state::{State, Step};
use engine::{Rules, Side};

/// What a plan for a phase comes to.
pub(super) fn intent(game: &BlueGray, state: &State, side: Side, plan: &[Action]) -> String {
    let mut after = state.clone();
    for action in plan {
        if state.step == Step::Movement && game.apply(&mut after, side, *action, &mut ()).is_err() {
            break;
        }
    }
    match state.step {
        Step::Movement => march_intent(game, state, &after, side, plan),
        _ => battle_intent(game, plan),
    }
}

/// Where the army goes and whom it will meet.
fn march_intent(game: &BlueGray, before: &State, after: &State, side: Side, plan: &[Action]) -> String {
    let moved = plan.iter().filter(|a| matches!(a, Action::Move { .. } | Action::March { .. } | Action::Enter { .. })).count();
    let mut goals: Vec<(f32, Cell)> = Vec::new();
    for score in game.title.scores.iter() {
        for cell in score.cells.iter() {
            let nearer = way_to(game, before, side, cell) - way_to(game, after, side, cell);
            if nearer > 0.0 {
                goals.push((nearer, cell));
            }
        }
    }
    goals.sort_by(|a, b| b.0.total_cmp(&a.0));
    let enemy = side.enemy().index();
    let struck =
        |c: &Cell| after.zone[side.index()].has(*c) || game.ground_in(after).struck(*c).any(|n| after.occupied[side.index()].has(n));
    let touched: Vec<String> = after.occupied[enemy].iter().filter(struck).map(|c| game.hex_called(c)).take(3).collect();
    let march = match (moved, goals.first()) {
        (0, _) => "The army stands where it is".to_string(),
        (n, Some((_, goal))) => format!("{n} units march, toward {}", game.hex_called(*goal)),
        (n, None) => format!("{n} units march"),
    };
    if touched.is_empty() { format!("{march}; no battle is sought.") } else { format!("{march}; to be attacked: {}.", touched.join(", ")) }
}

/// Which hexes are attacked.
fn battle_intent(game: &BlueGray, plan: &[Action]) -> String {
    let targets: Vec<String> =
        plan.iter().filter_map(|a| if let Action::Engage { target } = a { Some(game.hex_called(*target)) } else { None }).collect();
    match targets.split_first() {
        None => "No attack that is not forced.".to_string(),
        Some((main, [])) => format!("The attack goes against {main}."),
        Some((main, others)) => format!("The first blow falls on {main}, then on {}.", others.join(", ")),
    }
}

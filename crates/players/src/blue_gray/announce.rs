//! What can be proved foolish: odds announced lower for nothing (BG-7.9), hexes that score left to the enemy, units that stay in a surround
//! although they may go. That an attack is hopeless proves nothing: whoever is in contact must attack (BG-7.1), and a soak-off is meant to be.

use super::script::end_of;
use blue_gray::BlueGray;
use blue_gray::action::{Action, Subject};
use blue_gray::cells::Cell;
use blue_gray::chart::{Column, CombatResult};
use blue_gray::state::{State, Step};
use blue_gray::units::UnitSet;
use engine::{Rules, Side};
use general::folly::Folly;

/// The faces of the die.
const FACES: usize = 6;

/// Whether higher odds are to be had that are at least as good however the die falls, and sometimes better.
pub(super) fn dominated(game: &BlueGray, state: &State, action: Action) -> bool {
    let Action::Fight { column } = action else { return false };
    let best = game.column(state, &state.battle);
    if column >= best {
        return false;
    }
    let stands = Stands::of(game, state);
    let results = |c: u8| std::array::from_fn(|i| stands.comes_to(game.chart.result(Column(c), i as u8 + 1)));
    (column.0 + 1..=best.0).any(|c| covers(&results(c), &results(column.0), 0) && !covers(&results(column.0), &results(c), 0))
}

/// What makes one result of the battle at hand as good as another.
#[derive(Clone, Copy)]
struct Stands {
    /// Guns from afar suffer nothing, so to them an exchange is a kill.
    guns_only: bool,
    /// Who must retreat and cannot is lost.
    trapped: bool,
}

impl Stands {
    fn of(game: &BlueGray, state: &State) -> Stands {
        let lost = |u: u8| game.immobile.has(u) || !game.can_retreat(state, u);
        let trapped = state.battle.targets.as_slice().iter().all(|t| state.units_in(*t).iter().all(lost));
        Stands { guns_only: game.attackers(state, &state.battle).is_empty(), trapped }
    }

    fn comes_to(self, result: CombatResult) -> CombatResult {
        match result {
            CombatResult::Ex if self.guns_only => CombatResult::De,
            CombatResult::Ae if self.guns_only => CombatResult::Ar,
            CombatResult::Dr if self.trapped => CombatResult::De,
            other => other,
        }
    }
}

/// Whether the results of one column can be paired with those of another so that each is at least as good; `used` are those paired already.
fn covers(high: &[CombatResult; FACES], low: &[CombatResult; FACES], used: u8) -> bool {
    let next = used.count_ones() as usize;
    next == FACES || (0..FACES).any(|i| used >> i & 1 == 0 && at_least(high[i], low[next]) && covers(high, low, used | 1 << i))
}

/// Whether one result is as good for the attacker as another, whatever stands on the map. An exchange may be worse than a push.
fn at_least(one: CombatResult, other: CombatResult) -> bool {
    use CombatResult::{Ae, Ar, De, Dr};
    one == other || matches!((one, other), (De, _) | (_, Ae) | (Dr, Ar))
}

/// What is foolish in a decision.
pub(super) fn follies(game: &BlueGray, began: &State, state: &State, side: Side, action: Action, out: &mut Vec<Folly>) {
    match action {
        Action::Fight { .. } if dominated(game, state, action) => out.push(Folly::Dominated),
        Action::EndMovement => {
            let stayed = surrounded_freely(game, state, side);
            out.extend(stayed.iter().map(|_| Folly::Trapped));
            out.extend(stripped(game, began, state, side).into_iter().map(|_| Folly::Stripped));
        }
        _ => {}
    }
}

/// Units that have nowhere to retreat to, touch an enemy, and could still march.
fn surrounded_freely(game: &BlueGray, state: &State, side: Side) -> UnitSet {
    let enemy = side.enemy().index();
    let mut subjects = Vec::new();
    game.subjects(state, side, &mut subjects);
    let beset = |s: &Subject| match s {
        Subject::Unit(u) if state.place(*u).on_map() => {
            let touched = game.ground_in(state).struck(state.place(*u)).any(|c| state.occupied[enemy].has(c));
            (touched && !game.can_retreat(state, *u)).then_some(*u)
        }
        _ => None,
    };
    subjects.iter().filter_map(beset).collect()
}

/// Hexes that score, were held when the phase began, stand empty now, and can be entered by an enemy in his next phase.
fn stripped(game: &BlueGray, began: &State, state: &State, side: Side) -> Vec<Cell> {
    let own = side.index();
    let scores = |c: &Cell| game.title.scores.iter().any(|s| s.cells.has(*c)) && game.followed_hex(*c).is_some();
    let left: Vec<Cell> = began.occupied[own].without(&state.occupied[own]).iter().filter(scores).collect();
    if left.is_empty() {
        return left;
    }
    let Some(next) = enemy_phase(game, state, side) else { return Vec::new() };
    let mut options = Vec::new();
    for unit in game.army[side.enemy().index()].and(next.on_map).iter() {
        if left.iter().any(|c| game.ground.distance(*c, next.place(unit)) <= game.chart.limits.movement) {
            let mut subjects = Vec::new();
            game.subjects(&next, side.enemy(), &mut subjects);
            if subjects.contains(&Subject::Unit(unit)) {
                game.options(&next, side.enemy(), Subject::Unit(unit), &mut options);
            }
        }
    }
    left.into_iter().filter(|c| options.iter().any(|a| end_of(*a) == Some(*c))).collect()
}

/// The enemy's next Movement Phase if nothing happens before it; nothing if there is none.
fn enemy_phase(game: &BlueGray, state: &State, side: Side) -> Option<State> {
    let mut next = state.clone();
    if side != game.title.first {
        next.turn += 1;
    }
    if usize::from(next.turn) > game.title.turns.len() {
        return None;
    }
    next.side = side.enemy();
    next.step = Step::Movement;
    next.moved = UnitSet::EMPTY;
    next.zone = Side::BOTH.map(|s| game.ground_in(&next).zone(&next.occupied[s.index()]));
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Handbook;

    fn game() -> BlueGray {
        BlueGray::open(&BlueGray::catalogue().complete(None, &Default::default()).expect("the defaults")).expect("a game")
    }

    /// Whether odds of that many steps from the worst column are as good as those of another, whatever the die says.
    fn as_good(high: u8, low: u8, stands: Stands) -> bool {
        let game = game();
        let results = |c: u8| std::array::from_fn(|i| stands.comes_to(game.chart.result(Column(c), i as u8 + 1)));
        covers(&results(high), &results(low), 0)
    }

    #[test]
    fn bg_7_9_lower_odds_are_foolish_where_they_are_worse_whatever_the_die_says() {
        let (fifth, fourth, even, two, three, four) = (0, 1, 4, 5, 6, 7);
        let [foot, guns, sure] = [(false, false), (true, false), (false, true)].map(|(guns_only, trapped)| Stands { guns_only, trapped });
        assert!(as_good(even, fourth, foot) && as_good(two, even, foot));
        assert!(!as_good(fourth, even, foot));
        assert!(!as_good(three, two, foot), "an exchange may cost more than a retreat");
        assert!(!as_good(four, three, foot));
        assert!(as_good(three, two, guns) && as_good(four, three, guns), "guns from afar pay for no exchange");
        assert!(as_good(fifth, fourth, guns) && as_good(fourth, fifth, guns), "nor for a defeat");
        assert!(as_good(three, four, sure), "a push is a kill where nobody can go");
    }
}

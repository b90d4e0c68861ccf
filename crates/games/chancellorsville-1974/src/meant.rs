//! What somebody means who takes counters and points at hexes.

use crate::Chancellorsville1974;
use crate::action::Action;
use crate::movement::Ease;
use crate::notation::{hex_of, ids, piece_of};
use crate::state::{State, Step};
use engine::handbook::plural;
use engine::{Illegal, Notation};
use serde_json::{Value, json};

/// What may be meant by pointing at these hexes with these counters in hand, the likeliest first.
pub(crate) fn intents(game: &Chancellorsville1974, state: &State, pieces: &[String], way: &[String]) -> Vec<Action> {
    let (Some(first), Some(to)) = (pieces.first(), way.last()) else { return Vec::new() };
    let alone = pieces.len() == 1;
    let there = hex_of(to).map_or(0, |hex| state.at(hex));
    let own = ids(there).contains(&first.as_str());
    let written: Vec<Value> = match state.agenda.top() {
        Step::Movement | Step::Marching if there != 0 && way.len() == 1 && !own => {
            vec![json!({ "do": "enter", "piece": first, "hex": to })]
        }
        Step::Movement | Step::Marching => vec![json!({ "do": "march", "pieces": pieces, "path": way })],
        Step::DefensiveFire | Step::OffensiveFire => vec![json!({ "do": "fire", "hex": to, "guns": pieces })],
        Step::Combat => vec![json!({ "do": "attack", "hexes": [to], "attackers": pieces })],
        _ if !alone => Vec::new(),
        Step::SetUp(_) => vec![json!({ "do": "place", "piece": first, "hex": to })],
        Step::Breaking(..) | Step::Forming(..) => vec![json!({ "do": "pick", "piece": first })],
        Step::Retreat | Step::FallBack(_) => vec![json!({ "do": "retreat", "piece": first, "path": way })],
        Step::Advance | Step::Occupy => vec![json!({ "do": "advance", "piece": first, "hex": to })],
        Step::Destroy => vec![json!({ "do": "destroy", "piece": first })],
        Step::Inverting => vec![json!({ "do": "invert", "piece": first })],
        Step::Resolving | Step::Die | Step::Aftermath | Step::RaidDie | Step::Over(_) => Vec::new(),
    };
    written.iter().filter_map(|action| game.read_action(action).ok()).collect()
}

/// Why nothing comes of pointing there.
pub(crate) fn nothing_comes(state: &State) -> Illegal {
    match state.agenda.top() {
        Step::Movement | Step::Marching => Illegal::new(
            "C74-IV.C.1",
            "That is farther than any unit marches, or no way leads there.",
            "Choose one of the hexes lit, and go on in the next turn.",
        ),
        Step::Retreat | Step::FallBack(_) => Illegal::new(
            "C74-CRT-6",
            "A retreat is exactly as many hexes as the result says, from where the unit stands.",
            "Choose one of the hexes lit.",
        ),
        _ => Illegal::new("C74-III.1", "The question at hand comes first.", "Do what the prompt asks; after that the turn goes on."),
    }
}

/// What a march along that way would cost, if it is more than these counters have.
pub(crate) fn cost_in_figures(
    game: &Chancellorsville1974,
    state: &State,
    pieces: &[String],
    way: &[String],
    refused: &Illegal,
) -> Option<String> {
    if !["C74-IV.C.1", "C74-TECN-1"].contains(&refused.rule) {
        return None;
    }
    let set = pieces.iter().try_fold(0, |set, id| Some(set | piece_of(id).ok()?.bit()))?;
    let group = game.group(state, set);
    let hexes = way.iter().map(|name| hex_of(name).ok()).collect::<Option<Vec<_>>>()?;
    let step = |pair: &[board::HexId]| {
        let direction = game.ground.grid().direction(pair[0], pair[1])?;
        Some(game.data.steps[pair[0].index()].ease[direction.index()])
            .filter(|ease| *ease != Ease::CLOSED)
            .map(|ease| u32::from(ease.price()))
    };
    let cost: u32 = hexes.windows(2).map(step).sum::<Option<u32>>()?;
    let spent = if state.agenda.top() == Step::Marching { state.march.spent } else { 0 };
    let has = u32::from(group.allowance.saturating_sub(spent));
    (cost > has).then(|| {
        format!(
            "That way costs {}, and {has} {} left.",
            plural(cost, "movement point", "movement points"),
            if has == 1 { "is" } else { "are" }
        )
    })
}

//! What somebody means who takes counters and points at hexes.

use crate::action::Action;
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use engine::handbook::plural;
use engine::{Illegal, Notation};
use serde_json::{Value, json};

impl Chancellorsville1961 {
    /// What may be meant by pointing at these hexes with these counters in hand, the likeliest first.
    pub(crate) fn intents(&self, state: &State, pieces: &[String], way: &[String]) -> Vec<Action> {
        let (Some(first), Some(to)) = (pieces.first(), way.last()) else { return Vec::new() };
        let alone = pieces.len() == 1;
        let there = self.hex_of(to).map_or(0, |hex| state.stack(hex));
        let enemies = self.ids(there & !self.book.of[state.mover.index()]);
        let written: Vec<Value> = match state.step {
            Step::Move => vec![json!({ "do": "march", "units": pieces, "path": way })],
            _ if !alone => Vec::new(),
            Step::Forts(_) | Step::Withhold | Step::DeployUnion | Step::DeployConfederate | Step::DeployRest => {
                vec![json!({ "do": "place", "unit": first, "hex": to })]
            }
            Step::Divide => {
                let attacks = enemies.iter().map(|enemy| json!({ "do": "attack", "unit": first, "enemy": enemy }));
                attacks.chain([json!({ "do": "join", "unit": first }), json!({ "do": "include", "enemy": first })]).collect()
            }
            Step::Choose | Step::Roll | Step::Over(_) => vec![json!({ "do": "fight", "enemy": first })],
            Step::Exchange => vec![json!({ "do": "lose", "unit": first })],
            Step::Retreat => vec![json!({ "do": "retreat", "unit": first, "path": way })],
            Step::Occupy => vec![json!({ "do": "occupy", "unit": first, "hex": to })],
        };
        written.iter().filter_map(|action| self.read_action(action).ok()).collect()
    }

    /// Why nothing comes of pointing there.
    pub(crate) fn nothing_comes(&self, state: &State) -> Illegal {
        match state.step {
            Step::Move => Illegal::new(
                "C61-MOV-1",
                "That is farther than any unit marches, or no way leads there.",
                "Choose one of the hexes lit, and go on in your next Turn.",
            ),
            Step::Retreat => Illegal::new("C61-ATT-6", "No retreat leads there.", "Choose one of the hexes lit."),
            _ => Illegal::new("C61-TURN-3", "Something else is to be decided first.", "Do what the prompt asks."),
        }
    }

    /// How far it is, if it is farther than these counters go (C61-MOV-1: a hex is a movement unit).
    pub(crate) fn distance_in_figures(&self, state: &State, pieces: &[String], way: &[String], refused: &Illegal) -> Option<String> {
        if !["C61-MOV-1", "C61-STK-5"].contains(&refused.rule) {
            return None;
        }
        let counters = pieces.iter().map(|id| self.piece_of(id).ok()).collect::<Option<Vec<_>>>()?;
        let factor = counters.iter().map(|p| self.book.movement[p.index()]).min()?;
        let spent = counters.iter().map(|p| state.spent[p.index()]).max()?;
        let (far, left) = (way.len().checked_sub(1)?, usize::from(factor.saturating_sub(spent)));
        (far > left).then(|| format!("That way is {}, and {left} of {factor} are left.", plural(far, "hex", "hexes")))
    }
}

//! What somebody means who takes units and points at hexes.

use crate::GiveUsVictories;
use crate::action::Action;
use crate::ground::ground;
use crate::ids::{Hex, Piece};
use crate::state::{FightStage, State, Step};
use crate::words::points;
use board::Direction;
use engine::handbook::plural;
use engine::{Illegal, Notation};
use serde_json::{Value, json};

impl GiveUsVictories {
    /// What may be meant by pointing at these hexes with these units in hand, the likeliest first.
    pub(crate) fn intents(&self, state: &State, pieces: &[String], way: &[String]) -> Vec<Action> {
        let (Some(first), Some(to)) = (pieces.first(), way.last()) else { return Vec::new() };
        let alone = pieces.len() == 1;
        let path = ground().board().grid.steps_along(way);
        let here = way.len() == 1;
        let written: Vec<Value> = match state.agenda.top() {
            Step::Movement => vec![json!({ "do": "march", "pieces": pieces, "path": path })],
            Step::Withdraw => vec![json!({ "do": "withdraw", "pieces": pieces, "path": path })],
            _ if !alone => Vec::new(),
            Step::Deploy(_) | Step::Arrive => vec![json!({ "do": "place", "piece": first, "hex": to })],
            Step::Dummies => vec![json!({ "do": "place-dummy", "hex": to }), json!({ "do": "drop-dummy", "hex": to })],
            Step::Drawn => vec![json!({ "do": "activate", "hex": to })],
            Step::Muster => vec![json!({ "do": "take", "piece": first })],
            Step::Displace => vec![json!({ "do": "displace", "piece": first, "hex": to })],
            Step::Bombardment => vec![json!({ "do": "fire", "gun": first, "target": to })],
            Step::Combat if here => vec![json!({ "do": "widen", "hex": to })],
            Step::Combat => vec![json!({ "do": "attack", "piece": first, "target": to })],
            Step::Approach => vec![json!({ "do": "break", "hex": to })],
            Step::Rout(_) => vec![json!({ "do": "retreat", "piece": first, "path": path })],
            Step::FallBack => vec![json!({ "do": "fall-back", "piece": first, "path": path })],
            Step::Attrition | Step::Shell => vec![json!({ "do": "suffer", "piece": first })],
            Step::Recovery(_) => vec![json!({ "do": "recover", "piece": first })],
            Step::Fight => match state.battle.as_ref().map(|b| b.stage) {
                Some(FightStage::Retreat) => vec![json!({ "do": "retreat", "piece": first, "path": path })],
                Some(FightStage::Advance) => vec![json!({ "do": "advance", "piece": first, "hex": to })],
                Some(FightStage::AttackSixes | FightStage::DefenceSixes) => vec![json!({ "do": "mark", "piece": first })],
                Some(FightStage::Screen) => vec![json!({ "do": "screen", "hex": to })],
                Some(FightStage::Entrench) => vec![json!({ "do": "entrench", "hex": to })],
                _ => vec![json!({ "do": "suffer", "piece": first })],
            },
            _ => vec![json!({ "do": "march", "pieces": pieces, "path": path })],
        };
        written.iter().filter_map(|action| self.read_action(action).ok()).collect()
    }

    /// Why nothing comes of pointing there.
    pub(crate) fn nothing_comes(&self, state: &State) -> Illegal {
        match state.agenda.top() {
            Step::Movement => Illegal::new(
                "GUV-9.3",
                "That is farther than any unit marches, or no way leads there.",
                "Choose one of the hexes lit, and go on in the next turn.",
            ),
            Step::Choose => Illegal::new(
                "GUV-6.3",
                "Nobody acts before its formation's chit is drawn.",
                "Choose formations with what activation points you have left, then say that you are ready.",
            ),
            Step::Drawn => Illegal::new(
                "GUV-6.3",
                "First comes the hex that the formation is commanded from.",
                "Choose one of the hexes lit: only who is near enough to it acts.",
            ),
            _ => Illegal::new("GUV-6.3", "That cannot be done at this moment.", "Do what the prompt asks."),
        }
    }

    /// What a march along that way would cost, if it is more than these units have (GUV-9.3).
    pub(crate) fn cost_in_figures(&self, state: &State, pieces: &[String], way: &[String], refused: &Illegal) -> Option<String> {
        if refused.rule != "GUV-9.3" {
            return None;
        }
        let stack = serde_json::from_value::<Vec<Piece>>(json!(pieces)).ok()?.into_iter().collect();
        let hexes = way.iter().map(|hex| ground().parse(hex).ok()).collect::<Option<Vec<_>>>()?;
        let mover = self.mover(state, &stack);
        let step = |pair: &[Hex]| {
            let direction = Direction::ALL.into_iter().find(|d| self.near[pair[0].index()][d.index()] == pair[1])?;
            self.step_cost(state, &mover, pair[0], direction).ok().map(|(cost, _)| u16::from(cost))
        };
        let cost: u16 = hexes.windows(2).map(step).sum::<Option<u16>>()?;
        let purse = self.purse(state, &stack);
        let left = purse.allowance.saturating_sub(purse.spent);
        let figures =
            |cost| format!("That way costs {}; {} left.", plural(points(cost), "movement point", "movement points"), points(left));
        (cost > u16::from(left)).then(|| u8::try_from(cost).ok().map(figures))?
    }
}

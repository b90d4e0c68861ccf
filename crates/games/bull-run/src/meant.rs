//! What somebody means who takes pieces and points at hexes.

use crate::BullRun;
use crate::action::Action;
use crate::state::{Phase, State, Step};
use crate::words::sixths;
use engine::handbook::plural;
use engine::{Illegal, Notation, Side};
use serde_json::{Value, json};

impl BullRun {
    /// What may be meant by pointing at these hexes with these pieces in hand, the likeliest first.
    pub(crate) fn intents(&self, state: &State, side: Side, pieces: &[String], way: &[String]) -> Vec<Action> {
        let (Some(first), Some(to)) = (pieces.first(), way.last()) else { return Vec::new() };
        let alone = pieces.len() == 1;
        let path = self.ground.board.grid.steps_along(way);
        let written: Vec<Value> = match (state.step(), state.phase) {
            (None, Phase::Movement | Phase::Command) if !alone => vec![json!({ "do": "march-together", "pieces": pieces, "path": path })],
            (None, Phase::Movement | Phase::Command) => vec![json!({ "do": "march", "piece": first, "path": path })],
            _ if !alone => Vec::new(),
            (Some(Step::Lose { .. } | Step::LoseOne), _) => vec![json!({ "do": "lose", "unit": first })],
            (Some(Step::Retreat { .. } | Step::FallBack { .. } | Step::LeaderRetreat { .. }), _) => {
                vec![json!({ "do": "retreat", "piece": first, "path": path })]
            }
            (Some(Step::Follow { .. }), _) => vec![json!({ "do": "follow", "leader": first })],
            (Some(_), _) => vec![json!({ "do": "advance", "unit": first, "hex": to })],
            (None, Phase::SetUp) => vec![json!({ "do": "place", "piece": first, "hex": to })],
            (None, Phase::Declaration | Phase::Battles) => self.attacks_meant(state, side, first, to),
            (None, Phase::Rally) => vec![json!({ "do": "clear", "unit": first })],
            (None, Phase::Over) => vec![json!({ "do": "done" })],
        };
        written.iter().filter_map(|action| self.read_action(action).ok()).collect()
    }

    /// A piece joins the attack at hand, or begins one against somebody in that hex.
    fn attacks_meant(&self, state: &State, side: Side, first: &str, to: &str) -> Vec<Value> {
        let there = self.hex_of(to).map_or(0, |hex| state.units(side.enemy(), hex));
        let enemies = self.ids(side.enemy(), there);
        let engage = enemies.iter().map(|enemy| json!({ "do": "engage", "attacker": first, "defender": enemy }));
        let join = json!({ "do": "join", "attacker": first });
        let target = json!({ "do": "target", "defender": first });
        engage.chain([join, target]).collect()
    }

    /// Why nothing comes of pointing there.
    pub(crate) fn nothing_comes(&self, state: &State) -> Illegal {
        match (state.step(), state.phase) {
            (None, Phase::Movement) => Illegal::new(
                "BR-5.3",
                "That is farther than any piece marches, or no way leads there.",
                "Choose one of the hexes lit, and go on in your next turn.",
            ),
            (Some(Step::Retreat { .. } | Step::FallBack { .. } | Step::LeaderRetreat { .. }), _) => {
                Illegal::new("BR-7.8", "A retreat goes exactly two hexes.", "Choose one of the hexes lit.")
            }
            _ => Illegal::new("BR-2.3", "Something else is to be decided first.", "Do what the prompt asks."),
        }
    }

    /// What a march along that way would cost, if it is more than the piece has (BR-5.3).
    pub(crate) fn cost_in_figures(&self, state: &State, pieces: &[String], way: &[String], refused: &Illegal) -> Option<String> {
        let ([id], "BR-5.3") = (pieces, refused.rule) else { return None };
        let piece = self.piece_of(id).ok()?;
        let hexes = way.iter().map(|hex| self.hex_of(hex).ok()).collect::<Option<Vec<_>>>()?;
        let step = |pair: &[board::HexId]| {
            let direction = self.ground.board.grid.direction(pair[0], pair[1])?;
            self.step_cost(state, piece, pair[0], direction.index()).ok().map(u16::from)
        };
        let cost: u16 = hexes.windows(2).map(step).sum::<Option<u16>>()?;
        let spent = if state.mover == piece { state.spent } else { 0 };
        let left = self.allowance(state, piece).saturating_sub(spent);
        let figures =
            |cost| format!("That way costs {}; {} left.", plural(sixths(cost), "movement point", "movement points"), sixths(left));
        (cost > u16::from(left)).then(|| u8::try_from(cost).ok().map(figures))?
    }
}

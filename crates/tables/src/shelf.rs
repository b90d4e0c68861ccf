//! What anybody may know of the games before he sits down: the shelf and the rulebooks.

use engine::Seat;
use engine::handbook::Briefing;
use engine::table::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The board of each scenario: the game tells it when it is laid out.
fn boards_of(kind: &dyn Kind) -> BTreeMap<String, String> {
    let scenarios = kind.catalogue().scenarios.iter();
    let board = |id: &str| {
        let setup = kind.catalogue().complete(Some(id), &BTreeMap::new()).ok()?;
        Some(kind.open(&setup, 0).ok()?.view(Seat::Spectator).board)
    };
    scenarios.filter_map(|s| Some((s.id.clone(), board(&s.id)?))).collect()
}

/// What each scenario is about.
fn briefings_of(kind: &dyn Kind) -> Vec<Briefing> {
    let complete = |id: &str| kind.catalogue().complete(Some(id), &BTreeMap::new());
    kind.catalogue().scenarios.iter().filter_map(|s| kind.briefing(&complete(&s.id).ok()?).ok()).collect()
}

/// Every game with its players, boards and briefings.
pub fn games(shelf: &[&'static dyn Kind]) -> Value {
    let game = |kind: &&'static dyn Kind| {
        let mut value = json!(kind.catalogue());
        value["players"] = json!(kind.players());
        value["boards"] = json!(boards_of(*kind));
        value["briefings"] = json!(briefings_of(*kind));
        value
    };
    json!(shelf.iter().map(game).collect::<Vec<_>>())
}

/// The rulebook of a game, or of one scenario.
pub fn rules(kind: &dyn Kind, scenario: Option<&str>) -> Value {
    let rules = scenario.map_or_else(|| kind.rules().to_vec(), |id| kind.rules_of(id));
    let rules = rules.iter().map(|r| json!({ "id": r.id, "text": r.text, "optional": r.optional, "info": r.info }));
    json!(rules.collect::<Vec<_>>())
}

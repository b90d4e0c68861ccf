//! Random games by the hash of every position: played here and elsewhere, they must come to the same.

use crate::shelf::SHELF;
use engine::Seat;
use engine::contract::Asks;
use engine::mix::mix;
use engine::table::Refusal;
use std::collections::BTreeMap;

/// Longer than any game that is worth comparing.
const ENOUGH: usize = 5_000;

/// Plays a random game of a scenario and folds the hashes of all its positions into one number. `steps` ends it early.
pub fn random_game(game: &str, scenario: &str, seed: u64, steps: usize) -> Result<u64, Refusal> {
    let kind = SHELF.iter().find(|kind| kind.catalogue().game == game);
    let kind = kind.ok_or_else(|| Refusal::because("no such game is on the shelf"))?;
    let setup = kind.catalogue().complete(Some(scenario), &BTreeMap::new())?;
    let mut table = kind.open(&setup, seed)?;
    let mut players = [table.hire("random", mix(seed))?, table.hire("random", mix(!seed))?];
    let mut fold = table.hash();
    for _ in 0..steps.min(ENOUGH) {
        let asked = table.actor(Seat::Referee);
        let awaited = || asked.awaited.as_ref().and_then(|awaited| awaited.first().copied());
        if asked.actor == Asks::Chance {
            table.roll(Seat::Referee, None)?;
        } else if let Some(side) = asked.actor.side().or_else(awaited) {
            let moment = table.moment(side.into())?;
            let action = players[side.index()].decide(&moment)?;
            table.apply(side.into(), &action)?;
        } else {
            break;
        }
        fold = mix(fold ^ table.hash());
    }
    Ok(fold)
}

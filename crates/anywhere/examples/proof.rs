//! Random games by their hashes, as JSON: `proof [GAMES] [AT_TABLES] [STEPS]` plays GAMES of each game by the rules alone, its scenarios in turn, and
//! AT_TABLES of each scenario in words at a table, of at most STEPS steps. `web/tests/proof.mjs` plays the same in WebAssembly.

use anywhere::proof::{random_game, whole_games};
use engine::Catalogue;
use players::SHELF;
use serde_json::{Value, json};

/// How many games are asked for at once.
const BATCH: u64 = 50;

fn words(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Whole games, in batches.
fn whole(catalogue: &Catalogue, games: u64) -> Vec<Value> {
    let of = catalogue.scenarios.len() as u64;
    let mut played = Vec::new();
    for (scenario, n) in catalogue.scenarios.iter().zip(0..) {
        // What cannot be shared out evenly goes to the first.
        let mine = games / of + u64::from(n < games % of);
        for first in (0..mine).step_by(BATCH as usize) {
            let count = BATCH.min(mine - first);
            let trails = whole_games(&catalogue.game, &scenario.id, first, count).expect("random games can be played");
            let positions: u64 = trails.iter().map(|trail| trail.positions).sum();
            let hashes: Vec<String> = trails.iter().map(|trail| words(trail.hash)).collect();
            played.push(json!({ "game": catalogue.game, "scenario": scenario.id, "first": first, "games": count, "positions": positions, "hashes": hashes }));
        }
    }
    played
}

/// Games at a table.
fn at_tables(catalogue: &Catalogue, games: u64, steps: u64) -> Vec<Value> {
    let one = |scenario: &str, seed: u64| {
        let hash = random_game(&catalogue.game, scenario, seed, steps as usize).expect("a random game can be played");
        json!({ "game": catalogue.game, "scenario": scenario, "seed": seed, "steps": steps, "hash": words(hash) })
    };
    catalogue.scenarios.iter().flat_map(|scenario| (0..games).map(move |seed| (scenario, seed))).map(|(s, seed)| one(&s.id, seed)).collect()
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|n| n.parse().ok()).collect();
    let number = |n: usize, usual: u64| numbers.get(n).copied().unwrap_or(usual);
    let catalogues = || SHELF.iter().map(|kind| kind.catalogue());
    let whole: Vec<Value> = catalogues().flat_map(|catalogue| whole(catalogue, number(0, 20))).collect();
    let tables: Vec<Value> = catalogues().flat_map(|catalogue| at_tables(catalogue, number(1, 2), number(2, 150))).collect();
    println!("{}", json!({ "whole": whole, "tables": tables }));
}

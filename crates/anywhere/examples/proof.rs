//! Random games of every scenario by their hashes, as JSON: `proof [GAMES] [STEPS]`. `web/tests/proof.mjs` plays the same in WebAssembly.

use anywhere::proof::random_game;
use players::SHELF;
use serde_json::json;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|n| n.parse().ok()).collect();
    let (games, steps) = (numbers.first().copied().unwrap_or(3), numbers.get(1).copied().unwrap_or(300));
    let mut played = Vec::new();
    for catalogue in SHELF.iter().map(|kind| kind.catalogue()) {
        for scenario in &catalogue.scenarios {
            for seed in 0..games {
                let hash = random_game(&catalogue.game, &scenario.id, seed, steps as usize).expect("a random game can be played");
                played.push(json!({ "game": catalogue.game, "scenario": scenario.id, "seed": seed, "hash": format!("{hash:016x}") }));
            }
        }
    }
    println!("{}", json!(played));
}

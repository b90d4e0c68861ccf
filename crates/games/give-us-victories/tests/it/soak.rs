//! Whole games between random players: no dead end, no broken invariant, no endless game.

use crate::table::{SCENARIOS, game, opening, options_of};
use engine::sim::{Care, play_out};
use engine::{Dice, Handbook, Player};
use give_us_victories::GiveUsVictories;

/// Games per scenario: few in everyday runs, more with LONGROLL_SOAK=N.
fn rounds(few: u64) -> u64 {
    std::env::var("LONGROLL_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

fn play(scenario: &str, seed: u64, care: Care) -> u64 {
    let options = options_of(engine::mix::mix(seed));
    let game = game(scenario, &options);
    let mut state = opening(&game);
    eprintln!("{scenario} {options:?} seed {seed}");
    let player = |i| GiveUsVictories::player("random", seed * 2 + i).expect("there is a random player");
    let mut players: [Box<dyn Player<GiveUsVictories>>; 2] = [player(0), player(1)];
    let played = play_out(&game, &mut state, &mut players, &mut Dice::new(seed), care);
    assert!(played.violations.is_empty(), "{scenario} {options:?} seed {seed}: {:?}", played.violations);
    assert!(played.verdict.is_some(), "{scenario} seed {seed} did not end");
    played.actions
}

#[test]
fn random_games_of_every_scenario_end_without_a_fault() {
    for scenario in &SCENARIOS[1..] {
        for seed in 0..rounds(6) {
            play(scenario, seed, if seed % 4 == 0 { Care::Everything } else { Care::Phases });
        }
    }
}

#[test]
fn random_campaigns_end_without_a_fault() {
    for seed in 0..rounds(2) {
        play("campaign", seed, if seed % 8 == 7 { Care::Everything } else { Care::Phases });
    }
}

#[test]
fn probe() {
    if let Ok(text) = std::env::var("PROBE") {
        let (scenario, seed) = text.split_once(' ').unwrap();
        play(scenario, seed.parse().unwrap(), Care::Everything);
    }
}

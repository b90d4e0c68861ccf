//! Whole games between computer players: no dead end, no broken invariant, no endless game.

use crate::table::{SCENARIOS, game, options_of};
use engine::sim::{Care, play_out};
use engine::{Dice, Player, Rules};
use give_us_victories::GiveUsVictories;

/// Games per scenario: few in everyday runs, more with LONGROLL_SOAK=N.
pub fn rounds(few: u64) -> u64 {
    std::env::var("LONGROLL_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

fn play(scenario: &str, names: [&str; 2], seed: u64, care: Care) {
    let options = options_of(engine::mix::mix(seed));
    let game = game(scenario, &options);
    let mut state = game.start();
    let player = |i: usize| players::hire::<players::give_us_victories::Lore>(names[i], seed * 2 + i as u64).expect("random or greedy");
    let mut players: [Box<dyn Player<GiveUsVictories>>; 2] = [player(0), player(1)];
    println!("{scenario} {names:?} {options:?} seed {seed}");
    let played = play_out(&game, &mut state, &mut players, &mut Dice::new(seed), care);
    assert!(played.violations.is_empty(), "{scenario} {names:?} {options:?} seed {seed}: {:?}", played.violations);
    assert!(played.verdict.is_some(), "{scenario} seed {seed} did not end");
}

#[test]
fn random_games_of_every_scenario_end_without_a_fault() {
    for scenario in &SCENARIOS[1..] {
        for seed in 0..rounds(4) {
            play(scenario, ["random"; 2], seed, if seed % 4 == 0 { Care::Everything } else { Care::Phases });
        }
    }
}

#[test]
fn random_campaigns_end_without_a_fault() {
    for seed in 0..rounds(1) {
        play("campaign", ["random"; 2], seed, if seed % 8 == 7 { Care::Everything } else { Care::Phases });
    }
}

#[test]
fn greedy_campaigns_end_without_a_fault() {
    for seed in 0..rounds(1) {
        let names = [["greedy", "greedy"], ["greedy", "random"], ["random", "greedy"]][(seed % 3) as usize];
        play("campaign", names, seed, Care::Phases);
    }
}

/// Random players hardly ever fight; greedy ones do.
#[test]
fn greedy_games_of_every_scenario_end_without_a_fault() {
    for scenario in &SCENARIOS[1..] {
        for seed in 0..rounds(2) {
            let names = [["greedy", "greedy"], ["greedy", "random"], ["random", "greedy"]][(seed % 3) as usize];
            play(scenario, names, seed, if seed % 2 == 0 { Care::Everything } else { Care::Phases });
        }
    }
}

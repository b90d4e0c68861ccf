//! Whole games: nothing illegal is listed, nothing breaks, every game ends.

use crate::table::game;
use chancellorsville_1961::Chancellorsville1961;
use engine::sim::{Care, play_out};
use engine::{Dice, Game, Handbook};

fn soak(players: [&str; 2], seeds: std::ops::Range<u64>, care: Care) {
    let game = game();
    for seed in seeds {
        let mut state = game.start();
        let seat = |i: usize| Chancellorsville1961::player(players[i], seed * 2 + i as u64).unwrap();
        let played = play_out(&game, &mut state, &mut [seat(0), seat(1)], &mut Dice::new(seed), care);
        assert!(played.violations.is_empty(), "seed {seed}: {:?}", played.violations);
        assert!(played.verdict.is_some(), "seed {seed} has no end");
    }
}

/// How many games: `LONGROLL_SOAK` or a few.
fn games(few: u64) -> u64 {
    std::env::var("LONGROLL_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

#[test]
fn random_games_with_every_action_checked() {
    soak(["random", "random"], 0..games(4).min(40), Care::Everything);
}

#[test]
fn random_games_audited_at_every_phase() {
    soak(["random", "random"], 1000..1000 + games(12), Care::Phases);
}

#[test]
fn speed_for_now() {
    let game = game();
    let (mut actions, mut union) = (0, 0);
    let start = std::time::Instant::now();
    let n = games(20);
    for seed in 0..n {
        let mut state = game.start();
        let seat = |i: usize| Chancellorsville1961::player("random", seed * 2 + i as u64).unwrap();
        let played = play_out(&game, &mut state, &mut [seat(0), seat(1)], &mut Dice::new(seed), Care::None);
        actions += played.actions;
        union += u32::from(played.verdict.unwrap().winner == Some(engine::Side::Union));
        println!(
            "turn {} left {} {}",
            state.turn(),
            game.factors_left(&state, engine::Side::Union),
            game.factors_left(&state, engine::Side::Confederate)
        );
    }
    let s = start.elapsed().as_secs_f64();
    println!("{n} games, {actions} actions, {:.1} games/s, {:.0} actions/s, union {union}", n as f64 / s, actions as f64 / s);
}

#[test]
fn greedy_for_now() {
    let game = game();
    let n = games(10);
    for players in [["greedy", "random"], ["random", "greedy"], ["greedy", "greedy"]] {
        let start = std::time::Instant::now();
        let mut wins = [0, 0];
        let mut actions = 0;
        for seed in 0..n {
            let mut state = game.start();
            let seat = |i: usize| Chancellorsville1961::player(players[i], seed * 2 + i as u64).unwrap();
            let played = play_out(&game, &mut state, &mut [seat(0), seat(1)], &mut Dice::new(seed), Care::Phases);
            assert!(played.violations.is_empty(), "{:?}", played.violations);
            actions += played.actions;
            wins[played.verdict.unwrap().winner.unwrap().index()] += 1;
            println!(
                "turn {} left {} {}",
                state.turn(),
                game.factors_left(&state, engine::Side::Union),
                game.factors_left(&state, engine::Side::Confederate)
            );
        }
        println!("{players:?} {wins:?} {:.2} s/game {} actions/game", start.elapsed().as_secs_f64() / n as f64, actions / n);
    }
}

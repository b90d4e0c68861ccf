//! Whole random games.

use std::collections::BTreeMap;

use chancellorsville_1974::Chancellorsville1974;
use engine::player::RandomPlayer;
use engine::sim::{Care, play_out};
use engine::{Dice, Game, Handbook, Player};

/// A game with these options on.
pub fn game(options: &[&str]) -> Chancellorsville1974 {
    let chosen: BTreeMap<String, String> = options.iter().map(|o| (o.to_string(), "on".to_string())).collect();
    let setup = Chancellorsville1974::catalogue().complete(None, &chosen).expect("known options");
    Chancellorsville1974::open(&setup).expect("opens")
}

const OPTIONS: [&str; 5] = ["command-control", "unit-functions", "inverted-counters", "historical-disposition", "stonemans-raid"];

/// How many games: a few, or as many as asked for.
fn games(few: u64) -> u64 {
    std::env::var("LONGROLL_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

fn soak(from: u64, count: u64, care: Care) {
    for seed in from..from + count {
        let on: Vec<&str> = OPTIONS.iter().enumerate().filter(|(i, _)| seed >> i & 1 == 1).map(|(_, o)| *o).collect();
        let game = game(&on);
        let mut state = game.start();
        let mut players: [Box<dyn Player<Chancellorsville1974>>; 2] =
            [Box::new(RandomPlayer::new(seed)), Box::new(RandomPlayer::new(seed + 1_000_000))];
        let played = play_out(&game, &mut state, &mut players, &mut Dice::new(seed), care);
        assert!(played.violations.is_empty(), "game {seed} with {on:?}: {:?}", played.violations);
        assert!(played.verdict.is_some(), "game {seed} with {on:?} has no end");
    }
}

#[test]
fn random_games_with_random_options_end_and_break_nothing() {
    soak(0, games(16), Care::Phases);
}

#[test]
fn random_games_checked_at_every_step() {
    soak(64, games(4).min(64), Care::Everything);
}

#[test]
fn measure_greedy() {
    let n: u64 = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    for (u, c) in [("greedy", "random"), ("random", "greedy"), ("random","random"), ("greedy","greedy")] {
        let mut wins = [0; 2];
        let t = std::time::Instant::now();
        let mut acts = 0;
        for seed in 0..n {
            let game = game(&[]);
            let mut state = game.start();
            let mut players = [Chancellorsville1974::player(u, seed).unwrap(), Chancellorsville1974::player(c, seed + 77).unwrap()];
            let played = play_out(&game, &mut state, &mut players, &mut Dice::new(seed), Care::Phases);
            assert!(played.violations.is_empty(), "{:?}", played.violations);
            acts += played.actions;
            wins[played.verdict.unwrap().winner.unwrap().index()] += 1;
            eprintln!("{u} {c} {}", game.verdict_words(&state, played.verdict.unwrap()));
        }
        eprintln!("{u}-{c} {wins:?} {:?} {acts}", t.elapsed());
    }
}

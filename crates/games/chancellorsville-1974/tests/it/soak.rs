//! Whole random games.

use crate::field::game;
use chancellorsville_1974::Chancellorsville1974;
use engine::player::RandomPlayer;
use engine::sim::{Care, play_out};
use engine::{Dice, Player, Rules, Side};

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

/// How many of these games that side wins.
fn wins(players: [&str; 2], side: Side, seeds: std::ops::Range<u64>) -> usize {
    seeds
        .filter(|seed| {
            let on: Vec<&str> = OPTIONS.iter().enumerate().filter(|(i, _)| seed >> i & 1 == 1).map(|(_, o)| *o).collect();
            let game = game(&on);
            let mut state = game.start();
            let mut seated = [0, 1]
                .map(|i| players::hire::<players::chancellorsville_1974::Lore>(players[i], seed * 2 + i as u64).expect("a known player"));
            let played = play_out(&game, &mut state, &mut seated, &mut Dice::new(*seed), Care::Phases);
            assert!(played.violations.is_empty(), "game {seed} with {on:?}: {:?}", played.violations);
            played.verdict.and_then(|v| v.winner) == Some(side)
        })
        .count()
}

#[test]
fn greedy_beats_random_from_either_side() {
    let games = games(10).min(100);
    let blue = wins(["greedy", "random"], Side::Union, 0..games);
    let gray = wins(["random", "greedy"], Side::Confederate, 0..games);
    assert!(10 * blue as u64 >= 9 * games, "Union: {blue} of {games}");
    assert!(10 * gray as u64 >= 9 * games, "Confederate: {gray} of {games}");
}

#[test]
fn greedy_plays_every_option_by_the_rules() {
    let apart = if games(3) > 3 { 1 } else { 13 };
    for seed in (0..32).step_by(apart) {
        let on: Vec<&str> = OPTIONS.iter().enumerate().filter(|(i, _)| seed >> i & 1 == 1).map(|(_, o)| *o).collect();
        let game = game(&on);
        let mut state = game.start();
        let mut seated = [0, 1].map(|i| players::hire::<players::chancellorsville_1974::Lore>("greedy", seed + i).expect("a known player"));
        let played = play_out(&game, &mut state, &mut seated, &mut Dice::new(seed), Care::Everything);
        assert!(played.violations.is_empty(), "{on:?}: {:?}", played.violations);
    }
}

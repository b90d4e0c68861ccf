//! Whole games: nothing illegal is listed, nothing breaks, every game ends.

use crate::table::{game, game_with};
use chancellorsville_1961::Chancellorsville1961;
use engine::sim::{Care, play_out};
use engine::{Dice, Player, Rules, Side};

fn soak(players: [&str; 2], seeds: std::ops::Range<u64>, care: Care) {
    let game = game();
    for seed in seeds {
        let mut state = game.start();
        let seat = |i: usize| players::hire::<players::chancellorsville_1961::Lore>(players[i], seed * 2 + i as u64).unwrap();
        let played = play_out(&game, &mut state, &mut [seat(0), seat(1)], &mut Dice::new(seed), care);
        assert!(played.violations.is_empty(), "seed {seed}: {:?}", played.violations);
        assert!(played.verdict.is_some(), "seed {seed} has no end");
    }
}

/// How many games: `LONGROLL_SOAK` or a few.
pub fn games(few: u64) -> u64 {
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
fn games_by_the_clock() {
    let game = game_with(&[("clock", "on")]);
    for seed in 0..2 {
        let mut state = game.start();
        let seat = |i: u64| players::hire::<players::chancellorsville_1961::Lore>("random", seed * 2 + i).unwrap();
        let played = play_out(&game, &mut state, &mut [seat(0), seat(1)], &mut Dice::new(seed), Care::Phases);
        assert!(played.violations.is_empty() && played.verdict.is_some(), "seed {seed}: {:?}", played.violations);
    }
}

/// From either side the greedy player beats the random one nine times in ten.
#[test]
fn greedy_beats_random_from_either_side() {
    let game = game();
    let n = games(10);
    for greedy in Side::BOTH {
        let mut wins = 0;
        for seed in 0..n {
            let mut players: [Box<dyn Player<Chancellorsville1961>>; 2] = [0, 1].map(|i| {
                players::hire::<players::chancellorsville_1961::Lore>(
                    if i == greedy.index() { "greedy" } else { "random" },
                    seed * 2 + i as u64,
                )
                .unwrap()
            });
            let mut state = game.start();
            let played = play_out(&game, &mut state, &mut players, &mut Dice::new(seed), Care::Everything);
            assert!(played.violations.is_empty(), "seed {seed}: {:?}", played.violations);
            wins += u64::from(played.verdict.unwrap().winner == Some(greedy));
        }
        assert!(wins * 10 >= n * 9, "greedy as {greedy} won {wins} of {n}");
    }
}

#[test]
fn greedy_plays_itself() {
    soak(["greedy", "greedy"], 0..3, Care::Everything);
}

//! Whole random games: no dead end, no broken invariant, no end in sight.

use bull_run::BullRun;
use engine::sim::{Care, play_out};
use engine::{Dice, Handbook, Rules, Side};
use std::collections::BTreeMap;

/// A game with options taken from the bits of a number.
pub fn with_options(bits: u64) -> BullRun {
    let ids = ["uncertain-times", "fog-of-war", "exhaustion", "july-20th", "retreat-from-guns"];
    let chosen: BTreeMap<String, String> =
        ids.iter().enumerate().map(|(n, id)| (id.to_string(), if bits >> n & 1 == 1 { "on" } else { "off" }.to_string())).collect();
    BullRun::open(&BullRun::catalogue().complete(None, &chosen).unwrap()).unwrap()
}

fn soak(players: [&str; 2], games: u64, from: u64, care: Care) -> [u64; 2] {
    let mut wins = [0; 2];
    let mut actions = 0;
    let start = std::time::Instant::now();
    for seed in from..from + games {
        let game = with_options(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40);
        let mut seated = [0, 1].map(|i| players::hire::<players::bull_run::Lore>(players[i], seed * 2 + i as u64).unwrap());
        let mut state = game.start();
        let played = play_out(&game, &mut state, &mut seated, &mut Dice::new(seed), care);
        assert!(played.violations.is_empty(), "seed {seed}, options {:?}: {:?}", game.setup().options, played.violations);
        let winner = played.verdict.and_then(|v| v.winner).expect("no draws");
        wins[winner.index()] += 1;
        actions += played.actions;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{players:?}: {games} games, {actions} actions, {:.1} games/s, {:.0} actions/s, {wins:?}",
        games as f64 / seconds,
        actions as f64 / seconds
    );
    wins
}

fn often(usual: u64) -> u64 {
    std::env::var("LONGROLL_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_games_with_random_options_end_without_violation() {
    soak(["random", "random"], often(12), 1, Care::Phases);
}

#[test]
fn every_listed_action_is_legal_and_every_position_sound() {
    soak(["random", "random"], often(2).min(60), 1000, Care::Everything);
}

#[test]
fn greedy_games_are_sound_too() {
    soak(["greedy", "greedy"], often(2).min(60), 2000, Care::Everything);
}

#[test]
fn greedy_beats_random_from_either_side() {
    let games = often(10).min(100);
    let as_union = soak(["greedy", "random"], games, 1, Care::Phases);
    let as_confederate = soak(["random", "greedy"], games, 1, Care::Phases);
    assert!(as_union[Side::Union.index()] * 10 >= games * 9, "{as_union:?}");
    assert!(as_confederate[Side::Confederate.index()] * 10 >= games * 9, "{as_confederate:?}");
}

//! The quick players of every game: nothing illegal, nothing broken, every game ends, and they are better than chance.

use crate::opened::opened;
use engine::conformance::patience;
use engine::sim::{Care, play_out};
use engine::{Dice, Handbook, Rules, Side};
use players::{Quick, hire};

/// The winner of a game; any fault ends the test.
fn play<D: Quick>(game: &D::Game, names: [&str; 2], seed: u64, care: Care) -> Option<Side> {
    let mut seated = [0, 1].map(|i| hire::<D>(names[i], seed * 2 + i as u64).expect("a known player"));
    let played = play_out(game, &mut game.start(), &mut seated, &mut Dice::new(seed), care);
    assert!(played.violations.is_empty(), "{names:?}, seed {seed}, {:?}: {:?}", game.setup(), played.violations);
    played.verdict.expect("an end").winner
}

/// Quick players keep the rules in every scenario, with any options.
fn keep_the_rules<D: Quick>() {
    for scenario in &D::Game::catalogue().scenarios {
        for seed in 0..2 * patience() as u64 {
            play::<D>(&opened(&scenario.id, seed), ["greedy"; 2], seed, Care::Everything);
        }
    }
}

/// From either side the quick player beats the random one nine times in ten, with the options that nobody has to choose.
fn beat_chance<D: Quick>() {
    let games = 10 * patience().min(10) as u64;
    let game: D::Game = opened(&D::Game::catalogue().scenarios[0].id, 0);
    for side in Side::BOTH {
        let names = if side == Side::Union { ["greedy", "random"] } else { ["random", "greedy"] };
        let wins = (0..games).filter(|seed| play::<D>(&game, names, *seed, Care::Phases) == Some(side)).count() as u64;
        assert!(wins * 10 >= games * 9, "{side}: {wins} of {games}");
    }
}

macro_rules! games {
    ($($lore:ident: $($test:ident)*;)*) => {
        $(mod $lore {
            $(#[test]
            fn $test() {
                super::$test::<players::$lore::Lore>();
            })*
        })*
    };
}

games! {
    blue_gray: keep_the_rules;
    bull_run: keep_the_rules beat_chance;
    chancellorsville_1974: keep_the_rules beat_chance;
    chancellorsville_1961: keep_the_rules beat_chance;
    give_us_victories: keep_the_rules;
}

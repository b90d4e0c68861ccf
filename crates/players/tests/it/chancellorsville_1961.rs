//! The general's doctrine: what positions are worth, whole games, the same game again.

use crate::staff::{self, Greedy, chance};
use chancellorsville_1961::Chancellorsville1961;
use engine::sim::Care;
use engine::{Actor, Handbook, Rules, Side};
use players::chancellorsville_1961::Lore;

fn game() -> Chancellorsville1961 {
    Chancellorsville1961::open(&Chancellorsville1961::catalogue().complete(None, &Default::default()).unwrap()).unwrap()
}

#[test]
fn losses_lower_the_chance_of_the_loser() {
    let (mut union, mut confederate) = (0, 0);
    for seed in 1..6 {
        let (a, b) = losses(seed);
        union += a;
        confederate += b;
    }
    assert!(union > 0 && confederate > 0, "{union} {confederate}");
}

/// Plays a game and looks at every blow that one side alone has to bear: how many there were for each.
fn losses(seed: u64) -> (u32, u32) {
    let game = game();
    let (mut state, mut greedy) = (game.start(), Greedy::<Lore>::new(&game, 5 * seed, seed));
    let (mut union, mut confederate) = (0, 0);
    loop {
        let before = (chance::<Lore>(&game, &state), Side::BOTH.map(|s| game.factors_left(&state, s)), state.turn());
        if greedy.step(&mut state).is_none() {
            break;
        }
        let after = (chance::<Lore>(&game, &state), Side::BOTH.map(|s| game.factors_left(&state, s)), state.turn());
        // Whole stacks lost by one side alone, in the same turn.
        let lost = [0, 1].map(|i| before.1[i] - after.1[i]);
        if before.2 != after.2 || matches!(game.actor(&state), Actor::Over(_)) {
            continue;
        }
        if lost[0] == 0 && lost[1] >= 3 {
            confederate += 1;
            assert!(after.0 > before.0, "{before:?} {after:?}");
        }
        if lost[1] == 0 && lost[0] >= 4 {
            union += 1;
            assert!(after.0 < before.0, "{before:?} {after:?}");
        }
    }
    (union, confederate)
}

#[test]
fn whole_games_by_the_rules_and_the_same_again() {
    let played = |care| staff::played::<Lore>(&game(), 150, 5, care);
    assert_eq!(played(Care::Everything), played(Care::None));
}

#[test]
fn an_estimate_says_what_is_meant() {
    let game = game();
    let (mut state, mut greedy) = (game.start(), Greedy::<Lore>::new(&game, 5, 9));
    while state.turn() < 6 && greedy.step(&mut state).is_some() {}
    staff::estimate::<Lore>(&game, &state, state.mover(), 400);
}

#[test]
fn puzzles_have_their_answers() {
    staff::puzzles_have_their_answers::<Lore>(30);
}

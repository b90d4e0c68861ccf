//! Random games by the hundred, every action checked and every position looked over. `LONGROLL_SOAK=100000` plays more.

use crate::kit::{effective, effective_unlimited, rounds, standard, unlimited};
use blue_gray::BlueGray;
use engine::sim::{Care, play_out};
use engine::{Dice, Notation, Player, Rules};

#[test]
fn two_hundred_random_games_end_by_turn_ten_without_a_fault() {
    let games = rounds(200);
    let tables = [standard(), effective(), unlimited(), effective_unlimited()];
    for seed in 0..games {
        let game = tables[seed as usize % 4];
        let player = |n: u64| -> Box<dyn Player<BlueGray>> {
            players::hire::<players::blue_gray::Lore>("random", 2 * seed + n).expect("the random player")
        };
        let mut state = game.start();
        let played = play_out(game, &mut state, &mut [player(0), player(1)], &mut Dice::new(seed), Care::Everything);
        assert!(played.violations.is_empty(), "seed {seed}: {:?}\n{}", played.violations, game.write_position(&state));
        assert!(played.verdict.is_some() && state.turn == 10, "seed {seed}: turn {}", state.turn);
    }
}

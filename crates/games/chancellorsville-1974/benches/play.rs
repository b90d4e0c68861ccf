//! How fast games are played: whole random games, and the parts that take the time.

use chancellorsville_1974::Chancellorsville1974;
use engine::player::RandomPlayer;
use engine::sim::{Care, play_out};
use engine::{Dice, Handbook, Player, Rules};
use std::collections::BTreeMap;

fn main() {
    divan::main();
}

fn game() -> Chancellorsville1974 {
    let setup = Chancellorsville1974::catalogue().complete(None, &BTreeMap::new()).expect("the defaults are complete");
    Chancellorsville1974::open(&setup).expect("the defaults open")
}

#[divan::bench]
fn random_game(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let seat = |i: u64| -> Box<dyn Player<Chancellorsville1974>> { Box::new(RandomPlayer::new(seed * 2 + i)) };
        play_out(&game, &mut game.start(), &mut [seat(0), seat(1)], &mut Dice::new(seed), Care::None).actions
    });
}

#[divan::bench]
fn clone_a_state(bencher: divan::Bencher<'_, '_>) {
    let state = game().start();
    bencher.bench_local(|| state.clone());
}

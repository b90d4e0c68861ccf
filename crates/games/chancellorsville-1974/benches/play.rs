//! How fast games are played: whole random games, and the parts that take the time.

use chancellorsville_1974::Chancellorsville1974;
use engine::sim::{Care, play_out};
use engine::{Dice, Handbook, Rules};
use std::collections::BTreeMap;

fn main() {
    divan::main();
}

fn game() -> Chancellorsville1974 {
    let setup = Chancellorsville1974::catalogue().complete(None, &BTreeMap::new()).expect("the defaults are complete");
    Chancellorsville1974::open(&setup).expect("the defaults open")
}

fn play(bencher: divan::Bencher<'_, '_>, players: [&str; 2]) {
    let game = game();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let mut state = game.start();
        let seat =
            |i: usize| players::hire::<players::chancellorsville_1974::Lore>(players[i], seed * 2 + i as u64).expect("a known player");
        play_out(&game, &mut state, &mut [seat(0), seat(1)], &mut Dice::new(seed), Care::None).actions
    });
}

#[divan::bench]
fn random_game(bencher: divan::Bencher<'_, '_>) {
    play(bencher, ["random", "random"]);
}

#[divan::bench]
fn greedy_against_random(bencher: divan::Bencher<'_, '_>) {
    play(bencher, ["greedy", "random"]);
}

#[divan::bench]
fn clone_a_state(bencher: divan::Bencher<'_, '_>) {
    let state = game().start();
    bencher.bench_local(|| state.clone());
}

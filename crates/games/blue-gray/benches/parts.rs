//! The parts that take the time: a flood, a list, a clone, a whole game.

use blue_gray::{BlueGray, State, Subject};
use engine::player::RandomPlayer;
use engine::sim::{Care, play_out};
use engine::{Dice, Handbook, Player, Rules, Side};
use std::collections::BTreeMap;

fn main() {
    divan::main();
}

fn chattanooga() -> BlueGray {
    let setup = BlueGray::catalogue().complete(None, &BTreeMap::new()).expect("the defaults are complete");
    BlueGray::open(&setup).expect("the defaults open")
}

#[divan::bench]
fn clone_a_position(bencher: divan::Bencher<'_, '_>) {
    let state: State = chattanooga().start();
    bencher.bench_local(|| state.clone());
}

/// The reachable set of one unit and the list of its marches: 2/3/IV on Orchard Knob, with roads and woods around it.
#[divan::bench]
fn marches_of_a_unit(bencher: divan::Bencher<'_, '_>) {
    let game = chattanooga();
    let state = game.start();
    let unit = Subject::Unit(game.unit_named("2/3/IV").expect("Hazen is there"));
    let mut out = Vec::new();
    bencher.bench_local(|| {
        out.clear();
        game.options(&state, Side::Union, unit, &mut out);
        out.len()
    });
}

#[divan::bench]
fn what_can_act(bencher: divan::Bencher<'_, '_>) {
    let game = chattanooga();
    let state = game.start();
    let mut out = Vec::new();
    bencher.bench_local(|| {
        out.clear();
        game.subjects(&state, Side::Union, &mut out);
        out.len()
    });
}

#[divan::bench]
fn whole_game(bencher: divan::Bencher<'_, '_>) {
    let game = chattanooga();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let seat = |i: u64| Box::new(RandomPlayer::new(seed * 2 + i)) as Box<dyn Player<BlueGray>>;
        play_out(&game, &mut game.start(), &mut [seat(0), seat(1)], &mut Dice::new(seed), Care::None).actions
    });
}

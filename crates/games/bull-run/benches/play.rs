//! How fast games go: whole random games, and the parts that cost most.

use bull_run::BullRun;
use engine::player::RandomPlayer;
use engine::sim::{Care, play_out};
use engine::{Actor, Chair, Dice, Handbook, Player, Positions, Rules};

fn main() {
    divan::main();
}

fn game() -> BullRun {
    BullRun::open(&BullRun::catalogue().complete(None, &Default::default()).unwrap()).unwrap()
}

/// A whole random game, set-up included, with full option generation.
#[divan::bench]
fn random_game(bencher: divan::Bencher) {
    let game = game();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let mut players = [0, 1].map(|i| Box::new(RandomPlayer::<BullRun>::new(seed * 2 + i)) as Box<dyn Player<BullRun>>);
        let mut state = game.start();
        play_out(&game, &mut state, &mut players, &mut Dice::new(seed), Care::None).actions
    });
}

/// All options of a side in the middle of its movement.
#[divan::bench]
fn all_marches(bencher: divan::Bencher) {
    let game = game();
    let mut players = [0, 1].map(|i| Box::new(RandomPlayer::<BullRun>::new(i)) as Box<dyn Player<BullRun>>);
    let (mut state, mut dice) = (game.start(), Dice::new(1));
    while game.write_position(&state)["turn"] != 6 {
        match game.actor(&state) {
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            Actor::Over(_) => break,
            asked => {
                let side = asked.side().unwrap();
                let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
    let side = game.actor(&state).side().unwrap();
    bencher.bench_local(|| Chair::new(&game, &state, side).legal().len());
}

/// A copy of a position.
#[divan::bench]
fn copy(bencher: divan::Bencher) {
    let state = game().start();
    bencher.bench_local(|| state.clone());
}

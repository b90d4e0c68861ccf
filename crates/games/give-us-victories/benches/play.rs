//! How fast games go: whole random games of every scenario, and the parts that cost most.

use engine::player::RandomPlayer;
use engine::sim::{Care, play_out};
use engine::{Actor, Chair, Dice, Fog, Handbook, Player, Rules, Side};
use give_us_victories::{GiveUsVictories, State};

const SCENARIOS: [&str; 5] = ["lee-moves", "jacksons-attack", "chancellorsville", "salem-church", "campaign"];

fn main() {
    divan::main();
}

fn game(scenario: &str) -> GiveUsVictories {
    GiveUsVictories::open(&GiveUsVictories::catalogue().complete(Some(scenario), &Default::default()).unwrap()).unwrap()
}

/// Positions of random games in which a side is asked, evenly from all of them.
fn positions(game: &GiveUsVictories, wanted: usize) -> Vec<(State, Side)> {
    let (mut dice, mut player) = (Dice::new(1863), RandomPlayer::<GiveUsVictories>::new(1863));
    let mut state = game.start();
    let (mut all, mut decisions) = (Vec::new(), 0u32);
    while all.len() < wanted {
        match game.actor(&state) {
            Actor::Over(_) => state = game.start(),
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().unwrap();
                decisions += 1;
                if decisions.is_multiple_of(37) {
                    all.push((state.clone(), side));
                }
                let action = player.choose(&Chair::new(game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
    all
}

/// A whole random game, set-up included, with full option generation.
#[divan::bench(args = SCENARIOS)]
fn random_game(bencher: divan::Bencher, scenario: &str) {
    let game = game(scenario);
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let mut players: [Box<dyn Player<GiveUsVictories>>; 2] =
            [0, 1].map(|i| Box::new(RandomPlayer::<GiveUsVictories>::new(seed * 2 + i)) as Box<dyn Player<GiveUsVictories>>);
        let mut state = game.start();
        play_out(&game, &mut state, &mut players, &mut Dice::new(seed), Care::None).actions
    });
}

/// Everything that can be done in a hundred positions.
#[divan::bench(args = SCENARIOS)]
fn list_a_hundred(bencher: divan::Bencher, scenario: &str) {
    let game = game(scenario);
    let positions = positions(&game, 100);
    let (mut subjects, mut actions) = (Vec::new(), Vec::new());
    bencher.bench_local(|| {
        actions.clear();
        for (state, side) in &positions {
            subjects.clear();
            game.subjects(state, *side, &mut subjects);
            subjects.iter().for_each(|s| game.options(state, *side, *s, &mut actions));
        }
        actions.len()
    });
}

/// What a side knows of a position, and a position that fits it.
#[divan::bench(args = SCENARIOS)]
fn imagine_a_hundred(bencher: divan::Bencher, scenario: &str) {
    let game = game(scenario);
    let positions = positions(&game, 100);
    let mut dice = Dice::new(1);
    bencher.bench_local(|| {
        positions.iter().map(|(state, side)| game.sample(&game.knowledge(state, (*side).into()), &mut dice)).filter(|s| s.turn > 0).count()
    });
}

/// A copy of a position.
#[divan::bench]
fn copy(bencher: divan::Bencher) {
    let state = game("campaign").start();
    bencher.bench_local(|| state.clone());
}

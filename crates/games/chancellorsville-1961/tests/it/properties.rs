//! What always holds, looked for in random games.

use crate::table::*;
use chancellorsville_1961::{Chancellorsville1961, Step};
use engine::player::RandomPlayer;
use engine::{Actor, Chair, Dice, Player, Positions, Rules};
use serde_json::json;

/// Close quarters: both armies within reach of each other, so that games are full of battles.
fn melee(seed: u64) -> Table {
    let mut dice = Dice::new(seed);
    let game = game();
    let hexes = [
        "NN-21", "NN-22", "NN-23", "NN-24", "NN-25", "OO-23", "OO-24", "MM-22", "MM-23", "PP-24", "LL-22", "PP-26", "LL-24", "OO-26",
        "MM-25", "RR-27",
    ];
    let book = game.book();
    loop {
        let mut units = Vec::new();
        for piece in book.all().filter(|p| p.bit() & (book.units() & !book.substitutes) != 0) {
            if dice.below(3) == 0 {
                units.push((book.counter(piece).id.as_str(), hexes[dice.below(hexes.len())]));
            }
        }
        let forts = json!({ "turn": 22, "forts": { "confederate": ["NN-24", "OO-24"], "union": ["MM-22"] } });
        // Whoever does not fit is left out.
        while let Err(bad) = game.read_position(&position(Union, &units, forts.clone())) {
            let named = bad.field.strip_prefix("units[").and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
            units.remove(named.unwrap_or(units.len() - 1));
        }
        let state = game.read_position(&position(Union, &units, forts)).unwrap();
        if units.len() > 20 {
            return Table { game, state, events: Vec::new() };
        }
    }
}

#[test]
fn battles_without_end_come_to_an_end() {
    for seed in 100..100 + 40 * engine::conformance::patience() as u64 {
        let mut table = melee(seed);
        let seat = |i: u64| -> Box<dyn Player<Chancellorsville1961>> { Box::new(RandomPlayer::new(seed * 2 + i)) };
        let played = engine::sim::play_out(
            &table.game,
            &mut table.state,
            &mut [seat(0), seat(1)],
            &mut Dice::new(seed),
            engine::sim::Care::Everything,
        );
        assert!(played.violations.is_empty() && played.verdict.is_some(), "seed {seed}: {:?}", played.violations);
    }
}

#[test]
fn a_division_is_listed_at_once_as_it_is_subject_by_subject() {
    let mut compared = 0;
    for seed in 0..20 {
        let Table { game, mut state, .. } = melee(seed);
        let (mut dice, mut player) = (Dice::new(seed), RandomPlayer::new(seed));
        for _ in 0..200 {
            match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().expect("somebody is asked");
                    let chair = Chair::new(&game, &state, side);
                    if state.step == Step::Divide {
                        let mut whole = Vec::new();
                        game.list_whole_division(&state, &mut game.division(&state), &mut whole);
                        assert_eq!(whole, chair.legal(), "seed {seed}");
                        compared += 1;
                    }
                    let action = player.choose(&chair);
                    game.apply_unchecked(&mut state, side, action, &mut ());
                }
            }
        }
    }
    assert!(compared > 200, "{compared} divisions");
}

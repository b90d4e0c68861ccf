//! What always holds, looked for in random games.

use crate::table::*;
use chancellorsville_1961::{Action, Chancellorsville1961, State};
use engine::player::RandomPlayer;
use engine::table::{Seated, Table as _};
use engine::{Actor, Chair, Dice, Notation, Player, Rules, Side, Words};
use serde_json::json;

/// Positions met in a random game, one in so many decisions.
fn met(seed: u64, every: u64) -> Vec<State> {
    let game = game();
    let mut state = game.start();
    let mut players = [RandomPlayer::<Chancellorsville1961>::new(seed), RandomPlayer::new(seed + 1)];
    let mut dice = Dice::new(seed);
    let (mut found, mut n) = (Vec::new(), 0);
    loop {
        match game.actor(&state) {
            Actor::Over(_) => return found,
            Actor::Chance(chance) => {
                found.push(state.clone());
                game.settle(&mut state, &dice.answer(chance.lot), &mut ());
            }
            asked => {
                let side = asked.side().unwrap();
                let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
                n += 1;
                if n % every == 0 || !matches!(state.step(), chancellorsville_1961::Step::Move) && n % 3 == 0 {
                    found.push(state.clone());
                }
            }
        }
    }
}

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
fn what_is_saved_is_what_is_loaded() {
    let game = game();
    let check = |state: &State| {
        let written = game.write_position(state);
        let read = game.read_position(&written).unwrap_or_else(|e| panic!("{e}\n{written}"));
        assert_eq!(game.hash(&read), game.hash(state), "{written}");
        assert_eq!(game.write_position(&read), written);
        let list = |s: &State| {
            let mut actions = Vec::new();
            if let Some(side) = game.actor(s).side() {
                let mut subjects = Vec::new();
                game.subjects(s, side, &mut subjects);
                subjects.into_iter().for_each(|x| game.options(s, side, x, &mut actions));
            }
            actions
        };
        assert_eq!(list(&read), list(state));
    };
    for seed in 0..3 {
        met(seed, 40).iter().for_each(check);
    }
    for seed in 0..25 {
        let mut table = melee(seed);
        let mut player = RandomPlayer::<Chancellorsville1961>::new(seed);
        let mut dice = Dice::new(seed);
        for _ in 0..120 {
            check(&table.state);
            match table.game.actor(&table.state) {
                Actor::Over(_) => break,
                Actor::Chance(c) => table.game.settle(&mut table.state, &dice.answer(c.lot), &mut ()),
                asked => {
                    let side = asked.side().unwrap();
                    let action = player.choose(&Chair::new(&table.game, &table.state, side));
                    table.game.apply_unchecked(&mut table.state, side, action, &mut ());
                }
            }
        }
    }
}

#[test]
fn battles_without_end_come_to_an_end() {
    for seed in 100..100 + crate::soak::games(40) {
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
fn whatever_is_accepted_keeps_the_position_sound() {
    // Actions of other positions, thrown at this one: refused without a trace, or sound.
    let game = game();
    let mut pool: Vec<Action> = Vec::new();
    let mut states: Vec<State> = met(7, 60);
    states.extend((0..8).map(|seed| melee(seed).state));
    for state in &states {
        if let Some(side) = game.actor(state).side() {
            let mut subjects = Vec::new();
            game.subjects(state, side, &mut subjects);
            subjects.into_iter().for_each(|s| game.options(state, side, s, &mut pool));
        }
    }
    let mut dice = Dice::new(5);
    let (mut refused, mut accepted) = (0, 0);
    for state in &states {
        for _ in 0..60 {
            let action = pool[dice.below(pool.len())];
            let side = Side::BOTH[dice.below(2)];
            let mut copy = state.clone();
            match game.apply(&mut copy, side, action, &mut ()) {
                Ok(()) => {
                    accepted += 1;
                    game.audit(&copy).unwrap_or_else(|e| panic!("{action:?}: {e}"));
                }
                Err(illegal) => {
                    refused += 1;
                    assert!(illegal.rule.starts_with("C61-"));
                    assert_eq!(game.hash(&copy), game.hash(state));
                }
            }
        }
    }
    assert!(refused > 500 && accepted > 10, "{refused} refused, {accepted} accepted");
}

#[test]
fn every_action_reads_back() {
    let game = game();
    for state in met(3, 25).iter().chain(&(0..6).map(|s| melee(s).state).collect::<Vec<_>>()) {
        let Some(side) = game.actor(state).side() else { continue };
        let (mut subjects, mut actions) = (Vec::new(), Vec::new());
        game.subjects(state, side, &mut subjects);
        for subject in &subjects {
            assert_eq!(game.read_subject(&game.write_subject(*subject)), Ok(*subject));
            game.describe_subject(state, *subject);
            let before = actions.len();
            game.options(state, side, *subject, &mut actions);
            assert!(actions.len() > before, "{subject:?} has nothing to do");
        }
        for action in actions.iter().step_by(7) {
            assert_eq!(game.read_action(&game.write_action(*action)), Ok(*action));
            game.describe(state, *action);
        }
        game.view(state);
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<State>() <= 8 * 1024, "{} bytes", size_of::<State>());
}

#[test]
fn classes_cover_the_die() {
    let game = game();
    let mut seen = 0;
    for state in met(11, 1000) {
        if let Actor::Chance(_) = game.actor(&state) {
            let mut classes = Vec::new();
            game.classes(&state, &mut classes);
            assert_eq!(classes.iter().map(|c| c.weight).sum::<u32>(), 6);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_saved_game_is_followed_to_the_same_position() {
    let table = melee(3);
    let mut seated = Seated::new(table.game.clone(), table.state.clone(), Dice::new(9));
    let mut players = [RandomPlayer::<Chancellorsville1961>::new(1), RandomPlayer::new(2)];
    for _ in 0..150 {
        match table.game.actor(seated.state()) {
            Actor::Over(_) => break,
            Actor::Chance(_) => drop(seated.answer(None).unwrap()),
            asked => {
                let side = asked.side().unwrap();
                let action = players[side.index()].choose(&Chair::new(&table.game, seated.state(), side));
                seated.act(side, action).unwrap();
            }
        }
    }
    let saved = seated.save();
    let (loaded, remark) = Seated::load(table.game.clone(), &saved).unwrap();
    assert_eq!((loaded.hash(), remark), (seated.hash(), None));
}

/// A game goes on from a position for a while without a dead end or a panic.
fn goes_on(game: &Chancellorsville1961, mut state: State, seed: u64) {
    let mut player = RandomPlayer::<Chancellorsville1961>::new(seed);
    let mut dice = Dice::new(seed);
    for _ in 0..40 {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(c) => game.settle(&mut state, &dice.answer(c.lot), &mut ()),
            asked => {
                let side = asked.side().unwrap();
                let action = player.choose(&Chair::new(game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
}

#[test]
fn garbage_is_refused_or_can_be_played() {
    let game = game();
    let mut dice = Dice::new(77);
    let mut texts = Vec::new();
    for seed in 0..6 {
        let mut table = melee(seed);
        let mut player = RandomPlayer::<Chancellorsville1961>::new(seed);
        let mut steps = std::collections::BTreeSet::new();
        for _ in 0..400 {
            // One position of each kind of decision.
            if steps.insert(format!("{:?}", table.state.step())) {
                texts.push(game.write_position(&table.state).to_string());
            }
            match game.actor(&table.state) {
                Actor::Over(_) => break,
                Actor::Chance(c) => game.settle(&mut table.state, &dice.answer(c.lot), &mut ()),
                asked => {
                    let side = asked.side().unwrap();
                    let action = player.choose(&Chair::new(&game, &table.state, side));
                    game.apply_unchecked(&mut table.state, side, action, &mut ());
                }
            }
        }
    }
    let mut played = 0;
    for n in 0..crate::soak::games(40) * 100 {
        let mut bytes = texts[dice.below(texts.len())].clone().into_bytes();
        for _ in 0..1 + dice.below(3) {
            let at = dice.below(bytes.len());
            match dice.below(8) {
                0 => bytes.truncate(at.max(1)),
                1 => drop(bytes.remove(at)),
                // Digits and letters of names, so that much of it still reads.
                _ => bytes[at] = b"0123456789{}[]\",:AZaz"[dice.below(21)],
            }
        }
        if let Ok(value) = serde_json::from_slice::<serde_json::Value>(&bytes)
            && let Ok(state) = game.read_position(&value)
        {
            game.audit(&state).unwrap();
            goes_on(&game, state, n);
            played += 1;
        }
    }
    assert!(played > 20, "{played} positions were still good");
}

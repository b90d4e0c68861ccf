//! Operational plans: every one names hexes and formations that there are, the general follows the one that it tells, and what it says that
//! it will do it does.

use crate::staff::commander;
use blue_gray::BlueGray;
use engine::{Actor, Chair, Dice, Handbook, Notation, Player, Rules, Side};
use general::plan::{Plan, bearings, plans};
use general::{Doctrine, TEMPERS};
use players::blue_gray::Lore;
use players::{NAMES, Quick, bull_run, chancellorsville_1961, chancellorsville_1974, give_us_victories, hire};
use std::collections::BTreeSet;

/// Opens every scenario of a game.
fn scenarios<D: Doctrine>() -> Vec<D::Game> {
    let catalogue = D::Game::catalogue();
    let open = |id: &String| D::Game::open(&catalogue.complete(Some(id), &Default::default()).expect("a scenario")).expect("a game");
    catalogue.scenarios.iter().map(|s| s.id.clone()).collect::<Vec<_>>().iter().map(open).collect()
}

/// How many plans a game has in all, each side of each scenario at least two.
fn sound<D: Doctrine>() -> usize {
    let mut count = 0;
    for game in scenarios::<D>() {
        for side in Side::BOTH {
            let all = plans::<D>(&game, side);
            for plan in &all {
                let found = bearings::<D>(&game, plan).unwrap_or_else(|unknown| panic!("{unknown}"));
                assert!(!found.is_empty() && plan.from < plan.until, "{}", plan.name);
                assert!(plan.tells.ends_with('.') && !plan.name.ends_with('.'), "{}", plan.name);
            }
            let names: BTreeSet<&str> = all.iter().map(|p| p.name.as_str()).collect();
            assert_eq!(names.len(), all.len(), "two plans of one name");
            // In the opening there is something to draw from.
            assert!(all.is_empty() || all.iter().filter(|p| p.from == 0.0).count() >= 2, "{side:?}");
            count += all.len();
        }
    }
    count
}

#[test]
fn plans_name_what_there_is() {
    assert!(sound::<Lore>() >= 20);
    assert!(sound::<bull_run::Lore>() >= 4);
    assert!(sound::<chancellorsville_1974::Lore>() >= 4);
    assert!(sound::<chancellorsville_1961::Lore>() >= 4);
    assert!(sound::<give_us_victories::Lore>() >= 20);
}

fn chattanooga() -> BlueGray {
    BlueGray::open(&BlueGray::catalogue().complete(Some("chattanooga"), &Default::default()).expect("a scenario")).expect("a game")
}

type State = <BlueGray as Rules>::State;

/// The Union's first turns against somebody who sits: the position, the plan told in the opening, and those told later.
fn opening(game: &BlueGray, seed: u64, turns: u32) -> (State, Vec<String>) {
    let mut players: [Box<dyn Player<BlueGray>>; 2] =
        [Box::new(commander::<Lore>(1_500, seed)), hire::<Lore>("sitter", 1).expect("a foil")];
    let (mut state, mut dice, mut told) = (game.start(), Dice::new(seed), Vec::new());
    let until = Lore::turn(game, &state) + turns;
    while Lore::turn(game, &state) < until {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let action = players[side.index()].choose(&Chair::new(game, &state, side));
                if let Some(estimate) = players[0].estimate() {
                    let name = estimate.intent.split(':').next().unwrap_or_default().to_string();
                    if told.last() != Some(&name) {
                        told.push(name);
                    }
                }
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
    (state, told)
}

#[test]
fn openings_differ_and_the_army_does_what_was_told() {
    let game = chattanooga();
    let all: Vec<Plan> = plans::<Lore>(&game, Side::Union);
    let start = game.start();
    let mut seen = BTreeSet::new();
    for seed in 0..6 {
        let (state, told) = opening(&game, seed, 4);
        assert_eq!(told.len(), 1, "a plan is kept over the turns: {told:?}");
        let plan = all.iter().find(|p| p.name == told[0]).expect("the plan that is told is one of the army's");
        let aims = bearings::<Lore>(&game, plan).expect("its hexes");
        let come = |s: &State| Lore::lean(&game, s, Side::Union, &aims);
        assert!(come(&state) > come(&start) + 0.02, "{}: {} to {}", plan.name, come(&start), come(&state));
        seen.insert(told[0].clone());
    }
    assert!(seen.len() >= 2, "{seen:?}");
}

#[test]
fn the_orders_that_are_told_are_the_orders_that_are_given() {
    let game = chattanooga();
    let mut general = commander::<Lore>(1_500, 5);
    let mut state = game.start();
    let phase = game.phase(&state);
    let mut given = Vec::new();
    let mut told = None;
    while game.phase(&state) == phase {
        let action = general.choose(&Chair::new(&game, &state, Side::Union));
        told.get_or_insert_with(|| general.estimate().expect("it has thought").plan.clone());
        given.push(game.write_action(action));
        game.apply_unchecked(&mut state, Side::Union, action, &mut ());
    }
    assert_eq!(told.expect("a plan"), given, "nothing came between");
}

/// Whether every scenario of a game knows the temperaments, and each makes another judgement of it.
fn tempered<D: Quick>() {
    for game in scenarios::<D>() {
        let weights = D::weights(&game);
        for temper in TEMPERS.iter().filter(|t| **t != "steady") {
            let factors = weights.tempers.get(*temper).unwrap_or_else(|| panic!("{} knows nobody {temper}", D::Game::catalogue().game));
            assert_ne!(weights.clone().minding(D::TERMS, factors), *weights);
        }
        for name in NAMES {
            assert!(hire::<D>(name, 1).is_some(), "{name}");
        }
        assert!(hire::<D>("captain+mad", 1).is_none() && hire::<D>("general@nonsense=1", 1).is_none());
    }
}

#[test]
fn every_game_has_its_temperaments() {
    tempered::<Lore>();
    tempered::<bull_run::Lore>();
    tempered::<chancellorsville_1974::Lore>();
    tempered::<chancellorsville_1961::Lore>();
    tempered::<give_us_victories::Lore>();
}

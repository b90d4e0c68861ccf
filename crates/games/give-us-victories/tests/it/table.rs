//! A table for tests: a scenario with options, units put where they are wanted, orders by their names.

use engine::{Game, Handbook, SetUp};
use give_us_victories::GiveUsVictories;
use std::collections::BTreeMap;

/// The game with that scenario and those options (`name=value`).
pub fn game(scenario: &str, options: &[&str]) -> GiveUsVictories {
    let chosen: BTreeMap<String, String> =
        options.iter().map(|o| o.split_once('=').expect("name=value")).map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let setup: SetUp = GiveUsVictories::catalogue().complete(Some(scenario), &chosen).expect("a scenario and options of the game");
    GiveUsVictories::open(&setup).expect("the game opens")
}

/// Every scenario.
pub const SCENARIOS: [&str; 5] = ["campaign", "lee-moves", "jacksons-attack", "chancellorsville", "salem-church"];

/// Random options out of a number.
pub fn options_of(seed: u64) -> Vec<&'static str> {
    let bit = |n: u32| seed >> n & 1 == 1;
    let mut list = Vec::new();
    if bit(0) {
        list.push("events=on");
    }
    if bit(1) {
        list.push("dummies=on");
    }
    if bit(2) {
        list.push("rule-of-six=on");
    }
    if bit(3) {
        list.push("night-combat=on");
    }
    if bit(4) {
        list.push("extra-skirmishers-union=4");
    }
    if bit(5) {
        list.push("extra-skirmishers-confederate=2");
    }
    if bit(6) {
        list.push("deployment=hypothetical");
    }
    list.push(["absent-forces=off", "absent-forces=both", "absent-forces=stoneman", "absent-forces=longstreet"][(seed >> 7 & 3) as usize]);
    list
}

/// The opening position.
pub fn opening(game: &GiveUsVictories) -> give_us_victories::State {
    game.start()
}

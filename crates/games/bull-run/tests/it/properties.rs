//! What holds in every position of every game.

use crate::field::field;
use bull_run::{BullRun, State};
use engine::player::RandomPlayer;
use engine::{Actor, Chair, Dice, Fog, Handbook, Notation, Player, Positions, Rules, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A game with options taken from the bits of a number.
fn with_options(bits: u64) -> BullRun {
    let ids = ["uncertain-times", "fog-of-war", "exhaustion", "july-20th", "retreat-from-guns"];
    let chosen: BTreeMap<String, String> =
        ids.iter().enumerate().map(|(n, id)| (id.to_string(), if bits >> n & 1 == 1 { "on" } else { "off" }.to_string())).collect();
    BullRun::open(&BullRun::catalogue().complete(None, &chosen).unwrap()).unwrap()
}

/// Plays a random game and stops at every position with a number in the list; the eye sees game, state and number.
fn visit(seed: u64, every: u64, mut eye: impl FnMut(&BullRun, &State, u64)) {
    let game = with_options(seed);
    let mut players = [0, 1].map(|i| RandomPlayer::<BullRun>::new(seed * 2 + i));
    let (mut state, mut dice) = (game.start(), Dice::new(seed));
    let mut n = 0;
    loop {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().unwrap();
                let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply(&mut state, side, action, &mut ()).unwrap();
            }
        }
        n += 1;
        if n % every == 0 {
            eye(&game, &state, n);
        }
    }
}

#[test]
fn garbage_is_refused_with_the_name_of_the_field() {
    let game = with_options(0);
    let mut good = Value::Null;
    visit(32, 700, |g, s, _| good = g.write_position(s));
    let bad = |change: &dyn Fn(&mut Value)| {
        let mut value = json!({ "phase": "movement", "active": "union", "turn": 5, "units": [{ "id": "13-ny", "hex": "BB31" }, { "id": "4-sc", "hex": "BB30" }] });
        change(&mut value);
        game.read_position(&value).err().map(|e| e.field)
    };
    assert_eq!(bad(&|_| {}), None);
    for (field, change) in [
        ("turn", json!({ "turn": 24 })),
        ("turn", json!({ "turn": 0 })),
        ("phase", json!({ "phase": "lunch" })),
        ("active", json!({ "active": "france" })),
        ("units[0].id", json!({ "units": [{ "id": "14-ny", "hex": "BB31" }] })),
        ("units[0].hex", json!({ "units": [{ "id": "13-ny", "hex": "DDD1" }] })),
        ("units[0].hex", json!({ "units": [{ "id": "13-ny", "hex": "Y9" }] })),
        ("units[1].id", json!({ "units": [{ "id": "13-ny", "hex": "BB31" }, { "id": "13-ny", "hex": "BB31" }] })),
        ("units", json!({ "units": [{ "id": "13-ny", "hex": "BB31" }, { "id": "4-sc", "hex": "BB31" }] })),
        ("units[0]", json!({ "units": [{ "id": "13-ny" }] })),
        ("units[0].off", json!({ "units": [{ "id": "13-ny", "off": "moon" }] })),
        ("units[0].active", json!({ "units": [{ "id": "13-ny", "hex": "BB31", "active": 3 }] })),
        ("units[0].in", json!({ "units": [{ "id": "13-ny", "in": "keyes-brigade" }, { "id": "keyes-brigade", "hex": "BB31" }] })),
        ("abatis[0]", json!({ "abatis": ["Y8"] })),
        ("trestle", json!({ "trestle": "wet" })),
        ("fords.BB31", json!({ "fords": { "BB31": 3 } })),
        ("agenda", json!({ "agenda": [{ "step": "roll" }] })),
        ("agenda[0].step", json!({ "agenda": [{ "step": "dance" }] })),
        ("battle.fight", json!({ "battle": {} })),
        ("mover.piece", json!({ "mover": { "piece": "4-sc", "spent": 0 } })),
        ("mover.zork", json!({ "mover": { "piece": "13-ny", "spent": 0, "zork": 1 } })),
        ("zork", json!({ "zork": 1 })),
        ("units[1].zork", json!({ "units": [{ "id": "13-ny", "hex": "BB31" }, { "id": "4-sc", "hex": "BB30", "zork": 1 }] })),
        ("units[0].moved", json!({ "units": [{ "id": "4-sc", "hex": "BB30", "moved": true }] })),
    ] {
        let found = bad(&|value: &mut Value| {
            for (key, new) in change.as_object().unwrap() {
                value[key] = new.clone();
            }
        });
        assert_eq!(found.as_deref(), Some(field), "{change}");
    }
    // What stands around a position in a file is no part of it.
    let around = json!({ "game": "bull-run", "scenario": "x", "options": {}, "journal": {} });
    let named = |value: &mut Value| value.as_object_mut().unwrap().extend(around.as_object().unwrap().clone());
    assert_eq!(bad(&named), None);
    for (field, action) in [
        ("junk", json!({ "do": "place", "piece": "johnston", "hex": "PP20", "junk": 1 })),
        ("extra", json!({ "do": "place", "piece": "johnston", "hex": "PP20", "extra": true })),
        ("piece", json!({ "do": "done", "piece": "johnston" })),
    ] {
        assert_eq!(game.read_action(&action).unwrap_err().field, field);
    }
    assert!(game.read_action(&json!({ "do": "lose", "unit": "13-ny", "extra": false })).is_ok());
    // A real position with any field taken away or spoilt never panics.
    let keys: Vec<String> = good.as_object().unwrap().keys().cloned().collect();
    let game = with_options(32);
    for key in keys {
        for spoilt in [Value::Null, json!(7), json!("x"), json!([]), json!({}), json!([{}]), json!(-1)] {
            let mut value = good.clone();
            value[&key] = spoilt;
            let _ = game.read_position(&value);
        }
        let mut value = good.clone();
        value.as_object_mut().unwrap().remove(&key);
        let _ = game.read_position(&value);
    }
}

fn state_in_set_up(game: &BullRun, state: &State) -> bool {
    game.write_position(state)["phase"] == "set-up"
}

#[test]
fn samples_fit_what_is_seen() {
    let (mut fits, mut all) = (0, 0);
    for seed in [1, 2, 34, 18, 66, 35] {
        let mut dice = Dice::new(seed);
        visit(seed, 60, |game, state, n| {
            if state_in_set_up(game, state) {
                return;
            }
            for side in Side::BOTH {
                let known = game.knowledge(state, side.into());
                if known.face_down(side.enemy()) == 0 {
                    assert!(game.sample(&known, &mut dice) == *state, "nothing is hidden: the sample is the position");
                    continue;
                }
                let sample = game.sample(&known, &mut dice);
                all += 1;
                let same = game.knowledge(&sample, side.into()) == known;
                fits += usize::from(same);
                if same {
                    game.audit(&sample).unwrap_or_else(|e| panic!("seed {seed}, {n}: {e}"));
                }
            }
        });
    }
    assert!(all > 25 && fits * 100 >= all * 97, "{fits} of {all} samples fit");
}

#[test]
fn saves_that_ask_pieces_beside_the_map_to_act_are_refused() {
    // The retreat of 8 Va, and Sherman's die after his last unit was lost.
    let mut f = field("combat union 5", "13-ny:BB31 69-nym:BB31 2-wisc:BB31 8-va:BB30");
    f.fight_with("13-ny 69-nym 2-wisc", "8-va", 2);
    let mut saved = f.game.write_position(&f.s);
    assert!(f.game.read_position(&saved).is_ok());
    saved["battle"]["retreating"] = json!(["8-va", "18-va"]);
    assert!(f.game.read_position(&saved).is_err());
    let mut f = field("combat union 5", "marines:BB31 sherman:BB31 2-va:BB30 4-va:BB30 5-va:BB30");
    f.fight_with("marines", "2-va 4-va 5-va", 6);
    assert!(f.rolls());
    let mut saved = f.game.write_position(&f.s);
    assert!(f.game.read_position(&saved).is_ok());
    for unit in saved["units"].as_array_mut().unwrap().iter_mut().filter(|u| u["id"] == "sherman") {
        unit.as_object_mut().unwrap().remove("hex");
        unit["off"] = json!("lost");
    }
    assert!(f.game.read_position(&saved).is_err());
    // More battles than could ever be stated.
    let f = field("combat union 5", "13-ny:BB31 8-va:BB30");
    let mut saved = f.game.write_position(&f.s);
    saved["combat"]["battles"] = json!(254);
    assert!(f.game.read_position(&saved).is_err());
}

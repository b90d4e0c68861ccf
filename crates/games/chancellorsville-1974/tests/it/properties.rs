//! What always holds, beyond what every game must survive.

use crate::field::{Battlefield, game};
use chancellorsville_1974::State;
use engine::player::RandomPlayer;
use engine::{Actor, Chair, Dice, Fog, Notation, Player, Positions, Rules, Seat, Words};
use serde_json::{Value, json};

#[test]
fn c74_opt_iii_a_samples_fit_what_is_seen() {
    // Whatever lies behind counters face down: another position that fits the Union's knowledge is sound and looks the same to it.
    for seed in 3..7 {
        let game = game(&["inverted-counters", "unit-functions"][..1 + seed as usize % 2]);
        let (mut state, mut dice, mut player) = (game.start(), Dice::new(seed), RandomPlayer::new(seed));
        let mut others = 0;
        for turn in 0..1000 {
            match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().expect("somebody is asked");
                    let action = player.choose(&Chair::new(&game, &state, side));
                    game.apply_unchecked(&mut state, side, action, &mut ());
                }
            }
            if turn % 9 == 0 {
                let known = game.knowledge(&state, Seat::Union);
                let other = game.sample(&known, &mut dice);
                game.audit(&other).unwrap_or_else(|fault| panic!("seed {seed}, decision {turn}: {fault}"));
                assert!(game.knowledge(&other, Seat::Union) == known, "seed {seed}, decision {turn}: a sampled position looks otherwise");
                others += usize::from(other != state);
            }
        }
        assert!(others > 20, "seed {seed}: {others} samples differ from the truth");
    }
}

#[test]
fn c74_v_d_2_a_exchanges_that_do_not_add_up_are_refused() {
    let mut field = Battlefield::new("turn 5; confederate movement; hill W-18; devens W-12");
    field.piece("break-down", "hill").expect("hill is whole");
    field.piece("pick", "lane").expect("a brigade of his");
    let saved = field.position();
    assert!(field.game.read_position(&saved).is_ok());
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut spoilt = saved.clone();
        change(&mut spoilt);
        field.game.read_position(&spoilt).map(drop).expect_err("it does not add up").field
    };
    assert_eq!(refused(&|d| d["agenda"][1]["left"] = json!(d["agenda"][1]["left"].as_u64().unwrap() - 1)), "agenda[1].left");
    assert_eq!(refused(&|d| d["picked"] = json!([])), "agenda[1].left");
    assert_eq!(refused(&|d| d["picked"] = json!(["hill"])), "agenda[1].left");
    assert_eq!(refused(&|d| drop(d["agenda"].as_array_mut().unwrap().pop())), "picked");
}

#[test]
fn c74_ix_a_no_march_of_the_first_turns_is_loaded() {
    let mut field = Battlefield::new("turn 3; confederate movement; option stonemans-raid; hill W-18; w-h-f-lee A-20; devens W-12");
    field.march("w-h-f-lee", "A-20 A-21").expect("cavalry");
    let mut saved = field.position();
    saved["agenda"] = json!([{"step": "movement"}, {"step": "marching"}]);
    saved["units"].as_array_mut().unwrap().iter_mut().find(|u| u["id"] == "w-h-f-lee").unwrap()["marks"] = json!(["marching"]);
    assert!(field.game.read_position(&saved).is_ok());
    saved["turn"] = json!(2);
    assert_eq!(field.game.read_position(&saved).map(drop).expect_err("nobody moves").field, "agenda");
}

#[test]
fn what_the_union_is_told_names_no_hidden_counter() {
    let game = game(&["inverted-counters"]);
    for seed in 20..23 {
        let mut state = game.start();
        let mut players = [RandomPlayer::new(seed), RandomPlayer::new(seed + 1)];
        let mut dice = Dice::new(seed);
        let hidden = |state: &State| -> Vec<String> {
            let position = game.write_position(state);
            let units = position["units"].as_array().unwrap();
            let down = |u: &&Value| u["marks"].as_array().is_some_and(|m| m.iter().any(|w| w == "face-down"));
            units.iter().filter(down).map(|u| u["id"].as_str().unwrap().to_string()).collect()
        };
        for _ in 0..800 {
            let before = hidden(&state);
            let mut events = Vec::new();
            match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut events),
                asked => {
                    let side = asked.side().unwrap();
                    let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                    game.apply_unchecked(&mut state, side, action, &mut events);
                }
            }
            let after = hidden(&state);
            for event in &events {
                if let Some(told) = game.tell(event, Seat::Union) {
                    let leak = told.pieces.iter().find(|p| before.contains(p) && after.contains(p));
                    assert!(leak.is_none(), "{event:?} tells of {leak:?}: {}", told.text);
                }
            }
        }
    }
}

#[test]
fn hand_written_positions_are_refused_by_field() {
    let game = game(&[]);
    let base = json!({"turn": 3, "phase": "movement", "active": "union", "units": [{"id": "devens", "hex": "W-16"}]});
    let refused = |change: &dyn Fn(&mut Value), field: &str| {
        let mut document = base.clone();
        change(&mut document);
        let bad = game.read_position(&document).map(drop).expect_err(field);
        assert_eq!(bad.field, field, "{bad}");
    };
    assert!(game.read_position(&base).is_ok());
    refused(&|d| d["turn"] = json!(22), "turn");
    refused(&|d| d["phase"] = json!("lunch"), "phase");
    refused(&|d| d["active"] = json!("british"), "active");
    refused(&|d| d["units"] = json!(7), "units");
    refused(&|d| d["units"][0]["id"] = json!("napoleon"), "units[0].id");
    refused(&|d| d["units"][0]["hex"] = json!("W-99"), "units[0].hex");
    refused(&|d| d["units"][0]["hex"] = json!("XX-30"), "units[0].hex");
    refused(&|d| d["units"][0]["disrupted"] = json!(9), "units[0].disrupted");
    refused(&|d| d["units"][0]["marks"] = json!(["sleepy"]), "units[0].marks[0]");
    refused(&|d| d["units"][0]["colour"] = json!("blue"), "units[0].colour");
    refused(&|d| d["units"] = json!([{"id": "devens", "hex": "W-16"}, {"id": "devens", "hex": "W-17"}]), "units[1].id");
    refused(
        &|d| d["units"] = json!([{"id": "hill", "hex": "W-16"}, {"id": "rodes", "hex": "W-16"}, {"id": "nelson", "hex": "W-16"}]),
        "units[0].hex",
    );
    refused(&|d| d["units"] = json!([{"id": "hill", "hex": "W-16"}, {"id": "devens", "hex": "W-16"}]), "units");
    refused(&|d| d["units"][0]["hex"] = json!("X-26"), "units");
    refused(&|d| d["forts"] = json!(["HH-35"]), "forts[0]");
    refused(&|d| d["bridges"] = json!([{"id": "devens", "near": "D-3", "far": "B-3"}]), "bridges[0].id");
    refused(&|d| d["bridges"] = json!([{"id": "bridge-1", "near": "D-3", "far": "B-3"}]), "bridges");
    refused(&|d| d["agenda"] = json!([{"step": "movement"}, {"step": "die"}]), "agenda");
    refused(&|d| d["returning"] = json!(["gregg"]), "returning");
    refused(&|d| d["zork"] = json!(1), "zork");
    refused(&|d| d["agenda"] = json!([{"step": "movement", "zork": 1}]), "agenda[0].zork");
    refused(&|d| d["fort-supply"] = json!({"union": 0, "confederate": 0, "french": 0}), "fort-supply.french");
    // What stands around a position in a file is no part of it.
    let mut document = base.clone();
    for around in ["game", "scenario", "options", "journal"] {
        document[around] = json!({});
    }
    assert!(game.read_position(&document).is_ok());
    assert_eq!(game.read_subject(&json!(5)).expect_err("no subject").field, "");
    for (field, action) in
        [("junk", json!({"do": "place", "piece": "devens", "hex": "W-16", "junk": 1})), ("piece", json!({"do": "done", "piece": "devens"}))]
    {
        assert_eq!(game.read_action(&action).expect_err(field).field, field);
    }
}

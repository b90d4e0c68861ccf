//! Turns, movement in general, the routine of play, the clock.

use crate::table::*;
use chancellorsville_1961::Step;
use engine::{Actor, Positions, Rules};
use serde_json::json;

#[test]
fn c61_turn_1_two_turns_make_a_complete_turn() {
    let mut table = moving(Union, &[("hancock", "NN-23"), ("early", "W-44")]);
    table.end();
    assert_eq!((table.state.turn(), table.state.mover()), (5, Confederate));
    table.end();
    assert_eq!((table.state.turn(), table.state.mover()), (6, Union));
}

#[test]
fn c61_turn_2_the_union_goes_first() {
    let mut table = Table::fresh();
    while table.state.turn() == 0 {
        let setup = if table.asked() == Union { "around-falmouth" } else { "heights" };
        table.act(json!({ "do": "preset", "setup": setup }));
    }
    for turn in 1..8 {
        assert_eq!((table.state.turn(), table.asked(), table.state.step()), (turn, Union, Step::Move));
        table.pass().pass();
    }
}

#[test]
fn c61_turn_3_movement_is_over_before_battles() {
    let table = fighting(Union, &[("hancock", "NN-23"), ("gibbon", "W-16"), ("gordon", "NN-24")]);
    assert_eq!(table.state.step(), Step::Divide);
    table.refuse("C61-TURN-3", march(&["gibbon"], &["W-16", "W-17"]));
}

#[test]
fn c61_turn_4_the_defender_does_not_move() {
    let table = moving(Union, &[("hancock", "NN-23"), ("early", "W-44")]);
    table.refuse_as(Confederate, "C61-TURN-4", march(&["early"], &["W-44", "X-44"]));
    table.refuse("C61-TURN-4", march(&["early"], &["W-44", "X-44"]));
}

#[test]
fn c61_mov_1_one_hex_is_one_movement() {
    let table = moving(Union, &[("hancock", "NN-21")]);
    assert!(table.may(march(&["hancock"], &["NN-21", "NN-22", "NN-23", "NN-24", "NN-25"])));
    table.refuse("C61-MOV-1", march(&["hancock"], &["NN-21", "NN-22", "NN-23", "NN-24", "NN-25", "NN-26"]));
    // Off the board is no move.
    let ends = moving(Union, &[("hancock", "NN-20")]).ends("hancock");
    assert!(ends.contains(&"NN-24".into()) && !ends.contains(&"NN-25".into()), "{ends:?}");
    // Every hex within four steps of open ground, whatever the mix of directions.
    assert!(ends.contains(&"PP-23".into()) && ends.contains(&"LL-22".into()), "{ends:?}");
}

#[test]
fn c61_mov_2_nobody_has_to_move() {
    let mut table = moving(Union, &[("hancock", "NN-21"), ("early", "W-44")]);
    table.end();
    assert_eq!((table.state.mover(), table.hex("hancock")), (Confederate, "NN-21".into()));
}

#[test]
fn c61_mov_3_movement_cannot_be_saved() {
    let mut table = moving(Union, &[("hancock", "NN-21"), ("early", "W-44")]);
    table.pass().pass();
    table.refuse("C61-MOV-1", march(&["hancock"], &["NN-21", "NN-22", "NN-23", "NN-24", "NN-25", "NN-26"]));
    assert!(table.may(march(&["hancock"], &["NN-21", "NN-22", "NN-23", "NN-24", "NN-25"])));
}

#[test]
fn c61_mov_4_divisions_of_a_corps_part() {
    let mut table = moving(Union, &[("wadsworth", "NN-23"), ("robinson", "NN-23"), ("reynolds", "NN-23")]);
    table.march(&["wadsworth"], &["NN-23", "NN-24"]).march(&["robinson"], &["NN-23", "NN-22"]);
    assert_eq!((table.hex("wadsworth"), table.hex("robinson"), table.hex("reynolds")), ("NN-24".into(), "NN-22".into(), "NN-23".into()));
    table.refuse("C61-MOV-4", march(&["wadsworth", "robinson"], &["NN-24", "NN-25"]));
}

#[test]
fn c61_mov_5_movement_asks_no_die() {
    let mut table = moving(Union, &[("hancock", "NN-21"), ("pleasonton", "S-19"), ("bridge-1", "S-19"), ("early", "W-44")]);
    let moves = [
        march(&["hancock"], &["NN-21", "NN-22"]),
        march(&["pleasonton"], &["S-19", "R-19"]),
        march(&["bridge-1"], &["S-19", "T-19"]),
        json!({ "do": "end-move" }),
        march(&["early"], &["W-44", "X-44"]),
    ];
    for action in moves {
        table.act(action);
        assert!(matches!(table.game.actor(&table.state), Actor::Side(_)));
    }
}

#[test]
fn c61_mov_6_a_move_may_be_made_in_parts() {
    let mut table = moving(Union, &[("hancock", "NN-21"), ("gibbon", "NN-23"), ("hoke", "NN-30")]);
    table.march(&["hancock"], &["NN-21", "NN-22", "NN-23"]).march(&["hancock", "gibbon"], &["NN-23", "NN-24", "NN-25"]);
    table.refuse("C61-MOV-1", march(&["hancock"], &["NN-25", "NN-26"]));
    // Gibbon has two left alone; a forced stop ends his move.
    table.march(&["gibbon"], &["NN-25", "NN-26"]);
    let mut table = moving(Union, &[("hancock", "NN-22"), ("hoke", "NN-24")]);
    table.march(&["hancock"], &["NN-22", "NN-23"]);
    table.refuse("C61-ATT-3", march(&["hancock"], &["NN-23", "MM-22"]));
}

#[test]
fn c61_rout_1_no_movement_after_combat() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("gibbon", "W-16"), ("gordon", "NN-24")]);
    table.attack("hancock", "gordon").commit();
    table.refuse("C61-ROUT-1", march(&["gibbon"], &["W-16", "W-17"]));
    table.fight("gordon").roll(3);
    // The winner leads the loser back; that is the only movement.
    table.refuse("C61-ROUT-1", march(&["gibbon"], &["W-16", "W-17"]));
}

#[test]
fn c61_rout_2_every_counter_may_move() {
    let mut table =
        moving(Union, &[("hancock", "NN-21"), ("hooker", "NN-22"), ("boat-1", "NN-22"), ("bridge-1", "NN-22"), ("early", "W-44")]);
    for id in ["hancock", "hooker", "boat-1", "bridge-1"] {
        assert!(!table.listed(id).is_empty(), "{id}");
    }
    table.march(&["boat-1"], &["NN-22", "NN-21"]).march(&["bridge-1"], &["NN-22", "NN-23"]).pass();
    assert!(!table.listed("early").is_empty());
}

#[test]
fn c61_time_1_time_may_be_called() {
    let off = moving(Union, &[("hancock", "NN-21"), ("early", "W-44")]);
    off.refuse_as(Confederate, "C61-TIME-1", json!({ "do": "time" }));
    let game = game_with(&[("clock", "on")]);
    let state = game.read_position(&position(Union, &[("hancock", "NN-23"), ("gordon", "NN-24")], json!({}))).unwrap();
    let mut table = Table { game, state, events: Vec::new() };
    let mut asides = Vec::new();
    table.game.asides(&table.state, Confederate, &mut asides);
    assert_eq!(asides.len(), 1);
    table.act_as(Confederate, json!({ "do": "time" }));
    assert_eq!(table.state.step(), Step::Divide);
    table.refuse("C61-TURN-3", march(&["hancock"], &["NN-23", "NN-22"]));
    table.refuse("C61-TIME-1", json!({ "do": "time" }));
}

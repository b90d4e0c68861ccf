//! Actions and subjects in files, and what is said of bad ones.

use crate::kit::standard;
use blue_gray::{Action, Subject};
use engine::{Notation, Words};
use serde_json::{Value, json};

fn fault(value: Value) -> String {
    standard().read_action(&value).expect_err("a bad action").to_string()
}

#[test]
fn every_kind_of_action_has_its_writing() {
    for value in [
        json!({ "move": "1/2/XV", "to": "1804" }),
        json!({ "move": "1/1/IV", "to": "2520", "taking": ["2419"] }),
        json!({ "move": "1/2/XV", "path": ["1704", "1705", "1805"] }),
        json!({ "move": "1/2/XV", "directions": ["S", "SE"] }),
        json!({ "enter": "1/2/XII", "at": "0427", "to": "0425" }),
        json!({ "leave": "1/2/XV", "by": "0101" }),
        json!({ "end": "movement" }),
        json!({ "attack": "1806" }),
        json!({ "join": "1805" }),
        json!({ "bombard": "Calvert" }),
        json!({ "fight": "3-1" }),
        json!({ "fight": "1-5" }),
        json!({ "end": "combat" }),
        json!({ "lose": "Polk" }),
        json!({ "end": "exchange" }),
        json!({ "retreat": "Polk", "to": "2306" }),
        json!({ "retreat": "Polk", "to": "2306", "push": "Wright" }),
        json!({ "stand": "Calvert" }),
        json!({ "advance": "Polk", "to": "1805" }),
        json!({ "end": "advance" }),
    ] {
        let action = standard().read_action(&value).unwrap_or_else(|bad| panic!("{value}: {bad}"));
        assert_eq!(standard().write_action(action), value);
    }
}

#[test]
fn units_may_be_called_by_their_number_in_the_chart() {
    let by_number = standard().read_action(&json!({ "move": "U1", "to": "1804" })).unwrap();
    assert_eq!(standard().write_action(by_number), json!({ "move": "1/2/XV", "to": "1804" }));
    // A reinforcement that only comes on may leave its march out.
    let entry = standard().read_action(&json!({ "enter": "1/2/XII", "at": "0427" })).unwrap();
    assert!(matches!(entry, Action::Enter { at, to, .. } if at == to));
}

#[test]
fn bad_actions_are_told_where_and_why() {
    for (value, says) in [
        (json!("march!"), "an action has one of"),
        (json!({}), "an action has one of"),
        (json!({ "march": "Polk" }), "an action has one of"),
        (json!({ "move": "Longstreet", "to": "1804" }), "move: no unit \"Longstreet\""),
        (json!({ "move": 7, "to": "1804" }), "move: a text is wanted"),
        (json!({ "move": "Polk" }), "to: a text is missing"),
        (json!({ "move": "Polk", "to": "9901" }), "to: "),
        (json!({ "move": "Polk", "to": "2306", "via": "2305" }), "via: this field is not known here"),
        (json!({ "move": "Polk", "to": "2306", "taking": ["2306"] }), "taking[0]: control of that hex is not followed"),
        (json!({ "move": "Polk", "to": "2306", "taking": "1025" }), "taking: a list is wanted"),
        (json!({ "move": "Polk", "path": ["2305"] }), "path: a path lists the hexes"),
        (json!({ "move": "Polk", "path": ["2305", "2307"] }), "path[1]: this hex is not adjacent"),
        (json!({ "move": "Polk", "path": ["2305", 6] }), "path[1]: a text is wanted"),
        (json!({ "move": "Polk", "directions": ["E"] }), "directions[0]: a direction is"),
        (json!({ "move": "Polk", "directions": vec!["N"; 11] }), "at most 10 steps"),
        (json!({ "fight": "7-1" }), "fight: no column \"7-1\"; the table has 1-5, 1-4"),
        (json!({ "fight": "lots" }), "fight: no column"),
        (json!({ "end": "turn" }), "end: \"turn\" is not one of movement, combat, exchange, advance"),
        (json!({ "retreat": "Polk", "to": "2306", "push": "Nobody" }), "push: no unit"),
        (json!({ "attack": "1806", "join": "1805" }), "join: this field is not known here"),
    ] {
        let said = fault(value.clone());
        assert!(said.contains(says), "{value}: {said}");
    }
}

#[test]
fn subjects_are_units_hexes_and_buttons() {
    let read = |value: Value| standard().read_subject(&value);
    assert!(matches!(read(json!("Polk")), Ok(Subject::Unit(_))) && matches!(read(json!({ "unit": "C2" })), Ok(Subject::Unit(_))));
    assert!(matches!(read(json!("1806")), Ok(Subject::Target(_))) && matches!(read(json!({ "hex": "1806" })), Ok(Subject::Hex(_))));
    assert_eq!((read(json!("battle")), read(json!("done"))), (Ok(Subject::Battle), Ok(Subject::Done)));
    for bad in [json!("nowhere"), json!(3), json!({ "unit": "nobody" }), json!({}), json!({ "hex": "9999" })] {
        assert!(read(bad.clone()).is_err(), "{bad}");
    }
}

#[test]
fn what_people_read_names_units_hexes_and_points() {
    let f = crate::kit::Battlefield::on("3 union movement", "1/1/IV 2319");
    let said = f.game.describe(&f.state, f.action("move 1/1/IV to 2520 taking 2419"));
    assert_eq!(said.label, "1/1/IV (9) to 2520 through 2419");
    assert_eq!((said.note.as_deref(), said.path), (Some("4 points left"), vec!["2319".into(), "2419".into(), "2520".into()]));
}

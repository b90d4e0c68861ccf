//! Positions in files: what is accepted, and what is said of those that break a rule.

use crate::kit::{Battlefield, position, standard};
use engine::Positions;
use serde_json::{Value, json};

fn fault(value: &Value) -> String {
    standard().read_position(value).err().unwrap_or_else(|| panic!("accepted: {value}")).to_string()
}

/// A position with one field changed.
fn with(mut value: Value, field: &str, to: Value) -> Value {
    value[field] = to;
    value
}

#[test]
fn a_position_may_leave_almost_everything_out() {
    let f = Battlefield::from_value(standard(), json!({ "units": [{ "id": "Polk", "hex": "2305" }] }));
    assert_eq!(f.phase(), "1 union movement");
    f.stands("Polk 2305, Wright aside").allows("end movement");
    let eliminated = Battlefield::on("3 union movement", "Polk eliminated, 1/2/XV eliminated, 2/2/XV 1605");
    assert_eq!(eliminated.points(), [2, 3], "points follow from losses");
}

#[test]
fn positions_that_break_a_rule_are_told_where_and_why() {
    let good = || position("1 union movement", "1/2/XV 1605, Polk 2305");
    assert!(standard().read_position(&good()).is_ok());
    for (value, says) in [
        (json!([]), "an object is wanted"),
        (with(good(), "units", json!({})), "units: a list is wanted"),
        (with(good(), "turn", json!(11)), "turn: a whole number from 1 to 10 is wanted"),
        (with(good(), "turn", json!("three")), "turn: a whole number from 1 to 10 is wanted"),
        (with(good(), "active", json!("french")), "active: a side, union or confederate, is wanted"),
        (with(good(), "phase", json!("supply")), "phase: the phase is set-up, movement, combat or over"),
        (with(good(), "weather", json!("fog")), "weather: this field is not known here"),
        (with(good(), "units", json!(["Polk"])), "units[0]: an object is wanted"),
        (with(good(), "units", json!([{ "id": "Longstreet", "hex": "2305" }])), "units[0].id: no unit \"Longstreet\""),
        (with(good(), "units", json!([{ "id": "Polk" }])), "units[0].hex: a text is missing"),
        (with(good(), "units", json!([{ "id": "Polk", "hex": "2799" }])), "units[0].hex: "),
        (
            with(good(), "units", json!([{ "id": "Polk", "off": "leave" }])),
            "units[0].off: \"leave\" is not one of eliminated, waiting, aside, exited",
        ),
        (with(good(), "units", json!([{ "id": "Polk", "off": "waiting" }])), "no reinforcement"),
        (
            with(good(), "units", json!([{ "id": "Polk", "hex": "2305", "marks": ["tired"] }])),
            "units[0].marks[0]: \"tired\" is not one of moved",
        ),
        (with(good(), "units", json!([{ "id": "Polk", "hex": "2305", "moved": "yes" }])), "units[0].moved: true or false"),
        (position("1 union movement", "Polk 2305, Polk 2306"), "units[1].id: Polk is listed twice"),
        (position("1 union movement", "Polk 1206"), "BG-5.24a"),
        (position("1 union movement", "Polk 2305, 1/2/XV 2305"), "units[1].hex: an enemy unit is in 2305 already (BG-5.12)"),
        (position("1 union movement", "Polk 2305, Wright 2305, Gist 2305"), "3 units are in 2305: two at most may stay in a hex (BG-5.32)"),
        (position("1 union movement", "1/2/XV 1605, 2/2/XV 1605, 1/4/XV 1605"), "(BG-5.32)"),
        (position("1 union movement", "1/2/XV 1605 moved, 2/2/XV 1605 moved, 1/4/XV 1605 moved"), "(BG-5.32)"),
        (position("1 union combat", "1/2/XV 1605 moved, 2/2/XV 1605 moved, 1/4/XV 1605"), "(BG-5.32)"),
        (position("5 union movement", "1/2/XV 1605"), "CH-17.2b"),
        (position("5 confederate combat", "Polk 2305"), "BG-10.1"),
        (with(good(), "control", json!({ "1605": "union" })), "control.1605: control of that hex is not followed"),
        (with(good(), "control", json!({ "1025": "nobody" })), "control.1025: a side, union or confederate, is wanted"),
        (with(position("1 union movement", "Corput 1025"), "control", json!({ "1025": "union" })), "CH-17.15"),
        (with(good(), "once_controlled", json!({ "union": ["1605"] })), "once_controlled.union[0]"),
        (with(good(), "points", json!({ "union": "many" })), "points.union: a whole number"),
        (with(position("1 union movement", "Polk eliminated"), "points", json!({ "union": 1 })), "worth 2 points"),
        (with(good(), "released", json!(256)), "released: a whole number from 0 to 255 is wanted"),
        (with(good(), "entered", json!([1])), "entered: sixteen small numbers"),
        (with(good(), "progress", json!({ "step": "roll" })), "progress: only a combat phase has progress"),
    ] {
        let said = fault(&value);
        assert!(said.contains(says), "{value}\n  said {said}\n  not  {says}");
    }
}

#[test]
fn a_battle_in_a_file_must_be_one_that_could_be_fought() {
    let base = |progress: Value| with(position("1 union combat", "1/1/IV 1605 contact, Adams 1606 contact"), "progress", progress);
    let battle = |from: &[&str], targets: &[&str]| json!({ "targets": targets, "from": from, "attackers": [], "guns": [], "defenders": [], "column": "1-5", "result": null, "owed": 0 });
    let good = base(json!({ "step": "battles", "battle": battle(&["1605"], &["1606"]) }));
    assert!(standard().read_position(&good).is_ok());
    for (progress, says) in [
        (json!({ "step": "lunch" }), "progress.step: \"lunch\" is not one of movement, battles"),
        (json!({ "step": "advance" }), "the step does not fit"),
        (json!({ "step": "retreat", "pending": ["Adams"] }), "the step does not fit"),
        (json!({ "step": "retreat", "pending": ["Longstreet"] }), "progress.pending[0]: no unit"),
        (json!({ "step": "battles", "battle": battle(&["1604"], &["1606"]) }), "progress.battle: "),
        (
            json!({ "step": "battles", "battle": battle(&["1605"], &["1607"]) }),
            "No enemy unit is in that hex. Attack a hex that the enemy holds. (BG-7.0-G)",
        ),
        (json!({ "step": "battles", "battle": battle(&["1605"], &["1206"]) }), "river"),
        (json!({ "step": "battles", "battle": battle(&["1605", "1605"], &["1606"]) }), "different hexes"),
        (json!({ "step": "battles", "battle": { "targets": [] } }), "progress.battle"),
        (json!({ "step": "exchange", "pushed": "nobody" }), "progress.pushed"),
        (json!({ "step": "battles", "mood": "grim" }), "progress.mood: this field is not known"),
    ] {
        let said = fault(&base(progress.clone()));
        assert!(said.contains(says), "{progress}\n  said {said}\n  not  {says}");
    }
}

#[test]
fn every_step_of_a_battle_survives_a_file() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 1/2/XVII 1605, Calvert 2107, Adams 1606");
    for order in
        ["attack 1606", "join 1605", "fight 4-1", "roll 6", "lose 1/2/XVII", "end exchange", "advance 1/1/IV to 1606", "end combat"]
    {
        f.order(order);
        let again = f.reread();
        assert_eq!((again.listed(), again.phase()), (f.listed(), f.phase()), "after {order}");
    }
}

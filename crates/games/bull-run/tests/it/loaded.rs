//! Positions from files: what no game could have led to is refused, with the name of the field.

use crate::field::*;
use bull_run::BullRun;
use engine::Positions;
use serde_json::{Value, json};

/// The field of which a position complains.
fn fault(game: &BullRun, position: &Value) -> Option<String> {
    game.read_position(position).err().map(|e| e.field)
}

/// The position with some members changed.
fn with(position: &Value, change: Value) -> Value {
    let mut changed = position.clone();
    for (key, value) in change.as_object().unwrap() {
        changed[key] = value.clone();
    }
    changed
}

/// The number of a piece in the list of a position.
fn number(position: &Value, id: &str) -> usize {
    position["units"].as_array().unwrap().iter().position(|u| u["id"] == id).unwrap()
}

/// The position with one piece changed, and the path of that piece.
fn piece(position: &Value, id: &str, change: Value) -> (Value, String) {
    let n = number(position, id);
    let mut changed = position.clone();
    let unit = changed["units"][n].as_object_mut().unwrap();
    for (key, value) in change.as_object().unwrap() {
        ["hex", "in", "off"]
            .iter()
            .filter(|k| ["hex", "in", "off"].contains(&key.as_str()) && *k != key)
            .for_each(|k| drop(unit.remove(*k)));
        unit.insert(key.clone(), value.clone());
    }
    (changed, format!("units[{n}]"))
}

/// Both set-ups: the Confederates about to finish theirs, then the Union.
fn setting_up() -> [(BullRun, Value); 2] {
    let mut f = fresh(&[]);
    f.play(json!({ "do": "preset", "number": 0 }));
    let confederate = f.game.write_position(&f.s);
    f.done();
    f.play(json!({ "do": "preset", "number": 0 }));
    let union = f.game.write_position(&f.s);
    [(game(&[]), confederate), (game(&[]), union)]
}

#[test]
fn br_1_1_a_set_up_is_checked_as_strictly_as_any_position() {
    let [(game, rebels), (_, union)] = setting_up();
    assert_eq!(fault(&game, &rebels), None);
    assert_eq!(fault(&game, &union), None);
    // What has not happened yet.
    for (field, change) in [
        ("turn", json!({ "turn": 3 })),
        ("fords", json!({ "fords": { "Y8": 3 } })),
        ("mover", json!({ "mover": { "piece": "evans", "spent": 0 } })),
        ("rallied", json!({ "rallied": true })),
        ("late", json!({ "late": true })),
        ("called", json!({ "called": { "smith": 1 } })),
        ("combat", json!({ "combat": { "battles": 1, "open": 0 } })),
        ("winner", json!({ "winner": "union" })),
        ("agenda", json!({ "agenda": [{ "step": "roll" }] })),
        ("abatis", json!({ "abatis": ["X9", "X10", "Z9", "Z8", "W9"] })),
        ("abatis[1]", json!({ "abatis": ["X9", "X9"] })),
    ] {
        assert_eq!(fault(&game, &with(&rebels, change.clone())).as_deref(), Some(field), "{change}");
    }
    for flag in ["active", "moved", "fought", "advanced", "touched", "bombarded", "rolling"] {
        let (changed, at) = piece(&rebels, "evans", json!({ flag: true }));
        assert_eq!(fault(&game, &changed), Some(format!("{at}.{flag}")));
    }
    // Pieces where they cannot start (BR-1.21, BR-1.23, BR-1.13), or are not before the battle.
    for (id, change, key) in [
        ("bee", json!({ "hex": "BB20" }), "hex"),
        ("evans", json!({ "hex": "QQ23" }), "hex"),
        ("1-md", json!({ "hex": "EE34" }), "hex"),
        ("4-sc", json!({ "off": "rally-box" }), "off"),
        ("4-sc", json!({ "off": "lost" }), "off"),
        ("13-ny", json!({ "hex": "QQ5" }), "hex"),
    ] {
        let (changed, at) = piece(&rebels, id, change);
        assert_eq!(fault(&game, &changed), Some(format!("{at}.{key}")), "{id}");
    }
    // A hex kept for those bound to it (BR-1.21), and a piece twice.
    let mut twice = rebels.clone();
    let copy = twice["units"][number(&rebels, "4-sc")].clone();
    twice["units"].as_array_mut().unwrap().push(copy);
    assert!(fault(&game, &twice).is_some_and(|f| f.ends_with(".id")));
    // The Union's: after the Confederates, by march routes, away from the enemy (BR-1.3, BR-1.32).
    let near = union["units"][number(&union, "4-sc")]["hex"].clone();
    for (id, change, key) in
        [("13-ny", json!({ "hex": "FF30" }), "hex"), ("13-ny", json!({ "hex": near }), ""), ("evans", json!({ "off": "card" }), "off")]
    {
        let (changed, at) = piece(&union, id, change);
        let found = fault(&game, &changed).unwrap();
        assert!(found == format!("{at}.{key}") || key.is_empty() && (found == "units" || found.starts_with(&at)), "{id}: {found}");
    }
    assert_eq!(fault(&game, &with(&union, json!({ "trestle": "undecided" }))).as_deref(), Some("trestle"));
}

#[test]
fn br_2_3_phases_that_cannot_be_are_refused() {
    let game = game(&[]);
    let play = |change: Value| with(&document("movement union 5", "13-ny:BB31 8-va:BB33", json!({})), change);
    for (field, change) in [
        ("winner", json!({ "winner": "union" })),
        ("winner", json!({ "phase": "over" })),
        ("trestle", json!({ "trestle": "undecided" })),
        ("rallied", json!({ "rallied": true })),
        ("late", json!({ "late": true })),
        ("called", json!({ "called": { "smith": 3 } })),
        ("combat", json!({ "combat": { "battles": 1, "open": 0 } })),
        ("mover", json!({ "phase": "rally", "mover": { "piece": "13-ny", "spent": 0 } })),
        ("phase", json!({ "phase": "command", "complete": true })),
        ("phase", json!({ "phase": "battles" })),
        ("turn", json!({ "phase": "set-up" })),
        ("units[0].frozen", json!({ "units": [{ "id": "13-ny", "hex": "BB31", "frozen": true }] })),
    ] {
        assert_eq!(fault(&game, &play(change.clone())).as_deref(), Some(field), "{change}");
    }
    // A declaration that leaves out who must fight, or puts together who cannot meet.
    let f = field("combat union 5", "13-ny:BB31 8-va:BB32 2-va:BB35");
    let saved = f.game.write_position(&f.s);
    assert_eq!(fault(&game, &saved), None);
    let mut changed = saved;
    changed["combat"]["engaged"] = json!([]);
    assert_eq!(fault(&game, &changed).as_deref(), Some("combat.engaged"));
    let mut f = f;
    f.play(engage("13-ny", "8-va"));
    let saved = f.game.write_position(&f.s);
    assert_eq!(fault(&game, &saved), None);
    let (changed, _) = piece(&saved, "2-va", json!({ "battle": 1 }));
    assert_eq!(fault(&game, &changed).as_deref(), Some("combat.battles"));
    let (changed, _) = piece(&saved, "8-va", json!({ "battle": 0 }));
    assert_eq!(fault(&game, &changed).as_deref(), Some("combat.battles"));
    // Steps that do not follow each other, and a battle of leaders.
    f.play(json!({ "do": "close" }));
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    let saved = f.game.write_position(&f.s);
    assert_eq!(fault(&game, &saved), None);
    for steps in [json!(["roll", "finish"]), json!(["finish", "lose-one"]), json!(["finish", "roll", "advance"])] {
        let steps: Vec<Value> = steps.as_array().unwrap().iter().map(|s| json!({ "step": s })).collect();
        assert_eq!(fault(&game, &with(&saved, json!({ "agenda": steps }))).as_deref(), Some("agenda"));
    }
    let mut changed = saved.clone();
    changed["battle"]["guns"] = json!(["13-ny"]);
    assert_eq!(fault(&game, &changed).as_deref(), Some("battle.attackers"));
    let mut changed = saved;
    changed["battle"]["fight"] = json!("automatic");
    assert_eq!(fault(&game, &changed).as_deref(), Some("battle.fight"));
}

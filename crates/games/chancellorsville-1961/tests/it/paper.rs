//! What is written and read: positions, actions, the handbook, rules and their traces.

use crate::table::*;
use chancellorsville_1961::Chancellorsville1961;
use engine::handbook::OddsQuestion;
use engine::{Fog, Handbook, Notation, Positions, Seat, Words};
use serde_json::{Value, json};

#[test]
fn every_rule_is_enforced_and_tested() {
    trace::check(env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn positions_that_cannot_be_say_where_and_why() {
    let base = |units: &[(&str, &str)]| position(Union, units, json!({}));
    let with = |units: &[(&str, &str)], more: Value| position(Union, units, more);
    let cases: Vec<(Value, &str, &str)> = vec![
        (base(&[("nobody", "NN-23")]), "units[0].id", "no counter"),
        (base(&[("hancock", "ZZ-99")]), "units[0].hex", "no hex"),
        (base(&[("hancock", "NN-23"), ("hancock", "NN-24")]), "units[1].id", "twice"),
        (base(&[("hancock", "XX-28")]), "units[0].hex", "Potomac"),
        (base(&[("hancock", "OO-44")]), "units[0].hex", "fords"),
        (base(&[("i-corps-artillery", "OO-44")]), "units[0].hex", "fords"),
        (base(&[("boat-1", "NN-24")]), "units[0].hex", "road"),
        (base(&[("bridge-1", "OO-44")]), "units[0].hex", "laid"),
        (base(&[("hancock", "NN-23"), ("early", "NN-23")]), "units", "enemies"),
        (base(&[("a-p-hill", "NN-23"), ("rodes", "NN-23"), ("walton", "NN-23")]), "units", "22"),
        (base(&[("hancock", "T-24"), ("gibbon", "T-24")]), "units", "one unit"),
        (with(&[], json!({ "turn": 26 })), "turn", "25"),
        (with(&[], json!({ "turn": 0 })), "turn", "1 to 25"),
        (with(&[], json!({ "phase": "tea" })), "phase", "not one of forts-union"),
        (with(&[], json!({ "active": "france" })), "active", "union or confederate"),
        (with(&[], json!({ "forts": { "union": ["T-24"] } })), "forts.union[0]", "land"),
        (with(&[], json!({ "forts": { "union": ["NN-21", "NN-22", "NN-23", "NN-24", "NN-25", "NN-26"] } })), "forts.union[5]", "5 forts"),
        (with(&[], json!({ "forts": { "union": ["NN-21"], "confederate": ["NN-21"] } })), "forts.confederate[0]", "one fort"),
        (with(&[], json!({ "eliminated": ["fort"] })), "eliminated[0]", "forts"),
        (with(&[], json!({ "box": ["hancock"] })), "box", "Confederate"),
        (with(&[], json!({ "waiting": ["hancock"] })), "waiting", "set-up"),
        (
            with(&[("bridge-1", "OO-44")], json!({ "bridges": [{ "id": "bridge-1", "near": "OO-43", "far": "PP-44" }] })),
            "bridges[0].far",
            "opposite",
        ),
        (
            with(&[("walton", "NN-23"), ("hancock", "NN-26")], json!({ "in_contact": { "walton": ["hancock"] } })),
            "in_contact.walton",
            "two hexes",
        ),
        (with(&[], json!({ "phase": "divide" })), "battles", "contact"),
        (with(&[], json!({ "phase": "choose-battle" })), "battles", "no battle"),
        (with(&[], json!({ "phase": "roll" })), "at_hand", "missing"),
        (
            with(
                &[("hancock", "NN-23"), ("gordon", "NN-24")],
                json!({
                    "phase": "choose-battle",
                    "battles": [{ "attackers": ["hancock"], "defenders": ["gordon"], "fought": false }],
                    "occupiers": ["gordon"],
                }),
            ),
            "occupiers",
            "gordon",
        ),
        (with(&[], json!({ "phase": "deploy-rest", "turn": 0, "waiting": [] })), "waiting", "nothing"),
        (json!([1, 2]), "", "object"),
        (with(&[], json!({ "units": 7 })), "units", "list"),
        (with(&[], json!({ "zork": 1 })), "zork", "not known"),
        (with(&[], json!({ "units": [{ "id": "hancock", "hex": "NN-23", "zork": 1 }] })), "units[0].zork", "not known"),
        (with(&[], json!({ "forts": { "french": [] } })), "forts.french", "not known"),
        (with(&[], json!({ "bridges": [{ "id": "bridge-1", "zork": 1 }] })), "bridges[0].zork", "not known"),
    ];
    for (value, field, because) in cases {
        let bad = misread(&value);
        assert!(bad.field.starts_with(field) && bad.because.contains(because), "{value}\n  gave {bad:?}\n  not {field}: {because}");
    }
}

#[test]
fn set_up_positions_are_checked_like_all_others() {
    let set_up = |phase: &str, units: &[(&str, &str)], more: Value| {
        let mut value = position(Union, units, json!({ "turn": 0, "phase": phase }));
        more.as_object().unwrap().iter().for_each(|(key, v)| value[key] = v.clone());
        value
    };
    let corps = json!({ "corps": ["I Corps", "II Corps"] });
    let cases = [
        (set_up("deploy-confederate", &[("geary", "NN-23"), ("early", "NN-23")], json!({})), "units[1].hex", "south of the Rapidan"),
        (set_up("deploy-rest", &[("geary", "S-25"), ("early", "S-25")], json!({})), "units[0].hex", "north of the Rappahannock"),
        (set_up("deploy-rest", &[("geary", "K-15")], json!({})), "units[0].hex", "fork"),
        (set_up("deploy-rest", &[("geary", "T-24")], json!({})), "units[0].hex", "on land"),
        (set_up("forts-union", &[("geary", "NN-23")], json!({})), "units[0].hex", "later step"),
        (set_up("withhold", &[("early", "S-25")], json!({})), "units[0].hex", "later step"),
        (set_up("deploy-union", &[("early", "S-25")], json!({})), "units[0].hex", "later step"),
        (set_up("deploy-confederate", &[("hancock", "NN-23")], corps.clone()), "units[0].hex", "later step"),
        (set_up("deploy-confederate", &[], json!({ "waiting": ["geary", "early"], "corps": corps["corps"] })), "waiting", "earlier step"),
        (set_up("deploy-confederate", &[("gordon", "S-25")], json!({})), "units", "more than 53"),
        (set_up("forts-union", &[], json!({ "forts": { "confederate": ["S-25"] } })), "forts.confederate", "when the Union has built"),
        (set_up("forts-union", &[], json!({ "forts": { "union": ["S-25"] } })), "forts.union", "where it sets up"),
        (set_up("deploy-union", &[], json!({ "eliminated": ["geary"] })), "eliminated", "before the first Turn"),
        (
            set_up("deploy-rest", &[("bridge-1", "LL-40")], json!({ "bridges": [{ "id": "bridge-1", "captured": true }] })),
            "bridges",
            "after",
        ),
        (set_up("deploy-union", &[], json!({ "units": [{ "id": "geary", "hex": "NN-23", "moved": 1 }] })), "units[0].hex", "has moved"),
        (
            set_up("deploy-rest", &[("walton", "S-25"), ("i-corps-artillery", "S-25")], json!({})),
            "units[1].hex",
            "north of the Rappahannock",
        ),
        (set_up("deploy-union", &[], json!({ "active": "confederate" })), "active", "Union"),
        (set_up("deploy-union", &[], json!({ "turn": 3 })), "turn", "turn 0"),
    ];
    for (value, field, because) in cases {
        let bad = misread(&value);
        assert!(bad.field.starts_with(field) && bad.because.contains(because), "{value}\n  gave {bad:?}\n  not {field}: {because}");
    }
    // A short position of the set-up: those whose step has come wait, those left out of an earlier one are set aside.
    let game = game();
    let state = game.read_position(&set_up("deploy-rest", &[("geary", "NN-23")], corps)).unwrap();
    let waiting: Vec<Value> = game.write_position(&state)["waiting"].as_array().unwrap().clone();
    assert_eq!(waiting.len(), 16, "two corps, boats and bridges");
}

#[test]
fn the_view_says_when_and_where_waiting_counters_come() {
    let due = |state: &chancellorsville_1961::State, id: &str| {
        let view = game().view(state);
        view.pieces.iter().find(|p| p.id == id).unwrap().due.clone()
    };
    let mut table = Table::fresh();
    assert_eq!(due(&table.state, "early").as_deref(), Some("step 3 of the set-up, south of the Rapidan and the Rappahannock"));
    assert_eq!(
        due(&table.state, "hancock").as_deref(),
        Some("step 2 of the set-up (step 4 if its corps is held back), north of the Rappahannock")
    );
    assert_eq!(due(&table.state, "hooker").as_deref(), Some("step 2 of the set-up, north of the Rappahannock"));
    assert_eq!(due(&table.state, "boat-1").as_deref(), Some("step 4 of the set-up, on a road north of the Rappahannock"));
    assert_eq!(due(&table.state, "gordon"), None, "a substitute in its box waits for no step");
    table.act(json!({ "do": "preset", "setup": "around-falmouth" })).act(json!({ "do": "preset", "setup": "heights" }));
    table.act(json!({ "do": "withhold", "corps": ["I Corps", "II Corps"] }));
    assert_eq!(due(&table.state, "hancock").as_deref(), Some("step 4 of the set-up, north of the Rappahannock"));
    assert_eq!(due(&table.state, "geary").as_deref(), Some("step 2 of the set-up, north of the Rappahannock"));
    table.act(json!({ "do": "place", "unit": "geary", "hex": "NN-23" }));
    assert_eq!(due(&table.state, "geary"), None);
}

#[test]
fn a_hand_written_position_may_begin_with_the_division() {
    let units = [("hancock", "NN-23"), ("gordon", "NN-24")];
    let game = game();
    // What stands around a position in a file is no part of it.
    let around = json!({ "phase": "divide", "game": "chancellorsville-1961", "scenario": "x", "options": {}, "journal": {} });
    let state = game.read_position(&position(Union, &units, around)).unwrap();
    let mut table = Table { game, state, events: Vec::new() };
    table.attack("hancock", "gordon").commit().fight("gordon").roll(1);
    assert!(table.is_lost("gordon"));
}

#[test]
fn infantry_whose_boat_was_destroyed_is_stranded() {
    let unit = |more: Value| {
        let mut unit = json!({ "id": "hancock", "hex": "LL-41" });
        if more == json!(true) {
            unit["stranded"] = more;
        }
        json!({ "turn": 5, "active": "union", "units": [unit] })
    };
    assert_eq!(misread(&unit(json!(false))).field, "units[0].hex");
    let game = game();
    let state = game.read_position(&unit(json!(true))).unwrap();
    assert_eq!(game.write_position(&state)["units"][0]["stranded"], json!(true));
    let table = Table { game, state, events: Vec::new() };
    assert!(table.may(march(&["hancock"], &["LL-41", "KK-41"])));
}

#[test]
fn actions_that_make_no_sense_say_so() {
    let game = game();
    for (action, field) in [
        (json!({}), "do"),
        (json!({ "do": "fly" }), "do"),
        (json!({ "do": "march", "units": ["hancock"] }), "path"),
        (json!({ "do": "march", "units": ["hancock"], "path": [] }), "path"),
        (json!({ "do": "march", "units": ["hancock"], "path": ["NN-23", "NN-25"] }), "path[1]"),
        (json!({ "do": "march", "units": ["hancock", "hancock"], "path": ["NN-23", "NN-24"] }), "units[1]"),
        (json!({ "do": "lay", "bridge": "bridge-1", "path": ["NN-23"], "far": "NN-24" }), "path"),
        (json!({ "do": "place", "unit": "hancock", "hex": 3 }), "hex"),
        (json!({ "do": "preset", "setup": "none" }), "setup"),
        (json!({ "do": "place", "unit": "hancock", "hex": "NN-23", "junk": 1 }), "junk"),
        (json!({ "do": "stay", "unit": "hancock" }), "unit"),
        (json!("march"), ""),
    ] {
        assert_eq!(game.read_action(&action).unwrap_err().field, field, "{action}");
    }
    assert!(game.read_subject(&json!({ "button": "x" })).is_err());
}

#[test]
fn the_handbook_answers() {
    let game = game();
    let oob = game.order_of_battle();
    assert_eq!((oob.len(), oob.iter().filter(|c| c.side == Union).count()), (113, 53));
    assert_eq!(oob.iter().filter(|c| c.side == Union).map(|c| c.strengths["combat"]).sum::<u16>(), 172);
    for chart in game.charts() {
        assert_eq!(chart.rows.len(), chart.cells.len(), "{}", chart.id);
        assert!(chart.cells.iter().all(|row| row.len() == chart.columns.len()), "{}", chart.id);
    }
    let ask = |attack: &[u16], defend: &[u16], with: &[&str]| {
        game.odds(&OddsQuestion {
            attack: attack.into(),
            defend: defend.into(),
            with: with.iter().map(ToString::to_string).collect(),
            column: None,
        })
    };
    let report = ask(&[12], &[3], &["fort", "hill"]).unwrap();
    assert_eq!((report.column.as_str(), report.modifiers[0].rule.as_str()), ("1-1", "C61-DEF-5"));
    assert!((report.results.iter().map(|r| r.probability).sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(ask(&[14], &[2], &[]).unwrap().results.len(), 1);
    let void = ask(&[3], &[10], &["bombard"]).unwrap();
    assert!(void.results.iter().all(|r| r.result.starts_with("no effect")));
    assert_eq!(ask(&[3], &[10], &["rain"]).unwrap_err().field, "with[0]");
    assert_eq!(ask(&[], &[10], &[]).unwrap_err().field, "attack");
    assert_eq!(Chancellorsville1961::rules().len(), 139);
    assert_eq!(Chancellorsville1961::rules().iter().filter(|r| r.optional).count(), 1);
}

#[test]
fn the_view_shows_what_players_need() {
    let units = [("hancock", "NN-23"), ("gordon", "NN-24"), ("alexander", "NN-27"), ("bridge-1", "OO-44")];
    let more = json!({ "forts": { "confederate": ["NN-24"] }, "bridges": [{ "id": "bridge-1", "near": "OO-43", "far": "NN-44" }] });
    let mut table = fighting_with(Union, &units, more);
    table.attack("hancock", "gordon");
    let view = table.game.view(&table.game.knowledge(&table.state, Seat::Spectator));
    assert_eq!((view.board.as_str(), view.turn, view.active), ("chancellorsville", 5, Some(Union)));
    assert_eq!(view.pieces.len(), 113);
    let kinds: Vec<&str> = view.markers.iter().map(|m| m.kind.word()).collect();
    assert_eq!(kinds, ["fort", "bridge"]);
    let battle = view.battle.unwrap();
    assert_eq!((battle.odds.as_str(), battle.modifiers[0].rule.as_str()), ("5-4 (1-1)", "C61-DEF-1"));
    let secondary = view.overlays.iter().find(|o| o.id == "secondary-confederate").unwrap();
    assert_eq!(secondary.hexes.len(), 11, "one of the twelve is in Gordon's primary zone");
    // Prompts and labels for everything that is listed.
    assert!(table.game.prompt(&table.state).contains("everybody who must fight has a battle"));
    for action in table.all_listed() {
        assert!(!table.game.describe(&table.state, action).label.is_empty());
    }
}

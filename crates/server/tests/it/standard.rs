//! The standard set-up: no person is asked to place anything, whatever is played and against whom.

use crate::house::{Client, Folder, SHELF, create, create_in, generous, open};
use engine::Seat;
use engine::table::Kind;
use rusqlite::Connection;
use serde_json::{Map, Value, json};
use server::{House, Store};
use std::collections::BTreeSet;

const SIDES: [&str; 2] = ["union", "confederate"];

/// Whether somebody who is asked for this has anything to set up.
fn sets_up(subjects: &Value) -> bool {
    subjects.as_array().unwrap().iter().any(|s| s["role"] == "set-up")
}

/// The pieces of a side that wait to be set up.
fn unplaced(view: &Value, side: &str) -> Vec<String> {
    let pieces = view["pieces"].as_array().unwrap().iter();
    pieces.filter(|p| p["side"] == side && p["off"] == "to be set up").map(|p| p["id"].to_string()).collect()
}

fn request(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// Every scenario as it is, and with each option at each of its values.
fn every_way(kind: &dyn Kind) -> Vec<Value> {
    let catalogue = kind.catalogue();
    let mut ways = Vec::new();
    for scenario in &catalogue.scenarios {
        let table = json!({ "game": catalogue.game, "scenario": scenario.id, "set_up": "standard" });
        ways.push(table.clone());
        for option in &catalogue.options {
            for value in option.values.iter().filter(|v| **v != option.default) {
                let mut table = table.clone();
                table["options"] = json!({ option.id.to_string(): value });
                ways.push(table);
            }
        }
    }
    ways
}

/// A house without a door, and its tables: nobody thinks there, and nothing is sent.
fn house(folder: &Folder) -> House {
    House::new(SHELF, Store::open(&folder.db()).unwrap(), generous())
}

/// What is done at a table so far, by side, as its maker may save it.
fn decisions(house: &House, made: &Value) -> Vec<(String, String)> {
    let (room, seat) = house.enter(made["table"].as_str().unwrap(), made["keys"]["union"].as_str().unwrap()).unwrap();
    let save = room.answer(seat, &request(&json!({ "op": "save" }))).unwrap();
    let entries = save["position"]["journal"]["entries"].as_array().unwrap().clone();
    entries.iter().filter(|e| e["by"].is_string()).map(|e| (e["by"].as_str().unwrap().to_string(), e["action"].to_string())).collect()
}

#[test]
fn two_persons_place_nothing_in_any_scenario() {
    let folder = Folder::new("standard");
    let house = house(&folder);
    for kind in SHELF {
        for mut table in every_way(*kind) {
            table["seats"] = json!({ "union": "me", "confederate": "friend" });
            let made = create_in(&house, &table).unwrap_or_else(|refusal| panic!("{table}: {refusal}"));
            let mut asked = 0;
            for side in SIDES {
                let (room, seat) = house.enter(made["table"].as_str().unwrap(), made["keys"][side].as_str().unwrap()).unwrap();
                assert_eq!(json!(seat), side);
                let view = &room.answer(seat, &request(&json!({ "op": "view" }))).unwrap()["view"];
                // Where whole corps are sent to places in secret, that is the game, and no set-up stands ready for it.
                let in_secret = table["options"]["deployment"] == "hypothetical";
                assert!(in_secret || unplaced(view, side).is_empty(), "{table}: {side} {:?}", unplaced(view, side));
                if let Ok(answer) = room.answer(seat, &request(&json!({ "op": "subjects" }))) {
                    asked += 1;
                    assert!(!sets_up(&answer["subjects"]), "{table}: {side} {}", answer["subjects"]);
                }
                assert_eq!(room.about().set_up, tables::card::Placing::Standard);
            }
            assert!(asked > 0, "{table}: play goes on");
        }
    }
}

#[test]
fn one_person_places_nothing_against_a_computer() {
    let folder = Folder::new("standard-computer");
    let addr = open(&folder);
    for kind in SHELF {
        for scenario in &kind.catalogue().scenarios {
            for (side, other) in [("union", "confederate"), ("confederate", "union")] {
                let seats = json!({ side: "me", other: "computer:greedy" });
                let table = json!({ "game": kind.catalogue().game, "scenario": scenario.id, "seats": seats, "set_up": "standard" });
                let mut person = Client::join(addr, &create(addr, &table), side);
                while !person.news["subjects"].is_array() {
                    person.hear();
                }
                assert!(!sets_up(&person.news["subjects"]), "{table}: {}", person.news["subjects"]);
                assert!(unplaced(&person.news["view"], side).is_empty(), "{table}");
                assert_eq!(person.hello["about"]["set_up"], "standard");
            }
        }
    }
}

#[test]
fn set_ups_are_dealt_and_a_side_keeps_its_own() {
    let folder = Folder::new("dealt");
    let house = house(&folder);
    let seats = json!({ "union": "me", "confederate": "me" });
    for (game, fewest) in [("bull-run", 3), ("chancellorsville-1961", 2), ("chancellorsville-1974", 3), ("give-us-victories", 1)] {
        let mut dealt = BTreeSet::new();
        for _ in 0..40 {
            let made = create_in(&house, &json!({ "game": game, "seats": seats, "set_up": "standard" })).unwrap();
            for side in SIDES {
                let decided = decisions(&house, &made).into_iter().filter(|(by, _)| by == side);
                let set_ups: BTreeSet<String> = decided.map(|(_, action)| action).filter(|a| a.contains("preset")).collect();
                assert_eq!(set_ups.len(), 1, "{game}: {side} takes one ready set-up and keeps to it: {set_ups:?}");
                dealt.extend(set_ups.into_iter().map(|set_up| (side, set_up)));
            }
        }
        for side in SIDES {
            let kinds = dealt.iter().filter(|(by, _)| *by == side).count();
            assert!(kinds >= fewest, "{game}: {side} was dealt {kinds} set-ups");
        }
    }
}

#[test]
fn what_was_dealt_is_not_taken_back() {
    let folder = Folder::new("dealt-back");
    let house = house(&folder);
    for kind in SHELF {
        let table = json!({ "game": kind.catalogue().game, "seats": { "union": "me", "confederate": "me" }, "set_up": "standard" });
        let made = create_in(&house, &table).unwrap();
        for side in SIDES {
            let (room, seat) = house.enter(made["table"].as_str().unwrap(), made["keys"][side].as_str().unwrap()).unwrap();
            assert!(room.answer(seat, &request(&json!({ "op": "undo" }))).is_err(), "{table}");
        }
    }
}

#[test]
fn who_sets_up_himself_is_asked() {
    let folder = Folder::new("own");
    let house = house(&folder);
    let seats = json!({ "union": "me", "confederate": "me" });
    for set_up in [Value::Null, json!("own")] {
        let made = create_in(&house, &json!({ "game": "bull-run", "seats": seats, "set_up": set_up })).unwrap();
        let (room, _) = house.enter(made["table"].as_str().unwrap(), made["keys"]["confederate"].as_str().unwrap()).unwrap();
        let answer = room.answer(Seat::Confederate, &request(&json!({ "op": "subjects" }))).unwrap();
        assert!(sets_up(&answer["subjects"]));
    }
    for bad in [json!("mine"), json!(7)] {
        let refusal = create_in(&house, &json!({ "game": "bull-run", "seats": seats, "set_up": bad })).unwrap_err();
        assert_eq!(refusal.field.as_deref(), Some("set_up"));
    }
}

/// A server that dies in the middle of a set-up goes on with it: from every entry of the journal.
#[test]
fn a_set_up_goes_on_after_a_restart() {
    let seats = json!({ "union": "me", "confederate": "friend" });
    for game in ["bull-run", "chancellorsville-1961", "chancellorsville-1974"] {
        let whole = Folder::new("restart");
        let first = house(&whole);
        let made = create_in(&first, &json!({ "game": game, "seats": seats, "set_up": "standard" })).unwrap();
        first.close().unwrap();
        let journal = |folder: &Folder| -> Vec<String> {
            let file = Connection::open(folder.db()).unwrap();
            file.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
            let mut rows = file.prepare("SELECT entry FROM journal ORDER BY number").unwrap();
            rows.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
        };
        let entries = journal(&whole);
        assert!(entries.len() > 1 && entries.iter().all(|e| e.contains("dealt")), "{game}: {entries:?}");
        for kept in 0..entries.len() {
            let folder = Folder::new("restart-cut");
            std::fs::copy(whole.db(), folder.db()).unwrap();
            Connection::open(folder.db()).unwrap().execute("DELETE FROM journal WHERE number >= ?1", [kept as i64]).unwrap();
            let addr = open(&folder);
            let mut union = Client::join(addr, &made, "union");
            union.catch_up(entries.len() as u64);
            assert!(unplaced(&union.news["view"], "union").is_empty(), "{game} from entry {kept} on");
            assert_eq!(union.news["length"].as_u64(), Some(entries.len() as u64), "{game} from entry {kept} on");
            assert!(!sets_up(&union.news["subjects"]), "{game} from entry {kept} on");
        }
    }
}

//! Make a table, sit down, play, take back, save, come back.

use crate::house::{Client, Folder, create, get, hot_seat, open, post};
use serde_json::{Value, json};
use tables::rooms::{FIRST_LOG, LOG_PAGE};

#[test]
fn the_client_the_games_and_the_boards_are_served() {
    let folder = Folder::new("pages");
    let addr = open(&folder);
    let (status, page) = get(addr, "/");
    assert!(status == 200 && page.contains("<title>Longroll</title>"));
    for file in ["/style.css", "/js/main.js", "/js/table.js", "/icon.svg", "/fonts.css"] {
        assert_eq!(get(addr, file).0, 200, "{file}");
    }
    let games: Value = serde_json::from_str(&get(addr, "/api/games").1).unwrap();
    assert_eq!(games.as_array().unwrap().len(), crate::house::SHELF.len());
    for game in games.as_array().unwrap() {
        let id = game["game"].as_str().unwrap();
        assert!(!game["boards"].as_object().unwrap().is_empty(), "{id} names its boards");
        assert_eq!(get(addr, &format!("/api/games/{id}/rules")).0, 200);
        assert_eq!(get(addr, &format!("/api/games/{id}/charts")).0, 200);
    }
    let (status, drawing) = get(addr, "/api/boards/chattanooga.svg?style=campfire");
    assert!(status == 200 && drawing.contains("<svg"));
    assert_eq!(get(addr, "/api/boards/chattanooga.json").0, 200);
    for nothing in ["/api/boards/atlantis.svg", "/api/games/chess/rules", "/js/../Cargo.toml", "/nowhere"] {
        assert_eq!(get(addr, nothing).0, 404, "{nothing}");
    }
}

#[test]
fn apply_undo_and_save() {
    let folder = Folder::new("apply");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    let mut other = Client::join(addr, &table, "confederate");
    assert_eq!(union.actor(), "union");
    let before = union.news["view"].clone();
    union.do_something(3);
    assert_eq!(union.news["length"], 1);
    assert_ne!(union.news["view"], before);
    other.catch_up(1);
    assert_eq!(other.news["view"], union.news["view"], "nothing is hidden in this game");
    assert_eq!(other.ask(json!({ "op": "undo" }))["ok"], false, "not the other side's to take back");
    assert_eq!(union.ask(json!({ "op": "undo" }))["ok"], true);
    assert_eq!(union.news["view"], before);
    assert_eq!(union.news["length"], 2, "the journal only grows");
    let save = union.ask(json!({ "op": "save" }));
    assert_eq!(save["position"]["journal"]["entries"].as_array().unwrap().len(), 2);
    let again = create(addr, &json!({ "save": save["position"], "seats": { "union": "me", "confederate": "me" } }));
    assert_eq!(Client::join(addr, &again, "union").news["view"], before);
}

#[test]
fn a_computer_plays_its_side() {
    let folder = Folder::new("computer");
    let addr = open(&folder);
    let table = create(addr, &json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "computer:greedy" } }));
    assert!(table["keys"]["confederate"].is_null(), "nobody gets the computer's key");
    let mut union = Client::join(addr, &table, "union");
    let first = union.news["view"]["turn"].as_u64().unwrap();
    let mut number = 1;
    while union.news["view"]["turn"].as_u64().unwrap() == first {
        if union.actor() == "union" {
            let finish = union.ask(json!({ "op": "apply", "action": { "end": "movement" } }));
            if finish["ok"] == false && union.ask(json!({ "op": "apply", "action": { "end": "combat" } }))["ok"] == false {
                union.do_something(number);
            }
            number += 1;
        } else {
            union.hear();
        }
    }
    assert!(union.heard.iter().any(|text| text.contains(r#""by":"confederate""#)));
}

#[test]
fn ones_tables_are_listed_for_those_with_a_key() {
    let folder = Folder::new("mine");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let ask = |key: &Value| {
        let (_, body) = post(addr, "/api/mine", &json!([{ "table": table["table"], "key": key }]).to_string());
        serde_json::from_str::<Value>(&body).unwrap()
    };
    let own = ask(&table["keys"]["union"]);
    assert_eq!(own[0]["actor"], "union");
    assert_eq!(own[0]["seat"], "union");
    assert_eq!(ask(&json!("0000000000000000000000000000000000000000")), json!([]));
}

#[test]
fn computers_play_each_other_while_somebody_looks_on() {
    let folder = Folder::new("watch");
    let addr = open(&folder);
    let table = create(addr, &json!({ "game": "blue-gray", "seats": { "union": "computer:greedy", "confederate": "computer:random" } }));
    let mut guest = Client::join(addr, &table, "spectator");
    guest.catch_up(5);
    assert_eq!(guest.ask(json!({ "op": "subjects" }))["ok"], false, "a spectator has no say");
}

#[test]
fn a_long_log_comes_in_pages() {
    let folder = Folder::new("pages");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    assert_eq!(union.hello["news"]["since"], 0);
    // A march that is taken back again and again makes a long log.
    let march = union.ask(json!({ "op": "legal" }))["actions"][0].clone();
    while union.news["length"].as_u64().unwrap() < LOG_PAGE + 20 {
        assert_eq!(union.ask(json!({ "op": "apply", "action": march }))["ok"], true);
        assert_eq!(union.ask(json!({ "op": "undo" }))["ok"], true);
    }
    let length = union.news["length"].as_u64().unwrap();
    let mut union = Client::join(addr, &table, "union");
    let first = union.hello["news"]["entries"].as_array().unwrap().clone();
    assert_eq!(first.len(), FIRST_LOG);
    assert_eq!(union.hello["news"]["since"], length - FIRST_LOG as u64);
    assert_eq!(first[0]["entry"], length - FIRST_LOG as u64);

    let page = |union: &mut Client, asked: Value| union.ask(asked)["entries"].as_array().unwrap().clone();
    let whole = page(&mut union, json!({ "op": "log" }));
    assert_eq!(whole.len() as u64, LOG_PAGE, "no more than a page, even if nothing is said");
    assert_eq!(page(&mut union, json!({ "op": "log", "count": 1_000_000 })), whole);
    let some = page(&mut union, json!({ "op": "log", "since": 7, "count": 5 }));
    assert_eq!(some, whole[7..12]);
    let rest = page(&mut union, json!({ "op": "log", "since": LOG_PAGE }));
    let all: Vec<Value> = whole.into_iter().chain(rest).collect();
    assert_eq!(all[all.len() - FIRST_LOG..], first);
    assert_eq!(union.ask(json!({ "op": "log", "count": -1 }))["error"]["field"], "count");
}

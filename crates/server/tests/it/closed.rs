//! Tables that come back from disk: those that were idle, and those whose journal stands no more because the rules have changed since,
//! which are shown as far as it goes.

use crate::house::{BACKLOG, Folder, SHELF, Wire, create_in, generous};
use engine::Seat;
use serde_json::{Map, Value, json};
use server::{House, Store};
use std::sync::Arc;
use tables::card::{Card, Keys, Placing, Sitter};
use tables::rooms::Room;

/// A house with one table of Blue & Gray that has this journal.
fn house(folder: &Folder, journal: &[Value], change: impl FnOnce(&mut Card)) -> House {
    let setup = SHELF[0].catalogue().complete(None, &Default::default()).unwrap();
    let mut card = Card {
        id: "table".into(),
        game: "blue-gray".into(),
        scenario: setup.scenario,
        options: setup.options,
        seats: [Sitter::Me, Sitter::Friend],
        set_up: Placing::Own,
        keys: Keys { union: "u".into(), confederate: "c".into(), spectator: "s".into(), ..Keys::default() },
        created: 0,
        fingerprint: Some("0123456789abcdef".into()),
        lesson: None,
        puzzle: None,
        delay: 0,
    };
    change(&mut card);
    let store = Store::open(&folder.db()).unwrap();
    store.create(&card, None).unwrap();
    store.append("table", 0, journal.to_vec(), true).unwrap();
    House::new(SHELF, store, generous())
}

fn hello(room: &Arc<Room>, seat: Seat) -> Result<Value, String> {
    let (out, mut queue) = tokio::sync::mpsc::channel(BACKLOG);
    room.join(seat, &Map::new(), Box::new(Wire(out))).map_err(|r| r.because)?;
    Ok(serde_json::from_str(queue.try_recv().unwrap().as_str()).unwrap())
}

fn ask(room: &Arc<Room>, seat: Seat, request: &Value) -> Result<Map<String, Value>, String> {
    room.answer(seat, request.as_object().unwrap()).map_err(|r| r.because)
}

fn finish() -> Value {
    json!({ "by": "union", "action": { "end": "movement" } })
}

#[test]
fn a_table_of_other_rules_is_shown_as_far_as_its_journal_stands() {
    let folder = Folder::new("closed");
    let journal = [finish(), json!({ "by": "union", "action": { "dig": "trenches" }, "hash": "0000000000000000" })];
    let house = house(&folder, &journal, |_| ());
    let (room, seat) = house.enter("table", "u").unwrap();
    let about = hello(&room, seat).unwrap()["about"].clone();
    let because = about["closed"].as_str().unwrap();
    assert!(because.contains("changed") && because.contains("entry 0 of 2"), "{because}");
    assert!(room.standing(seat).about.closed.is_some());
    for op in [
        json!({ "op": "apply", "action": { "end": "movement" } }),
        json!({ "op": "undo" }),
        json!({ "op": "redo" }),
        json!({ "op": "resign" }),
        json!({ "op": "roll" }),
    ] {
        assert_eq!(ask(&room, seat, &op).unwrap_err(), because, "{op}");
    }
    for op in ["view", "log", "replay", "subjects", "actor"] {
        assert!(ask(&room, seat, &json!({ "op": op })).is_ok(), "{op}");
    }
    assert!(ask(&room, Seat::Spectator, &json!({ "op": "reopen" })).is_err());
    assert!(ask(&room, Seat::Confederate, &json!({ "op": "reopen" })).is_ok(), "either side may go on");
    assert!(ask(&room, seat, &json!({ "op": "reopen" })).is_err(), "it is open");
    assert!(ask(&room, seat, &json!({ "op": "apply", "action": { "end": "movement" } })).is_ok());
    assert!(hello(&room, seat).unwrap()["about"].get("closed").is_none());
    // And so it stays when it is read from disk again.
    let length = room.look(|table| table.length()).unwrap();
    drop(room);
    drop(house);
    let house = House::new(SHELF, reopened(&folder), generous());
    let (room, seat) = house.enter("table", "u").unwrap();
    assert!(hello(&room, seat).unwrap()["about"].get("closed").is_none());
    assert_eq!(room.look(|table| table.length()).unwrap(), length);
}

/// The file, once the thread that had it has let go.
fn reopened(folder: &Folder) -> Store {
    for _ in 0..200 {
        if let Ok(store) = Store::open(&folder.db()) {
            return store;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the file is still in use");
}

#[test]
fn a_journal_that_leads_elsewhere_is_noticed() {
    let folder = Folder::new("elsewhere");
    let mut entry = finish();
    entry["hash"] = json!("0000000000000000");
    let house = house(&folder, &[entry], |_| ());
    let (room, seat) = house.enter("table", "c").unwrap();
    assert!(hello(&room, seat).unwrap()["about"]["closed"].as_str().unwrap().contains("leads elsewhere"));
}

#[test]
fn a_journal_that_still_stands_goes_on_under_other_rules() {
    let folder = Folder::new("stands");
    let house = house(&folder, &[finish()], |_| ());
    let (room, seat) = house.enter("table", "u").unwrap();
    assert!(hello(&room, seat).unwrap()["about"].get("closed").is_none());
    assert_eq!(room.look(|table| table.length()).unwrap(), 1);
}

#[test]
fn a_table_that_cannot_be_opened_says_why() {
    let folder = Folder::new("unopened");
    let house = house(&folder, &[], |card| card.scenario = "waterloo".into());
    let (room, seat) = house.enter("table", "u").unwrap();
    assert!(hello(&room, seat).unwrap_err().contains("can no longer be opened"));
    assert!(room.standing(seat).about.closed.unwrap().contains("can no longer be opened"));
    assert!(house.enter("table", "x").is_none(), "and only to those with a key");
}

#[test]
fn a_level_that_is_no_longer_there_gives_way_to_a_simple_one() {
    let folder = Folder::new("level");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let house = house(&folder, &[], |card| card.seats = [Sitter::Computer { level: "wizard".into() }, Sitter::Me]);
    let (room, seat) = house.enter("table", "c").unwrap();
    runtime.block_on(async {
        hello(&room, seat).unwrap();
        for _ in 0..4_500 {
            if room.look(|table| table.length()).unwrap() > 0 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        panic!("nobody moves");
    });
}

#[test]
fn an_idle_game_is_forgotten_and_comes_back_when_somebody_asks() {
    let folder = Folder::new("idle");
    let limits = server::Limits { idle: std::time::Duration::ZERO, ..generous() };
    let house = House::new(SHELF, Store::open(&folder.db()).unwrap(), limits);
    let made = create_in(&house, &json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } })).unwrap();
    let enter = |seat: &str| house.enter(made["table"].as_str().unwrap(), made["keys"][seat].as_str().unwrap()).unwrap();
    assert_eq!(house.tables.in_memory(), 1);
    house.put_away_idle();
    assert_eq!(house.tables.in_memory(), 0);
    let (room, seat) = enter("union");
    let (out, mut queue) = tokio::sync::mpsc::channel(BACKLOG);
    room.join(seat, json!({ "patches": true }).as_object().unwrap(), Box::new(Wire(out))).unwrap();
    let before = room.look(|table| table.view(seat)).unwrap();
    house.put_away_idle();
    assert_eq!(house.tables.in_memory(), 0, "somebody sits there, but nobody plays");
    ask(&room, seat, &json!({ "op": "apply", "action": { "end": "movement" } })).unwrap();
    let mut heard = Vec::new();
    while let Ok(text) = queue.try_recv() {
        heard.push(serde_json::from_str::<Value>(text.as_str()).unwrap());
    }
    let news = &heard.iter().rfind(|m| m.get("id").is_none() && m["news"].is_object()).unwrap()["news"];
    assert!(news["view"].is_object() && news.get("patch").is_none(), "the view comes whole again");
    assert_ne!(news["view"], json!(before));
}

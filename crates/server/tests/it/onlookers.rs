//! Onlookers who see a game later than its players do: they are told then what an onlooker saw before, and nothing by any other way.

use crate::house::{BACKLOG, Client, Folder, SHELF, Wire, create_in, generous, post};
use crate::people::{Home, wanted};
use axum::extract::ws::Utf8Bytes;
use engine::{Seat, Side};
use serde_json::{Map, Value, json};
use server::{House, Store};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tables::Room;
use tokio::sync::mpsc::{Receiver, channel};

const MINUTE: u64 = 60_000;
const DELAY: u64 = 7;

/// A house whose time stands still until the test moves it on.
fn house(folder: &Folder, time: &Arc<AtomicU64>) -> House {
    let told = Arc::clone(time);
    let limits = server::Limits { idle: Duration::ZERO, ..generous() };
    House::new(SHELF, Store::open(&folder.db()).unwrap(), limits).timed(Arc::new(move || told.load(Ordering::Relaxed)))
}

fn ask(room: &Arc<Room>, seat: Seat, request: &Value) -> Result<Map<String, Value>, String> {
    room.answer(seat, request.as_object().unwrap()).map_err(|refusal| refusal.because)
}

fn listen(room: &Arc<Room>, seat: Seat) -> Receiver<Utf8Bytes> {
    let (out, queue) = channel(BACKLOG);
    room.join(seat, json!({ "op": "join" }).as_object().unwrap(), Box::new(Wire(out))).unwrap();
    queue
}

/// What an onlooker sees who sees everything at once.
fn seen(room: &Arc<Room>) -> (Value, Value) {
    room.look(|table| (json!(table.view(Seat::Spectator)), json!(table.log(Seat::Spectator, 0)))).unwrap()
}

/// Somebody who is asked does something, by chance; now and then he takes it back. `false` when the game is over.
fn decide(room: &Arc<Room>, number: u64) -> bool {
    for side in Side::BOTH {
        let Ok(answer) = ask(room, side.into(), &json!({ "op": "legal" })) else { continue };
        let actions = answer["actions"].as_array().cloned().unwrap_or_default();
        if actions.is_empty() {
            continue;
        }
        let action = &actions[(number.wrapping_mul(7_919) % actions.len() as u64) as usize];
        ask(room, side.into(), &json!({ "op": "apply", "action": action })).unwrap();
        if number % 5 == 4 {
            // Whether or not it may be taken back.
            let _ = ask(room, side.into(), &json!({ "op": "undo" }));
        }
        if number % 11 == 10 {
            // By consent, dice too: the journal is cut.
            let _ = room.take_back(side);
        }
        return true;
    }
    false
}

/// Plays a minute a decision, and compares what onlookers have with what one saw some minutes before.
fn watch(number: usize) {
    let game = &SHELF[number].catalogue().game;
    let (folder, time) = (Folder::new(&format!("late-{game}")), Arc::new(AtomicU64::new(1_000 * MINUTE)));
    let mut keeper = house(&folder, &time);
    let request = json!({ "game": game, "set_up": "standard", "delay": DELAY, "seats": { "union": "me", "confederate": "friend" } });
    let made = create_in(&keeper, &request).unwrap();
    let enter = |keeper: &House| keeper.enter(made["table"].as_str().unwrap(), made["keys"]["spectator"].as_str().unwrap()).unwrap().0;
    let mut room = enter(&keeper);
    let fresh = room.look(|table| SHELF[number].open(table.setup(), 0).map(|t| json!(t.view(Seat::Spectator)))).unwrap().unwrap();
    // What was to be seen at each minute.
    let mut past: Vec<(Value, Value)> = vec![seen(&room)];
    let mut line = listen(&room, Seat::Spectator);
    let mut told = 0;
    for minute in 1..60_u64 {
        time.fetch_add(MINUTE, Ordering::Relaxed);
        if !decide(&room, minute) {
            break;
        }
        past.push(seen(&room));
        match minute % 9 {
            3 => keeper.put_away_idle(),
            6 => {
                // The house is closed and opened again: he comes back.
                drop((room, line));
                keeper.close().unwrap();
                keeper = house(&folder, &time);
                (room, told) = (enter(&keeper), 0);
                line = listen(&room, Seat::Spectator);
            }
            _ => {}
        }
        keeper.tables.show_late();
        let view = ask(&room, Seat::Spectator, &json!({ "op": "view" })).unwrap()["view"].clone();
        let Some((then, log)) = minute.checked_sub(DELAY).map(|then| &past[then as usize]) else {
            // Not even the set-up that was dealt is known yet.
            assert_eq!(view["pieces"].as_array().map(Vec::len), fresh["pieces"].as_array().map(Vec::len), "{game}, minute {minute}");
            assert_eq!(view, fresh, "{game}, minute {minute}");
            continue;
        };
        assert_eq!(view, *then, "{game}, minute {minute}");
        let answer = ask(&room, Seat::Spectator, &json!({ "op": "log" })).unwrap();
        assert_eq!(answer["entries"], *log, "{game}, minute {minute}");
        let steps = ask(&room, Seat::Spectator, &json!({ "op": "replay" })).unwrap()["steps"].as_u64().unwrap();
        let last = ask(&room, Seat::Spectator, &json!({ "op": "replay", "step": steps })).unwrap();
        assert_eq!(last["frames"][0]["view"], *then, "{game}, minute {minute}");
        assert!(ask(&room, Seat::Spectator, &json!({ "op": "replay", "step": steps + 1 })).is_err());
        let standing = json!(room.standing(Seat::Spectator));
        assert_eq!(standing["length"], log.as_array().unwrap().len(), "{game}, minute {minute}");
        for op in ["apply", "undo", "redo", "resign", "roll", "reopen", "save", "hash", "subjects"] {
            assert!(ask(&room, Seat::Spectator, &json!({ "op": op, "action": {} })).is_err(), "{op}");
        }
        assert!(room.ask_advice(Seat::Spectator, &Map::new()).is_err());
        // What was said to him is what he may know, in whole views.
        while let Ok(text) = line.try_recv() {
            let message: Value = serde_json::from_str(text.as_str()).unwrap();
            assert!(message.get("thinking").is_none() && message.get("remark").is_none(), "{message}");
            if let Some(news) = message.get("news") {
                // The greeting shows the map before anybody was set up, if he came so early.
                let known = past[..=(minute - DELAY) as usize].iter().any(|(view, _)| *view == news["view"]);
                assert!(known || news["view"] == fresh, "{game}, minute {minute}");
                told += usize::from(message.get("ok").is_none());
            }
        }
    }
    assert!(told > 0, "{game}: he is told");
    // It is over: he sees the end at once.
    ask(&room, Seat::Union, &json!({ "op": "resign" })).unwrap();
    keeper.tables.show_late();
    assert_eq!(ask(&room, Seat::Spectator, &json!({ "op": "view" })).unwrap()["view"], seen(&room).0);
    assert!(ask(&room, Seat::Spectator, &json!({ "op": "replay", "as": "referee", "step": 1 })).is_ok());
}

#[test]
fn blue_gray_is_seen_later() {
    watch(0);
}

#[test]
fn bull_run_is_seen_later() {
    watch(1);
}

#[test]
fn chancellorsville_1974_is_seen_later() {
    watch(2);
}

#[test]
fn chancellorsville_1961_is_seen_later() {
    watch(3);
}

#[test]
fn give_us_victories_is_seen_later() {
    watch(4);
}

/// Waits until the news have come to that length, however busy the machine is.
fn comes_to(client: &mut Client, length: u64) {
    client.catch_up(length);
    assert_eq!(client.news["length"].as_u64(), Some(length));
}

#[test]
fn players_of_a_house_let_onlookers_see_their_game_later() {
    let home = Home::open("late", false);
    let (grant, lee, pope) = (home.register("Grant"), home.register("Lee"), home.register("Pope"));
    let challenge = |delay: Value| {
        let mut challenge = wanted(json!({ "kind": "live", "main": 3600, "increment": 10 }));
        challenge["delay"] = delay;
        challenge
    };
    assert!(grant.refused("look-for", challenge(json!(1_000_000))).contains("minutes later"));
    let id = grant.ask("look-for", challenge(json!(15)))["challenge"]["id"].clone();
    assert_eq!(lee.ask("lobby", json!({}))["open"][0]["delay"], 15, "whoever takes it up knows");
    let table = lee.ask("accept", json!({ "id": id }))["table"].clone();
    let mut seats = [grant.sit(&table), lee.sit(&table)];
    let mut gallery = pope.sit(&table);
    assert_eq!(gallery.hello["about"]["delay"], 15);
    let begun = gallery.news.clone();
    let asked = usize::from(seats[0].actor() == "confederate");
    (0..3).for_each(|n| drop(seats[asked].do_something(n)));
    let length = seats[asked].news["length"].as_u64().unwrap();
    // Whatever he asks for, by whatever way, it is as it was.
    let key = pope.ask("seat", json!({ "table": table }))["key"].clone();
    assert_eq!(gallery.ask(json!({ "op": "view" }))["view"], begun["view"]);
    let mine = post(home.addr, "/api/mine", &json!([{ "table": table, "key": key }]).to_string()).1;
    assert_eq!(serde_json::from_str::<Value>(&mine).unwrap()[0]["length"], begun["length"], "{mine}");
    let branch = json!({ "branch": { "table": table, "key": key, "step": length }, "seats": { "union": "me", "confederate": "me" } });
    assert_eq!(post(home.addr, "/api/tables", &branch.to_string()).0, 400);
    let looked = pope.ask("game", json!({ "table": table }))["game"].clone();
    let watched = pope.ask("lobby", json!({}))["watch"][0].clone();
    for shown in [&looked, &watched] {
        assert_eq!(
            (&shown["clock"], &shown["moved"], &shown["deadline"], &shown["delay"]),
            (&Value::Null, &Value::Null, &Value::Null, &json!(15))
        );
    }
    assert!(lee.ask("game", json!({ "table": table }))["game"]["clock"].is_object(), "its players see their clocks");
    home.pass(14 * MINUTE);
    assert_eq!(gallery.ask(json!({ "op": "view" }))["view"], begun["view"]);
    home.pass(MINUTE);
    comes_to(&mut gallery, length);
    assert_eq!(gallery.news["view"], seats[asked].ask(json!({ "op": "view" }))["view"], "nothing is hidden in this game");
    assert!(gallery.heard.iter().all(|text| !text.contains(r#""asked":"#)), "no clock came to him");
    // An end by agreement is one: there is nothing left to keep.
    seats[asked].do_something(7);
    let length = seats[asked].news["length"].as_u64().unwrap();
    grant.ask("offer", json!({ "table": table, "offer": "draw" }));
    lee.ask("offer", json!({ "table": table, "offer": "draw" }));
    comes_to(&mut gallery, length);
    assert!(pope.ask("game", json!({ "table": table }))["game"]["clock"].is_object());
    // The other way round: the rematch is as the game was.
    assert_eq!(lee.ask("rematch", json!({ "table": table }))["challenge"]["delay"], 15);
}

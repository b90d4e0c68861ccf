//! Replays, branches, redo, and changes of the view.

use crate::house::{Client, Folder, create, hot_seat, open, post};
use serde_json::{Value, json};
use std::net::SocketAddr;

fn play(seats: &mut [Client], decisions: u64) {
    for number in 0..decisions {
        let length = seats.iter().map(|c| c.news["length"].as_u64().unwrap()).max().unwrap();
        seats.iter_mut().for_each(|c| c.catch_up(length));
        let asked = seats[0].news["actor"].clone();
        let awaits = |side: &str| asked["actor"] == side || asked["awaited"].as_array().is_some_and(|a| a.contains(&json!(side)));
        let Some(i) = ["union", "confederate"].into_iter().position(awaits) else { return };
        seats[i].do_something(number * 31 + 5);
    }
}

fn branch(table: &Value, key: &str, step: u64) -> Value {
    json!({
        "branch": { "table": table["table"], "key": table["keys"][key], "step": step },
        "seats": { "union": "me", "confederate": "me" },
    })
}

#[test]
fn a_game_is_replayed_and_branched() {
    let folder = Folder::new("replay");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut seats = ["union", "confederate"].map(|seat| Client::join(addr, &table, seat));
    play(&mut seats, 60);
    let [mut union, _confederate] = seats;
    let course = union.ask(json!({ "op": "replay" }));
    let steps = course["steps"].as_u64().unwrap();
    assert_eq!(course["entries"].as_array().unwrap().len() as u64, steps);
    assert_eq!(course["phases"][0]["step"], 0);
    let frames = union.ask(json!({ "op": "replay", "step": 0, "count": 1000 }))["frames"].as_array().unwrap().clone();
    assert_eq!(frames.len() as u64, (steps + 1).min(50));
    let last = union.ask(json!({ "op": "replay", "step": steps }))["frames"][0].clone();
    assert_eq!(last["view"], union.ask(json!({ "op": "view" }))["view"]);
    assert_eq!(union.ask(json!({ "op": "replay", "step": steps + 1 }))["ok"], false);
    assert_eq!(union.ask(json!({ "op": "replay", "as": "referee" }))["ok"], false, "not before the end");
    // From the middle another game begins.
    let middle = frames[frames.len() / 2].clone();
    let other = create(addr, &branch(&table, "union", middle["step"].as_u64().unwrap()));
    let mut there = Client::join(addr, &other, "union");
    assert_eq!(there.news["view"], middle["view"]);
    assert_eq!(there.ask(json!({ "op": "replay", "step": 1 }))["frames"][0]["view"], frames[1]["view"], "its past comes with it");
    // The first game knows nothing of it.
    assert_eq!(union.ask(json!({ "op": "replay" }))["steps"], steps);
    for (key, step) in [("union", steps + 1), ("nobody", 0)] {
        let (status, body) = post(addr, "/api/tables", &branch(&table, key, step).to_string());
        assert_eq!(status, 400, "{body}");
    }
    // After the end all may be seen.
    union.ask(json!({ "op": "resign" }));
    assert_eq!(union.ask(json!({ "op": "replay", "as": "referee", "step": 3 }))["ok"], true);
}

#[test]
fn where_something_is_hidden_nobody_branches_before_the_end() {
    let folder = Folder::new("secret-branch");
    let addr = open(&folder);
    for (confederate, running) in [("friend", 400), ("computer:random", 400), ("me", 200)] {
        let table = create(addr, &json!({ "game": "bull-run", "seats": { "union": "me", "confederate": confederate } }));
        let mut union = Client::join(addr, &table, "union");
        assert_eq!(union.news["may_branch"], running == 200);
        assert_eq!(post(addr, "/api/tables", &branch(&table, "union", 0).to_string()).0, running, "{confederate}");
        assert_eq!(post(addr, "/api/tables", &branch(&table, "spectator", 0).to_string()).0, 400, "nor does who looks on");
        assert_eq!(Client::join(addr, &table, "spectator").ask(json!({ "op": "save" }))["ok"], false);
        assert_eq!(union.ask(json!({ "op": "resign" }))["ok"], true);
        assert_eq!(union.news["may_branch"], true);
        assert_eq!(post(addr, "/api/tables", &branch(&table, "spectator", 0).to_string()).0, 200);
    }
}

#[test]
fn undo_and_redo_come_to_the_same_also_after_a_restart() {
    let folder = Folder::new("redo");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    assert_eq!(union.news["undo"], false);
    let before = union.news["view"].clone();
    union.do_something(3);
    let after = union.news["view"].clone();
    assert_eq!((&union.news["undo"], &union.news["redo"]), (&json!(true), &json!(false)));
    assert_eq!(union.ask(json!({ "op": "undo" }))["ok"], true);
    assert_eq!((&union.news["view"], &union.news["redo"]), (&before, &json!(true)));
    assert_eq!(Client::join(addr, &table, "confederate").ask(json!({ "op": "redo" }))["ok"], false);
    assert_eq!(union.ask(json!({ "op": "redo" }))["ok"], true);
    assert_eq!((&union.news["view"], &union.news["redo"]), (&after, &json!(false)));
    assert_eq!(union.ask(json!({ "op": "redo" }))["ok"], false);
}

/// A patch does not say where in the list a piece that comes back stands.
fn sorted(mut pieces: Vec<Value>) -> Vec<Value> {
    pieces.sort_by_key(|piece| piece["id"].as_str().unwrap().to_string());
    pieces
}

/// The view of whole news, and one that was patched, so that they can be compared.
fn comparable(view: &Value) -> Value {
    let mut view = view.clone();
    let pieces = match &view["pieces"] {
        Value::Object(by_id) => by_id.values().cloned().collect(),
        listed => listed.as_array().unwrap().clone(),
    };
    view["pieces"] = json!(sorted(pieces));
    view
}

/// Somebody who is sent patches, and what they lead to.
struct Lean {
    client: Client,
    view: Value,
}

impl Lean {
    fn join(addr: SocketAddr, table: &Value, seat: &str) -> Lean {
        let mut client = Client::knock(addr);
        let hello = client.ask(json!({ "op": "join", "table": table["table"], "key": table["keys"][seat], "patches": true }));
        Lean { client, view: hello["news"]["view"].clone() }
    }

    fn catch_up(&mut self, length: u64) {
        while self.client.news["length"].as_u64().unwrap_or(0) < length {
            let message = self.client.hear();
            let Some(news) = message.get("news") else { continue };
            assert!(news.get("view").is_none(), "no whole view again");
            news.get("patch").into_iter().for_each(|patch| engine::patch::merge(&mut self.view, patch));
        }
    }
}

/// In one game each seat has a view of its own, in the other all have the same; somebody comes late.
#[test]
fn changes_lead_to_the_same_view() {
    let folder = Folder::new("patches");
    let addr = open(&folder);
    for game in ["chancellorsville-1974", "blue-gray"] {
        let table = hot_seat(addr, game);
        let mut seats = ["union", "confederate", "spectator"].map(|seat| Client::join(addr, &table, seat));
        let mut lean = vec![Lean::join(addr, &table, "union"), Lean::join(addr, &table, "spectator")];
        for number in 0..40 {
            if number == 9 {
                lean.insert(1, Lean::join(addr, &table, "confederate"));
            }
            play(&mut seats, 1 + number % 3);
            let length = seats.iter().map(|c| c.news["length"].as_u64().unwrap()).max().unwrap();
            seats.iter_mut().for_each(|c| c.catch_up(length));
            lean.iter_mut().for_each(|lean| lean.catch_up(length));
            let whole = |i: usize| comparable(&seats[i].news["view"]);
            assert_eq!(comparable(&lean[0].view), whole(0), "{game}");
            assert_eq!(comparable(&lean[lean.len() - 1].view), whole(2), "{game}");
            if lean.len() == 3 {
                assert_eq!(comparable(&lean[1].view), whole(1), "{game}");
            }
        }
        let size = |client: &Client| client.heard.iter().map(String::len).sum::<usize>();
        assert!(size(&lean[0].client) * 2 < size(&seats[0]), "{} against {}", size(&lean[0].client), size(&seats[0]));
    }
}

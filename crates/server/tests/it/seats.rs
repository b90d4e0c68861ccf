//! Nobody gets what is not for their seat.

use crate::house::{Client, Folder, SHELF, create, hot_seat, open};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Decisions of each game that are listened to.
const DECISIONS: u64 = 120;

#[test]
fn a_wrong_key_gets_nothing() {
    let folder = Folder::new("keys");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let key = table["keys"]["union"].as_str().unwrap();
    assert!(key.len() >= 32, "128 bits at least");
    let mut wrong = key.to_string();
    wrong.replace_range(0..1, if key.starts_with('0') { "1" } else { "0" });
    let absent = Client::knock(addr).ask(json!({ "op": "join", "table": "0123456789abcdef", "key": key }));
    for (table_name, key) in [(&table["table"], wrong.as_str()), (&table["table"], ""), (&json!(""), key), (&json!(7), key)] {
        let answer = Client::knock(addr).ask(json!({ "op": "join", "table": table_name, "key": key }));
        assert_eq!(answer, absent, "nothing tells a wrong key from a table that is not there");
    }
    assert_eq!(Client::knock(addr).ask(json!({ "op": "view" }))["ok"], false);
}

#[test]
fn a_seat_speaks_for_itself_only() {
    let folder = Folder::new("as");
    let addr = open(&folder);
    let table = create(addr, &json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "friend" } }));
    let mut union = Client::join(addr, &table, "union");
    let mut friend = Client::join(addr, &table, "confederate");
    for seat in ["union", "referee", "spectator"] {
        assert_eq!(friend.ask(json!({ "op": "view", "as": seat }))["ok"], false);
    }
    assert_eq!(friend.ask(json!({ "op": "subjects" }))["ok"], false);
    assert_eq!(friend.ask(json!({ "op": "apply", "action": { "end": "movement" } }))["ok"], false);
    assert_eq!(union.ask(json!({ "op": "roll", "dice": [6] }))["ok"], false);
    for secret in ["save", "hash"] {
        assert_eq!(union.ask(json!({ "op": secret }))["ok"], false, "{secret} tells all, and a friend plays here");
    }
    assert_eq!(Client::join(addr, &table, "spectator").ask(json!({ "op": "resign" }))["ok"], false);
}

/// The pieces in a view: id, side, face up.
fn pieces(view: &Value) -> Vec<(String, String, bool)> {
    let word = |p: &Value, name: &str| p[name].as_str().unwrap_or_default().to_string();
    view["pieces"].as_array().into_iter().flatten().map(|p| (word(p, "id"), word(p, "side"), p["type"] != "hidden")).collect()
}

/// Listens to random games: no message to a seat holds the name of an enemy piece that it never saw face up.
#[test]
fn hidden_pieces_stay_hidden() {
    let folder = Folder::new("hidden");
    let addr = open(&folder);
    for kind in SHELF {
        let game = &kind.catalogue().game;
        let table = create(addr, &json!({ "game": game, "seats": { "union": "me", "confederate": "friend" } }));
        let mut seats = ["union", "confederate"].map(|seat| Client::join(addr, &table, seat));
        let mut spectator = Client::join(addr, &table, "spectator");
        let mut own: [BTreeSet<String>; 2] = Default::default();
        let mut seen: [BTreeSet<String>; 3] = Default::default();
        for number in 0..DECISIONS {
            let length = seats.iter().map(|c| c.news["length"].as_u64().unwrap()).max().unwrap();
            seats.iter_mut().for_each(|c| c.catch_up(length));
            spectator.catch_up(length);
            for (i, side) in ["union", "confederate"].into_iter().enumerate() {
                own[i].extend(pieces(&seats[i].news["view"]).into_iter().filter(|(_, s, up)| s == side && *up).map(|(id, ..)| id));
            }
            for (i, client) in seats.iter().chain([&spectator]).enumerate() {
                seen[i].extend(pieces(&client.news["view"]).into_iter().filter(|(.., up)| *up).map(|(id, ..)| id));
            }
            let asked = seats[0].news["actor"].clone();
            let awaits = |side: &str| asked["actor"] == side || asked["awaited"].as_array().is_some_and(|a| a.contains(&json!(side)));
            let Some(i) = ["union", "confederate"].into_iter().position(awaits) else { break };
            seats[i].do_something(number * 31 + 5);
        }
        for (i, client) in seats.iter().chain([&spectator]).enumerate() {
            let enemies = own.iter().enumerate().filter(|(side, _)| *side != i).flat_map(|(_, ids)| ids);
            for secret in enemies.filter(|id| !seen[i].contains(*id)) {
                let quoted = json!(secret).to_string();
                let leak = client.heard.iter().find(|text| text.contains(&quoted));
                assert!(leak.is_none(), "{game}: seat {i} heard of {secret}");
            }
        }
    }
}

//! Nobody gets what is not for their seat.

use crate::house::{Client, Folder, create, hot_seat, open};
use serde_json::json;

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

#[test]
fn a_friend_comes_by_link_and_both_play() {
    let folder = Folder::new("friend");
    let addr = open(&folder);
    let table = create(addr, &json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "friend" } }));
    assert!(table["keys"]["union"] != table["keys"]["confederate"], "the link opens the friend's seat only");
    let mut union = Client::join(addr, &table, "union");
    let here = |client: &mut Client, seat: &str| loop {
        let message = client.hear();
        if let Some(here) = message.get("here") {
            return here[seat].as_u64().unwrap();
        }
    };
    assert_eq!(here(&mut union, "union"), 1);
    let mut friend = Client::join(addr, &table, "confederate");
    assert_eq!(here(&mut union, "confederate"), 1, "I see that he has come");
    let mut number = 1;
    let mut moved = [0, 0];
    while moved.contains(&0) {
        let length = [&union, &friend].map(|c| c.news["length"].as_u64().unwrap()).into_iter().max().unwrap();
        union.catch_up(length);
        friend.catch_up(length);
        let finish = |client: &mut Client| {
            ["movement", "combat"].iter().any(|phase| client.ask(json!({ "op": "apply", "action": { "end": phase } }))["ok"] == true)
        };
        for (i, client) in [&mut union, &mut friend].into_iter().enumerate() {
            if client.actor() == ["union", "confederate"][i] {
                if moved[i] > 0 && finish(client) {
                    break;
                }
                client.do_something(number);
                moved[i] += 1;
                number += 1;
                break;
            }
        }
    }
    // He goes, and comes back by the same link to the same game.
    let view = friend.ask(json!({ "op": "view" }))["view"].clone();
    drop(friend);
    assert_eq!(here(&mut union, "confederate"), 0, "and I see that he has gone");
    assert_eq!(Client::join(addr, &table, "confederate").news["view"], view);
}

#[test]
fn both_sides_sit_at_one_screen() {
    let folder = Folder::new("one-screen");
    let addr = open(&folder);
    let table = hot_seat(addr, "bull-run");
    let mut seats = ["union", "confederate"].map(|seat| Client::join(addr, &table, seat));
    for number in 0..30 {
        let length = seats.iter().map(|c| c.news["length"].as_u64().unwrap()).max().unwrap();
        seats.iter_mut().for_each(|c| c.catch_up(length));
        let asked = seats[0].actor();
        let i = usize::from(asked == "confederate");
        assert!(seats[i].news["subjects"].is_array() && seats[1 - i].news.get("subjects").is_none(), "one of them is asked");
        seats[i].do_something(number * 7 + 1);
    }
    assert_eq!(seats[0].ask(json!({ "op": "save" }))["ok"], true, "there is nobody to hide it from");
}

#[test]
fn whoever_tries_keys_is_shown_out() {
    let folder = Folder::new("locksmith");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut thief = Client::knock(addr);
    let tries =
        (0..100).take_while(|n| thief.try_ask(json!({ "op": "join", "table": table["table"], "key": format!("{n:040x}") })).is_some());
    assert!(tries.count() < 20);
    assert_eq!(Client::join(addr, &table, "union").actor(), "union", "and the table stands");
}

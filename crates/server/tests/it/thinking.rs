//! Computers that take their time: the table stays free, everybody knows, and they can be told to move now.

use crate::house::{Client, Folder, create, open_games};
use crate::slow::{INTENT, SLOW_SHELF};
use serde_json::{Value, json};

/// A table where the Union, a slow computer, is asked.
fn waiting(folder: &Folder) -> (Client, Client) {
    let addr = open_games(folder, SLOW_SHELF);
    let table = create(addr, &json!({ "game": "blue-gray", "seats": { "union": "computer:greedy", "confederate": "me" } }));
    (Client::join(addr, &table, "confederate"), Client::join(addr, &table, "spectator"))
}

/// Who thinks: told on joining, or soon after.
fn hear_of_thinking(client: &mut Client) -> Value {
    let mut message = client.hello.clone();
    while !message["thinking"].is_object() {
        message = client.hear();
    }
    message["thinking"].clone()
}

#[test]
fn everybody_knows_who_thinks_and_the_table_is_free() {
    let folder = Folder::new("thinks");
    let (mut me, mut watcher) = waiting(&folder);
    let thinking = hear_of_thinking(&mut me);
    assert_eq!((&thinking["side"], &thinking["level"]), (&json!("union"), &json!("greedy")));
    // Asked at once although somebody thinks.
    assert_eq!(me.ask(json!({ "op": "view" }))["ok"], true);
    assert_eq!(me.ask(json!({ "op": "replay" }))["steps"], 0);
    assert_eq!(watcher.ask(json!({ "op": "stop" }))["ok"], false, "a spectator has no say");
    assert_eq!(me.news["length"], 0);
    assert_eq!(me.ask(json!({ "op": "stop" }))["stopped"], true);
    me.catch_up(1);
    while !watcher.heard.iter().any(|text| text == r#"{"thinking":null}"#) {
        watcher.hear();
    }
}

#[test]
fn what_was_thought_about_another_position_is_thrown_away() {
    let folder = Folder::new("vain");
    let (mut me, _watcher) = waiting(&folder);
    hear_of_thinking(&mut me);
    assert_eq!(me.ask(json!({ "op": "resign" }))["ok"], true);
    // It may have come before the answer.
    while !me.heard.iter().any(|text| text == r#"{"thinking":null}"#) {
        me.hear();
    }
    let log = me.ask(json!({ "op": "log" }));
    assert_eq!(log["length"], 1, "the resignation, and nothing after it");
}

#[test]
fn advice_is_thought_about_beside_the_table() {
    let folder = Folder::new("advice");
    let addr = open_games(&folder, SLOW_SHELF);
    let table = create(addr, &json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } }));
    let mut union = Client::join(addr, &table, "union");
    // With little time it says what it has.
    assert_eq!(union.ask(json!({ "op": "go", "level": "greedy", "ms": 30 }))["ok"], true);
    union.send(r#"{"id":"slow","op":"go","level":"greedy"}"#);
    assert_eq!(union.ask(json!({ "op": "go", "level": "greedy" }))["ok"], false, "one at a time");
    assert_eq!(union.ask(json!({ "op": "actor" }))["actor"], "union", "others are answered meanwhile");
    assert_eq!(union.ask(json!({ "op": "stop" }))["stopped"], true);
    let advice = loop {
        let answer = union.hear();
        if answer["id"] == "slow" {
            break answer;
        }
    };
    assert_eq!(advice["ok"], true);
    assert_eq!(union.ask(json!({ "op": "apply", "action": advice["action"] }))["ok"], true);
    // And if the position changes meanwhile, it is of no use.
    union.send(r#"{"id":"late","op":"go","level":"greedy"}"#);
    assert_eq!(union.ask(json!({ "op": "undo" }))["ok"], true);
    union.send(r#"{"id":"stop","op":"stop"}"#);
    let late = loop {
        let answer = union.hear();
        if answer["id"] == "late" {
            break answer;
        }
    };
    assert_eq!(late["ok"], false, "{late}");
}

#[test]
fn what_a_computer_means_to_do_is_told_only_where_nothing_is_hidden() {
    for (game, told) in [("blue-gray", true), ("bull-run", false)] {
        let folder = Folder::new("intent");
        let addr = open_games(&folder, SLOW_SHELF);
        let table = create(addr, &json!({ "game": game, "seats": { "union": "computer:greedy", "confederate": "me" } }));
        let mut me = Client::join(addr, &table, "confederate");
        // The Union decides and decides until it is done, and then it is my turn.
        while me.news.get("subjects").is_none() {
            me.send(r#"{"op":"stop"}"#);
            me.hear();
        }
        // What it meant is told when it has done it, beside the table: it may come after the news of my turn.
        while told && !me.heard.iter().any(|text| text.contains(INTENT)) {
            me.hear();
        }
        me.ask(json!({ "op": "resign" }));
        assert_eq!(me.heard.iter().any(|text| text.contains(INTENT)), told, "{game}");
    }
}

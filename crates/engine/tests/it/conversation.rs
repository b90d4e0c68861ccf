//! The protocol: every operation, and everything that can be said wrongly.

use crate::toy::SHELF;
use engine::protocol::{Conversation, LONGEST};
use serde_json::{Value, json};

struct Talk(Conversation);

impl Talk {
    fn new() -> Talk {
        Talk(Conversation::new(SHELF))
    }

    /// A conversation with a game at the sealed choice of the first turn.
    fn begun() -> Talk {
        let mut talk = Talk::new();
        talk.good(json!({ "op": "new", "game": "picket-line", "seed": 3 }));
        talk.good(json!({ "op": "roll", "dice": [0] }));
        talk
    }

    fn ask(&mut self, request: &Value) -> Value {
        let answer: Value = serde_json::from_str(&self.0.answer(request.to_string())).unwrap();
        assert_eq!(answer["id"], request.get("id").cloned().unwrap_or(Value::Null));
        answer
    }

    fn good(&mut self, request: Value) -> Value {
        let answer = self.ask(&request);
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    }

    /// The error of a request that is refused; nothing changes.
    fn bad(&mut self, request: Value) -> Value {
        let before = self.ask(&json!({ "op": "hash" }));
        let answer = self.ask(&request);
        assert_eq!(answer["ok"], false, "{request}: {answer}");
        assert!(answer["error"]["because"].as_str().is_some_and(|b| !b.is_empty()));
        assert_eq!(self.ask(&json!({ "op": "hash" })), before, "{request}");
        answer["error"].clone()
    }
}

#[test]
fn a_whole_conversation() {
    let mut talk = Talk::new();
    assert_eq!(talk.good(json!({ "op": "games" }))["games"][0]["game"], "picket-line");
    let begun =
        talk.good(json!({ "id": 1, "op": "new", "game": "picket-line", "scenario": "creek", "options": { "torpedo": true }, "seed": 9 }));
    assert_eq!((&begun["id"], &begun["actor"], &begun["chance"]["rule"]), (&json!(1), &json!("chance"), &json!("PL-1")));
    let keys: Vec<&String> = begun.as_object().unwrap().keys().take(2).collect();
    assert_eq!(keys, ["id", "ok"], "the head comes first");
    let rolled = talk.good(json!({ "id": "two", "op": "roll", "dice": [2] }));
    assert_eq!(rolled["events"][0]["text"], "The torpedo lies in 5.");
    assert_eq!(rolled["next"]["awaited"], json!(["union", "confederate"]));
    assert_eq!(talk.good(json!({ "op": "subjects" }))["subjects"][0]["subject"], "union");
    let legal = talk.good(json!({ "op": "legal" }));
    assert_eq!(legal["actions"], json!([{ "do": "press" }, { "do": "hold" }, { "do": "lantern" }]));
    let described = talk.good(json!({ "op": "legal", "subject": "union", "describe": true }));
    assert_eq!(described["choices"][0]["label"], "Press");
    assert_eq!(talk.good(json!({ "op": "why", "action": { "do": "hold" } }))["legal"], true);
    let why = talk.good(json!({ "op": "why", "action": { "do": "step" } }));
    assert_eq!((&why["legal"], &why["rule"]), (&json!(false), &json!("PL-3")));
    talk.good(json!({ "op": "apply", "action": { "do": "hold" } }));
    talk.good(json!({ "op": "undo" }));
    talk.good(json!({ "op": "apply", "as": "confederate", "action": { "do": "hold" } }));
    talk.good(json!({ "op": "apply", "as": "union", "action": { "do": "press" } }));
    assert_eq!(talk.good(json!({ "op": "view", "as": "union" }))["view"]["markers"], json!([]));
    let go = talk.good(json!({ "op": "go", "level": "random", "ms": 100, "seed": 5 }));
    talk.good(json!({ "op": "apply", "action": go["action"] }));
    let log = talk.good(json!({ "op": "log", "as": "union", "since": 1 }));
    assert_eq!(log["entries"][0]["taken_back"], true);
    let hash = talk.good(json!({ "op": "hash" }));
    let save = talk.good(json!({ "op": "save" }))["position"].clone();
    assert_eq!(talk.good(json!({ "op": "outcome" }))["outcome"], Value::Null);
    talk.good(json!({ "op": "resign", "as": "union" }));
    assert_eq!(talk.good(json!({ "op": "outcome" }))["outcome"]["winner"], "confederate");
    assert_eq!(talk.good(json!({ "op": "actor" }))["actor"], "over");
    talk.good(json!({ "op": "load", "position": save }));
    assert_eq!(talk.good(json!({ "op": "hash" })), hash);
    assert!(!talk.0.left());
    talk.good(json!({ "op": "quit" }));
    assert!(talk.0.left());
}

#[test]
fn what_is_no_request_is_answered() {
    let mut conversation = Conversation::new(SHELF);
    let lines: [&[u8]; 9] =
        [b"", b"   ", b"{", b"[]", b"7", b"\"op\"", b"\xff\xfe{}", b"{\"op\":\"\xff\"}", b"{\"op\":\"actor\"} {\"op\":\"actor\"}"];
    for line in lines {
        let answer: Value = serde_json::from_str(&conversation.answer(line)).unwrap();
        assert_eq!((&answer["ok"], &answer["id"]), (&json!(false), &Value::Null));
    }
    let answer = conversation.answer(vec![b' '; LONGEST + 1]);
    assert!(answer.contains("longer"), "{answer}");
    let deep = "[".repeat(100_000);
    assert!(conversation.answer(deep).contains("not JSON"));
    let long = conversation.answer(json!({ "op": "x".repeat(100_000) }).to_string());
    assert!(long.len() < 1000, "the answer does not repeat everything");
}

#[test]
fn every_wrong_field_is_named() {
    let mut talk = Talk::begun();
    for (request, field) in [
        (json!({}), "op"),
        (json!({ "op": 5 }), "op"),
        (json!({ "op": "dance" }), "op"),
        (json!({ "op": "new" }), "game"),
        (json!({ "op": "new", "game": 1 }), "game"),
        (json!({ "op": "new", "game": "waterloo" }), "game"),
        (json!({ "op": "new", "game": "picket-line", "scenario": "hill" }), "scenario"),
        (json!({ "op": "new", "game": "picket-line", "scenario": 1 }), "scenario"),
        (json!({ "op": "new", "game": "picket-line", "options": [] }), "options"),
        (json!({ "op": "new", "game": "picket-line", "options": { "fog": true } }), "options.fog"),
        (json!({ "op": "new", "game": "picket-line", "options": { "torpedo": 3 } }), "options.torpedo"),
        (json!({ "op": "new", "game": "picket-line", "options": { "torpedo": "maybe" } }), "options.torpedo"),
        (json!({ "op": "new", "game": "picket-line", "seed": -1 }), "seed"),
        (json!({ "op": "new", "game": "picket-line", "seed": 1.5 }), "seed"),
        (json!({ "op": "load" }), "position"),
        (json!({ "op": "load", "position": [] }), "position"),
        (json!({ "op": "load", "position": {} }), "position.game"),
        (json!({ "op": "load", "position": { "game": "waterloo" } }), "position.game"),
        (json!({ "op": "load", "position": { "game": "picket-line", "scenario": "hill" } }), "position.scenario"),
        (json!({ "op": "load", "position": { "game": "picket-line", "options": { "fog": "on" } } }), "position.options.fog"),
        (json!({ "op": "load", "position": { "game": "picket-line", "turn": 9 } }), "position.turn"),
        (json!({ "op": "load", "position": { "game": "picket-line", "units": [{ "id": "x" }] } }), "position.units[0].id"),
        (json!({ "op": "load", "position": { "game": "picket-line", "journal": {} } }), "position.journal.format"),
        (json!({ "op": "load", "seed": "x", "position": { "game": "picket-line" } }), "seed"),
        (json!({ "op": "actor", "as": "general" }), "as"),
        (json!({ "op": "actor", "as": 1 }), "as"),
        (json!({ "op": "legal", "subject": "cavalry" }), "subject"),
        (json!({ "op": "legal", "describe": 1 }), "describe"),
        (json!({ "op": "apply" }), "action"),
        (json!({ "op": "apply", "action": {} }), "action.do"),
        (json!({ "op": "apply", "action": { "do": "retreat" } }), "action.do"),
        (json!({ "op": "why" }), "action"),
        (json!({ "op": "why", "action": 3 }), "action.do"),
        (json!({ "op": "roll", "dice": "six" }), "dice"),
        (json!({ "op": "roll", "dice": [700] }), "dice"),
        (json!({ "op": "roll", "dice": [-1] }), "dice"),
        (json!({ "op": "log", "since": -3 }), "since"),
        (json!({ "op": "log", "count": "all" }), "count"),
        (json!({ "op": "go", "level": "napoleon" }), "level"),
        (json!({ "op": "go", "level": 9 }), "level"),
        (json!({ "op": "go", "level": "random", "ms": "long" }), "ms"),
        (json!({ "op": "resign" }), "as"),
        (json!({ "op": "resign", "as": "spectator" }), "as"),
        (json!({ "op": "save", "as": "union" }), "as"),
        (json!({ "op": "hash", "as": "spectator" }), "as"),
    ] {
        assert_eq!(talk.bad(request.clone())["field"], field, "{request}");
    }
}

#[test]
fn whoever_is_not_asked_may_do_nothing_but_what_is_his_out_of_turn() {
    let mut talk = Talk::begun();
    let press = json!({ "do": "press" });
    talk.good(json!({ "op": "apply", "as": "union", "action": press }));
    let asked = talk.good(json!({ "op": "actor" }))["awaited"].clone();
    assert_eq!(asked, json!(["confederate"]));
    let lantern = json!({ "do": "lantern" });
    assert_eq!(talk.good(json!({ "op": "legal", "as": "union", "subject": null }))["actions"], json!([lantern]));
    talk.good(json!({ "op": "apply", "as": "union", "action": lantern }));
    assert_eq!(talk.good(json!({ "op": "legal", "as": "union" }))["actions"], json!([]));
    let why = talk.good(json!({ "op": "why", "as": "union", "action": press }));
    assert_eq!((&why["legal"], &why["rule"]), (&json!(false), &Value::Null));
    assert!(why["because"].as_str().is_some_and(|b| b.contains("not the Union side")), "{why}");
    talk.good(json!({ "op": "resign", "as": "union" }));
    talk.bad(json!({ "op": "legal", "as": "union" }));
}

#[test]
fn illegal_actions_cite_their_rule_and_change_nothing() {
    let mut talk = Talk::begun();
    let error = talk.bad(json!({ "op": "apply", "action": { "do": "step" } }));
    assert_eq!(error, json!({ "rule": "PL-3", "because": "Pickets step in the march. Choose a stance first." }));
    assert_eq!(talk.bad(json!({ "op": "roll", "dice": [4] })), json!({ "because": "no dice are asked for now" }));
    talk.bad(json!({ "op": "apply", "as": "spectator", "action": { "do": "hold" } }));
    talk.good(json!({ "op": "apply", "as": "union", "action": { "do": "hold" } }));
    talk.bad(json!({ "op": "apply", "as": "union", "action": { "do": "hold" } }));
    talk.bad(json!({ "op": "undo", "as": "confederate" }));
}

#[test]
fn dice_that_do_not_fit_are_refused_with_the_rule() {
    let mut talk = Talk::new();
    talk.good(json!({ "op": "new", "game": "picket-line" }));
    let error = talk.bad(json!({ "op": "roll", "dice": [3] }));
    assert_eq!((&error["field"], &error["rule"]), (&json!("dice"), &json!("PL-1")));
    talk.bad(json!({ "op": "roll", "dice": [1], "as": "confederate" }));
    talk.bad(json!({ "op": "apply", "action": { "do": "hold" } }));
}

#[test]
fn without_a_game_the_table_is_empty() {
    for op in ["actor", "subjects", "legal", "apply", "roll", "why", "view", "log", "go", "undo", "resign", "save", "hash", "outcome"] {
        let answer = Talk::new().ask(&json!({ "op": op }));
        assert!(answer["error"]["because"].as_str().unwrap().contains("new or load"), "{answer}");
    }
}

#[test]
fn after_the_end_every_seat_may_have_the_whole_truth() {
    let mut talk = Talk::begun();
    talk.good(json!({ "op": "resign", "as": "confederate" }));
    talk.good(json!({ "op": "save", "as": "union" }));
    talk.good(json!({ "op": "hash", "as": "spectator" }));
}

#[test]
fn a_hand_written_position_takes_a_seed_and_a_save_does_not() {
    let mut talk = Talk::begun();
    let save = talk.good(json!({ "op": "save" }))["position"].clone();
    assert_eq!(talk.bad(json!({ "op": "load", "position": save, "seed": 4 }))["field"], "seed");
    let position = json!({ "game": "picket-line", "phase": "lay" });
    let mut laid = |seed: u64| {
        talk.good(json!({ "op": "load", "position": position, "seed": seed }));
        talk.good(json!({ "op": "roll" }))["events"].clone()
    };
    let different: std::collections::BTreeSet<String> = (0..20).map(|seed| laid(seed).to_string()).collect();
    assert_eq!(different.len(), 3);
}

#[test]
fn a_fault_of_the_program_becomes_an_answer_and_the_game_goes_on() {
    let mut talk = Talk::new();
    talk.good(json!({ "op": "new", "game": "picket-line", "options": { "torpedo": "off", "boom": "on" } }));
    talk.good(json!({ "op": "apply", "action": { "do": "press" } }));
    let error = talk.bad(json!({ "op": "apply", "action": { "do": "boom" } }));
    assert!(error["because"].as_str().unwrap().contains("fault"));
    assert_eq!(talk.good(json!({ "op": "view" }))["view"]["turn"], 1);
    talk.good(json!({ "op": "apply", "action": { "do": "hold" } }));
}

#[test]
fn a_load_that_fails_leaves_the_game_on_the_table() {
    let mut talk = Talk::begun();
    talk.bad(json!({ "op": "load", "position": { "game": "picket-line", "turn": 0 } }));
    talk.good(json!({ "op": "actor" }));
}

//! Whatever comes in, there is an answer, and the server stands.

use crate::house::{Client, Folder, create, get, hot_seat, open, open_with, post, raw};
use serde_json::json;
use tungstenite::Message;

#[test]
fn bad_messages_get_an_error() {
    let folder = Folder::new("bad");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    let long = format!(r#"{{"op":"why","action":"{}"}}"#, "x".repeat(100_000));
    let deep = "[".repeat(60_000);
    let bad =
        ["", "{", "null", "[]", "7", "\"apply\"", r#"{"op":7}"#, r#"{"op":"dance"}"#, r#"{"op":"apply"}"#, r#"{"op":"apply","action":{}}"#];
    let odd = [
        r#"{"op":"legal","subject":{"unit":"\u0000"}}"#,
        r#"{"op":"log","since":-1}"#,
        r#"{"op":"go","level":"wizard"}"#,
        r#"{"op":"join"}"#,
    ];
    for text in bad.into_iter().chain(odd).chain([long.as_str(), deep.as_str()]) {
        union.send(text);
        loop {
            let answer = union.hear();
            if answer.get("here").is_some() {
                continue;
            }
            assert_eq!(answer["ok"], false, "{}", &text[..text.len().min(80)]);
            assert!(answer["error"]["because"].is_string());
            break;
        }
    }
    assert_eq!(union.news["length"], 0);
    assert_eq!(union.ask(json!({ "op": "actor" }))["actor"], "union", "and the table stands");
}

#[test]
fn bad_requests_get_an_error() {
    let folder = Folder::new("requests");
    let addr = open(&folder);
    let seats = json!({ "union": "me", "confederate": "me" });
    for body in [
        json!([]),
        json!({}),
        json!({ "game": "chess", "seats": seats }),
        json!({ "game": "blue-gray" }),
        json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "computer:wizard" } }),
        json!({ "game": "blue-gray", "scenario": "waterloo", "seats": seats }),
        json!({ "game": "blue-gray", "options": { "magic": "on" }, "seats": seats }),
        json!({ "save": { "game": "blue-gray", "journal": {} }, "seats": seats }),
        json!({ "save": 7, "seats": seats }),
    ] {
        let (status, answer) = post(addr, "/api/tables", &body.to_string());
        assert_eq!(status, 400, "{body} {answer}");
        assert!(answer.contains("because"), "{answer}");
    }
    assert_eq!(post(addr, "/api/tables", "{").0, 400);
    assert_eq!(
        raw(addr, &format!("POST /api/tables HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}")).0,
        415
    );
    assert_eq!(
        raw(addr, "GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n").0,
        421,
        "no page elsewhere passes as ours"
    );
    assert_eq!(get(addr, "/").0, 200);
}

#[test]
fn a_flood_is_slowed_and_tables_are_counted() {
    let folder = Folder::new("flood");
    let addr = open_with(&folder, server::Limits { messages: 1, tables: 2, ..server::Limits::default() });
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    (0..25).for_each(|_| union.send(r#"{"op":"actor"}"#));
    let mut refused = 0;
    for _ in 0..25 {
        while union.hear().get("ok").map(|ok| refused += i32::from(*ok == false)).is_none() {}
    }
    assert!(refused > 5, "{refused}");
    create(addr, &json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } }));
    let third = post(addr, "/api/tables", &json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } }).to_string());
    assert_eq!(third.0, 400, "{}", third.1);
}

/// Whatever kind a flood is of, those who speak behind it wait and are refused. A few words at once are not.
#[test]
fn every_kind_of_message_counts() {
    let folder = Folder::new("kinds");
    let addr = open_with(&folder, server::Limits { messages: 1, ..server::Limits::default() });
    let table = hot_seat(addr, "blue-gray");
    let refused_after = |flood: Option<Message>| {
        let mut union = Client::join(addr, &table, "union");
        (0..30).for_each(|_| flood.iter().for_each(|message| union.send_frame(message.clone())));
        (1001..1004).for_each(|id| union.send(json!({ "id": id, "op": "actor" }).to_string()));
        let mut answers = std::iter::from_fn(|| Some(union.hear())).filter(|answer| answer["id"].as_u64() > Some(1000));
        (0..3).filter(|_| answers.next().unwrap()["ok"] == false).count()
    };
    assert_eq!(refused_after(None), 0);
    for flood in
        [Message::text(r#"{"op":"actor"}"#), Message::binary(vec![7]), Message::Ping(vec![7].into()), Message::Pong(vec![7].into())]
    {
        assert!(refused_after(Some(flood.clone())) > 0, "{flood:?}");
    }
}

#[test]
fn what_is_far_too_long_ends_the_talk_but_not_the_server() {
    let folder = Folder::new("long");
    let addr = open_with(&folder, server::Limits { body: 100_000, ..server::Limits::default() });
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    let long = json!({ "op": "why", "action": "x".repeat(100_000) });
    union.send(long.to_string());
    loop {
        let answer = union.hear();
        if answer.get("ok").is_some() {
            assert!(answer["error"]["because"].as_str().unwrap().contains("longer than"), "{answer}");
            break;
        }
    }
    assert_eq!(union.try_ask(json!({ "op": "why", "action": "x".repeat(2_000_000) })), None);
    assert_eq!(post(addr, "/api/tables", &json!({ "save": "x".repeat(200_000) }).to_string()).0, 413);
    assert_eq!(Client::join(addr, &table, "union").actor(), "union");
}

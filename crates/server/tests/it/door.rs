//! Attacks on the door: connections that never finish, readers that never read, pages elsewhere, and a stop in the middle of all of it.

use crate::house::{
    Client, Folder, config, connect_from, create, generous, get, hot_seat, make, open_config, open_with, post, post_from, raw,
};
use crate::house::{SHELF, open};
use crate::survival::spawn;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Command;
use std::time::{Duration, Instant};

/// Short, but longer than a busy machine keeps a client waiting who means well.
const SHORT: Duration = Duration::from_secs(3);

/// A server that soon loses its patience with some.
fn impatient(folder: &Folder, with: impl FnOnce(&mut server::Times)) -> SocketAddr {
    let mut times = server::Times::default();
    with(&mut times);
    open_with(folder, server::Limits { times, ..generous() })
}

/// Sends the beginning of something, and says whether the server ends it.
fn is_ended(addr: SocketAddr, beginning: &str) -> bool {
    let mut stream = connect_from(1, addr);
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(beginning.as_bytes()).unwrap();
    stream.read_to_end(&mut Vec::new()).is_ok()
}

#[test]
fn whoever_never_finishes_is_shown_out() {
    let folder = Folder::new("patience");
    let addr = impatient(&folder, |times| (times.head, times.body, times.door) = (SHORT, SHORT, SHORT));
    let json = "Content-Type: application/json\r\nContent-Length: 100";
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    let unfinished = [
        ("idle", String::new()),
        ("half a head", format!("GET / HTTP/1.1\r\nHost: {addr}\r\nX-Slow: ")),
        ("half a body", format!("POST /api/tables HTTP/1.1\r\nHost: {addr}\r\n{json}\r\n\r\n{{\"game\"")),
        ("idle after an answer", format!("GET /style.css HTTP/1.1\r\nHost: {addr}\r\n\r\n")),
        ("a socket without a word", format!("GET /ws HTTP/1.1\r\nHost: {addr}\r\n{upgrade}\r\n\r\n")),
    ];
    std::thread::scope(|scope| {
        let all = unfinished.map(|(what, beginning)| scope.spawn(move || assert!(is_ended(addr, &beginning), "{what}")));
        all.into_iter().for_each(|one| one.join().unwrap());
    });
    assert_eq!(get(addr, "/").0, 200);
}

#[test]
fn whoever_answers_no_ping_is_gone() {
    let folder = Folder::new("pings");
    let addr = impatient(&folder, |times| times.knock = SHORT);
    let table = hot_seat(addr, "blue-gray");
    let _dead = Client::join(addr, &table, "confederate");
    let mut union = Client::join(addr, &table, "union");
    // The one answers pings while it listens; the other does not listen.
    union.wait_for_here("confederate", 0);
    assert_eq!(union.ask(json!({ "op": "actor" }))["ok"], true, "and who answers stays");
}

#[test]
fn whoever_does_not_read_is_left_behind() {
    let folder = Folder::new("unread");
    let addr = impatient(&folder, |times| times.write = SHORT);
    let table = hot_seat(addr, "give-us-victories");
    let mut union = Client::join(addr, &table, "union");
    let greedy: Vec<Client> = (0..6)
        .map(|_| {
            let mut client = Client::join(addr, &table, "spectator");
            (0..400).for_each(|_| client.shout(r#"{"op":"replay","step":0,"count":50}"#));
            (0..200).for_each(|_| client.shout(r#"{"op":"view"}"#));
            client
        })
        .collect();
    // A player of the same table is served meanwhile, and sees them all go.
    assert_eq!(union.ask(json!({ "op": "actor" }))["ok"], true);
    union.wait_for_here("spectator", 0);
    drop(greedy);
}

#[test]
fn a_stop_is_short_and_leaves_one_whole_file() {
    let folder = Folder::new("stop");
    let (mut child, addr) = spawn(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    union.dither(3);
    union.catch_up(6);
    let kept = union.news["length"].as_u64().unwrap();
    let idle = connect_from(1, addr);
    let half: Vec<_> = ["GET / HT", "POST /api/tables HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"]
        .into_iter()
        .map(|text| {
            let mut stream = connect_from(1, addr);
            stream.write_all(text.as_bytes()).unwrap();
            stream
        })
        .collect();
    let mut deaf = Client::join(addr, &table, "spectator");
    (0..500).for_each(|_| deaf.send(r#"{"op":"view"}"#));
    let since = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    // Nine by the house's own clock; a busy machine takes its time to end a process.
    assert!(since.elapsed() < Duration::from_secs(25), "{:?}", since.elapsed());
    drop((idle, half));
    let log = folder.db().with_extension("sqlite-wal");
    assert!(!log.exists() || std::fs::metadata(&log).unwrap().len() == 0, "everything is in the one file");
    let alone = Folder::new("stop-alone");
    std::fs::copy(folder.db(), alone.db()).unwrap();
    let file = Connection::open(alone.db()).unwrap();
    let count: u64 = file.query_row("SELECT count(*) FROM journal", [], |row| row.get(0)).unwrap();
    assert_eq!(count, kept);
}

#[test]
fn pages_elsewhere_get_nothing_on_any_address() {
    let folder = Folder::new("elsewhere");
    let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    let names = vec!["house.example".to_string()];
    let addr = open_config(server::Config { addr: everywhere, names, ..config(folder.db(), generous()) }, SHELF);
    let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, addr.port()));
    let fetch =
        |host: &str, more: &str| raw(addr, &format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")).0;
    assert_eq!(fetch(&addr.to_string(), ""), 200);
    assert_eq!(fetch("house.example", "Origin: https://house.example\r\n"), 200);
    // A name that was made to lead here.
    assert_eq!(fetch("rebound.example", ""), 421);
    assert_eq!(fetch("rebound.example", "Origin: http://rebound.example\r\n"), 421);
    assert_eq!(fetch(&addr.to_string(), "Origin: https://evil.example\r\n"), 403);
    let body = json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } }).to_string();
    assert_eq!(post_from(1, addr, "/api/tables", "Origin: https://evil.example\r\n", &body).0, 403);
    assert_eq!(post_from(1, addr, "/api/tables", &format!("Origin: http://{addr}\r\n"), &body).0, 200);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    for origin in ["https://evil.example", "null"] {
        assert_eq!(raw(addr, &format!("GET /ws HTTP/1.1\r\nHost: {addr}\r\nOrigin: {origin}\r\n{upgrade}\r\n\r\n")).0, 403, "{origin}");
    }
}

#[test]
fn a_refusal_sends_no_megabytes_back() {
    let folder = Folder::new("echo");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    let long = "x".repeat(60_000);
    for request in [
        json!({ "id": long, "op": "view" }),
        json!({ "id": [long], "op": "view" }),
        json!({ "id": 1, "op": long }),
        json!({ "id": 1, "op": "why", "action": { "end": long } }),
        json!({ "id": 1, "op": "meant", "pieces": [long], "to": long }),
        json!({ "id": 1, "op": "view", "as": long }),
        json!({ "id": 1, "op": "go", "level": long }),
        json!({ "id": 1, "op": "sight", "hex": long }),
    ] {
        union.send(request.to_string());
        let text = loop {
            let answer = union.hear();
            if answer.get("ok").is_some() {
                break answer.to_string();
            }
        };
        assert!(text.len() < 4_000, "{} bytes: {}", text.len(), &text[..200]);
    }
    let long = "x".repeat(1_000_000);
    let seats = json!({ "union": "me", "confederate": "me" });
    for body in [
        json!({ "game": long, "seats": seats }),
        json!({ "game": "blue-gray", "scenario": long, "seats": seats }),
        json!({ "game": "blue-gray", "options": { long.as_str(): "on" }, "seats": seats }),
        json!({ "game": "blue-gray", "options": { "movement-quota": long }, "seats": seats }),
        json!({ "game": "blue-gray", "seats": { "union": long, "confederate": "me" } }),
        json!({ "save": { "game": "blue-gray", "journal": { "format": long } }, "seats": seats }),
    ] {
        let (status, text) = post(addr, "/api/tables", &body.to_string());
        assert!(status == 400 && text.len() < 4_000, "{status}, {} bytes", text.len());
    }
}

#[test]
fn what_is_wrong_with_the_file_is_nobodys_business() {
    let folder = Folder::new("fault");
    let addr = open(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut union = Client::join(addr, &table, "union");
    Connection::open(folder.db()).unwrap().execute_batch("DROP TABLE journal; DROP TABLE openings;").unwrap();
    let march = union.ask(json!({ "op": "legal" }))["actions"][0].clone();
    let refused = union.ask(json!({ "op": "apply", "action": march }));
    let (status, text) = post(addr, "/api/tables", &json!({ "save": save(), "seats": { "union": "me", "confederate": "me" } }).to_string());
    assert_eq!((&refused["ok"], status), (&json!(false), 400));
    for text in [refused.to_string(), text] {
        let plain = text.to_lowercase();
        assert!(
            ["sql", "no such table: ", "journal", "openings", folder.db().to_str().unwrap()].iter().all(|word| !plain.contains(word)),
            "{text}"
        );
        assert!(plain.contains("disk"), "{text}");
    }
}

/// A save of a game that has just begun.
fn save() -> Value {
    let setup = SHELF[0].catalogue().complete(None, &Default::default()).unwrap();
    SHELF[0].open(&setup, 7).unwrap().save()
}

#[test]
fn a_body_of_a_million_things_is_not_taken_apart() {
    let folder = Folder::new("things");
    let addr = open(&folder);
    let body = format!("[{}0]", "0,".repeat(1_000_000));
    assert_eq!(post(addr, "/api/mine", &body).0, 413);
    let table = make(addr, &json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } }));
    assert_eq!(create(addr, &json!({ "save": save(), "seats": { "union": "me", "confederate": "friend" } }))["seats"][1]["kind"], "friend");
    assert!(table["owner"].is_string());
}

//! A server that is killed has lost nothing that it acknowledged.

use crate::house::{Client, Folder, SHELF, config, hot_seat, open};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

const FOLDER: &str = "LONGROLL_TEST_DB";

/// Not a test of its own: the server that the tests below start as another process and kill.
#[test]
fn the_server_that_is_killed() {
    let Ok(db) = std::env::var(FOLDER) else { return };
    let limits = server::Limits { messages: 100_000, ..server::Limits::default() };
    server::serve(config(db.into(), limits), SHELF, |addr| println!("\nopen {addr}")).unwrap();
}

pub fn spawn(folder: &Folder) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "survival::the_server_that_is_killed", "--nocapture", "--test-threads", "1"])
        .env(FOLDER, folder.db())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let addr = lines.find_map(|line| line.strip_prefix("open ").map(|a| a.parse().unwrap()));
    // Whatever it says at its end is heard as well.
    std::thread::spawn(move || lines.for_each(drop));
    (child, addr.expect("the server opens"))
}

#[test]
#[ignore = "a server that is killed: .ci/long"]
fn kill_loses_nothing_acknowledged() {
    let folder = Folder::new("kill");
    let (mut child, addr) = spawn(&folder);
    let table = hot_seat(addr, "blue-gray");
    let mut seats = ["union", "confederate"].map(|seat| Client::join(addr, &table, seat));
    let mut acknowledged = 0;
    for number in 0..150 {
        let length = seats.iter().map(|c| c.news["length"].as_u64().unwrap()).max().unwrap();
        seats.iter_mut().for_each(|c| c.catch_up(length));
        acknowledged = length;
        let Some(i) = ["union", "confederate"].iter().position(|s| seats[0].actor() == *s) else { break };
        seats[i].do_something(number * 17 + 1);
        if number % 10 == 9 {
            // Whether or not it may be taken back now.
            seats[i].ask(json!({ "op": "undo" }));
        }
    }
    let [mut union, _] = seats;
    union.catch_up(acknowledged);
    let log = union.ask(json!({ "op": "log" }));
    let view = union.ask(json!({ "op": "view" }))["view"].clone();
    let save = union.ask(json!({ "op": "save" }))["position"].clone();
    child.kill().unwrap();
    child.wait().unwrap();

    let (mut child, addr) = spawn(&folder);
    let mut union = Client::join(addr, &table, "union");
    assert_eq!(union.ask(json!({ "op": "view" }))["view"], view);
    assert_eq!(union.ask(json!({ "op": "log" }))["entries"], log["entries"]);
    let again = union.ask(json!({ "op": "save" }))["position"].clone();
    assert_eq!(again["journal"]["entries"], save["journal"]["entries"]);
    assert_eq!(again["journal"]["hash"], save["journal"]["hash"]);
    assert!(log["length"].as_u64().unwrap() >= acknowledged);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn one_file_has_one_server() {
    let folder = Folder::new("twice");
    open(&folder);
    assert!(server::Store::open(&folder.db()).is_err(), "a second server would mix two games");
}

//! Attacks by taking: all the thinking, all the places, all the tables, all the time of the house. Others are served as before.

use crate::house::{Client, Folder, SHELF, config, connect_from, generous, hot_seat, make_from};
use crate::house::{open, open_config, open_games, open_with, post, post_from};
use crate::slow::SLOW_SHELF;
use serde_json::{Value, json};
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

fn a_table() -> Value {
    json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } })
}

#[test]
fn advice_is_given_by_levels_only() {
    let folder = Folder::new("levels");
    let addr = open(&folder);
    let mut union = Client::join(addr, &hot_seat(addr, "blue-gray"), "union");
    for level in ["nodes:9999999999999", "nodes:5", "general*100000", "captain/0.00001", "General", ""] {
        let answer = union.ask(json!({ "op": "go", "level": level }));
        assert_eq!((&answer["ok"], &answer["error"]["field"]), (&json!(false), &json!("level")), "{level}: {answer}");
    }
    assert_eq!(union.ask(json!({ "op": "go", "level": "recruit" }))["ok"], true);
}

/// Strangers at many addresses ask slow computers for advice, and let them play each other; a player's own opponent moves at once when
/// he says so.
#[test]
fn an_opponent_thinks_however_many_strangers_want_advice() {
    let folder = Folder::new("strangers");
    let addr = open_games(&folder, SLOW_SHELF);
    let strangers: Vec<Client> = (10..26)
        .map(|source| {
            let mut stranger = Client::join_from(source, addr, &make_from(source, addr, &a_table()), "union");
            stranger.send(r#"{"id":"slow","op":"go","level":"greedy"}"#);
            stranger
        })
        .collect();
    let film = json!({ "game": "blue-gray", "seats": { "union": "computer:greedy", "confederate": "computer:greedy" } });
    let onlookers: Vec<Client> =
        (1..20).map(|source| Client::join_from(source, addr, &make_from(source, addr, &film), "spectator")).collect();
    std::thread::sleep(Duration::from_millis(500));
    let table = make_from(2, addr, &json!({ "game": "blue-gray", "seats": { "union": "computer:greedy", "confederate": "me" } }));
    let mut me = Client::join_from(2, addr, &table, "confederate");
    let since = Instant::now();
    while me.news["length"].as_u64().unwrap() < 3 {
        me.send(r#"{"op":"stop"}"#);
        me.hear();
    }
    assert!(since.elapsed() < Duration::from_secs(55), "{:?}", since.elapsed());
    drop((strangers, onlookers));
}

/// One person makes many computers think for him; another's opponent has room beside them.
#[test]
fn one_address_does_not_take_all_opponents_time() {
    let folder = Folder::new("opponents");
    let addr = open_games(&folder, SLOW_SHELF);
    let request = json!({ "game": "blue-gray", "seats": { "union": "computer:greedy", "confederate": "me" } });
    let crowd: Vec<Client> = (0..12).map(|_| Client::join_from(3, addr, &make_from(3, addr, &request), "confederate")).collect();
    std::thread::sleep(Duration::from_millis(500));
    let mut me = Client::join_from(2, addr, &make_from(2, addr, &request), "confederate");
    let since = Instant::now();
    while me.news["length"].as_u64().unwrap() < 3 {
        me.send(r#"{"op":"stop"}"#);
        me.hear();
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert!(cores == 1 || since.elapsed() < Duration::from_secs(55), "{:?}", since.elapsed());
    drop(crowd);
}

#[test]
fn advice_is_rationed_by_person_and_by_address() {
    let folder = Folder::new("ration");
    let addr = open_with(&folder, server::Limits { advice: 3, advice_each: 5, ..generous() });
    let advice = |client: &mut Client| client.ask(json!({ "op": "go", "level": "random" }))["ok"] == true;
    let tables = [hot_seat(addr, "blue-gray"), hot_seat(addr, "blue-gray"), hot_seat(addr, "blue-gray")];
    let mut first = Client::join(addr, &tables[0], "union");
    assert_eq!([0; 4].map(|_| advice(&mut first)), [true, true, true, false], "a person has his share");
    let mut second = Client::join(addr, &tables[1], "union");
    assert_eq!([0; 3].map(|_| advice(&mut second)), [true, true, false], "and so has an address");
    assert!(advice(&mut Client::join_from(2, addr, &tables[2], "union")), "others have theirs");
}

#[test]
fn one_address_does_not_take_all_places() {
    let folder = Folder::new("places");
    let addr = open_with(&folder, server::Limits { sockets: 12, sockets_each: 6, ..generous() });
    let table = hot_seat(addr, "blue-gray");
    let full = |source: u8| {
        let mut client = Client::knock_from(source, addr);
        let word = client.try_ask(json!({ "op": "join", "table": table["table"], "key": table["keys"]["spectator"] })).unwrap();
        word["full"].as_str().map(String::from)
    };
    let crowd: Vec<Client> = (0..6).map(|_| Client::join_from(3, addr, &table, "spectator")).collect();
    assert!(full(3).unwrap().contains("your address"), "he has his share");
    let more: Vec<Client> = (0..4).map(|_| Client::join_from(4, addr, &table, "spectator")).collect();
    assert!(full(4).is_some(), "the house is crowded: four are enough");
    let last: Vec<Client> = (5..7).map(|source| Client::join_from(source, addr, &table, "spectator")).collect();
    assert!(full(7).unwrap().contains("full"), "and it says so when it is full");
    drop((crowd, more));
    // They are counted out when they have gone.
    let since = Instant::now();
    while full(3).is_some() {
        assert!(since.elapsed() < Duration::from_secs(90));
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(last);
}

#[test]
fn one_address_does_not_take_all_connections() {
    let folder = Folder::new("connections");
    let addr = open_with(&folder, server::Limits { connections_each: 8, ..generous() });
    let held: Vec<_> = (0..8).map(|_| connect_from(3, addr)).collect();
    std::thread::sleep(Duration::from_millis(200));
    let mut answer = String::new();
    connect_from(3, addr).read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("your address"), "{answer}");
    assert_eq!(post_from(2, addr, "/api/mine", "", "[]").0, 200);
    drop(held);
}

#[test]
fn one_address_does_not_make_all_tables() {
    let folder = Folder::new("tables-each");
    let limits = server::Limits { new_tables: 8, new_tables_each: 3, tables_a_day: 4, ..generous() };
    let addr = open_with(&folder, limits);
    let make = |source: u8| post_from(source, addr, "/api/tables", "", &a_table().to_string());
    assert_eq!([0; 4].map(|_| make(3).0), [200, 200, 200, 400]);
    // What he was refused has cost others nothing.
    assert!((0..20).all(|_| make(3).1.contains("your address")));
    assert_eq!([0; 3].map(|_| make(4).0), [200, 200, 200]);
    assert_eq!([5, 6].map(|source| make(source).0), [200, 200]);
    assert!(make(7).1.contains("try again"), "all together have their limit too");
}

#[test]
fn a_proxy_speaks_for_others_only_if_it_is_ours() {
    let limits = || server::Limits { new_tables_each: 2, connections_each: 3, ..generous() };
    let (ours, theirs) = (Folder::new("proxy"), Folder::new("no-proxy"));
    let proxied = open_config(server::Config { proxies: vec![Ipv4Addr::LOCALHOST.into()], ..config(ours.db(), limits()) }, SHELF);
    let plain = open_with(&theirs, limits());
    let make = |addr: SocketAddr, forwarded: &str| {
        post_from(1, addr, "/api/tables", &format!("X-Forwarded-For: {forwarded}\r\n"), &a_table().to_string()).0
    };
    assert_eq!([0; 3].map(|_| make(proxied, "203.0.113.1")), [200, 200, 400]);
    assert_eq!(make(proxied, "203.0.113.2"), 200, "another has his own share");
    assert_eq!(make(proxied, "203.0.113.77, 203.0.113.1"), 400, "what a stranger says of himself does not count");
    assert_eq!(["203.0.113.1", "203.0.113.2", "203.0.113.3"].map(|by| make(plain, by)), [200, 200, 400], "nobody is believed unasked");
    // Through the proxy come more connections than one address may have.
    let held: Vec<_> = (0..6).map(|_| connect_from(1, proxied)).collect();
    assert_eq!(make(proxied, "203.0.113.4"), 200);
    drop(held);
}

#[test]
fn requests_and_visits_are_counted() {
    let folder = Folder::new("visits");
    let addr = open_with(&folder, server::Limits { requests: 30, visits: 5, ..generous() });
    let visits: Vec<u16> = (0..7).map(|_| post_from(3, addr, "/api/mine", "", "[]").0).collect();
    assert_eq!(visits, [200, 200, 200, 200, 200, 429, 429]);
    let table = json!({ "op": "join", "table": "0123456789abcdef", "key": "0" });
    assert!(Client::knock_from(3, addr).try_ask(table).unwrap()["error"]["because"].as_str().unwrap().contains("visits"));
    let many: Vec<u16> = (0..40).map(|_| post_from(4, addr, "/nowhere", "", "[]").0).collect();
    assert!(many[..30].iter().all(|status| *status != 429) && many[32..].contains(&429), "{many:?}");
    assert_eq!(post(addr, "/api/mine", "[]").0, 200);
}

/// A crowd of onlookers asks for replays of one table; at another a player is served as if they were not there.
#[test]
fn a_crowd_at_one_table_slows_no_other() {
    const CROWD: usize = 130;
    let folder = Folder::new("crowd");
    let addr = open(&folder);
    let shown = hot_seat(addr, "give-us-victories");
    let mut host = Client::join(addr, &shown, "union");
    let mut other = Client::join(addr, &shown, "confederate");
    for number in 0..60 {
        let length = host.news["length"].as_u64().max(other.news["length"].as_u64()).unwrap();
        host.catch_up(length);
        other.catch_up(length);
        let awaited = host.news["actor"]["awaited"][0].as_str().map(String::from);
        match awaited.unwrap_or_else(|| host.actor()).as_str() {
            "union" => drop(host.do_something(number)),
            "confederate" => drop(other.do_something(number)),
            _ => break,
        }
    }
    let quiet = hot_seat(addr, "blue-gray");
    let mut me = Client::join_from(2, addr, &quiet, "union");
    let mut slowest = || {
        let times = (0..10).map(|_| {
            let since = Instant::now();
            me.dither(1);
            since.elapsed()
        });
        times.max().unwrap_or_default()
    };
    // As slow as this machine is anyway.
    let alone = slowest();
    let mut crowd: Vec<Client> = (0..CROWD).map(|n| Client::join_from(10 + (n % 100) as u8, addr, &shown, "spectator")).collect();
    crowd.iter_mut().for_each(|onlooker| (0..6).for_each(|_| onlooker.send(r#"{"op":"replay","step":0,"count":50}"#)));
    let crowded = slowest();
    assert!(crowded < Duration::from_secs(5) + alone * 10, "{crowded:?}, alone {alone:?}");
    // The players of the crowded table come before its onlookers.
    let since = Instant::now();
    assert_eq!(host.ask(json!({ "op": "actor" }))["ok"], true);
    assert!(since.elapsed() < Duration::from_secs(10) + alone * 10, "{:?}", since.elapsed());
}

//! Attacks on what is kept: long saves, saves full of other things, tables without end; and what the house does to keep its file small.

use crate::house::{Client, Folder, SHELF, create, generous, hot_seat, make, open, open_with, post};
use engine::Seat;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tables::rooms::LONGEST_JOURNAL;

fn both() -> Value {
    json!({ "union": "me", "confederate": "me" })
}

/// A save in which a march is taken back again and again, with so many entries.
fn long_save(entries: usize) -> Value {
    let setup = SHELF[0].catalogue().complete(None, &Default::default()).unwrap();
    let mut table = SHELF[0].open(&setup, 7).unwrap();
    let march = table.legal(Seat::Union, None).unwrap()[0].clone();
    while table.length() < entries {
        table.apply(Seat::Union, &march).unwrap();
        if table.length() < entries {
            table.undo(Seat::Union).unwrap();
        }
    }
    table.save()
}

#[test]
fn a_save_without_end_is_refused_and_a_long_one_comes_in_pages() {
    let folder = Folder::new("long-save");
    let addr = open(&folder);
    let [too_long, long] = [LONGEST_JOURNAL + 1, LONGEST_JOURNAL - 1].map(|entries| json!({ "save": long_save(entries), "seats": both() }));
    let (status, text) = post(addr, "/api/tables", &too_long.to_string());
    assert!(status == 400 && text.contains("at most"), "{status} {text}");
    let table = create(addr, &long);
    let mut union = Client::join(addr, &table, "union");
    assert!(union.heard[0].len() < 400_000, "{} bytes for each who joins", union.heard[0].len());
    assert!(union.ask(json!({ "op": "log", "count": 1_000_000 })).to_string().len() < 400_000);
    // From here on the game goes on, but nothing is taken back any more.
    assert_eq!(union.ask(json!({ "op": "undo" }))["ok"], true);
    let march = union.ask(json!({ "op": "legal" }))["actions"][0].clone();
    assert_eq!(union.ask(json!({ "op": "apply", "action": march }))["ok"], true);
    assert_eq!(union.ask(json!({ "op": "undo" }))["ok"], false);
    union.do_something(3);
}

#[test]
fn a_long_save_counts_as_several_tables() {
    let folder = Folder::new("work");
    let addr = open_with(&folder, server::Limits { new_tables_each: 5, ..generous() });
    let (long, short, seats) = (long_save(2_500), long_save(3), both());
    let load = |save: &Value| post(addr, "/api/tables", &json!({ "save": save, "seats": seats }).to_string()).0;
    assert_eq!([&long, &long, &short, &short, &short].map(load), [200, 400, 200, 200, 400]);
}

#[test]
fn what_is_no_part_of_a_save_is_not_kept() {
    let folder = Folder::new("junk");
    let addr = open(&folder);
    let setup = SHELF[0].catalogue().complete(None, &Default::default()).unwrap();
    let mut save = SHELF[0].open(&setup, 7).unwrap().save();
    // The earlier format has no seals.
    save["journal"]["format"] = json!("longroll-save-1");
    save["journal"].as_object_mut().unwrap().remove("seals");
    let junk: String = (0..100_000).map(|_| format!("{:016x}", tables::tokens::word())).collect();
    save["journal"]["junk"] = json!(junk);
    let table = create(addr, &json!({ "save": save, "seats": both() }));
    let file = Connection::open(folder.db()).unwrap();
    let one = |query: &str| file.query_row(query, [], |row| row.get::<_, Vec<u8>>(0)).unwrap();
    let kept: Value = server::pack::unpack(&one("SELECT save FROM openings")).unwrap();
    assert!(kept["journal"].get("junk").is_none() && kept["journal"]["seals"].is_object());
    assert!(one("SELECT save FROM openings").len() < 20_000);
    let card = one("SELECT CAST(card AS BLOB) FROM tables");
    assert!(card.len() < 2_000, "what is looked up is short: {} bytes", card.len());
    Client::join(addr, &table, "union").do_something(1);
}

/// A server that tidies up all the time.
fn tidy(folder: &Folder, limits: server::Limits) -> std::net::SocketAddr {
    open_with(folder, server::Limits { idle: Duration::from_millis(200), ..limits })
}

fn is_there(addr: std::net::SocketAddr, table: &Value) -> bool {
    let asked = json!([{ "table": table["table"], "key": table["keys"]["spectator"] }]);
    post(addr, "/api/mine", &asked.to_string()).1 != "[]"
}

#[test]
fn a_table_where_nobody_begins_is_given_to_others() {
    let folder = Folder::new("empty");
    let addr = tidy(&folder, server::Limits { empty: Duration::from_secs(10), ..generous() });
    let begun = hot_seat(addr, "blue-gray");
    Client::join(addr, &begun, "union").do_something(1);
    // A computer would begin here, and the set-up was dealt there; but no person has decided anything.
    let seats = json!({ "union": "computer:random", "confederate": "me" });
    let empty = [
        make(addr, &json!({ "game": "blue-gray", "seats": seats })),
        make(addr, &json!({ "game": "bull-run", "seats": both(), "set_up": "standard" })),
    ];
    let sat_at = hot_seat(addr, "blue-gray");
    let mut sitting = Client::join(addr, &sat_at, "union");
    let since = Instant::now();
    while empty.iter().any(|table| is_there(addr, table)) {
        assert!(since.elapsed() < Duration::from_secs(90));
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(is_there(addr, &begun) && is_there(addr, &sat_at));
    assert_eq!(sitting.ask(json!({ "op": "actor" }))["ok"], true);
    let rows: i64 =
        Connection::open(folder.db()).unwrap().query_row("SELECT count(DISTINCT table_id) FROM journal", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 1, "and nothing of them is left");
}

#[test]
fn an_owner_deletes_his_table_and_nobody_else_does() {
    let folder = Folder::new("delete");
    let addr = open(&folder);
    let table = create(addr, &json!({ "save": long_save(3), "seats": { "union": "me", "confederate": "friend" } }));
    let delete = |owner: &Value| post(addr, "/api/tables/delete", &json!({ "table": table["table"], "owner": owner }).to_string());
    let mut friend = Client::join(addr, &table, "confederate");
    Client::join(addr, &table, "union").do_something(1);
    for key in [&table["keys"]["union"], &table["keys"]["confederate"], &table["keys"]["spectator"], &json!(""), &Value::Null] {
        assert_eq!(delete(key).0, 400, "{key}");
    }
    assert!(is_there(addr, &table));
    assert_eq!(delete(&table["owner"]).0, 200);
    while friend.hear()["closed"].as_str().is_none_or(|because| !because.contains("deleted")) {}
    assert!(friend.is_hung_up(3));
    assert!(!is_there(addr, &table));
    assert_eq!(delete(&table["owner"]).0, 400);
    let file = Connection::open(folder.db()).unwrap();
    for kept in ["tables", "journal", "openings", "archive"] {
        let count: i64 = file.query_row(&format!("SELECT count(*) FROM {kept}"), [], |row| row.get(0)).unwrap();
        assert_eq!(count, 0, "{kept}");
    }
}

#[test]
fn a_journal_is_packed_and_goes_on() {
    let folder = Folder::new("archive");
    let addr = tidy(&folder, server::Limits { archive: Duration::ZERO, ..generous() });
    let table = hot_seat(addr, "blue-gray");
    let file = Connection::open(folder.db()).unwrap();
    let count = |query: &str| file.query_row(query, [], |row| row.get::<_, i64>(0)).unwrap();
    for _ in 0..3 {
        let mut union = Client::join(addr, &table, "union");
        union.dither(5);
        let (view, log) = (union.ask(json!({ "op": "view" })), union.ask(json!({ "op": "log" })));
        drop(union);
        let since = Instant::now();
        while count("SELECT count(*) FROM journal") > 0 {
            assert!(since.elapsed() < Duration::from_secs(90));
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(count("SELECT count FROM archive"), log["length"].as_i64().unwrap());
        std::thread::sleep(Duration::from_millis(600));
        let mut union = Client::join(addr, &table, "union");
        assert_eq!(union.ask(json!({ "op": "view" }))["view"], view["view"]);
        assert_eq!(union.ask(json!({ "op": "log" }))["entries"], log["entries"]);
    }
}

#[test]
fn a_full_house_says_so() {
    let folder = Folder::new("full");
    let addr = open_with(&folder, server::Limits { tables: 1, ..generous() });
    let disk = Folder::new("full-disk");
    let small = open_with(&disk, server::Limits { disk: 1_000, ..generous() });
    hot_seat(addr, "blue-gray");
    for addr in [addr, small] {
        let (status, text) = post(addr, "/api/tables", &json!({ "game": "blue-gray", "seats": both() }).to_string());
        assert!(status == 400 && text.contains("come back"), "{status} {text}");
    }
}

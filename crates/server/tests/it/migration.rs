//! A file of tables of an earlier build: it is copied, brought to the present shape, and its links and games are as they were.

use crate::house::{Client, Folder, SHELF, open, post};
use rusqlite::Connection;
use serde_json::{Value, json};
use server::store::StoreError;
use server::{Store, schema};

/// Written by the last build that did not number the shapes: Blue & Gray in the Union's first combat, one move taken back.
const BEFORE: &str = include_str!("../data/tables-before-shapes.sql");

/// Its link.
fn link() -> Value {
    json!({
        "table": "7c81746bceab3884",
        "keys": { "union": "4086f612a808b5f8c8453cd7101cb12cee364577", "confederate": "a1817da1aba1b30cac50d5f79cdfbb03c0e8495c" },
    })
}

fn old_file(folder: &Folder) {
    Connection::open(folder.db()).unwrap().execute_batch(BEFORE).unwrap();
}

fn texts(file: &Connection, query: &str) -> Vec<String> {
    let mut rows = file.prepare(query).unwrap();
    rows.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

const JOURNAL: &str = "SELECT table_id || number || entry FROM journal ORDER BY table_id, number";

#[test]
fn links_and_games_of_an_earlier_build_survive() {
    let folder = Folder::new("migration");
    old_file(&folder);
    let before = texts(&Connection::open(folder.db()).unwrap(), JOURNAL);
    let addr = open(&folder);
    let mut union = Client::join(addr, &link(), "union");
    let confederate = Client::join(addr, &link(), "confederate");
    assert_eq!(union.hello["about"]["set_up"], "own");
    assert_eq!(union.hello["about"]["seats"], json!([{ "kind": "me" }, { "kind": "friend" }]));
    // Rules may have been corrected since; then the table says so, and goes on under the present ones.
    if union.hello["about"]["closed"].is_string() {
        assert_eq!(union.ask(json!({ "op": "reopen" }))["ok"], true);
    } else {
        assert_eq!(confederate.news["length"], before.len());
        assert_eq!(union.news["view"]["phase"], "combat");
    }
    let length = union.news["length"].as_u64().unwrap();
    union.do_something(3);
    union.catch_up(length + 1);

    // Nobody is invited any more: the friend holds his link. Whoever made it can delete it with the key of his own seat.
    assert_eq!(union.hello["about"]["invited"], json!([]));
    let delete = |key: &Value| post(addr, "/api/tables/delete", &json!({ "table": link()["table"], "owner": key }).to_string()).0;
    assert_eq!((delete(&link()["keys"]["confederate"]), delete(&link()["keys"]["union"])), (400, 200));

    let copy = Connection::open(schema::copy_of(&folder.db(), 0)).unwrap();
    assert_eq!(texts(&copy, JOURNAL), before, "the copy is as the file was");
    assert!(texts(&copy, "SELECT card FROM tables").iter().all(|card| !card.contains("set_up")));
    assert!(!schema::copy_of(&folder.db(), 0).with_extension("part").exists());
}

#[test]
fn a_file_is_brought_up_once_and_a_new_one_is_not_copied() {
    let folder = Folder::new("shapes");
    old_file(&folder);
    let shape = |file: &Connection| file.pragma_query_value(None, "user_version", |row| row.get::<_, usize>(0)).unwrap();
    assert_eq!(shape(&Connection::open(folder.db()).unwrap()), 0);
    let mut connection = Connection::open(folder.db()).unwrap();
    schema::bring_up(&mut connection, &folder.db()).unwrap();
    assert_eq!(shape(&connection), schema::SHAPE);
    let copy = schema::copy_of(&folder.db(), 0);
    std::fs::remove_file(&copy).unwrap();
    schema::bring_up(&mut connection, &folder.db()).unwrap();
    assert!(!copy.exists(), "what has the present shape is left alone");

    let fresh = Folder::new("shapes-fresh");
    let mut connection = Connection::open(fresh.db()).unwrap();
    schema::bring_up(&mut connection, &fresh.db()).unwrap();
    assert_eq!(shape(&connection), schema::SHAPE);
    assert!(!schema::copy_of(&fresh.db(), 0).exists());
}

#[test]
fn a_file_that_cannot_be_brought_up_stays_as_it_was() {
    let folder = Folder::new("shapes-spoilt");
    old_file(&folder);
    let mut connection = Connection::open(folder.db()).unwrap();
    connection.execute("INSERT INTO tables VALUES ('spoilt', 0, 'no card')", []).unwrap();
    let before = texts(&connection, "SELECT card FROM tables ORDER BY id");
    assert!(matches!(schema::bring_up(&mut connection, &folder.db()), Err(StoreError::File(_))));
    assert_eq!(texts(&connection, "SELECT card FROM tables ORDER BY id"), before);
    assert_eq!(connection.pragma_query_value(None, "user_version", |row| row.get::<_, usize>(0)).unwrap(), 0);
}

#[test]
fn a_file_of_a_later_build_is_refused() {
    let folder = Folder::new("shapes-later");
    Connection::open(folder.db()).unwrap().pragma_update(None, "user_version", schema::SHAPE as i64 + 1).unwrap();
    let refused = Store::open(&folder.db()).err().expect("it is not opened");
    assert!(refused.to_string().contains("later"), "{refused}");
}

#[test]
fn what_is_closed_can_be_opened_again_at_once() {
    let folder = Folder::new("shapes-again");
    for _ in 0..50 {
        Store::open(&folder.db()).expect("the last one has let go of it").close().unwrap();
    }
}

/// The save that a table began from stood in its card.
#[test]
fn a_save_in_a_card_is_set_apart() {
    let folder = Folder::new("shapes-opening");
    old_file(&folder);
    let setup = SHELF[0].catalogue().complete(None, &Default::default()).unwrap();
    let save = SHELF[0].open(&setup, 7).unwrap().save();
    {
        let file = Connection::open(folder.db()).unwrap();
        file.execute("DELETE FROM journal", []).unwrap();
        file.execute("UPDATE tables SET card = json_set(card, '$.opening', json(?1))", [save.to_string()]).unwrap();
    }
    let store = Store::open(&folder.db()).unwrap();
    let id = link()["table"].as_str().unwrap().to_string();
    assert_eq!(store.opening(&id).unwrap(), Some(save));
    assert_eq!(store.opening("other").unwrap(), None);
    store.close().unwrap();
    assert!(texts(&Connection::open(folder.db()).unwrap(), "SELECT card FROM tables").iter().all(|card| !card.contains("opening")));
    assert_eq!(Client::join(open(&folder), &link(), "union").news["view"]["phase"], "movement");
}

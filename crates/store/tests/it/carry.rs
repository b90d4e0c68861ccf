//! Everything that is kept, from a file into a database and back; and a database that is spoken to by TLS.

use crate::database::{Database, database};
use crate::same::{Folder, card, entry};
use house::records::{Change, Span, Tab};
use serde_json::json;
use store::{Keeper, Postgres, Store, backup, carry};

/// What the tests below look for.
fn fill(store: &dyn Keeper) {
    for id in ["one", "two", "three"] {
        store.create(&card(id), (id == "two").then_some(&json!({ "position": ["\u{2014}", 2] }))).unwrap();
    }
    store.append("one", 0, (0..1_200).map(entry).collect(), true).unwrap();
    store.append("two", 0, vec![entry(0)], false).unwrap();
    store.archive("two").unwrap();
    store.append("two", 1, vec![entry(1)], true).unwrap();
    store.keep_analysis("one", &json!({ "luck": 0.25 })).unwrap();
    let tabs = vec![Tab::once("name", "ann"), Tab::new("by-age", "all", -3)];
    store.change(vec![Change::Put { kind: "account", id: "a".into(), version: 0, body: "{}".into(), tabs }]).unwrap();
}

fn compare(store: &dyn Keeper) {
    assert_eq!(store.count().unwrap(), 3);
    assert_eq!(store.card("one").unwrap().unwrap(), card_of("one", store));
    assert_eq!(store.journal("one").unwrap(), (0..1_200).map(entry).collect::<Vec<_>>());
    assert_eq!(store.journal("two").unwrap(), [entry(0), entry(1)]);
    assert_eq!(store.opening("two").unwrap(), Some(json!({ "position": ["\u{2014}", 2] })));
    assert_eq!(store.analysis("one").unwrap(), Some(json!({ "luck": 0.25 })));
    assert_eq!(store.empty(u64::from(u32::MAX), 9).unwrap(), ["three"]);
    let found = store.find("account", "by-age", "all", Span::first(9)).unwrap();
    assert_eq!((found.len(), found[0].id.as_str(), found[0].version), (1, "a", 1));
    assert!(store.append("one", 1_199, vec![entry(7)], true).is_err(), "numbers are taken as they were");
}

/// Keys are drawn by lot: the rest must be the same.
fn card_of(id: &str, store: &dyn Keeper) -> tables::Card {
    tables::Card { keys: store.card(id).unwrap().unwrap().keys, ..card(id) }
}

#[test]
fn a_house_moves_from_a_file_into_a_database_and_back() {
    let Some(database) = database() else { return };
    let folder = Folder::new("carry");
    let [first, second, third] = ["first", "second", "third"].map(|name| folder.0.join(name).with_extension("sqlite"));
    let store = Store::open(&first).unwrap();
    fill(&store);
    let keys = tables::Store::card(&store, "one").unwrap().unwrap().keys;
    store.close().unwrap();
    let address = database.fresh();
    assert_eq!(carry::restore_database(&first, &address).unwrap(), 3);
    let postgres = Postgres::open(&address).unwrap();
    compare(&postgres);
    assert_eq!(tables::Store::card(&postgres, "one").unwrap().unwrap().keys, keys);
    assert_eq!(tables::Store::lengths(&postgres, &["one".into(), "two".into(), "none".into()]).unwrap().len(), 2);
    assert!(carry::restore_database(&first, &address).is_err(), "a house that is there is not written over");
    compare(&postgres);
    // And back, while the database is in use.
    assert_eq!(carry::backup_database(&address, &second).unwrap(), 3);
    assert!(carry::backup_database(&address, &second).is_err(), "nor is a file");
    compare(&Store::open(&second).unwrap());
    assert_eq!(backup::restore(&second, &third).unwrap(), 3);
    assert!(backup::restore(&second, &third).is_err());
    // What a house that was killed has left beside its file belongs to that file.
    let fourth = folder.0.join("fourth.sqlite");
    let log = folder.0.join("fourth.sqlite-wal");
    std::fs::write(&log, "frames of another file").unwrap();
    assert!(backup::restore(&second, &fourth).unwrap_err().to_string().contains("fourth.sqlite-wal"));
    std::fs::remove_file(&log).unwrap();
    assert_eq!(backup::restore(&second, &fourth).unwrap(), 3);
    compare(&Store::open(&third).unwrap());
}

#[test]
fn what_is_no_copy_of_a_house_is_not_restored() {
    let folder = Folder::new("no-copy");
    let wrong = folder.0.join("wrong.sqlite");
    std::fs::write(&wrong, "SQLite format 3\0 and then nothing of the kind".repeat(300)).unwrap();
    assert!(backup::restore(&wrong, &folder.0.join("a.sqlite")).is_err());
    assert!(backup::restore(&folder.0.join("absent.sqlite"), &folder.0.join("b.sqlite")).is_err());
    let whole = folder.0.join("whole.sqlite");
    let store = Store::open(&whole).unwrap();
    fill(&store);
    store.close().unwrap();
    let mut bytes = std::fs::read(&whole).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 6_000].fill(0xa5);
    let harmed = folder.0.join("harmed.sqlite");
    std::fs::write(&harmed, bytes).unwrap();
    assert!(backup::restore(&harmed, &folder.0.join("c.sqlite")).is_err(), "a harmed copy is noticed");
    assert!(!folder.0.join("c.sqlite").exists());
}

#[test]
fn a_database_is_spoken_to_by_tls_and_must_prove_who_it_is() {
    // Whoever is just faster may have the port by then: another is tried.
    let free = || std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let Some((port, (_database, authority))) = (0..3).map(|_| free()).find_map(|port| Some((port, Database::with_tls(port)?))) else {
        return eprintln!("skipped: no PostgreSQL or no openssl here, so nothing was tried by TLS");
    };
    let address = format!("postgres://longroll@localhost:{port}/postgres");
    let authority = authority.display();
    let store = Postgres::open(&format!("{address}?sslmode=verify-full&sslrootcert={authority}")).unwrap();
    fill(&store);
    compare(&store);
    let by = |mode: &str| Postgres::open(&format!("{address}?sslmode={mode}"));
    assert!(by("require").is_err(), "nobody vouches for it");
    // Whoever sits in between could say so too: the name counts.
    let other =
        format!("host=localhost hostaddr=127.0.0.1 port={port} user=longroll dbname=postgres sslmode=require sslrootcert={authority}");
    assert!(Postgres::open(&other).is_ok());
    assert!(Postgres::open(&other.replace("host=localhost", "host=elsewhere.example")).is_err(), "it is not the one that was called");
}

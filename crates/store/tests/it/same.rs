//! The same questions to both stores.

use crate::database::database;
use house::records::{Change, Span, Tab, Trouble};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use store::{Keeper, Postgres, Store};
use tables::Card;
use tables::card::{Keys, Sitter};
use tables::store::Unkept;

pub struct Folder(pub std::path::PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("longroll-store-{name}-{:016x}", tables::tokens::word()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Asks both stores the same.
fn both(name: &str, ask: impl Fn(Arc<dyn Keeper>)) {
    let folder = Folder::new(name);
    ask(Arc::new(Store::open(&folder.0.join("tables.sqlite")).unwrap()));
    if let Some(database) = database() {
        ask(Arc::new(Postgres::open(&database.fresh()).unwrap()));
    }
}

pub fn card(id: &str) -> Card {
    let seats = [Sitter::Me, Sitter::Friend];
    let keys = Keys::new(&seats);
    let (game, scenario) = ("blue-gray".to_string(), "chattanooga".to_string());
    let options = [("fog".to_string(), "on".to_string())].into();
    Card {
        id: id.into(),
        game,
        scenario,
        options,
        seats,
        set_up: Default::default(),
        keys,
        created: 7,
        fingerprint: None,
        lesson: None,
        puzzle: None,
        delay: 0,
    }
}

pub fn entry(n: usize) -> Value {
    json!({ "by": "union", "action": { "n": n, "text": "a \u{2014} b" } })
}

#[test]
fn tables_and_journals_come_back() {
    both("journals", |store| {
        let (one, opening) = (card("one"), json!({ "position": [1, 2, 3] }));
        store.create(&one, Some(&opening)).unwrap();
        store.create(&card("two"), None).unwrap();
        assert!(store.create(&card("one"), None).is_err(), "there is one of that name");
        assert_eq!(store.card("one").unwrap(), Some(one.clone()));
        assert_eq!(store.card("none").unwrap(), None);
        assert_eq!((store.opening("one").unwrap(), store.opening("two").unwrap()), (Some(opening), None));
        store.append("one", 0, vec![entry(0), entry(1)], true).unwrap();
        store.append("one", 2, vec![entry(2)], false).unwrap();
        assert!(matches!(store.append("one", 2, vec![entry(9)], true), Err(Unkept::Overtaken)), "somebody was faster");
        assert!(matches!(store.append("none", 0, vec![entry(9)], true), Err(Unkept::Overtaken)), "no such table");
        assert_eq!(store.journal("one").unwrap(), [entry(0), entry(1), entry(2)]);
        assert_eq!(store.journal_since("one", 1).unwrap(), [entry(1), entry(2)]);
        assert!(store.journal_since("one", 3).unwrap().is_empty());
        let mut keys = one.keys;
        keys.give(engine::Side::Confederate, &"a".repeat(40));
        store.rekey("one", &keys).unwrap();
        assert_eq!(store.card("one").unwrap().unwrap().keys, keys);
        // Packed, it is still the same journal, and goes on.
        assert_eq!(store.unused(u64::from(u32::MAX), 9).unwrap().len(), 2);
        store.archive("one").unwrap();
        assert_eq!(store.unused(u64::from(u32::MAX), 9).unwrap(), ["two"]);
        assert_eq!(store.journal("one").unwrap().len(), 3);
        assert_eq!(store.journal_since("one", 2).unwrap(), [entry(2)]);
        assert!(matches!(store.append("one", 2, vec![entry(9)], true), Err(Unkept::Overtaken)), "it lies in the archive");
        store.append("one", 3, vec![entry(3)], true).unwrap();
        assert_eq!(store.journal_since("one", 2).unwrap(), [entry(2), entry(3)]);
        assert_eq!(store.empty(100, 9).unwrap(), ["two"], "at the other somebody has decided something");
        assert!(store.count().unwrap() == 2 && store.size().unwrap() > 0);
        store.delete("one").unwrap();
        assert!(store.card("one").unwrap().is_none() && store.journal("one").unwrap().is_empty());
        store.close().unwrap();
    });
}

#[test]
fn of_two_writers_one_wins() {
    both("writers", |store| {
        for t in 0..4 {
            store.create(&card(&format!("t{t}")), None).unwrap();
        }
        let won = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let (store, won) = (&store, &won);
                scope.spawn(move || {
                    for n in 0..25 {
                        for t in 0..4 {
                            let mine = json!({ "by": writer });
                            match store.append(&format!("t{t}"), n, vec![mine], true) {
                                Ok(()) => drop(won.fetch_add(1, Ordering::Relaxed)),
                                Err(Unkept::Overtaken) => {}
                                Err(other) => panic!("{other}"),
                            }
                        }
                    }
                });
            }
        });
        assert_eq!(won.load(Ordering::Relaxed), 100, "every number was written once, and every writer knows whether by him");
        assert!((0..4).all(|t| store.journal(&format!("t{t}")).unwrap().len() == 25));
    });
}

#[test]
fn records_have_versions_and_tabs() {
    both("records", |store| {
        let put = |id: &str, version: u64, body: &str, tabs: Vec<Tab>| {
            store.change(vec![Change::Put { kind: "account", id: id.into(), version, body: body.into(), tabs }])
        };
        let tabs = |name: &str, rank: i64| vec![Tab::once("name", name), Tab::new("by-age", "all", rank)];
        put("a", 0, "1", tabs("ann", 30)).unwrap();
        put("b", 0, "2", tabs("ben", 20)).unwrap();
        put("c", 0, "3", tabs("cid", 40)).unwrap();
        assert_eq!(put("a", 0, "x", Vec::new()), Err(Trouble::Overtaken), "it is there");
        assert_eq!(put("a", 7, "x", Vec::new()), Err(Trouble::Overtaken), "of another version");
        assert_eq!(put("d", 0, "x", tabs("ann", 1)), Err(Trouble::Taken("name".into())));
        assert!(store.record("account", "d").unwrap().is_none(), "all or nothing");
        put("a", 1, "11", tabs("anna", 10)).unwrap();
        put("d", 0, "4", tabs("ann", 50)).unwrap();
        let found = |span| store.find("account", "by-age", "all", span).unwrap().into_iter().map(|r| r.id).collect::<String>();
        assert_eq!((found(Span::first(9)).as_str(), found(Span::last(2)).as_str()), ("abcd", "dc"));
        assert_eq!(found(Span::until(30, 9)), "ab");
        let anna = store.find("account", "name", "anna", Span::first(2)).unwrap();
        assert_eq!((anna.len(), anna[0].version, anna[0].body.as_str()), (1, 2, "11"));
        assert_eq!(store.tally("account", "by-age", "all").unwrap(), 4);
        // Two changes, the second of which cannot be: neither is made.
        let delete = |id: &str, version| Change::Delete { kind: "account", id: id.into(), version };
        assert_eq!(store.change(vec![delete("b", 1), delete("c", 9)]), Err(Trouble::Overtaken));
        assert!(store.record("account", "b").unwrap().is_some());
        store.change(vec![delete("b", 1)]).unwrap();
        assert_eq!(found(Span::first(9)), "acd");
    });
}

#[test]
fn a_database_that_stops_and_starts_again_is_found_again() {
    let Some(database) = database() else { return };
    let address = database.fresh();
    // Two nodes that start together: one brings the database up.
    let stores: Vec<Postgres> = std::thread::scope(|scope| {
        let opening: Vec<_> = (0..2).map(|_| scope.spawn(|| Postgres::open(&address).unwrap())).collect();
        opening.into_iter().map(|node| node.join().unwrap()).collect()
    });
    let store: &dyn Keeper = &stores[0];
    store.create(&card("one"), None).unwrap();
    store.append("one", 0, vec![entry(0)], true).unwrap();
    database.restart();
    // The line broke: what is asked meanwhile may fail, and what was acknowledged is there.
    let appended = (0..600).any(|_| match store.append("one", 1, vec![entry(1)], true) {
        Ok(()) => true,
        Err(_) => {
            std::thread::sleep(std::time::Duration::from_millis(100));
            false
        }
    });
    assert!(appended);
    assert_eq!(stores[1].count().unwrap(), 1);
    assert_eq!(store.journal("one").unwrap(), [entry(0), entry(1)]);
}

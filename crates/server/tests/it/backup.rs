//! A copy of the file of tables while people play.

use crate::house::{Client, Folder, hot_seat, open};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[test]
fn a_copy_made_while_people_play_is_whole() {
    let folder = Folder::new("backup");
    let addr = open(&folder);
    let (shown, busy) = (hot_seat(addr, "blue-gray"), hot_seat(addr, "blue-gray"));
    let mut union = Client::join(addr, &shown, "union");
    union.dither(10);
    let log = union.ask(json!({ "op": "log" }));
    let (stop, decisions) = (AtomicBool::new(false), AtomicU64::new(0));
    let copy = Folder::new("backup-copy");
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| {
            let mut union = Client::join(addr, &busy, "union");
            while !stop.load(Ordering::Relaxed) {
                union.dither(1);
                decisions.fetch_add(2, Ordering::Relaxed);
            }
        });
        while decisions.load(Ordering::Relaxed) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert_eq!(server::backup::backup(&folder.db(), &copy.db()).unwrap(), 2);
        stop.store(true, Ordering::Relaxed);
        playing.join().unwrap();
    });
    assert!(server::backup::backup(&folder.db(), &copy.db()).is_err(), "a copy replaces nothing");
    assert!(server::backup::backup(&copy.db().with_extension("absent"), &folder.db().with_extension("new")).is_err());
    let restored = open(&copy);
    let mut union = Client::join(restored, &shown, "union");
    assert_eq!(union.ask(json!({ "op": "log" }))["entries"], log["entries"]);
    union.do_something(5);
    assert!(Client::join(restored, &busy, "union").news["length"].as_u64().unwrap() > 0);
}

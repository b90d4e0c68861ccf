//! What must hold whatever strangers send: the properties behind the fuzz targets in `fuzz/`, run by the tests as well.

use crate::shelf::SHELF;
use engine::Seat;
use engine::protocol::Conversation;
use engine::table::{Kind, Table, read_options};
use serde_json::Value;

/// Each line gets one answer: a JSON object that says whether it is ok, and if not why.
pub fn protocol(bytes: &[u8]) {
    let mut conversation = Conversation::new(SHELF);
    for line in bytes.split(|b| *b == b'\n') {
        let answer: Value = serde_json::from_str(&conversation.answer(line)).expect("an answer is JSON");
        let ok = answer["ok"].as_bool().expect("an answer says whether it is ok");
        let because = answer["error"]["because"].as_str().unwrap_or_default();
        assert!(ok || !because.is_empty(), "a refusal says why: {answer}");
        assert!(!because.contains("fault of the program"), "{answer}");
    }
}

/// A document is loaded, or refused with words; what loads can be played on and saved, and its save loads to the same hash.
pub fn load(bytes: &[u8]) {
    let Ok(document) = serde_json::from_slice::<Value>(bytes) else { return };
    let Some(kind) = SHELF.iter().find(|k| document.get("game").is_some_and(|g| *g == k.catalogue().game.as_str())) else { return };
    let Ok(options) = read_options(document.get("options")) else { return };
    let Ok(setup) = kind.catalogue().complete(document.get("scenario").and_then(Value::as_str), &options) else { return };
    match kind.load(&setup, &document) {
        Err(bad) => assert!(!bad.because.is_empty(), "a refusal says why"),
        Ok((mut table, _)) => {
            play_on(table.as_mut());
            comes_back(*kind, table.as_ref());
        }
    }
}

/// A few dozen decisions from there.
fn play_on(table: &mut dyn Table) {
    for seed in 0..40 {
        if table.outcome().is_some() {
            return;
        }
        if table.roll(Seat::Referee, None).is_err() {
            let action = table.advise(Seat::Referee, "random", seed).expect("somebody is asked");
            table.apply(Seat::Referee, &action).expect("a listed action is legal");
        }
    }
}

/// Its save loads to the same position.
fn comes_back(kind: &dyn Kind, table: &dyn Table) {
    let (again, remark) = kind.load(table.setup(), &table.save()).expect("whatever save prints, load takes");
    assert_eq!((again.hash(), remark), (table.hash(), None));
}

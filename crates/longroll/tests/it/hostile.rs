//! The fuzz targets' properties without a fuzzer: on every seed, and on mutations of them.

use longroll::hostile;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The files under `fuzz/seeds/<target>`.
fn seeds(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

static PROTOCOL: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| seeds("protocol").into_iter().map(|(_, b)| b).collect());
/// The seeds and, since those grow old when rules are corrected, a fresh save of every game.
static LOAD: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let fresh = crate::games().into_iter().map(|game| crate::saves::save(&game, 90)["position"].to_string().into_bytes());
    seeds("load").into_iter().map(|(_, b)| b).chain(fresh).collect()
});

#[test]
fn every_seed_holds() {
    for (path, bytes) in seeds("protocol") {
        println!("{}", path.display());
        hostile::protocol(&bytes);
    }
    for (path, bytes) in seeds("load") {
        println!("{}", path.display());
        hostile::load(&bytes);
    }
}

/// A change to some bytes: where, how many go, what comes.
type Change = (prop::sample::Index, usize, Vec<u8>);

fn change() -> impl Strategy<Value = Change> {
    let words: Vec<&str> = vec![
        "0",
        "1",
        "99",
        "-1",
        "null",
        "\"\"",
        "[]",
        "{}",
        "union",
        "confederate",
        "2008",
        "0101",
        "Polk",
        "combat",
        "true",
        "}",
        "]",
        ",",
        "\"",
    ];
    let comes = prop_oneof![prop::sample::select(words).prop_map(|w| w.as_bytes().to_vec()), prop::collection::vec(any::<u8>(), 0..4)];
    (any::<prop::sample::Index>(), 0usize..12, comes)
}

fn changed(bytes: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, goes, comes) in changes {
        let at = at.index(bytes.len() + 1);
        bytes.splice(at..(at + goes).min(bytes.len()), comes.iter().copied());
    }
    bytes
}

/// Every place inside a document.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(k, v)| (k.replace('~', "~0").replace('/', "~1"), v)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => Vec::new(),
    };
    for (step, value) in inner {
        let here = format!("{at}/{step}");
        places(value, &here, out);
        out.push(here);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_conversations_are_answered(seed: prop::sample::Index, changes in prop::collection::vec(change(), 1..5)) {
        hostile::protocol(&changed(&PROTOCOL[seed.index(PROTOCOL.len())], &changes));
    }

    #[test]
    fn changed_saves_are_loaded_or_refused(seed: prop::sample::Index, changes in prop::collection::vec(change(), 1..4)) {
        hostile::load(&changed(&LOAD[seed.index(LOAD.len())], &changes));
    }

    /// Values of a save change places with each other, or with something odd.
    #[test]
    fn saves_with_values_in_the_wrong_place_are_loaded_or_refused(
        seed: prop::sample::Index,
        swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0usize..12), 1..4),
        without_journal: bool,
    ) {
        let odd = [json!(null), json!(-1), json!(255), json!(""), json!([]), json!({}), json!(true)];
        let Ok(mut document) = serde_json::from_slice::<Value>(&LOAD[seed.index(LOAD.len())]) else { return Ok(()) };
        if without_journal {
            document.as_object_mut().map(|d| d.remove("journal"));
        }
        for (here, there, other) in swaps {
            let mut all = Vec::new();
            places(&document, "", &mut all);
            let value = odd.get(other).cloned().unwrap_or_else(|| document.pointer(&all[there.index(all.len())]).cloned().unwrap_or_default());
            *document.pointer_mut(&all[here.index(all.len())]).expect("a place") = value;
        }
        hostile::load(document.to_string().as_bytes());
    }

    #[test]
    fn any_bytes_hold(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        hostile::protocol(&bytes);
        hostile::load(&bytes);
    }
}

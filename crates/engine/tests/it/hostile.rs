//! Whatever comes in, an answer comes out: the same doors as the fuzz targets.

use crate::toy::{SHELF, setup};
use engine::protocol::Conversation;
use engine::table::Table;
use engine::{Seat, Side};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn answers(conversation: &mut Conversation, line: &[u8]) {
    let answer: Value = serde_json::from_str(&conversation.answer(line)).expect("an answer is JSON");
    let ok = answer["ok"].as_bool().expect("an answer says whether it is ok");
    assert!(ok || answer["error"]["because"].as_str().is_some_and(|b| !b.is_empty()), "{answer}");
}

/// A conversation with a game in the middle of a march.
fn conversation() -> Conversation {
    let mut conversation = Conversation::new(SHELF);
    for line in [
        r#"{"op":"new","game":"picket-line","seed":4}"#,
        r#"{"op":"roll"}"#,
        r#"{"op":"apply","action":{"do":"press"}}"#,
        r#"{"op":"apply","action":{"do":"press"}}"#,
        r#"{"op":"apply","action":{"do":"step"}}"#,
    ] {
        answers(&mut conversation, line.as_bytes());
    }
    conversation
}

fn save() -> Value {
    let mut table: Box<dyn Table> = SHELF[0].open(&setup(&[]), 11).unwrap();
    for n in 0..30 {
        if table.roll(Seat::Referee, None).is_err()
            && let Ok(action) = table.advise(Seat::Referee, "random", n)
        {
            table.apply(Seat::Referee, &action).unwrap();
        }
        if n % 7 == 0 {
            let _ = table.undo(Seat::Referee);
        }
    }
    let _ = table.resign(Side::Union);
    table.save()
}

/// Words that mean something somewhere, so that random requests get past the first door.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "op",
            "id",
            "as",
            "game",
            "scenario",
            "options",
            "seed",
            "position",
            "journal",
            "action",
            "dice",
            "subject",
            "describe",
            "do",
            "new",
            "load",
            "save",
            "actor",
            "legal",
            "apply",
            "roll",
            "why",
            "view",
            "go",
            "undo",
            "hash",
            "outcome",
            "quit",
            "log",
            "picket-line",
            "creek",
            "torpedo",
            "on",
            "union",
            "confederate",
            "spectator",
            "referee",
            "press",
            "hold",
            "step",
            "halt",
            "lantern",
            "boom",
            "units",
            "hex",
            "turn",
            "phase",
            "random",
            "level",
            "entries",
            "rewind",
            "resign",
            "by",
            "fingerprint",
        ])
        .prop_map(str::to_string),
        "\\PC{0,8}",
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0u64..10).prop_map(Value::from),
        any::<f64>().prop_map(|f| json!(f)),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word(), inner), 0..6).prop_map(|fields| Value::Object(Map::from_iter(fields))),
        ]
    })
}

/// Every value inside a document, by a path of steps.
fn places(value: &Value, at: Vec<String>, out: &mut Vec<Vec<String>>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), v)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => Vec::new(),
    };
    for (step, value) in inner {
        let at: Vec<String> = at.iter().cloned().chain([step]).collect();
        places(value, at.clone(), out);
        out.push(at);
    }
}

fn at<'a>(value: &'a mut Value, path: &[String]) -> &'a mut Value {
    path.iter().fold(value, |value, step| match value {
        Value::Array(list) => &mut list[step.parse::<usize>().expect("a number")],
        other => &mut other[step.as_str()],
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 1..4)) {
        let mut conversation = conversation();
        lines.iter().for_each(|line| answers(&mut conversation, line));
    }

    #[test]
    fn any_json_is_answered(requests in prop::collection::vec(any_json(), 1..6)) {
        let mut conversation = conversation();
        requests.iter().for_each(|request| answers(&mut conversation, request.to_string().as_bytes()));
    }

    #[test]
    fn any_operation_with_any_fields_is_answered(
        requests in prop::collection::vec((word(), prop::collection::vec((word(), any_json()), 0..4)), 1..12),
    ) {
        let mut conversation = conversation();
        for (op, fields) in requests {
            let mut request = Map::from_iter(fields);
            request.insert("op".into(), json!(op));
            answers(&mut conversation, Value::Object(request).to_string().as_bytes());
        }
    }

    #[test]
    fn a_save_with_any_value_changed_loads_or_names_a_place(pick: prop::sample::Index, other in any_json()) {
        let mut document = save();
        let mut all = Vec::new();
        places(&document, Vec::new(), &mut all);
        *at(&mut document, &all[pick.index(all.len())]) = other;
        if let Err(bad) = SHELF[0].load(&setup(&[]), &document) {
            prop_assert!(!bad.because.is_empty());
        }
    }

    #[test]
    fn a_save_cut_anywhere_is_answered(cut: prop::sample::Index) {
        let line = json!({ "op": "load", "position": save() }).to_string();
        answers(&mut conversation(), &line.as_bytes()[..cut.index(line.len())]);
    }
}

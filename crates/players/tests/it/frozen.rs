//! The general as it was before the rulesets got one shape, told by what it chose: 200 positions from games between scripts, 40 of
//! each game, with its choice at a fixed number of positions. It is kept under the name `general-1`, so that progress can be told for ever:
//! whoever changes a doctrine or the search leaves these choices as they are.

use engine::protocol::Conversation;
use players::SHELF;
use serde_json::{Value, json};

/// The first general, and how many positions it may look at for a choice.
const PLAYER: &str = "general-1:150";

/// What it chooses in a position.
fn choice(position: &Value, seed: &Value) -> Result<Value, String> {
    let mut conversation = Conversation::new(SHELF);
    let mut ask = |request: Value| -> Result<Value, String> {
        let answer: Value = serde_json::from_str(&conversation.answer(request.to_string())).expect("an answer is JSON");
        if answer["ok"] == true { Ok(answer) } else { Err(answer["error"].to_string()) }
    };
    let asked = ask(json!({ "op": "load", "position": position }))?["actor"].clone();
    Ok(ask(json!({ "op": "go", "level": PLAYER, "seed": seed, "as": asked }))?["action"].clone())
}

#[test]
fn general_1_chooses_as_it_always_did() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/general-1.jsonl");
    let entries: Vec<Value> =
        std::fs::read_to_string(path).expect("the positions").lines().map(|l| serde_json::from_str(l).expect("a line is JSON")).collect();
    assert_eq!(entries.len(), 200);
    let chosen: Vec<Result<Value, String>> = entries.iter().map(|e| choice(&e["position"], &e["seed"])).collect();
    if std::env::var_os("LONGROLL_BLESS").is_some() {
        let kept = entries.iter().zip(&chosen).map(|(e, c)| match c {
            Ok(choice) => json!({ "position": e["position"], "seed": e["seed"], "choice": choice }),
            Err(refused) => panic!("{} is refused: {refused}", e["position"]),
        });
        std::fs::write(path, kept.map(|e| format!("{e}\n")).collect::<String>()).expect("the file can be written");
        return;
    }
    let differ = entries.iter().zip(&chosen).enumerate().filter(|(_, (e, c))| c.as_ref() != Ok(&e["choice"]));
    let list: Vec<String> = differ
        .map(|(n, (e, c))| format!("{n}: {} {} was {}, is {c:?}", e["position"]["game"], e["position"]["scenario"], e["choice"]))
        .collect();
    assert!(list.is_empty(), "{} of 200 choices differ:\n{}", list.len(), list.join("\n"));
}

//! The battle that a view shows is the one at hand.

use engine::protocol::Conversation;
use serde_json::{Value, json};

/// Two battles in one phase, the first of them fought: what its dice showed is no part of the second.
#[test]
fn dice_belong_to_the_battle_they_were_thrown_for() {
    let mut conversation = Conversation::new(longroll::shelf::SHELF);
    let mut ask = |request: Value| -> Value {
        let answer: Value = serde_json::from_str(&conversation.answer(request.to_string())).unwrap();
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    };
    let units = json!([
        { "id": "1/2/XV", "hex": "1909" }, { "id": "Liddell", "hex": "2008" },
        { "id": "2/2/XV", "hex": "1913" }, { "id": "Polk", "hex": "2012" },
    ]);
    let position = json!({ "game": "blue-gray", "turn": 2, "phase": "combat", "active": "union", "units": units });
    ask(json!({ "op": "load", "position": position }));
    for action in [json!({ "attack": "2008" }), json!({ "join": "1909" }), json!({ "fight": "1-1" })] {
        ask(json!({ "op": "apply", "action": action }));
    }
    ask(json!({ "op": "roll", "dice": [6] }));
    let fought = ask(json!({ "op": "view", "as": "union" }))["view"]["battle"].clone();
    assert_eq!(fought["targets"], json!(["2008"]));
    assert_eq!(fought["rolled"]["dice"], json!([6]), "until it is over it stands as it did when its dice were thrown");
    assert_eq!((&fought["attack"], &fought["defence"]), (&json!("5"), &json!("3")), "with what made the odds");
    for action in [json!({ "retreat": "1/2/XV", "to": "1808" }), json!({ "end": "advance" }), json!({ "attack": "2012" })] {
        ask(json!({ "op": "apply", "action": action }));
    }
    let next = ask(json!({ "op": "view", "as": "union" }))["view"]["battle"].clone();
    assert_eq!(next["targets"], json!(["2012"]));
    assert_eq!(next["rolled"], Value::Null);
}

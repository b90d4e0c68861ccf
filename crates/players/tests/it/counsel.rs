//! Whoever is asked with `go` for one action after the other thinks once for the phase and then goes on with his plan.

use engine::protocol::Conversation;
use players::SHELF;
use serde_json::{Value, json};

const LEVEL: &str = "nodes:1500";

struct Talk(Conversation);

impl Talk {
    fn ask(&mut self, request: Value) -> Value {
        let answer: Value = serde_json::from_str(&self.0.answer(request.to_string())).expect("an answer is JSON");
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    }

    fn go(&mut self) -> Value {
        self.ask(json!({ "op": "go", "level": LEVEL }))
    }

    fn apply(&mut self, action: &Value) {
        let by = self.ask(json!({ "op": "actor" }))["actor"].clone();
        self.ask(json!({ "op": "apply", "as": by, "action": action }));
    }

    /// A Movement Phase of Chattanooga in which there is much to do.
    fn marching() -> Talk {
        let mut talk = Talk(Conversation::new(SHELF));
        talk.ask(json!({ "op": "new", "game": "blue-gray", "seed": 3 }));
        talk
    }
}

#[test]
fn whoever_is_asked_for_one_action_after_the_other_thinks_once() {
    let mut talk = Talk::marching();
    let first = talk.go();
    let plan = first["plan"].as_array().expect("a plan").clone();
    assert!(plan.len() > 2 && first["nodes"].as_u64().is_some_and(|n| n > 0));
    assert_eq!(talk.go(), first, "asked twice, he says the same twice");
    for order in &plan[..2] {
        let said = talk.go();
        assert_eq!((&said["action"], &said["nodes"]), (order, &first["nodes"]), "no new search, and the plan is kept");
        talk.apply(order);
    }
}

#[test]
fn whose_advice_is_not_taken_thinks_again() {
    let mut talk = Talk::marching();
    let first = talk.go();
    let all = talk.ask(json!({ "op": "legal" }))["actions"].as_array().expect("actions").clone();
    let other = all.iter().find(|a| **a != first["action"] && a.is_object()).expect("something else can be done");
    talk.apply(other);
    let anew = talk.go();
    let mut fresh = Talk::marching();
    fresh.apply(other);
    assert_eq!(anew, fresh.go(), "as if nobody had been asked before");
    talk.ask(json!({ "op": "undo" }));
    let action = talk.go()["action"].clone();
    assert_eq!(talk.ask(json!({ "op": "why", "action": action }))["legal"], true, "what was taken back is forgotten");
}

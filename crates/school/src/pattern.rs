//! Which actions are meant: a few fields of an action, as files write them.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The fields that an action must have. `to` is also met by a way that ends there, so that any way to a hex will do; the order
/// of the names in a list does not matter, but that of a path does.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub struct Pattern(Map<String, Value>);

impl Pattern {
    /// Whether an action is meant that leads to a hex, if it leads anywhere.
    pub fn meets(&self, action: &Value, end: Option<&str>) -> bool {
        !self.0.is_empty() && self.0.iter().all(|(field, wanted)| field_meets(action, end, field, wanted))
    }

    /// Whether it is about these pieces and hexes and no others; of a way its end counts.
    pub fn speaks_of(&self, names: &[&str]) -> bool {
        let known = |value: &Value| value.as_str().is_some_and(|name| names.contains(&name));
        self.0.iter().all(|(field, value)| match (field.as_str(), value) {
            ("do", _) => true,
            ("path", Value::Array(way)) => way.last().is_some_and(known),
            (_, Value::Array(list)) => list.iter().all(known),
            (_, value) => known(value),
        })
    }

    /// The pattern as an action, where it has all its fields.
    pub fn as_action(&self) -> Value {
        Value::Object(self.0.clone())
    }
}

fn field_meets(action: &Value, end: Option<&str>, field: &str, wanted: &Value) -> bool {
    match (action.get(field), wanted) {
        (Some(Value::Array(given)), Value::Array(wanted)) if field != "path" => {
            given.len() == wanted.len() && wanted.iter().all(|w| given.contains(w))
        }
        (Some(given), wanted) => given == wanted,
        (None, wanted) => field == "to" && (end == wanted.as_str() || end_of_path(action) == Some(wanted)),
    }
}

fn end_of_path(action: &Value) -> Option<&Value> {
    action.get("path")?.as_array()?.last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pattern(value: Value) -> Pattern {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn any_way_to_a_hex_is_meant() {
        let wanted = pattern(json!({ "move": "a", "to": "0102" }));
        let meets = |action: Value, end: Option<&str>| wanted.meets(&action, end);
        assert!(meets(json!({ "move": "a", "to": "0102" }), None));
        assert!(meets(json!({ "move": "a", "path": ["0101", "0102"] }), None));
        assert!(meets(json!({ "move": "a", "path": ["N", "N"] }), Some("0102")));
        assert!(!meets(json!({ "move": "a", "path": ["N", "N"] }), Some("0103")));
        assert!(!meets(json!({ "move": "a", "path": ["0102", "0101"] }), None));
        assert!(!meets(json!({ "move": "b", "to": "0102" }), None));
        assert!(!meets(json!({ "end": "movement" }), None));
    }

    #[test]
    fn a_list_may_be_in_any_order_but_not_shorter_or_longer() {
        let wanted = pattern(json!({ "units": ["a", "b"] }));
        assert!(wanted.meets(&json!({ "units": ["b", "a"], "path": [] }), None));
        assert!(!wanted.meets(&json!({ "units": ["a"] }), None));
        assert!(!wanted.meets(&json!({ "units": ["a", "b", "c"] }), None));
        assert!(!pattern(json!({ "path": ["N", "S"] })).meets(&json!({ "path": ["S", "N"] }), None), "a path has its order");
    }

    #[test]
    fn a_pattern_is_about_the_names_in_it() {
        let wanted = pattern(json!({ "move": "a", "to": "0102" }));
        assert!(wanted.speaks_of(&["a", "0102"]));
        assert!(!wanted.speaks_of(&["a", "0103"]));
        assert!(pattern(json!({ "do": "march", "pieces": ["a"], "path": ["0101", "0102"] })).speaks_of(&["a", "0102"]));
    }

    #[test]
    fn a_pattern_without_fields_means_nothing() {
        assert!(!pattern(json!({})).meets(&json!({ "end": "movement" }), None));
    }
}

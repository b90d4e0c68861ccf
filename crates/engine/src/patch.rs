//! JSON merge patches (RFC 7396): what has changed between two documents that hold no null. A client applies them in ten lines.

use serde_json::{Map, Value};

/// The patch that leads from one document to another; nothing if they are the same.
pub fn difference(from: &Value, to: &Value) -> Option<Value> {
    let (Value::Object(old), Value::Object(new)) = (from, to) else {
        return (from != to).then(|| to.clone());
    };
    let mut patch = Map::new();
    for (name, value) in new {
        match old.get(name) {
            None => drop(patch.insert(name.clone(), value.clone())),
            Some(before) => drop(difference(before, value).map(|change| patch.insert(name.clone(), change))),
        }
    }
    patch.extend(old.keys().filter(|name| !new.contains_key(*name)).map(|name| (name.clone(), Value::Null)));
    (!patch.is_empty()).then_some(Value::Object(patch))
}

/// Applies a patch.
pub fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(changes) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(fields) = target else { unreachable!("it was made one") };
    for (name, change) in changes {
        if change.is_null() {
            fields.shift_remove(name);
        } else {
            merge(fields.entry(name.clone()).or_insert(Value::Null), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The examples of RFC 7396, appendix A.
    #[test]
    fn merges_as_the_standard_says() {
        let cases = [
            (json!({ "a": "b" }), json!({ "a": "c" }), json!({ "a": "c" })),
            (json!({ "a": "b" }), json!({ "b": "c" }), json!({ "a": "b", "b": "c" })),
            (json!({ "a": "b" }), json!({ "a": null }), json!({})),
            (json!({ "a": "b", "b": "c" }), json!({ "a": null }), json!({ "b": "c" })),
            (json!({ "a": ["b"] }), json!({ "a": "c" }), json!({ "a": "c" })),
            (json!({ "a": "c" }), json!({ "a": ["b"] }), json!({ "a": ["b"] })),
            (json!({ "a": { "b": "c" } }), json!({ "a": { "b": "d", "c": null } }), json!({ "a": { "b": "d" } })),
            (json!({ "a": [{ "b": "c" }] }), json!({ "a": [1] }), json!({ "a": [1] })),
            (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
            (json!({ "a": "b" }), json!(["c"]), json!(["c"])),
            (json!({ "a": "foo" }), json!("bar"), json!("bar")),
            (json!({ "e": null }), json!({ "a": 1 }), json!({ "e": null, "a": 1 })),
            (json!([1, 2]), json!({ "a": "b", "c": null }), json!({ "a": "b" })),
            (json!({}), json!({ "a": { "bb": { "ccc": null } } }), json!({ "a": { "bb": {} } })),
        ];
        for (mut target, patch, merged) in cases {
            merge(&mut target, &patch);
            assert_eq!(target, merged, "{patch}");
        }
    }

    #[test]
    fn a_difference_leads_from_one_document_to_the_other() {
        let documents = [
            json!({ "turn": 1, "pieces": { "a": { "hex": "1" }, "b": {} }, "markers": [] }),
            json!({ "turn": 1, "pieces": { "a": { "hex": "2", "states": ["moved"] }, "b": {} }, "markers": [7] }),
            json!({ "turn": 2, "pieces": { "b": { "off": "eliminated" } }, "markers": [7], "battle": { "odds": "1-1" } }),
            json!([1]),
        ];
        for (from, to) in documents.iter().flat_map(|from| documents.iter().map(move |to| (from, to))) {
            let patch = difference(from, to);
            assert_eq!(patch.is_none(), from == to, "what stays is not said");
            let mut patched = from.clone();
            patch.iter().for_each(|patch| merge(&mut patched, patch));
            assert_eq!(patched, *to);
        }
    }
}

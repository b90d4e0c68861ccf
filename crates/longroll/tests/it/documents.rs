//! What the documents promise is what the program does: `docs/protocol.md` is run as one conversation.
//!
//! `LONGROLL_BLESS=1` writes changed answers into the document, keeping what it leaves out.

use engine::protocol::Conversation;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

const LEFT_OUT: &str = "...";

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The answer as the document would write it: what the document leaves out stays left out.
fn shortened(written: &Value, answer: &Value) -> Value {
    match (written, answer) {
        (Value::String(text), _) if text == LEFT_OUT => json!(LEFT_OUT),
        (Value::Array(written), Value::Array(answer)) => {
            let open = written.last() == Some(&json!(LEFT_OUT));
            let listed = if open { &written[..written.len() - 1] } else { written };
            let pairs = answer.iter().enumerate().take(if open { listed.len() } else { answer.len() });
            let mut out: Vec<Value> = pairs.map(|(i, a)| listed.get(i).map_or(a.clone(), |w| shortened(w, a))).collect();
            out.extend(open.then(|| json!(LEFT_OUT)));
            Value::Array(out)
        }
        (Value::Object(written), Value::Object(answer)) => {
            let open = written.contains_key(LEFT_OUT);
            let mut out = Map::new();
            for (key, value) in written.iter().filter(|(k, _)| *k != LEFT_OUT) {
                out.extend(answer.get(key).map(|a| (key.clone(), shortened(value, a))));
            }
            if open {
                out.insert(LEFT_OUT.into(), json!(LEFT_OUT));
            } else {
                out.extend(answer.iter().filter(|(k, _)| !written.contains_key(*k)).map(|(k, v)| (k.clone(), v.clone())));
            }
            Value::Object(out)
        }
        _ => answer.clone(),
    }
}

#[test]
fn the_protocol_document_is_true() {
    let path = file("docs/protocol.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let mut conversation = Conversation::new(longroll::shelf::SHELF);
    let mut answer = None;
    let mut fresh = String::new();
    let mut faults = Vec::new();
    for (number, line) in document.lines().enumerate() {
        let mut line = line.to_string();
        if let Some(request) = line.strip_prefix("> {") {
            assert_eq!(answer, None, "line {number}: every request has its answer");
            answer = Some(serde_json::from_str::<Value>(&conversation.answer(format!("{{{request}"))).unwrap());
        } else if let Some(written) = line.strip_prefix("< ") {
            let written: Value = serde_json::from_str(written).unwrap_or_else(|e| panic!("line {}: {e}", number + 1));
            let answered = shortened(&written, &answer.take().expect("an answer follows its request"));
            if written != answered {
                faults.push(format!("line {}:\n  written  {written}\n  answered {answered}", number + 1));
                line = format!("< {answered}");
            }
        }
        fresh.push_str(&line);
        fresh.push('\n');
    }
    if engine::conformance::blessing() {
        std::fs::write(&path, fresh).unwrap();
        return;
    }
    assert!(faults.is_empty(), "docs/protocol.md (LONGROLL_BLESS=1 writes it anew):\n{}", faults.join("\n"));
}

#[test]
fn the_protocol_document_shows_every_operation() {
    let document = std::fs::read_to_string(file("docs/protocol.md")).unwrap();
    let mut conversation = Conversation::new(longroll::shelf::SHELF);
    let answer: Value = serde_json::from_str(&conversation.answer(r#"{"op":"?"}"#)).unwrap();
    let because = answer["error"]["because"].as_str().unwrap();
    let operations = because.split_once("there are ").unwrap().1.replace(" and ", ", ");
    for operation in operations.split(", ") {
        assert!(document.contains(&format!("\"op\":\"{operation}\"")), "{operation} has no example");
    }
}

#[test]
fn the_checks_run_what_the_readme_says() {
    let readme = std::fs::read_to_string(file("README.md")).unwrap();
    let checks = std::fs::read_to_string(file(".ci/run")).unwrap();
    let commands = readme.split("```\n").nth(1).unwrap_or_default();
    assert_eq!(commands, "cargo run --release\ncargo test --workspace\n", "the first opens the table, the second passes the tests");
    // In a plain clone the first means the program, and the program without a command opens the table.
    let workspace = std::fs::read_to_string(file("Cargo.toml")).unwrap();
    assert!(workspace.contains("default-members = [\"crates/longroll\"]\n"));
    assert!(checks.contains("cargo test --workspace"));
}

#[test]
fn documents_link_to_files_that_exist() {
    let docs = std::fs::read_dir(file("docs")).unwrap().map(|entry| format!("docs/{}", entry.unwrap().file_name().to_string_lossy()));
    let names =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(String::from).into_iter().chain(docs.filter(|name| name.ends_with(".md")));
    for name in names {
        let name = name.as_str();
        let text = std::fs::read_to_string(file(name)).unwrap();
        let folder = file(name).parent().unwrap().to_path_buf();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap();
            // Where the forge keeps what can be downloaded is no file.
            if !target.is_empty() && !target.contains("://") && !target.starts_with("../../releases") {
                assert!(folder.join(target).exists(), "{name}: {link}");
            }
        }
    }
}

//! The protocol over pipes, and what `replay` makes of its saves.

use crate::{Folder, Ran, games, longroll, longroll_with};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The answers of a conversation.
fn talk(requests: &[Value]) -> Vec<Value> {
    let input: String = requests.iter().map(|r| format!("{r}\n")).collect();
    let ran = longroll_with(&["engine"], input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A save of that game after some moves of a computer player, as `save` answers it.
pub fn save(game: &str, moves: usize) -> Value {
    save_of(game, None, moves)
}

/// The same of one of its scenarios, or of less if the game is over sooner.
pub fn save_of(game: &str, scenario: Option<&str>, moves: usize) -> Value {
    let mut conversation = engine::protocol::Conversation::new(longroll::shelf::SHELF);
    let mut ask = |request: Value| -> Value { serde_json::from_str(&conversation.answer(request.to_string())).unwrap() };
    let mut new = json!({ "op": "new", "game": game, "seed": 5 });
    scenario.into_iter().for_each(|id| new["scenario"] = json!(id));
    assert_eq!(ask(new)["ok"], true);
    for _ in 0..moves {
        let actor = ask(json!({ "op": "actor" }))["actor"].clone();
        if actor == "over" {
            break;
        }
        if actor == "chance" {
            ask(json!({ "op": "roll" }));
        } else {
            let action = ask(json!({ "op": "go", "level": "random" }))["action"].clone();
            assert_eq!(ask(json!({ "op": "apply", "action": action }))["ok"], true);
        }
    }
    ask(json!({ "id": 9, "op": "save" }))
}

#[test]
fn a_conversation_over_pipes_is_answered_line_by_line() {
    let answers =
        talk(&[json!({ "id": 1, "op": "games" }), json!({ "id": 2, "op": "new", "game": "blue-gray" }), json!({ "id": 3, "op": "quit" })]);
    let ids: Vec<&Value> = answers.iter().map(|a| &a["id"]).collect();
    assert_eq!(ids, [1, 2, 3]);
    assert_eq!(answers[0]["games"].as_array().unwrap().len(), games().len());
}

#[test]
fn rubbish_over_pipes_is_answered_too() {
    let ran = longroll_with(&["engine"], b"\xff\xfe\n\x00\n{\n[[[[\nnull\n{\"op\":\"new\",\"game\":7}\n\n");
    assert_eq!((ran.code, ran.out.lines().count()), (0, 7));
    assert!(ran.out.lines().all(|l| serde_json::from_str::<Value>(l).unwrap()["ok"] == false));
}

#[test]
fn nothing_is_listed_twice() {
    // Brigades may be broken up in turn and out of turn.
    let preset = json!({ "op": "apply", "action": { "do": "preset", "number": 0 } });
    let requests = [json!({ "op": "new", "game": "bull-run" }), preset, json!({ "op": "legal", "describe": true })];
    let legal = talk(&requests).pop().expect("an answer");
    let all: Vec<String> = legal["actions"].as_array().expect("actions").iter().map(Value::to_string).collect();
    assert!(all.iter().any(|a| a.contains("break")));
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    assert_eq!(legal["choices"].as_array().map(Vec::len), Some(all.len()));
}

#[test]
fn guns_are_asked_about_hexes_that_are_there() {
    for game in games() {
        let requests = [json!({ "op": "new", "game": game }), json!({ "op": "sight", "hex": "zz" })];
        let answer = talk(&requests).pop().expect("an answer");
        if game == "chancellorsville-1961" {
            assert_eq!(answer["hexes"], Value::Null, "no lines of fire");
        } else {
            assert_eq!(answer["error"]["field"], "hex", "{game}");
        }
    }
}

fn replay(folder: &Folder, name: &str, document: &str, more: &str) -> Ran {
    let file = folder.file(name);
    std::fs::write(&file, document).unwrap();
    longroll(&format!("replay {file} {more}"))
}

#[test]
fn a_save_of_every_game_is_told_and_verified() {
    let folder = Folder::new("replay");
    for game in games() {
        let answer = save(&game, 120);
        let ran = replay(&folder, "save.json", &answer.to_string(), "");
        assert!(ran.code == 0 && ran.out.lines().count() > 5, "{game}: {}{}", ran.out, ran.err);
        let ran = replay(&folder, "bare.json", &answer["position"].to_string(), "--verify --json");
        assert_eq!((ran.code, ran.json()["verified"].as_bool(), ran.json()["entries"].as_u64()), (0, Some(true), Some(120)), "{game}");
        for seat in ["union", "confederate", "spectator"] {
            assert_eq!(replay(&folder, "save.json", &answer.to_string(), &format!("--as {seat}")).code, 0, "{game}");
        }
    }
    let piped = longroll_with(&["replay", "-", "--verify"], save("blue-gray", 50).to_string().as_bytes());
    assert!(piped.code == 0 && piped.out.contains("50 entries"), "{}{}", piped.out, piped.err);
}

#[test]
fn a_cut_or_edited_save_is_refused_with_the_place() {
    let folder = Folder::new("edited");
    let good = save("blue-gray", 60)["position"].clone();
    let text = good.to_string();
    let cut = replay(&folder, "cut.json", &text[..text.len() / 2], "");
    assert!(cut.code == 2 && cut.err.contains("cut.json") && cut.err.contains("line 1"), "{}", cut.err);

    let mut short = good.clone();
    short["journal"]["entries"].as_array_mut().unwrap().truncate(30);
    let told = replay(&folder, "short.json", &short.to_string(), "");
    assert!(told.code == 2 && told.err.contains("journal.entries"), "{}", told.err);
    let verified = replay(&folder, "short.json", &short.to_string(), "--verify");
    assert!(verified.code == 1 && verified.out.is_empty() && verified.err.contains("journal.entries"), "{}", verified.err);

    type Edit = fn(&mut Value);
    let edits: [(&str, Edit); 4] = [
        ("journal.entries[3]", |s| s["journal"]["entries"][3]["action"] = json!({ "move": "nobody", "to": "0101" })),
        ("journal.dice", |s| s["journal"]["dice"]["seed"] = json!("6")),
        ("options.movement-quota", |s| s["options"]["movement-quota"] = json!("off")),
        ("units", |s| s["units"][0]["hex"] = json!("0101")),
    ];
    for (place, edit) in edits {
        let mut edited = good.clone();
        edit(&mut edited);
        let ran = replay(&folder, "edited.json", &edited.to_string(), "--verify");
        assert!(ran.code == 1 && ran.err.contains(place), "{place}: {}", ran.err);
    }

    for (document, place) in [
        (json!({}), "game"),
        (json!([]), "game"),
        (json!({ "game": "waterloo" }), "waterloo"),
        (json!({ "game": "blue-gray", "scenario": "atlantis" }), "scenario"),
        (json!({ "game": "blue-gray", "options": { "fog": "on" } }), "options.fog"),
        (json!({ "game": "blue-gray", "options": 3 }), "options"),
        (json!({ "game": "blue-gray", "scenario": 7 }), "scenario"),
    ] {
        let ran = replay(&folder, "bad.json", &document.to_string(), "");
        assert!(ran.code == 2 && ran.err.contains(place), "{place}: {}", ran.err);
    }
}

#[test]
fn a_save_of_other_rules_is_played_on_but_not_verified() {
    let folder = Folder::new("other-rules");
    let mut old = save("blue-gray", 60)["position"].clone();
    old["journal"].as_object_mut().unwrap().remove("seals");
    old["journal"]["format"] = json!(engine::table::EARLIER_FORMAT);
    old["journal"]["fingerprint"] = json!("0000000000000000");
    let told = replay(&folder, "old.json", &old.to_string(), "");
    assert!(told.code == 0 && told.out.contains("changed since this save"), "{}", told.out);
    let verified = replay(&folder, "old.json", &old.to_string(), "--verify");
    assert!(verified.code == 1 && verified.err.contains("cannot be verified"), "{}", verified.err);
}

#[test]
fn a_position_without_a_journal_cannot_be_verified() {
    let folder = Folder::new("no-journal");
    let mut position = save("blue-gray", 0)["position"].clone();
    position.as_object_mut().unwrap().remove("journal");
    assert_eq!(replay(&folder, "p.json", &position.to_string(), "").code, 0);
    assert_eq!(replay(&folder, "p.json", &position.to_string(), "--verify").code, 1);
}

/// Saves of earlier builds of every game, a folder for each, in the middle of a battle or over. The first were made before seals, and all by
/// rules that have been corrected since: each loads, follows its journal or goes on from its position, and is played on.
#[test]
fn saves_of_every_earlier_build_still_load() {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folders: Vec<std::path::PathBuf> = std::fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path()).collect();
    let earlier = folders.iter().filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("saves-")));
    let formats: BTreeSet<&str> = earlier.map(|folder| saves_load(folder)).collect();
    assert_eq!(formats, BTreeSet::from([engine::table::EARLIER_FORMAT, engine::table::SAVE_FORMAT]), "saves of every format");
}

/// Loads every save of a folder; answers their format.
fn saves_load(folder: &std::path::Path) -> &'static str {
    let mut loaded: BTreeSet<String> = BTreeSet::new();
    let format = if folder.ends_with("saves-1") { engine::table::EARLIER_FORMAT } else { engine::table::SAVE_FORMAT };
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let document: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(document["journal"]["format"], format, "{name}");
        let mut conversation = engine::protocol::Conversation::new(longroll::shelf::SHELF);
        let mut ask = |request: Value| -> Value { serde_json::from_str(&conversation.answer(request.to_string())).unwrap() };
        let answer = ask(json!({ "op": "load", "position": document }));
        assert_eq!(answer["ok"], true, "{name}: {answer}");
        assert!(!answer["remark"].as_str().is_some_and(|r| r.contains("no longer stands")), "{name}: {answer}");
        let over = name.ends_with("over") || name.ends_with("resigned");
        assert_eq!(answer["actor"] == "over", over, "{name}: {answer}");
        if answer.get("remark").is_none() {
            let entries = document["journal"]["entries"].as_array().unwrap().len();
            assert_eq!(ask(json!({ "op": "log" }))["length"], entries, "{name}");
        }
        for n in 0..30 {
            match ask(json!({ "op": "actor" }))["actor"].as_str() {
                Some("over") => break,
                Some("chance") => assert_eq!(ask(json!({ "op": "roll" }))["ok"], true, "{name}"),
                _ => {
                    let action = ask(json!({ "op": "go", "level": "random", "seed": n }))["action"].clone();
                    let done = ask(json!({ "op": "apply", "action": action }));
                    assert_eq!(done["ok"], true, "{name}: {done}");
                }
            }
        }
        // Written anew it is a save of today.
        let again = ask(json!({ "op": "save" }))["position"].clone();
        assert_eq!(again["journal"]["format"], engine::table::SAVE_FORMAT, "{name}");
        assert_eq!(ask(json!({ "op": "load", "position": again }))["ok"], true, "{name}");
        loaded.insert(document["game"].as_str().unwrap().to_string());
    }
    assert!(loaded.len() >= 5, "saves of every game that there was: {loaded:?}");
    format
}

//! The workbench of a page: titles come as archives, are changed, kept, put on the shelf of every worker, and go as archives.

use anywhere::desk::{Desk, Kept, Said};
use anywhere::{Parlour, titles};
use serde_json::{Value, json};
use workshop::{Bundle, archive};

/// The worked example of the manual, with another version.
fn example(version: &str) -> Bundle {
    let manual = include_str!("../../../../docs/titles.md");
    let mut bundle = Bundle::default();
    for name in ["board.toml", "title.toml", "rules.toml", "briefing.toml"] {
        let (_, rest) = manual.split_once(&format!("\n`{name}`:\n\n```toml\n")).unwrap();
        let text = rest.split("```").next().unwrap().replace("version = \"1.0\"", &format!("version = \"{version}\""));
        bundle.add(name, text).unwrap();
    }
    bundle
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hear(desk: &mut Desk, message: Value) -> Said {
    desk.hear(serde_json::from_value(message).unwrap())
}

#[test]
fn an_archive_is_kept_shelved_and_goes_as_it_came() {
    let packed = archive::pack(&example("2.1")).unwrap();
    let mut desk = Desk::default();
    let said = hear(&mut desk, json!({ "import": digits(&packed) }));
    assert!(said.ok, "{}", said.body);
    assert_eq!(said.body["folder"], "millers-ford@2.1");
    assert_eq!(said.keep.len(), 1, "it is kept before anybody hears of it");
    let shelved = &said.shelve[0];
    assert_eq!(shelved.scenario, "millers-ford@2.1");
    let board = shelved.board.as_ref().unwrap();
    assert_eq!((&board["data"]["board"], board["data"]["hexes"].as_array().unwrap().len()), (&json!("millers-ford@2.1"), 48));
    assert!(board["paper"].as_str().unwrap().starts_with("<svg") && board["campfire"] != board["paper"]);

    // Another worker has another shelf: what was kept is put on it, and a table is opened.
    assert_eq!(titles::bring(shelved.texts.clone()).unwrap(), "millers-ford@2.1");
    let mut parlour = Parlour::default();
    let mut post = |address: &str, body: Value| {
        let said =
            parlour.hear(serde_json::from_value(json!({ "post": { "post": 1, "address": address, "body": body, "at": 0 } })).unwrap());
        json!(said.last().unwrap())["posted"].clone()
    };
    let games = post("/api/games", json!({}))["body"].to_string();
    assert!(games.contains("millers-ford@2.1"), "the shelf knows it");
    let rules = post("/api/rules", json!({ "game": "blue-gray", "scenario": "millers-ford@2.1" }))["body"].to_string();
    assert!(rules.contains("MF-3"));
    let seats = json!({ "union": "me", "confederate": "computer:greedy" });
    let made = post("/api/tables", json!({ "game": "blue-gray", "scenario": "millers-ford@2.1", "seats": seats }));
    assert_eq!(made["ok"], true, "{made}");

    // A workbench that was opened later goes on with what was kept.
    let kept: Vec<Kept> = said.keep;
    let mut later = Desk::default();
    assert!(hear(&mut later, json!({ "restore": kept })).ok);
    let gone = hear(&mut later, json!({ "export": { "folder": "millers-ford@2.1" } }));
    assert_eq!(gone.body, json!({ "name": "millers-ford-2.1.longroll", "data": digits(&packed) }));
}

#[test]
fn a_title_that_goes_is_kept_no_more_and_is_off_the_shelf() {
    let packed = archive::pack(&example("3.1")).unwrap();
    let mut desk = Desk::default();
    assert!(hear(&mut desk, json!({ "import": digits(&packed) })).ok);
    let folder = "millers-ford@3.1";
    let look = hear(&mut desk, json!({ "ask": { "op": "remove", "folder": folder } }));
    assert!(look.ok && look.gone.is_empty() && look.taken_off.is_empty(), "a look changes nothing: {}", look.body);
    let gone = hear(&mut desk, json!({ "ask": { "op": "remove", "folder": folder, "seal": look.body["seal"] } }));
    assert!(gone.ok, "{}", gone.body);
    assert_eq!((gone.gone.as_slice(), gone.taken_off.as_slice()), ([folder.to_string()].as_slice(), [folder.to_string()].as_slice()));
    assert_eq!((&gone.body["data"], &gone.body["archive"]), (&json!(digits(&packed)), &json!("millers-ford-3.1.longroll")));
    assert!(!hear(&mut desk, json!({ "ask": { "op": "open", "folder": folder } })).ok);
    let back = hear(&mut desk, json!({ "ask": { "op": "bring-back", "folder": folder } }));
    assert!(back.ok && back.keep[0].folder == folder && back.shelve[0].scenario == folder, "{}", back.body);
    assert!(titles::take_off(folder) && !titles::take_off(folder));
}

#[test]
fn what_is_refused_on_a_disk_is_refused_in_a_page_in_the_same_words() {
    let whole = archive::pack(&example("1.0")).unwrap();
    let mut behind = whole.clone();
    behind.extend(*b"behind");
    let mut renamed = whole;
    for place in 0..renamed.len() - 10 {
        if renamed[place..].starts_with(b"title.toml") {
            renamed[place..place + 10].copy_from_slice(b"../le.toml");
        }
    }
    for hostile in [b"PK\x03\x04".to_vec(), behind, renamed, vec![0; 5 << 20]] {
        let said = hear(&mut Desk::default(), json!({ "import": digits(&hostile) }));
        assert!(!said.ok && said.keep.is_empty() && said.shelve.is_empty());
        assert_eq!(said.body["error"]["because"], archive::unpack(&hostile).unwrap_err());
    }
    assert!(!hear(&mut Desk::default(), json!({ "import": "no digits" })).ok);
    let files = json!({ "../title.toml": "x" });
    assert!(!hear(&mut Desk::default(), json!({ "put": [{ "folder": "a", "files": files }] })).ok, "a file of all games is no way round");
    assert!(!hear(&mut Desk::default(), json!({ "put": [{ "folder": "../a", "files": { "README.md": "x" } }] })).ok);
}

#[test]
fn a_title_is_made_changed_and_taken_back() {
    let mut desk = Desk::default();
    let made = hear(&mut desk, json!({ "ask": { "op": "new", "id": "page-field", "title": "Field", "columns": 5, "rows": 2 } }));
    assert_eq!((made.body["board"]["hexes"].as_array().unwrap().len(), made.keep.len()), (10, 1));
    let paint = json!({ "do": "paint", "hexes": ["0202"], "terrain": "forest" });
    let said = hear(&mut desk, json!({ "ask": { "op": "edit", "folder": "page-field", "edit": paint } }));
    assert!(said.keep[0].files["board.toml"].contains("forest = [\"0202\"]"));
    let said = hear(&mut desk, json!({ "ask": { "op": "undo", "folder": "page-field" } }));
    assert!(!said.keep[0].files["board.toml"].contains("forest"));
    let drawn = hear(&mut desk, json!({ "draw": { "folder": "page-field", "style": "campfire" } }));
    assert!(drawn.body.as_str().unwrap().starts_with("<svg") && drawn.keep.is_empty());
    let played = hear(&mut desk, json!({ "ask": { "op": "play", "folder": "page-field" } }));
    assert!(!played.ok && played.shelve.is_empty(), "it has no counters yet");
}

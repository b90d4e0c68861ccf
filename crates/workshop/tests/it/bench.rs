//! The workbench: changes step by step, in text files whose comments stay.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use workshop::bench::{Answer, Bench, Draft};

/// A workbench in a folder of its own, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("longroll-bench-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn bench(&self) -> Bench {
        Bench::new(self.0.clone())
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.0.join("field").join(file)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn ask(bench: &Bench, request: Value) -> Result<Draft, String> {
    match bench.ask(&serde_json::from_value(request).unwrap())? {
        Answer::Draft(draft) => Ok(*draft),
        other => panic!("{other:?}"),
    }
}

fn new(bench: &Bench) -> Draft {
    ask(bench, json!({ "op": "new", "id": "field", "title": "A \"field\"", "columns": 6, "rows": 4 })).unwrap()
}

fn edit(bench: &Bench, edit: Value) -> Result<Draft, String> {
    ask(bench, json!({ "op": "edit", "folder": "field", "edit": edit }))
}

#[test]
fn a_new_title_lacks_its_counters_only() {
    let folder = Folder::new("new");
    let bench = folder.bench();
    let draft = new(&bench);
    let mistakes: Vec<&str> = draft.faults.iter().filter(|f| f.is_mistake()).map(|f| f.what.as_str()).collect();
    assert_eq!(mistakes, ["There are no units."]);
    assert_eq!(draft.heading["title"], json!("A \"field\""));
    for (id, because) in [("field", "already"), ("chattanooga", "comes with Longroll"), ("../x", "cannot be the name")] {
        let refused = ask(&bench, json!({ "op": "new", "id": id, "title": "T", "columns": 3, "rows": 3 })).unwrap_err();
        assert!(refused.contains(because), "{refused}");
    }
    assert!(ask(&bench, json!({ "op": "new", "id": "wide", "title": "T", "columns": 33, "rows": 3 })).is_err());
    assert!(ask(&bench, json!({ "op": "open", "folder": "../../etc" })).is_err());
}

#[test]
fn comments_outlive_every_change() {
    let folder = Folder::new("comments");
    let bench = folder.bench();
    new(&bench);
    let board = folder.text("board.toml").replace("[terrain]\n", "[terrain] # the ground\nforest = [\"0101..0103\"] # old growth\n");
    edit(&bench, json!({ "do": "write", "file": "board.toml", "text": board })).unwrap();
    edit(&bench, json!({ "do": "paint", "hexes": ["0102", "0301"], "terrain": "rough" })).unwrap();
    let text = folder.text("board.toml");
    assert!(text.contains("forest = [\"0101\", \"0103\"] # old growth") && text.contains("[terrain] # the ground"), "{text}");
    assert!(text.contains("rough = [\"0102\", \"0301\"]"), "{text}");
    let title = folder.text("title.toml").replace("first = \"union\"", "first = \"union\" # as it was");
    edit(&bench, json!({ "do": "write", "file": "title.toml", "text": format!("# mine\n{title}") })).unwrap();
    edit(&bench, json!({ "do": "heading", "key": "first", "value": "confederate" })).unwrap();
    edit(&bench, json!({ "do": "counters", "rows": [{ "id": "A", "side": "union", "name": "A", "type": "infantry", "strength": 3 }] }))
        .unwrap();
    edit(&bench, json!({ "do": "entry", "section": "score", "number": 0, "fields": { "points": 7 } })).unwrap();
    let text = folder.text("title.toml");
    assert!(text.starts_with("# mine\n") && text.contains("first = \"confederate\" # as it was") && text.contains("points = 7"), "{text}");
}

#[test]
fn rivers_ferries_zones_and_names_along_lines_are_drawn() {
    let folder = Folder::new("rivers");
    let bench = folder.bench();
    new(&bench);
    let note = folder.text("board.toml").replace("[terrain]\n", "[terrain] # mine\n");
    edit(&bench, json!({ "do": "write", "file": "board.toml", "text": note })).unwrap();
    assert!(edit(&bench, json!({ "do": "ferry", "hex": "0302" })).unwrap_err().contains("Draw a river"));
    for hex in ["0301", "0302", "0303", "0304"] {
        edit(&bench, json!({ "do": "river", "name": "Big River", "hex": hex })).unwrap();
    }
    let drawn = edit(&bench, json!({ "do": "ferry", "hex": "0302" })).unwrap();
    assert_eq!(drawn.entries["crossing"][0]["over"], "Big River");
    let banks: Vec<&str> = drawn.entries["crossing"][0]["approaches"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(banks.iter().any(|hex| hex.starts_with("02")) && banks.iter().any(|hex| hex.starts_with("04")), "{banks:?}");
    assert!(edit(&bench, json!({ "do": "river", "name": "Big River", "hex": "0304" })).is_ok(), "its end is taken away");
    edit(&bench, json!({ "do": "ferry", "hex": "0302" })).unwrap();

    let zone = |hex: &str| edit(&bench, json!({ "do": "zone", "name": "camp", "hexes": [hex] }));
    zone("0101").unwrap();
    assert_eq!(zone("0102").unwrap().zones["camp"], ["0101", "0102"]);
    assert_eq!(zone("0101").unwrap().zones["camp"], ["0102"]);
    assert!(!zone("0102").unwrap().zones.contains_key("camp"), "an empty zone is none");
    assert!(edit(&bench, json!({ "do": "zone", "name": "The Camp", "hexes": ["0101"] })).unwrap_err().contains("small letters"));

    let stretch = |hex: &str| edit(&bench, json!({ "do": "stretch", "name": "Long Ridge", "hex": hex }));
    stretch("0101").unwrap();
    assert_eq!(stretch("0104").unwrap().entries["place"][0]["span"], json!(["0101", "0104"]));
    assert_eq!(stretch("0304").unwrap().entries["place"][0]["hexes"], json!(["0101", "0104", "0304"]), "it bends");
    assert_eq!(stretch("0404").unwrap().entries["place"][0]["span"], json!(["0101", "0404"]));
    stretch("0404").unwrap();
    assert!(stretch("0104").unwrap_err().contains("last hex"));
    stretch("0304").unwrap();
    assert_eq!(stretch("0104").unwrap().entries["place"][0]["hex"], "0101");
    assert!(stretch("0101").unwrap().entries["place"].is_empty());

    let slope = |side: &str| edit(&bench, json!({ "do": "slope", "hexside": side }));
    slope("0501/0502").unwrap();
    let drawn = slope("0501/0601").unwrap();
    assert!(folder.text("board.toml").contains("[slope.downhill]\n0501 = [\"0502\", \"0601\"]"), "{}", folder.text("board.toml"));
    assert!(drawn.faults.iter().all(|f| f.file != "board.toml"), "relief has no effect: {:#?}", drawn.faults);
    slope("0502/0501").unwrap();
    assert!(
        folder.text("board.toml").contains("0501 = [\"0601\"]\n0502 = [\"0501\"]"),
        "the other way round\n{}",
        folder.text("board.toml")
    );
    slope("0502/0501").unwrap();
    slope("0501/0601").unwrap();
    assert!(!folder.text("board.toml").contains("slope"), "{}", folder.text("board.toml"));
    stretch("0101").unwrap();
    stretch("0101").unwrap();
    assert!(folder.text("board.toml").contains("[terrain] # mine"), "{}", folder.text("board.toml"));
    ask(&bench, json!({ "op": "undo", "folder": "field" })).unwrap();
    assert!(folder.text("board.toml").contains("Long Ridge"));
}

#[test]
fn every_file_has_forms() {
    let folder = Folder::new("forms");
    let bench = folder.bench();
    new(&bench);
    let field = |sheet: &str, key: &str, value: Value| edit(&bench, json!({ "do": "field", "sheet": sheet, "key": key, "value": value }));
    field("night-union", "move", json!(false)).unwrap();
    let said = field("rules", "points", json!("FI-1")).unwrap();
    assert_eq!((&said.filled["night-union"]["move"], &said.filled["rules"]["points"]), (&json!(false), &json!("FI-1")));
    assert!(folder.text("title.toml").contains("[night.union]\nmove = false"), "{}", folder.text("title.toml"));
    let rule = json!({ "id": "FI-1", "text": "What counts." });
    let said = edit(&bench, json!({ "do": "entry", "section": "rule", "number": 0, "fields": rule })).unwrap();
    assert_eq!(said.entries["rule"][0]["id"], "FI-1");
    assert!(folder.text("rules.toml").contains("[[rule]]\nid = \"FI-1\""));
    field("briefing", "story", json!("Once.\nTwice.")).unwrap();
    assert!(folder.text("briefing.toml").contains("story = "));
    // The file that came with it goes with it.
    ask(&bench, json!({ "op": "undo", "folder": "field" })).unwrap();
    assert!(!folder.0.join("field/briefing.toml").exists());
    let water = json!({ "name": "Run", "kind": "run", "hexsides": ["0101/0201", "0101/0202"] });
    edit(&bench, json!({ "do": "entry", "section": "water", "number": 0, "fields": water })).unwrap_err();
    let water = json!({ "name": "Run", "kind": "run", "hexsides": ["0101/0201"] });
    edit(&bench, json!({ "do": "entry", "section": "water", "number": 0, "fields": water })).unwrap();
    assert!(field("nothing", "story", json!("x")).is_err());
    // An objective makes a briefing; what it does not say is said by the numbers.
    let row = |section: &str, fields: Value| edit(&bench, json!({ "do": "entry", "section": section, "number": 0, "fields": fields }));
    row("objectives", json!({ "label": "The mill: 5 points", "hexes": ["0302"] })).unwrap();
    row("marches", json!({ "side": "union", "label": "Hooker", "hexes": ["0101", "0302"] })).unwrap();
    field("briefing", "history", json!(["One.", "Two."])).unwrap();
    let said = field("hints", "union", json!(["Look left.", "Look right."])).unwrap();
    assert_eq!(said.filled["hints"]["union"], json!(["Look left.", "Look right."]));
    assert_eq!(said.entries["objectives"][0]["hexes"], json!(["0302"]));
    let wrong: Vec<&str> = said.faults.iter().filter(|f| f.file == "briefing.toml").map(|f| f.what.as_str()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    // A field of a field, and words beside hexes.
    let quota = row("quota", json!({ "side": "union", "units": 2, "exempt.group": "late", "exempt.through": 2 })).unwrap();
    assert_eq!(quota.entries["quota"][0]["exempt"], json!({ "group": "late", "through": 2 }));
    let quota = row("quota", json!({ "exempt.group": null, "exempt.through": null })).unwrap();
    assert_eq!(quota.entries["quota"][0].get("exempt"), None);
    let road = json!({ "name": "Pike", "class": "road", "hexes": ["0101", "0201"], "exits": { "0101": "Winchester" } });
    assert_eq!(row("road", road).unwrap().entries["road"][0]["exits"]["0101"], "Winchester");
}

#[test]
fn a_title_goes_after_a_look_and_its_archive_brings_it_back() {
    let folder = Folder::new("gone");
    let bench = folder.bench();
    new(&bench);
    let request = |value: Value| bench.ask(&serde_json::from_value(value).unwrap());
    let look = || match request(json!({ "op": "remove", "folder": "field" })).unwrap() {
        Answer::Look(look) => look,
        other => panic!("{other:?}"),
    };
    let old = look();
    assert_eq!((old.title.as_str(), old.mistakes, old.scenario.as_deref()), ("A \"field\"", 1, None));
    assert_eq!(old.files, ["board.toml", "title.toml"]);
    assert!(folder.0.join("field/title.toml").exists(), "a look changes nothing");
    // Who looked before somebody else changed it looks again.
    let row = json!([{ "id": "A", "side": "union", "name": "A", "type": "infantry", "strength": 3, "start": "0101" },
        { "id": "B", "side": "confederate", "name": "B", "type": "infantry", "strength": 3, "start": "0601" }]);
    edit(&bench, json!({ "do": "counters", "rows": row })).unwrap();
    let refused = request(json!({ "op": "remove", "folder": "field", "seal": old.seal })).unwrap_err();
    assert!(refused.contains("changed since you looked"), "{refused}");
    request(json!({ "op": "play", "folder": "field" })).unwrap();
    fs::write(folder.0.join("field/traced.png"), "a picture").unwrap();
    let seen = look();
    assert_eq!(seen.scenario.as_deref(), Some("field@1"));
    let text = folder.text("title.toml");
    let Answer::Removed(gone) = request(json!({ "op": "remove", "folder": "field", "seal": seen.seal })).unwrap() else { panic!() };
    assert!(blue_gray::shelf::find("field@1").is_none(), "it is off the shelf");
    assert!(!folder.0.join("field/title.toml").exists());
    assert!(folder.0.join("field/traced.png").exists(), "what is no part of a title is its owner's");
    assert!(ask(&bench, json!({ "op": "open", "folder": "field" })).is_err());
    let kept = fs::read(gone.kept.as_deref().unwrap()).unwrap();
    assert_eq!(kept.iter().map(|byte| format!("{byte:02x}")).collect::<String>(), gone.data);
    // At once, as it was.
    ask(&bench, json!({ "op": "bring-back", "folder": "field" })).unwrap();
    assert_eq!(folder.text("title.toml"), text);
    assert!(blue_gray::shelf::find("field@1").is_some());
    assert!(ask(&bench, json!({ "op": "bring-back", "folder": "field" })).is_err());
    // Later, by its archive; a second one is kept beside the first.
    let Answer::Removed(again) = request(json!({ "op": "remove", "folder": "field", "seal": look().seal })).unwrap() else { panic!() };
    assert_ne!(again.kept, gone.kept);
    assert_eq!(folder.bench().import(&kept).unwrap(), "field@1");
    assert_eq!(fs::read_to_string(folder.0.join("field@1/title.toml")).unwrap(), text);
    blue_gray::shelf::take_off("field@1");
}

#[test]
fn an_unfinished_title_is_kept_too_and_goes_back_to_the_workbench_only() {
    let folder = Folder::new("unfinished");
    let bench = folder.bench();
    new(&bench);
    let seal = bench.look("field").unwrap().seal;
    let gone = bench.remove("field", &seal).unwrap();
    assert!(gone.archive.ends_with("-draft.longroll"), "{}", gone.archive);
    let bytes = fs::read(gone.kept.unwrap()).unwrap();
    assert_eq!(folder.bench().import(&bytes).unwrap(), "field");
    assert_eq!(
        ask(&folder.bench(), json!({ "op": "open", "folder": "field" })).unwrap().faults.iter().filter(|f| f.is_mistake()).count(),
        1
    );
    for folder in ["..", "../field", "removed/x", ""] {
        assert!(bench.look(folder).is_err() && bench.remove(folder, "").is_err(), "{folder:?}");
    }
}

#[test]
fn lines_go_on_at_their_ends_and_what_makes_no_sense_is_refused_in_words() {
    let folder = Folder::new("lines");
    let bench = folder.bench();
    new(&bench);
    let road = |hex: &str| edit(&bench, json!({ "do": "road", "name": "Pike", "class": "road", "hex": hex }));
    for hex in ["0201", "0301", "0101"] {
        road(hex).unwrap();
    }
    assert!(folder.text("board.toml").contains("hexes = [\"0101\", \"0201\", \"0301\"]"), "{}", folder.text("board.toml"));
    assert!(road("0604").unwrap_err().contains("not neighbours"));
    road("0301").unwrap();
    assert!(folder.text("board.toml").contains("hexes = [\"0101\", \"0201\"]"));
    let creek = |side: &str| edit(&bench, json!({ "do": "water", "name": "Creek", "kind": "creek", "hexside": side }));
    creek("0201/0301").unwrap();
    assert!(creek("0503/0603").unwrap_err().contains("gap"));
    creek("0201/0302").unwrap();
    assert!(edit(&bench, json!({ "do": "crossing", "kind": "ford", "hexside": "0101/0102" })).unwrap_err().contains("No water runs there"));
    edit(&bench, json!({ "do": "crossing", "kind": "ford", "hexside": "0201/0301" })).unwrap();
    edit(&bench, json!({ "do": "crossing", "kind": "bridge", "hexside": "0301/0201" })).unwrap();
    let text = folder.text("board.toml");
    assert!(text.contains("kind = \"bridge\"") && !text.contains("kind = \"ford\""), "{text}");
    assert!(
        creek("0201/0301").unwrap_err().contains("no water") || folder.text("board.toml").contains("bridge"),
        "a bridge needs its creek"
    );
}

#[test]
fn steps_are_taken_back_and_made_again() {
    let folder = Folder::new("steps");
    let bench = folder.bench();
    assert!(!new(&bench).undo);
    let first = folder.text("board.toml");
    let painted = edit(&bench, json!({ "do": "paint", "hexes": ["0101"], "terrain": "town" })).unwrap();
    assert!(painted.undo && !painted.redo && painted.changes == 1);
    let second = folder.text("board.toml");
    assert_ne!(first, second);
    let back = ask(&bench, json!({ "op": "undo", "folder": "field" })).unwrap();
    assert!(!back.undo && back.redo && folder.text("board.toml") == first);
    ask(&bench, json!({ "op": "redo", "folder": "field" })).unwrap();
    assert_eq!(folder.text("board.toml"), second);
    assert!(ask(&bench, json!({ "op": "redo", "folder": "field" })).unwrap_err().contains("nothing to make again"));
    ask(&bench, json!({ "op": "undo", "folder": "field" })).unwrap();
    edit(&bench, json!({ "do": "paint", "hexes": ["0202"], "terrain": "town" })).unwrap();
    assert!(ask(&bench, json!({ "op": "redo", "folder": "field" })).is_err(), "another way was taken");
}

#[test]
fn titles_with_counters_in_one_list_can_be_changed_too() {
    let folder = Folder::new("list");
    let bench = folder.bench();
    new(&bench);
    let text = format!(
        "unit = [\n  {{ id = \"A\", side = \"union\", name = \"A\", type = \"infantry\", strength = 3, start = \"0101\" }}, # first\n]\n{}",
        folder.text("title.toml")
    );
    edit(&bench, json!({ "do": "write", "file": "title.toml", "text": text })).unwrap();
    let row = json!({ "id": "B", "side": "confederate", "name": "B", "type": "infantry", "strength": 2, "start": "0604" });
    let draft = edit(&bench, json!({ "do": "counters", "rows": [row, { "id": "A", "strength": 5 }] })).unwrap();
    assert_eq!(draft.counters.len(), 2);
    assert!(draft.faults.iter().all(|f| !f.is_mistake()), "{:#?}", draft.faults);
    assert!(folder.text("title.toml").contains("strength = 5") && folder.text("title.toml").contains("# first"));
    edit(&bench, json!({ "do": "start", "id": "B", "hex": "0603" })).unwrap();
    let draft = edit(&bench, json!({ "do": "dismiss", "id": "A" })).unwrap();
    assert_eq!(draft.counters.len(), 1);
}

//! Titles of one's own on the command line: brought along, removed after a look, brought back; and what they say is never markup.

use crate::Folder;
use crate::saves::save_of;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The worked example of the manual, written as a folder.
fn example(folder: &Folder, change: impl Fn(&str, &str) -> String) -> String {
    let manual = include_str!("../../../../docs/titles.md");
    let place = folder.file("millers-ford");
    fs::create_dir_all(&place).unwrap();
    for name in ["board.toml", "title.toml", "rules.toml", "briefing.toml"] {
        let (_, rest) = manual.split_once(&format!("\n`{name}`:\n\n```toml\n")).expect(name);
        fs::write(Path::new(&place).join(name), change(name, rest.split("```").next().unwrap())).unwrap();
    }
    place
}

/// Runs the program with a data folder of its own; answers its exit code, what it printed and what it complained of.
fn run(home: &Folder, words: &[&str]) -> (i32, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"));
    let done = program.args(words).env("XDG_DATA_HOME", home.file("data")).env("NO_COLOR", "1").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

#[test]
fn a_title_is_removed_after_a_look_and_its_archive_brings_it_back() {
    let home = Folder::new("remove");
    let title = example(&home, |_, text| text.to_string());
    assert_eq!(run(&home, &["import", &title]).0, 0);
    let there = || run(&home, &["games", "blue-gray"]).1.contains("millers-ford@1.0");
    assert!(there());
    let (code, said, _) = run(&home, &["remove", "millers-ford@1.0"]);
    assert!(code == 0 && said.contains("would go") && said.contains("title.toml") && there(), "a look removes nothing: {said}");
    let (code, _, because) = run(&home, &["remove", "millers-fort@1.0", "--yes"]);
    assert!(code == 2 && because.contains("did you mean millers-ford@1.0"), "{because}");
    let (code, said, because) = run(&home, &["remove", "millers-ford@1.0", "--yes", "--json"]);
    assert_eq!((code, because.as_str()), (0, ""));
    let said: Value = serde_json::from_str(&said).unwrap();
    assert!(said["removed"] == true && !there());
    let archive = said["archive"].as_str().unwrap();
    assert_eq!(run(&home, &["import", archive]).0, 0);
    assert!(there());
    // Nobody's texts are written over.
    example(&home, |_, text| text.replace("A creek, a bridge", "A bridge, a creek"));
    let (code, _, because) = run(&home, &["import", &title]);
    assert!(code == 2 && because.contains("there already"), "{because}");
}

#[test]
fn what_a_title_says_is_no_markup_in_pages() {
    let home = Folder::new("markup");
    let evil = "<script>alert(1)</script><img src=x onerror=alert(2)>";
    let names = [
        "name = \"1/1/I\"",
        "name = \"Xavier\"",
        "formation = \"I Corps\"",
        "title = \"Miller's Ford\"",
        "name = \"Draw\"",
        "name = \"Union victory\"",
    ];
    example(&home, |_, text| {
        let spoilt = names.iter().fold(text.to_string(), |text, from| {
            let key = from.split(' ').next().unwrap();
            text.replace(from, &format!("{key} = \"{evil}\""))
        });
        spoilt.replace("text = \"Whoever", &format!("text = \"{evil} Whoever")).replace("story = \"Two", &format!("story = \"{evil} Two"))
    });
    let titles = home.file("");
    assert!(workshop::folder::bring_all(Path::new(&titles)).unwrap().is_empty(), "it is on the shelf of this test too");
    let save = home.file("save.json");
    fs::write(&save, save_of("blue-gray", Some("millers-ford@1.0"), 60).to_string()).unwrap();
    let (report, chances) = (home.file("report.html"), home.file("chances.html"));
    let (code, _, because) = run(&home, &["--titles", &titles, "report", &save, "--html", &report, "--plain"]);
    assert_eq!((code, because.as_str()), (0, ""));
    let (code, _, because) = run(&home, &["--titles", &titles, "analyse", &save, "--nodes", "50", "--worlds", "2", "--html", &chances]);
    assert_eq!((code, because.as_str()), (0, ""));
    for page in [report, chances] {
        let page = fs::read_to_string(page).unwrap();
        assert!(page.contains("&lt;script&gt;"), "its name stands there");
        assert!(!page.contains("<script") && !page.contains("<img src=x"), "and is no markup");
    }
}

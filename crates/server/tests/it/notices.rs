//! `NOTICES` at the top of the repository: everything by others that is part of the program, with its licence. It is made of what cargo
//! says, and is shipped inside the binary.

use crate::house::{Folder, get, open};
use engine::conformance::{BLESS, blessing};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// For this one the notices are made; other systems need a few crates more, by the same authors and under the same licences.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

const HEAD: &str =
    "Longroll is made of its own code (see LICENSE-MIT and LICENSE-APACHE) and of the work of others, which is listed here with
its licences. Where a choice of licences is given, MIT is chosen. SQLite is in the public domain. The list is made by a test:
LONGROLL_BLESS=1 cargo test -p longroll-server notices
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What is part of the program, by cargo's own account.
fn packages() -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let asked = ["metadata", "--format-version", "1", "--locked", "--filter-platform", PLATFORM];
    let said = Command::new(cargo).args(asked).current_dir(root()).output().expect("cargo runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let said: Value = serde_json::from_slice(&said.stdout).unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let nodes: BTreeMap<String, Value> =
        list(&said["resolve"]["nodes"]).into_iter().map(|node| (node["id"].as_str().unwrap().to_string(), node)).collect();
    let program = list(&said["packages"]).into_iter().find(|p| p["name"] == "longroll").unwrap();
    let (mut found, mut waiting) = (BTreeSet::new(), vec![program["id"].as_str().unwrap().to_string()]);
    while let Some(id) = waiting.pop() {
        for needed in list(&nodes[&id]["deps"]) {
            // What only builds or tests it is no part of it.
            let part = list(&needed["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let id = needed["pkg"].as_str().unwrap().to_string();
            if part && found.insert(id.clone()) {
                waiting.push(id);
            }
        }
    }
    let by_others = |p: &Value| p["source"].is_string() && found.contains(p["id"].as_str().unwrap());
    let mut packages: Vec<Value> = list(&said["packages"]).into_iter().filter(by_others).collect();
    packages.sort_by_key(|p| (p["name"].as_str().unwrap().to_string(), p["version"].as_str().unwrap().to_string()));
    packages
}

/// The licences that lie in a folder; of several the chosen one.
fn licences(folder: &Path) -> Vec<String> {
    let names = ["license", "licence", "copying", "notice", "unlicense"];
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let name = |file: &Path| file.file_name().unwrap().to_string_lossy().to_lowercase();
    files.retain(|file| file.is_file() && names.iter().any(|start| name(file).starts_with(start)));
    files.sort();
    if let Some(chosen) = files.iter().find(|file| name(file).contains("mit")).cloned() {
        files = vec![chosen];
    }
    files.iter().map(|file| std::fs::read_to_string(file).unwrap().replace('\r', "").trim_end().to_string()).collect()
}

fn notices() -> String {
    let mut texts: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    let mut list = String::new();
    for package in packages() {
        let name = format!("{} {}", package["name"].as_str().unwrap(), package["version"].as_str().unwrap());
        let licence = package["license"].as_str().unwrap_or("see its licence below");
        list.push_str(&format!("{name}: {licence}; {}\n", package["repository"].as_str().unwrap_or("crates.io")));
        for text in licences(Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap()) {
            let key = text.split_whitespace().collect::<Vec<_>>().join(" ");
            texts.entry(key).or_insert((text, Vec::new())).1.push(name.clone());
        }
    }
    let mut by_crate: Vec<(String, String)> = texts.into_values().map(|(text, names)| (names.join(", "), text)).collect();
    by_crate.sort();
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap().trim_end().to_string();
    let others = [
        ("The browser client: Preact and htm", "web/js/vendor/LICENSES"),
        ("The font Alegreya", "crates/atlas/fonts/OFL-Alegreya.txt"),
        ("The font Barlow", "crates/atlas/fonts/OFL-Barlow.txt"),
    ];
    let mut all = format!("{HEAD}\n{list}");
    let parts = others.map(|(what, path)| (what.to_string(), read(path))).into_iter().chain(by_crate);
    parts.for_each(|(what, text)| all.push_str(&format!("\n======== {what}\n\n{text}\n")));
    all
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn the_notices_are_fresh() {
    let (path, made) = (root().join("NOTICES"), notices());
    if blessing() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let differs = kept.lines().zip(made.lines()).find(|(kept, made)| kept != made);
    assert!(kept == made, "NOTICES is out of date ({differs:?}): {BLESS}=1 cargo test -p longroll-server notices");
}

#[test]
fn the_notices_are_shipped() {
    let folder = Folder::new("notices");
    let (status, text) = get(open(&folder), "/notices.txt");
    assert_eq!(status, 200);
    for word in ["Preact", "Alegreya", "rusqlite", "axum", "Permission is hereby granted"] {
        assert!(text.contains(word), "{word}");
    }
}

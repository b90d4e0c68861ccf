//! Finds the lessons: every file `data/lessons/<number>-<id>.toml` of every game, in the order of their numbers; and every game's
//! `data/glossary.toml` and `data/coach.toml`. In a packaged crate the games lie beside it no more: there `games/<game>` is what
//! their `data` was.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let workspace = here.join("../games");
    let (games, data) = if workspace.is_dir() { (workspace, "data") } else { (here.join("games"), "") };
    let mut list = String::from("&[\n");
    let mut words = String::from("&[\n");
    let mut coaches = String::from("&[\n");
    for game in sorted(&games) {
        let id = game.file_name().expect("a game has a name").to_string_lossy().into_owned();
        let glossary = game.join(data).join("glossary.toml");
        println!("cargo::rerun-if-changed={}", glossary.display());
        if let Ok(glossary) = glossary.canonicalize() {
            words.push_str(&format!("    ({id:?}, include_str!({glossary:?})),\n"));
        }
        let coach = game.join(data).join("coach.toml");
        println!("cargo::rerun-if-changed={}", coach.display());
        if let Ok(coach) = coach.canonicalize() {
            coaches.push_str(&format!("    ({id:?}, include_str!({coach:?})),\n"));
        }
        let folder = game.join(data).join("lessons");
        println!("cargo::rerun-if-changed={}", folder.display());
        if !folder.is_dir() {
            continue;
        }
        for lesson in sorted(&folder) {
            let lesson = lesson.canonicalize().expect("a lesson can be found");
            let name = lesson.file_stem().expect("a lesson has a name").to_string_lossy().into_owned();
            list.push_str(&format!("    ({id:?}, {name:?}, include_str!({lesson:?})),\n"));
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo says where to write"));
    for (name, list) in [("lessons.rs", list), ("glossaries.rs", words), ("coaches.rs", coaches)] {
        fs::write(out.join(name), list + "]\n").expect("what was found can be written");
    }
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

//! Finds what single scenarios have of their own: tuned weights in `data/<game>/general-<scenario>.toml`, learned judgements in
//! `data/<game>/learned-<scenario>.toml`.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// What is in a folder, in order.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("there is such a folder").map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

/// The files of all games that begin so: game, scenario, text.
fn list(data: &Path, beginning: &str) -> String {
    let mut list = String::new();
    for game in listed(data) {
        let id = game.file_name().and_then(|name| name.to_str()).expect("a game has a plain name");
        for file in listed(&game) {
            let name = file.file_name().and_then(|name| name.to_str()).expect("a file has a plain name");
            if let Some(scenario) = name.strip_prefix(beginning).and_then(|rest| rest.strip_suffix(".toml")) {
                list += &format!("    ({id:?}, {scenario:?}, include_str!({file:?})),\n");
            }
        }
    }
    format!("&[\n{list}]\n")
}

fn main() {
    println!("cargo::rerun-if-changed=data");
    let data = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("data");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo says where to write"));
    for (beginning, file) in [("general-", "scenario_weights.rs"), ("learned-", "scenario_learned.rs")] {
        fs::write(out.join(file), list(&data, beginning)).expect("the list can be written");
    }
}

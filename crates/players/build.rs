//! Finds the tuned weights that single scenarios have: `data/<game>/general-<scenario>.toml`.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// What is in a folder, in order.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("there is such a folder").map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

fn main() {
    println!("cargo::rerun-if-changed=data");
    let data = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("data");
    let mut list = String::new();
    for game in listed(&data) {
        let id = game.file_name().and_then(|name| name.to_str()).expect("a game has a plain name");
        for file in listed(&game) {
            let name = file.file_name().and_then(|name| name.to_str()).expect("a file has a plain name");
            if let Some(scenario) = name.strip_prefix("general-").and_then(|rest| rest.strip_suffix(".toml")) {
                list += &format!("    ({id:?}, {scenario:?}, include_str!({file:?})),\n");
            }
        }
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says where to write")).join("scenario_weights.rs");
    fs::write(out, format!("&[\n{list}]\n")).expect("the list of weights can be written");
}

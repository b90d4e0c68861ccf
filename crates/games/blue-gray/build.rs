//! Finds the titles of the series: every folder under `data/titles`, with its `title.toml`, `rules.toml` and `briefing.toml`.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=data/titles");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("data/titles");
    let mut titles: Vec<PathBuf> =
        fs::read_dir(&folder).expect("there is a folder of titles").map(|title| title.expect("it can be read").path()).collect();
    titles.sort();
    let files = titles.iter().map(|title| {
        let [title, rules, briefing] = ["title.toml", "rules.toml", "briefing.toml"].map(|file| title.join(file));
        format!("    Shipped {{ title: include_str!({title:?}), rules: include_str!({rules:?}), briefing: include_str!({briefing:?}) }},\n")
    });
    let list = format!("&[\n{}]\n", files.collect::<String>());
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says where to write")).join("titles.rs");
    fs::write(out, list).expect("the list of titles can be written");
}

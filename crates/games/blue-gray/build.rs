//! Finds the titles of the series: every folder under `data/titles`, with its `title.toml` and its `rules.toml`.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=data/titles");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("data/titles");
    let mut titles: Vec<PathBuf> =
        fs::read_dir(&folder).expect("there is a folder of titles").map(|title| title.expect("it can be read").path()).collect();
    titles.sort();
    let files = titles.iter().map(|title| {
        let (title, rules) = (title.join("title.toml"), title.join("rules.toml"));
        format!("    TitleFiles {{ title: include_str!({title:?}), rules: include_str!({rules:?}) }},\n")
    });
    let list = format!("&[\n{}]\n", files.collect::<String>());
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says where to write")).join("titles.rs");
    fs::write(out, list).expect("the list of titles can be written");
}

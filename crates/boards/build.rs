//! Finds the boards: every file `data/*.toml`. Its name is the id of the board, its first line the comment on the function
//! that gives it.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=data");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("data");
    let files = fs::read_dir(&folder).expect("there is a folder of boards").map(|file| file.expect("it can be read").path());
    let mut boards: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
    boards.sort();
    let entries = boards.iter().map(|path| {
        let id = path.file_stem().expect("a file has a name").to_string_lossy();
        let text = fs::read_to_string(path).expect("a board is text");
        let about = text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        format!("    #[doc = {about:?}]\n    {} = {id:?} in {path:?};\n", id.replace('-', "_"))
    });
    let list = format!("boards! {{\n{}}}\n", entries.collect::<String>());
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says where to write")).join("boards.rs");
    fs::write(out, list).expect("the list of boards can be written");
}

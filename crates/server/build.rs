//! Finds the files of the browser client: whatever under `web` a page may ask for; and the notices. In a packaged crate both lie in it; in
//! the repository they lie at its top, and here are only links to them, which not every system follows.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// What a page asks for; everything else is for those who work on it.
const KINDS: [&str; 4] = ["html", "css", "svg", "js"];

/// Folders that no page asks for.
const ASIDE: [&str; 2] = ["tests", "node_modules"];

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let top = here.join("../..");
    let at = if top.join("web/index.html").is_file() { top } else { here };
    let web = at.join("web");
    println!("cargo::rerun-if-changed={}", web.join("js").display());
    println!("cargo::rerun-if-changed={}", web.display());
    let mut files = Vec::new();
    gather(&web, &mut files);
    files.sort();
    let line = |file: &PathBuf| {
        let name = file.strip_prefix(&web).expect("it lies there").to_string_lossy().replace('\\', "/");
        format!("    ({name:?}, include_str!({file:?})),\n")
    };
    let list = format!("&[\n{}]\n", files.iter().map(line).collect::<String>());
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join("client.rs"), list).expect("the list of files can be written");
    let notices = at.join("NOTICES");
    println!("cargo::rerun-if-changed={}", notices.display());
    fs::write(out.join("notices.rs"), format!("include_str!({notices:?})")).expect("where the notices are can be written");
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("there is a client").map(|entry| entry.expect("it can be read").path()) {
        let name = entry.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if entry.is_dir() && !ASIDE.contains(&name.as_str()) && !name.starts_with('.') {
            gather(&entry, files);
        } else if entry.extension().is_some_and(|kind| KINDS.iter().any(|k| kind == *k)) && entry.is_file() {
            files.push(entry);
        }
    }
}

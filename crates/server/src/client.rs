//! The files of the browser client, inside the binary.

use std::borrow::Cow;
use std::path::{Component, Path};

/// Each file that the build found: its address, its text.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// The addresses of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The file at an address, with its type; from a folder if one is given, else from the binary.
pub fn file(name: &str, folder: Option<&Path>) -> Option<(&'static str, Cow<'static, str>)> {
    let kind = match Path::new(name).extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "js" => "text/javascript; charset=utf-8",
        _ => return None,
    };
    let text = match folder {
        // Nothing outside the folder.
        Some(folder) if Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) => {
            Cow::Owned(std::fs::read_to_string(folder.join(name)).ok()?)
        }
        Some(_) => return None,
        None => FILES.iter().find(|(n, _)| *n == name).map(|(_, text)| Cow::Borrowed(*text))?,
    };
    Some((kind, text))
}

//! The files of the browser client, inside the binary.

use std::borrow::Cow;
use std::path::Path;

macro_rules! files {
    ($($name:literal: $kind:literal,)*) => {
        &[$(($name, $kind, include_str!(concat!("../../../web/", $name)))),*]
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Each file: its address, its type, its text.
const FILES: &[(&str, &str, &str)] = files! {
    "index.html": "html",
    "style.css": "css",
    "icon.svg": "svg",
    "js/main.js": "js",
    "js/lobby.js": "js",
    "js/link.js": "js",
    "js/table.js": "js",
    "js/board.js": "js",
    "js/counters.js": "js",
    "js/panels.js": "js",
    "js/film.js": "js",
    "js/dom.js": "js",
    "js/settings.js": "js",
    "js/ways.js": "js",
    "js/replay.js": "js",
    "js/orders.js": "js",
};

/// The file at an address, with its type; from a folder if one is given, else from the binary.
pub fn file(name: &str, folder: Option<&Path>) -> Option<(&'static str, Cow<'static, str>)> {
    let (name, kind, text) = FILES.iter().find(|(n, ..)| *n == name)?;
    let kind = match *kind {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => SCRIPT,
    };
    let text = match folder {
        Some(folder) => Cow::Owned(std::fs::read_to_string(folder.join(name)).ok()?),
        None => Cow::Borrowed(*text),
    };
    Some((kind, text))
}

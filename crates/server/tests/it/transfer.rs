//! What goes over the wire: compressed, and only once.

use crate::house::{Folder, SHELF, bytes, get, open};
use flate2::read::GzDecoder;
use std::io::Read;
use std::net::SocketAddr;

/// The head of an answer, and what came with it.
fn answer(addr: SocketAddr, path: &str, more: &str) -> (String, Vec<u8>) {
    let answer = bytes(addr, &format!("GET {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n{more}\r\n"));
    let end = answer.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
    (String::from_utf8_lossy(&answer[..end]).to_lowercase(), answer[end + 4..].to_vec())
}

/// The head of an answer, and how many bytes came with it.
fn fetch(addr: SocketAddr, path: &str, more: &str) -> (String, usize) {
    let (head, body) = answer(addr, path, more);
    (head, body.len())
}

const GZIP: &str = "Accept-Encoding: gzip\r\n";

/// What a page links to and runs.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split(['"']).filter(|word| (word.ends_with(".css") || word.ends_with(".js")) && !word.contains("fonts.css"))
}

/// What a module cannot do without.
fn imports(module: &str) -> Vec<String> {
    let statements =
        module.split(';').filter(|s| s.trim_start().starts_with("import ") || s.contains("\nimport ") || s.contains("\nexport {"));
    statements.filter_map(|s| Some(s.rsplit_once(" from '")?.1.split_once('\'')?.0.to_string())).collect()
}

/// The path of a module that another in that folder imports.
fn resolved(folder: &str, import: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[test]
fn a_cold_table_is_less_than_half_a_megabyte() {
    let folder = Folder::new("transfer-cold");
    let addr = open(&folder);
    let (_, index) = get(addr, "/");
    assert!(index.contains("js/main.js"), "{index}");
    // What the page loads by itself; workers and pages that are asked for later are not among it.
    let mut paths: Vec<String> = links(&index).map(|link| format!("/{link}")).collect();
    let mut seen = 0;
    while seen < paths.len() {
        let path = paths[seen].clone();
        seen += 1;
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for import in imports(&get(addr, &path).1) {
            let found = resolved(folder, &import);
            if !paths.contains(&found) {
                paths.push(found);
            }
        }
    }
    assert!(paths.iter().any(|path| path == "/js/table.js") && paths.len() > 50, "{paths:?}");
    paths.extend(["/", "/fonts.css", "/api/games"].map(String::from));
    let (_, css) = get(addr, "/fonts.css");
    paths.extend(css.split("url(").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_string())));
    paths.extend(["rules", "charts"].map(|what| format!("/api/games/give-us-victories/{what}")));
    paths.extend(["svg?style=paper&targets=no", "json"].map(|what| format!("/api/boards/give-us-victories.{what}")));
    let sizes: Vec<(String, usize)> = paths
        .into_iter()
        .map(|path| {
            let (head, size) = fetch(addr, &path, GZIP);
            assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
            (path, size)
        })
        .collect();
    let all: usize = sizes.iter().map(|(_, size)| size).sum();
    assert!(all < 500_000, "{all} bytes: {sizes:#?}");
}

#[test]
fn what_is_known_is_not_sent_again() {
    let folder = Folder::new("transfer-again");
    let addr = open(&folder);
    for path in ["/js/table.js", "/api/boards/chattanooga.json", "/api/games"] {
        let (head, size) = fetch(addr, path, GZIP);
        let tag = head.lines().find_map(|line| line.strip_prefix("etag: w/")).expect("a weak tag");

        let (again, nothing) = fetch(addr, path, &format!("{GZIP}If-None-Match: \"other\", W/{tag}\r\n"));
        assert!(again.starts_with("http/1.1 304") && nothing == 0 && size > 0, "{path}: {again}");
        let (other, whole) = fetch(addr, path, &format!("{GZIP}If-None-Match: W/\"0\"\r\n"));
        assert!(other.starts_with("http/1.1 200") && whole > 0, "{path}: {other}");
    }
}

#[test]
fn what_is_kept_compressed_is_the_same_for_everybody() {
    let folder = Folder::new("transfer-kept");
    let addr = open(&folder);
    for path in ["/api/boards/chattanooga.json", "/api/boards/chattanooga.jpg", "/api/games"] {
        let (head, packed) = answer(addr, path, GZIP);
        assert!(head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"), "{path}: {head}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        for more in ["", "Accept-Encoding: identity\r\n", "Accept-Encoding: gzip;q=0, br\r\n"] {
            let (head, plain) = answer(addr, path, more);
            assert!(!head.contains("content-encoding") && plain == unpacked && !plain.is_empty(), "{path} {more}: {head}");
        }
    }
}

#[test]
fn pictures_of_boards_and_games_are_small() {
    let folder = Folder::new("transfer-pictures");
    let addr = open(&folder);
    for kind in SHELF {
        let (head, size) = fetch(addr, &format!("/api/games/{}/picture.jpg", kind.catalogue().game), "");
        assert!(head.contains("content-type: image/jpeg") && (20_000..95_000).contains(&size), "{size} {head}");
    }
    for (id, _) in boards::ALL {
        let (head, size) = fetch(addr, &format!("/api/boards/{id}.jpg"), "");
        assert!(head.contains("content-type: image/jpeg") && (5_000..70_000).contains(&size), "{id}: {size} {head}");
    }
}

//! Finding the ids of rules in prose and in the names of tests.

use crate::Kept;
use crate::items::Items;
use crate::rust_text::RustText;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// An id as the name of a test carries it: small letters, digits, and `_` for any run of other signs.
pub(crate) fn key(id: &str) -> String {
    let parts: Vec<&str> = id.split(|c: char| !c.is_ascii_alphanumeric()).filter(|p| !p.is_empty()).collect();
    parts.join("_").to_ascii_lowercase()
}

/// What a crate is written in.
pub(crate) struct Sources {
    /// The Rust files: name as cited, text, whether all of it is for tests.
    rust: Vec<(String, RustText, bool)>,
    /// The titles that are data: name as cited, text.
    titles: Vec<(String, String)>,
    /// The playthroughs that titles bring along: name as cited, and their comments.
    plays: Vec<(String, String)>,
}

impl Sources {
    /// Reads `src/` and `tests/`. Files are named from the top of the repository, so that an editor finds them.
    pub(crate) fn read(dir: &Path) -> Result<Sources, String> {
        let top = dir.ancestors().find(|d| d.join("Cargo.lock").is_file()).unwrap_or(dir);
        let mut files = Vec::new();
        let mut far: BTreeSet<PathBuf> = BTreeSet::new();
        for (folder, for_tests) in [("src", false), ("tests", true)] {
            for path in rust_files(&dir.join(folder))? {
                let source = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                let text = RustText::split(&source);
                far.extend(text.test_modules.iter().flat_map(|name| homes(&path, name)));
                files.push((path, text, for_tests));
            }
        }
        let name = |path: &Path| path.strip_prefix(top).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let rust = files.into_iter().map(|(path, text, for_tests)| (name(&path), text, for_tests || far.contains(&path))).collect();
        let read = |path: &Path| fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
        let (mut titles, mut plays) = (Vec::new(), Vec::new());
        for title in fs::read_dir(dir.join("data/titles")).into_iter().flatten().flatten() {
            let path = title.path().join("title.toml");
            titles.push((name(&path), read(&path)?));
            for play in fs::read_dir(title.path().join("plays")).into_iter().flatten().flatten() {
                let text = read(&play.path())?;
                let comments: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
                plays.push((name(&play.path()), comments.join("\n")));
            }
        }
        titles.sort();
        plays.sort();
        Ok(Sources { rust, titles, plays })
    }
}

/// The section of a TOML file in which a place lies: `quota` under `[[quota]]`, `night` under `[night.union]`.
fn section(toml: &str, at: usize) -> Option<&str> {
    let heading = toml[..at].lines().rev().find(|line| line.starts_with('['))?;
    heading.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty())
}

/// Where `mod name;` in that file may live.
fn homes(file: &Path, name: &str) -> [PathBuf; 2] {
    let folder = file.parent().unwrap_or(Path::new(""));
    let stem = file.file_stem().unwrap_or_default();
    let folder = if ["lib", "main", "mod"].iter().any(|s| stem == *s) { folder.to_path_buf() } else { folder.join(stem) };
    [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")]
}

/// Every `.rs` below a folder, in order of name; none if there is no such folder.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return Ok(files) };
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Where each id is cited and tested.
#[derive(Default)]
pub(crate) struct Citations {
    pub(crate) kept: BTreeMap<String, Kept>,
    pub(crate) unknown: Vec<(String, String)>,
}

impl Citations {
    pub(crate) fn of<'a>(ids: impl Iterator<Item = &'a str>, sources: &Sources) -> Citations {
        let ids = Ids::new(ids);
        let mut found = Citations::default();
        for (file, text) in &sources.titles {
            for (at, cited) in ids.in_prose(text) {
                match cited {
                    Cited::Known(id) => {
                        let item = section(text, at).map(|name| format!("{file}: {name}"));
                        found.kept.entry(id.to_string()).or_default().enforced.extend(item);
                    }
                    Cited::Unknown(id) => {
                        let line = text[..at].lines().count().max(1);
                        found.unknown.push((format!("{file}:{line}"), id.to_string()));
                    }
                }
            }
        }
        for (file, comments) in &sources.plays {
            for (_, cited) in ids.in_prose(comments) {
                match cited {
                    Cited::Known(id) => found.kept.entry(id.to_string()).or_default().tests.push(file.clone()),
                    Cited::Unknown(id) => found.unknown.push((file.clone(), id.to_string())),
                }
            }
        }
        for (file, text, for_tests) in &sources.rust {
            let items = Items::of(text);
            for (at, cited) in ids.in_prose(&text.prose) {
                match cited {
                    Cited::Known(id) if !for_tests && !text.for_tests.iter().any(|p| p.contains(&at)) => {
                        let item = items.around(at).map(|name| format!("{file}: {name}"));
                        found.kept.entry(id.to_string()).or_default().enforced.extend(item);
                    }
                    Cited::Known(_) => {}
                    Cited::Unknown(id) => found.unknown.push((format!("{file}:{}", text.line(at)), id.to_string())),
                }
            }
            for name in text.test_functions() {
                for id in ids.in_name(name) {
                    found.kept.entry(id.to_string()).or_default().tests.push(name.to_string());
                }
            }
        }
        found
    }
}

/// An id in prose.
#[derive(PartialEq, Eq, Debug)]
enum Cited<'a> {
    Known(&'a str),
    /// It looks like an id of this game, but is none, nor the head of a chapter.
    Unknown(&'a str),
}

/// All ids of a game.
struct Ids<'a> {
    known: BTreeSet<&'a str>,
    prefixes: BTreeSet<&'a str>,
    /// By the first word of the key, longest key first.
    keys: Vec<(String, &'a str)>,
}

impl<'a> Ids<'a> {
    fn new(ids: impl Iterator<Item = &'a str>) -> Ids<'a> {
        let known: BTreeSet<&str> = ids.collect();
        let prefixes = known.iter().filter_map(|id| id.split_once('-')).map(|(prefix, _)| prefix).collect();
        let mut keys: Vec<(String, &str)> = known.iter().map(|id| (key(id), *id)).collect();
        keys.sort_by_key(|(key, _)| std::cmp::Reverse(key.len()));
        Ids { known, prefixes, keys }
    }

    /// Every citation in a text, with its place.
    fn in_prose<'t>(&'t self, prose: &'t str) -> Vec<(usize, Cited<'t>)> {
        let mut found = Vec::new();
        for (hyphen, _) in prose.match_indices('-') {
            let start = prose[..hyphen]
                .rfind(|c: char| !c.is_ascii_alphanumeric())
                .map_or(0, |i| i + prose[i..].chars().next().map_or(1, char::len_utf8));
            let follows_hyphen = prose[..start].ends_with('-');
            if !self.prefixes.contains(&prose[start..hyphen]) || prose[..start].ends_with('_') {
                continue;
            }
            // `X-BR-5` is no citation, but the second half of `BR-4-BR-5` is.
            if follows_hyphen && !prose[..start - 1].ends_with(|c: char| c.is_ascii_alphanumeric()) {
                continue;
            }
            let cited = self.whole(&prose[start..]);
            if self.known.contains(cited) {
                found.push((start, Cited::Known(cited)));
            } else if cited.len() > hyphen - start + 1
                && cited[hyphen - start + 1..].contains(|c: char| c.is_ascii_digit())
                && !self.heads(cited)
            {
                found.push((start, Cited::Unknown(cited)));
            }
        }
        found
    }

    /// The whole id at the start of a text: everything that may belong to one, without the full stop of a sentence.
    fn whole<'t>(&self, text: &'t str) -> &'t str {
        let mut end = 0;
        while let Some(c) = text[end..].chars().next() {
            let rest = &text[end + c.len_utf8()..];
            let joins = c == '.' || c == '-' && !self.prefixes.iter().any(|p| rest.starts_with(p) && rest[p.len()..].starts_with('-'));
            if !(c.is_ascii_alphanumeric() || joins && rest.starts_with(|c: char| c.is_ascii_alphanumeric())) {
                break;
            }
            end += c.len_utf8();
        }
        &text[..end]
    }

    /// Whether it is the head of a chapter: some id goes on from it.
    fn heads(&self, head: &str) -> bool {
        self.known.range(head..).next().is_some_and(|id| id.starts_with(head))
    }

    /// The ids that the name of a test carries, each as a whole: at every word the longest that fits.
    fn in_name(&self, name: &str) -> Vec<&'a str> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < name.len() {
            let rest = &name[at..];
            let fits = |key: &str| rest.strip_prefix(key).is_some_and(|after| after.is_empty() || after.starts_with('_'));
            let step = match self.keys.iter().find(|(key, _)| fits(key)) {
                Some((key, id)) => {
                    found.push(*id);
                    key.len()
                }
                None => rest.find('_').unwrap_or(rest.len()),
            };
            at += step + 1;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 8] = ["BG-7.1", "BG-7.11", "BG-7.1a", "BG-7.6", "BG-7.6-Ae", "BG-7.75a", "C74-VI.E.3", "BG-9.redoubt"];

    fn cited(prose: &str) -> Vec<String> {
        let ids = Ids::new(IDS.into_iter());
        let name = |(_, c): (usize, Cited<'_>)| match c {
            Cited::Known(id) => id.to_string(),
            Cited::Unknown(id) => format!("?{id}"),
        };
        ids.in_prose(prose).into_iter().map(name).collect()
    }

    #[test]
    fn an_id_is_found_only_as_a_whole() {
        assert_eq!(cited("BG-7.11"), ["BG-7.11"]);
        assert_eq!(cited("BG-7.1a, (BG-7.1)."), ["BG-7.1a", "BG-7.1"]);
        assert_eq!(cited("as BG-7.1. Then"), ["BG-7.1"]);
        assert_eq!(cited("\"BG-7.6-Ae\" and BG-7.6: `C74-VI.E.3`; BG-9.redoubt's"), ["BG-7.6-Ae", "BG-7.6", "C74-VI.E.3", "BG-9.redoubt"]);
        assert_eq!(cited("BG-7.1-BG-7.11 and é—BG-7.1"), ["BG-7.1", "BG-7.11", "BG-7.1"]);
        assert_eq!(cited("XBG-7.1 and ABG-7.1 and _BG-7.1"), Vec::<String>::new());
    }

    #[test]
    fn an_unknown_id_is_named_but_the_head_of_a_chapter_is_none() {
        assert_eq!(cited("BG-7.99 and BG-7.1b"), ["?BG-7.99", "?BG-7.1b"]);
        assert_eq!(cited("chapter BG-7, section BG-7.7, C74-VI, and BG-like, GG-33"), Vec::<String>::new());
        assert_eq!(cited("BG-7.1-7.11"), ["?BG-7.1-7.11"]);
    }

    #[test]
    fn a_test_carries_whole_ids_only_the_longest_and_several() {
        let ids = Ids::new(IDS.into_iter());
        assert_eq!(ids.in_name("bg_7_1_must_attack"), ["BG-7.1"]);
        assert_eq!(ids.in_name("bg_7_11_must_attack"), ["BG-7.11"]);
        assert_eq!(ids.in_name("bg_7_1a_may_wait"), ["BG-7.1a"]);
        assert_eq!(ids.in_name("bg_7_6_ae_and_bg_7_6"), ["BG-7.6-Ae", "BG-7.6"]);
        assert_eq!(ids.in_name("night_c74_vi_e_3_bg_7_75a_stops"), ["C74-VI.E.3", "BG-7.75a"]);
        assert!(ids.in_name("xbg_7_1_nothing").is_empty());
        assert!(ids.in_name("bg_7_12").is_empty());
    }
}

//! Traceability: which code enforces a rule, and which tests carry its name.
//!
//! Every game crate has `data/rules.toml` with all ids of its rulebook:
//!
//! ```toml
//! [[rule]]
//! id = "BR-5.82"
//! text = "A unit may go from the zone of one enemy straight into the zone of another."
//! # optional = true    players may leave it out
//! # info = true        only describes components: nothing to enforce
//! ```
//!
//! An id is *enforced* by each function, type or constant of `src/` that cites it in a comment or a text (the heading of a
//! module or of an `impl` is no enforcement), and *tested* by each test function whose name carries it in small letters with
//! `_` for everything that is neither letter nor digit: `br_5_82_may_enter_zone_of_another_enemy`.
//! Where a game has titles that are data (`data/titles/<title>/`), each has a `rules.toml` of its own, and a section of its
//! `title.toml` that cites an id enforces it; a playthrough in its folder `plays/` tests each id that its comments cite.
//! One test of each game asks for all of this, and keeps `data/trace.json` fresh (begin it as `{}`):
//!
//! ```no_run
//! #[test]
//! fn every_rule_is_enforced_and_tested() {
//!     trace::check(env!("CARGO_MANIFEST_DIR"));
//! }
//! ```
//!
//! `LONGROLL_BLESS=1 cargo test -p longroll-<game> every_rule` writes the file anew. [`merge`] makes of both files what
//! `Handbook::rules` gives:
//!
//! ```
//! # const RULES: &str = "[[rule]]\nid = \"BR-1.1\"\ntext = \"Two armies.\"\ninfo = true";
//! # const TRACE: &str = "{}";
//! // const RULES: &str = include_str!("../data/rules.toml");
//! // const TRACE: &str = trace::written!("../data/trace.json");
//! let rules: Vec<engine::RuleText> = trace::merge(RULES, TRACE).unwrap();
//! # assert_eq!(rules[0].id, "BR-1.1");
//! ```

mod citations;
mod items;
mod rust_text;

use citations::{Citations, Sources};
use engine::RuleText;
use engine::conformance::{BLESS, blessing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

/// Where one rule is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// `file: function` of each citation in the code; or a type, a constant, a macro.
    #[serde(default)]
    pub enforced: Vec<String>,
    /// The tests that carry its name.
    #[serde(default)]
    pub tests: Vec<String>,
}

/// What is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Rules that no function, type or constant cites.
    pub not_enforced: Vec<String>,
    /// Rules that no test carries.
    pub not_tested: Vec<String>,
    /// Citations of rules that do not exist: `file:line`, id.
    pub unknown: Vec<(String, String)>,
    /// Faults of the data files themselves, in words.
    pub files: Vec<String>,
}

impl Faults {
    /// Whether all is well.
    pub fn is_empty(&self) -> bool {
        *self == Faults::default()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut section = |title: &str, ids: &[String]| {
            if ids.is_empty() { Ok(()) } else { writeln!(f, "{} {title}:\n  {}", ids.len(), ids.join("\n  ")) }
        };
        section("of the data files", &self.files)?;
        section("rules that no function, type or constant in src/ cites (a heading is no enforcement)", &self.not_enforced)?;
        section("rules that no test carries in its name", &self.not_tested)?;
        let unknown: Vec<String> = self.unknown.iter().map(|(at, id)| format!("{id} at {at}")).collect();
        section("citations of rules that are not in data/rules.toml", &unknown)
    }
}

/// Reads a game crate: where every rule is kept, and what is wrong.
pub fn examine(manifest_dir: impl AsRef<Path>) -> Result<(BTreeMap<String, Kept>, Faults), String> {
    let dir = manifest_dir.as_ref();
    let mut rules = Vec::new();
    for path in rule_files(dir) {
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        rules.extend(read_rules(&text).map_err(|e| format!("{}: {e}", path.display()))?);
    }
    let sources = Sources::read(dir)?;
    let citations = Citations::of(rules.iter().map(|r| r.id.as_str()), &sources);
    let mut faults = Faults { unknown: citations.unknown, ..Faults::default() };
    let mut kept = BTreeMap::new();
    for rule in &rules {
        let mut here = citations.kept.get(&rule.id).cloned().unwrap_or_default();
        for names in [&mut here.enforced, &mut here.tests] {
            names.sort();
            names.dedup();
        }
        if !rule.info && here.enforced.is_empty() {
            faults.not_enforced.push(rule.id.clone());
        }
        if !rule.info && here.tests.is_empty() {
            faults.not_tested.push(rule.id.clone());
        }
        kept.insert(rule.id.clone(), here);
    }
    Ok((kept, faults))
}

/// For a test of a game crate: every rule is enforced and tested, every citation is of a rule, and `data/trace.json` is
/// fresh. With `LONGROLL_BLESS=1` the file is written anew first.
///
/// # Panics
/// If not, with a list for people.
#[track_caller]
pub fn check(manifest_dir: impl AsRef<Path>) {
    if let Err(faults) = review(manifest_dir, blessing()) {
        panic!("{faults}");
    }
}

/// The files with the texts of the rules: `data/rules.toml`, and one of each title under `data/titles`.
fn rule_files(dir: &Path) -> Vec<PathBuf> {
    let titles = std::fs::read_dir(dir.join("data/titles")).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = titles.map(|title| title.path().join("rules.toml")).filter(|path| path.is_file()).collect();
    files.sort();
    files.insert(0, dir.join("data/rules.toml"));
    files
}

/// What [`check`] does, without panicking.
pub fn review(manifest_dir: impl AsRef<Path>, bless: bool) -> Result<(), String> {
    let dir = manifest_dir.as_ref();
    let (kept, mut faults) = examine(dir)?;
    let path = dir.join("data/trace.json");
    let fresh = write(&kept);
    if bless {
        std::fs::write(&path, &fresh).map_err(|e| format!("{}: {e}", path.display()))?;
    } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&fresh) {
        let package = dir.file_name().unwrap_or_default().to_string_lossy();
        faults.files.push(format!("data/trace.json is stale; run: {BLESS}=1 cargo test -p longroll-{package}"));
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("rules of {}:\n{faults}", dir.display())) }
}

/// What `trace.json` says, for [`merge`]: `trace::written!("../data/trace.json")`. It is for those who read the code, and does not travel
/// with a page.
#[macro_export]
macro_rules! written {
    ($path:literal) => {
        if cfg!(target_arch = "wasm32") { "{}" } else { include_str!($path) }
    };
}

/// The rules of `rules.toml` with what `trace.json` says about each.
pub fn merge(rules_toml: &str, trace_json: &str) -> Result<Vec<RuleText>, String> {
    let mut rules = read_rules(rules_toml).map_err(|e| format!("rules.toml: {e}"))?;
    let mut kept: BTreeMap<String, Kept> = serde_json::from_str(trace_json).map_err(|e| format!("trace.json: {e}"))?;
    for rule in &mut rules {
        let here = kept.remove(&rule.id).unwrap_or_default();
        (rule.enforced, rule.tests) = (here.enforced, here.tests);
    }
    Ok(rules)
}

/// One line per rule, so that a diff shows what changed.
fn write(kept: &BTreeMap<String, Kept>) -> String {
    let mut text = String::from("{");
    for (i, (id, here)) in kept.iter().enumerate() {
        let (id, here) = (serde_json::to_string(id), serde_json::to_string(here));
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n  {}: {}", id.expect("a text"), here.expect("lists of texts"));
    }
    text.push_str("\n}\n");
    text
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    rule: Vec<RuleLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleLine {
    id: String,
    text: String,
    chapter: Option<String>,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    info: bool,
}

fn read_rules(text: &str) -> Result<Vec<RuleText>, String> {
    let file: RulesFile = engine::data::read(text).map_err(|e| e.to_string())?;
    let mut keys: BTreeMap<String, &str> = BTreeMap::new();
    for rule in &file.rule {
        if !rule.id.split_once('-').is_some_and(|(prefix, rest)| {
            !prefix.is_empty() && prefix.chars().all(|c| c.is_ascii_alphanumeric()) && rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        }) {
            return Err(format!("rule {:?}: an id is a prefix, a hyphen and a number, such as BR-5.82", rule.id));
        }
        if rule.text.trim().is_empty() {
            return Err(format!("rule {}: the text is missing", rule.id));
        }
        if let Some(other) = keys.insert(citations::key(&rule.id), &rule.id) {
            return Err(format!("rule {}: a test cannot tell it from {other}", rule.id));
        }
    }
    let rule = |r: RuleLine| {
        let RuleLine { id, text, chapter, optional, info } = r;
        RuleText { id, text, chapter, optional, info, enforced: Vec::new(), tests: Vec::new() }
    };
    Ok(file.rule.into_iter().map(rule).collect())
}

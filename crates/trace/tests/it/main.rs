//! A small game crate on disk, examined.

use std::fs;
use std::path::{Path, PathBuf};

const RULES: &str = r#"
[[rule]]
id = "TG-1"
text = "Two armies."
info = true

[[rule]]
id = "TG-2.1"
chapter = "Movement"
text = "One hex at a time."

[[rule]]
id = "TG-2.11"
text = "None at night."
optional = true
"#;

/// A crate in a folder of its own, gone when the test ends.
struct Crate(PathBuf);

impl Crate {
    fn new(name: &str, files: &[(&str, &str)]) -> Crate {
        let dir = std::env::temp_dir().join(format!("longroll-trace-{}-{name}", std::process::id()));
        for (file, text) in files {
            let path = dir.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Crate(dir)
    }

    fn examine(&self) -> (std::collections::BTreeMap<String, trace::Kept>, trace::Faults) {
        trace::examine(&self.0).unwrap()
    }
}

impl Drop for Crate {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn refused(dir: &Path) -> String {
    trace::review(dir, false).unwrap_err()
}

#[test]
fn a_crate_with_everything_in_place_has_no_faults_once_its_trace_is_fresh() {
    let krate = Crate::new(
        "whole",
        &[
            ("data/rules.toml", RULES),
            ("src/lib.rs", "/// TG-2.1\nfn step() {}\nconst R: &str = \"TG-2.11\";\n#[cfg(test)]\nmod far;\n"),
            ("src/far.rs", "// TG-2.1 is no enforcement here\n#[test]\nfn tg_2_1_steps() {}\n"),
            ("tests/it/main.rs", "#[test]\nfn tg_2_11_sleeps() {}\n"),
        ],
    );
    let (kept, faults) = krate.examine();
    assert!(faults.is_empty(), "{faults}");
    assert_eq!(kept["TG-2.1"].enforced, ["src/lib.rs: step"]);
    assert_eq!(kept["TG-2.1"].tests, ["tg_2_1_steps"]);
    assert_eq!(kept["TG-2.11"].enforced, ["src/lib.rs: R"]);
    assert_eq!(kept["TG-2.11"].tests, ["tg_2_11_sleeps"]);

    let message = refused(&krate.0);
    assert!(message.contains("LONGROLL_BLESS=1 cargo test"), "{message}");
    let trace_json = r#"{
  "TG-1": {"enforced":[],"tests":[]},
  "TG-2.1": {"enforced":["src/lib.rs: step"],"tests":["tg_2_1_steps"]},
  "TG-2.11": {"enforced":["src/lib.rs: R"],"tests":["tg_2_11_sleeps"]}
}
"#;
    trace::review(&krate.0, true).unwrap();
    assert_eq!(fs::read_to_string(krate.0.join("data/trace.json")).unwrap(), trace_json);
    trace::review(&krate.0, false).unwrap();

    let rules = trace::merge(RULES, trace_json).unwrap();
    assert_eq!(rules.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["TG-1", "TG-2.1", "TG-2.11"]);
    assert!(rules[0].info && rules[2].optional);
    assert_eq!(rules.iter().map(|r| r.chapter.as_deref()).collect::<Vec<_>>(), [None, Some("Movement"), None]);
    assert_eq!(rules[2].enforced, ["src/lib.rs: R"]);
}

#[test]
fn the_comments_of_a_titles_playthrough_carry_its_rules() {
    let files = [
        ("data/rules.toml", "[[rule]]\nid = \"TG-1.1\"\ntext = \"Two armies.\"\ninfo = true\n"),
        ("data/titles/a/rules.toml", "[[rule]]\nid = \"TA-1\"\ntext = \"A.\"\n[[rule]]\nid = \"TA-2\"\ntext = \"B.\"\n"),
        ("data/titles/a/title.toml", "[title] # TA-1, TA-2\n"),
        ("data/titles/a/plays/one.txt", "# TA-1: it is so, and TA-9 is not.\nopen a\n  refused: (TA-2)\n"),
        ("src/lib.rs", ""),
    ];
    let (kept, faults) = Crate::new("plays", &files).examine();
    assert!(kept["TA-1"].tests.iter().all(|test| test.ends_with("data/titles/a/plays/one.txt")) && kept["TA-1"].tests.len() == 1);
    assert_eq!(faults.not_tested, ["TA-2"], "what the program says is no claim");
    assert_eq!(faults.unknown.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>(), ["TA-9"]);
}

#[test]
fn what_is_missing_or_made_up_is_listed() {
    let krate = Crate::new(
        "holes",
        &[
            ("data/rules.toml", RULES),
            ("src/lib.rs", "//! TG-2.1\n\n// TG-2.11 and TG-9.9\nfn sleep() {}\n"),
            ("tests/it/main.rs", "#[test]\nfn tg_2_1_steps() {}\n"),
        ],
    );
    let (_, faults) = krate.examine();
    assert_eq!(faults.not_enforced, ["TG-2.1"]);
    assert_eq!(faults.not_tested, ["TG-2.11"]);
    assert_eq!(faults.unknown, [("src/lib.rs:3".to_string(), "TG-9.9".to_string())]);
    let message = refused(&krate.0);
    assert!(message.contains("TG-9.9 at src/lib.rs:3"), "{message}");
}

#[test]
fn bad_rules_are_refused_with_the_place() {
    for (rules, place) in [
        ("[[rule]]\nid = \"TG-1\"\ntxt = \"x\"", "txt"),
        ("[[rule]]\nid = \"TG-1\"\ntext = \" \"", "TG-1"),
        ("[[rule]]\nid = \"TG\"\ntext = \"x\"", "TG"),
        ("[[rule]]\nid = \"TG-1.1\"\ntext = \"x\"\n[[rule]]\nid = \"TG-1-1\"\ntext = \"x\"", "TG-1.1"),
    ] {
        let message = trace::merge(rules, "{}").unwrap_err();
        assert!(message.contains(place), "{message}");
    }
    assert!(trace::merge(RULES, "[]").unwrap_err().contains("trace.json"));
}

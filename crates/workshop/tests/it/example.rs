//! The worked example of docs/titles.md is a title that plays.

use workshop::Bundle;
use workshop::soak::soak;

/// The files of the worked example as the manual has them: a name in a line of its own, then its text.
pub fn bundle() -> Bundle {
    let manual = include_str!("../../../../docs/titles.md");
    let mut bundle = Bundle::default();
    for name in ["board.toml", "title.toml", "rules.toml", "briefing.toml"] {
        let (_, rest) = manual.split_once(&format!("\n`{name}`:\n\n```toml\n")).unwrap_or_else(|| panic!("the manual has no {name}"));
        let text = rest.split("```").next().unwrap_or_default();
        bundle.add(name, text.to_string()).unwrap();
    }
    bundle
}

/// The same with something else in a file.
pub fn with(file: &str, from: &str, to: &str) -> Bundle {
    let mut changed = bundle();
    let text = changed.text(file).to_string();
    assert!(text.contains(from), "{file} has no {from:?}");
    changed.add(file, text.replacen(from, to, 1)).unwrap();
    changed
}

#[test]
fn the_manuals_example_has_no_fault_and_can_be_played() {
    let bundle = bundle();
    let faults: Vec<String> = bundle.examine().faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let shelved = bundle.bring().unwrap();
    let tried = soak(&shelved.scenario, 12).unwrap();
    assert!(tried.violations.is_empty(), "{:?}", tried.violations);
    assert_eq!(tried.union + tried.confederate + tried.draw, 6, "the script played half of them to their end");
    assert!(!tried.never.iter().any(|never| never.contains("came on")), "{:?}", tried.never);
}

#[test]
fn games_tell_what_never_occurred() {
    // Ten thousand points make a level that nobody reaches.
    let far = with(
        "title.toml",
        "from = 5\nname = \"Union victory\"",
        "from = 9000\nname = \"Union triumph\"\nwinner = \"union\"\n[[level]]\nfrom = 5\nname = \"Union victory\"",
    );
    let mut far = far;
    let text = far.text("title.toml").replace("version = \"1.0\"", "version = \"never\"");
    far.add("title.toml", text).unwrap();
    let shelved = far.bring().unwrap_or_else(|faults| panic!("{faults:#?}"));
    let tried = soak(&shelved.scenario, 4).unwrap();
    assert!(tried.never.iter().any(|never| never.contains("Union triumph")), "{:?}", tried.never);
}

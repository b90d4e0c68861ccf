//! The glossary cites rules that there are, and no word has two meanings; each chapter of a rulebook has a title.

use players::SHELF;
use school::glossary;
use std::collections::{BTreeMap, HashMap};

#[test]
fn words_cite_rules_of_their_game_and_mean_one_thing() {
    for kind in SHELF {
        let game = &kind.catalogue().game;
        let words = glossary(game);
        let own = words.iter().filter(|entry| !entry.rules.is_empty()).count();
        assert!(own >= 8, "{game} explains only {own} words of its own");
        let mut known: HashMap<String, &str> = HashMap::new();
        for entry in words {
            assert!(entry.means.ends_with('.'), "{game}: {} is told in sentences", entry.word);
            for rule in &entry.rules {
                assert!(kind.rules().iter().any(|r| r.id == *rule), "{game}: {} cites {rule}, which is no rule", entry.word);
            }
            for form in std::iter::once(&entry.word).chain(&entry.forms) {
                let other = known.insert(form.to_lowercase(), &entry.word);
                assert_eq!(other, None, "{game}: {form} stands for two words");
            }
        }
    }
}

/// The chapter in a rule's id, as the table reads it: of `BG-5.12` it is `BG-5`, of `C61-MOV-3` it is `C61-MOV`.
fn chapter(id: &str) -> String {
    let mut parts = id.split('-');
    let series = parts.next().unwrap_or_default();
    format!("{series}-{}", parts.next().unwrap_or_default().split('.').next().unwrap_or_default())
}

#[test]
fn every_chapter_of_a_rulebook_has_one_title() {
    for kind in SHELF {
        for scenario in &kind.catalogue().scenarios {
            let mut titles: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for rule in kind.rules_of(&scenario.id) {
                titles.entry(chapter(&rule.id)).or_default().extend(rule.chapter);
            }
            for (chapter, titles) in titles {
                assert_eq!(titles.len(), 1, "{}: {chapter} is called {titles:?}", scenario.id);
            }
        }
    }
}

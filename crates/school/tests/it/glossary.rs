//! The glossary cites rules that there are, and no word has two meanings.

use players::SHELF;
use school::glossary;
use std::collections::HashMap;

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

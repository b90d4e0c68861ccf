//! What decided a game, weighed in a worker of its own.

use crate::{Page, chattanooga, play};
use serde_json::{Value, json};

const ANALYSE: &str = r#"{ "op": "analyse", "nodes": 50, "id": "weighed" }"#;

/// Asks, without waiting for an answer.
fn ask(page: &mut Page) {
    let request: Value = serde_json::from_str(ANALYSE).unwrap();
    page.hear(json!({ "line": { "line": 1, "request": request } }));
}

/// A table of one person with some decisions behind it.
fn begun(asleep: bool) -> (Page, Value) {
    let mut page = Page::default();
    let made = page.post("/api/tables", chattanooga("me", "me")).unwrap();
    page.sit(1, &made, "union");
    play(&mut page, 1, 12);
    page.asleep = asleep;
    (page, made)
}

/// The last answer.
fn answer(page: &Page) -> Option<Value> {
    page.told.iter().rev().find(|(_, text)| text["id"] == "weighed").map(|(_, text)| text.clone())
}

#[test]
fn phases_are_weighed_beside_the_table_and_the_whole_is_kept() {
    let (mut page, made) = begun(true);
    ask(&mut page);
    assert!(answer(&page).is_none() && page.unweighed.len() == 1, "somebody else weighs it");
    assert_eq!(page.ask(1, json!({ "op": "view" }))["ok"], true, "the table answers meanwhile");
    let mut asked = 0;
    while let Some(task) = page.unweighed.pop() {
        asked += 1;
        assert_eq!(task.game.is_some(), asked == 1, "the game is told once");
        let (question, found) = (task.question, page.analyst.weigh(task));
        assert!(found.is_some());
        page.hear(json!({ "weighed": { "question": question, "found": found } }));
        let said = answer(&page).expect("it is answered");
        if said["analysis"].is_null() {
            assert_eq!(said["done"], asked, "{said}");
            ask(&mut page);
        }
    }
    let analysis = answer(&page).unwrap()["analysis"].clone();
    assert_eq!(analysis["phases"].as_array().map(Vec::len), Some(asked));

    // Whoever comes back finds it.
    let kept = page.kept.into_values().next().unwrap();
    // (What was told has been written and read, which may cost a number its last digit.)
    let read: Value = serde_json::from_str(&kept.analysis.as_ref().unwrap()["analysis"].to_string()).unwrap();
    assert_eq!(read, analysis);
    let mut later = Page { asleep: true, ..Page::default() };
    later.kept.insert(kept.card.id.clone(), kept.clone());
    later.hear(json!({ "restore": kept }));
    later.sit(1, &made, "union");
    assert_eq!(later.ask(1, json!({ "op": "analyse", "nodes": 50, "weigh": false }))["analysis"], analysis);
}

#[test]
fn a_lost_analyst_costs_a_phase_and_is_told_the_game_again() {
    let (mut page, _) = begun(true);
    ask(&mut page);
    let lost = page.unweighed.pop().unwrap();
    page.hear(json!("analyst_lost"));
    assert_eq!(answer(&page).unwrap()["done"], 0, "whoever asked hears that nothing came of it");
    ask(&mut page);
    let again = page.unweighed.pop().unwrap();
    assert_eq!((again.phase, again.game.is_some()), (lost.phase, true));
    // What comes too late is no longer wanted, and what makes no sense is nothing.
    let said = page.told.len();
    page.hear(json!({ "weighed": { "question": lost.question, "found": {} } }));
    assert_eq!(page.told.len(), said);
    page.hear(json!({ "weighed": { "question": again.question, "found": { "phase": "nonsense" } } }));
    assert_eq!(answer(&page).unwrap()["done"], 0);
    let stranger = anywhere::Analyst::default().weigh(anywhere::message::Weigh { game: None, ..again });
    assert!(stranger.is_none(), "nobody told him the game");
}

#[test]
fn a_game_against_the_computer_is_told_when_it_is_over() {
    let mut page = Page::default();
    let made = page.post("/api/tables", chattanooga("me", "computer:greedy")).unwrap();
    page.sit(1, &made, "union");
    assert_eq!(page.ask(1, json!({ "op": "analyse" }))["ok"], false);
}

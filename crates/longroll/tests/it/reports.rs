//! What `analyse` and `report` make of saves.

use crate::saves::save;
use crate::{Folder, good, longroll};
use serde_json::Value;

/// A save in a file.
fn saved(folder: &Folder, game: &str, moves: usize) -> String {
    let file = folder.file(&format!("{game}.json"));
    std::fs::write(&file, save(game, moves).to_string()).unwrap();
    file
}

/// Whatever a page could load from elsewhere.
fn loads(page: &str) -> Vec<&str> {
    let suspects = ["<script", "<link", "<iframe", "<object", "<embed", "@import", "url(http", "src=", "://"];
    suspects.into_iter().filter(|s| page.replace("http://www.w3.org/2000/svg", "").contains(s)).collect()
}

#[test]
fn an_analysis_adds_up_and_is_the_same_again() {
    let folder = Folder::new("analyse");
    let file = saved(&folder, "blue-gray", 60);
    let words = format!("analyse {file} --nodes 200 --worlds 7");
    let first = good(&words);
    let number = |value: &Value| value.as_f64().unwrap();
    let sides = first["sides"].as_array().unwrap();
    let sum = number(&sides[0]["decisions"]) - number(&sides[1]["decisions"])
        + number(&first["luck"])
        + number(&first["hidden"])
        + number(&first["drift"]);
    assert!((number(&first["end"]) - number(&first["start"]) - sum).abs() < 1e-9, "{first}");
    assert_eq!(first, good(&words));
    let page = folder.file("chances.html");
    let ran = longroll(&format!("{words} --html {page}"));
    assert!(ran.code == 0 && ran.out.contains("drift"), "{}", ran.err);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<svg") && loads(&page).is_empty(), "{:?}", loads(&page));
}

#[test]
fn a_report_is_one_file_with_maps_battles_and_log() {
    let folder = Folder::new("report");
    let (file, page, picture) = (saved(&folder, "blue-gray", 160), folder.file("report.html"), folder.file("game.gif"));
    let said = good(&format!("report {file} --html {page} --gif {picture} --plain"));
    assert!(said["turns"].as_u64().unwrap() >= 1);
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("data:image/jpeg;base64,").count(), 1, "the board is in it once");
    assert!(page.matches("<use href=\"#board\"").count() as u64 == said["turns"].as_u64().unwrap());
    assert_eq!(page.contains("<h2>Battles</h2>"), said["battles"].as_u64().unwrap() > 0);
    assert!(page.contains("<h2>The log</h2>") && loads(&page).is_empty(), "{:?}", loads(&page));
    let picture = std::fs::read(picture).unwrap();
    assert!(picture.starts_with(b"GIF89a") && picture.len() < 4 << 20, "{}", picture.len());
}

#[test]
fn a_game_with_secrets_that_goes_on_is_told_as_a_seat_saw_it() {
    let folder = Folder::new("own-view");
    let (file, page) = (saved(&folder, "bull-run", 120), folder.file("report.html"));
    good(&format!("report {file} --html {page} --as union"));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(!page.contains("What decided it"), "that knows what is hidden");
}

#[test]
fn what_is_no_save_is_refused() {
    let folder = Folder::new("no-save");
    let file = folder.file("empty.json");
    std::fs::write(&file, save("blue-gray", 0).to_string()).unwrap();
    for words in [format!("analyse {file}"), format!("report {file} --plain --html {}", folder.file("x.html"))] {
        let ran = longroll(&words);
        assert!(ran.code == 2 && ran.err.contains("nothing"), "{words}: {} {}", ran.code, ran.err);
    }
}

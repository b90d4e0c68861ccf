//! One shelf: titles that were brought along beside those that come with the program.

use crate::example::{bundle, with};
use blue_gray::BlueGray;
use engine::table::Kind;
use engine::{Handbook, Seat};
use players::SHELF;
use serde_json::json;
use workshop::Bundle;
use workshop::archive::{pack, unpack};

fn of_version(version: &str) -> Bundle {
    with("title.toml", "version = \"1.0\"", &format!("version = {version:?}"))
}

fn kind() -> &'static dyn Kind {
    *SHELF.iter().find(|k| k.catalogue().game == "blue-gray").unwrap()
}

#[test]
fn a_title_is_on_the_shelf_with_its_author_and_its_fingerprint() {
    let shelved = of_version("2.0").bring().unwrap();
    let catalogue = kind().catalogue();
    let entry = catalogue.scenario("millers-ford@2.0").expect("it is on the shelf");
    let edition = entry.edition.as_ref().unwrap();
    assert_eq!((edition.author.as_str(), edition.licence.as_str(), edition.version.as_str()), ("A reader of the manual", "CC0-1.0", "2.0"));
    assert!(edition.brought && edition.fingerprint == shelved.edition.fingerprint && edition.fingerprint.len() == 16);
    let setup = catalogue.complete(Some("millers-ford@2.0"), &Default::default()).unwrap();
    assert_eq!(kind().order_of_battle(&setup).unwrap().len(), 7);
    assert_eq!(kind().briefing(&setup).unwrap().scenario, "millers-ford@2.0");
    assert!(boards::by_id("millers-ford@2.0").is_some_and(|b| b.title == "Miller's Ford"));
    assert!(boards::by_id("millers-ford").is_none(), "a board that was brought along takes no plain name");
    let rules = kind().rules_of("millers-ford@2.0");
    assert!(rules.iter().any(|r| r.id == "MF-1") && rules.iter().any(|r| r.id == "BG-5.13") && !rules.iter().any(|r| r.id == "CH-13.0"));
    assert!(catalogue.scenarios[0].id == "chattanooga", "what comes with the program comes first");
}

#[test]
fn two_versions_stand_side_by_side() {
    let old = of_version("3.9").bring().unwrap();
    let mut new = of_version("3.10");
    let text = new.text("title.toml").replacen("strength = 6", "strength = 7", 1);
    new.add("title.toml", text).unwrap();
    let text = new.text("rules.toml").replacen("as soon as it can", "when it likes", 1);
    new.add("rules.toml", text).unwrap();
    let new = new.bring().unwrap();
    assert_ne!(old.edition.fingerprint, new.edition.fingerprint);
    let strength = |scenario: &str| {
        let setup = BlueGray::catalogue().complete(Some(scenario), &Default::default()).unwrap();
        BlueGray::open(&setup).unwrap().title().units[0].strength
    };
    assert_eq!((strength("millers-ford@3.9"), strength("millers-ford@3.10")), (6, 7));
    let said = |scenario: &str| kind().rules_of(scenario).into_iter().find(|r| r.id == "MF-1").unwrap().text;
    assert!(said("millers-ford@3.10").contains("when it likes") && !said("millers-ford@3.9").contains("when it likes"));
    let missing = BlueGray::catalogue().complete(Some("millers-ford@9"), &Default::default()).unwrap_err().because;
    assert!(missing.contains("not on this shelf") && missing.contains("millers-ford@3.10"), "{missing}");
}

#[test]
fn the_id_alone_means_the_newest_version() {
    for version in ["4.9", "4.10", "4.2"] {
        let text = of_version(version).text("title.toml").replace("id = \"millers-ford\"", "id = \"newest-ford\"");
        let mut other = of_version(version);
        other.add("title.toml", text).unwrap();
        other.bring().unwrap_or_else(|faults| panic!("{faults:#?}"));
    }
    let setup = BlueGray::catalogue().complete(Some("newest-ford"), &Default::default()).unwrap();
    assert_eq!(setup.scenario, "newest-ford@4.10");
}

#[test]
fn a_shared_title_plays_the_same_game_from_the_same_journal() {
    // Packed here, unpacked there: the shelf of another machine holds what came out of the archive.
    let bundle = of_version("5.0");
    bundle.bring().unwrap();
    let setup = kind().catalogue().complete(Some("millers-ford@5.0"), &Default::default()).unwrap();
    let mut table = kind().open(&setup, 7).unwrap();
    for step in 0..60 {
        if table.outcome().is_some() {
            break;
        }
        match table.advise(Seat::Referee, "greedy", step) {
            Ok(action) => table.apply(Seat::Referee, &action).map(drop).unwrap(),
            Err(_) => table.roll(Seat::Referee, None).map(drop).unwrap(),
        }
    }
    assert!(table.length() > 20);
    let save = table.save();
    assert_eq!(save["scenario"], json!("millers-ford@5.0"));
    assert_eq!(save["edition"]["author"], json!("A reader of the manual"));
    assert!(blue_gray::shelf::take_off("millers-ford@5.0"));
    let gone = kind().catalogue().complete(Some("millers-ford@5.0"), &Default::default()).unwrap_err();
    assert!(gone.because.contains("not on this shelf"), "{gone}");
    unpack(&pack(&bundle).unwrap()).unwrap().bring().unwrap();
    let (again, remark) = kind().load(&setup, &save).unwrap();
    assert_eq!(remark, None, "it follows the journal, entry by entry");
    assert_eq!(again.save(), save);
}

#[test]
fn what_is_on_the_shelf_is_replaced_and_games_in_progress_go_on() {
    let first = of_version("6.0").bring().unwrap();
    let setup = kind().catalogue().complete(Some("millers-ford@6.0"), &Default::default()).unwrap();
    let table = kind().open(&setup, 1).unwrap();
    let mut changed = of_version("6.0");
    let text = changed.text("title.toml").replacen("strength = 6", "strength = 9", 1);
    changed.add("title.toml", text).unwrap();
    let second = changed.bring().unwrap();
    assert_eq!(first.scenario, second.scenario);
    assert_eq!(kind().catalogue().scenarios.iter().filter(|s| s.id == first.scenario).count(), 1);
    let strengths = kind().order_of_battle(&setup).unwrap();
    assert_eq!(strengths.iter().find(|c| c.id == "A").unwrap().strengths["combat"], 9);
    assert_ne!(table.fingerprint(), kind().open(&setup, 1).unwrap().fingerprint());
}

#[test]
fn an_empty_briefing_is_made_from_the_numbers() {
    let mut plain = of_version("7.0");
    plain.remove("briefing.toml");
    plain.bring().unwrap();
    let setup = kind().catalogue().complete(Some("millers-ford@7.0"), &Default::default()).unwrap();
    let briefing = kind().briefing(&setup).unwrap();
    assert!(briefing.union.contains("10 points"), "{briefing:?}");
    assert_eq!(briefing.objectives[0].hexes, ["0603"]);
    assert_eq!(briefing.turns.len(), 6);
    assert!(bundle().has("briefing.toml"));
}

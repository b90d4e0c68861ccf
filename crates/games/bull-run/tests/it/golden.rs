//! Golden playthroughs: short scripted orders with chosen dice, one for each chapter, as a person would read them.
//!
//! A script is a list of lines: `> {action}` for a decision, `! 3` for a die; the snapshot holds the prompts and the log.

use crate::field::*;
use serde_json::{Value, json};

enum Line {
    Do(Value),
    March(&'static str, &'static str),
    Retreat(&'static str, &'static str),
    Die(u8),
}
use Line::{Die, Do, March, Retreat};

fn golden(name: &str, mut f: Field, script: Vec<Line>) {
    let mut text = format!("{}\n", f.prompt());
    for line in script {
        let log = match line {
            Do(action) => {
                text += &format!("> {action}\n");
                f.play(action)
            }
            March(piece, way) => {
                text += &format!("> {piece}: {way}\n");
                f.play(f.march(piece, way))
            }
            Retreat(piece, way) => {
                text += &format!("> {piece} back: {way}\n");
                f.play(f.retreat(piece, way))
            }
            Die(die) => {
                text += &format!("! {die}\n");
                f.roll(die)
            }
        };
        log.iter().for_each(|l| text += &format!("    {l}\n"));
        text += &format!("{}\n", f.prompt());
    }
    let path = format!("{}/tests/it/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var(trace::BLESS).is_ok() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/golden")).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, text, "{name}: bless with {}=1 if the change was meant", trace::BLESS);
}

#[test]
fn set_up_by_hand_and_by_preset() {
    golden(
        "set-up",
        fresh(&[]),
        vec![
            Do(json!({ "do": "trestle", "standing": false })),
            Do(json!({ "do": "abatis", "hex": "X10" })),
            Do(place("evans", "W10")),
            Do(place("4-sc", "W10")),
            Do(place("la-sp", "W10")),
            Do(form("evans-brigade", &["4-sc", "la-sp"])),
            Do(place("6-ala", "UU30")),
            Do(json!({ "do": "preset", "number": 2 })),
            Do(done()),
            Do(place("sherman", "FF8")),
            Do(json!({ "do": "preset", "number": 0 })),
            Do(done()),
        ],
    );
}

#[test]
fn crossing_sudley_ford() {
    golden(
        "fords",
        field(
            "movement union 1",
            "2-ri:Q3:active 2-ri-battery:R2:active 2-nh:R1:active palmer:R2:active 71-nym:R2:active burnside:R2:active evans:W10",
        ),
        vec![
            March("2-ri", "P2 O3"),
            March("2-ri-battery", "R3 Q3 P2"),
            March("2-nh", "R2 R3 Q3 P2"),
            March("palmer", "R3 Q3 P2 O3"),
            March("burnside", "R3 Q3 P2"),
            Do(done()),
        ],
    );
}

#[test]
fn a_reveal_interrupts_a_march() {
    golden(
        "recon",
        field("movement union 2", "palmer:BB31:active munford:BB26:frozen kershaw:BB25:frozen ewell:A1:frozen 6-ala:A1:frozen"),
        vec![March("palmer", "BB30 BB29 BB28"), March("palmer", "BB29"), Do(done())],
    );
}

#[test]
fn soak_off_screening_and_support() {
    golden(
        "combat",
        field(
            "combat union 10",
            "marines:BB32 13-ny:BB32 69-nym:BB32 regulars:BB32 sherman:BB32 d-5-us:AA33:battle-piece 4-sc:BB31 davidson:BB31 la-sp:CC33 evans:CC33",
        ),
        vec![
            Do(engage("marines", "davidson")),
            Do(target("4-sc")),
            Do(join("d-5-us")),
            Do(json!({ "do": "close" })),
            Do(engage("13-ny", "la-sp")),
            Do(join("69-nym")),
            Do(join("regulars")),
            Do(json!({ "do": "close" })),
            Do(done()),
            Do(json!({ "do": "resolve", "battle": 2 })),
            Die(3),
            Retreat("la-sp", "CC34 CC35"),
            Do(json!({ "do": "follow", "leader": "evans" })),
            Do(advance("regulars", "CC33")),
            Do(json!({ "do": "follow", "leader": "sherman" })),
            Do(done()),
            Do(json!({ "do": "resolve", "battle": 1 })),
            Die(4),
            Retreat("marines", "AA33 Z33"),
        ],
    );
}

#[test]
fn an_automatic_victory_and_its_aftermath() {
    golden(
        "automatic-victory",
        field(
            "movement confederate 5",
            "5-nc:in=longstreet-brigade 11-va:in=longstreet-brigade 17-va:in=longstreet-brigade 24-va:in=longstreet-brigade longstreet:in=longstreet-brigade longstreet-brigade:BB33:active 71-nym-battery:BB31 burnside:BB31 1-ohio:CC29",
        ),
        vec![
            March("longstreet-brigade", "BB32"),
            Do(automatic(&["longstreet-brigade"])),
            Die(1),
            Die(2),
            Retreat("burnside", "BB30 AA30"),
            Do(advance("longstreet-brigade", "BB31")),
            Do(done()),
        ],
    );
}

#[test]
fn an_exchange_takes_both_leaders_chances() {
    golden(
        "leaders",
        field("combat union 10", "1-conn:BB32 keyes:BB32 la-sp:BB31 evans:BB31"),
        vec![
            Do(engage("1-conn", "la-sp")),
            Do(json!({ "do": "close" })),
            Do(done()),
            Do(json!({ "do": "resolve", "battle": 1 })),
            Die(2),
            Die(2),
            Retreat("keyes", "BB33 BB34"),
            Die(6),
        ],
    );
}

#[test]
fn bombardment_wakes_a_leader() {
    golden(
        "artillery",
        field("combat union 10", "e-2-us:BB13:battle-piece 8-va:BB15 cocke:BB15 19-va:BB15 mcdowell:QQ5"),
        vec![
            Do(engage("e-2-us", "8-va")),
            Do(json!({ "do": "close" })),
            Do(done()),
            Do(json!({ "do": "resolve", "battle": 1 })),
            Die(1),
            March("cocke", "BB16"),
        ],
    );
}

#[test]
fn the_eleven_oclock_train() {
    golden(
        "reinforcements",
        field("movement confederate 5", "smith:off=due 1-md:off=due 13-ny:CC31 evans:A30"),
        vec![
            Do(json!({ "do": "march", "piece": "1-md", "path": [] })),
            Do(json!({ "do": "march", "piece": "smith", "path": [] })),
            Do(done()),
        ],
    );
}

#[test]
fn a_rally_and_the_end_of_the_day() {
    golden(
        "rally-and-victory",
        field("rally confederate 23", "evans:A5 4-sc:A5 la-sp:off=rally-box 2-conn:QQ23 keyes:QQ23"),
        vec![Do(rally("evans", "la-sp")), Do(done())],
    );
}

#[test]
fn uncertain_times_and_fog() {
    golden(
        "optional-rules",
        field_with(
            &["uncertain-times", "fog-of-war"],
            "command union 3",
            "porter:in=porter-dummy 2-nh:in=porter-dummy porter-dummy:SS6:frozen keyes:SS9:frozen ewell:UU31:frozen evans:A30 1-md:off=due",
            json!({}),
        ),
        vec![
            Do(json!({ "do": "unfreeze", "piece": "porter-dummy" })),
            Do(done()),
            March("porter", "SS7 SS8"),
            Do(done()),
            Do(done()),
            Die(3),
            Die(1),
            Do(json!({ "do": "march", "piece": "1-md", "path": [] })),
            Do(done()),
        ],
    );
}

//! Golden playthroughs: short scripts with chosen dice, readable in `tests/golden`. `LONGROLL_BLESS=1` writes them anew.

use crate::table::*;
use chancellorsville_1961::Chancellorsville1961;
use engine::player::NamedPlayer;
use engine::sim::{Care, play_out};
use engine::{Actor, Dice, Notation, Player, Rules, Seat, Words};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Plays a script, a number being a die, and compares what is told with the file of that name.
fn script(name: &str, mut table: Table, steps: &[Value]) {
    let mut text = String::new();
    writeln!(text, "{}", table.game.prompt(&table.state)).unwrap();
    for step in steps {
        let before = table.events.len();
        if let Some(die) = step.as_u64() {
            writeln!(text, "\n* die {die}").unwrap();
            table.roll(die as u8);
        } else {
            let action = table.game.read_action(step).unwrap();
            let described = table.game.describe(&table.state, action);
            let note = described.note.map(|n| format!(" [{n}]")).unwrap_or_default();
            writeln!(text, "\n> {}{note}", described.label).unwrap();
            table.act(step.clone());
        }
        for event in &table.events[before..] {
            writeln!(text, "  {}", table.game.tell(event, Seat::Spectator).unwrap().text).unwrap();
        }
        if !matches!(table.game.actor(&table.state), Actor::Over(_)) {
            writeln!(text, "  = {}", table.game.prompt(&table.state)).unwrap();
        }
    }
    compare(name, &text);
}

fn compare(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    if std::env::var("LONGROLL_BLESS").is_ok_and(|v| v == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == text, "{} differs; bless it with LONGROLL_BLESS=1 if that is right:\n{text}", path.display());
}

fn preset(setup: &str) -> Value {
    json!({ "do": "preset", "setup": setup })
}

#[test]
fn setting_up() {
    let fort = |hex: &str| json!({ "do": "fort", "hex": hex });
    let place = |unit: &str, hex: &str| json!({ "do": "place", "unit": unit, "hex": hex });
    let steps = [
        fort("HH-33"),
        preset("around-falmouth"),
        preset("heights"),
        json!({ "do": "withhold", "corps": ["II Corps", "V Corps"] }),
        place("geary", "NN-23"),
        preset("around-falmouth"),
        json!({ "do": "break", "division": "early", "brigades": ["gordon", "hoke", "smith", "hays"] }),
        place("gordon", "S-25"),
        preset("heights"),
        preset("around-falmouth"),
    ];
    script("setting-up", Table::fresh(), &steps);
}

#[test]
fn crossing_the_river() {
    let units = [
        ("hooker", "OO-44"),
        ("bridge-1", "OO-43"),
        ("hancock", "OO-43"),
        ("boat-1", "LL-40"),
        ("gibbon", "MM-41"),
        ("french", "U-25"),
        ("stuart", "LL-44"),
    ];
    let end = || json!({ "do": "end-move" });
    let steps = [
        march(&["hooker"], &["OO-44", "NN-44"]),
        json!({ "do": "lay", "bridge": "bridge-1", "path": ["OO-43", "OO-44"], "far": "NN-44" }),
        march(&["boat-1"], &["LL-40", "LL-41"]),
        march(&["gibbon"], &["MM-41", "LL-41"]),
        march(&["french"], &["U-25", "T-24"]),
        end(),
        march(&["stuart"], &["LL-44", "LL-43"]),
        end(),
        march(&["hancock"], &["OO-43", "OO-44", "NN-44"]),
        json!({ "do": "drift", "boat": "boat-1" }),
        march(&["french"], &["T-24", "S-24"]),
        end(),
        march(&["stuart"], &["LL-43", "LL-42"]),
        end(),
        attack("stuart", "gibbon"),
        commit(),
        json!({ "do": "fight", "enemy": "gibbon" }),
        json!(3),
        retreat("gibbon", &["MM-42", "MM-41", "MM-40"]),
    ];
    script("crossing-the-river", moving(Union, &units), &steps);
}

#[test]
fn a_turn_of_battles() {
    let units = [
        ("rodes", "NN-24"),
        ("gordon", "NN-24"),
        ("lee", "NN-24"),
        ("walton", "NN-26"),
        ("hancock", "NN-22"),
        ("french", "MM-23"),
        ("geary", "OO-23"),
        ("iii-corps-artillery", "LL-23"),
        ("williams", "OO-24"),
        ("couch", "NN-22"),
    ];
    let fight = |enemy: &str| json!({ "do": "fight", "enemy": enemy });
    let steps = [
        march(&["hancock", "couch"], &["NN-22", "NN-23"]),
        march(&["iii-corps-artillery"], &["LL-23", "LL-22"]),
        json!({ "do": "end-move" }),
        attack("hancock", "rodes"),
        join("french"),
        join("williams"),
        join("iii-corps-artillery"),
        include("gordon"),
        json!({ "do": "divide-rest" }),
        fight("gordon"),
        json!(3),
        retreat("rodes", &["NN-24", "NN-25", "NN-26"]),
        retreat("lee", &["NN-24", "NN-25", "NN-26"]),
        retreat("gordon", &["NN-24", "NN-25", "MM-25"]),
        json!({ "do": "occupy", "unit": "williams", "hex": "NN-24" }),
        json!({ "do": "stay" }),
    ];
    script("a-turn-of-battles", moving_with(Union, &units, forts(&["NN-24"])), &steps);
}

#[test]
fn guns_at_two_hexes() {
    let units = [("xi-corps-artillery", "NN-21"), ("french", "NN-22"), ("rodes", "NN-25"), ("walton", "PP-28")];
    let fight = |enemy: &str| json!({ "do": "fight", "enemy": enemy });
    let end = || json!({ "do": "end-move" });
    let steps = [
        march(&["xi-corps-artillery"], &["NN-21", "NN-22", "NN-23"]),
        end(),
        attack("xi-corps-artillery", "rodes"),
        commit(),
        fight("rodes"),
        json!(6),
        march(&["walton"], &["PP-28", "PP-27"]),
        end(),
        attack("rodes", "xi-corps-artillery"),
        commit(),
        fight("xi-corps-artillery"),
        json!(1),
        march(&["xi-corps-artillery"], &["NN-23", "NN-24"]),
        march(&["french"], &["NN-22", "NN-23", "MM-23", "MM-24"]),
        end(),
        attack("french", "rodes"),
        join("xi-corps-artillery"),
        commit(),
        fight("rodes"),
        json!(3),
    ];
    script("guns-at-two-hexes", moving(Union, &units), &steps);
}

#[test]
fn brigades_and_the_last_factors() {
    let gone = [
        "mclaws",
        "a-p-hill",
        "rodes",
        "colston",
        "stuart",
        "alexander",
        "brown",
        "walker",
        "carter",
        "walton",
        "hardaway",
        "cabell",
        "nelson",
        "cutts",
        "mcintosh",
        "andrews",
        "jones-artillery",
        "anderson",
    ];
    let units =
        [("early", "NN-24"), ("beckham", "W-44"), ("hancock", "NN-22"), ("gibbon", "MM-22"), ("french", "OO-25"), ("geary", "MM-24")];
    let table = moving_with(Confederate, &units, json!({ "turn": 20, "eliminated": &gone[..15] }));
    let steps = [
        json!({ "do": "break", "division": "early", "brigades": ["gordon", "hoke", "smith", "hays"] }),
        march(&["gordon"], &["NN-24", "NN-23"]),
        json!({ "do": "end-move" }),
        json!({ "do": "divide-rest" }),
        json!({ "do": "fight", "enemy": "french" }),
        json!(6),
        json!({ "do": "fight", "enemy": "hancock" }),
        json!(6),
    ];
    script("brigades", table, &steps);
}

/// Whole games of a player whose choices depend on the names of actions alone, from a small position near the end.
#[test]
fn fingerprints() {
    let mut text = String::new();
    for key in 0..3 {
        let units = [
            ("hancock", "NN-22"),
            ("gibbon", "NN-22"),
            ("iii-corps-artillery", "MM-22"),
            ("pleasonton", "OO-43"),
            ("hooker", "OO-43"),
            ("bridge-1", "OO-43"),
            ("early", "NN-25"),
            ("walton", "NN-26"),
            ("stuart", "NN-44"),
            ("lee", "NN-26"),
        ];
        let mut table = moving_with(Union, &units, json!({ "turn": 23, "forts": { "confederate": ["NN-25"] } }));
        let named = |k: u64| -> Box<dyn Player<Chancellorsville1961>> { Box::new(NamedPlayer::new(k)) };
        let played =
            play_out(&table.game, &mut table.state, &mut [named(key * 2), named(key * 2 + 1)], &mut Dice::new(key), Care::Everything);
        assert!(played.violations.is_empty(), "{:?}", played.violations);
        writeln!(text, "{key}: {} actions, {:016x}", played.actions, table.game.hash(&table.state)).unwrap();
    }
    compare("fingerprints", &text);
}

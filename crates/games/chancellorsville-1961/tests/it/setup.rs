//! Prepare for play, and how to win.

use crate::table::*;
use chancellorsville_1961::{Kind, Step};
use engine::{Actor, Notation, Rules};
use serde_json::{Value, json};

fn fort(hex: &str) -> Value {
    json!({ "do": "fort", "hex": hex })
}

fn place(unit: &str, hex: &str) -> Value {
    json!({ "do": "place", "unit": unit, "hex": hex })
}

fn preset(setup: &str) -> Value {
    json!({ "do": "preset", "setup": setup })
}

#[test]
fn c61_prep_1_forts_first_union_then_confederate() {
    let mut table = Table::fresh();
    assert_eq!(table.state.step(), Step::Forts(Union));
    table.refuse("C61-PREP-1", fort("S-25"));
    table.refuse("C61-PREP-1", fort("T-24"));
    table.refuse("C61-PREP-1", fort("WW-28"));
    table.refuse("C61-PREP-5", fort("K-15"));
    for hex in ["HH-33", "NN-23", "NN-24", "NN-25", "S-19"] {
        assert!(table.may(fort(hex)));
        table.act(fort(hex));
        assert!(table.state.step() != Step::Forts(Union) || !table.may(fort(hex)), "one in a hex");
    }
    assert_eq!(table.state.step(), Step::Forts(Confederate));
    table.refuse("C61-PREP-1", fort("NN-26"));
    table.act(fort("S-25")).act(preset("heights"));
    assert_eq!((table.state.forts(Confederate).count(), table.state.step()), (15, Step::Withhold));
}

/// A fresh game up to the deployment of the Union army, with I and II Corps held back.
fn deploying() -> Table {
    let mut table = Table::fresh();
    table.act(preset("upriver")).act(preset("heights"));
    table.act(json!({ "do": "withhold", "corps": ["I Corps", "II Corps"] }));
    table
}

#[test]
fn c61_prep_2_the_union_army_without_two_corps() {
    let mut table = deploying();
    assert_eq!((table.asked(), table.state.step()), (Union, Step::DeployUnion));
    table.refuse("C61-PREP-2", place("hancock", "NN-23"));
    table.refuse("C61-PREP-2", place("boat-1", "NN-23"));
    table.refuse("C61-PREP-2", place("geary", "S-25"));
    table.act(place("geary", "NN-23")).act(place("williams", "NN-23"));
    table.refuse("C61-STK-1", place("birney", "NN-23"));
    table.act(preset("upriver"));
    assert_eq!((table.asked(), table.state.step()), (Confederate, Step::DeployConfederate));
    let book = table.game.book();
    let count = |kind: Kind| book.all().filter(|p| book.kind[p.index()] == kind && table.state.on_map() & p.bit() != 0).count();
    let on =
        [Kind::Artillery, Kind::Infantry, Kind::Cavalry, Kind::HorseArtillery, Kind::Headquarters, Kind::Boat, Kind::Bridge].map(count);
    assert_eq!(on, [7, 15, 5, 1, 9, 0, 0]);
    // two whole corps of 2 artillery and 6 infantry units.
    let pairs: Vec<String> = book.pairs.iter().map(|p| p.corps.join("+")).collect();
    assert_eq!(pairs.len(), 11);
    assert!(pairs.contains(&"VI Corps+XII Corps".into()) && !pairs.iter().any(|p| p.contains("VI Corps") && !p.contains("XII")));
    let refused = table.game.read_action(&json!({ "do": "withhold", "corps": ["VI Corps", "I Corps"] }));
    assert_eq!(refused.unwrap_err().field, "corps");
    table.refuse_as(Union, "C61-PREP-2", json!({ "do": "withhold", "corps": ["I Corps", "II Corps"] }));
}

#[test]
fn c61_prep_3_the_confederates_south_of_the_line() {
    let mut table = deploying();
    table.act(preset("upriver"));
    table.refuse("C61-PREP-3", place("early", "NN-23"));
    table.refuse("C61-PREP-5", place("early", "K-15"));
    table.refuse("C61-PREP-1", place("early", "T-24"));
    table.act(place("early", "A-20")).act(place("lee", "XX-53"));
    table.refuse("C61-PREP-4", place("early", "A-20"));
}

#[test]
fn c61_prep_4_the_rest_of_the_union_army() {
    let mut table = deploying();
    table.act(preset("upriver")).act(preset("heights"));
    assert_eq!((table.asked(), table.state.step()), (Union, Step::DeployRest));
    table.refuse("C61-PREP-4", place("boat-1", "NN-24"));
    table.refuse("C61-PREP-4", place("geary", "NN-24"));
    table.refuse("C61-PREP-2", place("hancock", "S-25"));
    let before = table.state.on_map().count_ones();
    table.act(place("boat-1", "NN-23")).act(place("hancock", "NN-24")).act(preset("upriver"));
    assert_eq!(table.state.on_map().count_ones() - before, 8 + 8);
    assert_eq!((table.state.turn(), table.state.step(), table.asked()), (1, Step::Move, Union));
}

#[test]
fn c61_prep_5_nobody_in_the_fork() {
    let mut table = deploying();
    table.refuse("C61-PREP-5", place("geary", "K-15"));
    table.act(preset("upriver"));
    table.refuse("C61-PREP-5", place("early", "K-15"));
    let all = table.all_listed();
    let ground = &table.game.book().ground;
    assert!(all.iter().all(
        |a| !matches!(a, chancellorsville_1961::Action::Place(_, h) if ground.land(*h) != chancellorsville_1961::ground::Land::South)
    ));
}

#[test]
fn every_ready_made_set_up_stands_as_written() {
    for (union, confederate) in [("around-falmouth", "heights"), ("upriver", "river-line"), ("downriver", "heights")] {
        let mut table = Table::fresh();
        while table.state.turn() == 0 {
            let setup = if table.asked() == Union { union } else { confederate };
            table.act(preset(setup));
        }
        for preset in &table.game.book().presets {
            if preset.id == union || preset.id == confederate {
                for piece in table.game.book().all().filter(|p| preset.hexes[p.index()] != chancellorsville_1961::ground::OFF) {
                    assert_eq!(
                        table.state.hex(piece),
                        preset.hexes[piece.index()],
                        "{} in {}",
                        table.game.book().counter(piece).id,
                        preset.id
                    );
                }
                let forts: Vec<_> = table.state.forts(preset.side).collect();
                assert_eq!(forts, preset.forts[preset.side.index()]);
            }
        }
    }
}

/// A position late in the game with so much of the Confederate army gone.
fn late(turn: u8, mover: engine::Side, gone: &[&str]) -> Table {
    moving_with(mover, &[("hancock", "NN-23"), ("gibbon", "NN-23"), ("gordon", "NN-24")], json!({ "turn": turn, "eliminated": gone }))
}

/// 71 of 87 factors: 16 are left.
const MOST: [&str; 15] = [
    "anderson",
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
];

#[test]
fn c61_win_1_the_game_ends_after_turn_25() {
    let mut table = late(25, Confederate, &[]);
    table.march(&["gordon"], &["NN-24", "NN-25"]).end();
    assert!(matches!(table.game.actor(&table.state), Actor::Over(_)));
    table.refuse_as(Union, "C61-WIN-1", json!({ "do": "end-move" }));
    let mut table = late(24, Confederate, &[]);
    table.march(&["gordon"], &["NN-24", "NN-25"]).end();
    assert_eq!(table.state.turn(), 25);
}

#[test]
fn c61_win_2_fifteen_factors_left_lose_the_war() {
    let mut table = late(12, Union, &MOST);
    assert_eq!(table.game.factors_left(&table.state, Confederate), 16);
    assert!(matches!(table.game.actor(&table.state), Actor::Side(Union)), "sixteen: play on");
    table.end().battle(&["hancock", "gibbon"], &["gordon"]).commit().fight("gordon").roll(1);
    assert_eq!(table.game.factors_left(&table.state, Confederate), 14);
    assert_eq!(table.state.step(), Step::Over(Union));
    // A hand-written position with few Confederates on the map does not end: the others are set aside, not lost.
    let mut table = moving(Union, &[("hancock", "NN-23"), ("gordon", "NN-24")]);
    table.end().attack("hancock", "gordon").commit().fight("gordon").roll(1);
    assert_eq!(table.state.step(), Step::Move);
}

#[test]
fn c61_win_3_sixteen_left_at_the_end_or_no_union_army() {
    let mut table = late(25, Confederate, &MOST);
    table.march(&["gordon"], &["NN-24", "NN-25"]).end();
    assert_eq!(table.state.step(), Step::Over(Confederate));
    // The last Union unit falls.
    let table = Table::fresh();
    let book = table.game.book();
    let gone: Vec<&str> = book
        .all()
        .filter(|p| p.bit() & book.of[0] & book.fighters() != 0)
        .map(|p| book.counter(p).id.as_str())
        .filter(|id| *id != "morris")
        .collect();
    let mut table = moving_with(Union, &[("morris", "NN-23"), ("rodes", "NN-24")], json!({ "eliminated": gone }));
    table.end().attack("morris", "rodes").commit().fight("rodes");
    assert_eq!(table.state.step(), Step::Over(Confederate));
}

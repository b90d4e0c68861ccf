//! Counters and brigade substitutes.

use crate::table::*;
use chancellorsville_1961::{Action, Step};
use engine::{Notation, Positions, Rules};
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
fn c61_unit_1_a_counter_shows_combat_and_movement() {
    let table = Table::fresh();
    let early = table.game.book().counter(table.piece("early"));
    assert_eq!((early.combat, early.movement, early.name.as_str(), early.side), (8, 4, "Early", Confederate));
    let total = |side: engine::Side| table.game.factors_left(&table.state, side);
    assert_eq!((total(Union), total(Confederate)), (172, 87));
}

#[test]
fn c61_unit_2_horse_artillery_is_artillery_and_cavalry_is_not() {
    let table = moving(Union, &[("beckham", "NN-23")]);
    let two_away = table.game.book().ground.board.grid.parse("NN-25").unwrap();
    assert_eq!(table.state.control(Confederate, two_away), 1);
    let table = moving(Union, &[("stuart", "NN-23")]);
    assert_eq!(table.state.control(Confederate, two_away), 0);
}

#[test]
fn c61_unit_3_forts_never_move() {
    let table = moving_with(Union, &[("hancock", "NN-23")], forts(&["NN-23"]));
    let refused = table.game.read_action(&march(&["fort-1"], &["NN-23", "NN-24"])).unwrap_err();
    assert!(refused.because.contains("C61-UNIT-3"), "{refused}");
    // A fort adds no strength of its own and serves whoever stands on it.
    assert_eq!(table.game.factors_left(&table.state, Union), 172);
    let before = table.state.forts(Confederate).collect::<Vec<_>>();
    let mut table = table;
    table.pass();
    assert_eq!(table.state.forts(Confederate).collect::<Vec<_>>(), before);
}

#[test]
fn c61_unit_4_a_boat_has_no_zone() {
    let mut table = moving(Confederate, &[("early", "NN-22"), ("boat-1", "MM-24"), ("bridge-1", "MM-24")]);
    table.march(&["early"], &["NN-22", "NN-23", "NN-24", "NN-25", "NN-26"]);
    assert_eq!(table.hex("early"), "NN-26");
    assert_eq!(table.game.book().combat[table.piece("boat-1").index()], 0);
}

fn break_down(division: &str, brigades: &[&str]) -> Value {
    json!({ "do": "break", "division": division, "brigades": brigades })
}

fn form(division: &str, brigades: &[&str]) -> Value {
    json!({ "do": "form", "division": division, "brigades": brigades })
}

const EARLYS: [&str; 4] = ["gordon", "hoke", "smith", "hays"];

#[test]
fn c61_bsc_1_substitutes_replace_and_do_not_add() {
    let mut table = moving(Confederate, &[("early", "NN-23"), ("anderson", "NN-25")]);
    table.act(break_down("early", &EARLYS));
    assert_eq!(table.hex("early"), "off");
    // Brigades on the map cannot come in once more for another division.
    table.refuse("C61-BSC-1", break_down("anderson", &EARLYS));
    // They are the Confederates' alone.
    let table = moving(Union, &[("early", "NN-23")]);
    table.refuse_as(Union, "C61-BSC-1", break_down("early", &EARLYS));
    // A position with a division and its brigades has too many factors.
    let divisions = ["anderson", "mclaws", "a-p-hill", "rodes", "early", "colston"];
    let hexes = ["NN-21", "NN-22", "NN-23", "NN-24", "NN-25", "NN-26"];
    let mut units: Vec<(&str, &str)> = divisions.into_iter().zip(hexes).collect();
    units.push(("gordon", "NN-27"));
    let bad = misread(&position(Union, &units, json!({})));
    assert!(bad.because.contains("more than 53"), "{bad}");
}

#[test]
fn c61_bsc_2_brigades_add_up_to_the_division() {
    let mut table = moving(Confederate, &[("early", "NN-23")]);
    table.refuse("C61-BSC-2", break_down("early", &["gordon", "hoke", "smith"]));
    table.refuse("C61-BSC-2", break_down("early", &["gordon", "hoke", "smith", "hays", "wilcox"]));
    table.refuse("C61-BSC-5", break_down("early", &["gordon", "hoke", "f-lee", "hays"]));
    table.act(break_down("early", &EARLYS));
}

/// The divisions that the Confederates may break down out of turn.
fn offered(table: &Table) -> Vec<String> {
    let mut asides = Vec::new();
    table.game.asides(&table.state, Confederate, &mut asides);
    let written = asides.into_iter().map(|a| table.game.write_action(a)).filter(|a| a["do"] == "break");
    written.map(|a| a["division"].as_str().unwrap().to_string()).collect()
}

#[test]
fn c61_bsc_2_out_of_turn_only_what_nobody_is_asked_about() {
    // In the own Turn it is a decision like others, before battles and between them.
    let none: [&str; 0] = [];
    let units = [("alexander", "NN-23"), ("walton", "OO-24"), ("anderson", "NN-25"), ("early", "W-44"), ("devens", "NN-24")];
    assert_eq!(offered(&moving(Union, &units)), ["anderson", "early"]);
    assert_eq!(offered(&moving(Confederate, &units)), none);
    let contact = json!({ "in_contact": { "alexander": ["devens"], "walton": ["devens"] } });
    let mut table = fighting_with(Confederate, &units, contact);
    assert_eq!(offered(&table), ["anderson", "early"], "while battles are formed");
    table.battle(&["alexander", "walton", "anderson"], &["devens"]).commit();
    assert_eq!((table.state.step(), offered(&table)), (Step::Choose, Vec::new()));
    // Whoever pays for an exchange may choose the division or its brigades; others break down as ever.
    table.fight("devens").roll(2);
    assert_eq!((table.asked(), table.state.step()), (Confederate, Step::Exchange));
    assert_eq!(offered(&table), ["early"]);
}

#[test]
fn c61_bsc_2_divisions_break_down_at_any_time() {
    // While the Union moves, and between any two of its decisions.
    let mut table = moving(Union, &[("early", "NN-24"), ("anderson", "W-44"), ("geary", "NN-23"), ("williams", "NN-25")]);
    assert_eq!(offered(&table), ["anderson", "early"]);
    table.act_as(Confederate, break_down("anderson", &["heth", "pender", "lane", "archer"]));
    assert_eq!(table.asked(), Union);
    // Formed again only in the own Turn.
    table.refuse_as(Confederate, "C61-BSC-6", form("anderson", &["heth", "pender", "lane", "archer"]));
    // In a battle already formed the brigades take the division's place, with its headquarters in their company.
    table.end().battle(&["geary", "williams"], &["early"]);
    let odds = table.odds("early");
    table.act_as(Confederate, break_down("early", &EARLYS));
    assert_eq!(table.odds("gordon"), odds);
    table.commit().fight("hays").roll(3);
    assert_eq!(table.state.step(), Step::Retreat, "13-8, a three: D back 2");
    let losers: BTreeSet<_> =
        table.all_listed().into_iter().filter_map(|a| if let Action::Retreat(unit, _) = a { Some(unit) } else { None }).collect();
    assert_eq!(losers.len(), 5, "four brigades and Early's headquarters");
}

#[test]
fn c61_bsc_2_brigades_take_the_fate_of_their_division() {
    let units = [("early", "NN-24"), ("geary", "NN-23"), ("williams", "NN-25"), ("anderson", "NN-29"), ("jackson", "NN-24")];
    let fighting_early = || {
        let mut table = fighting(Union, &units);
        table.battle(&["geary", "williams"], &["early"]).commit().fight("early");
        table
    };
    // Before the die falls.
    let mut table = fighting_early();
    table.act_as(Confederate, break_down("early", &EARLYS)).roll(1);
    assert!(EARLYS.iter().chain(&["early-hq", "jackson"]).all(|id| table.is_lost(id)), "D elim takes them all");
    // When the losers go back: each of them, the headquarters too.
    let mut table = fighting_early();
    table.roll(3);
    assert_eq!(offered(&table), ["anderson", "early"]);
    table.act_as(Confederate, break_down("early", &EARLYS));
    for id in EARLYS.iter().chain(&["early-hq", "jackson"]) {
        assert!(!table.listed(id).is_empty(), "{id} goes back");
    }
    // In an exchange the weaker side does not save anybody by it.
    let mut table = fighting_early();
    table.roll(2);
    assert_eq!((table.asked(), table.state.step()), (Union, Step::Exchange));
    table.act_as(Confederate, break_down("early", &EARLYS)).act(json!({ "do": "lose", "unit": "geary" }));
    table.act(json!({ "do": "lose", "unit": "williams" }));
    assert!(EARLYS.iter().chain(&["early-hq", "jackson"]).all(|id| table.is_lost(id)));
    // A unit bound to join its friends stays bound in its parts.
    let units = [("colston", "NN-23"), ("early", "NN-22"), ("xi-corps-artillery", "NN-24")];
    let mut table = fighting(Confederate, &units);
    table.attack("colston", "xi-corps-artillery").act(break_down("early", &EARLYS));
    table.join("gordon").join("hoke").join("smith");
    table.refuse("C61-MUA-3", commit());
    table.join("hays").commit();
    // During the set-up too, when it has been placed.
    let mut table = Table::fresh();
    for setup in ["around-falmouth", "heights", "around-falmouth", "around-falmouth"] {
        table.act(json!({ "do": "preset", "setup": setup }));
    }
    table.act(json!({ "do": "place", "unit": "early", "hex": "S-25" }));
    assert_eq!(offered(&table), ["early"]);
    table.act(break_down("early", &EARLYS));
    assert_eq!((table.hex("gordon"), table.hex("early-hq")), ("S-25".into(), "S-25".into()));
}

#[test]
fn c61_bsc_3_brigades_come_with_their_headquarters() {
    let mut table = moving(Confederate, &[("early", "NN-23")]);
    table.act(break_down("early", &EARLYS));
    for id in EARLYS.iter().chain(&["early-hq"]) {
        assert_eq!(table.hex(id), "NN-23", "{id}");
    }
    // eliminated once, the headquarters does not come again.
    let mut table = moving_with(Confederate, &[("early", "NN-23")], json!({ "eliminated": ["early-hq"] }));
    table.act(break_down("early", &EARLYS));
    assert_eq!(table.hex("early-hq"), "off");
}

#[test]
fn c61_bsc_4_brigades_go_their_own_ways() {
    let mut table = moving(Confederate, &[("early", "NN-22")]);
    table.march(&["early"], &["NN-22", "NN-23"]).act(break_down("early", &EARLYS));
    table.march(&["gordon"], &["NN-23", "NN-24", "NN-25", "NN-26"]);
    // They have walked the division's hexes already.
    table.refuse("C61-MOV-1", march(&["gordon"], &["NN-26", "NN-27"]));
    assert_eq!((table.hex("gordon"), table.hex("hoke")), ("NN-26".into(), "NN-23".into()));
}

#[test]
fn c61_bsc_5_any_brigades_serve() {
    let mut table = moving(Confederate, &[("early", "NN-23")]);
    table.act(break_down("early", &["heth", "pender", "lane", "archer"]));
    assert_eq!((table.hex("archer"), table.hex("gordon")), ("NN-23".into(), "off".into()));
}

#[test]
fn c61_bsc_5_any_brigades_serve_out_of_turn_too() {
    use engine::table::{Seated, Table as _};
    let table = moving(Union, &[("early", "NN-24"), ("geary", "W-16")]);
    let mut seated = Seated::new(table.game.clone(), table.state.clone(), engine::Dice::new(1));
    assert!(seated.apply(engine::Seat::Confederate, &march(&["early"], &["NN-24", "NN-25"])).is_err(), "it is the Union's Turn");
    assert!(seated.apply(engine::Seat::Union, &break_down("early", &EARLYS)).is_err(), "nor is it the Union's division");
    seated.apply(engine::Seat::Confederate, &break_down("early", &["heth", "pender", "lane", "archer"])).unwrap();
    assert_eq!(table.game.book().ground.name(seated.state().hex(table.piece("archer"))), "NN-24");
}

#[test]
fn c61_bsc_6_a_division_returns_where_its_brigades_have_met() {
    let mut table = moving(Confederate, &[("early", "NN-23")]);
    table.act(break_down("early", &EARLYS));
    // Without a move or a battle in between nothing goes back.
    table.refuse("C61-BSC-6", form("early", &EARLYS));
    table.march(&["gordon"], &["NN-23", "NN-24"]).pass().pass();
    table.refuse("C61-BSC-6", form("early", &EARLYS));
    table.refuse("C61-BSC-2", form("early", &["hoke", "smith", "hays"]));
    table.march(&["hoke", "smith", "hays"], &["NN-23", "NN-24"]).act(form("early", &EARLYS));
    assert_eq!((table.hex("early"), table.hex("gordon")), ("NN-24".into(), "off".into()));
    // its headquarters stays, for it is elsewhere; the walk of the brigades counts.
    assert_eq!(table.hex("early-hq"), "NN-23");
    table.refuse("C61-MOV-1", march(&["early"], &["NN-24", "NN-25", "NN-26", "NN-27", "MM-26"]));
    table.refuse("C61-BSC-6", break_down("early", &EARLYS));
    // Only a division that was broken down returns.
    let table = moving_with(
        Confederate,
        &[("gordon", "NN-23"), ("hoke", "NN-23"), ("smith", "NN-23"), ("hays", "NN-23")],
        json!({ "eliminated": ["early"] }),
    );
    table.refuse("C61-BSC-6", form("early", &EARLYS));
}

#[test]
fn c61_bsc_6_battles_that_are_over_do_not_keep_brigades_apart() {
    let mut units: Vec<(&str, &str)> = EARLYS.iter().map(|b| (*b, "NN-24")).collect();
    units.extend([("morris", "NN-23"), ("buford", "NN-25"), ("colston", "NN-28"), ("devens", "NN-29")]);
    let brigades = game().book().all().map(|p| game().book().counter(p).clone());
    let mut boxed: Vec<String> = brigades.filter(|c| c.of.is_some() && !EARLYS.contains(&c.id.as_str())).map(|c| c.id).collect();
    boxed.push("early".into());
    let mut table = fighting_with(Confederate, &units, json!({ "box": boxed }));
    table.battle(&["gordon", "hoke"], &["morris"]).battle(&["smith", "hays"], &["buford"]).attack("colston", "devens").commit();
    // not while some of them have a battle to fight that is not that of the others.
    table.refuse("C61-BSC-6", form("early", &EARLYS));
    table.fight("morris").roll(1);
    table.refuse("C61-BSC-6", form("early", &EARLYS));
    table.fight("buford").roll(1);
    table.act(form("early", &EARLYS));
    assert_eq!((table.hex("early"), table.hex("hays")), ("NN-24".into(), "off".into()));
    // It is saved and goes on.
    let saved = table.game.write_position(&table.state);
    assert_eq!(table.game.hash(&table.game.read_position(&saved).unwrap()), table.game.hash(&table.state));
    table.fight("devens").roll(1);
    assert_eq!(table.state.mover(), Union);
}

#[test]
fn c61_bsc_7_brigades_may_be_set_up_instead() {
    let mut table = Table::fresh();
    for _ in 0..3 {
        let setup = if table.asked() == Union { "around-falmouth" } else { "heights" };
        table.act(json!({ "do": "preset", "setup": setup }));
    }
    table.act(json!({ "do": "preset", "setup": "around-falmouth" }));
    assert_eq!(table.asked(), Confederate);
    table.act(break_down("mclaws", &["kershaw", "semmes", "wofford", "barksdale"]));
    for (brigade, hex) in ["kershaw", "semmes", "wofford", "barksdale"].into_iter().zip(["S-25", "BB-33", "GG-34", "LL-42"]) {
        table.act(json!({ "do": "place", "unit": brigade, "hex": hex }));
    }
    table.refuse("C61-PREP-4", json!({ "do": "place", "unit": "mclaws", "hex": "S-25" }));
    table.act(json!({ "do": "preset", "setup": "heights" }));
    assert_eq!(table.game.factors_left(&table.state, Confederate), 87);
    assert_eq!(table.hex("kershaw"), "S-25");
}

#[test]
fn a_division_on_a_ford_stays_whole() {
    let table = moving(Confederate, &[("early", "T-24")]);
    table.refuse("C61-SWIM-2", break_down("early", &EARLYS));
}

//! The worked examples of the manual and the reference folder, with their numbers.

use crate::division::divisions;
use crate::table::*;
use chancellorsville_1961::combat::column_name;
use chancellorsville_1961::{Manner, Step};
use serde_json::{Value, json};

fn converted(table: &Table, enemy: &str) -> String {
    column_name(table.clash(enemy).column())
}

/// The example of a single Turn. Red A, B against Blue A on the river bank; C, D against Blue B; E, F, G against Blue C.
fn single_turn() -> Table {
    let units = [
        ("early", "MM-44"),     // A 8
        ("stuart", "LL-42"),    // B 4
        ("devens", "MM-43"),    // Blue A 4
        ("rodes", "NN-21"),     // C 10
        ("gordon", "OO-22"),    // D 2
        ("french", "NN-22"),    // Blue B 6
        ("alexander", "NN-25"), // E 3
        ("walton", "OO-25"),    // F 2
        ("anderson", "NN-23"),  // G 8
        ("schurz", "NN-24"),    // Blue C 4
    ];
    let contact = json!({ "in_contact": { "alexander": ["schurz"], "walton": ["schurz"] } });
    let mut table = moving_with(Confederate, &units, contact);
    table.end();
    table
}

#[test]
fn v_1_three_battles_are_prepared_before_one_is_fought() {
    let mut table = single_turn();
    table.battle(&["early", "stuart"], &["devens"]).battle(&["rodes", "gordon"], &["french"]);
    table.battle(&["alexander", "walton", "anderson"], &["schurz"]).commit();
    let odds = ["devens", "french", "schurz"].map(|q| (table.odds(q), converted(&table, q)));
    assert_eq!(odds, [((12, 4), "3-1".into()), ((12, 6), "2-1".into()), ((13, 4), "3-1".into())]);
    // Red G may go into either battle.
    let mut table = single_turn();
    table.battle(&["rodes", "gordon", "anderson"], &["french"]);
    assert_eq!(table.odds("french"), (20, 6));
}

#[test]
fn v_2_to_v_5_the_three_battles_are_fought() {
    let mut table = single_turn();
    table.battle(&["early", "stuart"], &["devens"]).battle(&["rodes", "gordon"], &["french"]);
    table.battle(&["alexander", "walton", "anderson"], &["schurz"]).commit();
    // V-2: back 2, but river and red zones are on all sides.
    table.fight("devens").roll(3);
    assert!(table.is_lost("devens"));
    // V-3: 2-1 and a 6.
    table.fight("french").roll(6);
    assert!(table.is_lost("rodes") && table.is_lost("gordon") && !table.is_lost("french"));
    // V-4: exchange: Blue C goes, Red removes E and F, five for four.
    table.fight("schurz").roll(5);
    table.act(json!({ "do": "lose", "unit": "walton" })).act(json!({ "do": "lose", "unit": "alexander" })).act(json!({ "do": "paid" }));
    assert!(table.is_lost("schurz") && !table.is_lost("anderson"));
    // V-5: Blue B and Red G are still adjacent; it is the Union's Turn, to attack or to leave.
    assert_eq!((table.state.mover(), table.state.step()), (Union, Step::Move));
    assert!(table.may(march(&["french"], &["NN-22", "NN-21"])));
    table.end();
    assert!(table.may(attack("french", "anderson")));
}

#[test]
fn v_6_cavalry_goes_round_x_to_close_the_ring() {
    let units = [("pleasonton", "NN-22"), ("averell", "NN-22"), ("buford", "LL-21"), ("gordon", "NN-24")];
    let mut table = moving(Union, &units);
    // X is MM-23, next to Red; Y is MM-24 behind it.
    table.refuse("C61-ATT-3", march(&["buford"], &["LL-21", "LL-22", "MM-23", "MM-24"]));
    table.march(&["buford"], &["LL-21", "LL-22", "LL-23", "MM-24"]);
    table.march(&["pleasonton"], &["NN-22", "NN-23"]).march(&["averell"], &["NN-22", "OO-23", "PP-24", "PP-25", "OO-25"]);
    table.end().battle(&["pleasonton", "averell", "buford"], &["gordon"]).commit();
    assert_eq!((table.odds("gordon"), converted(&table, "gordon")), ((8, 2), "4-1".into()));
    table.fight("gordon").roll(4);
    assert!(table.is_lost("gordon"));
}

#[test]
fn v_7_artillery_at_two_hexes() {
    let odds = |mover, attacker: (&str, &str), defender: (&str, &str)| {
        let mut table = fighting(mover, &[attacker, defender]);
        table.attack(attacker.0, defender.0);
        (table.odds(defender.0), converted(&table, defender.0), table.clash(defender.0).manner)
    };
    assert_eq!(odds(Union, ("xi-corps-artillery", "NN-23"), ("walton", "NN-25")), ((4, 2), "2-1".into(), Manner::Guns));
    assert_eq!(odds(Union, ("xi-corps-artillery", "NN-23"), ("wilcox", "NN-25")), ((4, 1), "4-1".into(), Manner::Bombard));
    assert_eq!(odds(Union, ("french", "NN-23"), ("walton", "NN-25")), ((6, 2), "3-1".into(), Manner::Approach));
    assert_eq!(odds(Confederate, ("walton", "NN-25"), ("french", "NN-23")), ((2, 6), "1-3".into(), Manner::Bombard));
}

#[test]
fn v_8_defence() {
    let odds = |mover, attackers: &[(&str, &str)], defenders: &[(&str, &str)], more: Value| {
        let units: Vec<(&str, &str)> = attackers.iter().chain(defenders).copied().collect();
        let mut table = fighting_with(mover, &units, more);
        let names = |list: &[(&str, &str)]| list.iter().map(|u| u.0.to_string()).collect::<Vec<_>>();
        let (a, d) = (names(attackers), names(defenders));
        let strs = |v: &[String]| v.iter().map(|s| s.to_string()).collect::<Vec<_>>();
        let (a, d) = (strs(&a), strs(&d));
        table.battle(&a.iter().map(String::as_str).collect::<Vec<_>>(), &d.iter().map(String::as_str).collect::<Vec<_>>());
        (table.odds(&d[0]), converted(&table, &d[0]))
    };
    // 1) Fort, base 2: 8-4.
    let blue = [("devens", "NN-23"), ("schurz", "NN-23")];
    assert_eq!(odds(Union, &blue, &[("gordon", "NN-24")], forts(&["NN-24"])), ((8, 4), "2-1".into()));
    // 2) Shore, base 3, from a ford: 12-6. 3) Fortified shore, base 2: 12-6.
    assert_eq!(odds(Confederate, &[("a-p-hill", "T-24")], &[("pleasonton", "U-25")], json!({})), ((12, 6), "2-1".into()));
    assert_eq!(odds(Confederate, &[("a-p-hill", "T-24")], &[("buford", "U-25")], forts(&["U-25"])), ((12, 6), "2-1".into()));
    // 4) Hill, base 3: 14-6. 5) Fortified hill, base 3: 12-9.
    let red = [("a-p-hill", "MM-41"), ("gordon", "NN-41")];
    assert_eq!(odds(Confederate, &red, &[("pleasonton", "MM-40")], json!({})), ((14, 6), "2-1".into()));
    assert_eq!(odds(Confederate, &[("a-p-hill", "MM-41")], &[("pleasonton", "MM-40")], forts(&["MM-40"])), ((12, 9), "1-1".into()));
}

#[test]
fn v_9_only_two_ways_to_divide() {
    let units = [("devens", "NN-22"), ("schurz", "NN-24"), ("gordon", "NN-21"), ("hoke", "NN-23"), ("hays", "NN-25")];
    let table = fighting(Union, &units);
    let all = divisions(&table);
    let named = |a: &[&str], d: &[&str]| {
        (a.iter().map(ToString::to_string).collect::<Vec<_>>(), d.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let one = vec![named(&["devens"], &["gordon", "hoke"]), named(&["schurz"], &["hays"])];
    let other = vec![named(&["devens"], &["gordon"]), named(&["schurz"], &["hays", "hoke"])];
    assert_eq!(all.into_iter().collect::<Vec<_>>(), vec![other, one]);
}

#[test]
fn v_10_whoever_has_fought_does_not_fight_again() {
    let units = [("devens", "NN-22"), ("schurz", "NN-24"), ("gordon", "NN-21"), ("hoke", "NN-23"), ("hays", "NN-25")];
    let mut table = fighting(Union, &units);
    table.attack("devens", "gordon").battle(&["schurz"], &["hays", "hoke"]).commit();
    table.fight("gordon").roll(1).fight("hays").roll(4);
    // Schurz finds no way back; Devens and Hoke, adjacent, have both fought.
    assert!(table.is_lost("schurz"));
    assert_eq!((table.state.mover(), table.hex("devens"), table.hex("hoke")), (Confederate, "NN-22".into(), "NN-23".into()));
    assert!(table.may(march(&["hoke"], &["NN-23", "NN-24"])));
    table.end();
    assert!(table.may(attack("hoke", "devens")));
}

#[test]
fn v_11_a_soak_off_against_a_fortified_hill() {
    // Rodes 10 and A. P. Hill 12 on MM-40: 66 in defence. Blue A 6 against the 12, thirty against the 10.
    let units = [
        ("rodes", "MM-40"),
        ("a-p-hill", "MM-40"),
        ("french", "MM-39"),
        ("birney", "MM-41"),
        ("berry", "MM-41"),
        ("whipple", "NN-41"),
        ("doubleday", "NN-41"),
        ("newton", "LL-40"),
    ];
    let mut table = fighting_with(Union, &units, forts(&["MM-40"]));
    table.attack("french", "a-p-hill").battle(&["birney", "berry", "whipple", "doubleday", "newton"], &["rodes"]).commit();
    assert_eq!((table.odds("a-p-hill"), converted(&table, "a-p-hill")), ((6, 36), "1-6".into()));
    assert_eq!((table.odds("rodes"), converted(&table, "rodes")), ((30, 30), "1-1".into()));
}

#[test]
fn v_12_pairs_at_two_hexes() {
    let mut table = fighting(Confederate, &[("walton", "NN-25"), ("xii-corps-artillery", "NN-23")]);
    table.attack("walton", "xii-corps-artillery");
    assert_eq!((table.odds("xii-corps-artillery"), converted(&table, "xii-corps-artillery")), ((2, 3), "1-1".into()));
    let mut table = fighting(Union, &[("walton", "NN-25"), ("xii-corps-artillery", "NN-23")]);
    table.attack("xii-corps-artillery", "walton");
    assert_eq!((table.odds("walton"), converted(&table, "walton")), ((3, 2), "1-1".into()));
    let mut table = fighting(Confederate, &[("walton", "NN-25"), ("devens", "NN-23")]);
    assert!(table.may(commit()));
    table.attack("walton", "devens");
    assert_eq!((table.odds("devens"), converted(&table, "devens"), table.clash("devens").manner), ((2, 4), "1-2".into(), Manner::Bombard));
    let mut table = fighting(Union, &[("walton", "NN-25"), ("devens", "NN-23")]);
    assert!(!table.may(commit()));
    table.attack("devens", "walton");
    assert_eq!((table.odds("walton"), table.clash("walton").manner), ((4, 2), Manner::Approach));
}

#[test]
fn v_13_mixed_stacks_at_two_hexes() {
    let mut table = fighting(Union, &[("iii-corps-artillery", "NN-23"), ("walton", "NN-25"), ("gordon", "NN-25")]);
    table.attack("iii-corps-artillery", "walton").commit();
    assert_eq!((table.odds("walton"), converted(&table, "walton")), ((7, 2), "3-1".into()));
    let mut table = fighting(Union, &[("xi-corps-artillery", "NN-23"), ("french", "NN-23"), ("colston", "NN-25")]);
    table.attack("xi-corps-artillery", "colston").commit();
    assert_eq!((converted(&table, "colston"), table.clash("colston").manner), ("1-1".into(), Manner::Bombard));
    let mut table = fighting(Confederate, &[("xi-corps-artillery", "NN-23"), ("french", "NN-23"), ("colston", "NN-25")]);
    table.attack("colston", "xi-corps-artillery").commit();
    let clash = table.clash("xi-corps-artillery");
    assert_eq!((clash.attack, clash.defence, clash.manner), (7, 4, Manner::Approach));
    let mut table = fighting(Union, &[("xi-corps-artillery", "NN-23"), ("french", "NN-23"), ("walton", "NN-25"), ("gordon", "NN-25")]);
    table.attack("xi-corps-artillery", "walton").commit();
    assert_eq!(table.odds("walton"), (4, 2));
}

#[test]
fn v_14_primary_and_secondary_combined() {
    let units = [("iii-corps-artillery", "NN-23"), ("mahone", "NN-22"), ("posey", "NN-22"), ("wright", "NN-22"), ("walton", "NN-25")];
    let contact = json!({ "in_contact": { "iii-corps-artillery": ["mahone", "posey", "wright"] } });
    let mut table = fighting_with(Union, &units, contact);
    table.battle(&["iii-corps-artillery"], &["walton", "mahone", "posey", "wright"]).commit();
    assert_eq!(table.odds("walton"), (7, 7));
    let mut table = fighting(Confederate, &units);
    table.battle(&["mahone", "posey", "wright", "walton"], &["iii-corps-artillery"]).commit();
    assert_eq!(table.odds("iii-corps-artillery"), (7, 7));
}

#[test]
fn v_15_from_the_river_and_the_shore_at_once() {
    let units = [("a-p-hill", "T-24"), ("gordon", "V-25"), ("buford", "U-25")];
    let mut table = fighting(Confederate, &units);
    table.battle(&["a-p-hill", "gordon"], &["buford"]).commit();
    assert_eq!((table.odds("buford"), converted(&table, "buford")), ((14, 4), "3-1".into()));
}

#[test]
fn v_16_streams_and_hills() {
    // 1) The road crosses Potomac Creek at JJ-29. 2) NN-28 has no road.
    let table = moving(Union, &[("hancock", "JJ-31"), ("gibbon", "NN-27")]);
    assert!(table.may(march(&["hancock"], &["JJ-31", "JJ-30", "JJ-29", "JJ-28", "KK-28"])));
    table.refuse("C61-STR-1", march(&["gibbon"], &["NN-27", "NN-28", "NN-29"]));
    // Over the hill MM-39, MM-40: stop on the first, next Turn two hexes, then at full rate from the edge.
    let mut table = moving(Union, &[("hancock", "MM-37"), ("early", "W-44")]);
    table.march(&["hancock"], &["MM-37", "MM-38", "MM-39"]).pass().pass();
    table.refuse("C61-WHM-2", march(&["hancock"], &["MM-39", "MM-40", "MM-41", "LL-40"]));
    table.march(&["hancock"], &["MM-39", "MM-40"]).pass().pass();
    table.march(&["hancock"], &["MM-40", "MM-41", "LL-40", "LL-39", "KK-38"]);
}

#[test]
fn v_17_the_fort_is_taken_in_the_same_turn() {
    let mut table = fighting_with(Confederate, &[("a-p-hill", "NN-23"), ("buford", "NN-24")], forts(&["NN-24"]));
    table.attack("a-p-hill", "buford").commit();
    assert_eq!((table.odds("buford"), converted(&table, "buford")), ((12, 4), "3-1".into()));
    table.fight("buford").roll(4).act(retreat("buford", &["NN-24", "NN-25", "NN-26"]));
    table.act(json!({ "do": "occupy", "unit": "a-p-hill", "hex": "NN-24" }));
    assert_eq!(table.hex("a-p-hill"), "NN-24");
    // Blue can only take it back by combat.
    assert!(!table.ends("buford").contains(&"NN-24".into()));
    table.march(&["buford"], &["NN-26", "NN-25"]).end();
    assert!(table.may(attack("buford", "a-p-hill")));
}

#[test]
fn v_18_infantry_joins_cavalry() {
    let mut table = moving(Confederate, &[("anderson", "NN-21"), ("stuart", "NN-23"), ("devens", "OO-26")]);
    table.march(&["anderson"], &["NN-21", "NN-22", "NN-23"]).march(&["anderson", "stuart"], &["NN-23", "NN-24", "NN-25"]);
    table.refuse("C61-STK-5", march(&["anderson", "stuart"], &["NN-25", "NN-26"]));
    table.end().battle(&["anderson", "stuart"], &["devens"]);
    assert_eq!(table.odds("devens"), (12, 4));
}

#[test]
fn v_19_across_on_a_boat() {
    let mut table = moving(Union, &[("boat-1", "KK-37"), ("hancock", "LL-40"), ("early", "W-44")]);
    // KK-37 is a hill with a road: the boat stops nowhere on it, it begins there.
    table.march(&["boat-1"], &["KK-37", "KK-38", "LL-39", "LL-40", "LL-41"]).march(&["hancock"], &["LL-40", "LL-41"]);
    table.pass().pass();
    table.march(&["hancock"], &["LL-41", "KK-41", "JJ-40"]);
    table.march(&["boat-1"], &["LL-41", "LL-42"]);
    assert_eq!((table.hex("hancock"), table.hex("boat-1")), ("JJ-40".into(), "LL-42".into()));
}

#[test]
fn v_20_across_on_a_bridge() {
    let units = [
        ("hooker", "OO-44"),
        ("bridge-1", "OO-43"),
        ("hancock", "OO-43"),
        ("gibbon", "OO-43"),
        ("french", "PP-43"),
        ("geary", "PP-42"),
        ("early", "W-44"),
    ];
    let mut table = moving(Union, &units);
    table.march(&["hooker"], &["OO-44", "NN-44"]);
    table.act(json!({ "do": "lay", "bridge": "bridge-1", "path": ["OO-43", "OO-44"], "far": "NN-44" })).pass().pass();
    table.march(&["hancock"], &["OO-43", "OO-44", "NN-44", "MM-43"]).march(&["gibbon"], &["OO-43", "OO-44", "NN-44"]);
    table.march(&["french"], &["PP-43", "OO-43", "OO-44", "NN-44"]).march(&["geary"], &["PP-42", "PP-43", "OO-43", "OO-44"]);
    assert_eq!(["hancock", "gibbon", "french", "geary"].map(|u| table.hex(u)), ["MM-43", "NN-44", "NN-44", "OO-44"]);
}

#[test]
fn v_21_sixteen_to_six_is_two_to_one() {
    assert_eq!(column_name(chancellorsville_1961::combat::column(16, 6)), "2-1");
}

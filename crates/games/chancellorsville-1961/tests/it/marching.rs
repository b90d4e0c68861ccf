//! Streams, woods, hills, marsh, occupied hexes, stacking.

use crate::table::*;
use serde_json::json;

#[test]
fn c61_str_1_a_stream_stops() {
    // NN-28 is Accokeek Creek, without a road.
    let mut table = moving(Union, &[("pleasonton", "NN-26")]);
    table.refuse("C61-STR-1", march(&["pleasonton"], &["NN-26", "NN-27", "NN-28", "NN-29"]));
    table.march(&["pleasonton"], &["NN-26", "NN-27", "NN-28"]);
    table.refuse("C61-STR-1", march(&["pleasonton"], &["NN-28", "NN-29"]));
    table.pass().pass();
    table.march(&["pleasonton"], &["NN-28", "NN-29"]);
    assert_eq!(table.hex("pleasonton"), "NN-29");
}

#[test]
fn c61_str_2_no_stop_where_a_road_or_railroad_meets_the_stream() {
    // JJ-29: Telegraph Road; PP-29 and QQ-30: the railroad; GG-37: the unfinished railroad.
    for (from, through, to) in [("JJ-30", "JJ-29", "JJ-28"), ("OO-29", "PP-29", "PP-28"), ("HH-37", "GG-37", "FF-37")] {
        let table = moving(Union, &[("pleasonton", from)]);
        assert!(table.may(march(&["pleasonton"], &[from, through, to])), "{through}");
    }
}

#[test]
fn c61_whm_1_the_first_woods_hex_stops() {
    // RR-24 and RR-25 are woods; PP-24 is open, so is QQ-26.
    let table = moving(Union, &[("pleasonton", "OO-24")]);
    assert!(table.may(march(&["pleasonton"], &["OO-24", "PP-25", "QQ-25"])));
    table.refuse("C61-WHM-1", march(&["pleasonton"], &["OO-24", "PP-25", "QQ-25", "RR-25"]));
    table.refuse("C61-WHM-1", march(&["pleasonton"], &["OO-24", "PP-25", "QQ-25", "QQ-26"]));
}

#[test]
fn c61_whm_2_two_hexes_a_turn_through_woods() {
    // K-21 to K-32 are woods.
    let mut table = moving(Union, &[("pleasonton", "K-28"), ("hancock", "J-25")]);
    table.refuse("C61-WHM-2", march(&["pleasonton"], &["K-28", "K-29", "K-30", "K-31"]));
    table.march(&["pleasonton"], &["K-28", "K-29"]);
    table.march(&["pleasonton"], &["K-29", "K-30"]);
    table.refuse("C61-WHM-2", march(&["pleasonton"], &["K-30", "K-31"]));
    // Two is the most even if the second hex lies outside.
    assert!(table.listed("hancock").len() > 1);
}

#[test]
fn c61_whm_3_out_of_the_woods_at_full_rate() {
    // QQ-25 is woods; the hexes west of it are open.
    let mut table = moving(Union, &[("hancock", "QQ-25")]);
    table.refuse("C61-WHM-2", march(&["hancock"], &["QQ-25", "QQ-24", "PP-24", "OO-24"]));
    table.march(&["hancock"], &["QQ-25", "PP-25", "OO-24", "OO-23", "OO-22"]);
    assert_eq!(table.hex("hancock"), "OO-22");
    // Coming back into the woods in the same move stops again.
    let table = moving(Union, &[("hancock", "QQ-25")]);
    table.refuse("C61-WHM-1", march(&["hancock"], &["QQ-25", "PP-24", "QQ-24", "PP-23"]));
}

#[test]
fn c61_whm_4_hills_and_marsh_slow_like_woods() {
    // MM-39 and MM-40 are a hill, BB-45 to BB-47 the marsh.
    let table = moving(Union, &[("pleasonton", "MM-37")]);
    assert!(table.may(march(&["pleasonton"], &["MM-37", "MM-38", "MM-39"])));
    table.refuse("C61-WHM-1", march(&["pleasonton"], &["MM-37", "MM-38", "MM-39", "MM-40"]));
    let table = moving(Union, &[("pleasonton", "MM-39")]);
    assert!(table.may(march(&["pleasonton"], &["MM-39", "MM-40", "MM-41"])));
    table.refuse("C61-WHM-2", march(&["pleasonton"], &["MM-39", "MM-40", "MM-41", "NN-42"]));
    let table = moving(Union, &[("pleasonton", "CC-45")]);
    table.refuse("C61-WHM-1", march(&["pleasonton"], &["CC-45", "BB-45", "AA-45"]));
}

#[test]
fn c61_occ_1_units_pass_through_friends_but_not_on_the_river() {
    let mut table =
        moving(Union, &[("hancock", "NN-23"), ("gibbon", "NN-24"), ("french", "NN-24"), ("pleasonton", "R-19"), ("averell", "S-19")]);
    table.refuse("C61-STK-1", march(&["hancock"], &["NN-23", "NN-24"]));
    table.march(&["hancock"], &["NN-23", "NN-24", "NN-25"]);
    // R-19 is Richard's Ford: cavalry in it lets nobody through.
    table.refuse("C61-FORD-3", march(&["averell"], &["S-19", "R-19"]));
    let table = moving(Union, &[("pleasonton", "R-18"), ("averell", "S-18")]);
    table.refuse("C61-SWIM-2", march(&["averell"], &["S-18", "R-18"]));
    let ends = table.ends("averell");
    assert!(!ends.contains(&"R-18".into()) && ends.contains(&"R-17".into()), "{ends:?}");
}

#[test]
fn c61_stk_1_two_union_combat_units() {
    let table = moving(
        Union,
        &[("hancock", "NN-24"), ("gibbon", "NN-23"), ("i-corps-artillery", "NN-23"), ("boat-1", "NN-23"), ("bridge-1", "NN-23")],
    );
    table.refuse("C61-STK-1", march(&["hancock"], &["NN-24", "NN-23"]));
    assert!(!table.ends("hancock").contains(&"NN-23".into()));
    let bad = misread(&position(Union, &[("hancock", "NN-23"), ("gibbon", "NN-23"), ("french", "NN-23")], json!({})));
    assert!(bad.because.contains("two Union combat units"), "{bad}");
}

#[test]
fn c61_stk_2_twenty_two_confederate_factors() {
    let mut table = moving(Confederate, &[("a-p-hill", "NN-23"), ("rodes", "NN-24"), ("walton", "NN-22")]);
    table.march(&["rodes"], &["NN-24", "NN-23"]);
    table.refuse("C61-STK-2", march(&["walton"], &["NN-22", "NN-23"]));
    // Eleven small units are no crowd.
    let brigades = ["mahone", "posey", "perry", "kershaw", "semmes", "wofford", "barksdale", "heth", "pender", "lane", "archer"];
    let units: Vec<(&str, &str)> = brigades.iter().map(|b| (*b, "NN-23")).collect();
    assert_eq!(moving(Confederate, &units).hex("archer"), "NN-23");
}

#[test]
fn c61_stk_3_a_headquarters_may_be_added() {
    let mut table = moving(Union, &[("hancock", "NN-23"), ("gibbon", "NN-23"), ("couch", "NN-22"), ("hooker", "NN-24")]);
    table.march(&["couch"], &["NN-22", "NN-23"]);
    table.refuse("C61-STK-3", march(&["hooker"], &["NN-24", "NN-23"]));
    let mut table = moving(Confederate, &[("a-p-hill", "NN-23"), ("rodes", "NN-23"), ("lee", "NN-22"), ("jackson", "NN-22")]);
    table.march(&["lee", "jackson"], &["NN-22", "NN-23"]);
}

#[test]
fn c61_stk_4_stacked_factors_add_up() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("french", "NN-23"), ("early", "NN-24")]);
    table.battle(&["hancock", "french"], &["early"]);
    assert_eq!(table.odds("early"), (11, 8));
}

#[test]
fn c61_stk_5_the_slowest_sets_the_pace() {
    let mut table = moving(Union, &[("hancock", "NN-21"), ("pleasonton", "NN-23")]);
    table.march(&["hancock"], &["NN-21", "NN-22", "NN-23"]);
    table.refuse("C61-STK-5", march(&["hancock", "pleasonton"], &["NN-23", "NN-24", "NN-25", "NN-26"]));
    table.march(&["hancock", "pleasonton"], &["NN-23", "NN-24", "NN-25"]);
    // Cavalry that has come four hexes goes no further in company of infantry.
    let mut table = moving(Union, &[("hancock", "NN-25"), ("pleasonton", "NN-21")]);
    table.march(&["pleasonton"], &["NN-21", "NN-22", "NN-23", "NN-24", "NN-25"]);
    table.refuse("C61-STK-5", march(&["hancock", "pleasonton"], &["NN-25", "NN-26"]));
}

#[test]
fn c61_stk_6_units_join_and_part_from_turn_to_turn() {
    let mut table = moving(Union, &[("hancock", "NN-23"), ("gibbon", "NN-23"), ("early", "W-44")]);
    table.march(&["hancock", "gibbon"], &["NN-23", "NN-24"]).pass().pass();
    table.march(&["hancock"], &["NN-24", "NN-25"]).march(&["gibbon"], &["NN-24", "NN-23"]);
    assert_eq!((table.hex("hancock"), table.hex("gibbon")), ("NN-25".into(), "NN-23".into()));
}

#[test]
fn whole_stacks_are_offered() {
    let table = moving(Union, &[("hancock", "NN-23"), ("gibbon", "NN-23"), ("couch", "NN-23"), ("early", "W-44")]);
    let groups = table.all_listed().into_iter().filter(|a| matches!(a, chancellorsville_1961::Action::March(g, _) if g.count_ones() == 3));
    assert!(groups.count() > 30);
}

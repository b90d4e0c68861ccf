//! Defence: forts, hills, shores.

use crate::table::*;
use serde_json::{Value, json};

/// The odds of a single battle.
fn odds(attackers: &[(&str, &str)], defenders: &[(&str, &str)], more: Value) -> (u16, u16) {
    let units: Vec<(&str, &str)> = attackers.iter().chain(defenders).copied().collect();
    let mut table = fighting_with(Union, &units, more);
    let (a, d): (Vec<&str>, Vec<&str>) = (attackers.iter().map(|u| u.0).collect(), defenders.iter().map(|u| u.0).collect());
    table.battle(&a, &d);
    table.odds(d[0])
}

#[test]
fn c61_def_1_a_fort_doubles() {
    assert_eq!(odds(&[("hancock", "NN-23")], &[("gordon", "NN-24")], forts(&["NN-24"])), (5, 4));
    assert_eq!(odds(&[("hancock", "NN-23")], &[("gordon", "NN-24")], forts(&["NN-24", "NN-23"])), (5, 4), "from a fort too");
}

#[test]
fn c61_def_2_a_shore_doubles_against_the_river() {
    // T-24 is U.S. Ford, S-24 its southern bank.
    assert_eq!(odds(&[("hancock", "T-24")], &[("early", "S-24")], json!({})), (5, 16));
    assert_eq!(odds(&[("hancock", "R-23")], &[("early", "S-24")], json!({})), (5, 8), "not from its own bank");
    // Artillery across the river, two hexes away.
    assert_eq!(odds(&[("iii-corps-artillery", "U-25")], &[("early", "S-24")], json!({})), (7, 16));
    assert_eq!(odds(&[("iii-corps-artillery", "U-25")], &[("early", "S-23")], json!({})), (7, 16));
}

#[test]
fn c61_def_3_a_fortified_shore_triples_against_the_river() {
    assert_eq!(odds(&[("hancock", "T-24")], &[("gordon", "S-24")], forts(&["S-24"])), (5, 6));
    assert_eq!(odds(&[("hancock", "R-23")], &[("gordon", "S-24")], forts(&["S-24"])), (5, 4));
}

#[test]
fn c61_def_4_a_hill_doubles() {
    assert_eq!(odds(&[("hancock", "MM-39")], &[("gordon", "MM-40")], json!({})), (5, 4), "from the next hill");
    assert_eq!(odds(&[("hancock", "MM-41")], &[("gordon", "MM-40")], json!({})), (5, 4));
    // a hill on the shore is no better against the river. FF-34 lies behind FF-33; JJ-35 on the north bank is a hill.
    let mut table = fighting(Confederate, &[("stuart", "JJ-36"), ("hancock", "JJ-35")]);
    table.attack("stuart", "hancock");
    assert_eq!(table.odds("hancock"), (4, 10));
}

#[test]
fn c61_def_5_a_fortified_hill_triples() {
    assert_eq!(odds(&[("hancock", "MM-41")], &[("gordon", "MM-40")], forts(&["MM-40"])), (5, 6));
    let mut table = fighting_with(Confederate, &[("stuart", "JJ-36"), ("hancock", "JJ-35")], forts(&["JJ-35"]));
    table.attack("stuart", "hancock");
    assert_eq!(table.odds("hancock"), (4, 15), "never more than three times");
}

#[test]
fn c61_def_6_at_two_hexes_too() {
    assert_eq!(odds(&[("iii-corps-artillery", "NN-22")], &[("gordon", "NN-24")], forts(&["NN-24"])), (7, 4));
    assert_eq!(odds(&[("iii-corps-artillery", "MM-38")], &[("gordon", "MM-40")], json!({})), (7, 4));
}

#[test]
fn c61_def_7_no_defender_is_fought_twice() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("gibbon", "NN-25"), ("hoke", "NN-24"), ("hays", "NN-26")]);
    table.attack("hancock", "hoke");
    table.refuse("C61-DEF-7", attack("gibbon", "hoke"));
    table.refuse("C61-DEF-7", include("hoke"));
    table.attack("gibbon", "hays");
    table.refuse("C61-DEF-7", include("hoke"));
}

#[test]
fn c61_def_8_woods_and_marsh_do_not_help() {
    assert_eq!(odds(&[("hancock", "K-28")], &[("early", "K-29")], json!({})), (5, 8));
    assert_eq!(odds(&[("hancock", "CC-45")], &[("early", "BB-45")], json!({})), (5, 8));
}

#[test]
fn c61_mud_1_each_defender_by_its_own_hex() {
    // MM-40 is a hill, MM-41 is not; NN-41 is next to both.
    let attackers = [("hancock", "NN-41")];
    assert_eq!(odds(&attackers, &[("gordon", "MM-40"), ("stuart", "MM-41")], json!({})), (5, 2 * 2 + 4));
}

#[test]
fn c61_psc_2_one_attacker_from_the_river_is_enough() {
    let attackers = [("hancock", "T-24"), ("birney", "R-23")];
    assert_eq!(odds(&attackers, &[("gordon", "S-24")], json!({})), (11, 4));
    assert_eq!(odds(&attackers, &[("gordon", "S-24")], forts(&["S-24"])), (11, 6));
}

//! The Terrain Effects Chart (BG-9).

use crate::kit::{Battlefield, standard};
use engine::{Handbook, Positions};

/// The sums of an attack by these hexes on one hex.
fn odds(units: &str, target: &str, from: &[&str], guns: &[&str]) -> String {
    let side = if units.starts_with(|c: char| c.is_ascii_digit() || c == 'X') { "union" } else { "confederate" };
    let mut f = Battlefield::on(&format!("1 {side} combat"), units);
    f.order(&format!("attack {target}"));
    for hex in from {
        f.order(&format!("join {hex}"));
    }
    for gun in guns {
        f.order(&format!("bombard {gun}"));
    }
    f.odds().split(',').next().unwrap_or_default().to_string()
}

fn left(from: &str, to: &str) -> u8 {
    Battlefield::on("1 union movement", &format!("1/2/XV {from}")).points_left(&format!("move 1/2/XV to {to}"))
}

#[test]
fn bg_9_clear_one_point_and_no_effect() {
    assert_eq!(left("1605", "1606"), 5);
    assert_eq!(odds("1/1/IV 1605, Wright 1606", "1606", &["1605"], &[]), "9 : 4");
}

#[test]
fn bg_9_forest_three_points_and_no_strength() {
    assert_eq!(left("1706", "1805"), 3);
    assert_eq!(odds("1/1/IV 1706, Wright 1805", "1805", &["1706"], &[]), "9 : 4");
}

#[test]
fn bg_9_rough_three_points_and_doubled() {
    assert_eq!(left("2111", "2110"), 3);
    assert_eq!(odds("1/1/IV 2007, Wright 2107", "2107", &["2007"], &[]), "9 : 8");
}

#[test]
fn bg_9_forestrough_six_points_and_doubled() {
    assert_eq!(left("0903", "0803"), 0);
    Battlefield::on("1 union movement", "1/2/XV 0904").refuses("BG-5.26", "march 1/2/XV 0903 0803");
    assert_eq!(odds("1/1/IV 0903, Wright 0803", "0803", &["0903"], &[]), "9 : 8");
}

#[test]
fn bg_9_road_one_point_and_combat_as_the_hex() {
    // 2211 is rough on the Shallow Ford Road.
    assert_eq!(left("2111", "2211"), 5);
    assert_eq!(odds("1/1/IV 2210, Wright 2211", "2211", &["2210"], &[]), "9 : 8");
}

#[test]
fn bg_9_trail_two_points_ignored_in_the_clear_and_combat_as_the_hex() {
    assert_eq!((left("2107", "2207"), left("1704", "1804")), (4, 5));
    assert_eq!(odds("1/1/IV 2107, Wright 2207", "2207", &["2107"], &[]), "9 : 8");
}

#[test]
fn bg_9_creek_no_way_and_no_attack_but_at_a_crossing() {
    Battlefield::on("1 union movement", "1/2/XV 1611").refuses("BG-5.25a", "march 1/2/XV 1610");
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1610, XI-guns 1509, Adams 1511");
    f.order("attack 1511").refuses("BG-9.creek", "join 1610").allows("bombard XI-guns");
    Battlefield::on("1 union combat", "1/1/IV 1510, Adams 1511").allows("attack 1511").refuses("BG-7.12a", "end combat");
}

#[test]
fn bg_9_bridge_doubles_if_all_come_over_it() {
    assert_eq!(odds("1/1/IV 1510, Wright 1511", "1511", &["1510"], &[]), "9 : 8");
    assert_eq!(odds("1/1/IV 1510, 2/1/IV 1512, Wright 1511", "1511", &["1510", "1512"], &[]), "18 : 4", "one on his own bank spoils it");
}

#[test]
fn bg_9_ford_like_a_bridge_and_both_mix() {
    assert_eq!(odds("1/1/IV 1422, Wright 1423", "1423", &["1422"], &[]), "9 : 8");
    // 0724 is bridged to 0623, 0725 forded to 0624; 0623 and 0624 touch one each: the tiny board mixes them.
    assert_eq!(odds("1/1/IV 0624, Wright 0725", "0725", &["0624"], &[]), "9 : 8");
}

#[test]
fn bg_9_erra_guns_neither_grant_nor_spoil_the_doubling() {
    // The guns in 1409 and 1513 fire with the men on the bridge.
    assert_eq!(odds("1/1/IV 1510, XI-guns 1513, Wright 1511", "1511", &["1510"], &["XI-guns"]), "13 : 8");
    assert_eq!(odds("1/1/IV 1512, XI-guns 1509, Wright 1511", "1511", &["1512"], &["XI-guns"]), "13 : 4");
}

#[test]
fn bg_9_errb_r_6_bombarded_over_water_a_hex_is_doubled() {
    assert_eq!(odds("XI-guns 1509, Wright 1511", "1511", &[], &["XI-guns"]), "4 : 8", "over the bridge");
    assert_eq!(odds("XI-guns 1513, Wright 1511", "1511", &[], &["XI-guns"]), "4 : 4", "on his own bank");
    assert_eq!(odds("XI-guns 1509, XIV-guns 1513, Wright 1511", "1511", &[], &["XI-guns", "XIV-guns"]), "9 : 4", "one dry line spoils it");
    assert_eq!(odds("XI-guns 1204, Wright 1405", "1405", &[], &["XI-guns"]), "4 : 8", "over a ferry hex");
    assert_eq!(odds("XI-guns 1205, Wright 1307", "1307", &[], &["XI-guns"]), "4 : 8", "over the river");
}

#[test]
fn r_6_a_line_along_a_hexside_is_wet_only_if_both_ways_round_are() {
    // 1410 to 1610 runs between 1510 and 1511: by 1511 two creek sides, by 1510 none.
    assert_eq!(odds("XI-guns 1410, Wright 1610", "1610", &[], &["XI-guns"]), "4 : 4", "one dry way is enough");
    // 1411 to 1611 runs between 1511 and 1512, both on the south bank.
    assert_eq!(odds("XI-guns 1411, Wright 1611", "1611", &[], &["XI-guns"]), "4 : 4");
    // 1409 to 1411 goes straight through 1410 and over the creek behind it.
    assert_eq!(odds("XI-guns 1409, Wright 1411", "1411", &[], &["XI-guns"]), "4 : 8");
}

#[test]
fn r_6_guns_firing_over_a_redoubt_meet_a_tripled_defence() {
    // 1514 is protected to the north-east (1613) and south-east (1614).
    assert_eq!(odds("Calvert 1713, 3/3/XI 1514", "1514", &[], &["Calvert"]), "2 : 9", "over the side to 1613");
    assert_eq!(odds("Calvert 1714, 3/3/XI 1514", "1514", &[], &["Calvert"]), "2 : 9", "at the corner between two redoubts");
    assert_eq!(odds("Calvert 1512, 3/3/XI 1514", "1514", &[], &["Calvert"]), "2 : 3", "from behind");
    assert_eq!(odds("Calvert 1713, Sanford 1512, 3/3/XI 1514", "1514", &[], &["Calvert", "Sanford"]), "4 : 3", "one open line spoils it");
    // 1513 is open to 1514: at the corner between 1613 and 1514 the line does not cross both.
    assert_eq!(odds("Calvert 1614, 3/3/XI 1513", "1513", &[], &["Calvert"]), "2 : 3");
}

#[test]
fn bg_9_river_nobody_goes_there_and_nobody_fights_there() {
    Battlefield::on("1 union movement", "1/2/XV 1205").refuses("BG-5.24a", "move 1/2/XV to 1206; march 1/2/XV 1206");
    Battlefield::on("1 union combat", "1/2/XV 1205").refuses("BG-7.0-G", "attack 1206");
    let bad = standard().read_position(&crate::kit::position("1 union movement", "1/2/XV 1206")).err().expect("no unit stands in a river");
    assert!(bad.to_string().contains("units[0].hex") && bad.to_string().contains("BG-5.24a"), "{bad}");
}

#[test]
fn bg_9_ferry_three_points_and_no_combat() {
    assert_eq!(left("1204", "1405"), 2, "three for the ferry, one for the bank");
    assert!(standard().read_position(&crate::kit::position("1 union movement", "1/2/XV 1305")).is_err());
    // Enemies on the two banks are not in contact.
    let f = Battlefield::on("1 union combat", "1/2/XV 1204, Polk 1405");
    f.allows("end combat").refuses("BG-7.15", "attack 1405");
}

#[test]
fn bg_9_town_one_point_doubled_and_blocking() {
    assert_eq!(left("1113", "1213"), 5);
    assert_eq!(odds("Polk 1113, Wright 1113, XIV-guns 1213", "1213", &["1113"], &[]), "9 : 10");
    Battlefield::on("1 confederate combat", "Calvert 1212, XIV-guns 1214").refuses("BG-8.31", "attack 1214");
}

#[test]
fn bg_9_redoubt_triples_if_all_come_over_it_from_the_enemy_side() {
    // 2213 is protected against 2113 and 2114; 2212 and 2214 lie on its own side.
    assert_eq!(odds("1/1/IV 2113, 2/1/IV 2114, Wright 2213", "2213", &["2113", "2114"], &[]), "18 : 12");
    assert_eq!(odds("1/1/IV 2113, 2/1/IV 2212, Wright 2213", "2213", &["2113", "2212"], &[]), "18 : 4");
    assert_eq!(left("2113", "2213"), 5, "and costs nothing to cross");
}

#[test]
fn r_5_bridges_and_redoubts_are_looked_at_apart() {
    // 1211 is protected against 1210 and 1311. One attacker over a redoubt, one from behind: nothing.
    assert_eq!(odds("Polk 1311, Wright 1311, 3/3/XI 1211", "1211", &["1311"], &[]), "9 : 9");
    assert_eq!(odds("Polk 1311, Wright 1212, 3/3/XI 1211", "1211", &["1311", "1212"], &[]), "9 : 3");
}

#[test]
fn the_chart_for_people_has_every_row() {
    let chart = standard().charts().into_iter().find(|c| c.id == "terrain").expect("the terrain chart");
    let rows = ["clear", "forest", "rough", "forest+rough", "town", "river", "ferry", "pontoon", "road", "trail"];
    assert!(rows.iter().all(|r| chart.rows.contains(&r.to_string())), "{:?}", chart.rows);
    let row = |name: &str| chart.cells[chart.rows.iter().position(|r| r == name).expect("a row")].join(" | ");
    assert_eq!(row("forest+rough"), "6 | x2 | yes");
    assert_eq!(row("river"), "never | no combat | no");
    assert_eq!(row("redoubt hexside"), "+0 | x3 if all attack over it from the enemy side | no");
}

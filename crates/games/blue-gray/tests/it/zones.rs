//! Zones of control (BG-6).

use crate::kit::{Battlefield, hexes};

#[test]
fn bg_6_0_g_a_unit_controls_the_six_hexes_around_it_and_whoever_enters_stops() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1604, Polk 1606");
    assert_eq!(f.overlay("confederate-zone"), hexes("1605 1706 1707 1607 1507 1506"));
    f.allows("move 1/2/XV to 1605").refuses("BG-6.0-G", "march 1/2/XV 1605 1505");
}

#[test]
fn bg_6_1_all_arms_control_and_nobody_cancels_it() {
    // A friend in 1605 does not make it safe: the next unit stops there as well.
    let f = Battlefield::on("1 union movement", "1/2/XV 1604, 2/2/XV 1605, Calvert 1606");
    f.allows("move 1/2/XV to 1605").refuses("BG-6.0-G", "march 1/2/XV 1605 1505");
    for unit in ["Calvert", "Polk"] {
        let f = Battlefield::on("1 union movement", &format!("1/2/XV 1604, {unit} 1606"));
        f.refuses("BG-6.0-G", "march 1/2/XV 1605 1505");
    }
    let cavalry = Battlefield::on("1 confederate movement", "Polk 1604, 2-cavalry 1606");
    cavalry.refuses("BG-6.0-G", "march Polk 1605 1505");
    let phases = Battlefield::on("1 union combat", "Calvert 1606");
    assert_eq!(phases.overlay("confederate-zone").len(), 6, "in combat too");
}

#[test]
fn bg_6_2_a_controlled_hex_costs_no_more() {
    let free = Battlefield::on("1 union movement", "1/2/XV 1604");
    let controlled = Battlefield::on("1 union movement", "1/2/XV 1604, Polk 1606");
    assert_eq!(free.points_left("move 1/2/XV to 1605"), 5);
    assert_eq!(controlled.points_left("move 1/2/XV to 1605"), 5);
}

#[test]
fn bg_6_3_a_zone_ends_when_the_unit_is_removed_by_combat() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1605, Adams 1606, Liddell 0103");
    f.order("attack 1606; join 1605; fight 6-1; roll 1; end advance; end combat").pass_to("2 union movement");
    f.allows("move 1/1/IV to 1607; move 2/1/IV to 1508");
    let mut still = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Liddell 0103");
    still.order("attack 1606; join 1605; fight 1-5; roll 1; retreat 1/1/IV to 1505; end advance; end combat");
    still.pass_to("2 union movement").allows("move 1/1/IV to 1405");
}

#[test]
fn bg_6_4_contact_is_mutual() {
    let union = Battlefield::on("1 union movement", "1/2/XV 1605, Polk 1606");
    union.refuses("BG-5.13", "move 1/2/XV to 1604");
    let confederate = Battlefield::on("1 confederate movement", "1/2/XV 1605, Polk 1606");
    confederate.refuses("BG-5.13", "move Polk to 1607");
    // The same side of a creek hexside for both: apart, neither is held.
    let apart = "1/2/XV 1511, Polk 1610";
    Battlefield::on("1 union movement", apart).allows("move 1/2/XV to 1512");
    Battlefield::on("1 confederate movement", apart).allows("move Polk to 1609");
}

#[test]
fn bg_6_5_zones_lie_over_one_another_and_add_nothing() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1604, 2/2/XV 1505, Polk 1606, Wright 1706, Gist 1506");
    assert!(f.overlay("union-zone").contains("1605") && f.overlay("confederate-zone").contains("1605"), "both control 1605");
    assert_eq!(f.points_left("move 1/2/XV to 1605"), 5, "three controllers cost no more than one");
    f.refuses("BG-6.0-G", "march 1/2/XV 1605 1705").refuses("BG-5.13", "move 2/2/XV to 1504");
}

#[test]
fn bg_6_6a_x9_a_zone_does_not_cross_a_creek_but_at_a_bridge_or_ford() {
    // 1511 lies on Citico Creek: a bridge to 1510, plain creek sides to 1410 and 1610.
    let f = Battlefield::on("1 union movement", "Polk 1511, 1/2/XV 1609");
    assert_eq!(f.overlay("confederate-zone"), hexes("1510 1411 1512 1611"));
    f.allows("march 1/2/XV 1610 1710").refuses("BG-6.0-G", "march 1/2/XV 1510 1410");
    let ford = Battlefield::on("1 union movement", "Polk 1423");
    assert!(ford.overlay("confederate-zone").contains("1422"));
    // Neither must attack.
    let mut combat = Battlefield::on("1 union combat", "1/2/XV 1610, Polk 1511");
    combat.refuses("BG-9.creek", "attack 1511");
    combat.order("end combat");
}

#[test]
fn bg_6_6b_a_zone_does_not_reach_into_a_ferry_hex() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1405, Polk 1205");
    assert_eq!(f.overlay("confederate-zone"), hexes("1204 1105 1106"));
    f.allows("march 1/2/XV 1305 1204").refuses("BG-6.0-G", "march 1/2/XV 1305 1204 1304");
}

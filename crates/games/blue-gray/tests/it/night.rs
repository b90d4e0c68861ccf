//! Night (BG-10) and what Chattanooga makes of it (CH-17.2). The standard rule for leaving zones is in `titles`.

use crate::kit::{Battlefield, position, standard};
use engine::Positions;

#[test]
fn bg_10_0_a_night_turn_has_no_combat_phase() {
    let mut f = Battlefield::on("4 confederate combat", "Polk 1606, 1/2/XV 1808");
    f.order("end combat");
    assert_eq!(f.phase(), "5 confederate movement", "the Union's phase is passed over");
    f.order("end movement");
    assert_eq!(f.phase(), "6 union movement");
    assert!(!f.told().contains("combat"), "{}", f.told());
}

#[test]
fn bg_10_1_nobody_fights_or_bombards_at_night() {
    let mut f = Battlefield::on("5 confederate movement", "Polk 1606, Calvert 1407, 1/2/XV 1605");
    f.refuses("BG-10.1", "attack 1605; join 1606; bombard Calvert");
    f.order("end movement").stands("Polk 1606, 1/2/XV 1605");
    let bad = standard().read_position(&position("5 confederate combat", "Polk 1606")).err().expect("no combat at night");
    assert!(bad.to_string().contains("BG-10.1"), "{bad}");
}

#[test]
fn bg_10_2a_nobody_enters_an_enemy_zone_at_night() {
    let night = Battlefield::on("5 confederate movement", "Polk 1608, 1/2/XV 1605");
    night.allows("move Polk to 1607").refuses("BG-10.2a", "move Polk to 1606; march Polk 1607 1606; move Polk to 1506");
    let day = Battlefield::on("4 confederate movement", "Polk 1608, 1/2/XV 1605");
    day.allows("move Polk to 1606");
}

#[test]
fn ch_17_2a_r_25_confederates_slip_out_of_contact_but_not_into_it() {
    let f = Battlefield::on("5 confederate movement", "Polk 1606, 1/2/XV 1605");
    f.allows("move Polk to 1607; march Polk 1607 1608; move Polk to 1707");
    f.refuses("BG-10.2a", "march Polk 1706; move Polk to 1506");
    // Surrounded by zones he stays.
    let shut = Battlefield::on("5 confederate movement", "Polk 1606, 1/2/XV 1605, 2/2/XV 1607");
    assert!(shut.reach("Polk").is_empty());
}

#[test]
fn ch_17_2b_no_union_unit_moves_at_night() {
    let bad = standard().read_position(&position("5 union movement", "1/2/XV 1605")).err().expect("the Union has no phase");
    assert!(bad.to_string().contains("CH-17.2b"), "{bad}");
    let mut f = Battlefield::on("4 confederate combat", "Polk 2107, 1/2/XV 1605");
    f.order("end combat").refuses("BG-4.1b", "move 1/2/XV to 1604");
    f.order("end movement").allows("move 1/2/XV to 1604");
}

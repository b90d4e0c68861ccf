//! Advance after combat (BG-7.75, BG-7.76).

use crate::kit::Battlefield;
use engine::Side;

#[test]
fn bg_7_75a_one_victorious_unit_that_took_part_may_advance() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1706, 1/2/XV 1604, XI-guns 1407, Adams 1606");
    f.order("attack 1606; join 1605; join 1706; bombard XI-guns; fight 3-1; roll 1");
    assert_eq!(f.asked(), Side::Union);
    f.allows("advance 1/1/IV to 1606; advance 2/1/IV to 1606");
    f.refuses("BG-7.75a", "advance 1/2/XV to 1606; advance XI-guns to 1606; advance 1/1/IV to 1506");
    f.refuses_to(Side::Confederate, "BG-7.75a", "end advance");
    f.order("advance 2/1/IV to 1606").stands("2/1/IV 1606, 1/1/IV 1605");
}

#[test]
fn bg_7_75b_the_advance_ignores_enemy_zones() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Polk 1607");
    f.order("attack 1606; join 1605; fight 3-1; roll 1; advance 1/1/IV to 1606").stands("1/1/IV 1606");
}

#[test]
fn bg_7_75c_advance_is_decided_before_the_next_battle() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1408, Adams 1606, Lewis 1409");
    f.order("attack 1606; join 1605; fight 3-1; roll 1").refuses("BG-7.75c", "attack 1409; end combat; move 1/1/IV to 1606");
    f.order("end advance").allows("attack 1409").refuses("BG-4.1c", "advance 1/1/IV to 1606");
}

#[test]
fn bg_7_75d_nobody_must_advance() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606");
    f.order("attack 1606; join 1605; fight 3-1; roll 1").allows("end advance");
    f.order("end advance; end combat").stands("1/1/IV 1605");
}

#[test]
fn bg_7_75e_an_advance_is_one_hex() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606");
    f.order("attack 1606; join 1605; fight 3-1; roll 1").refuses("BG-7.75e", "advance 1/1/IV to 1607; advance 1/1/IV to 1407");
}

#[test]
fn bg_7_75f_an_advanced_unit_is_out_of_the_phase() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Polk 1607, 2/1/IV 1508");
    f.order("attack 1606; join 1605; fight 3-1; roll 1; advance 1/1/IV to 1606; attack 1607");
    f.refuses("BG-7.14", "join 1606").allows("join 1508");
    // An advanced defender is not attacked again, though the gun next in line sees him.
    let mut d = Battlefield::on("1 union combat", "1/2/XVII 1605, XI-guns 1408, Polk 1606");
    d.order("attack 1606; join 1605; fight 1-2; roll 4; retreat 1/2/XVII to 1604; advance Polk to 1605");
    d.refuses("BG-7.14", "attack 1605").allows("end combat");
}

#[test]
fn bg_7_75g_an_advance_cuts_retreats_of_later_battles() {
    let units = "1/1/IV 1606, 2/1/IV 1606, Adams 1607, Lewis 1508, 1/2/XV 1407";
    let mut free = Battlefield::on("1 union combat", units);
    free.order("attack 1607; join 1606; fight 3-1; roll 1; end advance; attack 1508; join 1407; fight 1-1; roll 1");
    free.allows("retreat Lewis to 1509; retreat Lewis to 1608");
    let mut cut = Battlefield::on("1 union combat", units);
    cut.order("attack 1607; join 1606; fight 3-1; roll 1; advance 1/1/IV to 1607; attack 1508; join 1407; fight 1-1; roll 1");
    cut.refuses("BG-7.72a", "retreat Lewis to 1608").allows("retreat Lewis to 1509");
}

#[test]
fn bg_7_76_only_one_unit_advances_although_two_hexes_are_empty() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1507, 2/1/IV 1707, Adams 1606, Lewis 1607");
    f.order("attack 1606; attack 1607; join 1507; join 1707; fight 3-1; roll 1");
    f.allows("advance 1/1/IV to 1606; advance 1/1/IV to 1607; advance 2/1/IV to 1606; advance 2/1/IV to 1607");
    f.order("advance 1/1/IV to 1606");
    f.refuses("BG-4.1c", "advance 2/1/IV to 1607").allows("end combat");
}

#[test]
fn r_10_the_defender_advances_when_he_wins() {
    let mut f = Battlefield::on("1 union combat", "1/2/XVII 1605, Polk 1606, Wright 1606");
    f.order("attack 1606; join 1605; fight 1-3; roll 6").stands("1/2/XVII eliminated");
    assert_eq!(f.asked(), Side::Confederate);
    f.allows("advance Polk to 1605; advance Wright to 1605; end advance").refuses_to(Side::Union, "BG-7.75a", "end advance");
    f.order("advance Wright to 1605").stands("Wright 1605, Polk 1606");
    assert_eq!(f.asked(), Side::Union);
}

#[test]
fn r_11_after_an_exchange_a_surviving_attacker_may_advance() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 1/2/XVII 1605, Adams 1606");
    f.order("attack 1606; join 1605; fight 4-1; roll 6; lose 1/2/XVII; end exchange").allows("advance 1/1/IV to 1606");
    f.refuses("BG-7.75a", "advance 1/2/XVII to 1606");
}

#[test]
fn r_11_after_a_bombardment_alone_nobody_advances() {
    let mut f = Battlefield::on("1 union combat", "XIV-guns 1407, Sherman-guns 1407, Corput 1607, 1/1/IV 1508");
    f.order("attack 1607; join 1508; fight 6-1; roll 1").allows("advance 1/1/IV to 1607");
    let mut guns = Battlefield::on("1 union combat", "XIV-guns 1407, Sherman-guns 1407, Corput 1607");
    guns.order("attack 1607; bombard XIV-guns; bombard Sherman-guns; fight 6-1; roll 1").stands("Corput eliminated");
    assert_eq!(guns.phase(), "1 union combat");
    guns.allows("end combat");
}

#[test]
fn r_11_a_hex_is_vacated_when_the_last_unit_has_gone() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Lewis 1606");
    f.order("attack 1606; join 1605; fight 1-1; roll 1; retreat Adams to 1607");
    f.refuses_to(Side::Union, "BG-7.71a", "advance 1/1/IV to 1606");
    f.order("retreat Lewis to 1607").allows("advance 1/1/IV to 1606");
}

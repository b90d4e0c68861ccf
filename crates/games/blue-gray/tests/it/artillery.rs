//! Artillery (BG-8): bombardment, combined attacks, lines of sight, guns in contact.

use crate::kit::Battlefield;
use engine::Side;

#[test]
fn bg_8_0_ga_bg_8_12_guns_reach_two_and_three_hexes() {
    // The target hex counts, the gun's own does not: one hex between is range two, two are range three.
    let mut two = Battlefield::on("1 union combat", "XI-guns 1605, Adams 1607");
    two.order("attack 1607; bombard XI-guns");
    assert_eq!(two.odds(), "4 : 3, 1-1 column");
    Battlefield::on("1 union combat", "XI-guns 1605, Adams 1608").allows("attack 1608");
    Battlefield::on("1 union combat", "XI-guns 1604, Adams 1608").refuses("BG-7.15", "attack 1608").allows("end combat");
    let mut four = Battlefield::on("1 union combat", "XI-guns 1604, 1/2/XV 1607, Adams 1608");
    four.order("attack 1608").refuses("BG-8.0-Ga", "bombard XI-guns").allows("join 1607");
    // Adjacent they fight like any unit.
    let mut near = Battlefield::on("1 union combat", "XI-guns 1605, Adams 1606");
    near.order("attack 1606").refuses("BG-8.41b", "bombard XI-guns").allows("join 1605");
}

#[test]
fn bg_8_0_gb_bg_8_43_guns_in_contact_take_every_result() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1606, 1/1/IV 1605");
    f.order("attack 1605; join 1606; fight 1-5; roll 6").stands("Calvert eliminated");
    let mut ar = Battlefield::on("1 confederate combat", "Calvert 1606, 1/1/IV 1605");
    ar.order("attack 1605; join 1606; fight 1-5; roll 1").refuses("BG-7.6-Ar", "stand Calvert").allows("retreat Calvert to 1607");
    // At a distance nothing happens to them.
    let mut afar = Battlefield::on("1 confederate combat", "Calvert 1607, 1/1/IV 1605");
    afar.order("attack 1605; bombard Calvert; fight 1-5; roll 6; end combat").stands("Calvert 1607");
}

#[test]
fn bg_8_0_p_x7_a_bombardment_is_worked_like_any_attack_and_costs_nothing() {
    let mut f = Battlefield::on("1 union combat", "XIV-guns 1407, XI-guns 1407, Adams 1607");
    f.order("attack 1607; bombard XIV-guns; bombard XI-guns");
    assert_eq!(f.odds(), "9 : 3, 3-1 column");
    f.order("fight 3-1; roll 6").stands("Adams eliminated, XIV-guns 1407, XI-guns 1407");
    assert_eq!(f.points(), [2, 0], "X7: the exchange costs the guns nothing");
}

#[test]
fn x8_in_a_combined_attack_the_adjacent_units_pay_the_exchange() {
    let mut f = Battlefield::on("1 union combat", "1/2/XV 1606, XI-guns 1407, Adams 1607");
    f.order("attack 1607; join 1606; bombard XI-guns; fight 3-1; roll 6").refuses("BG-7.6-Ex2", "lose XI-guns");
    f.order("lose 1/2/XV").stands("1/2/XV eliminated, Adams eliminated, XI-guns 1407");
}

#[test]
fn bg_8_11_guns_never_have_to_fire() {
    let f = Battlefield::on("1 union combat", "XI-guns 1605, Adams 1607");
    f.allows("end combat; attack 1607");
}

#[test]
fn bg_8_13_a_bombardment_alone_has_one_target() {
    let mut f = Battlefield::on("1 union combat", "XI-guns 1407, Adams 1607, Lewis 1606");
    f.order("attack 1607; bombard XI-guns").refuses("BG-8.13", "attack 1606").allows("fight 1-1");
    let mut early = Battlefield::on("1 union combat", "XI-guns 1407, Adams 1607, Lewis 1606");
    early.order("attack 1607").refuses("BG-8.13", "attack 1606");
}

#[test]
fn bg_8_14_guns_of_one_hex_bombard_the_same_hex() {
    let mut f = Battlefield::on("1 union combat", "XIV-guns 1407, XI-guns 1407, Sherman-guns 1405, Adams 1607, Lewis 1606");
    f.order("attack 1607; bombard XIV-guns; fight 1-1; roll 6; attack 1606")
        .refuses("BG-8.14", "bombard XI-guns")
        .allows("bombard Sherman-guns");
}

#[test]
fn bg_8_14_a_gun_whose_partner_fired_and_left_stays_silent() {
    let mut f = Battlefield::on("2 confederate combat", "Calvert 1608, Sanford 1608, 1/2/XV 1606, 2/2/XV 1310");
    f.order("attack 1606; bombard Calvert; fight 1-5; roll 1; retreat Calvert to 1508").refuses("BG-8.14", "attack 1310");
}

#[test]
fn bg_8_14_one_gun_may_fire_and_the_other_rest() {
    let mut f = Battlefield::on("1 union combat", "XIV-guns 1407, XI-guns 1407, Adams 1607");
    f.order("attack 1607; bombard XIV-guns").allows("fight 1-1; bombard XI-guns");
    f.order("fight 1-1; roll 6; end combat");
}

#[test]
fn bg_8_15_nothing_is_forced_on_bombarding_guns() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1407, 1/1/IV 1607");
    f.order("attack 1607; bombard Calvert; fight 1-5; roll 4; end combat").stands("Calvert 1407");
    let mut union = Battlefield::on("1 union combat", "XI-guns 1407, Polk 1607");
    union.order("attack 1607; bombard XI-guns; fight 1-2; roll 5; end combat").stands("XI-guns 1407");
}

#[test]
fn bg_8_16_bombarding_guns_may_retreat_on_ar() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1407, 1/1/IV 1607");
    f.order("attack 1607; bombard Calvert; fight 1-5; roll 1");
    assert_eq!(f.asked(), Side::Confederate);
    f.allows("stand Calvert; retreat Calvert to 1408; retreat Calvert to 1307").refuses("BG-7.72a", "retreat Calvert to 1508");
    f.order("retreat Calvert to 1406; end combat").stands("Calvert 1406");
}

#[test]
fn r_36_immobile_guns_are_not_asked_and_die_of_ar_in_contact() {
    let mut afar = Battlefield::on("1 union combat", "XI-guns 1407, Polk 1607");
    afar.order("attack 1607; bombard XI-guns; fight 1-2; roll 5").allows("end combat");
    let mut near = Battlefield::on("1 union combat", "XI-guns 1606, Polk 1607");
    near.order("attack 1607; join 1606; fight 1-2; roll 5").stands("XI-guns eliminated");
    assert_eq!(near.points(), [0, 3]);
}

#[test]
fn bg_8_21_guns_add_their_strength_to_guns_and_to_adjacent_units() {
    let mut f = Battlefield::on("1 union combat", "1/2/XV 1605, XI-guns 1407, XV-guns 1406, Adams 1606");
    f.order("attack 1606; join 1605");
    assert_eq!(f.odds(), "5 : 3, 1-1 column");
    f.order("bombard XI-guns");
    assert_eq!(f.odds(), "9 : 3, 3-1 column");
    f.order("bombard XV-guns");
    assert_eq!(f.odds(), "13 : 3, 4-1 column");
}

#[test]
fn bg_8_22_a_gun_needs_only_one_of_the_hexes() {
    // 1405 is two hexes from 1606 and four from 1708.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1707, Sherman-guns 1405, Adams 1606, Lewis 1708");
    f.order("attack 1606; attack 1708; join 1707; bombard Sherman-guns");
    assert_eq!(f.odds(), "10 : 6, 1-1 column");
    let mut alone = Battlefield::on("1 union combat", "1/1/IV 1707, Sherman-guns 1405, Adams 1606, Lewis 1708");
    alone.order("attack 1708").refuses("BG-8.0-Ga", "bombard Sherman-guns");
}

#[test]
fn bg_8_23_in_a_combined_attack_only_the_adjacent_units_suffer() {
    let mut f = Battlefield::on("1 confederate combat", "Polk 1606, Calvert 1407, 1/1/IV 1607");
    f.order("attack 1607; join 1606; bombard Calvert; fight 1-2; roll 5");
    f.refuses("BG-7.6-Ar", "stand Polk").allows("stand Calvert; retreat Polk to 1605");
    f.order("stand Calvert; retreat Polk to 1605; end advance").stands("Polk 1605, Calvert 1407");
}

#[test]
fn bg_8_31_a_blocking_hex_in_the_line_forbids_the_bombardment() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1607, Sanford 1508, 1/2/XV 1609");
    f.order("attack 1609").refuses("BG-8.31", "bombard Calvert").allows("bombard Sanford");
    Battlefield::on("1 confederate combat", "Calvert 1605, 1/2/XV 1607").allows("attack 1607");
}

#[test]
fn bg_8_32_along_a_hexside_only_two_blocking_hexes_block() {
    // 1508 to 1708 runs between 1607 (clear) and 1608 (forest); 1713 to 1913 between 1812 and 1813, both forest.
    Battlefield::on("1 confederate combat", "Calvert 1508, 1/2/XV 1708").allows("attack 1708");
    Battlefield::on("1 confederate combat", "Calvert 1407, 1/2/XV 1607").allows("attack 1607");
    Battlefield::on("1 confederate combat", "Calvert 1713, 1/2/XV 1913").refuses("BG-8.31", "attack 1913");
}

#[test]
fn bg_8_32_r_50_nothing_beyond_the_edge_of_the_map_blocks() {
    // 1701 to 1901 runs along the upper edge of the map, between the forest 1801 and nothing; at the lower edge 0328 to 0528
    // runs between 0427 and nothing.
    Battlefield::on("1 confederate combat", "Calvert 1701, 1/2/XV 1901").allows("attack 1901");
    Battlefield::on("1 confederate combat", "Calvert 0328, 1/2/XV 0528").allows("attack 0528");
    // One row farther from the edge both hexes beside the line are there: 1803 is clear, 1802 forest, 1801 forest.
    Battlefield::on("1 confederate combat", "Calvert 1702, 1/2/XV 1902").refuses("BG-8.31", "attack 1902");
}

#[test]
fn bg_8_33_woods_and_towns_block_and_nothing_else_does() {
    let sees = |gun: &str, target: &str| {
        let f = Battlefield::on("1 confederate combat", &format!("Calvert {gun}, 1/2/XV {target}"));
        f.check(&format!("attack {target}")).is_ok()
    };
    assert!(!sees("1607", "1609"), "forest 1608");
    assert!(!sees("2307", "2309") && !sees("0826", "0824"), "forest and rough 2308, 0825");
    assert!(!sees("1212", "1214"), "town 1213");
    assert!(sees("2107", "2109"), "rough 2108");
    assert!(sees("1204", "1405"), "river 1305");
    assert!(sees("1512", "1510"), "creek 1510/1511");
    assert!(sees("1615", "1613"), "beside redoubts");
    assert!(sees("1616", "1515"), "over a redoubt");
}

#[test]
fn bg_8_34_the_hexes_of_gun_and_target_never_block() {
    // 1708 and 1709 are forest.
    Battlefield::on("1 confederate combat", "Calvert 1706, 1/2/XV 1708").allows("attack 1708");
    Battlefield::on("1 confederate combat", "Calvert 1709, 1/2/XV 1711").allows("attack 1711");
    Battlefield::on("1 confederate combat", "Calvert 1213, 1/2/XV 1211").allows("attack 1211");
}

#[test]
fn bg_8_35_guns_fire_over_units() {
    let f = Battlefield::on("1 confederate combat", "Calvert 1604, Polk 1605, 1/2/XV 1606, 2/2/XV 1607");
    f.allows("attack 1607");
    let mut over = Battlefield::on("1 confederate combat", "Calvert 1604, Polk 1605, 1/2/XV 1606, 2/2/XV 1607");
    over.order("attack 1607; bombard Calvert; fight 1-3; roll 6; attack 1606; join 1605");
}

#[test]
fn bg_8_41a_guns_in_contact_must_attack() {
    let f = Battlefield::on("1 confederate combat", "Calvert 1606, 1/2/XV 1605");
    f.refuses("BG-8.41a", "end combat").allows("attack 1605");
}

#[test]
fn bg_8_41b_and_may_not_bombard() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1606, Sanford 1409, 1/2/XV 1605, 2/2/XV 1508");
    f.order("attack 1508").refuses("BG-8.41b", "bombard Calvert").allows("bombard Sanford");
}

#[test]
fn bg_8_42_guns_in_contact_attack_all_they_touch_and_nothing_else() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1606, 1/2/XV 1605, 2/2/XV 1607, 1/4/XV 1406");
    f.order("attack 1605; attack 1607; join 1606").refuses("BG-7.25", "attack 1406");
    assert_eq!(f.odds(), "2 : 10, 1-5 column");
}

#[test]
fn bg_8_44_terrain_never_keeps_guns_from_adjacent_hexes() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1709, 1/2/XV 1708, 2/2/XV 1809");
    f.order("attack 1708; attack 1809; join 1709");
}

#[test]
fn bg_8_45_r_20_over_a_plain_creek_side_even_a_neighbour_may_be_bombarded() {
    // 1610 and 1511 lie on the two banks of Citico Creek.
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1610, 1/2/XVII 1511, 2/2/XVII 1612");
    f.allows("attack 1511; attack 1612; end combat");
    f.order("attack 1511; bombard Calvert");
    assert_eq!(f.odds(), "2 : 8, 1-4 column", "doubled: the line crosses a creek");
    f.order("fight 1-4; roll 6; end combat").stands("Calvert 1610");
    // Infantry there cannot attack at all.
    let mut foot = Battlefield::on("1 confederate combat", "Polk 1610, Calvert 1610, 1/2/XVII 1511");
    foot.order("attack 1511").refuses("BG-9.creek", "join 1610").allows("bombard Calvert");
    // With another enemy in contact the gun is bound.
    let mut bound = Battlefield::on("1 confederate combat", "Calvert 1610, 1/2/XVII 1511, 2/2/XVII 1609, Sanford 1513");
    bound.order("attack 1511").refuses("BG-8.41b", "bombard Calvert");
}

#[test]
fn bg_8_51_guns_help_no_defence_and_fire_in_their_own_phase_only() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Calvert 1608, XI-guns 1408");
    f.order("attack 1606; join 1605").refuses("BG-8.51", "bombard Calvert; bombard XII-guns");
    assert_eq!(f.odds(), "9 : 3, 3-1 column");
}

#[test]
fn bg_8_52_attacked_guns_suffer_like_anybody() {
    let mut f = Battlefield::on("1 union combat", "XIV-guns 1407, XI-guns 1407, Calvert 1607");
    f.order("attack 1607; bombard XIV-guns; bombard XI-guns; fight 4-1; roll 1").stands("Calvert eliminated");
    let mut dr = Battlefield::on("1 union combat", "XIV-guns 1407, XI-guns 1407, Calvert 1607");
    dr.order("attack 1607; bombard XIV-guns; bombard XI-guns; fight 4-1; roll 2; retreat Calvert to 1708").stands("Calvert 1708");
}

#[test]
fn r_12_a_stack_out_of_contact_may_bombard_with_its_guns_alone() {
    let mut f = Battlefield::on("1 confederate combat", "Polk 1407, Calvert 1407, 1/2/XVII 1607");
    f.order("attack 1607").refuses("BG-7.15", "join 1407; bombard Polk").allows("bombard Calvert");
    f.order("bombard Calvert");
    assert_eq!(f.odds(), "2 : 4, 1-2 column");
}

#[test]
fn r_21_a_line_that_touches_a_corner_only_is_not_blocked() {
    // 1605 to 1608: straight down the column through 1606 and 1607, past the corners of 1708 (forest).
    Battlefield::on("1 confederate combat", "Calvert 1605, 1/2/XV 1608").allows("attack 1608");
    // A knight's move: 1506 to 1607... through 1606; the forest 1608 is beside it.
    Battlefield::on("1 confederate combat", "Calvert 1505, 1/2/XV 1607").allows("attack 1607");
}

/// Who refuses an attack, and in which sentence.
#[track_caller]
fn refusal(f: &Battlefield, order: &str) -> (&'static str, &'static str) {
    let illegal = f.check(order).expect_err("the attack should be refused");
    (illegal.rule, illegal.because)
}

#[test]
fn bg_9_creek_an_attack_over_a_creek_says_so() {
    let f = Battlefield::on("1 confederate combat", "Polk 1610, 1/2/XVII 1511");
    let (rule, because) = refusal(&f, "attack 1511");
    assert_eq!((rule, because.contains("creek")), ("BG-9.creek", true), "{because}");
    // A gun there would bombard; it does not make the creek any drier for the infantry.
    Battlefield::on("1 confederate combat", "Polk 1610, Calvert 1610, 1/2/XVII 1511").allows("attack 1511");
}

#[test]
fn bg_8_41b_a_gun_in_a_zone_says_why_it_cannot_reach_farther() {
    let f = Battlefield::on("1 confederate combat", "Calvert 1606, 1/2/XV 1605, 2/2/XV 1608");
    let (rule, because) = refusal(&f, "attack 1608");
    assert_eq!((rule, because.contains("zone")), ("BG-8.41b", true), "{because}");
}

#[test]
fn bg_7_82d_a_displaced_gun_says_why_it_is_silent() {
    // Adams and Lewis fall back on the guns in 1607; 1410 is two hexes from 1508, where they end.
    let union = "1/1/IV 1605, 2/1/IV 1605, 1/3/IV 1410, 1/2/XV 1506, 2/2/XV 1706";
    let mut f = Battlefield::on("1 confederate combat", &format!("{union}, Adams 1606, Lewis 1606, Calvert 1607, Sanford 1607"));
    f.order("attack 1605; attack 1506; attack 1706; join 1606; fight 1-5; roll 1");
    f.order("retreat Adams to 1607 push Calvert; retreat Calvert to 1508");
    f.order("retreat Lewis to 1607 push Sanford; retreat Sanford to 1508; end advance");
    let (rule, because) = refusal(&f, "attack 1410");
    assert_eq!((rule, because.contains("displaced")), ("BG-7.82d", true), "{because}");
}

#[test]
fn bg_8_31_guns_without_sight_say_so() {
    let f = Battlefield::on("1 confederate combat", "Calvert 1607, 1/2/XV 1609");
    let (rule, because) = refusal(&f, "attack 1609");
    assert_eq!((rule, because.contains("sight")), ("BG-8.31", true), "{because}");
}

#[test]
fn bg_7_15_where_nobody_is_near_the_refusal_says_so() {
    for units in ["Calvert 1604, 1/2/XV 1608", "Polk 1606, 1/2/XV 1608"] {
        let (rule, because) = refusal(&Battlefield::on("1 confederate combat", units), "attack 1608");
        assert_eq!((rule, because.contains("near")), ("BG-7.15", true), "{because}");
    }
}

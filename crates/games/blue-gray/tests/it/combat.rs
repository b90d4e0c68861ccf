//! Combat (BG-7.0 to BG-7.6, BG-7.9): strengths, odds, the table, results.

use crate::kit::{Battlefield, standard};
use blue_gray::{Chart, Column, CombatResult};
use engine::{Actor, Class, Handbook, Rules, Side, Words};

fn chart() -> &'static Chart {
    standard().chart()
}

fn column(attack: u32, defence: u32) -> String {
    chart().odds(chart().column(attack, defence)).to_string()
}

#[test]
fn bg_7_0_g_units_in_contact_must_fight_and_only_guns_fight_at_a_distance() {
    let f = Battlefield::on("1 union combat", "1/2/XV 1605, Polk 1606, 2/2/XV 1408");
    assert_eq!(f.asked(), Side::Union, "the phasing player attacks");
    f.refuses("BG-7.12a", "end combat").allows("attack 1606");
    f.refuses("BG-7.0-G", "attack 1707; attack 1605; join 1605");
    let apart = Battlefield::on("1 union combat", "1/2/XV 1604, Polk 1606");
    apart.refuses("BG-7.15", "attack 1606").allows("end combat");
}

#[test]
fn bg_7_0_pa_x4_odds_are_rounded_for_the_defender() {
    let mut f = Battlefield::on("1 union combat", "2/1/IV 1605, 1/2/XVII 1605, Wright 1606");
    f.order("attack 1606; join 1605");
    assert_eq!(f.odds(), "13 : 4, 3-1 column", "X4");
    assert_eq!([column(13, 4), column(7, 8), column(2, 7), column(4, 4)], ["3-1", "1-2", "1-4", "1-1"]);
    let mut weak = Battlefield::on("1 confederate combat", "Calvert 1606, 1/2/XVII 1605, 1/3/XI 1605");
    weak.order("attack 1605; join 1606");
    assert_eq!(weak.odds(), "2 : 7, 1-4 column");
}

#[test]
fn r_4_odds_under_even_round_up_the_defence() {
    assert_eq!([column(4, 9), column(5, 9), column(9, 10), column(1, 2), column(3, 7)], ["1-3", "1-2", "1-2", "1-2", "1-3"]);
    assert_eq!([column(9, 5), column(11, 4), column(12, 4), column(19, 10)], ["1-1", "2-1", "3-1", "1-1"]);
}

#[test]
fn bg_7_0_pb_one_die_decides_and_the_result_comes_at_once() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, 2/1/IV 1408, Wright 1409");
    f.order("attack 1606; join 1605; fight 3-1");
    assert!(f.asks_die());
    f.order("roll 1").stands("Adams eliminated");
    f.order("end advance; attack 1409; join 1408; fight 2-1; roll 1");
    // Before the next battle the loser retreats.
    assert_eq!(f.asked(), Side::Confederate);
    f.refuses_to(Side::Union, "BG-7.71a", "end combat").refuses("BG-7.71a", "end combat; attack 1606");
}

#[test]
fn bg_7_0_pc_battles_are_fought_in_any_order() {
    for order in [["1606", "1605"], ["1409", "1408"]] {
        let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, 2/1/IV 1408, Wright 1409");
        f.allows("attack 1606; attack 1409");
        f.order(&format!("attack {}; join {}; fight 2-1; roll 6", order[0], order[1]));
        assert_eq!(f.asked(), Side::Union);
    }
}

#[test]
fn bg_7_11_every_enemy_in_contact_must_be_attacked() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1606, Adams 1605, Lewis 1607");
    f.order("attack 1605; join 1606").refuses("BG-7.23", "fight 3-1; fight 1-1").allows("attack 1607");
    f.order("attack 1607; fight 1-1");
    // Two attackers may not both turn on one of two enemies.
    let mut two = Battlefield::on("1 union combat", "1/1/IV 1507, 2/1/IV 1707, Adams 1606, Lewis 1607");
    two.order("attack 1606; join 1507").allows("fight 3-1");
    two.order("join 1707").refuses("BG-7.23", "fight 6-1; fight 1-1").allows("attack 1607");
}

#[test]
fn bg_7_12a_every_unit_in_contact_must_attack() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1607, Adams 1606");
    f.order("attack 1606; join 1605").refuses("BG-7.12a", "fight 3-1").allows("join 1607");
    f.order("join 1607");
    assert_eq!(f.odds(), "18 : 3, 6-1 column");
}

#[test]
fn bg_7_12b_r_14_the_attacker_chooses_who_attacks_whom_and_guns_may_take_an_enemy() {
    let mut f = Battlefield::on("1 confederate combat", "Polk 1507, Gist 1707, 1/2/XVII 1606, 2/2/XVII 1607, Calvert 1407");
    f.order("attack 1606; join 1507; join 1707");
    assert_eq!(f.odds(), "10 : 4, 2-1 column");
    f.order("fight 2-1; roll 6; retreat Polk to 1406; retreat Gist to 1806; end advance");
    // 1607 has still to be attacked, and only the guns can.
    assert_eq!(f.overlay("must-be-attacked"), crate::kit::hexes("1607"));
    f.refuses("BG-7.11", "end combat");
    f.order("attack 1607; bombard Calvert; fight 1-2; roll 5; stand Calvert; end combat");
}

#[test]
fn bg_7_13_six_hexes_and_all_guns_in_range_may_attack_together() {
    let around = "1/2/XV 1605, 2/2/XV 1605, 1/2/XVII 1706, 2/2/XVII 1706, 3/2/XVII 1707, 1/4/XV 1707, 2/4/XV 1607, 1/3/XI 1607, \
                  1/3/IV 1507, 2/3/IV 1507, 3/3/IV 1506, 1/1/XIV 1506";
    let mut f = Battlefield::on("1 union combat", &format!("{around}, XI-guns 1407, Sherman-guns 1405, Polk 1606, Gist 1606"));
    f.order("attack 1606; join 1605; join 1706; join 1707; join 1607; join 1507; join 1506; bombard XI-guns; bombard Sherman-guns");
    assert_eq!(f.odds(), "63 : 10, 6-1 column");
    f.order("fight 6-1; roll 1").stands("Polk eliminated, Gist eliminated");
}

#[test]
fn bg_7_14_nobody_attacks_or_is_attacked_twice() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1407, Sanford 1408, 1/2/XVII 1607, 2/2/XVII 1609");
    f.order("attack 1607; bombard Calvert; fight 1-2; roll 5; stand Calvert");
    f.refuses("BG-7.14", "attack 1607");
    f.order("attack 1609").refuses("BG-7.14", "bombard Calvert").allows("bombard Sanford");
}

#[test]
fn bg_7_15_units_attack_adjacent_hexes_only() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1508, Adams 1606, Lewis 1509");
    f.order("attack 1606").refuses("BG-7.15", "join 1508; bombard 2/1/IV").allows("join 1605");
}

#[test]
fn bg_7_21_all_units_of_a_hex_are_attacked_as_one() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Lewis 1606");
    f.order("attack 1606; join 1605").refuses("BG-7.21", "attack 1606");
    assert_eq!(f.odds(), "9 : 6, 1-1 column");
    f.order("fight 1-1; roll 1");
    f.allows("retreat Adams to 1607; retreat Lewis to 1607");
}

#[test]
fn bg_7_22_r_12_a_stack_attacks_as_one_strength() {
    let mut f = Battlefield::on("1 union combat", "1/2/XV 1605, 1/2/XVII 1605, Adams 1606, Lewis 1706");
    f.order("attack 1606; attack 1706; join 1605").refuses("BG-7.22", "join 1605");
    assert_eq!(f.odds(), "9 : 6, 1-1 column", "5 and 4 together");
    // Had they attacked one hex, nobody would be left for the other.
    let mut one = Battlefield::on("1 union combat", "1/2/XV 1605, 1/2/XVII 1605, Adams 1606, Lewis 1706");
    one.order("attack 1606; join 1605").refuses("BG-7.23", "fight 3-1");
}

#[test]
fn bg_7_23_a_lone_unit_attacks_all_it_touches_in_one_battle() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1606, Adams 1605, Wright 1607");
    f.order("attack 1605; attack 1607; join 1606");
    assert_eq!(f.odds(), "9 : 7, 1-1 column");
    // Another unit that takes one of them frees it.
    let mut shared = Battlefield::on("1 union combat", "1/1/IV 1606, Adams 1605, Wright 1607, 1/2/XV 1508");
    shared.order("attack 1605; join 1606; fight 3-1").order("roll 1; end advance");
    shared.order("attack 1607; join 1508; fight 1-1");
}

#[test]
fn bg_7_24_units_of_several_hexes_combine() {
    let mut f = Battlefield::on("1 union combat", "1/2/XV 1605, 1/2/XVII 1607, Adams 1606");
    f.order("attack 1606; join 1605; join 1607");
    assert_eq!(f.odds(), "9 : 3, 3-1 column");
}

#[test]
fn bg_7_25_in_a_battle_for_several_hexes_everybody_touches_every_hex() {
    let units = "1/1/IV 1507, 2/1/IV 1605, Adams 1606, Lewis 1607";
    let mut f = Battlefield::on("1 union combat", units);
    f.order("attack 1606; join 1605").refuses("BG-7.25", "attack 1607");
    let mut both = Battlefield::on("1 union combat", units);
    both.order("attack 1607; join 1507").refuses("BG-7.12a", "attack 1606");
    let mut pair = Battlefield::on("1 union combat", "1/1/IV 1507, 2/1/IV 1707, Adams 1606, Lewis 1607");
    pair.order("attack 1606; attack 1607; join 1507; join 1707");
    assert_eq!(pair.odds(), "18 : 6, 3-1 column");
}

#[test]
fn bg_7_3_a_strength_is_never_divided() {
    let mut f = Battlefield::on("1 confederate combat", "Polk 1606, 1/2/XVII 1605, 2/2/XVII 1607, Calvert 1407");
    f.order("attack 1605; join 1606");
    assert_eq!(f.odds(), "5 : 4, 1-1 column", "all five points fight here");
    f.order("fight 1-1; roll 1; retreat 1/2/XVII to 1505; end advance; attack 1607");
    f.refuses("BG-7.14", "join 1606").allows("bombard Calvert");
}

#[test]
fn bg_7_4a_x5_terrain_multiplies_the_defence() {
    let mut f = Battlefield::on("1 union combat", "1/2/XIV-a 2007, Polk 2107");
    f.order("attack 2107; join 2007");
    assert_eq!(f.odds(), "6 : 10, 1-2 column", "X5: a 5 in rough defends as 10");
    assert_eq!(f.modifiers()[0].0, "BG-7.4a");
}

#[test]
fn bg_7_4b_x11_r_5_only_the_best_help_counts() {
    // 0724 is rough and is attacked over the Lookout Creek bridge: twice, not four times.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 0623, Walthall 0724");
    f.order("attack 0724; join 0623");
    assert_eq!(f.odds(), "9 : 6, 1-1 column", "X11");
    // 2109 is rough behind rifle pits: three times, neither two nor six.
    let mut pits = Battlefield::on("1 union combat", "1/1/IV 2009, 2/1/IV 2008, Lowrey 2109");
    pits.order("attack 2109; join 2009; join 2008");
    assert_eq!(pits.odds(), "18 : 15, 1-1 column");
    assert_eq!(pits.modifiers()[0].0, "BG-9.redoubt");
}

#[test]
fn r_5_each_hex_of_a_battle_is_looked_at_by_itself() {
    // From 2007: Smith in 2107 (rough) is doubled, Gist in 2008 (forest) is not.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 2007, 2/1/IV 2007, Smith 2107, Gist 2008");
    f.order("attack 2107; attack 2008; join 2007");
    assert_eq!(f.odds(), "18 : 15, 1-1 column");
}

#[test]
fn bg_7_4c_terrain_never_changes_the_attack() {
    let mut f = Battlefield::on("1 confederate combat", "Polk 2107, 1/2/XIV-a 2007");
    f.order("attack 2007; join 2107");
    assert_eq!(f.odds(), "5 : 6, 1-2 column", "Polk stands in rough and attacks with five");
}

#[test]
fn bg_7_5_hopeless_attacks_are_allowed() {
    let mut f = Battlefield::on("1 confederate combat", "Calvert 1606, 1/1/IV 1605, 1/2/XV 1605");
    f.order("attack 1605; join 1606");
    assert_eq!(f.odds(), "2 : 14, 1-5 column");
    f.allows("fight 1-5");
}

#[test]
fn bg_7_6_ae_all_attackers_die_but_bombarding_guns() {
    let mut f = Battlefield::on("1 confederate combat", "Adams 1606, Calvert 1407, 1/1/IV 1605, 2/1/IV 1605");
    f.order("attack 1605; join 1606; fight 1-5; roll 6").stands("Adams eliminated");
    // The combined attack, with Calvert two hexes away.
    let mut both = Battlefield::on("1 confederate combat", "Adams 1706, Calvert 1407, 1/1/IV 1606, 2/1/IV 1606");
    both.order("attack 1606; join 1706; bombard Calvert; fight 1-4; roll 6").stands("Adams eliminated, Calvert 1407");
    assert_eq!(both.points(), [2, 0]);
}

#[test]
fn bg_7_6_de_all_defenders_die() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1605, Adams 1606, Lewis 1606");
    f.order("attack 1606; join 1605; fight 3-1; roll 1").stands("Adams eliminated, Lewis eliminated, 1/1/IV 1605");
    assert_eq!(f.points(), [4, 0]);
}

#[test]
fn bg_7_6_ex_an_exchange_is_paid_at_printed_strength() {
    // Walthall (3) defends his rough hex with 6 and dies; the attacker owes 3 and may pay with a 4.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 0623, 1/2/XVII 0623, 2/1/IV 0725, Walthall 0724");
    f.order("attack 0724; join 0623; join 0725");
    assert_eq!(f.odds(), "22 : 6, 3-1 column");
    f.order("fight 3-1; roll 6").stands("Walthall eliminated");
    f.refuses("BG-7.6-Ex", "end exchange").allows("lose 1/2/XVII; lose 1/1/IV; lose 2/1/IV");
    f.order("lose 1/2/XVII").allows("end exchange");
    f.order("end exchange").stands("1/2/XVII eliminated, 1/1/IV 0623, 2/1/IV 0725");
    assert_eq!(f.points(), [2, 3]);
}

#[test]
fn r_15_any_payment_that_is_enough_is_legal_and_too_weak_attackers_all_die() {
    // Owed 5: 4 + 4 or 9 or more.
    let units = "1/2/XVII 1605, 2/2/XVII 1605, 1/1/IV 1607, Polk 1606";
    let mut f = Battlefield::on("1 union combat", units);
    f.order("attack 1606; join 1605; join 1607; fight 3-1; roll 6; lose 1/2/XVII").refuses("BG-7.6-Ex", "end exchange");
    f.order("lose 2/2/XVII").allows("end exchange; lose 1/1/IV");
    let mut dear = Battlefield::on("1 union combat", units);
    dear.order("attack 1606; join 1605; join 1607; fight 3-1; roll 6; lose 1/1/IV; end exchange; end advance");
    dear.stands("1/2/XVII 1605, 2/2/XVII 1605, 1/1/IV eliminated");
    // A lone 3 that nine points of guns helped to an exchange with a 4 pays with all it has; the guns pay nothing.
    let guns = "Smith-guns 1405, Corput 1405, CS-Reserve-guns 1406, Calvert 1407, Sanford 1407";
    let mut weak = Battlefield::on("1 confederate combat", &format!("Adams 1606, {guns}, 1/2/XVII 1605"));
    weak.order("attack 1605; join 1606; bombard Smith-guns; bombard Corput; bombard CS-Reserve-guns; bombard Calvert; bombard Sanford");
    assert_eq!(weak.odds(), "12 : 4, 3-1 column");
    weak.order("fight 3-1; roll 6; end combat").stands("Adams eliminated, 1/2/XVII eliminated, Calvert 1407, Corput 1405");
}

#[test]
fn bg_7_6_ex2_only_adjacent_units_of_that_battle_pay() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, XI-guns 1407, 2/1/IV 1604, Adams 1606");
    f.order("attack 1606; join 1605; bombard XI-guns; fight 4-1; roll 6");
    f.refuses("BG-7.6-Ex2", "lose XI-guns; lose 2/1/IV").allows("lose 1/1/IV");
    f.order("lose 1/1/IV").stands("1/1/IV eliminated, XI-guns 1407, 2/1/IV 1604");
}

#[test]
fn bg_7_6_ar_every_attacker_retreats_one_hex() {
    let mut f = Battlefield::on("1 union combat", "1/2/XVII 1605, 2/2/XVII 1605, 3/2/XVII 1506, Polk 1606, Gist 1606");
    f.order("attack 1606; join 1605; join 1506; fight 1-1; roll 6");
    assert_eq!(f.asked(), Side::Union);
    f.order("retreat 1/2/XVII to 1604; retreat 2/2/XVII to 1705; retreat 3/2/XVII to 1406");
    f.stands("1/2/XVII 1604, 2/2/XVII 1705, 3/2/XVII 1406, Polk 1606");
}

#[test]
fn bg_7_6_dr_every_defender_retreats_one_hex() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Lewis 1606");
    f.order("attack 1606; join 1605; fight 1-1; roll 1; retreat Adams to 1607; retreat Lewis to 1707");
    f.stands("Adams 1607, Lewis 1707, 1/1/IV 1605");
}

#[test]
fn bg_7_6_n1_beyond_the_table_the_last_columns_serve_and_the_die_is_thrown() {
    assert_eq!([column(30, 2), column(1, 9), column(7, 1), column(1, 5), column(1, 6)], ["6-1", "1-5", "6-1", "1-5", "1-5"]);
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1605, Corput 1606");
    f.order("attack 1606; join 1605");
    assert_eq!(f.odds(), "18 : 1, 6-1 column");
    f.order("fight 6-1");
    assert!(f.asks_die());
}

#[test]
fn bg_7_9a_x6_lower_odds_may_be_announced_before_the_die() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 1/2/XIV-a 1605, Adams 1606");
    f.order("attack 1606; join 1605");
    assert_eq!(f.odds(), "15 : 3, 5-1 column");
    f.allows("fight 5-1; fight 4-1; fight 3-1; fight 1-5");
    // X6: a 5 would be an exchange at 5-1; at 3-1 the defender retreats.
    f.order("fight 3-1; roll 5");
    assert_eq!(f.asked(), Side::Confederate);
    f.order("retreat Adams to 1607").stands("Adams 1607");
}

#[test]
fn bg_7_9b_odds_are_never_raised_nor_changed_after_the_die_is_called_for() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Wright 1606");
    f.order("attack 1606; join 1605").refuses("BG-7.9b", "fight 3-1; fight 6-1").allows("fight 2-1; fight 1-1");
    f.order("fight 1-1");
    f.refuses_to(Side::Union, "BG-7.9b", "fight 2-1").refuses_to(Side::Union, "BG-7.9b", "attack 1606");
}

#[test]
fn r_1_r_2_r_3_the_results_table_cell_by_cell() {
    let rows: Vec<String> =
        (1..=6).map(|die| (0..chart().columns()).map(|c| chart().result(Column(c), die).code()).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        rows,
        [
            "Ar Ar Dr Dr Dr Dr De De De De",
            "Ar Ar Ar Dr Dr Dr Dr Dr De De",
            "Ar Ar Ar Ar Dr Dr Dr Dr Dr De", // 6-1, die 3
            "Ae Ar Ar Ar Ar Dr Dr Dr Dr Dr",
            "Ae Ae Ar Ar Ar Ar Dr Ex Ex Ex", // 1-4, die 5; R-2: 6-1, die 5
            "Ae Ae Ae Ae Ar Ar Ex Ex Ex Ex",
        ]
    );
    let columns: Vec<String> = (0..chart().columns()).map(|c| chart().odds(Column(c)).to_string()).collect();
    assert_eq!(columns, ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]);
}

#[test]
fn results_never_get_worse_for_the_attacker_to_the_right() {
    let worth = |r: CombatResult| match r {
        CombatResult::Ae => 0,
        CombatResult::Ar => 1,
        CombatResult::Dr | CombatResult::Ex => 2,
        CombatResult::De => 3,
    };
    for die in 1..=6 {
        let row: Vec<i32> = (0..chart().columns()).map(|c| worth(chart().result(Column(c), die))).collect();
        assert!(row.windows(2).all(|w| w[0] <= w[1]), "die {die}: {row:?}");
    }
}

#[test]
fn the_classes_of_a_die_are_the_results_with_their_faces() {
    // Counts of Ae, Ar, Ex, Dr, De for each column, out of six.
    let counts = [[3, 3, 0, 0, 0], [2, 4, 0, 0, 0], [1, 4, 0, 1, 0], [1, 3, 0, 2, 0], [0, 3, 0, 3, 0], [0, 2, 0, 4, 0]];
    let more = [[0, 0, 1, 4, 1], [0, 0, 2, 3, 1], [0, 0, 2, 2, 2], [0, 0, 2, 1, 3]];
    let all = [CombatResult::Ae, CombatResult::Ar, CombatResult::Ex, CombatResult::Dr, CombatResult::De];
    for (c, expected) in counts.into_iter().chain(more).enumerate() {
        let count = |r: CombatResult| (1..=6).filter(|d| chart().result(Column(c as u8), *d) == r).count();
        assert_eq!(all.map(count), expected, "column {c}");
    }
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606");
    f.order("attack 1606; join 1605; fight 3-1");
    let mut classes: Vec<Class> = Vec::new();
    f.game.classes(&f.state, &mut classes);
    let mut weights: Vec<(u32, &str)> = classes.iter().map(|c| (c.weight, chart().result(Column(6), c.sample.first()).code())).collect();
    weights.sort_unstable();
    assert_eq!(weights, [(1, "De"), (1, "Ex"), (4, "Dr")]);
    assert!(matches!(f.game.actor(&f.state), Actor::Chance(c) if c.rule == "BG-7.0-Pb"));
}

#[test]
fn the_odds_command_knows_the_same_table() {
    let ask = |attack: &[u16], defend: &[u16], with: &[&str], column: Option<&str>| {
        let question = engine::handbook::OddsQuestion {
            attack: attack.to_vec(),
            defend: defend.to_vec(),
            with: with.iter().map(ToString::to_string).collect(),
            column: column.map(str::to_string),
        };
        standard().odds(&question)
    };
    assert_eq!(ask(&[9, 4], &[4], &[], None).unwrap().column, "3-1");
    assert_eq!(ask(&[9], &[3], &["rough", "bridge"], None).unwrap().column, "1-1", "only the best benefit counts (BG-7.4b)");
    assert_eq!(ask(&[9], &[3], &[], Some("1-1")).unwrap().column, "1-1");
    assert!(ask(&[9], &[3], &[], Some("6-1")).is_err(), "never higher (BG-7.9b)");
    for (attack, defend, field) in [(0, 0, "attack"), (0, 3, "attack"), (9, 0, "defend")] {
        assert_eq!(ask(&[attack], &[defend], &[], None).unwrap_err().field, field);
    }
    assert!(ask(&[9], &[3], &["swamp"], None).is_err() && ask(&[], &[3], &[], None).is_err());
}

#[test]
fn bg_9_redoubt_before_anybody_attacks_only_the_defence_is_shown() {
    // Behind a redoubt, at a bridge, in a wood: what the attackers come over is not known yet.
    let fields = [
        ("1 union combat", "1/1/IV 2113, Wright 2213", "2213", "defence 4"),
        ("1 confederate combat", "Polk 1510, 1/2/XVII 1511", "1511", "defence 4"),
        ("1 confederate combat", "Polk 2107, 1/2/XVII 2108", "2108", "defence 8"),
    ];
    for (when, units, target, defence) in fields {
        let mut f = Battlefield::on(when, units);
        f.order(&format!("attack {target}"));
        let battle = f.game.view(&f.state).battle.expect("a battle is being prepared");
        assert_eq!(battle.odds, defence, "{target}");
        assert!(battle.attackers.is_empty() && battle.columns.is_empty(), "no column without attackers");
        assert!(battle.modifiers.iter().all(|m| m.rule == "BG-7.4a"), "{:?}", battle.modifiers);
    }
}

#[test]
fn bg_7_4b_of_two_equal_benefits_the_terrain_is_named() {
    // 0724 is rough, and a bridge leads there from 0623: doubled once, and by its terrain.
    let mut f = Battlefield::on("1 union combat", "1/2/XV 0623, Polk 0724");
    f.order("attack 0724; join 0623");
    assert_eq!(f.odds(), "5 : 10, 1-2 column");
    assert_eq!(f.modifiers().iter().map(|(rule, _)| rule.as_str()).collect::<Vec<_>>(), ["BG-7.4a"]);
}

#[test]
fn bg_7_6_ex_the_strengths_of_all_hexes_attacked_are_owed() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1507, 2/1/IV 1707, Adams 1606, Lewis 1607");
    f.order("attack 1606; join 1507; join 1707; attack 1607; fight 3-1; roll 6");
    assert!(f.game.prompt(&f.state).contains("6 strength points to go"), "{}", f.game.prompt(&f.state));
    f.refuses("BG-7.6-Ex", "end exchange");
    f.order("lose 1/1/IV; end exchange");
}

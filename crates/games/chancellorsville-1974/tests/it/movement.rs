//! Sequence (II, III), movement (IV.A to IV.I), terrain costs.

use crate::field::{Battlefield, march};
use engine::{Notation, Side};
use serde_json::json;

#[test]
fn c74_ii_a_1_hexes_are_named_by_column_and_diagonal() {
    let f = Battlefield::new("turn 3; devens R-28; schurz HH-33; averell C-3");
    let grid = &boards::chancellorsville().grid;
    for (name, column) in [("R-28", 18), ("HH-33", 34), ("C-3", 3)] {
        assert_eq!(grid.column(grid.parse(name).unwrap()) + 1, column);
    }
    assert_eq!([f.hex("devens"), f.hex("schurz"), f.hex("averell")], ["R-28", "HH-33", "C-3"]);
    assert!(f.game.read_action(&march("devens", "R-28 R-99")).is_err());
}

#[test]
fn c74_ii_b_1_boats_and_headquarters_are_no_combat_units() {
    let mut f = Battlefield::new("union combat; boats-1 X-20; reynolds X-20; devens X-20; early W-20");
    assert_eq!(f.attack("W-20", "devens reynolds"), Err("C74-II.B.1"));
    assert_eq!(f.attack("W-20", "devens boats-1"), Err("C74-II.B.1"));
    assert_eq!(f.attack("W-20", "devens"), Ok(()));
}

#[test]
fn c74_ii_b_2_strength_serves_attack_and_defence() {
    let f = Battlefield::new("union combat; early W-16; wadsworth V-16; i-corps-artillery V-16");
    assert_eq!(f.attack_odds("W-16", "wadsworth"), "6 to 8: 1-2");
    let f = Battlefield::new("confederate combat; early W-16; wadsworth V-16");
    assert_eq!(f.attack_odds("V-16", "early"), "8 to 6: 1-1");
    let mut f = Battlefield::new("confederate movement; early W-12");
    assert_eq!(f.march("early", "W-12 W-13 W-14 W-15 W-16 W-17"), Err("C74-IV.C.1"));
    assert_eq!(f.march("early", "W-12 W-13 W-14 W-15 W-16"), Ok(()));
}

#[test]
fn c74_iii_1_union_segment_then_confederate_segment() {
    let mut f = Battlefield::new("turn 3; union movement; devens W-16; i-corps-artillery W-17; early X-17; nelson Y-18");
    let mut phases = vec![f.phase()];
    assert_eq!(f.act_as(Side::Confederate, json!({"do": "done"})), Err("C74-III.1"));
    f.done().unwrap();
    phases.push(f.phase());
    f.done().unwrap();
    phases.push(f.phase());
    f.done().unwrap();
    phases.push(f.phase());
    assert_eq!(phases, ["3 union movement", "3 union defensive-fire", "3 union offensive-fire", "3 union combat"]);
    assert_eq!(f.asked(), Some(Side::Union));
    f.attack("X-17", "devens i-corps-artillery").unwrap();
    f.roll(6);
    while f.asked() == Some(Side::Confederate) && !f.phase().contains("movement") {
        let first = f.legal()[0].clone();
        f.act(first).unwrap();
    }
    f.until("3 confederate movement");
    assert_eq!(f.asked(), Some(Side::Confederate));
}

#[test]
fn c74_iii_a_1_bridges_are_emplaced_in_union_movement_only() {
    let f = Battlefield::new("union combat; bridge-2 LL-40; averell KK-41; gregg LL-39; stuart KK-42");
    let order = json!({"do": "emplace", "piece": "bridge-2", "path": ["LL-40", "KK-40"], "near": "LL-40", "far": "KK-41"});
    assert_eq!(f.phase(), "3 union combat");
    assert_eq!(f.why(Side::Union, &order), Err("C74-III.A.1"));
    let f = Battlefield::new("union movement; bridge-2 LL-40; averell KK-41");
    assert_eq!(f.why(Side::Union, &order), Ok(()));
}

#[test]
fn c74_iii_a_2_confederate_guns_fire_first_and_nobody_moves() {
    let mut f = Battlefield::new("union movement; devens W-18; walker W-16; i-corps-artillery Y-18");
    f.done().unwrap();
    assert_eq!((f.phase().as_str(), f.asked()), ("3 union defensive-fire", Some(Side::Confederate)));
    assert_eq!(f.why(Side::Union, &march("devens", "W-18 X-19")), Err("C74-III.A.2"));
    assert_eq!(f.why(Side::Confederate, &march("walker", "W-16 X-16")), Err("C74-III.A.2"));
    assert_eq!(f.fire("W-18", "walker"), Ok(()));
}

#[test]
fn c74_iii_a_3_then_the_union_guns_and_no_others() {
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery W-18; walker W-16");
    assert_eq!(f.why(Side::Confederate, &json!({"do": "fire", "hex": "W-18", "guns": ["walker"]})), Err("C74-III.A.3"));
    assert_eq!(f.why(Side::Union, &march("iii-corps-artillery", "W-18 X-19")), Err("C74-III.A.2"));
    assert_eq!(f.fire("W-16", "iii-corps-artillery"), Ok(()));
}

#[test]
fn c74_iii_a_4_who_fired_does_not_attack() {
    let mut f = Battlefield::new("union combat; iii-corps-artillery W-17 +attacked +inverted; devens W-17; nelson W-16");
    assert_eq!(f.attack("W-16", "devens iii-corps-artillery"), Err("C74-VII.A.3.a"));
    assert_eq!(f.attack("W-16", "devens"), Ok(()));
}

#[test]
fn c74_iii_b_confederate_segment_mirrors_without_bridges() {
    let mut f = Battlefield::new("confederate movement; bridge-2 LL-40; averell KK-41; early X-16; devens X-18; iii-corps-artillery X-18");
    let order = json!({"do": "emplace", "piece": "bridge-2", "path": ["LL-40", "KK-40"], "near": "LL-40", "far": "KK-41"});
    assert_eq!(f.why(Side::Confederate, &order), Err("C74-III.B"));
    f.done().unwrap();
    assert_eq!((f.phase().as_str(), f.asked()), ("3 confederate defensive-fire", Some(Side::Union)));
}

#[test]
fn c74_iii_c_time_advances_after_both_segments() {
    let mut f = Battlefield::new("turn 3; confederate movement; early X-16; devens C-9");
    assert_eq!(f.view(engine::Seat::Referee).turn_label, "April 30, 6 AM");
    f.done().unwrap();
    assert_eq!(f.phase(), "4 union movement");
    assert_eq!(f.view(engine::Seat::Referee).turn_label, "April 30, 9 AM");
}

#[test]
fn c74_iv_a_every_hex_is_paid_by_its_terrain() {
    // X-13 clear, Y-14 woods, X-14 clear: 1 + 2 + 1.
    let mut f = Battlefield::new("devens X-12");
    assert_eq!(f.march("devens", "X-12 X-13 Y-14 X-14 X-15"), Err("C74-IV.C.1"));
    assert_eq!(f.march("devens", "X-12 X-13 Y-14 X-14"), Ok(()));
}

#[test]
fn c74_iv_b_paths_go_hex_by_hex_and_units_may_stay() {
    let mut f = Battlefield::new("devens W-16; schurz W-17");
    assert!(f.game.read_action(&march("devens", "W-16 W-14")).is_err());
    assert_eq!(f.march("devens", "W-15 W-14"), Err("C74-IV.B"));
    assert_eq!(f.march("devens schurz", "W-16 W-15"), Err("C74-IV.B"));
    assert_eq!(f.done(), Ok(()));
    let mut f = Battlefield::new("devens W-12");
    assert_eq!(f.march("devens", "W-12 W-13"), Ok(()));
}

#[test]
fn c74_iv_c_1_nothing_beyond_the_allowance() {
    let mut f = Battlefield::new("devens W-12; averell X-12");
    assert_eq!(f.march("devens", "W-12 W-13 W-14 W-15 W-16 W-17"), Err("C74-IV.C.1"));
    assert_eq!(f.march("averell", "X-12 X-13 X-14 X-15 X-16 X-17"), Ok(()));
}

#[test]
fn c74_iv_c_2_a_finished_move_is_final() {
    let mut f = Battlefield::new("devens W-12");
    f.march("devens", "W-12 W-13").unwrap();
    assert_eq!(f.march("devens", "W-13 W-14"), Err("C74-IV.C.2"));
}

#[test]
fn c74_iv_d_the_enemy_does_not_move() {
    let f = Battlefield::new("devens W-12; early X-16");
    assert_eq!(f.why(Side::Confederate, &march("early", "X-16 X-17")), Err("C74-IV.D"));
    assert_eq!(f.why(Side::Union, &march("early", "X-16 X-17")), Err("C74-IV.D"));
}

#[test]
fn c74_iv_e_no_combat_in_the_movement_phase() {
    let mut f = Battlefield::new("devens W-16; early W-17");
    assert_eq!(f.attack("W-17", "devens"), Err("C74-IV.E"));
    assert_eq!(f.fire("W-17", "devens"), Err("C74-VII.B.0"));
}

#[test]
fn c74_iv_f_1_friends_are_passed_within_the_stacking_limit() {
    let mut f = Battlefield::new("devens W-12; schurz W-13; geary W-14; williams W-14");
    assert_eq!(f.march("devens", "W-12 W-13 W-14 W-15"), Err("C74-V.B.1"));
    assert_eq!(f.march("devens", "W-12 W-13 X-14 W-14"), Err("C74-V.B.1"));
    assert_eq!(f.march("devens", "W-12 W-13 X-14"), Ok(()));
}

#[test]
fn c74_iv_f_2_a_full_hex_is_neither_entered_nor_crossed() {
    let mut f = Battlefield::new("devens W-13; geary W-14; williams W-14");
    assert_eq!(f.march("devens", "W-13 W-14"), Err("C74-V.B.1"));
    assert_eq!(f.march("devens", "W-13 W-14 W-15"), Err("C74-V.B.1"));
}

#[test]
fn c74_iv_g_enemy_hexes_are_closed() {
    let mut f = Battlefield::new("devens W-13; early W-14; lee X-13");
    assert_eq!(f.march("devens", "W-13 W-14"), Err("C74-IV.G"));
    let mut f = Battlefield::new("averell W-12; lee W-14");
    assert_eq!(f.march("averell", "W-12 W-13 W-14"), Ok(()));
    let mut f = Battlefield::new("confederate movement; stuart V-18; bridge-2 W-19");
    assert_eq!(f.march("stuart", "V-18 W-19"), Err("C74-IV.G"));
}

#[test]
fn c74_iv_h_terrain_may_be_mixed_in_one_move() {
    let mut f = Battlefield::new("devens X-13");
    assert_eq!(f.march("devens", "X-13 Y-14 X-14 X-15"), Ok(()));
}

#[test]
fn c74_iv_i_1_road_bonus_doubles_the_allowance_along_the_road() {
    // Orange Turnpike, eight hexes west from X-33.
    let path = "X-33 W-32 V-31 U-30 T-29 S-29 R-28 Q-27 P-27";
    let mut f = Battlefield::new("devens X-33");
    assert_eq!(f.march("devens", &format!("{path} O-26")), Err("C74-IV.I.1"));
    assert!(f.listed(&march("devens", path)));
    assert_eq!(f.march("devens", path), Ok(()));
    let mut f = Battlefield::new("devens W-33");
    assert_eq!(f.march("devens", "W-33 W-32 V-31 U-30 T-29 S-29"), Err("C74-IV.C.1"));
}

#[test]
fn c74_iv_i_2_a_bonus_march_ends_on_the_road() {
    let mut f = Battlefield::new("devens X-33");
    assert_eq!(f.march("devens", "X-33 W-32 V-31 U-30 T-29 S-29 R-29"), Err("C74-IV.I.2"));
    assert_eq!(f.march("devens", "X-33 W-32 V-31 U-30 T-29 S-29 R-28"), Ok(()));
}

#[test]
fn c74_iv_i_3_no_bonus_beside_enemies_or_headquarters() {
    let mut f = Battlefield::new("devens X-33; lee S-30");
    assert_eq!(f.march("devens", "X-33 W-32 V-31 U-30 T-29 S-29"), Err("C74-IV.I.3"));
    assert!(!f.listed(&march("devens", "X-33 W-32 V-31 U-30 T-29 S-29")));
    let mut f = Battlefield::new("devens X-33; early T-28");
    assert_eq!(f.march("devens", "X-33 W-32 V-31 U-30 T-29"), Ok(()), "four hexes are a plain march, and T-29 is woods");
}

#[test]
fn c74_iv_i_4_no_bonus_across_a_bridge() {
    let mut f = Battlefield::new("devens G-4; bridge bridge-1 C-3 D-3 B-3");
    assert_eq!(f.march("devens", "G-4 F-4 E-3 D-3 C-3 B-3"), Err("C74-IV.I.4"));
    assert_eq!(f.march("devens", "G-4 F-4 E-3 D-3 C-3"), Ok(()));
}

#[test]
fn c74_qa_1_the_bonus_may_bring_a_unit_onto_the_bridge_where_it_stops() {
    let mut f = Battlefield::new("devens K-6; bridge bridge-1 C-3 D-3 B-3");
    let onto = "K-6 J-6 I-5 H-5 G-4 F-4 E-3 D-3 C-3";
    assert!(f.listed(&march("devens", onto)));
    assert_eq!(f.march("devens", onto), Ok(()));
    let mut f = Battlefield::new("devens J-6; bridge bridge-1 C-3 D-3 B-3");
    assert_eq!(f.march("devens", "J-6 I-5 H-5 G-4 F-4 E-3 D-3 C-3 B-3"), Err("C74-IV.I.4"));
    // V-9: from a road bridge the bonus leads on along the road.
    let mut f = Battlefield::new("devens C-3; bridge bridge-1 C-3 D-3 B-3");
    assert_eq!(f.march("devens", "C-3 B-3 B-4 C-5 C-6 C-7 C-8 B-8 B-9"), Ok(()));
    // A bridge where no road runs into the river is no road hex.
    let mut f = Battlefield::new("devens OO-43; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.march("devens", "OO-43 NN-42 MM-41 LL-40 KK-40"), Ok(()), "four points are a plain march");
    let mut f = Battlefield::new("devens PP-43; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.march("devens", "PP-43 OO-43 NN-42 MM-41 LL-40 KK-40"), Err("C74-IV.I.2"));
}

#[test]
fn c74_tec_1_clear_costs_one() {
    let mut f = Battlefield::new("devens W-12");
    assert_eq!(f.march("devens", "W-12 W-13 W-14 W-15 W-16"), Ok(()));
}

#[test]
fn c74_tec_2_road_costs_one_whatever_lies_beside_it() {
    // U-20 to V-20 is road through woods; U-19 to V-20 is not.
    let mut f = Battlefield::new("devens U-20; schurz U-19");
    assert_eq!(f.march("devens", "U-20 V-20 W-20 X-20"), Ok(()));
    assert_eq!(f.march("schurz", "U-19 V-20 W-20 X-20 X-19"), Err("C74-IV.C.1"));
    assert_eq!(f.march("schurz", "U-19 V-20 W-20 W-19"), Ok(()));
}

#[test]
fn c74_tec_4_village_is_a_road_hex_without_combat_effect() {
    let mut f = Battlefield::new("devens W-20");
    assert_eq!(f.march("devens", "W-20 X-20 Y-21 Y-20 Y-19"), Ok(()));
    let f = Battlefield::new("confederate combat; early R-29; griffin R-28");
    assert_eq!(f.attack_odds("R-28", "early"), "8 to 5: 1-1");
}

#[test]
fn c74_tec_7_swamp_takes_a_whole_march() {
    let mut f = Battlefield::new("confederate movement; early DD-45; jones-artillery EE-47");
    assert_eq!(f.march("early", "DD-45 DD-46 EE-47"), Err("C74-IV.C.1"));
    assert_eq!(f.march("early", "DD-45 DD-46"), Ok(()));
    let f = Battlefield::new("confederate combat; early DD-45; griffin DD-46");
    assert_eq!(f.attack_odds("DD-46", "early"), "8 to 5: 1-1");
}

#[test]
fn c74_tec_9_a_a_stream_stops_a_march_off_the_road() {
    let mut f = Battlefield::new("devens MM-43; schurz MM-45; geary NN-44");
    assert_eq!(f.march("devens", "MM-43 MM-44 MM-45 MM-46"), Err("C74-TEC-9.a"));
    assert_eq!(f.march("devens", "MM-43 MM-44 MM-45"), Ok(()));
    assert_eq!(f.march("schurz", "MM-45 NN-45 OO-46"), Err("C74-TEC-9.a"));
    assert_eq!(f.march("schurz", "MM-45 NN-45"), Ok(()));
    assert_eq!(f.march("geary", "NN-44 OO-45 OO-46 OO-47"), Ok(()), "by road no stop");
}

#[test]
fn c74_qa_2_river_and_stream_cost_one_point() {
    let mut f = Battlefield::new("averell MM-44; pleasonton W-16");
    assert_eq!(f.march("averell", "MM-44 MM-45"), Ok(()));
    assert!(f.log.iter().any(|l| l.contains("(1 point)")));
    // Seven points to the bank, the eighth into the river, a ninth is not there.
    let mut f = Battlefield::new("averell P-17");
    assert_eq!(f.march("averell", "P-17 P-18 P-19 P-20"), Ok(()), "1 + 1 + 1");
    let mut f = Battlefield::new("devens L-16");
    assert_eq!(f.march("devens", "L-16 L-17 L-18 M-19 M-20"), Ok(()), "the fourth point pays for the ford");
    let mut f = Battlefield::new("devens M-16");
    assert_eq!(f.march("devens", "M-16 M-17 M-18 M-19 M-20"), Err("C74-IV.C.1"));
}

#[test]
fn c74_tecn_1_only_with_enough_points_left() {
    let mut f = Battlefield::new("devens X-12");
    assert_eq!(f.march("devens", "X-12 X-13 X-14 X-15 Y-15"), Err("C74-TECN-1"));
}

#[test]
fn c74_tecn_2_a_road_into_the_river_makes_a_road_hex() {
    let mut f = Battlefield::new("devens K-6");
    let onto = "K-6 J-6 I-5 H-5 G-4 F-4 E-3 D-3 C-3";
    assert_eq!(f.march("devens", onto), Ok(()), "the bonus leads onto Kelly's Ford, into which the road runs");
}

#[test]
fn c74_tecn_3_swamp_with_a_stream_is_stream() {
    let mut f = Battlefield::new("confederate movement; early CC-45; jones-artillery DD-46");
    assert_eq!(f.march("early", "CC-45 CC-46"), Ok(()));
    assert!(f.log.iter().any(|l| l.contains("(1 point)")));
    assert_eq!(f.march("jones-artillery", "DD-46 CC-46 CC-47"), Err("C74-TEC-9.a"));
}

#[test]
fn a_way_that_stops_sooner_does_not_hide_one_that_goes_on() {
    // From NN-44 the road crosses the stream at OO-45 without a stop; straight from MM-44 the stream stops.
    let f = Battlefield::new("confederate movement; hardaway MM-44");
    assert!(f.legal().iter().any(|a| a["do"] == "march" && a["path"].as_array().unwrap().last().unwrap() == "OO-47"));
}

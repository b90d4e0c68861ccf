//! The Combat Results Table, retreats, disruption; the rest of the terrain chart; questions and answers.

use crate::field::Battlefield;
use engine::{Handbook, Positions, Rules, Seat, Side};

const STRONG: &str = "newton W-16; berry W-16";

#[test]
fn c74_crt_1_odds_above_six_to_one_are_six_to_one() {
    let mut f = Battlefield::new("union combat; newton W-16; berry W-16; wadsworth V-16; morris V-16; nicholls W-17");
    f.attack("W-17", "newton berry wadsworth morris").unwrap();
    f.roll(1);
    assert!(f.log.iter().any(|l| l.starts_with("The die shows 1:") && l.contains("(6-1, DR2/d2)")), "{:?}", f.log);
    let mut f = Battlefield::new("union combat; newton W-16; nicholls W-17");
    f.attack("W-17", "newton").unwrap();
    f.roll(1);
    assert!(f.log.iter().any(|l| l.starts_with("The die shows 1:") && l.contains("(6-1, DR2/d2)")), "{:?}", f.log);
}

#[test]
fn c74_crt_2_below_one_to_four_is_forbidden_or_death() {
    let mut f = Battlefield::new("union combat; morris Y-15; early Y-16");
    assert_eq!(f.attack("Y-16", "morris"), Err("C74-CRT-2"));
    let mut f = Battlefield::new("union movement; morris W-16; early W-17");
    f.until("3 confederate movement");
    assert!(f.lost("morris"), "1 against 8, forced");
    let mut f = Battlefield::new("union offensive-fire; reserve-artillery-2 W-18; hill W-16; colston W-16; brown W-19");
    assert_eq!(f.fire("W-16", "reserve-artillery-2"), Err("C74-CRT-2"));
}

#[test]
fn c74_crt_3_guns_in_regular_combat_suffer_like_others() {
    let mut f = Battlefield::new("union combat; iii-corps-artillery W-16; early W-17");
    f.attack("W-17", "iii-corps-artillery").unwrap();
    f.roll(3);
    assert_eq!(f.retreat("iii-corps-artillery", "W-16 W-15 W-14"), Ok(()));
    assert_eq!(f.disrupted("iii-corps-artillery"), 1);
}

#[test]
fn c74_crt_4_de_removes_all_defenders() {
    let mut f = Battlefield::new(&format!("union combat; {STRONG}; nicholls W-17; wright W-17; lee W-17"));
    f.attack("W-17", "newton berry").unwrap();
    f.roll(4);
    assert!(f.lost("nicholls") && f.lost("wright") && f.lost("lee"), "{:?}", f.log);
}

#[test]
fn c74_crt_5_ae_removes_all_attackers() {
    let mut f = Battlefield::new("union combat; morris W-16; buford W-16; reynolds W-16; hill W-17; newton Z-19; nelson Z-20");
    f.attack("W-17", "morris buford").unwrap();
    f.roll(1);
    assert!(f.lost("morris") && f.lost("buford") && f.lost("reynolds") && !f.lost("newton"), "{:?}", f.log);
}

#[test]
fn c74_crt_6_the_loser_moves_his_retreating_units() {
    let mut f = Battlefield::new(&format!("union combat; {STRONG}; stuart W-17; nelson W-17"));
    f.attack("W-17", "newton berry").unwrap();
    f.roll(4);
    assert_eq!(f.asked(), Some(Side::Confederate));
    assert_eq!(f.retreat("stuart", "W-17 W-18"), Err("C74-CRT-6"), "two hexes, not one");
    assert_eq!(f.retreat("newton", "W-16 W-15 W-14"), Err("C74-CRT-6"));
    f.retreat("stuart", "W-17 W-18 X-19").unwrap();
    assert_eq!(f.asked(), Some(Side::Confederate), "each unit its own way");
    f.retreat("nelson", "W-17 X-18 Y-19").unwrap();
    assert_eq!((f.hex("stuart"), f.hex("nelson")), ("X-19".into(), "Y-19".into()));
}

#[test]
fn c74_crt_7_rough_ground_does_not_hinder_a_retreat() {
    let mut f = Battlefield::new("union combat; newton CC-45; berry CC-45; wadsworth DD-45; nelson DD-46");
    f.attack("DD-46", "newton berry wadsworth").unwrap();
    f.roll(1);
    assert_eq!(f.retreat("nelson", "DD-46 DD-47 EE-48"), Ok(()), "through swamp");
    let mut f = Battlefield::new("union combat; newton DD-34; berry DD-34; nelson DD-35");
    f.attack("DD-35", "newton berry").unwrap();
    f.roll(1);
    assert_eq!(f.retreat("nelson", "DD-35 DD-36 CC-36"), Ok(()), "over the hill");
}

#[test]
fn c74_crt_8_no_retreat_into_zones_rivers_or_streams() {
    let mut f = Battlefield::new("union combat; newton MM-44; berry MM-44; nelson MM-43; wadsworth LL-42");
    f.attack("MM-43", "newton berry wadsworth").unwrap();
    f.roll(1);
    assert!(f.lost("nelson"), "river, stream and zones all round: {:?}", f.log);
    let mut f = Battlefield::new("union combat; newton W-16; berry W-16; nelson W-17; gregg Y-18");
    f.attack("W-17", "newton berry").unwrap();
    f.roll(1);
    assert_eq!(f.retreat("nelson", "W-17 X-18 X-19"), Err("C74-CRT-8"), "beside Gregg");
    assert_eq!(f.retreat("nelson", "W-17 V-17 U-17"), Ok(()), "woods are free");
    let mut f = Battlefield::new("union combat; newton NN-46; berry NN-46; nelson MM-46");
    f.attack("MM-46", "newton berry").unwrap();
    f.roll(1);
    assert_eq!(f.retreat("nelson", "MM-46 MM-45 MM-44"), Err("C74-CRT-8"), "stream");
}

#[test]
fn c74_crt_9_no_full_retreat_no_unit() {
    let mut f = Battlefield::new("union combat; newton W-13; berry W-13; nelson W-12");
    f.attack("W-12", "newton berry").unwrap();
    f.roll(1);
    assert_eq!(f.retreat("nelson", "W-12 X-12 Y-13"), Ok(()));
    let mut f = Battlefield::new("union combat; newton W-13; berry W-13; gregg X-13; buford V-12; nelson W-12");
    f.attack("W-12", "newton berry gregg buford").unwrap();
    f.roll(1);
    assert!(f.lost("nelson"), "{:?}", f.log);
}

#[test]
fn c74_crt_10_attackers_retreat_by_the_same_rules() {
    let mut f = Battlefield::new("union combat; devens W-13; early W-14; hill Y-15; rodes U-13");
    f.attack("W-14", "devens").unwrap();
    f.roll(1);
    assert!(f.log.iter().any(|l| l.contains("AR3/d3")), "{:?}", f.log);
    if f.asked() == Some(Side::Union) {
        assert_eq!(f.retreat("devens", "W-13 W-12 X-12"), Err("C74-CRT-6"));
        f.fall_back();
        assert_eq!(f.disrupted("devens"), 3);
    } else {
        assert!(f.lost("devens"));
    }
    // Three hexes needed, one free: lost.
    let mut f = Battlefield::new("union combat; devens W-12; early W-13; brown V-11; colston V-12; nelson Z-13");
    f.attack("W-13 V-11 V-12", "devens").unwrap();
    f.roll(2);
    assert!(f.lost("devens"), "{:?}", f.log);
    let mut f = Battlefield::new("union combat; devens W-12; early W-13; brown V-11; colston V-12");
    f.attack("W-13 V-11 V-12", "devens").unwrap();
    f.roll(2);
    assert_eq!(f.retreat("devens", "W-12 X-12 Y-13 Z-13"), Ok(()));
}

#[test]
fn c74_crt_11_disruption_lasts_so_many_friendly_movement_phases() {
    let mut f = Battlefield::new("turn 5; union combat; newton W-16; berry W-16; stuart W-17; early Z-30");
    f.attack("W-17", "newton berry").unwrap();
    f.roll(6);
    f.fall_back();
    assert_eq!((f.phase().as_str(), f.disrupted("stuart")), ("5 confederate movement", 2));
    f.done().unwrap();
    f.until("6 union movement");
    assert_eq!(f.disrupted("stuart"), 1);
    f.until("6 confederate movement");
    f.done().unwrap();
    assert_eq!(f.disrupted("stuart"), 0);
}

#[test]
fn c74_crt_12_disrupted_units_neither_attack_nor_fire() {
    let mut f = Battlefield::new("union combat; newton:1 W-16; berry W-16; nelson W-17");
    assert_eq!(f.attack("W-17", "newton berry"), Err("C74-CRT-12"));
    assert_eq!(f.attack("W-17", "berry"), Ok(()), "and they owe no attack");
    let mut f = Battlefield::new("union defensive-fire; walker:1 W-18; brown W-18; griffin W-16");
    assert_eq!(f.fire("W-16", "walker"), Err("C74-CRT-12"));
}

#[test]
fn c74_crt_13_disrupted_units_enter_no_zone() {
    let mut f = Battlefield::new("devens:2 X-14; early X-16");
    assert_eq!(f.march("devens", "X-14 X-15"), Err("C74-CRT-13"));
    assert_eq!(f.march("devens", "X-14 Y-15"), Ok(()), "woods beside the enemy are free");
}

#[test]
fn c74_crt_14_disrupted_units_alone_defend_with_one() {
    let f = Battlefield::new("union combat; newton W-16; hill:1 W-17; rodes:2 W-17; fort W-17");
    assert_eq!(f.attack_odds("W-17", "newton"), "7 to 1: 6-1");
}

#[test]
fn c74_crt_15_with_steady_friends_they_add_nothing_and_suffer_all() {
    let mut f = Battlefield::new("union combat; newton W-16; berry W-16; stuart W-17; early:1 W-17");
    assert_eq!(f.attack_odds("W-17", "newton berry"), "13 to 6: 2-1");
    f.attack("W-17", "newton berry").unwrap();
    f.roll(3);
    f.fall_back();
    assert!(f.hex("stuart") != "W-17" && f.hex("early") != "W-17" && f.disrupted("early") == 1);
}

#[test]
fn c74_crt_16_disrupted_again_is_eliminated() {
    let mut f = Battlefield::new("union combat; griffin W-16; early:2 W-17; stuart W-17");
    f.attack("W-17", "griffin").unwrap();
    f.roll(5);
    f.fall_back();
    assert!(!f.lost("early"), "a mere retreat does no harm: {:?}", f.log);
    let mut f = Battlefield::new("union combat; griffin W-16; early:2 W-17; stuart W-17");
    f.attack("W-17", "griffin").unwrap();
    f.roll(6);
    f.fall_back();
    assert!(f.lost("early") && !f.lost("stuart"), "{:?}", f.log);
}

#[test]
fn c74_crt_17_disrupted_units_move_one_hex_and_cross_no_river() {
    let mut f = Battlefield::new("confederate movement; early:1 DD-45; hill:1 S-24; stuart:2 X-27; rodes:1 X-33");
    assert_eq!(f.march("hill", "S-24 T-24"), Err("C74-CRT-17"));
    assert_eq!(f.march("stuart", "X-27 X-26"), Err("C74-CRT-17"));
    assert_eq!(f.march("early", "DD-45 DD-46"), Ok(()), "whatever it costs");
    assert_eq!(f.march("rodes", "X-33 W-32 V-31"), Err("C74-CRT-17"));
    assert_eq!(f.march("hill", "S-24 S-25"), Ok(()));
}

#[test]
fn c74_crt_18_disrupted_bridges_and_boats_carry_nobody() {
    let (_, mut document) = crate::field::document("devens LL-40; bridge bridge-2 KK-40 LL-40 KK-41; brooks MM-41; boats-1:1 MM-42");
    document["units"][1]["disrupted"] = 1.into();
    let mut f = Battlefield::new("devens LL-40");
    f.state = f.game.read_position(&document).unwrap();
    assert_eq!(f.march("devens", "LL-40 KK-40"), Err("C74-CRT-18"));
    assert_eq!(f.march("brooks", "MM-41 MM-42"), Err("C74-CRT-18"));
}

#[test]
fn c74_crt_19_markers_drop_at_the_end_of_movement_and_a_one_is_gone_at_once() {
    let mut f = Battlefield::new("union movement; newton:1 W-16; berry:3 W-12; nelson W-17");
    f.until("3 union combat");
    assert_eq!((f.disrupted("newton"), f.disrupted("berry")), (0, 2));
    assert_eq!(f.attack("W-17", "newton"), Ok(()));
}

#[test]
fn the_table_is_a_ladder() {
    let game = crate::field::game(&[]);
    let chart = game.charts().into_iter().find(|c| c.id == "crt").unwrap();
    let ladder = ["AE", "AE", "AR3/d3", "AR2/d2", "AR2/d1", "AR2", "DR2", "DR2/d1", "DR2/d2", "DR3/d2", "DR3/d3", "DE", "DE", "DE"];
    for (die, row) in chart.cells.iter().enumerate() {
        for (column, cell) in row.iter().enumerate() {
            assert_eq!(cell, ladder[die + column], "die {} column {column}", die + 1);
        }
    }
}

#[test]
fn c74_tec_3_city_doubles_against_both_and_stops_nobody() {
    let f = Battlefield::new("union offensive-fire; iii-corps-artillery GG-34; walker HH-35");
    assert_eq!(f.fire_odds("HH-35", "iii-corps-artillery"), "7 to 6: 1-1");
    let f = Battlefield::new("union combat; newton GG-34; walker HH-35");
    assert_eq!(f.attack_odds("HH-35", "newton"), "7 to 6: 1-1");
    let mut f = Battlefield::new("averell GG-34; early HH-36");
    assert_eq!(f.march("averell", "GG-34 HH-35 II-36 II-37 II-38"), Ok(()), "by road and past the enemy, at one point each");
}

#[test]
fn c74_tec_5_woods_cost_two_block_fire_and_double_nobody() {
    let f = Battlefield::new("union combat; newton Y-16; walker Y-15");
    assert_eq!(f.attack_odds("Y-15", "newton"), "7 to 3: 2-1");
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery X-14; nelson Z-16; vi-corps-artillery W-16; cutts W-18");
    assert_eq!(f.fire("Z-16", "iii-corps-artillery"), Err("C74-VII.B.7.b"));
    let mut f = Battlefield::new("devens X-13");
    assert_eq!(f.march("devens", "X-13 Y-14 Y-15"), Ok(()));
    assert!(f.log[0].contains("(4 points)"), "{:?}", f.log);
}

#[test]
fn c74_tec_6_hills_double_in_regular_combat_only() {
    let f = Battlefield::new("union combat; newton DD-35; berry DD-35; walker DD-36; cutts DD-36");
    assert_eq!(f.attack_odds("DD-36", "newton berry"), "13 to 10: 1-1");
    let f = Battlefield::new("union offensive-fire; iii-corps-artillery DD-35; walker DD-36; cutts DD-36");
    assert_eq!(f.fire_odds("DD-36", "iii-corps-artillery"), "7 to 5: 1-1");
    let mut f = Battlefield::new("devens DD-35");
    f.march("devens", "DD-35 CC-35").unwrap();
    assert!(f.log[0].contains("(2 points)"), "{:?}", f.log);
}

#[test]
fn c74_tec_8_b_the_river_halves_attackers_and_defenders() {
    let f = Battlefield::new("union combat; griffin T-24; nelson S-24");
    assert_eq!(f.attack_odds("S-24", "griffin"), "2 to 2: 1-1");
    let f = Battlefield::new("confederate combat; early S-24; griffin T-24");
    assert_eq!(f.attack_odds("T-24", "early"), "8 to 2: 4-1");
    let f = Battlefield::new("union combat; averell T-25; griffin T-24; stuart T-26");
    assert_eq!(f.attack_odds("T-26", "averell"), "3 to 3: 1-1", "river against river: only the defender is halved");
    let f = Battlefield::new("confederate combat; nelson T-27; morris T-26");
    assert_eq!(f.attack_odds("T-26", "nelson"), "2 to 0: 6-1");
}

#[test]
fn c74_tec_8_c_no_fire_from_the_river_and_half_defence_against_it() {
    let mut f = Battlefield::new(
        "union offensive-fire; v-corps-artillery KK-40; bridge bridge-2 KK-40 LL-40 KK-41; nelson KK-41; vi-corps-artillery LL-40",
    );
    assert_eq!(f.fire("KK-41", "v-corps-artillery"), Err("C74-TEC-8.c"));
    assert_eq!(f.fire("KK-41", "vi-corps-artillery"), Ok(()));
    let f = Battlefield::new("confederate offensive-fire; walker KK-41; v-corps-artillery KK-40; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.fire_odds("KK-40", "walker"), "3 to 2: 1-1");
}

#[test]
fn c74_tec_9_b_behind_a_stream_doubled_if_all_attackers_stand_on_it() {
    let f = Battlefield::new("union combat; newton MM-45; berry NN-45; early NN-46");
    assert_eq!(f.attack_odds("NN-46", "newton berry"), "13 to 16: 1-2");
    let f = Battlefield::new("union combat; newton MM-45; berry OO-46; early NN-46");
    assert_eq!(f.attack_odds("NN-46", "newton berry"), "13 to 8: 1-1", "one attacker off the stream");
    let f = Battlefield::new("union offensive-fire; iii-corps-artillery MM-45; early NN-46");
    assert_eq!(f.fire_odds("NN-46", "iii-corps-artillery"), "7 to 8: 1-2");
}

#[test]
fn c74_tec_10_forts_move_as_their_ground_and_double_in_both() {
    let mut f = Battlefield::new("devens X-13; fort Y-14");
    f.march("devens", "X-13 Y-14").unwrap();
    assert!(f.log[0].contains("(2 points)"));
    let f = Battlefield::new("union combat; newton Y-16; cutts Y-15; nelson Y-15; fort Y-15");
    assert_eq!(f.attack_odds("Y-15", "newton"), "7 to 8: 1-2");
    let f = Battlefield::new("union offensive-fire; iii-corps-artillery Y-16; cutts Y-15; nelson Y-15; fort Y-15");
    assert_eq!(f.fire_odds("Y-15", "iii-corps-artillery"), "7 to 8: 1-2");
}

#[test]
fn c74_qa_3_a_retreating_unit_enters_no_hex_twice() {
    // V-6: out of the fort and back in.
    let mut f = Battlefield::new("union combat; newton W-16; berry W-16; wadsworth V-16; nelson W-17; fort W-17");
    f.attack("W-17", "newton berry wadsworth").unwrap();
    f.roll(1);
    assert_eq!(f.retreat("nelson", "W-17 W-18 W-17"), Err("C74-QA-3"));
    assert_eq!(f.retreat("nelson", "W-17 W-18 X-19"), Ok(()));
}

#[test]
fn c74_qa_4_no_retreat_through_a_full_hex() {
    let around = "griffin W-13; hill W-14; rodes X-14; early V-13";
    let mut f = Battlefield::new(&format!("confederate combat; {around}; devens W-12; geary W-12; gibbon V-12; sykes V-12"));
    f.attack("W-13", "hill rodes early").unwrap();
    f.roll(2);
    assert!(f.lost("griffin"), "{:?}", f.log);
    let mut f = Battlefield::new(&format!("confederate combat; {around}; devens W-12; gibbon V-12; sykes V-12"));
    f.attack("W-13", "hill rodes early").unwrap();
    f.roll(2);
    assert_eq!(f.retreat("griffin", "W-13 V-12 V-11 U-11"), Err("C74-QA-4"));
    assert_eq!(f.retreat("griffin", "W-13 W-12 X-12 Y-13"), Ok(()));
}

#[test]
fn c74_qa_5_a_unit_that_retreated_attacks_no_more_in_that_segment() {
    let mut f = Battlefield::new("union defensive-fire; walker W-19; griffin W-17; newton Y-18; nelson Y-17; berry U-16");
    f.fire("W-17", "walker").unwrap();
    f.roll(5);
    f.retreat("griffin", "W-17 W-16 W-15").unwrap();
    assert_eq!(f.disrupted("griffin"), 0);
    f.until("3 union combat");
    assert_eq!(f.attack("Y-17", "newton griffin"), Err("C74-QA-5"));
    assert_eq!(f.attack("Y-17", "newton"), Ok(()), "nor does it owe one");
}

#[test]
fn c74_qa_5_read_otherwise_it_attacks_no_more_in_that_turn() {
    for (option, said) in [("barred-that-segment", Ok(())), ("barred-all-turn", Err("C74-QA-5"))] {
        let mut f =
            Battlefield::new(&format!("option retreated-units={option}; turn 5; union combat; griffin W-16; stuart W-17; hill W-19"));
        f.attack("W-17", "griffin").unwrap();
        f.roll(5);
        f.retreat("stuart", "W-17 X-18 Y-19").unwrap();
        f.until("5 confederate movement");
        let written = f.game.write_position(&f.state);
        let read = f.game.read_position(&written).expect("the mark survives a file");
        assert_eq!(f.game.hash(&read), f.game.hash(&f.state), "{option}: {written}");
        f.march("stuart", "Y-19 X-18 X-17").unwrap();
        f.march("hill", "W-19 W-18 W-17").unwrap();
        f.until("5 confederate combat");
        assert_eq!(f.attack("W-16", "hill stuart"), said, "R-13: {option}");
        if said.is_err() {
            f.attack("W-16", "hill").unwrap();
            f.roll(6);
            f.fall_back();
            f.until("6 union movement");
            assert!(!f.marked("stuart", "barred") && !f.marked("stuart", "retreated"), "a new turn");
        }
    }
}

#[test]
fn c74_qa_6_no_retreat_across_a_stream_by_road() {
    let mut f = Battlefield::new("union combat; newton NN-44; berry NN-44; nelson OO-46; wadsworth NN-46");
    f.attack("OO-46", "wadsworth").unwrap();
    f.roll(4);
    assert_eq!(f.retreat("nelson", "OO-46 OO-45 NN-44"), Err("C74-QA-6"));
}

#[test]
fn c74_qa_8_the_ford_exit_outranks_the_advance() {
    // V-7: from U.S. Ford (exits U-24 and S-24) against a fort in S-23.
    let mut f = Battlefield::new("union combat; newton T-24; nicholls S-23; fort S-23");
    f.attack("S-23", "newton").unwrap();
    f.roll(6);
    f.fall_back();
    assert!(f.phase() != "3 union combat", "no advance: {:?}", f.log);
    let mut f = Battlefield::new("union combat; newton T-24; nicholls S-24; fort S-24");
    f.attack("S-24", "newton").unwrap();
    f.roll(6);
    f.fall_back();
    assert_eq!(f.advance("newton", "S-24"), Ok(()));
}

#[test]
fn c74_qa_12_a_fort_on_a_hill_doubles_once() {
    // V-8.
    let f = Battlefield::new("union combat; newton DD-35; berry DD-35; stuart DD-36; fort DD-36");
    assert_eq!(f.attack_odds("DD-36", "newton berry"), "13 to 12: 1-1");
}

#[test]
fn c74_qa_13_forts_are_never_hidden() {
    let f = Battlefield::new("option inverted-counters; union movement; early W-17 +face-down; fort W-17 Y-15");
    let forts = f.view(Seat::Union).markers.iter().filter(|m| m.kind == engine::words::MarkerKind::Fort).count();
    assert_eq!(forts, 2);
}

#[test]
fn c74_err_1_subscripts_as_corrected() {
    let mut f = Battlefield::new("option command-control; union movement; wadsworth:1 W-16; hancock:1 V-16; reynolds W-14; early C-30");
    f.done().unwrap();
    assert_eq!((f.disrupted("wadsworth"), f.disrupted("hancock")), (0, 0), "I Corps");
    let mut f = Battlefield::new("option command-control; union movement; wadsworth:1 W-16; hancock:1 V-16; couch W-14; early C-30");
    f.done().unwrap();
    assert_eq!((f.disrupted("wadsworth"), f.disrupted("hancock")), (1, 0), "Hancock may look to either (R-24)");
    let mut f = Battlefield::new(
        "option command-control; confederate movement; mcgowan:1 W-16; hill-hq W-14; rodes-hq:1 C-30; jackson C-28; devens A-1",
    );
    f.done().unwrap();
    assert_eq!((f.disrupted("mcgowan"), f.disrupted("rodes-hq")), (0, 0));
}

#[test]
fn c74_vii_a_3_b_who_retreats_upon_disrupted_friends_adds_nothing_to_them() {
    let f = Battlefield::new("union combat; newton W-14; cutts:2 W-15; early W-15 +retreated");
    assert_eq!(f.attack_odds("W-15", "newton"), "7 to 1: 6-1", "one point for the disrupted, none for those who fell back (R-21)");
    let f = Battlefield::new("union combat; newton W-14; early W-15 +retreated");
    assert_eq!(f.attack_odds("W-15", "newton"), "7 to 8: 1-2", "alone they defend as ever (N-9)");
}

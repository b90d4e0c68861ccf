//! River crossings (IV.J, IV.K).

use crate::field::{Battlefield, march};
use engine::Side;
use serde_json::json;

#[test]
fn c74_iv_j_0_who_may_cross_how() {
    let mut f = Battlefield::new("devens W-27; i-corps-artillery X-27; averell Y-26; reynolds W-28");
    assert_eq!(f.march("devens", "W-27 W-26"), Err("C74-IV.J.0"));
    assert_eq!(f.march("i-corps-artillery", "X-27 X-26"), Err("C74-IV.J.0"));
    assert_eq!(f.march("averell", "Y-26 Y-27"), Ok(()));
    assert_eq!(f.march("reynolds", "W-28 W-27 W-26"), Ok(()));
    let mut f = Battlefield::new("cavalry-artillery LL-40; boats-1 LL-41");
    assert_eq!(f.march("cavalry-artillery", "LL-40 LL-41"), Err("C74-IV.J.3.0"));
    let mut f = Battlefield::new("averell VV-30");
    assert_eq!(f.march("averell", "VV-30 VV-29 VV-28"), Err("C74-IV.J.0"), "nobody enters the Potomac");
}

#[test]
fn c74_iv_j_1_a_a_swimmer_stops_in_the_river() {
    let mut f = Battlefield::new("averell X-25");
    assert_eq!(f.march("averell", "X-25 X-26 X-27"), Err("C74-TEC-8.a"));
    assert_eq!(f.march("averell", "X-25 X-26"), Ok(()));
}

#[test]
fn c74_iv_j_1_b_then_leaves_or_shifts_one_hex() {
    let mut f = Battlefield::new("averell X-26; gregg T-25; morris C-14");
    assert_eq!(f.march("averell", "X-26 X-27 W-27 W-28 V-28 V-29 V-30"), Ok(()));
    assert_eq!(f.march("gregg", "T-25 T-24 T-23"), Err("C74-TEC-8.a"));
    assert_eq!(f.march("gregg", "T-25 T-26"), Ok(()));
    // D-15 and C-14 are neighbours on the Rapidan, D-16 and C-16 too; D-15 and C-16 do not touch along the stream.
    assert_eq!(f.march("morris", "C-14 D-15"), Ok(()));
    let mut f = Battlefield::new("morris C-13");
    assert_eq!(f.march("morris", "C-13 D-13"), Ok(()));
    // CC-31 and CC-32 follow each other; BB-32 and CC-31 touch only across the bend.
    let mut f = Battlefield::new("morris D-13");
    assert_eq!(f.march("morris", "D-13 C-13 C-14"), Err("C74-TEC-8.a"));
}

#[test]
fn c74_iv_j_2_a_fords_are_entered_from_their_approaches() {
    let mut f = Battlefield::new("devens U-25; schurz U-24");
    assert_eq!(f.march("devens", "U-25 T-24"), Err("C74-IV.J.2.a"));
    assert_eq!(f.march("schurz", "U-24 T-24 S-24"), Err("C74-TEC-8.a"));
    assert_eq!(f.march("schurz", "U-24 T-24"), Ok(()));
    let mut f = Battlefield::new("averell U-25");
    assert_eq!(f.march("averell", "U-25 T-24"), Ok(()), "a swimmer is not bound to them");
}

#[test]
fn c74_iv_j_2_b_and_left_to_an_approach_with_the_whole_allowance() {
    let mut f = Battlefield::new("devens T-24");
    assert_eq!(f.march("devens", "T-24 S-23"), Err("C74-IV.J.2.b"));
    assert_eq!(f.march("devens", "T-24 S-24 S-25 S-26 S-27"), Ok(()));
    let mut f = Battlefield::new("devens T-24");
    assert_eq!(f.march("devens", "T-24 U-24"), Ok(()), "turning back is allowed");
}

#[test]
fn c74_iv_j_3_0_boats_are_launched_and_boarded_in_one_phase() {
    let mut f = Battlefield::new("boats-1 LL-40; brooks MM-40; vi-corps-artillery MM-39; averell LL-39");
    f.march("boats-1", "LL-40 LL-41").unwrap();
    assert_eq!(f.march("vi-corps-artillery", "MM-39 MM-40 MM-41 LL-41"), Err("C74-IV.J.3.0"));
    assert_eq!(f.march("brooks", "MM-40 LL-40 LL-41 KK-41"), Err("C74-TEC-8.a"));
    assert_eq!(f.march("brooks", "MM-40 LL-40 LL-41"), Ok(()));
    assert_eq!(f.march("averell", "LL-39 LL-40 LL-41"), Err("C74-V.C.1"), "one unit to a river hex");
}

#[test]
fn c74_iv_j_3_a_the_passenger_lands_and_marches_on() {
    let mut f = Battlefield::new("boats-1 LL-41; brooks LL-41");
    assert_eq!(f.march("brooks", "LL-41 LL-42 MM-43 NN-44 OO-45"), Ok(()));
    assert_eq!(f.hex("boats-1"), "LL-41");
}

#[test]
fn c74_iv_j_3_b_or_stays_in_the_boat() {
    let mut f = Battlefield::new("boats-1 LL-41; brooks LL-41");
    f.until("4 union movement");
    assert_eq!((f.hex("brooks"), f.hex("boats-1")), ("LL-41".into(), "LL-41".into()));
    let f = Battlefield::new("confederate combat; boats-1 LL-41; brooks LL-41; early LL-42");
    assert_eq!(f.attack_odds("LL-41", "early"), "8 to 2: 4-1");
}

#[test]
fn c74_iv_j_3_c_or_drifts_one_hex_downstream() {
    let mut f = Battlefield::new("boats-1 LL-41; brooks LL-41; boats-2 KK-40");
    assert_eq!(f.march("boats-1 brooks", "LL-41 KK-40"), Err("C74-IV.K.3.b"));
    assert_eq!(f.piece("drift", "boats-2"), Err("C74-IV.J.3.c"), "empty boats do not drift");
    assert_eq!(f.march("boats-1", "LL-41 MM-41"), Err("C74-IV.J.3.c"), "nor leave their passenger");
    assert_eq!(f.piece("drift", "boats-1"), Ok(()));
    assert_eq!((f.hex("brooks"), f.hex("boats-1")), ("MM-42".into(), "MM-42".into()));
    assert_eq!(f.piece("drift", "boats-1"), Err("C74-IV.C.2"));
}

#[test]
fn c74_iv_j_3_d_not_into_an_occupied_hex() {
    let mut f = Battlefield::new("boats-1 LL-41; brooks LL-41; bridge bridge-2 MM-42 MM-41 MM-43");
    assert_eq!(f.piece("drift", "boats-1"), Err("C74-IV.J.3.d"));
    // The mouth of the Rapidan flows into S-22, not into any hex to the east.
    let mut f = Battlefield::new("boats-1 R-22; brooks R-22");
    f.piece("drift", "boats-1").unwrap();
    assert_eq!(f.hex("brooks"), "S-22");
    let mut f = Battlefield::new("boats-1 XX-49; brooks XX-49");
    assert_eq!(f.piece("drift", "boats-1"), Err("C74-IV.J.3.c"));
}

const ACROSS: &str = "bridge-2 LL-40; ";

#[test]
fn c74_iv_j_4_a_the_far_shore_must_be_held() {
    let mut f = Battlefield::new(ACROSS);
    assert_eq!(f.emplace("bridge-2", "LL-40 KK-40", "LL-40", "KK-41"), Err("C74-IV.J.4.a"));
    let mut f = Battlefield::new("bridge-2 LL-40; reynolds KK-41");
    assert_eq!(f.emplace("bridge-2", "LL-40 KK-40", "LL-40", "KK-41"), Ok(()), "headquarters serve (R-1)");
}

#[test]
fn c74_iv_j_4_b_emplaced_by_moving_it_in_the_very_same_phase() {
    let mut f = Battlefield::new("bridge-2 MM-41; averell KK-40");
    f.march("averell", "KK-40 KK-41").unwrap();
    assert_eq!(f.emplace("bridge-2", "MM-41 LL-40 LL-39", "LL-40", "KK-41"), Err("C74-IV.J.4.b"));
    assert_eq!(f.emplace("bridge-2", "MM-41 LL-40 KK-40", "LL-40", "KK-41"), Ok(()));
    assert_eq!(f.hex("bridge-2"), "KK-40");
}

#[test]
fn c74_iv_j_4_c_2_a_bridge_is_turned_by_taking_it_ashore_and_back() {
    let mut f = Battlefield::new("turn 5; bridge bridge-1 AA-31 BB-31 AA-32 laid 2; wadsworth AA-32; robinson Z-30");
    assert_eq!(f.emplace("bridge-1", "AA-31 BB-31 AA-31", "BB-31", "Z-30"), Ok(()), "it is not in its own way");
}

#[test]
fn c74_iv_j_4_c_1_two_approaches_one_on_each_shore() {
    let mut f = Battlefield::new("bridge-2 LL-40; averell KK-41; gregg LL-42");
    assert_eq!(f.emplace("bridge-2", "LL-40 KK-40", "KK-41", "KK-41"), Err("C74-IV.J.4.c.1"));
    assert_eq!(f.emplace("bridge-2", "LL-40 KK-40", "LL-40", "LL-42"), Err("C74-IV.J.4.c.1"));
    assert_eq!(f.emplace("bridge-2", "LL-40 KK-40", "LL-40", "KK-41"), Ok(()));
    // A swimmer, too, enters a bridged hex only by the approaches.
    let mut f = Battlefield::new("averell JJ-40; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.march("averell", "JJ-40 KK-40"), Err("C74-IV.J.4.d.1"));
}

#[test]
fn c74_iv_j_4_c_2_the_alignment_changes_only_by_emplacing_anew() {
    let mut f = Battlefield::new("averell JJ-40; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.emplace("bridge-2", "KK-40", "LL-40", "JJ-40"), Err("C74-IV.J.4.b"));
    assert_eq!(f.march("bridge-2", "KK-40 LL-40"), Ok(()));
    let mut f = Battlefield::new("turn 4; bridge-2 LL-40; averell JJ-40");
    assert_eq!(f.emplace("bridge-2", "LL-40 KK-40", "LL-40", "JJ-40"), Ok(()));
}

#[test]
fn c74_iv_j_4_d_1_units_cross_by_the_approaches_without_a_stop() {
    let mut f = Battlefield::new("devens LL-40; schurz JJ-40; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.march("schurz", "JJ-40 KK-40"), Err("C74-IV.J.4.d.1"));
    assert_eq!(f.march("devens", "LL-40 KK-40 JJ-40"), Err("C74-IV.J.4.d.1"));
    assert_eq!(f.march("devens", "LL-40 KK-40 KK-41 LL-42 MM-43"), Ok(()));
}

#[test]
fn c74_iv_j_4_d_2_nobody_retreats_across_a_bridge() {
    let mut f =
        Battlefield::new("confederate combat; devens KK-41; bridge bridge-2 KK-40 LL-40 KK-41; hill KK-42; rodes LL-42; walker JJ-41");
    f.attack("KK-41", "hill rodes walker").unwrap();
    f.roll(3);
    assert!(f.lost("devens"), "{:?}", f.log);
    assert_eq!(f.hex("bridge-2"), "KK-40");
}

#[test]
fn c74_iv_j_4_e_1_not_in_the_turn_of_emplacement() {
    let mut f = Battlefield::new("turn 4; devens LL-40; averell KK-41; bridge bridge-2 KK-40 LL-40 KK-41 laid 4");
    assert_eq!(f.march("devens", "LL-40 KK-40"), Err("C74-IV.J.4.e.1"));
    let mut f = Battlefield::new("turn 4; confederate movement; stuart KK-41; bridge bridge-2 KK-40 LL-40 KK-41 laid 4");
    assert_eq!(f.march("stuart", "KK-41 KK-40"), Err("C74-IV.J.4.e.1"), "the whole turn, for both sides");
    let mut f = Battlefield::new("turn 5; devens LL-40; averell KK-41; bridge bridge-2 KK-40 LL-40 KK-41 laid 4");
    assert_eq!(f.march("devens", "LL-40 KK-40"), Ok(()));
    let mut f = Battlefield::new("turn 1; devens D-3; bridge bridge-1 C-3 D-3 B-3");
    assert_eq!(f.march("devens", "D-3 C-3 B-3"), Ok(()), "the bridge at Kelly's Ford was there before (R-50)");
}

#[test]
fn c74_iv_j_4_e_2_a_bridge_that_was_used_does_not_move() {
    let mut f = Battlefield::new("devens LL-40; bridge bridge-2 KK-40 LL-40 KK-41");
    f.march("devens", "LL-40 KK-40 KK-41").unwrap();
    assert_eq!(f.march("bridge-2", "KK-40 LL-40"), Err("C74-IV.J.4.e.2"));
    f.until("4 union movement");
    assert_eq!(f.march("bridge-2", "KK-40 LL-40"), Ok(()));
    let mut f = Battlefield::new("devens KK-40; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.march("bridge-2", "KK-40 LL-40"), Err("C74-IV.J.4.e.2"), "nor one on which somebody stands");
}

#[test]
fn c74_iv_j_4_f_one_bridge_to_a_river_hex() {
    let mut f = Battlefield::new("bridge-3 LL-39; averell KK-41; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.emplace("bridge-3", "LL-39 LL-40 KK-40", "LL-40", "KK-41"), Err("C74-IV.J.4.f"));
}

#[test]
fn c74_iv_k_1_on_land_only_along_roads() {
    let mut f = Battlefield::new("bridge-2 LL-39; boats-1 HH-33");
    assert_eq!(f.march("bridge-2", "LL-39 MM-39"), Err("C74-IV.K.1"));
    assert_eq!(f.march("boats-1", "HH-33 GG-32 FF-31 EE-30"), Ok(()));
    // Over a bridge of the same road, and over no other.
    let mut f = Battlefield::new("boats-1 D-3; bridge bridge-1 C-3 D-3 B-3");
    assert_eq!(f.march("boats-1", "D-3 C-3 B-3 B-4"), Ok(()));
    let mut f = Battlefield::new("boats-1 LL-40; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.march("boats-1", "LL-40 KK-40"), Err("C74-IV.K.1"));
}

#[test]
fn c74_iv_k_2_along_the_road_means_where_it_leads() {
    // W-20 and W-19 are neighbours and both have roads, but none joins them.
    let mut f = Battlefield::new("bridge-2 W-20; boats-1 X-20; boats-2 HH-35");
    assert_eq!(f.march("bridge-2", "W-20 W-19"), Err("C74-IV.K.2"));
    assert_eq!(f.march("boats-1", "X-20 W-20 V-20"), Ok(()));
    assert_eq!(f.march("boats-2", "HH-35 II-36 II-37 II-38"), Ok(()), "city hexes are joined (R-52)");
}

#[test]
fn c74_iv_k_3_a_into_the_river_from_a_clear_road_hex() {
    let mut f = Battlefield::new("boats-1 U-24; boats-2 LL-40; bridge-2 JJ-35");
    assert_eq!(f.march("boats-1", "U-24 T-24"), Err("C74-IV.K.3.a"), "woods");
    assert_eq!(f.march("bridge-2", "JJ-35 JJ-36"), Err("C74-IV.K.3.a"), "hill");
    assert_eq!(f.march("boats-2", "LL-40 LL-41"), Ok(()), "the road only runs along the river");
}

#[test]
fn c74_iv_k_3_b_out_of_the_river_to_a_clear_road_hex() {
    let mut f = Battlefield::new("boats-1 KK-40; boats-2 LL-41");
    assert_eq!(f.march("boats-1", "KK-40 JJ-39 JJ-40"), Ok(()));
    let mut g = Battlefield::new("boats-1 MM-42; boats-2 II-35");
    assert_eq!(g.march("boats-1", "MM-42 NN-42"), Err("C74-IV.K.3.b"), "a road hex with a stream is not clear");
    assert_eq!(g.march("boats-2", "II-35 II-36"), Ok(()), "a city serves (R-52)");
    let mut g = Battlefield::new("boats-1 X-26");
    assert_eq!(g.march("boats-1", "X-26 X-27"), Err("C74-IV.K.3.b"));
}

#[test]
fn c74_tec_8_a_a_river_hex_stops_and_holds_one_unit() {
    let mut f = Battlefield::new("averell X-25; gregg Y-26; reynolds W-25");
    assert_eq!(f.march("averell", "X-25 X-26 X-27"), Err("C74-TEC-8.a"));
    f.march("averell", "X-25 X-26").unwrap();
    assert_eq!(f.march("gregg", "Y-26 X-26"), Err("C74-V.C.1"));
    assert_eq!(f.march("reynolds", "W-25 X-26"), Err("C74-V.C.1"));
}

#[test]
fn c74_tec_11_a_ford_stops_and_halves() {
    let mut f = Battlefield::new("averell U-24; early S-24");
    assert_eq!(f.march("averell", "U-24 T-24 S-23"), Err("C74-VI.A.2"));
    let f = Battlefield::new("confederate combat; griffin T-24; early S-24");
    assert_eq!(f.attack_odds("T-24", "early"), "8 to 2: 4-1");
    let mut f = Battlefield::new("devens U-24");
    assert_eq!(f.march("devens", "U-24 T-24 S-24"), Err("C74-TEC-8.a"));
}

#[test]
fn c74_err_2_u_s_ford_is_t_24() {
    let mut f = Battlefield::new("devens U-24; schurz U-23");
    assert_eq!(f.march("schurz", "U-23 T-23"), Err("C74-IV.J.0"));
    assert_eq!(f.march("devens", "U-24 T-24"), Ok(()));
}

#[test]
fn c74_err_3_all_named_crossings_are_fords() {
    let board = boards::chancellorsville();
    assert_eq!(board.crossings.len(), 26);
    for crossing in &board.crossings {
        let board::Location::Hex(hex) = crossing.at else { panic!("{} is no hex", crossing.name) };
        let (name, from) = (board.grid.name(hex), board.grid.name(crossing.approaches[0]));
        let mut f = Battlefield::new(&format!("devens {from}"));
        assert_eq!(f.march("devens", &format!("{from} {name}")), Ok(()), "{}", crossing.name);
    }
}

#[test]
fn c74_vii_d_1_a_confederates_cross_on_bridges_but_capture_none() {
    let mut f = Battlefield::new("confederate movement; early KK-41; bridge bridge-2 KK-40 LL-40 KK-41");
    assert_eq!(f.march("early", "KK-41 KK-40 LL-40 LL-39"), Ok(()));
    assert_eq!(f.why(Side::Confederate, &march("bridge-2", "KK-40 LL-40")), Err("C74-IV.D"));
}

#[test]
fn c74_vii_d_1_b_confederates_use_no_boats() {
    let mut f = Battlefield::new("confederate movement; early LL-42; stuart LL-42; boats-1 LL-41");
    assert_eq!(f.march("early", "LL-42 LL-41"), Err("C74-VII.D.1.b"));
    assert_eq!(f.act(json!({"do": "drift", "piece": "boats-1"})), Err("C74-IV.J.3.c"));
}

#[test]
fn nobody_attacks_a_bridge_under_his_own_men() {
    let mut f = Battlefield::new("confederate combat; early KK-40; bridge bridge-2 KK-40 LL-40 KK-41; nelson KK-41; devens LL-40");
    assert_eq!(f.attack("KK-40", "nelson"), Err("C74-VII.A.1"));
    let mut f = Battlefield::new("union combat; early KK-40; bridge bridge-2 KK-40 LL-40 KK-41; newton LL-40; berry LL-40");
    f.attack("KK-40", "newton berry").unwrap();
    f.roll(6);
    f.fall_back();
    assert_eq!(f.hex("bridge-2"), "KK-40", "the bridge stays when the enemy on it is driven off");
}

#[test]
fn one_boat_to_a_passenger() {
    let mut f = Battlefield::new("sickles LL-41; boats-1 LL-40; boats-2 LL-40");
    assert_eq!(f.march("boats-1", "LL-40 LL-41"), Ok(()));
    assert_eq!(f.march("boats-2", "LL-40 LL-41"), Err("C74-V.C.1"));
}

#[test]
fn the_way_to_the_nearest_ford_is_counted_in_hexes() {
    let f = Battlefield::new("devens W-27");
    let way = |hex: &str| f.game.ground.to_ford[f.game.ground.grid().parse(hex).unwrap().index()];
    // Kelly's Ford, two hexes beside it, and the corner of the map.
    assert_eq!(["C-3", "B-3", "D-3", "A-1"].map(way), [0, 1, 1, 2]);
}

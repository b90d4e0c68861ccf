//! The fire phases (VII.B), forts (VII.C), bridges and boats in combat (VII.D).

use crate::field::{Battlefield, march};
use engine::{Rules, Side};
use serde_json::json;

#[test]
fn c74_vii_b_0_both_fire_phases_come_before_regular_combat() {
    let mut f = Battlefield::new("union movement; iii-corps-artillery W-16; devens W-16; walker W-17; brown W-17");
    f.done().unwrap();
    assert_eq!(f.phase(), "3 union defensive-fire");
    f.done().unwrap();
    assert_eq!(f.phase(), "3 union offensive-fire");
    f.done().unwrap();
    assert_eq!(f.phase(), "3 union combat");
    assert_eq!(f.fire("W-17", "iii-corps-artillery"), Err("C74-VII.B.0"));
    assert_eq!(f.fire("W-17", "devens"), Err("C74-VII.B.0"));
}

#[test]
fn c74_vii_b_1_offensive_fire_or_regular_attack() {
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery W-16; devens W-16; early W-17");
    f.fire("W-17", "iii-corps-artillery").unwrap();
    f.roll(1);
    assert_eq!(f.phase(), "3 union combat");
    assert_eq!(f.attack("W-17", "devens iii-corps-artillery"), Err("C74-VII.A.3.a"));
    let mut f = Battlefield::new("union combat; iii-corps-artillery W-16; early W-17");
    assert_eq!(f.done(), Err("C74-VI.D"), "a gun that did not fire must attack");
    assert_eq!(f.attack("W-17", "iii-corps-artillery"), Ok(()));
}

#[test]
fn c74_vii_b_2_defensive_fire_and_normal_defence() {
    let mut f = Battlefield::new("union defensive-fire; walker W-17; griffin W-16; sykes W-16");
    f.fire("W-16", "walker").unwrap();
    f.roll(1);
    assert_eq!(f.phase(), "3 union combat");
    assert_eq!(f.attack_odds("W-17", "griffin sykes"), "10 to 3: 3-1");
}

#[test]
fn c74_vii_b_3_fire_is_voluntary() {
    let mut f = Battlefield::new("union defensive-fire; walker W-18; griffin W-16");
    assert_eq!(f.asked(), Some(Side::Confederate));
    assert_eq!(f.done(), Ok(()));
}

#[test]
fn c74_vii_b_4_guns_that_fired_lie_inverted_until_the_phase_closes() {
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery W-16; devens W-16; early W-17");
    f.fire("W-17", "iii-corps-artillery").unwrap();
    f.roll(1);
    assert!(f.marked("iii-corps-artillery", "inverted"));
    f.attack("W-17", "devens").unwrap();
    f.roll(5);
    f.fall_back();
    assert_eq!(f.phase(), "3 confederate movement");
    assert!(!f.marked("iii-corps-artillery", "inverted") && f.hex("iii-corps-artillery") == "W-16", "{:?}", f.log);
}

#[test]
fn c74_vii_b_5_a_inverted_guns_are_safe_if_others_attack() {
    let mut f = Battlefield::new("union combat; iii-corps-artillery V-16 +attacked +inverted; newton W-16; early W-17");
    f.attack("W-17", "newton").unwrap();
    f.roll(4);
    f.fall_back();
    f.until("3 confederate movement");
    assert_eq!(f.hex("iii-corps-artillery"), "V-16");
}

#[test]
fn c74_vii_b_5_b_inverted_guns_are_lost_before_an_enemy_nobody_attacks() {
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery W-16; early W-17");
    f.fire("W-17", "iii-corps-artillery").unwrap();
    f.roll(1);
    assert!(f.lost("iii-corps-artillery"), "{:?}", f.log);
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery Y-15; early Y-16");
    f.fire("Y-16", "iii-corps-artillery").unwrap();
    f.roll(1);
    assert!(!f.lost("iii-corps-artillery"), "no zone reaches into woods");
}

#[test]
fn c74_vii_b_5_b_a_forced_loss_is_no_attack_that_saves_them() {
    let mut f = Battlefield::new("union combat; iii-corps-artillery W-16 +attacked +inverted; morris W-16; early W-17; devens A-1");
    f.until("3 confederate movement");
    assert!(f.lost("morris") && f.lost("iii-corps-artillery"), "1 against 8 is no attack (CRT-2)");
    let mut f = Battlefield::new("union combat; iii-corps-artillery W-16 +attacked +inverted; griffin W-16; early W-17; devens A-1");
    f.attack("W-17", "griffin").unwrap();
    f.roll(6);
    f.fall_back();
    f.until("3 confederate movement");
    assert!(!f.lost("iii-corps-artillery"), "4 against 8 is one");
}

#[test]
fn c74_vii_b_6_a_range_is_two_hexes() {
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery W-18; nelson W-15; cutts W-16");
    assert_eq!(f.fire("W-15", "iii-corps-artillery"), Err("C74-VII.B.6.a"));
    assert_eq!(f.fire("W-17", "iii-corps-artillery"), Err("C74-VII.B.6.a"), "nobody is there");
    assert_eq!(f.fire("W-16", "iii-corps-artillery"), Ok(()));
}

#[test]
fn c74_vii_b_6_b_firing_guns_ignore_adverse_results() {
    let mut f = Battlefield::new("union offensive-fire; reserve-artillery-2 W-18; hill W-16");
    f.fire("W-16", "reserve-artillery-2").unwrap();
    f.roll(1);
    assert!(f.log.iter().any(|l| l.contains("The die shows 1: no effect on guns that fire (1-4, AE)")), "{:?}", f.log);
    assert_eq!((f.hex("reserve-artillery-2"), f.hex("hill")), ("W-18".into(), "W-16".into()));
}

#[test]
fn c74_vii_b_6_c_one_target_for_a_gun() {
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery W-18; vi-corps-artillery W-18; nelson W-16; cutts X-17");
    f.fire("W-16", "iii-corps-artillery").unwrap();
    f.roll(6);
    f.fall_back();
    assert_eq!(f.fire("X-17", "iii-corps-artillery vi-corps-artillery"), Err("C74-VII.B.6.c"));
    assert_eq!(f.fire("X-17", "vi-corps-artillery"), Ok(()));
}

#[test]
fn c74_vii_b_6_d_otherwise_as_regular_combat() {
    let mut f = Battlefield::new("union offensive-fire; xi-corps-artillery W-18; xii-corps-artillery X-18; stuart W-16; lee W-16");
    assert_eq!(f.fire_odds("W-16", "xi-corps-artillery xii-corps-artillery"), "7 to 6: 1-1");
    f.fire("W-16", "xi-corps-artillery xii-corps-artillery").unwrap();
    f.roll(5);
    f.fall_back();
    assert_eq!((f.disrupted("stuart"), f.disrupted("lee")), (1, 1), "the whole hex suffers");
    let mut f = Battlefield::new("union offensive-fire; xi-corps-artillery W-18; xii-corps-artillery X-18; hill W-16");
    f.fire("W-16", "xi-corps-artillery").unwrap();
    f.roll(1);
    assert_eq!(f.phase(), "3 confederate movement", "once in a phase, by all guns together");
    let mut f = Battlefield::new("union offensive-fire; xi-corps-artillery W-18; xii-corps-artillery X-18; hill W-16; nelson X-16");
    f.fire("W-16", "xi-corps-artillery").unwrap();
    f.roll(1);
    assert_eq!(f.fire("W-16", "xii-corps-artillery"), Err("C74-VII.B.6.d"));
}

#[test]
fn c74_vii_b_7_a_adjacent_targets_are_never_blocked_but_no_fire_from_the_river() {
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery Y-15; nelson Z-16");
    assert_eq!(f.fire("Z-16", "iii-corps-artillery"), Ok(()));
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery T-24; vi-corps-artillery S-25; nelson S-24");
    assert_eq!(f.fire("S-24", "iii-corps-artillery"), Err("C74-TEC-8.c"));
    assert_eq!(f.fire("S-24", "vi-corps-artillery"), Ok(()));
}

#[test]
fn c74_vii_b_7_b_hill_woods_and_city_block_at_two_hexes() {
    // X-14 to Z-16 goes straight over the woods of Y-15; FF-35 to HH-37 over the hill GG-36; HH-34 side of the city.
    let mut f = Battlefield::new(
        "union offensive-fire; iii-corps-artillery X-14; nelson Z-16; vi-corps-artillery FF-35; cutts HH-37; i-corps-artillery W-16; brown W-18",
    );
    assert_eq!(f.fire("Z-16", "iii-corps-artillery"), Err("C74-VII.B.7.b"));
    assert_eq!(f.fire("HH-37", "vi-corps-artillery"), Err("C74-VII.B.7.b"));
    assert_eq!(f.fire("W-18", "i-corps-artillery"), Ok(()));
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery GG-34; nelson II-36; vi-corps-artillery HH-36; cutts HH-37");
    assert_eq!(f.fire("II-36", "iii-corps-artillery"), Err("C74-VII.B.7.b"), "over HH-35, city");
    assert_eq!(f.fire("HH-37", "vi-corps-artillery"), Ok(()));
}

#[test]
fn c74_vii_b_7_c_the_targets_own_terrain_never_blocks() {
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery W-14; nelson Y-15");
    assert_eq!(f.fire("Y-15", "iii-corps-artillery"), Ok(()), "over X-14 or X-15, clear, into woods");
}

#[test]
fn c74_vii_b_7_d_the_better_of_two_ways_counts() {
    // X-13 to Y-15: between lie X-14 (clear) and Y-14 (woods).
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery X-13; nelson Y-15");
    assert_eq!(f.fire("Y-15", "iii-corps-artillery"), Ok(()));
    // Y-13 to Z-15: between lie Y-14 and Z-14, both woods.
    let mut f = Battlefield::new("union offensive-fire; iii-corps-artillery Y-13; nelson Z-15; vi-corps-artillery W-16; brown W-18");
    assert_eq!(f.fire("Z-15", "iii-corps-artillery"), Err("C74-VII.B.7.b"));
}

#[test]
fn c74_vii_c_1_forts_double_the_defence_on_any_ground() {
    let f = Battlefield::new("union combat; newton DD-35; walker DD-36; fort DD-36");
    assert_eq!(f.attack_odds("DD-36", "newton"), "7 to 6: 1-1");
    let f = Battlefield::new("union combat; newton W-16; walker W-17; fort W-17");
    assert_eq!(f.attack_odds("W-17", "newton"), "7 to 6: 1-1");
    let f = Battlefield::new("union offensive-fire; vi-corps-artillery W-15; walker W-17; fort W-17");
    assert_eq!(f.fire_odds("W-17", "vi-corps-artillery"), "7 to 6: 1-1");
}

#[test]
fn c74_vii_c_2_a_units_in_a_fort_choose_one_by_one() {
    let mut f = Battlefield::new("union combat; newton W-16; berry W-16; fort W-16; nelson W-17");
    f.attack("W-17", "newton").unwrap();
    f.roll(3);
    f.fall_back();
    assert!(f.phase() != "3 union combat", "Berry need not attack");
}

#[test]
fn c74_vii_c_2_b_but_who_attacks_owes_all_open_enemies_around() {
    let mut f = Battlefield::new("union combat; newton W-16; fort W-16; nelson W-17; cutts V-15");
    assert_eq!(f.attack("W-17", "newton"), Err("C74-VI.E.3.b"));
    assert_eq!(f.attack("W-17 V-15", "newton"), Ok(()));
}

#[test]
fn c74_vii_c_3_forts_stand_anywhere_but_in_river_and_city() {
    let mut f = Battlefield::fresh(&[]);
    assert_eq!(f.fort("HH-35"), Err("C74-VII.C.3"));
    assert_eq!(f.fort("HH-34"), Err("C74-VII.C.3"));
    assert_eq!(f.fort("HH-36"), Ok(()));
    assert_eq!(f.fort("U-28"), Ok(()));
    assert_eq!(f.fort("U-28"), Err("C74-VII.C.3"));
}

#[test]
fn c74_vii_c_4_forts_are_demolished_before_anything_moves() {
    let order = json!({"do": "demolish", "hex": "W-16"});
    let mut f = Battlefield::new("devens W-16; geary W-12; fort W-16 V-12; early Z-19");
    assert_eq!(f.act(json!({"do": "demolish", "hex": "V-12"})), Err("C74-VII.C.4"), "nobody holds it");
    assert_eq!(f.why(Side::Union, &order), Ok(()));
    f.march("geary", "W-12 W-13").unwrap();
    assert_eq!(f.act(order.clone()), Err("C74-VII.C.4"));
    let mut f = Battlefield::new("devens W-16; fort W-16; lee W-17");
    assert_eq!(f.act(order.clone()), Err("C74-VII.C.4"), "beside enemy units");
    let mut f = Battlefield::new("devens W-16; fort W-16");
    assert_eq!(f.act(order), Ok(()));
    assert_eq!(f.position()["forts"], json!([]));
}

#[test]
fn c74_vii_c_5_captured_forts_serve_the_captor() {
    let f = Battlefield::new("confederate combat; early W-16; griffin W-17; fort W-17");
    assert_eq!(f.attack_odds("W-17", "early"), "8 to 10: 1-2");
}

#[test]
fn c74_vii_d_2_bridges_and_boats_are_destroyed_by_an_unmolested_unit_beside_them() {
    let order = |id: &str| json!({"do": "destroy", "piece": id});
    let mut f = Battlefield::new("confederate destroy; stuart W-19; boats-1 W-20");
    assert_eq!(f.act(order("boats-1")), Ok(()));
    assert!(f.lost("boats-1"));
    let f = Battlefield::new("confederate destroy; stuart W-19; boats-1 W-20; devens V-19; nelson HH-32; boats-2 HH-33");
    assert_eq!(f.why(Side::Confederate, &order("boats-1")), Err("C74-VII.D.2"), "Devens stands beside Stuart");
    assert_eq!(f.why(Side::Confederate, &order("boats-2")), Ok(()));
    let f = Battlefield::new("confederate destroy; stuart W-19; boats-1 W-20; devens:1 V-19");
    assert_eq!(f.why(Side::Confederate, &order("boats-1")), Ok(()), "a disrupted enemy does not hinder");
    let f = Battlefield::new("confederate destroy; stuart:1 W-19; boats-1 W-20; nelson HH-32; boats-2 HH-33");
    assert_eq!(f.why(Side::Confederate, &order("boats-1")), Err("C74-VII.D.2"), "a disrupted unit destroys nothing");
    // who stood on the bridge is lost unless he can swim.
    let mut f = Battlefield::new("confederate destroy; stuart JJ-40; devens:1 KK-40; bridge bridge-2 KK-40 LL-40 KK-41");
    f.act(order("bridge-2")).unwrap();
    assert!(f.lost("devens") && f.lost("bridge-2"));
}

#[test]
fn c74_vii_d_3_a_equipment_shares_the_fate_of_its_stack() {
    let mut f = Battlefield::new(
        "confederate combat; devens W-19; boats-1 W-19; hill V-18; rodes V-18; mclaws W-18; walker X-19; brown X-19; jones-artillery W-18",
    );
    f.attack("W-19", "hill rodes mclaws walker brown jones-artillery").unwrap();
    f.roll(6);
    assert!(f.lost("devens") && f.lost("boats-1"), "{:?}", f.log);
}

#[test]
fn c74_vii_d_3_b_equipment_cannot_retreat_off_the_road() {
    // From W-19 the enemy to the south leaves only open country.
    let mut f = Battlefield::new("confederate combat; devens W-19; boats-1 W-19; hill X-20; rodes X-20; nelson U-18");
    f.attack("W-19", "hill rodes").unwrap();
    f.roll(3);
    assert_eq!(f.retreat("boats-1", "W-19 V-18 U-17"), Err("C74-VII.D.3.a"), "they go last");
    f.retreat("devens", "W-19 W-18 W-17").unwrap();
    assert!(f.lost("boats-1"), "{:?}", f.log);
    // Where the road is open they keep to it.
    let mut f = Battlefield::new("confederate combat; devens W-19; boats-1 W-19; hill X-20; rodes X-20");
    f.attack("W-19", "hill rodes").unwrap();
    f.roll(3);
    f.retreat("devens", "W-19 W-18 W-17").unwrap();
    assert_eq!(f.retreat("boats-1", "W-19 W-18 W-17"), Err("C74-VII.D.3.b"));
    assert_eq!(f.retreat("boats-1", "W-19 V-18 U-17"), Ok(()));
}

#[test]
fn c74_vii_d_4_alone_they_defend_with_one_in_all() {
    let f = Battlefield::new("confederate combat; nelson GG-34; boats-1 HH-35; boats-2 HH-35");
    assert_eq!(f.attack_odds("HH-35", "nelson"), "2 to 1: 2-1");
    let f = Battlefield::new("confederate offensive-fire; nelson FF-33; boats-1 HH-35; boats-2 HH-35");
    assert_eq!(f.fire_odds("HH-35", "nelson"), "2 to 1: 2-1");
    let mut f = Battlefield::new("confederate combat; nelson GG-34; boats-1 HH-35");
    assert_eq!(f.done(), Ok(()), "an attack on them is voluntary");
}

#[test]
fn fire_lists_one_gun_some_and_all() {
    let f = Battlefield::new("union offensive-fire; iii-corps-artillery W-18; vi-corps-artillery W-18; nelson W-16");
    let fires = f.legal().into_iter().filter(|a| a["do"] == "fire").count();
    assert_eq!(fires, 3);
    assert_eq!(f.why(Side::Union, &march("iii-corps-artillery", "W-18 W-17")), Err("C74-III.A.2"));
    assert!(f.game.audit(&f.state).is_ok());
}

#[test]
fn c74_vii_b_6_c_read_otherwise_each_gun_fires_for_itself() {
    let text = "union offensive-fire; xi-corps-artillery W-18; xii-corps-artillery X-18; hill W-16; nelson X-16";
    let mut f = Battlefield::new(&format!("option fire-on-one-hex=any-number; {text}"));
    f.fire("W-16", "xi-corps-artillery").unwrap();
    f.roll(1);
    assert_eq!(f.fire("W-16", "xi-corps-artillery"), Err("C74-VII.B.6.c"), "a gun fires once in any reading");
    assert_eq!(f.fire("W-16", "xii-corps-artillery"), Ok(()), "R-20 is off");
}

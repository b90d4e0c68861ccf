//! Zones of control (VI) and lone headquarters.

use crate::field::{Battlefield, march};
use engine::{Rules, Seat, Side};
use serde_json::json;

fn zone(f: &Battlefield, side: &str) -> Vec<String> {
    let view = f.view(Seat::Referee);
    view.overlays.into_iter().find(|o| o.id == format!("{side}-zone")).expect("the zone is drawn").hexes
}

#[test]
fn c74_vi_a_1_the_six_hexes_around() {
    let f = Battlefield::new("early W-16");
    let mut hexes = zone(&f, "confederate");
    hexes.sort();
    assert_eq!(hexes, ["V-15", "V-16", "W-15", "W-16", "W-17", "X-16", "X-17"]);
}

#[test]
fn c74_vi_a_2_who_enters_stops_and_attacks() {
    let mut f = Battlefield::new("devens W-12; early W-15; i-corps-artillery V-18");
    assert_eq!(f.march("devens", "W-12 W-13 W-14 X-14"), Err("C74-VI.A.2"));
    assert_eq!(f.march("devens", "W-12 W-13 W-14"), Ok(()));
    f.until("3 union combat");
    assert_eq!(f.done(), Err("C74-VI.D"));
}

#[test]
fn c74_vi_b_not_from_one_controlled_hex_to_another() {
    let mut f = Battlefield::new("averell W-14; early W-15");
    assert_eq!(f.march("averell", "W-14 V-14"), Err("C74-VI.B"));
    assert_eq!(f.march("averell", "W-14 W-13 V-13 V-14"), Ok(()));
}

#[test]
fn c74_vi_c_any_number_may_enter_within_stacking() {
    let mut f = Battlefield::new("devens W-13; schurz W-13; early W-15; geary W-12");
    assert_eq!(f.march("devens", "W-13 W-14"), Ok(()));
    assert_eq!(f.march("schurz", "W-13 W-14"), Ok(()));
    assert_eq!(f.march("geary", "W-12 W-13 W-14"), Err("C74-V.B.1"));
}

#[test]
fn c74_vi_d_all_units_in_the_zone_attack() {
    let mut f = Battlefield::new("union combat; devens W-14; schurz X-15; early W-15");
    assert_eq!(f.done(), Err("C74-VI.D"));
    assert_eq!(f.attack("W-15", "devens"), Err("C74-VII.A.4.b"), "Schurz would be left out");
    assert_eq!(f.attack("W-15", "devens schurz"), Ok(()));
}

#[test]
fn c74_vi_e_0_no_zone_reaches_into_woods_city_or_fort() {
    // Y-15 and Z-16 are woods; Y-16 beside them is clear.
    let mut f = Battlefield::new("averell X-14; early Y-16");
    assert_eq!(f.march("averell", "X-14 Y-15 Z-16 Z-15"), Ok(()));
    let mut f = Battlefield::new("averell X-14; early X-16; fort X-15");
    assert_eq!(f.march("averell", "X-14 X-15 Y-15"), Ok(()));
    let mut f = Battlefield::new("averell GG-34; early HH-36");
    assert_eq!(f.march("averell", "GG-34 HH-35 II-36 II-37"), Ok(()));
}

#[test]
fn c74_vi_e_1_units_inside_control_the_open_around_them() {
    let f = Battlefield::new("walker W-16; fort W-16 W-17");
    let hexes = zone(&f, "confederate");
    assert!(hexes.contains(&"W-15".to_string()) && hexes.contains(&"W-16".to_string()));
    assert!(!hexes.contains(&"W-17".to_string()), "another fort is free");
    let mut f = Battlefield::new("averell W-13; walker W-16; fort W-16");
    assert_eq!(f.march("averell", "W-13 W-14 W-15 V-15"), Err("C74-VI.A.2"));
}

#[test]
fn c74_vi_e_2_units_outside_do_not_control_woods_beside_them() {
    let mut f = Battlefield::new("averell X-13; early X-15");
    assert_eq!(f.march("averell", "X-13 Y-14 Y-15 Z-16"), Ok(()));
    assert_eq!(f.march("averell", "X-13 X-14 W-14"), Err("C74-IV.C.2"));
    let mut f = Battlefield::new("averell X-13; early X-15");
    assert_eq!(f.march("averell", "X-13 X-14 W-14"), Err("C74-VI.A.2"));
}

#[test]
fn c74_vi_e_3_a_units_in_woods_need_not_attack() {
    let mut f = Battlefield::new("union combat; devens Y-15; early Y-16; schurz W-12");
    assert_eq!(f.phase(), "3 union combat");
    assert_eq!(f.done(), Ok(()));
    let mut f = Battlefield::new("union combat; devens Y-15; early Y-16");
    assert_eq!(f.attack("Y-16", "devens"), Ok(()));
}

#[test]
fn c74_vi_e_3_b_but_if_they_do_all_open_enemies_beside_them_are_due() {
    let mut f = Battlefield::new("union combat; newton Y-15; berry Y-15; nelson Y-16; cutts X-15");
    assert_eq!(f.attack("Y-16", "newton berry"), Err("C74-VI.E.3.b"));
    assert_eq!(f.attack("Y-16 X-15", "newton berry"), Ok(()));
    let mut f = Battlefield::new("union combat; newton Y-15; berry Y-15; nelson Y-16; cutts X-15");
    assert_eq!(f.attack("Y-16", "newton"), Ok(()), "Berry can see to the other");
    f.roll(6);
    f.fall_back();
    assert_eq!(f.done(), Err("C74-VII.A.4.c"));
}

#[test]
fn c74_vi_e_4_units_in_the_open_must_attack_enemies_in_woods_or_fort() {
    let mut f = Battlefield::new("union combat; devens W-16; nelson W-17; fort W-17");
    assert_eq!(f.done(), Err("C74-VI.D"));
    let mut f = Battlefield::new("union combat; devens Y-16; nelson Y-15");
    assert_eq!(f.done(), Err("C74-VI.D"));
}

#[test]
fn c74_vi_f_0_a_lone_headquarters_controls_its_own_hex_only() {
    let f = Battlefield::new("lee W-15");
    assert_eq!(zone(&f, "confederate"), ["W-15"]);
    let mut f = Battlefield::new("averell W-12; lee W-15; gregg V-12");
    assert_eq!(f.march("gregg", "V-12 W-13 W-14 X-15 X-16"), Ok(()), "past it without a stop");
    assert_eq!(f.march("averell", "W-12 W-13 W-14 W-15 W-16"), Err("C74-VI.F.0"));
    assert_eq!(f.march("averell", "W-12 W-13 W-14 W-15"), Ok(()));
}

#[test]
fn c74_vi_f_1_a_retreat_past_a_lone_headquarters_overruns_it() {
    let mut f = Battlefield::new("confederate combat; devens W-14; early W-15; nelson W-15; lee U-13");
    let mut g = Battlefield::new("union combat; devens W-14; early W-15; lee V-17; schurz X-16");
    g.attack("W-15", "devens schurz").unwrap();
    g.roll(3);
    assert_eq!(g.asked(), Some(Side::Union), "{:?}", g.log);
    g.retreat("devens", "W-14 W-13 W-12").unwrap();
    assert_eq!(g.hex("lee"), "V-17");
    // The other way round: Union headquarters in the way of a Confederate retreat.
    let mut g = Battlefield::new("union combat; newton W-14; berry W-14; nelson W-15; reynolds W-18");
    g.attack("W-15", "newton berry").unwrap();
    g.roll(1);
    assert_eq!(g.retreat("nelson", "W-15 W-16 W-17"), Ok(()));
    assert!(g.lost("reynolds"), "{:?}", g.log);
    assert_eq!(f.done(), Err("C74-VI.D"));
}

#[test]
fn c74_vi_f_1_a_lone_headquarters_bars_the_way_of_nobody() {
    // Jackson falls back with Nelson's guns; Reynolds stands in his only way.
    let mut f = Battlefield::new("union combat; newton W-14; berry W-14; nelson W-15; jackson W-15; reynolds W-17");
    f.attack("W-15", "newton berry").unwrap();
    f.roll(1);
    assert_eq!(f.retreat("jackson", "W-15 W-16 W-17"), Ok(()), "through the hex of another headquarters");
    assert!(f.lost("reynolds") && f.hex("jackson") == "W-17", "{:?}", f.log);
}

#[test]
fn c74_vi_f_1_whoever_retreats_past_a_lone_headquarters_overruns_it() {
    let mut f = Battlefield::new("union combat; newton W-14; berry W-14; nelson W-15; jackson W-15; reynolds W-18");
    f.attack("W-15", "newton berry").unwrap();
    f.roll(1);
    f.retreat("nelson", "W-15 X-16 Y-17").unwrap();
    assert!(!f.lost("reynolds"), "two hexes off");
    f.retreat("jackson", "W-15 W-16 W-17").unwrap();
    assert!(f.lost("reynolds"), "a headquarters retreats past it: {:?}", f.log);
    // Bridges and boats along a road, too.
    let mut f = Battlefield::new("confederate combat; hill X-34; morris X-33; boats-1 X-33; lee U-30");
    f.attack("X-33", "hill").unwrap();
    f.roll(1);
    f.retreat("morris", "X-33 W-32 W-31").unwrap();
    assert!(!f.lost("lee"));
    f.retreat("boats-1", "X-33 W-32 V-31").unwrap();
    assert!(f.lost("lee"), "{:?}", f.log);
}

#[test]
fn c74_vi_f_2_a_headquarters_that_was_reached_comes_off_at_the_end() {
    let mut f = Battlefield::new("averell W-12; lee W-15; jackson Y-20");
    f.march("averell", "W-12 W-13 W-14 X-14 X-13").unwrap();
    assert_eq!(f.hex("lee"), "W-15");
    f.until("3 confederate movement");
    assert!(f.lost("lee") && !f.lost("jackson"));
}

#[test]
fn c74_vi_f_3_headquarters_enter_a_zone_only_in_company() {
    let mut f = Battlefield::new("reynolds W-13; devens W-13; early W-15; couch W-12");
    assert_eq!(f.march("reynolds", "W-13 W-14"), Err("C74-VI.F.3"));
    assert_eq!(f.march("reynolds devens", "W-13 W-14"), Ok(()));
    assert_eq!(f.march("couch", "W-12 W-13 W-14"), Ok(()), "or join a combat unit there");
}

#[test]
fn c74_vi_f_4_a_lone_headquarters_under_fire_is_lost_without_a_die() {
    let mut f = Battlefield::new("union offensive-fire; xii-corps-artillery W-18; lee W-16; jackson W-16");
    assert_eq!(f.fire("W-16", "xii-corps-artillery"), Ok(()));
    assert!(!f.rolls() && f.lost("lee") && f.lost("jackson"));
}

#[test]
fn c74_qa_7_a_lone_headquarters_is_not_attacked_and_opens_no_advance() {
    let mut f = Battlefield::new("union combat; devens DD-35; schurz DD-37; early EE-37; lee DD-36; geary CC-36");
    assert_eq!(f.attack("DD-36", "devens"), Err("C74-QA-7"));
    f.attack("EE-37", "schurz").unwrap();
    f.roll(6);
    while !f.phase().contains("confederate movement") {
        let actions = f.legal();
        assert!(!actions.iter().any(|a| a["do"] == "advance"), "no advance into the hex of a headquarters");
        let next = actions.iter().find(|a| a["do"] == "done").unwrap_or(&actions[0]).clone();
        f.act(next).unwrap();
    }
    assert!(f.lost("lee"), "{:?}", f.log);
    let mut f = Battlefield::new("devens DD-34; lee DD-36");
    assert_eq!(f.march("devens", "DD-34 DD-35 DD-36"), Ok(()), "it could have been entered in movement");
}

#[test]
fn c74_qa_9_disrupted_units_keep_their_zone() {
    let mut f = Battlefield::new("averell W-12; early:2 W-15");
    assert_eq!(f.march("averell", "W-12 W-13 W-14 V-14"), Err("C74-VI.A.2"));
}

#[test]
fn c74_qa_10_bridges_and_boats_have_no_zone() {
    let mut f = Battlefield::new("confederate movement; stuart V-19; boats-1 W-20; bridge-2 X-20");
    assert_eq!(f.march("stuart", "V-19 W-19 X-19 Y-19 Y-18"), Ok(()));
}

#[test]
fn c74_qa_11_woods_units_owe_all_clear_hexes_but_no_woods() {
    let enemies = "nelson Y-16; cutts X-15; mcintosh Y-14";
    let mut f = Battlefield::new(&format!("union combat; newton Y-15; berry Y-15; {enemies}"));
    assert_eq!(f.attack("Y-16", "newton berry"), Err("C74-VI.E.3.b"));
    assert_eq!(f.attack("Y-16 X-15", "newton berry"), Ok(()));
    f.roll(6);
    f.fall_back();
    assert!(!f.phase().starts_with("3 union combat") || f.done().is_ok(), "the woods hex need not be attacked");
}

#[test]
fn zones_in_movement_are_asked_of_the_enemy_only() {
    let f = Battlefield::new("devens W-12; schurz W-14; early Y-19");
    assert_eq!(f.why(Side::Union, &march("devens", "W-12 W-13 X-14 X-15")), Ok(()));
    assert_eq!(f.why(Side::Union, &json!({"do": "done"})), Ok(()));
    assert!(f.game.audit(&f.state).is_ok());
}

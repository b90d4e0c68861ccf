//! Stacking (V) and brigade substitutes (V.D).

use crate::field::Battlefield;
use engine::{Positions, Rules, Side};
use serde_json::json;

#[test]
fn c74_v_a_limits_hold_while_moving() {
    let mut f = Battlefield::new("devens W-12; geary W-13; williams W-13");
    assert_eq!(f.march("devens", "W-12 W-13 W-14"), Err("C74-V.B.1"));
    assert_eq!(f.march("devens", "W-12 X-13 W-13"), Err("C74-V.B.1"));
    assert_eq!(f.march("devens", "W-12 X-13 X-14 W-14"), Ok(()), "round it is free");
}

#[test]
fn c74_v_b_1_two_union_units_of_any_kind() {
    let mut f = Battlefield::new("devens V-18; bridge-2 V-18; geary W-18");
    assert_eq!(f.march("geary", "W-18 V-18"), Err("C74-V.B.1"));
    let (_, document) = crate::field::document("devens W-16; geary W-16; bridge-2 W-16");
    let refused = f.game.read_position(&document).unwrap_err();
    assert!(refused.field.starts_with("units[") && refused.field.ends_with("].hex"), "{refused}");
}

#[test]
fn c74_v_b_2_twenty_two_confederate_points() {
    let mut f = Battlefield::new("confederate movement; hill W-13; rodes W-12; nelson W-14");
    assert_eq!(f.march("rodes", "W-12 W-13"), Ok(()));
    assert_eq!(f.march("nelson", "W-14 W-13"), Err("C74-V.B.2"));
}

#[test]
fn c74_v_b_3_headquarters_stack_freely() {
    let mut f = Battlefield::new("geary W-13; williams W-13; reynolds W-12; couch W-12; sickles W-12");
    assert_eq!(f.march("reynolds couch sickles", "W-12 W-13"), Ok(()));
}

#[test]
fn c74_v_c_1_one_combat_unit_or_headquarters_in_a_river_hex() {
    let mut f = Battlefield::new("averell X-26; reynolds X-25");
    assert_eq!(f.march("reynolds", "X-25 X-26"), Err("C74-V.C.1"));
    let mut f = Battlefield::new("averell X-25; reynolds X-25");
    assert_eq!(f.march("averell reynolds", "X-25 X-26"), Err("C74-V.C.1"));
}

#[test]
fn c74_v_c_2_bridges_and_laden_boats_do_not_count_but_travellers_do() {
    let mut f = Battlefield::new("devens D-3; boats-1 E-3; bridge bridge-1 C-3 D-3 B-3");
    assert_eq!(f.march("devens", "D-3 C-3"), Ok(()));
    assert_eq!(f.march("boats-1", "E-3 D-3 C-3"), Err("C74-V.C.1"));
    let mut f = Battlefield::new("brooks LL-40; boats-1 LL-41");
    assert_eq!(f.march("brooks", "LL-40 LL-41"), Ok(()));
}

#[test]
fn c74_v_d_1_brigades_never_add_strength() {
    let f = Battlefield::new("early W-16");
    let (_, document) = crate::field::document("anderson W-12; mclaws W-13; hill W-14; rodes W-15; early W-16; colston W-17; doles V-16");
    assert!(f.game.read_position(&document).unwrap_err().because.contains("53"));
    let mut f = Battlefield::new("confederate movement; rodes W-16");
    f.piece("break-down", "rodes").unwrap();
    f.act(json!({"do": "pick-own"})).unwrap();
    assert!(f.game.audit(&f.state).is_ok());
    assert!(f.off("rodes", "box"));
    assert_eq!(f.piece("break-down", "doles"), Err("C74-V.D.1"));
}

#[test]
fn c74_v_d_2_a_brigades_of_equal_strength_take_the_divisions_place() {
    let mut f = Battlefield::new("confederate movement; rodes W-16");
    f.piece("break-down", "rodes").unwrap();
    for brigade in ["oneal", "doles", "iverson", "colquitt"] {
        f.piece("pick", brigade).unwrap();
    }
    assert_eq!(f.done(), Err("C74-III.1"), "eight points are not ten");
    assert_eq!(f.piece("pick", "doles"), Err("C74-V.D.2.a"));
    f.piece("pick", "ramseur").unwrap();
    for brigade in ["oneal", "doles", "iverson", "colquitt", "ramseur"] {
        assert_eq!(f.hex(brigade), "W-16");
    }
    // Seven points take an odd number of single-point brigades: the last point must stay in reach.
    let mut f = Battlefield::new("confederate movement; colston W-16; eliminated wilcox wright");
    f.piece("break-down", "colston").unwrap();
    for brigade in ["doles", "iverson", "colquitt"] {
        f.piece("pick", brigade).unwrap();
    }
    assert_eq!(f.piece("pick", "ramseur"), Err("C74-V.D.2.a"));
    assert_eq!(f.piece("pick", "nicholls"), Ok(()));
    let mut f = Battlefield::new("confederate movement; colston W-16; eliminated wilcox wright nicholls");
    assert_eq!(f.piece("break-down", "colston"), Err("C74-V.D.2.a"));
}

#[test]
fn c74_v_d_2_b_with_their_division_headquarters() {
    let mut f = Battlefield::new("confederate movement; rodes W-16");
    f.piece("break-down", "rodes").unwrap();
    f.act(json!({"do": "pick-own"})).unwrap();
    assert_eq!(f.hex("rodes-hq"), "W-16");
    assert_eq!(f.view(engine::Seat::Referee).pieces.iter().filter(|p| p.hex.as_deref() == Some("W-16")).count(), 6);
}

#[test]
fn c74_v_d_2_c_brigades_operate_as_units() {
    let mut f = Battlefield::new("confederate movement; rodes:2 W-12");
    f.piece("break-down", "rodes").unwrap();
    f.act(json!({"do": "pick-own"})).unwrap();
    assert_eq!(f.disrupted("doles"), 2, "they carry the division's marker");
    let mut f = Battlefield::new("confederate movement; rodes W-12");
    f.piece("break-down", "rodes").unwrap();
    f.act(json!({"do": "pick-own"})).unwrap();
    assert_eq!(f.march("doles", "W-12 W-13 W-14 W-15 W-16"), Ok(()));
    assert_eq!(f.hex("iverson"), "W-12");
}

#[test]
fn c74_v_d_3_a_brigades_in_one_hex_become_a_division_again() {
    let units = "confederate movement; paxton W-12; jones-brigade W-12; warren W-12; box colston early; colston-hq W-12";
    let mut f = Battlefield::new(&format!("{units}; nicholls W-12"));
    f.act(json!({"do": "re-form", "piece": "colston", "hex": "W-12"})).unwrap();
    f.act(json!({"do": "pick-own"})).unwrap();
    assert_eq!((f.hex("colston"), f.hex("paxton")), ("W-12".into(), "-".into()));
    assert!(f.off("colston-hq", "box"));
    assert_eq!(f.piece("break-down", "colston"), Err("C74-V.D.2.a"), "not back and forth in one Segment");
    let mut f = Battlefield::new(&format!("{units}; nicholls W-13"));
    assert_eq!(f.act(json!({"do": "re-form", "piece": "colston", "hex": "W-12"})), Err("C74-V.D.3.a"));
    let mut f = Battlefield::new("confederate movement; paxton W-12; jones-brigade W-12; warren W-12; nicholls W-12; eliminated colston");
    assert_eq!(f.act(json!({"do": "re-form", "piece": "colston", "hex": "W-12"})), Err("C74-V.D.3.a"));
}

#[test]
fn c74_v_d_3_b_of_any_division() {
    let mut f = Battlefield::new("confederate movement; heth W-12; pender W-12; lane W-12; archer:1 W-12; box early hill");
    f.act(json!({"do": "re-form", "piece": "early", "hex": "W-12"})).unwrap();
    for brigade in ["heth", "pender", "lane", "archer"] {
        f.piece("pick", brigade).unwrap();
    }
    assert_eq!((f.hex("early"), f.disrupted("early")), ("W-12".into(), 1));
}

#[test]
fn exchanges_wait_while_an_attack_is_under_way() {
    let mut f = Battlefield::new("union combat; rodes W-16; devens W-17; geary W-17");
    let order = json!({"do": "break-down", "piece": "rodes"});
    assert_eq!(f.why(Side::Confederate, &order), Ok(()), "at the start of a phase, out of turn");
    assert_eq!(f.why(Side::Union, &order), Err("C74-V.D.1"));
    f.attack("W-16", "devens geary").unwrap();
    assert_eq!(f.why(Side::Confederate, &order), Err("C74-III.1"));
    let mut f = Battlefield::new("union movement; rodes W-16; devens Y-18");
    f.march("devens", "Y-18 Y-17").unwrap();
    assert_eq!(f.why(Side::Confederate, &order), Err("C74-V.D.2.a"));
    // Where the Union names its fires first, they are under way from the first one named.
    let mut f = Battlefield::new(
        "option inverted-counters; confederate defensive-fire; rodes W-16; vi-corps-artillery W-18; v-corps-artillery W-18; early X-18",
    );
    f.fire("W-16", "vi-corps-artillery").unwrap();
    assert_eq!(f.why(Side::Confederate, &order), Err("C74-V.D.2.a"));
}

#[test]
fn c74_vii_a_4_b_brigades_escape_no_attack_by_forming_a_division() {
    let order = json!({"do": "re-form", "piece": "colston", "hex": "W-16"});
    // Two brigades have attacked; the other two still owe an attack on the second enemy.
    let brigades = "paxton W-16; jones-brigade W-16; warren W-16; nicholls W-16; box colston; devens W-15; schurz W-17";
    let mut f = Battlefield::new(&format!("confederate combat; {brigades}"));
    f.attack("W-15", "paxton jones-brigade").unwrap();
    f.roll(6);
    f.fall_back();
    assert_eq!(f.done(), Err("C74-VI.D"));
    assert_eq!(f.act(order.clone()), Err("C74-V.D.3.a"), "those who attacked would excuse those who must");
    f.attack("W-17", "warren nicholls").unwrap();
    // The same with one that fell back before fire.
    let mut f = Battlefield::new(&format!("confederate combat; {}", brigades.replace("paxton W-16", "paxton W-16 +retreated")));
    assert_eq!(f.act(order.clone()), Err("C74-V.D.3.a"));
    // And with one that is disrupted.
    let mut f = Battlefield::new(&format!("confederate combat; {}", brigades.replace("paxton", "paxton:1")));
    assert_eq!(f.act(order), Err("C74-V.D.3.a"));
}

//! The optional rules.

use crate::field::{Battlefield, game, march};
use engine::handbook::OddsQuestion;
use engine::{Actor, Fog, Handbook, Rules, Seat, Side, Words};
use serde_json::json;

// ---- I. Command control

/// Ends the Movement Phase and says how disrupted a piece is then.
fn after_movement(text: &str, piece: &str) -> u64 {
    let mut f = Battlefield::new(&format!("option command-control; {text}"));
    f.done().unwrap();
    f.disrupted(piece)
}

#[test]
fn c74_opt_i_a_1_recovery_only_within_reach_of_the_headquarters() {
    assert_eq!(after_movement("union movement; birney:1 W-16; sickles W-12; early C-30", "birney"), 0);
    assert_eq!(after_movement("union movement; birney:1 W-17; sickles W-12; early C-30", "birney"), 1);
}

#[test]
fn c74_opt_i_a_2_not_through_enemies_or_their_zones() {
    let wall = "hill W-14; rodes U-13; mclaws Y-15; anderson S-13; colston AA-16; early CC-17";
    assert_eq!(after_movement("union movement; birney:1 W-16; sickles W-12", "birney"), 0);
    assert_eq!(after_movement(&format!("union movement; birney:1 W-16; sickles W-12; {wall}"), "birney"), 1);
}

#[test]
fn c74_opt_i_a_3_a_union_headquarters_reach_four() {
    assert_eq!(after_movement("union movement; birney:1 W-16; sickles W-12", "birney"), 0);
    assert_eq!(after_movement("union movement; birney:1 W-17; sickles W-12", "birney"), 1);
}

#[test]
fn c74_opt_i_a_3_b_confederate_corps_and_army_reach_eight() {
    for hq in ["jackson", "lee"] {
        assert_eq!(after_movement(&format!("confederate movement; early:1 W-20; {hq} W-12"), "early"), 0);
        assert_eq!(after_movement(&format!("confederate movement; early:1 W-21; {hq} W-12"), "early"), 1);
    }
}

#[test]
fn c74_opt_i_a_3_c_confederate_divisions_reach_two() {
    assert_eq!(after_movement("confederate movement; hoke:1 W-16; early-hq W-14", "hoke"), 0);
    assert_eq!(after_movement("confederate movement; hoke:1 W-17; early-hq W-14", "hoke"), 1);
}

#[test]
fn c74_opt_i_a_4_not_through_a_river_hex() {
    assert_eq!(after_movement("union movement; birney:1 X-25; sickles X-27", "birney"), 1);
    assert_eq!(after_movement("union movement; birney:1 T-24; sickles S-23", "birney"), 0, "but from one");
    assert_eq!(after_movement("union movement; birney:1 X-25; sickles X-26", "birney"), 0, "and into one");
}

#[test]
fn c74_opt_i_a_5_cavalry_and_horse_artillery_are_exempt() {
    assert_eq!(after_movement("confederate movement; f-lee:1 W-16; eliminated lee jackson longstreet stuart-hq", "f-lee"), 0);
    assert_eq!(after_movement("confederate movement; beckham:1 W-16; eliminated lee", "beckham"), 0);
    assert_eq!(after_movement("confederate movement; nelson:1 W-16; eliminated lee jackson", "nelson"), 1);
}

#[test]
fn c74_opt_i_a_6_half_at_night() {
    assert_eq!(after_movement("turn 8; union movement; birney:1 W-14; sickles W-12", "birney"), 0);
    assert_eq!(after_movement("turn 8; union movement; birney:1 W-15; sickles W-12", "birney"), 1);
    assert_eq!(after_movement("turn 8; confederate movement; early:1 W-17; jackson W-12", "early"), 1);
    assert_eq!(after_movement("turn 8; confederate movement; hoke:1 W-14; early-hq W-12", "hoke"), 1);
}

#[test]
fn c74_opt_i_b_0_only_undisrupted_headquarters_serve() {
    assert_eq!(after_movement("union movement; birney:1 W-13; sickles:2 W-12", "birney"), 1);
}

#[test]
fn c74_opt_i_b_1_a_own_corps_or_the_army() {
    assert_eq!(after_movement("union movement; berry:1 W-13; couch W-12", "berry"), 1);
    assert_eq!(after_movement("union movement; berry:1 W-13; potomac W-12", "berry"), 0);
    assert_eq!(after_movement("union movement; iii-corps-artillery:1 W-13; sickles W-12", "iii-corps-artillery"), 0);
}

#[test]
fn c74_opt_i_b_1_b_reserve_guns_bridges_and_boats_look_to_anybody() {
    for piece in ["reserve-artillery-1", "bridge-2", "boats-1"] {
        assert_eq!(after_movement(&format!("union movement; {piece}:1 W-19; howard W-16"), piece), 0);
    }
}

#[test]
fn c74_opt_i_b_2_a_divisions_and_guns_look_to_corps_or_army() {
    assert_eq!(after_movement("confederate movement; early:1 W-13; early-hq W-12", "early"), 1);
    assert_eq!(after_movement("confederate movement; early:1 W-13; longstreet W-12", "early"), 1);
    assert_eq!(after_movement("confederate movement; walker:1 W-13; jackson W-12", "walker"), 0);
}

#[test]
fn c74_opt_i_b_2_b_brigades_look_to_division_corps_or_army() {
    for (hq, left) in [("hill-hq", 0), ("jackson", 0), ("lee", 0), ("rodes-hq", 1), ("longstreet", 1)] {
        assert_eq!(after_movement(&format!("confederate movement; lane:1 W-13; {hq} W-12"), "lane"), left, "{hq}");
    }
}

#[test]
fn c74_opt_i_b_3_the_subscript_names_the_headquarters() {
    assert_eq!(after_movement("confederate movement; wofford:1 W-13; mclaws-hq W-12", "wofford"), 0);
    assert_eq!(after_movement("confederate movement; wofford:1 W-13; anderson-hq W-12", "wofford"), 1);
    assert_eq!(after_movement("union movement; schurz:1 W-13; howard W-12", "schurz"), 0);
    assert_eq!(after_movement("union movement; schurz:1 W-13; slocum W-12", "schurz"), 1);
}

#[test]
fn c74_opt_i_c_1_headquarters_look_to_the_next_higher() {
    assert_eq!(after_movement("confederate movement; early-hq:1 W-13; jackson W-12", "early-hq"), 0);
    assert_eq!(after_movement("confederate movement; early-hq:1 W-13; longstreet W-12", "early-hq"), 1);
    assert_eq!(after_movement("confederate movement; jackson:1 W-13; lee W-12", "jackson"), 0);
    assert_eq!(after_movement("confederate movement; jackson:1 W-13; longstreet W-12", "jackson"), 1);
    assert_eq!(after_movement("union movement; sickles:1 W-13; potomac W-12", "sickles"), 0);
    assert_eq!(after_movement("union movement; stoneman:1 W-13; reynolds W-12", "stoneman"), 1);
}

#[test]
fn c74_opt_i_c_2_a_lost_headquarters_leaves_its_units_to_the_next_higher() {
    // V-4: XI Corps headquarters is lost.
    for (at, left) in [("W-16", 0), ("W-17", 1)] {
        assert_eq!(after_movement(&format!("union movement; eliminated howard; schurz:1 {at}; potomac W-12"), "schurz"), left);
    }
    assert_eq!(after_movement("union movement; eliminated howard potomac; devens:1 W-16; slocum W-15", "devens"), 1);
    assert_eq!(after_movement("turn 8; union movement; eliminated howard; devens:1 W-15; potomac W-12", "devens"), 1);
}

#[test]
fn c74_opt_i_c_3_a_lee_recovers_with_a_corps_headquarters() {
    assert_eq!(after_movement("confederate movement; lee:1 W-16; longstreet W-15", "lee"), 1);
    assert_eq!(after_movement("confederate movement; lee:1 W-16; longstreet W-16", "lee"), 0);
    assert_eq!(after_movement("confederate movement; lee:1 W-16; longstreet:1 W-16", "lee"), 1);
}

#[test]
fn c74_opt_i_c_3_b_hookers_headquarters_never_does() {
    assert_eq!(after_movement("union movement; potomac:1 W-16; reynolds W-16; couch W-16", "potomac"), 1);
}

// ---- II. Unit functions

#[test]
fn c74_opt_ii_a_1_attacked_cavalry_may_fall_back() {
    let mut f = Battlefield::new("option unit-functions; confederate combat; averell W-16; early W-17");
    f.attack("W-16", "early").unwrap();
    assert_eq!(f.asked(), Some(Side::Union));
    f.act(json!({"do": "give-way"})).unwrap();
    f.retreat("averell", "W-16 W-15 W-14").unwrap();
    assert_eq!((f.disrupted("averell"), f.rolls()), (1, false), "no die is rolled");
    assert!(f.phase() != "3 confederate combat", "the attack counts as made");
    let mut f = Battlefield::new("option unit-functions; confederate combat; averell W-16; early W-17");
    f.attack("W-16", "early").unwrap();
    f.act(json!({"do": "stand"})).unwrap();
    assert!(f.rolls());
    for hex in ["fort W-16; averell W-16; early W-17", "averell DD-36; early DD-35", "averell HH-35; early GG-34"] {
        let mut f = Battlefield::new(&format!("option unit-functions; confederate combat; {hex}"));
        let target = f.hex("averell");
        f.attack(&target, "early").unwrap();
        assert!(f.rolls(), "not from fort, hill or city: {hex}");
    }
    let mut f = Battlefield::new("confederate combat; averell W-16; early W-17");
    f.attack("W-16", "early").unwrap();
    assert!(f.rolls(), "only with the option");
}

#[test]
fn c74_opt_ii_a_2_only_alone_and_with_a_way_out() {
    for company in ["buford W-16", "cavalry-artillery W-16", "stoneman W-16", "bridge-2 W-16"] {
        let mut f = Battlefield::new(&format!("option unit-functions; confederate combat; averell W-16; {company}; early W-17"));
        f.attack("W-16", "early").unwrap();
        assert_eq!(f.rolls(), company != "buford W-16", "{company}");
    }
    let mut f =
        Battlefield::new("option unit-functions; confederate combat; averell W-13; early W-14; hill X-14; rodes V-12; colston V-13");
    f.attack("W-13", "early hill rodes colston").unwrap();
    assert!(f.rolls(), "no way out");
}

#[test]
fn c74_opt_ii_a_1_cavalry_of_many_hexes_is_asked_hex_by_hex() {
    let around = "pleasonton D-30; averell D-32; gregg E-31; buford E-32; morris C-30";
    let mut f = Battlefield::new(&format!("option unit-functions; confederate combat; hill D-31; {around}"));
    f.attack("D-30 D-32 E-31 E-32 C-30", "hill").unwrap();
    for _ in 0..5 {
        assert_eq!(f.asked(), Some(Side::Union));
        f.act(json!({"do": "stand"})).unwrap();
    }
    assert!(f.rolls());
}

#[test]
fn c74_opt_ii_a_2_all_of_the_hex_go_or_none() {
    let crowd = "geary SS-24; burnham RR-23; williams UU-24; schurz TT-25; devens TT-25; newton SS-25; howe SS-25; brooks TT-24; \
                 humphreys TT-24; sykes UU-25; griffin UU-25; whipple TT-23; berry PP-22; birney PP-22";
    let attack = |cavalry: &str| {
        let mut f =
            Battlefield::new(&format!("option unit-functions; turn 5; confederate combat; {cavalry}; hill SS-23; early QQ-24; {crowd}"));
        f.attack("RR-22", "hill").unwrap();
        f.rolls()
    };
    assert!(!attack("averell RR-22"), "there is room for one");
    assert!(attack("averell RR-22; gregg RR-22"), "but not for two");
}

#[test]
fn c74_opt_ii_b_1_a_guns_alone_are_halved() {
    let f = Battlefield::new("option unit-functions; confederate combat; v-corps-artillery W-16; nelson W-17; walker V-15");
    assert_eq!(f.attack_odds("W-16", "nelson walker"), "2.5 to 2.5: 1-1");
    let f = Battlefield::new("option unit-functions; confederate combat; v-corps-artillery W-16; kershaw W-17; walker W-17");
    assert_eq!(f.attack_odds("W-16", "kershaw walker"), "5 to 2.5: 2-1");
    let f = Battlefield::new("option unit-functions; confederate combat; v-corps-artillery W-16; von-steinwehr W-16; early W-17");
    assert_eq!(f.attack_odds("W-16", "early"), "8 to 9: 1-2");
}

#[test]
fn c74_opt_ii_b_1_b_and_when_their_infantry_attacks_elsewhere() {
    let f = Battlefield::new("option unit-functions; union combat; vi-corps-artillery W-16; brooks W-16; nelson W-17; cutts V-15");
    assert_eq!(f.attack_odds("W-17", "vi-corps-artillery"), "3.5 to 1: 3-1");
    assert_eq!(f.attack_odds("W-17", "vi-corps-artillery brooks"), "12 to 1: 6-1");
}

#[test]
fn c74_opt_ii_b_2_guns_in_forts_are_never_halved() {
    let f = Battlefield::new("option unit-functions; confederate combat; xii-corps-artillery W-16; fort W-16; early W-17");
    assert_eq!(f.attack_odds("W-16", "early"), "8 to 6: 1-1");
    let f = Battlefield::new("option unit-functions; union combat; xii-corps-artillery W-16; fort W-16; wilcox W-17");
    assert_eq!(f.attack_odds("W-17", "xii-corps-artillery"), "3 to 1: 3-1");
}

// ---- III. Inverted counters

#[test]
fn only_inverted_counters_hide_anything() {
    assert!(!game(&["command-control", "unit-functions"]).secrets());
    assert!(game(&["inverted-counters"]).secrets());
}

const HIDDEN: &str = "option inverted-counters; ";

#[test]
fn c74_opt_iii_a_face_down_units_show_hex_and_height_only() {
    let f = Battlefield::new(&format!("{HIDDEN}union movement; devens W-12; early W-16 +face-down; lee W-16 +face-down; rodes Z-19"));
    let view = f.view(Seat::Union);
    let hidden: Vec<_> = view.pieces.iter().filter(|p| p.kind == engine::words::PieceKind::Hidden).collect();
    assert_eq!(hidden.len(), 2);
    assert!(hidden.iter().all(|p| p.hex.as_deref() == Some("W-16") && p.strengths.is_empty() && p.id.starts_with("hidden-W-16-")));
    let text = serde_json::to_string(&view).unwrap();
    assert!(!text.contains("early") && !text.contains("Early") && text.contains("Rodes"));
    assert!(serde_json::to_string(&f.view(Seat::Spectator)).unwrap() != serde_json::to_string(&f.view(Seat::Confederate)).unwrap());
    let mut f = Battlefield::fresh(&["inverted-counters"]);
    f.place("early", "W-30").unwrap();
    assert!(f.marked("early", "face-down"), "counters start face down");
}

#[test]
fn c74_opt_iii_b_face_down_units_move_four() {
    let mut f = Battlefield::new(&format!("{HIDDEN}confederate movement; stuart W-12 +face-down; beckham X-33 +face-down"));
    assert_eq!(f.march("stuart", "W-12 W-13 W-14 W-15 W-16 W-17"), Err("C74-IV.C.1"));
    assert_eq!(f.march("stuart", "W-12 W-13 W-14 W-15 W-16"), Ok(()));
    // V-5: eight hexes by road.
    assert_eq!(f.march("beckham", "X-33 W-32 V-31 U-30 T-29 S-29 R-28 Q-27 P-27"), Ok(()));
}

#[test]
fn c74_opt_iii_c_turning_up_restores_the_allowance() {
    let mut f = Battlefield::new(&format!("{HIDDEN}confederate movement; stuart W-12 +face-down"));
    f.piece("reveal", "stuart").unwrap();
    assert_eq!(f.march("stuart", "W-12 W-13 W-14 W-15 W-16 W-17"), Ok(()));
    let mut f = Battlefield::new("confederate movement; stuart W-12");
    assert_eq!(f.piece("reveal", "stuart"), Err("C74-OPT-III.C"));
}

#[test]
fn c74_opt_iii_d_1_firing_reveals() {
    let mut f = Battlefield::new(&format!("{HIDDEN}union defensive-fire; walker W-18 +face-down; griffin W-16"));
    f.fire("W-16", "walker").unwrap();
    assert!(!f.marked("walker", "face-down"));
}

#[test]
fn c74_opt_iii_d_2_being_fired_upon_reveals() {
    let mut f =
        Battlefield::new(&format!("{HIDDEN}union offensive-fire; vi-corps-artillery W-18; nelson W-16 +face-down; lee W-16 +face-down"));
    f.fire("W-16", "vi-corps-artillery").unwrap();
    assert!(f.marked("nelson", "face-down"), "not before all fires are named");
    f.done().unwrap();
    assert!(!f.marked("nelson", "face-down") && !f.marked("lee", "face-down"));
    assert!(f.rolls());
}

#[test]
fn c74_opt_iii_d_3_attacking_reveals() {
    let mut f = Battlefield::new(&format!("{HIDDEN}confederate combat; early Y-15 +face-down; rodes Y-15 +face-down; griffin Y-16"));
    f.attack("Y-16", "early").unwrap();
    assert!(!f.marked("early", "face-down") && f.marked("rodes", "face-down"), "only who attacks");
}

#[test]
fn c74_opt_iii_d_4_being_attacked_reveals_when_all_is_named() {
    let mut f = Battlefield::new(&format!("{HIDDEN}union combat; newton W-16; berry W-16; early W-17 +face-down; jackson W-17 +face-down"));
    f.attack("W-17", "newton berry").unwrap();
    assert!(f.marked("early", "face-down"));
    f.done().unwrap();
    assert!(!f.marked("early", "face-down") && !f.marked("jackson", "face-down"));
}

#[test]
fn c74_opt_iii_d_5_entering_a_zone_reveals() {
    let mut f = Battlefield::new(&format!("{HIDDEN}confederate movement; kershaw W-13 +face-down; semmes X-13 +face-down; griffin W-16"));
    f.march("kershaw", "W-13 W-14 W-15").unwrap();
    assert!(!f.marked("kershaw", "face-down"));
    f.march("semmes", "X-13 X-14").unwrap();
    assert!(f.marked("semmes", "face-down"));
}

#[test]
fn c74_opt_iii_e_units_outside_union_zones_are_turned_down_again() {
    let mut f =
        Battlefield::new(&format!("{HIDDEN}confederate inverting; early Y-17; rodes Y-15; hill AA-19; nelson:1 BB-19; devens Y-16"));
    assert_eq!(f.piece("invert", "early"), Err("C74-OPT-III.E"), "in a Union zone");
    assert_eq!(f.piece("invert", "nelson"), Err("C74-OPT-III.E"), "disrupted");
    assert_eq!(f.piece("invert", "rodes"), Ok(()), "in woods beside the Union");
    f.act(json!({"do": "invert-all"})).unwrap();
    assert!(f.marked("hill", "face-down"));
}

#[test]
fn c74_opt_iii_f_all_attacks_are_named_before_any_reveal() {
    let mut f = Battlefield::new(&format!(
        "{HIDDEN}union combat; newton W-16; hill W-17 +face-down; berry Z-19; nicholls Z-20 +face-down; gregg Y-15; cutts Y-16"
    ));
    f.attack("W-17", "newton").unwrap();
    assert!(!f.rolls() && f.marked("hill", "face-down"));
    assert_eq!(f.done(), Err("C74-VI.D"), "Berry must be named too");
    f.attack("Z-20", "berry").unwrap();
    f.done().unwrap();
    assert!(!f.marked("hill", "face-down") && !f.marked("nicholls", "face-down"));
    assert_eq!(f.attack("Y-16", "gregg"), Err("C74-IV.E"), "too late");
    assert_eq!(f.legal().len(), 2, "the battles are fought in the order the Union likes");
    let berry = f.legal().into_iter().find(|a| a["battle"] == 1).unwrap();
    f.act(berry).unwrap();
    f.roll(6);
    assert!(f.lost("nicholls"));
    assert!(f.rolls(), "the last one follows by itself");
}

#[test]
fn an_attack_that_proves_below_one_to_four_costs_the_attackers() {
    let mut f = Battlefield::new(&format!("{HIDDEN}union combat; buford Y-15; hill Y-16 +face-down"));
    assert!(f.attack_odds("Y-16", "buford").contains("below 1-4 to"), "a range, no column: {}", f.attack_odds("Y-16", "buford"));
    f.attack("Y-16", "buford").unwrap();
    f.done().unwrap();
    assert!(f.lost("buford"), "{:?}", f.log);
    let mut f =
        Battlefield::new(&format!("{HIDDEN}union offensive-fire; reserve-artillery-2 W-18; hill W-16 +face-down; nelson W-16 +face-down"));
    f.fire("W-16", "reserve-artillery-2").unwrap();
    f.done().unwrap();
    assert!(f.log.iter().any(|l| l.contains("below 1-4: no effect")) && !f.lost("reserve-artillery-2"), "{:?}", f.log);
}

#[test]
fn c74_vi_f_1_a_named_headquarters_overrun_by_a_retreat_leaves_no_battle() {
    let mut f = Battlefield::new(&format!("{HIDDEN}union combat; geary W-15; hill W-14 +face-down; morris Z-19; jackson Y-18 +face-down"));
    f.attack("W-14", "geary").unwrap();
    f.attack("Y-18", "morris").unwrap();
    f.done().unwrap();
    let first = f.legal().into_iter().find(|a| a["battle"] == 0).unwrap();
    f.act(first).unwrap();
    f.roll(4);
    f.retreat("geary", "W-15 X-16 X-17").unwrap();
    assert!(f.lost("jackson"), "{:?}", f.log);
    assert!(!f.rolls(), "nobody is left to fight");
}

/// What the Union is told of the rest of an order and its die.
fn union_hears(f: &mut Battlefield, action: serde_json::Value, die: Option<u8>) -> String {
    let (mut events, order, by) = (Vec::new(), f.read(&action), f.asked().unwrap());
    f.game.apply(&mut f.state, by, order, &mut events).unwrap();
    if let Some(die) = die {
        f.game.settle(&mut f.state, &engine::Roll::one(die), &mut events);
    }
    events.iter().filter_map(|e| f.game.tell(e, Side::Union.into())).map(|t| format!("{} {:?}\n", t.text, t.pieces)).collect()
}

#[test]
fn c74_opt_iii_d_3_headquarters_that_fall_back_with_attackers_are_turned_up() {
    let mut f = Battlefield::new(&format!("{HIDDEN}confederate combat; early W-16 +face-down; jackson W-16 +face-down; griffin W-17"));
    let heard = union_hears(&mut f, json!({"do": "attack", "hexes": ["W-17"], "attackers": ["early"]}), Some(2));
    assert!(heard.contains("Turned up in W-16: Jackson"), "{heard}");
    f.fall_back();
    assert!(f.disrupted("jackson") == 1 && !f.marked("jackson", "face-down"), "a marker would name it");
}

#[test]
fn c74_opt_iii_a_a_face_down_advance_names_nobody() {
    let units = "walker W-18; brown W-18; carter W-18; von-steinwehr W-16; fort W-16; colston X-17 +face-down";
    let mut f = Battlefield::new(&format!("{HIDDEN}confederate offensive-fire; {units}"));
    f.fire("W-16", "walker brown carter").unwrap();
    f.roll(4);
    f.fall_back();
    f.until("3 confederate occupy");
    let heard = union_hears(&mut f, json!({"do": "advance", "piece": "colston", "hex": "W-16"}), None);
    assert!(
        f.marked("colston", "face-down") && heard.contains("A face-down counter") && !heard.to_lowercase().contains("colston"),
        "{heard}"
    );
}

#[test]
fn c74_opt_iii_a_beside_an_emptied_fort_face_down_counters_are_asked_whoever_they_are() {
    // Jackson cannot enter it: if they were asked only for those who can, the question would tell the Union that he is no unit.
    let guns = "walker W-18; brown W-18; carter W-18; von-steinwehr W-16; fort W-16";
    let asked = |counter: &str| {
        let mut f = Battlefield::new(&format!("{HIDDEN}confederate offensive-fire; {guns}; {counter}"));
        f.fire("W-16", "walker brown carter").unwrap();
        f.roll(4);
        f.fall_back();
        while f.phase().starts_with("3 confederate") && f.phase() != "3 confederate occupy" {
            f.done().unwrap();
        }
        f.phase() == "3 confederate occupy"
    };
    assert!(asked("jackson X-17 +face-down"));
    assert!(!asked("jackson X-17"), "he is known");
    assert!(!asked("jackson Y-18 +face-down"), "he is not beside it");
}

#[test]
fn a_march_stopped_by_a_lone_headquarters_goes_on() {
    let mut f = Battlefield::new(&format!("{HIDDEN}union movement; averell W-12; lee W-16 +face-down"));
    assert_eq!(f.march("averell", "W-12 W-13 W-14 W-15 V-15"), Err("C74-VI.A.2"), "for all the Union knows");
    f.march("averell", "W-12 W-13 W-14 W-15").unwrap();
    assert!(!f.marked("lee", "face-down"));
    assert_eq!(f.march("averell", "W-15 V-15 V-16 V-17"), Ok(()));
    assert_eq!(f.march("averell", "V-17 V-18"), Err("C74-IV.C.2"));
    let mut f = Battlefield::new(&format!("{HIDDEN}union movement; averell W-12; cutts W-16 +face-down"));
    f.march("averell", "W-12 W-13 W-14 W-15").unwrap();
    assert!(f.marked("cutts", "face-down") && f.marked("averell", "moved"));
}

#[test]
fn c74_opt_iii_a_stream_on_the_road_does_not_end_such_a_march() {
    let mut f = Battlefield::new(&format!("{HIDDEN}turn 5; union movement; wadsworth AA-24; lee Z-22 +face-down"));
    f.march("wadsworth", "AA-24 Z-23").unwrap();
    assert!(!f.marked("lee", "face-down"));
    assert_eq!(f.march("wadsworth", "Z-23 Y-22"), Ok(()), "it came by road (R-7)");
}

// ---- IV. Historical disposition

const IV: &[&str] = &["historical-disposition"];

#[test]
fn c74_opt_iv_a_cavalry_as_usual() {
    let mut f = Battlefield::fresh(IV);
    assert_eq!(f.place("beckham", "D-20"), Ok(()));
    assert_eq!(f.place("stuart", "D-10"), Err("C74-XI.A.2"));
}

#[test]
fn c74_opt_iv_b_first_corps() {
    let mut f = Battlefield::fresh(IV);
    assert_eq!(f.place("mclaws", "U-30"), Err("C74-OPT-IV.B"));
    assert_eq!(f.place("mclaws", "V-33"), Err("C74-OPT-IV.B"), "six hexes from the river");
    assert_eq!(f.place("longstreet", "II-38"), Err("C74-OPT-IV.B"));
    assert_eq!(f.place("anderson", "BB-35"), Err("C74-OPT-IV.B"));
    assert_eq!(f.place("anderson", "BB-34"), Ok(()));
    assert_eq!(f.place("mclaws", "V-32"), Ok(()));
    assert_eq!(f.place("cabell", "HH-38"), Ok(()));
}

#[test]
fn c74_opt_iv_c_second_corps() {
    let mut f = Battlefield::fresh(IV);
    assert_eq!(f.place("rodes", "SS-50"), Err("C74-OPT-IV.C"));
    assert_eq!(f.place("walker", "HH-38"), Err("C74-OPT-IV.C"));
    assert_eq!(f.place("jackson", "HH-38"), Err("C74-OPT-IV.C"));
    for (division, hex) in [("hill", "UU-51"), ("rodes", "SS-51"), ("early", "NN-47"), ("colston", "WW-51")] {
        assert_eq!(f.place(division, hex), Ok(()));
    }
    assert_eq!(f.place("walker", "II-38"), Ok(()));
    // Room is kept for the division that must stand there.
    let mut f = Battlefield::fresh(IV);
    for gun in ["brown", "walker", "carter"] {
        f.place(gun, "UU-51").unwrap();
    }
    assert_eq!(f.place("nelson", "UU-51"), Err("C74-OPT-IV.C"));
    assert_eq!(f.place("hill", "UU-51"), Ok(()));
}

#[test]
fn c74_opt_iv_d_lees_headquarters() {
    let mut f = Battlefield::fresh(IV);
    assert_eq!(f.place("lee", "U-35"), Err("C74-OPT-IV.D"));
    assert_eq!(f.place("lee", "V-35"), Ok(()));
}

#[test]
fn c74_opt_iv_e_forts_anywhere_south_of_the_line() {
    let mut f = Battlefield::fresh(IV);
    assert_eq!(f.fort("D-20"), Ok(()));
    assert_eq!(f.fort("D-10"), Err("C74-XI.A.3"));
}

// ---- V. Stoneman's raid

const RAID: &str = "option stonemans-raid; ";
const OUT: &str = "raid stoneman averell gregg buford morris w-h-f-lee; devens D-3; early W-40";

#[test]
fn c74_opt_v_a_union_cavalry_starts_off_the_map() {
    let f = Battlefield::fresh(&["stonemans-raid"]);
    for piece in ["stoneman", "averell", "gregg", "buford", "morris"] {
        assert!(f.off(piece, "raid"), "{piece}");
    }
    assert!(f.off("pleasonton", "unplaced") && f.off("cavalry-artillery", "unplaced"));
}

#[test]
fn c74_opt_v_b_stuart_is_broken_down() {
    let f = Battlefield::fresh(&["stonemans-raid"]);
    assert!(f.off("stuart", "box") && f.off("w-h-f-lee", "raid"));
    for piece in ["f-lee", "stuart-hq", "beckham"] {
        assert!(f.off(piece, "unplaced"), "{piece}");
    }
    assert!(f.game.audit(&f.state).is_ok());
}

fn raid_die(turn: u8, die: u8) -> Battlefield {
    let mut f = Battlefield::new(&format!("{RAID}turn {turn}; confederate movement; {OUT}"));
    f.done().unwrap();
    f.roll(die);
    f
}

#[test]
fn c74_opt_v_c_the_die_says_who_returns() {
    for (die, back) in [(1, 0), (2, 0), (3, 0), (4, 2), (5, 3), (6, 5)] {
        let f = raid_die(9, die);
        let returning = f.position()["returning"].as_array().unwrap().iter().filter(|p| *p != "w-h-f-lee").count();
        assert_eq!(returning, back, "die {die}");
    }
    let mut f = raid_die(9, 5);
    assert_eq!(f.phase(), "10 union movement");
    assert_eq!(f.act(json!({"do": "enter", "piece": "averell", "hex": "A-8"})), Err("C74-OPT-V.C"));
    assert_eq!(f.act(json!({"do": "enter", "piece": "gregg", "hex": "A-8"})), Ok(()));
}

#[test]
fn c74_opt_v_c_1_w_h_f_lee_returns_with_them() {
    let mut f = raid_die(2, 4);
    for piece in ["averell", "morris"] {
        f.act(json!({"do": "enter", "piece": piece, "hex": "A-8"})).unwrap();
        f.done().unwrap();
    }
    f.until("3 confederate movement");
    assert_eq!(f.done(), Err("C74-OPT-V.D"));
    assert_eq!(f.act(json!({"do": "enter", "piece": "w-h-f-lee", "hex": "A-20"})), Ok(()));
    let f = raid_die(2, 3);
    assert_eq!(f.position()["returning"], json!([]));
}

#[test]
fn c74_opt_v_c_2_who_is_back_is_back() {
    let mut f = Battlefield::new(&format!(
        "{RAID}turn 9; confederate movement; raid stoneman gregg buford w-h-f-lee; averell W-12; morris W-13; devens D-3"
    ));
    f.done().unwrap();
    f.roll(4);
    assert_eq!((f.position()["returning"].clone(), f.hex("averell")), (json!([]), "W-12".into()));
    let mut f = Battlefield::new(&format!("{RAID}turn 9; confederate movement; averell W-12; devens D-3"));
    f.done().unwrap();
    assert!(!f.rolls(), "nobody is out: no die");
}

#[test]
fn c74_opt_v_c_3_all_return_on_the_last_turn() {
    let mut f = Battlefield::new(&format!("{RAID}turn 20; confederate movement; {OUT}"));
    f.done().unwrap();
    assert_eq!(f.phase(), "21 union movement");
    assert_eq!(f.done(), Err("C74-OPT-V.D"));
    assert_eq!(f.position()["returning"].as_array().unwrap().len(), 6);
}

#[test]
fn c74_opt_v_d_entry_on_the_west_edge_for_one_point() {
    let mut f = Battlefield::new(&format!("{RAID}turn 10; union movement; returning gregg; early A-7; hill A-30"));
    assert_eq!(f.act(json!({"do": "enter", "piece": "gregg", "hex": "B-9"})), Err("C74-OPT-V.D"));
    assert_eq!(f.act(json!({"do": "enter", "piece": "gregg", "hex": "A-8"})), Err("C74-OPT-V.D"), "controlled by Early");
    f.act(json!({"do": "enter", "piece": "gregg", "hex": "A-11"})).unwrap();
    assert_eq!(f.march("gregg", "A-11 A-10 A-9 B-10 B-11"), Ok(()), "seven points are left");
    assert!(!matches!(f.actor(), Actor::Over(_)));
    assert_eq!(f.why(Side::Union, &march("gregg", "B-11 B-10")), Err("C74-IV.C.2"));
}

#[test]
fn c74_ix_a_a_raider_comes_back_when_the_army_marches() {
    // No play leads here, but a position in a file may: the raider must come on (V.D), and nobody moves (IX.A).
    let mut f = Battlefield::new(&format!("{RAID}turn 2; confederate movement; returning w-h-f-lee; devens D-3"));
    assert_eq!(f.act(json!({"do": "enter", "piece": "w-h-f-lee", "hex": "A-20"})), Err("C74-IX.A"));
    assert!(f.listed(&json!({"do": "done"})), "{:?}", f.legal());
    f.done().unwrap();
    f.until("3 confederate movement");
    assert_eq!(f.done(), Err("C74-OPT-V.D"), "now he must");
    f.act(json!({"do": "enter", "piece": "w-h-f-lee", "hex": "A-20"})).unwrap();
}

#[test]
fn c74_opt_v_c_the_view_says_when_and_where_the_raiders_come_back() {
    let due = |f: &Battlefield, id: &str| f.view(Seat::Spectator).pieces.into_iter().find(|p| p.id == id).and_then(|p| p.due);
    let f = Battlefield::new(&format!("{RAID}turn 3; union movement; {OUT}"));
    assert_eq!(due(&f, "gregg").as_deref(), Some("by a die after turn 9, in turn 21 at the latest, on the west edge"));
    let lee = due(&f, "w-h-f-lee").unwrap();
    assert!(lee.starts_with("with the first Union raiders, after turn 9 at the earliest"), "{lee}");
    let f = raid_die(9, 4);
    assert_eq!(due(&f, "averell").as_deref(), Some("turn 10, on the west edge"));
    assert_eq!(due(&f, "gregg").as_deref(), Some("by a die after turn 16, in turn 21 at the latest, on the west edge"));
    let f = Battlefield::new(&format!("{RAID}turn 18; union movement; {OUT}"));
    assert_eq!(due(&f, "gregg").as_deref(), Some("turn 21, on the west edge"));
    assert_eq!(due(&f, "devens"), None);
}

#[test]
fn c74_opt_v_d_the_rapidan_is_a_western_edge_hex_too() {
    let enter = |piece: &str| json!({"do": "enter", "piece": piece, "hex": "A-14"});
    let mut f = Battlefield::new(&format!("{RAID}turn 10; union movement; returning gregg stoneman; devens D-3"));
    assert!(f.listed(&enter("gregg")) && f.listed(&enter("stoneman")));
    f.act(enter("gregg")).unwrap();
    assert_eq!(f.hex("gregg"), "A-14");
    assert_eq!(f.why(Side::Union, &march("gregg", "A-14 A-13")), Err("C74-IV.C.2"), "in the river it stops");
    assert_eq!(f.act(enter("stoneman")), Err("C74-V.C.1"), "one unit to a river hex");
    let mut f = Battlefield::new(&format!("{RAID}turn 10; union movement; returning gregg; bridge bridge-1 A-14 A-13 A-15; devens D-3"));
    assert_eq!(f.act(enter("gregg")), Err("C74-IV.J.4.d.1"), "nobody comes upon a bridge from beyond the map");
}

#[test]
fn odds_halve_lone_guns_only_with_the_option() {
    let question = |word: &str| OddsQuestion { attack: vec![8], defend: vec![5], with: vec![word.into()], column: None };
    for (word, column) in [("guns-alone", "3-1"), ("attacking-guns-alone", "1-2")] {
        let refused = game(&[]).odds(&question(word)).unwrap_err();
        assert!(refused.field == "with" && refused.because.contains("unit-functions"), "{refused}");
        assert_eq!(game(&["unit-functions"]).odds(&question(word)).unwrap().column, column);
    }
}

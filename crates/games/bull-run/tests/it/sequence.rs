//! Chapters 2 and 3, and the components.

use crate::field::*;
use engine::{Handbook, Positions, Seat, Side};
use serde_json::json;

#[test]
fn br_2_1_twenty_three_half_hours() {
    let game = game(&[]);
    let turns = game.charts().into_iter().find(|c| c.id == "calendar").unwrap().rows;
    assert_eq!((turns.len(), turns[0].as_str(), turns[6].as_str(), turns[22].as_str()), (23, "9:00 AM", "NOON", "8:00 PM"));
    let f = field("movement union 23", "13-ny:BB31");
    assert!(f.view().turn_label.ends_with("8:00 PM"));
}

#[test]
fn br_2_2_the_union_moves_first() {
    let mut f = fresh(&[]);
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    assert_eq!((f.asked(), f.view().turn), (Side::Union, 1));
    f.refuses(f.march("evans", "X9"), "BR-5.1");
}

#[test]
fn br_2_3_br_2_4_phases_come_in_order() {
    for side in ["union", "confederate"] {
        let f = field(&format!("rally {side} 10"), "13-ny:BB31 4-sc:Z30 sherman:BB31 evans:Z30 2-wisc:off=rally-box la-sp:off=rally-box");
        let mover = if side == "union" { "13-ny" } else { "4-sc" };
        f.refuses(f.march(mover, if side == "union" { "BB32" } else { "Z29" }), "BR-2.3");
    }
    let f = field("movement union 10", "13-ny:BB31:active 4-sc:BB30");
    f.refuses(engage("13-ny", "4-sc"), "BR-6.1");
}

#[test]
fn br_2_5_the_clock_moves_after_the_confederate_turn() {
    let mut f = field("movement union 1", "13-ny:BB31 4-sc:Z1");
    f.done();
    assert_eq!((f.view().turn, f.view().active), (1, Some(Side::Confederate)));
    f.done();
    assert_eq!((f.view().turn, f.view().active), (2, Some(Side::Union)));
    assert!(f.view().turn_label.ends_with("9:30 AM"));
}

#[test]
fn br_3_1_br_map_6_a_union_unit_in_manassas_at_the_confederate_panic_phase_wins() {
    for hex in ["FF32", "GG32"] {
        let mut f = field("movement union 11", &format!("palmer:{hex} 4-sc:Z1"));
        f.done();
        assert_eq!(f.winner(), Some(Side::Union));
    }
    // Not a leader, and not beside it.
    for units in ["mcdowell:FF32 4-sc:Z1", "palmer:FF31 4-sc:Z1"] {
        let mut f = field("movement union 11", units);
        f.done();
        assert_eq!(f.winner(), None);
    }
}

#[test]
fn br_3_2_a_confederate_unit_in_centreville_at_the_union_panic_phase_wins() {
    let mut f = field("movement confederate 11", "2-va:QQ5 jackson:QQ5 13-ny:A1");
    f.done();
    assert_eq!(f.winner(), Some(Side::Confederate));
    let mut f = field("movement confederate 11", "jackson:QQ5 13-ny:A1");
    f.done();
    assert_eq!(f.winner(), None);
}

#[test]
fn br_3_3_at_the_end_the_stars_decide() {
    for (hex, winner) in [("QQ23", Side::Union), ("S29", Side::Union), ("QQ32", Side::Union), ("QQ24", Side::Confederate)] {
        let mut f = field("rally confederate 23", &format!("2-conn:{hex} 4-sc:A1 evans:A1 la-sp:off=rally-box"));
        f.done();
        assert_eq!(f.winner(), Some(winner), "{hex}");
    }
    // Enemies beside it make no difference: the Confederates have attacked and failed.
    let mut f = field("rally confederate 23", "2-conn:QQ23 4-sc:QQ24 2-va:A1 jackson:A1 4-va:off=rally-box");
    f.done();
    assert_eq!(f.winner(), Some(Side::Union));
}

#[test]
fn br_3_r_br_8_3_a_brigade_counts_for_victory() {
    let units = "13-ny:in=sherman-brigade 69-nym:in=sherman-brigade 2-wisc:in=sherman-brigade sherman:in=sherman-brigade sherman-brigade:S29 4-sc:A1 evans:A1 la-sp:off=rally-box";
    let mut f = field("rally confederate 23", units);
    f.done();
    assert_eq!(f.winner(), Some(Side::Union));
}

#[test]
fn br_pp_1_pieces_of_optional_rules_stay_out() {
    let ids = |on: &[&str]| game(on).order_of_battle().into_iter().map(|c| c.id).collect::<Vec<_>>();
    let basic = ids(&[]);
    for id in ["varian", "4-pa", "keyes-dummy"] {
        assert!(!basic.contains(&id.to_string()), "{id}");
    }
    assert!(ids(&["july-20th"]).contains(&"varian".to_string()));
    assert!(ids(&["fog-of-war"]).contains(&"keyes-dummy".to_string()));
    let mut f = fresh(&[]);
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    f.refuses(place("varian", "QQ5"), "BR-PP-1");
}

#[test]
fn br_pp_2_br_pp_2_1_br_pp_2_2_br_pp_2_3_br_pp_2_4_what_stands_on_the_counters() {
    let oob = game(&[]).order_of_battle();
    let find = |id: &str| oob.iter().find(|c| c.id == id).unwrap();
    // Where it starts or comes is said with its hexes.
    assert_eq!(find("bee").start.as_deref(), Some("CC20"));
    assert_eq!(find("hampton").start.as_deref(), Some("EE34"));
    assert_eq!(find("cocke").start.as_deref(), Some("At Ball's, Lewis or Island Ford (Cocke) (AA13, DD13, EE17), frozen"));
    assert_eq!(find("evans").start.as_deref(), Some("At the Stone Bridge or Farm Ford (Y8, Y10)"));
    assert_eq!(find("sherman").start.as_deref(), Some("march route to Centreville (QQ5, RR5) or R1"));
    assert_eq!(find("1-md").entry.as_deref(), Some("11:00 AM at A18 by rail"));
    assert_eq!(find("1-njm").formation, "Division 4");
    let battery = find("e-3-us");
    assert_eq!((battery.strengths["mobile attack"], battery.strengths["battle attack"], battery.strengths["defence"]), (1, 3, 3));
    assert_eq!(find("walton").kind, "artillery leader");
    assert!(oob.iter().all(|c| c.id != "walton-brigade" && c.id != "pendleton-brigade"));
    assert_eq!(oob.iter().filter(|c| c.kind == "brigade").count(), 25);
    // Army of the Shenandoah or of the Potomac: Jackson does not activate Kershaw in his hex (see command).
    // An artillery leader neither forms a brigade nor rallies.
    let f = field("rally confederate 10", "walton:BB31 squires:BB31 richardson-battery:off=lost evans:Z30 4-sc:Z30 la-sp:off=rally-box");
    f.refuses(rally("walton", "la-sp"), "BR-14.31");
    // Totals of the order-of-battle cards.
    let points = |side: Side| -> u16 {
        oob.iter()
            .filter(|c| c.side == side && ["infantry", "cavalry", "artillery"].contains(&c.kind.as_str()))
            .map(|c| c.strengths["defence"])
            .sum()
    };
    assert_eq!((points(Side::Union), points(Side::Confederate)), (139, 133));
    let count = |side: Side, kind: &str| oob.iter().filter(|c| c.side == side && c.kind == kind).count();
    assert_eq!((count(Side::Union, "infantry"), count(Side::Union, "artillery")), (48, 12));
    assert_eq!(
        (count(Side::Confederate, "infantry"), count(Side::Confederate, "artillery"), count(Side::Confederate, "cavalry")),
        (46, 17, 6)
    );
}

#[test]
fn br_pp_3_stop_marks_inactive_pieces_and_nothing_else() {
    let f = field("movement union 5", "13-ny:BB31:active 2-wisc:BB31");
    assert!(!f.is("13-ny", "stop") && f.is("2-wisc", "stop"));
    // An inactive unit fights like any other.
    let f = field("combat union 5", "13-ny:BB32 4-sc:BB31");
    f.allows(engage("13-ny", "4-sc"));
}

#[test]
fn br_ob_1_br_9_1_a_lost_battery_takes_both_pieces_along() {
    let mut f = field("combat union 10", "13-ny:BB32 regulars:BB32 1-conn:BB32 kemper:BB31");
    f.fight_with("13-ny regulars 1-conn", "kemper", 1);
    let kemper: Vec<_> = f.view().pieces.into_iter().filter(|p| p.id == "kemper").collect();
    assert_eq!((kemper.len(), kemper[0].off.map(|o| o.word())), (1, Some("eliminated")));
}

#[test]
fn br_map_1_2_the_rally_box_holds_infantry_only() {
    let bad = game(&[]).read_position(&document("movement union 10", "kemper:off=rally-box", json!({})));
    assert!(bad.is_err());
    let bad = game(&[]).read_position(&document("movement union 10", "1-njm:off=rally-box", json!({})));
    assert!(bad.is_err(), "infantry without a brigade never returns");
    assert!(game(&[]).read_position(&document("movement union 10", "4-sc:off=rally-box", json!({}))).is_ok());
}

#[test]
fn every_brigade_can_form_from_its_units() {
    let oob = game(&[]).order_of_battle();
    for brigade in oob.iter().filter(|c| c.kind == "brigade") {
        let leader = brigade.id.trim_end_matches("-brigade");
        let formation = &oob.iter().find(|c| c.id == leader).unwrap().formation;
        let points: Vec<u16> = oob
            .iter()
            .filter(|c| c.kind == "infantry" && c.formation == *formation && c.side == brigade.side)
            .map(|c| c.strengths["defence"])
            .collect();
        assert!(contact::losses::sums_to(&points, u32::from(brigade.strengths["defence"])), "{}: {points:?}", brigade.id);
    }
}

#[test]
fn a_spectator_sees_no_face_down_piece() {
    let mut f = fresh(&["fog-of-war"]);
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    let seen = f.view_as(Seat::Spectator);
    assert!(!seen.pieces.iter().any(|p| ["ewell", "sherman", "13-ny", "ewell-brigade"].contains(&p.id.as_str()) && p.hex.is_some()));
    assert!(f.view_as(Seat::Union).pieces.iter().any(|p| p.id == "13-ny" || p.id == "sherman-brigade"));
}

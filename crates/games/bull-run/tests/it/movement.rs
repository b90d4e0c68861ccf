//! Chapter 5 and the map.

use crate::field::*;
use engine::{Fog, Notation, Positions, Words};
use serde_json::json;

// The plain west of Manassas is open: BB31 with BB30 N, CC31 NE, CC32 SE, BB32 S, AA32 SW, AA31 NW.

#[test]
fn br_5_1_br_4_1_only_active_pieces_move_and_none_has_to() {
    let mut f = field("movement union 5", "13-ny:BB31:active 2-wisc:BB31");
    f.refuses(f.march("2-wisc", "BB32"), "BR-4.1");
    f.allows(f.march("13-ny", "BB32"));
    f.done();
    assert_eq!(f.at("13-ny"), "BB31");
}

#[test]
fn br_5_2_a_piece_finishes_before_the_next_moves() {
    let mut f = field("movement union 5", "13-ny:BB31:active 2-wisc:BB31:active");
    f.play(f.march("13-ny", "BB32"));
    f.allows(f.march("13-ny", "BB33"));
    f.play(f.march("2-wisc", "AA32"));
    f.refuses(f.march("13-ny", "BB33"), "BR-5.2");
}

#[test]
fn br_5_3_br_5_31_what_cannot_be_paid_cannot_be_entered() {
    // A battle piece has one movement point; S12 is a stream hex. No minimum move.
    let f = field("movement union 5", "d-5-us:T12:active:battle-piece 13-ny:T12:active");
    f.refuses(f.march("d-5-us", "S12"), "BR-5.3");
    f.allows(f.march("13-ny", "S12"));
    // Four points: woods 2, woods 2, and no more.
    let f = field("movement union 5", "13-ny:C23:active");
    f.allows(f.march("13-ny", "C24 C25"));
    f.refuses(f.march("13-ny", "C24 C25 C26"), "BR-5.3");
}

#[test]
fn br_map_4_br_tec_5_woods_cost_two_and_with_a_stream_three() {
    // HH22 is stream and woods, HH20 woods.
    let f = field("movement union 5", "13-ny:GG22:active 8-nym:GG22:active:moved");
    let note = |way: &str| {
        let action = f.game.read_action(&f.march("13-ny", way)).unwrap();
        f.game.describe(&f.game.knowledge(&f.s, engine::Seat::Referee), action).note.unwrap()
    };
    assert_eq!(note("HH22"), "1 movement point left");
    assert_eq!(note("GG21"), "2 movement points left");
}

#[test]
fn br_5_32_br_map_2_2_one_more_into_and_out_of_a_ford() {
    // From the unnamed ford II11 to the ford JJ10 beside it, off road: 1 + 1 + 1.
    let f = field("movement union 5", "13-ny:II11:active d-5-us:II11:active");
    let known = f.game.knowledge(&f.s, engine::Seat::Referee);
    let note = |id: &str, way: &str| f.game.describe(&known, f.game.read_action(&f.march(id, way)).unwrap()).note.unwrap();
    assert_eq!(note("13-ny", "JJ10"), "1 movement point left");
    assert_eq!(note("13-ny", "II10"), "2 movement points left");
    f.allows(f.march("d-5-us", "JJ10"));
    f.refuses(f.march("13-ny", "JJ10 KK10"), "BR-5.3");
}

#[test]
fn br_5_33_points_are_not_saved() {
    let mut f = field("movement union 5", "13-ny:BB31:active terry:A1");
    f.done();
    f.done();
    // The next Union turn: four points again, not eight.
    assert_eq!(f.view().turn, 6);
    f.refuses(f.march("13-ny", "BB32 BB33 BB34 BB35 CC35"), "BR-5.3");
    f.allows(f.march("13-ny", "BB32 BB33 BB34 BB35"));
}

#[test]
fn br_5_4_twelve_points_in_a_hex_at_the_end_of_a_move() {
    let mut f = field("movement union 5", "13-ny:BB31:active regulars:BB32 2-ohio:BB32 1-mass:BB32 12-ny:BB32 sherman:BB31:active");
    f.refuses(f.march("13-ny", "BB32"), "BR-5.4");
    f.allows(f.march("13-ny", "BB32 BB33"));
    // Leaders count nothing.
    f.play(f.march("sherman", "BB32"));
    assert_eq!(f.at("sherman"), "BB32");
    let bad =
        f.game.read_position(&document("movement union 5", "regulars:BB32 2-ohio:BB32 1-mass:BB32 12-ny:BB32 marines:BB32", json!({})));
    assert!(bad.is_err_and(|e| e.because.contains("13 defence points")));
}

#[test]
fn br_5_5_br_map_2_rivers_are_crossed_at_fords_and_bridges() {
    let f = field("movement union 5", "13-ny:Z9:active 2-me:KK4:active 8-nym:I5:active");
    f.refuses(f.march("13-ny", "Y9"), "BR-5.5");
    f.allows(f.march("13-ny", "Y10"));
    // KK5 and I4 are river hexes, where the rivers begin; KK4 and I5 are not.
    f.refuses(f.march("2-me", "KK5"), "BR-5.5");
    f.refuses(f.march("8-nym", "I4"), "BR-5.5");
}

#[test]
fn br_map_2_1_br_5_51_a_bridge_is_clear_ground_but_not_for_brigades() {
    let units = "13-ny:in=sherman-brigade 69-nym:in=sherman-brigade 2-wisc:in=sherman-brigade sherman:in=sherman-brigade sherman-brigade:Z10:active";
    let f = field("movement union 5", &format!("{units} 1-conn:Z10:active"));
    f.refuses(f.march("sherman-brigade", "Y10"), "BR-5.51");
    // Off road from Z10: one point.
    let known = f.game.knowledge(&f.s, engine::Seat::Referee);
    let note = f.game.describe(&known, f.game.read_action(&f.march("1-conn", "Y10")).unwrap()).note;
    assert_eq!(note.unwrap(), "3 movement points left");
}

#[test]
fn br_5_52a_br_8_52_no_brigade_in_a_ford() {
    let units =
        "13-ny:in=sherman-brigade 69-nym:in=sherman-brigade 2-wisc:in=sherman-brigade sherman:in=sherman-brigade sherman-brigade:Z8:active";
    let mut f = field("movement union 5", units);
    f.refuses(f.march("sherman-brigade", "Y8"), "BR-5.52a");
    f.play(break_up("sherman-brigade"));
    f.allows(f.march("13-ny", "Y8"));
}

#[test]
fn br_5_52b_a_ford_holds_eight_points() {
    let f = field("movement union 5", "regulars:QQ19 2-ohio:QQ19 palmer:QQ18:active marines:QQ18:active 69-nym:QQ18:active");
    f.refuses(f.march("69-nym", "QQ19"), "BR-5.52b");
    f.allows(f.march("palmer", "QQ19"));
}

#[test]
fn br_5_52c_eight_points_may_enter_a_ford_in_a_turn() {
    // The rulebook's example: 2 RI stands in the ford and does not count; the battery, 2 NH and Palmer use the eight points.
    let mut f = field(
        "movement union 1",
        "2-ri:Q3:active 2-ri-battery:R2:active 2-nh:R1:active palmer:R2:active 71-nym:R2:active hunter:R2:active terry:EE34",
    );
    f.play(f.march("2-ri", "P2 O3"));
    f.play(f.march("2-ri-battery", "R3 Q3 P2"));
    f.play(f.march("2-nh", "R2 R3 Q3 P2"));
    f.play(f.march("palmer", "R3 Q3 P2 O3"));
    f.refuses(f.march("71-nym", "R3 Q3"), "BR-5.52c");
    // A leader has no points.
    f.allows(f.march("hunter", "R3 Q3"));
    // Each player has his own count, and the next turn is a new one.
    f.done();
    f.done();
    f.allows(f.march("71-nym", "R3 Q3"));
}

#[test]
fn br_5_6_br_tec_1_the_road_must_cross_the_hexside() {
    // T10 is a stream hex on the turnpike; NN23 a stream hex crossed by a minor road.
    let f = field("movement union 5", "13-ny:Z9:active");
    let known = f.game.knowledge(&f.s, engine::Seat::Referee);
    let note = |way: &str| f.game.describe(&known, f.game.read_action(&f.march("13-ny", way)).unwrap()).note.unwrap();
    // Z9 to AA10 along the turnpike, Z9 to AA9 beside it: both are road hexes, but no road crosses that side.
    assert_eq!(note("AA10"), "3½ movement points left");
    assert_eq!(note("AA9"), "3 movement points left");
    // Five hexes of turnpike cost two and a half.
    f.allows(f.march("13-ny", "AA10 BB9 CC9 DD8 EE9"));
    assert_eq!(note("AA10 BB9 CC9 DD8 EE9"), "1½ movement points left");
}

#[test]
fn br_5_6f_the_ford_penalty_is_on_top_of_the_road_rate() {
    let f = field("movement union 1", "2-nh:R3:active d-5-us:R3:active");
    let known = f.game.knowledge(&f.s, engine::Seat::Referee);
    let note = |id: &str, way: &str| f.game.describe(&known, f.game.read_action(&f.march(id, way)).unwrap()).note.unwrap();
    assert_eq!(note("2-nh", "Q3"), "2½ movement points left");
    assert_eq!(note("2-nh", "Q3 P2"), "1 movement point left");
    assert_eq!(note("d-5-us", "Q3 P2"), "⅓ movement points left");
}

#[test]
fn br_5_61_thirds_and_halves_add_up_exactly() {
    // A mobile battery goes nine hexes on the turnpike, and not ten.
    let f = field("movement union 5", "e-3-us:Z9:active");
    f.allows(f.march("e-3-us", "AA10 BB9 CC9 DD8 EE9 FF8 GG8 HH8 II8"));
    f.refuses(f.march("e-3-us", "AA10 BB9 CC9 DD8 EE9 FF8 GG8 HH8 II8 JJ7"), "BR-5.3");
    // R2-R3-Q3-P2: a third and two times four thirds are exactly three.
    let f = field("movement union 1", "2-ri-battery:R2:active 2-nh:R1:active");
    f.allows(f.march("2-ri-battery", "R3 Q3 P2"));
    f.allows(f.march("2-nh", "R2 R3 Q3 P2"));
    f.refuses(f.march("2-nh", "R2 R3 Q3 P2 O3"), "BR-5.3");
}

#[test]
fn br_5_62_railroads_are_minor_roads_and_the_unfinished_one_is_nothing() {
    let f = field("movement union 5", "mcdowell:Y30:active d-5-us:Y30:active");
    // Six hexes of railroad for a leader, half a point each for a battery.
    f.allows(f.march("mcdowell", "Z30 AA31 BB31 CC32 DD32 EE33"));
    f.allows(f.march("d-5-us", "Z30 AA31 BB31 CC32 DD32 EE33"));
    f.refuses(f.march("d-5-us", "Z30 AA31 BB31 CC32 DD32 EE33 EE34"), "BR-5.3");
    // The unfinished railroad runs through woods here: full cost.
    let unfinished = boards::bull_run().roads.iter().find(|r| r.name.starts_with("Unfinished Railroad (")).unwrap();
    let grid = &boards::bull_run().grid;
    let woods = boards::bull_run().terrain("woods").unwrap();
    let pair = unfinished.hexes.windows(2).find(|w| boards::bull_run().ground(w[1]).has(woods)).unwrap();
    let f = field("movement union 5", &format!("13-ny:{}:active", grid.name(pair[0])));
    let known = f.game.knowledge(&f.s, engine::Seat::Referee);
    let note = f.game.describe(&known, f.game.read_action(&f.march("13-ny", &grid.name(pair[1]))).unwrap()).note.unwrap();
    assert!(note.starts_with("2 ") || note.starts_with("1 "), "{note}");
}

#[test]
fn br_5_63_br_8_53_brigades_do_not_use_roads() {
    let units =
        "13-ny:in=sherman-brigade 69-nym:in=sherman-brigade 2-wisc:in=sherman-brigade sherman:in=sherman-brigade sherman-brigade:Z9:active";
    let f = field("movement union 5", units);
    f.allows(f.march("sherman-brigade", "AA10 BB9 CC9"));
    f.refuses(f.march("sherman-brigade", "AA10 BB9 CC9 DD8"), "BR-5.3");
}

#[test]
fn br_5_7_br_11_5_br_11_51_br_11_52_an_abatis_costs_more_and_cancels_roads() {
    // Z9 on the turnpike with an abatis: AA10 to Z9 is 1 + 1 instead of a half.
    let f = field_with(&[], "movement union 1", "13-ny:AA10:active 1-conn:Z8:active", json!({ "abatis": ["Z9", "Z8"] }));
    let known = f.game.knowledge(&f.s, engine::Seat::Referee);
    let note = |id: &str, way: &str| f.game.describe(&known, f.game.read_action(&f.march(id, way)).unwrap()).note.unwrap();
    assert_eq!(note("13-ny", "Z9"), "2 movement points left");
    // From an abatis to a ford: 1 + 1 + 1, though a road leads there.
    assert_eq!(note("1-conn", "Y8"), "1 movement point left");
    // From one abatis to another: 1 + 2.
    assert_eq!(note("1-conn", "Z9"), "1 movement point left");
}

#[test]
fn br_11_53_no_brigade_on_an_abatis() {
    let units = "13-ny:in=sherman-brigade 69-nym:in=sherman-brigade 2-wisc:in=sherman-brigade sherman:in=sherman-brigade sherman-brigade:AA10:active";
    let f = field_with(&[], "movement union 1", units, json!({ "abatis": ["Z9"] }));
    f.refuses(f.march("sherman-brigade", "Z9"), "BR-11.53");
    let f = field_with(&[], "movement union 1", "13-ny:Z9 69-nym:Z9 2-wisc:Z9 sherman:Z9", json!({ "abatis": ["Z9"] }));
    f.refuses(form("sherman-brigade", &["13-ny", "69-nym", "2-wisc"]), "BR-8.52");
}

#[test]
fn br_5_8_br_5_81_a_piece_stops_in_an_enemy_zone() {
    // 8 Va in BB31 controls the six hexes around, a ford beside it or not.
    let mut f = field("movement union 5", "2-conn:BB34:active 8-va:BB31");
    f.refuses(f.march("2-conn", "BB33 BB32 AA33"), "BR-5.81");
    f.play(f.march("2-conn", "BB33 BB32"));
    f.refuses(f.march("2-conn", "BB33"), "BR-5.81");
    // Starting there it may leave.
    let f = field("movement union 5", "2-conn:BB32:active 8-va:BB31");
    f.allows(f.march("2-conn", "BB33 BB34"));
    // The zone of a unit beside a ford covers the ford.
    let f = field("movement union 5", "2-conn:Z8:active 8-va:X8");
    f.refuses(f.march("2-conn", "Y8 X7"), "BR-5.81");
}

#[test]
fn br_5_82_not_into_the_zone_of_the_same_enemy() {
    // 4 SC in BB30 controls BB31; La Sp in BB33 does not.
    let f = field("movement union 5", "13-ny:BB31:active 4-sc:BB30 la-sp:BB33");
    f.refuses(f.march("13-ny", "CC31"), "BR-5.82");
    f.allows(f.march("13-ny", "BB32"));
    // Two enemies stacked: both count.
    let f = field("movement union 5", "13-ny:BB31:active 4-sc:BB30 la-sp:BB30 terry:BB33");
    f.refuses(f.march("13-ny", "AA31"), "BR-5.82");
    f.allows(f.march("13-ny", "BB32"));
    // 5.81 again: into the other zone and stop.
    f.refuses(f.march("13-ny", "BB32 AA33"), "BR-5.81");
}

#[test]
fn br_5_82h_a_hex_with_an_enemy_unit_cannot_be_entered() {
    let mut f = field("movement union 5", "13-ny:BB31:active 4-sc:BB30 evans:BB33");
    f.refuses(f.march("13-ny", "BB30"), "BR-5.82H");
    // One that holds only a leader can, and he is taken.
    f.play(f.march("13-ny", "BB32"));
    assert_eq!(f.at("evans"), "eliminated");
}

#[test]
fn br_5_83_enemy_zones_force_combat() {
    let mut f = field("movement union 5", "2-conn:BB33:active 8-va:BB31");
    f.play(f.march("2-conn", "BB32"));
    f.done();
    f.refuses(done(), "BR-6.3");
}

#[test]
fn br_map_1_1_br_tec_2_nobody_leaves_the_map() {
    let f = field("movement union 5", "13-ny:BB35:active 8-nym:SS35:active");
    f.refuses(json!({ "do": "march", "piece": "13-ny", "path": ["S"] }), "BR-MAP-1.1");
    // TT35 carries no coordinate.
    f.refuses(json!({ "do": "march", "piece": "8-nym", "path": ["NE"] }), "BR-5.5");
    assert!(boards::bull_run().grid.parse("TT35").is_err());
}

#[test]
fn br_map_2_3_sides_of_bull_run() {
    let zone = |id: &str| &boards::bull_run().zone(id).unwrap().hexes;
    let hex = |name: &str| boards::bull_run().grid.parse(name).unwrap();
    assert!(zone("confederate-side").contains(&hex("P2")) && zone("confederate-side").contains(&hex("GG24")));
    assert!(zone("union-side").contains(&hex("R3")) && zone("union-side").contains(&hex("SS18")));
    // Terry may start on either side, Holmes behind Union Mills only on his own.
    let f = fresh(&[]);
    f.allows(place("terry", "Z9"));
    f.refuses(place("holmes", "XX30"), "BR-1.22");
}

#[test]
fn br_map_3_a_hex_with_stream_and_river_is_a_river_hex() {
    // Young's Branch runs into Bull Run at AA12.
    let f = field("movement union 5", "13-ny:Z12:active");
    f.refuses(f.march("13-ny", "AA12"), "BR-5.5");
}

#[test]
fn br_map_5_br_tec_4_slopes_towns_and_stars_change_no_cost() {
    // S29 is a slope and a star hex, QQ5 a town: both open ground.
    let f = field("movement union 5", "13-ny:R29:active 1-conn:QQ6:active");
    let known = f.game.knowledge(&f.s, engine::Seat::Referee);
    let note = |id: &str, way: &str| f.game.describe(&known, f.game.read_action(&f.march(id, way)).unwrap()).note.unwrap();
    assert_eq!(note("13-ny", "S29"), "3 movement points left");
    assert!(["3 movement points left", "3½ movement points left"].contains(&note("1-conn", "QQ5").as_str()));
}

#[test]
fn br_5_2_pieces_that_stand_together_may_move_together() {
    let together = |pieces: &[&str], path: &[&str]| json!({ "do": "march-together", "pieces": pieces, "path": path });
    let mut f = field(
        "movement union 5",
        "13-ny:BB31:active 69-nym:BB31:active sherman:BB31:active d-5-us:BB31:active:battle-piece 1-conn:BB30:active",
    );
    f.refuses(together(&["13-ny", "1-conn"], &["S"]), "BR-5.2");
    f.refuses(together(&["13-ny", "d-5-us"], &["S", "S"]), "BR-5.3");
    assert!(f.lists(&together(&["sherman", "13-ny", "69-nym", "d-5-us"], &["S"])));
    f.play(together(&["13-ny", "69-nym", "sherman"], &["S", "S"]));
    assert_eq!((f.at("13-ny").as_str(), f.at("sherman").as_str(), f.at("d-5-us").as_str()), ("BB33", "BB33", "BB31"));
    // All of them count for stacking and fords.
    let f = field("movement union 5", "13-ny:BB31:active 69-nym:BB31:active regulars:BB32 2-ohio:BB32 marines:BB32");
    f.allows(f.march("13-ny", "BB32"));
    f.refuses(together(&["13-ny", "69-nym"], &["S"]), "BR-5.4");
    let f = field("movement union 1", "2-nh:R3:active 1-ri:R3:active 2-conn:R3:active");
    f.refuses(together(&["2-nh", "1-ri", "2-conn"], &["NW"]), "BR-5.52c");
    // Into an enemy zone the unit goes first and the leader is safe; a reveal stops those who follow.
    let mut f = field("movement union 5", "13-ny:BB33:active sherman:BB33:active 8-va:BB31");
    f.play(together(&["13-ny", "sherman"], &["N"]));
    assert_eq!((f.at("13-ny").as_str(), f.at("sherman").as_str()), ("BB32", "BB32"));
    let mut f = field("movement union 2", "palmer:BB31:active 13-ny:BB31:active 8-la:BB26:frozen");
    f.play(together(&["palmer", "13-ny"], &["N", "N"]));
    let paused = [f.at("palmer"), f.at("13-ny")];
    assert!(paused.contains(&"BB30".to_string()) && paused.contains(&"BB31".to_string()), "{paused:?}");
}

#[test]
fn br_12_3_a_leader_whose_only_escort_goes_ahead_is_lost() {
    // From the zone of 4 SC into that of La Sp, 13 NY first: Sherman is alone for a moment.
    let mut f = field("movement union 5", "13-ny:BB31:active sherman:BB31:active 4-sc:BB30 la-sp:BB33");
    f.play(json!({ "do": "march-together", "pieces": ["sherman", "13-ny"], "path": ["S"] }));
    assert_eq!((f.at("13-ny").as_str(), f.at("sherman").as_str()), ("BB32", "eliminated"));
}

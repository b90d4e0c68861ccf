//! Chapter 1: setting up.

use crate::field::*;
use engine::{Fog, Rules, Seat, Side, Words};
use serde_json::json;

fn preset(n: u8) -> serde_json::Value {
    json!({ "do": "preset", "number": n })
}

/// Confederates set up as a preset says; the Union is asked.
fn after_confederates(on: &[&str]) -> Battlefield {
    let mut f = fresh(on);
    f.play(preset(0));
    f.done();
    f
}

#[test]
fn br_1_1_br_1_34_all_pieces_are_placed_freely_within_the_card() {
    let mut f = fresh(&[]);
    f.refuses(done(), "BR-1.1");
    // Pieces of one brigade may be apart.
    f.play(place("4-sc", "Z9"));
    f.play(place("la-sp", "W9"));
    f.refuses(place("la-sp", "W10"), "BR-1.1");
    f.play(preset(0));
    f.allows(done());
    assert_eq!((f.at("4-sc").as_str(), f.at("la-sp").as_str()), ("Z9", "W9"));
}

#[test]
fn br_1_11_twelve_points_in_a_hex() {
    let mut f = fresh(&[]);
    for id in ["2-va", "4-va", "5-va", "27-va", "33-va", "stanard"] {
        f.play(place(id, "MM22"));
    }
    f.play(place("jackson", "MM22"));
    f.refuses(place("bonham", "A1"), "BR-1.23");
    f.refuses(place("8-la", "MM22"), "BR-1.11");
    // CC20 is kept free for Bee and Bartow, who have no other place.
    f.refuses(place("1-va-cavalry", "CC20"), "BR-1.11");
}

#[test]
fn br_1_12_nobody_starts_on_a_river_ford_or_bridge() {
    let f = fresh(&[]);
    f.refuses(place("evans", "Y10"), "BR-1.12");
    f.refuses(place("evans", "Y8"), "BR-1.12");
    f.refuses(place("evans", "Y9"), "BR-1.12");
    f.refuses(json!({ "do": "abatis", "hex": "Y8" }), "BR-1.12");
    f.refuses(place("holmes", "UU28"), "BR-1.12");
}

#[test]
fn br_1_13_br_ob_2_reinforcements_stay_on_their_card() {
    let f = after_confederates(&[]);
    f.refuses(place("4-mich", "QQ5"), "BR-1.13");
    assert_eq!(f.at("6-nc"), "reinforcements");
}

#[test]
fn br_1_14_brigades_form_and_batteries_choose_while_setting_up() {
    let mut f = after_confederates(&[]);
    for id in ["sherman", "13-ny", "69-nym", "2-wisc", "e-3-us"] {
        f.play(place(id, "QQ6"));
    }
    f.play(form("sherman-brigade", &["13-ny", "69-nym", "2-wisc"]));
    assert_eq!(f.piece("sherman-brigade").unwrap().strengths, "8-8-3");
    f.play(face("e-3-us"));
    assert_eq!(f.piece("e-3-us").unwrap().strengths, "3-3-1");
}

#[test]
fn br_1_2_br_2_6_frozen_pieces_lie_face_down() {
    let mut f = fresh(&[]);
    assert_eq!(f.asked(), Side::Confederate);
    f.play(preset(0));
    f.done();
    assert_eq!(f.asked(), Side::Union);
    let seen = f.view_as(Seat::Union);
    assert!(!seen.pieces.iter().any(|p| ["ewell", "ewell-brigade", "6-ala", "longstreet-brigade"].contains(&p.id.as_str())));
    let hidden: Vec<_> = seen.pieces.iter().filter(|p| p.kind == engine::words::PieceKind::Hidden).collect();
    assert!(hidden.len() > 15 && hidden.iter().all(|p| p.strengths.is_empty() && p.name == "face down"));
    assert!(seen.pieces.iter().any(|p| p.id == "la-sp"), "pieces that are not frozen are face up");
    // Their owner sees them.
    assert!(f.view_as(Seat::Confederate).pieces.iter().any(|p| p.id == "ewell-brigade"));
    // The log of the set-up names nobody hidden.
    let mut g = fresh(&[]);
    let action = g.read(&place("6-ala", "UU30"));
    let mut events = Vec::new();
    g.game.apply(&mut g.s, Side::Confederate, action, &mut events).unwrap();
    let told: Vec<String> = events.iter().filter_map(|e| g.game.tell(e, Seat::Union)).map(|t| t.text).collect();
    assert_eq!(told, ["A face-down counter in UU30."]);
}

#[test]
fn br_1_21_in_a_hex_is_exactly_there() {
    let mut f = fresh(&[]);
    f.refuses(place("bee", "CC21"), "BR-1.21");
    for id in ["bee", "11-miss", "2-miss", "4-ala", "imboden", "bartow", "7-ga", "8-ga"] {
        f.play(place(id, "CC20"));
    }
    f.refuses(place("hampton", "EE33"), "BR-1.21");
}

#[test]
fn br_1_22_behind_a_ford_is_within_four_hexes_on_the_own_side() {
    let f = fresh(&[]);
    f.refuses(place("holmes", "XX30"), "BR-1.22");
    f.allows(place("holmes", "TT31"));
    f.refuses(place("holmes", "RR30"), "BR-1.22");
}

#[test]
fn br_1_23_at_a_crossing_is_within_three_hexes_on_either_side() {
    let mut f = fresh(&[]);
    f.play(place("4-sc", "Z10"));
    f.play(place("la-sp", "X10"));
    f.refuses(place("davidson", "U10"), "BR-1.23");
}

#[test]
fn br_1_24_br_11_3_four_abatis_in_four_hexes_near_the_stone_bridge() {
    let mut f = fresh(&[]);
    f.play(json!({ "do": "abatis", "hex": "X9" }));
    f.refuses(json!({ "do": "abatis", "hex": "X9" }), "BR-1.24");
    f.refuses(json!({ "do": "abatis", "hex": "BB31" }), "BR-11.3");
    for hex in ["X10", "Z9", "Z8"] {
        f.play(json!({ "do": "abatis", "hex": hex }));
    }
    f.refuses(json!({ "do": "abatis", "hex": "Z10" }), "BR-11.3");
    // They are no pieces: a march route may pass beside them.
    f.play(preset(0));
    f.done();
    let mut g = field_with(&[], "set-up union 0", "sherman:off=card 13-ny:off=card", json!({ "abatis": ["Z9"], "trestle": "destroyed" }));
    g.play(place("13-ny", "AA10"));
}

#[test]
fn br_1_25_br_11_1_br_pp_4_the_trestle_is_decided_on_at_set_up_for_good() {
    let mut f = fresh(&[]);
    f.play(json!({ "do": "trestle", "standing": true }));
    f.refuses(json!({ "do": "trestle", "standing": false }), "BR-11.1");
    let f = field("movement confederate 1", "evans:BB31");
    f.refuses(json!({ "do": "trestle", "standing": false }), "BR-11.1");
    assert_eq!(f.view().markers.iter().filter(|m| m.kind == engine::words::MarkerKind::Bridge).count(), 0);
}

#[test]
fn br_11_2_with_the_trestle_uu28_is_a_bridge_on_the_railroad() {
    let f = field_with(&[], "movement union 5", "13-ny:VV27:active", json!({ "trestle": "standing" }));
    let known = f.game.knowledge(&f.s, Seat::Referee);
    let note = f.game.describe(&known, f.read(&f.march("13-ny", "UU28 TT28"))).note.unwrap();
    assert_eq!(note, "2 movement points left");
    let units = "13-ny:in=sherman-brigade 69-nym:in=sherman-brigade 2-wisc:in=sherman-brigade sherman:in=sherman-brigade sherman-brigade:VV27:active";
    let f = field_with(&[], "movement union 5", units, json!({ "trestle": "standing" }));
    f.refuses(f.march("sherman-brigade", "UU28"), "BR-5.51");
    let f = field_with(&[], "movement union 5", "13-ny:VV27:active", json!({ "trestle": "destroyed" }));
    f.refuses(f.march("13-ny", "UU28"), "BR-5.5");
}

#[test]
fn br_11_4_abatis_never_move() {
    let f = field_with(&[], "movement confederate 1", "evans:BB31", json!({ "abatis": ["Z9"] }));
    f.refuses(json!({ "do": "abatis", "hex": "Z8" }), "BR-11.4");
}

#[test]
fn br_1_3_union_pieces_start_beside_a_road_that_leads_back() {
    let mut f = after_confederates(&[]);
    f.refuses(place("sherman", "W9"), "BR-1.3");
    // VV7 and WW15 are far from every road.
    let board = boards::bull_run();
    let unfinished = board.road_class("unfinished").unwrap();
    let road = |h: board::HexId| board.roads.iter().any(|r| r.class != unfinished && r.hexes.contains(&h));
    let grid = &board.grid;
    let far = board
        .zone("union-side")
        .unwrap()
        .hexes
        .iter()
        .copied()
        .find(|h| grid.row(*h) < 12 && grid.column(*h) > 30 && !road(*h) && grid.neighbours(*h).iter().all(|n| !n.is_some() || !road(*n)))
        .unwrap();
    f.refuses(place("sherman", &grid.name(far)), "BR-1.3");
    f.play(place("sherman", "QQ7"));
}

#[test]
fn br_1_31_march_routes_follow_roads_but_never_enter_fords() {
    let f = field_with(&[], "set-up union 0", "sherman:off=card terry:Z13", json!({ "trestle": "destroyed" }));
    // Over the Cub Run bridge JJ7 the route is open.
    f.allows(place("sherman", "HH8"));
    // Behind the ford JJ15 alone it is not: II15 lies between Bull Run and Cub Run.
    f.refuses(place("sherman", "II15"), "BR-1.3");
}

#[test]
fn br_1_32_br_1_32r_five_hexes_from_every_confederate_piece_by_any_terrain() {
    // The rulebook's example: a piece in ZZ31 leaves only BBB35 and CCC35 of the road to CCC35.
    let f = field_with(&[], "set-up union 0", "franklin:off=card harrison:ZZ31", json!({ "trestle": "destroyed" }));
    f.allows(place("franklin", "CCC35"));
    f.allows(place("franklin", "BBB35"));
    for hex in ["CCC34", "AAA35", "BBB34"] {
        f.refuses(place("franklin", hex), "BR-1.32");
    }
    // Face-down pieces count as well, and recon range crosses rivers.
    let f = field_with(&[], "set-up union 0", "sherman:off=card terry:Y12", json!({ "trestle": "destroyed" }));
    f.refuses(place("sherman", "AA10"), "BR-1.32");
    f.allows(place("sherman", "DD8"));
}

#[test]
fn br_1_33_only_the_third_division_marches_by_ccc35_and_r1_joins_dd1() {
    // Pieces near ZZ31 cut CCC35 off from Centreville.
    let f = field_with(&[], "set-up union 0", "franklin:off=card keyes:off=card harrison:ZZ31", json!({ "trestle": "destroyed" }));
    f.refuses(place("keyes", "CCC35"), "BR-1.33");
    f.allows(place("franklin", "CCC35"));
    // With the turnpike closed, DD1 is still a base: its road joins that of R1 north of the map.
    let f = field_with(&[], "set-up union 0", "keyes:off=card terry:EE9 munford:MM9", json!({ "trestle": "destroyed" }));
    f.allows(place("keyes", "DD2"));
}

#[test]
fn worked_example_keyes_on_the_turnpike() {
    let f = field_with(&[], "set-up union 0", "keyes:off=card 1-conn:off=card terry:Z9 ewell:UU31", json!({ "trestle": "destroyed" }));
    f.allows(place("keyes", "EE9"));
    f.refuses(place("keyes", "DD8"), "BR-1.32");
}

#[test]
fn presets_of_both_sides_are_legal_together() {
    for confederate in 0..3 {
        for union in 0..3 {
            for on in [&[][..], &["july-20th"], &["fog-of-war", "exhaustion"]] {
                let mut f = fresh(on);
                f.play(preset(confederate));
                f.done();
                f.play(preset(union));
                f.done();
                assert_eq!(f.view().turn, 1);
            }
        }
    }
}

#[test]
fn br_1_22_br_1_23_br_11_3_every_zone_of_the_card_holds_exactly_its_hexes() {
    let board = boards::bull_run();
    let grid = &board.grid;
    let hex = |name: &str| grid.parse(name).unwrap();
    let [river, ford, bridge] = ["river", "ford", "bridge"].map(|name| board.terrain(name).unwrap());
    let rebel = &board.zone("confederate-side").unwrap().hexes;
    let open = |h: board::HexId| ![river, ford, bridge].iter().any(|t| board.ground(h).has(*t)) && h != hex("UU28");
    let cards: [(&str, u8, &[&str]); 11] = [
        ("at-cocke", 3, &["DD13", "AA13", "EE17"]),
        ("at-cub-run-ford", 3, &["JJ18"]),
        ("at-mitchells-ford", 3, &["MM19"]),
        ("at-blackburns-ford", 3, &["QQ19"]),
        ("at-mcleans-ford", 3, &["TT22"]),
        ("at-union-mills-ford", 3, &["WW30"]),
        ("at-stone-bridge-or-farm-ford", 3, &["Y10", "Y8"]),
        ("behind-cub-run-ford", 4, &["JJ18"]),
        ("behind-mcleans-ford", 4, &["TT22"]),
        ("behind-union-mills-ford", 4, &["WW30"]),
        ("behind-mitchells-ford", 4, &["MM19"]),
    ];
    for (zone, range, fords) in cards.into_iter().chain([("behind-island-ford", 4, &["EE17"][..]), ("abatis", 3, &["Y10", "Y8"])]) {
        let near = |h: &board::HexId| fords.iter().any(|f| grid.distance(hex(f), *h) <= range);
        let own_side = |h: &board::HexId| range == 3 || rebel.contains(h);
        let mut expected: Vec<_> = grid.hexes().filter(|h| open(*h) && near(h) && own_side(h)).collect();
        let mut found: Vec<_> = board.zone(zone).unwrap().hexes.iter().copied().filter(|h| open(*h)).collect();
        expected.sort();
        found.sort();
        let names = |list: Vec<board::HexId>| list.into_iter().map(|h| grid.name(h)).collect::<Vec<_>>();
        assert_eq!(names(found), names(expected), "{zone}");
    }
}

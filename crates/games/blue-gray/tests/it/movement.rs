//! Movement (BG-5).

use crate::kit::{Battlefield, effective_unlimited, hexes, standard};
use engine::table::{Kind, Shelved};
use engine::{Notation, Rules, Seat, SetUp, Side};
use serde_json::json;

#[test]
fn bg_5_0_g_any_number_of_units_moves_in_any_direction_or_none_at_all() {
    let mut f = Battlefield::on("1 confederate movement", "Polk 1606, Wright 1706, Gist 1507");
    f.allows("end movement");
    f.order("march Polk 1605 1604 1605 1606 1607; move Wright to 1704; move Gist to 1505; end movement");
    assert_eq!(f.phase(), "1 confederate combat");
    f.stands("Polk 1607, Wright 1704, Gist 1505");
}

#[test]
fn bg_5_0_p_x2_a_march_pays_for_each_hex_and_six_clear_hexes_are_the_most() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1605");
    assert_eq!(f.points_left("move 1/2/XV to 1606"), 5);
    assert_eq!(f.points_left("move 1/2/XV to 1607"), 4, "1605-1606-1607 costs two");
    f.allows("march 1/2/XV 1606 1607");
    let open = Battlefield::on("1 confederate movement", "Polk 2112");
    open.allows("march Polk 2113 2114 2115 2116 2117 2118").refuses("BG-5.26", "march Polk 2113 2114 2115 2116 2117 2118 2119");
    open.refuses("BG-5.0-P", "move Polk to 2112");
}

#[test]
fn bg_5_11_units_move_only_in_their_own_movement_phase() {
    let f = Battlefield::on("1 union combat", "1/2/XV 1605, Polk 1705, 2/2/XV 1507");
    f.refuses("BG-5.11", "move 2/2/XV to 1508; march 2/2/XV 1508; end movement");
    let moving = Battlefield::on("1 union movement", "1/2/XV 1605, 2/2/XV 1507");
    moving.allows("move 2/2/XV to 1508; march 2/2/XV 1508; end movement");
}

#[test]
fn bg_5_12_a_hex_with_an_enemy_is_never_entered() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1604, Corput 1606");
    f.allows("move 1/2/XV to 1605");
    f.refuses("BG-5.12", "move 1/2/XV to 1606");
    // Even a single gun; and a path is looked at hex by hex.
    let beside = Battlefield::on("1 confederate movement", "Polk 1604, Sherman-guns 1606");
    beside.refuses("BG-6.0-G", "march Polk 1605 1606").refuses("BG-5.12", "move Polk to 1606");
}

#[test]
fn bg_5_13_a_unit_that_starts_in_an_enemy_zone_stays_there() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1605, Polk 1606, 2/2/XV 1604");
    assert_eq!(f.reach("1/2/XV"), hexes(""));
    f.refuses("BG-5.13", "move 1/2/XV to 1705; move 1/2/XV to 1505; march 1/2/XV 1505");
    f.allows("move 2/2/XV to 1505");
}

#[test]
fn bg_5_14_nobody_fights_while_moving_and_the_first_die_ends_movement_for_good() {
    let mut f = Battlefield::on("1 union movement", "1/2/XV 1605, Adams 1606, 2/2/XV 1407");
    f.refuses("BG-5.14", "attack 1606; join 1605; fight 1-1").allows("move 2/2/XV to 1408");
    f.order("end movement; attack 1606; join 1605; fight 1-1; roll 1");
    assert_eq!(f.asked(), Side::Confederate, "the loser retreats");
    f.order("retreat Adams to 1607; end advance").refuses("BG-5.11", "move 2/2/XV to 1408; march 1/2/XV 1604");
}

#[test]
fn bg_5_15_points_are_neither_saved_nor_lent() {
    let mut f = Battlefield::on("1 confederate movement", "Polk 2112, Liddell 0103");
    f.order("move Polk to 2113; end movement; end combat").pass_to("2 confederate movement");
    f.allows("move Polk to 2119").refuses("BG-5.15", "move Polk to 2120");
    assert_eq!(f.points_left("move Polk to 2119"), 0);
}

#[test]
fn bg_5_16_no_hex_is_skipped_and_a_path_begins_where_the_unit_is() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1605");
    let skipped = standard().read_action(&json!({ "move": "1/2/XV", "path": ["1605", "1607"] })).unwrap_err();
    assert!(skipped.to_string().contains("BG-5.16") && skipped.field == "path[1]", "{skipped}");
    f.allows("march 1/2/XV 1606 1607");
    let elsewhere = standard().read_action(&json!({ "move": "1/2/XV", "path": ["1405", "1406"] })).expect("a path in itself");
    assert_eq!(f.game.check(&f.state, Side::Union, elsewhere).unwrap_err().rule, "BG-5.16");
}

#[test]
fn bg_5_17_r_9_a_move_is_final_unless_it_is_taken_back() {
    let setup = SetUp { scenario: "chattanooga".into(), options: Default::default() };
    let mut table = Shelved::<blue_gray::BlueGray>::new(engine::Roster::RANDOM).open(&setup, 1).unwrap();
    let order = json!({ "move": "1/2/XV", "to": "1705" });
    let before = table.hash();
    table.apply(Seat::Union, &order).expect("a first move");
    let again = table.apply(Seat::Union, &json!({ "move": "1/2/XV", "to": "1706" })).unwrap_err();
    assert_eq!(again.rule.as_deref(), Some("BG-5.17"));
    assert!(table.undo(Seat::Confederate).is_err(), "the other side takes nothing back");
    table.undo(Seat::Union).expect("the owner may");
    assert_eq!(table.hash(), before);
    table.apply(Seat::Union, &json!({ "move": "1/2/XV", "to": "1706" })).expect("and move otherwise");
}

#[test]
fn bg_5_21_what_each_kind_of_hex_costs() {
    let left =
        |from: &str, to: &str| Battlefield::on("1 union movement", &format!("1/2/XV {from}")).points_left(&format!("move 1/2/XV to {to}"));
    assert_eq!(left("1605", "1606"), 5, "clear 1");
    assert_eq!(left("1706", "1805"), 3, "forest 3");
    assert_eq!(left("1613", "1714"), 3, "rough 3");
    assert_eq!(left("0903", "0803"), 0, "forest and rough 6");
    assert_eq!(left("1113", "1213"), 5, "town 1");
    Battlefield::on("1 union movement", "1/2/XV 1405").refuses("BG-5.24a", "move 1/2/XV to 1404; march 1/2/XV 1404");
}

#[test]
fn bg_5_22_a_road_costs_one_through_anything_but_only_along_the_road() {
    // 0824 and 0924 are forest and rough.
    let along = Battlefield::on("1 union movement", "1/2/XV 0724");
    assert_eq!(along.points_left("move 1/2/XV to 0824"), 5);
    assert_eq!(along.points_left("move 1/2/XV to 0924"), 4);
    let across = Battlefield::on("1 union movement", "1/2/XV 0725");
    across.allows("march 1/2/XV 0824").refuses("BG-5.26", "march 1/2/XV 0824 0924");
}

#[test]
fn bg_5_23_a_trail_costs_two_through_woods_and_hills_and_one_in_the_clear() {
    // 2206 is forest and rough, 2207 and 2208 are rough: two points each along the Crest Track.
    let f = Battlefield::on("1 union movement", "1/2/XV 2106");
    assert_eq!(f.points_left("move 1/2/XV to 2206"), 4);
    f.allows("march 1/2/XV 2206 2207 2208").refuses("BG-5.26", "march 1/2/XV 2206 2207 2208 2309");
    // Off the trail the same hex costs three.
    let beside = Battlefield::on("1 union movement", "1/2/XV 2108");
    assert_eq!(beside.points_left("move 1/2/XV to 2208"), 3);
    assert_eq!(Battlefield::on("1 union movement", "1/2/XV 1704").points_left("move 1/2/XV to 1804"), 5, "a trail in the clear is ignored");
}

#[test]
fn bg_5_24a_river_hexes_are_never_entered() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1205");
    f.refuses("BG-5.24a", "move 1/2/XV to 1206; march 1/2/XV 1206; march 1/2/XV 1306").allows("move 1/2/XV to 1106");
    let mut fought = Battlefield::on("1 confederate combat", "1/2/XV 1205, Polk 1204");
    fought.order("attack 1205; join 1204; fight 1-1; roll 1").allows("retreat 1/2/XV to 1106");
    fought.refuses("BG-7.72a", "retreat 1/2/XV to 1206; retreat 1/2/XV to 1306").refuses("CH-19.13", "retreat 1/2/XV to 1305");
}

#[test]
fn bg_5_24b_nobody_ends_in_a_ferry_hex() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1204");
    f.refuses("BG-5.24b", "move 1/2/XV to 1305; march 1/2/XV 1305").allows("move 1/2/XV to 1405; march 1/2/XV 1305 1405");
}

#[test]
fn bg_5_24c_the_ferry_needs_points_for_the_far_bank_too() {
    // 1204 by road costs two from 1106 and three from 1006.
    let four = Battlefield::on("1 union movement", "1/2/XV 1106");
    assert_eq!(four.points_left("move 1/2/XV to 1405"), 0, "four points left at the landing are enough");
    four.allows("march 1/2/XV 1105 1204 1305 1405");
    let three = Battlefield::on("1 union movement", "1/2/XV 1006");
    three.refuses("BG-5.24c", "march 1/2/XV 1106 1105 1204 1305 1405").refuses("BG-5.15", "move 1/2/XV to 1405");
}

#[test]
fn bg_5_24d_a_ferry_goes_from_one_arrow_to_the_other() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1204, 2/2/XV 1304");
    f.allows("march 1/2/XV 1305 1405");
    f.refuses("BG-5.24d", "march 1/2/XV 1305 1205; march 1/2/XV 1305 1204; march 2/2/XV 1305 1405");
    f.allows("march 2/2/XV 1204 1305 1405");
}

#[test]
fn bg_5_25a_a_creek_is_crossed_at_bridges_and_fords_only() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1511");
    f.refuses("BG-5.25a", "march 1/2/XV 1610; march 1/2/XV 1410").allows("march 1/2/XV 1510; march 1/2/XV 1510 1610");
    let ford = Battlefield::on("1 union movement", "1/2/XV 1422");
    ford.allows("march 1/2/XV 1423").refuses("BG-5.25a", "march 1/2/XV 1523; march 1/2/XV 1323");
}

#[test]
fn bg_5_25b_x3_a_bridge_costs_nothing_and_a_ford_one_more() {
    assert_eq!(Battlefield::on("1 union movement", "1/2/XV 1510").points_left("move 1/2/XV to 1511"), 5, "bridge into clear: 1");
    assert_eq!(Battlefield::on("1 union movement", "1/2/XV 1422").points_left("move 1/2/XV to 1423"), 4, "ford into clear: 2");
    assert_eq!(Battlefield::on("1 union movement", "1/2/XV 0527").points_left("move 1/2/XV to 0626"), 2, "X3: ford into forest: 4");
}

#[test]
fn bg_5_26_costs_add_up_and_must_be_paid_in_full() {
    let f = Battlefield::on("1 union movement", "1/2/XV 0525");
    f.allows("march 1/2/XV 0526 0527 0626").refuses("BG-5.26", "march 1/2/XV 0425 0526 0527 0626");
    f.refuses("BG-5.15", "move 1/2/XV to 0627");
}

#[test]
fn bg_5_31_friends_are_passed_at_no_extra_cost() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1604, 2/2/XV 1605, 1/4/XV 1605");
    f.allows("march 1/2/XV 1605 1606");
    let alone = Battlefield::on("1 union movement", "1/2/XV 1604");
    let with = |f: &Battlefield| f.reach("1/2/XV");
    let mut rest = with(&alone);
    rest.remove("1605");
    assert!(with(&f).is_superset(&rest), "a full hex in the way closes nothing");
    assert_eq!(f.points_left("move 1/2/XV to 1606"), 4);
}

#[test]
fn bg_5_32_two_units_at_most_end_a_phase_in_a_hex() {
    let mut f = Battlefield::on("1 union movement", "1/2/XV 1604, 2/2/XV 1605 moved, 1/4/XV 1605 moved, 2/4/XV 1606");
    f.refuses("BG-5.32", "move 1/2/XV to 1605; march 1/2/XV 1605").allows("move 1/2/XV to 1606");
    f.order("move 1/2/XV to 1606; end movement");
    // Guns and cavalry count like everybody.
    let guns = Battlefield::on("1 union movement", "2-cavalry 1513, XI-guns 1514, 3-cavalry 1514 moved");
    guns.refuses("BG-5.32", "move 2-cavalry to 1514");
}

#[test]
fn bg_5_32_r_41_the_last_move_relieves_the_crowded_hex() {
    // Ten of eleven moves are made and three stand in 1605: the last move is for one of these.
    let moved = "1/3/IV 1713 moved, 2/3/IV 1714 moved, 3/3/IV 1715 moved, 1/1/XIV 1717 moved, 2/1/XIV 1718 moved, 1/2/IV 1614 moved, \
                 2/2/IV 1615 moved, 3/1/XIV 1618 moved, 2/2/XV 1605 moved, 1/4/XV 1605 moved";
    let f = Battlefield::on("1 union movement", &format!("{moved}, 1/2/XV 1605, 2/4/XV 1607"));
    f.allows("move 1/2/XV to 1606");
    let refused = f.check("move 2/4/XV to 1606").expect_err("the last move is promised");
    assert_eq!(refused.rule, "BG-5.32");
    assert!(refused.because.starts_with("Another hex holds more than two units"), "{refused}");
    let marched = f.check("march 2/4/XV 1606").expect_err("the last move is promised");
    assert_eq!(marched, refused);
}

#[test]
fn bg_5_33_any_number_of_units_passes_through_a_hex() {
    // From the neck 0913 everybody goes by the same road hexes.
    let mut f = Battlefield::on("1 confederate movement", "Polk 2112, Wright 2112, Gist 2113, Deas 2113, Lewis 2114, Adams 2115");
    f.order("march Polk 2113 2114 2115 2116; march Wright 2113 2114 2115 2116; march Gist 2114 2115 2116 2117");
    f.order("march Deas 2114 2115 2116 2117; march Lewis 2115 2116 2117 2118");
    f.stands("Polk 2116, Wright 2116, Gist 2117, Deas 2117, Lewis 2118, Adams 2115");
}

#[test]
fn bg_5_34_friendly_zones_never_hamper() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1604, 2/2/XV 1705, 1/4/XV 1506");
    f.allows("march 1/2/XV 1605 1606 1607").allows("move 1/2/XV to 1607");
}

#[test]
fn r_22_a_unit_that_comes_back_has_moved() {
    let mut f = Battlefield::on("1 union movement", "1/2/XV 1605, 2/2/XV 1704");
    assert_eq!(f.tally("quota").as_deref(), Some("11"));
    f.order("march 1/2/XV 1606 1605");
    f.stands("1/2/XV 1605").refuses("BG-5.17", "move 1/2/XV to 1606");
    assert_eq!(f.tally("quota").as_deref(), Some("10"));
}

#[test]
fn r_39_a_third_unit_may_stop_where_another_can_still_leave() {
    let mut f = Battlefield::on("1 union movement", "1/2/XV 1604, 2/2/XV 1605 moved, 1/4/XV 1605");
    f.order("move 1/2/XV to 1605");
    f.refuses("BG-5.32", "end movement");
    // The crowded position can be saved and taken up again.
    f.reread().refuses("BG-5.32", "end movement").allows("move 1/4/XV to 1606");
    f.order("move 1/4/XV to 1606; end movement");
}

#[test]
fn r_39_whoever_promised_room_may_not_come_back() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1605 moved, 2/2/XV 1605 moved, 1/4/XV 1605");
    f.refuses("BG-5.32", "march 1/4/XV 1606 1605").allows("march 1/4/XV 1606");
}

#[test]
fn r_39_nobody_crowds_a_hex_whose_units_cannot_leave() {
    let pinned = Battlefield::on("1 union movement", "1/2/XV 1604, 2/2/XV 1605, 1/4/XV 1605, Polk 1606");
    pinned.refuses("BG-5.32", "move 1/2/XV to 1605");
    let immobile = Battlefield::on("1 union movement", "1/2/XV 1513, XI-guns 1514, 3/3/XI 1514 moved");
    immobile.refuses("BG-5.32", "move 1/2/XV to 1514");
    let relieved = Battlefield::on("1 union movement", "1/2/XV 1513, XI-guns 1514, 3/3/XI 1514");
    relieved.allows("move 1/2/XV to 1514");
}

#[test]
fn r_39_the_last_moves_of_the_quota_are_kept_for_making_room() {
    let moved = "1/2/XVII 0904 moved, 2/2/XVII 0905 moved, 3/2/XVII 0906 moved, 2/4/XV 0908 moved, 1/3/XI 0909 moved, 1/3/IV 0910 moved, \
                 2/3/IV 0911 moved, 3/3/IV 0912 moved, 1/1/XIV 0908 moved";
    let mut f = Battlefield::on("1 union movement", &format!("{moved}, 1/2/XV 1604, 2/2/XV 1605, 1/4/XV 1605, 2/1/XIV 1506"));
    assert_eq!(f.tally("quota").as_deref(), Some("2"));
    f.order("move 1/2/XV to 1605");
    f.refuses("BG-5.32", "move 2/1/XIV to 1507").allows("move 2/2/XV to 1606; move 1/4/XV to 1604");
}

#[test]
fn r_39_a_place_that_an_ineffective_unit_needs_is_not_taken_from_it() {
    // In 1304 only 1/4/XV can still leave. It is ineffective, so enemy zones leave it nothing but the one place in 1204.
    let moved = "1/2/XV 1304 moved, 2/2/XV 1304 moved, 1/2/XVII 1204 moved, 2/2/XVII 1405 moved, 3/2/XVII 1405 moved, 2/4/XV 1406 moved, \
                 1/3/XI 1406 moved, 1/3/IV 1505 moved, 2/3/IV 1505 moved, 3/3/IV 1506 moved, 1/1/XIV 1506 moved";
    let enemies = "Polk 1202, Wright 1106, Gist 1103";
    let f =
        Battlefield::of(effective_unlimited(), "3 union movement", &format!("{moved}, 1/4/XV 1304 ineffective, 2/1/XIV 1407, {enemies}"));
    assert_eq!(f.reach("1/4/XV"), hexes("1204"));
    f.refuses("BG-5.32", "move 2/1/XIV to 1204; march 2/1/XIV 1406 1405 1305 1204; end movement").allows("move 2/1/XIV to 1408");
}

#[test]
fn r_39_the_place_that_a_unit_leaves_makes_room_for_whom_it_crowds_out() {
    // As above, but the one who comes to 1304 comes from 1204: 1/4/XV can take its place there.
    let moved = "1/2/XV 1304 moved, 1/2/XVII 1204 moved, 2/2/XVII 1405 moved, 3/2/XVII 1405 moved, 2/4/XV 1406 moved, 1/3/XI 1406 moved, \
                 1/3/IV 1505 moved, 2/3/IV 1505 moved, 3/3/IV 1506 moved, 1/1/XIV 1506 moved";
    let enemies = "Polk 1202, Wright 1106, Gist 1103";
    let mut f =
        Battlefield::of(effective_unlimited(), "3 union movement", &format!("{moved}, 1/4/XV 1304 ineffective, 2/1/XIV 1204, {enemies}"));
    f.order("move 2/1/XIV to 1304");
    assert_eq!(f.reach("1/4/XV"), hexes("1204"));
    f.order("move 1/4/XV to 1204; end movement");
}

#[test]
fn r_23_r_39_the_move_that_takes_1025_wins_the_moves_for_making_room() {
    let moved = "1/2/XVII 0904 moved, 2/2/XVII 0905 moved, 3/2/XVII 0906 moved, 2/4/XV 0908 moved, 1/3/XI 0909 moved, 1/3/IV 0910 moved, \
                 2/3/IV 0911 moved, 3/3/IV 0912 moved, 1/1/XIV 0908 moved, 1/2/XV 1605 moved";
    let mut f = Battlefield::on("3 union movement", &format!("{moved}, 2/2/XV 1605, 1/4/XV 1605, 1/1/IV 1026, 2/1/IV 1506"));
    assert_eq!(f.tally("quota").as_deref(), Some("1"));
    f.refuses("BG-5.32", "move 2/1/IV to 1507").allows("move 1/1/IV to 1025");
    f.order("move 1/1/IV to 1025; move 2/1/IV to 1507; move 2/2/XV to 1606; end movement");
}

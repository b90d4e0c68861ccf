//! Chattanooga: reinforcements (CH-15), guns without horses (CH-16), the quota and control (CH-17), redoubts (CH-18), ferries
//! (CH-19), victory (CH-20).

use crate::kit::{Battlefield, position, standard, unlimited};
use blue_gray::Subject;
use engine::{Actor, Handbook, Notation, Rules, Side, Words};
use serde_json::json;

/// A position in which hexes are controlled: `"1025 union"`.
fn holding(when: &str, units: &str, control: &str) -> Battlefield {
    let mut value = position(when, units);
    for pair in control.split(',') {
        let [hex, side] = pair.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{pair}") };
        value["control"][hex] = json!(side);
    }
    Battlefield::from_value(standard(), value)
}

const GEARY: &str = "1/2/XII waiting, 2/2/XII waiting, 3/2/XII waiting";

/// Eleven Union units on the north bank that have moved.
const ELEVEN: &str = "1/2/XV 0904 moved, 2/2/XV 0904 moved, 1/2/XVII 0905 moved, 2/2/XVII 0905 moved, 3/2/XVII 0906 moved, \
                      1/4/XV 0906 moved, 2/4/XV 0907 moved, 1/3/XI 0907 moved, 1/3/IV 0908 moved, 2/3/IV 0908 moved, 3/3/IV 0909 moved";

#[test]
fn ch_15_0_g_reinforcements_come_on_in_turn_two_or_never() {
    let one = Battlefield::on("1 union movement", GEARY);
    one.refuses("CH-15.0-G", "enter 1/2/XII at 0427; move 1/2/XII to 0426").allows("end movement");
    let mut two = Battlefield::on("2 union movement", GEARY);
    two.allows("enter 1/2/XII at 0427; enter 2/2/XII at 0528; enter 3/2/XII at 0728").refuses("CH-15.0-G", "end movement");
    two.order("enter 1/2/XII at 0427; enter 2/2/XII at 0427; enter 3/2/XII at 0528; end movement");
    let three = Battlefield::on("3 union movement", GEARY);
    three.refuses("CH-15.0-G", "enter 1/2/XII at 0427").allows("end movement");
    Battlefield::on("2 confederate movement", GEARY).refuses("CH-15.0-G", "enter 1/2/XII at 0427");
}

#[test]
fn ch_15_11_they_enter_at_any_moment_of_the_phase() {
    let mut f = Battlefield::on("2 union movement", &format!("{GEARY}, 1/2/XV 1605, 2/2/XV 1704"));
    f.order("move 1/2/XV to 1606; enter 1/2/XII at 0427 to 0425; move 2/2/XV to 1705; enter 3/2/XII at 0427; enter 2/2/XII at 0728");
    f.order("end movement").stands("1/2/XII 0425, 3/2/XII 0427, 2/2/XII 0728");
}

#[test]
fn ch_15_12a_a_controlled_entry_hex_is_closed() {
    let with = |enemy: &str| Battlefield::on("2 union movement", &format!("{GEARY}, {enemy}"));
    for enemy in ["Polk 0626", "Polk 0727", "Polk 0627"] {
        with(enemy).refuses("CH-15.12a", "enter 1/2/XII at 0627").allows("enter 1/2/XII at 0427");
    }
    for enemy in ["Polk 0527", "Polk 0528"] {
        // Lookout Creek lies between.
        with(enemy).refuses("CH-15.12a", "enter 1/2/XII at 0528; enter 1/2/XII at 0427").allows("enter 1/2/XII at 0627");
    }
}

#[test]
fn ch_15_12b_whoever_cannot_enter_is_lost_and_counts() {
    let mut f = Battlefield::on("2 union movement", &format!("{GEARY}, Polk 0427, Gist 0727"));
    f.refuses("CH-15.12a", "enter 1/2/XII at 0427; enter 1/2/XII at 0528; enter 1/2/XII at 0627; enter 1/2/XII at 0728");
    f.order("end movement").stands("1/2/XII eliminated, 2/2/XII eliminated, 3/2/XII eliminated");
    assert_eq!(f.points(), [0, 9]);
}

#[test]
fn ch_15_13_r_24_entering_costs_the_hex_or_the_way_that_leads_in() {
    let f = Battlefield::on("2 union movement", GEARY);
    // 0427: one point by the road from Trenton, then five more by road.
    f.allows("enter 1/2/XII at 0427 to 0323").refuses("BG-5.15", "enter 1/2/XII at 0427 to 0322");
    // 0728 is forest: two points by the trail, then two more trail hexes of two.
    f.allows("enter 1/2/XII at 0728 to 0826").refuses("BG-5.15", "enter 1/2/XII at 0728 to 0825");
    // 0528 and 0627 are clear: one point.
    f.allows("enter 1/2/XII at 0528 to 0525; enter 1/2/XII at 0627");
    f.refuses("CH-15.21", "enter 1/2/XII at 0328; enter 1/2/XII at 0426");
}

#[test]
fn ch_15_14_after_coming_on_they_move_and_attack_like_everybody() {
    let mut g = Battlefield::on("2 union movement", &format!("{GEARY}, Walthall 0424"));
    g.order("enter 1/2/XII at 0427 to 0425; enter 2/2/XII at 0427 to 0425; enter 3/2/XII at 0427; end movement; attack 0424; join 0425");
    assert_eq!(g.odds(), "8 : 3, 2-1 column");
    // They do not move twice.
    let mut h = Battlefield::on("2 union movement", GEARY);
    h.order("enter 1/2/XII at 0427").refuses("BG-5.17", "move 1/2/XII to 0426");
}

#[test]
fn ch_15_15_the_stacking_limit_holds_on_entry() {
    let mut f = Battlefield::on("2 union movement", &format!("{GEARY}, 1/1/IV 0427, 2/1/IV 0427"));
    f.refuses("CH-15.15", "enter 1/2/XII at 0427; enter 1/2/XII at 0427 to 0425").allows("enter 1/2/XII at 0528");
    f.order("move 1/1/IV to 0426").allows("enter 1/2/XII at 0427; enter 1/2/XII at 0427 to 0425");
}

#[test]
fn ch_15_21_three_brigades_of_four_and_four_hexes_to_choose_from() {
    let game = standard();
    let arrival = &game.title().reinforcements[0];
    let units: Vec<(&str, u8)> = arrival.units.iter().map(|u| (game.unit(u).id.as_str(), game.unit(u).strength)).collect();
    assert_eq!(units, [("1/2/XII", 4), ("2/2/XII", 4), ("3/2/XII", 4)]);
    let mut f = Battlefield::on("2 union movement", GEARY);
    f.order("enter 1/2/XII at 0627; enter 2/2/XII at 0728; enter 3/2/XII at 0528").stands("1/2/XII 0627, 2/2/XII 0728, 3/2/XII 0528");
}

#[test]
fn r_24_the_phase_does_not_end_while_one_can_still_enter() {
    let mut f = Battlefield::on("2 union movement", GEARY);
    f.order("enter 1/2/XII at 0427; enter 2/2/XII at 0427").refuses("CH-15.0-G", "end movement");
    assert!(!f.subjects().contains(&Subject::Done));
    f.order("enter 3/2/XII at 0528").allows("end movement");
}

#[test]
fn ch_16_11a_union_guns_but_shermans_never_move() {
    let f = Battlefield::start(standard());
    for gun in ["XI-guns", "XII-guns", "XIV-guns", "XV-guns", "Reserve-guns"] {
        assert!(f.reach(gun).is_empty(), "{gun}");
        let hex = f.place(gun);
        let beside = standard().board().grid.neighbours(standard().board().grid.parse(&hex).unwrap())[3];
        let order = format!("move {gun} to {}", standard().board().grid.name(beside));
        f.refuses("CH-16.11a", &order);
    }
    assert!(!f.reach("Sherman-guns").is_empty());
}

#[test]
fn ch_16_11b_forced_to_retreat_they_are_lost() {
    let mut f = Battlefield::on("1 confederate combat", "Polk 1513, Wright 1513, 3/3/XI 1514, XI-guns 1514");
    f.order("attack 1514; join 1513; fight 1-1; roll 1").stands("XI-guns eliminated, 3/3/XI 1514");
    assert_eq!(f.points(), [0, 3]);
    f.order("retreat 3/3/XI to 1515").stands("3/3/XI 1515");
}

#[test]
fn ch_16_11c_they_never_advance() {
    let mut f = Battlefield::on("1 union combat", "XI-guns 1605, 1/1/IV 1605, Adams 1606");
    f.order("attack 1606; join 1605; fight 4-1; roll 1").refuses("CH-16.11c", "advance XI-guns to 1606").allows("advance 1/1/IV to 1606");
}

#[test]
fn ch_16_12_in_all_else_they_are_guns_like_others() {
    // Moccasin Point fires over the river at Lookout Mountain.
    let mut f = Battlefield::on("1 union combat", "XV-guns 0921, Moore 0924");
    f.allows("attack 0924");
    f.order("attack 0924; bombard XV-guns");
    assert_eq!(f.odds(), "4 : 10, 1-3 column", "rough, and over the river: twice, not four times");
    let zone = Battlefield::on("1 confederate movement", "Polk 1514, XI-guns 1517");
    zone.refuses("BG-6.0-G", "march Polk 1515 1516 1416");
    let mut contact = Battlefield::on("1 union combat", "XI-guns 1605, Adams 1606");
    contact.refuses("BG-8.41a", "end combat");
    contact.order("attack 1606; join 1605");
    assert_eq!(contact.odds(), "4 : 3, 1-1 column");
}

#[test]
fn ch_16_13_r_33_shermans_guns_move_freely() {
    let f = Battlefield::on("1 union movement", "Sherman-guns 1304");
    assert_eq!(f.points_left("move Sherman-guns to 1405"), 1, "1204, the ferry and 1405: five points");
    let mut g = Battlefield::on("1 union combat", "Sherman-guns 1605, 1/1/IV 1605, Adams 1606");
    g.order("attack 1606; join 1605; fight 3-1; roll 1").allows("advance Sherman-guns to 1606");
    let mut d = Battlefield::on("1 confederate combat", "Sherman-guns 1605, Polk 1606");
    d.order("attack 1605; join 1606; fight 5-1; roll 3; retreat Sherman-guns to 1604").stands("Sherman-guns 1604");
    let mut ar = Battlefield::on("1 union combat", "Sherman-guns 1407, Polk 1607");
    ar.order("attack 1607; bombard Sherman-guns; fight 1-5; roll 1").allows("retreat Sherman-guns to 1408; stand Sherman-guns");
}

#[test]
fn ch_17_11a_eleven_union_units_move_in_a_phase() {
    let mut f = Battlefield::start(standard());
    for left in (1..=11).rev() {
        assert_eq!(f.tally("quota"), Some(left.to_string()));
        let Some(Subject::Unit(unit)) = f.subjects().into_iter().find(|s| matches!(s, Subject::Unit(_))) else { panic!("a unit can move") };
        let hex = f.reach(&f.game.unit(unit).id).into_iter().next().expect("somewhere to go");
        f.order(&format!("move {} to {hex}", f.game.unit(unit).id));
    }
    assert_eq!(f.subjects(), [Subject::Done]);
    f.refuses("CH-17.11a", "move 2/1/IV to 0427; march 2/1/IV 0427").allows("end movement");
}

#[test]
fn ch_17_11b_any_number_attacks() {
    let around = "1/2/XV 1605 moved, 2/2/XV 1605 moved, 1/2/XVII 1706 moved, 2/2/XVII 1706 moved, 3/2/XVII 1707 moved, 1/4/XV 1707 moved, \
                  2/4/XV 1607 moved, 1/3/XI 1607 moved, 1/3/IV 1507 moved, 2/3/IV 1507 moved, 3/3/IV 1506 moved, 1/1/XIV 1506";
    let mut f = Battlefield::on("1 union combat", &format!("{around}, Polk 1606, 1/1/IV 1213, 2/1/IV 1213, Gist 1113"));
    f.order("attack 1606; join 1605; join 1706; join 1707; join 1607; join 1507; join 1506; fight 6-1; roll 1; end advance");
    f.order("attack 1113; join 1213; fight 3-1; roll 1");
}

#[test]
fn ch_17_12_r_38_gearys_men_are_outside_the_quota_until_the_night() {
    let geary = "1/2/XII 0425, 2/2/XII 0425, 3/2/XII 0426, 1/1/XIV 1605";
    let mut three = Battlefield::on("3 union movement", &format!("{ELEVEN}, {geary}"));
    three.refuses("CH-17.11a", "move 1/1/XIV to 1606");
    three.order("move 1/2/XII to 0424; move 2/2/XII to 0424; move 3/2/XII to 0425; end movement");
    let six = Battlefield::on("6 union movement", &format!("{ELEVEN}, {geary}"));
    six.refuses("CH-17.11a", "move 1/2/XII to 0424; move 3/2/XII to 0425");
    let mut counted = Battlefield::on("6 union movement", geary);
    counted.order("move 1/2/XII to 0424");
    assert_eq!(counted.tally("quota").as_deref(), Some("10"));
    // Coming on is free as well.
    let mut two = Battlefield::on("2 union movement", &format!("{ELEVEN}, {GEARY}"));
    two.order("enter 1/2/XII at 0427; enter 2/2/XII at 0427; enter 3/2/XII at 0528; end movement");
}

#[test]
fn ch_17_13_combat_moves_do_not_count() {
    let mut f = Battlefield::on("1 union movement", "1/1/IV 1604, Adams 1606");
    f.order("move 1/1/IV to 1605; end movement; attack 1606; join 1605; fight 3-1; roll 1; advance 1/1/IV to 1606; end combat");
    f.pass_to("2 union movement");
    assert_eq!(f.tally("quota").as_deref(), Some("11"));
    let mut r = Battlefield::on("1 confederate combat", "1/2/XV 1605, Polk 1606");
    r.order("attack 1605; join 1606; fight 1-1; roll 1; retreat 1/2/XV to 1604; end advance; end combat");
    assert_eq!(r.tally("quota").as_deref(), Some("11"));
}

#[test]
fn ch_17_14a_with_lookout_mountain_seven_more_move() {
    let units = format!("{ELEVEN}, 1/1/XIV 1605, 2/1/XIV 1704");
    Battlefield::on("3 union movement", &units).refuses("CH-17.11a", "move 1/1/XIV to 1606");
    let f = holding("3 union movement", &units, "1025 union");
    assert_eq!(f.tally("quota").as_deref(), Some("7"));
    f.allows("move 1/1/XIV to 1606");
}

#[test]
fn r_23_taking_1025_raises_the_quota_at_once() {
    let ten = ELEVEN.rsplit_once(", ").expect("eleven").0;
    let mut f = Battlefield::on("3 union movement", &format!("{ten}, 1/1/XIV 1605, 1/1/IV 1026"));
    assert_eq!(f.tally("quota").as_deref(), Some("1"));
    f.order("move 1/1/IV to 1025");
    assert_eq!((f.holder("1025"), f.tally("quota").as_deref()), (Some(Side::Union), Some("7")));
    f.order("move 1/1/XIV to 1606");
}

#[test]
fn ch_17_14b_when_1025_is_lost_so_are_the_seven() {
    let mut f = holding("3 confederate movement", "Corput 1026, 1/1/XIV 1605", "1025 union");
    f.order("move Corput to 1025; end movement; end combat");
    assert_eq!((f.holder("1025"), f.tally("quota").as_deref()), (Some(Side::Confederate), Some("11")));
}

#[test]
fn ch_17_15_control_is_having_been_there_last() {
    let mut f = Battlefield::on("3 union movement", "1/1/IV 2319, Polk 2021");
    assert_eq!(f.holder("2419"), Some(Side::Confederate));
    f.order("march 1/1/IV 2419 2520");
    assert_eq!(f.holder("2419"), Some(Side::Union), "passing through is enough");
    f.order("end movement").pass_to("3 confederate movement");
    let mut back = Battlefield::from_value(standard(), {
        let mut value = position("3 confederate movement", "Quarles 2418");
        value["control"] = json!({ "2419": "union" });
        value
    });
    back.order("march Quarles 2419 2418");
    assert_eq!(back.holder("2419"), Some(Side::Confederate));
    // Both ways are offered: through the hex, and past it.
    let choice = Battlefield::on("3 union movement", "1/1/IV 2319");
    choice.allows("move 1/1/IV to 2520 taking 2419").refuses("CH-17.15", "move 1/1/IV to 2520 taking 2416");
}

/// Whatever else is still to be taken, a march past a hex and one through it are both offered.
#[test]
fn ch_17_15_marches_that_take_a_hex_are_listed_for_each_of_them() {
    for (stands, taken) in [("1024", "1025"), ("2206", "2207"), ("2310", "2311"), ("2415", "2416"), ("2319", "2419")] {
        let f = Battlefield::on("3 union movement", &format!("1/1/IV {stands}"));
        let listed: Vec<_> = f.legal().into_iter().map(|a| f.game.write_action(a)["taking"].clone()).collect();
        assert!(listed.contains(&json!([taken])) && listed.contains(&json!(null)), "{taken} from {stands}: {listed:?}");
    }
}

#[test]
fn r_23_advance_retreat_and_displacement_take_control_too() {
    let mut advance = Battlefield::on("3 union combat", "1/1/IV 2206, 2/1/IV 2206, Calvert 2207");
    advance.order("attack 2207; join 2206; fight 4-1; roll 1; advance 1/1/IV to 2207");
    assert_eq!(advance.holder("2207"), Some(Side::Union));
    // Polk falls back from 1024 onto the summit.
    let mut summit = holding("3 union combat", "1/1/IV 1023, 2/1/IV 1023, Polk 1024", "1025 union");
    summit.order("attack 1024; join 1023; fight 1-1; roll 1; retreat Polk to 1025");
    assert_eq!(summit.holder("1025"), Some(Side::Confederate));
}

#[test]
fn ch_17_16_confederates_move_without_limit() {
    let mut f = Battlefield::start(standard());
    f.order("end movement; end combat");
    assert_eq!(f.phase(), "1 confederate movement");
    let mut moved = 0;
    while let Some(Subject::Unit(unit)) = f.subjects().into_iter().find(|s| matches!(s, Subject::Unit(_))) {
        let id = f.game.unit(unit).id.clone();
        let hex = f.reach(&id).into_iter().next().expect("somewhere to go");
        f.order(&format!("move {id} to {hex}"));
        moved += 1;
    }
    assert!(moved >= 30, "{moved} of 36 moved");
    assert_eq!(f.tally("quota"), None);
}

#[test]
fn ch_18_11_entrenchments_and_rifle_pits_are_the_same() {
    let board = standard().board();
    let kinds: std::collections::BTreeSet<&str> = board.directed.iter().map(|d| d.kind.as_str()).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["redoubt"]);
    let odds = |when: &str, units: &str, target: &str, from: &str| {
        let mut f = Battlefield::on(when, units);
        f.order(&format!("attack {target}; join {from}"));
        f.odds()
    };
    assert_eq!(odds("1 confederate combat", "Polk 1614, 3/3/XI 1515", "1515", "1614"), "5 : 9, 1-2 column", "Union Entrenchments");
    assert_eq!(odds("1 union combat", "1/2/XV 2113, Adams 2213", "2213", "2113"), "5 : 9, 1-2 column", "Missionary Ridge Rifle Pits");
    assert_eq!(odds("1 union combat", "1/2/XV 1614, Adams 1715", "1715", "1614"), "5 : 9, 1-2 column", "Orchard Knob Rifle Pits");
}

#[test]
fn ch_18_12a_a_redoubt_protects_one_side_only() {
    let odds = |when: &str, units: &str, target: &str, from: &str| {
        let mut f = Battlefield::on(when, units);
        f.order(&format!("attack {target}; join {from}"));
        f.odds()
    };
    assert_eq!(odds("1 union combat", "1/2/XV 2113, Adams 2213", "2213", "2113"), "5 : 9, 1-2 column");
    assert_eq!(odds("1 confederate combat", "Polk 2213, 1/3/XI 2113", "2113", "2213"), "5 : 3, 1-1 column", "the other way it is open");
}

#[test]
fn ch_18_12b_one_attacker_from_elsewhere_voids_it() {
    let mut f = Battlefield::on("1 union combat", "1/2/XV 2113, 2/2/XV 2114, 1/4/XV 2212, Adams 2213");
    f.order("attack 2213; join 2113; join 2114");
    assert_eq!(f.odds(), "10 : 9, 1-1 column");
    f.order("join 2212");
    assert_eq!(f.odds(), "15 : 3, 5-1 column");
}

#[test]
fn ch_18_13a_r_34_zones_cross_redoubts() {
    let f = Battlefield::on("1 union combat", "1/2/XV 2113, Adams 2213");
    assert!(f.overlay("confederate-zone").contains("2113") && f.overlay("union-zone").contains("2213"));
    f.refuses("BG-7.12a", "end combat");
}

#[test]
fn ch_18_13b_either_army_uses_any_redoubt() {
    let mut f = Battlefield::on("1 confederate combat", "Polk 2113, 1/3/XI 2213");
    f.order("attack 2213; join 2113");
    assert_eq!(f.odds(), "5 : 9, 1-2 column", "a Union brigade behind Confederate rifle pits");
    let mut g = Battlefield::on("1 union combat", "1/2/XV 1614, Adams 1515");
    g.order("attack 1515; join 1614");
    assert_eq!(g.odds(), "5 : 9, 1-2 column", "and the other way round");
}

#[test]
fn ch_19_11a_four_ferries_for_both_sides() {
    for (ferry, banks) in [("1305", ["1204", "1405"]), ("1013", ["0913", "1114"]), ("0814", ["0714", "0915"]), ("0517", ["0616", "0417"])] {
        for (unit, side) in [("1/2/XV", "union"), ("Polk", "confederate")] {
            for (from, to) in [(banks[0], banks[1]), (banks[1], banks[0])] {
                let f = Battlefield::on(&format!("1 {side} movement"), &format!("{unit} {from}"));
                f.allows(&format!("march {unit} {ferry} {to}"));
                assert_eq!(f.points_left(&format!("move {unit} to {to}")), 2, "{from} to {to}");
            }
        }
    }
}

#[test]
fn ch_19_11b_ferries_cost_three_and_follow_their_arrows() {
    let f = Battlefield::on("1 confederate movement", "Polk 0915");
    f.allows("march Polk 0814 0714 0715 0716").refuses("BG-5.26", "march Polk 0814 0714 0715 0716 0616");
    f.refuses("BG-5.24d", "march Polk 0814 0715; march Polk 0814 0813");
    Battlefield::on("1 confederate movement", "Polk 0813").refuses("BG-5.24d", "march Polk 0814 0915");
}

#[test]
fn ch_19_12_nobody_ends_a_phase_on_a_ferry() {
    let f = Battlefield::on("1 confederate movement", "Polk 0915");
    f.refuses("BG-5.24b", "move Polk to 0814; march Polk 0814");
    assert!(!f.reach("Polk").contains("0814"));
}

#[test]
fn ch_19_13_no_retreat_into_a_ferry() {
    // Polk at the landing 1405: river and ferry behind him, enemies in front.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1506, 2/1/IV 1505, Polk 1405");
    f.order("attack 1405; join 1506; join 1505; fight 3-1; roll 2").stands("Polk eliminated");
    assert_eq!(f.points(), [2, 0]);
}

fn ended(units: &str, control: &str) -> Battlefield {
    let mut f =
        if control.is_empty() { Battlefield::on("10 confederate combat", units) } else { holding("10 confederate combat", units, control) };
    f.order("end combat");
    f
}

#[test]
fn ch_20_0_g_points_for_units_and_hexes_decide() {
    let f = ended("Polk 1416, 1/2/XV 0905, Adams eliminated, 1/4/XV eliminated", "2207 union");
    assert_eq!(f.points(), [2 + 4, 3 + 8]);
    assert!(matches!(f.game.actor(&f.state), Actor::Over(_)));
}

#[test]
fn ch_20_0_p_x12_the_difference_is_union_less_confederate() {
    let level = |union: i16, confederate: i16| {
        let mut value = position("10 confederate combat", "Polk 0103");
        value["points"] = json!({ "union": union, "confederate": confederate });
        let mut f = Battlefield::from_value(standard(), value);
        f.order("end combat");
        let Actor::Over(verdict) = f.game.actor(&f.state) else { panic!("the game is over") };
        (f.game.verdict_words(&f.state, verdict), verdict.winner)
    };
    assert_eq!(level(24, 19), ("Draw (Union 24, Confederate 19, difference +5)".into(), None), "X12");
    assert_eq!(level(30, 12), ("Union substantive victory (Union 30, Confederate 12, difference +18)".into(), Some(Side::Union)));
    assert_eq!(Battlefield::start(standard()).points(), [0, 0]);
}

#[test]
fn ch_20_2_r_30_levels_of_victory() {
    let level = |difference: i16| {
        let mut value = position("10 confederate combat", "Polk 0103");
        value["points"] = json!({ "union": difference.max(0), "confederate": (-difference).max(0) });
        let mut f = Battlefield::from_value(standard(), value);
        f.order("end combat");
        let Actor::Over(verdict) = f.game.actor(&f.state) else { panic!("the game is over") };
        f.game.verdict_words(&f.state, verdict).split(" (").next().unwrap_or_default().to_string()
    };
    for (from, to, name) in [
        (26, 99, "Union decisive victory"),
        (16, 25, "Union substantive victory"),
        (6, 15, "Union marginal victory"),
        (-5, 5, "Draw"),
        (-15, -6, "Confederate marginal victory"),
        (-25, -16, "Confederate substantive victory"),
        (-99, -26, "Confederate decisive victory"),
    ] {
        assert_eq!((level(from).as_str(), level(to).as_str()), (name, name));
    }
}

#[test]
fn ch_20_11_1_three_points_for_each_union_unit() {
    for (unit, hex) in [("Sherman-guns", "1605"), ("1/1/IV", "1605"), ("2-cavalry", "1605")] {
        let mut f = Battlefield::on(
            "1 confederate combat",
            &format!("{unit} {hex}, Polk 1606, Gist 1606, Deas 1505, Smith 1505, Wilson 1705, Quarles 1705"),
        );
        f.order("attack 1605; join 1606; join 1505; join 1705; fight 3-1; roll 1").stands(&format!("{unit} eliminated"));
        assert_eq!(f.points(), [0, 3], "{unit}");
    }
}

#[test]
fn ch_20_11_2_four_points_once_for_each_fort() {
    let mut f = Battlefield::on("3 confederate movement", "Polk 1515, Gist 1516");
    f.order("move Polk to 1514");
    assert_eq!(f.points(), [0, 4]);
    f.order("move Gist to 1417");
    assert_eq!(f.points(), [0, 8]);
    // Lost and taken again: nothing more.
    let mut again = holding("3 confederate movement", "Polk 1515", "1514 union");
    again.order("march Polk 1514 1513");
    assert_eq!((again.points(), again.holder("1514")), ([0, 4], Some(Side::Confederate)));
    let value = {
        let mut value = position("4 confederate movement", "Polk 1515");
        value["control"] = json!({ "1514": "union" });
        value["once_controlled"] = json!({ "confederate": ["1514"] });
        value["points"] = json!({ "confederate": 4 });
        value
    };
    let mut twice = Battlefield::from_value(standard(), value);
    twice.order("move Polk to 1514");
    assert_eq!((twice.points(), twice.holder("1514")), ([0, 4], Some(Side::Confederate)));
}

#[test]
fn ch_20_11_3_two_points_for_each_confederate_unit() {
    for unit in ["Corput", "Polk"] {
        let mut f = Battlefield::on("1 union combat", &format!("1/1/IV 1605, 2/1/IV 1605, {unit} 1606"));
        f.order("attack 1606; join 1605; fight 3-1; roll 1");
        assert_eq!(f.points(), [2, 0], "{unit}");
    }
}

#[test]
fn ch_20_12_1_r_29_town_hexes_in_the_zone_of_confederate_infantry() {
    assert_eq!(ended("Polk 1416", "").points(), [0, 8], "1415 and 1316");
    // A Union unit in the hex prevents nothing: Polk advances to 1416, beside the guns in 1316.
    let mut beside = Battlefield::on("10 confederate combat", "Polk 1417, Wright 1417, 3/3/XI 1416, XIV-guns 1316");
    beside.order("attack 1416; join 1417; fight 3-1; roll 1; advance Polk to 1416; end combat");
    assert_eq!(beside.points(), [0, 3 + 8]);
    assert_eq!(ended("Calvert 1416", "").points(), [0, 0], "guns do not count");
    assert_eq!(ended("Polk 1415", "").points(), [0, 12], "a hex he stands in counts as well");
    assert_eq!(ended("Polk 1416, Wright 1517", "").points(), [0, 8], "each hex once");
    assert_eq!(ended("1/2/XV 1416", "").points(), [0, 0]);
    let town = standard().board().zone("chattanooga-town").expect("the town").hexes.len();
    assert_eq!(town, 8);
    assert_eq!(ended("Polk 1213, Wright 1215, Gist 1315, Deas 1415, Bates 1314, Adams 1316", "").points(), [0, 32], "never more than 32");
}

#[test]
fn ch_20_12_2_the_ridge_belongs_to_whoever_was_there_last() {
    assert_eq!(ended("Polk 0103", "").points(), [0, 0]);
    assert_eq!(ended("Polk 0103", "2207 union, 2311 union, 2416 union, 2419 union").points(), [16, 0], "taken and left empty");
    assert_eq!(ended("Polk 2419", "2416 union").points(), [4, 0]);
    // A Confederate who passes through takes it back.
    let mut f = holding("10 confederate movement", "Quarles 2418", "2419 union");
    f.order("march Quarles 2419 2418; end movement; end combat");
    assert_eq!(f.points(), [0, 0]);
}

#[test]
fn ch_22_0a_without_the_quota_the_union_moves_at_will() {
    let f = Battlefield::of(unlimited(), "3 union movement", &format!("{ELEVEN}, 1/1/XIV 1605"));
    assert_eq!(f.tally("quota"), None);
    f.allows("move 1/1/XIV to 1606");
    Battlefield::of(standard(), "3 union movement", &format!("{ELEVEN}, 1/1/XIV 1605")).refuses("CH-17.11a", "move 1/1/XIV to 1606");
}

#[test]
fn r_40_places_bear_their_right_names() {
    let names: Vec<&str> = standard().board().places.iter().map(|p| p.name.as_str()).collect();
    assert!(names.contains(&"Fort Negley") && !names.iter().any(|n| n.contains("Negely")));
    let texts = blue_gray::BlueGray::rules();
    assert!(texts.iter().all(|r| !r.text.contains("Brago") && !r.text.contains("Negely")));
}

#[test]
fn ch_15_21_the_view_tells_when_and_where_reinforcements_come() {
    let f = Battlefield::on("1 union movement", "1/2/XII waiting, 1/2/XV 1605");
    let view = f.game.view(&f.state);
    let due = |id: &str| view.pieces.iter().find(|p| p.id == id).expect("it is listed").due.clone();
    assert_eq!(due("1/2/XII").as_deref(), Some("turn 2, at 0427, 0528, 0627 or 0728"));
    assert_eq!(due("1/2/XV"), None, "it is on the map");
    assert_eq!(due("2/2/XII"), None, "it is set aside");
}

#[test]
fn ch_15_13_coming_on_says_what_it_costs() {
    let f = Battlefield::on("2 union movement", "1/2/XII waiting");
    let note = |order: &str| f.game.describe(&f.state, f.action(order)).note.expect("an entry has a note");
    assert_eq!(note("enter 1/2/XII at 0427"), "5 points left, 1 paid to come on");
    assert_eq!(note("enter 1/2/XII at 0427 to 0323"), "0 points left, 1 paid to come on");
    assert_eq!(note("enter 1/2/XII at 0728"), "4 points left, 2 paid to come on");
}

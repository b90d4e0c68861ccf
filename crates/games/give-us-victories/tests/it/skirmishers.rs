//! Chapter 13: skirmishers.

use crate::table::*;
use engine::Seat;
use give_us_victories::Action;
use give_us_victories::counters::counters;
use give_us_victories::ids::Hex;
use give_us_victories::scenarios::scenarios;
use give_us_victories::state::FightStage;

#[test]
fn guv_13_1_one_point_and_no_movement() {
    let s = counters().get(p("us-skirmisher-1"));
    assert_eq!((s.cp, s.ma), ([1, 0], 0));
}

#[test]
fn guv_13_2_ten_and_six_and_no_more() {
    assert_eq!(scenarios()[0].skirmishers, [6, 10]);
    let mut f = Battlefield::campaign().put("us-barnes 1310, cs-heth 4035");
    for n in 1..=6 {
        f.s.put(p(&format!("us-skirmisher-{n}")), Hex::LOST);
    }
    f.active("meade", "1310");
    f.no("GUV-13.2", Action::Skirmish { piece: p("us-barnes"), hex: h("1310") });
}

#[test]
fn guv_13_3_guv_13_8_before_attacking_once_and_by_infantry() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-lane 1110, cs-walker 1111, us-buschbeck 1209, us-paul 1210");
    f.active("hill", "1110");
    f.no("GUV-13.3", Action::Skirmish { piece: p("cs-walker"), hex: h("1111") });
    f.ok(Action::Skirmish { piece: p("cs-lane"), hex: h("1110") });
    f.no("GUV-13.8", Action::Skirmish { piece: p("cs-lane"), hex: h("1110") });
    f.come_to_blows();
    f.may(Action::Skirmish { piece: p("cs-heth"), hex: h("1110") });
    f.assault("cs-heth", "1209").done().roll(&[1, 1]).roll(&[1, 1]);
    f.no("GUV-13.3", Action::Skirmish { piece: p("cs-heth"), hex: h("1110") });
}

#[test]
fn guv_13_4_guv_14_14_the_defender_screens_the_hex_that_is_attacked() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-von-gilsa 1209");
    f.active("hill", "1110").come_to_blows().declare("cs-heth", "1209");
    assert_eq!((f.asked(), f.s.battle.unwrap().stage), (US, FightStage::Screen));
    f.ok(Action::Screen { hex: h("1209") });
    f.done();
    assert_eq!(f.s.battle.unwrap().defenders.len(), 2);
    assert_eq!(f.s.sum(&f.s.battle.unwrap().defenders), 4);
    // Guns alone send nobody out.
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-schirmer 1209");
    f.active("hill", "1110").come_to_blows().declare("cs-heth", "1209");
    assert_ne!(f.s.battle.unwrap().stage, FightStage::Screen);
}

#[test]
fn guv_13_5_with_the_brigade_in_contact_or_alone_out_of_it() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-lane 1010, us-buschbeck 1209");
    f.active("hill", "1110");
    f.no("GUV-13.5", Action::Skirmish { piece: p("cs-heth"), hex: h("1210") });
    f.no("GUV-13.5", Action::Skirmish { piece: p("cs-heth"), hex: h("1010") });
    f.no("GUV-13.5", Action::Skirmish { piece: p("cs-heth"), hex: h("1012") });
    // Over the river nobody is put.
    f.no("GUV-13.5", Action::Skirmish { piece: p("cs-heth"), hex: h("1109") });
    f.may(Action::Skirmish { piece: p("cs-heth"), hex: h("1110") });
    f.ok(Action::Skirmish { piece: p("cs-heth"), hex: h("1111") });
}

#[test]
fn guv_13_6_a_marching_stack_drops_one_behind_and_another_before_the_enemy() {
    // Example 8.19.
    let mut f = Battlefield::campaign().put("cs-heth 1012, cs-lane 1012, us-buschbeck 1311");
    f.active("hill", "1012").march("cs-heth cs-lane", "1112");
    f.ok(Action::Skirmish { piece: p("cs-heth"), hex: h("1012") });
    f.march("cs-heth cs-lane", "1211");
    f.done();
    f.ok(Action::Skirmish { piece: p("cs-lane"), hex: h("1211") });
    assert_eq!((f.s.stack(h("1012")).len(), f.s.stack(h("1211")).len()), (1, 3));
}

#[test]
fn guv_13_7_within_the_limits_of_a_stack() {
    let mut f =
        Battlefield::campaign().put("cs-heth 1012, cs-skirmisher-1 1112, cs-skirmisher-2 1112, cs-skirmisher-3 1112, us-phelps 4810");
    f.active("hill", "1012");
    f.may(Action::Skirmish { piece: p("cs-heth"), hex: h("1112") });
    f.add("cs-skirmisher-4 1112");
    f.no("GUV-13.7", Action::Skirmish { piece: p("cs-heth"), hex: h("1112") });
}

#[test]
fn guv_13_9_they_leave_only_by_combat_or_at_night() {
    let mut f = Battlefield::campaign().put("us-barnes 3338, us-skirmisher-1 3338, cs-heth 1110");
    f.active("meade", "3338");
    f.no("GUV-13.9", Action::Exit { pieces: set("us-barnes us-skirmisher-1") });
    assert!(!f.legal().iter().any(|a| matches!(a, Action::Exclude { .. } | Action::DropDummy { .. })));
    f.end_turn();
    assert_eq!(f.hex("us-skirmisher-1"), "3338");
}

#[test]
fn guv_13_10_they_move_and_break_contact_only_with_infantry() {
    let mut f = Battlefield::campaign().put("cs-walker 1012, cs-heth 1012, cs-skirmisher-1 1012, cs-skirmisher-2 1013, us-phelps 4810");
    f.active("hill", "1012");
    f.no_march("GUV-13.10", "cs-skirmisher-1", "1112");
    f.no_march("GUV-13.10", "cs-walker cs-skirmisher-1", "1112");
    f.march("cs-heth cs-skirmisher-1", "1112");
    assert_eq!(f.hex("cs-skirmisher-1"), "1112");
    // Alone it stands when the enemy comes.
    let mut f = Battlefield::campaign().put("cs-heth 1111, us-skirmisher-1 1310");
    f.active("hill", "1111").march("cs-heth", "1210");
    assert_eq!(f.asked(), CS);
}

#[test]
fn guv_13_11_they_attack_with_others_and_follow_them() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-skirmisher-1 1110, cs-skirmisher-2 1210, us-root 1209 reduced");
    f.active("hill", "1110").come_to_blows();
    f.no("GUV-13.11", Action::Attack { piece: p("cs-skirmisher-2"), target: h("1209") });
    f.no("GUV-13.11", Action::Attack { piece: p("cs-skirmisher-1"), target: h("1209") });
    f.ok(Action::Attack { piece: p("cs-heth"), target: h("1209") });
    f.no("GUV-13.11", Action::Attack { piece: p("cs-skirmisher-2"), target: h("1209") });
    f.ok(Action::Attack { piece: p("cs-skirmisher-1"), target: h("1209") }).ok(Action::Fight).done().done();
    f.roll(&[5, 5, 5, 5, 5]).roll(&[1, 1]);
    assert_eq!(f.place("us-root"), Hex::LOST);
    // it follows by itself if it likes; one that took no part does not.
    f.no("GUV-14.63", Action::Advance { piece: p("cs-skirmisher-2"), hex: h("1209") });
    f.ok(Action::Advance { piece: p("cs-skirmisher-1"), hex: h("1209") });
    f.ok(Action::Advance { piece: p("cs-heth"), hex: h("1209") });
}

/// after combat skirmishers go back like everybody else: with guns alone, without their dead infantry, by themselves.
#[test]
fn guv_13_11_guv_14_50_they_go_back_by_themselves() {
    let go = |f: &mut Battlefield, id: &str| {
        let way = f.legal().into_iter().find(|a| matches!(a, Action::Retreat { piece, .. } if *piece == p(id)));
        f.ok(way.unwrap_or_else(|| panic!("{id} cannot go back: {:?}", f.legal())));
        assert!(f.place(id).is_some() && f.hex(id) != "1209");
    };
    // The brigade falls; its skirmishers and the guns go back each on their own.
    let mut f = Battlefield::campaign()
        .put("cs-lane 1110, cs-pender 1110, cs-heth 1110, us-root 1209 reduced, us-wainwright 1209, us-skirmisher-1 1209");
    f.active("hill", "1110").come_to_blows().assault("cs-lane cs-pender cs-heth", "1209").done_all().throw(&[5, 5]).throw(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-root") }).ok(Action::GiveGround);
    go(&mut f, "us-skirmisher-1");
    go(&mut f, "us-wainwright");
    assert!(f.s.stack_of(US, h("1209")).is_empty());
    // Two of them alone: one falls, the other goes back.
    let mut f = Battlefield::campaign().put("cs-lane 1110, us-skirmisher-1 1209, us-skirmisher-2 1209");
    f.active("hill", "1110").come_to_blows().assault("cs-lane", "1209").done_all().throw(&[5, 5]).throw(&[1]);
    f.ok(Action::Suffer { piece: p("us-skirmisher-1") }).ok(Action::GiveGround);
    go(&mut f, "us-skirmisher-2");
    // No room where the brigade went: they find another hex.
    let full = "us-paul 1209, us-skirmisher-1 1209, us-hays 1309, us-zook 1309, us-owen 1309";
    let mut f = Battlefield::campaign().put("cs-lane 1110, cs-pender 1110").put(full);
    f.active("hill", "1110").come_to_blows().assault("cs-lane cs-pender", "1209").done_all().throw(&[5, 5]).throw(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-paul") }).ok(Action::GiveGround);
    go(&mut f, "us-paul");
    go(&mut f, "us-skirmisher-1");
}

#[test]
fn guv_13_12_alone_it_rolls_one_die() {
    let mut f = Battlefield::campaign().put("cs-beckham 1110, us-skirmisher-1 1209");
    f.active("stuart", "1110").come_to_blows().assault("cs-beckham", "1209").done();
    assert_eq!(f.pools(), (2, 1));
}

#[test]
fn guv_13_13_they_may_bear_losses() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-von-gilsa 1209, us-skirmisher-1 1209");
    f.active("hill", "1110").come_to_blows().assault("cs-heth", "1209").roll(&[5, 1]).roll(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-skirmisher-1") });
    assert_eq!(f.place("us-skirmisher-1"), Hex::LOST);
    assert!(!f.s.reduced.has(p("us-von-gilsa")));
}

#[test]
fn guv_13_16_alone_they_make_no_breastworks() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-skirmisher-1 1209");
    f.active("hill", "1110").come_to_blows().declare("cs-heth", "1209");
    assert!(!matches!(f.s.battle.unwrap().stage, FightStage::Screen | FightStage::Entrench));
}

#[test]
fn guv_13_17_they_are_always_in_supply() {
    let mut f = Battlefield::campaign().put("cs-heth 2606, us-phelps 4810").turn(5);
    f.add("cs-skirmisher-1 2606, cs-f-lee 2606");
    f.at(give_us_victories::state::Step::NightFalls);
    assert_eq!(f.s.starved, set("cs-heth"));
}

#[test]
fn guv_13_18_extra_skirmishers_by_agreement() {
    let f = Battlefield::new("campaign", &["extra-skirmishers-union=4", "extra-skirmishers-confederate=1"]);
    assert_eq!(f.tally(Seat::Spectator, "union-skirmishers"), "10 available, 0 lost");
    assert_eq!(f.tally(Seat::Spectator, "confederate-skirmishers"), "11 available, 0 lost");
}

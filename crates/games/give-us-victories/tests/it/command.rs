//! Chapter 8: activation.

use crate::table::*;
use engine::{Fog, Seat, Words};
use give_us_victories::Action;
use give_us_victories::ids::Pieces;
use give_us_victories::state::{Lies, Step};

#[test]
fn guv_8_1_guv_8_11_only_units_within_the_radius_act() {
    let mut f = Battlefield::campaign().put("us-caldwell 3114, us-zook 3118, us-brooke 3119, cs-heth 4035");
    f.active("couch", "3114");
    assert!(f.s.active.has(p("us-zook")) && !f.s.active.has(p("us-brooke")));
    f.no_march("GUV-8.1", "us-brooke", "3118");
}

#[test]
fn guv_8_2_guv_8_3_points_buy_formations_and_are_not_saved() {
    let mut f = Battlefield::started("campaign", &[]).turn(3);
    f.at(Step::TurnBegins);
    for id in ["anderson", "stuart", "mclaws"] {
        f.by(CS, Action::Choose { chit: chit(id) });
    }
    f.not_by(CS, "GUV-8.3", Action::Choose { chit: chit("hill") });
    f.not_by(CS, "GUV-8.3", Action::Choose { chit: chit("stuart") });
    f.by(US, Action::Choose { chit: chit("meade") });
    // Three of four Union points are left; next turn there are only its own three.
    f.end_turn();
    assert_eq!(f.s.spent, [0, 0]);
    for id in ["meade", "howard", "slocum"] {
        f.by(US, Action::Choose { chit: chit(id) });
    }
    f.not_by(US, "GUV-8.3", Action::Choose { chit: chit("couch") });
}

#[test]
fn guv_8_4_guv_8_5_three_corps_cost_two_south_of_the_rappahannock() {
    let mut f = Battlefield::campaign().put("us-graham 2516, us-ward 2516, us-barnes 1310, cs-heth 4035").turn(4);
    f.s.pontoons[1].lies = Lies::Over(h("2516"), h("2416"));
    f.at(Step::Choose);
    f.by(US, Action::Choose { chit: chit("sickles") });
    assert_eq!(f.s.spent[0], 1);
    // He crosses in that turn: no extra charge; next turn he costs 2.
    f.active("sickles", "2516").march("us-graham", "2416");
    assert_eq!(f.s.spent[0], 1);
    f.end_turn();
    f.at(Step::Choose);
    f.by(US, Action::Choose { chit: chit("sickles") });
    assert_eq!(f.s.spent[0], 2);
    // The country between the rivers counts too, and other corps always cost 1.
    let mut f = Battlefield::campaign().put("us-graham 1310, us-barnes 1310, cs-heth 4035").turn(5);
    f.at(Step::Choose);
    f.by(US, Action::Choose { chit: chit("meade") });
    f.not_by(US, "GUV-8.4", Action::Choose { chit: chit("sickles") });
}

#[test]
fn guv_8_6_guv_8_7_the_independent_chits_are_always_in_the_cup_for_nothing() {
    let mut f = Battlefield::started("campaign", &[]).turn(3);
    f.at(Step::TurnBegins);
    f.by(US, Action::Done).by(CS, Action::Done);
    assert_eq!(f.s.cup, ["union-independent", "confederate-independent"].into_iter().map(chit).collect());
    assert_eq!(f.s.spent, [0, 0]);
    // Secret and apart: what one side chose shows in nothing the other side sees.
    let mut f = Battlefield::started("campaign", &[]).turn(3);
    f.at(Step::TurnBegins);
    let before = f.game.view(&f.game.knowledge(&f.s, Seat::Confederate));
    f.by(US, Action::Choose { chit: chit("meade") });
    assert_eq!(before, f.view(Seat::Confederate));
}

#[test]
fn guv_8_8_a_chit_is_used_or_passed() {
    let mut f = Battlefield::campaign().put("us-barnes 1310, us-ayres 1310, cs-heth 4035");
    f.s.cup = ["meade", "confederate-independent"].into_iter().map(chit).collect();
    f.at(Step::Draw);
    f.roll(&[0]).ok(Action::Pass);
    assert!(f.s.drawn.has(chit("meade")) && !f.s.cup.has(chit("meade")) && f.s.active.is_empty());
    // His units may still act by the Independent chit.
    let mut f = Battlefield::campaign().put("us-barnes 1310, us-ayres 1310, cs-heth 4035");
    f.s.cup = ["meade", "union-independent"].into_iter().map(chit).collect();
    f.at(Step::Draw);
    f.roll(&[0]).ok(Action::Pass);
    f.roll(&[0]).ok(Action::Activate { hex: h("1310") }).ok(Action::Take { piece: p("us-barnes") });
}

#[test]
fn guv_8_9_a_commander_has_his_own_formation_and_one_independent() {
    // Example 8.3.
    let mut f = Battlefield::campaign().put("us-caldwell 3114, us-barnes 3114, us-provost 3115, us-ny-light 3115, cs-heth 4035");
    f.draw("couch").ok(Action::Activate { hex: h("3114") });
    assert_eq!(f.s.active, set("us-caldwell"));
    f.no("GUV-8.9", Action::Take { piece: p("us-barnes") });
    f.ok(Action::Take { piece: p("us-provost") });
    f.no("GUV-8.14", Action::Take { piece: p("us-ny-light") });
    f.ok(Action::Detach { hex: h("3114") });
    assert_eq!(f.s.active, set("us-caldwell us-provost us-barnes"));
}

#[test]
fn guv_8_10_the_chit_lies_on_or_next_to_its_formation() {
    let mut f = Battlefield::campaign().put("us-caldwell 1310, cs-heth 1411");
    f.draw("couch");
    f.no("GUV-8.10", Action::Activate { hex: h("1312") });
    f.no("GUV-8.10", Action::Activate { hex: h("1411") });
    // Next to the enemy is allowed.
    f.may(Action::Activate { hex: h("1311") });
    f.ok(Action::Activate { hex: h("1410") });
}

#[test]
fn guv_8_12_command_goes_round_enemies_and_rivers() {
    // Over the Rappahannock only by a pontoon of one's own.
    let mut f = Battlefield::campaign().put("us-caldwell 2516, us-zook 2416, cs-heth 4035");
    f.draw("couch").ok(Action::Activate { hex: h("2516") });
    assert!(!f.s.active.has(p("us-zook")));
    let mut f = Battlefield::campaign().put("us-caldwell 2516, us-zook 2416, cs-heth 4035");
    f.s.pontoons[1].lies = Lies::Over(h("2516"), h("2416"));
    f.draw("couch").ok(Action::Activate { hex: h("2516") });
    assert!(f.s.active.has(p("us-zook")));
    // Not through the enemy: round him it is too far.
    let mut f = Battlefield::campaign()
        .put("cs-paxton 1312, cs-nicholls 1309, us-mclean 1311, us-barlow 1210, us-root 1410, us-stone 1211, us-paul 1411");
    f.draw("colston").ok(Action::Activate { hex: h("1312") });
    assert!(!f.s.active.has(p("cs-nicholls")), "three hexes as the crow flies, but enemies stand between");
    let mut f = Battlefield::campaign().put("cs-paxton 1312, cs-nicholls 1309, us-mclean 4810");
    f.draw("colston").ok(Action::Activate { hex: h("1312") });
    assert!(f.s.active.has(p("cs-nicholls")));
}

#[test]
fn guv_8_13_the_chit_stays_until_the_turn_ends() {
    let mut f = Battlefield::campaign().put("us-caldwell 3114, cs-heth 4035");
    f.s.cup = ["couch", "union-independent"].into_iter().map(chit).collect();
    f.at(Step::Draw);
    f.roll(&[0]).ok(Action::Activate { hex: h("3114") });
    assert!(f.view(Seat::Confederate).markers.iter().any(|m| m.kind == engine::words::MarkerKind::Chit && m.label == "Couch"));
    f.done().done();
    assert!(f.s.drawn.has(chit("couch")), "it is remembered as played until the turn ends");
    f.roll(&[0]).ok(Action::Pass);
    assert!(f.s.drawn.is_empty() && f.s.turn == 4);
}

#[test]
fn guv_8_14_guv_8_30_an_independent_goes_along_once_a_turn() {
    let mut f = Battlefield::campaign().put("cs-heth 3833, cs-iverson 3834, cs-nelson 3835, us-phelps 4810");
    f.s.cup = ["hill", "rodes"].into_iter().map(chit).collect();
    f.at(Step::Draw);
    f.roll(&[0]).ok(Action::Activate { hex: h("3834") }).ok(Action::Take { piece: p("cs-nelson") }).done().done();
    f.roll(&[0]).ok(Action::Activate { hex: h("3834") });
    f.no("GUV-8.30", Action::Take { piece: p("cs-nelson") });
}

#[test]
fn guv_9_26_an_independent_left_out_of_a_forced_march_may_fire_later() {
    let mut f = Battlefield::campaign().put("cs-heth 2724, cs-nelson 2722, us-mclean 2721");
    f.s.boxes[1].insert(chit("hill"));
    f.draw("lee").ok(Action::Activate { hex: h("2724") }).ok(Action::ForceMarch);
    f.ok(Action::Exclude { piece: p("cs-nelson") }).ok(Action::Exclude { piece: p("cs-heth") });
    assert!(f.s.forced.has(p("cs-heth")), "the whole formation is barred");
    assert!(!f.s.forced.has(p("cs-nelson")));
    // Who was asked to come along is not left out again.
    let mut f = Battlefield::campaign().put("cs-heth 2724, cs-nelson 2724, us-mclean 2519");
    f.draw("hill").ok(Action::Activate { hex: h("2724") }).ok(Action::Take { piece: p("cs-nelson") });
    f.no("GUV-8.14", Action::Exclude { piece: p("cs-nelson") });
}

#[test]
fn guv_8_15_a_confederate_high_commander_exchanges_for_stuarts_cavalry() {
    let mut f = Battlefield::campaign().put("cs-iverson 1420, cs-mcintosh-art 1421, cs-f-lee 1422, cs-beckham 1422, us-phelps 4810");
    f.s.boxes[2].insert(chit("rodes"));
    f.draw("jackson").ok(Action::Activate { hex: h("1420") });
    assert_eq!(f.s.active, set("cs-iverson cs-mcintosh-art"));
    f.no("GUV-8.15", Action::Exchange { piece: p("cs-beckham"), instead: p("cs-mcintosh-art") });
    f.ok(Action::Exchange { piece: p("cs-f-lee"), instead: p("cs-mcintosh-art") });
    assert_eq!(f.s.active, set("cs-iverson cs-f-lee"), "one for one, never both");
    let mut f = Battlefield::campaign().put("cs-iverson 1420, cs-mcintosh-art 1421, cs-f-lee 1422, us-phelps 4810");
    f.draw("rodes").ok(Action::Activate { hex: h("1420") });
    f.no("GUV-8.15", Action::Exchange { piece: p("cs-f-lee"), instead: p("cs-mcintosh-art") });
    f.no("GUV-8.9", Action::Take { piece: p("cs-f-lee") });
}

#[test]
fn guv_8_16_guv_8_17_guv_8_19_guv_8_20_the_detachment_marker() {
    let mut f = Battlefield::campaign().put("cs-semmes 3123, cs-wilcox 3122, cs-wright 3130, cs-mahone 3125, us-phelps 4810");
    f.s.cup = ["mclaws", "anderson"].into_iter().map(chit).collect();
    f.at(Step::Draw);
    f.roll(&[1]).ok(Action::Activate { hex: h("3123") }).done();
    // In the middle of the movement.
    f.march("cs-semmes", "3124");
    f.no("GUV-8.16", Action::Detach { hex: h("3130") });
    f.ok(Action::Detach { hex: h("3122") });
    f.march("cs-wilcox", "3123");
    f.no("GUV-8.16", Action::Detach { hex: h("3125") });
    f.done();
    f.roll(&[0]).ok(Action::Activate { hex: h("3125") });
    assert!(!f.s.active.has(p("cs-wilcox")) && f.s.active.has(p("cs-mahone")));
    f.no("GUV-8.16", Action::Detach { hex: h("3124") });
}

#[test]
fn guv_8_20_a_combat_waits_for_those_who_could_be_detached() {
    let detach = Action::Detach { hex: h("2722") };
    let mut f = Battlefield::campaign().put("cs-heth 2724, cs-doles 2722, cs-nelson 2722, us-mclean 2721");
    f.draw("hill").ok(Action::Activate { hex: h("2724") }).done().done();
    assert_eq!(f.s.agenda.top(), Step::Bombardment, "a battery could be detached");
    f.may(detach);
    f.done();
    assert_eq!(f.s.agenda.top(), Step::Combat);
    f.ok(detach).ok(Action::Attack { piece: p("cs-doles"), target: h("2721") });
    // With nobody to bring in the activation is over.
    let mut f = Battlefield::campaign().put("cs-heth 2724, cs-doles 2722, us-mclean 2720");
    f.draw("hill").ok(Action::Activate { hex: h("2724") }).done().done();
    assert!(f.s.act.is_none());
}

#[test]
fn guv_8_18_units_that_were_activated_cannot_be_detached() {
    let mut f = Battlefield::campaign().put("cs-semmes 3123, cs-wilcox 3122, us-phelps 4810");
    f.s.activated.insert(p("cs-wilcox"));
    f.draw("mclaws").ok(Action::Activate { hex: h("3123") });
    f.no("GUV-8.18", Action::Detach { hex: h("3122") });
}

#[test]
fn guv_8_21_guv_8_26_a_high_commander_replaces_his_group_for_no_point() {
    // Example 8.2.
    let mut f = Battlefield::started("campaign", &[]).turn(3);
    f.at(Step::TurnBegins);
    for id in ["howard", "slocum"] {
        f.by(US, Action::Group { chit: chit(id), under: chit("hooker") });
    }
    for id in ["meade", "couch"] {
        f.by(US, Action::Choose { chit: chit(id) });
    }
    assert_eq!(f.s.spent[0], 4);
    f.not_by(US, "GUV-8.3", Action::Choose { chit: chit("sickles") });
    f.by(US, Action::Done).by(CS, Action::Done);
    let union: Vec<&str> = f.s.cup.iter().map(|c| c.id()).filter(|c| !c.starts_with("conf")).collect();
    assert_eq!(union, ["hooker", "couch", "meade", "union-independent"]);
}

#[test]
fn guv_8_22_guv_8_23_guv_8_27_the_group_acts_as_one_with_all_independents() {
    let mut f =
        Battlefield::campaign().put("us-buschbeck 1209, us-knipe 1209, us-ny-light 1309, us-regular 1310, us-mclean 2010, cs-heth 1110");
    f.s.boxes[0] = ["howard", "slocum"].into_iter().map(chit).collect();
    f.draw("hooker").ok(Action::Activate { hex: h("1209") });
    assert_eq!(f.s.active, set("us-buschbeck us-knipe us-ny-light us-regular"), "McLean is out of reach and stays inactive");
    f.no("GUV-8.22", Action::Take { piece: p("us-ny-light") });
    // Two corps in one combat.
    f.done();
    f.come_to_blows().declare("us-buschbeck us-knipe", "1110");
    assert!(f.s.drawn.has(chit("howard")), "his own chit is spent with the box");
}

#[test]
fn guv_8_24_the_factor_limits_the_group() {
    let mut f = Battlefield::started("campaign", &[]).turn(7);
    f.at(Step::TurnBegins);
    for id in ["hill", "rodes", "colston"] {
        f.by(CS, Action::Group { chit: chit(id), under: chit("jackson") });
    }
    f.not_by(CS, "GUV-8.24", Action::Group { chit: chit("early"), under: chit("jackson") });
    f.by(CS, Action::Group { chit: chit("early"), under: chit("lee") });
}

#[test]
fn guv_8_25_high_commanders_serve_in_alternate_turns() {
    let mut f = Battlefield::started("campaign", &[]).turn(3);
    f.at(Step::TurnBegins);
    f.by(US, Action::Group { chit: chit("howard"), under: chit("hooker") }).by(US, Action::Done).by(CS, Action::Done);
    while f.s.turn == 3 {
        f.roll(&[0]).ok(Action::Pass);
    }
    f.not_by(US, "GUV-8.25", Action::Group { chit: chit("howard"), under: chit("hooker") });
    f.end_turn();
    assert_eq!(f.s.turn, 5);
    f.by(US, Action::Group { chit: chit("howard"), under: chit("hooker") });
}

#[test]
fn guv_8_28_guv_8_29_the_independent_chit_takes_three_units_within_one_hex() {
    let mut f =
        Battlefield::campaign().put("us-barnes 1310, us-knipe 1309, us-mclean 1409, us-caldwell 1410, us-hall 1412, cs-heth 4035").turn(5);
    f.s.cup = ["union-independent", "howard"].into_iter().map(chit).collect();
    f.at(Step::Draw);
    f.roll(&[1]);
    f.no("GUV-8.28", Action::Activate { hex: h("1812") });
    f.ok(Action::Activate { hex: h("1310") });
    for id in ["us-barnes", "us-knipe", "us-mclean"] {
        f.ok(Action::Take { piece: p(id) });
    }
    f.no("GUV-8.28", Action::Take { piece: p("us-caldwell") });
    f.done().done();
    // Their corps later leaves them out.
    f.roll(&[0]).ok(Action::Activate { hex: h("1409") });
    assert_eq!(f.s.active, Pieces::NONE);
    let mut f = Battlefield::campaign().put("us-barnes 1310, us-zook 1312, cs-heth 4035");
    f.draw("union-independent").ok(Action::Activate { hex: h("1310") });
    f.no("GUV-8.1", Action::Take { piece: p("us-zook") });
}

#[test]
fn guv_8_31_the_detachment_takes_independents_beyond_the_one() {
    let mut f = Battlefield::campaign().put("cs-heth 3833, cs-nelson 3834, cs-brown-art 3835, us-phelps 4810");
    f.draw("hill").ok(Action::Activate { hex: h("3834") }).ok(Action::Take { piece: p("cs-nelson") });
    f.ok(Action::Detach { hex: h("3835") });
    assert_eq!(f.s.active, set("cs-heth cs-nelson cs-brown-art"));
}

#[test]
fn guv_8_11_a_unit_may_be_left_out_before_the_first_action() {
    let mut f = Battlefield::campaign().put("cs-heth 3833, cs-lane 3834, us-phelps 4810");
    f.draw("hill").ok(Action::Activate { hex: h("3834") }).ok(Action::Exclude { piece: p("cs-lane") }).done();
    f.no_march("GUV-8.1", "cs-lane", "3833");
    f.done();
    assert!(f.s.turn == 4 || !f.s.activated.has(p("cs-lane")));
}

/// The Independent chit takes whom it names; nobody is left out of it.
#[test]
fn guv_8_28_nobody_is_left_out_of_the_independent_chit() {
    let mut f = Battlefield::campaign().put("us-barnes 4010, us-ayres 4010, cs-heth 0101");
    f.draw("union-independent").ok(Action::Activate { hex: h("4010") }).ok(Action::Take { piece: p("us-barnes") });
    f.no("GUV-8.28", Action::Exclude { piece: p("us-barnes") });
    assert!(!f.legal().iter().any(|a| matches!(a, Action::Exclude { .. })));
}

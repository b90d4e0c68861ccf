//! Chapters 4, 6 and 7: set-up, the turn, night and rain.

use crate::table::*;
use engine::{Actor, Fog, Rules, Seat};
use give_us_victories::Action;
use give_us_victories::ids::{EventId, Hex};
use give_us_victories::state::Step;

#[test]
fn guv_4_1_the_confederates_set_up_first_in_their_zones() {
    let game = game("campaign", &[]);
    let mut f = Battlefield { s: game.start(), game, log: Vec::new() };
    assert_eq!(f.s.turn, 1);
    f.not_by(US, "GUV-6.1", Action::Preset);
    f.no("GUV-4.1", Action::Place { piece: p("cs-heth"), hex: h("2121") });
    f.ok(Action::Place { piece: p("cs-barksdale"), hex: h("3822") });
    f.no("GUV-4.1", Action::Place { piece: p("cs-barksdale"), hex: h("3722") });
    f.no("GUV-4.1", Action::Preset);
    f.ok(Action::PlaceRest);
    assert_eq!(f.asked(), US);
    f.ok(Action::Preset);
    assert_eq!(f.hex("us-phelps"), "4327");
    assert_eq!(f.s.agenda.top(), Step::RainDie);
}

#[test]
fn guv_4_1_no_unit_is_left_without_a_place() {
    // Dowdall's Tavern must keep room for Buschbeck and Schirmer.
    let game = game("jacksons-attack", &[]);
    let mut f = Battlefield { s: game.start(), game, log: Vec::new() };
    f.ok(Action::Place { piece: p("us-mclean"), hex: h("1721") });
    f.ok(Action::Place { piece: p("us-von-gilsa"), hex: h("1721") });
    f.no("GUV-4.1", Action::Place { piece: p("us-krzyzanowski"), hex: h("1721") });
}

#[test]
fn guv_4_2_guv_4_3_three_events_unseen_and_ready_from_turn_1() {
    let mut f = Battlefield::started("campaign", &["events=on"]);
    let Actor::Chance(chance) = f.game.actor(&f.s) else { panic!("events are drawn") };
    assert_eq!(chance.only, Some(US));
    f.roll(&[0, 1, 2]).roll(&[3, 4, 5]);
    assert_eq!(f.s.hand.map(|h| h.len()), [3, 3]);
    assert_eq!(f.tally(Seat::Union, "confederate-events"), "3");
    assert!(f.tally(Seat::Confederate, "confederate-events").starts_with("3: "));
    assert!(f.game.knowledge(&f.s, Seat::Union).state.hand[CS.index()].is_empty());
    // Rebel Yell on turn 1.
    f.deal(CS, EventId::RebelYell);
    f.add("cs-heth 1110, us-buschbeck 1209");
    f.active("hill", "1110").come_to_blows().assault("cs-heth", "1209");
    f.ok(Action::play(EventId::RebelYell));
}

#[test]
fn guv_6_1_guv_6_2_guv_6_4_the_turn_and_its_nine_chits() {
    // Example 8.1: turn 3.
    let mut f = Battlefield::started("campaign", &[]).turn(3);
    f.at(Step::TurnBegins);
    assert_eq!(f.s.agenda.top(), Step::Choose);
    for id in ["anderson", "stuart", "mclaws"] {
        f.by(CS, Action::Choose { chit: chit(id) });
    }
    for id in ["sickles", "howard", "slocum", "meade"] {
        f.by(US, Action::Choose { chit: chit(id) });
    }
    f.by(US, Action::Done).by(CS, Action::Done);
    assert_eq!(f.s.cup.len(), 3 + 1 + 4 + 1);
    for _ in 0..9 {
        f.roll(&[0]).ok(Action::Pass);
    }
    assert_eq!((f.s.turn, f.s.agenda.top()), (4, Step::Choose));
}

#[test]
fn guv_6_3_movement_then_bombardment_then_combat() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-walker 1110, us-buschbeck 1209");
    f.active("hill", "1110");
    f.no("GUV-6.3", Action::Attack { piece: p("cs-heth"), target: h("1209") });
    f.no("GUV-6.3", Action::Fire { gun: p("cs-walker"), target: h("1209") });
    f.done();
    assert_eq!(f.s.agenda.top(), Step::Bombardment);
    f.no("GUV-6.3", f.order("cs-heth", "1111"));
    f.done();
    f.no("GUV-6.3", Action::Fire { gun: p("cs-walker"), target: h("1209") });
}

#[test]
fn guv_6_5_the_end_of_the_turn_clears_markers_and_chits() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-walker 1110, cs-iverson 1111, us-buschbeck 1209");
    f.active("hill", "1110").ok(Action::Detach { hex: h("1111") }).done();
    f.ok(Action::Fire { gun: p("cs-walker"), target: h("1209") }).ok(Action::OpenFire).done().roll(&[1]);
    assert!(f.s.fired.has(p("cs-walker")) && f.s.detachment[1] == h("1111"));
    f.s.marched = [true; 2];
    f.done();
    assert_eq!(f.s.turn, 4);
    assert!(f.s.fired.is_empty() && f.s.activated.is_empty() && f.s.detachment == [Hex::NONE; 2] && f.s.marched == [false; 2]);
    assert!(f.s.cup.is_empty() && f.s.act.is_none());
    f.active("hill", "1110").done();
    f.may(Action::Fire { gun: p("cs-walker"), target: h("1209") });
}

#[test]
fn guv_6_6_the_game_ends_after_its_last_turn() {
    let mut f = Battlefield::started("lee-moves", &[]);
    f.s.turn = 7;
    f.end_turn();
    assert_eq!((f.s.turn, f.verdict()), (8, None));
    f.end_turn();
    assert!(f.verdict().is_some());
}

#[test]
fn guv_6_7_guv_6_10_guv_14_62_the_night_relieves_those_in_supply() {
    // Lane stands north of the Rappahannock, without a pontoon.
    let mut f = Battlefield::campaign().turn(5);
    f.add("cs-heth 3335 demoralized, cs-thomas 3334 disorganized, cs-lane 2606 disorganized, cs-archer 2606 demoralized starved");
    f.at(Step::NightFalls);
    assert!(f.s.disorganized.has(p("cs-heth")) && !f.s.demoralized.has(p("cs-heth")));
    assert!(!f.s.disorganized.has(p("cs-thomas")));
    // Found out of supply in the same night, Lane keeps his marker.
    assert!(f.s.starved.has(p("cs-lane")) && f.s.disorganized.has(p("cs-lane")));
}

#[test]
fn guv_6_10_a_night_lifts_by_one_grade() {
    let mut f = Battlefield::campaign().turn(10);
    f.add("us-von-gilsa 2606 demoralized, us-mclean 2606, cs-heth 3527");
    f.s.activated = set("us-von-gilsa us-mclean");
    f.at(Step::NightFalls);
    while f.s.turn == 10 {
        f.done();
    }
    assert!(f.s.disorganized.has(p("us-von-gilsa")) && !f.s.demoralized.has(p("us-von-gilsa")));
}

#[test]
fn guv_6_8_guv_6_9_guv_13_14_skirmishers_in_the_night() {
    let mut f = Battlefield::campaign().turn(5);
    f.add("cs-heth 3335, cs-skirmisher-1 3335, cs-skirmisher-2 3334, us-paul 4820");
    for id in ["us-skirmisher-1", "us-skirmisher-2", "us-skirmisher-3"] {
        f.s.put(p(id), Hex::LOST);
    }
    f.at(Step::NightFalls);
    assert_eq!((f.place("cs-skirmisher-1"), f.place("cs-skirmisher-2")), (Hex::READY, Hex::READY));
    assert_eq!(f.tally(Seat::Spectator, "confederate-skirmishers"), "10 available, 0 lost");
    // Three lost: one is gone for good, two are back.
    assert_eq!(f.tally(Seat::Spectator, "union-skirmishers"), "5 available, 0 lost");
    assert_eq!(f.place("us-skirmisher-3"), Hex::GONE);
}

#[test]
fn guv_6_11_recovery_needs_good_order_supply_and_distance() {
    let mut f = Battlefield::campaign().turn(5);
    f.add("cs-heth 3335 reduced, cs-lane 3334 reduced demoralized, cs-iverson 3030 reduced, us-paul 3031, cs-gordon 2606 reduced starved");
    f.at(Step::NightFalls);
    assert_eq!(f.s.agenda.top(), Step::Recovery(CS));
    f.no("GUV-6.11", Action::Recover { piece: p("cs-lane") });
    f.no("GUV-16.1", Action::Recover { piece: p("cs-iverson") });
    f.no("GUV-6.11", Action::Recover { piece: p("cs-gordon") });
    f.ok(Action::Recover { piece: p("cs-heth") });
    assert!(!f.s.reduced.has(p("cs-heth")));
}

#[test]
fn guv_6_12_guv_17_1_each_side_draws_an_event_in_the_night() {
    let mut f = Battlefield::started("campaign", &["events=on"]);
    f.roll(&[0, 1, 2]).roll(&[0, 1, 2]).roll(&[6]);
    f.s.turn = 5;
    f.at(Step::NightFalls);
    f.done().done();
    while matches!(f.s.agenda.top(), Step::Recovery(_)) {
        f.done();
    }
    assert_eq!(f.s.agenda.top(), Step::DrawCard(US));
    f.roll(&[0]).roll(&[0]);
    assert_eq!(f.s.hand.map(|h| h.len()), [4, 4]);
    assert_eq!(f.s.turn, 6);
}

#[test]
fn guv_7_1_guv_14_1_no_combat_and_no_bombardment_at_night() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-walker 1110, us-buschbeck 1209").turn(5);
    f.active("hill", "1110");
    f.no("GUV-7.1", Action::Attack { piece: p("cs-heth"), target: h("1209") });
    f.no("GUV-7.1", Action::Fire { gun: p("cs-walker"), target: h("1209") });
    f.done();
    // Nothing more: the activation is over, the night falls.
    assert!(f.s.act.is_none());
}

#[test]
fn guv_7_2_at_night_contact_may_be_left_but_not_entered() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-lane 1112, us-buschbeck 1209").turn(10);
    f.active("hill", "1110");
    f.no_march("GUV-7.2", "cs-lane", "1111 1110");
    f.no_march("GUV-7.2", "cs-lane", "1211 1210");
    f.march("cs-heth", "1111");
}

#[test]
fn guv_7_3_pontoons_are_built_and_taken_up_at_night_too() {
    let mut f = Battlefield::campaign().put("us-caldwell 2516, cs-heth 2317").turn(5);
    f.s.pontoons[0].lies = give_us_victories::state::Lies::InHand;
    f.active("couch", "2516").ok(Action::Build { piece: p("us-caldwell"), to: h("2416") });
    f.roll(&[4]);
    assert!(f.s.bridged(US, h("2516"), h("2416")));
    f.ok(Action::Dismantle { from: h("2516"), to: h("2416") }).roll(&[4]);
    assert!(!f.s.bridged(US, h("2516"), h("2416")));
}

#[test]
fn guv_7_4_rain_on_the_number_or_less() {
    for (die, rain) in [(2, true), (3, false)] {
        let mut f = Battlefield::campaign().turn(25);
        f.at(Step::TurnBegins);
        f.roll(&[die]);
        assert_eq!(f.s.rain, rain);
    }
    let mut f = Battlefield::started("campaign", &[]).turn(3);
    f.at(Step::TurnBegins);
    assert_eq!((f.s.agenda.top(), f.s.rain), (Step::Choose, false));
}

#[test]
fn guv_7_5_creeks_cost_a_point_in_rain_off_the_road() {
    // 2307/2406: clear on both sides of Deep Run, no road; 2308/2408: a road.
    for (rain, cost) in [(false, 2), (true, 4)] {
        let mut f = Battlefield::campaign().put("us-barnes 2307, cs-heth 4035");
        f.s.rain = rain;
        f.active("meade", "2307").march("us-barnes", "2406");
        assert_eq!(f.spent(), cost);
        let mut f = Battlefield::campaign().put("us-barnes 2308, cs-heth 4035");
        f.s.rain = rain;
        f.active("meade", "2308").march("us-barnes", "2408");
        assert_eq!(f.spent(), 1, "along the road the creek is bridged");
    }
}

#[test]
fn guv_7_6_guv_10_6_the_po_and_the_ny_in_dry_weather_and_in_rain() {
    // 2729/2730 over the Ny: the far bank is clear.
    let mut f = Battlefield::campaign().put("cs-heth 2729, us-phelps 4810");
    f.active("hill", "2729").march("cs-heth", "2730");
    assert_eq!(f.spent(), 2 + 4);
    let mut f = Battlefield::campaign().put("cs-heth 2729, cs-lane 2731, us-phelps 4810");
    f.s.rain = true;
    f.active("hill", "2729");
    f.no_march("GUV-7.6", "cs-heth", "2730");
    // Gayle's bridge serves in rain: the road cost only.
    f.march("cs-lane", "2830");
    assert!(f.spent() <= 2);
}

#[test]
fn guv_7_7_rain_closes_the_fords_but_not_the_pontoons() {
    let mut f = Battlefield::campaign().put("us-barnes 1515, us-devin 0702, cs-heth 4035");
    f.s.rain = true;
    f.active("meade", "1515");
    f.no_march("GUV-7.7", "us-barnes", "1615");
    f.s.pontoons[1].lies = give_us_victories::state::Lies::Over(h("1515"), h("1615"));
    f.march("us-barnes", "1615");
    // The major road, and one point for the pontoon.
    assert_eq!(f.spent(), 1 + 2);
    let mut f = Battlefield::campaign().put("us-devin 1109, cs-heth 4035");
    f.s.rain = true;
    f.draw("union-independent").ok(Action::Activate { hex: h("1109") }).ok(Action::Take { piece: p("us-devin") }).done();
    f.no_march("GUV-7.7", "us-devin", "1110");
}

/// A step that is pending has what it is about: a position that says otherwise is refused.
#[test]
fn a_pending_step_has_its_subject() {
    let steps = [
        (Step::Shell, "no bombardment is under way"),
        (Step::Fight, "no combat is under way"),
        (Step::Approach, "nobody came near"),
        (Step::Withdraw, "nobody breaks contact"),
        (Step::FallBack, "there is no general retreat"),
    ];
    for (step, fault) in steps {
        let mut f = Battlefield::campaign().put("cs-heth 2123, us-paul 1920");
        f.active("hill", "2123");
        f.game.audit(&f.s).unwrap();
        f.s.agenda.push(step);
        assert_eq!(f.game.audit(&f.s), Err(format!("agenda: {fault}")), "{step:?}");
    }
}

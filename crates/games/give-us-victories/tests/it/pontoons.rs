//! Chapters 10 and 11: rivers, fords, pontoons.

use crate::table::*;
use engine::Seat;
use give_us_victories::Action;
use give_us_victories::ids::EventId;
use give_us_victories::state::{Lies, Step};

#[test]
fn guv_10_1_infantry_and_guns_need_a_pontoon_over_the_rappahannock() {
    let mut f = Battlefield::campaign().put("us-caldwell 3120, us-morgan 3120, us-brown 3921, cs-heth 1110").turn(15);
    f.s.boxes[0] = ["couch", "sedgwick"].into_iter().map(chit).collect();
    f.draw("hooker").ok(Action::Activate { hex: h("3120") });
    f.s.active = set("us-caldwell us-morgan us-brown");
    f.done();
    f.no_march("GUV-10.1", "us-caldwell", "3121");
    f.no_march("GUV-10.1", "us-morgan", "3121");
    f.no_march("GUV-10.1", "us-caldwell", "3220");
    // A site below the falls is closed to all.
    f.no_march("GUV-10.1", "us-brown", "3922");
    f.s.pontoons[1].lies = Lies::Over(h("3120"), h("3121"));
    f.march("us-caldwell", "3121");
}

#[test]
fn guv_10_3_cavalry_wades_the_rappahannock_for_five_points() {
    // Barnett's Ford, to the clear bank at 1110: 1 + 5.
    let mut f = Battlefield::campaign().put("us-devin 1109, cs-heth 4035");
    f.draw("union-independent").ok(Action::Activate { hex: h("1109") }).ok(Action::Take { piece: p("us-devin") }).done();
    f.march("us-devin", "1110");
    assert_eq!(f.spent(), 12);
    // Over a pontoon: by road, and one.
    let mut f = Battlefield::campaign().put("us-devin 1109, cs-heth 4035");
    f.s.pontoons[1].lies = Lies::Over(h("1109"), h("1110"));
    f.draw("union-independent").ok(Action::Activate { hex: h("1109") }).ok(Action::Take { piece: p("us-devin") }).done();
    f.march("us-devin", "1110");
    assert_eq!(f.spent(), 4);
    // Not at a pontoon site.
    let mut f = Battlefield::campaign().put("us-devin 3921, cs-heth 1110");
    f.draw("union-independent").ok(Action::Activate { hex: h("3921") }).ok(Action::Take { piece: p("us-devin") }).done();
    f.no_march("GUV-10.1", "us-devin", "3922");
}

#[test]
fn guv_10_4_the_rapidan_fords_serve_everybody_for_three_points() {
    let mut f = Battlefield::campaign().put("us-barnes 1213, us-ayres 1515, us-tyler 1414, cs-heth 4035");
    f.active("meade", "1414");
    f.march("us-barnes", "1214");
    assert_eq!(f.spent(), 2 + 6, "Culpeper Mine Ford by minor road");
    f.march("us-ayres", "1615");
    assert_eq!(f.spent(), 1 + 6, "Ely's Ford by major road");
    let mut f = Battlefield::campaign().put("us-tyler 1515, cs-heth 4035");
    f.active("meade", "1515");
    f.no_march("GUV-10.4", "us-tyler", "1516");
}

#[test]
fn guv_10_5_guv_15_5_guv_15_6_supply_over_the_rivers() {
    // The V Corps south of the Rapidan lives by Kelly's Ford and Ely's Ford.
    let night = |rain: bool, kellys: bool| {
        let mut f = Battlefield::campaign().put("us-barnes 1615, cs-heth 4035").turn(5);
        f.s.rain = rain;
        f.s.pontoons[0].lies = if kellys { Lies::Over(h("0602"), h("0702")) } else { Lies::InHand };
        f.s.pontoons[1].lies = Lies::InHand;
        f.s.pontoons[2].lies = Lies::InHand;
        f.at(Step::NightFalls);
        !f.s.starved.has(p("us-barnes"))
    };
    assert!(night(false, true));
    assert!(!night(false, false), "no line over a Rappahannock ford without a pontoon");
    assert!(!night(true, true), "a wet ford of the Rapidan cuts the line");
}

#[test]
fn guv_10_5_guv_15_6_a_pontoon_keeps_a_wet_ford_open() {
    let mut f = Battlefield::campaign().put("us-barnes 1615, cs-heth 4035").turn(5);
    f.s.rain = true;
    f.s.pontoons[0].lies = Lies::Over(h("0602"), h("0702"));
    f.s.pontoons[1].lies = Lies::Over(h("1515"), h("1615"));
    f.at(Step::NightFalls);
    assert!(!f.s.starved.has(p("us-barnes")));
}

#[test]
fn guv_11_1_six_pontoons_and_one_that_needs_its_event() {
    let f = Battlefield::started("campaign", &[]);
    assert_eq!(f.s.pontoons.iter().filter(|p| p.owner == US && matches!(p.lies, Lies::Over(..))).count(), 3);
    assert_eq!(f.s.pontoons.iter().filter(|p| p.owner == US && p.lies == Lies::InHand).count(), 3);
    let mut f = Battlefield::campaign().put("cs-wilcox 3121, us-phelps 4810");
    f.active("anderson", "3121");
    f.no("GUV-11.1", Action::Build { piece: p("cs-wilcox"), to: h("3120") });
    f.s.csa_bridge = true;
    f.ok(Action::Build { piece: p("cs-wilcox"), to: h("3120") });
    assert!(f.s.bridged(CS, h("3120"), h("3121")));
}

#[test]
fn guv_11_2_pontoons_do_not_fight() {
    let mut f = Battlefield::campaign().put("us-caldwell 3121, cs-wilcox 3122");
    f.s.pontoons[1].lies = Lies::Over(h("3120"), h("3121"));
    f.active("anderson", "3122").come_to_blows().assault("cs-wilcox", "3121");
    while f.s.battle.is_some_and(|b| b.owed == [0, 0] && b.rolled[0][0] == 0) && f.s.agenda.top() == Step::Fight {
        match engine::Rules::actor(&f.game, &f.s) {
            engine::Actor::Chance(_) => break,
            _ => {
                f.done();
            }
        }
    }
    assert_eq!(f.s.battle.unwrap().defenders, set("us-caldwell"));
}

#[test]
fn guv_11_3_guv_15_7_a_pontoon_joins_the_roads_of_both_banks() {
    let supplied = |bridged: bool| {
        let mut f = Battlefield::campaign().put("us-caldwell 2416, cs-heth 4035").turn(5);
        for k in 0..3 {
            f.s.pontoons[k].lies = Lies::InHand;
        }
        if bridged {
            f.s.pontoons[0].lies = Lies::Over(h("2416"), h("2516"));
        }
        f.at(Step::NightFalls);
        !f.s.starved.has(p("us-caldwell"))
    };
    assert!(supplied(true) && !supplied(false));
}

#[test]
fn guv_11_4_guv_11_5_guv_11_7_guv_11_9_building() {
    let mut f =
        Battlefield::campaign().put("us-caldwell 2516, us-zook 2516, us-meagher 2515, us-morgan 2516, us-brooke 2516, cs-heth 4035");
    f.active("couch", "2516");
    f.no("GUV-11.4", Action::Build { piece: p("us-morgan"), to: h("2416") });
    f.march("us-meagher", "2516");
    f.no("GUV-11.4", Action::Build { piece: p("us-meagher"), to: h("2416") });
    f.no("GUV-11.4", Action::Build { piece: p("us-caldwell"), to: h("2517") });
    f.no("GUV-11.4", Action::Build { piece: p("us-caldwell"), to: h("2415") });
    f.ok(Action::Build { piece: p("us-caldwell"), to: h("2416") });
    // No enemy near: no die; friends cross in the same turn for one point more.
    f.march("us-zook", "2416");
    assert_eq!(f.spent(), 2 + 2);
    f.no("GUV-11.5", Action::Build { piece: p("us-brooke"), to: h("2416") });
    f.no_march("GUV-11.9", "us-caldwell", "2416");
}

#[test]
fn guv_11_4_over_the_po_at_any_bank() {
    let mut f = Battlefield::campaign().put("us-caldwell 2729, cs-heth 1110");
    f.active("couch", "2729");
    f.ok(Action::Build { piece: p("us-caldwell"), to: h("2730") });
    assert!(f.s.bridged(US, h("2729"), h("2730")));
    // GUV-11.17: where a bridge of the map stands nothing is built.
    let mut f = Battlefield::campaign().put("us-caldwell 2731, cs-heth 1110");
    f.active("couch", "2731");
    f.no("GUV-11.17", Action::Build { piece: p("us-caldwell"), to: h("2830") });
}

#[test]
fn guv_11_6_guv_11_8_under_the_enemys_eyes_a_die_decides() {
    let mut f = Battlefield::campaign().put("us-caldwell 2516, us-zook 2516, cs-heth 2317");
    f.active("couch", "2516").ok(Action::Build { piece: p("us-caldwell"), to: h("2416") }).roll(&[3]);
    assert!(!f.s.bridged(US, h("2416"), h("2516")));
    assert_eq!(f.s.pontoons.iter().filter(|p| p.lies == Lies::InHand && p.owner == US).count(), 3, "it stays in hand");
    f.no("GUV-11.8", Action::Build { piece: p("us-caldwell"), to: h("2416") });
    f.ok(Action::Build { piece: p("us-zook"), to: h("2416") }).roll(&[4]);
    assert!(f.s.bridged(US, h("2416"), h("2516")));
    f.finish_activation();
}

#[test]
fn guv_11_9_a_builder_does_not_attack() {
    let mut f = Battlefield::campaign().put("us-caldwell 3121, us-zook 3121, cs-heth 3122");
    f.active("couch", "3121").ok(Action::Build { piece: p("us-caldwell"), to: h("3120") }).roll(&[1]);
    f.come_to_blows();
    f.no("GUV-11.9", Action::Attack { piece: p("us-caldwell"), target: h("3122") });
    f.may(Action::Attack { piece: p("us-zook"), target: h("3122") });
}

#[test]
fn guv_11_10_guv_11_11_guv_11_13_taking_up() {
    let mut f = Battlefield::campaign().put("us-caldwell 3010, cs-wilcox 3122").turn(7);
    f.s.pontoons[3].lies = Lies::Over(h("2516"), h("2416"));
    f.s.pontoons[4].lies = Lies::Over(h("3120"), h("3121"));
    f.active("couch", "3010");
    // No unit need be near; it can be used again from the next turn.
    f.ok(Action::Dismantle { from: h("2516"), to: h("2416") });
    assert_eq!(f.s.pontoons[3].lies, Lies::Packed);
    f.ok(Action::Dismantle { from: h("3121"), to: h("3120") }).roll(&[2]);
    assert!(f.s.bridged(US, h("3120"), h("3121")), "Wilcox is near: a 2 fails");
    f.no("GUV-11.11", Action::Dismantle { from: h("3121"), to: h("3120") });
    f.end_turn();
    assert_eq!(f.s.pontoons[3].lies, Lies::InHand);
    let mut f = Battlefield::campaign().put("cs-wilcox 3122, us-caldwell 3010");
    f.s.pontoons[4] = give_us_victories::state::Pontoon { owner: CS, lies: Lies::Over(h("3120"), h("3121")) };
    f.active("anderson", "3122");
    f.no("GUV-11.13", Action::Dismantle { from: h("3120"), to: h("3121") });
}

#[test]
fn guv_11_12_a_pontoon_is_taken_up_behind_a_retreat() {
    let mut f = Battlefield::campaign().put("us-caldwell 2416 demoralized, cs-archer 2216, us-zook 2610");
    f.s.pontoons[4].lies = Lies::Over(h("2416"), h("2516"));
    f.active("hill", "2216").march("cs-archer", "2316");
    // The demoralized brigade goes back over the river.
    let over = Action::Retreat { piece: p("us-caldwell"), path: path("2416", "2516") };
    assert!(f.legal().contains(&over), "{:?}", f.legal());
    f.ok(over);
    assert_eq!(f.s.agenda.top(), Step::Behind(4));
    f.ok(Action::BreakBridge).roll(&[4]);
    assert_eq!(f.s.pontoons[4].lies, Lies::Packed);
}

#[test]
fn guv_11_12_a_pontoon_is_taken_up_behind_units_that_break_contact() {
    let stage = || {
        let mut f = Battlefield::campaign().put("us-caldwell 2416, us-zook 2416, cs-archer 2216, us-hays 2610");
        f.s.pontoons[4].lies = Lies::Over(h("2416"), h("2516"));
        f.active("hill", "2216").march("cs-archer", "2316").ok(Action::Break { hex: h("2416") });
        f.ok(Action::Withdraw { pieces: set("us-caldwell"), path: path("2416", "2516") });
        // The others come first.
        assert_eq!(f.s.agenda.top(), Step::Withdraw);
        f.ok(Action::Withdraw { pieces: set("us-zook"), path: path("2416", "2516") });
        assert_eq!((f.asked(), f.s.agenda.top()), (US, Step::Behind(4)));
        f
    };
    let mut f = stage();
    f.ok(Action::BreakBridge).roll(&[4]);
    assert_eq!(f.s.pontoons[4].lies, Lies::Packed);
    assert_eq!((f.asked(), f.s.agenda.top()), (CS, Step::Movement));
    let mut f = stage();
    f.ok(Action::BreakBridge).roll(&[3]);
    assert_eq!(f.s.pontoons[4].lies, Lies::Over(h("2416"), h("2516")));
    let mut f = stage();
    f.done();
    assert_eq!((f.asked(), f.s.pontoons[4].lies), (CS, Lies::Over(h("2416"), h("2516"))));
}

#[test]
fn guv_11_14_guv_11_15_guv_11_16_guv_11_18_seizing_and_destroying() {
    let stage = || {
        let mut f = Battlefield::campaign().put("cs-wilcox 3122, cs-mahone 3122, us-caldwell 3010");
        f.s.pontoons[4].lies = Lies::Over(h("3120"), h("3121"));
        f.active("anderson", "3122");
        f
    };
    let mut f = stage();
    f.no("GUV-11.14", Action::Seize { piece: p("cs-wilcox"), to: h("3121") });
    f.march("cs-wilcox", "3121");
    let before = f.spent();
    f.ok(Action::Seize { piece: p("cs-wilcox"), to: h("3120") });
    assert_eq!((f.spent(), f.s.pontoons[4].owner), (before + 4, CS));
    // Now the Confederates cross it for one point; the Union may not.
    f.march("cs-mahone", "3121 3120");
    assert_eq!(f.hex("cs-mahone"), "3120");
    assert!(!f.s.bridged(US, h("3120"), h("3121")));
    // And back again by the same means.
    let mut f = Battlefield::campaign().put("us-caldwell 3120, cs-heth 1110");
    f.s.pontoons[4] = give_us_victories::state::Pontoon { owner: CS, lies: Lies::Over(h("3120"), h("3121")) };
    f.active("couch", "3120").ok(Action::Seize { piece: p("us-caldwell"), to: h("3121") });
    assert_eq!(f.s.pontoons[4].owner, US);
    let mut f = stage();
    f.march("cs-wilcox", "3121").ok(Action::Destroy { piece: p("cs-wilcox"), to: h("3120") });
    assert_eq!(f.s.pontoons[4].lies, Lies::Destroyed);
    // With an enemy near the pontoon nobody seizes it.
    let mut f = stage();
    f.add("us-zook 3119");
    f.march("cs-wilcox", "3121");
    f.no("GUV-11.14", Action::Destroy { piece: p("cs-wilcox"), to: h("3120") });
}

#[test]
fn guv_11_17_bridges_of_the_map_stand_for_good() {
    let mut f = Battlefield::campaign().put("us-caldwell 2731, cs-heth 1110");
    f.active("couch", "2731");
    f.no("GUV-11.14", Action::Destroy { piece: p("us-caldwell"), to: h("2830") });
    assert!(!f.legal().iter().any(|a| matches!(a, Action::Destroy { .. } | Action::Seize { .. })));
}

#[test]
fn guv_17_14_the_csa_bridge_event_brings_the_confederate_pontoon() {
    let mut f = Battlefield::new("campaign", &["events=on"]).turn(3).put("cs-wilcox 3121, us-phelps 4810");
    f.deal(CS, EventId::CsaBridge);
    f.active("anderson", "3121").ok(Action::play(EventId::CsaBridge));
    f.ok(Action::Build { piece: p("cs-wilcox"), to: h("3120") });
    assert!(f.s.bridged(CS, h("3120"), h("3121")));
    assert!(!f.s.hand[1].has(EventId::CsaBridge) && !f.s.deck[1].has(EventId::CsaBridge), "once only");
    assert_eq!(f.view(Seat::Union).markers.iter().filter(|m| m.kind == engine::words::MarkerKind::Bridge && m.side == Some(CS)).count(), 1);
}

/// what the Union seizes is its own: it may take it up and build with it elsewhere.
#[test]
fn guv_11_15_a_seized_confederate_pontoon_joins_the_union_train() {
    let mut f = Battlefield::campaign().put("us-caldwell 3120, cs-heth 1110");
    let k = f.s.pontoons.iter().position(|x| x.owner == CS).unwrap();
    f.s.pontoons.iter_mut().filter(|x| x.owner == US).for_each(|x| x.lies = Lies::Destroyed);
    f.s.pontoons[k].lies = Lies::Over(h("3120"), h("3121"));
    f.active("couch", "3120").ok(Action::Seize { piece: p("us-caldwell"), to: h("3121") });
    f.ok(Action::Dismantle { from: h("3120"), to: h("3121") });
    assert_eq!((f.s.pontoons[k].owner, f.s.pontoons[k].lies), (US, Lies::Packed));
    f.s.act = None;
    f.s.active = give_us_victories::ids::Pieces::NONE;
    f.end_turn();
    assert_eq!(f.s.pontoons[k].lies, Lies::InHand);
    f.active("couch", "3120").ok(Action::Build { piece: p("us-caldwell"), to: h("3121") });
    assert!(f.s.bridged(US, h("3120"), h("3121")));
}

//! Chapter 18: the campaign game.

use crate::table::*;
use give_us_victories::Action;
use give_us_victories::ids::{EventId, Hex};
use give_us_victories::state::{Lies, Step, WorksEffect};

#[test]
fn guv_18_1_twenty_five_turns() {
    let mut f = Battlefield::started("campaign", &[]);
    assert_eq!(f.s.turn, 1);
    f.s.turn = 24;
    f.end_turn();
    assert_eq!(f.verdict(), None);
    f.end_turn();
    assert!(f.verdict().is_some());
}

#[test]
fn guv_18_2_the_bridgeheads_are_fortified() {
    let mut f = Battlefield::campaign().put("us-phelps 4327, us-cutler 4327, cs-gordon 4328, cs-hoke 4328, cs-smith 4328");
    f.active("early", "4328").come_to_blows().assault("cs-gordon cs-hoke cs-smith", "4327");
    let b = f.s.battle.unwrap();
    assert_eq!((b.works, b.base), (WorksEffect::Fort, [2, 3]));
    // They are fixed: no breastworks there, and no action moves them.
    assert!(f.view(engine::Seat::Spectator).markers.iter().filter(|m| m.kind == engine::words::MarkerKind::Fort).count() == 2);
}

#[test]
fn guv_18_3_the_i_corps_waits_for_turn_6() {
    for (turn, free) in [(4, false), (6, true)] {
        let mut f = Battlefield::started("campaign", &[]).turn(turn);
        f.at(Step::Choose);
        let order = Action::Choose { chit: chit("reynolds") };
        if free {
            f.by(US, order);
        } else {
            f.not_by(US, "GUV-18.3", order);
        }
    }
}

#[test]
fn guv_18_4_the_vi_corps_and_gibbon_wait_for_turn_14() {
    let mut f = Battlefield::started("campaign", &[]).turn(9);
    f.at(Step::Choose);
    f.not_by(US, "GUV-18.4", Action::Choose { chit: chit("sedgwick") });
    // Sully by Couch, by detachment, by the Independent chit: refused.
    let mut f = Battlefield::campaign().put("us-sully 3818, us-caldwell 3817, cs-heth 0101").turn(9);
    f.draw("couch").ok(Action::Activate { hex: h("3817") });
    assert_eq!(f.s.active, set("us-caldwell"));
    f.no("GUV-18.4", Action::Detach { hex: h("3818") });
    let mut f = Battlefield::campaign().put("us-sully 3818, us-caldwell 3817, cs-heth 0101").turn(9);
    f.draw("union-independent").ok(Action::Activate { hex: h("3817") });
    f.no("GUV-18.4", Action::Take { piece: p("us-sully") });
    let mut f = Battlefield::started("campaign", &[]).turn(14);
    f.at(Step::Choose);
    f.by(US, Action::Choose { chit: chit("sedgwick") });
}

#[test]
fn guv_18_5_an_attack_or_bombardment_frees_them_from_the_next_turn() {
    let mut f = Battlefield::campaign().put("us-brown 4024, cs-andrews 4025, us-phelps 4810, cs-gordon 4028").turn(4);
    f.active("early", "4025").done();
    f.ok(Action::Fire { gun: p("cs-andrews"), target: h("4024") }).ok(Action::OpenFire);
    assert_eq!(f.s.released, 1, "not in this turn yet");
    f.roll(&[1]);
    f.finish_activation();
    assert_eq!((f.s.turn, f.s.released), (5, 2));
    f.at(Step::Choose);
    f.by(US, Action::Choose { chit: chit("sedgwick") });
    let mut g = Battlefield::campaign().put("us-phelps 4327, us-brown 4125, cs-gordon 4328").turn(3);
    g.active("early", "4328").come_to_blows().declare("cs-gordon", "4327");
    assert_eq!(g.s.released, 1);
}

#[test]
fn guv_18_7_the_union_reserve_stays_on_its_bank() {
    let mut f = Battlefield::campaign().put("us-provost 2516, us-ny-light 1515, cs-heth 4035");
    f.s.pontoons[1].lies = Lies::Over(h("2516"), h("2416"));
    f.draw("union-independent").ok(Action::Activate { hex: h("2516") }).ok(Action::Take { piece: p("us-provost") }).done();
    f.no_march("GUV-18.7", "us-provost", "2416");
    let mut f = Battlefield::campaign().put("us-ny-light 1515, us-devin 1515, cs-heth 4035");
    f.draw("union-independent").ok(Action::Activate { hex: h("1515") });
    f.ok(Action::Take { piece: p("us-ny-light") }).ok(Action::Take { piece: p("us-devin") }).done();
    f.no_march("GUV-18.7", "us-ny-light", "1615");
    // Devin is cavalry and may.
    f.march("us-devin", "1615");
}

#[test]
fn guv_18_8_stuart_waits_for_ten_steps_beyond_the_rivers() {
    let beyond = "cs-heth 1310, cs-lane 1310, cs-archer 1311, cs-thomas 1311";
    let mut f = Battlefield::campaign().put(beyond).put("cs-pender 1410 reduced, cs-f-lee 1615, us-phelps 4810");
    f.active("stuart", "1615");
    f.no_march("GUV-18.8", "cs-f-lee", "1515");
    f.s.reduced.remove(p("cs-pender"));
    f.march("cs-f-lee", "1515");
    // Who is over may come back though the steps are gone.
    let mut f = Battlefield::campaign().put("cs-f-lee 1515, us-phelps 4810");
    f.active("stuart", "1515").march("cs-f-lee", "1615");
}

#[test]
fn guv_18_9_guv_18_10_guv_18_11_the_cavalry_of_turn_11() {
    let mut f = Battlefield::started("campaign", &[]).turn(11);
    f.at(Step::TurnBegins);
    assert_eq!((f.asked(), f.s.agenda.top()), (US, Step::Arrive));
    f.no("GUV-18.9", Action::Place { piece: p("us-davis"), hex: h("0119") });
    f.no("GUV-18.9", Action::Place { piece: p("us-barnes"), hex: h("0110") });
    f.ok(Action::Place { piece: p("us-davis"), hex: h("0113") });
    f.ok(Action::Place { piece: p("us-sargent"), hex: h("0107") }).ok(Action::Place { piece: p("us-mcintosh"), hex: h("0104") });
    assert_eq!(f.s.agenda.top(), Step::Choose);
    // Not as the independent unit of a corps; by the Independent chit, but not over the Rapidan southward.
    f.add("us-barnes 0112");
    f.draw("meade").ok(Action::Activate { hex: h("0112") });
    f.no("GUV-18.11", Action::Take { piece: p("us-davis") });
    f.ok(Action::Detach { hex: h("0113") }).done();
    f.no_march("GUV-18.10", "us-davis", "0213");
    f.s.freed[2] = true;
    f.march("us-davis", "0213");
    // The event frees them.
    let mut f = Battlefield::new("campaign", &["events=on"]).turn(12).put("us-davis 0113, cs-heth 4035");
    f.deal(US, EventId::CorpsReleased)
        .draw("union-independent")
        .ok(Action::Activate { hex: h("0113") })
        .ok(Action::Take { piece: p("us-davis") });
    f.ok(Action::Play { event: EventId::CorpsReleased, hex: Hex::NONE, piece: None, chit: None }).done();
    f.march("us-davis", "0213");
}

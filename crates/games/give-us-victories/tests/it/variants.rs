//! Chapter 20: the hypothetical deployment and the forces that took no part.

use crate::table::*;
use engine::{Fog, Handbook, Rules, Seat};
use give_us_victories::action::BoxId;
use give_us_victories::counters::{boxes, counters};
use give_us_victories::ground::ground;
use give_us_victories::ids::{Hex, Pieces};
use give_us_victories::state::{Lies, Step};
use give_us_victories::{Action, GiveUsVictories};

fn into(id: &str) -> BoxId {
    BoxId(boxes().iter().position(|b| b.id == id).unwrap() as u8)
}

fn strategic(options: &[&str]) -> Battlefield {
    let mut all = vec!["deployment=hypothetical"];
    all.extend(options);
    let game = game("campaign", &all);
    Battlefield { s: game.start(), game, log: Vec::new() }
}

const CONFEDERATE: [(&str, &str); 7] = [
    ("anderson", "zoan-banks-ford"),
    ("mclaws", "fredericksburg"),
    ("hill", "hamiltons-crossing"),
    ("rodes", "hamiltons-crossing"),
    ("early", "hamiltons-crossing"),
    ("colston", "wilderness"),
    ("stuart", "western-outposts"),
];
const UNION: [(&str, &str); 7] = [
    ("couch", "upper-fords"),
    ("slocum", "upper-fords"),
    ("meade", "middle-fords"),
    ("howard", "falmouth"),
    ("reynolds", "lower-crossings"),
    ("sedgwick", "lower-crossings"),
    ("sickles", "middle-fords"),
];

fn placed(options: &[&str]) -> Battlefield {
    let mut f = strategic(options);
    for (c, u) in CONFEDERATE.iter().zip(UNION) {
        f.by(CS, Action::Assign { chit: chit(c.0), into: into(c.1) });
        f.by(US, Action::Assign { chit: chit(u.0), into: into(u.1) });
    }
    f
}

#[test]
fn guv_20_1_chits_go_into_boxes_in_turn_face_down_within_the_limits() {
    let mut f = strategic(&[]);
    assert_eq!(f.asked(), CS);
    f.no("GUV-20.1", Action::Assign { chit: chit("hill"), into: into("falmouth") });
    f.no("GUV-20.1", Action::Assign { chit: chit("hill"), into: into("western-outposts") });
    f.ok(Action::Assign { chit: chit("hill"), into: into("wilderness") });
    assert_eq!(f.asked(), US);
    // Face down: the enemy sees that a chit lies there, not which.
    let known = f.game.knowledge(&f.s, Seat::Union);
    assert_eq!(known.state.assigned[chit("hill").index()], 255);
    assert_eq!(known.strategic[usize::from(into("wilderness").0)], 1);
    // A minimum must stay within reach: five of seven elsewhere leave two for the upper fords.
    let mut f = strategic(&[]);
    let union = [("couch", "middle-fords"), ("slocum", "middle-fords"), ("meade", "middle-fords"), ("howard", "lower-crossings")];
    for (c, u) in CONFEDERATE.iter().zip(union) {
        f.by(CS, Action::Assign { chit: chit(c.0), into: into(c.1) });
        f.by(US, Action::Assign { chit: chit(u.0), into: into(u.1) });
    }
    f.by(CS, Action::Assign { chit: chit(CONFEDERATE[4].0), into: into(CONFEDERATE[4].1) });
    f.no("GUV-20.1", Action::Assign { chit: chit("reynolds"), into: into("middle-fords") });
    f.no("GUV-20.1", Action::Assign { chit: chit("reynolds"), into: into("lower-crossings") });
    f.ok(Action::Assign { chit: chit("reynolds"), into: into("falmouth") });
}

#[test]
fn guv_20_2_the_forces_deploy_by_the_notes_of_their_boxes() {
    // Example 8.20: the II and XII Corps within two hexes of Ely's or Germanna Ford.
    let mut f = placed(&[]);
    assert_eq!(f.s.agenda.top(), Step::Deploy(0));
    assert_eq!(f.game.knowledge(&f.s, Seat::Confederate).state.assigned[chit("couch").index()], into("upper-fords").0);
    f.no("GUV-20.2", Action::Preset);
    f.no("GUV-20.2", Action::Place { piece: p("cs-paxton"), hex: h("4128") });
    f.ok(Action::Place { piece: p("cs-paxton"), hex: h("2122") }).ok(Action::PlaceRest);
    f.ok(Action::PlaceRest);
    let fords = ["0513", "0613", "1515", "1615"].map(h);
    for id in ["us-caldwell", "us-hall", "us-knipe", "us-best"] {
        let hex = f.place(id);
        assert!(fords.iter().any(|x| ground().distance(*x, hex) <= 2), "{id} at {hex:?}");
    }
    f.game.audit(&f.s).unwrap();
}

/// Whoever stands in a bridgehead keeps it for his corps, also when the rest are placed by themselves.
#[test]
fn guv_20_2_a_bridgehead_is_for_one_corps() {
    for first in [None, Some(("us-phelps", "4327")), Some(("us-bartlett", "4327"))] {
        let mut f = placed(&[]);
        f.ok(Action::PlaceRest);
        if let Some((id, hex)) = first {
            f.ok(Action::Place { piece: p(id), hex: h(hex) });
        }
        f.ok(Action::PlaceRest);
        for hex in ["4327", "4024"] {
            let corps: std::collections::BTreeSet<_> =
                f.s.stack(h(hex)).iter().map(|p| format!("{:?}", counters().get(p).formation)).collect();
            assert!(corps.len() <= 1, "{hex}: {corps:?}");
        }
    }
}

/// Confederates deploy neither in a bridgehead nor next to one on its bank of the river, though their box reaches so far.
#[test]
fn guv_20_2_nobody_deploys_next_to_a_bridgehead() {
    let f = placed(&[]);
    let hays = |hex: &str| Action::Place { piece: p("cs-hays"), hex: h(hex) };
    for hex in ["4327", "4226", "4227", "4328", "4427", "4025"] {
        assert!(ground().distance(h(hex), ground().place("Hamilton's Crossing")) <= 3, "{hex}");
        f.no("GUV-20.2", hays(hex));
    }
    // Next to those they may stand.
    for hex in ["4126", "4228", "4329", "4428", "4026"] {
        f.may(hays(hex));
    }
}

#[test]
fn guv_20_3_independents_as_in_the_campaign_and_no_bound_corps() {
    let mut f = placed(&[]);
    f.no("GUV-20.2", Action::Place { piece: p("cs-washington"), hex: h("2121") });
    f.ok(Action::Place { piece: p("cs-washington"), hex: h("3722") });
    f.ok(Action::PlaceRest).ok(Action::PlaceRest).roll(&[6]);
    // Pontoons at Kelly's Ford and at the bridgeheads that are held.
    for (bridgehead, side) in [("4024", "4125"), ("4327", "4326")] {
        assert_eq!(f.s.bridged(US, h(bridgehead), h(side)), !f.s.stack(h(bridgehead)).is_empty());
    }
    assert!(f.s.bridged(US, h("0602"), h("0702")));
    assert_eq!(f.s.turn, 1);
    f.by(US, Action::Choose { chit: chit("sedgwick") });
}

#[test]
fn guv_20_4_stoneman_starts_at_kellys_ford_and_is_a_formation() {
    let mut f = Battlefield::started("campaign", &["absent-forces=stoneman"]);
    f.roll(&[6]);
    for id in ["us-kilpatrick", "us-buford", "us-davis", "us-mcintosh"] {
        let hex = f.place(id);
        assert!(["0602", "0702"].iter().any(|k| ground().distance(h(k), hex) <= 1), "{id} at {hex:?}");
    }
    f.by(US, Action::Choose { chit: chit("stoneman") });
    assert_eq!(f.s.spent[0], 1);
    // No turn-11 entry then.
    f.s.turn = 11;
    f.at(Step::TurnBegins);
    assert_eq!(f.s.agenda.top(), Step::Choose);
}

#[test]
fn guv_20_5_guv_20_6_guv_20_7_longstreets_divisions() {
    let mut f = Battlefield::started("campaign", &["absent-forces=longstreet"]);
    f.s.turn = 6;
    f.at(Step::TurnBegins);
    f.roll(&[4, 3, 1, 2]);
    // One brigade, and the artillery with it.
    assert_eq!(f.s.due, set("cs-robertson cs-henry"));
    f.no("GUV-20.5", Action::Place { piece: p("cs-robertson"), hex: h("0127") });
    f.ok(Action::Place { piece: p("cs-robertson"), hex: h("4128") }.or(&f, "cs-robertson"))
        .ok(Action::Place { piece: p("cs-henry"), hex: h("3338") });
    // Longstreet is here from this turn on.
    f.by(CS, Action::Group { chit: chit("hood"), under: chit("longstreet") });
    let f2 = Battlefield::started("campaign", &["absent-forces=longstreet"]).turn(7);
    let mut f2 = f2;
    f2.at(Step::Choose);
    f2.not_by(CS, "GUV-20.7", Action::Group { chit: chit("hill"), under: chit("longstreet") });
    // Hood complete on 11: Pickett throws on 16.
    f.s.turn = 11;
    f.at(Step::TurnBegins);
    f.roll(&[6, 6, 6]);
    while f.s.agenda.top() == Step::Arrive {
        let place = f.legal()[0];
        f.ok(place);
    }
    f.s.turn = 16;
    f.at(Step::TurnBegins);
    f.roll(&[4, 1, 1, 1]);
    assert_eq!(f.s.due, set("cs-garnett-inf cs-dearing"));
}

#[test]
fn guv_20_8_union_towns_hurry_them() {
    for (units, die, came) in [
        ("us-caldwell 3821", 3, true),
        ("us-caldwell 3821", 2, false),
        ("us-caldwell 3821, us-devin 2533", 2, true),
        ("us-devin 2533", 3, false),
        ("us-caldwell 3821, cs-hays 3922", 3, false),
    ] {
        let mut f = Battlefield::new("campaign", &["absent-forces=longstreet"]).turn(6).put(units).put("cs-heth 0101");
        f.s.pontoons[1].lies = Lies::Over(h("3921"), h("3922"));
        f.s.put(p("cs-law"), Hex::WAITING);
        f.at(Step::TurnBegins);
        f.roll(&[die]);
        assert_eq!(f.s.due == Pieces::one(p("cs-law")), came, "{units} die {die}");
    }
}

#[test]
fn guv_20_6_every_chance_of_longstreets_brigades_leads_to_its_own_arrivals() {
    let mut f = Battlefield::new("campaign", &["absent-forces=longstreet"]).turn(6).put("us-caldwell 3821, cs-heth 0101");
    f.s.pontoons[1].lies = Lies::Over(h("3921"), h("3922"));
    let waiting = ["cs-law", "cs-benning", "cs-robertson"].map(p);
    waiting.into_iter().for_each(|brigade| f.s.put(brigade, Hex::WAITING));
    f.at(Step::TurnBegins);
    let mut classes = Vec::new();
    f.game.classes(&f.s, &mut classes);
    assert_eq!(classes.iter().map(|c| c.weight).sum::<u32>(), 6u32.pow(3), "three dice");
    let mut arrivals: Vec<Vec<bool>> = Vec::new();
    for class in &classes {
        let mut then = f.s.clone();
        f.game.settle(&mut then, &class.sample, &mut ());
        arrivals.push(waiting.iter().map(|brigade| then.due.has(*brigade)).collect());
    }
    arrivals.sort();
    arrivals.dedup();
    assert_eq!(arrivals.len(), classes.len(), "each class is another outcome");
}

#[test]
fn guv_20_9_one_switch_brings_both() {
    let option = GiveUsVictories::catalogue().options.iter().find(|o| o.id == "absent-forces").unwrap();
    assert_eq!(option.values[1], "both");
    let f = Battlefield::started("campaign", &["absent-forces=both"]);
    assert!(f.place("us-buford").is_some() && f.place("cs-law") == Hex::WAITING);
}

trait Or {
    fn or(self, f: &Battlefield, id: &str) -> Action;
}

impl Or for Action {
    /// This place if it is free, or else another for the same unit.
    fn or(self, f: &Battlefield, id: &str) -> Action {
        if f.game.check(&f.s, f.asked(), self).is_ok() {
            return self;
        }
        f.legal().into_iter().find(|a| matches!(a, Action::Place { piece, .. } if *piece == p(id))).expect("a place")
    }
}

//! Chapter 19: the four scenarios.

use crate::table::*;
use engine::Rules;
use give_us_victories::Action;
use give_us_victories::ids::{EventId, Hex};
use give_us_victories::scenarios::{Scenario, scenarios};
use give_us_victories::state::{Step, Why};

fn scenario(id: &str) -> &'static Scenario {
    scenarios().iter().find(|s| s.id == id).unwrap()
}

fn facts(id: &str) -> (Vec<[u8; 2]>, [u8; 2], [u8; 2], engine::Side) {
    let s = scenario(id);
    (s.ap.clone().unwrap(), s.turns, s.skirmishers, s.first)
}

fn chits(id: &str) -> Vec<&'static str> {
    scenario(id).chits.iter().map(|c| c.id()).collect()
}

#[test]
fn guv_19_1_guv_19_2_lee_moves() {
    assert_eq!(facts("lee-moves"), (vec![[1, 2], [2, 3], [2, 3]], [6, 8], [2, 5], CS));
    let list = ["couch", "meade", "slocum", "union-independent", "jackson", "anderson", "mclaws", "rodes", "confederate-independent"];
    assert_eq!(chits("lee-moves"), list);
    let mut f = Battlefield::started("lee-moves", &[]);
    f.not_by(US, "GUV-19.2", Action::Group { chit: chit("meade"), under: chit("hooker") });
    f.by(US, Action::Choose { chit: chit("meade") });
    f.not_by(US, "GUV-8.3", Action::Choose { chit: chit("slocum") });
    f.end_turn();
    assert_eq!(f.s.turn, 7);
    f.by(US, Action::Choose { chit: chit("meade") }).by(US, Action::Choose { chit: chit("slocum") });
}

#[test]
fn guv_19_3_the_ii_corps_waits_until_it_is_attacked() {
    let mut f = Battlefield::started("lee-moves", &[]);
    f.not_by(US, "GUV-19.3", Action::Choose { chit: chit("couch") });
    f.s.released = 1;
    f.end_turn();
    f.by(US, Action::Choose { chit: chit("couch") });
    // An attack on one of its units is what does it.
    let mut f = Battlefield::new("lee-moves", &[]).put("us-caldwell 2121, cs-wright 2221");
    f.active("anderson", "2221").come_to_blows().declare("cs-wright", "2121");
    assert_eq!(f.s.released, 1);
}

#[test]
fn guv_19_4_rebel_yell_once_and_supply_for_all() {
    let mut f = Battlefield::new("lee-moves", &[]).put("us-barnes 2121, cs-wright 2221, cs-posey 2220, us-knipe 2120");
    assert_eq!(f.s.hand[1].iter().collect::<Vec<_>>(), [EventId::RebelYell]);
    f.active("anderson", "2221").come_to_blows().assault("cs-wright cs-posey", "2121").ok(Action::play(EventId::RebelYell));
    assert!(f.s.hand[1].is_empty() && f.s.deck[1].is_empty());
    f.done_all().throw(&[1; 4]).throw(&[1; 4]);
    assert!(f.s.starved.is_empty());
    assert!(scenario("lee-moves").always_supplied);
}

#[test]
fn guv_19_5_zoan_church_decides() {
    for (units, winner) in [
        ("us-barnes 2722, cs-wright 2724", Some(US)),
        ("cs-wright 2722, us-barnes 2122", Some(CS)),
        ("cs-wright 2724, us-barnes 2122", None),
    ] {
        let mut f = Battlefield::new("lee-moves", &[]).put(units).turn(8);
        f.end_turn();
        assert_eq!(f.verdict(), Some(winner), "{units}");
    }
}

#[test]
fn guv_19_6_guv_19_7_guv_19_9_jacksons_attack() {
    assert_eq!(facts("jacksons-attack"), (vec![[1, 3], [2, 3], [1, 1]], [13, 15], [2, 5], US));
    let list = ["sickles", "howard", "slocum", "union-independent", "jackson", "hill", "rodes", "colston", "confederate-independent"];
    assert_eq!(chits("jacksons-attack"), list);
    let f = Battlefield::started("jacksons-attack", &[]);
    let hand: Vec<EventId> = f.s.hand[1].iter().collect();
    assert_eq!(hand, [EventId::NightAttack, EventId::Demons, EventId::RebelYell, EventId::JacksonAttacks]);
    assert!(scenario("jacksons-attack").always_supplied);
}

#[test]
fn guv_19_8_jackson_begins_and_may_be_used_again() {
    let mut f = Battlefield::started("jacksons-attack", &[]);
    f.not_by(CS, "GUV-19.8", Action::Done);
    f.by(CS, Action::Choose { chit: chit("hill") }).by(CS, Action::Choose { chit: chit("rodes") });
    // A point must be left for him.
    f.not_by(CS, "GUV-19.8", Action::Choose { chit: chit("colston") });
    f.by(CS, Action::Group { chit: chit("colston"), under: chit("jackson") }).by(CS, Action::Done).by(US, Action::Done);
    // No draw: he is in play.
    assert_eq!(f.s.act.unwrap().chit, chit("jackson"));
    f.ok(Action::Pass);
    f.end_turn();
    f.by(CS, Action::Group { chit: chit("hill"), under: chit("jackson") });
    // The waiver is for turn 14 alone: used there, he rests on turn 15 (GUV-8.25).
    let mut f = Battlefield::started("jacksons-attack", &[]);
    f.s.turn = 15;
    f.s.used[2] = 14;
    f.at(Step::Choose);
    f.not_by(CS, "GUV-8.25", Action::Group { chit: chit("hill"), under: chit("jackson") });
    f.s.used[2] = 13;
    f.by(CS, Action::Group { chit: chit("hill"), under: chit("jackson") });
    let mut f = Battlefield::started("jacksons-attack", &[]);
    f.s.turn = 15;
    f.at(Step::Choose);
    f.by(CS, Action::Done).by(US, Action::Done);
    assert_eq!(f.s.agenda.top(), Step::Draw, "only the first turn opens with him");
}

#[test]
fn guv_19_10_chancellorsville_or_more_kills() {
    let mut f = Battlefield::new("jacksons-attack", &[]).put("cs-heth 2121, us-knipe 1922").turn(15);
    f.end_turn();
    assert_eq!((f.verdict(), f.s.ended.unwrap().why), (Some(Some(CS)), Why::Ground));
    let kills = |union_lost: usize, confederate_lost: usize| {
        let mut f = Battlefield::new("jacksons-attack", &[]).put("cs-heth 1420, us-knipe 1922").turn(15);
        for id in ["us-von-gilsa", "us-mclean", "us-ward", "us-carr", "us-mott"].iter().take(union_lost) {
            f.s.put(p(id), Hex::LOST);
        }
        for id in ["cs-lane", "cs-archer", "cs-thomas", "cs-pender"].iter().take(confederate_lost) {
            f.s.put(p(id), Hex::LOST);
        }
        f.end_turn();
        f.verdict().unwrap()
    };
    assert_eq!((kills(5, 4), kills(3, 4), kills(2, 2)), (Some(CS), Some(US), None));
}

#[test]
fn guv_19_11_guv_19_12_guv_19_13_chancellorsville() {
    assert_eq!(facts("chancellorsville"), (vec![[2, 4]; 3], [16, 18], [2, 4], US));
    let list = [
        "reynolds",
        "couch",
        "sickles",
        "meade",
        "howard",
        "slocum",
        "union-independent",
        "lee",
        "anderson",
        "mclaws",
        "hill",
        "rodes",
        "colston",
        "confederate-independent",
    ];
    assert_eq!(chits("chancellorsville"), list);
    let f = Battlefield::started("chancellorsville", &[]);
    assert_eq!(f.s.hand[1].iter().collect::<Vec<_>>(), [EventId::Demons, EventId::RebelYell]);
    assert!(f.s.reduced.has(p("us-von-gilsa")), "the XI Corps has suffered");
    assert!(scenario("chancellorsville").always_supplied);
}

#[test]
fn guv_19_14_both_places_win_at_once() {
    let mut f = Battlefield::new("chancellorsville", &[]).put("cs-heth 2021, cs-lane 2120, us-knipe 2418").turn(17);
    f.active("hill", "2120").march("cs-lane", "2121");
    assert_eq!(f.verdict(), Some(Some(CS)));
    let mut f = Battlefield::new("chancellorsville", &[]).put("cs-heth 2021, us-knipe 2121").turn(18);
    f.end_turn();
    assert_eq!(f.verdict(), Some(Some(US)));
}

#[test]
fn guv_19_15_guv_19_16_guv_19_17_guv_19_18_salem_church() {
    assert_eq!(facts("salem-church"), (vec![[1, 1]; 4], [16, 19], [3, 2], CS));
    assert_eq!(chits("salem-church"), ["sedgwick", "union-independent", "mclaws", "early", "confederate-independent"]);
    let f = Battlefield::started("salem-church", &[]);
    assert_eq!(f.s.hand[0].iter().collect::<Vec<_>>(), [EventId::LastEffort, EventId::YankeeVeterans]);
    assert_eq!(f.s.hand[1].iter().collect::<Vec<_>>(), [EventId::RebelYell]);
    assert_eq!(f.s.pontoons.iter().filter(|x| x.lies == give_us_victories::state::Lies::InHand).count(), 1);
    // Sedgwick costs one point here, south of the river or not.
    let mut f = Battlefield::started("salem-church", &[]);
    f.by(US, Action::Choose { chit: chit("sedgwick") });
    // Wilcox goes along with Early as an independent.
    let mut f = Battlefield::new("salem-church", &[]).put("cs-gordon 3827, cs-wilcox 3828, us-grant 3922");
    f.draw("early").ok(Action::Activate { hex: h("3827") }).ok(Action::Take { piece: p("cs-wilcox") });
}

#[test]
fn guv_19_19_the_reinforcements_of_salem_church() {
    let begin = |turn: u8| {
        let mut f = Battlefield::started("salem-church", &[]);
        f.s.turn = turn;
        f.at(Step::TurnBegins);
        f
    };
    for (turn, die, came) in [(17, 4, false), (17, 5, true), (18, 3, false), (18, 4, true)] {
        let mut f = begin(turn);
        f.roll(&[die]);
        assert_eq!(f.s.agenda.top() == Step::Arrive, came, "turn {turn}, die {die}");
    }
    let mut f = begin(19);
    assert_eq!((f.s.agenda.top(), f.asked()), (Step::Arrive, CS));
    f.no("GUV-19.19", Action::Place { piece: p("cs-kershaw"), hex: h("3123") });
    for id in ["cs-kershaw", "cs-wofford", "cs-semmes", "cs-cabell"] {
        f.ok(Action::Place { piece: p(id), hex: h("2722") });
    }
    f.no("GUV-5.2", Action::Place { piece: p("cs-mahone"), hex: h("2722") });
    f.ok(Action::Place { piece: p("cs-mahone"), hex: h("2822") });
    assert_eq!(f.s.agenda.top(), Step::Choose, "before the choice of formations");
}

#[test]
fn guv_19_20_three_brigades_westward() {
    let mut f = Battlefield::new("salem-church", &[])
        .put("us-grant 2722, us-neill 2722, us-tompkins 2722, us-brown 2724, us-russell 2723, cs-gordon 3827")
        .turn(18);
    f.active("sedgwick", "2722").ok(Action::Exit { pieces: set("us-grant us-tompkins") });
    f.ok(Action::Exit { pieces: set("us-neill") });
    assert_eq!(f.verdict(), None, "guns are no brigade");
    // the way off the map begins in a road hex, here as elsewhere (GUV-9.21).
    f.no("GUV-9.21", Action::Exit { pieces: set("us-russell") });
    f.ok(Action::Exit { pieces: set("us-brown") });
    assert_eq!((f.verdict(), f.s.ended.unwrap().why), (Some(Some(US)), Why::Exit));
    let mut f = Battlefield::new("salem-church", &[]).put("us-grant 2822, cs-gordon 3827").turn(19);
    f.end_turn();
    assert_eq!(f.verdict(), Some(Some(CS)));
    // Confederates do not leave, and the edge of the playing area is the edge of the map.
    let mut f = Battlefield::new("salem-church", &[]).put("cs-gordon 2722, us-grant 3922");
    f.active("early", "2722");
    f.no("GUV-9.21", Action::Exit { pieces: set("cs-gordon") });
    f.no("GUV-9.21", Action::March { pieces: set("cs-gordon"), path: path("2722", "2621") });
}

#[test]
fn every_scenario_starts_with_its_strength() {
    // The counts of the order of battle: units and points on the map, Union then Confederate.
    let expected = [
        ("campaign", (68, 206), (43, 124)),
        ("lee-moves", (25, 71), (17, 52)),
        ("jacksons-attack", (25, 78), (22, 64)),
        ("chancellorsville", (51, 145), (30, 89)),
        ("salem-church", (15, 51), (10, 29)),
    ];
    for (id, union, confederate) in expected {
        let f = Battlefield::started(id, &[]);
        let count = |side| {
            let units = f.s.on_map(side);
            (units.len(), units.iter().map(|x| u16::from(give_us_victories::counters::counters().get(x).cp[0])).sum::<u16>())
        };
        let full = |side: engine::Side| count(side);
        assert_eq!((full(US).0, full(CS).0), (union.0, confederate.0), "{id}");
        if id != "chancellorsville" {
            assert_eq!((full(US).1, full(CS).1), (union.1, confederate.1), "{id}");
        }
        f.game.audit(&f.s).unwrap();
    }
}

/// The view tells when and where those come who wait off the map.
#[test]
fn guv_18_9_guv_19_19_guv_20_5_the_view_tells_when_reinforcements_come() {
    let due = |f: &Battlefield, id: &str| f.view(engine::Seat::Spectator).pieces.into_iter().find(|x| x.id == id).and_then(|x| x.due);
    let f = Battlefield::started("campaign", &["absent-forces=longstreet"]);
    assert_eq!(due(&f, "us-davis").unwrap(), "turn 11, at 0104, 0107, 0110 or 0113");
    assert_eq!(due(&f, "cs-heth"), None);
    let late = f.view(engine::Seat::Spectator).pieces.into_iter().filter_map(|x| x.due).find(|d| d.contains("on 4"));
    assert!(late.unwrap().starts_with("turn 6, 11, 16 or 21 on 4 or more, at "));
    let mut f = Battlefield::started("salem-church", &[]);
    let places = "at 2721, 2722, 2723, 2821 or 2822";
    assert_eq!(due(&f, "cs-kershaw").unwrap(), format!("turn 17 on 5 or more, turn 18 on 4 or more or turn 19, {places}"));
    f.s.turn = 18;
    assert_eq!(due(&f, "cs-kershaw").unwrap(), format!("turn 18 on 4 or more or turn 19, {places}"));
    f.s.due.insert(p("cs-kershaw"));
    assert_eq!(due(&f, "cs-kershaw").unwrap(), format!("now, {places}"));
}

/// A position in which Jackson has left the game, or has nobody to lead, asks for no formation under him.
#[test]
fn guv_19_8_without_jackson_the_scenario_begins_without_him() {
    let mut f = Battlefield::started("jacksons-attack", &[]);
    assert_eq!(f.s.agenda.top(), Step::Choose);
    f.not_by(CS, "GUV-19.8", Action::Done);
    f.s.jackson_lost = true;
    f.by(CS, Action::Done);
    let mut f = Battlefield::started("jacksons-attack", &[]);
    for piece in f.s.on_map(CS).iter().collect::<Vec<_>>() {
        f.s.put(piece, Hex::ASIDE);
    }
    f.by(CS, Action::Done);
}

//! Chapters 13 and 14 and the optional rules.

use crate::field::*;
use engine::{Fog, Seat, Side, Words};
use serde_json::json;

#[test]
fn br_13_1_reinforcements_come_on_their_turn_at_their_hex() {
    let f = field("movement union 14", "1-njm:off=due 13-ny:BB31");
    f.refuses(f.enter("1-njm", "CCC2", ""), "BR-13.1");
    let mut f = field("movement union 15", "1-njm:off=due 13-ny:BB31");
    f.play(f.enter("1-njm", "CCC2", "BBB2 AAA2"));
    assert_eq!(f.at("1-njm"), "AAA2");
    let mut f = field("movement union 1", "4-mich:off=due 13-ny:BB31");
    f.play(f.enter("4-mich", "CCC35", ""));
    assert_eq!(f.at("4-mich"), "CCC35");
}

#[test]
fn br_13_11_an_enemy_zone_on_the_entry_hex_delays() {
    let mut f = field("movement confederate 5", "1-md:off=due 13-ny:A19 evans:EE34");
    f.refuses(f.enter("1-md", "A18", ""), "BR-13.11");
    f.done();
    assert_eq!(f.at("1-md"), "reinforcements");
}

#[test]
fn br_13_11_an_entry_hex_that_is_cleared_opens_in_the_same_phase() {
    let units = "1-md:off=due marines:A19 4-ala:B19 2-miss:B19 2-sc:A20 11-nc:A20 3-sc:A20";
    let mut f = field("movement confederate 5", units);
    f.refuses(f.enter("1-md", "A18", ""), "BR-13.11");
    assert!(f.lists(&done()));
    f.play(automatic(&["4-ala", "2-miss", "2-sc", "11-nc", "3-sc"]));
    f.roll(1);
    f.done();
    // they come now, by rail because it is their turn, and must (BR-13.12).
    assert!(!f.lists(&done()), "whoever could come may not wait");
    f.allows(f.enter("1-md", "A18", ""));
    f.done();
    assert_eq!(f.at("1-md"), "eliminated");
    // An enemy who falls back beside the hex closes it again: they wait.
    let mut f = field("movement confederate 5", &units.replace("A19", "A21").replace("B19", "B21").replace("A20", "A22"));
    f.allows(f.enter("1-md", "A18", ""));
    f.play(automatic(&["4-ala", "2-miss", "2-sc", "11-nc", "3-sc"]));
    f.roll(2);
    f.play(f.retreat("marines", "A20 A19"));
    f.done();
    f.refuses(f.enter("1-md", "A18", ""), "BR-13.11");
    f.done();
    assert_eq!(f.at("1-md"), "reinforcements");
}

#[test]
fn br_13_1_the_view_says_when_and_where_they_come() {
    let due = |f: &Battlefield, id: &str| f.piece(id).unwrap().due;
    let f = field("movement confederate 3", "1-md:off=due 1-njm:off=due evans:A30 13-ny:BB31");
    assert_eq!(due(&f, "1-md").as_deref(), Some("11:00 AM at A18 by rail"));
    assert_eq!(due(&f, "1-njm").as_deref(), Some("4:00 PM at CCC2"));
    assert_eq!(due(&f, "evans"), None);
    let f = field("movement confederate 6", "1-md:off=due 13-ny:A19 evans:EE34");
    assert_eq!(due(&f, "1-md").as_deref(), Some("late: as soon as no enemy zone of control covers A18"));
    let mut f = field_with(&["uncertain-times"], "movement confederate 3", "1-md:off=due evans:A30", json!({}));
    assert_eq!(due(&f, "1-md").as_deref(), Some("about 11:00 AM at A18 by rail, by the die"));
    f.done();
    f.roll(1);
    assert_eq!(due(&f, "1-md").as_deref(), Some("10:00 AM at A18 by rail"));
}

#[test]
fn br_13_12_nobody_waits_of_his_own_will() {
    let mut f = field("movement union 15", "1-njm:off=due 13-ny:BB31");
    assert!(!f.lists(&done()), "the end of the phase is not offered while they can come");
    let log = f.done();
    assert_eq!(f.at("1-njm"), "eliminated");
    assert!(log.iter().any(|l| l.contains("did not come")), "{log:?}");
}

#[test]
fn br_13_2_infantry_unformed_and_batteries_mobile() {
    let mut f = field("movement confederate 5", "beckham:off=due smith:off=due 1-md:off=due 3-tenn:off=due 10-va:off=due evans:A30");
    assert_eq!(f.piece("beckham").unwrap().strengths, "1-2-3");
    f.refuses(form("smith-brigade", &["1-md", "3-tenn", "10-va"]), "BR-8.21");
    f.refuses(face("beckham"), "BR-9.1");
    f.play(f.enter("beckham", "A18", ""));
    f.refuses(face("beckham"), "BR-9.12");
}

#[test]
fn br_13_3_the_road_rate_for_the_entry_hex() {
    let f = field("movement union 15", "1-njm:off=due 13-ny:BB31");
    let known = f.game.knowledge(&f.s, Seat::Referee);
    // Half a point on the turnpike at CCC2.
    assert_eq!(f.game.describe(&known, f.read(&f.enter("1-njm", "CCC2", ""))).note.unwrap(), "3½ movement points left");
    let f = field("movement union 1", "4-mich:off=due 13-ny:BB31");
    let known = f.game.knowledge(&f.s, Seat::Referee);
    assert_eq!(f.game.describe(&known, f.read(&f.enter("4-mich", "CCC35", ""))).note.unwrap(), "3 movement points left");
}

#[test]
fn br_13_4_br_13_41_by_rail_to_the_junction_on_schedule_only() {
    let mut f = field("movement confederate 5", "1-md:off=due 13-va:off=due evans:A30");
    f.refuses(f.enter("1-md", "A18", "B18"), "BR-13.42");
    f.play(f.enter("1-md", "A18", ""));
    assert_eq!(f.at("1-md"), "EE34");
    // Later they walk.
    let mut f = field("movement confederate 6", "1-md:off=due evans:A30");
    f.play(f.enter("1-md", "A18", "B18"));
    assert_eq!(f.at("1-md"), "B18");
    // A Union unit beside the line stops the train in the last free hex.
    let mut f = field("movement confederate 5", "1-md:off=due 13-ny:CC31 evans:A30");
    f.play(f.enter("1-md", "A18", ""));
    assert_eq!(f.at("1-md"), "AA31");
}

#[test]
fn br_12_3_br_13_41_a_train_passes_every_hex_of_the_line() {
    let mut f = field("movement confederate 5", "tyler:I22 13-ny:QQ3 1-md:off=due");
    f.play(json!({ "do": "march", "piece": "1-md", "path": [] }));
    assert_eq!([f.at("1-md"), f.at("tyler")], ["EE34", "eliminated"], "a leader alone on the line");
}

#[test]
fn rail_passengers_get_off_early_where_the_junction_is_full() {
    let group = "smith:off=due 1-md:off=due 3-tenn:off=due 10-va:off=due 13-va:off=due beckham:off=due 6-nc:off=due";
    let mut f = field("movement confederate 5", &format!("{group} hampton:EE34 evans:A30"));
    for id in ["1-md", "3-tenn", "10-va", "13-va", "beckham", "6-nc"] {
        f.play(f.enter(id, "A18", ""));
    }
    assert_eq!((f.at("beckham").as_str(), f.at("6-nc").as_str()), ("EE34", "EE33"));
}

#[test]
fn br_13_42_no_other_move_on_the_rail_turn() {
    let mut f = field("movement confederate 5", "beckham:off=due 1-md:off=due 13-ny:EE31 evans:A30");
    f.play(f.enter("1-md", "A18", ""));
    f.refuses(f.march("1-md", "EE35"), "BR-13.42");
    // A battery may still bombard.
    let mut f = field("movement confederate 5", "beckham:off=due 8-nym:GG35 evans:A30");
    f.play(f.enter("beckham", "A18", ""));
    f.done();
    f.allows(engage("beckham", "8-nym"));
}

#[test]
fn br_14_1_from_noon_on() {
    let units = "sherman:BB31 13-ny:BB31 69-nym:off=rally-box";
    let f = field_with(&[], "rally union 6", &format!("{units} 1-conn:Z9"), json!({ "abatis": ["Z9"] }));
    f.refuses(rally("sherman", "69-nym"), "BR-14.1");
    field("rally union 7", units).allows(rally("sherman", "69-nym"));
}

#[test]
fn br_14_2_br_14_21_only_infantry_from_the_box_and_brigades_break_up() {
    let f = field("rally union 10", "sherman:BB31 13-ny:BB31 69-nym:off=lost 79-nym:off=rally-box");
    f.refuses(rally("sherman", "69-nym"), "BR-14.2");
    // A brigade piece that is lost puts its regiments into the box one by one; its leader rolls.
    let formed = "2-tenn:in=holmes-brigade 1-ark:in=holmes-brigade holmes:in=holmes-brigade holmes-brigade:BB31";
    let mut f = field("combat union 10", &format!("13-ny:BB32 regulars:BB32 2-wisc:BB32 1-conn:BB32 {formed}"));
    // 9 : 4, 2-1, die 1.
    f.fight_with("13-ny regulars 2-wisc 1-conn", "holmes-brigade", 1);
    assert_eq!((f.at("2-tenn").as_str(), f.at("1-ark").as_str()), ("rally box", "rally box"));
    f.roll(5);
    assert_eq!(f.at("holmes"), "eliminated");
}

#[test]
fn br_14_22_a_fatal_retreat_counts_from_the_last_hex_before() {
    // La Sp must die in its retreat; Evans is four hexes from BB31 but five from any hex beyond.
    let units = "13-ny:BB32 regulars:BB32 79-nym:BB30 la-sp:BB31 69-nym:Z30 2-wisc:DD30";
    let mut f = field("combat union 10", &format!("{units} evans:BB35"));
    f.battle("13-ny regulars 79-nym", "la-sp");
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    f.roll(3);
    let way = f.legal()[0].clone();
    f.play(way);
    assert_eq!(f.at("la-sp"), "rally box");
    let mut f = field("combat union 10", &format!("{units} evans:BB26"));
    f.battle("13-ny regulars 79-nym", "la-sp");
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    f.roll(3);
    let way = f.legal()[0].clone();
    f.play(way);
    assert_eq!(f.at("la-sp"), "eliminated");
}

#[test]
fn br_14_23_cavalry_guns_leaders_and_lone_regiments_never_return() {
    let mut f = field("combat union 10", "13-ny:BB32 regulars:BB32 69-nym:BB32 terry:BB31 davidson:BB31 evans:BB30 hampton:BB31");
    f.fight_with("13-ny regulars 69-nym", "terry davidson hampton", 1);
    for id in ["terry", "davidson", "hampton"] {
        assert_eq!(f.at(id), "eliminated", "{id}");
    }
}

#[test]
fn br_14_3_br_14_32_leader_and_regiment_must_have_rested() {
    let rest = "79-nym:off=rally-box 1-conn:Z31 keyes:Z31 2-conn:off=rally-box";
    for (flag, allowed) in [("", true), (":moved", false), (":fought", false), (":touched", false)] {
        let f = field("rally union 10", &format!("sherman:BB31 13-ny:BB31{flag} {rest}"));
        if allowed {
            f.allows(rally("sherman", "79-nym"));
        } else {
            f.refuses(rally("sherman", "79-nym"), "BR-14.32");
        }
        let f = field("rally union 10", &format!("sherman:BB31{flag} 13-ny:BB31 {rest}"));
        if allowed {
            f.allows(rally("sherman", "79-nym"));
        } else {
            f.refuses(rally("sherman", "79-nym"), "BR-14.32");
        }
    }
    // Alone a leader cannot.
    let f = field("rally union 10", &format!("sherman:BB31 {rest}"));
    f.refuses(rally("sherman", "79-nym"), "BR-14.32");
    // A brigade formed this turn may rally, inactive too; so may one that just removed an abatis.
    let mut f = field("movement union 10", "davies:SS6 16-ny:SS6 18-ny:SS6 31-ny:SS6 32-ny:off=rally-box");
    f.play(form("davies-brigade", &["16-ny", "18-ny", "31-ny"]));
    f.done();
    f.play(rally("davies", "32-ny"));
    assert_eq!(f.at("32-ny"), "SS6");
}

#[test]
fn br_14_31_only_the_own_brigade() {
    let f = field("rally union 10", "keyes:BB31 1-conn:BB31 13-ny:off=rally-box 2-conn:off=rally-box sherman:A1");
    f.refuses(rally("keyes", "13-ny"), "BR-14.31");
    f.allows(rally("keyes", "2-conn"));
    // Without its leader a brigade cannot rally.
    let f = field("rally union 10", "sherman:off=lost 13-ny:BB31 69-nym:off=rally-box keyes:Z31 1-conn:Z31 2-conn:off=rally-box");
    f.refuses(rally("sherman", "69-nym"), "BR-14.31");
}

#[test]
fn br_14_33_the_revived_unit_appears_with_its_leader_if_there_is_room() {
    let mut f = field("rally union 10", "sherman:BB31 13-ny:BB31 69-nym:off=rally-box");
    f.play(rally("sherman", "69-nym"));
    assert_eq!(f.at("69-nym"), "BB31");
    let f = field(
        "rally union 10",
        "sherman:BB31 13-ny:BB31 regulars:BB31 2-ohio:BB31 2-conn:BB31 69-nym:off=rally-box keyes:Z31 1-conn:Z31 2-me:off=rally-box",
    );
    f.refuses(rally("sherman", "69-nym"), "BR-14.33");
}

#[test]
fn br_14_4_one_unit_in_a_turn() {
    let mut f = field(
        "rally union 10",
        "sherman:BB31 13-ny:BB31 69-nym:off=rally-box 79-nym:off=rally-box 1-conn:Z9 keyes:A1".replace("Z9", "SS9").as_str(),
    );
    f.play(rally("sherman", "69-nym"));
    f.refuses(rally("sherman", "79-nym"), "BR-14.4");
}

#[test]
fn br_14_5_a_unit_may_be_revived_again_and_again() {
    let mut f = field("rally union 10", "sherman:BB31 13-ny:BB31 69-nym:off=rally-box:revived evans:A1");
    f.play(rally("sherman", "69-nym"));
    assert_eq!(f.at("69-nym"), "BB31");
}

// Optional rules.

#[test]
fn br_opt_1_events_come_by_the_die() {
    let on = ["uncertain-times"];
    // 10:00: the unfreezing needs 1 or 2, then the eleven o'clock train needs a 1.
    let mut f = field_with(&on, "movement confederate 3", "evans:A30 ewell:UU31:frozen 6-ala:UU31:frozen 1-md:off=due", json!({}));
    f.done();
    assert!(f.prompt().contains("2 or less"), "{}", f.prompt());
    f.roll(2);
    assert!(!f.is("ewell", "frozen"));
    assert!(f.prompt().contains("1 or less"), "{}", f.prompt());
    f.roll(2);
    // Those set free may move now, others not.
    f.allows(f.march("ewell", "UU32"));
    f.refuses(f.march("evans", "A29"), "BR-4.1");
    f.done();
    assert_eq!(f.view().turn, 4);
    // Nothing is automatic any more at 10:30, and the sixth die is certain.
    let mut f = field_with(&on, "movement union 4", "mcdowell:A1 ewell:UU31:frozen", json!({}));
    f.done();
    assert!(f.is("ewell", "frozen"));
    let mut f = field_with(&on, "movement confederate 8", "1-md:off=due evans:A30", json!({}));
    f.done();
    f.roll(6);
    f.play(f.enter("1-md", "A18", ""));
    assert_eq!(f.at("1-md"), "EE34", "the turn they come is their schedule");
    // Union reinforcements of 4 and 6 PM too.
    let mut f = field_with(&on, "movement union 13", "1-njm:off=due mcdowell:A1", json!({}));
    f.refuses(f.enter("1-njm", "CCC2", ""), "BR-13.1");
    f.done();
    f.roll(1);
    f.allows(f.enter("1-njm", "CCC2", ""));
    // Two groups come at CCC2: the die says which.
    let mut f = field_with(&on, "movement union 17", "1-njm:off=due mccunn:off=due 15-ny:off=due mcdowell:A1", json!({}));
    f.done();
    let (mut asked, mut told) = (vec![f.prompt()], f.roll(6));
    asked.push(f.prompt());
    told.extend(f.roll(6));
    for texts in [&asked, &told] {
        assert!(texts.iter().any(|t| t.contains("McCunn and 2 more pieces, due 6:00 PM at CCC2")), "{texts:?}");
        assert!(texts.iter().any(|t| t.contains("1 NJM") && t.contains("due 4:00 PM at CCC2")), "{texts:?}");
    }
}

fn foggy() -> Battlefield {
    let mut f = fresh(&["fog-of-war"]);
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    f
}

#[test]
fn br_opt_2_union_pieces_lie_face_down_until_half_past_ten() {
    let mut f = foggy();
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    assert_eq!(f.view().phase, "Command");
    assert!(
        f.view_as(Seat::Confederate)
            .pieces
            .iter()
            .all(|p| p.side == Side::Confederate || p.kind == engine::words::PieceKind::Hidden || p.hex.is_none())
    );
    // Any of them may be turned up, one by one.
    f.play(json!({ "do": "unfreeze", "piece": "mcdowell" }));
    assert!(!f.is("mcdowell", "frozen") && f.is("hunter", "frozen"), "a leader frees only himself");
    f.refuses(json!({ "do": "unfreeze", "piece": "mcdowell" }), "BR-OPT-2");
    f.done();
    f.refuses(f.march("hunter", "R2"), "BR-4.81");
    // A Confederate who comes within four hexes turns up what he sees, and nothing else.
    let mut f = field_with(&["fog-of-war"], "movement confederate 2", "terry:BB31:active keyes:BB26:frozen 1-conn:BB25:frozen", json!({}));
    f.play(f.march("terry", "BB30"));
    assert!(!f.is("keyes", "frozen") && f.is("1-conn", "frozen"));
    // At 10:30 all are turned up.
    let mut f = field_with(&["fog-of-war"], "movement confederate 3", "terry:BB31 keyes:BB20:frozen", json!({}));
    f.done();
    assert!(!f.is("keyes", "frozen"));
}

#[test]
fn br_opt_2_1_dummies_hide_a_leader_and_whom_he_has_with_him() {
    let mut f = foggy();
    for id in ["porter", "2-nh", "8-nym", "14-nym"] {
        f.play(place(id, "QQ6"));
    }
    f.refuses(json!({ "do": "hide", "leader": "porter", "pieces": ["71-nym"] }), "BR-OPT-2.1");
    f.play(json!({ "do": "hide", "leader": "porter", "pieces": ["2-nh", "8-nym"] }));
    assert_eq!((f.at("porter-dummy").as_str(), f.at("2-nh").as_str(), f.at("14-nym").as_str()), ("QQ6", "nowhere", "QQ6"));
    // In the basic game there are none.
    let mut g = fresh(&[]);
    g.play(json!({ "do": "preset", "number": 0 }));
    g.done();
    g.play(place("porter", "QQ6"));
    g.refuses(json!({ "do": "hide", "leader": "porter", "pieces": [] }), "BR-OPT-2.1");
    // They return together when the dummy is turned up.
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    f.refuses(json!({ "do": "unfreeze", "piece": "2-nh" }), "BR-OPT-2");
    f.play(json!({ "do": "unfreeze", "piece": "porter-dummy" }));
    assert_eq!((f.at("porter").as_str(), f.at("2-nh").as_str()), ("QQ6", "QQ6"));
    assert!(!f.is("2-nh", "frozen"));
}

#[test]
fn br_opt_2_2_a_dummy_activates_its_hex_and_goes() {
    let units = "porter:in=porter-dummy 2-nh:in=porter-dummy porter-dummy:SS6:frozen terry:A1";
    let mut f = field_with(&["fog-of-war"], "command union 2", units, json!({}));
    f.play(json!({ "do": "unfreeze", "piece": "porter-dummy" }));
    f.refuses(f.march("porter", "SS7"), "BR-2.3");
    // All is turned up: movement has begun, or begins now.
    if f.view().phase == "Command" {
        f.done();
    }
    assert_eq!(f.at("porter-dummy"), "nowhere");
    f.allows(f.march("porter", "SS7"));
    f.allows(f.march("2-nh", "SS7"));
    // Turned up by an enemy it stays until the next Union Command phase, and does its work then.
    let units = "porter:in=porter-dummy 2-nh:in=porter-dummy porter-dummy:BB26:frozen terry:BB31:active";
    let mut f = field_with(&["fog-of-war"], "movement confederate 2", units, json!({}));
    f.play(f.march("terry", "BB30"));
    assert_eq!((f.at("porter-dummy").as_str(), f.at("2-nh").as_str()), ("BB26", "BB26"));
    f.refuses(f.march("porter-dummy", "BB27"), "BR-5.1");
    f.done();
    assert_eq!(f.at("porter-dummy"), "nowhere");
    assert!(!f.is("2-nh", "stop"));
}

#[test]
fn br_opt_3_who_marched_by_r1_rallies_once() {
    let units = "sherman:BB31 13-ny:BB31 69-nym:off=rally-box:via-r1:revived keyes:Z31 1-conn:Z31 2-conn:off=rally-box:revived";
    let f = field_with(&["exhaustion"], "rally union 10", units, json!({}));
    f.refuses(rally("sherman", "69-nym"), "BR-OPT-3");
    f.allows(rally("keyes", "2-conn"));
    // Which way it marched is said at set-up.
    let mut f = fresh(&["exhaustion"]);
    f.play(json!({ "do": "preset", "number": 2 }));
    f.done();
    assert!(f.legal().iter().any(|a| a["do"] == "place" && a["route"] == "R1"));
    // With the road to Centreville cut, R1 is the only base.
    let f = field_with(&["exhaustion"], "set-up union 0", "sherman:off=card terry:EE9 munford:MM9", json!({ "trestle": "destroyed" }));
    f.refuses(place("sherman", "R2"), "BR-OPT-3");
    f.allows(json!({ "do": "place", "piece": "sherman", "hex": "R2", "route": "R1" }));
    // And beside Sudley it always is: whoever goes on over DD1 to Centreville has come by R1.
    for hex in ["R2", "S2"] {
        let f = field_with(
            &["exhaustion"],
            "set-up union 0",
            "sherman:off=card franklin:off=card terry:W10",
            json!({ "trestle": "destroyed" }),
        );
        for id in ["sherman", "franklin"] {
            f.refuses(place(id, hex), "BR-OPT-3");
            f.allows(json!({ "do": "place", "piece": id, "hex": hex, "route": "R1" }));
        }
        // On the road from DD1 to Centreville both are possible.
        f.allows(place("sherman", "DD2"));
        f.allows(json!({ "do": "place", "piece": "sherman", "hex": "DD2", "route": "R1" }));
    }
}

#[test]
fn br_opt_4_br_opt_4_1u_july_20th_changes_the_union_army() {
    let mut f = fresh(&["july-20th"]);
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    for out in ["mccunn", "15-ny", "bookwood"] {
        assert_eq!(f.at(out), "nowhere", "{out}");
    }
    f.refuses(place("keyes", "R1"), "BR-1.3");
    f.allows(place("varian", "QQ6"));
    f.allows(place("4-pa", "QQ6"));
    assert_eq!(f.at("4-mich"), "reinforcements");
}

#[test]
fn br_opt_4_1c_july_20th_changes_the_confederate_army() {
    let mut f = fresh(&["july-20th"]);
    f.refuses(place("bee", "CC20"), "BR-1.13");
    f.refuses(place("hampton", "EE34"), "BR-PP-1");
    f.play(place("bartow", "EE34"));
    f.play(place("7-ga", "EE34"));
    f.play(json!({ "do": "preset", "number": 0 }));
    assert!(f.view().pieces.iter().all(|p| !p.states.iter().any(|c| c.word() == "frozen")), "nothing is frozen");
    assert_eq!((f.at("13-miss").as_str(), f.at("smith").as_str()), ("reinforcements", "nowhere"));
    // Early cannot form without 13 Miss.
    f.refuses(form("early-brigade", &["7-va", "7-la"]), "BR-8.21");
    let mut f = field_with(
        &["july-20th"],
        "movement confederate 7",
        "bee:off=due johnston:off=due pendleton:off=due rockbridge:off=due evans:A30",
        json!({}),
    );
    f.play(f.enter("bee", "A18", ""));
    assert_eq!(f.at("bee"), "EE34");
    f.play(f.enter("pendleton", "A21", "B20"));
    f.play(f.enter("rockbridge", "A21", ""));
    f.play(f.enter("johnston", "A18", ""));
    // Pendleton needs no orders until 2:00 PM.
    f.done();
    f.done();
    assert!(!f.is("pendleton", "stop"));
    let f = field_with(&["july-20th"], "movement confederate 12", "pendleton:A21 evans:A30", json!({}));
    assert!(f.is("pendleton", "stop"));
    let mut f = field_with(&["july-20th"], "movement confederate 15", "13-miss:off=due evans:A30", json!({}));
    f.play(f.enter("13-miss", "CC35", ""));
    assert_eq!(f.at("13-miss"), "EE34");
}

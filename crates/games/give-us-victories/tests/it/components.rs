//! Chapters 1, 3 and 5: the counters, steps, chits and stacks.

use crate::table::*;
use engine::{Fog, Positions, Seat};
use give_us_victories::Action;
use give_us_victories::counters::{ChitKind, counters, tables};
use give_us_victories::ids::Hex;
use give_us_victories::scenarios::scenarios;
use give_us_victories::state::Step;

#[test]
fn guv_1_1_a_player_commands_only_his_own_counters() {
    let mut f = Battlefield::campaign().put("us-caldwell 3118, cs-heth 3124");
    f.active("couch", "3118");
    f.no_march("GUV-1.1", "cs-heth", "3123");
    f.no("GUV-1.1", Action::Skirmish { piece: p("cs-heth"), hex: h("3124") });
    f.not_by(CS, "GUV-6.1", Action::Done);
}

#[test]
fn guv_3_1_guv_3_2_two_steps_above_one_point_else_one() {
    let f = Battlefield::campaign().put("cs-heth 0911, cs-beckham 0910, us-schirmer 1011");
    assert_eq!((f.s.steps(p("cs-heth")), f.s.steps(p("cs-beckham"))), (2, 1));
    let ones = counters().pieces.iter().filter(|c| c.ma > 0 && c.cp[0] == 1).count();
    assert!(ones > 0 && counters().pieces.iter().all(|c| c.ma == 0 || (c.cp[0] == 1) == (c.cp[1] == 0)));
    // Two losses: first the reduced side, then the losses box.
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-beckham 1110, us-buschbeck 1209, us-mclean 1209");
    f.active("howard", "1209").come_to_blows().assault("us-buschbeck us-mclean", "1110");
    f.ok(Action::Point { enemy: false, die: 0 });
    f.done().roll(&[5, 5]).roll(&[1, 1]);
    // The first loss is the infantry's without asking.
    assert_eq!(f.s.battle.unwrap().owed, [0, 1]);
    assert!(f.s.reduced.has(p("cs-heth")) && f.s.cp(p("cs-heth")) == 2);
    f.ok(Action::Suffer { piece: p("cs-beckham") });
    assert_eq!(f.place("cs-beckham"), Hex::LOST);
}

#[test]
fn guv_3_3_guv_3_7_bands_name_the_formation_and_no_band_is_independent() {
    let band = |id: &str| counters().get(p(id)).formation;
    assert_eq!(band("cs-pender"), Some(chit("hill")));
    assert_ne!(band("cs-pender"), Some(chit("rodes")));
    assert_eq!(band("cs-nelson"), None);
    let mut f = Battlefield::campaign().put("cs-pender 3833, cs-iverson 3834, cs-nelson 3835, us-phelps 4810");
    f.draw("hill").ok(Action::Activate { hex: h("3833") });
    assert!(f.s.active.has(p("cs-pender")) && !f.s.active.has(p("cs-iverson")));
    f.ok(Action::Take { piece: p("cs-nelson") });
    assert!(f.s.active.has(p("cs-nelson")));
}

#[test]
fn guv_3_4_guv_3_5_chits_show_radius_and_high_commanders_a_factor() {
    let row = |id: &str| tables().chit(chit(id)).clone();
    assert_eq!((row("couch").radius, row("howard").radius, row("stuart").radius), (4, 3, 5));
    let highs = ["hooker", "lee", "jackson", "longstreet"].map(row);
    let most = tables().chits.iter().filter(|c| c.kind == ChitKind::Formation).map(|c| c.radius).max().unwrap();
    assert!(highs.iter().all(|c| c.kind == ChitKind::High && c.formation.is_empty() && c.radius > most));
    assert_eq!(highs.map(|c| c.factor), [3, 4, 3, 3]);
    // Jackson leads any three divisions.
    let mut f = Battlefield::campaign().put("cs-wright 2722, cs-iverson 2723, cs-semmes 2724, cs-gordon 2725, us-phelps 4810").turn(7);
    f.at(Step::Choose);
    for id in ["anderson", "rodes", "mclaws"] {
        f.by(CS, Action::Group { chit: chit(id), under: chit("jackson") });
    }
    f.not_by(CS, "GUV-3.5", Action::Group { chit: chit("early"), under: chit("rodes") });
}

#[test]
fn guv_3_6_guv_3_10_the_enemy_sees_counts_of_chits_not_their_faces() {
    let mut f = Battlefield::campaign().put("us-knipe 1310, us-mclean 1311, us-barnes 1515, cs-wright 2722");
    f.at(Step::Choose);
    for id in ["howard", "slocum"] {
        f.by(US, Action::Group { chit: chit(id), under: chit("hooker") });
    }
    f.by(US, Action::Choose { chit: chit("meade") }).by(US, Action::Done).by(CS, Action::Done);
    assert_eq!(f.tally(Seat::Confederate, "box-hooker"), "2 chits face down");
    assert_eq!(f.tally(Seat::Union, "box-hooker"), "XI Corps, XII Corps");
    // Hooker, Meade, two Independents; the enemy knows only his own chit.
    assert_eq!(f.tally(Seat::Confederate, "cup"), "4");
    let known = f.game.knowledge(&f.s, Seat::Confederate);
    assert_eq!(known.state.cup.iter().collect::<Vec<_>>(), [chit("confederate-independent")]);
}

#[test]
fn guv_3_8_guv_5_7_chits_and_markers_take_no_room() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-thomas 1110, cs-archer 1110, cs-paxton 1110, us-buschbeck 1209");
    f.s.breastworks.insert(h("1110"));
    f.s.disorganized.insert(p("cs-archer"));
    f.active("hill", "1110");
    f.come_to_blows();
    // Four brigades under a chit, breastworks and markers: nobody was displaced.
    assert_eq!(f.s.stack(h("1110")).len(), 4);
}

#[test]
fn guv_3_9_the_calendar_gives_points_and_rain() {
    let day = |n: u8| (tables().day(n).ap, tables().day(n).rain);
    assert_eq!(day(3), ([4, 3], 0));
    assert_eq!(day(25), ([2, 2], 2));
    let nights: Vec<u8> = (1..=25).filter(|n| tables().day(*n).night).collect();
    assert_eq!(nights, [5, 10, 15, 20, 25]);
    // Every scenario turn has at least the scenario's points in the calendar.
    for s in scenarios().iter().filter(|s| s.ap.is_some()) {
        for (i, ap) in s.ap.as_ref().unwrap().iter().enumerate() {
            let calendar = tables().day(s.turns[0] + i as u8).ap;
            assert!(calendar[0] >= ap[0] && calendar[1] >= ap[1], "{} turn {i}", s.id);
        }
    }
}

#[test]
fn guv_3_11_the_lost_lie_in_the_losses_box_until_the_night() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-buschbeck 1209, us-skirmisher-1 1209").turn(4);
    f.active("hill", "1110").come_to_blows().assault("cs-heth", "1209");
    f.done().roll(&[5, 1]).roll(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-skirmisher-1") });
    assert_eq!(f.place("us-skirmisher-1"), Hex::LOST);
    assert_eq!(f.tally(Seat::Spectator, "union-skirmishers"), "5 available, 1 lost");
}

#[test]
fn guv_5_1_the_two_sides_never_share_a_hex() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-buschbeck 1209");
    f.active("hill", "1110");
    f.no_march("GUV-9.4", "cs-heth", "1209");
    let both = serde_json::json!({ "turn": 3, "units": [{ "id": "cs-heth", "hex": "1110" }, { "id": "us-paul", "hex": "1110" }] });
    let error = f.game.read_position(&both).err().expect("refused");
    assert_eq!((error.field.as_str(), error.because.as_str()), ("units", "both sides stand in 1110"));
}

#[test]
fn guv_5_2_guv_5_4_guv_5_5_a_fifth_unit_is_displaced_after_the_movement() {
    let stack = "cs-heth 1110, cs-thomas 1110, cs-archer 1110, cs-paxton 1110";
    let mut f = Battlefield::campaign().put(stack).put("cs-lane 1010, us-phelps 4810");
    f.active("hill", "1110");
    // During the march a full hex may be passed through, and ended in.
    f.may(f.order("cs-lane", "1110 1111"));
    f.march("cs-lane", "1110");
    f.done();
    assert_eq!(f.s.agenda.top(), Step::Displace);
    f.no("GUV-5.5", Action::Done);
    f.ok(Action::Displace { piece: p("cs-lane"), hex: h("1111") });
    assert_eq!(f.hex("cs-lane"), "1111");
    assert_ne!(f.s.agenda.top(), Step::Displace);
}

#[test]
fn guv_5_5_without_a_hex_away_from_the_enemy_the_excess_is_lost() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-thomas 1110, cs-archer 1110, cs-paxton 1110, cs-lane 1110");
    // Enemies all round at two hexes: every neighbour is next to one of them.
    f.add("us-phelps 1208, us-paul 1310, us-root 1211, us-baxter 1112, us-stone 0910, us-rowley 1008");
    f.active("hill", "1110");
    f.done();
    let offers = f.legal();
    assert!(offers.iter().all(|a| matches!(a, Action::Suffer { .. })), "{offers:?}");
    f.ok(Action::Suffer { piece: p("cs-lane") });
    assert_eq!(f.place("cs-lane"), Hex::LOST);
    // nobody may march into such a trap.
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-thomas 1110, cs-archer 1110, cs-paxton 1110, cs-lane 1111");
    f.add("us-phelps 1208, us-paul 1310, us-root 1211, us-baxter 1112, us-stone 0910, us-rowley 1008");
    f.active("hill", "1110");
    f.no_march("GUV-5.5", "cs-lane", "1110");
    // Pender, four points, finds no room in 1111; a small brigade that stands in the hex already does.
    let mut f = Battlefield::campaign().put("cs-heth 1110 reduced, cs-thomas 1110, cs-archer 1110, cs-walker 1110, cs-pender 1010");
    f.add("cs-lane 1111, cs-mcgowan 1111, cs-wilcox 1111, us-phelps 1208, us-paul 1310, us-stone 0910, us-rowley 1008");
    f.active("hill", "1010").march("cs-pender", "1110");
}

#[test]
fn guv_5_5_a_hex_far_too_full_is_judged_at_once() {
    let crowd = "heth thomas archer walker mcgowan lane iverson doles colquitt oneal ramseur paxton gordon hoke wilcox wofford";
    let units: Vec<String> = crowd.split(' ').map(|id| format!("cs-{id} 1110")).collect();
    let mut f = Battlefield::campaign().put(&format!("{}, cs-pender 1010, us-phelps 4810", units.join(", ")));
    f.active("hill", "1010").march("cs-pender", "1110");
}

#[test]
fn guv_5_3_sixteen_points_as_they_are_now() {
    // Grant 5 + three of 4 = 17.
    let mut f = Battlefield::campaign().put("us-grant 4025, us-neill 4025, us-wheaton 4025, us-brown 4025, cs-heth 2030").turn(15);
    f.s.freed[1] = true;
    f.active("sedgwick", "4025").done();
    assert_eq!(f.s.agenda.top(), Step::Displace);
    let mut f = Battlefield::campaign().put("us-grant 4025, us-neill 4025 reduced, us-wheaton 4025, us-brown 4025, cs-heth 2030").turn(15);
    f.active("sedgwick", "4025").done();
    assert_ne!(f.s.agenda.top(), Step::Displace);
}

#[test]
fn guv_5_6_stacks_form_and_split_during_the_march() {
    let mut f = Battlefield::campaign().put("cs-heth 1413, cs-lane 1413, cs-thomas 1411, us-phelps 4810");
    f.active("hill", "1413");
    f.march("cs-heth cs-lane", "1412 1411");
    assert_eq!(f.spent(), 2);
    // One goes on alone with what is left; another joins it on the way.
    f.march("cs-lane cs-thomas", "1311");
    assert_eq!((f.hex("cs-heth"), f.hex("cs-lane"), f.hex("cs-thomas"), f.spent()), ("1411".into(), "1311".into(), "1311".into(), 3));
    // Whoever was left behind goes on as well, each part with its own points, and so does the first part once more.
    f.march("cs-heth", "1410");
    let heth = f.spent();
    f.march("cs-lane", "1312");
    assert!(f.spent() > 3 && heth > 2);
    f.march("cs-heth", "1409");
    assert!(f.spent() > heth);
    // A march of others ends theirs.
    f.add("cs-archer 1413");
    f.s.active.insert(p("cs-archer"));
    f.march("cs-archer", "1412");
    f.no_march("GUV-9.2", "cs-heth", "1410");
    f.no_march("GUV-9.2", "cs-lane", "1311");
    f.no_march("GUV-9.2", "cs-thomas", "1410");
}

#[test]
fn guv_5_6_guv_9_3_a_part_left_behind_has_only_what_the_stack_had_left() {
    let mut f = Battlefield::campaign().put("cs-heth 1413, cs-lane 1413, cs-thomas 1413, us-phelps 4810");
    f.active("hill", "1413").march("cs-heth cs-lane cs-thomas", "1412 1411");
    assert_eq!(f.spent(), 2);
    f.march("cs-lane", "1511 1611");
    assert_eq!(f.s.stragglers.pieces(), set("cs-heth cs-thomas"));
    assert_eq!((f.s.stragglers.spent(p("cs-heth")), f.s.stragglers.by_road(p("cs-heth"))), (2, true));
    // Both parts may go on together; nobody goes farther than 4 points take him.
    f.march("cs-heth cs-thomas", "1311");
    assert_eq!((f.spent(), f.s.stragglers.pieces()), (3, set("cs-lane")));
    // They are kept in a save.
    let saved = f.game.write_position(&f.s);
    let read = f.game.read_position(&saved).unwrap();
    assert_eq!(read.stragglers, f.s.stragglers);
    f.no_march("GUV-9.3", "cs-lane", "1612 1613 1614 1615");
}

//! Chapter 9: movement, contact, roads, forced march, visibility, dummies.

use crate::table::*;
use engine::{Positions, Rules, Seat};
use give_us_victories::Action;
use give_us_victories::ground::ground;
use give_us_victories::ids::{Hex, Path, Piece};
use give_us_victories::state::{Lies, Step};

/// Heth before Richardsville: the stage of example 8.4.
fn stage() -> Battlefield {
    let mut f = Battlefield::campaign().put("cs-heth 0911, cs-thomas 1511, cs-lane 1413, us-von-gilsa 1011, us-mclean 1111");
    f.s.boxes[1].insert(chit("hill"));
    f.draw("lee").ok(Action::Activate { hex: h("1412") }).done();
    f
}

#[test]
fn guv_9_1_guv_9_2_units_move_one_after_the_other_or_not_at_all() {
    let mut f = Battlefield::campaign().put("cs-heth 3833, cs-lane 3834, us-phelps 4810");
    f.active("hill", "3834");
    f.may(Action::Done);
    f.march("cs-heth", "3832").march("cs-lane", "3835");
    f.no_march("GUV-9.2", "cs-heth", "3831");
    f.march("cs-lane", "3836");
}

#[test]
fn guv_9_3_guv_9_35_the_whole_cost_must_be_there_half_points_are_kept() {
    // Thomas (example 8.6): forest 2, then half a point and one for contact: 3.5 of 4.
    let mut f = stage();
    f.add("us-paul 1310");
    f.march("cs-thomas", "1411");
    assert_eq!(f.spent(), 4);
    f.march("cs-thomas", "1311");
    assert_eq!(f.spent(), 7);
    f.done();
    // Half a point is left: no forest, no clear hex, and no least move of one hex.
    f.no_march("GUV-9.3", "cs-thomas", "1210");
    f.no_march("GUV-9.3", "cs-thomas", "1410");
}

#[test]
fn guv_9_4_the_enemy_bars_his_hex_even_with_a_skirmisher() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-skirmisher-1 1209");
    f.active("hill", "1110");
    f.no_march("GUV-9.4", "cs-heth", "1209");
}

#[test]
fn guv_9_5_guv_9_6_guv_9_8_guv_9_10_guv_9_15_heth_presses_von_gilsa_back() {
    // Examples 8.4 and 8.5.
    let mut f = stage();
    f.march("cs-heth", "0912");
    assert_eq!(f.spent(), 4, "clear by minor road next to the enemy: 1 + 1");
    assert_eq!(f.asked(), US);
    f.ok(Action::Break { hex: h("1011") });
    f.ok(Action::Withdraw { pieces: set("us-von-gilsa"), path: path("1011", "1111") });
    assert_eq!((f.hex("us-von-gilsa"), f.asked()), ("1111".into(), CS));
    f.march("cs-heth", "1011");
    assert_eq!(f.spent(), 6, "forest by road: 1, no surcharge, however many enemies are near");
    f.ok(Action::Break { hex: h("1111") });
    f.ok(Action::Withdraw { pieces: set("us-von-gilsa us-mclean"), path: path("1111", "1210") });
    f.march("cs-heth", "1111");
    assert_eq!(f.spent(), 8);
    f.ok(Action::Break { hex: h("1210") });
    f.ok(Action::Withdraw { pieces: set("us-von-gilsa us-mclean"), path: path("1210", "1310") });
    assert_eq!((f.hex("us-mclean"), f.hex("us-von-gilsa")), ("1310".into(), "1310".into()));
    f.no_march("GUV-9.3", "cs-heth", "1210");
}

#[test]
fn guv_9_19_guv_9_18_roads_replace_the_ground() {
    // Example 8.7: Lane on the major road.
    let mut f = stage();
    f.add("us-paul 1310");
    f.march("cs-lane", "1412 1411");
    assert_eq!(f.spent(), 2, "two major-road hexes, one of them forest");
    f.march("cs-lane", "1311");
    assert_eq!(f.spent(), 5, "1.5 and one for contact");
}

#[test]
fn guv_9_7_guv_10_2_enemies_over_a_major_river_are_adjacent_but_not_fought() {
    // 3821 in Fredericksburg faces 3921 at the Lacy House.
    let mut f = Battlefield::campaign().put("cs-barksdale 3822, us-sully 3921");
    f.active("mclaws", "3822").march("cs-barksdale", "3821");
    assert_eq!(f.spent(), f.spent().max(3), "the town next to the enemy costs a point more");
    let plain = {
        let mut g = Battlefield::campaign().put("cs-barksdale 3822, us-sully 4810");
        g.active("mclaws", "3822").march("cs-barksdale", "3821");
        g.spent()
    };
    assert_eq!(f.spent(), plain + 2);
    f.done().finish_activation();
    assert!(f.s.act.is_none(), "there is nothing to attack across the river");
    // And in so many words.
    let mut f = Battlefield::campaign().put("cs-barksdale 3821, cs-heth 1110, us-sully 3921, us-paul 1209");
    f.s.boxes[1] = ["mclaws", "hill"].into_iter().map(chit).collect();
    f.draw("lee").ok(Action::Activate { hex: h("3821") });
    f.s.active = set("cs-barksdale cs-heth");
    f.done().done();
    f.no("GUV-10.2", Action::Attack { piece: p("cs-barksdale"), target: h("3921") });
}

#[test]
fn guv_9_9_contact_does_not_stop_a_march() {
    let mut f = Battlefield::campaign().put("cs-heth 1511, us-paul 1409, us-root 1309");
    f.active("hill", "1511");
    f.march("cs-heth", "1410");
    f.done();
    assert_eq!(f.spent(), 4);
    f.march("cs-heth", "1310");
    assert_eq!(f.spent(), 8, "from contact to contact, paying each time");
}

#[test]
fn guv_9_11_no_break_contact_into_another_enemy_unless_friends_are_there() {
    // Every free hex behind Paul is next to another Confederate.
    let mut f = Battlefield::campaign().put("us-paul 1310, cs-heth 1111, cs-lane 1408, cs-archer 1511, cs-thomas 1108");
    f.s.boxes[1].insert(chit("hill"));
    f.draw("lee").ok(Action::Activate { hex: h("1211") }).done();
    f.march("cs-heth", "1210");
    assert!(!f.legal().contains(&Action::Break { hex: h("1310") }));
    // With friends in 1410 he may go there, though Archer is next to it.
    let mut f = Battlefield::campaign().put("us-paul 1310, us-root 1410, cs-heth 1111, cs-lane 1408, cs-archer 1511, cs-thomas 1108");
    f.s.boxes[1].insert(chit("hill"));
    f.draw("lee").ok(Action::Activate { hex: h("1211") }).done();
    f.march("cs-heth", "1210");
    f.ok(Action::Break { hex: h("1310") });
    assert_eq!(f.legal(), [Action::Withdraw { pieces: set("us-paul"), path: path("1310", "1410") }]);
}

#[test]
fn guv_9_12_all_units_of_the_hex_go_or_none() {
    // The Union reserve may not cross the pontoon behind it, the brigade could: so neither goes.
    let mut f = Battlefield::campaign().put("us-provost 2416, us-caldwell 2416, cs-heth 2319, cs-lane 2418, cs-archer 2317");
    f.s.pontoons[1].lies = Lies::Over(h("2516"), h("2416"));
    f.s.boxes[1].insert(chit("hill"));
    f.draw("lee").ok(Action::Activate { hex: h("2319") }).done();
    f.march("cs-archer", "2316");
    assert!(f.s.contact.is_none() || !f.legal().iter().any(|a| matches!(a, Action::Break { .. })));
    let mut f = Battlefield::campaign().put("us-caldwell 2416, cs-heth 2319, cs-lane 2418, cs-archer 2317");
    f.s.pontoons[1].lies = Lies::Over(h("2516"), h("2416"));
    f.s.boxes[1].insert(chit("hill"));
    f.draw("lee").ok(Action::Activate { hex: h("2319") }).done();
    f.march("cs-archer", "2316");
    f.ok(Action::Break { hex: h("2416") });
    f.ok(Action::Withdraw { pieces: set("us-caldwell"), path: path("2416", "2516") });
    // Units of one hex may go to different hexes.
    let mut f = stage();
    f.add("us-paul 1011");
    f.march("cs-heth", "0912");
    f.ok(Action::Break { hex: h("1011") });
    f.ok(Action::Withdraw { pieces: set("us-paul"), path: path("1011", "1111") });
    f.ok(Action::Withdraw { pieces: set("us-von-gilsa"), path: path("1011", "1010") }.if_legal(&f, "us-von-gilsa"));
    assert!(f.s.stack(h("1011")).is_empty());
}

#[test]
fn guv_9_13_guv_9_14_at_once_or_not_at_all_but_as_often_as_one_likes() {
    let mut f = stage();
    f.march("cs-heth", "0912");
    f.not_by(CS, "GUV-6.1", Action::Done);
    f.done();
    f.not_by(US, "GUV-6.1", Action::Break { hex: h("1011") });
    // The next step next to him is a new chance.
    f.march("cs-heth", "1012");
    f.may(Action::Break { hex: h("1011") });
}

#[test]
fn guv_9_16_cavalry_breaks_contact_by_two_hexes_out_of_contact() {
    let mut f = Battlefield::campaign().put("us-devin 1310, cs-heth 1111");
    f.active("hill", "1111").march("cs-heth", "1210");
    f.ok(Action::Break { hex: h("1310") });
    f.no("GUV-9.16", Action::Withdraw { pieces: set("us-devin"), path: path("1310", "1410") });
    f.no("GUV-9.16", Action::Withdraw { pieces: set("us-devin"), path: path("1310", "1410 1311") });
    f.ok(Action::Withdraw { pieces: set("us-devin"), path: path("1310", "1410 1510") });
    assert_eq!(f.hex("us-devin"), "1510");
}

#[test]
fn guv_9_17_no_break_contact_at_night() {
    let mut f = Battlefield::new("campaign", &["events=on", "night-combat=on"]).turn(10).put("cs-heth 0911, us-von-gilsa 1011");
    f.deal(CS, give_us_victories::ids::EventId::NightAttack);
    f.draw("hill").ok(Action::Activate { hex: h("0911") }).ok(Action::play(give_us_victories::ids::EventId::NightAttack)).done();
    f.march("cs-heth", "0912");
    assert_eq!(f.asked(), CS);
}

#[test]
fn guv_9_20_a_march_all_by_road_has_one_point_more() {
    let mut f = Battlefield::campaign().put("cs-heth 1515, us-phelps 4810");
    f.active("hill", "1515");
    let reach = f.legal().into_iter().filter_map(|a| match a {
        Action::March { pieces, path } if pieces == set("cs-heth") => Some(path.len()),
        _ => None,
    });
    assert_eq!(reach.max(), Some(10), "five points of half-point road");
    // One step off the road and the bonus is gone.
    f.march("cs-heth", "1514 1413 1412 1411 1311 1310");
    assert_eq!(f.spent(), 6);
    f.march("cs-heth", "1410");
    assert_eq!(f.spent(), 8);
    f.no_march("GUV-9.3", "cs-heth", "1409");
}

#[test]
fn guv_9_21_guv_9_22_leaving_the_map_by_a_flagged_road_for_good() {
    let mut f = Battlefield::campaign().put("us-barnes 3338, us-ayres 3238, us-tyler 0127, cs-heth 1110");
    f.s.boxes[0].insert(chit("meade"));
    f.draw("hooker").ok(Action::Activate { hex: h("3338") });
    f.s.active = set("us-barnes us-ayres us-tyler");
    f.done();
    f.no("GUV-9.21", Action::Exit { pieces: set("us-ayres") });
    f.no("GUV-9.21", Action::Exit { pieces: set("us-tyler") });
    f.ok(Action::Exit { pieces: set("us-barnes") });
    assert_eq!(f.place("us-barnes"), Hex::EXITED);
    assert_eq!(f.s.exits[0].iter().sum::<u8>(), 2);
    // Brigade Regroup does not bring it back.
    let mut f = Battlefield::new("campaign", &["events=on"]).turn(3).put("us-ayres 1310, cs-heth 4035");
    f.s.put(p("us-barnes"), Hex::EXITED);
    f.deal(US, give_us_victories::ids::EventId::BrigadeRegroup);
    f.active("meade", "1310");
    let regroup =
        Action::Play { event: give_us_victories::ids::EventId::BrigadeRegroup, hex: h("1311"), piece: Some(p("us-barnes")), chit: None };
    f.no("GUV-17.8", regroup);
}

#[test]
fn guv_9_23_guv_9_24_guv_9_25_guv_9_26_the_forced_march() {
    let mut f =
        Battlefield::campaign().put("cs-heth 3833, cs-nelson 3834, cs-iverson 3834, cs-lane 1110, us-buschbeck 1209, us-phelps 4810");
    f.s.boxes[1].insert(chit("hill"));
    f.draw("hill").ok(Action::Activate { hex: h("3833") }).ok(Action::Take { piece: p("cs-nelson") });
    f.ok(Action::ForceMarch).ok(Action::Detach { hex: h("3834") }).done();
    f.no("GUV-9.24", Action::ForceMarch);
    // Twice four points, for the independent and the detached too.
    for id in ["cs-heth", "cs-nelson", "cs-iverson"] {
        assert!(f.s.active.has(p(id)) && f.s.forced.has(p(id)));
    }
    f.march("cs-heth", "3832 3831 3830 3829");
    assert!(f.spent() > 8, "more than four points");
    // The whole formation may not fight, even who did not move.
    assert!(f.s.forced.has(p("cs-lane")));
    f.done().roll(&[3]);
    let mut f = Battlefield::campaign().put("cs-heth 1110, cs-walker 1110, us-buschbeck 1209, us-paul 1309");
    f.draw("hill").ok(Action::Activate { hex: h("1110") }).ok(Action::ForceMarch).done();
    // Starting in contact is allowed, entering it is not.
    f.no_march("GUV-9.25", "cs-heth", "1210");
    f.march("cs-heth", "1010");
    f.done().roll(&[6]);
    assert!(f.s.act.is_none(), "neither bombardment nor combat");
    let mut f = Battlefield::campaign().put("cs-heth 3833, cs-iverson 3834, us-phelps 4810");
    f.s.cup = ["hill", "rodes"].into_iter().map(chit).collect();
    f.at(Step::Draw);
    f.roll(&[0]).ok(Action::Activate { hex: h("3833") }).ok(Action::ForceMarch).done().done().roll(&[6]);
    f.roll(&[0]).ok(Action::Activate { hex: h("3834") });
    f.no("GUV-9.24", Action::ForceMarch);
}

#[test]
fn guv_9_25_guv_9_29_who_cannot_force_march_may_go_next_to_the_enemy() {
    let mut f = Battlefield::campaign().put("us-von-gilsa 1310 disorganized, us-mclean 1310, cs-heth 1312");
    f.draw("howard").ok(Action::Activate { hex: h("1310") }).ok(Action::ForceMarch).done();
    f.no_march("GUV-9.25", "us-mclean", "1311");
    f.march("us-von-gilsa", "1311");
}

#[test]
fn guv_9_26_an_unmoved_brigade_of_the_formation_cannot_attack() {
    let mut g = Battlefield::campaign().put("cs-heth 1110, cs-lane 1110, cs-walker 1110, us-buschbeck 1209");
    g.s.forced = set("cs-heth cs-walker");
    g.active("hill", "1110").done();
    g.no("GUV-9.26", Action::Attack { piece: p("cs-heth"), target: h("1209") });
    g.may(Action::Attack { piece: p("cs-lane"), target: h("1209") });
}

#[test]
fn guv_9_27_forced_marchers_defend_with_one_die_less_one() {
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-buschbeck 1209");
    f.s.tired.insert(p("us-buschbeck"));
    f.active("hill", "1110").come_to_blows().assault("cs-heth", "1209");
    // Buschbeck places his point and names the die that suffers.
    f.no("GUV-14.9", Action::Done);
    f.ok(Action::TiredDie { die: 1 }).done();
    f.roll(&[1, 1]).roll(&[1, 5]);
    assert_eq!(f.place("cs-heth"), h("1110"));
    assert!(!f.s.reduced.has(p("cs-heth")), "the five became a four");
}

#[test]
fn guv_9_28_a_step_on_one_or_two() {
    for (die, lost) in [(2, true), (3, false)] {
        let mut f = Battlefield::campaign().put("cs-heth 3833, cs-lane 3832, us-phelps 4810");
        f.draw("hill").ok(Action::Activate { hex: h("3833") }).ok(Action::ForceMarch).done().done().roll(&[die]);
        assert_eq!(f.s.agenda.top() == Step::Attrition, lost);
        if lost {
            f.no("GUV-9.28", Action::Suffer { piece: p("us-phelps") });
            f.ok(Action::Suffer { piece: p("cs-lane") });
            assert!(f.s.reduced.has(p("cs-lane")));
        }
    }
}

#[test]
fn guv_9_29_tired_units_do_not_force_march() {
    for state in ["disorganized", "starved"] {
        let mut f = Battlefield::campaign().put(&format!("cs-heth 1515 {state}, cs-lane 1515, us-phelps 4810"));
        f.draw("hill").ok(Action::Activate { hex: h("1515") }).ok(Action::ForceMarch).done();
        f.march("cs-heth", "1514 1413 1412 1411 1311 1310 1410");
        f.no_march("GUV-9.3", "cs-heth", "1409");
    }
}

#[test]
fn guv_9_30_a_stack_is_seen_only_from_the_next_hex() {
    let f = Battlefield::campaign().put("cs-heth 1110, us-buschbeck 1209, us-paul 1310, us-mclean 3921, cs-barksdale 3821");
    let view = f.view(Seat::Confederate);
    let id = |hex: &str| view.pieces.iter().find(|x| x.hex.as_deref() == Some(hex)).map(|x| (x.id.clone(), x.kind.word())).unwrap();
    assert_eq!(id("1209").0, "us-buschbeck");
    assert_eq!(id("1310"), ("unseen-1310-1".into(), "hidden"));
    // Over the river too.
    assert_eq!(id("3921").0, "us-mclean");
    assert!(!view.pieces.iter().any(|x| x.id == "us-paul"));
}

#[test]
fn guv_9_31_guv_9_32_guv_9_33_dummies_live_with_real_units() {
    let mut f =
        Battlefield::new("campaign", &["dummies=on"]).turn(3).put("cs-heth 3833, cs-lane 3833, cs-skirmisher-1 3835, us-phelps 4810");
    f.at(Step::TurnBegins);
    assert_eq!(f.s.agenda.top(), Step::Dummies);
    f.not_by(CS, "GUV-9.31", Action::PlaceDummy { hex: h("3834") });
    f.by(CS, Action::PlaceDummy { hex: h("3833") });
    f.by(CS, Action::PlaceDummy { hex: h("3833") });
    f.not_by(CS, "GUV-5.2", Action::PlaceDummy { hex: h("3833") });
    // A lone skirmisher suffices.
    f.by(CS, Action::PlaceDummy { hex: h("3835") });
    f.by(CS, Action::Done).by(US, Action::Done);
    f.by(US, Action::Done).by(CS, Action::Done);
    f.active("hill", "3833");
    f.no("GUV-9.32", Action::PlaceDummy { hex: h("3833") });
    f.no_march("GUV-9.33", "cs-dummy-1", "3832");
    f.march("cs-heth cs-lane cs-dummy-1 cs-dummy-2", "3832");
    assert_eq!(f.s.stack(h("3832")).len(), 4);
    // Taken away at any time, even when the other side is asked.
    f.by(CS, Action::DropDummy { hex: h("3832") });
    assert_eq!(f.s.stack(h("3832")).len(), 3);
    f.no("GUV-9.32", Action::DropDummy { hex: h("3834") });
}

#[test]
fn guv_9_34_dummies_bear_no_losses_and_do_not_stay_alone() {
    let mut f = Battlefield::new("campaign", &["dummies=on"]).turn(3).put("cs-heth 1110, us-root 1209 reduced, us-dummy-1 1209");
    f.active("hill", "1110").come_to_blows().assault("cs-heth", "1209");
    f.roll(&[5, 5, 1, 1]).roll(&[1, 1]);
    // Root dies of the first hit; the dummy is no unit and goes with him.
    assert_eq!((f.place("us-root"), f.place("us-dummy-1")), (Hex::LOST, Hex::READY));
}

impl Battlefield {
    /// Through whatever the activation still offers, to its end.
    pub fn finish_activation(&mut self) -> &mut Battlefield {
        while self.s.act.is_some() && self.game.actor(&self.s).side().is_some() {
            self.done();
        }
        self
    }
}

trait IfLegal {
    fn if_legal(self, f: &Battlefield, id: &str) -> Action;
}

impl IfLegal for Action {
    /// This order if it is allowed, or else another for the same unit.
    fn if_legal(self, f: &Battlefield, id: &str) -> Action {
        let one = set(id);
        if f.game.check(&f.s, f.asked(), self).is_ok() {
            return self;
        }
        let other = f.legal().into_iter().find(|a| matches!(a, Action::Withdraw { pieces, .. } if *pieces == one));
        other.expect("the unit has a way")
    }
}

/// whoever did not use the march bears no die less one: out of command, or not fit to march.
#[test]
fn guv_9_27_only_units_that_used_the_march_are_tired() {
    let mut f = Battlefield::campaign().put("us-barnes 1310, us-ayres 1310 disorganized, us-tyler 2501, cs-heth 4035");
    f.draw("meade").ok(Action::Activate { hex: h("1310") }).ok(Action::ForceMarch).done();
    assert_eq!(f.s.tired, set("us-barnes"));
    assert!(set("us-barnes us-ayres us-tyler").within(&f.s.forced), "none of the formation fights this turn");
    let attack = |defender: &str, tired: bool| {
        let mut f = Battlefield::campaign().put(&format!("cs-heth 1110, {defender} 1209"));
        f.s.forced.insert(p(defender));
        f.s.tired.set(p(defender), tired);
        f.active("hill", "1110").come_to_blows().assault("cs-heth", "1209");
        f.s.battle.unwrap().tired
    };
    assert!(attack("us-barnes", true) && !attack("us-tyler", false));
    // A tired unit is written and read again, and rested the next turn.
    let again = f.game.read_position(&f.game.write_position(&f.s)).unwrap();
    assert_eq!(again.tired, f.s.tired);
    f.s.act = None;
    f.s.active = give_us_victories::ids::Pieces::NONE;
    f.end_turn();
    assert!(f.s.tired.is_empty());
}

/// A march is one order however long it is: cavalry on a forced march goes farther than 20 hexes by turnpike.
#[test]
fn guv_9_20_guv_9_23_a_forced_march_of_cavalry_is_one_order() {
    let mut f = Battlefield::campaign().put("cs-f-lee 1520, us-phelps 4810");
    f.draw("stuart").ok(Action::Activate { hex: h("1520") }).ok(Action::ForceMarch).done();
    let length = |a: &Action| match a {
        Action::March { path, .. } => path.len(),
        _ => 0,
    };
    let far = f.legal().into_iter().max_by_key(length).unwrap();
    assert!(length(&far) > 21, "{far:?}");
    let Action::March { path: way, .. } = far else { unreachable!() };
    let end = way.iter().fold(h("1520"), |hex, d| ground().near[hex.index()][d.index()]);
    f.ok(far);
    assert_eq!(f.place("cs-f-lee"), end);
    // No march is longer than an order can be.
    let c = give_us_victories::counters::counters();
    let most = Piece::all().map(|p| c.get(p).ma).max().unwrap();
    let cost = &give_us_victories::counters::tables().cost;
    assert!(usize::from(2 * 2 * most + cost.jackson + cost.road_bonus) <= Path::MOST * usize::from(cost.major_road));
}

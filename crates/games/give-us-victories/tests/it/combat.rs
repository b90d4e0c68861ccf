//! Chapter 14: combat, with the examples of the rules.

use crate::table::*;
use engine::{Actor, Fog, Positions, Rules, Seat, Words};
use give_us_victories::ids::{EventId, Hex};
use give_us_victories::state::{FightStage, Step, TerrainEffect, WorksEffect};
use give_us_victories::{Action, Subject};

/// Hill's division before Howard's corps: examples 8.9 to 8.15.
fn stage(options: &[&str]) -> Battlefield {
    let mut f = Battlefield::new("campaign", options).turn(3).put(
        "us-von-gilsa 1311, cs-pender 1210, cs-skirmisher-1 1210, cs-nelson 1411, cs-thomas 1312, cs-lane 1312, cs-walker 1312, \
         cs-heth 1110, cs-skirmisher-2 1110, us-buschbeck 1209, cs-mcgowan 1510, cs-skirmisher-3 1510, us-barlow 1410, us-mclean 1409, \
         us-schirmer 1509",
    );
    // The example attacks von Gilsa from woods, so Pender and Nelson may leave their other neighbours alone.
    f.draw("hill").ok(Action::Activate { hex: h("1312") }).ok(Action::Take { piece: p("cs-nelson") });
    f.s.active = set("cs-pender cs-nelson cs-thomas cs-lane cs-walker cs-heth cs-mcgowan");
    f.done().come_to_blows();
    f
}

fn bonus(f: &mut Battlefield, dice: &[u8]) {
    for die in dice {
        f.ok(Action::Point { enemy: false, die: *die });
    }
}

#[test]
fn guv_14_8_guv_14_10_guv_14_16_guv_14_25_guv_14_26_guv_14_38_sixteen_points_against_von_gilsa() {
    // Example 8.9: 16 against 4 is 4 to 1; 4+1+1 dice less one for the works: 5 against 2.
    let mut f = stage(&[]);
    f.declare("cs-pender cs-skirmisher-1 cs-nelson cs-thomas cs-lane cs-walker", "1311");
    f.ok(Action::Screen { hex: h("1311") }).ok(Action::Entrench { hex: h("1311") });
    assert_eq!(f.s.battle.unwrap().base, [6, 2]);
    f.no("GUV-14.9", Action::Works { effect: WorksEffect::Fort });
    f.ok(Action::Works { effect: WorksEffect::Die });
    assert_eq!(f.pools(), (5, 2));
    // Example 8.10: four points, two on each of two dice; 3-4-4-5-1 becomes three hits.
    assert_eq!(f.s.battle.unwrap().points, [4, 0]);
    bonus(&mut f, &[0, 0, 1, 1]);
    f.roll(&[3, 4, 4, 5, 1]);
    assert_eq!(f.s.battle.unwrap().owed[1], 3);
    // Examples 8.11 and 8.12: five and one; the skirmishers fall, von Gilsa flips and goes back disorganized.
    f.roll(&[5, 1]);
    let screen = f.s.battle.unwrap().defenders.minus(&set("us-von-gilsa")).first().unwrap();
    f.ok(Action::Suffer { piece: screen });
    f.ok(Action::Suffer { piece: p("us-von-gilsa") });
    f.ok(Action::GiveGround);
    f.ok(Action::Suffer { piece: p("cs-skirmisher-1") });
    assert_eq!(f.place("cs-skirmisher-1"), Hex::LOST);
    let way = Action::Retreat { piece: p("us-von-gilsa"), path: path("1311", "1310") };
    assert!(f.legal().contains(&way), "{:?}", f.legal());
    f.ok(way);
    assert!(f.s.reduced.has(p("us-von-gilsa")) && f.s.disorganized.has(p("us-von-gilsa")) && !f.s.breastworks.has(h("1311")));
    for id in ["cs-thomas", "cs-lane", "cs-walker"] {
        f.ok(Action::Advance { piece: p(id), hex: h("1311") });
    }
    f.no("GUV-14.63", Action::Advance { piece: p("cs-heth"), hex: h("1311") });
    f.done();
}

#[test]
fn guv_14_12_guv_14_42_heth_against_buschbeck() {
    // Example 8.13.
    let mut f = stage(&[]);
    f.assault("cs-heth cs-skirmisher-2", "1209");
    assert_eq!(f.pools(), (2, 2));
    assert_eq!(f.asked(), US);
    bonus(&mut f, &[0]);
    f.roll(&[4, 2]).roll(&[5, 3]);
    f.ok(Action::Suffer { piece: p("cs-skirmisher-2") });
    assert!(!f.s.reduced.has(p("us-buschbeck")) && !f.s.reduced.has(p("cs-heth")));
}

#[test]
fn guv_14_6_guv_14_3_guv_14_45_guv_14_46_mcgowan_against_three_hexes() {
    // Examples 8.14 and 8.15, with the rule of 6.
    let mut f = stage(&["rule-of-six=on"]);
    f.ok(Action::Attack { piece: p("cs-mcgowan"), target: h("1410") });
    f.ok(Action::Attack { piece: p("cs-skirmisher-3"), target: h("1410") });
    // In the open he must take on all three.
    f.no("GUV-14.3", Action::Fight);
    f.ok(Action::Widen { hex: h("1409") });
    f.no("GUV-14.3", Action::Fight);
    f.ok(Action::Widen { hex: h("1509") }).ok(Action::Fight);
    f.done().done();
    assert_eq!(f.s.sum(&f.s.battle.unwrap().defenders), 10);
    assert_eq!(f.pools(), (2, 3));
    bonus(&mut f, &[2]);
    f.roll(&[6, 2]);
    f.ok(Action::Mark { piece: p("us-schirmer") });
    f.roll(&[6, 6, 3]);
    assert!(f.s.reduced.has(p("us-schirmer")));
    f.ok(Action::Mark { piece: p("cs-mcgowan") });
    f.no("GUV-14.46", Action::Mark { piece: p("cs-mcgowan") });
    f.ok(Action::Mark { piece: p("cs-skirmisher-3") });
    assert!(f.s.reduced.has(p("cs-mcgowan")) && f.place("cs-skirmisher-3") == Hex::LOST);
    assert!(f.s.battle.is_none(), "3 + 1 = 4 misses: nothing else is owed");
}

/// Two brigades in Richardsville's field against three, with what is asked.
fn field(options: &[&str], attackers: &str, defenders: &str) -> Battlefield {
    let mut f = Battlefield::new("campaign", options).turn(3).put(attackers).put(defenders);
    f.s.boxes[1] = ["hill", "rodes", "anderson", "stuart"].into_iter().map(chit).collect();
    let first = f.s.on_map(CS).first().unwrap();
    let hex = f.s.hex(first);
    f.draw("lee").ok(Action::Activate { hex });
    f.s.active = f.s.on_map(CS).minus(&set("cs-skirmisher-1 cs-skirmisher-2 cs-skirmisher-3"));
    f.done().come_to_blows();
    f
}

#[test]
fn guv_14_2_attacking_is_never_a_duty() {
    let f = field(&[], "cs-heth 1110", "us-buschbeck 1209");
    f.may(Action::Done);
}

#[test]
fn guv_14_3_guv_14_4_guv_14_5_the_duty_to_engage_all_neighbours() {
    // 8.18: in the open, three enemy hexes; 1110 touches 1209, 1210 and 1010.
    let defenders = "us-paul 1209, us-root 1210, us-stone 1010";
    let mut f = field(&[], "cs-heth 1110", defenders);
    f.ok(Action::Attack { piece: p("cs-heth"), target: h("1209") });
    f.ok(Action::Widen { hex: h("1210") });
    f.no("GUV-14.3", Action::Fight);
    f.ok(Action::Widen { hex: h("1010") });
    f.may(Action::Fight);
    // Three brigades may take one each, one after the other; none of them fights twice.
    let mut f = field(&[], "cs-heth 1110, cs-lane 1110, cs-archer 1110", defenders);
    f.assault("cs-heth", "1209").done_all().throw(&[1, 1]).throw(&[1, 1]);
    f.no("GUV-14.5", Action::Attack { piece: p("cs-heth"), target: h("1210") });
    f.no("GUV-14.3", Action::Done);
    f.assault("cs-lane", "1210").done_all().throw(&[1; 3]).throw(&[1, 1]);
    // The last one may not turn elsewhere while 1010 is owed; it must be fought.
    f.no("GUV-14.3", Action::Done);
    f.ok(Action::Attack { piece: p("cs-archer"), target: h("1010") });
    // From woods the attacker chooses.
    let mut f = field(&[], "cs-heth 1411", "us-paul 1410, us-root 1511, us-stone 1311");
    f.ok(Action::Attack { piece: p("cs-heth"), target: h("1410") });
    f.may(Action::Fight);
}

#[test]
fn guv_14_58_shaken_enemies_may_be_left_alone() {
    let mut f = field(&[], "cs-heth 1110", "us-paul 1209, us-root 1210 disorganized");
    f.ok(Action::Attack { piece: p("cs-heth"), target: h("1209") });
    f.may(Action::Fight);
}

#[test]
fn guv_14_7_guv_14_23_the_defender_picks_one_terrain() {
    // Zoan Church, a clear height, and the clear 2621 behind Mott's Run: 2622 touches neither creek; use 2721 in woods.
    let mut f = field(&[], "cs-heth 2821", "us-paul 2722, us-root 2721");
    f.ok(Action::Attack { piece: p("cs-heth"), target: h("2722") });
    f.ok(Action::Widen { hex: h("2721") }).ok(Action::Fight).done().done();
    assert_eq!(f.s.battle.unwrap().stage, FightStage::Terrain);
    let offers = f.legal();
    assert_eq!(offers.len(), 2, "{offers:?}");
    f.ok(Action::Terrain { hex: h("2722"), effect: TerrainEffect::Hill });
    let b = f.s.battle.unwrap();
    assert_eq!((b.limit, b.base[1]), (5, if b.base[1] > 2 { b.base[1] } else { 3 }));
}

#[test]
fn guv_14_9_one_combat_after_the_other() {
    let mut f = field(&[], "cs-heth 1110, cs-pender 1411", "us-paul 1209, us-root 1410");
    f.ok(Action::Attack { piece: p("cs-heth"), target: h("1209") });
    f.no("GUV-14.9", Action::Attack { piece: p("cs-pender"), target: h("1410") });
    f.no("GUV-14.9", Action::Done);
    f.ok(Action::Fight);
    f.no("GUV-14.9", Action::Attack { piece: p("cs-pender"), target: h("1410") });
}

#[test]
fn guv_14_10_guv_14_11_the_ratio_rounds_down_for_either_side() {
    let dice = |attackers: &str, defenders: &str, who: &str| {
        let mut f = field(&[], attackers, defenders);
        f.assault(who, "1209").settle_choices();
        f.pools()
    };
    // 3:1 is 4 and 2; 7:5 and 5:9 are even; 5:10 is 1:2.
    assert_eq!(dice("cs-heth 1110, cs-lane 1110, cs-archer 1110", "us-paul 1209", "cs-heth cs-lane cs-archer"), (4, 2));
    assert_eq!(dice("cs-heth 1110, cs-lane 1110", "us-grant 1209", "cs-heth cs-lane"), (2, 2));
    assert_eq!(dice("cs-heth 1110, cs-perry 1110", "us-grant 1209, us-neill 1209", "cs-heth cs-perry"), (2, 2));
    assert_eq!(dice("cs-heth 1110, cs-perry 1110", "us-grant 1209, us-paul 1209, us-root 1209", "cs-heth cs-perry"), (2, 3));
}

#[test]
fn guv_14_13_both_pools_are_fixed_before_the_rolls() {
    let mut f = field(&[], "cs-heth 1110, cs-lane 1110, cs-archer 1110", "us-root 1209 reduced");
    f.assault("cs-heth cs-lane cs-archer", "1209").settle_choices().throw(&[5, 5, 5, 5, 5, 5]);
    let Actor::Chance(chance) = f.game.actor(&f.s) else { panic!("the defender rolls") };
    assert_eq!(chance.draw, engine::Draw::Dice { count: 2, sides: 6 });
    f.throw(&[5, 1]);
    // 14.43: of six hits one finds a target; the attacker's loss stands.
    assert_eq!(f.place("us-root"), Hex::LOST);
    assert_eq!(f.s.battle.unwrap().owed, [1, 0]);
}

#[test]
fn guv_14_15_guv_14_27_guv_14_28_breastworks_before_the_ratio_not_in_the_town() {
    let mut f = field(&[], "cs-heth 1110", "us-paul 1209");
    f.declare("cs-heth", "1209").done();
    assert_eq!(f.s.battle.unwrap().stage, FightStage::Entrench);
    f.no("GUV-14.27", Action::Entrench { hex: h("1210") });
    f.ok(Action::Entrench { hex: h("1209") });
    assert!(f.s.breastworks.has(h("1209")) && f.s.battle.unwrap().base != [0, 0]);
    // A second marker is not offered, nor any in Fredericksburg or a fortification.
    let mut f = field(&[], "cs-heth 1110", "us-paul 1209");
    f.s.breastworks.insert(h("1209"));
    f.declare("cs-heth", "1209").done();
    assert_eq!(f.s.battle.unwrap().stage, FightStage::Works);
    let mut f = field(&[], "cs-heth 3822", "us-shaler 3821");
    f.declare("cs-heth", "3821").done();
    assert!(!matches!(f.s.battle.unwrap().stage, FightStage::Entrench));
    let mut f = field(&[], "cs-heth 3622", "us-shaler 3722");
    f.declare("cs-heth", "3722").done();
    assert!(!matches!(f.s.battle.unwrap().stage, FightStage::Entrench | FightStage::Works), "and no use of the enemy's works");
}

#[test]
fn guv_14_17_guv_14_40_points_before_any_roll_on_own_or_enemy_dice() {
    let mut f = field(&[], "cs-lane 1110", "us-buschbeck 1209");
    f.assault("cs-lane", "1209");
    assert_eq!(f.asked(), CS);
    f.no("GUV-14.38", Action::Point { enemy: false, die: 5 });
    f.ok(Action::Point { enemy: true, die: 0 });
    assert_eq!(f.asked(), US);
    f.done().throw(&[1, 1]);
    f.throw(&[5, 1]);
    assert!(!f.s.reduced.has(p("cs-lane")), "the five less one is a four");
}

#[test]
fn guv_14_17_no_point_after_a_roll() {
    let mut f = field(&["rule-of-six=on"], "cs-lane 1110", "us-buschbeck 1209");
    f.assault("cs-lane", "1209").done().done().throw(&[6, 1]);
    f.no("GUV-14.17", Action::Point { enemy: false, die: 0 });
}

#[test]
fn guv_14_18_guv_14_20_the_defender_loses_first_then_the_attacker_then_retreat_and_advance() {
    let mut f = field(&[], "cs-heth 1110, cs-lane 1110", "us-paul 1209, us-root 1209");
    f.s.breastworks.insert(h("1209"));
    f.assault("cs-heth cs-lane", "1209");
    f.ok(Action::Works { effect: WorksEffect::Step });
    f.done_all().throw(&[5, 1]).throw(&[5, 1]);
    let stages = |f: &Battlefield| f.s.battle.unwrap().stage;
    assert_eq!((f.asked(), stages(&f)), (US, FightStage::DefenceLosses));
    f.ok(Action::Suffer { piece: p("us-paul") });
    // One by the dice, one by the works.
    assert_eq!((f.asked(), stages(&f), f.s.battle.unwrap().owed[0]), (CS, FightStage::AttackLosses, 2));
    f.ok(Action::Suffer { piece: p("cs-heth") }).ok(Action::Suffer { piece: p("cs-lane") });
    assert!(f.s.battle.is_none(), "the hex is held: no advance is offered");
}

#[test]
fn guv_14_19_the_first_loss_is_the_infantrys() {
    let mut f = field(&[], "cs-heth 1110, cs-walker 1110, cs-skirmisher-1 1110", "us-paul 1209");
    f.assault("cs-heth cs-walker cs-skirmisher-1", "1209").done_all().throw(&[1; 3]).throw(&[5, 5]);
    f.no("GUV-14.19", Action::Suffer { piece: p("cs-walker") });
    f.ok(Action::Suffer { piece: p("cs-skirmisher-1") });
    // After the skirmisher still the infantry, without a choice.
    assert!(f.s.reduced.has(p("cs-heth")) && !f.s.reduced.has(p("cs-walker")));
}

#[test]
fn guv_14_21_at_least_one_die() {
    // Perry (2) against a full stack in the town: 1 to 6, less one for the town.
    let mut f = field(&[], "cs-perry 3822 reduced", "us-shaler 3821, us-grant 3821, us-neill 3821");
    f.s.breastworks.insert(h("3821"));
    f.assault("cs-perry", "3821").ok(Action::Works { effect: WorksEffect::Die }).done_all();
    assert_eq!(f.pools().0, 1);
}

#[test]
fn guv_14_22_guv_14_7_a_creek_counts_if_all_attackers_cross_it() {
    // All from 1520 on 1620 along the Turnpike over Hunting Run.
    let mut f = field(&[], "cs-heth 1520, cs-lane 1520", "us-mclean 1620");
    f.assault("cs-heth cs-lane", "1620").done_attack();
    assert_eq!(f.s.battle.unwrap().terrain, TerrainEffect::Creek);
    f.no("GUV-14.9", Action::Done);
    f.ok(Action::CreekDie { die: 0 });
    assert_eq!(f.s.battle.unwrap().marks[0][0], -1);
    // One of them not over the creek: no effect.
    let mut f = field(&[], "cs-heth 1520, cs-lane 1621", "us-mclean 1620");
    f.assault("cs-heth cs-lane", "1620");
    assert_eq!(f.s.battle.unwrap().terrain, TerrainEffect::None);
}

#[test]
fn guv_14_24_the_ground_limits_the_dice() {
    // 12 against 2 in woods: 6 to 1 would be 7 dice.
    let mut f = field(&[], "cs-lane 1311, cs-pender 1311, cs-mcgowan 1311", "us-root 1210");
    f.assault("cs-lane cs-pender cs-mcgowan", "1210").done_all();
    assert_eq!(f.pools(), (4, 2));
    let mut f = field(&[], "cs-lane 1110, cs-pender 1110, cs-mcgowan 1110", "us-root 1209");
    f.assault("cs-lane cs-pender cs-mcgowan", "1209").done_all();
    assert_eq!(f.pools(), (6, 2));
}

#[test]
fn guv_14_25_opposite_or_three_alternate_hexes_encircle() {
    let base = |attackers: &str, who: &str, idle: &str| {
        let mut f = field(&[], attackers, "us-grant 1410, us-neill 1410, us-brown 1410");
        if !idle.is_empty() {
            f.add(idle);
        }
        f.assault(who, "1410");
        f.s.battle.unwrap().base[0]
    };
    // Round 1410: N 1409, NE 1510, SE 1511, S 1411, SW 1311, NW 1310.
    assert_eq!(base("cs-heth 1409, cs-lane 1411", "cs-heth cs-lane", ""), 3);
    assert_eq!(base("cs-heth 1409, cs-lane 1510", "cs-heth cs-lane", ""), 2);
    assert_eq!(base("cs-heth 1409, cs-lane 1511, cs-archer 1311", "cs-heth cs-lane cs-archer", ""), 3);
    assert_eq!(base("cs-heth 1409, cs-lane 1511, cs-archer 1311", "cs-heth cs-lane cs-archer", "cs-skirmisher-1 1411"), 2);
}

#[test]
fn guv_14_26_guv_14_30_guv_14_55_works_take_a_die_or_a_step_never_both() {
    let begin = |effect| {
        let mut f = field(&[], "cs-heth 1110, cs-thomas 1110", "us-paul 1209, us-root 1209, us-stone 1209");
        f.s.breastworks.insert(h("1209"));
        f.assault("cs-heth cs-thomas", "1209").ok(Action::Works { effect }).done_all();
        f
    };
    assert_eq!(begin(WorksEffect::Die).pools(), (1, 2));
    let mut f = begin(WorksEffect::Step);
    assert_eq!(f.pools(), (2, 2));
    f.throw(&[5, 5]).throw(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-paul") }).ok(Action::GiveGround);
    // The step of the works, whatever the dice say; then all go back, each of them disorganized.
    f.ok(Action::Suffer { piece: p("cs-heth") });
    for id in ["us-paul", "us-root", "us-stone"] {
        let way = f.legal().into_iter().find(|a| matches!(a, Action::Retreat { piece, .. } if *piece == p(id))).unwrap();
        f.ok(way);
        assert!(f.s.disorganized.has(p(id)));
    }
    assert!(!f.s.breastworks.has(h("1209")));
}

#[test]
fn guv_14_29_guv_14_31_guv_14_32_leaving_works_in_the_enemys_face() {
    let stage = || {
        let mut f = Battlefield::campaign().put("cs-heth 1110, cs-lane 1110, cs-skirmisher-1 1110, us-buschbeck 1209");
        f.s.breastworks.insert(h("1110"));
        f.active("hill", "1110");
        f
    };
    // Both go, the skirmisher stays: the works are gone, both are disorganized.
    let mut f = stage();
    f.march("cs-heth cs-lane", "1010");
    assert_eq!(f.s.disorganized, set("cs-heth cs-lane"));
    assert!(!f.s.breastworks.has(h("1110")));
    // One stays: nothing happens. One after the other is no way out.
    let mut f = stage();
    f.march("cs-heth", "1010");
    assert!(f.s.disorganized.is_empty() && f.s.breastworks.has(h("1110")));
    f.march("cs-lane", "1111");
    assert_eq!(f.s.disorganized, set("cs-heth cs-lane"));
    // With nobody near, nobody is shaken.
    let mut f = Battlefield::campaign().put("cs-heth 1110, us-phelps 4810");
    f.s.breastworks.insert(h("1110"));
    f.active("hill", "1110").march("cs-heth", "1010");
    assert!(f.s.disorganized.is_empty() && !f.s.breastworks.has(h("1110")));
    // At night the works come off without harm.
    let mut f = Battlefield::campaign().put("cs-heth 3335, us-buschbeck 3334").turn(5);
    f.s.breastworks.insert(h("3335"));
    f.at(Step::NightFalls);
    assert!(!f.s.breastworks.has(h("3335")));
    assert!(f.s.disorganized.is_empty());
}

#[test]
fn guv_14_31_guv_14_37_works_shake_those_who_stood_in_them() {
    // Grant only passes through the bridgehead; Brown had it in his care.
    let mut f = Battlefield::campaign().turn(16).put("us-grant 4125, us-brown 4024, cs-gordon 3924");
    f.active("sedgwick", "4125").march("us-grant", "4024");
    while f.asked() == CS {
        f.done();
    }
    f.march("us-grant", "4025").march("us-brown", "4025");
    assert_eq!(f.s.disorganized, set("us-brown"));
    // The enemy has gone before the last one leaves: nobody is shaken.
    let mut f = Battlefield::campaign().put("cs-heth 1311, cs-lane 1311, us-von-gilsa 1310");
    f.s.breastworks.insert(h("1311"));
    f.active("hill", "1311").march("cs-heth", "1410").ok(Action::Break { hex: h("1310") });
    let way = f.legal().into_iter().find(|a| matches!(a, Action::Withdraw { .. })).unwrap();
    f.ok(way);
    while f.asked() == US {
        f.done();
    }
    f.march("cs-lane", "1312");
    assert!(f.s.disorganized.is_empty() && !f.s.breastworks.has(h("1311")));
}

#[test]
fn guv_14_50_nobody_goes_back_into_another_hex_of_the_combat() {
    let mut f = Battlefield::campaign().put(
        "us-von-gilsa 1311, us-mclean 1311, us-barlow 1310, cs-pender 1210, cs-lane 1210, cs-mcgowan 1210, cs-heth 1410, cs-thomas 1411, \
         cs-archer 1312, cs-walker 1211",
    );
    f.active("hill", "1210").come_to_blows().assault("cs-pender cs-lane cs-mcgowan", "1311 1310").done_all().throw(&[6, 6]).throw(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-barlow") }).ok(Action::GiveGround);
    let way = f.legal().into_iter().find(|a| matches!(a, Action::Retreat { piece, .. } if *piece == p("us-barlow"))).unwrap();
    f.no("GUV-14.50", Action::Retreat { piece: p("us-mclean"), path: path("1311", "1310") });
    f.ok(way);
    assert_eq!([f.place("us-von-gilsa"), f.place("us-mclean")], [Hex::LOST; 2], "all around them is closed");
}

#[test]
fn guv_9_33_dummies_go_back_and_follow_with_the_last_of_their_stack() {
    let mut f =
        Battlefield::new("campaign", &["dummies=on"]).turn(3).put("us-von-gilsa 1311, us-dummy-1 1311, cs-pender 1210, cs-dummy-1 1210");
    f.active("hill", "1210").come_to_blows().assault("cs-pender", "1311").done_all().throw(&[6, 6]).throw(&[1, 1]);
    f.ok(Action::GiveGround);
    let way = f.legal().into_iter().find(|a| matches!(a, Action::Retreat { .. })).unwrap();
    f.ok(way).ok(Action::Advance { piece: p("cs-pender"), hex: h("1311") });
    assert!(f.hex("us-von-gilsa") != "1311" && f.hex("us-dummy-1") == f.hex("us-von-gilsa"));
    assert_eq!(f.hex("cs-dummy-1"), "1311");
}

#[test]
fn guv_14_33_an_advance_out_of_works_shakes_nobody() {
    let mut f = field(&[], "cs-heth 1110, cs-lane 1110", "us-root 1209 reduced");
    f.s.breastworks.insert(h("1110"));
    f.assault("cs-heth cs-lane", "1209").done_all().throw(&[5; 6]).throw(&[1, 1]);
    f.ok(Action::Advance { piece: p("cs-heth"), hex: h("1209") }).ok(Action::Advance { piece: p("cs-lane"), hex: h("1209") });
    assert!(f.s.disorganized.is_empty() && !f.s.breastworks.has(h("1110")));
}

#[test]
fn guv_14_34_guv_14_35_guv_14_36_guv_14_37_the_fortifications() {
    // Against the front of Marye's Heights from the plain at 3822: one step and one die.
    let mut f = Battlefield::campaign().put("us-caldwell 3822, us-zook 3822, cs-barksdale 3722, cs-hays 3722");
    f.active("couch", "3822").come_to_blows().assault("us-caldwell us-zook", "3722");
    let b = f.s.battle.unwrap();
    assert_eq!(b.works, WorksEffect::Fort);
    // 5 to 6 is even: 2 against 2 + 1 for the works + 1 for the height.
    assert_eq!((b.base, f.pools()), ([2, 4], (2, 4)));
    f.done_all().throw(&[1, 1]).throw(&[1, 1, 1, 1]);
    f.ok(Action::Suffer { piece: p("us-caldwell") });
    // From behind they are breastworks: the defender chooses.
    let mut f = Battlefield::campaign().put("us-caldwell 3622, us-zook 3622, cs-barksdale 3722, cs-hays 3722");
    f.active("couch", "3622").come_to_blows().assault("us-caldwell us-zook", "3722");
    f.may(Action::Works { effect: WorksEffect::Die }).may(Action::Works { effect: WorksEffect::Step });
    // They stay when the enemy takes them, and serve nobody else.
    let mut f = Battlefield::campaign().put("us-caldwell 3722, cs-heth 3622");
    f.active("hill", "3622").come_to_blows().assault("cs-heth", "3722");
    assert_eq!(f.s.battle.unwrap().works, WorksEffect::None);
    // Leaving them in contact shakes the garrison.
    let mut f = Battlefield::campaign().put("cs-barksdale 3722, us-caldwell 3822");
    f.active("mclaws", "3722").march("cs-barksdale", "3622");
    assert!(f.s.disorganized.has(p("cs-barksdale")));
}

#[test]
fn guv_14_39_one_bonus_of_guns_and_one_of_foot_for_each_hex() {
    let mut f = field(&[], "cs-pender 1110, cs-lane 1110, cs-walker 1110", "us-paul 1209");
    f.assault("cs-pender cs-lane cs-walker", "1209");
    assert_eq!(f.s.battle.unwrap().points[0], 2);
}

#[test]
fn guv_14_41_guv_17_10_guv_17_21_guv_17_22_events_add_a_die_and_a_point() {
    let mut f = field(&["events=on"], "cs-heth 1110", "us-paul 1209");
    f.deal(CS, EventId::RebelYell).deal(US, EventId::SteadyDefense).deal(US, EventId::YankeeVeterans);
    f.assault("cs-heth", "1209");
    f.no("GUV-17.3", Action::play(EventId::SteadyDefense));
    f.ok(Action::play(EventId::RebelYell));
    assert_eq!((f.pools(), f.s.battle.unwrap().points), ((3, 2), [1, 0]));
    f.done().ok(Action::play(EventId::SteadyDefense));
    assert_eq!(f.pools(), (3, 3));
    f.ok(Action::play(EventId::YankeeVeterans));
    assert_eq!((f.pools(), f.s.battle.unwrap().points), ((3, 4), [1, 2]));
    // Back to the cups they go.
    assert!(f.s.deck[1].has(EventId::RebelYell) && f.s.deck[0].has(EventId::YankeeVeterans));
    // The Veterans serve the attacker too.
    let mut f = Battlefield::new("campaign", &["events=on"]).turn(3).put("us-barnes 1209, cs-heth 1110");
    f.deal(US, EventId::YankeeVeterans);
    f.active("meade", "1209").come_to_blows().assault("us-barnes", "1110").ok(Action::play(EventId::YankeeVeterans));
    assert_eq!(f.pools(), (3, 2));
}

#[test]
fn guv_14_42_guv_14_43_the_loser_places_his_losses() {
    let begin = || {
        let mut f = field(&[], "cs-heth 1110, cs-lane 1110", "us-paul 1209, us-root 1209");
        f.assault("cs-heth cs-lane", "1209").done_all().throw(&[5, 5]).throw(&[1, 1]);
        f
    };
    let mut f = begin();
    f.ok(Action::Suffer { piece: p("us-root") }).ok(Action::Suffer { piece: p("us-root") });
    assert_eq!(f.place("us-root"), Hex::LOST);
    let mut f = begin();
    f.ok(Action::Suffer { piece: p("us-root") }).ok(Action::Suffer { piece: p("us-paul") });
    assert_eq!(f.s.reduced, set("us-root us-paul"));
}

#[test]
fn guv_14_44_one_loss_is_saved_by_going_back_after_the_first() {
    // One hit: nothing to save.
    let mut f = field(&[], "cs-heth 1110, cs-lane 1110", "us-paul 1209, us-root 1209");
    f.assault("cs-heth cs-lane", "1209").done_all().throw(&[5, 1]).throw(&[1, 1]);
    f.no("GUV-14.44", Action::GiveGround);
    // Three hits: two taken, one saved.
    let mut f = field(&[], "cs-heth 1110, cs-lane 1110, cs-pender 1110", "us-paul 1209, us-root 1209");
    f.assault("cs-heth cs-lane cs-pender", "1209").done_all().throw(&[5, 5, 5]).throw(&[1, 1]);
    f.no("GUV-14.44", Action::GiveGround);
    f.ok(Action::Suffer { piece: p("us-paul") });
    f.ok(Action::GiveGround);
    f.no("GUV-14.47", Action::GiveGround);
    f.ok(Action::Suffer { piece: p("us-root") });
    assert_eq!(f.s.battle.unwrap().stage, FightStage::Retreat);
}

#[test]
fn guv_14_45_guv_14_47_guv_14_48_guv_14_49_the_rule_of_six() {
    // Example 8.16: 4(5), 6, 2 against 3, 6.
    let begin = || {
        let mut f = field(&["rule-of-six=on"], "cs-lane 1110, cs-pender 1110", "us-paul 1209, us-root 1209 reduced");
        f.assault("cs-lane cs-pender", "1209");
        f.ok(Action::Point { enemy: false, die: 0 }).done_all();
        assert_eq!(f.pools(), (3, 2));
        f.throw(&[4, 6, 2]);
        assert_eq!((f.s.battle.unwrap().sixes[0], f.s.battle.unwrap().owed[1]), (1, 1), "a five made of a four is no six");
        f
    };
    // The six names a unit; the defender may go back instead of the other loss.
    let mut f = begin();
    f.ok(Action::Mark { piece: p("us-root") }).throw(&[3, 6]);
    f.may(Action::GiveGround);
    f.ok(Action::Suffer { piece: p("us-paul") });
    // The defender's six names the attacker's unit.
    f.no("GUV-14.45", Action::Mark { piece: p("us-paul") });
    f.ok(Action::Mark { piece: p("cs-pender") });
    assert!(f.s.reduced.has(p("cs-pender")));
    // Or the retreat is forced: then it can no longer save a loss, and the defender's six may cancel it.
    let mut f = begin();
    f.ok(Action::ForceRetreat).throw(&[3, 6]);
    f.no("GUV-14.47", Action::GiveGround);
    f.ok(Action::Suffer { piece: p("us-paul") });
    f.ok(Action::CancelRetreat);
    assert!(f.s.battle.is_none() && f.s.reduced == set("us-root us-paul") && f.hex("us-paul") == "1209");
    let mut f = begin();
    f.ok(Action::ForceRetreat).throw(&[3, 1]);
    f.ok(Action::Suffer { piece: p("us-paul") });
    assert_eq!(f.s.battle.unwrap().stage, FightStage::Retreat);
    // Without the option a six is a hit like others.
    let mut f = field(&[], "cs-lane 1110, cs-pender 1110", "us-paul 1209, us-root 1209");
    f.assault("cs-lane cs-pender", "1209").done_all().throw(&[6, 1]);
    assert_eq!(f.s.battle.unwrap().sixes, [0, 0]);
}

/// losses that sixes have named are owed in the order named and come before all others; going back saves the last one.
#[test]
fn guv_14_44_guv_14_45_going_back_saves_the_last_of_the_losses_that_sixes_named() {
    let begin = |sixes: &[u8], named: &[&str]| {
        let mut f = field(&["rule-of-six=on"], "cs-lane 1110, cs-pender 1110, cs-heth 1110", "us-paul 1209, us-root 1209, us-stone 1209");
        f.assault("cs-lane cs-pender cs-heth", "1209").done_all();
        f.s.battle.as_mut().unwrap().base[0] = sixes.len() as i8;
        f.throw(sixes);
        for id in named {
            f.ok(Action::Mark { piece: p(id) });
        }
        assert!(f.s.reduced.is_empty(), "both roll before anybody is hit");
        f.throw(&[1, 1, 1]);
        f
    };
    // Two named: the first is hit, then the defender chooses.
    let mut f = begin(&[6, 6, 1], &["us-root", "us-paul"]);
    assert_eq!((f.asked(), f.s.reduced), (US, set("us-root")));
    f.no("GUV-14.19", Action::Suffer { piece: p("us-stone") });
    assert_eq!(f.legal(), [Action::Suffer { piece: p("us-paul") }, Action::GiveGround]);
    f.ok(Action::GiveGround);
    assert_eq!((f.s.reduced, f.s.battle.unwrap().stage), (set("us-root"), FightStage::Retreat));
    let mut f = begin(&[6, 6, 1], &["us-root", "us-paul"]);
    f.ok(Action::Suffer { piece: p("us-paul") });
    assert!(f.s.battle.is_none() && f.s.reduced == set("us-root us-paul"));
    // Three named: he is asked before the third.
    let mut f = begin(&[6, 6, 6], &["us-stone", "us-root", "us-paul"]);
    assert_eq!(f.s.reduced, set("us-stone us-root"));
    f.ok(Action::GiveGround);
    assert!(!f.s.reduced.has(p("us-paul")));
    // One named: there is nothing to save.
    let f = begin(&[6, 1, 1], &["us-paul"]);
    assert!(f.s.battle.is_none() && f.s.reduced == set("us-paul"));
    // Named ones come before the others, of which going back saves one.
    let mut f = begin(&[6, 6, 5], &["us-stone", "us-root"]);
    assert_eq!(f.s.reduced, set("us-stone us-root"));
    f.ok(Action::GiveGround);
    assert_eq!((f.s.reduced, f.s.battle.unwrap().stage), (set("us-stone us-root"), FightStage::Retreat));
}

/// a loss that a six has named is kept in a save.
#[test]
fn guv_14_45_named_losses_are_saved_in_their_order() {
    let mut f = field(&["rule-of-six=on"], "cs-lane 1110, cs-pender 1110", "us-paul 1209, us-root 1209");
    f.assault("cs-lane cs-pender", "1209").done_all();
    f.s.battle.as_mut().unwrap().base[0] = 3;
    f.throw(&[6, 6, 1]).ok(Action::Mark { piece: p("us-root") }).ok(Action::Mark { piece: p("us-paul") });
    let mut saved = f.game.write_position(&f.s);
    assert_eq!(saved["battle"]["marked"], serde_json::json!([[], ["us-root", "us-paul"]]));
    let read = f.game.read_position(&saved).unwrap();
    assert_eq!(f.game.hash(&read), f.game.hash(&f.s));
    saved["battle"]["marked"] = serde_json::json!([[], ["us-stone"]]);
    assert_eq!(f.game.read_position(&saved).map(drop).unwrap_err().field, "battle.marked");
}

/// GUV-14.46, GUV-14.43: a unit alone in its hex may be named as often as it has steps.
#[test]
fn guv_14_43_guv_14_46_a_lone_unit_is_named_as_often_as_it_has_steps() {
    let mut f = field(&["rule-of-six=on"], "cs-lane 1510, cs-pender 1510, cs-heth 1510", "us-paul 1410, us-root 1409 reduced");
    f.assault("cs-lane cs-pender cs-heth", "1410 1409").done_all();
    f.s.battle.as_mut().unwrap().base[0] = 4;
    f.throw(&[6, 6, 6, 6]);
    f.ok(Action::Mark { piece: p("us-root") });
    f.no("GUV-14.43", Action::Mark { piece: p("us-root") });
    f.ok(Action::Mark { piece: p("us-paul") }).ok(Action::Mark { piece: p("us-paul") });
    f.no("GUV-14.43", Action::Mark { piece: p("us-paul") });
    f.ok(Action::ForceRetreat).throw(&[1, 1]);
    assert_eq!((f.place("us-paul"), f.place("us-root")), (Hex::LOST, Hex::LOST));
}

/// attackers of one combat need not touch all its hexes.
#[test]
fn guv_14_6_guv_14_8_a_combat_hangs_together_by_contact() {
    // 1312 touches 1311, 1411 touches both, 1510 touches 1410.
    let mut f = field(&[], "cs-heth 1312, cs-lane 1411, cs-archer 1510, cs-pender 1110", "us-paul 1311, us-root 1410, us-stone 1209");
    let button = |f: &Battlefield| f.game.describe_subject(&f.game.knowledge(&f.s, Seat::Confederate), Subject::Button).label;
    assert_eq!(button(&f), "Finish the activation");
    f.ok(Action::Attack { piece: p("cs-heth"), target: h("1311") });
    assert_eq!(button(&f), "Fight");
    f.no("GUV-14.6", Action::Widen { hex: h("1410") });
    f.no("GUV-14.9", Action::Attack { piece: p("cs-archer"), target: h("1410") });
    f.ok(Action::Attack { piece: p("cs-lane"), target: h("1311") });
    assert!(f.legal().contains(&Action::Widen { hex: h("1410") }));
    f.ok(Action::Widen { hex: h("1410") });
    assert!(f.legal().contains(&Action::Attack { piece: p("cs-archer"), target: h("1410") }));
    // What stands apart stays out.
    f.no("GUV-14.6", Action::Widen { hex: h("1209") });
    f.no("GUV-14.9", Action::Attack { piece: p("cs-pender"), target: h("1209") });
    f.ok(Action::Attack { piece: p("cs-archer"), target: h("1410") }).ok(Action::Fight).done_all();
    let b = f.s.battle.unwrap();
    assert_eq!((b.attackers, b.defenders), (set("cs-heth cs-lane cs-archer"), set("us-paul us-root")));
    // 10 points against 5.
    assert_eq!(b.base[0], 3);
    f.throw(&[5, 5, 5]).throw(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-paul") }).ok(Action::GiveGround);
    while f.s.battle.is_some_and(|b| b.stage == FightStage::DefenceLosses || b.stage == FightStage::Retreat) {
        let next = f.legal()[0];
        f.ok(next);
    }
    // Each follows only into a hex next to its own.
    f.no("GUV-14.63", Action::Advance { piece: p("cs-heth"), hex: h("1410") });
    f.ok(Action::Advance { piece: p("cs-heth"), hex: h("1311") }).ok(Action::Advance { piece: p("cs-archer"), hex: h("1410") });
}

/// hexsides and oriented works are judged by those who come over them.
#[test]
fn guv_14_22_guv_14_34_attackers_of_another_hex_of_the_combat() {
    // Marye's Heights from the front at 3822; 3723 beside it is attacked from 3823 too.
    let mut f = Battlefield::campaign().put("us-caldwell 3822, us-zook 3823, cs-barksdale 3722, cs-hays 3723");
    f.active("couch", "3822").come_to_blows();
    f.ok(Action::Attack { piece: p("us-caldwell"), target: h("3722") }).ok(Action::Widen { hex: h("3723") });
    f.ok(Action::Attack { piece: p("us-zook"), target: h("3723") }).ok(Action::Fight).done_all();
    assert_eq!(f.s.battle.unwrap().works, WorksEffect::Fort);
    // Lane comes over Hunting Run, Heth does not: no creek, whichever hex he attacks.
    let terrain = |heth: &str, also: &str| {
        let mut f = field(&[], &format!("cs-lane 1520, cs-heth {heth}"), &format!("us-mclean 1620, us-paul {also}"));
        f.ok(Action::Attack { piece: p("cs-lane"), target: h("1620") }).ok(Action::Widen { hex: h(also) });
        f.ok(Action::Attack { piece: p("cs-heth"), target: h(also) }).ok(Action::Fight).done_all();
        f.s.battle.unwrap().terrain
    };
    assert_eq!(terrain("1522", "1521"), TerrainEffect::None);
}

#[test]
fn guv_14_49_a_six_that_no_longer_hits_is_none() {
    let mut f = field(&["rule-of-six=on"], "cs-lane 1110 starved", "us-paul 1209 starved");
    f.assault("cs-lane", "1209");
    // One of two points off for hunger, and another for the enemy's bonus: the six is a four.
    f.s.battle.as_mut().unwrap().marks[0] = [-2, -1, 0, 0, 0, 0];
    f.done_all().throw(&[6, 6]);
    assert_eq!((f.s.battle.unwrap().sixes[0], f.s.battle.unwrap().owed[1]), (1, 0));
}

#[test]
fn guv_14_50_all_defenders_of_the_combat_go_back() {
    let mut f = field(&[], "cs-heth 1510, cs-lane 1510, cs-pender 1510", "us-paul 1410, us-mclean 1409, us-root 1509");
    f.assault("cs-heth cs-lane cs-pender", "1410 1409 1509").done_all().throw(&[5, 5]).throw(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-paul") }).ok(Action::GiveGround);
    while f.s.battle.is_some_and(|b| b.stage == FightStage::Retreat) {
        let way = f.legal()[0];
        f.ok(way);
    }
    for hex in ["1410", "1409", "1509"] {
        assert!(f.s.stack(h(hex)).is_empty(), "{hex}");
    }
}

#[test]
fn guv_14_51_guv_14_53_retreats_prefer_empty_hexes_away_from_the_enemy() {
    let mut f = field(&[], "cs-lane 1110, cs-pender 1110", "us-paul 1209, us-root 1310, us-stone 3010");
    f.add("us-grant 4420");
    f.assault("cs-lane cs-pender", "1209").done_all().throw(&[5, 5, 1]).throw(&[1, 1]);
    f.ok(Action::GiveGround);
    // North is the river; 1309 is empty and out of contact, 1310 holds friends.
    assert_eq!(f.legal(), [Action::Retreat { piece: p("us-paul"), path: path("1209", "1309") }]);
    f.no("GUV-14.51", Action::Retreat { piece: p("us-paul"), path: path("1209", "1310") });
    f.no("GUV-14.54", Action::Retreat { piece: p("us-paul"), path: path("1209", "1110") });
    // With enemies all about, a hex next to them will do.
    let mut f = field(&[], "cs-lane 1110, cs-pender 1110, cs-thomas 1409, cs-archer 1311", "us-paul 1209");
    f.assault("cs-lane cs-pender", "1209").done_all().throw(&[5, 5, 1]).throw(&[1, 1]);
    f.ok(Action::GiveGround);
    f.ok(Action::Retreat { piece: p("us-paul"), path: path("1209", "1309") });
}

#[test]
fn guv_14_52_through_a_full_hex_to_the_next() {
    let full =
        "us-paul 1209, us-root 1310, us-stone 1310, us-rowley 1310, us-baxter 1310, us-hays 1309, us-zook 1309, us-owen 1309, us-hall 1309";
    let mut f = field(&[], "cs-lane 1110, cs-pender 1110, cs-heth 1111", full);
    f.add("us-meagher 1210");
    f.ok(Action::Attack { piece: p("cs-lane"), target: h("1209") }).ok(Action::Attack { piece: p("cs-pender"), target: h("1209") });
    f.ok(Action::Widen { hex: h("1210") }).ok(Action::Fight).done().done();
    f.done_all().throw(&[5, 5]).throw(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-paul") }).ok(Action::GiveGround);
    let ways: Vec<usize> = f
        .legal()
        .into_iter()
        .filter_map(|a| match a {
            Action::Retreat { piece, path } if piece == p("us-paul") => Some(path.len()),
            _ => None,
        })
        .collect();
    assert!(!ways.is_empty() && ways.iter().all(|n| *n >= 1), "{ways:?}");
}

#[test]
fn guv_14_54_nowhere_to_go_is_the_end() {
    // 2416 at United States Ford: water all round, enemies on the land sides, no pontoon.
    let mut f = field(&[], "cs-lane 2316, cs-pender 2317", "us-paul 2416, us-root 2416");
    f.assault("cs-lane cs-pender", "2416").done_all().throw(&[5, 5]).throw(&[1, 1]);
    f.ok(Action::Suffer { piece: p("us-paul") }).ok(Action::GiveGround);
    assert_eq!((f.place("us-paul"), f.place("us-root")), (Hex::LOST, Hex::LOST));
}

#[test]
fn guv_14_56_guv_14_57_disorganized_units_do_not_attack_and_rest() {
    let mut f = Battlefield::campaign().put("cs-heth 1110 disorganized, cs-lane 1111, us-paul 1209");
    f.active("hill", "1110").finish_activation();
    assert!(!f.s.disorganized.has(p("cs-heth")), "activated and not stirred: clean at the end of the turn");
    let f = field(&[], "cs-heth 1110 disorganized, cs-lane 1110", "us-paul 1209");
    f.no("GUV-14.56", Action::Attack { piece: p("cs-heth"), target: h("1209") });
    // Who moved stays disorganized; so does who was not activated.
    let mut f = Battlefield::campaign().put("cs-heth 1110 disorganized, cs-lane 1111 disorganized, us-phelps 4810");
    f.draw("hill").ok(Action::Activate { hex: h("1110") }).ok(Action::Exclude { piece: p("cs-lane") }).done();
    f.march("cs-heth", "1010");
    f.done();
    assert_eq!((f.s.turn, f.s.disorganized), (4, set("cs-heth cs-lane")));
    // In defence it has its full points.
    let mut f = field(&[], "cs-heth 1110", "us-paul 1209 disorganized");
    f.assault("cs-heth", "1209");
    assert_eq!(f.s.sum(&f.s.battle.unwrap().defenders), 3);
}

#[test]
fn guv_14_59_demoralized_units_keep_away_from_the_enemy() {
    let mut f = Battlefield::campaign().put("cs-heth 1012 demoralized, us-paul 1209");
    f.active("hill", "1012");
    f.no_march("GUV-14.59", "cs-heth", "1011 1111 1210");
    f.march("cs-heth", "1011");
}

#[test]
fn guv_14_60_the_approach_of_the_enemy_drives_them_back() {
    let mut f = Battlefield::campaign().put("cs-heth 1012, us-paul 1210 demoralized, us-root 1210");
    f.active("hill", "1012").march("cs-heth", "1011 1111");
    assert_eq!((f.asked(), f.s.agenda.top()), (US, Step::Rout(US)));
    f.no("GUV-14.60", Action::Retreat { piece: p("us-root"), path: path("1210", "1310") });
    let way = f.legal()[0];
    f.ok(way);
    assert_ne!(f.hex("us-paul"), "1210");
    // Only then may the others break contact.
    assert_eq!(f.s.agenda.top(), Step::Approach);
}

#[test]
fn guv_14_63_any_of_the_attackers_follow_within_the_limits() {
    let mut f = field(&[], "cs-heth 1110, cs-lane 1110, cs-walker 1110, cs-archer 1210", "us-root 1209 reduced");
    f.assault("cs-heth cs-lane cs-walker", "1209").done_all().throw(&[5; 6]).throw(&[1, 1]);
    f.no("GUV-14.63", Action::Advance { piece: p("cs-archer"), hex: h("1209") });
    f.no("GUV-14.20", Action::Advance { piece: p("cs-heth"), hex: h("1210") });
    f.ok(Action::Advance { piece: p("cs-walker"), hex: h("1209") });
    f.no("GUV-14.63", Action::Advance { piece: p("cs-walker"), hex: h("1209") });
    f.done();
    assert_eq!((f.hex("cs-walker"), f.hex("cs-heth")), ("1209".into(), "1110".into()));
}

#[test]
fn guv_14_64_guv_14_65_guv_14_66_guv_17_6_guv_17_16_a_night_attack() {
    let mut f =
        Battlefield::new("campaign", &["events=on", "night-combat=on"]).turn(10).put("cs-heth 0911, us-von-gilsa 1011, cs-iverson 0910");
    f.deal(CS, EventId::NightAttack);
    f.s.breastworks.insert(h("1011"));
    f.draw("hill").ok(Action::Activate { hex: h("0911") }).ok(Action::play(EventId::NightAttack)).done();
    f.no("GUV-14.65", Action::Skirmish { piece: p("cs-heth"), hex: h("0911") });
    f.march("cs-heth", "0912");
    assert_eq!(f.spent(), 2, "no surcharge");
    f.done();
    assert_eq!(f.s.agenda.top(), Step::Combat);
    f.declare("cs-heth", "1011");
    // Nothing new is made in the dark, but what is there counts.
    assert_eq!(f.s.battle.unwrap().stage, FightStage::Works);
    assert!(f.s.deck[1].has(EventId::NightAttack));
    // Without the option the chit is not in the cups.
    let f = Battlefield::new("campaign", &["events=on"]);
    assert!(!f.s.deck[0].has(EventId::NightAttack) && !f.s.deck[1].has(EventId::NightAttack));
    // The Union's chit does the same.
    let mut f = Battlefield::new("campaign", &["events=on", "night-combat=on"]).turn(10).put("us-barnes 1111, cs-heth 1209");
    f.deal(US, EventId::NightAttack);
    f.draw("meade").ok(Action::Activate { hex: h("1111") }).ok(Action::play(EventId::NightAttack)).done();
    f.march("us-barnes", "1110");
    assert_eq!(f.spent(), 2);
}

impl Battlefield {
    /// Finishes the bonus steps of both sides, naming dice where a die must be named.
    pub fn done_all(&mut self) -> &mut Battlefield {
        while self.s.agenda.top() == Step::Fight && self.s.battle.is_some_and(|b| b.stage < FightStage::AttackDice) {
            let legal = self.legal();
            let action = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
            self.ok(action);
        }
        self
    }

    /// The same, and any choice of works or terrain.
    pub fn settle_choices(&mut self) -> &mut Battlefield {
        self.done_all()
    }

    /// Finishes the attacker's bonus step alone.
    pub fn done_attack(&mut self) -> &mut Battlefield {
        if self.s.battle.is_some_and(|b| b.stage == FightStage::AttackBonus) {
            self.done();
        }
        self
    }
}

/// a six that names a skirmisher puts a loss on skirmishers; the first loss after it is the infantry's. One that names any
/// other unit has taken that first loss.
#[test]
fn guv_14_19_guv_14_45_a_six_on_a_skirmisher_is_no_first_loss() {
    let begin = |six: &str| {
        let mut f = field(&["rule-of-six=on"], "cs-lane 1110, cs-pender 1110", "us-paul 1209, us-wainwright 1209");
        f.add("us-skirmisher-1 1209");
        f.assault("cs-lane cs-pender", "1209").done_all();
        f.s.battle.as_mut().unwrap().base[0] = 3;
        f.throw(&[6, 5, 1]).ok(Action::Mark { piece: p(six) }).throw(&[1, 1]);
        f
    };
    let f = begin("us-skirmisher-1");
    f.no("GUV-14.19", Action::Suffer { piece: p("us-wainwright") });
    f.may(Action::Suffer { piece: p("us-paul") });
    let f = begin("us-paul");
    f.may(Action::Suffer { piece: p("us-wainwright") });
}

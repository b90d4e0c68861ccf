//! Chapters 6, 7 and the tables: who fights whom, strengths, losses, retreats, advances.

use crate::field::*;
use engine::{Rules, Side};
use serde_json::json;

const PHASE: &str = "combat union 10";

#[test]
fn br_6_1_all_attacks_are_stated_before_any_die() {
    let mut f = field(PHASE, "13-ny:BB32 69-nym:Z31 4-sc:BB31 la-sp:Z30");
    f.battle("13-ny", "4-sc");
    f.refuses(done(), "BR-6.3");
    f.battle("69-nym", "la-sp");
    f.done();
    // Any order, one by one.
    f.play(json!({ "do": "resolve", "battle": 2 }));
    // 2 : 2, 1-1, die 4: the attacker falls back; the other battle waits, and no new one can be stated.
    f.roll(4);
    f.refuses(engage("13-ny", "4-sc"), "BR-6.1");
}

#[test]
fn br_6_2_a_soak_off_splits_the_enemies() {
    // 8 attack points against two stacks: 1 against the first, 7 against the second.
    let mut f = field(PHASE, "marines:BB32 13-ny:BB32 69-nym:BB32 regulars:BB32 4-sc:BB31 la-sp:CC33");
    f.play(engage("marines", "4-sc"));
    f.play(json!({ "do": "close" }));
    f.play(engage("13-ny", "la-sp"));
    f.play(join("69-nym"));
    f.play(join("regulars"));
    assert_eq!(f.odds(), "7 : 2, 3-1");
}

#[test]
fn br_6_3_every_unit_in_contact_fights_and_nobody_is_left_out() {
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 4-sc:BB31 la-sp:CC33");
    f.play(engage("13-ny", "4-sc"));
    // 69 NYM is needed for La Sp if 13 NY does not take it on too.
    f.refuses(done(), "BR-6.1");
    f.play(join("69-nym"));
    f.refuses(json!({ "do": "close" }), "BR-6.3");
    f.play(target("la-sp"));
    f.play(json!({ "do": "close" }));
    f.allows(done());
    // A unit that advanced or made an automatic victory is free of it.
    let f = field(PHASE, "13-ny:BB32:advanced 4-sc:BB31");
    f.allows(done());
}

#[test]
fn no_choice_leads_to_a_dead_end() {
    // a1 in BB32 touches d1 in BB31 and d2 in CC33; a2 in CC34 touches only d2. If both attack d2, nobody is left for d1.
    let mut f = field(PHASE, "13-ny:BB32 69-nym:CC34 4-sc:BB31 la-sp:CC33");
    f.play(engage("69-nym", "la-sp"));
    f.refuses(join("13-ny"), "BR-6.3");
    assert!(!f.lists(&join("13-ny")));
    f.allows(json!({ "do": "close" }));
}

#[test]
fn br_6_4_a_unit_attacks_once() {
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 4-sc:BB31 la-sp:CC33");
    f.battle("13-ny", "4-sc");
    f.refuses(engage("13-ny", "la-sp"), "BR-6.4");
}

#[test]
fn br_6_5_a_unit_is_attacked_once() {
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 4-sc:BB31 la-sp:BB31");
    f.battle("13-ny", "4-sc");
    f.refuses(engage("69-nym", "4-sc"), "BR-6.5");
    // Nor bombarded twice.
    let mut f = field(PHASE, "d-5-us:BB33 e-3-us:BB34 4-sc:BB31");
    f.battle("d-5-us", "4-sc");
    f.refuses(engage("e-3-us", "4-sc"), "BR-6.5");
}

#[test]
fn br_6_6_every_attacker_touches_every_defender() {
    let mut f = field(PHASE, "13-ny:BB32 2-wisc:BB32 69-nym:CC34 4-sc:BB31 la-sp:CC33 2-va:CC33");
    f.play(engage("13-ny", "la-sp"));
    f.play(target("4-sc"));
    f.refuses(join("69-nym"), "BR-6.6");
}

#[test]
fn br_6_7_stacked_units_fight_in_different_battles() {
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 79-nym:BB32 4-sc:BB31 la-sp:BB31 2-va:BB31");
    f.battle("13-ny", "4-sc");
    f.battle("69-nym", "la-sp");
    f.battle("79-nym", "2-va");
    f.done();
    assert_eq!(f.legal().len(), 3);
}

#[test]
fn br_6_8_br_pp_6_a_battery_is_attacked_with_an_infantry_unit_of_its_hex() {
    // Two infantry and a battery: the attacker pairs the battery with the weaker one.
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 4-sc:BB31 la-sp:BB31 davidson:BB31");
    f.play(engage("13-ny", "davidson"));
    f.refuses(json!({ "do": "close" }), "BR-6.8");
    f.play(target("la-sp"));
    f.play(json!({ "do": "close" }));
    f.play(engage("69-nym", "4-sc"));
    f.play(json!({ "do": "close" }));
    f.allows(done());
    // One of each must be attacked together.
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 4-sc:BB31 davidson:BB31");
    f.play(engage("13-ny", "4-sc"));
    f.refuses(json!({ "do": "close" }), "BR-6.8");
}

#[test]
fn br_pp_5_cavalry_screens_nobody() {
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 terry:BB31 davidson:BB31");
    f.play(engage("13-ny", "davidson"));
    f.allows(json!({ "do": "close" }));
}

#[test]
fn br_6_81_br_8_51_a_brigade_screens_as_many_batteries_as_it_has_units() {
    let holmes = "2-tenn:in=holmes-brigade 1-ark:in=holmes-brigade holmes:in=holmes-brigade holmes-brigade:BB31";
    // Two units and two batteries: one battle for all.
    let mut f = field(PHASE, &format!("13-ny:BB32 69-nym:BB32 79-nym:BB32 {holmes} davidson:BB31 walker:BB31"));
    f.play(engage("13-ny", "holmes-brigade"));
    f.refuses(json!({ "do": "close" }), "BR-6.8");
    f.play(target("davidson"));
    f.refuses(json!({ "do": "close" }), "BR-6.8");
    f.play(target("walker"));
    f.play(join("69-nym"));
    f.play(join("79-nym"));
    f.allows(json!({ "do": "close" }));
    // With other infantry in the hex it may be left short.
    let mut f = field(PHASE, &format!("13-ny:BB32 69-nym:BB32 79-nym:BB32 {holmes} davidson:BB31 walker:BB31 la-sp:BB31"));
    f.play(engage("13-ny", "holmes-brigade"));
    f.play(target("davidson"));
    f.play(json!({ "do": "close" }));
    f.play(engage("69-nym", "la-sp"));
    f.refuses(json!({ "do": "close" }), "BR-6.8");
    f.play(target("walker"));
    f.play(join("79-nym"));
    f.allows(json!({ "do": "close" }));
}

/// The claim behind the screening test: battles respect some full pairing exactly if, in each hex, the pairs that can be made
/// inside battles are as many as the hex can make at all. Checked against every pairing.
#[test]
fn screening_by_counting_agrees_with_trying_every_pairing() {
    // Up to three batteries and infantry pieces of one or two components, each in one of three battles.
    fn pairings(batteries: &[u8], infantry: &[u8], wanted: usize) -> bool {
        // Match batteries to component slots of the same battle, by brute force.
        fn go(batteries: &[u8], slots: &mut Vec<(u8, bool)>, left: usize) -> bool {
            if left == 0 {
                return true;
            }
            let Some((first, rest)) = batteries.split_first() else { return false };
            for n in 0..slots.len() {
                if !slots[n].1 && slots[n].0 == *first {
                    slots[n].1 = true;
                    if go(rest, slots, left - 1) {
                        return true;
                    }
                    slots[n].1 = false;
                }
            }
            go(rest, slots, left)
        }
        go(batteries, &mut infantry.iter().map(|b| (*b, false)).collect(), wanted)
    }
    for guns in 0..4usize {
        for foot in 0..4usize {
            for doubles in 0..=foot {
                for code in 0..3usize.pow((guns + foot) as u32) {
                    let mut code = code;
                    let mut battle = || {
                        let b = (code % 3) as u8;
                        code /= 3;
                        b
                    };
                    let batteries: Vec<u8> = (0..guns).map(|_| battle()).collect();
                    let mut slots = Vec::new();
                    for n in 0..foot {
                        let b = battle();
                        slots.extend(std::iter::repeat_n(b, if n < doubles { 2 } else { 1 }));
                    }
                    let owed = batteries.len().min(slots.len());
                    let count = |list: &[u8], b: u8| list.iter().filter(|x| **x == b).count();
                    let made: usize = (0..3).map(|b| count(&batteries, b).min(count(&slots, b))).sum();
                    assert_eq!(made >= owed, pairings(&batteries, &slots, owed));
                }
            }
        }
    }
}

#[test]
fn br_6_82_br_9_62_no_screening_against_bombardment() {
    let mut f = field(PHASE, "d-5-us:BB34:battle-piece 2-sc:BB31 kemper:BB31");
    f.play(engage("d-5-us", "kemper"));
    f.allows(json!({ "do": "close" }));
    assert_eq!(f.odds(), "3 : 2, 1-1");
}

#[test]
fn br_6_9_br_gl_2_leaders_neither_attack_nor_are_attacked() {
    let f = field(PHASE, "13-ny:BB32 sherman:BB32 4-sc:BB31 evans:BB31");
    f.refuses(engage("sherman", "4-sc"), "BR-6.9");
    f.refuses(engage("13-ny", "evans"), "BR-6.9");
}

#[test]
fn br_7_1_units_without_attack_strength_take_part() {
    // Terry 0-1-6 beside an enemy must be in some battle; alone he is lost without a die.
    let mut f = field("combat confederate 10", "terry:BB32 la-sp:BB32 13-ny:BB31");
    f.refuses(done(), "BR-6.3");
    f.play(engage("terry", "13-ny"));
    f.play(join("la-sp"));
    assert_eq!(f.odds(), "2 : 3, 1-2");
}

#[test]
fn br_7_2_br_7_4_defence_is_doubled_for_each_defender_by_itself() {
    // T24 is a hilltop with slopes T25, S25 and U25; T23 lies on the same level.
    let mut f = field(PHASE, "13-ny:T25 69-nym:S25 4-sc:T24");
    f.play(engage("13-ny", "4-sc"));
    f.play(join("69-nym"));
    assert_eq!(f.odds(), "4 : 6, 1-2");
    let mut f = field(PHASE, "13-ny:T25 69-nym:T23 4-sc:T24");
    f.play(engage("13-ny", "4-sc"));
    f.play(join("69-nym"));
    assert_eq!(f.odds(), "4 : 3, 1-1");
    // A doubled 2-3-4 and an undoubled 1-2-4 make 8: S25 is below T24 but level with S24.
    let mut f = field(PHASE, "13-ny:S25 4-sc:T24 19-va:S24");
    f.play(engage("13-ny", "4-sc"));
    f.play(target("19-va"));
    assert_eq!(f.odds(), "2 : 8, 1-4");
    // Guns at long range and other battles do not matter.
    let mut f = field(PHASE, "13-ny:T25 69-nym:T23 4-sc:T24 la-sp:T24");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 6, 1-3");
}

#[test]
fn br_7_3_odds_are_rounded_for_the_defender() {
    let cases = [(7, 2, "3-1"), (5, 6, "1-2"), (1, 6, "1-6"), (11, 2, "5-1"), (13, 2, "6-1")];
    for (attack, defence, column) in cases {
        let report = engine::Handbook::odds(
            &game(&[]),
            &engine::handbook::OddsQuestion { attack: vec![attack], defend: vec![defence], ..Default::default() },
        );
        assert_eq!(report.unwrap().column, column, "{attack} to {defence}");
    }
    // 2 1/2 to 2 is 1-1: halves count.
    let mut f = field(PHASE, "2-conn:QQ19 marines:QQ19 13-ny:QQ19 2-va:QQ20");
    f.play(engage("2-conn", "2-va"));
    f.play(join("marines"));
    f.play(join("13-ny"));
    assert_eq!(f.odds(), "2½ : 2, 1-1");
}

#[test]
fn br_7_3w_below_one_to_six_the_attackers_are_lost_without_a_die() {
    // 1 to 7: AE at once. The attackers lose the defenders' points, no more than they have.
    let mut f = field(PHASE, "marines:BB32 4-sc:BB31 la-sp:BB31 2-va:BB31");
    f.play(engage("marines", "4-sc"));
    f.play(target("la-sp"));
    f.play(target("2-va"));
    assert!(f.odds().contains("below 1-6"), "{}", f.odds());
    f.play(json!({ "do": "close" }));
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    assert!(!f.rolls());
    assert_eq!(f.at("marines"), "eliminated");
    // Terry alone against one point: no attack at all.
    let mut f = field("combat confederate 10", "terry:BB32 marines:BB31");
    f.fight("terry", "marines");
    assert_eq!(f.at("terry"), "eliminated");
}

#[test]
fn br_7_41_a_stream_hex_is_below_its_neighbours_except_along_the_stream() {
    // Young's Branch runs Q14-R13-S13; S14 is a stream hex beside R13, but no stream crosses that side.
    let along = "13-ny:S13 4-sc:R13";
    let mut f = field(PHASE, along);
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 3, 1-2");
    let mut f = field(PHASE, "13-ny:S14 4-sc:R13");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 6, 1-3");
    let mut f = field(PHASE, "13-ny:R13 4-sc:S14");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 6, 1-3");
    // A ford that the branch enters is not uphill of it; another neighbour is.
    let mut f = field(PHASE, "13-ny:HH10 4-sc:II11");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 1½, 1-1");
    let mut f = field(PHASE, "13-ny:HH10 4-sc:II10");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 6, 1-3");
}

#[test]
fn br_7_42_br_map_5_1_br_map_5_2_a_hilltop_is_above_its_slopes_and_only_those() {
    // Over a crest: T24 above T25. On one hill, without a crest between: T24 and U24.
    let mut f = field(PHASE, "13-ny:T25 4-sc:T24");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 6, 1-3");
    for (from, to) in [("T24", "T25"), ("T24", "U24"), ("U24", "T24")] {
        let mut f = field(PHASE, &format!("13-ny:{from} 4-sc:{to}"));
        f.play(engage("13-ny", "4-sc"));
        assert_eq!(f.odds(), "2 : 3, 1-2", "{from} against {to}");
    }
    // U7 is a slope of one hill and a hilltop itself.
    let board = boards::bull_run();
    let hex = |name: &str| board.grid.parse(name).unwrap();
    assert!(board.slopes.iter().any(|s| s.hilltop == hex("U7")) && board.slopes.iter().any(|s| s.downhill.contains(&hex("U7"))));
}

#[test]
fn br_7_5_halving_happens_once_and_keeps_fractions() {
    // A battery on the Stone Bridge that fires into woods is halved once: no woods touch the bridge, so at long range.
    // X6 is woods, four hexes off; a battery in the ford Y8 with a target in the woods X6: half, not a quarter.
    let mut f = field(PHASE, "d-5-us:Y8:battle-piece 4-sc:Y6");
    f.play(engage("d-5-us", "4-sc"));
    assert_eq!(f.odds(), "1½ : 3, 1-2");
}

#[test]
fn br_7_51_a_ford_or_bridge_halves_everybody_on_it() {
    let mut f = field(PHASE, "13-ny:QQ19 2-va:QQ20");
    f.play(engage("13-ny", "2-va"));
    assert_eq!(f.odds(), "1 : 2, 1-2");
    let mut f = field(PHASE, "13-ny:QQ18 4-sc:QQ19");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 1½, 1-1");
    let mut f = field(PHASE, "13-ny:Y10 4-sc:X9");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "1 : 3, 1-3");
}

#[test]
fn br_7_52_br_7_6_woods_matter_to_batteries_only_and_roads_to_nobody() {
    // C24 and C25 are woods; C23 is open.
    let mut f = field(PHASE, "13-ny:C24 4-sc:C25");
    f.play(engage("13-ny", "4-sc"));
    assert_eq!(f.odds(), "2 : 3, 1-2");
    // A battery in woods, or against woods.
    let mut f = field(PHASE, "d-5-us:C24:battle-piece 4-sc:C23");
    f.play(engage("d-5-us", "4-sc"));
    assert_eq!(f.odds(), "1½ : 3, 1-2");
    let mut f = field(PHASE, "d-5-us:C23:battle-piece 4-sc:C24");
    f.play(engage("d-5-us", "4-sc"));
    assert_eq!(f.odds(), "1½ : 3, 1-2");
    // A defending battery out of woods is not halved by attackers in woods.
    let mut f = field(PHASE, "13-ny:C24 kemper:C23");
    f.play(engage("13-ny", "kemper"));
    assert_eq!(f.odds(), "2 : 2, 1-1");
    // A road through the woods changes nothing: find woods with a road.
    let board = boards::bull_run();
    let woods = board.terrain("woods").unwrap();
    let stream = board.terrain("stream").unwrap();
    let (road, open) = board
        .roads
        .iter()
        .flat_map(|r| r.hexes.windows(2))
        .map(|w| (w[0], w[1]))
        .find(|(a, b)| {
            board.ground(*a).has(woods)
                && !board.ground(*a).has(stream)
                && board.ground(*b).is_clear()
                && board.slopes.iter().all(|s| s.hilltop != *a && s.hilltop != *b)
        })
        .unwrap();
    let mut f = field(PHASE, &format!("13-ny:{} kemper:{}", board.grid.name(open), board.grid.name(road)));
    f.play(engage("13-ny", "kemper"));
    assert_eq!(f.odds(), "2 : 1, 2-1");
}

#[test]
fn br_7_7_units_are_lost_by_results() {
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 8-va:BB31");
    let log = f.fight_with("13-ny 69-nym", "8-va", 1);
    assert!(log.iter().any(|l| l.contains("8 Va is lost")), "{log:?}");
}

#[test]
fn br_7_71a_br_7_71c_losses_are_the_enemys_defence_points() {
    // Three regiments of 2-2-4 inflict six points, whatever their attack; a battery without attack strength adds its two.
    let mut f = field("combat confederate 10", "2-va:BB32 4-va:BB32 33-va:BB32 squires:BB32 13-ny:BB31");
    let log = f.fight_with("2-va 4-va 33-va squires", "13-ny", 1);
    assert!(log.iter().any(|l| l.contains("Union side owes 8 ")), "{log:?}");
}

#[test]
fn br_7_71b_terrain_counts_when_paying() {
    // Uphill 4 SC is worth six: a loss of three takes it whole; 19 Va beside it in the hex pays four.
    let mut f = field(PHASE, "13-ny:T25 69-nym:T25 79-nym:T25 regulars:T25 4-sc:T24 19-va:T24");
    // 8 : 10, 1-2, die 2: exchange. The defenders lose the attackers' 11, more than their 10.
    let log = f.fight_with("13-ny 69-nym 79-nym regulars", "4-sc 19-va", 2);
    assert!(log.iter().any(|l| l.contains("Confederate side owes 11")), "{log:?}");
    assert!(log.iter().any(|l| l.contains("Union side owes 10")), "{log:?}");
    assert_eq!((f.at("4-sc").as_str(), f.at("19-va").as_str()), ("eliminated", "eliminated"));
    // In a ford a unit pays half: the attackers owe 1 1/2 for 4 SC in the ford.
    let mut f = field(PHASE, "13-ny:QQ18 4-sc:QQ19");
    let log = f.fight_with("13-ny", "4-sc", 5);
    assert!(log.iter().any(|l| l.contains("Union side owes 1½")), "{log:?}");
}

#[test]
fn br_7_71d_who_cannot_pay_loses_everybody() {
    // 5 attackers' points against 6 defenders' points, AE AB2.
    let mut f = field(PHASE, "69-nym:BB32 79-nym:BB32 4-sc:BB31 2-va:BB31 7-va:BB31");
    // 3 : 6, 1-2, die 5.
    f.fight_with("69-nym 79-nym", "4-sc 2-va 7-va", 5);
    assert_eq!((f.at("69-nym").as_str(), f.at("79-nym").as_str()), ("eliminated", "eliminated"));
}

#[test]
fn br_7_71e_an_exchange_takes_the_weaker_side_and_as_much_of_the_other() {
    // 7 attacking points against 4: the defenders are lost, the attackers pay 4.
    let mut f = field(PHASE, "13-ny:BB32 1-conn:BB32 2-me:BB32 19-va:BB31 la-sp:BB31");
    // 6 : 4, 1-1, die 2.
    let log = f.fight_with("13-ny 1-conn 2-me", "19-va la-sp", 2);
    assert!(log.iter().any(|l| l.contains("Union side owes 4")), "{log:?}");
    assert_eq!((f.at("19-va").as_str(), f.at("la-sp").as_str()), ("eliminated", "eliminated"));
    assert_eq!(f.asked(), Side::Union);
    f.play(lose("1-conn"));
    f.play(lose("2-me"));
    assert_eq!(f.at("13-ny"), "BB32");
    // Equal strengths: both go.
    let mut f = field(PHASE, "1-conn:BB32 la-sp:BB31");
    f.fight_with("1-conn", "la-sp", 2);
    assert_eq!((f.at("1-conn").as_str(), f.at("la-sp").as_str()), ("eliminated", "eliminated"));
}

#[test]
fn br_7_71f_br_9_52_br_gl_1_br_crt_2_supporting_guns_are_not_touched() {
    // 2 + 2 against 3: 1-1, die 2, exchange. The gun neither adds to the loss nor pays.
    let mut f = field(PHASE, "13-ny:BB32 d-5-us:CC33:battle-piece 4-sc:BB31");
    let log = f.fight_with("13-ny d-5-us", "4-sc", 2);
    assert!(log.iter().any(|l| l.contains("Confederate side owes 3 ")), "{log:?}");
    assert_eq!((f.at("13-ny").as_str(), f.at("d-5-us").as_str()), ("eliminated", "CC33"));
    // AE AB2: the gun stays.
    let mut f = field(PHASE, "13-ny:BB32 d-5-us:CC33:battle-piece 4-sc:BB31 2-va:BB31");
    f.fight_with("13-ny d-5-us", "4-sc 2-va", 5);
    assert_eq!((f.at("13-ny").as_str(), f.at("d-5-us").as_str()), ("eliminated", "CC33"));
}

#[test]
fn br_7_72_dl1_takes_one_unit() {
    let mut f = field(PHASE, "d-5-us:BB34:battle-piece e-3-us:BB34:battle-piece 4-sc:BB31 la-sp:BB31");
    // 6 : 2 against La Sp alone, 3-1, die 1: DL1.
    f.fight_with("d-5-us e-3-us", "la-sp", 1);
    assert_eq!((f.at("la-sp").as_str(), f.at("4-sc").as_str()), ("eliminated", "BB31"));
}

#[test]
fn br_7_73_the_loser_chooses_and_may_break_a_brigade_up() {
    let jones = "17-miss:in=jones-brigade 18-miss:in=jones-brigade 5-sc:in=jones-brigade jones:in=jones-brigade jones-brigade:BB31";
    // DL1 on Jones' 6-7-3: break up, lose 17 Miss alone.
    let guns = "d-5-us:Z32:battle-piece e-3-us:Z32:battle-piece i-1-us:Z32:battle-piece 2-ri-battery:Z32:battle-piece";
    let mut f = field(PHASE, &format!("{guns} a-2-us:BB33:battle-piece d-2-us:BB33:battle-piece g-2-us:BB33 {jones}"));
    // 12 + 3 + 1 = 16 : 7, 2-1, die 1.
    f.fight_with("d-5-us e-3-us i-1-us 2-ri-battery a-2-us d-2-us g-2-us", "jones-brigade", 1);
    f.allows(lose("jones-brigade"));
    f.play(break_up("jones-brigade"));
    f.play(lose("17-miss"));
    assert_eq!((f.at("17-miss").as_str(), f.at("5-sc").as_str(), f.at("jones").as_str()), ("rally box", "BB31", "BB31"));
    // Any set that reaches the amount will do, and more may be lost than is owed.
    let mut f = field(PHASE, "13-ny:BB32 1-conn:BB32 3-conn:BB32 2-va:BB31");
    f.fight_with("13-ny 1-conn 3-conn", "2-va", 2);
    f.play(json!({ "do": "lose", "unit": "3-conn", "extra": true }));
    f.play(lose("13-ny"));
    assert_eq!((f.at("3-conn").as_str(), f.at("13-ny").as_str(), f.at("1-conn").as_str()), ("eliminated", "eliminated", "BB32"));
}

#[test]
fn br_7_74_br_gl_3_infantry_near_its_leader_may_rally() {
    // Four hexes, rivers ignored; the battery is gone for good.
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 regulars:BB32 4-sc:BB31 davidson:BB31 evans:BB28");
    f.fight_with("13-ny 69-nym regulars", "4-sc davidson", 1);
    assert_eq!((f.at("4-sc").as_str(), f.at("davidson").as_str()), ("rally box", "eliminated"));
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 regulars:BB32 4-sc:BB31 evans:BB26");
    f.fight_with("13-ny 69-nym regulars", "4-sc", 1);
    assert_eq!(f.at("4-sc"), "eliminated");
}

#[test]
fn br_7_8_a_retreat_goes_two_hexes_and_ends_two_away() {
    let mut f = field(PHASE, "13-ny:BB32 regulars:BB32 la-sp:BB31");
    // 5 : 2, 2-1, die 3: DB2.
    f.fight_with("13-ny regulars", "la-sp", 3);
    f.refuses(f.retreat("la-sp", "BB30 AA31"), "BR-7.8");
    f.refuses(f.retreat("la-sp", "BB30"), "BR-7.8");
    f.allows(f.retreat("la-sp", "BB30 BB29"));
}

#[test]
fn br_7_81_away_from_every_enemy_if_that_is_safe() {
    let mut f = field(PHASE, "13-ny:BB32 regulars:BB32 la-sp:BB31");
    f.fight_with("13-ny regulars", "la-sp", 3);
    // The attackers stand south: only the hexes three away from them.
    assert_eq!(f.retreat_ends("la-sp"), ["AA30", "BB29", "CC30", "DD30", "Z30"]);
    f.refuses(f.retreat("la-sp", "AA31 Z31"), "BR-7.81");
    // Where that is impossible, any safe way will do.
    let mut f = field(PHASE, "13-ny:BB32 regulars:BB32 marines:BB28 71-nym:DD29 8-nym:Z29 la-sp:BB31 terry:off=set-aside");
    f.fight_with("13-ny regulars", "la-sp", 3);
    let ends = f.retreat_ends("la-sp");
    assert!(!ends.is_empty() && !ends.contains(&"BB29".to_string()) && !ends.contains(&"eliminated".to_string()), "{ends:?}");
}

#[test]
fn br_7_81_guns_at_long_range_count_as_printed() {
    // The gun fires from the north while 13 NY and the Regulars attack from the south: no hex is away from both.
    let units = "13-ny:BB32 regulars:BB32 d-5-us:BB28:battle-piece la-sp:BB31";
    let mut f = field(PHASE, units);
    f.fight_with("13-ny regulars d-5-us", "la-sp", 4);
    let with_guns = f.retreat_ends("la-sp");
    let mut f = field_with(&["no-retreat-from-guns"], PHASE, units, json!({}));
    f.fight_with("13-ny regulars d-5-us", "la-sp", 4);
    let without = f.retreat_ends("la-sp");
    assert_ne!(with_guns, without);
    assert!(without.iter().all(|h| ["AA30", "CC30", "DD30", "Z30"].contains(&h.as_str())), "{without:?}");
}

#[test]
fn br_7_82_retreats_ignore_terrain_and_cost() {
    // Through woods and streams: from HH23 by HH22 (stream and woods).
    let mut f = field(PHASE, "13-ny:HH24 regulars:HH24 la-sp:HH23");
    f.fight_with("13-ny regulars", "la-sp", 3);
    f.allows(f.retreat("la-sp", "HH22 HH21"));
}

#[test]
fn br_7_83a_a_retreat_into_an_enemy_zone_is_fatal() {
    let mut f = field(PHASE, "13-ny:BB32 regulars:BB32 la-sp:BB31 marines:BB28 sherman:BB33");
    f.fight_with("13-ny regulars", "la-sp", 3);
    // BB29 is in the zone of the Marines; the other two ends are not.
    f.refuses(f.retreat("la-sp", "BB30 BB29"), "BR-7.83a");
    // Surrounded, it dies whichever way it goes.
    let mut f = field(PHASE, "13-ny:BB32 regulars:BB32 79-nym:BB30 la-sp:BB31 69-nym:Z30 2-wisc:DD30");
    f.battle("13-ny regulars 79-nym", "la-sp");
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    f.roll(3);
    assert_eq!(f.retreat_ends("la-sp"), ["eliminated"]);
    let way = f.legal()[0].clone();
    f.play(way);
    assert_eq!(f.at("la-sp"), "eliminated");
}

#[test]
fn br_12_3_a_unit_that_dies_in_its_retreat_still_came_by() {
    let mut f = field(PHASE, "13-ny:Z31 69-nym:BB31 la-sp:AA31 tyler:AA29 2-me:AA28 1-conn:CC29 2-conn:Y29");
    f.fight_with("13-ny 69-nym", "la-sp", 3);
    f.play(f.retreat("la-sp", "AA30 AA29"));
    assert_eq!([f.at("la-sp"), f.at("tyler")], ["eliminated", "eliminated"], "it died beside him");
}

#[test]
fn br_7_83b_a_retreat_into_a_full_hex_is_fatal() {
    let full = "2-va:HEX 4-va:HEX 5-va:HEX 27-va:HEX 33-va:HEX stanard:HEX";
    let mut f = field(PHASE, &format!("13-ny:BB32 regulars:BB32 la-sp:BB31 {}", full.replace("HEX", "BB29")));
    f.fight_with("13-ny regulars", "la-sp", 3);
    // Not there, though through there would be fine.
    assert_eq!(f.retreat_ends("la-sp"), ["AA30", "CC30", "DD30", "Z30"]);
    let mut f = field(PHASE, &format!("13-ny:BB32 regulars:BB32 la-sp:BB31 {}", full.replace("HEX", "BB30")));
    f.fight_with("13-ny regulars", "la-sp", 3);
    f.allows(f.retreat("la-sp", "BB30 BB29"));
}

#[test]
fn br_7_83c_a_retreat_into_a_river_or_off_the_map_is_fatal() {
    // Z9 beside Bull Run: Y9 is a river hex.
    let mut f = field("combat confederate 10", "2-va:AA9 4-va:AA9 1-conn:Z9 terry:off=set-aside");
    f.fight_with("2-va 4-va", "1-conn", 3);
    f.refuses(f.retreat("1-conn", "Y9 X9"), "BR-7.83a");
    // At the south edge of the map with the enemy to the north, everything away from him is off the map.
    let mut f = field(PHASE, "13-ny:BB34 regulars:BB34 la-sp:BB35");
    f.fight_with("13-ny regulars", "la-sp", 3);
    assert_eq!(f.retreat_ends("la-sp"), ["eliminated"]);
    f.play(json!({ "do": "retreat", "piece": "la-sp", "path": ["S", "S"] }));
    assert_eq!(f.at("la-sp"), "eliminated");
}

#[test]
fn br_7_83d_br_11_54_not_through_a_ford_or_abatis_but_onto_it() {
    // From S3 two hexes to Q3 is fine, and Q3 as the middle hex is fatal.
    let mut f = field("combat confederate 10", "2-va:T2 4-va:T2 1-conn:S3");
    f.fight_with("2-va 4-va", "1-conn", 3);
    f.allows(f.retreat("1-conn", "R3 Q3"));
    let mut f = field("combat confederate 10", "2-va:S2 4-va:S2 1-conn:R2");
    f.fight_with("2-va 4-va", "1-conn", 3);
    f.refuses(f.retreat("1-conn", "Q3 P2"), "BR-7.83a");
    // The same with an abatis, and entering a ford by retreat does not use up its eight points.
    let mut f = field_with(&[], "combat union 10", "13-ny:Z10 regulars:Z10 la-sp:Z9", json!({ "abatis": ["Z8", "AA9"] }));
    f.fight_with("13-ny regulars", "la-sp", 3);
    assert!(!f.retreat_ends("la-sp").contains(&"Z7".to_string()));
    let mut f = field("combat union 10", "13-ny:Z10 regulars:Z10 la-sp:Z9");
    f.fight_with("13-ny regulars", "la-sp", 3);
    assert!(f.retreat_ends("la-sp").contains(&"Z7".to_string()), "{:?}", f.retreat_ends("la-sp"));
}

#[test]
fn br_7_9_attackers_advance_into_a_vacated_hex() {
    let mut f = field(PHASE, "13-ny:BB32 regulars:BB32 la-sp:BB31 1-conn:CC33");
    f.fight_with("13-ny regulars", "la-sp", 3);
    f.play(f.retreat("la-sp", "BB30 BB29"));
    f.refuses(advance("1-conn", "BB31"), "BR-7.9");
    f.refuses(advance("13-ny", "CC32"), "BR-7.9");
    f.play(advance("13-ny", "BB31"));
    f.refuses(advance("13-ny", "BB32"), "BR-7.9");
    f.play(advance("regulars", "BB31"));
    assert_eq!((f.at("13-ny").as_str(), f.at("regulars").as_str()), ("BB31", "BB31"));
    // Defenders never advance, and nobody does where others still hold the hex.
    let mut f = field(PHASE, "13-ny:BB32 regulars:BB32 marines:BB32 la-sp:BB31 2-va:BB31");
    f.battle("13-ny regulars", "la-sp");
    f.battle("marines", "2-va");
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    f.roll(1);
    assert_eq!(f.at("la-sp"), "eliminated");
    f.refuses(advance("13-ny", "BB31"), "BR-7.9");
}

#[test]
fn br_7_91_an_advance_into_a_ford_counts_against_its_limit() {
    let mut f = field_with(&[], PHASE, "13-ny:QQ18 1-conn:QQ18 marines:QQ18 8-va:QQ19", json!({ "fords": { "QQ19": 6 } }));
    // 5 : 1/2, 6-1, die 1: DE.
    f.fight_with("13-ny 1-conn marines", "8-va", 1);
    f.refuses(advance("13-ny", "QQ19"), "BR-7.91");
    f.play(advance("1-conn", "QQ19"));
    assert_eq!(f.view().phase, "Movement", "nobody else can advance, and the turn goes on");
}

#[test]
fn br_7_92_an_advance_ignores_enemy_zones() {
    // 4 SC in CC31 controls both BB31 and CC32.
    let mut f = field(PHASE, "13-ny:CC32 regulars:CC32 marines:CC32 la-sp:BB31 4-sc:CC31");
    f.battle("marines", "4-sc");
    f.battle("13-ny regulars", "la-sp");
    f.done();
    f.play(json!({ "do": "resolve", "battle": 2 }));
    f.roll(1);
    f.allows(advance("13-ny", "BB31"));
}

#[test]
fn br_7_93_br_9_61_an_advanced_unit_neither_attacks_nor_bars_bombardment() {
    // The Marines advanced by an automatic victory and stand beside 4 SC: it may be bombarded.
    let mut f = field(PHASE, "marines:BB32:advanced:fought d-5-us:CC33:battle-piece 4-sc:BB31");
    f.refuses(engage("marines", "4-sc"), "BR-7.93");
    f.play(engage("d-5-us", "4-sc"));
    f.allows(json!({ "do": "close" }));
    // A fresh unit there forces an attack, and the gun may only support it.
    let f = field(PHASE, "marines:BB32 d-5-us:CC33:battle-piece 4-sc:BB31");
    f.refuses(engage("d-5-us", "4-sc"), "BR-9.61");
}

#[test]
fn br_crt_1_losses_first_then_the_rest_falls_back() {
    let mut f = field(PHASE, "1-conn:BB32 13-ny:BB32 regulars:BB32 4-sc:BB31 la-sp:BB31 2-va:BB31 7-va:BB31");
    // 7 : 8, 1-2, die 5: the attackers lose 8 of 8.
    f.fight_with("1-conn 13-ny regulars", "4-sc la-sp 2-va 7-va", 5);
    assert_eq!(f.at("regulars"), "eliminated");
    let mut f = field(PHASE, "1-conn:BB32 13-ny:BB32 4-sc:BB31");
    // 4 : 3, 1-1, die 6: AE AB2: pay 3 of 5, the rest goes back two hexes.
    f.fight_with("1-conn 13-ny", "4-sc", 6);
    f.play(lose("13-ny"));
    assert_eq!(f.asked(), Side::Union);
    assert_eq!(f.retreat_ends("1-conn"), ["AA34", "BB34", "CC34", "DD33", "Z33"]);
    // DE DB2: 3 and 3 of support against 6, 1-1, die 1. Three points are owed; who is left falls back.
    let mut f = field(PHASE, "regulars:BB32 d-5-us:CC33:battle-piece 4-sc:BB31 19-va:BB31 7-va:BB31");
    f.fight_with("regulars d-5-us", "4-sc 19-va 7-va", 1);
    f.play(lose("4-sc"));
    f.play(f.retreat("19-va", "BB30 BB29"));
    f.play(f.retreat("7-va", "BB30 AA30"));
    f.allows(advance("regulars", "BB31"));
}

#[test]
fn br_crt_3_every_survivor_falls_back() {
    let mut f = field(PHASE, "13-ny:BB32 regulars:BB32 1-conn:BB32 la-sp:BB31 davidson:BB31");
    // 7 : 3, 2-1, die 3: DB2 for the pair.
    f.fight_with("13-ny regulars 1-conn", "la-sp davidson", 3);
    f.play(f.retreat("la-sp", "BB30 BB29"));
    f.play(f.retreat("davidson", "BB30 AA30"));
    assert_eq!(f.asked(), Side::Union);
}

#[test]
fn the_tables_are_monotone_and_agree_with_each_other() {
    let game = game(&[]);
    let charts = engine::Handbook::charts(&game);
    let combat = &charts.iter().find(|c| c.id == "combat").unwrap().cells;
    let bombardment = &charts.iter().find(|c| c.id == "bombardment").unwrap().cells;
    // Attackers suffer less as the odds get better.
    let ae: Vec<usize> = (0..11).map(|c| combat.iter().filter(|row| row[c].starts_with("AE")).count()).collect();
    assert_eq!(ae, [5, 4, 3, 2, 2, 2, 1, 0, 0, 0, 0]);
    // The bombardment table is the other one without what attackers suffer, but for one cell.
    let mut different = 0;
    for die in 0..6 {
        for column in 0..7 {
            let sister = match combat[die][column + 4].as_str() {
                "DE" | "DE DB2" => "DL1",
                "DB2" => "DB2",
                _ => "-",
            };
            different += usize::from(sister != bombardment[die][column]);
        }
    }
    assert_eq!(different, 1);
}

#[test]
fn declare_rest_states_whatever_is_owed() {
    let mut f = field(PHASE, "13-ny:BB32 69-nym:BB32 79-nym:CC34 2-wisc:Z31 4-sc:BB31 la-sp:CC33 davidson:BB31 2-va:AA31");
    f.play(json!({ "do": "declare-rest" }));
    f.allows(done());
    f.done();
    // All of them are fought, one after the other.
    let battles = f.legal().len();
    assert!(battles >= 2);
    for _ in 0..200 {
        if !f.view().phase.contains("resolving") {
            break;
        }
        let next = f.legal()[0].clone();
        f.play(next);
        while f.rolls() {
            f.roll(4);
        }
    }
    assert!(!f.view().phase.contains("resolving"));
}

/// Every way to sort a few units into battles, judged by the rules as they are written; the draft must agree with all of them.
#[test]
fn what_may_be_stated_agrees_with_trying_every_partition() {
    let grid = &boards::bull_run().grid;
    let beside = |a: &str, b: &str| grid.distance(grid.parse(a).unwrap(), grid.parse(b).unwrap()) == 1;
    let (ours, theirs) = (["13-ny", "69-nym", "2-wisc", "d-5-us"], ["4-sc", "la-sp", "davidson", "kemper"]);
    let (from, to) = (["BB32", "CC34", "AA33", "CC32"], ["BB31", "CC33", "AA32", "BB33"]);
    let mut dice = engine::Dice::new(77);
    let mut judged = 0;
    for _ in 0..60 {
        let at: Vec<&str> = (0..4).map(|_| from[dice.below(4)]).collect();
        let on: Vec<&str> = (0..4).map(|_| to[dice.below(4)]).collect();
        let units: String = (0..4).map(|n| format!("{}:{} {}:{} ", ours[n], at[n], theirs[n], on[n])).collect();
        let f = field(PHASE, &units);
        let engaged: Vec<usize> = (0..4).filter(|a| on.iter().any(|d| beside(at[*a], d))).collect();
        let forced: Vec<usize> = (0..4).filter(|d| at.iter().any(|a| beside(a, on[*d]))).collect();
        if engaged.is_empty() {
            continue;
        }
        // Batteries 2 and 3 of the defenders, infantry 0 and 1; every attacker and defender gets one of four battles.
        let legal = |battle_of_a: &dyn Fn(usize) -> usize, battle_of_d: &dyn Fn(usize) -> usize| {
            (0..4).all(|b| {
                let a: Vec<usize> = engaged.iter().copied().filter(|n| battle_of_a(*n) == b).collect();
                let d: Vec<usize> = forced.iter().copied().filter(|n| battle_of_d(*n) == b).collect();
                a.is_empty() == d.is_empty() && a.iter().all(|x| d.iter().all(|y| beside(at[*x], on[*y])))
            }) && to.iter().all(|hex| {
                let here: Vec<usize> = forced.iter().copied().filter(|n| on[*n] == *hex).collect();
                let count = |kind: fn(&usize) -> bool, b: Option<usize>| {
                    here.iter().filter(|n| kind(n) && b.is_none_or(|b| battle_of_d(**n) == b)).count()
                };
                let foot: fn(&usize) -> bool = |n| *n < 2;
                let guns: fn(&usize) -> bool = |n| *n >= 2;
                let made: usize = (0..4).map(|b| count(foot, Some(b)).min(count(guns, Some(b)))).sum();
                made >= count(foot, None).min(count(guns, None))
            })
        };
        let mut possible = [[false; 4]; 4];
        // Pairs of attackers that may share a battle with a defender.
        let mut triples = [[[false; 4]; 4]; 4];
        for code in 0..4usize.pow((engaged.len() + forced.len()) as u32) {
            let digit = |place: usize| code / 4usize.pow(place as u32) % 4;
            let of_a = |n: usize| digit(engaged.iter().position(|x| *x == n).unwrap());
            let of_d = |n: usize| digit(engaged.len() + forced.iter().position(|x| *x == n).unwrap());
            if legal(&of_a, &of_d) {
                for a in &engaged {
                    for d in forced.iter().filter(|d| of_d(**d) == of_a(*a)) {
                        possible[*a][*d] = true;
                        for other in engaged.iter().filter(|o| *o != a && of_a(**o) == of_a(*a)) {
                            triples[*a][*d][*other] = true;
                        }
                    }
                }
            }
        }
        for a in &engaged {
            for d in &forced {
                let action = engage(ours[*a], theirs[*d]);
                let allowed = f.game.check(&f.s, Side::Union, f.read(&action)).is_ok();
                assert_eq!(allowed, possible[*a][*d], "{units}: {action}");
                judged += 1;
                if !allowed {
                    continue;
                }
                let mut g = field(PHASE, &units);
                g.play(action);
                for other in engaged.iter().filter(|o| *o != a) {
                    let action = join(ours[*other]);
                    let allowed = g.game.check(&g.s, Side::Union, g.read(&action)).is_ok();
                    assert_eq!(allowed, triples[*a][*d][*other], "{units}: {} against {}, then {action}", ours[*a], theirs[*d]);
                    judged += 1;
                }
            }
        }
    }
    assert!(judged > 500, "{judged}");
}

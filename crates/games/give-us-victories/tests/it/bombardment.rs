//! Chapter 12: bombardment.

use crate::table::*;
use engine::{Actor, Fog, Rules, Seat, Words};
use give_us_victories::Action;
use give_us_victories::counters::{Shelling, tables};
use give_us_victories::ids::Hex;
use give_us_victories::state::Step;

fn fire(f: &mut Battlefield, guns: &str, target: &str) {
    for gun in guns.split_whitespace() {
        f.ok(Action::Fire { gun: p(gun), target: h(target) });
    }
    f.ok(Action::OpenFire);
}

/// Walker and Nelson next to von Gilsa in the open: example 8.8.
fn stage() -> Battlefield {
    let mut f = Battlefield::campaign().put("cs-walker 1312, cs-lane 1312, cs-nelson 1411, us-von-gilsa 1311");
    f.draw("hill").ok(Action::Activate { hex: h("1312") }).ok(Action::Take { piece: p("cs-nelson") }).done().done();
    assert_eq!(f.s.agenda.top(), Step::Bombardment);
    f
}

#[test]
fn guv_12_6_guv_12_11_guv_12_12_guv_12_14_guv_12_17_the_example_of_the_rules() {
    let mut f = stage();
    fire(&mut f, "cs-walker cs-nelson", "1311");
    assert_eq!(f.asked(), US);
    f.ok(Action::Entrench { hex: h("1311") });
    let Actor::Chance(chance) = f.game.actor(&f.s) else { panic!("one die") };
    assert_eq!(chance.draw, engine::Draw::Dice { count: 1, sides: 6 });
    // Five, +1 for the open, -1 for the works, nothing for two elite batteries: row 4-5 gives a step.
    f.roll(&[5]);
    assert!(f.s.reduced.has(p("us-von-gilsa")) && !f.s.disorganized.has(p("us-von-gilsa")));
}

#[test]
fn guv_12_1_guv_12_3_a_battery_bombards_or_fights() {
    let mut f = stage();
    f.add("us-paul 1310");
    fire(&mut f, "cs-walker", "1311");
    f.done().roll(&[1]);
    assert!(f.s.fired.has(p("cs-walker")));
    f.no("GUV-12.1", Action::Fire { gun: p("cs-walker"), target: h("1311") });
    f.no("GUV-12.1", Action::Fire { gun: p("cs-lane"), target: h("1311") });
    f.done();
    f.no("GUV-12.1", Action::Attack { piece: p("cs-walker"), target: h("1311") });
    f.may(Action::Attack { piece: p("cs-nelson"), target: h("1311") });
    // Attacked later in the turn it defends with all it has.
    f.end_turn();
    assert!(!f.s.fired.has(p("cs-walker")));
    let mut f = stage();
    f.s.attacked.insert(p("cs-walker"));
    f.no("GUV-12.1", Action::Fire { gun: p("cs-walker"), target: h("1311") });
}

#[test]
fn guv_12_2_the_range_is_two_hexes() {
    let mut f = Battlefield::campaign().put("cs-walker 1211, us-von-gilsa 1310, us-paul 1309");
    f.active("hill", "1211").done();
    f.may(Action::Fire { gun: p("cs-walker"), target: h("1310") });
    f.no("GUV-12.2", Action::Fire { gun: p("cs-walker"), target: h("1309") });
    f.no("GUV-12.2", Action::Fire { gun: p("cs-walker"), target: h("1311") });
}

#[test]
fn guv_12_4_a_battery_that_moved_may_bombard() {
    let mut f = Battlefield::campaign().put("cs-walker 1313, us-von-gilsa 1311");
    f.active("hill", "1313").march("cs-walker", "1312");
    f.done();
    f.done();
    fire(&mut f, "cs-walker", "1311");
}

#[test]
fn guv_12_5_guv_12_7_whole_factors_and_one_bombardment_of_a_hex() {
    let mut f = stage();
    f.add("us-paul 1310");
    f.ok(Action::Fire { gun: p("cs-nelson"), target: h("1311") });
    f.no("GUV-12.5", Action::Fire { gun: p("cs-nelson"), target: h("1311") });
    f.no("GUV-12.6", Action::Fire { gun: p("cs-nelson"), target: h("1310") });
    f.no("GUV-12.6", Action::Done);
    f.ok(Action::OpenFire).done().roll(&[1]);
    f.no("GUV-12.7", Action::Fire { gun: p("cs-walker"), target: h("1311") });
    // Another activation may fire at it again.
    f.done().done();
    f.draw("hill").ok(Action::Activate { hex: h("1312") }).done().done();
    f.may(Action::Fire { gun: p("cs-walker"), target: h("1311") });
}

#[test]
fn guv_12_8_guv_12_9_woods_and_towns_block_at_two_hexes() {
    // 1210 is woods and next to 1111: always; from 1112 both hexes between (1111, 1211) are woods.
    let mut f = Battlefield::campaign().put("cs-walker 1111, cs-nelson 1112, us-von-gilsa 1210");
    f.draw("hill").ok(Action::Activate { hex: h("1111") }).ok(Action::Take { piece: p("cs-nelson") }).done().done();
    f.may(Action::Fire { gun: p("cs-walker"), target: h("1210") });
    f.no("GUV-12.9", Action::Fire { gun: p("cs-nelson"), target: h("1210") });
    // One clear hex between is enough: 1211 to 1310 over 1210 (woods) or 1311 (clear).
    let mut f = Battlefield::campaign().put("cs-walker 1211, us-von-gilsa 1310");
    f.active("hill", "1211").done();
    f.may(Action::Fire { gun: p("cs-walker"), target: h("1310") });
    // The same for whoever asks what guns in a hex reach.
    let known = f.game.knowledge(&f.s, Seat::Union);
    let reach = |from: &str| f.game.fire_from(&known, from).expect("a hex").expect("lines of fire");
    assert!(reach("1211").contains(&"1310".to_string()) && reach("1111").contains(&"1210".to_string()));
    assert!(!reach("1112").contains(&"1210".to_string()) && !reach("1112").contains(&"1112".to_string()));
    assert_eq!(f.game.fire_from(&known, "9999").expect_err("no hex").field, "hex");
}

#[test]
fn guv_12_10_guns_or_others_are_named_when_both_are_there() {
    let mut f = stage();
    f.add("us-schirmer 1311");
    fire(&mut f, "cs-walker cs-nelson", "1311");
    assert_eq!(f.asked(), CS);
    f.no("GUV-12.13", Action::Done);
    f.ok(Action::Target { guns: true });
    f.done().roll(&[6]);
    // 6 + 1: both a step and disorder, on the battery alone.
    assert!(f.s.reduced.has(p("us-schirmer")) && f.s.disorganized.has(p("us-schirmer")));
    assert!(!f.s.reduced.has(p("us-von-gilsa")));
    // With one type only nothing is asked.
    let mut f = stage();
    fire(&mut f, "cs-walker", "1311");
    assert_eq!(f.asked(), US);
}

#[test]
fn guv_12_12_the_table() {
    let read = |factor, die| tables().shelling(factor, die);
    assert_eq!((read(4, 5), read(4, 4), read(2, 5), read(1, 5)), (Shelling::Step, Shelling::Dis, Shelling::Dis, Shelling::Miss));
    assert_eq!((read(9, 9), read(9, -2), read(30, 2)), (Shelling::StepDis, Shelling::Miss, Shelling::Dis));
    // Never worse with more guns or a higher die.
    for factor in 1..12 {
        for die in 1..7 {
            assert!(read(factor, die) <= read(factor, die + 1) && read(factor, die) <= read(factor + 1, die));
        }
    }
}

#[test]
fn guv_12_13_guv_14_61_disorganized_twice_is_demoralized_and_goes_back_at_once() {
    let mut f = stage();
    fire(&mut f, "cs-walker cs-nelson", "1311");
    f.done().roll(&[3]);
    assert!(f.s.disorganized.has(p("us-von-gilsa")));
    f.end_turn();
    f.s.disorganized.insert(p("us-von-gilsa"));
    f.draw("hill").ok(Action::Activate { hex: h("1312") }).ok(Action::Take { piece: p("cs-nelson") }).done().done();
    fire(&mut f, "cs-walker cs-nelson", "1311");
    f.done().roll(&[3]);
    assert!(f.s.demoralized.has(p("us-von-gilsa")));
    assert_eq!((f.asked(), f.s.agenda.top()), (US, Step::Rout(US)));
    let back = f.legal()[0];
    f.ok(back);
    assert!(!matches!(f.s.agenda.top(), Step::Rout(_)));
    // Nowhere to go: lost.
    let mut f = stage();
    f.add("cs-heth 1310, cs-archer 1211, cs-thomas 1210, cs-pender 1410");
    f.s.disorganized.insert(p("us-von-gilsa"));
    fire(&mut f, "cs-walker cs-nelson", "1311");
    f.done().roll(&[3]);
    assert_eq!(f.place("us-von-gilsa"), Hex::LOST);
}

#[test]
fn guv_12_13_the_defender_names_the_unit() {
    let mut f = stage();
    f.add("us-mclean 1311");
    fire(&mut f, "cs-walker cs-nelson", "1311");
    f.done().roll(&[3]);
    assert_eq!(f.asked(), US);
    f.ok(Action::Suffer { piece: p("us-mclean") });
    assert!(f.s.disorganized.has(p("us-mclean")) && !f.s.disorganized.has(p("us-von-gilsa")));
}

#[test]
fn guv_12_15_guv_13_15_a_step_and_disorder_and_what_skirmishers_feel() {
    let mut f = stage();
    fire(&mut f, "cs-walker cs-nelson", "1311");
    f.done().roll(&[6]);
    assert!(f.s.reduced.has(p("us-von-gilsa")) && f.s.disorganized.has(p("us-von-gilsa")));
    // A lone skirmisher: DIS is nothing, 1DIS kills.
    for (die, place) in [(3, h("1311")), (6, Hex::LOST)] {
        let mut f = stage();
        f.s.put(p("us-von-gilsa"), Hex::ASIDE);
        f.add("us-skirmisher-1 1311");
        fire(&mut f, "cs-walker cs-nelson", "1311");
        f.done().roll(&[die]);
        assert_eq!(f.place("us-skirmisher-1"), place);
        assert!(!f.s.disorganized.has(p("us-skirmisher-1")));
    }
    // With a brigade beside it the disorder is the brigade's.
    let mut f = stage();
    f.add("us-skirmisher-1 1311");
    fire(&mut f, "cs-walker cs-nelson", "1311");
    f.done().roll(&[3]);
    assert!(f.s.disorganized.has(p("us-von-gilsa")));
}

#[test]
fn guv_12_16_guv_14_56_shaken_artillery_does_not_fire() {
    for state in ["disorganized", "demoralized"] {
        let mut f = Battlefield::campaign().put(&format!("cs-walker 1313 {state}, cs-nelson 1312, us-von-gilsa 1311"));
        f.draw("hill").ok(Action::Activate { hex: h("1313") }).ok(Action::Take { piece: p("cs-nelson") }).done().done();
        f.no("GUV-12.16", Action::Fire { gun: p("cs-walker"), target: h("1311") });
    }
}

#[test]
fn guv_14_34_guv_14_35_a_fortification_shields_its_front_more() {
    // Marye's Heights faces NE and SE. From 3822 (SE) the front, from 3622 the rear.
    let shoot = |gun_hex: &str, die: u8| {
        let mut f = Battlefield::campaign().put(&format!("us-ny-light {gun_hex}, cs-barksdale 3722"));
        f.draw("union-independent").ok(Action::Activate { hex: h(gun_hex) }).ok(Action::Take { piece: p("us-ny-light") }).done().done();
        fire(&mut f, "us-ny-light", "3722");
        f.roll(&[die]);
        f.s.disorganized.has(p("cs-barksdale"))
    };
    // Factor 3 needs a modified 5. A clear height is 0.
    assert!(!shoot("3822", 6) && shoot("3622", 6));
}

#[test]
fn guv_12_10_the_types_alone_are_seen_at_two_hexes() {
    let mut f = Battlefield::campaign().put("cs-walker 1211, us-von-gilsa 1310, us-schirmer 1310");
    f.active("hill", "1211").done();
    fire(&mut f, "cs-walker", "1310");
    let told: Vec<String> = f.log.iter().filter_map(|e| f.game.tell(e, Seat::Confederate)).map(|t| t.text).collect();
    assert!(told.iter().any(|t| t.contains("artillery and other units")), "{told:?}");
    assert!(!f.view(Seat::Confederate).pieces.iter().any(|x| x.id == "us-von-gilsa"));
}

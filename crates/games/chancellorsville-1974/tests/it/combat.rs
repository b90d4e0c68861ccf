//! Regular combat (VII.A): duties, groups, odds, the table, advance.

use crate::field::Battlefield;
use engine::{Rules, Seat, Side};
use serde_json::json;

#[test]
fn c74_vii_a_0_the_phasing_player_is_the_attacker() {
    let mut f = Battlefield::new("union combat; devens W-16; early W-17");
    assert_eq!(f.why(Side::Confederate, &json!({"do": "attack", "hexes": ["W-16"], "attackers": ["early"]})), Err("C74-VII.A.0"));
    assert_eq!(f.attack("W-18", "devens"), Err("C74-VII.A.0"));
    assert_eq!(f.attack("W-17", "early"), Err("C74-VII.A.0"));
    assert_eq!(f.attack("W-17", "devens"), Ok(()));
}

#[test]
fn c74_vii_a_1_only_adjacent_units_attack() {
    let mut f = Battlefield::new("union combat; devens W-16; i-corps-artillery W-15; early W-17");
    assert_eq!(f.attack("W-17", "devens i-corps-artillery"), Err("C74-VII.A.4.a"));
    assert_eq!(f.attack("W-17", ""), Err("C74-VII.A.1"));
    assert_eq!(f.attack("W-17", "devens"), Ok(()));
}

#[test]
fn c74_vii_a_2_units_in_woods_city_and_fort_may_decline() {
    for position in ["devens Y-15; early Y-16", "devens HH-35; early HH-36", "devens W-16; early W-17; fort W-16"] {
        let mut f = Battlefield::new(&format!("union combat; {position}"));
        assert_eq!(f.done(), Ok(()), "{position}");
    }
    let mut f = Battlefield::new("union combat; devens W-16; early W-17");
    assert_eq!(f.done(), Err("C74-VI.D"));
}

#[test]
fn c74_vii_a_3_a_no_unit_attacks_twice() {
    let mut f = Battlefield::new("union combat; devens W-16 +attacked; geary W-16; early W-17");
    assert_eq!(f.attack("W-17", "devens geary"), Err("C74-VII.A.3.a"));
    assert_eq!(f.attack("W-17", "geary"), Ok(()));
}

#[test]
fn c74_vii_a_3_b_no_enemy_is_attacked_twice() {
    let mut f = Battlefield::new("union combat; devens Y-15; geary Y-15; early Y-16");
    f.attack("Y-16", "devens").unwrap();
    f.roll(1);
    let retreat = f.legal()[0].clone();
    f.act(retreat).unwrap();
    assert!(f.phase() != "3 union combat", "Geary has nobody left to attack");
    let mut f = Battlefield::new("union combat; devens Y-15; geary Y-15; early Y-16 +struck; nelson X-15");
    assert_eq!(f.attack("Y-16", "geary"), Err("C74-VII.A.3.b"));
    assert_eq!(f.attack("X-15", "geary"), Ok(()));
}

#[test]
fn c74_vii_a_4_a_every_attacker_beside_every_defender() {
    let mut f = Battlefield::new("union combat; devens W-16; geary V-14; nelson W-17; cutts V-15");
    assert_eq!(f.attack("W-17 V-15", "devens geary"), Err("C74-VII.A.4.a"));
    assert_eq!(f.attack("W-17 V-15", "devens"), Err("C74-VII.A.4.b"), "Geary would have nobody left");
    assert_eq!(f.attack("W-17", "devens"), Ok(()));
}

#[test]
fn c74_vii_a_4_b_every_unit_in_the_zone_takes_part() {
    let mut f = Battlefield::new("union combat; devens W-16; geary V-16; nelson W-17");
    assert_eq!(f.attack("W-17", "devens"), Err("C74-VII.A.4.b"));
    assert_eq!(f.attack("W-17", "devens geary"), Ok(()));
}

#[test]
fn c74_vii_a_4_c_every_enemy_in_the_zone_is_attacked() {
    let mut f = Battlefield::new("union combat; devens W-16; nelson W-17; cutts V-15");
    assert_eq!(f.attack("W-17", "devens"), Err("C74-VII.A.4.c"));
    assert!(!f.listed(&json!({"do": "attack", "hexes": ["W-17"], "attackers": ["devens"]})));
    assert_eq!(f.attack("W-17 V-15", "devens"), Ok(()));
}

#[test]
fn c74_vii_a_5_units_of_one_hex_may_attack_different_hexes() {
    let mut f = Battlefield::new("union combat; devens W-16; geary W-16; nelson W-17; cutts V-15");
    f.attack("W-17", "devens").unwrap();
    f.roll(3);
    let retreat = f.legal()[0].clone();
    f.act(retreat).unwrap();
    assert_eq!(f.attack("V-15", "geary"), Ok(()));
}

#[test]
fn c74_vii_a_6_a_stack_is_one_body() {
    let f = Battlefield::new("union combat; devens W-16; geary W-16; nelson W-17; early W-17");
    assert_eq!(f.attack_odds("W-17", "devens"), "6 to 10: 1-2");
    let mut f = Battlefield::new("union combat; devens Y-15; geary Y-15; nelson Y-16; early Y-16");
    f.attack("Y-16", "devens").unwrap();
    f.roll(1);
    f.retreat("devens", &f.legal()[0]["path"].as_array().unwrap().iter().map(|h| h.as_str().unwrap()).collect::<Vec<_>>().join(" "))
        .unwrap();
    assert!(f.legal().iter().all(|a| a["do"] != "attack"), "the whole stack was attacked");
}

#[test]
fn c74_vii_a_7_a_both_sides_are_totalled() {
    let f = Battlefield::new("union combat; von-steinwehr W-16; griffin W-16; stuart W-17");
    assert_eq!(f.attack_odds("W-17", "von-steinwehr griffin"), "9 to 6: 1-1");
    let f = Battlefield::new("union combat; von-steinwehr W-16; griffin W-16; cutts W-17; kershaw W-17; semmes W-17");
    assert_eq!(f.attack_odds("W-17", "von-steinwehr griffin"), "9 to 6: 1-1");
}

#[test]
fn c74_vii_a_7_b_odds_round_for_the_defender() {
    // V-1 and its neighbours: 9-6 is 1-1, 4-6 is 1-2, 2-5 is 1-3.
    for (union, attackers, gray, odds) in [
        ("von-steinwehr W-16; griffin W-16", "von-steinwehr griffin", "stuart W-17", "9 to 6: 1-1"),
        ("von-steinwehr W-16", "von-steinwehr", "stuart W-17", "4 to 6: 1-2"),
        ("buford W-16", "buford", "alexander W-17; cutts W-17", "2 to 5: 1-3"),
    ] {
        let f = Battlefield::new(&format!("union combat; {union}; {gray}"));
        assert_eq!(f.attack_odds("W-17", attackers), odds);
    }
}

#[test]
fn c74_vii_a_7_c_die_and_column_give_the_result() {
    // V-2: 1-1 and a 3 is AR2.
    let mut f = Battlefield::new("union combat; von-steinwehr W-16; griffin W-16; stuart W-17");
    f.attack("W-17", "von-steinwehr griffin").unwrap();
    f.roll(3);
    assert!(f.log.iter().any(|l| l.starts_with("The die shows 3:") && l.contains("(1-1, AR2")), "{:?}", f.log);
    let mut f = Battlefield::new("union combat; newton W-16; griffin W-16; alexander W-17");
    f.attack("W-17", "newton griffin").unwrap();
    f.roll(6);
    assert!(f.log.iter().any(|l| l.starts_with("The die shows 6:") && l.contains("(4-1, DE)")) && f.lost("alexander"), "{:?}", f.log);
}

#[test]
fn c74_vii_a_7_d_the_result_strikes_the_units_of_that_attack() {
    let mut f = Battlefield::new("union combat; von-steinwehr W-16; griffin W-16; stuart W-17; newton Z-19; nelson Z-20");
    f.attack("W-17", "von-steinwehr griffin").unwrap();
    f.roll(3);
    f.retreat("griffin", "W-16 W-15 W-14").unwrap();
    f.retreat("von-steinwehr", "W-16 V-15 V-14").unwrap();
    assert_eq!((f.hex("griffin"), f.hex("von-steinwehr"), f.hex("newton")), ("W-14".into(), "V-14".into(), "Z-19".into()));
}

#[test]
fn c74_vii_a_7_e_every_attack_has_its_die() {
    let mut f = Battlefield::new("union combat; newton W-16; nelson W-17; berry Z-19; cutts Z-20; birney AA-18; mcintosh AA-19");
    let mut dice = 0;
    while f.phase() == "3 union combat" {
        if f.rolls() {
            dice += 1;
            f.roll(6);
        } else {
            let actions = f.legal();
            let next = actions.iter().find(|a| a["do"] == "attack").unwrap_or(&actions[0]).clone();
            f.act(next).unwrap();
        }
    }
    assert_eq!(dice, 3, "{:?}", f.log);
}

#[test]
fn c74_vii_a_8_terrain_changes_strength() {
    let f = Battlefield::new("union combat; griffin DD-35; sykes DD-35; rodes DD-36");
    assert_eq!(f.attack_odds("DD-36", "griffin sykes"), "10 to 20: 1-2");
    let f = Battlefield::new("union combat; griffin DD-35; sykes DD-35; alexander DD-36; cutts DD-36");
    assert_eq!(f.attack_odds("DD-36", "griffin sykes"), "10 to 10: 1-1");
}

#[test]
fn c74_vii_a_9_a_the_victor_may_advance_onto_doubling_terrain() {
    let mut f = Battlefield::new("union combat; newton DD-35; berry DD-35; nelson DD-36");
    f.attack("DD-36", "newton berry").unwrap();
    f.roll(4);
    let retreat = f.legal()[0].clone();
    f.act(retreat).unwrap();
    assert_eq!(f.advance("newton", "DD-36"), Ok(()));
    assert_eq!(f.hex("newton"), "DD-36");
    assert_eq!(f.done(), Ok(()));
    let mut f = Battlefield::new("union combat; newton W-16; berry W-16; nelson W-17");
    f.attack("W-17", "newton berry").unwrap();
    f.roll(1);
    let retreat = f.legal()[0].clone();
    f.act(retreat).unwrap();
    assert!(f.phase() != "3 union combat", "no advance from clear ground: {:?}", f.legal());
    // Elimination opens the way too.
    let mut f = Battlefield::new("union combat; newton W-16; berry W-16; nelson W-17; fort W-17");
    f.attack("W-17", "newton berry").unwrap();
    f.roll(6);
    if f.asked() == Some(Side::Confederate) {
        let retreat = f.legal()[0].clone();
        f.act(retreat).unwrap();
    }
    assert_eq!(f.advance("berry", "W-17"), Ok(()));
}

#[test]
fn c74_vii_a_9_b_idle_units_enter_a_fort_emptied_by_fire() {
    let text = "union offensive-fire; iii-corps-artillery W-18; vi-corps-artillery W-18; devens V-15; geary X-17; nelson W-16; fort W-16; early Y-18";
    let mut f = Battlefield::new(text);
    f.fire("W-16", "iii-corps-artillery vi-corps-artillery").unwrap();
    f.roll(3);
    assert!(f.lost("nelson"), "surrounded: elimination empties a fort as well");
    f.until("3 union combat");
    f.attack("Y-18", "geary").unwrap();
    f.roll(5);
    while f.phase() == "3 union combat" {
        let next = f.legal()[0].clone();
        f.act(next).unwrap();
    }
    assert_eq!(f.phase(), "3 union occupy", "{:?}", f.log);
    assert_eq!(f.advance("geary", "W-16"), Err("C74-VII.A.9.b"));
    assert_eq!(f.advance("devens", "W-16"), Ok(()));
    let mut f =
        Battlefield::new("union offensive-fire; iii-corps-artillery W-18; vi-corps-artillery W-18; devens V-15; nelson W-16; fort W-16");
    f.fire("W-16", "iii-corps-artillery vi-corps-artillery").unwrap();
    f.roll(3);
    f.fall_back();
    assert_eq!((f.phase().as_str(), f.disrupted("nelson")), ("3 union occupy", 1));
    assert_eq!(f.advance("iii-corps-artillery", "W-16"), Err("C74-VII.A.9.b"), "it lies inverted");
    assert_eq!(f.advance("devens", "W-16"), Ok(()));
}

#[test]
fn c74_vii_a_9_b_also_when_only_headquarters_held_it() {
    let mut f = Battlefield::new("turn 5; union offensive-fire; i-corps-artillery C-30; wadsworth D-30; jackson D-31; fort D-31");
    f.fire("D-31", "i-corps-artillery").unwrap();
    assert!(f.lost("jackson"));
    assert_eq!(f.advance("wadsworth", "D-31"), Ok(()));
}

#[test]
fn forced_losses_take_the_least_strength() {
    // Buford alone before Hill is lost before the phase; who can attack properly does.
    let mut f = Battlefield::new("union movement; buford W-16; hill W-17; newton Z-19; nelson Z-20");
    f.until("3 union combat");
    assert!(f.lost("buford") && !f.lost("newton"), "{:?}", f.log);
    assert_eq!(f.done(), Err("C74-VI.D"));
}

/// six are needed against either hex. Gregg can bring three to Averell, or to Morris and Buford, who are three together: of equal losses the one of
/// fewer units is taken.
#[test]
fn r_18_of_equal_forced_losses_the_fewest_units() {
    let mut f = Battlefield::new(
        "union movement; hill W-16; rodes W-16; mclaws X-18; anderson X-18; nelson X-18; cabell X-18; cutts X-18; gregg X-17; averell Y-19; \
         morris V-15; buford V-15",
    );
    f.until("3 union combat");
    assert_eq!(["averell", "gregg", "morris", "buford"].map(|p| f.lost(p)), [true, false, false, false], "{:?}", f.log);
}

#[test]
fn forced_losses_are_fewer_where_volunteers_help() {
    // Hill and Rodes are 22, and so are McLaws, Anderson and their guns: six are needed against either. Two volunteers in a fort reach both, and
    // Buford needs both of them; so only Morris, the weaker of the two who must attack, is lost.
    let mut f = Battlefield::new(
        "union movement; hill W-16; rodes W-16; mclaws X-18; anderson X-18; morris V-15; buford Y-19; averell X-17; gregg X-17; fort X-17; \
         nelson X-18; cabell X-18; cutts X-18",
    );
    f.until("3 union combat");
    assert_eq!(["morris", "buford", "averell", "gregg"].map(|p| f.lost(p)), [true, false, false, false], "{:?}", f.log);
    assert_eq!(f.attack("X-18", "buford averell gregg"), Ok(()));
}

#[test]
fn attacks_by_a_stack_and_on_several_hexes_are_listed() {
    let attack = |hexes: &[&str], attackers: &[&str]| json!({"do": "attack", "hexes": hexes, "attackers": attackers});
    // Nobody in a fort must attack. By strength the stacks alternate: neither is the strongest few, nor all but one.
    let stacks = "fort W-15 X-17; hancock W-15; newton W-15; birney X-17; von-steinwehr X-17";
    let f = Battlefield::new(&format!("union combat; {stacks}; early W-16"));
    for stack in [["hancock", "newton"], ["birney", "von-steinwehr"]] {
        assert!(f.listed(&attack(&["W-16"], &stack)), "{stack:?}");
    }
    let f = Battlefield::new(&format!("union combat; {stacks}; early W-16; nelson W-17; cutts X-18"));
    for attackers in [&["birney", "von-steinwehr"][..], &["birney"]] {
        assert!(f.listed(&attack(&["W-17", "X-18"], attackers)), "{attackers:?}");
        assert!(f.listed(&attack(&["W-16", "W-17", "X-18"], attackers)), "{attackers:?}");
    }
}

#[test]
fn odds_of_a_battle_at_hand_are_shown() {
    let mut f = Battlefield::new("union combat; newton DD-35; berry DD-35; nelson DD-36");
    f.attack("DD-36", "newton berry").unwrap();
    let battle = f.view(Seat::Union).battle.expect("a battle is at hand");
    assert_eq!(battle.odds, "13 to 4: 3-1");
    assert_eq!(battle.modifiers, [engine::words::BattleModifier::new("C74-TEC-6", "hill: defence doubled")]);
    assert_eq!(battle.columns[0].results.len(), 6);
    let mut classes = Vec::new();
    f.game.classes(&f.state, &mut classes);
    assert_eq!(classes.iter().map(|c| c.weight).sum::<u32>(), 6);
}

//! Chapter 4: command, frozen pieces.

use crate::field::*;
use engine::{Fog, Seat, Side};
use serde_json::json;

/// Movement with the command worked out: who is active?
fn active(head: &str, units: &str, id: &str) -> bool {
    let f = field(head, units);
    !f.is(id, "stop")
}

const UNION: &str = "movement union 2";
const REBEL: &str = "movement confederate 5";

#[test]
fn br_4_11_activity_is_fixed_for_the_turn() {
    // 8 NYM is inactive; an enemy that retreats beside it in an automatic victory does not wake it.
    let mut f = field(UNION, "regulars:K20:active 13-ny:K20:active 2-wisc:K20:active 1-conn:K20:active 8-nym:L16 8-va:K19");
    f.play(automatic(&["regulars", "13-ny", "2-wisc", "1-conn"]));
    f.roll(2);
    let ends = f.retreat_ends("8-va");
    assert!(!ends.is_empty());
    let way = f.legal()[0].clone();
    f.play(way);
    f.done();
    f.refuses(f.march("8-nym", "M16"), "BR-4.1");
}

#[test]
fn br_4_12_what_inactive_pieces_may_do() {
    // Change pieces and bombard; form a brigade.
    let mut f = field("movement union 2", "e-2-us:BB13 8-va:BB15");
    assert!(f.is("e-2-us", "stop"), "Bull Run lies between");
    let mut g = field("movement union 2", "e-2-us:BB13:active 13-ny:BB31 69-nym:BB31 2-wisc:BB31 sherman:BB31");
    // Nobody but E/2 US was said to be active: Sherman is not, and forms all the same.
    g.refuses(g.march("13-ny", "BB32"), "BR-4.1");
    g.play(form("sherman-brigade", &["13-ny", "69-nym", "2-wisc"]));
    assert!(g.is("sherman-brigade", "stop"));
    f.play(face("e-2-us"));
    f.done();
    f.play(engage("e-2-us", "8-va"));
    assert!(f.odds().starts_with("2 : 1"), "{}", f.odds());
}

#[test]
fn br_4_2_red_movement_factors_are_always_active() {
    assert!(active("movement confederate 1", "hampton:A5 la-sp:A5", "hampton"));
    assert!(!active("movement confederate 1", "hampton:A5 la-sp:A5", "la-sp"));
}

#[test]
fn br_4_31_an_enemy_or_his_base_in_command_range_activates() {
    // Four hexes by a command path to FF32; five are too far.
    assert!(active(UNION, "8-nym:BB32", "8-nym"));
    assert!(!active(UNION, "8-nym:AA33", "8-nym"));
    assert!(active(UNION, "8-nym:A10 evans:A14", "8-nym"), "an enemy leader counts");
    assert!(!active(UNION, "8-nym:A10 evans:A15", "8-nym"));
}

#[test]
fn br_4_32_br_9_64_a_bombarded_unit_wakes_the_leaders_of_its_hex() {
    // Across Bull Run, where no command path leads.
    let mut f = field("combat union 10", "e-2-us:BB13 8-va:BB15 cocke:BB15 mcdowell:QQ5");
    f.battle("e-2-us", "8-va");
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    // 1 : 1, die 2: no effect, and still it counts.
    f.roll(2);
    assert!(!f.is("cocke", "stop"), "Cocke was bombarded and acts");
    assert!(!f.is("8-va", "stop"), "and activates his regiment");
    // Alone the regiment stays inactive.
    let mut f = field("combat union 10", "e-2-us:BB13 8-va:BB15 cocke:A1 mcdowell:QQ5");
    f.battle("e-2-us", "8-va");
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    f.roll(2);
    assert!(f.is("8-va", "stop") && f.is("cocke", "stop"));
}

#[test]
fn br_4_4_activation_goes_from_leader_to_leader() {
    // McDowell - Tyler four hexes on - 1 Conn four more: a chain. Keyes' regiment is Tyler's too.
    let units = "mcdowell:SS10 tyler:SS6 1-conn:SS3 keyes:A1";
    assert!(active(UNION, units, "1-conn"));
    // Without an active leader nobody is: Keyes does not wake by himself.
    assert!(!active(UNION, "keyes:SS6 1-conn:SS3", "1-conn"));
}

#[test]
fn br_4_5p_command_does_not_pass_rivers_or_through_fords() {
    // R2 to P2 over the ford Q3: no; from the ford itself: yes.
    assert!(!active(UNION, "sherman:R2 13-ny:P2", "13-ny"));
    assert!(active(UNION, "sherman:Q3 13-ny:P2", "13-ny"));
    // Over a bridge it goes freely.
    assert!(active(UNION, "sherman:Z9 13-ny:X10", "13-ny"));
    // From one ford to the ford beside it.
    assert!(active(UNION, "sherman:II11 13-ny:JJ10", "13-ny"));
}

#[test]
fn br_4_51_br_4_61_a_unit_needs_its_own_brigade_or_division_leader() {
    assert!(!active(UNION, "mcdowell:SS6 13-ny:SS5", "13-ny"), "an army leader does not reach units");
    assert!(active(UNION, "mcdowell:SS6 13-ny:SS6", "13-ny"), "but he does in his own hex");
    assert!(active(UNION, "tyler:SS6 13-ny:SS5", "13-ny"));
    assert!(!active(UNION, "hunter:SS6 13-ny:SS5", "13-ny"), "another division");
    assert!(active(REBEL, "walton:HH20 squires:HH22", "squires"));
}

#[test]
fn br_4_52_a_leader_needs_an_army_leader_or_his_division_leader() {
    assert!(active(UNION, "mcdowell:SS6 keyes:SS5", "keyes"));
    assert!(active(UNION, "tyler:SS6 keyes:SS5", "keyes"));
    assert!(!active(UNION, "hunter:SS6 keyes:SS5", "keyes"));
    assert!(!active(UNION, "sherman:SS6 keyes:SS5", "keyes"), "nor a fellow brigadier");
}

#[test]
fn br_4_6_br_4_62_in_his_hex_a_union_leader_activates_all() {
    let units = "sherman:SS6 1-conn:SS6 palmer:SS6 d-5-us:SS6 heintzelman:SS6 franklin:SS6";
    for id in ["1-conn", "palmer", "d-5-us", "heintzelman", "franklin"] {
        assert!(active(UNION, units, id), "{id}");
    }
}

#[test]
fn br_4_63_br_4_64_br_4_cc_the_two_confederate_armies() {
    // The rulebook's example: Jackson activates Shenandoah pieces, Walton batteries of the Potomac; Kershaw and Terry stay.
    let units = "jackson:HH22 walton:HH22 kershaw:HH22 terry:HH22 7-ga:HH22 alburtis:HH22 davidson:HH22 kemper:HH22";
    for (id, expected) in [("7-ga", true), ("alburtis", true), ("davidson", true), ("kemper", true), ("kershaw", false), ("terry", false)] {
        assert_eq!(active(REBEL, units, id), expected, "{id}");
    }
    // Johnston activates both.
    assert!(active(REBEL, "johnston:HH22 kershaw:HH22 7-ga:HH22", "kershaw"));
    assert!(active(REBEL, "johnston:HH22 kershaw:HH22 7-ga:HH22", "7-ga"));
}

#[test]
fn worked_example_mcdowells_chain_stops_at_the_river() {
    // McDowell activates leaders within four hexes but not Franklin across Bull Run.
    let units = "mcdowell:FF12 tyler:FF10 franklin:EE15 13-ny:FF8 5-mass:EE15";
    for (id, expected) in [("tyler", true), ("13-ny", true), ("franklin", false), ("5-mass", false)] {
        assert_eq!(active(UNION, units, id), expected, "{id}");
    }
}

#[test]
fn br_4_7_br_13_13_reinforcements_are_active_in_the_turn_they_enter() {
    let mut f = field("movement union 15", "1-njm:off=due 4-sc:A1");
    f.play(f.enter("1-njm", "CCC2", "BBB2"));
    f.allows(f.march("1-njm", "AAA2"));
    f.done();
    f.done();
    assert!(f.is("1-njm", "stop"));
}

fn set_up() -> Battlefield {
    let mut f = fresh(&[]);
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    f.play(json!({ "do": "preset", "number": 0 }));
    f.done();
    f
}

#[test]
fn br_4_8_the_frozen_section_starts_frozen() {
    let f = set_up();
    assert!(f.is("longstreet-brigade", "frozen") || f.is("longstreet", "frozen"));
    assert!(!f.is("evans", "frozen") && !f.is("jackson-brigade", "frozen"));
}

#[test]
fn br_4_81_br_4_82a_frozen_pieces_wait_for_the_confederate_half_past_ten() {
    let mut f = field("movement union 4", "johnston:RR23:frozen early:RR23:frozen mcdowell:A1");
    f.done();
    // The Confederate 10:30 turn: free, and Johnston acts.
    assert!(!f.is("johnston", "frozen") && !f.is("johnston", "stop"));
    let f = field("movement confederate 3", "johnston:RR23:frozen:active evans:A1");
    f.refuses(f.march("johnston", "RR24"), "BR-4.81");
}

#[test]
fn br_4_82b_br_4_84_a_unit_in_recon_range_is_turned_up_at_once() {
    let mut f = field("movement union 2", "palmer:BB31:active 8-la:BB26:frozen 3-sc:BB25:frozen bonham:BB21:frozen");
    let log = f.play(f.march("palmer", "BB30 BB29 BB28"));
    // Stopped short in BB30, four hexes from 8 La; 3 SC is five away.
    assert_eq!(f.at("palmer"), "BB30");
    assert!(log.iter().any(|l| l.contains("pauses")), "{log:?}");
    assert!(!f.is("8-la", "frozen") && f.is("3-sc", "frozen") && f.is("bonham", "frozen"));
    // It may go on, another way if it likes.
    f.allows(f.march("palmer", "CC30"));
    f.play(f.march("palmer", "BB29"));
    assert!(!f.is("3-sc", "frozen"));
}

#[test]
fn br_4_82c_a_leader_in_recon_range_frees_everybody() {
    let units = "palmer:BB31:active munford:BB26:frozen kershaw:BB25:frozen ewell:A1:frozen 6-ala:A1:frozen";
    let mut f = field("movement union 2", units);
    f.play(f.march("palmer", "BB30"));
    assert!(!f.is("munford", "frozen") && f.is("kershaw", "frozen"));
    f.play(f.march("palmer", "BB29"));
    for id in ["kershaw", "ewell", "6-ala"] {
        assert!(!f.is(id, "frozen"), "{id}");
    }
    // A brigade piece has its leader inside.
    let jones = "17-miss:in=jones-brigade 18-miss:in=jones-brigade 5-sc:in=jones-brigade jones:in=jones-brigade jones-brigade:BB26:frozen";
    let mut f = field("movement union 2", &format!("palmer:BB31:active {jones} ewell:A1:frozen"));
    f.play(f.march("palmer", "BB30"));
    assert!(!f.is("ewell", "frozen") && !f.is("jones-brigade", "frozen"));
}

#[test]
fn br_4_83_a_frozen_leader_activates_nobody() {
    let f = field("movement confederate 2", "bonham:HH22:frozen 8-la:HH22");
    assert!(f.is("8-la", "stop"));
    let f = field("movement confederate 2", "bonham:HH22:frozen 8-la:HH22 11-nc:HH22 3-sc:HH22:frozen");
    f.refuses(form("bonham-brigade", &["8-la", "11-nc"]), "BR-4.83");
}

#[test]
fn reveals_come_with_retreats_too() {
    // 6 Ala is frozen behind the Union attackers, who fall back toward it.
    let mut f = field("combat union 2", "marines:BB32 2-va:BB31 4-va:BB31 5-va:BB31 6-ala:FF35:frozen");
    f.battle("marines", "2-va 4-va 5-va");
    f.done();
    f.play(json!({ "do": "resolve", "battle": 1 }));
    // 1 : 6, 1-6, die 3: AB2.
    assert!(f.is("6-ala", "frozen"));
    f.roll(3);
    assert_eq!(f.asked(), Side::Union);
    let way = f.retreat("marines", "CC33 DD33");
    f.play(way);
    assert!(!f.is("6-ala", "frozen"));
}

#[test]
fn sight_of_the_union_hides_what_the_confederates_change() {
    let mut f = set_up();
    let before = f.game.knowledge(&f.s, Seat::Union);
    f.done();
    // Confederate turn: a hidden battery changes its piece; the Union sees no difference but the side and its flags.
    let hidden = f.legal().into_iter().find(|a| a["do"] == "face" && f.is(a["battery"].as_str().unwrap(), "frozen")).unwrap();
    let known = f.game.knowledge(&f.s, Seat::Union);
    f.play(hidden);
    assert!(f.game.knowledge(&f.s, Seat::Union) == known);
    assert!(before != known);
}

#[test]
fn br_2_6_a_refused_march_tells_nothing_of_face_down_pieces() {
    // Whether the face-down counter is a regiment with a zone or a leader without one shows only when it is turned up.
    for hidden in ["8-la", "bonham"] {
        let mut f = field("movement union 2", &format!("palmer:BB31:active {hidden}:BB26:frozen 6-ala:A1:frozen"));
        let way = f.march("palmer", "BB30 BB29 BB28 BB27 BB28");
        f.allows(way.clone());
        f.allows(f.march("palmer", "BB30 BB29 BB28 BB27 BB26"));
        f.play(way);
        assert_eq!(f.at("palmer"), "BB30", "{hidden}");
    }
    // The same for pieces that march together, and where the counter would fill the hex.
    for hidden in ["2-sc:BB26:frozen 3-sc:BB26:frozen 7-sc:BB26:frozen 11-nc:BB26:frozen", "bonham:BB26:frozen"] {
        let f = field("movement union 2", &format!("palmer:BB31:active mcdowell:BB31:active {hidden}"));
        let path = ["N"; 5];
        f.allows(json!({ "do": "march-together", "pieces": ["mcdowell", "palmer"], "path": path }));
    }
}

#[test]
fn br_2_6_a_refused_attack_tells_nothing_of_face_down_pieces() {
    let jones = "17-miss:in=jones-brigade 18-miss:in=jones-brigade 5-sc:in=jones-brigade jones:in=jones-brigade jones-brigade:A1:frozen";
    let f = field("combat union 2", &format!("13-ny:BB31 terry:BB30 {jones} 8-la:A1:frozen 5-nc:C1:frozen longstreet:C1:frozen"));
    for id in ["17-miss", "jones-brigade", "8-la", "5-nc", "longstreet-brigade"] {
        f.refuses(engage("13-ny", id), "BR-2.6");
    }
    let mut f = f;
    f.play(engage("13-ny", "terry"));
    for id in ["17-miss", "jones-brigade", "8-la", "5-nc", "longstreet-brigade"] {
        f.refuses(target(id), "BR-2.6");
    }
}

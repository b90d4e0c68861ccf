//! Chapters 8 to 12: brigades, artillery, automatic victory, terrain markers, leaders.

use crate::field::*;
use bull_run::PieceId;
use bull_run::counters::Kind;
use engine::{Positions, Rules, Side};
use serde_json::json;

const SHERMAN: [&str; 3] = ["13-ny", "69-nym", "2-wisc"];
const TOGETHER: &str = "sherman:BB31:active 13-ny:BB31:active 69-nym:BB31:active 2-wisc:BB31:active 79-nym:BB31:active";
const FORMED: &str = "13-ny:in=sherman-brigade 69-nym:in=sherman-brigade 2-wisc:in=sherman-brigade sherman:in=sherman-brigade";

#[test]
fn br_8_1_the_brigade_piece_replaces_its_parts() {
    let mut f = field("movement union 5", TOGETHER);
    f.play(form("sherman-brigade", &SHERMAN));
    assert_eq!(f.at("13-ny"), "nowhere");
    assert_eq!(f.at("sherman-brigade"), "BB31");
    assert_eq!(f.at("79-nym"), "BB31", "others of the brigade stay by themselves");
    f.refuses(form("sherman-brigade", &SHERMAN), "BR-8.1");
}

#[test]
fn br_8_1_the_brigade_piece_and_the_dummy_are_not_their_leader() {
    // They take army and division from him, but neither his rank nor his being always active (BR-4.2).
    let f = field("movement union 5", TOGETHER);
    let counters = f.game.counters;
    let made: Vec<PieceId> = counters.all().filter(|p| matches!(counters.kind(*p), Kind::Formed | Kind::Dummy)).collect();
    assert!(made.iter().any(|p| counters.counter(counters.counter(*p).leader).red), "some of their leaders are always active");
    assert!(made.iter().map(|p| counters.counter(*p)).all(|made| made.rank.is_none() && !made.red));
}

#[test]
fn br_8_2_brigades_form_in_the_own_movement_phase_only() {
    let f = field("combat union 5", &format!("{} 8-va:BB34 d-5-us:BB33", TOGETHER.replace(":active", "")));
    f.refuses(form("sherman-brigade", &SHERMAN), "BR-8.2");
    // Any number at a time.
    let mut f = field("movement union 5", &format!("{TOGETHER} keyes:BB30 2-conn:BB30 1-conn:BB30"));
    f.play(form("sherman-brigade", &SHERMAN));
    f.play(form("keyes-brigade", &["2-conn", "1-conn"]));
}

#[test]
fn br_8_21_exactly_the_strength_and_only_infantry_of_the_brigade() {
    // The rulebook's examples: Bonham needs five points, not six; Schenck may use neither a battery nor 16 NY.
    let f = field("movement confederate 5", "bonham:HH22 8-la:HH22 11-nc:HH22 3-sc:HH22");
    f.refuses(form("bonham-brigade", &["11-nc", "3-sc"]), "BR-8.21");
    f.allows(form("bonham-brigade", &["8-la", "3-sc"]));
    let f = field("movement union 5", "schenck:BB31 2-ohio:BB31 e-2-us:BB31 16-ny:BB31 1-ohio:BB31");
    f.refuses(form("schenck-brigade", &["2-ohio", "e-2-us"]), "BR-8.21");
    f.refuses(form("schenck-brigade", &["2-ohio", "16-ny"]), "BR-8.21");
    f.allows(form("schenck-brigade", &["2-ohio", "1-ohio"]));
    // Without the leader nothing forms.
    let f = field("movement union 5", "schenck:A1 2-ohio:BB31 1-ohio:BB31");
    f.refuses(form("schenck-brigade", &["2-ohio", "1-ohio"]), "BR-8.22");
}

#[test]
fn br_8_22_together_from_the_start_out_of_zones_and_unmoved() {
    let mut f = field("movement union 5", "sherman:BB30:active 13-ny:BB31:active 69-nym:BB31:active 2-wisc:BB31:active");
    f.play(f.march("sherman", "BB31"));
    f.refuses(form("sherman-brigade", &SHERMAN), "BR-8.22");
    let f = field("movement union 5", &format!("{TOGETHER} 8-va:BB32"));
    f.refuses(form("sherman-brigade", &SHERMAN), "BR-8.22");
    // Active parts make an active brigade that moves at once.
    let mut f = field("movement union 5", TOGETHER);
    f.play(form("sherman-brigade", &SHERMAN));
    f.play(f.march("sherman-brigade", "BB32 BB33 BB34"));
}

#[test]
fn br_8_22_a_brigade_that_broke_up_forms_again_once_from_other_units() {
    const OTHERS: [&str; 3] = ["13-ny", "69-nym", "79-nym"];
    let mut f = field("movement union 5", TOGETHER);
    f.play(form("sherman-brigade", &SHERMAN));
    f.play(break_up("sherman-brigade"));
    // Not from the same units again: nothing goes in circles.
    f.refuses(form("sherman-brigade", &SHERMAN), "BR-8.22");
    assert!(!f.lists(&form("sherman-brigade", &SHERMAN)));
    assert!(f.lists(&form("sherman-brigade", &OTHERS)));
    f.play(form("sherman-brigade", &OTHERS));
    // It moves like any other, and what it said is in the save.
    f.allows(f.march("sherman-brigade", "BB32"));
    let read = f.game.read_position(&f.game.write_position(&f.s)).unwrap();
    assert_eq!(f.game.hash(&read), f.game.hash(&f.s));
    // Never a third time.
    f.play(break_up("sherman-brigade"));
    f.refuses(form("sherman-brigade", &SHERMAN), "BR-8.22");
    f.refuses(form("sherman-brigade", &OTHERS), "BR-8.22");
    let read = f.game.read_position(&f.game.write_position(&f.s)).unwrap();
    assert_eq!(f.game.hash(&read), f.game.hash(&f.s));
    // One that came formed into the phase has formed once as well.
    let mut f = field("movement union 5", &format!("{FORMED} sherman-brigade:BB31:active 79-nym:BB31:active"));
    f.play(break_up("sherman-brigade"));
    f.refuses(form("sherman-brigade", &SHERMAN), "BR-8.22");
    f.play(form("sherman-brigade", &OTHERS));
    f.play(break_up("sherman-brigade"));
    f.refuses(form("sherman-brigade", &SHERMAN), "BR-8.22");
    // Whoever moved in between does not take part.
    let mut f = field("movement union 5", TOGETHER);
    f.play(form("sherman-brigade", &SHERMAN));
    f.play(break_up("sherman-brigade"));
    f.play(f.march("79-nym", "BB32"));
    f.refuses(form("sherman-brigade", &OTHERS), "BR-8.22");
    // The next turn is another phase.
    let mut f = field("movement union 5", &format!("{TOGETHER} evans:A30"));
    f.play(form("sherman-brigade", &SHERMAN));
    f.play(break_up("sherman-brigade"));
    f.done();
    f.done();
    f.allows(form("sherman-brigade", &SHERMAN));
}

#[test]
fn br_8_3_the_leader_inside_leads_and_is_led() {
    // Franklin is not always active; Heintzelman four hexes away wakes him inside his brigade, and he his regiment beyond.
    let formed = "5-mass:in=franklin-brigade 11-mass:in=franklin-brigade 1-minn:in=franklin-brigade franklin:in=franklin-brigade franklin-brigade:SS6";
    let f = field("movement union 2", &format!("heintzelman:SS3 {formed} i-1-us:SS10"));
    assert!(!f.is("franklin-brigade", "stop") && !f.is("i-1-us", "stop"));
    let f = field("movement union 2", &format!("hunter:SS3 {formed} i-1-us:SS10"));
    assert!(f.is("franklin-brigade", "stop"));
}

#[test]
fn br_8_4_a_brigade_breaks_up_at_any_time() {
    // In an enemy zone, in the enemy's Movement phase.
    let mut f = field("movement confederate 5", &format!("{FORMED} sherman-brigade:BB31 8-va:BB32"));
    f.refuses(break_up("jackson-brigade"), "BR-8.4");
    f.play(break_up("sherman-brigade"));
    assert_eq!((f.at("13-ny").as_str(), f.at("sherman").as_str()), ("BB31", "BB31"));
}

#[test]
fn br_8_41_parts_move_if_the_brigade_had_not() {
    let mut f = field("movement union 5", &format!("{FORMED} sherman-brigade:BB31:active"));
    f.play(break_up("sherman-brigade"));
    f.allows(f.march("13-ny", "BB32"));
    let mut f = field("movement union 5", &format!("{FORMED} sherman-brigade:BB31:active"));
    f.play(f.march("sherman-brigade", "BB32"));
    f.play(break_up("sherman-brigade"));
    f.refuses(f.march("13-ny", "BB33"), "BR-5.2");
}

#[test]
fn br_8_42_a_brigade_breaks_up_after_the_die() {
    // To retreat apart.
    let holmes = "2-tenn:in=holmes-brigade 1-ark:in=holmes-brigade holmes:in=holmes-brigade holmes-brigade:BB31";
    let mut f = field("combat union 5", &format!("{FORMED} sherman-brigade:BB32 {holmes}"));
    // 8 : 4, 2-1, die 3.
    f.fight_with("sherman-brigade", "holmes-brigade", 3);
    f.play(break_up("holmes-brigade"));
    f.play(f.retreat("2-tenn", "BB30 BB29"));
    f.play(json!({ "do": "follow", "leader": "holmes" }));
    f.play(f.retreat("1-ark", "AA31 Z30"));
    // And to advance apart.
    f.play(break_up("sherman-brigade"));
    f.play(advance("13-ny", "BB31"));
    f.play(json!({ "do": "follow", "leader": "sherman" }));
    f.done();
    assert_eq!((f.at("13-ny").as_str(), f.at("sherman").as_str(), f.at("69-nym").as_str()), ("BB31", "BB31", "BB32"));
}

#[test]
fn br_8_5_a_brigade_fights_as_one_unit() {
    let f = field("combat confederate 5", &format!("{FORMED} sherman-brigade:BB31 8-va:BB32"));
    f.refuses(engage("8-va", "13-ny"), "BR-8.5");
    f.allows(engage("8-va", "sherman-brigade"));
    let f = field("combat confederate 5", &format!("{FORMED} sherman-brigade:BB31 kemper:BB34"));
    f.refuses(engage("kemper", "13-ny"), "BR-8.5");
}

#[test]
fn br_8_52_a_brigade_breaks_up_before_it_advances_into_a_ford() {
    let mut f = field("combat union 5", &format!("{FORMED} sherman-brigade:Z8 8-va:Y8"));
    // 8 : 1/2, 6-1, die 1.
    f.fight_with("sherman-brigade", "8-va", 1);
    f.refuses(advance("sherman-brigade", "Y8"), "BR-8.52");
    f.play(break_up("sherman-brigade"));
    f.play(advance("13-ny", "Y8"));
    // Nor does one form there.
    let f = field("movement union 5", "schenck:Y10 2-ohio:Y10 1-ohio:Y10");
    f.refuses(form("schenck-brigade", &["2-ohio", "1-ohio"]), "BR-8.52");
}

#[test]
fn br_9_11_both_pieces_use_roads_fords_and_long_range_fire() {
    for piece in ["", ":battle-piece"] {
        let f = field("movement union 5", &format!("d-5-us:R3:active{piece}"));
        f.allows(f.march("d-5-us", "R2"));
        let f = field("combat union 5", &format!("d-5-us:BB34{piece} 8-va:BB31"));
        f.allows(engage("d-5-us", "8-va"));
    }
    // The mobile piece enters a ford with its three points, the battle piece has not enough.
    let f = field("movement union 5", "d-5-us:R3:active");
    f.allows(f.march("d-5-us", "Q3"));
}

#[test]
fn br_9_12_a_battery_changes_before_it_moves() {
    let mut f = field("movement union 5", "d-5-us:BB31:active 8-va:BB32");
    // In an enemy zone, once in a phase; then it moves with the new factor.
    f.play(face("d-5-us"));
    f.refuses(face("d-5-us"), "BR-9.12");
    f.allows(f.march("d-5-us", "BB30"));
    f.refuses(f.march("d-5-us", "BB30 BB29"), "BR-5.3");
    let mut f = field("movement union 5", "d-5-us:BB31:active");
    f.play(f.march("d-5-us", "BB30"));
    f.refuses(face("d-5-us"), "BR-9.12");
    let f = field("combat union 5", "d-5-us:BB34 8-va:BB31");
    f.refuses(face("d-5-us"), "BR-9.12");
}

#[test]
fn br_9_2_range_three_and_only_out_of_enemy_zones() {
    let f = field("combat union 5", "d-5-us:BB35 e-3-us:BB34 8-va:BB31");
    f.refuses(engage("d-5-us", "8-va"), "BR-9.2");
    f.allows(engage("e-3-us", "8-va"));
}

#[test]
fn br_9_3_along_a_hexside_the_attacker_picks_the_better_hex() {
    // A1 to B2 along the side between B1 (woods) and A2 (open): allowed through A2.
    let f = field("combat union 5", "d-5-us:A1 8-va:B2");
    f.allows(engage("d-5-us", "8-va"));
    // A unit in A2 blocks that hex too.
    let mut f = field("combat confederate 5", "kemper:A1 la-sp:A2 8-nym:B2");
    f.play(engage("la-sp", "8-nym"));
    f.refuses(join("kemper"), "BR-9.43");
}

#[test]
fn br_9_31_br_tec_3_units_woods_and_crests_block() {
    // Own infantry in the open middle hex.
    let f = field("combat union 5", "d-5-us:BB34 13-ny:BB33 8-va:BB31");
    f.refuses(engage("d-5-us", "8-va"), "BR-9.43");
    // A leader does not block.
    let f = field("combat union 5", "d-5-us:BB34 sherman:BB33 8-va:BB31");
    f.allows(engage("d-5-us", "8-va"));
    // A unit in a stream hex does not: 13 NY in A8 attacks, and the gun fires over it.
    let mut f = field("combat union 5", "d-5-us:A7 13-ny:A8 8-va:A9");
    f.play(engage("13-ny", "8-va"));
    f.allows(join("d-5-us"));
    // Woods between: C23 to C26 over C24 and C25.
    let f = field("combat union 5", "d-5-us:C23 8-va:C25");
    f.refuses(engage("d-5-us", "8-va"), "BR-9.43");
    // A crest between E15 and H13, neither on its hilltop.
    let f = field("combat union 5", "d-5-us:E15 8-va:H13");
    f.refuses(engage("d-5-us", "8-va"), "BR-9.43");
    // Woods in the target hex do not block.
    let f = field("combat union 5", "d-5-us:C22 8-va:C24");
    f.allows(engage("d-5-us", "8-va"));
}

#[test]
fn br_9_31_a_unit_in_a_stream_hex_does_not_block() {
    // From D6 over E7, a stream hex, and F7 to G8.
    let f = field("combat confederate 5", "kemper:D6 la-sp:E7 8-nym:G8");
    f.allows(engage("kemper", "8-nym"));
    let mut f = field("combat confederate 5", "kemper:D6 la-sp:F7 8-nym:G8");
    f.play(engage("la-sp", "8-nym"));
    f.refuses(join("kemper"), "BR-9.43");
}

#[test]
fn br_9_32_from_a_hilltop_over_its_own_crest_everything_is_seen() {
    // BB10 is a hilltop; over its crest BB11 is woods, and BB12 beyond.
    let f = field("combat union 5", "d-5-us:BB10 8-va:BB12");
    f.allows(engage("d-5-us", "8-va"));
    // The other way round, the target on the hilltop.
    let f = field("combat union 5", "d-5-us:BB12 8-va:BB10");
    f.allows(engage("d-5-us", "8-va"));
}

#[test]
fn worked_example_line_of_sight_along_a_hexside_over_a_stream() {
    // Latham fires along the side between K17 (a unit on a stream) and L17 (24 Va): clear through K17.
    let grid = &boards::bull_run().grid;
    let hex = |n: &str| grid.parse(n).unwrap();
    assert_eq!(grid.distance(hex("K17"), hex("L17")), 1);
    // The two hexes beside both K17 and L17 lie across that side from each other.
    let both: Vec<String> =
        grid.neighbours(hex("K17")).iter().filter(|h| h.is_some() && grid.distance(**h, hex("L17")) == 1).map(|h| grid.name(*h)).collect();
    let [a, b] = both.as_slice() else { panic!("two hexes") };
    // Latham is two hexes from 31 NY; both flanking hexes hold friends who must attack it, so he supports them.
    let mut f = field("combat confederate 5", &format!("latham:{a} 24-va:L17 17-va:K17 31-ny:{b}"));
    f.play(engage("24-va", "31-ny"));
    f.allows(join("latham"));
}

#[test]
fn br_9_4_br_9_42_long_range_fire_is_an_attack_like_others() {
    let mut f = field("combat union 5", "d-5-us:BB34:battle-piece 8-va:BB31 49-va:BB31");
    f.battle("d-5-us", "8-va");
    f.refuses(engage("d-5-us", "49-va"), "BR-6.4");
}

#[test]
fn br_9_41_a_battery_in_an_enemy_zone_attacks_beside_it() {
    let f = field("combat union 5", "d-5-us:BB32 8-va:BB31 la-sp:BB29");
    f.refuses(engage("d-5-us", "la-sp"), "BR-9.41");
    f.allows(engage("d-5-us", "8-va"));
}

#[test]
fn br_9_43_every_target_must_be_seen() {
    // 8 Va in BB31 is in sight, La Sp in BB28 beyond range.
    let mut f = field("combat union 5", "d-5-us:BB34 8-va:BB31 la-sp:BB30");
    f.play(engage("d-5-us", "8-va"));
    f.refuses(target("la-sp"), "BR-9.2");
    let mut f = field("combat union 5", "d-5-us:BB33 8-va:BB31 la-sp:BB30");
    f.play(engage("d-5-us", "8-va"));
    f.refuses(target("la-sp"), "BR-9.43");
}

#[test]
fn br_9_5_br_9_51_support_fire_counts_no_more_than_the_adjacent_attackers() {
    // Adjacent 2, support 6: 4 in all.
    let mut f = field("combat union 5", "13-ny:BB32 d-5-us:CC33:battle-piece e-3-us:CC33:battle-piece 4-sc:BB31");
    f.play(engage("13-ny", "4-sc"));
    f.play(join("d-5-us"));
    assert_eq!(f.odds(), "4 : 3, 1-1");
    f.play(join("e-3-us"));
    assert_eq!(f.odds(), "4 : 3, 1-1");
    // Adjacent batteries are not limited.
    let mut f = field("combat union 5", "marines:BB32 d-5-us:BB32:battle-piece 4-sc:BB31");
    f.play(engage("marines", "4-sc"));
    f.play(join("d-5-us"));
    assert_eq!(f.odds(), "4 : 3, 1-1");
}

#[test]
fn br_9_6_bombardment_has_its_own_table() {
    // 3 : 1, 3-1, die 2: nothing; on the combat table it would be an exchange.
    let mut f = field("combat union 5", "d-5-us:BB34:battle-piece 8-va:BB31");
    f.fight_with("d-5-us", "8-va", 2);
    assert_eq!(f.at("8-va"), "BB31");
    // 1-3 or worse does nothing, without a die.
    let mut f = field("combat union 5", "d-5-us:BB34 4-sc:BB31");
    f.fight("d-5-us", "4-sc");
    assert!(!f.rolls());
    assert_eq!(f.at("4-sc"), "BB31");
}

#[test]
fn br_9_61s_fire_alone_is_no_soak_off() {
    let mut f = field("combat union 5", "13-ny:BB32 d-5-us:CC33 4-sc:BB31 la-sp:BB31");
    f.play(engage("13-ny", "4-sc"));
    f.refuses(json!({ "do": "close" }), "BR-6.3");
    f.refuses(engage("d-5-us", "la-sp"), "BR-6.1");
    f.play(target("la-sp"));
    f.play(json!({ "do": "close" }));
}

#[test]
fn br_9_63_nobody_is_doubled_in_a_bombardment() {
    // T24 is a hilltop; from T27 over its crest T25 the gun sees it.
    let mut f = field("combat union 5", "d-5-us:T26:battle-piece 4-sc:T24");
    f.play(engage("d-5-us", "4-sc"));
    assert_eq!(f.odds(), "3 : 3, 1-1");
}

#[test]
fn br_9_7_br_9_8_woods_halve_a_battery_that_fires_into_them() {
    // Two targets, one in woods: halved.
    let mut f = field("combat union 5", "d-5-us:C22:battle-piece 8-va:C24 49-va:C24");
    f.play(engage("d-5-us", "8-va"));
    assert_eq!(f.odds(), "1½ : 1, 1-1");
    // A defending battery counts half only in woods itself.
    let mut f = field("combat union 5", "d-5-us:C22:battle-piece kemper:C24");
    f.play(engage("d-5-us", "kemper"));
    assert_eq!(f.odds(), "1½ : 1, 1-1");
}

#[test]
fn br_10_1_eight_to_one_fights_at_once() {
    // 15 against 2 is not enough, 16 is.
    let units = "regulars:BB32 13-ny:BB32 69-nym:BB32 2-wisc:AA32 1-conn:AA32 2-me:AA32 la-sp:BB31";
    let mut f = field("movement union 5", &format!("{units} marines:CC32 1-ohio:CC32"));
    f.refuses(automatic(&["regulars", "13-ny", "69-nym", "2-wisc", "1-conn", "2-me", "1-ohio"]), "BR-10.1");
    f.play(automatic(&["regulars", "13-ny", "69-nym", "2-wisc", "1-conn", "2-me", "1-ohio", "marines"]));
    f.roll(1);
    assert_eq!(f.at("la-sp"), "eliminated");
    let f = field("combat union 5", units);
    f.refuses(automatic(&["regulars", "13-ny"]), "BR-10.1");
}

#[test]
fn br_10_2_no_long_range_fire_in_automatic_victories() {
    let f = field("movement union 5", "regulars:BB32 13-ny:BB32 69-nym:BB32 d-5-us:BB34:battle-piece 8-va:BB31");
    f.refuses(automatic(&["regulars", "13-ny", "69-nym", "d-5-us"]), "BR-10.2");
}

#[test]
fn br_10_3_surplus_units_need_not_join() {
    let mut f = field("movement union 5", "regulars:BB32 13-ny:BB32 69-nym:BB32 1-conn:BB32:active 2-me:AA32:active 8-va:BB31");
    f.play(automatic(&["regulars", "13-ny", "69-nym", "1-conn"]));
    f.roll(1);
    f.done();
    f.allows(f.march("2-me", "Z32"));
}

#[test]
fn br_10_4_each_attacker_attacks_all_enemies_beside_it() {
    // The rulebook's example: Holmes is beside Schenck too and cannot join against the battery alone.
    let units = "5-nc:in=longstreet-brigade 11-va:in=longstreet-brigade 17-va:in=longstreet-brigade 24-va:in=longstreet-brigade longstreet:in=longstreet-brigade longstreet-brigade:BB32 2-tenn:CC31 71-nym-battery:BB31 1-ohio:CC30";
    let mut f = field("movement confederate 5", units);
    f.refuses(automatic(&["longstreet-brigade", "2-tenn"]), "BR-10.4");
    f.play(automatic(&["longstreet-brigade"]));
    // 8 : 1; DB2.
    f.roll(2);
    let way = f.retreat("71-nym-battery", "AA31 Z30");
    f.play(way);
    f.play(advance("longstreet-brigade", "BB31"));
    // Longstreet is beside nobody he must attack any more: he has fought. Evans' men come up and may do it again.
    assert_eq!(f.view().phase, "Movement");
    f.refuses(f.march("longstreet-brigade", "BB30"), "BR-10.6");
    // Defenders of one hex are attacked together.
    let f = field("movement union 5", "regulars:BB32 13-ny:BB32 69-nym:BB32 1-conn:BB32 8-va:BB31 49-va:BB31");
    f.refuses(automatic(&["regulars", "13-ny", "69-nym", "1-conn"]), "BR-10.1");
}

#[test]
fn br_10_5_resolved_on_the_best_column_and_their_zones_force_nobody() {
    let mut f = field("movement union 5", "regulars:BB32 13-ny:BB32 69-nym:BB32 1-conn:BB32 8-va:BB31 la-sp:BB29");
    f.play(automatic(&["regulars", "13-ny", "69-nym", "1-conn"]));
    // 5: DB2 on the 4-1 column, DE on the 6-1 column.
    f.roll(5);
    assert_eq!(f.at("8-va"), "eliminated");
    f.play(advance("regulars", "BB31"));
    f.done();
    // The Regulars advanced beside BB30... La Sp in BB29 is two hexes off; the turn goes on without a battle.
    f.done();
    assert_ne!(f.view().active, Some(Side::Union));
    // An advance into a ford counts.
    let mut f = field_with(&[], "movement union 5", "regulars:QQ18 13-ny:QQ18 69-nym:QQ18 8-va:QQ19", json!({ "fords": { "QQ19": 6 } }));
    f.play(automatic(&["regulars", "13-ny", "69-nym"]));
    f.roll(1);
    assert_eq!(f.view().phase, "Movement", "nobody may advance: 6 and 3 are more than 8");
}

#[test]
fn br_10_6_whoever_made_an_automatic_victory_is_done() {
    let mut f = field("movement union 5", "regulars:BB32:active 13-ny:BB32 69-nym:BB32 1-conn:BB32 8-va:BB31 49-va:Z30");
    f.play(automatic(&["regulars", "13-ny", "69-nym", "1-conn"]));
    f.roll(1);
    f.done();
    f.refuses(f.march("regulars", "BB33"), "BR-10.6");
    f.refuses(automatic(&["regulars"]), "BR-10.6");
}

#[test]
fn br_10_7_a_survivor_may_be_overwhelmed_again() {
    let mut f = field(
        "movement union 5",
        &format!("regulars:BB32 1-conn:BB32 2-me:BB32 2-ohio:BB32 8-va:BB31 {FORMED} sherman-brigade:Z27:active"),
    );
    f.play(automatic(&["regulars", "1-conn", "2-me", "2-ohio"]));
    f.roll(2);
    f.play(f.retreat("8-va", "AA31 AA30"));
    f.done();
    // Its zone is at its new place: Sherman comes up, stops, and overwhelms it again in the same phase.
    f.play(f.march("sherman-brigade", "Z28 Z29"));
    f.refuses(f.march("sherman-brigade", "Y29"), "BR-5.81");
    f.play(automatic(&["sherman-brigade"]));
    f.roll(1);
    assert_eq!(f.at("8-va"), "eliminated");
}

#[test]
fn br_11_6_rested_infantry_removes_an_abatis() {
    let clear = |unit: &str| json!({ "do": "clear", "unit": unit });
    let more = || json!({ "abatis": ["Z9"] });
    let mut f = field_with(&[], "rally union 2", "13-ny:Z9 palmer:Z9 sherman:Z9", more());
    f.refuses(clear("palmer"), "BR-11.6");
    f.play(clear("13-ny"));
    assert!(f.view().markers.iter().all(|m| m.kind != engine::words::MarkerKind::Abatis));
    // Not after moving, fighting, or beside an enemy.
    for flag in ["moved", "fought", "touched"] {
        let f = field_with(&[], "rally union 10", &format!("13-ny:Z9:{flag} 2-wisc:BB31 sherman:BB31 69-nym:off=rally-box"), more());
        f.refuses(clear("13-ny"), "BR-11.6");
    }
    // The Union may remove what the Confederates placed, and the other way round.
    let f = field_with(&[], "rally confederate 2", "la-sp:Z9", more());
    f.allows(clear("la-sp"));
}

#[test]
fn br_12_1_only_brigade_leaders_form_and_rally() {
    let f = field("rally union 10", "tyler:BB31 13-ny:BB31 sherman:Z31 2-wisc:Z31 69-nym:off=rally-box");
    f.refuses(rally("tyler", "69-nym"), "BR-14.31");
    f.allows(rally("sherman", "69-nym"));
}

#[test]
fn br_12_2_leaders_control_nothing() {
    let f = field("movement union 5", "13-ny:BB33:active sherman:BB33:active jackson:BB30");
    f.allows(f.march("13-ny", "BB32 AA32 Z31"));
    // Leaders of both sides may share a hex.
    f.allows(f.march("sherman", "BB32 BB31 BB30"));
}

#[test]
fn br_12_3_a_leader_without_escort_is_taken() {
    // A unit that comes next to him.
    let mut f = field("movement union 5", "13-ny:BB33:active jackson:BB31");
    f.play(f.march("13-ny", "BB32"));
    assert_eq!(f.at("jackson"), "eliminated");
    // With an escort he is safe; when it leaves, he is not.
    let mut f = field("movement union 5", "13-ny:BB31:active sherman:BB31:active 8-va:BB32");
    f.play(f.march("13-ny", "BB30"));
    assert_eq!(f.at("sherman"), "eliminated");
    // He who walks alone into a zone is lost: allowed, not offered.
    let mut f = field("movement union 5", "sherman:BB29:active 8-va:BB31");
    let way = f.march("sherman", "BB30");
    assert!(!f.lists(&way));
    f.play(way);
    assert_eq!(f.at("sherman"), "eliminated");
}

#[test]
fn br_12_4_leaders_go_along_with_a_unit() {
    let mut f = field("combat union 5", "13-ny:BB32 regulars:BB32 sherman:BB32 la-sp:BB31 evans:BB31");
    f.fight_with("13-ny regulars", "la-sp", 3);
    f.play(f.retreat("la-sp", "BB30 BB29"));
    f.refuses(json!({ "do": "follow", "leader": "sherman" }), "BR-12.4");
    f.play(json!({ "do": "follow", "leader": "evans" }));
    assert_eq!(f.at("evans"), "BB29");
    f.play(advance("13-ny", "BB31"));
    f.play(json!({ "do": "follow", "leader": "sherman" }));
    assert_eq!(f.at("sherman"), "BB31");
    // Left behind beside the enemy he is taken.
    let mut f = field("combat union 5", "13-ny:BB32 regulars:BB32 la-sp:BB31 evans:BB31");
    f.fight_with("13-ny regulars", "la-sp", 3);
    f.play(f.retreat("la-sp", "BB30 BB29"));
    f.done();
    assert_eq!(f.at("evans"), "eliminated");
}

#[test]
fn br_12_5_when_combat_takes_the_last_unit_its_leaders_roll() {
    for (die, fate) in [(3, "falls back"), (4, "eliminated")] {
        let mut f = field("combat union 5", "13-ny:BB32 regulars:BB32 la-sp:BB31 evans:BB31 8-ga:AA28");
        f.fight_with("13-ny regulars", "la-sp", 1);
        f.roll(die);
        if fate == "eliminated" {
            assert_eq!(f.at("evans"), fate);
        } else {
            assert_eq!(f.retreat_ends("evans"), ["AA30", "BB29", "CC30", "DD30", "Z30"]);
            // He alone: others of his side stay where they are.
            f.refuses(f.retreat("8-ga", "AA27 AA26"), "BR-7.8");
            f.play(f.retreat("evans", "BB30 BB29"));
            assert_eq!(f.at("evans"), "BB29");
        }
    }
    // Both sides' leaders roll when both stacks go.
    let mut f = field("combat union 5", "1-conn:BB32 keyes:BB32 la-sp:BB31 evans:BB31");
    f.fight_with("1-conn", "la-sp", 2);
    f.roll(6);
    f.roll(6);
    assert_eq!((f.at("keyes").as_str(), f.at("evans").as_str()), ("eliminated", "eliminated"));
}

//! Combat at two hexes, and primary and secondary zones combined.

use crate::table::*;
use chancellorsville_1961::{Event, Manner, Step};
use engine::Positions;
use serde_json::json;

#[test]
fn c61_sz_1_artillery_must_fight_artillery() {
    let mut table = fighting(Union, &[("xi-corps-artillery", "NN-23"), ("walton", "NN-25")]);
    table.refuse("C61-ZONE-2", commit());
    table.attack("xi-corps-artillery", "walton").commit();
    assert_eq!((table.odds("walton"), table.clash("walton").manner), ((4, 2), Manner::Guns));
    table.fight("walton").roll(6);
    assert!(table.is_lost("xi-corps-artillery"), "2-1 and a 6: A elim applies");
}

#[test]
fn c61_sz_2_artillery_may_shell_others_without_risk() {
    let mut table = fighting(Union, &[("xii-corps-artillery", "NN-23"), ("rodes", "NN-25")]);
    assert!(table.may(commit()), "it is an option");
    table.attack("xii-corps-artillery", "rodes").commit();
    assert_eq!(table.clash("rodes").manner, Manner::Bombard);
    table.fight("rodes").roll(6);
    assert!(!table.is_lost("xii-corps-artillery"), "1-3 and a 6: A elim is void");
    assert!(table.events.iter().any(|e| matches!(e, Event::Ignored(_))));
    // What hurts the defender applies.
    let mut table = fighting(Union, &[("iii-corps-artillery", "NN-23"), ("gordon", "NN-25")]);
    table.attack("iii-corps-artillery", "gordon").commit().fight("gordon").roll(1);
    assert!(table.is_lost("gordon"));
    // in an exchange only the defender pays.
    let mut table = fighting(Union, &[("iii-corps-artillery", "NN-23"), ("colston", "NN-25")]);
    table.attack("iii-corps-artillery", "colston").commit().fight("colston").roll(2);
    assert!(table.is_lost("colston") && !table.is_lost("iii-corps-artillery"));
    let mut table = fighting(Union, &[("xii-corps-artillery", "NN-23"), ("gordon", "NN-25"), ("hoke", "NN-25")]);
    table.battle(&["xii-corps-artillery"], &["gordon", "hoke"]).commit().fight("gordon").roll(2);
    assert_eq!((table.asked(), table.state.step()), (Confederate, Step::Exchange), "3-4: the larger side pays at least 3");
    table.act(json!({ "do": "lose", "unit": "hoke" })).act(json!({ "do": "lose", "unit": "gordon" }));
    assert!(!table.is_lost("xii-corps-artillery"));
}

#[test]
fn r_11_who_fought_at_two_hexes_is_remembered() {
    // Whoever fires, and whoever is fired at: each may close in on the other in a later Turn.
    let mut table = fighting(Union, &[("xii-corps-artillery", "NN-23"), ("rodes", "NN-25")]);
    table.attack("xii-corps-artillery", "rodes").commit().fight("rodes").roll(6);
    assert_eq!(table.game.write_position(&table.state)["in_contact"], json!({ "xii-corps-artillery": ["rodes"] }));
}

#[test]
fn c61_sz_3_others_must_attack_artillery_and_cannot_hurt_it() {
    let mut table = fighting(Union, &[("french", "NN-23"), ("walton", "NN-25")]);
    table.refuse("C61-ZONE-2", commit());
    table.attack("french", "walton").commit();
    assert_eq!((table.odds("walton"), table.clash("walton").manner), ((6, 2), Manner::Approach));
    table.fight("walton").roll(1);
    assert!(!table.is_lost("walton"), "D elim is void");
    // an exchange costs the attacker alone: at least the artillery's factor.
    let mut table = fighting(Union, &[("french", "NN-23"), ("walton", "NN-25")]);
    table.attack("french", "walton").commit().fight("walton").roll(2);
    table.act(json!({ "do": "lose", "unit": "french" }));
    assert!(table.is_lost("french") && !table.is_lost("walton"));
    // It may close in on its next Turn if the artillery stays.
    let mut table = fighting(Union, &[("french", "NN-23"), ("walton", "NN-25")]);
    table.attack("french", "walton").commit().fight("walton").roll(3).end();
    assert_eq!((table.state.mover(), table.state.step()), (Confederate, Step::Divide), "the artillery may shell the infantry");
    table.commit();
    table.march(&["french"], &["NN-23", "NN-24"]).end().attack("french", "walton");
    assert_eq!(table.clash("walton").manner, Manner::Close);
}

#[test]
fn c61_sz_4_others_do_not_fight_others() {
    let table = fighting(Union, &[("french", "NN-23"), ("early", "NN-25"), ("hancock", "W-16"), ("hoke", "W-17")]);
    table.refuse("C61-ZONE-5", attack("french", "early"));
    // Nor do they join their own artillery's bombardment.
    let mut table = fighting(Union, &[("french", "NN-23"), ("iii-corps-artillery", "NN-23"), ("early", "NN-25")]);
    table.attack("iii-corps-artillery", "early");
    table.refuse("C61-ZONE-5", join("french"));
}

#[test]
fn c61_sz_5_artillery_fights_the_artillery_of_a_mixed_stack() {
    let mut table = fighting(Union, &[("iii-corps-artillery", "NN-23"), ("walton", "NN-25"), ("rodes", "NN-25"), ("lee", "NN-25")]);
    table.attack("iii-corps-artillery", "walton");
    table.refuse("C61-SZ-5", include("rodes"));
    table.commit();
    assert_eq!(table.odds("walton"), (7, 2));
    table.fight("walton").roll(1);
    assert!(table.is_lost("walton") && !table.is_lost("rodes") && !table.is_lost("lee"), "the others are ignored");
    // Next Turn the others may be shelled if they are still in range.
    table.end().attack("rodes", "iii-corps-artillery").commit().fight("iii-corps-artillery").roll(1).end();
    assert!(table.may(attack("iii-corps-artillery", "rodes")));
}

#[test]
fn c61_sz_6_the_others_with_artillery_take_no_part() {
    let mut table = fighting(Union, &[("xi-corps-artillery", "NN-23"), ("french", "NN-23"), ("walton", "NN-25")]);
    table.refuse("C61-SZ-c", attack("french", "walton"));
    table.attack("xi-corps-artillery", "walton");
    table.refuse("C61-SZ-c", join("french"));
    table.commit();
    assert_eq!(table.odds("walton"), (4, 2));
    // If the defender wins, he may attack the others on his Turn.
    table.fight("walton").roll(6).end();
    assert!(table.may(attack("walton", "french")));
}

#[test]
fn c61_sz_7_artillery_with_others_may_shell_others() {
    let mut table = fighting(Union, &[("xi-corps-artillery", "NN-23"), ("french", "NN-23"), ("colston", "NN-25")]);
    assert!(table.may(commit()));
    table.attack("xi-corps-artillery", "colston").commit();
    assert_eq!((table.odds("colston"), table.clash("colston").column()), ((4, 7), 0));
    table.fight("colston").roll(5);
    assert!(!table.is_lost("xi-corps-artillery"));
}

#[test]
fn c61_sz_8_others_must_attack_the_artillery_of_a_mixed_stack() {
    let mut table = fighting(Confederate, &[("colston", "NN-23"), ("xi-corps-artillery", "NN-25"), ("french", "NN-25")]);
    table.refuse("C61-ZONE-2", commit());
    table.refuse("C61-ZONE-5", attack("colston", "french"));
    table.attack("colston", "xi-corps-artillery").commit();
    assert_eq!(table.odds("xi-corps-artillery"), (7, 4));
    table.fight("xi-corps-artillery").roll(3);
    assert_eq!(table.hex("xi-corps-artillery"), "NN-25", "D back 2 is void");
}

#[test]
fn c61_sz_9_only_artillery_fights_between_mixed_stacks() {
    let units = [("xi-corps-artillery", "NN-23"), ("french", "NN-23"), ("walton", "NN-25"), ("gordon", "NN-25")];
    let mut table = fighting(Union, &units);
    table.attack("xi-corps-artillery", "walton");
    table.refuse("C61-SZ-c", join("french"));
    table.refuse("C61-SZ-5", include("gordon"));
    table.commit().fight("walton").roll(1);
    assert!(table.is_lost("walton") && !table.is_lost("gordon") && !table.is_lost("french"));
}

#[test]
fn c61_sz_a_artillery_in_range_of_artillery_fights_it() {
    let units = [("xi-corps-artillery", "NN-23"), ("walton", "NN-25"), ("gordon", "PP-24")];
    let table = fighting(Union, &units);
    table.refuse("C61-SZ-a", attack("xi-corps-artillery", "gordon"));
    let table = fighting(Union, &[("xi-corps-artillery", "NN-23"), ("gordon", "PP-24")]);
    assert!(table.may(attack("xi-corps-artillery", "gordon")));
    // Artillery that can only join others against artillery must do so.
    let units = [("xi-corps-artillery", "NN-22"), ("french", "NN-23"), ("walton", "NN-24")];
    let mut table = fighting(Union, &units);
    table.attack("french", "walton");
    table.refuse("C61-MUA-3", commit());
    table.join("xi-corps-artillery").commit();
    // unless that cannot be: French alone must answer for both.
    let units = [("xi-corps-artillery", "NN-22"), ("french", "NN-23"), ("walton", "NN-24"), ("gordon", "OO-23")];
    let mut table = fighting(Union, &units);
    table.battle(&["french"], &["walton", "gordon"]).commit();
    assert_eq!(table.odds("walton"), (6, 4));
}

#[test]
fn c61_sz_b_others_by_themselves_must_attack() {
    let table = fighting(Union, &[("french", "NN-23"), ("hancock", "PP-25"), ("walton", "NN-25")]);
    let mut table = table;
    table.attack("french", "walton");
    table.refuse("C61-MUA-3", commit());
    table.join("hancock").commit();
}

#[test]
fn c61_sz_b_others_must_join_a_friend_who_is_next_to_the_gun() {
    let units = [("devens", "NN-23"), ("schurz", "NN-22"), ("carter", "NN-24")];
    let mut table = fighting_with(Union, &units, forts(&["NN-24"]));
    table.attack("devens", "carter");
    table.refuse("C61-MUA-3", commit());
    table.join("schurz").commit();
    assert_eq!((table.odds("carter"), table.clash("carter").manner), ((8, 6), Manner::Close));
    table.fight("carter").roll(5);
    assert!(table.is_lost("devens") && table.is_lost("schurz"), "A elim touches whoever joined from two hexes too");
    let mut table = fighting_with(Union, &units, forts(&["NN-24"]));
    table.battle(&["devens", "schurz"], &["carter"]).commit().fight("carter").roll(1);
    assert!(table.is_lost("carter"), "and so does what hurts the artillery");
    // a unit that fights another enemy next to it has met its duty.
    let units = [("devens", "NN-23"), ("schurz", "NN-22"), ("carter", "NN-24"), ("gordon", "NN-21")];
    let mut table = fighting(Union, &units);
    table.attack("devens", "carter").attack("schurz", "gordon").commit();
    // the duty lapses where Devens alone must fight the gun and somebody whom Schurz cannot reach.
    let units = [("devens", "NN-23"), ("schurz", "NN-22"), ("carter", "NN-24"), ("gordon", "OO-24")];
    let mut table = fighting(Union, &units);
    table.battle(&["devens"], &["carter", "gordon"]);
    table.refuse("C61-MUA-4", join("schurz"));
    table.commit();
    // The duties of several are met as far as they go together.
    let units = [("devens", "NN-23"), ("schurz", "NN-22"), ("french", "MM-22"), ("carter", "NN-24")];
    let mut table = fighting(Union, &units);
    table.battle(&["devens", "schurz"], &["carter"]);
    table.refuse("C61-MUA-3", commit());
    table.join("french").commit();
}

#[test]
fn r_55_a_position_says_which_duties_stand() {
    let bound = |table: &Table| table.game.write_position(&table.state)["bound"].clone();
    // Guns that reach nobody but guns are held by the duty of everybody to fight: they need no other.
    let table = fighting(Union, &[("xi-corps-artillery", "NN-23"), ("walton", "NN-25")]);
    assert!(bound(&table).is_null());
    let mut table = fighting(Union, &[("devens", "NN-23"), ("schurz", "NN-22"), ("french", "MM-22"), ("carter", "NN-24")]);
    assert_eq!(bound(&table).as_array().map(Vec::len), Some(2));
    // What a position says is not found anew.
    let mut written = table.game.write_position(&table.state);
    written["bound"] = json!(["schurz"]);
    table.state = table.game.read_position(&written).expect("one duty stands, the other has lapsed");
    assert_eq!(bound(&table), json!(["schurz"]));
    table.battle(&["devens", "schurz"], &["carter"]).commit();
}

#[test]
fn c61_sz_c_others_stay_out_of_close_combat_where_artillery_is_in_range() {
    let units = [("devens", "NN-23"), ("schurz", "NN-22"), ("xi-corps-artillery", "PP-26"), ("carter", "NN-24")];
    let mut table = fighting(Union, &units);
    table.attack("devens", "carter");
    table.refuse("C61-SZ-c", join("schurz"));
    table.join("xi-corps-artillery").commit();
    assert_eq!(table.odds("carter"), (8, 3));
    // Artillery next to the gun that may fight it covers them too.
    let units = [("schurz", "NN-22"), ("xi-corps-artillery", "NN-23"), ("carter", "NN-24")];
    let contact = json!({ "in_contact": { "xi-corps-artillery": ["carter"] } });
    let mut table = fighting_with(Union, &units, contact);
    table.attack("xi-corps-artillery", "carter");
    table.refuse("C61-SZ-c", join("schurz"));
    table.commit();
}

#[test]
fn c61_sz_c_others_in_company_of_artillery_do_not_fight() {
    // In different hexes too, if both have the same enemy artillery in range.
    let mut table = fighting(Union, &[("french", "PP-25"), ("xi-corps-artillery", "NN-23"), ("walton", "NN-25")]);
    table.attack("xi-corps-artillery", "walton");
    table.refuse("C61-SZ-c", join("french"));
    table.commit();
}

#[test]
fn c61_sz_note_contact_lasts_as_far_as_two_hexes() {
    let contact = json!({ "in_contact": { "xi-corps-artillery": ["rodes"] } });
    let kept = |table: &Table| table.game.write_position(&table.state)["in_contact"]["xi-corps-artillery"] == json!(["rodes"]);
    // The guns step back to two hexes, or he does: they may still close in. At three hexes it is over.
    let mut guns = moving_with(Union, &[("xi-corps-artillery", "NN-23"), ("rodes", "NN-24")], contact.clone());
    assert!(kept(guns.march(&["xi-corps-artillery"], &["NN-23", "NN-22"])));
    assert!(!kept(guns.march(&["xi-corps-artillery"], &["NN-22", "NN-21"])));
    let mut foot = moving_with(Confederate, &[("xi-corps-artillery", "NN-22"), ("rodes", "NN-23")], contact);
    assert!(kept(foot.march(&["rodes"], &["NN-23", "NN-24"])));
}

#[test]
fn c61_sz_note_artillery_goes_next_only_to_whom_it_has_fought() {
    let table = moving(Union, &[("xi-corps-artillery", "NN-22"), ("rodes", "NN-24")]);
    table.refuse("C61-SZ-note", march(&["xi-corps-artillery"], &["NN-22", "NN-23"]));
    assert!(!table.ends("xi-corps-artillery").contains(&"NN-23".into()));
    // It shells him, he stays: next Turn it may come close, and attack.
    let mut table = fighting(Union, &[("xi-corps-artillery", "NN-22"), ("rodes", "NN-24")]);
    table.attack("xi-corps-artillery", "rodes").commit().fight("rodes").roll(4).end();
    table.attack("rodes", "xi-corps-artillery").commit().fight("xi-corps-artillery").roll(1);
    table.march(&["xi-corps-artillery"], &["NN-22", "NN-23"]).end().attack("xi-corps-artillery", "rodes");
    assert_eq!(table.clash("rodes").manner, Manner::Close);
    // He goes away: the contact is broken, and coming near again does not mend it.
    let mut table = fighting(Union, &[("xi-corps-artillery", "NN-22"), ("rodes", "NN-24")]);
    table.attack("xi-corps-artillery", "rodes").commit().fight("rodes").roll(4);
    table.march(&["rodes"], &["NN-24", "NN-25"]).end();
    table.refuse("C61-SZ-note", march(&["xi-corps-artillery"], &["NN-22", "NN-23", "NN-24"]));
    assert!(table.may(march(&["xi-corps-artillery"], &["NN-22", "NN-23"])));
    // a headquarters in his stack is no enemy of its own; one that stands alone is.
    let contact = json!({ "in_contact": { "xi-corps-artillery": ["rodes"] } });
    let units = [("xi-corps-artillery", "NN-22"), ("rodes", "NN-24"), ("lee", "NN-24")];
    assert!(moving_with(Union, &units, contact.clone()).may(march(&["xi-corps-artillery"], &["NN-22", "NN-23"])));
    let units = [("xi-corps-artillery", "NN-22"), ("rodes", "NN-24"), ("lee", "OO-24")];
    moving_with(Union, &units, contact).refuse("C61-SZ-note", march(&["xi-corps-artillery"], &["NN-22", "NN-23"]));
    // One who closes in by himself: artillery may neither attack him nor has to.
    let mut table = moving(Union, &[("xi-corps-artillery", "NN-23"), ("rodes", "NN-24")]);
    table.end();
    assert_eq!(table.state.mover(), Confederate);
    // The one it was attacked by at two hexes it may fight.
    let mut table = fighting(Confederate, &[("colston", "NN-24"), ("iii-corps-artillery", "NN-22")]);
    table.attack("colston", "iii-corps-artillery").commit().fight("iii-corps-artillery").roll(1);
    assert!(table.may(march(&["iii-corps-artillery"], &["NN-22", "NN-23"])));
    // It is remembered in a saved position.
    let saved = table.game.write_position(&table.state);
    assert_eq!(saved["in_contact"]["iii-corps-artillery"], json!(["colston"]));
}

#[test]
fn c61_psc_1_primary_and_secondary_combined_is_one_battle() {
    // Blue artillery, red infantry next to it, red artillery at two: 7 against 5 + 2.
    let units = [("iii-corps-artillery", "NN-23"), ("gordon", "NN-22"), ("hoke", "NN-22"), ("wilcox", "NN-22"), ("walton", "NN-25")];
    let contact = json!({ "in_contact": { "iii-corps-artillery": ["gordon", "hoke", "wilcox"] } });
    let mut table = fighting_with(Union, &units, contact);
    table.battle(&["iii-corps-artillery"], &["walton", "gordon", "hoke", "wilcox"]).commit();
    assert_eq!((table.odds("walton"), table.clash("walton").manner), ((7, 7), Manner::Close));
    table.fight("walton").roll(5);
    assert!(table.is_lost("iii-corps-artillery"), "all results apply");
    // And the other way round: 7 against 7.
    let mut table = fighting(Confederate, &units);
    table.battle(&["gordon", "hoke", "wilcox", "walton"], &["iii-corps-artillery"]).commit();
    assert_eq!(table.odds("iii-corps-artillery"), (7, 7));
    // ranged artillery that joins a close battle is exposed to its results.
    let mut table = fighting(Union, &[("xi-corps-artillery", "NN-22"), ("french", "NN-23"), ("rodes", "NN-24")]);
    table.battle(&["french", "xi-corps-artillery"], &["rodes"]).commit().fight("rodes").roll(6);
    assert!(table.is_lost("french") && table.is_lost("xi-corps-artillery"));
    // An enemy with units next to it is not merely shelled.
    let table = fighting(Union, &[("xi-corps-artillery", "NN-22"), ("french", "NN-23"), ("rodes", "NN-24")]);
    table.refuse("C61-PSC-1", attack("xi-corps-artillery", "rodes"));
}

//! River crossing. MM-42, OO-44 and their neighbours are the Rappahannock below Fredericksburg; T-24 is U.S. Ford.

use crate::table::*;
use chancellorsville_1961::Event;
use serde_json::{Value, json};

fn lay(path: &[&str], far: &str) -> Value {
    json!({ "do": "lay", "bridge": "bridge-1", "path": path, "far": far })
}

/// A bridge in OO-44 from OO-43 to NN-44.
fn bridged(mover: engine::Side, units: &[(&str, &str)], captured: bool) -> Table {
    let mut all = units.to_vec();
    all.push(("bridge-1", "OO-44"));
    moving_with(mover, &all, json!({ "bridges": [{ "id": "bridge-1", "near": "OO-43", "far": "NN-44", "captured": captured }] }))
}

#[test]
fn c61_riv_1_infantry_and_artillery_do_not_swim() {
    for unit in ["hancock", "i-corps-artillery", "reserve-horse-artillery"] {
        let table = moving(Union, &[(unit, "OO-43")]);
        table.refuse("C61-RIV-1", march(&[unit], &["OO-43", "OO-44"]));
        assert!(!table.ends(unit).contains(&"OO-44".into()));
    }
    // The Potomac is closed to all.
    let table = moving(Union, &[("pleasonton", "VV-31")]);
    table.refuse("C61-RIV-1", march(&["pleasonton"], &["VV-31", "WW-31"]));
    let bad = misread(&position(Union, &[("hancock", "OO-44")], json!({})));
    assert_eq!(bad.field, "units[0].hex");
}

#[test]
fn c61_riv_2_confederates_use_no_boats() {
    let table = moving(Confederate, &[("early", "KK-41"), ("stuart", "LL-42"), ("boat-1", "LL-41")]);
    table.refuse("C61-RIV-2", march(&["early"], &["KK-41", "LL-41"]));
    table.refuse("C61-RIV-2", march(&["stuart"], &["LL-42", "LL-41"]));
}

#[test]
fn c61_riv_3_boats_are_destroyed_never_captured() {
    let mut table = moving(Confederate, &[("early", "LL-43"), ("boat-1", "LL-41")]);
    table.march(&["early"], &["LL-43", "LL-42"]).end();
    assert!(table.is_lost("boat-1"));
    table.refuse("C61-MOV-4", march(&["boat-1"], &["LL-41", "LL-40"]));
}

#[test]
fn c61_swim_1_headquarters_and_cavalry_swim() {
    for unit in ["pleasonton", "hooker"] {
        let mut table = moving(Union, &[(unit, "OO-42"), ("early", "W-44")]);
        table.refuse("C61-SWIM-1", march(&[unit], &["OO-42", "OO-43", "OO-44", "NN-44"]));
        table.march(&[unit], &["OO-42", "OO-43", "OO-44"]);
        table.refuse("C61-SWIM-1", march(&[unit], &["OO-44", "NN-44"]));
        table.pass().pass();
        table.march(&[unit], &["OO-44", "NN-44", "MM-43", "LL-42", "KK-41", "JJ-40", "JJ-39", "II-38", "II-37"]);
    }
}

#[test]
fn c61_swim_2_one_unit_in_a_river_hex() {
    let table = moving(Union, &[("pleasonton", "OO-44"), ("averell", "OO-43"), ("gregg", "PP-43"), ("buford", "PP-43")]);
    table.refuse("C61-SWIM-2", march(&["averell"], &["OO-43", "OO-44"]));
    table.refuse("C61-SWIM-2", march(&["gregg", "buford"], &["PP-43", "PP-44", "PP-45"]));
    let bad = misread(&position(Union, &[("pleasonton", "OO-44"), ("averell", "OO-44")], json!({})));
    assert!(bad.because.contains("one unit"), "{bad}");
}

#[test]
fn c61_ford_1_anybody_crosses_at_a_ford_in_two_turns() {
    for unit in ["hancock", "i-corps-artillery", "pleasonton", "hooker"] {
        let mut table = moving(Union, &[(unit, "U-25"), ("early", "W-44")]);
        table.refuse("C61-FORD-1", march(&[unit], &["U-25", "T-24", "S-24"]));
        table.march(&[unit], &["U-25", "T-24"]).pass().pass();
        // S-25 and Q-24 are not reached faster than on any other ground.
        table.march(&[unit], &["T-24", "S-24", "S-25"]);
        assert_eq!(table.hex(unit), "S-25");
    }
    // any bank of the ford serves, and there is no way along the river for those who cannot swim.
    let table = moving(Union, &[("hancock", "T-24")]);
    assert!(table.may(march(&["hancock"], &["T-24", "S-23"])));
    table.refuse("C61-RIV-1", march(&["hancock"], &["T-24", "T-25"]));
    // The full factor beyond: four hexes.
    let table = moving(Union, &[("hancock", "BB-32")]);
    assert!(table.may(march(&["hancock"], &["BB-32", "BB-33", "BB-34", "BB-35", "BB-36"])));
}

#[test]
fn c61_ford_2_boats_and_bridges_cross_at_fords() {
    for train in ["boat-1", "bridge-1"] {
        let mut table = moving(Union, &[(train, "U-24"), ("early", "W-44")]);
        let stopped = if train == "boat-1" { "C61-BOAT-3" } else { "C61-FORD-1" };
        table.refuse(stopped, march(&[train], &["U-24", "T-24", "S-24"]));
        table.march(&[train], &["U-24", "T-24"]).pass().pass();
        table.march(&[train], &["T-24", "S-24"]);
        assert_eq!(table.hex(train), "S-24");
    }
}

#[test]
fn c61_ford_3_one_counter_in_a_ford() {
    let table = moving(Union, &[("hancock", "T-24"), ("pleasonton", "U-25"), ("boat-1", "U-24"), ("gibbon", "U-25")]);
    for unit in ["pleasonton", "gibbon"] {
        table.refuse("C61-FORD-3", march(&[unit], &["U-25", "T-24"]));
    }
    table.refuse("C61-FORD-3", march(&["boat-1"], &["U-24", "T-24"]));
    // Not even a boat may be boarded there.
    let table = moving(Union, &[("boat-1", "T-24"), ("gibbon", "U-25")]);
    table.refuse("C61-FORD-3", march(&["gibbon"], &["U-25", "T-24"]));
    // once it has been left, another may follow in the same Turn.
    let mut table = moving(Union, &[("hancock", "T-24"), ("gibbon", "U-25")]);
    table.march(&["hancock"], &["T-24", "S-24"]).march(&["gibbon"], &["U-25", "T-24"]);
}

#[test]
fn c61_boat_1_boat_and_passenger_embark_in_one_turn() {
    let mut table = moving(Union, &[("boat-1", "LL-39"), ("hancock", "MM-41")]);
    table.refuse("C61-RIV-1", march(&["hancock"], &["MM-41", "LL-41"]));
    table.march(&["boat-1"], &["LL-39", "LL-40", "LL-41"]).march(&["hancock"], &["MM-41", "LL-41"]);
    assert_eq!(table.hex("hancock"), "LL-41");
    table.refuse("C61-BOAT-2", march(&["hancock"], &["LL-41", "LL-42"]));
    // Infantry does not climb into a boat out of the water.
    let table = moving(Union, &[("boat-1", "FF-32"), ("hancock", "EE-31")]);
    table.refuse("C61-BOAT-1", march(&["hancock"], &["EE-31", "FF-32"]));
}

#[test]
fn c61_boat_2_the_passenger_lands_with_normal_movement() {
    let table = moving(Union, &[("boat-1", "LL-41"), ("hancock", "LL-41")]);
    assert!(table.may(march(&["hancock"], &["LL-41", "KK-41", "JJ-40", "JJ-39", "II-38"])));
    table.refuse("C61-MOV-1", march(&["hancock"], &["LL-41", "KK-41", "JJ-40", "JJ-39", "II-38", "II-37"]));
}

#[test]
fn c61_boat_3_boats_keep_to_roads() {
    // The road runs along the bank at LL-40; MM-40 has none.
    let table = moving(Union, &[("boat-1", "LL-40")]);
    assert!(table.may(march(&["boat-1"], &["LL-40", "LL-41"])));
    table.refuse("C61-BOAT-3", march(&["boat-1"], &["LL-40", "MM-40"]));
    table.refuse("C61-BOAT-3", march(&["boat-1"], &["LL-40", "LL-41", "MM-42"]));
    let mut table = moving(Union, &[("boat-1", "LL-41"), ("early", "W-44")]);
    table.refuse("C61-BOAT-3", march(&["boat-1"], &["LL-41", "MM-42"]));
    table.march(&["boat-1"], &["LL-41", "LL-40"]);
    // They march by themselves.
    let table = moving(Union, &[("boat-1", "LL-40"), ("hancock", "LL-40")]);
    table.refuse("C61-BOAT-3", march(&["boat-1", "hancock"], &["LL-40", "LL-39"]));
}

#[test]
fn c61_boat_4_a_boat_lands_at_a_road() {
    // PP-46 on the far bank has no road; QQ-46 neither; OO-45 has one.
    let table = moving(Union, &[("boat-1", "PP-45"), ("hancock", "PP-45")]);
    assert!(table.may(march(&["hancock"], &["PP-45", "PP-46"])));
    table.refuse("C61-BOAT-8", march(&["boat-1"], &["PP-45", "OO-45"]));
    let table = moving(Union, &[("boat-1", "PP-45")]);
    table.refuse("C61-BOAT-4", march(&["boat-1"], &["PP-45", "PP-46"]));
    assert!(table.may(march(&["boat-1"], &["PP-45", "OO-45"])));
}

#[test]
fn c61_boat_5_a_boat_drifts_one_hex_downstream() {
    let drift = || json!({ "do": "drift", "boat": "boat-1" });
    let empty = moving(Union, &[("boat-1", "LL-41")]);
    empty.refuse("C61-BOAT-5", drift());
    let mut table = moving(Union, &[("boat-1", "LL-41"), ("hancock", "LL-41"), ("early", "W-44")]);
    table.act(drift());
    assert_eq!((table.hex("boat-1"), table.hex("hancock")), ("MM-42".into(), "MM-42".into()));
    // One hex, and neither of them moves on this Turn.
    table.refuse("C61-BOAT-5", drift());
    table.refuse("C61-BOAT-2", march(&["hancock"], &["MM-42", "MM-43"]));
    table.pass().pass();
    table.act(drift());
    assert_eq!(table.hex("boat-1"), "NN-43");
    // the Rapidan flows on into the Rappahannock, the Rappahannock off the board.
    let mut table = moving(Union, &[("boat-1", "R-22"), ("hancock", "R-22")]);
    table.act(drift());
    assert_eq!(table.hex("hancock"), "S-22");
    moving(Union, &[("boat-1", "XX-49"), ("hancock", "XX-49")]).refuse("C61-BOAT-5", drift());
    // Not into a ford, which takes one counter.
    moving(Union, &[("boat-1", "T-23"), ("hancock", "T-23")]).refuse("C61-FORD-3", drift());
    // Nor is there any way upstream.
    assert_eq!(moving(Union, &[("boat-1", "NN-43"), ("hancock", "NN-43")]).ends("boat-1"), Vec::<String>::new());
}

#[test]
fn c61_boat_6_one_passenger_and_no_artillery() {
    let table = moving(Union, &[("boat-1", "LL-41"), ("i-corps-artillery", "LL-40"), ("hancock", "LL-40")]);
    table.refuse("C61-BOAT-6", march(&["i-corps-artillery"], &["LL-40", "LL-41"]));
    let mut table = table;
    table.march(&["hancock"], &["LL-40", "LL-41"]);
    let table = moving(Union, &[("boat-1", "LL-41"), ("hancock", "LL-41"), ("pleasonton", "LL-40")]);
    table.refuse("C61-BOAT-6", march(&["pleasonton"], &["LL-40", "LL-41"]));
    // No position puts others into a boat.
    for unit in ["i-corps-artillery", "early", "stuart"] {
        let bad = misread(&position(Union, &[("boat-1", "LL-41"), (unit, "LL-41")], json!({})));
        assert!(bad.because.contains("a boat carries"), "{unit}: {bad}");
    }
}

#[test]
fn c61_boat_7_boats_in_a_confederate_zone_are_destroyed() {
    let mut table = moving(Confederate, &[("stuart", "LL-43"), ("boat-1", "LL-41"), ("boat-2", "QQ-44")]);
    table.march(&["stuart"], &["LL-43", "LL-42"]);
    assert!(!table.is_lost("boat-1"));
    table.end();
    assert!(table.is_lost("boat-1") && !table.is_lost("boat-2"));
    assert!(table.events.iter().any(|e| matches!(e, Event::BoatLost(..))));
    // Artillery reaches two hexes; the passenger stays, fights from the river and lands later.
    let mut table = moving(Confederate, &[("walton", "LL-43"), ("boat-1", "LL-41"), ("hancock", "LL-41")]);
    table.end();
    assert!(table.is_lost("boat-1"));
    assert_eq!(table.hex("hancock"), "LL-41");
    table.commit().march(&["hancock"], &["LL-41", "LL-40"]);
    // A Union boat that goes into a zone by itself is not destroyed in the Union Turn.
    let mut table = moving(Union, &[("boat-1", "LL-40"), ("early", "LL-42")]);
    table.march(&["boat-1"], &["LL-40", "LL-41"]).end();
    assert!(!table.is_lost("boat-1"));
}

#[test]
fn c61_boat_8_boat_and_passenger_part_on_the_bank() {
    let mut table = moving(Union, &[("boat-1", "LL-41"), ("hancock", "LL-41")]);
    table.refuse("C61-BOAT-8", march(&["boat-1"], &["LL-41", "LL-42"]));
    table.march(&["hancock"], &["LL-41", "LL-42", "LL-43"]).march(&["boat-1"], &["LL-41", "LL-42", "MM-43"]);
    table.refuse("C61-BOAT-3", march(&["boat-1"], &["MM-43", "MM-44"]));
    assert_eq!((table.hex("hancock"), table.hex("boat-1")), ("LL-43".into(), "MM-43".into()));
}

#[test]
fn c61_pb_1_a_bridge_needs_a_unit_on_the_far_shore() {
    let table = moving(Union, &[("bridge-1", "OO-43")]);
    table.refuse("C61-PB-1", lay(&["OO-43", "OO-44"], "NN-44"));
    table.refuse("C61-PB-1", march(&["bridge-1"], &["OO-43", "OO-44"]));
    let mut table = moving(Union, &[("bridge-1", "OO-43"), ("hooker", "NN-44")]);
    table.refuse("C61-PB-1", lay(&["OO-43", "OO-44"], "OO-45"));
    table.refuse("C61-PB-5", lay(&["OO-43", "OO-44"], "PP-44"));
    table.act(lay(&["OO-43", "OO-44"], "NN-44"));
    // It is offered as well.
    let table = moving(Union, &[("bridge-1", "NN-42"), ("morris", "NN-44")]);
    assert!(table.listed("bridge-1").iter().any(|a| a["do"] == "lay" && a["far"] == "NN-44"));
    // An enemy there is no help.
    let table = moving(Union, &[("bridge-1", "OO-43"), ("gordon", "NN-44")]);
    table.refuse("C61-PB-1", lay(&["OO-43", "OO-44"], "NN-44"));
}

#[test]
fn c61_pb_2_the_far_shore_may_be_reached_in_the_same_turn() {
    let mut table = moving(Union, &[("bridge-1", "OO-43"), ("hooker", "OO-44")]);
    table.march(&["hooker"], &["OO-44", "NN-44"]).act(lay(&["OO-43", "OO-44"], "NN-44"));
    assert_eq!(table.hex("bridge-1"), "OO-44");
}

#[test]
fn c61_pb_3_nobody_crosses_in_the_turn_of_building() {
    let mut table = moving(Union, &[("bridge-1", "OO-43"), ("hooker", "NN-44"), ("hancock", "OO-43"), ("early", "W-44")]);
    table.act(lay(&["OO-43", "OO-44"], "NN-44"));
    table.refuse("C61-PB-3", march(&["hancock"], &["OO-43", "OO-44"]));
    table.pass().pass();
    table.march(&["hancock"], &["OO-43", "OO-44", "NN-44"]);
}

#[test]
fn c61_pb_4_a_bridge_is_crossed_without_a_stop() {
    let table = bridged(Union, &[("hancock", "OO-42")], false);
    assert!(table.may(march(&["hancock"], &["OO-42", "OO-43", "OO-44", "NN-44", "MM-43"])));
    table.refuse("C61-MOV-1", march(&["hancock"], &["OO-42", "OO-43", "OO-44", "NN-44", "MM-43", "LL-42"]));
    // Artillery crosses too.
    let table = bridged(Union, &[("i-corps-artillery", "OO-42")], false);
    assert!(table.ends("i-corps-artillery").contains(&"MM-43".into()));
}

#[test]
fn c61_pb_5_a_bridge_leads_to_one_hex() {
    let table = bridged(Union, &[("hancock", "OO-43"), ("pleasonton", "NN-43")], false);
    table.refuse("C61-PB-5", march(&["hancock"], &["OO-43", "OO-44", "OO-45"]));
    // From the river nobody climbs onto it, and the near shore serves as a whole.
    table.refuse("C61-PB-5", march(&["pleasonton"], &["NN-43", "OO-44"]));
    let table = bridged(Union, &[("hancock", "PP-44"), ("gibbon", "OO-45")], false);
    assert!(table.may(march(&["hancock"], &["PP-44", "OO-44", "NN-44"])));
    table.refuse("C61-PB-5", march(&["gibbon"], &["OO-45", "OO-44"]));
}

#[test]
fn c61_pb_5_a_bridge_may_be_laid_anew() {
    // Taken up and laid where it was, towards another hex: its own counter is not in its way.
    let mut table = bridged(Union, &[("hancock", "OO-45")], false);
    let anew = lay(&["OO-44", "OO-43", "OO-44"], "OO-45");
    assert!(table.listed("bridge-1").contains(&anew));
    table.act(anew);
    table.refuse("C61-PB-3", march(&["hancock"], &["OO-45", "OO-44"]));
    // Taken up on the far bank it may be laid from there.
    let units = [("bridge-1", "KK-40"), ("hancock", "LL-40")];
    let table = moving_with(Union, &units, json!({ "bridges": [{ "id": "bridge-1", "near": "LL-40", "far": "KK-41" }] }));
    assert!(table.listed("bridge-1").contains(&lay(&["KK-40", "KK-41", "LL-41"], "LL-40")));
}

#[test]
fn c61_swim_2_nobody_is_in_his_own_way() {
    let table = moving(Union, &[("pleasonton", "OO-44")]);
    assert!(table.may(march(&["pleasonton"], &["OO-44", "OO-43", "OO-44"])));
    let table = bridged(Union, &[("hancock", "OO-44")], false);
    assert!(table.may(march(&["hancock"], &["OO-44", "OO-43", "OO-44", "NN-44"])));
    let table = moving(Union, &[("hancock", "T-24")]);
    assert!(table.may(march(&["hancock"], &["T-24", "U-25", "T-24"])));
}

#[test]
fn c61_pb_6_one_unit_on_the_bridge() {
    let mut table = bridged(Union, &[("hancock", "OO-43"), ("gibbon", "OO-43")], false);
    table.march(&["hancock"], &["OO-43", "OO-44"]);
    table.refuse("C61-PB-6", march(&["gibbon"], &["OO-43", "OO-44"]));
    table.refuse("C61-PB-6", march(&["bridge-1"], &["OO-44", "OO-43"]));
}

#[test]
fn c61_pb_7_bridges_keep_to_roads() {
    let table = moving(Union, &[("bridge-1", "OO-43"), ("hooker", "PP-46"), ("bridge-2", "PP-43")]);
    table.refuse("C61-PB-7", march(&["bridge-1"], &["OO-43", "OO-42"]));
    // PP-44 beside the river has no road: no bridge is laid from it.
    table.refuse("C61-PB-7", json!({ "do": "lay", "bridge": "bridge-2", "path": ["PP-43", "PP-44", "PP-45"], "far": "PP-46" }));
    let table = bridged(Union, &[], false);
    table.refuse("C61-PB-7", march(&["bridge-1"], &["OO-44", "PP-44"]));
    assert!(table.may(march(&["bridge-1"], &["OO-44", "NN-44", "MM-43"])));
}

#[test]
fn c61_pb_8_an_unguarded_bridge_is_captured() {
    let mut table = bridged(Confederate, &[("early", "NN-46"), ("hancock", "NN-21")], false);
    table.march(&["early"], &["NN-46", "NN-45"]).pass();
    let bridge = table.piece("bridge-1");
    assert_eq!(table.state.owner(table.game.book(), bridge), Union, "NN-45 is two hexes from the bridge");
    table.pass();
    table.march(&["early"], &["NN-45", "NN-44"]);
    // It is the enemy's until the end of the Turn.
    table.refuse("C61-PB-8", march(&["early"], &["NN-44", "OO-44"]));
    table.pass();
    assert_eq!(table.state.owner(table.game.book(), bridge), Confederate);
    table.refuse("C61-TURN-4", march(&["bridge-1"], &["OO-44", "OO-43"]));
    table.pass();
    table.march(&["early"], &["NN-44", "OO-44", "OO-43", "OO-42"]).march(&["bridge-1"], &["OO-44", "OO-43"]);
    // Guarded, it is not captured; artillery captures from two hexes; an enemy bridge carries nobody.
    let mut table = bridged(Confederate, &[("early", "NN-44"), ("morris", "OO-44")], false);
    table.refuse("C61-ATT-4", march(&["early"], &["NN-44", "OO-44"]));
    table.march(&["early"], &["NN-44", "NN-45"]).pass();
    assert_eq!(table.state.owner(table.game.book(), bridge), Union);
    let mut table = bridged(Confederate, &[("walton", "NN-45"), ("gordon", "NN-44")], false);
    table.refuse("C61-PB-8", march(&["gordon"], &["NN-44", "OO-44"]));
    table.march(&["gordon"], &["NN-44", "MM-43", "MM-44", "LL-43"]).pass();
    assert_eq!(table.state.owner(table.game.book(), bridge), Confederate);
    // The Union takes it back the same way.
    let mut table = bridged(Union, &[("hancock", "OO-42"), ("early", "W-44")], true);
    table.refuse("C61-TURN-4", march(&["bridge-1"], &["OO-44", "OO-43"]));
    table.march(&["hancock"], &["OO-42", "OO-43"]).pass();
    assert_eq!(table.state.owner(table.game.book(), bridge), Union);
}

#[test]
fn c61_pb_9_a_bridge_goes_down_with_the_unit_on_it() {
    let mut table = bridged(Confederate, &[("early", "NN-44"), ("morris", "OO-44")], false);
    table.end().attack("early", "morris").commit();
    // 8-1 is more than 6-1: no die.
    table.fight("morris");
    assert!(table.is_lost("morris") && table.is_lost("bridge-1"));
    // A retreat leaves it standing, and leads ashore.
    let mut table = bridged(Confederate, &[("gordon", "NN-44"), ("morris", "OO-44")], false);
    table.end().attack("gordon", "morris").commit().fight("morris").roll(3);
    assert_eq!(table.asked(), Confederate);
    table.refuse("C61-ATT-6", retreat("morris", &["OO-44", "OO-45", "OO-46"]));
    table.act(retreat("morris", &["OO-44", "OO-43", "OO-42"]));
    assert!(!table.is_lost("bridge-1"));
}

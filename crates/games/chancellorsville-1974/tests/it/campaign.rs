//! Night (VIII), the first turns (IX), victory (X), setting up (XI), the Time Record.

use crate::field::{Battlefield, march};
use engine::{Actor, Positions, Rules, Seat, Side, Words};
use serde_json::json;

#[test]
fn c74_viii_a_no_combat_at_night() {
    let mut f = Battlefield::new("turn 8; union movement; devens Y-15; iii-corps-artillery Y-15; early Y-17; walker Y-17");
    f.done().unwrap();
    assert_eq!(f.phase(), "8 confederate movement");
    assert_eq!(f.fire("Y-15", "walker"), Err("C74-VII.B.0"));
    assert_eq!(f.attack("Y-15", "early"), Err("C74-IV.E"));
    let (_, document) = crate::field::document("turn 8; union combat; devens Y-15");
    assert_eq!(f.game.read_position(&document).unwrap_err().field, "phase");
}

#[test]
fn c74_viii_b_1_no_move_beside_the_enemy_at_night() {
    let mut f = Battlefield::new("turn 8; union movement; averell W-12; early W-16; lee Z-19; gregg Z-20");
    assert_eq!(f.march("averell", "W-12 W-13 W-14 W-15"), Err("C74-VIII.B.1"));
    assert_eq!(f.march("averell", "W-12 W-13 W-14"), Ok(()));
    let mut f = Battlefield::new("turn 8; union movement; averell W-12; lee W-15");
    assert_eq!(f.march("averell", "W-12 W-13 W-14"), Ok(()), "lone headquarters do not count");
    let mut f = Battlefield::new("turn 8; union movement; averell X-13; early Y-16");
    assert_eq!(f.march("averell", "X-13 Y-14 Y-15"), Err("C74-VIII.B.1"), "woods are no cover at night");
}

#[test]
fn c74_viii_b_2_units_beside_the_enemy_must_move_away() {
    let mut f = Battlefield::new("turn 8; union movement; devens W-15; early W-16");
    assert_eq!(f.done(), Err("C74-VIII.B.2"));
    assert_eq!(f.march("devens", "W-15 X-16"), Err("C74-VI.B"));
    f.march("devens", "W-15 W-14").unwrap();
    assert_eq!(f.done(), Ok(()));
}

#[test]
fn c74_viii_b_3_unless_they_cannot() {
    let mut f = Battlefield::new("turn 8; union movement; devens W-15; early W-16; hill W-13; rodes U-14; mclaws Y-15");
    assert_eq!(f.legal(), [json!({"do": "done"})]);
    assert_eq!(f.done(), Ok(()));
}

#[test]
fn c74_viii_c_no_road_bonus_at_night() {
    let mut f = Battlefield::new("turn 8; union movement; devens X-33");
    assert_eq!(f.march("devens", "X-33 W-32 V-31 U-30 T-29 S-29"), Err("C74-VIII.C"));
    assert_eq!(f.march("devens", "X-33 W-32 V-31 U-30 T-29"), Ok(()));
}

#[test]
fn c74_ix_a_no_confederate_moves_in_the_first_two_turns() {
    let mut f = Battlefield::new("turn 2; confederate movement; anderson X-33");
    assert_eq!(f.march("anderson", "X-33 W-32"), Err("C74-IX.A"));
    assert!(f.legal().iter().all(|a| a["do"] != "march"));
    assert_eq!(f.done(), Ok(()));
}

#[test]
fn c74_ix_b_the_union_has_the_road_bonus_in_turns_1_and_2_only() {
    let path = "X-20 Y-21 Y-22 Z-23 AA-24 AA-25";
    for turn in [1, 2] {
        let mut f = Battlefield::new(&format!("turn {turn}; union movement; devens X-20"));
        assert_eq!(f.march("devens", path), Ok(()));
    }
    let mut f = Battlefield::new("turn 8; union movement; devens X-20");
    assert_eq!(f.march("devens", path), Err("C74-VIII.C"));
    let mut f = Battlefield::new("turn 1; union movement; averell W-13; early W-16");
    assert_eq!(f.march("averell", "W-13 W-14 W-15"), Err("C74-VIII.B.1"), "under the night rules otherwise");
}

#[test]
fn c74_ix_c_from_turn_3_the_confederates_move() {
    let mut f = Battlefield::new("turn 3; confederate movement; anderson X-33");
    assert_eq!(f.march("anderson", "X-33 W-32 V-31 U-30 T-29"), Ok(()));
}

fn verdict(units: &str) -> (Option<Side>, String) {
    let mut f = Battlefield::new(&format!("turn 21; confederate movement; {units}"));
    f.until_over();
    match f.actor() {
        Actor::Over(verdict) => (verdict.winner, f.game.verdict_words(&f.state, verdict)),
        other => panic!("{other:?}"),
    }
}

impl Battlefield {
    fn until_over(&mut self) {
        while !matches!(self.actor(), Actor::Over(_)) {
            self.done().expect("nothing is left to do");
        }
    }
}

#[test]
fn c74_x_a_1_four_to_one_wins_for_the_union() {
    // 16 against 4, then 15 against 4.
    assert_eq!(verdict("wadsworth D-3; robinson E-3; griffin F-4; nelson KK-50; cutts KK-49").0, Some(Side::Union));
    let (winner, words) = verdict("williams D-3; griffin E-3; von-steinwehr F-4; nelson KK-50; cutts KK-49");
    assert_eq!(winner, Some(Side::Confederate), "{words}");
}

#[test]
fn c74_x_a_2_only_units_with_a_way_to_the_south_edge_count() {
    // The bend of the Rapidan at Germanna: one way out by land, three by ford.
    let ring = "newton F-16; averell B-14; gregg C-12; buford G-14";
    let (_, words) = verdict(&format!("{ring}; early D-14; nelson KK-50"));
    assert!(words.contains("against 2 Confederate"), "{words}");
    for gap in ["averell B-14; gregg C-12; buford G-14", "newton F-16; gregg C-12; buford G-14"] {
        let (_, words) = verdict(&format!("{gap}; early D-14; nelson KK-50"));
        assert!(words.contains("against 10 Confederate"), "{gap}: {words}");
    }
}

#[test]
fn c74_x_a_2_a_unit_on_a_bridge_may_leave_it_by_its_ends() {
    let (_, words) = verdict("bridge bridge-1 AA-31 BB-31 AA-32 laid 2; early AA-31; wadsworth AA-20; newton AA-20");
    assert!(words.contains("against 8 Confederate"), "{words}");
}

#[test]
fn c74_x_b_otherwise_the_confederate_wins() {
    assert_eq!(verdict("williams D-3; griffin E-3; von-steinwehr F-4; nelson KK-50; cutts KK-49").0, Some(Side::Confederate));
    assert_eq!(verdict("morris D-3").0, Some(Side::Union), "nobody left to count");
}

#[test]
fn c74_x_c_1_confederates_north_of_the_rivers_count_double() {
    let (_, words) = verdict("early W-16; devens A-1");
    assert!(words.contains("against 16 Confederate"), "{words}");
    let (_, words) = verdict("early C-8; devens W-16");
    assert!(words.contains("against 16 Confederate"), "the fork lies north of the line: {words}");
}

#[test]
fn c74_x_c_2_and_need_no_way_south() {
    let (_, words) = verdict("early W-16; newton W-18; berry W-14; birney Y-17; whipple U-15; geary Y-15; williams U-17");
    assert!(words.contains("against 16 Confederate"), "{words}");
}

#[test]
fn c74_xi_a_0_the_confederate_sets_up_first() {
    let mut f = Battlefield::fresh(&[]);
    assert_eq!(f.asked(), Some(Side::Confederate));
    let order = json!({"do": "place", "piece": "devens", "hex": "D-3"});
    assert_eq!(f.act_as(Side::Union, order), Err("C74-XI.A.0"));
    assert_eq!(f.place("devens", "D-3"), Err("C74-XI.A.0"));
    f.act(json!({"do": "preset", "side": "confederate", "preset": "historical"})).unwrap();
    assert_eq!(f.asked(), Some(Side::Union));
}

#[test]
fn c74_xi_a_1_south_of_the_rivers_and_east_of_hexrow_s() {
    let mut f = Battlefield::fresh(&[]);
    assert_eq!(f.place("early", "S-30"), Err("C74-XI.A.1"));
    assert_eq!(f.place("early", "T-24"), Err("C74-XI.A.1"));
    assert_eq!(f.place("early", "HH-33"), Err("C74-XI.A.1"));
    assert_eq!(f.place("early", "T-30"), Ok(()));
}

#[test]
fn c74_xi_a_2_cavalry_anywhere_south_of_the_line() {
    let mut f = Battlefield::fresh(&[]);
    assert_eq!(f.place("stuart", "C-8"), Err("C74-XI.A.2"));
    assert_eq!(f.place("stuart", "C-20"), Ok(()));
    assert_eq!(f.place("beckham", "A-15"), Ok(()));
    let mut f = Battlefield::fresh(&[]);
    f.piece("split", "stuart").unwrap();
    assert_eq!(f.place("f-lee", "C-20"), Ok(()));
    assert_eq!(f.place("stuart-hq", "D-20"), Ok(()));
}

#[test]
fn c74_xi_a_3_fifteen_confederate_forts() {
    let mut f = Battlefield::fresh(&[]);
    for row in 20..35 {
        assert_eq!(f.fort(&format!("D-{row}")), Ok(()), "no limit by column");
    }
    assert_eq!(f.fort("E-20"), Err("C74-XI.A.3"));
    let mut f = Battlefield::fresh(&[]);
    assert_eq!(f.fort("HH-32"), Err("C74-XI.A.3"), "north of the river");
}

fn union_set_up(options: &[&str]) -> Battlefield {
    let mut f = Battlefield::fresh(options);
    f.act(json!({"do": "preset", "side": "confederate", "preset": "historical"})).unwrap();
    f
}

#[test]
fn c74_xi_b_0_the_union_north_of_the_rappahannock() {
    let mut f = union_set_up(&[]);
    assert_eq!(f.place("devens", "C-8"), Err("C74-XI.B.0"));
    assert_eq!(f.place("devens", "BB-34"), Err("C74-XI.B.0"));
    assert_eq!(f.place("devens", "D-3"), Ok(()));
}

#[test]
fn c74_xi_b_1_one_bridge_may_lie_at_kellys_ford() {
    let mut f = union_set_up(&[]);
    assert_eq!(f.place("bridge-1", "E-7"), Err("C74-XI.B.0"));
    assert_eq!(f.place("bridge-1", "C-3"), Ok(()));
    assert_eq!(f.position()["bridges"][0]["near"], "D-3");
    assert_eq!(f.place("bridge-2", "C-3"), Err("C74-XI.B.1"));
    assert_eq!(f.place("devens", "C-3"), Err("C74-XI.B.0"));
}

#[test]
fn c74_xi_b_2_bridges_and_boats_start_on_roads() {
    let mut f = union_set_up(&[]);
    assert_eq!(f.place("boats-1", "W-16"), Err("C74-XI.B.2"));
    assert_eq!(f.place("boats-1", "HH-33"), Ok(()));
}

#[test]
fn c74_xi_b_3_five_union_forts() {
    let mut f = union_set_up(&[]);
    assert_eq!(f.fort("BB-35"), Err("C74-XI.B.3"));
    for row in 12..17 {
        f.fort(&format!("W-{row}")).unwrap();
    }
    assert_eq!(f.fort("W-17"), Err("C74-XI.B.3"));
}

#[test]
fn c74_xi_c_then_play_begins() {
    let mut f = union_set_up(&[]);
    assert_eq!(f.done(), Err("C74-XI.C"));
    f.act(json!({"do": "place-rest"})).unwrap();
    assert_eq!(f.done(), Ok(()));
    assert_eq!(f.phase(), "1 union movement");
    assert_eq!(f.place("devens", "D-3"), Err("C74-XI.C"));
}

#[test]
fn every_ready_set_up_is_legal_with_all_its_pieces_where_it_says() {
    let base = crate::field::game(&[]);
    let presets = |side: &str| {
        let mut f = if side == "union" { union_set_up(&[]) } else { Battlefield::fresh(&[]) };
        let all: Vec<_> = f.legal().into_iter().filter(|a| a["do"] == "preset").collect();
        assert_eq!(all.len(), 3, "three for each side");
        for preset in &all {
            let mut g = if side == "union" { union_set_up(&[]) } else { Battlefield::fresh(&[]) };
            g.act(preset.clone()).unwrap();
            base.audit(&g.state).unwrap_or_else(|e| panic!("{preset}: {e}"));
        }
        f.act(all[0].clone()).unwrap();
    };
    presets("confederate");
    presets("union");
    let text = include_str!("../../data/setups.toml");
    for side in ["confederate", "union"] {
        for preset in [
            "historical",
            if side == "union" { "upper-fords" } else { "river-line" },
            if side == "union" { "lower-crossing" } else { "wilderness" },
        ] {
            let mut f = if side == "union" { union_set_up(&[]) } else { Battlefield::fresh(&[]) };
            f.act(json!({"do": "preset", "side": side, "preset": preset})).unwrap();
            let block = text
                .split("[[setup]]")
                .find(|b| b.contains(&format!("id = \"{preset}\"")) && b.contains(&format!("side = \"{side}\"")))
                .unwrap();
            let forts = block.lines().find(|l| l.starts_with("forts")).unwrap().matches('-').count();
            let standing = f.position()["forts"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|h| block.contains(&format!("\"{}\"", h.as_str().unwrap())))
                .count();
            assert!(standing >= forts, "{side} {preset}: all forts stand");
            for line in block.lines().filter(|l| l.contains("= [\"") && !l.starts_with("forts")) {
                let (hex, ids) = line.split_once('=').unwrap();
                for id in ids.split('"').filter(|w| w.len() > 2 && !w.contains(',') && !w.contains('[')) {
                    if f.hex(id) != "-" {
                        assert_eq!(format!("\"{}\"", f.hex(id)), hex.trim(), "{side} {preset}: {id}");
                    } else {
                        assert!(["f-lee", "stuart-hq", "w-h-f-lee"].contains(&id), "{side} {preset}: {id} is placed");
                    }
                }
            }
        }
    }
}

#[test]
fn c74_time_1_turn_1_is_the_unions_alone() {
    let mut f = Battlefield::new("turn 1; union movement; devens D-3; early W-40");
    f.done().unwrap();
    assert_eq!(f.phase(), "2 union movement");
    f.done().unwrap();
    assert_eq!(f.phase(), "2 confederate movement");
    let (_, document) = crate::field::document("turn 1; confederate movement; devens D-3");
    assert_eq!(f.game.read_position(&document).unwrap_err().field, "active");
}

#[test]
fn c74_time_2_the_raid_die_follows_the_night_am_turns() {
    for turn in 1..=21 {
        let side = if turn == 1 { "union" } else { "confederate" };
        let mut f = Battlefield::new(&format!(
            "option stonemans-raid; turn {turn}; {side} movement; devens D-3; early W-40; raid gregg buford stoneman averell morris w-h-f-lee"
        ));
        if turn == 21 {
            f.until_returned();
        }
        f.done().unwrap();
        assert_eq!(f.rolls(), [2, 9, 16].contains(&turn), "turn {turn}");
    }
}

impl Battlefield {
    /// Lets every returning raider of the side on.
    fn until_returned(&mut self) {
        while self.legal().iter().any(|a| a["do"] == "enter") {
            let enter = self.legal().into_iter().find(|a| a["do"] == "enter").unwrap();
            self.act(enter).unwrap();
            self.done().unwrap();
        }
    }
}

#[test]
fn c74_time_3_the_game_ends_after_turn_21() {
    let mut f = Battlefield::new("turn 21; confederate movement; devens D-3; early W-40");
    f.done().unwrap();
    assert!(matches!(f.actor(), Actor::Over(_)));
    assert_eq!(f.view(Seat::Spectator).phase, "end");
    let mut f = Battlefield::new("turn 20; confederate movement; devens D-3; early W-40");
    f.done().unwrap();
    assert_eq!(f.phase(), "21 union movement");
    assert_eq!(f.why(Side::Union, &march("devens", "D-3 E-3")), Ok(()));
}

#[test]
fn set_up_positions_are_read_as_strictly_as_all_others() {
    let refused = |change: &dyn Fn(&mut serde_json::Value)| -> String {
        let f = Battlefield::fresh(&[]);
        let mut document = f.position();
        change(&mut document);
        f.game.read_position(&document).map(drop).unwrap_err().field
    };
    let unit = |id: &str, hex: &str| json!([{"id": id, "hex": hex}]);
    let placed = |id: &'static str, hex: &'static str| {
        move |d: &mut serde_json::Value| {
            d["units"] = unit(id, hex);
            let waiting = d["off"]["unplaced"].as_array_mut().unwrap();
            waiting.retain(|p| p != id);
        }
    };
    let f = Battlefield::fresh(&[]);
    let mut document = f.position();
    placed("early", "W-40")(&mut document);
    assert!(f.game.read_position(&document).is_ok());
    assert_eq!(refused(&placed("early", "W-16")), "units[0].hex", "north of the river (XI.A.1)");
    assert_eq!(refused(&placed("devens", "W-16")), "units[0].hex", "the Union sets up second");
    assert_eq!(refused(&|d| d["units"] = unit("early", "W-40")), "units[0].id", "on the map and still to be placed");
    assert_eq!(refused(&|d| d["units"] = unit("nicholls", "W-40")), "units[0].id", "in the box and on the map");
    let beside = |d: &mut serde_json::Value| {
        d["off"]["box"].as_array_mut().unwrap().retain(|p| p != "nicholls");
        d["off"]["unplaced"].as_array_mut().unwrap().push(json!("nicholls"));
    };
    assert_eq!(refused(&beside), "units", "a brigade beside its division");
    assert_eq!(refused(&|d| d["off"]["eliminated"] = json!(["early"])), "off.eliminated", "waiting and gone");
    assert_eq!(refused(&|d| d["off"]["raid"] = d["off"].as_object_mut().unwrap().remove("unplaced").unwrap()), "off.raid");
    assert_eq!(refused(&|d| d["forts"] = json!(["W-40"])), "forts[0]", "fifteen are still to be placed");
    assert_eq!(refused(&|d| d["agenda"][0]["side"] = json!("union")), "off.unplaced", "the Confederate has yet to set up");
    assert_eq!(refused(&|d| d["turn"] = json!(2)), "turn");
    assert_eq!(refused(&|d| d["began"] = json!(true)), "began");
    assert_eq!(refused(&|d| d["owed"] = json!(["W-40"])), "owed");
    assert_eq!(refused(&|d| d["agenda"].as_array_mut().unwrap().push(json!({"step": "marching"}))), "agenda");
    for (field, value) in [("disrupted", json!(1)), ("marks", json!(["moved"]))] {
        let change = |d: &mut serde_json::Value| {
            placed("early", "W-40")(d);
            d["units"][0][field] = value.clone();
        };
        assert_eq!(refused(&change), format!("units[0].{field}"));
    }
    // And elsewhere: what waits for a set-up that is over, or for a raid that is not played.
    let (_, mut late) = crate::field::document("union movement; devens W-16; early W-40");
    late["off"]["unplaced"] = json!(["hill"]);
    assert_eq!(f.game.read_position(&late).map(drop).unwrap_err().field, "off.unplaced");
    late["off"] = json!({"raid": ["gregg"]});
    assert_eq!(f.game.read_position(&late).map(drop).unwrap_err().field, "off.raid");
    late["off"] = json!({});
    late["fort-supply"] = json!({"union": 1, "confederate": 0});
    assert_eq!(f.game.read_position(&late).map(drop).unwrap_err().field, "fort-supply");
    late["fort-supply"] = json!({"union": 0, "confederate": 0});
    late["units"][1]["hex"] = json!("W-16");
    assert_eq!(f.game.read_position(&late).map(drop).unwrap_err().field, "units", "enemies in one hex");
}

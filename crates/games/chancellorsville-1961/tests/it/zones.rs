//! Combat in general, zones, attack. Open ground around NN-23, north of Stafford Court House.

use crate::table::*;
use chancellorsville_1961::Step;
use serde_json::json;

fn hex(table: &Table, name: &str) -> board::HexId {
    table.game.book().ground.board.grid.parse(name).unwrap()
}

#[test]
fn c61_cbt_1_a_unit_fights_once() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("gordon", "NN-22"), ("hoke", "NN-24")]);
    table.attack("hancock", "gordon");
    table.refuse("C61-CBT-1", attack("hancock", "hoke"));
    table.include("hoke");
    assert_eq!(table.odds("hoke"), (5, 4));
}

#[test]
fn c61_cbt_2_odds_are_attack_against_defence() {
    let mut table = fighting(Union, &[("birney", "NN-23"), ("berry", "NN-23"), ("gordon", "NN-24"), ("hoke", "NN-24"), ("hays", "NN-24")]);
    table.battle(&["birney", "berry"], &["gordon", "hoke", "hays"]);
    assert_eq!(table.odds("hoke"), (12, 6));
    assert_eq!(table.clash("hoke").column(), 1);
}

#[test]
fn c61_cbt_3_a_lone_headquarters_is_removed_without_a_die() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("lee", "NN-24")]);
    table.refuse("C61-ZONE-2", commit());
    table.attack("hancock", "lee").commit().fight("lee");
    assert!(table.is_lost("lee"));
    assert_eq!(table.state.mover(), Confederate, "the Turn is over without a die");
    // with others in the battle these are fought normally afterwards.
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("lee", "NN-24"), ("gordon", "NN-22")]);
    table.battle(&["hancock"], &["lee", "gordon"]).commit().fight("lee");
    assert!(table.is_lost("lee") && table.asks_die());
    // in a stack it adds nothing and shares the result.
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("lee", "NN-24"), ("gordon", "NN-24")]);
    table.refuse("C61-ZONE-5", attack("hancock", "lee"));
    table.attack("hancock", "gordon").commit().fight("gordon").roll(1);
    assert!(table.is_lost("lee") && table.is_lost("gordon"));
}

#[test]
fn c61_cbt_4_a_headquarters_halts_the_enemy() {
    let mut table = moving(Union, &[("hancock", "NN-21"), ("lee", "NN-24")]);
    table.refuse("C61-ATT-3", march(&["hancock"], &["NN-21", "NN-22", "NN-23", "OO-23"]));
    table.march(&["hancock"], &["NN-21", "NN-22", "NN-23"]);
    table.refuse("C61-ATT-3", march(&["hancock"], &["NN-23", "NN-22"]));
}

#[test]
fn c61_cbt_5_one_die_for_each_battle() {
    let units = [("hancock", "NN-21"), ("gordon", "NN-22"), ("gibbon", "NN-25"), ("hoke", "NN-26"), ("french", "W-16"), ("hays", "W-17")];
    let mut table = fighting(Union, &units);
    table.attack("hancock", "gordon").attack("gibbon", "hoke").attack("french", "hays").commit();
    for enemy in ["hoke", "hays", "gordon"] {
        table.fight(enemy);
        assert!(table.asks_die());
        table.roll(1);
        assert!(table.is_lost(enemy));
    }
    assert_eq!(table.state.mover(), Confederate);
}

#[test]
fn c61_zone_1_everybody_controls_the_six_hexes_around() {
    let table = moving(Union, &[("lee", "NN-23")]);
    for name in ["NN-22", "OO-23", "OO-24", "NN-24", "MM-23", "MM-22"] {
        assert_eq!(table.state.control(Confederate, hex(&table, name)), 1, "{name}");
    }
    assert_eq!(table.state.control(Confederate, hex(&table, "NN-25")), 0);
}

#[test]
fn c61_zone_2_adjacent_enemies_must_fight() {
    let table = fighting(Union, &[("hancock", "NN-23"), ("rodes", "NN-24")]);
    assert_eq!(table.state.step(), Step::Divide);
    table.refuse("C61-ZONE-2", commit());
}

#[test]
fn c61_zone_3_not_between_river_hexes() {
    // PP-45 and QQ-45 are neighbouring river hexes.
    let mut table = moving(Union, &[("pleasonton", "PP-45"), ("stuart", "QQ-45"), ("early", "W-44")]);
    table.end();
    assert_eq!(table.state.mover(), Confederate, "no battle was offered");
    // The refusal says so.
    let mut table = fighting(Union, &[("pleasonton", "PP-45"), ("stuart", "QQ-45"), ("early", "PP-46")]);
    table.refuse("C61-ZONE-3", attack("pleasonton", "stuart"));
    table.attack("pleasonton", "early");
    table.refuse("C61-ZONE-3", include("stuart"));
    // Between river and shore it is compulsory.
    let table = fighting(Union, &[("pleasonton", "PP-45"), ("early", "PP-46")]);
    table.refuse("C61-ZONE-2", commit());
}

#[test]
fn c61_zone_4_artillery_controls_eighteen_hexes() {
    let count = |unit: &str| {
        let table = moving(Union, &[(unit, "NN-23")]);
        let ground = &table.game.book().ground;
        ground.hexes().filter(|h| table.state.control(Confederate, *h) > 0).count()
    };
    assert_eq!((count("alexander"), count("early")), (18, 6));
}

#[test]
fn c61_zone_5_no_combat_at_two_hexes_without_artillery() {
    let mut table = moving(Union, &[("hancock", "NN-23"), ("early", "NN-25")]);
    table.end();
    assert_eq!(table.state.mover(), Confederate);
}

#[test]
fn c61_zone_6_artillery_brings_on_combat_at_two_hexes() {
    let mut table = moving(Union, &[("iii-corps-artillery", "NN-21"), ("early", "NN-25")]);
    table.march(&["iii-corps-artillery"], &["NN-21", "NN-22", "NN-23"]).end();
    assert!(table.may(attack("iii-corps-artillery", "early")));
}

#[test]
fn c61_zone_7_nothing_blocks_combat_at_two_hexes() {
    // K-27 to K-29 are deep in the Wilderness.
    let table = fighting(Union, &[("iii-corps-artillery", "K-27"), ("early", "K-29")]);
    assert!(table.may(attack("iii-corps-artillery", "early")));
}

#[test]
fn c61_att_1_attackers_count_their_printed_factor() {
    // MM-40 is a hill, and fortified here.
    let mut table = fighting_with(Union, &[("birney", "MM-40"), ("gordon", "MM-41")], forts(&["MM-40"]));
    table.attack("birney", "gordon");
    assert_eq!(table.odds("gordon"), (6, 2));
}

#[test]
fn c61_att_2_units_gather_before_the_odds() {
    let mut table = moving(Union, &[("pleasonton", "NN-20"), ("averell", "LL-23"), ("buford", "OO-26"), ("gordon", "NN-23")]);
    table
        .march(&["pleasonton"], &["NN-20", "NN-21", "NN-22"])
        .march(&["averell"], &["LL-23", "MM-23"])
        .march(&["buford"], &["OO-26", "OO-25", "OO-24"]);
    table.end().battle(&["pleasonton", "averell", "buford"], &["gordon"]);
    assert_eq!(table.odds("gordon"), (8, 2));
    assert_eq!(table.clash("gordon").column(), 3);
}

#[test]
fn c61_att_3_a_unit_stops_in_the_first_controlled_hex() {
    let mut table = moving(Union, &[("pleasonton", "NN-20"), ("gordon", "NN-23")]);
    // X is NN-22, Y is MM-22: only the way round leads to Y.
    table.refuse("C61-ATT-3", march(&["pleasonton"], &["NN-20", "NN-21", "NN-22", "MM-22"]));
    table.march(&["pleasonton"], &["NN-20", "NN-21", "MM-21", "MM-22"]);
    // a headquarters alone keeps out; in company it may come.
    let table = moving(Union, &[("hooker", "NN-21"), ("hancock", "NN-21"), ("gordon", "NN-23")]);
    table.refuse("C61-ATT-3", march(&["hooker"], &["NN-21", "NN-22"]));
    assert!(!table.ends("hooker").contains(&"NN-22".into()));
    assert!(table.may(march(&["hooker", "hancock"], &["NN-21", "NN-22"])));
    // Nor is it left alone where it has just come.
    let mut table = moving(Union, &[("hooker", "NN-21"), ("hancock", "NN-22"), ("gordon", "NN-23")]);
    table.march(&["hooker"], &["NN-21", "NN-22"]);
    table.refuse("C61-ATT-3", march(&["hancock"], &["NN-22", "NN-21"]));
    assert!(table.listed("hancock").is_empty());
    // from one controlled hex straight into another it may go, and stops.
    let mut table = moving(Union, &[("hancock", "NN-22"), ("gordon", "NN-23")]);
    table.march(&["hancock"], &["NN-22", "MM-22"]);
    table.refuse("C61-ATT-3", march(&["hancock"], &["MM-22", "MM-23"]));
}

#[test]
fn c61_att_4_nobody_passes_through() {
    let table = moving(Union, &[("pleasonton", "NN-21"), ("gordon", "NN-23")]);
    table.refuse("C61-ATT-3", march(&["pleasonton"], &["NN-21", "NN-22", "NN-23"]));
    let table = moving(Union, &[("pleasonton", "NN-22"), ("gordon", "NN-23")]);
    table.refuse("C61-ATT-4", march(&["pleasonton"], &["NN-22", "NN-23"]));
    let ends = table.ends("pleasonton");
    assert!(!ends.contains(&"NN-23".into()) && ends.contains(&"NN-24".into()), "round about: {ends:?}");
}

#[test]
fn c61_att_5_the_winner_lays_the_retreat() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("early", "NN-24")]);
    table.attack("hancock", "early").commit().fight("early").roll(4);
    assert_eq!(table.asked(), Confederate, "1-1 and a 4: the attacker goes back, the defender leads him");
    table.refuse_as(Union, "C61-ATT-5", retreat("hancock", &["NN-23", "NN-22", "NN-21"]));
    table.act(retreat("hancock", &["NN-23", "NN-22", "NN-21"]));
    assert_eq!(table.hex("hancock"), "NN-21");
}

#[test]
fn c61_att_6_no_retreat_into_rivers_zones_or_off_the_board() {
    // OO-43 on the bank: the river south and west, a Confederate north of it.
    let units = [("devens", "OO-43"), ("colston", "OO-42"), ("early", "PP-44")];
    let mut table = fighting(Confederate, &units);
    table.battle(&["colston", "early"], &["devens"]).commit().fight("devens").roll(4);
    assert!(table.is_lost("devens"), "15-4 is 3-1, D back 2, and there is no way: {}", table.hex("devens"));
    // At the top edge of the board.
    let mut table = fighting(Confederate, &[("devens", "NN-20"), ("colston", "NN-21"), ("anderson", "OO-21")]);
    table.battle(&["colston", "anderson"], &["devens"]).commit().fight("devens").roll(4);
    assert!(table.is_lost("devens"), "MM-20 is in a zone, beyond is the edge");
    // With a way open the same result spares it.
    let mut table = fighting(Confederate, &[("devens", "NN-20"), ("colston", "OO-21"), ("anderson", "OO-21")]);
    table.battle(&["colston", "anderson"], &["devens"]).commit().fight("devens").roll(4);
    table.refuse("C61-ATT-6", retreat("devens", &["NN-20", "NN-21", "MM-21"]));
    table.act(retreat("devens", &["NN-20", "MM-20", "LL-20"]));
}

#[test]
fn c61_att_7_the_winner_takes_a_safe_way_if_there_is_one() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("gibbon", "NN-23"), ("gordon", "NN-24")]);
    table.battle(&["hancock", "gibbon"], &["gordon"]).commit().fight("gordon").roll(4);
    table.refuse("C61-ATT-7", retreat("gordon", &["NN-24"]));
    table.refuse("C61-ATT-6", retreat("gordon", &["NN-24", "MM-23", "LL-23"]));
    table.refuse("C61-ATT-6", retreat("gordon", &["NN-24", "NN-25", "NN-24"]));
    table.refuse("C61-ATT-6", retreat("gordon", &["NN-24", "NN-25"]));
    assert!(table.may(retreat("gordon", &["NN-24", "NN-25", "NN-26"])));
}

#[test]
fn c61_att_8_nobody_attacks_twice() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("gibbon", "MM-24"), ("gordon", "NN-22"), ("hoke", "NN-24")]);
    table.attack("hancock", "gordon").attack("gibbon", "hoke").commit();
    table.fight("gordon").roll(1).refuse("C61-ATT-8", json!({ "do": "fight", "enemy": "gordon" }));
    // Hancock stands next to Hoke, and that is that.
    table.fight("hoke").roll(4);
    table.act(retreat("gibbon", &["MM-24", "LL-24", "KK-23"]));
    assert_eq!((table.state.mover(), table.hex("hancock"), table.hex("hoke")), (Confederate, "NN-23".into(), "NN-24".into()));
}

#[test]
fn c61_att_9_a_unit_in_contact_attacks_or_leaves() {
    let units = [("hancock", "NN-23"), ("gibbon", "MM-23"), ("hoke", "NN-24")];
    let mut table = fighting(Union, &units);
    table.attack("hancock", "hoke");
    table.refuse("C61-MUA-3", commit());
    let table = moving(Union, &units);
    assert!(table.may(march(&["gibbon"], &["MM-23", "LL-22"])));
    // A unit alone in contact cannot sit still.
    let table = fighting(Union, &[("hancock", "NN-23"), ("hoke", "NN-24"), ("gibbon", "NN-23"), ("hays", "NN-22")]);
    let mut table = table;
    table.attack("hancock", "hoke").include("hays");
    table.refuse("C61-MUA-3", commit());
    table.join("gibbon").commit();
}

#[test]
fn c61_att_10_battles_are_fought_in_any_order() {
    let units = [("hancock", "NN-21"), ("gordon", "NN-22"), ("gibbon", "NN-25"), ("hoke", "NN-26"), ("french", "W-16"), ("hays", "W-17")];
    for order in [["hays", "gordon", "hoke"], ["gordon", "hoke", "hays"]] {
        let mut table = fighting(Union, &units);
        table.attack("hancock", "gordon").attack("gibbon", "hoke").attack("french", "hays").commit();
        for enemy in order {
            table.refuse("C61-ATT-8", json!({ "do": "fight", "enemy": "early" }));
            table.fight(enemy).roll(1);
        }
        assert_eq!(table.state.mover(), Confederate);
    }
    let table = moving(Union, &units);
    table.refuse("C61-ATT-10", json!({ "do": "fight", "enemy": "gordon" }));
}

#[test]
fn c61_att_11_the_mover_attacks() {
    let mut table = moving(Union, &[("iii-corps-artillery", "NN-21"), ("alexander", "NN-25")]);
    table.march(&["iii-corps-artillery"], &["NN-21", "NN-22", "NN-23"]).end();
    table.refuse_as(Confederate, "C61-ATT-11", attack("alexander", "iii-corps-artillery"));
    table.attack("iii-corps-artillery", "alexander");
    assert_eq!(table.odds("alexander"), (7, 3));
}

#[test]
fn c61_att_12_artillery_duels_like_adjacent_combat() {
    let mut table = fighting(Union, &[("xii-corps-artillery", "NN-23"), ("alexander", "NN-25")]);
    table.attack("xii-corps-artillery", "alexander").commit().fight("alexander").roll(5);
    assert!(table.is_lost("xii-corps-artillery"), "3-3 and a 5: A elim");
}

//! The Combat Results Table, retreats, exchanges, hills and forts after combat.

use crate::table::*;
use chancellorsville_1961::combat::{column, column_name};
use chancellorsville_1961::{Action, Event, Outcome, Step};
use engine::Positions;
use serde_json::{Value, json};

fn lose(unit: &str) -> Value {
    json!({ "do": "lose", "unit": unit })
}

fn paid() -> Value {
    json!({ "do": "paid" })
}

#[test]
fn c61_crt_1_odds_drop_the_fraction() {
    for (attack, defence, name) in [
        (24, 11, "2-1"),
        (16, 9, "1-1"),
        (38, 12, "3-1"),
        (4, 15, "1-3"),
        (2, 3, "1-1"),
        (16, 6, "2-1"),
        (4, 2, "2-1"),
        (9, 3, "3-1"),
        (7, 7, "1-1"),
    ] {
        assert_eq!(column_name(column(attack, defence)), name, "{attack}-{defence}");
    }
}

#[test]
fn c61_crt_2_beyond_the_table_no_die() {
    assert_eq!((column(14, 2), column(13, 2), column(2, 14), column(2, 13)), (6, 5, -6, -5));
    let mut table = fighting(Union, &[("geary", "NN-23"), ("williams", "NN-23"), ("hancock", "OO-24"), ("gordon", "NN-24")]);
    table.battle(&["geary", "williams", "hancock"], &["gordon"]).commit().fight("gordon");
    assert!(table.is_lost("gordon") && table.events.contains(&Event::Automatic(Outcome::DefendersEliminated)));
    let mut table = fighting(Union, &[("morris", "NN-23"), ("rodes", "NN-24")]);
    table.attack("morris", "rodes").commit().fight("rodes");
    assert!(table.is_lost("morris") && table.events.contains(&Event::Automatic(Outcome::AttackersEliminated)));
    let mut table = fighting(Union, &[("geary", "NN-23"), ("williams", "NN-23"), ("gordon", "NN-24")]);
    table.battle(&["geary", "williams"], &["gordon"]).commit().fight("gordon");
    assert!(table.asks_die(), "13-2 is 6-1");
}

#[test]
fn c61_crt_3_elimination_takes_all_of_one_side_of_one_battle() {
    let units = [("hancock", "NN-23"), ("gibbon", "NN-23"), ("gordon", "NN-24"), ("hoke", "NN-24"), ("french", "NN-26"), ("hays", "NN-27")];
    let mut table = fighting(Union, &units);
    table.battle(&["hancock", "gibbon"], &["gordon", "hoke"]).attack("french", "hays").commit().fight("gordon").roll(1);
    assert!(table.is_lost("gordon") && table.is_lost("hoke") && !table.is_lost("hays") && !table.is_lost("hancock"));
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("gibbon", "NN-23"), ("early", "NN-24")]);
    table.battle(&["hancock", "gibbon"], &["early"]).commit().fight("early").roll(6);
    assert!(table.is_lost("hancock") && table.is_lost("gibbon") && !table.is_lost("early"));
}

#[test]
fn every_cell_of_the_table() {
    let table = Table::fresh();
    use engine::Handbook;
    let chart = table.game.charts().into_iter().find(|c| c.id == "combat").unwrap();
    let rows: Vec<String> = chart.cells.iter().map(|row| row.join(" | ")).collect();
    let printed = [
        "A elim | A elim | A elim | A elim | A elim | A elim", // below 1-6
        "A elim | A elim | A back 2 | A elim | A elim | A elim",
        "A elim | A elim | A back 2 | A back 2 | A elim | A elim",
        "A back 2 | A elim | A back 2 | A back 2 | A elim | A elim",
        "A back 2 | A back 2 | A back 2 | A back 2 | A elim | A elim",
        "D back 2 | exchange | A back 2 | A back 2 | A elim | A elim",
        "D elim | exchange | D back 2 | A back 2 | A elim | A elim", // 1-1
        "D elim | exchange | D back 2 | A back 2 | exchange | A elim",
        "D elim | exchange | D back 2 | D back 2 | exchange | D elim",
        "D elim | exchange | D elim | D back 2 | D back 2 | D elim",
        "D elim | D back 2 | D elim | D back 2 | D elim | D elim",
        "D elim | D back 2 | D elim | D elim | D elim | D elim",
        "D elim | D elim | D elim | D elim | D elim | D elim", // above 6-1
    ];
    assert_eq!(rows, printed);
    // What the die does is what the chart says: every face of every odds, as far as single units can make them.
    let faces = |attacker: &str, defender: &str| -> Vec<Outcome> {
        let fought = |die: u8| {
            let mut table = fighting(Union, &[(attacker, "NN-23"), (defender, "NN-24")]);
            table.attack(attacker, defender).commit().fight(defender).roll(die);
            table.events.iter().find_map(|e| if let Event::Rolled(_, outcome) = e { Some(*outcome) } else { None }).unwrap()
        };
        (1..=6).map(fought).collect()
    };
    use Outcome::{AttackersBack as AB, AttackersEliminated as AE, DefendersBack as DB, DefendersEliminated as DE, Exchange as EX};
    assert_eq!(faces("buford", "a-p-hill"), [AE, AE, AB, AE, AE, AE], "1-6");
    assert_eq!(faces("buford", "rodes"), [AE, AE, AB, AB, AE, AE], "1-5");
    assert_eq!(faces("buford", "early"), [AB, AE, AB, AB, AE, AE], "1-4");
    assert_eq!(faces("pleasonton", "rodes"), [AB, AB, AB, AB, AE, AE], "1-3");
    assert_eq!(faces("devens", "early"), [DB, EX, AB, AB, AE, AE], "1-2");
    assert_eq!(faces("french", "early"), [DE, EX, DB, AB, AE, AE], "1-1");
    assert_eq!(faces("devens", "gordon"), [DE, EX, DB, AB, EX, AE], "2-1");
    assert_eq!(faces("geary", "gordon"), [DE, EX, DB, DB, EX, DE], "3-1");
    assert_eq!(faces("schurz", "wilcox"), [DE, EX, DE, DB, DB, DE], "4-1");
    assert_eq!(faces("hancock", "wilcox"), [DE, DB, DE, DB, DE, DE], "5-1");
    assert_eq!(faces("french", "wilcox"), [DE, DB, DE, DE, DE, DE], "6-1");
}

#[test]
fn c61_crt_back2_two_hexes_away_by_the_winners_way() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("gibbon", "NN-23"), ("gordon", "NN-24"), ("hoke", "NN-24")]);
    table.battle(&["hancock", "gibbon"], &["gordon", "hoke"]).commit().fight("gordon").roll(3);
    assert_eq!((table.asked(), table.state.step()), (Union, Step::Retreat));
    // The safe hexes two away, each offered once; those in Union zones are not.
    let ends = table.ends("gordon");
    assert!(ends.contains(&"NN-26".into()) && ends.contains(&"OO-26".into()) && !ends.contains(&"OO-23".into()), "{ends:?}");
    assert!(ends.iter().all(|e| e != "NN-25"));
    // one at a time, each as the winner likes.
    table.act(retreat("hoke", &["NN-24", "NN-25", "NN-26"])).act(retreat("gordon", &["NN-24", "OO-25", "PP-26"]));
    assert_eq!((table.hex("hoke"), table.hex("gordon")), ("NN-26".into(), "PP-26".into()));
    // a full hex is no way out.
    let units = [("colston", "NN-23"), ("anderson", "OO-25"), ("devens", "NN-24"), ("hancock", "MM-25"), ("gibbon", "MM-25")];
    let mut table = fighting(Confederate, &units);
    table.battle(&["colston", "anderson"], &["devens"]).commit().fight("devens").roll(4);
    table.refuse("C61-ATT-6", retreat("devens", &["NN-24", "MM-24", "MM-25"]));
}

#[test]
fn c61_crt_exch_the_stronger_side_chooses_at_least_as_much() {
    let contact = json!({ "in_contact": { "alexander": ["devens"], "walton": ["devens"] } });
    let units = [("alexander", "NN-23"), ("walton", "OO-24"), ("anderson", "NN-25"), ("devens", "NN-24")];
    let mut table = fighting_with(Confederate, &units, contact);
    table.battle(&["alexander", "walton", "anderson"], &["devens"]).commit().fight("devens").roll(2);
    assert_eq!((table.asked(), table.state.step()), (Confederate, Step::Exchange));
    table.refuse("C61-CRT-exch", lose("devens"));
    table.refuse_as(Union, "C61-CRT-exch", lose("devens"));
    table.act(lose("alexander"));
    assert_eq!(table.state.step(), Step::Exchange, "three are not enough for four");
    table.refuse("C61-CRT-exch", paid());
    table.act(lose("walton"));
    // "At least": whoever has units left may go on, and says when he is done.
    assert_eq!((table.asked(), table.state.step()), (Confederate, Step::Exchange));
    assert!(!table.is_lost("devens") && table.may(lose("anderson")));
    table.refuse_as(Union, "C61-CRT-exch", paid());
    assert!(table.all_listed().contains(&Action::Paid));
    let saved = table.game.write_position(&table.state);
    let mut more = Table { game: game(), state: game().read_position(&saved).unwrap(), events: Vec::new() };
    table.act(paid());
    assert!(table.is_lost("devens") && !table.is_lost("anderson") && table.state.mover() == Union);
    more.act(lose("anderson"));
    assert!(more.is_lost("devens") && more.is_lost("anderson") && more.state.mover() == Union, "nobody is left to be asked");
    table.refuse("C61-CRT-exch", paid());
    // The defender counts as increased by terrain: 2 on a fort are 4 against 3.
    let mut table = fighting_with(Union, &[("pleasonton", "NN-23"), ("gordon", "NN-24")], forts(&["NN-24"]));
    table.attack("pleasonton", "gordon").commit().fight("gordon").roll(2);
    assert_eq!(table.asked(), Confederate, "3-4: the attacker loses all, the defender at least 3");
    table.act(lose("gordon"));
    assert!(table.is_lost("pleasonton") && table.is_lost("gordon"));
    // equal sums remove everybody, headquarters with them.
    let mut table = fighting(Union, &[("devens", "NN-23"), ("howard", "NN-23"), ("stuart", "NN-24"), ("lee", "NN-24")]);
    table.attack("devens", "stuart").commit().fight("stuart").roll(2);
    assert!(["devens", "howard", "stuart", "lee"].iter().all(|id| table.is_lost(id)));
}

#[test]
fn c61_crt_exch_headquarters_go_with_a_side_that_loses_all() {
    // ten against eight; both divisions must go, and the headquarters of both hexes with them, in either order.
    let units = [("hancock", "NN-23"), ("couch", "NN-23"), ("gibbon", "OO-24"), ("reynolds", "OO-24"), ("early", "NN-24")];
    for order in [["hancock", "gibbon"], ["gibbon", "hancock"]] {
        let mut table = fighting(Union, &units);
        table.battle(&["hancock", "gibbon"], &["early"]).commit().fight("early").roll(2);
        table.act(lose(order[0])).act(lose(order[1]));
        assert!(["early", "couch", "reynolds"].iter().all(|id| table.is_lost(id)), "{order:?}");
    }
    // A side that keeps a unit keeps its headquarters.
    let units = [("geary", "NN-23"), ("slocum", "NN-23"), ("gibbon", "OO-24"), ("colston", "NN-24")];
    let mut table = fighting(Union, &units);
    table.battle(&["geary", "gibbon"], &["colston"]).commit().fight("colston").roll(2);
    table.act(lose("geary")).act(paid());
    assert!(table.is_lost("colston") && table.hex("slocum") == "NN-23" && table.hex("gibbon") == "OO-24");
}

#[test]
fn c61_crt_exch2_units_are_not_split() {
    let contact = json!({ "in_contact": { "alexander": ["devens"], "walton": ["devens"] } });
    let units = [("alexander", "NN-23"), ("walton", "OO-24"), ("anderson", "NN-25"), ("devens", "NN-24")];
    let mut table = fighting_with(Confederate, &units, contact);
    table.battle(&["alexander", "walton", "anderson"], &["devens"]).commit().fight("devens").roll(5);
    table.act(lose("anderson")).act(paid());
    assert!(table.is_lost("anderson") && table.is_lost("devens") && !table.is_lost("walton"), "eight pay for four");
    // at that moment a division may be broken down to pay less.
    let mut table = fighting(Confederate, &[("anderson", "NN-25"), ("devens", "NN-24")]);
    table.attack("anderson", "devens").commit().fight("devens").roll(2);
    table.act(json!({ "do": "break", "division": "anderson", "brigades": ["mahone", "posey", "perry", "wilcox", "wright"] }));
    table.act(lose("mahone")).act(lose("wilcox")).act(lose("wright")).act(paid());
    assert!(table.is_lost("devens") && table.hex("posey") == "NN-25" && table.hex("anderson-hq") == "NN-25");
}

#[test]
fn c61_rf_1_a_surrounded_loser_is_eliminated() {
    let units = [("pleasonton", "NN-22"), ("averell", "MM-24"), ("buford", "OO-25"), ("gordon", "NN-24"), ("gregg", "NN-23")];
    let mut table = fighting(Union, &units);
    table.battle(&["gregg", "averell", "buford"], &["gordon"]).commit().fight("gordon").roll(4);
    assert!(table.is_lost("gordon"), "4-1 and a 4: D back 2 with every way closed");
}

#[test]
fn c61_rf_2_zones_may_close_a_ring() {
    // The same without Buford: a way is open, and the ring was the point.
    let mut table = fighting(Union, &[("averell", "MM-24"), ("gordon", "NN-24"), ("gregg", "NN-23")]);
    table.battle(&["gregg", "averell"], &["gordon"]).commit().fight("gordon").roll(4);
    assert_eq!(table.state.step(), Step::Retreat);
    let mut table = moving(Union, &[("averell", "MM-24"), ("buford", "OO-26"), ("gordon", "NN-24"), ("gregg", "NN-23")]);
    table.march(&["buford"], &["OO-26", "OO-25"]).end();
    table.battle(&["gregg", "averell", "buford"], &["gordon"]).commit().fight("gordon").roll(4);
    assert!(table.is_lost("gordon"));
}

#[test]
fn c61_rf_3_infantry_stops_in_the_artillery_zone() {
    let mut table = moving(Union, &[("french", "NN-21"), ("walton", "NN-25")]);
    table.refuse("C61-ATT-3", march(&["french"], &["NN-21", "NN-22", "NN-23", "NN-24"]));
    table.march(&["french"], &["NN-21", "NN-22", "NN-23"]);
    table.refuse("C61-ATT-3", march(&["french"], &["NN-23", "NN-24"]));
}

#[test]
fn c61_rf_4_the_last_of_many_ends_on_the_bridge() {
    let units = [("hancock", "OO-43"), ("gibbon", "OO-43"), ("french", "OO-42"), ("geary", "PP-42"), ("bridge-1", "OO-44")];
    let mut table = moving_with(Union, &units, json!({ "bridges": [{ "id": "bridge-1", "near": "OO-43", "far": "NN-44" }] }));
    table.march(&["hancock"], &["OO-43", "OO-44", "NN-44", "MM-43"]).march(&["gibbon"], &["OO-43", "OO-44", "NN-44"]);
    table.march(&["french"], &["OO-42", "OO-43", "OO-44", "NN-44"]).march(&["geary"], &["PP-42", "PP-43", "OO-43", "OO-44"]);
    assert_eq!(table.hex("geary"), "OO-44");
}

#[test]
fn c61_rf_5_units_that_fought_may_stay_adjacent() {
    let mut table = fighting(Union, &[("hancock", "NN-23"), ("rodes", "NN-24"), ("gibbon", "OO-24")]);
    table.battle(&["hancock", "gibbon"], &["rodes"]).commit().fight("rodes").roll(4);
    // A back 2: the winner leads Gibbon off; both his ways are judged when his time comes.
    table.act(retreat("gibbon", &["OO-24", "PP-24", "QQ-24"])).act(retreat("hancock", &["NN-23", "NN-22", "NN-21"]));
    assert_eq!(table.state.mover(), Confederate);
    let mut table = fighting(Union, &[("devens", "NN-23"), ("french", "NN-25"), ("hays", "NN-26"), ("gordon", "NN-22"), ("hoke", "NN-24")]);
    table.attack("devens", "gordon").battle(&["french"], &["hays", "hoke"]).commit();
    table.fight("gordon").roll(1).fight("hays").roll(1);
    assert!(table.state.mover() == Confederate && table.hex("devens") == "NN-23");
    let mut table = fighting(Union, &[("devens", "NN-23"), ("gordon", "NN-22"), ("hoke", "NN-24")]);
    table.battle(&["devens"], &["gordon", "hoke"]).commit().fight("gordon").roll(3);
    assert_eq!(table.state.step(), Step::Retreat);
}

fn occupy(unit: &str, hex: &str) -> Value {
    json!({ "do": "occupy", "unit": unit, "hex": hex })
}

#[test]
fn c61_whm_5_the_victor_may_take_the_hill_at_once() {
    let mut table = fighting(Union, &[("geary", "MM-41"), ("williams", "MM-41"), ("french", "NN-41"), ("gordon", "MM-40")]);
    table.battle(&["geary", "williams", "french"], &["gordon"]).commit().fight("gordon").roll(1);
    assert_eq!((table.asked(), table.state.step()), (Union, Step::Occupy));
    table.act(occupy("geary", "MM-40")).act(occupy("french", "MM-40"));
    assert_eq!((table.hex("geary"), table.hex("french"), table.hex("williams")), ("MM-40".into(), "MM-40".into(), "MM-41".into()));
    assert_eq!(table.state.mover(), Confederate, "no room for a third");
    // On open ground there is nothing to take.
    let mut table = fighting(Union, &[("geary", "NN-23"), ("gordon", "NN-24")]);
    table.attack("geary", "gordon").commit().fight("gordon").roll(1);
    assert_eq!(table.state.mover(), Confederate);
    // He need not; who did not fight may not; and nothing but the won hill.
    let mut table = fighting(Union, &[("geary", "MM-41"), ("williams", "LL-38"), ("gordon", "MM-40")]);
    table.attack("geary", "gordon").commit().fight("gordon").roll(1);
    table.refuse("C61-FORT-1", occupy("williams", "MM-40"));
    table.refuse("C61-WHM-5", occupy("geary", "MM-39"));
    table.act(json!({ "do": "stay" }));
    assert_eq!((table.hex("geary"), table.state.mover()), ("MM-41".into(), Confederate));
    table.refuse("C61-WHM-5", json!({ "do": "stay" }));
}

#[test]
fn c61_fort_1_the_victor_may_take_the_fort_at_once() {
    let mut table = fighting_with(Union, &[("geary", "NN-23"), ("french", "NN-23"), ("gordon", "NN-24")], forts(&["NN-24"]));
    table.battle(&["geary", "french"], &["gordon"]).commit().fight("gordon").roll(4);
    table.act(retreat("gordon", &["NN-24", "NN-25", "NN-26"]));
    assert_eq!(table.state.step(), Step::Occupy);
    table.act(occupy("geary", "NN-24")).act(json!({ "do": "stay" }));
    assert_eq!(table.hex("geary"), "NN-24");
    // a defender may take the fort from which a beaten attacker came.
    let mut table = fighting_with(Union, &[("devens", "NN-23"), ("early", "NN-24")], forts(&["NN-23"]));
    table.attack("devens", "early").commit().fight("early").roll(6);
    assert_eq!((table.asked(), table.state.step()), (Confederate, Step::Occupy));
    table.act(occupy("early", "NN-23"));
    // Artillery two hexes away does not step in.
    let mut table = fighting_with(Union, &[("iii-corps-artillery", "NN-22"), ("gordon", "NN-24")], forts(&["NN-24"]));
    table.attack("iii-corps-artillery", "gordon").commit().fight("gordon").roll(1);
    assert_eq!(table.state.mover(), Confederate);
}

#[test]
fn c61_fort_2_a_lost_fort_is_regained_by_combat() {
    let table = moving_with(Confederate, &[("early", "NN-23"), ("morris", "NN-24")], forts(&["NN-24"]));
    table.refuse("C61-FORT-2", march(&["early"], &["NN-23", "NN-24"]));
    let mut table = moving_with(Confederate, &[("early", "NN-23"), ("morris", "W-16")], forts(&["NN-24"]));
    table.march(&["early"], &["NN-23", "NN-24"]);
}

#[test]
fn headquarters_share_the_last_result_of_their_hex() {
    // Lee stands with two brigades that are fought apart: the second battle is his.
    let units = [("geary", "NN-23"), ("williams", "OO-24"), ("gordon", "NN-24"), ("hoke", "NN-24"), ("lee", "NN-24")];
    let mut table = fighting(Union, &units);
    table.attack("geary", "gordon").attack("williams", "hoke").commit().fight("gordon").roll(1);
    assert!(table.is_lost("gordon") && !table.is_lost("lee"));
    table.fight("hoke").roll(4);
    table.act(retreat("hoke", &["NN-24", "NN-25", "NN-26"])).act(retreat("lee", &["NN-24", "NN-25", "NN-26"]));
    assert_eq!(table.hex("lee"), "NN-26");
}

#[test]
fn losers_in_the_same_plight_are_led_one_by_one() {
    // only one hex is open and it takes one of the two.
    let units = [
        ("colston", "NN-23"),
        ("anderson", "NN-23"),
        ("devens", "NN-24"),
        ("schurz", "NN-24"),
        ("early", "OO-25"),
        ("hancock", "LL-23"),
        ("gordon", "LL-25"),
        ("boat-1", "MM-24"),
    ];
    let mut table = fighting(Confederate, &units);
    table.battle(&["colston", "anderson", "early"], &["devens", "schurz"]).commit().fight("devens").roll(3);
    assert!(table.all_listed().iter().all(|a| matches!(a, Action::Retreat(..))));
    assert_eq!((table.ends("devens"), table.ends("schurz")), (vec!["LL-23".to_string()], vec!["LL-23".to_string()]));
    table.act(retreat("devens", &["NN-24", "MM-24", "LL-23"]));
    assert_eq!(table.hex("devens"), "LL-23");
    assert!(table.is_lost("schurz"), "no room is left for him");
}

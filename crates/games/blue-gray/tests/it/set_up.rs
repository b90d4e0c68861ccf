//! Equipment, set-up and the sequence of play (BG-1 to BG-4), the deployment of Chattanooga (CH-14).

use crate::kit::{Battlefield, position, standard};
use blue_gray::{Arm, BlueGray, Chart, Designation, Title};
use engine::{Actor, Handbook, Positions, Rules, Side};

const STANDARD: &str = include_str!("../../data/standard.toml");
const CHATTANOOGA: &str = include_str!("../../data/titles/chattanooga/title.toml");

fn units(side: Side) -> Vec<&'static blue_gray::Unit> {
    standard().title().units.iter().filter(|u| u.side == side).collect()
}

fn named(id: &str) -> &'static blue_gray::Unit {
    let game = standard();
    game.unit(game.unit_named(id).unwrap_or_else(|| panic!("no unit {id}")))
}

#[test]
fn bg_1_0_what_a_title_says_beats_the_standard_rules() {
    // The standard rules pin Polk at night (BG-10.2b); Chattanooga lets him slip away (CH-17.2).
    let night = Battlefield::on("5 confederate movement", "Polk 1606, 1/2/XV 1605");
    night.allows("move Polk to 1608");
    let day = Battlefield::on("4 confederate movement", "Polk 1606, 1/2/XV 1605");
    day.refuses("BG-5.13", "move Polk to 1608");
}

#[test]
fn bg_2_2_all_four_charts_are_there() {
    let game = standard();
    let ids: Vec<String> = game.charts().into_iter().map(|c| c.id).collect();
    assert!(ids.contains(&"crt".to_string()) && ids.contains(&"terrain".to_string()), "{ids:?}");
    let battle = game.order_of_battle();
    assert_eq!(battle.iter().filter(|c| c.start.is_some()).count(), 74, "the Deployment Chart");
    let arriving: Vec<_> = battle.iter().filter(|c| c.start.is_none()).collect();
    assert!(arriving.len() == 3 && arriving.iter().all(|c| c.entry.as_deref() == Some("turn 2 at 0427, 0528, 0627, 0728")), "{arriving:?}");
    let track = game.charts().into_iter().find(|c| c.id == "turns").expect("the turn track");
    assert_eq!(track.cells[1][2], "Union: XII Corps, 3 units, at 0427, 0528, 0627, 0728");
    assert!(track.cells[0][2].is_empty(), "{:?}", track.cells[0]);
    assert!(Chart::parse(STANDARD).is_ok());
    let short = STANDARD.replacen("  [\"Ar\", \"Ar\", \"Dr\", \"Dr\", \"Dr\", \"Dr\", \"De\", \"De\", \"De\", \"De\"],\n", "", 1);
    assert!(Chart::parse(&short).is_err(), "a results table without a row is refused");
}

#[test]
fn bg_2_3_a_unit_without_strength_or_type_or_allowance_is_no_unit() {
    let read = |text: &str| Title::parse(text, boards::chattanooga()).map(drop).map_err(|e| e.to_string());
    assert_eq!(read(CHATTANOOGA), Ok(()));
    assert!(read(&CHATTANOOGA.replacen("strength = 5\n", "", 1)).unwrap_err().contains("strength"));
    assert!(read(&CHATTANOOGA.replacen("type = \"infantry\"\n", "", 1)).unwrap_err().contains("type"));
    assert!(Chart::parse(&STANDARD.replacen("movement = 6\n", "", 1)).unwrap_err().contains("movement"));
}

#[test]
fn bg_2_4a_x1_a_union_name_is_brigade_division_and_corps() {
    let two = Designation::parse("2/3/IV").expect("X1");
    assert_eq!((two.brigade.as_str(), two.division.as_str(), two.corps.as_str()), ("2", "3", "IV"));
    assert!(Designation::parse("Polk").is_none() && Designation::parse("2/3").is_none() && Designation::parse("2/3/4").is_none());
    let brigades = units(Side::Union).into_iter().filter(|u| u.arm == Arm::Infantry);
    assert!(brigades.clone().count() == 33 && brigades.into_iter().all(|u| Designation::parse(&u.name).is_some()));
    assert!(units(Side::Confederate).iter().all(|u| Designation::parse(&u.name).is_none()), "Confederates bear their commander's name");
}

#[test]
fn bg_2_4b_cavalry_marches_and_fights_like_infantry() {
    let with = |unit: &str| Battlefield::on("1 union movement", &format!("{unit} 1605, Polk 1608")).reach(unit);
    assert_eq!(with("2-cavalry"), with("1/2/XIV-a"), "a 6 of either arm reaches the same hexes");
    for unit in ["2-cavalry", "1/2/XIV-a"] {
        let mut f = Battlefield::on("1 union combat", &format!("{unit} 1606, Adams 1607"));
        f.order("attack 1607; join 1606");
        assert_eq!(f.odds(), "6 : 3, 2-1 column");
    }
}

#[test]
fn bg_2_4c_one_strength_serves_in_attack_and_defence() {
    let mut union = Battlefield::on("1 union combat", "1/2/XV 1606, Polk 1607");
    union.order("attack 1607; join 1606");
    let mut confederate = Battlefield::on("1 confederate combat", "1/2/XV 1606, Polk 1607");
    confederate.order("attack 1606; join 1607");
    assert_eq!((union.odds(), confederate.odds()), ("5 : 5, 1-1 column".into(), "5 : 5, 1-1 column".into()));
}

#[test]
fn bg_2_4d_everybody_has_six_points_guns_too() {
    let f = Battlefield::on("1 confederate movement", "Calvert 2112");
    assert!(f.reach("Calvert").contains("2118"), "six clear hexes");
    f.refuses("BG-5.15", "move Calvert to 2119");
}

#[test]
fn bg_3_0a_units_stand_where_the_chart_says_and_the_others_wait() {
    let f = Battlefield::start(standard());
    let on_map = |side: Side| units(side).iter().filter(|u| f.place(&u.id).parse::<u16>().is_ok()).count();
    assert_eq!((on_map(Side::Union), on_map(Side::Confederate)), (38, 36));
    f.stands("1/2/XV 1704, Sherman-guns 1304, XI-guns 1514, 3/3/XI 1514, 2/1/IV 0426, Polk 2305, Wright 2305, Walthall 0724");
    f.stands("1/2/XII waiting, 2/2/XII waiting, 3/2/XII waiting");
}

#[test]
fn bg_3_0b_equal_units_may_change_names() {
    let game = standard();
    let start = Battlefield::start(game);
    let mut value = game.write_position(&start.state);
    let find = |id: &str| start.game.title().units.iter().position(|u| u.id == id).expect("a unit");
    let (a, b) = (find("1/1/IV"), find("2/1/IV"));
    let (first, second) = (value["units"][a]["hex"].clone(), value["units"][b]["hex"].clone());
    (value["units"][a]["hex"], value["units"][b]["hex"]) = (second, first);
    let swapped = Battlefield::from_value(game, value);
    let rename = |s: &String| s.replace("\"1/1/IV\"", "\"?\"").replace("\"2/1/IV\"", "\"1/1/IV\"").replace("\"?\"", "\"2/1/IV\"");
    assert_eq!(start.listed(), swapped.listed().iter().map(rename).collect());
}

#[test]
fn bg_3_0c_the_marker_begins_on_one_and_the_title_names_the_first_player() {
    let f = Battlefield::start(standard());
    assert_eq!(f.phase(), "1 union movement");
    assert_eq!(standard().title().first, Side::Union);
}

#[test]
fn bg_4_0_after_the_last_turn_the_points_decide() {
    let mut f = Battlefield::on("10 confederate combat", "Polk 2305");
    f.order("end combat");
    assert!(matches!(f.game.actor(&f.state), Actor::Over(_)));
    assert_eq!(f.game.check(&f.state, Side::Union, f.action("end movement")).unwrap_err().rule, "BG-4.0");
    let mut before = Battlefield::on("9 confederate combat", "Polk 2305");
    before.order("end combat");
    assert_eq!(before.phase(), "10 union movement", "nine turns are not the end");
}

#[test]
fn bg_4_1a_bg_4_1d_a_turn_is_two_player_turns_and_the_marker_moves_on() {
    let mut f = Battlefield::start(standard());
    let mut phases = vec![f.phase()];
    for order in ["end movement", "end combat", "end movement", "end combat"] {
        f.order(order);
        phases.push(f.phase());
    }
    assert_eq!(phases, ["1 union movement", "1 union combat", "1 confederate movement", "1 confederate combat", "2 union movement"]);
}

#[test]
fn bg_4_1b_in_a_movement_phase_only_the_phasing_player_moves() {
    let f = Battlefield::on("1 union movement", "1/2/XV 1605, Polk 2106");
    f.allows("move 1/2/XV to 1606; end movement");
    f.refuses("BG-4.1b", "move Polk to 2107").refuses_to(Side::Confederate, "BG-4.1b", "move Polk to 2107");
    f.refuses_to(Side::Confederate, "BG-4.1b", "end movement");
}

#[test]
fn bg_4_1c_in_a_combat_phase_the_phasing_player_attacks_and_nobody_marches() {
    let f = Battlefield::on("1 union combat", "1/2/XV 1605, Polk 1606");
    f.allows("attack 1606").refuses("BG-5.11", "move 1/2/XV to 1604").refuses_to(Side::Confederate, "BG-4.1c", "attack 1605");
}

#[test]
fn ch_14_0_letters_after_a_strength_name_the_arm() {
    let arm = |id: &str| (named(id).strength, named(id).arm);
    assert_eq!(arm("2-cavalry"), (6, Arm::Cavalry), "6c");
    assert_eq!(arm("3-cavalry"), (4, Arm::Cavalry), "4c");
    assert_eq!(arm("Sherman-guns"), (1, Arm::Artillery), "1a");
    assert_eq!(arm("1/2/XV"), (5, Arm::Infantry), "5");
    let count = |a: Arm| standard().title().units.iter().filter(|u| u.arm == a).count();
    assert_eq!((count(Arm::Infantry), count(Arm::Cavalry), count(Arm::Artillery)), (60, 2, 15));
}

#[test]
fn ch_14_1_the_union_list_has_thirty_eight_units_of_191_points() {
    let all = units(Side::Union);
    let at_start: Vec<_> = all.iter().filter(|u| u.start.is_some()).collect();
    assert_eq!((at_start.len(), at_start.iter().map(|u| u32::from(u.strength)).sum()), (38, 191));
    assert_eq!((all.len(), all.iter().map(|u| u32::from(u.strength)).sum()), (41, 203));
    let corps = |name: &str| -> u32 {
        let of = |u: &&&blue_gray::Unit| Designation::parse(&u.name).is_some_and(|d| d.corps == name);
        all.iter().filter(of).map(|u| u32::from(u.strength)).sum()
    };
    assert_eq!(["IV", "XI", "XII", "XIV", "XV", "XVII"].map(corps), [48, 17, 12, 51, 30, 12]);
}

#[test]
fn ch_14_2_the_confederate_list_has_thirty_six_units_of_124_points() {
    let all = units(Side::Confederate);
    assert_eq!((all.len(), all.iter().map(|u| u32::from(u.strength)).sum()), (36, 124));
    assert!(all.iter().all(|u| u.start.is_some()), "no reinforcements");
    let infantry = |n: u8| all.iter().filter(|u| u.arm == Arm::Infantry && u.strength == n).count();
    let guns = |n: u8| all.iter().filter(|u| u.arm == Arm::Artillery && u.strength == n).count();
    assert_eq!((infantry(5), infantry(4), infantry(3), guns(1), guns(2)), (11, 8, 8, 5, 4));
}

#[test]
fn ch_14_31_the_union_moves_first_in_every_turn() {
    let mut f = Battlefield::start(standard());
    for turn in [2, 3, 4] {
        f.state = standard().read_position(&position(&format!("{} confederate combat", turn - 1), "Polk 2305")).unwrap();
        f.order("end combat");
        assert_eq!(f.phase(), format!("{turn} union movement"));
    }
}

#[test]
fn ch_14_32_ten_turns_and_the_fifth_is_night() {
    let turns = &standard().title().turns;
    let nights: Vec<usize> = turns.iter().enumerate().filter(|(_, t)| t.night).map(|(i, _)| i + 1).collect();
    assert_eq!((turns.len(), nights), (10, vec![5]));
}

#[test]
fn r_31_the_doubled_designation_is_two_units() {
    assert_eq!((named("1/2/XIV-a").name.as_str(), named("1/2/XIV-b").name.as_str()), ("1/2/XIV", "1/2/XIV"));
    assert_eq!((named("1/2/XIV-a").strength, named("1/2/XIV-b").strength), (6, 6));
    Battlefield::start(standard()).stands("1/2/XIV-a 1204, 1/2/XIV-b 1320");
}

#[test]
fn r_32_damaged_strengths_as_the_counter_sheet_has_them() {
    let strength = |id: &str| named(id).strength;
    assert_eq!(["Polk", "Strahl", "Maney", "Smith", "3/3/XI", "3-cavalry"].map(strength), [5, 3, 3, 5, 3, 4]);
    assert_eq!(["Martin", "Hindman", "Slocumb", "Cobb", "Corput"].map(strength), [1; 5]);
}

#[test]
fn r_26_at_the_start_the_confederates_hold_the_heights_and_the_union_the_forts() {
    let f = Battlefield::start(standard());
    for hex in ["1025", "2207", "2311", "2416", "2419"] {
        assert_eq!(f.holder(hex), Some(Side::Confederate), "{hex}");
    }
    assert_eq!((f.holder("1514"), f.holder("1417")), (Some(Side::Union), Some(Side::Union)));
    assert_eq!(f.points(), [0, 0]);
}

#[test]
fn r_35_five_day_turns_follow_the_night() {
    assert!(standard().title().turns[5..].len() == 5 && standard().title().turns[5..].iter().all(|t| !t.night));
}

#[test]
fn no_opposing_units_start_in_contact() {
    let f = Battlefield::start(standard());
    let (union, confederate) = (f.overlay("union-zone"), f.overlay("confederate-zone"));
    for u in &standard().title().units {
        let hex = f.place(&u.id);
        let zone = if u.side == Side::Union { &confederate } else { &union };
        assert!(!zone.contains(&hex), "{} in {hex}", u.id);
    }
}

#[test]
fn the_catalogue_names_the_title_and_its_options() {
    let catalogue = BlueGray::catalogue();
    assert_eq!(catalogue.scenarios[0].id, "chattanooga");
    let options: Vec<&str> = catalogue.options.iter().map(|o| o.id.as_str()).collect();
    assert_eq!(options, ["attack-effectiveness", "movement-quota"]);
}

//! A second title is data only: the practice field has what Chattanooga lacks.

use crate::kit::{Battlefield, hexes, standard};
use blue_gray::{BlueGray, Title};
use board::Board;
use engine::player::RandomPlayer;
use engine::sim::{Care, play_out};
use engine::{Dice, Player, Rules, SetUp, Side};
use std::sync::LazyLock;

const STANDARD: &str = include_str!("../../data/standard.toml");
const BOARD: &str = include_str!("data/practice-board.toml");
const TITLE: &str = include_str!("data/practice.toml");

fn board() -> &'static Board {
    static PRACTICE: LazyLock<Board> = LazyLock::new(|| Board::parse(BOARD, "practice-board.toml").unwrap_or_else(|bad| panic!("{bad}")));
    &PRACTICE
}

fn open(title: &str, options: &[(&str, &str)]) -> BlueGray {
    let options = options.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect();
    let setup = SetUp { scenario: "practice".into(), options };
    BlueGray::with_title(STANDARD, title, board(), setup).unwrap_or_else(|bad| panic!("{bad}"))
}

/// The practice title.
pub fn practice() -> &'static BlueGray {
    static GAME: LazyLock<BlueGray> = LazyLock::new(|| open(TITLE, &[]));
    &GAME
}

fn on(when: &str, units: &str) -> Battlefield {
    Battlefield::of(practice(), when, units)
}

#[test]
fn bg_1_0_a_second_title_needs_no_code() {
    let f = Battlefield::start(practice());
    assert_eq!(f.phase(), "1 confederate movement", "the title names the first player");
    f.stands("A 0102, X 0606, K1 waiting, Late waiting");
    for seed in 0..20 {
        let mut players: [Box<dyn Player<BlueGray>>; 2] = [Box::new(RandomPlayer::new(seed)), Box::new(RandomPlayer::new(seed + 100))];
        let mut state = practice().start();
        let played = play_out(practice(), &mut state, &mut players, &mut Dice::new(seed), Care::Everything);
        assert!(played.violations.is_empty() && played.verdict.is_some(), "seed {seed}: {:?}", played.violations);
    }
}

#[test]
fn bg_1_0_a_refusal_cites_the_titles_own_rule() {
    // The practice field names a rule of its own for arrivals and full entry hexes, and none for hexes that the enemy closes.
    on("1 union movement", "Late waiting").refuses("P-5", "enter Late at 0109");
    assert_eq!(practice().title().rules.entry_closed, "BG-1.0");
    assert_eq!(standard().title().rules.arrival, "CH-15.0-G");
    assert_eq!(standard().title().rules.entry_closed, "CH-15.12a");
}

#[test]
fn no_code_names_a_title() {
    // Whatever the build found: its id, its name, its rules and its counters are nowhere in the code.
    let mut names: Vec<String> = Vec::new();
    for shelved in blue_gray::shelf::titles().iter().filter(|t| !t.edition.brought) {
        names.push(shelved.title.name.split([',', ':']).next().unwrap_or_default().to_string());
        names.push(format!("{:?}", shelved.title.id));
        names.extend(shelved.rules.iter().map(|r| format!("{:?}", r.id)));
        names.extend(shelved.title.units.iter().filter(|u| u.name.len() > 4).map(|u| format!("{:?}", u.id)));
    }
    names.sort();
    names.dedup();
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = folders.pop() {
        for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            if file.is_dir() {
                folders.push(file);
                continue;
            }
            // Comments may show an example.
            let lines = std::fs::read_to_string(&file).unwrap();
            let text: String = lines.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
            for name in &names {
                assert!(!text.contains(name.as_str()), "{} names {name}", file.display());
            }
        }
    }
}

#[test]
fn every_folder_of_titles_is_found() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/titles");
    let mut ids: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|title| title.unwrap().file_name().to_string_lossy().into_owned()).collect();
    ids.sort();
    let shipped = blue_gray::shelf::titles().into_iter().filter(|t| !t.edition.brought).map(|t| t.scenario.clone());
    assert_eq!(shipped.collect::<Vec<_>>(), ids);
}

#[test]
fn bg_5_26_x10_a_ford_into_forest_and_rough_cannot_be_crossed() {
    // Six for the hex and one for the ford: more than any unit has.
    let f = on("1 union movement", "A 0404");
    f.refuses("BG-5.26", "march A 0405");
    assert!(!f.reach("A").contains("0405"));
}

#[test]
fn r_7_trails_and_roads_at_fords_and_in_towns() {
    let left = |from: &str, to: &str| on("1 union movement", &format!("A {from}")).points_left(&format!("move A to {to}"));
    assert_eq!(left("0505", "0506"), 3, "trail into forest over a ford: two and one");
    assert_eq!(left("0705", "0706"), 4, "road into rough over a ford: one and one");
    assert_eq!(left("0103", "0203"), 5, "a trail into a town: one");
    assert_eq!(left("0203", "0304"), 5, "a trail into the clear: one");
}

#[test]
fn bg_9_ford_and_bridge_mix() {
    // 0605 is reached from 0505 by the bridge and from 0604 by the ford; 0606 lies on its own bank.
    let mut f = on("1 union combat", "A 0505, B 0604, Y 0605");
    f.order("attack 0605; join 0505; join 0604");
    assert_eq!(f.odds(), "11 : 8, 1-1 column");
    let mut spoilt = on("1 union combat", "A 0505, B 0604, C 0606, Y 0605");
    spoilt.order("attack 0605; join 0505; join 0604; join 0606");
    assert_eq!(spoilt.odds(), "15 : 4, 3-1 column");
}

#[test]
fn bg_9_pontoon_r_8_one_point_to_enter_and_nobody_fights_there() {
    let f = on("1 union movement", "A 0607");
    assert_eq!(f.points_left("move A to 0608"), 5);
    let g = on("1 union combat", "A 0607, X 0608, Train 0507");
    g.refuses("BG-9.pontoon", "attack 0608").allows("end combat");
    let mut out = on("1 confederate combat", "Z 0606, X 0608, A 0607");
    out.order("attack 0607").refuses("BG-9.pontoon", "join 0608").allows("join 0606");
    let far = on("1 confederate combat", "Z 0606, A 0608");
    far.refuses("BG-9.pontoon", "attack 0608").allows("end combat");
}

#[test]
fn bg_10_2b_at_night_nobody_leaves_an_enemy_zone() {
    let night = on("3 confederate movement", "X 0304, Y 0907, B 0303");
    night.refuses("BG-10.2b", "move X to 0305; march X 0305").allows("move Y to 0807");
    night.refuses("BG-10.1", "attack 0303");
    let union = on("3 union movement", "X 0304, A 0202, B 0303");
    union.refuses("BG-10.2b", "move B to 0302").allows("move A to 0302").refuses("BG-10.2a", "march A 0203");
}

#[test]
fn bg_1_0_a_title_may_hold_units_until_a_turn_an_attack_or_an_intruder() {
    on("1 union movement", "Reserve 0201").refuses("BG-1.0", "move Reserve to 0202");
    on("4 union movement", "Reserve 0201").allows("move Reserve to 0202");
    let mut attacked = on("1 confederate combat", "Reserve 0201, X 0202");
    attacked.order("attack 0201; join 0202; fight 1-1; roll 6; retreat X to 0303; end advance; end combat");
    attacked.allows("move Reserve to 0202");
    let mut entered = on("1 confederate movement", "Reserve 0201, X 0504");
    entered.order("move X to 0404");
    assert!(entered.told().contains("Units that were held back may move."));
    entered.order("end movement; end combat").allows("move Reserve to 0202");
    assert_eq!(entered.reread().listed(), entered.listed());
}

#[test]
fn bg_1_0_an_attack_frees_only_those_whom_it_strikes_and_only_once() {
    let freed = |f: &Battlefield| f.told().matches("Units that were held back may move.").count();
    // Somebody else is attacked: the reserve stays, and so does the picket.
    let mut elsewhere = on("1 confederate combat", "Reserve 0201, B 0303, X 0304, Y 0907");
    elsewhere.order("attack 0303; join 0304; fight 1-5; roll 6; end advance; end combat");
    assert_eq!(freed(&elsewhere), 0);
    elsewhere.refuses("BG-1.0", "move Reserve to 0202");
    // The picket is the second group that is held: its attack frees nobody else, and a later one tells nothing new.
    let mut picket = on("1 union combat", "Reserve 0201, A 0906, Y 0907");
    picket.order("attack 0907; join 0906; fight 1-5; roll 6");
    assert_eq!(freed(&picket), 1);
    assert_eq!(picket.state.released, 0b10);
    let mut second = on("1 union combat", "Reserve 0201, A 0906, Y 0907");
    second.state.released = 0b10;
    second.order("attack 0907; join 0906; fight 1-5; roll 6");
    assert_eq!(freed(&second), 0);
}

#[test]
fn bg_1_0_a_title_may_let_units_leave_the_map_and_score_them() {
    let mut f = on("1 union movement", "A 0102, B 0901, Train 0302");
    f.allows("leave A by 0101; leave Train by 0101").refuses("BG-5.16", "leave B by 0101; leave A by 0102");
    f.order("leave A by 0101").stands("A exited");
    assert_eq!(f.points(), [2 * 6 + 1, 0]);
    // In an enemy zone the march ends: nobody goes on from there.
    let barred = on("1 union movement", "A 0103, X 0201");
    barred.refuses("BG-5.16", "leave A by 0101");
    let pinned = on("1 union movement", "A 0101, X 0102");
    pinned.refuses("BG-5.13", "leave A by 0101");
}

#[test]
fn r_39_leaving_the_map_spends_a_move_that_a_crowd_may_need() {
    // Two of three moves are spent, 0303 is crowded: the last one is for making room.
    let f = on("1 union movement", "A 0303 moved, B 0303 moved, C 0303, D 0101, Train 0901");
    assert_eq!(f.tally("quota").as_deref(), Some("1"));
    f.refuses("BG-5.16", "leave D by 0101").allows("move C to 0302");
}

#[test]
fn bg_1_0_a_column_pays_more_for_each_unit_and_minds_no_zone() {
    let mut f = on("2 confederate movement", "K1 waiting, K2 waiting, K3 waiting, L1 waiting, A 1105");
    // 1205 is clear: the first pays one, the second two, the third three. A in 1105 controls it: they stop there.
    assert_eq!(f.reach("K1"), hexes("1205"));
    f.order("enter K1 at 1205; enter K2 at 1205").refuses("P-6", "enter K3 at 1205");
    let mut open = on("2 confederate movement", "K1 waiting, K2 waiting, K3 waiting, L1 waiting");
    open.allows("enter K1 at 1205 to 0708");
    open.order("enter K1 at 1205 to 0708").refuses("BG-5.15", "enter K2 at 1205 to 0708").allows("enter K2 at 1205 to 0807");
    open.order("enter K2 at 1205").refuses("BG-5.15", "enter K3 at 1205 to 0807").allows("enter K3 at 1205 to 0907");
    // The other column has its own hex and its own count.
    open.allows("enter L1 at 1201 to 0703");
    // Whoever stays out comes on later, and must when he can.
    open.refuses("P-5", "end movement");
    let mut later = on("2 confederate movement", "K1 waiting, A 1205");
    later.order("end movement").stands("K1 waiting");
}

#[test]
fn bg_1_0_late_units_come_on_when_they_can() {
    let mut f = on("2 union movement", "Late waiting, X 0109");
    f.refuses("BG-1.0", "enter Late at 0109");
    f.order("end movement").stands("Late waiting");
    let mut four = on("4 union movement", "Late waiting");
    four.refuses("P-5", "end movement");
    four.order("enter Late at 0109 to 0107").stands("Late 0107");
    assert_eq!(four.tally("quota").as_deref(), Some("2"), "coming on is a move here");
    on("1 union movement", "Late waiting").refuses("P-5", "enter Late at 0109").allows("end movement");
}

#[test]
fn bg_1_0_some_units_never_attack_and_control_nothing() {
    // The Train neither fights nor pins.
    let f = on("1 union combat", "Train 0303, X 0304");
    assert_eq!(f.overlay("must-attack"), hexes(""));
    f.allows("end combat");
    assert!(!f.overlay("union-zone").contains("0304"));
    let mut guns = on("1 union combat", "Train-guns 0303, B 0404, X 0305");
    guns.refuses("BG-7.12a", "end combat");
    guns.order("attack 0305").refuses("BG-1.0", "bombard Train-guns").allows("join 0404");
    let mut stack = on("1 union combat", "Train 0304, Train-guns 0404, B 0404, X 0305");
    stack.order("attack 0305").refuses("BG-1.0", "join 0304");
    stack.order("join 0404");
    assert_eq!(stack.odds(), "5 : 5, 1-1 column", "the guns beside B do not attack");
    // It can be attacked, of course.
    let mut attacked = on("1 confederate combat", "Train 0303, X 0304");
    attacked.order("attack 0303; join 0304; fight 5-1; roll 1").stands("Train eliminated");
    assert_eq!(attacked.points(), [0, 5]);
    let pass = on("1 confederate movement", "Train 0303, X 0305");
    pass.allows("march X 0304 0404");
}

#[test]
fn bg_1_0_points_by_strength_and_levels_by_comparison() {
    let mut f = on("4 union combat", "A 0303, B 0303, Y 0304");
    f.order("attack 0304; join 0303; fight 2-1; roll 6");
    let mut g = on("4 union combat", "A 0303, B 0303, C 0204, Y 0304");
    g.order("attack 0304; join 0303; join 0204; fight 3-1; roll 1; end advance; end combat");
    assert_eq!(g.points(), [4, 0], "four strength points");
    assert!(g.told().contains("The game ends with a difference of +4: Union victory."), "{}", g.told());
    assert_eq!(f.asked(), Side::Union);
}

#[test]
fn r_51_a_run_is_waded_for_a_point_and_hinders_nothing_else() {
    let left = |to: &str| on("1 union movement", "A 0907").points_left(&format!("move A to {to}"));
    assert_eq!((left("0906"), left("0908")), (5, 4), "one point more over the run");
    assert_eq!(on("1 union movement", "A 1006").points_left("move A to 1007"), 5, "the road crosses it");
    let mut f = on("1 union combat", "A 0907, X 0908");
    f.order("attack 0908; join 0907");
    assert_eq!(f.odds(), "6 : 5, 1-1 column", "a zone crosses it, and nobody is doubled");
    let mut g = on("1 confederate combat", "Z 0906, A 0908");
    g.order("attack 0908; bombard Z");
    assert_eq!(g.odds(), "2 : 6, 1-3 column", "guns fire over it as over dry land");
}

#[test]
fn titles_that_make_no_sense_are_refused_in_words() {
    let read = |from: &str, to: &str| Title::parse(&TITLE.replacen(from, to, 1), board()).map(drop).map_err(|e| e.to_string());
    assert_eq!(read("", ""), Ok(()));
    for (from, to, says) in [
        ("start = \"0102\"", "start = \"9999\"", "9999"),
        ("id = \"B\"", "id = \"A\"", "two units"),
        ("group = \"late\"\nside", "group = \"nobody\"\nside", "nobody"),
        ("enemy_in = [\"0404\"]", "enemy_in = [\"0405\"]", "control"),
        ("entry = [\"1205\"]", "entry = []", "entry hex"),
        ("from = 1\n", "from = 1\nbonus = 2\n", "bonus"),
        ("name = \"Confederate victory\"", "from = -3\nname = \"Confederate victory\"", "lowest level"),
    ] {
        let fault = read(from, to).expect_err(says);
        assert!(fault.contains(says), "{from} -> {to}: {fault}");
    }
    let setup = SetUp { scenario: "practice".into(), options: Default::default() };
    let swamp = BOARD.replace("pontoon = ", "swamp = ");
    let swamp: &'static Board = Box::leak(Box::new(Board::parse(&swamp, "swamp.toml").expect("a board")));
    let fault = BlueGray::with_title(STANDARD, TITLE, swamp, setup).err().expect("the chart has no swamp").to_string();
    assert!(fault.contains("swamp") && fault.contains("0608"), "{fault}");
}

#[test]
fn positions_of_another_title_round_trip() {
    let mut f = on("2 confederate movement", "K1 waiting, K2 waiting, K3 waiting, Late waiting, A exited, B 0303");
    f.order("enter K1 at 1205");
    let again = f.reread();
    assert_eq!(again.listed(), f.listed());
    assert_eq!(practice().hash(&again.state), practice().hash(&f.state));
}

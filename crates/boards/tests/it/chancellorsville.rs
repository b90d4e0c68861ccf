//! Chancellorsville: what the rules of 1961 and 1974 say about the board.

use std::collections::BTreeSet;

use board::{Channel, HexId, Location, Lower};

use crate::chart::{Chart, Set};

fn chart() -> Chart {
    Chart(boards::chancellorsville())
}

fn rivers() -> Set {
    chart().courses_of(&["river"])
}

fn streams() -> Set {
    chart().courses_of(&["stream"])
}

fn land() -> Set {
    &(&chart().all() - &rivers()) - &chart().terrain("water")
}

fn north() -> Set {
    chart().flood(chart().hex("HH-33"), &land())
}

fn between() -> Set {
    chart().flood(chart().hex("A-5"), &land())
}

fn south() -> Set {
    chart().flood(chart().hex("R-28"), &land())
}

/// The hexes of a set within so many hexes of a river.
fn by_the_river(set: &Set, distance: u8) -> Set {
    let rivers = rivers();
    set.iter().copied().filter(|hex| rivers.iter().any(|river| chart().distance(*hex, *river) <= distance)).collect()
}

fn column(letters: &str) -> u8 {
    (0..50).find(|c| chart().0.grid.column_name(*c) == letters).expect("a column") + 1
}

fn east_of(set: &Set, first: &str) -> Set {
    set.iter().copied().filter(|hex| chart().column(*hex) >= column(first)).collect()
}

fn hex_of(crossing: &str) -> HexId {
    match chart().crossing(crossing).at {
        Location::Hex(hex) => hex,
        Location::Side(_) => panic!("{crossing} is a hex"),
    }
}

fn fords() -> Set {
    chart().0.crossings.iter().map(|c| hex_of(&c.name)).collect()
}

fn down(river: &str, crossing: &str) -> usize {
    chart().course(river).iter().position(|hex| *hex == hex_of(crossing)).unwrap_or_else(|| panic!("{crossing} is not on the {river}"))
}

#[test]
fn fifty_columns_of_34_hexes_the_first_lower() {
    let grid = &chart().0.grid;
    assert_eq!((grid.columns(), grid.rows(), grid.lower()), (50, 34, Lower::Even));
    assert_eq!((grid.column_name(25), grid.column_name(26), grid.column_name(49)), ("Z".into(), "AA".into(), "XX".into()));
}

#[test]
fn numbers_are_diagonal_hexrows_that_rise_to_the_right() {
    let around = |name: &str| chart().names(chart().0.grid.neighbours(chart().hex(name)));
    assert_eq!(around("C-4"), "C-3 D-4 D-5 C-5 B-4 B-3");
    assert_eq!(around("D-4"), "D-3 E-4 E-5 D-5 C-4 C-3");
    for hex in chart().all() {
        let (column, number) = (u16::from(chart().column(hex)), u16::from(chart().row(hex)));
        assert!(chart().names([&hex]).ends_with(&format!("-{}", column.div_ceil(2) - 1 + number)), "first number (column + 1) / 2");
    }
    let higher = |name: &str| chart().0.grid.centre(chart().hex(name)).1;
    assert!(higher("HH-33") < higher("R-28"), "Falmouth lies north of Chancellorsville although 33 is more than 28");
}

#[test]
fn the_places_with_printed_coordinates_are_there() {
    assert_eq!(chart().place("Chancellorsville"), chart().hex("R-28"));
    assert_eq!(chart().place("Falmouth"), chart().hex("HH-33"));
    assert_eq!(hex_of("Kelly's Ford"), chart().hex("C-3"));
    assert_eq!(hex_of("U.S. Ford"), chart().hex("T-24"), "T-24 by the errata");
    assert!(rivers().contains(&chart().hex("T-23")) && !fords().contains(&chart().hex("T-23")));
}

#[test]
fn rivers_are_a_full_hex_wide_and_never_touch_themselves() {
    for water in chart().0.waters.iter().filter(|w| w.kind == "river") {
        let Channel::Hexes(course) = &water.channel else { panic!("{} runs through hexes", water.name) };
        for (i, hex) in course.iter().enumerate() {
            assert!(course[(i + 2).min(course.len())..].iter().all(|later| chart().distance(*hex, *later) > 1), "{}", water.name);
        }
    }
    assert_eq!(&chart().terrain("river"), &rivers(), "a ford hex is still river");
}

#[test]
fn the_rivers_enter_join_and_leave_as_they_should() {
    let (rappahannock, rapidan) = (chart().course("Rappahannock River"), chart().course("Rapidan River"));
    assert_eq!(chart().row(rappahannock[0]), 1, "from the north edge");
    assert_eq!(chart().column(rappahannock[rappahannock.len() - 1]), 50, "to the east edge");
    assert_eq!(chart().column(rapidan[0]), 1, "from the west edge");
    let (mouth, above) = rapidan.split_last().unwrap();
    assert!(rappahannock.contains(&chart().hex("S-22")) && chart().distance(*mouth, chart().hex("S-22")) == 1);
    assert!(above.iter().all(|hex| chart().near(*hex).iter().all(|n| !rappahannock.contains(n))), "no touch above the mouth");
    let at = |hex: &str| rappahannock.iter().position(|h| *h == chart().hex(hex));
    assert!(at("S-22") < at("T-24"), "they meet above U.S. Ford");
}

#[test]
fn the_rivers_part_the_land_in_exactly_three_areas() {
    let (north, between, south) = (north(), between(), south());
    assert_eq!(&(&north | &between) | &south, land());
    assert_eq!(north.len() + between.len() + south.len(), land().len());
    assert_eq!(chart().zone("north-of-rappahannock"), north);
    assert_eq!(chart().zone("between-rivers"), between);
    assert_eq!(chart().zone("south-of-river-line"), south);
    assert!(between.iter().all(|hex| chart().column(*hex) <= 19), "the area between the rivers is the north-west");
}

#[test]
fn every_printed_crossing_is_a_ford_blind_ford_twice() {
    let mut printed: Vec<_> = chart().0.crossings.iter().filter_map(|c| c.facts.text("printed")).collect();
    printed.sort_unstable();
    let mut expected = vec![
        "KELLEY'S FORD",
        "MUN. RUN FORD",
        "FIELDS FORD",
        "ROGER'S FORD",
        "BARNETT'S FORD",
        "ROCKY FORD",
        "BELL'S FORD",
        "RICHARD'S FORD",
        "GERMANNA FORD",
        "SKINNER'S FORD",
        "HALL'S FORD",
        "CULPEPPER FORD",
        "HADEN'S FORD",
        "HORSE FORD",
        "BROOKES FORD",
        "McNELL'S FORD",
        "EMBRY'S FORD",
        "ELY'S FORD",
        "TODD'S FORD",
        "BLIND FORD",
        "U.S. FORD",
        "SCOTT'S DAM",
        "DAM",
        "SCOTT'S FORD",
        "BLIND FORD",
        "BANK'S FORD",
    ];
    expected.sort_unstable();
    assert_eq!(printed, expected);
    assert!(chart().0.crossings.iter().all(|c| c.kind == "ford"), "by the errata the dams are fords too");
    assert_eq!(chart().terrain("ford"), fords());
}

#[test]
fn a_ford_has_two_approaches_on_opposite_sides_and_different_banks() {
    let banks = [north(), between(), south()];
    let bank = |hex: &HexId| banks.iter().position(|bank| bank.contains(hex));
    for ford in &chart().0.crossings {
        let [a, b] = ford.approaches[..] else { panic!("two approaches") };
        assert!(chart().opposite(hex_of(&ford.name), a, b), "{}", ford.name);
        assert!(bank(&a).is_some() && bank(&a) < bank(&b), "{}: the northern bank first", ford.name);
    }
}

#[test]
fn fords_stand_on_their_half_of_the_board_and_none_below_fredericksburg() {
    let east = ["The Dam", "Scott's Ford", "Blind Ford (Rappahannock)", "Bank's Ford"];
    for ford in &chart().0.crossings {
        assert_eq!(chart().column(hex_of(&ford.name)) >= column("Z"), east.contains(&ford.name.as_str()), "{}", ford.name);
    }
    assert!(fords().iter().all(|hex| chart().column(*hex) <= column("HH")));
}

#[test]
fn fords_follow_each_other_down_the_rivers() {
    let rappahannock = ["Kelly's Ford", "Richard's Ford", "U.S. Ford", "Scott's Dam", "Bank's Ford", "Scott's Ford", "The Dam"];
    assert!(rappahannock.map(|ford| down("Rappahannock River", ford)).is_sorted());
    assert!(["Germanna Ford", "Culpeper Ford", "Ely's Ford"].map(|ford| down("Rapidan River", ford)).is_sorted());
    for ford in ["Skinker's Ford", "Hall's Ford", "Haden's Ford", "Todd's Ford"] {
        assert!(down("Rapidan River", ford) > 0);
    }
}

#[test]
fn roads_enter_the_river_only_by_a_ford_and_leave_it_on_the_other_bank() {
    for road in &chart().0.roads {
        for (i, hex) in road.hexes.iter().enumerate().filter(|(_, hex)| rivers().contains(hex)) {
            let ford = chart().0.crossings.iter().find(|c| hex_of(&c.name) == *hex).unwrap_or_else(|| panic!("{} swims", road.name));
            let through = Set::from([road.hexes[i - 1], road.hexes[i + 1]]);
            assert_eq!(through, ford.approaches.iter().copied().collect(), "{} at {}", road.name, ford.name);
            assert_eq!(chart().class_of(&road.name), "road", "{}", road.name);
        }
        assert!(road.hexes.iter().all(|hex| !chart().terrain("water").contains(hex)), "{}", road.name);
    }
    let kelly: Set = chart().road("Kelly's Ford and Germanna Road").hexes.iter().copied().collect();
    assert!(chart().set("D-3 C-3 B-3").is_subset(&kelly), "one road on both banks, for the pontoon bridge");
    let roads = chart().on_road(&["road"]);
    for ford in
        ["Kelly's Ford", "Barnett's Ford", "Richard's Ford", "U.S. Ford", "Bank's Ford", "Germanna Ford", "Culpeper Ford", "Ely's Ford"]
    {
        assert!(roads.contains(&hex_of(ford)), "a road passes {ford}");
    }
}

#[test]
fn boats_and_bridges_find_clear_roads_on_both_banks() {
    let landing = &(&chart().on_road(&["road"]) & &land()) - &chart().terrains(&["woods", "hill", "swamp"]);
    let (north, south) = (&landing & &north(), &landing & &south());
    let touches = |hex: HexId, bank: &Set| !chart().near(hex).is_disjoint(bank);
    let course = chart().course("Rappahannock River");
    let both: Vec<_> = course.iter().filter(|hex| touches(**hex, &north) && touches(**hex, &south)).collect();
    assert_eq!(both.len(), 14);
    assert_eq!(both.iter().filter(|hex| chart().column(***hex) >= column("HH")).count(), 10, "at or below Fredericksburg");
    assert!(course.iter().filter(|hex| touches(**hex, &north)).count() >= 20, "many launching places on the north bank");
}

#[test]
fn the_potomac_fills_the_north_east_corner() {
    let potomac = chart().terrain("water");
    assert_eq!(potomac.len(), 22);
    let corner = chart().0.grid.at(49, 0).unwrap();
    assert_eq!(chart().flood(corner, &potomac), potomac, "one sheet of water");
    assert!(potomac.is_disjoint(&rivers()));
}

#[test]
fn solid_terrain_excludes_other_solid_terrain_and_villages_are_clear() {
    let solid = ["woods", "hill", "swamp", "city", "water", "river"];
    for (i, kind) in solid.iter().enumerate() {
        for other in &solid[i + 1..] {
            assert!(chart().terrain(kind).is_disjoint(&chart().terrain(other)), "{kind} and {other}");
        }
    }
    assert!(chart().terrain("village").is_disjoint(&chart().terrains(&solid)));
}

#[test]
fn twenty_three_streams_run_over_land_to_their_mouths() {
    let list: Vec<_> = chart().0.waters.iter().filter(|w| w.kind == "stream").collect();
    assert_eq!(list.len(), 23);
    let open_water = &rivers() | &chart().terrain("water");
    for stream in &list {
        let course = chart().course(&stream.name);
        assert!(course.iter().all(|hex| land().contains(hex)), "{}", stream.name);
        let mouth = course[course.len() - 1];
        let joins = list.iter().any(|other| other.name != stream.name && chart().course(&other.name).contains(&mouth));
        let ends = joins || chart().0.grid.on_edge(mouth) || !chart().near(mouth).is_disjoint(&open_water);
        assert!(ends, "{} ends nowhere", stream.name);
    }
    assert!(streams().is_disjoint(&chart().terrains(&["hill", "city"])));
    for name in ["Aquia Creek", "Potomac Creek", "Hazel Run", "Deep Run", "Massaponax Creek", "Ny River", "Po River"] {
        assert!(!chart().course(name).is_empty());
    }
}

#[test]
fn roads_and_both_railroads_cross_streams() {
    for class in ["road", "railroad", "unfinished"] {
        assert!(!chart().on_road(&[class]).is_disjoint(&streams()), "{class}");
    }
}

#[test]
fn the_ny_runs_through_stannards_marsh() {
    let swamp = chart().terrain("swamp");
    assert!((&swamp & &streams()).len() >= 3, "there are swamp-stream hexes");
    assert_eq!(chart().flood(*swamp.first().unwrap(), &swamp), swamp, "one marsh");
    let ny: Set = chart().course("Ny River").iter().copied().collect();
    assert!(!ny.is_disjoint(&swamp) && !east_of(&ny, "Z").is_empty());
    assert!(east_of(&chart().course("Po River").iter().copied().collect(), "Z").is_empty(), "the Po is in the west half");
}

#[test]
fn heights_stand_at_the_fredericksburg_salient_and_opposite() {
    let hills = chart().terrain("hill");
    for name in [
        "Marye's Heights",
        "Prospect Hill",
        "Stafford Heights",
        "Telegraph Hill",
        "Fairview",
        "Hazel Grove",
        "Taylor's Hill",
        "Stansbury Hill",
        "Howison Hill",
    ] {
        assert!(hills.contains(&chart().place(name)), "{name}");
    }
    assert!(north().contains(&chart().place("Stafford Heights")) && south().contains(&chart().place("Marye's Heights")));
    let salient = (&hills & &south()).into_iter().filter(|hex| (32..=38).contains(&chart().column(*hex))).count();
    assert!(salient >= 10, "{salient} hill hexes");
}

#[test]
fn the_wilderness_is_mostly_woods_and_the_lower_river_open() {
    let woods = chart().terrain("woods");
    let share = |area: &Set| 100 * (area & &woods).len() / area.len();
    // Straight rows, counted in half hexes from the top: the hexrow number less half the column.
    let half_row = |hex: HexId| chart().0.grid.centre(hex).1;
    let wilderness: Set =
        south().into_iter().filter(|hex| (4..=21).contains(&chart().column(*hex)) && (30..=52).contains(&half_row(*hex))).collect();
    assert!(share(&wilderness) > 65, "{} % woods", share(&wilderness));
    let plain = by_the_river(&east_of(&south(), "JJ"), 3);
    assert!(share(&plain) < 15, "{} % woods", share(&plain));
}

#[test]
fn fredericksburg_and_eleven_villages_lie_on_roads() {
    let (city, village, roads) = (chart().terrain("city"), chart().terrain("village"), chart().on_road(&["road"]));
    assert_eq!(city.len(), 3);
    assert!(city.contains(&chart().place("Fredericksburg")) && city.is_subset(&by_the_river(&south(), 1)));
    let names = [
        "Chancellorsville",
        "Falmouth",
        "Stafford C.H.",
        "Spotsylvania C.H.",
        "Hartwood Church",
        "Wilderness Tavern",
        "Todd's Tavern",
        "Aldrich",
        "Tabernacle Church",
        "Salem Church",
        "Hamilton's Crossing",
    ];
    assert_eq!(names.iter().map(|name| chart().place(name)).collect::<Set>(), village);
    assert!(city.is_subset(&roads) && village.is_subset(&roads));
}

#[test]
fn places_stand_on_their_half_of_the_board() {
    let in_east = |name: &&str| chart().column(chart().place(name)) >= column("Z");
    let west = ["Hartwood Church", "Wilderness Tavern", "Chancellorsville", "Aldrich", "Todd's Tavern", "Spotsylvania C.H."];
    let east =
        ["Stafford C.H.", "Falmouth", "Fredericksburg", "Tabernacle Church", "Salem Church", "Hamilton's Crossing", "Stannard's Marsh"];
    assert!(!west.iter().any(in_east) && east.iter().all(in_east));
}

#[test]
fn the_roads_of_each_bank_are_one_net() {
    let (sides, roads) = (chart().road_sides(&["road"]), chart().on_road(&["road"]));
    for bank in [north(), between(), south()] {
        let net = &roads & &bank;
        let joined = |from, to| net.contains(&to) && sides.contains_key(&board::Hexside::between(from, to));
        assert_eq!(chart().reach(*net.first().unwrap(), joined), net);
    }
}

#[test]
fn set_up_areas_follow_the_rules_of_1974() {
    let south = south();
    assert_eq!(chart().zone("south-east-of-s"), east_of(&south, "T"));
    assert_eq!(chart().zone("army-hq"), east_of(&south, "V"));
    let close = by_the_river(&south, 5);
    assert_eq!(chart().zone("first-corps"), &east_of(&close, "V") - &east_of(&close, "II"));
    assert_eq!(chart().zone("second-corps"), east_of(&close, "II"));
}

#[test]
fn edges_and_shores_are_listed() {
    let lowest: Set = (0..50).filter_map(|column| chart().0.grid.at(column, 33)).collect();
    assert_eq!(chart().zone("south-edge"), lowest);
    assert!(lowest.is_subset(&south()), "the whole south edge is land south of the line");
    let west = &chart().zone("west-edge");
    assert_eq!(*west, land().into_iter().filter(|hex| chart().column(*hex) == 1).collect());
    assert!(!west.contains(&chart().hex("A-14")) && west.is_disjoint(&north()));
    for (id, bank) in [("north-shore", north()), ("between-shore", between()), ("south-shore", south())] {
        assert_eq!(chart().zone(id), by_the_river(&bank, 1), "{id}");
    }
}

#[test]
fn divisions_with_fixed_hexes_stand_in_their_corps_areas() {
    let fixed: BTreeSet<_> = chart().0.entries.iter().map(|e| (e.name.as_str(), chart().names(&e.hexes))).collect();
    let expected = [("Anderson", "BB-34"), ("A. P. Hill", "UU-51"), ("Rodes", "SS-51"), ("Early", "NN-47"), ("Colston", "WW-51")];
    assert_eq!(fixed, expected.map(|(name, hex)| (name, hex.to_owned())).into());
    assert!(chart().zone("first-corps").contains(&chart().hex("BB-34")));
    assert!(chart().set("UU-51 SS-51 NN-47 WW-51").is_subset(&chart().zone("second-corps")));
    assert_eq!(chart().entry("ap-hill").facts.text("other_reading"), Some("JJ-51"));
    assert!(south().contains(&chart().hex("JJ-51")), "the other reading is land too");
}

#[test]
fn every_land_hex_is_within_reach_by_land_and_ford() {
    let mut reached = north();
    while let Some(ford) = chart().0.crossings.iter().find(|c| c.approaches.iter().filter(|a| reached.contains(a)).count() == 1) {
        for bank in &ford.approaches {
            reached.extend(chart().flood(*bank, &land()));
        }
    }
    assert_eq!(reached, land());
}

//! Chattanooga: what the rules of Blue & Gray say about the map.

use std::collections::{BTreeMap, BTreeSet};

use board::{Direction, HexId, Hexside, Location, Lower, RoadClass};

use crate::chart::{Chart, Set};

const CREEKS: [&str; 4] = ["Citico Creek", "Chattanooga Creek", "Lookout Creek", "South Chickamauga Creek"];

/// The hexes of rule 14.1, as printed.
const UNION: &str = "1704 1604 1705 1605 1506 1606 1507 1304 1204 0907 0807 1712 1713 1714 1715 1717 1718 1611 1612 1614 1615 1618 \
                     1513 1514 1518 1519 1417 1419 1320 1220 1214 1016 0921 0522 0524 0425 0426";

/// The hexes of rule 14.2, as printed.
const CONFEDERATE: &str = "2004 2305 2106 2207 2109 2209 2110 2210 2311 2312 2412 2313 2413 2314 2315 2415 2316 2317 2318 2418 2321 2219 \
                           2121 2021 2023 1822 1723 1523 1323 1222 1124 1025 0926 0724";

/// The Union set-up hexes on the north bank.
const NORTH_BANK: &str = "1204 1304 0907 0807 0921";

fn chart() -> Chart {
    Chart(boards::chattanooga())
}

fn water() -> Set {
    chart().terrains(&["river", "ferry"])
}

fn land() -> Set {
    &chart().all() - &water()
}

fn forest_and_rough() -> Set {
    &chart().terrain("forest") & &chart().terrain("rough")
}

/// The bridges and fords of the creeks, with their kinds.
fn creek_crossings() -> BTreeMap<Hexside, &'static str> {
    let on_side = |at| match at {
        Location::Side(side) => Some(side),
        Location::Hex(_) => None,
    };
    chart().0.crossings.iter().filter_map(|c| Some((on_side(c.at)?, c.kind.as_str()))).collect()
}

/// Whether a piece may step from hex to hex over land, with the crossings of some creeks closed.
fn passable(closed: &'static [&'static str]) -> impl Fn(HexId, HexId) -> bool {
    let (land, creeks, crossings) = (land(), chart().banks_of(&["creek"]), creek_crossings());
    let shut: BTreeSet<Hexside> = closed.iter().flat_map(|name| chart().banks(name)).copied().collect();
    move |from, to| {
        let side = Hexside::between(from, to);
        land.contains(&to) && (!creeks.contains(&side) || crossings.contains_key(&side)) && !shut.contains(&side)
    }
}

fn south_bank() -> Set {
    chart().reach(chart().hex("1215"), passable(&[]))
}

fn north_bank() -> Set {
    chart().reach(chart().hex("0907"), passable(&[]))
}

#[test]
fn twenty_six_columns_of_28_and_27_rows_the_even_ones_lower() {
    let grid = &chart().0.grid;
    let rows = |column| (0..28).filter(|row| grid.at(column, *row).is_some()).count();
    assert!((0..26).all(|column| rows(column) == if column % 2 == 0 { 28 } else { 27 }));
    assert_eq!((grid.columns(), grid.lower()), (26, Lower::Odd));
    let around = |name: &str| chart().names(grid.neighbours(chart().hex(name)));
    assert_eq!(around("0505"), "0504 0604 0605 0506 0405 0404");
    assert_eq!(around("0605"), "0604 0705 0706 0606 0506 0505");
}

#[test]
fn the_terrain_is_that_of_the_terrain_effects_chart_and_no_other() {
    let mut kinds: Vec<_> = chart().0.terrains.iter().map(String::as_str).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["ferry", "forest", "river", "rough", "town"]);
    assert_eq!(chart().0.road_classes, ["road", "trail"]);
    assert!(chart().0.directed.iter().all(|side| side.kind == "redoubt"));
    assert!(!forest_and_rough().is_empty());
}

#[test]
fn river_and_town_hexes_carry_no_other_terrain() {
    let wooded = chart().terrains(&["forest", "rough"]);
    assert!(water().is_disjoint(&wooded) && water().is_disjoint(&chart().terrain("town")));
    assert!(chart().terrain("town").is_disjoint(&wooded));
    assert!(chart().terrain("river").is_disjoint(&chart().terrain("ferry")));
}

#[test]
fn the_tennessee_runs_from_the_north_edge_to_the_west_edge() {
    let course = chart().course("Tennessee River");
    assert_eq!(chart().names([&course[0], &course[course.len() - 1]]), "1601 0114");
    assert_eq!(course.iter().copied().collect::<Set>(), water());
    assert_eq!(chart().terrain("river").len(), 39);
}

#[test]
fn the_tennessee_parts_the_land_in_two_banks() {
    let (south, north) = (south_bank(), north_bank());
    assert!(south.is_disjoint(&north));
    assert_eq!(&south | &north, land());
}

#[test]
fn the_ferries_are_1305_1013_0814_and_0517_and_join_opposite_banks() {
    assert_eq!(chart().terrain("ferry"), chart().set("1305 1013 0814 0517"));
    let (south, north) = (south_bank(), north_bank());
    let ferries: Vec<_> = chart().0.crossings.iter().filter(|c| c.kind == "ferry").collect();
    let described = |hex: &str| {
        let ferry = ferries.iter().find(|f| f.at == Location::Hex(chart().hex(hex))).expect("a ferry");
        chart().names(&ferry.approaches)
    };
    assert_eq!(described("1305"), "1204 1405");
    assert_eq!(described("1013"), "0913 1114");
    assert_eq!(described("0814"), "0714 0915");
    assert_eq!(described("0517"), "0616 0417");
    for ferry in &ferries {
        let Location::Hex(hex) = ferry.at else { panic!("a ferry is a hex") };
        let [a, b] = ferry.approaches[..] else { panic!("two banks") };
        assert!(chart().opposite(hex, a, b) && north.contains(&a) && south.contains(&b), "{}", ferry.name);
    }
    assert_eq!(ferries.len(), 4);
}

#[test]
fn a_ferry_and_its_far_bank_are_reached_in_one_move() {
    let (rough_going, roads) = (chart().terrains(&["forest", "rough"]), chart().on_road(&["road"]));
    for ferry in chart().0.crossings.iter().filter(|c| c.kind == "ferry") {
        assert!(ferry.approaches.iter().all(|bank| !rough_going.contains(bank) && roads.contains(bank)), "{}", ferry.name);
    }
}

#[test]
fn every_creek_runs_into_the_river() {
    let names: BTreeSet<_> = chart().0.waters.iter().filter(|w| w.kind == "creek").map(|w| w.name.as_str()).collect();
    assert_eq!(names, CREEKS.into_iter().collect());
    for creek in CREEKS {
        let expected = if creek == "Citico Creek" { ["source", "water"] } else { ["edge", "water"] };
        assert_eq!(chart().ends(creek), expected, "{creek}");
        assert!(chart().banks(creek).iter().all(|s| land().contains(&s.0) && land().contains(&s.1)), "{creek} keeps off the river hexes");
    }
}

#[test]
fn creeks_are_crossed_at_seven_bridges_and_six_fords() {
    let crossings = creek_crossings();
    let count = |kind| crossings.values().filter(|k| **k == kind).count();
    assert_eq!((count("bridge"), count("ford"), crossings.len()), (7, 6, 13));
    let creeks = chart().banks_of(&["creek"]);
    assert!(crossings.keys().all(|side| creeks.contains(side)));
}

#[test]
fn citico_creek_has_its_bridges_and_a_ford() {
    let at = |side: &str| creek_crossings().get(&chart().side(side)).copied();
    assert_eq!((at("1310/1311"), at("1510/1511"), at("1810/1811")), (Some("bridge"), Some("bridge"), Some("ford")));
    let on_citico = creek_crossings().keys().filter(|side| chart().banks("Citico Creek").contains(side)).count();
    assert_eq!(on_citico, 3);
}

#[test]
fn roads_and_trails_cross_creeks_only_at_bridges_and_fords() {
    let (creeks, crossings) = (chart().banks_of(&["creek"]), creek_crossings());
    let sides = chart().road_sides(&["road", "trail"]);
    assert!(sides.keys().all(|side| !creeks.contains(side) || crossings.contains_key(side)));
    assert!(crossings.iter().filter(|(_, kind)| **kind == "bridge").all(|(side, _)| sides.contains_key(side)), "a bridge carries a road");
    assert!(chart().on_road(&["road", "trail"]).is_subset(&land()));
}

#[test]
fn sixteen_roads_and_twelve_trails_and_no_hexside_carries_both() {
    assert_eq!((chart().roads(&["road"]).count(), chart().roads(&["trail"]).count()), (16, 12));
    assert!(chart().road_sides(&["road", "trail"]).values().all(|times| *times == 1));
}

#[test]
fn every_road_that_ends_at_the_edge_leaves_the_map_there() {
    for road in &chart().0.roads {
        for end in [road.hexes[0], road.hexes[road.hexes.len() - 1]] {
            let leaves = road.exits.iter().any(|(hex, _)| *hex == end);
            assert!(!chart().0.grid.on_edge(end) || leaves || chart().0.road_exits(end).next().is_some(), "{}", road.name);
        }
    }
}

#[test]
fn r_24_a_road_leaves_the_map_at_0427_and_a_trail_at_0728() {
    let board = chart().0;
    let classes = |hex: &str| board.road_exits(chart().hex(hex)).map(|(class, _)| class).collect::<Vec<RoadClass>>();
    assert_eq!(classes("0427"), [board.road_class("road").unwrap()]);
    assert_eq!(classes("0728"), [board.road_class("trail").unwrap()]);
    assert!(classes("0528").is_empty() && classes("0627").is_empty());
    assert_eq!(board.road_exits(chart().hex("0427")).next().unwrap().1, "Wauhatchie and Trenton");
}

#[test]
fn all_land_can_be_reached_by_land_and_ferry() {
    let step = passable(&[]);
    let mut reached = south_bank();
    for ferry in chart().0.crossings.iter().filter(|c| c.kind == "ferry") {
        if ferry.approaches.iter().any(|bank| reached.contains(bank)) {
            for bank in &ferry.approaches {
                reached.extend(chart().reach(*bank, &step));
            }
        }
    }
    assert_eq!(reached, land());
}

#[test]
fn redoubts_are_works_of_both_armies_on_dry_hexsides() {
    let board = chart().0;
    let builders: BTreeSet<_> = board.directed.iter().filter_map(|d| d.side.as_deref()).collect();
    assert_eq!(builders, BTreeSet::from(["union", "confederate"]));
    let (creeks, land) = (chart().banks_of(&["creek"]), land());
    for work in &board.directed {
        assert!(land.contains(&work.protected) && land.contains(&work.enemy), "{}", work.name);
        assert!(!creeks.contains(&Hexside::between(work.protected, work.enemy)), "{}", work.name);
    }
}

#[test]
fn confederate_works_never_face_east() {
    for work in chart().0.directed.iter().filter(|d| d.side.as_deref() == Some("confederate")) {
        let facing = chart().0.grid.direction(work.protected, work.enemy).unwrap();
        assert!(matches!(facing, Direction::N | Direction::NW | Direction::SW | Direction::S), "{} faces {facing:?}", work.name);
    }
}

#[test]
fn union_works_close_the_town_from_river_to_river() {
    let works: Vec<_> = chart().0.directed.iter().filter(|d| d.side.as_deref() == Some("union")).collect();
    let (inner, outer): (Set, Set) = (works.iter().map(|w| w.protected).collect(), works.iter().map(|w| w.enemy).collect());
    assert!(inner.is_disjoint(&outer), "the line faces one way");
    assert!(chart().set("1514 1417").is_subset(&inner), "both forts stand in the line");
    let line: BTreeSet<_> = works.iter().map(|w| Hexside::between(w.protected, w.enemy)).collect();
    let step = passable(&[]);
    let town_side = chart().reach(chart().hex("1215"), |from, to| step(from, to) && !line.contains(&Hexside::between(from, to)));
    assert!(town_side.is_disjoint(&outer) && inner.is_subset(&town_side) && chart().terrain("town").is_subset(&town_side));
}

#[test]
fn the_town_is_one_group_of_eight_hexes() {
    let town = chart().set("1213 1214 1215 1216 1314 1315 1316 1415");
    assert_eq!(chart().terrain("town"), town);
    assert_eq!(chart().zone("chattanooga-town"), town);
    assert_eq!(chart().flood(chart().hex("1213"), &town), town);
}

#[test]
fn victory_hexes_score_four_points_each() {
    let scored = |id: &str| {
        let zone = chart().0.zone(id).unwrap();
        (chart().names(&zone.hexes), zone.facts.text("scores").unwrap(), zone.facts.number("points_each").unwrap())
    };
    assert_eq!(scored("forts"), ("1514 1417".into(), "confederate", 4));
    assert_eq!(scored("missionary-ridge"), ("2207 2311 2416 2419".into(), "union", 4));
    assert_eq!((scored("chattanooga-town").1, scored("chattanooga-town").2), ("confederate", 4));
    assert_eq!((chart().place("Fort Wood"), chart().place("Fort Negley")), (chart().hex("1514"), chart().hex("1417")));
}

#[test]
fn objectives_on_the_ridge_are_rough_and_on_the_crest_track() {
    let objectives = chart().zone("missionary-ridge");
    let crest: Set = chart().road("Crest Track").hexes.iter().copied().collect();
    assert!(objectives.is_subset(&chart().terrain("rough")) && objectives.is_subset(&crest));
    let rough = chart().terrain("rough");
    for row in 5..=24 {
        assert!(
            rough.iter().any(|hex| (20..=24).contains(&chart().column(*hex)) && chart().row(*hex) == row),
            "the ridge has a hole in row {row}"
        );
    }
}

#[test]
fn the_point_of_lookout_mountain_is_1025() {
    assert_eq!(chart().zone("lookout-mountain"), chart().set("1025"));
    assert!(chart().terrain("rough").contains(&chart().hex("1025")));
    assert!(chart().road("Summertown Track").hexes.contains(&chart().hex("1025")));
}

#[test]
fn the_union_sets_up_in_37_hexes_and_the_confederates_in_34() {
    let (union, confederate) = (chart().set(UNION), chart().set(CONFEDERATE));
    assert_eq!((union.len(), confederate.len()), (37, 34));
    assert_eq!((chart().zone("union-setup"), chart().zone("confederate-setup")), (union.clone(), confederate.clone()));
    assert!(union.is_subset(&land()) && confederate.is_subset(&land()) && union.is_disjoint(&confederate));
}

#[test]
fn the_armies_set_up_on_their_banks_and_out_of_contact() {
    let (union, confederate, north) = (chart().set(UNION), chart().set(CONFEDERATE), chart().set(NORTH_BANK));
    assert!(north.is_subset(&north_bank()));
    assert!((&union - &north).is_subset(&south_bank()) && confederate.is_subset(&south_bank()));
    let step = passable(&[]);
    for hex in &union {
        assert!(chart().near(*hex).iter().all(|next| !confederate.contains(next) || !step(*hex, *next)), "{}", chart().names([hex]));
    }
}

#[test]
fn guns_that_stay_stand_in_forts_town_and_heights() {
    let named = |name: &str| chart().place(name);
    assert_eq!(named("Cameron Hill"), chart().hex("1016"));
    assert_eq!(named("Moccasin Point Battery"), chart().hex("0921"));
    assert!(chart().terrain("town").contains(&chart().hex("1214")));
}

#[test]
fn reinforcements_enter_at_the_south_edge_on_turn_two() {
    let entry = chart().entry("union-reinforcements");
    assert_eq!(chart().names(&entry.hexes), "0427 0528 0627 0728");
    assert_eq!((entry.side.as_deref(), entry.facts.number("turn")), (Some("union"), Some(2)));
    for hex in &entry.hexes {
        assert!(!chart().0.grid.neighbour(*hex, Direction::S).is_some(), "the last row of its column");
        assert!(land().contains(hex) && !forest_and_rough().contains(hex), "entered for three points at most");
    }
}

#[test]
fn lookout_creek_parts_the_reinforcement_hexes() {
    let west = chart().reach(chart().hex("0425"), passable(&["Lookout Creek"]));
    assert!(chart().set("0522 0524 0425 0426 0427 0528").is_subset(&west));
    assert!(west.is_disjoint(&chart().set("0724 1025 0627 0728")));
}

#[test]
fn citico_creek_parts_sherman_from_thomas_west_of_the_ridge() {
    let west_of_ridge =
        |step: &dyn Fn(HexId, HexId) -> bool| chart().reach(chart().hex("1704"), |from, to| step(from, to) && chart().column(to) <= 20);
    assert!(west_of_ridge(&passable(&["Citico Creek"])).is_disjoint(&chart().set("1611 1712")));
    assert!(west_of_ridge(&passable(&[])).contains(&chart().hex("1611")));
}

#[test]
fn chattanooga_creek_parts_lookout_mountain_from_the_town() {
    assert!(!chart().reach(chart().hex("1025"), passable(&["Chattanooga Creek"])).contains(&chart().hex("1220")));
}

#[test]
fn south_chickamauga_creek_bounds_the_field_in_the_north_east() {
    let beyond = chart().reach(chart().hex("1701"), passable(&["South Chickamauga Creek"]));
    assert!(beyond.is_disjoint(&chart().set("1704 2004")));
}

#[test]
fn the_south_east_corner_joins_chickamauga() {
    let join = &chart().0.joins[0];
    let pairs: Vec<_> = join.pairs.iter().map(|(hex, other)| (chart().names([hex]), other.as_str())).collect();
    assert_eq!(join.board, "chickamauga");
    assert_eq!(pairs, [("2025".to_owned(), "0101"), ("2425".to_owned(), "0501")]);
    assert!(chart().set("2025 2425").is_subset(&land()));
    assert!(chart().road("Rossville Road").hexes.contains(&chart().hex("2025")));
}

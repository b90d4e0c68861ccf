//! Give Us Victories: what the rules say about the map.

use std::collections::{BTreeMap, BTreeSet};

use board::{Crossing, Direction, HexId, Hexside, Location, Lower};

use crate::chart::{Chart, Set};

/// The classes of road that the rules know; railroads have no effect.
const ROADS: [&str; 2] = ["major", "minor"];

fn chart() -> Chart {
    Chart(boards::give_us_victories())
}

fn north() -> Set {
    chart().zone("union-territory")
}

fn between() -> Set {
    chart().zone("between-the-rivers")
}

fn south() -> Set {
    chart().zone("confederate-territory")
}

fn side_of(crossing: &Crossing) -> Hexside {
    match crossing.at {
        Location::Side(side) => side,
        Location::Hex(_) => panic!("{} is a hexside", crossing.name),
    }
}

fn river_of(crossing: &Crossing) -> &'static str {
    &chart().0.waters[crossing.water].name
}

/// Everywhere a pontoon may lie on a major river.
fn fords() -> Vec<&'static Crossing> {
    chart().0.crossings.iter().filter(|c| ["ford", "pontoon-site"].contains(&c.kind.as_str())).collect()
}

/// The hexes that major and minor roads reach from a hex.
fn road_net(start: HexId) -> Set {
    let sides = chart().road_sides(&ROADS);
    chart().reach(start, |from, to| sides.contains_key(&Hexside::between(from, to)))
}

fn centres(side: &str) -> impl Iterator<Item = &'static board::Entry> {
    chart().0.entries.iter().filter(move |e| e.kind == "supply-center" && e.side.as_deref() == Some(side))
}

#[test]
fn fifty_columns_of_38_rows_the_second_lower_north_up() {
    let grid = &chart().0.grid;
    assert_eq!((grid.columns(), grid.rows(), grid.lower(), chart().0.up), (50, 38, Lower::Odd, 0));
}

#[test]
fn west_map_and_east_map_meet_between_columns_25_and_26() {
    let columns = |id: &str| chart().zone(id).into_iter().map(|hex| chart().column(hex)).collect::<BTreeSet<_>>();
    assert_eq!((columns("west-map"), columns("east-map")), ((1..=25).collect(), (26..=50).collect()));
    assert_eq!(&chart().zone("west-map") | &chart().zone("east-map"), chart().all());
}

#[test]
fn four_places_are_worth_victory_points() {
    let worth: BTreeMap<_, _> = chart().0.places.iter().filter_map(|p| Some((chart().names([&p.hex]), p.facts.number("vp")?))).collect();
    assert_eq!(worth, [("2121", 10), ("3722", 10), ("2533", 10), ("3819", 5)].map(|(hex, vp)| (hex.to_owned(), vp)).into());
    for (name, hex) in [("Chancellorsville", "2121"), ("Marye's Heights", "3722"), ("Spotsylvania", "2533"), ("Falmouth", "3819")] {
        assert_eq!(chart().place(name), chart().hex(hex), "{name}");
    }
}

#[test]
fn the_map_is_almost_entirely_forest() {
    assert!(100 * chart().terrain("forest").len() >= 65 * chart().all().len());
    assert!(chart().terrain("forest").is_disjoint(&chart().terrains(&["city", "village"])));
}

#[test]
fn twenty_four_creeks_and_four_rivers_run_along_hexsides() {
    let names = |kind: &str| chart().0.waters.iter().filter(|w| w.kind == kind).map(|w| w.name.as_str()).collect::<BTreeSet<_>>();
    assert_eq!(names("creek").len(), 24);
    assert_eq!(names("major"), BTreeSet::from(["Rappahannock", "Rapidan"]));
    assert_eq!(names("minor"), BTreeSet::from(["Po", "Ny"]));
}

#[test]
fn major_rivers_run_from_edge_to_edge_and_cut_the_map_in_three() {
    assert_eq!(chart().ends("Rappahannock"), ["edge", "edge"]);
    assert_eq!(chart().ends("Rapidan"), ["edge", "water"]);
    assert!(chart().ends("Po").contains(&"edge") && chart().ends("Ny").contains(&"edge"));
    let major = chart().banks_of(&["major"]);
    let region = |start: HexId| chart().reach(start, |from, to| !major.contains(&Hexside::between(from, to)));
    for zone in [north(), between(), south()] {
        assert_eq!(region(*zone.first().unwrap()), zone);
    }
    assert_eq!(&(&north() | &between()) | &south(), chart().all());
}

#[test]
fn the_rappahannock_has_seven_fords_and_three_pontoon_sites_and_the_rapidan_four_fords() {
    let count = |river: &str, kind: &str| fords().iter().filter(|c| river_of(c) == river && c.kind == kind).count();
    assert_eq!((count("Rappahannock", "ford"), count("Rappahannock", "pontoon-site")), (7, 3));
    assert_eq!((count("Rapidan", "ford"), count("Rapidan", "pontoon-site")), (4, 0));
    for ford in fords() {
        assert_eq!(ford.facts.flag("pontoon_required"), river_of(ford) == "Rappahannock", "{}", ford.name);
    }
    for (name, river) in [
        ("Kelly's Ford", "Rappahannock"),
        ("Richards' Ford", "Rappahannock"),
        ("United States Ford", "Rappahannock"),
        ("Banks' Ford", "Rappahannock"),
        ("Scott's Ford", "Rappahannock"),
        ("Fredericksburg (Lacy House)", "Rappahannock"),
        ("Franklin's Crossing", "Rappahannock"),
        ("Fitzhugh's Crossing", "Rappahannock"),
        ("Germanna Ford", "Rapidan"),
        ("Ely's Ford", "Rapidan"),
    ] {
        assert_eq!(river_of(chart().crossing(name)), river, "{name}");
    }
}

#[test]
fn eight_bridges_cross_the_po_and_the_ny() {
    let bridges: Vec<_> = chart().0.crossings.iter().filter(|c| c.kind == "bridge").collect();
    let over = |river: &str| bridges.iter().filter(|c| river_of(c) == river).count();
    assert_eq!(over("Po") + over("Ny"), 8);
    assert!(bridges.len() == 8 && over("Po") >= 2 && over("Ny") >= 2);
}

#[test]
fn both_banks_of_every_ford_hold_a_road_the_north_bank_first() {
    let (roads, sides) = (chart().on_road(&ROADS), chart().road_sides(&ROADS));
    for ford in fords() {
        let [a, b] = ford.approaches[..] else { panic!("two banks") };
        assert_eq!(Hexside::between(a, b), side_of(ford), "{}", ford.name);
        assert!(roads.contains(&a) && roads.contains(&b), "{}", ford.name);
        let joined = sides.contains_key(&side_of(ford));
        if river_of(ford) == "Rappahannock" {
            assert!(north().contains(&a) && !north().contains(&b) && !joined, "{}: only a pontoon joins the banks", ford.name);
        } else {
            assert!(between().contains(&a) && south().contains(&b) && joined, "{}: the road runs through the ford", ford.name);
        }
    }
}

#[test]
fn roads_cross_major_rivers_at_rapidan_fords_and_minor_rivers_at_bridges() {
    let (major, minor) = (chart().banks_of(&["major"]), chart().banks_of(&["minor"]));
    let rapidan: BTreeSet<_> = fords().into_iter().filter(|c| river_of(c) == "Rapidan").map(side_of).collect();
    let bridges: BTreeSet<_> = chart().0.crossings.iter().filter(|c| c.kind == "bridge").map(side_of).collect();
    for side in chart().road_sides(&ROADS).keys() {
        assert!(!major.contains(side) || rapidan.contains(side), "{}", chart().names([&side.0, &side.1]));
        assert!(!minor.contains(side) || bridges.contains(side), "{}", chart().names([&side.0, &side.1]));
    }
}

#[test]
fn the_road_nets_of_the_two_banks_touch_only_at_fords() {
    let union = road_net(chart().place("Falmouth"));
    let southern = road_net(chart().entry("sc1").hexes[0]);
    assert!(union.is_disjoint(&southern));
    assert!(centres("union").all(|e| union.contains(&e.hexes[0])) && centres("confederate").all(|e| southern.contains(&e.hexes[0])));
    for ford in fords() {
        assert!(southern.contains(&ford.approaches[1]), "{}", ford.name);
        assert!(river_of(ford) == "Rapidan" || union.contains(&ford.approaches[0]), "{}", ford.name);
    }
    for name in [
        "Chancellorsville",
        "Spotsylvania",
        "Marye's Heights",
        "Hamilton's Crossing",
        "Zoan Church",
        "Todd's Tavern",
        "Wilderness Tavern",
        "Richardsville",
    ] {
        assert!(southern.contains(&chart().place(name)), "{name}");
    }
}

#[test]
fn supply_centres_are_flagged_road_hexes_on_the_edges() {
    let roads = chart().on_road(&ROADS);
    assert_eq!((centres("union").count(), centres("confederate").count()), (6, 6));
    for entry in centres("union").chain(centres("confederate")) {
        let hex = entry.hexes[0];
        let edge = entry.facts.text("edge").unwrap();
        let on_edge = match edge {
            "north" => chart().row(hex) == 1,
            "south" => chart().row(hex) == 38,
            "west" => chart().column(hex) == 1,
            _ => chart().column(hex) == 50,
        };
        let union = entry.side.as_deref() == Some("union");
        assert!(entry.hexes.len() == 1 && on_edge && roads.contains(&hex), "{}", entry.id);
        assert!(if union { ["north", "east"].contains(&edge) && north().contains(&hex) } else { south().contains(&hex) }, "{}", entry.id);
        assert_eq!(entry.facts.flag("exit_for_victory"), !union && edge == "south", "{}", entry.id);
    }
    let exits: Set = chart().0.entries.iter().filter(|e| e.facts.flag("exit_for_victory")).map(|e| e.hexes[0]).collect();
    assert_eq!(exits, chart().set("0738 2738 3338 4038 4938"));
    assert_eq!(chart().names(&chart().entry("sc4").hexes), "0127", "the flag in the west");
}

#[test]
fn union_cavalry_enters_on_turn_11_by_every_western_road_between_the_rivers() {
    let entry = chart().entry("union-cavalry");
    assert_eq!((chart().names(&entry.hexes), entry.facts.number("turn")), ("0104 0107 0110 0113".into(), Some(11)));
    let roads: Set = (&chart().on_road(&ROADS) & &between()).into_iter().filter(|hex| chart().column(*hex) == 1).collect();
    assert_eq!(entry.hexes.iter().copied().collect::<Set>(), roads);
}

#[test]
fn longstreet_arrives_at_hamiltons_crossing_or_a_southern_centre() {
    assert_eq!(chart().entry("longstreet").hexes.iter().copied().collect::<Set>(), chart().set("4128 0738 2738 3338 4038 4938"));
    assert_eq!(chart().place("Hamilton's Crossing"), chart().hex("4128"));
}

#[test]
fn hypothetical_deployments_stay_close_to_their_fords() {
    let near = |hex: &HexId, ford: &str| chart().crossing(ford).approaches.iter().map(|bank| chart().distance(*hex, *bank)).min().unwrap();
    assert!(chart().entry("stoneman").hexes.iter().all(|hex| near(hex, "Kelly's Ford") <= 1));
    let zone = chart().zone("elys-and-germanna-fords");
    let expected = chart().all().into_iter().filter(|hex| near(hex, "Ely's Ford") <= 2 || near(hex, "Germanna Ford") <= 2);
    assert_eq!(zone, expected.collect());
}

#[test]
fn places_of_the_campaign_are_on_the_map() {
    for name in [
        "Fairview",
        "Hazel Grove",
        "Zoan Church",
        "Salem Church",
        "Tabernacle Church",
        "Richardsville",
        "Hamilton's Crossing",
        "Todd's Tavern",
        "Wilderness Tavern",
        "Dowdall's Tavern",
        "Catharine Furnace",
        "Aldrich",
        "Old Salem",
        "Fredericksburg",
        "Lee's Hill",
        "Prospect Hill",
        "Stafford Heights",
        "Hartwood Church",
        "Massaponax",
        "Guinea Station",
    ] {
        chart().place(name);
    }
    for (name, hex) in [("Zoan Church", "2722"), ("Fairview", "2021"), ("Richardsville", "1310")] {
        assert_eq!(chart().place(name), chart().hex(hex), "{name}");
    }
}

#[test]
fn places_stand_on_their_side_of_the_rivers() {
    for name in
        ["Chancellorsville", "Marye's Heights", "Spotsylvania", "Zoan Church", "Fairview", "Hazel Grove", "Salem Church", "Fredericksburg"]
    {
        assert!(south().contains(&chart().place(name)), "{name}");
    }
    assert!(north().contains(&chart().place("Falmouth")) && between().contains(&chart().place("Richardsville")));
}

#[test]
fn fredericksburg_is_two_city_hexes_and_falmouth_one() {
    assert_eq!(chart().terrain("city"), chart().set("3821 3922 3819"));
    assert_eq!(chart().place("Fredericksburg"), chart().hex("3821"));
    assert!(chart().terrain("city").is_disjoint(&chart().terrain("fortification")));
}

#[test]
fn chancellorsville_fairview_and_hazel_grove_are_open_heights_in_a_row() {
    let [chancellorsville, fairview, hazel_grove] = ["Chancellorsville", "Fairview", "Hazel Grove"].map(|name| chart().place(name));
    assert_eq!((chart().distance(chancellorsville, fairview), chart().distance(fairview, hazel_grove)), (1, 1));
    let heights = Set::from([fairview, hazel_grove]);
    assert!(heights.is_subset(&chart().terrain("hill")) && heights.is_disjoint(&chart().terrain("forest")));
    for name in ["Marye's Heights", "Prospect Hill", "Lee's Hill", "Stafford Heights"] {
        assert!(chart().terrain("hill").contains(&chart().place(name)), "{name}");
    }
}

#[test]
fn key_places_lie_on_major_roads_and_two_are_junctions() {
    let major = chart().on_road(&["major"]);
    for name in ["Chancellorsville", "Zoan Church", "Spotsylvania", "Falmouth", "Marye's Heights", "Richardsville"] {
        assert!(major.contains(&chart().place(name)), "{name}");
    }
    for name in ["Chancellorsville", "Spotsylvania"] {
        let roads = chart().roads(&ROADS).filter(|road| road.hexes.contains(&chart().place(name))).count();
        assert_eq!(roads, 4, "roads meet at {name}");
    }
}

#[test]
fn the_marches_of_the_richardsville_example_can_be_made() {
    let forest = chart().terrain("forest");
    let minor = chart().road("Richardsville Road");
    assert_eq!((chart().class_of("Richardsville Road"), chart().class_of("Ely's Ford Road")), ("minor", "major"));
    assert_eq!(chart().names(&minor.hexes[..5]), "1310 1210 1111 1011 0912");
    let [second, third, fourth] = [minor.hexes[2], minor.hexes[3], minor.hexes[4]];
    assert!(forest.contains(&second) && forest.contains(&third) && !forest.contains(&fourth), "woods, woods, open");
    let ely = &chart().road("Ely's Ford Road").hexes;
    let at = ely.iter().position(|hex| *hex == chart().hex("1310")).unwrap();
    assert_eq!(chart().names(&ely[at..at + 5]), "1310 1311 1411 1412 1413");
    assert!(!forest.contains(&chart().hex("1311")) && forest.contains(&chart().hex("1411")));
    assert!(!ely.contains(&minor.hexes[1]), "the two roads come to Richardsville separately");
    assert!(!chart().adjacent("1210", "1011") && !chart().adjacent("1310", "1111"), "each withdrawal breaks contact");
    assert!(chart().adjacent("0911", "0912") && !chart().on_road(&ROADS).contains(&chart().hex("0911")), "Heth starts off the road");
    let sides = chart().road_sides(&ROADS);
    assert!(chart().adjacent("1511", "1411") && !sides.contains_key(&chart().side("1411/1511")), "Lane joins the road at 1411");
}

#[test]
fn the_combat_of_the_richardsville_example_can_be_fought() {
    let (forest, water) = (chart().terrain("forest"), chart().banks_of(&["major", "minor", "creek"]));
    assert!(chart().opposite(chart().hex("1311"), chart().hex("1210"), chart().hex("1411")), "Pender and Nelson stand opposite");
    assert!(chart().adjacent("1312", "1311"));
    assert!(chart().set("1210 1411 1312").is_subset(&forest) && chart().set("1311 1110 1510").is_disjoint(&forest));
    let (union, confederate) = (chart().set("1311 1209 1410 1409 1509"), chart().set("1210 1411 1312 1110 1510"));
    assert_eq!(&chart().near(chart().hex("1110")) & &union, chart().set("1209"), "Heth touches Buschbeck only");
    assert_eq!(&chart().near(chart().hex("1510")) & &union, chart().set("1410 1409 1509"), "McGowan touches three");
    assert!(!chart().adjacent("1510", "1310"));
    for hex in &union {
        assert!(
            (&chart().near(*hex) & &confederate).iter().all(|enemy| !water.contains(&Hexside::between(*hex, *enemy))),
            "no water between them"
        );
    }
}

#[test]
fn nine_fortifications_face_the_river_from_3620_to_4027() {
    let forts = chart().terrain("fortification");
    assert_eq!(forts, chart().set("3620 3721 3722 3723 3824 3825 3926 4026 4027"));
    assert!(forts.is_subset(&south()));
    assert!(forts.contains(&chart().place("Marye's Heights")) && forts.contains(&chart().place("Prospect Hill")));
    let faces = &chart().0.directed;
    assert_eq!(faces.iter().map(|f| f.protected).collect::<Set>(), forts);
    let lacy = chart().crossing("Fredericksburg (Lacy House)").approaches[1];
    for face in faces {
        let facing = chart().0.grid.direction(face.protected, face.enemy).unwrap();
        assert!(matches!(facing, Direction::N | Direction::NE | Direction::SE) && !forts.contains(&face.enemy));
        assert_eq!((face.kind.as_str(), face.side.as_deref()), ("fortification", Some("confederate")));
        assert!(chart().distance(face.protected, lacy) <= 8, "in the Fredericksburg area");
    }
}

#[test]
fn every_scenario_has_its_play_area_and_turns() {
    for (id, turns, places) in [
        ("lee-moves", (6, 8), &["Zoan Church", "Chancellorsville", "Tabernacle Church"][..]),
        ("jacksons-attack", (13, 15), &["Chancellorsville", "Dowdall's Tavern", "Hazel Grove", "Catharine Furnace"]),
        ("chancellorsville", (16, 18), &["Chancellorsville", "Fairview", "Hazel Grove"]),
        ("salem-church", (16, 19), &["Marye's Heights", "Salem Church", "Fredericksburg", "Hamilton's Crossing"]),
    ] {
        let zone = chart().0.zone(id).unwrap();
        assert_eq!((zone.kind.as_str(), zone.facts.text("scenario")), ("play-area", Some(id)));
        assert_eq!((zone.facts.number("first_turn"), zone.facts.number("last_turn")), (Some(turns.0), Some(turns.1)), "{id}");
        assert!(places.iter().all(|name| chart().zone(id).contains(&chart().place(name))), "{id}");
    }
}

#[test]
fn salem_church_has_a_west_edge_to_leave_by() {
    let (area, edge) = (chart().zone("salem-church"), chart().zone("salem-church-west-edge"));
    let zoan = chart().place("Zoan Church");
    let westmost = area.iter().map(|hex| chart().column(*hex)).min().unwrap();
    assert!(edge.iter().all(|hex| chart().column(*hex) == westmost && westmost == chart().column(zoan)));
    assert!(edge.contains(&zoan) && chart().on_road(&["major"]).contains(&zoan), "with the turnpike on it");
}

#[test]
fn no_hex_is_cut_off() {
    let major = chart().banks_of(&["major"]);
    let fords: BTreeSet<_> = fords().into_iter().map(side_of).collect();
    let reached = chart().reach(chart().hex("0101"), |from, to| {
        let side = Hexside::between(from, to);
        !major.contains(&side) || fords.contains(&side)
    });
    assert_eq!(reached, chart().all());
}

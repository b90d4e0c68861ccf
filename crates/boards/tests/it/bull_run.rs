//! Bull Run: what the rules say about the map.

use std::collections::{BTreeMap, BTreeSet};

use board::{HexId, Hexside, Ingress, Location, Lower, Stretch};

use crate::chart::{Chart, Set};

/// The classes of road on which a piece moves at a road rate; a railroad counts as a minor road.
const ROADS: [&str; 3] = ["major", "minor", "railroad"];

fn chart() -> Chart {
    Chart(boards::bull_run())
}

/// Every hex of a river, with its fords, bridges and the trestle site.
fn water() -> Set {
    chart().courses_of(&["river"])
}

/// The river hexes that no piece enters.
fn impassable() -> Set {
    chart().terrain("river")
}

fn union_side() -> Set {
    chart().zone("union-side")
}

fn confederate_side() -> Set {
    chart().zone("confederate-side")
}

/// The pairs of hilltop and downhill hex: between them is a crest.
fn crests() -> BTreeSet<(HexId, HexId)> {
    chart().0.slopes.iter().flat_map(|slope| slope.downhill.iter().map(|low| (slope.hilltop, *low))).collect()
}

fn slopes_down(high: &str, low: &str) -> bool {
    crests().contains(&(chart().hex(high), chart().hex(low)))
}

/// What a step along a road costs: by the rate of the road, and one point for entering and one for leaving a ford.
/// One movement point, counted in sixths: roads cost a half or a third.
const POINT: u16 = 6;

fn road_step(from: HexId, to: HexId, battery: bool) -> u16 {
    let board = chart().0;
    let direction = board.grid.direction(from, to).expect("neighbours");
    let carries = |class| board.road_crosses(board.road_class(class).unwrap(), from, direction);
    assert!(ROADS.iter().any(|class| carries(class)), "no road from {}", chart().names([&from, &to]));
    let rate = match (carries("major"), battery) {
        (true, true) => POINT / 3,
        (true, false) | (false, true) => POINT / 2,
        (false, false) => POINT,
    };
    let fords = chart().terrain("ford");
    rate + POINT * (u16::from(fords.contains(&from)) + u16::from(fords.contains(&to)))
}

fn road_march(hexes: &str, battery: bool) -> u16 {
    chart().hexes(hexes).windows(2).map(|pair| road_step(pair[0], pair[1], battery)).sum()
}

/// The hexes that roads reach without a ford or the trestle, where `open` allows.
fn by_road(start: &str, open: impl Fn(HexId) -> bool) -> Set {
    let (sides, closed) = (chart().road_sides(&ROADS), chart().terrains(&["ford", "trestle-site"]));
    chart().reach(chart().hex(start), |from, to| sides.contains_key(&Hexside::between(from, to)) && !closed.contains(&to) && open(to))
}

#[test]
fn fifty_five_columns_of_35_rows_the_second_lower() {
    let grid = &chart().0.grid;
    assert_eq!((grid.columns(), grid.rows(), grid.lower()), (55, 35, Lower::Odd));
    assert_eq!((grid.column_name(26), grid.column_name(54)), ("AA".into(), "CCC".into()));
    assert_eq!(chart().0.up, 0, "up is north");
}

#[test]
fn a_piece_in_zz31_leaves_only_bbb35_and_ccc35_for_march_routes() {
    let far = |name: &str| chart().distance(chart().hex("ZZ31"), chart().hex(name));
    assert_eq!((far("BBB35"), far("CCC35"), far("CCC34"), far("BBB34"), far("AAA35")), (5, 5, 4, 4, 4));
    let piece = chart().hex("ZZ31");
    let free = |hex: HexId| chart().distance(piece, hex) >= 5;
    let route = by_road("CCC35", free);
    let joins = |hex: &HexId| free(*hex) && (route.contains(hex) || !chart().near(*hex).is_disjoint(&route));
    let left: Set = union_side().into_iter().filter(joins).collect();
    assert_eq!(left, chart().set("BBB35 CCC35"));
    assert_eq!(chart().distance(chart().hex("WW30"), piece), 3, "a legal hex at Union Mills Ford");
}

#[test]
fn two_unnamed_fords_of_cub_run_touch_each_other() {
    assert!(chart().adjacent("JJ10", "II11"));
}

#[test]
fn half_hexes_at_the_edges_are_playable_but_not_tt35() {
    assert!(chart().0.grid.parse("TT35").is_err());
    assert!(chart().set("O1 BBB35 CCC35").is_subset(&chart().all()));
    assert!(impassable().contains(&chart().hex("TT34")));
}

#[test]
fn the_rivers_run_where_the_rules_say() {
    let ends = |name: &str| {
        let course = chart().course(name);
        chart().names([&course[0], &course[course.len() - 1]])
    };
    assert_eq!(ends("Bull Run"), "O1 TT34");
    assert_eq!(ends("Cub Run"), "KK5 II18");
    assert_eq!(ends("Catharpin Creek"), "I4 Q4");
    let bull_run: Set = chart().course("Bull Run").iter().copied().collect();
    assert!(chart().set("II18 Q4").is_subset(&bull_run), "both tributaries end in Bull Run");
    assert!(chart().set("KK5 I4").is_subset(&impassable()), "the heads are river hexes");
    assert!(chart().set("KK4 I5").is_subset(&chart().terrain("stream")) && chart().set("KK4 I5").is_disjoint(&water()));
}

#[test]
fn a_river_hex_is_one_without_ford_or_bridge() {
    assert_eq!(impassable(), &water() - &chart().terrains(&["ford", "bridge"]));
    assert!(impassable().is_disjoint(&chart().terrain("stream")), "a hex with river and stream is a river hex");
}

#[test]
fn streams_touch_a_river_only_at_their_mouth_and_end_somewhere() {
    let streams: Vec<_> = chart().0.waters.iter().filter(|w| w.kind == "stream").map(|w| w.name.as_str()).collect();
    for name in &streams {
        let (mouth, above) = chart().course(name).split_last().unwrap();
        assert!(above.iter().all(|hex| !water().contains(hex)), "{name}");
        let joins = streams.iter().any(|other| other != name && chart().course(other).contains(mouth));
        assert!(water().contains(mouth) || chart().0.grid.on_edge(*mouth) || joins, "{name} ends nowhere");
    }
}

#[test]
fn every_ford_bridge_and_trestle_is_in_its_place() {
    for (name, hex, kind) in [
        ("Stone Bridge", "Y10", "bridge"),
        ("Farm Ford", "Y8", "ford"),
        ("Lewis Ford", "AA13", "ford"),
        ("Ball's Ford", "DD13", "ford"),
        ("Island Ford", "EE17", "ford"),
        ("Cub Run Ford", "JJ18", "ford"),
        ("Mitchell's Ford", "MM19", "ford"),
        ("Blackburn's Ford", "QQ19", "ford"),
        ("McLean's Ford", "TT22", "ford"),
        ("Union Mills Ford", "WW30", "ford"),
        ("Sudley Ford", "Q3", "ford"),
        ("Yates' Ford", "UU33", "ford"),
        ("Railroad trestle", "UU28", "trestle-site"),
    ] {
        let crossing = chart().crossing(name);
        assert_eq!((crossing.at, crossing.kind.as_str()), (Location::Hex(chart().hex(hex)), kind), "{name}");
        assert_eq!(chart().0.waters[crossing.water].name, "Bull Run", "{name}");
    }
    let other = |name: &str| (chart().crossing(name).at, chart().0.waters[chart().crossing(name).water].name.as_str());
    assert_eq!(other("Sudley Springs Ford"), (Location::Hex(chart().hex("O3")), "Catharpin Creek"));
    assert_eq!(other("Cub Run Bridge"), (Location::Hex(chart().hex("JJ7")), "Cub Run"));
    let down = |hex: &str| chart().course("Bull Run").iter().position(|h| *h == chart().hex(hex));
    assert!(down("WW30") < down("UU33"), "Yates' Ford is below Union Mills");
}

#[test]
fn only_the_three_fords_of_cub_run_are_unnamed() {
    let unnamed: Vec<_> = chart().0.crossings.iter().filter(|c| !c.named).collect();
    let hexes: Set = unnamed.iter().map(|c| if let Location::Hex(hex) = c.at { hex } else { HexId::NONE }).collect();
    assert_eq!(hexes, chart().set("JJ10 II11 JJ15"));
    assert!(unnamed.iter().all(|c| c.kind == "ford" && chart().0.waters[c.water].name == "Cub Run"));
}

#[test]
fn a_road_runs_into_every_crossing_from_both_banks_and_into_no_other_river_hex() {
    let (sides, water) = (chart().road_sides(&ROADS), water());
    for crossing in &chart().0.crossings {
        let Location::Hex(hex) = crossing.at else { panic!("{} is a hex", crossing.name) };
        for bank in &crossing.approaches {
            assert!(!water.contains(bank) && sides.contains_key(&Hexside::between(hex, *bank)), "{}", crossing.name);
        }
    }
    let trestle = chart().set("UU28");
    assert!((&chart().on_road(&ROADS) & &impassable()).is_subset(&trestle));
}

#[test]
fn the_trestle_site_is_a_river_hex_on_the_railroad() {
    assert!(impassable().contains(&chart().hex("UU28")) && chart().terrain("trestle-site").contains(&chart().hex("UU28")));
    let railroad = &chart().road("Orange and Alexandria Railroad").hexes;
    let at = railroad.iter().position(|hex| *hex == chart().hex("UU28")).unwrap();
    assert_eq!(chart().set("TT28 VV27"), Set::from([railroad[at - 1], railroad[at + 1]]));
}

#[test]
fn both_sudley_fords_touch_p2() {
    assert!(chart().adjacent("P2", "Q3") && chart().adjacent("P2", "O3"));
}

#[test]
fn bull_run_parts_the_land_in_two_sides() {
    let land = &chart().all() - &water();
    let bull_run: Set = chart().course("Bull Run").iter().copied().collect();
    let dry = &chart().all() - &bull_run;
    let bank = |start: &str| &chart().flood(chart().hex(start), &dry) - &water();
    assert_eq!((bank("R3"), bank("P2")), (union_side(), confederate_side()));
    assert!(union_side().is_disjoint(&confederate_side()));
    assert_eq!(&union_side() | &confederate_side(), land);
    assert!(chart().set("R3 SS18 QQ5 RR5 R1 DD1 CCC2 CCC35").is_subset(&union_side()));
    let south = "P2 GG24 S18 FF32 GG32 EE34 CC20 S29 QQ23 QQ32 A18 A21 CC35 Y19 R15 U17 K17 L17";
    assert!(chart().set(south).is_subset(&confederate_side()));
}

#[test]
fn approaches_name_the_union_bank_of_bull_run_first() {
    for crossing in chart().0.crossings.iter().filter(|c| chart().0.waters[c.water].name == "Bull Run") {
        let [union, confederate] = crossing.approaches[..] else { panic!("two banks") };
        assert!(union_side().contains(&union) && confederate_side().contains(&confederate), "{}", crossing.name);
    }
}

#[test]
fn every_land_hex_can_be_reached() {
    let passable = &chart().all() - &impassable();
    assert_eq!(chart().flood(chart().hex("QQ5"), &passable), passable);
}

#[test]
fn woods_stand_in_no_river_ford_bridge_or_town() {
    assert!(chart().terrain("woods").is_disjoint(&(&water() | &chart().terrain("town"))));
}

#[test]
fn centreville_and_manassas_are_two_hexes_each() {
    assert_eq!(chart().terrain("town"), chart().set("QQ5 RR5 FF32 GG32"));
    assert!(chart().adjacent("QQ5", "RR5") && chart().adjacent("FF32", "GG32"));
    let base = |name: &str| {
        let place = chart().0.place(name).unwrap();
        (chart().names(&place.hexes), place.facts.text("base"))
    };
    assert_eq!(base("Centreville"), ("QQ5 RR5".into(), Some("union")));
    assert_eq!(base("Manassas"), ("FF32 GG32".into(), Some("confederate")));
    assert_eq!((chart().zone("base-union"), chart().zone("base-confederate")), (chart().set("QQ5 RR5"), chart().set("FF32 GG32")));
    assert_eq!(chart().place("Manassas Junction"), chart().hex("EE34"));
}

#[test]
fn three_victory_stars_lie_on_roads_of_the_confederate_side() {
    let stars: Set = chart().0.places.iter().filter(|p| p.kind == "star").map(|p| p.hex).collect();
    assert_eq!(stars, chart().set("S29 QQ23 QQ32"));
    assert_eq!(chart().zone("victory-stars"), stars);
    assert!(stars.is_subset(&chart().on_road(&ROADS)) && stars.is_subset(&confederate_side()));
}

#[test]
fn roads_and_railroads_enter_where_reinforcements_do() {
    let roads = chart().on_road(&ROADS);
    for name in ["R1", "DD1", "A21", "CCC2", "CCC35"] {
        let hex = chart().hex(name);
        assert!(roads.contains(&hex) && chart().0.road_exits(hex).next().is_some(), "{name}");
    }
    let gap = &chart().road("Manassas Gap Railroad").hexes;
    assert_eq!(chart().names([&gap[0], &gap[gap.len() - 1]]), "A18 EE34");
    let orange = chart().road("Orange and Alexandria Railroad");
    assert_eq!(orange.hexes[0], chart().hex("CC35"));
    assert!(orange.hexes.contains(&chart().hex("EE34")) && chart().0.grid.on_edge(orange.hexes[orange.hexes.len() - 1]));
    for entry in &chart().0.entries {
        assert!(entry.hexes.iter().all(|hex| roads.contains(hex) && chart().0.grid.on_edge(*hex)), "{}", entry.id);
    }
}

#[test]
fn reinforcements_come_as_the_turn_record_says() {
    let entry = |id: &str| {
        let entry = chart().entry(id);
        (chart().names(&entry.hexes), entry.side.as_deref().unwrap(), entry.facts.text("turn").unwrap(), entry.facts.text("mode").unwrap())
    };
    assert_eq!(entry("smith"), ("A18".into(), "confederate", "11:00 AM", "rail"));
    assert_eq!(entry("bee-and-johnston"), ("A18".into(), "confederate", "NOON", "rail"));
    assert_eq!(entry("pendleton"), ("A21".into(), "confederate", "NOON", "normal"));
    assert_eq!(entry("13-mississippi"), ("CC35".into(), "confederate", "4:00 PM", "rail"));
    assert_eq!(entry("4-michigan"), ("CCC35".into(), "union", "9:00 AM", "normal"));
    assert_eq!(entry("new-jersey-militia"), ("CCC2".into(), "union", "4:00 PM", "normal"));
    assert_eq!(entry("mccunn"), ("CCC2".into(), "union", "6:00 PM", "normal"));
    for by_rail in chart().0.entries.iter().filter(|e| e.facts.text("mode") == Some("rail")) {
        assert_eq!(by_rail.facts.text("destination"), Some("EE34"), "{}", by_rail.id);
    }
}

#[test]
fn set_up_zones_reach_three_hexes_at_a_ford_and_four_behind_it() {
    let expected = |fords: &str, radius| {
        let near = |hex: &HexId| chart().hexes(fords).iter().any(|ford| chart().distance(*ford, *hex) <= radius);
        (&union_side() | &confederate_side()).into_iter().filter(near).collect::<Set>()
    };
    for (id, fords) in [
        ("at-cocke", "DD13 AA13 EE17"),
        ("at-cub-run-ford", "JJ18"),
        ("at-mitchells-ford", "MM19"),
        ("at-blackburns-ford", "QQ19"),
        ("at-mcleans-ford", "TT22"),
        ("at-union-mills-ford", "WW30"),
        ("at-stone-bridge-or-farm-ford", "Y10 Y8"),
        ("abatis", "Y10 Y8"),
    ] {
        let zone = chart().zone(id);
        assert_eq!(zone, expected(fords, 3), "{id}");
        assert!(!zone.is_disjoint(&union_side()) && !zone.is_disjoint(&confederate_side()) && zone.len() >= 12, "{id}");
    }
    for (id, ford) in [
        ("behind-cub-run-ford", "JJ18"),
        ("behind-mitchells-ford", "MM19"),
        ("behind-mcleans-ford", "TT22"),
        ("behind-union-mills-ford", "WW30"),
        ("behind-island-ford", "EE17"),
    ] {
        let zone = chart().zone(id);
        assert_eq!(zone, &expected(ford, 4) & &confederate_side(), "{id}");
        assert!(zone.len() >= 12, "{id}");
    }
    assert_eq!((chart().zone("in-cc20"), chart().zone("in-ee34")), (chart().set("CC20"), chart().set("EE34")));
    let open = !chart().terrain("woods").contains(&chart().hex("CC20"));
    assert!(open && chart().on_road(&ROADS).contains(&chart().hex("CC20")), "open ground on a road");
}

#[test]
fn march_routes_lead_to_centreville_without_a_ford() {
    let net = by_road("QQ5", |_| true);
    assert!(chart().set("DD1 CCC2 JJ7").is_subset(&net));
    assert!(by_road("R3", |_| true).contains(&chart().hex("R1")), "from R1 a road runs to Sudley Ford");
    for terry in chart().zone("at-stone-bridge-or-farm-ford") {
        let route = by_road("QQ5", |hex| chart().distance(hex, terry) >= 5);
        assert!(route.contains(&chart().hex("JJ7")), "a piece in {} closes JJ7", chart().names([&terry]));
    }
    let road = chart().road("McLean's Ford Road");
    assert!(road.hexes.contains(&chart().hex("TT22")) && road.hexes.last() == Some(&chart().hex("RR5")));
    assert_eq!(chart().zone("march-route-any"), chart().set("QQ5 RR5 R1 DD1"));
    assert_eq!(chart().zone("march-route-third-division"), chart().set("CCC35"));
}

#[test]
fn slopes_make_hilltops_and_slope_hexes_outside_the_rivers() {
    let (tops, lows): (Set, Set) = (crests().iter().map(|c| c.0).collect(), crests().iter().map(|c| c.1).collect());
    assert_eq!((chart().terrain("hilltop"), chart().terrain("slope")), (tops.clone(), lows.clone()));
    assert!(water().is_disjoint(&tops) && water().is_disjoint(&lows));
    assert_eq!((&tops & &lows).len(), 5, "halfway up a long hill");
    assert!(crests().iter().all(|(high, low)| !crests().contains(&(*low, *high))));
}

#[test]
fn y19_is_a_hill_with_slopes_on_every_side() {
    let y19 = chart().hex("Y19");
    assert!(chart().near(y19).iter().all(|low| crests().contains(&(y19, *low))));
    assert_eq!(chart().place("Mount Pone"), y19);
}

#[test]
fn nn12_is_part_of_a_ridge_that_falls_to_west_and_east() {
    assert!(chart().set("NN11 NN12 NN13").is_subset(&chart().terrain("hilltop")));
    assert!(slopes_down("NN12", "MM12") || slopes_down("NN12", "MM13"));
    assert!(slopes_down("NN12", "OO12") || slopes_down("NN12", "OO13"));
}

#[test]
fn aaa10_is_a_valley_between_two_rims() {
    assert!(slopes_down("ZZ9", "AAA10") && slopes_down("BBB9", "AAA10"));
    let hex = chart().hex("AAA10");
    assert!(chart().terrain("stream").contains(&hex) && !chart().terrain("hilltop").contains(&hex));
}

#[test]
fn bald_hill_does_not_look_like_a_hill() {
    let r15 = chart().hex("R15");
    assert!(chart().0.places.iter().any(|p| p.name.starts_with("Bald Hill") && p.hex == r15));
    assert!(!chart().terrains(&["hilltop", "slope", "stream", "woods"]).contains(&r15));
    assert!((&chart().near(r15) & &chart().terrain("stream")).len() >= 4, "it stands above its streams");
}

#[test]
fn roads_have_the_classes_of_the_designers_notes() {
    let class = |name| chart().class_of(name);
    assert_eq!((class("Union Mills Road"), class("Old Alexandria Road")), ("major", "minor"));
    assert!(["Warrenton Turnpike", "Sudley Road", "Centreville Road"].iter().all(|name| class(name) == "major"));
    let mut classes = chart().0.road_classes.clone();
    classes.sort_unstable();
    assert_eq!(classes, ["major", "minor", "railroad", "unfinished"]);
}

#[test]
fn the_sudley_ford_example_costs_what_the_rules_say() {
    assert_eq!(road_march("R1 R2 R3 Q3 P2", false), 4 * POINT);
    assert_eq!(road_march("R2 R3 Q3 P2", true), 3 * POINT);
    assert_eq!(road_march("P2 O3", false), POINT + POINT / 2);
}

#[test]
fn the_sudley_ford_example_is_the_cheapest_way_too() {
    let (chart, fords, impassable) = (chart(), chart().terrain("ford"), impassable());
    let sides = chart.road_sides(&ROADS);
    // The cheapest way to every hex, found by relaxing until nothing gets cheaper.
    let mut ways = BTreeMap::from([(chart.hex("R1"), (0, vec![chart.hex("R1")]))]);
    loop {
        let mut cheaper = Vec::new();
        for (from, (spent, way)) in &ways {
            for to in chart.near(*from).into_iter().filter(|to| !impassable.contains(to)) {
                let by_road = sides.contains_key(&Hexside::between(*from, to));
                if !by_road && (fords.contains(from) || fords.contains(&to)) {
                    continue;
                }
                let cost = spent + if by_road { road_step(*from, to, false) } else { POINT };
                if cost <= 4 * POINT && ways.get(&to).is_none_or(|(best, _)| cost < *best) {
                    cheaper.push((to, (cost, way.iter().copied().chain([to]).collect())));
                }
            }
        }
        if cheaper.is_empty() {
            break;
        }
        for (to, (cost, way)) in cheaper {
            if ways.get(&to).is_none_or(|(best, _)| cost < *best) {
                ways.insert(to, (cost, way));
            }
        }
    }
    let (cost, way) = &ways[&chart.hex("P2")];
    assert_eq!((chart.names(way), *cost), ("R1 R2 R3 Q3 P2".to_owned(), 4 * POINT));
}

#[test]
fn no_road_ends_in_the_open_and_every_exit_is_labelled() {
    for road in chart().roads(&ROADS) {
        for end in [road.hexes[0], road.hexes[road.hexes.len() - 1]] {
            let meets = chart().roads(&ROADS).filter(|other| other.hexes.contains(&end)).count() > 1;
            assert!(meets || chart().0.grid.on_edge(end), "{} ends in the open", road.name);
        }
    }
    let to: BTreeSet<_> = chart().0.roads.iter().flat_map(|road| road.exits.iter().map(|(_, to)| to.as_str())).collect();
    assert!(["Milford", "Bristoe Station", "Sangster's Station", "Brimstone Hill"].iter().all(|name| to.contains(name)));
    assert_eq!(chart().road("Gainesville Road").exits, [(chart().hex("A21"), "Gainesville".to_owned())]);
}

#[test]
fn l16_and_k18_see_each_other_along_the_side_of_k17_and_l17() {
    let line: Vec<_> = chart().0.grid.trace(chart().hex("L16"), chart().hex("K18")).collect();
    let [Stretch::Along { left, right }, Stretch::Through { hex, by: Ingress::Corner(_) }] = line[..] else { panic!("{line:?}") };
    assert_eq!((Set::from([left, right]), hex), (chart().set("K17 L17"), chart().hex("K18")));
    assert!(chart().terrain("stream").contains(&chart().hex("K17")) && !chart().terrain("stream").contains(&chart().hex("L17")));
    assert!(!chart().terrain("woods").contains(&chart().hex("K17")));
    let here = chart().set("L16 K17 L17 K18");
    assert!(crests().iter().all(|(high, low)| !here.contains(high) || !here.contains(low)), "no crest there");
}

#[test]
fn a_crest_blocks_some_line_from_l16_or_k18() {
    let crests = crests();
    let blocked = |from: HexId, to: HexId| {
        chart().0.grid.trace(from, to).any(|stretch| match stretch {
            Stretch::Through { hex, by: Ingress::Side(side) } => {
                let behind = chart().0.grid.neighbour(hex, side);
                let top = [(behind, hex), (hex, behind)].into_iter().find(|pair| crests.contains(pair)).map(|pair| pair.0);
                top.is_some_and(|top| top != from && top != to)
            }
            _ => false,
        })
    };
    let seen = |from: &str| {
        let from = chart().hex(from);
        chart().0.grid.within(from, 3).filter(move |to| *to != from && blocked(from, *to)).count()
    };
    assert!(seen("L16") + seen("K18") > 0);
}

#[test]
fn names_stand_on_the_sheet_where_they_are_printed() {
    // The sheets: columns from and to, rows from and to.
    let on = |hex: HexId, from: &str, to: &str, rows: std::ops::RangeInclusive<u8>| {
        let column = |name: &str| chart().column(chart().hex(&format!("{name}1")));
        (column(from)..=column(to)).contains(&chart().column(hex)) && rows.contains(&chart().row(hex))
    };
    let anywhere = |name: &str| -> Vec<HexId> {
        let same = |other: &str| other == name || other.split(" (").next() == Some(name);
        chart().0.places.iter().filter(|p| same(&p.name)).map(|p| p.hex).collect()
    };
    for name in ["New Market", "Wheeler", "Mount Pone", "Lewis", "Doyle", "Jeffers", "Bethlehem Church"] {
        assert!(anywhere(name).iter().any(|hex| on(*hex, "A", "Z", 18..=35)), "{name} on the south-west sheet");
    }
    for name in ["Lee", "Spindle", "Harris"] {
        assert!(anywhere(name).iter().any(|hex| on(*hex, "AA", "NN", 1..=18)), "{name} on the north-centre sheet");
    }
    for name in ["Lookout", "Liberia", "Manassas", "Manassas Junction"] {
        assert!(anywhere(name).iter().any(|hex| on(*hex, "AA", "NN", 18..=35)), "{name} on the south-centre sheet");
    }
    assert!(anywhere("Signal Hill").iter().any(|hex| on(*hex, "AA", "QQ", 18..=35)));
    assert!(anywhere("Union Mills").iter().any(|hex| on(*hex, "OO", "CCC", 18..=35)));
    for (stream, from, to) in [("Coppermine Branch", "Z", "NN"), ("Flat Run", "AA", "NN"), ("Rushy Branch", "KK", "CCC")] {
        assert!(chart().course(stream).iter().all(|hex| on(*hex, from, to, 18..=35)), "{stream} on its sheet");
    }
}

#[test]
fn the_map_reaches_from_stony_ridge_to_union_mills() {
    assert_eq!(chart().place("Union Mills"), chart().hex("XX29"));
    let stony: Set = chart().0.slopes.iter().filter(|s| s.feature.starts_with("Stony Ridge")).map(|s| s.hilltop).collect();
    assert!(!stony.is_empty() && stony.iter().all(|hex| chart().column(*hex) <= chart().column(chart().hex("N7"))));
}

//! The SVG: well formed, the same each time, every hex once, a key of exactly what is there.

use atlas::{Options, Style, board_svg, geometry, terrain_key};
use board::{Board, Channel};
use roxmltree::Document;
use std::collections::{BTreeMap, BTreeSet};

fn boards() -> Vec<&'static Board> {
    boards::ALL.iter().map(|(_, board)| board()).collect()
}

#[test]
fn every_board_is_well_formed_in_both_styles() {
    for board in boards() {
        for style in [Style::paper(), Style::campfire()] {
            let svg = board_svg(board, &Options { style, ..Options::default() });
            let document = Document::parse(&svg).unwrap_or_else(|bad| panic!("{}: {bad}", board.id));
            assert_eq!(document.root_element().attribute("data-board"), Some(board.id.as_str()));
        }
    }
}

#[test]
fn names_with_angle_brackets_and_ampersands_are_written_safely() {
    let svg = board_svg(&super::small::crossroads(), &Options::default());
    let document = Document::parse(&svg).expect("well formed");
    let written = |node: roxmltree::Node| node.descendants().filter(|n| n.is_text()).filter_map(|n| n.text()).collect::<String>();
    assert!(document.descendants().any(|n| n.has_tag_name("text") && written(n) == "Tom & Jerry's <Mill>"));
}

#[test]
fn layers_have_their_names() {
    let svg = board_svg(boards::chattanooga(), &Options::default());
    let document = Document::parse(&svg).expect("well formed");
    let layers: Vec<&str> = document.root_element().children().filter(|n| n.has_tag_name("g")).filter_map(|n| n.attribute("id")).collect();
    assert_eq!(layers, ["ground", "water", "grid", "roads", "hexsides", "edge", "markers", "ids", "names", "furniture", "hexes"]);
    let bare = Options { furniture: false, ids: false, names: false, targets: false, ..Options::default() };
    let svg = board_svg(boards::chattanooga(), &bare);
    for absent in ["\"ids\"", "\"names\"", "\"furniture\"", "\"hexes\""] {
        assert!(!svg.contains(&format!("id={absent}")), "{absent}");
    }
}

#[test]
fn ids_are_unique_and_references_lead_somewhere() {
    for board in boards() {
        let svg = board_svg(board, &Options::default());
        let document = Document::parse(&svg).expect("well formed");
        let mut ids = BTreeSet::new();
        for id in document.descendants().filter_map(|n| n.attribute("id")) {
            assert!(ids.insert(id), "{}: {id} twice", board.id);
        }
        for node in document.descendants() {
            for attribute in node.attributes() {
                let value = attribute.value();
                let target = value
                    .strip_prefix("url(#")
                    .and_then(|v| v.strip_suffix(')'))
                    .or(value.strip_prefix('#').filter(|_| attribute.name() == "href"));
                if let Some(target) = target {
                    assert!(ids.contains(target), "{}: {value}", board.id);
                }
            }
        }
    }
}

#[test]
fn the_same_board_gives_the_same_bytes() {
    for board in boards() {
        let options = Options::default();
        assert!(board_svg(board, &options) == board_svg(board, &options), "{}", board.id);
    }
}

#[test]
fn a_board_stays_under_a_megabyte_and_a_half() {
    for board in boards() {
        let size = board_svg(board, &Options::default()).len();
        assert!(size < 1_500_000, "{}: {size}", board.id);
    }
}

#[test]
fn every_hex_is_there_once_as_target_and_once_as_number() {
    for board in boards() {
        let svg = board_svg(board, &Options::default());
        let document = Document::parse(&svg).expect("well formed");
        let wanted: BTreeSet<String> = board.grid.hexes().map(|hex| board.grid.name(hex)).collect();
        let mut targets: BTreeMap<String, usize> = BTreeMap::new();
        for name in document.descendants().filter_map(|n| n.attribute("data-hex")) {
            *targets.entry(name.to_string()).or_default() += 1;
        }
        assert_eq!(targets.keys().cloned().collect::<BTreeSet<_>>(), wanted, "{}", board.id);
        assert!(targets.values().all(|count| *count == 1), "{}", board.id);
        let ids = document.descendants().find(|n| n.attribute("id") == Some("ids")).expect("a layer of numbers");
        let numbers: Vec<String> =
            ids.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).map(String::from).collect();
        assert_eq!(numbers.len(), wanted.len());
        assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), wanted, "{}", board.id);
    }
}

#[test]
fn the_key_lists_exactly_the_kinds_used() {
    for board in boards() {
        let key = terrain_key(board);
        let group = |name: &str| -> BTreeSet<String> { key.iter().filter(|e| e.group == name).map(|e| e.kind.clone()).collect() };
        assert_eq!(group("water"), board.waters.iter().map(|w| w.kind.clone()).collect(), "{}", board.id);
        assert_eq!(group("crossing"), board.crossings.iter().map(|c| c.kind.clone()).collect(), "{}", board.id);
        let roads: BTreeSet<String> = board.roads.iter().map(|r| board.road_classes[usize::from(r.class.0)].clone()).collect();
        assert_eq!(group("road"), roads, "{}", board.id);
        for kind in group("terrain").iter().filter(|kind| *kind != "clear") {
            let terrain = board.terrain(kind).unwrap_or_else(|| panic!("{}: no {kind}", board.id));
            assert!(board.grid.hexes().any(|hex| board.ground(hex).has(terrain)), "{}: {kind} is in the key but not on the map", board.id);
        }
        for (i, kind) in board.terrains.iter().enumerate() {
            let used = board.grid.hexes().any(|hex| board.ground(hex).has(board::Terrain(i as u8)));
            let shown = key.iter().any(|entry| entry.kind == *kind || entry.words.to_lowercase().contains(kind.as_str()));
            let slope = matches!(kind.as_str(), "hilltop" | "slope");
            let crossing = board.crossings.iter().any(|c| c.kind == *kind);
            let work = board.directed.iter().any(|d| d.kind == *kind);
            let wet = matches!(kind.as_str(), "river" | "stream") && board.waters.iter().any(|w| matches!(w.channel, Channel::Hexes(_)));
            assert!(!used || shown || slope || crossing || work || wet, "{}: {kind} is on the map but not in the key", board.id);
        }
        assert_eq!(group("hexside").contains("crest"), !board.slopes.is_empty(), "{}", board.id);
        let words: BTreeSet<&str> = key.iter().map(|e| e.words.as_str()).collect();
        assert_eq!(words.len(), key.len(), "{}: the key says something twice", board.id);
        let svg = board_svg(board, &Options::default());
        let document = Document::parse(&svg).expect("well formed");
        let drawn = document.descendants().filter_map(|n| n.attribute("data-kind")).count();
        assert_eq!(drawn, key.len(), "{}", board.id);
    }
}

#[test]
fn centres_and_corners_lead_back_to_their_hex() {
    for board in boards() {
        for options in [Options::default(), Options { furniture: false, ..Options::default() }] {
            let geometry = geometry(board, &options);
            for hex in board.grid.hexes() {
                let (x, y) = geometry.centre(hex);
                assert_eq!(geometry.hex_at(x, y), Some(hex), "{} {}", board.id, board.grid.name(hex));
                for (cx, cy) in geometry.corners(hex) {
                    let inside = (x + (cx - x) * 0.97, y + (cy - y) * 0.97);
                    assert_eq!(geometry.hex_at(inside.0, inside.1), Some(hex), "{} {}", board.id, board.grid.name(hex));
                }
                assert!(x > 0.0 && y > 0.0 && x < geometry.width() && y < geometry.height());
            }
            assert_eq!(geometry.hex_at(-50.0, -50.0), None);
            assert_eq!(geometry.hex_at(geometry.width() + 50.0, 10.0), None);
        }
    }
}

#[test]
fn the_compass_points_north_by_the_azimuth_of_map_up() {
    let svg = board_svg(&super::small::crossroads(), &Options::default());
    assert!(svg.contains("rotate(-30)"));
}

#[test]
fn trees_stand_in_blocks_so_that_a_part_can_be_drawn_without_the_rest() {
    let svg = board_svg(boards::by_id("give-us-victories").expect("a board"), &Options::default());
    let document = Document::parse(&svg).expect("XML");
    let mut trees = 0;
    let ground = document.descendants().find(|n| n.attribute("id") == Some("ground")).expect("the ground");
    for path in ground.descendants().filter(|n| n.attribute("marker-mid").is_some_and(|m| m.starts_with("url(#tree"))) {
        // Relative lines after the first point: "M1 2l3 4l-5 6".
        let numbers = path.attribute("d").expect("d").replace(['M', 'l'], " ").replace('-', " -");
        let steps: Vec<f32> = numbers.split_whitespace().map(|n| n.parse().expect("a number")).collect();
        let mut at = (0.0, 0.0);
        let points: Vec<(f32, f32)> = steps
            .chunks(2)
            .map(|step| {
                at = (at.0 + step[0], at.1 + step[1]);
                at
            })
            .collect();
        let block = |p: &(f32, f32)| ((p.0 / 256.0).floor(), (p.1 / 256.0).floor());
        // A tree is written to a tenth: those at the very edge of a block may be written beyond it.
        let inside = |p: &(f32, f32)| (0..4).any(|i| block(&(p.0 + [-0.1, 0.1][i % 2], p.1 + [-0.1, 0.1][i / 2])) == block(&points[0]));
        assert!(points.iter().all(inside));
        trees += points.len();
    }
    assert!(trees > 5000, "{trees} trees");
}

//! Names: each once, none on top of another.

use atlas::{NameBox, Options, board_svg, name_boxes};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

fn written(node: Node) -> String {
    node.descendants().filter(|n| n.is_text()).filter_map(|n| n.text()).collect()
}

#[test]
fn every_named_place_is_written_once() {
    for (id, board) in boards::ALL {
        let board = board();
        let svg = board_svg(board, &Options::default());
        let document = Document::parse(&svg).expect("well formed");
        let names = document.descendants().find(|n| n.attribute("id") == Some("names")).expect("a layer of names");
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        for text in names.descendants().filter(|n| n.has_tag_name("text") && n.attribute("class") != Some("water")) {
            *count.entry(written(text)).or_default() += 1;
        }
        for place in &board.places {
            let crossing = board.crossings.iter().any(|c| c.named && c.name == place.name);
            let wanted = usize::from(place.weight > 0 || crossing);
            assert_eq!(count.get(&place.name).copied().unwrap_or(0), wanted, "{id}: {}", place.name);
        }
        for crossing in board.crossings.iter().filter(|c| c.named) {
            assert!(count.contains_key(&crossing.name), "{id}: {}", crossing.name);
        }
    }
}

#[test]
fn every_named_water_is_written() {
    for (id, board) in boards::ALL {
        let board = board();
        let boxes = name_boxes(board, &Options::default());
        for water in board.waters.iter().filter(|w| w.named) {
            let shown = water.name.split(" (").next().unwrap_or_default().split(',').next().unwrap_or_default();
            assert!(boxes.iter().any(|b| b.text == shown), "{id}: {}", water.name);
        }
    }
}

fn shared(a: &[f32; 4], b: &[f32; 4]) -> f32 {
    (a[2].min(b[2]) - a[0].max(b[0])).max(0.0) * (a[3].min(b[3]) - a[1].max(b[1])).max(0.0)
}

fn area(name: &NameBox) -> f32 {
    name.rects.iter().map(|r| (r[2] - r[0]) * (r[3] - r[1])).sum()
}

#[test]
fn names_do_not_cover_each_other() {
    for (id, board) in boards::ALL {
        let boxes = name_boxes(board(), &Options::default());
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[i + 1..] {
                let covered: f32 = a.rects.iter().flat_map(|r| b.rects.iter().map(move |s| shared(r, s))).sum();
                let share = covered / area(a).min(area(b));
                assert!(share < 0.03, "{id}: {} and {} share {:.0} %", a.text, b.text, share * 100.0);
            }
        }
    }
}

#[test]
fn names_stay_on_the_map() {
    for (id, board) in boards::ALL {
        let board = board();
        let options = Options::default();
        let (left, top, right, bottom) = atlas::geometry(board, &options).map_frame();
        for name in name_boxes(board, &options) {
            for r in &name.rects {
                assert!(r[0] > left - 4.0 && r[1] > top - 4.0 && r[2] < right + 4.0 && r[3] < bottom + 4.0, "{id}: {}", name.text);
            }
        }
    }
}

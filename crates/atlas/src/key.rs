//! The terrain key: exactly the kinds that a board uses, each drawn as on the map.

use crate::geometry::{Point, at, heading};
use crate::hexsides::{barbs, crossing_symbol};
use crate::markers::supply;
use crate::pen::{Pen, num, path};
use crate::roads::{Look, look, tie_marks};
use crate::sheet::Sheet;
use crate::towns::{Shape, star, symbol};
use crate::water::fills_hexes;
use board::{Board, Channel, Direction};
use std::collections::BTreeSet;
use std::fmt::Write;

/// One line of a terrain key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyEntry {
    /// What it is about: `terrain`, `water`, `road`, `crossing`, `hexside` or `mark`.
    pub group: &'static str,
    /// The kind, as the board's file writes it.
    pub kind: String,
    /// The words of the key.
    pub words: String,
}

/// The terrain key of a board: every kind that it uses, and no other.
pub fn terrain_key(board: &Board) -> Vec<KeyEntry> {
    let mut out = Vec::new();
    let mut add = |group: &'static str, kind: &str, words: &str| out.push(KeyEntry { group, kind: kind.into(), words: words.into() });
    if board.grid.hexes().any(|hex| board.ground(hex).is_clear()) {
        add("terrain", "clear", "Clear");
    }
    for (i, kind) in board.terrains.iter().enumerate() {
        let used = board.grid.hexes().any(|hex| board.ground(hex).has(board::Terrain(i as u8)));
        if used && !drawn_otherwise(board, kind) {
            add("terrain", kind, &words(kind));
        }
    }
    let mut waters = BTreeSet::new();
    for water in &board.waters {
        if waters.insert(water.kind.as_str()) {
            add("water", &water.kind, &water_words(&water.kind));
        }
    }
    for (i, class) in board.road_classes.iter().enumerate() {
        if board.roads.iter().any(|road| usize::from(road.class.0) == i) {
            add("road", class, &road_words(class));
        }
    }
    let crossings: BTreeSet<&str> = board.crossings.iter().map(|c| c.kind.as_str()).collect();
    for kind in crossings {
        add("crossing", kind, &words(kind));
    }
    let works: BTreeSet<(&str, &str)> = board.directed.iter().map(|d| (d.kind.as_str(), d.side.as_deref().unwrap_or(""))).collect();
    for (kind, side) in works {
        let who = match side {
            "union" => "Union ",
            "confederate" => "Confederate ",
            _ => "",
        };
        let what = if who.is_empty() { words(kind) } else { words(kind).to_lowercase() };
        add("hexside", &[kind, side].join(" ").trim().replace(' ', "-"), &format!("{who}{what}"));
    }
    if crate::relief::crest_sides(board).next().is_some() {
        add("hexside", "crest", "Crest, slope below");
    }
    if board.zones.iter().any(|zone| zone.kind == "victory") || board.places.iter().any(|place| place.kind == "star") {
        add("mark", "star", "Victory hex");
    }
    for side in ["union", "confederate"] {
        let who = if side == "union" { "Union" } else { "Confederate" };
        if board.entries.iter().any(|e| e.kind == "reinforcement" && e.side.as_deref() == Some(side)) {
            add("mark", &format!("entry-{side}"), &format!("{who} entry"));
        }
        if board.entries.iter().any(|e| e.kind == "supply-center" && e.side.as_deref() == Some(side)) {
            add("mark", &format!("supply-{side}"), &format!("{who} supply"));
        }
    }
    out
}

/// Whether a kind of terrain repeats what water, crossings, works or slopes show.
fn drawn_otherwise(board: &Board, kind: &str) -> bool {
    board.waters.iter().any(|w| w.kind == kind)
        || board.crossings.iter().any(|c| c.kind == kind)
        || board.directed.iter().any(|d| d.kind == kind)
        || matches!(kind, "hilltop" | "slope" | "river" | "stream" | "clear")
}

/// `trestle-site` in words.
fn words(kind: &str) -> String {
    let text = match kind {
        "water" => "open water".to_string(),
        "fortification" => "fort hexside".to_string(),
        _ => kind.replace(['-', '_'], " "),
    };
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn water_words(kind: &str) -> String {
    match kind {
        "major" => "Major river".into(),
        "minor" => "Minor river".into(),
        _ => words(kind),
    }
}

fn road_words(class: &str) -> String {
    match class {
        "major" => "Major road".into(),
        "minor" => "Minor road".into(),
        "unfinished" => "Unfinished railroad".into(),
        _ => words(class),
    }
}

/// The radius of a sample hex.
const SAMPLE: f32 = 17.0;

/// The hex of a sample.
fn hexagon() -> String {
    let mut pen = Pen::new();
    let points: Vec<Point> = (0..6).map(|k| at(SAMPLE, 0.0).rotated(k as f32 * std::f32::consts::PI / 3.0)).collect();
    pen.polygon(&points);
    pen.d()
}

/// What keeps samples inside their hexes.
pub(crate) fn sample_defs(out: &mut String) {
    let _ = writeln!(out, r#"<clipPath id="sample"><path d="{}"/></clipPath>"#, hexagon());
}

/// A sample of an entry, round the origin.
pub(crate) fn sample(sheet: &Sheet, entry: &KeyEntry) -> String {
    let style = &sheet.style;
    let mut out = String::new();
    let fill = match (entry.group, entry.kind.as_str()) {
        ("terrain", "woods" | "forest" | "wood") => style.woods,
        ("terrain", "rough" | "hill" | "hills" | "mountain") => style.rough,
        ("terrain", "swamp" | "marsh") => style.swamp,
        ("terrain", "town" | "city") => style.town,
        ("terrain", "water" | "lake") => style.water,
        _ => style.clear,
    };
    let inside = match entry.group {
        "terrain" => terrain_sample(sheet, &entry.kind),
        "water" => water_sample(sheet, &entry.kind),
        "road" => road_sample(sheet, look(&entry.kind)),
        "crossing" => crossing_sample(sheet, &entry.kind),
        "hexside" => hexside_sample(sheet, &entry.kind),
        _ => mark_sample(sheet, &entry.kind),
    };
    let _ = write!(
        out,
        r#"<path d="{hex}" fill="{fill}"/><g clip-path="url(#sample)">{inside}</g><path d="{hex}" fill="none" stroke="{}" stroke-width="1"/>"#,
        style.grid,
        hex = hexagon()
    );
    out
}

fn terrain_sample(sheet: &Sheet, kind: &str) -> String {
    let style = &sheet.style;
    match kind {
        "woods" | "forest" | "wood" => {
            r#"<path d="M-7-4L6-6L1 6" fill="none" marker-start="url(#tree0)" marker-mid="url(#tree1)" marker-end="url(#tree2)"/>"#.into()
        }
        "rough" | "hill" | "hills" | "mountain" => {
            let mut pen = Pen::new();
            for k in 0..14 {
                let way = at(1.0, 0.0).rotated(k as f32 * std::f32::consts::TAU / 14.0);
                pen.move_to(at(way.x * 5.0, way.y * 3.6));
                pen.line_to(at(way.x * 11.0, way.y * 9.0));
            }
            format!(r#"<path d="{}" stroke="{}" stroke-width="1.2" stroke-linecap="round"/>"#, pen.d(), style.hachure)
        }
        "swamp" | "marsh" => {
            r#"<path d="M-6-2l11-3l-3 10" fill="none" marker-start="url(#tuft)" marker-mid="url(#tuft)" marker-end="url(#tuft)"/>"#.into()
        }
        "town" | "city" | "village" => {
            format!(r#"<path d="M-11-7h7v5h-7zM-1-8h8v6h-8zM-9 2h8v6h-8zM3 1h7v6h-7z" fill="{}"/>"#, style.building)
        }
        _ => String::new(),
    }
}

fn water_sample(sheet: &Sheet, kind: &str) -> String {
    let style = &sheet.style;
    let Some(water) = sheet.board.waters.iter().find(|w| w.kind == kind) else { return String::new() };
    let width = match (&water.channel, kind) {
        _ if fills_hexes(water) => 17.0,
        (Channel::Hexsides(_), "major") => 8.0,
        (Channel::Hexsides(_), "minor") => 5.0,
        _ => 3.2,
    };
    format!(
        r#"<path d="M-15 3q8-9 15-3t15-3" fill="none" stroke="{}" stroke-width="{}"/><path d="M-15 3q8-9 15-3t15-3" fill="none" stroke="{}" stroke-width="{}"/>"#,
        style.bank,
        num(width + 2.0),
        style.water,
        num(width)
    )
}

fn road_sample(sheet: &Sheet, look: Look) -> String {
    let style = &sheet.style;
    let line = |colour: String, width: &str, more: &str| {
        format!(r#"<path d="M-15 4q9-8 15-4t15-4" fill="none" stroke="{colour}" stroke-width="{width}"{more}/>"#)
    };
    let edge = style.road_edge.to_string();
    match look {
        Look::Major => line(edge, "6.6", "") + &line(style.road.to_string(), "4", ""),
        Look::Plain => line(edge, "5.2", "") + &line(style.road.mixed(style.clear, 0.55).to_string(), "3", ""),
        Look::Minor => line(edge, "2.4", ""),
        Look::Trail => line(edge, "1.9", r#" stroke-dasharray="5.5 3.2""#),
        Look::Rail | Look::Unfinished => {
            let mut ties = Pen::new();
            tie_marks(&mut ties, &[at(-20.0, 0.0), at(-12.0, 0.0), at(-4.0, 0.0), at(4.0, 0.0), at(12.0, 0.0), at(20.0, 0.0)]);
            let dash = if look == Look::Rail { "" } else { r#" stroke-dasharray="4.5 4.5""# };
            format!(
                r#"<path d="M-16 0h32" stroke="{c}" stroke-width="1.6"{dash}/><path d="{}" stroke="{c}" stroke-width="1.2"/>"#,
                ties.d(),
                c = style.rail
            )
        }
    }
}

fn crossing_sample(sheet: &Sheet, kind: &str) -> String {
    let style = &sheet.style;
    format!(
        r#"<path d="M0-14v28" stroke="{}" stroke-width="9"/><path d="M0-14v28" stroke="{}" stroke-width="7"/>{}"#,
        style.bank,
        style.water,
        crossing_symbol(sheet, kind, 6.5)
    )
}

fn hexside_sample(sheet: &Sheet, kind: &str) -> String {
    let style = &sheet.style;
    let mut out = String::new();
    let (a, b) = (at(-SAMPLE / 2.0 - 4.0, -1.0), at(SAMPLE / 2.0 + 4.0, -1.0));
    if kind == "crest" {
        let mut pen = Pen::new();
        for k in 0..9 {
            let x = -12.0 + 3.0 * k as f32;
            pen.move_to(at(x, -3.0));
            pen.line_to(at(x * 1.1, 6.0));
        }
        let attributes = format!(r#"stroke="{}" stroke-width="1.1" stroke-linecap="round""#, style.hachure);
        path(&mut out, pen, &attributes);
        let _ = write!(out, r#"<path d="M-13-3h26" stroke="{}" stroke-width="1.9"/>"#, style.hachure);
        return out;
    }
    let side = ["union", "confederate"].into_iter().find(|side| kind.ends_with(side));
    let colour = style.side(side).unwrap_or(style.works);
    let (mut bank, mut teeth) = (Pen::new(), Pen::new());
    barbs(&mut bank, &mut teeth, a, b, heading(Direction::N));
    path(&mut out, bank, &format!(r#"stroke="{colour}" stroke-width="3" stroke-linecap="round""#));
    path(&mut out, teeth, &format!(r#"fill="{colour}""#));
    out
}

fn mark_sample(sheet: &Sheet, kind: &str) -> String {
    let style = &sheet.style;
    let side = ["union", "confederate"].into_iter().find(|side| kind.ends_with(side));
    let colour = style.side(side).unwrap_or(style.ink);
    match kind {
        "star" => star(8.0, &format!(r#"fill="{}""#, style.star)),
        _ if kind.starts_with("entry") => format!(r#"<path d="M-10-4.2h8v-4.6l11 8.8l-11 8.8v-4.6h-8z" fill="{colour}"/>"#),
        _ if kind.starts_with("supply") => supply(sheet, side),
        _ => symbol(sheet, Shape::House),
    }
}

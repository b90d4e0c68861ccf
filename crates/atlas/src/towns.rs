//! Towns, villages and single houses: small blocks along the streets.

use crate::cover::{Cover, Rect};
use crate::geometry::{Geometry, Point, ROW, at, heading};
use crate::grain::Grain;
use crate::outline::{draw_ring, region, soft_rings};
use crate::pen::{Pen, num, path};
use crate::sheet::Sheet;
use board::{Board, Direction, HexId, Location, Place};
use std::fmt::Write;

/// Terrain names that mean built-up ground.
pub(crate) const BUILT: &[&str] = &["town", "city"];

/// What a building is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A block of houses.
    Block,
    /// A single house, tavern or store.
    House,
    Church,
    Mill,
    Fort,
    Battery,
    Station,
    Furnace,
    Landing,
    Tunnel,
    Ruin,
    Star,
}

/// A building on the sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Building {
    pub shape: Shape,
    pub centre: Point,
    pub half: Point,
    /// Turned by so many radians.
    pub angle: f32,
    /// The place it stands for, by its number in the board's list.
    pub place: Option<usize>,
}

impl Building {
    pub fn rect(&self) -> Rect {
        let (sin, cos) = self.angle.sin_cos();
        let (w, h) = (self.half.x * cos.abs() + self.half.y * sin.abs(), self.half.x * sin.abs() + self.half.y * cos.abs());
        Rect::around(self.centre, w, h)
    }
}

/// The symbol for a kind of place, if it has one of its own.
fn shape(kind: &str) -> Option<Shape> {
    Some(match kind {
        "house" | "tavern" | "store" | "farm" | "crossroads" => Shape::House,
        "church" => Shape::Church,
        "mill" => Shape::Mill,
        "fort" => Shape::Fort,
        "battery" => Shape::Battery,
        "station" | "depot" => Shape::Station,
        "furnace" => Shape::Furnace,
        "landing" => Shape::Landing,
        "tunnel" => Shape::Tunnel,
        "ruin" => Shape::Ruin,
        "star" => Shape::Star,
        _ => return None,
    })
}

/// All buildings of a board.
pub(crate) fn buildings(sheet: &Sheet) -> Vec<Building> {
    let mut cover = sheet.cover.clone();
    for hex in sheet.board.grid.hexes() {
        cover.take(sheet.number_rect(hex).grown(-2.0), 9);
    }
    let mut out = Vec::new();
    for (i, place) in sheet.board.places.iter().enumerate() {
        let Some(shape) = shape(&place.kind) else { continue };
        let building = stand(sheet, &cover, shape, place, i);
        cover.take(building.rect().grown(1.5), 5);
        out.push(building);
    }
    for hex in sheet.board.grid.hexes().filter(|hex| sheet.has(*hex, BUILT)) {
        streets(sheet, &mut cover, hex, &mut out);
    }
    for (i, place) in sheet.board.places.iter().enumerate() {
        let village = matches!(place.kind.as_str(), "village" | "hamlet" | "town");
        if village && !sheet.has(place.hex, BUILT) {
            hamlet(sheet, &mut cover, place, i, &mut out);
        }
    }
    out
}

/// Puts the symbol of a place where its hex is free, near the middle.
fn stand(sheet: &Sheet, cover: &Cover, shape: Shape, place: &Place, index: usize) -> Building {
    let half = match shape {
        Shape::Fort => at(8.0, 8.0),
        Shape::Battery => at(7.0, 4.5),
        Shape::Church => at(3.6, 6.0),
        Shape::Station => at(6.0, 3.4),
        Shape::Star => at(8.0, 8.0),
        _ => at(4.0, 4.0),
    };
    let centre = sheet.geometry.point(place.hex);
    let mut best = (f32::INFINITY, centre);
    for ring in 0..4 {
        for k in 0..12 {
            let away = ring as f32 * 6.5;
            let spot = centre + at(0.0, 3.0) + at(away, 0.0).rotated(k as f32 * std::f32::consts::FRAC_PI_6 + 0.26);
            let cost = cover.weight(Rect::around(spot, half.x + 1.5, half.y + 1.5)) * 3.0 + away;
            if cost < best.0 {
                best = (cost, spot);
            }
        }
    }
    Building { shape, centre: best.1, half, angle: 0.0, place: Some(index) }
}

/// Fills a town hex with blocks in rows.
fn streets(sheet: &Sheet, cover: &mut Cover, hex: HexId, out: &mut Vec<Building>) {
    let angle = street_angle(sheet);
    let centre = sheet.geometry.point(hex);
    for row in -4..=4i32 {
        for column in -4..=4i32 {
            let mut grain = Grain::of(&[i64::from(hex.0), i64::from(row), i64::from(column)]);
            let origin = at(column as f32 * 12.6, row as f32 * 10.2);
            // The rows of neighbouring hexes belong to one grid of streets.
            let turned = centre.rotated(-angle);
            let snapped = at((turned.x / 12.6).round() * 12.6, (turned.y / 10.2).round() * 10.2) + origin;
            let spot = snapped.rotated(angle);
            let half = at(grain.between(3.0, 4.9), grain.between(2.4, 3.8));
            let inside = Direction::ALL.into_iter().all(|d| {
                let neighbour = sheet.board.grid.neighbour(hex, d);
                let open = neighbour.is_some() && !sheet.has(neighbour, BUILT);
                (spot - centre).dot(heading(d)) <= ROW / 2.0 - if open { 6.5 } else { 0.0 }
            });
            let building = Building { shape: Shape::Block, centre: spot, half, angle, place: None };
            if inside && grain.unit() < 0.86 && cover.is_free(building.rect().grown(0.6)) {
                cover.take(building.rect().grown(-1.0), 5);
                out.push(building);
            }
        }
    }
}

/// How the streets of this board's towns are turned.
fn street_angle(sheet: &Sheet) -> f32 {
    let mut grain = Grain::of(&[sheet.board.id.len() as i64, 41]);
    grain.between(-0.45, 0.45)
}

/// A few houses on both sides of the roads of a village.
fn hamlet(sheet: &Sheet, cover: &mut Cover, place: &Place, index: usize, out: &mut Vec<Building>) {
    let centre = sheet.geometry.point(place.hex);
    let many = if place.kind == "hamlet" { 4 } else { 9 };
    let mut built = 0;
    let mut grain = Grain::of(&[i64::from(place.hex.0), 43]);
    for track in &sheet.tracks {
        for i in 1..track.line.len().saturating_sub(1) {
            let spot = track.line[i];
            if spot.distance(centre) > 25.0 {
                continue;
            }
            let along = crate::curve::direction(&track.line, i);
            for side in [1.0, -1.0] {
                let half = at(grain.between(2.6, 4.0), grain.between(2.2, 3.0));
                let off = track.look.width() / 2.0 + half.y + 2.0;
                let building = Building {
                    shape: Shape::Block,
                    centre: spot + along.turned() * (side * off),
                    half,
                    angle: along.y.atan2(along.x),
                    place: Some(index),
                };
                if built < many && cover.is_free(building.rect().grown(-0.4)) {
                    cover.take(building.rect().grown(0.8), 5);
                    out.push(building);
                    built += 1;
                }
            }
        }
    }
    if built == 0 {
        for (dx, dy) in [(-7.0, 2.0), (3.0, -3.0), (6.0, 8.0)] {
            let spot = centre + at(dx, dy);
            out.push(Building { shape: Shape::Block, centre: spot, half: at(3.2, 2.6), angle: 0.2, place: Some(index) });
        }
    }
}

/// Streets that join the hexes of a town where no road does.
pub(crate) fn town_streets(board: &Board, geometry: &Geometry) -> Vec<[Point; 2]> {
    let built = |hex: HexId| hex.is_some() && crate::sheet::has(board, hex, BUILT);
    let mut out = Vec::new();
    for hex in board.grid.hexes().filter(|hex| built(*hex)) {
        for direction in [Direction::N, Direction::NE, Direction::SE] {
            let other = board.grid.neighbour(hex, direction);
            if built(other) && board.road_sides[hex.index()][direction.index()] == 0 {
                out.push([geometry.point(hex), geometry.point(other)]);
            }
        }
    }
    out
}

/// The ground of towns, under the roads.
pub(crate) fn ground(sheet: &Sheet) -> String {
    let built = region(sheet.board, |hex| sheet.has(hex, BUILT));
    let mut pen = Pen::new();
    for ring in soft_rings(&sheet.geometry, &built, -3.5, 1.5, 10.0) {
        draw_ring(&mut pen, &ring);
    }
    let mut out = String::new();
    path(&mut out, pen, &format!(r#"class="town" fill="{}""#, sheet.style.town));
    let mut streets = Pen::new();
    for street in town_streets(sheet.board, &sheet.geometry) {
        streets.polyline(&street);
    }
    let attributes = format!(r#"class="street" fill="none" stroke="{}" stroke-width="2.6" stroke-linecap="round""#, sheet.style.clear);
    path(&mut out, streets, &attributes);
    out
}

/// The buildings, over the roads.
pub(crate) fn draw(sheet: &Sheet) -> String {
    let mut blocks = Pen::new();
    let mut out = String::new();
    let style = &sheet.style;
    let _ = writeln!(out, r#"<g class="buildings" fill="{}" stroke="{}" stroke-width=".5">"#, style.building, style.clear);
    for building in &sheet.buildings {
        if building.shape == Shape::Block {
            let corner = |x: f32, y: f32| building.centre + at(building.half.x * x, building.half.y * y).rotated(building.angle);
            blocks.polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
        } else {
            let _ = writeln!(
                out,
                r#"<g transform="translate({} {})">{}</g>"#,
                num(building.centre.x),
                num(building.centre.y),
                symbol(sheet, building.shape)
            );
        }
    }
    path(&mut out, blocks, r#"class="blocks""#);
    out.push_str("</g>\n");
    out
}

/// The symbol of a building that stands for itself, round the origin.
pub(crate) fn symbol(sheet: &Sheet, shape: Shape) -> String {
    let style = &sheet.style;
    let (ink, paper) = (style.building, style.clear);
    let line = |d: &str| format!(r#"<path d="{d}" fill="none" stroke="{ink}" stroke-width="1.3" stroke-linecap="round"/>"#);
    match shape {
        Shape::Block => r#"<path d="M-4.5-3h9v6h-9z"/>"#.to_string(),
        Shape::House => r#"<path d="M-3.4 3.6v-4.4l3.4-3.2l3.4 3.2v4.4z"/>"#.to_string(),
        Shape::Church => format!(r#"<path d="M-3.4 6v-5.2l3.4-2.6l3.4 2.6v5.2z"/>{}"#, line("M0-1.6v-5.2M-2-4.9h4")),
        Shape::Mill => {
            format!(
                r#"<circle r="4.2" fill="{paper}" stroke="{ink}" stroke-width="1.4"/>{}"#,
                line("M-3-3l6 6M-3 3l6-6M0-4.2v8.4M-4.2 0h8.4")
            )
        }
        Shape::Fort => {
            format!(
                r#"<path d="M-8-8l5 1.6h6l5-1.6l-1.6 5v6l1.6 5l-5-1.6h-6l-5 1.6l1.6-5v-6z" fill="{paper}" stroke="{ink}" stroke-width="1.7" stroke-linejoin="round"/><path d="M-2.2-2.2h4.4v4.4h-4.4z"/>"#
            )
        }
        Shape::Battery => format!(
            r#"<path d="M-7 4.5v-4.5l7-4.5l7 4.5v4.5" fill="none" stroke="{ink}" stroke-width="1.8" stroke-linejoin="round"/><circle cy="1.6" r="1.9"/>"#
        ),
        Shape::Station => {
            format!(r#"<path d="M-6-3.4h12v6.8h-12z" fill="{paper}" stroke="{ink}" stroke-width="1.4"/><path d="M-6-3.4h12v2.6h-12z"/>"#)
        }
        Shape::Furnace => r#"<path d="M-4 4l1.2-5h3.4v-4h2.2v4l1.2 5z"/>"#.to_string(),
        Shape::Landing => format!(
            r#"{}<circle cy="-4" r="1.5" fill="{paper}" stroke="{ink}" stroke-width="1.1"/>"#,
            line("M0-2.4v6.6M-2.4-.8h4.8M-4.2 1.4q1 3 4.2 3q3.2 0 4.2-3")
        ),
        Shape::Tunnel => format!(
            r#"<path d="M-4.4 4v-3a4.4 4.4 0 0 1 8.8 0v3z" fill="{ink}"/><path d="M-2.2 4v-2.6a2.2 2.2 0 0 1 4.4 0v2.6z" fill="{paper}"/>"#
        ),
        Shape::Ruin => {
            format!(r#"<path d="M-3.6-3.6h7.2v7.2h-7.2z" fill="none" stroke="{ink}" stroke-width="1.3" stroke-dasharray="2.2 1.6"/>"#)
        }
        Shape::Star => star(8.0, &format!(r#"fill="{}" stroke="{paper}" stroke-width="1""#, style.star)),
    }
}

/// A five-pointed star round the origin.
pub(crate) fn star(radius: f32, attributes: &str) -> String {
    let points: Vec<Point> = (0..10)
        .map(|k| {
            let r = if k % 2 == 0 { radius } else { radius * 0.42 };
            at(0.0, -r).rotated(k as f32 * std::f32::consts::PI / 5.0)
        })
        .collect();
    let mut pen = Pen::new();
    pen.polygon(&points);
    format!(r#"<path d="{}" {attributes}/>"#, pen.d())
}

/// Where the symbols of a place stand, and how far they reach; its hex's middle if it has none.
pub(crate) fn seat(sheet: &Sheet, index: usize) -> Rect {
    let mut own = sheet.buildings.iter().filter(|b| b.place == Some(index)).map(Building::rect);
    match own.next() {
        Some(first) => own.fold(first, |all, r| Rect {
            left: all.left.min(r.left),
            top: all.top.min(r.top),
            right: all.right.max(r.right),
            bottom: all.bottom.max(r.bottom),
        }),
        None => {
            let place = &sheet.board.places[index];
            let crossing = sheet.board.crossings.iter().any(|c| c.at == Location::Hex(place.hex));
            let reach = if crossing { 14.0 } else { 3.0 };
            Rect::around(sheet.geometry.point(place.hex), reach, reach)
        }
    }
}

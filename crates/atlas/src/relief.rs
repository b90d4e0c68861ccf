//! Relief: rough ground and hills by hachures that run downhill, and the crests of slopes; wet ground by tufts.

use crate::cover::Rect;
use crate::geometry::{Geometry, Point, ROW, at, heading};
use crate::grain::Grain;
use crate::outline::{Cell, Region, draw_ring, region, soft_rings};
use crate::pen::{Pen, path};
use crate::scatter::Scatter;
use crate::sheet::Sheet;
use board::{Board, HexId, Hexside};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Terrain names that mean high or broken ground.
pub(crate) const HIGH: &[&str] = &["rough", "hill", "hills", "mountain"];
/// Terrain names that mean wet ground.
pub(crate) const WET: &[&str] = &["swamp", "marsh"];

/// The mesh on which heights are measured.
const MESH: f32 = 6.0;
/// How far the height of a hex reaches from its centre.
const REACH: f32 = 84.0;
/// The heights at which hachures begin.
const LEVELS: [f32; 4] = [0.78, 1.06, 1.32, 1.56];

/// Tints under the hachures and the tufts.
pub(crate) fn tints(sheet: &Sheet) -> String {
    let mut out = String::new();
    for (names, class, colour) in [(HIGH, "rough", sheet.style.rough), (WET, "swamp", sheet.style.swamp)] {
        let area = region(sheet.board, |hex| sheet.has(hex, names));
        let mut pen = Pen::new();
        for ring in soft_rings(&sheet.geometry, &area, -1.0, 2.5, 10.0) {
            draw_ring(&mut pen, &ring);
        }
        path(&mut out, pen, &format!(r#"class="{class}" fill="{colour}""#));
    }
    out
}

/// Wooded high ground: a veil of the colour of rough ground over the woods.
pub(crate) fn veil(sheet: &Sheet) -> String {
    let area = region(sheet.board, |hex| sheet.has(hex, HIGH) && sheet.has(hex, crate::woods::WOODS));
    let mut pen = Pen::new();
    for ring in soft_rings(&sheet.geometry, &area, -1.0, 2.5, 10.0) {
        draw_ring(&mut pen, &ring);
    }
    let mut out = String::new();
    path(&mut out, pen, &format!(r#"class="rough" fill="{}" opacity=".42""#, sheet.style.rough));
    out
}

/// The height of the ground, made from the high hexes: the deeper inside a high country, the higher.
struct Heights {
    tops: BTreeMap<Cell, (Point, f32)>,
}

impl Heights {
    fn of(geometry: &Geometry, high: &Region) -> Heights {
        let tops = high
            .iter()
            .map(|cell| {
                let mut grain = Grain::of(&[i64::from(cell.0), i64::from(cell.1), 11]);
                let height = grain.between(0.93, 1.07);
                (*cell, (geometry.lattice(cell.0, cell.1), height))
            })
            .collect();
        Heights { tops }
    }

    /// The height at a point near a cell.
    fn at(&self, near: &[(Point, f32)], p: Point) -> f32 {
        near.iter()
            .map(|(top, height)| {
                let away = p.distance(*top) / REACH;
                if away < 1.0 { height * (1.0 - away * away).powi(2) } else { 0.0 }
            })
            .sum()
    }

    /// The tops that reach a cell.
    fn near(&self, cell: Cell) -> Vec<(Point, f32)> {
        let mut out = Vec::with_capacity(19);
        for dx in -2..=2i32 {
            for dy in -4..=4i32 {
                if (dx + dy) % 2 == 0
                    && let Some(top) = self.tops.get(&(cell.0 + dx, cell.1 + dy))
                {
                    out.push(*top);
                }
            }
        }
        out
    }
}

/// Hachures for the high ground of the whole board.
pub(crate) fn hachures(sheet: &Sheet) -> String {
    let high = region(sheet.board, |hex| sheet.has(hex, HIGH));
    let heights = Heights::of(&sheet.geometry, &high);
    let (left, top, right, bottom) = sheet.geometry.map_frame();
    let mut strong = Scatter::default();
    let mut faint = Scatter::default();
    for j in 0..((bottom - top) / MESH) as i32 {
        for i in 0..((right - left) / MESH) as i32 {
            let p = at(left + i as f32 * MESH, top + j as f32 * MESH);
            let Some(hex) = sheet.geometry.hex_at(p.x, p.y) else { continue };
            let near = heights.near(sheet.board.grid.centre(hex));
            if near.is_empty() {
                continue;
            }
            let corners = [p, p + at(MESH, 0.0), p + at(MESH, MESH), p + at(0.0, MESH)];
            let height = corners.map(|c| heights.at(&near, c));
            for (k, level) in LEVELS.iter().enumerate() {
                if let Some((a, b)) = contour(&corners, &height, *level) {
                    let strokes = if k % 2 == 1 { &mut faint } else { &mut strong };
                    stroke(strokes, sheet, &heights, &near, (a, b), k);
                }
            }
        }
    }
    let mut out = String::new();
    // Quiet: the lie of the land, not a net over names and roads.
    let colour = sheet.style.hachure.mixed(sheet.style.rough, 0.42);
    let _ = writeln!(out, r#"<g class="hachures" fill="none" stroke="{colour}" stroke-linecap="round">"#);
    faint.draw(&mut out, r#"stroke-width=".8""#);
    strong.draw(&mut out, r#"stroke-width="1.1""#);
    out.push_str("</g>\n");
    out
}

/// Where a level crosses a mesh square.
fn contour(corners: &[Point; 4], height: &[f32; 4], level: f32) -> Option<(Point, Point)> {
    let mut cuts = (0..4).filter_map(|i| {
        let j = (i + 1) % 4;
        let (a, b) = (height[i] - level, height[j] - level);
        ((a < 0.0) != (b < 0.0)).then(|| corners[i].towards(corners[j], a / (a - b)))
    });
    Some((cuts.next()?, cuts.next()?))
}

/// One hachure, from the contour downhill.
fn stroke(strokes: &mut Scatter, sheet: &Sheet, heights: &Heights, near: &[(Point, f32)], cut: (Point, Point), level: usize) {
    let width = cut.0.distance(cut.1);
    let middle = cut.0.towards(cut.1, 0.5);
    let mut grain = Grain::of(&[(middle.x * 8.0) as i64, (middle.y * 8.0) as i64, level as i64]);
    if width < 2.4 || grain.unit() > width / 5.2 {
        return;
    }
    let rise = |d: Point| heights.at(near, middle + d) - heights.at(near, middle - d);
    let slope = at(rise(at(2.0, 0.0)), rise(at(0.0, 2.0))) * 0.25;
    let steep = slope.length();
    if steep < 0.004 {
        return;
    }
    let length = (0.2 / steep).clamp(5.0, 10.5) * grain.between(0.75, 1.1);
    let foot = middle - (slope * (1.0 / steep)).rotated(grain.between(-0.12, 0.12)) * length;
    let clear = |p: Point| !matches!(sheet.cover.at(p), 2..=4 | 9);
    if clear(middle) && clear(foot) && clear(middle.towards(foot, 0.5)) {
        strokes.pen(middle).move_to(middle).line_to(foot);
    }
}

/// The crests of slopes: a line along the hexside with hachures on the low side.
pub(crate) fn crests(sheet: &Sheet) -> String {
    let mut lines = Pen::new();
    let mut strokes = Pen::new();
    for slope in &sheet.board.slopes {
        for low in &slope.downhill {
            crest(sheet, &mut lines, &mut strokes, slope.hilltop, *low);
        }
    }
    let mut out = String::new();
    if lines.is_empty() {
        return out;
    }
    let _ = writeln!(out, r#"<g class="crests" fill="none" stroke="{}" stroke-linecap="round">"#, sheet.style.hachure);
    path(&mut out, strokes, r#"stroke-width="1.1" opacity=".9""#);
    path(&mut out, lines, r#"stroke-width="1.9""#);
    out.push_str("</g>\n");
    out
}

fn crest(sheet: &Sheet, lines: &mut Pen, strokes: &mut Pen, top: HexId, low: HexId) {
    let Some(direction) = sheet.board.grid.direction(top, low) else { return };
    let (a, b) = sheet.geometry.side(top, direction);
    let down = heading(direction);
    let bow = |t: f32| a.towards(b, t) + down * (3.2 * (1.0 - (2.0 * t - 1.0).powi(2)) - 1.0);
    lines.move_to(bow(0.0));
    lines.quad_to(a.towards(b, 0.5) + down * 5.4, bow(1.0));
    let mut grain = Grain::of(&[i64::from(top.0), i64::from(low.0), 17]);
    for k in 0..11 {
        let t = (k as f32 + 0.5 + grain.between(-0.2, 0.2)) / 11.0;
        let spread = (b - a).unit() * ((t - 0.5) * 9.0);
        let length = 13.0 * (1.0 - 0.35 * (2.0 * t - 1.0).powi(2)) * grain.between(0.72, 1.08);
        let foot = bow(t) + down * length + spread;
        if sheet.cover.at(foot) != 3 && sheet.cover.at(bow(t) + down * 5.0) != 3 {
            strokes.move_to(bow(t));
            strokes.line_to(foot);
        }
    }
}

/// The tuft of a marsh, for use as a marker.
pub(crate) fn tuft_defs(sheet: &Sheet, out: &mut String) {
    let _ = writeln!(
        out,
        r#"<marker id="tuft" markerUnits="userSpaceOnUse" markerWidth="14" markerHeight="14" overflow="visible"><path d="M-6 2.4h12M0 2v-6.2M-1.6 2q-.6-3.4-2.2-5M1.6 2q.6-3.4 2.2-5M-3 2q-.8-1.6-2.4-2.4M3 2q.8-1.6 2.4-2.4" fill="none" stroke="{}" stroke-width=".9" stroke-linecap="round"/></marker>"#,
        sheet.style.bank.mixed(sheet.style.tree_shade, 0.5)
    );
}

/// Tufts on wet ground.
pub(crate) fn tufts(sheet: &Sheet) -> String {
    let mut tufts = Scatter::default();
    for hex in sheet.board.grid.hexes().filter(|hex| sheet.has(*hex, WET)) {
        let centre = sheet.geometry.point(hex);
        for row in -1..=1i32 {
            for k in 0..3i32 {
                let mut grain = Grain::of(&[i64::from(hex.0), i64::from(row), i64::from(k), 23]);
                let x = (k as f32 - 1.0) * 21.0 + if row == 0 { 6.0 } else { -5.0 } + grain.between(-3.0, 3.0);
                let tuft = centre + at(x, row as f32 * 19.0 + 3.0 + grain.between(-3.0, 3.0));
                if tuft.distance(centre) < ROW / 2.0 - 3.0 && sheet.cover.is_free(Rect::around(tuft, 5.0, 4.0)) {
                    tufts.mark(tuft);
                }
            }
        }
    }
    let mut out = String::new();
    tufts.draw_markers(&mut out, "tuft");
    out
}

/// The hexsides that are crests.
pub(crate) fn crest_sides(board: &Board) -> impl Iterator<Item = Hexside> + '_ {
    board.slopes.iter().flat_map(|slope| slope.downhill.iter().map(|low| Hexside::between(slope.hilltop, *low)))
}

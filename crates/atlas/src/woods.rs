//! Woods: a soft floor with a scalloped edge, and trees that keep clear of roads, water and names.

use crate::cover::Rect;
use crate::geometry::{Point, ROW, at, heading};
use crate::grain::Grain;
use crate::outline::{region, soft_rings};
use crate::pen::{Pen, path};
use crate::scatter::Scatter;
use crate::sheet::Sheet;
use board::{Direction, HexId};
use std::fmt::Write;

/// Terrain names that mean woods.
pub(crate) const WOODS: &[&str] = &["woods", "forest", "wood"];

/// How far apart trees stand.
const TREE_STEP: f32 = 20.0;

/// The shapes of the trees, for use as markers.
pub(crate) fn trees_defs(sheet: &Sheet, out: &mut String) {
    let style = &sheet.style;
    // Quiet: woods are the ground on which roads, names and counters are read.
    let (leaves, shadow) = (style.tree.mixed(style.woods, 0.55), style.tree_shade.mixed(style.woods, 0.7));
    let crowns = [
        "M-4.9 1.1c-1.3-1.6-.3-3.7 1.4-3.9c.1-2 2.6-3 4.1-1.7c1.8-.8 3.8.6 3.5 2.5c1.6.8 1.4 3.3-.4 3.8c-.6 1.6-2.8 2-3.9.8c-1.5 1-3.9.5-4.7-1.5z",
        "M-3.9 1.5c-1.6-1.1-1.2-3.3.5-3.7c-.1-1.9 2.3-2.9 3.6-1.6c1.7-.5 3.3 1 2.8 2.6c1.3 1 .8 3.1-.9 3.4c-.8 1.4-2.7 1.4-3.4.3c-1 .6-2.2.2-2.6-1z",
        "M-5.6.6c-.8-1.8.6-3.5 2.3-3.2c.6-1.7 3-2.1 4.1-.6c1.5-1 3.6-.1 3.8 1.7c1.7.5 1.9 2.8.3 3.6c-.3 1.5-2.3 2-3.4 1c-1.1 1.2-3 1.1-3.7-.3c-1.5.5-3.2-.5-3.4-2.2z",
    ];
    let shades = [
        "M4.1.2c.5 1.2-.2 2.7-1.4 2.9c-.6 1.6-2.8 2-3.9.8c-1.5 1-3.9.5-4.7-1.5",
        "M2.9 1.1c-.2 1-.7 1.4-1.3 1.5c-.8 1.4-2.7 1.4-3.4.3c-1 .6-2.2.2-2.6-1",
        "M4.9 1.6c-.3 1.4-2.3 2-3.4 1c-1.1 1.2-3 1.1-3.7-.3c-1.5.5-3.2-.5-3.4-2.2",
    ];
    for (i, (crown, shade)) in crowns.iter().zip(shades).enumerate() {
        let _ = writeln!(
            out,
            r#"<marker id="tree{i}" markerUnits="userSpaceOnUse" markerWidth="14" markerHeight="14" overflow="visible"><path d="{crown}" fill="{leaves}"/><path d="{shade}" fill="none" stroke="{shadow}" stroke-width=".9" stroke-linecap="round"/></marker>"#
        );
    }
}

/// The floor of the woods with its scalloped edge.
pub(crate) fn floor(sheet: &Sheet) -> String {
    let woods = region(sheet.board, |hex| sheet.has(hex, WOODS));
    let mut out = String::new();
    if woods.is_empty() {
        return out;
    }
    let mut pen = Pen::new();
    for ring in soft_rings(&sheet.geometry, &woods, 0.5, 2.4, 9.5) {
        scallops(&mut pen, &ring);
    }
    let style = &sheet.style;
    let attributes =
        format!(r#"class="woods" fill="{}" stroke="{}" stroke-width=".9""#, style.woods, style.tree_shade.mixed(style.woods, 0.25));
    path(&mut out, pen, &attributes);
    out
}

/// A closed line of small outward bows.
fn scallops(pen: &mut Pen, ring: &[Point]) {
    let Some(start) = ring.first() else { return };
    pen.move_to(*start);
    for i in 1..=ring.len() {
        let (p, q) = (ring[i - 1], ring[i % ring.len()]);
        let mut grain = Grain::of(&[(p.x * 10.0) as i64, (p.y * 10.0) as i64]);
        pen.arc_to(p.distance(q) * grain.between(0.52, 0.68), true, q);
    }
    pen.close(*start);
}

/// The trees.
pub(crate) fn trees(sheet: &Sheet) -> String {
    let mut kinds = [Scatter::default(), Scatter::default(), Scatter::default()];
    let (left, top, right, bottom) = sheet.geometry.map_frame();
    let mut row = 0;
    let mut y = top;
    while y < bottom {
        let mut x = left + if row % 2 == 0 { 0.0 } else { TREE_STEP / 2.0 };
        while x < right {
            let mut grain = Grain::of(&[x as i64, y as i64, 3]);
            let tree = at(x + grain.between(-4.6, 4.6), y + grain.between(-4.0, 4.0));
            if grows(sheet, tree, &mut grain) {
                kinds[grain.pick(3)].mark(tree);
            }
            x += TREE_STEP;
        }
        y += TREE_STEP * 0.84;
        row += 1;
    }
    let mut out = String::new();
    for (i, trees) in kinds.into_iter().enumerate() {
        trees.draw_markers(&mut out, &format!("tree{i}"));
    }
    out
}

/// Whether a tree stands here: well inside woods, clear of everything else, thinner on rough ground.
fn grows(sheet: &Sheet, tree: Point, grain: &mut Grain) -> bool {
    let Some(hex) = sheet.geometry.hex_at(tree.x, tree.y) else { return false };
    let thick = if sheet.has(hex, crate::relief::HIGH) { 0.58 } else { 0.94 };
    sheet.has(hex, WOODS) && grain.unit() < thick && inside(sheet, hex, tree) && sheet.cover.is_free(Rect::around(tree, 4.6, 3.8))
}

/// Whether a point of a wooded hex is not too near to open ground.
fn inside(sheet: &Sheet, hex: HexId, point: Point) -> bool {
    let offset = point - sheet.geometry.point(hex);
    Direction::ALL.into_iter().all(|d| {
        let near_edge = offset.dot(heading(d)) > ROW / 2.0 - 7.0;
        let neighbour = sheet.board.grid.neighbour(hex, d);
        !near_edge || !neighbour.is_some() || sheet.has(neighbour, WOODS)
    })
}

//! Open country: ploughed fields round farms and villages, and tufts of grass.

use crate::cover::Rect;
use crate::geometry::{Point, ROW, at};
use crate::grain::Grain;
use crate::pen::{Pen, path};
use crate::scatter::Scatter;
use crate::sheet::Sheet;
use board::HexId;
use std::fmt::Write;

/// A tuft of grass, for use as a marker.
pub(crate) fn grass_defs(sheet: &Sheet, out: &mut String) {
    let colour = sheet.style.tree_shade.mixed(sheet.style.clear, 0.55);
    let _ = writeln!(
        out,
        r#"<marker id="grass" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" overflow="visible"><path d="M-2.6 1.2q-.3-1.6-1-2.4M0 1.4v-3.4M2.6 1.2q.3-1.6 1-2.4" fill="none" stroke="{colour}" stroke-width=".8" stroke-linecap="round"/></marker>"#
    );
}

/// Fields and grass.
pub(crate) fn draw(sheet: &Sheet) -> String {
    let mut out = String::new();
    let mut ploughed = Pen::new();
    let mut furrows = Pen::new();
    let mut laid: Vec<Point> = Vec::new();
    for place in sheet
        .board
        .places
        .iter()
        .filter(|p| matches!(p.kind.as_str(), "house" | "farm" | "village" | "hamlet" | "tavern" | "town" | "mill"))
    {
        fields(sheet, place.hex, &mut laid, &mut ploughed, &mut furrows);
    }
    let style = &sheet.style;
    path(&mut out, ploughed, &format!(r#"class="field" fill="{}""#, style.clear.mixed(style.road, 0.28)));
    let line = style.hachure.mixed(style.clear, 0.55);
    path(&mut out, furrows, &format!(r#"class="furrows" fill="none" stroke="{line}" stroke-width=".6""#));
    let mut grass = Scatter::default();
    for hex in sheet.board.grid.hexes().filter(|hex| sheet.board.ground(*hex).is_clear()) {
        for k in 0..3 {
            let mut grain = Grain::of(&[i64::from(hex.0), k, 61]);
            let spot = sheet.geometry.point(hex) + at(grain.between(-30.0, 30.0), grain.between(-28.0, 28.0));
            if sheet.cover.is_free(Rect::around(spot, 5.0, 4.0)) && inside(sheet, hex, spot) {
                grass.mark(spot);
            }
        }
    }
    grass.draw_markers(&mut out, "grass");
    out
}

fn inside(sheet: &Sheet, hex: HexId, spot: Point) -> bool {
    sheet.geometry.hex_at(spot.x, spot.y) == Some(hex)
}

/// A few ploughed fields near a house, where the ground is open.
fn fields(sheet: &Sheet, hex: HexId, laid: &mut Vec<Point>, ploughed: &mut Pen, furrows: &mut Pen) {
    let home = sheet.geometry.point(hex);
    let mut grain = Grain::of(&[i64::from(hex.0), 67]);
    let most = laid.len() + 3;
    for _ in 0..36 {
        let angle = grain.between(-0.7, 0.7);
        let half = at(grain.between(11.0, 17.0), grain.between(7.0, 11.0));
        let centre = home + at(grain.between(0.35, 0.95) * ROW, 0.0).rotated(grain.between(0.0, std::f32::consts::TAU));
        let corner = |x: f32, y: f32| centre + at(half.x * x, half.y * y).rotated(angle);
        let probes = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
        let open = probes.iter().all(|(x, y)| {
            let p = corner(*x * 1.15, *y * 1.2);
            sheet.cover.is_free(Rect::around(p, 2.5, 2.5))
                && sheet.geometry.hex_at(p.x, p.y).is_some_and(|h| sheet.board.ground(h).is_clear())
        });
        if laid.len() >= most || !open || laid.iter().any(|other| other.distance(centre) < 37.0) {
            continue;
        }
        laid.push(centre);
        ploughed.polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
        let rows = (half.y * 2.0 / 3.0) as i32;
        for k in 0..=rows {
            let y = -1.0 + 2.0 * k as f32 / rows as f32;
            furrows.move_to(corner(-1.0, y));
            furrows.line_to(corner(1.0, y));
        }
    }
}

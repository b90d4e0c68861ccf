//! The hex grid, the numbers of the hexes, and hexes that can be pointed at.

use crate::geometry::{Corner, Point, lattice_corners};
use crate::lettering::Face;
use crate::pen::{Pen, escape, num, plain_path};
use crate::sheet::Sheet;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Every hexside once, as a thin line.
pub(crate) fn lines(sheet: &Sheet) -> String {
    let mut seen: BTreeSet<(Corner, Corner)> = BTreeSet::new();
    let mut pen = Pen::new();
    for hex in sheet.board.grid.hexes() {
        let (column, half_row) = sheet.board.grid.centre(hex);
        let corners = lattice_corners(column, half_row);
        // Walk the corners so that a column's zigzag stays one line where it can.
        let mut drawing = false;
        for i in 0..6 {
            let (a, b) = (corners[(i + 2) % 6], corners[(i + 3) % 6]);
            if seen.insert((a.min(b), a.max(b))) {
                if !drawing {
                    pen.move_to(sheet.geometry.corner(a));
                }
                pen.line_to(sheet.geometry.corner(b));
                drawing = true;
            } else {
                drawing = false;
            }
        }
    }
    let mut out = String::new();
    plain_path(&mut out, pen);
    out
}

/// The number of every hex.
pub(crate) fn numbers(sheet: &Sheet) -> String {
    let mut out = String::new();
    let _ = writeln!(out, r#"<g {} font-size="9" text-anchor="middle">"#, Face::Sans.css());
    for hex in sheet.board.grid.hexes() {
        let p = sheet.numbers[&hex];
        let _ = writeln!(out, r#"<text x="{}" y="{}">{}</text>"#, num(p.x), num(p.y), escape(&sheet.board.grid.name(hex)));
    }
    out.push_str("</g>\n");
    out
}

/// A transparent hex over each hex, with its name, for clients.
pub(crate) fn targets(sheet: &Sheet) -> String {
    let mut out = String::new();
    for hex in sheet.board.grid.hexes() {
        let mut pen = Pen::new();
        let (column, half_row) = sheet.board.grid.centre(hex);
        let points: Vec<Point> = lattice_corners(column, half_row).iter().map(|c| sheet.geometry.corner(*c)).collect();
        pen.polygon(&points);
        let _ = writeln!(out, r#"<path data-hex="{}" d="{}"/>"#, escape(&sheet.board.grid.name(hex)), pen.d());
    }
    out
}

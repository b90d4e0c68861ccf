//! A sheet: a board laid out for drawing. Lines are laid once, and every chapter draws from them.

use crate::cover::{Cover, Rect};
use crate::geometry::{Geometry, Point, ROW, at};
use crate::names::{Label, labels};
use crate::roads::{Track, tracks};
use crate::style::Style;
use crate::towns::{Building, buildings};
use crate::water::{Flow, courses};
use crate::{Options, furniture};
use board::{Board, HexId};

/// A board laid out for drawing.
pub(crate) struct Sheet<'a> {
    pub board: &'a Board,
    pub style: Style,
    pub geometry: Geometry,
    pub tracks: Vec<Track>,
    pub flows: Vec<Flow>,
    pub buildings: Vec<Building>,
    pub labels: Vec<Label>,
    /// What trees keep clear of.
    pub cover: Cover,
}

impl<'a> Sheet<'a> {
    pub fn lay_out(board: &'a Board, options: &Options) -> Sheet<'a> {
        let geometry = furniture::geometry(board, options);
        let tracks = tracks(board, &geometry);
        let flows = courses(board, &geometry);
        let mut cover = Cover::new(geometry.width(), geometry.height());
        for flow in &flows {
            cover.take_line(&flow.line, flow.width / 2.0 + 1.0, 2);
        }
        for track in &tracks {
            cover.take_line(&track.line, track.look.width() / 2.0, 3);
        }
        let mut sheet =
            Sheet { board, style: options.style.clone(), geometry, tracks, flows, buildings: Vec::new(), labels: Vec::new(), cover };
        sheet.buildings = buildings(&sheet);
        for i in 0..sheet.buildings.len() {
            let rect = sheet.buildings[i].rect();
            sheet.cover.take(rect, 5);
        }
        if options.names {
            sheet.labels = labels(&sheet);
        }
        for label in &sheet.labels {
            for rect in label.rects() {
                sheet.cover.take(rect, 9);
            }
        }
        if options.ids {
            for hex in board.grid.hexes() {
                sheet.cover.take(number_rect(&sheet.geometry, hex), 9);
            }
        }
        sheet
    }

    /// Whether a hex has terrain of one of these names.
    pub fn has(&self, hex: HexId, names: &[&str]) -> bool {
        has(self.board, hex, names)
    }
}

/// Whether a hex has terrain of one of these names.
pub(crate) fn has(board: &Board, hex: HexId, names: &[&str]) -> bool {
    names.iter().any(|name| board.terrain(name).is_some_and(|terrain| board.ground(hex).has(terrain)))
}

/// Where the number of a hex stands: the middle of its base line.
pub(crate) fn number_at(geometry: &Geometry, hex: HexId) -> Point {
    geometry.point(hex) + at(0.0, -ROW / 2.0 + 10.2)
}

pub(crate) fn number_rect(geometry: &Geometry, hex: HexId) -> Rect {
    Rect::around(number_at(geometry, hex) - at(0.0, 3.2), 10.5, 4.0)
}

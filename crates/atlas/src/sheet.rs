//! A sheet: a board laid out for drawing. Lines are laid once, and every chapter draws from them.

use crate::cover::{Cover, Rect};
use crate::curve::resample;
use crate::geometry::{Geometry, Point, ROW, at, heading};
use crate::names::{Label, labels};
use crate::roads::{Track, tracks};
use crate::style::Style;
use crate::towns::{Building, buildings, town_streets};
use crate::water::{Flow, courses};
use crate::{Options, furniture};
use board::{Board, HexId};
use std::collections::BTreeMap;

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
    /// Where the number of each hex stands: the middle of its base line.
    pub numbers: BTreeMap<HexId, Point>,
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
        let mut sheet = Sheet {
            board,
            style: options.style.clone(),
            geometry,
            tracks,
            flows,
            buildings: Vec::new(),
            labels: Vec::new(),
            cover,
            numbers: BTreeMap::new(),
        };
        sheet.cover_beyond();
        sheet.cover_works();
        sheet.numbers = numbers(&sheet);
        for street in town_streets(board, &sheet.geometry) {
            sheet.cover.take_line(&resample(&street, 3.0), 1.0, 1);
        }
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
                let rect = sheet.number_rect(hex);
                sheet.cover.take(rect, 9);
            }
        }
        sheet
    }

    /// Takes what lies outside the map: names and trees stay inside.
    fn cover_beyond(&mut self) {
        let (left, top, right, bottom) = self.geometry.map_frame();
        let (columns, rows) = (((right - left) / 4.0) as i32, ((bottom - top) / 4.0) as i32);
        for row in 0..=rows {
            for column in 0..=columns {
                if column > 12 && columns - column > 12 && row > 12 && rows - row > 12 {
                    continue;
                }
                let p = at(left + column as f32 * 4.0, top + row as f32 * 4.0);
                if self.geometry.hex_at(p.x, p.y).is_none() {
                    self.cover.take(Rect::around(p, 1.0, 1.0), 6);
                }
            }
        }
    }

    /// Takes earthworks and crests.
    fn cover_works(&mut self) {
        let crests = self.board.slopes.iter().flat_map(|s| s.downhill.iter().map(move |low| (s.hilltop, *low, 2, 8.0, 5.0)));
        let works = self.board.directed.iter().map(|w| (w.protected, w.enemy, 4, 1.5, 2.5));
        for (a, b, weight, ahead, half_width) in works.chain(crests) {
            if let Some(direction) = self.board.grid.direction(a, b) {
                let (from, to) = self.geometry.side(a, direction);
                let front = heading(direction) * ahead;
                self.cover.take_line(&resample(&[from + front, to + front], 4.0), half_width, weight);
            }
        }
    }

    /// The room that the number of a hex takes.
    pub fn number_rect(&self, hex: HexId) -> Rect {
        Rect::around(self.numbers[&hex] - at(0.0, 3.2), 10.5, 4.0)
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

/// Finds room for the numbers: at the top of the hex, or beside a road or bridge that is in the way there.
fn numbers(sheet: &Sheet) -> BTreeMap<HexId, Point> {
    let mut cover = sheet.cover.clone();
    for flow in sheet.flows.iter().filter(|flow| flow.fills) {
        cover.clear_line(&flow.line, flow.width / 2.0 + 1.0, 2);
    }
    for crossing in &sheet.board.crossings {
        cover.take(crate::hexsides::rect(sheet, crossing), 4);
    }
    let spot = |hex: HexId| {
        let centre = sheet.geometry.point(hex);
        let spots = [
            (0.0, 0.0),
            (-9.0, 0.0),
            (9.0, 0.0),
            (-13.0, 2.0),
            (13.0, 2.0),
            (0.0, 5.0),
            (0.0, 12.0),
            (-17.0, 10.0),
            (17.0, 10.0),
            (0.0, 18.0),
        ];
        let costs = spots.iter().enumerate().map(|(k, (x, y))| {
            let base = centre + at(*x, *y - ROW / 2.0 + 10.2);
            (cover.weight(Rect::around(base - at(0.0, 3.2), 9.0, 3.4)) + k as f32 * 1.5, base)
        });
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(centre, |(_, base)| base)
    };
    sheet.board.grid.hexes().map(|hex| (hex, spot(hex))).collect()
}

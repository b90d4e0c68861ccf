//! The furniture of the sheet: frame, title, terrain key, compass, scale.

use crate::Options;
use crate::geometry::{COLUMN, Geometry, Point, ROW, at};
use crate::key::{sample, terrain_key};
use crate::lettering::Face;
use crate::pen::{Pen, escape, num};
use crate::sheet::Sheet;
use board::Board;
use std::fmt::Write;

/// The margin round the map.
const MARGIN: f32 = 46.0;
/// The height of the band below the map.
const BAND: f32 = 236.0;
/// The height of a line of the key.
const KEY_ROW: f32 = 41.0;
/// The width of the panel with compass and scale.
const COMPASS: f32 = 190.0;
/// The width of a column of the key.
const KEY_COLUMN: f32 = 182.0;

/// The least width of the furniture: a title, two columns of the key, the compass.
const LEAST: f32 = 260.0 + 2.0 * KEY_COLUMN + 28.0 + 28.0 + COMPASS;

/// How large the furniture of a board is: great sheets have greater furniture.
fn scale(board: &Board) -> f32 {
    (f32::from(board.grid.columns()) * COLUMN / 1900.0).clamp(0.84, 1.55)
}

/// The map with room for its furniture.
pub(crate) fn geometry(board: &Board, options: &Options) -> Geometry {
    if options.furniture {
        // A tiny map lies in the middle of a sheet that is wide enough for its title.
        let (left, _, right, _) = Geometry::new(&board.grid).map_frame();
        let aside = MARGIN + ((LEAST * scale(board) - (right - left)) / 2.0).max(0.0);
        Geometry::with_margins(&board.grid, aside, MARGIN, aside, MARGIN + BAND * scale(board))
    } else {
        Geometry::new(&board.grid)
    }
}

/// The layer of furniture.
pub(crate) fn draw(sheet: &Sheet) -> String {
    let mut out = String::new();
    let (map_left, _, map_right, bottom) = sheet.geometry.map_frame();
    frame(sheet, &mut out);
    let scale = scale(sheet.board);
    let wider = ((LEAST * scale - (map_right - map_left)) / 2.0).max(0.0);
    let (left, right) = (map_left - wider, map_right + wider);
    let (room, height) = ((right - left) / scale, BAND - 14.0);
    let columns = key_columns(sheet, room);
    let key_width = (columns as f32 * KEY_COLUMN + 28.0).max(room - COMPASS - 28.0 - 560.0).min(room - COMPASS - 28.0 - 260.0);
    let title_width = room - key_width - COMPASS - 28.0;
    let _ = writeln!(out, r#"<g transform="translate({} {})scale({scale:.3})">"#, num(left), num(bottom + MARGIN - 8.0));
    title(sheet, &mut out, at(0.0, 0.0), title_width, height);
    key(sheet, &mut out, at(title_width + 14.0, 0.0), key_width, height, columns);
    compass(sheet, &mut out, at(room - COMPASS, 0.0), COMPASS, height);
    out.push_str("</g>\n");
    out
}

/// In how many columns the key is set: as many as leave room for the title.
fn key_columns(sheet: &Sheet, room: f32) -> usize {
    let rows = ((BAND - 14.0 - 16.0) / KEY_ROW).floor() as usize;
    let entries = terrain_key(sheet.board).len();
    let most = ((room - COMPASS - 56.0 - 420.0) / KEY_COLUMN).floor().max(2.0) as usize;
    entries.div_ceil(rows).max(entries.div_ceil(4).min(most))
}

/// The border of the sheet: a thick and a thin rule.
fn frame(sheet: &Sheet, out: &mut String) {
    let (width, height) = (sheet.geometry.width(), sheet.geometry.height());
    let ink = sheet.style.ink;
    let _ = writeln!(
        out,
        r#"<g class="frame" fill="none" stroke="{ink}"><rect x="9" y="9" width="{}" height="{}" stroke-width="3"/><rect x="15" y="15" width="{}" height="{}" stroke-width="1"/></g>"#,
        num(width - 18.0),
        num(height - 18.0),
        num(width - 30.0),
        num(height - 30.0)
    );
}

/// A panel with a double rule and notched corners.
fn panel(sheet: &Sheet, out: &mut String, corner: Point, width: f32, height: f32) {
    let notched = |inset: f32, notch: f32| {
        let (l, t) = (corner.x + inset, corner.y + inset);
        let (r, b) = (corner.x + width - inset, corner.y + height - inset);
        let mut pen = Pen::new();
        pen.move_to(at(l + notch, t)).line_to(at(r - notch, t)).arc_to(notch, false, at(r, t + notch));
        pen.line_to(at(r, b - notch)).arc_to(notch, false, at(r - notch, b));
        pen.line_to(at(l + notch, b)).arc_to(notch, false, at(l, b - notch));
        pen.line_to(at(l, t + notch)).arc_to(notch, false, at(l + notch, t)).close(at(l + notch, t));
        pen.d()
    };
    let style = &sheet.style;
    let _ = writeln!(
        out,
        r#"<path d="{}" fill="{}" stroke="{ink}" stroke-width="1.8"/><path d="{}" fill="none" stroke="{ink}" stroke-width=".7"/>"#,
        notched(0.0, 12.0),
        style.clear,
        notched(4.5, 11.0),
        ink = style.ink
    );
}

/// The title in its cartouche.
fn title(sheet: &Sheet, out: &mut String, corner: Point, width: f32, height: f32) {
    out.push_str("<g class=\"title\">\n");
    panel(sheet, out, corner, width, height);
    let board = sheet.board;
    let (name, rest) = match board.title.split_once(": ") {
        Some((name, rest)) => (name, Some(rest.to_string())),
        None => match board.title.split_once(", ") {
            Some((name, rest)) if board.dates.is_none() => (name, Some(rest.to_string())),
            Some((name, _)) => (name, None),
            None => (board.title.as_str(), None),
        },
    };
    let middle = corner.x + width / 2.0;
    let ink = sheet.style.ink;
    let fit = |face: Face, text: &str, most: f32| (most * (width - 44.0) / face.width(text, most, 1.0)).min(most);
    let size = fit(Face::BoldCaps, name, 62.0).min(width * 0.17);
    let mut y = corner.y + 62.0 + size * 0.32;
    let mut line = |face: Face, size: f32, y: f32, text: &str| {
        let _ = writeln!(
            out,
            r#"<text {} font-size="{}" x="{}" y="{}" text-anchor="middle" fill="{ink}">{}</text>"#,
            face.css(),
            num(size),
            num(middle),
            num(y),
            escape(text)
        );
    };
    line(Face::BoldCaps, size, y, name);
    y += 34.0;
    if let Some(rest) = &rest {
        let mut letters = rest.chars();
        let first: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect();
        line(Face::Italic, fit(Face::Italic, &first, 25.0), y, &first);
        y += 30.0;
    }
    if let Some(dates) = &board.dates {
        line(Face::Caps, fit(Face::Caps, dates, 20.0), y + 2.0, dates);
    }
    line(Face::Caps, 12.0, corner.y + height - 17.0, "Longroll");
    let (a, b) = (corner.y + height - 34.0, width * 0.2);
    let _ = writeln!(
        out,
        r#"<path d="M{} {}h{}m6 0l4-4l4 4l-4 4zm14 0h{}" fill="{ink}" stroke="{ink}" stroke-width="1"/></g>"#,
        num(middle - b - 10.0),
        num(a),
        num(b),
        num(b)
    );
}

/// The terrain key.
fn key(sheet: &Sheet, out: &mut String, corner: Point, width: f32, height: f32, columns: usize) {
    out.push_str("<g class=\"key\">\n");
    panel(sheet, out, corner, width, height);
    let entries = terrain_key(sheet.board);
    let rows = entries.len().div_ceil(columns);
    let step = ((height - 18.0) / rows as f32).min(52.0);
    let column = (width - 24.0) / columns as f32;
    let top = corner.y + (height - step * rows as f32) / 2.0;
    let scale = (step / KEY_ROW).min(1.0);
    for (i, entry) in entries.iter().enumerate() {
        let (c, r) = cell(entries.len(), columns, i);
        let x = corner.x + 36.0 + c as f32 * column;
        let y = top + (r as f32 + 0.5) * step;
        let size = (15.5 * (column - 52.0) / Face::Caps.width(&entry.words, 15.5, 0.0)).min(15.5);
        let _ = writeln!(
            out,
            r#"<g data-kind="{}" transform="translate({} {})"><g transform="scale({scale:.2})">{}</g><text {} font-size="{}" x="25" y="5" fill="{}">{}</text></g>"#,
            escape(&entry.kind),
            num(x),
            num(y),
            sample(sheet, entry),
            Face::Caps.css(),
            num(size),
            sheet.style.ink,
            escape(&entry.words)
        );
    }
    out.push_str("</g>\n");
}

/// The column and row of an entry of the key: columns are as even as they can be.
fn cell(entries: usize, columns: usize, entry: usize) -> (usize, usize) {
    let (short, longer) = (entries / columns, entries % columns);
    let long = longer * (short + 1);
    if entry < long {
        (entry / (short + 1), entry % (short + 1))
    } else {
        (longer + (entry - long) / short.max(1), (entry - long) % short.max(1))
    }
}

/// The compass rose and the scale.
fn compass(sheet: &Sheet, out: &mut String, corner: Point, width: f32, height: f32) {
    let style = &sheet.style;
    let (ink, paper) = (style.ink, style.clear);
    out.push_str("<g class=\"compass\">\n");
    panel(sheet, out, corner, width, height);
    let hub = at(corner.x + width / 2.0, corner.y + 82.0);
    let _ = writeln!(out, r#"<g transform="translate({} {})rotate({})">"#, num(hub.x), num(hub.y), -sheet.board.up);
    let _ = writeln!(
        out,
        r#"<circle r="40" fill="none" stroke="{ink}" stroke-width="1"/><circle r="36.5" fill="none" stroke="{ink}" stroke-width=".6"/>"#
    );
    for (turn, long) in [(45, 33.0), (135, 33.0), (225, 33.0), (315, 33.0), (0, 56.0), (90, 46.0), (180, 46.0), (270, 46.0)] {
        let wide = if turn % 90 == 0 { 8.5 } else { 6.0 };
        let _ = writeln!(
            out,
            r#"<g transform="rotate({turn})" stroke="{ink}" stroke-width=".8" stroke-linejoin="round"><path d="M0 0L{w}-{w}L0-{l}z" fill="{ink}"/><path d="M0 0L-{w}-{w}L0-{l}z" fill="{paper}"/></g>"#,
            w = num(wide),
            l = num(long)
        );
    }
    let _ = writeln!(
        out,
        r#"<text {} font-size="20" x="0" y="-59" text-anchor="middle" fill="{ink}" stroke="{paper}" stroke-width="3" paint-order="stroke">N</text></g>"#,
        Face::BoldCaps.css()
    );
    let units = if scale(sheet.board) < 1.1 { 1 } else { 2 };
    let half = ROW / scale(sheet.board);
    let length = half * units as f32;
    let (x, y) = (corner.x + (width - length) / 2.0 - 12.0, corner.y + height - 54.0);
    let _ = writeln!(out, r#"<g {} font-size="12" fill="{ink}" text-anchor="middle">"#, Face::Sans.css());
    for unit in 0..=units {
        let at = num(x + half * unit as f32);
        let _ = writeln!(out, r#"<text x="{at}" y="{}">{unit}</text>"#, num(y - 4.0));
        if unit < units {
            let fill = if unit % 2 == 0 { ink } else { paper };
            let _ = writeln!(
                out,
                r#"<rect x="{at}" y="{}" width="{}" height="6" fill="{fill}" stroke="{ink}" stroke-width="1"/>"#,
                num(y),
                num(half)
            );
        }
    }
    let unit = if units == 1 { "hex" } else { "hexes" };
    let _ = writeln!(out, r#"<text x="{}" y="{}" text-anchor="start">{unit}</text></g>"#, num(x + length + 6.0), num(y - 4.0));
    let words = sheet.board.scale.as_str();
    let size = (14.5 * (width - 24.0) / Face::Italic.width(words, 14.5, 0.0)).min(14.5);
    if size >= 12.5 {
        let _ = writeln!(
            out,
            r#"<text {} font-size="{}" x="{}" y="{}" text-anchor="middle" fill="{ink}">{}</text>"#,
            Face::Italic.css(),
            num(size),
            num(corner.x + width / 2.0),
            num(corner.y + height - 24.0),
            escape(words)
        );
    } else {
        let cut = words.match_indices(' ').map(|(i, _)| i).min_by_key(|i| i.abs_diff(words.len() / 2)).unwrap_or(0);
        for (k, part) in [&words[..cut], &words[cut..]].into_iter().enumerate() {
            let _ = writeln!(
                out,
                r#"<text {} font-size="13" x="{}" y="{}" text-anchor="middle" fill="{ink}">{}</text>"#,
                Face::Italic.css(),
                num(corner.x + width / 2.0),
                num(corner.y + height - 31.0 + 14.0 * k as f32),
                escape(part.trim())
            );
        }
    }
    out.push_str("</g>\n");
}

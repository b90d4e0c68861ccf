//! Marks of the game on the map: stars on hexes that score, arrows where pieces enter, supply centres.

use crate::cover::Rect;
use crate::geometry::{Point, ROW, at, heading};
use crate::pen::num;
use crate::sheet::Sheet;
use crate::towns::star;
use board::{Direction, Entry, HexId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Hexes that score, by the board's own zones, and have no star among the places.
pub(crate) fn scoring_hexes(sheet: &Sheet) -> BTreeSet<HexId> {
    let zones = sheet.board.zones.iter().filter(|zone| zone.kind == "victory");
    let starred = |hex: &HexId| sheet.board.places.iter().any(|place| place.kind == "star" && place.hex == *hex);
    zones.flat_map(|zone| zone.hexes.iter().copied()).filter(|hex| !starred(hex)).collect()
}

/// Entries that are drawn as arrows at the edge of the map.
pub(crate) fn enters_at_edge(entry: &Entry) -> bool {
    matches!(entry.kind.as_str(), "reinforcement" | "exit")
}

/// The layer of markers.
pub(crate) fn draw(sheet: &Sheet) -> String {
    let mut out = String::new();
    for hex in scoring_hexes(sheet) {
        let number = sheet.numbers[&hex];
        let spots = [-15.5, 15.5].map(|beside| number + at(beside, -3.0));
        let spot = spots.into_iter().min_by(|a, b| room(sheet, *a).total_cmp(&room(sheet, *b))).unwrap_or(number);
        let mark = star(5.2, &format!(r#"fill="{}" stroke="{}" stroke-width=".8""#, sheet.style.star, sheet.style.clear));
        let _ = writeln!(out, r#"<g class="star" transform="translate({} {})">{mark}</g>"#, num(spot.x), num(spot.y));
    }
    let mut seen: BTreeSet<(HexId, Option<&str>)> = BTreeSet::new();
    for entry in sheet.board.entries.iter().filter(|e| enters_at_edge(e)) {
        for hex in &entry.hexes {
            if seen.insert((*hex, entry.side.as_deref()))
                && let Some((spot, way)) = gate(sheet, *hex)
            {
                arrow(sheet, &mut out, spot, if entry.kind == "exit" { way * -1.0 } else { way }, entry.side.as_deref());
            }
        }
    }
    for entry in sheet.board.entries.iter().filter(|e| e.kind == "supply-center") {
        for hex in &entry.hexes {
            let corners = [at(16.0, 17.0), at(-16.0, 17.0), at(22.0, 2.0), at(-22.0, 2.0)].map(|d| sheet.geometry.point(*hex) + d);
            let spot = corners.into_iter().min_by(|a, b| room(sheet, *a).total_cmp(&room(sheet, *b))).unwrap_or_default();
            let mark = supply(sheet, entry.side.as_deref());
            let _ = writeln!(out, r#"<g class="supply" transform="translate({} {})">{mark}</g>"#, num(spot.x), num(spot.y));
        }
    }
    out
}

/// How much stands in the way of a mark.
fn room(sheet: &Sheet, spot: Point) -> f32 {
    sheet.cover.weight(Rect::around(spot, 6.0, 6.0))
}

/// The side of an edge hex through which pieces enter: its middle and the way in.
fn gate(sheet: &Sheet, hex: HexId) -> Option<(Point, Point)> {
    let (left, top, right, bottom) = sheet.geometry.map_frame();
    let middle = at((left + right) / 2.0, (top + bottom) / 2.0);
    let centre = sheet.geometry.point(hex);
    Direction::ALL
        .into_iter()
        .filter(|d| !sheet.board.grid.neighbour(hex, *d).is_some())
        .map(heading)
        .max_by(|a, b| a.dot(centre - middle).total_cmp(&b.dot(centre - middle)))
        .map(|way| (centre + way * (ROW / 2.0 + 2.0), way * -1.0))
}

fn arrow(sheet: &Sheet, out: &mut String, spot: Point, way: Point, side: Option<&str>) {
    let colour = sheet.style.side(side).unwrap_or(sheet.style.ink);
    let _ = writeln!(
        out,
        r#"<g class="entry {}" transform="translate({} {})rotate({})"><path d="M-10-4.2h8v-4.6l11 8.8l-11 8.8v-4.6h-8z" fill="{colour}" stroke="{}" stroke-width="1.2" stroke-linejoin="round"/></g>"#,
        side.unwrap_or("either"),
        num(spot.x),
        num(spot.y),
        num(way.degrees()),
        sheet.style.clear
    );
}

/// The mark of a supply centre: a wagon wheel in the colour of its side.
pub(crate) fn supply(sheet: &Sheet, side: Option<&str>) -> String {
    let colour = sheet.style.side(side).unwrap_or(sheet.style.ink);
    format!(
        r#"<circle r="6.2" fill="{}" stroke="{colour}" stroke-width="1.9"/><path d="M0-6v12M-6 0h12M-4.3-4.3l8.6 8.6M-4.3 4.3l8.6-8.6" stroke="{colour}" stroke-width="1"/><circle r="1.6" fill="{colour}"/>"#,
        sheet.style.clear
    )
}

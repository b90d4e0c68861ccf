//! Maps of turns: the board once, as a picture, and over it what stood and went and fought where.

use super::html::escape;
use super::story::{Fight, Story, Turn, Way};
use atlas::Geometry;
use board::{Board, HexId};
use engine::Side;
use engine::words::EventKind;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// The width of the board's picture.
const PICTURE: u32 = 1_500;
/// The quality of its JPEG.
const QUALITY: u8 = 62;
/// Room round what happened, in hexes.
const ROOM: f32 = 1.6;

/// The part of its last hexside by which an arrow is too short to lie under a counter.
const SHORT: f32 = 0.36;

/// Where things are drawn: a board, the part of it that matters, and its hexes by name.
pub(crate) struct Sheet {
    board: &'static Board,
    geometry: Geometry,
    hexes: HashMap<String, HexId>,
    /// Left, top, width and height of the part that is shown.
    pub(crate) part: (f32, f32, f32, f32),
}

/// The board without what a printed map has round it.
fn bare() -> atlas::Options {
    atlas::Options { furniture: false, ids: false, targets: false, ..atlas::Options::default() }
}

impl Sheet {
    /// The part of the board on which a game was played.
    pub(crate) fn of(story: &Story) -> Option<Sheet> {
        let board = boards::by_id(&story.board)?;
        let geometry = atlas::geometry(board, &bare());
        let hexes: HashMap<String, HexId> = board.grid.hexes().map(|hex| (board.grid.name(hex), hex)).collect();
        let part = (0.0, 0.0, geometry.width(), geometry.height());
        let mut sheet = Sheet { board, geometry, hexes, part };
        let stood = story.turns.iter().flat_map(|t| &t.end.pieces).filter_map(|p| p.hex.as_ref());
        let went = story.turns.iter().flat_map(|t| &t.ways).flat_map(|w| &w.hexes);
        let at: Vec<(f32, f32)> = stood.chain(went).filter_map(|hex| sheet.at(hex)).collect();
        if !at.is_empty() {
            let room = ROOM * atlas::ROW;
            let least = |of: fn(&(f32, f32)) -> f32| at.iter().map(of).fold(f32::INFINITY, f32::min) - room;
            let most = |of: fn(&(f32, f32)) -> f32| at.iter().map(of).fold(0.0, f32::max) + room;
            let (left, top) = (least(|p| p.0).max(0.0), least(|p| p.1).max(0.0));
            let (right, bottom) = (most(|p| p.0).min(sheet.geometry.width()), most(|p| p.1).min(sheet.geometry.height()));
            sheet.part = (left, top, right - left, bottom - top);
        }
        Some(sheet)
    }

    fn at(&self, hex: &str) -> Option<(f32, f32)> {
        self.hexes.get(hex).map(|hex| self.geometry.centre(*hex))
    }

    /// The whole board, drawn.
    pub(crate) fn drawn(&self) -> String {
        atlas::board_svg(self.board, &bare())
    }

    /// What the maps of a page share: the picture of the board and the heads of arrows.
    pub(crate) fn shared(&self) -> Result<String, atlas::PngError> {
        let picture = base64(&atlas::jpeg(&self.drawn(), PICTURE, QUALITY)?);
        let (width, height) = (self.geometry.width(), self.geometry.height());
        Ok(format!(
            "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>\
             <symbol id=\"board\" viewBox=\"0 0 {width} {height}\"><image width=\"{width}\" height=\"{height}\" href=\"data:image/jpeg;base64,{picture}\"/></symbol>\
             {ARROWS}</defs></svg>\n"
        ))
    }

    /// The map of a turn for a page that has what maps share.
    pub(crate) fn map(&self, turn: &Turn) -> String {
        let (left, top, width, height) = self.part;
        let board = format!("<use href=\"#board\" width=\"{}\" height=\"{}\"/>", self.geometry.width(), self.geometry.height());
        format!(
            "<svg viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\" style=\"--shape:{:.3}\" role=\"img\" aria-label=\"{}\">{board}{}</svg>",
            width / height,
            escape(&format!("The map at the end of turn {}, {}", turn.number, turn.label)),
            self.happenings(turn)
        )
    }

    /// The same without the board, as a drawing of its own.
    pub(crate) fn above(&self, turn: &Turn, title: &str) -> String {
        let (left, top, width, height) = self.part;
        let size = width / 26.0;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\"><defs>{ARROWS}</defs>{}\
             <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{:.1}\" fill=\"#2e261c\" fill-opacity=\".82\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-family=\"Alegreya SC\" font-size=\"{size:.1}\" fill=\"#f7f0dc\">{}</text></svg>",
            self.happenings(turn),
            size * 1.6,
            left + size * 0.6,
            top + size * 1.15,
            escape(title)
        )
    }

    fn happenings(&self, turn: &Turn) -> String {
        let mut out = String::new();
        turn.ways.iter().for_each(|way| out.push_str(&self.way(way)));
        out.push_str(&self.pieces(turn));
        turn.fights.iter().for_each(|fight| out.push_str(&self.fight(fight)));
        out
    }

    /// The counters of each hex as one: its side and what all of them count for.
    fn pieces(&self, turn: &Turn) -> String {
        let mut stacks: BTreeMap<&str, (Side, u32, usize)> = BTreeMap::new();
        for piece in &turn.end.pieces {
            if let Some(hex) = &piece.hex {
                let stack = stacks.entry(hex).or_insert((piece.side, 0, 0));
                stack.1 += u32::from(piece.strength.unwrap_or(0));
                stack.2 += 1;
            }
        }
        let mut out = String::new();
        for (hex, (side, strength, count)) in stacks {
            let Some((x, y)) = self.at(hex) else { continue };
            let colour = fill(side);
            // As many edges as there are counters under the first, three at most.
            for n in (0..count.min(3)).rev() {
                let off = 3.5 * n as f32;
                let _ = write!(
                    out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"42\" height=\"42\" rx=\"5\" fill=\"{colour}\" stroke=\"#fffaf0\" stroke-width=\"1.6\"/>",
                    x - 21.0 + off,
                    y - 21.0 - off
                );
            }
            let label = if strength > 0 { strength.to_string() } else { String::new() };
            let _ = write!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"font:600 24px Georgia,serif;fill:#fffaf0\" font-family=\"Barlow Semi Condensed\" font-size=\"24\" fill=\"#fffaf0\">{label}</text>",
                y + 8.5
            );
        }
        out
    }

    fn way(&self, way: &Way) -> String {
        let mut points: Vec<(f32, f32)> = way.hexes.iter().filter_map(|hex| self.at(hex)).collect();
        let [.., before, last] = &mut points[..] else { return String::new() };
        // The head stays beside the counter that stands there.
        *last = (last.0 + (before.0 - last.0) * SHORT, last.1 + (before.1 - last.1) * SHORT);
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.0} {y:.0}")).collect();
        let (dashes, width) = match way.kind {
            EventKind::Retreat => (" stroke-dasharray=\"5 9\"", 6),
            EventKind::Advance => ("", 5),
            _ => ("", 8),
        };
        let side = way.side.id();
        format!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\".72\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes} marker-end=\"url(#{side}-head)\"/>",
            path.join("L"),
            stroke(way.side)
        )
    }

    /// A burst on each hex that was attacked, with the number of the battle, and a spike from each attacker.
    fn fight(&self, fight: &Fight) -> String {
        let mut out = String::new();
        for target in &fight.targets {
            let Some((x, y)) = self.at(target) else { continue };
            for from in fight.from.iter().filter_map(|hex| self.at(hex)) {
                let (dx, dy) = (x - from.0, y - from.1);
                let _ = write!(
                    out,
                    "<path d=\"M{:.0} {:.0}L{:.0} {:.0}\" stroke=\"#a03020\" stroke-opacity=\".75\" stroke-width=\"5\" stroke-linecap=\"round\"/>",
                    from.0 + dx * 0.35,
                    from.1 + dy * 0.35,
                    from.0 + dx * 0.68,
                    from.1 + dy * 0.68
                );
            }
            let (x, y) = (x + 17.0, y + 17.0);
            let _ = write!(
                out,
                "<path d=\"{}\" fill=\"#a03020\" stroke=\"#fffaf0\" stroke-width=\"1.5\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"font:600 15px Georgia,serif;fill:#fffaf0\" font-family=\"Barlow Semi Condensed\" font-size=\"15\" fill=\"#fffaf0\">{}</text>",
                burst(x, y),
                y + 5.0,
                fight.number
            );
        }
        out
    }
}

/// The heads of arrows, one of each side.
const ARROWS: &str = "<marker id=\"union-head\" viewBox=\"0 0 10 10\" refX=\"6\" refY=\"5\" markerWidth=\"3.4\" markerHeight=\"3.4\" orient=\"auto\"><path d=\"M0 0L10 5L0 10Z\" fill=\"#2f4f7f\"/></marker>\
    <marker id=\"confederate-head\" viewBox=\"0 0 10 10\" refX=\"6\" refY=\"5\" markerWidth=\"3.4\" markerHeight=\"3.4\" orient=\"auto\"><path d=\"M0 0L10 5L0 10Z\" fill=\"#8a6a32\"/></marker>";

fn stroke(side: Side) -> &'static str {
    if side == Side::Union { "#2f4f7f" } else { "#8a6a32" }
}

fn fill(side: Side) -> &'static str {
    if side == Side::Union { "#35558a" } else { "#7d715c" }
}

/// A star of eight points.
fn burst(x: f32, y: f32) -> String {
    let point = |n: usize| {
        let angle = std::f32::consts::PI * n as f32 / 8.0;
        let radius = if n.is_multiple_of(2) { 18.0 } else { 11.5 };
        format!("{:.1} {:.1}", x + radius * angle.cos(), y + radius * angle.sin())
    };
    format!("M{}Z", (0..16).map(point).collect::<Vec<_>>().join("L"))
}

/// Bytes as they stand in the address of a picture.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for n in 0..4 {
            let sign = if n <= three.len() { SIGNS[(word >> (18 - 6 * n)) as usize & 63] } else { b'=' };
            text.push(char::from(sign));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_are_written_as_others_write_them() {
        assert_eq!(["", "f", "fo", "foo", "drum"].map(|t| base64(t.as_bytes())), ["", "Zg==", "Zm8=", "Zm9v", "ZHJ1bQ=="]);
    }
}

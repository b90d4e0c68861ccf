//! A picture of each game for the lobby: a part of its map, with the armies as they stand at the start.

use atlas::{Arm, Heap, Options, Style};
use board::Board;
use engine::table::Kind;
use engine::words::{Piece, PieceKind};
use engine::{Seat, Side};
use std::collections::{BTreeMap, BTreeSet};
use tables::standard;

/// What a picture shows of the drawing, in its units.
const PART: (f32, f32) = (940.0, 540.0);
/// How far from its edge something lies that is well seen.
const EDGE: f32 = 60.0;
/// How wide it is, and how good.
const WIDTH: u32 = 880;
const QUALITY: u8 = 58;

/// The scenario to begin with: the one with the least to learn, the first of those.
fn easiest(kind: &dyn Kind) -> Option<String> {
    let complexity = |id: &str| kind.briefing(&kind.catalogue().complete(Some(id), &BTreeMap::new()).ok()?).ok().map(|b| b.complexity);
    let scenarios = kind.catalogue().scenarios.iter();
    scenarios.min_by_key(|s| complexity(&s.id).unwrap_or(u8::MAX)).map(|s| s.id.clone())
}

/// The board of a game with both armies on it, and the pieces.
fn opening(kind: &dyn Kind) -> Option<(&'static Board, Vec<Piece>)> {
    let setup = kind.catalogue().complete(easiest(kind).as_deref(), &BTreeMap::new()).ok()?;
    let mut table = kind.open(&setup, 0).ok()?;
    standard::lay_out(table.as_mut());
    let view = table.view(Seat::Referee);
    Some((boards::by_id(&view.board)?, view.pieces))
}

fn arm(kind: PieceKind) -> Arm {
    match kind {
        PieceKind::Infantry | PieceKind::Brigade | PieceKind::Skirmisher => Arm::Foot,
        PieceKind::Cavalry => Arm::Horse,
        PieceKind::Artillery | PieceKind::HorseArtillery => Arm::Guns,
        _ => Arm::Staff,
    }
}

/// What lies in each hex, the strongest fighting unit on top.
fn heaps(board: &Board, pieces: &[Piece]) -> Vec<Heap> {
    let mut stacks: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
    for piece in pieces {
        if let Some(hex) = &piece.hex {
            stacks.entry(hex).or_default().push(piece);
        }
    }
    let fights = |piece: &Piece| (arm(piece.kind) != Arm::Staff).then_some(piece.strength).flatten();
    let heap = |(hex, stack): (&str, Vec<&Piece>)| {
        let top = stack.iter().max_by_key(|p| fights(p))?;
        let hex = board.grid.parse(hex).ok()?;
        Some(Heap { hex, blue: top.side == Side::Union, arm: arm(top.kind), text: top.strengths.clone(), count: stack.len() })
    };
    stacks.into_iter().filter_map(heap).collect()
}

/// The left and upper edge of the part of a drawing where most of both armies is seen.
fn part(drawing: (f32, f32), heaps: &[(f32, f32, bool)]) -> (f32, f32) {
    let about = |(x, y): (f32, f32)| {
        let left = (x - PART.0 / 2.0).clamp(0.0, (drawing.0 - PART.0).max(0.0));
        let top = (y - PART.1 / 2.0).clamp(0.0, (drawing.1 - PART.1).max(0.0));
        (left, top)
    };
    let seen = |(left, top): (f32, f32)| {
        let within = |(x, y): (f32, f32)| x > left + EDGE && x < left + PART.0 - EDGE && y > top + EDGE && y < top + PART.1 - EDGE;
        let count = |blue: bool| heaps.iter().filter(|h| h.2 == blue && within((h.0, h.1))).count();
        // An army alone is half a picture.
        3 * count(true).min(count(false)) + count(true) + count(false)
    };
    // Between any two of them, so that two armies far from each other may both be in it.
    let middles = heaps.iter().flat_map(|a| heaps.iter().map(|b| (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1))));
    let tried: BTreeSet<(i32, i32)> = middles.map(|(x, y)| ((x / 20.0) as i32, (y / 20.0) as i32)).collect();
    let places = tried.into_iter().map(|(x, y)| about((x as f32 * 20.0, y as f32 * 20.0)));
    places.max_by_key(|place| seen(*place)).unwrap_or((0.0, 0.0))
}

/// The picture of a game, as a JPEG.
pub fn picture(kind: &dyn Kind, style: Style) -> Option<Vec<u8>> {
    let (board, pieces) = opening(kind)?;
    let heaps = heaps(board, &pieces);
    let options = Options { style, furniture: false, ids: false, targets: false, ..Options::default() };
    let geometry = atlas::geometry(board, &options);
    let spots: Vec<(f32, f32, bool)> = heaps.iter().map(|h| (geometry.centre(h.hex).0, geometry.centre(h.hex).1, h.blue)).collect();
    let (left, top) = part((geometry.width(), geometry.height()), &spots);
    atlas::jpeg_detail(&atlas::board_with(board, &options, &heaps), (left, top, PART.0, PART.1), WIDTH, QUALITY).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::SHELF;

    #[test]
    fn every_game_is_shown_with_both_armies() {
        for kind in SHELF {
            let game = &kind.catalogue().game;
            let (board, pieces) = opening(*kind).unwrap_or_else(|| panic!("{game} has no opening"));
            let heaps = heaps(board, &pieces);
            for blue in [true, false] {
                assert!(heaps.iter().filter(|h| h.blue == blue).count() >= 5, "{game}: an army is missing");
            }
        }
    }

    #[test]
    fn the_part_that_is_shown_lies_where_the_armies_meet() {
        let armies = [(300.0, 300.0, true), (320.0, 420.0, true), (900.0, 350.0, false), (5000.0, 3000.0, true), (5040.0, 3000.0, true)];
        let (left, top) = part((6000.0, 4000.0), &armies);
        assert!(left < 270.0 && left + PART.0 > 930.0 && top < 270.0, "{left} {top}");
        assert_eq!(part((6000.0, 4000.0), &[]), (0.0, 0.0));
    }
}

//! What anybody may look at: the shelf, rules, lessons, boards. The same for a server that answers and for a site that is written.

use engine::table::Kind;
use serde_json::{Value, json};
pub use tables::shelf::{games, rules};

/// The width of a board's picture.
const PICTURE: u32 = 720;
/// The width and the quality of its picture in the lobby.
const THUMBNAIL: u32 = 560;
const QUALITY: u8 = 58;

/// Every lesson of every game, in their order.
pub fn lessons(shelf: &[&'static dyn Kind]) -> Value {
    let lesson = |lesson: &school::Lesson| json!({ "lesson": lesson.id, "title": lesson.title, "teaches": lesson.teaches, "minutes": lesson.minutes, "fight": lesson.fight().is_some() });
    let course = |kind: &&'static dyn Kind| {
        let catalogue = kind.catalogue();
        let lessons: Vec<Value> = school::of_game(&catalogue.game).map(lesson).collect();
        json!({ "game": catalogue.game, "title": catalogue.title, "year": catalogue.year, "lessons": lessons })
    };
    json!(shelf.iter().map(course).collect::<Vec<_>>())
}

/// Every puzzle of every game, and which one is that of the day.
pub fn puzzles(shelf: &[&'static dyn Kind]) -> Value {
    json!(school::puzzle::shelf(shelf))
}

/// What the words of a game mean.
pub fn glossary(kind: &dyn Kind) -> Value {
    json!(school::glossary(&kind.catalogue().game))
}

/// What can be had of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// The drawing.
    Svg,
    /// A small picture.
    Png,
    /// A smaller one, for the lobby.
    Jpeg,
    /// Where each hex lies and what is on it.
    Json,
}

impl Drawing {
    /// By the end of its file's name.
    pub fn of_kind(kind: &str) -> Option<Drawing> {
        [Drawing::Svg, Drawing::Png, Drawing::Jpeg, Drawing::Json].into_iter().find(|drawing| drawing.end() == kind)
    }

    /// The end of its file's name.
    pub fn end(self) -> &'static str {
        match self {
            Drawing::Svg => "svg",
            Drawing::Png => "png",
            Drawing::Jpeg => "jpg",
            Drawing::Json => "json",
        }
    }

    /// The type of its content.
    pub fn content(self) -> &'static str {
        match self {
            Drawing::Svg => "image/svg+xml",
            Drawing::Png => "image/png",
            Drawing::Jpeg => "image/jpeg",
            Drawing::Json => "application/json",
        }
    }
}

/// A board in a style; an SVG with or without the shapes to be pointed at.
pub fn drawing(board: &board::Board, kind: Drawing, style: atlas::Style, targets: bool) -> Option<Vec<u8>> {
    let bare = |style| atlas::Options { style, furniture: false, ids: false, names: false, targets: false, ..atlas::Options::default() };
    match kind {
        Drawing::Svg => {
            let options = atlas::Options { style, targets, ..atlas::Options::default() };
            Some(atlas::board_svg(board, &options).into_bytes())
        }
        Drawing::Png => atlas::png(&atlas::board_svg(board, &bare(style)), PICTURE).ok(),
        Drawing::Jpeg => atlas::jpeg(&atlas::board_svg(board, &bare(style)), THUMBNAIL, QUALITY).ok(),
        Drawing::Json => Some(atlas::described(board).to_string().into_bytes()),
    }
}

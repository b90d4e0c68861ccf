//! What anybody may look at: the shelf, rules, lessons, boards. The same for a server that answers and for a site that is written.

use engine::Seat;
use engine::handbook::Briefing;
use engine::table::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The width of a board's picture.
const PICTURE: u32 = 720;
/// The width and the quality of its picture in the lobby.
const THUMBNAIL: u32 = 560;
const QUALITY: u8 = 58;

/// The board of each scenario: the game tells it when it is laid out.
fn boards_of(kind: &dyn Kind) -> BTreeMap<String, String> {
    let scenarios = kind.catalogue().scenarios.iter();
    let board = |id: &str| {
        let setup = kind.catalogue().complete(Some(id), &BTreeMap::new()).ok()?;
        Some(kind.open(&setup, 0).ok()?.view(Seat::Spectator).board)
    };
    scenarios.filter_map(|s| Some((s.id.clone(), board(&s.id)?))).collect()
}

/// What each scenario is about.
fn briefings_of(kind: &dyn Kind) -> Vec<Briefing> {
    let complete = |id: &str| kind.catalogue().complete(Some(id), &BTreeMap::new());
    kind.catalogue().scenarios.iter().filter_map(|s| kind.briefing(&complete(&s.id).ok()?).ok()).collect()
}

/// Every game with its players, boards and briefings.
pub fn games(shelf: &[&'static dyn Kind]) -> Value {
    let game = |kind: &&'static dyn Kind| {
        let mut value = json!(kind.catalogue());
        value["players"] = json!(kind.players());
        value["boards"] = json!(boards_of(*kind));
        value["briefings"] = json!(briefings_of(*kind));
        value
    };
    json!(shelf.iter().map(game).collect::<Vec<_>>())
}

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

/// The rulebook of a game, or of one scenario.
pub fn rules(kind: &dyn Kind, scenario: Option<&str>) -> Value {
    let rules = scenario.map_or_else(|| kind.rules().to_vec(), |id| kind.rules_of(id));
    let rules = rules.iter().map(|r| json!({ "id": r.id, "text": r.text, "optional": r.optional, "info": r.info }));
    json!(rules.collect::<Vec<_>>())
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
        match kind {
            "svg" => Some(Drawing::Svg),
            "png" => Some(Drawing::Png),
            "jpg" => Some(Drawing::Jpeg),
            "json" => Some(Drawing::Json),
            _ => None,
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
        Drawing::Json => Some(described(board).to_string().into_bytes()),
    }
}

/// Each hex of a board for the client: where it lies on the drawing, what is on it.
pub fn described(board: &board::Board) -> Value {
    let geometry = atlas::geometry(board, &atlas::Options::default());
    let grid = &board.grid;
    let hexes = grid.hexes().map(|hex| {
        let (x, y) = geometry.centre(hex);
        let terrain = (0..board.terrains.len()).filter(|t| board.ground(hex).has(board::Terrain(*t as u8)));
        let terrain: Vec<&str> = terrain.map(|t| board.terrains[t].as_str()).collect();
        let places = board.places.iter().filter(|p| p.hex == hex || p.hexes.contains(&hex)).map(|p| p.name.as_str());
        let roads = board.roads.iter().filter(|r| r.hexes.contains(&hex)).map(|r| r.name.as_str());
        json!({
            "hex": grid.name(hex), "x": x.round(), "y": y.round(), "terrain": terrain,
            "places": places.filter(|n| !n.is_empty()).collect::<Vec<_>>(),
            "roads": roads.filter(|n| !n.is_empty()).collect::<Vec<_>>(),
        })
    });
    json!({
        "board": board.id, "title": board.title, "width": geometry.width(), "height": geometry.height(),
        "side": atlas::SIDE, "hexes": hexes.collect::<Vec<_>>(),
    })
}

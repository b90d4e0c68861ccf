//! A board in figures, for clients that lay something over its drawing.

use crate::{Options, SIDE, geometry};
use board::Board;
use serde_json::{Value, json};

/// Each hex of a board: where it lies on the drawing, what is on it.
pub fn described(board: &Board) -> Value {
    let geometry = geometry(board, &Options::default());
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
        "side": SIDE, "hexes": hexes.collect::<Vec<_>>(),
    })
}

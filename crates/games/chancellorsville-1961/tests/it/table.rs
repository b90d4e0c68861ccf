//! A small table for tests: positions in a few lines, orders by name.

use chancellorsville_1961::{Action, Chancellorsville1961, Event, Piece, State};
use engine::{Actor, BadField, Game, Handbook, Illegal, Roll, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The game without options.
pub fn game() -> Chancellorsville1961 {
    game_with(&[])
}

/// The game with options.
pub fn game_with(options: &[(&str, &str)]) -> Chancellorsville1961 {
    let options: BTreeMap<String, String> = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let setup = Chancellorsville1961::catalogue().complete(None, &options).unwrap();
    Chancellorsville1961::open(&setup).unwrap()
}

//! What a seat sees: the counters, markers, points, zones, the battle at hand.

use super::{BattleView, Condition, MarkerKind, Off, OverlayKind, PieceKind};
use crate::Side;
use serde::Serialize;

/// A counter as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Piece {
    /// Its id; a throw-away one while it lies face down.
    pub id: String,
    /// Whose it is.
    pub side: Side,
    /// What stands on it.
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: PieceKind,
    /// The numbers on it, as printed: `5-6`.
    pub strengths: String,
    /// What it counts for in a fight now: the one number that matters from afar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<u16>,
    /// The formation it belongs to.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub formation: String,
    /// Where it is, if on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// Where it is otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off: Option<Off>,
    /// When and where a piece comes that waits off the map: `turn 3, at 1201`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// How it fares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Condition>>"))]
    pub states: Vec<Condition>,
}

impl Piece {
    /// A counter that lies face down in a hex.
    pub fn face_down(id: String, side: Side, name: &str, hex: String) -> Piece {
        Piece {
            id,
            side,
            name: name.into(),
            kind: PieceKind::Hidden,
            strengths: String::new(),
            strength: None,
            formation: String::new(),
            hex: Some(hex),
            off: None,
            due: None,
            states: Vec::new(),
        }
    }
}

/// A marker on the map: control, a bridge, a fort.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Marker {
    /// What it is.
    pub kind: MarkerKind,
    /// Where.
    pub hexes: Vec<String>,
    /// Whose, if anybody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What it says.
    pub label: String,
}

/// A named number beside the map: points, quota, turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Tally {
    /// A stable name.
    pub id: String,
    /// The name for people.
    pub label: String,
    /// The number, in words.
    pub value: String,
    /// Whose, if it is one side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Whether it decides the game, so that it is worth a chart.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub score: bool,
    /// What it comes from, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub parts: Vec<String>,
}

impl Tally {
    /// A number that is nobody's.
    pub fn new(id: impl Into<String>, label: impl Into<String>, value: impl Into<String>) -> Tally {
        Tally { id: id.into(), label: label.into(), value: value.into(), side: None, score: false, parts: Vec::new() }
    }

    /// The same, of one side.
    pub fn of(mut self, side: Side) -> Tally {
        self.side = Some(side);
        self
    }

    /// The same, and it decides the game.
    pub fn that_decides(mut self) -> Tally {
        self.score = true;
        self
    }

    /// The same, with what it comes from.
    pub fn from_parts(mut self, parts: Vec<String>) -> Tally {
        self.parts = parts;
        self
    }
}

/// A set of hexes to shade: zones of control, command, supply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Overlay {
    /// A stable name.
    pub id: String,
    /// What it means.
    pub kind: OverlayKind,
    /// Whose, if it is one side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The name for people.
    pub label: String,
    /// The hexes.
    pub hexes: Vec<String>,
}

/// Everything a seat may see.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct View {
    /// The board's id.
    pub board: String,
    /// The turn number.
    pub turn: u8,
    /// The turn in words: `24 Nov, 8 AM`.
    pub turn_label: String,
    /// The phase in words.
    pub phase: String,
    /// Whose phase it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Side>,
    /// Who is asked for what.
    pub prompt: String,
    /// The counters.
    pub pieces: Vec<Piece>,
    /// The markers.
    pub markers: Vec<Marker>,
    /// Points, quotas.
    pub tallies: Vec<Tally>,
    /// Zones to shade.
    pub overlays: Vec<Overlay>,
    /// The battle at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<BattleView>,
}

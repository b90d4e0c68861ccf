//! Subjects and actions for a person: what to call them, what they are for, what to light up.

use super::Role;
use serde::{Deserialize, Serialize};

/// The button that has the rest of a set-up placed.
const PLACE_REST: &str = "place-rest";

/// What a client lights up for a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "kind", content = "at")]
pub enum Target {
    /// A counter, by its id.
    Piece(String),
    /// A hex, by its name.
    Hex(String),
    /// The side between two hexes.
    Hexside(String, String),
    /// A button.
    Button(String),
    /// A die.
    Die(u8),
    /// A chit in a cup or box.
    Chit(String),
    /// A card.
    Card(String),
    /// A box beside the map.
    Box(String),
    /// A space of a track.
    Space(String, u8),
    /// A column of a table.
    Column(String),
}

/// A subject or an action, for a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Described {
    /// What it is for; of a subject, what it would begin.
    pub role: Role,
    /// What a player would call it.
    pub label: String,
    /// What to light up.
    pub target: Target,
    /// A cost, points left, odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What stands in the corner of its hex, short as it must be: movement points left there, units in command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The hexes of a march, first to last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub path: Vec<String>,
    /// Whether a battle is decided or a die falls at once: nobody does that without having seen the odds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub dice: bool,
    /// The formation that it speaks for, as its pieces name it: its counters are lit, and a click on one of them means it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formation: Option<String>,
}

impl Described {
    /// What it is for, a label and its target.
    pub fn new(role: Role, label: impl Into<String>, target: Target) -> Described {
        Described { role, label: label.into(), target, note: None, mark: None, path: Vec::new(), dice: false, formation: None }
    }

    /// A button with its label.
    pub fn button(role: Role, id: &str, label: impl Into<String>) -> Described {
        Described::new(role, label, Target::Button(id.to_string()))
    }

    /// The button that has placed whatever is left of a set-up.
    pub fn place_rest() -> Described {
        Described::button(Role::SetUp, PLACE_REST, "Place the rest for me")
    }

    /// Whether it only completes what somebody has begun, and is no set-up of its own.
    pub fn places_rest(&self) -> bool {
        self.role == Role::SetUp && matches!(&self.target, Target::Button(id) if id == PLACE_REST)
    }

    /// The same with a note.
    pub fn with_note(mut self, note: impl Into<String>) -> Described {
        self.note = Some(note.into()).filter(|note| !note.is_empty());
        self
    }

    /// The same with what stands in the corner of its hex.
    pub fn with_mark(mut self, mark: impl ToString) -> Described {
        self.mark = Some(mark.to_string());
        self
    }

    /// The same with a path.
    pub fn with_path(mut self, path: Vec<String>) -> Described {
        self.path = path;
        self
    }

    /// The same, speaking for a formation.
    pub fn with_formation(mut self, formation: impl Into<String>) -> Described {
        self.formation = Some(formation.into()).filter(|formation| !formation.is_empty());
        self
    }

    /// The same, and it is decided at once.
    pub fn with_dice(mut self) -> Described {
        self.dice = true;
        self
    }
}

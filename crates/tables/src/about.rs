//! What a table is, and what somebody is handed who sits down to it.

use crate::card::{Placing, Sitter};
use engine::contract::{Asks, Outcome};
use engine::handbook::{Briefing, Formation};
use engine::{Seat, Side};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a table is, for anybody with a key.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct About {
    /// Its name.
    pub table: String,
    /// The game.
    pub game: String,
    /// The game for people.
    pub title: String,
    /// The scenario.
    pub scenario: String,
    /// The scenario for people.
    pub scenario_title: String,
    /// Every option and its value.
    pub options: BTreeMap<String, String>,
    /// Who sits where: Union, Confederate.
    pub seats: [Sitter; 2],
    /// The sides whose invitation nobody has claimed yet.
    pub invited: Vec<Side>,
    /// Who sets up the pieces of a person.
    pub set_up: Placing,
    /// The computer players of the game, the strongest last.
    pub players: Vec<String>,
    /// When it was made, in seconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub created: u64,
    /// Whether the game may be saved to a file before its end.
    pub may_save: bool,
    /// Whether a new table may begin from any moment of it.
    pub may_branch: bool,
    /// The lesson or puzzle it is for, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
    /// Why it can only be looked at, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
}

/// What somebody is told once who sits down.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Handout {
    /// What it is about and what must be done.
    pub briefing: Briefing,
    /// The formations with their badges and colours.
    pub formations: Vec<Formation>,
    /// Whether the game has lines of fire: whether `sight` answers anything.
    pub lines_of_fire: bool,
    /// What the numbers on a fighting unit mean, from left to right.
    pub numbers: Vec<&'static str>,
}

/// How a table stands, in short: for the list of one's own.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Standing {
    /// What it is.
    #[serde(flatten)]
    pub about: About,
    /// The seat that the key opens.
    #[cfg_attr(feature = "types", ts(as = "String"))]
    pub seat: Seat,
    /// Who is asked, if it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Asks>,
    /// The turn number.
    pub turn: u32,
    /// The turn in words.
    pub turn_label: String,
    /// The phase in words.
    pub phase: String,
    /// The length of the journal.
    pub length: usize,
    /// Whether a person has decided anything; at a table of computers, whether anything happened.
    pub touched: bool,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

impl Standing {
    /// Of a table whose game cannot be read.
    pub fn unread(about: About, seat: Seat) -> Standing {
        let (turn_label, phase) = (String::new(), String::new());
        Standing { about, seat, actor: None, turn: 0, turn_label, phase, length: 0, touched: false, outcome: None }
    }
}

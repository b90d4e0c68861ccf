//! What is heard and said, as JSON: an object with one field, whose name says what it is about.

use engine::{Seat, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use tables::Card;
use tables::card::Keys;

/// A table with everything that was kept of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// As it was made.
    pub card: Card,
    /// The save that it began from.
    #[serde(default)]
    pub opening: Option<Value>,
    /// Its journal.
    pub journal: Vec<Value>,
    /// What decided its game.
    #[serde(default)]
    pub analysis: Option<Value>,
}

/// What the tables hear from their page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heard {
    /// A table that was kept; it takes the place of what is known of it.
    Restore(Box<Kept>),
    /// A message on a line; the first of each joins a table.
    Line {
        /// The number of the line.
        line: u32,
        /// What is asked.
        request: Map<String, Value>,
    },
    /// A line is closed.
    HangUp {
        /// Its number.
        line: u32,
    },
    /// Something that concerns no seat: a new table, how tables stand, charts.
    Post {
        /// The number of the request, for the answer.
        post: u32,
        /// Its address, as at a server.
        address: String,
        /// Its body.
        body: Value,
        /// The time, in seconds since 1970.
        at: u64,
    },
    /// What the study has found.
    Thought(Thought),
    /// The study is gone with all that it knew; another one stands ready.
    StudyLost,
    /// What came of a phase that was to be weighed.
    Weighed {
        /// The number of the question.
        question: u32,
        /// The phase; nothing if it could not be weighed.
        #[serde(default)]
        found: Option<Value>,
    },
    /// Whoever weighed phases is gone with all that he knew; another one stands ready.
    AnalystLost,
    /// The time of a [`Said::Later`] has come.
    Wake(Errand),
}

/// What is said to the page, in order. Whatever is to be kept is kept before anything that comes after it is passed on.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// Keep this.
    Keep(Keep),
    /// A message on a line.
    Line {
        /// The number of the line.
        line: u32,
        /// The message.
        text: String,
    },
    /// The answer to a request.
    Posted {
        /// Its number.
        post: u32,
        /// Whether it was done; if not, the body has the `error`.
        ok: bool,
        /// The answer.
        body: Value,
    },
    /// The study shall think about this.
    Think(Box<Task>),
    /// The analyst shall weigh this.
    Weigh(Box<Weigh>),
    /// Whoever thinks about this question shall decide at once.
    Halt {
        /// Its number.
        question: u32,
    },
    /// Say this again when so much time has passed.
    Later {
        /// What is to be said.
        wake: Errand,
        /// The time.
        ms: u32,
    },
}

/// What is to be looked at again later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Errand {
    /// Whether a question is still being thought about.
    Question(u32),
    /// The computers of a table.
    Table(String),
}

/// What is to be kept.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// A new table.
    Create {
        /// As it was made.
        card: Box<Card>,
        /// The save that it begins from.
        opening: Option<Value>,
    },
    /// More of a journal.
    Append {
        /// The table.
        table: String,
        /// The number of the first entry.
        number: usize,
        /// The entries.
        entries: Vec<Value>,
    },
    /// Other keys.
    Rekey {
        /// The table.
        table: String,
        /// Its keys.
        keys: Keys,
    },
    /// What decided a game. It can be worked out again.
    Analysis {
        /// The table.
        table: String,
        /// The analysis.
        analysis: Value,
    },
    /// Away with a table.
    Delete {
        /// The table.
        table: String,
    },
}

/// What the study has to think about. It is told only what it does not know of the table yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The number of the question.
    pub question: u32,
    /// Which table.
    pub table: String,
    /// The table without its keys, if the study does not know it; then its journal begins anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// The save that it began from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Value>,
    /// More of its journal.
    pub entries: Vec<Value>,
    /// For whom it thinks.
    pub seat: Seat,
    /// How well: one of the game's players.
    pub level: String,
    /// The request, if it is for advice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<Map<String, Value>>,
}

/// A phase of a game that is to be weighed. The analyst is told the game once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Weigh {
    /// The number of the question.
    pub question: u32,
    /// The game, if the analyst does not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Played>,
    /// The number of the phase.
    pub phase: usize,
    /// How many positions may be looked at.
    pub nodes: u64,
    /// In how many futures each is judged.
    pub worlds: usize,
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// What was played.
    pub save: Value,
}

/// What the study has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The number of the question.
    pub question: u32,
    /// What to do; for advice, the answer. Nothing if it failed.
    pub found: Option<Value>,
    /// Why it failed.
    #[serde(default)]
    pub because: Option<String>,
    /// What the computer means to do in the phase.
    #[serde(default)]
    pub intent: Option<String>,
}

/// What a study says to a task.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// It is done.
    Thought(Thought),
    /// Aides may share it.
    Share {
        /// The number of the question.
        question: u32,
        /// What each of them has to do.
        parts: Vec<Part>,
    },
}

/// A game and how well it is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// The player.
    pub level: String,
}

/// An aide's part of a search: nothing in it is more than the side may know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    /// What is played.
    pub setting: Setting,
    /// For which side.
    pub side: Side,
    /// A position that fits what the side knows.
    pub position: Value,
    /// What the player has in mind, and which part this is.
    pub mind: Value,
}

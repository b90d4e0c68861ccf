//! What people see: labels, targets, views. One client serves all games because it needs to know nothing else.

use crate::{BadField, Fog, Seat, Side, Verdict};
use serde::Serialize;

/// How a game speaks to people. Everything is said of what a seat may know, so that no sentence can give a secret away.
pub trait Words: Fog {
    /// Who is asked for what, in words.
    fn prompt(&self, sight: &Self::Sight) -> String;

    /// What a person sees of a subject.
    fn describe_subject(&self, sight: &Self::Sight, subject: Self::Subject) -> Described;

    /// What a person sees of an action: a label, a target to light up, a cost or odds note.
    fn describe(&self, sight: &Self::Sight, action: Self::Action) -> Described;

    /// An event in words, as far as the seat may know it.
    fn tell(&self, event: &Self::Event, seat: Seat) -> Option<Told>;

    /// The whole view, as data for a client.
    fn view(&self, sight: &Self::Sight) -> View;

    /// The hexes that guns in a hex could fire into, by name; nothing in a game without lines of fire.
    fn fire_from(&self, _sight: &Self::Sight, _hex: &str) -> Result<Option<Vec<String>>, BadField> {
        Ok(None)
    }

    /// How it ended, in words.
    fn verdict_words(&self, state: &Self::State, verdict: Verdict) -> String;
}

/// What a client lights up for a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Described {
    /// What a player would call it.
    pub label: String,
    /// What to light up.
    pub target: Target,
    /// A cost, points left, odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The hexes of a march, first to last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
}

impl Described {
    /// A label and its target.
    pub fn new(label: impl Into<String>, target: Target) -> Described {
        Described { label: label.into(), target, note: None, path: Vec::new() }
    }

    /// A button with its label.
    pub fn button(id: &str, label: impl Into<String>) -> Described {
        Described::new(label, Target::Button(id.to_string()))
    }

    /// The same with a note.
    pub fn with_note(mut self, note: impl Into<String>) -> Described {
        self.note = Some(note.into());
        self
    }

    /// The same with a path.
    pub fn with_path(mut self, path: Vec<String>) -> Described {
        self.path = path;
        self
    }
}

/// Something that happened, for a person and for a client that wants to show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// A sentence for the log.
    pub text: String,
    /// What kind of thing: `move`, `roll`, `result`, `retreat`, `loss`, `advance`, `phase`, `score`, ...
    pub kind: &'static str,
    /// The pieces it concerns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// The hexes it concerns, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// The dice, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// The rule behind it, if worth saying.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl Told {
    /// A sentence of that kind.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Told {
        Told { text: text.into(), kind, pieces: Vec::new(), hexes: Vec::new(), dice: Vec::new(), rule: None }
    }
}

/// A counter as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// Its id; a throw-away one while it lies face down.
    pub id: String,
    /// Whose it is.
    pub side: Side,
    /// What stands on it.
    pub name: String,
    /// `infantry`, `cavalry`, `artillery`, `headquarters`, ...; `hidden` face down.
    #[serde(rename = "type")]
    pub kind: String,
    /// The numbers on it, as printed: `5-6`.
    pub strengths: String,
    /// The formation it belongs to.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub formation: String,
    /// Where it is, if on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// Where it is otherwise: `eliminated`, `reinforcements`, `set aside`, ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off: Option<String>,
    /// When and where a piece comes that waits off the map: `turn 3, at 1201`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// `moved`, `attacked`, `ineffective`, ...
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<&'static str>,
}

/// A marker on the map: control, a bridge, a fort.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Marker {
    /// What it is.
    pub kind: String,
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
pub struct Tally {
    /// A stable name.
    pub id: String,
    /// The name for people.
    pub label: String,
    /// The number, in words.
    pub value: String,
}

/// A set of hexes to shade: zones of control, command, supply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Overlay {
    /// A stable name.
    pub id: String,
    /// The name for people.
    pub label: String,
    /// The hexes.
    pub hexes: Vec<String>,
}

/// A battle being prepared or fought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BattleView {
    /// The defending hexes.
    pub targets: Vec<String>,
    /// The attackers' ids.
    pub attackers: Vec<String>,
    /// The odds in numbers and as a column.
    pub odds: String,
    /// Each modifier: rule, what it does.
    pub modifiers: Vec<(String, String)>,
    /// Each result: die faces, what happens, in words.
    pub results: Vec<(String, String)>,
}

/// Everything a seat may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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

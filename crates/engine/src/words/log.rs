//! What happened, for a person and for a client that wants to show it.

use super::EventKind;
use serde::Serialize;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct LogEntry {
    /// A sentence for the log.
    pub text: String,
    /// What kind of thing.
    pub kind: EventKind,
    /// The pieces it concerns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub pieces: Vec<String>,
    /// The hexes it concerns, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub hexes: Vec<String>,
    /// The dice, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u8>>"))]
    pub dice: Vec<u8>,
    /// The rule behind it, if worth saying.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl LogEntry {
    /// A sentence of that kind.
    pub fn new(kind: EventKind, text: impl Into<String>) -> LogEntry {
        LogEntry { text: text.into(), kind, pieces: Vec::new(), hexes: Vec::new(), dice: Vec::new(), rule: None }
    }
}

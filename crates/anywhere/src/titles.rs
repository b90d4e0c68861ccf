//! Titles that somebody brought along. Each worker has a shelf of its own: whoever opens one puts the titles on it that the page has kept,
//! and tells it of those that come later.

use blue_gray::shelf::{self, Texts};
use serde::{Deserialize, Serialize};

/// The texts of a title on the shelf, as a page keeps them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    /// `title.toml`.
    pub title: String,
    /// `rules.toml`.
    pub rules: String,
    /// `briefing.toml`.
    pub briefing: String,
    /// `board.toml`, if it has one of its own.
    pub board: Option<String>,
}

impl From<Texts> for Brought {
    fn from(Texts { title, rules, briefing, board }: Texts) -> Brought {
        Brought { title, rules, briefing, board }
    }
}

/// Takes a title off the shelf of this worker; games that are played by it go on. Returns whether it was there.
pub fn take_off(scenario: &str) -> bool {
    shelf::take_off(scenario)
}

/// Puts a title on the shelf of this worker; returns what it is called there.
pub fn bring(brought: Brought) -> Result<String, String> {
    let Brought { title, rules, briefing, board } = brought;
    let shelved = shelf::bring(Texts { title, rules, briefing, board });
    shelved.map(|shelved| shelved.scenario.clone()).map_err(|faults| faults.first().map_or_else(String::new, ToString::to_string))
}

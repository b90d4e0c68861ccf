//! Words at a table: what players say to each other, what onlookers say among themselves, and notes that nobody else reads. It is text,
//! never markup.

use crate::Time;
use crate::account::Account;
use crate::desk::{Document, No, at_desk};
use crate::play::Game;
use crate::records::{Records, Span, Tab};
use crate::telling;
use serde::{Deserialize, Serialize};

/// The longest that one may say at once.
const LONGEST: usize = 500;
/// The longest note.
const LONGEST_NOTE: usize = 20_000;
/// The most that is said at one table.
const MOST: u64 = 5_000;

/// Among whom something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Circle {
    /// The players.
    Players,
    /// Those who look on.
    Onlookers,
}

impl Circle {
    /// Those at a table, as they are counted.
    fn at(self, table: &str) -> String {
        format!("{table}/{}", if self == Circle::Players { "players" } else { "onlookers" })
    }
}

/// Something said.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    /// At which table.
    pub table: String,
    /// Its number there.
    pub number: u64,
    /// Among whom.
    pub circle: Circle,
    /// By whom.
    pub by: String,
    /// His name then.
    pub name: String,
    /// What.
    pub text: String,
    /// When.
    pub at: Time,
}

impl Document for Line {
    const KIND: &'static str = "line";

    fn id(&self) -> String {
        format!("{}/{}", self.table, self.number)
    }

    fn tabs(&self) -> Vec<Tab> {
        vec![Tab::new("table", &self.table, self.number as i64), Tab::new("circle", self.circle.at(&self.table), self.number as i64)]
    }
}

/// Text as it may be shown: without what a screen would not show, and no longer than it may be.
pub fn plain(text: &str, longest: usize) -> String {
    let shown = |c: &char| !c.is_control() || *c == '\n';
    // Marks that turn the direction of what follows make one text look like another.
    let turns = |c: &char| matches!(*c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.trim().chars().filter(shown).filter(|c| !turns(c)).take(longest).collect()
}

/// Somebody says something at a table. The other player is told, unless he sits there and hears it.
pub fn say(records: &dyn Records, game: &Game, account: &Account, text: &str, here: [bool; 2], now: Time) -> Result<Line, No> {
    let text = plain(text, LONGEST);
    if text.is_empty() {
        return Err(No::field("text", "say something"));
    }
    account.may_speak(now)?;
    let side = game.side(&account.id);
    let circle = if side.is_some() { Circle::Players } else { Circle::Onlookers };
    at_desk(records, |desk| {
        if let Some(other) = side.and_then(|side| game.players[1 - side].account())
            && desk.get::<Account>(other)?.is_some_and(|other| other.shuns(account))
        {
            return Err(No::forbidden("one of you has blocked the other: nothing is said here"));
        }
        // Players and onlookers have each their own share: whoever looks on and never stops talking silences no player.
        if desk.tally::<Line>("circle", &circle.at(&game.id))? >= MOST {
            return Err(No::because("enough was said at this table"));
        }
        let number = desk.tally::<Line>("table", &game.id)?;
        let (by, name) = (account.id.clone(), account.name.clone());
        let line = Line { table: game.id.clone(), number, circle, by, name, text: text.clone(), at: now };
        if desk.get::<Line>(&line.id())?.is_some() {
            return Err(crate::records::Trouble::Overtaken.into());
        }
        desk.put(&line)?;
        if let Some(side) = side.filter(|side| !here[1 - side]) {
            telling::tell_other(desk, game, side, "word", "says something", now)?;
        }
        Ok(line)
    })
}

/// What somebody may read of what was said: players what players say, others what onlookers say; all of it when the game is over.
pub fn heard(records: &dyn Records, game: &Game, account: Option<&str>, most: usize) -> Result<Vec<Line>, No> {
    let own = if account.is_some_and(|id| game.side(id).is_some()) { Circle::Players } else { Circle::Onlookers };
    let mut lines = at_desk(records, |desk| desk.find::<Line>("table", &game.id, Span::last(most)))?;
    lines.retain(|line| game.end.is_some() || line.circle == own);
    lines.reverse();
    Ok(lines)
}

/// A note that nobody else reads.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Note {
    /// At which table.
    pub table: String,
    /// Whose.
    pub by: String,
    /// What.
    pub text: String,
}

impl Document for Note {
    const KIND: &'static str = "note";

    fn id(&self) -> String {
        format!("{}/{}", self.by, self.table)
    }

    fn tabs(&self) -> Vec<Tab> {
        vec![Tab::new("by", &self.by, 0)]
    }
}

/// One's own note at a table.
pub fn note(records: &dyn Records, table: &str, account: &str) -> Result<String, No> {
    let note = at_desk(records, |desk| desk.get::<Note>(&format!("{account}/{table}")))?;
    Ok(note.map(|note| note.text).unwrap_or_default())
}

/// Writes one's own note.
pub fn write_note(records: &dyn Records, table: &str, account: &str, text: &str) -> Result<(), No> {
    let note = Note { table: table.into(), by: account.into(), text: plain(text, LONGEST_NOTE) };
    at_desk(records, |desk| if note.text.is_empty() { desk.delete::<Note>(&note.id()) } else { desk.put(&note) })
}

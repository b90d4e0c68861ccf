//! A table as it was made.

use crate::tokens;
use engine::{Seat, Side};
use school::rating::Rating;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who sits in a side's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Sitter {
    /// Whoever made the table.
    Me,
    /// Somebody else, by link.
    Friend,
    /// A computer player.
    Computer {
        /// Its name among the game's players.
        level: String,
    },
}

/// Who sets up the pieces of a person.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Placing {
    /// He himself.
    #[default]
    Own,
    /// The table: one of the game's ready set-ups is dealt.
    Standard,
}

/// The keys of a table. A computer's seat has one too, which nobody is given.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Keys {
    /// The Union seat's.
    pub union: String,
    /// The Confederate seat's.
    pub confederate: String,
    /// For looking on.
    pub spectator: String,
    /// For whoever made the table: with it he invites, and deletes it. Tables of earlier builds have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Invitations that nobody has claimed yet: Union, Confederate. Whoever claims one brings the key that his seat has from then on.
    #[serde(default)]
    pub invitations: [Option<String>; 2],
}

impl Keys {
    /// Fresh ones, for those who sit there.
    pub fn new(seats: &[Sitter; 2]) -> Keys {
        Keys {
            union: tokens::key(),
            confederate: tokens::key(),
            spectator: tokens::key(),
            owner: Some(tokens::key()),
            invitations: [0, 1].map(|i| (seats[i] == Sitter::Friend).then(tokens::key)),
        }
    }

    /// The key of a side's seat.
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }

    /// The seat that a key opens.
    pub fn seat_of(&self, key: &str) -> Option<Seat> {
        let seats = [(&self.union, Seat::Union), (&self.confederate, Seat::Confederate), (&self.spectator, Seat::Spectator)];
        seats.into_iter().find(|(own, _)| tokens::same(own, key)).map(|(_, seat)| seat)
    }

    /// Whether a key is that of whoever made the table. Where there is none, the key of a seat that he took for himself is.
    pub fn is_owner(&self, key: &str, seats: &[Sitter; 2]) -> bool {
        match &self.owner {
            Some(owner) => tokens::same(owner, key),
            None => Side::BOTH.into_iter().any(|side| seats[side.index()] == Sitter::Me && tokens::same(self.of(side), key)),
        }
    }

    /// The side whose invitation this is.
    pub fn invited(&self, invitation: &str) -> Option<Side> {
        let open = |side: &Side| self.invitations[side.index()].as_ref().is_some_and(|own| tokens::same(own, invitation));
        Side::BOTH.into_iter().find(open)
    }

    /// A seat changes hands: whoever claimed it has brought a key.
    pub fn give(&mut self, side: Side, key: &str) {
        self.invitations[side.index()] = None;
        match side {
            Side::Union => self.union = key.into(),
            Side::Confederate => self.confederate = key.into(),
        }
    }
}

/// The lesson that a table is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lessoned {
    /// Its name within the game.
    pub id: String,
    /// Whether it begins with the fight at its end.
    #[serde(default)]
    pub fight: bool,
}

/// The puzzle that a table is for, with the ratings before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Puzzled {
    /// Its name within the game.
    pub id: String,
    /// The rating of whoever tries it.
    pub you: Rating,
    /// The rating of the puzzle.
    pub it: Rating,
}

/// The longest that onlookers may be kept behind, in minutes: two weeks.
pub const MOST_DELAY: u32 = 20_160;

fn at_once(delay: &u32) -> bool {
    *delay == 0
}

/// A table as it was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Every option and its value.
    pub options: BTreeMap<String, String>,
    /// Who sits where: Union, Confederate.
    pub seats: [Sitter; 2],
    /// Who sets up the pieces of a person.
    #[serde(default)]
    pub set_up: Placing,
    /// Its keys.
    pub keys: Keys,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// How many minutes later onlookers see what the players do.
    #[serde(default, skip_serializing_if = "at_once")]
    pub delay: u32,
    /// The fingerprint of the rules and data it was made under.
    #[serde(default)]
    pub fingerprint: Option<String>,
    /// The lesson it is for, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lessoned>,
    /// The puzzle it is for, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Puzzled>,
}

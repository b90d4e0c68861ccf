//! Sides, seats, and who is asked.

use crate::Chance;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two armies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// Blue.
    Union,
    /// Gray.
    Confederate,
}

impl Side {
    /// Both, Union first.
    pub const BOTH: [Side; 2] = [Side::Union, Side::Confederate];

    /// The enemy.
    #[inline]
    pub fn enemy(self) -> Side {
        match self {
            Side::Union => Side::Confederate,
            Side::Confederate => Side::Union,
        }
    }

    /// 0 for the Union, 1 for the Confederates.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// As written in files: `union`, `confederate`.
    pub fn id(self) -> &'static str {
        ["union", "confederate"][self.index()]
    }

    /// The side of that id.
    pub fn from_id(id: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|s| s.id() == id)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["Union", "Confederate"][self.index()])
    }
}

/// Whose eyes: what leaves the rules is always cut for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The Union player.
    Union,
    /// The Confederate player.
    Confederate,
    /// Sees what both players see.
    Spectator,
    /// Sees everything: the host, a test, a replay of a finished game.
    Referee,
}

impl Seat {
    /// The seat of that name.
    pub fn from_id(id: &str) -> Option<Seat> {
        match id {
            "union" => Some(Seat::Union),
            "confederate" => Some(Seat::Confederate),
            "spectator" => Some(Seat::Spectator),
            "referee" => Some(Seat::Referee),
            _ => None,
        }
    }

    /// The side that sits here.
    pub fn side(self) -> Option<Side> {
        match self {
            Seat::Union => Some(Side::Union),
            Seat::Confederate => Some(Side::Confederate),
            _ => None,
        }
    }

    /// Whether this seat sees what that side sees.
    pub fn sees_for(self, side: Side) -> bool {
        self == Seat::Referee || self.side() == Some(side)
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::Union => Seat::Union,
            Side::Confederate => Seat::Confederate,
        }
    }
}

/// How a game ended. The words for the level are the game's ([`crate::Words::verdict_words`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The level of victory, counted as the game likes.
    pub level: u8,
}

/// Who is asked now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// One side decides.
    Side(Side),
    /// Both sides choose in secret; those marked have yet to answer (Union, Confederate). Nothing shows until both have.
    Sealed([bool; 2]),
    /// The dice, or a draw from a cup.
    Chance(Chance),
    /// Nobody: the game is over.
    Over(Verdict),
}

impl Actor {
    /// Whether that side is asked now.
    #[inline]
    pub fn asks(self, side: Side) -> bool {
        match self {
            Actor::Side(asked) => asked == side,
            Actor::Sealed(awaited) => awaited[side.index()],
            Actor::Chance(_) | Actor::Over(_) => false,
        }
    }

    /// The side to ask next: of two sealed choices the Union's first.
    #[inline]
    pub fn side(self) -> Option<Side> {
        Side::BOTH.into_iter().find(|s| self.asks(*s))
    }
}

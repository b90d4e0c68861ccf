//! What can be wrong with a board file, in words for the person who edits it.

use crate::BadHex;

/// A board file that cannot be used: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}, line {line}: {fault}")]
pub struct BadBoard {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a board file. Its words are for the person who edits the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Not TOML, or a key that is unknown, missing or of the wrong type.
    #[error("{0}")]
    Form(String),
    /// No hexes, or more than a [`HexSet`](crate::HexSet) holds.
    #[error("a board has from 1 to {max} hexes, this one {columns} columns of {rows}")]
    Size {
        /// Columns asked for.
        columns: u8,
        /// Rows asked for.
        rows: u8,
        /// The most hexes a board may have.
        max: usize,
    },
    /// Four digits cannot name the last hex.
    #[error("column-row numbers reach 99 columns and 99 rows, this board has {columns} and {rows}")]
    Digits {
        /// Columns asked for.
        columns: u8,
        /// Rows asked for.
        rows: u8,
    },
    /// A text that names no hex.
    #[error(transparent)]
    Hex(#[from] BadHex),
    /// A range that does not run down one column.
    #[error("{0} is no range: write the first and the last hex of one column, top to bottom, with two dots between")]
    Range(String),
    /// A text that is no hexside.
    #[error("{0} is no hexside: write two neighbouring hexes with a slash between")]
    Hexside(String),
    /// Two hexes that should be neighbours.
    #[error("{of}: {a} and {b} are not neighbours")]
    Apart {
        /// What they belong to.
        of: String,
        /// One hex.
        a: String,
        /// The other.
        b: String,
    },
    /// Two hexsides of a watercourse that do not meet.
    #[error("{of}: a gap, {a} and {b} share no corner")]
    Gap {
        /// The watercourse.
        of: String,
        /// One hexside.
        a: String,
        /// The next.
        b: String,
    },
    /// A hex or hexside that stands twice in one list.
    #[error("{of}: {what} is listed twice")]
    Twice {
        /// The list.
        of: String,
        /// What is in it twice.
        what: String,
    },
    /// A name or id that is taken.
    #[error("another {of} is called {name} (line {first})")]
    Taken {
        /// Zone, road, ...
        of: &'static str,
        /// The name.
        name: String,
        /// Where the first one stands.
        first: usize,
    },
    /// An id that is not written in kebab case.
    #[error("{0} is no id: use small letters, digits and hyphens")]
    Id(String),
    /// More kinds than a mask has bits.
    #[error("{kind} is one too many: a board has at most {max} {of}")]
    TooMany {
        /// Kinds of terrain, classes of road.
        of: &'static str,
        /// The one too many.
        kind: String,
        /// How many there may be.
        max: usize,
    },
    /// None or several of a set of keys of which exactly one is needed.
    #[error("{of}: give exactly one of {keys}")]
    OneOf {
        /// What lacks it.
        of: String,
        /// The keys.
        keys: &'static str,
    },
    /// An empty list where something must be.
    #[error("{of}: too few {what}, at least {least} needed")]
    TooFew {
        /// What lacks it.
        of: String,
        /// How many are needed.
        least: usize,
        /// Hexes, hexsides, approaches.
        what: &'static str,
    },
    /// A crossing of a water that is not on the board.
    #[error("{crossing}: there is no water called {water}")]
    NoWater {
        /// The crossing.
        crossing: String,
        /// The water it names.
        water: String,
    },
    /// A crossing where its water does not run.
    #[error("{crossing}: {water} does not run through {at}")]
    OffCourse {
        /// The crossing.
        crossing: String,
        /// The water it names.
        water: String,
        /// Where it is said to lie.
        at: String,
    },
    /// A slope that goes down in both directions.
    #[error("{feature}: {high} and {low} are each downhill of the other")]
    BothWays {
        /// The hill or ridge.
        feature: String,
        /// The hilltop given here.
        high: String,
        /// Its downhill hex, of which it is downhill too.
        low: String,
    },
    /// A road that leaves the map where it does not run, or inland.
    #[error("{road}: cannot leave the map at {hex}, which is {why}")]
    Exit {
        /// The road.
        road: String,
        /// The hex.
        hex: String,
        /// Why not.
        why: &'static str,
    },
    /// A word that is no direction.
    #[error("{0} is no direction: use N, NE, SE, S, SW or NW")]
    Direction(String),
    /// A face of a work that looks off the map.
    #[error("{work}: nothing lies {direction} of {hex}")]
    OffMap {
        /// The work.
        work: String,
        /// The hex.
        hex: String,
        /// The direction.
        direction: &'static str,
    },
    /// A zone inside another that is not there, or only further down.
    #[error("no zone {0} stands above this one")]
    NoZone(String),
    /// A weight above 3.
    #[error("weight goes from 0 (not written) to 3 (large)")]
    Weight,
}

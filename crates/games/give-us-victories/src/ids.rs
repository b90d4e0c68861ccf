//! Small names: hexes, hexsides, pieces, chits, events, and sets of them. In files all are written by their names.

pub use crate::lists::{FewHexes, Path, PieceList};

use board::{BitSet, Numbered};

use crate::counters::{PIECES, counters, tables};
use crate::ground::{HEXES, ground};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A hex of the board, or nowhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(pub u16);

impl Hex {
    /// No hex.
    pub const NONE: Hex = Hex(u16::MAX);

    /// As an index into a flat array.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it is a hex of the board.
    #[inline]
    pub fn is_some(self) -> bool {
        self.index() < HEXES
    }

    /// The name on the board: `2121`.
    pub fn name(self) -> String {
        if self.is_some() { ground().name(self) } else { "-".to_string() }
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Hex, D::Error> {
        let name = String::deserialize(d)?;
        if name == "-" { Ok(Hex::NONE) } else { ground().parse(&name).map_err(D::Error::custom) }
    }
}

impl Numbered for Hex {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }

    #[inline]
    fn numbered(number: usize) -> Hex {
        Hex(number as u16)
    }
}

/// A set of hexes.
pub type HexBits = BitSet<Hex, { HEXES.div_ceil(64) }>;

/// A counter that takes up room in a hex: a unit, a skirmisher, a dummy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(pub u8);

impl Piece {
    /// A piece that a seat may not know: only in what a seat knows.
    pub const NOBODY: Piece = Piece(u8::MAX);

    /// As an index into a flat array.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Every piece of the box.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..PIECES as u8).map(Piece)
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        counters().pieces.get(self.index()).map_or("nobody", |c| &c.id)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Piece, D::Error> {
        let id = String::deserialize(d)?;
        counters().find(&id).ok_or_else(|| D::Error::custom(format!("no counter {id:?}; ids are like us-von-gilsa")))
    }
}

impl Numbered for Piece {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }

    #[inline]
    fn numbered(number: usize) -> Piece {
        Piece(number as u8)
    }
}

/// A set of pieces.
pub type Pieces = BitSet<Piece, { PIECES.div_ceil(64) }>;

/// A command chit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chit(pub u8);

impl Chit {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        &tables().chits[self.index()].id
    }

    /// The chit of that id, which the tables must have.
    pub fn named(id: &str) -> Chit {
        Chit::find(id).unwrap_or_else(|| panic!("tables.toml has no chit {id:?}"))
    }

    /// The chit of that id.
    pub fn find(id: &str) -> Option<Chit> {
        tables().chits.iter().position(|c| c.id == id).map(|i| Chit(i as u8))
    }
}

impl fmt::Debug for Chit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Chit {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Chit {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Chit, D::Error> {
        let id = String::deserialize(d)?;
        Chit::find(&id).ok_or_else(|| D::Error::custom(format!("no chit {id:?}")))
    }
}

impl Numbered for Chit {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }

    #[inline]
    fn numbered(number: usize) -> Chit {
        Chit(number as u8)
    }
}

/// A set of chits.
pub type Chits = BitSet<Chit, 1>;

/// An event of the event cups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum EventId {
    /// GUV-17.6, GUV-17.16.
    NightAttack,
    /// GUV-17.7, GUV-17.17.
    SupplyTrain,
    /// GUV-17.8, GUV-17.18.
    BrigadeRegroup,
    /// GUV-17.9.
    Demons,
    /// GUV-17.10.
    RebelYell,
    /// GUV-17.11.
    UnknownPaths,
    /// GUV-17.12.
    AlexandersArtillery,
    /// GUV-17.13.
    JacksonAttacks,
    /// GUV-17.14.
    CsaBridge,
    /// GUV-17.15.
    GeneralRetreat,
    /// GUV-17.19.
    GoodGeneral,
    /// GUV-17.20.
    LastEffort,
    /// GUV-17.21.
    SteadyDefense,
    /// GUV-17.22.
    YankeeVeterans,
    /// GUV-17.23.
    GreatOffensive,
    /// GUV-17.24.
    CorpsReleased,
}

impl EventId {
    /// All of them, in the order of the tables.
    pub const ALL: [EventId; 16] = [
        EventId::NightAttack,
        EventId::SupplyTrain,
        EventId::BrigadeRegroup,
        EventId::Demons,
        EventId::RebelYell,
        EventId::UnknownPaths,
        EventId::AlexandersArtillery,
        EventId::JacksonAttacks,
        EventId::CsaBridge,
        EventId::GeneralRetreat,
        EventId::GoodGeneral,
        EventId::LastEffort,
        EventId::SteadyDefense,
        EventId::YankeeVeterans,
        EventId::GreatOffensive,
        EventId::CorpsReleased,
    ];

    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Numbered for EventId {
    #[inline]
    fn number(self) -> usize {
        self as usize
    }

    #[inline]
    fn numbered(number: usize) -> EventId {
        EventId::ALL[number]
    }
}

/// A set of events.
pub type Events = BitSet<EventId, 1>;

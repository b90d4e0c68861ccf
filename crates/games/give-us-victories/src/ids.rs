//! Small names: hexes, hexsides, pieces, chits, events, and sets of them. In files all are written by their names.

pub use crate::lists::{FewHexes, Path, PieceList};

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

/// A set of hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HexBits([u64; HEXES.div_ceil(64)]);

impl HexBits {
    /// Whether the hex is in it.
    #[inline]
    pub fn has(&self, hex: Hex) -> bool {
        hex.is_some() && self.0[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }

    /// Puts a hex in.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        if hex.is_some() {
            self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
        }
    }

    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        if hex.is_some() {
            self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
        }
    }

    /// The hexes, in order.
    #[inline]
    pub fn iter(&self) -> EachHex<'_> {
        EachHex { words: &self.0, at: 0, rest: self.0[0] }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// What is in both.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &HexBits) -> HexBits {
        HexBits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// What is in either.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &HexBits) -> HexBits {
        HexBits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// What is in this one only.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &HexBits) -> HexBits {
        HexBits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// All hexes so many further on in their order; what would lie beyond the last one or before the first one is lost.
    #[must_use]
    pub(crate) fn moved(&self, by: i32) -> HexBits {
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        // The word that far before or after, and the bits that come over from the one beyond it.
        let word = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        let over = |word: u64| if by > 0 { word.checked_shr(64 - bits) } else { word.checked_shl(64 - bits) }.unwrap_or(0);
        HexBits(std::array::from_fn(|i| {
            if by >= 0 {
                word(i.checked_sub(words)) << bits | over(word(i.checked_sub(words + 1)))
            } else {
                word(Some(i + words)) >> bits | over(word(Some(i + words + 1)))
            }
        }))
    }

    /// Puts in what is in both of these.
    #[inline]
    pub(crate) fn add_both(&mut self, one: &HexBits, other: &HexBits) {
        self.0.iter_mut().zip(one.0.iter().zip(&other.0)).for_each(|(word, (a, b))| *word |= a & b);
    }

    /// Whether it is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// The words, for hashing.
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }
}

impl FromIterator<Hex> for HexBits {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexBits {
        let mut set = HexBits::default();
        hexes.into_iter().for_each(|h| set.insert(h));
        set
    }
}

impl fmt::Debug for HexBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for HexBits {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for HexBits {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<HexBits, D::Error> {
        Ok(Vec::<Hex>::deserialize(d)?.into_iter().collect())
    }
}

/// The hexes of a set, in order.
#[derive(Clone, Debug)]
pub struct EachHex<'a> {
    words: &'a [u64; HEXES.div_ceil(64)],
    at: usize,
    rest: u64,
}

impl Iterator for EachHex<'_> {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        while self.rest == 0 {
            self.at += 1;
            self.rest = *self.words.get(self.at)?;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(Hex((self.at * 64 + bit) as u16))
    }
}

/// The set bits of a word.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| {
            let bit = self.0.trailing_zeros() as usize;
            self.0 &= self.0 - 1;
            bit
        })
    }
}

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

/// A set of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pieces(pub(crate) [u64; PIECES.div_ceil(64)]);

impl Pieces {
    /// Nothing.
    pub const NONE: Pieces = Pieces([0; PIECES.div_ceil(64)]);

    /// Just this one.
    #[inline]
    pub fn one(piece: Piece) -> Pieces {
        let mut set = Pieces::NONE;
        set.insert(piece);
        set
    }

    /// Whether the piece is in it.
    #[inline]
    pub fn has(&self, piece: Piece) -> bool {
        self.0[piece.index() / 64] >> (piece.index() % 64) & 1 == 1
    }

    /// Puts a piece in.
    #[inline]
    pub fn insert(&mut self, piece: Piece) {
        self.0[piece.index() / 64] |= 1 << (piece.index() % 64);
    }

    /// Takes a piece out.
    #[inline]
    pub fn remove(&mut self, piece: Piece) {
        self.0[piece.index() / 64] &= !(1 << (piece.index() % 64));
    }

    /// Puts it in or takes it out.
    pub fn set(&mut self, piece: Piece, on: bool) {
        if on { self.insert(piece) } else { self.remove(piece) }
    }

    /// How many.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// The pieces, in order.
    #[inline]
    pub fn iter(&self) -> EachPiece {
        EachPiece { words: self.0, at: 0 }
    }

    /// The first piece.
    #[inline]
    pub fn first(&self) -> Option<Piece> {
        self.iter().next()
    }

    /// What is in both.
    #[inline]
    pub fn and(&self, other: &Pieces) -> Pieces {
        Pieces(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// What is in either.
    #[inline]
    pub fn or(&self, other: &Pieces) -> Pieces {
        Pieces(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// What is in this one only.
    #[inline]
    pub fn minus(&self, other: &Pieces) -> Pieces {
        Pieces(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether all of it is in the other.
    #[inline]
    pub fn within(&self, other: &Pieces) -> bool {
        self.minus(other).is_empty()
    }
}

/// The pieces of a set, in order.
#[derive(Clone, Debug)]
pub struct EachPiece {
    words: [u64; PIECES.div_ceil(64)],
    at: usize,
}

impl Iterator for EachPiece {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        loop {
            let word = self.words.get_mut(self.at)?;
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Piece((self.at * 64 + bit) as u8));
            }
            self.at += 1;
        }
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Pieces {
        let mut set = Pieces::NONE;
        pieces.into_iter().for_each(|p| set.insert(p));
        set
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Pieces {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Pieces {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Pieces, D::Error> {
        Ok(Vec::<Piece>::deserialize(d)?.into_iter().collect())
    }
}

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

/// A set of chits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Chits(pub u32);

impl Chits {
    /// Whether the chit is in it.
    #[inline]
    pub fn has(self, chit: Chit) -> bool {
        self.0 >> chit.0 & 1 == 1
    }

    /// Puts a chit in.
    #[inline]
    pub fn insert(&mut self, chit: Chit) {
        self.0 |= 1 << chit.0;
    }

    /// Takes a chit out.
    #[inline]
    pub fn remove(&mut self, chit: Chit) {
        self.0 &= !(1 << chit.0);
    }

    /// How many.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The chits, in order.
    pub fn iter(self) -> impl Iterator<Item = Chit> {
        Bits(u64::from(self.0)).map(|b| Chit(b as u8))
    }

    /// What is in either.
    pub fn or(self, other: Chits) -> Chits {
        Chits(self.0 | other.0)
    }
}

impl FromIterator<Chit> for Chits {
    fn from_iter<I: IntoIterator<Item = Chit>>(chits: I) -> Chits {
        let mut set = Chits::default();
        chits.into_iter().for_each(|c| set.insert(c));
        set
    }
}

impl fmt::Debug for Chits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Chits {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Chits {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Chits, D::Error> {
        Ok(Vec::<Chit>::deserialize(d)?.into_iter().collect())
    }
}

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

/// A set of events.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Events(pub u16);

impl Events {
    /// Whether the event is in it.
    #[inline]
    pub fn has(self, event: EventId) -> bool {
        self.0 >> event as u8 & 1 == 1
    }

    /// Puts an event in.
    pub fn insert(&mut self, event: EventId) {
        self.0 |= 1 << event as u8;
    }

    /// Takes an event out.
    pub fn remove(&mut self, event: EventId) {
        self.0 &= !(1 << event as u8);
    }

    /// How many.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The events, in order.
    pub fn iter(self) -> impl Iterator<Item = EventId> {
        Bits(u64::from(self.0)).map(|b| EventId::ALL[b])
    }
}

impl FromIterator<EventId> for Events {
    fn from_iter<I: IntoIterator<Item = EventId>>(events: I) -> Events {
        let mut set = Events::default();
        events.into_iter().for_each(|e| set.insert(e));
        set
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Events {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Events {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Events, D::Error> {
        Ok(Vec::<EventId>::deserialize(d)?.into_iter().collect())
    }
}

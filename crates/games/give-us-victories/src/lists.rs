//! Short lists that need no heap: ways, pieces in an order, hexes.

use crate::ids::{Hex, Piece};
use board::Steps;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The steps of a march or retreat: cavalry on a forced march with Jackson makes 40 on a turnpike.
pub type Path = Steps<[u64; 2]>;

/// A short list of pieces in the order they were named; a piece may stand in it more than once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PieceList {
    len: u8,
    pieces: [u8; PieceList::MOST],
}

impl PieceList {
    /// As many as one side has dice.
    pub const MOST: usize = crate::state::MOST_DICE;

    /// The pieces in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Piece> + use<> {
        let pieces = self.pieces;
        (0..usize::from(self.len)).map(move |i| Piece(pieces[i]))
    }

    /// How many entries.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The piece named first.
    #[inline]
    pub fn first(&self) -> Option<Piece> {
        (self.len > 0).then(|| Piece(self.pieces[0]))
    }

    /// How often a piece is named.
    pub fn count(&self, piece: Piece) -> usize {
        self.iter().filter(|p| *p == piece).count()
    }

    /// One more at the end, as long as there is room.
    pub fn push(&mut self, piece: Piece) {
        if self.len() < PieceList::MOST {
            self.pieces[self.len()] = piece.0;
            self.len += 1;
        }
    }

    /// Takes the first one off.
    pub fn shift(&mut self) {
        *self = self.iter().skip(1).collect();
    }

    /// Takes the last one off.
    pub fn pop(&mut self) {
        *self = self.iter().take(self.len().saturating_sub(1)).collect();
    }

    /// Takes a piece out altogether.
    pub fn strike(&mut self, piece: Piece) {
        *self = self.iter().filter(|p| *p != piece).collect();
    }
}

impl FromIterator<Piece> for PieceList {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> PieceList {
        let mut list = PieceList::default();
        pieces.into_iter().for_each(|p| list.push(p));
        list
    }
}

impl fmt::Debug for PieceList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for PieceList {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for PieceList {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<PieceList, D::Error> {
        let pieces = Vec::<Piece>::deserialize(d)?;
        if pieces.len() > PieceList::MOST {
            return Err(D::Error::custom(format!("a list of at most {} counters is wanted", PieceList::MOST)));
        }
        Ok(pieces.into_iter().collect())
    }
}

/// A short list of hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FewHexes<const N: usize> {
    len: u8,
    hexes: [Hex; N],
}

impl<const N: usize> Default for FewHexes<N> {
    fn default() -> Self {
        FewHexes { len: 0, hexes: [Hex::NONE; N] }
    }
}

impl<const N: usize> FewHexes<N> {
    /// The hexes.
    #[inline]
    pub fn as_slice(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.len)]
    }

    /// Whether the hex is among them.
    #[inline]
    pub fn has(&self, hex: Hex) -> bool {
        self.as_slice().contains(&hex)
    }

    /// Adds a hex that is not there yet, as long as there is room.
    pub fn push(&mut self, hex: Hex) {
        if !self.has(hex) && usize::from(self.len) < N {
            self.hexes[usize::from(self.len)] = hex;
            self.len += 1;
        }
    }

    /// Takes a hex out.
    pub fn remove(&mut self, hex: Hex) {
        let before = *self;
        *self = before.as_slice().iter().copied().filter(|h| *h != hex).collect();
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether there is no room for another.
    #[inline]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }
}

impl<const N: usize> FromIterator<Hex> for FewHexes<N> {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut few = FewHexes::default();
        hexes.into_iter().for_each(|h| few.push(h));
        few
    }
}

impl<const N: usize> fmt::Debug for FewHexes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<const N: usize> Serialize for FewHexes<N> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.as_slice())
    }
}

impl<'de, const N: usize> Deserialize<'de> for FewHexes<N> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let hexes = Vec::<Hex>::deserialize(d)?;
        if hexes.len() > N || hexes.iter().any(|h| !h.is_some()) {
            return Err(D::Error::custom(format!("a list of at most {N} hexes of the board is wanted")));
        }
        Ok(hexes.into_iter().collect())
    }
}

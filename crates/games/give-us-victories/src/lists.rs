//! Short lists that need no heap: ways, pieces in an order, hexes.

use crate::ids::{Hex, Piece};
use board::Direction;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The steps of a march or retreat, at most [`Path::MOST`]: directions packed three bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Path([u64; 2]);

impl Path {
    /// Steps in one word.
    const IN_A_WORD: usize = 21;

    /// More steps than any march has: cavalry on a forced march with Jackson makes 40 on a turnpike.
    pub const MOST: usize = 2 * Path::IN_A_WORD;

    /// No step yet.
    pub const EMPTY: Path = Path([0; 2]);

    /// One step.
    pub fn step(direction: Direction) -> Path {
        Path::EMPTY.then(direction)
    }

    /// One more step.
    #[inline]
    #[must_use]
    pub fn then(self, direction: Direction) -> Path {
        let (at, mut words) = (self.len(), self.0);
        debug_assert!(at < Path::MOST);
        words[at / Path::IN_A_WORD] |= (direction.index() as u64 + 1) << (3 * (at % Path::IN_A_WORD));
        Path(words)
    }

    /// How many steps.
    #[inline]
    pub fn len(self) -> usize {
        let steps = |word: u64| (64 - word.leading_zeros() as usize).div_ceil(3);
        if self.0[1] == 0 { steps(self.0[0]) } else { Path::IN_A_WORD + steps(self.0[1]) }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0[0] == 0
    }

    /// The steps.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let step = move |i: usize| self.0[i / Path::IN_A_WORD] >> (3 * (i % Path::IN_A_WORD)) & 7;
        (0..self.len()).map(move |i| Direction::from_index(step(i) as usize - 1))
    }
}

impl FromIterator<Direction> for Path {
    fn from_iter<I: IntoIterator<Item = Direction>>(steps: I) -> Path {
        let mut words = [0; 2];
        for (at, direction) in steps.into_iter().take(Path::MOST).enumerate() {
            words[at / Path::IN_A_WORD] |= (direction.index() as u64 + 1) << (3 * (at % Path::IN_A_WORD));
        }
        Path(words)
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Direction::name).collect::<Vec<_>>().join("-"))
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter().map(Direction::name))
    }
}

impl<'de> Deserialize<'de> for Path {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Path, D::Error> {
        let names = Vec::<String>::deserialize(d)?;
        if names.is_empty() || names.len() > Path::MOST {
            return Err(D::Error::custom(format!("a path has 1 to {} steps", Path::MOST)));
        }
        let step = |n: &String| Direction::from_name(n).ok_or_else(|| D::Error::custom(format!("no direction {n:?}; N NE SE S SW NW")));
        names.iter().map(step).collect()
    }
}

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

//! A set of hexes of one board.

use crate::{Grid, HexId};

/// A set of hexes, one bit each. Big enough for any board of at most 4,096 hexes; cheap to test, a little heavy to copy:
/// a game whose hot path needs smaller sets keeps its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexSet {
    words: [u64; HexSet::CAPACITY / 64],
}

impl Default for HexSet {
    fn default() -> Self {
        HexSet::new()
    }
}

impl HexSet {
    /// The most hexes a board may have.
    pub const CAPACITY: usize = 4096;

    /// No hex.
    pub const fn new() -> HexSet {
        HexSet { words: [0; HexSet::CAPACITY / 64] }
    }

    /// Whether the hex is in the set; never for [`HexId::NONE`].
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        hex.index() < Self::CAPACITY && self.words[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }

    /// Adds a hex; answers whether it was new. [`HexId::NONE`] is never added.
    #[inline]
    pub fn insert(&mut self, hex: HexId) -> bool {
        if hex.index() >= Self::CAPACITY {
            return false;
        }
        let (word, bit) = (&mut self.words[hex.index() / 64], 1 << (hex.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a hex out; answers whether it was there.
    #[inline]
    pub fn remove(&mut self, hex: HexId) -> bool {
        let was = self.contains(hex);
        if was {
            self.words[hex.index() / 64] &= !(1 << (hex.index() % 64));
        }
        was
    }

    /// How many hexes.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// The hexes in order.
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        self.words.iter().enumerate().flat_map(|(i, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    HexId((i * 64) as u16 + bit as u16)
                })
            })
        })
    }

    /// All hexes within `radius` of `centre`, the centre included.
    pub fn within(grid: &Grid, centre: HexId, radius: u8) -> HexSet {
        grid.within(centre, radius).collect()
    }

    /// All hexes at exactly `radius` of `centre`.
    pub fn ring(grid: &Grid, centre: HexId, radius: u8) -> HexSet {
        grid.ring(centre, radius).collect()
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> HexSet {
        let mut set = HexSet::new();
        set.extend(hexes);
        set
    }
}

impl Extend<HexId> for HexSet {
    fn extend<I: IntoIterator<Item = HexId>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

impl std::ops::BitOrAssign<&HexSet> for HexSet {
    fn bitor_assign(&mut self, other: &HexSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
    }
}

impl std::ops::BitAndAssign<&HexSet> for HexSet {
    fn bitand_assign(&mut self, other: &HexSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= b);
    }
}

impl std::ops::SubAssign<&HexSet> for HexSet {
    fn sub_assign(&mut self, other: &HexSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= !b);
    }
}

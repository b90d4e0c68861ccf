//! Sets of numbered things, one bit each.

use crate::HexId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// What a [`BitSet`] can hold: things that are numbered from 0.
pub trait Numbered: Copy {
    /// Its number.
    fn number(self) -> usize;
    /// The thing of that number.
    fn numbered(number: usize) -> Self;
}

impl Numbered for HexId {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }

    #[inline]
    fn numbered(number: usize) -> HexId {
        HexId(number as u16)
    }
}

/// A set of things with numbers below `64 * W`. What has a greater number, as [`HexId::NONE`] has, is never in it.
pub struct BitSet<T, const W: usize> {
    words: [u64; W],
    of: PhantomData<T>,
}

/// A set of hexes, big enough for any board. A game whose board is smaller keeps smaller sets.
pub type HexSet = BitSet<HexId, 64>;

impl<T, const W: usize> BitSet<T, W> {
    /// How many things there can be.
    pub const CAPACITY: usize = 64 * W;

    /// Nothing.
    pub const NONE: BitSet<T, W> = BitSet { words: [0; W], of: PhantomData };

    /// Nothing yet.
    pub const fn new() -> BitSet<T, W> {
        BitSet::NONE
    }

    /// The set with these words, the lowest numbers first.
    #[inline]
    pub const fn from_words(words: [u64; W]) -> BitSet<T, W> {
        BitSet { words, of: PhantomData }
    }

    /// Its words, the lowest numbers first.
    #[inline]
    pub fn words(&self) -> &[u64; W] {
        &self.words
    }

    /// How many.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// What is in both.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        BitSet::from_words(std::array::from_fn(|i| self.words[i] & other.words[i]))
    }

    /// What is in either.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        BitSet::from_words(std::array::from_fn(|i| self.words[i] | other.words[i]))
    }

    /// What is in this one only.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        BitSet::from_words(std::array::from_fn(|i| self.words[i] & !other.words[i]))
    }

    /// Whether all of it is in the other.
    #[inline]
    pub fn within(&self, other: &Self) -> bool {
        self.minus(other).is_empty()
    }

    /// Puts in all of another.
    #[inline]
    pub fn join(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    /// Puts in what is in both of these.
    #[inline]
    pub fn join_both(&mut self, one: &Self, other: &Self) {
        self.words.iter_mut().zip(one.words.iter().zip(&other.words)).for_each(|(word, (a, b))| *word |= a & b);
    }

    /// The place of the first word that is not empty.
    #[inline]
    pub fn first_word(&self) -> usize {
        self.words.iter().position(|w| *w != 0).unwrap_or(0)
    }

    /// Whether it shares something with these words, the first of which has that place.
    #[inline]
    pub fn meets_at(&self, first: usize, words: &[u64]) -> bool {
        self.words[first..].iter().zip(words).fold(0, |all, (a, b)| all | a & b) != 0
    }

    /// Puts in what is in these words, the first of which has that place.
    #[inline]
    pub fn join_at(&mut self, first: usize, words: &[u64]) {
        self.words[first..].iter_mut().zip(words).for_each(|(word, more)| *word |= more);
    }

    /// All of it so many numbers further on; what would lie beyond the last number or before the first is lost.
    #[must_use]
    pub fn moved(&self, by: i32) -> Self {
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        // The word that far before or after, and the bits that come over from the one beyond it.
        let word = |i: Option<usize>| i.and_then(|i| self.words.get(i)).copied().unwrap_or(0);
        let over = |word: u64| if by > 0 { word.checked_shr(64 - bits) } else { word.checked_shl(64 - bits) }.unwrap_or(0);
        BitSet::from_words(std::array::from_fn(|i| {
            if by >= 0 {
                word(i.checked_sub(words)) << bits | over(word(i.checked_sub(words + 1)))
            } else {
                word(Some(i + words)) >> bits | over(word(Some(i + words + 1)))
            }
        }))
    }
}

impl<T: Numbered, const W: usize> BitSet<T, W> {
    /// Just this one.
    #[inline]
    pub fn one(thing: T) -> Self {
        let mut set = BitSet::NONE;
        set.insert(thing);
        set
    }

    /// Whether it is in the set.
    #[inline]
    pub fn has(&self, thing: T) -> bool {
        self.words.get(thing.number() / 64).is_some_and(|word| word >> (thing.number() % 64) & 1 == 1)
    }

    /// Puts it in.
    #[inline]
    pub fn insert(&mut self, thing: T) {
        if let Some(word) = self.words.get_mut(thing.number() / 64) {
            *word |= 1 << (thing.number() % 64);
        }
    }

    /// Takes it out.
    #[inline]
    pub fn remove(&mut self, thing: T) {
        if let Some(word) = self.words.get_mut(thing.number() / 64) {
            *word &= !(1 << (thing.number() % 64));
        }
    }

    /// Puts it in or takes it out.
    #[inline]
    pub fn set(&mut self, thing: T, inside: bool) {
        if inside { self.insert(thing) } else { self.remove(thing) }
    }

    /// All of it, in order.
    #[inline]
    pub fn iter(&self) -> Each<T, W> {
        Each { words: self.words, at: 0, of: PhantomData }
    }

    /// The first.
    #[inline]
    pub fn first(&self) -> Option<T> {
        let at = self.words.iter().position(|w| *w != 0)?;
        Some(T::numbered(at * 64 + self.words[at].trailing_zeros() as usize))
    }
}

/// The members of a [`BitSet`], in order. It has its own copy: the set may change meanwhile.
pub struct Each<T, const W: usize> {
    words: [u64; W],
    at: usize,
    of: PhantomData<T>,
}

impl<T: Numbered, const W: usize> Iterator for Each<T, W> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        loop {
            let word = self.words.get_mut(self.at)?;
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(T::numbered(self.at * 64 + bit));
            }
            self.at += 1;
        }
    }
}

impl<T, const W: usize> Clone for Each<T, W> {
    fn clone(&self) -> Self {
        Each { words: self.words, at: self.at, of: PhantomData }
    }
}

// By hand, because a set can be copied and compared whatever it holds.
impl<T, const W: usize> Clone for BitSet<T, W> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const W: usize> Copy for BitSet<T, W> {}

impl<T, const W: usize> PartialEq for BitSet<T, W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<T, const W: usize> Eq for BitSet<T, W> {}

impl<T, const W: usize> Hash for BitSet<T, W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words.hash(hasher);
    }
}

impl<T, const W: usize> Default for BitSet<T, W> {
    #[inline]
    fn default() -> Self {
        BitSet::NONE
    }
}

impl<T: Numbered + fmt::Debug, const W: usize> fmt::Debug for BitSet<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<T: Numbered, const W: usize> FromIterator<T> for BitSet<T, W> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut set = BitSet::NONE;
        set.extend(things);
        set
    }
}

impl<T: Numbered, const W: usize> Extend<T> for BitSet<T, W> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, things: I) {
        things.into_iter().for_each(|thing| self.insert(thing));
    }
}

impl<T: Numbered + Serialize, const W: usize> Serialize for BitSet<T, W> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de, T: Numbered + Deserialize<'de>, const W: usize> Deserialize<'de> for BitSet<T, W> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Vec::<T>::deserialize(d)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Small = BitSet<HexId, 2>;

    fn set(numbers: &[u16]) -> Small {
        numbers.iter().copied().map(HexId).collect()
    }

    #[test]
    fn what_is_put_in_is_there_until_it_is_taken_out() {
        let mut all = set(&[1, 63, 64, 127]);
        assert!(all.has(HexId(64)) && !all.has(HexId(65)) && !all.has(HexId(128)) && !all.has(HexId::NONE));
        assert_eq!((all.len(), all.first(), Small::NONE.first()), (4, Some(HexId(1)), None));
        all.remove(HexId(1));
        all.remove(HexId::NONE);
        all.insert(HexId::NONE);
        all.set(HexId(3), true);
        all.set(HexId(64), false);
        assert_eq!(all.iter().map(|h| h.0).collect::<Vec<_>>(), [3, 63, 127]);
        assert_eq!(Small::one(HexId(70)), set(&[70]));
        assert!(!all.is_empty() && Small::default().is_empty());
    }

    #[test]
    fn sets_are_joined_cut_and_compared() {
        let (a, b) = (set(&[1, 2, 100]), set(&[2, 100, 101]));
        assert_eq!((a.and(&b), a.or(&b), a.minus(&b)), (set(&[2, 100]), set(&[1, 2, 100, 101]), set(&[1])));
        assert!(a.and(&b).within(&a) && !a.within(&b));
        let mut c = set(&[5]);
        c.join_both(&a, &b);
        assert_eq!(c, set(&[2, 5, 100]));
        c.join(&a);
        assert_eq!(c, set(&[1, 2, 5, 100]));
        assert!(c.meets_at(1, &[1 << 36]) && !c.meets_at(1, &[1 << 37]) && !c.meets_at(0, &[1 << 36]));
        c.join_at(1, &[1]);
        assert_eq!((c.has(HexId(64)), c.first_word(), set(&[70]).first_word()), (true, 0, 1));
    }

    #[test]
    fn all_move_on_and_what_leaves_is_lost() {
        let all = set(&[0, 63, 64, 127]);
        assert_eq!((all.moved(1), all.moved(-1)), (set(&[1, 64, 65]), set(&[62, 63, 126])));
        assert_eq!((all.moved(64), all.moved(-64), all.moved(0)), (set(&[64, 127]), set(&[0, 63]), all));
        assert_eq!((all.moved(65), all.moved(-65)), (set(&[65]), set(&[62])));
    }
}

//! A way over the board, packed: directions, three bits each, the first lowest, and a one above the last that marks the end.

use crate::{Direction, Grid, HexId};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What [`Steps`] are packed into: a word for ways as long as the game's marches, no longer.
pub trait Packing: Copy + PartialEq {
    /// How many steps it holds.
    const MOST: usize;
    /// No step: the mark alone.
    const EMPTY: Self;
    /// How many steps.
    fn count(self) -> usize;
    /// Whether there is no room for another.
    fn is_full(self) -> bool;
    /// The direction of a step, as a number.
    fn step(self, number: usize) -> usize;
    /// One step more. There is room for it.
    #[must_use]
    fn then(self, direction: usize) -> Self;
}

macro_rules! word {
    ($word:ty, $most:expr) => {
        impl Packing for $word {
            const MOST: usize = $most;
            const EMPTY: $word = 1;

            #[inline]
            fn count(self) -> usize {
                self.ilog2() as usize / 3
            }

            #[inline]
            fn is_full(self) -> bool {
                self >> (3 * $most) != 0
            }

            #[inline]
            fn step(self, number: usize) -> usize {
                (self >> (3 * number) & 7) as usize
            }

            #[inline]
            fn then(self, direction: usize) -> $word {
                // The mark of the end lies where the next direction goes.
                let end = self.ilog2();
                self ^ 1 << end | (direction as $word | 8) << end
            }
        }
    };
}

word!(u32, 10);
word!(u64, 21);
word!(u128, 42);

/// As long as a `u128` holds, and easier to lay beside other things.
impl Packing for [u64; 2] {
    const MOST: usize = u128::MOST;
    const EMPTY: [u64; 2] = [1, 0];

    #[inline]
    fn count(self) -> usize {
        whole(self).count()
    }

    #[inline]
    fn is_full(self) -> bool {
        whole(self).is_full()
    }

    #[inline]
    fn step(self, number: usize) -> usize {
        whole(self).step(number)
    }

    #[inline]
    fn then(self, direction: usize) -> [u64; 2] {
        let all = whole(self).then(direction);
        [all as u64, (all >> 64) as u64]
    }
}

#[inline]
fn whole(halves: [u64; 2]) -> u128 {
    u128::from(halves[0]) | u128::from(halves[1]) << 64
}

/// The steps of a march or retreat, at most [`Steps::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps<P>(P);

impl<P: Packing> Steps<P> {
    /// The most steps.
    pub const MOST: usize = P::MOST;

    /// No step yet.
    pub const EMPTY: Steps<P> = Steps(P::EMPTY);

    /// One step.
    #[inline]
    pub fn step(direction: Direction) -> Steps<P> {
        Steps::EMPTY.then(direction)
    }

    /// One step more; nothing beyond [`Steps::MOST`].
    #[inline]
    #[must_use]
    pub fn then(self, direction: Direction) -> Steps<P> {
        self.then_index(direction.index())
    }

    /// The same for a direction by its number.
    #[inline]
    #[must_use]
    pub fn then_index(self, direction: usize) -> Steps<P> {
        if self.0.is_full() { self } else { Steps(self.0.then(direction)) }
    }

    /// How many steps.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count()
    }

    /// Whether it goes nowhere.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == P::EMPTY
    }

    /// The last direction.
    #[inline]
    pub fn last(self) -> Option<Direction> {
        self.len().checked_sub(1).map(|last| Direction::from_index(self.0.step(last)))
    }

    /// The directions, first to last.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator + use<P> {
        (0..self.len()).map(move |n| Direction::from_index(self.0.step(n)))
    }

    /// The same by their numbers.
    #[inline]
    pub fn indices(self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + use<P> {
        (0..self.len()).map(move |n| self.0.step(n))
    }
}

impl<P: Packing> Default for Steps<P> {
    fn default() -> Steps<P> {
        Steps::EMPTY
    }
}

impl Steps<u32> {
    /// The same with room for more.
    #[inline]
    pub fn longer(self) -> Steps<u64> {
        Steps(u64::from(self.0))
    }

    /// So many steps that are packed already, three bits each, the first lowest; nothing else is in the word.
    #[inline]
    pub fn packed(steps: u32, len: u32) -> Steps<u32> {
        Steps(steps | 1 << (3 * len))
    }
}

impl<P: Packing> FromIterator<Direction> for Steps<P> {
    fn from_iter<I: IntoIterator<Item = Direction>>(steps: I) -> Steps<P> {
        steps.into_iter().fold(Steps::EMPTY, Steps::then)
    }
}

impl<P: Packing> fmt::Debug for Steps<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Direction::name).collect::<Vec<_>>().join("-"))
    }
}

/// The way of a march or retreat that says where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Route<P> {
    start: HexId,
    way: Steps<P>,
}

impl<P: Packing> Route<P> {
    /// No step yet.
    #[inline]
    pub fn at(start: HexId) -> Route<P> {
        Route::along(start, Steps::EMPTY)
    }

    /// The route that goes this way from a hex.
    #[inline]
    pub fn along(start: HexId, way: Steps<P>) -> Route<P> {
        Route { start, way }
    }

    /// The route through these hexes, each the neighbour of the one before; nothing beyond [`Steps::MOST`] steps.
    pub fn through(grid: &Grid, hexes: &[HexId]) -> Option<Route<P>> {
        let (start, rest) = hexes.split_first()?;
        if rest.len() > P::MOST {
            return None;
        }
        let way: Option<Steps<P>> = hexes.windows(2).map(|pair| grid.direction(pair[0], pair[1])).collect();
        Some(Route::along(*start, way?))
    }

    /// The hex where it begins.
    #[inline]
    pub fn start(self) -> HexId {
        self.start
    }

    /// How many steps.
    #[inline]
    pub fn len(self) -> usize {
        self.way.len()
    }

    /// Whether it stays where it is.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.way.is_empty()
    }

    /// One step more; nothing beyond [`Steps::MOST`].
    #[inline]
    #[must_use]
    pub fn then(self, direction: Direction) -> Route<P> {
        Route { way: self.way.then(direction), ..self }
    }

    /// The directions, first to last.
    #[inline]
    pub fn directions(self) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator + use<P> {
        self.way.iter()
    }

    /// The hexes entered, in order; [`HexId::NONE`] once it has left the map.
    #[inline]
    pub fn hexes(self, grid: &Grid) -> impl Iterator<Item = HexId> + use<'_, P> {
        let mut at = self.start;
        self.directions().map(move |d| {
            if at.is_some() {
                at = grid.neighbour(at, d);
            }
            at
        })
    }

    /// The hex where it ends.
    #[inline]
    pub fn end(self, grid: &Grid) -> HexId {
        self.hexes(grid).last().unwrap_or(self.start)
    }
}

impl<P: Packing> fmt::Debug for Route<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.start, self.way)
    }
}

impl<P: Packing> Serialize for Steps<P> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter().map(Direction::name))
    }
}

impl<'de, P: Packing> Deserialize<'de> for Steps<P> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Steps<P>, D::Error> {
        let names = Vec::<String>::deserialize(d)?;
        if names.is_empty() || names.len() > P::MOST {
            return Err(D::Error::custom(format!("a path has 1 to {} steps", P::MOST)));
        }
        let step = |n: &String| Direction::from_name(n).ok_or_else(|| D::Error::custom(format!("no direction {n:?}; N NE SE S SW NW")));
        names.iter().map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn as_long_as_it_can<P: Packing + fmt::Debug>() {
        let all: Vec<Direction> = Direction::ALL.into_iter().cycle().take(P::MOST).collect();
        let mut way = Steps::<P>::EMPTY;
        assert!(way.is_empty() && way.last().is_none());
        for (n, d) in all.iter().enumerate() {
            way = way.then(*d);
            assert_eq!((way.len(), way.last()), (n + 1, Some(*d)));
        }
        assert_eq!(way.iter().collect::<Vec<_>>(), all);
        assert!(way.indices().eq(all.iter().map(|d| d.index())));
        assert!(way.then(Direction::S) == way, "there is no room for more");
        assert!(all.into_iter().collect::<Steps<P>>() == way && !way.is_empty());
    }

    #[test]
    fn directions_come_out_as_they_went_in() {
        as_long_as_it_can::<u32>();
        as_long_as_it_can::<u64>();
        as_long_as_it_can::<u128>();
        as_long_as_it_can::<[u64; 2]>();
    }

    #[test]
    fn ways_that_are_packed_already_are_the_same() {
        let way = Steps::<u32>::step(Direction::SE).then(Direction::N).then(Direction::NW);
        assert_eq!(Steps::<u32>::packed(2 | 5 << 6, 3), way);
        assert_eq!(way.longer(), Steps::<u64>::step(Direction::SE).then(Direction::N).then(Direction::NW));
        assert_eq!(format!("{way:?}"), "SE-N-NW");
    }
}

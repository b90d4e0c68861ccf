//! Sets of counters: one bit each.
//!
//! Up to 128 counters are one word of the language, with its operators. What is more, or must not be mixed up with other numbers, is a
//! `board::BitSet`; boards of 32 columns of 32 rows have bitboards of their own in Blue & Gray, because a
//! whole set of hexes takes a step there by a shift.

/// A set of up to 128 numbered things.
pub type Set = u128;

/// The numbers in a set, in order.
#[inline]
pub fn each(set: Set) -> impl Iterator<Item = usize> {
    // Word by word: half the work of counting through all 128 bits at once.
    let (mut word, mut high, mut base) = (set as u64, (set >> 64) as u64, 0);
    std::iter::from_fn(move || {
        if word == 0 {
            (word, high, base) = (high, 0, 64);
        }
        (word != 0).then(|| {
            let first = base + word.trailing_zeros() as usize;
            word &= word - 1;
            first
        })
    })
}

/// The numbers in a set of up to 64, in order.
#[inline]
pub fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros() as usize;
            set &= set - 1;
            first
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_listed_in_order() {
        assert_eq!(each(1 << 127 | 1 << 64 | 0b1010).collect::<Vec<_>>(), [1, 3, 64, 127]);
        assert_eq!(each(1 << 99).collect::<Vec<_>>(), [99]);
        assert_eq!(each(0).next(), None);
        assert_eq!(ones(1 << 63 | 0b1010).collect::<Vec<_>>(), [1, 3, 63]);
    }
}

//! Sets of counters: one bit each.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lists_members_in_order() {
        assert_eq!(each(1 << 127 | 0b1010).collect::<Vec<_>>(), vec![1, 3, 127]);
    }
}

//! Sets of counters: one bit each.

/// A set of up to 128 numbered things.
pub type Set = u128;

/// The numbers in a set, in order.
#[inline]
pub fn each(mut set: Set) -> impl Iterator<Item = usize> {
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
    fn each_lists_members_in_order() {
        assert_eq!(each(1 << 127 | 0b1010).collect::<Vec<_>>(), vec![1, 3, 127]);
    }
}

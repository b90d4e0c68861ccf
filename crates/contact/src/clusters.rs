//! Clusters of contact: friends and enemies who touch, directly or through others, can be settled apart from the rest.

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

/// Sorts friends into clusters: two are in one cluster if a chain of shared enemies joins them. `touches[f]` is the set of
/// enemies that friend `f` touches. Answers `(friends, enemies)` of each cluster, in order of the first friend; friends who
/// touch nobody are in none.
pub fn clusters(touches: &[Set]) -> Vec<(Set, Set)> {
    let mut found: Vec<(Set, Set)> = Vec::new();
    for (friend, enemies) in touches.iter().enumerate().filter(|(_, t)| **t != 0) {
        let mut joined = (1 << friend, *enemies);
        found.retain(|(friends, theirs)| {
            let apart = theirs & enemies == 0;
            if !apart {
                joined = (joined.0 | friends, joined.1 | theirs);
            }
            apart
        });
        found.push(joined);
    }
    found.sort_by_key(|(friends, _)| friends.trailing_zeros());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friends_who_share_an_enemy_are_together() {
        assert_eq!(clusters(&[0b001, 0b010, 0b011, 0, 0b100]), vec![(0b00111, 0b011), (0b10000, 0b100)]);
        assert_eq!(clusters(&[0, 0]), vec![]);
    }

    #[test]
    fn a_late_friend_joins_two_clusters() {
        assert_eq!(clusters(&[0b01, 0b10, 0b11]), vec![(0b111, 0b11)]);
    }

    #[test]
    fn each_lists_members_in_order() {
        assert_eq!(each(1 << 127 | 0b1010).collect::<Vec<_>>(), vec![1, 3, 127]);
    }
}

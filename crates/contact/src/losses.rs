//! Losses: which sets of counters pay what is owed.

/// The cheapest sum of some of these strengths that reaches `owed`; everything if everything is not enough.
pub fn cheapest(strengths: &[u16], owed: u32) -> u32 {
    let total: u32 = strengths.iter().map(|s| u32::from(*s)).sum();
    if total <= owed {
        return total;
    }
    // reachable[s]: some subset sums to s.
    let mut reachable = vec![false; total as usize + 1];
    reachable[0] = true;
    let mut top = 0;
    for strength in strengths {
        let strength = usize::from(*strength);
        top += strength;
        for sum in (strength..=top).rev() {
            reachable[sum] |= reachable[sum - strength];
        }
    }
    (owed..=total).find(|s| reachable[*s as usize]).unwrap_or(total)
}

/// Whether some of these strengths sum to exactly `wanted`.
pub fn sums_to(strengths: &[u16], wanted: u32) -> bool {
    let total: u32 = strengths.iter().map(|s| u32::from(*s)).sum();
    wanted <= total && cheapest(strengths, wanted) == wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheapest_is_the_least_sum_that_pays() {
        assert_eq!(cheapest(&[4, 5, 9], 3), 4);
        assert_eq!(cheapest(&[4, 5, 9], 6), 9);
        assert_eq!(cheapest(&[5, 5, 4], 8), 9);
        assert_eq!(cheapest(&[5, 5, 4], 11), 14);
        assert_eq!(cheapest(&[2, 3], 9), 5);
        assert_eq!(cheapest(&[2, 3], 0), 0);
    }

    #[test]
    fn cheapest_agrees_with_trying_every_subset() {
        let strengths = [1u16, 3, 4, 4, 6, 9];
        for owed in 0..30u32 {
            let sums = (0u32..64).map(|set| (0..6).filter(|i| set >> i & 1 == 1).map(|i| u32::from(strengths[i])).sum::<u32>());
            let best = sums.filter(|s| *s >= owed).min().unwrap_or(27);
            assert_eq!(cheapest(&strengths, owed), best, "owed {owed}");
        }
    }

    #[test]
    fn exact_sums() {
        assert!(sums_to(&[2, 2, 3], 5));
        assert!(!sums_to(&[2, 2], 3));
        assert!(sums_to(&[], 0));
        assert!(!sums_to(&[2], 3));
    }
}

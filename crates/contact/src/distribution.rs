//! Exact distributions of dice: counts of equally likely answers, never floating point until the end.

/// How many of `n` dice show at least `target`: entry k counts the answers (of `sides^n`) with exactly k hits.
pub fn hits(n: u8, sides: u8, target: u8) -> Vec<u128> {
    let good = u128::from((sides + 1).saturating_sub(target).min(sides));
    let bad = u128::from(sides) - good;
    let mut counts = vec![1u128];
    for _ in 0..n {
        let mut next = vec![0; counts.len() + 1];
        for (k, count) in counts.iter().enumerate() {
            next[k] += count * bad;
            next[k + 1] += count * good;
        }
        counts = next;
    }
    counts
}

/// Counts as probabilities.
pub fn probabilities(counts: &[u128]) -> Vec<f64> {
    let total: u128 = counts.iter().sum();
    counts.iter().map(|c| *c as f64 / total as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_agree_with_counting_every_answer() {
        let counts = hits(3, 6, 5);
        let mut by_hand = [0u128; 4];
        for answer in 0..216 {
            let hit = [answer % 6, answer / 6 % 6, answer / 36].into_iter().filter(|face| face + 1 >= 5).count();
            by_hand[hit] += 1;
        }
        assert_eq!(counts, by_hand);
    }

    #[test]
    fn certain_and_impossible_targets() {
        assert_eq!(hits(2, 6, 1), vec![0, 0, 36]);
        assert_eq!(hits(2, 6, 7), vec![36, 0, 0]);
        assert!((probabilities(&hits(1, 6, 5))[1] - 1.0 / 3.0).abs() < 1e-12);
    }
}

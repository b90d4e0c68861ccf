//! Odds: two sums of strength brought to a printed column, always rounded in the defender's favour.

use std::fmt;

/// Simplified odds. Over even they are `n-1`, under even `1-n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Odds(i16);

impl Odds {
    /// `n` to 1; from 1.
    pub const fn to_one(n: i16) -> Odds {
        Odds(n - 1)
    }

    /// 1 to `n`; from 1.
    pub const fn one_to(n: i16) -> Odds {
        Odds(1 - n)
    }

    /// The odds of two sums, rounded in the defender's favour: 13 to 4 is 3-1, 7 to 8 is 1-2. No attack at all is the worst
    /// odds there are, no defence at all the best.
    #[inline]
    pub fn of(attack: u32, defence: u32) -> Odds {
        if attack >= defence {
            match attack.checked_div(defence) {
                Some(ratio) => Odds::to_one(ratio.clamp(1, 9_999) as i16),
                None => Odds::to_one(9_999),
            }
        } else {
            match defence.checked_add(attack).and_then(|sum| (sum - 1).checked_div(attack)) {
                Some(ratio) => Odds::one_to(ratio.min(9_999) as i16),
                None => Odds::one_to(9_999),
            }
        }
    }

    /// How many columns better than even; negative if worse.
    #[inline]
    pub fn above_even(self) -> i16 {
        self.0
    }

    /// The odds so many columns from even.
    #[inline]
    pub fn from_even(columns: i16) -> Odds {
        Odds(columns)
    }

    /// Reads `3-1` or `1-2`.
    pub fn parse(text: &str) -> Option<Odds> {
        let (a, d) = text.split_once(['-', ':'])?;
        match (a.trim().parse::<i16>().ok()?, d.trim().parse::<i16>().ok()?) {
            (n, 1) if n >= 1 => Some(Odds::to_one(n)),
            (1, n) if n >= 1 => Some(Odds::one_to(n)),
            _ => None,
        }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 0 { write!(f, "{}-1", self.0 + 1) } else { write!(f, "1-{}", 1 - self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_round_in_the_defenders_favour() {
        for (attack, defence, column) in
            [(13, 4, "3-1"), (7, 8, "1-2"), (2, 7, "1-4"), (4, 4, "1-1"), (4, 9, "1-3"), (30, 2, "15-1"), (1, 9, "1-9"), (5, 9, "1-2")]
        {
            assert_eq!(Odds::of(attack, defence).to_string(), column, "{attack} to {defence}");
        }
    }

    #[test]
    fn odds_agree_with_exact_fractions() {
        for attack in 1..60u32 {
            for defence in 1..60u32 {
                let above = i32::from(Odds::of(attack, defence).above_even());
                let (attack, defence) = (attack as i32, defence as i32);
                if above >= 0 {
                    assert!(attack >= (above + 1) * defence && attack < (above + 2) * defence);
                } else {
                    assert!(attack * (1 - above) >= defence && attack * -above < defence);
                }
            }
        }
    }

    #[test]
    fn odds_read_and_write() {
        for text in ["1-5", "1-2", "1-1", "2-1", "6-1"] {
            assert_eq!(Odds::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Odds::parse("2-3"), None);
        assert_eq!(Odds::parse("x"), None);
        assert_eq!(Odds::of(0, 5), Odds::one_to(9_999));
        assert_eq!(Odds::of(5, 0), Odds::to_one(9_999));
    }
}

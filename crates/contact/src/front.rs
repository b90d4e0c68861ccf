//! The line of contact: who touches whom, and who would be left over.
//!
//! Several rulebooks say the same: whoever is in contact must attack, and whoever is touched must be attacked, each once, with all
//! attackers of a battle beside all its defenders. Battles are stated one after the other, so each game asks after every addition
//! whether the rest can still be done. The answer needs no search as long as any battle may be fought:
//!
//! *If everybody left touches somebody left on the other side, all can be fought.* Take a smallest set of contacts that still touches
//! everybody. No contact of it joins two that both have another one, or it could go; so it falls into stars, one against several or
//! several against one, and a star is a battle.
//!
//! So only those matter who are *stranded*: they must come into the battle at hand, or it may not be made. Blue & Gray asks this of
//! hexes and lets guns take what is stranded, Bull Run of hexes with screens, Chancellorsville 1961 of counters. Where a battle may be
//! forbidden for its odds the sentence above is wrong and a real search is needed: `duties` of Chancellorsville 1974 has the only one.
//! In Give Us Victories a unit may always take on all its neighbours at once, so nobody is ever stranded for good.

use crate::Set;

/// Small sets of attackers or defenders, one bit each: as many as the game needs.
pub trait Mask: Copy + PartialEq {
    /// Nobody.
    const NONE: Self;
    /// What is in both.
    fn both(self, other: Self) -> Self;
    /// What is in either.
    fn either(self, other: Self) -> Self;
    /// Just that one.
    fn one(number: usize) -> Self;
}

macro_rules! mask {
    ($($word:ty),*) => {$(
        impl Mask for $word {
            const NONE: $word = 0;

            #[inline]
            fn both(self, other: $word) -> $word {
                self & other
            }

            #[inline]
            fn either(self, other: $word) -> $word {
                self | other
            }

            #[inline]
            fn one(number: usize) -> $word {
                1 << number
            }
        }
    )*};
}

mask!(u64, u128);

/// Of some of one side those who touch none of these of the other. `touches` has for each of the one side whom of the other it touches.
#[inline]
pub fn stranded<M: Mask>(touches: &[M], some: M, others: M) -> M {
    let alone = |(n, touched): (usize, &M)| if touched.both(others) == M::NONE { M::one(n) } else { M::NONE };
    touches.iter().enumerate().map(alone).fold(M::NONE, M::either).both(some)
}

/// The first of them: cheaper where there are many and few are asked about.
#[inline]
pub fn first_stranded(touches: &[Set], some: Set, others: Set) -> Option<usize> {
    crate::each(some).find(|n| touches[*n] & others == 0)
}

/// Whom these of the one side touch.
#[inline]
pub fn touched<M: Mask>(touches: &[M], some: M) -> M {
    let by = |(n, touched): (usize, &M)| if some.both(M::one(n)) == M::NONE { M::NONE } else { *touched };
    touches.iter().enumerate().map(by).fold(M::NONE, M::either)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether all of both sides can be put into battles, each attacker beside all defenders of its battle: by trying everything.
    fn can_all_fight(touches: &[u64], attackers: u64, defenders: u64) -> bool {
        let Some(first) = (0..touches.len()).find(|n| attackers >> n & 1 == 1) else { return defenders == 0 };
        // The battle of the first attacker: any company, any of the enemies that all of them touch.
        (0..1u64 << touches.len()).filter(|c| c & !attackers == 0 && c >> first & 1 == 1).any(|company| {
            let common = crate::each(company.into()).fold(defenders, |all, n| all & touches[n]);
            (1..1u64 << 5).filter(|t| t & !common == 0).any(|targets| can_all_fight(touches, attackers & !company, defenders & !targets))
        })
    }

    #[test]
    fn all_can_fight_exactly_if_nobody_is_stranded() {
        // Every line of contact of three attackers and four defenders.
        for contacts in 0..1u64 << 12 {
            let touches: Vec<u64> = (0..3).map(|n| contacts >> (4 * n) & 15).collect();
            let defenders = 15;
            let stranded = stranded(&touches, 7, defenders) != 0 || touched(&touches, 7) != defenders;
            assert_eq!(can_all_fight(&touches, 7, defenders), !stranded, "{touches:?}");
        }
    }

    #[test]
    fn only_those_asked_about_are_stranded() {
        let touches = [0b01, 0b10, 0b11];
        assert_eq!(stranded(&touches, 0b111u64, 0b01), 0b010);
        assert_eq!(stranded(&touches, 0b101u64, 0b01), 0);
        assert_eq!(touched(&touches, 0b011u64), 0b11);
        assert_eq!(touched(&touches, 0b001u64), 0b01);
        assert_eq!(first_stranded(&[0b01, 0b10, 0b11], 0b110, 0b01), Some(1));
        assert_eq!(first_stranded(&[0b01, 0b10, 0b11], 0b101, 0b01), None);
    }
}

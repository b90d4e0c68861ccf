//! Movement points, exact to the sixth: the rulebooks have halves and thirds.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

/// An amount of movement points, counted in sixths so that halves and thirds add up exactly. Sums stop at [`Points::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Points(u16);

impl Points {
    /// Nothing.
    pub const ZERO: Points = Points(0);
    /// More than any march costs: an allowance without limit.
    pub const MAX: Points = Points(u16::MAX);

    /// Whole points.
    pub const fn whole(points: u16) -> Points {
        Points(points.saturating_mul(6))
    }

    /// Half points.
    pub const fn halves(halves: u16) -> Points {
        Points(halves.saturating_mul(3))
    }

    /// Thirds of a point.
    pub const fn thirds(thirds: u16) -> Points {
        Points(thirds.saturating_mul(2))
    }

    /// Sixths of a point.
    pub const fn sixths(sixths: u16) -> Points {
        Points(sixths)
    }

    /// The amount in sixths.
    pub const fn in_sixths(self) -> u16 {
        self.0
    }

    /// What is left after paying, or `None` if it is too little.
    pub fn pay(self, cost: Points) -> Option<Points> {
        self.0.checked_sub(cost.0).map(Points)
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Mul<u16> for Points {
    type Output = Points;

    fn mul(self, times: u16) -> Points {
        Points(self.0.saturating_mul(times))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

/// As a player writes it: `4`, `1/3`, `4 1/2`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = ["", "1/6", "1/3", "1/2", "2/3", "5/6"][usize::from(self.0 % 6)];
        match (self.0 / 6, part) {
            (whole, "") => write!(f, "{whole}"),
            (0, part) => f.write_str(part),
            (whole, part) => write!(f, "{whole} {part}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_and_thirds_add_up() {
        assert_eq!(Points::halves(1) + Points::thirds(1) + Points::sixths(1), Points::whole(1));
        assert_eq!([Points::thirds(1); 3].into_iter().sum::<Points>(), Points::whole(1));
        assert_eq!(Points::halves(1) * 3, Points::halves(3));
    }

    #[test]
    fn points_are_written_as_a_player_writes_them() {
        let written = [Points::ZERO, Points::whole(4), Points::thirds(1), Points::halves(9), Points::thirds(5), Points::sixths(11)];
        assert_eq!(written.map(|p| p.to_string()), ["0", "4", "1/3", "4 1/2", "1 2/3", "1 5/6"]);
    }

    #[test]
    fn one_pays_only_what_one_has() {
        assert_eq!(Points::whole(2).pay(Points::halves(3)), Some(Points::halves(1)));
        assert_eq!(Points::whole(1).pay(Points::halves(3)), None);
        assert_eq!(Points::MAX + Points::whole(1), Points::MAX);
    }
}

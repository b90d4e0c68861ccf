//! Chance is explicit: the rules ask, the caller answers.

use crate::Side;
use crate::mix::{GAMMA, mix};

/// What is thrown or drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// Dice, all with the same number of sides; values from 1.
    Dice {
        /// How many.
        count: u8,
        /// Six, as a rule.
        sides: u8,
    },
    /// Different things drawn from a cup, in order; values from 0 name them by their place.
    Cup {
        /// How many are in the cup.
        from: u8,
        /// How many are drawn.
        count: u8,
    },
}

/// A question to Chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    /// What is thrown or drawn.
    pub draw: Draw,
    /// The rule that asks.
    pub rule: &'static str,
    /// Who may see the answer; everybody if nobody is named.
    pub only: Option<Side>,
}

impl Chance {
    /// Dice that everybody sees.
    pub const fn dice(count: u8, rule: &'static str) -> Chance {
        Chance { draw: Draw::Dice { count, sides: 6 }, rule, only: None }
    }
}

/// The most values one answer can hold.
pub const MOST: usize = 31;

/// The answer to a [`Chance`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roll {
    len: u8,
    values: [u8; MOST],
}

impl Roll {
    /// The answer with these values, at most [`MOST`].
    pub fn new(values: &[u8]) -> Roll {
        let mut roll = Roll { len: values.len().min(MOST) as u8, values: [0; MOST] };
        roll.values[..usize::from(roll.len)].copy_from_slice(&values[..usize::from(roll.len)]);
        roll
    }

    /// A single die.
    #[inline]
    pub fn one(value: u8) -> Roll {
        let mut values = [0; MOST];
        values[0] = value;
        Roll { len: 1, values }
    }

    /// The values.
    #[inline]
    pub fn values(&self) -> &[u8] {
        &self.values[..usize::from(self.len)]
    }

    /// The first value: the die, where there is one.
    #[inline]
    pub fn first(&self) -> u8 {
        self.values[0]
    }
}

impl std::fmt::Debug for Roll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.values())
    }
}

impl Draw {
    /// Says what is wrong with an answer, if anything.
    pub fn fault(self, values: &[u8]) -> Option<String> {
        match self {
            Draw::Dice { count, sides } => {
                if values.len() != usize::from(count) {
                    Some(format!("{count} dice are asked for, {} were given", values.len()))
                } else {
                    let bad = values.iter().find(|v| !(1..=sides).contains(*v))?;
                    Some(format!("a die shows 1 to {sides}, not {bad}"))
                }
            }
            Draw::Cup { from, count } => {
                if values.len() != usize::from(count) {
                    return Some(format!("{count} are to be drawn, {} were given", values.len()));
                }
                if let Some(bad) = values.iter().find(|v| **v >= from) {
                    return Some(format!("the cup holds 0 to {}, not {bad}", from.saturating_sub(1)));
                }
                (1..values.len()).any(|i| values[..i].contains(&values[i])).then(|| "the same thing cannot be drawn twice".to_string())
            }
        }
    }
}

/// A set of answers with the same consequence: how many answers it stands for, and one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// How many of all equally likely answers.
    pub weight: u32,
    /// One of them.
    pub sample: Roll,
}

impl Class {
    /// The six faces of one die sorted into classes by what they do, in order of first appearance.
    pub fn of_die<T: PartialEq>(does: impl Fn(u8) -> T, out: &mut Vec<Class>) {
        let start = out.len();
        let mut seen: Vec<T> = Vec::with_capacity(6);
        for face in 1..=6 {
            let effect = does(face);
            match seen.iter().position(|e| *e == effect) {
                Some(i) => out[start + i].weight += 1,
                None => {
                    seen.push(effect);
                    out.push(Class { weight: 1, sample: Roll::one(face) });
                }
            }
        }
    }
}

/// The seeded generator of a host. It counts: the n-th word depends on the seed and n alone, so a save needs two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice {
    seed: u64,
    drawn: u64,
}

impl Dice {
    /// A fresh generator.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, drawn: 0 }
    }

    /// A generator that has given `drawn` words already.
    pub fn resume(seed: u64, drawn: u64) -> Dice {
        Dice { seed, drawn }
    }

    /// The seed.
    pub fn seed(self) -> u64 {
        self.seed
    }

    /// How many words it has given.
    pub fn drawn(self) -> u64 {
        self.drawn
    }

    /// The next word.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.drawn = self.drawn.wrapping_add(1);
        mix(mix(self.seed).wrapping_add(self.drawn.wrapping_mul(GAMMA)))
    }

    /// A number from 0 up to, not including, `bound`, without bias worth the name (2^-32 for small bounds).
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// True in that part of the cases.
    pub fn chance(&mut self, part: f64) -> bool {
        (self.below(1 << 20) as f64) < part * f64::from(1 << 20)
    }

    /// Answers a question.
    pub fn answer(&mut self, draw: Draw) -> Roll {
        match draw {
            Draw::Dice { count: 1, sides } => Roll::one(1 + self.below(usize::from(sides)) as u8),
            Draw::Dice { count, sides } => {
                let mut values = [0; MOST];
                let values = &mut values[..usize::from(count).min(MOST)];
                values.iter_mut().for_each(|v| *v = 1 + self.below(usize::from(sides)) as u8);
                Roll::new(values)
            }
            Draw::Cup { from, count } => {
                let mut cup: Vec<u8> = (0..from).collect();
                let drawn: Vec<u8> = (0..count.min(from)).map(|_| cup.remove(self.below(cup.len()))).collect();
                Roll::new(&drawn)
            }
        }
    }
}

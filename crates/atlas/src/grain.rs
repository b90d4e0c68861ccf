//! The grain of the drawing: small irregularities that are the same each time.

/// A stream of pseudo-random numbers that depends only on where it is used.
pub(crate) struct Grain(u64);

impl Grain {
    /// The grain of a thing, told apart by a few numbers.
    pub fn of(seed: &[i64]) -> Grain {
        let mut grain = Grain(0x9e37_79b9_7f4a_7c15);
        for part in seed {
            grain.0 ^= (*part as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            grain.next();
        }
        grain
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Between 0 and 1.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Between two bounds.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// One of so many.
    pub fn pick(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}

//! Mixing of 64-bit words: position hashes and the dice generator. Ours, so that it never changes under a saved game.

/// One round of mixing (the finalizer of SplitMix64).
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The step between two words of a stream.
pub const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of a string, for keys.
pub fn hash_text(text: &str) -> u64 {
    text.bytes().fold(mix(text.len() as u64), |h, b| mix(h.wrapping_add(GAMMA) ^ u64::from(b)))
}

/// Collects words into one hash; the same words in the same order give the same hash on any machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixer(u64);

impl Mixer {
    /// Adds a word.
    #[inline]
    pub fn add(&mut self, word: u64) -> &mut Mixer {
        self.0 = mix(self.0.wrapping_add(GAMMA) ^ word);
        self
    }

    /// The hash so far.
    #[inline]
    pub fn finish(self) -> u64 {
        self.0
    }
}

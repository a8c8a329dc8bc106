//! Random numbers from a seed.

/// A `SplitMix64` generator (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014).
#[derive(Debug, Clone)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Returns a number below `n`, which must not be 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }

    /// Returns a number of a range, with both ends included.
    pub(crate) fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to.saturating_sub(from) + 1)
    }

    /// Returns `true` with a probability of `often` in ten thousand.
    pub(crate) fn happens(&mut self, often: u64) -> bool {
        self.below(10_000) < often
    }
}

//! Random draws for resampling: `ChaCha8` with a fixed key layout, so that a seed gives the same
//! resamples everywhere.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;

/// A source of uniform draws.
pub(crate) struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// Creates the source for a seed and a stream. The streams of a seed are independent of each
    /// other.
    ///
    /// The 32 bytes of the cipher's key: `stepfall statistics` (19 bytes), zeros (5), the seed (8,
    /// little-endian).
    pub(crate) fn new(seed: u64, stream: u32) -> Self {
        let mut key = [0u8; 32];
        key[..19].copy_from_slice(b"stepfall statistics");
        key[24..].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(u64::from(stream));
        Self(rng)
    }

    /// Draws a position in a list of `len`, all equally likely; 0 for an empty list.
    ///
    /// Lemire's multiply-and-reject (ACM TOMACS 29(1), 2019), on 32 bits.
    pub(crate) fn position(&mut self, len: usize) -> usize {
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        self.below(len) as usize
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the low half is compared")]
    fn below(&mut self, n: u32) -> u32 {
        let mut wide = self.wide(n);
        if (wide as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (wide as u32) < threshold {
                wide = self.wide(n);
            }
        }
        (wide >> 32) as u32
    }

    fn wide(&mut self, n: u32) -> u64 {
        u64::from(self.0.next_u32()) * u64::from(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_frozen() {
        let mut draw = SeededRng::new(42, 0);
        let drawn: Vec<usize> = (0..12).map(|_| draw.position(10)).collect();
        assert_eq!(drawn, [0, 8, 0, 1, 3, 0, 7, 6, 7, 6, 6, 8]);
    }

    #[test]
    fn positions_are_equally_likely() {
        let mut draw = SeededRng::new(1, 7);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[draw.position(7)] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}");
        assert_eq!(draw.position(0), 0);
    }
}

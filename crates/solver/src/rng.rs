//! Random draws from a seed: `ChaCha8` with a key layout that this module defines, and bounded
//! draws.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;
use stepfall_procedure::Item;

use crate::kind::Rate;

/// The purpose of a draw. Its discriminant is the stream of the cipher. Actions and wording have
/// separate streams, so that the actions do not depend on the wording.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stream {
    Actions = 0,
    Words = 1,
}

/// A source of uniform draws.
pub(crate) struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// Creates the source for one item and one seed of the solver.
    pub(crate) fn new(item: &Item, seed: u64, stream: Stream) -> Self {
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(b"executor");
        key[8..16].copy_from_slice(&seed.to_le_bytes());
        key[16..24].copy_from_slice(&item.seed.number().to_le_bytes());
        key[24..].copy_from_slice(&u64::from(item.index).to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream as u64);
        Self(rng)
    }

    /// Returns a uniform number in `0..n`, or 0 if `n` is 0.
    ///
    /// Lemire's multiply-and-reject (ACM TOMACS 29(1), 2019).
    #[expect(clippy::cast_possible_truncation, reason = "only the low half is compared")]
    fn below_u32(&mut self, n: u32) -> u32 {
        let Some(threshold) = n.wrapping_neg().checked_rem(n) else {
            return 0;
        };
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(n);
            if wide as u32 >= threshold {
                return (wide >> 32) as u32;
            }
        }
    }

    /// Returns a random position in a list of length `n`, or 0 if the list is empty.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.below_u32(u32::try_from(n).unwrap_or(u32::MAX)) as usize
    }

    /// Returns true in half of the draws.
    pub(crate) fn coin(&mut self) -> bool {
        self.below_u32(2) == 0
    }

    /// Returns true with the probability of the rate.
    pub(crate) fn happens(&mut self, rate: Rate) -> bool {
        self.below_u32(u32::from(Rate::WHOLE)) < u32::from(rate.parts())
    }

    /// Returns a random element of a list; `None` if the list is empty.
    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// Removes and returns a random element of a list; `None` if the list is empty.
    pub(crate) fn take<T>(&mut self, mut all: Vec<T>) -> Option<T> {
        if all.is_empty() {
            return None;
        }
        let at = self.below(all.len());
        Some(all.swap_remove(at))
    }

    /// Returns a list in a uniformly random order (Fisher and Yates).
    pub(crate) fn shuffled<T>(&mut self, all: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut all: Vec<T> = all.into_iter().collect();
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
        all
    }
}

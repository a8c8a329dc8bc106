//! Random draws that stay the same for ever: `ChaCha8` with a key that is defined here, and our own
//! draw functions.
//!
//! The values depend only on the keystream of `rand`. Each kind of draw has its own stream number,
//! so that the kinds are independent: drawing more names never changes an operand.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;

use crate::spec::{LookBack, Spec};

/// The kind of a draw. The number is the cipher's stream, and is frozen.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stream {
    Inputs = 0,
    Dead = 1,
    Steps = 2,
    Names = 3,
    Tables = 4,
    HistoryErrors = 5,
    Lines = 6,
    Filler = 7,
    Operands = 8,
    Signs = 9,
}

/// The version of the generator in which the draws last changed. It is part of the key, so that
/// other versions have other draws.
const DRAWS: u16 = 2;

/// The key from which an item is drawn.
///
/// Steps and look-back are part of the key, so that items of several lengths and look-backs are
/// independent draws. Operations, numbers, ranges, dead steps, condition, wording and names are not
/// part of it. So items that differ only in these use the same random numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    /// The number of steps; 0 if shorter procedures are the beginnings of longer ones.
    steps: u16,
    look_back: LookBack,
    seed: u64,
    index: u32,
    /// The number of the attempt to draw this item, from 0.
    attempt: u32,
}

impl Key {
    /// Returns the key for the first draw of an item.
    pub(crate) fn new(spec: &Spec, seed: u64, index: u32) -> Self {
        let steps = if spec.nested { 0 } else { spec.steps };
        Self { steps, look_back: spec.binding_look_back(), seed, index, attempt: 0 }
    }

    /// Returns the key of another attempt to draw the same item.
    pub(crate) const fn with_attempt(self, attempt: u32) -> Self {
        Self { attempt, ..self }
    }

    /// Returns the draws of one kind.
    ///
    /// The key of the cipher has 32 bytes: `stepfall`, [`DRAWS`] (2 bytes), the steps (2), the
    /// reach of the look-back (1) and whether it is exact (1). Then follow two zeros, the seed (8),
    /// the index (4) and the attempt (4). All numbers are little-endian.
    pub(crate) fn stream(self, stream: Stream) -> SeededRng {
        let mut bytes = [0u8; 32];
        bytes[..8].copy_from_slice(b"stepfall");
        bytes[8..10].copy_from_slice(&DRAWS.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.steps.to_le_bytes());
        bytes[12] = self.look_back.reach();
        bytes[13] = u8::from(matches!(self.look_back, LookBack::Exactly(_)));
        bytes[16..24].copy_from_slice(&self.seed.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.index.to_le_bytes());
        bytes[28..].copy_from_slice(&self.attempt.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(bytes);
        rng.set_stream(stream as u64);
        SeededRng(rng)
    }
}

/// A source of uniform draws.
pub(crate) struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// Shuffles a list by the method of Fisher and Yates, from the front. Every order is equally
    /// likely.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in 0..list.len() {
            let left = u32::try_from(list.len() - at).unwrap_or(u32::MAX);
            list.swap(at, at + self.below_u32(left) as usize);
        }
    }

    /// Returns a number in `0..n`, with equal probabilities; `n` is not zero.
    ///
    /// This is Lemire's multiply-and-reject method (ACM TOMACS 29(1), 2019), on 32 bits if `n`
    /// fits.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        if let Ok(n) = u32::try_from(n) {
            return u64::from(self.below_u32(n));
        }
        let threshold = n.wrapping_neg() % n;
        loop {
            let (high, low) = halves(u128::from(self.next_u64()) * u128::from(n));
            if low >= threshold {
                return high;
            }
        }
    }

    /// Returns two words of the keystream, the first word as the low half.
    fn next_u64(&mut self) -> u64 {
        let low = u64::from(self.0.next_u32());
        low | u64::from(self.0.next_u32()) << 32
    }

    /// Returns a number in `0..n`, like [`SeededRng::below`], but on 32 bits.
    #[expect(clippy::cast_possible_truncation, reason = "the low half is what is compared")]
    pub(crate) fn below_u32(&mut self, n: u32) -> u32 {
        let mut wide = u64::from(self.0.next_u32()) * u64::from(n);
        if (wide as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (wide as u32) < threshold {
                wide = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }

    /// Draws a position of `weights` by weight; `None` if all are zero.
    pub(crate) fn weighted(&mut self, weights: [u16; 4]) -> Option<usize> {
        let total: u32 = weights.iter().map(|&weight| u32::from(weight)).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below_u32(total);
        for (position, &weight) in weights.iter().enumerate() {
            match left.checked_sub(u32::from(weight)) {
                Some(rest) => left = rest,
                None => return Some(position),
            }
        }
        None
    }
}

/// Returns the high and the low 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "each half has 64 bits")]
const fn halves(wide: u128) -> (u64, u64) {
    ((wide >> 64) as u64, wide as u64)
}

/// Draws the positions `0..n` in random order, each once. `fill` sets `n` and makes all positions
/// available again.
pub(crate) struct Sampler {
    left: [u8; Self::MAX_POSITIONS],
    len: u8,
}

impl Sampler {
    pub(crate) const MAX_POSITIONS: usize = 200;

    pub(crate) const fn empty() -> Self {
        Self { left: [0; Self::MAX_POSITIONS], len: 0 }
    }

    pub(crate) fn fill(&mut self, n: u8) {
        for (slot, position) in self.left.iter_mut().zip(0..n) {
            *slot = position;
        }
        self.len = n;
    }

    pub(crate) fn take(&mut self, rng: &mut SeededRng) -> Option<u8> {
        if self.len == 0 {
            return None;
        }
        let at = rng.below_u32(u32::from(self.len)) as usize;
        self.len -= 1;
        let taken = self.left[at];
        self.left[at] = self.left[usize::from(self.len)];
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::cast_possible_truncation, reason = "small numbers")]

    use super::*;

    fn draw() -> SeededRng {
        Key::new(&Spec::default(), 42, 7).stream(Stream::Steps)
    }

    #[test]
    fn the_keystream_is_frozen() {
        let mut rng = draw();
        let first: Vec<u32> = (0..4).map(|_| rng.0.next_u32()).collect();
        assert_eq!(first, FROZEN, "the keystream moved: every item would change");
    }

    const FROZEN: [u32; 4] = [2_501_077_627, 283_930_793, 2_837_212_993, 3_871_467_540];

    #[test]
    fn wide_draws_are_frozen() {
        let mut rng = draw();
        let [first, second, third, fourth] = FROZEN.map(u64::from);
        assert_eq!(rng.next_u64(), first + (second << 32));
        // A range of 2^40 takes the 40 highest bits.
        assert_eq!(rng.below(1 << 40), (third + (fourth << 32)) >> 24);
    }

    #[test]
    fn draws_stay_below_and_reach_every_value() {
        let mut rng = draw();
        let mut seen = [0u32; 7];
        for _ in 0..7_000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1_150).contains(&count)), "{seen:?}");
        let wide = u64::from(u32::MAX) + 5;
        assert!((0..1_000).all(|_| rng.below(wide) < wide));
    }

    #[test]
    fn weights_determine_the_shares_of_draws() {
        let mut rng = draw();
        let mut seen = [0u32; 4];
        for _ in 0..8_000 {
            seen[rng.weighted([1, 0, 2, 1]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((3_800..4_200).contains(&seen[2]), "{seen:?}");
        assert_eq!(rng.weighted([0; 4]), None);
    }

    #[test]
    fn sampler_yields_each_position_once() {
        let mut rng = draw();
        let mut sampler = Sampler::empty();
        sampler.fill(7);
        sampler.fill(196);
        let mut taken: Vec<u8> = std::iter::from_fn(|| sampler.take(&mut rng)).collect();
        taken.sort_unstable();
        assert_eq!(taken, (0..196).collect::<Vec<u8>>());
    }
}

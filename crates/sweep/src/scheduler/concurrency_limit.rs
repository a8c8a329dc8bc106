//! The limit of concurrent calls to a target, and the wait after a failure.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;

/// The initial limit of concurrent calls to a language model.
const FIRST: u32 = 2;
/// The most attempts of a simulated solver that are written and not stored yet: enough for full
/// batches, few enough to be held in memory.
pub(super) const SIMULATED_AT_ONCE: u32 = 256;
/// The longest back-off after a first failure, in milliseconds.
const BACK_OFF: u64 = 1_000;
/// The longest back-off, in milliseconds.
const MAX_BACK_OFF: u64 = 60_000;

/// A window of concurrent calls. It widens by 1 after as many replies as it is wide, and is halved
/// after a rate limit or an overload: additive increase and multiplicative decrease (D.-M. Chiu and
/// R. Jain, Computer Networks and ISDN Systems 17, 1989).
#[derive(Debug, Clone)]
pub(super) struct ConcurrencyLimit {
    pub(super) size: u32,
    most: u32,
    replies: u32,
    /// The id of the first call that was sent after the window was last halved.
    halved: u64,
}

impl ConcurrencyLimit {
    pub(super) fn new(most: u16) -> Self {
        let most = u32::from(most).max(1);
        Self { size: FIRST.min(most), most, replies: 0, halved: 0 }
    }

    /// Creates a window that does not change.
    pub(super) const fn fixed(size: u32) -> Self {
        Self { size, most: size, replies: 0, halved: 0 }
    }

    pub(super) const fn most(&self) -> u32 {
        self.most
    }

    pub(super) fn widen(&mut self) {
        self.replies += 1;
        if self.replies >= self.size {
            self.replies = 0;
            self.size = (self.size + 1).min(self.most);
        }
    }

    /// Halves the window because of a call, unless it was halved since the call was sent. `next` is
    /// the id of the next call.
    pub(super) fn halve(&mut self, call: u64, next: u64) {
        if call >= self.halved {
            self.size = (self.size / 2).max(1);
            self.replies = 0;
            self.halved = next;
        }
    }
}

/// A random generator for the lengths of waits.
#[derive(Debug)]
pub(super) struct Jitter(ChaCha8Rng);

impl Jitter {
    pub(super) fn new(seed: u64) -> Self {
        let mut key = [0u8; 32];
        key[..14].copy_from_slice(b"stepfall sweep");
        key[24..].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Returns a random wait after this number of failures, in milliseconds. It is uniform between
    /// 0 and a bound. The bound is 1 s after one failure, and doubles with each further one up to
    /// 60 s ("full jitter", M. Brooker, Exponential Backoff and Jitter, AWS Architecture Blog,
    /// 2015). Rounding makes some waits likelier by a millionth, which does not matter here.
    pub(super) fn back_off(&mut self, failures: u32) -> u64 {
        let doubled = BACK_OFF << failures.saturating_sub(1).min(6);
        let most = doubled.min(MAX_BACK_OFF);
        (u64::from(self.0.next_u32()) * (most + 1)) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_widens_with_replies_and_halves_once_per_batch() {
        let mut window = ConcurrencyLimit::new(5);
        let mut sizes = Vec::new();
        for _ in 0..16 {
            sizes.push(window.size);
            window.widen();
        }
        assert_eq!(sizes, [2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5]);
        for (call, next, size) in [(10, 15, 2), (11, 15, 2), (14, 16, 2), (15, 20, 1), (20, 30, 1)]
        {
            window.halve(call, next);
            assert_eq!(window.size, size, "{call}");
        }
        assert_eq!(ConcurrencyLimit::new(1).size, 1);
    }

    #[test]
    fn back_off_is_random_up_to_a_doubling_limit() {
        let mut jitter = Jitter::new(7);
        for (failures, most) in [(1, 1_000), (2, 2_000), (6, 32_000), (7, 60_000), (99, 60_000)] {
            let waits: Vec<u64> = (0..1_000).map(|_| jitter.back_off(failures)).collect();
            let sum: u64 = waits.iter().sum();
            assert!(waits.iter().all(|&wait| wait <= most));
            assert!((450 * most..550 * most).contains(&sum), "{failures}: {sum}");
        }
        let draws = |seed| (0..5).map(|_| Jitter::new(seed).back_off(9)).collect::<Vec<_>>();
        assert_eq!(draws(1), draws(1));
        assert_ne!(draws(1), draws(2));
    }
}

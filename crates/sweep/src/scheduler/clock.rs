//! A clock that never goes back, and the rate at which answers are stored.

/// The longest time between two calls that counts as active, in milliseconds. During a longer time
/// the machine was probably asleep.
const MAX_ACTIVE: u64 = 90_000;
/// The length of one part of the last minute, in milliseconds of active time.
const PART: u64 = 5_000;
/// The number of parts of the last minute.
const PARTS: usize = 12;

/// A clock that follows the reported wall time. If the wall time goes back, the clock does not
/// move.
#[derive(Debug, Clone, Default)]
pub(super) struct Clock {
    wall: Option<u64>,
    /// Milliseconds that have passed since the first call.
    pub(super) elapsed: u64,
}

impl Clock {
    /// Updates the time, and returns how much has passed.
    pub(super) fn tick(&mut self, now: u64) -> u64 {
        let passed = now.saturating_sub(self.wall.unwrap_or(now));
        self.wall = Some(now);
        self.elapsed = self.elapsed.saturating_add(passed);
        passed
    }

    /// Returns the wall time of a moment of this clock, in milliseconds from 1970. A moment in the
    /// past becomes the current time.
    pub(super) fn wall(&self, moment: u64) -> u64 {
        let left = moment.saturating_sub(self.elapsed);
        self.wall.unwrap_or_default().saturating_add(left)
    }
}

/// A counter of the answers that were stored in about the last minute of active time.
#[derive(Debug, Clone, Default)]
pub(super) struct Meter {
    parts: [u32; PARTS],
    active: u64,
}

impl Meter {
    /// Advances the active time by `passed` milliseconds, or by less after a long gap
    /// ([`MAX_ACTIVE`]).
    pub(super) fn pass(&mut self, passed: u64) {
        let before = self.active / PART;
        self.active = self.active.saturating_add(passed.min(MAX_ACTIVE));
        for part in (before + 1..=self.active / PART).take(PARTS) {
            self.parts[Self::place(part)] = 0;
        }
    }

    pub(super) fn count(&mut self) {
        self.parts[Self::place(self.active / PART)] += 1;
    }

    /// Returns the number of answers that were stored in about the last minute, and the
    /// milliseconds of active time over which they were counted.
    pub(super) fn last(&self) -> (u64, u64) {
        let count = self.parts.iter().map(|&count| u64::from(count)).sum();
        let span = (u64::try_from(PARTS).unwrap_or(1) - 1) * PART + self.active % PART;
        (count, self.active.min(span).max(PART))
    }

    fn place(part: u64) -> usize {
        usize::try_from(part % u64::try_from(PARTS).unwrap_or(1)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_never_goes_backwards() {
        let mut clock = Clock::default();
        let passed = [100, 150, 50, 60, 60].map(|now| clock.tick(now));
        assert_eq!((passed, clock.elapsed), ([0, 50, 0, 10, 0], 60));
        assert_eq!(clock.wall(100), 100);
        clock.tick(u64::MAX);
        clock.tick(0);
        clock.tick(u64::MAX);
        assert_eq!(clock.elapsed, u64::MAX);
    }

    #[test]
    fn the_rate_ignores_events_older_than_a_minute() {
        let mut meter = Meter::default();
        assert_eq!(meter.last(), (0, 5_000));
        for _ in 0..120 {
            meter.pass(1_000);
            meter.count();
        }
        assert_eq!(meter.last(), (56, 55_000));
        meter.pass(30_000);
        assert_eq!(meter.last(), (26, 55_000));
        meter.pass(u64::MAX);
        assert_eq!(meter.last().0, 0);
    }
}

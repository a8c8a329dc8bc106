//! Intervals, and Wilson's for a share.

use crate::confidence::Confidence;
use crate::share::Share;

/// What is between two ends, both included; `low` is never above `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies within, or on an end.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A value and the interval around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// What the counts give by themselves.
    pub value: f64,
    /// What else they agree with.
    pub interval: Interval,
}

/// Wilson's score interval for the probability behind a share, without continuity correction. Without trials it is all of
/// [0, 1]. It takes the trials as independent; where an item has several samples, take [`crate::accuracy`].
///
/// E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal of the American Statistical
/// Association 22 (1927) 209-212.
pub fn wilson(share: Share, confidence: Confidence) -> Interval {
    score_interval(f64::from(share.hits()), f64::from(share.trials()), confidence)
}

/// [`wilson`] for counts that may be larger, or not whole. `hits` is within 0 to `trials`.
pub(crate) fn score_interval(hits: f64, trials: f64, confidence: Confidence) -> Interval {
    if trials <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = confidence.z();
    Interval { low: lower_end(hits, trials, z), high: 1.0 - lower_end(trials - hits, trials, z) }
}

/// The lower end, `2kp / (2k + z² + z·√(z² + 4k(1 - p)))` with `p = k / n`: the smaller root of Wilson's equation
/// `(p - π)² = z² π(1 - π) / n`, multiplied by its conjugate so that nothing cancels. It is exactly 0 for `k = 0`.
fn lower_end(hits: f64, trials: f64, z: f64) -> f64 {
    let share = hits / trials;
    let root = (z * z + 4.0 * hits * (1.0 - share)).sqrt();
    2.0 * hits * share / (2.0 * hits + z * z + z * root)
}

//! Intervals, and Wilson's interval for a share.

use crate::confidence::Confidence;
use crate::share::Share;

/// A closed interval; `low` is never above `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns whether a value lies within the interval or on an end.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A value and the interval around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// The interval of values that agree with the data.
    pub interval: Interval,
}

/// Returns Wilson's score interval for the probability behind a share, without continuity
/// correction. Without trials the interval is the whole of [0, 1].
///
/// The trials count as independent. Where an item has several samples, use [`crate::accuracy`].
///
/// Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference,
/// Journal of the American Statistical Association 22 (1927) 209-212.
pub fn wilson(share: Share, confidence: Confidence) -> Interval {
    score_interval(f64::from(share.hits()), f64::from(share.trials()), confidence)
}

/// Returns the interval of [`wilson`] for counts that need be neither small nor whole. `hits` is
/// from 0 to `trials`.
pub(crate) fn score_interval(hits: f64, trials: f64, confidence: Confidence) -> Interval {
    if trials <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = confidence.z();
    Interval { low: lower_end(hits, trials, z), high: 1.0 - lower_end(trials - hits, trials, z) }
}

/// Returns the lower end, `2kp / (2k + z² + z·√(z² + 4k(1 - p)))` with `p = k / n`.
///
/// The lower end is the smaller root of Wilson's equation `(p - π)² = z² π(1 - π) / n`. The formula
/// is multiplied by the conjugate to avoid cancellation. The result is exactly 0 for `k = 0`.
fn lower_end(hits: f64, trials: f64, z: f64) -> f64 {
    let share = hits / trials;
    let root = (z * z + 4.0 * hits * (1.0 - share)).sqrt();
    2.0 * hits * share / (2.0 * hits + z * z + z * root)
}

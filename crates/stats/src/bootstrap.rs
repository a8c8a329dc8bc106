//! Percentile intervals over resampled items.

use crate::confidence::Confidence;
use crate::draw::SeededRng;
use crate::interval::{Estimate, Interval};
use crate::invalid::InvalidInput;
use crate::share::{Weighted, pooled};

/// The maximum of [`Resampling::times`].
pub const MAX_RESAMPLES: u32 = 1_000_000;

/// The settings of an interval over resampled items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resampling {
    /// The seed of the draws. Equal seeds give equal intervals for the same data.
    pub seed: u64,
    /// The number of resamples, at most [`MAX_RESAMPLES`]. The minimum depends on the level of
    /// confidence: 39 at 95 %.
    pub times: u32,
}

impl Resampling {
    /// Creates the settings for 2,000 resamples.
    pub const fn seeded(seed: u64) -> Self {
        Self { seed, times: 2_000 }
    }

    /// Returns the rank at which the ends of the interval are in the sorted resamples. The rank
    /// counts from 1 at either end: `⌊(times + 1) · tail⌋`, but at least 1.
    ///
    /// The tail is the probability that a normal variable exceeds `√(n / (n - 1))` times Student's
    /// point. Here `n` is the number of items, and Student's point has `n - 1` degrees of freedom.
    /// The tail is less than the usual half of the error probability, since resamples of few items
    /// vary too little.
    ///
    /// Sources:
    ///
    /// - B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap (1993), section 12.5.
    /// - The expanded percentile interval: T. C. Hesterberg, What Teachers Should Know about the
    ///   Bootstrap, The American Statistician 69 (2015) 371-386.
    pub(crate) fn rank(self, confidence: Confidence, items: usize) -> Result<usize, InvalidInput> {
        let left = 1000 - u32::from(confidence.per_mille());
        let least = 2000u32.div_ceil(left) - 1;
        if !(least..=MAX_RESAMPLES).contains(&self.times) {
            return Err(InvalidInput::Resamples { least, most: MAX_RESAMPLES });
        }
        let rank = f64::from(self.times + 1) * confidence.expanded_tail(items);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is within 1 to a million"
        )]
        Ok(rank.clamp(1.0, f64::from(MAX_RESAMPLES)) as usize)
    }
}

/// Returns the mean of all samples and its percentile interval over resampled items. The mean is
/// the sum of the totals divided by the sum of the weights.
///
/// A resample has as many items as the input, drawn with replacement, each with all its samples.
/// Items with more samples count more. If all items have the same number of samples, the value is
/// the mean of the items' means. If all items have the same mean, the interval is a point.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without items, and [`InvalidInput::Resamples`] if there are too few or
/// too many resamples.
pub fn bootstrap_mean(
    items: &[Weighted],
    confidence: Confidence,
    resampling: Resampling,
) -> Result<Estimate, InvalidInput> {
    let value = pooled(items.iter().copied()).ok_or(InvalidInput::Empty)?.value();
    let rank = resampling.rank(confidence, items.len())?;
    let mut draw = SeededRng::new(resampling.seed, 0);
    let mut means: Vec<f64> = (0..resampling.times)
        .filter_map(|_| resample(items, &mut draw))
        .map(Weighted::value)
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    let (low, high) = ends(&means, rank);
    Ok(Estimate { value, interval: Interval { low, high } })
}

/// Draws one resample of the items and pools it. Returns `None` if there are no items.
pub(crate) fn resample(items: &[Weighted], draw: &mut SeededRng) -> Option<Weighted> {
    pooled((0..items.len()).map(|_| items[draw.position(items.len())]))
}

/// Returns the element of a sorted list at a rank from the start, and the element at the same rank
/// from the end. Ranks count from 1.
pub(crate) fn ends<T: Copy>(sorted: &[T], rank: usize) -> (T, T) {
    (sorted[rank - 1], sorted[sorted.len() - rank])
}

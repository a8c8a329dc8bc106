//! Percentile intervals over resampled items: of means, and of what is fitted to them.

use crate::confidence::Confidence;
use crate::draw::Draw;
use crate::interval::{Estimate, Interval};
use crate::invalid::InvalidInput;
use crate::share::{Weighted, pooled};

/// The most resamples that are made.
pub const MAX_RESAMPLES: u32 = 1_000_000;

/// How resamples are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resampling {
    /// What the draws are made of. The same seed gives the same interval.
    pub seed: u64,
    /// How many resamples there are, at most [`MAX_RESAMPLES`].
    pub times: u32,
}

impl Resampling {
    /// 2,000 resamples.
    pub const fn seeded(seed: u64) -> Self {
        Self { seed, times: 2_000 }
    }

    /// Which resample, counted from either end and from 1, is that end of the interval: `⌊(times + 1) · tail⌋`, and the outermost where that is 0, as B. Efron and R. J.
    /// Tibshirani have it (An Introduction to the Bootstrap, 1993, section 12.5).
    ///
    /// The tail is what a normal variable leaves beyond `√(n / (n - 1))` times Student's point for `n - 1` degrees of freedom, with `n` the number of items: a little
    /// less than half of what the confidence leaves, since resamples of few items spread too little. T. C. Hesterberg, What Teachers Should Know about
    /// the Bootstrap, The American Statistician 69 (2015) 371-386, the expanded percentile interval.
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

/// The mean of all samples, the sum of the totals by that of the weights, and its percentile interval over resampled items.
///
/// A resample is as many items as there are, drawn with replacement, each with all its samples. Items with more samples
/// count more; where all have the same number it is the mean of the items' means. The interval is a point where items are all alike.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without items, and [`InvalidInput::Resamples`] where there are too few or too many resamples.
pub fn bootstrap_mean(
    items: &[Weighted],
    confidence: Confidence,
    resampling: Resampling,
) -> Result<Estimate, InvalidInput> {
    let value = pooled(items.iter().copied()).ok_or(InvalidInput::Empty)?.value();
    let rank = resampling.rank(confidence, items.len())?;
    let mut draw = Draw::new(resampling.seed, 0);
    let mut means: Vec<f64> = (0..resampling.times)
        .filter_map(|_| resample(items, &mut draw))
        .map(Weighted::value)
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    let (low, high) = ends(&means, rank);
    Ok(Estimate { value, interval: Interval { low, high } })
}

/// One resample of the items, pooled; nothing where there are none.
pub(crate) fn resample(items: &[Weighted], draw: &mut Draw) -> Option<Weighted> {
    pooled((0..items.len()).map(|_| items[draw.position(items.len())]))
}

/// The elements of a sorted list at a rank from either end, as [`Resampling::rank`] counts them.
pub(crate) fn ends<T: Copy>(sorted: &[T], rank: usize) -> (T, T) {
    (sorted[rank - 1], sorted[sorted.len() - rank])
}

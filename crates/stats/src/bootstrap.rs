//! Percentile intervals where items have several samples: items are resampled, since samples of an item are alike.

use crate::confidence::Confidence;
use crate::draw::Draw;
use crate::interval::{Estimate, Interval, score_interval};
use crate::invalid::InvalidInput;
use crate::share::{Share, Weighted, count, pooled};

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

    /// Which resample, counted from either end and from 1, is that end of the interval: `⌊(times + 1) · tail⌋` with half of what the confidence leaves
    /// as tail, as B. Efron and R. J. Tibshirani have it (An Introduction to the Bootstrap, 1993, section 12.5). In whole numbers.
    pub(crate) fn rank(self, confidence: Confidence) -> Result<usize, InvalidInput> {
        let left = 1000 - u32::from(confidence.per_mille());
        let least = 2000u32.div_ceil(left) - 1;
        if !(least..=MAX_RESAMPLES).contains(&self.times) {
            return Err(InvalidInput::Resamples { least, most: MAX_RESAMPLES });
        }
        Ok(((self.times + 1) * left / 2000) as usize)
    }
}

/// The share of right samples over all items, with an interval that knows that samples of an item are alike.
///
/// - Where every item has one sample it is [`crate::wilson`]'s.
/// - Where the items have all the same share, as at the top and at the bottom of a collapse curve, resampling them shows no spread. The
///   interval is then Wilson's for as many trials as there are items, which is what samples amount to that always agree.
/// - Else it is that of [`bootstrap_mean`].
///
/// # Errors
///
/// [`InvalidInput::Empty`] without items, [`InvalidInput::NoSamples`] for an item without samples, and
/// [`InvalidInput::Resamples`] where there are too few or too many resamples.
pub fn accuracy(
    items: &[Share],
    confidence: Confidence,
    resampling: Resampling,
) -> Result<Estimate, InvalidInput> {
    let weighted = Weighted::of_items(items)?;
    let all = pooled(weighted.iter().copied()).ok_or(InvalidInput::Empty)?;
    let value = all.value();
    if items.iter().all(|item| item.trials() == 1) {
        let interval = score_interval(all.total(), all.weight(), confidence);
        return Ok(Estimate { value, interval });
    }
    if items.iter().all(|item| item.is_like(items[0])) {
        let trials = count(items);
        return Ok(Estimate {
            value,
            interval: score_interval(value * trials, trials, confidence),
        });
    }
    bootstrap_mean(&weighted, confidence, resampling)
}

/// The mean of all samples, the sum of the totals by that of the weights, and its percentile interval over resampled items.
///
/// A resample is as many items as there are, drawn with replacement, each with all its samples. Items with more samples
/// count more; where all have the same number it is the mean of the items' means. The interval is known to be somewhat
/// narrow for few items, and is a point where they are all alike.
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
    let rank = resampling.rank(confidence)?;
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

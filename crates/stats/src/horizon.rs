//! The horizon: up to how many steps a model is right often enough.

use std::cmp::Ordering;

use crate::bootstrap::{Resampling, ends, resample};
use crate::confidence::Confidence;
use crate::draw::Draw;
use crate::invalid::InvalidInput;
use crate::isotonic::decreasing_fit;
use crate::share::{Share, Weighted, pooled};

/// What was measured at one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Length {
    /// The number of steps.
    pub steps: u32,
    /// The share of right samples of every item of this length.
    pub items: Vec<Share>,
}

/// The largest number of steps at which the curve is still at the share or above it. The order is that of the horizons.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Horizon {
    /// The curve is below the share at the shortest length already, which has so many steps.
    BelowShortest(u32),
    /// The curve falls below the share after so many steps, at or between lengths.
    At(f64),
    /// The curve never falls below the share, up to the longest length, which has so many steps.
    BeyondLongest(u32),
}

/// A horizon and its interval, whose ends may lie outside the lengths too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HorizonEstimate {
    /// The horizon of what was measured.
    pub horizon: Horizon,
    /// The lower end of the interval.
    pub low: Horizon,
    /// The upper end of the interval.
    pub high: Horizon,
}

/// The horizon of the nearest falling curve ([`decreasing_fit`] over lengths, weighted by samples, straight between lengths),
/// with a percentile interval.
///
/// Every resample draws the items within each length anew, each with all its samples, and fits its own curve. The draws of a
/// length depend on seed and steps alone. The interval tells how much depends on which items were drawn. It does not tell
/// what the curve does between two lengths: where one is always right and the next one always wrong, it is a point.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without lengths or where a length has no items, [`InvalidInput::Order`] where steps do not increase,
/// [`InvalidInput::NoSamples`] for an item without samples, [`InvalidInput::Target`] for a share that is not between 0 and 1, and
/// [`InvalidInput::Resamples`] where there are too few or too many resamples.
pub fn horizon(
    lengths: &[Length],
    target: f64,
    confidence: Confidence,
    resampling: Resampling,
) -> Result<HorizonEstimate, InvalidInput> {
    let curve = Curve::new(lengths, target)?;
    let rank = resampling.rank(confidence)?;
    let horizon = curve.crossing(|items, _| pooled(items.iter().copied()))?;

    let mut draws: Vec<Draw> =
        curve.steps.iter().map(|&steps| Draw::new(resampling.seed, steps)).collect();
    let mut resamples = Vec::with_capacity(resampling.times as usize);
    for _ in 0..resampling.times {
        resamples.push(curve.crossing(|items, length| resample(items, &mut draws[length]))?);
    }
    resamples.sort_unstable_by(Horizon::by_size);
    let (low, high) = ends(&resamples, rank);
    Ok(HorizonEstimate { horizon, low, high })
}

impl Horizon {
    /// The order of [`PartialOrd`], which leaves nothing open here: no horizon is NaN.
    fn by_size(&self, other: &Self) -> Ordering {
        self.partial_cmp(other).unwrap_or(Ordering::Equal)
    }
}

/// What was asked, checked.
struct Curve {
    steps: Vec<u32>,
    items: Vec<Vec<Weighted>>,
    target: f64,
}

impl Curve {
    fn new(lengths: &[Length], target: f64) -> Result<Self, InvalidInput> {
        if !(target > 0.0 && target < 1.0) {
            return Err(InvalidInput::Target);
        }
        let steps: Vec<u32> = lengths.iter().map(|length| length.steps).collect();
        if let Some(before) = steps.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(InvalidInput::Order { position: before + 1 });
        }
        let items: Result<Vec<_>, _> =
            lengths.iter().map(|length| Weighted::of_items(&length.items)).collect();
        Ok(Self { steps, items: items?, target })
    }

    /// The horizon where each length has the mean that `mean` makes of its items and its position.
    fn crossing(
        &self,
        mut mean: impl FnMut(&[Weighted], usize) -> Option<Weighted>,
    ) -> Result<Horizon, InvalidInput> {
        let means: Option<Vec<Weighted>> =
            self.items.iter().enumerate().map(|(length, items)| mean(items, length)).collect();
        let fit = decreasing_fit(&means.ok_or(InvalidInput::Empty)?)?;
        let reached = fit.partition_point(|&share| share >= self.target);
        if reached == 0 {
            return Ok(Horizon::BelowShortest(self.steps[0]));
        }
        if reached == fit.len() {
            return Ok(Horizon::BeyondLongest(self.steps[reached - 1]));
        }
        let (over, under) = (fit[reached - 1], fit[reached]);
        let (from, to) = (f64::from(self.steps[reached - 1]), f64::from(self.steps[reached]));
        Ok(Horizon::At(from + (over - self.target) / (over - under) * (to - from)))
    }
}

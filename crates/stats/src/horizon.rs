//! The horizon: up to how many steps a model is correct often enough.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::accuracy::accuracy;
use crate::bootstrap::{Resampling, ends};
use crate::confidence::Confidence;
use crate::draw::SeededRng;
use crate::interval::Estimate;
use crate::invalid::InvalidInput;
use crate::isotonic::decreasing_fit;
use crate::item::{Cluster, ItemShare, ItemSharing, MIN_ITEMS};
use crate::share::{Weighted, pooled};

/// The measurements at one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Length {
    /// The number of steps.
    pub steps: u32,
    /// The items of this length, of one or several strata such as look-backs.
    pub items: Vec<ItemShare>,
}

/// The largest number of steps at which the curve is still at the target share or above it. Values
/// are ordered by the horizon.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Horizon {
    /// The curve is below the target already at the shortest length, which has this many steps.
    BelowShortest(u32),
    /// The curve falls below the target after this many steps, at a length or between two.
    At(f64),
    /// The curve never falls below the target, up to the longest length, which has this many steps.
    BeyondLongest(u32),
}

/// A horizon and its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HorizonEstimate {
    /// The horizon of the measured shares.
    pub horizon: Horizon,
    /// The ends of the interval, which may lie outside the lengths. `None` if a length has fewer
    /// than [`MIN_ITEMS`] items. If lengths share items, all different items count.
    pub interval: Option<(Horizon, Horizon)>,
}

/// The measured lengths that enclose a horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bracket {
    /// The longest length up to which the share is clearly above the target; `None` if this is not
    /// clear even at the shortest length.
    pub above: Option<u32>,
    /// The shortest length from which on the share is clearly below the target; `None` if this is
    /// not clear even at the longest length.
    pub below: Option<u32>,
}

/// Returns the measured lengths that enclose the horizon, whatever the curve does between lengths.
///
/// Each length is tested by its interval ([`accuracy`]): the whole interval must be above or below
/// the target. One sequence of tests goes up from the shortest length, until an interval is not
/// above the target. Another goes down from the longest length, until an interval is not below it.
/// Such a fixed sequence needs no adjustment for the number of lengths. So both results hold
/// together at the level of confidence, for any curve that never rises.
///
/// Source: W. Maurer, L. A. Hothorn and W. Lehmacher, Multiple Comparisons in Drug Clinical Trials
/// and Preclinical Assays, in: J. Vollmar, Biometrie in der chemisch-pharmazeutischen Industrie 6
/// (1995) 3-18.
///
/// # Errors
///
/// Those of [`horizon`], except [`InvalidInput::Resamples`]. Without lengths there is no error, and
/// both results are `None`.
pub fn bracket(
    lengths: &[Length],
    items: ItemSharing,
    target: f64,
    confidence: Confidence,
) -> Result<Bracket, InvalidInput> {
    Curve::new(lengths, target)?;
    let intervals = lengths.iter().map(|length| accuracy(&length.items, items, confidence));
    let intervals: Vec<Estimate> = intervals.collect::<Result<_, _>>()?;
    let sides = || lengths.iter().zip(&intervals);
    let above = sides().take_while(|(_, share)| share.interval.low > target).last();
    let below = sides().rev().take_while(|(_, share)| share.interval.high < target).last();
    let steps = |side: Option<(&Length, &Estimate)>| side.map(|(length, _)| length.steps);
    Ok(Bracket { above: steps(above), below: steps(below) })
}

/// Returns the horizon of the nearest falling curve, with a percentile interval. The curve is
/// [`decreasing_fit`] over lengths, weighted by attempts.
///
/// Nothing is measured between two lengths. There the share is assumed to fall by the same factor
/// with every step, as it does if each step has an error equally often. Example: if the share is
/// 70 % at 15 steps and 40 % at 25, the horizon for 50 % is 21.0 steps. A straight line would give
/// 21.7. A share of 0 counts as half a correct attempt, because no factor leads to 0.
///
/// Every resample draws items anew and fits its own curve. If lengths have their own items, items
/// are drawn within each length, and the draws of a length depend on seed and steps alone. If
/// lengths share items, an item is drawn with all its attempts at all lengths. The ends are those
/// of the expanded percentile interval for the number of items. If lengths have their own items,
/// the number is that of the length with the fewest items.
///
/// The interval is valid only if each step has an error equally often. It allows for the random
/// choice of items, but not for another curve between two lengths. Example: if all attempts at one
/// length are correct and all at the next are incorrect, the interval is a point. [`bracket`]
/// assumes only that the curve never rises.
///
/// Source: T. C. Hesterberg, The American Statistician 69 (2015) 371-386.
///
/// # Errors
///
/// - [`InvalidInput::Empty`] without lengths or if a length has no items.
/// - [`InvalidInput::Order`] if steps do not increase.
/// - [`InvalidInput::NoSamples`] for an item without samples.
/// - [`InvalidInput::Target`] for a target that is not between 0 and 1.
/// - [`InvalidInput::Resamples`] if there are too few or too many resamples.
pub fn horizon(
    lengths: &[Length],
    items: ItemSharing,
    target: f64,
    confidence: Confidence,
    resampling: Resampling,
) -> Result<HorizonEstimate, InvalidInput> {
    let curve = Curve::new(lengths, target)?;
    let horizon = curve.crossing(&curve.means)?;
    let clusters = clusters(lengths, items);
    let number = clusters.iter().map(Vec::len).min().unwrap_or(0);
    let rank = resampling.rank(confidence, number)?;
    if number < MIN_ITEMS {
        return Ok(HorizonEstimate { horizon, interval: None });
    }
    let mut draws: Vec<SeededRng> = (clusters.iter().zip(&curve.steps))
        .map(|(_, &steps)| SeededRng::new(resampling.seed, steps))
        .collect();
    let mut resamples = Vec::with_capacity(resampling.times as usize);
    for _ in 0..resampling.times {
        resamples.push(curve.crossing(&curve.resampled(&clusters, &mut draws))?);
    }
    resamples.sort_unstable_by(Horizon::by_size);
    Ok(HorizonEstimate { horizon, interval: Some(ends(&resamples, rank)) })
}

/// Returns lists of clusters. Draws from each list are independent. A cluster has the counts of its
/// items, each with the index of the item's length.
///
/// If lengths have their own items, there is a list for each length. Otherwise there is a single
/// list.
fn clusters(lengths: &[Length], items: ItemSharing) -> Vec<Vec<Vec<(usize, Weighted)>>> {
    let mut lists: BTreeMap<usize, BTreeMap<Cluster, Vec<(usize, Weighted)>>> = BTreeMap::new();
    for (index, length) in lengths.iter().enumerate() {
        let list = match items {
            ItemSharing::Independent => index,
            ItemSharing::Shared => 0,
        };
        let list = lists.entry(list).or_default();
        for item in &length.items {
            let counted = Weighted::of_share(item.share);
            list.entry(items.cluster(item.stratum, item.item)).or_default().push((index, counted));
        }
    }
    lists.into_values().map(|list| list.into_values().collect()).collect()
}

impl Horizon {
    /// Compares like [`PartialOrd`]. No horizon is NaN, so the order is total.
    fn by_size(&self, other: &Self) -> Ordering {
        self.partial_cmp(other).unwrap_or(Ordering::Equal)
    }
}

/// The checked input.
struct Curve {
    steps: Vec<u32>,
    /// The mean of each length.
    means: Vec<Weighted>,
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
        let mean = |length: &Length| {
            ItemShare::check(&length.items)?;
            let counted = length.items.iter().map(|item| Weighted::of_share(item.share));
            pooled(counted).ok_or(InvalidInput::Empty)
        };
        let means: Result<Vec<_>, _> = lengths.iter().map(mean).collect();
        Ok(Self { steps, means: means?, target })
    }

    /// Returns the means of one resample. A length without drawn items keeps its measured mean.
    fn resampled(
        &self,
        clusters: &[Vec<Vec<(usize, Weighted)>>],
        draws: &mut [SeededRng],
    ) -> Vec<Weighted> {
        let mut means: Vec<Option<Weighted>> = vec![None; self.means.len()];
        for (list, draw) in clusters.iter().zip(draws) {
            for _ in 0..list.len() {
                for (index, counted) in &list[draw.position(list.len())] {
                    let mean = &mut means[*index];
                    *mean = Some(mean.map_or(*counted, |mean| mean.pool(*counted)));
                }
            }
        }
        means
            .into_iter()
            .zip(&self.means)
            .map(|(mean, measured)| mean.unwrap_or(*measured))
            .collect()
    }

    /// Returns the horizon for given means of the lengths.
    fn crossing(&self, means: &[Weighted]) -> Result<Horizon, InvalidInput> {
        let fit = decreasing_fit(means)?;
        let reached = fit.partition_point(|&share| share >= self.target);
        if reached == 0 {
            return Ok(Horizon::BelowShortest(self.steps[0]));
        }
        if reached == fit.len() {
            return Ok(Horizon::BeyondLongest(self.steps[reached - 1]));
        }
        let (over, under) = (fit[reached - 1], fit[reached].max(0.5 / means[reached].weight()));
        let (from, to) = (f64::from(self.steps[reached - 1]), f64::from(self.steps[reached]));
        let passed = (over / self.target).ln() / (over / under.min(self.target)).ln();
        // The quotient is 0 / 0 if both shares equal the target, which is possible because half an
        // attempt replaces a share of 0.
        let passed = if passed.is_nan() { 0.0 } else { passed };
        Ok(Horizon::At(from + passed.min(1.0) * (to - from)))
    }
}

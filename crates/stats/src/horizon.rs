//! The horizon: up to how many steps a model is right often enough.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::accuracy::accuracy;
use crate::bootstrap::{Resampling, ends};
use crate::confidence::Confidence;
use crate::draw::Draw;
use crate::interval::Estimate;
use crate::invalid::InvalidInput;
use crate::isotonic::decreasing_fit;
use crate::item::{Cluster, FEWEST_ITEMS, ItemShare, Items};
use crate::share::{Weighted, pooled};

/// What was measured at one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Length {
    /// The number of steps.
    pub steps: u32,
    /// The items of this length, of one or several strata such as look-backs.
    pub items: Vec<ItemShare>,
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

/// A horizon and its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HorizonEstimate {
    /// The horizon of what was measured.
    pub horizon: Horizon,
    /// The ends of the interval, which may lie outside the lengths too; nothing where there are fewer than [`FEWEST_ITEMS`] items.
    pub interval: Option<(Horizon, Horizon)>,
}

/// The measured lengths that enclose a horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bracket {
    /// The longest length up to which the share is clearly above the target; `None` where it is not even at the shortest.
    pub above: Option<u32>,
    /// The shortest length from which on the share is clearly below the target; `None` where it is not even at the longest.
    pub below: Option<u32>,
}

/// Returns the measured lengths that enclose the horizon, whatever the curve does between lengths.
///
/// Each length is tested by its interval ([`accuracy`]), which has to be above or below the target as a whole: from the shortest length up, and from the longest down,
/// each side until the first length that is not clear. Such a fixed sequence needs no adjustment for the number of lengths: W. Maurer, L. A. Hothorn and W. Lehmacher, Multiple
/// Comparisons in Drug Clinical Trials and Preclinical Assays, in: J. Vollmar, Biometrie in der chemisch-pharmazeutischen Industrie 6 (1995) 3-18. So both ends hold together with
/// the confidence, for any curve that never rises.
///
/// # Errors
///
/// Those of [`horizon`], but for resamples.
pub fn bracket(
    lengths: &[Length],
    items: Items,
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

/// The horizon of the nearest falling curve ([`decreasing_fit`] over lengths, weighted by attempts), with a percentile interval.
///
/// Nothing was measured between two lengths. There the share is taken to fall by the same factor with every step, as it does where each step goes wrong equally often: from
/// 70 % at 15 steps to 40 % at 25 it is 50 % at 21.0, while a straight line would have 21.7. A share of none is taken for half an attempt, since no such factor
/// leads to 0.
///
/// Every resample draws items anew and fits its own curve. Where lengths have items of their own, these are drawn within each length, and the draws of a length depend
/// on seed and steps alone; where they share items, an item is drawn with all its attempts at all lengths. The ends are those of the expanded
/// percentile interval (T. C. Hesterberg, The American Statistician 69 (2015) 371-386) for the number of items, of the length that has fewest where they are its own.
///
/// The interval holds only where each step goes wrong equally often. It tells how much depends on which items were drawn, and not what the curve does between two lengths:
/// where one is always right and the next one always wrong, it is a point. [`bracket`] assumes only that the curve never rises.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without lengths or where a length has no items, [`InvalidInput::Order`] where steps do not increase,
/// [`InvalidInput::NoSamples`] for an item without samples, [`InvalidInput::Target`] for a share that is not between 0 and 1, and
/// [`InvalidInput::Resamples`] where there are too few or too many resamples.
pub fn horizon(
    lengths: &[Length],
    items: Items,
    target: f64,
    confidence: Confidence,
    resampling: Resampling,
) -> Result<HorizonEstimate, InvalidInput> {
    let curve = Curve::new(lengths, target)?;
    let horizon = curve.crossing(&curve.means)?;
    let clusters = clusters(lengths, items);
    let number = clusters.iter().map(Vec::len).min().unwrap_or(0);
    let rank = resampling.rank(confidence, number)?;
    if number < FEWEST_ITEMS {
        return Ok(HorizonEstimate { horizon, interval: None });
    }
    let mut draws: Vec<Draw> = (clusters.iter().zip(&curve.steps))
        .map(|(_, &steps)| Draw::new(resampling.seed, steps))
        .collect();
    let mut resamples = Vec::with_capacity(resampling.times as usize);
    for _ in 0..resampling.times {
        resamples.push(curve.crossing(&curve.resampled(&clusters, &mut draws))?);
    }
    resamples.sort_unstable_by(Horizon::by_size);
    Ok(HorizonEstimate { horizon, interval: Some(ends(&resamples, rank)) })
}

/// What is drawn together, in lists that are drawn from independently: for each of them its items, and what each item counts at each length.
///
/// There is a list for each length where items are its own, whose items count at this length alone, and else a single one.
fn clusters(lengths: &[Length], items: Items) -> Vec<Vec<Vec<(usize, Weighted)>>> {
    let mut lists: BTreeMap<usize, BTreeMap<Cluster, Vec<(usize, Weighted)>>> = BTreeMap::new();
    for (place, length) in lengths.iter().enumerate() {
        let list = match items {
            Items::Independent => place,
            Items::Shared => 0,
        };
        let list = lists.entry(list).or_default();
        for one in &length.items {
            let counted = Weighted::of_share(one.share);
            list.entry(items.cluster(one.stratum, one.item)).or_default().push((place, counted));
        }
    }
    lists.into_values().map(|list| list.into_values().collect()).collect()
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
            let counted = length.items.iter().map(|one| Weighted::of_share(one.share));
            pooled(counted).ok_or(InvalidInput::Empty)
        };
        let means: Result<Vec<_>, _> = lengths.iter().map(mean).collect();
        Ok(Self { steps, means: means?, target })
    }

    /// The means of one resample. A length that none of the drawn items is of keeps its own.
    fn resampled(
        &self,
        clusters: &[Vec<Vec<(usize, Weighted)>>],
        draws: &mut [Draw],
    ) -> Vec<Weighted> {
        let mut means: Vec<Option<Weighted>> = vec![None; self.means.len()];
        for (list, draw) in clusters.iter().zip(draws) {
            for _ in 0..list.len() {
                for (place, counted) in &list[draw.position(list.len())] {
                    let mean = &mut means[*place];
                    *mean = Some(mean.map_or(*counted, |mean| mean.pool(*counted)));
                }
            }
        }
        means.into_iter().zip(&self.means).map(|(mean, own)| mean.unwrap_or(*own)).collect()
    }

    /// The horizon where each length has its mean.
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
        // 0 by 0 where both shares are the target up to the half attempt that stands for none.
        let passed = if passed.is_nan() { 0.0 } else { passed };
        Ok(Horizon::At(from + passed.min(1.0) * (to - from)))
    }
}

//! The difference between two runs over the same items, with an interval.

use crate::accuracy::{Cell, estimate, residuals};
use crate::confidence::Confidence;
use crate::interval::{Estimate, Interval};
use crate::invalid::InvalidInput;
use crate::item::ItemSharing;
use crate::share::Share;

/// The results of two runs at one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemPair {
    /// The stratum of the item: see [`crate::ItemShare`].
    pub stratum: u32,
    /// The number of the item within its stratum.
    pub item: u64,
    /// The share of the first run's attempts that are correct.
    pub first: Share,
    /// The share of the second run's attempts that are correct.
    pub second: Share,
}

impl ItemPair {
    /// Checks that there are pairs and that each has attempts of both runs.
    pub(crate) fn check(pairs: &[Self]) -> Result<(), InvalidInput> {
        let is_bare = |pair: &Self| pair.first.trials() == 0 || pair.second.trials() == 0;
        match pairs.iter().position(is_bare) {
            Some(item) => Err(InvalidInput::NoSamples { item }),
            None if pairs.is_empty() => Err(InvalidInput::Empty),
            None => Ok(()),
        }
    }
}

/// Returns the first run's share minus the second's, from -1 to 1, with a score interval for paired
/// shares.
///
/// Each share has the interval of [`crate::accuracy`]. The method of variance estimates recovery
/// combines the distances from both shares to the ends of their intervals. The combination depends
/// on the correlation of the items' residuals. A residual is the number of correct attempts, minus
/// the number that the share of the stratum predicts. If strata share items, the residuals of an
/// item are added up.
///
/// If every item has one attempt of each run and there is one stratum, this is exactly Newcombe's
/// method 10. His continuity correction, which takes half an attempt off a positive sum of
/// products, is made in all cases.
///
/// Both runs have the same weight at each item: the smaller of the two numbers of attempts. The
/// interval can disagree with [`crate::sign_flip`] if the p-value is close to the significance
/// level.
///
/// Sources:
///
/// - G. Y. Zou and A. Donner, Construction of Confidence Limits about Effect Measures, Statistics
///   in Medicine 27 (2008) 1693-1702.
/// - For pairs in clusters: Z. Yang, X. Sun and J. W. Hardin, Confidence Intervals for the
///   Difference of Marginal Probabilities in Clustered Matched-Pair Binary Data, Pharmaceutical
///   Statistics 11 (2012) 386-393.
/// - Method 10: R. G. Newcombe, Improved Confidence Intervals for the Difference between Binomial
///   Proportions Based on Paired Data. Statistics in Medicine 17 (1998) 2635-2650.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without items, and [`InvalidInput::NoSamples`] for an item without
/// attempts of a run.
pub fn paired_difference(
    pairs: &[ItemPair],
    items: ItemSharing,
    confidence: Confidence,
) -> Result<Estimate, InvalidInput> {
    ItemPair::check(pairs)?;
    let first = Arm::new(pairs, items, |pair| pair.first, confidence);
    let second = Arm::new(pairs, items, |pair| pair.second, confidence);
    let correlation = first.correlation(&second);
    let value = first.value - second.value;
    let low = value - joined(first.down, second.up, correlation);
    let high = value + joined(first.up, second.down, correlation);
    Ok(Estimate { value, interval: Interval { low: low.max(-1.0), high: high.min(1.0) } })
}

/// Combines a distance from each of two shares to an end of its interval. The errors of the shares
/// have this correlation.
fn joined(left: f64, right: f64, correlation: f64) -> f64 {
    (left * left - 2.0 * correlation * left * right + right * right).max(0.0).sqrt()
}

/// The share of a run, the distances to the ends of its interval, and the residual of each cluster.
struct Arm {
    value: f64,
    down: f64,
    up: f64,
    residuals: Vec<f64>,
}

impl Arm {
    fn new(
        pairs: &[ItemPair],
        items: ItemSharing,
        share: fn(&ItemPair) -> Share,
        confidence: Confidence,
    ) -> Self {
        let cell = |pair: &ItemPair| {
            let trials = f64::from(pair.first.trials().min(pair.second.trials()));
            Cell {
                stratum: pair.stratum,
                cluster: items.cluster(pair.stratum, pair.item),
                hits: share(pair).value().unwrap_or(0.0) * trials,
                trials,
                alike: trials,
            }
        };
        let cells: Vec<Cell> = pairs.iter().map(cell).collect();
        let Estimate { value, interval } = estimate(&cells, confidence);
        let (down, up) = (value - interval.low, interval.high - value);
        Self { value, down, up, residuals: residuals(&cells) }
    }

    /// Returns the correlation of the residuals of both runs, with Newcombe's continuity
    /// correction. It is 0 if the residuals of one run are all 0.
    fn correlation(&self, other: &Self) -> f64 {
        let product = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let (residuals, other_residuals) = (&self.residuals[..], &other.residuals[..]);
        let squares = product(residuals, residuals) * product(other_residuals, other_residuals);
        if squares < 1e-9 {
            return 0.0;
        }
        let sum = product(residuals, other_residuals);
        let corrected = if sum > 0.0 { (sum - 0.5).max(0.0) } else { sum };
        corrected / squares.sqrt()
    }
}

//! How much two runs over the same items differ, with an interval.

use crate::accuracy::{Cell, estimate, residuals};
use crate::confidence::Confidence;
use crate::interval::{Estimate, Interval};
use crate::invalid::InvalidInput;
use crate::item::Items;
use crate::share::Share;

/// How two runs fared at one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemPair {
    /// Which of the strata the item is of: see [`crate::ItemShare`].
    pub stratum: u32,
    /// Which item of the stratum it is.
    pub item: u64,
    /// How many attempts of the first run are right.
    pub first: Share,
    /// How many of the second are.
    pub second: Share,
}

impl ItemPair {
    /// That there are pairs, and attempts of both runs at each.
    pub(crate) fn check(pairs: &[Self]) -> Result<(), InvalidInput> {
        let is_bare = |pair: &Self| pair.first.trials() == 0 || pair.second.trials() == 0;
        match pairs.iter().position(is_bare) {
            Some(item) => Err(InvalidInput::NoSamples { item }),
            None if pairs.is_empty() => Err(InvalidInput::Empty),
            None => Ok(()),
        }
    }
}

/// How much larger the first run's share is than the second's, from -1 to 1, with a score interval for paired shares.
///
/// Each share has the interval of [`crate::accuracy`], and the distances of their ends are joined by how the residuals of items correlate, which are taken from the share of
/// their stratum and added up item by item where strata share items: the method of variance estimates recovery, G. Y. Zou and A. Donner, Construction of Confidence Limits
/// about Effect Measures, Statistics in Medicine 27 (2008) 1693-1702; for pairs in clusters Z. Yang, X. Sun and J. W. Hardin, Confidence Intervals for the Difference of
/// Marginal Probabilities in Clustered Matched-Pair Binary Data, Pharmaceutical Statistics 11 (2012) 386-393. Where every item has one attempt of each run and there is one
/// stratum, it is exactly method 10 of R. G. Newcombe, Improved Confidence Intervals for the Difference between Binomial Proportions Based on Paired Data, Statistics in
/// Medicine 17 (1998) 2635-2650, whose correction for continuity, half an attempt off a positive sum of products, is made in all cases.
///
/// Both runs count alike at each item: by the fewer of their attempts at it. It can disagree with [`crate::sign_flip`] where the p-value is close to what the
/// confidence leaves.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without items, and [`InvalidInput::NoSamples`] for an item without attempts of a run.
pub fn paired_difference(
    pairs: &[ItemPair],
    items: Items,
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

/// The length of two arms whose errors correlate.
fn joined(one: f64, other: f64, correlation: f64) -> f64 {
    (one * one - 2.0 * correlation * one * other + other * other).max(0.0).sqrt()
}

/// The share of a run, how far its interval reaches to either side, and by how much each cluster surpasses it.
struct Arm {
    value: f64,
    down: f64,
    up: f64,
    residuals: Vec<f64>,
}

impl Arm {
    fn new(
        pairs: &[ItemPair],
        items: Items,
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

    /// The correlation of the residuals of both runs; 0 where those of one do not differ.
    fn correlation(&self, other: &Self) -> f64 {
        let product = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let (own, others) = (&self.residuals[..], &other.residuals[..]);
        let squares = product(own, own) * product(others, others);
        if squares < 1e-9 {
            return 0.0;
        }
        let sum = product(own, others);
        let corrected = if sum > 0.0 { (sum - 0.5).max(0.0) } else { sum };
        corrected / squares.sqrt()
    }
}

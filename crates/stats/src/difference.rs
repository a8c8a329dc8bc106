//! How much two runs over the same items differ, with an interval.

use std::collections::BTreeMap;

use crate::accuracy::accuracy;
use crate::confidence::Confidence;
use crate::interval::{Estimate, Interval};
use crate::invalid::InvalidInput;
use crate::item::{ItemShare, Items};
use crate::share::{Share, count};

/// How two runs fared at one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemPair {
    /// Which of the strata the item is of: see [`ItemShare`].
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
/// The difference is the mean over strata of that of the two shares, each stratum by its number of items. Each share has the interval of [`accuracy`], and the
/// distances of their ends are joined by what the residuals of the items correlate: the method of variance estimates recovery, G. Y. Zou and A. Donner,
/// Construction of Confidence Limits about Effect Measures, Statistics in Medicine 27 (2008) 1693-1702; for pairs in clusters Z. Yang, X. Sun and J. W. Hardin,
/// Confidence Intervals for the Difference of Marginal Probabilities in Clustered Matched-Pair Binary Data, Pharmaceutical Statistics 11 (2012) 386-393.
/// Where every item has one attempt of each run and there is one stratum, it is exactly method 10 of R. G. Newcombe, Improved Confidence Intervals for the Difference
/// between Binomial Proportions Based on Paired Data, Statistics in Medicine 17 (1998) 2635-2650, whose correction for continuity, half an attempt off a positive sum of
/// products, is made in all cases. It can disagree with [`crate::sign_flip`] where the p-value is close to what the confidence leaves.
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
    let mut strata: BTreeMap<u32, Vec<ItemPair>> = BTreeMap::new();
    for pair in pairs {
        strata.entry(pair.stratum).or_default().push(*pair);
    }
    let mut arms = Vec::with_capacity(2 * strata.len());
    for (stratum, of_stratum) in &strata {
        let weight = count(of_stratum) / count(pairs);
        let group = items.cluster(*stratum, 0).0;
        arms.push(Arm::new(of_stratum, |pair| pair.first, weight, group, confidence)?);
        arms.push(Arm::new(of_stratum, |pair| pair.second, -weight, group, confidence)?);
    }
    let value: f64 = arms.iter().map(|arm| arm.value).sum();
    let (mut down, mut up) = (0.0, 0.0);
    for one in &arms {
        for other in &arms {
            let correlation = one.correlation(other);
            down += correlation * one.down * other.down;
            up += correlation * one.up * other.up;
        }
    }
    let (low, high) = (value - down.max(0.0).sqrt(), value + up.max(0.0).sqrt());
    Ok(Estimate { value, interval: Interval { low: low.max(-1.0), high: high.min(1.0) } })
}

/// A share as it stands in the difference: weighted, and with the sign of its run.
struct Arm {
    stratum: u32,
    is_first: bool,
    group: u32,
    value: f64,
    /// How far the sum reaches down and up because of this share, with its sign.
    down: f64,
    up: f64,
    /// By item, how many more attempts are right than the share lets expect.
    residuals: BTreeMap<u64, f64>,
    squares: f64,
}

impl Arm {
    fn new(
        pairs: &[ItemPair],
        share: fn(&ItemPair) -> Share,
        weight: f64,
        group: u32,
        confidence: Confidence,
    ) -> Result<Self, InvalidInput> {
        let of = |pair: &ItemPair| ItemShare {
            stratum: pair.stratum,
            item: pair.item,
            share: share(pair),
        };
        let shares: Vec<ItemShare> = pairs.iter().map(of).collect();
        let Estimate { value, interval } = accuracy(&shares, Items::Independent, confidence)?;
        let residual = |one: &ItemShare| {
            let share = one.share;
            (one.item, f64::from(share.hits()) - value * f64::from(share.trials()))
        };
        let residuals: BTreeMap<u64, f64> = shares.iter().map(residual).collect();
        let squares = residuals.values().map(|residual| residual * residual).sum();
        let (below, above) = (value - interval.low, interval.high - value);
        let is_first = weight > 0.0;
        let (down, up) = if is_first { (below, above) } else { (above, below) };
        Ok(Self {
            stratum: shares.first().map_or(0, |one| one.stratum),
            is_first,
            group,
            value: weight * value,
            down: weight * down,
            up: weight * up,
            residuals,
            squares,
        })
    }

    /// The correlation of two shares by the residuals of their items; 0 where they have no items in common, or one of them does not differ between items.
    fn correlation(&self, other: &Self) -> f64 {
        if self.group != other.group {
            return 0.0;
        }
        if (self.stratum, self.is_first) == (other.stratum, other.is_first) {
            return 1.0;
        }
        if self.squares < 1e-9 || other.squares < 1e-9 {
            return 0.0;
        }
        let product = |(item, residual): (&u64, &f64)| Some(residual * other.residuals.get(item)?);
        let sum: f64 = self.residuals.iter().filter_map(product).sum();
        let corrected = if sum > 0.0 { (sum - 0.5).max(0.0) } else { sum };
        corrected / (self.squares * other.squares).sqrt()
    }
}

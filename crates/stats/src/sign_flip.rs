//! A randomization test of the difference between two runs over the same items, by flipping signs
//! item by item.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::difference::ItemPair;
use crate::draw::SeededRng;
use crate::invalid::InvalidInput;
use crate::item::{Cluster, ItemMean, ItemSharing};
use crate::paired::{Pairs, mcnemar_mid_p};

/// The number of sign patterns that are drawn if not all patterns are counted.
pub const FLIPS: u32 = 9_999;
/// The maximum number of additions for which all sign patterns are counted.
const MAX_ADDITIONS: i64 = 20_000_000;
/// The largest common denominator of the items' shares for which differences are counted exactly.
const MAX_PARTS: u64 = 5_040;

/// Returns the two-sided p-value, from 0 to 1, of the sign-flip test that two runs are correct
/// equally often. Values below 10⁻³⁰⁰ may be returned as 0.
///
/// If both runs are equally good at an item, their results at the item can be exchanged, which
/// flips the sign of the item's difference. All samples of an item are exchanged together, because
/// they are alike. If lengths share items, the samples of an item are alike at all lengths.
///
/// The p-value is a share of all sign patterns. It counts the patterns whose sum of differences is
/// farther from 0 than the observed sum, and half of the patterns that are equally far (mid-p).
///
/// All patterns are counted, by sums, if the differences have a small common denominator and there
/// are not too many of them. Otherwise [`FLIPS`] patterns are drawn from the seed. The observed
/// pattern is counted among the drawn ones, so that no p-value is too small. Drawn patterns whose
/// sum is as far from 0 as the observed one count in full.
///
/// If every item has one attempt of each run and is at one length only, the test is McNemar's mid-p
/// test ([`mcnemar_mid_p`]).
///
/// Sources:
///
/// - R. A. Fisher, The Design of Experiments (1935), section 21.
/// - E. J. G. Pitman, Significance Tests Which May Be Applied to Samples from any Populations,
///   Supplement to the Journal of the Royal Statistical Society 4 (1937) 119-130.
/// - Drawn patterns: B. Phipson and G. K. Smyth, Permutation P-Values Should Never Be Zero,
///   Statistical Applications in Genetics and Molecular Biology 9 (2010) article 39.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without items, and [`InvalidInput::NoSamples`] for an item without
/// attempts of a run.
pub fn sign_flip(pairs: &[ItemPair], items: ItemSharing, seed: u64) -> Result<f64, InvalidInput> {
    ItemPair::check(pairs)?;
    let p = match whole_differences(pairs, items) {
        Some(differences) => exact_p(&differences),
        None => None,
    };
    Ok(p.unwrap_or_else(|| sampled_p(&differences(pairs, items), seed)))
}

/// Returns the two-sided p-value, from 0 to 1, of the sign-flip test for differences of means, one
/// per item. [`FLIPS`] sign patterns are drawn from the seed, and the observed pattern is counted
/// among them.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without items, [`InvalidInput::NoSamples`] for an item without attempts,
/// and [`InvalidInput::Mean`] for a difference that is not within -1 to 1.
pub fn sign_flip_of_means(
    differences: &[ItemMean],
    items: ItemSharing,
    seed: u64,
) -> Result<f64, InvalidInput> {
    ItemMean::check(differences, -1.0)?;
    let mut clusters: BTreeMap<Cluster, f64> = BTreeMap::new();
    for difference in differences {
        *clusters.entry(items.cluster(difference.stratum, difference.item)).or_default() +=
            difference.mean;
    }
    Ok(sampled_p(&clusters.into_values().collect::<Vec<_>>(), seed))
}

/// Returns the nonzero differences of all clusters as whole numbers without a common divisor.
/// Returns `None` if their common denominator is too large.
///
/// If both runs have equally many attempts at each item, the differences are numbers of correct
/// attempts. Otherwise they are differences of shares, as multiples of the same fraction.
fn whole_differences(pairs: &[ItemPair], items: ItemSharing) -> Option<Vec<i64>> {
    let is_even = pairs.iter().all(|pair| pair.first.trials() == pair.second.trials());
    let parts = if is_even {
        1
    } else {
        let trials = pairs.iter().flat_map(|pair| [pair.first.trials(), pair.second.trials()]);
        let common = |parts: u64, trials: u32| {
            let trials = u64::from(trials);
            let parts = parts / divisor(parts, trials) * trials;
            (parts <= MAX_PARTS).then_some(parts)
        };
        trials.into_iter().try_fold(1, common)?
    };
    let mut clusters: BTreeMap<Cluster, i64> = BTreeMap::new();
    for pair in pairs {
        let in_units = |hits: u32, trials: u32| {
            let unit = if is_even { 1 } else { parts / u64::from(trials) };
            i64::try_from(u64::from(hits) * unit).ok()
        };
        let first = in_units(pair.first.hits(), pair.first.trials())?;
        let second = in_units(pair.second.hits(), pair.second.trials())?;
        *clusters.entry(items.cluster(pair.stratum, pair.item)).or_default() += first - second;
    }
    let mut found: Vec<i64> =
        clusters.into_values().filter(|difference| *difference != 0).collect();
    let common =
        found.iter().fold(0, |common, difference| divisor(common, difference.unsigned_abs()));
    let common = i64::try_from(common).ok()?.max(1);
    for difference in &mut found {
        *difference /= common;
    }
    Some(found)
}

/// Returns the greatest common divisor. The divisor of 0 and a number is the number.
const fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the p-value over all sign patterns, or `None` if they are too many to count.
fn exact_p(differences: &[i64]) -> Option<f64> {
    let sizes: Vec<usize> = differences
        .iter()
        .map(|difference| usize::try_from(difference.unsigned_abs()).ok())
        .collect::<Option<_>>()?;
    if sizes.iter().all(|size| *size == 1) {
        let only = |sign: i64| differences.iter().filter(|difference| **difference == sign).count();
        let [only_first, only_second] = [only(1), only(-1)].map(u32::try_from);
        let (only_first, only_second) = (only_first.ok()?, only_second.ok()?);
        return Some(mcnemar_mid_p(Pairs { only_first, only_second, ..Pairs::default() }));
    }
    let most = sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(*size))?;
    let additions = i64::try_from(most.checked_mul(sizes.len())?).ok()?;
    if additions > MAX_ADDITIONS {
        return None;
    }
    // Each difference keeps its sign with probability 1/2. Entry `i` is the probability that the
    // sizes of the differences that keep their sign add up to `i`.
    let mut probabilities = vec![0.0; most + 1];
    probabilities[0] = 1.0;
    let mut reached = 0;
    for size in sizes {
        reached += size;
        for sum in (0..=reached).rev() {
            let before = if sum >= size { probabilities[sum - size] } else { 0.0 };
            probabilities[sum] = f64::midpoint(probabilities[sum], before);
        }
    }
    let observed = differences.iter().sum::<i64>().unsigned_abs();
    if observed == 0 {
        return Some(1.0);
    }
    let counts = |sum: usize| match (2 * sum as u64).abs_diff(most as u64).cmp(&observed) {
        Ordering::Less => 0.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 1.0,
    };
    let p: f64 = (0..=most).map(|sum| counts(sum) * probabilities[sum]).sum();
    Some(p.min(1.0))
}

/// Adds up the differences of the shares in each cluster.
fn differences(pairs: &[ItemPair], items: ItemSharing) -> Vec<f64> {
    let mut clusters: BTreeMap<Cluster, f64> = BTreeMap::new();
    for pair in pairs {
        let share = |share: crate::share::Share| share.value().unwrap_or(0.0);
        *clusters.entry(items.cluster(pair.stratum, pair.item)).or_default() +=
            share(pair.first) - share(pair.second);
    }
    clusters.into_values().collect()
}

/// Returns the p-value over drawn sign patterns, with the observed pattern counted among them.
fn sampled_p(differences: &[f64], seed: u64) -> f64 {
    // Equal sums may differ in their last digits, so the limit is slightly below the observed sum.
    let observed = differences.iter().sum::<f64>().abs() * (1.0 - 1e-12);
    let mut draw = SeededRng::new(seed, 1);
    let mut as_far = 1u32;
    for _ in 0..FLIPS {
        let flipped = differences
            .iter()
            .map(|difference| if draw.position(2) == 0 { *difference } else { -difference });
        as_far += u32::from(flipped.sum::<f64>().abs() >= observed);
    }
    f64::from(as_far) / f64::from(FLIPS + 1)
}

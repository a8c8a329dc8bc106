//! A share with an interval that allows for the similarity of attempts at the same item.

use std::collections::BTreeMap;

use crate::confidence::Confidence;
use crate::interval::{Estimate, score_interval};
use crate::invalid::InvalidInput;
use crate::item::{Cluster, ItemShare, ItemSharing};
use crate::share::count;

/// Returns the share of correct attempts over all items. Its interval is Wilson's for the effective
/// number of independent attempts.
///
/// Attempts at one item have similar results. So five attempts at each of 20 items contain less
/// information than one attempt at each of 100 items. If strata such as lengths have different
/// shares, the pooled share varies less than the share of one stratum with as many attempts. Both
/// effects make up the design effect: the variance of the share, relative to the variance for
/// equally many independent attempts. Wilson's formula gets the number of attempts divided by the
/// design effect.
///
/// - The residual of an item is its number of correct attempts, minus the number that the share of
///   its stratum predicts. Each stratum is a group of items. If strata share items, there is one
///   group, and the residuals of an item are added up.
/// - The variance of a group of `n` items is the sum of the squares of their residuals, times
///   `n / (n - 1)`. It is multiplied by the square of a ratio: Student's point divided by the
///   normal point. The degrees of freedom are `n - 1`, added up over all such groups.
/// - A group with one attempt at each item has the variance of independent attempts instead.
/// - The variance is at least that of attempts that are independent within each stratum. It is at
///   most the variance that results if all attempts at an item agree. If all items have the same
///   share, as at the top and the bottom of a collapse curve, the variance is this maximum. Strata
///   in which all items have the same share get the design effect of the other strata.
/// - If every item has one attempt and there is one stratum, the result is exactly the interval of
///   [`crate::wilson`].
///
/// The interval involves no resampling. At 95 %, equal counts give equal intervals on every
/// machine.
///
/// Sources:
///
/// - L. Kish, Survey Sampling (1965), section 8.2.
/// - E. L. Korn and B. I. Graubard, Confidence Intervals for Proportions with Small Expected Number
///   of Positive Counts Estimated from Survey Data, Survey Methodology 24 (1998) 193-201.
/// - A comparison with other intervals: C. Franco and others, Journal of Survey Statistics and
///   Methodology 7 (2019) 334-364.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without items, and [`InvalidInput::NoSamples`] for an item without
/// attempts.
pub fn accuracy(
    shares: &[ItemShare],
    items: ItemSharing,
    confidence: Confidence,
) -> Result<Estimate, InvalidInput> {
    ItemShare::check(shares)?;
    let cell = |item: &ItemShare| {
        let trials = f64::from(item.share.trials());
        Cell {
            stratum: item.stratum,
            cluster: items.cluster(item.stratum, item.item),
            hits: f64::from(item.share.hits()),
            trials,
            alike: trials,
        }
    };
    let cells: Vec<Cell> = shares.iter().map(cell).collect();
    Ok(estimate(&cells, confidence))
}

/// The counts of one item of a stratum. In a hazard, all items are in stratum 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) stratum: u32,
    pub(crate) cluster: Cluster,
    pub(crate) hits: f64,
    /// The number of trials; more than 0.
    pub(crate) trials: f64,
    /// The maximum number of trials that could agree with each other: all trials of a share, or one
    /// trial per attempt of a hazard.
    pub(crate) alike: f64,
}

#[derive(Clone, Copy, Default)]
struct Stratum {
    hits: f64,
    trials: f64,
}

#[derive(Clone, Copy, Default)]
struct ClusterCounts {
    hits: f64,
    trials: f64,
    alike: f64,
    /// The number of hits, minus the number that the shares of the strata predict.
    residual: f64,
}

impl Stratum {
    /// Returns the share with half a hit and half a miss added, so that it is neither 0 nor 1.
    fn smoothed(self) -> f64 {
        (self.hits + 0.5) / (self.trials + 1.0)
    }

    /// Returns the variance of the number of hits if all trials are independent.
    fn binomial(self) -> f64 {
        let share = self.smoothed();
        share * (1.0 - share) * self.trials
    }
}

/// Returns the share of all cells and its interval. There is at least one cell.
pub(crate) fn estimate(cells: &[Cell], confidence: Confidence) -> Estimate {
    let strata = strata_of(cells);
    let hits: f64 = strata.values().map(|stratum| stratum.hits).sum();
    let trials: f64 = strata.values().map(|stratum| stratum.trials).sum();
    let groups = grouped(cells, &strata);
    let is_plain = groups.values().all(|clusters| all_single(clusters));
    if is_plain && strata.len() == 1 {
        let interval = score_interval(hits, trials, confidence);
        return Estimate { value: hits / trials, interval };
    }
    let effective_trials = effective_trials(&groups, &strata, confidence);
    let value = hits / trials;
    Estimate {
        value,
        interval: score_interval(value * effective_trials, effective_trials, confidence),
    }
}

/// Returns the residual of each cluster, in the order of the clusters' keys.
pub(crate) fn residuals(cells: &[Cell]) -> Vec<f64> {
    let groups = grouped(cells, &strata_of(cells));
    groups.values().flatten().map(|counted| counted.residual).collect()
}

fn strata_of(cells: &[Cell]) -> BTreeMap<u32, Stratum> {
    let mut strata: BTreeMap<u32, Stratum> = BTreeMap::new();
    for cell in cells {
        let stratum = strata.entry(cell.stratum).or_default();
        stratum.hits += cell.hits;
        stratum.trials += cell.trials;
    }
    strata
}

/// Returns the clusters of each group. The group is the first number of a cluster's key.
fn grouped(cells: &[Cell], strata: &BTreeMap<u32, Stratum>) -> BTreeMap<u32, Vec<ClusterCounts>> {
    let mut clusters: BTreeMap<Cluster, ClusterCounts> = BTreeMap::new();
    for cell in cells {
        let stratum = strata.get(&cell.stratum).copied().unwrap_or_default();
        let counted = clusters.entry(cell.cluster).or_default();
        counted.hits += cell.hits;
        counted.trials += cell.trials;
        counted.alike += cell.alike;
        counted.residual += cell.hits - stratum.hits / stratum.trials * cell.trials;
    }
    let mut groups: BTreeMap<u32, Vec<ClusterCounts>> = BTreeMap::new();
    for ((group, _), counted) in clusters {
        groups.entry(group).or_default().push(counted);
    }
    groups
}

/// Returns whether each cluster is a single trial. The variance of such trials follows from their
/// share.
#[expect(clippy::float_cmp, reason = "a count of one is exact")]
fn all_single(clusters: &[ClusterCounts]) -> bool {
    clusters.iter().all(|counted| counted.trials == 1.0)
}

/// Returns the effective number of independent trials.
fn effective_trials(
    groups: &BTreeMap<u32, Vec<ClusterCounts>>,
    strata: &BTreeMap<u32, Stratum>,
    confidence: Confidence,
) -> f64 {
    let trials: f64 = strata.values().map(|stratum| stratum.trials).sum();
    let binomial: f64 = strata.values().map(|stratum| stratum.binomial()).sum();
    let clustered: Vec<&Vec<ClusterCounts>> =
        groups.values().filter(|clusters| !all_single(clusters)).collect();
    let degrees: usize = clustered.iter().map(|clusters| clusters.len() - 1).sum();
    let scale = confidence.t(u32::try_from(degrees).unwrap_or(u32::MAX)) / confidence.z();
    let single = groups.values().filter(|clusters| all_single(clusters));
    let single: f64 = single.map(|clusters| stratum_of(clusters).binomial()).sum();
    let variance = (single + hits_variance(&clustered) * scale * scale).max(binomial);

    let smoothed: f64 =
        strata.values().map(|counts| counts.smoothed() * counts.trials).sum::<f64>() / trials;
    let alike: f64 = groups.values().flatten().map(|counts| counts.trials * counts.alike).sum();
    let least = trials * trials / alike;
    (smoothed * (1.0 - smoothed) * trials * trials / variance).max(least)
}

/// Pools the counts of clusters.
fn stratum_of(clusters: &[ClusterCounts]) -> Stratum {
    let hits = clusters.iter().map(|counted| counted.hits).sum();
    Stratum { hits, trials: clusters.iter().map(|counted| counted.trials).sum() }
}

/// Returns the variance of the number of hits, from the differences between the residuals of
/// clusters within their group.
///
/// A group whose clusters do not differ gets the design effect of the groups whose clusters differ,
/// but at least 1. The maximum is the design effect of trials that all agree within their cluster.
/// If there are no such other groups, the design effect is exactly this maximum.
fn hits_variance(groups: &[&Vec<ClusterCounts>]) -> f64 {
    let differing = groups
        .iter()
        .filter_map(|clusters| Some((group_variance(clusters)?, stratum_of(clusters).binomial())));
    let (found, binomial) =
        differing.fold((0.0, 0.0), |sum, group| (sum.0 + group.0, sum.1 + group.1));
    let uniform = groups.iter().filter(|clusters| group_variance(clusters).is_none());
    let uniform = uniform.map(|clusters| {
        let all = stratum_of(clusters);
        let alike: f64 = clusters.iter().map(|counted| counted.trials * counted.alike).sum();
        let agreeing = all.smoothed() * (1.0 - all.smoothed()) * alike;
        let like_others = all.binomial() * (found / binomial).max(1.0);
        if binomial > 0.0 { agreeing.min(like_others) } else { agreeing }
    });
    found + uniform.sum::<f64>()
}

/// Returns the variance of the number of hits for the clusters of one group, from their residuals.
/// Returns `None` for a single cluster, and if all residuals are 0.
fn group_variance(clusters: &[ClusterCounts]) -> Option<f64> {
    let squares: f64 = clusters.iter().map(|counted| counted.residual * counted.residual).sum();
    let items = count(clusters);
    (items > 1.0 && squares > 1e-9).then(|| squares * items / (items - 1.0))
}

//! Estimates for the questions to which both sides have a reply.

use std::collections::BTreeMap;

use stepfall_stats::{
    Confidence, Estimate, ItemMean, ItemPair, ItemShare, ItemSharing, Resampling, Share, Weighted,
    accuracy, all_of, any_of, bootstrap_mean, paired_difference, sign_flip, sign_flip_of_means,
};

/// The seed of drawn sign patterns and resamples. Equal files give equal figures.
const SEED: u64 = 0;

/// The shares of both sides for a set of questions.
#[derive(Debug, Clone)]
pub(super) struct QuestionPairs {
    pairs: Vec<ItemPair>,
    items: ItemSharing,
    /// True if each side has one reply to each item, so that the test is McNemar's mid-p test.
    /// Otherwise it is the sign-flip test by item.
    pub(super) is_single: bool,
}

/// The result for a set of questions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Compared {
    /// The number of questions.
    pub(super) questions: usize,
    /// The share of correct replies of the first side.
    pub(super) first: Estimate,
    /// The share of correct replies of the second side.
    pub(super) second: Estimate,
    /// The first share minus the second.
    pub(super) difference: Estimate,
    /// The two-sided p-value of the test.
    pub(super) p: f64,
}

/// A mean over items for both sides, and its difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PassDifference {
    /// The mean of the first side.
    pub(super) first: f64,
    /// The mean of the second side.
    pub(super) second: f64,
    /// The first mean minus the second, with a percentile interval over resampled items.
    pub(super) difference: Estimate,
    /// The two-sided p-value of the sign-flip test by item.
    pub(super) p: f64,
}

/// An estimate over several samples of each item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// At least one sample is correct (pass@k).
    Any,
    /// All samples are correct (pass^k).
    All,
}

impl QuestionPairs {
    pub(super) fn new(pairs: Vec<ItemPair>) -> Self {
        let mut items: Vec<u64> = pairs.iter().map(|pair| pair.item).collect();
        items.sort_unstable();
        items.dedup();
        // Several questions have the same item if they differ only in the condition, or in the
        // length of a nested spec.
        let has_own_items = items.len() == pairs.len();
        let items = if has_own_items { ItemSharing::Independent } else { ItemSharing::Shared };
        let is_single = has_own_items
            && pairs.iter().all(|pair| pair.first.trials() == 1 && pair.second.trials() == 1);
        Self { pairs, items, is_single }
    }

    /// Compares the shares of both sides. Returns `None` if there are no questions.
    pub(super) fn compared(&self) -> Option<Compared> {
        let Self { pairs, items, .. } = self;
        let side = |share: fn(&ItemPair) -> Share| {
            let item_share = |pair: &ItemPair| ItemShare {
                stratum: pair.stratum,
                item: pair.item,
                share: share(pair),
            };
            let shares: Vec<ItemShare> = pairs.iter().map(item_share).collect();
            accuracy(&shares, *items, Confidence::P95).ok()
        };
        Some(Compared {
            questions: pairs.len(),
            first: side(|pair| pair.first)?,
            second: side(|pair| pair.second)?,
            difference: paired_difference(pairs, *items, Confidence::P95).ok()?,
            p: sign_flip(pairs, *items, SEED).ok()?,
        })
    }

    /// Returns the numbers of samples for estimates: the powers of two below the smallest number of
    /// replies of a side to a question, from 2, and this number itself. Empty if this number is 1,
    /// or if there are no questions.
    pub(super) fn samples(&self) -> Vec<u32> {
        let trials = self.pairs.iter().flat_map(|pair| [pair.first.trials(), pair.second.trials()]);
        let most = trials.min().unwrap_or(0);
        let doubled = std::iter::successors(Some(2u32), |k| k.checked_mul(2));
        let mut numbers: Vec<u32> = doubled.take_while(|k| *k < most).collect();
        if most > 1 {
            numbers.push(most);
        }
        numbers
    }

    /// Returns the means of an estimate over `k` samples of all questions, and their difference.
    /// Returns `None` if there are no questions, or if a side has fewer than `k` replies to one.
    pub(super) fn pass(&self, pass: Pass, k: u32) -> Option<PassDifference> {
        let estimate = |share: Share| match pass {
            Pass::Any => any_of(share, k),
            Pass::All => all_of(share, k),
        };
        let (mut first, mut second) = (0.0, 0.0);
        let mut differences = Vec::new();
        let mut clusters: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
        for pair in &self.pairs {
            let (of_first, of_second) = (estimate(pair.first)?, estimate(pair.second)?);
            first += of_first;
            second += of_second;
            let attempts = pair.first.trials().min(pair.second.trials());
            let mean = of_first - of_second;
            differences.push(ItemMean { stratum: pair.stratum, item: pair.item, mean, attempts });
            let cluster = clusters.entry(pair.item).or_default();
            *cluster = (cluster.0 + mean, cluster.1 + 1.0);
        }
        let weighted: Vec<Weighted> = clusters
            .into_values()
            .map(|(total, weight)| Weighted::new(total, weight).ok())
            .collect::<Option<_>>()?;
        let resampling = Resampling::seeded(SEED);
        let difference = bootstrap_mean(&weighted, Confidence::P95, resampling).ok()?;
        let p = sign_flip_of_means(&differences, self.items, SEED).ok()?;
        let count = f64::from(u32::try_from(self.pairs.len()).ok()?);
        Some(PassDifference { first: first / count, second: second / count, difference, p })
    }
}

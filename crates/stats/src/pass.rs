//! Estimates over several samples of one item: whether any of `k` samples is correct, or all.

use crate::share::Share;

/// Returns the estimated probability that at least one of `k` samples of an item is correct
/// (pass@k). Returns `None` if `k` is 0 or the item has fewer than `k` samples.
///
/// The estimate is unbiased: the share of all choices of `k` from the item's samples that contain a
/// correct one.
///
/// Source: M. Chen and others, Evaluating Large Language Models Trained on Code,
/// arXiv:2107.03374 (2021), section 2.1.
pub fn any_of(samples: Share, k: u32) -> Option<f64> {
    Some(1.0 - all_within(samples.trials() - samples.hits(), samples.trials(), k)?)
}

/// Returns the estimated probability that all of `k` samples of an item are correct (pass^k).
/// Returns `None` if `k` is 0 or the item has fewer than `k` samples.
///
/// Source: S. Yao and others, τ-bench: A Benchmark for Tool-Agent-User Interaction in Real-World
/// Domains, arXiv:2406.12045 (2024), section 5.1.
pub fn all_of(samples: Share, k: u32) -> Option<f64> {
    all_within(samples.hits(), samples.trials(), k)
}

/// Returns the probability that `k` samples, drawn from `all` without replacement, are all among
/// `part` of them.
fn all_within(part: u32, all: u32, k: u32) -> Option<f64> {
    if k == 0 || k > all {
        return None;
    }
    let factor = |drawn: u32| f64::from(part.saturating_sub(drawn)) / f64::from(all - drawn);
    Some((0..k).map(factor).product())
}

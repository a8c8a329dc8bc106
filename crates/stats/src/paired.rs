//! Tests of two runs over the same items with single attempts, and the adjustment for several
//! tests.

use std::cmp::Ordering;

use crate::invalid::InvalidInput;
use crate::share::count;

/// The results of two runs on the same items. A pair is an item: samples of one item are alike and
/// must not be counted as pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pairs {
    /// The number of items at which both runs are correct.
    pub both: u32,
    /// The number of items at which only the first run is correct.
    pub only_first: u32,
    /// The number of items at which only the second run is correct.
    pub only_second: u32,
    /// The number of items at which neither run is correct.
    pub neither: u32,
}

/// Returns the two-sided p-value, from 0 to 1, of McNemar's exact test that two runs are correct
/// equally often.
///
/// Ties are items at which both runs are correct or both incorrect. Ties contain no information
/// about the difference and are left out. Of the `n` other items, the first run has `k` correct. If
/// the runs are equally good, `k` is binomial with one half. The p-value is twice the probability
/// of at most the smaller of `k` and `n - k`, limited to 1. The p-value is 1 if `k = n - k`, and if
/// no items are left. As the distribution is symmetric, the p-value is also the probability of all
/// outcomes that are no more likely than the observed one. Very small values, below 10⁻³⁰⁰, may be
/// returned as 0.
///
/// Sources: Q. McNemar, Psychometrika 12 (1947) 153-157; for the exact form F. Mosteller,
/// Biometrics 8 (1952) 220-226.
pub fn mcnemar(pairs: Pairs) -> f64 {
    tails(pairs).map_or(1.0, |Tails { below, at, all }| (below + at) / all)
}

/// Returns the two-sided p-value, from 0 to 1, of McNemar's mid-p test that two runs are correct
/// equally often.
///
/// The test counts half of the probability of the observed outcome. If few items are discordant,
/// the exact test ([`mcnemar`]) stays far below its level and misses differences that the mid-p
/// test finds. The mid-p test keeps its level too, in nearly all cases. The p-value is 1 if each
/// run alone is correct at equally many items.
///
/// Source: M. W. Fagerland, S. Lydersen and P. Laake, The McNemar Test for Binary Matched-Pairs
/// Data: Mid-p and Asymptotic Are Better Than Exact Conditional, BMC Medical Research Methodology
/// 13 (2013) 91.
pub fn mcnemar_mid_p(pairs: Pairs) -> f64 {
    tails(pairs).map_or(1.0, |Tails { below, at, all }| (below + at / 2.0) / all)
}

/// The weights of outcomes in the distribution of discordant items. A weight is a probability times
/// a factor that all weights share.
struct Tails {
    /// The weight of the outcomes that are less likely than the observed one.
    below: f64,
    /// The weight of the observed outcome and its mirror image.
    at: f64,
    /// The weight of all outcomes.
    all: f64,
}

/// Returns the tails, or `None` if each run alone is correct at equally many items.
fn tails(pairs: Pairs) -> Option<Tails> {
    let fewer = u64::from(pairs.only_first.min(pairs.only_second));
    let more = u64::from(pairs.only_first.max(pairs.only_second));
    if fewer == more {
        return None;
    }
    let all = fewer + more;
    let (mut below, mut at, mut rest) = (0.0, 0.0, 0.0);
    for (hits, term) in lower_half(all) {
        match hits.cmp(&fewer) {
            Ordering::Less => below += term,
            Ordering::Equal => at += term,
            Ordering::Greater => rest += term,
        }
    }
    // The upper half mirrors the lower one. For an even number of items, the middle is in both
    // halves and counts once.
    let middle = if all % 2 == 0 { 1.0 } else { 0.0 };
    let all = 2.0 * (below + at + rest) - middle;
    Some(Tails { below: 2.0 * below, at: 2.0 * at, all })
}

/// Returns the outcomes of a binomial distribution with one half, downwards from the middle. Each
/// has its probability as a multiple of the probability of the middle.
///
/// The iterator ends when the multiples are too small for a normal `f64`. Without factorials or
/// logarithms nothing overflows, and the result is the same on every machine.
#[expect(clippy::cast_precision_loss, reason = "the counts are below 2^33")]
fn lower_half(all: u64) -> impl Iterator<Item = (u64, f64)> {
    let next = move |&(hits, term): &(u64, f64)| {
        let lower = hits.checked_sub(1)?;
        Some((lower, term * (hits as f64 / (all - lower) as f64)))
    };
    std::iter::successors(Some((all / 2, 1.0)), next).take_while(|&(_, term)| term.is_normal())
}

/// Returns Holm's adjustment of several p-values, in the order of the input. Rejecting adjusted
/// values up to α keeps the probability of any false rejection at α, however the tests depend on
/// each other.
///
/// The smallest of m values is multiplied by m, the next by m - 1, and so on. No adjusted value is
/// below that of a smaller p-value or above 1. Equal p-values stay equal.
///
/// Source: S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal
/// of Statistics 6 (1979) 65-70.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without p-values, [`InvalidInput::Probability`] for a value that is not
/// a number from 0 to 1.
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>, InvalidInput> {
    if p_values.is_empty() {
        return Err(InvalidInput::Empty);
    }
    if let Some(position) = p_values.iter().position(|p| !(0.0..=1.0).contains(p)) {
        return Err(InvalidInput::Probability { position });
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    let mut factor = count(p_values);
    for position in order {
        least = least.max(factor * p_values[position]).min(1.0);
        adjusted[position] = least;
        factor -= 1.0;
    }
    Ok(adjusted)
}

//! The hazard of the first error, step by step.

use std::collections::BTreeMap;

use crate::accuracy::{Cell, estimate};
use crate::confidence::Confidence;
use crate::interval::Interval;
use crate::invalid::InvalidInput;
use crate::item::{Cluster, ItemSharing, MIN_ITEMS};
use crate::share::count;

/// The largest step number that is accepted.
pub const MAX_STEPS: u32 = 100_000;

/// The first error of an attempt, as far as it is known. Steps count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstError {
    /// The first error is in this step.
    At(u32),
    /// The first steps, up to this number, have no error, and later steps are unknown. The attempt
    /// was complete, or it was cut off. The number is 0 if no step is shown.
    NotBy(u32),
}

/// An attempt at an item, followed up to its first error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObservedAttempt {
    /// The stratum of the item, such as a length and a look-back.
    pub stratum: u32,
    /// The number of the item within its stratum.
    pub item: u64,
    /// The first error of the attempt.
    pub first_error: FirstError,
}

/// The counts of some neighbouring steps of the procedure over all attempts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepHazard {
    /// The first of the steps, from 1.
    pub from: u32,
    /// The last of the steps.
    pub to: u32,
    /// The number of steps at risk over all attempts. A step is at risk if no earlier step has an
    /// error, and if it is known whether the step itself has one. For a single step this is the
    /// number of attempts at risk.
    pub at_risk: u32,
    /// The number of steps at risk that have the first error of their attempt.
    pub events: u32,
    /// The number of different items of the attempts at risk.
    pub items: u32,
    /// The hazard of each step: the probability of an error if no earlier step has one.
    pub hazard: f64,
    /// The interval of the hazard; `None` if there are fewer than [`MIN_ITEMS`] items.
    pub interval: Option<Interval>,
    /// The probability of no error up to and including the last of the steps.
    pub survival: f64,
}

/// Returns the hazard of the first error for every `width` neighbouring steps that some attempt
/// shows, without gaps. The list is empty if no attempt shows a step. The last row may have fewer
/// steps.
///
/// An attempt that is cut off after step s counts up to step s. The cut must be independent of the
/// next error. A transcript that ends because its model lost track violates this.
///
/// The survival is the product of `1 - events / at risk` over single steps. It is the estimate of
/// E. L. Kaplan and P. Meier (Journal of the American Statistical Association 53 (1958) 457-481) in
/// discrete time.
///
/// Attempts at one item are alike, above all if all lengths have the same items. An item that is
/// hard at its third step is then hard there at every length. So the interval is that of
/// [`crate::accuracy`] for shares of steps at risk, with items as clusters. An attempt has at most
/// one first error, so its steps count as independent; all attempts at an item may agree.
///
/// # Errors
///
/// - [`InvalidInput::Empty`] without attempts or for a width of 0.
/// - [`InvalidInput::Step`] for an error in step 0 or a step past [`MAX_STEPS`].
/// - [`InvalidInput::Attempts`] for more than 2³² - 1 steps at risk in one row.
pub fn hazard(
    attempts: &[ObservedAttempt],
    items: ItemSharing,
    width: u32,
    confidence: Confidence,
) -> Result<Vec<StepHazard>, InvalidInput> {
    if attempts.is_empty() || width == 0 {
        return Err(InvalidInput::Empty);
    }
    let mut last = 0;
    for attempt in attempts {
        let (FirstError::At(step) | FirstError::NotBy(step)) = attempt.first_error;
        if step > MAX_STEPS || attempt.first_error == FirstError::At(0) {
            return Err(InvalidInput::Step { step, most: MAX_STEPS });
        }
        last = last.max(step);
    }
    // Sorted by the last known step, so that the attempts still at risk are the end of the list.
    let mut attempts = attempts.to_vec();
    attempts.sort_by_key(ObservedAttempt::last);
    let survival = survival(&attempts, last);
    let row = |from: u32| {
        let to = from.saturating_add(width - 1).min(last);
        let begin = attempts.partition_point(|attempt| attempt.last() < from);
        let mut row = steps(&attempts[begin..], items, (from, to), confidence)?;
        row.survival = survival.get(to as usize).copied().unwrap_or(0.0);
        Ok(row)
    };
    (1..=last).step_by(width as usize).map(row).collect()
}

impl ObservedAttempt {
    /// Returns the last step whose result is known.
    const fn last(&self) -> u32 {
        let (FirstError::At(step) | FirstError::NotBy(step)) = self.first_error;
        step
    }

    /// Returns the number of steps at risk within a range, and the number of first errors in the
    /// range: 0 or 1.
    fn within(&self, (from, to): (u32, u32)) -> (u32, u32) {
        let at_risk = (self.last().min(to) + 1).saturating_sub(from);
        let is_event =
            matches!(self.first_error, FirstError::At(step) if (from..=to).contains(&step));
        (at_risk, u32::from(is_event))
    }
}

/// Returns the probability of no error up to each step from 0 on. The attempts are sorted by their
/// last step.
fn survival(attempts: &[ObservedAttempt], last: u32) -> Vec<f64> {
    let mut survival = vec![1.0];
    let mut ended = 0;
    let mut so_far = 1.0;
    for step in 1..=last {
        ended += attempts[ended..].partition_point(|attempt| attempt.last() < step);
        let at_risk = &attempts[ended..];
        let ending = at_risk.partition_point(|attempt| attempt.last() <= step);
        let is_event = |attempt: &&ObservedAttempt| attempt.first_error == FirstError::At(step);
        let events: Vec<&ObservedAttempt> = at_risk[..ending].iter().filter(is_event).collect();
        if !at_risk.is_empty() {
            so_far *= (count(at_risk) - count(&events)) / count(at_risk);
        }
        survival.push(so_far);
    }
    survival
}

/// Returns the row for the steps `from` to `to`. The caller sets its survival.
fn steps(
    attempts: &[ObservedAttempt],
    items: ItemSharing,
    (from, to): (u32, u32),
    confidence: Confidence,
) -> Result<StepHazard, InvalidInput> {
    let mut cells: BTreeMap<Cluster, Cell> = BTreeMap::new();
    let (mut at_risk, mut events) = (0u32, 0u32);
    for attempt in attempts {
        let (steps, errors) = attempt.within((from, to));
        at_risk = at_risk.checked_add(steps).ok_or(InvalidInput::Attempts)?;
        events += errors;
        let cluster = items.cluster(attempt.stratum, attempt.item);
        let bare = Cell { stratum: 0, cluster: (0, 0), hits: 0.0, trials: 0.0, alike: 0.0 };
        let cell = cells.entry(cluster).or_insert(bare);
        cell.hits += f64::from(errors);
        cell.trials += f64::from(steps);
        cell.alike += 1.0;
    }
    // All clusters form one group: hazards are pooled over strata.
    let cells: Vec<Cell> = (0..)
        .zip(cells.into_values())
        .map(|(at, cell)| Cell { cluster: (0, at), ..cell })
        .collect();
    let number = cells.len();
    let estimate = estimate(&cells, confidence);
    Ok(StepHazard {
        from,
        to,
        at_risk,
        events,
        items: u32::try_from(number).unwrap_or(u32::MAX),
        hazard: estimate.value,
        interval: (number >= MIN_ITEMS).then_some(estimate.interval),
        survival: 1.0,
    })
}

//! The hazard of the first error, step by step.

use std::collections::BTreeMap;

use crate::accuracy::{Cell, estimate};
use crate::confidence::Confidence;
use crate::interval::Interval;
use crate::invalid::InvalidInput;
use crate::item::{Cluster, FEWEST_ITEMS, Items};
use crate::share::count;

/// The last step that is counted.
pub const MAX_STEPS: u32 = 100_000;

/// What an attempt tells of its first error. Steps count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstError {
    /// The first error is in this step.
    At(u32),
    /// There is none in the first so many steps, and nothing is known of what would have come after them: the attempt was complete, or it
    /// was cut off. 0 where no step is shown.
    NotBy(u32),
}

/// An attempt at an item, followed up to its first error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// Which of the strata the item is of, such as a length and a look-back.
    pub stratum: u32,
    /// Which item of the stratum it is.
    pub item: u64,
    /// What the attempt tells.
    pub first_error: FirstError,
}

/// Some neighbouring steps of the procedure over all attempts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepHazard {
    /// The first of the steps, from 1.
    pub from: u32,
    /// The last of them.
    pub to: u32,
    /// Steps at risk: over all attempts, those that are reached without an error before them, and of which it is known whether they have one. For a single step,
    /// the number of attempts at risk.
    pub at_risk: u32,
    /// How many of them have the first error of their attempt.
    pub events: u32,
    /// How many different items the attempts at risk are at.
    pub items: u32,
    /// The hazard of each step: the probability of an error after none before.
    pub hazard: f64,
    /// Its interval; nothing where there are fewer than [`FEWEST_ITEMS`] items.
    pub interval: Option<Interval>,
    /// The probability of no error up to the last of the steps and in it.
    pub survival: f64,
}

/// The hazard of the first error for every `width` neighbouring steps that some attempt shows, without gaps; nothing where none shows any. The last row may have fewer.
///
/// An attempt that is cut off after step s counts at step s and no longer. That it was cut off must say nothing about the error to come; a
/// transcript that ends because its model went astray breaks this. The survival is the product of `1 - events / at risk` over single steps, which is E. L. Kaplan and P. Meier's
/// estimate (Journal of the American Statistical Association 53 (1958) 457-481) in discrete time.
///
/// Attempts at one item are alike, above all where items are the same at all lengths: then an item that is hard at its third step is so at every length. So the interval
/// is that of [`crate::accuracy`], with items as clusters, for shares of steps at risk. An attempt has one first error at most, so that its own steps count as
/// independent; all attempts at an item may agree.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without attempts or for a width of 0, [`InvalidInput::Step`] for an error in step 0 or a step past [`MAX_STEPS`], and
/// [`InvalidInput::Attempts`] for more than 2³² - 1 attempts or steps at risk.
pub fn hazard(
    attempts: &[Followed],
    items: Items,
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
    // Those that last longest stand last, so that what is still at risk is the end of the list.
    let mut attempts = attempts.to_vec();
    attempts.sort_by_key(Followed::last);
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

impl Followed {
    /// The last step that is known of it.
    const fn last(&self) -> u32 {
        let (FirstError::At(step) | FirstError::NotBy(step)) = self.first_error;
        step
    }

    /// How many of some steps it has at risk, and how many first errors, which is one at most.
    fn within(&self, (from, to): (u32, u32)) -> (u32, u32) {
        let at_risk = (self.last().min(to) + 1).saturating_sub(from);
        let is_event =
            matches!(self.first_error, FirstError::At(step) if (from..=to).contains(&step));
        (at_risk, u32::from(is_event))
    }
}

/// The probability of no error up to each step from 0 on, by attempts that are sorted by how long they last.
fn survival(attempts: &[Followed], last: u32) -> Vec<f64> {
    let mut survival = vec![1.0];
    let mut gone = 0;
    let mut so_far = 1.0;
    for step in 1..=last {
        let at_risk = attempts[gone..].partition_point(|attempt| attempt.last() < step);
        gone += at_risk;
        let left = &attempts[gone..];
        let ending = left.partition_point(|attempt| attempt.last() <= step);
        let is_event = |attempt: &&Followed| attempt.first_error == FirstError::At(step);
        let events: Vec<&Followed> = left[..ending].iter().filter(is_event).collect();
        if !left.is_empty() {
            so_far *= (count(left) - count(&events)) / count(left);
        }
        survival.push(so_far);
    }
    survival
}

/// What attempts say about some steps; their survival is left open.
fn steps(
    attempts: &[Followed],
    items: Items,
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
    // One group of clusters, whatever strata they are of: hazards are pooled over lengths.
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
        interval: (number >= FEWEST_ITEMS).then_some(estimate.interval),
        survival: 1.0,
    })
}

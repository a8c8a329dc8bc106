//! The hazard of the first error, step by step.

use crate::confidence::Confidence;
use crate::interval::{Estimate, wilson};
use crate::invalid::InvalidInput;
use crate::share::Share;

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

/// One step of the procedure over all attempts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepHazard {
    /// The step, from 1.
    pub step: u32,
    /// Attempts without an error before this step, of which this step is known.
    pub at_risk: u32,
    /// Those of them whose first error is here.
    pub events: u32,
    /// The hazard: the probability of an error here after none before, with Wilson's interval.
    pub hazard: Estimate,
    /// The probability of no error up to this step and in it.
    pub survival: f64,
}

/// The hazard of the first error for every step that some attempt shows, without gaps; nothing where none shows any.
///
/// An attempt that is cut off after step s counts at step s and no longer. That it was cut off must say nothing about the error to come; a
/// transcript that ends because its model went astray breaks this. The survival is the product of `1 - events / at risk`, which is E. L. Kaplan and P. Meier's
/// estimate (Journal of the American Statistical Association 53 (1958) 457-481) in discrete time.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without attempts, [`InvalidInput::Step`] for an error in step 0 or a step past [`MAX_STEPS`], and
/// [`InvalidInput::Attempts`] for more than 2³² - 1 attempts.
pub fn hazard(
    attempts: &[FirstError],
    confidence: Confidence,
) -> Result<Vec<StepHazard>, InvalidInput> {
    if attempts.is_empty() {
        return Err(InvalidInput::Empty);
    }
    let mut at_risk = u32::try_from(attempts.len()).map_err(|_| InvalidInput::Attempts)?;
    let endings = endings(attempts)?;
    at_risk -= endings[0].cut_off;
    let mut survival = 1.0;
    let mut rows = Vec::with_capacity(endings.len());
    for (step, ending) in (1..).zip(&endings[1..]) {
        let Ending { errors, cut_off } = *ending;
        let value = f64::from(errors) / f64::from(at_risk);
        let interval = wilson(Share::new(errors, at_risk)?, confidence);
        survival *= f64::from(at_risk - errors) / f64::from(at_risk);
        let hazard = Estimate { value, interval };
        rows.push(StepHazard { step, at_risk, events: errors, hazard, survival });
        at_risk -= errors + cut_off;
    }
    Ok(rows)
}

/// How many attempts are followed up to a step and no further, by why.
#[derive(Clone, Copy, Default)]
struct Ending {
    errors: u32,
    cut_off: u32,
}

/// The endings at every step from 0 to the last one that an attempt shows.
fn endings(attempts: &[FirstError]) -> Result<Vec<Ending>, InvalidInput> {
    let mut endings = vec![Ending::default()];
    for &attempt in attempts {
        let (FirstError::At(step) | FirstError::NotBy(step)) = attempt;
        if step > MAX_STEPS || attempt == FirstError::At(0) {
            return Err(InvalidInput::Step { step, most: MAX_STEPS });
        }
        let place = step as usize;
        if place >= endings.len() {
            endings.resize(place + 1, Ending::default());
        }
        match attempt {
            FirstError::At(_) => endings[place].errors += 1,
            FirstError::NotBy(_) => endings[place].cut_off += 1,
        }
    }
    Ok(endings)
}

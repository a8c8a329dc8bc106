//! Where a verdict finds faults, and how the answer stands.

use stepfall_plot::StepCategory;
use stepfall_protocol::verdict::{FaultPlace, Step, TextVerdict};

use super::category;

/// The number of the first step that does not follow.
pub(crate) fn first_fault(verdict: &TextVerdict) -> Option<u16> {
    let mut steps = (3..).zip(&verdict.steps);
    let is_fault = |category| matches!(category, StepCategory::Fault | StepCategory::Missing);
    steps.find(|(_, step)| is_fault(category(step.status))).map(|(number, _)| number)
}

/// The numbers of the steps at fault that do not follow from an earlier one, in order.
pub(crate) fn faults_of(verdict: &TextVerdict) -> Vec<u16> {
    let steps = verdict.root_faults.iter().filter_map(|root| match &root.place {
        FaultPlace::Step(value) => Some(value.number),
        FaultPlace::Equation | FaultPlace::Answer => None,
    });
    let mut steps: Vec<u16> = steps.collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// How many of some steps stand how, in the order in which each comes first.
pub(crate) fn counts<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<(StepCategory, usize)> {
    let mut counts: Vec<(StepCategory, usize)> = Vec::new();
    for category in steps.map(|step| category(step.status)) {
        match counts.iter_mut().find(|(of, _)| *of == category) {
            Some((_, count)) => *count += 1,
            None => counts.push((category, 1)),
        }
    }
    counts
}

/// How the answer stands. Where the last step is right a wrong answer is a fault of its own, such as one that came too early or was miscopied; else it follows
/// from what went wrong before.
pub(crate) fn category_of_answer(verdict: &TextVerdict) -> StepCategory {
    let (Some(first), Some(last)) = (&verdict.first, &verdict.last) else {
        return StepCategory::Missing;
    };
    let is_sound = verdict.steps.last().is_some_and(|step| {
        step.claimed.is_some()
            && matches!(category(step.status), StepCategory::Right | StepCategory::Recovered)
    });
    match (first.is_correct, last.is_correct) {
        (true, true) => StepCategory::Right,
        (true, false) => StepCategory::Fault,
        (false, _) if is_sound => StepCategory::Fault,
        (false, _) if verdict.steps.iter().all(|step| step.claimed.is_none()) => {
            StepCategory::Fault
        }
        (false, _) => StepCategory::Inherited,
    }
}

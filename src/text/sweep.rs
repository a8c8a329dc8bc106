//! The texts of Sweep.

use stepfall_link::SetupModel;
use stepfall_protocol::figure::Measure;
use stepfall_protocol::sweep::{Checked, Progress, Range, RunState, TargetProgress, TargetState};
use stepfall_text::{ELSEWHERE, GONE, OPENING, dollars, grouped, lasting};

use crate::state::Preset;

/// Returns the name and the description of a preset.
pub(crate) const fn preset(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Curve => (
            "One model, the usual curve",
            "How often your model’s answer is correct at 5 to 95 steps.",
        ),
        Preset::Simulated => (
            "Two simulations",
            "A wrong operand in 4 % of the steps, compared with an incorrect digit in 1 %.",
        ),
        Preset::Remedies => (
            "What is lost, and what helps",
            "The same procedures asked in seven ways: what each takes away from the model, and what it fixes.",
        ),
        Preset::Novel => (
            "Novel procedures",
            "The same procedures with familiar signs, with one stated exception, and with signs of another meaning.",
        ),
        Preset::LookBack => (
            "Look-back against length",
            "A map that shows whether reaching far back costs correct answers, or only length does.",
        ),
        Preset::Work => (
            "Answer only against trace",
            "The same procedures with the work written out and without: two curves per model.",
        ),
    }
}

/// The definitions of a correct answer in the curve.
pub(crate) const MEASURES: [(Measure, &str); 5] = [
    (Measure::First, "the first answer"),
    (Measure::Last, "the last answer"),
    (Measure::Any, "any answer"),
    (Measure::Tolerant, "the first, within 0.001"),
    (Measure::Solved, "the one that counts"),
];

fn from_to(Range { low, high }: Range, tell: fn(u64) -> String) -> String {
    match high {
        Some(high) if tell(high) == tell(low) => tell(low),
        Some(high) => format!("{} to {}", tell(low), tell(high)),
        None => format!("{} or more", tell(low)),
    }
}

/// Describes the cost of a sweep.
pub(crate) fn would_take(checked: &Checked) -> Vec<(&'static str, String)> {
    let mut told = vec![("Attempts", grouped(checked.attempts))];
    if let Some(estimate) = checked.estimate.filter(|estimate| estimate.output.high != Some(0)) {
        told.push(("Tokens in", from_to(estimate.input, grouped)));
        told.push(("Tokens out", from_to(estimate.output, grouped)));
        told.push((
            "Cost",
            match (estimate.cost, estimate.unpriced) {
                (Some(cost), 0) => from_to(cost, dollars),
                (Some(cost), _) => {
                    format!("{} plus models without a price", from_to(cost, dollars))
                }
                (None, _) => "unknown: no price given".to_owned(),
            },
        ));
    }
    told
}

/// Summarises the models of a set-up, and the number of attempts if it is known, in one line.
pub(crate) fn asked_models(models: &[SetupModel], attempts: Option<u32>) -> String {
    let who = match models {
        // The set-up reports the missing models.
        [] => return String::new(),
        [one] => one.title(),
        [first, rest @ ..] => format!("{} and {} more", first.title(), rest.len()),
    };
    match attempts {
        Some(attempts) => format!("{who} · {} attempts", grouped(attempts)),
        None => who,
    }
}

/// Describes the progress of a run in a sentence.
pub(crate) fn run_state(progress: &Progress) -> String {
    let of = format!("{} of {}", grouped(progress.answered), grouped(progress.total));
    match progress.state {
        RunState::Opening => OPENING.to_owned(),
        RunState::Running => format!("{of} answered"),
        RunState::Paused => format!("Paused at {of}"),
        RunState::Stopped => format!("Stopped at {of}"),
        RunState::Finished if progress.given_up > 0 => {
            format!("{of} answered, {} failed", progress.given_up)
        }
        RunState::Finished => format!("All {} answered", grouped(progress.total)),
        RunState::Unpublished => format!("{of} answered, not graded"),
        RunState::Elsewhere => ELSEWHERE.to_owned(),
        RunState::Gone => GONE.to_owned(),
    }
}

/// Returns further details of a run.
pub(crate) fn details(progress: &Progress) -> Vec<String> {
    let mut told = Vec::new();
    if progress.state == RunState::Running {
        if progress.rate > 0 {
            told.push(format!("{} a minute", grouped(progress.rate)));
        }
        if let Some(eta) = progress.eta {
            told.push(format!("{} left", lasting(eta)));
        }
    }
    if progress.in_flight > 0 {
        told.push(format!("{} in progress", progress.in_flight));
    }
    if progress.waiting > 0 {
        told.push(format!("{} to retry", progress.waiting));
    }
    if progress.given_up > 0 && progress.state != RunState::Finished {
        told.push(format!("{} failed", progress.given_up));
    }
    match progress.asked {
        0 => {}
        1 => told.push("1 request".to_owned()),
        more => told.push(format!("{} requests", grouped(more))),
    }
    if progress.output > 0 {
        told.push(format!("{} tokens out", grouped(progress.output)));
    }
    if progress.cost > 0 {
        told.push(dollars(progress.cost));
    }
    told
}

/// Returns the last failure of a target, unless the target has recovered.
pub(crate) fn trouble_of(target: &TargetProgress) -> Option<&str> {
    let is_over = target.state == TargetState::Done && target.given_up == 0;
    Some(target.error.as_str()).filter(|error| !is_over && !error.is_empty())
}

/// Returns the state of a target in a word.
pub(crate) const fn target_state(state: TargetState) -> &'static str {
    match state {
        TargetState::Working => "asking",
        TargetState::Waiting => "waiting",
        TargetState::Halted => "halted",
        TargetState::Done => "done",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_that_is_done_has_no_trouble_left() {
        let target = |state, given_up| TargetProgress {
            label: String::new(),
            state,
            answered: 5,
            given_up,
            total: 5,
            in_flight: 0,
            error: "rate-limit (429): slow down".to_owned(),
        };
        assert_eq!(trouble_of(&target(TargetState::Done, 0)), None);
        for target in [target(TargetState::Done, 1), target(TargetState::Waiting, 0)] {
            assert!(trouble_of(&target).is_some());
        }
    }

    #[test]
    fn a_range_without_an_end_says_so() {
        assert_eq!(from_to(Range { low: 5, high: None }, grouped), "5 or more");
    }
}

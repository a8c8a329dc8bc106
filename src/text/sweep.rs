//! What Sweep says.

use stepfall_link::SetupModel;
use stepfall_protocol::figure::Measure;
use stepfall_text::{ELSEWHERE, GONE, OPENING, dollars, grouped, lasting};

use crate::state::{Checked, Preset, Progress, Range, RunState, TargetState};

/// What a set-up to start from is called, and what it shows.
pub(crate) const fn preset(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Curve => (
            "One model, the usual curve",
            "How often your own model’s answer is right at 5 to 95 steps.",
        ),
        Preset::Simulated => (
            "Two simulated executors",
            "A wrong operand in 4 % of the steps against a wrong digit in 1 %.",
        ),
        Preset::Remedies => (
            "What is lost, and what helps",
            "The same items asked in seven ways: what each takes away from the model, and what it fixes.",
        ),
        Preset::Novel => (
            "Novel procedures",
            "The same items with familiar signs, with one stated exception, and with signs that mean something else.",
        ),
        Preset::LookBack => (
            "Look-back against length",
            "A map that tells whether reaching far back costs answers, or length alone.",
        ),
        Preset::Work => (
            "Answer only against trace",
            "The same items with the work written out and without: two curves for each model.",
        ),
    }
}

/// What counts as right in the curve.
pub(crate) const MEASURES: [(Measure, &str); 4] = [
    (Measure::First, "the first answer"),
    (Measure::Last, "the last answer"),
    (Measure::Any, "any answer"),
    (Measure::Tolerant, "the first, within 0.001"),
];

fn from_to(Range { low, high }: Range, tell: fn(u64) -> String) -> String {
    match high {
        Some(high) if tell(high) == tell(low) => tell(low),
        Some(high) => format!("{} to {}", tell(low), tell(high)),
        None => format!("{} or more", tell(low)),
    }
}

/// What a sweep would take.
pub(crate) fn would_take(checked: &Checked) -> Vec<(&'static str, String)> {
    let mut told = vec![("Attempts", grouped(checked.attempts))];
    if let Some(estimate) = checked.estimate.filter(|estimate| estimate.output.high != Some(0)) {
        told.push(("Tokens in", from_to(estimate.input, grouped)));
        told.push(("Tokens out", from_to(estimate.output, grouped)));
        told.push((
            "Cost",
            match (estimate.cost, estimate.unpriced) {
                (Some(cost), 0) => from_to(cost, dollars),
                (Some(cost), _) => format!("{} and what has no price", from_to(cost, dollars)),
                (None, _) => "unknown: no price is given".to_owned(),
            },
        ));
    }
    told
}

/// Whom a set-up asks, and how often where that is known, in a line.
pub(crate) fn asked_models(models: &[SetupModel], attempts: Option<u32>) -> String {
    let who = match models {
        // The set-up says what is missing.
        [] => return String::new(),
        [one] => one.title(),
        [first, rest @ ..] => format!("{} and {} more", first.title(), rest.len()),
    };
    match attempts {
        Some(attempts) => format!("{who} · {} attempts", grouped(attempts)),
        None => who,
    }
}

/// The sentence that says how far a run is.
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

/// What else there is to say of it.
pub(crate) fn details(progress: &Progress) -> Vec<String> {
    let mut told = Vec::new();
    if progress.state == RunState::Running {
        if progress.rate > 0 {
            told.push(format!("{} a minute", progress.rate));
        }
        if let Some(eta) = progress.eta {
            told.push(format!("{} left", lasting(eta)));
        }
    }
    if progress.in_flight > 0 {
        told.push(format!("{} under way", progress.in_flight));
    }
    if progress.waiting > 0 {
        told.push(format!("{} to be tried again", progress.waiting));
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

/// What a target is doing.
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
    fn a_range_without_an_end_says_so() {
        assert_eq!(from_to(Range { low: 5, high: None }, grouped), "5 or more");
    }
}

//! What Sweep says.

use stepfall_protocol::figure::Measure;

use crate::state::{Checked, Preset, Progress, Range, RunState, TargetState};

pub(crate) const PLAY: &str = "Play";
pub(crate) const SWEEP: &str = "Sweep";
pub(crate) const PLACES: &str = "Places";
pub(crate) const SWEEP_TITLE: &str = "Sweep · Stepfall";
pub(crate) const WHO: &str = "Models";
pub(crate) const ALLOW: &str = "Allow";
pub(crate) const ADD_MODEL: &str = "Add a model";
pub(crate) const ADD_SIMULATED: &str = "Add a simulated executor";
pub(crate) const ADD: &str = "Add";
pub(crate) const REMOVE: &str = "Remove";
pub(crate) const SIZE: &str = "Size, billions";
pub(crate) const PRICE: &str = "$ a million, in/out";
pub(crate) const NO_ONE: &str = "Nobody yet: add a model or a simulated executor.";
pub(crate) const NO_KEY: &str = "no key yet";
pub(crate) const GRID: &str = "Grid";
pub(crate) const LENGTHS: &str = "Steps";
pub(crate) const LOOK_BACKS: &str = "Look-backs";
pub(crate) const CONDITIONS: &str = "Conditions";
pub(crate) const ITEMS: &str = "Items per cell";
pub(crate) const SAMPLES: &str = "Samples per item";
pub(crate) const SEED: &str = "Seed";
pub(crate) const LENGTHS_HINT: &str = "Numbers such as 5, 25, 95, or 5..95/10.";
pub(crate) const ITS_PROCEDURE: &str = "Procedure";
pub(crate) const USUAL_PROCEDURE: &str = "The usual one: whole numbers, + − × ÷.";
pub(crate) const TAKE_PLAY: &str = "Take Play’s settings";
pub(crate) const LIMITS: &str = "Limits and settings";
pub(crate) const CONCURRENCY: &str = "Calls at once";
pub(crate) const MOST_REQUESTS: &str = "Max requests";
pub(crate) const MOST_SPEND: &str = "Max spend, $";
pub(crate) const NONE: &str = "none";
pub(crate) const RUN_NAME: &str = "Name";
pub(crate) const RUN_NAME_HINT: &str = "optional";
pub(crate) const START: &str = "Start";
pub(crate) const COPY_SWEEP: &str = "Copy link";
pub(crate) const RUN: &str = "Run";
pub(crate) const SET_UP: &str = "Set up";
pub(crate) const SAMPLE_RUN: &str = "Sample run";
pub(crate) const RUN_SAMPLE: &str = "Run it here";
pub(crate) const SAMPLE_HINT: &str =
    "A scripted solver, not a language model: it takes a wrong operand in 2 % of its steps.";
pub(crate) const OWN_SETUP: &str = "Or plan your own";
pub(crate) const SETUP_OF_RUN: &str = "Set-up of this run";
pub(crate) const PAUSE: &str = "Pause";
pub(crate) const SWEEP_OF_AGE: &str = "This set-up comes from an unpublished generator. Started here, it asks for items of the present version, which are others.";
pub(crate) const RESUME: &str = "Resume";
pub(crate) const STOP_RUN: &str = "Stop";
pub(crate) const RETRY_GIVEN_UP: &str = "Retry failed";
pub(crate) const NEW_SWEEP: &str = "New sweep";
pub(crate) const SAVE_REPORT: &str = "Report";
pub(crate) const SAVE_LINES: &str = "JSONL";
pub(crate) const SAVE_TABLE: &str = "CSV";
pub(crate) const RUNS: &str = "Runs in this browser";
pub(crate) const NO_RUNS: &str = "None yet. Runs are kept in this browser until you delete them.";
pub(crate) const NOT_ON_DISK: &str =
    "This browser lets the page keep nothing: runs are gone when the tab is.";
pub(crate) const IMPORT: &str = "Open a file";
pub(crate) const OPEN_RUN: &str = "Open";
pub(crate) const COMPARE: &str = "Compare";
pub(crate) const COMPARED_WITH: &str = "Compared item by item with";
pub(crate) const NO_COMPARISON: &str = "End the comparison";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const REALLY_DELETE: &str = "Delete for good";
pub(crate) const ATTEMPTS: &str = "Attempts";
pub(crate) const LIST_OF_ATTEMPTS: &str = "List of attempts";
pub(crate) const ALL_ATTEMPTS: &str = "All";
pub(crate) const GIVEN_UP: &str = "Failed";
pub(crate) const FIGURES: &str = "Figures";
pub(crate) const MEASURE: &str = "Correct means";
pub(crate) const SWEEP_INVITATION: &str =
    "At how many steps does a model lose the thread? Choose whom to ask, and start.";
pub(crate) const OPENING: &str = "Reading what was kept …";
pub(crate) const GONE: &str = "This run is not in this browser. Here is its set-up; start it anew.";
pub(crate) const ELSEWHERE: &str =
    "This run goes on in another tab, so that nothing is paid for twice.";

pub(crate) const DIALOGUES: &str = "Multi-turn, tool and program";
pub(crate) const ALL_CONDITIONS: &str = "All as a list";
pub(crate) const CONDITIONS_HINT: &str = "Numbers stand behind points: verified.3 checks 3 steps a turn, primed.10.2 begins with 10 steps of which 2 are wrong.";
pub(crate) const PARTS: &str = "Figures of this run";
pub(crate) const PRESETS: &str = "Run one yourself";
pub(crate) const PRESETS_HINT: &str = "Each sets the grid, and leaves limits and the procedure as they are. Simulated executors make known errors and stand for no model.";

/// What a set-up to start from is called, and what it shows.
pub(crate) const fn preset(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Curve => (
            "One model, the usual curve",
            "How often your own model’s answer is right at 5 to 95 steps.",
        ),
        Preset::Simulated => (
            "Two simulated executors",
            "A lost operand against a wrong digit, each in 2 % of the steps.",
        ),
        Preset::Remedies => (
            "What is lost, and what helps",
            "The same items asked in six ways: what each takes away from the model, and what it mends.",
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

/// How many attempts a set-up to start from takes, and what is needed for it.
pub(crate) fn preset_takes(attempts: u32, is_free: Option<bool>) -> String {
    let needs = match is_free {
        Some(true) => " · no key needed",
        Some(false) => "",
        None => " · needs a model",
    };
    format!("{} attempts{needs}", grouped(attempts))
}

/// Where a model is asked: at its provider, perhaps under an address that is not the provider's own.
pub(crate) fn at_provider(provider: &str, base: &str) -> String {
    if base.is_empty() { provider.to_owned() } else { format!("{provider} at {base}") }
}

/// What counts as right in the curve.
pub(crate) const MEASURES: [(Measure, &str); 4] = [
    (Measure::First, "the first answer"),
    (Measure::Last, "the last answer"),
    (Measure::Any, "any answer"),
    (Measure::Tolerant, "the first, within 0.001"),
];

/// The numbers of a figure.
pub(crate) const TABLE: &str = "Table";

/// The numbers of a figure, by its title.
pub(crate) fn table_of(title: &str) -> String {
    format!("{TABLE}: {title}")
}

/// Which figure is seen of how many.
pub(crate) fn figure_of(place: usize, count: usize) -> String {
    format!("Figure {place} of {count}")
}

/// The columns of the list of attempts.
pub(crate) const COLUMNS: [&str; 6] =
    ["Model", "Condition", "Steps · look-back", "Item", "Outcome", "Latency"];

/// A number with blanks between its thousands.
pub(crate) fn grouped(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

/// Millionths of a dollar.
pub(crate) fn dollars(micros: u64) -> String {
    let cents = micros.div_ceil(10_000);
    format!("${}.{:02}", cents / 100, cents % 100)
}

fn from_to(Range { low, high }: Range, tell: fn(u64) -> String) -> String {
    match high {
        Some(high) if tell(high) == tell(low) => tell(low),
        Some(high) => format!("{} to {}", tell(low), tell(high)),
        None => format!("{} or more", tell(low)),
    }
}

/// The key that the visitor has for an origin.
pub(crate) fn key_for(origin: &str) -> String {
    format!("Key for {origin}")
}

/// Where requests would go that the visitor has not chosen.
pub(crate) fn foreign(origins: &[String]) -> String {
    format!(
        "This set-up came with an address and sends requests to {}. Allow that only if you know who runs it.",
        origins.join(" and ")
    )
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

/// Milliseconds as a time that people wait.
pub(crate) fn lasting(millis: u64) -> String {
    let seconds = millis.div_ceil(1_000);
    match seconds {
        0..=60 => format!("{seconds} s"),
        61..5_400 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}

/// The sentence that says how far a run is.
pub(crate) fn run_standing(progress: &Progress) -> String {
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

/// How far one of those is who are asked.
pub(crate) fn so_many(answered: u32, total: u32) -> String {
    format!("{} of {}", grouped(answered), grouped(total))
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

/// An address says different things of the same parameters.
pub(crate) fn repeated(keys: &str) -> String {
    format!("The address gives {keys} several times; the last counts.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_people() {
        assert_eq!(grouped(1_234_567_u64), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(999_u64), "999");
        assert_eq!(dollars(1), "$0.01");
        assert_eq!(dollars(12_345_678), "$12.35");
        assert_eq!((lasting(59_001), lasting(61_000)), ("60 s".to_owned(), "2 min".to_owned()));
        assert_eq!(lasting(7_260_000), "2 h 1 min");
        assert_eq!(from_to(Range { low: 5, high: None }, grouped), "5 or more");
    }
}

//! Texts of Sweep.

use stepfall_link::LinkedModel;
use stepfall_protocol::figure::Measure;
use stepfall_protocol::sweep::{
    EstimateRange, RunProgress, RunState, SetupCheck, TargetReport, TargetStatus,
};
use stepfall_text::{dollars, duration, grouped};

use crate::state::Preset;

pub(crate) const PLAY: &str = "Play";
pub(crate) const SWEEP: &str = "Sweep";
pub(crate) const PAGES: &str = "Pages";
pub(crate) const TITLE: &str = "Sweep · Stepfall";
pub(crate) const MODELS: &str = "Models";
pub(crate) const ALLOW: &str = "Allow";
pub(crate) const ADD_MODEL: &str = "Add a model";
pub(crate) const ADD_SIMULATED: &str = "Add a simulation";
pub(crate) const ADD_SMALL_MODEL: &str = "Add the small model";
pub(crate) const SMALL_MODEL_IN_SWEEP: &str = "A small transformer that runs in this page, without requests or cost. It only knows arithmetic modulo 31. It writes a trace, gives the answer alone, or continues from a history. Samples after the first are drawn at temperature 1; no other temperature can be set.";
pub(crate) const ADD: &str = "Add";
pub(crate) const REMOVE: &str = "Remove";
pub(crate) const SIZE: &str = "Parameters, billions";
pub(crate) const PRICE: &str = "Price per million tokens, in/out ($)";
pub(crate) const NO_MODELS: &str = "No model yet. Add one, or a simulation.";
pub(crate) const NO_KEY: &str = "no key yet";
pub(crate) const GRID: &str = "Grid";
pub(crate) const LENGTHS: &str = "Steps";
pub(crate) const LOOK_BACKS: &str = "Look-backs";
pub(crate) const CONDITIONS: &str = "Conditions";
pub(crate) const ITEMS: &str = "Procedures per length";
pub(crate) const SAMPLES: &str = "Samples per procedure";
pub(crate) const SEED: &str = "Seed";
pub(crate) const LENGTHS_HINT: &str = "Numbers such as 5, 25, 95, or 5..95/10.";
pub(crate) const ITS_PROCEDURE: &str = "Procedure";
pub(crate) const USUAL_PROCEDURE: &str = "The default: whole numbers, + − × ÷.";
pub(crate) const TAKE_PLAY: &str = "Use the settings from Play";
pub(crate) const LIMITS: &str = "Limits and settings";
pub(crate) const CONCURRENCY: &str = "Calls at once";
pub(crate) const MAX_REQUESTS: &str = "Max requests";
pub(crate) const MAX_SPEND: &str = "Max spend, $";
pub(crate) const NONE: &str = "none";
pub(crate) const RUN_NAME: &str = "Name";
pub(crate) const RUN_NAME_HINT: &str = "optional";
pub(crate) const START: &str = "Start";
pub(crate) const START_RUN: &str = "Start run";
pub(crate) const COPY_SWEEP: &str = "Copy link";
pub(crate) const LINK_TO_SETUP: &str = "This link opens the same set-up for everyone: procedures, models and conditions. Results stay in this browser.";
pub(crate) const SHARE_REPORT: &str = "The report has the results of this run in one file:";
pub(crate) const RUN: &str = "Run";
pub(crate) const SET_UP: &str = "Set up";
pub(crate) const SAMPLE_RUN: &str = "Sample run";
pub(crate) const RUN_SAMPLE: &str = "Run this simulation";
pub(crate) const FIGURE_ARROWS: &str = "← and → show the other figures.";
pub(crate) const SAMPLE_HINT: &str =
    "A simulation, not a language model: it uses a wrong operand in 2\u{a0}% of its steps.";
pub(crate) const SAMPLE_CLASS: &str = "Show why to a class.";
pub(crate) const OWN_SETUP: &str = "Or set up your own";
pub(crate) const SETUP_OF_RUN: &str = "Run settings";
pub(crate) const RUN_GOES_ON: &str = "running";
pub(crate) const NO_FIGURES: &str = "There are no answers yet, so there is no figure.";
pub(crate) const PAUSE: &str = "Pause";
pub(crate) const UNPUBLISHED_SETUP: &str = "This set-up comes from an unpublished generator. A run started here uses the procedures of the current version, which differ.";
pub(crate) const RESUME: &str = "Resume";
pub(crate) const STOP_RUN: &str = "Stop";
pub(crate) const RETRY_GIVEN_UP: &str = "Retry failed";
pub(crate) const NEW_SWEEP: &str = "New sweep";
pub(crate) const SAVE_REPORT: &str = "Report";
pub(crate) const SAVE_LINES: &str = "JSONL";
pub(crate) const SAVE_TABLE: &str = "CSV";
pub(crate) const RUNS: &str = "Runs in this browser";
pub(crate) const NO_RUNS: &str = "No runs yet. They stay in this browser until you delete them.";
pub(crate) const NOT_ON_DISK: &str =
    "This browser lets the page store nothing: closing the tab deletes its runs.";
pub(crate) const IMPORT: &str = "Open a file";
pub(crate) const OPEN_RUN: &str = "Open";
pub(crate) const COMPARE: &str = "Compare";
pub(crate) const COMPARED_WITH: &str = "Compared, procedure by procedure, with";
pub(crate) const NO_COMPARISON: &str = "End the comparison";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const REALLY_DELETE: &str = "Delete for good";
pub(crate) const ATTEMPTS: &str = "Attempts";
pub(crate) const LIST_OF_ATTEMPTS: &str = "List of attempts";
pub(crate) const ALL_ATTEMPTS: &str = "All";
pub(crate) const GIVEN_UP: &str = "Failed";
pub(crate) const FIGURES: &str = "Figures";
pub(crate) const MEASURE: &str = "Correct means";
pub(crate) const INVITATION: &str =
    "How many steps before a model loses the thread? Pick a model and start.";
pub(crate) const OPENING: &str = "Loading the saved run …";
pub(crate) const RUN_LOST: &str = "This run could not be loaded.";
pub(crate) const OPEN_AGAIN: &str = "Try again";
pub(crate) const GONE: &str =
    "This run is not in this browser. Its set-up is below; you can start it again.";
pub(crate) const ACTIVE_IN_OTHER_TAB: &str =
    "This run is active in another tab. It does not run here too, so you pay nothing twice.";

pub(crate) const MORE_CONDITIONS: &str = "More conditions";
pub(crate) const ALL_CONDITIONS: &str = "All conditions as a list";
pub(crate) const CONDITIONS_HINT: &str = "Numbers follow a point: verified.3 checks every 3 steps, primed.10.2 gives 10 steps of which 2 are incorrect.";
pub(crate) const PARTS: &str = "Figures of this run";
pub(crate) const PRESETS: &str = "Run one yourself";

/// Reports that an address names an unknown or a removed figure.
pub(crate) fn no_figure(name: &str) -> String {
    if let Some(removed) = stepfall_text::removed_figure(name) {
        return format!("{removed} This is the first one that is left.");
    }
    let name: String = name.chars().take(40).collect();
    format!("There is no figure “{name}”: this is the first one.")
}

/// Describes the cost of a preset: attempts, items per curve, and whether it needs a key or a
/// model.
pub(crate) fn preset_takes(attempts: u32, items: u32, is_free: Option<bool>) -> String {
    let needs = match is_free {
        Some(true) => " · no key needed",
        Some(false) => "",
        None => " · needs a model",
    };
    format!("{} attempts · {items} items per curve{needs}", grouped(attempts))
}

/// The number of items that a comparison needs to detect a difference of 10 points. Each pair is a
/// number of samples per item, and the number of items. The source is the power table of
/// `tests/golden/calibration.txt`.
pub(crate) const TELLING: [(u32, u32); 2] = [(1, 400), (5, 100)];

/// Describes the properties that all presets share, and how many items a comparison needs.
pub(crate) fn presets_hint() -> String {
    let [(_, single), (samples, several)] = TELLING;
    format!(
        "Detecting a 10-point difference needs about {single} items, or {several} with {samples} samples each where both curves share their items (5\u{a0}% significance, 80\u{a0}% power). Each set-up sets the grid, the arithmetic and the wording, and keeps your limits. Simulations make known errors; they represent no real model."
    )
}

/// Describes the provider of a model, and its address if the address is not the provider's default.
pub(crate) fn at_provider(provider: &str, base: &str) -> String {
    if base.is_empty() { provider.to_owned() } else { format!("{provider} at {base}") }
}

/// Shortens the title of a figure for its thumbnail: leaves out the model and the axis.
pub(crate) fn short_title(title: &str) -> &str {
    const ENDS: [&str; 5] = [": ", ", by ", " by number of steps", ", in steps", ", step by step"];
    let end = ENDS.iter().filter_map(|end| title.find(end)).min();
    end.and_then(|end| title.get(..end)).unwrap_or(title)
}

/// The heading of the collapsed notes of a figure.
pub(crate) const METHOD: &str = "Method";
/// The heading of a figure's numbers.
pub(crate) const TABLE: &str = "Table";

/// Returns the name of a figure's table, by the title of the figure.
pub(crate) fn table_of(title: &str) -> String {
    format!("{TABLE}: {title}")
}

/// Returns the position of the visible figure, and the number of figures.
pub(crate) fn figure_of(place: usize, count: usize) -> String {
    format!("Figure {place} of {count}")
}

/// The columns of the list of attempts.
pub(crate) const COLUMNS: [&str; 6] =
    ["Model", "Condition", "Steps · look-back", "Item", "Outcome", "Latency"];

/// Returns the label of the user's key for an origin.
pub(crate) fn key_for(origin: &str) -> String {
    format!("Key for {origin}")
}

/// Warns about requests to addresses that the user has not chosen.
pub(crate) fn foreign(origins: &[String]) -> String {
    format!(
        "This set-up came with a link and sends requests to {}. Allow this only if you know who runs it.",
        join_first(origins)
    )
}

/// Joins the first items of a list, and counts the rest.
fn join_first(items: &[String]) -> String {
    /// The maximum number of named items.
    const MAX_NAMED: usize = 20;
    let (named, rest) = items.split_at(items.len().min(MAX_NAMED));
    let named = named.join(" and ");
    if rest.is_empty() { named } else { format!("{named} and {} more", rest.len()) }
}

/// Reports that the end of a link was not read.
pub(crate) fn setup_is_cut(limit: usize) -> String {
    format!("This link is longer than {limit} bytes; the rest was not read.")
}

/// Counts how many models of a set-up are not shown.
pub(crate) fn more_models(more: usize) -> String {
    match more {
        1 => "One more model is in this set-up.".to_owned(),
        more => format!("{more} more models are in this set-up."),
    }
}

/// Formats a number of answers and the total.
pub(crate) fn so_many(answered: u32, total: u32) -> String {
    format!("{} of {}", grouped(answered), grouped(total))
}

/// Reports that an address has parameters with several values.
pub(crate) fn repeated(keys: &str) -> String {
    format!("The link gives {keys} several times; the last one counts.")
}

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

fn from_to(EstimateRange { low, high }: EstimateRange, tell: fn(u64) -> String) -> String {
    match high {
        Some(high) if tell(high) == tell(low) => tell(low),
        Some(high) => format!("{} to {}", tell(low), tell(high)),
        None => format!("{} or more", tell(low)),
    }
}

/// Describes the cost of a sweep.
pub(crate) fn sweep_cost(checked: &SetupCheck) -> Vec<(&'static str, String)> {
    let mut costs = vec![("Attempts", grouped(checked.attempts))];
    if let Some(estimate) = checked.estimate.filter(|estimate| estimate.output.high != Some(0)) {
        costs.push(("Tokens in", from_to(estimate.input, grouped)));
        costs.push(("Tokens out", from_to(estimate.output, grouped)));
        costs.push((
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
    costs
}

/// Summarises a set-up in one line: the models, and the number of attempts if it is known. Empty
/// without models.
pub(crate) fn asked_models(models: &[LinkedModel], attempts: Option<u32>) -> String {
    let who = match models {
        // The form of the set-up reports that models are missing.
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
pub(crate) fn run_state(progress: &RunProgress) -> String {
    let progress_text = format!("{} of {}", grouped(progress.answered), grouped(progress.total));
    match progress.state {
        RunState::Opening => OPENING.to_owned(),
        RunState::Running => format!("{progress_text} answered"),
        RunState::Paused => format!("Paused at {progress_text}"),
        RunState::Stopped => format!("Stopped at {progress_text}"),
        RunState::Finished if progress.given_up > 0 => {
            format!("{progress_text} answered, {} failed", progress.given_up)
        }
        RunState::Finished => format!("All {} answered", grouped(progress.total)),
        RunState::Unpublished => format!("{progress_text} answered, not graded"),
        RunState::Elsewhere => ACTIVE_IN_OTHER_TAB.to_owned(),
        RunState::Gone => GONE.to_owned(),
    }
}

/// Returns further details of a run.
pub(crate) fn details(progress: &RunProgress) -> Vec<String> {
    let mut details = Vec::new();
    if progress.state == RunState::Running {
        if progress.rate > 0 {
            details.push(format!("{} a minute", grouped(progress.rate)));
        }
        if let Some(eta) = progress.eta {
            details.push(format!("{} left", duration(eta)));
        }
    }
    if progress.in_flight > 0 {
        details.push(format!("{} in progress", progress.in_flight));
    }
    if progress.waiting > 0 {
        details.push(format!("{} to retry", progress.waiting));
    }
    if progress.given_up > 0 && progress.state != RunState::Finished {
        details.push(format!("{} failed", progress.given_up));
    }
    match progress.asked {
        0 => {}
        1 => details.push("1 request".to_owned()),
        more => details.push(format!("{} requests", grouped(more))),
    }
    if progress.output > 0 {
        details.push(format!("{} tokens out", grouped(progress.output)));
    }
    if progress.cost > 0 {
        details.push(dollars(progress.cost));
    }
    details
}

/// Returns the last failure of a target, unless the target has recovered.
pub(crate) fn error_of(target: &TargetReport) -> Option<&str> {
    let is_over = target.state == TargetStatus::Done && target.given_up == 0;
    Some(target.error.as_str()).filter(|error| !is_over && !error.is_empty())
}

/// Returns the state of a target in a word.
pub(crate) const fn target_state(state: TargetStatus) -> &'static str {
    match state {
        TargetStatus::Working => "asking",
        TargetStatus::Waiting => "waiting",
        TargetStatus::Halted => "halted",
        TargetStatus::Done => "done",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_that_is_done_reports_no_error() {
        let target = |state, given_up| TargetReport {
            label: String::new(),
            state,
            answered: 5,
            given_up,
            total: 5,
            in_flight: 0,
            error: "rate-limit (429): slow down".to_owned(),
        };
        assert_eq!(error_of(&target(TargetStatus::Done, 0)), None);
        for target in [target(TargetStatus::Done, 1), target(TargetStatus::Waiting, 0)] {
            assert!(error_of(&target).is_some());
        }
    }

    #[test]
    fn an_open_range_ends_in_or_more() {
        assert_eq!(from_to(EstimateRange { low: 5, high: None }, grouped), "5 or more");
    }

    #[test]
    fn a_long_list_of_origins_is_shortened() {
        let origins: Vec<String> =
            (0..1_000).map(|number| format!("https://{number}.test")).collect();
        assert!(foreign(&origins[..2]).contains("to https://0.test and https://1.test. Allow"));
        let all = foreign(&origins);
        assert!(
            all.contains("https://19.test and 980 more. Allow") && !all.contains("https://20.")
        );
    }

    const CALIBRATION: &str = include_str!("../../tests/golden/calibration.txt");
    /// The required power in percent: the share of comparisons that find the difference.
    const FOUND: f64 = 80.0;

    /// Returns the smallest number of items in the power table whose rounded power is [`FOUND`] for
    /// every pair of shares.
    fn fewest(samples: u32) -> u32 {
        let (_, table) = CALIBRATION.split_once("\nPower: ").unwrap();
        let mut lines = table.lines().skip(2);
        let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        let items = head.iter().filter_map(|word| word.parse::<u32>().ok());
        let rows: Vec<Vec<f64>> = lines
            .map(|line| line.split_whitespace().filter_map(|word| word.parse().ok()).collect())
            .filter(|row: &Vec<f64>| row.get(3) == Some(&f64::from(samples)))
            .collect();
        assert_eq!(rows.len(), 6);
        let finds = |at: usize| rows.iter().all(|row| row[4 + at].round() >= FOUND);
        items.enumerate().find(|(at, _)| finds(*at)).unwrap().1
    }

    #[test]
    fn a_thumbnail_has_a_title_without_model_and_axis() {
        for (title, short) in [
            (
                "Failure modes by number of steps: simulated wrong operand, 2\u{a0}%",
                "Failure modes",
            ),
            ("First answers correct, by number of steps", "First answers correct"),
            ("50\u{a0}% horizon, in steps", "50\u{a0}% horizon"),
            ("50\u{a0}% horizon by size of the model", "50\u{a0}% horizon by size of the model"),
            ("Tokens, time and money", "Tokens, time and money"),
        ] {
            assert_eq!(short_title(title), short);
        }
    }

    #[test]
    fn the_items_to_detect_10_points_equal_the_calibration() {
        assert_eq!(TELLING.map(|(samples, _)| (samples, fewest(samples))), TELLING);
        assert!(presets_hint().starts_with(
            "Detecting a 10-point difference needs about 400 items, or 100 with 5 samples each "
        ));
    }
}

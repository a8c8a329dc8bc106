//! Texts of Sweep.

#![expect(missing_docs, reason = "a text says what it is")]

use crate::print::grouped;

pub const PLAY: &str = "Play";
pub const SWEEP: &str = "Sweep";
pub const PLACES: &str = "Places";
pub const SWEEP_TITLE: &str = "Sweep · Stepfall";
pub const WHO: &str = "Models";
pub const ALLOW: &str = "Allow";
pub const ADD_MODEL: &str = "Add a model";
pub const ADD_SIMULATED: &str = "Add a simulation";
pub const ADD_SPECIMEN: &str = "Add the small model";
pub const SPECIMEN_IN_SWEEP: &str = "A small transformer that runs in this page, without requests or cost. It only knows arithmetic modulo 31. It writes a trace, gives the answer alone, or continues from a history. Samples after the first are drawn at temperature 1; no other temperature can be set.";
pub const ADD: &str = "Add";
pub const REMOVE: &str = "Remove";
pub const SIZE: &str = "Parameters, billions";
pub const PRICE: &str = "Price per million tokens, in/out ($)";
pub const NO_ONE: &str = "No model yet. Add one, or a simulation.";
pub const NO_KEY: &str = "no key yet";
pub const GRID: &str = "Grid";
pub const LENGTHS: &str = "Steps";
pub const LOOK_BACKS: &str = "Look-backs";
pub const CONDITIONS: &str = "Conditions";
pub const ITEMS: &str = "Procedures per length";
pub const SAMPLES: &str = "Samples per procedure";
pub const SEED: &str = "Seed";
pub const LENGTHS_HINT: &str = "Numbers such as 5, 25, 95, or 5..95/10.";
pub const ITS_PROCEDURE: &str = "Procedure";
pub const USUAL_PROCEDURE: &str = "The default: whole numbers, + − × ÷.";
pub const TAKE_PLAY: &str = "Use the settings from Play";
pub const LIMITS: &str = "Limits and settings";
pub const CONCURRENCY: &str = "Calls at once";
pub const MOST_REQUESTS: &str = "Max requests";
pub const MOST_SPEND: &str = "Max spend, $";
pub const NONE: &str = "none";
pub const RUN_NAME: &str = "Name";
pub const RUN_NAME_HINT: &str = "optional";
pub const START: &str = "Start";
pub const START_RUN: &str = "Start run";
pub const COPY_SWEEP: &str = "Copy link";
pub const LINK_TO_SETUP: &str = "This link opens the same set-up for everyone: procedures, models and conditions. Results stay in this browser.";
pub const SHARE_REPORT: &str = "The report has the results of this run in one file:";
pub const RUN: &str = "Run";
pub const SET_UP: &str = "Set up";
pub const SAMPLE_RUN: &str = "Sample run";
pub const RUN_SAMPLE: &str = "Run this simulation";
pub const SAMPLE_HINT: &str =
    "A simulation, not a language model: it uses a wrong operand in 2\u{a0}% of its steps.";
pub const OWN_SETUP: &str = "Or set up your own";
pub const SETUP_OF_RUN: &str = "Run settings";
pub const RUN_GOES_ON: &str = "running";
pub const NO_FIGURES: &str = "There are no answers yet, so there is no figure.";
pub const PAUSE: &str = "Pause";
pub const SWEEP_OF_AGE: &str = "This set-up comes from an unpublished generator. A run started here uses the procedures of the current version, which differ.";
pub const RESUME: &str = "Resume";
pub const STOP_RUN: &str = "Stop";
pub const RETRY_GIVEN_UP: &str = "Retry failed";
pub const NEW_SWEEP: &str = "New sweep";
pub const SAVE_REPORT: &str = "Report";
pub const SAVE_LINES: &str = "JSONL";
pub const SAVE_TABLE: &str = "CSV";
pub const RUNS: &str = "Runs in this browser";
pub const NO_RUNS: &str = "No runs yet. They stay in this browser until you delete them.";
pub const NOT_ON_DISK: &str =
    "This browser lets the page store nothing: closing the tab deletes its runs.";
pub const IMPORT: &str = "Open a file";
pub const OPEN_RUN: &str = "Open";
pub const COMPARE: &str = "Compare";
pub const COMPARED_WITH: &str = "Compared, procedure by procedure, with";
pub const NO_COMPARISON: &str = "End the comparison";
pub const DELETE: &str = "Delete";
pub const REALLY_DELETE: &str = "Delete for good";
pub const ATTEMPTS: &str = "Attempts";
pub const LIST_OF_ATTEMPTS: &str = "List of attempts";
pub const ALL_ATTEMPTS: &str = "All";
pub const GIVEN_UP: &str = "Failed";
pub const FIGURES: &str = "Figures";
pub const MEASURE: &str = "Correct means";
pub const SWEEP_INVITATION: &str =
    "How many steps before a model loses the thread? Pick a model and start.";
pub const OPENING: &str = "Loading the saved run …";
pub const RUN_LOST: &str = "This run could not be loaded.";
pub const OPEN_AGAIN: &str = "Try again";
pub const GONE: &str =
    "This run is not in this browser. Its set-up is below; you can start it again.";
pub const ELSEWHERE: &str = "This run is active in another tab, so that nothing is paid for twice.";

pub const MORE_CONDITIONS: &str = "More conditions";
pub const ALL_CONDITIONS: &str = "All conditions as a list";
pub const CONDITIONS_HINT: &str = "Numbers follow a point: verified.3 checks every 3 steps, primed.10.2 gives 10 steps of which 2 are incorrect.";
pub const PARTS: &str = "Figures of this run";
pub const PRESETS: &str = "Run one yourself";

/// The names of removed figures that links may still contain. The last one is a prefix of names.
const REMOVED_FIGURES: [&str; 8] = [
    "lost",
    "executed",
    "horizon-by-size",
    "frontier",
    "frontier-money",
    "votes",
    "own-state",
    "protocol-",
];

/// Returns the sentence on a figure that was removed; `None` for any other name.
pub fn removed_figure(name: &str) -> Option<String> {
    let is_removed = |removed: &str| {
        if removed.ends_with('-') { name.starts_with(removed) } else { name == removed }
    };
    REMOVED_FIGURES.into_iter().any(is_removed).then(|| {
        let name: String = name.chars().take(40).collect();
        format!("The figure “{name}” was removed; the CSV of attempts has its numbers.")
    })
}

/// Reports that an address names an unknown figure.
pub fn no_figure(name: &str) -> String {
    if let Some(removed) = removed_figure(name) {
        return format!("{removed} This is the first one that is left.");
    }
    let name: String = name.chars().take(40).collect();
    format!("There is no figure “{name}”: this is the first one.")
}

/// Counts how many attempts a set-up to start from takes, how many items each of its curves has, and what it needs.
pub fn preset_takes(attempts: u32, items: u32, is_free: Option<bool>) -> String {
    let needs = match is_free {
        Some(true) => " · no key needed",
        Some(false) => "",
        None => " · needs a model",
    };
    format!("{} attempts · {items} items per curve{needs}", grouped(attempts))
}

/// The number of items that separates any two shares that differ by 10 points, with one sample per item and with five.
/// The source is the power table of `tests/golden/calibration.txt`.
pub const TELLING: [(u32, u32); 2] = [(1, 400), (5, 100)];

/// Describes what the set-ups to start from have in common, and how many items a comparison needs.
pub fn presets_hint() -> String {
    let [(_, one), (samples, several)] = TELLING;
    format!(
        "Detecting a 10-point difference needs about {one} items, or {several} with {samples} samples each where both curves share their items (5\u{a0}% significance, 80\u{a0}% power). Each set-up sets the grid, the arithmetic and the wording, and keeps your limits. Simulations make known errors; they represent no real model."
    )
}

/// Describes the provider of a model, and its address if that is not the provider's default.
pub fn at_provider(provider: &str, base: &str) -> String {
    if base.is_empty() { provider.to_owned() } else { format!("{provider} at {base}") }
}

/// Returns what fits under the thumbnail of a figure: its title without the model and the axis.
pub fn short_title(title: &str) -> &str {
    const ENDS: [&str; 5] = [": ", ", by ", " by number of steps", ", in steps", ", step by step"];
    let end = ENDS.iter().filter_map(|end| title.find(end)).min();
    end.and_then(|end| title.get(..end)).unwrap_or(title)
}

/// The heading of the collapsed notes of a figure.
pub const METHOD: &str = "Method";
/// The heading of a figure's numbers.
pub const TABLE: &str = "Table";

/// Returns the name of a figure's table, by the title of the figure.
pub fn table_of(title: &str) -> String {
    format!("{TABLE}: {title}")
}

/// Reports which figure is visible, and how many there are.
pub fn figure_of(place: usize, count: usize) -> String {
    format!("Figure {place} of {count}")
}

/// The columns of the list of attempts.
pub const COLUMNS: [&str; 6] =
    ["Model", "Condition", "Steps · look-back", "Item", "Outcome", "Latency"];

/// Returns the label of the user's key for an origin.
pub fn key_for(origin: &str) -> String {
    format!("Key for {origin}")
}

/// Warns about requests to addresses that the user has not chosen.
pub fn foreign(origins: &[String]) -> String {
    format!(
        "This set-up came with a link and sends requests to {}. Allow this only if you know who runs it.",
        listed(origins)
    )
}

/// Joins the first items of a list, and counts the rest.
fn listed(items: &[String]) -> String {
    /// The maximum number of named items.
    const MOST: usize = 20;
    let (named, rest) = items.split_at(items.len().min(MOST));
    let named = named.join(" and ");
    if rest.is_empty() { named } else { format!("{named} and {} more", rest.len()) }
}

/// Reports that the end of a link was not read.
pub fn setup_is_cut(limit: usize) -> String {
    format!("This link is longer than {limit} bytes; what stands behind them was not read.")
}

/// Counts how many models of a set-up are not shown.
pub fn more_models(more: usize) -> String {
    match more {
        1 => "One more model is in this set-up.".to_owned(),
        more => format!("{more} more models are in this set-up."),
    }
}

/// Reports the progress of one target.
pub fn so_many(answered: u32, total: u32) -> String {
    format!("{} of {}", grouped(answered), grouped(total))
}

/// Reports that an address has different values for the same parameters.
pub fn repeated(keys: &str) -> String {
    format!("The link gives {keys} several times; the last one counts.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_of_origins_is_named_in_part() {
        let origins: Vec<String> =
            (0..1_000).map(|number| format!("https://{number}.test")).collect();
        assert!(foreign(&origins[..2]).contains("to https://0.test and https://1.test. Allow"));
        let all = foreign(&origins);
        assert!(
            all.contains("https://19.test and 980 more. Allow") && !all.contains("https://20.")
        );
    }

    const CALIBRATION: &str = include_str!("../../../tests/golden/calibration.txt");
    /// The power: the share of runs in which a difference is found, in percent. It is rounded.
    const FOUND: f64 = 80.0;

    /// Returns the smallest number of items in the power table that separates every pair of shares, for one number of
    /// samples.
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
    fn so_many_items_tell_10_points_apart_as_the_calibration_says() {
        assert_eq!(TELLING.map(|(samples, _)| (samples, fewest(samples))), TELLING);
        assert!(presets_hint().starts_with(
            "Detecting a 10-point difference needs about 400 items, or 100 with 5 samples each "
        ));
    }
}

//! What Sweep says.

#![expect(missing_docs, reason = "a text says what it is")]

use crate::print::grouped;

pub const PLAY: &str = "Play";
pub const SWEEP: &str = "Sweep";
pub const PLACES: &str = "Places";
pub const SWEEP_TITLE: &str = "Sweep · Stepfall";
pub const WHO: &str = "Models";
pub const ALLOW: &str = "Allow";
pub const ADD_MODEL: &str = "Add a model";
pub const ADD_SIMULATED: &str = "Add a simulated executor";
pub const ADD_SPECIMEN: &str = "Add the specimen";
pub const SPECIMEN_IN_SWEEP: &str = "A small transformer that runs in this page, without requests and cost. It computes modulo 31 alone, and writes a trace, gives the answer alone, or goes on from a history; samples after the first are drawn at temperature 1, and no other temperature can be set.";
pub const ADD: &str = "Add";
pub const REMOVE: &str = "Remove";
pub const SIZE: &str = "Size, billions";
pub const PRICE: &str = "$ a million, in/out";
pub const NO_ONE: &str = "Nobody yet: add a model or a simulated executor.";
pub const NO_KEY: &str = "no key yet";
pub const GRID: &str = "Grid";
pub const LENGTHS: &str = "Steps";
pub const LOOK_BACKS: &str = "Look-backs";
pub const CONDITIONS: &str = "Conditions";
pub const ITEMS: &str = "Items per cell";
pub const SAMPLES: &str = "Samples per item";
pub const SEED: &str = "Seed";
pub const LENGTHS_HINT: &str = "Numbers such as 5, 25, 95, or 5..95/10.";
pub const ITS_PROCEDURE: &str = "Procedure";
pub const USUAL_PROCEDURE: &str = "The usual one: whole numbers, + − × ÷.";
pub const TAKE_PLAY: &str = "Take Play’s settings";
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
pub const LINK_TO_SETUP: &str = "This link leads everyone to the same set-up: its items, models and conditions. Results stay in this browser.";
pub const SHARE_REPORT: &str = "The report holds the results of this run, as one file:";
pub const RUN: &str = "Run";
pub const SET_UP: &str = "Set up";
pub const SAMPLE_RUN: &str = "Sample run";
pub const RUN_SAMPLE: &str = "Run it here";
pub const SAMPLE_HINT: &str =
    "A scripted solver, not a language model: it takes a wrong operand in 2\u{a0}% of its steps.";
pub const OWN_SETUP: &str = "Or plan your own";
pub const SETUP_OF_RUN: &str = "Set-up of this run";
pub const RUN_GOES_ON: &str = "running";
pub const NO_FIGURES: &str = "Nothing was answered yet, so there is no figure.";
pub const PAUSE: &str = "Pause";
pub const SWEEP_OF_AGE: &str = "This set-up comes from an unpublished generator. Started here, it asks for items of the present version, which are others.";
pub const RESUME: &str = "Resume";
pub const STOP_RUN: &str = "Stop";
pub const RETRY_GIVEN_UP: &str = "Retry failed";
pub const NEW_SWEEP: &str = "New sweep";
pub const SAVE_REPORT: &str = "Report";
pub const SAVE_LINES: &str = "JSONL";
pub const SAVE_TABLE: &str = "CSV";
pub const RUNS: &str = "Runs in this browser";
pub const NO_RUNS: &str = "None yet. Runs are kept in this browser until you delete them.";
pub const NOT_ON_DISK: &str =
    "This browser lets the page keep nothing: runs are gone when the tab is.";
pub const IMPORT: &str = "Open a file";
pub const OPEN_RUN: &str = "Open";
pub const COMPARE: &str = "Compare";
pub const COMPARED_WITH: &str = "Compared item by item with";
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
    "At how many steps does a model lose the thread? Choose whom to ask, and start.";
pub const OPENING: &str = "Reading what was kept …";
pub const RUN_LOST: &str = "This run is closed for now.";
pub const OPEN_AGAIN: &str = "Open it again";
pub const GONE: &str = "This run is not in this browser. Here is its set-up; start it anew.";
pub const ELSEWHERE: &str = "This run goes on in another tab, so that nothing is paid for twice.";

pub const DIALOGUES: &str = "Multi-turn, tool and program";
pub const ALL_CONDITIONS: &str = "All as a list";
pub const CONDITIONS_HINT: &str = "Numbers stand behind points: verified.3 checks 3 steps a turn, primed.10.2 begins with 10 steps of which 2 are wrong.";
pub const PARTS: &str = "Figures of this run";
pub const PRESETS: &str = "Run one yourself";
pub const PRESETS_HINT: &str = "Each sets the grid, the arithmetic and how procedures are written, and leaves limits as they are. Two shares are told apart where a test at 5\u{a0}% finds the difference in four runs of five. Simulated executors make known errors and stand for no model.";

/// Where an address asks for a figure that there is none of.
pub fn no_figure(name: &str) -> String {
    let name: String = name.chars().take(40).collect();
    format!("There is no figure “{name}”: this is the first one.")
}

/// How many attempts a set-up to start from takes, and what is needed for it.
pub fn preset_takes(attempts: u32, is_free: Option<bool>) -> String {
    let needs = match is_free {
        Some(true) => " · no key needed",
        Some(false) => "",
        None => " · needs a model",
    };
    format!("{} attempts{needs}", grouped(attempts))
}

/// How many items tell two shares apart that differ by 10 points, with one sample of each and with five, whatever the shares are: the power table of
/// `tests/golden/calibration.txt` has it.
pub const TELLING: [(u32, u32); 2] = [(1, 400), (5, 100)];

/// How many items tell two shares apart that differ by 10 points, and how many there are for each that is compared.
pub fn preset_tells(items: u32, is_paired: bool) -> String {
    let [(_, one), (samples, several)] = TELLING;
    let more = if is_paired {
        format!(", or {several} with {samples} samples each")
    } else {
        String::new()
    };
    format!("Telling 10 points apart takes about {one} items{more}; this has {items} for each.")
}

/// Where a model is asked: at its provider, perhaps under an address that is not the provider's own.
pub fn at_provider(provider: &str, base: &str) -> String {
    if base.is_empty() { provider.to_owned() } else { format!("{provider} at {base}") }
}

/// The numbers of a figure.
pub const TABLE: &str = "Table";

/// The numbers of a figure, by its title.
pub fn table_of(title: &str) -> String {
    format!("{TABLE}: {title}")
}

/// Which figure is seen of how many.
pub fn figure_of(place: usize, count: usize) -> String {
    format!("Figure {place} of {count}")
}

/// The columns of the list of attempts.
pub const COLUMNS: [&str; 6] =
    ["Model", "Condition", "Steps · look-back", "Item", "Outcome", "Latency"];

/// The key that the visitor has for an origin.
pub fn key_for(origin: &str) -> String {
    format!("Key for {origin}")
}

/// Where requests would go that the visitor has not chosen.
pub fn foreign(origins: &[String]) -> String {
    format!(
        "This set-up came with an address and sends requests to {}. Allow that only if you know who runs it.",
        origins.join(" and ")
    )
}

/// How far one of those is who are asked.
pub fn so_many(answered: u32, total: u32) -> String {
    format!("{} of {}", grouped(answered), grouped(total))
}

/// An address says different things of the same parameters.
pub fn repeated(keys: &str) -> String {
    format!("The address gives {keys} several times; the last counts.")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALIBRATION: &str = include_str!("../../../tests/golden/calibration.txt");
    /// The share of runs in which a difference is to be found, in percent. It is rounded as people say it.
    const FOUND: f64 = 80.0;

    /// The fewest items of the power table with which every pair of shares is told apart, by one number of samples.
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
    fn so_many_items_tell_10_points_apart_as_the_calibration_says() {
        assert_eq!(TELLING.map(|(samples, _)| (samples, fewest(samples))), TELLING);
        assert_eq!(
            preset_tells(120, true),
            "Telling 10 points apart takes about 400 items, or 100 with 5 samples each; this has 120 for each."
        );
    }
}

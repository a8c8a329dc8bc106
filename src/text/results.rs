//! Texts of Results.

use stepfall_link::{Column, SweepLink};
use stepfall_procedure::{Condition, safe_excerpt};
use stepfall_protocol::recorded::{AtLength, RecordedRun};
use stepfall_protocol::sweep::RunInfo;
use stepfall_text::{grouped, steps};

use super::settings;
use crate::state::recorded::BadName;

pub(crate) const PAGE: &str = "Results";
pub(crate) const HEADING: &str =
    "Real models, recorded: open a run to see its figures and its attempts.";
pub(crate) const LEAD: &str =
    "Models with open weights. Every answer is kept, and graded by this version.";
pub(crate) const RUNS: &str = "Recorded runs";
pub(crate) const TABLE: &str = "Recorded runs of models";
pub(crate) const ACCURACY: &str = "Correct by length";
pub(crate) const MODES: &str = "Main failure modes";
pub(crate) const CONDITION: &str = "Condition";
pub(crate) const SPEC: &str = "Procedures";
pub(crate) const ALL: &str = "All";
pub(crate) const NONE_MATCHES: &str = "No recorded run has this condition and these procedures.";
pub(crate) const SHOW_ALL: &str = "Show all runs";
pub(crate) const SORTED_BY: &str = "Sort by";
pub(crate) const STUDY: &str = "Average of 14 to 15 models";
pub(crate) const STUDY_SOURCE: &str = "arXiv 2605.00817";
pub(crate) const STUDY_DATE: &str = "2026-05-24";
pub(crate) const STUDY_CONDITION: &str = "First answer";
pub(crate) const STUDY_SPEC: &str = "Of the study, with decimals";
pub(crate) const STUDY_ACCURACY: &str = "63\u{a0}% at 5 steps, 20\u{a0}% at 95";
pub(crate) const STUDY_WHY: &str = "Not comparable with a run: the models and the procedures differ, and only these averages are published (version 3), without attempts or intervals.";
pub(crate) const LOADING: &str = "Loading the recorded attempts …";
pub(crate) const NOT_FETCHED: &str =
    "The recorded attempts could not be loaded. Check the connection, then try again.";
pub(crate) const OPEN_RUN: &str = "The open run";
pub(crate) const CLOSE: &str = "Close the run";
pub(crate) const COMPARE: &str = "Compare with";
pub(crate) const NO_COMPARISON: &str = "no other run";
pub(crate) const OWN_RUN: &str = "Compare with a run of yours";
pub(crate) const NO_OWN_RUN: &str = "This browser has no finished run of yours to draw next to it.";
pub(crate) const RUN_IN_SWEEP: &str = "Start one in Sweep";
pub(crate) const OPEN_SETUP: &str = "Open the set-up in Sweep";
pub(crate) const DOWNLOAD: &str = "Download the attempts";
pub(crate) const LENGTH: &str = "Length";
pub(crate) const MODE: &str = "Failure mode";
pub(crate) const BACK: &str = "Back to the recorded run";
pub(crate) const REAL: &str = "Real model";
pub(crate) const OPEN_ATTEMPTS: &str = "Open its attempts in Results";
pub(crate) const FACTS: [&str; 6] =
    ["Weights", "SHA-256 of the weights", "Licence", "Engine", "Machine", "Attempts"];

pub(crate) const fn column(column: Column) -> &'static str {
    match column {
        Column::Model => "Model",
        Column::Date => "Date",
        Column::Condition => CONDITION,
        Column::Spec => SPEC,
        Column::Horizon => "50\u{a0}% horizon, steps",
        Column::Tokens => "Output tokens",
    }
}

/// Returns the short name of a condition from its slug.
pub(crate) fn condition(slug: &str) -> String {
    let label = Condition::from_slug(slug).map_or(slug, |condition| settings::condition(condition));
    label.split(':').next().unwrap_or(label).to_owned()
}

/// Returns the names of the conditions of a run.
pub(crate) fn conditions(run: &RecordedRun) -> String {
    run.conditions.iter().map(|slug| condition(slug)).collect::<Vec<String>>().join(", ")
}

/// Returns the title of a run: its model and its conditions.
pub(crate) fn title(run: &RecordedRun) -> String {
    format!("{}, {}", run.model, conditions(run).to_lowercase())
}

/// Returns the quantisation, the licence and the engine of a run.
pub(crate) fn kind(run: &RecordedRun) -> String {
    format!("{} · {} · {}", run.quantisation, run.licence, run.engine)
}

/// Describes the parameters of procedures, which are written as in an address.
pub(crate) fn spec(spec: &str) -> String {
    let words = |part: &str| {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        match key {
            "lookback" => format!("look-back {}", value.replace(',', ", ")),
            "ops" => format!("only {}", operations(value)),
            "inputs" | "constants" => format!("{key} {}", value.replace("..", " to ")),
            _ => format!("{key} {value}"),
        }
    };
    spec.split(' ').map(words).collect::<Vec<_>>().join(", ")
}

fn operations(value: &str) -> String {
    let sign = |name: &str| match name {
        "add" => "+".to_owned(),
        "sub" => "−".to_owned(),
        "mul" => "×".to_owned(),
        "div" => "÷".to_owned(),
        weighted => weighted.to_owned(),
    };
    value.split(',').map(sign).collect::<Vec<_>>().join(" ")
}

/// Describes the accuracy at a length, with its 95 % interval.
pub(crate) fn at_length(at: &AtLength) -> String {
    let AtLength { attempts, correct, interval: [low, high], .. } = at;
    let length = steps(at.steps);
    format!("{length}: {correct} of {attempts}, interval {low} to {high}\u{a0}%")
}

/// Returns the number of attempts of a run, of those that failed, and of output tokens.
pub(crate) fn attempts(run: &RecordedRun) -> String {
    let count = |count: usize| grouped(u64::try_from(count).unwrap_or(u64::MAX));
    let (all, tokens) = (count(run.attempts), grouped(run.output_tokens));
    match run.failed {
        0 => format!("{all}, with {tokens} output tokens"),
        failed => format!("{all}, of which {} failed, with {tokens} output tokens", count(failed)),
    }
}

/// Explains why a name in the address was left out.
pub(crate) fn bad_name(bad: &BadName) -> String {
    match bad {
        BadName::Unknown(name) => {
            format!("There is no recorded run “{}”. Choose one from the table.", safe_excerpt(name))
        }
        BadName::OtherItems(name) => format!(
            "The run “{}” is not compared, because its items differ from those of the open run.",
            safe_excerpt(name)
        ),
        BadName::Itself(name) => format!(
            "The run “{}” is open, and is not compared with itself. Choose another one.",
            safe_excerpt(name)
        ),
    }
}

/// Names a run of the user.
pub(crate) fn own_run(run: &RunInfo, when: &str) -> String {
    let name = if run.name.is_empty() { &run.title } else { &run.name };
    format!("{name}, {when}")
}

/// Describes the relation of the open run to the run next to it.
pub(crate) fn relation_to_other_run(is_own: bool, has_pairs: bool) -> String {
    let items = if has_pairs {
        "Both runs have the same items. The paired figure tests whether they differ item by item."
    } else {
        "The two runs have other items, so only their curves are shown together."
    };
    if is_own {
        format!("{items} Your run is only in this browser, so a link to this page leaves it out.")
    } else {
        items.to_owned()
    }
}

/// Returns the heading of the curve of a run.
pub(crate) fn curve_heading(run: &RecordedRun) -> String {
    format!("{} on short procedures", run.model)
}

/// Describes the model, the day and the settings of a run.
pub(crate) fn source(run: &RecordedRun) -> String {
    let setup = SweepLink::read(&run.plan);
    format!(
        "{} ({}), asked on {} under “{}” at temperature {}, with at most {} output tokens. Procedures: {}. Engine: {}.",
        run.model,
        run.quantisation,
        run.date,
        conditions(run),
        setup.get("temperature"),
        setup.get("max-output"),
        spec(&run.spec),
        run.engine
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_procedures_are_described() {
        assert_eq!(spec("lookback=5 ops=add inputs=2..9"), "look-back 5, only +, inputs 2 to 9");
        assert_eq!(spec("lookback=2,5 numbers=mod97"), "look-back 2, 5, numbers mod97");
        assert_eq!(spec("lookback=3 ops=add,sub"), "look-back 3, only + −");
    }

    #[test]
    fn conditions_have_short_names() {
        assert_eq!(["trace", "answer-only", "zoo"].map(condition), ["Trace", "Answer only", "zoo"]);
    }

    #[test]
    fn a_run_of_the_user_is_named_with_its_day() {
        let run = RunInfo { title: "simulated, trace".to_owned(), ..RunInfo::default() };
        assert_eq!(own_run(&run, "28 Nov"), "simulated, trace, 28 Nov");
        let named = RunInfo { name: "Mine".to_owned(), ..run };
        assert_eq!(own_run(&named, "28 Nov"), "Mine, 28 Nov");
        assert!(relation_to_other_run(true, false).contains("only in this browser"));
        assert!(!relation_to_other_run(false, true).contains("only in this browser"));
    }

    #[test]
    fn the_source_of_a_run_has_its_settings() {
        let run = crate::state::recorded::example().unwrap().run;
        let source = source(&run);
        for part in ["(Q4_1)", "2026-11-28", "temperature 0,", "256 output tokens", "inputs 2 to 9"]
        {
            assert!(source.contains(part), "{part} in {source}");
        }
    }
}

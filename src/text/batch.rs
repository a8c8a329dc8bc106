//! Texts of Batch.

use stepfall_link::BatchLink;
use stepfall_procedure::Suite;
use stepfall_protocol::batch::{BatchFile, BatchSummary, SuiteSize};
use stepfall_protocol::comparison::{ComparedModel, Comparison, PairKind, Side};
use stepfall_text::{
    capital, compared_overlap, dollars, grouped, pair_names, steps, typeset, unbroken,
};

pub(crate) const BATCH: &str = "Batch";
pub(crate) const TITLE: &str = "Batch · Stepfall";
pub(crate) const WAITING: &str =
    "Download a suite, run it with your batch service or eval tool, then drop the results here.";
pub(crate) const GRADING: &str = "Grading…";
pub(crate) const GRADED_HERE: &str = "Graded in this page. Nothing is uploaded.";
pub(crate) const EXPORT: &str = "Export a suite";
pub(crate) const FORMAT: &str = "Format";
pub(crate) const MODEL: &str = "Model";
pub(crate) const PRICE: &str = "Price per million tokens, in/out ($)";
pub(crate) const MAX_OUTPUT_TOKENS: &str = "Max output tokens";
pub(crate) const ITEMS_LABEL: &str = "Items of each";
pub(crate) const SAMPLES_LABEL: &str = "Samples";
pub(crate) const SEED: &str = "Seed";
pub(crate) const LENGTHS: &str = "Numbers of steps";
pub(crate) const CONDITIONS: &str = "Conditions";
pub(crate) const OWN: &str = "Custom";
pub(crate) const OWN_MEANING: &str =
    "Your choice of lengths and conditions. “As in Play” takes everything else from Play.";
pub(crate) const AS_PLAY: &str = "As in Play";
pub(crate) const DOWNLOAD: &str = "Download";
pub(crate) const SUITES: &str = "Suites";
pub(crate) const DROP: &str = "Drop result files";
pub(crate) const DROP_HERE: &str = "Drop files here";
pub(crate) const CHOOSE: &str = "Choose files";
pub(crate) const READS: &str = "Results of OpenAI, Anthropic and Gemini batches, Inspect logs, promptfoo, lm-eval, JSONL and CSV. Several at once, in any order.";
pub(crate) const FILES: &str = "Files";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const ID_COLUMN: &str = "Column with the id";
pub(crate) const OUTPUT_COLUMN: &str = "Column with the response";
pub(crate) const READ_COLUMNS: &str = "Grade by these columns";
pub(crate) const RESULTS: &str = "Results";
pub(crate) const OUTCOME: &str = "Outcome";
pub(crate) const COUNT: &str = "Responses";
pub(crate) const SHARE: &str = "Share";
pub(crate) const MEANING: &str = "What it means";
pub(crate) const SCORED: &str = "Scored";
pub(crate) const UNSCORED: &str = "Not scored";
pub(crate) const LIST: &str = "List";
pub(crate) const RESPONSES: &str = "Responses";
pub(crate) const ALL: &str = "All";
pub(crate) const LIST_OF: &str = "Responses, each of which opens in Play";
pub(crate) const MODES: &str = "Failure modes of the responses";
pub(crate) const BY_MODEL: &str = "By model";
pub(crate) const MODEL_COLUMNS: [&str; 5] =
    ["Correct of scored, 95 % interval", "Correct", "Incorrect", "Not scored", "Responses"];
pub(crate) const COLUMNS: [&str; 5] = ["Model", "Condition", "Steps", "Outcome", "What happened"];
pub(crate) const COMPARE: &str = "Compare two results";
pub(crate) const ADD_SECOND: &str = "Add second result";
pub(crate) const REMOVE_SECOND: &str = "Remove second result";
pub(crate) const SECOND_FILES: &str = "Second files";
pub(crate) const ADD_SECOND_WHY: &str = "Add the result files of another model, or of the same one with other settings. Questions are paired by their ids. Files dropped here are the second result, and the results above stay as they are.";
pub(crate) const READING_SECOND: &str = "Reading the second result…";
pub(crate) const COMPARING: &str = "Comparing…";
pub(crate) const SECOND_EMPTY: &str = "No response of the second files could be graded. Choose other result files; the results above stay as they are.";
pub(crate) const DIFFERENCE: &str = "First minus second, points";
pub(crate) const SHARES: &str = "Correct of scored, with 95 % intervals";
pub(crate) const SHARE_COLUMNS: [&str; 3] = ["%", "low", "high"];
pub(crate) const RESULT: &str = "Result";
pub(crate) const BY_QUESTION: &str = "Questions by result";
pub(crate) const QUESTIONS: &str = "Questions";
pub(crate) const BY_SAMPLES: &str = "Several samples of each item";
pub(crate) const BY_LENGTH: &str = "By condition and length";
pub(crate) const COMPARED_QUESTIONS: &str = "Compared questions";
pub(crate) const ALL_QUESTIONS: &str = "All compared questions";
pub(crate) const PAIRS_JSONL: &str = "Compared questions as JSONL";
pub(crate) const PAIRS_CSV: &str = "Compared questions as CSV";
pub(crate) const PAIR_COLUMNS: [&str; 2] = ["Condition", "Steps"];
pub(crate) const LIST_OF_PAIRS: &str = "Compared questions, whose replies open in Play";
pub(crate) const REPORT: &str = "Report";

pub(crate) const fn suite_name(suite: Suite) -> &'static str {
    match suite {
        Suite::Quick => "Quick look",
        Suite::Ladder => "Collapse, 5 to 95 steps",
        Suite::LookBack => "Look-back 2 to 7",
        Suite::WhatIsLost => "What is lost",
        Suite::WhatHelps => "What helps",
        Suite::Paper55 => "The study’s 55 datasets",
    }
}

/// Describes the size of a suite.
pub(crate) fn suite_size(size: &SuiteSize) -> String {
    let requests = match size.questions {
        1 => "1 request".to_owned(),
        count => format!("{} requests", grouped(count)),
    };
    let files = match size.files {
        0 | 1 => String::new(),
        files => format!(" in at least {} files", grouped(files)),
    };
    let SuiteSize { input, output, cost, .. } = size;
    let cost = cost.map_or_else(String::new, |(low, high)| {
        let (low, high) = (dollars(low), dollars(high));
        if low == high { format!(" · {low}") } else { format!(" · {low} to {high}") }
    });
    format!(
        "{requests}{files} · {} tokens in, {} out{cost}",
        millions(input.0, input.1),
        millions(output.0, output.1)
    )
}

/// Describes the set-up: the name of the suite and of the format.
pub(crate) fn suite_and_format(link: &BatchLink) -> String {
    let name = link.suite.map_or(OWN, suite_name);
    format!("{name} · {}", link.target.name())
}

/// Returns the name of a model in a list, or a note that the files name no model.
pub(crate) fn model(model: &str) -> String {
    if model.is_empty() { "no model named".to_owned() } else { model.to_owned() }
}

/// Returns a share, or a note that no answer is scored.
pub(crate) fn or_none(share: &str) -> String {
    if share.is_empty() { "none scored".to_owned() } else { share.to_owned() }
}

/// Describes the results graded so far.
pub(crate) fn so_far(finding: &str) -> String {
    format!("So far: {finding}")
}

/// Describes the progress of a file.
pub(crate) fn progress(file: &BatchFile) -> String {
    let graded = grouped(file.graded);
    if !file.is_over {
        return format!("{graded} graded");
    }
    match file.found {
        0 if file.procedures == 1 => "✓ 1 procedure".to_owned(),
        0 if file.procedures > 1 => format!("✓ {} procedures", grouped(file.procedures)),
        0 => "No response in this file".to_owned(),
        found if found == file.graded => format!("✓ {graded} graded"),
        found if found == file.repeated => "✓ all were there before".to_owned(),
        found if found == file.graded + file.repeated => {
            let were = if file.repeated == 1 { "was" } else { "were" };
            format!("✓ {graded} graded, {} {were} there before", grouped(file.repeated))
        }
        found => format!("{graded} of {} graded", grouped(found)),
    }
}

/// Returns the label of the choice of a result.
pub(crate) const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "First",
        Side::Second => "Second",
    }
}

/// Returns the name of a result that can be compared.
pub(crate) fn compared_model(of: &ComparedModel) -> String {
    match (of.side, &of.model) {
        (Side::First, Some(model)) => model.clone(),
        (Side::First, None) => "Results above".to_owned(),
        (Side::Second, Some(model)) => format!("{model} (second files)"),
        (Side::Second, None) => "Second files".to_owned(),
    }
}

/// Describes the result of a comparison, or what to do if nothing could be compared.
pub(crate) fn comparison_finding(of: &Comparison) -> String {
    let [both, first, second, neither, unscored, only_first, only_second] = of.counts;
    let all = both + first + second + neither + unscored;
    let overlap = compared_overlap(all, unscored, only_first, only_second);
    let finding = match &of.scored {
        Some(scored) => {
            let [value, low, high] = scored.shares[2].each_ref().map(|cell| typeset(cell));
            format!("The first share minus the second: {value} points ({low} to {high}).")
        }
        None if of.has_pairs() => "No question is scored in both.".to_owned(),
        None => "No question has a reply in both results. Choose results of the same suite with the same seed; the results above stay as they are.".to_owned(),
    };
    unbroken(&format!("{finding} {overlap}"))
}

/// Returns the result if replies that could not be scored count as incorrect; `None` if the worker
/// sent no such result.
pub(crate) fn with_unscored(of: &Comparison) -> Option<String> {
    let said = &of.with_unscored;
    (!said.is_empty()).then(|| unbroken(&typeset(said)))
}

/// Returns the names of the kinds of questions, in the order of [`PairKind::ALL`].
pub(crate) fn kind_names(is_single: bool) -> [String; 7] {
    let [both, first, second, neither] = pair_names(is_single);
    let left = ["without a scored reply", "missing in the second", "missing in the first"];
    let [unscored, in_first, in_second] = left;
    [both, first, second, neither, unscored, in_first, in_second].map(capital)
}

/// Returns the key of the list of questions of a kind.
pub(crate) const fn kind_slug(kind: Option<PairKind>) -> &'static str {
    match kind {
        None => "",
        Some(PairKind::Both) => "both",
        Some(PairKind::OnlyFirst) => "only-first",
        Some(PairKind::OnlySecond) => "only-second",
        Some(PairKind::Neither) => "neither",
        Some(PairKind::Unscored) => "unscored",
        Some(PairKind::InFirst) => "in-first",
        Some(PairKind::InSecond) => "in-second",
    }
}

pub(crate) fn question(condition: &str, count: u16) -> String {
    format!("{condition}, {}", steps(count))
}

/// Formats `count` as a percentage of `all`.
pub(crate) fn share(count: u64, all: u64) -> String {
    let tenths = (count * 1_000 + all / 2).checked_div(all).unwrap_or_default();
    format!("{}.{}\u{a0}%", tenths / 10, tenths % 10)
}

/// Summarises the scored answers.
pub(crate) fn scored(summary: &BatchSummary) -> String {
    let [scored, all] = &summary.shares;
    match (scored.is_empty(), all.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!("{scored} correct"),
        (false, false) => {
            format!("{scored} correct; if all that is not scored counts as incorrect, {all}")
        }
    }
}

/// Formats a range of tokens, with large numbers in thousands or millions.
fn millions(low: u64, high: u64) -> String {
    let scaled = |tokens: u64| match tokens {
        0..1_000 => tokens.to_string(),
        1_000..1_000_000 => format!("{}\u{a0}k", (tokens + 500) / 1_000),
        _ => format!("{}.{}\u{a0}M", tokens / 1_000_000, tokens % 1_000_000 / 100_000),
    };
    format!("{} to {}", scaled(low), scaled(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_and_sizes_abbreviated() {
        assert_eq!(share(1, 3), "33.3\u{a0}%");
        assert_eq!(share(2, 3), "66.7\u{a0}%");
        assert_eq!(share(0, 0), "0.0\u{a0}%");
        let size = SuiteSize {
            slug: String::new(),
            questions: 700,
            files: 1,
            input: (900, 45_499),
            output: (1_000_000, 2_290_000),
            cost: None,
        };
        let expected = "700 requests · 900 to 45\u{a0}k tokens in, 1.0\u{a0}M to 2.2\u{a0}M out";
        assert_eq!(suite_size(&size), expected);
        let parted = SuiteSize { questions: 55_000, files: 2, ..size.clone() };
        let requests = grouped(55_000_u64);
        let wanted = format!("{requests} requests in at least 2 files · ");
        assert!(suite_size(&parted).starts_with(&wanted));
        let priced = SuiteSize { cost: Some((1_500_000, 3_449_000)), ..size };
        assert_eq!(suite_size(&priced), format!("{expected} · $1.50 to $3.45"));
    }
}

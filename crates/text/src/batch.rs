//! Texts of Batch.

#![expect(missing_docs, reason = "a text says what it is")]

pub const BATCH: &str = "Batch";
pub const BATCH_TITLE: &str = "Batch · Stepfall";
pub const BATCH_WAITING: &str =
    "Download a suite, run it with your batch service or eval tool, then drop the results here.";
pub const BATCH_GRADING: &str = "Grading…";
pub const BATCH_OVER: &str = "Graded in this page. Nothing is uploaded.";
pub const BATCH_EXPORT: &str = "Export a suite";
pub const BATCH_FORMAT: &str = "Format";
pub const BATCH_MODEL: &str = "Model";
/// The hint next to a download that needs the name of a model.
pub const ENTER_MODEL: &str = "Enter a model name to download.";
pub const BATCH_PRICE: &str = "Price per million tokens, in/out ($)";
pub const BATCH_MOST: &str = "Max output tokens";
pub const BATCH_ITEMS_LABEL: &str = "Items of each";
pub const BATCH_SAMPLES_LABEL: &str = "Samples";
pub const BATCH_SEED: &str = "Seed";
pub const BATCH_LENGTHS: &str = "Numbers of steps";
pub const BATCH_CONDITIONS: &str = "Conditions";
pub const BATCH_OWN: &str = "Custom";
pub const BATCH_OWN_MEANING: &str =
    "Your choice of lengths and conditions. “As in Play” takes everything else from Play.";
pub const BATCH_AS_PLAY: &str = "As in Play";
pub const BATCH_DOWNLOAD: &str = "Download";
pub const BATCH_SUITES: &str = "Suites";
pub const BATCH_DROP: &str = "Drop result files";
pub const BATCH_DROP_HERE: &str = "Drop files here";
pub const BATCH_CHOOSE: &str = "Choose files";
pub const BATCH_READS: &str = "Results of OpenAI, Anthropic and Gemini batches, Inspect logs, promptfoo, lm-eval, JSONL and CSV. Several at once, in any order.";
pub const BATCH_FILES: &str = "Files";
pub const BATCH_CLEAR: &str = "Clear";
pub const BATCH_ID_COLUMN: &str = "Column with the id";
pub const BATCH_OUTPUT_COLUMN: &str = "Column with the response";
pub const BATCH_READ_COLUMNS: &str = "Grade by these columns";
pub const BATCH_RESULTS: &str = "Results";
pub const BATCH_OUTCOME: &str = "Outcome";
pub const BATCH_COUNT: &str = "Responses";
pub const BATCH_SHARE: &str = "Share";
pub const BATCH_MEANING: &str = "What it means";
pub const BATCH_SCORED: &str = "Scored";
pub const BATCH_UNSCORED: &str = "Not scored";
pub const BATCH_LIST: &str = "List";
pub const BATCH_RESPONSES: &str = "Responses";
pub const BATCH_ALL: &str = "All";
pub const BATCH_LIST_OF: &str = "Responses, each of which opens in Play";
pub const BATCH_MODES: &str = "Failure modes of the responses";
pub const BATCH_BY_MODEL: &str = "By model";
pub const BATCH_MODEL_COLUMNS: [&str; 5] =
    ["Correct of scored, 95 % interval", "Correct", "Incorrect", "Not scored", "Responses"];
pub const BATCH_COLUMNS: [&str; 5] = ["Model", "Condition", "Steps", "Outcome", "What happened"];
pub const BATCH_REPORT: &str = "Report";
pub const BATCH_INSPECT: &str = "Inspect log";

/// Reports that repeated responses are counted once.
pub fn batch_duplicates(count: u64) -> String {
    match count {
        1 => "One response repeats the id, sample and model of an earlier one, and is not counted."
            .to_owned(),
        _ => format!(
            "{count} responses repeat the id, sample and model of an earlier one, and are not counted."
        ),
    }
}

/// Reports that responses are not graded.
pub fn batch_ungraded(count: u64) -> String {
    match count {
        1 => "One response is not graded.".to_owned(),
        _ => format!("{count} responses are not graded."),
    }
}

//! What is said about an answer and its steps.

#![expect(missing_docs, reason = "a text says what it is")]

use stepfall_procedure::Op;

use crate::print::sign;

pub const EVIDENCE: &str = "Evidence";
pub const OF_PROCEDURE: &str = "Procedure";
pub const NOT_WRITTEN: &str = "not written";
pub const WAS_IT_WRONG: &str = "Was this verdict wrong?";
pub const HOW_OFTEN_RIGHT: &str = "On simulated answers that show their operands, and whose faults are known, the grader names the main one 99 times in 100.";
pub const HOW_IT_GRADES: &str = "How the grader works";
pub const REPORT_HINT: &str =
    "The report holds the verdict and a link to the answer. Say in it what you would have said.";
pub const PASTE_LABEL: &str = "What the model wrote";
pub const READ_LABEL: &str = "What was read in the answer";
pub const PASTE_PLACEHOLDER: &str = "Paste a model’s whole answer here, or drop a file with it.";
pub const CLEAR: &str = "Clear";
pub const UNDO: &str = "Undo";
pub const EDIT: &str = "Edit";
pub const READ: &str = "Read";
pub const ADOPT: &str = "Check it against this one";
pub const STALE: &str = "This was pasted for another prompt. It stays here, but is not checked.";
pub const KEPT_IN_TAB: &str = "This answer is too long for the address. It is kept in this tab and survives a reload, but a copied address lacks it.";
pub const NOT_KEPT: &str = "This answer is too long for the address, and the browser refuses to keep it: a reload will lose it.";
pub const CUT: &str = "Only the first part is shown here. All of it was read.";
pub const NO_FILE: &str = "The file could not be read: choose another, or paste its text";
pub const LARGE_FILE: &str = "The file is too large: at most 32 MB are read";
pub const EMPTY_FILE: &str = "The file is empty";
pub const SEVERAL_FILES: &str = "These are several files: give one at a time";
pub const NO_TEXT: &str = "The file is no text: choose one in UTF-8 or UTF-16";
pub const OPEN_FILE: &str = "Open a file";
pub const OPEN: &str = "Open";
pub const RETRY: &str = "Try again";
pub const REPLACED: &str = "Something newer took its place.";
pub const NO_WORKER: &str =
    "This browser does not let the page start the worker that reads answers.";
pub const WAITING: &str = "Reading the answer …";
pub const STOP: &str = "Stop";
pub const STOPPED: &str = "Reading the answer was stopped. Any change to it starts again.";
pub const CUT_OFF: &str = "The output was cut off at a token limit";
pub const REASONING: &str = "Reasoning";
pub const OF_REASONING: &str = "reasoning";
pub const CLAIMED: &str = "Model’s value";
pub const WHY: &str = "What happened";
pub const ARCS: &str = "What depends on what";
pub const TRAVEL: &str = "Step";
pub const SOURCES: &str = "Examples";
pub const SIMULATED: &str = "simulated";
pub const EXAMPLE: &str = "Example";
pub const EXECUTOR: &str = "Executor";
pub const FORM: &str = "Form";
pub const RATE: &str = "Failing steps";
pub const SIMULATE: &str = "Simulate";
pub const SIMULATED_HINT: &str =
    "A scripted solver, not a language model: it fails in a known way.";
pub const SPECIMEN: &str = "specimen";
pub const SPECIMEN_ASK: &str = "Let the specimen answer";
pub const SPECIMEN_IS: &str = "a small transformer of this page, not a language model";
pub const SPECIMEN_HINT: &str = "A small transformer that was trained on such procedures and runs in this page. It reads the procedure in tokens of its own instead of the prompt, and takes the likeliest one each time.";
pub const SIMULATED_DIALOGUE: &str = "In a dialogue, executors follow or fail at single steps, and each answers in the form that is asked for.";

/// The examples, in the worker's order.
pub const EXAMPLES: [&str; 9] = [
    "Answer only, and wrong, 25 steps (Claude)",
    "All correct modulo 97, 25 steps (Claude)",
    "Free form, 15 steps (Claude)",
    "All correct with two decimals, 30 steps (Claude)",
    "Wrong operand, 25 steps (simulated)",
    "95 steps in a table (simulated)",
    "Abandoned a right answer (simulated)",
    "Cut off (simulated)",
    "Told of a wrong step, and fixed it (simulated)",
];

/// Executors by their slugs and by name.
pub const EXECUTORS: [(&str, &str); 16] = [
    ("mixed", "Fails in several ways"),
    ("wrong-operand", "Uses a wrong operand"),
    ("swapped", "Swaps operands"),
    ("wrong-operation", "Uses a wrong operation"),
    ("slip-digit", "Gets a digit wrong"),
    ("slip-sign", "Loses a sign"),
    ("slip-off-by-one", "Is off by one"),
    ("skipped", "Leaves a step out"),
    ("stopped", "Stops early"),
    ("premature-answer", "Answers before the work"),
    ("self-corrected", "Corrects itself"),
    ("talked-out", "Abandons a right answer"),
    ("truncated", "Is cut off"),
    ("refused", "Declines"),
    ("right-answer-wrong-procedure", "Is right by a wrong way"),
    ("followed", "Follows"),
];

/// Forms by their slugs and by name.
pub const FORMS: [(&str, &str); 8] = [
    ("trace", "One line a step"),
    ("prose", "Prose"),
    ("table", "Table"),
    ("latex", "LaTeX"),
    ("bullets", "List"),
    ("code", "Code"),
    ("json", "JSON, values only"),
    ("value-lines", "Lines, values only"),
];

/// How often an executor fails.
pub fn rate(percent: u32) -> String {
    if percent == 0 { "one step".to_owned() } else { format!("{percent} %") }
}

/// Why there is no verdict.
pub fn engine_failed(why: &str) -> String {
    if why.is_empty() {
        "A part of this page could not be loaded. Is the connection there?".to_owned()
    } else {
        format!(
            "A part of this page broke off ({why}). What was kept is still there once it is loaded anew. The address of this page leads back to what it was doing: send it along if you report this."
        )
    }
}

/// Where a text holds several samples.
pub fn samples(count: usize) -> String {
    format!(
        "This seems to hold {count} answers, one after the other; the verdict takes them as one. Look at one alone:"
    )
}

/// One of several samples, counted from 1.
pub fn sample(number: usize) -> String {
    format!("Answer {number}")
}

/// Beyond the samples that have a button.
pub fn more_samples(count: usize) -> String {
    format!("and {count} more")
}

pub const LIVE: &str = "Steps that matter";
pub const FAULTS: &str = "Detectable faults";
pub const AT_STEP: &str = "Detectable at the step";
pub const IN_ANSWER: &str = "Detectable in the answer";
pub const MIX: &str = "Operations";
pub const WORK_OUT: &str = "Compute";
pub const LIVE_HINT: &str = "Steps that the answer depends on.";
pub const MIX_HINT: &str = "How often each operation occurs.";
pub const FAULTS_HINT: &str =
    "Of all single faults: another operand within reach, swapped operands, another operation.";

/// How many steps are live.
pub fn live(live: u16, steps: u16) -> String {
    format!("{live} of {steps}")
}

/// How often an operation occurs.
pub fn times(op: Op, count: u32) -> String {
    format!("{count}\u{a0}{}", sign(op.symbol()))
}

/// What stands there instead for a procedure of one's own.
pub const OWN_COORDINATES: &str = "A procedure of one's own";

/// Which item of the spec is shown.
pub fn coordinates(seed: u64, index: u32) -> String {
    format!("Seed {seed}, item {index}")
}

/// What stands above the readings of a fault.
pub fn readings_of(name: &str) -> String {
    format!("Readings of {name} that fit, the likeliest first:")
}

/// A report of a verdict that may be wrong, in Markdown; with the transcript where the link does not hold it.
pub fn verdict_report(headline: &str, link: &str, transcript: Option<&str>) -> String {
    let transcript = transcript.map_or_else(String::new, |transcript| {
        let fence = "`".repeat(longest_run(transcript, '`').max(2) + 1);
        format!("\n{fence}text\n{}\n{fence}\n", transcript.trim_end())
    });
    format!("The verdict was: {headline}\n\nIt should be: \n\n{link}\n{transcript}")
}

/// The length of the longest run of a character in a text.
fn longest_run(text: &str, of: char) -> usize {
    text.split(|other| other != of).map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_holds_the_transcript_where_the_link_does_not() {
        let short = verdict_report("All wrong.", "#/play", None);
        assert_eq!(short, "The verdict was: All wrong.\n\nIt should be: \n\n#/play\n");
        let long = verdict_report("All wrong.", "#/play", Some("a ```` b\n"));
        assert!(long.ends_with("\n#/play\n\n`````text\na ```` b\n`````\n"), "{long}");
    }
}

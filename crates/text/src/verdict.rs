//! Texts about an answer and its steps.

#![expect(missing_docs, reason = "a text says what it is")]

pub const EVIDENCE: &str = "Evidence";
pub const OF_PROCEDURE: &str = "Procedure";
pub const NOT_READ: &str = "none that could be read";
pub const DISAGREE: &str = "Disagree with this verdict?";
pub const HOW_OFTEN_RIGHT: &str = "On simulated answers that show their operands, and whose errors are known, the grader names the main one 99 times in 100.";
pub const HOW_IT_GRADES: &str = "How the grader works";
pub const REPORT_HINT: &str =
    "The report has the verdict and a link. Add what you think it should say.";
pub const PASTE_LABEL: &str = "What the model wrote";
pub const READ_LABEL: &str = "What was read in the answer";
pub const PASTE_PLACEHOLDER: &str = "Paste a model’s whole answer here, or drop a file with it.";
pub const CLEAR: &str = "Clear";
pub const UNDO: &str = "Undo";
pub const EDIT: &str = "Edit";
pub const READ: &str = "Read";
pub const ADOPT: &str = "Check it against this one";
pub const STALE: &str = "This answer belongs to another prompt. It stays here, but is not checked.";
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
pub const CUT_OFF: &str = "This answer was cut off";
pub const REASONING: &str = "Reasoning";
pub const OF_REASONING: &str = "reasoning";
pub const CLAIMED: &str = "Model’s value";
pub const WHY: &str = "What happened";
pub const ARCS: &str = "What depends on what";
pub const TRAVEL: &str = "Step";
pub const SOURCES: &str = "Examples";
pub const SIMULATED: &str = "simulated";
pub const EXAMPLE: &str = "Example";
pub const SOLVER: &str = "Kind of error";
pub const FORM: &str = "Form";
pub const RATE: &str = "Steps with an error";
pub const SIMULATE: &str = "Simulate";
pub const SIMULATED_HINT: &str = "A script that errs on purpose, not a language model.";
pub const SPECIMEN: &str = "small model";
pub const SPECIMEN_ASK: &str = "Ask the small model";
pub const SPECIMEN_NUMBERS: &str = "The small model only knows arithmetic modulo 31.";
pub const SPECIMEN_SWITCH: &str = "Switch to modulo 31";
pub const SPECIMEN_IS: &str = "a small transformer in this page";
pub const SPECIMEN_HINT: &str = "A small transformer that was trained on such procedures and runs in this page. It reads its own shorthand, not the prompt, and always picks the likeliest token.";
pub const SIMULATED_DIALOGUE: &str = "In a dialogue, the script makes none or single errors, and answers in the form that is asked for.";

/// The examples, in the worker's order.
pub const EXAMPLES: [&str; 9] = [
    "Answer only, incorrect, 25 steps (Claude)",
    "All correct modulo 97, 25 steps (Claude)",
    "Free form, 15 steps (Claude)",
    "All correct with two decimals, 30 steps (Claude)",
    "Wrong operand, 25 steps (simulated)",
    "95 steps in a table (simulated)",
    "Abandoned a correct answer (simulated)",
    "Cut off (simulated)",
    "Told of an error, and fixed it (simulated)",
];

/// Errors of simulated solvers: the solvers' slugs and their names.
pub const SOLVERS: [(&str, &str); 16] = [
    ("mixed", "Mixed"),
    ("wrong-operand", "Wrong operand"),
    ("swapped", "Swapped operands"),
    ("wrong-operation", "Wrong operation"),
    ("slip-digit", "One digit incorrect"),
    ("slip-sign", "Lost sign"),
    ("slip-off-by-one", "Off by one"),
    ("skipped", "Step left out"),
    ("stopped", "Stopped early"),
    ("premature-answer", "Answer before the work"),
    ("self-corrected", "Self-corrected"),
    ("talked-out", "Abandoned a correct answer"),
    ("truncated", "Cut off"),
    ("refused", "Refused"),
    ("right-answer-wrong-procedure", "Correct answer by luck"),
    ("followed", "None"),
];

/// Forms: their slugs and their names.
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

/// Formats the error rate of a simulated solver.
pub fn rate(percent: u32) -> String {
    if percent == 0 { "1".to_owned() } else { format!("{percent} %") }
}

/// Explains why there is no verdict.
pub fn engine_failed(why: &str) -> String {
    if why.is_empty() {
        "A part of this page could not be loaded. Is the connection there?".to_owned()
    } else {
        format!(
            "A part of this page broke off ({why}). What was kept is still there once it is loaded anew. The address of this page leads back to what it was doing: send it along if you report this."
        )
    }
}

/// Reports that a text contains several samples.
pub fn samples(count: usize) -> String {
    format!(
        "This seems to hold {count} answers, one after the other; the verdict takes them as one. Look at one alone:"
    )
}

/// Names one of several samples, counted from 1.
pub fn sample(number: usize) -> String {
    format!("Answer {number}")
}

/// Counts the samples that have no button.
pub fn more_samples(count: usize) -> String {
    format!("and {count} more")
}

/// The coordinates of a custom procedure.
pub const OWN_COORDINATES: &str = "Custom procedure";

/// Names the item of the spec by its seed and index.
pub fn coordinates(seed: u64, index: u32) -> String {
    format!("Seed {seed}, item {index}")
}

/// Returns the heading of the explanations of an error.
pub fn explanations_of(name: &str) -> String {
    format!("Possible explanations for {name}:")
}

/// Returns a Markdown report of a verdict that may be incorrect. It contains the transcript if the link does not.
pub fn verdict_report(headline: &str, link: &str, transcript: Option<&str>) -> String {
    let transcript = transcript.map_or_else(String::new, |transcript| {
        let fence = "`".repeat(longest_run(transcript, '`').max(2) + 1);
        format!("\n{fence}text\n{}\n{fence}\n", transcript.trim_end())
    });
    format!("The verdict was: {headline}\n\nIt should be: \n\n{link}\n{transcript}")
}

/// Returns the length of the longest run of a character in a text.
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

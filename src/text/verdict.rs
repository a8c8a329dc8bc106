//! Texts about an answer and its steps.

use stepfall_link::Source;
use stepfall_procedure::{Condition, Spec};
use stepfall_protocol::verdict::{
    Cause, ErrorLocation, Mode, Report, RootError, Status, Step, TextVerdict,
};
use stepfall_small_model::UnsupportedItem;
use stepfall_text::{
    answers_sentence, fixing, fixing_last, look_back, sentence, steps, steps_shown, typeset,
    value_of_last,
};

use crate::state::{CurrentItem, Transcript, TranscriptState, rows};

pub(crate) const EVIDENCE: &str = "Evidence";
pub(crate) const OF_PROCEDURE: &str = "Procedure";
pub(crate) const NOT_READ: &str = "none that could be read";
pub(crate) const DISAGREE: &str = "Disagree with this verdict?";
pub(crate) const HOW_OFTEN_RIGHT: &str = "On simulated answers that show their operands, and whose errors are known, the grader names the main one 99 times in 100.";
pub(crate) const HOW_IT_GRADES: &str = "How the grader works";
pub(crate) const REPORT_HINT: &str =
    "The report has the verdict and a link. Add what you think it should say.";
pub(crate) const PASTE_LABEL: &str = "What the model wrote";
pub(crate) const READ_LABEL: &str = "What was read in the answer";
pub(crate) const PASTE_PLACEHOLDER: &str =
    "Paste a model’s whole answer here, or drop a file with it.";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const EDIT: &str = "Edit";
pub(crate) const READ: &str = "Read";
pub(crate) const ADOPT: &str = "Check it against this one";
pub(crate) const STALE: &str =
    "This answer belongs to another prompt. It stays here, but is not checked.";
pub(crate) const KEPT_IN_TAB: &str = "This answer is too long for the address. It is kept in this tab and survives a reload, but a copied address lacks it.";
pub(crate) const NOT_KEPT: &str = "This answer is too long for the address, and the browser refuses to keep it: a reload will lose it.";
pub(crate) const CUT: &str = "Only the first part is shown here. All of it was read.";
pub(crate) const NO_FILE: &str = "The file could not be read: choose another, or paste its text";
pub(crate) const LARGE_FILE: &str = "The file is too large: at most 32 MB are read";
pub(crate) const EMPTY_FILE: &str = "The file is empty";
pub(crate) const SEVERAL_FILES: &str = "These are several files: give one at a time";
pub(crate) const NO_TEXT: &str = "The file is not a text file: choose one in UTF-8 or UTF-16";
pub(crate) const OPEN_FILE: &str = "Open a file";
pub(crate) const OPEN: &str = "Open";
pub(crate) const RETRY: &str = "Try again";
pub(crate) const REPLACED: &str = "A newer request replaced this one.";
pub(crate) const NO_WORKER: &str =
    "This browser does not let the page start the worker that reads answers.";
pub(crate) const WAITING: &str = "Reading the answer …";
pub(crate) const STOP: &str = "Stop";
pub(crate) const STOPPED: &str =
    "Reading the answer was stopped. It starts again when you change the answer.";
pub(crate) const CUT_OFF: &str = "This answer was cut off";
pub(crate) const REASONING: &str = "Reasoning";
pub(crate) const OF_REASONING: &str = "reasoning";
pub(crate) const CLAIMED: &str = "Model’s value";
pub(crate) const WHY: &str = "What happened";
pub(crate) const ARCS: &str = "What depends on what";
pub(crate) const TRAVEL: &str = "Step";
pub(crate) const SOURCES: &str = "Examples";
pub(crate) const SIMULATED: &str = "simulated";
pub(crate) const EXAMPLE: &str = "Example";
pub(crate) const SOLVER: &str = "Kind of error";
pub(crate) const FORM: &str = "Form";
pub(crate) const RATE: &str = "Steps with an error";
pub(crate) const SIMULATE: &str = "Simulate";
pub(crate) const SIMULATED_HINT: &str = "A script that errs on purpose, not a language model.";
pub(crate) const SMALL_MODEL: &str = "small model";
pub(crate) const SMALL_MODEL_ASK: &str = "Ask the small model";
pub(crate) const SMALL_MODEL_NUMBERS: &str = "The small model only knows arithmetic modulo 31.";
pub(crate) const SMALL_MODEL_SWITCH: &str = "Switch to modulo 31";
pub(crate) const SMALL_MODEL_IS: &str = "a small transformer in this page";
pub(crate) const SMALL_MODEL_HINT: &str = "A small transformer that was trained on such procedures and runs in this page. It reads its own shorthand, not the prompt, and always picks the likeliest token.";
pub(crate) const SIMULATED_DIALOGUE: &str = "In a dialogue, the script makes none or single errors, and answers in the form that is asked for.";

/// The recorded attempt that the page shows first.
const RECORDED_EXAMPLE: &str = "Wrong operand, 4 steps (SmolLM2-135M-Instruct)";
/// The other examples, in the worker's order.
const EXAMPLES: [&str; 9] = [
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

/// Returns the names of all examples.
pub(crate) fn examples() -> Vec<&'static str> {
    std::iter::once(RECORDED_EXAMPLE).chain(EXAMPLES).collect()
}

/// The simulated solvers: the slug and the name of each, after its error.
pub(crate) const SOLVERS: [(&str, &str); 16] = [
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

/// The forms of transcripts: the slug and the name of each.
pub(crate) const FORMS: [(&str, &str); 8] = [
    ("trace", "One line a step"),
    ("prose", "Prose"),
    ("table", "Table"),
    ("latex", "LaTeX"),
    ("bullets", "List"),
    ("code", "Code"),
    ("json", "JSON, values only"),
    ("value-lines", "Lines, values only"),
];

/// Formats the error rate of a simulated solver; 0 % means a single error.
pub(crate) fn rate(percent: u32) -> String {
    if percent == 0 { "1".to_owned() } else { format!("{percent} %") }
}

/// Explains that a worker failed or could not be loaded.
pub(crate) fn engine_failed(why: &str) -> String {
    if why.is_empty() {
        "A part of this page could not be loaded. Check the connection.".to_owned()
    } else {
        format!(
            "A part of this page broke off ({why}). Everything that this browser has stored is still there. The address of this page leads back here: include it if you report this."
        )
    }
}

/// Reports that a text contains several samples.
pub(crate) fn samples(count: usize) -> String {
    format!(
        "This seems to hold {count} answers, one after the other; the verdict takes them as one. Look at one alone:"
    )
}

/// Names one of several samples, counted from 1.
pub(crate) fn sample(number: usize) -> String {
    format!("Answer {number}")
}

/// Counts the samples that have no button.
pub(crate) fn more_samples(count: usize) -> String {
    format!("and {count} more")
}

/// The coordinates of a custom procedure.
pub(crate) const OWN_COORDINATES: &str = "Custom procedure";

/// Names the item of the spec by its seed and index.
pub(crate) fn coordinates(seed: u64, index: u32) -> String {
    format!("Seed {seed}, item {index}")
}

/// Returns the heading of the explanations of an error.
pub(crate) fn explanations_of(name: &str) -> String {
    format!("Possible explanations for {name}:")
}

/// Returns a Markdown report of a verdict that may be incorrect. The report contains the transcript
/// if the link does not.
pub(crate) fn report(headline: &str, link: &str, transcript: Option<&str>) -> String {
    let transcript = transcript.map_or_else(String::new, |transcript| {
        let fence = "`".repeat(longest_run(transcript, '`').max(2) + 1);
        format!("\n{fence}text\n{}\n{fence}\n", transcript.trim_end())
    });
    format!("The verdict was: {headline}\n\nIt should be: \n\n{link}\n{transcript}")
}

/// Returns the length of the longest run of a character in a text.
fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|other| other != wanted).map(str::len).max().unwrap_or(0)
}

/// Describes the item, and what to do next. If the answer belongs to another prompt, reports that
/// instead.
pub(crate) fn invitation(spec: &Spec, condition: Condition, state: TranscriptState) -> String {
    let item = length_of(spec, condition);
    match state {
        TranscriptState::Stale => format!("{item} This answer belongs to another prompt."),
        TranscriptState::Nothing | TranscriptState::Current => {
            format!("{item} Copy the prompt, ask a model, and paste its answer.")
        }
    }
}

/// Describes the length of a procedure and its look-back in a sentence.
pub(crate) fn length_of(spec: &Spec, condition: Condition) -> String {
    let steps = steps(spec.steps);
    // If the condition fixes the operands of the steps, the look-back has no meaning.
    match condition {
        Condition::Unchained => format!("{steps}, none of which uses another."),
        Condition::Copy => format!("{steps}, each of which looks up the one before it."),
        _ => format!("{steps}, {}.", look_back(spec.look_back)),
    }
}

/// Returns the label of a transcript that no language model wrote; empty if a language model wrote
/// the transcript, or if the author is unknown.
pub(crate) const fn mark(transcript: &Transcript) -> &'static str {
    match transcript.source() {
        Source::Simulated | Source::Solver(_) => SIMULATED,
        Source::SmallModel(_) => SMALL_MODEL,
        Source::Model => "",
    }
}

/// Returns whether the first answer equals the correct answer but counts as incorrect. Conditions
/// such as `unchained` count an answer only if every step is correct.
fn counts_by_step(verdict: &TextVerdict) -> bool {
    let first = verdict.first.as_ref();
    first.is_some_and(|first| !first.is_correct && first.value == verdict.expected)
}

/// Returns further facts about a verdict, for a quick overview.
pub(crate) fn facts_of(report: &Report) -> Vec<String> {
    let verdict = &report.visible;
    let mut facts = Vec::new();
    let claimed = verdict.steps.iter().filter(|step| step.claimed.is_some()).count();
    facts.push(steps_shown(claimed, verdict.required_steps().count()));
    if let Some(first) = &verdict.first {
        let last = verdict.last.as_ref().map(|last| &*last.value);
        if counts_by_step(verdict) {
            facts.push(value_of_last(&verdict.expected));
        } else {
            facts.push(answers_sentence(Some(&first.value), last, &verdict.expected));
        }
    }
    // The effect of correcting a step is uninformative for a correct answer, and for a step that
    // was never reached.
    let unreached = [Mode::UnderExecuted, Mode::Truncated, Mode::MissingAnswer];
    let is_incorrect = verdict.first.as_ref().is_some_and(|first| !first.is_correct)
        && !report.modes.iter().any(|mode| unreached.contains(mode));
    if let [root] = verdict.root_errors.as_slice()
        && is_incorrect
        && root.repaired == Some(true)
        && root.place != ErrorLocation::Answer
    {
        let name = root.place.name();
        facts.push(if counts_by_step(verdict) {
            fixing_last(name)
        } else {
            fixing(name, &verdict.expected)
        });
    }
    facts
}

/// Explains why the small model cannot answer.
pub(crate) fn unsupported_reason(unfit: UnsupportedItem) -> String {
    match unfit {
        // The page offers a button for this case.
        UnsupportedItem::Numbers => SMALL_MODEL_NUMBERS.to_owned(),
        other => sentence(&other.to_string()),
    }
}

/// Names the step that an inherited error comes from, if only one step can be its source.
pub(crate) fn inherited(verdict: &TextVerdict) -> String {
    // Steps that the prompt gives may contain errors, too.
    let has_given_steps = verdict.steps.iter().any(|step| step.status == Status::Given);
    match verdict.root_errors.as_slice() {
        [RootError { place: ErrorLocation::Step(root), .. }] if !has_given_steps => {
            format!("incorrect because of {}", root.name)
        }
        _ => "incorrect because of an earlier error".to_owned(),
    }
}

/// Explains the status of a step; empty for a correct step without a remark.
pub(crate) fn status_explanation(
    shown: &CurrentItem,
    verdict: &TextVerdict,
    step: &Step,
) -> String {
    let mut why = match step.status {
        Status::Correct if step.by_cancellation => "correct by cancellation".to_owned(),
        Status::Correct => String::new(),
        Status::RootError => step
            .causes
            .first()
            .unwrap_or(&Cause::Unexplained)
            .sentence(shown.prompt_source.condition),
        Status::Inherited => inherited(verdict),
        Status::Recovered => "correct value, but not from its own steps".to_owned(),
        status => status.name().to_owned(),
    };
    let remarks = [
        (step.revised, "revised"),
        (step.repeated, "given again"),
        (step.out_of_order, "out of order"),
    ];
    let others = match step.causes.len() {
        0 | 1 => String::new(),
        2 => "or 1 other cause".to_owned(),
        causes => format!("or {} other causes", causes - 1),
    };
    let remarks = remarks.into_iter().filter(|(holds, _)| *holds).map(|(_, remark)| remark);
    for remark in remarks.chain([others.as_str()]).filter(|remark| !remark.is_empty()) {
        if !why.is_empty() {
            why += ", ";
        }
        why += remark;
    }
    why
}

/// Describes one value: its definition, its exact value, and the model's claim.
pub(crate) fn about_value(
    shown: &CurrentItem,
    verdict: Option<&TextVerdict>,
    number: u16,
) -> String {
    let rows = rows(&shown.item, shown.prompt_source.condition);
    let Some(row) = rows.get(usize::from(number).saturating_sub(1)) else { return String::new() };
    let is_in_prompt = shown.item.inputs_under(shown.prompt_source.condition).contains(&number);
    if row.expression.is_none() && !is_in_prompt {
        return format!("{}, an input that this prompt does not have", row.name);
    }
    let Some(expression) = &row.expression else {
        return format!("{} = {}, an input", row.name, row.value);
    };
    let step = verdict.and_then(|verdict| Some((verdict, verdict.step(number)?)));
    let Some((verdict, step)) = step else { return format!("{} = {expression}", row.name) };
    let claimed = match step.claimed.as_deref().map(typeset) {
        Some(claimed) if claimed == row.value => String::new(),
        Some(claimed) => format!(", model’s value {claimed}"),
        None => String::new(),
    };
    let why = status_explanation(shown, verdict, step);
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    format!("{} = {expression} = {}{claimed}{why}", row.name, row.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_contains_the_transcript_if_the_link_does_not() {
        let short = report("All wrong.", "#/play", None);
        assert_eq!(short, "The verdict was: All wrong.\n\nIt should be: \n\n#/play\n");
        let long = report("All wrong.", "#/play", Some("a ```` b\n"));
        assert!(long.ends_with("\n#/play\n\n`````text\na ```` b\n`````\n"), "{long}");
    }
}

//! What is said about an answer and its steps.

use stepfall_plot::Standing;
use stepfall_procedure::{Condition, Op, Spec};
use stepfall_protocol::verdict::{
    Cause, FaultPlace, Mode, Report, Slip, Step, StepStatus, TextVerdict,
};

use crate::state::{Judgement, Shown, rows, sign, typeset};

pub(crate) const PASTE_LABEL: &str = "What the model wrote";
pub(crate) const READ_LABEL: &str = "What was read in the answer";
pub(crate) const PASTE_PLACEHOLDER: &str =
    "Paste a model’s whole answer here, or drop a file with it.";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const EDIT: &str = "Edit";
pub(crate) const READ: &str = "Read";
pub(crate) const ADOPT: &str = "Check it against this one";
pub(crate) const STALE: &str =
    "This was pasted for another prompt. It stays here, but is not checked.";
pub(crate) const BESIDE: &str = "This answer is too long for the address. It is kept in this tab and survives a reload, but a copied address lacks it.";
pub(crate) const NOT_KEPT: &str = "This answer is too long for the address, and the browser refuses to keep it: a reload will lose it.";
pub(crate) const CUT: &str = "Only the first part is shown here. All of it was read.";
pub(crate) const NO_FILE: &str = "The file could not be read: choose another, or paste its text";
pub(crate) const LARGE_FILE: &str = "The file is too large: at most 32 MB are read";
pub(crate) const EMPTY_FILE: &str = "The file is empty";
pub(crate) const SEVERAL_FILES: &str = "These are several files: give one at a time";
pub(crate) const NO_TEXT: &str = "The file is no text: choose one in UTF-8 or UTF-16";
pub(crate) const OPEN_FILE: &str = "Open a file";
pub(crate) const OPEN: &str = "Open";
pub(crate) const RETRY: &str = "Try again";
pub(crate) const NO_WORKER: &str =
    "This browser does not let the page start the worker that reads answers.";
pub(crate) const WAITING: &str = "Reading the answer …";
pub(crate) const STOP: &str = "Stop";
pub(crate) const STOPPED: &str = "Reading the answer was stopped. Any change to it starts again.";
pub(crate) const CUT_OFF: &str = "The output was cut off at a token limit";
pub(crate) const REASONING: &str = "Reasoning";
pub(crate) const OF_REASONING: &str = "reasoning";
pub(crate) const CLAIMED: &str = "Claimed";
pub(crate) const WHY: &str = "Why";
pub(crate) const ARCS: &str = "What depends on what";
pub(crate) const TRAVEL: &str = "Step";
pub(crate) const SOURCES: &str = "Examples";
pub(crate) const SIMULATED: &str = "simulated";
pub(crate) const EXAMPLE: &str = "Example";
pub(crate) const EXECUTOR: &str = "Executor";
pub(crate) const FORM: &str = "Form";
pub(crate) const RATE: &str = "Failing steps";
pub(crate) const SIMULATE: &str = "Simulate";
pub(crate) const SIMULATED_HINT: &str = "A simulated executor is a program that fails in a known way. It is no model, and says nothing about one.";
pub(crate) const SIMULATED_DIALOGUE: &str = "In a dialogue, executors follow or fail at single steps, and each answers in the form that is asked for.";

/// The examples, in the worker's order.
pub(crate) const EXAMPLES: [&str; 9] = [
    "Wrong operand, 25 steps (simulated)",
    "Followed modulo 97, 25 steps (a model)",
    "Free form, 15 steps (a model)",
    "Followed with two decimals, 30 steps (a model)",
    "Answer only, and wrong (a model)",
    "95 steps in a table (simulated)",
    "Talked out of the right answer (simulated)",
    "Cut off (simulated)",
    "Told of a wrong step, and mended it (simulated)",
];

/// Executors by their slugs and by name.
pub(crate) const EXECUTORS: [(&str, &str); 16] = [
    ("mixed", "Fails in several ways"),
    ("wrong-operand", "Takes a wrong operand"),
    ("swapped", "Exchanges operands"),
    ("wrong-operation", "Takes another operation"),
    ("slip-digit", "Gets a digit wrong"),
    ("slip-sign", "Loses a sign"),
    ("slip-off-by-one", "Is off by one"),
    ("skipped", "Leaves a step out"),
    ("stopped", "Stops early"),
    ("premature-answer", "Answers before the work"),
    ("self-corrected", "Corrects itself"),
    ("talked-out", "Talks itself out of the right answer"),
    ("truncated", "Is cut off"),
    ("refused", "Declines"),
    ("right-answer-wrong-procedure", "Is right by a wrong way"),
    ("followed", "Follows"),
];

/// Forms by their slugs and by name.
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

/// How often an executor fails.
pub(crate) fn rate(percent: u32) -> String {
    if percent == 0 { "one step".to_owned() } else { format!("{percent} %") }
}

/// Why there is no verdict.
pub(crate) fn engine_failed(why: &str) -> String {
    if why.is_empty() {
        "A part of this page could not be loaded. Is the connection there?".to_owned()
    } else {
        format!(
            "A part of this page broke off ({why}). What was kept is still there once it is loaded anew."
        )
    }
}

/// A text as a sentence. English begins one with an ASCII letter; the tables of all letters weigh 8 kB after compression.
pub(crate) fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    let mut sentence = text.to_owned() + end;
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// What the item is like, and what to do next.
pub(crate) fn invitation(spec: &Spec, judgement: Judgement) -> String {
    let item = format!("{}, {}.", super::steps(spec.steps), super::look_back(spec.look_back));
    match judgement {
        Judgement::Stale => format!("{item} The pasted answer belongs to another prompt."),
        Judgement::Nothing | Judgement::Due => {
            format!("{item} Copy the prompt, ask a model, and paste its answer.")
        }
    }
}

/// A failure mode by name.
pub(crate) const fn mode(mode: Mode) -> &'static str {
    mode_words(mode).0
}

/// What a failure mode means.
pub(crate) const fn mode_meaning(mode: Mode) -> &'static str {
    mode_words(mode).1
}

/// A failure mode by name, and what it means.
const fn mode_words(mode: Mode) -> (&'static str, &'static str) {
    match mode {
        Mode::WrongItem => ("Another item", "The text fits another procedure than this one."),
        Mode::Refused => ("Refused", "It declined to do the task."),
        Mode::Truncated => ("Truncated", "The text breaks off."),
        Mode::MissingAnswer => ("No answer", "No answer was found in the text."),
        Mode::PrematureAnswer => {
            ("Premature answer", "An answer was given before the work was done.")
        }
        Mode::SelfCorrected => {
            ("Self-corrected", "The first answer is wrong, a later one is right.")
        }
        Mode::TalkedOut => ("Talked out", "The first answer is right, the last one is wrong."),
        Mode::UnderExecuted => ("Under-executed", "It stopped before the last step."),
        Mode::ExtraSteps => ("Extra steps", "It went on beyond the last step."),
        Mode::RightAnswerWrongProcedure => {
            ("Right answer, wrong procedure", "The answer is right although a step is wrong.")
        }
        Mode::AnotherOrder => (
            "Another order",
            "The right answer by another way than the procedure, with no false equation. This is no failure.",
        ),
        Mode::LostOperand => ("Lost operand", "A step took another value than the procedure says."),
        Mode::LostOperation => (
            "Lost operation",
            "A step took another operation, or its operands the wrong way round.",
        ),
        Mode::LostPlace => ("Lost place", "Steps were left out, done twice, or done out of order."),
        Mode::Slipped => {
            ("Slipped", "The right operation on the right values, with a wrong result.")
        }
        Mode::LostPrecision => {
            ("Lost precision", "Only rounding parts the values from the right ones.")
        }
        Mode::LostFormat => {
            ("Lost format", "The value is right, but not written as the prompt asks.")
        }
        Mode::WrongWorkNotShown => {
            ("Wrong, work not shown", "The answer is wrong, and no step is shown that says why.")
        }
        Mode::Folded => ("Folded", "Steps were done in the head, rightly. This is no failure."),
        Mode::Unclear => (
            "Unclear",
            "No fault is named where it is not certain which value belongs to which step.",
        ),
        Mode::Unexplained => ("Unexplained", "Nothing known explains the first fault."),
        Mode::Followed => ("Followed", "The answer is right, and so is every step that is shown."),
    }
}

/// Where a text holds several samples.
pub(crate) fn samples(count: usize) -> String {
    format!(
        "This seems to hold {count} answers, one after the other; the verdict takes them as one. Look at one alone:"
    )
}

/// One of several samples, counted from 1.
pub(crate) fn sample(number: usize) -> String {
    format!("Answer {number}")
}

/// Beyond the samples that have a button.
pub(crate) fn more_samples(count: usize) -> String {
    format!("and {count} more")
}

/// Other things to know of a verdict at a glance.
pub(crate) fn facts_of(report: &Report) -> Vec<String> {
    let verdict = &report.visible;
    let mut facts = Vec::new();
    let claimed = verdict.steps.iter().filter(|step| step.claimed.is_some()).count();
    facts.push(format!("{claimed} of {} steps written", verdict.steps.len()));
    if let Some(first) = &verdict.first {
        let (value, expected) = (typeset(&first.value), typeset(&verdict.expected));
        facts.push(if first.is_correct {
            format!("First answer {value}, right")
        } else {
            format!("First answer {value}, expected {expected}")
        });
    }
    // Of a right answer, and of a step that was never reached, it says nothing.
    let unreached = [Mode::UnderExecuted, Mode::Truncated, Mode::MissingAnswer];
    let is_wrong = verdict.first.as_ref().is_some_and(|first| !first.is_correct)
        && !report.modes.iter().any(|mode| unreached.contains(mode));
    if let [root] = verdict.root_faults.as_slice()
        && is_wrong
        && root.repaired == Some(true)
        && root.place != FaultPlace::Answer
    {
        facts.push(format!("Would be right but for {}", root.place.name()));
    }
    facts
}

/// Beside the arc from an operand that was taken instead of the right one.
pub(crate) fn taken(name: &str) -> String {
    format!("it used {name}")
}

/// What a standing is called.
pub(crate) const fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Right => "right",
        Standing::Inherited => "inherited from it",
        Standing::Recovered => "right again",
        Standing::Fault => "where it broke",
        Standing::Unseen => "not shown",
        Standing::Unclear => "not certain",
        Standing::Missing => "missing",
    }
}

/// Why a step stands as it does; empty where it is simply right.
pub(crate) fn why(shown: &Shown, step: &Step) -> String {
    let mut why = match step.status {
        StepStatus::Right if step.by_cancellation => "right by cancellation".to_owned(),
        StepStatus::Right => String::new(),
        StepStatus::Fault => cause(shown, step.cause.as_ref().unwrap_or(&Cause::Unexplained)),
        StepStatus::Inherited => "inherited".to_owned(),
        StepStatus::Recovered => "right again".to_owned(),
        StepStatus::NotShown => "not shown".to_owned(),
        StepStatus::Unclear => "not certain".to_owned(),
        StepStatus::Skipped => "left out".to_owned(),
        StepStatus::NotReached => "not reached".to_owned(),
    };
    let remarks = [
        (step.revised, "revised"),
        (step.repeated, "given again"),
        (step.out_of_order, "out of order"),
    ];
    let others = match step.other_causes {
        0 => String::new(),
        1 => "or 1 other cause".to_owned(),
        others => format!("or {others} other causes"),
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

fn cause(shown: &Shown, cause: &Cause) -> String {
    let verb = if shown.asked.condition == Condition::Copy { "copied" } else { "used" };
    match cause {
        Cause::Operand { took: Some(took), instead_of: Some(right) } => {
            format!("{verb} {} instead of {right}", took.name)
        }
        Cause::Operand { took: Some(took), instead_of: None } => format!("{verb} {}", took.name),
        Cause::Operand { took: None, .. } => format!("{verb} a value of no step"),
        Cause::Swapped => "operands exchanged".to_owned(),
        Cause::Operation(symbol) => format!("took {}", sign(*symbol)),
        Cause::Slip(kind) => slip(*kind).to_owned(),
        Cause::Rounded => "rounded otherwise".to_owned(),
        Cause::Unexplained => "nothing known explains it".to_owned(),
    }
}

const fn slip(slip: Slip) -> &'static str {
    match slip {
        Slip::Sign => "lost the sign",
        Slip::Magnitude => "a power of ten off",
        Slip::OffByOne => "off by one",
        Slip::Carry => "lost or gained a carry",
        Slip::Digit => "one digit wrong",
        Slip::Transposed => "two digits exchanged",
        Slip::Other => "arithmetic wrong",
    }
}

/// All there is to say of one value.
pub(crate) fn about_value(shown: &Shown, verdict: Option<&TextVerdict>, number: u16) -> String {
    let rows = rows(&shown.item, shown.asked.condition);
    let Some(row) = rows.get(usize::from(number).saturating_sub(1)) else { return String::new() };
    let Some(expression) = &row.expression else {
        return format!("{} = {}, an input", row.name, row.value);
    };
    let step = verdict.and_then(|verdict| verdict.steps.get(usize::from(number) - 3));
    let Some(step) = step else { return format!("{} = {expression}", row.name) };
    let claimed = match step.claimed.as_deref().map(typeset) {
        Some(claimed) if claimed == row.value => String::new(),
        Some(claimed) => format!(", claimed {claimed}"),
        None => String::new(),
    };
    let why = why(shown, step);
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    format!("{} = {expression} = {}{claimed}{why}", row.name, row.value)
}

pub(crate) const LIVE: &str = "Steps that matter";
pub(crate) const FAULTS: &str = "Faults that are seen";
pub(crate) const AT_STEP: &str = "Faults seen at the step";
pub(crate) const IN_ANSWER: &str = "Faults seen in the answer";
pub(crate) const MIX: &str = "Operations";
pub(crate) const WORK_OUT: &str = "Work out";
pub(crate) const LIVE_HINT: &str = "Steps that the answer depends on.";
pub(crate) const MIX_HINT: &str = "How often each operation occurs.";
pub(crate) const FAULTS_HINT: &str =
    "Of all single faults: another operand within reach, swapped operands, another operation.";

/// How many steps are live.
pub(crate) fn live(live: u16, steps: u16) -> String {
    format!("{live} of {steps}")
}

/// How often an operation occurs.
pub(crate) fn times(op: Op, count: u32) -> String {
    format!("{count}\u{a0}{}", sign(op.symbol()))
}

/// What stands there instead for a procedure of one's own.
pub(crate) const OWN_COORDINATES: &str = "A procedure of one's own";

/// Which item of the spec is shown.
pub(crate) fn coordinates(seed: u64, index: u32) -> String {
    format!("Seed {seed}, item {index}")
}

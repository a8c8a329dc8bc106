//! The sentence above everything, the facts below it, and what is said about an answer.

use stepfall_answer::{Rule, Verdict};
use stepfall_procedure::{Op, Spec};

use crate::state::{Judgement, sign};

pub(crate) const PASTE_LABEL: &str = "What the model wrote";
pub(crate) const PASTE_PLACEHOLDER: &str = "Paste a model's whole answer here.";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const ADOPT: &str = "Check it against this one";
pub(crate) const NO_VERDICT: &str =
    "The first answer will be checked against the exact value, on this machine.";
pub(crate) const STALE: &str =
    "This was pasted for another prompt. It stays here, but is not checked.";
pub(crate) const MISSING: &str = "No answer was found. Read are “Answer: …”, <answer>…</answer>, \\boxed{…}, a number that has a \
                                  line for itself, and the last step’s value; reasoning in <think>…</think> is left out.";
pub(crate) const BESIDE: &str = "This answer is too long for the address. It is kept in this tab and survives a reload, but a copied address lacks it.";
pub(crate) const NOT_KEPT: &str = "This answer is too long for the address, and the browser refuses to keep it: a reload will lose it.";
pub(crate) const READ_AS: &str = "Read as the first answer:";
pub(crate) const EXACT: &str = "Exact value:";
pub(crate) const RIGHT: &str = "Right";
pub(crate) const WRONG: &str = "Wrong";
pub(crate) const NONE_FOUND: &str = "No answer found";

/// What the item is like, and what is known about the answer.
pub(crate) struct Headline {
    /// Up to the judgement.
    pub(crate) before: String,
    /// The judgement in one word.
    pub(crate) word: &'static str,
    /// After it.
    pub(crate) after: String,
}

/// The sentence that says the state.
pub(crate) fn headline(
    spec: &Spec,
    judgement: &Judgement,
    claimed: &str,
    expected: &str,
) -> Headline {
    let (before, word, after) = match judgement {
        Judgement::Nothing => (
            format!(
                "{}, {}. Paste a model’s answer to check it.",
                super::steps(spec.steps),
                super::look_back(spec.look_back)
            ),
            "",
            String::new(),
        ),
        Judgement::Stale => (
            format!(
                "{}, {}. The pasted answer belongs to another prompt.",
                super::steps(spec.steps),
                super::look_back(spec.look_back)
            ),
            "",
            String::new(),
        ),
        Judgement::Judged(Verdict::Missing) => {
            ("The text holds ".to_owned(), "no answer", " that can be read.".to_owned())
        }
        Judgement::Judged(Verdict::Right(_)) => {
            (format!("The first answer, {claimed}, is "), "right", ".".to_owned())
        }
        Judgement::Judged(Verdict::Wrong(_)) => (
            format!("The first answer, {claimed}, is "),
            "wrong",
            format!(": the exact value is {expected}."),
        ),
    };
    Headline { before, word, after }
}

/// Why a number counts as the answer.
pub(crate) const fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Tagged => "inside <answer> tags",
        Rule::Boxed => "inside \\boxed{…}",
        Rule::Announced => "announced as the answer",
        Rule::Alone => "alone on its line; no answer was announced",
        Rule::LastStep => "the last step’s value; no answer was announced",
    }
}

pub(crate) const LIVE: &str = "Steps that matter";
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

/// Which item of the spec is shown.
pub(crate) fn coordinates(seed: u64, index: u32) -> String {
    format!("Seed {seed}, item {index}")
}

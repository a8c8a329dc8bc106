//! Texts about an answer and its steps.

use stepfall_link::Source;
use stepfall_procedure::{Condition, Spec};
use stepfall_protocol::verdict::{
    Cause, FaultPlace, Mode, Report, RootFault, Step, StepStatus, TextVerdict,
};
use stepfall_specimen::Unfit;
use stepfall_text::{
    SIMULATED, SPECIMEN, SPECIMEN_NUMBERS, answered, fixing, fixing_last, look_back, sentence,
    steps, steps_shown, typeset, value_of_last,
};

use crate::state::{Judgement, Shown, Transcript, rows};

/// Describes the item, and the next action.
pub(crate) fn invitation(spec: &Spec, condition: Condition, judgement: Judgement) -> String {
    let item = length_of(spec, condition);
    match judgement {
        Judgement::Stale => format!("{item} This answer belongs to another prompt."),
        Judgement::Nothing | Judgement::Due => {
            format!("{item} Copy the prompt, ask a model, and paste its answer.")
        }
    }
}

/// Describes the length of a procedure and its look-back in a sentence.
pub(crate) fn length_of(spec: &Spec, condition: Condition) -> String {
    let steps = steps(spec.steps);
    // If the condition fixes the operands of a step, the look-back does not apply.
    match condition {
        Condition::Unchained => format!("{steps}, none of which uses another."),
        Condition::Copy => format!("{steps}, each of which looks up the one before it."),
        _ => format!("{steps}, {}.", look_back(spec.look_back)),
    }
}

/// Returns the label of a transcript that no language model wrote; empty if one did, or if the author is unknown.
pub(crate) const fn mark(transcript: &Transcript) -> &'static str {
    match transcript.source() {
        Source::Simulated | Source::Solver(_) => SIMULATED,
        Source::Specimen(_) => SPECIMEN,
        Source::Model => "",
    }
}

/// Returns whether the value of the last step is correct but the answer is not, since every step counts by itself.
fn counts_by_step(verdict: &TextVerdict) -> bool {
    let first = verdict.first.as_ref();
    first.is_some_and(|first| !first.is_correct && first.value == verdict.expected)
}

/// Returns further facts about a verdict, for a quick overview.
pub(crate) fn facts_of(report: &Report) -> Vec<String> {
    let verdict = &report.visible;
    let mut facts = Vec::new();
    let claimed = verdict.steps.iter().filter(|step| step.claimed.is_some()).count();
    facts.push(steps_shown(claimed, verdict.own().count()));
    if let Some(first) = &verdict.first {
        let last = verdict.last.as_ref().map(|last| &*last.value);
        if counts_by_step(verdict) {
            facts.push(value_of_last(&verdict.expected));
        } else {
            facts.push(answered(Some(&first.value), last, &verdict.expected));
        }
    }
    // This fact is uninformative for a correct answer, and for a step that was never reached.
    let unreached = [Mode::UnderExecuted, Mode::Truncated, Mode::MissingAnswer];
    let is_wrong = verdict.first.as_ref().is_some_and(|first| !first.is_correct)
        && !report.modes.iter().any(|mode| unreached.contains(mode));
    if let [root] = verdict.root_faults.as_slice()
        && is_wrong
        && root.repaired == Some(true)
        && root.place != FaultPlace::Answer
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
pub(crate) fn unfit(unfit: Unfit) -> String {
    match unfit {
        // The page offers a button for this case.
        Unfit::Numbers => SPECIMEN_NUMBERS.to_owned(),
        other => sentence(&other.to_string()),
    }
}

/// Names the step that an inherited error comes from, where only one can be meant.
pub(crate) fn inherited(verdict: &TextVerdict) -> String {
    // A given history may contain errors.
    let has_given = verdict.steps.iter().any(|step| step.status == StepStatus::Given);
    match verdict.root_faults.as_slice() {
        [RootFault { place: FaultPlace::Step(root), .. }] if !has_given => {
            format!("incorrect because of {}", root.name)
        }
        _ => "incorrect because of an earlier error".to_owned(),
    }
}

/// Explains the status of a step; empty if the step is simply correct.
pub(crate) fn why(shown: &Shown, verdict: &TextVerdict, step: &Step) -> String {
    let mut why = match step.status {
        StepStatus::Right if step.by_cancellation => "correct by cancellation".to_owned(),
        StepStatus::Right => String::new(),
        StepStatus::Fault => {
            step.causes.first().unwrap_or(&Cause::Unexplained).sentence(shown.asked.condition)
        }
        StepStatus::Inherited => inherited(verdict),
        StepStatus::Recovered => "correct value, but not from its own steps".to_owned(),
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
pub(crate) fn about_value(shown: &Shown, verdict: Option<&TextVerdict>, number: u16) -> String {
    let rows = rows(&shown.item, shown.asked.condition);
    let Some(row) = rows.get(usize::from(number).saturating_sub(1)) else { return String::new() };
    let is_given = shown.item.inputs_under(shown.asked.condition).contains(&number);
    if row.expression.is_none() && !is_given {
        return format!("{}, an input that this prompt does not have", row.name);
    }
    let Some(expression) = &row.expression else {
        return format!("{} = {}, an input", row.name, row.value);
    };
    let step =
        verdict.and_then(|verdict| Some((verdict, verdict.steps.get(usize::from(number) - 3)?)));
    let Some((verdict, step)) = step else { return format!("{} = {expression}", row.name) };
    let claimed = match step.claimed.as_deref().map(typeset) {
        Some(claimed) if claimed == row.value => String::new(),
        Some(claimed) => format!(", model’s value {claimed}"),
        None => String::new(),
    };
    let why = why(shown, verdict, step);
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    format!("{} = {expression} = {}{claimed}{why}", row.name, row.value)
}

//! The steps that a model is asked to describe, and the check of its descriptions.

use std::collections::BTreeMap;

use stepfall_grade::{Cause, ClaimedOperand, Status, StepVerdict, WrittenOperation};
use stepfall_procedure::{Condition, Item, Operand, Step};

use crate::part_verdict::grade;
use crate::program::{check_assignments, is_commutative};

/// The maximum number of steps in the question.
const ASKED: u16 = 5;
/// The maximum number of steps that are chosen because the trace has another operand or operation
/// than the procedure.
const MAX_OTHER_STEPS: usize = 2;
/// Verbs in descriptions, each with a replacement that the grader understands.
const VERBS: [(&str, &str); 4] = [
    (" adds ", ": add "),
    (" subtracts ", ": subtract "),
    (" multiplies ", ": multiply "),
    (" divides ", ": divide "),
];

/// Returns the numbers of the steps to ask about, in ascending order: at most [`ASKED`].
///
/// At most [`MAX_OTHER_STEPS`] of them have another operand or operation in the trace than in the
/// procedure. As many other steps have the correct operands and operation, if the trace has so
/// many. [`usual_numbers`] fills the remaining places.
pub(crate) fn asked_numbers(item: &Item, trace: &str) -> Vec<u16> {
    let verdict = grade(item, Condition::Trace, trace);
    let (joined, other): (Vec<_>, Vec<_>) =
        verdict.visible.claimed_steps().partition(|step| has_step_operation(item, step));
    let numbers = |steps: &[&StepVerdict]| steps.iter().map(|step| step.number).collect::<Vec<_>>();
    let usual = usual_numbers(item);
    let mut asked = spread(&numbers(&other), MAX_OTHER_STEPS);
    // An equal number of steps with the correct operands and operation follows, those in `usual`
    // first. Then steps of `usual` fill the remaining places.
    let right = numbers(&joined);
    let (first, more): (Vec<u16>, Vec<u16>) = right.into_iter().partition(|n| usual.contains(n));
    let enough = asked.len();
    let others: Vec<u16> = first.into_iter().chain(spread(&more, enough)).take(enough).collect();
    asked.extend(others);
    let open: Vec<u16> = usual.iter().copied().filter(|number| !asked.contains(number)).collect();
    asked.extend(open.into_iter().take(usual.len().saturating_sub(asked.len())));
    asked.sort_unstable();
    asked
}

/// Returns at most `most` numbers: splits the list into `most` equal parts and takes the middle
/// number of each.
fn spread(numbers: &[u16], most: usize) -> Vec<u16> {
    if numbers.len() <= most {
        return numbers.to_vec();
    }
    (0..most).map(|part| numbers[(2 * part + 1) * numbers.len() / (2 * most)]).collect()
}

/// Returns whether a line of a trace has the operands and the operation of its step. Its result may
/// be incorrect. For a root error, the likeliest cause decides. Any other line that shows no
/// operation counts.
pub(crate) fn has_step_operation(item: &Item, step: &StepVerdict) -> bool {
    let Some(claim) = &step.claim else { return false };
    if step.status == Status::RootError {
        return matches!(step.hypotheses.first(), Some(Cause::ArithmeticError(_) | Cause::Rounded));
    }
    // If values and names disagree, the values show the operands that the model used.
    let step_of_item = item.procedure.step(step.number);
    let named = claim.operation_by_name.as_ref().zip(step_of_item);
    claim.operation_by_value.is_some()
        || named.is_none_or(|(names, step_of_item)| is_of(names, step_of_item))
}

/// Returns whether a written operation has the operands and the operation of a step.
fn is_of(names: &WrittenOperation, step: Step) -> bool {
    let is = |written: &ClaimedOperand, operand: Operand| match (written, operand) {
        (ClaimedOperand::Name(name), Operand::Value(number)) => *name == number,
        (ClaimedOperand::Value(value), Operand::Constant(constant)) => *value == constant.number(),
        _ => false,
    };
    let is_straight = is(&names.left, step.left) && is(&names.right, step.right);
    let is_swapped = is(&names.left, step.right) && is(&names.right, step.left);
    names.op == step.op && (is_straight || is_swapped && is_commutative(step.op))
}

/// Returns the numbers of the steps to ask about if the trace has no claims. They are the middle
/// steps of the five fifths of the procedure, or all steps if there are at most five.
fn usual_numbers(item: &Item) -> Vec<u16> {
    let (first, last) = (item.procedure.first_step(), item.procedure.last());
    let steps = last + 1 - first;
    if steps <= ASKED {
        return (first..=last).collect();
    }
    let middle = |fifth: u32| (2 * fifth + 1) * u32::from(steps) / (2 * u32::from(ASKED));
    (0..u32::from(ASKED))
        .filter_map(|fifth| u16::try_from(middle(fifth) + u32::from(first)).ok())
        .collect()
}

/// Returns, for each of these steps, whether a reply describes its operation correctly.
pub(crate) fn check_descriptions(item: &Item, reply: &str, numbers: &[u16]) -> Vec<bool> {
    let assigned = check_assignments(item, reply);
    let in_words = check_worded_steps(item, reply);
    let known = |number: &u16| assigned.get(number).or_else(|| in_words.get(number)) == Some(&true);
    numbers.iter().map(known).collect()
}

/// Returns the steps that a reply describes in words (`S7 adds S3 and S5`), and whether each
/// description is correct.
///
/// The grader reads operands only if a value follows them. So the value 7 is appended to every line
/// and ignored afterwards.
fn check_worded_steps(item: &Item, reply: &str) -> BTreeMap<u16, bool> {
    let mut text = String::with_capacity(reply.len() * 2);
    for line in reply.lines() {
        let line = line.trim_end_matches([' ', '.', '\r', '*', ';']);
        if line.is_empty() {
            continue;
        }
        let words =
            VERBS.into_iter().find_map(|(verb, order)| Some((line.split_once(verb)?, order)));
        match words {
            Some(((before, after), order)) => text.extend([before, order, after]),
            None => text.push_str(line),
        }
        text.push_str(", giving 7\n");
    }
    let text = text.replace("the constant ", "");
    let verdict = grade(item, Condition::Trace, &text);
    let joined = verdict.visible.claimed_steps().filter_map(|step| {
        let names = step.claim.as_ref()?.operation_by_name.as_ref()?;
        let step_of_item = item.procedure.step(step.number)?;
        Some((step.number, is_of(names, step_of_item)))
    });
    joined.collect()
}

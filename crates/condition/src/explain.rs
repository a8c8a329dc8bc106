//! Which steps a model is asked to describe, and whether it does.

use std::collections::BTreeMap;

use stepfall_grade::{Cause, Expression, Status, StepVerdict, Written};
use stepfall_procedure::{Condition, Item, Operand, Step};

use crate::part_verdict::grade;
use crate::program::{assigned, is_commutative};

/// How many steps are asked about.
const ASKED: u16 = 5;
/// How many of them took another operand or operation, at most.
const MOST_OTHER: usize = 2;
/// What a step does in words, and the order that the grader knows.
const VERBS: [(&str, &str); 4] = [
    (" adds ", ": add "),
    (" subtracts ", ": subtract "),
    (" multiplies ", ": multiply "),
    (" divides ", ": divide "),
];

/// The numbers of the steps that are asked about once a trace is written, in order: at most five. A few of them took another operand or operation than the
/// step's, where there are such, and at least as many of the others, where there are as many, did not.
pub(crate) fn asked_numbers(item: &Item, trace: &str) -> Vec<u16> {
    let verdict = grade(item, Condition::Trace, trace);
    let (joined, other): (Vec<_>, Vec<_>) =
        verdict.text.claimed().partition(|step| joins(item, step));
    let numbers = |steps: &[&StepVerdict]| steps.iter().map(|step| step.number).collect::<Vec<_>>();
    let usual = usual_numbers(item);
    let mut asked = spread(&numbers(&other), MOST_OTHER);
    // The usual ones come first among those that are right, so that where nothing is wrong all of them are asked about.
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

/// At most so many of some numbers, the middle of each part of the same size.
fn spread(numbers: &[u16], most: usize) -> Vec<u16> {
    if numbers.len() <= most {
        return numbers.to_vec();
    }
    (0..most).map(|part| numbers[(2 * part + 1) * numbers.len() / (2 * most)]).collect()
}

/// Whether a line of a trace took the operands and the operation of its step, whatever the arithmetic came to.
pub(crate) fn joins(item: &Item, step: &StepVerdict) -> bool {
    let Some(claim) = &step.claim else { return false };
    if step.status == Status::Fault {
        return matches!(step.hypotheses.first(), Some(Cause::Slip(_) | Cause::Rounded));
    }
    // Values say what was taken where names say something else.
    let of = item.procedure.step(step.number);
    let named = claim.names.as_ref().zip(of);
    claim.values.is_some() || named.is_none_or(|(names, of)| is_of(names, of))
}

/// Whether what is written joins what a step joins.
fn is_of(names: &Expression, of: Step) -> bool {
    let is = |written: &Written, operand: Operand| match (written, operand) {
        (Written::Name(name), Operand::Value(number)) => *name == number,
        (Written::Value(value), Operand::Constant(constant)) => *value == constant.number(),
        _ => false,
    };
    let is_straight = is(&names.left, of.left) && is(&names.right, of.right);
    let is_turned = is(&names.left, of.right) && is(&names.right, of.left);
    names.op == of.op && (is_straight || is_turned && is_commutative(of.op))
}

/// The numbers of the steps that are asked about where a trace says nothing: the middle of each fifth, or all where there are no more than five.
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

/// Whether a reply says of each step that is asked about what it joins.
pub(crate) fn known(item: &Item, reply: &str, numbers: &[u16]) -> Vec<bool> {
    let assigned = assigned(item, reply);
    let in_words = in_words(item, reply);
    let known = |number: &u16| assigned.get(number).or_else(|| in_words.get(number)) == Some(&true);
    numbers.iter().map(known).collect()
}

/// The steps that a reply describes in words (`S7 adds S3 and S5`), by number, and whether each is described rightly.
///
/// The grader reads what steps join beside their values only. So every line gets a value, which nothing is made of.
fn in_words(item: &Item, reply: &str) -> BTreeMap<u16, bool> {
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
    let joined = verdict.text.claimed().filter_map(|step| {
        let names = step.claim.as_ref()?.names.as_ref()?;
        let of = item.procedure.step(step.number)?;
        Some((step.number, is_of(names, of)))
    });
    joined.collect()
}

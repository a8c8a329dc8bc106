//! Which steps a model is asked to describe, and whether it does.

use std::collections::BTreeMap;

use stepfall_grade::Written;
use stepfall_number::Number;
use stepfall_procedure::{Condition, Item, Operand};

use crate::part_verdict::grade;
use crate::program::{assigned, is_commutative};

/// How many steps are asked about.
const ASKED: u16 = 5;
/// What a step does in words, and the order that the grader knows.
const VERBS: [(&str, &str); 4] = [
    (" adds ", ": add "),
    (" subtracts ", ": subtract "),
    (" multiplies ", ": multiply "),
    (" divides ", ": divide "),
];

/// The numbers of the steps that are asked about: the middle of each fifth, or all where there are no more than five.
pub(crate) fn asked_numbers(item: &Item) -> Vec<u16> {
    let steps = item.procedure.last() - 2;
    if steps <= ASKED {
        return (3..steps + 3).collect();
    }
    let middle = |fifth: u32| (2 * fifth + 1) * u32::from(steps) / (2 * u32::from(ASKED));
    (0..u32::from(ASKED)).filter_map(|fifth| u16::try_from(middle(fifth) + 3).ok()).collect()
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
        let of = item.procedure.steps.get(usize::from(step.number) - 3)?;
        let is = |written: &Written, operand: Operand| match (written, operand) {
            (Written::Name(name), Operand::Value(number)) => *name == number,
            (Written::Value(value), Operand::Constant(constant)) => {
                *value == Number::integer(i64::from(constant))
            }
            _ => false,
        };
        let is_straight = is(&names.left, of.left) && is(&names.right, of.right);
        let is_turned = is(&names.left, of.right) && is(&names.right, of.left);
        let is_right = names.op == of.op && (is_straight || is_turned && is_commutative(of.op));
        Some((step.number, is_right))
    });
    joined.collect()
}

//! The form that a prompt asks for, and whether a reply has it. Values are not compared.

use serde_json::{Map, Value};
use stepfall_procedure::{Condition, Item};

/// The marks around hidden reasoning, which may precede a reply of any form.
const REASONING: (&str, &str) = ("<think>", "</think>");
/// The beginning of the line with the answer.
const ANSWER: &str = "Answer:";
/// The members of a step in a structured reply, apart from its name.
const MEMBERS: [&str; 3] = ["left", "right", "value"];
/// The functions that custom procedures may use.
const FUNCTIONS: [&str; 3] = ["min", "max", "round"];

/// Returns whether a reply has the form that the prompt asks for.
///
/// Hidden reasoning before the reply and blank lines are accepted. Conditions whose reply is not a
/// plain text have no requested form.
pub(crate) fn is_kept(item: &Item, condition: Condition, text: &str) -> bool {
    let Some(visible) = visible(text) else { return false };
    let mut lines: Vec<&str> =
        visible.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match condition {
        Condition::AnswerOnly => matches!(lines.as_slice(), [line] if is_number(line)),
        Condition::Structured => is_object(item, visible),
        Condition::Free => lines.pop().is_some_and(is_answer) && !lines.iter().any(is_announced),
        _ if condition.is_plain() => {
            lines.pop().is_some_and(is_answer) && are_steps(item, condition, &lines)
        }
        _ => false,
    }
}

/// Returns the text after hidden reasoning; `None` if the reasoning has no end.
fn visible(text: &str) -> Option<&str> {
    let (opening, closing) = REASONING;
    let visible = text.rsplit_once(closing).map_or(text, |(_, visible)| visible);
    (!visible.contains(opening)).then(|| visible.trim())
}

fn is_answer(line: &str) -> bool {
    line.strip_prefix(ANSWER).is_some_and(is_number)
}

fn is_announced(line: &&str) -> bool {
    line.starts_with(ANSWER)
}

/// Returns whether the lines are those of all steps, in order. Any order is accepted if the prompt
/// lists the lines in a random order.
fn are_steps(item: &Item, condition: Condition, lines: &[&str]) -> bool {
    let numbers = item.procedure.first_step()..=item.procedure.last();
    let mut names: Vec<String> = numbers.map(|number| item.name(number)).collect();
    let mut written = Vec::with_capacity(lines.len());
    for line in lines {
        let mut parts = line.split(" = ").map(str::trim);
        let Some(name) = parts.next() else { return false };
        let parts: Vec<&str> = parts.collect();
        if !has_parts(condition, &parts) {
            return false;
        }
        written.push(name);
    }
    if item.is_shuffled(condition) {
        names.sort_unstable();
        written.sort_unstable();
    }
    names == written
}

/// Returns whether the parts of a line after its name are those that the condition asks for.
fn has_parts(condition: Condition, parts: &[&str]) -> bool {
    match (condition, parts) {
        (Condition::Copy, [value]) => is_number(value),
        (Condition::Unchained, [values, value]) => is_operation(values, true) && is_number(value),
        (Condition::Copy | Condition::Unchained, _) => false,
        (_, [names, values, value]) => {
            is_operation(names, false) && is_operation(values, true) && is_number(value)
        }
        _ => false,
    }
}

/// Returns whether a text is an operation with two operands, which are numbers if `of_numbers` is
/// set.
fn is_operation(text: &str, of_numbers: bool) -> bool {
    let function = FUNCTIONS.iter().find_map(|name| text.strip_prefix(name)?.strip_prefix('('));
    let operands: Vec<&str> = match function.and_then(|rest| rest.strip_suffix(')')) {
        Some(rest) => rest.split(',').map(str::trim).collect(),
        None => match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            [left, "+" | "-" | "*" | "/" | "//" | "%" | "×" | "÷" | "−" | "·", right] => {
                vec![left, right]
            }
            _ => return false,
        },
    };
    let is_name = |operand: &str| operand.chars().all(|c| c.is_alphanumeric() || c == '_');
    operands.len() == 2
        && operands.iter().all(|operand| is_number(operand) || (!of_numbers && is_name(operand)))
}

/// Returns whether a text is one number: an integer, a decimal or a fraction, perhaps in brackets.
fn is_number(text: &str) -> bool {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    let digits = inner.strip_prefix(['-', '−']).unwrap_or(inner);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once(['.', '/']) {
        Some((whole, rest)) => is_digits(whole) && is_digits(rest),
        None => is_digits(digits),
    }
}

/// Returns whether a text is a structured reply with all steps.
fn is_object(item: &Item, text: &str) -> bool {
    let Ok(Value::Object(object)) = serde_json::from_str(text) else { return false };
    let has_number = |members: &Map<String, Value>, key: &str| {
        members.get(key).and_then(Value::as_str).is_some_and(is_number)
    };
    let Some(steps) = object.get("steps").and_then(Value::as_array) else { return false };
    let mut names: Vec<String> =
        (item.procedure.first_step()..=item.procedure.last()).map(|at| item.name(at)).collect();
    let mut written = Vec::with_capacity(steps.len());
    for step in steps {
        let Some(step) = step.as_object() else { return false };
        let name = step.get("name").and_then(Value::as_str);
        let has_members = MEMBERS.iter().all(|key| has_number(step, key));
        let Some(name) = name.filter(|_| has_members && step.len() == 4) else { return false };
        written.push(name);
    }
    if item.is_shuffled(Condition::Structured) {
        names.sort_unstable();
        written.sort_unstable();
    }
    names == written && object.len() == 2 && has_number(&object, "answer")
}

//! Edits that make one equation of a correct transcript false.

use super::edit::is_equation;
use super::subject::TestTranscript;

/// An edit. `apply` returns the edited text and the number of the value whose equation is now
/// false; `None` if the edit does not fit the transcript.
pub(super) struct Change {
    pub(super) name: &'static str,
    pub(super) apply: fn(&TestTranscript) -> Option<(String, u16)>,
}

pub(super) const CHANGES: [Change; 4] = [
    Change { name: "one digit of a result", apply: |subject| equation(subject, digit_of_result) },
    Change { name: "sign of a result", apply: |subject| equation(subject, sign_of_result) },
    Change {
        name: "one digit of an operand",
        apply: |subject| equation(subject, digit_of_operand),
    },
    Change { name: "another operation", apply: |subject| equation(subject, operation) },
];

/// Changes the line of one step: the middle one of those with a complete line and a value that a
/// later step uses.
fn equation(subject: &TestTranscript, change: fn(&str) -> Option<String>) -> Option<(String, u16)> {
    let procedure = &subject.item.procedure;
    let mut lines: Vec<&str> = subject.text.lines().collect();
    let of_steps = (procedure.first_step()..procedure.last()).filter_map(|number| {
        let is_used =
            procedure.steps.iter().any(|step| step.references().any(|used| used == number));
        let begin = format!("{} = ", subject.item.name(number));
        let mut found = lines.iter().enumerate().filter(|(_, line)| line.starts_with(&begin));
        let (at, line) = found.next()?;
        // The line shows names, values and the result, and nothing else.
        let is_complete = line.matches(" = ").count() == 3
            && is_equation(line)
            && found.next().is_none()
            && is_used;
        is_complete.then_some((number, at))
    });
    let all: Vec<(u16, usize)> = of_steps.collect();
    let (number, at) = *all.get(all.len() / 2)?;
    let changed = change(lines[at])?;
    lines[at] = &changed;
    Some((lines.join("\n"), number))
}

/// Changes the last digit of a number that is no fraction.
fn other_digit(number: &str) -> Option<String> {
    if number.contains('/') {
        return None;
    }
    let last = number.chars().next_back()?.to_digit(10)?;
    let other = char::from_digit((last + 4) % 10, 10)?;
    Some(format!("{}{other}", &number[..number.len() - 1]))
}

fn digit_of_result(line: &str) -> Option<String> {
    let (left, result) = line.rsplit_once(" = ")?;
    Some(format!("{left} = {}", other_digit(result)?))
}

fn sign_of_result(line: &str) -> Option<String> {
    let (left, result) = line.rsplit_once(" = ")?;
    if result.chars().all(|next| matches!(next, '0' | '.')) {
        return None;
    }
    Some(match result.strip_prefix('-') {
        Some(positive) => format!("{left} = {positive}"),
        None => format!("{left} = -{result}"),
    })
}

/// Splits a line into the part before its values, the values, and its result.
fn parts(line: &str) -> Option<(&str, &str, &str)> {
    let (left, result) = line.rsplit_once(" = ")?;
    let (names, values) = left.rsplit_once(" = ")?;
    Some((names, values, result))
}

fn digit_of_operand(line: &str) -> Option<String> {
    let (names, values, result) = parts(line)?;
    let (left, rest) = values.split_once(' ')?;
    let number = left.strip_prefix('(').and_then(|left| left.strip_suffix(')'));
    let changed = match number {
        Some(number) => format!("({})", other_digit(number)?),
        None => other_digit(left)?,
    };
    Some(format!("{names} = {changed} {rest} = {result}"))
}

fn operation(line: &str) -> Option<String> {
    let (names, values, result) = parts(line)?;
    for (from, to) in [(" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * ")] {
        if let (Some((name, right_name)), Some((left, right))) =
            (names.rsplit_once(from), values.rsplit_once(from))
        {
            return Some(format!("{name}{to}{right_name} = {left}{to}{right} = {result}"));
        }
    }
    None
}

//! A fast path for transcripts without an error that have exactly the form that the prompt of a
//! trace requests.
//!
//! Such a transcript has one line for each step, such as `S14 = S13 + S8 = 412 + 97 = 509`, and
//! then `Answer: 528`. Its verdict needs no further analysis. Debug assertions check that the
//! general path returns the same verdict.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Condition, NameStyle, Op, Operand, Step, Wording};
use stepfall_text::Status;

use crate::certainty::Certainty;
use crate::claim::{
    AnswerClaim, AnswerRule, ClaimedOperand, NumberForm, StepClaim, WrittenOperation,
};
use crate::judge::StepVerdict;
use crate::requested_procedure::RequestedProcedure;
use crate::verdict::{Answer, TextVerdict};

/// Returns whether transcripts of a condition can take the fast path. Values must be whole numbers
/// with the names `S1`, `S2`, …. The condition must not change the steps, and no line of the prompt
/// may look like a line of a transcript.
pub(crate) fn allows_fast_path(procedure: &RequestedProcedure<'_>, condition: Condition) -> bool {
    let spec = &procedure.item.spec;
    procedure.arithmetic() == Arithmetic::Integer
        && spec.names == NameStyle::Numbered
        && spec.wording != Wording::English
        && !matches!(
            condition,
            Condition::Isolated
                | Condition::Unchained
                | Condition::Copy
                | Condition::Exception
                | Condition::Remapped
                | Condition::Primed { .. }
        )
}

/// Returns the verdict if the text from the byte `from` on is exactly as requested and without an
/// error.
pub(crate) fn grade_exact_trace(
    procedure: &RequestedProcedure<'_>,
    text: &str,
    from: usize,
) -> Option<TextVerdict> {
    let mut cursor = Cursor { bytes: text.as_bytes(), at: from };
    let lines = lines(procedure, &mut cursor)?;
    while cursor.takes(b"\n") {}
    if !cursor.takes(b"Answer: ") {
        return None;
    }
    let answer = cursor.number(&procedure.answer)?;
    while cursor.takes(b"\n") {}
    if cursor.at < text.len() {
        return None;
    }
    let steps = procedure.item.procedure.steps.iter().zip(procedure.first()..).zip(lines);
    let steps =
        steps.map(|((step, number), line)| correct_step(procedure, *step, number, line)).collect();
    let claim = AnswerClaim {
        span: answer,
        value: procedure.answer.clone(),
        second_value: None,
        rule: AnswerRule::Announced,
    };
    let answer = Answer { claim, is_correct: true, within_tolerance: true };
    Some(TextVerdict {
        answers: vec![answer],
        steps,
        roots: Vec::new(),
        extra_steps: 0,
        certainty: Certainty::Sure,
        other_order: false,
    })
}

/// The first byte of a line, and the bytes of its value.
struct Line {
    start: usize,
    value: Range<usize>,
}

/// Reads the lines of all steps. Returns `None` if a line is not exactly as requested, or if its
/// value is incorrect.
fn lines(procedure: &RequestedProcedure<'_>, cursor: &mut Cursor<'_>) -> Option<Vec<Line>> {
    let steps = &procedure.item.procedure.steps;
    let mut lines = Vec::with_capacity(steps.len());
    for (step, number) in steps.iter().zip(procedure.first()..) {
        let start = cursor.at;
        // The line of a step without names does not write its operation twice.
        if step.references().next().is_none() || !cursor.takes_name(number) {
            return None;
        }
        let mut shows = |by_name| {
            cursor.takes(b" = ")
                && cursor.takes_operand(procedure, step.left, by_name)
                && cursor.takes_sign(step.op)
                && cursor.takes_operand(procedure, step.right, by_name)
        };
        if !(shows(true) && shows(false) && cursor.takes(b" = ")) {
            return None;
        }
        let value = cursor.number(&procedure.truth[usize::from(number) - 1])?;
        if !cursor.takes(b"\n") {
            return None;
        }
        lines.push(Line { start, value });
    }
    Some(lines)
}

/// Returns the verdict on a step whose line is correct.
fn correct_step(
    procedure: &RequestedProcedure<'_>,
    step: Step,
    number: u16,
    line: Line,
) -> StepVerdict {
    let value = &procedure.truth[usize::from(number) - 1];
    let by_name = |operand| match operand {
        Operand::Value(number) => ClaimedOperand::Name(number),
        Operand::Constant(value) => ClaimedOperand::Value(value.number()),
    };
    let by_value = |operand| ClaimedOperand::Value(true_value(procedure, operand));
    let shown = |side: &dyn Fn(Operand) -> ClaimedOperand| {
        Some(WrittenOperation { op: step.op, left: side(step.left), right: side(step.right) })
    };
    let claim = StepClaim {
        number,
        value: value.clone(),
        second_value: None,
        rounding: None,
        opens_line: true,
        shares_row: false,
        form: NumberForm::Decimal,
        span: line.start..line.value.end,
        value_span: line.value,
        operation_by_name: shown(&by_name),
        operation_by_value: shown(&by_value),
        look_up: None,
        equation: None,
        is_corrected: false,
    };
    StepVerdict {
        status: Status::Correct,
        consistent_value: Some(value.clone()),
        claim: Some(claim),
        ..StepVerdict::not_shown(number, value.clone())
    }
}

/// Returns the correct value of an operand.
fn true_value(procedure: &RequestedProcedure<'_>, operand: Operand) -> Number {
    match operand {
        Operand::Value(number) => procedure.truth[usize::from(number) - 1].clone(),
        Operand::Constant(value) => value.number(),
    }
}

/// A position in a text. It moves forward over the bytes that are expected next.
struct Cursor<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Cursor<'_> {
    fn takes(&mut self, expected: &[u8]) -> bool {
        let found = self.bytes[self.at..].starts_with(expected);
        self.at += if found { expected.len() } else { 0 };
        found
    }

    fn takes_sign(&mut self, op: Op) -> bool {
        self.takes(match op {
            Op::Add => b" + ",
            Op::Sub => b" - ",
            Op::Mul => b" * ",
            Op::Div => b" / ",
            Op::FloorDiv => b" // ",
            Op::Mod => b" % ",
            // Lines with `min`, `max` or `round` take the general path.
            Op::Min | Op::Max | Op::Round => return false,
        })
    }

    fn takes_name(&mut self, number: u16) -> bool {
        self.takes(b"S") && self.takes_integer(number.into())
    }

    fn takes_operand(
        &mut self,
        procedure: &RequestedProcedure<'_>,
        operand: Operand,
        by_name: bool,
    ) -> bool {
        let value = match operand {
            Operand::Value(number) if by_name => return self.takes_name(number),
            Operand::Value(number) => procedure.truth[usize::from(number) - 1].to_i64(),
            Operand::Constant(value) => value.to_whole(),
        };
        value.is_some_and(|value| self.takes_integer(value) || self.takes_bracketed(value))
    }

    /// Takes a negative whole number in brackets, as after a sign of operation: `3 - (-5)`. Reports
    /// whether the number is at the cursor.
    fn takes_bracketed(&mut self, expected: i64) -> bool {
        if expected >= 0 || !self.bytes[self.at..].starts_with(b"(") {
            return false;
        }
        let closing = self.bytes[self.at..].iter().position(|byte| *byte == b')');
        let Some(end) = closing.map(|length| self.at + length) else { return false };
        let mut inside = Cursor { bytes: &self.bytes[..end], at: self.at + 1 };
        let found = inside.takes_integer(expected) && inside.at == end;
        self.at = if found { end + 1 } else { self.at };
        found
    }

    /// Takes an expected number, and returns its range.
    fn number(&mut self, expected: &Number) -> Option<Range<usize>> {
        let start = self.at;
        self.takes_integer(expected.to_i64()?).then_some(start..self.at)
    }

    /// Takes a whole number as it is printed, with a blank, a line end or nothing after it. Reports
    /// whether the number is at the cursor.
    fn takes_integer(&mut self, expected: i64) -> bool {
        /// The most digits that always fit into an `i64`.
        const MAX_SAFE_DIGITS: usize = 18;
        let rest = &self.bytes[self.at..];
        let (negative, digits) = match rest {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let mut value = 0;
        let mut length = 0;
        while let Some(digit @ b'0'..=b'9') = digits.get(length)
            && length < MAX_SAFE_DIGITS
        {
            value = value * 10 + i64::from(digit - b'0');
            length += 1;
        }
        let value = if negative { -value } else { value };
        // A printed number has no leading zeros, and zero has no sign.
        let printed = digits.first() != Some(&b'0') || (length == 1 && !negative);
        let ends = matches!(digits.get(length), None | Some(b' ' | b'\n'));
        let found = length > 0 && value == expected && printed && ends;
        self.at += if found { length + usize::from(negative) } else { 0 };
        found
    }
}

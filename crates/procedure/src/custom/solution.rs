//! Converts solutions with marks such as `16 - 3 = <<16-3=13>>13`, as in the GSM8K dataset, to
//! assignments.
//!
//! A mark contains a formula and its result. If no mark has the final answer, equations of numbers
//! outside marks count as well. A number in a formula that equals the result of earlier marks
//! refers to the latest of these marks.

use stepfall_formula::{Parser, Position};
use stepfall_number::Number;

use crate::arithmetic::Arithmetic;
use crate::custom::error::{Problem, ProcedureError, TextError};
use crate::item::Item;

const OPENING: &str = "<<";
const CLOSING: &str = ">>";
/// The texts after which a solution states its final answer.
const ANSWERS: [&str; 2] = ["####", "A:"];
const A_RESULT: &str = "= and the result of the formula";

/// The assignments of a solution.
pub(super) struct Solution {
    /// One assignment per line.
    pub(super) text: String,
    /// The stated result of each assignment.
    pub(super) results: Vec<Stated>,
    /// The index of the first byte of each mark's content.
    marks: Vec<usize>,
}

/// A value that a solution states.
pub(super) struct Stated {
    pub(super) value: Number,
    /// The index of the byte at which the value is stated.
    pub(super) at: usize,
}

/// Returns whether a text contains a mark such as `<<16-3=13>>`.
pub(super) fn has_marks(text: &str) -> bool {
    text.split_once(OPENING).is_some_and(|(_, after)| after.contains(CLOSING))
}

impl Solution {
    /// Reads the marks of a solution, up to the mark with the final answer. If no mark has that
    /// answer, also reads the true equations of numbers outside marks.
    pub(super) fn read(text: &str) -> Result<Self, ProcedureError> {
        Self::read_parts(text, false).or_else(|error| match error.problem {
            Problem::SolutionAnswer(_) => Self::read_parts(text, true).map_err(|_| error),
            _ => Err(error),
        })
    }

    fn read_parts(text: &str, with_equations: bool) -> Result<Self, ProcedureError> {
        let mut solution = Self { text: String::new(), results: Vec::new(), marks: Vec::new() };
        let mut from = 0;
        loop {
            let start = text[from..].find(OPENING).map(|start| from + start);
            if with_equations {
                let equations = equations(text, from, start.unwrap_or(text.len()));
                for (at, end) in equations.into_iter().filter(|(at, end)| is_true(&text[*at..*end]))
                {
                    solution.mark(text, at, end).map_err(|error| error.in_text(text))?;
                }
            }
            let Some(start) = start else { break };
            let at = start + OPENING.len();
            let end = text[at..].find(CLOSING).map_or(text.len(), |length| at + length);
            solution.mark(text, at, end).map_err(|error| error.in_text(text))?;
            from = (end + CLOSING.len()).min(text.len());
        }
        solution.end_at_answer(text)?;
        Ok(solution)
    }

    /// Adds the assignment for the mark whose content is between the bytes `at` and `end`.
    fn mark(&mut self, text: &str, at: usize, end: usize) -> Result<(), TextError> {
        let mut parser = Parser::new(text, at, end);
        let formula = parser.formula()?;
        let written = at..parser.at;
        if !parser.eat("=") {
            return Err(parser.expected(A_RESULT).into());
        }
        let stated = parser.at;
        let result = parser.signed_number().ok_or_else(|| parser.expected("a number"))?;
        parser.skip_blanks();
        if !parser.rest().is_empty() {
            return Err(parser.expected("the end of the mark").into());
        }
        let mut assigned = text[written.clone()].to_owned();
        let mut numbers: Vec<_> = formula.numbers().collect();
        numbers.sort_by_key(|number| number.at);
        for number in numbers.iter().rev() {
            let value = number.text.parse().ok();
            let earlier =
                self.results.iter().rposition(|earlier| Some(&earlier.value) == value.as_ref());
            if let Some(earlier) = earlier {
                let from = number.at - written.start;
                assigned.replace_range(from..from + number.len, &name(earlier));
            }
        }
        let value = result.text.parse().map_err(|_| parser.expected("a number"))?;
        self.text.push_str(&format!("{} = ({assigned})\n", name(self.results.len())));
        self.results.push(Stated { value, at: stated });
        self.marks.push(at);
        Ok(())
    }

    /// Removes the marks after the one with the final answer, if the solution states that answer.
    /// Fails if no mark has it.
    fn end_at_answer(&mut self, text: &str) -> Result<(), ProcedureError> {
        let line = |mark: &str| text.rfind(mark).map(|at| at + mark.len());
        let Some(at) = ANSWERS.into_iter().filter_map(line).max() else { return Ok(()) };
        let mut parser = Parser::new(text, at, text.len());
        let Some(answer) = parser.signed_number() else { return Ok(()) };
        let value = answer.text.parse::<Number>().ok();
        let found = self.results.iter().rposition(|result| Some(&result.value) == value.as_ref());
        let Some(found) = found else {
            let problem = Problem::SolutionAnswer(answer.text);
            return Err(ProcedureError { place: Position::of(text, answer.at), problem });
        };
        self.results.truncate(found + 1);
        self.text = self.text.split_inclusive('\n').take(found + 1).collect();
        Ok(())
    }

    /// Moves an error in the assignments to the position of its mark in the solution.
    pub(super) fn placed(&self, text: &str, error: ProcedureError) -> ProcedureError {
        let line = error.place.line.saturating_sub(1);
        let at = self.marks.get(line as usize).copied().unwrap_or_default();
        ProcedureError { place: Position::of(text, at), ..error }
    }
}

/// Returns the byte ranges within `from..to` that may be equations of numbers, such as
/// `54 − 37 = 17`.
fn equations(text: &str, from: usize, to: usize) -> Vec<(usize, usize)> {
    let is_number = |next: char| next.is_ascii_digit() || matches!(next, '.' | ',' | '$');
    let is_part = |next: char| {
        is_number(next)
            || next != '\n' && next.is_whitespace()
            || matches!(next, '+' | '-' | '−' | '–' | '*' | '×' | 'x' | '/' | '÷' | '(' | ')' | '%')
    };
    let signs = text[from..to].match_indices('=').map(|(at, _)| from + at);
    let equation = |sign: usize| {
        let before = &text[from..sign];
        let written = before.len() - before.trim_end_matches(is_part).len();
        let formula =
            before[before.len() - written..].trim_start_matches([' ', ')', '.', ',', 'x']);
        let after = &text[sign + 1..to];
        let blanks = after.len() - after.trim_start_matches(' ').len();
        let number = after[blanks..].len() - after[blanks..].trim_start_matches(is_number).len();
        let result = after[blanks..blanks + number].trim_end_matches(['.', ',']).len();
        (result > 0).then(|| (sign - formula.len(), sign + 1 + blanks + result))
    };
    signs.filter_map(equation).collect()
}

/// Returns whether an equation of numbers is true.
fn is_true(equation: &str) -> bool {
    let Some((formula, result)) = equation.split_once('=') else { return false };
    let mut parser = Parser::new(result, 0, result.len());
    let result = parser.signed_number().and_then(|number| number.text.parse::<Number>().ok());
    let item = Item::from_text(&format!("0 + ({formula})"), Some(Arithmetic::Rational));
    item.is_ok_and(|item| Some(item.answer()) == result)
}

/// Returns the name of the result of the mark at a position.
pub(super) fn name(position: usize) -> String {
    format!("value_{}", position + 1)
}

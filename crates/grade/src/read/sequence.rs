//! Reads values in a row without names.

use std::ops::Range;

use stepfall_number::Number;

use super::Reader;
use super::pending::{Evidence, Subject};
use crate::chain::ChainValue;
use crate::token::{Equals, TokenKind};

/// The fewest numbers of a row that count as values.
const MIN_NUMBERS: usize = 3;
/// The most numbers beyond the last step, since a text may continue beyond the procedure.
const MAX_EXTRA_NUMBERS: usize = 1;

impl Reader<'_> {
    /// Claims the numbers in a row as the values of the steps in their order. The inputs may come
    /// first. The row must have at least three numbers. At most one step may lack a value, unless
    /// the row begins with the inputs and the correct value of the first step.
    pub(super) fn sequence(&mut self, ranges: &[Range<usize>]) {
        let steps = self.procedure.item.procedure.steps.len();
        let enough = |numbers: &Vec<usize>| {
            numbers.len() >= MIN_NUMBERS
                && (numbers.len() + 1 >= steps || self.begins_with_first_step(numbers))
        };
        let mut rows = ranges.iter().map(|range| self.numbers_in(range.clone()));
        let Some(numbers) = rows.find(enough) else { return };
        let inputs = self.inputs_before(&numbers);
        if numbers.len() > steps + usize::from(inputs) + MAX_EXTRA_NUMBERS {
            return;
        }
        let is_row = numbers.len() > MIN_NUMBERS || self.begins_with_first_step(&numbers);
        let inputs = if is_row { inputs } else { 0 };
        let first = self.procedure.first() - inputs;
        for (number, at) in (first..=self.procedure.last()).zip(numbers) {
            self.out.is_unnamed_row = true;
            if let Some(TokenKind::Number(value)) = self.kind(at) {
                self.claim_number(Subject::Step(number), at, value);
            }
        }
    }

    /// Claims the values in a row at the token `at` for the steps declared before it, if there are
    /// as many values as steps. The inputs may come first. Returns `true` if the values were
    /// claimed, or if the only number in the row is the answer.
    pub(super) fn hand_out(&mut self, at: usize) -> bool {
        let declared = std::mem::take(&mut self.declared);
        let count = declared.len();
        if count < 2 {
            return false;
        }
        let mut numbers = Vec::new();
        for at in at..self.until {
            match self.tokens.list[at].kind {
                TokenKind::Number(_) if numbers.len() > count + 2 => return false,
                TokenKind::Number(_) => numbers.push(at),
                TokenKind::Comma
                | TokenKind::Semicolon
                | TokenKind::Line { .. }
                | TokenKind::Bullet
                | TokenKind::Heading => {}
                TokenKind::Equals(_) | TokenKind::Op(_) | TokenKind::Bar => return false,
                _ => break,
            }
        }
        if numbers.len() == 1 && count >= self.procedure.item.procedure.steps.len() {
            // The text repeats the procedure and then contains the answer.
            return true;
        }
        let inputs = usize::from(self.inputs_before(&numbers));
        let skipped = if numbers.len() == count + inputs { inputs } else { 0 };
        if numbers.len() != count + skipped {
            return false;
        }
        for ((name, names), at) in declared.into_iter().zip(numbers.into_iter().skip(skipped)) {
            if let Some(TokenKind::Number(value)) = self.kind(at) {
                let value = ChainValue::number(at, value);
                let evidence = Evidence { operation_by_name: names, ..Evidence::default() };
                self.claim(Subject::Step(name), evidence, value, &[value.term]);
            }
        }
        true
    }

    /// Returns the tokens of the numbers in the first row of at least three numbers, or in a
    /// shorter row at the end of the range. Returns an empty list if an operation or dots come
    /// before the end of the row.
    fn numbers_in(&self, range: Range<usize>) -> Vec<usize> {
        let most = self.procedure.item.procedure.steps.len() + 3;
        let mut numbers = Vec::new();
        for at in range {
            match self.tokens.list[at].kind {
                TokenKind::Number(_) if numbers.len() < most => numbers.push(at),
                // `#### 528` is the answer.
                TokenKind::Heading if self.closes(at) => break,
                TokenKind::Comma
                | TokenKind::Semicolon
                | TokenKind::Question
                | TokenKind::Line { .. }
                | TokenKind::Ordinal(_)
                | TokenKind::Bullet
                | TokenKind::Heading
                | TokenKind::Equals(Equals::Sign)
                | TokenKind::Open
                | TokenKind::Close
                | TokenKind::FullStop => {}
                TokenKind::Op(_) => return Vec::new(),
                // Dots leave out some values, so the row is not read: `12, 30, 360, ..., -144`.
                TokenKind::Other
                    if matches!(
                        self.kind(at + 1),
                        Some(TokenKind::Comma | TokenKind::Number(_))
                    ) && !numbers.is_empty() =>
                {
                    return Vec::new();
                }
                _ if numbers.len() < MIN_NUMBERS => numbers.clear(),
                _ => break,
            }
        }
        numbers
    }

    /// Returns whether the numbers at these tokens begin with all inputs and the correct value of
    /// the first step. That value must not be the answer.
    fn begins_with_first_step(&self, numbers: &[usize]) -> bool {
        let inputs = usize::from(self.inputs_before(numbers));
        let value = numbers.get(inputs).and_then(|at| self.value_at(*at));
        let first = self.procedure.truth.get(usize::from(self.procedure.first()) - 1);
        inputs > 0 && value.is_some() && value == first && value != Some(&self.procedure.answer)
    }

    /// Returns the number of inputs with which the numbers at these tokens begin: all inputs, or 0.
    fn inputs_before(&self, numbers: &[usize]) -> u16 {
        let inputs = self.procedure.inputs();
        let inputs: Vec<&Number> = inputs.flatten().collect();
        let count = inputs.len();
        let begins = numbers.iter().take(count).filter_map(|at| self.value_at(*at));
        if begins.eq(inputs) { u16::try_from(count).unwrap_or(0) } else { 0 }
    }

    fn value_at(&self, at: usize) -> Option<&Number> {
        match self.kind(at)? {
            TokenKind::Number(place) => Some(self.value(place)),
            _ => None,
        }
    }
}

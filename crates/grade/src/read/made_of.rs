//! Reads statements that name an operand of their step and not the step: `Halve S5 → 19`,
//! `| S3 | × 3 | 681 |`.

use std::borrow::Cow;

use stepfall_number::Number;
use stepfall_procedure::Operand;

use super::Reader;
use super::statement::MAX_STEPS_TO_USE;
use crate::chain::{Before, ChainValue, Term};
use crate::claim::WrittenOperation;
use crate::token::{Equals, TokenKind};

/// The fewest cells of a row that may name an operand, an operation and its result.
const MIN_CELLS: usize = 3;
/// The number of parts of an operation: its sign and its two operands.
const MAX_PARTS: usize = 3;

impl Reader<'_> {
    /// Returns the step of a row that contains only an operation on operands of that step and a
    /// value, in several cells. Also returns the operation and the value: `| + | S1 | S2 | 227 |`,
    /// `| S3 | × 3 | 681 |`.
    pub(super) fn step_of_row(
        &self,
        terms: &[Term],
    ) -> Option<(u16, WrittenOperation, ChainValue)> {
        let mut filled = terms.iter().filter(|term| !term.is_empty());
        let first = filled.next().filter(|term| term.begins_cell() || terms.len() > 2)?;
        let last = filled.next_back().filter(|term| term.begins_cell())?;
        last.lone_number()?;
        if terms.iter().any(|term| term.operation_by_name(self.tokens).is_some()) {
            return None;
        }
        let cells = &self.tokens.list[first.start..last.start];
        let is_between = |kind| {
            matches!(
                kind,
                TokenKind::Bar
                    | TokenKind::Comma
                    | TokenKind::Open
                    | TokenKind::Close
                    | TokenKind::Word(_)
            )
        };
        let kinds = cells.iter().map(|token| token.kind).filter(|kind| !is_between(*kind));
        let parts: Vec<TokenKind> = kinds.take(MAX_PARTS + 1).collect();
        let parts = match parts.as_slice() {
            // The first cell may number the row.
            [TokenKind::Number(_), parts @ ..] if parts.len() == MAX_PARTS => parts,
            parts => parts,
        };
        let mut signs = parts.iter().enumerate().filter_map(|(at, part)| match part {
            TokenKind::Op(op) => Some((at, *op)),
            _ => None,
        });
        let (at, op) = signs.next_back()?;
        let [left, right] = match (parts, at) {
            ([_, left, right], 0) | ([left, _, right], 1) | ([left, right, _], 2) => {
                [self.operand_of(*left)?, self.operand_of(*right)?]
            }
            _ => return None,
        };
        let operation = WrittenOperation { op, left, right };
        let number = self.step_with(&operation).filter(|number| self.latest(*number).is_none())?;
        Some((number, operation, ChainValue { term: *last, rounding: None }))
    }

    /// Returns the first step after `name` that has `name` as an operand and this value. Such a
    /// step is looked for only in rows with several cells, and within a line if a verb or an arrow
    /// leads to the value. Returns `None` if `name` itself has the value.
    pub(super) fn step_made_of(
        &self,
        name: u16,
        terms: &[Term],
        value: &ChainValue,
        opens_line: bool,
    ) -> Option<u16> {
        let is_row = terms.iter().filter(|term| term.begins_cell()).count() >= MIN_CELLS;
        let is_plain = !self.procedure.looks_up()
            && !self.procedure.changes_signs()
            && !self.procedure.is_unchained();
        if !is_plain || !(is_row || (!opens_line && self.is_led_to(value.term))) {
            return None;
        }
        let value = self.value(value.term.value()?);
        let is_own = |number| self.follows(number, value);
        if is_own(name) {
            return None;
        }
        let first = self.procedure.first().max(name.saturating_add(1));
        (first..=self.procedure.last()).take(MAX_STEPS_TO_USE).find(|number| {
            let mut references = self.procedure.references(*number);
            references.any(|reference| reference == name) && is_own(*number)
        })
    }

    /// Returns whether a verb or an arrow is before a term.
    pub(super) fn is_led_to(&self, term: Term) -> bool {
        let is_arrow = term.start.checked_sub(1).is_some_and(|sign| self.tokens.is_arrow(sign));
        is_arrow || matches!(term.before, Before::Equals(Equals::Verb) | Before::Name)
    }

    /// Returns whether an input or step has this value. The value of a step is computed from
    /// claimed values.
    fn follows(&self, number: u16, value: &Number) -> bool {
        if self.procedure.is_input(number) {
            return self.procedure.input(number) == Some(value);
        }
        let Some(step) = self.procedure.find_step(number) else { return false };
        let sides = self.operand_value(step.left).zip(self.operand_value(step.right));
        sides.and_then(|(left, right)| self.procedure.apply(step, &left, &right)).as_ref()
            == Some(value)
    }

    /// Returns the value of an operand: a constant, an input, or the latest claim of a step.
    fn operand_value(&self, operand: Operand) -> Option<Cow<'_, Number>> {
        match operand {
            Operand::Constant(constant) => Some(Cow::Owned(constant.number())),
            Operand::Value(number) if self.procedure.is_input(number) => {
                self.procedure.input(number).map(Cow::Borrowed)
            }
            Operand::Value(number) => self.latest(number).map(|claim| Cow::Borrowed(&claim.value)),
        }
    }
}

//! A term: the text between two signs of equality.

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::claim::{ClaimedOperand, WrittenOperation};
use crate::token::{Equals, Tokens};

/// An operand: a name, a numeral, or both, one of them in brackets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand {
    pub(super) name: Option<u16>,
    /// The index of a numeral.
    pub(super) numeral_index: Option<u32>,
}

impl Operand {
    const NONE: Self = Self { name: None, numeral_index: None };

    pub(super) const fn name(name: u16) -> Self {
        Self { name: Some(name), numeral_index: None }
    }

    pub(super) const fn numeral_index(value: u32) -> Self {
        Self { name: None, numeral_index: Some(value) }
    }
}

/// The separator before a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// The term begins the chain, or a cell of a table.
    Nothing,
    Equals(Equals),
    /// A name after a verb, and the term is the value of that name: `makes the fox 18`.
    Name,
}

/// The form of a modulus after an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Modulus {
    None,
    /// `110 mod 97`, which asks for the remainder.
    Taken,
    /// `13 (mod 97)`, which only states the modulus.
    Meant,
}

/// A term of a chain: one operand or one operation. Any other text makes the term broken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Term {
    pub(super) left: Operand,
    pub(super) right: Operand,
    pub(super) op: Option<Op>,
    /// The number of operands, at most three.
    pub(super) count: u8,
    /// True if an operand must come next.
    pub(super) is_operand_due: bool,
    pub(super) modulus: Modulus,
    /// True if the term is more than one operation, or cannot be computed.
    pub(crate) is_broken: bool,
    pub(crate) before: Before,
    /// True if the term is in a cell of a table after a bar.
    pub(crate) is_cell: bool,
    /// The first token of the term.
    pub(crate) start: usize,
    /// The token after the term.
    pub(crate) end: usize,
}

impl Term {
    pub(super) const fn new(start: usize, before: Before, cell: bool) -> Self {
        Self {
            left: Operand::NONE,
            right: Operand::NONE,
            op: None,
            count: 0,
            is_operand_due: true,
            modulus: Modulus::None,
            is_broken: false,
            before,
            is_cell: cell,
            start,
            end: start,
        }
    }

    /// Creates a term of one number: the token `at`, with the index of its numeral.
    pub(crate) const fn number(at: usize, numeral_index: u32) -> Self {
        let mut term = Self::new(at, Before::Nothing, false);
        term.push(Operand::numeral_index(numeral_index));
        term.end = at + 1;
        term
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.count == 0 && !self.is_broken
    }

    /// Returns whether the term begins a cell of a table.
    pub(crate) fn begins_cell(&self) -> bool {
        self.is_cell && self.before == Before::Nothing
    }

    /// Returns whether a verb equates the term with the text before.
    pub(crate) fn follows_verb(&self) -> bool {
        matches!(self.before, Before::Equals(Equals::Verb) | Before::Name)
    }

    /// Returns whether an operation still needs an operand.
    pub(super) const fn is_open(&self) -> bool {
        self.op.is_some() && self.is_operand_due
    }

    /// Returns the operand if the term consists only of one operand, perhaps with a modulus.
    fn lone_operand(&self) -> Option<Operand> {
        (self.count == 1 && self.op.is_none() && !self.is_broken).then_some(self.left)
    }

    /// Returns the name if the term is only a name, perhaps with its value or a modulus.
    pub(crate) fn lone_name(&self) -> Option<u16> {
        self.lone_operand()?.name
    }

    /// Returns the index of the numeral if the term is only a number, perhaps with a modulus.
    pub(crate) fn lone_number(&self) -> Option<u32> {
        self.lone_operand().filter(|operand| operand.name.is_none())?.numeral_index
    }

    /// Returns the name and the index of the numeral of a lone operand that has both.
    pub(crate) fn annotated(&self) -> Option<(u16, u32)> {
        let operand = self.lone_operand()?;
        operand.name.zip(operand.numeral_index)
    }

    /// Returns the name and the index of the numeral of the second operand, if only the second operand has both.
    pub(crate) fn annotated_right(&self) -> Option<(u16, u32)> {
        let is_operation = self.count == 2 && self.op.is_some() && !self.is_broken;
        let left = self.left.name.is_none() || self.left.numeral_index.is_none();
        self.right.name.zip(self.right.numeral_index).filter(|_| is_operation && left)
    }

    /// Returns the index of the numeral of a lone operand, with or without its name.
    pub(crate) fn value(&self) -> Option<u32> {
        self.lone_operand()?.numeral_index
    }

    /// Returns whether the term is a number after a sign of equality.
    pub(super) fn is_stated(&self) -> bool {
        self.before == Before::Equals(Equals::Sign) && self.lone_number().is_some()
    }

    /// Returns the index of the numeral with which the term begins.
    pub(crate) fn first_number(&self) -> Option<u32> {
        self.left.numeral_index.filter(|_| self.left.name.is_none())
    }

    /// Returns the operation by name, if at least one operand has a name.
    pub(crate) fn operation_by_name(&self, tokens: &Tokens) -> Option<WrittenOperation> {
        if self.left.name.is_none() && self.right.name.is_none() {
            return None;
        }
        self.expression(|operand| match (operand.name, operand.numeral_index) {
            (Some(name), _) => Some(ClaimedOperand::Name(name)),
            (None, value) => value.map(|value| operand_of(tokens, value)),
        })
    }

    /// Returns the operation by value, if both operands have a value. A lone fraction is a
    /// division.
    pub(crate) fn operation_by_value(&self, tokens: &Tokens) -> Option<WrittenOperation> {
        if let Some(value) = self.lone_number()
            && let Some((top, bottom)) = tokens.numeral(value).fraction()
        {
            let side = |value| ClaimedOperand::Value(Number::integer(value));
            return Some(WrittenOperation { op: Op::Div, left: side(top), right: side(bottom) });
        }
        self.expression(|operand| operand.numeral_index.map(|value| operand_of(tokens, value)))
    }

    fn expression(
        &self,
        written: impl Fn(Operand) -> Option<ClaimedOperand>,
    ) -> Option<WrittenOperation> {
        if self.is_broken || self.count != 2 {
            return None;
        }
        Some(WrittenOperation {
            op: self.op?,
            left: written(self.left)?,
            right: written(self.right)?,
        })
    }

    pub(super) const fn push(&mut self, operand: Operand) {
        match self.count {
            0 => self.left = operand,
            1 => self.right = operand,
            _ => self.is_broken = true,
        }
        if self.count < 3 {
            self.count += 1;
        }
        self.is_operand_due = false;
    }

    pub(super) const fn last(&mut self) -> &mut Operand {
        if self.count == 1 { &mut self.left } else { &mut self.right }
    }

    /// Completes the term. It is broken if its operation lacks an operand.
    pub(super) const fn finished(mut self) -> Self {
        self.is_broken |= self.op.is_some() && (self.count < 2 || self.is_operand_due);
        self
    }
}

fn operand_of(tokens: &Tokens, numeral_index: u32) -> ClaimedOperand {
    ClaimedOperand::Value(tokens.numeral(numeral_index).value.clone())
}

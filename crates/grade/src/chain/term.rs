//! What stands between two signs of equality.

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::claim::{Expression, Written};
use crate::token::{Equals, Tokens};

/// One operand: a name, a numeral, or both, one of them in brackets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand {
    pub(super) name: Option<u16>,
    /// A numeral, by its place.
    pub(super) value: Option<u32>,
}

impl Operand {
    const NONE: Self = Self { name: None, value: None };

    pub(super) const fn name(name: u16) -> Self {
        Self { name: Some(name), value: None }
    }

    pub(super) const fn value(value: u32) -> Self {
        Self { name: None, value: Some(value) }
    }
}

/// What parts a term from what stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// It begins the chain, or a cell of a table.
    Nothing,
    Equals(Equals),
    /// The name that it is the value of, after a verb: `makes the fox 18`.
    Name,
}

/// What is said about a modulus after an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Modulus {
    None,
    /// `110 mod 97`, which asks for the remainder.
    Taken,
    /// `13 (mod 97)`, which only says what is meant.
    Meant,
}

/// At most one operation, or something that is no such thing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Term {
    pub(super) left: Operand,
    pub(super) right: Operand,
    pub(super) op: Option<Op>,
    /// How many operands there are, up to three.
    pub(super) count: u8,
    /// Whether an operand comes next.
    pub(super) due: bool,
    pub(super) modulus: Modulus,
    /// Whether it is more than one operation, or nothing that could be computed.
    pub(crate) broken: bool,
    pub(crate) before: Before,
    /// Whether a bar parts it from what stands before.
    pub(crate) cell: bool,
    /// The token that it begins with.
    pub(crate) start: usize,
    /// The token after it.
    pub(crate) end: usize,
}

impl Term {
    pub(super) const fn new(start: usize, before: Before, cell: bool) -> Self {
        Self {
            left: Operand::NONE,
            right: Operand::NONE,
            op: None,
            count: 0,
            due: true,
            modulus: Modulus::None,
            broken: false,
            before,
            cell,
            start,
            end: start,
        }
    }

    /// A term that is this numeral, the token `at`.
    pub(crate) const fn number(at: usize, value: u32) -> Self {
        let mut term = Self::new(at, Before::Nothing, false);
        term.push(Operand::value(value));
        term.end = at + 1;
        term
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.count == 0 && !self.broken
    }

    /// Whether a cell of a table begins with it.
    pub(crate) fn begins_cell(&self) -> bool {
        self.cell && self.before == Before::Nothing
    }

    /// Whether a verb makes it equal to what stands before it.
    pub(crate) fn follows_verb(&self) -> bool {
        matches!(self.before, Before::Equals(Equals::Verb) | Before::Name)
    }

    /// Whether an operation misses its second operand.
    pub(super) const fn is_open(&self) -> bool {
        self.op.is_some() && self.due
    }

    /// The operand, where that is all, perhaps with a modulus.
    fn lone(&self) -> Option<Operand> {
        (self.count == 1 && self.op.is_none() && !self.broken).then_some(self.left)
    }

    /// The name, where that is all, perhaps with its value beside it.
    pub(crate) fn lone_name(&self) -> Option<u16> {
        self.lone()?.name
    }

    /// The numeral, where that is all, perhaps with a modulus.
    pub(crate) fn lone_number(&self) -> Option<u32> {
        self.lone().filter(|operand| operand.name.is_none())?.value
    }

    /// Name and numeral of a lone operand that has both.
    pub(crate) fn annotated(&self) -> Option<(u16, u32)> {
        let operand = self.lone()?;
        operand.name.zip(operand.value)
    }

    /// Name and numeral of the second operand, where that has both and the first has not.
    pub(crate) fn annotated_right(&self) -> Option<(u16, u32)> {
        let whole = self.count == 2 && self.op.is_some() && !self.broken;
        let left = self.left.name.is_none() || self.left.value.is_none();
        self.right.name.zip(self.right.value).filter(|_| whole && left)
    }

    /// The numeral of a lone operand, with or without its name.
    pub(crate) fn value(&self) -> Option<u32> {
        self.lone()?.value
    }

    /// Whether it is a number that a sign of equality makes the value of something.
    pub(super) fn is_stated(&self) -> bool {
        self.before == Before::Equals(Equals::Sign) && self.lone_number().is_some()
    }

    /// The numeral that the term begins with.
    pub(crate) fn first_number(&self) -> Option<u32> {
        self.left.value.filter(|_| self.left.name.is_none())
    }

    /// The operation by name, where at least one operand has one.
    pub(crate) fn names(&self, tokens: &Tokens) -> Option<Expression> {
        if self.left.name.is_none() && self.right.name.is_none() {
            return None;
        }
        self.expression(|operand| match (operand.name, operand.value) {
            (Some(name), _) => Some(Written::Name(name)),
            (None, value) => value.map(|value| written(tokens, value)),
        })
    }

    /// The operation by value, where both operands have one.
    pub(crate) fn values(&self, tokens: &Tokens) -> Option<Expression> {
        if let Some(value) = self.lone_number()
            && let Some((top, bottom)) = tokens.numeral(value).fraction()
        {
            let side = |value| Written::Value(Number::integer(value));
            return Some(Expression { op: Op::Div, left: side(top), right: side(bottom) });
        }
        self.expression(|operand| operand.value.map(|value| written(tokens, value)))
    }

    fn expression(&self, written: impl Fn(Operand) -> Option<Written>) -> Option<Expression> {
        if self.broken || self.count != 2 {
            return None;
        }
        Some(Expression { op: self.op?, left: written(self.left)?, right: written(self.right)? })
    }

    pub(super) const fn push(&mut self, operand: Operand) {
        match self.count {
            0 => self.left = operand,
            1 => self.right = operand,
            _ => self.broken = true,
        }
        if self.count < 3 {
            self.count += 1;
        }
        self.due = false;
    }

    pub(super) const fn last(&mut self) -> &mut Operand {
        if self.count == 1 { &mut self.left } else { &mut self.right }
    }

    /// The term as it is when nothing more belongs to it.
    pub(super) const fn finished(mut self) -> Self {
        // An operation that misses an operand.
        self.broken |= self.op.is_some() && (self.count < 2 || self.due);
        self
    }
}

fn written(tokens: &Tokens, value: u32) -> Written {
    Written::Value(tokens.numeral(value).value.clone())
}

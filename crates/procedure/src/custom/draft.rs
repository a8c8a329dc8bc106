//! A procedure as it is written, before its names are resolved.

use stepfall_formula::{Literal, Name};

use crate::arithmetic::Arithmetic;
use crate::op::Op;
use crate::spec::Wording;

/// An operand as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    Name(Name),
    Number(Literal),
}

impl Term {
    /// Returns the number; `None` for a name.
    pub(super) const fn number(&self) -> Option<&Literal> {
        match self {
            Self::Number(literal) => Some(literal),
            Self::Name(_) => None,
        }
    }

    /// Returns the index of the operand's first byte in the text.
    pub(super) const fn at(&self) -> usize {
        match self {
            Self::Name(name) => name.at,
            Self::Number(literal) => literal.at,
        }
    }
}

/// The right side of an assignment: a number for an input, or an operation for a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Input(Literal),
    Step {
        op: Op,
        left: Term,
        right: Term,
        /// The modulus of the result, if the step states it.
        modulo: Option<Literal>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) name: Name,
    pub(super) value: Value,
    /// The result that the text states for the step.
    pub(super) stated: Option<Literal>,
}

/// The procedure that was read from a text.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) statements: Vec<Statement>,
    pub(super) wording: Wording,
    /// The arithmetic that the text names.
    pub(super) named: Option<Arithmetic>,
    /// The name whose value the text calls the answer.
    pub(super) answer: Option<Name>,
    /// The index of the byte after the last statement.
    pub(super) end: usize,
}

impl Draft {
    pub(super) const fn new(wording: Wording) -> Self {
        Self { statements: Vec::new(), wording, named: None, answer: None, end: 0 }
    }

    /// Returns the values of the inputs, as they are written.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &Literal> {
        self.statements.iter().filter_map(|statement| match &statement.value {
            Value::Input(literal) => Some(literal),
            Value::Step { .. } => None,
        })
    }

    pub(super) fn operations(&self) -> impl Iterator<Item = Op> {
        self.statements.iter().filter_map(|statement| match statement.value {
            Value::Step { op, .. } => Some(op),
            Value::Input(_) => None,
        })
    }

    /// Returns the numbers that are written in inputs and steps.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &Literal> {
        let of_steps = self.statements.iter().flat_map(|statement| match &statement.value {
            Value::Step { left, right, .. } => [left.number(), right.number()],
            Value::Input(_) => [None, None],
        });
        self.inputs().chain(of_steps.flatten())
    }
}

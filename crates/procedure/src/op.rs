//! The operations of steps.

use std::fmt;

/// An operation of a step on two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `//`: the quotient, rounded down.
    FloorDiv,
    /// `%`: the remainder, with the sign of the divisor as in Python.
    Mod,
    /// `min`: the smaller operand.
    Min,
    /// `max`: the larger operand.
    Max,
    /// `round`: the left operand, rounded half away from zero to the number of decimal places in
    /// the right one.
    Round,
}

impl Op {
    /// The operations of generated procedures, in the order of weights, mixes and texts.
    pub const ALL: [Self; 4] = [Self::Add, Self::Sub, Self::Mul, Self::Div];
    /// The operations that only custom procedures have.
    pub const CUSTOM: [Self; 5] = [Self::FloorDiv, Self::Mod, Self::Min, Self::Max, Self::Round];
    /// The number of operations in [`Op::ALL`] and [`Op::CUSTOM`] together.
    pub const COUNT: usize = 9;

    /// Returns the name used in links, flags and JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
            Self::Div => "div",
            Self::FloorDiv => "floordiv",
            Self::Mod => "mod",
            Self::Min => "min",
            Self::Max => "max",
            Self::Round => "round",
        }
    }

    /// Returns the operation of generated procedures with this slug; `None` for any other slug,
    /// also that of an operation in [`Op::CUSTOM`].
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.slug() == slug)
    }

    /// Returns the sign between two operands, or the name of the function.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::FloorDiv => "//",
            Self::Mod => "%",
            Self::Min | Self::Max | Self::Round => self.slug(),
        }
    }

    /// Returns whether the operation is written as a call, `min(a, b)`.
    pub const fn is_function(self) -> bool {
        matches!(self, Self::Min | Self::Max | Self::Round)
    }

    /// Returns whether generated procedures have the operation.
    pub const fn is_drawn(self) -> bool {
        self.index() < Self::ALL.len()
    }

    /// Returns whether exchanging the operands can change the result. `round` does not count,
    /// because its two operands are of different kinds.
    pub const fn is_order_sensitive(self) -> bool {
        matches!(self, Self::Sub | Self::Div | Self::FloorDiv | Self::Mod)
    }

    /// Returns the position in the list that [`Op::ALL`] and [`Op::CUSTOM`] form together.
    pub const fn index(self) -> usize {
        match self {
            Self::Add => 0,
            Self::Sub => 1,
            Self::Mul => 2,
            Self::Div => 3,
            Self::FloorDiv => 4,
            Self::Mod => 5,
            Self::Min => 6,
            Self::Max => 7,
            Self::Round => 8,
        }
    }

    /// Formats the operation with its operands: `a + b` or `min(a, b)`. Operands that would be
    /// misread next to a sign are in parentheses, `a + (-3)`.
    pub fn format_with_operands(self, left: &str, right: &str) -> String {
        crate::wording::format_operation(self, self.symbol(), left.to_owned(), right.to_owned())
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

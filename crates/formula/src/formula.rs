//! The tree of a formula.

use std::fmt;

/// The deepest nesting of brackets, signs and calls.
pub const MAX_DEPTH: u32 = 60;
/// The most operands and signs of a formula.
pub const MAX_PARTS: u32 = 1_000;

/// A formula with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The content.
    pub kind: Kind,
    /// The byte at which it begins.
    pub at: usize,
}

/// The content of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A number without a sign.
    Number(Literal),
    /// A name.
    Name(Name),
    /// A text in quotes, which is only an argument of a call.
    Text(String),
    /// A formula in brackets.
    Group(Box<Formula>),
    /// A formula behind a minus sign.
    Negated(Box<Formula>),
    /// Two formulas that an operator joins.
    Binary(Operator, Box<Formula>, Box<Formula>),
    /// A function with its arguments.
    Call(Name, Vec<Formula>),
}

/// A name, and the byte at which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name. Subscript digits are written as plain ones.
    pub name: String,
    /// The byte at which it begins.
    pub at: usize,
}

/// A number in digits with at most one decimal point, and the byte at which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    /// The digits, without separators of thousands. A minus sign before them is `-`.
    pub text: String,
    /// The byte at which it begins.
    pub at: usize,
}

/// An operator between two formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `//`, the quotient rounded down.
    FloorDiv,
    /// `%`, the remainder.
    Mod,
    /// `**`
    Pow,
}

impl Operator {
    /// Returns the sign in ASCII.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::FloorDiv => "//",
            Self::Mod => "%",
            Self::Pow => "**",
        }
    }

    /// Returns how tightly the operator binds.
    const fn strength(self) -> u8 {
        match self {
            Self::Add | Self::Sub => SUM,
            Self::Mul | Self::Div | Self::FloorDiv | Self::Mod => PRODUCT,
            Self::Pow => POWER,
        }
    }
}

const SUM: u8 = 0;
const PRODUCT: u8 = 1;
const SIGNED: u8 = 2;
const POWER: u8 = 3;
const OPERAND: u8 = 4;

impl Formula {
    /// Creates a formula.
    pub const fn new(kind: Kind, at: usize) -> Self {
        Self { kind, at }
    }

    /// Returns the formula within all its brackets.
    pub fn bare(&self) -> &Self {
        match &self.kind {
            Kind::Group(inner) => inner.bare(),
            _ => self,
        }
    }

    /// Returns the number, with its sign, if the formula is one.
    pub fn signed_number(&self) -> Option<Literal> {
        match &self.bare().kind {
            Kind::Number(number) => Some(number.clone()),
            Kind::Negated(inner) => {
                let number = inner.signed_number()?;
                let text = match number.text.strip_prefix('-') {
                    Some(positive) => positive.to_owned(),
                    None => format!("-{}", number.text),
                };
                Some(Literal { text, at: self.at })
            }
            _ => None,
        }
    }

    const fn strength(&self) -> u8 {
        match &self.kind {
            Kind::Binary(operator, ..) => operator.strength(),
            Kind::Negated(_) => SIGNED,
            _ => OPERAND,
        }
    }

    /// Writes the formula, in brackets if it binds less tightly than `least`.
    fn write(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.strength() < least {
            f.write_str("(")?;
            self.write(f, SUM)?;
            return f.write_str(")");
        }
        match &self.kind {
            Kind::Number(number) => f.write_str(&number.text),
            Kind::Name(name) => f.write_str(&name.name),
            Kind::Text(text) => write!(f, "\"{text}\""),
            Kind::Group(inner) => {
                f.write_str("(")?;
                inner.write(f, SUM)?;
                f.write_str(")")
            }
            Kind::Negated(inner) => {
                f.write_str("-")?;
                inner.write(f, SIGNED)
            }
            Kind::Binary(operator, left, right) => {
                // The left side of a power is an operand and its right side may have a sign; all others group to the left.
                let (of_left, of_right) = match operator {
                    Operator::Pow => (OPERAND, SIGNED),
                    operator => (operator.strength(), operator.strength() + 1),
                };
                left.write(f, of_left)?;
                write!(f, " {} ", operator.sign())?;
                right.write(f, of_right)
            }
            Kind::Call(name, arguments) => {
                write!(f, "{}(", name.name)?;
                for (at, argument) in arguments.iter().enumerate() {
                    if at > 0 {
                        f.write_str(", ")?;
                    }
                    argument.write(f, SUM)?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Formula {
    /// Writes the formula in ASCII signs, with the brackets that it has or needs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, SUM)
    }
}

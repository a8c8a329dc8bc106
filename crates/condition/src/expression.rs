//! The right side of an assignment and its value.
//!
//! An expression has names, numbers, `+ - * / // %`, brackets, signs, and calls of a few functions
//! such as `min` and `round`. Nothing else is evaluated.

use std::collections::BTreeMap;

use stepfall_formula::{Formula, Id, Kind, Operator, Parser};
use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Op};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expression {
    Number(Number),
    Name(String),
    Minus(Box<Self>),
    Join(Op, Box<Self>, Box<Self>),
    /// `round(value, places)`: a value that is rounded to a number of decimal places.
    Round(Box<Self>, u32),
    /// `int(value)`: a value rounded toward zero to a whole number.
    Whole(Box<Self>),
}

/// The reason why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EvaluationError {
    NoSuchName(String),
    NoValue,
}

impl Expression {
    /// Reads an expression, which must be the whole text.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut parser = Parser::new(text, 0, text.len()).program();
        let formula = parser.formula().ok()?;
        parser.skip_blanks();
        if parser.rest().is_empty() { Self::of(&formula, formula.root) } else { None }
    }

    /// Converts a part of a formula to an expression. `None` if it contains anything that an
    /// expression cannot have.
    fn of(formula: &Formula<'_>, part: Id) -> Option<Self> {
        let of = |part| Self::of(formula, part);
        Some(match formula.node(part).kind {
            Kind::Number(_) => Self::Number(formula.signed_number(part)?.text.parse().ok()?),
            Kind::Name(name) => Self::Name(formula.name(name).name),
            Kind::Group(inner) => of(inner)?.folded(),
            Kind::Negated(inner) => match of(inner)? {
                Self::Number(number) => Self::Number(number.neg()),
                inner => Self::Minus(inner.into()),
            },
            Kind::Binary(operator, left, right) => {
                let op = match operator {
                    Operator::Add => Op::Add,
                    Operator::Sub => Op::Sub,
                    Operator::Mul => Op::Mul,
                    Operator::Div => Op::Div,
                    Operator::FloorDiv => Op::FloorDiv,
                    Operator::Mod => Op::Mod,
                    Operator::Pow => return None,
                };
                Self::Join(op, of(left)?.into(), of(right)?.into())
            }
            Kind::Call(function, first) => Self::call(formula, formula.text(function), first?)?,
            Kind::Text(_) | Kind::Argument(..) => return None,
        })
    }

    fn call(formula: &Formula<'_>, name: &str, arguments: Id) -> Option<Self> {
        let Kind::Argument(first, next) = formula.node(arguments).kind else { return None };
        let first = match formula.node(first).kind {
            Kind::Text(text) => Self::Number(formula.text(text).trim().parse().ok()?),
            _ => Self::of(formula, first)?,
        };
        let second = match next.map(|next| formula.node(next).kind) {
            None => None,
            Some(Kind::Argument(second, None)) => Some(Self::of(formula, second)?),
            Some(_) => return None,
        };
        match (name, second) {
            // These functions round or convert their argument in the way in which the arithmetic
            // treats every result. So the call is replaced by its argument.
            ("Fraction" | "Decimal" | "float" | "str" | "to_places" | "to_three_places", None) => {
                Some(first)
            }
            ("Fraction", Some(second)) => {
                Some(Self::Join(Op::Div, first.into(), second.into()).folded())
            }
            ("min", Some(second)) => Some(Self::Join(Op::Min, first.into(), second.into())),
            ("max", Some(second)) => Some(Self::Join(Op::Max, first.into(), second.into())),
            ("int", None) => Some(Self::Whole(first.into())),
            ("round", None) => Some(Self::Round(first.into(), 0)),
            ("round", Some(Self::Number(places))) => {
                let places = places.to_i64().and_then(|places| u32::try_from(places).ok());
                Some(Self::Round(first.into(), places.filter(|places| *places <= 12)?))
            }
            _ => None,
        }
    }

    /// Returns the operation and both operands; `None` if the expression is not one operation on
    /// names or numbers.
    pub(crate) fn simple(&self) -> Option<(Op, &Self, &Self)> {
        match self {
            Self::Join(op, left, right) if left.is_plain() && right.is_plain() => {
                Some((*op, left, right))
            }
            _ => None,
        }
    }

    /// Replaces a quotient of two numbers by its value.
    pub(crate) fn folded(self) -> Self {
        let Self::Join(Op::Div, top, bottom) = &self else {
            return self;
        };
        let literal = |side: &Self| match side {
            Self::Number(number) => Some(number.clone()),
            _ => None,
        };
        let fraction = literal(top).zip(literal(bottom)).and_then(|(top, bottom)| {
            Arithmetic::Rational.apply(Op::Div, &top, &bottom, Budget::default()).ok()
        });
        fraction.map_or(self, Self::Number)
    }

    pub(crate) const fn is_plain(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Name(_))
    }

    /// Returns the value of the expression. `rule` is the arithmetic of the procedure, which rounds
    /// or reduces the result of each `+`, `-`, `*` and `/`.
    pub(crate) fn value(
        &self,
        names: &BTreeMap<String, Number>,
        rule: Arithmetic,
        budget: Budget,
    ) -> Result<Number, EvaluationError> {
        let of = |expression: &Self| expression.value(names, rule, budget);
        match self {
            Self::Number(number) => Ok(number.clone()),
            Self::Name(name) => {
                names.get(name).cloned().ok_or_else(|| EvaluationError::NoSuchName(name.clone()))
            }
            Self::Minus(inner) => Ok(of(inner)?.neg()),
            // Operations that only custom procedures have are computed exactly. A custom procedure
            // applies the rule to the result of the whole step.
            Self::Join(op, left, right) if !op.is_drawn() => Arithmetic::Rational
                .apply(*op, &of(left)?, &of(right)?, budget)
                .map_err(|_| EvaluationError::NoValue),
            Self::Join(op, left, right) => rule
                .apply(*op, &of(left)?, &of(right)?, budget)
                .map_err(|_| EvaluationError::NoValue),
            Self::Round(inner, places) => Ok(of(inner)?.round(*places)),
            Self::Whole(inner) => {
                let value = of(inner)?;
                let size = floor(&value.abs()).ok_or(EvaluationError::NoValue)?;
                Ok(if value.is_negative() { size.neg() } else { size })
            }
        }
    }

    /// Formats the expression; `put` formats its names and numbers.
    pub(crate) fn text(&self, put: &impl Fn(&Self) -> String) -> String {
        let inner = |expression: &Self| {
            let text = expression.text(put);
            if expression.is_plain() { text } else { format!("({text})") }
        };
        match self {
            Self::Number(_) | Self::Name(_) => put(self),
            Self::Minus(of) => format!("-{}", inner(of)),
            Self::Join(op, left, right) if op.is_function() => {
                format!("{op}({}, {})", left.text(put), right.text(put))
            }
            Self::Join(op, left, right) => format!("{} {op} {}", inner(left), inner(right)),
            Self::Round(of, places) => format!("round({}, {places})", of.text(put)),
            Self::Whole(of) => format!("int({})", of.text(put)),
        }
    }
}

/// Returns the largest integer that is at most a value; `None` if it is too long.
fn floor(value: &Number) -> Option<Number> {
    let rounded = value.round(0);
    let is_above = rounded
        .sub(value, Budget::default())
        .ok()
        .is_some_and(|by| !by.is_zero() && !by.is_negative());
    if is_above { rounded.sub(&Number::integer(1), Budget::default()).ok() } else { Some(rounded) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<String> {
        let names =
            [("S1", 4), ("S2", 9)].map(|(name, value)| (name.to_owned(), Number::integer(value)));
        let names = BTreeMap::from(names);
        Some(
            Expression::read(text)?
                .value(&names, Arithmetic::Rational, Budget::default())
                .ok()?
                .to_string(),
        )
    }

    #[test]
    fn expressions_have_exact_values() {
        for (text, wanted) in [
            ("S1 + S2", "13"),
            ("(S1 - S2) * 2", "-10"),
            ("S1 − S2 × 2", "-14"),
            ("S2 / S1", "9/4"),
            ("S2 // S1", "2"),
            ("-S2 // S1", "-3"),
            ("S2 % S1", "1"),
            ("-S2 % S1", "3"),
            ("int(-S2 / S1)", "-2"),
            ("round(S2 / S1, 1)", "23/10"),
            ("Fraction(\"3/4\") + Fraction(1, 4)", "1"),
            ("Decimal('1.25') * 4", "5"),
            ("-(-3)", "3"),
            ("S1 + -3", "1"),
            ("S1 - (-3/4)", "19/4"),
        ] {
            assert_eq!(value(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn other_texts_have_no_value() {
        for text in [
            "",
            "S1 +",
            "S1 S2",
            "S1 ** 2",
            "__import__('os')",
            "open(\"x\")",
            "S1 if S2 else 3",
            "[1]",
            "S3",
            "1/0",
            "S1 % 0",
            "round(S1, 99)",
            "S1 = 4",
            "(S1",
            "lambda: 1",
            "1e9",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
        let deep = "(".repeat(100_000);
        assert_eq!(Expression::read(&deep), None);
        assert_eq!(Expression::read(&"-".repeat(100_000)), None);
        assert_eq!(Expression::read(&"1+".repeat(100_000)), None);
    }
}

//! Formulas are taken apart into steps of two operands, innermost first and from left to right.
//!
//! `total = (a + b) * c` becomes `total_1 = a + b` and `total = total_1 * c`. A name that is set again by a step gets a number: after `x = x + 3` the
//! new value is `x_1`, and later lines that say `x` use that one.

use std::collections::{BTreeMap, BTreeSet};

use stepfall_formula::{Formula, Kind, Literal, Name, Operator};

use crate::custom::MAX_NAME;
use crate::custom::draft::{Draft, Statement, Term, Value};
use crate::custom::error::{Problem, TextError};
use crate::custom::statement::{Written, WrittenValue, op_of, step};
use crate::op::Op;

const FOUR_OPERATIONS: &str =
    "names and numbers joined by +, -, *, / or a small power such as ** 2";
/// The largest exponent.
const MAX_EXPONENT: u32 = 10;

/// Adds the statements of the written lines to a draft.
pub(super) fn take_apart(written: Vec<Written>, draft: &mut Draft) -> Result<(), TextError> {
    let used = written.iter().map(|line| line.name.name.to_ascii_lowercase()).collect();
    let mut apart = Apart { statements: Vec::new(), latest: BTreeMap::new(), used, modulus: None };
    for line in written {
        apart.take(line)?;
    }
    draft.answer = draft.answer.take().map(|answer| apart.renamed(answer));
    draft.statements = apart.statements;
    Ok(())
}

struct Apart {
    statements: Vec<Statement>,
    /// The name of the last value that each written name was set to.
    latest: BTreeMap<String, String>,
    /// All names in lower case.
    used: BTreeSet<String>,
    /// The modulus that an operand of the current step repeats.
    modulus: Option<Literal>,
}

impl Apart {
    fn take(&mut self, Written { name, value }: Written) -> Result<(), TextError> {
        let value = match value {
            WrittenValue::Simple(Value::Step { op, left, right, modulo }) => {
                let [left, right] = [left, right].map(|term| match term {
                    Term::Name(name) => Term::Name(self.renamed(name)),
                    Term::Number(number) => Term::Number(number),
                });
                Value::Step { op, left, right, modulo }
            }
            WrittenValue::Simple(input) => input,
            WrittenValue::Formula(formula, modulus) => self.step(&formula, &name, modulus)?,
        };
        // An input that is set again is an error of its own, which comes later.
        let is_again = self.latest.contains_key(&name.name) && matches!(value, Value::Step { .. });
        let current = if is_again { self.fresh(&name.name) } else { name.name.clone() };
        self.latest.insert(name.name, current.clone());
        self.statements.push(Statement { name: Name { name: current, at: name.at }, value });
        Ok(())
    }

    /// Returns the last operation of a formula, after the steps that it needs.
    fn step(
        &mut self,
        formula: &Formula,
        of: &Name,
        modulus: Option<Literal>,
    ) -> Result<Value, TextError> {
        let at = formula.at;
        let outer = self.modulus.take();
        let zero = || Term::Number(Literal { text: "0".to_owned(), at });
        let value = match &formula.kind {
            Kind::Group(inner) => return self.step(inner, of, modulus),
            Kind::Negated(inner) => step(Op::Sub, zero(), self.term(inner, of)?),
            Kind::Name(_) => step(Op::Add, self.term(formula, of)?, zero()),
            // A step of residues may repeat the modulus.
            Kind::Binary(Operator::Mod, inner, by) if matches!(by.kind, Kind::Number(_)) => {
                return self.step(inner, of, modulus.or_else(|| by.signed_number()));
            }
            Kind::Binary(Operator::Pow, base, exponent) => self.power(base, exponent, of),
            Kind::Binary(operator, left, right) => match op_of(*operator) {
                Some(op) => self.joined(op, left, right, of),
                None => Err(unknown(at, operator.sign())),
            },
            Kind::Call(function, _) => Err(unknown(at, &function.name)),
            Kind::Number(_) | Kind::Text(_) => Err(unknown(at, &formula.to_string())),
        }?;
        let modulo = modulus.or_else(|| self.modulus.take());
        self.modulus = outer;
        Ok(match value {
            Value::Step { op, left, right, .. } => Value::Step { op, left, right, modulo },
            input @ Value::Input(_) => input,
        })
    }

    /// Returns the step of an operation. A constant of a step has no sign, so that `a + -3` becomes `a - 3`, and `a * -3` takes the product from 0.
    fn joined(
        &mut self,
        op: Op,
        left: &Formula,
        right: &Formula,
        of: &Name,
    ) -> Result<Value, TextError> {
        let is_negative = |side: &Formula| {
            side.signed_number().and_then(|number| {
                let text = number.text.strip_prefix('-')?.to_owned();
                Some(Term::Number(Literal { text, at: number.at }))
            })
        };
        let zero = Term::Number(Literal { text: "0".to_owned(), at: left.at });
        match (is_negative(left), is_negative(right)) {
            (None, None) => {
                let left = self.term(left, of)?;
                step(op, left, self.term(right, of)?)
            }
            (Some(left), None) => {
                let right_term = self.term(right, of)?;
                match op {
                    Op::Add => step(Op::Sub, right_term, left),
                    Op::Sub => {
                        let negated = step(Op::Sub, zero, right_term)?;
                        let negated = self.part(negated, of, right.at);
                        step(Op::Sub, negated, left)
                    }
                    Op::Mul | Op::Div => {
                        let positive = step(op, left, right_term)?;
                        let positive = self.part(positive, of, right.at);
                        step(Op::Sub, zero, positive)
                    }
                }
            }
            (None, Some(right)) => {
                let left_term = self.term(left, of)?;
                match op {
                    Op::Add => step(Op::Sub, left_term, right),
                    Op::Sub => step(Op::Add, left_term, right),
                    Op::Mul | Op::Div => {
                        let positive = step(op, left_term, right)?;
                        let positive = self.part(positive, of, left.at);
                        step(Op::Sub, zero, positive)
                    }
                }
            }
            (Some(left), Some(right)) => step(op, left, right),
        }
    }

    /// Returns the last step of a power, which is carried out as multiplications.
    fn power(&mut self, base: &Formula, exponent: &Formula, of: &Name) -> Result<Value, TextError> {
        let number = exponent.signed_number().and_then(|number| number.text.parse().ok());
        let Some(number) = number.filter(|number| (2..=MAX_EXPONENT).contains(number)) else {
            return Err(unknown(exponent.at, &exponent.to_string()));
        };
        let base = self.term(base, of)?;
        let mut value = step(Op::Mul, base.clone(), base.clone())?;
        for _ in 2..number {
            let part = self.part(value, of, exponent.at);
            value = step(Op::Mul, part, base.clone())?;
        }
        Ok(value)
    }

    /// Returns an operand of a step, after the steps that it needs.
    fn term(&mut self, formula: &Formula, of: &Name) -> Result<Term, TextError> {
        if let Some(number) = formula.signed_number() {
            return Ok(Term::Number(number));
        }
        match &formula.bare().kind {
            Kind::Name(name) => Ok(Term::Name(self.renamed(name.clone()))),
            Kind::Binary(Operator::Mod, inner, by) if matches!(by.kind, Kind::Number(_)) => {
                self.modulus = by.signed_number();
                self.term(inner, of)
            }
            _ => {
                let value = self.step(formula, of, None)?;
                Ok(self.part(value, of, formula.at))
            }
        }
    }

    /// Adds a step with a name of its own, and returns that.
    fn part(&mut self, value: Value, of: &Name, at: usize) -> Term {
        let name = Name { name: self.fresh(&of.name), at };
        self.statements.push(Statement { name: name.clone(), value });
        Term::Name(name)
    }

    /// Returns the name of the last value of a written name.
    fn renamed(&self, name: Name) -> Name {
        match self.latest.get(&name.name) {
            Some(latest) => Name { name: latest.clone(), ..name },
            None => name,
        }
    }

    /// Returns a name that nothing has: the given one with a number.
    fn fresh(&mut self, name: &str) -> String {
        let mut number = 1_u32;
        loop {
            let end = format!("_{number}");
            let length = name.len().min(MAX_NAME.saturating_sub(end.len()));
            let fresh = format!("{}{end}", &name[..length]);
            if self.used.insert(fresh.to_ascii_lowercase()) {
                return fresh;
            }
            number += 1;
        }
    }
}

fn unknown(at: usize, found: &str) -> TextError {
    let found = crate::shown::escaped(found).chars().take(24).collect();
    TextError { at, problem: Problem::Expected { expected: FOUR_OPERATIONS, found } }
}

//! Splits formulas into steps of two operands, innermost first and from left to right.
//!
//! `total = (a + b) * c` becomes `total_1 = a + b` and `total = total_1 * c`. A step that sets a
//! name again gets a numbered name. After `x = x + 3` the new value is `x_1`, and later lines with
//! `x` use `x_1`.

use std::collections::BTreeMap;

use stepfall_formula::{Formula, Id, Kind, Literal, Name, Node, Operator, Span, folded};

use crate::arithmetic::Arithmetic;
use crate::custom::draft::{Draft, Statement, Term, Value};
use crate::custom::error::{Problem, TextError};
use crate::custom::statement::{
    ParsedAssignment, ParsedValue, modulus_of, op_of, step, without_modulus,
};
use crate::custom::{MAX_NAME, MODULI};
use crate::op::Op;
use crate::procedure::MAX_INPUTS;
use crate::sanitize::escaped;
use crate::spec::MAX_STEPS;

const OPERATIONS: &str = "names and numbers joined by + - * / // %, a small power such as ** 2, or min, max, abs and round";
/// The largest exponent of a power. The smallest is 2.
const MAX_EXPONENT: u32 = 10;

/// Splits the lines `written` into statements, and sets them in a draft. `asked` is the arithmetic
/// that the caller asks for.
pub(super) fn take_apart(
    mut written: Vec<ParsedAssignment<'_>>,
    draft: &mut Draft,
    asked: Option<Arithmetic>,
) -> Result<(), TextError> {
    if are_residues(&written, asked.or(draft.named)) {
        for line in &mut written {
            if let ParsedValue::Formula(formula, modulus) = &mut line.value {
                let inner = without_modulus(formula);
                *modulus = modulus.take().or(inner);
            }
        }
    }
    let mut splitter = FormulaSplitter {
        statements: Vec::new(),
        steps: 0,
        latest: BTreeMap::new(),
        used: BTreeMap::new(),
    };
    for line in &written {
        splitter.reserve(&line.name);
        match &line.value {
            ParsedValue::Formula(formula, _) => {
                formula.names().for_each(|name| splitter.reserve(&name));
            }
            ParsedValue::Simple(Value::Step { left, right, .. }) => {
                for term in [left, right] {
                    if let Term::Name(name) = term {
                        splitter.reserve(name);
                    }
                }
            }
            ParsedValue::Simple(Value::Input(_)) => {}
        }
    }
    if let Some(answer) = &draft.answer {
        splitter.reserve(answer);
    }
    for line in written {
        splitter.take(line)?;
    }
    draft.answer = draft.answer.take().map(|answer| splitter.renamed(&answer));
    draft.statements = splitter.statements;
    Ok(())
}

struct FormulaSplitter {
    statements: Vec<Statement>,
    /// The number of steps among the statements.
    steps: u16,
    /// For each written name, the index of the statement that last set it.
    latest: BTreeMap<String, usize>,
    /// All names in lower case, each with the last number that was appended to it.
    used: BTreeMap<String, usize>,
}

impl FormulaSplitter {
    /// Reserves a name of the text, so that no generated name equals it.
    fn reserve(&mut self, name: &Name) {
        self.used.insert(folded(&name.name), 0);
    }

    fn take(
        &mut self,
        ParsedAssignment { name, value, stated }: ParsedAssignment<'_>,
    ) -> Result<(), TextError> {
        let value = match value {
            ParsedValue::Simple(Value::Step { op, left, right, modulo }) => {
                let [left, right] = [left, right].map(|term| match term {
                    Term::Name(name) => Term::Name(self.renamed(&name)),
                    Term::Number(number) => Term::Number(number),
                });
                Value::Step { op, left, right, modulo }
            }
            ParsedValue::Simple(input) => input,
            ParsedValue::Formula(formula, modulus) => {
                let self_use = formula.names().find(|used| used.name == name.name);
                if let Some(used) = self_use.filter(|_| !self.latest.contains_key(&name.name)) {
                    return Err(TextError::At(used.at, Problem::Itself(used.name)));
                }
                match self.step(&formula, formula.root, &name)? {
                    Value::Step { op, left, right, .. } => {
                        Value::Step { op, left, right, modulo: modulus }
                    }
                    input @ Value::Input(_) => input,
                }
            }
        };
        let is_again = self.latest.contains_key(&name.name);
        // Only a step can set a name again, so a repeated input becomes a step.
        let value = match value {
            Value::Input(literal) if is_again => {
                step(Op::Add, Term::Number(literal), zero(name.at))?
            }
            value => value,
        };
        let current = if is_again { self.unused_name(&name.name) } else { name.name.clone() };
        self.latest.insert(name.name, self.statements.len());
        self.push(Statement { name: Name { name: current, at: name.at }, value, stated })
    }

    fn push(&mut self, statement: Statement) -> Result<(), TextError> {
        if matches!(statement.value, Value::Step { .. }) {
            self.steps += 1;
        }
        if self.steps > MAX_STEPS || self.statements.len() > usize::from(MAX_STEPS) + MAX_INPUTS {
            return Err(TextError::At(statement.name.at, Problem::Steps));
        }
        self.statements.push(statement);
        Ok(())
    }

    /// Adds the steps for the inner parts of a formula, and returns its last operation.
    fn step(&mut self, formula: &Formula<'_>, part: Id, target: &Name) -> Result<Value, TextError> {
        let node = formula.node(part);
        let at = node.at;
        match node.kind {
            Kind::Group(inner) => self.step(formula, inner, target),
            Kind::Negated(inner) => step(Op::Sub, zero(at), self.term(formula, inner, target)?),
            Kind::Name(_) => step(Op::Add, self.term(formula, part, target)?, zero(at)),
            Kind::Binary(Operator::Pow, base, exponent) => {
                self.power(formula, [base, exponent], target)
            }
            Kind::Binary(operator, left, right) => match op_of(operator) {
                Some(op) => {
                    let left = self.term(formula, left, target)?;
                    step(op, left, self.term(formula, right, target)?)
                }
                None => Err(unknown(at, operator.sign())),
            },
            Kind::Call(span, first) => self.call(formula, (span, first), at, target),
            Kind::Number(span) | Kind::Text(span) => Err(unknown(at, formula.text(span))),
            Kind::Argument(..) => Err(unknown(at, ",")),
        }
    }

    /// Adds the steps of a call of `min`, `max`, `abs` or `round`, and returns the last one.
    fn call(
        &mut self,
        formula: &Formula<'_>,
        (function, first): (Span, Option<Id>),
        at: usize,
        target: &Name,
    ) -> Result<Value, TextError> {
        let unknown = || unknown(at, formula.text(function));
        let mut arguments = Vec::new();
        let mut next = first;
        while let Some(Kind::Argument(argument, then)) = next.map(|next| formula.node(next).kind) {
            arguments.push(argument);
            next = then;
        }
        match (formula.text(function), arguments.as_slice()) {
            (name @ ("min" | "max"), [first, second, more @ ..]) => {
                let op = if name == "min" { Op::Min } else { Op::Max };
                let first = self.term(formula, *first, target)?;
                let mut value = step(op, first, self.term(formula, *second, target)?)?;
                for argument in more {
                    let part = self.part(value, target, at)?;
                    value = step(op, part, self.term(formula, *argument, target)?)?;
                }
                Ok(value)
            }
            ("abs", [inner]) => {
                let inner = self.term(formula, *inner, target)?;
                let negated = self.part(step(Op::Sub, zero(at), inner.clone())?, target, at)?;
                step(Op::Max, inner, negated)
            }
            ("round", [inner]) => step(Op::Round, self.term(formula, *inner, target)?, zero(at)),
            ("round", [inner, places]) => {
                let at = formula.node(*places).at;
                let places = formula.signed_number(*places);
                let is_small = |places: &Literal| matches!(places.text.parse(), Ok(0u8..=6));
                let Some(places) = places.filter(is_small) else {
                    return Err(TextError::At(at, Problem::Places));
                };
                step(Op::Round, self.term(formula, *inner, target)?, Term::Number(places))
            }
            _ => Err(unknown()),
        }
    }

    /// Adds the multiplications of a power, and returns the last one.
    fn power(
        &mut self,
        formula: &Formula<'_>,
        [base, exponent]: [Id; 2],
        target: &Name,
    ) -> Result<Value, TextError> {
        let at = formula.node(exponent).at;
        let number = formula.signed_number(exponent).and_then(|number| number.text.parse().ok());
        let Some(number) = number.filter(|number| (2..=MAX_EXPONENT).contains(number)) else {
            return Err(TextError::At(at, Problem::Exponent));
        };
        let base = self.term(formula, base, target)?;
        let mut value = step(Op::Mul, base.clone(), base.clone())?;
        for _ in 2..number {
            let part = self.part(value, target, at)?;
            value = step(Op::Mul, part, base.clone())?;
        }
        Ok(value)
    }

    /// Adds the steps that an operand needs, and returns the operand.
    fn term(&mut self, formula: &Formula<'_>, part: Id, target: &Name) -> Result<Term, TextError> {
        if let Some(number) = formula.signed_number(part).or_else(|| quoted(formula, part)) {
            return Ok(Term::Number(number));
        }
        match formula.bare(part) {
            Node { kind: Kind::Name(span), .. } => {
                Ok(Term::Name(self.renamed(&formula.name(span))))
            }
            node => {
                let value = self.step(formula, part, target)?;
                self.part(value, target, node.at)
            }
        }
    }

    /// Adds a step with a new name, and returns the name.
    fn part(&mut self, value: Value, target: &Name, at: usize) -> Result<Term, TextError> {
        let name = Name { name: self.unused_name(&target.name), at };
        self.push(Statement { name: name.clone(), value, stated: None })?;
        Ok(Term::Name(name))
    }

    /// Returns the current name of the value that the text calls `name`.
    fn renamed(&self, name: &Name) -> Name {
        let latest = self.latest.get(&name.name).and_then(|set| self.statements.get(*set));
        let current = latest.map_or(&name.name, |statement| &statement.name.name);
        Name { name: current.clone(), at: name.at }
    }

    /// Returns an unused name: `name` with a number.
    fn unused_name(&mut self, name: &str) -> String {
        let base = folded(name);
        let mut number = self.used.get(&base).copied().unwrap_or_default();
        loop {
            number += 1;
            let end = format!("_{number}");
            let length = MAX_NAME.saturating_sub(end.len());
            let fresh = name.chars().take(length).collect::<String>() + &end;
            let lower = folded(&fresh);
            if !self.used.contains_key(&lower) {
                self.used.insert(lower, 0);
                self.used.insert(base, number);
                return fresh;
            }
        }
    }
}

/// Returns whether all results are taken modulo one number. If `arithmetic` is known, it decides.
/// Otherwise one formula that ends with `mod 97` is enough. The same `% 97` at the end of every
/// step is enough if all inputs are residues.
fn are_residues(written: &[ParsedAssignment<'_>], arithmetic: Option<Arithmetic>) -> bool {
    if let Some(arithmetic) = arithmetic {
        return matches!(arithmetic, Arithmetic::Modular { .. });
    }
    let (mut common, mut is_common) = (None, true);
    for line in written {
        match &line.value {
            ParsedValue::Formula(_, Some(_)) => return true,
            ParsedValue::Formula(formula, None) => {
                let modulus = modulus_of(formula).filter(|_| has_residues(formula));
                let modulus = modulus.and_then(|number| number.text.parse().ok());
                let modulus = modulus.filter(|modulus| (MODULI.0..=MODULI.1).contains(modulus));
                is_common &= modulus.is_some() && (common.is_none() || common == modulus);
                common = common.or(modulus);
            }
            ParsedValue::Simple(Value::Step { .. }) => is_common = false,
            ParsedValue::Simple(Value::Input(_)) => {}
        }
    }
    let is_residue = |line: &ParsedAssignment<'_>| match &line.value {
        ParsedValue::Simple(Value::Input(number)) => {
            number.text.parse().is_ok_and(|number: u32| Some(number) < common)
        }
        _ => true,
    };
    is_common && common.is_some() && written.iter().all(is_residue)
}

/// Returns whether a formula has the form `(…) % n`, with only sums, differences and products in
/// the parentheses. Only then can `n` be the modulus of the arithmetic.
fn has_residues(formula: &Formula<'_>) -> bool {
    let Kind::Binary(Operator::Mod, inner, _) = formula.node(formula.root).kind else {
        return false;
    };
    let mut open = vec![inner];
    while let Some(part) = open.pop() {
        match formula.node(part).kind {
            Kind::Number(_) | Kind::Name(_) => {}
            Kind::Group(inner) | Kind::Negated(inner) => open.push(inner),
            Kind::Binary(Operator::Add | Operator::Sub | Operator::Mul, left, right) => {
                open.extend([left, right]);
            }
            _ => return false,
        }
    }
    true
}

/// Returns the number in a call such as `Fraction("3")`.
fn quoted(formula: &Formula<'_>, part: Id) -> Option<Literal> {
    let Kind::Call(function, Some(first)) = formula.bare(part).kind else { return None };
    let Kind::Argument(inner, None) = formula.node(first).kind else { return None };
    let Kind::Text(span) = formula.node(inner).kind else { return None };
    let is_number = matches!(formula.text(function), "Fraction" | "Decimal");
    is_number.then(|| Literal {
        text: formula.text(span).trim().to_owned(),
        at: span.at,
        len: span.len,
    })
}

fn zero(at: usize) -> Term {
    Term::Number(Literal { text: "0".to_owned(), at, len: 0 })
}

fn unknown(at: usize, found: &str) -> TextError {
    let found = escaped(found).chars().take(24).collect();
    TextError::At(at, Problem::Expected { expected: OPERATIONS, found })
}

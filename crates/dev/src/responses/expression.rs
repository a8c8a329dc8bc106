//! Arithmetic expressions as questions write them, and the procedure of one's own that each is.

use std::fmt::{self, Write};

use stepfall_formula::{Formula, Id, Kind, Operator, Parser};
use stepfall_procedure::{Item, MAX_CONSTANT, Op};

/// Why a question is no procedure of one's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LeftOut {
    /// It holds no expression of two numbers or more.
    NoExpression,
    /// It takes more numbers than two inputs and one constant a step can stand for.
    Inputs,
    /// A number that would have to be a constant is negative, has decimal places, or is too long.
    Constant,
    /// The procedure is refused for another reason, such as a division that leaves a remainder.
    Refused,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoExpression => "no expression of two numbers or more",
            Self::Inputs => "more than two numbers that no step joins with an earlier value",
            Self::Constant => "a negative, decimal or too long number in the place of a constant",
            Self::Refused => "refused as a procedure, as where a division leaves a remainder",
        })
    }
}

/// A number, what is negated, or two things joined.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Expression {
    Number(String),
    Negated(Box<Self>),
    Joined(Op, Box<Self>, Box<Self>),
}

/// The procedure that the expression in a question asks for, its steps in the order in which products come before sums and all else goes from left to right.
pub(super) fn procedure(question: &str) -> Result<Item, LeftOut> {
    let expression = expression(question).ok_or(LeftOut::NoExpression)?;
    let mut listing = Listing::default();
    listing.note_leaves(&expression);
    if listing.leaves.is_empty() {
        return Err(LeftOut::NoExpression);
    }
    listing.value(&expression)?;
    Item::from_text(&listing.text()?, None).map_err(|_| LeftOut::Refused)
}

/// The longest part of a text that is an expression of several numbers.
fn expression(text: &str) -> Option<Expression> {
    let belongs = |next: char| {
        next.is_ascii_digit()
            || matches!(next, '+' | '-' | '*' | '/' | '×' | '÷' | '−' | '(' | ')' | '.' | ' ')
    };
    let part = text.split(|next| !belongs(next)).max_by_key(|part| part.trim().len())?;
    let part = part.trim().trim_end_matches(['.', ' ']);
    let mut parser = Parser::new(part, 0, part.len());
    let formula = parser.formula().ok()?;
    let read = of(&formula, formula.root)?;
    parser.skip_blanks();
    let is_whole = parser.rest().is_empty();
    (is_whole && matches!(read, Expression::Joined(..) | Expression::Negated(_))).then_some(read)
}

/// The expression of a part of a formula of numbers and the four operations.
fn of(formula: &Formula<'_>, part: Id) -> Option<Expression> {
    match formula.node(part).kind {
        Kind::Number(_) => Some(Expression::Number(formula.signed_number(part)?.text)),
        Kind::Group(inner) => of(formula, inner),
        Kind::Negated(inner) => of(formula, inner).map(negated),
        Kind::Binary(operator, left, right) => {
            let op = match operator {
                Operator::Add => Op::Add,
                Operator::Sub => Op::Sub,
                Operator::Mul => Op::Mul,
                Operator::Div => Op::Div,
                Operator::FloorDiv | Operator::Mod | Operator::Pow => return None,
            };
            Some(Expression::Joined(op, of(formula, left)?.into(), of(formula, right)?.into()))
        }
        Kind::Name(_) | Kind::Text(_) | Kind::Call(..) | Kind::Argument(..) => None,
    }
}

/// A number with its sign is a number; anything else is taken from nought.
fn negated(inner: Expression) -> Expression {
    match inner {
        Expression::Number(text) if !text.starts_with('-') => {
            Expression::Number(format!("-{text}"))
        }
        Expression::Number(text) => Expression::Number(text[1..].to_owned()),
        inner => Expression::Negated(Box::new(inner)),
    }
}

/// A procedure while it is written. Inputs are the numbers that a step cannot take as constants.
#[derive(Default)]
struct Listing {
    /// The two numbers of each step that joins nothing but numbers.
    leaves: Vec<[String; 2]>,
    inputs: Vec<String>,
    /// The operation of each step.
    steps: Vec<String>,
}

/// What stands for a part of an expression in the steps.
enum Term {
    Step(usize),
    Number(String),
}

impl Listing {
    /// Notes the steps that join nothing but numbers: these need inputs.
    fn note_leaves(&mut self, expression: &Expression) {
        match expression {
            Expression::Number(_) => {}
            Expression::Negated(inner) => self.note_leaves(inner),
            Expression::Joined(_, left, right) => {
                if let (Expression::Number(left), Expression::Number(right)) = (&**left, &**right) {
                    self.leaves.push([left.clone(), right.clone()]);
                }
                self.note_leaves(left);
                self.note_leaves(right);
            }
        }
    }

    /// Writes the steps of an expression, what is on the left first.
    fn value(&mut self, expression: &Expression) -> Result<Term, LeftOut> {
        match expression {
            Expression::Number(text) => Ok(Term::Number(text.clone())),
            Expression::Negated(inner) => {
                let inner = self.value(inner)?;
                let Term::Step(step) = inner else { return Err(LeftOut::NoExpression) };
                Ok(self.push(format!("0 - {}", name(step))))
            }
            Expression::Joined(op, left, right) => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                self.join(*op, &left, &right)
            }
        }
    }

    fn join(&mut self, op: Op, left: &Term, right: &Term) -> Result<Term, LeftOut> {
        let (op, left, right) = match (left, right) {
            (Term::Step(left), Term::Step(right)) => (op, name(*left), name(*right)),
            (Term::Step(left), Term::Number(right)) => {
                let (op, right) = right_operand(op, right)?;
                (op, name(*left), right)
            }
            // `-7 + S3` is `S3 - 7`.
            (Term::Number(left), Term::Step(right)) if op == Op::Add => {
                match left.strip_prefix('-') {
                    Some(taken) => (Op::Sub, name(*right), constant(taken)?),
                    None => (op, constant(left)?, name(*right)),
                }
            }
            (Term::Number(left), Term::Step(right)) => (op, constant(left)?, name(*right)),
            (Term::Number(left), Term::Number(right)) => self.leaf(op, left, right)?,
        };
        Ok(self.push(format!("{left} {} {right}", op.symbol())))
    }

    /// A step of two numbers: with one such step both are inputs, with two of them one each.
    fn leaf(&mut self, op: Op, left: &str, right: &str) -> Result<(Op, String, String), LeftOut> {
        match self.leaves.len() {
            1 => Ok((op, self.input(left), self.input(right))),
            2 => {
                if let Ok((op, right)) = right_operand(op, right) {
                    return Ok((op, self.input(left), right));
                }
                let left = constant(left)?;
                Ok((op, left, self.input(right)))
            }
            _ => Err(LeftOut::Inputs),
        }
    }

    fn input(&mut self, text: &str) -> String {
        self.inputs.push(text.to_owned());
        format!("S{}", self.inputs.len())
    }

    fn push(&mut self, step: String) -> Term {
        self.steps.push(step);
        Term::Step(self.steps.len() - 1)
    }

    /// The procedure as assignments.
    fn text(&self) -> Result<String, LeftOut> {
        let [first, second] = self.inputs.as_slice() else { return Err(LeftOut::Inputs) };
        let mut text = format!("S1 = {first}\nS2 = {second}\n");
        for (at, step) in self.steps.iter().enumerate() {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{} = {step}", name(at));
        }
        Ok(text)
    }
}

/// The name of the step with this position.
fn name(step: usize) -> String {
    format!("S{}", step + 3)
}

/// A number on the right side of an operation as a constant: what is negative is added or subtracted the other way round.
fn right_operand(op: Op, text: &str) -> Result<(Op, String), LeftOut> {
    match (op, text.strip_prefix('-')) {
        (Op::Add, Some(text)) => Ok((Op::Sub, constant(text)?)),
        (Op::Sub, Some(text)) => Ok((Op::Add, constant(text)?)),
        _ => Ok((op, constant(text)?)),
    }
}

/// A number as a constant.
fn constant(text: &str) -> Result<String, LeftOut> {
    let number: u32 = text.parse().map_err(|_| LeftOut::Constant)?;
    if number > MAX_CONSTANT { Err(LeftOut::Constant) } else { Ok(number.to_string()) }
}

#[cfg(test)]
mod tests {
    use stepfall_procedure::Wording;

    use super::*;

    /// The steps of a question, and its answer.
    fn read(question: &str) -> (Vec<String>, String) {
        let item = procedure(question).unwrap();
        let text = item.text_in(Wording::Assignments);
        (text.lines().map(str::to_owned).collect(), item.answer_text())
    }

    #[track_caller]
    fn holds(question: &str, steps: &[&str], answer: &str) {
        let (read, value) = read(question);
        assert_eq!(read, steps);
        assert_eq!(value, answer);
    }

    #[test]
    fn a_sum_is_read_from_left_to_right() {
        holds(
            "Say what this problem comes to: 52 + 33 - 90 =",
            &["S1 = 52", "S2 = 33", "S3 = S1 + S2", "S4 = S3 - 90"],
            "-5",
        );
        holds("Calculate 12.5 - 3.75.", &["S1 = 12.50", "S2 = 3.75", "S3 = S1 - S2"], "8.75");
    }

    #[test]
    fn products_come_before_sums_and_brackets_before_both() {
        holds(
            "Calculate -7 + 3 * ( 4 - -5 ).",
            &["S1 = 4", "S2 = -5", "S3 = S1 - S2", "S4 = 3 * S3", "S5 = S4 - 7"],
            "20",
        );
        holds(
            "Calculate 2 * -3 - -( 8 / 4 ).",
            &["S1 = -3", "S2 = 8", "S3 = 2 * S1", "S4 = S2 / 4", "S5 = 0 - S4", "S6 = S3 - S5"],
            "-4",
        );
    }

    #[test]
    fn what_is_no_procedure_is_distinguished() {
        let reason = |question: &str| procedure(question).unwrap_err();
        assert_eq!(reason("How many legs have 4 dogs?"), LeftOut::NoExpression);
        assert_eq!(reason("Calculate 4."), LeftOut::NoExpression);
        assert_eq!(reason("Calculate ( 4 + 5."), LeftOut::NoExpression);
        assert_eq!(reason("Calculate 1 * 2 + 3 * 4 + 5 * 6."), LeftOut::Inputs);
        assert_eq!(reason("Calculate 1 * 2 * -3."), LeftOut::Constant);
        assert_eq!(reason("Calculate 1.5 + 2.5 + 3.5."), LeftOut::Constant);
        assert_eq!(reason("Calculate 1 + 2 + 1000000000."), LeftOut::Constant);
        assert_eq!(reason("Calculate 7 / 2."), LeftOut::Refused);
        assert_eq!(reason(&format!("Calculate {}1 + 2", "(".repeat(5_000))), LeftOut::NoExpression);
    }
}

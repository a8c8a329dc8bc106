//! One line: `S3 = S1 + S2` and what people and programs write for it, or `Add S1 and S2 and call the result S3.`

use crate::custom::cursor::{Cursor, is_letter};
use crate::custom::draft::{Literal, Statement, Term, Value, Word};
use crate::custom::error::{Problem, ProcedureError};
use crate::op::Op;
use crate::procedure::MAX_CONSTANT;

const A_TERM: &str = "a name or a number";
const AN_OPERATION: &str = "an operation (+, -, * or /): a step joins two values";
const THE_END: &str = "the end of the line: a step has one operation";
const A_SET: &str =
    "= as in a step such as S3 = S1 + S2 or an input such as S1 = 12 (a remark begins with #)";

/// The verbs of numbered English.
const VERBS: [&str; 5] = ["let", "add", "subtract", "multiply", "divide"];

/// Reads the line on which the cursor stands; whether it is a sentence is told beside it.
pub(super) fn statement(mut line: Cursor<'_>) -> Result<(Statement, bool), ProcedureError> {
    pass_number(&mut line);
    let verb = line.letters();
    let is_verb = VERBS.iter().any(|known| verb.eq_ignore_ascii_case(known));
    let mut after = line;
    after.at += verb.len();
    after.skip_blanks();
    if is_verb && after.peek().is_some_and(|next| !matches!(next, '=' | ':' | '←')) {
        return sentence(after, verb).map(|read| (read, true));
    }
    assignment(line).map(|read| (read, false))
}

/// Passes over `3.`, `3)`, `-` and `*` before a line.
fn pass_number(line: &mut Cursor<'_>) {
    line.skip_blanks();
    let rest = line.rest();
    let after = rest.trim_start_matches(|next: char| next.is_ascii_digit());
    let marks: &[char] = if after.len() < rest.len() { &['.', ')'] } else { &['-', '*', '•'] };
    if let Some(after) = after.strip_prefix(marks).filter(|after| after.starts_with([' ', '\t'])) {
        line.at += rest.len() - after.len();
        line.skip_blanks();
    }
}

fn assignment(mut line: Cursor<'_>) -> Result<Statement, ProcedureError> {
    let name = line.name()?;
    if !(line.eat(":=") || line.eat("=") || line.eat("←")) {
        return Err(line.expected(A_SET));
    }
    let value = match quoted(&mut line)? {
        Some(literal) => Value::Input(literal),
        None => expression(&mut line)?,
    };
    if matches!(value, Value::Step { .. }) && line.eat("=") {
        pass_values(&mut line);
    }
    if line.is_over() { Ok(Statement { name, value }) } else { Err(line.expected(THE_END)) }
}

/// `Decimal("1.50")` or `Fraction("3/4")`, if one stands there.
fn quoted(line: &mut Cursor<'_>) -> Result<Option<Literal>, ProcedureError> {
    if !(line.eat("Decimal(") || line.eat("Fraction(")) {
        return Ok(None);
    }
    let quote = if line.eat("\"") {
        "\""
    } else if line.eat("'") {
        "'"
    } else {
        return Err(line.expected("a number in quotes"));
    };
    let literal = literal(line)?;
    if !line.eat(quote) {
        return Err(line.expected("the quote that ends the number"));
    }
    if !line.eat(")") {
        return Err(line.expected(")"));
    }
    Ok(Some(literal))
}

/// A number with its sign, or a fraction of two whole ones.
fn literal(line: &mut Cursor<'_>) -> Result<Literal, ProcedureError> {
    let Some(mut top) = line.signed_number() else { return Err(line.expected("a number")) };
    if line.eat("/") {
        let Some(bottom) = line.number() else { return Err(line.expected("a number")) };
        top.text = format!("{}/{}", top.text, bottom.text);
    }
    Ok(top)
}

/// What stands on the right side of `=`.
fn expression(line: &mut Cursor<'_>) -> Result<Value, ProcedureError> {
    let wrapped = line.eat("to_places(") || line.eat("(");
    let left = term(line)?;
    let value = match (line.operation(), left) {
        (None, Term::Number(literal)) => Value::Input(literal),
        (None, Term::Name(_)) => return Err(line.expected(AN_OPERATION)),
        (Some(op), left) => match (left, op, term(line)?) {
            (Term::Number(top), Op::Div, Term::Number(bottom)) => {
                Value::Input(Literal { text: format!("{}/{}", top.text, bottom.text), at: top.at })
            }
            (left, op, right) => step(line, op, left, right)?,
        },
    };
    if wrapped && !line.eat(")") {
        return Err(line.expected(") after the second value: a step has one operation"));
    }
    let Value::Step { op, left, right, .. } = value else { return Ok(value) };
    Ok(Value::Step { op, left, right, modulo: modulo(line)? })
}

fn term(line: &mut Cursor<'_>) -> Result<Term, ProcedureError> {
    line.skip_blanks();
    if line.peek().is_some_and(is_letter) {
        return line.name().map(Term::Name);
    }
    let wrapped = line.eat("(");
    let Some(number) = line.signed_number() else { return Err(line.expected(A_TERM)) };
    if wrapped && !line.eat(")") {
        return Err(line.expected(")"));
    }
    Ok(Term::Number(number))
}

/// A step, whose numbers have to be constants.
pub(super) fn step(
    line: &Cursor<'_>,
    op: Op,
    left: Term,
    right: Term,
) -> Result<Value, ProcedureError> {
    for term in [&left, &right] {
        if let Term::Number(literal) = term
            && constant(literal).is_none()
        {
            return Err(line.error_at(literal.at, Problem::Constant(literal.text.clone())));
        }
    }
    if let (Term::Number(literal), Term::Number(_)) = (&left, &right) {
        return Err(line.error_at(literal.at, Problem::Constants));
    }
    Ok(Value::Step { op, left, right, modulo: None })
}

/// The constant that a number in a step is, if it is one.
pub(super) fn constant(literal: &Literal) -> Option<u32> {
    literal.text.parse().ok().filter(|constant| *constant <= MAX_CONSTANT)
}

/// `% 97`, `mod 97` or `(mod 97)`, if one stands there.
fn modulo(line: &mut Cursor<'_>) -> Result<Option<Literal>, ProcedureError> {
    let before = *line;
    let opened = line.eat("(");
    if !(line.eat("%") || line.eat_word("mod") || line.eat_word("modulo")) {
        *line = before;
        return Ok(None);
    }
    let Some(modulus) = line.number() else { return Err(line.expected("a modulus")) };
    if opened && !line.eat(")") {
        return Err(line.expected(")"));
    }
    Ok(Some(modulus))
}

/// Passes over the values of a step that is written out, as in `S3 = S1 + S2 = 4 + (-9) = -5`: they follow from the step.
fn pass_values(line: &mut Cursor<'_>) {
    let rest = line.rest();
    let part = |next: char| {
        next.is_ascii_digit()
            || matches!(next, ' ' | '.' | '+' | '-' | '−' | '*' | '×' | '/' | '÷' | '(' | ')' | '=')
    };
    line.at += rest.len() - rest.trim_start_matches(part).len();
}

/// `Add S1 and S2 and call the result S3.`, after its verb.
fn sentence(mut line: Cursor<'_>, verb: &str) -> Result<Statement, ProcedureError> {
    let verb = verb.to_ascii_lowercase();
    if verb == "let" {
        let name = line.name()?;
        if !(line.eat_word("be") || line.eat_word("equal") || line.eat("=")) {
            return Err(line.expected("“be” and a number"));
        }
        let literal = literal(&mut line)?;
        return ended(line, name, Value::Input(literal));
    }
    let first = explained_term(&mut line)?;
    let (op, joints, expected): (Op, &[&str], _) = match verb.as_str() {
        "add" => (Op::Add, &["and", "to"], "“and” and what is added"),
        "subtract" => (Op::Sub, &["from"], "“from” and what it is taken from"),
        "multiply" => (Op::Mul, &["by", "and", "with"], "“by” and what it is multiplied by"),
        _ => (Op::Div, &["by"], "“by” and what it is divided by"),
    };
    if !joints.iter().any(|joint| line.eat_word(joint)) {
        return Err(line.expected(expected));
    }
    let second = explained_term(&mut line)?;
    let (left, right) = if op == Op::Sub { (second, first) } else { (first, second) };
    let value = step(&line, op, left, right)?;
    line.eat(",");
    line.eat_word("and");
    if !line.eat_word("call") {
        return Err(line.expected("“and call the result” with a name"));
    }
    if line.eat_word("the") {
        if !line.eat_word("result") {
            return Err(line.expected("“result”"));
        }
    } else {
        line.eat_word("it");
    }
    let name = line.name()?;
    ended(line, name, value)
}

/// A name or a constant, and its value where the sentence tells it, as in `S1 (which is 4)`.
fn explained_term(line: &mut Cursor<'_>) -> Result<Term, ProcedureError> {
    let term = term(line)?;
    if line.eat("(which is") {
        literal(line)?;
        if !line.eat(")") {
            return Err(line.expected(")"));
        }
    }
    Ok(term)
}

fn ended(mut line: Cursor<'_>, name: Word, value: Value) -> Result<Statement, ProcedureError> {
    if line.is_over() {
        Ok(Statement { name, value })
    } else {
        Err(line.expected("the end of the sentence"))
    }
}

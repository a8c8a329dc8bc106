//! One line: `S3 = S1 + S2` and what people and programs write for it, or `Add S1 and S2 and call the result S3.`

use stepfall_formula::{Formula, Kind, Literal, Name, Operator, Parser, is_letter};

use crate::custom::draft::{Term, Value};
use crate::custom::error::{Problem, TextError};
use crate::op::Op;
use crate::procedure::MAX_CONSTANT;

const A_TERM: &str = "a name or a number";
const THE_END: &str = "an operation (+, -, * or /) or the end of the line";
const A_SET: &str =
    "= as in a step such as S3 = S1 + S2 or an input such as S1 = 12 (a remark begins with #)";

/// The verbs of numbered English.
const VERBS: [&str; 5] = ["let", "add", "subtract", "multiply", "divide"];
/// Functions that repeat the rule of the arithmetic, which is applied anyway.
const ROUNDING: [&str; 2] = ["to_places", "to_three_places"];

/// A name that is set, before formulas are taken apart into steps.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) name: Name,
    pub(super) value: WrittenValue,
}

/// The right side of a line.
#[derive(Debug)]
pub(super) enum WrittenValue {
    /// An input or a step of two operands.
    Simple(Value),
    /// A formula of any size, and the number that its result is taken modulo.
    Formula(Formula, Option<Literal>),
}

/// Reads a line. Returns also whether it is a sentence.
pub(super) fn statement(mut line: Parser<'_>) -> Result<(Written, bool), TextError> {
    pass_number(&mut line);
    let verb = line.letters();
    let is_verb = VERBS.iter().any(|known| verb.eq_ignore_ascii_case(known));
    let mut after = line;
    after.at += verb.len();
    after.skip_blanks();
    if is_verb && after.peek().is_some_and(|next| is_letter(next) || next.is_ascii_digit()) {
        return sentence(after, verb).map(|read| (read, true));
    }
    assignment(line).map(|read| (read, false))
}

/// Skips `3.`, `3)`, `-` and `*` before a line.
fn pass_number(line: &mut Parser<'_>) {
    line.skip_blanks();
    let rest = line.rest();
    let after = rest.trim_start_matches(|next: char| next.is_ascii_digit());
    let marks: &[char] = if after.len() < rest.len() { &['.', ')'] } else { &['-', '*', '•'] };
    if let Some(after) = after.strip_prefix(marks).filter(|after| after.starts_with([' ', '\t'])) {
        line.at += rest.len() - after.len();
        line.skip_blanks();
    }
}

/// Skips the sign that ends a statement. Returns whether nothing follows but blanks and a remark.
pub(super) fn is_over(line: &mut Parser<'_>) -> bool {
    line.skip_blanks();
    if line.rest().starts_with([';', '.', ',']) {
        line.at += 1;
        line.skip_blanks();
    }
    line.rest().is_empty() || line.rest().starts_with('#')
}

/// Reads the sign of one of the four operations, if there is one.
pub(super) fn operation(line: &mut Parser<'_>) -> Option<Op> {
    line.operator().and_then(op_of)
}

/// Returns the operation of an operator that a step can have. A step of whole numbers divides without a remainder, so `//` is `/`.
pub(super) const fn op_of(operator: Operator) -> Option<Op> {
    match operator {
        Operator::Add => Some(Op::Add),
        Operator::Sub => Some(Op::Sub),
        Operator::Mul => Some(Op::Mul),
        Operator::Div | Operator::FloorDiv => Some(Op::Div),
        Operator::Mod | Operator::Pow => None,
    }
}

fn assignment(mut line: Parser<'_>) -> Result<Written, TextError> {
    let name = line.name()?;
    let augmented = augmented(&mut line);
    if augmented.is_none() && !(line.eat(":=") || line.eat("=") || line.eat("←")) {
        return Err(line.expected(A_SET).into());
    }
    if let Some(literal) = quoted(&mut line)? {
        let value = WrittenValue::Simple(Value::Input(literal));
        return ended(line, name, value, THE_END);
    }
    let mut formula = line.formula()?;
    if let Some(operator) = augmented {
        let left = Formula::new(Kind::Name(name.clone()), name.at);
        let right = Formula::new(Kind::Group(formula.into()), line.at);
        formula = Formula::new(Kind::Binary(operator, left.into(), right.into()), name.at);
    }
    let value = value_of(formula, modulo(&mut line)?);
    if matches!(value, WrittenValue::Formula(..)) && line.eat("=") {
        pass_values(&mut line);
    }
    ended(line, name, value, THE_END)
}

/// Reads the operator of `+=`, `-=`, `*=`, `/=` or `//=`, if there is one.
fn augmented(line: &mut Parser<'_>) -> Option<Operator> {
    let mut after = *line;
    let operator = after.operator().filter(|operator| op_of(*operator).is_some())?;
    // A blank would make it `a - =3`.
    let is_augmented = after.rest().starts_with('=');
    if is_augmented {
        after.at += 1;
        *line = after;
    }
    is_augmented.then_some(operator)
}

/// Returns a number or a fraction of two numbers as an input, and anything else as a formula without what only repeats the rule.
fn value_of(formula: Formula, modulus: Option<Literal>) -> WrittenValue {
    if let Some(literal) = input(&formula) {
        return WrittenValue::Simple(Value::Input(literal));
    }
    match formula.kind {
        Kind::Group(inner) => value_of(*inner, modulus),
        Kind::Call(function, arguments)
            if ROUNDING.contains(&function.name.as_str()) && arguments.len() == 1 =>
        {
            let inner = arguments.into_iter().next();
            inner.map_or_else(
                || WrittenValue::Formula(Formula::new(Kind::Name(function), formula.at), None),
                |inner| value_of(inner, modulus),
            )
        }
        kind => WrittenValue::Formula(Formula::new(kind, formula.at), modulus),
    }
}

fn input(formula: &Formula) -> Option<Literal> {
    if let Some(number) = formula.signed_number() {
        return Some(number);
    }
    let Kind::Binary(Operator::Div, top, bottom) = &formula.bare().kind else { return None };
    let (top, Kind::Number(bottom)) = (top.signed_number()?, &bottom.kind) else { return None };
    Some(Literal { text: format!("{}/{}", top.text, bottom.text), at: top.at })
}

/// Reads `Decimal("1.50")` or `Fraction("3/4")`, if there is one.
fn quoted(line: &mut Parser<'_>) -> Result<Option<Literal>, TextError> {
    if !(line.eat("Decimal(") || line.eat("Fraction(")) {
        return Ok(None);
    }
    let quote = if line.eat("\"") {
        "\""
    } else if line.eat("'") {
        "'"
    } else {
        return Err(line.expected("a number in quotes").into());
    };
    let literal = literal(line)?;
    if !line.eat(quote) {
        return Err(line.expected("the quote that ends the number").into());
    }
    if !line.eat(")") {
        return Err(line.expected(")").into());
    }
    Ok(Some(literal))
}

/// Reads a number with its sign, or a fraction of two whole ones.
fn literal(line: &mut Parser<'_>) -> Result<Literal, TextError> {
    let Some(mut top) = line.signed_number() else {
        return Err(line.expected("a number").into());
    };
    if line.eat("/") {
        let Some(bottom) = line.number() else { return Err(line.expected("a number").into()) };
        top.text = format!("{}/{}", top.text, bottom.text);
    }
    Ok(top)
}

fn term(line: &mut Parser<'_>) -> Result<Term, TextError> {
    line.skip_blanks();
    if line.peek().is_some_and(is_letter) {
        return Ok(Term::Name(line.name()?));
    }
    let is_wrapped = line.eat("(");
    let Some(number) = line.signed_number() else { return Err(line.expected(A_TERM).into()) };
    if is_wrapped && !line.eat(")") {
        return Err(line.expected(")").into());
    }
    Ok(Term::Number(number))
}

/// Makes a step, whose numbers have to be constants.
pub(super) fn step(op: Op, left: Term, right: Term) -> Result<Value, TextError> {
    for term in [&left, &right] {
        if let Term::Number(literal) = term
            && constant(literal).is_none()
        {
            let problem = Problem::Constant(literal.text.clone());
            return Err(TextError { at: literal.at, problem });
        }
    }
    if let (Term::Number(literal), Term::Number(_)) = (&left, &right) {
        return Err(TextError { at: literal.at, problem: Problem::Constants });
    }
    Ok(Value::Step { op, left, right, modulo: None })
}

/// Returns the constant that a number in a step is, if it is one.
pub(super) fn constant(literal: &Literal) -> Option<u32> {
    literal.text.parse().ok().filter(|constant| *constant <= MAX_CONSTANT)
}

/// Reads `mod 97` or `(mod 97)`, if there is one.
fn modulo(line: &mut Parser<'_>) -> Result<Option<Literal>, TextError> {
    let before = *line;
    let is_wrapped = line.eat("(");
    if !((is_wrapped && line.eat("%")) || line.eat_word("mod") || line.eat_word("modulo")) {
        *line = before;
        return Ok(None);
    }
    let Some(modulus) = line.number() else { return Err(line.expected("a modulus").into()) };
    if is_wrapped && !line.eat(")") {
        return Err(line.expected(")").into());
    }
    Ok(Some(modulus))
}

/// Skips the values of a step that is written out, as in `S3 = S1 + S2 = 4 + (-9) = -5`: they follow from the step.
fn pass_values(line: &mut Parser<'_>) {
    let rest = line.rest();
    let part = |next: char| {
        next.is_ascii_digit()
            || matches!(next, ' ' | '.' | '+' | '-' | '−' | '*' | '×' | '/' | '÷' | '(' | ')' | '=')
    };
    line.at += rest.len() - rest.trim_start_matches(part).len();
}

/// Reads `Add S1 and S2 and call the result S3.`, after its verb.
fn sentence(mut line: Parser<'_>, verb: &str) -> Result<Written, TextError> {
    const THE_END: &str = "the end of the sentence";
    let verb = verb.to_ascii_lowercase();
    if verb == "let" {
        let name = line.name()?;
        if !(line.eat_word("be") || line.eat_word("equal") || line.eat("=")) {
            return Err(line.expected("“be” and a number").into());
        }
        let input = Value::Input(literal(&mut line)?);
        return ended(line, name, WrittenValue::Simple(input), THE_END);
    }
    let first = explained_term(&mut line)?;
    let (op, joints, expected): (Op, &[&str], _) = match verb.as_str() {
        "add" => (Op::Add, &["and", "to"], "“and” and what is added"),
        "subtract" => (Op::Sub, &["from"], "“from” and what it is taken from"),
        "multiply" => (Op::Mul, &["by", "and", "with"], "“by” and what it is multiplied by"),
        _ => (Op::Div, &["by"], "“by” and what it is divided by"),
    };
    if !joints.iter().any(|joint| line.eat_word(joint)) {
        return Err(line.expected(expected).into());
    }
    let second = explained_term(&mut line)?;
    let (left, right) = if op == Op::Sub { (second, first) } else { (first, second) };
    let value = step(op, left, right)?;
    line.eat(",");
    line.eat_word("and");
    if !line.eat_word("call") {
        return Err(line.expected("“and call the result” with a name").into());
    }
    if line.eat_word("the") {
        if !line.eat_word("result") {
            return Err(line.expected("“result”").into());
        }
    } else {
        line.eat_word("it");
    }
    let name = line.name()?;
    ended(line, name, WrittenValue::Simple(value), THE_END)
}

/// Reads a name or a constant, and its value where the sentence tells it, as in `S1 (which is 4)`.
fn explained_term(line: &mut Parser<'_>) -> Result<Term, TextError> {
    let term = term(line)?;
    if line.eat("(which is") {
        literal(line)?;
        if !line.eat(")") {
            return Err(line.expected(")").into());
        }
    }
    Ok(term)
}

fn ended(
    mut line: Parser<'_>,
    name: Name,
    value: WrittenValue,
    expected: &'static str,
) -> Result<Written, TextError> {
    if is_over(&mut line) {
        Ok(Written { name, value })
    } else {
        Err(line.expected(expected).into())
    }
}

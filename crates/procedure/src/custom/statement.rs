//! Reads one line: `S3 = S1 + S2` and its variants, or `Add S1 and S2 and call the result S3.`

use stepfall_formula::{
    Formula, Kind, Literal, Name, Operator, Parser, Span, is_letter, is_name_letter,
};

use crate::constant::Constant;
use crate::custom::draft::{Term, Value};
use crate::custom::error::{Problem, TextError};
use crate::op::Op;

const A_TERM: &str = "a name or a number";
const THE_END: &str = "an operation (+, -, * or /) or the end of the line";
const A_SET: &str =
    "= as in a step such as S3 = S1 + S2 or an input such as S1 = 12 (a remark begins with #)";

/// The name for the value of a formula that sets no name.
const TOTAL: &str = "total";

/// The verbs of numbered English.
const VERBS: [&str; 7] = ["let", "add", "subtract", "multiply", "divide", "take", "round"];
/// Python functions that round or convert a result as the arithmetic itself does. Calls of them
/// are removed.
const ROUNDING: [&str; 4] = ["to_places", "to_three_places", "Fraction", "Decimal"];

/// An assignment before its formula is split into steps.
#[derive(Debug)]
pub(super) struct ParsedAssignment<'t> {
    pub(super) name: Name,
    pub(super) value: ParsedValue<'t>,
    /// The result that the line states after the formula.
    pub(super) stated: Option<Literal>,
}

/// The right side of a line.
#[derive(Debug)]
pub(super) enum ParsedValue<'t> {
    /// An input or a step of two operands.
    Simple(Value),
    /// A formula of any size, and the modulus after it, as in `mod 97`.
    Formula(Formula<'t>, Option<Literal>),
}

/// Reads a line. The second value is true if the line is a sentence.
pub(super) fn statement(mut line: Parser<'_>) -> Result<(ParsedAssignment<'_>, bool), TextError> {
    pass_number(&mut line);
    let verb = line.letters();
    let is_verb = VERBS.iter().any(|known| verb.eq_ignore_ascii_case(known));
    let mut after = line;
    after.at += verb.len();
    after.skip_blanks();
    let is_call = line.rest()[verb.len()..].starts_with('(');
    let is_set = after.peek().is_none_or(|next| matches!(next, '=' | ':' | '←'));
    if is_verb && !is_call && !is_set {
        return sentence(after, verb).map(|read| (read, true));
    }
    let read = match bare(line)? {
        Some(read) => Ok(read),
        None => assignment(line),
    };
    read.map(|read| (read, false))
}

/// Reads a line that is only a formula, as in `(3 + 4) * 5 =`. Its value gets the name [`TOTAL`].
/// `None` if the line is something else.
fn bare(mut line: Parser<'_>) -> Result<Option<ParsedAssignment<'_>>, TextError> {
    line.skip_blanks();
    let name = Name { name: TOTAL.to_owned(), at: line.at };
    let is_formula = line.peek().is_some_and(|next| matches!(next, '(' | '-' | '−' | '0'..='9'));
    let mut formula = match line.formula() {
        Ok(formula) => formula,
        Err(error) if is_formula => return Err(error.into()),
        Err(_) => return Ok(None),
    };
    let is_joined = matches!(
        formula.bare(formula.root).kind,
        Kind::Binary(..) | Kind::Call(..) | Kind::Negated(_)
    );
    unwrap(&mut formula);
    let modulus = if is_joined { modulo(&mut line)? } else { None };
    let stated = if is_joined { stated(&mut line)? } else { None };
    if is_joined && is_over(&mut line) {
        let value = ParsedValue::Formula(formula, modulus);
        return Ok(Some(ParsedAssignment { name, value, stated }));
    }
    if is_formula { Err(line.expected(THE_END).into()) } else { Ok(None) }
}

/// Skips a list mark before a line: `3.`, `3)`, `-`, `*` or `•`.
fn pass_number(line: &mut Parser<'_>) {
    line.skip_blanks();
    let rest = line.rest();
    let after = rest.trim_start_matches(|next: char| next.is_ascii_digit());
    let is_numbered = after.len() < rest.len();
    let marks: &[char] = if is_numbered { &['.', ')'] } else { &['-', '*', '•'] };
    // A minus before a number is a sign.
    let is_mark = |after: &&str| {
        after.starts_with([' ', '\t'])
            && (is_numbered || after.trim_start().starts_with(is_name_letter))
    };
    if let Some(after) = after.strip_prefix(marks).filter(is_mark) {
        line.at += rest.len() - after.len();
        line.skip_blanks();
    }
}

/// Skips a full stop, comma or semicolon. Returns whether only blanks and a remark follow.
pub(super) fn is_over(line: &mut Parser<'_>) -> bool {
    line.skip_blanks();
    if line.rest().starts_with([';', '.', ',']) {
        line.at += 1;
        line.skip_blanks();
    }
    line.rest().is_empty() || line.rest().starts_with('#')
}

/// Reads the sign or the name of an operation, if there is one.
pub(super) fn operation(line: &mut Parser<'_>) -> Option<Op> {
    let functions = Op::CUSTOM.into_iter().filter(|op| op.is_function());
    let function = functions.into_iter().find(|op| line.eat_word(op.symbol()));
    function.or_else(|| line.operator().and_then(op_of))
}

/// Returns the operation of an operator, if a step can have it.
pub(super) const fn op_of(operator: Operator) -> Option<Op> {
    match operator {
        Operator::Add => Some(Op::Add),
        Operator::Sub => Some(Op::Sub),
        Operator::Mul => Some(Op::Mul),
        Operator::Div => Some(Op::Div),
        Operator::FloorDiv => Some(Op::FloorDiv),
        Operator::Mod => Some(Op::Mod),
        Operator::Pow => None,
    }
}

fn assignment(mut line: Parser<'_>) -> Result<ParsedAssignment<'_>, TextError> {
    let name = line.name()?;
    let span = Span { at: name.at, len: line.at - name.at };
    let augmented = augmented(&mut line);
    if augmented.is_none() && !(line.eat(":=") || line.eat("=") || line.eat("←")) {
        return Err(line.expected(A_SET).into());
    }
    let before = line;
    if let Some(literal) = quoted(&mut line)? {
        if is_over(&mut { line }) {
            let value = ParsedValue::Simple(Value::Input(literal));
            return ended(line, name, value, THE_END);
        }
        line = before;
    }
    let mut formula = line.formula()?;
    if let Some(operator) = augmented {
        let left = formula.push(Kind::Name(span), name.at);
        let right = formula.push(Kind::Group(formula.root), name.at);
        formula.root = formula.push(Kind::Binary(operator, left, right), name.at);
    }
    if let Some(literal) = input(&formula) {
        return ended(line, name, ParsedValue::Simple(Value::Input(literal)), THE_END);
    }
    unwrap(&mut formula);
    let modulus = modulo(&mut line)?;
    let stated = stated(&mut line)?;
    let read = ended(line, name, ParsedValue::Formula(formula, modulus), THE_END)?;
    Ok(ParsedAssignment { stated, ..read })
}

/// Reads the operator of `+=`, `-=`, `*=`, `/=`, `//=` or `%=`, if there is one.
fn augmented(line: &mut Parser<'_>) -> Option<Operator> {
    let mut after = *line;
    let operator = after.operator().filter(|operator| op_of(*operator).is_some())?;
    // The `=` must follow at once, unlike in `a - =3`.
    let is_augmented = after.rest().starts_with('=');
    if is_augmented {
        after.at += 1;
        *line = after;
    }
    is_augmented.then_some(operator)
}

/// Removes brackets around a formula, and calls of the functions in [`ROUNDING`].
fn unwrap(formula: &mut Formula<'_>) {
    loop {
        formula.root = match formula.node(formula.root).kind {
            Kind::Group(inner) => inner,
            Kind::Call(function, Some(first)) if ROUNDING.contains(&formula.text(function)) => {
                match formula.node(first).kind {
                    Kind::Argument(inner, None) => inner,
                    _ => return,
                }
            }
            _ => return,
        };
    }
}

/// Returns the modulus of a formula such as `(a + b) % 97`.
pub(super) fn modulus_of(formula: &Formula<'_>) -> Option<Literal> {
    match formula.node(formula.root).kind {
        Kind::Binary(Operator::Mod, _, by) if formula.is_plain(by) => formula.signed_number(by),
        _ => None,
    }
}

/// Removes the modulus of a formula over residues, and returns it.
pub(super) fn without_modulus(formula: &mut Formula<'_>) -> Option<Literal> {
    let at = formula.node(formula.root).at;
    let modulus = |formula: &Formula<'_>, id| match formula.node(id).kind {
        Kind::Number(_) => formula.signed_number(id),
        _ => None,
    };
    match formula.node(formula.root).kind {
        Kind::Binary(Operator::Mod, inner, by) => {
            let modulus = modulus(formula, by)?;
            formula.root = inner;
            unwrap(formula);
            Some(modulus)
        }
        // For residues `S1 + S2 % 97` means `(S1 + S2) % 97`.
        Kind::Binary(operator, left, right) if formula.is_plain(left) => {
            let Kind::Binary(Operator::Mod, inner, by) = formula.node(right).kind else {
                return None;
            };
            let modulus = modulus(formula, by).filter(|_| formula.is_plain(inner))?;
            formula.root = formula.push(Kind::Binary(operator, left, inner), at);
            Some(modulus)
        }
        _ => None,
    }
}

/// Returns the input if the formula is only a number, or only a fraction such as `3/4`. With blanks
/// or brackets, as in `3 / 4`, the formula is a step.
fn input(formula: &Formula<'_>) -> Option<Literal> {
    formula.signed_number(formula.root).or_else(|| fraction(formula))
}

/// Returns the fraction if the formula is only a fraction: two numbers without blanks.
fn fraction(formula: &Formula<'_>) -> Option<Literal> {
    let Kind::Binary(Operator::Div, top, bottom) = formula.node(formula.root).kind else {
        return None;
    };
    let top = formula.signed_number(top)?;
    let bottom = formula.signed_number(bottom).filter(|bottom| !bottom.text.starts_with('-'))?;
    let len = bottom.at + bottom.len - top.at;
    let is_tight = !formula.text(Span { at: top.at, len }).contains([' ', '\t', '(']);
    is_tight.then(|| Literal { text: format!("{}/{}", top.text, bottom.text), at: top.at, len })
}

/// Reads `Decimal("1.50")` or `Fraction("3/4")`, if there is one.
fn quoted(line: &mut Parser<'_>) -> Result<Option<Literal>, TextError> {
    let before = *line;
    let is_call = line.eat("Decimal(") || line.eat("Fraction(");
    line.skip_blanks();
    if !is_call || !line.peek().is_some_and(|next| matches!(next, '"' | '\'')) {
        *line = before;
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

/// Reads a number with its sign, or a fraction of two numbers.
fn literal(line: &mut Parser<'_>) -> Result<Literal, TextError> {
    let Some(mut top) = line.signed_number() else {
        return Err(line.expected("a number").into());
    };
    if line.eat("/") {
        let Some(bottom) = line.number() else { return Err(line.expected("a number").into()) };
        top.text = format!("{}/{}", top.text, bottom.text);
        top.len = line.at - top.at;
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

/// Creates a step. Its numbers must be valid constants.
pub(super) fn step(op: Op, left: Term, right: Term) -> Result<Value, TextError> {
    for term in [&left, &right] {
        if let Term::Number(literal) = term
            && constant(literal).is_none()
        {
            return Err(TextError::At(literal.at, Problem::Constant(literal.text.clone())));
        }
    }
    Ok(Value::Step { op, left, right, modulo: None })
}

/// Converts a number in a step to a constant, if it is valid.
pub(super) fn constant(literal: &Literal) -> Option<Constant> {
    Constant::parse(&literal.text)
}

/// Reads a modulus such as `mod 97`, `(modulo 97)` or `(% 97)`, if there is one.
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

/// Reads the values of a step that is written out, as in `S3 = S1 + S2 = 4 + (-9) = -5`. Returns
/// the last value. `None` if the last part is not a number, or is left open, as in `3 + 4 = ?`.
fn stated(line: &mut Parser<'_>) -> Result<Option<Literal>, TextError> {
    let mut last = None;
    while line.eat("=") {
        if line.eat("?") || is_over(&mut { *line }) {
            return Ok(None);
        }
        let formula = line.formula()?;
        if let Some(name) = formula.names().next() {
            return Err(TextError::At(name.at, Problem::Chained));
        }
        last = formula.signed_number(formula.root).or_else(|| fraction(&formula));
    }
    Ok(last)
}

/// Reads `Let S1 be 4.` or `Add S1 and S2 and call the result S3.`, after its verb.
fn sentence<'t>(mut line: Parser<'t>, verb: &str) -> Result<ParsedAssignment<'t>, TextError> {
    const THE_END: &str = "the end of the sentence";
    let verb = verb.to_ascii_lowercase();
    if verb == "let" {
        let name = line.name()?;
        if !(line.eat_word("be") || line.eat_word("equal") || line.eat("=")) {
            return Err(line.expected("“be” and a number").into());
        }
        let input = Value::Input(literal(&mut line)?);
        return ended(line, name, ParsedValue::Simple(input), THE_END);
    }
    let taken_op = if verb == "take" { Some(take_operation(&mut line)?) } else { None };
    let first = explained_term(&mut line)?;
    let (op, joints, expected): (Op, &[&str], _) = match verb.as_str() {
        "take" if taken_op == Some(Op::Mod) => {
            line.eat_word("divided");
            (Op::Mod, &["by"], "“divided by” and what it is divided by")
        }
        "take" => (taken_op.unwrap_or(Op::Min), &["and"], "“and” and the other value"),
        "round" => (Op::Round, &["to"], "“to” and a number of decimal places"),
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
    if op == Op::Round {
        line.eat_word("decimal");
        if !(line.eat_word("places") || line.eat_word("place") || line.eat_word("decimals")) {
            return Err(line.expected("“decimal places”").into());
        }
    }
    line.eat(",");
    let before = line;
    line.eat_word("and");
    let is_floor = op == Op::Div && line.eat_word("round") && line.eat_word("down");
    let op = if is_floor { Op::FloorDiv } else { op };
    if !is_floor {
        line = before;
    }
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
    ended(line, name, ParsedValue::Simple(value), THE_END)
}

/// Reads `the smaller of`, `the larger of` or `the remainder of`.
fn take_operation(line: &mut Parser<'_>) -> Result<Op, TextError> {
    line.eat_word("the");
    let words = [
        ("smaller", Op::Min),
        ("minimum", Op::Min),
        ("larger", Op::Max),
        ("greater", Op::Max),
        ("maximum", Op::Max),
        ("remainder", Op::Mod),
    ];
    let found = words.into_iter().find(|(word, _)| line.eat_word(word));
    match found {
        Some((_, op)) if line.eat_word("of") => Ok(op),
        _ => Err(line.expected("“the smaller of”, “the larger of” or “the remainder of”").into()),
    }
}

/// Reads a name or a constant, and its value if the sentence gives it, as in `S1 (which is 4)`.
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

fn ended<'t>(
    mut line: Parser<'t>,
    name: Name,
    value: ParsedValue<'t>,
    expected: &'static str,
) -> Result<ParsedAssignment<'t>, TextError> {
    if is_over(&mut line) {
        Ok(ParsedAssignment { name, value, stated: None })
    } else {
        Err(line.expected(expected).into())
    }
}

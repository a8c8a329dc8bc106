//! Decides how ambiguous numbers are read, from the whole text and the procedure.
//!
//! Accountants write `(672)` for -672. `4,237` is 4237 in one country and 4.237 in another. A text
//! uses one form throughout. Its equations and the values of the procedure show which one.

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::requested_procedure::RequestedProcedure;
use crate::token::{Token, TokenKind, Tokens};

/// The most numbers in brackets in a text. With more, none of them is read as negative.
const MAX_NUMBERS: usize = 400;
/// The number of values of the procedure that must appear in a form to confirm it, if no equation
/// decides.
const ENOUGH: usize = 2;

/// Takes the second reading of ambiguous separators if values of the procedure appear only in that
/// reading. In it, a comma is a decimal point, or a point groups thousands.
pub(crate) fn settle_commas(tokens: &mut Tokens, procedure: &RequestedProcedure<'_>) {
    let [mut decimal, mut grouped] = [0_usize; 2];
    for numeral in &tokens.numerals {
        let Some(other) = numeral.other() else { continue };
        decimal += usize::from(has(procedure, other));
        grouped += usize::from(has(procedure, &numeral.value));
    }
    if decimal < ENOUGH || grouped > 0 {
        return;
    }
    for numeral in &mut tokens.numerals {
        numeral.settle_on_other();
    }
}

/// Returns whether a number is a value of the procedure, apart from its sign.
fn has(procedure: &RequestedProcedure<'_>, value: &Number) -> bool {
    procedure.truth.iter().any(|truth| truth.abs() == value.abs())
}

/// A number, with the token after it.
struct Operand {
    value: Number,
    /// True if the number is alone in brackets and has no sign.
    is_bracketed: bool,
    end: usize,
}

impl Operand {
    fn value(&self, is_negative: bool) -> Number {
        if self.is_bracketed && is_negative { self.value.neg() } else { self.value.clone() }
    }
}

/// Reads numbers in brackets as negative if the text as a whole shows that they are.
pub(crate) fn settle_brackets(tokens: &mut Tokens, procedure: &RequestedProcedure<'_>) {
    let found: Vec<usize> = (0..tokens.list.len())
        .filter(|at| is_bracketed(tokens, *at) && !is_adjacent(tokens, *at))
        .take(MAX_NUMBERS + 1)
        .collect();
    if found.is_empty() || found.len() > MAX_NUMBERS || !are_negative(tokens, &found, procedure) {
        return;
    }
    let mut found = found.into_iter().peekable();
    let list = std::mem::take(&mut tokens.list);
    let (mut announcing, mut thinking) = (Vec::new(), Vec::new());
    std::mem::swap(&mut tokens.announcing, &mut announcing);
    std::mem::swap(&mut tokens.thinking, &mut thinking);
    let mut at = 0;
    while let Some(token) = list.get(at) {
        let bracketed = found.next_if_eq(&at).and_then(|_| list.get(at..at + 3));
        let Some([open, number, close]) = bracketed else {
            tokens.list.push(*token);
            tokens.note(token.kind);
            at += 1;
            continue;
        };
        if let TokenKind::Number(place) = number.kind {
            let numeral = &mut tokens.numerals[place as usize];
            let unsigned = std::mem::replace(numeral, crate::numeral::Numeral::new(Number::ZERO));
            *numeral = unsigned.negated();
        }
        tokens.list.push(Token { start: open.start, end: close.end, ..*number });
        at += 3;
    }
}

/// Returns whether the numbers in brackets that begin at these tokens are negative.
fn are_negative(tokens: &Tokens, found: &[usize], procedure: &RequestedProcedure<'_>) -> bool {
    let [mut negative, mut positive] = [0_usize; 2];
    for (at, token) in tokens.list.iter().enumerate() {
        let TokenKind::Op(op) = token.kind else { continue };
        match (is_true(tokens, at, op, true, procedure), is_true(tokens, at, op, false, procedure))
        {
            (Some(true), Some(false)) => negative += 1,
            (Some(false), Some(true)) => positive += 1,
            _ => {}
        }
    }
    if negative + positive > 0 {
        return negative > 0 && negative >= 2 * positive;
    }
    let values = found.iter().filter_map(|at| match tokens.kind(at + 1) {
        Some(TokenKind::Number(place)) => Some(&tokens.numeral(place).value),
        _ => None,
    });
    for value in values {
        let (is_so, is_other) =
            (procedure.truth.contains(&value.neg()), procedure.truth.contains(value));
        negative += usize::from(is_so && !is_other);
        positive += usize::from(is_other && !is_so);
    }
    negative >= ENOUGH && positive == 0
}

/// Returns whether the operation at a token has the result that is written after its sign of
/// equality. With `is_negative`, numbers in brackets are negative. Returns `None` if there is no
/// such equation, or if none of its numbers is in brackets.
fn is_true(
    tokens: &Tokens,
    at: usize,
    op: Op,
    is_negative: bool,
    procedure: &RequestedProcedure<'_>,
) -> Option<bool> {
    let left = operand_before(tokens, at)?;
    let right = operand_at(tokens, at + 1)?;
    let Some(TokenKind::Equals(_)) = tokens.kind(right.end) else { return None };
    let result = operand_at(tokens, right.end + 1)?;
    if !(left.is_bracketed || right.is_bracketed || result.is_bracketed) {
        return None;
    }
    let [left, right, result] = [left, right, result].map(|operand| operand.value(is_negative));
    let comes_to =
        procedure.arithmetic().apply(op, &left, &right, crate::requested_procedure::BUDGET).ok();
    Some(comes_to == Some(result))
}

fn operand_at(tokens: &Tokens, at: usize) -> Option<Operand> {
    let (is_bracketed, place) = match (tokens.kind(at)?, tokens.kind(at + 1)) {
        (TokenKind::Number(place), _) => (false, place),
        (TokenKind::Open, Some(TokenKind::Number(place))) if is_bracketed(tokens, at) => {
            (true, place)
        }
        _ => return None,
    };
    let value = tokens.numeral(place).value.clone();
    Some(Operand { value, is_bracketed, end: at + if is_bracketed { 3 } else { 1 } })
}

/// Returns the operand that ends before a token, unless it belongs to an earlier operation.
fn operand_before(tokens: &Tokens, end: usize) -> Option<Operand> {
    let is_closed = end.checked_sub(1).and_then(|at| tokens.kind(at)) == Some(TokenKind::Close);
    let at = end.checked_sub(if is_closed { 3 } else { 1 })?;
    let is_further = at.checked_sub(1).is_some_and(|at| {
        matches!(tokens.kind(at), Some(TokenKind::Op(_) | TokenKind::Number(_) | TokenKind::Close))
    });
    operand_at(tokens, at).filter(|operand| operand.end == end && !is_further)
}

/// Returns whether a number without a sign is alone in brackets at a token.
fn is_bracketed(tokens: &Tokens, at: usize) -> bool {
    let Some([open, number, close]) = tokens.list.get(at..at + 3) else { return false };
    let TokenKind::Number(place) = number.kind else { return false };
    open.kind == TokenKind::Open
        && close.kind == TokenKind::Close
        && open.end == number.start
        && close.start == number.end
        && !tokens.numeral(place).value.is_negative()
        // Brackets around a fraction only group it.
        && tokens.numeral(place).fraction().is_none()
}

/// Returns whether brackets directly follow a number or the name of a value, which they explain:
/// `S3 (13)`.
fn is_adjacent(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|before| tokens.list.get(before)) else {
        return false;
    };
    matches!(before.kind, TokenKind::Number(_) | TokenKind::Name(_) | TokenKind::Close)
        && tokens.list[at].start <= before.end + 1
}

//! Finds the equations in a text that contain only numbers, and judges whether each is true.

mod expression;

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Op};

use crate::requested_procedure::{RequestedProcedure, difference, sum};
use crate::rounding::is_rounding;
use crate::token::{Equals, Token, TokenKind, Tokens, Word};

use self::expression::{Brackets, Expression, expression};

/// The most tokens of one side of an equation.
const MAX_SIDE_TOKENS: usize = 256;

/// The most tokens after an equation that are searched for a correction of its value.
const CORRECTION_TOKENS: usize = 24;

/// The most tokens after an equation that are searched for a word such as `wait`, which withdraws
/// the equation.
const WITHDRAWAL_TOKENS: usize = 6;

/// Returns whether a value appears in the text after the byte `from`, at another byte than those in
/// `except`. Operands do not count. Nor do numbers of equations with an operand other than
/// `operands`.
pub(crate) fn appears_after(
    (tokens, ranges): (&Tokens, &[Range<usize>]),
    equations: &[Equation],
    (from, except): (usize, &[usize]),
    operands: &[&Number],
    value: &Number,
) -> bool {
    let is_other = |equation: &&Equation| {
        let is_operand = |number: &Number| operands.iter().any(|own| own.abs() == number.abs());
        !equation.operands.iter().all(is_operand)
    };
    let others: Vec<&Range<usize>> =
        equations.iter().filter(is_other).map(|equation| &equation.span).collect();
    // The spans are in the order of the text, and neighbours share at most one side of an equation.
    let is_in_other = |span: &Range<usize>| {
        let at = others.partition_point(|other| other.end < span.end);
        others[at..].iter().take(2).any(|other| other.start <= span.start && span.end <= other.end)
    };
    let is_operation = |at: usize| matches!(tokens.kind(at), Some(TokenKind::Op(_)));
    let gives = |at: usize| {
        let token = tokens.list[at];
        let span = token.start as usize..token.end as usize;
        matches!(token.kind, TokenKind::Number(place) if tokens.numeral(place).value == *value)
            && span.start >= from
            && !except.contains(&span.start)
            && !(is_operation(at + 1) || (at > 0 && is_operation(at - 1)))
            && !is_in_other(&span)
    };
    ranges.iter().any(|range| range.clone().any(gives))
}

/// Two sides that are equated. At least one of them is an operation or a fraction.
#[derive(Debug)]
pub(crate) struct Equation {
    pub(crate) truth: Truth,
    /// The operation of the left side, if both sides together have only one operation. A fraction
    /// counts as a division.
    pub(crate) op: Option<Op>,
    /// The numbers of the sides that are operations, or the two parts of a fraction.
    pub(crate) operands: Vec<Number>,
    /// The value of the left side.
    pub(crate) left: Number,
    /// The value of the right side.
    pub(crate) right: Number,
    /// True if the right side is a number.
    pub(crate) has_result: bool,
    /// The bytes of both sides.
    pub(crate) span: Range<usize>,
    /// The bytes of the right side.
    pub(crate) value_span: Range<usize>,
}

/// The result of comparing both sides of an equation.
///
/// The variants are ordered by their distance from true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Truth {
    True,
    /// One side is a rounding of the other.
    Rounded,
    /// The sides may not be meant to be equal. Examples are an arrow, a number that can be read in
    /// two ways, a column with carried tens (`9 + 5 = 4`), and a value that the next words correct.
    Open,
    False,
}

impl Truth {
    /// Returns whether both sides are equal, exactly or after rounding.
    pub(crate) const fn is_true(self) -> bool {
        matches!(self, Self::True | Self::Rounded)
    }

    /// Returns whether the sides are meant to be equal but are not.
    pub(crate) const fn is_false(self) -> bool {
        matches!(self, Self::False)
    }
}

/// Returns all equations in some ranges of tokens that contain only numbers, in the order of the
/// text.
pub(crate) fn equations(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    procedure: &RequestedProcedure<'_>,
) -> Vec<Equation> {
    let mut out = Vec::new();
    for range in ranges {
        let mut reader =
            Reader { tokens, procedure, end: range.end, sides: Vec::new(), out: &mut out };
        reader.run(range.start);
    }
    out
}

/// One side, with the sign before it.
struct Side {
    before: Equals,
    /// The tokens of the side.
    range: Range<usize>,
    expression: Option<Expression>,
    /// True if a word or an operation next to the side belongs to it, so that the side is only a
    /// part of a longer expression.
    is_part: bool,
    /// True if the sign of equality before the side begins a line.
    is_next_line: bool,
}

struct Reader<'a> {
    tokens: &'a Tokens,
    procedure: &'a RequestedProcedure<'a>,
    /// The token after the range.
    end: usize,
    /// The sides read so far.
    sides: Vec<Side>,
    out: &'a mut Vec<Equation>,
}

impl Reader<'_> {
    fn run(&mut self, start: usize) {
        let mut from = start;
        let mut before = Equals::Verb;
        for at in start..self.end {
            let Some(kind) = self.tokens.kind(at) else { break };
            match kind {
                TokenKind::Number(_)
                | TokenKind::Op(_)
                | TokenKind::Open
                | TokenKind::Close
                | TokenKind::Box
                | TokenKind::BoxEnd => {}
                TokenKind::Bullet if self.negates(at) => self.finish(&mut from, &mut before, at),
                TokenKind::Line { .. } if self.goes_on_after(at) => {}
                TokenKind::Equals(equals @ (Equals::Sign | Equals::Nearly)) => {
                    self.side(from..at, before);
                    let token = self.tokens.list[at];
                    // An arrow may join sides that are not equal.
                    let is_sign = equals == Equals::Sign && token.end - token.start == 1;
                    from = at + 1;
                    before = if is_sign { Equals::Sign } else { Equals::Nearly };
                }
                _ => {
                    self.finish(&mut from, &mut before, at);
                    from = at + 1;
                }
            }
        }
        let end = self.end;
        self.finish(&mut from, &mut before, end);
    }

    /// Returns whether a dash at the beginning of a line is the minus of a bracket right after it.
    fn negates(&self, at: usize) -> bool {
        let [dash, next, ..] = &self.tokens.list[at..self.end] else { return false };
        next.kind == TokenKind::Open && dash.end == next.start
    }

    /// Returns whether the next line begins with a sign of equality.
    fn goes_on_after(&self, at: usize) -> bool {
        let next =
            self.tokens.skip_matching(at, self.end, |kind| matches!(kind, TokenKind::Line { .. }));
        next < self.end && matches!(self.tokens.kind(next), Some(TokenKind::Equals(_)))
    }

    fn side(&mut self, range: Range<usize>, before: Equals) {
        let is_short = range.len() <= MAX_SIDE_TOKENS;
        let is_part = self.is_part(&range);
        let is_next_line = range.start > 1
            && matches!(self.kind(range.start - 1), Some(TokenKind::Equals(_)))
            && matches!(self.kind(range.start - 2), Some(TokenKind::Line { .. }));
        let read = || expression(self.tokens, range.clone(), Brackets::Plain);
        let expression = is_short.then(read).flatten();
        self.sides.push(Side { before, range, expression, is_part, is_next_line });
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.kind(at).filter(|_| at < self.end)
    }

    /// Returns whether text before or after a side belongs to that side:
    /// `the decimal part of N2 (0.54) = …`, `+ 0.68 = …`, and `… = 90,000,000` above `+ 6,000,000`.
    fn is_part(&self, range: &Range<usize>) -> bool {
        let begins_sum = |at: usize| {
            matches!(self.kind(at), Some(TokenKind::Bullet | TokenKind::Op(_)))
                && matches!(self.kind(at + 1), Some(TokenKind::Number(_)))
        };
        let before = range.start.checked_sub(1).and_then(|at| self.kind(at));
        let follows = match before {
            Some(
                TokenKind::Bullet
                | TokenKind::Close
                | TokenKind::Doubt
                | TokenKind::Name(_)
                | TokenKind::Modulo { .. },
            ) => true,
            // A number without an operation belongs to the word before it.
            Some(TokenKind::Word(Word::Other | Word::NoAnswer | Word::Doubt | Word::Unit)) => {
                !self.tokens.list[range.clone()]
                    .iter()
                    .any(|token| matches!(token.kind, TokenKind::Op(_)))
            }
            _ => matches!(self.kind(range.start), Some(TokenKind::Op(Op::Add))),
        };
        // An operation after a word lacks its first operand: `I1 - 1 = …`.
        let follows = follows
            || (matches!(before, Some(TokenKind::Word(_)))
                && matches!(self.kind(range.start), Some(TokenKind::Op(_))));
        // A word inside brackets cuts a side: `(6 million + 800 thousand)`.
        let brackets = |kind: TokenKind| {
            self.tokens.list[range.clone()].iter().filter(|token| token.kind == kind).count()
        };
        let is_cut = brackets(TokenKind::Open) > brackets(TokenKind::Close)
            && matches!(self.kind(range.end), Some(TokenKind::Word(_)));
        // A side may be only the end of an expression in brackets, such as `- 7580 × 1.08)`.
        let has_operation = self.tokens.list[range.clone()]
            .iter()
            .any(|token| matches!(token.kind, TokenKind::Op(_)));
        let is_rest =
            has_operation && brackets(TokenKind::Open) == 0 && brackets(TokenKind::Close) > 0;
        let goes_on = match self.kind(range.end) {
            Some(TokenKind::Line { .. }) => begins_sum(range.end + 1),
            Some(TokenKind::Doubt | TokenKind::Question) => true,
            // Dots right after a number mean more digits.
            Some(TokenKind::Other) => {
                let list = &self.tokens.list;
                range.end > 0 && list[range.end - 1].end == list[range.end].start
            }
            _ => false,
        };
        follows || goes_on || is_cut || is_rest
    }

    /// Reads the tokens before `at` as the last side, and adds the equations.
    fn finish(&mut self, from: &mut usize, before: &mut Equals, at: usize) {
        if !self.sides.is_empty() {
            self.side(*from..at, *before);
            for pair in self.sides.windows(2) {
                let [left, right] = pair else { continue };
                if let Some(mut equation) = self.equation(left, right) {
                    let is_open = || {
                        self.is_corrected(&equation.left, at)
                            || is_loose(left, right)
                            || self.is_true_in_accounting(left, right)
                    };
                    if equation.truth == Truth::False && is_open() {
                        equation.truth = Truth::Open;
                    }
                    self.out.push(equation);
                }
            }
            self.sides.clear();
        }
        (*from, *before) = (at, Equals::Verb);
    }

    /// Returns whether a dash at the beginning of the line is the minus of the first number:
    /// `- 463 / 1 = -463`.
    fn is_negated(&self, a: &Expression, b: &Expression) -> bool {
        let before = a.first.checked_sub(1).and_then(|before| self.tokens.kind(before));
        let Some(first) = a.numbers.first().filter(|_| before == Some(TokenKind::Bullet)) else {
            return false;
        };
        let turned = sum(first, first).and_then(|twice| difference(&a.value, &twice));
        b.value == a.value.neg() || turned.as_ref() == Some(&b.value)
    }

    /// Returns whether a value or a word such as `wait` comes soon after a token: `773 + 113 = 876,
    /// no, 886`.
    fn is_corrected(&self, value: &Number, at: usize) -> bool {
        let end = self.end.min(at + CORRECTION_TOKENS);
        let after = &self.tokens.list[at.min(end)..end];
        let takes_back = |token: &Token| {
            matches!(
                token.kind,
                TokenKind::Word(Word::Correction) | TokenKind::Equals(Equals::Nearly)
            )
        };
        let between = after.iter().take_while(|token| !matches!(token.kind, TokenKind::Number(_)));
        if between.take(WITHDRAWAL_TOKENS).any(takes_back) {
            return true;
        }
        let is_operation = |at: usize| matches!(self.kind(at), Some(TokenKind::Op(_)));
        let is_correct = |(place, token): (usize, &Token)| match token.kind {
            TokenKind::Number(number) => {
                let place = at + place;
                let is_operand = is_operation(place + 1) || is_operation(place - 1);
                !is_operand && self.tokens.numeral(number).value == *value
            }
            _ => false,
        };
        let line = after.iter().take_while(|token| !token.ends_line());
        line.enumerate().any(is_correct)
    }

    /// Returns whether an equation is true if numbers in brackets are negative: `49 - 86 = (37)`.
    fn is_true_in_accounting(&self, left: &Side, right: &Side) -> bool {
        let has_bracketed =
            |side: &Side| side.expression.as_ref().is_some_and(|side| side.has_bracketed);
        if !(has_bracketed(left) || has_bracketed(right)) {
            return false;
        }
        let read = |side: &Side| expression(self.tokens, side.range.clone(), Brackets::Negative);
        let sides = read(left).zip(read(right));
        sides.is_some_and(|(a, b)| self.truth(&a, &b, right.before).is_true())
    }

    fn equation(&self, left: &Side, right: &Side) -> Option<Equation> {
        let (a, b) = (left.expression.as_ref()?, right.expression.as_ref()?);
        if a.operations + b.operations == 0 {
            return self.false_division(a, b, right.before);
        }
        let operands = [a, b].into_iter().filter(|side| side.operations > 0);
        Some(Equation {
            truth: self.truth(a, b, right.before),
            op: a.op.filter(|_| a.operations + b.operations == 1),
            operands: operands.flat_map(|side| side.numbers.iter().cloned()).collect(),
            left: a.value.clone(),
            right: b.value.clone(),
            has_result: b.operations == 0,
            span: a.span.start..b.span.end,
            value_span: b.span.clone(),
        })
    }

    /// Reads a fraction that is equated with another number as a division: `37/2 = 20`.
    fn false_division(&self, a: &Expression, b: &Expression, sign: Equals) -> Option<Equation> {
        let (top, bottom) = a.fraction?;
        let truth = self.truth(a, b, sign);
        (truth == Truth::False).then(|| Equation {
            truth,
            op: Some(Op::Div),
            operands: vec![Number::integer(top), Number::integer(bottom)],
            left: a.value.clone(),
            right: b.value.clone(),
            has_result: b.operations == 0,
            span: a.span.start..b.span.end,
            value_span: b.span.clone(),
        })
    }

    fn truth(&self, a: &Expression, b: &Expression, sign: Equals) -> Truth {
        let (left, right) = (&a.value, &b.value);
        let is_same = match self.procedure.arithmetic() {
            Arithmetic::Modular { modulus } => {
                left.rem_euclid(modulus).is_some_and(|left| Some(left) == right.rem_euclid(modulus))
            }
            _ => left == right,
        };
        // Texts may round the result of an operation.
        let is_rounded = !matches!(self.procedure.arithmetic(), Arithmetic::Modular { .. })
            && ((a.operations == 0 && is_rounding(left, right))
                || (b.operations == 0 && is_rounding(right, left)));
        // `8 + 7 = 15 + 1 = 16`: the sum continues from its value, with a number that is not in it
        // yet.
        let goes_on = b.operations > 0
            && b.numbers.first() == Some(left)
            && !b.numbers[1..].iter().any(|number| a.numbers.contains(number));
        if is_same || goes_on {
            Truth::True
        } else if is_rounded {
            Truth::Rounded
        } else if sign == Equals::Nearly
            || a.is_doubtful
            || b.is_doubtful
            || carries(a, b)
            || self.is_negated(a, b)
        {
            Truth::Open
        } else {
            Truth::False
        }
    }
}

/// Returns whether two sides may not be meant to be equal. One of them is only a part of a longer
/// expression, or the second side is on another line and is not a result.
fn is_loose(left: &Side, right: &Side) -> bool {
    let operations = |side: &Side| side.expression.as_ref().map_or(0, |side| side.operations);
    let is_result = operations(left) > 0 && operations(right) == 0;
    left.is_part || right.is_part || (right.is_next_line && !is_result)
}

/// Returns whether an equation is one column of a written sum, whose tens are carried or borrowed.
fn carries(a: &Expression, b: &Expression) -> bool {
    let ten = Number::integer(10);
    let is_digit = |number: &Number| number.is_integer() && !number.is_negative() && *number < ten;
    let is_tens = difference(&a.value, &b.value)
        .and_then(|apart| apart.rem_euclid(10))
        .is_some_and(|rest| rest.is_zero());
    a.numbers.iter().all(is_digit) && is_digit(&b.value) && is_tens
}

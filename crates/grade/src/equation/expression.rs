//! Nested sums, products and brackets of numbers.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::requested_procedure::BUDGET;
use crate::token::{TokenKind, Tokens};

/// The greatest depth of nesting.
const DEPTH: usize = 32;

/// One side of an equation.
#[derive(Debug)]
pub(super) struct Expression {
    pub(super) value: Number,
    pub(super) operations: usize,
    /// The last operation.
    pub(super) op: Option<Op>,
    /// The first token.
    pub(super) first: usize,
    pub(super) numbers: Vec<Number>,
    /// Numerator and denominator, if the expression is only a fraction.
    pub(super) fraction: Option<(i64, i64)>,
    /// True if a number can be read in two ways, or if a number is left over after the expression.
    pub(super) is_doubtful: bool,
    /// True if the expression contains a number such as `(37)`, which is negative in accounting.
    pub(super) has_bracketed: bool,
    /// The bytes of the expression.
    pub(super) span: Range<usize>,
}

/// The meaning of a number that is alone in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Brackets {
    Plain,
    /// Negative, as in accounting.
    Negative,
}

/// Reads the expression that fills a range of tokens. Brackets with only one end in the range are
/// left out.
pub(super) fn expression(
    tokens: &Tokens,
    range: Range<usize>,
    brackets: Brackets,
) -> Option<Expression> {
    let range = balanced(tokens, range);
    let first = range.clone().find(|at| is_part(tokens.kind(*at)))?;
    let mut reader = Reader {
        tokens,
        at: first,
        end: range.end,
        depth: 0,
        operations: 0,
        op: None,
        numbers: Vec::new(),
        is_doubtful: false,
        brackets,
        has_bracketed: false,
        last: first,
    };
    let value = reader.sum()?;
    if reader.next().is_some_and(|kind| kind != TokenKind::Open) {
        return None;
    }
    let mut rest = tokens.list[reader.at.min(range.end)..range.end].iter();
    reader.is_doubtful |= rest.any(|token| matches!(token.kind, TokenKind::Number(_)));
    let Reader { operations, op, numbers, is_doubtful, has_bracketed, last, .. } = reader;
    let span = tokens.list[first].start as usize..tokens.list[last].end as usize;
    let fraction = match tokens.kind(first) {
        Some(TokenKind::Number(place)) if operations == 0 => tokens.numeral(place).fraction(),
        _ => None,
    };
    Some(Expression {
        value,
        operations,
        op,
        first,
        numbers,
        fraction,
        is_doubtful,
        has_bracketed,
        span,
    })
}

const fn is_part(kind: Option<TokenKind>) -> bool {
    matches!(
        kind,
        Some(
            TokenKind::Number(_)
                | TokenKind::Op(_)
                | TokenKind::Open
                | TokenKind::Close
                | TokenKind::Bullet
        )
    )
}

/// Cuts a range of tokens at closing brackets that the range does not open. Drops leading brackets
/// that the range does not close.
fn balanced(tokens: &Tokens, range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start, range.end);
    let mut open = Vec::new();
    for at in range.clone() {
        match tokens.kind(at) {
            Some(TokenKind::Open) => open.push(at),
            Some(TokenKind::Close) if open.pop().is_none() => {
                // The expression ends at an unopened bracket, or begins after it: `(-2) * 2)`.
                if (at + 1..range.end).any(|after| is_part(tokens.kind(after))) {
                    start = at + 1;
                } else {
                    end = at;
                }
            }
            _ => {}
        }
    }
    // Drop brackets that are closed on the other side of the equation: `(4 + 9 = 13)`.
    while open.first() == Some(&start) {
        open.remove(0);
        start += 1;
    }
    start..end.max(start)
}

struct Reader<'a> {
    tokens: &'a Tokens,
    at: usize,
    end: usize,
    depth: usize,
    operations: usize,
    op: Option<Op>,
    numbers: Vec<Number>,
    is_doubtful: bool,
    brackets: Brackets,
    has_bracketed: bool,
    /// The last token that was read.
    last: usize,
}

impl Reader<'_> {
    /// Skips tokens that belong to no expression, and returns the kind of the next token.
    fn next(&mut self) -> Option<TokenKind> {
        while self.at < self.end && !is_part(self.tokens.kind(self.at)) {
            self.at += 1;
        }
        self.tokens.kind(self.at).filter(|_| self.at < self.end)
    }

    /// Returns whether the next token directly follows the last one that was read.
    fn is_tight(&self) -> bool {
        let list = &self.tokens.list;
        self.at > self.last && list[self.last].end == list[self.at].start
    }

    const fn pass(&mut self) {
        self.last = self.at;
        self.at += 1;
    }

    fn sum(&mut self) -> Option<Number> {
        let mut value = self.product()?;
        while let Some(TokenKind::Op(op @ (Op::Add | Op::Sub))) = self.next() {
            self.pass();
            let right = self.product()?;
            self.operations += 1;
            self.op = Some(op);
            value = match op {
                Op::Add => value.add(&right, BUDGET),
                _ => value.sub(&right, BUDGET),
            }
            .ok()?;
        }
        Some(value)
    }

    fn product(&mut self) -> Option<Number> {
        let mut value = self.factor()?;
        loop {
            let op = match self.next() {
                Some(TokenKind::Op(op @ (Op::Mul | Op::Div))) => {
                    self.pass();
                    op
                }
                // Adjacent brackets are multiplied: `(20 + 3)(80 + 8)`.
                Some(TokenKind::Open) if self.is_tight() => Op::Mul,
                _ => break,
            };
            let right = self.factor()?;
            self.operations += 1;
            self.op = Some(op);
            value = match op {
                Op::Mul => value.mul(&right, BUDGET),
                _ => value.div(&right, BUDGET),
            }
            .ok()?;
        }
        Some(value)
    }

    fn factor(&mut self) -> Option<Number> {
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let value = match self.next()? {
            TokenKind::Number(place) => {
                let numeral = self.tokens.numeral(place);
                self.is_doubtful |= numeral.other().is_some();
                self.numbers.push(numeral.value.clone());
                self.pass();
                Some(numeral.value.clone())
            }
            // The dash of `-(4 + 9)` looks like a bullet at the beginning of a line.
            TokenKind::Op(Op::Sub) | TokenKind::Bullet => {
                self.pass();
                self.factor().map(|value| value.neg())
            }
            TokenKind::Open => {
                self.pass();
                let is_number = match self.next() {
                    Some(TokenKind::Number(place)) => {
                        !self.tokens.numeral(place).value.is_negative()
                    }
                    _ => false,
                };
                let before = self.at;
                let value = self.sum();
                let is_closed = self.next() == Some(TokenKind::Close);
                let is_alone = is_number && is_closed && self.at == before + 1;
                self.has_bracketed |= is_alone;
                self.pass();
                let is_negative = is_alone && self.brackets == Brackets::Negative;
                value
                    .filter(|_| is_closed)
                    .map(|value| if is_negative { value.neg() } else { value })
            }
            _ => None,
        };
        self.depth -= 1;
        value
    }
}

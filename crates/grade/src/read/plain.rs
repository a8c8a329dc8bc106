//! Reads the simplest statements, which make up most of a trace: `S14 = S13 + S8 = 412 + 97 = 509`.
//!
//! The general reader of [statements](super::statement) would read them the same way, but
//! more slowly.

use stepfall_procedure::Op;

use super::Reader;
use super::pending::{Evidence, Subject};
use crate::claim::{ClaimedOperand, WrittenOperation};
use crate::token::{Equals, Token, TokenKind};

/// The most operations of a plain statement: one by name and one by value.
const MAX_OPERATIONS: usize = 2;

/// A statement that consists of a name, operations and a value, up to the end of its line.
pub(crate) struct PlainStatement {
    /// The operations, each with its operands, which are names or numbers.
    pub(crate) operations: [Option<(Op, TokenKind, TokenKind)>; MAX_OPERATIONS],
    /// The token of the value, and the index of its numeral.
    pub(crate) value: (usize, u32),
}

/// Returns the plain statement that begins with the name at a token of a list.
pub(crate) fn plain_statement(list: &[Token], at: usize) -> Option<PlainStatement> {
    let kind = |at: usize| list.get(at).map(|token| token.kind);
    let mut operations = [None; MAX_OPERATIONS];
    let mut at = at + 1;
    for count in 0..=MAX_OPERATIONS {
        let (TokenKind::Equals(Equals::Sign), first) = (kind(at)?, kind(at + 1)?) else {
            return None;
        };
        match (first, kind(at + 2)) {
            (TokenKind::Number(place), None) => {
                return Some(PlainStatement { operations, value: (at + 1, place) });
            }
            (TokenKind::Number(place), Some(TokenKind::Line { .. })) => {
                // A chain may continue with a sign on the next line.
                let ends = !matches!(kind(at + 3), Some(TokenKind::Equals(_) | TokenKind::Bullet));
                return ends.then_some(PlainStatement { operations, value: (at + 1, place) });
            }
            (TokenKind::Number(_) | TokenKind::Name(_), Some(TokenKind::Op(op))) => {
                let second = kind(at + 3)?;
                if !matches!(second, TokenKind::Number(_) | TokenKind::Name(_)) {
                    return None;
                }
                *operations.get_mut(count)? = Some((op, first, second));
            }
            _ => return None,
        }
        at += 4;
    }
    None
}

impl Reader<'_> {
    /// Reads a plain statement that begins with the name at a token. Returns the token after it, or
    /// `None` if the statement is not plain.
    pub(super) fn plain(&mut self, at: usize, name: u16, opens_line: bool) -> Option<usize> {
        let PlainStatement { operations, value: (value, place) } =
            plain_statement(&self.tokens.list[..self.until], at)?;
        self.opens_line = opens_line;
        self.table.forget();
        let mut evidence = Evidence::default();
        for operation in operations.iter().flatten() {
            if evidence.operation_by_name.is_none() && is_by_name(operation) {
                evidence.operation_by_name = self.operation(operation);
            } else if evidence.operation_by_value.is_none() && !is_by_name(operation) {
                evidence.operation_by_value = self.operation(operation);
            }
        }
        self.compare(name, &evidence);
        let (start, number) = (self.tokens.list[at].start, self.tokens.list[value]);
        let span = start as usize..number.end as usize;
        let claim = self.claim_at(evidence, number, place, span);
        self.enter_claim(Subject::Step(name), claim, value..value + 1);
        Some(value + 1)
    }

    fn operation(
        &self,
        (op, left, right): &(Op, TokenKind, TokenKind),
    ) -> Option<WrittenOperation> {
        Some(WrittenOperation {
            op: *op,
            left: self.operand_of(*left)?,
            right: self.operand_of(*right)?,
        })
    }

    /// Returns a name or a number as an operand.
    pub(super) fn operand_of(&self, kind: TokenKind) -> Option<ClaimedOperand> {
        match kind {
            TokenKind::Name(name) => Some(ClaimedOperand::Name(name)),
            TokenKind::Number(place) => Some(ClaimedOperand::Value(self.value(place).clone())),
            _ => None,
        }
    }
}

/// Returns whether an operand of an operation is a name.
const fn is_by_name((_, left, right): &(Op, TokenKind, TokenKind)) -> bool {
    matches!(left, TokenKind::Name(_)) || matches!(right, TokenKind::Name(_))
}

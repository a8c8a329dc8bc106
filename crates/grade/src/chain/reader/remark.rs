//! Reads the text in brackets after an operand.

use super::Reader;
use crate::chain::term::{Modulus, Term};
use crate::token::{Equals, TokenKind, Word};

/// The most tokens in brackets that are read.
const MAX_REMARK_TOKENS: usize = 24;

/// A remark in brackets after an operand that is neither its value nor its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remark {
    /// The first token in the brackets.
    pub(crate) start: usize,
    /// The closing bracket.
    pub(crate) end: usize,
    /// The last number that is not a modulus: its token, and the index of its numeral.
    pub(crate) number: Option<(usize, u32)>,
    /// True if the text calls that number a rounding or a remainder, and nothing else is in the
    /// brackets.
    pub(crate) states_result: bool,
    /// True if an operation is in the brackets.
    pub(crate) has_operation: bool,
}

impl Remark {
    /// Returns whether the remark is within the tokens of this term.
    pub(crate) fn is_within(&self, term: &Term) -> bool {
        (term.start..term.end).contains(&self.start)
    }
}

impl Reader<'_> {
    /// Reads the brackets after an operand: its value or its name, a modulus, or a remark.
    pub(super) fn note(&mut self) {
        let begin = self.at + 1;
        let mut depth = 1;
        let mut end = begin;
        let (mut names, mut numbers) = (None, None);
        let (mut others, mut joints) = (0, 0);
        let (mut modulo, mut due, mut states_result, mut has_operation) =
            (false, false, false, false);
        while end < self.list.len() && end < begin + MAX_REMARK_TOKENS && depth > 0 {
            match self.list[end].kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                TokenKind::Name(name) => others += usize::from(names.replace(name).is_some()),
                // This number is a modulus: `mod 97`.
                TokenKind::Number(_) if due => due = false,
                TokenKind::Number(value) => {
                    others += usize::from(numbers.replace((end, value)).is_some());
                }
                TokenKind::Modulo { .. } => (modulo, due, states_result) = (true, true, true),
                TokenKind::Equals(equals) => states_result |= equals == Equals::Nearly,
                TokenKind::Word(Word::Filler | Word::Result) | TokenKind::Colon => {}
                TokenKind::Word(Word::So) | TokenKind::Comma => joints += 1,
                TokenKind::Line { .. } => break,
                kind => {
                    has_operation |= matches!(kind, TokenKind::Op(_));
                    others += 1;
                }
            }
            end += 1;
        }
        let closed = depth == 0;
        let operand = self.term.last();
        let mut annotated = false;
        if modulo && numbers.is_none() {
            self.term.modulus = Modulus::Meant;
        } else if closed && others + joints == 0 && !modulo {
            annotated = true;
            match (names, numbers) {
                (None, Some((_, value))) if operand.numeral_index.is_none() => {
                    operand.numeral_index = Some(value);
                }
                (Some(name), None) if operand.name.is_none() => operand.name = Some(name),
                (Some(name), Some((_, value))) if operand.name == Some(name) => {
                    operand.numeral_index = Some(value);
                }
                _ => annotated = false,
            }
        }
        if closed && !annotated {
            let states_result = states_result && others == 0 && names.is_none();
            self.remark = Some(Remark {
                start: begin,
                end: end - 1,
                number: numbers,
                states_result,
                has_operation,
            });
        }
        // Without a closing bracket nearby, the opening bracket is ignored.
        self.at = if closed { end } else { begin };
        self.term.end = self.at;
    }
}

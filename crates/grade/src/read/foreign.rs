//! Reads statements about names that are not in the item. They belong to another procedure, or to
//! steps that the model adds.

use stepfall_procedure::NameStyle;

use super::Reader;
use super::pending::{Evidence, Pending, Subject};
use crate::chain::{ChainValue, Term, chain};
use crate::rounding::is_rounding;
use crate::token::{Equals, TokenKind, Word};

impl Reader<'_> {
    /// Reads a statement such as `limit = 4` or `limit: 4`. Returns the next token to read.
    pub(super) fn foreign(&mut self, at: usize, opens_line: bool) -> usize {
        let value = match self.kind(at + 2) {
            Some(TokenKind::Number(_)) => true,
            // `type: error` is not a statement of a procedure.
            Some(TokenKind::Word(Word::Other)) => {
                self.kind(at + 1) != Some(TokenKind::Colon)
                    || matches!(self.kind(at + 3), Some(TokenKind::Op(_)))
            }
            _ => false,
        };
        self.out.foreign += u32::from(value);
        let begins = opens_line
            || matches!(
                self.kind(at.wrapping_sub(1)),
                Some(
                    TokenKind::Comma
                        | TokenKind::Semicolon
                        | TokenKind::Question
                        | TokenKind::FullStop
                        | TokenKind::Equals(Equals::Verb)
                )
            );
        if !begins {
            return at + 1;
        }
        if self.kind(at + 1) != Some(TokenKind::Colon) {
            self.pending = Pending::default();
        }
        self.unknown(at)
    }

    /// Reads a statement about an unknown name after the last step. It is a step beyond the
    /// procedure if it uses names of the item, computes under `unchained`, or is right below the
    /// last step. Returns the next token to read.
    fn unknown(&mut self, at: usize) -> usize {
        let states = matches!(self.kind(at + 2), Some(TokenKind::Number(_) | TokenKind::Name(_)));
        if !states || !self.is_over() {
            return at + 1;
        }
        let chain = chain(self.tokens, at + 2, self.until, Vec::new());
        let names = chain.terms.iter().find_map(|term| term.operation_by_name(self.tokens));
        let copied = chain.terms.first().and_then(Term::lone_name).is_some();
        let under = copied || (self.lines_since_claim <= 1 && chain.terms.len() == 1);
        // `Check: 38 < 97` and `Final value: 38` are remarks.
        let ends = matches!(self.kind(chain.end), None | Some(TokenKind::Line { .. }))
            || (self.kind(chain.end) == Some(TokenKind::FullStop)
                && matches!(self.kind(chain.end + 1), None | Some(TokenKind::Line { .. })));
        // Under `unchained`, no step uses the value of another.
        let computes = self.procedure.is_unchained()
            && matches!(self.kind(at + 1), Some(TokenKind::Equals(_)))
            && chain.terms.iter().any(|term| term.operation_by_value(self.tokens).is_some());
        let is_step = |value: &ChainValue| {
            names.is_some() || copied || computes || (under && ends && !self.is_last_value(value))
        };
        match self.value_rules.value(self.tokens, &chain, None) {
            Some(value) if is_step(&value) => {
                let evidence = Evidence { operation_by_name: names, ..Evidence::default() };
                self.claim(self.beyond(), evidence, value, &chain.terms);
                chain.end
            }
            _ => at + 2,
        }
    }

    /// Returns whether a number is the value of the last step, or the exact value before its
    /// rounding.
    fn is_last_value(&self, value: &ChainValue) -> bool {
        let Some(stated) = value.term.value().map(|place| self.value(place)) else { return false };
        let claimed = self.out.steps.last().map(|claim| &claim.value);
        let mut known = self.procedure.truth.last().into_iter().chain(claimed);
        known.any(|known| known == stated || is_rounding(known, stated))
    }

    /// Returns whether a heading names an unknown step after the last step of the item.
    pub(super) fn is_foreign_heading(&self, bullet: usize) -> bool {
        self.kind(bullet + 1) == Some(TokenKind::Word(Word::Other))
            && matches!(self.kind(bullet + 2), None | Some(TokenKind::Line { .. }))
            && self.is_over()
    }

    /// Returns whether the latest claim is of the last step or beyond, in an item without numbered
    /// names. Then a statement about an unknown name may be an extra step.
    pub(super) fn is_over(&self) -> bool {
        let last = self.out.steps.last();
        self.procedure.item.spec.names != NameStyle::Numbered
            && last.is_some_and(|claim| claim.number >= self.procedure.last())
    }

    /// Returns the subject for a step beyond the procedure.
    pub(super) fn beyond(&self) -> Subject {
        Subject::Step(self.procedure.last() + 1)
    }
}

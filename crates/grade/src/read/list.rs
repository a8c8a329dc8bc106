//! Reads several names and their values: `S3 to S5: -11, -55, -46`, `(S3, S4) = (-11, -55)`.

use stepfall_procedure::Op;

use super::Reader;
use super::pending::Subject;
use crate::token::{Equals, TokenKind, Word};

/// The fewest names of a range that is written with a dash. With fewer names the dash subtracts.
const MIN_DASH_NAMES: usize = 3;

impl Reader<'_> {
    /// Returns whether a list or range of names begins at a token: `S3, S4`, `S3 to S5`.
    pub(super) fn names_several(&self, at: usize) -> bool {
        matches!(
            self.kind(at + 1),
            Some(
                TokenKind::Comma
                    | TokenKind::Other
                    | TokenKind::Op(Op::Sub)
                    | TokenKind::Word(Word::Filler | Word::Joint | Word::Other)
            )
        ) && matches!(self.kind(at + 2), Some(TokenKind::Name(_)))
    }

    /// Claims a value for each of several names, if there are as many values as names. Returns the
    /// next token to read, or `None` if the text here is not such a list.
    pub(super) fn claim_list(&mut self, at: usize) -> Option<usize> {
        let (names, end) = self.names(at)?;
        let end = end + usize::from(self.kind(end) == Some(TokenKind::Close));
        if !matches!(
            self.kind(end),
            Some(TokenKind::Colon | TokenKind::Equals(Equals::Sign | Equals::Verb))
        ) {
            return None;
        }
        let begin = end + 1;
        let begin = begin + usize::from(self.kind(begin) == Some(TokenKind::Open));
        let joint = |kind| matches!(kind, TokenKind::Comma | TokenKind::Word(Word::Joint));
        let mut values = Vec::new();
        let mut at = begin;
        while at < self.until
            && values.len() <= names.len()
            && let Some(TokenKind::Number(value)) = self.kind(at)
        {
            values.push((at, value));
            at = self.tokens.skip_matching(at + 1, self.until, joint);
        }
        let ends = at >= self.until
            || matches!(
                self.kind(at),
                Some(
                    TokenKind::Line { .. }
                        | TokenKind::FullStop
                        | TokenKind::Semicolon
                        | TokenKind::Close
                )
            );
        if values.len() != names.len() || !ends {
            // Several values must not be read as the value of the last name.
            return (values.len() > 1).then_some(at);
        }
        for (name, (at, value)) in names.into_iter().zip(values) {
            self.claim_number(Subject::Step(name), at, value);
        }
        Some(at)
    }

    /// Returns the names of a list or range that begins at a token, and the token after it.
    fn names(&self, at: usize) -> Option<(Vec<u16>, usize)> {
        let Some(TokenKind::Name(first)) = self.kind(at) else { return None };
        let lists = |kind| matches!(kind, TokenKind::Comma | TokenKind::Word(Word::Joint));
        let next = self.kind(at + 1)?;
        if !lists(next) {
            let Some(TokenKind::Name(last)) = self.kind(at + 2) else { return None };
            let names: Vec<u16> = (first..=last.min(self.procedure.last())).collect();
            let few = if next == TokenKind::Op(Op::Sub) { MIN_DASH_NAMES } else { 2 };
            return (names.len() >= few).then_some((names, at + 3));
        }
        let mut names = vec![first];
        let mut end = at + 1;
        loop {
            let next = self.tokens.skip_matching(end, self.until, lists);
            match self.kind(next) {
                Some(TokenKind::Name(name)) if next > end && next < self.until => {
                    names.push(name);
                    end = next + 1;
                }
                _ => break,
            }
        }
        Some((names, end))
    }
}

//! Several names and their values: `S3 to S5: -11, -55, -46`, `(S3, S4) = (-11, -55)`.

use stepfall_procedure::Op;

use super::Reader;
use super::pending::Subject;
use crate::token::{Equals, Kind, Word};

/// The fewest names for which a dash stands between the first and the last, and subtracts nothing.
const FEWEST_OF_DASH: usize = 3;

impl Reader<'_> {
    /// Whether more than one name begins a line.
    pub(super) fn names_several(&self, at: usize) -> bool {
        matches!(
            self.kind(at + 1),
            Some(
                Kind::Comma
                    | Kind::Other
                    | Kind::Op(Op::Sub)
                    | Kind::Word(Word::Filler | Word::Joint | Word::Other)
            )
        ) && matches!(self.kind(at + 2), Some(Kind::Name(_)))
    }

    /// Claims a value for each of several names, where there are as many; gives the token to go on with.
    pub(super) fn listed(&mut self, at: usize) -> Option<usize> {
        let (names, end) = self.names(at)?;
        let end = end + usize::from(self.kind(end) == Some(Kind::Close));
        if !matches!(self.kind(end), Some(Kind::Colon | Kind::Equals(Equals::Sign | Equals::Verb)))
        {
            return None;
        }
        let begin = end + 1;
        let begin = begin + usize::from(self.kind(begin) == Some(Kind::Open));
        let joint = |kind| matches!(kind, Kind::Comma | Kind::Word(Word::Joint));
        let mut values = Vec::new();
        let mut at = begin;
        while at < self.until
            && values.len() <= names.len()
            && let Some(Kind::Number(value)) = self.kind(at)
        {
            values.push((at, value));
            at = self.tokens.past(at + 1, self.until, joint);
        }
        let ends = at >= self.until
            || matches!(
                self.kind(at),
                Some(Kind::Line { .. } | Kind::Stop | Kind::Semicolon | Kind::Close)
            );
        if values.len() != names.len() || !ends {
            // More than one value is not that of the last name.
            return (values.len() > 1).then_some(at);
        }
        for (name, (at, value)) in names.into_iter().zip(values) {
            self.claim_number(Subject::Step(name), at, value);
        }
        Some(at)
    }

    /// The names that stand there, and where they end.
    fn names(&self, at: usize) -> Option<(Vec<u16>, usize)> {
        let Some(Kind::Name(first)) = self.kind(at) else { return None };
        let lists = |kind| matches!(kind, Kind::Comma | Kind::Word(Word::Joint));
        let next = self.kind(at + 1)?;
        if !lists(next) {
            let Some(Kind::Name(last)) = self.kind(at + 2) else { return None };
            let names: Vec<u16> = (first..=last.min(self.plan.last())).collect();
            let few = if next == Kind::Op(Op::Sub) { FEWEST_OF_DASH } else { 2 };
            return (names.len() >= few).then_some((names, at + 3));
        }
        let mut names = vec![first];
        let mut end = at + 1;
        loop {
            let next = self.tokens.past(end, self.until, lists);
            match self.kind(next) {
                Some(Kind::Name(name)) if next > end && next < self.until => {
                    names.push(name);
                    end = next + 1;
                }
                _ => break,
            }
        }
        Some((names, end))
    }
}

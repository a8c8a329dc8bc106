//! Reads operations after the value that they lead to: `-46 (S6 - S1 = -37 - 9)`,
//! `-46, since -37 - 9 = -46`.

use stepfall_number::Number;

use super::Reader;
use super::pending::{Evidence, Subject};
use crate::chain::{Chain, ChainValue, Term, chain};
use crate::token::{TokenKind, Word};

/// The most tokens between a value and the operation after it.
const MAX_TOKENS_BETWEEN: usize = 6;

impl Reader<'_> {
    /// Returns the operation in brackets next to the value of a chain. If the operation has a
    /// result, the result must be the value. Returns `None` if the brackets begin with a lone name.
    pub(super) fn reason_in_brackets(
        &self,
        written: &Chain,
        value: &ChainValue,
    ) -> Option<Evidence> {
        let remark = written
            .remark
            .filter(|remark| remark.has_operation && remark.is_within(&value.term))?;
        let words = |kind| {
            matches!(kind, TokenKind::Word(Word::Connector | Word::Joint | Word::Filler | Word::So))
        };
        let start = self.tokens.skip_matching(remark.start, remark.end, words);
        let reason =
            (start < remark.end).then(|| chain(self.tokens, start, remark.end, Vec::new()))?;
        if reason.terms.first().and_then(Term::lone_name).is_some() {
            return None;
        }
        let result = self.value_rules.value(self.tokens, &reason, None);
        let number = |outcome: &ChainValue| outcome.term.value().map(|place| self.value(place));
        let same = result.as_ref().is_none_or(|result| number(result) == number(value));
        same.then(|| self.evidence(&reason.terms, None, result))
    }

    /// Returns the number in brackets after an operation, if it is the result rather than the value
    /// of the second operand: `S7 = S6 - S3 (-26)`.
    pub(super) fn value_in_brackets(&self, written: &Chain) -> Option<ChainValue> {
        let term = written.terms.last()?;
        if let Some(remark) = written.remark.filter(|remark| remark.is_within(term)) {
            let (at, place) = remark.number.filter(|_| remark.end - remark.start == 1)?;
            let operation = term
                .operation_by_name(self.tokens)
                .or_else(|| term.operation_by_value(self.tokens));
            return operation.map(|_| ChainValue::number(at, place));
        }
        let (name, place) = term.annotated_right()?;
        let input = || self.procedure.input(name);
        let known = self.latest(name).map(|claim| &claim.value).or_else(input)?;
        let number = |at: &usize| self.kind(*at) == Some(TokenKind::Number(place));
        let at = (term.start..term.end).find(number)?;
        (known != self.value(place)).then_some(ChainValue::number(at, place))
    }

    /// Adds an operation to the claim shortly before, if a word such as `since` or a remark sign is
    /// between them. Returns whether the operation was added.
    pub(super) fn explain(
        &mut self,
        evidence: &Evidence,
        at: usize,
        value: Option<&Number>,
    ) -> bool {
        let pending = &self.pending;
        let same = pending.claimed.is_some()
            && value.is_none_or(|value| Some(value) == pending.claimed.as_ref());
        let between = pending.at..at;
        if !same || between.is_empty() || between.len() > MAX_TOKENS_BETWEEN {
            return false;
        }
        let list = &self.tokens.list[between];
        let reason = |kind| {
            matches!(kind, TokenKind::Remark | TokenKind::Word(Word::Connector | Word::Joint))
        };
        let joins = |kind| {
            reason(kind)
                || matches!(
                    kind,
                    TokenKind::Comma | TokenKind::Open | TokenKind::Word(Word::Filler)
                )
        };
        if !list.iter().all(|token| joins(token.kind))
            || !list.iter().any(|token| reason(token.kind))
        {
            return false;
        }
        let Some(Subject::Step(name)) = pending.subject else { return false };
        let latest = self.out.steps.last_mut().filter(|claim| claim.number == name);
        let Some(claim) = latest.filter(|claim| {
            claim.operation_by_name.is_none() && claim.operation_by_value.is_none()
        }) else {
            return false;
        };
        claim.operation_by_name.clone_from(&evidence.operation_by_name);
        claim.operation_by_value.clone_from(&evidence.operation_by_value);
        true
    }
}

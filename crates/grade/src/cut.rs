//! Finds the statement in which a text is cut off.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_text::Status;

use crate::claim::StepClaim;
use crate::judge::StepVerdict;
use crate::read::Claims;
use crate::requested_procedure::RequestedProcedure;
use crate::token::{Token, TokenKind, Tokens};
use crate::verdict::{StopReason, TextVerdict};

impl Tokens {
    /// Returns the tokens from the last claim to the end of a text that is cut off in the statement
    /// of this claim: `S15 = S12 - S14 = -960 -`. Returns `None` if any token after the claim shows
    /// that the statement is finished. The text has `end` bytes.
    pub(crate) fn unfinished_statement(
        &self,
        ranges: &[Range<usize>],
        read: &Claims,
        end: usize,
    ) -> Option<Range<usize>> {
        let (last, after) = self.last_claim(ranges, read.steps.iter())?;
        let rest = &self.list[after.clone()];
        let is_ended = rest.iter().enumerate().any(|(at, token)| {
            let is_last = at + 1 == rest.len() && token.end as usize == end;
            // Dots or a sign of equality continue the statement: `65.1028... = `.
            let goes_on = rest.get(at + 1).is_some_and(|next| {
                matches!(next.kind, TokenKind::FullStop | TokenKind::Equals(_))
            });
            token.ends_line() || (ends_clause(token) && !is_last && !goes_on)
        });
        (!is_ended).then(|| self.begin_of(last)..after.end)
    }

    /// Returns the tokens from the last claim to the end of a cut text, if that claim is a root
    /// error in the last line. Its value may be the result of a side calculation, or the missing
    /// rest of the line may have corrected it.
    pub(crate) fn erroneous_last_statement(
        &self,
        ranges: &[Range<usize>],
        text_verdict: &TextVerdict,
    ) -> Option<Range<usize>> {
        let claims = text_verdict.steps.iter().filter_map(|step| step.claim.as_ref());
        let (last, after) = self.last_claim(ranges, claims)?;
        let is_root_error = text_verdict.roots.iter().any(|root| root.number == Some(last.number));
        let ends_line = self.list[after.clone()].iter().any(Token::ends_line);
        (is_root_error && !ends_line).then(|| self.begin_of(last)..after.end)
    }

    /// Returns the last claim, and the tokens after it in these ranges.
    fn last_claim<'r>(
        &self,
        ranges: &[Range<usize>],
        claims: impl Iterator<Item = &'r StepClaim>,
    ) -> Option<(&'r StepClaim, Range<usize>)> {
        let last = claims.max_by_key(|claim| claim.value_span.start)?;
        let until = ranges.last()?.end;
        let value_end = last.value_span.end;
        let after = self.list.partition_point(|token| (token.start as usize) < value_end);
        Some((last, after.min(until)..until))
    }

    /// Returns the first token of a claim.
    fn begin_of(&self, claim: &StepClaim) -> usize {
        let start = claim.span.start.min(claim.value_span.start);
        self.list.partition_point(|token| (token.start as usize) < start)
    }

    /// Marks the number that ends a text of `end` bytes as doubtful, since it may be incomplete. If
    /// values have decimal places, this includes a number before a final comma, which may be a
    /// decimal point.
    pub(crate) fn doubt_last_number(&mut self, end: usize, has_places: bool) {
        let mut until = end;
        for token in self.list.iter_mut().rev().take(2) {
            let parts = has_places && token.kind == TokenKind::Comma;
            match token.kind {
                _ if token.end as usize != until => return,
                TokenKind::Number(_) => {
                    token.kind = TokenKind::Doubt;
                    return;
                }
                _ if parts => until = token.start as usize,
                _ => return,
            }
        }
    }

    /// Marks all numbers among these tokens as doubtful.
    pub(crate) fn mark_numbers_doubtful(&mut self, range: Range<usize>) {
        for token in &mut self.list[range] {
            if matches!(token.kind, TokenKind::Number(_)) {
                token.kind = TokenKind::Doubt;
            }
        }
    }
}

/// Returns whether a text of `end` bytes without an announced answer ends in the first digits of an
/// expected number. An expected number is the result of a step before the last, computed from the
/// text's own values, or an operand of that step.
pub(crate) fn ends_in_digits(
    procedure: &RequestedProcedure<'_>,
    text_verdict: &TextVerdict,
    end: usize,
) -> bool {
    let is_answered = text_verdict.answers.iter().any(|answer| answer.claim.rule.is_explicit());
    let at_end = |step: &&StepVerdict| {
        step.status == Status::RootError
            && step.number < procedure.last()
            && step.claim.as_ref().is_some_and(|claim| claim.value_span.end == end)
    };
    let Some(step) = text_verdict.steps.iter().find(at_end).filter(|_| !is_answered) else {
        return false;
    };
    let Some(claim) = &step.claim else { return false };
    let written = claim.value.to_string();
    let begins = |value: &Number| value.to_string().starts_with(&written);
    let own = |number: u16| match procedure.position_of(number) {
        None => procedure.input(number),
        Some(at) => text_verdict
            .steps
            .get(at)
            .map(|step| step.claim.as_ref().map_or(&step.expected, |claim| &claim.value)),
    };
    let mut operands = procedure.references(step.number).filter_map(own);
    step.consistent_value.as_ref().is_some_and(begins) || operands.any(begins)
}

/// The position at which the provider cut a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The provider reported no cut. The text may be whole or not.
    Unknown,
    /// In the last line.
    InLine,
    /// After the last line.
    AfterLine,
}

/// Returns a text without the white space and the full stop that may end it, and where it was cut.
/// The white space is kept if the cut is inside the last line.
///
/// A final full stop therefore changes no verdict. A line break at the end of a cut text shows that
/// the last line is complete.
pub(crate) fn without_ending(text: &str, stop: StopReason) -> (&str, Cut) {
    let trimmed = text.trim_end();
    let cut = match stop {
        StopReason::Unknown => Cut::Unknown,
        StopReason::Length if text[trimmed.len()..].contains('\n') => Cut::AfterLine,
        // White space is kept, since a blank ends a number.
        StopReason::Length => return (without_stop(text), Cut::InLine),
    };
    (without_stop(trimmed).trim_end(), cut)
}

/// Returns a text without the full stop that may end it. Several full stops in a row are kept.
pub(crate) fn without_stop(text: &str) -> &str {
    const STOPS: [char; 3] = ['.', '。', '।'];
    let rest = text.strip_suffix(STOPS);
    rest.filter(|rest| !rest.ends_with(STOPS)).unwrap_or(text)
}

const fn ends_clause(token: &Token) -> bool {
    matches!(
        token.kind,
        TokenKind::FullStop | TokenKind::Semicolon | TokenKind::Comma | TokenKind::Question
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_single_full_stop_is_removed() {
        for stop in [".", "。", "।"] {
            assert_eq!(without_stop(&format!("13{stop}")), "13");
            let several = format!("13{stop}{stop}");
            assert_eq!(without_stop(&several), several);
        }
    }
}

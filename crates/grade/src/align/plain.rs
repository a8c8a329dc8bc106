//! Texts for which a search for another reading is pointless.
//!
//! Suppose that every line of a text names one step and gives its value, and that all these values
//! follow. Then only hidden steps and an answer other than the last value have a cost. Any other
//! reading takes the same values at the same cost, or replaces a value that follows. The latter
//! costs [`cost::KNOWN`] and an error. So no other reading is better.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Op};
use stepfall_text::Status;

use super::search::{cost, fits};
use super::{MIN_SAVING, StatementReading};
use crate::claim::StepClaim;
use crate::judge::StepVerdict;
use crate::read::{PlainStatement, plain_statement};
use crate::requested_procedure::RequestedProcedure;
use crate::token::{TokenKind, Tokens};
use crate::verdict::{Answer, TextVerdict};

/// Returns whether no other reading can cost less than the reading of the statements by [`MIN_SAVING`] or
/// more. Returns `false` if only a search can decide that.
pub(super) fn cannot_be_beaten(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    procedure: &RequestedProcedure<'_>,
    stated: &StatementReading<'_>,
) -> bool {
    let claims = stated.claims;
    let TextVerdict { steps, answers, .. } = stated.text;
    let [range] = ranges else { return false };
    let Some((known, hidden)) = steps.split_at_checked(claims.len()) else { return false };
    let follows = |(step, claim): (&StepVerdict, &StepClaim)| {
        matches!(step.status, Status::Correct | Status::Inherited)
            && step.number == claim.number
            && step.consistent_value.as_ref() == Some(&claim.value)
            && step.claim.as_ref().is_some_and(|counts| counts.value == claim.value)
    };
    let Some(cost) = cost(procedure, steps, hidden, answers) else { return false };
    cost < cost::KNOWN + MIN_SAVING
        && known.iter().zip(claims).all(follows)
        && hidden.iter().all(|step| step.claim.is_none() && is_nowhere(tokens, procedure, step))
        && is_plain(tokens, range.clone(), claims, answers)
}

/// Returns the cost of the statements. Returns `None` if steps are hidden and the answer does not
/// fit, because other values may explain the answer.
fn cost(
    procedure: &RequestedProcedure<'_>,
    steps: &[StepVerdict],
    hidden: &[StepVerdict],
    answers: &[Answer],
) -> Option<u32> {
    let answer = answers.first().map(|answer| &answer.claim.value);
    let fits = fits(procedure, answer, steps.last()?.consistent_value.as_ref());
    match (u32::try_from(hidden.len()).ok()?.checked_sub(1), fits) {
        // All steps are shown and follow from earlier values, so only a reading with an error leads
        // to another answer.
        (None, _) => Some(0),
        (Some(more), true) => Some(cost::NOT_SHOWN + more.checked_mul(cost::FAR_FROM_SHOWN)?),
        (Some(_), false) => None,
    }
}

/// Returns whether the value that follows for a hidden step is known, appears nowhere in the text,
/// and cannot appear rounded.
fn is_nowhere(tokens: &Tokens, procedure: &RequestedProcedure<'_>, step: &StepVerdict) -> bool {
    let Some(value) = &step.consistent_value else { return false };
    let fixed =
        matches!(procedure.arithmetic(), Arithmetic::Decimal { .. } | Arithmetic::Modular { .. });
    let is = |number: Option<&Number>| number == Some(value);
    (fixed || value.is_integer())
        && !tokens.numerals.iter().any(|numeral| is(Some(&numeral.value)) || is(numeral.other()))
}

/// Returns whether a text consists of plain statements with these claims, these answers, and words.
fn is_plain(
    tokens: &Tokens,
    range: Range<usize>,
    claims: &[StepClaim],
    answers: &[Answer],
) -> bool {
    let list = &tokens.list[..range.end];
    let mut rest = claims.iter();
    let mut at = range.start;
    let mut opens_line = true;
    while let Some(token) = list.get(at) {
        let start = token.start as usize;
        match token.kind {
            TokenKind::Name(name) if opens_line => {
                let (Some(claim), Some(statement)) = (rest.next(), plain_statement(list, at))
                else {
                    return false;
                };
                let value = list[statement.value.0].start as usize;
                if claim.number != name || claim.value_span.start != value {
                    return false;
                }
                if !takes_earlier(&statement, name) {
                    return false;
                }
                at = statement.value.0;
            }
            TokenKind::Number(_)
                if answers.iter().any(|answer| answer.claim.span.start == start) => {}
            TokenKind::Line { .. }
            | TokenKind::Word(_)
            | TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::FullStop
            | TokenKind::Semicolon
            | TokenKind::Question => {}
            _ => return false,
        }
        opens_line = list[at].ends_line();
        at += 1;
    }
    rest.next().is_none()
}

/// Returns whether all names in a statement belong to earlier values. Returns `false` for a number
/// minus a name, because the minus may be a dash.
fn takes_earlier(statement: &PlainStatement, name: u16) -> bool {
    statement.operations.iter().flatten().all(|(op, left, right)| {
        let earlier = |side: &TokenKind| !matches!(side, TokenKind::Name(other) if *other >= name);
        let dash =
            *op == Op::Sub && matches!((left, right), (TokenKind::Number(_), TokenKind::Name(_)));
        earlier(left) && earlier(right) && !dash
    })
}

//! What was said about a step before its value.

use stepfall_number::Number;

use super::{NEAR, Reader};
use crate::claim::{Expression, StepClaim};

/// What a statement is about where it does not say so itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Step(u16),
    /// The number in `Step 3` or `3.`, which may count steps or values.
    Ordinal(u16),
}

/// What is written about a value beside it.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// The operation by name.
    pub(super) names: Option<Expression>,
    /// The operation by value.
    pub(super) values: Option<Expression>,
}

/// A statement that is not complete yet.
#[derive(Debug, Default)]
pub(super) struct Pending {
    pub(super) subject: Option<Subject>,
    pub(super) evidence: Evidence,
    /// The value that was given.
    pub(super) claimed: Option<Number>,
    /// Whether that was only guessed to be about the subject, in the same sentence.
    pub(super) weak: bool,
    /// Whether its rounding or its remainder is announced in this sentence.
    pub(super) settling: bool,
    /// Whether its line has ended.
    pub(super) line_ended: bool,
    /// The token where it was set.
    pub(super) at: usize,
}

impl Pending {
    /// A statement about something of which nothing else was said.
    pub(super) fn about(subject: Subject, at: usize) -> Self {
        Self { subject: Some(subject), at, ..Self::default() }
    }
}

/// An operation without subject, and mostly without value: `Adding 4 and 9`, before `so S3 is 13`.
#[derive(Debug)]
pub(super) struct Orphan {
    pub(super) evidence: Evidence,
    /// What it gives, where that is written: `4 + 9 = 13, so S3 = 13`.
    pub(super) value: Option<Number>,
    /// The token after it.
    pub(super) end: usize,
}

impl Orphan {
    /// Whether the token `at` may still belong to it.
    pub(super) const fn is_near(&self, at: usize) -> bool {
        at.saturating_sub(self.end) < NEAR
    }
}

impl Reader<'_> {
    /// Whether the token `at` may still belong to what is pending.
    pub(super) const fn is_near_pending(&self, at: usize) -> bool {
        at.saturating_sub(self.pending.at) < NEAR
    }

    /// Whether something is spoken of and its value was not given.
    pub(super) const fn is_open(&self) -> bool {
        self.pending.subject.is_some() && self.pending.claimed.is_none()
    }

    /// Adds to a claim at the token `at` the operation that was written before it.
    pub(super) fn add_evidence(&mut self, subject: Subject, claim: &mut StepClaim, at: usize) {
        let same = self.pending.subject == Some(subject);
        let counted = matches!(
            (self.pending.subject, subject),
            (Some(Subject::Ordinal(_)), Subject::Step(_))
        );
        if same || (counted && self.is_near_pending(at)) {
            let before = &mut self.pending.evidence;
            claim.names = claim.names.take().or_else(|| before.names.take());
            claim.values = claim.values.take().or_else(|| before.values.take());
        }
        if let Some(orphan) = self.orphan.take()
            && orphan.is_near(at)
            && orphan.value.is_none_or(|value| value == claim.value)
            && claim.names.is_none()
            && claim.values.is_none()
        {
            claim.names = orphan.evidence.names;
            claim.values = orphan.evidence.values;
        }
    }
}

//! The part of a statement that comes before its value.

use stepfall_number::Number;

use super::{MAX_TOKENS_TO_VALUE, Reader};
use crate::claim::{StepClaim, WrittenOperation};

/// The subject of a statement: a step, or a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Step(u16),
    /// The number in `Step 3` or `3.`, which may count steps or values.
    Ordinal(u16),
}

/// The operation that is written next to a value.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// The operation with its operands by name.
    pub(super) operation_by_name: Option<WrittenOperation>,
    /// The operation with the values of its operands.
    pub(super) operation_by_value: Option<WrittenOperation>,
}

/// A statement that is not complete yet.
#[derive(Debug, Default)]
pub(super) struct Pending {
    pub(super) subject: Option<Subject>,
    pub(super) evidence: Evidence,
    /// The value, once it is claimed.
    pub(super) claimed: Option<Number>,
    /// True if the value was assigned to the subject only by a guess, in this sentence.
    pub(super) is_guess: bool,
    /// True if this sentence announces a rounding or a remainder.
    pub(super) settling: bool,
    /// True if the line of the statement has ended.
    pub(super) line_ended: bool,
    /// The token at which the statement was last updated.
    pub(super) at: usize,
}

impl Pending {
    /// Returns a statement of which only the subject is known.
    pub(super) fn about(subject: Subject, at: usize) -> Self {
        Self { subject: Some(subject), at, ..Self::default() }
    }
}

/// An operation without a subject and usually without a value: `Adding 4 and 9`, before
/// `so S3 is 13`.
#[derive(Debug)]
pub(super) struct UnassignedOperation {
    pub(super) evidence: Evidence,
    /// The result, if it is written: `4 + 9 = 13, so S3 = 13`.
    pub(super) value: Option<Number>,
    /// The token after the operation.
    pub(super) end: usize,
}

impl UnassignedOperation {
    /// Returns whether the token `at` is near enough to belong to the operation.
    pub(super) const fn is_near(&self, at: usize) -> bool {
        at.saturating_sub(self.end) < MAX_TOKENS_TO_VALUE
    }
}

impl Reader<'_> {
    /// Returns whether the token `at` is near enough to belong to the pending statement.
    pub(super) const fn is_near_pending(&self, at: usize) -> bool {
        at.saturating_sub(self.pending.at) < MAX_TOKENS_TO_VALUE
    }

    /// Returns whether the pending statement has a subject and no value.
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
            claim.operation_by_name =
                claim.operation_by_name.take().or_else(|| before.operation_by_name.take());
            claim.operation_by_value =
                claim.operation_by_value.take().or_else(|| before.operation_by_value.take());
        }
        if let Some(unassigned) = self.unassigned.take()
            && unassigned.is_near(at)
            && unassigned.value.is_none_or(|value| value == claim.value)
            && claim.operation_by_name.is_none()
            && claim.operation_by_value.is_none()
        {
            claim.operation_by_name = unassigned.evidence.operation_by_name;
            claim.operation_by_value = unassigned.evidence.operation_by_value;
        }
    }
}

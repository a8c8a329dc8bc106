//! The identity of a line in a figure.

use stepfall_procedure::Condition;

/// A target under a condition: one line in a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineId {
    /// The index of the target, from 0.
    pub target: u16,
    /// The condition under which the target was asked.
    pub condition: Condition,
}

impl LineId {
    /// Creates the line of a target under a condition.
    pub const fn new(target: u16, condition: Condition) -> Self {
        Self { target, condition }
    }

    /// Returns the number of steps that were given as a history. A model cannot make its first
    /// error in them.
    pub(crate) fn given(self) -> u32 {
        match self.condition {
            Condition::Primed { steps, .. } => steps.into(),
            _ => 0,
        }
    }
}

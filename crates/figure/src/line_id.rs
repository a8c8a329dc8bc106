//! What has a line of its own in a figure.

use stepfall_procedure::Condition;

/// A target under a condition: what has a line of its own in a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineId {
    /// Which of the run's targets, counted from 0.
    pub target: u16,
    /// The condition.
    pub condition: Condition,
}

impl LineId {
    /// A target under a condition.
    pub const fn new(target: u16, condition: Condition) -> Self {
        Self { target, condition }
    }

    /// How many steps stood there before the work began, as a history: they are at no risk.
    pub(crate) fn given(self) -> u32 {
        match self.condition {
            Condition::Primed { steps, .. } => steps.into(),
            _ => 0,
        }
    }
}

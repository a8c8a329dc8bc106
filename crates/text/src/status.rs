//! The statuses of steps.

use serde::{Deserialize, Serialize};

/// The status of a step's claim, or the meaning of its absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Correct, and consistent with the transcript's earlier values.
    Correct,
    /// Incorrect, but consistent with the transcript's earlier values.
    Inherited,
    /// Correct, but not consistent with the transcript's earlier values.
    Recovered,
    /// A root error: the value is incorrect and does not follow from the transcript's earlier
    /// values, or the written operation has another result.
    RootError,
    /// No claim, and nothing shows that the step was left out.
    NotShown,
    /// No claim, and a later claim shows that the step was left out.
    Skipped,
    /// No claim, no later step is claimed, and the answer does not follow correctly from the last
    /// claimed step.
    NotReached,
    /// The text could not be assigned to the step with certainty, so it has no verdict.
    Unclear,
    /// The prompt contains the step as if the model had written it. The step is not scored.
    Given,
}

impl Status {
    /// Returns the status with this slug. Any other slug is the slug of a cause and returns
    /// [`Self::RootError`].
    pub fn from_slug(slug: &str) -> Self {
        match slug {
            "right" => Self::Correct,
            "inherited" => Self::Inherited,
            "recovered" => Self::Recovered,
            "not-shown" => Self::NotShown,
            "skipped" => Self::Skipped,
            "not-reached" => Self::NotReached,
            "unclear" => Self::Unclear,
            "given" => Self::Given,
            _ => Self::RootError,
        }
    }

    /// Returns the display name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Inherited => "inherited",
            Self::Recovered => "correct again",
            Self::RootError => "error",
            Self::NotShown => "not shown",
            Self::Skipped => "left out",
            Self::NotReached => "not reached",
            Self::Unclear => "unclear",
            Self::Given => "given",
        }
    }
}

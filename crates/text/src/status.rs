//! What a step is worth.

use serde::{Deserialize, Serialize};

/// What a step's claim is worth, or what its absence means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Right in truth, and right given own values.
    Right,
    /// Wrong in truth, right given own values.
    Inherited,
    /// Right in truth, though wrong given own values.
    Recovered,
    /// A root fault.
    Fault,
    /// No claim, and nothing shows that the step was left out.
    NotShown,
    /// No claim, and a later claim shows that the step was left out.
    Skipped,
    /// No claim, no later step claimed, and no right continuation to the answer.
    NotReached,
    /// What is written could not be assigned to the step with certainty, so nothing is said of it.
    Unclear,
    /// Stood there before the work began, as if it had been written: it counts for nobody.
    Given,
}

impl Status {
    /// The status of that slug; of a root fault, that is the slug of its cause.
    pub fn from_slug(slug: &str) -> Self {
        match slug {
            "right" => Self::Right,
            "inherited" => Self::Inherited,
            "recovered" => Self::Recovered,
            "not-shown" => Self::NotShown,
            "skipped" => Self::Skipped,
            "not-reached" => Self::NotReached,
            "unclear" => Self::Unclear,
            "given" => Self::Given,
            _ => Self::Fault,
        }
    }

    /// What it is called where people read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "correct",
            Self::Inherited => "inherited",
            Self::Recovered => "correct again",
            Self::Fault => "error",
            Self::NotShown => "not shown",
            Self::Skipped => "left out",
            Self::NotReached => "not reached",
            Self::Unclear => "unclear",
            Self::Given => "given",
        }
    }
}

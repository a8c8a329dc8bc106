//! The colours and signs of steps.

/// The category of a step's status. It defines the step's colour and sign everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepCategory {
    /// Correct, and consistent with the values before it.
    Correct,
    /// Incorrect, but consistent with the values before it.
    Inherited,
    /// Correct again, but not consistent with the values before it.
    Recovered,
    /// Not consistent with the values before it, and incorrect: a root error.
    RootError,
    /// The text claims no value of the step, but nothing shows that it was left out.
    NotShown,
    /// The text cannot be assigned to the step with certainty.
    Unclear,
    /// Left out, or not reached.
    Missing,
    /// A value that was present before the work began.
    Given,
}

impl StepCategory {
    /// All categories, in the order of legends.
    pub const ALL: [Self; 8] = [
        Self::Correct,
        Self::RootError,
        Self::Inherited,
        Self::Recovered,
        Self::Missing,
        Self::NotShown,
        Self::Unclear,
        Self::Given,
    ];

    /// Returns the CSS class of the category, such as `is-inherited`.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Correct => "is-right",
            Self::Inherited => "is-inherited",
            Self::Recovered => "is-recovered",
            Self::RootError => "is-fault",
            Self::NotShown => "is-unseen",
            Self::Unclear => "is-unclear",
            Self::Missing => "is-missing",
            Self::Given => "is-given",
        }
    }

    /// Returns the sign next to the colour.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Correct => "✓",
            Self::Inherited => "≈",
            Self::Recovered => "↺",
            Self::RootError => "✕",
            Self::NotShown => "·",
            Self::Unclear => "?",
            Self::Missing => "○",
            Self::Given => "›",
        }
    }
}

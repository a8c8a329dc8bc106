//! How a step is coloured and signed.

/// What a step's status amounts to: how it is coloured and signed everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepCategory {
    /// Right, and following.
    Right,
    /// Wrong, but it follows from what is before it.
    Inherited,
    /// Right again, though not by following.
    Recovered,
    /// Where it broke.
    Fault,
    /// Nothing is claimed, and nothing shows that it was left out.
    Unseen,
    /// What is written cannot be assigned to it with certainty.
    Unclear,
    /// Left out, or not reached.
    Missing,
    /// Stood there before the work began.
    Given,
}

impl StepCategory {
    /// All categories, in the order of legends.
    pub const ALL: [Self; 8] = [
        Self::Right,
        Self::Fault,
        Self::Inherited,
        Self::Recovered,
        Self::Missing,
        Self::Unseen,
        Self::Unclear,
        Self::Given,
    ];

    /// The category of a status by its name in JSON.
    pub fn of(status: &str) -> Self {
        match status {
            "right" => Self::Right,
            "inherited" => Self::Inherited,
            "recovered" => Self::Recovered,
            "not-shown" => Self::Unseen,
            "unclear" => Self::Unclear,
            "skipped" | "not-reached" => Self::Missing,
            "given" => Self::Given,
            _ => Self::Fault,
        }
    }

    /// The class in the style.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Right => "is-right",
            Self::Inherited => "is-inherited",
            Self::Recovered => "is-recovered",
            Self::Fault => "is-fault",
            Self::Unseen => "is-unseen",
            Self::Unclear => "is-unclear",
            Self::Missing => "is-missing",
            Self::Given => "is-given",
        }
    }

    /// The sign beside the colour.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Right => "✓",
            Self::Inherited => "≈",
            Self::Recovered => "↺",
            Self::Fault => "✕",
            Self::Unseen => "·",
            Self::Unclear => "?",
            Self::Missing => "○",
            Self::Given => "›",
        }
    }
}

//! What the colours and signs of steps and verdicts are called.

use stepfall_plot::StepCategory;

use crate::{Mode, Status};

/// What a category is called.
pub const fn category(category: StepCategory) -> &'static str {
    match category {
        StepCategory::Right => "correct",
        StepCategory::Inherited => "inherited",
        StepCategory::Recovered => "correct again",
        StepCategory::Fault => "error",
        StepCategory::Unseen => "not shown",
        StepCategory::Unclear => "unclear",
        StepCategory::Missing => "missing",
        StepCategory::Given => "given",
    }
}

/// How a step of a status is coloured and signed.
pub const fn category_of(status: Status) -> StepCategory {
    match status {
        Status::Right => StepCategory::Right,
        Status::Inherited => StepCategory::Inherited,
        Status::Recovered => StepCategory::Recovered,
        Status::Fault => StepCategory::Fault,
        Status::NotShown => StepCategory::Unseen,
        Status::Unclear => StepCategory::Unclear,
        Status::Skipped | Status::NotReached => StepCategory::Missing,
        Status::Given => StepCategory::Given,
    }
}

/// How a failure mode is coloured and signed.
pub const fn category_of_mode(mode: Mode) -> StepCategory {
    match mode {
        Mode::Followed => StepCategory::Right,
        Mode::Folded | Mode::AnotherOrder | Mode::SelfCorrected => StepCategory::Inherited,
        Mode::Unclear => StepCategory::Unclear,
        _ => StepCategory::Fault,
    }
}

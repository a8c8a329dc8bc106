//! The names of the categories of steps and verdicts.

use stepfall_plot::StepCategory;

use crate::{Mode, Status};

/// Returns the display name of a category.
pub const fn category(category: StepCategory) -> &'static str {
    match category {
        StepCategory::Correct => "correct",
        StepCategory::Inherited => "inherited",
        StepCategory::Recovered => "correct again",
        StepCategory::RootError => "error",
        StepCategory::NotShown => "not shown",
        StepCategory::Unclear => "unclear",
        StepCategory::Missing => "missing",
        StepCategory::Given => "given",
    }
}

/// Returns the category of a step's status, which defines its colour and sign.
pub const fn category_of(status: Status) -> StepCategory {
    match status {
        Status::Correct => StepCategory::Correct,
        Status::Inherited => StepCategory::Inherited,
        Status::Recovered => StepCategory::Recovered,
        Status::RootError => StepCategory::RootError,
        Status::NotShown => StepCategory::NotShown,
        Status::Unclear => StepCategory::Unclear,
        Status::Skipped | Status::NotReached => StepCategory::Missing,
        Status::Given => StepCategory::Given,
    }
}

/// Returns the category of a failure mode, which defines its colour and sign.
pub const fn category_of_mode(mode: Mode) -> StepCategory {
    match mode {
        Mode::Followed => StepCategory::Correct,
        Mode::Folded | Mode::AnotherOrder | Mode::SelfCorrected => StepCategory::Inherited,
        Mode::Unclear => StepCategory::Unclear,
        Mode::WrongItem
        | Mode::Refused
        | Mode::Truncated
        | Mode::MissingAnswer
        | Mode::PrematureAnswer
        | Mode::TalkedOut
        | Mode::UnderExecuted
        | Mode::ExtraSteps
        | Mode::RightAnswerWrongProcedure
        | Mode::LostOperand
        | Mode::LostOperation
        | Mode::LostPlace
        | Mode::Slipped
        | Mode::LostPrecision
        | Mode::LostFormat
        | Mode::WrongWorkNotShown
        | Mode::Unexplained => StepCategory::RootError,
    }
}

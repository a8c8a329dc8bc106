//! The words of the grader as the page is told them.

use stepfall_grade::{Mode, Slip, Status};
use stepfall_protocol::verdict;

pub(super) const fn mode(mode: Mode) -> verdict::Mode {
    use verdict::Mode as Told;
    match mode {
        Mode::WrongItem => Told::WrongItem,
        Mode::Refused => Told::Refused,
        Mode::Truncated => Told::Truncated,
        Mode::MissingAnswer => Told::MissingAnswer,
        Mode::PrematureAnswer => Told::PrematureAnswer,
        Mode::SelfCorrected => Told::SelfCorrected,
        Mode::TalkedOut => Told::TalkedOut,
        Mode::UnderExecuted => Told::UnderExecuted,
        Mode::ExtraSteps => Told::ExtraSteps,
        Mode::RightAnswerWrongProcedure => Told::RightAnswerWrongProcedure,
        Mode::AnotherOrder => Told::AnotherOrder,
        Mode::LostOperand => Told::LostOperand,
        Mode::LostOperation => Told::LostOperation,
        Mode::LostPlace => Told::LostPlace,
        Mode::Slipped => Told::Slipped,
        Mode::LostPrecision => Told::LostPrecision,
        Mode::LostFormat => Told::LostFormat,
        Mode::WrongWorkNotShown => Told::WrongWorkNotShown,
        Mode::Folded => Told::Folded,
        Mode::Unclear => Told::Unclear,
        Mode::Unexplained => Told::Unexplained,
        Mode::Followed => Told::Followed,
    }
}

pub(super) const fn status(status: Status) -> verdict::StepStatus {
    use verdict::StepStatus as Told;
    match status {
        Status::Right => Told::Right,
        Status::Inherited => Told::Inherited,
        Status::Recovered => Told::Recovered,
        Status::Fault => Told::Fault,
        Status::NotShown => Told::NotShown,
        Status::Skipped => Told::Skipped,
        Status::NotReached => Told::NotReached,
        Status::Unclear => Told::Unclear,
    }
}

pub(super) const fn slip(slip: Slip) -> verdict::Slip {
    use verdict::Slip as Told;
    match slip {
        Slip::Sign => Told::Sign,
        Slip::Magnitude => Told::Magnitude,
        Slip::OffByOne => Told::OffByOne,
        Slip::Carry => Told::Carry,
        Slip::Digit => Told::Digit,
        Slip::Transposed => Told::Transposed,
        Slip::Other => Told::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_keeps_its_name() {
        for known in Mode::ALL {
            assert_eq!(format!("{:?}", mode(known)), format!("{known:?}"));
        }
    }
}

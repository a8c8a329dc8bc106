//! What the colours and signs of steps and verdicts are called.

use stepfall_plot::Standing;

use crate::{Mode, Status};

/// What a standing is called.
pub const fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Right => "correct",
        Standing::Inherited => "inherited",
        Standing::Recovered => "correct again",
        Standing::Fault => "fault",
        Standing::Unseen => "not shown",
        Standing::Unclear => "unclear",
        Standing::Missing => "missing",
    }
}

/// How a step of a status is coloured and signed.
pub const fn standing_of(status: Status) -> Standing {
    match status {
        Status::Right => Standing::Right,
        Status::Inherited => Standing::Inherited,
        Status::Recovered => Standing::Recovered,
        Status::Fault => Standing::Fault,
        Status::NotShown => Standing::Unseen,
        Status::Unclear => Standing::Unclear,
        Status::Skipped | Status::NotReached => Standing::Missing,
    }
}

/// How a failure mode is coloured and signed.
pub const fn standing_of_mode(mode: Mode) -> Standing {
    match mode {
        Mode::Followed => Standing::Right,
        Mode::Folded | Mode::AnotherOrder | Mode::SelfCorrected => Standing::Inherited,
        Mode::Unclear => Standing::Unclear,
        _ => Standing::Fault,
    }
}

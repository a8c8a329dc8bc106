//! Texts that the page, its pictures, Markdown and the command line share, so that they use the
//! same words for the same things.
//!
//! The enumerations of verdicts ([`Mode`], [`Status`], [`ArithmeticError`], [`Cause`]) are here
//! with their names. The grader, which assigns them, and the messages that contain them depend on
//! this crate. Texts that belong to one crate, such as the errors of specs and links, stay in that
//! crate.

mod batch;
mod category;
mod cause;
mod comparison;
mod facts;
mod figures;
mod guide;
mod mode;
mod outcome;
mod print;
mod status;
mod suite;

pub use self::batch::*;
pub use self::category::{category, category_of, category_of_mode};
pub use self::cause::{
    ArithmeticError, Cause, ValueRef, error_name, expected_label, operand, used_label,
};
pub use self::comparison::*;
pub use self::facts::{
    answers_sentence, fixing, fixing_last, steps_shown, value_of_last, verdict_name,
};
pub use self::figures::removed_figure;
pub use self::guide::*;
pub use self::mode::Mode;
pub use self::outcome::Outcome;
pub use self::print::*;
pub use self::status::Status;
pub use self::suite::suite_meaning;

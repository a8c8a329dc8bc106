//! What Stepfall says to people, in one place, so that it can be read through and one day translated: the page, its pictures, Markdown and the
//! command line say the same of the same thing.
//!
//! The enumerations that verdicts are told in ([`Mode`], [`Status`], [`Slip`], [`Cause`]) stand here with what they are called, below the grader that decides
//! about them and the messages that carry them. Texts that a crate gives about its own matters (why a spec is refused, what a link lacks) stay with that crate.

mod about;
mod ask;
mod batch;
mod category;
mod cause;
mod dialogue;
mod facts;
mod guide;
mod knobs;
mod lab;
mod learn;
mod mode;
mod outcome;
mod page;
mod play;
mod print;
mod status;
mod steps;
mod suite;
mod sweep;
mod verdict;

pub use self::about::*;
pub use self::ask::*;
pub use self::batch::*;
pub use self::category::{category, category_of, category_of_mode};
pub use self::cause::{Cause, Slip, Value, fault, needed, operand, taken};
pub use self::dialogue::*;
pub use self::facts::{answered, fixing, fixing_last, outcome, steps_shown, value_of_last};
pub use self::guide::*;
pub use self::knobs::*;
pub use self::lab::*;
pub use self::learn::*;
pub use self::mode::Mode;
pub use self::outcome::Outcome;
pub use self::page::*;
pub use self::play::*;
pub use self::print::*;
pub use self::status::Status;
pub use self::steps::*;
pub use self::suite::suite_meaning;
pub use self::sweep::*;
pub use self::verdict::*;

//! All texts of Stepfall for people, in one place, so that they can be reviewed together and translated one day. The
//! page, its pictures, Markdown and the command line use the same texts for the same things.
//!
//! The enumerations of verdicts ([`Mode`], [`Status`], [`Slip`], [`Cause`]) are here with their names. They are below
//! the grader, which decides about them, and the messages that carry them. Texts that belong to one crate (why a spec
//! is refused, what a link lacks) stay in that crate.

mod about;
mod ask;
mod batch;
mod category;
mod cause;
mod dialogue;
mod facts;
mod guide;
mod lab;
mod learn;
mod mode;
mod outcome;
mod page;
mod play;
mod print;
mod settings;
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
pub use self::lab::*;
pub use self::learn::*;
pub use self::mode::Mode;
pub use self::outcome::Outcome;
pub use self::page::*;
pub use self::play::*;
pub use self::print::*;
pub use self::settings::*;
pub use self::status::Status;
pub use self::steps::*;
pub use self::suite::suite_meaning;
pub use self::sweep::*;
pub use self::verdict::*;

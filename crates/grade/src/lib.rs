//! From what a model wrote to a verdict on its first answer.
//!
//! ```
//! use stepfall_grade::{Verdict, grade};
//! use stepfall_procedure::{Condition, Generator, Seed, Spec};
//!
//! let item = Generator::new(Spec::default())?.item(Seed::wrapping(42), 0)?;
//! let transcript = format!("**Answer:** {}", item.answer_text());
//! assert!(matches!(grade(&item, Condition::Trace, &transcript), Verdict::Right(_)));
//! # Ok::<(), stepfall_procedure::Refusal>(())
//! ```
//!
//! Reading never fails and takes time in proportion to the length of the text: any text gives a [`Claim`], with the
//! bytes that it was read from, or none. What cannot be read without a doubt (`1,5`, `2.000.000`, `3e4`) is no claim.
//!
//! This crate knows neither models nor pages, and it does not judge steps yet: only the first answer.

mod announced;
mod answer;
mod chain;
mod marks;
mod numeral;
mod step;
mod verdict;
mod visible;

pub use self::answer::{Asked, Claim, Rule, first_answer};
pub use self::verdict::{Verdict, grade};

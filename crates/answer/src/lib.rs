//! The small reader that the page carries: what a transcript's first answer is worth.
//!
//! ```
//! use stepfall_answer::{Verdict, grade};
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
//! It reads less than `stepfall-grade`, which judges every step and weighs more than the first load of the page has room for. Where both
//! read an answer, they read the same one, but where only the whole text shows what its separators mean: `tests/corpus.rs` holds that.

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

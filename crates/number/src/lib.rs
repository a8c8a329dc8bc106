//! Exact rational numbers: the values of procedures.
//!
//! A [`Number`] is a fraction in lowest terms. It is stored inline if numerator and denominator fit
//! into 64 bits, and as a `dashu` fraction otherwise. The same value always has the same
//! representation, so `==` and hashing are derived. No operation uses a float.
//!
//! Repeated multiplication makes numbers grow without bound. So sums, differences, products and
//! quotients take a [`Budget`], and return [`NumberError::TooLong`] instead of running for minutes
//! on hostile input.
//!
//! This crate knows nothing about procedures, prompts or transcripts.

mod budget;
mod digits;
mod number;
mod ops;
mod text;

pub use self::budget::Budget;
pub use self::number::Number;
pub use self::ops::NumberError;
pub use self::text::{ParseNumberError, fixed_text};

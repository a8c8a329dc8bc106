//! Exact rational numbers: the values that every procedure is evaluated to.
//!
//! A [`Number`] is a fraction in lowest terms. Values whose numerator and denominator fit into 64 bits are
//! kept inline, and everything larger goes to `dashu`; the same value always has the same representation, so
//! `==` and hashing are plain. No operation ever goes through a float.
//!
//! Numbers grow without bound under multiplication, so every operation that can grow takes a [`Budget`]
//! and returns [`NumberError::TooLong`] instead of running for minutes on a hostile input.
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

//! Tests of numbers: comparisons with another library, and limits.
//!
//! All tests are in one program, because linking each program takes time.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod limits;
mod oracle;

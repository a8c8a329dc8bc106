//! The transcripts of solvers, and the truth about them.
//!
//! One program holds all tests, because linking a program for each file takes longer.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod arbitrary;
mod conditions;
mod looks;
mod oracle;
mod rules;

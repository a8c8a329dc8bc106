//! The transcripts of solvers, and the truth about them.
//!
//! They are one program, because linking a program for each file takes longer.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod arbitrary;
mod conditions;
mod looks;
mod oracle;
mod rules;

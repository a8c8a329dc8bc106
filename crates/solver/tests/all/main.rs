//! The transcripts of solvers, and the truth about them.
//!
//! All tests are one program, since each program would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod arbitrary;
mod conditions;
mod looks;
mod oracle;
mod rules;

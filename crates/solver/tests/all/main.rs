//! What solvers write, and that they know what they did.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod arbitrary;
mod conditions;
mod looks;
mod oracle;
mod rules;

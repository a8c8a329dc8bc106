//! Items against an independent checker.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod checker;
mod conditions;
mod custom;
mod frozen;
mod independence;
mod rules;
mod shares;
mod wording;

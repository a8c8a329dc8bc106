//! Tests of items against an independent checker.
//!
//! They are one program, because linking a program for each file takes longer.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod checker;
mod conditions;
mod custom;
mod frozen;
mod independence;
mod rules;
mod shares;
mod wording;

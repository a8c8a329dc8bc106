//! Tests of dialogues with replies of every kind.
//!
//! They are one program, because linking a program for each file takes longer.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod machines;
mod properties;
mod real;
mod simulated;

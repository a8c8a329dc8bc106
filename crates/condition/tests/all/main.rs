//! Dialogues against every answer that one may get.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod machines;
mod properties;
mod real;
mod simulated;

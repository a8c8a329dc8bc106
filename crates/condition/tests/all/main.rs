//! Dialogues against every kind of reply.
//!
//! All tests are one program, since each program would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod machines;
mod properties;
mod real;
mod simulated;

//! The runner under a browser that is made up.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod errands;
mod runner;
mod sweep;

//! Addresses read and written.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod custom;
mod notices;
mod round_trip;

//! Sweeps in a simulated world.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod address;
mod estimate;
mod plan;
mod records;
mod scheduler;
mod specimen;
mod table;
mod world;

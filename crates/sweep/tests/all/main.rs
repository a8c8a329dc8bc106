//! Tests of sweeps, many of them in a simulated world.
//!
//! All tests are in one program, because every program is linked separately.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod address;
mod estimate;
mod plan;
mod records;
mod scheduler;
mod small_model;
mod table;
mod world;

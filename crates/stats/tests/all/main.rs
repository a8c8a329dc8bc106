//! Statistics against published values.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod bootstrap;
mod hazard;
mod horizon;
mod interval;
mod isotonic;
mod logistic;
mod modes;
mod paired;

//! Statistics against published values.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod accuracy;
mod bootstrap;
mod difference;
mod hazard;
mod horizon;
mod interval;
mod isotonic;
mod logistic;
mod modes;
mod paired;
mod sign_flip;

//! Statistics against published values.
//!
//! A single program holds all tests, since every test program is linked separately.

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
mod pass;
mod sign_flip;

//! Tests of statistics: published values, values of other programs, and properties.
//!
//! A single program holds all tests, since every test program is linked separately.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod accuracy;
mod bootstrap;
mod difference;
mod hazard;
mod horizon;
mod interval;
mod isotonic;
mod modes;
mod paired;
mod pass;
mod sign_flip;

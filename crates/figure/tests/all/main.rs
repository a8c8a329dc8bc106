//! Figures of made-up runs.
//!
//! All tests are in one program, because linking several programs takes longer.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod attempts;
mod clear;
mod controls;
mod diagnosis;
mod findings;
mod golden;
mod interim;
mod layout;
mod standing;

mod error_categories;
mod filters;
mod numbers;
mod runs;
mod states;
mod study;
mod verdicts;

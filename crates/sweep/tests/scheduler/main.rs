//! What the scheduler does next, rule by rule.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod caps;
mod desk;
mod dialogues;
mod failures;
mod pace;
mod run;

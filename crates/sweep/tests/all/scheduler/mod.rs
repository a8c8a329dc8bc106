//! The scheduler's next action, rule by rule.

mod caps;
mod dialogues;
mod failures;
mod harness;
mod pace;
mod run;

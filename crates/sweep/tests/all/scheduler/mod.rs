//! What the scheduler does next, rule by rule.

mod caps;
mod desk;
mod dialogues;
mod failures;
mod pace;
mod run;

//! Tests of the grader: labels, forms of writing, and properties.
//!
//! All tests are one program, because every program is linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod as_meant;
mod asked_otherwise;
mod corpus;
mod endings;
mod equations;
mod first_answer;
mod forms;
mod headline;
mod long_texts;
mod other_order;
mod properties;
mod shortcuts;
mod shuffled_lines;
mod structured;
mod support;
mod usual_texts;

//! Tests of the grader: labels, forms of writing, and properties.
//!
//! All tests are in one program, because linking each program takes time.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

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

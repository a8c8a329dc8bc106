//! Runs `stepfall-dev` as its users do.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod agreement;
mod confusion;
mod invariance;
#[path = "../../../cli/tests/all/program/mod.rs"]
#[allow(dead_code, reason = "the tests of `stepfall` use all of it")]
mod program;
mod responses;
#[path = "../../../cli/tests/all/scratch.rs"]
#[allow(dead_code, reason = "the tests of `stepfall` use all of it")]
mod scratch;

/// The path of the program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_stepfall-dev");

//! The command line in use: arguments, output, files, the network.
//!
//! A single program holds all tests, since every test program is linked separately.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod batch;
mod command_line;
mod compare;
mod conditions;
mod custom;
mod grade;
mod lab;
mod outputs;
mod parquet;
mod program;
mod readme;
mod scratch;
mod simulate;
mod small_model;
mod sweep;
mod sweep_network;
mod terminal;
mod verdicts;

/// The path of the program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_stepfall");

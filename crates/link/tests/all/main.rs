//! Tests of reading and writing addresses.
//!
//! They are one program, because linking a program for each file takes longer.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod custom;
mod notices;
mod round_trip;

//! Tests of the requests and replies of every provider.
//!
//! All tests are in one program, because every program is linked separately.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod policies;
mod properties;
mod retry;
mod shapes;
mod sign_in;

//! Requests and replies of every provider.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod policies;
mod properties;
mod retry;
mod shapes;
mod sign_in;

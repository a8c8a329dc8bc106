//! Numbers compared with another library, and their limits.
//!
//! The tests are one program, because each program would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod limits;
mod oracle;

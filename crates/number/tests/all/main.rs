//! Numbers against another library, and their limits.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod limits;
mod oracle;

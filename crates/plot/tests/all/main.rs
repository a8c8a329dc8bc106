//! The positions of marks in a picture.
//!
//! All tests are one program, since each program would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod several_curves;
mod stylesheet;

//! The positions of marks in a picture.
//!
//! All tests are in one program, because linking several programs takes longer.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod several_curves;
mod stylesheet;

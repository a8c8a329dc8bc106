//! Batches: items as files for providers' batch services and other tools, and the files that come back as responses that can be graded.
//!
//! This crate knows no disk and no network: files are written line by line and read piece by piece by whoever has them.

mod response;

pub use self::response::{Response, ResponseEnd};

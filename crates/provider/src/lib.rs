//! Language models' providers, without a network: a request is data, a reply is bytes in and events out.
//!
//! This crate knows no network, no clock and no entropy. Reading never panics, whatever the bytes.

mod encode;
mod key;
mod lines;
mod ndjson;
mod sse;

pub use self::key::{Key, MAX_KEY, REDACTED};
pub use self::lines::MAX_LINE;
pub use self::ndjson::Ndjson;
pub use self::sse::{Frame, Sse};
